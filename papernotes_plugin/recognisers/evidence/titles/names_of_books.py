"""Split the name of a note, or its heading, into the title of a book and its authors: `Title - Ann Lee (2011)`."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from papernotes_plugin.people import is_title_word
from papernotes_plugin.people.given_names import fold_name
from papernotes_plugin.recognisers.evidence.authors import authorship
from papernotes_plugin.recognisers.evidence.authors.short_bylines import may_be_family_name
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.text.lazy_regex import OPTIONAL_SPACE, lazy_regex

_DASH = lazy_regex(r"(?<!\s)\s+[-–—]{1,2}\s+")
_YEAR_AT_END = lazy_regex(rf"{OPTIONAL_SPACE}[(\[](?P<year>(?:1[5-9]|20)\d\d)[)\]]\s*$")
_BY = lazy_regex(r"(?P<title>\S.*\S),? (?:by|von|de|di|por|par) (?P<names>[^\W\d_a-z]\S* \S.{1,80})")
_IN_BRACKETS = lazy_regex(r"(?P<title>[^()]{2,160}[^\s()])[\s,]+\((?P<names>[^\W\d_a-z][^()\d]{3,80})\)")
_BEFORE_COLON = lazy_regex(r"(?P<names>[^\W\d_a-z][^:\d]{3,80}): (?P<title>\S.{1,160})")
_AFTER_DASH = lazy_regex(r"(?P<title>\S.{0,160}\S) [-–—]{1,2} (?P<names>[^\W\d_a-z][^\d–—]{3,80})")
_BEFORE_DASH = lazy_regex(r"(?P<names>[^\W\d_a-z][^\d–—]{3,80}) [-–—]{1,2} (?P<title>\S.{1,160})")
_SUBTITLE = lazy_regex(r"(?:An?|How|Why|What)\s(?=\S)")
"""The beginning of many subtitles after a dash."""
_MARKS = " \"“”„«»*_,'‘’"
_MAX_LENGTH = 200
_MAX_TITLE_WORDS = 25
_MIN_FAMILY = 4
"""Letters of a family name that the name of a note has in common with its author."""


class TitleForm(StrEnum):
    """The place of the authors in the title of a note."""

    NONE = ""
    BRACKETS = "brackets"
    """`Title (Ann Lee)`."""
    COLON = "colon"
    """`Ann Lee: Title`; the title of a biography looks the same."""
    AFTER_DASH = "after dash"
    """`Title - Ann Lee`."""
    BEFORE_DASH = "before dash"
    """`Ann Lee - Title`."""


_PATTERNS = {
    TitleForm.BRACKETS: _IN_BRACKETS,
    TitleForm.COLON: _BEFORE_COLON,
    TitleForm.AFTER_DASH: _AFTER_DASH,
    TitleForm.BEFORE_DASH: _BEFORE_DASH,
}


class NamedBook(NamedTuple):
    """The title, the authors and the year in the name of a note."""

    title: str
    authors: tuple[str, ...]
    year: int | None = None
    has_full_names: bool = True
    """False for a family name alone; the others have frequent given names."""
    is_called_author: bool = False
    """True for `by` before the authors."""
    is_called_book: bool = False
    """True for `book by` before the authors."""


def split(name: str, stated: Sequence[str] = ()) -> NamedBook | None:
    """Return the title, the authors and the year in a name with a dash; None for other names.

    Args:
        name: The name of a note without its ending.
        stated: The authors that the note states, whose family names show which part has the authors.

    Examples:
        >>> split("Thinking, Fast and Slow - Daniel Kahneman")[:2]
        ('Thinking, Fast and Slow', ('Daniel Kahneman',))
        >>> split("Daniel Kahneman - Thinking Fast and Slow (2011)")[:3]
        ('Thinking Fast and Slow', ('Daniel Kahneman',), 2011)
        >>> split("Kahneman - Thinking, Fast and Slow", ["Daniel Kahneman"])[:2]
        ('Thinking, Fast and Slow', ('Daniel Kahneman',))
        >>> split("Meeting - Budget of the Year"), split("On Liberty"), split("Chaos - Making a New Science (1987)")
        (None, None, None)
    """
    if len(name) > _MAX_LENGTH:
        return None
    year, words = split_year(name)
    dashes = list(_DASH.finditer(words))
    if not dashes:
        return None
    first, last = dashes[0], dashes[-1]
    books: list[NamedBook] = []
    for names, title in (
        (words[: first.start()], words[first.end() :]),
        (words[last.end() :], words[: last.start()]),
    ):
        year_of_names, names = split_year(names)
        book = _book_of_parts(names.strip(), title.strip(), year or year_of_names, stated)
        books += [book] if book else []
    full = [book for book in books if book.has_full_names] or books[:1]
    return full[0] if len(full) == 1 else None


def split_reviewed(name: str) -> NamedBook | None:
    """Return the title and the authors in the name of a review, in any order; None for other names.

    Examples:
        >>> split_reviewed("Emma by Jane Austen")[:2], split_reviewed("Emma (Jane Austen)")[:2]
        (('Emma', ('Jane Austen',)), ('Emma', ('Jane Austen',)))
        >>> split_reviewed("Jane Austen: Emma")[:2], split_reviewed("On Liberty")
        (('Emma', ('Jane Austen',)), None)
    """
    book = split_by(name) or split(name)
    return book or split_form(name, TitleForm.BRACKETS) or split_form(name, TitleForm.COLON)


def split_form(name: str, form: TitleForm, *, are_people: bool = False) -> NamedBook | None:
    """Return the title and the authors in a name of one form; None for other names.

    Args:
        name: The title of a note.
        form: The place of the authors.
        are_people: Whether the words there are known to be names, so that the given names need not be frequent.

    Examples:
        >>> split_form("Emma (Jane Austen)", TitleForm.BRACKETS)[:2]
        ('Emma', ('Jane Austen',))
        >>> split_form("Emma (Jane Austen)", TitleForm.COLON), split_form("Maps (Old Roads)", TitleForm.BRACKETS)
        (None, None)
    """
    match = _PATTERNS[form].fullmatch(name) if len(name) <= _MAX_LENGTH else None
    if match is None:
        return None
    listed = authorship.split_authors(match["names"]) if are_people else ()
    names = listed if listed and all(map(authorship.is_person, listed)) else _full_names(match["names"])
    return NamedBook(match["title"].strip(_MARKS).rstrip("."), names) if names else None


def split_by(heading: str) -> NamedBook | None:
    """Return the title and the authors in a heading with `by` between them; None for other headings.

    Examples:
        >>> split_by("Being Mortal by Atul Gawande")[:2]
        ('Being Mortal', ('Atul Gawande',))
        >>> split_by("Step by Step Guide"), split_by("Learning by Doing")
        (None, None)
    """
    year, words = split_year(heading)
    match = _BY.fullmatch(words) if len(words) <= _MAX_LENGTH else None
    book = _book_of_parts(match["names"], match["title"], year, ()) if match and _full_names(match["names"]) else None
    return book._replace(is_called_author=True) if book else None


def split_year(words: str) -> tuple[int | None, str]:
    """Return the year in brackets at the end of words, None for none, and the words without it.

    Examples:
        >>> split_year("Emma (1815)"), split_year("1984")
        ((1815, 'Emma'), (None, '1984'))
    """
    match = _YEAR_AT_END.search(words)
    return (int(match["year"]), words[: match.start()]) if match else (None, words)


def _book_of_parts(names: str, title: str, year: int | None, stated: Sequence[str]) -> NamedBook | None:
    """Return a book of the parts of a name; None if the first part is no author, or the other one no title."""
    title = title.replace("_ ", ": ").replace("_", " ")
    if not title or not any(map(str.isalpha, title)) or count_words(title) > _MAX_TITLE_WORDS or title[0].islower():
        return None
    folded = fold_name(names)
    if stated and any(
        family in folded for author in stated if len(family := _folded_family_name(author)) >= _MIN_FAMILY
    ):
        return NamedBook(title, tuple(stated), year)
    if stated:
        return None
    if full := _full_names(names):
        return NamedBook(title, full, year)
    is_family = names.isalpha() and names[0].isupper() and not names.isupper() and may_be_family_name(names)
    # the dash of a subtitle: `Chaos - Making a New Science`, `Sapiens - A Brief History of Humankind`
    is_title = is_title_word(names) or _SUBTITLE.match(title) is not None
    return NamedBook(title, (names,), year, has_full_names=False) if is_family and not is_title else None


def _folded_family_name(author: str) -> str:
    """Return the folded family name of an author."""
    family, comma, _ = author.partition(",")
    return fold_name(family if comma else author.split()[-1])


def _full_names(words: str) -> tuple[str, ...]:
    """Return the authors in words if they are names with frequent given names; () for others."""
    names = authorship.split_authors(words)
    turned = [f"{given} {family}" for family, comma, given in (n.partition(", ") for n in names) if comma]
    checked = turned if len(turned) == len(names) else names
    return names if checked and all(map(authorship.has_given_name, checked)) else ()
