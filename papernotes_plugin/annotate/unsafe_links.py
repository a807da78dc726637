"""Unsafe: links of a note whose address is a program become the words they stand on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from papernotes_plugin.annotate.edit_list import EditList
from papernotes_plugin.text.escaping import escape_markdown, is_script_url
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import Inline, InlineKind, Note

_KINDS = (InlineKind.LINK, InlineKind.IMAGE)


def unsafe(note: Note, inlines: Iterable[Inline]) -> list[Inline]:
    """The links and pictures that Markdown makes of such addresses; raw HTML is left to its host."""
    found = (inline for inline in inlines if inline.kind in _KINDS and ":" in inline.url)
    return [
        inline
        for inline in found
        if is_script_url(inline.url, picture=inline.kind is InlineKind.IMAGE)
        and not note.text.startswith(("<a", "<A"), inline.span.start)
    ]


def disarm(edit_list: EditList, found: Iterable[Inline]) -> Iterator[Issue]:
    """Put their words in place of the links, and say where that was."""
    for inline in found:
        words = edit_list.note.text[slice(*inline.inner)]
        edit_list.replaced[inline.span] = escape_markdown(inline.url) if inline.bare else words
        line, column = edit_list.note.line_and_column(inline.span.start)
        message = f"the address '{inline.url:.60}' would run in the browser of a reader; the link was left as text"
        yield issue(Code.UNSAFE_LINK, edit_list.note.path, line, message, column)
