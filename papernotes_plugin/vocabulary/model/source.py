"""Types of the read stage: source files and notes parsed as Markdown."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Source:
    """A file handed to the pipeline: its path and its bytes."""

    path: str
    data: bytes


class Span(NamedTuple):
    """A half-open range of character offsets into the text of one note."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Edit:
    """A replacement in the text of a note; an empty span inserts."""

    span: Span
    text: str


class BlockKind(StrEnum):
    """Kind of a Markdown block.  Only HEADING, PARAGRAPH, CELL and HTML contain inlines."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    """Also the text of a tight list item: every inline of an item is in a paragraph within the item."""
    LIST = "list"
    ITEM = "item"
    QUOTE = "quote"
    CODE = "code"
    HTML = "html"
    TABLE = "table"
    ROW = "row"
    CELL = "cell"
    RULE = "rule"
    FOOTNOTE = "footnote"


class Block(NamedTuple):
    """A Markdown block.  Blocks are in the order of the note; children follow their parent."""

    kind: BlockKind
    span: Span
    index: int  # type: ignore[assignment]
    """Index in `Document.blocks`.  It hides `tuple.index`, which no caller uses on a block."""
    parent: int
    """Index of the enclosing block; -1 at the top level."""
    level: int = 0
    """Level of a heading, 1 to 6; depth of an item in nested lists, from 1."""
    info: str = ""
    """Info string of a code block, callout type of a quote (`quote`), label of a footnote, or explicit id of a
    heading."""
    header: bool = False
    """True if a row is the header row of its table."""


class InlineKind(StrEnum):
    """Kind of a Markdown inline."""

    TEXT = "text"
    CODE = "code"
    MATH = "math"
    LINK = "link"
    """Any link: inline, reference, `<autolink>`, a bare URL in text, `<a href>`."""
    IMAGE = "image"
    WIKILINK = "wikilink"
    EMBED = "embed"
    STRONG = "strong"
    EMPHASIS = "emphasis"
    TAG = "tag"
    FOOTNOTE = "footnote"
    HTML = "html"


class Inline(NamedTuple):
    """A Markdown inline, in the order of the note.  An inline is nested in another if its span lies within it."""

    kind: InlineKind
    span: Span
    block: int
    """Index of the block that contains it."""
    text: str = ""
    """The visible text without markup; for a wikilink its label or, without a label, its target."""
    url: str = ""
    """Destination of a link or image, target of a wikilink or embed, path of a tag."""
    inner: Span = Span(0, 0)
    """Span of the text between the markup: for `[text](url)` the span of `text`."""
    bare: bool = False
    """True if the text of a link is the URL itself (an autolink or bare URL)."""


@dataclass(frozen=True, slots=True)
class Document:
    """Parsed Markdown of one note, without the content of comments."""

    blocks: tuple[Block, ...]
    inlines: tuple[Inline, ...]
    comments: tuple[Span, ...] = ()
    """The `%%…%%` comments."""


@dataclass(frozen=True, slots=True, eq=False)
class Note:
    """A Markdown source after encoding repair and parsing."""

    path: str
    text: str
    """The whole text with front matter; line ends are LF and encoding damage is repaired."""
    body_start: int
    """Offset at which the text after the front matter begins."""
    title: str
    """Title from the front matter, else the only first-level heading, else the file name."""
    meta: Mapping[str, object]
    """The front matter, with scalars as the author wrote them; empty if there is none or it is broken."""
    meta_lines: Mapping[str, int]
    """The line of each top-level key of the front matter."""
    document: Document
    tags: tuple[str, ...] = ()
    """Tag paths from front matter and text: in order, in their first spelling, unique ignoring case."""
    aliases: tuple[str, ...] = ()
    line_starts: tuple[int, ...] = (0,)
    """The offset of the start of each line."""
    too_complex: str = ""
    """Reason why the note is not parsed as Markdown and has an empty document; empty for most notes."""

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """Return the line and the column of an offset, both 1-based."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1
