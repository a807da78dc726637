"""Recognise references, and plain lines that describe papers, in a block of code without a language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from papernotes_plugin.markup import parser
from papernotes_plugin.recognisers import plain_block, reference
from papernotes_plugin.recognisers.evidence.structure.bibtex_code import cites_note_itself, language_of
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.structure.quoted_context import topics
from papernotes_plugin.recognisers.evidence.structure.reference_openings import opens_reference
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Mention, Span

_LANGUAGES = frozenset(("", "text", "txt", "plain", "plaintext"))
_ENTRY = lazy_regex(r"[^\n]*\S[^\n]*(?:\n[^\n]*\S[^\n]*)*")
"""Lines without an empty one between them."""
_MAX_LENGTH = 20_000
_PROGRAM = lazy_regex(
    r"[;{}]\s*$|^\s*(?:[#$>%]|//|/\*|def |import |from \w+ import |return )|</\w|\w\(\)", re.MULTILINE
)
"""A sign of a program, of its output or of another markup."""


def recognise(context: NoteContext) -> Iterator[Mention]:
    """Yield a mention for each paper in a block of code, if most of its lines are references."""
    for block in context.blocks:
        if (
            block.kind is BlockKind.CODE
            and block.index not in context.claimed_blocks
            and _may_have_papers(context, block)
        ):
            yield from _papers(context, block)


def _may_have_papers(context: NoteContext, block: Block) -> bool:
    """Return whether a block is plain text in which a line begins like a reference, or has an address."""
    content = _content(context, block)
    if language_of(block) not in _LANGUAGES or not 0 < content.end - content.start < _MAX_LENGTH:
        return False
    source = context.note.text
    if _PROGRAM.search(source, *content) or cites_note_itself(context, block):
        return False
    return any(
        opens_reference(source, Span(*entry.span())) or source.find("://", *entry.span()) >= 0
        for entry in _ENTRY.finditer(source, *content)
    )


def _content(context: NoteContext, block: Block) -> Span:
    """Return the span of the lines between the fences of a block; an empty one for code without fences."""
    source, (start, end) = context.note.text, block.span
    if not source.startswith(("```", "~~~"), start):
        return Span(start, start)
    first, last = source.find("\n", start, end) + 1, source.rfind("\n", start, end)
    return Span(first, max(first, last)) if first else Span(start, start)


def _papers(context: NoteContext, block: Block) -> Iterator[Mention]:
    """Yield the papers in a block, which is read as if it were all of the note."""
    start, end = _content(context, block)
    text = context.note.text[:end]
    inner = NoteContext(replace(context.note, text=text, body_start=start, document=parser.parse(text, start)))
    mentions = [*plain_block.recognise(inner), *reference.recognise(inner)]
    entries = [Span(*entry.span()) for entry in _ENTRY.finditer(text, start)]
    lines = sum(max(1, _count_openings(text, entry)) for entry in entries)
    if 2 * len(mentions) < lines or not mentions:
        return
    context.claimed_blocks.add(block.index)
    context.read_spans.append(block.span)
    for mention in mentions:
        yield mention._replace(topic=topics(context, block.index))


def _count_openings(text: str, entry: Span) -> int:
    """Return the number of lines that begin like references."""
    starts = [entry.start, *(at + 1 for at in range(*entry) if text[at] == "\n")]
    return sum(opens_reference(text, Span(a, b)) for a, b in zip(starts, [*starts[1:], entry.end], strict=True))
