"""Complete the evidence of a paper with the facts in the parts of its lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from papernotes_plugin import citekeys, venues
from papernotes_plugin.people import OTHERS
from papernotes_plugin.recognisers.evidence.authors.authorship import has_given_name
from papernotes_plugin.recognisers.evidence.authors.name_order import are_more_names
from papernotes_plugin.recognisers.evidence.labels import label_meanings
from papernotes_plugin.recognisers.evidence.lines.line_marks import CLOSE, OPEN
from papernotes_plugin.recognisers.evidence.lines.line_parts import LinePart, PartKind
from papernotes_plugin.recognisers.evidence.papers.possible_years import years_of_preprints
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import is_uninformative
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Evidence, Field, Inline

_MIXED = lazy_regex(r"[\d@:;|–—]|\s-|-\s|[A-Z]{3}|[a-z][A-Z]{2}|, .* ")
"""A sign of other words in a name or a venue: a number, a mark, an acronym."""
_PAIR = 2
"""Two family names may be the family name and the given name of one person."""


def is_complete(evidence: Evidence) -> bool:
    """Return whether evidence has all facts that lines state, and none looks as if it had words of another."""
    if not (evidence.authors and evidence.venue and evidence.year):
        return False
    return not any(map(_MIXED.search, evidence.authors)) and not _MIXED.search(evidence.venue)


def with_parts(evidence: Evidence, parts: Sequence[LinePart]) -> Evidence:
    """Return evidence with the facts in parts of lines, where it has none, or has worse ones from the same words."""
    if not parts:
        return evidence
    authors = _authors(evidence, parts)
    published = _publications(parts)
    venue = _venue(evidence, parts, published)
    dates = {part.published.year for part in parts if part.kind is PartKind.YEAR and part.published.year}
    if any(year < posted for year in dates for posted in years_of_preprints(evidence.identifiers)):
        dates = set()
    years = {p.year for p in published if p.year} or dates
    completed = evidence._replace(
        authors=authors,
        venue=venue.venue or evidence.venue,
        track=venue.track or evidence.track,
        year=evidence.year or (years.pop() if len(years) == 1 else None),
    )
    if not completed.venue and (work := next((p for p in published if p.entry_type), None)):
        completed = completed._replace(entry_type=completed.entry_type or work.entry_type)
        venue = venue if venue.volume else work
    if (venue.volume or venue.entry_type) and not any(field.label == "Volume" for field in evidence.fields):
        details = tuple(Field(label, value) for label, value in venue.details)
        completed = completed._replace(fields=evidence.fields + details)
    return evidence if completed == evidence else completed


def _publications(parts: Sequence[LinePart]) -> list[Publication]:
    """Return the venues in parts of lines; one that no table lists only next to names, with a year."""
    listed = [part.published for part in parts if part.kind is PartKind.VENUE]
    if listed or not any(part.kind is PartKind.NAMES for part in parts):
        marked = [p.published for p in parts if p.kind is PartKind.UNKNOWN_VENUE and p.published.is_event]
        return listed or (marked if len(marked) == 1 else [])
    facts = [part for part in parts if part.kind is not PartKind.LABEL]
    return [
        part.published
        for before, part, after in zip([None, *facts], facts, [*facts[1:], None], strict=False)
        if part.kind is PartKind.UNKNOWN_VENUE and (part.published.year or _is_year(before) or _is_year(after))
    ]


def _is_year(part: LinePart | None) -> bool:
    return part is not None and part.kind is PartKind.YEAR and part.published.year is not None


def _venue(evidence: Evidence, parts: Sequence[LinePart], published: Sequence[Publication]) -> Publication:
    """Return the only venue in parts of lines, unless the evidence has another one."""
    if len(published) != 1 or not published[0].venue:
        return Publication()
    venue, present = published[0], evidence.venue
    text = plain_text_of(p for p in parts if p.kind in (PartKind.VENUE, PartKind.UNKNOWN_VENUE))
    is_worse = bool(venues.parse_venue(present)[0]) and not venue.is_known
    is_same_text = (present in text or venue.venue in present) and not is_worse
    return venue if not present or is_same_text else Publication()


def _authors(evidence: Evidence, parts: Sequence[LinePart]) -> tuple[str, ...]:
    """Return the only names in parts of lines, unless the evidence has better ones; certain names go first."""
    of_venues = "\n".join(p.text for p in parts if p.kind in (PartKind.VENUE, PartKind.UNKNOWN_VENUE))
    present = tuple(name for name in evidence.authors if has_given_name(name) or name not in of_venues)
    if not present and len(evidence.authors) > 1:
        # several family names are no venue
        present = evidence.authors
    by_kind = ([p.names for p in parts if p.kind is kind] for kind in (PartKind.NAMES, PartKind.FAMILIES))
    names = next(filter(None, by_kind), [])
    if len(names) != 1 or (present and not _are_better(names[0], present, plain_text_of(parts), of_venues)):
        return present
    return names[0]


def _are_better(names: tuple[str, ...], others: tuple[str, ...], read: str, of_venues: str) -> bool:
    """Return whether names are more than others from the same words, or the same without words that are no name."""
    is_same_text = all(name.split(",")[0].split()[-1] in read for name in others if name != OTHERS)
    if not is_same_text or (OTHERS in others and OTHERS not in names):
        return False
    if len(names) == len(others) and any(_is_cut(o, n) for o, n in zip(others, names, strict=True)):
        return True
    if len(names) > len(others):
        return are_more_names(names, others) and (len(names) > _PAIR or any(" " in name for name in names))
    return len(names) == len(others) and any(
        _has_other_words(name, other, of_venues) for name, other in zip(names, others, strict=True)
    )


def _is_cut(other: str, name: str) -> bool:
    """Return whether a name ends at an initial of another one: `Bruno C` of `Bruno C. d. S. Oliveira`."""
    return other[-2:-1] == " " and name.startswith(f"{other}. ")


def _has_other_words(name: str, other: str, of_venues: str) -> bool:
    """Return whether words are a name with other words or a mark next to it: `K. Keutzer arXiv`, `Ann Lee -`."""
    before, name_in_other, after = other.replace(",", "").partition(name.replace(",", "").rstrip("."))
    extra = f"{before} {after}".strip(" .,") if name_in_other else ""
    if not any(map(str.isalpha, extra)):
        return bool(extra)
    is_other = venues.parse_venue(extra, labelled=True)[0] or is_uninformative(extra) or label_meanings.meaning(extra)
    return bool(is_other) or extra in of_venues


def have_stated_names(parts: Sequence[LinePart]) -> bool:
    """Return whether parts are names after `by`, and a year or the school of a thesis."""
    is_dated = any(part.published.year or part.published.entry_type for part in parts)
    return is_dated and any(part.kind is PartKind.NAMES and part.text[:2].casefold() == "by" for part in parts)


def plain_text_of(parts: Iterable[LinePart]) -> str:
    """Return the text of parts on one line, without marks."""
    return " ".join("".join(part.text for part in parts).replace(OPEN, "").replace(CLOSE, "").split())


def are_facts(parts: Sequence[LinePart]) -> bool:
    """Return whether a line has no other words; words with a year may be a venue if names are known and no venue.

    So may a marked acronym with a year.

    Args:
        parts: The parts of the line.
    """
    kinds = {part.kind for part in parts}
    has_names = PartKind.NAMES in kinds or PartKind.FAMILIES in kinds
    unknown = [part.published for part in parts if part.kind is PartKind.UNKNOWN_VENUE]
    are_marked = len(unknown) == 1 and unknown[0].is_event
    may_have_venue = (has_names or are_marked) and PartKind.VENUE not in kinds
    has_several = len({part.published.venue for part in parts if part.kind is PartKind.VENUE}) > 1
    return PartKind.WORDS not in kinds and not has_several and (may_have_venue or PartKind.UNKNOWN_VENUE not in kinds)


def is_linked_key(link: Inline) -> bool:
    """Return whether a link has a citekey with a name for its text: `SimCSE [gao2021simcse](…) uses dropout`."""
    return citekeys.is_citekey(link.text) and bool(citekeys.citekey_evidence(link.text).authors)


def are_words(part: LinePart) -> bool:
    """Return whether a part is no fact: also marked words without a year, which no table of venues lists."""
    return part.kind is PartKind.WORDS or (part.kind is PartKind.UNKNOWN_VENUE and part.published.year is None)


def are_dated_names(parts: Sequence[LinePart]) -> bool:
    """Return whether parts are names and a year in brackets, after which the rest of a line is a title."""
    kinds = [part.kind for part in parts if part.kind is not PartKind.LABEL]
    is_dated = kinds[1:] == [PartKind.YEAR] and kinds[0] in (PartKind.NAMES, PartKind.FAMILIES)
    return is_dated and parts[-1].text.rstrip().endswith((")", "):", ").", "),"))
