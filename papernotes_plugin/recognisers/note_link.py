"""Recognise links from one note to another: wikilinks, embeds and Markdown links.

It runs after all notes are known, with a signature of its own.  Links that only navigate are left out: arrows,
"next", and the bare entries of lists in an index note.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Mapping
from pathlib import PurePosixPath

from papernotes_plugin.markup.document_text import TEXT_KINDS
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.structure.quoted_context import quote_sentence, topics
from papernotes_plugin.text import escape_markdown, slugify
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, Inline, InlineKind, Note, NoteLink, Span

_KINDS = (InlineKind.LINK, InlineKind.IMAGE, InlineKind.WIKILINK, InlineKind.EMBED)
_INDEX_NAMES = frozenset(("index", "readme", "summary", "_index", "nav", "toc", "sitemap", "contents"))
"""File names of notes whose lists are navigation, also in MkDocs, literate-nav and Hugo."""
_NAVIGATION = frozenset({
    "back", "back to index", "back to top", "contents", "forward", "home", "index", "main page", "next", "overview",
    "parent", "prev", "previous", "start", "table of contents", "toc", "top", "up",
})  # fmt: skip
"""Texts of links, and keys of front matter, that navigate."""
_ARROWS = lazy_regex(r"^[\s←→⬅➡⇐⇒«»‹›<>↑⬆🏠]+|[\s←→⬅➡⇐⇒«»‹›<>↑⬆🏠]+$")
_WORD = lazy_regex(r"[^\W_]")


def find(note: Note, resolve: Callable[[Inline], str], anchors: Mapping[Span, str]) -> tuple[NoteLink, ...]:
    """Return the links of a note to other notes, in the order of the note.

    Args:
        note: The note.
        resolve: Return the path of the note that a link leads to; "" for any other target.
        anchors: The HTML ids that places of the note already have: those of mentions.
    """
    inlines = (i for i in note.document.inlines if i.kind in _KINDS and not i.bare)
    resolved = [(i, target) for i in inlines if (target := resolve(i)) and target != note.path]
    if not resolved:
        return ()
    context = NoteContext(note)
    id_counts: dict[str, int] = {}
    links: list[NoteLink] = []
    for inline, target in resolved:
        if not _is_navigation(context, inline):
            anchor = anchors.get(inline.span)
            links.append(build_note_link(context, inline.span, inline.block, target, anchor, id_counts))
    return tuple(links)


def in_property(note: Note, key: str, words: str, offset: int, target: str) -> NoteLink | None:
    """Return a link in the front matter, which has no anchor; None for one that only navigates."""
    if key.casefold() in _NAVIGATION:
        return None
    span, (line, column) = Span(offset, offset + len(words)), note.line_and_column(offset)
    context = f"{escape_markdown(key)}: {words}"
    return NoteLink(note=note.path, target=target, span=span, line=line, column=column, text=words, context=context)


def build_note_link(
    context: NoteContext,
    span: Span,
    block: int,
    target: str,
    anchor: str | None,
    id_counts: dict[str, int],
    prefix: str = "ln",
) -> NoteLink:
    """Return a link to a note, or a name of it, with the words around it.

    Args:
        context: The note with the link.
        span: The span of the link or name.
        block: The index of its text block.
        target: The path of the other note.
        anchor: The HTML id of the place; None for a new one.
        id_counts: The number of ids of each name so far; it is updated.
        prefix: The beginning of a new id.
    """
    line, column = context.note.line_and_column(span.start)
    if anchor is None:
        name = f"{prefix}-{slugify(PurePosixPath(target).stem, 40)}"
        id_counts[name] = id_counts.get(name, 0) + 1
        anchor = name if id_counts[name] == 1 else f"{name}-{id_counts[name]}"
    return NoteLink(
        note=context.note.path,
        target=target,
        span=span,
        line=line,
        column=column,
        text=" ".join(context.source(span).split()),
        context=quote_sentence(context, block, span),
        topic=topics(context, block),
        anchor=anchor,
    )


def _is_navigation(context: NoteContext, inline: Inline) -> bool:
    words = _ARROWS.sub("", inline.text).casefold()
    if inline.kind not in (InlineKind.EMBED, InlineKind.IMAGE) and (not words or words in _NAVIGATION):
        return True
    if posixpath.splitext(posixpath.basename(context.note.path))[0].casefold() not in _INDEX_NAMES:
        return False
    entry = context.enclosing_entry(inline.block)
    return entry is not None and not _has_words(context, context.text_blocks(entry))


def _has_words(context: NoteContext, texts: Iterable[Block]) -> bool:
    """Return whether text blocks have words outside their links."""
    for block in texts:
        end = 0
        for _, i in context.inlines_of(block.index):
            if i.kind in _KINDS:
                end = max(end, i.span.end)
            elif i.kind in TEXT_KINDS and i.span.start >= end and _WORD.search(i.text):
                return True
    return False
