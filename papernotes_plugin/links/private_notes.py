"""Links to private notes, and the text that replaces them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from papernotes_plugin.links import wikilinks
from papernotes_plugin.markup import parser
from papernotes_plugin.vocabulary.model import Inline, InlineKind, Library


def private_links(inlines: Iterable[Inline], note: str, library: Library) -> Iterator[Inline]:
    """Yield the Markdown links and wikilinks among the inlines of a note that lead to a private note."""
    if not library.private:
        return
    for inline in inlines:
        if inline.kind in (InlineKind.LINK, InlineKind.IMAGE) and not inline.bare:
            path = wikilinks.linked_note_path(inline.url, note)
            if path and path not in library.by_path and f"/{wikilinks.fold_name(path)}" in library.private:
                yield inline
        elif (
            inline.kind in (InlineKind.WIKILINK, InlineKind.EMBED)
            and wikilinks.is_private_target(inline.url, library)
            and wikilinks.resolve(inline.url, note, library) is None
        ):
            yield inline


def private_link_text(text: str, link: Inline) -> str:
    """Return the text that replaces a link to a private note: its label."""
    if link.kind in (InlineKind.LINK, InlineKind.IMAGE):
        return text[slice(*link.inner)]
    return wikilinks.link_text(link.text, link.url, None)


def remove_private_links(text: str, note: str, library: Library) -> str:
    """Return a part of a note with each link to a private note replaced by its label."""
    if not library.private or not ("](" in text or "[[" in text):
        return text
    parts, at = [], 0
    for link in private_links(parser.parse(text).inlines, note, library):
        if link.span.start >= at:
            parts += [text[at : link.span.start], private_link_text(text, link)]
            at = link.span.end
    return "".join([*parts, text[at:]])
