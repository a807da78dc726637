"""What the page of a paper shows of many notes, and that nothing of them is lost."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import papernotes_plugin as pn
from papernotes_plugin.render.notes_on_paper import MAX_LINKS, MAX_OPEN_NOTES
from tests.helpers import converted_pages

URL = "https://arxiv.org/abs/2401.00001"
ROOM = 20_000
"""Bytes of HTML that the page of a paper may have beside the theme's own."""


def built(notes: Mapping[str, str], **options: Any) -> dict[str, str]:
    """Every page by its path."""
    sources = [pn.Source(path, text.encode()) for path, text in notes.items()]
    return {o.path: o.text for o in pn.build(sources, config=pn.Config.load(options)).outputs}


def paper(made: Mapping[str, str]) -> str:
    """The path of the page of the only paper."""
    (path,) = (p for p in made if re.fullmatch(r"papers/(?!index)[^/_]+\.md", p))
    return path


def places(page: str) -> set[str]:
    """The places in notes to which a page leads."""
    return set(re.findall(r"\((?:\.\./)+(n[0-9]+\.md#[^)]+)\)", page))


def test_the_same_words_are_shown_once() -> None:
    """They lead to all places where they stand; a note with words of its own, too, keeps these."""
    notes = {f"n{at}.md": f"# Note {at}\n\n[A study]({URL}) is fine.\n" for at in range(3)}
    notes["n2.md"] += f"\nBut [A study]({URL}) is long.\n"
    made = built(notes)
    page = made[paper(made)]
    assert page.count("is fine.") == 1
    assert re.search(r"The same in \[Note 1, line 3\]\(\S+\) · \[Note 2, line 3\]\(\S+\)</span>", page)
    assert re.findall(r'level="3">\[(.*?)\]', page) == ["Note 0", "Note 2"]
    assert len(places(page)) == 4
    assert not [path for path in made if path.endswith("_notes.md")]


def test_many_notes_fold() -> None:
    """The first are open, the others folded, and those that describe the paper come first; one alone is not folded."""
    notes = {f"n{at:02}.md": f"# Note {at}\n\nWords {at} on [A study]({URL}).\n" for at in range(MAX_OPEN_NOTES + 3)}
    notes["n90.md"] = f"# Cards\n\n### [A study of things]({URL})\n\n**TL;DR:** Short.\n"
    made = built(notes)
    shown, fold, rest = made[paper(made)].partition("> [!quote]- 4 more notes\n")
    assert fold
    assert re.findall(r'level="3">\[(.*?)\]', shown) == ["Cards", "Note 0", "Note 1", "Note 2"]
    assert rest.count('> <span class="papernotes-note"') == 4
    few = built({f"n{at}.md": notes[f"n{at:02}.md"] for at in range(MAX_OPEN_NOTES + 1)})
    assert "more note" not in few[paper(few)]
    plain = built(notes, callouts=False)
    assert "more note" not in plain[paper(plain)]
    assert plain[paper(plain)].count('class="papernotes-note"') == MAX_OPEN_NOTES + 4


def test_however_many_notes_the_page_is_light_and_nothing_is_lost() -> None:
    """What has no room is on pages of its own, with each place, each of the words once, and all topics."""
    said = "So says everybody, sooner or later, of what everybody reads."
    notes = {
        f"n{at}.md": f"# A note with a title of some length {at}\n\n"
        + "".join(f"## Topic {at}-{part}\n\n[A study]({URL}) {said if part else at}\n\n" for part in range(6))
        for at in range(150)
    }
    made = built(notes)
    path = paper(made)
    page, every = made[path], [made[path.replace(".md", end)] for end in ("_notes.md", "_notes_2.md")]
    assert len(converted_pages.html(page).encode()) <= ROOM
    assert "[All places in 150 notes](" in page
    assert f"and {150 * 5 - MAX_LINKS} more places" in page
    assert len(set().union(*map(places, every))) == 900
    assert [one.count(said) for one in every] == [1, 0]
    assert every[0].count("as in [A note with a title of some length 0]") == 99
    assert "Topic 149-5" in every[0].partition(">Topics<")[2]
    assert all("exclude: true" in one for one in every)


def test_names_in_long_paragraphs_are_quoted_by_the_sentence() -> None:
    """What is said of other papers around a name is none of its words."""
    around = "Nothing of this is about it at all, however long it may go on and on. " * 8
    text = f"# N\n\n{around}It builds on VideoWidgets, of the year before. {around}\n"
    made = built({"a.md": f"### [VideoWidgets: A study of things]({URL})\n", "b.md": text})
    page = made[paper(made)]
    assert "> It builds on VideoWidgets, of the year before.\n" in page
    assert "Nothing of this" not in page
