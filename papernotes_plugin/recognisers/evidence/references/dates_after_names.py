"""Read the date after the names of a reference, the venue next to the year, and the publisher between it and a title.

Examples are `Lee and Ray (2001, Nature)` and `Lee. 2001. Springer. Berlin. The Title.`
"""

from __future__ import annotations

import re

from papernotes_plugin import venues
from papernotes_plugin.people import is_title_word
from papernotes_plugin.recognisers.evidence.references.author_lists import AuthorList
from papernotes_plugin.recognisers.evidence.references.publication_numbers import MONTH
from papernotes_plugin.recognisers.evidence.references.publishers import is_publisher
from papernotes_plugin.recognisers.evidence.references.publishing_cities import KNOWN_CITY
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import OLD_YEAR, PRINTED_YEAR

_STATUS = (
    r"(?i:in (?:press|print|preparation|revision)|forthcoming|accepted|submitted|to appear)"
    r"(?:\s(?:to|for|in|at)\s[^()]{2,80})?"
)
_DAY_OR_VENUE = r"(?:\d{1,2}\s|(?P<venue_before>[^\W\d_a-z][^()\[\]\d]{1,50}?)['’,]?\s(?=(?:19|20)\d\d[)\]]))??"
_IN_BRACKETS = (
    rf"[\s.,]*(?!\(\d{{4}}\) {PRINTED_YEAR}[.,]|\[{OLD_YEAR}\]\s?{PRINTED_YEAR}[.,])"
    rf"[(\[]{_DAY_OR_VENUE}(?:{MONTH}\s(?:\d{{1,2}},\s)?)?"
    rf"(?:(?:{OLD_YEAR}/|\[{OLD_YEAR}\]\s?)(?={PRINTED_YEAR}[)\]]))?"
    rf"(?P<in_brackets>{PRINTED_YEAR}|[no]\.\s?[dJ]\.|no date|s\.\s?[df]\.|{_STATUS})"
    rf"[a-z]?(?:[,/;-]\s?(?P<venue_after>[^()]{{0,60}})|\s?\[{OLD_YEAR}\])?[)\]]"
    rf"(?:\s\((?:paperback|orig|first|repr|\d)[^()]{{0,40}}\)|\s?\[{OLD_YEAR}\](?=[.,:]|\s[“\"«]))?[.,:]?"
)
"""The date in brackets, perhaps with the year of the first publication next to it.

Examples are `(1925/1992)`, `([1925] 1992)` and `(1992) [1925]`.
"""
_BETWEEN_DASHES = rf"\s[–—-]\s(?P<dashed>{PRINTED_YEAR})(?=\s[–—-]\s)"
_PLAIN = (
    rf"(?:\({OLD_YEAR}\)\s|\[{OLD_YEAR}\]\s?)?(?P<plain>{PRINTED_YEAR})[a-z]?"
    rf"(?:\s[\[(]{OLD_YEAR}[\])]|/{OLD_YEAR})?(?:[.,:;]|(?=\s[“\"‘«]|\s?\x1e)"
    r"|(?:(?<=\.\s\d{4})|(?<=\s[A-Z]\s\d{4})|(?<=\s[A-Z]{2}\s\d{4}))(?=\s[A-Z])|(?P<unmarked>(?<=\s\d\d\d\d)(?=\s[A-Z])))"
)
"""A year without brackets, perhaps next to that of the first publication, and the mark after it.

Chinese sociologists have the latter first: `[1964]2016`.
"""
_UNDATED = r"(?P<undated>n\.\s?d\.|s\.\s?f\.|(?<=, )(?:in press|forthcoming)(?=\.))[,:]?"
_DATE = lazy_regex(rf"{_IN_BRACKETS}|{_BETWEEN_DASHES}|(?:(?<=\.):)?[\s.,]+(?:{_PLAIN}|{_UNDATED})")
"""A year, or `n.d.` and `in press`, after the names."""
_LATER_YEAR = lazy_regex(r"[^\W\d_][.,]?\s(?:19|20)\d\d(?:\s?[A-Z][a-z]{2})?\s?[;:,]\s?\d{1,4}\s?[(:;,]")
"""A journal with its year, volume and pages: `Eur Heart J 2021;42:373`."""
_MAX_TITLE = 500
"""Characters of a title that begins with a year, and the journal after it."""
_LIST_DATE = lazy_regex(rf"\s?[(\[]{PRINTED_YEAR}[a-z]?[,;)\]]")
_TITLE_NEXT = lazy_regex(r"\.\s+[^\W\d_a-z]\S* \S")
"""The point after names, and a title of several words."""
_MAX_REMARK = 20
"""Characters of words after a year in brackets that are no venue."""
_MIN_LIST = 3
"""Names with `and` from which the words after a year in brackets are the venue, whether it is known or not."""
_IMPRINT = lazy_regex(
    r"(?>(?:(?:97[89][ -]?)?(?:\d[ -]?){9}[\dX]\.\s+)?)(?P<publisher>[^\W\d_a-z][^.:;,()\n]{2,40})\.\s+"
    rf"(?>(?:(?:{KNOWN_CITY}|[A-Z][a-z]+(?: [A-Z][a-z]+)?(?=,))(?:, [A-Z][a-z]{{1,4}}|, [A-Z]{{2}})?\.\s+)?)"
    r"(?=[^\W\d_a-z][^.]*[^\W\d_])"
)
"""The ISBN, the publisher and the city after a year, as DocBook prints them: `1999. 020161622X. Addison-Wesley. `."""
ORGANISATIONS = ("surname", "organisation")
"""The forms of names that organisations and family names alone have."""


def date_after(text: str, start: int, authors: AuthorList) -> tuple[re.Match[str] | None, str, bool]:
    """Return the date at an offset after names, the known venue next to it, and whether any venue is there."""
    date = _DATE.match(text, start)
    if date and date["plain"] and _opens_title(text, date):
        date = None
    venue = _venue_next_to(date, authors) if date else ""
    is_list = authors.is_joined and len(authors.names) >= _MIN_LIST and bool(date and date["venue_after"])
    if date and not (venue or is_list) and (date["venue_before"] or len(date["venue_after"] or "") > _MAX_REMARK):
        return None, "", False
    return date, venue, bool(venue or is_list)


def _opens_title(text: str, date: re.Match[str]) -> bool:
    """Return whether a title begins with a year: no mark follows it, and the journal has a year of its own.

    An example is `Lee A, Ray B et al. 2020 ESC Guidelines for … Eur Heart J 2021;42:373`.
    """
    if text[date.end() - 1] in ".,:;" or text[date.end() : date.end() + 1] != " ":
        return False
    return _LATER_YEAR.search(text, date.end(), date.end() + _MAX_TITLE) is not None


def is_whole_list(text: str, authors: AuthorList) -> bool:
    """Return whether names are family names with `and` between the last two, and a year in brackets follows them.

    After three names or more, the point before a title does, too: `He, Zhang, Ren and Sun. Deep Residual Learning`.
    """
    if not authors.is_joined or authors.form != "surname":
        return False
    is_ended = len(authors.names) >= _MIN_LIST and _TITLE_NEXT.match(text, authors.end)
    return bool(is_ended or _LIST_DATE.match(text, authors.end))


def _venue_next_to(date: re.Match[str], authors: AuthorList) -> str:
    """Return the known venue next to the year in brackets; "" after words that may be what a paper is about.

    These are one word before any venue, and two before a conference: `Mask and Predict (CVPR 2022)`.  A journal after
    the year, as in `Dell (2010, QJE)`, needs no second name.
    """
    words = date["venue_before"] or date["venue_after"]
    venue = venues.parse_venue(f"{words} {date['in_brackets']}")[0] if words else ""
    are_words = authors.form in ORGANISATIONS and not authors.has_more
    of_journal = 1 if date["venue_after"] and not is_title_word(authors.names[0]) else 2
    min_names = (of_journal if venues.may_be_journal(venue) else 3) if are_words else 1
    return venue if len(authors.names) >= min_names else ""


def publisher_after(text: str, at: int) -> tuple[str, int]:
    """Return the publisher between the year of a reference and its title, and where the title begins.

    Examples:
        >>> publisher_after("2019. Springer. Berlin. The Sheep.", 6), publisher_after("2019. The Sheep. Wool.", 6)
        (('Springer', 24), ('', 6))
    """
    match = _IMPRINT.match(text, at)
    return (match["publisher"], match.end()) if match and is_publisher(match["publisher"]) else ("", at)
