"""Private: links of a note to notes that are kept back become the words they stand on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from papernotes_plugin.annotate.edit_list import EditList
from papernotes_plugin.links import private_notes
from papernotes_plugin.text.escaping import escape_markdown
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import Inline, InlineKind


def silence(edit_list: EditList, found: Iterable[Inline]) -> Iterator[Issue]:
    """Put their words in place of the links, and say where that was: nothing of where they lead."""
    for inline in found:
        words = private_notes.private_link_text(edit_list.note.text, inline)
        edit_list.replaced[inline.span] = words if inline.kind is InlineKind.LINK else escape_markdown(words)
        line, column = edit_list.note.line_and_column(inline.span.start)
        message = "a link leads to a note that is kept back; it was left as text"
        yield issue(Code.PRIVATE_LINK, edit_list.note.path, line, message, column)
