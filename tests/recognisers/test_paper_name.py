"""The words of many names are found at once."""

from __future__ import annotations

from papernotes_plugin.recognisers.evidence.name_search import NameSearcher

_TITLE = " a survey of everything that is known about soup"


def _lookup(names: list[str]) -> NameSearcher:
    return NameSearcher(dict.fromkeys(names))


def test_the_longest_name_of_whole_words_is_found() -> None:
    """Of two names at one place the longer one counts, and a part of a word is none."""
    lookup = _lookup([" soup", " soup bowl", " hot soup", " spoon"])
    words = " the soup bowl\0 souped spoons\0 hot soup\0 bowl spoon"
    assert [*lookup.find(words)] == [(4, " soup bowl"), (30, " hot soup"), (45, " spoon")]


def test_names_side_by_side_are_all_found() -> None:
    """What stands between two words belongs to neither."""
    assert [name for _, name in _lookup([" soup", " bowl"]).find(" soup bowl soup soup\0 bowl")] == [
        " soup", " bowl", " soup", " soup", " bowl",
    ]  # fmt: skip


def test_long_names_with_one_beginning_are_told_apart() -> None:
    """A title that another goes on from is found alone, and with its end."""
    lookup = _lookup([_TITLE, f"{_TITLE} bowls", f"{_TITLE[:-5]} bread", " soup", " everything"])
    words = f"{_TITLE} bowls{_TITLE}{_TITLE[:-5]} bread\0"
    assert [name for _, name in lookup.find(words)] == [f"{_TITLE} bowls", _TITLE, f"{_TITLE[:-5]} bread"]


def test_what_only_begins_as_a_name_hides_none() -> None:
    """Where a longer name breaks off, those within its words are found."""
    lookup = _lookup([_TITLE, " everything", " soup", " souped up bowls", " bowls"])
    words = " a survey of everything that is known about soups\0 souped up bowl soup\0 bowls"
    assert [name for _, name in lookup.find(words)] == [" everything", " soup", " bowls"]
