"""What of a long navigation stands on the pages of ours: the ways to all of it.

A thousand links are 290 kB, on each of ten thousand pages 3 GB.  The pages of the author's own have them all.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure import StructureItem
from mkdocs.structure.nav import Link, Navigation
from mkdocs.structure.pages import Page

MAX_LINKS = 300
"""Links of a navigation up to which it stays as it is."""
MAX_ENTRIES, MAX_NOTES = 24, 12
"""Entries among which a reader finds his way, at the top and in each section that leads to a page, and how many of
them may be single notes."""


class ShortNav:
    """The navigation of one build after the other, as pages of ours have it."""

    def __init__(self) -> None:
        self._whole: Navigation | None = None
        self._short: Navigation | None = None
        """The same for all pages that it does not lead to; None where the whole of it is not too long."""

    def apply(self, context: dict[str, Any], page: Page, config: MkDocsConfig) -> None:
        """Give the theme no more of the navigation than a page of ours needs."""
        nav: Navigation = context["nav"]
        closed = _closed(config)
        if nav is not self._whole:
            self._whole = nav
            self._short = _Cut((), closed).of(nav) if _number(nav.items, closed) > MAX_LINKS else None
        if self._short:
            led = page.parent is not None or any(item is page for item in nav.items)
            context["nav"] = _Cut((page, *page.ancestors), closed).of(nav) if led else self._short


def _closed(config: MkDocsConfig) -> bool:
    """Whether the theme itself shows a section that does not lead to the page as a link."""
    features = config.theme.get("features") or ()
    return "navigation.prune" in features and ("navigation.tabs" in features or "navigation.sections" not in features)


def _number(items: Sequence[StructureItem], closed: bool) -> int:
    """How many links of a navigation the theme shows, counted up to more than enough."""
    todo, number = [items], 0
    while todo and number <= MAX_LINKS:
        entries = todo.pop()
        number += len(entries)
        todo += [] if closed else map(_children, entries)
    return number


class _Cut:
    """Leaves of a navigation what leads to a page, and a link to each section that does not."""

    def __init__(self, path: Sequence[StructureItem], closed: bool) -> None:
        self._path = frozenset(map(id, path))
        self._closed = closed

    def of(self, nav: Navigation) -> Navigation:
        """The same navigation with fewer entries."""
        short = copy.copy(nav)
        short.items = [*self._entries(nav.items)]
        return short

    def _entries(self, items: Sequence[StructureItem]) -> Iterator[StructureItem]:
        """Those that there is room for, and one that leads on from where they end."""
        kept, told = self._foremost(items), False
        for number, item in enumerate(items):
            if number in kept:
                yield from self._entry(item)
            elif not told and (url := _url(item)) is not None:
                told = True
                yield Link(f"{len(items) - len(kept)} more", url)

    def _foremost(self, items: Sequence[StructureItem]) -> frozenset[int]:
        """The numbers of those that there is room for: what leads to the page, what leads far, the first of others."""
        numbers = range(len(items))
        if len(items) <= MAX_ENTRIES:
            return frozenset(numbers)
        ranks = [2 - 2 * (id(item) in self._path) - _leads_far(item) for item in items]
        foremost = sorted(numbers, key=ranks.__getitem__)
        return frozenset(foremost[: max(MAX_NOTES, min(MAX_ENTRIES, len(items) - ranks.count(2))) - 1])

    def _entry(self, item: StructureItem) -> Iterator[StructureItem]:
        """A section that leads to the page with its entries, any other as a link; all else as it is."""
        if id(item) in self._path and (children := _children(item)):
            section: Any = copy.copy(item)
            section.children = [*self._entries(children)]
            yield section
        elif self._closed or not item.is_section:
            yield item
        elif (url := _url(item)) is not None:
            yield Link(item.title or "", url)


def _leads_far(item: StructureItem) -> bool:
    """Whether an entry is more than one note of many."""
    ours = isinstance(item, Page) and (item.is_homepage or item.file.generated_by is not None)
    return ours or bool(_children(item))


def _children(item: StructureItem) -> Sequence[StructureItem]:
    return getattr(item, "children", None) or ()


def _url(item: StructureItem) -> str | None:
    """Where an entry leads to, a section to its first page; None where there is none."""
    todo = [item]
    while todo:
        item = todo.pop()
        if isinstance(item, Page | Link):
            return item.url
        todo += reversed(_children(item))
    return None
