"""Rewrite a text cut out of a note as Markdown that is safe on another page.

The text is parsed and written again (inlines: `safe_inlines`).  Headings become strong text and comments are removed.
Lists are indented so that CommonMark and Python-Markdown agree on them.  Code, callouts and footnotes remain.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from papernotes_plugin.markup import parser
from papernotes_plugin.markup.inline_markdown import code_lines
from papernotes_plugin.markup.plain_prose import is_plain_prose
from papernotes_plugin.render import allowed_html
from papernotes_plugin.render.excerpt_footnotes import footnote_numbers, with_footnotes
from papernotes_plugin.render.page_links import ExcerptContext
from papernotes_plugin.render.safe_inlines import safe_line
from papernotes_plugin.text import escape_markdown, math_spans
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Document, Inline

MAX_DEPTH = 12
"""Greatest depth of nested lists and quotes; deeper ones are shown at this depth."""
_NESTING = {BlockKind.ITEM, BlockKind.QUOTE}
_TEXT_KINDS = {BlockKind.PARAGRAPH, BlockKind.HEADING, BlockKind.CELL, BlockKind.HTML}
_FENCE = lazy_regex(r"(`{3,}|~{3,})")
_CALLOUT = lazy_regex(r"[ \t]*>[ \t]*\[!([^\]\n]+)\]([+-]?)[ \t]*")
_TASK = lazy_regex(r"(?:[-*+]|[0-9]{1,9}[.)])\s+\[([ xX])\]\s")
_ORDERED = lazy_regex(r"([0-9]{1,9})[.)]")


def excerpt(words: str, context: ExcerptContext) -> str:
    """Return a text as blocks of Markdown, with the footnotes that it refers to.

    Args:
        words: Markdown of a note.
        context: The note that it comes from, and the page that quotes it.

    Returns:
        Markdown without a line break at its end; "" if nothing visible remains.
    """
    if not words or is_plain_prose(words):
        return escape_markdown(words)
    return _Excerpt(words, context, has_footnotes=True).markdown()


def one_line_excerpt(words: str, context: ExcerptContext) -> str:
    """Return a text as one line of Markdown, for a list or a table; arguments as for `excerpt`."""
    if not words or is_plain_prose(words):
        return escape_markdown(words)
    parsed = _Excerpt(words, context)
    blocks = (
        block for block in parsed.document.blocks if block.kind in _TEXT_KINDS and not parsed.is_in_footnote(block)
    )
    return " ".join(filter(None, map(parsed.text, blocks)))


def _with_dollars(words: str) -> str:
    r"""Return a text with formulas `\(…\)` written as `$…$`: the parser would read the former as escaped brackets."""
    if "\\(" not in words:
        return words
    out, at = [], 0
    for start, end, tex, _ in math_spans(words):
        if words.startswith("\\(", start) and "$" not in tex:
            out += [words[at:start], "$", tex.strip(), "$"]
            at = end
    return "".join([*out, words[at:]])


class _Excerpt:
    """Writer of one text, block by block."""

    def __init__(self, words: str, context: ExcerptContext, *, has_footnotes: bool = False) -> None:
        self.source = parser.mask_comments(_with_dollars(with_footnotes(words, context)))
        self.context = context
        self.document: Document = parser.parse(self.source)
        self.footnotes = footnote_numbers(self.document) if has_footnotes else {}
        """Numbers of the footnotes that are shown, by label."""
        self.inlines: dict[int, list[Inline]] = {}
        for inline in self.document.inlines:
            self.inlines.setdefault(inline.block, []).append(inline)
        self.depth: list[int] = []
        self.children: dict[int, list[Block]] = {}
        for block in self.document.blocks:
            self.children.setdefault(block.parent, []).append(block)
            above = self.depth[block.parent] if block.parent >= 0 else 0
            self.depth.append(above + (block.kind in _NESTING))

    def markdown(self) -> str:
        """Return all blocks."""
        written: dict[int, str] = {}

        def children(parent: int) -> list[tuple[Block, str]]:
            return [(block, written[block.index]) for block in self.children.get(parent, ()) if written[block.index]]

        # a parent comes before its children, so backwards each block finds its children written
        for block in reversed(self.document.blocks):
            written[block.index] = self._block(block, children(block.index))
        return _join_blocks(children(-1))

    def is_in_footnote(self, block: Block) -> bool:
        """Return whether a footnote definition contains a block."""
        while block.parent >= 0:
            block = self.document.blocks[block.parent]
            if block.kind is BlockKind.FOOTNOTE:
                return True
        return False

    def text(self, block: Block) -> str:
        """Return a text block as one line."""
        if block.kind is BlockKind.HTML:
            return allowed_html.html_block_line(self.source[block.span.start : block.span.end], self.context)
        return safe_line(self.source, self._inlines(block), self.context, self.footnotes)

    # --- blocks ---------------------------------------------------------------

    def _block(self, block: Block, children: Sequence[tuple[Block, str]]) -> str:
        match block.kind:
            case BlockKind.PARAGRAPH | BlockKind.HTML:
                return self.text(block)
            case BlockKind.HEADING:
                heading = self.text(block)
                return f"<strong>{heading}</strong>" if heading else ""
            case BlockKind.CODE:
                return code_lines(self._code_text(block))
            case BlockKind.ITEM:
                return self._item(block, children)
            case BlockKind.LIST:
                is_tight = all("\n\n" not in item for _, item in children) and self.depth[block.index] < MAX_DEPTH
                return ("\n" if is_tight else "\n\n").join(item for _, item in children)
            case BlockKind.QUOTE:
                return self._quote(block, children)
            case BlockKind.TABLE:
                return self._table(block)
            case BlockKind.FOOTNOTE if block.info in self.footnotes:
                return f"<sup>{self.footnotes[block.info]}</sup> {_join_blocks(children)}" if children else ""
            case BlockKind.RULE:
                return "***"  # with "---", the first line of a callout would become a heading, and an item a rule
        return ""

    def _item(self, item: Block, children: Sequence[tuple[Block, str]]) -> str:
        if not children:
            return ""
        if self.depth[item.index] > MAX_DEPTH:
            return _join_blocks(children)
        source = self.source[item.span.start : item.span.end].lstrip()
        number = _ORDERED.match(source)
        marker = f"{int(number[1])}. " if number else "- "
        if task := _TASK.match(source):
            marker += "☐ " if task[1] == " " else "☑ "
        content = children[0][1]
        for (previous, _), (block, written) in pairwise(children):
            is_tight = block.kind is BlockKind.LIST and previous.kind is BlockKind.PARAGRAPH and "\n\n" not in written
            content += ("\n" if is_tight else "\n\n") + written
        return marker + "\n".join(f"    {line}" if line else "" for line in content.split("\n")).lstrip()

    def _quote(self, quote: Block, children: Sequence[tuple[Block, str]]) -> str:
        content = _join_blocks(children)
        if self.depth[quote.index] > MAX_DEPTH:
            return content
        callout = self._callout(quote)
        lines = [*([callout] if callout else []), *(content.split("\n") if content else [])]
        return "\n".join(f"> {line}".rstrip() for line in lines)

    def _table(self, table: Block) -> str:
        rows = [
            [self.text(cell) or "&nbsp;" for cell in self.children.get(r.index, ())]
            for r in self.children.get(table.index, ())
        ]
        lines = ["| " + " | ".join(cells) + " |" for cells in rows if cells]
        return "\n".join([*lines[:1], "|" + " --- |" * len(rows[0]), *lines[1:]]) if lines else ""

    # --- callouts -------------------------------------------------------------

    def _callout_head(self, quote: Block) -> tuple[re.Match[str], int] | None:
        """Return the match of a callout's mark and the offset at which its first line ends."""
        if not quote.info:
            return None
        match = _CALLOUT.match(self.source, quote.span.start)
        if not match:
            return None
        end = self.source.find("\n", match.end())
        return match, end if end >= 0 else len(self.source)

    def _callout(self, quote: Block) -> str:
        """Return the first line of a callout, without the quote mark; "" if it is no callout."""
        head = self._callout_head(quote)
        if not head:
            return ""
        match, end = head
        inlines = [i for i in self._inlines_from(quote.index + 1, match.end()) if i.span.end <= end]
        title = safe_line(self.source, inlines, self.context, self.footnotes)
        kind = re.sub(r"[^\w-]+", "", match[1].split("|")[0]) or "note"
        return f"[!{kind}]{match[2]} {title}".rstrip()

    def _inlines(self, block: Block) -> list[Inline]:
        """Return the inlines of a text block, without those of a callout's first line."""
        inlines = self.inlines.get(block.index, [])
        parent = self.document.blocks[block.parent] if block.parent >= 0 else None
        if parent is None or parent.kind is not BlockKind.QUOTE or block.index != parent.index + 1:
            return inlines
        head = self._callout_head(parent)
        return [i for i in inlines if i.span.start >= head[1]] if head else inlines

    def _inlines_from(self, block: int, start: int) -> list[Inline]:
        """Return the inlines of a text block from an offset on; a text that contains the offset is cut."""
        out: list[Inline] = []
        for inline in self.inlines.get(block, []):
            if inline.span.start >= start:
                out.append(inline)
            elif inline.span.end > start:
                out.append(
                    Inline(inline.kind, inline.span._replace(start=start), inline.block, inline.text, inline.url)
                )
        return out

    # --- code ----------------------------------------------------

    def _code_text(self, block: Block) -> str:
        """Return the lines of a code block, without its fences and without the prefix of a list or quote."""
        lines = self.source[block.span.start : block.span.end].split("\n")
        column = block.span.start - self.source.rfind("\n", 0, block.span.start) - 1
        lines[1:] = [_without_prefix(line, column) for line in lines[1:]]
        fence = _FENCE.match(lines[0])
        if not fence:
            return "\n".join(lines)
        is_closed = len(lines) > 1 and re.fullmatch(rf"\s*{re.escape(fence[1][0])}{{{len(fence[1])},}}\s*", lines[-1])
        return "\n".join(lines[1:-1] if is_closed else lines[1:])


def _join_blocks(blocks: Sequence[tuple[Block, str]]) -> str:
    """Return blocks separated by empty lines; a comment keeps two adjacent lists or quotes from merging."""
    out: list[str] = []
    previous: Block | None = None
    for block, written in blocks:
        if previous and block.kind is previous.kind and block.kind in (BlockKind.LIST, BlockKind.QUOTE):
            out.append("<!-- -->")
        out.append(written)
        previous = block
    return "\n\n".join(out)


def _without_prefix(line: str, column: int) -> str:
    """Return a line without the white space and quote marks before a column."""
    start = 0
    while start < column and start < len(line) and line[start] in " \t>":
        start += 1
    return line[start:]
