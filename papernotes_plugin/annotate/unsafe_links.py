"""Replace links and images whose URL would run a script by their text, and report those in raw HTML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from papernotes_plugin.annotate.edit_list import EditList
from papernotes_plugin.markup import raw_html
from papernotes_plugin.text.escaping import escape_markdown, is_script_url, one_line
from papernotes_plugin.vocabulary.issues import Code, Issue, issue_at
from papernotes_plugin.vocabulary.model import BlockKind, Inline, InlineKind, Note, Span

_LINK_KINDS = (InlineKind.LINK, InlineKind.IMAGE)


def find_unsafe_links(note: Note, inlines: Iterable[Inline]) -> list[Inline]:
    """Return the Markdown links and images whose URL would run a script; `report_unsafe_html` reports raw HTML."""
    links = (inline for inline in inlines if inline.kind in _LINK_KINDS and (":" in inline.url or "&" in inline.url))
    return [
        link
        for link in links
        if is_script_url(link.url, picture=link.kind is InlineKind.IMAGE)
        and not note.text.startswith(("<a", "<A"), link.span.start)
    ]


def replace_unsafe_links(edit_list: EditList, links: Iterable[Inline]) -> Iterator[Issue]:
    """Replace links by their text, and yield an issue for each; the attribute list of a link goes with the link."""
    for link in links:
        words = edit_list.note.text[slice(*link.inner)]
        span = Span(link.span.start, edit_list.points.after_attributes(link.span.end, edit_list.attributes))
        edit_list.replacements[span] = escape_markdown(link.url) if link.bare else words
        message = f"the address '{link.url:.60}' would run in the browser of a reader; the link was left as text"
        yield issue_at(Code.UNSAFE_LINK, edit_list.note, link.span.start, message)


def report_unsafe_html(note: Note, *, sanitize: bool) -> Iterator[Issue]:
    """Yield an issue for each URL in the raw HTML of a note that would run; site generators publish it as it is.

    Args:
        note: The note.
        sanitize: Whether the raw HTML of notes is cleaned afterwards.
    """
    spans = [inline.span for inline in note.document.inlines if inline.kind is InlineKind.HTML]
    spans += [block.span for block in note.document.blocks if block.kind is BlockKind.HTML]
    done = "'sanitize' removes it" if sanitize else "HTML is published as it is written"
    for span in spans:
        for offset, url in raw_html.unsafe_urls(note.text, *span):
            message = f"the address '{one_line(url):.60}' in HTML would run in the browser of a reader; {done}"
            yield issue_at(Code.UNSAFE_LINK, note, offset, message)
