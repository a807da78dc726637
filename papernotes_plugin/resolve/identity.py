"""Merge mentions and bibliography entries into papers.

The rules of identity:

1. A shared identifier merges, except a known placeholder.  If titles and authors both contradict each other, it merges
   nothing and is reported.  So it is if the long titles and the years of two mentions do, and one has no authors.
   So it is if two entries contradict each other in the title, unless the authors and the
   first page agree, or one is a preprint.  A book and its chapters are different works that share an ISBN or a DOI.
   For an ISBN the titles of two entries must agree, and year, volume and edition must not contradict each other.
2. Two different identifiers of one exclusive scheme never merge, except where the author says so under `same`.
3. An equal title merges if it is distinctive; a short title needs a second signal, such as a first author.  The authors
   must not contradict each other.  Titles that recur, such as "Editorial", never merge.
   a. A mention and another place stay two if they contradict each other in the year, and in the venue or the edition.
   b. Two entries stay two if the years differ, or if two of volume, number, pages, venue, type, edition and ISBN do.
      If the volume, the number or the pages alone differ, they stay two.  If another one of these facts differs, they
      merge only if the first page, or volume and number, is the same.  They need it too if the first authors differ.
      So they do if the title is short and only one of them gives the year or the authors, or the same venue.
   c. A preprint and its publication are one paper if the authors agree.
   d. Entries whose facts are all alike merge, whatever their title.  A title that recurs also needs the same authors
      and pages; without authors, all fields that describe the work must be alike.
   e. A title that is cut off with `…` merges with the only longer one of the same authors or year.
4. A citekey is only a name: occurrences with one key merge if nothing contradicts it.
5. Doubts are reported as issues and change nothing.
6. The result does not depend on the order of the notes.
7. No occurrence joins two that are different works: each rule holds for every two occurrences of a paper.

The papers have no citekey yet: `papernotes_plugin.resolve.keys` chooses it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice, takewhile

from papernotes_plugin import identifiers, text
from papernotes_plugin.entries import entry_merging
from papernotes_plugin.entries.entry_fields import alternative_keys
from papernotes_plugin.entries.recurring_titles import is_recurring
from papernotes_plugin.entries.work_comparison import Judgement
from papernotes_plugin.resolve import facts
from papernotes_plugin.resolve.cluster_comparison import Comparison
from papernotes_plugin.resolve.clusters import Clusters, Occurrence, occurrences_of
from papernotes_plugin.resolve.identity_issues import IdentityIssues
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import Entry, Identifier, Mention, Paper

_MIN_LETTERS = 30
"""Characters of a title from which its letters decide, without the spaces between them."""
_MIN_BEGINNING = 20
"""Characters of a title that is cut off, from which they may show which paper it is."""


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
    resolver.merge(same)
    resolver.issues.add_similar_titles()
    resolver.issues.add_doubts()
    return resolver.papers(), tuple(resolver.issues.found)


def papers_of_notes(mentions: Sequence[Mention], same: Sequence[SameGroup]) -> tuple[Paper, ...]:
    """Return the papers of some mentions without a bibliography, with the facts on which their citekeys depend."""
    resolver = _Resolver(occurrences_of(mentions, ()))
    resolver.merge(same)
    return resolver.papers(for_keys=True)


class _Resolver:
    """Merges occurrences, one kind of evidence after the other."""

    def __init__(self, occurrences: list[Occurrence]) -> None:
        self.occurrences = occurrences
        self.clusters = Clusters(occurrences)
        self.comparison = Comparison(self.clusters)
        self.issues = IdentityIssues(self.clusters)

    def merge(self, same: Sequence[SameGroup]) -> None:
        """Merge the occurrences of each paper, the strongest evidence first."""
        self.merge_by_identifier()
        self.merge_same_groups(same)
        self.merge_alike_entries()
        self.merge_by_key()
        self.merge_by_title()
        self.merge_cut_titles()
        self.join_remaining()

    def merge_all(self, clusters: Sequence[int]) -> int:
        """Merge clusters and return the id of the result."""
        target = clusters[0]
        for other in clusters[1:]:
            target = self.clusters.merge(target, other)
        return target

    # --- identifiers ----------------------------------------------------------

    def merge_by_identifier(self) -> None:
        """Merge the occurrences that share an identifier, unless something contradicts it."""
        by_identifier: dict[Identifier, list[int]] = defaultdict(list)
        for index, occurrence in enumerate(self.occurrences):
            own = occurrence.evidence.identifiers
            equivalents = [other for identifier in own for other in identifiers.equivalents(identifier)]
            for identifier in dict.fromkeys((*own, *equivalents)):
                by_identifier[identifier].append(index)
        for identifier in sorted(i for i, indexes in by_identifier.items() if len(indexes) > 1):
            clusters = self.clusters.ids_of(by_identifier[identifier])
            if len(clusters) > 1 and not identifiers.is_placeholder(identifier):
                self._merge_sharing(identifier, clusters)

    def _merge_sharing(self, identifier: Identifier, clusters: list[int]) -> None:
        """Merge the clusters that share an identifier; an occurrence with nothing else joins one of them."""
        described = {c for c in clusters if self.clusters.describes_work(c)}
        is_conflict = self.clusters.conflict_among(clusters) is not None
        if len(described) < 2 and not is_conflict:
            self.merge_all(clusters)
            return
        if is_conflict:
            described |= {c for c in clusters if self.clusters.by_id[c].ids.keys() - {identifier.scheme}}
        grouping = self.comparison.group_by_identifier([c for c in clusters if c in described], identifier.scheme)
        self.issues.add_sharing(identifier, grouping)
        others = [c for c in clusters if c not in described]
        others += [c for c in grouping.ambiguous if not self.clusters.has_entry(c)]
        works = [self.merge_all(group) for group in sorted(grouping.groups, key=self._content)]
        self._join(others, works, identifier)

    def _join(self, others: Sequence[int], works: list[int], identifier: Identifier) -> None:
        """Merge each of the other clusters with a work of the same identifier: that of its title, or the first one."""
        by_title = {title: n for n, work in enumerate(works) for title in self.clusters.by_id[work].titles}
        for other in sorted(others, key=lambda cluster: self.clusters.by_id[cluster].first):
            named = [by_title[title] for title in self.clusters.by_id[other].titles if title in by_title]
            for n in (*named, *range(len(works))):
                if self.comparison.by_identifier(works[n], other, identifier.scheme)[0] is Judgement.SAME:
                    works[n] = self.clusters.merge(works[n], other)
                    break
            else:
                works.append(other)

    def _content(self, group: Sequence[int]) -> str:
        """Return a sort key of clusters that does not depend on their locations."""
        return min(repr(self.clusters.signature(cluster)) for cluster in group)

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
                    self.issues.found.append(issue(Code.UNKNOWN_IDENTIFIER, group.path, group.line, message))
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
        key_only = [cluster for cluster in clusters if not (by_id[cluster].ids or by_id[cluster].titles)]
        grouping = self.comparison.group(described, self.comparison.by_key)
        owner = described[0] if described else key_only[0]
        for group in grouping.groups:
            merged = self.merge_all(group)
            owner = merged if owner in group else owner
        for other in grouping.ambiguous:
            is_free = other != owner and not self.clusters.has_entry(other)
            if is_free and self.comparison.by_key(owner, other)[0] is Judgement.SAME:
                owner = self.clusters.merge(owner, other)
        for other in key_only:
            owner = self.clusters.merge(owner, other)

    # --- titles ---------------------------------------------------------------

    def merge_alike_entries(self) -> None:
        """Merge the entries that agree in every fact, whatever their title."""
        by_facts: dict[object, list[int]] = defaultdict(list)
        titles: dict[str, list[int]] = defaultdict(list)
        for index, occurrence in enumerate(self.occurrences):
            if occurrence.entry:
                titles[text.comparison_key(occurrence.evidence.title)].append(index)
        for title, indexes in titles.items():
            for index in indexes if title and len(indexes) > 1 else ():
                work = self.clusters.facts_at(index)
                entry = self.occurrences[index].entry
                if entry and work.year and (work.authors or work.pages):
                    says_little = is_recurring(title) or not work.authors
                    by_facts[work, entry_merging.place_of(entry, work) if says_little else None].append(index)
        for indexes in by_facts.values():
            clusters = self.clusters.ids_of(indexes)
            if len(clusters) > 1 and not self.clusters.conflict_among(clusters):
                self.merge_all(clusters)

    def merge_by_title(self) -> None:
        """Merge the clusters with an equal title according to rule 3, then those with equal letters in a long title.

        Words of titles are written with hyphens and without: `Fine-tuned`, `Finetuned`.
        """
        self._merge_by_title(str, 1)
        # equal titles are merged by then
        self._merge_by_title(_letters, 2)

    def _merge_by_title(self, key: Callable[[str], str], min_titles: int) -> None:
        """Merge the clusters whose titles have an equal key, if there are as many different titles with it."""
        by_key: dict[str, list[tuple[str, int]]] = defaultdict(list)
        for cluster in self.clusters.by_id.values():
            for title in cluster.titles:
                by_key[key(title)].append((title, cluster.first))
        for _, titled in sorted(item for item in by_key.items() if len(item[1]) > 1):
            clusters = self.clusters.ids_of(first for _, first in titled)
            titles = sorted({title for title, _ in titled})
            if len(titles) >= min_titles and len(clusters) > 1 and not is_recurring(titles[0]):
                self._merge_title(titles[0], clusters)

    def _merge_title(self, title: str, clusters: list[int]) -> None:
        grouping = self.comparison.group(clusters, lambda a, b: self.comparison.by_title(a, b, title))
        self.issues.add_titles(grouping)
        works = [self.merge_all(group) for group in grouping.groups]
        joining: dict[int, list[int]] = defaultdict(list)
        for cluster in grouping.ambiguous:
            fitting = [w for w in works if self.comparison.by_title(w, cluster, title)[0] is Judgement.SAME]
            if (closest := self._closest(cluster, fitting)) is not None:
                joining[closest].append(cluster)
        for work, joined in joining.items():
            together = self.comparison.group([work, *joined], lambda a, b: self.comparison.by_title(a, b, title))
            if len(together.groups) == 1 and not together.ambiguous:
                self.merge_all([work, *joined])

    def _closest(self, cluster: int, works: Sequence[int]) -> int | None:
        """Return the one work that has most of the years and venues of a cluster; None if two have, or none has any."""
        own = self.clusters.byline(cluster).dates
        counts = {work: len(own & self.clusters.byline(work).dates) for work in works}
        best = max(counts.values(), default=0)
        closest = [work for work, count in counts.items() if count == best]
        return closest[0] if best and len(closest) == 1 else None

    def merge_cut_titles(self) -> None:
        """Merge each occurrence with a title that is cut off with the one paper whose title begins so (rule 3e)."""
        beginnings = {
            index: text.comparison_key(occurrence.evidence.title)
            for index, occurrence in enumerate(self.occurrences)
            if text.is_cut_off(occurrence.evidence.title)
        }
        if not beginnings:
            return
        whole = ((title, cluster.first) for cluster in self.clusters.by_id.values() for title in cluster.titles)
        titles = sorted((*whole, *((beginning, index) for index, beginning in beginnings.items())))
        for index, beginning in beginnings.items():
            own = self.clusters.id_of[index]
            if len(beginning) < _MIN_BEGINNING or self.clusters.by_id[own].titles:
                continue
            longer = takewhile(partial(_begins, beginning), islice(titles, bisect_left(titles, (beginning, -1)), None))
            same = [c for c in self.clusters.ids_of(first for _, first in longer) if self._continues(own, c)]
            if len(same) == 1:
                self.clusters.merge(own, same[0])

    def _continues(self, cut: int, other: int) -> bool:
        """Return whether a cluster may have the whole title of another one: an author or the year is the same."""
        first, second = self.clusters.byline(cut), self.clusters.byline(other)
        if cut == other or self.clusters.conflict(cut, other):
            return False
        if first.families and second.families:
            return bool(first.families & second.families) and not (
                first.dates and second.dates and first.dates.isdisjoint(second.dates)
            )
        return not first.dates.isdisjoint(second.dates)

    # --- remaining occurrences ------------------------------------------------

    def join_remaining(self) -> None:
        """Merge each remaining occurrence that creates no paper with the one paper of its key or title, if any."""
        alone = {
            index: (occurrence.evidence.citekey, text.comparison_key(occurrence.evidence.title))
            for index, occurrence in enumerate(self.occurrences)
            if not occurrence.creates_paper and len(self.clusters.by_id[self.clusters.id_of[index]].members) == 1
        }
        keys = frozenset(citekey for citekey, _ in alone.values() if citekey)
        titles = frozenset(title for citekey, title in alone.values() if not citekey)
        by_key: dict[str, set[int]] = defaultdict(set)
        by_title: dict[str, set[int]] = defaultdict(set)
        for index, occurrence in enumerate(self.occurrences if keys else ()):
            if occurrence.creates_paper:
                by_key[occurrence.evidence.citekey].add(self.clusters.id_of[index])
            for key in alternative_keys(occurrence.entry.fields) if occurrence.entry else ():
                by_key[key].add(self.clusters.id_of[index])
        for cluster_id, cluster in self.clusters.by_id.items():
            for title in cluster.titles & titles:
                creates_paper = any(self.occurrences[index].creates_paper for index in cluster.members)
                if creates_paper and not is_recurring(title):
                    by_title[title].add(cluster_id)
        for index, (citekey, title) in alone.items():
            candidates = by_key.get(citekey) if citekey else by_title.get(title)
            if candidates and len(candidates) == 1:
                self.clusters.merge(next(iter(candidates)), self.clusters.id_of[index])

    # --- papers ---------------------------------------------------------------

    def papers(self, *, for_keys: bool = False) -> tuple[Paper, ...]:
        """Return the papers of all clusters with an occurrence that creates one, ordered by first occurrence.

        Args:
            for_keys: Whether to leave out the facts on which no citekey depends.
        """
        papers: list[tuple[int, Paper]] = []
        for cluster in self.clusters.by_id.values():
            occurrences = [self.occurrences[index] for index in sorted(cluster.members)]
            if any(occurrence.creates_paper for occurrence in occurrences):
                mentions = [one.mention for one in occurrences if one.mention is not None]
                entries = [one.entry for one in occurrences if one.entry is not None]
                self.issues.add_contradictions(entries)
                papers.append((cluster.first, facts.paper(mentions, entries, for_key=for_keys)))
        return tuple(paper for _, paper in sorted(papers, key=lambda pair: pair[0]))


def _letters(title: str) -> str:
    """Return the letters and digits of a long title without the spaces between them; a short title as it is."""
    return title.replace(" ", "") if len(title) >= _MIN_LETTERS else title


def _begins(beginning: str, titled: tuple[str, int]) -> bool:
    return titled[0].startswith(beginning)
