"""Collect the issues about the identity of papers: what was not merged, and why."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from papernotes_plugin import identifiers, text
from papernotes_plugin.entries import entry_merging
from papernotes_plugin.entries.work_comparison import Judgement, is_distinctive, numbers_in
from papernotes_plugin.resolve.cluster_comparison import Grouping, Result
from papernotes_plugin.resolve.clusters import Clusters
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import Entry, Identifier

_SIMILAR_TITLE = 93
"""Similarity of titles, in percent, from which two papers are reported as a possible duplicate."""
_MAX_COMPARED = 40
"""Maximum number of titles compared with one another, which keeps the cost linear."""


class IdentityIssues:
    """The issues about the identity of papers."""

    def __init__(self, clusters: Clusters) -> None:
        self._clusters = clusters
        self.found: list[Issue] = []
        self._doubts: list[tuple[int, int, str]] = []
        """Two occurrences that may be one paper, the later one first, and the reason for the doubt."""

    def add_sharing(self, identifier: Identifier, grouping: Grouping) -> None:
        """Add why clusters with one identifier were not merged: once for each cluster but the first."""
        reported: set[int] = set()
        for earlier, later, judgement, against in self._ordered(grouping.results):
            if later in reported or not against:
                continue
            reported.add(later)
            if against == "identifier":
                self._add_conflict(earlier, later)
            elif judgement is Judgement.DOUBTFUL:
                label = identifiers.scheme_label(identifier)
                self._add_doubt(earlier, later, f"the {label} number is equal, but not the {against}")
            else:
                first = self._clusters.occurrences[self._first(earlier)]
                message = f"{identifier} is also at {first.location} with another {against}; the papers were not merged"
                self._add(later, Code.IDENTIFIER_CONTRADICTS, message)

    def add_titles(self, grouping: Grouping) -> None:
        """Add which clusters with one title may be one work but were not merged."""
        conflicting: set[int] = set()
        for earlier, later, judgement, against in self._ordered(grouping.results):
            if against == "identifier" and later not in conflicting:
                conflicting.add(later)
                self._add_conflict(earlier, later)
            elif judgement is Judgement.DOUBTFUL:
                reason = f"the title is equal, but not the {against}" if against else "only the title is equal"
                self._add_doubt(earlier, later, reason)
        if grouping.ambiguous and grouping.groups:
            first = min((group[0] for group in grouping.groups), key=self._first)
            for cluster in grouping.ambiguous:
                earlier, later = sorted((cluster, first), key=self._first)
                self._add_doubt(earlier, later, "the title is equal, but other papers have it too")

    def add_similar_titles(self) -> None:
        """Add each two papers with nearly equal titles; they are not merged."""
        by_opening: dict[str, list[tuple[str, int]]] = defaultdict(list)
        for cluster_id, cluster in self._clusters.by_id.items():
            for title in cluster.titles:
                if is_distinctive(title):
                    by_opening[" ".join(title.split()[:3])].append((title, cluster_id))
        for titles in by_opening.values():
            if 1 < len(titles) <= _MAX_COMPARED:
                self._add_similar(titles)

    def add_doubts(self) -> None:
        """Add one issue for each paper that may be an earlier one and was not merged with it after all."""
        reported: set[int] = set()
        for later, earlier, reason in sorted(self._doubts):
            cluster = self._clusters.id_of[later]
            if cluster != self._clusters.id_of[earlier] and cluster not in reported:
                reported.add(cluster)
                first = self._clusters.occurrences[earlier]
                message = f"this may be the paper at {first.location}: {reason}; the papers were not merged"
                second = self._clusters.occurrences[later]
                self.found.append(issue(Code.POSSIBLE_DUPLICATE, second.path, second.line, message))

    def add_contradictions(self, entries: Sequence[Entry]) -> None:
        """Add each entry that contradicts the previous one of the same paper."""
        for earlier, later in pairwise(entries):
            contradictions = entry_merging.find_contradictions(earlier, later)
            fields = ", ".join(f"{name} ('{value[:60]}' there)" for name, value in contradictions)
            if fields:
                message = f"entry '{later.key}' contradicts {earlier.location} in {fields}"
                message += "; the values here are used"
                self.found.append(issue(Code.CONFLICTING_ENTRIES, later.path, later.line, message))

    def _first(self, cluster: int) -> int:
        return self._clusters.by_id[cluster].first

    def _ordered(self, results: Mapping[tuple[int, int], Result]) -> Iterator[tuple[int, int, Judgement, str]]:
        """Yield the results by location: the earlier cluster, the later one, the judgement and the fact against it."""
        pairs = sorted(results, key=lambda pair: sorted(map(self._first, pair), reverse=True))
        for a, b in pairs:
            earlier, later = (a, b) if self._first(a) < self._first(b) else (b, a)
            yield earlier, later, *results[a, b]

    def _add(self, cluster: int, code: Code, message: str) -> None:
        """Add an issue at the first occurrence of a cluster."""
        first = self._clusters.occurrences[self._first(cluster)]
        self.found.append(issue(code, first.path, first.line, message))

    def _add_doubt(self, earlier: int, later: int, reason: str) -> None:
        self._doubts.append((self._first(later), self._first(earlier), reason))

    def _add_conflict(self, earlier: int, later: int) -> None:
        if conflict := self._clusters.conflict(earlier, later):
            message = f"this seems one paper but has both {conflict[0]} and {conflict[1]}; they were not merged"
            self._add(later, Code.CONFLICTING_IDENTIFIERS, message)

    def _add_similar(self, titles: Sequence[tuple[str, int]]) -> None:
        for n, (title, cluster) in enumerate(titles):
            for other_title, other in titles[n + 1 :]:
                if cluster == other or self._clusters.conflict(cluster, other) or title == other_title:
                    continue
                is_similar = text.similarity(title, other_title) >= _SIMILAR_TITLE
                if is_similar and numbers_in(title) == numbers_in(other_title):
                    earlier, later = sorted((cluster, other), key=self._first)
                    first = self._clusters.occurrences[self._first(earlier)]
                    message = f"the title is nearly equal to that at {first.location}; the papers were not merged"
                    self._add(later, Code.POSSIBLE_DUPLICATE, message)
