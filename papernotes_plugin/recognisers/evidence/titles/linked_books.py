"""Read the books of items that open with a link to the page of a book, whose words are the title."""

from __future__ import annotations

from papernotes_plugin.recognisers.evidence.authors import authorship
from papernotes_plugin.recognisers.evidence.references.reference_text import ReferenceText
from papernotes_plugin.recognisers.evidence.titles.listed_books import (
    MARKED,
    MARKS,
    OPENING,
    QUOTED,
    Form,
    ListedBook,
    Place,
    begin_with_person,
    may_be_title,
    people_before_remark,
    people_next_to,
    readings_of,
)
from papernotes_plugin.text.lazy_regex import lazy_regex

_PEOPLE_IN_BRACKETS = lazy_regex(
    r"(?<!\s)\s?[(（](?:(?P<foreign>[\u30a1-\u30ff]{1,12}(?:[・＝][\u30a1-\u30ff]{1,12}){1,4})"
    r"(?:[,，、]\s?(?P<printed>(?:19|20)\d\d))?"
    r"|(?P<names>[\u4e00-\u9fff]{1,5}(?:・[\u4e00-\u9fff]{1,5}){0,4})(?:ほか|他)?[,，、]\s?(?P<year>(?:19|20)\d\d))[)）]$"
)
"""The people and the year in brackets after a Japanese title: `(盛山,2004)`, `(アイザック・アシモフ)`."""
_LINKED: Form = (Place.AFTER_TITLE, "linked")
_FORMS_IN_LINKS = frozenset(((Place.AFTER_TITLE, "by"), (Place.AFTER_TITLE, "("), (Place.AFTER_TITLE, MARKED)))
"""The forms of names that may be in a linked title: `[Title by Ann Lee](…)`."""


def read(words: ReferenceText) -> ListedBook | None:
    """Return the book of an item that opens with a linked title; None for other items.

    The names are after the link, or after a word for `by` in it.
    """
    opening = OPENING.match(words.text)
    start = opening.end() if opening else 0
    end = next((last for first, last in words.linked if first <= start < last), 0)
    inner = ReferenceText(words.text[start:end])
    if not end or authorship.has_given_name(inner.text) or not may_be_title(inner.text):
        return None
    if people := _PEOPLE_IN_BRACKETS.search(inner.text):
        names = (people["foreign"],) if people["foreign"] else tuple(people["names"].split("・"))
        year = people["year"] or people["printed"]
        return ListedBook(_LINKED, (start, start + people.start()), names, int(year) if year else None)
    inside = next(
        (book for book in readings_of(inner) if book.form in _FORMS_IN_LINKS and begin_with_person(book.names)), None
    )
    if inside:
        return inside._replace(title=(start + inside.title[0], start + inside.title[1]))
    names = people_next_to(words.text[end:].strip(f"{MARKS}.,")) or people_before_remark(
        words.text, end, len(words.text)
    )
    quoted = QUOTED.match(words.text, start, end)
    title = quoted.span(quoted.lastgroup or 0) if quoted else (start, end)
    return ListedBook(_LINKED, title, names if names and begin_with_person(names) else (), None)
