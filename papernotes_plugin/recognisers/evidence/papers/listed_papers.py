"""Find the lists that consist of papers, as a heading or the name of the note says, or most of their bullets show."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from enum import Enum, auto
from itertools import islice
from typing import NamedTuple

from papernotes_plugin import venues
from papernotes_plugin.recognisers.evidence.labels.kinds_of_works import announces_other_works
from papernotes_plugin.recognisers.evidence.labels.words_for_reading import announces_reading, announces_references
from papernotes_plugin.recognisers.evidence.papers import paper_signs
from papernotes_plugin.recognisers.evidence.structure.candidate_blocks import CandidateForm, PaperCandidate
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note
from papernotes_plugin.recognisers.evidence.titles import note_names
from papernotes_plugin.recognisers.evidence.titles.sentences import is_sentence
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.recognisers.evidence.titles.title_match import TitleMatch
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import WHOLE_YEAR, YEAR
from papernotes_plugin.vocabulary.model import Block, BlockKind

_PAPERS = lazy_regex(
    r"(?<!white )(?<!white)\bpapers?(?!\s*(?:notes?|reviews?|readings?|notizen|writing|info|details|identity|metadata"
    r"|club|summar|with|submission))\b"
    r"|(?:paper|reading)[ -]?list|publications|论文(?!笔记|解读|信息|写作)|論文|논문",
    re.IGNORECASE,
)
"""A word that announces papers; not that of a note on one."""
_MAX_ANNOUNCING = 6
"""Words of a heading that announces what follows; a longer title of a note is about something."""
_OTHER = lazy_regex(
    r"\b(?:workshops?|tutorials?|talks?|keynotes?|agenda|schedule|programme?|deadlines?|dates|awards?|trip|highlights"
    r"|call for|visits?|meetings?|reviewers?|committees?|organi[sz]ers|topics|speakers?|attendees|participants|journals"
    r"|conferences|venues|to-?do|people|slides|books?|courses?|blogs?|videos?|websites?|templates?|criteria|statistics"
    r"|figures|tables|sections|submissions?|submit|writing)\b"
    r"|^\W*(?:data ?sets?|benchmarks?|tools?|toolkits?|software|code|librar(?:y|ies)|resources|ideas?|questions?"
    r"|authors|keywords?|projects?|areas?|interests?|subjects?|titles|teams?|members|notes|takeaways?)\W*$",
    re.IGNORECASE,
)
"""A word of a heading above something else: events, dates, people; a heading that is only the name of other things."""
_EVENT = r"(?:workshops?|tutorials?|seminars?|conferences?|events?|(?:summer|winter) schools?|challenges|competitions)"
_EVENTS = lazy_regex(rf"\W*{_EVENT}(?: ?(?:,|&|/|and) ?{_EVENT})*\W*", re.IGNORECASE)
"""A heading that is only words for events."""
_PAPER_TAGS = frozenset(("paper", "papers", "article", "reading", "toread", "to-read", "literature"))
"""Tags of works to read."""
_SIGN = lazy_regex(r"\d\d|[Pp]aper|PAPER|[Rr]ead|[Rr]efer|[Pp]ubli|[Ll]iter|[Bb]ibli|[Ww]orks|论|論|논|文献")
"""A part of each word that announces papers, which most headings and names have not."""
_YEAR = lazy_regex(rf"{YEAR}|['’]\d\d\b")
_NAME_SEPARATORS = lazy_regex(r"[_-]+")
_IN_BRACKETS = r"\((?:[A-Z][\w&.' -]{1,40},? )?(?:19|20)\d\d(?:,? [A-Z][\w&.' -]{1,40})?\)"
_MONTH_AFTER_DASH = r"[—–-] [A-Z][a-z]{2,8}\.?,? (?:19|20)\d\d *$"
_DATED_ENTRY = lazy_regex(
    r"^[ \t]*(?:[*+-]|\d{1,3}[.)]) (?:\[[ xX]\] )?\*\*(?:[^\s*]+ ){3,60}[^\s*]+\*\*,? "
    rf"(?:{_IN_BRACKETS}(?=:| [—–-]|\.(?: |$)| *$)|{_MONTH_AFTER_DASH})",
    re.MULTILINE,
)
"""A bullet with a marked title and the year in brackets, after which a remark may follow: `- **Title** (2020) — …`."""
_YEAR_AND_REMARK = lazy_regex(
    rf",? (?:{_IN_BRACKETS}(?P<dash>:| [—–-])?(?P<others>[^.:]{{0,40}} et al\b)?|{_MONTH_AFTER_DASH})"
)
"""The year and the mark after the title there, perhaps with shortened names: ` (2020) — Lee et al. show …`."""
_SEVERAL_PAPERS = lazy_regex(r"papers\b|publications|list\b|[论論]文|논문", re.IGNORECASE)
_MIN_ENTRIES = 3
"""Such bullets in a note that announces papers, from which they are a list of papers."""
_MIN_PAPERS = 3
"""Papers in a list, if they are at least half of its bullets, or of one form in a note, that decide on the others."""
_MIN_RATIO = 3
"""Papers of a list with the year in their links for each other bullet of that form."""
_TITLE_AND_YEAR = lazy_regex(r"[^\W\d_][^()\n]{12,200}(?: \([^()\n]{2,60}\)[^()\n]{0,80})? \((?:19|20)\d\d\)")
"""A title and its year in brackets: `The Locking of Files (1997)`."""
_MIN_TITLES = 5
"""Papers of a note with a link in that form, from which a title in that form without a link is a paper, too."""
_DATED = lazy_regex(r"\[?\[(?:19|20)\d\d(?P<venue> [^\[\]\n]{2,40})?\]")
"""The year before a title, often with a venue: `[2016] Title`, `[2016 ECCV] Title`."""


class Announcement(NamedTuple):
    """Publication of the papers in the lists of a section or a note, as far as the words above them say it."""

    heading: int
    """The index of the heading that announces papers; -1 for the name of the note."""
    venue: str = ""
    year: int | None = None
    track: str = ""


class Works(Enum):
    """A kind of works that a heading announces."""

    REFERENCES = auto()
    OTHERS = auto()
    """Films, music, people, events and the like."""


@once_per_note
def announced_works(context: NoteContext, heading: int) -> Works | None:
    """Return what a heading, one above it, or the title of the note announces; None if they announce nothing.

    The name of the file may announce references, too: `99_Literatur.md`.

    Args:
        context: The note.
        heading: The index of the heading; -1 for the beginning of a note.
    """
    words = context.visible_text(heading) if heading >= 0 else context.note.title
    if announces_references(words) or (heading < 0 and announces_references(note_names.stem_of(context.note.path))):
        return Works.REFERENCES
    if count_words(words) <= _MAX_ANNOUNCING and (announces_other_works(words) or paper_signs.announces_talks(words)):
        return Works.OTHERS
    return announced_works(context, context.heading_above[heading]) if heading >= 0 else None


def is_below_events(context: NoteContext, block: int) -> bool:
    """Return whether a heading above a block is only words for events: `Workshops & Tutorials`."""
    heading = context.heading_above[block]
    while heading >= 0 and not _EVENTS.fullmatch(context.visible_text(heading)):
        heading = context.heading_above[heading]
    return heading >= 0


@once_per_note
def is_below_reading(context: NoteContext, block: int) -> bool:
    """Return whether the nearest heading or bullet above a block, or a tag, announces works to read."""
    items = (b.index for b in context.ancestors(block) if b.kind is BlockKind.ITEM)
    # the first item has the block, the next one is above it
    above = next(islice(items, 1, None), context.heading_above[block])
    is_tagged = any(tag.casefold() in _PAPER_TAGS for tag in context.tags_in(block))
    return (is_tagged or _announces_reading(context, above)) and not announces_other_works(_words_of(context, above))


def is_in_column_of_reading(context: NoteContext, cell: Block) -> bool:
    """Return whether the head of the column of a cell announces works to read."""
    cells = context.children(cell.parent)
    head = next((row for row in context.children(context.blocks[cell.parent].parent) if row.header), None)
    heads = context.children(head.index) if head else ()
    return len(heads) == len(cells) and announces_reading(context.visible_text(heads[cells.index(cell)].index))


@once_per_note
def _announces_reading(context: NoteContext, above: int) -> bool:
    """Return whether the words of a heading, an item or the title of the note announce works to read."""
    words = _words_of(context, above)
    return announces_reading(words) or announces_references(words)


def _words_of(context: NoteContext, above: int) -> str:
    """Return the words of a heading, the first ones of an item, or the title of the note for -1."""
    if above < 0:
        return context.note.title
    block = context.blocks[above]
    return context.first_words(block) if block.kind is BlockKind.ITEM else context.visible_text(above)


def says_papers(words: str) -> bool:
    """Return whether words above a list announce papers: `Accepted papers:`."""
    return _PAPERS.search(words) is not None


@once_per_note
def announcement_of(context: NoteContext, heading: int) -> Announcement | None:
    """Return the announcement of papers that is nearest above the blocks of a section; None if they are no papers.

    Args:
        context: The note.
        heading: The index of the heading of the section; -1 for the beginning of a note.
    """
    if heading < 0:
        return _of_name(context)
    words = context.visible_text(heading)
    announcement = _read(words, heading) if _SIGN.search(words) else None
    announcement = announcement or announcement_of(context, context.heading_above[heading])
    return None if announcement is None or _OTHER.search(words) else announcement


def _of_name(context: NoteContext) -> Announcement | None:
    """Return the announcement in the name of a note, unless the note is about one paper."""
    if context.note_evidence is not None:
        return None
    name = note_names.name_of(context.note.path)
    if not _SIGN.search(name):
        return None
    name = _NAME_SEPARATORS.sub(" ", name)
    return None if _OTHER.search(name) else _read(name, -1)


def _read(words: str, heading: int) -> Announcement | None:
    """Return the announcement in words that name one venue with its year, or papers."""
    venue, year, track = venues.parse_venue(words) if _YEAR.search(words) else ("", None, "")
    has_papers = says_papers(words)
    if not venue and has_papers and len(_YEAR.findall(words)) == 1:
        venue, year, track = venues.find_venue(words)
    if venue and year and not venues.is_preprint(venue):
        return Announcement(heading, venue, year, track)
    return Announcement(heading) if has_papers else None


def is_dated_entry(context: NoteContext, candidate: PaperCandidate, match: TitleMatch) -> bool:
    """Return whether a bullet is a marked title with a year in a list of papers: `**Title** (2020) — It shows …`.

    A heading announces papers above several such bullets, or shortened names follow the year.
    """
    following = _YEAR_AND_REMARK.match(match.rest)
    if match.is_plain or not following or not _DATED_ENTRY.match(context.source(candidate.container.span)):
        return False
    heading = context.heading_above[candidate.block.index]
    if announced_works(context, heading) is Works.OTHERS or is_sentence(match.parts.title, has_link=True):
        return False
    if following["dash"] and following["others"]:
        return True
    announcement = announcement_of(context, heading)
    if not announcement or _count_dated_entries(context) < _MIN_ENTRIES:
        return False
    at = announcement.heading
    # `Notes on the paper about …` is about one
    words = context.visible_text(at) if at >= 0 else note_names.name_of(context.note.path)
    return bool(announcement.venue or _SEVERAL_PAPERS.search(words))


@once_per_note
def _count_dated_entries(context: NoteContext) -> int:
    return sum(1 for _ in _DATED_ENTRY.finditer(context.note.text, context.note.body_start))


class YearPlace(Enum):
    """The place of the year in a bullet, relative to its first link."""

    BEFORE = auto()
    INSIDE = auto()
    AFTER = auto()


def _year_place(candidate: PaperCandidate) -> YearPlace | None:
    """Return the place of the year in the words of a bullet with a link; None without one of them."""
    link = candidate.links[0][1] if candidate.links else None
    if not link:
        return None
    year = next((i for _, i in candidate.inlines if not i.bare and WHOLE_YEAR.search(i.text)), None)
    if not year:
        return None
    if year.span.start < link.span.start and year.span.end <= link.span.start:
        return YearPlace.BEFORE
    return YearPlace.INSIDE if year.span.start < link.span.end else YearPlace.AFTER


class PaperLists:
    """The bullets of a note that are papers, and those that may be."""

    def __init__(self, context: NoteContext) -> None:
        self._context = context
        self._source = context.note.text
        self._papers: Counter[int] = Counter()
        """The number of papers in each list."""
        self._linked: defaultdict[int, list[tuple[PaperCandidate, bool]]] = defaultdict(list)
        """The bullets of each list with a link, and whether they are papers."""
        self._others: defaultdict[int, list[PaperCandidate]] = defaultdict(list)
        """The bullets of each list that are no papers by themselves."""
        self._dated_papers = 0
        """The number of papers that open with a year and venue in brackets."""

    def add(self, candidate: PaperCandidate, *, is_paper: bool) -> None:
        """Count a candidate that is a paper; keep a bullet that may be one."""
        if candidate.form is CandidateForm.BULLET and candidate.links:
            self._linked[candidate.container.parent].append((candidate, is_paper))
        if is_paper:
            self._papers[candidate.container.parent] += 1
            dated = _DATED.match(self._source, candidate.block.span.start)
            self._dated_papers += bool(dated and dated["venue"])
        elif candidate.form is CandidateForm.BULLET:
            self._others[candidate.container.parent].append(candidate)

    def undecided(self) -> Iterator[PaperCandidate]:
        """Yield the bullets that need less evidence than others, because some are papers."""
        titled = {id(candidate) for candidate in self._titles_without_links()} if self._papers else ()
        for parent, candidates in (self._others if self._papers else {}).items():
            is_list_of_papers = self._papers[parent] >= max(_MIN_PAPERS, len(candidates))
            # the numbers of bullets that are papers, or not, by the place of their year
            may_have_form = self._papers[parent] >= _MIN_PAPERS
            forms = Counter((_year_place(c), is_paper) for c, is_paper in self._linked[parent] if may_have_form)
            for candidate in candidates:
                start = candidate.block.span.start
                has_date = self._dated_papers >= _MIN_PAPERS and _DATED.match(self._source, start)
                candidate.is_dated = bool(has_date) or id(candidate) in titled
                candidate.is_in_paper_list = is_list_of_papers or candidate.is_dated
                place = _year_place(candidate) if may_have_form else None
                others = forms[place, False]
                # a post may have its year in the link, too
                enough = _MIN_RATIO * others if place is YearPlace.INSIDE else others + 1
                if place and forms[place, True] >= max(_MIN_PAPERS, enough):
                    candidate.has_form_of_papers = candidate.is_in_paper_list = True
                if candidate.is_in_paper_list:
                    yield candidate

    def _titles_without_links(self) -> list[PaperCandidate]:
        """Return the bullets without a link that are a title and a year, as most bullets with a link are papers."""
        unlinked = [c for others in self._others.values() for c in others if not c.links]
        titles = [c for c in unlinked if (match := self._title_and_year(c)) and match.end() == match.endpos]
        if not titles:
            return []
        linked = Counter(
            is_paper for of_list in self._linked.values() for c, is_paper in of_list if self._title_and_year(c)
        )
        return titles if linked[True] >= max(_MIN_TITLES, _MIN_RATIO * linked[False], len(titles)) else []

    def _title_and_year(self, candidate: PaperCandidate) -> re.Match[str] | None:
        """Return the match of a title and a year that open a bullet, in its words without the last point."""
        return _TITLE_AND_YEAR.match(self._context.visible_text(candidate.block.index).rstrip(". "))
