"""Merge mentions and bibliography entries into papers.

The rules of identity:

1. A shared identifier merges.
2. Two different identifiers of one exclusive scheme never merge, except where the author says so under `same`.
3. An equal title merges if it is distinctive; a short title needs a second signal, such as a first author.
4. A citekey is only a name: occurrences with one key merge if nothing contradicts it.
5. Doubts are reported as issues and change nothing.
6. The result does not depend on the order of the notes.

The papers have no citekey yet: `papernotes_plugin.resolve.keys` chooses it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rapidfuzz import fuzz

from papernotes_plugin import identifiers, text
from papernotes_plugin.entries import entry_merging
from papernotes_plugin.entries.entry_fields import alternative_keys
from papernotes_plugin.resolve import facts
from papernotes_plugin.resolve.clusters import Clusters, Occurrence, occurrences_of
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import Entry, Identifier, Mention, Paper

_DISTINCTIVE_WORDS = 4
"""Number of words from which an equal title alone merges two clusters."""
_DISTINCTIVE_LETTERS = 8
"""The same in letters, for scripts without spaces between words."""
_SIMILAR_TITLE = 93
"""Similarity of titles, in percent, from which two papers are reported as a possible duplicate."""
_COMPATIBLE_TITLE = 60
"""Similarity of titles, in percent, from which a shared citekey may merge them."""
_MAX_COMPARED = 40
"""Maximum number of titles compared with one another, which keeps the cost linear."""


@dataclass(frozen=True, slots=True)
class SameGroup:
    """A group of identifiers that the author declares to be one paper."""

    members: tuple[str, ...]
    """`scheme:value` or URLs."""
    path: str
    """The note with the declaration, or `options`."""
    line: int | None = None


def merge_mentions(
    mentions: Sequence[Mention], entries: Sequence[Entry], same: Sequence[SameGroup] = ()
) -> tuple[tuple[Paper, ...], tuple[Issue, ...]]:
    """Return the papers, ordered by their first occurrence, and issues about doubtful cases.

    An entry without a mention is a paper too.  A mention that creates no paper and joins none is left out.
    """
    resolver = _Resolver(occurrences_of(mentions, entries))
    resolver.merge_by_identifier()
    resolver.merge_same_groups(same)
    resolver.merge_by_key()
    resolver.merge_by_title()
    resolver.join_remaining()
    resolver.report_similar_titles()
    return resolver.papers(), tuple(resolver.issues)


class _Resolver:
    """Merges occurrences, one kind of evidence after the other."""

    def __init__(self, occurrences: list[Occurrence]) -> None:
        self.occurrences = occurrences
        self.clusters = Clusters(occurrences)
        self.issues: list[Issue] = []

    def report_conflict(self, cluster: int, conflict: tuple[Identifier, Identifier]) -> None:
        """Add an issue: a cluster was not merged because of an identifier."""
        first = self.occurrences[self.clusters.by_id[cluster].first]
        message = f"this seems one paper but has both {conflict[0]} and {conflict[1]}; they were not merged"
        self.issues.append(issue(Code.CONFLICTING_IDENTIFIERS, first.path, first.line, message))

    # --- identifiers ----------------------------------------------------------

    def merge_by_identifier(self) -> None:
        """Merge the occurrences that share an identifier, unless rule 2 forbids it."""
        by_identifier: dict[Identifier, list[int]] = defaultdict(list)
        for index, occurrence in enumerate(self.occurrences):
            own = occurrence.evidence.identifiers
            equivalents = (other for identifier in own for other in identifiers.equivalents(identifier))
            for identifier in dict.fromkeys((*own, *equivalents)):
                by_identifier[identifier].append(index)
        for identifier in sorted(i for i, indexes in by_identifier.items() if len(indexes) > 1):
            target, *others = self.clusters.ids_of(by_identifier[identifier])
            for other in others:
                if conflict := self.clusters.conflict(target, other):
                    self.report_conflict(other, conflict)
                else:
                    target = self.clusters.merge(target, other)

    def merge_same_groups(self, groups: Sequence[SameGroup]) -> None:
        """Merge what the author declares to be one paper, whatever its identifiers."""
        by_identifier: dict[Identifier, int] = {}
        for index, occurrence in enumerate(self.occurrences if groups else ()):
            for identifier in occurrence.evidence.identifiers:
                by_identifier.setdefault(identifier, index)
        for group in groups:
            indexes: list[int] = []
            for member in group.members:
                parsed = identifiers.parse_identifier(member)
                if parsed is None:
                    message = f"'{member}' in `same` is not an identifier; it was ignored"
                    self.issues.append(issue(Code.UNKNOWN_IDENTIFIER, group.path, group.line, message))
                elif parsed in by_identifier:
                    indexes.append(by_identifier[parsed])
            for index in indexes[1:]:
                self.clusters.merge(self.clusters.id_of[indexes[0]], self.clusters.id_of[index])

    # --- keys -----------------------------------------------------------------

    def merge_by_key(self) -> None:
        """Merge the occurrences with one citekey where nothing contradicts it."""
        by_key: dict[str, list[int]] = defaultdict(list)
        for index, occurrence in enumerate(self.occurrences):
            if occurrence.evidence.citekey and occurrence.creates_paper:
                by_key[occurrence.evidence.citekey].append(index)
        for key in sorted(by_key):
            clusters = self.clusters.ids_of(by_key[key])
            if len(clusters) > 1:
                self._merge_key(clusters)

    def _merge_key(self, clusters: list[int]) -> None:
        """Merge clusters of one key: first those with identifiers or titles, then those with the key alone."""
        by_id = self.clusters.by_id
        described = [cluster for cluster in clusters if by_id[cluster].ids or by_id[cluster].titles]
        key_only = [cluster for cluster in clusters if cluster not in described]
        owner = described[0] if described else key_only[0]
        for other in described[1:]:
            if not self.clusters.conflict(owner, other) and not self._titles_differ(owner, other):
                owner = self.clusters.merge(owner, other)
        for other in key_only:
            owner = self.clusters.merge(owner, other)

    def _titles_differ(self, a: int, b: int) -> bool:
        """Return whether both clusters have titles and none of the one resembles one of the other."""
        first, second = self.clusters.by_id[a].titles, self.clusters.by_id[b].titles
        return bool(first and second) and not any(
            x == y or x.startswith(y) or y.startswith(x) or fuzz.ratio(x, y) >= _COMPATIBLE_TITLE
            for x in first
            for y in second
        )

    # --- titles ---------------------------------------------------------------

    def merge_by_title(self) -> None:
        """Merge the clusters with an equal title according to rule 3."""
        by_title: dict[str, list[int]] = defaultdict(list)
        for cluster in self.clusters.by_id.values():
            for title in cluster.titles:
                by_title[title].append(cluster.first)
        for title in sorted(title for title, indexes in by_title.items() if len(indexes) > 1):
            ids = self.clusters.ids_of(by_title[title])
            self._merge_title(title, sorted(ids, key=lambda cluster: self.clusters.by_id[cluster].first))

    def _merge_title(self, title: str, clusters: list[int]) -> None:
        conflict = self.clusters.conflict_among(clusters)
        if conflict:
            # two works have this title: a cluster without an identifier could be either
            for cluster in clusters[1:]:
                if self._is_same_work(title, clusters[0], cluster):
                    self.report_conflict(cluster, self.clusters.conflict(clusters[0], cluster) or conflict)
            return
        works: list[int] = []
        for cluster in clusters:
            compared = enumerate(works[:_MAX_COMPARED])
            same = next((n for n, work in compared if self._is_same_work(title, work, cluster)), None)
            if same is None:
                works.append(cluster)
            else:
                works[same] = self.clusters.merge(works[same], cluster)

    def _is_same_work(self, title: str, a: int, b: int) -> bool:
        """Return whether clusters with an equal title are one work.

        Their authors must not contradict each other.  A short title also needs a common first author, or a common year
        or venue if the authors are unknown.
        """
        first, second = self.clusters.by_id[a], self.clusters.by_id[b]
        if first.authors and second.authors and not _families(first.authors) & _families(second.authors):
            return False
        if len(title.split()) >= _DISTINCTIVE_WORDS or _is_long_without_spaces(title):
            return True
        if first.first_authors and second.first_authors:
            return bool(_families(first.first_authors) & _families(second.first_authors))
        return bool(first.dates() & second.dates())

    # --- remaining occurrences ------------------------------------------------

    def join_remaining(self) -> None:
        """Merge each remaining occurrence that creates no paper with the one paper of its key or title, if any."""
        by_key: dict[str, set[int]] = defaultdict(set)
        by_title: dict[str, set[int]] = defaultdict(set)
        for index, occurrence in enumerate(self.occurrences):
            if occurrence.creates_paper and occurrence.evidence.citekey:
                by_key[occurrence.evidence.citekey].add(self.clusters.id_of[index])
            for key in alternative_keys(occurrence.entry.fields) if occurrence.entry else ():
                by_key[key].add(self.clusters.id_of[index])
        for cluster_id, cluster in self.clusters.by_id.items():
            if any(self.occurrences[index].creates_paper for index in cluster.members):
                for title in cluster.titles:
                    by_title[title].add(cluster_id)
        for index, occurrence in enumerate(self.occurrences):
            cluster_id = self.clusters.id_of[index]
            if occurrence.creates_paper or len(self.clusters.by_id[cluster_id].members) > 1:
                continue
            citekey, title = occurrence.evidence.citekey, occurrence.evidence.title
            candidates = by_key.get(citekey) if citekey else by_title.get(text.comparison_key(title))
            if candidates and len(candidates) == 1:
                self.clusters.merge(next(iter(candidates)), cluster_id)

    def report_similar_titles(self) -> None:
        """Add an issue for each two papers with nearly equal titles; they are not merged."""
        by_opening: dict[str, list[tuple[str, int]]] = defaultdict(list)
        for cluster_id, cluster in self.clusters.by_id.items():
            for title in cluster.titles:
                if len(title.split()) >= _DISTINCTIVE_WORDS:
                    by_opening[" ".join(title.split()[:3])].append((title, cluster_id))
        for titles in by_opening.values():
            if 1 < len(titles) <= _MAX_COMPARED:
                self._report_similar(titles)

    def _report_similar(self, titles: list[tuple[str, int]]) -> None:
        by_id = self.clusters.by_id
        for n, (title, cluster) in enumerate(titles):
            for other_title, other in titles[n + 1 :]:
                if cluster == other or self.clusters.conflict(cluster, other) or title == other_title:
                    continue
                if fuzz.ratio(title, other_title) >= _SIMILAR_TITLE:
                    earlier, later = sorted((by_id[cluster].first, by_id[other].first))
                    second, first = self.occurrences[later], self.occurrences[earlier]
                    message = f"the title is nearly equal to that at {first.place}; the papers were not merged"
                    self.issues.append(issue(Code.POSSIBLE_DUPLICATE, second.path, second.line, message))

    # --- papers ---------------------------------------------------------------

    def papers(self) -> tuple[Paper, ...]:
        """Return the papers of all clusters with an occurrence that creates one, ordered by first occurrence."""
        papers: list[tuple[int, Paper]] = []
        for cluster in self.clusters.by_id.values():
            occurrences = [self.occurrences[index] for index in sorted(cluster.members)]
            if any(occurrence.creates_paper for occurrence in occurrences):
                mentions = [one.mention for one in occurrences if one.mention is not None]
                entries = [one.entry for one in occurrences if one.entry is not None]
                self.report_contradictions(entries)
                papers.append((cluster.first, facts.paper(mentions, entries)))
        return tuple(paper for _, paper in sorted(papers, key=lambda pair: pair[0]))

    def report_contradictions(self, entries: Sequence[Entry]) -> None:
        """Add an issue for each entry that contradicts the previous one of the same paper."""
        for earlier, later in pairwise(entries):
            contradictions = entry_merging.find_contradictions(earlier, later)
            fields = ", ".join(f"{name} ('{value[:60]}' there)" for name, value in contradictions)
            if fields:
                message = f"entry '{later.key}' contradicts {earlier.path}:{earlier.line} in {fields}"
                message += "; the values here are used"
                self.issues.append(issue(Code.CONFLICTING_ENTRIES, later.path, later.line, message))


def _families(names: Iterable[str]) -> set[str]:
    return {facts.family(name) for name in names}


def _is_long_without_spaces(title: str) -> bool:
    return sum("\u3040" <= char <= "\u9fff" for char in title) >= _DISTINCTIVE_LETTERS
