"""What a manuscript says: keys and further files, each with its place."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from typing import NamedTuple


class LocatedName(NamedTuple):
    """A key, or the name of a file, and where it stands; line and column from 1."""

    name: str
    line: int
    column: int


class ManuscriptReferences(NamedTuple):
    """What a text cites."""

    keys: tuple[LocatedName, ...] = ()
    """In the order of the text; a key stands here once for each place."""
    cites_everything: bool = False
    r"""It asks for all that is known, as `\nocite{*}` does."""
    files: tuple[LocatedName, ...] = ()
    """The files that are read where they are named, as the text writes them."""
    labels: frozenset[str] = frozenset()
    """Names that the text itself gives to its figures and sections, and that are no keys therefore."""


def locate_references(
    text: str, keys: Iterable[tuple[int, str]], files: Iterable[tuple[int, str]] = (), labels: Iterable[str] = ()
) -> ManuscriptReferences:
    """The keys and files at their offsets, as places."""
    starts = [0, *(match.end() for match in re.finditer(r"\r\n?|\n", text))]

    def placed(offset: int, name: str) -> LocatedName:
        line = bisect_right(starts, offset)
        return LocatedName(name, line, offset - starts[line - 1] + 1)

    named = [placed(offset, key) for offset, key in keys if key]
    return ManuscriptReferences(
        tuple(key for key in named if key.name != "*"),
        any(key.name == "*" for key in named),
        tuple(placed(offset, name) for offset, name in files if name),
        frozenset(labels),
    )


def split_keys(text: str, start: int) -> list[tuple[int, str]]:
    """Keys between commas, with their offsets; `start` is that of the text.  What cannot be a key is left out."""
    out = []
    for part in text.split(","):
        key = part.strip()
        if key and not _IMPOSSIBLE.search(key):
            out.append((start + len(part) - len(part.lstrip()), key))
        start += len(part) + 1
    return out


_IMPOSSIBLE = re.compile(r"[\s\\{}#%~\"]")


def blank_out(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text with spaces in place of spans, which are in order; lines stay where they are."""
    out, position = [], 0
    for start, end in spans:
        out += [text[position:start], _CHARACTER.sub(" ", text[start:end])]
        position = end
    return "".join([*out, text[position:]])


_CHARACTER = re.compile(r"[^\r\n]")
