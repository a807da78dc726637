"""Tags in brackets before the titles of notes, which show that the notes are on papers if they recur."""

from __future__ import annotations

import pytest

from papernotes_plugin import build
from papernotes_plugin.vocabulary.model import Source

TITLES = ("Attention Is All You Need", "Deep Residual Learning", "Playing Atari with Six Neurons")


def titles(notes: dict[str, str]) -> set[str]:
    """Return the titles of the papers in notes."""
    site = build([Source(path, text.encode()) for path, text in notes.items()], pages=False)
    return {paper.title for paper in site.library.papers}


@pytest.mark.parametrize(
    "tag", ["<論文ログ> ", "【論文メモ】", "[Paper Review] ", "(논문 리뷰) ", "[Lectura de artículos] "]
)
@pytest.mark.parametrize("form", ["---\ntitle: '{}'\n---\n\nIn short.\n", "# {}\n\nIn short.\n"])
def test_a_tag_for_papers_shows_the_paper_of_each_note(tag: str, form: str) -> None:
    """The title after the tag is that of the paper, in front matter or in the first heading."""
    assert titles({f"{n}.md": form.format(tag + title) for n, title in enumerate(TITLES)}) == set(TITLES)


def test_the_value_of_a_key_may_be_on_the_line_below() -> None:
    """A mention is where the title is, also below its key; the author of a book may follow the title in brackets."""
    notes = {f"{n}.md": f"---\ntitle:\n  '<文献ログ> {title} (Dornberger著)'\n---\n" for n, title in enumerate(TITLES)}
    site = build([Source(path, text.encode()) for path, text in notes.items()], pages=False)
    assert {(p.title, p.authors, m.line) for p in site.library.papers for m in p.mentions} == {
        (title, ("Dornberger",), 3) for title in TITLES
    }


def test_other_notes_have_tags_too() -> None:
    """A tag for other things, one that is rare, and a title of a list or a meeting show no paper."""
    assert titles({f"{n}.md": f"# [Recipe] {title}\n\nBoil.\n" for n, title in enumerate(TITLES)}) == set()
    rare = {
        f"{n}.md": f"---\ntitle: '<論文ログ{'abc'[n]}> {title}'\n---\n\nIn short.\n" for n, title in enumerate(TITLES)
    }
    assert titles(rare) == set()
    others = ("論文 まとめ", "Reading List", "Meeting on Monday", "Notes")
    assert titles({f"{n}.md": f"# <論文ログ> {title}\n\nIn short.\n" for n, title in enumerate(others)}) == set()
