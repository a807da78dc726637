"""Recognise lists of names, a marked title, and a year in brackets or pages: `Marx, [Das Kapital](…) (1867)`.

Such items may also be songs or posts.  The note must have several of them, and another sign that it lists texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from papernotes_plugin.people import is_given_name
from papernotes_plugin.recognisers import reference
from papernotes_plugin.recognisers.evidence.labels.words_for_reading import LITERATURE, READING
from papernotes_plugin.recognisers.evidence.papers import listed_papers
from papernotes_plugin.recognisers.evidence.papers.listed_papers import Works
from papernotes_plugin.recognisers.evidence.papers.paper_links import NOT_PAPERS, VIDEO
from papernotes_plugin.recognisers.evidence.papers.shares_of_papers import containers
from papernotes_plugin.recognisers.evidence.references.author_lists import AuthorList
from papernotes_plugin.recognisers.evidence.references.block_texts import text_of_block, text_of_inlines
from papernotes_plugin.recognisers.evidence.references.name_lists import FULL_NAMES, people_in
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.references.reference_parts import part_of
from papernotes_plugin.recognisers.evidence.references.reference_reader import CERTAIN, Reference
from papernotes_plugin.recognisers.evidence.references.reference_text import ReferenceText
from papernotes_plugin.recognisers.evidence.references.title_ends import TitleReading
from papernotes_plugin.recognisers.evidence.structure import html_parts
from papernotes_plugin.recognisers.evidence.structure.candidate_blocks import CandidateForm, PaperCandidate
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles.note_names import stem_of
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, InlineKind, Mention, Span

_NAMES = lazy_regex(
    rf"\W{{0,12}}(?P<names>{FULL_NAMES})\s?[,:]\s+"
    r"(?:[^\W\d_]{4,20} [a-z]{2,4}: (?=[“„\"«]))?"
)
"""Names before a title, perhaps with words for excerpts: `Marx, Auszüge aus: „Das Kapital“`."""
_QUOTED = lazy_regex(r"[“„\"«‟]\[?(?P<title>[^“”„\"«»‟\n]{4,300}?)\]?[“”\"»]")
_DATE = r"\((?P<year>(?:1[5-9]|20)\d\d)(?:[/–-]\d{1,4})?\)"
_YEAR = lazy_regex(rf"\s?{_DATE}")
_DATED = lazy_regex(_DATE)
_REST = lazy_regex(
    r"[\s.;\\\]]*$|\s?\[[^\[\]\n]{2,120}\][\s.;\\\]]*$|(?P<place>[,.;]?\s?[^\W\d_]{1,12}\.?\s\(?[\dIVX][^\n]{0,120}$)"
)
"""Nothing, a remark in brackets, or the pages and chapters to read: `, Band 27, Seite 225-268`."""
_PLACE = (
    # one set of first characters, which the search finds in a fraction of the time of the alternatives
    r"[pPScCKTiIeE\d](?:(?<=\b[pPScCKT])(?:(?<=p)(?:p?\.|ágs?\.|agg?\.|ages?)|(?<=[Pp])art(?:s?|ie|e)|(?<=S)(?:\.|eiten?)"
    r"|(?<=c)(?:hs?\.|hap(?:ter|itre)?s?\.?|aps?\.|apítulos?)|(?<=K)ap(?:itel)?\.?|(?<=T)eile?)"
    r"\s?\(?[\dIVX]"
    r"|(?<=,\s\d)\d{0,3}[–-]\d{1,4}\b"
    r"|(?<=,\s[iIpPeEcC])(?:(?<=[iI])ntro(?:duction|ducción|duzione|dução)|(?<=[pP])r(?:ologue|eface|ólogo|efazione)"
    r"|(?<=[eE])(?:pilogue|inleitung)|(?<=[cC])onclusion)\b)"
)
"""Pattern of pages and chapters."""
_END = lazy_regex(r"[\s.;]*$")
_PLACED = lazy_regex(_PLACE)
_UNDATED = lazy_regex(rf"[,.;]?\s(?:[^\W\d_]{{1,8}}\.?\s?[\dIVX]{{1,5}},?\s)?(?:{_PLACE})[^\n]{{0,120}}$")
"""Pages and chapters after a title without a year: `, T. IV, págs. 111-213`."""
_QUOTES = '“”„"«»‟'
_FOR_SALE = lazy_regex(
    r"//(?:[\w-]+\.)?(?:amazon|ebay|etsy|bandcamp|soundcloud|imdb|discogs|genius|songtexte|last\.fm|letterboxd)\b"
)
"""The address of a shop, or of a site on music or films."""
_READING = lazy_regex(rf"{READING}|{LITERATURE}|\b(?:reads?|lectures|texts?|texte)\b", re.IGNORECASE)
"""A word for reading in the name of a note or in a heading."""
_MIN_ITEMS = 5
"""Items of the form in a note."""
_MIN_SIGNS = 2
"""Items with a known given name; items that are papers by other signs, or have pages or chapters to read."""
_MIN_SHARE = 0.15
"""Share of the items that are papers by other signs."""
_BEFORE_POSTS = 1990
"""The last year before people wrote posts."""
_MIN_OLD = 0.5
"""Share of the items that are of these years, below a word for reading."""
_MIN_TITLE = 2


class _Item(NamedTuple):
    """A part of a note in the form of this module."""

    block: Block
    words: ReferenceText
    read: Reference
    has_place: bool
    """True if pages or chapters follow."""
    part: Span | None
    """One line of the block; None for the whole block."""


def recognise(context: NoteContext) -> Iterator[Mention]:
    """Yield an `ITEM` for each item that is names, a marked title, and a year or pages, in a note that lists texts."""
    items = [item for block in containers(context) if _may_have_form(context, block) for item in _items(context, block)]
    if len(items) < _MIN_ITEMS and sum(item.has_place for item in items) < _MIN_SIGNS:
        return
    if not _are_texts(context, items):
        return
    for item in items:
        if item.block.index in context.claimed_blocks and not item.part:
            continue
        inlines = context.inlines_of(_text_of(context, item.block).index)
        candidate = PaperCandidate(context, item.block, _text_of(context, item.block), inlines, CandidateForm.LINE)
        if item.part:
            candidate = part_of(context, candidate, item.part)
        if not candidate.inlines or any(_has_no_text(inline.url) for _, inline in candidate.links):
            continue
        yield from filter(None, [reference.mention_of(context, candidate, item.words, item.read, is_of_form=True)])


def _may_have_form(context: NoteContext, block: Block) -> bool:
    """Return whether a block has a year in brackets or pages, outside a section on films, music and the like."""
    source = context.source(block.span)
    if block.index in context.mere_prose or not (_DATED.search(source) or _PLACED.search(source)):
        return False
    return listed_papers.announced_works(context, context.heading_above[block.index]) is not Works.OTHERS


def _text_of(context: NoteContext, block: Block) -> Block:
    """Return the first text block of an item or footnote, or a paragraph itself."""
    texts = context.text_blocks(block)
    return texts[0] if texts else block


def _items(context: NoteContext, block: Block) -> Iterator[_Item]:
    """Yield the whole text of a block, the lines of it, or the items of a list in HTML, that have this form."""
    if block.kind is BlockKind.HTML:
        for part in html_parts.items(context.note.text, block.span):
            words = text_of_inlines(context, context.inlines_between(block.index, *part))
            if item := _read(words) or _read(words, is_bare=True):
                yield _Item(block, words, *item, part=part)
        return
    text = _text_of(context, block)
    words = text_of_block(context, text.index)
    if item := _read(words):
        yield _Item(block, words, *item, part=None)
        return
    start = text.span.start
    for line in context.source(text.span).splitlines(keepends=True):
        part = Span(start, start + len(line))
        words = text_of_inlines(context, context.inlines_between(text.index, *part))
        if (part.end < text.span.end or start > text.span.start) and (item := _read(words)):
            yield _Item(block, words, *item, part=part)
        start = part.end


def _read(words: ReferenceText, *, is_bare: bool = False) -> tuple[Reference, bool] | None:
    """Return the reference that a text is, and whether pages or chapters follow; None for another form.

    Args:
        words: The text.
        is_bare: Whether names and a marked title are enough.
    """
    marked = (mark.start for mark in words.marks if mark.kind is not InlineKind.STRONG)
    # no name is in a link or in emphasis
    names = _NAMES.match(words.text, 0, min(marked, default=len(words.text)))
    span = _title(words, names.end()) if names else None
    year = _YEAR.match(words.text, span[1]) if span else None
    ending = _REST.match(words.text, year.end()) if year else _UNDATED.match(words.text, span[1]) if span else None
    if span and not ending and is_bare:
        ending = _END.match(words.text, span[1])
    if not names or not span or not ending:
        return None
    people = people_in(names["names"])
    start, end = span
    title = words.text[start:end].strip(f"{_QUOTES} ")
    if title.startswith("[") and title.endswith("]"):
        title = title[1:-1].strip()
    if title.count("[") != title.count("]") or any(mark in title for mark in _QUOTES):
        # several titles
        return None
    start = words.text.index(title, start)
    if not people or count_words(title) < _MIN_TITLE:
        return None
    authors = AuthorList(people, names.end("names"), "natural")
    stated = int(year["year"]) if year else None
    read = Reference(
        TitleReading(title, start, start + len(title), points=0),
        authors,
        stated,
        Publication(year=stated, end=ending.start()),
        CERTAIN,
        is_dated=year is not None,
    )
    return read, year is None or ending["place"] is not None


def _title(words: ReferenceText, start: int) -> tuple[int, int] | None:
    """Return where the title in quotation marks, in emphasis or in a link begins and ends, with its marks."""
    if quoted := _QUOTED.match(words.text, start):
        return quoted.span()
    end = max((mark.end for mark in words.marks if mark.start == start), default=0)
    return (start, end) if end else None


def _are_texts(context: NoteContext, items: list[_Item]) -> bool:
    """Return whether items are of people and of texts: some are papers by other signs, or old, or have pages."""
    count = len(items)
    people = [name for item in items for name in item.read.authors.names]
    if sum("." in name or is_given_name(name.split()[0]) for name in people) < _MIN_SIGNS:
        return False
    papers = sum(item.block.index in context.claimed_blocks for item in items)
    if papers >= max(_MIN_SIGNS, _MIN_SHARE * count) or sum(item.has_place for item in items) >= _MIN_SIGNS:
        return True
    old = sum((item.read.year or 0) <= _BEFORE_POSTS for item in items)
    return old >= _MIN_OLD * count and _announces_reading(context)


def _announces_reading(context: NoteContext) -> bool:
    """Return whether the title or the name of a note, or a heading, has a word for reading."""
    headings = (context.visible_text(heading.index) for heading in context.headings)
    return any(_READING.search(words) for words in (context.note.title, stem_of(context.note.path), *headings))


def _has_no_text(url: str) -> bool:
    """Return whether an address is that of a page without texts, a video or a shop."""
    return any(pattern.search(url) for pattern in (NOT_PAPERS, VIDEO, _FOR_SALE))
