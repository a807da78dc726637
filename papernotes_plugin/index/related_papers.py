"""RelatedPaper papers: those that stand near a paper in the notes, and those that share its topics and tags."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from papernotes_plugin.links.addresses import fold_path, topic_path
from papernotes_plugin.vocabulary.model import Mention, Paper, RelatedPaper

NEIGHBOURS = 12
"""How far on either side of a paper in a note, topic or tag its neighbours are looked for: the work stays linear."""
_NOBODY = (-1,) * NEIGHBOURS
"""On either side of the papers that something holds together."""
_WEIGHTS = {"section": 6, "topic": 4, "tag": 3, "note": 1}
_DISTANCE, _COUNT = 4, 24
"""Bits of a packed bond: how far apart two stand where they are closest (`NEIGHBOURS`), and of each kind the count."""
_SHIFTS = {kind: _DISTANCE + _COUNT * place for place, kind in enumerate(_WEIGHTS)}


def related(
    papers: Sequence[Paper], mentions: Mapping[str, tuple[tuple[Mention, Paper], ...]], count: int
) -> dict[str, tuple[RelatedPaper, ...]]:
    """At most `count` neighbours of each paper that has some, the closest first, by slug.

    Args:
        papers: All papers, in the order of the library.
        mentions: Per note path its mentions with their papers.
        count: How many neighbours are told of each.
    """
    if not count:
        return {}
    rank = {paper.slug: at for at, paper in enumerate(papers)}
    held: list[list[tuple[int, list[int], int]]] = [[] for _ in papers]
    """Per paper, by rank, the bonds that hold it: what one counts, the ranks of its papers, and which of them it is."""
    for (kind, *_), slugs in _bonds(papers, mentions).items():
        members = [*_NOBODY, *(rank[slug] for slug in slugs), *_NOBODY]
        for place, one in enumerate(members[NEIGHBOURS:-NEIGHBOURS], NEIGHBOURS):
            held[one].append((1 << _SHIFTS[kind], members, place))
    told: dict[int, tuple[int, str]] = {}
    """Strength, weakest first, and reason of each packed bond that occurs: there are few."""
    out: dict[str, tuple[RelatedPaper, ...]] = {}
    for paper, bonds in zip(papers, held, strict=True):
        # per neighbour how many bonds of each kind they share and how close they stand, packed
        shared: dict[int, int] = {}
        # from the nearest on: the first distance at which two are found is the least
        for distance in range(1, NEIGHBOURS + 1):
            for bond, members, place in bonds:
                one, other = members[place - distance], members[place + distance]
                shared[one] = shared.get(one, distance) + bond
                shared[other] = shared.get(other, distance) + bond
        shared.pop(_NOBODY[0], None)
        for packed in shared.values():
            if packed not in told:
                told[packed] = _told(packed)
        best = sorted([(told[packed][0], other, packed) for other, packed in shared.items()])[:count]
        if best:
            out[paper.slug] = tuple(RelatedPaper(papers[other].slug, told[packed][1]) for _, other, packed in best)
    return out


def _bonds(
    papers: Sequence[Paper], mentions: Mapping[str, tuple[tuple[Mention, Paper], ...]]
) -> dict[tuple[str, ...], list[str]]:
    """What holds papers together, with the papers (each once) that it holds, neighbours in the notes side by side."""
    bonds: dict[tuple[str, ...], dict[str, None]] = {}
    for path, pairs in mentions.items():
        for mention, paper in pairs:
            bonds.setdefault(("note", path), {}).setdefault(paper.slug)
            if mention.topic:
                topic = fold_path(topic_path(mention.topic))
                bonds.setdefault(("section", path, *topic), {}).setdefault(paper.slug)
                bonds.setdefault(("topic", *topic), {}).setdefault(paper.slug)
    for paper in papers:
        for tag in paper.tags:
            bonds.setdefault(("tag", tag.casefold()), {}).setdefault(paper.slug)
    return {bond: list(members) for bond, members in bonds.items() if len(members) > 1}


def _told(packed: int) -> tuple[int, str]:
    """By what a packed bond is sorted, the strongest and closest first, and what it is in words."""
    counts = {kind: packed >> shift & (1 << _COUNT) - 1 for kind, shift in _SHIFTS.items()}
    # more than three bonds of one kind say no more than three
    strength = sum(_WEIGHTS[kind] * min(number, 3) for kind, number in counts.items())
    return (packed & (1 << _DISTANCE) - 1) - (strength << _DISTANCE), _reason(
        {kind: number for kind, number in counts.items() if number}
    )


def _reason(bonds: dict[str, int]) -> str:
    """`same section, 2 shared tags`: the closest of section, topic and note, then the tags."""
    where = next((kind for kind in ("section", "topic", "note") if kind in bonds), "")
    tags = bonds.get("tag", 0)
    parts = [f"same {where}"] if where else []
    if tags:
        parts.append(f"{tags} shared tags" if tags > 1 else "a shared tag")
    return ", ".join(parts)
