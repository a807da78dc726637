"""Tests of the search for many names at once."""

from __future__ import annotations

from papernotes_plugin.reading import note_reader
from papernotes_plugin.recognisers.evidence.names.name_search import NameSearcher, name_index, name_occurrences
from papernotes_plugin.recognisers.evidence.names.prose import Prose
from papernotes_plugin.recognisers.evidence.names.short_names import NameStrength, ProseName
from papernotes_plugin.vocabulary.model import Source
from tests.helpers.plain_papers import paper_from_data

_TITLE = " a survey of everything that is known about soup"


def _searcher(names: list[str]) -> NameSearcher:
    return NameSearcher(dict.fromkeys(names))


def test_the_longest_name_of_whole_words_is_found() -> None:
    """Of two names at one place the longer one counts; a part of a word is no name."""
    searcher = _searcher([" soup", " soup bowl", " hot soup", " spoon"])
    words = " the soup bowl\0 souped spoons\0 hot soup\0 bowl spoon"
    assert [*searcher.find(words)] == [(4, " soup bowl"), (30, " hot soup"), (45, " spoon")]


def test_adjacent_names_are_all_found() -> None:
    """The space between two names does not belong to either."""
    assert [name for _, name in _searcher([" soup", " bowl"]).find(" soup bowl soup soup\0 bowl")] == [
        " soup", " bowl", " soup", " soup", " bowl",
    ]  # fmt: skip


def test_long_names_with_the_same_beginning_are_distinguished() -> None:
    """A title is found by itself, and so are longer titles that begin with it."""
    searcher = _searcher([_TITLE, f"{_TITLE} bowls", f"{_TITLE[:-5]} bread", " soup", " everything"])
    words = f"{_TITLE} bowls{_TITLE}{_TITLE[:-5]} bread\0"
    assert [name for _, name in searcher.find(words)] == [f"{_TITLE} bowls", _TITLE, f"{_TITLE[:-5]} bread"]


def test_the_beginning_of_a_name_hides_no_other_name() -> None:
    """Names within the words are found if a longer name begins there but does not continue."""
    searcher = _searcher([_TITLE, " everything", " soup", " souped up bowls", " bowls"])
    words = " a survey of everything that is known about soups\0 souped up bowl soup\0 bowls"
    assert [name for _, name in searcher.find(words)] == [" everything", " soup", " bowls"]


def test_an_everyday_word_is_given_once() -> None:
    """Of the places of an everyday word in small letters only the first is given, but every one with a capital."""
    note = note_reader.read_note(Source("n.md", b"It is only ONLY. Only we only say only, never ONLY."))[0]
    names = name_index(
        [paper_from_data(citekey="only2020", title="ONLY: A Title")],
        {" only": (ProseName(0, "ONLY", NameStrength.SHAPED),)},
    )
    written = [(note.text[slice(*span)], is_name) for span, _, _, is_name in name_occurrences(Prose(note), names)]
    assert written == [("only", False), ("ONLY", True), ("Only", True), ("ONLY", True)]
