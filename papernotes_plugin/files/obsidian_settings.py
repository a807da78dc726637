"""Read Obsidian's own settings of a vault: its template folders and its line breaks."""

from __future__ import annotations

import glob
import json
import posixpath
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from papernotes_plugin.files.notes_folder import is_note, read_bytes, utf8_name
from papernotes_plugin.vocabulary.config import Config

SETTINGS = ".obsidian"
"""Name of the settings folder in the folder of the vault."""
_TEMPLATE_FOLDERS = (("templates.json", "folder"), ("plugins/templater-obsidian/data.json", "templates_folder"))
"""File and key with the template folder, for the core plugin Templates and the community plugin Templater."""
_TEMPLATE_NOTES = (("daily-notes.json", "template"), ("zk-prefixer.json", "template"))
"""File and key with the template note, for the core plugins Daily notes and Unique note creator."""
_APP = "app.json"
"""File with the setting of line breaks."""


def template_globs(notes: Path, above: int = 1) -> tuple[str, ...]:
    """Return globs of the templates in a folder of notes, for the option `exclude`.

    Args:
        notes: The folder of the notes, which is a vault or lies in one.
        above: How many of the folders above it may be the vault.
    """
    for vault in (notes, *list(notes.parents)[:above]):
        if (vault / SETTINGS).is_dir():
            inside = utf8_name(notes.relative_to(vault).as_posix())
            return tuple(dict.fromkeys(_relative_glob(path, inside) for path in _template_paths(vault / SETTINGS)))
    return ()


def settings_files(notes: Path, above: int = 1) -> Iterator[Path]:
    """Yield the paths of the settings folders and files that are read, whether they exist or not.

    Args:
        notes: The folder of the notes.
        above: How many of the folders above it may be the vault.
    """
    for vault in (notes, *list(notes.parents)[:above]):
        yield vault / SETTINGS
        yield from (vault / SETTINGS / name for name, _ in (*_TEMPLATE_FOLDERS, *_TEMPLATE_NOTES, (_APP, "")))


def with_vault_option(config: Config, notes: Path, above: int = 1) -> Config:
    """Return the options with `obsidian: true` instead of `auto` if the notes lie in a vault with settings.

    Args:
        config: The options.
        notes: The folder of the notes.
        above: How many of the folders above it may be the vault.
    """
    has_settings = any((vault / SETTINGS).is_dir() for vault in (notes, *list(notes.parents)[:above]))
    return replace(config, obsidian=True) if config.obsidian == "auto" and has_settings else config


def breaks_lines(notes: Path) -> bool:
    """Return whether the notes lie in a vault that shows a line break of the source as a line break.

    This is Obsidian's default: https://help.obsidian.md/syntax#Line+breaks.

    Args:
        notes: The folder of the notes; the folder above it may be the vault, too.
    """
    for vault in (notes, *notes.parents[:1]):
        if (vault / SETTINGS).is_dir():
            return not _settings(vault / SETTINGS / _APP).get("strictLineBreaks")
    return False


def _template_paths(settings: Path) -> Iterator[str]:
    """Yield the folders and notes with templates, relative to the vault."""
    for file, key in _TEMPLATE_FOLDERS:
        if folder := _path_setting(settings / file, key):
            yield folder
    for file, key in _TEMPLATE_NOTES:
        if note := _path_setting(settings / file, key):
            yield note if is_note(note) else f"{note}.md"


def _path_setting(file: Path, key: str) -> str:
    """Return a path from a settings file; empty without one, and for the whole vault."""
    value = _settings(file).get(key)
    path = posixpath.normpath(value.strip().strip("/")) if isinstance(value, str) else ""
    return "" if path in ("", ".") or path.startswith("..") else path


def _settings(file: Path) -> dict[str, object]:
    """Return the contents of a settings file; empty if it is missing or unreadable."""
    try:
        data = json.loads(read_bytes(file))
    except (OSError, ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def _relative_glob(path: str, folder: str) -> str:
    """Return a glob for a path of the vault, relative to a folder in it; it matches nothing outside that folder."""
    relative = posixpath.relpath(path, folder) if folder != "." else path
    return glob.escape(relative)
