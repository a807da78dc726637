"""Find symbolic links that a walk through a folder must not follow.

A link to a folder that contains the link would make the walk endless.  A link out of the project may lead to files
that the author does not want to publish.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from papernotes_plugin.files.notes_folder import skipped_file_issue, utf8_name
from papernotes_plugin.vocabulary.issues import Code, Issue, issue

MAX_LINKED_FOLDERS = 10_000
"""Folders that may be reached through links; a folder with more of them was made to overload its reader."""


@dataclass(frozen=True, slots=True)
class LoopReport:
    """Links that a walk through a folder must skip."""

    loops: frozenset[str] = frozenset()
    """Paths of the links on the disk."""
    issues: tuple[Issue, ...] = ()
    """One for each of these links, for each unreadable folder, and for each link that leads out of the project."""


@dataclass(frozen=True, slots=True)
class _Step:
    """Folder that the search has reached."""

    shown: str
    """Posix path relative to the start, with a `/` at its end; empty for the start itself."""
    path: str
    real: str
    parent: _Step | None
    is_linked: bool
    """True if a link leads to the folder or to one of its parents."""

    def up(self) -> Iterator[_Step]:
        """Yield this folder and its parents."""
        step: _Step | None = self
        while step is not None:
            yield step
            step = step.parent


def find_loops(root: Path, project: Path | None = None, *, stay: bool = False) -> LoopReport:
    """Return the links that a walk through a folder must skip; hidden folders cause no issues.

    Args:
        root: The folder.
        project: The folder of the project; None if links may lead anywhere.
        stay: Skip links that lead out of the project, too; otherwise only report them.
    """
    allowed = (os.path.realpath(root), os.path.realpath(project or "/"))
    loops: list[str] = []
    issues: list[Issue] = []
    linked_folders = 0
    waiting = [_Step("", str(root), os.path.realpath(root), None, False)]
    while waiting:
        step = waiting.pop()
        try:
            with os.scandir(step.path) as scanned:
                entries = list(scanned)
        except OSError as error:
            issues.append(skipped_file_issue(step.shown.rstrip("/"), f"the folder cannot be read ({error.strerror})"))
            continue
        for entry in entries:
            is_link, is_folder = entry.is_symlink(), _is_folder(entry)
            if not (is_link or is_folder):
                continue
            real = os.path.realpath(entry.path) if is_link else os.path.join(step.real, entry.name)
            shown = step.shown + utf8_name(entry.name)
            if is_link and _is_outside_link(step.real, real, allowed):
                issues.append(_outside_issue(shown, real, skipped=stay))
                if stay:
                    loops.append(entry.path)
                    continue
            if not is_folder:
                continue
            linked_folders += step.is_linked or is_link
            if is_link and _is_loop(real, step):
                issues.append(skipped_file_issue(shown, "it is a link to a folder that contains it"))
            elif is_link and linked_folders > MAX_LINKED_FOLDERS:
                reason = f"it is a link, and more than {MAX_LINKED_FOLDERS} folders are reached through links"
                issues.append(skipped_file_issue(shown, reason))
            else:
                waiting.append(_Step(f"{shown}/", entry.path, real, step, step.is_linked or is_link))
                continue
            loops.append(entry.path)
    return LoopReport(frozenset(loops), tuple(issue for issue in issues if "/." not in f"/{issue.path}"))


def _is_outside_link(folder: str, target: str, allowed: tuple[str, ...]) -> bool:
    """Return whether a link in a folder of the project leads to an existing file or folder outside of it."""
    inside = [any(Path(path).is_relative_to(root) for root in allowed) for path in (folder, target)]
    return inside == [True, False] and os.path.exists(target)


def _outside_issue(path: str, target: str, *, skipped: bool) -> Issue:
    done = "it was left out" if skipped else "the site shows what it leads to"
    return issue(Code.OUTSIDE_LINK, path, None, f"it is a link out of the project, to '{utf8_name(target)}'; {done}")


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False  # a link to itself


def _is_loop(target: str, step: _Step) -> bool:
    """Return whether the target of a link is the current folder or contains it."""
    return any(Path(above.real).is_relative_to(target) for above in step.up())
