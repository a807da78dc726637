"""Convert syntax that only Obsidian renders: comments, highlights, tags, block ids and Dataview fields.

Syntax: https://help.obsidian.md/obsidian-flavored-markdown, and for tags https://help.obsidian.md/tags.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from papernotes_plugin.annotate import dataview_fields
from papernotes_plugin.annotate.edit_list import EditList
from papernotes_plugin.links import addresses
from papernotes_plugin.links.addresses import fold_path, tag_path
from papernotes_plugin.links.anchors import BlockId
from papernotes_plugin.markup import inline_markdown
from papernotes_plugin.text.escaping import escape_attribute, escape_markdown, escape_url
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import BlockKind, Inline, InlineKind, Library, Note, Span

_HIGHLIGHT_MARK = lazy_regex(r"(?<![={])==(?![=}])")
_LINE_PREFIX = lazy_regex(r"[ \t>]*")
_ENCLOSING_KINDS = {InlineKind.STRONG, InlineKind.EMPHASIS, InlineKind.LINK}


def has_obsidian_syntax(note: Note) -> bool:
    """Return whether a note may contain any of this syntax."""
    return bool(
        note.document.comments
        or "==" in note.text
        or "::" in note.text
        or "^" in note.text
        or ("#" in note.text and [i for i in note.document.inlines if i.kind is InlineKind.TAG or i.text[:1] == "#"])
    )


def convert_syntax(edit_list: EditList, library: Library, config: Config, within: Span, page: str) -> None:
    """Convert comments, tags, highlights and fields in a part of a note.

    Args:
        edit_list: The edits of the note.
        library: The library.
        config: The options.
        within: Span of the part.
        page: Path of the page that shows the part.
    """
    for span in edit_list.note.document.comments:
        if _contains(within, span):
            edit_list.replacements[span] = ""
    inlines = edit_list.points.inlines_in(within)
    for inline in inlines:
        if inline.kind is InlineKind.TAG and (library.is_vault or not _begins_paragraph_line(edit_list, inline)):
            _tag(edit_list, inline, library, config, page)
    if not library.is_vault:
        return
    _escape_hashes(edit_list, inlines)
    _convert_highlights(edit_list, inlines)
    if edit_list.attributes:
        dataview_fields.convert_fields(edit_list, inlines)


def convert_block_ids(edit_list: EditList, within: Span, *, add_anchors: bool) -> None:
    """Remove the block ids of a part of a note; with `add_anchors`, insert anchors at their blocks."""
    ids = edit_list.points.block_ids
    for block_id in ids[bisect_left(ids, within.start, key=lambda i: i.span.start) :]:
        if block_id.span.start >= within.end:
            break
        if _contains(within, block_id.span):
            edit_list.replacements[block_id.span] = ""
            if add_anchors:
                _insert_anchor(edit_list, block_id)


def _contains(within: Span, span: Span) -> bool:
    return within.start <= span.start and span.end <= within.end


def _insert_anchor(edit_list: EditList, block_id: BlockId) -> None:
    anchor = f'<a id="{escape_attribute(block_id.anchor)}"></a>'
    block = edit_list.points.blocks[block_id.block]
    following = edit_list.points.blocks[block_id.block + 1 : block_id.block + 2]
    if block.kind is BlockKind.ITEM and following and following[0].kind is BlockKind.PARAGRAPH:
        block = following[0]
    parent = edit_list.points.blocks[block.parent] if block.parent >= 0 else None
    if parent is not None and parent.kind is BlockKind.QUOTE and parent.info and block.index == parent.index + 1:
        # the first paragraph of a callout begins with its type, which must stay first
        block = parent
    if block.kind not in (BlockKind.PARAGRAPH, BlockKind.HEADING):
        edit_list.lines_above.setdefault(block.index, []).append(anchor)
        return
    words = edit_list.points.text_span(block)
    edit_list.anchors_before.setdefault(words.start if words.start < words.end else block.span.start, []).append(anchor)


def _tag(edit_list: EditList, inline: Inline, library: Library, config: Config, page: str) -> None:
    group = library.by_tag.get(fold_path(tag_path(inline.url)))
    if group is None:
        return
    href = escape_url(addresses.relative_href(addresses.group_page(config.tags_path, group.slug), page))
    name = "{ .papernotes-tag }" if edit_list.attributes else ""
    edit_list.replacements[inline.span] = inline_markdown.link(escape_markdown(f"#{inline.url}"), href) + name


def _escape_hashes(edit_list: EditList, inlines: Sequence[Inline]) -> None:
    """Escape a `#` at the start of a line: Python-Markdown reads a heading there even without a space after it."""
    for inline in inlines:
        start = inline.span.start
        if inline.kind is not InlineKind.TEXT or not edit_list.note.text.startswith("#", start):
            continue
        if inline.span not in edit_list.replacements and _begins_paragraph_line(edit_list, inline):
            edit_list.replacements[Span(start, start + 1)] = "\\#"


def _begins_paragraph_line(edit_list: EditList, inline: Inline) -> bool:
    """Return whether an inline begins a line of a paragraph, where Python-Markdown reads `#` as a heading."""
    start, block = inline.span.start, edit_list.points.blocks[inline.block]
    line = edit_list.note.text.rfind("\n", 0, start) + 1
    begins = start == block.span.start or _LINE_PREFIX.fullmatch(edit_list.note.text, line, start)
    return bool(begins) and block.kind is BlockKind.PARAGRAPH


def _convert_highlights(edit_list: EditList, inlines: Sequence[Inline]) -> None:
    """Convert `==…==` inside the same inlines and without a space at the inner side of a mark."""
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
        for match in _HIGHLIGHT_MARK.finditer(text, *inline.span):
            if text[match.start() - 1 : match.start()] == "\\":
                continue
            enclosing = tuple(
                i.span.start for i in edit_list.points.inlines_at(match.start()) if i.kind in _ENCLOSING_KINDS
            )
            if opened is not None and opened[1] == enclosing and not text[match.start() - 1].isspace():
                edit_list.replacements[Span(opened[0], opened[0] + 2)] = "<mark>"
                edit_list.replacements[Span(*match.span())] = "</mark>"
                opened = None
            elif not text[match.end() : match.end() + 1].isspace() and match.end() < len(text):
                opened = match.start(), enclosing
