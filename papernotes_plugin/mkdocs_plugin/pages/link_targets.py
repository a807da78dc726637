"""Add files that only serve as targets of links: pages that another file or another build writes."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel

from papernotes_plugin import pipeline
from papernotes_plugin.links.addresses import HOME
from papernotes_plugin.mkdocs_plugin.compat.i18n import Languages, relink
from papernotes_plugin.vocabulary.model import Note, Output

ELSEWHERE = ".papernotes/"
"""Start of the path of a link target for a note whose page the build of another language writes."""


class VirtualFile(File):
    """A file without a source; it is created faster than other files, because a site may have many of them."""

    @property
    def src_path(self) -> str:
        """Source path with the separators of the system."""
        return os.path.normpath(self.src_uri)

    @src_path.setter
    def src_path(self, value: str) -> None:
        # MkDocs makes a posix path of any path, which takes most of the time
        self.src_uri = value

    @cached_property
    def abs_dest_path(self) -> str:
        """Absolute path of the file in the site."""
        # quicker than `os.path.join`
        return os.path.normpath(f"{self.dest_dir}/{self.dest_uri}")


class LinkTarget(VirtualFile):
    """A file that MkDocs resolves links to, but neither renders nor writes.

    An example is the generated `papers/index.md` where the author has a `papers/README.md`.
    """

    def is_documentation_page(self) -> bool:
        """Return False: another file or build renders the page."""
        return False

    def copy_file(self, dirty: bool = False) -> None:
        """Write nothing."""


def placeholder_path(config: MkDocsConfig, path: str) -> str:
    """Return an absolute path for a file without a source, for plugins that require one.

    No file exists at the path, and no file of the author has its name.
    """
    return os.path.join(config.docs_dir, ".papernotes", path.replace("/", "~"))


def add_link_targets(files: Files, config: MkDocsConfig, paths: Iterable[str], dest_uri: str | None = None) -> None:
    """Add a link target for each path that is not a file of the site.

    Args:
        files: Files of the site.
        config: Configuration of the site.
        paths: Source paths that links name.
        dest_uri: Destination that the links lead to; by default the one that MkDocs derives from each path.
    """
    for path in paths:
        if path not in files.src_uris:
            urls = config.use_directory_urls
            dest = dest_uri or File(path, None, config.site_dir, urls).dest_uri
            target = LinkTarget(path, None, config.site_dir, urls, dest_uri=dest)
            target.abs_src_path = placeholder_path(config, path)
            files.append(target)


def add_translation_targets(files: Files, config: MkDocsConfig, languages: Languages, notes: Iterable[Note]) -> None:
    """Add a link target for each note whose page the build of another language writes."""
    for note in notes:
        if dest_uri := languages.destination(note.path):
            add_link_targets(files, config, [note.path], dest_uri)


def link_to_default_language(
    files: Files, config: MkDocsConfig, languages: Languages, site: pipeline.Site, outputs: Iterable[Output]
) -> pipeline.Site:
    """Let links lead to the pages of the default language, in the build of another language.

    Generated pages exist only in the default language, except the home page.  A link to a note leads to its
    translation, but backlinks must lead to the note itself.  They are rewritten to the paths `.papernotes/…`, which
    become link targets.

    Args:
        files: Files of the site, which link targets are added to.
        config: Configuration of the site.
        languages: Languages of the site.
        site: Library and annotations of the site.
        outputs: Generated pages and assets.

    Returns:
        The site with rewritten backlinks.
    """
    add_link_targets(files, config, (output.path for output in outputs if output.path != HOME))
    new_paths: dict[str, str] = {}
    for path in (note.path for note in site.library.notes):
        file = files.get_file_from_path(path)
        if file is None or file.src_uri != path:
            new_paths[path] = f"{ELSEWHERE}{path}"
            dest_uri = languages.destination(path)
            add_link_targets(files, config, [new_paths[path]], dest_uri)
            # MkDocs would exclude a path that starts with a dot, and say so
            files.src_uris[new_paths[path]].inclusion = InclusionLevel.NOT_IN_NAV
    return replace(site, backlinks={path: relink(text, path, new_paths) for path, text in site.backlinks.items()})
