"""Find headings that are titles, as the line below them is their authors, and the links to the papers below them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from papernotes_plugin import venues
from papernotes_plugin.people import OTHERS
from papernotes_plugin.recognisers.evidence.authors.short_bylines import Byline
from papernotes_plugin.recognisers.evidence.lines import line_bylines
from papernotes_plugin.recognisers.evidence.lines.line_parts import LinePart, PartKind, facts_in
from papernotes_plugin.recognisers.evidence.lines.line_text import NO_TITLE, line_of, without_remark_on_names
from papernotes_plugin.recognisers.evidence.papers.listed_papers import announcement_of
from papernotes_plugin.recognisers.evidence.papers.paper_links import PaperLinks
from papernotes_plugin.recognisers.evidence.papers.possible_years import years_of_preprints
from papernotes_plugin.recognisers.evidence.references.publication_numbers import MONTH
from papernotes_plugin.recognisers.evidence.structure import card_section
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note
from papernotes_plugin.recognisers.evidence.structure.note_structure import IndexedInline
from papernotes_plugin.recognisers.evidence.titles.groups_of_titles import are_titles_of_papers
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import TitleParts, split_title
from papernotes_plugin.recognisers.evidence.titles.venue_endings import before_venue_at_end
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Span

_DATE_AT_END = lazy_regex(
    rf"(?:,|\s[–—-])\s(?P<venue>(?:(?!{MONTH}\b)[A-Z][\w&-]+ )?)(?:{MONTH},? )?(?P<year>(?:19|20)\d\d)\.?$"
)
"""A date after a title, perhaps with a venue before the month: `, ICLR March 2023`, ` – Jan 2023`."""
_PAPER_LINE = lazy_regex(
    r"^[ \t]{0,3}(?:[*+-][ \t]+)?[*_]{0,2}"
    r"(?:(?:original |full |official )?(?:paper|article|preprint|pdf|arxiv)(?: link| url)?"
    r"|link(?: to (?:the )?(?:original |full )?(?:paper|article))?)"
    r"[*_]{0,2}[ \t]?[:–—-]+[*_]{0,2}[ \t]*"
    r"(?:<?https?://\S{4,400}|\[[^\[\]\n]{1,300}(?:\n[^\[\]\n]{1,200})?\]\([^\s()]{4,400}\)"
    r"|\([^()\n]{1,300}\)\[\S{4,400}\])[.)]?[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
"""A line that is a link to the paper of its section: `* Paper link - https://…`."""
_AFTER_FAMILIES = frozenset((PartKind.YEAR, PartKind.UNKNOWN_VENUE, PartKind.VENUE))
_MIN_FAMILIES = 2
_MIN_TITLE = 5
"""Words on average of headings above citations that are titles; shorter ones can be topics."""
_MIN_NAMES = 3
"""Names with a year from which they are the authors of a paper, and not of a post."""
_MIN_BYLINES = 2
"""Headings with bylines in a note, from which these are titles."""


@once_per_note
def byline_below(context: NoteContext, heading: Block) -> Byline | None:
    """Return the authors in the first line below a heading, also `Lee et al.` alone; None for other words."""
    first = next(iter(context.section(heading)), None)
    if first is None or first.kind is not BlockKind.PARAGRAPH or first.index in context.mere_prose:
        return None
    if byline := line_bylines.below(context, first.index):
        return byline
    parts = facts_in(without_remark_on_names(line_of(context, first.index, NO_TITLE).partition("\n")[0]))
    if not parts or not parts[0].names:
        return None
    if len(parts) == 1:
        return Byline(parts[0].names) if parts[0].names[-1] == OTHERS else None
    return _family_names(parts)


def _family_names(parts: Sequence[LinePart]) -> Byline | None:
    """Return several family names with a year, and perhaps an unknown venue: `Lee & Ray, J Physiol 1959`."""
    kinds = [part.kind for part in parts[1:]]
    if parts[0].kind is not PartKind.FAMILIES or len(parts[0].names) < _MIN_FAMILIES or not {*kinds} <= _AFTER_FAMILIES:
        return None
    year = next((part.published.year for part in parts if part.published.year), None)
    venue = next((part.published.venue for part in parts if part.published.venue), "")
    return Byline(parts[0].names, venue, year) if year else None


@once_per_note
def are_of_papers(context: NoteContext) -> bool:
    """Return whether several headings of a note have the authors of a paper below them.

    The names of who wrote a post look the same.  So those of two papers are shortened or have a venue.
    The headings have the words of titles, or one paper has a venue or a link, or the note announces papers.
    """
    bylines = [(heading, byline) for heading in context.headings if (byline := byline_below(context, heading))]
    cited = [(heading, byline) for heading, byline in bylines if _is_cited(byline)]
    if not cited or sum(len(byline.authors) > 1 and bool(byline.year) for _, byline in bylines) < _MIN_BYLINES:
        return False
    if are_titles_of_papers([context.visible_text(heading.index) for heading, _ in cited], _MIN_TITLE):
        return True
    return any(
        _has_known_venue(byline)
        or announcement_of(context, heading.index)
        or links_to_paper(context, heading, byline.year)
        for heading, byline in cited
    )


def _is_cited(byline: Byline) -> bool:
    """Return whether names have a known venue, or a year and the form of citations: `Lee & Ray (1999)`.

    Such names are shortened, without given names, or at least three.
    """
    if _has_known_venue(byline):
        return True
    families = len(byline.authors) > 1 and not any(" " in name.partition(", ")[0] for name in byline.authors)
    is_citation = byline.authors[-1] == OTHERS or families or len(byline.authors) >= _MIN_NAMES
    return byline.year is not None and is_citation


def _has_known_venue(byline: Byline) -> bool:
    return bool(byline.venue and venues.parse_venue(byline.venue)[0])


def links_to_paper(context: NoteContext, heading: Block, year: int | None) -> tuple[IndexedInline, ...]:
    """Return the links in the lines of a section that are links to its paper; () for none, or several papers.

    A preprint that was posted after the year of the paper is another one.

    Args:
        context: The note.
        heading: The heading of the section, which ends at the next one of its level, or one with authors below it.
        year: The year of its paper.
    """
    blocks = list(context.section(heading))
    for other in card_section.subheadings(context, heading):
        if byline_below(context, other):
            break
        blocks += context.section(other)
    paper_links, links = PaperLinks(), []
    for line in _PAPER_LINE.finditer(context.note.text, blocks[0].span.start, blocks[-1].span.end):
        for link in context.unclaimed_links_within(Span(*line.span())):
            links.append(link)
            if not paper_links.add(*link):
                return ()
    is_later = year and any(posted > year for posted in years_of_preprints(paper_links.identifiers))
    return () if is_later else tuple(links)


def has_link_of_heading(context: NoteContext, block: Block) -> bool:
    """Return whether a block has the line that links to the paper of a heading above it with authors below it."""
    # the block of a list in HTML has all its items, and would be searched for each of them
    if block.kind is BlockKind.HTML or not context.has_link(block.span):
        return False
    start = context.note.text.rfind("\n", 0, block.span.start) + 1
    if not _PAPER_LINE.search(context.note.text, start, block.span.end):
        return False
    for heading in context.headings_above(block.index):
        if byline := byline_below(context, heading):
            links = links_to_paper(context, heading, byline.year)
            return any(inline.block == block.index for _, inline in links)
    return False


def _title_of(context: NoteContext, heading: Block) -> TitleParts:
    """Return the title in a heading above authors, without the venue or the year at its end: `Title, ICLR 2024`."""
    words = context.visible_text(heading.index)
    if dated := _DATE_AT_END.search(words):
        words = f"{words[: dated.start()]}, {dated['venue']}{dated['year']}"
    title, *published = before_venue_at_end(words, has_link=True)
    return split_title(f"{title} ({published[0].strip('()')})" if published else title)


def read(context: NoteContext, heading: Block) -> tuple[TitleParts, tuple[IndexedInline, ...], bool]:
    """Return the title in a heading, the links to its paper below it, and whether these or other headings vouch for it.

    Without authors below it, only the title is read.
    """
    byline = byline_below(context, heading)
    if byline is None:
        return split_title(context.visible_text(heading.index)), (), False
    links = links_to_paper(context, heading, byline.year)
    return _title_of(context, heading), links, bool(links) or are_of_papers(context)
