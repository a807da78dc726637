"""Mentions and bibliography entries -> papers.

The law of identity: identifiers decide; keys and titles only help; two different identifiers of one scheme
never merge but by the author's own word; doubt is reported, never acted on; nothing depends on the order of
files.  Papers leave here without a citekey: `keys` chooses one among the keys they were called.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from rapidfuzz import fuzz

from papernotes_plugin import identifiers, text
from papernotes_plugin.entries import entry_merging
from papernotes_plugin.entries.entry_fields import alternative_keys
from papernotes_plugin.resolve import facts
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import Entry, Evidence, Identifier, Mention, Paper

_DISTINCTIVE = 4
"""Words from which an equal title speaks for itself."""
_NEAR = 93
"""Similarity of normalised titles, in percent, from which two papers are reported as a possible duplicate."""
_BUCKET = 40
"""More titles that begin alike are not compared with one another: the cost must stay linear."""


@dataclass(slots=True)
class _Cluster:
    """Places that are one paper, as far as is known."""

    members: list[int]
    first: int
    """The foremost member."""
    ids: dict[str, Identifier]
    """The identifier of each exclusive scheme."""
    titles: frozenset[str]
    years: frozenset[int]
    venues: frozenset[str]
    authors: frozenset[str]
    leads: frozenset[str]
    """First authors."""

    @classmethod
    def of(cls, place: int, said: Evidence) -> _Cluster:
        """What one place says."""
        ids: dict[str, Identifier] = {}
        for identifier in said.identifiers:
            if identifiers.SCHEMES[identifier.scheme].exclusive:
                ids.setdefault(identifier.scheme, identifier)
        title = text.comparison_key(said.title) if said.title else ""
        return cls(
            members=[place],
            first=place,
            ids=ids,
            titles=frozenset((title,)) if title else frozenset(),
            years=frozenset((said.year,)) if said.year else frozenset(),
            venues=frozenset((said.venue.casefold(),)) if said.venue else frozenset(),
            authors=frozenset(said.authors),
            leads=frozenset(said.authors[:1]),
        )

    def dates(self) -> set[int | str]:
        """Years and venues, those that the identifiers imply too."""
        implied = [facts.implied(identifier) for identifier in self.ids.values()]
        venues = self.venues | {said.venue.casefold() for said in implied if said.venue}
        return {*self.years, *venues, *(said.year for said in implied if said.year)}


class _Place(NamedTuple):
    """A mention or an entry, as evidence."""

    evidence: Evidence
    where: str
    path: str
    line: int
    order: tuple[object, ...]
    creates_paper: bool = True
    entry: Entry | None = None
    mention: Mention | None = None


@dataclass(frozen=True, slots=True)
class SameGroup:
    """A group of identifiers that the author says are one paper."""

    members: tuple[str, ...]
    """`scheme:value` or URLs."""
    path: str
    """The note or the options that say so."""
    line: int | None = None


def merge_mentions(
    mentions: Sequence[Mention], entries: Sequence[Entry], same: Sequence[SameGroup] = ()
) -> tuple[tuple[Paper, ...], tuple[Issue, ...]]:
    """The papers that mentions and entries speak of, by their first place; and what was doubtful.

    An entry that no note mentions is a paper too.  A mention that founds no paper and joins none is left out.
    """
    resolver = _Resolver(_places(mentions, entries))
    resolver.by_identifier()
    resolver.by_word(same)
    resolver.by_key()
    resolver.by_title()
    resolver.join_rest()
    resolver.near_misses()
    return resolver.papers(), tuple(resolver.issues)


def _places(mentions: Sequence[Mention], entries: Sequence[Entry]) -> list[_Place]:
    places = [
        _Place(
            m.evidence, f"{m.note}:{m.line}", m.note, m.line, (1, m.note, m.span, m.kind), m.creates_paper, mention=m
        )
        for m in mentions
    ]
    # files of notes have no order; of the bibliography the author's own counts
    files = {path: n for n, path in enumerate(dict.fromkeys(e.path for e in entries))}
    places += [
        _Place(e.evidence, f"{e.path}:{e.line}", e.path, e.line, (0, files[e.path], e.line, e.key), entry=e)
        for e in entries
    ]
    return sorted(places, key=lambda p: p.order)


class _Resolver:
    """Merges places into clusters, one kind of evidence after the other."""

    def __init__(self, places: list[_Place]) -> None:
        self.places = places
        self.issues: list[Issue] = []
        self.cluster_of: list[int] = list(range(len(places)))
        self.clusters = {index: _Cluster.of(index, place.evidence) for index, place in enumerate(places)}

    # --- merging --------------------------------------------------------------

    def conflict(self, a: int, b: int) -> tuple[Identifier, Identifier] | None:
        """Two different identifiers of one exclusive scheme, if the clusters hold such."""
        first, second = self.clusters[a].ids, self.clusters[b].ids
        if len(second) < len(first):
            first, second = second, first
        for scheme, identifier in first.items():
            other = second.get(scheme)
            if other is not None and other != identifier:
                return identifier, other
        return None

    def merge(self, a: int, b: int) -> int:
        """Make one cluster of two; the larger one takes the smaller."""
        if a == b:
            return a
        if len(self.clusters[a].members) < len(self.clusters[b].members):
            a, b = b, a
        into, gone = self.clusters[a], self.clusters.pop(b)
        into.members += gone.members
        into.first = min(into.first, gone.first)
        for member in gone.members:
            self.cluster_of[member] = a
        into.ids = {**gone.ids, **into.ids}
        into.titles |= gone.titles
        into.years |= gone.years
        into.venues |= gone.venues
        into.authors |= gone.authors
        into.leads |= gone.leads
        return a

    def merge_all(self, clusters: Iterable[int]) -> None:
        """Merge clusters that are compatible, in their order; report the others."""
        live = list(dict.fromkeys(clusters))
        into = live[0]
        for other in live[1:]:
            clash = self.conflict(into, other)
            if clash:
                self.report(other, clash)
            else:
                into = self.merge(into, other)

    def report(self, cluster: int, clash: tuple[Identifier, Identifier]) -> None:
        """Say that two places were kept apart."""
        place = self.places[self.clusters[cluster].first]
        message = f"this seems one paper but carries both {clash[0]} and {clash[1]}; they were kept apart"
        self.issues.append(issue(Code.CONFLICTING_IDENTIFIERS, place.path, place.line, message))

    def by_identifier(self) -> None:
        """Law 1: a shared identifier merges, unless law 2 forbids it."""
        holders: dict[Identifier, list[int]] = defaultdict(list)
        for index, place in enumerate(self.places):
            own = place.evidence.identifiers
            for identifier in dict.fromkeys((*own, *(e for i in own for e in identifiers.equivalents(i)))):
                holders[identifier].append(index)
        for identifier in sorted(i for i, places in holders.items() if len(places) > 1):
            self.merge_all(self.cluster_of[i] for i in holders[identifier])

    def by_word(self, same: Sequence[SameGroup]) -> None:
        """The author's own `same:` groups merge whatever they hold."""
        holders: dict[Identifier, int] = {}
        for index, place in enumerate(self.places if same else ()):
            for identifier in place.evidence.identifiers:
                holders.setdefault(identifier, index)
        for group in same:
            found: list[int] = []
            for member in group.members:
                named = identifiers.parse_identifier(member)
                if named is None:
                    message = f"'{member}' in `same` is no identifier; it was ignored"
                    self.issues.append(issue(Code.UNKNOWN_IDENTIFIER, group.path, group.line, message))
                elif named in holders:
                    found.append(holders[named])
            for other in found[1:]:
                self.merge(self.cluster_of[found[0]], self.cluster_of[other])

    # --- keys -----------------------------------------------------------------

    def by_key(self) -> None:
        """Law 4: a key is a name.  Places with one key merge where nothing speaks against it."""
        holders: dict[str, list[int]] = defaultdict(list)
        for index, place in enumerate(self.places):
            if place.evidence.citekey and place.creates_paper:
                holders[place.evidence.citekey].append(index)
        for key in sorted(holders):
            clusters = list(dict.fromkeys(self.cluster_of[i] for i in holders[key]))
            if len(clusters) > 1:
                self._merge_key(clusters)

    def _merge_key(self, clusters: list[int]) -> None:
        """Merge the clusters of one key: first those with something to say, then those that only have the key."""
        said = [c for c in clusters if self.clusters[c].ids or self.clusters[c].titles]
        mute = [c for c in clusters if c not in said]
        owner = said[0] if said else mute[0]
        for other in said[1:]:
            if not self.conflict(owner, other) and not self._titles_differ(owner, other):
                owner = self.merge(owner, other)
        for other in mute:
            if other != owner:
                owner = self.merge(owner, other)

    def _titles_differ(self, a: int, b: int) -> bool:
        """Both have titles and none of one resembles one of the other."""
        first, second = self.clusters[a].titles, self.clusters[b].titles
        return bool(first and second) and not any(
            x == y or x.startswith(y) or y.startswith(x) or fuzz.ratio(x, y) >= 60 for x in first for y in second
        )

    # --- titles ---------------------------------------------------------------

    def by_title(self) -> None:
        """Law 3: an equal title merges if it is distinctive; a short one needs a second signal."""
        holders: dict[str, list[int]] = defaultdict(list)
        for data in self.clusters.values():
            for title in data.titles:
                holders[title].append(data.first)
        for title in sorted(title for title, places in holders.items() if len(places) > 1):
            live = dict.fromkeys(self.cluster_of[i] for i in holders[title])
            self._merge_title(title, sorted(live, key=lambda c: self.clusters[c].first))

    def _merge_title(self, title: str, clusters: list[int]) -> None:
        clash = self._clash(clusters)
        if clash:
            # two works share the title: whatever has no identifier of its own could be either
            for cluster in clusters[1:]:
                if self._alike(title, clusters[0], cluster):
                    self.report(cluster, self.conflict(clusters[0], cluster) or clash)
            return
        works: list[int] = []
        for cluster in clusters:
            same = next((n for n, work in enumerate(works[:_BUCKET]) if self._alike(title, work, cluster)), None)
            if same is None:
                works.append(cluster)
            else:
                works[same] = self.merge(works[same], cluster)

    def _clash(self, clusters: Iterable[int]) -> tuple[Identifier, Identifier] | None:
        """Two different identifiers of one exclusive scheme in any two of the clusters."""
        held: dict[str, Identifier] = {}
        for cluster in clusters:
            for scheme, identifier in self.clusters[cluster].ids.items():
                if held.setdefault(scheme, identifier) != identifier:
                    return held[scheme], identifier
        return None

    def _alike(self, title: str, a: int, b: int) -> bool:
        """Nothing speaks against one title being one work: the authors agree, and a short one has a second signal."""
        first, second = self.clusters[a], self.clusters[b]
        if first.authors and second.authors and not _families(first.authors) & _families(second.authors):
            return False
        if len(title.split()) >= _DISTINCTIVE or _wide(title):
            return True
        if first.leads and second.leads:
            return bool(_families(first.leads) & _families(second.leads))
        return bool(first.dates() & second.dates())

    # --- what is left ---------------------------------------------------------

    def join_rest(self) -> None:
        """Places that found no paper join the one they name, by key or by title, or stay out."""
        keys: dict[str, set[int]] = defaultdict(set)
        titles: dict[str, set[int]] = defaultdict(set)
        for index, place in enumerate(self.places):
            if place.creates_paper and place.evidence.citekey:
                keys[place.evidence.citekey].add(self.cluster_of[index])
            for key in alternative_keys(place.entry.fields) if place.entry else ():
                keys[key].add(self.cluster_of[index])
        for cluster, data in self.clusters.items():
            if any(self.places[i].creates_paper for i in data.members):
                for title in data.titles:
                    titles[title].add(cluster)
        for index, place in enumerate(self.places):
            if place.creates_paper or len(self.clusters[self.cluster_of[index]].members) > 1:
                continue
            said = place.evidence
            known = keys.get(said.citekey) if said.citekey else titles.get(text.comparison_key(said.title))
            if known and len(known) == 1:
                self.merge(next(iter(known)), self.cluster_of[index])

    def near_misses(self) -> None:
        """Report titles that are nearly equal; never merge them."""
        buckets: dict[str, list[tuple[str, int]]] = defaultdict(list)
        for cluster, data in self.clusters.items():
            for title in data.titles:
                if len(title.split()) >= _DISTINCTIVE:
                    buckets[" ".join(title.split()[:3])].append((title, cluster))
        for bucket in buckets.values():
            if 1 < len(bucket) <= _BUCKET:
                self._near(bucket)

    def _near(self, bucket: list[tuple[str, int]]) -> None:
        for n, (title, cluster) in enumerate(bucket):
            for other_title, other in bucket[n + 1 :]:
                if cluster == other or self.conflict(cluster, other) or title == other_title:
                    continue
                if fuzz.ratio(title, other_title) >= _NEAR:
                    earlier, later = sorted((self.clusters[cluster].first, self.clusters[other].first))
                    place, first = self.places[later], self.places[earlier]
                    message = f"the title is nearly that at {first.where}; they were not merged"
                    self.issues.append(issue(Code.POSSIBLE_DUPLICATE, place.path, place.line, message))

    def papers(self) -> tuple[Paper, ...]:
        """The papers of all clusters that something founds, by their first place."""
        out: list[tuple[int, Paper]] = []
        for cluster in self.clusters.values():
            places = [self.places[i] for i in sorted(cluster.members)]
            if any(p.creates_paper for p in places):
                mentions = [p.mention for p in places if p.mention is not None]
                entries = [p.entry for p in places if p.entry is not None]
                self.contradictions(entries)
                out.append((cluster.first, facts.paper(mentions, entries)))
        return tuple(paper for _, paper in sorted(out, key=lambda x: x[0]))

    def contradictions(self, entries: Sequence[Entry]) -> None:
        """Say where a later entry of the bibliography contradicts an earlier one of the same paper."""
        for earlier, later in pairwise(entries):
            told = [
                f"{name} ('{value[:60]}' there)" for name, value in entry_merging.find_contradictions(earlier, later)
            ]
            if told:
                message = f"entry '{later.key}' contradicts {earlier.path}:{earlier.line} in {', '.join(told)}"
                self.issues.append(
                    issue(Code.CONFLICTING_ENTRIES, later.path, later.line, f"{message}; what stands here counts")
                )


def _families(names: Iterable[str]) -> set[str]:
    return {facts.family(name) for name in names}


def _wide(title: str) -> bool:
    """A title in a script without spaces between words, long enough to be distinctive."""
    return sum("\u3040" <= c <= "\u9fff" for c in title) >= 8
