"""Fields: `[key:: value]` and `(key:: value)` in running text, as Dataview shows them: the latter without its key.

The rule: https://blacksmithgu.github.io/obsidian-dataview/annotation/add-metadata/.  Beyond it a space is wanted before
the value: `[std::vector]` and `(fe80::1)` are none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from papernotes_plugin.annotate.edit_list import EditList
from papernotes_plugin.text.escaping import escape_attribute, escape_markdown
from papernotes_plugin.vocabulary.model import BlockKind, Inline, InlineKind, Span

_OPENING = re.compile(r"([\[(])[ ]*([^\W\d_](?:[\w /-]{0,58}\w)?)[ ]*::[ ]+")
_CLOSING = {"[": "]", "(": ")"}
_MOST = 1000
"""So many characters a value has at most."""


def place(edit_list: EditList, inlines: Iterable[Inline]) -> None:
    """Put an element around the value of each field, and the key of those in square brackets before it."""
    text = edit_list.note.text
    behind = 0
    for inline in inlines:
        if inline.kind is not InlineKind.TEXT or "::" not in text[slice(*inline.span)]:
            continue
        if edit_list.places.blocks[inline.block].kind is BlockKind.HEADING:
            continue
        for match in _OPENING.finditer(text, max(behind, inline.span.start), inline.span.end):
            end = _end(edit_list, inline, match)
            if end < 0 or match.start() < behind:
                continue
            behind = end + 1
            edit_list.replaced[Span(*match.span())] = _opened(match)
            edit_list.replaced[Span(end, behind)] = "</span>"


def _opened(match: re.Match[str]) -> str:
    if match[1] == "(":
        return f'<span class="papernotes-field" title="{escape_attribute(match[2])}">'
    return f'<span class="papernotes-field"><span class="papernotes-field-key">{escape_markdown(match[2])}</span> '


def _end(edit_list: EditList, inline: Inline, match: re.Match[str]) -> int:
    """Where the bracket closes that a field begins with, in its line and within the same marks; -1 for nowhere."""
    text, opening = edit_list.note.text, match[1]
    closing = _CLOSING[opening]
    around = [i.span for i in edit_list.places.around(match.start()) if i.kind is not InlineKind.TEXT]
    limit = min(edit_list.places.blocks[inline.block].span.end, match.end() + _MOST)
    depth, at = 0, match.end()
    while at < limit:
        if text[at] in "\n@":
            # what follows is another line, or a citation, which needs its brackets
            return -1
        within = edit_list.places.around(at)
        if within and within[0].kind not in (InlineKind.TEXT, InlineKind.STRONG, InlineKind.EMPHASIS):
            at = within[0].span.end
            continue
        if text[at] == "\\":
            at += 1
        elif text[at] == closing and not depth:
            here = [i.span for i in within if i.kind is not InlineKind.TEXT]
            return at if here == around and at > match.end() else -1
        else:
            depth += (text[at] == opening) - (text[at] == closing)
        at += 1
    return -1
