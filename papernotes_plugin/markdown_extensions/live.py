"""A Python-Markdown extension: citations, wikilinks and directives live, where a host runs nothing but extensions.

Named `papernotes_plugin.markdown_extensions.live` in a host's configuration.  It reads a folder of notes once, and
again when something in it has changed.  It can add no pages: what leads to the page of a paper leads to the paper
itself, unless somebody (`papernotes build`) has put the page there.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor

from papernotes_plugin import identifiers, pipeline
from papernotes_plugin.files.disk_build import Inputs, Job, start
from papernotes_plugin.hosts import page_anchors
from papernotes_plugin.links import wikilinks
from papernotes_plugin.links.addresses import group_index, group_page, map_page, paper_page, papers_index, to_paper
from papernotes_plugin.links.wikilinks import linked_path
from papernotes_plugin.markdown_extensions.citations import CitationInline
from papernotes_plugin.markup.citation_syntax import Cited
from papernotes_plugin.text.escaping import escape_url
from papernotes_plugin.vocabulary.citation_model import Citation, Part
from papernotes_plugin.vocabulary.issues import PapernotesError
from papernotes_plugin.vocabulary.model import Paper

NAME = "papernotes_plugin.markdown_extensions.live"
FRESH = 1.0
"""Seconds for which nobody looks whether the notes have changed."""
_ALONE = "papernotes-text.md"
"""Where a text stands that no host gives a path."""
_SIGN = "Paper page"
"""How the title of a link begins that says nothing but where the page of a paper is."""


class LiveExtension(Extension):
    """Citations, wikilinks and directives of a folder of notes."""

    def __init__(self, **options: Any) -> None:
        self.config = {
            "notes": ["docs", "the folder of the notes, relative to the current folder"],
            "page": ["", "path of the text among the notes, where the host does not tell it"],
            "built": [False, "the pages are those of `papernotes build`: only docstrings are left to do"],
        }
        unknown = sorted(options.keys() - self.config.keys())
        if unknown:
            known = ", ".join(self.config)
            raise PapernotesError(f"{NAME}: there is no option '{unknown[0]}'; the options are {known}")
        super().__init__(**options)

    def extendMarkdown(self, md: Markdown) -> None:
        """Register the processors.

        Raises:
            PapernotesError: on a wrong option.
        """
        notes, page, built = (self.getConfig(name) for name in ("notes", "page", "built"))
        if not isinstance(notes, str) or not notes or not isinstance(page, str):
            raise PapernotesError(f"{NAME}: 'notes' and 'page' have to be paths")
        shelf = _shelf(os.path.abspath(notes))
        where = Where(md, page)
        # After links (160 to 120) and HTML (90), whose words and attributes are no citations.
        md.inlinePatterns.register(Docstrings(md, where, shelf), "papernotes-docstrings", 85)
        if built:
            return
        # Behind those that bring text in (pymdownx.snippets: 32), before the ends of lines are put right (30).
        md.preprocessors.register(Links(md, where, shelf), "papernotes-live", 31)
        # Behind attributes (8), before MkDocs turns links into addresses (0).
        md.treeprocessors.register(Ways(md, where, shelf), "papernotes-ways", 5)


class Where:
    """Where a text stands."""

    def __init__(self, md: Markdown, page: str) -> None:
        self._md = md
        self._page = page

    @property
    def page(self) -> str:
        """The path of the text, by the word of Zensical, of MkDocs, or of who configured us."""
        for registry, name, held, said in (
            (self._md.preprocessors, "rendering_context", "page", "path"),
            (self._md.treeprocessors, "relpath", "file", "src_uri"),
        ):
            path = getattr(getattr(registry[name], held, None), said, None) if name in registry else None
            if isinstance(path, str) and path:
                return path.replace(os.sep, "/")
        return self._page or _ALONE

    @property
    def zensical(self) -> bool:
        """The host is Zensical."""
        return "rendering_context" in self._md.preprocessors

    @property
    def docstring(self) -> bool:
        """The text is no page, but a docstring that mkdocstrings puts into one."""
        return "mkdocstrings_ids" in self._md.treeprocessors


class Links(Preprocessor):
    """A text with its links, as `papernotes build` would write it."""

    def __init__(self, md: Markdown, where: Where, shelf: Shelf) -> None:
        super().__init__(md)
        self.where = where
        self.shelf = shelf

    def run(self, lines: list[str]) -> list[str]:
        """The lines with what stands for citations, wikilinks and directives."""
        assert self.md is not None
        site, page = self.shelf.site, self.where.page
        if page in site.private or self.where.docstring:
            return lines
        text = "\n".join(lines).replace("\r\n", "\n").replace("\r", "\n")
        attributes = "attr_list" in self.md.treeprocessors
        note = site.library.by_path.get(page)
        if note is not None and text.strip() == note.text[note.body :].strip():
            made = pipeline.annotate(site, page, attributes=attributes)[note.body :]
        else:
            # front matter has gone: a rule at the top must not be read as one
            made = pipeline.annotate(site, page, attributes=attributes, changed=f"\n{text}")
        return (page_anchors.spanned(made) if self.where.zensical else made).split("\n")


class Docstrings(CitationInline):
    """Citations in docstrings, in names and years: they are no notes, and have no lists of references."""

    def __init__(self, md: Markdown, where: Where, shelf: Shelf) -> None:
        super().__init__(md, self)
        self.where = where
        self.shelf = shelf

    @property
    def wanted(self) -> bool:
        """This is a docstring."""
        return self.where.docstring

    # --- see `faces.citation_extension.Citer` ---------------------------------

    def paper(self, cited: Cited) -> Paper | None:
        """The paper that a key names."""
        return wikilinks.paper(cited.key, self.shelf.site.library)

    def words(self, citation: Citation) -> Sequence[Part]:
        """A citation in names and years, or as the style has it."""
        return self.shelf.site.prose.bibliography(cite.paper for cite in citation.cites).cite(citation)

    def href(self, paper: Paper) -> str:
        """The link to the page of a paper, as a source path."""
        return to_paper(paper, self.where.page, self.shelf.site.config)

    def missing(self, key: str) -> None:
        """It stays as it is: an extension has nowhere to say so."""


class Ways(Treeprocessor):
    """Links to pages of ours that are not there lead to the papers themselves, or are text."""

    def __init__(self, md: Markdown, where: Where, shelf: Shelf) -> None:
        super().__init__(md)
        self.where = where
        self.shelf = shelf

    def run(self, root: Element) -> None:
        """Change the elements in place."""
        page = self.where.page
        there = self.shelf.site.library.by_path
        pages = self.shelf.pages
        for parent in list(root.iter()):
            before: Element | None = None
            for element in list(parent):
                target = linked_path(element.get("href", ""), page) if element.tag == "a" else ""
                if target in pages and target not in there:
                    if element.get("title", "").startswith(_SIGN):
                        _remove(parent, element, before)
                        continue
                    _lead(element, pages[target])
                before = element


def _lead(link: Element, paper: Paper | None) -> None:
    """Let a link lead to a paper itself; where it leads nowhere it is text."""
    ways = [*(way.url for way in paper.links), *map(identifiers.url, paper.identifiers)] if paper else []
    if found := next((url for way in ways if way and (url := escape_url(way))), None):
        link.set("href", found)
    else:
        link.tag = "span"
        del link.attrib["href"]


def _remove(parent: Element, element: Element, before: Element | None) -> None:
    """Take an element away; what stands behind it stays."""
    if before is None:
        parent.text = (parent.text or "") + (element.tail or "").lstrip()
    else:
        before.tail = (before.tail or "") + (element.tail or "").lstrip()
    parent.remove(element)


class Shelf:
    """The notes of one folder, read anew when they have changed."""

    def __init__(self, notes: str) -> None:
        self._notes = notes
        self._lock = Lock()
        self._looked = 0.0
        self._stamps: tuple[object, ...] = ()
        self._job: Job | None = None
        self._site: pipeline.Site | None = None
        self._pages: dict[str, Paper | None] = {}

    @property
    def site(self) -> pipeline.Site:
        """What was made of them.

        Raises:
            PapernotesError: where the folder or an option is wrong.
        """
        with self._lock:
            if self._site is None or time.monotonic() - self._looked > FRESH:
                self._read()
            assert self._site is not None
            return self._site

    @property
    def pages(self) -> dict[str, Paper | None]:
        """The pages that a whole build would add, by path; each of a paper with that."""
        return self._pages if self.site else {}

    def _read(self) -> None:
        stamps = tuple(self._look())
        self._looked = time.monotonic()
        if self._site is not None and stamps == self._stamps:
            return
        self._job = start(Inputs((self._notes,)), lambda step: None)
        site = self._job.site
        # what only leads to pages of ours
        config = replace(site.config, sign=False, note_bibtex=False, backlinks=False)
        self._site = replace(site, config=config)
        self._pages = {paper_page(paper.slug, config): paper for paper in site.library.papers}
        library = site.library
        for folder, groups in (
            (config.tags_path, library.tags),
            (config.topics_path, library.topics),
            (config.venues_path, library.venues),
        ):
            self._pages |= {group_page(folder, group.slug): None for group in groups}
            self._pages[group_index(folder)] = None
        self._pages |= {papers_index(config): None, map_page(config): None}
        self._stamps = tuple(self._look())

    def _look(self) -> Iterator[tuple[str, int, int]]:
        """What tells that something has changed: path, time and size of each file."""
        beside = sorted(self._job.project.files.values()) if self._job else []
        for folder, names, files in os.walk(self._notes):
            names[:] = sorted(n for n in names if not n.startswith("."))
            beside += [Path(folder, name) for name in sorted(files)]
        for path in beside:
            try:
                found = path.stat()
            except OSError:
                continue
            yield str(path), found.st_mtime_ns, found.st_size


@lru_cache(maxsize=8)
def _shelf(notes: str) -> Shelf:
    """The shelf of a folder: hosts make the extension anew for each page."""
    return Shelf(notes)


def makeExtension(**options: Any) -> LiveExtension:
    """The extension, as Python-Markdown asks for it."""
    return LiveExtension(**options)
