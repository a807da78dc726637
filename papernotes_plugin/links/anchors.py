"""Blocks and sections of a note, as links name them: `#Heading#Below`, `#^block`.  Imports vocabulary only.

The rules of ids are those of https://help.obsidian.md/links#Link+to+a+block+in+a+note.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from papernotes_plugin.links import addresses
from papernotes_plugin.markup import document_text
from papernotes_plugin.vocabulary.model import Block, BlockKind, Inline, InlineKind, Note, Span

_ID = re.compile(r"(?:(?<=\]\])|(?:^|(?<=\s)))[ \t]*\^([A-Za-z0-9-]+)[ \t]*\Z")
# What the app puts a space for before it compares headings
_HEADING_SIGNS = re.compile(r"[!\"#$%&()*+,.:;<=>?@^`{|}~/\[\]\\\s]+")
BLOCK_ANCHOR_PREFIX = "block--"
"""How the id of a block in its page begins."""
_MAX = 200
"""A block id is looked for in so many characters at the end of a block."""


@dataclass(frozen=True, slots=True)
class BlockId:
    """An id that the author gave to a block."""

    name: str
    """In lower case: the app does not tell them apart."""
    span: Span
    """Of the mark, with the space before it."""
    block: int
    """The block that it names."""
    own_paragraph: int = -1
    """The paragraph that holds nothing else, where it stands below its block; -1 behind a text."""

    @property
    def anchor(self) -> str:
        """Its id in the page; no heading has one with two hyphens."""
        return BLOCK_ANCHOR_PREFIX + self.name


def fold_heading(heading: str) -> str:
    """A heading as a wikilink's `#Heading` is compared with it."""
    folded = unicodedata.normalize("NFC", heading).casefold()
    return _HEADING_SIGNS.sub(" ", folded).strip()


def find_block_ids(note: Note) -> Iterator[BlockId]:
    """The block ids of a note, in order; of two that are equal the first counts."""
    if "^" not in note.text:
        return
    blocks = note.document.blocks
    last: dict[int, Inline] = {}
    for inline in note.document.inlines:
        last[inline.block] = inline
    known: set[str] = set()
    before: dict[int, int] = {}
    """Per parent the block that ended last in it."""
    for block in blocks:
        found = _id(note, block, last.get(block.index))
        if found and found[0] not in known:
            known.add(found[0])
            alone = not note.text[block.span.start : found[1].start].strip()
            named = before.get(block.parent, block.index) if alone else _holder(note, block, found[1])
            yield BlockId(*found, named, block.index if alone else -1)
        before[block.parent] = block.index


def _id(note: Note, block: Block, last: Inline | None) -> tuple[str, Span] | None:
    if block.kind not in (BlockKind.PARAGRAPH, BlockKind.HEADING) or last is None or last.kind is not InlineKind.TEXT:
        return None
    start = max(block.span.start, block.span.end - _MAX)
    match = _ID.search(note.text, start, block.span.end)
    if match is None or match.start(1) - 1 < last.span.start:
        return None
    lead = match.start()
    while lead > block.span.start and note.text[lead - 1] in " \t\n":
        lead -= 1
    return match[1].lower(), Span(lead, match.end())


def _holder(note: Note, block: Block, mark: Span) -> int:
    """The block that an id behind the words of a text names: its list item, or all around if it stands outside."""
    blocks = note.document.blocks
    parent = blocks[block.parent] if block.parent >= 0 else None
    if note.text[mark.start : mark.end].lstrip(" \t").startswith("\n^"):
        # on a line of its own that the list or quote above has taken along
        while parent is not None:
            block = parent
            parent = blocks[block.parent] if block.parent >= 0 else None
        return block.index
    return parent.index if parent and parent.kind is BlockKind.ITEM else block.index


class NoteAnchors(dict[str, str]):
    """The ids that the headings and blocks of a note have in its page, by what a link calls them (`^id` a block)."""

    def __init__(self, note: Note) -> None:
        super().__init__()
        found = list(document_text.headings(note.document))
        names = addresses.heading_ids([words for _, words in found], [block.info for block, _ in found])
        self._outline = [(fold_heading(w), b.level, n) for (b, w), n in zip(found, names, strict=True)]
        """Words, level and id of each heading."""
        for words, _, name in self._outline:
            self.setdefault(words, name)
        self.update({f"^{found.name}": found.anchor for found in find_block_ids(note)})

    def find_nested(self, steps: list[str]) -> str:
        """The id of a heading by those above it and itself, the first that fits; "" for none."""
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
    """A heading and all that stands below it."""
    start = block.span.start
    for other in note.document.blocks[block.index + 1 :]:
        if other.kind is BlockKind.HEADING and other.level <= block.level and other.parent == block.parent:
            return Span(start, other.span.start)
    return Span(start, len(note.text))
