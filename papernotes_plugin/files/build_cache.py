"""Find and delete the folder in which `mkdocs build` stores the state of the last build."""

from __future__ import annotations

from pathlib import Path

FOLDER = ".cache/papernotes"
"""Folder of the files, relative to the project; other plugins use `.cache` as well."""
IGNORE_FILE = (".gitignore", b"*\n")
"""Name and content of the file that keeps the folder out of git."""
_PATTERNS = ("*.sqlite3", "*.sqlite3-journal", "*.sqlite3-wal", "*.sqlite3-shm")


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
