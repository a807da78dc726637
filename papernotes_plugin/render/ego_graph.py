"""Lay out the ego graph of a paper: its notes and tags, and its related papers.

The layout follows fixed rules; a template draws it.  It is as wide as a phone so that its labels are readable there.
Notes and tags are on the left, related papers on the right, each connected with the notes and tags that it shares.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from papernotes_plugin import text
from papernotes_plugin.links.addresses import fold_path, tag_path
from papernotes_plugin.render.page_links import PageLinks
from papernotes_plugin.render.paper_views import EgoGraph, GraphNode
from papernotes_plugin.vocabulary.model import Paper

MAX_NOTES, MAX_TAGS = 6, 4
"""Notes and tags that are drawn."""
WIDTH, MIDDLE, LEFT, RIGHT = 360, 180, 140, 220
"""Width of the graph, and horizontal positions of the paper and of the nodes, in CSS pixels."""
TOP, FIRST_ROW, ROW_HEIGHT = 26, 54, 21
"""Vertical positions of the paper and of the first row of nodes, and the distance between rows, in CSS pixels."""
GAP = 9
"""Between a node and its label, in CSS pixels."""


class _Node(NamedTuple):
    kind: str
    label: str
    href: str
    shared: frozenset[object] = frozenset()
    """The note or tag itself; for a paper, all its notes and tags."""


def ego_graph(paper: Paper, links: PageLinks, page: str) -> EgoGraph | None:
    """Return the ego graph of a paper; None if it has no note, tag or related paper."""
    notes = [_note_node(path, links, page) for path in paper.note_paths]
    tags = [
        _Node("tag", tag.lstrip("#"), links.tag(tag, page), frozenset([fold_path(tag_path(tag))])) for tag in paper.tags
    ]
    similar = links.library.related.get(paper.slug, ())[: links.config.related]
    related = [_paper_node(links.library.by_slug[other.paper], links, page) for other in similar]
    sources = [*notes[:MAX_NOTES], *tags[:MAX_TAGS]]
    rows = max(len(sources), len(related))
    if not rows:
        return None
    left_nodes, right_nodes = _placed(sources, LEFT, 0, rows), _placed(related, RIGHT, RIGHT + GAP, rows)
    ties = [
        (source_dot.x, source_dot.y, dot.x, dot.y)
        for dot, node in zip(right_nodes, related, strict=True)
        for source_dot, source in zip(left_nodes, sources, strict=True)
        if source.shared & node.shared
    ]
    tied = {tie[2:] for tie in ties}
    return EgoGraph(
        width=WIDTH,
        height=FIRST_ROW + ROW_HEIGHT * (rows - 1) + 14,
        label=_short_name(paper),
        x=MIDDLE,
        y=TOP,
        left_nodes=left_nodes,
        right_nodes=right_nodes,
        # a related paper without a tie shares only notes and tags that are not drawn
        stems=tuple((dot.x, dot.y) for dot in (*left_nodes, *right_nodes) if (dot.x, dot.y) not in tied),
        ties=tuple(ties),
        note_count=len(notes),
        tag_count=len(tags),
    )


def _note_node(path: str, links: PageLinks, page: str) -> _Node:
    note = links.library.by_path.get(path)
    return _Node("note", text.plain_text(note.title) if note else path, links.note(path, page), frozenset([path]))


def _paper_node(paper: Paper, links: PageLinks, page: str) -> _Node:
    return _Node("paper", _short_name(paper), links.paper(paper, page), links.notes_and_tags(paper))


def _short_name(paper: Paper) -> str:
    """Return the short name by which authors call a paper, else its title."""
    return paper.labels[0] if paper.labels else text.plain_text(paper.name)


def _placed(nodes: Sequence[_Node], x: int, text_left: int, rows: int) -> tuple[GraphNode, ...]:
    """Return the nodes one below the other, vertically centred among the rows."""
    first = FIRST_ROW + ROW_HEIGHT * (rows - len(nodes)) // 2
    return tuple(
        GraphNode(node.kind, x, first + ROW_HEIGHT * row, text_left, LEFT - GAP, node.label, node.href)
        for row, node in enumerate(nodes)
    )
