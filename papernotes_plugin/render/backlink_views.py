"""Backlinks: what stands at the end of a note about the places that link to it.  Imports vocabulary only."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from papernotes_plugin.render.excerpt import excerpt
from papernotes_plugin.render.page_links import Links, Setting
from papernotes_plugin.render.page_views import Markdown, NoteView, Place
from papernotes_plugin.vocabulary.model import Link, NoteLink


def views(found: Iterable[NoteLink], links: Links, page: str) -> tuple[NoteView, ...]:
    """The notes that places stand in, each with the words around them; the same words once, with all their places."""
    out: list[NoteView] = []
    for path, group in groupby(found, key=lambda link: link.note):
        places: dict[str, dict[str, Link]] = {}
        for link in group:
            words = excerpt(link.context.strip(), Setting(links, path, page))
            label = Link(_where(link), links.note(path, page, link.anchor))
            known = places.setdefault(words, {})
            if label.label in known:
                label = label._replace(label=f"{label.label}, column {link.column}")
            known[label.label] = label
        shown = (Place(tuple(known.values()), Markdown(words)) for words, known in places.items())
        note = links.library.by_path[path]
        out.append(NoteView(Link(note.title, links.note(path, page)), tuple(shown)))
    return tuple(out)


def _where(link: NoteLink) -> str:
    return ", ".join(filter(None, (" › ".join(link.topic), f"line {link.line}")))
