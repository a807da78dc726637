"""What may be other than it was before, of a site that was worked out from nothing after another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from papernotes_plugin.model import BlockKind, Library, Note
from papernotes_plugin.pages.addresses import paper_page
from papernotes_plugin.pages.paging import shown
from papernotes_plugin.pipeline.metadata import indexes
from papernotes_plugin.pipeline.site import Asked, Site


def fresh(before: Site, site: Site) -> frozenset[str] | None:
    """The paths of the notes, and of the pages and files that may be other; None where all may be.

    A page tells more than its text: what a search, a preview of a link and a reference manager find there is that of
    the papers on it.
    """
    if _beside(before.memory.asked) != _beside(site.memory.asked) or _called(before) != _called(site):
        return None
    known = {output.path: output.digest for output in before.outputs}
    other = {output.path for output in site.outputs if known.get(output.path) != output.digest}
    changed = _changed(before.library, site.library)
    other |= {paper_page(slug, site.config) for slug in changed}
    other |= {path for path, slugs in shown(site.library, site.config) if not changed.isdisjoint(slugs)}
    other |= {path for path, _ in indexes(site.library, site.config)}
    return frozenset([*other, *site.library.by_path, *before.library.by_path])


def _beside(asked: Asked) -> Asked:
    """What was asked for, but for what has a say in the papers alone."""
    return replace(asked, bibliography=(), key_lock="")


def _called(site: Site) -> dict[str, tuple[str, ...]]:
    """What a navigation may show of each note, by path: it stands on every page."""
    return {note.path: (note.title, note.text[: note.body], *_titles(note)) for note in site.library.notes}


def _titles(note: Note) -> Iterator[str]:
    """The headings by which a host may call a page, as they are written."""
    for block in note.document.blocks:
        if block.kind is BlockKind.HEADING and block.level == 1:
            yield note.text[slice(*block.span)]


def _changed(before: Library, now: Library) -> set[str]:
    """The slugs of the papers of which anything is other."""
    return {slug for slug, paper in now.by_slug.items() if before.by_slug.get(slug) != paper}
