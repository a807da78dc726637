"""What the search of a site finds the generated pages by: each paper once, and nothing twice that notes say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from papernotes_plugin.config import NO_SEARCH, PAGEFIND, SEARCH_AUTO, SEARCH_FULL, Config
from papernotes_plugin.exports import searching
from papernotes_plugin.exports.searching import Entry
from papernotes_plugin.model import Library, Output
from papernotes_plugin.pages.addresses import group_page, paper_page, papers_index

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
        ours = {output.path for output in outputs}
        self._on = config.search != NO_SEARCH
        self._papers = {paper_page(paper.slug, config): paper for paper in library.papers}
        self._papers = {path: paper for path, paper in self._papers.items() if path in ours}
        few = sum(map(searching.weight, self._papers.values())) <= MOST_WORDS
        self.boosts = {PAGEFIND: PAGEFIND_BOOSTS, NO_SEARCH: NOT_SEARCHED}.get(config.search, BOOSTS)
        self.whole = config.search in (SEARCH_FULL, PAGEFIND) or (config.search == SEARCH_AUTO and few)
        """The words about the papers are searched, too."""
        self.briefly = self._on and not self.whole
        """Neither are those in the notes."""
        least = 0 if self.whole else MANY
        self._lists = self._named_lists(library, config, least)

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

    def entry(self, path: str) -> tuple[Entry, float] | None:
        """What a page of ours is found by, and how much a word counts there; None where it is not to be found."""
        if not self._on:
            return None
        if path in self._papers:
            # Material compares how often a word stands in a text, and a note may name a key more than once
            twice = self.whole and self.boosts is BOOSTS
            return searching.entry(self._papers[path], whole=self.whole, twice=twice), self.boosts.paper
        return (Entry(self._lists[path], ""), self.boosts.group) if path in self._lists else None
