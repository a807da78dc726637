"""What the site's Markdown has made of notes, for the next build of a preview.

A note whose Markdown is the same to the letter when all plugins have had their say, in a site with the same extensions
and the same addresses, is not converted again: the host converts its title alone, and the rest is put in the place of
what that became before anybody sees it.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass

from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import TableOfContents

from papernotes_plugin.mkdocs_plugin.notes.citations_elsewhere import PageCitations

_TITLE = re.compile(r"\s*(# \w[\w ,.:;()?!-]*)(?:\n\n|\s*\Z)")
"""How a note begins whose title is the same whatever stands below it."""
_INCLUDED = "8<"
"""How an extension is asked for what stands in another file."""


@dataclass(frozen=True, slots=True)
class Remembered:
    """A note as it was converted."""

    markdown: str
    html: str
    toc: TableOfContents
    ids: frozenset[str]
    links: Mapping[str, dict[str, str]] | None
    """The anchors in other files, by their paths, that it links to, each with the link."""


class Remembering:
    """The notes of one build."""

    def __init__(
        self, files: Files, citer: PageCitations, notes: dict[str, Remembered], quiet: set[str], *, keep: bool
    ) -> None:
        """`notes` are those of the last build, by path, as far as they may be used; this build adds to them if `keep`.

        So it does to `quiet`, the paths of the notes of which nobody had to say anything while they were converted, and
        in which nothing comes from elsewhere.
        """
        self._files, self._citer, self._notes, self._quiet, self._keep = files, citer, notes, quiet, keep
        self._heard = _Heard()
        self._page: Page | None = None
        """The page that is being rendered; None where nothing may be remembered of it."""
        self._whole = ""
        """Its Markdown."""

    def standin(self, markdown: str, page: Page) -> str:
        """What the host shall convert of a page in the place of its Markdown."""
        title = _TITLE.match(markdown)
        sure = type(page) is Page and (title or "title" in page.meta) and _INCLUDED not in markdown
        self._page, self._whole = page if sure else None, markdown
        known = self._notes.get(page.file.src_uri)
        self._heard.begin()
        if sure and known and known.markdown == markdown:
            return title[1] if title else ""
        self._notes.pop(page.file.src_uri, None)
        return markdown

    def whole(self, html: str, page: Page) -> str:
        """The HTML of the page, with all that else became of its Markdown."""
        path, markdown = page.file.src_uri, self._whole
        self._heard.end()
        quiet = not self._heard.any and not self._citer.has_citations and _INCLUDED not in markdown
        (self._quiet.add if quiet else self._quiet.discard)(path)
        if page is not self._page:
            return html
        self._page = None
        if known := self._notes.get(path):
            page.markdown, page.toc, page.present_anchor_ids = markdown, deepcopy(known.toc), {*known.ids}
            if known.links is not None:
                there = ((self._files.get_file_from_path(to), anchors) for to, anchors in known.links.items())
                page.links_to_anchors = {file: {**anchors} for file, anchors in there if file}
            return known.html
        # what the host has said of a page it shall say each time, and citations change with the papers
        if self._keep and page.markdown == markdown and quiet:
            anchors = page.links_to_anchors
            links = None if anchors is None else {file.src_uri: {**found} for file, found in anchors.items()}
            ids = frozenset(page.present_anchor_ids or ())
            self._notes[path] = Remembered(markdown, html, deepcopy(page.toc), ids, links)
        return html


class _Heard(logging.Handler):
    """Hears whether anything is said while a page is converted."""

    def __init__(self) -> None:
        super().__init__()
        self.any = False
        self._to = logging.getLogger(Page.__module__.partition(".")[0])

    def emit(self, record: logging.LogRecord) -> None:
        self.any = True

    def begin(self) -> None:
        self.any = False
        self._to.addHandler(self)

    def end(self) -> None:
        self._to.removeHandler(self)
