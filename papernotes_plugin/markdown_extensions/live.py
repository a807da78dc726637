"""Python-Markdown extension that resolves citations, wikilinks and directives while a site is rendered.

It is for site generators that run Markdown extensions but no plugins: their configuration names
`papernotes_plugin.markdown_extensions.live`.  The folder of notes is read once, and again after a change.  An extension
cannot add pages.  A link to the page of a paper therefore leads to the paper itself, unless the page exists because
`papernotes build` wrote it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from threading import Lock
from typing import Any
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor

from papernotes_plugin import identifiers, pipeline
from papernotes_plugin.files.disk_build import DiskBuild, InputPaths, build_from_disk
from papernotes_plugin.files.input_stamps import input_stamps
from papernotes_plugin.hosts import page_anchors
from papernotes_plugin.links import wikilinks
from papernotes_plugin.links.addresses import group_index, group_page, map_page, paper_href, paper_page, papers_index
from papernotes_plugin.links.wikilinks import linked_note_path
from papernotes_plugin.markdown_extensions.citations import CitationInline
from papernotes_plugin.markup.citation_syntax import CitedKey
from papernotes_plugin.text.escaping import escape_url
from papernotes_plugin.vocabulary.citation_model import Citation, CitationPart
from papernotes_plugin.vocabulary.issues import PapernotesError
from papernotes_plugin.vocabulary.model import Paper

NAME = "papernotes_plugin.markdown_extensions.live"
RECHECK_SECONDS = 1.0
"""Seconds after which the notes are checked for changes again."""
_DEFAULT_PAGE = "papernotes-text.md"
"""Path of a text for which the site generator gives none."""
_MARK_TITLE = "Paper page"
"""Start of the title of a mark: a link whose only purpose is to lead to the page of a paper."""


class LiveExtension(Extension):
    """Extension that links the texts of a site to a folder of notes."""

    def __init__(self, **options: Any) -> None:
        self.config = {
            "notes": ["docs", "the folder of the notes, relative to the current folder"],
            "page": ["", "path of the text among the notes, if the site generator does not give it"],
            "built": [False, "the pages were written by `papernotes build`; handle docstrings only"],
        }
        unknown = sorted(options.keys() - self.config.keys())
        if unknown:
            names = ", ".join(self.config)
            raise PapernotesError(f"{NAME}: there is no option '{unknown[0]}'; the options are {names}")
        super().__init__(**options)

    def extendMarkdown(self, md: Markdown) -> None:
        """Register the processors.

        Raises:
            PapernotesError: An option has a wrong value.
        """
        notes, page, is_built = (self.getConfig(name) for name in ("notes", "page", "built"))
        if not isinstance(notes, str) or not notes or not isinstance(page, str):
            raise PapernotesError(f"{NAME}: 'notes' and 'page' must be paths")
        shared = _shared_build(os.path.abspath(notes))
        location = PageLocation(md, page)
        # After links (160 to 120) and HTML (90): their texts and attributes contain no citations.
        md.inlinePatterns.register(DocstringCitations(md, location, shared), "papernotes-docstrings", 85)
        if is_built:
            return
        # After extensions that insert text (pymdownx.snippets: 32), before line endings are normalised (30).
        md.preprocessors.register(NoteAnnotator(md, location, shared), "papernotes-live", 31)
        # After attribute lists (8), before MkDocs converts paths to URLs (0).
        md.treeprocessors.register(LinkRewriter(md, location, shared), "papernotes-links", 5)


class PageLocation:
    """Kind and path of the text that is being converted, according to the other processors."""

    def __init__(self, md: Markdown, page: str) -> None:
        self._md = md
        self._page = page

    @property
    def page(self) -> str:
        """Posix path of the text, from Zensical, from MkDocs, or from the option `page`."""
        for registry, name, owner, attribute in (
            (self._md.preprocessors, "rendering_context", "page", "path"),
            (self._md.treeprocessors, "relpath", "file", "src_uri"),
        ):
            path = getattr(getattr(registry[name], owner, None), attribute, None) if name in registry else None
            if isinstance(path, str) and path:
                return path.replace(os.sep, "/")
        return self._page or _DEFAULT_PAGE

    @property
    def is_zensical(self) -> bool:
        """Return whether Zensical renders the site."""
        return "rendering_context" in self._md.preprocessors

    @property
    def is_docstring(self) -> bool:
        """Return whether the text is a docstring that mkdocstrings inserts into a page."""
        return "mkdocstrings_ids" in self._md.treeprocessors


class NoteAnnotator(Preprocessor):
    """Preprocessor that writes a text as `papernotes build` would: with links and reference lists."""

    def __init__(self, md: Markdown, location: PageLocation, shared: SharedBuild) -> None:
        super().__init__(md)
        self.location = location
        self.shared = shared

    def run(self, lines: list[str]) -> list[str]:
        """Return the lines with citations, wikilinks and directives replaced."""
        assert self.md is not None
        site, page = self.shared.site, self.location.page
        if page in site.private or self.location.is_docstring:
            return lines
        text = "\n".join(lines).replace("\r\n", "\n").replace("\r", "\n")
        attributes = "attr_list" in self.md.treeprocessors
        note = site.library.by_path.get(page)
        if note is not None and text.strip() == note.text[note.body_start :].strip():
            annotated = pipeline.annotate(site, page, attributes=attributes)[note.body_start :]
        else:
            # The front matter is already removed: without the line feed, a `---` rule at the top would start one.
            annotated = pipeline.annotate(site, page, attributes=attributes, changed=f"\n{text}")
        return (page_anchors.anchors_as_spans(annotated) if self.location.is_zensical else annotated).split("\n")


class DocstringCitations(CitationInline):
    """Inline processor for citations in docstrings, as author and year: a docstring has no reference list."""

    def __init__(self, md: Markdown, location: PageLocation, shared: SharedBuild) -> None:
        super().__init__(md, self)
        self.location = location
        self.shared = shared

    @property
    def is_active(self) -> bool:
        """Return whether the text is a docstring."""
        return self.location.is_docstring

    # --- methods of `markdown_extensions.citations.Citer` ---------------------

    def paper(self, cited: CitedKey) -> Paper | None:
        """Return the paper with this key."""
        return wikilinks.find_paper(cited.key, self.shared.site.library)

    def words(self, citation: Citation) -> Sequence[CitationPart]:
        """Return the citation as author and year, or in the format of the configured style."""
        return self.shared.site.prose.bibliography(cite.paper for cite in citation.cites).cite(citation)

    def href(self, paper: Paper) -> str:
        """Return the link to the page of a paper, as a source path."""
        return paper_href(paper, self.location.page, self.shared.site.config)

    def missing(self, key: str) -> None:
        """Leave the citation as it is: an extension has no place to report an issue."""


class LinkRewriter(Treeprocessor):
    """Tree processor for links to generated pages that do not exist: they lead to the paper itself or become text."""

    def __init__(self, md: Markdown, location: PageLocation, shared: SharedBuild) -> None:
        super().__init__(md)
        self.location = location
        self.shared = shared

    def run(self, root: Element) -> None:
        """Change the elements in place."""
        page = self.location.page
        notes = self.shared.site.library.by_path
        pages = self.shared.pages
        for parent in list(root.iter()):
            before: Element | None = None
            for element in list(parent):
                target = linked_note_path(element.get("href", ""), page) if element.tag == "a" else ""
                if target in pages and target not in notes:
                    if element.get("title", "").startswith(_MARK_TITLE):
                        _remove(parent, element, before)
                        continue
                    _link_to_paper(element, pages[target])
                before = element


def _link_to_paper(link: Element, paper: Paper | None) -> None:
    """Set the href of a link to the first valid URL of the paper; without one, make the link plain text."""
    urls = [*(link.url for link in paper.links), *map(identifiers.canonical_url, paper.identifiers)] if paper else []
    if url := next((escaped for url in urls if url and (escaped := escape_url(url))), None):
        link.set("href", url)
    else:
        link.tag = "span"
        del link.attrib["href"]


def _remove(parent: Element, element: Element, before: Element | None) -> None:
    """Remove an element and keep the text after it; `before` is the element in front of it."""
    if before is None:
        parent.text = (parent.text or "") + (element.tail or "").lstrip()
    else:
        before.tail = (before.tail or "") + (element.tail or "").lstrip()
    parent.remove(element)


class SharedBuild:
    """Build of one folder of notes, repeated after a change."""

    def __init__(self, notes: str) -> None:
        self._inputs = InputPaths((notes,))
        self._lock = Lock()
        self._checked_at = 0.0
        self._stamps: dict[str, tuple[int, int]] = {}
        self._disk_build: DiskBuild | None = None
        self._site: pipeline.Site | None = None
        self._pages: dict[str, Paper | None] = {}

    @property
    def site(self) -> pipeline.Site:
        """Current build of the notes.

        Raises:
            PapernotesError: The folder or an option is wrong.
        """
        with self._lock:
            if self._site is None or time.monotonic() - self._checked_at > RECHECK_SECONDS:
                self._read()
            assert self._site is not None
            return self._site

    @property
    def pages(self) -> dict[str, Paper | None]:
        """Pages that `papernotes build` would generate: the paper, or None for an index or a group, by path."""
        return self._pages if self.site else {}

    def _read(self) -> None:
        stamps = input_stamps(self._inputs, self._disk_build)
        self._checked_at = time.monotonic()
        if self._site is not None and stamps == self._stamps:
            return
        self._disk_build = build_from_disk(self._inputs, lambda step: None, once=False)
        site = self._disk_build.site
        # Switch off everything whose only purpose is to link to generated pages.
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
        self._stamps = input_stamps(self._inputs, self._disk_build)


@lru_cache(maxsize=8)
def _shared_build(notes: str) -> SharedBuild:
    """Return the build of a folder, cached because site generators create the extension again for each page."""
    return SharedBuild(notes)


def makeExtension(**options: Any) -> LiveExtension:
    """Return the extension: the entry point that Python-Markdown calls."""
    return LiveExtension(**options)
