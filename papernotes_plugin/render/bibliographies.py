"""Bibliographies: the `.bib` files of a site, of entries that are written already.  Imports vocabulary only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from papernotes_plugin.config import Config
from papernotes_plugin.model import Library, Output
from papernotes_plugin.pages.addresses import group_bibtex, index_bibtex, note_bibtex
from papernotes_plugin.render.views import Kinds


def joined(slugs: Iterable[str], bibtex: Mapping[str, str]) -> str:
    """The entries of papers as one file."""
    return "\n".join(filter(None, (bibtex.get(slug, "") for slug in slugs)))


def of_groups(kind: Kinds, library: Library, bibtex: Mapping[str, str]) -> Iterable[Output]:
    """The `.bib` files of each group that has papers, and of all groups together."""
    for group in kind.groups:
        if group.papers:
            yield Output(group_bibtex(kind.folder, group.slug), joined(group.papers, bibtex))
    held = {slug for group in kind.groups for slug in group.papers}
    if held:
        yield Output(index_bibtex(kind.folder), joined((slug for slug in library.by_slug if slug in held), bibtex))


def of_notes(library: Library, config: Config, bibtex: Mapping[str, str]) -> Iterable[Output]:
    """The `.bib` file of each note that mentions papers, in the order of the library."""
    rank = {slug: number for number, slug in enumerate(library.by_slug)}
    for path, pairs in library.mentions.items():
        slugs = sorted({paper.slug for _, paper in pairs}, key=rank.__getitem__)
        if slugs:
            yield Output(note_bibtex(path, config), joined(slugs, bibtex))
