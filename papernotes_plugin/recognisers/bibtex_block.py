"""Recognise BibTeX entries in a note: in a code block, or on lines of their own in one or several paragraphs."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from papernotes_plugin.recognisers.evidence.labels.field_labels import is_template
from papernotes_plugin.recognisers.evidence.structure.bibtex_code import (
    CODE_MARKS,
    ENTRY,
    ENTRY_WITH_FIELD,
    cites_note_itself,
    is_bibtex,
    without_fences,
)
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.structure.quoted_context import build_mention
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Evidence, Mention, MentionKind, Span

_OPENING_LINE = lazy_regex(rf"^[ \t>]*{ENTRY_WITH_FIELD.pattern}", re.MULTILINE)
"""The line of a paragraph on which an entry begins."""
_PARTED_ENTRY = lazy_regex(r"[ \t>]*`?@[A-Za-z]+\s*\{\s*(?P<key>[^\s,{}()\"=]+)\s*,")
"""The beginning of an entry that code marks within a line, or blank lines, divide."""
_FIELD = lazy_regex(r"^(?>(?:[^\S\n]|[>`])*)[A-Za-z-]+\s*=\s*[{\"\w]", re.MULTILINE)
_TITLE = lazy_regex(r"\btitle\s*=\s*[{\"]+(?P<title>[^{}\"\n]{3,80})[}\"]", re.IGNORECASE)
_BLANK_LINES = lazy_regex(r"\n[ \t>]*(?=\n)")
_MAX_LENGTH = 5000
"""Characters of such an entry."""
_LAST_LINE = lazy_regex(r"^[ \t>]*`?[})]`?[ \t]*$", re.MULTILINE)
"""The line with the bracket that closes an entry."""


def recognise(context: NoteContext) -> Iterator[Mention]:
    """Yield a `BIBTEX` for each entry in a code block, and on lines of its own in a paragraph."""
    if "@" not in context.note.text:
        return
    for block in context.blocks:
        if block.index in context.claimed_blocks:
            continue
        if is_bibtex(context, block) or _is_paragraph(context, block):
            # URLs in an entry are fields of the entry, and its `@` is no citation
            context.claimed_inlines.update(index for index, _ in context.inlines_of(block.index))
            context.read_spans.append(block.span)
            if not cites_note_itself(context, block):
                yield from _entries(context, block)
        elif block.kind is BlockKind.PARAGRAPH and (entry := _PARTED_ENTRY.match(context.note.text, *block.span)):
            yield from _parted_entry(context, block, entry)


def _parted_entry(context: NoteContext, block: Block, entry: re.Match[str]) -> Iterator[Mention]:
    """Yield the mention of an entry whose fields have blank lines between them, or that is code within a line."""
    last = _LAST_LINE.search(context.note.text, entry.end(), entry.end() + _MAX_LENGTH)
    source = context.note.text[entry.start() : last.end()] if last else ""
    if not _FIELD.search(source):
        return
    span = Span(entry.start(), entry.start() + len(source))
    parts = context.blocks[block.index : bisect_left(context.blocks, span.end, key=lambda b: b.span.start)]
    context.claimed_blocks.update(part.index for part in parts)
    context.claimed_inlines.update(index for part in parts for index, _ in context.inlines_of(part.index))
    context.read_spans.append(span)
    bibtex = CODE_MARKS.sub("", _BLANK_LINES.sub("", source.replace("\xa0", " "))).strip(" \t>")
    evidence = Evidence(citekey=entry["key"], bibtex=bibtex)
    yield build_mention(context, MentionKind.BIBTEX, span, entry["key"], block.index, evidence, quotation="")


def _is_paragraph(context: NoteContext, block: Block) -> bool:
    """Return whether a block is a paragraph with entries on lines of their own: `#tag`, `@book{…`, `}`, `On …`."""
    source = context.source(block.span) if block.kind is BlockKind.PARAGRAPH else ""
    opening = _OPENING_LINE.search(source) if "@" in source else None
    return opening is not None and bool(
        source.rstrip().endswith(("}", ")")) or _LAST_LINE.search(source, opening.end())
    )


def _entries(context: NoteContext, block: Block) -> Iterator[Mention]:
    """Yield the mention of each entry in a block, which is claimed."""
    matches = list(ENTRY.finditer(context.note.text, *block.span))
    for match, following in zip(matches, [*matches[1:], None], strict=False):
        end = following.start() if following else block.span.end
        if block.kind is BlockKind.PARAGRAPH and (last := _LAST_LINE.search(context.note.text, match.end(), end)):
            end = last.end()
        source = context.note.text[match.start() : end]
        evidence = Evidence(citekey=match[2] or "", bibtex=without_fences(source))
        context.claimed_blocks.add(block.index)
        if (title := _TITLE.search(source)) and is_template(title["title"]):
            # `title = {Paper Title}` shows how to write an entry
            continue
        # the span is the key, or the type of an entry without a key; in a paragraph it is the entry
        span = Span(*match.span(2 if match[2] else 1))
        if block.kind is BlockKind.PARAGRAPH:
            span = Span(match.start(), match.start() + len(source.rstrip()))
        text = match[2] or match[1]
        yield build_mention(context, MentionKind.BIBTEX, span, text, block.index, evidence, quotation="")
