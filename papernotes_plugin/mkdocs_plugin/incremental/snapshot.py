"""What a build leaves for the next one: what is known of its pages and of what was around them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field
from itertools import count, islice
from typing import Any, NamedTuple, TypeVar

from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

from papernotes_plugin.mkdocs_plugin.notes.front_matter_guard import is_plain
from papernotes_plugin.mkdocs_plugin.pages.generated_files import GeneratedFile

_T = TypeVar("_T")
_PAGES = "pages "
"""Before the number of some pages, as the name of what they tell."""
_TOGETHER = 200
"""Pages that are put into one text: each in its own takes several times as long, all in one as much memory as they."""


class Stamp(NamedTuple):
    """By what a file is known to be what was written."""

    changed: int
    """Nanoseconds, as the disk tells them."""
    size: int


@dataclass(frozen=True, slots=True)
class Told:
    """What a page tells others of itself."""

    place: str
    """Of its file in the site."""
    title: str | None
    meta: Mapping[str, Any]
    ids: Set[str] | None
    """The places in it that a link may lead to; None where nobody asked."""
    links: Mapping[str, Mapping[str, str]] | None
    """The anchors in other files, by their paths, that it links to, each with the link; None where nobody asked."""

    @classmethod
    def by(cls, page: Page) -> Told:
        """What a page that was made tells."""
        # no copies: those of all pages would be much memory
        links = page.links_to_anchors
        named = None if links is None else {file.src_uri: anchors for file, anchors in links.items()}
        return cls(page.file.dest_uri, page.title, page.meta, page.present_anchor_ids, named)

    @property
    def is_json(self) -> bool:
        """Whether JSON can hold it."""
        return is_plain(self.meta) and _is_json(self.meta) and isinstance(self.title, str | None)

    def row(self) -> list[Any]:
        """All of it, as JSON can hold it."""
        return [self.place, self.title, self.meta, None if self.ids is None else sorted(self.ids), self.links]

    @classmethod
    def read(cls, place: str, title: str | None, meta: dict[str, Any], ids: list[str] | None, links: Any) -> Told:
        """What `row` gave.

        Raises:
            TypeError: where it is something else.
        """
        _want(isinstance(place, str) and isinstance(title, str | None) and isinstance(meta, dict))
        _want(ids is None or _is_list_of_text(ids))
        _want(links is None or (isinstance(links, dict) and all(map(_is_text_by_text, links.values()))))
        return cls(place, title, meta, None if ids is None else frozenset(ids), links)

    def give(self, page: Page, files: Files) -> None:
        """Let a page that is not made tell the same."""
        if page.title is None:
            page.title = self.title
        page.meta = {**self.meta}
        page.present_anchor_ids = None if self.ids is None else {*self.ids}
        if self.links is not None:
            there = ((files.get_file_from_path(path), anchors) for path, anchors in self.links.items())
            page.links_to_anchors = {file: {**anchors} for file, anchors in there if file}


@dataclass(slots=True)
class Built:
    """What is known of a build."""

    around: object = None
    """What was around its pages, the navigation apart; None where nothing of it holds in another build."""
    shape: list[tuple[object, ...]] = field(default_factory=list)
    """Its navigation, as a theme shows it."""
    titles: Mapping[str, str | None] = field(default_factory=dict)
    """What its pages were called, by path."""
    sources: Mapping[str, str] = field(default_factory=dict)
    """A digest of the source of each of its pages but ours, by path."""
    pages: Mapping[str, Told] = field(default_factory=dict)
    """Those of its pages that the next build may leave as they are, by path."""
    ours: Mapping[str, bool] = field(default_factory=dict)
    """The paths of our files, and whether each is a page."""
    files: Mapping[str, GeneratedFile] = field(default_factory=dict)
    """Our files themselves, by path: in the process of that build alone."""
    notes: Mapping[str, str] = field(default_factory=dict)
    """A digest of all that we gave to each note, by path."""
    listed: Mapping[str, Mapping[str, list[Any]]] = field(default_factory=dict)
    """By file in which a plugin lists all pages, by URL, what it lists of each."""
    stamps: Mapping[str, Stamp] = field(default_factory=dict)
    """Of the files of those pages and of ours in the folder of the site, by their paths there; for another process."""

    @property
    def places(self) -> set[str]:
        """Where the files that may be left as they are stand in the site."""
        return {file.dest_uri for file in self.files.values()} | {told.place for told in self.pages.values()}

    def rows(self) -> Iterable[tuple[str, str]]:
        """What can be kept as text, each under a name; what JSON cannot hold of a page is no page to be left."""
        yield "around", json.dumps(self.around)
        yield "shape", json.dumps(self.shape)
        yield "titles", json.dumps(self.titles)
        yield "sources", json.dumps(self.sources)
        yield "ours", json.dumps(self.ours)
        yield "notes", json.dumps(self.notes)
        yield "listed", json.dumps(self.listed)
        yield "stamps", json.dumps(self.stamps)
        pages = ((path, told.row()) for path, told in self.pages.items() if told.is_json)
        for number in count():
            some = dict(islice(pages, _TOGETHER))
            if not some:
                return
            yield f"{_PAGES}{number}", json.dumps(some)

    @classmethod
    def read(cls, rows: Mapping[str, str]) -> Built:
        """What `rows` gave.

        Raises:
            ValueError, KeyError, TypeError: where it is something else.
        """
        told: dict[str, Any] = {name: json.loads(text) for name, text in rows.items()}
        some = (pages for name, pages in told.items() if name.startswith(_PAGES))
        pages = {path: Told.read(*row) for known in some for path, row in known.items()}
        for name in ("titles", "sources", "notes", "ours"):
            _want(isinstance(told[name], dict))
        listed = told["listed"]
        _want(isinstance(listed, dict) and all(map(_is_lists, listed.values())))
        return cls(
            around=told["around"],
            shape=[tuple(item) for item in told["shape"]],
            titles=told["titles"],
            sources=told["sources"],
            pages=pages,
            ours=told["ours"],
            notes=told["notes"],
            listed=listed,
            stamps={path: Stamp(*map(int, stamp)) for path, stamp in told["stamps"].items()},
        )


def of_paths(known: Mapping[str, _T], paths: Set[str]) -> dict[str, _T]:
    """What is known of these paths."""
    if len(known) < 2 * len(paths):
        # most of it: copied at once
        some = dict(known)
        for path in known.keys() - paths:
            del some[path]
        return some
    return {path: known[path] for path in paths if path in known}


def _want(sure: bool) -> None:
    if not sure:
        raise TypeError("something else was written")


def _is_list_of_text(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _is_text_by_text(value: object) -> bool:
    return isinstance(value, dict) and _is_list_of_text([*value.values()])


def _is_lists(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(one, list) for one in value.values())


def _is_json(value: object) -> bool:
    """Whether JSON gives back what it is given, which is plain."""
    if isinstance(value, dict):
        return all(isinstance(key, str) and _is_json(one) for key, one in value.items())
    if isinstance(value, list):
        return all(map(_is_json, value))
    return value is None or isinstance(value, str | int | float)
