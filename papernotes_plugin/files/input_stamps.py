"""Find out whether a file that a build reads has changed."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterator
from pathlib import Path

from papernotes_plugin.entries import fetched_fields
from papernotes_plugin.files.disk_build import DiskBuild, InputPaths
from papernotes_plugin.files.notes_folder import root_of
from papernotes_plugin.files.project import OPTIONS_FILES


def input_stamps(inputs: InputPaths, disk_build: DiskBuild | None = None) -> dict[str, tuple[int, int]]:
    """Return the modification time in nanoseconds and the size of each file that a build reads, by path.

    Two results differ if a file was changed, added or removed.

    Args:
        inputs: What the build reads.
        disk_build: The last build, which knows the options; without one, only the notes are considered.
    """
    return dict(_stamps({*_note_files(inputs), *(_project_files(inputs, disk_build) if disk_build else ())}))


def _stamps(paths: set[str]) -> Iterator[tuple[str, tuple[int, int]]]:
    for path in sorted(paths):
        try:
            status = os.stat(path)
        except OSError:
            continue
        yield path, (status.st_mtime_ns, status.st_size)


def _note_files(inputs: InputPaths) -> Iterator[str]:
    """Yield the paths of all files in the folder of the notes, or of the given notes."""
    for given in inputs.notes:
        if not os.path.isdir(given):
            yield os.path.abspath(given)
        for folder, names, files in os.walk(given):
            names[:] = [name for name in names if not name.startswith(".")]
            yield from (os.path.abspath(os.path.join(folder, name)) for name in files)


def _project_files(inputs: InputPaths, disk_build: DiskBuild) -> Iterator[str]:
    """Yield the paths of the options, the bibliographies, the key lock and the style, also before they exist."""
    project = disk_build.project
    yield from map(str, project.files.values())
    notes = root_of(inputs.notes)
    yield from (str(folder / name) for folder in (notes, notes.parent) for name in OPTIONS_FILES)
    base = Path.cwd() if inputs.bib else project.root
    yield str(project.root / fetched_fields.FILE)
    for pattern in inputs.bib or project.config.bibliography:
        yield from (str(base / path) for path in glob.iglob(pattern, root_dir=base, recursive=True))
