"""Footnotes said in the line, `word^[like this]`, which become footnotes with a mark and a note of their own."""

from __future__ import annotations

from papernotes_plugin.markup import parser
from papernotes_plugin.vocabulary.model import Document, InlineKind

_MOST = 5_000
"""Characters of the longest footnote in a line."""


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
    at = 0
    for opening, end in _found(text, document):
        if opening >= at:
            label = f"[^in-line-{len(notes) + 1}]"
            parts += [text[at:opening], label]
            notes.append(f"{label}: {' '.join(text[opening + 2 : end - 1].split())}")
            at = end
    if not notes:
        return text
    return "\n\n".join(["".join([*parts, text[at:]]).rstrip("\n"), *notes]) + "\n"


def _found(text: str, document: Document) -> list[tuple[int, int]]:
    """Start and end of each: its brackets are balanced, and it ends with its block at the latest."""
    found: list[tuple[int, int]] = []
    for inline in document.inlines:
        if inline.kind is not InlineKind.TEXT:
            continue
        start = text.find("^[", *inline.span)
        while start >= 0:
            limit = min(document.blocks[inline.block].span.end, start + _MOST)
            end = _end(text, start + 1, limit)
            if end > start + 3 and text[start - 1 : start] != "\\":
                found.append((start, end))
            start = text.find("^[", max(end, start + 2), inline.span.end)
    return found


def _end(text: str, at: int, limit: int) -> int:
    """Behind the bracket that closes the one at an offset; -1 for none."""
    depth = 0
    while at < limit:
        char = text[at]
        if char == "\\":
            at += 1
        elif char == "[":
            depth += 1
        elif char == "]":
            depth -= 1
            if not depth:
                return at + 1
        at += 1
    return -1
