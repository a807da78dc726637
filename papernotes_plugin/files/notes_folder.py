"""The disk: a folder of notes read with care; `writing` is the other way round.

A face like `cli` and `plugin`: it may read, it decides nothing about papers, and it imports the
vocabulary only.  A folder of notes is untrusted: pipes, links that lead out, loops and unreadable files cost
themselves alone.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from papernotes_plugin.vocabulary.config import excluded as excluded
from papernotes_plugin.vocabulary.issues import Code, Issue, PapernotesError, issue
from papernotes_plugin.vocabulary.model import Source

SUFFIXES = (".md", ".markdown")
"""How the name of a note ends, ignoring case."""
SKIPPED = ("node_modules",)
"""Folders that hold no notes of the author's; hidden ones (`.obsidian`, `.git`, `.trash`) are skipped anyway."""
NOT_UTF8 = "the name is no UTF-8"
TEMPLATES = "templates"
"""The folder at the top that holds templates of notes, ignoring case; MkDocs leaves it out as well."""


@dataclass(frozen=True, slots=True)
class Folder:
    """What a folder of notes holds."""

    root: Path
    """Absolute; all paths are relative to it."""
    sources: tuple[Source, ...]
    """The notes, by path."""
    assets: Mapping[str, Path] = field(default_factory=dict)
    """The other files, by path."""
    issues: tuple[Issue, ...] = ()
    """One `unreadable-file` for each thing that was left out."""
    whole: bool = True
    """False where the author named single files; `assets` is empty then."""


def read_notes(paths: Sequence[str | Path], exclude: Sequence[str] = ()) -> Folder:
    """The notes of one folder, or the files named, relative to the folder they share.

    Raises:
        PapernotesError: where a path is missing, is no Markdown file, or several paths are not all files.
    """
    given = [Path(os.path.abspath(p)) for p in paths]
    root = root_of(paths)
    if len(given) == 1 and given[0].is_dir():
        return _read_folder(root, exclude)
    for path in map(Path, paths):
        if path.is_dir():
            raise PapernotesError(f"'{path}' is a folder: name one folder of notes, or only files")
        if not path.is_file():
            raise PapernotesError(f"no such file or folder: '{path}'" if not path.exists() else f"'{path}' is no file")
        if not is_note(path.name):
            raise PapernotesError(f"'{path}' is no Markdown file ({', '.join(SUFFIXES)})")
    found = {readable(p.relative_to(root).as_posix()): p for p in given}
    sources, issues = _read_all(found)
    return Folder(root, sources, issues=issues, whole=False)


def root_of(paths: Sequence[str | Path]) -> Path:
    """The folder of notes that is meant, absolute: the one given, or the one that all files given share."""
    given = [Path(os.path.abspath(p)) for p in paths]
    return Path(os.path.commonpath([p if p.is_dir() else p.parent for p in given]))


def is_note(name: str) -> bool:
    """Whether a file of this name is a note.

    Examples:
        >>> is_note("Reading.MD"), is_note("reading.txt")
        (True, False)
    """
    return name.lower().endswith(SUFFIXES)


# --- reading a folder -----------------------------------------------------------------------------


def _read_folder(root: Path, exclude: Sequence[str]) -> Folder:
    try:
        os.scandir(root).close()
    except OSError as error:
        raise PapernotesError(f"cannot read '{root}': {error.strerror}") from error
    found, links, issues = _walk(root, exclude)
    linked, more = _follow(root, found, links, exclude)
    found |= linked
    sources, unread = _read_all({path: file for path, file in found.items() if is_note(path)})
    assets = {path: found[path] for path in sorted(found) if not is_note(path)}
    return Folder(root, sources, assets, (*issues, *more, *unread))


def _walk(root: Path, exclude: Sequence[str]) -> tuple[dict[str, Path], dict[str, Path], list[Issue]]:
    """The files of a folder, its symbolic links (not followed), and what could not be read."""
    found: dict[str, Path] = {}
    links: dict[str, Path] = {}
    issues: list[Issue] = []
    folders = [("", root)]
    while folders:
        prefix, folder = folders.pop()
        try:
            entries = list(os.scandir(folder))
        except OSError as error:
            issues.append(skipped_file_issue(prefix.rstrip("/"), f"the folder cannot be read ({error.strerror})"))
            continue
        for entry in entries:
            path = prefix + readable(entry.name)
            if entry.name.startswith(".") or entry.name in SKIPPED or excluded(path, exclude):
                continue
            if path.casefold() == TEMPLATES and entry.is_dir(follow_symlinks=False):
                continue
            if not is_utf8(path):
                issues.append(skipped_file_issue(path, NOT_UTF8))
            elif entry.is_symlink():
                links[path] = Path(entry.path)
            elif entry.is_file():
                found[path] = Path(entry.path)
            elif entry.is_dir():
                folders.append((path + "/", Path(entry.path)))
            else:
                issues.append(skipped_file_issue(path, "it is no regular file"))
    return found, links, issues


def _follow(
    root: Path, found: Mapping[str, Path], links: Mapping[str, Path], exclude: Sequence[str]
) -> tuple[dict[str, Path], list[Issue]]:
    """The files that links lead to and that are not read under a name of their own.

    No link to a folder is followed: one within the folder is read where it lies, so there can be no loop.
    A link to a hidden file is (git-annex keeps the files of a folder so); one that leads out never is.
    """
    real = Path(os.path.realpath(root))
    linked: dict[str, Path] = {}
    issues: list[Issue] = []
    taken = set(found)
    for path in sorted(links):
        target = Path(os.path.realpath(links[path]))
        if not target.is_relative_to(real):
            issues.append(skipped_file_issue(path, "it is a link that leads out of the folder"))
            continue
        own = readable(target.relative_to(real).as_posix())
        if target.is_dir() or own in taken or excluded(own, exclude):
            continue
        if target.is_file():
            linked[path] = target
            taken.add(own)
        else:
            issues.append(skipped_file_issue(path, "it is a link that leads to no file"))
    return linked, issues


def _read_all(found: Mapping[str, Path]) -> tuple[tuple[Source, ...], tuple[Issue, ...]]:
    sources: list[Source] = []
    issues: list[Issue] = []
    for path in sorted(found):
        try:
            sources.append(Source(path, read_bytes(found[path])))
        except OSError as error:
            issues.append(skipped_file_issue(path, f"it cannot be read ({error.strerror or error})"))
    return tuple(sources), tuple(issues)


def read_bytes(path: Path) -> bytes:
    """The bytes of a regular file.

    Raises:
        OSError: also for a pipe or a device, which would never end.
    """
    _check_regular(path)
    return path.read_bytes()


def check_readable(path: Path) -> None:
    """Nothing, where `read_bytes` would give something.

    Raises:
        OSError: as `read_bytes`.
    """
    _check_regular(path)
    if not os.access(path, os.R_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))


def _check_regular(path: Path) -> None:
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(None, "no regular file", str(path))


def readable(name: str) -> str:
    """A name from the disk or the command line as the UTF-8 that it is, whatever the locale took it for.

    A name that is no UTF-8 stays as the locale has it, in the worst case with lone surrogates.
    """
    try:
        return os.fsencode(name).decode()
    except UnicodeError:
        return name


def local_path(path: str) -> str:
    """The other way round: a path of ours as this locale hands it to the disk."""
    return os.fsdecode(path.encode(errors="replace"))


def is_utf8(path: str) -> bool:
    """Whether a name is UTF-8; the disk may hold any bytes, which nobody can link to."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


def skipped_file_issue(path: str, reason: str) -> Issue:
    """The issue for what is left out for a reason."""
    shown = path.encode(errors="backslashreplace").decode()
    return issue(Code.UNREADABLE_FILE, shown, None, f"{reason}; it was left out")
