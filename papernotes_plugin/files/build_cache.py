"""Find and delete the folder in which `mkdocs build` stores the state of the last build."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path

FOLDER = ".cache/papernotes"
"""Folder of the files, relative to the project; other plugins use `.cache` as well."""
IGNORE_FILE = (".gitignore", b"*\n")
"""Name and content of the file that keeps the folder out of git."""
SNAPSHOT_SUFFIX, RECORD_SUFFIX = ".sqlite3", ".json"
"""Suffixes of the file with the state of all pages, and of the record of the last build."""
_PATTERNS = ("*.sqlite3", "*.sqlite3-journal", "*.sqlite3-wal", "*.sqlite3-shm", "*.json")


def cache_file(config_file: str, site: str, watched: Iterable[str], suffix: str) -> Path | None:
    """Return the path of a file about the builds of a site; None if the file would be watched or published.

    Args:
        config_file: Path of the `mkdocs.yml`.
        site: Path of the folder of the site.
        watched: Paths that are watched or published.
        suffix: Suffix of the file.
    """
    path = Path(config_file).absolute()
    folder = path.parent / FOLDER
    if any(folder.is_relative_to(Path(other).absolute()) for other in watched):
        return None
    try:
        site_path = os.path.relpath(site, path.parent)
    except ValueError:  # on another drive
        site_path = site
    identity = f"{os.path.basename(config_file)}\n{site_path}".encode("utf-8", "surrogateescape")
    return folder / f"{hashlib.blake2b(identity, digest_size=8).hexdigest()}{suffix}"


def delete_cache(project: Path) -> tuple[int, int]:
    """Delete the cache of a project; other files in its folder, and a folder that is not empty then, stay.

    Args:
        project: The folder of the `mkdocs.yml`.

    Returns:
        The number of deleted files with states of builds, and their size in bytes.

    Raises:
        OSError: If a file cannot be deleted.
    """
    folder = project / FOLDER
    files = [path for pattern in _PATTERNS for path in folder.glob(pattern) if path.is_file()]
    size = sum(path.stat().st_size for path in files)
    for path in files:
        path.unlink()
    name, content = IGNORE_FILE
    ignore_file = folder / name
    if ignore_file.is_file() and ignore_file.read_bytes() == content and [*folder.iterdir()] == [ignore_file]:
        ignore_file.unlink()
    for emptied in (folder, folder.parent):
        if emptied.is_dir() and not emptied.is_symlink() and not any(emptied.iterdir()):
            emptied.rmdir()
    return len(files), size
