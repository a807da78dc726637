"""The vault: what Obsidian's own settings say about a folder of notes.

A face: it may read the disk, and imports the vocabulary and `disk` only.
"""

from __future__ import annotations

import glob
import json
import posixpath
from collections.abc import Iterator
from pathlib import Path

from papernotes_plugin.files.notes_folder import is_note, read_bytes, readable

SETTINGS = ".obsidian"
"""The folder of the settings, in the folder of the vault."""
_FOLDERS = (("templates.json", "folder"), ("plugins/templater-obsidian/data.json", "templates_folder"))
"""Where the core plugin Templates and the community's Templater keep the name of their folder."""
_NOTES = (("daily-notes.json", "template"), ("zk-prefixer.json", "template"))
"""Where the core plugins Daily notes and Unique note creator keep the name of their one template."""


def templates(notes: Path, above: int = 1) -> tuple[str, ...]:
    """Globs, as the option `exclude` has them, of the templates in a folder of notes that is a vault or lies in one.

    Args:
        notes: The folder of the notes.
        above: How many folders above it may be the vault.
    """
    for vault in (notes, *list(notes.parents)[:above]):
        if (vault / SETTINGS).is_dir():
            inside = readable(notes.relative_to(vault).as_posix())
            return tuple(dict.fromkeys(_within(path, inside) for path in _named(vault / SETTINGS)))
    return ()


def breaks_lines(notes: Path, above: int = 1) -> bool:
    """Whether a folder of notes is a vault, or lies in one, in which the end of a line is one on the page, too.

    It is by default: https://help.obsidian.md/syntax#Line+breaks.
    """
    for vault in (notes, *list(notes.parents)[:above]):
        if (vault / SETTINGS).is_dir():
            return not _data(vault / SETTINGS / "app.json").get("strictLineBreaks")
    return False


def _named(settings: Path) -> Iterator[str]:
    """The folders and notes of templates, relative to the vault."""
    for file, key in _FOLDERS:
        if folder := _setting(settings / file, key):
            yield folder
    for file, key in _NOTES:
        if note := _setting(settings / file, key):
            yield note if is_note(note) else f"{note}.md"


def _setting(file: Path, key: str) -> str:
    """A path that a settings file names; "" where it names none, and for the whole vault."""
    value = _data(file).get(key)
    path = posixpath.normpath(value.strip().strip("/")) if isinstance(value, str) else ""
    return "" if path in ("", ".") or path.startswith("..") else path


def _data(file: Path) -> dict[str, object]:
    """What a settings file holds; nothing where it is not there or cannot be read."""
    try:
        data = json.loads(read_bytes(file))
    except (OSError, ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def _within(path: str, inside: str) -> str:
    """A path of the vault as a glob relative to a folder in it; one that matches nothing where it lies elsewhere."""
    relative = posixpath.relpath(path, inside) if inside != "." else path
    return glob.escape(relative)
