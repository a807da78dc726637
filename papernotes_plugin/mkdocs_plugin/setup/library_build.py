"""Read the files of a site and build the library from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import Files

from papernotes_plugin import gc_tuning, pipeline
from papernotes_plugin.files.forked_work import ForkedMap
from papernotes_plugin.mkdocs_plugin.notes.note_texts import NoteText, texts_seen_by_mkdocs
from papernotes_plugin.mkdocs_plugin.setup.sources import (
    exclude_templates_and_copies,
    project_folder,
    read_project_files,
    read_sources,
    unpublished_paths,
)
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.issues import Issue, PapernotesError


@dataclass(frozen=True, slots=True)
class BuildResult:
    """The library of a site, and the notes and issues it was built with."""

    site: pipeline.Site
    note_texts: Mapping[str, NoteText]
    """Texts that MkDocs may pass to the plugin for each note, by path."""
    issues: tuple[Issue, ...]


def build_library(
    files: Files,
    config: MkDocsConfig,
    settings: Config,
    issues: Iterable[Issue],
    previous: pipeline.Site | pipeline.BuildSnapshot | None,
    *,
    once: bool,
) -> BuildResult:
    """Return the library of a site.

    Args:
        files: Files of the site; unreadable ones are removed, and templates of Obsidian are excluded.
        config: Configuration of the site.
        settings: Options of the plugin.
        issues: Issues found before, which come first in the result.
        previous: Result of an earlier build, which makes this one faster.
        once: Whether this is the only build of the process.

    Raises:
        PluginError: If the options or a file they name cannot be used.
    """
    exclude_templates_and_copies(files, config, settings)
    sources, unreadable = read_sources(files, config)
    taken = [file.src_uri for file in files if not file.inclusion.is_excluded()]
    unpublished = unpublished_paths(files, config)
    root = project_folder(config, settings)
    options_file = Path(config.config_file_path or "mkdocs.yml").absolute()
    try:
        project = read_project_files(root, settings, options_file)
        with gc_tuning.infrequent_gc(once=once):
            site = pipeline.build(
                sources,
                bibliography=project.bibliography,
                key_lock=project.key_lock,
                csl=project.csl,
                author_files=taken,
                unpublished=unpublished,
                config=settings,
                previous=previous,
                map_notes=ForkedMap(settings.jobs, sources),
            )
    except PapernotesError as error:
        raise PluginError(f"papernotes: {error}") from None
    note_texts = texts_seen_by_mkdocs(files, sources, site.library.notes)
    return BuildResult(site, note_texts, (*issues, *unreadable, *project.issues, *site.issues))
