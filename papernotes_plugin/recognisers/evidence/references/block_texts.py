"""The reference texts of the blocks of a note; each is made once, as several recognisers read it."""

from __future__ import annotations

from collections.abc import Sequence

from papernotes_plugin.recognisers.evidence.references.reference_text import ReferenceText, reference_text
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note
from papernotes_plugin.recognisers.evidence.structure.note_structure import IndexedInline


@once_per_note
def text_of_block(context: NoteContext, block: int) -> ReferenceText:
    """Return the text of a block."""
    return reference_text(context.inlines_of(block))


def text_of_inlines(context: NoteContext, inlines: Sequence[IndexedInline]) -> ReferenceText:
    """Return the text of some inlines, which often are all of one block."""
    block = inlines[0][1].block if inlines else -1
    return text_of_block(context, block) if inlines == context.inlines_of(block) else reference_text(inlines)
