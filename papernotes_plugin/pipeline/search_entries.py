"""Search entries of the generated pages: each paper once, and no text twice that notes contain."""

from __future__ import annotations

from collections.abc import Set
from itertools import accumulate
from typing import NamedTuple

from papernotes_plugin.exports import search_text
from papernotes_plugin.exports.search_text import SearchEntry
from papernotes_plugin.links.addresses import group_page, paper_at, paper_page, papers_index
from papernotes_plugin.vocabulary.config import NO_SEARCH, PAGEFIND, SEARCH_AUTO, SEARCH_FULL, Config
from papernotes_plugin.vocabulary.model import Library, Paper

MAX_TEXT_LENGTH = 2_000_000
"""Length in characters of the text about all papers up to which `search: auto` indexes it.  A browser loads the whole
index before the first search."""
MANY_PAPERS = 10
"""Number of papers from which a tag or venue has an entry of its own, if only the names of papers are indexed."""


class Boosts(NamedTuple):
    """Weights of search results by kind of page, as defined by Material's search."""

    paper: float
    note: float
    group: float
    """Weight of the page of a tag or venue, and of the list of all papers."""


BOOSTS = Boosts(1, 1.25, 1.1)
"""Weights with which a page whose title is the query comes first: the note, the page of the tag, the paper.  A page
counts two and a half times as much as a section, so that a paper precedes the sections of notes about it."""
PAGEFIND_BOOSTS = Boosts(1.25, 1, 0.5)
"""Weights for Pagefind, which indexes pages without sections."""
NOT_SEARCHED = Boosts(1, 1, 1)


class Search:
    """The search entries of the generated pages of one build."""

    def __init__(self, library: Library, config: Config, generated: Set[str]) -> None:
        self._generated = generated
        self._library, self._config = library, config
        self._on = config.search != NO_SEARCH
        self.boosts = {PAGEFIND: PAGEFIND_BOOSTS, NO_SEARCH: NOT_SEARCHED}.get(config.search, BOOSTS)
        self.whole = config.search in (SEARCH_FULL, PAGEFIND) or (config.search == SEARCH_AUTO and self._is_small)
        """True if the text about papers is indexed too, not only their names."""
        self.briefly = self._on and not self.whole
        """True if only names are indexed, for notes too."""
        least = 0 if self.whole else MANY_PAPERS
        self._lists = self._named_lists(library, config, least)

    @property
    def _is_small(self) -> bool:
        """Return whether the text about the papers with pages is short enough for `search: auto`."""
        papers = (p for p in self._library.papers if paper_page(p.slug, self._config) in self._generated)
        return all(length <= MAX_TEXT_LENGTH for length in accumulate(map(search_text.text_length, papers)))

    def _paper(self, path: str) -> Paper | None:
        return paper_at(path, self._library, self._config) if path in self._generated else None

    @staticmethod
    def _named_lists(library: Library, config: Config, least: int) -> dict[str, str]:
        """Return the name of each page that lists at least `least` papers, by path."""
        named = {papers_index(config): "Papers"}
        # topics are headings of notes, which the search index contains already
        for folder, groups in ((config.tags_path, library.tags), (config.venues_path, library.venues)):
            separator = " / " if folder == config.tags_path else " "
            listed = (group for group in groups if len(group.papers) >= least)
            named |= {group_page(folder, group.slug): separator.join(group.path) for group in listed}
        return named

    def entry(self, path: str) -> tuple[SearchEntry, float] | None:
        """Return the search entry of a generated page and its weight; None if the page is not indexed."""
        if not self._on:
            return None
        if paper := self._paper(path):
            # Material counts how often a word occurs in a text, and a note may contain a key more than once
            twice = self.whole and self.boosts is BOOSTS
            return search_text.search_entry(paper, whole=self.whole, twice=twice), self.boosts.paper
        return (SearchEntry(self._lists[path], ""), self.boosts.group) if path in self._lists else None
