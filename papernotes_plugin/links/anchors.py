"""Find the headings and blocks of a note that a link can lead to: `#Heading#Subheading`, `#^block`.

The rules of block ids are those of https://help.obsidian.md/links#Link+to+a+block+in+a+note.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from papernotes_plugin.links import addresses
from papernotes_plugin.markup import document_text
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Document, Inline, InlineKind, Note, Span

_ID = lazy_regex(r"(?:(?<=\]\])|^|(?<=\s)(?<![ \t])|(?<=\S[ \t]))[ \t]*\^([A-Za-z0-9-]+)[ \t]*\Z")
# Obsidian replaces these by a space before it compares headings.
_HEADING_SIGNS = lazy_regex(r"[!\"#$%&()*+,.:;<=>?@^`{|}~/\[\]\\\s]+")
BLOCK_ANCHOR_PREFIX = "block--"
"""Prefix of the HTML id of a block."""
_MAX = 200
"""Number of characters at the end of a block that are searched for a block id."""


@dataclass(frozen=True, slots=True)
class BlockId:
    """Id that an author gave to a block, such as `^summary`."""

    name: str
    """The id in lower case, as Obsidian ignores case."""
    span: Span
    """Span of the id with `^` and the space before it."""
    block: int
    """Index of the block that the id names."""

    @property
    def anchor(self) -> str:
        """HTML id of the block; it has two hyphens, as no heading id does."""
        return BLOCK_ANCHOR_PREFIX + self.name


def fold_heading(heading: str) -> str:
    """Return a heading in the form in which it is compared with the `#Heading` of a wikilink."""
    folded = unicodedata.normalize("NFC", heading).casefold()
    return _HEADING_SIGNS.sub(" ", folded).strip()


def find_block_ids(note: Note) -> Iterator[BlockId]:
    """Yield the block ids of a note in order; of equal ids only the first."""
    if "^" not in note.text:
        return
    blocks = note.document.blocks
    last: dict[int, Inline] = {}
    for inline in note.document.inlines:
        last[inline.block] = inline
    names: set[str] = set()
    before: dict[int, int] = {}
    """Last block inside each parent so far."""
    for block in blocks:
        match = _find_id(note, block, last.get(block.index))
        if match and match[0] not in names:
            name, span = match
            names.add(name)
            alone = not note.text[block.span.start : span.start].strip()
            named = before.get(block.parent, block.index) if alone else _named_block(note, block, span)
            yield BlockId(name, span, named)
        before[block.parent] = block.index


def _find_id(note: Note, block: Block, last: Inline | None) -> tuple[str, Span] | None:
    if block.kind not in (BlockKind.PARAGRAPH, BlockKind.HEADING) or last is None or last.kind is not InlineKind.TEXT:
        return None
    start = max(block.span.start, block.span.end - _MAX)
    match = _ID.search(note.text, start, block.span.end)
    if match is None or match.start(1) - 1 < last.span.start:
        return None
    start = match.start()
    while start > block.span.start and note.text[start - 1] in " \t\n":
        start -= 1
    return match[1].lower(), Span(start, match.end())


def _named_block(note: Note, block: Block, mark: Span) -> int:
    """Return the index of the block that an id at the end of a text names.

    It is the list item of the text, or the whole list or quote if the id has a line of its own.
    """
    blocks = note.document.blocks
    parent = blocks[block.parent] if block.parent >= 0 else None
    if note.text[mark.start : mark.end].lstrip(" \t").startswith("\n^"):
        # The parser counts the line as part of the list or quote above it.
        while parent is not None:
            block = parent
            parent = blocks[block.parent] if block.parent >= 0 else None
        return block.index
    return parent.index if parent and parent.kind is BlockKind.ITEM else block.index


def headings_with_ids(document: Document) -> list[tuple[Block, str, str]]:
    """Return the headings of a document in order, each with its text and its HTML id."""
    headings = list(document_text.headings(document))
    ids = addresses.heading_ids([words for _, words in headings], [block.info for block, _ in headings])
    return [(block, words, anchor) for (block, words), anchor in zip(headings, ids, strict=True)]


class NoteAnchors(dict[str, str]):
    """HTML ids of the headings and blocks of a note, by their name in a link: `heading` or `^block`."""

    def __init__(self, note: Note) -> None:
        super().__init__()
        self._outline = [(fold_heading(w), b.level, name) for b, w, name in headings_with_ids(note.document)]
        """Folded text, level and id of each heading."""
        for words, _, name in self._outline:
            self.setdefault(words, name)
        self.update({f"^{block.name}": block.anchor for block in find_block_ids(note)})

    def find_nested(self, steps: list[str]) -> str:
        """Return the id of the first heading with a path such as `["Heading", "Subheading"]`; "" if there is none."""
        at, below, anchor = -1, 0, ""
        for wanted in map(fold_heading, steps):
            for number in range(at + 1, len(self._outline)):
                words, level, name = self._outline[number]
                if at >= 0 and level <= below:
                    return ""
                if words == wanted:
                    at, below, anchor = number, level, name
                    break
            else:
                return ""
        return anchor


def section_span(note: Note, block: Block) -> Span:
    """Return the span of a heading and everything below it, up to the next heading of its level."""
    start = block.span.start
    for other in note.document.blocks[block.index + 1 :]:
        if other.kind is BlockKind.HEADING and other.level <= block.level and other.parent == block.parent:
            return Span(start, other.span.start)
    return Span(start, len(note.text))
