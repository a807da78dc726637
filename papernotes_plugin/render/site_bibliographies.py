"""List the `.bib` files of a site, each with the slugs of its papers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from papernotes_plugin.links.addresses import group_bibtex, index_bibtex, note_bibtex
from papernotes_plugin.links.paper_files import has_file
from papernotes_plugin.render.page_views import GroupKind
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Library


def join_entries(slugs: Iterable[str], bibtex: Mapping[str, str]) -> str:
    """Return the entries of papers as the text of one `.bib` file; papers without an entry are skipped."""
    return "\n".join(filter(None, (bibtex.get(slug, "") for slug in slugs)))


def group_bibliographies(kind: GroupKind, library: Library, config: Config) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield path and slugs of the `.bib` file of each group that has one, and of all groups together."""
    for group in kind.groups:
        path = group_bibtex(kind.folder, group.slug)
        if group.papers and has_file(path, len(group.papers), library, config):
            yield path, group.papers
    grouped = {slug for group in kind.groups for slug in group.papers}
    path = index_bibtex(kind.folder)
    if grouped and has_file(path, len(grouped), library, config):
        yield path, tuple(slug for slug in library.by_slug if slug in grouped)


def note_bibliographies(library: Library, config: Config) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield path and slugs of the `.bib` file of each note that has one; slugs in the order of the library."""
    rank = {slug: number for number, slug in enumerate(library.by_slug)}
    for path, mentions in library.mentions.items():
        slugs = sorted({paper.slug for _, paper in mentions}, key=rank.__getitem__)
        file = note_bibtex(path, config)
        if slugs and has_file(file, len(slugs), library, config):
            yield file, tuple(slugs)
