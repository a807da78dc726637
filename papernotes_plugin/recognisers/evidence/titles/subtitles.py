"""Read a heading that gives authors, with venue or year: `### Ann Lee et al. - NeurIPS 2017`, `### Ann Lee, 2017`."""

from __future__ import annotations

from typing import NamedTuple

from papernotes_plugin import venues
from papernotes_plugin.people import OTHERS, is_given_name
from papernotes_plugin.recognisers.evidence.authors import authorship
from papernotes_plugin.recognisers.evidence.authors.short_bylines import Byline, read_dated_byline
from papernotes_plugin.recognisers.evidence.papers import paper_signs
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, looks_like_title
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind

_PARTS = lazy_regex(r"(?P<names>.{4,600})(?:\s[–—-]+\s|\||,)\s*(?P<venue>[^–—|,]{3,60})")
_SHORT_YEAR = lazy_regex(r"(?P<venue>[A-Z][A-Za-z]{2,9})\s?['’]?(?P<year>\d\d)")
"""A venue with two digits of its year: `CVPR 21`."""
_UNNAMED = lazy_regex(
    r"[Aa]uthors?(?: [Ii]nformation| [Nn]ames?)?(?:,? et al\.?)?\s?[–—-]+\s(?P<venue>[A-Z][A-Za-z]{2,9}\s?['’]?\d{2,4})"
)
"""A template for authors that was not filled, before a venue with its year: `Author Information - CVPR 21`."""
_AFTER_OTHERS = lazy_regex(r"(?<=\bet al)\b\.?.*")
"""The affiliation after shortened authors: `et al., DeepMind`."""
_DASH = lazy_regex(r"\s[–—-]\s")
_AFTER_STOP = lazy_regex(r"(?<=[^\W\d_]{3})\.\s.*")
"""The affiliation after a full stop, which does not follow an initial."""
_NOTE_LINK = lazy_regex(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]")
_INITIALS = lazy_regex(r", (?:[^\W\d_a-z]\.?[ -]?){1,3}$")
"""The initials after a family name: `Kahneman, D.`."""
_FIRST_BLOGS = 1990
_MIN_WORDS = 4
"""Words of a title from which a line below it may be its authors and year."""

_MANY_WORDS = 7
"""Words of a title above a venue without names; fewer need a colon."""


class Subtitle(NamedTuple):
    """Authors in the heading below a title, with venue and year if it has them."""

    block: Block
    authors: tuple[str, ...]
    venue: str
    year: int | None
    track: str
    is_dated: bool = False
    """True if a year follows the authors and no venue, which makes no card of a title without a link."""


def find_subtitle(context: NoteContext, heading: Block) -> Subtitle | None:
    """Return what the heading directly below a title says about the paper; None for any other heading."""
    following = _block_below(context, heading)
    if following is None:
        return None
    words = context.visible_text(following.index)
    if unnamed := _UNNAMED.fullmatch(words):
        venue, year, track = _dated_venue(unnamed["venue"])
        title = context.visible_text(heading.index)
        # a talk at the conference has a shorter title
        is_paper = ": " in title or count_words(title) >= _MANY_WORDS
        return Subtitle(following, (), venue, year, track) if venue and year and is_paper else None
    match = _PARTS.fullmatch(words)
    names = _names(match["names"]) if match else ""
    venue, year, track = _dated_venue(match["venue"]) if match and names else ("", None, "")
    if venue and year:
        return Subtitle(following, authorship.split_authors(names), venue, year, track)
    if byline := _byline_of_only_paper(context, following):
        return Subtitle(following, *byline, is_dated=True)
    authors = authorship.split_authors(_names(words))
    # a family name alone is the heading of a section on a paper: `Lee et al.`
    is_shortened = len(authors) > 1 and authors[-1] == OTHERS and " " in authors[0]
    # the authors of a report are there, too
    if is_shortened or (
        any(map(authorship.has_given_name, authors[1:])) and paper_signs.is_on_paper_of_others(context)
    ):
        return Subtitle(following, authors, *venues.find_venue(words))
    return None


def _dated_venue(words: str) -> tuple[str, int | None, str]:
    """Return acronym, year and track of a venue, whose year may have two digits: `CVPR 21`."""
    short = _SHORT_YEAR.fullmatch(words.strip())
    return venues.parse_venue(f"{short['venue']} '{short['year']}" if short else words)


def byline_below(context: NoteContext, title: Block) -> Byline | None:
    """Return the authors and the year in the heading or line directly below the title of a note, which is claimed.

    A line needs a long title with capitals above it, as the name of a topic may have a citation below it.
    """
    words = context.visible_text(title.index)
    is_title = count_words(words) >= _MIN_WORDS and looks_like_title(words)
    following = _block_below(context, title, may_be_line=is_title)
    byline = _byline_of_only_paper(context, following) if following else None
    if following and byline:
        context.claimed_blocks.add(following.index)
    return byline


def _block_below(context: NoteContext, heading: Block, *, may_be_line: bool = False) -> Block | None:
    """Return the heading of a lower level, or a paragraph, directly below a heading; None for any other block."""
    following = next(context.siblings_after(heading, 1), None)
    if following is None:
        return None
    is_below = following.kind is BlockKind.HEADING and following.level > heading.level
    return following if is_below or (may_be_line and following.kind is BlockKind.PARAGRAPH) else None


def opening_byline(context: NoteContext) -> Byline | None:
    """Return the authors and the year in a heading that opens a note: `#### Ann Lee and Bob Ray, 2015`; else None."""
    first = context.blocks[0] if context.blocks else None
    is_heading = first is not None and first.kind is BlockKind.HEADING
    return _byline_of_only_paper(context, first) if first and is_heading else None


def _byline_of_only_paper(context: NoteContext, heading: Block) -> Byline | None:
    """Return the authors and the year in a heading; None if others of the note have them, too, or nothing is reviewed.

    Headings such as `Lee, 2017` are those of sections on papers if there are several.
    """
    words = _text_of(context, heading)
    byline = read_dated_byline(words)
    if (
        byline is None
        or not byline.authors
        or not (_is_citation(byline, words) or paper_signs.is_on_paper_of_others(context))
    ):
        return None
    other_headings = (b for b in context.headings if b.index != heading.index)
    return None if any(read_dated_byline(context.visible_text(b.index)) for b in other_headings) else byline


def _is_citation(byline: Byline, words: str) -> bool:
    """Return whether names and a year are those of a work of others; the author of an essay states the same of it.

    They are if there are more than two names, or only family names, or if the year is from before blogs.
    """
    if byline.authors[-1] == OTHERS or len(byline.authors) > 2 or (byline.year or _FIRST_BLOGS) < _FIRST_BLOGS:
        return True
    are_short = all(_INITIALS.search(name) or not (" " in name or is_given_name(name)) for name in byline.authors)
    return are_short and (len(byline.authors) > 1 or f"({byline.year}" in words)


def _text_of(context: NoteContext, block: Block) -> str:
    """Return the visible text of a block, with a comma between links to notes that nothing else divides."""
    source = context.source(block.span)
    if "]] [[" not in source:
        return context.visible_text(block.index)
    return _NOTE_LINK.sub(r"\1", source.replace("]] [[", "]], [[")).strip("# \n")


def _names(words: str) -> str:
    """Return the authors in a line, without their affiliation; "" for other words."""
    names = _AFTER_STOP.sub("", _AFTER_OTHERS.sub("", words)).strip()
    # `Ann Lee, Bob Ray - Some Lab`, `Ann Lee, Bob Ray, Some Lab`
    before_dash: str = _DASH.split(names, maxsplit=1)[0]
    for part in filter(None, (names, before_dash, names.rpartition(",")[0])):
        if authorship.looks_like_authors(part) or authorship.is_person(part):
            return part
    return ""
