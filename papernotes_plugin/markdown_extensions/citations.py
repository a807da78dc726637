"""Python-Markdown extension for citations in text outside of notes: docstrings, snippets and macro output.

The citations of notes are replaced before their Markdown is converted.  A `Citer` knows the papers.
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
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.citation_model import Citation, CitationPart, Run
from papernotes_plugin.vocabulary.model import Paper

_STASHED = lazy_regex("\x02[^\x02\x03]*\x03")
"""Placeholder of Python-Markdown for text that is already converted."""


class Citer(Protocol):
    """Source of papers and links for the current page."""

    def paper(self, cited: CitedKey) -> Paper | None:
        """Return the paper of a cited key; None if the key is unknown."""
        ...

    def words(self, citation: Citation) -> Sequence[CitationPart]:
        """Return the parts of a citation for a text without a reference list."""
        ...

    def href(self, paper: Paper) -> str:
        """Return the link to a paper, as a source path that the site generator converts to a URL."""
        ...

    def missing(self, key: str) -> None:
        """Report a cited key that nothing defines."""
        ...


class CitationExtension(Extension):
    """Extension that converts citations if it is given a `Citer`."""

    def __init__(self, citer: Citer | None = None) -> None:
        super().__init__()
        self.citer = citer

    def extendMarkdown(self, md: Markdown) -> None:
        """Register the processor."""
        if self.citer is None:
            return
        # After links (160 to 120) and HTML (90): their texts and attributes contain no citations.
        md.inlinePatterns.register(CitationInline(md, self.citer), "papernotes-citation", 85)
        # The backslash escape of CommonMark, which Python-Markdown does not support.
        if "@" not in md.ESCAPED_CHARS:
            md.ESCAPED_CHARS.append("@")


class CitationInline(InlineProcessor):
    """Inline processor for citations."""

    ANCESTOR_EXCLUDES = ("a",)

    def __init__(self, md: Markdown, citer: Citer) -> None:
        super().__init__(r"[\[@]", md)
        self.citer = citer
        self._clusters: dict[int, CitationCluster] = {}
        self._tail = ""

    @property
    def is_active(self) -> bool:
        """Return whether the text belongs to a page; MkDocs registers `relpath` only for pages whose URL it knows."""
        return "relpath" in self.md.treeprocessors

    def handleMatch(  # type: ignore[override]
        self, m: re.Match[str], data: str
    ) -> tuple[Element | None, int | None, int | None]:
        """Return the element and the offsets of the citation that starts at the match; None without one."""
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
        """Return the citation that starts here, with offsets of the text in which it was found.

        Python-Markdown replaces each citation by a placeholder and starts again; the text after it does not change.
        Citations are therefore cached by their distance from the end, so that each text is scanned once.
        """
        if not self._tail or start < len(data) - len(self._tail) or not data.endswith(self._tail):
            clusters = citation_syntax.confirm_clusters(
                citation_syntax.find_citations_in_text(data, _STASHED),
                lambda cited: self.citer.paper(cited) is not None,
            )
            self._clusters = {len(data) - cluster.span.start: cluster for cluster in clusters}
            self._tail = data
        return self._clusters.get(len(data) - start)

    def _element(self, cluster: CitationCluster, papers: Sequence[Paper | None], source: str) -> Element:
        whole = Element("span", {"class": "papernotes-citation"})
        # Python-Markdown does not parse an `AtomicString` again, nor the text after an element.
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
        for is_set, tag in ((run.italic, "em"), (run.bold, "strong"), (run.superscript, "sup")):
            parent = SubElement(parent, tag) if is_set else parent
        for piece in citation_syntax.split_at_placeholders(run.text, cluster.placeholder_spans):
            text = SubElement(parent, "span")
            if isinstance(piece, str):
                text.text = AtomicString(piece)
            else:
                # Python-Markdown restores the placeholders in this text.
                text.text = source[piece.start - cluster.span.start : piece.end - cluster.span.start]


def makeExtension(**options: Any) -> CitationExtension:
    """Return the extension: the entry point that Python-Markdown calls."""
    return CitationExtension(**options)
