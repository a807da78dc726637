"""Loops: links to folders that lead back to where they lie, and that a walk which follows links never leaves.

And links that leave the project, behind which lies what its author may not want to publish.

A face: it may read the disk, and imports the vocabulary and `disk` only.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from papernotes_plugin.files.notes_folder import readable, skipped_file_issue
from papernotes_plugin.vocabulary.issues import Code, Issue, issue

MOST = 10_000
"""Folders that are reached through links: with more of them they were laid to be too many."""


@dataclass(frozen=True, slots=True)
class LoopReport:
    """What a walk through a folder must keep off."""

    loops: frozenset[str] = frozenset()
    """The links not to be followed, as paths on the disk."""
    issues: tuple[Issue, ...] = ()
    """One for each of them, for each folder that cannot be read, and for each link that leaves the project."""


@dataclass(frozen=True, slots=True)
class _Way:
    """A folder and how it was reached."""

    shown: str
    """Its path in the folder that is walked, with a `/` at its end unless it is that."""
    path: str
    real: str
    above: _Way | None
    linked: bool
    """Through a link."""

    def up(self) -> Iterator[_Way]:
        """This folder and those above it."""
        way: _Way | None = self
        while way is not None:
            yield way
            way = way.above


def find_loops(root: Path, project: Path | None = None, *, stay: bool = False) -> LoopReport:
    """What a walk through a folder that follows all its links must keep off; of hidden folders nothing is said.

    Args:
        root: The folder.
        project: The folder of the project; None where nobody asks what leaves it.
        stay: Links that leave the project are kept off, too.
    """
    within = (os.path.realpath(root), os.path.realpath(project or "/"))
    loops: list[str] = []
    issues: list[Issue] = []
    followed = 0
    waiting = [_Way("", str(root), os.path.realpath(root), None, False)]
    while waiting:
        way = waiting.pop()
        try:
            with os.scandir(way.path) as found:
                entries = list(found)
        except OSError as error:
            issues.append(skipped_file_issue(way.shown.rstrip("/"), f"the folder cannot be read ({error.strerror})"))
            continue
        for entry in entries:
            linked, folder = entry.is_symlink(), _is_folder(entry)
            if not (linked or folder):
                continue
            real = os.path.realpath(entry.path) if linked else os.path.join(way.real, entry.name)
            shown = way.shown + readable(entry.name)
            if linked and _leaves(way.real, real, within):
                issues.append(_outside(shown, real, stay=stay))
                if stay:
                    loops.append(entry.path)
                    continue
            if not folder:
                continue
            followed += way.linked or linked
            if linked and _leads_back(real, way):
                issues.append(skipped_file_issue(shown, "it is a link to a folder that it lies in"))
            elif linked and followed > MOST:
                issues.append(
                    skipped_file_issue(shown, f"it is a link, and more than {MOST} folders are reached through others")
                )
            else:
                waiting.append(_Way(f"{shown}/", entry.path, real, way, way.linked or linked))
                continue
            loops.append(entry.path)
    return LoopReport(frozenset(loops), tuple(issue for issue in issues if "/." not in f"/{issue.path}"))


def _leaves(folder: str, target: str, within: tuple[str, ...]) -> bool:
    """Whether a link in a folder of the project leads out of it, and to something."""
    inside = [any(Path(path).is_relative_to(root) for root in within) for path in (folder, target)]
    return inside == [True, False] and os.path.exists(target)


def _outside(path: str, target: str, *, stay: bool) -> Issue:
    done = "it was left out" if stay else "the site shows what lies there"
    return issue(Code.OUTSIDE_LINK, path, None, f"it is a link out of the project, to '{readable(target)}'; {done}")


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False  # a link to itself


def _leads_back(target: str, way: _Way) -> bool:
    """Whether one of the folders on the way lies in the target of a link, or is it."""
    return any(Path(step.real).is_relative_to(target) for step in way.up())
