"""Find related papers: papers near each other in notes, and papers that share topics and tags."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from papernotes_plugin.index.topic_names import TopicFilter
from papernotes_plugin.links.addresses import fold_path, topic_path
from papernotes_plugin.text import counted
from papernotes_plugin.vocabulary.model import Mention, Paper, RelatedPaper

NEIGHBOURS = 12
"""Maximum distance between related papers in a note, topic or tag; it keeps the cost linear."""
_PADDING = (-1,) * NEIGHBOURS
"""Padding at both ends of a list of papers."""
_WEIGHTS = {"section": 6, "topic": 4, "tag": 3, "note": 1}
_DISTANCE, _COUNT = 4, 24
"""Bits of a packed number: the smallest distance of two papers, and the count of bonds of each kind."""
_SHIFTS = {kind: _DISTANCE + _COUNT * place for place, kind in enumerate(_WEIGHTS)}


class RelatedPapers(Mapping[str, tuple[RelatedPaper, ...]]):
    """The related papers of each paper, the closest first, by slug.

    They are computed when they are first read: neither a check nor a bibliography needs them.
    """

    def __init__(
        self,
        papers: Sequence[Paper],
        mentions: Mapping[str, tuple[tuple[Mention, Paper], ...]],
        topic_filter: TopicFilter,
        count: int,
    ) -> None:
        """Prepare the mapping.

        Args:
            papers: All papers, in the order of the library.
            mentions: Per note path its mentions with their papers.
            topic_filter: The headings and bullets that are no topics.
            count: Maximum number of related papers.
        """
        self._arguments = papers, mentions, topic_filter, count

    @cached_property
    def _by_slug(self) -> dict[str, tuple[RelatedPaper, ...]]:
        return _related(*self._arguments)

    def __getitem__(self, slug: str) -> tuple[RelatedPaper, ...]:
        return self._by_slug[slug]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_slug)

    def __len__(self) -> int:
        return len(self._by_slug)


def _related(
    papers: Sequence[Paper],
    mentions: Mapping[str, tuple[tuple[Mention, Paper], ...]],
    topic_filter: TopicFilter,
    count: int,
) -> dict[str, tuple[RelatedPaper, ...]]:
    """Return at most `count` related papers of each paper; the arguments are those of `RelatedPapers`."""
    if not count:
        return {}
    rank = {paper.slug: at for at, paper in enumerate(papers)}
    held: list[list[tuple[int, list[int], int]]] = [[] for _ in papers]
    """The bonds of each paper by rank: packed weight, ranks of the papers of the bond, and position among them."""
    for (kind, *_), slugs in _bonds(papers, mentions, topic_filter).items():
        members = [*_PADDING, *(rank[slug] for slug in slugs), *_PADDING]
        for place, one in enumerate(members[NEIGHBOURS:-NEIGHBOURS], NEIGHBOURS):
            held[one].append((1 << _SHIFTS[kind], members, place))
    decoded: dict[int, tuple[int, str]] = {}
    """Sort key and reason of each packed number that occurs; there are few different ones."""
    out: dict[str, tuple[RelatedPaper, ...]] = {}
    for paper, bonds in zip(papers, held, strict=True):
        # by rank of the other paper: number of shared bonds of each kind and smallest distance, packed
        shared: dict[int, int] = {}
        # nearest first, so that the first distance is the smallest
        for distance in range(1, NEIGHBOURS + 1):
            for bond, members, place in bonds:
                one, other = members[place - distance], members[place + distance]
                shared[one] = shared.get(one, distance) + bond
                shared[other] = shared.get(other, distance) + bond
        shared.pop(_PADDING[0], None)
        for packed in shared.values():
            if packed not in decoded:
                decoded[packed] = _decode(packed)
        best = sorted([(decoded[packed][0], other, packed) for other, packed in shared.items()])[:count]
        if best:
            out[paper.slug] = tuple(RelatedPaper(papers[other].slug, decoded[packed][1]) for _, other, packed in best)
    return out


def _bonds(
    papers: Sequence[Paper], mentions: Mapping[str, tuple[tuple[Mention, Paper], ...]], topic_filter: TopicFilter
) -> dict[tuple[str, ...], list[str]]:
    """Return the bonds between papers (notes, sections, topics, tags), each with its papers in note order."""
    bonds: dict[tuple[str, ...], dict[str, None]] = {}
    folded: dict[tuple[str, ...], tuple[tuple[str, ...], tuple[str, ...]]] = {}
    for path, pairs in mentions.items():
        for mention, paper in pairs:
            bonds.setdefault(("note", path), {}).setdefault(paper.slug)
            if mention.topic:
                if mention.topic not in folded:
                    topic = topic_filter.clean(mention.topic)
                    folded[mention.topic] = fold_path(topic_path(mention.topic)), fold_path(topic_path(topic))
                section, topic = folded[mention.topic]
                bonds.setdefault(("section", path, *section), {}).setdefault(paper.slug)
                if topic:
                    bonds.setdefault(("topic", *topic), {}).setdefault(paper.slug)
    for paper in papers:
        for tag in paper.tags:
            bonds.setdefault(("tag", tag.casefold()), {}).setdefault(paper.slug)
    return {bond: list(members) for bond, members in bonds.items() if len(members) > 1}


def _decode(packed: int) -> tuple[int, str]:
    """Return the sort key (strongest and closest first) and the reason of a packed number."""
    counts = {kind: packed >> shift & (1 << _COUNT) - 1 for kind, shift in _SHIFTS.items()}
    # more than three bonds of one kind count as three
    strength = sum(_WEIGHTS[kind] * min(number, 3) for kind, number in counts.items())
    return (packed & (1 << _DISTANCE) - 1) - (strength << _DISTANCE), _reason(
        {kind: number for kind, number in counts.items() if number}
    )


def _reason(bonds: dict[str, int]) -> str:
    """Return the reason in words: `same section, 2 shared tags`."""
    where = next((kind for kind in ("section", "topic", "note") if kind in bonds), "")
    tags = bonds.get("tag", 0)
    parts = [f"same {where}"] if where else []
    if tags:
        parts.append(counted(tags, "shared tag") if tags > 1 else "a shared tag")
    return ", ".join(parts)
