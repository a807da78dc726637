"""Read the publication that ends a line of family names, a title and a venue: `, QJE 106(4)`, `, GTM 82, Springer`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from papernotes_plugin import venues
from papernotes_plugin.recognisers.evidence.references.book_parts import PART_WITH_NAME
from papernotes_plugin.recognisers.evidence.references.publishers import is_publisher
from papernotes_plugin.recognisers.evidence.references.publishing_cities import are_places
from papernotes_plugin.recognisers.evidence.references.source_ends import read_end
from papernotes_plugin.recognisers.evidence.references.translator_words import BEFORE_TRANSLATOR
from papernotes_plugin.recognisers.evidence.references.work_genres import find_law_citation
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import ANY_PRINTED_YEAR, PRINTED_YEAR

_GAP = lazy_regex(r"(?P<mark>[,.;:]|\s[–—-])\s+|\s(?P<bracket>[(\[])")
_NAME_AND_NUMBERS = lazy_regex(
    r"(?P<name>[^\W\d_][^\d,;:()]{0,80}?)?[\s,]*+(?:\(?(?P<year>(?:1[5-9]|20)\d\d)\)?)?"
    r"(?:[\s,:]*+(?:[Vv]ol\.? ?)?(?P<volume>\d{1,4})"
    r"(?:\s?\((?P<issue>(?!(?:1[5-9]|20)\d\d\))\d{1,4}(?:[–-]\d{1,4})?)\)|[./](?P<part>\d{1,3}))?)?"
    rf"(?:\s\((?P<middle>{PRINTED_YEAR})\))?"
    r"(?:(?:[\s,:]++|(?<=[\s,:]))(?:pp?\.? ?|S\. ?)?"
    r"(?P<pages>\d{1,5}[–-]\d{1,5}|(?(volume)(?!(?:1[5-9]|20)\d\d\b)\d{1,6})))?"
    rf"(?:[\s,]*+\(?(?P<last>{PRINTED_YEAR})\)?)?"
)
_SERIES = lazy_regex(
    r"(?:GTM|LNM|GSM|UTM|LNCS|LNAI|SUMS|SMF|Ergebnisse|Grundlehren|Universitext|Astérisque"
    r"|Lecture Notes in (?:Math\w*|Computer Science|Physics|Economics\w*)\.?"
    r"|Graduate (?:Texts|Studies) in Math\w*\.?|Undergraduate Texts in Math\w*\.?|Ann(?:als)?\.? of Math\w*\.? Studies"
    r"|Cambridge (?:Studies|Tracts) in [\w. ]{4,40}|Oxford Graduate Texts[\w. ]{0,20})"
    r"(?:[ ,]+(?:vol\.? ?|no\.? ?)?\d{1,4})?"
)
"""A series of books, mostly of mathematicians, and the number of the volume."""
_PRESS = lazy_regex(r"(?:CUP|OUP|PUP|MUP|HUP|YUP|UCP|AMS|SIAM|MIT|PUF|EMS|MSP|WUP)(?: Press)?")
"""The acronym of a publisher of scholars."""
_EDITION = lazy_regex(
    r"(?:\d{1,2}(?:st|nd|rd|th)|\d{1,2}\.|rev(?:ised)?\.?|second|third) (?:ed(?:ition|n)?|Aufl(?:age)?)\b\.?",
    re.IGNORECASE,
)
_PART = lazy_regex(
    r"(?:chs?|chap(?:ter)?s?|pp?|sec|section|§+|Kap|S|cap|pt|part)\b\.? ?[\dIVX][\dIVX.,–\s-]*", re.IGNORECASE
)
"""Pages or chapters to read."""
_POINT_BEFORE_NUMBER = lazy_regex(r"\b([Cc]hs?|[Cc]haps?|pp?|[Vv]ol|[Nn]o|[Ss]ec|pt)\. (?=[\dIVX])")
_STATE = lazy_regex(
    r"(?:unpublished|manuscript|working paper|preprint|in press|forthcoming|mimeo|book"
    rf"|{PART_WITH_NAME}|entire|all|skim"
    r"|thesis|(?:PhD|doctoral) (?:thesis|dissertation)|classic|review|optional|required|recommended)",
    re.IGNORECASE,
)
"""The kind of a work, or whether it must be read."""
_JOURNAL = lazy_regex(
    r"(?!An? |(?:\w+ )?(?:Systematic|Literature|Scoping|Book|Peer|Critical|Short|Brief|Quick|Code) |\w+$)(?:The )?"
    r"(?:(?:[^\W\d_]{2,}|&) ){0,6}?(?:Journal|Review|Quarterly|Annals|Bulletin|Zeitschrift|Revue|Revista|Rivista"
    r"|Proceedings|Transactions|Archives?|Letters)(?: (?:[^\W\d_]{2,}|&)){0,7}"
)
"""The name of a journal with a word of journals."""
_SHORT = {"ASR": "American Sociological Review"}
"""Journals whose acronyms mean something else in other places: speech recognition."""
_NAME = lazy_regex(
    r"(?!(?:A|An|The|In|See|Good|Very) )[^\W\d_a-z][^\W\d_]+(?: (?:of|and|the|in|for|&|[^\W\d_a-z][^\W\d_]+)){0,5}"
)
"""Words with capitals, as an unknown journal or publisher has them."""
_UNKNOWN = lazy_regex(
    r"(?P<name>(?!(?:A|An|In|See) )[^\W\d_a-z][\w.&-]*(?: (?:of|and|the|in|for|&|[^\W\d_a-z][\w.&-]*)){0,7})"
    rf"(?:,? (?P<year>{PRINTED_YEAR})"
    r"|,? (?:vol\. ?)?(?P<volume>\d{1,3})(?:[(.:]\d{1,3}\)?)?,? \(?(?P<last>(?:1[5-9]|20)\d\d)\)?)"
    r"(?:[,:]? (?:pp\. ?)?\d{1,5}[–-]\d{1,5})?"
)
"""An unknown journal after a title in quotation marks, and its year: `CCR 2007`, `Political Studies 44 (1996)`."""
_TRANSLATOR = lazy_regex(
    rf"(?:{BEFORE_TRANSLATOR}|éd\.)"
    r" [^\W\d_][\w.'’-]*(?: [^\W\d_][\w.'’-]*){0,4} ?(?:,|\.(?= )) ",
    re.IGNORECASE,
)
"""The translator or the editor of a classic before its place: `trad. J. Tricot, `."""
_CLOSING = ("”", "“", '"', "»", "«")
_MAX_PARTS = 6
"""Parts of the end of a line that are read."""


class LineEnd(NamedTuple):
    """The publication that the end of a line, or the brackets after names, state."""

    year: int | None = None
    venue: str = ""
    volume: str = ""
    issue: str = ""
    pages: str = ""
    publisher: str = ""
    is_known: bool = False
    """True if it has a known journal, series or publisher."""
    is_book: bool = False
    is_edition: bool = False
    has_place: bool = False
    """True if the city is before the publisher, which marks the end of the title."""
    start: int = 0
    """The offset after the title."""
    end: int = 0


def read_date(words: str) -> LineEnd | None:
    """Return the year in brackets, and the venue or publisher next to it; None for other words.

    Examples:
        >>> read_date("2013, AER")[:2], read_date("QJE 1991")[:2], read_date("Berlin 1991")
        ((2013, 'American Economic Review'), (1991, 'Quarterly Journal of Economics'), None)
    """
    years = ANY_PRINTED_YEAR.findall(words)
    if len(set(years)) != 1 and not (len(years) == 2 and "/" in words):
        return None
    year = int(years[-1] if len(years) == 1 else years[0])
    name = re.sub(r"(?:1[5-9]|20)\d\d[a-z]?(?:/\d{2,4})?", "", words).strip(" ,.;:/[]–-")
    if not name:
        return LineEnd(year)
    part = _part(name)
    return part._replace(year=year) if part and part.is_known and not part.year else None


def publication_at_end(text: str, start: int, end: int, *, is_all: bool = False) -> LineEnd | None:
    """Return the publication at the end of a text, with the offset at which it begins; None for none.

    Args:
        text: The text.
        start: The offset of the title, or after a title in marks.
        end: The end of the text.
        is_all: Whether there is nothing before it, as the title is in marks.
    """
    body = text[:end].rstrip(" .;,")
    gaps = list(_GAP.finditer(body, start))
    if is_all:
        rest = text[start:end].strip(" .,;:–—-")
        read = _parts(rest) if rest else LineEnd()
        if read is None and _NAME.fullmatch(rest):
            # what follows a title in quotation marks is where it was published
            read = LineEnd(venue=rest) if text[start - 1 : start] in _CLOSING else LineEnd()
        if read is None and (placed := _placed(rest)):
            read = placed
        if read is None and text[start - 1 : start] in _CLOSING and (unknown := _UNKNOWN.fullmatch(rest.strip("()"))):
            year, volume = int(unknown["year"] or unknown["last"]), unknown["volume"] or ""
            read = LineEnd(year, unknown["name"].strip(" ,"), volume)
        return read._replace(start=start, end=end) if read else None
    best: LineEnd | None = None
    for match in reversed(gaps[-_MAX_PARTS:]):
        read = _parts(body[match.start("bracket") if match["bracket"] else match.end() :])
        if read is None:
            # `C. H. Beck` has points, too
            continue
        best = read._replace(start=match.start(), end=len(body))
    return _with_place(body, gaps[-_MAX_PARTS:], best) if best and best.publisher else best


def _with_place(body: str, gaps: Sequence[re.Match[str]], ending: LineEnd) -> LineEnd:
    """Return the end of a line that begins before the city of its publisher and the translator, not after them."""
    for gap in reversed(gaps):
        part = body[gap.end() : ending.start]
        if part and (are_places(part) or _TRANSLATOR.fullmatch(f"{part}, ")):
            ending = ending._replace(start=gap.start(), has_place=True)
    return ending


def _placed(words: str) -> LineEnd | None:
    """Return a place, a known publisher and the year that words are, also after a translator; None for others.

    Examples:
        >>> _placed("trad. J. Tricot, Paris, Vrin, 1990").publisher, _placed("Paris, Louvre, 1830")
        ('Vrin', None)
    """
    translator = _TRANSLATOR.match(words)
    bare = f", {words[translator.end() :] if translator else words}"
    ending = read_end(bare, 0, len(bare))
    house = ending.published.publisher
    if ending.end or not (house and is_publisher(house)):
        return None
    return LineEnd(ending.year, publisher=house, is_known=True, is_book=True)


def is_publication(words: str) -> bool:
    """Return whether a name is that of a journal, a series or a publisher."""
    part = _part(words)
    return part is not None and part.is_known


def _parts(words: str) -> LineEnd | None:
    """Return what all parts of a text say, which are divided by commas, points and brackets; None for other words."""
    words = _POINT_BEFORE_NUMBER.sub(r"\1 ", words.strip(" .,;:–—-"))
    if whole := _part(words) or _part(words := words.strip(" .,;:–—-()[]")):
        return whole
    if law := find_law_citation(words, 0, len(words)):
        return LineEnd(law.year, law.journal, law.volume, law.issue, law.page, is_known=True)
    facts = LineEnd()
    pieces = [p for p in re.split(r"[,.;:]\s+|\s[–—-]\s|\s?[()\[\]]\s?", words) if p.strip(" ,.;:")]
    for piece in pieces:
        part = _part(piece.strip(" ,.;:"))
        if part is None or (part.year and facts.year):
            return None
        facts = LineEnd(
            part.year or facts.year,
            facts.venue or part.venue,
            facts.volume or part.volume,
            facts.issue or part.issue,
            facts.pages or part.pages,
            facts.publisher or part.publisher,
            facts.is_known or part.is_known,
            facts.is_book or part.is_book,
            facts.is_edition or part.is_edition,
        )
    return facts if pieces else None


def _part(words: str) -> LineEnd | None:
    """Return what one part says: a year, a journal with its numbers, a publisher, a series, pages; None for others."""
    if ANY_PRINTED_YEAR.fullmatch(words):
        return LineEnd(int(words))
    if _EDITION.fullmatch(words):
        return LineEnd(is_edition=True, is_book=True)
    if _PART.fullmatch(words) or _STATE.fullmatch(words):
        return LineEnd()
    if _SERIES.fullmatch(words):
        return LineEnd(is_known=True, is_book=True)
    match = _NAME_AND_NUMBERS.fullmatch(words)
    if not match or not match["name"]:
        return None
    name = match["name"].strip(" ,.")
    year = match["year"] or match["middle"] or match["last"]
    facts = LineEnd(
        int(year) if year else None,
        volume=match["volume"] or "",
        issue=match["issue"] or match["part"] or "",
        pages=(match["pages"] or "").replace("-", "–"),
        is_known=True,
    )
    if venue := _SHORT.get(name) or venues.parse_venue(name, labelled=True)[0]:
        return facts._replace(venue=venue)
    if _PRESS.fullmatch(name) or is_publisher(name):
        return None if facts.volume or facts.pages else facts._replace(publisher=name, is_book=True)
    if _JOURNAL.fullmatch(name) and name[0].isupper():
        return facts._replace(venue=name)
    return None
