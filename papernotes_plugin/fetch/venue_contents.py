"""All papers of a venue and year: from the table of the conference, else from the contents at DBLP."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from papernotes_plugin.entries.work_comparison import are_titles_similar
from papernotes_plugin.entries.work_facts import family_name
from papernotes_plugin.fetch.matching import is_same_title_and_author
from papernotes_plugin.fetch.records import Record, Status
from papernotes_plugin.fetch.services import SERVICES, conference_tables, dblp
from papernotes_plugin.fetch.transport import Transport, Unavailable
from papernotes_plugin.text import comparison_key

_MAX_PAGES = 12
_SIMILAR = 60
_MIN_COMPARED = 5
_MAX_DIFFERENT = 0.2
"""Part of the compared papers that may have another title in the second source."""


class VenueContents:
    """The papers of venues and years, each asked once."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._tables: dict[tuple[str, int], list[Record]] = {}
        self._contents: dict[tuple[str, int], list[Record]] = {}
        self.problems: dict[tuple[str, int], dict[str, str]] = defaultdict(dict)
        """The reason that a service could not be asked, by venue and year, then by its name."""
        self.doubtful: set[tuple[str, int]] = set()
        """Tables that contradict DBLP: their records are only proposals."""
        self._by_title: dict[str, list[Record]] = defaultdict(list)

    def loaded(self) -> list[tuple[str, int]]:
        """Return the venues and years whose tables were loaded."""
        return [place for place, records in self._tables.items() if records]

    def load(self, venue: str, year: int, *, check: bool = False) -> list[Record]:
        """Return the papers of a table; none if the conference has no table or it could not be asked.

        Args:
            venue: The acronym.
            year: The year.
            check: Compare the table with DBLP, because the notes say too little to notice a wrong one.
        """
        place = (venue, year)
        matching = conference_tables.tables_of(venue, year)
        if matching is None:
            return []
        if place not in self._tables:
            service = SERVICES[matching[0]]
            self._tables[place] = []
            try:
                self._tables[place] = self._transport.records(service, conference_tables.table_request(*matching))
            except Unavailable as error:
                self.problems[place][service.name] = str(error)
            self._index(self._tables[place])
        if check and self._tables[place] and self._contradicts(place):
            self.doubtful.add(place)
        return self._tables[place]

    def _index(self, records: Sequence[Record]) -> None:
        for record in records:
            self._by_title[comparison_key(record.title)].append(record)

    def contents(self, venue: str, year: int, pages: int = _MAX_PAGES) -> list[Record]:
        """Return the papers of a venue and year at DBLP, at most a number of pages."""
        place = (venue, year)
        if venue not in dblp.STREAMS:
            return []
        held = self._contents.setdefault(place, [])
        while len(held) % dblp.PAGE == 0 and len(held) < pages * dblp.PAGE:
            try:
                page = self._transport.records(SERVICES["dblp"], dblp.contents_request(venue, year, len(held)))
            except Unavailable as error:
                self.problems[place]["dblp"] = str(error)
                break
            held += page
            self._index(page)
            if len(page) < dblp.PAGE:
                break
        return held

    def _contradicts(self, place: tuple[str, int]) -> bool:
        """Return whether the table gives other titles than DBLP to papers with the same authors."""
        titles: dict[tuple[str, ...], list[str]] = defaultdict(list)
        for record in self.contents(*place, pages=1):
            titles[_families(record)].append(comparison_key(record.title))
        compared = different = 0
        for record in self._tables[place]:
            theirs = titles.get(_families(record), []) if len(record.authors) > 2 else []
            if len(theirs) == 1:
                compared += 1
                different += not are_titles_similar(comparison_key(record.title), theirs[0], _SIMILAR)
        return compared >= _MIN_COMPARED and different > _MAX_DIFFERENT * compared

    def publications_of(self, preprint: Record) -> list[Record]:
        """Return the accepted papers, among all that were loaded, with title and first author of a preprint."""
        return [
            record
            for record in self._by_title.get(comparison_key(preprint.title), [])
            if record.status is Status.PUBLISHED
            and (record.venue, record.year) not in self.doubtful
            and is_same_title_and_author(preprint, record)
        ]

    def titled(self, title: str) -> list[Record]:
        """Return the papers, among all that were loaded, with a title."""
        matching = self._by_title.get(comparison_key(title), [])
        return [record for record in matching if (record.venue, record.year) not in self.doubtful]


def _families(record: Record) -> tuple[str, ...]:
    return tuple(map(family_name, record.authors))
