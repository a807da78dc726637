"""Compare the facts of two places: whether both describe one work."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache

from papernotes_plugin import identifiers
from papernotes_plugin.entries.recurring_titles import is_recurring, part_numbers
from papernotes_plugin.entries.work_facts import ROMAN, WorkFacts
from papernotes_plugin.text import similarity
from papernotes_plugin.vocabulary.model import Evidence

_VENUE_NOISE_TABLE = """
    the a an of on in for and de la le les des du der die das den und el y e di del della et proceedings proc annual
    international intl conference conf th st nd rd
"""
_VENUE_NOISE = frozenset(_VENUE_NOISE_TABLE.split())
"""Words that do not distinguish venues."""
_SIMILAR_TITLE = 60
"""Similarity, in percent, below which the titles of a mention and of another place contradict each other."""
_NEAR_TITLE = 85
"""The same for two entries, which give the title in full."""
_OF_BOOKS = ("volume", "edition", "number of pages")
"""Facts in which two books of one ISBN may contradict each other."""
_DISTINCTIVE_WORDS = 4
"""Number of words from which an equal title alone merges two clusters."""
_DISTINCTIVE_LETTERS = 8
"""The same in letters, for scripts without spaces between words."""
_SIMILAR_EXTENT = 0.95
"""Share of the pages of a book that another printing of it has at least."""


class Judgement(StrEnum):
    """The result of comparing two places: whether they describe one work."""

    SAME = "same"
    DOUBTFUL = "doubtful"
    DIFFERENT = "different"


def compare_by_title(one: WorkFacts, other: WorkFacts) -> tuple[Judgement, str]:
    """Return whether two places with one title describe one work, and the name of the fact that speaks against it.

    A mention in a note may give any part of the facts, and the year of the preprint.  An entry describes a work in
    full.  Two entries of different years are one work only if one is the preprint of the other.
    """
    if do_authors_contradict(one.authors, other.authors):
        return Judgement.DIFFERENT, "authors"
    if are_preprint_and_publication(one, other):
        return Judgement.SAME, ""
    contradictions = list(find_contradictions(one, other))
    years = do_years_contradict(one, other)
    if not (one.is_entry and other.is_entry):
        is_veto = years and bool(contradictions) and not (one.is_preprint or other.is_preprint)
        return (Judgement.DIFFERENT, "year") if is_veto else (Judgement.SAME, "")
    if years or len(contradictions) > 1:
        return (Judgement.DIFFERENT if contradictions else Judgement.DOUBTFUL), "year" if years else contradictions[0]
    # two issues of a journal may have a page of the same number, and one issue two texts of one title
    is_other_place = bool({"volume", "number", "pages"} & {*contradictions})
    if contradictions and (is_other_place or not has_common_place(one, other)):
        return Judgement.DOUBTFUL, contradictions[0]
    if one.authors and other.authors and not do_authors_agree(one.authors, other.authors):
        return Judgement.DOUBTFUL, "authors"
    return (Judgement.SAME, "") if has_common_place(one, other) else _compare_without_place(one, other)


def _compare_without_place(one: WorkFacts, other: WorkFacts) -> tuple[Judgement, str]:
    """Return whether two entries with one title are one work if they have neither a page nor an issue in common."""
    if one.authors and other.authors and one.authors[0] != other.authors[0] and {*one.authors} != {*other.authors}:
        return Judgement.DOUBTFUL, "first author"
    if _given_names_differ(one, other):
        return Judgement.DOUBTFUL, "given name of the author"
    if one.edition != other.edition and not (one.type or other.type):
        return Judgement.DOUBTFUL, "edition"  # versions of a program
    has_same_facts = bool(one.authors) == bool(other.authors) and bool(one.year) == bool(other.year)
    is_one_venue = bool(one.venue) and one.venue == other.venue
    is_clear = has_same_facts or is_one_venue or (is_distinctive(one.title) and is_distinctive(other.title))
    return (Judgement.SAME, "") if is_clear else (Judgement.DOUBTFUL, "")


def compare_by_key(one: WorkFacts, other: WorkFacts) -> tuple[Judgement, str]:
    """Return whether two entries with one citekey describe one work, and the fact that speaks against it."""
    if not are_titles_similar(one.title, other.title, _NEAR_TITLE):
        return Judgement.DIFFERENT, "title"
    judgement, against = compare_by_title(one, other)
    if is_recurring(one.title):
        is_same = judgement is Judgement.SAME and one.year is not None and one.year == other.year
        return (Judgement.SAME, "") if is_same else (Judgement.DIFFERENT, against)
    is_same = judgement is not Judgement.DIFFERENT and not (against and do_years_contradict(one, other))
    return (Judgement.SAME, "") if is_same else (judgement, against)


def is_same_paper(one: tuple[Evidence, WorkFacts], other: tuple[Evidence, WorkFacts]) -> bool:
    """Return whether two entries of one citekey are one paper, given their evidence and their facts.

    They are if nothing contradicts the citekey, or if they share an identifier and nothing contradicts that.
    """
    first, second = one[0].identifiers, other[0].identifiers
    shared = sorted({*first} & {*second} - {i for i in first if identifiers.is_placeholder(i)})
    if shared:
        return any(compare_by_identifier(one[1], other[1], i.scheme)[0] is Judgement.SAME for i in shared)
    schemes = {i.scheme for i in first if identifiers.SCHEMES[i.scheme].exclusive}
    if any(i.scheme in schemes for i in second) or not (one[1].title and other[1].title):
        return False
    return compare_by_key(one[1], other[1])[0] is Judgement.SAME


def compare_by_identifier(one: WorkFacts, other: WorkFacts, scheme: str) -> tuple[Judgement, str]:
    """Return whether two places with one identifier describe one work, and the fact that speaks against it.

    An ISBN and a DOI of a book are also in the entries of its chapters, which are other works.
    """
    titles_agree = are_titles_similar(one.title, other.title, _NEAR_TITLE)
    authors_contradict = do_authors_contradict(one.authors, other.authors)
    if not (one.is_entry and other.is_entry):
        if are_titles_similar(one.title, other.title, _SIMILAR_TITLE):
            return Judgement.SAME, ""
        if authors_contradict:
            return Judgement.DIFFERENT, "title and authors"
        return (
            (Judgement.DIFFERENT, "title and year")
            if _have_other_years_and_titles(one, other)
            else (Judgement.SAME, "")
        )
    if {one.type, other.type} == {"part", "book"}:
        is_one = one.title == other.title and do_authors_agree(one.authors, other.authors)
        return (Judgement.SAME, "") if is_one else (Judgement.DIFFERENT, "")
    is_host = one.type == other.type == "part" and _is_same_venue(one.venue, other.venue)
    if is_host and one.pages != other.pages and one.pages and other.pages and one.title != other.title:
        return Judgement.DIFFERENT, ""
    if authors_contradict and (not titles_agree or is_recurring(one.title)):
        return Judgement.DIFFERENT, "" if is_host else "title and authors"
    years = do_years_contradict(one, other)
    if scheme == "isbn":
        against = [name for name in find_contradictions(one, other) if name in _OF_BOOKS]
        against += ["year"] * years + ["title"] * (not titles_agree)
        return (Judgement.DOUBTFUL, against[0]) if against else (Judgement.SAME, "")
    if titles_agree:
        return (Judgement.DIFFERENT, "title") if _is_other_version(one, other) else (Judgement.SAME, "")
    if similarity(one.title, other.title) >= _NEAR_TITLE:
        return Judgement.DOUBTFUL, "title"  # versions or parts, which differ in a number
    if are_preprint_and_publication(one, other):
        return Judgement.SAME, ""
    is_renamed = bool(one.pages) and one.pages == other.pages and not years
    return (Judgement.SAME, "") if is_renamed else (Judgement.DIFFERENT, "title")


def _have_other_years_and_titles(one: WorkFacts, other: WorkFacts) -> bool:
    """Return whether two mentions have long titles and different years, and at most one of them has authors.

    A preprint and its publication may have different years.
    """
    if one.is_entry or other.is_entry or one.is_preprint or other.is_preprint or (one.authors and other.authors):
        return False
    return do_years_contradict(one, other) and is_distinctive(one.title) and is_distinctive(other.title)


def _is_other_version(one: WorkFacts, other: WorkFacts) -> bool:
    """Return whether two works with one identifier have titles that only begin alike, and appeared elsewhere."""
    if one.title == other.title or one.is_preprint or other.is_preprint or not do_years_contradict(one, other):
        return False
    contradictions = {*find_contradictions(one, other)}
    return "pages" in contradictions or len(contradictions & {"venue", "type", "volume"}) > 1


def are_titles_similar(one: str, other: str, percent: int) -> bool:
    """Return whether two titles, in the form for comparison, can be one title; an unknown title can be any."""
    if not one or not other or one == other:
        return True
    shorter, longer = sorted((one, other), key=len)
    if longer.startswith(f"{shorter} ") and " " in shorter:
        return True
    return similarity(one, other) >= percent and (percent < _NEAR_TITLE or numbers_in(one) == numbers_in(other))


def numbers_in(title: str) -> list[str]:
    """Return the numbers in a title: the parts of a series differ in nothing else."""
    return [word for word in title.split() if word.isdecimal() or ROMAN.fullmatch(word)] + part_numbers(title)


def is_distinctive(title: str) -> bool:
    """Return whether a title is so long that two works hardly have it; it is in the form for comparison."""
    if len(title.split()) >= _DISTINCTIVE_WORDS:
        return True
    return sum("\u3040" <= char <= "\u9fff" for char in title) >= _DISTINCTIVE_LETTERS


def do_authors_agree(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Return whether two lists of authors are those of one work: the same first author, or half of the shorter list."""
    if not one or not other:
        return False
    return one[0] == other[0] or 2 * len({*one} & {*other}) >= min(len({*one}), len({*other}))


def do_authors_contradict(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Return whether two works have no author in common, although the authors of both are known."""
    return bool(one and other) and not {*one} & {*other}


def _given_names_differ(one: WorkFacts, other: WorkFacts) -> bool:
    """Return whether the first authors have one family name, but given names with other first letters."""
    is_namesake = bool(one.authors) and one.authors[:1] == other.authors[:1]
    return is_namesake and bool(one.initial and other.initial) and one.initial != other.initial


def do_years_contradict(one: WorkFacts, other: WorkFacts) -> bool:
    """Return whether two places give different years."""
    return bool(one.year and other.year) and one.year != other.year


def find_contradictions(one: WorkFacts, other: WorkFacts) -> Iterator[str]:
    """Yield the names of the facts in which two places contradict each other, apart from title, authors and year."""
    for name, mine, theirs in (
        ("volume", one.volume, other.volume),
        ("number", one.number, other.number),
        ("pages", one.pages, other.pages),
        ("type", *_types(one, other)),
        ("edition", one.edition, other.edition),
    ):
        if mine != theirs and mine and theirs:
            yield name
    if one.extent and other.extent and min(one.extent, other.extent) < _SIMILAR_EXTENT * max(one.extent, other.extent):
        yield "number of pages"
    if one.venue and other.venue and not _is_same_venue(one.venue, other.venue):
        yield "venue"
    if one.isbns and other.isbns and not one.isbns & other.isbns:
        yield "ISBN"


def _types(one: WorkFacts, other: WorkFacts) -> tuple[str, str]:
    """Return the classes of two publications; one without a class is no thesis if it has another number of authors."""
    is_thesis = "thesis" in (one.type, other.type)
    if is_thesis and one.authors and other.authors and len(one.authors) != len(other.authors):
        return one.type or "other", other.type or "other"
    return one.type, other.type


def has_common_place(one: WorkFacts, other: WorkFacts) -> bool:
    """Return whether two places give the same first page, or the same volume and number."""
    if one.pages and one.pages == other.pages:
        return True
    return bool(one.volume and one.number) and (one.volume, one.number) == (other.volume, other.number)


def are_preprint_and_publication(one: WorkFacts, other: WorkFacts) -> bool:
    """Return whether one place can be the preprint of the other: at most one is published, and the authors agree."""
    if not (one.is_preprint or other.is_preprint) or (one.is_published and other.is_published):
        return False
    types = _types(one, other)
    return do_authors_agree(one.authors, other.authors) and not ("thesis" in types and types[0] != types[1])


@lru_cache(maxsize=1 << 14)
def _is_same_venue(one: str, other: str) -> bool:
    """Return whether two names can be those of one venue: an acronym, an abbreviation, or a part of the other."""
    if one == other:
        return True
    first, second = (
        [word for word in name.split() if word not in _VENUE_NOISE and not word[0].isdigit()] for name in (one, other)
    )
    if not first or not second:
        return True
    if len(first) > len(second):
        first, second = second, first
    if len(first) == 1 and first[0] == "".join(word[0] for word in second):
        return True
    rest = iter(second)
    return all(any(full.startswith(word) or word.startswith(full) for full in rest) for word in first)
