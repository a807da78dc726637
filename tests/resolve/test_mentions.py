"""Wikilinks that name a note: a mention of a paper, a link to a note, or nothing."""

from __future__ import annotations

import pytest

from papernotes_plugin import pipeline
from papernotes_plugin.vocabulary.model import Source


@pytest.mark.parametrize(
    ("name", "text", "keys"),
    [
        ("he2016deep.md", "# Mine\n", ["he2016deep"]),
        ("papers/he2016deep.md", "# Mine\n", ["he2016deep"]),
        ("@he2016deep.md", "# Mine\n", ["he2016deep"]),
        ("he2016deep.md", "---\ndoi: 10.1000/1\ncitekey: he2016deep\ntitle: On Residuals\n---\n", ["he2016deep"]),
        ("he2016deep.md", "---\ndraft: true\n---\n", []),
        ("other.md", "# Mine\n", ["he2016deep"]),
    ],
)
def test_a_key_with_the_name_of_a_note(name: str, text: str, keys: list[str]) -> None:
    """`[[@key]]` does not lead to a plain note `key.md`, so that the paper exists; a private note hides it."""
    sources = [Source("a.md", b"see [[@he2016deep|ResNet]]\n"), Source(name, text.encode())]
    site = pipeline.build(sources, pages=False)
    assert [paper.citekey for paper in site.library.papers] == keys
    assert all("ResNet" in paper.labels for paper in site.library.papers)


def test_a_name_without_a_sign_is_the_note() -> None:
    """`[[key]]` leads to a plain note `key.md`, as in Obsidian."""
    sources = [Source("a.md", b"see [[he2016deep|ResNet]]\n"), Source("he2016deep.md", b"# Mine\n")]
    assert pipeline.build(sources, pages=False).library.papers == ()


@pytest.mark.parametrize(("count", "authors"), [(5, set()), (4, {("Kim Writer",)})])
def test_the_writer_of_the_notes(count: int, authors: set[tuple[str, ...]]) -> None:
    """Who alone is the author of five papers of arXiv, in as many notes, has written the notes; a rarer name stays."""
    titles = ["Birds in Cold Rivers", "Stones on a Hill", "Wool for All Winters", "Nests of Sand", "Counting Old Boats"]
    note = "# {0}\n\n> Author: Kim Writer\n\n> Paper: {0}\n\n> Link: https://arxiv.org/abs/2401.0000{1}\n"
    sources = [Source(f"{at}.md", note.format(title, at).encode()) for at, title in enumerate(titles[:count])]
    papers = pipeline.build(sources, pages=False).library.papers
    assert {paper.authors for paper in papers} == (authors or {()})
