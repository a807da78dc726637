"""Write values of the library as compressed JSON, and read them again.

The types decide how a row is read, so that the text contains values only and never names a type.
"""

from __future__ import annotations

import json
import types
import typing
import zlib
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

Reader = Callable[[Any], Any]
"""Function that returns the value for a row of JSON."""
ERRORS = (zlib.error, TypeError, ValueError, KeyError, IndexError, RecursionError)
"""Errors of `from_bytes`, and of a reader, if the bytes are damaged."""


def to_bytes(value: object) -> bytes:
    """Return a value as compressed JSON.

    Raises:
        TypeError, ValueError, RecursionError: JSON cannot express the value.
    """
    return zlib.compress(json.dumps(value, default=_row).encode("ascii"), 1)


def from_bytes(stored: bytes) -> Any:
    """Return the rows that `to_bytes` wrote, for `reader`."""
    return json.loads(zlib.decompress(stored))


def check(stored: bytes) -> None:
    """Check that bytes are whole, without reading the value.

    Raises:
        zlib.error: The bytes are damaged.
    """
    zlib.decompress(stored)


def reader(kind: Any) -> Reader:
    """Return the function that gives a value of a type for its row; it raises one of `ERRORS` for a damaged row."""
    return _reader(kind) or _unchanged


def _row(value: object) -> object:
    """Return a dataclass or a set as a list, and a mapping as a dict; JSON writes named tuples as lists by itself."""
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, Mapping):
        return dict(value)
    if is_dataclass(value):
        return [getattr(value, field.name) for field in fields(value)]
    raise TypeError(f"a value of type {type(value).__name__} cannot be stored as JSON")


@cache
def _reader(kind: Any) -> Reader | None:
    """Return the function that reads a value of a type; None if JSON has the value itself."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is tuple:
        read = _reader(arguments[0]) if arguments[1:] == (...,) else None
        return _tuple_reader(read) if read else tuple
    if origin is frozenset:
        read = _reader(arguments[0])
        return _set_reader(read) if read else frozenset
    if origin is Mapping:
        read = _reader(arguments[1])
        return _mapping_reader(read) if read else None
    if origin in (typing.Union, types.UnionType):
        (inner,) = (argument for argument in arguments if argument is not types.NoneType)
        read = _reader(inner)
        return _optional_reader(read) if read else None
    if kind in (str, int, bool, object) or origin is not None:
        return None
    if issubclass(kind, Enum):
        return {member.value: member for member in kind}.__getitem__
    return _record_reader(kind)


def _tuple_reader(read: Reader) -> Reader:
    return lambda row: tuple(map(read, row))


def _set_reader(read: Reader) -> Reader:
    return lambda row: frozenset(map(read, row))


def _mapping_reader(read: Reader) -> Reader:
    return lambda row: {key: read(value) for key, value in row.items()}


def _optional_reader(read: Reader) -> Reader:
    return lambda row: None if row is None else read(row)


def _record_reader(kind: Any) -> Reader:
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
