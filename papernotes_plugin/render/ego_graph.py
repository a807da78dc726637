"""Neighbourhood: the picture of what stands around a paper, laid out by rule; a template draws it.

It is as wide as a phone, so that its words can be read there: on the left the notes and tags that hold the paper, on
the right its related papers, each tied to what it shares.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from papernotes_plugin import text
from papernotes_plugin.links.addresses import fold_path, tag_path
from papernotes_plugin.render.page_links import Links
from papernotes_plugin.render.paper_views import Dot, Picture
from papernotes_plugin.vocabulary.model import Paper

MOST_NOTES, MOST_TAGS = 6, 4
WIDTH, MIDDLE, LEFT, RIGHT = 360, 180, 140, 220
"""Where things stand from left to right, in pixels of a phone."""
TOP, FIRST, STEP = 26, 54, 21
"""Where the paper, the first row and each further row stand from above."""
GAP = 9
"""Between a dot and its words."""


class _Node(NamedTuple):
    kind: str
    words: str
    href: str
    shared: frozenset[object] = frozenset()
    """What it is to others (of a note or tag), or what it stands in (of a paper)."""


def picture(paper: Paper, links: Links, page: str) -> Picture | None:
    """The picture of a paper's neighbourhood; None where nothing stands around it."""
    notes = [_note(path, links, page) for path in links.notes_of(paper)]
    tags = [_Node("tag", tag.lstrip("#"), links.tag(tag, page), frozenset([_tag(tag)])) for tag in paper.tags]
    found = links.library.related.get(paper.slug, ())[: links.config.related]
    related = [_paper(links.library.by_slug[other.paper], links, page) for other in found]
    held = [*notes[:MOST_NOTES], *tags[:MOST_TAGS]]
    rows = max(len(held), len(related))
    if not rows:
        return None
    left, right = _dots(held, LEFT, 0, rows), _dots(related, RIGHT, RIGHT + GAP, rows)
    ties = [
        (one.x, one.y, other.x, other.y)
        for other, its in zip(right, related, strict=True)
        for one, holds in zip(left, held, strict=True)
        if holds.shared & its.shared
    ]
    tied = {tie[2:] for tie in ties}
    return Picture(
        width=WIDTH,
        height=FIRST + STEP * (rows - 1) + 14,
        label=_short(paper),
        x=MIDDLE,
        y=TOP,
        left=left,
        right=right,
        # what an untied neighbour shares has no room here
        stems=tuple((dot.x, dot.y) for dot in (*left, *right) if (dot.x, dot.y) not in tied),
        ties=tuple(ties),
        notes=len(notes),
        tags=len(tags),
    )


def _note(path: str, links: Links, page: str) -> _Node:
    note = links.library.by_path.get(path)
    return _Node("note", text.plain_text(note.title) if note else path, links.note(path, page), frozenset([path]))


def _paper(paper: Paper, links: Links, page: str) -> _Node:
    return _Node("paper", _short(paper), links.paper(paper, page), links.holding(paper))


def _tag(tag: str) -> tuple[str, ...]:
    return fold_path(tag_path(tag))


def _short(paper: Paper) -> str:
    """What people call a paper."""
    return paper.labels[0] if paper.labels else text.plain_text(paper.title)


def _dots(nodes: Sequence[_Node], x: int, left: int, rows: int) -> tuple[Dot, ...]:
    """The nodes one below the other, in the middle of the rows."""
    first = FIRST + STEP * (rows - len(nodes)) // 2
    room = LEFT - GAP
    return tuple(
        Dot(node.kind, x, first + STEP * at, left, room, node.words, node.href) for at, node in enumerate(nodes)
    )
