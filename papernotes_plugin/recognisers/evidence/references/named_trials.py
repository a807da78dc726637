"""Read trials by their name in capitals before a journal: `**DAPA-HF** — McMurray et al, NEJM 2019;381:1995`."""

from __future__ import annotations

from papernotes_plugin import venues
from papernotes_plugin.recognisers.evidence.references.author_lists import AuthorList
from papernotes_plugin.recognisers.evidence.references.guidelines import JOURNAL
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.references.reference_reader import CERTAIN, Reference
from papernotes_plugin.recognisers.evidence.references.textbooks import written_name
from papernotes_plugin.recognisers.evidence.references.title_ends import TitleReading
from papernotes_plugin.recognisers.evidence.references.venue_names import is_journal
from papernotes_plugin.text.lazy_regex import lazy_regex

_WORD = r"(?:[A-Z\d][A-Za-z\d*]*|[IVX]{1,3})(?:-[A-Za-z\d]+){0,3}"
_NAME = rf"(?P<name>{_WORD}(?:\s{_WORD}){{0,3}})"
_FAMILY = (
    r"(?:(?:van|von|de|der|den|di|da|la|le)\s){0,2}[^\W\d_a-z][^\W\d_]*(?:['’-][^\W\d_]+)*"
    r"(?:,?\s[A-Z]{1,3}(?![^\W\d_]))?"
)
_AUTHORS = (
    rf"(?:(?P<authors>{_FAMILY}(?:(?:,\s|\s(?:&|and|e|y|et|und)\s){_FAMILY}){{0,3}})"
    r"(?P<more>,?\set\sal\b\.?)?[,.;:]?\s)?"
)
_YEAR = (
    r"(?P<year>(?:19|20)\d\d)"
    r"(?:\s?[;,]\s?(?P<volume>\d{1,4})(?:\s?\(\d{1,3}\))?(?:\s?:\s?(?P<page>[A-Za-z]?\d+(?:\s?[–-]\s?\d+)?))?)?"
)
_OPENING = rf"[\s*_>•·–—-]*+(?:\(?\d{{1,3}}[.)]\s+)?[*_]*{_NAME}"
_SOURCE = rf"{_AUTHORS}{JOURNAL},?\s{_YEAR}"
_END = r"(?=[\s.]*$|:\s|\s[–—-])"
"""The end of a text, or a mark before a remark."""
_TRIALS = (
    lazy_regex(rf"{_OPENING}\s\({_SOURCE}\){_END}"),
    lazy_regex(rf"{_OPENING}(?::|\s[–—-]|,)\s{_SOURCE}{_END}"),
)
"""A name, the first author, a journal and the year, in brackets or after a mark, and perhaps a remark after a mark."""
_SEPARATOR = lazy_regex(r",\s(?![A-Z]{1,3}\b)|\s(?:&|and|e|y|et|und)\s")
"""The words and marks between two names."""
_MEDICAL = lazy_regex(
    r"(?:The )?(?:Lancet|JAMA)(?: [A-Z][a-z]+){0,2}|BMJ|JACC|Circulation|Chest|Gut|Stroke|Blood|EHJ|AJRCCM|CID|JCO"
)
"""Journals of medicine with the names of other things, which count after the name of a trial."""
_CAPITALS = lazy_regex(r"[A-Z][a-z]{0,2}[A-Z]|\d[A-Z]")
"""A part of the name of a trial: `PARADIGM`, `ProCESS`, `4S`."""
_PERSON = lazy_regex(r"[^\W\d_A-Z] [A-Z]{1,3}$")
"""A family name and initials at the end of words: `Marshall BJ`."""
_NUMERAL = lazy_regex(r"[IVX]$")
"""The number of a trial: `Euro-EWING II`."""


def read(text: str) -> tuple[Reference, bool] | None:
    """Return the trial that a text names at its beginning, and whether it is certain; None for other texts.

    A trial is certain if the journal has volume and page.

    Examples:
        >>> trial, is_certain = read("DAPA-HF — McMurray et al, NEJM 2019;381:1995")
        >>> trial.title.words, trial.all_authors, trial.year, trial.publication.volume, is_certain
        ('DAPA-HF', ('McMurray', 'et al.'), 2019, '381', True)
        >>> read("SARS (WHO, 2003): outbreak")
    """
    match = next(filter(None, (trial.match(text) for trial in _TRIALS)), None)
    name = match["name"] if match else ""
    if not match or not _CAPITALS.search(name) or venues.parse_venue(name)[0]:
        return None
    if _PERSON.search(name) and not (_NUMERAL.search(name) and text[match.end("name")] != ","):
        # authors before a journal, without the title
        return None
    journal, volume, pages = match["journal"].rstrip("."), match["volume"] or "", match["page"] or ""
    acronym = venues.parse_venue(journal)[0]
    if not (venues.may_be_journal(acronym) if acronym else is_journal(journal) or _MEDICAL.fullmatch(journal)):
        return None
    parts = _SEPARATOR.split(match["authors"] or "")
    names = tuple(written_name(part.strip()) for part in parts if part)
    published = Publication(
        venue=acronym or journal,
        year=int(match["year"]),
        volume=volume,
        pages=pages.replace("-", "–"),
        entry_type="article",
        is_known=bool(acronym),
        is_event=True,
        end=match.end(),
    )
    title = TitleReading(name, match.start("name"), match.end("name"), points=0)
    authors = AuthorList(names, match.end("name"), "surname", has_more=match["more"] is not None)
    return Reference(title, authors, published.year, published, CERTAIN, is_dated=False), bool(volume and pages)
