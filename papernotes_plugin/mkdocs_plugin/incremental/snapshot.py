"""Snapshot of a build: a record of each page, and a fingerprint of everything else that pages depend on."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field, replace
from itertools import count, islice
from typing import Any, NamedTuple, TypeVar

from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

from papernotes_plugin.mkdocs_plugin.incremental.fingerprint import Fingerprint, NavItem
from papernotes_plugin.mkdocs_plugin.incremental.listings import Listings
from papernotes_plugin.mkdocs_plugin.notes.front_matter_guard import is_plain
from papernotes_plugin.mkdocs_plugin.pages.generated_files import GeneratedFile
from papernotes_plugin.pipeline import BuildSnapshot, Site

_T = TypeVar("_T")
_PAGES = "pages "
"""Prefix of the names of rows that hold page records; a number follows."""
_PAGES_PER_ROW = 200
"""Page records per row: one row per page is several times slower, a single row needs as much memory as all records."""


class FileStamp(NamedTuple):
    """Modification time and size of a file, which show whether anybody changed it since it was written."""

    modified: int
    """Modification time in nanoseconds."""
    size: int
    """Size in bytes."""


@dataclass(frozen=True, slots=True)
class PageRecord:
    """Record of a page: what it was made from, and what other pages can ask of it."""

    dest_path: str
    """Path of its file relative to the folder of the site."""
    title: str | None
    source_digest: str = ""
    """Hexadecimal digest of the source file; "" for a generated page."""
    additions_digest: str = ""
    """Hexadecimal digest of everything the plugin adds to the note; "" for any other page."""
    is_reusable: bool = False
    """True if the next build may reuse the page; the fields below are only recorded then."""
    meta: Mapping[str, Any] = field(default_factory=dict)
    """The front matter."""
    anchors: Set[str] | None = None
    """Ids in the page that a link can lead to; None if MkDocs did not collect them."""
    links: Mapping[str, Mapping[str, str]] | None = None
    """Links of the page to anchors in other files: link by anchor by path; None if MkDocs did not collect them."""

    @classmethod
    def from_page(cls, page: Page, *, source_digest: str, additions_digest: str, is_reusable: bool) -> PageRecord:
        """Return the record of a page that MkDocs rendered."""
        if not is_reusable:
            return cls(page.file.dest_uri, page.title, source_digest, additions_digest)
        # not copied: copies for all pages would need much memory
        links = page.links_to_anchors
        links_by_path = None if links is None else {file.src_uri: targets for file, targets in links.items()}
        anchors = page.present_anchor_ids
        if anchors and None in anchors:
            # MkDocs collects an id without a value (`<user id>`) as None
            anchors = {anchor for anchor in anchors if anchor is not None}
        return cls(
            dest_path=page.file.dest_uri,
            title=page.title,
            source_digest=source_digest,
            additions_digest=additions_digest,
            is_reusable=True,
            meta=page.meta,
            anchors=anchors,
            links=links_by_path,
        )

    def restore(self, page: Page, files: Files) -> None:
        """Give a page that is not rendered the recorded title, front matter, anchors and links."""
        if page.title is None:
            page.title = self.title
        page.meta = {**self.meta}
        page.present_anchor_ids = None if self.anchors is None else {*self.anchors}
        if self.links is not None:
            targets = ((files.get_file_from_path(path), anchors) for path, anchors in self.links.items())
            page.links_to_anchors = {file: {**anchors} for file, anchors in targets if file}

    def to_json(self) -> list[Any]:
        """Return the record as values for JSON; a page with front matter that JSON cannot express is not reusable."""
        if self.is_reusable and not (is_plain(self.meta) and _survives_json(self.meta)):
            return replace(self, is_reusable=False, meta={}, anchors=None, links=None).to_json()
        title = self.title if isinstance(self.title, str | None) else None
        is_reusable = self.is_reusable and title == self.title
        anchors = None if self.anchors is None else sorted(self.anchors)
        digests = self.source_digest, self.additions_digest
        return [self.dest_path, title, *digests, is_reusable, self.meta, anchors, self.links]

    @classmethod
    def from_json(cls, row: Any) -> PageRecord:
        """Return the record that `to_json` described.

        Raises:
            TypeError, ValueError: if the values are not from `to_json`.
        """
        dest_path, title, source_digest, additions_digest, is_reusable, meta, anchors, links = row
        _require(_is_list_of_text([dest_path, source_digest, additions_digest]))
        _require(isinstance(title, str | None) and isinstance(is_reusable, bool) and isinstance(meta, dict))
        _require(anchors is None or _is_list_of_text(anchors))
        _require(links is None or (isinstance(links, dict) and all(map(_is_text_by_text, links.values()))))
        ids = None if anchors is None else frozenset(anchors)
        return cls(dest_path, title, source_digest, additions_digest, is_reusable, meta, ids, links)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Snapshot of a build, from which the next build decides what it may reuse."""

    fingerprint: Fingerprint | None = None
    """Everything but the notes that pages depend on; None if no other build may reuse a page."""
    nav_outline: list[NavItem] = field(default_factory=list)
    """The navigation as a theme shows it."""
    pages: Mapping[str, PageRecord] = field(default_factory=dict)
    """Record of each page, by source path."""
    generated: Mapping[str, bool] = field(default_factory=dict)
    """Paths of the generated files, and whether each is a page."""
    files: Mapping[str, GeneratedFile] = field(default_factory=dict)
    """The generated files by path; empty in a snapshot from another process."""
    listings: Listings = field(default_factory=dict)
    """Entries of each page in files that list all pages: entries by URL by path of the file."""
    stamps: Mapping[str, FileStamp] = field(default_factory=dict)
    """Stamp of each file of the site that can be reused, by path; empty in a snapshot that stays in memory."""
    library: Site | BuildSnapshot | None = None
    """The library, for the `before` argument of `pipeline.build`; a `Site` only in memory."""

    def reusable(self, path: str) -> PageRecord | None:
        """Return the record of a page, or None if the page cannot be reused."""
        record = self.pages.get(path)
        return record if record and record.is_reusable else None

    @property
    def dest_paths(self) -> set[str]:
        """Paths in the site of the generated files and the reusable pages."""
        pages = {record.dest_path for record in self.pages.values() if record.is_reusable}
        return pages | {file.dest_uri for file in self.files.values()}

    def rows(self) -> Iterable[tuple[str, str]]:
        """Yield the name and the JSON text of each part but `files` and `library`."""
        yield "fingerprint", json.dumps(self.fingerprint)
        yield "nav_outline", json.dumps(self.nav_outline)
        yield "generated", json.dumps(self.generated)
        yield "listings", json.dumps(self.listings)
        yield "stamps", json.dumps(self.stamps)
        pages = ((path, record.to_json()) for path, record in self.pages.items())
        for number in count():
            some = dict(islice(pages, _PAGES_PER_ROW))
            if not some:
                return
            yield f"{_PAGES}{number}", json.dumps(some)

    @classmethod
    def from_rows(cls, rows: Mapping[str, str]) -> Snapshot:
        """Return the snapshot that `rows` described, without `files` and `library`.

        Raises:
            ValueError, KeyError, TypeError: if the rows are not from `rows`.
        """
        parts: dict[str, Any] = {name: json.loads(text) for name, text in rows.items()}
        page_rows = (pages for name, pages in parts.items() if name.startswith(_PAGES))
        fingerprint, listings, generated = parts["fingerprint"], parts["listings"], parts["generated"]
        _require(isinstance(generated, dict))
        _require(isinstance(listings, dict) and all(map(_is_list_by_text, listings.values())))
        return cls(
            fingerprint=None if fingerprint is None else Fingerprint(*fingerprint),
            nav_outline=[NavItem(*item) for item in parts["nav_outline"]],
            pages={path: PageRecord.from_json(row) for pages in page_rows for path, row in pages.items()},
            generated=generated,
            listings=listings,
            stamps={path: FileStamp(*stamp) for path, stamp in parts["stamps"].items()},
        )


def subset(mapping: Mapping[str, _T], paths: Set[str]) -> dict[str, _T]:
    """Return the entries of a mapping for some paths."""
    if len(mapping) < 2 * len(paths):
        # copying all entries at once is quicker than picking most of them
        entries = dict(mapping)
        for path in mapping.keys() - paths:
            del entries[path]
        return entries
    return {path: mapping[path] for path in paths if path in mapping}


def _require(condition: bool) -> None:
    if not condition:
        raise TypeError("the snapshot is not as it was written")


def _is_list_of_text(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _is_text_by_text(value: object) -> bool:
    return isinstance(value, dict) and _is_list_of_text([*value.values()])


def _is_list_by_text(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(item, list) for item in value.values())


def _survives_json(value: object) -> bool:
    """Return whether a value comes back from JSON unchanged."""
    if isinstance(value, dict):
        return all(isinstance(key, str) and _survives_json(item) for key, item in value.items())
    if isinstance(value, list):
        return all(map(_survives_json, value))
    return value is None or isinstance(value, str | int | float)
