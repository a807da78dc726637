"""Replace links to private notes by their text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from papernotes_plugin.annotate.edit_list import EditList
from papernotes_plugin.links import private_notes
from papernotes_plugin.text.escaping import escape_markdown
from papernotes_plugin.vocabulary.issues import Code, Issue, issue_at
from papernotes_plugin.vocabulary.model import Inline, InlineKind

PRIVATE_LINK_MESSAGE = "a link leads to a private note; it was left as text"
"""It does not name the note."""


def replace_private_links(edit_list: EditList, links: Iterable[Inline]) -> Iterator[Issue]:
    """Replace links by their text, and yield an issue for each."""
    for link in links:
        words = private_notes.private_link_text(edit_list.note.text, link)
        edit_list.replacements[link.span] = words if link.kind is InlineKind.LINK else escape_markdown(words)
        yield issue_at(Code.PRIVATE_LINK, edit_list.note, link.span.start, PRIVATE_LINK_MESSAGE)
