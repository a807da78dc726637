"""Recognise lists of titles with nothing but year and names, or a venue, after them, also as links to other notes.

Such items are `- [Value Iteration Networks (2016) - Tamar, Wu](notes/vin.md)`, `- [SegAN](segan.md), CVPR 2018` and
`- Value Iteration Networks for Planning, NIPS2016`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from papernotes_plugin import venues
from papernotes_plugin.people import OTHERS
from papernotes_plugin.recognisers.evidence.authors import authorship
from papernotes_plugin.recognisers.evidence.authors.short_bylines import is_no_person
from papernotes_plugin.recognisers.evidence.lines.line_parts import PartKind, read_parts
from papernotes_plugin.recognisers.evidence.papers.listed_papers import Works, announced_works
from papernotes_plugin.recognisers.evidence.papers.paper_links import PaperLinks, is_paper_link
from papernotes_plugin.recognisers.evidence.references.block_texts import text_of_inlines
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.structure.listed_lines import lines_of_list
from papernotes_plugin.recognisers.evidence.structure.note_structure import IndexedInline
from papernotes_plugin.recognisers.evidence.structure.quoted_context import build_mention
from papernotes_plugin.recognisers.evidence.titles.false_titles import is_generic
from papernotes_plugin.recognisers.evidence.titles.groups_of_titles import are_titles_of_papers
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import (
    TitleParts,
    count_words,
    is_uninformative,
    split_title,
    starts_lowercase,
)
from papernotes_plugin.recognisers.evidence.titles.venue_endings import without_venue_after_comma
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Evidence, Inline, Mention, MentionKind, Span

_DATED = lazy_regex(
    r"(?P<title>\S.{4,300}?\S)\s?\((?P<year>(?:19|20)\d\d)\)\s?[-–—,:|~]\s?(?:by )?(?P<names>[^\W\d_][^\d\n()]{2,400})"
)
"""A title, the year in brackets, and names: `Value Iteration Networks (2016) - Tamar, Wu, Abbeel`."""
_PERSON = lazy_regex(r"(?:[a-zà-ÿ]{1,4} ){0,2}[^\W\d_a-z][\w'’.-]*(?: [^\W\d_a-z][\w'’.-]*| [a-z]{2,3}){0,4}")
"""A name that may have a particle before it: `va den Hengel`."""
_BETWEEN = lazy_regex(r",\s(?:and\s)?|\s(?:and|&)\s")
_YEAR_AFTER_LINK = lazy_regex(r"[\])]?,?\s\(?(?P<year>(?:19|20)\d\d)\b\)?(?:\s[\w()]{1,20}){0,3}\s*")
"""The year after the link of a venue, with a remark of the reader: ` 2018 (4)`."""
_OFFICE = lazy_regex(
    r"\b(?:chairs?|reviewers?|awards?|talks?|committees?|members?|volunteers?|keynote|invited|tutorial|organi[sz]ers?"
    r"|panel(?:ist)?|attended|visited|presented|speaker|poster|session|travel|prize|winner|fellow|editor)\b",
    re.IGNORECASE,
)
"""A word for an office at a conference, a talk or a prize."""
_MIN_SHARE = 0.8
"""Share of the items of a list that have a title and a venue."""
_COMMA = lazy_regex(r"\s?，\s?")
_MAX_PLAIN = 250
"""Characters of a title without a link, and its venue."""
_MAX_NAME = 25
"""Characters before the venue without a comma: after one may be a name."""
_MAX_VENUE = 4
"""Words of a venue that is a link."""
_MAX_LENGTH = 800
"""Characters of such an item."""
_MIN_ITEMS = 3
"""Items with year and names in a note, and papers in a note whose other items have a venue."""
_MIN_TITLE = 3
"""Words of a title after a short name."""
_MIN_CLEAR = 0.5
"""Share of the items whose names are clear without the other items."""
_MIN_MEAN = 4
"""Words of their titles on average: those of films and novels have fewer."""


class _Content(NamedTuple):
    """The text and the links of a list item without its nested items, or of a line in a paragraph."""

    item: Block
    text: Block
    """Its first text block."""
    words: str
    """The text as a reader sees it."""
    links: Sequence[IndexedInline]
    """The links in it that belong to no other mention."""
    span: Span
    siblings: int
    """The index of the list, or of the paragraph."""


class _Paper(NamedTuple):
    """A list item of the form of this module."""

    content: _Content
    facts: Evidence
    are_clear: bool
    """True if its names are clear, or it has a venue."""


def recognise(context: NoteContext) -> Iterator[Mention]:
    """Yield an `ITEM` for each list item with a title, year and names, or a link to a note and a venue."""
    items = [block for block in context.blocks if block.kind is BlockKind.ITEM]
    contents = [content for block in items if (content := _content_of(context, block))]
    contents += [content for block in context.blocks for content in _lines_of(context, block)]
    dated = [paper for content in contents if (paper := _with_names(content))]
    if _are_papers(dated):
        for paper in dated:
            yield _mention(context, paper)
    for paper in _with_plain_venues(context, contents):
        yield _mention(context, paper)
    if sum(block.index in context.claimed_blocks for block in items) >= _MIN_ITEMS:
        for content in contents:
            if content.item.index in context.claimed_blocks:
                continue
            if paper := _with_venue(content) or _with_linked_venue(content):
                yield _mention(context, paper)


def _are_papers(items: Sequence[_Paper]) -> bool:
    """Return whether several items have year and names, most of which are clear, and titles of papers."""
    if len(items) < _MIN_ITEMS or sum(item.are_clear for item in items) < _MIN_CLEAR * len(items):
        return False
    return are_titles_of_papers([item.facts.title for item in items], _MIN_MEAN)


def _content_of(context: NoteContext, item: Block) -> _Content | None:
    """Return the content of an item that may be a paper; None for a claimed or long one, and in a list of films."""
    texts = () if item.index in context.claimed_blocks else context.text_blocks(item)
    if not texts or texts[0].span.end - texts[0].span.start > _MAX_LENGTH:
        return None
    if announced_works(context, context.heading_above[item.index]) is Works.OTHERS:
        return None
    index, span = texts[0].index, context.text_span(texts[0])
    return _Content(item, texts[0], context.visible_text(index), context.unclaimed_links(index), span, item.parent)


def _lines_of(context: NoteContext, block: Block) -> Iterator[_Content]:
    """Yield the contents of the lines of a paragraph that is a list, and of no films."""
    lines = () if block.index in context.claimed_blocks else lines_of_list(context, block)
    if lines and announced_works(context, context.heading_above[block.index]) is not Works.OTHERS:
        for line in lines:
            words = text_of_inlines(context, line.inlines)
            span = words.span(0, len(words.text))
            yield _Content(block, block, words.text.strip(), line.links, span, block.index)


def _with_names(content: _Content) -> _Paper | None:
    """Return an item that is a title, a year in brackets and names; all may be in one link."""
    match = _DATED.fullmatch(content.words)
    if not match or not all(_is_link_to_note(link) or is_paper_link(link) for _, link in content.links):
        return None
    names = match["names"].strip(" .,;")
    parts = read_parts(names)
    are_clear = len(parts) == 1 and parts[0].kind in (PartKind.NAMES, PartKind.FAMILIES)
    authors = parts[0].names if are_clear else tuple(_BETWEEN.split(names))
    people = [name for name in authors if name != OTHERS]
    if not people or any(is_no_person(name) or not _PERSON.fullmatch(name) for name in people):
        return None
    if not authorship.TITLE_WORDS.isdisjoint(names.casefold().replace(",", " ").split()):
        return None
    title = split_title(match["title"]).title
    return _paper(content, Evidence(title, authors, int(match["year"])), are_clear=are_clear)


def _with_plain_venues(context: NoteContext, contents: Sequence[_Content]) -> list[_Paper]:
    """Return the items of lists in which titles have a venue after a comma; not those of offices and talks."""
    read = [_with_plain_venue(context, content) for content in contents]
    lists: defaultdict[int, list[tuple[_Content, _Paper | None]]] = defaultdict(list)
    for content, paper in zip(contents, read, strict=True) if any(read) else ():
        lists[content.siblings].append((content, paper))
    papers: list[_Paper] = []
    for items in lists.values():
        listed = [paper for _, paper in items if paper]
        is_other = any(starts_lowercase(item.words) or _OFFICE.search(item.words) for item, _ in items)
        if len(listed) >= _MIN_SHARE * len(items) and not is_other:
            papers += listed
    return papers if _are_papers(papers) else []


def _with_plain_venue(context: NoteContext, content: _Content) -> _Paper | None:
    """Return an item that is a title without links, a comma, and a known venue with its year: `Title, CVPR2022`."""
    is_short = content.words[-1:].isdigit() and len(content.words) <= _MAX_PLAIN
    if not is_short or content.links or content.item.index in context.claimed_blocks:
        return None
    parts = without_venue_after_comma(TitleParts(_COMMA.sub(", ", content.words)))
    if not parts.venue or "," in parts.title[-_MAX_NAME:] or count_words(parts.title) < _MIN_TITLE:
        return None
    facts = Evidence(split_title(parts.title).title, year=parts.year, venue=parts.venue, track=parts.track)
    return _paper(content, facts, are_clear=True)


def _with_venue(content: _Content) -> _Paper | None:
    """Return an item that is a link to a note and a known venue with its year: `[SegAN](segan.md), CVPR 2018`."""
    if len(content.links) != 1 or not _is_link_to_note(content.links[0][1]):
        return None
    linked = " ".join(content.links[0][1].text.split())
    venue, year, track = venues.parse_venue(content.words.removeprefix(linked).strip(" ,.;:()[]–—-|"))
    if not content.words.startswith(linked) or not venue or not year:
        return None
    facts = Evidence(split_title(linked).title, year=year, venue=venue, track=track)
    return _paper(content, facts, are_clear=True)


def _with_linked_venue(content: _Content) -> _Paper | None:
    """Return an item with a link to a note, the rest of its title, a venue that is a link, and the year.

    Such items are `[SegAN](segan.md): Adversarial Network with …, [Neuroinformatics](https://…) 2018`.
    """
    if [_is_link_to_note(link) for _, link in content.links] != [True, False]:
        return None
    opening, venue = (" ".join(link.text.split()) for _, link in content.links)
    title, _, after_venue = content.words.rpartition(f" {venue}")
    dated = _YEAR_AFTER_LINK.fullmatch(after_venue)
    if not content.words.startswith(opening) or not dated or count_words(venue) > _MAX_VENUE:
        return None
    title = title.rstrip(" ,.;:([–—-")
    name, rest_of_title = title[: len(opening)], title[len(opening) :]
    whole = rest_of_title[1:].strip()
    # a short name before the title: `[PixPro](pixpro.md), Propagate Yourself: …`
    is_named = rest_of_title.startswith(",") and count_words(name) == 1 and count_words(whole) >= _MIN_TITLE
    title = split_title(whole if is_named else title).title
    if count_words(title) < 2:
        return None
    year = int(dated["year"])
    named = "" if is_uninformative(venue) or not venue[:1].isupper() else venue
    published = venues.parse_venue(f"{venue} {year}")[0] or named
    labels = (name,) if is_named else ()
    return _paper(content, Evidence(title, year=year, venue=published, labels=labels), are_clear=True)


def _is_link_to_note(inline: Inline) -> bool:
    """Return whether a link leads to a note: a file of this folder, or one in Markdown elsewhere."""
    address = inline.url.partition("#")[0].partition("?")[0]
    return bool(address) and (":" not in address or ("//" in address and address.endswith((".md", ".markdown"))))


def _paper(content: _Content, facts: Evidence, *, are_clear: bool) -> _Paper | None:
    """Return an item with the links to its paper; None for a title that is a label."""
    if not count_words(facts.title) or is_generic(facts.title) or is_uninformative(facts.title):
        return None
    paper_links = PaperLinks()
    for index, link in content.links:
        if is_paper_link(link):
            paper_links.add(index, link)
    facts = facts._replace(identifiers=paper_links.identifiers, links=paper_links.links)
    return _Paper(content, facts, are_clear)


def _mention(context: NoteContext, paper: _Paper) -> Mention:
    """Return the mention of an item, which is claimed with its links."""
    content = paper.content
    context.claimed_blocks.add(content.item.index)
    context.claimed_inlines.update(index for index, _ in content.links)
    return build_mention(context, MentionKind.ITEM, content.span, paper.facts.title, content.text.index, paper.facts)
