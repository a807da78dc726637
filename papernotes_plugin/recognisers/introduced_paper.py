"""Recognise papers that a sentence introduces: `The paper titled **Title** by Ann Lee, Bob Ray and Cy Elm shows …`.

Words such as `paper` or `read` are before the marked title, and the authors after it.  After `read` alone, the work
may be a novel, so that more authors or a known venue are needed.  Another form is a whole reference in brackets:
`Trees grow (Lee & Ray, “Title”, ICML 2020).`  `work_in_sentence` reads the other works that sentences name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from papernotes_plugin import venues
from papernotes_plugin.people import OTHERS, PARTICLES
from papernotes_plugin.recognisers.evidence.authors import authorship, short_bylines
from papernotes_plugin.recognisers.evidence.authors.short_bylines import Byline
from papernotes_plugin.recognisers.evidence.papers.paper_links import is_paper_link
from papernotes_plugin.recognisers.evidence.references.family_lines import read_line
from papernotes_plugin.recognisers.evidence.references.reference_text import ReferenceText, reference_text
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.structure.quoted_context import build_mention
from papernotes_plugin.recognisers.evidence.titles.groups_of_titles import are_titles_of_papers
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, looks_like_title
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Evidence, Mention, MentionKind

_SIGN = lazy_regex(
    r"(?:\([A-Z][^()\n]{30,300}(?:19|20)\d\d\)"
    r"| et al|\b(?:[Pp]aper|[Pp]reprint|[Tt]hesis|[Dd]issertation|[Rr]ead|[Aa]rticle|[Rr]eviewed|[Aa]uthors))"
)
"""A reference in brackets, or a part of each word before a title, which most blocks have not."""
_CUE = lazy_regex(
    r"\b(?:(?P<paper>[Pp]apers?|[Pp]reprint|[Tt]hesis|[Dd]issertation)(?: you (?:provided|shared|uploaded|mentioned))?"
    r"|[Rr]ead(?:ing)?|[Rr]e-?read|[Rr]eviewed|(?P<article>[Aa]rticle|[Aa]rtículo|[Aa]rtigo|[Aa]rticolo|[Aa]rtikel)"
    r"|[Aa]uthors of)"
    r"(?: (?:is|was))?(?P<titled>,? (?:titled|entitled|called|intitulé|titulado|intitulado|intitolato|mit dem Titel))?"
    r"[,:]? ?[“„\"«]?$"
)
"""The words before a title: `the paper`, `Today’s paper is`, `an article entitled`, `we read`."""
_QUOTED = lazy_regex(r"[“„\"«](?P<title>[^“”„\"«»\n]{12,250}?)[,.]?[”“\"»]")
_WORD = r"(?:[^\W\d_a-z]\.-?){1,3}|[^\W\d_a-z][\w'’-]+"
_NAME = rf"(?:(?:{_WORD}|{PARTICLES}) ){{0,3}}(?:{_WORD})"
_BY = lazy_regex(
    rf"[”“\"»]?,? by (?P<names>{_NAME}(?:(?:,? (?:and|&) |, ){_NAME}){{0,20}}"
    r"(?P<more>,? et al\b\.?|,? and (?:others|colleagues))?)"
    r"(?P<after>,? ?[(\[]?(?:from |in |at )?(?P<place>[^\W\d_]?[^()\[\]\n,.;]{0,60}?(?:19|20)\d\d)\b[)\]]?)?"
)
"""Names after a title, and perhaps the venue and the year."""
_IN_BRACKETS = lazy_regex(r"[”“\"»]?,? \((?P<byline>[^()\n]{4,120})\)")
_BRACKET = lazy_regex(r"\((?P<inner>[^\W\d_a-z][^()\n]{30,300})\)")
_MAX_BEFORE = 80
"""Characters before a title that are read."""
_MAX_GAP = 40
"""Characters after the facts, in which a link may be that to the paper."""
_MIN_TITLE, _MIN_ALONE = 3, 5
"""Words of a title with authors, and of one without them."""
_MIN_AUTHORS = 3
"""Authors after `read` from which the work is no novel."""


class _Introduced(NamedTuple):
    """A title and its authors: start and end of the title, and the end of all facts."""

    start: int
    title_end: int
    end: int
    byline: Byline


def recognise(context: NoteContext) -> Iterator[Mention]:
    """Yield an `ITEM` for each marked title between a word for a paper, or for reading, and its authors."""
    for block in context.blocks:
        is_free = block.kind is BlockKind.PARAGRAPH and block.index not in context.claimed_blocks
        if is_free and block.index not in context.mere_prose and _SIGN.search(context.note.text, *block.span):
            entry = context.enclosing_entry(block.index)
            if entry is None or entry.index not in context.claimed_blocks:
                yield from _mentions(context, block)


def _mentions(context: NoteContext, block: Block) -> Iterator[Mention]:
    words = reference_text(context.inlines_of(block.index))
    end = 0
    read = [_read(words, *title) for title in _titles(words)]
    for introduced in sorted((*filter(None, read), *_references_in_brackets(words)), key=lambda one: one.start):
        mention = _mention(context, block, words, introduced) if introduced.start >= end else None
        if mention:
            end = introduced.end
            yield mention
    if end and not any(is_paper_link(link) for _, link in context.unclaimed_links(block.index)):
        context.claimed_blocks.add(block.index)
        if entry := context.enclosing_entry(block.index):
            context.claimed_blocks.add(entry.index)


def _references_in_brackets(words: ReferenceText) -> Iterator[_Introduced]:
    """Yield the references in brackets that have names, a title, a known venue and its year."""
    for match in _BRACKET.finditer(words.text):
        if any(0 <= match.start() - mark.end <= 1 for mark in words.marks):
            # the authors and the venue of a title in emphasis: `*Title* (Lee et al., Company, CVPR 2022)`
            continue
        line = read_line(words.part(*match.span("inner")))
        if line and line.has_known_venue and line.reference.year and (line.is_marked or line.are_several):
            own, at = line.reference, match.start("inner")
            is_title = count_words(own.title.words) >= _MIN_TITLE and (
                line.is_marked or looks_like_title(own.title.words)
            )
            if is_title and own.title.start > own.authors.end:
                byline = Byline(own.all_authors, own.publication.venue, own.year)
                yield _Introduced(at + own.title.start, at + own.title.end, match.end(), byline)


def _titles(words: ReferenceText) -> list[tuple[int, int]]:
    """Return start and end of the marked and quoted parts of a text, in their order and the longest first."""
    quoted = (match.span("title") for match in _QUOTED.finditer(words.text))
    marked = ((mark.start, mark.end) for mark in words.marks)
    return sorted({*quoted, *marked}, key=lambda span: (span[0], -span[1]))


def _read(words: ReferenceText, start: int, end: int) -> _Introduced | None:
    """Return a title with its authors; None if its marked words are none, or no names follow."""
    text = words.text
    before = text[max(0, start - _MAX_BEFORE) : start]
    cue = _CUE.search(before)
    title = text[start:end].strip(' .,“”"')
    by = _BY.match(text, end)
    if not cue and by and by["more"] and looks_like_title(title) and are_titles_of_papers([title], _MIN_TITLE):
        # `“Title” by Lee et al.` needs no word for a paper
        byline = _names_after(by)
        return _Introduced(start, end, by.end(), byline) if byline and byline.authors else None
    if not cue or (not before[: cue.start()].strip() and ":" in cue[0]):
        # a whole line on the paper: `Paper: *Title*, Lee et al. 2018`
        return None
    if count_words(title) < _MIN_TITLE or not title[0].isupper():
        return None
    bracket = None if by else _IN_BRACKETS.match(text, end)
    byline = _names_after(by) if by else short_bylines.read_byline(bracket["byline"]) if bracket else None
    after = by or bracket
    if not byline or not byline.authors or not after:
        is_paper = cue["paper"] or (cue["article"] and cue["titled"])
        is_stated = is_paper and looks_like_title(title) and are_titles_of_papers([title], _MIN_ALONE)
        return _Introduced(start, end, end, Byline()) if is_stated else None
    are_many = OTHERS in byline.authors or len(byline.authors) >= _MIN_AUTHORS
    is_sure = are_many or bool(cue["paper"] or byline.venue)
    if not (is_sure or (len(byline.authors) > 1 and are_titles_of_papers([title], _MIN_TITLE))):
        return None
    return _Introduced(start, end, after.end(), byline)


def _names_after(match: re.Match[str]) -> Byline | None:
    """Return the names after `by`, with the venue and the year behind them; None if one is no person."""
    listed = match["names"].removesuffix(match["more"] or "")
    names = authorship.stated_names(listed) or (authorship.split_authors(listed) if match["more"] else ())
    if not names and match["place"] and (byline := short_bylines.read_byline(f"{listed} ({match['place']})")):
        # family names alone
        return byline
    if not names or any(map(short_bylines.is_no_person, names)):
        return None
    venue, year, track = venues.parse_venue(match["place"]) if match["place"] else ("", None, "")
    year = year or (int(match["place"][-4:]) if match["place"] else None)
    return Byline((*names, *([OTHERS] if match["more"] else [])), venue, year, track)


def _mention(context: NoteContext, block: Block, words: ReferenceText, introduced: _Introduced) -> Mention | None:
    """Return the mention of an introduced paper; None if it is a link to the paper, or one follows."""
    span = words.span(introduced.start, introduced.title_end)
    end = words.span(introduced.end - 1, introduced.end).end + _MAX_GAP
    links = [link for _, link in context.unclaimed_links(block.index) if is_paper_link(link)]
    if any(span.start < link.span.end and link.span.start < end for link in links):
        return None
    title = words.text[introduced.start : introduced.title_end].strip(' .,“”"')
    byline = introduced.byline
    if not byline.authors and (links or _is_heading(context, title)):
        # the sentence may be about the linked paper; a section may be about a talk of the same name
        return None
    evidence = Evidence(
        title=title,
        authors=byline.authors,
        venue=byline.venue,
        year=byline.year,
        track=byline.track,
    )
    return build_mention(context, MentionKind.ITEM, span, title, block.index, evidence)


def _is_heading(context: NoteContext, title: str) -> bool:
    """Return whether a title is a heading of the note."""
    return any(context.visible_text(heading.index).strip() == title for heading in context.headings)
