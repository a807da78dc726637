"""What the search of a site finds the generated pages by: each paper once, and nothing twice that notes say."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from typing import NamedTuple

from papernotes_plugin.exports import search_text
from papernotes_plugin.exports.search_text import SearchEntry
from papernotes_plugin.links.addresses import group_page, paper_at, paper_page, papers_index
from papernotes_plugin.vocabulary.config import NO_SEARCH, PAGEFIND, SEARCH_AUTO, SEARCH_FULL, Config
from papernotes_plugin.vocabulary.model import Library, Output, Paper

MOST_WORDS = 2_000_000
"""Characters up to which the words about all papers are searched with `search: auto`: a browser reads the whole index
before it finds anything."""
MANY = 10
"""Papers of a tag or a venue that are too many to be shown one by one as what a search for it finds."""


class Boosts(NamedTuple):
    """How much a word counts on each kind of page, in the way of Material's search."""

    paper: float
    note: float
    group: float
    """The page of a tag or a venue, and the list of all papers."""


BOOSTS = Boosts(1, 1.25, 1.1)
"""What is called what was asked for comes first: the note, the page of the tag, the paper.  A page counts two and a
half times what a section does, so that a paper still comes before the sections of notes about it."""
PAGEFIND_BOOSTS = Boosts(1.25, 1, 0.5)
"""Pagefind looks for pages alone."""
NOT_SEARCHED = Boosts(1, 1, 1)


class Search:
    """The entries of the generated pages of one build."""

    def __init__(self, library: Library, config: Config, outputs: Iterable[Output]) -> None:
        self._ours = {output.path for output in outputs}
        self._library, self._config = library, config
        self._on = config.search != NO_SEARCH
        self.boosts = {PAGEFIND: PAGEFIND_BOOSTS, NO_SEARCH: NOT_SEARCHED}.get(config.search, BOOSTS)
        self.whole = config.search in (SEARCH_FULL, PAGEFIND) or (config.search == SEARCH_AUTO and self._is_small)
        """The words about the papers are searched, too."""
        self.briefly = self._on and not self.whole
        """Neither are those in the notes."""
        least = 0 if self.whole else MANY
        self._lists = self._named_lists(library, config, least)

    @property
    def _is_small(self) -> bool:
        """Whether not too much is said about the papers that have pages."""
        papers = (p for p in self._library.papers if paper_page(p.slug, self._config) in self._ours)
        return all(words <= MOST_WORDS for words in accumulate(map(search_text.text_length, papers)))

    def _paper(self, path: str) -> Paper | None:
        return paper_at(path, self._library, self._config) if path in self._ours else None

    @staticmethod
    def _named_lists(library: Library, config: Config, least: int) -> dict[str, str]:
        """The pages that list at least so many papers, by path, with their names."""
        named = {papers_index(config): "Papers"}
        # the names of topics are the headings of notes, which are found themselves
        for folder, groups in ((config.tags_path, library.tags), (config.venues_path, library.venues)):
            between = " / " if folder == config.tags_path else " "
            listed = (group for group in groups if len(group.papers) >= least)
            named |= {group_page(folder, group.slug): between.join(group.path) for group in listed}
        return named

    def entry(self, path: str) -> tuple[SearchEntry, float] | None:
        """What a page of ours is found by, and how much a word counts there; None where it is not to be found."""
        if not self._on:
            return None
        if paper := self._paper(path):
            # Material compares how often a word stands in a text, and a note may name a key more than once
            twice = self.whole and self.boosts is BOOSTS
            return search_text.search_entry(paper, whole=self.whole, twice=twice), self.boosts.paper
        return (SearchEntry(self._lists[path], ""), self.boosts.group) if path in self._lists else None
