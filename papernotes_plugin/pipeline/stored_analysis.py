"""Store the analysis of a note as compressed JSON, which another process reads instead of the note.

The types of the fields decide how a row is read, so that the text contains values only and never names a type.
"""

from __future__ import annotations

import json
import types
import typing
import zlib
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import StrEnum
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

from papernotes_plugin.pipeline.note_analysis import NoteAnalysis
from papernotes_plugin.vocabulary.issues import Issue
from papernotes_plugin.vocabulary.model import Mention, Note

_Reader = Callable[[Any], Any]
"""Function that returns the value for a row of JSON."""


def analysis_to_bytes(analysis: NoteAnalysis) -> bytes:
    """Return the analysis of a note without its source; empty if JSON cannot express the front matter."""
    meta = analysis.note.meta
    try:
        if json.loads(json.dumps(meta)) != meta:
            return b""
        row = [getattr(analysis, name) for name in _TYPES]
        return zlib.compress(json.dumps(row, default=_row).encode("ascii"), 1)
    except (TypeError, ValueError, RecursionError):
        return b""


def analysis_from_bytes(stored: bytes, data: bytes) -> NoteAnalysis | None:
    """Return the analysis that `analysis_to_bytes` described; None if there is none or it is damaged.

    Args:
        stored: Return value of `analysis_to_bytes`.
        data: Source of the note.
    """
    if not stored:
        return None
    try:
        row = json.loads(zlib.decompress(stored))
        values = {name: read(value) for (name, read), value in zip(_READERS.items(), row, strict=True)}
    except (zlib.error, TypeError, ValueError, KeyError, IndexError, RecursionError):
        return None
    return NoteAnalysis(data, **values, stored=stored)


def _row(value: object) -> object:
    """Return a dataclass or a set as a list; JSON writes named tuples as lists by itself."""
    if isinstance(value, frozenset):
        return sorted(value)
    if is_dataclass(value):
        return [getattr(value, field.name) for field in fields(value)]
    raise TypeError(f"no value of a note: {value!r}")


@cache
def _reader(kind: Any) -> _Reader | None:
    """Return the function that reads a value of a type; None if JSON has the value itself."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is tuple:
        read = _reader(arguments[0]) if arguments[1:] == (...,) else None
        return _tuple_reader(read) if read else tuple
    if origin is frozenset:
        return frozenset
    if origin in (typing.Union, types.UnionType):
        (inner,) = (argument for argument in arguments if argument is not types.NoneType)
        read = _reader(inner)
        return _optional_reader(read) if read else None
    if kind in (str, int, bool, object) or origin is not None:
        return None
    if issubclass(kind, StrEnum):
        return {str(member): member for member in kind}.__getitem__
    return _record_reader(kind)


def _tuple_reader(read: _Reader) -> _Reader:
    return lambda row: tuple(map(read, row))


def _optional_reader(read: _Reader) -> _Reader:
    return lambda row: None if row is None else read(row)


def _record_reader(kind: Any) -> _Reader:
    """Return the function that reads a named tuple or a dataclass."""
    hints = get_type_hints(kind)
    is_tuple = issubclass(kind, tuple)
    names = kind._fields if is_tuple else [field.name for field in fields(kind)]
    readers = [(index, read) for index, name in enumerate(names) if (read := _reader(hints[name]))]

    def record(row: list[Any]) -> Any:
        for index, read in readers:
            row[index] = read(row[index])
        return kind._make(row) if is_tuple else kind(**dict(zip(names, row, strict=True)))

    return kind._make if is_tuple and not readers else record


def _unchanged(value: Any) -> Any:
    return value


_TYPES: Mapping[str, Any] = {
    "note": Note,
    "private": str,
    "mentions": tuple[Mention, ...],
    "issues": tuple[Issue, ...],
    "headings": tuple[str, ...],
    "labels": frozenset[str],
}
"""Type of each stored field of an analysis."""
_READERS: Mapping[str, _Reader] = {name: _reader(kind) or _unchanged for name, kind in _TYPES.items()}
