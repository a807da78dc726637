"""Look up paths by file name or partial path, as Obsidian does."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from papernotes_plugin.text.lazy_regex import lazy_regex

NOTE_SUFFIX = lazy_regex(r"\.(?:md|markdown)$", re.IGNORECASE)


def index_paths(paths: Iterable[str], fold: Callable[[str], str]) -> dict[str, tuple[str, ...]]:
    """Index paths by the names that may mean them, the shortest path first.

    A name is the last step of a path.  Paths that share it are also indexed by each longer end (`b/c`), and by the
    whole path after a `/`.  `find_path` then needs few lookups however many paths share a name.

    Args:
        paths: The paths to index.
        fold: A function that removes differences such as case from a path or name.

    Examples:
        >>> index_paths(["a/c", "b", "C"], str.casefold)
        {'c': ('C', 'a/c'), 'b': ('b',), '/c': ('C',), 'a/c': ('a/c',), '/a/c': ('a/c',)}
    """
    index: dict[str, list[str]] = {}
    for path in sorted(paths, key=lambda p: (len(p), p)):
        index.setdefault(posixpath.basename(fold(path)), []).append(path)
    for path in [path for sharing in index.values() if len(sharing) > 1 for path in sharing]:
        steps = fold(path).split("/")
        for start in range(len(steps) - 1):
            index.setdefault("/".join(steps[start:]), []).append(path)
        index.setdefault("/" + "/".join(steps), []).append(path)
    return {name: tuple(sharing) for name, sharing in index.items()}


def find_path(
    name: str,
    note: str,
    by_name: Mapping[str, Sequence[str]],
    by_alias: Mapping[str, Sequence[str]],
    fold: Callable[[str], str],
) -> str | None:
    """Return the path that a name means; None if there is none.

    An exact path comes first, then one in the folder of the note, the shortest one, and an alias.

    Args:
        name: A name or partial path, also relative (`../x`).
        note: The path of the note that contains the name.
        by_name: The paths, as `index_paths` returns them.
        by_alias: Paths by folded alias.
        fold: The function that `index_paths` was called with.
    """
    folder = posixpath.dirname(note)
    relative = name.startswith(("./", "../"))
    if relative:
        name = posixpath.normpath(posixpath.join(folder, name))
    wanted = fold(name.lstrip("/"))
    candidates = by_name.get(posixpath.basename(wanted), ())
    if len(candidates) == 1:
        fitting: Sequence[str] = candidates if f"/{fold(candidates[0])}".endswith(f"/{wanted}") else ()
    else:
        neighbour = f"/{fold(posixpath.join(folder, 'x'))[:-1]}{posixpath.basename(wanted)}"
        near = by_name.get(neighbour, ()) if neighbour.endswith(f"/{wanted}") else ()
        shortest = by_name.get(wanted, ())
        fitting = by_name.get(f"/{wanted}", ()) or near or (shortest and by_name[f"/{fold(shortest[0])}"])
    # Of two paths that differ only in case or Unicode normalisation, prefer the exact spelling.
    spelled = NOTE_SUFFIX.sub("", name.lstrip("/"))
    exact = (path for path in fitting if len(fitting) > 1 and NOTE_SUFFIX.sub("", path).endswith(spelled))
    return next(iter((*exact, *fitting, *by_alias.get(wanted, ()))), None)
