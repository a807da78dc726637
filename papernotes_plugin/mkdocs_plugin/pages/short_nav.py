"""Shorten the navigation on generated pages.

A navigation of a thousand links takes 290 kB on every page, which is 3 GB on ten thousand generated pages.  The pages
of the author keep the full navigation.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure import StructureItem
from mkdocs.structure.nav import Link, Navigation
from mkdocs.structure.pages import Page

MAX_ITEMS = 24
"""Items that remain at the top and in each section that contains the page."""
MAX_NOTES = 12
"""Single notes that remain among them, if there are more items than `MAX_ITEMS`."""


class ShortNav:
    """The short navigation of generated pages; one object serves all builds of a preview."""

    def __init__(self) -> None:
        self._full: Navigation | None = None
        self._short: Navigation | None = None
        """Navigation for pages that are not in it."""

    def apply(self, context: dict[str, Any], page: Page, config: MkDocsConfig) -> None:
        """Replace the navigation in the template context of a generated page."""
        nav: Navigation = context["nav"]
        is_pruned = _prunes_sections(config)
        if nav is not self._full:
            self._full = nav
            self._short = _Shortener((), is_pruned).shorten(nav)
        is_in_nav = page.parent is not None or any(item is page for item in nav.items)
        path = (page, *page.ancestors)
        context["nav"] = _Shortener(path, is_pruned).shorten(nav) if is_in_nav else self._short


def _prunes_sections(config: MkDocsConfig) -> bool:
    """Return whether the theme shows a section that does not contain the page as a single link."""
    features = config.theme.get("features") or ()
    return "navigation.prune" in features and ("navigation.tabs" in features or "navigation.sections" not in features)


class _Shortener:
    """Keeps the items of a navigation that lead to a page, and replaces other sections by one link each."""

    def __init__(self, path: Sequence[StructureItem], is_pruned: bool) -> None:
        """Shorten a navigation for one page.

        Args:
            path: The page and the sections that contain it; empty for pages outside the navigation.
            is_pruned: Whether the theme itself shows other sections as single links.
        """
        self._path = frozenset(map(id, path))
        self._is_pruned = is_pruned

    def shorten(self, nav: Navigation) -> Navigation:
        """Return a copy of a navigation with fewer items."""
        short = copy.copy(nav)
        short.items = [*self._shortened(nav.items)]
        return short

    def _shortened(self, items: Sequence[StructureItem]) -> Iterator[StructureItem]:
        """Yield the most important items, and one link `… more` in the place of the first item left out."""
        selected, has_more_link = self._most_important(items), False
        for number, item in enumerate(items):
            if number in selected:
                yield from self._shortened_item(item)
            elif not has_more_link and (url := _url(item)) is not None:
                has_more_link = True
                yield Link(f"{len(items) - len(selected)} more", url)

    def _most_important(self, items: Sequence[StructureItem]) -> frozenset[int]:
        """Return the indexes of the items to keep.

        First come items that contain the page, then sections, generated pages and the homepage, then single notes.
        """
        numbers = range(len(items))
        if len(items) <= MAX_ITEMS:
            return frozenset(numbers)
        ranks = [2 - 2 * (id(item) in self._path) - _is_more_than_a_note(item) for item in items]
        by_importance = sorted(numbers, key=ranks.__getitem__)
        # one place is left for the link to the others
        return frozenset(by_importance[: max(MAX_NOTES, min(MAX_ITEMS, len(items) - ranks.count(2))) - 1])

    def _shortened_item(self, item: StructureItem) -> Iterator[StructureItem]:
        """Yield a section that contains the page with its items, another section as a link, and pages unchanged."""
        if id(item) in self._path and (children := _children(item)):
            section: Any = copy.copy(item)
            section.children = [*self._shortened(children)]
            yield section
        elif self._is_pruned or not item.is_section:
            yield item
        elif (url := _url(item)) is not None:
            yield Link(item.title or "", url)


def _is_more_than_a_note(item: StructureItem) -> bool:
    """Return whether an item is a section, a generated page or the homepage."""
    is_special = isinstance(item, Page) and (item.is_homepage or item.file.generated_by is not None)
    return is_special or bool(_children(item))


def _children(item: StructureItem) -> Sequence[StructureItem]:
    return getattr(item, "children", None) or ()


def _url(item: StructureItem) -> str | None:
    """Return the URL of an item, of a section that of its first page; None for an empty section."""
    todo = [item]
    while todo:
        item = todo.pop()
        if isinstance(item, Page | Link):
            return item.url
        todo += reversed(_children(item))
    return None
