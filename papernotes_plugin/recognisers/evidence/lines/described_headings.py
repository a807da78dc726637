"""Find headings that are titles, as they or the line below them have the names, the year or the venue of a citation.

1. The heading is a citation: `## World Models (Ha & Schmidhuber, 2018)`, `## Ha & Schmidhuber (2018): World Models`.
2. The line below is only names and a year, `Ann Lee 2015`, or full names below a heading with a year at its end.
3. The line below is the authors of a paper, as `line_bylines` reads it.  Its section may have a link to the paper.

Such words are rarely a sign by themselves, so that the other headings of the note must be titles of papers, too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from papernotes_plugin import venues
from papernotes_plugin.people import OTHERS, is_given_name
from papernotes_plugin.recognisers.evidence.authors.authorship import has_given_name, is_person, listed_names
from papernotes_plugin.recognisers.evidence.authors.short_bylines import Byline, read_citation
from papernotes_plugin.recognisers.evidence.lines import described_lines, line_bylines
from papernotes_plugin.recognisers.evidence.lines.described_titles import MIN_MARKED, DescribedTitle, may_be_title
from papernotes_plugin.recognisers.evidence.lines.line_parts import LinePart, PartKind, facts_in
from papernotes_plugin.recognisers.evidence.lines.line_text import NO_TITLE, line_of, without_remark_on_names
from papernotes_plugin.recognisers.evidence.lines.recognised_text import RecognisedText
from papernotes_plugin.recognisers.evidence.papers.listed_papers import Works, announced_works, announcement_of
from papernotes_plugin.recognisers.evidence.papers.paper_links import PaperLinks
from papernotes_plugin.recognisers.evidence.papers.possible_years import years_of_preprints
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.references.publication_numbers import MONTH
from papernotes_plugin.recognisers.evidence.structure import card_section
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note
from papernotes_plugin.recognisers.evidence.structure.note_structure import IndexedInline
from papernotes_plugin.recognisers.evidence.titles import cited_titles
from papernotes_plugin.recognisers.evidence.titles.cited_titles import CitedTitle
from papernotes_plugin.recognisers.evidence.titles.false_titles import is_generic
from papernotes_plugin.recognisers.evidence.titles.groups_of_titles import are_titles_of_papers
from papernotes_plugin.recognisers.evidence.titles.note_names import names_other_note
from papernotes_plugin.recognisers.evidence.titles.sentences import is_sentence
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import (
    TitleParts,
    count_words,
    is_uninformative,
    looks_like_title,
    split_title,
)
from papernotes_plugin.recognisers.evidence.titles.venue_endings import before_venue_at_end
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.romanisation import CJK_LETTER
from papernotes_plugin.vocabulary.model import Block, BlockKind, Span

_MIN_CITED, _MIN_CITED_BY_ONE = 4, 5
"""Words of cited titles on average: those of songs and films have fewer; more with a single name each."""
_DATED_NAMES = lazy_regex(
    r"(?:(?P<before>(?:19|20)\d\d) (?P<named>[^\W\d_][^\d\n,]{1,80})"
    r"|(?P<names>[^\W\d_][^\d\n]{1,80}?) ?(?P<after>(?:19|20)\d\d))"
    r"(?: [–-] [^\W\d_][\w’'-]+)?(?: ?\[[^\[\]\n]{1,20}\])?"
)
"""Names and a year, in any order, and a remark after them: `Lee 2015 [todo]`, `Lee 2015 - Ray`."""
_DATED_HEADING = lazy_regex(r"\((?P<year>(?:19|20)\d\d)\)[\s#*_]*$")
"""The year at the end of a heading: `## Dynamic Routing Between Capsules (2017)`."""
_MAX_LINE = 120
"""Characters of a line of names and a year."""
_MAX_NAMES = 600
"""Characters of a line of full names."""
_MIN_TITLES = 3
"""Headings in a note with such a line below them, from which each of them is a title."""
_MIN_FULL = 2
"""The same, if one of the names is a full one."""
_MIN_LONG = 9
"""Words of the only heading of a note, from which it is a title if a full name is below it."""
_MIN_WORDS = 3
"""Words of one such title; above several full names, a title with capitals may have one less."""
_MIN_MEAN = 6
"""Words of such titles on average: those of films, poems and trips have fewer."""
_MIN_MEAN_WITH_NAMES = 4
"""The same above several full names each."""
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


# --- the heading is a citation --------------------------------------------------------------------


@once_per_note
def _cited_titles(context: NoteContext) -> dict[int, CitedTitle]:
    """Return the titles in the headings of a note, by heading; {} if they are those of other works.

    After initials, titles of several words need no words of papers; one word may be a label.
    """
    titled: dict[int, CitedTitle] = {}
    for heading in context.headings:
        cited = cited_titles.read(context.visible_text(heading.index))
        is_of_others = announced_works(context, heading.index) is Works.OTHERS
        if cited and not (is_of_others or context.is_label(heading) or is_sentence(cited.title, has_link=False)):
            titled[heading.index] = cited
    if len(titled) >= _MIN_BYLINES and all(cited.has_initials for cited in titled.values()):
        return {heading: cited for heading, cited in titled.items() if " " in cited.title}
    titles = [cited.title for cited in titled.values()]
    are_of_several = any(len(cited.byline.authors) > 1 for cited in titled.values())
    if are_of_several and sum(map(count_words, titles)) >= _MIN_CITED * len(titles):
        return titled
    return titled if len(titles) > 1 and are_titles_of_papers(titles, _MIN_CITED_BY_ONE) else {}


def with_citation(context: NoteContext, heading: Block, read: RecognisedText) -> DescribedTitle | None:
    """Return the title that a heading has with its names and its year; None for other headings."""
    if _is_title_of_note(context, heading) or read.contains(heading):
        return None
    cited = _cited_titles(context).get(heading.index)
    if cited is None:
        return None
    byline = cited.byline
    shown = TitleParts(cited.title, byline.venue, byline.year, byline.track)
    span, parts = context.text_span(heading), _parts_of(byline)
    return DescribedTitle(cited.title, span, parts, True, [heading], shown, is_stated=True)


def _parts_of(byline: Byline) -> list[LinePart]:
    """Return names and a year as the parts of a line."""
    parts = [LinePart(PartKind.YEAR, str(byline.year), published=Publication(year=byline.year))]
    if byline.authors != (OTHERS,):
        parts.insert(0, LinePart(PartKind.NAMES, " ".join(byline.authors), byline.authors))
    return parts


def _is_title_of_note(context: NoteContext, heading: Block) -> bool:
    """Return whether a heading is the title of a note on one paper, which has been read."""
    return context.note_evidence is not None and heading.index == context.title_heading


# --- names and a year below -----------------------------------------------------------------------


def _line_below(context: NoteContext, heading: Block) -> Block | None:
    """Return the paragraph that opens the section of a heading; None for prose and for other blocks."""
    first = next(iter(context.section(heading)), None)
    is_line = first is not None and first.kind is BlockKind.PARAGRAPH and first.index not in context.mere_prose
    return first if is_line else None


@once_per_note
def _dated_names_below(context: NoteContext, heading: Block) -> Byline | None:
    """Return the names and the year that the first line below a heading is; None for any other line.

    One given name alone is that of a friend: `Anna 2015`.
    """
    first = _line_below(context, heading)
    if first is None:
        return None
    source = context.source(first.span)
    dated = _DATED_HEADING.search(context.source(heading.span).rstrip())
    if dated and (people := full_names_in(source)):
        return Byline(people, year=int(dated["year"]))
    line = source.partition("\n")[0].strip(" *_\\")
    match = _DATED_NAMES.fullmatch(line) if len(line) <= _MAX_LINE else None
    if match is None:
        return None
    byline = read_citation(f"{(match['named'] or match['names']).strip()} {match['before'] or match['after']}")
    is_friend = byline is not None and len(byline.authors) == 1 and is_given_name(byline.authors[0])
    return None if is_friend else byline


def full_names_in(source: str) -> tuple[str, ...]:
    """Return the names that a paragraph of one line is, if they are several, and all full names; () for others."""
    if len(source) > _MAX_NAMES or "\n" in source.strip():
        return ()
    names = listed_names(source.strip(" *_\\\n"))
    return names if _are_full_names(names) else ()


def _are_full_names(names: Sequence[str]) -> bool:
    """Return whether names are several, and all full names."""
    return len(names) > 1 and all(map(is_person, names))


def _title_above_names(context: NoteContext, heading: Block) -> str:
    """Return the title that a heading may be; "" for a short one, and for the name of a part of a note."""
    title = split_title(context.visible_text(heading.index)).title
    is_other = title[:1].islower() and title.split()[0].islower()
    byline = _dated_names_below(context, heading)
    has_names = byline is not None and _are_full_names(byline.authors) and looks_like_title(title)
    if count_words(title) < _MIN_WORDS - has_names or is_other or CJK_LETTER.match(title) or context.is_label(heading):
        return ""
    return "" if is_generic(title) or is_uninformative(title) or names_other_note(title) else title


@once_per_note
def _are_above_names(context: NoteContext) -> bool:
    """Return whether the headings of a note that have names and a year below them are titles of papers.

    Half of the headings with text have such a line, and their titles have the length and the words of those of papers.
    """
    dated = [(heading, byline) for heading in context.headings if (byline := _dated_names_below(context, heading))]
    titles = [title for heading, _ in dated if (title := _title_above_names(context, heading))]
    if not titles or 2 * len(titles) < sum(bool(context.section(heading)) for heading in context.headings):
        return False
    have_names = all(_are_full_names(byline.authors) for _, byline in dated)
    if not are_titles_of_papers(titles, _MIN_MEAN_WITH_NAMES if have_names else _MIN_MEAN):
        return False
    is_full = any(has_given_name(byline.authors[0]) for _, byline in dated)
    if len(titles) >= _MIN_TITLES:
        return True
    return is_full and (len(titles) >= _MIN_FULL or sum(map(count_words, titles)) >= _MIN_LONG)


def above_names(context: NoteContext, heading: Block, read: RecognisedText) -> DescribedTitle | None:
    """Return the title that a heading is, with the names and the year in the line below it."""
    byline = _dated_names_below(context, heading)
    if byline is None or _is_title_of_note(context, heading) or not _are_above_names(context):
        return None
    title, first = _title_above_names(context, heading), context.section(heading)[0]
    if not title or read.contains(first):
        return None
    is_line = "\n" not in context.source(first.span).strip()
    blocks = [heading, first] if is_line else [heading]
    shown, links = split_title(context.visible_text(heading.index)), _links_to_paper(context, heading, byline.year)
    span, parts = context.text_span(heading), _parts_of(byline)
    return DescribedTitle(title, span, parts, True, blocks, shown, links, is_stated=True)


# --- authors below --------------------------------------------------------------------------------


def above_lines_of_facts(context: NoteContext, heading: Block, read: RecognisedText) -> DescribedTitle | None:
    """Return the title that a heading is, with the parts of the lines below it."""
    if _is_title_of_note(context, heading) or not context.section(heading) or context.is_label(heading):
        return None
    title, links, is_stated = _read_title(context, heading)
    is_title = looks_like_title(title.title) or ":" in title.title
    is_other = not is_title and (not is_stated or names_other_note(title.title))
    if is_other or not may_be_title(title.title, 1 if links else MIN_MARKED):
        return None
    parts, blocks = described_lines.parts_below(context, heading, read.contains)
    kinds = {part.kind for part in parts}
    has_full_names = any(part.kind is PartKind.NAMES and OTHERS not in part.names for part in parts)
    if not (is_stated or ((PartKind.VENUE in kinds or has_full_names) and is_title)):
        # `Lee et al. (2020) [doi](…)` below a topic
        return None
    span = context.text_span(heading)
    return DescribedTitle(title.title, span, parts, True, [heading, *blocks], title, links, is_stated)


@once_per_note
def _byline_below(context: NoteContext, heading: Block) -> Byline | None:
    """Return the authors in the first line below a heading, also `Lee et al.` alone; None for other words."""
    first = _line_below(context, heading)
    if first is None:
        return None
    if byline := line_bylines.below(context, first.index):
        return byline
    parts = facts_in(without_remark_on_names(line_of(context, first.index, NO_TITLE).partition("\n")[0]))
    if not parts or not parts[0].names:
        return None
    if len(parts) == 1:
        return Byline(parts[0].names) if parts[0].names[-1] == OTHERS else None
    # family names with a year, and perhaps an unknown venue: `Lee & Ray, J Physiol 1959`
    are_families = parts[0].kind is PartKind.FAMILIES and len(parts[0].names) >= _MIN_FAMILIES
    byline = line_bylines.byline_of(parts)
    return byline if are_families and byline.year and {part.kind for part in parts[1:]} <= _AFTER_FAMILIES else None


@once_per_note
def _are_above_bylines(context: NoteContext) -> bool:
    """Return whether several headings of a note have the authors of a paper below them.

    The names of who wrote a post look the same.  So those of two papers are shortened or have a venue.
    The headings have the words of titles, or one paper has a venue or a link, or the note announces papers.
    """
    bylines = [(heading, byline) for heading in context.headings if (byline := _byline_below(context, heading))]
    cited = [(heading, byline) for heading, byline in bylines if _is_cited(byline)]
    if not cited or sum(len(byline.authors) > 1 and bool(byline.year) for _, byline in bylines) < _MIN_BYLINES:
        return False
    if are_titles_of_papers([context.visible_text(heading.index) for heading, _ in cited], _MIN_TITLE):
        return True
    return any(
        _has_known_venue(byline)
        or announcement_of(context, heading.index)
        or _links_to_paper(context, heading, byline.year)
        for heading, byline in cited
    )


def _is_cited(byline: Byline) -> bool:
    """Return whether names have a known venue, or a year and the form of citations: `Lee & Ray (1999)`.

    Such names are shortened, without given names, or at least three.
    """
    are_families = len(byline.authors) > 1 and not any(" " in name.partition(", ")[0] for name in byline.authors)
    is_citation = byline.authors[-1] == OTHERS or are_families or len(byline.authors) >= _MIN_NAMES
    return _has_known_venue(byline) or (byline.year is not None and is_citation)


def _has_known_venue(byline: Byline) -> bool:
    return bool(byline.venue and venues.parse_venue(byline.venue)[0])


def _links_to_paper(context: NoteContext, heading: Block, year: int | None) -> tuple[IndexedInline, ...]:
    """Return the links in the lines of a section that are links to its paper; () for none, or several papers.

    A preprint that was posted after the year of the paper is another one.

    Args:
        context: The note.
        heading: The heading of the section, which ends at the next one of its level, or one with authors below it.
        year: The year of its paper.
    """
    blocks = list(context.section(heading))
    for other in card_section.subheadings(context, heading):
        if _byline_below(context, other):
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
        if byline := _byline_below(context, heading):
            links = _links_to_paper(context, heading, byline.year)
            return any(inline.block == block.index for _, inline in links)
    return False


def _read_title(context: NoteContext, heading: Block) -> tuple[TitleParts, tuple[IndexedInline, ...], bool]:
    """Return the title in a heading, the links to its paper below it, and whether these or other headings vouch for it.

    Above authors, a venue or a date at its end is no part of it: `Title, ICLR 2024`.  Without them, only it is read.
    """
    byline, words = _byline_below(context, heading), context.visible_text(heading.index)
    if byline is None:
        return split_title(words), (), False
    links = _links_to_paper(context, heading, byline.year)
    if dated := _DATE_AT_END.search(words):
        words = f"{words[: dated.start()]}, {dated['venue']}{dated['year']}"
    title, *published = before_venue_at_end(words, has_link=True)
    parts = split_title(f"{title} ({published[0].strip('()')})" if published else title)
    return parts, links, bool(links) or _are_above_bylines(context)
