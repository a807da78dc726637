"""Choose the facts of a paper among all evidence for it, and record where each fact comes from.

The author's front matter comes first, then `.bib` entries (later files before earlier ones).  Cards and BibTeX blocks
follow, then items and citations, then facts that identifiers and citekeys imply.  A published venue is preferred to a
preprint.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import NamedTuple
from unicodedata import normalize

from papernotes_plugin import identifiers, text, venues
from papernotes_plugin.entries import entry_merging
from papernotes_plugin.entries.entry_fields import alternative_keys
from papernotes_plugin.entries.item_types import GENERAL_TYPES
from papernotes_plugin.entries.stated_publication import has_entry_of_other_publication, published_venue
from papernotes_plugin.people import OTHERS, parse_person
from papernotes_plugin.resolve import implied_facts
from papernotes_plugin.vocabulary.model import (
    Entry,
    Evidence,
    Field,
    Identifier,
    Link,
    Mention,
    MentionKind,
    Paper,
    Span,
    Venue,
)

_RANK = {
    MentionKind.LITERATURE_NOTE: 0,
    MentionKind.BIBTEX: 2,
    MentionKind.CARD: 2,
    MentionKind.ITEM: 3,
    MentionKind.CITATION: 3,
    MentionKind.KEY: 4,
    MentionKind.NAME: 9,
}
_ENTRY_RANK = 1
_IDENTIFIER_RANK, _CITEKEY_RANK = 7, 8
"""Ranks of what identifiers and citekeys imply."""
_ORDER = {scheme: position for position, scheme in enumerate(identifiers.SCHEMES)}
_NO_COLON = frozenset(":：?!")
"""Marks of a title that no colon replaces."""
_ISSUE_LABELS = frozenset(("Volume", "Number"))
_NUMBER_LABELS = _ISSUE_LABELS | {"Pages"}
"""Labels of the numbers of a journal."""


class _RankedEvidence(NamedTuple):
    """Evidence with its rank (lower is better) and its origin."""

    rank: int
    evidence: Evidence
    origin: str
    entry: Entry | None = None
    """The BibTeX entry, if it is in a note."""


def paper(mentions: Sequence[Mention], entries: Sequence[Entry] = (), *, for_key: bool = False) -> Paper:
    """Return the paper of some mentions and entries, with an empty citekey and slug.

    Args:
        mentions: The mentions.
        entries: The entries of the bibliography.
        for_key: Whether to leave out the facts on which no citekey depends.
    """
    stated = _ranked(mentions, entries)
    keys = list(dict.fromkeys([s.evidence.citekey for s in stated if s.evidence.citekey]))
    keys += dict.fromkeys([key for e in entries for key in alternative_keys(e.fields) if key not in keys])
    held = tuple(sorted({i for s in stated for i in s.evidence.identifiers}, key=_identifier_order))
    ranked = _with_implied(stated, held, keys)
    origins: dict[str, str] = {}
    venue, year, track = _publication(ranked, origins)
    # notes from macOS can have accents as separate characters, which LaTeX cannot print
    title = normalize("NFC", _title(ranked, origins))
    called = "" if title else next(filter(None, (*_labels(stated, title), *keys, *map(str, held))), "Untitled")
    described = Paper(
        citekey="",
        slug="",
        title=title,
        called=called,
        aliases=tuple(keys),
        authors=_authors(ranked, origins),
        year=year,
        venue=venue,
        track=track,
        identifiers=held,
        mentions=tuple(sorted(mentions, key=_place)) if len(mentions) > 1 else tuple(mentions),
        entry=_entry(ranked, entries),
        origins=origins,
    )
    if for_key:
        return described
    return described._replace(
        type=_type(described, ranked, origins),
        links=_links(stated),
        labels=_labels(stated, title),
        tldr=_first(stated, "tldr", origins),
        abstract=_first(stated, "abstract", origins),
        fields=_fields(stated, origins.get("venue", "")),
        tags=_tags(stated),
        topics=tuple(dict.fromkeys([m.topic for m in mentions if m.topic])),
    )


def _with_implied(
    stated: Sequence[_RankedEvidence], held: Iterable[Identifier], keys: Iterable[str]
) -> list[_RankedEvidence]:
    """Return evidence with what identifiers imply, and with what citekeys imply if they can add anything."""
    implied = [(identifier, implied_facts.facts_of_identifier(identifier)) for identifier in held]
    ranked = [*stated]
    for identifier, evidence in implied:
        if evidence is not implied_facts.NOTHING:
            ranked.append(_RankedEvidence(_IDENTIFIER_RANK, evidence, str(identifier)))
    if not _complete(ranked):
        shown = (words for s in stated for words in (s.evidence.title, *s.evidence.labels) if words)
        titles = set(map(text.comparison_key, shown))
        ranked += [
            _RankedEvidence(_CITEKEY_RANK, implied_facts.facts_of_citekey(key, titles), "citekey") for key in keys
        ]
    return ranked


def _ranked(mentions: Sequence[Mention], entries: Sequence[Entry]) -> list[_RankedEvidence]:
    """Return the evidence of all mentions and entries, the best first."""
    ranked = [_RankedEvidence(_ENTRY_RANK, e.evidence, e.location) for e in reversed(entries)]
    ranked += [_RankedEvidence(_RANK[m.kind], m.evidence, m.location, m.entry) for m in mentions]
    return sorted(ranked, key=itemgetter(0))


def _entry(ranked: Sequence[_RankedEvidence], entries: Sequence[Entry]) -> Entry | None:
    """Return the merged entry of the paper: fields from the bibliography come before those from notes."""
    noted = [s.entry for s in ranked if s.entry is not None]
    merged = [*reversed(noted), *entries]
    return entry_merging.merge_entries(merged) if merged else None


def _complete(ranked: Sequence[_RankedEvidence]) -> bool:
    """Return whether authors, a published venue and its year are known, so that a citekey can add nothing."""
    published = _published(ranked)
    return bool(published and published.evidence.year) and any(s.evidence.authors for s in ranked)


def _published(ranked: Sequence[_RankedEvidence]) -> _RankedEvidence | None:
    return next((s for s in ranked if s.evidence.venue and not venues.is_preprint(s.evidence.venue)), None)


def _place(mention: Mention) -> tuple[str, Span]:
    return mention.note, mention.span


def _first(ranked: Sequence[_RankedEvidence], name: str, origins: dict[str, str]) -> str:
    for s in ranked:
        value = getattr(s.evidence, name)
        if value:
            origins[name] = s.origin
            return str(value)
    return ""


def _title(ranked: Sequence[_RankedEvidence], origins: dict[str, str]) -> str:
    """Return the first title; if it is cut off, the first whole one that begins like it, else the longest one.

    A title that is also a label may be a short name: any other title comes first.  Of one kind of mention, those with
    authors or a venue come first: words before a link may describe the paper.  Of titles that differ
    in their punctuation only, one with a colon comes first: the names of files have none.
    """
    if len(ranked) > 1:
        ranked = sorted(ranked, key=lambda s: (s.rank, not (s.evidence.authors or s.evidence.venue)))
    certain = [s for s in ranked if s.evidence.title not in s.evidence.labels]
    title = _first(certain, "title", origins) or _first(ranked, "title", origins)
    if not text.is_cut_off(title):
        return _whole_title(title, ranked, origins) or _with_colon(title, ranked, origins)
    opening = text.comparison_key(title)
    others = [s for s in ranked if text.comparison_key(s.evidence.title).startswith(opening)]
    whole = [s for s in others if not text.is_cut_off(s.evidence.title)]
    chosen = whole[0] if whole else max(others, key=lambda s: len(s.evidence.title))
    origins["title"] = chosen.origin
    return chosen.evidence.title


def _whole_title(title: str, ranked: Sequence[_RankedEvidence], origins: dict[str, str]) -> str:
    """Return the title in a reference of which a title without authors and venue is a part; "" for none.

    A heading above words on a paper may have a part of its title: `## The issue of costs [@doi:10.1000/1]`.
    """
    stated = next(s for s in ranked if s.evidence.title == title) if title else None
    if stated is None or stated.evidence.authors or stated.evidence.venue:
        return ""
    part = text.comparison_key(title)
    for s in ranked:
        is_reference = s.evidence.authors and s.evidence.venue and len(s.evidence.title) > len(title)
        if is_reference and part in text.comparison_key(s.evidence.title):
            origins["title"] = s.origin
            return s.evidence.title
    return ""


def _with_colon(title: str, ranked: Sequence[_RankedEvidence], origins: dict[str, str]) -> str:
    """Return the first title that only adds a colon to a title; the title itself for none."""
    if not title or not _NO_COLON.isdisjoint(title):
        return title
    others = (s for s in ranked if ": " in s.evidence.title)
    same = next((s for s in others if text.comparison_key(s.evidence.title) == text.comparison_key(title)), None)
    if same is None:
        return title
    origins["title"] = same.origin
    return same.evidence.title


def _authors(ranked: Sequence[_RankedEvidence], origins: dict[str, str]) -> tuple[str, ...]:
    """Return the first authors; if `et al.` or family names shorten them, the whole list with the same first author."""
    if not (stated := [s for s in ranked if s.evidence.authors]):
        return ()
    chosen = stated[0]
    if _fullness(chosen) < 2 and (first := _first_surname(chosen.evidence)):
        longer = (s for s in stated if len(s.evidence.authors) >= len(chosen.evidence.authors))
        chosen = max((s for s in longer if _first_surname(s.evidence) == first), key=_fullness)
    origins["authors"] = chosen.origin
    return chosen.evidence.authors


def _fullness(stated: _RankedEvidence) -> int:
    """Return 0 for authors that `et al.` shortens, 1 for family names alone, and 2 for all names."""
    return 0 if stated.evidence.authors[-1] == OTHERS else 1 + any(" " in name for name in stated.evidence.authors)


def _first_surname(evidence: Evidence) -> str:
    """Return the family name of the first author without its particle, as it is compared; "" for no person."""
    person = parse_person(evidence.authors[0])
    return text.comparison_key(person.family) if person else ""


def _publication(ranked: Sequence[_RankedEvidence], origins: dict[str, str]) -> tuple[Venue | None, int | None, str]:
    """Return venue, year and track, from the best evidence for a published venue, else from the best for each.

    The year of a preprint does not become that of the venue.
    """
    published = _published(ranked)
    named = published or next((s for s in ranked if s.evidence.venue), None)
    dated = named if named and named.evidence.year else next((s for s in ranked if s.evidence.year), None)
    if published and not published.evidence.year:
        same = (s for s in ranked if s.evidence.year and s.evidence.venue == published.evidence.venue)
        dated = next(same, dated)
    if named:
        origins["venue"] = named.origin
    if dated:
        origins["year"] = dated.origin
    track = next((s for s in ranked if s.evidence.track), None)
    if track:
        origins["track"] = track.origin
    year = dated.evidence.year if dated else None
    venue = None
    if published:
        is_preprint = dated is not None and _is_of_preprint(dated)
        venue = Venue(normalize("NFC", published.evidence.venue), None if is_preprint else year)
    return venue, year, venues.fold_track(track.evidence.track) if track else ""


def _is_of_preprint(stated: _RankedEvidence) -> bool:
    """Return whether evidence is about a preprint: it names its server, or its number implies it."""
    is_number = stated.rank == _IDENTIFIER_RANK and not stated.evidence.venue
    return is_number or venues.is_preprint(stated.evidence.venue)


def _identifier_order(identifier: Identifier) -> tuple[int, str]:
    return _ORDER[identifier.scheme], identifier.value


def _stated_type(ranked: Sequence[_RankedEvidence], venue: str, origins: dict[str, str]) -> str:
    """Return the entry type that the item type of a reference manager means; "" if none says how a work was published.

    Zotero once called preprints journal articles, so an article on arXiv that names no journal is none.
    """
    stated = next((s for s in ranked if s.evidence.entry_type and s.evidence.entry_type not in GENERAL_TYPES), None)
    if stated is None:
        return ""
    is_eprint = any(i.scheme == "arxiv" for s in ranked for i in s.evidence.identifiers)
    if stated.evidence.entry_type == "article" and not venue and is_eprint:
        return ""
    origins["type"] = stated.origin
    return stated.evidence.entry_type


def _has_labels(ranked: Sequence[_RankedEvidence], venue: str, wanted: frozenset[str]) -> bool:
    """Return whether a note gives some numbers with the venue: volume and issue, as only journals have both."""
    labels = (frozenset(field.label for field in s.evidence.fields) for s in ranked if s.evidence.venue == venue)
    return any(map(wanted.issubset, labels))


def _type(described: Paper, ranked: Sequence[_RankedEvidence], origins: dict[str, str]) -> str:
    """Return the BibTeX entry type: that of the author's entry, unless it describes a preprint or another venue.

    A paper without an entry has the type that a note states, if one does.
    """
    own = described.entry.type if described.entry else ""
    venue = published.acronym if (published := published_venue(described)) else ""
    if own and own not in GENERAL_TYPES and not (venue and has_entry_of_other_publication(described)):
        return own
    if not own and (stated := _stated_type(ranked, venue, origins)):
        return stated
    if venue and not venues.is_archive(venue):
        is_journal = venues.may_be_journal(venue, is_numbered=_has_labels(ranked, venue, _NUMBER_LABELS - {"Number"}))
        is_article = is_journal or _has_labels(ranked, venue, _ISSUE_LABELS)
        return "article" if is_article else implied_facts.type_in(venue, described.identifiers)
    return own or "misc"


def _links(ranked: Sequence[_RankedEvidence]) -> tuple[Link, ...]:
    out: dict[str, Link] = {}
    for s in ranked:
        for link in s.evidence.links:
            out.setdefault(link.url, link)
    return tuple(out.values())


def _labels(ranked: Sequence[_RankedEvidence], title: str) -> tuple[str, ...]:
    """Return the short names, first the part of the title before a colon."""
    short = text.plain_text(title.split(":")[0]).strip() if ":" in title else ""
    labels = [short] if short and len(short.split()) <= 3 else []
    seen: dict[str, str] = {}
    for label in labels + [x for s in ranked for x in s.evidence.labels]:
        # a link text such as "the straight road" is a phrase, not a name
        if not any(c.isupper() or c.isdigit() for c in label):
            continue
        if label.casefold() != title.casefold():
            seen.setdefault(label.casefold(), label)
    return tuple(seen.values())


def _fields(ranked: Sequence[_RankedEvidence], venue_origin: str) -> tuple[Field, ...]:
    """Return the fields of all evidence; volume, number and pages only of one, if possible the one with the venue."""
    numbered = [s for s in ranked if not _NUMBER_LABELS.isdisjoint(f.label for f in s.evidence.fields)]
    chosen = next((s for s in numbered if s.origin == venue_origin), numbered[0] if numbered else None)
    fields = [f for s in ranked for f in s.evidence.fields if s is chosen or f.label not in _NUMBER_LABELS]
    return tuple(dict.fromkeys(fields))


def _tags(ranked: Sequence[_RankedEvidence]) -> tuple[str, ...]:
    seen: dict[str, str] = {}
    for s in ranked:
        for tag in s.evidence.tags:
            seen.setdefault(tag.casefold(), tag)
    return tuple(seen.values())
