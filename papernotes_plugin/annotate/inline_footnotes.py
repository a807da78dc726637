"""Convert inline footnotes, `word^[like this]`, into footnotes with a reference and a definition."""

from __future__ import annotations

from papernotes_plugin.markup import parser
from papernotes_plugin.vocabulary.model import Document, InlineKind

_MAX_LENGTH = 5_000
"""Characters of the longest inline footnote."""


def number_inline_footnotes(text: str, start: int = 0) -> str:
    """Return a text whose inline footnotes are ordinary ones, defined at its end.

    Args:
        text: The text.
        start: Offset at which the Markdown begins.
    """
    if "^[" not in text:
        return text
    document = parser.parse(text, start)
    parts: list[str] = []
    notes: list[str] = []
    position = 0
    for opening, end in _footnote_spans(text, document):
        if opening >= position:
            label = f"[^in-line-{len(notes) + 1}]"
            parts += [text[position:opening], label]
            notes.append(f"{label}: {' '.join(text[opening + 2 : end - 1].split())}")
            position = end
    if not notes:
        return text
    return "\n\n".join(["".join([*parts, text[position:]]).rstrip("\n"), *notes]) + "\n"


def _footnote_spans(text: str, document: Document) -> list[tuple[int, int]]:
    """Return start and end of each inline footnote: its brackets are balanced, and it ends inside its block."""
    spans: list[tuple[int, int]] = []
    for inline in document.inlines:
        if inline.kind is not InlineKind.TEXT:
            continue
        start = text.find("^[", *inline.span)
        while start >= 0:
            limit = min(document.blocks[inline.block].span.end, start + _MAX_LENGTH)
            end = _closing_bracket_end(text, start + 1, limit)
            if end > start + 3 and text[start - 1 : start] != "\\":
                spans.append((start, end))
            start = text.find("^[", max(end, start + 2), inline.span.end)
    return spans


def _closing_bracket_end(text: str, offset: int, limit: int) -> int:
    """Return the offset after the bracket that closes the one at an offset; -1 for none before `limit`."""
    depth = 0
    while offset < limit:
        char = text[offset]
        if char == "\\":
            offset += 1
        elif char == "[":
            depth += 1
        elif char == "]":
            depth -= 1
            if not depth:
                return offset + 1
        offset += 1
    return -1
