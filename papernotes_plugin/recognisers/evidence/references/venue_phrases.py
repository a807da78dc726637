"""Read what follows the title in a reference: venue, volume, issue, pages, publisher and year."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from papernotes_plugin import venues
from papernotes_plugin.recognisers.evidence.authors.organisations import is_school
from papernotes_plugin.recognisers.evidence.references import (
    asian_marks,
    book_editors,
    imprints,
    publishers,
    publishing_cities,
    work_genres,
)
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.references.publication_numbers import (
    MONTH,
    find_numbers,
    find_year,
)
from papernotes_plugin.recognisers.evidence.references.publication_openings import PublicationOpening, read_opening
from papernotes_plugin.recognisers.evidence.references.recognised_venues import (
    parsed_venue,
    recognised_venue,
    venue_in_brackets,
)
from papernotes_plugin.recognisers.evidence.references.title_imprints import is_remark_or_question, name_of_book
from papernotes_plugin.recognisers.evidence.references.venue_names import (
    JOURNAL,
    has_inner_colon,
    has_subtitle,
    is_part_of_name,
    is_within_shortened,
    may_be_venue,
    name_without_marks,
    read_whole_name,
    without_issue,
)
from papernotes_plugin.text import plain_text, with_whole_words
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import OLD_YEAR, YEAR

_IN = lazy_regex(
    r"(?:(?:(?:in|In|IN)(?! (?:review|revision|press|prep\w*|print)\b)|[Ee]n|[Dd]ans|[Dd]alam|Em(?=:)"
    r"|[IW](?=:?\s$)|[Ii](?=:? [^()\d]{3,90}(?:\(|, )(?:[Rr]eds?|[Ee]ds?)\b)"
    r"|(?:[Pp]aper )?[Pp]resented at|[Pp]räsentiert auf|[Iİ]çinde|[Şş]u eserde(?=:)|(?:[Jj]ulkaistu )?[Tt]eoksessa"
    r"|\[?[Ww](?=:)|见(?=:)|[Aa]t(?= (?:the )?(?:\d|[A-Z])))\b"
    r"\s*[:.,]{0,2}\]?\s+(?:(?<=presented at )the\s)?"
    rf"(?:(?<=:\s)\(?{YEAR}\)?[:,]\s)?"
    r"(?:(?:(?:[Dd]ers|[Dd]ies|[Ii]d|[Ee]ad|[Ii]dem)\b(?:\.?[:,]|\.(?= [^\W\d_a-z]))|_{3,}\.?|—{1,3}\.)\s+)?"
    r"|//\s*(?:(?:[ВвУу]\s(?:кн|сб)\.?\s?:|In:)\s*)?"
    r"(?:(?:[А-ЯЁІЇЄҐ][\w’'-]+ (?:[А-ЯЁІЇЄҐ]\. ?){1,2}(?:, )?){1,3}(?=[А-ЯЁІЇЄҐ«][\w’' -][а-яёіїєґ]))?)"
)
"""The word before a venue, and a year: `In: (2009): `; in `In: Dies.: ` the author is that of the whole book, too."""
_SPAN_OF_YEARS = lazy_regex(rf"[\s,(]*{OLD_YEAR}\s?[-–—]\s?(?:{OLD_YEAR}|\d\d)\b(?!\s?[(,]\s?\d)")
"""The years that a book is on, in its name: `*Silver and Work, 1692-1826*`."""
_AT = lazy_regex(r"at\b|(?:paper )?presented", re.IGNORECASE)
"""The words before the name of an event."""
_NUMBERS = lazy_regex(
    rf"[\s,.;:]{{0,20}}+(?:[(（]?{MONTH}\s\d\d?(?:st|nd|rd|th)?,\s(?:1[6-9]|20)\d\d"
    rf"|[(（]?{YEAR}[a-z]?\b(?!\s+(?:Int(?:l?\.|ernational)|IEEE|ACM|IFIP"
    r"|(?:[\w/]+\.?\s+){0,3}(?:Conference|Symposium|Workshop|Meeting|Conf)))"
    r"|(?<!&)\b(?:vol(?:ume)?s?|no|nro?|núm|num|n[úu]mero|numéro|ano|año|anno|année|heft|jahrgang|ausgabe|band|cilt|pp?|pages?|art(?:icle)?|iss(?:ue)?|Bd|S|t)\b\.?\s*[\dA-Ze]*\d"
    r"|(?:\b(?:(?:[vnhтс]|jg|fasc|вып)\.|n\.?\s?[°ºᵒ]\.?)|№)\s?\d"
    r"|(?<=[\s,.;:])(?!\d{1,3},\d{3}\s[a-z]|\d\d?\.\s(?:und|bis|Jahrhunderts?|Jh)\b)(?:[A-Z]?\d+[A-Z]?)\s*(?:[(,:;.]|$|no\.\s?\d|[-–—]+\s*\d|\s\(|/(?!(?:19|20)\d\d\b)\d|(?<=\s)\d+,)"
    r"|(?<=[\s,])\(\d{1,4}\)(?=[,.:;\s]|$)"
    r"|제\s?\d+(?!\d|\s?회)|第\s?\d+(?!\d|\s?[回届屆])|(?<!\d)\d+\s?[巻卷号권호]"
    r"|[(（]n\.\s?d\.[)）]"
    r"|\d{1,2}\.?\s[A-Z][a-z]{2,8}\.?\s(?:19|20)\d\d"
    r"|\bvol(?:ume)?\.?\s(?-i:[IVXLC]{1,7})\b|(?<=,\s)(?-i:[IVXLC]{2,7})\s?\(\d"
    r")",
    re.IGNORECASE,
)
"""The first number after the name of a venue."""
_ISSUE_AFTER_NAME = lazy_regex(r",\s(?:n\.?\s?[°ºᵒo]\.?|no\.|№|vol\.)\s?\d")
"""The number of an issue, before which a journal may have a point in its name: `Mots. Les langages, n°110`."""
_POINT = lazy_regex(
    r"(?<=[^\W\d_])[.。]\s+(?=\S)|(?<=[“”»)])\.\s+(?=\S)|(?<=[』》])|\s{3,}|[;；]\s|\s*[|｜\x1d]|\s[–—-]\s(?=[A-Z][a-z]+\b.*[.!]$)"
)
_PLACE = lazy_regex(r",\s+(?=[A-Z])|(?<!\s)\s+\((?=[A-Z])")
_SUBJECTS = lazy_regex(r"Journal of (?:[A-Z][a-z]+ ){0,4}[A-Z][a-z]+, [A-Z][a-z]+,? (?:and|&) [A-Z]")
"""A journal of three subjects: `Journal of High Energy Physics, Gravitation and Cosmology`."""
_ONLY_YEAR = lazy_regex(rf"\s\(?{YEAR}\)?(?:[.,]\s*(?:S|pp?)\.|[.\s]*$)")
"""A year after the place of a book, with pages or at the end: `Berlin/Boston 2018, S. 135–147`."""
_CONFERENCE = lazy_regex(r"\b(?:Proc|Conf|Symp|Workshop|Meeting|Congress|Lecture Notes)", re.IGNORECASE)
_SITE = lazy_regex(r"(?:[a-z0-9-]+\.)+[a-z]{2,}(?:/\S*)?", re.IGNORECASE)
"""The domain of a web page, in place of a venue, `example.com`; with numbers it is a journal: `revue.org, n° 21`."""
_BOOK_NEXT = lazy_regex(
    r"[\s,.]*(?:[Ee]ds?\.|[Ee]dited by)\s|\s\([^\W\d_a-z][^():\d]{2,50} ?: [^():\d]{2,60}, (?:1[5-9]|20)\d\d\)"
)
"""The editors or the imprint of a book after its name: `*Hip to Route 66* (Albuquerque: Press, 2007)`."""
_EDITORS_AT_END = lazy_regex(
    r",(?: [^\W\d_a-z][\w'’-]+\.?){1,4}(?:, [^\W\d_a-z][\w'’-]+(?: [^\W\d_a-z][\w'’-]+){0,3}){0,4},? (?:and|&)"
    r"(?: [^\W\d_a-z][\w'’-]+\.?){1,4},? [Ee]ds?(?=[\s.)]*$)"
)
"""Editors after the name of a book: `Body Counts, Ann Jorland, Ray Opinel, and Lee Weisz eds`."""
_MAX_SEARCH = 250
"""Number of characters in which the name of a venue ends."""


# several readings of the authors and the title end at the same place
@lru_cache(maxsize=64)
def publication(
    text: str, start: int, end: int, emphasised: tuple[int, int] | None, *, may_lack_publisher: bool = False
) -> Publication:
    """Return venue, numbers and year in the part of a reference after its title.

    Args:
        text: The reference.
        start: The offset after the title.
        end: The offset at which the reference ends.
        emphasised: The emphasised part that begins there, which is the venue; None for none.
        may_lack_publisher: Whether place and year are enough for a book: `Leiden/Boston 2003`.
    """
    before = read_opening(text, start, end)
    if work := venue_in_brackets(text, start, end) or _thesis_or_book(text, start, end, before):
        return work
    at = before.at
    opening = _IN.match(text, at, emphasised[0] if emphasised else end) or _IN.match(text, at, end)
    first = opening.end() if opening else at
    at = book_editors.after_people(text, first, end, emphasised, has_in=opening is not None)
    may_be_book, is_in_book = at == first and not emphasised, opening is not None
    if may_be_book and (book := _book(text, at, end, before, may_lack=may_lack_publisher, is_in_book=is_in_book)):
        return book
    stop = _name_end(text, at, end, emphasised) if not opening else _book_name_end(text, (first, at), end, emphasised)
    named = _EDITORS_AT_END.search(text, at, stop)
    stop = named.start() if named else stop
    name, rest = name_without_marks(without_issue(text, at, stop)), text[stop:end]
    ends_with_place = bool(opening and _ONLY_YEAR.match(rest))
    name, house = name_of_book(name, is_plain=bool(opening and not emphasised), ends_with_place=ends_with_place)
    if not (opening or emphasised) and is_remark_or_question(text[at:stop], name):
        return Publication(year=before.year, end=at)
    published = _venue(name, rest, is_marked=opening is not None or emphasised is not None or at > first)
    published = replace(
        published,
        entry_type="book" if before.has_chapters and not published.venue else published.entry_type,
        year=before.year or find_year(text[at:stop], rest) or published.year or find_year(text[before.at : at], ""),
        edition=before.edition,
        publisher=published.publisher or (house if published.venue else ""),
        has_in=opening is not None or at > first,
        end=stop if published.venue else at,
        unexplained=_unexplained("" if published.is_known or emphasised or has_subtitle(name) else name, rest),
    )
    if before.edition and not (opening or emphasised):
        return _without_venue_of_book(published)
    if opening and _AT.match(opening[0]):
        return replace(published, entry_type="inproceedings" if published.venue else "")
    has_editors = named is not None or book_editors.start_of_editors(text, stop, min(end, stop + 30)) == stop
    is_in_book = is_in_book or at > first or (published.venue != "" and has_editors)
    is_in_book = is_in_book or book_editors.is_of_chapter(published, text, stop)
    return _in_book(published, text, (first, at), (stop, end)) if is_in_book else published


def _without_venue_of_book(published: Publication) -> Publication:
    """Return the publication of an edition, whose unknown venue is its publisher: `(2.ª ed.). Siglo`."""
    if published.is_known or published.is_event or published.publisher or not published.venue:
        return published
    return replace(published, venue="", publisher=published.venue, entry_type="book")


def _book(
    text: str, at: int, end: int, before: PublicationOpening, *, may_lack: bool, is_in_book: bool
) -> Publication | None:
    """Return the publication of a book whose imprint follows; None for none, or for the book of a chapter."""
    imprint = _imprint(text, at, end, may_lack_publisher=may_lack, is_in_book=is_in_book)
    series = text[at : imprint.start] if imprint else ""
    if imprint is None or (is_in_book and any(map(str.isalpha, series))):
        return None
    return work_genres.as_report(text, imprints.as_book(imprint, before, series, has_subtitles=may_lack), end)


def _in_book(published: Publication, text: str, before: tuple[int, int], after: tuple[int, int]) -> Publication:
    """Return a publication that follows `In`, with the editors and the publisher of a book.

    Args:
        published: What was read.
        text: The reference.
        before: Start and end of the part between `In` and the name of the book.
        after: Start and end of the part after that name.
    """
    editors = book_editors.editors_before(text, *before) or book_editors.editors_after(text, *after)
    # `1a ed. São Paulo: Memnon`
    editors = () if len(editors) == 1 and publishing_cities.are_places(editors[0]) else editors
    if editors and published.volume and not published.issue and text.startswith(f" {published.volume},", after[0]):
        # `The View from Building 20, 53–109`
        published = replace(published, venue=f"{published.venue} {published.volume}", volume="")
    published = replace(published, editors=editors, entry_type="")
    imprint = imprints.find_chapter_imprint(text, *after)
    if imprint and not editors and (unmarked := book_editors.unmarked_editor(published.venue)):
        editors, published = unmarked[:1], replace(published, venue=unmarked[1], editors=unmarked[:1])
    if imprint:
        rest = f"{text[after[0] : imprint.start]}{text[imprint.end : after[1]]}"
        published = replace(published, publisher=plain_text(imprint.publisher), place=imprint.place)
        published = replace(published, unexplained=_unexplained("", rest))
    if JOURNAL.search(published.venue) and published.volume and published.pages and not (editors or imprint):
        return replace(published, entry_type="article")
    is_event = published.is_known or publishers.EVENT.search(published.venue) or not published.venue
    is_event = is_event and not publishers.WORK_OF_REFERENCE.match(published.venue)
    prints_books = published.publisher and not publishers.OF_PROCEEDINGS.match(published.publisher)
    # proceedings have the city after their publisher
    prints_books = prints_books or (published.place and f"{published.place}: " in text[after[0] : after[1]])
    is_of_chapter = before[0] < before[1] or book_editors.is_of_chapter(published, text, after[0])
    # the words after the name of the book are its place: `In: Book, Leipzig 1992`
    is_of_chapter |= f"{published.venue}, " in text[: after[0]] and _ONLY_YEAR.match(text, after[0]) is not None
    if not is_event and (editors or prints_books or is_of_chapter):
        return replace(published, entry_type="incollection")
    return replace(published, entry_type="inproceedings") if published.publisher and not published.volume else published


def _thesis_or_book(text: str, start: int, end: int, before: PublicationOpening) -> Publication | None:
    """Return the publication of a thesis, of a report, or of a book with an edition; None for any other."""
    if genre := work_genres.find_genre(text, start, end) or work_genres.find_genre(text, before.at, end):
        return Publication(
            year=before.year or genre.year,
            issue=genre.number,
            entry_type=genre.entry_type,
            institution=genre.institution,
            end=genre.end,
        )
    if law := work_genres.find_law_citation(text, start, end):
        numbers = {"volume": law.volume, "issue": law.issue, "pages": law.page, "year": law.year}
        return Publication(law.journal, entry_type="article", is_known=True, end=law.end, **numbers)  # type: ignore[arg-type]
    if imprint := imprints.find_in_brackets(text, start, end) or imprints.find_unspaced(text, start, end):
        return imprints.as_book(imprint, before)
    imprint = imprints.find_publisher(text, before.at, end) if before.is_edition else None
    return imprints.as_book(imprint, before) if imprint else None


def _venue(name: str, rest: str, *, is_marked: bool) -> Publication:
    """Return the venue or publisher that a name is, with the numbers after it."""
    # a preprint has no place: `S.l.: arXiv`
    name = with_whole_words(name.removeprefix("S.l.: ")).replace("  ", " ")
    numbers, publisher = find_numbers(rest), publishers.PUBLISHER.search(rest)
    name, acronym, year, track = recognised_venue(name, numbers.volume)
    if not acronym and publishing_cities.are_places(name):
        return imprints.at_place(name, rest, year)
    is_of_site = not acronym and _SITE.fullmatch(name) is not None
    if is_of_site and not (numbers.volume or numbers.issue):
        acronym, *_ = parsed_venue(name.rpartition(".")[0].removeprefix("www."), "")
        if not acronym:
            return Publication(year=year, is_site=True)
    # `Physica A: Statistical Mechanics, 374(2), 853–863` is a journal, `In Neural Networks: Tricks of the Trade` a book
    may_be_publisher = not (acronym or sum(map(bool, numbers)) > 1 or has_inner_colon(name, is_marked=is_marked))
    if may_be_publisher and (whole := publishers.publisher_of(name)):
        published = Publication(publisher=whole, entry_type="" if publishers.NO_BOOKS.match(whole) else "book")
        return replace(published, **numbers._asdict())
    if not (acronym or is_marked or numbers.volume) and is_school(name):
        return Publication(institution=name)
    has_pages = bool((numbers.volume or numbers.issue) and (numbers.pages or has_subtitle(name)))
    venue = acronym or (name if may_be_venue(name, is_marked=is_marked or has_pages or is_of_site) else "")
    if acronym and venues.is_preprint(acronym):
        return Publication(venue=venue, year=year, track=track, is_known=True)
    return Publication(
        venue=venue,
        year=year,
        track=track,
        publisher=plain_text(publisher["name"]) if publisher else "",
        # the volume of proceedings is after `In`
        entry_type="article"
        if venue and (numbers.volume or numbers.issue) and not (acronym or _CONFERENCE.search(venue))
        else "",
        is_known=bool(acronym),
        is_event=bool(venue and (publishers.EVENT.search(venue) or has_pages)),
        **numbers._asdict(),
    )


def _imprint(text: str, at: int, end: int, *, may_lack_publisher: bool, is_in_book: bool) -> imprints.Imprint | None:
    """Return the imprint of a book, which ends the reference; None for no book."""
    end = min(end, at + _MAX_SEARCH)
    imprint = None if is_in_book else imprints.find_publisher_and_city(text, at, end)
    imprint = imprint or imprints.find_imprint(text, at, end, may_lack_publisher=may_lack_publisher)
    if (
        not imprint
        or venues.parse_venue(text[imprint.start : imprint.end])[0]
        or publishers.EVENT.search(text, at, imprint.end)
        or imprints.VOLUME_AND_ISSUE.match(text, imprint.end)
    ):
        return None
    return imprint


def _unexplained(name: str, rest: str) -> int:
    """Return the number of words that are neither a venue nor a publisher."""
    number = _NUMBERS.search(rest)
    gap = publishers.PUBLISHER.sub(" ", rest[: number.start()] if number else "")
    after_point = name.partition(". ")[2] if _POINT.search(name) else ""
    words = [*gap.split(), *(word for word in after_point.split() if not word.endswith("."))]
    return sum(word[:1].isalpha() for word in words)


def _book_name_end(text: str, before: tuple[int, int], end: int, emphasised: tuple[int, int] | None) -> int:
    """Return the offset after the name of a book, given the start and end of the part between `In` and the name."""
    has_editors = emphasised and emphasised[0] > before[0] + 1
    stop = emphasised[1] if emphasised and has_editors else _name_end(text, before[1], end, emphasised)
    return min(stop, book_editors.start_of_editors(text, before[1], end))


def _name_end(text: str, at: int, end: int, emphasised: tuple[int, int] | None) -> int:
    """Return the offset after the name of a venue."""
    if emphasised and emphasised[0] <= at < emphasised[1]:
        inner = None if _BOOK_NEXT.match(text, emphasised[1]) else _NUMBERS.search(text, at, emphasised[1])
        is_inner = inner and inner.start() > at + 2 and not _SPAN_OF_YEARS.match(text, inner.start())
        return inner.start() if inner and is_inner else emphasised[1]
    end = min(end, at + _MAX_SEARCH)
    if whole_name := read_whole_name(text, at, end):
        return whole_name
    number = _NUMBERS.search(text, at, end)
    stop = asian_marks.end_of_book(text, at, number.start() if number else end)
    whole = text[at:stop].strip(" .,;:")
    if number and venues.is_preprint(venues.parse_venue(text[at : min(end, number.end() + 12)].strip(" .,;:()"))[0]):
        return stop
    is_before_issue = number is not None and _ISSUE_AFTER_NAME.match(text, stop) is not None and whole.count(". ") == 1
    for point in () if is_before_issue else _POINT.finditer(text, at, stop):
        before = text[max(at, point.start() - 20) : point.start()].lstrip("«„")
        has_name_next = JOURNAL.match(text, point.end()) is not None
        is_inside = has_name_next or is_within_shortened(before, text[at : stop + 1])
        is_inside = is_inside if point[0][:1] in (".", "。") else not asian_marks.opens_title(text, at)
        if is_inside and point[0][:1] in ("", ".", "。"):
            # `Phys. Rev. Lett.`, `Hipogrifo. Revista de literatura`, `苏颂与《本草图经》研究`
            continue
        stop = point.start()
        break
    for place in () if _SUBJECTS.match(text, at) else _PLACE.finditer(text, at, stop):
        if venues.parse_venue(text[at : place.start()].strip(" .,"))[0] and not venues.parse_venue(whole)[0]:
            return place.start()
    # from the character before the name, as a whole name begins after one
    publisher = publishers.PUBLISHER.search(text, max(0, at - 1), stop)
    if publisher and is_part_of_name(text, at, publisher.start(), stop):
        return stop
    return (
        publisher.start() if publisher and publisher.start() > at + 3 and text[publisher.start()] in ".,:;(" else stop
    )
