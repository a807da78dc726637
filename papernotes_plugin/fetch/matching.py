"""Decide whether a record of a service is about a paper: a fact, or only a proposal for a person.

By identifier, the title that comes back is compared with what the notes say.  By title, the titles must be equal apart
from case, punctuation and accents, must have four words, and nothing else may contradict.  Everything else is a
proposal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from papernotes_plugin.entries.recurring_titles import is_recurring
from papernotes_plugin.entries.work_comparison import are_titles_similar, numbers_in
from papernotes_plugin.entries.work_facts import family_name
from papernotes_plugin.fetch.records import Record, Status
from papernotes_plugin.fetch.wanted_papers import WantedPaper
from papernotes_plugin.people import parse_people
from papernotes_plugin.text import comparison_key, count_words, plain_text, similarity
from papernotes_plugin.text.comparison import is_cut_off

_MIN_WORDS = 4
_SAME_TITLE = 85
"""Similarity, in percent, from which two titles of one identifier are versions of one title."""
_REVISED_TITLE = 55
"""The same if the authors agree."""
_PREPRINT_YEARS = 3
"""Years by which a preprint can be older than its publication."""


class Verdict(NamedTuple):
    """The decision on a record: a fact or not, with the reason."""

    is_fact: bool
    reason: str


def judge_identified(paper: WantedPaper, record: Record) -> Verdict:
    """Return whether a record with an identifier of a paper is about that paper."""
    if not record.title:
        return Verdict(False, "the answer has no title")
    authors = _authors_agree(paper, record)
    if paper.title:
        own, other = comparison_key(paper.title), comparison_key(record.title)
        is_start = is_cut_off(paper.title) and other.startswith(own)
        if not is_start and not _are_versions(own, other, authors):
            return Verdict(False, f"the notes call it '{paper.title}', the service '{record.title}'")
    if paper.authors and not authors:
        return Verdict(False, "the authors in the notes are others")
    if not paper.authors and paper.key_authors and not authors and not paper.title:
        return Verdict(False, f"the citekey implies the author '{paper.key_authors[0]}'")
    year = paper.year or paper.key_year
    if year and record.year and not _years_fit(year, record):
        return Verdict(False, f"its year is {record.year}, not {year}")
    return Verdict(True, "the identifier, and nothing contradicts it")


def _are_versions(own: str, other: str, authors: bool) -> bool:
    """Return whether two titles of one identifier can be versions of one title, or one is a short name of the other."""
    if own == other or (len(own.split()) > 2 and f" {own} " in f" {other} "):
        return True
    if numbers_in(own) != numbers_in(other) and len(own.split()) > 2:
        return False
    words = set(own.split())
    if len(words) <= 3:
        # the notes may use a short name
        return words <= set(other.split()) or authors
    if are_titles_similar(own, other, _SAME_TITLE):
        return True
    return authors and similarity(own, other) >= _REVISED_TITLE


def _years_fit(year: int, record: Record) -> bool:
    """Return whether a year in the notes can be that of a record, or of the publication of its preprint."""
    assert record.year is not None
    if record.status is Status.PUBLISHED:
        return -_PREPRINT_YEARS <= year - record.year <= 1 if record.kind == "article" else abs(year - record.year) <= 1
    return -1 <= year - record.year <= _PREPRINT_YEARS


def judge_titled(paper: WantedPaper, record: Record, records: Sequence[Record]) -> Verdict:
    """Return whether a record that was found by title is about a paper.

    Args:
        paper: The paper.
        record: The record.
        records: All records in the answer.
    """
    if reason := _against_title(paper, record):
        return Verdict(False, reason)
    others = [one for one in records if one is not record and not _against_title(paper, one)]
    if any(not _is_one_work(record, other) for other in others):
        return Verdict(False, "another paper fits as well")
    return Verdict(True, "an equal title" + (" and the authors" if _names_of(paper) else ""))


def _names_of(paper: WantedPaper) -> tuple[str, ...]:
    return paper.authors or paper.key_authors


def _against_title(paper: WantedPaper, record: Record) -> str:
    """Return what speaks against a record that was found by title; "" if nothing does."""
    own, other = comparison_key(plain_text(paper.title)), comparison_key(plain_text(record.title))
    if own.replace(" ", "") != other.replace(" ", "") or numbers_in(own) != numbers_in(other):
        return f"its title is '{record.title}'"
    if count_words(paper.title) < _MIN_WORDS:
        return "a title of fewer than four words is not enough"
    if is_recurring(own):
        return "many works have such a title"
    if _names_of(paper) and record.authors and not _authors_agree(paper, record):
        return "its authors are others"
    year = paper.year or paper.key_year
    if year and record.year and abs(year - record.year) > 1:
        return f"its year is {record.year}, not {year}"
    venue = paper.venue or paper.key_venue
    if venue and record.venue and record.status is Status.PUBLISHED and venue != record.venue:
        return f"its venue is {record.venue}, not {venue}"
    if record.status is Status.NOT_ACCEPTED:
        return "it was not accepted there"
    return "" if record.authors else "it has no authors"


def _is_one_work(one: Record, other: Record) -> bool:
    """Return whether two records with one title are one work: a preprint and its publication, or two copies."""
    if _families(one.authors)[:1] != _families(other.authors)[:1]:
        return False
    if set(one.identifiers) & set(other.identifiers):
        return True
    published = [record for record in (one, other) if record.status is Status.PUBLISHED]
    if len(published) == 2:
        return (one.venue, one.year) == (other.venue, other.year)
    return bool(published) or one.status is other.status is Status.PREPRINT


def is_same_title_and_author(one: Record, other: Record) -> bool:
    """Return whether two records have an equal title of four words and the same first author."""
    own, title = comparison_key(one.title), comparison_key(other.title)
    if own != title or count_words(one.title) < _MIN_WORDS or is_recurring(own):
        return False
    first, second = _families(one.authors), _families(other.authors)
    return bool(first and second) and first[0] == second[0] and _years_near(one, other)


def _years_near(preprint: Record, published: Record) -> bool:
    if preprint.year is None or published.year is None:
        return False
    return 0 <= published.year - preprint.year <= _PREPRINT_YEARS


# --- names ----------------------------------------------------------------------------------------


def _families(names: Iterable[str]) -> list[str]:
    persons, _ = parse_people([name.strip("{}") for name in names])
    return [family_name(person.family) for person in persons]


def _letters(name: str) -> str:
    return comparison_key(name).replace(" ", "")


def _authors_agree(paper: WantedPaper, record: Record) -> bool:
    """Return whether the first authors are one, or two family names are shared.

    Without authors in the notes, that of the citekey must be an author of the record.
    """
    if paper.authors:
        own, theirs = _families(paper.authors), _families(record.authors)
        return bool(own and theirs) and (own[0] == theirs[0] or len(set(own) & set(theirs)) > 1)
    return bool(paper.key_authors) and _is_key_author(paper.key_authors[0], record.authors)


def _is_key_author(written: str, authors: Sequence[str]) -> bool:
    """Return whether the author in a citekey, where names are run together, is the first author of a record.

    Another author of the record is so only by full name.
    """
    key = _letters(written)
    persons, _ = parse_people([name.strip("{}") for name in authors])
    if any(key in (_letters(person.natural), _letters(person.inverted)) for person in persons):
        return True
    if not persons:
        return False
    first = persons[0]
    surname, family = _letters(first.surname), _letters(first.family)
    if key in (surname, family, family_name(first.family)):
        return True
    # `Ada Byron Lovelace` for `Lovelace, Ada B.`
    given = _letters(first.given)
    return key.endswith(family) and bool(given) and key[0] == given[0]
