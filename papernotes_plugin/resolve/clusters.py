"""Occurrences of papers, and the clusters of those that are one paper."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import NamedTuple

from papernotes_plugin import identifiers, text
from papernotes_plugin.entries.work_comparison import is_distinctive
from papernotes_plugin.entries.work_facts import WorkFacts, facts_of, family_name, family_names
from papernotes_plugin.people import known_names
from papernotes_plugin.resolve import implied_facts
from papernotes_plugin.vocabulary.model import Entry, Evidence, Identifier, Mention


class Occurrence(NamedTuple):
    """A mention or a bibliography entry: one occurrence of a paper."""

    evidence: Evidence
    path: str
    line: int
    order: tuple[object, ...]
    """Sort key: entries in the order of the bibliography, then mentions by location."""
    creates_paper: bool = True
    """See `Mention.creates_paper`."""
    entry: Entry | None = None
    mention: Mention | None = None

    @property
    def location(self) -> str:
        """Path and line, as shown in messages: `notes/x.md:3`."""
        return f"{self.path}:{self.line}"

    @property
    def has_whole_title(self) -> bool:
        """True if there is a title; one that is cut off, or may be a short name, is whole only in an entry."""
        title = self.evidence.title
        if not title or self.bibtex:
            return bool(title)
        return not (text.is_cut_off(title) or title in self.evidence.labels)

    @property
    def bibtex(self) -> Entry | None:
        """The entry of the bibliography, or that in a note."""
        return self.entry or (self.mention.entry if self.mention else None)

    @property
    def describes_work(self) -> bool:
        """True if there is more than an identifier: an entry, a title with authors, or a long title with a year."""
        if self.bibtex and self.bibtex.fields:
            return True
        title = text.comparison_key(self.evidence.title)
        if self.evidence.year and is_distinctive(title):
            return True
        return bool(title) and any(map(family_name, known_names(self.evidence.authors)))

    def work_facts(self) -> WorkFacts:
        """Return the facts of this occurrence in a form for comparison."""
        entry = self.bibtex
        return facts_of(self.evidence, entry.type, entry.fields) if entry else facts_of(self.evidence)


def occurrences_of(mentions: Sequence[Mention], entries: Sequence[Entry]) -> list[Occurrence]:
    """Return mentions and entries as occurrences, in an order that does not depend on the order of the notes."""
    occurrences = [
        Occurrence(
            evidence=m.evidence,
            path=m.note,
            line=m.line,
            order=(1, m.note, m.span, m.kind),
            creates_paper=m.creates_paper,
            mention=m,
        )
        for m in mentions
    ]
    # notes have no order, but that of the bibliography files is the choice of the author
    files = {path: number for number, path in enumerate(dict.fromkeys(entry.path for entry in entries))}
    occurrences += [
        Occurrence(
            evidence=e.evidence,
            path=e.path,
            line=e.line,
            order=(0, files[e.path], e.line, e.key),
            entry=e,
        )
        for e in entries
    ]
    return sorted(occurrences, key=attrgetter("order"))


class Byline(NamedTuple):
    """The authors of a paper in all occurrences of a cluster, and when and where it appeared."""

    families: frozenset[str]
    """Family names of all authors."""
    first_families: frozenset[str]
    """Family names of the first authors."""
    has_first_author: bool
    dates: frozenset[int | str]
    """Years and venues, including those that the identifiers imply."""


@dataclass(slots=True)
class Cluster:
    """Occurrences that are one paper, with the union of their evidence."""

    members: list[int]
    """Indexes of the occurrences."""
    first: int
    """The smallest of these indexes."""
    ids: dict[str, Identifier]
    """The identifier of each exclusive scheme: one of which a paper has at most one."""
    titles: frozenset[str]
    """Titles in the form in which they are compared."""
    facts: tuple[WorkFacts, ...] | None = None
    """See `Clusters.facts`; None until they are needed."""
    byline: Byline | None = None
    """See `Clusters.byline`; None until it is needed."""

    @classmethod
    def of(cls, index: int, occurrence: Occurrence) -> Cluster:
        """Return a cluster of a single occurrence.  A title that a link text cuts off says nothing about identity."""
        evidence = occurrence.evidence
        ids: dict[str, Identifier] = {}
        for identifier in evidence.identifiers:
            if identifiers.SCHEMES[identifier.scheme].exclusive and not identifiers.is_placeholder(identifier):
                ids.setdefault(identifier.scheme, identifier)
        title = text.comparison_key(evidence.title) if occurrence.has_whole_title else ""
        return cls([index], index, ids, frozenset((title,)) if title else frozenset())


class Clusters:
    """All clusters.  At first each occurrence is a cluster of its own."""

    def __init__(self, occurrences: Sequence[Occurrence]) -> None:
        self.occurrences = occurrences
        self.by_id = {index: Cluster.of(index, one) for index, one in enumerate(occurrences)}
        """The clusters by id; the id is the index of one of the members."""
        self.id_of: list[int] = list(range(len(occurrences)))
        """The id of the cluster of each occurrence, by index of the occurrence."""
        self._facts: dict[int, WorkFacts] = {}

    def facts(self, cluster: int) -> tuple[WorkFacts, ...]:
        """Return the facts of the occurrences of a cluster, each once and in a fixed order."""
        one = self.by_id[cluster]
        if one.facts is None:
            distinct = {self.facts_at(index): None for index in one.members}
            one.facts = tuple(sorted(distinct, key=repr) if len(distinct) > 1 else distinct)
        return one.facts

    def byline(self, cluster: int) -> Byline:
        """Return the authors, years and venues of the occurrences of a cluster."""
        one = self.by_id[cluster]
        if one.byline is None:
            stated = [self.occurrences[index].evidence for index in one.members]
            dated = [*stated, *map(implied_facts.facts_of_identifier, one.ids.values())]
            firsts = {name for evidence in stated for name in evidence.authors[:1]}
            one.byline = Byline(
                frozenset(name for evidence in stated for name in family_names(evidence.authors)),
                frozenset(map(family_name, firsts)) - {""},
                bool(firsts),
                frozenset(date for evidence in dated for date in (evidence.year, evidence.venue.casefold()) if date),
            )
        return one.byline

    def facts_at(self, index: int) -> WorkFacts:
        """Return the facts of an occurrence."""
        if index not in self._facts:
            self._facts[index] = self.occurrences[index].work_facts()
        return self._facts[index]

    def describes_work(self, cluster: int) -> bool:
        """Return whether an occurrence in a cluster has more than an identifier: see `Occurrence.describes_work`."""
        return any(self.occurrences[index].describes_work for index in self.by_id[cluster].members)

    def has_entry(self, cluster: int) -> bool:
        """Return whether a BibTeX entry is in a cluster."""
        return any(facts.is_entry for facts in self.facts(cluster))

    def signature(self, cluster: int) -> tuple[object, ...]:
        """Return the identifiers and facts of a cluster, which decide every comparison with another one."""
        return (*sorted(self.by_id[cluster].ids.values()), *self.facts(cluster))

    def ids_of(self, indexes: Iterable[int]) -> list[int]:
        """Return the ids of the clusters of some occurrences: each once, in this order."""
        return list(dict.fromkeys([self.id_of[index] for index in indexes]))

    def conflict(self, a: int, b: int) -> tuple[Identifier, Identifier] | None:
        """Return two different identifiers of one exclusive scheme, if one cluster has one and the other the other."""
        first, second = self.by_id[a].ids, self.by_id[b].ids
        if len(second) < len(first):
            first, second = second, first
        for scheme, identifier in first.items():
            other = second.get(scheme)
            if other is not None and other != identifier:
                return identifier, other
        return None

    def conflict_among(self, ids: Iterable[int]) -> tuple[Identifier, Identifier] | None:
        """Return two different identifiers of one exclusive scheme, if any two of the clusters have such."""
        by_scheme: dict[str, Identifier] = {}
        for cluster in ids:
            for scheme, identifier in self.by_id[cluster].ids.items():
                if by_scheme.setdefault(scheme, identifier) != identifier:
                    return by_scheme[scheme], identifier
        return None

    def merge(self, a: int, b: int) -> int:
        """Merge two clusters and return the id of the result, which is that of the larger one."""
        if a == b:
            return a
        if len(self.by_id[a].members) < len(self.by_id[b].members):
            a, b = b, a
        target, source = self.by_id[a], self.by_id.pop(b)
        target.members += source.members
        target.first = min(target.first, source.first)
        for member in source.members:
            self.id_of[member] = a
        target.ids = {**source.ids, **target.ids}
        target.titles |= source.titles
        target.facts = target.byline = None
        return a
