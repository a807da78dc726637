"""Excerpts: an author's words, cut out of a note, as SafeMarkdown that stands on another page.

The words are parsed and written anew (see `phrases`): headings become strong text, comments go,
lists are indented so that CommonMark and Python-Markdown agree on them, code, callouts and footnotes stay.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from papernotes_plugin.markup import parser
from papernotes_plugin.markup.inline_markdown import code_lines
from papernotes_plugin.render import allowed_html
from papernotes_plugin.render.excerpt_footnotes import numbers, with_footnotes
from papernotes_plugin.render.page_links import ExcerptContext
from papernotes_plugin.render.safe_inlines import safe_line
from papernotes_plugin.text import math_spans
from papernotes_plugin.vocabulary.model import Block, BlockKind, Document, Inline

MAX_DEPTH = 12
"""Lists and quotes in one another that are shown as such; what lies deeper is shown at this depth."""
_NESTING = {BlockKind.ITEM, BlockKind.QUOTE}
_TEXTS = {BlockKind.PARAGRAPH, BlockKind.HEADING, BlockKind.CELL, BlockKind.HTML}
_FENCE = re.compile(r"(`{3,}|~{3,})")
_CALLOUT = re.compile(r"[ \t]*>[ \t]*\[!([^\]\n]+)\]([+-]?)[ \t]*")
_TASK = re.compile(r"(?:[-*+]|[0-9]{1,9}[.)])\s+\[([ xX])\]\s")
_ORDERED = re.compile(r"([0-9]{1,9})[.)]")


def excerpt(words: str, context: ExcerptContext) -> str:
    """The words as blocks of SafeMarkdown; "" if nothing is left of them."""
    return _Excerpt(words, context, footnoted=True).written() if words else ""


def one_line_excerpt(words: str, context: ExcerptContext) -> str:
    """The words on one line, for a list or a table."""
    if not words:
        return ""
    whole = _Excerpt(words, context)
    texts = (whole.text(block) for block in whole.document.blocks if block.kind in _TEXTS and not whole.dropped(block))
    return " ".join(text for text in texts if text)


def _with_dollars(words: str) -> str:
    r"""`\(…\)`, which the parser takes for escaped brackets, as `$…$`."""
    if "\\(" not in words:
        return words
    out, at = [], 0
    for start, end, tex, _ in math_spans(words):
        if words.startswith("\\(", start) and "$" not in tex:
            out += [words[at:start], "$", tex.strip(), "$"]
            at = end
    return "".join([*out, words[at:]])


class _Excerpt:
    """Words and what has been written of them, block by block."""

    def __init__(self, words: str, context: ExcerptContext, *, footnoted: bool = False) -> None:
        self.source = parser.mask_comments(_with_dollars(with_footnotes(words, context)))
        self.context = context
        self.document: Document = parser.parse(self.source)
        self.numbers = numbers(self.document) if footnoted else {}
        """Of the footnotes that are shown, by label."""
        self.inlines: dict[int, list[Inline]] = {}
        for inline in self.document.inlines:
            self.inlines.setdefault(inline.block, []).append(inline)
        self.depth: list[int] = []
        self.below: dict[int, list[Block]] = {}
        for block in self.document.blocks:
            self.below.setdefault(block.parent, []).append(block)
            above = self.depth[block.parent] if block.parent >= 0 else 0
            self.depth.append(above + (block.kind in _NESTING))

    def written(self) -> str:
        """All of it.  Children stand after their parent, so from the end on each finds its own written."""
        made: dict[int, str] = {}

        def children(of: int) -> list[tuple[Block, str]]:
            return [(block, made[block.index]) for block in self.below.get(of, ()) if made[block.index]]

        for block in reversed(self.document.blocks):
            made[block.index] = self._block(block, children(block.index))
        return _joined(children(-1))

    def dropped(self, block: Block) -> bool:
        """The block stands in a footnote."""
        while block.parent >= 0:
            block = self.document.blocks[block.parent]
            if block.kind is BlockKind.FOOTNOTE:
                return True
        return False

    def text(self, block: Block) -> str:
        """The text of a text block on one line."""
        if block.kind is BlockKind.HTML:
            return allowed_html.line(self.source[block.span.start : block.span.end], self.context)
        return safe_line(self.source, self._body(block), self.context, self.numbers)

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
                tight = all("\n\n" not in made for _, made in children) and self.depth[block.index] < MAX_DEPTH
                return ("\n" if tight else "\n\n").join(made for _, made in children)
            case BlockKind.QUOTE:
                return self._quote(block, children)
            case BlockKind.TABLE:
                return self._table(block)
            case BlockKind.FOOTNOTE if block.info in self.numbers:
                return f"<sup>{self.numbers[block.info]}</sup> {_joined(children)}" if children else ""
            case BlockKind.RULE:
                return "---"
        return ""

    def _item(self, item: Block, children: Sequence[tuple[Block, str]]) -> str:
        if not children:
            return ""
        if self.depth[item.index] > MAX_DEPTH:
            return _joined(children)
        source = self.source[item.span.start : item.span.end].lstrip()
        number = _ORDERED.match(source)
        mark = f"{int(number[1])}. " if number else "- "
        if task := _TASK.match(source):
            mark += "☐ " if task[1] == " " else "☑ "
        body = children[0][1]
        for (before, _), (block, made) in pairwise(children):
            tight = block.kind is BlockKind.LIST and before.kind is BlockKind.PARAGRAPH
            body += ("\n" if tight and "\n\n" not in made else "\n\n") + made
        return mark + "\n".join(f"    {found}" if found else "" for found in body.split("\n")).lstrip()

    def _quote(self, quote: Block, children: Sequence[tuple[Block, str]]) -> str:
        body = _joined(children)
        if self.depth[quote.index] > MAX_DEPTH:
            return body
        callout = self._callout(quote)
        lines = [*([callout] if callout else []), *(body.split("\n") if body else [])]
        return "\n".join(f"> {line}".rstrip() for line in lines)

    def _table(self, table: Block) -> str:
        rows = [
            [self.text(cell) or "&nbsp;" for cell in self.below.get(r.index, ())]
            for r in self.below.get(table.index, ())
        ]
        lines = ["| " + " | ".join(cells) + " |" for cells in rows if cells]
        return "\n".join([*lines[:1], "|" + " --- |" * len(rows[0]), *lines[1:]]) if lines else ""

    # --- callouts -------------------------------------------------------------

    def _callout_head(self, quote: Block) -> tuple[re.Match[str], int] | None:
        """The mark of a callout and where its first line ends."""
        if not quote.info:
            return None
        match = _CALLOUT.match(self.source, quote.span.start)
        if not match:
            return None
        end = self.source.find("\n", match.end())
        return match, end if end >= 0 else len(self.source)

    def _callout(self, quote: Block) -> str:
        head = self._callout_head(quote)
        if not head:
            return ""
        match, end = head
        inlines = [i for i in self._from(quote.index + 1, match.end()) if i.span.end <= end]
        title = safe_line(self.source, inlines, self.context, self.numbers)
        kind = re.sub(r"[^\w-]+", "", match[1].split("|")[0]) or "note"
        return f"[!{kind}]{match[2]} {title}".rstrip()

    def _body(self, block: Block) -> list[Inline]:
        """The inlines of a text block, without the first line of a callout."""
        inlines = self.inlines.get(block.index, [])
        parent = self.document.blocks[block.parent] if block.parent >= 0 else None
        if parent is None or parent.kind is not BlockKind.QUOTE or block.index != parent.index + 1:
            return inlines
        head = self._callout_head(parent)
        return [i for i in inlines if i.span.start >= head[1]] if head else inlines

    def _from(self, block: int, start: int) -> list[Inline]:
        """The inlines of a text block from an offset on; a text that reaches over it is cut."""
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
        """The lines of a code block without its fences and without what stands before them in a list or quote."""
        lines = self.source[block.span.start : block.span.end].split("\n")
        column = block.span.start - self.source.rfind("\n", 0, block.span.start) - 1
        lines[1:] = [_without_lead(found, column) for found in lines[1:]]
        fence = _FENCE.match(lines[0])
        if not fence:
            return "\n".join(lines)
        closed = len(lines) > 1 and re.fullmatch(rf"\s*{re.escape(fence[1][0])}{{{len(fence[1])},}}\s*", lines[-1])
        return "\n".join(lines[1:-1] if closed else lines[1:])


def _joined(blocks: Sequence[tuple[Block, str]]) -> str:
    """Blocks one after the other; lists and quotes that stand together are kept from running into one."""
    out: list[str] = []
    before: Block | None = None
    for block, made in blocks:
        if before and block.kind is before.kind and block.kind in (BlockKind.LIST, BlockKind.QUOTE):
            out.append("<!-- -->")
        out.append(made)
        before = block
    return "\n\n".join(out)


def _without_lead(found: str, column: int) -> str:
    """A line without the white space and quote marks that stand before a column."""
    at = 0
    while at < column and at < len(found) and found[at] in " \t>":
        at += 1
    return found[at:]
