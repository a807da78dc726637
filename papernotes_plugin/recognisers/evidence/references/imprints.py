"""Find the imprint of a book in a reference: place, publisher and year."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.references.publication_numbers import MONTH
from papernotes_plugin.recognisers.evidence.references.publication_openings import PublicationOpening
from papernotes_plugin.recognisers.evidence.references.publishers import (
    NO_PLACE,
    OPENS_SUBTITLE,
    PUBLISHER,
    is_publisher,
    may_be_imprint,
)
from papernotes_plugin.recognisers.evidence.references.publishing_cities import (
    COUNTRIES,
    KNOWN_CITY,
    STATES,
    are_places,
    is_city,
    is_first_city,
)
from papernotes_plugin.recognisers.evidence.references.venue_names import is_shortened_journal
from papernotes_plugin.text import plain_text
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.romanisation import CJK
from papernotes_plugin.text.years import PRINTED_YEAR
from papernotes_plugin.vocabulary.model import Identifier

VOLUME_AND_ISSUE = lazy_regex(r",?\s\d{1,4}(?:\s?\(\d|,\s\d)")
"""The numbers after the name of a journal with a colon: `Mentoring & Tutoring: Partnership in Learning, 20(1)`."""
_IMPRINT = lazy_regex(
    r"(?:^|(?<=[.,:–—?!] )|(?<=[.,:]  )|(?<=[\]»”’] ))(?!(?:Vol(?:ume)?|Part|Book|Band|Teil|Tome|Tomo)\b)"
    r"(?P<place>(?:М|СПб|Спб|Л|Пг|Мн)\.(?: ?[;,–-] ?(?:М|СПб|Л)\.)?"
    r"|(?:SP|RJ|BH|POA)(?=:)"
    r"|(?:St\. )?[^\W\d_a-z][^\W\d_]{2,}(?:[ -][^\W\d_]+){0,2}"
    r"(?:(?:,| and|, and| und| et| y|;|/| &)?(?: |(?<=/))\[?[^\W\d_a-z][^\W\d_]*"
    r"(?:[ -][^\W\d_a-z][^\W\d_]*){0,2}\]?){0,6}"
    r"(?: \([A-Z][^\W\d_]{1,8}\)|, (?:D\. ?C|Mass|Conn|Calif|Ill|Mich|Md|Pa|N\. ?[HJY])\."
    r"| [ai]\. ?(?:M|Br)\.|/(?:M|Br|O)\.)?) ?: "
    rf"(?P<name>(?!pp?\.|{OPENS_SUBTITLE.pattern})(?=[^\W\d_a-z]|(?:les?|la|el|the|de|éditions|mentis|transcript)\b)[^\W\d_](?:[^:;“”\"«»()\x1d]){{1,70}}?)"
    r"(?: \([A-Z]{2,8}\))?(?:; [^\W\d_a-z][^:;\d]{2,40} ?: [^:;“”\"«»()\x1d\d]{2,60}?)?"
    rf"(?P<date>[,;]?\s+\(?(?:{MONTH}\s)?(?P<year>{PRINTED_YEAR})\b\)?|(?=,\s\(?(?:(?:(?:pp?|[Ss]s?|str)\.|ss)\s)?\d)"
    r"|(?=\s\((?:S|pp?|s)\.\s?\d)|(?=[.,]\s(?:pp?\.\s\d|[Cc]h(?:ap)?(?:ters?|s?\.)\s\d|[Cc]aps?\.\s\d|\[))|(?=[\s.]*(?:$|\x1d)))"
)
"""Place and publisher of a book, or two of each, and often the year: `Paris: Seuil, 1991`."""
_SERIES = r"(?:, (?:coll(?:ection|\.)|col\.|colección|coleção|collana) [^,]{2,80})?"
"""The series of a book: `, coll. « Points »`."""
_END = (
    r"(?=[\s.]*(?:$|\x1d|\((?:[Rr]ééd|[Rr]éimpr|1re éd|[Rr]ist|[Rr]eimpr|[Oo]rig)\b)"
    r"|,\s(?:(?:pp?|S|págs?|vols?|t|ch(?:ap)?|cap|ff?)\.\s?[\dIVXLC]|tom[eo] [\dIVXLC]"
    r"|\d+ (?:pp?|vols?|t|ss?|sgg?|ff?)\b))"
)
"""The end of a reference, or the volume, the chapter or the page that it cites."""
_ARTICLE = r"(?:(?:il|l[ae]s?|el|os?) |l['’])?"
"""The article before a publisher: `il Mulino`."""
_NO_PUBLISHER = lazy_regex(r"\d|\. ")
"""A sign of numbers or names before a year in brackets: `New York: Viking. Marcus, G. F. (1995)` has two references."""
_VOLUME = r"(?:Band|Bd\.|Jahrgang|Jg\.|Heft|Vol(?:ume|\.)?|Tom[eo]|Nr\.|No\.) ?\d"
"""The volume of a journal, which is no publisher: `Informatik Spektrum, Band 21, 2021`."""
_IMPRINT_IN_COMMAS = lazy_regex(
    r"(?P<place>[^\W\d_a-z][^\W\d_]{2,}(?:[ -][^\W\d_a-z][^\W\d_]*){0,2}), "
    rf"(?P<name>(?!(?:{STATES}|{COUNTRIES})\b|{MONTH}|{_VOLUME})"
    rf"{_ARTICLE}[^\W\d_a-z][^,:;.“”\"«»()\x1d]{{2,50}}){_SERIES}, "
    rf"(?P<year>{PRINTED_YEAR})(?:[-–/](?:(?:1[89]|20)?\d\d))?{_END}"
)
"""The same as the French write it: `Paris, Hermès, 2011`."""
_OPENS_CITY = lazy_regex(
    r"(?:New|North|South|West|East|San(?:ta|to)?|São|Saint|St\.|Sankt|Los|Las|La|Le|El|Den|The|Fort|Port|Cape|Ann|Notre|Chapel"
    r"|Baton|Palo|Hong|Tel|Bad|Salt|Ciudad|Upper|University|Ho|Kuala) "
)
"""The first word of the name of many cities."""
_CITY_BEFORE_YEAR = r"[^\W\d_a-z][^\W\d_]{2,}(?:[ -][^\W\d_a-z][^\W\d_]+)?(?= (?:1[5-9]|20)\d\d,\spp?\.\s?\d)"
"""Any city before the year and the page that is cited: `Guanda, Modena 1993, p. 103`."""
_PUBLISHER_AND_CITY = lazy_regex(
    r"(?:(?:tr|trad)\. (?:it|fr|esp?|ingl|ted|port)\.,? )?"
    rf"(?:(?P<first>{KNOWN_CITY}(?: am Main| a\. ?M\.)?), "
    rf"(?P<name>(?!(?:{STATES}|{COUNTRIES})\b)[^\W\d_a-z][^,:;.“”\"«»()\x1d]{{2,50}}?)"
    rf"|(?P<publisher>{_ARTICLE}[^\W\d_a-z][^,:;.“”\"«»()\x1d]{{2,50}}), "
    rf"(?P<second>{KNOWN_CITY}(?:[-–/]{KNOWN_CITY}|,? D\. ?F\b)?|{_CITY_BEFORE_YEAR}))"
    r"(?:,\s\d{1,2}(?:[èe]me|[aªe]|\.[ªº]?)?\s[eé]d\.)?"
    rf"(?:,? \(?(?P<year>{PRINTED_YEAR})\)?[¹²³⁴⁵⁶⁷⁸⁹]?)?"
    r"(?=[\s.,]*(?:$|\x1d)|,\s(?:(?:vol|t|Bd)\.\s?[IVX\d]{1,4},\s)?(?:(?:pp?|S)\.\s?)?(?:[IVXLC]{1,8}-)?\d+(?:[-–]\d+)?"
    r"(?:\s(?:pp?|S|Seiten|págs?)\b\.?)?(?:\s\[[^\[\]]{2,60}\])?[\s.]*(?:$|\x1d))"
)
"""Publisher and city in any order, with or without a year, as Italians write them: `Bompiani, Milano 1962`.

Pages and a series may follow: `Paris, Seuil, VI-154 p. [Essais]`.
"""
_IN_BRACKETS = lazy_regex(
    r"[\s,.]*\((?:(?P<edition>\d{1,2})(?:st|nd|rd|th) ed(?:n|ition)?\.?[,;]? )?"
    r"(?:(?P<place>[^\W\d_a-z][^():\d]{2,50}): )?"
    r"(?P<name>[^\W\d_a-z][^():;\d]{1,60}?)(?:,? (?P<year>(?:1[5-9]|20)\d\d))?\)"
)
"""The same in brackets, as historians and lawyers write it: `(Paris: Seuil, 1991)`, `(2nd edn, OUP 1994)`."""
_PUBLISHER_WORD = lazy_regex(r"(?:Press|Verlag|Publish\w+|UP|OUP|CUP|Books|Éditions|Editions|Hart|Routledge|Penguin)\b")
"""A word that the names of publishers contain."""
_NAME = "[^\\W\\d_a-z][a-zà-öø-ɏ]{2,}(?:-[^\\W\\d_a-z][a-zà-öø-ɏ]{2,})?"
_CITY = rf"{_NAME}(?: (?:(?:am|an der|im) {_NAME}|[ai]\. ?(?:M|Br)\.|{_NAME})|/M(?:ain|\.))?"
_CITIES = rf"{_CITY}(?:(?:/ ?| und |, ){_CITY}){{0,3}}(?:,? u\. ?a\.)?"
_RUSSIAN_SUBTITLE = lazy_regex(
    r"(?!(?:Пер|Под|Учеб|Сост|Отв|Ред|Изд|Том|Кн|Вып|Сер|Пред|Вступ|Избр|Моногр|Авто|Сб)[^\W\d_]*)"
    r"[А-ЯЁІЇЄҐ][^.\dA-Za-z]{5,90}\.[\s—–-]*"
)
"""A sentence before the place, which Russians print after a title: `. Короткий двадцатый век. М.: `."""
_BEFORE_PLACE = lazy_regex(r"(?:,|(?<=[^\W\d_]{3})\.| \(|, \() ?(?=[^\W\d_a-z])")
_UNSPACED = lazy_regex(
    r"(?:\s?\([^()]{1,8}[版本]\)|\s?第?[\d一二三四五六七八九十]{1,2} ?版[.,。])?"
    rf"[\s,.、。(]*(?:[{CJK}·、]{{2,20}}[译譯訳]+[,、]\s?)?(?:(?P<place>[{CJK}]{{2,4}}): ?)?"
    rf"(?P<name>[{CJK}]{{1,14}}(?:出版社|出版公司|出版会|出版|书局|書局|书店|書店|书房|書房|印书馆|印書館|新社|新書|文庫|堂|閣)"
    rf"|(?(place)[{CJK}·]{{2,16}}(?=[,、]\s?{PRINTED_YEAR}|[。.\s]*$)|(?!)))"
    rf"[,、・·\s]*(?:(?P<year>{PRINTED_YEAR})\s?年?版?)?\)?(?=[,、。.;]|:\s?[第序]?\d|\s{{0,20}}$)"
)
"""Place, publisher and year as the Chinese and Japanese print them: `,北京:人民出版社,1983年`, `(有斐閣・2020年)`.

After a place, and before a year or at the end, a publisher may have any name.
"""
_PLACE_AND_YEAR = lazy_regex(
    rf"(?:(?P<series>\(=? ?[^()]{{3,100}}\))[.,]?\s+)?(?P<place>{_CITIES})"
    r"(?:(?: [\d²³¹⁴-⁹]{0,2}|\d{1,2} )(?P<year>(?:1[5-9]|20)\d\d)(?:[–-]\d{2,4})?)?"
    r"(?=[\s.,]*(?:$|\x1d)|[\s.]*(?:\([^()]{2,100}\)[\s.]*(?:$|\x1d)|— )|, (?:hier )?[Ss]\. ?\d"
    r"|\)(?:,? (?:[Ss]\. |pp?\. )?\d+(?:[–-]\d+)?)?[\s.]*(?:$|\x1d)|\.? ff?\.)"
)
"""Series, place and year alone, as German historians write them: `Leiden/Boston 2003`; `52011` has the edition, too."""
_PUBLISHER = lazy_regex(
    r"(?P<name>[^\W\d_a-z][\w&.'’-]{0,60}(?: (?:of |and |& |the )?[^\W\d_a-z][\w&'’-]*){0,4})"
    r"(?:,\s+[^\W\d_a-z][^\W\d_]+(?:[ -][^\W\d_a-z][^\W\d_]+)?)?"
    rf"(?:[,;.]?\s+\(?(?P<year>{PRINTED_YEAR})\)?)?[\s.]*(?:$|\x1d)"
)
"""A publisher, often its city, and the year, which end a reference: `Athena Scientific.`."""
_ROMAN_PAGES = lazy_regex(r", [IVXLC]+ ?[–-] ?[IVXLC]+$")
_PAGE_AT_END = lazy_regex(r"(?:19|20)\d\d, (?:p|pp|S|s|str|с)\. ?\d[\d\s,–-]{0,12}\.?\s*$")
"""A page after the year at the end, as footnotes have it."""
_CITED_PAGE = 2.0
"""Score of a known publisher and such a page: `Reader, Title, Seuil, 1991, p. 34`."""
_MAX_SERIES = 100
"""Maximum number of characters of series and edition before place and publisher."""


def at_place(place: str, rest: str, year: int | None) -> Publication:
    """Return the publication at a place that is all that is known; a state after it is that of a publisher of books."""
    if is_city(place):
        return Publication(year=year, place=place)
    publisher = PUBLISHER.search(rest)
    house = plain_text(publisher["name"]) if publisher else ""
    return Publication(year=year, place=place, publisher=house, entry_type="book")


class Imprint(NamedTuple):
    """The imprint of a book."""

    publisher: str
    year: int | None
    start: int
    end: int
    edition: str = ""
    place: str = ""


def _imprint(match: re.Match[str]) -> Imprint:
    """Return the parts of an imprint that a pattern has matched; "" and None for those that it lacks."""
    parts = match.groupdict()
    name = parts.get("name") or parts.get("publisher") or ""
    place = parts.get("place") or parts.get("first") or parts.get("second") or ""
    year = int(parts["year"]) if parts["year"] else None
    if is_city(name.strip(" .,")) and not is_city(place):
        # `Editora Vozes: Petrópolis`
        name, place = place, name
    return Imprint(name.strip(" .,"), year, *match.span(), parts.get("edition") or "", place)


def find_imprint(text: str, start: int, end: int, *, may_lack_publisher: bool) -> Imprint | None:
    """Return the imprint that follows a title, at once or after a series and an edition; None for none.

    Args:
        text: The reference.
        start: The offset after the title.
        end: The offset at which the imprint ends.
        may_lack_publisher: Whether place and year are enough.
    """
    match = _IMPRINT.search(text, start, end)
    is_two = match and "(" in match["date"] and _NO_PUBLISHER.search(match["name"])
    if match and (
        is_two
        or NO_PLACE.search(match["place"])
        or not (match["date"] or may_be_imprint(match["place"], match["name"]))
    ):
        match = None
    match = match or _imprint_in_commas(text, start, end)
    place = None if match else _PLACE_AND_YEAR.match(text, start, end)
    if place and (
        place["series"]
        or (place["year"] and (may_lack_publisher or is_city(place["place"])))
        or (may_lack_publisher and is_city(place["place"]))
    ):
        return _imprint(place)
    if not match or match.start() > start + _MAX_SERIES:
        return None
    return _imprint(match)


def last_place(text: str, start: int) -> Imprint | None:
    """Return the place and the year after a comma or in brackets that end a reference; any place before a cited page.

    Examples:
        >>> last_place("Ann Lee, Die Stadt, Köln 2001", 0).place, last_place("Ann Lee, Die Stadt, Sommer 2001", 0)
        ('Köln', None)
    """
    for before in _BEFORE_PLACE.finditer(text, start):
        place = _PLACE_AND_YEAR.match(text, before.end())
        # any one word is a place before a cited page
        is_cited = place is not None and "," not in place["place"] and text.startswith((", S.", ", s."), place.end())
        if place and place["year"] and (is_cited or is_first_city(place["place"])):
            return _imprint(place)._replace(start=before.start())
    return None


def _imprint_in_commas(text: str, start: int, end: int) -> re.Match[str] | None:
    """Return the place, the publisher and the year between commas; the name of a person or a subtitle is no place."""
    match = _IMPRINT_IN_COMMAS.match(text, start, end)
    if match is None or " " not in match["place"] or is_city(match["place"]) or _OPENS_CITY.match(match["place"]):
        return match
    return None if PUBLISHER.fullmatch(match["name"]) else match


def find_unspaced(text: str, start: int, end: int) -> Imprint | None:
    """Return the imprint that follows a title in Chinese or Japanese; None for none.

    Examples:
        >>> find_unspaced(",北京:人民出版社,1983年。", 0, 16)
        Imprint(publisher='人民出版社', year=1983, start=0, end=15, edition='', place='北京')
    """
    match = _UNSPACED.match(text, start, end)
    return _imprint(match) if match else None


def find_publisher_and_city(text: str, start: int, end: int) -> Imprint | None:
    """Return the imprint of a publisher next to a city of many publishers, which ends a reference; None for none.

    Examples:
        >>> find_publisher_and_city("Guanda, Modena 1993, p. 103", 0, 27).place
        'Modena'
        >>> find_publisher_and_city("Bompiani, Milano 1962.", 0, 22)
        Imprint(publisher='Bompiani', year=1962, start=0, end=21, edition='', place='Milano')
    """
    match = _PUBLISHER_AND_CITY.match(text, start, end)
    # `Berlin, New York 2003` has two places
    return _imprint(match) if match and not is_city(match["name"] or match["publisher"]) else None


def find_in_brackets(text: str, start: int, end: int) -> Imprint | None:
    """Return the imprint in brackets that follows a title; None for other words, such as a venue and its year.

    Examples:
        >>> find_in_brackets(" (2nd edn, OUP 1994) 12", 0, 23)
        Imprint(publisher='OUP', year=1994, start=0, end=20, edition='2', place='')
        >>> find_in_brackets(" (NeurIPS, 2017)", 0, 16), find_in_brackets(" (Bonus: Notes of Lee)", 0, 22)
        (None, None)
    """
    match = _IN_BRACKETS.match(text, start, end)
    is_imprint = match and (
        (match["place"] and (match["year"] or is_city(match["place"])))
        or match["edition"]
        or _PUBLISHER_WORD.search(match["name"])
    )
    return _imprint(match) if match and is_imprint else None


def find_chapter_imprint(text: str, start: int, end: int) -> Imprint | None:
    """Return the imprint of the book of a chapter, which may be after its pages; None for none."""
    match = _IMPRINT.search(text, start, end)
    if not match:
        return None
    return _imprint(match)._replace(publisher=_ROMAN_PAGES.sub("", match["name"]).strip(" .,"), year=None)


def find_publisher(text: str, start: int, end: int) -> Imprint | None:
    """Return the publisher that follows the edition of a book and ends the reference; None for other words."""
    match = _PUBLISHER.match(text, start, end)
    return _imprint(match)._replace(end=match.end("name")) if match and not is_city(match["name"]) else None


def as_book(
    imprint: Imprint, before: PublicationOpening, series: str = "", *, has_subtitles: bool = False
) -> Publication:
    """Return the publication of a book.

    Args:
        imprint: Its imprint.
        before: The edition, the year and the volume before the imprint.
        series: The words between title and imprint.
        has_subtitles: Whether such words are a subtitle unless they have a number, as in Germany.
    """
    # without a year after the publisher, the date is before the title, and such a style prints no series
    # `Title. Subtitle, Place: Publisher 1992` has no point before the place, as a series has
    has_subtitles |= series.rstrip().endswith(",") or _RUSSIAN_SUBTITLE.fullmatch(series) is not None
    has_series = imprint.year and not (has_subtitles and series[:1].isalpha() and not any(map(str.isdigit, series)))
    unexplained = 0 if has_series else sum(word[:1].isalpha() for word in series.split())
    return Publication(
        publisher=plain_text(imprint.publisher),
        place=imprint.place.strip(" []"),
        year=imprint.year or before.year,
        edition=before.edition or imprint.edition,
        volume=before.volume,
        entry_type="book",
        has_imprint=True,
        end=imprint.end,
        unexplained=unexplained,
    )


def with_journal(published: Publication, identifiers: Iterable[Identifier]) -> Publication:
    """Return a publication whose unknown publisher is a journal, as the DOI of the paper is not that of a book."""
    dois = [i.value for i in identifiers if i.scheme == "doi"]
    # any word may be a place, but none of them is shortened: `Cell Metab 2021`
    name = published.publisher or (published.place if is_shortened_journal(published.place) else "")
    is_guess = published.entry_type == "book" and not ((published.publisher and published.place) or published.edition)
    if not (is_guess and name and dois) or any("978" in doi for doi in dois):
        return published
    if is_publisher(name) or are_places(name):
        return published
    return replace(published, venue=name, publisher="", place="", entry_type="article")


def without_cited_page(text: str, published: Publication) -> tuple[Publication, float]:
    """Return a publication without the page that a footnote cites after a known publisher, and the score of that."""
    if published.publisher and _PAGE_AT_END.search(text) and is_publisher(published.publisher):
        # a chapter has pages of its own
        return published if published.venue else replace(published, pages=""), _CITED_PAGE
    return published, 0.0
