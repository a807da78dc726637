"""Tests of citation syntax: each case in `citations.yml` has a rule, a text and the citations in it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from papernotes_plugin.markup import citation_keys, citation_syntax
from papernotes_plugin.markup.citation_syntax import CitationCluster, CitedKey
from papernotes_plugin.vocabulary.model import Inline, InlineKind, Span
from tests.helpers import converted_pages, small_library

UNKNOWN = re.compile(r"nobody|dataclass|jane-doe|todo")
CASES: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("citations.yml").read_text("utf-8"))


def is_known(cited: CitedKey) -> bool:
    """Return whether a key names a paper; all keys but a few do."""
    return not UNKNOWN.match(cited.key)


def find_clusters(text: str) -> list[CitationCluster]:
    """Return the citations in a note."""
    note = small_library.note("n.md", text)
    return citation_syntax.confirm_clusters(citation_syntax.find_citations(note.text, note.document.inlines), is_known)


def citations_of(text: str) -> list[str]:
    """Return the citations in a note in a uniform spelling; in parentheses unless they are part of the sentence."""
    out = []
    for cluster in find_clusters(text):
        cites = "; ".join(
            _format_key(text, cluster, cited) for cited in cluster.cited_keys if is_known(cited) or cited.is_certain
        )
        if cites:
            out.append(cites if cluster.narrative else f"({cites})")
    return out


def _format_key(text: str, cluster: CitationCluster, cited: CitedKey) -> str:
    def with_source(words: str) -> str:
        return "".join(
            p if isinstance(p, str) else text[slice(*p)]
            for p in citation_syntax.split_at_placeholders(words, cluster.placeholder_spans)
        )

    before = f"{with_source(cited.prefix)} " if cited.prefix else ""
    suffix = cited.suffix.removeprefix(",").strip()
    after = f" | {with_source(suffix)}" if suffix else ""
    return f"{before}{'-' if cited.suppressed else ''}@{cited.key}{'' if is_known(cited) else '?'}{after}"


@pytest.mark.parametrize("case", CASES, ids=[case["rule"] for case in CASES])
def test_cited(case: dict[str, Any]) -> None:
    """Each text contains the citations of its case."""
    assert citations_of(case["text"]) == case["cites"]


@settings(deadline=None, max_examples=120)
@given(
    st.lists(
        st.sampled_from(
            [
                *converted_pages.PIECES,
                "@k",
                "[see @k",
                "; @x]",
                "[p. 3]",
                "-@k",
                "{",
                "}",
                " ",
                "@{_k*}",
                "]{.a}",
                "](b)",
            ]
        ),
        max_size=20,
    )
)
def test_any_text(pieces: list[str]) -> None:
    """Citations in any text are in order, do not overlap, and contain their keys."""
    text = small_library.note("n.md", "".join(pieces)).text
    end = 0
    for cluster in find_clusters(text):
        assert end <= cluster.span.start < cluster.span.end
        end = cluster.span.end
        for cited in cluster.cited_keys:
            assert cluster.span.start <= cited.full_span.start <= cited.span.start < cited.span.end <= cluster.span.end
            assert cited.key in text[slice(*cited.span)]
        for words in (word for c in cluster.cited_keys for word in (c.prefix, c.suffix)):
            assert "\n" not in words
            for piece in citation_syntax.split_at_placeholders(words, cluster.placeholder_spans):
                assert isinstance(piece, str) or cluster.span.start <= piece[0] < piece[1] <= cluster.span.end


HOSTILE = r"""[ @{ [@k; @k• [@k]• [[@k @a: ]{ @k•`x`•[ \[@k ;@k
    [@[ {{{{ [@{ @{{ @{a}{ @_ @a_.b [@k]{.a [@k]{.a• -@k• [-@k {.a•"""


@pytest.mark.parametrize("piece", [piece.replace("•", " ") for piece in HOSTILE.split()])
def test_takes_time_by_length(piece: str) -> None:
    """Hostile text takes linear time, not minutes."""
    text = piece * 20_000
    assert isinstance(citation_syntax.find_citations_in_text(text, re.compile("`")), list)
    assert len(citation_keys.hide_marks(text, [Inline(InlineKind.TEXT, Span(0, len(text)), 0)])) == len(text)
