"""Find out what a site of a folder of notes needs, and write the files of a new project."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from pathlib import Path

from papernotes_plugin.files.notes_folder import read_notes
from papernotes_plugin.files.project import MARKERS, OPTIONS_FILES, open_project, options_table
from papernotes_plugin.starter.project_files import NewSite

_PLAIN_NAMES = {"content", "docs", "notes", "vault"}
"""Names of folders of notes that say nothing about their subject."""


def describe_site(notes: Path, folder: Path | None, programs: Collection[str] = ()) -> NewSite:
    """Return what the configuration of a site of notes must contain.

    Args:
        notes: Folder of the notes.
        folder: Folder of the configuration, which its paths are relative to; None for absolute paths.
        programs: Other programs that the site is prepared for, from `starter.project_files.PROGRAMS`.

    Raises:
        PapernotesError: If the folder does not exist, or an option of the project is wrong.
    """
    notes = Path(os.path.abspath(notes))
    sources = read_notes([notes]).sources
    root = open_project(notes).root
    if not any((root / name).exists() for name in (*MARKERS, *OPTIONS_FILES)):
        root = notes.parent
    options = options_table(notes)
    if root != folder:
        options["project_dir"] = _path_from(folder, root)
    name = notes.parent.name if notes.name.lower() in _PLAIN_NAMES else notes.name
    # a temporary site is a preview, which never uses the search for large libraries
    size = sum(len(source.data) for source in sources) if folder else 0
    return NewSite(name or "Notes", _path_from(folder, notes), len(sources), size, programs, options)


def _path_from(folder: Path | None, path: Path) -> str:
    return Path(os.path.relpath(path, folder)).as_posix() if folder else str(path)


def missing_files(folder: Path, texts: Mapping[str, str]) -> list[str]:
    """Return the paths of the files that do not exist in a project.

    The description of the folder `bib` counts as existing if the folder exists.
    """
    has_bib = (folder / "bib").exists()
    return [path for path in texts if not os.path.lexists(folder / path) and not (path.startswith("bib/") and has_bib)]


def create_files(folder: Path, texts: Mapping[str, str]) -> None:
    """Write new files.

    Args:
        folder: Folder of the project.
        texts: Text of each file by its path.

    Raises:
        OSError: A file exists, or cannot be written.
    """
    for path, text in texts.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        with open(folder / path, "x", encoding="utf-8", newline="\n") as file:
            file.write(text)
