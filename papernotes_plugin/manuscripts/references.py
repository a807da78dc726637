"""Types of references in manuscripts, and helpers to locate them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from typing import NamedTuple

from papernotes_plugin.text.lazy_regex import lazy_regex


class LocatedName(NamedTuple):
    """Citekey or file name with its place in a text; line and column start at 1."""

    name: str
    line: int
    column: int


class ManuscriptReferences(NamedTuple):
    """References in a manuscript."""

    keys: tuple[LocatedName, ...] = ()
    """Citekeys in the order of the text, once for each occurrence."""
    cites_everything: bool = False
    r"""True if the manuscript asks for the whole bibliography, as `\nocite{*}` does."""
    files: tuple[LocatedName, ...] = ()
    """Names of included files, as the text writes them."""
    labels: frozenset[str] = frozenset()
    """Labels that the text defines for figures and sections; in Typst a reference to one looks like a citation."""


def locate_references(
    text: str, keys: Iterable[tuple[int, str]], files: Iterable[tuple[int, str]] = (), labels: Iterable[str] = ()
) -> ManuscriptReferences:
    """Return references from names at offsets in a text; a key `*` means the whole bibliography."""
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
    """Return the keys between commas with their offsets; `start` is the offset of the text.

    Strings that cannot be citekeys are left out.
    """
    out = []
    for part in text.split(","):
        key = part.strip()
        if key and not _IMPOSSIBLE.search(key):
            out.append((start + len(part) - len(part.lstrip()), key))
        start += len(part) + 1
    return out


_IMPOSSIBLE = lazy_regex(r"[\s\\{}#%~\"]")


def blank_out(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """Return the text with spaces in place of spans, given in order; line breaks are kept."""
    out, position = [], 0
    for start, end in spans:
        out += [text[position:start], _CHARACTER.sub(" ", text[start:end])]
        position = end
    return "".join([*out, text[position:]])


_CHARACTER = lazy_regex(r"[^\r\n]")
