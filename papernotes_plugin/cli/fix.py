"""`papernotes check --fix`: what can be put right without a doubt, shown as a diff or written.

A face.  Only files in which something was told are touched, notes only on request, and each only if it still is as it
was read.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from papernotes_plugin import pipeline
from papernotes_plugin.files.atomic_write import write_changed
from papernotes_plugin.files.disk_build import DiskBuild
from papernotes_plugin.files.notes_folder import local_path, read_bytes
from papernotes_plugin.pipeline import RepairedFile
from papernotes_plugin.text.terminal import escape_controls
from papernotes_plugin.vocabulary.issues import Code

_NOTED = frozenset({Code.INVALID_UTF8, Code.REPAIRED_TEXT, Code.DUPLICATE_FRONT_MATTER_KEY})
_CONTEXT = 3


@dataclass(frozen=True, slots=True)
class Change:
    """A file that can be put right."""

    file: Path
    """What a link leads to."""
    shown: str
    """Its path as seen from the current folder."""
    before: bytes
    fixed: RepairedFile


def changes(disk_build: DiskBuild, *, notes: bool, whole: bool) -> list[Change]:
    """What can be put right of what was told, by path.

    Args:
        disk_build: What was read.
        notes: The author wants it in notes, too.
        whole: All notes were read: a part of them may give a key to another paper, which is not to be pinned.
    """
    told: dict[str, set[Code]] = {}
    for issue in disk_build.issues:
        told.setdefault(issue.path, set()).add(issue.code)
    found: list[tuple[str, Path, bytes, RepairedFile | None]] = []
    lock = disk_build.project.config.key_lock
    if whole and Code.UNPINNED_KEY in told.get(lock, ()):
        data = read_bytes(disk_build.project.key_lock)
        found.append((lock, disk_build.project.key_lock, data, pipeline.repair_key_lock(data, _missing(disk_build))))
    for source in disk_build.site.memo.inputs.bibliography:
        if Code.DUPLICATE_ENTRY in told.get(source.path, ()):
            file = disk_build.project.files[source.path]
            found.append((source.path, file, source.data, pipeline.repair_bibliography(source)))
    for source in disk_build.folder.sources if notes else ():
        if _NOTED & told.get(source.path, set()):
            file = disk_build.folder.root / local_path(source.path)
            found.append((source.path, file, source.data, pipeline.repair_note(source)))
    made = [
        Change(Path(os.path.realpath(file)), disk_build.relative_path(path), data, fixed)
        for path, file, data, fixed in found
        if fixed
    ]
    return sorted(made, key=lambda change: change.shown)


def _missing(disk_build: DiskBuild) -> str:
    return pipeline.missing_pins(disk_build.site, disk_build.project.pinned)


def write(found: Iterable[Change]) -> list[Change]:
    """Write the files, each whole or not at all, and give back those that were written.

    One that somebody has changed since it was read is left alone.

    Raises:
        OSError: where a file cannot be written; it is as it was then.
    """
    return [one for one in found if read_bytes(one.file) == one.before and write_changed(one.file, one.fixed.data)]


def summary(found: Iterable[Change]) -> str:
    """What was done to each file, a line each."""
    return "".join(f"{one.shown}: {what}\n" for one in found for what in one.fixed.said)


# --- diff -----------------------------------------------------------------------------------------


def diff(found: Iterable[Change]) -> str:
    """The changes in the unified form, which `patch` reads; of a file of which only the encoding changes nothing."""
    return "".join(
        f"--- {escape_controls(one.shown)}\n+++ {escape_controls(one.shown)}\n{''.join(_hunks(one.fixed))}"
        for one in found
        if one.fixed.edits
    )


def _hunks(fixed: RepairedFile) -> Iterator[str]:
    """The hunks of one file.  What is changed is known, so that nothing has to be compared."""
    moved, total = 0, len(fixed.lines)
    for first, last in _groups(sorted(fixed.edits), total):
        rows: list[str] = []
        added = 0
        # behind the last line stands what is added
        for number in range(first, last + (last == total)):
            old, new = fixed.lines[number : number + 1], fixed.edits.get(number)
            rows += [_row(" " if new is None else "-", line) for line in old]
            rows += [_row("+", line) for line in new or ()]
            added += 0 if new is None else len(new) - len(old)
        yield f"@@ -{_span(first, last - first)} +{_span(first + moved, last - first + added)} @@\n"
        yield from rows
        moved += added


def _row(sign: str, line: str) -> str:
    words = line.removesuffix("\n").removesuffix("\r")
    end = line[len(words) :]
    return (
        f"{sign}{escape_controls(words)}{end}"
        if end.endswith("\n")
        else f"{sign}{escape_controls(words)}\n\\ No newline at end of file\n"
    )


def _span(first: int, count: int) -> str:
    return f"{first + 1 if count else first},{count}"


def _groups(numbers: list[int], total: int) -> Iterator[tuple[int, int]]:
    """Ranges of lines around the changed ones, of a file of so many; what touches is one."""
    start = stop = -1
    for number in numbers:
        if start >= 0 and number - _CONTEXT > stop:
            yield start, stop
            start = -1
        start = max(number - _CONTEXT, 0) if start < 0 else start
        stop = min(number + 1 + _CONTEXT, total)
    if start >= 0:
        yield start, stop
