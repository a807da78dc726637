"""Note link: a place where a note links to another note, by a wikilink or an ordinary link.

What only leads around is none: arrows and "next", and the bare entries of a list in an index.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import PurePosixPath

from papernotes_plugin.recognisers.evidence.context import NoteContext
from papernotes_plugin.recognisers.evidence.quoted_context import quote_sentence, topics
from papernotes_plugin.text import escape_markdown, slugify
from papernotes_plugin.vocabulary.model import Block, Inline, InlineKind, Note, NoteLink, Span

_KINDS = (InlineKind.LINK, InlineKind.IMAGE, InlineKind.WIKILINK, InlineKind.EMBED)
_PLAIN = (InlineKind.TEXT, InlineKind.CODE, InlineKind.MATH)
_INDEXES = frozenset(("index", "readme", "summary", "_index", "nav", "toc", "sitemap", "contents"))
"""Notes whose lists of links are a way around the others: those of MkDocs, literate-nav and Hugo among them."""
_WAYS = frozenset({
    "back", "back to index", "back to top", "contents", "forward", "home", "index", "main page", "next", "overview",
    "parent", "prev", "previous", "start", "table of contents", "toc", "top", "up",
})  # fmt: skip
"""What a link says that leads around."""
_ARROWS = re.compile(r"^[\s←→⬅➡⇐⇒«»‹›<>↑⬆🏠]+|[\s←→⬅➡⇐⇒«»‹›<>↑⬆🏠]+$")
_WORD = re.compile(r"[^\W_]")


def find(note: Note, lead: Callable[[Inline], str], anchors: Mapping[Span, str]) -> tuple[NoteLink, ...]:
    """The links of a note to other notes, in the order of the note.

    Args:
        note: The note.
        lead: The path of the note that a link leads to; "" for any other.
        anchors: The ids of places that there are already: those of mentions.
    """
    found = [(i, target) for i in _candidates(note) if (target := lead(i)) and target != note.path]
    if not found:
        return ()
    context = NoteContext(note)
    used: dict[str, int] = {}
    out: list[NoteLink] = []
    for inline, target in found:
        if not _is_way(context, inline):
            out.append(at_place(context, inline.span, inline.block, target, anchors.get(inline.span), used))
    return tuple(out)


def in_property(note: Note, key: str, words: str, offset: int, target: str) -> NoteLink | None:
    """A link in the front matter, which has no place in the page; None for one that only leads around.

    Args:
        note: The note.
        key: The property.
        words: The link as it is written.
        offset: Where it stands.
        target: The path of the note that it leads to.
    """
    if key.casefold() in _WAYS:
        return None
    span, (line, column) = Span(offset, offset + len(words)), note.line_and_column(offset)
    context = f"{escape_markdown(key)}: {words}"
    return NoteLink(note=note.path, target=target, span=span, line=line, column=column, text=words, context=context)


def at_place(
    context: NoteContext,
    span: Span,
    block: int,
    target: str,
    anchor: str | None,
    used: dict[str, int],
    kind: str = "ln",
) -> NoteLink:
    """A place that has to do with a note, with the words around it.

    `used` counts the names of ids, which begin with `kind`.
    """
    line, column = context.note.line_and_column(span.start)
    if anchor is None:
        name = f"{kind}-{slugify(PurePosixPath(target).stem, 40)}"
        used[name] = used.get(name, 0) + 1
        anchor = name if used[name] == 1 else f"{name}-{used[name]}"
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


def _candidates(note: Note) -> Iterable[Inline]:
    return (i for i in note.document.inlines if i.kind in _KINDS and not i.bare)


def _is_way(context: NoteContext, inline: Inline) -> bool:
    """The link only leads around."""
    words = _ARROWS.sub("", inline.text).casefold()
    if inline.kind not in (InlineKind.EMBED, InlineKind.IMAGE) and (not words or words in _WAYS):
        return True
    if PurePosixPath(context.note.path).stem.casefold() not in _INDEXES:
        return False
    entry = context.enclosing_entry(inline.block)
    return entry is not None and not _says_more(context, entry)


def _says_more(context: NoteContext, entry: Block) -> bool:
    """A list item or a table row has words beside its links."""
    for block in context.text_blocks(entry):
        end = 0
        for _, i in context.inlines_of(block.index):
            if i.kind in _KINDS:
                end = max(end, i.span.end)
            elif i.kind in _PLAIN and i.span.start >= end and _WORD.search(i.text):
                return True
    return False
