"""Find the parts of raw HTML that may describe a paper each: its list items, and what is between its other tags."""

from __future__ import annotations

import re
from collections.abc import Iterator

from papernotes_plugin.markup.raw_html import BULLET
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, Span

_ITEM = lazy_regex(
    r"<li(?:\s[^<>]{0,200})?>|(?P<entry><div\s[^<>]{0,100}?class=[\"']csl-entry[^<>]{0,200}>)", re.IGNORECASE
)
"""A list item, or an entry of the bibliography that a processor of citations has written."""
_ITEM_END = lazy_regex(r"</?(?:li|ul|ol)\b", re.IGNORECASE)
_ENTRY_END = lazy_regex(r"</?div\b", re.IGNORECASE)
_PART_START = lazy_regex(
    r"(?P<entry><p\s[^<>]{0,100}?\bid=[^<>]{1,200}>)"
    r"|</?(?:p|div|details|summary|[uo]l|li|d[ltd]|h[1-6]|table|t[rdh]|blockquote|section)\b[^<>]{0,300}>"
    rf"|(?P<bullet>{BULLET.pattern})",
    re.IGNORECASE,
)
"""A tag, or a bullet of Markdown, that begins or ends a part."""


def items(source: str, span: Span) -> Iterator[Span]:
    """Yield the contents of the list items, and of the entries of bibliographies, in a span."""
    for item in _ITEM.finditer(source, *span):
        ending = (_ENTRY_END if item["entry"] else _ITEM_END).search(source, item.end(), span.end)
        yield Span(item.end(), ending.start() if ending else span.end)


def parts_between_tags(source: str, span: Span) -> Iterator[tuple[Span, bool]]:
    """Yield the parts of a span that are no `items`, each with whether its tag or bullet opens an entry of a list."""
    starts = list(_PART_START.finditer(source, *span))
    stops = [*(match.start() for match in starts[1:]), span.end]
    for match, end in zip(starts, stops, strict=False):
        if not _ITEM.match(match[0]):
            yield Span(match.end(), end), bool(match["entry"] or match["bullet"])


def has_details(context: NoteContext, block: Block) -> bool:
    """Return whether a part of a text block is hidden until a reader opens it."""
    return context.note.text.find("<summary", *block.span) >= 0
