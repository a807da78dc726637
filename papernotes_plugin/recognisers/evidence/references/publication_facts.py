"""The publication of a paper, as a reference prints it."""

from __future__ import annotations

from dataclasses import dataclass

from papernotes_plugin.text.lazy_regex import lazy_regex

_ENCYCLOPEDIA = lazy_regex(r"\bEncyclop(?:a?e|æ)dia of [A-Z]")
_YEAR = lazy_regex(r"1[0-9]\d\d|20\d\d")
_MIN_YEARS = 45
"""Difference from which two numbers like years are no pages of a paper."""


@dataclass(frozen=True, slots=True)
class Publication:
    """Venue and date of a paper, as a reference prints them."""

    venue: str = ""
    """The acronym of a known venue, else the name as printed."""
    year: int | None = None
    track: str = ""
    volume: str = ""
    issue: str = ""
    pages: str = ""
    publisher: str = ""
    place: str = ""
    """Place of the publisher of a book."""
    edition: str = ""
    """Number of the edition of a book."""
    entry_type: str = ""
    """`phdthesis`, `report` and the like, `book`, `incollection`, or `article` in an unknown journal, if shown."""
    editors: tuple[str, ...] = ()
    """Editors of the book of a chapter."""
    institution: str = ""
    """School of a thesis, or institution of a report."""
    is_known: bool = False
    """True if the venue is one of the table of venues."""
    is_event: bool = False
    """True if the venue has a word such as `Journal`, or volume and pages."""
    is_site: bool = False
    """True if a domain is in place of the venue: `example.com`."""
    has_in: bool = False
    """True if `In` is before the venue."""
    has_imprint: bool = False
    """True if it ends with place and publisher of a book."""
    end: int = 0
    """The offset after the venue."""
    unexplained: int = 0
    """Number of words between the venue and the first number, or in an unknown venue after a point."""

    @property
    def is_whole_work(self) -> bool:
        """True if the reference is that of a book with its imprint, a thesis or a report."""
        return self.has_imprint or self.entry_type not in ("", "article", "book", "incollection", "inproceedings")

    @property
    def is_scholarly(self) -> bool:
        """True if the venue is known or named like a journal, or has a volume or a publisher."""
        return bool(self.is_known or self.is_event or self.volume or self.publisher)

    @property
    def is_encyclopedia(self) -> bool:
        """True if the venue is an encyclopedia of a subject, whose articles have authors."""
        return _ENCYCLOPEDIA.search(self.venue) is not None

    @property
    def has_sign_of_venue(self) -> bool:
        """True if the venue is known, or has a word, a number or `In` as publishers have none."""
        return bool(self.volume or "–" in self.pages or self.is_known or self.is_event or self.has_in)

    @property
    def is_printed(self) -> bool:
        """True if it has a venue, a volume, a publisher or an institution, or is a book with a place."""
        has_place = self.entry_type == "book" and self.place
        return bool(self.venue or self.volume or self.publisher or self.is_whole_work or self.institution or has_place)

    @property
    def _are_years(self) -> bool:
        """True if the pages may be the years that the title of a book speaks of: `*Silver and Work, 1692-1826*`."""
        first, _, last = self.pages.partition("–")
        are_years = not self.volume and _YEAR.fullmatch(first) and _YEAR.fullmatch(last)
        return bool(are_years) and int(last) - int(first) >= _MIN_YEARS

    @property
    def details(self) -> tuple[tuple[str, str], ...]:
        """Volume, issue, pages, publisher, place, edition and institution by the labels that fields have."""
        pairs = (
            ("Volume", self.volume),
            ("Number", self.issue),
            ("Pages", "" if self._are_years else self.pages),
            ("Publisher", self.publisher.rstrip(" ,;:")),
            ("Place", self.place),
            ("Edition", self.edition),
            ("Editor", "; ".join(self.editors)),
            ("Institution" if self.entry_type == "report" else "School", self.institution),
        )
        return tuple((label, value) for label, value in pairs if value)
