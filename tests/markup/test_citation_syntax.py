"""What a text cites: `citations.yml` holds one rule a case, with a text and what is cited in it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from papernotes_plugin.markup import citation_syntax
from papernotes_plugin.markup.citation_syntax import CitationCluster, CitedKey
from tests.helpers import converted_pages, small_library

UNKNOWN = re.compile(r"nobody|dataclass|jane-doe|todo")
CASES: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("citations.yml").read_text("utf-8"))


def known(cited: CitedKey) -> bool:
    """Every key but a few names a paper."""
    return not UNKNOWN.match(cited.key)


def found(text: str) -> list[CitationCluster]:
    """The citations of a note."""
    note = small_library.note("n.md", text)
    return citation_syntax.confirm_clusters(citation_syntax.find_citations(note.text, note.document.inlines), known)


def said(text: str) -> list[str]:
    """The citations of a note in one spelling, in parentheses unless the first is part of the sentence."""
    out = []
    for cluster in found(text):
        cites = "; ".join(
            _said(text, cluster, cited) for cited in cluster.cited_keys if known(cited) or cited.is_certain
        )
        if cites:
            out.append(cites if cluster.narrative else f"({cites})")
    return out


def _said(text: str, cluster: CitationCluster, cited: CitedKey) -> str:
    def words(told: str) -> str:
        return "".join(
            p if isinstance(p, str) else text[slice(*p)]
            for p in citation_syntax.split_at_placeholders(told, cluster.placeholder_spans)
        )

    lead = f"{words(cited.prefix)} " if cited.prefix else ""
    after = f" | {words(cited.suffix)}" if cited.suffix else ""
    return f"{lead}{'-' if cited.suppressed else ''}@{cited.key}{'' if known(cited) else '?'}{after}"


@pytest.mark.parametrize("case", CASES, ids=[case["rule"] for case in CASES])
def test_cited(case: dict[str, Any]) -> None:
    """Each rule gives what its case says."""
    assert said(case["text"]) == case["cites"]


@settings(deadline=None, max_examples=120)
@given(
    st.lists(
        st.sampled_from([*converted_pages.PIECES, "@k", "[see @k", "; @x]", "[p. 3]", "-@k", "{", "}", " "]),
        max_size=20,
    )
)
def test_any_text(pieces: list[str]) -> None:
    """Whatever a text holds, its citations stand one behind the other, each around its keys, which are there."""
    text = small_library.note("n.md", "".join(pieces)).text
    end = 0
    for cluster in found(text):
        assert end <= cluster.span.start < cluster.span.end
        end = cluster.span.end
        for cited in cluster.cited_keys:
            assert cluster.span.start <= cited.full_span.start <= cited.span.start < cited.span.end <= cluster.span.end
            assert cited.key in text[slice(*cited.span)]
        for told in (word for c in cluster.cited_keys for word in (c.prefix, c.suffix)):
            assert "\n" not in told
            for piece in citation_syntax.split_at_placeholders(told, cluster.placeholder_spans):
                assert isinstance(piece, str) or cluster.span.start <= piece[0] < piece[1] <= cluster.span.end


@pytest.mark.parametrize("piece", ["[", "@{", "[@k;", "@k ", "[@k] ", "[[@k", "@a:", "]{", "@k `x` [", "\\[@k", ";@k"])
def test_takes_time_by_length(piece: str) -> None:
    """Nothing is looked at again and again: what would take minutes is done."""
    assert isinstance(citation_syntax.find_citations_in_text(piece * 20_000, re.compile("`")), list)
