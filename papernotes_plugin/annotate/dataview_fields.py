"""Convert Dataview fields in running text: `[key:: value]`, and `(key:: value)`, whose key is hidden.

Syntax: https://blacksmithgu.github.io/obsidian-dataview/annotation/add-metadata/.  In addition, a space before the
value is required: `[std::vector]` and `(fe80::1)` are no fields.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from papernotes_plugin.annotate.edit_list import EditList
from papernotes_plugin.text.escaping import escape_attribute, escape_markdown
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import BlockKind, Inline, InlineKind, Span

_OPENING = lazy_regex(r"([\[(])[ ]*([^\W\d_](?:[\w /-]{0,58}\w)?)[ ]*::[ ]+")
_CLOSING = {"[": "]", "(": ")"}
_MAX_VALUE = 1000
"""Characters of the longest value."""


def convert_fields(edit_list: EditList, inlines: Iterable[Inline]) -> None:
    """Wrap the value of each field in an element; the key of a field in square brackets is shown before it."""
    text = edit_list.note.text
    position = 0
    for inline in inlines:
        if inline.kind is not InlineKind.TEXT or "::" not in text[slice(*inline.span)]:
            continue
        if edit_list.points.blocks[inline.block].kind is BlockKind.HEADING:
            continue
        for match in _OPENING.finditer(text, max(position, inline.span.start), inline.span.end):
            end = _value_end(edit_list, inline, match)
            if end < 0 or match.start() < position:
                continue
            position = end + 1
            edit_list.replacements[Span(*match.span())] = _opening_tags(match)
            edit_list.replacements[Span(end, position)] = "</span>"


def _opening_tags(match: re.Match[str]) -> str:
    if match[1] == "(":
        return f'<span class="papernotes-field" title="{escape_attribute(match[2])}">'
    return f'<span class="papernotes-field"><span class="papernotes-field-key">{escape_markdown(match[2])}</span> '


def _value_end(edit_list: EditList, inline: Inline, match: re.Match[str]) -> int:
    """Return the offset of the bracket that closes a field in the same line and the same inlines; -1 for none."""
    text, opening = edit_list.note.text, match[1]
    closing = _CLOSING[opening]
    enclosing = [i.span for i in edit_list.points.inlines_at(match.start()) if i.kind is not InlineKind.TEXT]
    limit = min(edit_list.points.blocks[inline.block].span.end, match.end() + _MAX_VALUE)
    depth, offset = 0, match.end()
    while offset < limit:
        if text[offset] in "\n@":
            # another line, or a citation, which needs its brackets
            return -1
        inlines = edit_list.points.inlines_at(offset)
        if inlines and inlines[0].kind not in (InlineKind.TEXT, InlineKind.STRONG, InlineKind.EMPHASIS):
            offset = inlines[0].span.end
            continue
        if text[offset] == "\\":
            offset += 1
        elif text[offset] == closing and not depth:
            is_in_same = [i.span for i in inlines if i.kind is not InlineKind.TEXT] == enclosing
            return offset if is_in_same and offset > match.end() else -1
        else:
            depth += (text[offset] == opening) - (text[offset] == closing)
        offset += 1
    return -1
