"""Recognise citations: links to papers that no other recogniser has claimed, and identifiers written in the text.

The text of the link is a citekey, a title, a nickname, or not informative.  The words before a citekey at the
start of a bullet are a label of the paper: `- Transfusion [ChuntingZhou2025ICLR](…) combines …`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from papernotes_plugin import identifiers, venues
from papernotes_plugin.people import OTHERS
from papernotes_plugin.recognisers.evidence.authors import authorship, linked_authors, lone_authors, short_bylines
from papernotes_plugin.recognisers.evidence.labels import field_facts
from papernotes_plugin.recognisers.evidence.papers import (
    book_links,
    link_texts,
    marked_links,
    paper_signs,
    sentence_titles,
    written_citations,
)
from papernotes_plugin.recognisers.evidence.papers.bylines_before_links import facts_before_link
from papernotes_plugin.recognisers.evidence.papers.file_names import read_file_name
from papernotes_plugin.recognisers.evidence.papers.item_citekeys import key_before_link
from papernotes_plugin.recognisers.evidence.papers.paper_links import (
    PART_OF_PAPER,
    PaperLinks,
    is_called_paper,
    is_document,
    is_local_pdf,
    is_paper_link,
    link_group,
    linked_papers,
)
from papernotes_plugin.recognisers.evidence.papers.titles_near_addresses import (
    is_before_quotation,
    title_near_address,
)
from papernotes_plugin.recognisers.evidence.references import dated_names, heading_references, untitled_references
from papernotes_plugin.recognisers.evidence.references.reference_reader import Reference
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.structure.quoted_context import build_mention
from papernotes_plugin.recognisers.evidence.titles import page_titles, sentences, title_heuristics
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import TitleParts
from papernotes_plugin.recognisers.evidence.titles.venue_endings import (
    without_venue_after_comma,
    without_year_after_comma,
)
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import ANY_YEAR
from papernotes_plugin.vocabulary.model import BlockKind, Evidence, Inline, Mention, MentionKind

_MAX_LABEL_WORDS = 5
"""Words before a citekey that can be a label."""
_NAMES_TARGET = lazy_regex(r"[^\W\d_]|^\d{4}\.\d{4,5}")
"""Letters or an arXiv number in the text of a link; a number alone cites a reference."""
_WHOLE_IN_BRACKETS = lazy_regex(r"^\s*\(([^()]+)\)\s*$")
_MIN_TITLE = 4
"""Words of a link from which they are a title before names."""
_MAX_NAMES = 100
"""Characters of the authors and the year after a link."""
_MARKS_OF_LINE = " \t>*+-"
_ARTICLES = ("The", "A", "An", "On")
"""Words that have a capital within a sentence only at the beginning of a title."""
_CONNECTING_WORD = lazy_regex(r"\b(?:and|or|by|of|in|see|the|to|from|with|related)\W*$", re.IGNORECASE)


def recognise(context: NoteContext) -> Iterator[Mention]:
    """Yield a `CITATION` for each unclaimed link to a paper or a book, then for each written identifier."""
    for index, inline in context.links:
        if index in context.claimed_inlines:
            continue
        if book := book_links.read(context, inline):
            yield _cited_book(context, index, inline, book)
        elif _is_citation(context, inline):
            yield _cited_link(context, index, inline)
    yield from written_citations.find(context)


def _cited_book(context: NoteContext, index: int, inline: Inline, book: Evidence) -> Mention:
    """Return the mention of a link to the page of a book."""
    paper_links = PaperLinks()
    paper_links.add(index, inline)
    context.claimed_inlines.add(index)
    evidence = book._replace(identifiers=paper_links.identifiers, links=paper_links.links)
    return build_mention(context, MentionKind.CITATION, inline.inner, book.title, inline.block, evidence)


def _is_citation(context: NoteContext, inline: Inline) -> bool:
    """Return whether a link cites: it leads to a paper, or its text says so and its URL may be one."""
    named = read_file_name(inline.text, context.note_evidence)
    if is_paper_link(inline) or (named and named.authors):
        return True
    if identifiers.is_publication_page(inline.url) and not marked_links.is_name(inline.text):
        return True
    if not is_called_paper(inline) and not is_local_pdf(inline):
        return False
    return bool(
        short_bylines.read_citation(inline.text)
        or link_texts.classify_link_text(inline.text)[1]
        or (
            not inline.bare
            and is_document(inline.url)
            and (link_texts.calls_paper(inline.text) or link_texts.calls_paper_by_name(inline.text))
        )
    )


class _LinkText(NamedTuple):
    """The facts in the text of a link; none if the text is the URL."""

    key: str = ""
    title: str = ""
    label: str = ""
    """A name of the paper; one of key, title and label at most is stated."""
    authors: tuple[str, ...] = ()
    year: int | None = None
    name: str = ""
    """The short name next to the authors: `KeyDiff (Park 2025)`."""
    is_venue: bool = False


def _read_text(context: NoteContext, inline: Inline) -> _LinkText:
    """Return the facts in the text of a link, or the authors that are all that is before it: `Ross, L. (1977). <…>`."""
    key, title, label = link_texts.classify_link_text(inline.text)
    if key and not inline.bare:
        return _LinkText(key)
    names, year = dated_names.read_dated_names(context.text_before(inline))
    if inline.bare or (names and title_heuristics.is_uninformative(inline.text)):
        return _LinkText(authors=names, year=year)
    if label and (marked := marked_links.read_title(context, inline, label)):
        return _LinkText("", label, "", marked.authors, marked.year)
    if whole := ANY_YEAR.fullmatch(inline.text.strip("() ")):
        return _LinkText(year=int(whole[0]))
    is_venue = title_heuristics.is_venue(inline.text)
    stated = linked_authors.read_authors(inline.text.strip())
    name = stated[1] if stated else ""
    if not is_venue and (cited := _cited_authors(inline.text, stated)):
        is_title = title_heuristics.count_words(name) >= _MIN_TITLE and title_heuristics.looks_like_title(name)
        return _LinkText("", name, "", *cited) if is_title else _LinkText("", "", "", *cited, name)
    return _LinkText("", title, label, name=name, is_venue=is_venue)


def _cited_link(context: NoteContext, index: int, inline: Inline) -> Mention:
    """Return the mention of a link to a paper, which claims it and the uninformative links after it."""
    paper_links = PaperLinks()
    paper_links.add(index, inline)
    # those that follow directly, and say nothing of their own
    for later in [] if inline.bare else link_group(context, index)[1:]:
        if later not in context.claimed_inlines:
            paper_links.add(later, context.inlines[later])
    context.claimed_inlines.update(paper_links.indices)
    evidence = _with_byline_after(context, inline, _evidence(context, inline, paper_links))
    if evidence.labels and not (evidence.title or evidence.citekey or link_texts.are_names(inline.text)):
        # what the sentence says of a paper with a short name
        evidence = field_facts.filled(evidence, sentence_titles.facts_around(context, inline))
    return build_mention(
        context,
        MentionKind.CITATION,
        inline.inner if inline.inner.end > inline.inner.start else inline.span,
        inline.text.strip() or inline.url,
        inline.block,
        evidence,
        creates_paper=paper_signs.is_paper(context, inline.block, evidence, [inline]),
    )


def _evidence(context: NoteContext, inline: Inline, paper_links: PaperLinks) -> Evidence:
    """Return what the text of a link, and the words before it, say about the paper."""
    if PART_OF_PAPER.search(inline.url):
        return Evidence(identifiers=paper_links.identifiers, links=paper_links.links)
    if named := read_file_name(inline.text, context.note_evidence):
        return named._replace(identifiers=paper_links.identifiers, links=paper_links.links)
    if untitled := untitled_references.read(inline.text):
        return untitled._replace(
            citekey=key_before_link(context, inline), identifiers=paper_links.identifiers, links=paper_links.links
        )
    stated = _read_text(context, inline)
    on_line = TitleParts("") if stated.title else title_near_address(context, inline, is_citation=bool(stated.year))
    title, label = stated.title or on_line.title, stated.label
    if label and not link_texts.are_names(label) and marked_links.is_title_by_position(context, inline, label):
        title, label = label, ""
    is_uninformative = inline.bare or title_heuristics.is_uninformative(inline.text)
    nearby = _facts_nearby(context, inline, title, has_authors=bool(stated.authors), is_uninformative=is_uninformative)
    title = nearby.title
    is_read = stated.key or stated.authors or (title and is_uninformative)
    reference = None if is_read or stated.is_venue else _reference(inline)
    cited = facts_before_link(context, inline) if is_uninformative and not (is_read or reference) else Evidence()
    label = ("" if reference else label) or stated.name
    page = title_heuristics.split_title(inline.text, page_titles.host_of(inline.url))
    evidence = Evidence(
        title=title,
        authors=stated.authors or page.authors or cited.authors,
        year=stated.year or cited.year or on_line.year,
        venue=_venue_of_citation(inline.text) if stated.authors and not inline.bare else on_line.venue or cited.venue,
        citekey=stated.key or key_before_link(context, inline),
        identifiers=paper_links.identifiers,
        links=paper_links.links,
        labels=_labels(context, inline, stated.key, label),
        tags=_tags(context, inline),
    )
    if reference:
        parts, names = heading_references.title_of(reference), reference.all_authors
        return evidence._replace(title=parts.title, authors=names, year=parts.year, venue=parts.venue)
    evidence = _with_venue(evidence, inline.text) if stated.is_venue and not nearby.year else evidence
    if title and page.title == title:
        evidence = field_facts.filled(evidence, Evidence(year=page.year, venue=page.venue))
    return field_facts.filled(evidence, nearby)


def _facts_nearby(
    context: NoteContext, inline: Inline, title: str, *, has_authors: bool, is_uninformative: bool
) -> Evidence:
    """Return the title of a link, and the facts that its sentence gives.

    Args:
        context: The note.
        inline: The link.
        title: The title that is its text, or is before it on its line; "" for none.
        has_authors: Whether its text is the authors.
        is_uninformative: Whether its text says nothing.
    """
    is_target = is_uninformative and _NAMES_TARGET.search(inline.text) is not None
    if has_authors or (is_target and not is_before_quotation(context, inline)):
        nearby = sentence_titles.title_before(context, inline, is_quotation=has_authors)
        return nearby if nearby.title else Evidence(title=title)
    if not title:
        return Evidence()
    parts = without_year_after_comma(without_venue_after_comma(TitleParts(title)))
    facts = Evidence(title=parts.title, year=parts.year, venue=parts.venue)
    return field_facts.filled(facts, sentence_titles.facts_around(context, inline))


def _with_byline_after(context: NoteContext, inline: Inline, evidence: Evidence) -> Evidence:
    """Return evidence with the names and the year in brackets after a link: `[Title](…) (Lee et al., 2019)`.

    The words before such names are a title, whatever capitals they have.
    """
    words = " ".join(inline.text.split())
    if evidence.authors or inline.bare or title_heuristics.is_uninformative(words):
        return evidence
    text_after = context.note.text[inline.span.end :][:_MAX_NAMES].partition("\n")[0]
    byline = short_bylines.byline_in_brackets(text_after) if text_after.startswith(" (") else None
    if not byline and text_after.startswith(" ("):
        names, year = lone_authors.in_brackets(context, text_after)
        byline = short_bylines.Byline(names, year=year) if names else None
    if not byline or not byline.year:
        return evidence
    is_title = title_heuristics.count_words(words) >= _MIN_TITLE and not words[0].islower()
    line = context.note.text.rfind("\n", 0, inline.span.start) + 1
    before = context.note.text[line : inline.span.start].strip(_MARKS_OF_LINE)
    # within a sentence, `Transformer models of text` may be what its author calls them
    is_title = is_title and (not before or before[-1] in ":&" or words.split()[0] in _ARTICLES)
    if is_title and not (evidence.title or evidence.citekey or sentences.is_sentence(words, has_link=True)):
        evidence = evidence._replace(title=title_heuristics.split_title(words).title, labels=())
    venue = evidence.venue or byline.venue
    return evidence._replace(authors=byline.authors, year=evidence.year or byline.year, venue=venue)


def _cited_authors(
    words: str, stated: tuple[short_bylines.Byline, str] | None
) -> tuple[tuple[str, ...], int | None] | None:
    """Return the authors, and the year if it is stated, of a link text such as `Lee, 2020` or `(Lee et al.)`.

    Args:
        words: The text of the link.
        stated: The authors that `linked_authors` reads in it; None for none.
    """
    byline = short_bylines.read_byline(words.strip("()[]*_ "))
    if byline and byline.authors[-1] == OTHERS:
        return byline.authors, byline.year
    # `Discourse, Ideology and Context` may be three names, too
    is_certain = stated and (
        stated[0].year
        or stated[0].authors[-1] == OTHERS
        or any(map(authorship.has_given_name, stated[0].authors))
        or 2 * sum(" " in name for name in stated[0].authors) > len(stated[0].authors)
    )
    return (stated[0].authors, stated[0].year) if stated and is_certain else None


def _venue_of_citation(words: str) -> str:
    """Return the venue after authors in a link text: `Lee et al., NeurIPS 2020`."""
    byline = short_bylines.read_byline(words.strip("()[]*_ "))
    return byline.venue if byline and not venues.is_preprint(byline.venue) else ""


def _labels(context: NoteContext, inline: Inline, key: str, label: str) -> tuple[str, ...]:
    """Return the words before a citekey and the link text that is a name."""
    before = _label_before(context, inline) if key else ""
    return tuple(filter(None, (before, label)))


def _with_venue(evidence: Evidence, words: str) -> Evidence:
    """Return evidence with the venue that a link text is; without a year it is the site of the link."""
    venue, year, track = venues.parse_venue(words)
    return evidence._replace(venue=venue, year=year, track=track) if year else evidence


def _reference(inline: Inline) -> Reference | None:
    """Return the reference that is the text of a link."""
    if not inline.bare and (reference := heading_references.read_text(_WHOLE_IN_BRACKETS.sub(r"\1", inline.text))):
        return reference
    return None


def _label_before(context: NoteContext, inline: Inline) -> str:
    """Return the few words that open the bullet or sentence before a citekey; "" for none."""
    before = context.text_before(inline)
    words = sentences.SENTENCE_END.split(before)[-1].rpartition("; ")[2].replace("\xa0", " ").strip(" \n:–—-*_[](")
    entry = context.enclosing_entry(inline.block)
    opens_block = (entry is not None and entry.kind is BlockKind.ITEM) or not before.strip()
    if not words or not opens_block or len(words.split()) > _MAX_LABEL_WORDS or not words[0].isalnum():
        return ""
    return "" if words.endswith((",", ";")) or _CONNECTING_WORD.search(words) else words


def _tags(context: NoteContext, inline: Inline) -> tuple[str, ...]:
    """Return the tags of the block, if the citation is its only paper."""
    tags = context.tags_in(inline.block)
    if not tags or context.blocks[inline.block].kind is BlockKind.HEADING:
        return ()
    return tags if len(linked_papers(context, inline.block)) <= 1 else ()
