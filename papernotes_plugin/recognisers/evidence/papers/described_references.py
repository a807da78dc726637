"""Decide whether a reference is that of a paper, and not of a web page or an article for everybody."""

from __future__ import annotations

import re

from papernotes_plugin.recognisers.evidence.papers.paper_links import NOT_PAPERS, PaperLinks, may_be_paper_or_pdf
from papernotes_plugin.recognisers.evidence.papers.reference_certainty import (
    LISTED,
    LISTED_BOOK,
    is_emphasised_title,
    is_in_bibliography,
)
from papernotes_plugin.recognisers.evidence.papers.reference_links import links_in_cells
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.references.publishers import NEWS
from papernotes_plugin.recognisers.evidence.references.reference_facts import (
    has_book,
    has_quoted_title,
    is_named_after_site,
    lists_initials,
)
from papernotes_plugin.recognisers.evidence.references.reference_reader import Reference
from papernotes_plugin.recognisers.evidence.references.reference_text import ReferenceText
from papernotes_plugin.recognisers.evidence.structure.candidate_blocks import CandidateForm, PaperCandidate
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles.sentences import is_sentence
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.vocabulary.model import BlockKind

_BARE = 6.5
"""Score from which a reference needs no venue, volume, publisher or link."""
_INDEX = re.compile(r"Google Scholar|APA PsycNet|PubMed(?: Central)?|Crossref|Web of Science|Scopus", re.IGNORECASE)
"""The name of an index of papers, to which publishers link from a reference."""


def describes_paper(
    context: NoteContext,
    candidate: PaperCandidate,
    words: ReferenceText,
    reference: Reference,
    paper_links: PaperLinks,
) -> bool:
    """Return whether a reference is that of a paper, not of a web page, and has a date, a venue or a link to it."""
    # an empty anchor, `<a id="…"></a>`, leads nowhere
    links = [inline for inline in map(context.inlines.__getitem__, paper_links.indices) if inline.url]
    if candidate.block.kind is BlockKind.CELL:
        links += [inline for _, inline in links_in_cells(context, candidate.container, candidate.block)]
    is_indexed = any(_INDEX.fullmatch(inline.text.strip(" []")) for _, inline in candidate.inlines)
    has_paper = bool(paper_links.identifiers) or any(map(may_be_paper_or_pdf, links)) or is_indexed
    published = reference.publication
    if not has_paper and is_named_after_site(published, links):
        # the authors and the date of a web page would make a paper of it
        candidate.claim()
        return False
    if not has_paper and not published.volume and (published.is_site or NEWS.fullmatch(published.venue)):
        return False
    is_printed = _is_printed(published)
    if not has_paper and not is_printed and any(NOT_PAPERS.search(i.url) for i in links):
        return False
    if count_words(reference.title.words) < 2 and not (
        published.is_known or has_paper or published.volume or is_printed or has_book(reference)
    ):
        return False
    has_source = has_paper or is_printed or published.is_known or bool(published.volume or published.publisher)
    are_named = len(reference.authors.names) > 1 and reference.authors.form != "surname"
    if not (has_source or are_named) and is_sentence(reference.title.words, has_link=False):
        # `Professor A. Lee has worked at the institute since 1999. From 2009 …`
        return False
    is_scholarly = published.is_scholarly or "ISBN" in context.source(candidate.block.span)
    if not (has_paper or is_printed or is_scholarly) and len(reference.all_authors) < 2 and candidate.links_to_web:
        # a blog post with its author and date, and often the name of its site
        return False
    if not (has_paper or published.is_printed):
        return _is_dated_title(context, candidate, words, reference)
    return has_paper or reference.year is not None or reference.is_dated or bool(published.volume)


def _is_printed(published: Publication) -> bool:
    """Return whether a publication is a book, or has pages in a volume or a book."""
    has_pages = bool(published.venue and published.pages)
    return published.is_whole_work or (has_pages and (bool(published.volume) or published.has_in))


def _is_dated_title(
    context: NoteContext, candidate: PaperCandidate, words: ReferenceText, reference: Reference
) -> bool:
    """Return whether names, a date and a title suffice for a reference, as in a bibliography."""
    is_quoted = candidate.form is CandidateForm.BULLET and has_quoted_title(words, reference)
    has_initials = candidate.form is CandidateForm.BULLET and lists_initials(reference)
    is_announced = has_initials or is_in_bibliography(context, candidate.block)
    is_shortened = is_announced and candidate.form is CandidateForm.BULLET and reference.authors.has_more
    is_dated = reference.year is not None or reference.is_dated
    if is_emphasised_title(words, reference):
        return is_announced or candidate.form is CandidateForm.BULLET
    min_score = LISTED if is_shortened else LISTED_BOOK if is_announced or is_quoted else _BARE
    return is_dated and reference.score >= min_score
