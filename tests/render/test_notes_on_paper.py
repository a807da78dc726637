"""The page of a paper stays small with many notes, and no passage is lost."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import papernotes_plugin as pn
from papernotes_plugin.render.notes_on_paper import MAX_LINKS, MAX_OPEN_NOTES
from tests.helpers import converted_pages

URL = "https://arxiv.org/abs/2401.00001"
MAX_HTML = 20_000
"""Greatest size in bytes of a paper page's HTML, without the theme."""


def build_pages(notes: Mapping[str, str], **options: Any) -> dict[str, str]:
    """Return the text of every page and file by its path."""
    sources = [pn.Source(path, text.encode()) for path, text in notes.items()]
    return {o.path: o.text for o in pn.build(sources, config=pn.Config.load(options)).outputs}


def paper_path(pages: Mapping[str, str]) -> str:
    """Return the path of the page of the only paper."""
    (path,) = (p for p in pages if re.fullmatch(r"papers/(?!index)[^/_]+\.md", p))
    return path


def places(page: str) -> set[str]:
    """Return the anchors in notes that a page links to."""
    return set(re.findall(r"\((?:\.\./)+(n[0-9]+\.md#[^)]+)\)", page))


def test_same_text_is_shown_once() -> None:
    """A text in several notes is shown once with links to all; a note keeps its other texts."""
    notes = {f"n{at}.md": f"# Note {at}\n\n[A study]({URL}) is fine.\n" for at in range(3)}
    notes["n2.md"] += f"\nBut [A study]({URL}) is long.\n"
    pages = build_pages(notes)
    page = pages[paper_path(pages)]
    assert page.count("is fine.") == 1
    assert re.search(r"The same in \[Note 1, line 3\]\(\S+\) · \[Note 2, line 3\]\(\S+\)</span>", page)
    assert re.findall(r'level="3">\[(.*?)\]', page) == ["Note 0", "Note 2"]
    assert len(places(page)) == 4
    assert not [path for path in pages if path.endswith("_notes.md")]


def test_many_notes_fold() -> None:
    """Notes after the first are folded, unless there is only one; notes that describe the paper come first."""
    notes = {f"n{at:02}.md": f"# Note {at}\n\nWords {at} on [A study]({URL}).\n" for at in range(MAX_OPEN_NOTES + 3)}
    notes["n90.md"] = f"# Cards\n\n### [A study of things]({URL})\n\n**TL;DR:** Short.\n"
    pages = build_pages(notes)
    shown, fold, rest = pages[paper_path(pages)].partition("> [!quote]- 4 more notes\n")
    assert fold
    assert re.findall(r'level="3">\[(.*?)\]', shown) == ["Cards", "Note 0", "Note 1", "Note 2"]
    assert rest.count('> <span class="papernotes-note"') == 4
    few = build_pages({f"n{at}.md": notes[f"n{at:02}.md"] for at in range(MAX_OPEN_NOTES + 1)})
    assert "more note" not in few[paper_path(few)]
    plain = build_pages(notes, callouts=False)
    assert "more note" not in plain[paper_path(plain)]
    assert plain[paper_path(plain)].count('class="papernotes-note"') == MAX_OPEN_NOTES + 4


def test_page_of_a_paper_with_very_many_notes() -> None:
    """Pages of all notes have every passage, each text once, and all topics; the paper page stays small."""
    sentence = "So says everybody, sooner or later, of what everybody reads."
    notes = {
        f"n{at}.md": f"# A note with a title of some length {at}\n\n"
        + "".join(f"## Topic {at}-{part}\n\n[A study]({URL}) {sentence if part else at}\n\n" for part in range(6))
        for at in range(150)
    }
    pages = build_pages(notes)
    path = paper_path(pages)
    page, all_notes = pages[path], [pages[path.replace(".md", end)] for end in ("_notes.md", "_notes_2.md")]
    assert len(converted_pages.html(page).encode()) <= MAX_HTML
    assert "[All places in 150 notes](" in page
    assert f"and {150 * 5 - MAX_LINKS} more places" in page
    assert len(set().union(*map(places, all_notes))) == 900
    assert [one.count(sentence) for one in all_notes] == [1, 0]
    assert all_notes[0].count("as in [A note with a title of some length 0]") == 99
    assert "Topic 149-5" in all_notes[0].partition(">Topics<")[2]
    assert all("exclude: true" in one for one in all_notes)


def test_names_in_long_paragraphs_are_quoted_by_the_sentence() -> None:
    """The passage of a name in a long paragraph is its sentence alone."""
    other_text = "Nothing of this is about it at all, however long it may go on and on. " * 8
    text = f"# N\n\n{other_text}It builds on VideoWidgets, of the year before. {other_text}\n"
    pages = build_pages({"a.md": f"### [VideoWidgets: A study of things]({URL})\n", "b.md": text})
    page = pages[paper_path(pages)]
    assert "> It builds on VideoWidgets, of the year before.\n" in page
    assert "Nothing of this" not in page
