"""Repairs of `papernotes check --fix`: find them, show them as a diff, or write them.

Only files with an issue are changed, notes only on request, and each file only if it has not changed since it was read.
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

_REPAIRED_IN_NOTES = frozenset({Code.INVALID_UTF8, Code.REPAIRED_TEXT, Code.DUPLICATE_FRONT_MATTER_KEY})
_CONTEXT_LINES = 3


@dataclass(frozen=True, slots=True)
class FileFix:
    """Repair of one file."""

    file: Path
    """Path of the file, with symbolic links resolved."""
    shown: str
    """Path relative to the current folder."""
    before: bytes
    repaired: RepairedFile


def find_fixes(disk_build: DiskBuild, *, notes: bool, whole: bool) -> list[FileFix]:
    """Return the repairs of the reported issues, sorted by path.

    Args:
        disk_build: The build.
        notes: Repair notes, too.
        whole: All notes were read.  Otherwise keys are not pinned: a part of the notes may give a key to another paper.
    """
    codes: dict[str, set[Code]] = {}
    for issue in disk_build.issues:
        codes.setdefault(issue.path, set()).add(issue.code)
    project = disk_build.project
    repairs: list[tuple[str, Path, bytes, RepairedFile | None]] = []
    lock = project.config.key_lock
    # Without a key lock, the author has not decided to pin keys yet.
    if whole and project.key_lock.exists() and Code.UNPINNED_KEY in codes.get(lock, ()):
        data = read_bytes(project.key_lock)
        pins = pipeline.missing_pins(disk_build.site, project.pinned)
        repairs.append((lock, project.key_lock, data, pipeline.repair_key_lock(data, pins)))
    for source in disk_build.site.memo.inputs.bibliography:
        if Code.DUPLICATE_ENTRY in codes.get(source.path, ()):
            file = project.files[source.path]
            repairs.append((source.path, file, source.data, pipeline.repair_bibliography(source)))
    for source in disk_build.folder.sources if notes else ():
        if _REPAIRED_IN_NOTES & codes.get(source.path, set()):
            file = disk_build.folder.root / local_path(source.path)
            repairs.append((source.path, file, source.data, pipeline.repair_note(source)))
    fixes = [
        FileFix(Path(os.path.realpath(file)), disk_build.relative_path(path), data, repaired)
        for path, file, data, repaired in repairs
        if repaired
    ]
    return sorted(fixes, key=lambda fix: fix.shown)


def write_fixes(fixes: Iterable[FileFix]) -> list[FileFix]:
    """Write the repaired files and return those that were written; files that changed meanwhile are left alone.

    Raises:
        OSError: A file cannot be written; it is unchanged then.
    """
    return [fix for fix in fixes if read_bytes(fix.file) == fix.before and write_changed(fix.file, fix.repaired.data)]


def summary(fixes: Iterable[FileFix]) -> str:
    """Return one line for each repair: the path and what was done."""
    return "".join(f"{fix.shown}: {repair}\n" for fix in fixes for repair in fix.repaired.repairs)


# --- diff -----------------------------------------------------------------------------------------


def diff(fixes: Iterable[FileFix]) -> str:
    """Return the repairs as a unified diff for `patch`; a file whose encoding alone changes is not in it."""
    return "".join(
        f"--- {escape_controls(fix.shown)}\n+++ {escape_controls(fix.shown)}\n{''.join(_hunks(fix.repaired))}"
        for fix in fixes
        if fix.repaired.edits
    )


def _hunks(repaired: RepairedFile) -> Iterator[str]:
    """Yield the hunks of one file, made from its known edits instead of a comparison."""
    moved, total = 0, len(repaired.lines)
    for first, last in _groups(sorted(repaired.edits), total):
        rows: list[str] = []
        added = 0
        # Lines are appended after the last line, so the loop includes its number.
        for number in range(first, last + (last == total)):
            old, new = repaired.lines[number : number + 1], repaired.edits.get(number)
            rows += [_row(" " if new is None else "-", line) for line in old]
            rows += [_row("+", line) for line in new or ()]
            added += 0 if new is None else len(new) - len(old)
        yield f"@@ -{_span(first, last - first)} +{_span(first + moved, last - first + added)} @@\n"
        yield from rows
        moved += added


def _row(sign: str, line: str) -> str:
    text = line.removesuffix("\n").removesuffix("\r")
    end = line[len(text) :]
    return (
        f"{sign}{escape_controls(text)}{end}"
        if end.endswith("\n")
        else f"{sign}{escape_controls(text)}\n\\ No newline at end of file\n"
    )


def _span(first: int, count: int) -> str:
    return f"{first + 1 if count else first},{count}"


def _groups(numbers: list[int], total: int) -> Iterator[tuple[int, int]]:
    """Yield half-open ranges of the changed lines with context, joined where they touch; `total` lines in all."""
    start = stop = -1
    for number in numbers:
        if start >= 0 and number - _CONTEXT_LINES > stop:
            yield start, stop
            start = -1
        start = max(number - _CONTEXT_LINES, 0) if start < 0 else start
        stop = min(number + 1 + _CONTEXT_LINES, total)
    if start >= 0:
        yield start, stop
