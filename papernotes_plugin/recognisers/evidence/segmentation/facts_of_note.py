"""The facts of papers in the texts of a note, with the labels of other texts that the note writes in the same form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from papernotes_plugin.recognisers.evidence.references.block_texts import text_of_block
from papernotes_plugin.recognisers.evidence.references.line_breaks import line_breaks
from papernotes_plugin.recognisers.evidence.references.reference_text import ReferenceText
from papernotes_plugin.recognisers.evidence.segmentation.recurring_forms import RecurringForms
from papernotes_plugin.recognisers.evidence.segmentation.reference_signs import (
    MAX_LENGTH,
    MIN_LENGTH,
    has_names_or_title,
    has_year,
    is_running_text,
)
from papernotes_plugin.recognisers.evidence.segmentation.segments import Segment, segments_of
from papernotes_plugin.recognisers.evidence.segmentation.text_forms import Place, TokenizedText
from papernotes_plugin.recognisers.evidence.segmentation.tokens import tokenize
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note
from papernotes_plugin.vocabulary.model import BlockKind, InlineKind

_KINDS = frozenset((BlockKind.HEADING, BlockKind.PARAGRAPH, BlockKind.FOOTNOTE))
"""Blocks whose texts have forms; the text of a list item is a paragraph."""


@once_per_note
def facts_in(context: NoteContext, words: ReferenceText, breaks: tuple[int, ...]) -> Sequence[Segment]:
    """Return the facts of papers in a text of a note, as the model labels them; a long sentence has none.

    Several recognisers ask for the facts of the same text.

    Args:
        context: The note.
        words: The text.
        breaks: Offsets of the spaces that are line breaks in the note.
    """
    if is_running_text(words.text):
        return ()
    return segments_of(_tokenized(context, words, breaks), partial(_forms, context))


def form_in_note(context: NoteContext, words: ReferenceText) -> Place:
    """Return the form of a text of a note; empty for a text of one part."""
    return _tokenized(context, words, line_breaks(context, words)).form


@once_per_note
def _forms(context: NoteContext) -> RecurringForms:
    """Return the forms in which the items and paragraphs of a note are written."""
    return RecurringForms(_texts(context))


def _texts(context: NoteContext) -> Iterator[TokenizedText]:
    """Yield the headings, paragraphs and footnotes that may be references."""
    for block in context.blocks:
        if block.kind not in _KINDS or not MIN_LENGTH <= block.span.end - block.span.start <= MAX_LENGTH:
            continue
        source = context.source(block.span)
        if has_names_or_title(source) or has_year(source):
            words = text_of_block(context, block.index)
            if is_running_text(words.text):
                continue
            yield _tokenized(context, words, line_breaks(context, words))


@once_per_note
def _tokenized(context: NoteContext, words: ReferenceText, breaks: tuple[int, ...]) -> TokenizedText:
    """Return the tokens of a text, which keep their scores for other readers of the note."""
    return tokenized(words, breaks)


def tokenized(words: ReferenceText, breaks: Iterable[int] = ()) -> TokenizedText:
    """Return the tokens of a text.

    Args:
        words: The text.
        breaks: Offsets of the spaces that are line breaks in the note.
    """
    strong = [(start, end) for start, end, kind in words.marks if kind is InlineKind.STRONG]
    emphasised = [pair for pair in words.emphasised if pair not in strong]
    return TokenizedText(tokenize(words.text, linked=words.linked, emphasised=emphasised, strong=strong, breaks=breaks))
