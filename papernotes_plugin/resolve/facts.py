"""Choosing facts: of all that is said of a paper, the best, with where it comes from.

Order: the author's front matter, then `.bib` entries (of several files the later one), then cards and BibTeX
blocks, then items and citations, then what a citekey implies.  A published venue wins over a preprint.
Vocabulary: imports only model and the other vocabulary.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from papernotes_plugin import citekeys, identifiers, text, venues
from papernotes_plugin.entries import entry_merging
from papernotes_plugin.entries.entry_fields import alternative_keys
from papernotes_plugin.identifiers import schemes
from papernotes_plugin.vocabulary.model import (
    Entry,
    Evidence,
    Field,
    Identifier,
    Link,
    Mention,
    MentionKind,
    Paper,
    Venue,
)

_NOTHING = Evidence()
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
_PARTICLES = {"van", "von", "de", "der", "den", "del", "della", "di", "da", "dos", "du", "la", "le", "ter", "ten"}
_WORDS = re.compile(r"[^\W\d_]+")
_ORDER = {scheme: place for place, scheme in enumerate(identifiers.SCHEMES)}
_CVF = re.compile(r"content[/_](?P<venue>CVPR|ICCV|WACV|ECCV|ACCV)_?(?P<year>\d{4})(?!W)")
_ARXIV = re.compile(r"(?:[a-z-]+/)?(?P<year>\d\d)\d\d")


class _Said(NamedTuple):
    """One piece of evidence, its rank and its origin."""

    rank: int
    evidence: Evidence
    origin: str
    entry: Entry | None = None
    """BibTeX that stands in a note."""


@lru_cache(maxsize=1 << 15)
def family(name: str) -> str:
    """The family name for comparing, without accents and case.

    Examples:
        >>> family("Müller, Hans"), family("Aaron van den Oord"), family("Vaswani")
        ('muller', 'oord', 'vaswani')
    """
    head = name.split(",")[0] if "," in name else name
    parts = _WORDS.findall(text.comparison_key(head))
    while len(parts) > 1 and parts[-1] in {"jr", "sr", "ii", "iii", "iv"}:
        parts.pop()
    return parts[-1] if parts else ""


def paper(mentions: Sequence[Mention], entries: Sequence[Entry]) -> Paper:
    """The paper that places and entries speak of; citekey and slug are still to be chosen."""
    said = [_Said(_ENTRY_RANK, e.evidence, f"{e.path}:{e.line}") for e in reversed(entries)]
    said += [_Said(_RANK[m.kind], m.evidence, f"{m.note}:{m.line}", m.entry) for m in mentions]
    said.sort(key=lambda s: s.rank)
    keys = list(dict.fromkeys(s.evidence.citekey for s in said if s.evidence.citekey))
    keys += dict.fromkeys(key for e in entries for key in alternative_keys(e.fields) if key not in keys)
    held = tuple(sorted(dict.fromkeys(i for s in said for i in s.evidence.identifiers), key=_identifier_order))
    said += [_Said(7, implied_evidence(i), str(i)) for i in held]
    if not _complete(said):
        said += [_Said(8, citekeys.implied(k), "citekey") for k in keys]
    origins: dict[str, str] = {}
    venue, year, track = _venue(said, origins)
    labels = _labels(said, _first(said, "title", origins))
    title = _title(said, labels, keys, held, origins)
    own = _entry(said, entries)
    return Paper(
        citekey="",
        slug="",
        title=title,
        aliases=tuple(keys),
        authors=_authors(said, origins),
        year=year,
        venue=Venue(venue, year) if venue else None,
        track=track,
        type=_type(own, venue),
        identifiers=held,
        links=_links(said),
        labels=tuple(label for label in labels if label != title),
        tldr=_first(said, "tldr", origins),
        abstract=_first(said, "abstract", origins),
        fields=_fields(said),
        tags=_tags(said),
        topics=tuple(dict.fromkeys(m.topic for m in mentions if m.topic)),
        mentions=tuple(sorted(mentions, key=lambda m: (m.note, m.span))),
        entry=own,
        origins=origins,
    )


def _entry(said: Sequence[_Said], entries: Sequence[Entry]) -> Entry | None:
    """The entry that stands for the paper: of the bibliography, completed by what stands in notes, or theirs."""
    noted = [s.entry for s in said if s.entry is not None]
    every = [*reversed(noted), *entries]
    return entry_merging.merge_entries(every) if every else None


def _complete(said: Sequence[_Said]) -> bool:
    """Whether nothing is left that a citekey could add: authors, a published venue and its year."""
    published = _published(said)
    return bool(published and published.evidence.year) and any(s.evidence.authors for s in said)


def _published(said: Sequence[_Said]) -> _Said | None:
    return next((s for s in said if s.evidence.venue and not venues.is_preprint(s.evidence.venue)), None)


def _title(
    said: Sequence[_Said],
    labels: Sequence[str],
    keys: Sequence[str],
    held: Sequence[Identifier],
    origins: dict[str, str],
) -> str:
    """The title; where nothing gives one the short name its author uses, the key, or the identifier."""
    if title := _first(said, "title", origins):
        return title
    if labels:
        origins["title"] = "label"
        return labels[0]
    return keys[0] if keys else str(held[0]) if held else "Untitled"


def implied_evidence(identifier: Identifier) -> Evidence:
    """What an identifier says for certain: a poster's conference and year, the year of an arXiv number."""
    scheme, value = identifier.scheme.removesuffix("-oral"), identifier.value
    if identifier.scheme in schemes.EVENT_HOSTS or scheme in schemes.EVENT_HOSTS:
        return Evidence(venue=schemes.EVENT_HOSTS[scheme][0], year=int(value[:4]))
    if scheme == "cvf" and (match := _CVF.match(value)):
        return Evidence(venue=match["venue"], year=int(match["year"]))
    if scheme == "arxiv" and (match := _ARXIV.match(value)):
        year = int(match["year"])
        return Evidence(year=(1900 if year > 90 else 2000) + year)
    return _NOTHING


def _first(said: Sequence[_Said], name: str, origins: dict[str, str]) -> str:
    for s in said:
        value = getattr(s.evidence, name)
        if value:
            origins[name] = s.origin
            return str(value)
    return ""


def _authors(said: Sequence[_Said], origins: dict[str, str]) -> tuple[str, ...]:
    for s in said:
        if s.evidence.authors:
            origins["authors"] = s.origin
            return s.evidence.authors
    return ()


def _venue(said: Sequence[_Said], origins: dict[str, str]) -> tuple[str, int | None, str]:
    """Venue, year and track: of the first that names a published venue, else of the first that says anything."""
    published = _published(said)
    named = published or next((s for s in said if s.evidence.venue), None)
    dated = named if named and named.evidence.year else next((s for s in said if s.evidence.year), None)
    if published and not published.evidence.year:
        same = (s for s in said if s.evidence.year and s.evidence.venue == published.evidence.venue)
        dated = next(same, dated)
    if named:
        origins["venue"] = named.origin
    if dated:
        origins["year"] = dated.origin
    track = next((s for s in said if s.evidence.track), None)
    if track:
        origins["track"] = track.origin
    acronym = published.evidence.venue if published else ""
    return acronym, dated.evidence.year if dated else None, track.evidence.track if track else ""


def _identifier_order(identifier: Identifier) -> tuple[int, str]:
    return _ORDER[identifier.scheme], identifier.value


def _type(entry: Entry | None, venue: str) -> str:
    """The BibTeX entry type: that of the author's entry unless it is a preprint since published."""
    own = entry.type if entry else ""
    if own and own not in ("misc", "unpublished", "online"):
        return own
    if venue:
        return "article" if venues.is_journal(venue) else "inproceedings"
    return own or "misc"


def _links(said: Sequence[_Said]) -> tuple[Link, ...]:
    out: dict[str, Link] = {}
    for s in said:
        for link in s.evidence.links:
            out.setdefault(link.url, link)
    return tuple(out.values())


def _labels(said: Sequence[_Said], title: str) -> tuple[str, ...]:
    """Short names, the part of the title before a colon first."""
    short = text.plain_text(title.split(":")[0]).strip() if ":" in title else ""
    labels = [short] if short and len(short.split()) <= 3 else []
    seen: dict[str, str] = {}
    for label in labels + [x for s in said for x in s.evidence.labels]:
        # "the straight road" under a link is a phrase of the sentence, no name
        if not any(c.isupper() or c.isdigit() for c in label):
            continue
        if label.casefold() != title.casefold():
            seen.setdefault(label.casefold(), label)
    return tuple(seen.values())


def _fields(said: Sequence[_Said]) -> tuple[Field, ...]:
    return tuple(dict.fromkeys(f for s in said for f in s.evidence.fields))


def _tags(said: Sequence[_Said]) -> tuple[str, ...]:
    seen: dict[str, str] = {}
    for s in said:
        for tag in s.evidence.tags:
            seen.setdefault(tag.casefold(), tag)
    return tuple(seen.values())
