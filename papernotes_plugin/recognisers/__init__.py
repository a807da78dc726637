"""Recognisers: what a note says about papers.

Every recogniser looks at every note, in one order; each link or block is claimed at most once, the more
specific recogniser first.  A further way of writing notes is one more file here and one more line below.
(Names in prose are found once the papers are known: see `name`.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from papernotes_plugin.recognisers import (
    bibtex_block,
    card,
    citation_link,
    citekey_mention,
    field_list,
    item,
    literature_note,
    table_row,
)
from papernotes_plugin.recognisers.evidence.context import NoteContext
from papernotes_plugin.text import slugify
from papernotes_plugin.vocabulary.model import Mention, Note

RECOGNISERS: tuple[Callable[[NoteContext], Iterator[Mention]], ...] = (
    literature_note.recognise,
    card.recognise,
    field_list.recognise,
    bibtex_block.recognise,
    table_row.recognise,
    item.recognise,
    citation_link.recognise,
    citekey_mention.recognise,
)
"""In the order in which they may claim."""


def recognise(note: Note) -> tuple[Mention, ...]:
    """The mentions of a note, in the order of its text, each with an anchor of its own."""
    context = NoteContext(note)
    found = [mention for recogniser in RECOGNISERS for mention in recogniser(context)]
    return anchored(found)


def anchored(mentions: list[Mention]) -> tuple[Mention, ...]:
    """The mentions of one note in the order of its text, with ids that other edits of the note rarely move."""
    out: list[Mention] = []
    ordered = sorted(mentions, key=lambda m: (m.span, m.kind))
    names = [_anchor_name(mention) for mention in ordered]
    first, used = frozenset(names), dict.fromkeys(names, 0)
    for mention, name in zip(ordered, names, strict=True):
        used[name] += 1
        # the key `smith2020-2` has the id that the second `smith2020` would have
        while used[name] > 1 and f"{name}-{used[name]}" in first:
            used[name] += 1
        anchor = name if used[name] == 1 else f"{name}-{used[name]}"
        out.append(mention if mention.anchor == anchor else mention._replace(anchor=anchor))
    return tuple(out)


def _anchor_name(mention: Mention) -> str:
    said = mention.evidence
    name = str(said.identifiers[0]) if said.identifiers else said.citekey or said.title or mention.text
    return "pn-" + slugify(name, 40)
