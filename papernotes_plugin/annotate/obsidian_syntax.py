"""Syntax: what Obsidian's Markdown has and other renderers do not know: comments, marks, tags, block ids.

The rules: https://help.obsidian.md/obsidian-flavored-markdown, and for tags https://help.obsidian.md/tags.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from papernotes_plugin.annotate import dataview_fields
from papernotes_plugin.annotate.edit_list import EditList
from papernotes_plugin.links import addresses
from papernotes_plugin.links.addresses import fold_path, tag_path
from papernotes_plugin.links.anchors import BlockId
from papernotes_plugin.markup import inline_markdown
from papernotes_plugin.text.escaping import escape_attribute, escape_markdown, escape_url
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import BlockKind, Inline, InlineKind, Library, Note, Span

_MARK = re.compile(r"(?<![={])==(?![=}])")
_SIGN = re.compile(r"^[ \t>]*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)*#", re.MULTILINE)
_LEAD = re.compile(r"[ \t>]*")


def occurs(note: Note) -> bool:
    """Whether there is anything of this in a note."""
    return bool(
        note.document.comments
        or "==" in note.text
        or "::" in note.text
        or "^" in note.text
        or ("#" in note.text and any(i.kind is InlineKind.TAG or i.text[:1] == "#" for i in note.document.inlines))
    )


def place(edit_list: EditList, library: Library, config: Config, attributes: bool, within: Span, page: str) -> None:
    """Put what stands for it in a part of a note, as it is said in the page of that path."""
    for span in edit_list.note.document.comments:
        if _holds(within, span):
            edit_list.replaced[span] = ""
    inlines = edit_list.places.inlines_in(within)
    for inline in inlines:
        if inline.kind is InlineKind.TAG:
            _tag(edit_list, inline, library, config, attributes, page)
    _signs(edit_list, inlines)
    _marks(edit_list, inlines)
    if attributes:
        dataview_fields.place(edit_list, inlines)


def block_ids(edit_list: EditList, within: Span, *, keep: bool = True) -> None:
    """Take the block ids out of a part of a note; with `keep`, put places to land on at their blocks."""
    ids = edit_list.places.ids
    for found in ids[bisect_left(ids, within.start, key=lambda i: i.span.start) :]:
        if found.span.start >= within.end:
            break
        if _holds(within, found.span):
            edit_list.replaced[found.span] = ""
            if keep:
                _land(edit_list, found)


def _holds(within: Span, span: Span) -> bool:
    return within.start <= span.start and span.end <= within.end


def _land(edit_list: EditList, found: BlockId) -> None:
    anchor = f'<a id="{escape_attribute(found.anchor)}"></a>'
    block = edit_list.places.blocks[found.block]
    following = edit_list.places.blocks[found.block + 1 : found.block + 2]
    if block.kind is BlockKind.ITEM and following and following[0].kind is BlockKind.PARAGRAPH:
        block = following[0]
    parent = edit_list.places.blocks[block.parent] if block.parent >= 0 else None
    if parent is not None and parent.kind is BlockKind.QUOTE and parent.info and block.index == parent.index + 1:
        # the first words of a callout tell what it is
        block = parent
    if block.kind not in (BlockKind.PARAGRAPH, BlockKind.HEADING):
        edit_list.above.setdefault(block.index, []).append(anchor)
        return
    words = edit_list.places.words(block)
    edit_list.before.setdefault(words.start if words.start < words.end else block.span.start, []).append(anchor)


def _tag(edit_list: EditList, inline: Inline, library: Library, config: Config, attributes: bool, page: str) -> None:
    group = library.by_tag.get(fold_path(tag_path(inline.url)))
    if group is None:
        return
    href = escape_url(addresses.relative_href(addresses.group_page(config.tags_path, group.slug), page))
    name = "{ .papernotes-tag }" if attributes else ""
    edit_list.replaced[inline.span] = inline_markdown.link(escape_markdown(f"#{inline.url}"), href) + name


def _signs(edit_list: EditList, inlines: Sequence[Inline]) -> None:
    """A `#` that begins no heading here begins one for Python-Markdown, which wants no space behind it."""
    for inline in inlines:
        start = inline.span.start
        if inline.kind is not InlineKind.TEXT or not edit_list.note.text.startswith("#", start):
            continue
        block = edit_list.places.blocks[inline.block]
        line = edit_list.note.text.rfind("\n", 0, start) + 1
        begins = start == block.span.start or _LEAD.fullmatch(edit_list.note.text, line, start)
        if begins and inline.span not in edit_list.replaced and block.kind is BlockKind.PARAGRAPH:
            edit_list.replaced[Span(start, start + 1)] = "\\#"


def _marks(edit_list: EditList, inlines: Sequence[Inline]) -> None:
    """`==…==` within one text; neither side has a space within."""
    text = edit_list.note.text
    if "==" not in text:
        return
    opened: tuple[int, tuple[int, ...]] | None = None
    block = -1
    for inline in inlines:
        if inline.kind is not InlineKind.TEXT or "==" not in text[slice(*inline.span)]:
            continue
        if inline.block != block:
            opened, block = None, inline.block
        for match in _MARK.finditer(text, *inline.span):
            if text[match.start() - 1 : match.start()] == "\\":
                continue
            around = tuple(i.span.start for i in edit_list.places.around(match.start()) if i.kind in _HOLDING)
            if opened is not None and opened[1] == around and not text[match.start() - 1].isspace():
                edit_list.replaced[Span(opened[0], opened[0] + 2)] = "<mark>"
                edit_list.replaced[Span(*match.span())] = "</mark>"
                opened = None
            elif not text[match.end() : match.end() + 1].isspace() and match.end() < len(text):
                opened = match.start(), around


_HOLDING = {InlineKind.STRONG, InlineKind.EMPHASIS, InlineKind.LINK}
