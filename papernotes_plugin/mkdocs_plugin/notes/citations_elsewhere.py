"""Resolve citations outside notes: in docstrings, snippets and text that macros generate."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from papernotes_plugin import pipeline
from papernotes_plugin.links import addresses, wikilinks
from papernotes_plugin.links.suggestions import Suggestions
from papernotes_plugin.markup import citation_syntax
from papernotes_plugin.markup.citation_syntax import CitedKey
from papernotes_plugin.vocabulary.citation_model import Citation, CitationPart
from papernotes_plugin.vocabulary.config import excluded
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import MentionKind, Paper


class PageCitations:
    """Resolver of the citations on one page after the other, for the extension `markdown_extensions.citations`."""

    def __init__(self) -> None:
        self._site: pipeline.Site | None = None
        self._suggest: Callable[[str], str] = str
        self._generated: frozenset[str] = frozenset()
        self._page = ""
        """Source path of the page that is being rendered; empty if citations on it are left as text."""
        self._own_slugs: set[str] = set()
        """Slugs of the papers that the page is a literature note of."""
        self.has_citations = False
        """True if the page that is being rendered has citations."""
        self._missing: dict[tuple[str, str], Issue] = {}

    def __repr__(self) -> str:
        """Return the same text in every process, because the options of Markdown extensions are compared as text."""
        return "PageCitations()"

    def set_site(self, site: pipeline.Site) -> None:
        """Use the library of a site from now on."""
        self._site = site
        self._suggest = Suggestions(site.library).similar_citekey
        self._generated = site.output_paths
        self._page = ""
        self._missing.clear()

    def start_page(self, page: str) -> None:
        """Resolve the citations of a page from now on; those on generated and excluded pages are left as text.

        Args:
            page: Source path of the page that is rendered next.
        """
        assert self._site is not None
        self.has_citations = False
        is_skipped = page in self._generated or excluded(page, self._site.config.exclude)
        self._page = "" if is_skipped else page
        mentions = self._site.library.mentions.get(page, ())
        self._own_slugs = {paper.slug for mention, paper in mentions if mention.kind is MentionKind.LITERATURE_NOTE}

    def issues(self) -> tuple[Issue, ...]:
        """Return an issue for each unknown key, in the order of pages and keys."""
        return tuple(self._missing[place] for place in sorted(self._missing))

    # the methods of the protocol `Citer`

    def paper(self, cited: CitedKey) -> Paper | None:
        """Return the paper of a citekey; None if it is unknown, or a bare key in the paper's own literature note."""
        self.has_citations = True
        if self._site is None or not self._page:
            return None
        paper = wikilinks.find_paper(cited.key, self._site.library)
        return None if paper and paper.slug in self._own_slugs and not cited.is_certain else paper

    def words(self, citation: Citation) -> Sequence[CitationPart]:
        """Return the text of a citation in the citation style of the site."""
        assert self._site is not None
        return self._site.prose.bibliography(cite.paper for cite in citation.cites).cite(citation)

    def href(self, paper: Paper) -> str:
        """Return a link from the page to the page of a paper, as a relative source path."""
        assert self._site is not None
        return addresses.paper_href(paper, self._page, self._site.config)

    def missing(self, key: str) -> None:
        """Record an unknown citekey as an issue, once a page."""
        if self._site is None or not self._page:
            return
        place = (self._page, key)
        if place not in self._missing:
            message = citation_syntax.unknown_key_message(key, self._suggest(key))
            self._missing[place] = issue(Code.UNKNOWN_KEY, self._page, None, message)
