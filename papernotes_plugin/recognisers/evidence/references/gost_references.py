"""Read references in the style GOST 7.1 with Latin names, as Google Scholar copies them.

Examples are `Lee A. B. Title //Journal. – 2019. – Т. 116. – №. 10. – С. 4–9.` and `Lee A. Title. – MIT press, 2016.`
"""

from __future__ import annotations

import re

from papernotes_plugin import venues
from papernotes_plugin.recognisers.evidence.references.author_lists import AuthorList
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.references.reference_reader import Reference
from papernotes_plugin.recognisers.evidence.references.reference_text import ReferenceText
from papernotes_plugin.recognisers.evidence.references.title_ends import TitleReading
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.text.lazy_regex import lazy_regex

_PARTICLES = r"(?:(?:[Vv]an|[Vv]on|[Dd]e|[Dd]er|[Dd]en|[Dd]el|[Dd]i|[Dd]a|[Ll]a|[Ll]e|[Tt]er) ){0,2}"
_FAMILY = r"[A-ZÀ-Þ][^\W\d_]*(?:[’'-][^\W\d_]+)*(?: [A-ZÀ-Þ][^\W\d_]+(?:-[^\W\d_]+)?)?"
_NAME = rf"{_PARTICLES}{_FAMILY} (?:[A-ZÀ-Þ]\.(?:-[A-ZÀ-Þ]\.)? ?){{1,3}}"
_DASH = r"\. [–—] "
_REFERENCE = lazy_regex(
    r"[\s*•–—-]*+(?:\(?\d{1,3}[.)]\s+|\[\d{1,3}\]\s*)?"
    rf"(?P<names>(?:(?>{_NAME}(?=, )), ){{0,30}}{_NAME})(?P<more>,? ?et al\. ?)?"
    rf"(?P<title>[^\s/][^/\n]{{5,300}}?)"
    rf"(?:\s?//\s?(?P<venue>[^\n]{{3,200}}?){_DASH}|{_DASH}(?:(?P<publisher>[^\W\d_][^\n\d:]{{1,80}}?), )?)"
    r"(?P<year>(?:1[89]|20)\d\d)(?=[.\s\x1d]|$)(?P<rest>(?:\.?\s?[–—] (?:[^\n–—]|(?<=\d)–(?=\d)){1,40})*)\.?"
)
_NUMBER_AND_PAGES = lazy_regex(r" \((?:No|№)\.? [^()]{1,40}\)$")
"""The number of a report in brackets after a title: ` (No. w25018; p. w25018)`."""
_VOLUME = lazy_regex(r"[–—] (?:Т|Vol)\. ?(?P<number>[\w-]{1,12})")
_ISSUE = lazy_regex(r"[–—] (?:№|No)\.? ?(?P<number>[\w-]{1,12})")
_PAGES = lazy_regex(r"[–—] (?:[СCS]|[Pp]p?)\. ?(?P<number>[\w–-]{1,20})")
_MIN_TITLE = 2
_SCORE = 8.0


def read(reference: ReferenceText) -> Reference | None:
    """Return the reference that a text is in this style; None for others.

    Examples:
        >>> from papernotes_plugin.recognisers.evidence.references.reference_text import plain_reference
        >>> words = "Lee A. B. Maps: a survey //Journal of Maps. – 2004. – Т. 2. – №. 3. – С. 4-9."
        >>> printed = read(plain_reference(words))
        >>> printed.title.words, printed.authors.names, printed.publication.venue, printed.publication.pages
        ('Maps: a survey', ('Lee, A. B.',), 'Journal of Maps', '4-9')
        >>> printed = read(plain_reference("Lee A., Ray B. Maps of the World. – Chapman and Hall/CRC, 2016."))
        >>> printed.title.words, printed.year, printed.publication.publisher
        ('Maps of the World', 2016, 'Chapman and Hall/CRC')
    """
    match = _REFERENCE.match(reference.text) if " – " in reference.text or " — " in reference.text else None
    title = _NUMBER_AND_PAGES.sub("", match["title"].strip(" .,")) if match else ""
    if not match or count_words(title) < _MIN_TITLE or not title[0].isupper():
        return None
    names = tuple(_name(part) for part in match["names"].split(", "))
    year, end = int(match["year"]), match.end()
    start = match.start("title")
    reading = TitleReading(title, start, start + len(title), points=0)
    authors = AuthorList(names, start, "glued", has_more=match["more"] is not None)
    return Reference(reading, authors, year, _publication(match, end), _SCORE, is_dated=False)


def _publication(match: re.Match[str], end: int) -> Publication:
    """Return the journal or book series with its numbers, or the publisher."""
    if match["publisher"]:
        return Publication(publisher=match["publisher"].strip(), year=int(match["year"]), entry_type="book", end=end)
    venue = (match["venue"] or "").strip(" .")
    acronym, _, track = venues.parse_venue(venue) if venue else ("", None, "")
    numbers = [pattern.search(match["rest"]) for pattern in (_VOLUME, _ISSUE, _PAGES)]
    volume, issue, pages = (number["number"] if number else "" for number in numbers)
    return Publication(
        acronym or venue, int(match["year"]), track, volume, issue, pages, is_known=bool(acronym), end=end
    )


def _name(words: str) -> str:
    """Return a name with a comma between the family name and the initials."""
    initials = re.search(r" (?=(?:[A-ZÀ-Þ]\.(?:-[A-ZÀ-Þ]\.)? ?){1,3}$)", words.strip())
    return f"{words[: initials.start()].strip()}, {words[initials.end() :].strip()}" if initials else words.strip()
