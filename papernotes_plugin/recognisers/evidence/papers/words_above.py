"""Decide whether words above a line announce works to read: a heading, a label, a bullet or the head of a column."""

from __future__ import annotations

import re

from papernotes_plugin.recognisers.evidence.labels.words_for_reading import BOOKS, LITERATURE, READING
from papernotes_plugin.recognisers.evidence.papers import listed_papers
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles.note_names import stem_of
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind

_READING = lazy_regex(
    rf"{READING}|{LITERATURE}|{BOOKS}|\b(?:reads?|papers?|articles?|publications|references|sources|quellen)\b"
    r"|статьи|論文|论文|논문",
    re.IGNORECASE,
)
"""A word for works to read in a heading, the name of a note, or the head of a column."""
_HEADS = lazy_regex(
    r"(?:papers?|article|articles|readings?|reference|references|text|texte|literatur|literature|lecture|lectura|leitura"
    r"|lettura|citation|source|study to read|论文|文献|論文|논문|статья)(?: to read)?"
)
_MAX_WORDS = 5
"""Words of a paragraph with a colon that announces works to read."""


def announces_works(context: NoteContext, container: Block, text: Block) -> bool:
    """Return whether a heading, a bullet, the name of the note or the head of a column announces works to read.

    Args:
        context: The note.
        container: The item, row, heading or paragraph.
        text: Its text, or a cell of it.
    """
    if container.kind is BlockKind.ROW:
        table = context.blocks[container.parent]
        cells = context.children(container.index)
        column = next((n for n, cell in enumerate(cells) if cell.index == text.index), -1)
        rows = context.children(table.index)
        heads = context.children(rows[0].index) if rows and rows[0].header else ()
        if 0 <= column < len(heads):
            head = context.visible_text(heads[column].index).casefold().strip(" :*")
            return _HEADS.fullmatch(head) is not None
        return False
    if listed_papers.is_below_reading(context, container.index):
        return True
    if is_below_label_of_reading(context, container):
        return True
    heading = context.heading_above[container.index]
    while heading >= 0:
        if _READING.search(context.visible_text(heading)):
            return True
        heading = context.heading_above[heading]
    return any(_READING.search(name) for name in (context.note.title, stem_of(context.note.path)))


def is_below_label_of_reading(context: NoteContext, container: Block) -> bool:
    """Return whether a label above a list announces works to read: `Papers mentioned:`, `**Readings**`."""
    listed = context.blocks[container.parent] if container.kind is BlockKind.ITEM else None
    before = context.sibling_before(listed) if listed else None
    if not before or before.kind is not BlockKind.PARAGRAPH:
        return False
    words = context.visible_text(before.index)
    is_label = words.endswith(":") or context.source(before.span).startswith(("**", "__"))
    return is_label and count_words(words) <= _MAX_WORDS and _READING.search(words) is not None
