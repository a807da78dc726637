"""Read posts about one paper that open with its reference: around the title of the post, or only names and venue.

`title: Some Title (2018)`, then `Lee, A. & Ray, B. Some Title. Neuron (2018)` or `*A. Lee, B. Ray*. Neuron (2018)`.
"""

from __future__ import annotations

import html
import re
from typing import NamedTuple

from papernotes_plugin.recognisers.evidence.authors import authorship, name_order
from papernotes_plugin.recognisers.evidence.labels.front_matter_keys import TITLE_KEYS
from papernotes_plugin.recognisers.evidence.labels.paper_front_matter import is_about_something_else
from papernotes_plugin.recognisers.evidence.papers.paper_links import (
    PaperLinks,
    is_called_paper,
    is_paper_link,
    may_be_paper_or_pdf,
)
from papernotes_plugin.recognisers.evidence.references.block_texts import text_of_block
from papernotes_plugin.recognisers.evidence.references.own_references import find_title
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.references.reference_facts import publication_evidence
from papernotes_plugin.recognisers.evidence.references.reference_text import LINK_REMOVED, ReferenceText
from papernotes_plugin.recognisers.evidence.references.venue_phrases import publication
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles import note_names
from papernotes_plugin.recognisers.evidence.titles.false_titles import is_generic
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import TitleParts, count_words
from papernotes_plugin.text.lazy_regex import lazy_regex, optional_run
from papernotes_plugin.vocabulary.model import Block, BlockKind, Evidence

_MIN_WORDS = 3
"""Words of a title."""
_MAX_LENGTH = 2000
_YEAR_AFTER_NAMES = lazy_regex(optional_run(r"\s,.") + r"\((?:19|20)\d\d[a-z]?\)[\s.,:]*$")
"""The year of APA between the names and the title: `Lee, A. (2019).`."""
_OPENING_OF_TITLE = lazy_regex(r"(?<=\w{3})\. [^\W\d_][^.:\n]{1,40}: $")
"""The words before a colon that the title of a post lacks: `Ann Lee. DeepLabCut: `."""
_END_OF_NAMES = lazy_regex(r"(?<=\w{3})\. (?=[^\W\d_][^.\n]{2,100} \((?:19|20)\d\d\))")
"""The point between names and a publication with its year."""
_MAX_PUBLICATION = 200
"""Characters after title or names in which the year is."""
_MARKS = " \n*_.,:;–—-\"“”'\x1d"
_EVENT = lazy_regex(r"\b(?:keynote|talk|tutorial|seminar|lecture|webinar|panel)\b", re.IGNORECASE)
"""A word for a talk, which has a speaker as a paper has an author."""


class _Cited(NamedTuple):
    """The facts of the paper of a post in its reference."""

    names: tuple[str, ...]
    published: Publication
    has_title: bool
    """True if the title of the post is in the reference."""
    has_year: bool
    """True if the year in the title of the post is in the reference."""


def read(context: NoteContext) -> Evidence | None:
    """Return the facts of the paper of a post, whose reference is its first paragraph or bullet; None for other posts.

    The venue must be one of papers, or have a volume, or a link must lead to a paper or a PDF file.  The block and its
    links are claimed.
    """
    parts = _title_of_post(context)
    block = _first_text(context) if parts.title else None
    if block is None or block.span.end - block.span.start > _MAX_LENGTH:
        return None
    reference = text_of_block(context, block.index)
    cited = _around_title(reference, parts) or _named_alone(reference, parts)
    if cited is None:
        return None
    links = [link for link in context.unclaimed_links(block.index) if may_be_paper_or_pdf(link[1])]
    is_paper_linked = any(is_paper_link(inline) or is_called_paper(inline) for _, inline in links)
    published = cited.published
    is_printed = published.is_known or bool(published.volume)
    if not (is_printed or (cited.has_title and is_paper_linked) or (cited.has_year and links)):
        return None
    paper_links = PaperLinks()
    for index, inline in links:
        paper_links.add(index, inline)
    context.claimed_blocks.add(block.index)
    context.read_spans.append(block.span)
    return publication_evidence(published)._replace(
        title=parts.title,
        authors=cited.names,
        year=published.year or parts.year,
        identifiers=paper_links.identifiers,
        links=paper_links.links,
    )


def _title_of_post(context: NoteContext) -> TitleParts:
    """Return the title and year in front matter above a text without a title of its own; an empty title for none."""
    meta = context.front_matter
    words = meta.text(TITLE_KEYS) if context.title_heading < 0 else ""
    # Jekyll needs a colon in a title written as `&#58;`
    parts = note_names.dated_title(html.unescape(words)) if words.count(" ") >= _MIN_WORDS - 1 else TitleParts("")
    is_title = count_words(parts.title) >= _MIN_WORDS and not is_generic(parts.title)
    return parts if is_title and not is_about_something_else(meta) else TitleParts("")


def _first_text(context: NoteContext) -> Block | None:
    """Return the paragraph that opens a note, or the first bullet of the list that does; None for another block."""
    first = next(iter(context.children(-1)), None)
    if first is not None and first.kind is BlockKind.LIST:
        return next(iter(context.text_blocks(context.children(first.index)[0])), None)
    return first if first is not None and first.kind is BlockKind.PARAGRAPH else None


def _around_title(reference: ReferenceText, parts: TitleParts) -> _Cited | None:
    """Return the names before a title, and the publication after it; None if the title has no names before it."""
    match = find_title(parts.title, reference.text)
    names = _authors_before(reference.text, match.start()) if match else ()
    if match is None or not names:
        return None
    published = _published(reference, match.end())
    if _EVENT.search(reference.text, match.end()) and not published.is_known:
        return None
    return _Cited(names, published, has_title=True, has_year=_has_year(reference, match.end(), parts))


def _authors_before(text: str, end: int) -> tuple[str, ...]:
    """Return the authors that all words before an offset are, up to a short title with a colon; () for other words."""
    named = _OPENING_OF_TITLE.sub("", text[:end])
    before = _YEAR_AFTER_NAMES.sub("", named).strip(_MARKS)
    if not (authorship.looks_like_authors(before) or authorship.has_given_name(before)):
        return ()
    # the point of the last initial belongs to its name
    has_point = name_order.ONLY_INITIALS.match(before.split()[-1]) and f"{before}." in text
    return authorship.split_authors(f"{before}." if has_point else before)


def _named_alone(reference: ReferenceText, parts: TitleParts) -> _Cited | None:
    """Return the names that open a reference without title, in emphasis or up to a point; its year is the title's."""
    if parts.year is None:
        return None
    start, end = min(reference.emphasised, default=(0, 0))
    if end == 0 and (point := _END_OF_NAMES.search(reference.text)):
        start, end = reference.text[:1] == "*", point.start()
    names = reference.text[start:end]
    if reference.text[:start].strip(_MARKS) or not (
        authorship.looks_like_authors(names) or authorship.is_person(names)
    ):
        return None
    has_year = _has_year(reference, end, parts)
    return _Cited(authorship.split_authors(names), _published(reference, end), False, has_year) if has_year else None


def _has_year(reference: ReferenceText, at: int, parts: TitleParts) -> bool:
    """Return whether the year of a title is after an offset, too."""
    return parts.year is not None and f"({parts.year})" in reference.text[at : at + _MAX_PUBLICATION]


def _published(reference: ReferenceText, at: int) -> Publication:
    """Return the publication that begins at an offset, up to the first link that only points or is in brackets."""
    end = reference.text.find(LINK_REMOVED, at)
    linked = (start for start, _ in reference.linked if start >= at and reference.text[start] == "(")
    end = min(end if end >= 0 else len(reference.text), next(linked, len(reference.text)))
    at = len(reference.text) - len(reference.text[at:].lstrip(f"{_MARKS}?!)"))
    marked = next(((first, last) for first, last in reference.emphasised if 0 <= first - at <= 4), None)
    return publication(reference.text, min(at, end), end, marked)
