"""Build the home page of a site that has none: an overview of the library, and the folders of the notes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from papernotes_plugin.links.addresses import HOME, relative_href
from papernotes_plugin.render.home_overview import overview_view
from papernotes_plugin.render.lazy_outputs import FrontMatterView, LazyOutput
from papernotes_plugin.render.page_links import PageLinks
from papernotes_plugin.render.page_views import FolderLine, HomeView
from papernotes_plugin.render.paper_lists import navigation_bar
from papernotes_plugin.selection.paper_selection import note_date
from papernotes_plugin.vocabulary.model import Library, Link, Note

MAX_FOLDERS, MAX_FOLDER_NOTES, MAX_NOTES = 60, 4, 30
"""Largest numbers of listed folders, of notes of a folder, and of notes outside folders."""


def home_pages(links: PageLinks) -> Iterator[LazyOutput]:
    """Yield the home page, unless the option `home` is empty."""
    if links.config.home:
        yield LazyOutput(HOME, "home_page.md", FrontMatterView(links.config.home), home_view)


def home_view(links: PageLinks) -> HomeView:
    """Return the view of the home page."""
    library, config = links.library, links.config
    folders, outside = _by_folder(library.notes)
    lines = tuple(_folder_line(name, folders[name], library) for name in list(folders)[:MAX_FOLDERS])
    overview = overview_view(links, HOME, None)
    latest = {link.url for _, link in overview.latest_notes}
    others = tuple(link for link in map(_link, sorted(outside, key=_by_title)) if link.url not in latest)
    return HomeView(
        title=config.home,
        bar=navigation_bar(links, HOME),
        overview=overview,
        note_count=len(library.notes),
        folders=lines,
        more_folders=len(folders) - len(lines),
        notes=others[:MAX_NOTES],
        more_notes=max(0, len(others) - MAX_NOTES),
    )


def _by_folder(notes: Sequence[Note]) -> tuple[dict[str, list[Note]], list[Note]]:
    """Return the notes by top folder, and the notes outside folders.

    If one folder contains all notes, the folders in it count.
    """
    inside = ""
    while True:
        folders: dict[str, list[Note]] = {}
        outside: list[Note] = []
        for note in notes:
            name, is_deeper, _ = note.path[len(inside) :].partition("/")
            (folders.setdefault(f"{inside}{name}", []) if is_deeper else outside).append(note)
        if outside or len(folders) != 1:
            return dict(sorted(folders.items(), key=lambda item: item[0].casefold())), outside
        inside = f"{next(iter(folders))}/"


def _folder_line(folder: str, notes: Sequence[Note], library: Library) -> FolderLine:
    own_pages = [path for name in ("index.md", "README.md") if (path := f"{folder}/{name}") in library.by_path]
    others = sorted((note for note in notes if note.path not in own_pages), key=_by_title)
    # the sort is stable: notes without a date stay in the order of their titles
    others.sort(key=note_date, reverse=True)
    return FolderLine(
        link=Link(folder, relative_href(own_pages[0], HOME) if own_pages else ""),
        note_count=len(notes),
        paper_count=len({paper.slug for note in notes for _, paper in library.mentions.get(note.path, ())}),
        notes=tuple(map(_link, others[:MAX_FOLDER_NOTES])),
        more_notes=max(0, len(others) - MAX_FOLDER_NOTES),
    )


def _by_title(note: Note) -> tuple[str, str]:
    return note.title.casefold(), note.path


def _link(note: Note) -> Link:
    return Link(note.title, relative_href(note.path, HOME))
