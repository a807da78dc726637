"""Write the output folder of `papernotes build`, and record which files in it are generated.

The record is the file `MANIFEST`.  With it a later build removes pages that no longer exist, and leaves the files of
others alone.
"""

from __future__ import annotations

import json
import os
import posixpath
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

from papernotes_plugin.files.atomic_write import BATCH, FileBatch, lock
from papernotes_plugin.files.notes_folder import is_note, local_path, read_bytes, utf8_name
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.issues import Code, Issue, PapernotesError, issue, page_exists
from papernotes_plugin.vocabulary.model import InlineKind, Note

MANIFEST = ".papernotes"
"""Name of the file that lists the written files: `{"version": 1, "files": [posix paths, sorted]}`."""

_SCHEME = lazy_regex(r"[A-Za-z][A-Za-z0-9+.-]*:")


@dataclass(frozen=True, slots=True)
class WriteResult:
    """Result of writing an output folder."""

    files: int
    """Number of all generated files."""
    changed: int
    """Number of files with new bytes."""
    removed: int
    """Number of files of an earlier build that were removed."""
    issues: tuple[Issue, ...] = ()
    """One `unreadable-file` for each file that cannot be copied, one `page-exists` for each path that is taken."""


def ensure_writable(out: Path, notes: Path, *, whole: bool = True, force: bool = False) -> None:
    """Check that an output may be written to a folder.

    Args:
        out: The folder to write to.
        notes: The folder of the notes.
        whole: The whole folder of the notes is read, not only single files in it.
        force: The output folder may contain files that papernotes did not write.

    Raises:
        PapernotesError: The output folder is a file, contains the notes or lies in them; or it contains other files
            and `force` is not set.  Hidden files do not count.
    """
    if out.exists() and not out.is_dir():
        raise PapernotesError(f"'{out}' is not a folder")
    if whole and _is_within(out, notes):
        raise PapernotesError(f"'{out}' is the folder of the notes or lies in it; papernotes never writes there")
    if _is_within(notes, out):
        raise PapernotesError(f"'{out}' contains the notes; papernotes never writes there")
    other_files = [] if force else sorted(_present_files(out) - _manifest_files(out))
    if other_files:
        shown = ", ".join(other_files[:3]) + (f" and {len(other_files) - 3} more" if len(other_files) > 3 else "")
        raise PapernotesError(
            f"'{out}' contains files that papernotes did not write ({shown}); --force writes into it and keeps them"
        )


def write_tree(
    out: Path,
    files: Mapping[str, bytes | Path],
    *,
    unchanged: Collection[str] = (),
    flush: bool = True,
    advance: Callable[[int], object] = lambda done: None,
) -> WriteResult:
    """Write files to a folder, and remove those of an earlier build that are not among them.

    A file that papernotes did not write stays, and its path is reported.

    Args:
        out: The folder.
        files: The bytes of each file, or the path of a file to copy, by posix path.
        unchanged: Paths of files that already have these bytes; such a file is only written if it is missing.
        flush: Write the bytes to the disk at once, so that they survive a power failure.
        advance: Called with the number of files that are done.

    Raises:
        PapernotesError: A path leads out of the folder.
        OSError: A file cannot be written.
    """
    out.mkdir(parents=True, exist_ok=True)
    folders = {posixpath.dirname(path) for path in {*_manifest_files(out), *files}}
    with lock(out, BATCH, {out, *(out / PurePosixPath(local_path(folder)) for folder in folders)}):
        return _write(out, files, unchanged, flush, advance)


def _write(
    out: Path,
    files: Mapping[str, bytes | Path],
    unchanged: Collection[str],
    flush: bool,
    advance: Callable[[int], object],
) -> WriteResult:
    listed = _manifest_files(out)
    skipped = _existing(out, listed.intersection(unchanged))
    targets = _targets(out, files.keys() - skipped)
    taken = {path for path in files.keys() - listed if _is_taken(targets[path], files, path)}
    written = files.keys() - taken
    # Until the end, the manifest lists old and new files: then an interrupted build leaves no unlisted file.
    _write_manifest(out, listed | written, flush)
    removed = sum(_remove(out, path) for path in sorted(listed - files.keys()))
    changed = 0
    issues: list[Issue] = []
    with FileBatch(flush=flush) as batch:
        for done, path in enumerate(sorted(files)):
            advance(done)
            if path in skipped:
                continue
            if path in taken:
                issues.append(page_exists(path))
                continue
            try:
                data = _read(files[path])
            except OSError as error:
                reason = f"it cannot be read ({error.strerror}); it was left out"
                issues.append(issue(Code.UNREADABLE_FILE, path, None, reason))
                continue
            changed += batch.add(targets[path], data)
        batch.move()
    _write_manifest(out, written, flush)
    return WriteResult(len(files) - len(issues), changed, removed, tuple(issues))


def _existing(out: Path, paths: Iterable[str]) -> set[str]:
    """Return those of the paths that are files in the folder, with one look at each of its folders.

    Raises:
        PapernotesError: A folder leads out of it.
    """
    by_folder: dict[str, set[str]] = {}
    for path in paths:
        by_folder.setdefault(posixpath.dirname(path), set()).add(path)
    existing: set[str] = set()
    for within in by_folder.values():
        with suppress(OSError), os.scandir(_target(out, min(within)).parent) as entries:
            names = {utf8_name(entry.name) for entry in entries if entry.is_file()}
            existing |= {path for path in within if posixpath.basename(path) in names}
    return existing


def _read(content: bytes | Path) -> bytes:
    return read_bytes(content) if isinstance(content, Path) else content


def _is_taken(target: Path, files: Mapping[str, bytes | Path], path: str) -> bool:
    """Return whether the path of a new file, whose content is created only if necessary, has a file with another."""
    if not target.is_file() and not target.is_symlink():
        return False
    try:
        return read_bytes(target) != _read(files[path])
    except OSError:
        return True


def _is_within(path: Path, folder: Path) -> bool:
    """Return whether a path is a folder or lies in it, however links and letter case spell the two."""
    real = Path(os.path.realpath(path))
    for step in (real, *real.parents):
        with suppress(OSError):
            if os.path.samefile(step, folder):
                return True
    return False


def _present_files(out: Path) -> set[str]:
    """Return the posix paths of all files in a folder; hidden ones belong to other programs and never conflict."""
    paths: set[str] = set()
    for folder, names, files in os.walk(out):
        names[:] = [name for name in names if not name.startswith(".")]
        prefix = Path(folder).relative_to(out)
        links = [name for name in names if (Path(folder) / name).is_symlink()]
        paths |= {utf8_name((prefix / name).as_posix()) for name in (*files, *links) if not name.startswith(".")}
    return paths


def _manifest_files(out: Path) -> set[str]:
    """Return the posix paths that an earlier build wrote; empty if the manifest is missing or damaged."""
    try:
        data = json.loads(read_bytes(out / MANIFEST))
    except (OSError, ValueError, RecursionError):
        return set()
    files = data.get("files") if isinstance(data, dict) else None
    return {path for path in files if isinstance(path, str) and _is_safe(path)} if isinstance(files, list) else set()


def _write_manifest(out: Path, paths: Iterable[str], flush: bool) -> None:
    text = json.dumps({"version": 1, "files": sorted(paths)}, ensure_ascii=False, indent=0)
    with FileBatch(flush=flush) as batch:
        batch.add(out / MANIFEST, (text + "\n").encode())
        batch.move()


def _is_safe(path: str) -> bool:
    steps = path.split("/")
    is_utf8 = path == path.encode(errors="replace").decode()
    return is_utf8 and "\0" not in path and not any(step in {"", ".", ".."} for step in steps)


def _target(out: Path, path: str) -> Path:
    """Return the path of a file in the folder.

    Raises:
        PapernotesError: A `..` or a symbolic link leads out of the folder.
    """
    return _targets(out, [path])[path]


def _targets(out: Path, paths: Iterable[str]) -> dict[str, Path]:
    """Return the paths of files in the folder; arguments and errors as for `_target`."""
    real_out, is_inside = os.path.realpath(out), dict[Path, bool]()
    targets = {path: out / PurePosixPath(local_path(path)) for path in paths}
    for path, target in targets.items():
        folder = target.parent
        if folder not in is_inside:
            is_inside[folder] = Path(os.path.realpath(folder)).is_relative_to(real_out)
        if not _is_safe(path) or not is_inside[folder]:
            raise PapernotesError(f"'{path}' would be written outside of '{out}'")
    return targets


def _remove(out: Path, path: str) -> bool:
    """Remove a file and the folders that it leaves empty; return whether the file existed."""
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
    """Return the files of a folder that notes link to or embed, by posix path, without hidden files and other notes."""
    real_root = Path(os.path.realpath(root))
    files: dict[str, Path] = {}
    for note in notes:
        for inline in note.document.inlines:
            if inline.kind not in (InlineKind.LINK, InlineKind.IMAGE, InlineKind.EMBED):
                continue
            path = _link_target(note.path, inline.url)
            if not path or path in files or is_note(path):
                continue
            file = root / local_path(path)
            if os.path.isfile(file) and Path(os.path.realpath(file)).is_relative_to(real_root):
                files[path] = file
    return files


def _link_target(note: str, url: str) -> str:
    """Return the posix path of the target of a relative link in a note; empty for any other link."""
    target = unquote(re.split("[?#]", url, maxsplit=1)[0])
    if not target or target.startswith("/") or "\0" in target or _SCHEME.match(target):
        return ""
    path = posixpath.normpath(posixpath.join(posixpath.dirname(note), target))
    return "" if any(step.startswith(".") for step in path.split("/")) else path
