"""Read what a library is built from: notes, bibliographies, the key lock and the citation style."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files, InclusionLevel
from mkdocs.utils import is_markdown_file

from papernotes_plugin.entries import fetched_fields
from papernotes_plugin.files import notes_folder, obsidian_settings, project
from papernotes_plugin.mkdocs_plugin.compat.blog import future_posts
from papernotes_plugin.mkdocs_plugin.compat.encryptcontent import encrypted_pages
from papernotes_plugin.mkdocs_plugin.setup.options import Options
from papernotes_plugin.vocabulary.config import STYLES, Config, excluded
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import Source


def site_folder(config: MkDocsConfig) -> Path:
    """Return the absolute path of the folder that contains `mkdocs.yml`."""
    return Path(config.config_file_path or "mkdocs.yml").absolute().parent


def project_folder(config: MkDocsConfig, options: Options | Config) -> Path:
    """Return the absolute path of the folder in which relative paths of options start.

    Args:
        config: Configuration of the site.
        options: Options of the plugin; `project_dir` is relative to the folder that contains `mkdocs.yml`.
    """
    return Path(os.path.abspath(site_folder(config) / options.project_dir))


def read_sources(files: Files, config: MkDocsConfig) -> tuple[list[Source], list[Issue]]:
    """Return the pages of a site as sources, without those that must not be published.

    Only Markdown files are sources: a plugin such as mkdocs-jupyter makes pages of programs and notebooks.
    Unreadable files are removed from the site, because MkDocs would fail on them.

    Args:
        files: Files of the site; unreadable ones are removed.
        config: Configuration of the site.

    Returns:
        The sources in the order of the files, and an issue for each page that was left out.
    """
    sources: list[Source] = []
    hidden = dict.fromkeys(future_posts(files, config), "the date of the post is in the future; it is not published")
    hidden |= dict.fromkeys(encrypted_pages(files, config), "the page is encrypted; other pages do not show it")
    issues = [issue(Code.PRIVATE_NOTE, path, None, hidden[path]) for path in sorted(hidden)]
    for file in [file for file in files if file.inclusion.is_in_serve() and file.src_uri not in hidden]:
        try:
            if not notes_folder.is_utf8(file.src_uri):
                raise OSError(None, notes_folder.NOT_UTF8)
            if file.is_documentation_page() and file.inclusion.is_included():
                if not is_markdown_file(file.src_uri):
                    continue
                data = notes_folder.read_bytes(Path(file.abs_src_path)) if file.abs_src_path else file.content_bytes
                sources.append(Source(file.src_uri, data))
            elif file.abs_src_path and file.src_dir == config.docs_dir:
                notes_folder.check_readable(Path(file.abs_src_path))
        except OSError as error:
            files.remove(file)
            issues.append(
                notes_folder.skipped_file_issue(file.src_uri, f"it cannot be read ({error.strerror or error})")
            )
    return sources, issues


def unpublished_paths(files: Files, config: MkDocsConfig) -> list[str]:
    """Return the paths of excluded pages (`exclude_docs`) and of posts with a future date."""
    left_out = files.documentation_pages(inclusion=InclusionLevel.is_excluded)
    return [*(file.src_uri for file in left_out), *sorted(future_posts(files, config))]


def exclude_templates_and_copies(files: Files, config: MkDocsConfig, settings: Config) -> None:
    """Exclude the notes in the template folder of Obsidian's settings, and Logseq's copies of notes.

    The settings of Obsidian are read from `docs_dir` and from the project folder.
    """
    templates = obsidian_settings.template_globs(*docs_and_parents(config, settings))
    templates += tuple(f"**/{folder}" for folder in notes_folder.LOGSEQ_COPIES)
    for file in files:
        if file.src_dir == config.docs_dir and excluded(file.src_uri, templates):
            file.inclusion = InclusionLevel.EXCLUDED


def site_settings(options: Options, config: MkDocsConfig) -> Config:
    """Return the options of a site, with those that follow from its address and from a vault around it."""
    settings = options.settings(config.site_url)
    return obsidian_settings.with_vault_option(settings, *docs_and_parents(config, settings))


def docs_and_parents(config: MkDocsConfig, settings: Config) -> tuple[Path, int]:
    """Return the folder of the pages, and how many folders above it belong to the project."""
    docs, root = Path(config.docs_dir).absolute(), project_folder(config, settings)
    return docs, len(docs.relative_to(root).parts) if docs.is_relative_to(root) else 0


def mark_private(files: Files, paths: Iterable[str]) -> None:
    """Make pages drafts: `mkdocs build` leaves them out, `mkdocs serve` shows them with MkDocs' draft mark."""
    for path in paths:
        file = files.get_file_from_path(path)
        if file is not None and file.inclusion.is_included():
            file.inclusion = InclusionLevel.DRAFT


def input_patterns(settings: Config) -> tuple[str, ...]:
    """Return the paths and globs, in the project folder, of everything that a library is built from but the notes."""
    style = {settings.citation_style} - {*STYLES}
    return (*settings.bibliography, fetched_fields.FILE, settings.key_lock, *style)


class ProjectFiles(NamedTuple):
    """Files of a project that a library is built from, besides the notes."""

    bibliography: tuple[Source, ...]
    key_lock: str
    """Text of the key lock; empty if it does not exist."""
    csl: str
    """Text of the CSL style; empty for a built-in style."""
    issues: tuple[Issue, ...]
    """An issue for each file that is missing or cannot be read."""


def read_project_files(root: Path, settings: Config, options_file: Path) -> ProjectFiles:
    """Return the bibliographies, the key lock and the citation style that the options name.

    Args:
        root: Folder of the project.
        settings: Options of the build.
        options_file: The file that contains the options.

    Raises:
        PapernotesError: If the project folder does not exist, or the key lock or the style cannot be read.
    """
    project.check_project_dir(settings, root)
    is_set = settings.bibliography != Config().bibliography
    bibliography, _, issues = project.read_bibliography(
        settings.bibliography, root, root, required=is_set, options=options_file
    )
    lock = root / settings.key_lock
    style = project.style_file(settings, root)
    csl = project.read_text(style) if style else ""
    return ProjectFiles(bibliography, project.read_text(lock) if lock.exists() else "", csl, issues)
