"""Paths by their names, as a vault finds them.  Imports nothing of the package."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Mapping, Sequence

_ENDING = re.compile(r"\.(?:md|markdown)$", re.IGNORECASE)


def index_paths(paths: Iterable[str], fold: Callable[[str], str]) -> dict[str, tuple[str, ...]]:
    """Paths by their names, the shortest first, so that each name is one look-up however many share it.

    A name is the last step of a path; of paths that share it also each longer end (`b/c`) and, after a `/`, the whole.

    Examples:
        >>> index_paths(["a/c", "b", "C"], str.casefold)
        {'c': ('C', 'a/c'), 'b': ('b',), '/c': ('C',), 'a/c': ('a/c',), '/a/c': ('a/c',)}
    """
    found: dict[str, list[str]] = {}
    for path in sorted(paths, key=lambda p: (len(p), p)):
        found.setdefault(posixpath.basename(fold(path)), []).append(path)
    for path in [path for sharing in found.values() if len(sharing) > 1 for path in sharing]:
        steps = fold(path).split("/")
        for start in range(len(steps) - 1):
            found.setdefault("/".join(steps[start:]), []).append(path)
        found.setdefault("/" + "/".join(steps), []).append(path)
    return {name: tuple(sharing) for name, sharing in found.items()}


def find_path(
    name: str,
    note: str,
    by_name: Mapping[str, Sequence[str]],
    by_alias: Mapping[str, Sequence[str]],
    fold: Callable[[str], str],
) -> str | None:
    """The path that a name means: the exact one, one in the folder of the note, the shortest; then an alias."""
    folder = posixpath.dirname(note)
    relative = name.startswith(("./", "../"))
    if relative:
        name = posixpath.normpath(posixpath.join(folder, name))
    wanted = fold(name.lstrip("/"))
    candidates = by_name.get(posixpath.basename(wanted), ())
    if len(candidates) == 1:
        fitting: Sequence[str] = candidates if f"/{fold(candidates[0])}".endswith(f"/{wanted}") else ()
    else:
        beside = f"/{fold(posixpath.join(folder, 'x'))[:-1]}{posixpath.basename(wanted)}"
        near = by_name.get(beside, ()) if beside.endswith(f"/{wanted}") else ()
        shortest = by_name.get(wanted, ())
        fitting = by_name.get(f"/{wanted}", ()) or near or (shortest and by_name[f"/{fold(shortest[0])}"])
    # of two that differ in case or Unicode form alone the one that is meant to the letter
    spelled = _ENDING.sub("", name.lstrip("/"))
    exact = (path for path in fitting if len(fitting) > 1 and _ENDING.sub("", path).endswith(spelled))
    return next(iter((*exact, *fitting, *by_alias.get(wanted, ()))), None)
