"""Read lines of family names, a year or a venue, and a title: `Card (1990), The Impact of the Mariel Boatlift, ILRR`.

Economists, historians, psychologists and mathematicians write their lists so.  Songs, films and meetings have the same
form, so that a line alone is a paper only if its venue is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from papernotes_plugin.people import is_given_name, is_title_word
from papernotes_plugin.recognisers.evidence.authors.authorship import has_given_name
from papernotes_plugin.recognisers.evidence.authors.short_bylines import is_no_person, may_be_family_name
from papernotes_plugin.recognisers.evidence.labels import label_meanings
from papernotes_plugin.recognisers.evidence.labels.field_labels import BOOKS
from papernotes_plugin.recognisers.evidence.references.author_lists import AuthorList
from papernotes_plugin.recognisers.evidence.references.family_line_ends import (
    LineEnd,
    is_publication,
    publication_at_end,
    read_date,
)
from papernotes_plugin.recognisers.evidence.references.family_line_openings import (
    AFTER_MARK,
    BEFORE_MARK,
    DATED,
    IN_FULL,
    LAST,
    OPENS_SESSION,
    OTHER_LABEL,
    PLACE_AND_YEAR,
    SEVERAL,
    TITLE_OPENING,
    UNDATED,
    YEAR_FIRST,
    with_names_after_commas,
)
from papernotes_plugin.recognisers.evidence.references.family_line_titles import (
    may_be_title,
)
from papernotes_plugin.recognisers.evidence.references.marked_titles import (
    QUOTED,
    has_marked_words,
    is_in_marked_title,
    marked_title,
    opens_mark,
    start_of_mark,
)
from papernotes_plugin.recognisers.evidence.references.name_lists import BETWEEN
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.references.publishing_cities import is_city
from papernotes_plugin.recognisers.evidence.references.reference_reader import CERTAIN, Reference
from papernotes_plugin.recognisers.evidence.references.reference_text import ReferenceText
from papernotes_plugin.recognisers.evidence.references.title_ends import TitleReading
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import ANY_PRINTED_YEAR, PRINTED_YEAR

_WORD = lazy_regex(r"[^\W\d_a-z][^\W\d_]{5,}")
"""A marked word after full names, which may be the title of a book: `Orientalism`."""
_CUT = lazy_regex(
    r"\s(?:#|→|->|=>|\|\s)|\s?[✅✓☑⭐👍🔥📌]|(?<!\s)\s+\^[\w-]+\s*$|\x1d|\x1e"
    r"|[.,;]?\s[(\[]?(?:[Pp]resent(?:er|ed by)|[Ss]peaker|[Dd]iscussant|[Dd]iscussion leader|[Rr]eferent(?:in)?"
    r"|[Ll]ed by)s?:?\s"
)
"""Marks that a reader adds to an entry: tags, arrows, stars, and who presents it."""
_MIN_MARKED = 4
"""Words of a marked part from which it is the title, and the words before it describe the work."""
_MAX_LENGTH = 500
"""Characters of a line."""
_SIGN = lazy_regex(
    # one set of first characters, which the search finds in a fraction of the time of the alternatives
    r"[\d,:–—“„«\"-](?:(?<=(?<!\d)1)[5-9]\d\d(?!\d)|(?<=(?<!\d)2)0\d\d(?!\d)|(?<=[a-zA-Z.] \d)\d{0,3}[\s.]*$"
    r"|(?:(?<=[^\W\d_][,:])|(?<=[^\W\d_] [–—-])) ?[*_“„«\"]{1,3}[^\W\d_]|(?<=\w [“„«\"])[^\W\d_])"
)
"""A year, a number at the end, or a mark after names."""
_CAPITAL_AFTER_COMMA = lazy_regex(r", [^\W\d_a-z][^\W\d_]+ [^\W\d_][^,]{8,}")
"""A comma and several words, the first with a capital."""
_AFTER_COMMA = lazy_regex(r", ([^\W\d_]+)")
"""A word after a family name and a comma, which may be a given name: `Scott, Michael Lee. Programming Pragmatics`."""


class FamilyLine(NamedTuple):
    """A line in a form of this module."""

    reference: Reference
    has_known_venue: bool
    """True if its journal, series or publisher is known, and is in the place of one."""
    is_marked: bool
    """True if the title is in emphasis, in quotation marks or a link."""
    are_several: bool
    """True if it has several names, or `et al.`."""
    is_cited: bool
    """True if names and year are in brackets after words, which may be a concept, and no title."""
    is_of_session: bool
    """True if the session of a course is before it."""
    has_end: bool
    """True if a known journal or publisher ends it."""
    is_before_colon: bool = False
    """True if one name and a colon open it, which may also be the name of a method: `Bigtable: A Storage System`."""
    is_dated_in_brackets: bool = False
    """True if the year is in brackets after the names that open it: `Lucas (1976) Econometric policy evaluation`."""


def may_be_line(source: str) -> bool:
    """Return whether a text may have the form of this module; quick, as most texts have not."""
    return _SIGN.search(source) is not None


def read_line(words: ReferenceText) -> FamilyLine | None:
    """Return what a text of family names, a title, and a year or a venue says; None for another form.

    Examples:
        >>> from papernotes_plugin.recognisers.evidence.references.reference_text import plain_reference
        >>> line = read_line(plain_reference("Card (1990), The Impact of the Mariel Boatlift, ILRR"))
        >>> line.reference.title.words, line.reference.publication.venue, line.reference.year
        ('The Impact of the Mariel Boatlift', 'ILR Review', 1990)
    """
    text = words.text
    if len(text) > _MAX_LENGTH:
        return None
    end = cut.start() if (cut := _CUT.search(text, 12)) else len(text)
    readings = (read for read in _readings(words, end) if read)
    # `Fedro, Mondadori, Milano 1998` ends with a place
    return next((read for read in readings if not any(map(is_city, read.reference.authors.names))), None)


def _readings(words: ReferenceText, end: int) -> Iterator[FamilyLine | None]:
    """Yield the readings of a text in each form, the more certain first."""
    text = words.text
    # the patterns of names are large: most texts lack the marks of most forms, which is found faster
    has_year = ANY_PRINTED_YEAR.search(text, 0, end) is not None
    may_be_dated = has_year or "(" in text or "[" in text
    if match := DATED.match(text, 0, end) if may_be_dated else None:
        date = read_date(match["in"] or f"{match['venue'] or ''} {match['year']}")
        is_separate = bool(match["in"]) or match["plain"] is not None or opens_mark(words, match.end())
        # `Jinek2012: ` is a key before a title
        is_separate &= match["glued"] is None or ":" in (match["plain"] or "")
        # `Chicago, 1989. ` is a place
        is_separate &= not PLACE_AND_YEAR.match(text, match.start("names"), match.end())
        if date and date.year and is_separate:
            yield _line(words, match, match.end(), end, date)
    if match := YEAR_FIRST.match(text, 0, end) if has_year else None:
        yield _line(words, match, match.end(), end, LineEnd(int(match["year"])))
    # words between commas at the end of a title may look like names: `Quality, and Variation (Lee, 2018)`
    for start in sorted({0, max(0, text.rfind(" (", 0, end))}):
        if match := LAST.search(text, start, end) if may_be_dated else None:
            date = read_date(match["in"] or match["inner"] or match["year"])
            if date and date.year:
                yield _title_first(words, match, date)
    if words.marks or QUOTED.search(text):
        yield _before_venue(words, end)
    if match := SEVERAL.match(text, 0, end) if ", " in text and (":" in text or "." in text) else None:
        yield _line(words, match, match.end(), end, LineEnd())
    end_of_names = start_of_mark(words)
    match = IN_FULL.fullmatch(text, 0, end_of_names) if end_of_names else None
    if match and (text[match.end("names")] != " " or QUOTED.match(text, match.end())):
        yield _line(words, match, match.end(), end, LineEnd())
    if match := UNDATED.match(text, 0, end):
        line = _line(words, match, match.end(), end, LineEnd())
        if line and (line.reference.year or line.has_known_venue or line.is_marked):
            yield line


def names_in(match: re.Match[str]) -> tuple[str, ...]:
    """Return the family names that a match has; () if one is no name of a person."""
    names = tuple(BETWEEN.split(match["names"]))
    if (
        is_publication(match["names"])
        or label_meanings.meaning(match["names"])
        or match["names"].casefold() in BOOKS
        or OTHER_LABEL.fullmatch(match["names"])
        or not all(may_be_family_name(name) and not is_no_person(name) and not is_publication(name) for name in names)
    ):
        return ()
    return () if len(names) > 1 and all(map(is_title_word, names)) else names


def _is_before_title(text: str, given: re.Match[str]) -> bool:
    """Return whether a word after a family name is a given name: `Chakrabarty, Dipesh, Provincializing Europe: …`."""
    return _CAPITAL_AFTER_COMMA.match(text, given.end()) is not None and not is_title_word(given[1])


def _line(words: ReferenceText, match: re.Match[str], start: int, end: int, date: LineEnd) -> FamilyLine | None:
    """Return the line whose title begins after names and perhaps a date."""
    names, start = with_names_after_commas(words.text, names_in(match), start)
    text = words.text
    is_dated_first = "plain" in match.re.groupindex
    given = None if is_dated_first else _AFTER_COMMA.match(text, match.end("names"))
    if not names or (given and (is_given_name(given[1]) or _is_before_title(text, given))):
        return None
    marked = marked_title(words, start, end)
    if marked:
        title_end, after = marked[1], publication_at_end(text, marked[2], end, is_all=True)
        # a year in brackets before a marked title is enough: `Lee (1998) *Title*, foreword in *Other Title*`
        goes_on = is_dated_first and match["in"] and text.startswith(", ", marked[2])
        if after is None and not goes_on:
            return None
        after = after or LineEnd()
        start = marked[0]
    elif has_marked_words(words, start):
        return None
    else:
        title_end, after = _plain_title(text, start, end)
    if date.year and after.year and date.year != after.year and not after.is_edition:
        return None
    authors = AuthorList(names, match.end("names"), "surname", has_more=match["more"] is not None)
    line = _family_line(words, authors, (start, title_end), date, after, is_marked=marked is not None)
    if line is None:
        return None
    is_edited = "edited" in match.re.groupindex and match["edited"] is not None
    is_in_brackets = is_dated_first and bool(match["in"])
    is_before_colon = not date.year and len(names) == 1 and not match["more"] and text[match.end("names")] == ":"
    return line._replace(
        reference=replace(line.reference, is_edited=is_edited),
        is_dated_in_brackets=is_in_brackets,
        is_before_colon=is_before_colon and not line.is_marked,
    )


def _title_first(words: ReferenceText, match: re.Match[str], date: LineEnd) -> FamilyLine | None:
    """Return the line whose title is before the names and the date."""
    names = names_in(match)
    if (
        len(names) == 1
        and match.start("names") in dict(words.emphasised)
        and has_given_name(words.text[: match.start()])
    ):
        # `Madeleine de Scudéry, *Clélie*, 1654`
        return None
    inner = re.sub(PRINTED_YEAR, "", words.text[match.start("names") : match.end()]).strip(" ,.;()")
    if not names or is_publication(inner) or (not match["dash"] and date.publisher):
        return None
    opening = TITLE_OPENING.match(words.text)
    start = opening.end() if opening else 0
    marked = marked_title(words, start, match.start() + 1)
    if marked:
        if words.text[marked[2] : match.start()].strip(" ,"):
            return None
        span, is_marked = marked[:2], True
    else:
        described = _marked_before(words, start, match.start())
        span = described or (start, match.start())
        is_marked = described is not None
    authors = AuthorList(names, match.end("names"), "surname", has_more=match["more"] is not None)
    line = _family_line(words, authors, span, date, LineEnd(), is_marked=is_marked)
    return line._replace(is_cited=match["open"] is not None) if line else None


def _marked_before(words: ReferenceText, start: int, end: int) -> tuple[int, int] | None:
    """Return the title in marks between other words and an offset: `The first atlas: **Title** (Lee 2014)`."""
    return next(
        (
            (first, last)
            for first, last, _ in words.marks
            if start < first < last <= end
            and not words.text[last:end].strip(" ,.(")
            and count_words(words.text[first:last]) >= _MIN_MARKED
        ),
        None,
    )


def _before_venue(words: ReferenceText, end: int) -> FamilyLine | None:
    """Return the line whose marked title is before names and a known venue: `“Title”, Card (1990), ILR Review`."""
    opening = BEFORE_MARK.match(words.text)
    marked = marked_title(words, opening.end() if opening else 0, end)
    match = AFTER_MARK.match(words.text, marked[2], end) if marked else None
    names = names_in(match) if match else ()
    after = publication_at_end(words.text, match.end(), end, is_all=True) if match and names else None
    if not marked or not match or not after or not after.is_known:
        return None
    year = match["inner"] or match["year"]
    authors = AuthorList(names, match.end("names"), "surname", has_more=match["more"] is not None)
    date = LineEnd(int(year) if year else None)
    return _family_line(words, authors, marked[:2], date, after, is_marked=True)


def _plain_title(text: str, start: int, end: int) -> tuple[int, LineEnd]:
    """Return where a title without marks ends, and the publication after it."""
    after = publication_at_end(text, start, end)
    return (after.start, after) if after else (end, LineEnd())


def _family_line(
    words: ReferenceText, authors: AuthorList, span: tuple[int, int], date: LineEnd, after: LineEnd, *, is_marked: bool
) -> FamilyLine | None:
    """Return the line with its facts; None if the words in place of the title are none."""
    (start, end), is_marked = span, is_marked or after.has_place
    may_be_statement = bool(date.year) and words.text[:start].rstrip().endswith((",", "."))
    title = words.text[start:end].rstrip(" .,;:–—-")
    end = start + len(title)
    venue = after.venue or date.venue
    is_known = after.is_known or date.is_known
    year = date.year or after.year
    is_printed = bool((venue or after.publisher) and year)
    is_book = is_marked and (is_printed or all(" " in name for name in authors.names))
    is_title = (is_book and _WORD.fullmatch(title)) or may_be_title(
        title, is_sure=is_marked or is_known, may_be_statement=may_be_statement
    )
    if not is_title or is_in_marked_title(words, authors.end):
        return None
    published = Publication(
        venue=venue,
        year=year,
        volume=after.volume,
        issue=after.issue,
        pages=after.pages,
        publisher=after.publisher or date.publisher,
        entry_type="" if venue else "book" if after.is_book or date.is_book else "",
        is_known=bool(venue),
        end=max(end, after.end),
    )
    reference = Reference(
        TitleReading(title, start, end, points=0), authors, year, published, CERTAIN, is_dated=bool(date.year)
    )
    return FamilyLine(
        reference,
        has_known_venue=is_known,
        is_marked=is_marked,
        are_several=len(authors.names) > 1 or authors.has_more,
        is_cited=False,
        is_of_session=OPENS_SESSION.match(words.text) is not None,
        has_end=after.is_known,
    )
