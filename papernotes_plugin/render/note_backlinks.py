"""Render the backlinks at the end of a note: quotations of the notes that link to it or name it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from papernotes_plugin.render import templates
from papernotes_plugin.render.excerpt import excerpt
from papernotes_plugin.render.notes_on_paper import distinct_link, location
from papernotes_plugin.render.page_links import ExcerptContext, PageLinks
from papernotes_plugin.render.page_views import NoteView, Passage, SafeMarkdown
from papernotes_plugin.vocabulary.citation_model import Style
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Library, Link, NoteLink

MAX_UNLINKED = 50
"""Unlinked mentions that a note shows: a note with a title like `JavaScript` is named very often."""


def render_backlinks(library: Library, config: Config, prose: Style) -> dict[str, str]:
    """Return the backlinks section of each note that has one.

    Args:
        library: The library, or a copy of it whose `backlinks` and `unlinked_names` hold only the wanted notes.
        config: The options.
        prose: Citation style for quoted notes: a backlinks section has no list of references.

    Returns:
        Markdown without a heading, by note path.
    """
    links = PageLinks(library, config, prose)

    def rendered(note_links: Iterable[NoteLink], path: str) -> SafeMarkdown:
        return SafeMarkdown(templates.render_page("backlinks.md", notes=_views(note_links, links, path)).strip("\n"))

    sections: dict[str, str] = {path: rendered(note_links, path) for path, note_links in library.backlinks.items()}
    for path, mentions in library.unlinked_names.items():
        section = templates.render_page(
            "unlinked_mentions.md",
            mentions=rendered(mentions[:MAX_UNLINKED], path),
            count=len(mentions),
            shown=MAX_UNLINKED,
            folded=bool(config.callouts),
        )
        sections[path] = "\n\n".join(filter(None, (sections.get(path, ""), section.strip("\n"))))
    return sections


def _views(note_links: Iterable[NoteLink], links: PageLinks, page: str) -> tuple[NoteView, ...]:
    """Return the linking notes with their passages; a text that occurs twice in a note is quoted once."""
    views: list[NoteView] = []
    for path, group in groupby(note_links, key=lambda link: link.note):
        links_by_text: dict[SafeMarkdown, list[Link]] = {}
        for note_link in group:
            words = SafeMarkdown(excerpt(note_link.context.strip(), ExcerptContext(links, path, page)))
            link = Link(location(note_link), links.note(path, page, note_link.anchor))
            same_text = links_by_text.setdefault(words, [])
            same_text.append(distinct_link(link, note_link.column, same_text))
        passages = (Passage(tuple(same_text), words) for words, same_text in links_by_text.items())
        note = links.library.by_path[path]
        views.append(NoteView(Link(note.title, links.note(path, page)), tuple(passages)))
    return tuple(views)
