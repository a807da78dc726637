"""Compare clusters of occurrences: whether every two of them can describe one work."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import NamedTuple

from papernotes_plugin import text
from papernotes_plugin.entries import work_comparison
from papernotes_plugin.entries.work_comparison import Judgement, is_distinctive
from papernotes_plugin.entries.work_facts import WorkFacts
from papernotes_plugin.resolve.clusters import Clusters
from papernotes_plugin.resolve.unambiguous_groups import unambiguous_groups

_COMPATIBLE_TITLE = 60
"""Similarity of titles, in percent, from which a shared citekey may merge them."""
_MAX_FACTS = 200
"""Number of different facts in a cluster that are compared, which keeps the cost linear."""
_MAX_COMPARED = 100
"""Number of different clusters that are compared with one another, for the same reason."""

Result = tuple[Judgement, str]
"""A judgement, and the name of the fact that speaks against one work."""
_SAME: Result = (Judgement.SAME, "")


class Grouping(NamedTuple):
    """The result of comparing some clusters."""

    groups: list[list[int]]
    """The clusters that are one work; a cluster that is like no other has a group of its own."""
    ambiguous: list[int]
    """The clusters that could be either of two works."""
    results: dict[tuple[int, int], Result]
    """The result for each two clusters that were compared and are not one work."""


class Comparison:
    """Compares clusters; a result holds for every two of their occurrences."""

    def __init__(self, clusters: Clusters) -> None:
        self._clusters = clusters

    def by_identifier(self, a: int, b: int, scheme: str) -> Result:
        """Return whether two clusters with one identifier are one work."""
        if self._clusters.conflict(a, b):
            return Judgement.DIFFERENT, "identifier"
        return self._worst(a, b, lambda x, y: work_comparison.compare_by_identifier(x, y, scheme))

    def by_key(self, a: int, b: int) -> Result:
        """Return whether two clusters with one citekey are one work: nothing may contradict it."""
        if self._clusters.conflict(a, b):
            return Judgement.DIFFERENT, "identifier"
        first, second = self._clusters.by_id[a].titles, self._clusters.by_id[b].titles
        if first and second and not any(_is_compatible(x, y) for x in first for y in second):
            return Judgement.DIFFERENT, "title"
        return self._worst(
            a, b, lambda x, y: work_comparison.compare_by_key(x, y) if x.is_entry and y.is_entry else _SAME
        )

    def by_title(self, a: int, b: int, title: str) -> Result:
        """Return whether two clusters with an equal title are one work.

        A short title also needs a common first author, or a common year or venue if the authors are unknown.
        """
        first, second = self._clusters.byline(a), self._clusters.byline(b)
        if first.families and second.families and not first.families & second.families:
            return Judgement.DIFFERENT, "authors"
        if not is_distinctive(title):
            if first.has_first_author and second.has_first_author:
                if not first.first_families & second.first_families:
                    return Judgement.DIFFERENT, "authors"
            elif not first.dates & second.dates:
                return Judgement.DIFFERENT, "year"
        result = self._worst(a, b, work_comparison.compare_by_title)
        has_conflict = result[0] is not Judgement.DIFFERENT and self._clusters.conflict(a, b)
        return (Judgement.DIFFERENT, "identifier") if has_conflict else result

    def _worst(self, a: int, b: int, compare: Callable[[WorkFacts, WorkFacts], Result]) -> Result:
        """Return the worst result of comparing the facts of two clusters."""
        first, second = self._clusters.facts(a), self._clusters.facts(b)
        if max(len(first), len(second)) > _MAX_FACTS:
            return Judgement.DOUBTFUL, ""
        doubts: set[str] = set()
        for one in first:
            for other in second:
                judgement, against = compare(one, other)
                if judgement is Judgement.DIFFERENT:
                    return judgement, against
                if judgement is Judgement.DOUBTFUL:
                    doubts.add(against)
        return (Judgement.DOUBTFUL, min(doubts)) if doubts else _SAME

    def group_by_identifier(self, clusters: Sequence[int], scheme: str) -> Grouping:
        """Return which clusters with one identifier are one work.

        If very many of them differ, those with one first author and, of entries, one title are one work.
        """
        if len({self._clusters.signature(cluster) for cluster in clusters}) <= _MAX_COMPARED:
            return self.group(clusters, lambda a, b: self.by_identifier(a, b, scheme))
        rough: dict[object, list[int]] = defaultdict(list)
        for cluster in clusters:
            facts = self._clusters.facts(cluster)
            firsts, titles = {one.authors[:1] for one in facts}, {one.title for one in facts if one.is_entry}
            is_clear = len(firsts) == 1 and len(titles) <= 1
            rough[(*firsts, *titles) if is_clear else cluster].append(cluster)
        groups = [group for group in rough.values() if not self._clusters.conflict_among(group)]
        return Grouping(groups, [], {})

    def group(self, clusters: Sequence[int], compare: Callable[[int, int], Result]) -> Grouping:
        """Return which clusters are one work: none joins two different ones, in whatever order they are.

        Clusters with equal facts are compared once.  If very many clusters differ, none of them are one work.
        """
        nodes: dict[tuple[object, ...], list[int]] = defaultdict(list)
        for cluster in clusters:
            nodes[self._clusters.signature(cluster)].append(cluster)
        alike = list(nodes.values())
        if len(alike) > _MAX_COMPARED:
            return Grouping([], [], {})
        results: dict[tuple[int, int], Result] = {}

        def are_same(one: int, other: int) -> bool:
            pair = alike[one][0], alike[other][0]
            result = compare(*pair)
            if result[0] is not Judgement.SAME:
                results[pair] = result
            return result[0] is Judgement.SAME

        groups, ambiguous = unambiguous_groups(len(alike), are_same)
        unlike = {n for n, node in enumerate(alike) if len(node) > 1 and compare(*node[:2])[0] is not Judgement.SAME}
        whole = [[c for n in group if n not in unlike for c in alike[n]] for group in groups]
        return Grouping(
            groups=[group for group in whole if group],
            ambiguous=[c for n in ambiguous if n not in unlike for c in alike[n]],
            results=results,
        )


def _is_compatible(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one) or text.similarity(one, other) >= _COMPATIBLE_TITLE
