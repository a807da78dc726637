"""A page as a template of the theme sees it while a frame is made of it.

What the template asks of the page is noted with the answer; where it writes a text of the page, a mark is left.  A page
that gives the same answers looks the same, but for the texts where the marks are.  What can be neither noted nor marked
is `Unforeseen`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import Any

from mkdocs.structure.files import File
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink, TableOfContents

from papernotes_plugin.mkdocs_plugin.fast_rendering.url_pattern import UrlPattern

Path = tuple[tuple[str, str | int], ...]
"""The way from a page to a value: names of attributes, keys, places in a list."""
Question = tuple[str, Path, Hashable]
"""What is asked, of which value, and what for (the word that is looked for in it)."""
_GONE = object()
LENGTH = 2000
_LONG = " é" * LENGTH


class Untraceable(Exception):
    """A template does with a page what no frame can repeat."""


def mark(number: str) -> str:
    """What stands for a text: no filter leaves it as it is, and whoever shortens texts cuts it.

    Examples:
        >>> mark("7") in {mark("7").upper(), mark("7").strip(), mark("7").replace("&amp;", "&"), mark("7")[:4000]}
        False
    """
    return f" \x02{number}<b>  pN&amp;\"'é%{_LONG}</b>\x03 "


class PageReader:
    """A page, of which is asked; each value is looked up once."""

    def __init__(self, page: Page) -> None:
        self._values: dict[Path, Any] = {(): page}

    def at(self, path: Path) -> Any:
        """The value at the end of a way that has been asked for before, step by step."""
        try:
            return self._values[path]
        except KeyError:
            found = self._values[path] = self._step(self.at(path[:-1]), *path[-1])
            return found

    @staticmethod
    def _step(value: Any, how: str, name: str | int) -> Any:
        if how == "attribute":
            return getattr(value, str(name), _GONE)
        if how == "key":
            return value.get(name, _GONE)
        return next((item for number, item in enumerate(value) if number == name), _GONE)

    def answer(self, question: Question) -> Hashable:
        """What the page says to a question."""
        what, path, operand = question
        value = self.at(path)
        return _kind(value) if what == "kind" else _ANSWERS[what](value, operand)


_ANSWERS: Mapping[str, Any] = {
    "true": lambda value, _: bool(value),
    "equal": lambda value, other: value == other,
    "in": lambda value, part: part in value,
    "starts": lambda value, part: value.startswith(part),
    "ends": lambda value, part: value.endswith(part),
    "long": lambda value, _: len(value),
    "more": lambda value, number: number < len(value),
}


def _kind(value: Any) -> Hashable:
    """What a value is; of one that is neither text nor holds others, the value itself."""
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
    return "gone" if value is _GONE else "other"


class AccessTrace:
    """What a template asks of one page, in its order, and which texts it writes."""

    def __init__(self, page: Page, address: UrlPattern) -> None:
        self._subject = PageReader(page)
        self._address = address
        self.asked: dict[Question, Hashable] = {}
        self.marks: list[tuple[Path, int]] = []
        """The text behind each mark, and how much of it stands before the mark."""
        self.refused = ""
        """What was asked that cannot be foreseen."""

    def page(self) -> Any:
        """What stands for the page."""
        return self.value(())

    def ask(self, what: str, path: Path, operand: Hashable = None) -> Any:
        """The answer of the page."""
        question = what, path, operand
        if question not in self.asked:
            self.asked[question] = self._subject.answer(question)
        return self.asked[question]

    def value(self, path: Path) -> Any:
        """What stands for a value; `_GONE` where there is none."""
        kind = self.ask("kind", path)
        if isinstance(kind, tuple):
            return kind[1]
        if kind == "gone":
            return _GONE
        if path == (("attribute", "url"),):
            return _Place(self._address.marked())
        made = {"text": _Text, "object": _Object, "list": _List, "mapping": _Mapping}.get(str(kind))
        return made(self, path) if made else self.refuse(f"{path} is what no frame knows")

    def write(self, path: Path) -> str:
        """A new mark for a text."""
        # the address of a place in the page is none to be made relative
        inner = int(path[-1] == ("attribute", "url") and self.ask("starts", path, "#"))
        self.marks.append((path, inner))
        made = mark(str(len(self.marks) - 1))
        return f"#{made}" if inner else _Guarded(made)

    def refuse(self, what: str) -> Any:
        """There is no frame for this page."""
        self.refused = what
        raise Untraceable(what)


class _Probe:
    """Stands for a value; whatever is not defined for it is unforeseen."""

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
        return isinstance(other, _Probe) and other._path == self._path

    def __contains__(self, part: object) -> bool:
        return bool(self._trace.ask("in", self._path, part if type(part) is str else self._refuse(part)))

    __hash__ = __str__ = __len__ = __iter__ = __getitem__ = __call__ = _refuse
    __add__ = __radd__ = __mod__ = __mul__ = __lt__ = __le__ = __gt__ = __ge__ = __format__ = _refuse


class _Object(_Probe):
    """A page, a file, an entry of a table of contents."""

    __getitem__ = None  # type: ignore[assignment]
    __contains__ = None  # type: ignore[assignment]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or (value := self._step("attribute", name)) is _GONE:
            raise AttributeError(name)
        return value


class _Mapping(_Probe):
    """The front matter."""

    _like = dict

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return dict

    def __getitem__(self, key: Any) -> Any:
        if (value := self.get(key, _GONE)) is _GONE:
            raise KeyError(key)
        return value

    def get(self, key: Any, default: Any = None) -> Any:
        value = self._step("key", key) if type(key) is str else self._refuse(key)
        return default if value is _GONE else value


class _List(_Probe):
    """A table of contents, a list in the front matter."""

    _like = list

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return list

    def __len__(self) -> int:
        return int(self._trace.ask("long", self._path))

    def __iter__(self) -> Iterator[Any]:
        number = 0
        while self._trace.ask("more", self._path, number):
            yield self._step("item", number)
            number += 1

    def __getitem__(self, number: Any) -> Any:
        if not (isinstance(number, int) and number >= 0):
            return self._refuse(number)
        if not self._trace.ask("more", self._path, number):
            raise IndexError(number)
        return self._step("item", number)


class _Text(_Probe):
    """A text."""

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

    __hash__ = _Probe._refuse

    def startswith(self, part: Any) -> Any:
        return self._trace.ask("starts", self._path, part if type(part) is str else self._refuse(part))

    def endswith(self, part: Any) -> Any:
        return self._trace.ask("ends", self._path, part if type(part) is str else self._refuse(part))

    def encode(self, encoding: str = "utf-8") -> bytes:
        return str.encode(str(self), encoding)


class _Guarded(str):
    """A mark that is to be written as it is: nothing else can be done with it."""


def _refusing(name: str) -> Any:
    def refuse(*_: Any, **__: Any) -> Any:
        raise Untraceable(name)

    return refuse


for _name in {*vars(str)} - {"__new__", "__doc__", "__hash__", "__str__", "__repr__", "__getattribute__", "encode"}:
    setattr(_Guarded, _name, _refusing(_name))


class _Place(_Guarded):
    """The address of a page, with all that `mkdocs.utils.get_relative_url` does to it, which remembers addresses."""

    __hash__ = str.__hash__
    startswith = str.startswith
    rpartition = str.rpartition

    def __eq__(self, other: object) -> bool:
        return str.__eq__(self, other) if type(other) is _Place else super().__eq__(other)
