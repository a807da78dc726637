"""Tests of vaults with arbitrary content: every mention gets a page, and every page a unique path."""

from __future__ import annotations

import codecs
import json
import re
import unicodedata
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import papernotes_plugin
from papernotes_plugin import Source
from papernotes_plugin.pipeline import Site
from tests.helpers import converted_pages

FEW_EXAMPLES = settings(max_examples=min(40, settings().max_examples // 2))
"""Few examples, because each runs a complete build."""
DEVICES = {"con", "prn", "aux", "nul", *(f"{name}{n}" for name in ("com", "lpt") for n in range(10))}
_STEP = re.compile(r"[A-Za-z0-9._-]+")
UNUSUAL = """
    ../x .. . CON nul.txt index 404 search assets tags papers <k> 🧠 a A ä a\u0308 ß ss İ ı i %2e%2e ..\\x
    \u202ea a\x00b k. - LPT1 a/b //
"""
NAMES = st.one_of(
    st.sampled_from([*UNUSUAL.split(), "k" * 300, " "]),
    st.text(st.characters(exclude_characters="\n\r", exclude_categories=["Cs"]), min_size=1, max_size=8),
)
"""Names of keys, tags and venues that are not valid file names."""


def build_site(notes: Sequence[str]) -> Site:
    """Return the site of these notes."""
    return papernotes_plugin.build([Source(f"n{number}.md", text.encode()) for number, text in enumerate(notes)])


def folded(path: str) -> str:
    """Return a path for comparison without case and Unicode form."""
    return unicodedata.normalize("NFC", path).casefold()


@FEW_EXAMPLES
@given(st.lists(st.tuples(NAMES, NAMES, NAMES), min_size=1, max_size=6))
def test_each_page_has_a_unique_valid_path(names: list[tuple[str, str, str]]) -> None:
    """Any keys, tags and venues give unique, short, plain paths without reserved device names."""
    notes = []
    for n, (key, tag, venue) in enumerate(names):
        front = {
            "citekey": key,
            "tags": [tag, f"{tag}/{venue}"],
            "venue": venue,
            "title": f"A Study of Things Number {n}",
        }
        front_matter = json.dumps({**front, "authors": ["A Lee"], "year": 2020, "doi": f"10.1000/{n}"})
        item = f"[Paper Number {n} of Several Words](https://arxiv.org/abs/2401.{n:05})"
        notes.append(f"---\n{front_matter}\n---\n\n## {tag}\n\n- {item}\n")
    site = build_site(notes)
    assert len([paper for paper in site.library.papers if paper.identifiers]) == 2 * len(names)
    paths = [output.path for output in site.outputs]
    assert len({folded(path) for path in paths}) == len(paths)
    for path in paths:
        for step in path.removesuffix(".md").split("/"):
            assert _STEP.fullmatch(step)
            assert step.strip(".") == step
            assert len(step) <= 100
            assert step.partition(".")[0] not in DEVICES
    tags = {
        folded("/".join(p.strip() for p in tag.split("/") if p.strip()))
        for paper in site.library.papers
        for tag in paper.tags
    }
    assert len([path for path in paths if re.fullmatch(r"tags/(?!index\.).*\.md", path)]) >= len(tags)


MENTIONS = {
    "card": "### [Card Number {n} of Several Words](https://arxiv.org/abs/2401.{n:05})\n\n**TL;DR:** {text}\n",
    "item": "- [Item Number {n} of Several Words](https://arxiv.org/abs/2401.{n:05}) {text}\n",
    "link": "Words before [this](https://arxiv.org/abs/2401.{n:05}) and behind.\n",
    "row": "| Paper | Year |\n|---|---|\n| [Row {n} of Several Words](https://arxiv.org/abs/2401.{n:05}) | 2024 |\n",
    "entry": "```bibtex\n@misc{{k{n},\n  title = {{Entry Number {n} of Several Words}},\n  eprint = {{2401.{n:05}}},\n"
    "  archiveprefix = {{arXiv}}\n}}\n```\n",
    "front": "",
}


@FEW_EXAMPLES
@given(
    st.lists(
        st.tuples(st.sampled_from(sorted(MENTIONS)), converted_pages.hostile(6), st.integers(0, 8)),
        min_size=1,
        max_size=8,
    )
)
def test_no_mention_is_lost(mentions: list[tuple[str, str, int]]) -> None:
    """Each paper in a note has a page that names the note, for any content of the other notes."""
    notes = []
    for kind, text, n in mentions:
        line = " ".join(text.split()) if kind != "row" else ""
        body = MENTIONS[kind].format(n=n + 1, text="words")
        front = f"---\ntitle: Note of Paper {n + 1} in Words\nauthors: [A Lee]\narxiv: '2401.{n + 1:05}'\n---\n"
        # hostile text gets its own note, because it may hide all text after it
        notes += [f"{front}words\n" if kind == "front" else body, text, line]
    site = build_site(notes)
    papers = {str(i): paper for paper in site.library.papers for i in paper.identifiers}
    texts = {output.path: output.text for output in site.outputs if output.path.endswith(".md")}
    for number, (_, _, n) in enumerate(mentions):
        paper = papers[f"arxiv:2401.{n + 1:05}"]
        shown = "".join(text for path, text in texts.items() if path.startswith(f"papers/{paper.slug}"))
        assert f"n{3 * number}.md" in shown


ACCENTED = """---
title: Große Pläne
tags: [Übersicht/Ähnlich, vidéo]
---
# Größe und Maß

### [Über die Schönheit der Dinge](https://arxiv.org/abs/2401.00001)

**TL;DR:** Schöne Wörter für alle.

- [Réseaux de neurones très profonds](https://arxiv.org/abs/2401.00002), José Ålund. ICLR 2024 [[plans|Pläne]]

#vidéo [@müller2020]
"""
VARIANTS = {
    "CRLF": lambda text: text.replace("\n", "\r\n").encode(),
    "CR": lambda text: text.replace("\n", "\r").encode(),
    "BOM": lambda text: codecs.BOM_UTF8 + text.encode(),
    "NFD": lambda text: unicodedata.normalize("NFD", text).encode(),
    "UTF-16": lambda text: text.encode("utf-16"),
    "all": lambda text: codecs.BOM_UTF8 + unicodedata.normalize("NFD", text).replace("\n", "\r\n").encode(),
}


@pytest.mark.parametrize("variant", list(VARIANTS))
def test_encoding_of_a_note_changes_nothing(variant: str) -> None:
    """Line ends, byte order marks, encodings and Unicode forms change no paper, tag, key, page or link."""
    texts = {
        "plans.md": ACCENTED,
        "other.md": "Siehe [[plans#Größe und Maß]] und Über die Schönheit der Dinge. #Vidéo\n",
    }

    def comparable_site(variant_name: str | None) -> tuple[object, ...]:
        spelled = VARIANTS[variant_name] if variant_name else str.encode
        site = papernotes_plugin.build([Source(path, spelled(text)) for path, text in texts.items()])
        outputs = {output.path: unicodedata.normalize("NFC", output.text) for output in site.outputs}
        issues = [str(issue) for issue in site.issues if issue.code != "invalid-utf8"]
        return outputs["map/graph.json"], sorted(outputs), outputs["papers.bib"], sorted(map(folded, issues))

    assert comparable_site(variant) == comparable_site(None)
