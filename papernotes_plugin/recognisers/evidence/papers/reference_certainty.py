"""Decide whether a reading of a reference is good enough for its place in the note, and is that of a paper."""

from __future__ import annotations

import re

from papernotes_plugin import identifiers, text
from papernotes_plugin.recognisers.evidence.papers.bibliographies import is_in_bibliography, works_announced_above
from papernotes_plugin.recognisers.evidence.papers.item_citekeys import has_own_key
from papernotes_plugin.recognisers.evidence.papers.listed_papers import Works, is_in_column_of_reading
from papernotes_plugin.recognisers.evidence.papers.other_works import has_sure_publisher, may_be_song
from papernotes_plugin.recognisers.evidence.papers.paper_links import (
    NOT_PAPERS,
    SEARCH,
    PaperLinks,
    may_be_paper_or_pdf,
)
from papernotes_plugin.recognisers.evidence.papers.reference_links import links_in_cells
from papernotes_plugin.recognisers.evidence.papers.whole_citations import (
    PART_AFTER_COMMA,
    is_dated_before,
    is_full_citation,
    is_quoted_citation,
    is_whole_citation,
    opens_with_linked_title,
)
from papernotes_plugin.recognisers.evidence.references import (
    book_marks,
    books_with_place,
    bookshop_lines,
    lines_in_other_order,
    organisation_references,
    publishers,
    title_and_editors,
    title_and_journal,
    title_first,
)
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.references.reference_facts import (
    has_book,
    has_dated_key,
    has_marked_title,
    is_labelled,
    is_named_after_site,
    is_of_list,
    is_title_marked,
)
from papernotes_plugin.recognisers.evidence.references.reference_parts import cites_others
from papernotes_plugin.recognisers.evidence.references.reference_reader import CERTAIN, LIKELY, Reference
from papernotes_plugin.recognisers.evidence.references.reference_text import ReferenceText
from papernotes_plugin.recognisers.evidence.references.title_ends import TitleReading
from papernotes_plugin.recognisers.evidence.structure import reference_openings
from papernotes_plugin.recognisers.evidence.structure.candidate_blocks import CandidateForm, PaperCandidate
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.structure.html_parts import has_details
from papernotes_plugin.recognisers.evidence.structure.inner_parts import has_definitions, is_plain
from papernotes_plugin.recognisers.evidence.titles.sentences import is_sentence
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, looks_like_title
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, InlineKind

LISTED = 3
"""Score from which one of several references is one, if all have venue and year."""
_LISTED_BOOK = 3.5
"""Score from which a paragraph below a heading such as `Bibliography` is a reference."""
_SHORTENED = 2.0
"""The same for a reference with a link to a paper whose authors are shortened."""
_MAX_TAIL = 6
"""Number of words in lower case after a reference from which the paragraph is prose."""
_LOWER_WORD = lazy_regex(r"(?<![\w/.-])[a-z]{3,}\b")
_EPISODE = lazy_regex(r"[\s,.;(\[”]*(?:(?:Season \d+, )?(?:Folge|[ÉE]pisodi?[eo]) \d+|(?:[Ii]n:? )?Wikipedia)\b")
"""The number of a podcast or film after its title, or Wikipedia: `, Season 2, Episode 8 (26 Oct 2021)`."""
_BARE = 6.5
"""Score from which a reference needs no venue, volume, publisher or link."""
_DAY_OF_ACCESS = lazy_regex(r"\b(?:[Aa]ccessed|[Rr]etrieved|[Vv]isited|[Aa]bgerufen|[Cc]onsult(?:é|ado|ato|ada))\b")
_CITED_PAGE = lazy_regex(r"\bAvailable (?:at|from):? [^\n]{8,600}?\([Aa]ccessed:? [^()\n]{6,20}\)")
"""The address of a page and the day of access in bibliographies: `Available at: … (Accessed: 2 May 2021)`."""
_MAX_CITED_PAGE = 1000
"""Characters after a title in which both are."""
_ADDRESS_OF_PAPER = lazy_regex(
    r"(?<=\s)(?:[a-z0-9-]+\.)+[a-z]{2,}/(?:\S*/)?(?:\S+\.pdf|(?:papers?|preprints?)/\S+)(?=\.?(?:\s|$))"
)
"""An address without `https://`, of a file or of a page of preprints: `mis.mpg.de/preprints/2017/2017-34.html`."""
_MIN_BOOK = 3
"""Words of a title of a book that may look like the heading of a section: `Making democracy work`."""
_INDEX = lazy_regex(r"Google Scholar|APA PsycNet|PubMed(?: Central)?|Crossref|Web of Science|Scopus", re.IGNORECASE)
"""The name of an index of papers, to which publishers link from a reference."""


def may_be_reference(context: NoteContext, block: Block) -> bool:
    """Return whether a block has the signs of a reference of any form; quick, as most blocks have none."""
    if block.index in context.mere_prose:
        return False
    source = context.readable_text
    block = reference_openings.without_lines_of_links(source, block)
    return (
        block.kind is BlockKind.HTML
        or has_details(context, block)
        or has_definitions(context, block)
        or (block.kind is BlockKind.ITEM and _has_reference_below(context, block))
        or reference_openings.may_be_reference(source, block)
        or lines_in_other_order.may_be_reference(source, block)
        or title_first.may_be_title_first(source, block.span)
        or (block.kind is BlockKind.FOOTNOTE and cites_others(source, block.span))
        or title_and_journal.may_be_reference(source, block.span)
        or title_and_editors.may_be_reference(source, block.span)
        or bookshop_lines.may_be_reference(source, block.span)
        or organisation_references.may_be_sure(source, block.span)
        or books_with_place.may_be_reference(source, block.span)
        or (organisation_references.may_be_reference(source, block.span) and is_in_bibliography(context, block))
    )


def _has_reference_below(context: NoteContext, item: Block) -> bool:
    """Return whether one of the paragraphs below the plain first one of an item begins like a reference."""
    texts = context.text_blocks(item)
    if len(texts) < 2 or not is_plain(context, texts[0]):
        return False
    return any(reference_openings.opens_reference(context.readable_text, text.span) for text in texts[1:])


def links_elsewhere(candidate: PaperCandidate) -> bool:
    """Return whether a link of a candidate leads to code, a talk, a post or another page that is no paper."""
    return any(NOT_PAPERS.search(inline.url) for _, inline in candidate.links)


def _is_entry_of_bibliography(context: NoteContext, block: Block, words: ReferenceText, reference: Reference) -> bool:
    """Return whether names, the year in brackets and a title are an entry of a bibliography, whatever it links to.

    The address and the day of access, in the form of bibliographies, show the same in any section.
    A page of the web has the day of access instead of a year: `Lee, A. “Title,” Site, accessed January 2, 2019`.
    """
    title = reference.title
    if reference.score < LISTED or not (
        is_in_bibliography(context, block) or _cites_page(context, block, words, title)
    ):
        return False
    if count_words(title.words) < 2 or is_sentence(title.words, has_link=False):
        return False
    if reference.year is None and not reference.is_dated:
        tail = words.text[title.end :]
        is_named = reference.score >= LIKELY and bool(reference.publication.venue)
        return is_named and is_title_marked(words, title) and _DAY_OF_ACCESS.search(tail) is not None
    return is_dated_before(words, title)


def _cites_page(context: NoteContext, block: Block, words: ReferenceText, title: TitleReading) -> bool:
    """Return whether the address of a page and the day of access follow a title."""
    start, end = words.span(title.start, title.end)
    # a paragraph may have many references
    end = min(end + _MAX_CITED_PAGE, block.span.end)
    return _CITED_PAGE.search(context.note.text, start, end) is not None


def is_part_of_book(context: NoteContext, candidate: PaperCandidate, reference: Reference) -> bool:
    """Return whether a title such as `Introduction` is that of a chapter or an article, or a longer one of a book."""
    published = reference.publication
    is_book = bool(published.publisher) and count_words(reference.title.words) >= _MIN_BOOK
    enough = CERTAIN if is_book or is_in_bibliography(context, candidate.block) else CERTAIN + 2
    return reference.score >= enough and bool((published.venue or is_book) and reference.year)


def is_listed(words: ReferenceText, reference: Reference) -> bool:
    """Return whether a reading is good enough for one of several references, all of which have venue and year.

    Less is enough for several names, or one in full, with a title in capitals, and a known venue at the end.
    """
    authors = reference.authors
    are_full = authors.has_more or len(authors.names) > 1 or " " in authors.names[0]
    is_whole = are_full and _ends_with_known_venue(words, reference) and looks_like_title(reference.title.words)
    is_published = reference.is_published or bool(reference.publication.institution)
    return is_published and bool(reference.year) and reference.score >= (LISTED / 2 if is_whole else LISTED)


def reference_of_line(words: ReferenceText, reference: Reference | None) -> Reference | None:
    """Return the reference that one of several lines is, also one with its title in book marks."""
    if reference and is_listed(words, reference):
        return reference
    return book_marks.read_reference(words) or reference


def _ends_with_known_venue(words: ReferenceText, reference: Reference) -> bool:
    """Return whether a reference has a year and a known venue, and no words follow."""
    tail = words.text[reference.publication.end :]
    return reference.publication.is_known and bool(reference.year) and not any(map(str.isalpha, tail))


def is_certain(context: NoteContext, candidate: PaperCandidate, words: ReferenceText, reference: Reference) -> bool:
    """Return whether a reading is good enough for its place; after a reference in a paragraph no sentence follows."""
    if opens_with_linked_title(words, reference):
        return False
    if has_marked_title(words, reference) or is_full_citation(words, reference):
        return True
    if _is_sure_by_key(candidate, words, reference):
        return True
    if candidate.form not in (CandidateForm.PARAGRAPH, CandidateForm.QUOTE, CandidateForm.PART):
        has_paper = any(may_be_paper_or_pdf(i) for _, i in candidate.links) or (
            LISTED <= reference.score < LIKELY and _has_written_identifier(context, candidate)
        )
        # `Vaswani et al.: ` opens no sentence
        is_shortened = reference.authors.has_more and looks_like_title(reference.title.words)
        if is_shortened and reference.year and reference.publication.is_known:
            return reference.score >= LISTED
        is_marked = reference.year is not None and is_title_marked(words, reference.title)
        is_announced = (reference.authors.has_more or is_marked) and is_in_bibliography(context, candidate.block)
        is_entry = _is_entry_of_bibliography(context, candidate.block, words, reference)
        are_listed = reference.is_in_journal or is_announced or is_of_list(reference) or is_entry
        listed = LISTED if has_paper or are_listed else LIKELY
        return reference.score >= (_SHORTENED if has_paper and is_shortened else listed)
    is_title_of_note = text.comparison_key(reference.title.words) == text.comparison_key(context.note.title)
    if (reference.score >= _LISTED_BOOK and is_in_bibliography(context, candidate.block)) or (
        reference.score >= LISTED and is_title_of_note
    ):
        return True
    is_shortened = reference.authors.has_more and looks_like_title(reference.title.words)
    if (is_shortened or len(reference.authors.names) > 1) and _ends_with_known_venue(words, reference):
        return reference.score >= (LISTED if is_shortened else LIKELY + 1)
    tail = words.text[reference.publication.end :]
    if reference.is_in_journal and reference.publication.issue and not _LOWER_WORD.search(tail):
        return reference.score >= LIKELY + 1
    return reference.score >= CERTAIN and (len(_LOWER_WORD.findall(tail)) < _MAX_TAIL or reference.score >= CERTAIN + 2)


def _has_written_identifier(context: NoteContext, candidate: PaperCandidate) -> bool:
    """Return whether the text of a candidate has an identifier, such as `doi:10.1000/182`."""
    texts = (inline.span for _, inline in candidate.inlines if inline.kind is InlineKind.TEXT)
    return any(identifiers.find_identifiers(context.source(span)) for span in texts)


def _is_sure_by_key(candidate: PaperCandidate, words: ReferenceText, reference: Reference) -> bool:
    """Return whether a key with the year opens a reference whose title has no venue, volume or pages at its end."""
    is_title = reference.publication.is_known or not PART_AFTER_COMMA.search(reference.title.words)
    if not is_title or reference.score < LISTED:
        return False
    return has_dated_key(words, reference) or has_own_key(candidate, reference.authors.names, reference.year)


def describes_paper(
    context: NoteContext, candidate: PaperCandidate, words: ReferenceText, reference: Reference, paper_links: PaperLinks
) -> bool:
    """Return whether a reference is that of a paper, not of a web page, and has a date, a venue or a link to it."""
    if _EPISODE.match(words.text, reference.title.end):
        return False
    # an empty anchor, `<a id="…"></a>`, leads nowhere
    links = [inline for inline in map(context.inlines.__getitem__, paper_links.indices) if inline.url]
    if candidate.block.kind is BlockKind.CELL:
        links += [inline for _, inline in links_in_cells(context, candidate.container, candidate.block)]
    if _is_citation(context, candidate, words, reference):
        return True
    is_indexed = any(_INDEX.fullmatch(inline.text.strip(" []")) for _, inline in candidate.inlines)
    published = reference.publication
    is_indexed |= published.is_encyclopedia or _ADDRESS_OF_PAPER.search(words.text, reference.title.end) is not None
    has_paper = bool(paper_links.identifiers) or any(map(may_be_paper_or_pdf, links)) or is_indexed
    if not has_paper and is_named_after_site(published, links):
        # the authors and the date of a web page would make a paper of it
        candidate.claim()
        return False
    is_printed = _is_printed(published)
    is_scholarly = published.is_scholarly or "ISBN" in context.source(candidate.block.span)
    is_sure = (is_scholarly or (reference.is_edited and published.has_imprint)) and has_sure_publisher(published)
    # a weekly journal in the style of medicine: `New Scientist 1996; Jan 6:40`
    has_numbers = published.volume or (published.pages and reference.authors.form == "glued")
    if not has_paper and (
        (not has_numbers and (published.is_site or publishers.NEWS.fullmatch(published.venue)))
        or (not is_printed and any(NOT_PAPERS.search(i.url) and not SEARCH.search(i.url) for i in links))
        or (not is_sure and works_announced_above(context, candidate.block) is Works.OTHERS)
    ):
        return False
    is_numbered = published.volume or (published.issue and published.pages)
    if count_words(reference.title.words) < 2 and not (
        published.is_known or has_paper or is_numbered or is_printed or has_book(reference)
    ):
        return False
    if not (has_paper or is_printed or is_scholarly) and _may_be_about_person(candidate, words, reference):
        return False
    if not (has_paper or published.is_printed):
        return _is_dated_title(context, candidate, words, reference)
    return has_paper or reference.year is not None or reference.is_dated or bool(published.volume)


def _is_citation(context: NoteContext, candidate: PaperCandidate, words: ReferenceText, reference: Reference) -> bool:
    """Return whether a reference has the form of those in bibliographies, whatever it is published in."""
    if _is_entry_of_bibliography(context, candidate.block, words, reference) and not links_elsewhere(candidate):
        return True
    is_whole = (
        is_whole_citation(candidate, words, reference)
        or is_full_citation(words, reference)
        or is_quoted_citation(words, reference)
    )
    return is_whole and works_announced_above(context, candidate.block) is not Works.OTHERS


def _may_be_about_person(candidate: PaperCandidate, words: ReferenceText, reference: Reference) -> bool:
    """Return whether a single author with a date may be in a sentence, or have written a blog post."""
    if _is_sure_by_key(candidate, words, reference):
        return False
    if len(reference.all_authors) < 2 and candidate.links_to_web:
        return True
    # `Professor A. Lee has worked at the institute since 1999. From 2009 …`
    are_named = len(reference.authors.names) > 1 and reference.authors.form != "surname"
    return not are_named and is_sentence(reference.title.words, has_link=False)


def _is_printed(published: Publication) -> bool:
    """Return whether a publication is a book, or has pages in a volume or a book."""
    has_pages = bool(published.venue and published.pages)
    return published.is_whole_work or (has_pages and (bool(published.volume) or published.has_in))


def _is_dated_title(
    context: NoteContext, candidate: PaperCandidate, words: ReferenceText, reference: Reference
) -> bool:
    """Return whether names, a date and a title suffice for a reference, as in a bibliography."""
    if candidate.block.kind is BlockKind.CELL and reference.year is None and is_title_marked(words, reference.title):
        # `| Ann Lee, “Title” |` in a list of readings
        is_last = not any(map(str.isalnum, words.text[reference.title.end :]))
        return is_last and is_in_column_of_reading(context, candidate.block)
    is_bullet = candidate.form is CandidateForm.BULLET
    is_listed_alone = is_bullet and is_of_list(reference)
    if is_listed_alone and reference.year is None and not reference.is_dated:
        return not any(map(str.isalnum, words.text[reference.title.end :]))
    is_announced = is_listed_alone or is_in_bibliography(context, candidate.block)
    if not is_announced and may_be_song(words, reference):
        return False
    if has_marked_title(words, reference):
        return is_announced or is_bullet or is_labelled(words)
    if _is_sure_by_key(candidate, words, reference):
        return True
    is_shortened = is_announced and is_bullet and reference.authors.has_more
    min_score = LISTED if is_shortened else _LISTED_BOOK if is_announced else _BARE
    return (reference.year is not None or reference.is_dated) and reference.score >= min_score
