"""The tree: the folder that `papernotes build` writes, and the list of what is ours in it.

A face: it may read and write, and imports the vocabulary and `disk` only.  The list stands in `MANIFEST`; it is
what lets a later build remove a page that is no more and leave alone what anybody else put there.
"""

from __future__ import annotations

import json
import os
import posixpath
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

from papernotes_plugin.files.atomic_write import BATCH, FileBatch, lock
from papernotes_plugin.files.notes_folder import is_note, local_path, read_bytes, readable
from papernotes_plugin.vocabulary.issues import Code, Issue, PapernotesError, issue
from papernotes_plugin.vocabulary.model import InlineKind, Note

MANIFEST = ".papernotes"
"""The file that lists what was written: `{"version": 1, "files": [posix paths, sorted]}`."""

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


@dataclass(frozen=True, slots=True)
class Written:
    """What became of a tree."""

    files: int
    """All of it."""
    changed: int
    """Those whose bytes are new."""
    removed: int
    """Those of an earlier build that are no more."""
    issues: tuple[Issue, ...] = ()
    """One `unreadable-file` for each file that could not be copied, one `page-exists` for each kept by another's."""


def ensure_writable(out: Path, notes: Path, *, whole: bool = True, force: bool = False) -> None:
    """Nothing, where a tree may be written to this folder.

    Args:
        out: The folder to write to.
        notes: The folder of the notes.
        whole: All of it is read, not only files named in it.
        force: Files of other hands may be there.

    Raises:
        PapernotesError: where it lies in the notes or they in it, is a file, or holds files of other hands
            (hidden ones apart) and `force` is not set.
    """
    if out.exists() and not out.is_dir():
        raise PapernotesError(f"'{out}' is no folder")
    if whole and _within(out, notes):
        raise PapernotesError(f"'{out}' is the folder of the notes or lies in it: nothing is ever written there")
    if _within(notes, out):
        raise PapernotesError(f"'{out}' holds the notes: nothing is ever written there")
    foreign = [] if force else sorted(_present(out) - _listed(out))
    if foreign:
        shown = ", ".join(foreign[:3]) + (f" and {len(foreign) - 3} more" if len(foreign) > 3 else "")
        raise PapernotesError(f"'{out}' holds files that papernotes did not write ({shown}); --force keeps them")


def write_tree(
    out: Path, files: Mapping[str, bytes | Path], *, advance: Callable[[int], object] = lambda done: None
) -> Written:
    """Write files, given as bytes or as a file to copy, by posix path; remove those of the last time that are no more.

    What somebody else has put where one would stand stays, and is told.

    Raises:
        PapernotesError: on a path that leads out of the folder.
        OSError: where something cannot be written.
    """
    out.mkdir(parents=True, exist_ok=True)
    there = {*_listed(out), *files}
    folders = {out, *((out / PurePosixPath(local_path(path))).parent for path in there)}
    with lock(out, BATCH, folders):
        return _write(out, files, advance)


def _write(out: Path, files: Mapping[str, bytes | Path], advance: Callable[[int], object]) -> Written:
    listed = _listed(out)
    theirs = {path for path in files.keys() - listed if _foreign(_target(out, path), files, path)}
    ours = files.keys() - theirs
    # Until all is done the list names both, so that a build cut short leaves nothing that the next takes for foreign.
    _write_list(out, listed | ours)
    stale = sorted(listed - files.keys())
    removed = sum(_remove(out, path) for path in stale)
    changed = 0
    issues: list[Issue] = []
    with FileBatch() as batch:
        for done, path in enumerate(sorted(files)):
            advance(done)
            target = _target(out, path)
            if path in theirs:
                message = f"'{target}' is there, and papernotes did not write it; it stays, and this one was left out"
                issues.append(issue(Code.PAGE_EXISTS, path, None, message))
                continue
            content = files[path]
            try:
                data = read_bytes(content) if isinstance(content, Path) else content
            except OSError as error:
                reason = f"it cannot be read ({error.strerror}); it was left out"
                issues.append(issue(Code.UNREADABLE_FILE, path, None, reason))
                continue
            changed += batch.add(target, data)
        batch.move()
    _write_list(out, ours)
    return Written(len(files) - len(issues), changed, removed, tuple(issues))


def _foreign(target: Path, files: Mapping[str, bytes | Path], path: str) -> bool:
    """Something else is at the place of a file that we have not written."""
    if not target.is_file() and not target.is_symlink():
        return False
    content = files[path]
    try:
        return read_bytes(target) != (read_bytes(content) if isinstance(content, Path) else content)
    except OSError:
        return True


def _within(path: Path, folder: Path) -> bool:
    """Whether a path is a folder or lies in it, whatever links or spellings lead there."""
    real = Path(os.path.realpath(path))
    for step in (real, *real.parents):
        with suppress(OSError):
            if os.path.samefile(step, folder):
                return True
    return False


def _present(out: Path) -> set[str]:
    """The files in a folder, hidden ones apart: a generator's or a system's own, which no page of ours can meet."""
    found: set[str] = set()
    for folder, names, files in os.walk(out):
        names[:] = [n for n in names if not n.startswith(".")]
        prefix = Path(folder).relative_to(out)
        links = [n for n in names if (Path(folder) / n).is_symlink()]
        found |= {readable((prefix / n).as_posix()) for n in (*files, *links) if not n.startswith(".")}
    return found


def _listed(out: Path) -> set[str]:
    """What an earlier build wrote; nothing where the list is missing or broken."""
    try:
        data = json.loads(read_bytes(out / MANIFEST))
    except (OSError, ValueError, RecursionError):
        return set()
    files = data.get("files") if isinstance(data, dict) else None
    return {f for f in files if isinstance(f, str) and _safe(f)} if isinstance(files, list) else set()


def _write_list(out: Path, paths: Iterable[str]) -> None:
    text = json.dumps({"version": 1, "files": sorted(paths)}, ensure_ascii=False, indent=0)
    with FileBatch() as batch:
        batch.add(out / MANIFEST, (text + "\n").encode())
        batch.move()


def _safe(path: str) -> bool:
    steps = path.split("/")
    whole = path == path.encode(errors="replace").decode()  # no half of a surrogate pair
    return whole and "\0" not in path and not any(s in {"", ".", ".."} for s in steps)


def _target(out: Path, path: str) -> Path:
    """The place of a file, which no `..` and no link can put elsewhere."""
    target = out / PurePosixPath(local_path(path))
    inside = Path(os.path.realpath(target.parent)).is_relative_to(os.path.realpath(out))
    if not _safe(path) or not inside:
        raise PapernotesError(f"'{path}' would be written outside of '{out}'")
    return target


def _remove(out: Path, path: str) -> bool:
    """Whether a file was there to remove; folders left empty by it go too."""
    try:
        target = _target(out, path)
    except PapernotesError:
        return False
    if not target.is_symlink() and not target.is_file():
        return False
    target.unlink()
    with suppress(OSError):
        for folder in target.parents:
            if folder == out:
                break
            folder.rmdir()
    return True


# --- files that single notes link to --------------------------------------------------------------


def linked_files(root: Path, notes: Iterable[Note]) -> dict[str, Path]:
    """The files in a folder that notes link to or show, by posix path; hidden ones and other notes apart."""
    real = Path(os.path.realpath(root))
    found: dict[str, Path] = {}
    for note in notes:
        for inline in note.document.inlines:
            if inline.kind not in (InlineKind.LINK, InlineKind.IMAGE, InlineKind.EMBED):
                continue
            path = _destination(note.path, inline.url)
            if not path or path in found or is_note(path):
                continue
            file = root / local_path(path)
            if os.path.isfile(file) and Path(os.path.realpath(file)).is_relative_to(real):
                found[path] = file
    return found


def _destination(note: str, url: str) -> str:
    """The path in the folder that a relative link of a note leads to; empty where it leads elsewhere."""
    target = unquote(re.split("[?#]", url, maxsplit=1)[0])
    if not target or target.startswith("/") or "\0" in target or _SCHEME.match(target):
        return ""
    path = posixpath.normpath(posixpath.join(posixpath.dirname(note), target))
    return "" if any(step.startswith(".") for step in path.split("/")) else path
