"""Proxy for a page that records what a template of the theme reads from it.

Each question of the template (a truth value, a comparison, a length) is recorded with its answer.  Each text that the
template writes is replaced by a mark.  A page with the same answers has the same HTML, except for these texts.  Access
that can be neither recorded nor marked raises `Untraceable`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import Any

from mkdocs.structure.files import File
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink, TableOfContents

from papernotes_plugin.mkdocs_plugin.fast_rendering.url_pattern import UrlPattern

Path = tuple[tuple[str, str | int], ...]
"""Steps from a page to a value: names of attributes, keys and indexes, each with its kind."""
Question = tuple[str, Path, Hashable]
"""Kind of a question, path of the value, and operand, such as the text that is searched in it."""
_MISSING = object()
MARK_REPEATS = 2000
_LONG = " é" * MARK_REPEATS


class Untraceable(Exception):
    """A template uses a page in a way that a page template cannot reproduce."""


def mark(number: str) -> str:
    """Return a mark that represents a text in HTML.

    Every filter changes the mark, and filters that shorten texts cut it off, so that an unknown filter is noticed.

    Examples:
        >>> mark("7") in {mark("7").upper(), mark("7").strip(), mark("7").replace("&amp;", "&"), mark("7")[:4000]}
        False
    """
    return f" \x02{number}<b>  pN&amp;\"'é%{_LONG}</b>\x03 "


class PageReader:
    """Reads values of a page, each once."""

    def __init__(self, page: Page) -> None:
        self._values: dict[Path, Any] = {(): page}

    def at(self, path: Path) -> Any:
        """Return the value at a path."""
        try:
            return self._values[path]
        except KeyError:
            value = self._values[path] = self._step(self.at(path[:-1]), *path[-1])
            return value

    @staticmethod
    def _step(value: Any, how: str, name: str | int) -> Any:
        if how == "attribute":
            return getattr(value, str(name), _MISSING)
        if how == "key":
            return value.get(name, _MISSING)
        return next((item for number, item in enumerate(value) if number == name), _MISSING)

    def answer(self, question: Question) -> Hashable:
        """Return the answer of the page to a question."""
        what, path, operand = question
        value = self.at(path)
        return _kind(value) if what == "kind" else _ANSWERS[what](value, operand)


_ANSWERS: Mapping[str, Any] = {
    "true": lambda value, _: bool(value),
    "equal": lambda value, other: value == other,
    "in": lambda value, part: part in value,
    "starts": lambda value, part: value.startswith(part),
    "ends": lambda value, part: value.endswith(part),
    "length": lambda value, _: len(value),
    "has_item": lambda value, number: number < len(value),
}


def _kind(value: Any) -> Hashable:
    """Return the kind of a value; for None, booleans and numbers, its type name and the value itself."""
    if value is None or type(value) in {bool, int, float}:
        return type(value).__name__, value
    if type(value) is str:
        return "text"
    if isinstance(value, Page | File | AnchorLink):
        return "object"
    if isinstance(value, TableOfContents | list | tuple):
        return "list"
    if isinstance(value, Mapping):
        return "mapping"
    return "missing" if value is _MISSING else "other"


class AccessTrace:
    """Record of what a template reads from a page, in order, and of the texts that it writes."""

    def __init__(self, page: Page, url: UrlPattern) -> None:
        self._reader = PageReader(page)
        self._url = url
        self.answers: dict[Question, Hashable] = {}
        """Answers in the order of the questions."""
        self.marks: list[tuple[Path, int]] = []
        """Path of the text behind each mark, and the number of its characters that are written before the mark."""
        self.untraceable = ""
        """Description of the access that could not be traced; empty if all could."""

    def page(self) -> Any:
        """Return the proxy of the page."""
        return self.value(())

    def ask(self, what: str, path: Path, operand: Hashable = None) -> Any:
        """Return the answer of the page to a question, and record it."""
        question = what, path, operand
        if question not in self.answers:
            self.answers[question] = self._reader.answer(question)
        return self.answers[question]

    def value(self, path: Path) -> Any:
        """Return the proxy of a value; a missing value is `_MISSING`, and None, booleans and numbers have no proxy."""
        kind = self.ask("kind", path)
        if isinstance(kind, tuple):
            return kind[1]
        if kind == "missing":
            return _MISSING
        if path == (("attribute", "url"),):
            return _MarkedUrl(self._url.marked())
        proxy = {"text": _Text, "object": _Object, "list": _List, "mapping": _Mapping}.get(str(kind))
        return proxy(self, path) if proxy else self.refuse(f"{path} has an unknown type")

    def write(self, path: Path) -> str:
        """Return a new mark for a text."""
        # a theme makes URLs relative, except those of anchors in the page, which begin with `#`
        inner = int(path[-1] == ("attribute", "url") and self.ask("starts", path, "#"))
        self.marks.append((path, inner))
        text_mark = mark(str(len(self.marks) - 1))
        return f"#{text_mark}" if inner else _Guarded(text_mark)

    def refuse(self, what: str) -> Any:
        """Raise `Untraceable`, and remember why, in case the template catches it."""
        self.untraceable = what
        raise Untraceable(what)


class _Proxy:
    """Proxy of a value; every operation that is not defined for it raises `Untraceable`."""

    _like: type = object

    def __init__(self, trace: AccessTrace, path: Path) -> None:
        self._trace, self._path = trace, path

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or not hasattr(self._like, name):
            raise AttributeError(name)
        return self._refuse(name)

    def _refuse(self, *_: Any) -> Any:
        return self._trace.refuse(f"{self._path} {_}")

    def _step(self, how: str, name: str | int) -> Any:
        return self._trace.value((*self._path, (how, name)))

    def __bool__(self) -> bool:
        return bool(self._trace.ask("true", self._path))

    def __eq__(self, other: object) -> Any:
        return isinstance(other, _Proxy) and other._path == self._path

    def __contains__(self, part: object) -> bool:
        return bool(self._trace.ask("in", self._path, part if type(part) is str else self._refuse(part)))

    __hash__ = __str__ = __len__ = __iter__ = __getitem__ = __call__ = _refuse
    __add__ = __radd__ = __mod__ = __mul__ = __lt__ = __le__ = __gt__ = __ge__ = __format__ = _refuse


class _Object(_Proxy):
    """Proxy of a page, a file, or an entry of a table of contents."""

    __getitem__ = None  # type: ignore[assignment]
    __contains__ = None  # type: ignore[assignment]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or (value := self._step("attribute", name)) is _MISSING:
            raise AttributeError(name)
        return value


class _Mapping(_Proxy):
    """Proxy of the front matter."""

    _like = dict

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return dict

    def __getitem__(self, key: Any) -> Any:
        if (value := self.get(key, _MISSING)) is _MISSING:
            raise KeyError(key)
        return value

    def get(self, key: Any, default: Any = None) -> Any:
        value = self._step("key", key) if type(key) is str else self._refuse(key)
        return default if value is _MISSING else value


class _List(_Proxy):
    """Proxy of a table of contents, or of a list in the front matter."""

    _like = list

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return list

    def __len__(self) -> int:
        return int(self._trace.ask("length", self._path))

    def __iter__(self) -> Iterator[Any]:
        number = 0
        while self._trace.ask("has_item", self._path, number):
            yield self._step("item", number)
            number += 1

    def __getitem__(self, number: Any) -> Any:
        if not (isinstance(number, int) and number >= 0):
            return self._refuse(number)
        if not self._trace.ask("has_item", self._path, number):
            raise IndexError(number)
        return self._step("item", number)


class _Text(_Proxy):
    """Proxy of a text."""

    _like = str

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return str

    def __str__(self) -> str:
        return self._trace.write(self._path)

    def __eq__(self, other: object) -> Any:
        if type(other) is str:
            return self._trace.ask("equal", self._path, other)
        return self._refuse(other) if isinstance(other, str) else False

    __hash__ = _Proxy._refuse

    def startswith(self, part: Any) -> Any:
        return self._trace.ask("starts", self._path, part if type(part) is str else self._refuse(part))

    def endswith(self, part: Any) -> Any:
        return self._trace.ask("ends", self._path, part if type(part) is str else self._refuse(part))

    def encode(self, encoding: str = "utf-8") -> bytes:
        return str.encode(str(self), encoding)


class _Guarded(str):
    """A mark that a template can only write; every other operation raises `Untraceable`."""


def _refusing(name: str) -> Any:
    def refuse(*_: Any, **__: Any) -> Any:
        raise Untraceable(name)

    return refuse


for _name in {*vars(str)} - {"__new__", "__doc__", "__hash__", "__str__", "__repr__", "__getattribute__", "encode"}:
    setattr(_Guarded, _name, _refusing(_name))


class _MarkedUrl(_Guarded):
    """Marked URL of a page, with the operations that `mkdocs.utils.get_relative_url` and its cache need."""

    __hash__ = str.__hash__
    startswith = str.startswith
    rpartition = str.rpartition

    def __eq__(self, other: object) -> bool:
        return str.__eq__(self, other) if type(other) is _MarkedUrl else super().__eq__(other)
