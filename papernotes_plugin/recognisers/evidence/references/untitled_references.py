"""Read references without a title, as physicists write them: `Lee, A., Ray, B., Phys. Rev. E 78, 011123 (2008)`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from papernotes_plugin import venues
from papernotes_plugin.people import OTHERS
from papernotes_plugin.recognisers.evidence.authors import authorship
from papernotes_plugin.recognisers.evidence.references.author_lists import author_lists
from papernotes_plugin.recognisers.evidence.references.publication_numbers import MONTH, find_numbers, find_year
from papernotes_plugin.recognisers.evidence.references.venue_names import is_abbreviation
from papernotes_plugin.recognisers.evidence.structure.note_structure import IndexedInline
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import ANY_YEAR
from papernotes_plugin.vocabulary.model import Evidence, Field, InlineKind

_MAX_LENGTH = 300
_NUMBERS = lazy_regex(
    r"[\s,.;:(]{0,20}+(?:\b(?:vol|no|nr|pp?|pages?|art|article|issue)\b\.?\s?)?[A-Z]?\d"
    rf"(?>(?:[\s\d,.;:()–—-]|\b(?i:vol|no|nr|pp?|pages?|art|article|issue|suppl|pt|L|R)\b\.?|{MONTH}|\b(?:[SEe]|adv)(?=\d)){{0,300}})$"
)
"""Nothing but numbers, and the words before them, up to the end."""
_OPENING = lazy_regex(r"\d{1,3}[.)]?\s+(?=[A-Z]\.)")
"""The number of a reference before initials."""
_NUMBER = lazy_regex(r"\d+")
_MIN_NUMBERS = 2
"""Numbers after a journal: the volume, and the page or the year."""
_MAX_WORDS = 6
"""Words of a journal after names with initials without points."""
_SEPARATOR = lazy_regex(r"\s?[,:]\s+(?!(?:and|&)\s)|(?<=[A-Z])\.\s+(?=[A-Z][a-z ]|npj )|(?<=\bal)\.\s+")
_PERSON = lazy_regex(r"\b[A-Z]\.|\bet al\b")
_GLUED = lazy_regex(r"[A-Z]{1,3}(?:, et al)?\. ")
"""Initials without points before the name of a journal."""
_ABBREVIATION = lazy_regex(r"[^\W\d_]{3}\.")
"""A shortened word, which no name of a person contains: `Phys.`"""
_WORD = r"(?:npj|[A-Z][\w&/'’-]*\.?|and|of|the|in|its|on|for|für|der|de|des|la|et|und)"
_JOURNAL = lazy_regex(rf"{_WORD}(?:(?:(?<=[.A-Z]),|:)? {_WORD}){{0,9}}")
"""Words with capitals; a comma is after a shortened word only: `J. R. Stat. Soc., Ser. B`."""
_IDENTIFIER = lazy_regex(r"(?<=\d) \((?:PMID|DOI|doi)[:\s][^()\n]{4,60}\)\.?$")
"""An identifier in brackets after a year."""
_SOCIETY = lazy_regex(r"[A-Z]{3,} J")
"""A society or a name in capitals before `J.`, which is that of its journal: `SIAM J. Comput.`"""
_SENTENCE_END = lazy_regex(r"(?:\b[A-Z][\w-]{3,} (?>(?:(?:and|of|the|in|its|on|for) )*)){2}[\w-]+\. ")
"""Three whole words with capitals, the end of a title before the name of a journal."""


@lru_cache(maxsize=1 << 10)
def read(words: str) -> Evidence | None:
    """Return authors, venue, year and numbers of a text that is a reference without a title; None for other texts.

    Examples:
        >>> read("J. Mehl, T. Speck, and U. Seifert, Phys. Rev. E 78, 011123 (2008)").authors
        ('J. Mehl', 'T. Speck', 'U. Seifert')
        >>> read("J. Kurchan, Chaotic Hypothesis and the Zero-Noise Limit. J Stat Phys 128, 1307–1320 (2007)")
    """
    words = _OPENING.sub("", words.strip(" .[]"))
    if len(words) > _MAX_LENGTH or not (_PERSON.search(words) or _GLUED.search(words)):
        return None
    numbers = _NUMBERS.search(words)
    if not numbers:
        return None
    for separator in reversed(list(_SEPARATOR.finditer(words, 0, numbers.start()))):
        names, journal = words[: separator.start()], words[separator.end() : numbers.start()].strip(" ,.:(")
        journal = journal.removeprefix("in ")
        if not _JOURNAL.fullmatch(journal) or _SENTENCE_END.search(journal) or _SOCIETY.fullmatch(names):
            continue
        glued = _glued(names)
        if glued and not _has_sentence(journal):
            return _evidence(glued, journal, numbers[0])
        if not glued and _are_people(names):
            return _evidence(authorship.split_authors(names), journal, numbers[0])
    return None


def journal_and_year(words: str) -> Evidence | None:
    """Return venue and year of a text that is the shortened name of a journal with a year; None for other texts.

    Examples:
        >>> journal_and_year("Hum Reprod 2018").venue, journal_and_year("Deep Learning 2018")
        ('Hum Reprod', None)
    """
    journal, _, year = words.rpartition(" ")
    if not ANY_YEAR.fullmatch(year):
        return None
    is_shortened = " " in journal and all(map(is_abbreviation, journal.split()))
    return Evidence(venue=journal, year=find_year("", year)) if is_shortened else None


def has_untitled(inlines: Iterable[IndexedInline], words: str) -> bool:
    """Return whether a text, or one of its links, is a reference without a title."""
    return read(_IDENTIFIER.sub("", words)) is not None or any(
        inline.kind is InlineKind.LINK and read(inline.text) is not None for _, inline in inlines
    )


def _are_people(names: str) -> bool:
    """Return whether words are names, each with its initials."""
    if not authorship.looks_like_authors(names) or _ABBREVIATION.search(names.replace("et al.", "et al")):
        return False
    people = authorship.split_authors(names)
    if OTHERS in people:
        # a title may follow: `Lee et al., “Title”, Journal`
        return names.rstrip(" .,").endswith("et al")
    return all(_PERSON.search(name.rpartition(", ")[2]) for name in people)


def _glued(names: str) -> tuple[str, ...]:
    """Return names that all have initials without points: `Lee AB, Ray C`; () for other words."""
    if not names[-1:].isupper() and not names.endswith("al"):
        return ()
    listed = next((listed for listed in author_lists(names, 0) if listed.form == "glued"), None)
    if listed is None or listed.end != len(names):
        return ()
    return listed.names + ((OTHERS,) if listed.has_more else ())


def _has_sentence(journal: str) -> bool:
    """Return whether a title is before the name of a journal, with a point after a word: `Deep Learning. Nature`."""
    words = journal.split()
    return len(words) > _MAX_WORDS or any(word.endswith(".") and not is_abbreviation(word[:-1]) for word in words)


def _evidence(names: tuple[str, ...], journal: str, rest: str) -> Evidence | None:
    """Return the facts of a reference without a title; None if its numbers and its journal are too few to be sure."""
    numbers, year = find_numbers(rest), find_year("", rest)
    has_numbers = numbers.volume and len(_NUMBER.findall(rest)) >= _MIN_NUMBERS
    if not has_numbers and not journal_and_year(f"{journal} {year}"):
        return None
    details = (("Volume", numbers.volume), ("Number", numbers.issue), ("Pages", numbers.pages))
    return Evidence(
        authors=names,
        year=year,
        venue=venues.parse_venue(journal)[0] or journal,
        fields=tuple(Field(label, value) for label, value in details if value),
        entry_type="article",
    )
