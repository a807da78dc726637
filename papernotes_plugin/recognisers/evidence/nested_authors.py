"""Read the authors in the first bullet below the title of a list item."""

from __future__ import annotations

from papernotes_plugin.recognisers.evidence import authorship
from papernotes_plugin.recognisers.evidence.context import NoteContext, once_per_note
from papernotes_plugin.vocabulary.model import Block, BlockKind

_MIN_LISTS = 3
"""Items with several authors below them, from which a single name below another item of the list is an author, too."""


def authors_below(context: NoteContext, item: Block) -> tuple[str, ...]:
    """Return the names in the first bullet below an item; one name alone only if most items of the list have some."""
    line = _first_bullet(context, item)
    if authorship.looks_like_authors(line):
        return authorship.split_authors(line)
    return (line,) if authorship.is_person(line) and _has_authors_below_items(context, item.parent) else ()


@once_per_note
def _has_authors_below_items(context: NoteContext, block: int) -> bool:
    lines = [line for item in context.children(block) if (line := _first_bullet(context, item))]
    count = sum(map(authorship.looks_like_authors, lines))
    return count >= _MIN_LISTS and 2 * count > len(lines)


def _first_bullet(context: NoteContext, item: Block) -> str:
    """Return the text of the first bullet in the first list below an item; "" for none."""
    nested = next((child for child in context.children(item.index) if child.kind is BlockKind.LIST), None)
    texts = context.text_blocks(context.children(nested.index)[0])[:1] if nested else ()
    return context.visible_text(texts[0].index) if texts else ""
