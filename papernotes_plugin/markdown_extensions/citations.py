"""A Python-Markdown extension: citations in text that is no note: docstrings, snippets, what a macro has made.

Notes have their citations already when they come here.  Who knows the papers is handed in: see `Citer`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Protocol
from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown
from markdown.extensions import Extension
from markdown.inlinepatterns import InlineProcessor
from markdown.util import AtomicString

from papernotes_plugin.markup import citation_syntax
from papernotes_plugin.markup.citation_syntax import CitationCluster, CitedKey
from papernotes_plugin.people import bylines
from papernotes_plugin.vocabulary.citation_model import Citation, Part, Run
from papernotes_plugin.vocabulary.model import Paper

_STASHED = re.compile("\x02[^\x02\x03]*\x03")
"""What Python-Markdown has put in the place of something that it has understood already."""


class Citer(Protocol):
    """Who knows the papers, for the page that is being made."""

    def paper(self, cited: CitedKey) -> Paper | None:
        """The paper that a key names there."""
        ...

    def words(self, citation: Citation) -> Sequence[Part]:
        """A citation as it is said where there is no list of references."""
        ...

    def href(self, paper: Paper) -> str:
        """The link to a paper, as a source path that the host turns into an address."""
        ...

    def missing(self, key: str) -> None:
        """A citation names a key that nothing defines."""
        ...


class CitationExtension(Extension):
    """Citations, where somebody knows the papers."""

    def __init__(self, citer: Citer | None = None) -> None:
        super().__init__()
        self.citer = citer

    def extendMarkdown(self, md: Markdown) -> None:
        """Register the processor."""
        if self.citer is None:
            return
        # After links (160 to 120) and HTML (90), whose words and attributes are no citations.
        md.inlinePatterns.register(CitationInline(md, self.citer), "papernotes-citation", 85)
        # CommonMark's escape, which Python-Markdown does not know
        if "@" not in md.ESCAPED_CHARS:
            md.ESCAPED_CHARS.append("@")


class CitationInline(InlineProcessor):
    """Citations within a line of text."""

    ANCESTOR_EXCLUDES = ("a",)

    def __init__(self, md: Markdown, citer: Citer) -> None:
        super().__init__(r"[\[@]", md)
        self.citer = citer
        self._found: dict[int, CitationCluster] = {}
        self._tail = ""

    @property
    def is_active(self) -> bool:
        """This is the text of a page: only the host knows where pages stand in the end."""
        return "relpath" in self.md.treeprocessors

    def handleMatch(  # type: ignore[override]
        self, m: re.Match[str], data: str
    ) -> tuple[Element | None, int | None, int | None]:
        """The citation that begins here, and its place; nothing where none does."""
        cluster = self._cluster(data, m.start())
        if cluster is None or not self.is_active:
            return None, None, None
        papers = [self.citer.paper(cited) for cited in cluster.cited_keys]
        for cited, paper in zip(cluster.cited_keys, papers, strict=True):
            if paper is None and cited.is_certain:
                self.citer.missing(cited.key)
        if not any(papers):
            return None, None, None
        end = m.start() + cluster.span.end - cluster.span.start
        source = data[m.start() : end]
        self._tail = data[end:]
        return self._element(cluster, papers, source), m.start(), end

    def _cluster(self, data: str, start: int) -> CitationCluster | None:
        """The citation that begins here, in offsets of the text that it was found in.

        Python-Markdown puts a placeholder in the place of each citation and begins anew.  What follows stays as
        it was, so citations are kept by their distance from the end: each text is looked through once.
        """
        if not self._tail or start < len(data) - len(self._tail) or not data.endswith(self._tail):
            known = citation_syntax.confirm_clusters(
                citation_syntax.find_citations_in_text(data, _STASHED),
                lambda cited: self.citer.paper(cited) is not None,
            )
            self._found = {len(data) - cluster.span.start: cluster for cluster in known}
            self._tail = data
        return self._found.get(len(data) - start)

    def _element(self, cluster: CitationCluster, papers: Sequence[Paper | None], source: str) -> Element:
        whole = Element("span", {"class": "papernotes-citation"})
        # a text that Python-Markdown reads no further; it does so with all that stands behind an element
        whole.text = AtomicString("")
        for part in self.citer.words(citation_syntax.to_citation(cluster, papers)):
            parent = whole
            if part.paper:
                title = bylines.paper_tooltip(part.paper)
                about = {"class": "papernotes-link", "href": self.citer.href(part.paper), "title": title}
                parent = SubElement(whole, "a", about)
                parent.text = AtomicString("")
            for run in part.runs:
                self._run(parent, run, cluster, source)
        start = cluster.span.start
        unknown = "; ".join(
            source[cited.full_span.start - start : cited.full_span.end - start]
            for cited, paper in zip(cluster.cited_keys, papers, strict=True)
            if paper is None
        )
        if unknown:
            SubElement(whole, "span").text = AtomicString(f" [{unknown}]")
        return whole

    def _run(self, parent: Element, run: Run, cluster: CitationCluster, source: str) -> None:
        for worn, tag in ((run.italic, "em"), (run.bold, "strong"), (run.superscript, "sup")):
            parent = SubElement(parent, tag) if worn else parent
        for piece in citation_syntax.split_at_placeholders(run.text, cluster.placeholder_spans):
            text = SubElement(parent, "span")
            if isinstance(piece, str):
                text.text = AtomicString(piece)
            else:
                # what Python-Markdown has put aside it puts back
                text.text = source[piece.start - cluster.span.start : piece.end - cluster.span.start]


def makeExtension(**options: Any) -> CitationExtension:
    """The extension, as Python-Markdown asks for it."""
    return CitationExtension(**options)
