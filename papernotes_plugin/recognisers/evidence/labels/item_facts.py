"""Collect the facts of the paper that a list item, reference or paragraph describes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import unquote

from papernotes_plugin import venues
from papernotes_plugin.recognisers.evidence.authors import authorship, lone_authors, trailing_authors
from papernotes_plugin.recognisers.evidence.labels import field_facts
from papernotes_plugin.recognisers.evidence.labels.label_meanings import meaning
from papernotes_plugin.recognisers.evidence.labels.venue_values import read_venue_value
from papernotes_plugin.recognisers.evidence.lines.line_marks import MARKS
from papernotes_plugin.recognisers.evidence.lines.line_parts import PartKind, read_parts
from papernotes_plugin.recognisers.evidence.lines.venues_in_lines import publication_in
from papernotes_plugin.recognisers.evidence.papers import sentence_facts
from papernotes_plugin.recognisers.evidence.papers.paper_links import PaperLinks
from papernotes_plugin.recognisers.evidence.papers.possible_years import years_of_preprints
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.references.publishers import EVENT
from papernotes_plugin.recognisers.evidence.references.venue_names import is_journal
from papernotes_plugin.recognisers.evidence.structure.candidate_blocks import CandidateForm, PaperCandidate
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, is_uninformative
from papernotes_plugin.recognisers.evidence.titles.title_match import TitleMatch
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import ANY_YEAR
from papernotes_plugin.vocabulary.model import Block, BlockKind, Evidence, Identifier, InlineKind

_DATED_NAMES = lazy_regex(
    r"(?:(?!(?:Read|Seen|Updated?|Added|Accessed|Retrieved|Posted|Since|In|Spring|Summer|Autumn|Fall|Winter|Version"
    r"|Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]{0,6}\b)"
    r"[A-Z][a-z’'-]+\.?(?: (?:&|and|of|in|the|et|al\.|[A-Z][a-z’'-]+\.?)){0,6} )?"
    r"(?P<year>(?:19|20)\d\d)(?:[;:]\d[\d():–-]*)?"
)
"""Names or a journal with a year: `Lee & Ray 2019`, `Lee et al. 2019`, `Political Analysis 2019`, `2018;38(1):1-10`."""
_SEPARATOR = lazy_regex(r"(?:(?<!\s)\s+)?[,;()\[\]|\n]\s*|\.\s+|\s[–—-]\s")
_AROUND_NAME = ' .:*_"“”'
_MAX_REST = 400
"""Characters after a title in which the name of a venue is searched."""
_MAX_PARTS = 8
"""Parts after a title in which it is searched."""
_BETWEEN_LINKS = " \n[]()|,;–—-"
"""Characters between the links after a title."""
_DATED_EMPHASIS = lazy_regex(r"\((?:19|20)\d\d\)[.,]? [*_](?P<venue>[^*_\n]{3,90})[*_][ \t.]*$", re.MULTILINE)
_IN = lazy_regex(r"^in:? ", re.IGNORECASE)
_MIN_VENUES = 3
"""Venues in emphasis, known ones or those with a word such as `Journal`."""
_MIN_SHARE = 0.25
"""Share of the emphasised words that are such venues."""
_OPENING_OF_NAME = lazy_regex(r"\W*(?P<words>[^\W\d_a-z][\w-]+(?: [^\W\d_a-z][\w-]+){0,2}):\s*")
"""Words with capitals and a colon, which may open the name of a journal: `Radiology: Artificial Intelligence`."""
_PLAIN_WORDS = lazy_regex(r"[^\W\d_]+(?: [^\W\d_]+)*")
_YEAR_ALONE = lazy_regex(r"\W*((?:19|20)\d\d)\s?年?\W*")
_MAX_DELAY = 2
"""Years between a preprint and its publication in a list of papers by year."""
_BADGE = lazy_regex(r"https?://img\.shields\.io/badge/(?P<words>[^?#/]{2,60})-\w+(?:\.svg)?(?:[?#]|$)")
"""The picture of a badge, with its words: `…/badge/ACL2023-blue`, `…/badge/ACL-2023-blue`."""
_BADGE_SEPARATOR = lazy_regex(r"[-_]+")


def evidence(
    context: NoteContext, candidate: PaperCandidate, match: TitleMatch, paper_links: PaperLinks, key: str
) -> Evidence:
    """Return what an item says about its paper.

    Args:
        context: The note.
        candidate: The item.
        match: Its title.
        paper_links: The links of the paper.
        key: The citekey that opens the item; "" for none.
    """
    # a short name before the title is no label of a fact
    values = [v for v in candidate.all_values if v.meaning or not v.span.start <= match.span.start < v.span.end]
    facts = field_facts.evidence(values, paper_links.identifiers)
    venue, year, track = _publication(context, candidate, match)
    parts = match.parts
    identifiers = paper_links.add_identifiers(facts.identifiers)
    authors = match.authors or facts.authors or parts.authors or _authors(context, candidate, match)
    nearby = Evidence() if authors and venue and year else sentence_facts.read_after(match.rest)[0]
    year = facts.year or parts.year or year or nearby.year or _year(candidate, match)
    if not year and (venue or parts.venue):
        year = year_of_heading(context, candidate.block, identifiers)
    above = _publication_of_list(context, candidate.container.parent)
    is_undated = above and year in (None, above[1]) and not (facts.venue or parts.venue or venue or nearby.venue)
    if above and is_undated and may_be_of_year(above[1], identifiers):
        venue, year, track = above
    return facts._replace(
        title=parts.title.removeprefix(f"{key} ").lstrip("–—- ") if key else parts.title,
        # one word may be a short name of the paper
        labels=tuple(filter(None, (parts.title if count_words(parts.title) == 1 else "", match.name.strip(" :：")))),
        authors=authors or nearby.authors,
        venue=facts.venue or parts.venue or venue or nearby.venue,
        year=year,
        track=facts.track or parts.track or track,
        identifiers=identifiers,
        citekey=key,
        links=paper_links.links,
        tags=facts.tags + tuple(i.url for _, i in candidate.inlines if i.kind is InlineKind.TAG),
    )


def _publication(context: NoteContext, candidate: PaperCandidate, match: TitleMatch) -> tuple[str, int | None, str]:
    """Return venue, year and track in the text after a title, below it, in a badge, or in emphasis after a year."""
    venue, year, track = venues.find_venue(match.rest)
    if not venue:
        venue, year, track = trailing_authors.venue_below(context, candidate.container)
    if not (venue or match.parts.venue):
        venue, year, track = _venue_of_badge(candidate) or ("", year, track)
    if not venue:
        venue, stated_year = _venue_alone(match.rest)
        year = year or stated_year
    if not (venue or match.parts.venue):
        venue = _venue_in_emphasis(context, candidate)
    return venue, year, track


def _venue_alone(rest: str) -> tuple[str, int | None]:
    """Return the venue in the parts of a line after a title, and its year: `. TACL. [paper]`, `(Robot Notes 2019)`."""
    before = ""
    for part in read_parts(rest[:_MAX_REST])[:_MAX_PARTS]:
        published, words = part.published, part.text.strip(MARKS)
        opening, before = _OPENING_OF_NAME.fullmatch(before), part.text
        is_named = part.kind is PartKind.VENUE and published.venue not in words
        if is_named and opening and not meaning(opening["words"]):
            # a journal whose name is a subject ends the name of another one
            journal = _PLAIN_WORDS.match(words)
            return (f"{opening['words']}: {journal[0]}" if journal else ""), published.year
        # alone in brackets after a title, `Neurocomputing` is no subject
        is_alone = f"({words})" in rest[: len(words) + 6]
        if part.kind is PartKind.WORDS and (" " in words or is_alone) and words[:1].isupper():
            name, year, _ = venues.parse_venue(words, labelled=is_alone)
            published = Publication(name, year, is_known=bool(name) and not venues.is_preprint(name))
        # `Lee, Ray (2020) Networking Papers`: the year is that of the names
        is_whole = words.count("(") == words.count(")") or words.endswith(")")
        if is_whole and published.venue and (published.is_known or is_journal(published.venue)):
            # the lines of the paper are read with their numbers later
            return ("", None) if published.volume else (published.venue, published.year)
    return "", None


def _venue_of_badge(candidate: PaperCandidate) -> tuple[str, int, str] | None:
    """Return the venue with its year, and the track, that the picture of a badge shows; None for none."""
    for _, inline in candidate.inlines:
        if inline.kind is InlineKind.IMAGE and (badge := _BADGE.match(inline.url)):
            venue, year, track = venues.parse_venue(_BADGE_SEPARATOR.sub(" ", unquote(badge["words"])))
            if venue and year and not venues.is_preprint(venue):
                return venue, year, track
    return None


def year_of_heading(context: NoteContext, block: Block, held: Iterable[Identifier]) -> int | None:
    """Return the year that is the heading above, `## 2017`, unless the number of a preprint contradicts it."""
    heading = context.heading_above[block.index]
    match = _YEAR_ALONE.fullmatch(context.visible_text(heading)) if heading >= 0 else None
    year = int(match[1]) if match else 0
    return year if year and may_be_of_year(year, held) else None


def may_be_of_year(year: int, held: Iterable[Identifier]) -> bool:
    """Return whether a paper with some identifiers may be of a year, as far as the number of a preprint says it."""
    return all(0 <= year - posted <= _MAX_DELAY for posted in years_of_preprints(held))


@once_per_note
def _publication_of_list(context: NoteContext, block: int) -> tuple[str, int, str] | None:
    """Return venue, year and track, if the bullet above a list of links says nothing else: `- **CCS 2024**`."""
    above = context.blocks[context.blocks[block].parent] if block >= 0 and context.blocks[block].parent >= 0 else None
    if (
        not above
        or above.kind is not BlockKind.ITEM
        or not all(context.has_link(item.span) for item in context.children(block))
    ):
        return None
    words = context.first_words(above).strip(_AROUND_NAME)
    venue, year, track = venues.parse_venue(words)
    # `ICLR/NeurIPS 2020` has papers of both
    names = {name for part in words.split("/") if (name := venues.parse_venue(part)[0])}
    is_whole = year and len(names) == 1 and publication_in(words)
    return (venue, year, track) if is_whole and year and not venues.is_preprint(venue) else None


def year_of_thesis(context: NoteContext, block: Block, evidence: Evidence) -> int | None:
    """Return the year that is the heading above a thesis or a report without a year; None for other works."""
    is_undated = evidence.entry_type and not evidence.year
    return year_of_heading(context, block, evidence.identifiers) if is_undated else None


def _year(candidate: PaperCandidate, match: TitleMatch) -> int | None:
    """Return the year after the title, as text or in a code span of its own, or the year that opens the item."""
    in_code = (i.text for _, i in candidate.inlines if i.kind is InlineKind.CODE and i.span.start >= match.span.end)
    tag = next(filter(ANY_YEAR.fullmatch, in_code), None)
    return (
        trailing_authors.year_in(match.rest)
        or (int(tag) if tag else None)
        or match.opening_year
        or _year_of_names(match.rest)
    )


def _year_of_names(rest: str) -> int | None:
    """Return the year after names or after the name of a journal in a text; None for none, or for two of them."""
    dated = (_DATED_NAMES.fullmatch(part.strip(_AROUND_NAME)) for part in _SEPARATOR.split(rest[:_MAX_REST]))
    years = {int(part["year"]) for part in dated if part}
    return years.pop() if len(years) == 1 else None


def _after_links(rest: str, texts: list[str]) -> str:
    """Return the text after a title without those of links that open it: `[PDF](…)[Code](…) Ann Lee, Bob Ray`."""
    for text in texts:
        words = rest.lstrip(_BETWEEN_LINKS)
        if not (words.startswith(text) and is_uninformative(text)):
            break
        rest = words.removeprefix(text)
    return rest


def _authors(context: NoteContext, candidate: PaperCandidate, match: TitleMatch) -> tuple[str, ...]:
    """Return the names after the title, in emphasis after it, or in the first nested bullet without a label."""
    start = match.span.start
    texts = [i.text for _, i in candidate.links if i.span.start >= match.span.end and i.text]
    for following in (_after_links(match.rest, texts), match.rest.partition(texts[0] if texts else "\n")[0]):
        if names := trailing_authors.authors_in(following):
            return names
    emphasised = [i.text for _, i in candidate.inlines if i.kind is InlineKind.EMPHASIS and i.span.start > start]
    for words in emphasised:
        if words in match.parts.title:
            # the parties of a case, or the person whom a paper is about
            continue
        if authorship.looks_like_authors(words) or authorship.has_given_name(words.strip(" .,")):
            return authorship.split_authors(words)
    shown = context.visible_text(candidate.block.index)
    names = trailing_authors.authors_at_end(shown) if candidate.form is CandidateForm.BULLET else ()
    names = names or trailing_authors.authors_below(context, candidate.container)
    names = names or lone_authors.in_brackets(context, match.rest)[0] or lone_authors.after_mark(context, match.rest)
    return names or lone_authors.in_link(context, candidate, match.span)


@once_per_note
def _lists_venues_in_emphasis(context: NoteContext) -> bool:
    """Return whether the emphasis after a year in brackets is often a venue, so that other words there are, too."""
    names = [match["venue"] for match in _DATED_EMPHASIS.finditer(context.note.text)]
    count = sum(bool(EVENT.search(name) or venues.parse_venue(name, labelled=True)[0]) for name in names)
    return count >= max(_MIN_VENUES, _MIN_SHARE * len(names))


def _venue_in_emphasis(context: NoteContext, candidate: PaperCandidate) -> str:
    """Return the venue in emphasis after a year at the end of an item: `Ann Lee (2019). *Lamps*`; "" for none."""
    match = _DATED_EMPHASIS.search(context.note.text, *candidate.block.span)
    if not match or not _lists_venues_in_emphasis(context):
        return ""
    return read_venue_value(_IN.sub("", match["venue"])).venue
