"""The notes and what lies beside them, read once a build, and the library in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import Files

from papernotes_plugin import pipeline
from papernotes_plugin.files import gc_tuning
from papernotes_plugin.mkdocs_plugin.setup.sources import (
    NoteText,
    exclude_obsidian_templates,
    project_folder,
    read_project_files,
    read_sources,
    texts_seen_by_mkdocs,
    unpublished_paths,
)
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.issues import Issue, PapernotesError


@dataclass(frozen=True, slots=True)
class BuildResult:
    """What one build has read."""

    site: pipeline.Site
    note_texts: Mapping[str, NoteText]
    """Per note what MkDocs hands over of it."""
    issues: tuple[Issue, ...]


def read(
    files: Files,
    config: MkDocsConfig,
    settings: Config,
    known: Iterable[Issue],
    before: pipeline.Site | pipeline.BuildSnapshot | None,
    *,
    once: bool,
) -> BuildResult:
    """The library of a site's files; its issues come after those that are known already.

    `before` is what an earlier build has found; `once` where no later one follows in this process.

    Raises:
        PluginError: where it cannot go on.
    """
    exclude_obsidian_templates(files, config)
    sources, unread = read_sources(files, config)
    taken = [file.src_uri for file in files if not file.inclusion.is_excluded()]
    hidden = unpublished_paths(files, config)
    try:
        bib, lock, csl, missing = read_project_files(project_folder(config), settings)
        with gc_tuning.infrequent_gc(once=once):
            site = pipeline.build(
                sources,
                bibliography=bib,
                key_lock=lock,
                csl=csl,
                taken=taken,
                unpublished=hidden,
                config=settings,
                before=before,
            )
    except PapernotesError as error:
        raise PluginError(f"papernotes: {error}") from None
    note_texts = texts_seen_by_mkdocs(files, sources, site.library.notes)
    return BuildResult(site, note_texts, (*known, *unread, *missing, *site.issues))
