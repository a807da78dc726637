"""Text of the blocks of a parsed document as a reader sees it."""

from __future__ import annotations

from collections.abc import Iterator

from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Document, InlineKind

_ATTRIBUTES = lazy_regex(r" ?\{:? ?[#.][^{}]*\}$")
"""An id or a class for Python-Markdown's `attr_list`, at the end of a heading."""
TEXT_KINDS = frozenset((InlineKind.TEXT, InlineKind.CODE, InlineKind.MATH))
EMPHASIS_KINDS = frozenset((InlineKind.STRONG, InlineKind.EMPHASIS))
TEXT_BLOCKS = frozenset((BlockKind.HEADING, BlockKind.PARAGRAPH, BlockKind.CELL))
"""The kinds of blocks with text; one of HTML may have some, too."""
"""Inlines whose own text is shown; the text of all others is that of the inlines inside them."""


def strip_attributes(heading: str) -> str:
    """Return a heading without the id or the classes that Python-Markdown takes from its end.

    Examples:
        >>> strip_attributes("Sets {a, b} {#sets}"), strip_attributes("Braces {like these}")
        ('Sets {a, b}', 'Braces {like these}')
    """
    return _ATTRIBUTES.sub("", heading)


def strip_line_prefix(line: str, prefix: str) -> str:
    """Return a line without the indentation and quote marks of its container.

    Args:
        line: The line.
        prefix: Those of the first line of the container, which no other line exceeds.
    """
    start = 0
    while start < min(len(line), len(prefix)) and line[start] in " \t>":
        start += 1
    return line[start:]


def block_text(document: Document, block: int) -> str:
    """Return the text of a block on one line."""
    return " ".join("".join(i.text for i in document.inlines if i.block == block and i.kind in TEXT_KINDS).split())


def headings(document: Document) -> Iterator[tuple[Block, str]]:
    """Yield the headings of a document in order, each with its text."""
    texts: dict[int, list[str]] = {}
    for inline in document.inlines:
        if inline.kind in TEXT_KINDS and document.blocks[inline.block].kind is BlockKind.HEADING:
            texts.setdefault(inline.block, []).append(inline.text)
    for block in document.blocks:
        if block.kind is BlockKind.HEADING:
            yield block, " ".join("".join(texts.get(block.index, ())).split())
