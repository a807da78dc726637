"""Bibliographies: the `.bib` files of a site, each with the slugs of its papers.  Imports vocabulary only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from papernotes_plugin.links.addresses import group_bibtex, index_bibtex, note_bibtex
from papernotes_plugin.render.page_views import Kinds
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Library


def joined(slugs: Iterable[str], bibtex: Mapping[str, str]) -> str:
    """The entries of papers as one file."""
    return "\n".join(filter(None, (bibtex.get(slug, "") for slug in slugs)))


def of_groups(kind: Kinds, library: Library) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The `.bib` files of each group that has papers, and of all groups together."""
    for group in kind.groups:
        if group.papers:
            yield group_bibtex(kind.folder, group.slug), group.papers
    held = {slug for group in kind.groups for slug in group.papers}
    if held:
        yield index_bibtex(kind.folder), tuple(slug for slug in library.by_slug if slug in held)


def of_notes(library: Library, config: Config) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The `.bib` file of each note that mentions papers, in the order of the library."""
    rank = {slug: number for number, slug in enumerate(library.by_slug)}
    for path, pairs in library.mentions.items():
        slugs = sorted({paper.slug for _, paper in pairs}, key=rank.__getitem__)
        if slugs:
            yield note_bibtex(path, config), tuple(slugs)
