"""Recognise references in any order and form, with a model that labels the words of a text.

The model reads what the rules of the other recognisers have not read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from papernotes_plugin.recognisers import reference
from papernotes_plugin.recognisers.evidence.authors.name_order import is_inverted
from papernotes_plugin.recognisers.evidence.papers import bibliographies, reference_certainty
from papernotes_plugin.recognisers.evidence.papers.listed_papers import Works
from papernotes_plugin.recognisers.evidence.papers.paper_links import is_paper_link, may_be_paper_or_pdf
from papernotes_plugin.recognisers.evidence.papers.shares_of_forms import MIN_PAPERS, FormShares
from papernotes_plugin.recognisers.evidence.papers.shares_of_papers import PaperShares, containers
from papernotes_plugin.recognisers.evidence.papers.whole_citations import is_dated_before
from papernotes_plugin.recognisers.evidence.references.block_texts import text_of_inlines
from papernotes_plugin.recognisers.evidence.references.line_breaks import line_breaks
from papernotes_plugin.recognisers.evidence.references.reference_parts import part_of, reference_candidates
from papernotes_plugin.recognisers.evidence.references.reference_text import ReferenceText
from papernotes_plugin.recognisers.evidence.segmentation.facts_of_note import facts_in
from papernotes_plugin.recognisers.evidence.segmentation.labelled_reference import (
    LabelledReference,
    describes_work,
    is_marked,
    is_of_event,
    read_labelled,
)
from papernotes_plugin.recognisers.evidence.segmentation.reference_signs import (
    MAX_LENGTH,
    MIN_LENGTH,
    has_names,
    has_names_or_title,
    has_year,
)
from papernotes_plugin.recognisers.evidence.segmentation.segments import Label
from papernotes_plugin.recognisers.evidence.structure.candidate_blocks import (
    CandidateForm,
    PaperCandidate,
)
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles.groups_of_titles import are_titles_of_papers
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Mention

_MAX_BEFORE, _MAX_BEFORE_IN_PARAGRAPH = 8, 3
"""Words before a reference: a number, a key, or a remark; a paragraph with more is a sentence."""
_LIKELY = 0.8
"""Probability of a title and names in a section of references."""
_SURE = 0.95
"""Probability of a title and names in a note with some papers."""
_MIN_TITLE = 2
"""Words of a title without marks there."""
_MIN_UNMARKED = 4
"""Words of a title without marks in a reference that is one by its form."""
_MAX_OTHERS = 10
"""Words before and after a reference there."""
_MAX_AFTER = 4
"""Words before and after a reference that is whole."""
_PAGE = lazy_regex(r"\b(?:pp?|S)\. ?\d")
"""The page of a quotation."""
_OPUS = lazy_regex(r"\b(?:[Nn][or]|[Oo]p)\. ?\d")
"""The number of a piece of music."""
_MIN_SHARE, _MIN_SHARE_OF_QUOTE = 0.6, 0.9
"""Share of the words of a paragraph, and of a quotation, that are a reference."""


def recognise(context: NoteContext) -> Iterator[Mention]:
    """Yield an `ITEM` for each list item, paragraph, footnote and part of HTML that the model reads as a reference."""
    refused: list[_Read] = []
    unread: list[Block] = []
    may_be_papers = 0
    for block in containers(context):
        if block.kind is BlockKind.HTML:
            # it has several parts
            may_be_papers += MIN_PAPERS
        if block.index in context.claimed_blocks:
            may_be_papers += 1
            continue
        may_be_papers += context.has_link(block.span)
        if _has_sign(context, block):
            yield from _mentions_in(context, block, refused)
        else:
            unread.append(block)
    # without papers no section has mostly papers; a heading may still announce references
    if refused or may_be_papers >= MIN_PAPERS:
        yield from _mentions_in_lists(context, unread, refused)


_Read = tuple[PaperCandidate, ReferenceText, LabelledReference]


def _mentions_in_lists(context: NoteContext, unread: Sequence[Block], refused: list[_Read]) -> Iterator[Mention]:
    """Yield the mentions of references whose facts are not enough, in sections and notes with mostly references.

    Args:
        context: The note.
        unread: The blocks that have no sign of a reference.
        refused: The references without enough facts.
    """
    shares = PaperShares(context)
    forms = FormShares(context, containers(context))
    for block in unread:
        if any(is_paper_link(link) for _, link in context.links_within(block.span)):
            # without names, the text is a remark on the paper of the link
            continue
        is_listed = shares.has_many_papers(block) and has_names_or_title(context.source(block.span))
        if is_listed or forms.has_papers(block):
            yield from _mentions_in(context, block, refused)
    possible = [reading for reading in refused if _may_be_listed(*reading)]
    for candidate, _, _ in possible:
        shares.add_possible(candidate.container)
        forms.add_possible(candidate.container)
    for candidate, words, read in possible:
        announced = bibliographies.works_announced_above(context, candidate.block)
        if candidate.container.index in context.claimed_blocks:
            # another part of it is a reference
            continue
        is_whole = shares.has_some_papers() and _is_whole_reference(words, read)
        is_long = count_words(read.reference.title.words) > _MIN_TITLE
        is_of_form = is_long and forms.has_mostly_papers(candidate.container)
        has_mostly_papers = is_of_form or shares.has_mostly_papers(candidate.container)
        is_listed = announced is Works.REFERENCES or (announced is None and has_mostly_papers)
        if is_whole or is_listed:
            yield from filter(None, [reference.mention_of(context, candidate, words, read.reference, is_of_form=True)])


def _mentions_in(context: NoteContext, block: Block, refused: list[_Read]) -> Iterator[Mention]:
    for candidate in reference_candidates(context, block):
        yield from _mentions(context, candidate, refused)


def _may_be_listed(candidate: PaperCandidate, words: ReferenceText, read: LabelledReference) -> bool:
    """Return whether names or a venue, a title and a year are as a list of references has them."""
    authors, published = read.reference.authors, read.reference.publication
    if reference_certainty.links_elsewhere(candidate) or is_of_event(words, read):
        return False
    if count_words(read.reference.title.words) < _MIN_TITLE and not is_marked(words, read.reference.title):
        return False
    if _count_others(words, read) > _MAX_OTHERS or read.probability < _LIKELY:
        return False
    are_several = len(authors.names) > 1 or authors.has_more
    has_year = read.reference.year is not None
    is_whole = is_marked(words, read.reference.title) and _count_others(words, read) <= _MAX_AFTER
    return (bool(authors.names) and (has_year or are_several or is_whole)) or (bool(published.venue) and has_year)


def _is_whole_reference(words: ReferenceText, read: LabelledReference) -> bool:
    """Return whether a text is names, a title in marks, and a year, with hardly any other words."""
    facts = read.reference
    has_facts = bool(facts.authors.names) and facts.year is not None and is_marked(words, facts.title)
    return has_facts and _count_others(words, read) <= _MAX_AFTER and read.probability >= _SURE


def _is_citation_by_form(
    context: NoteContext, candidate: PaperCandidate, words: ReferenceText, read: LabelledReference
) -> bool:
    """Return whether a text is only names, a title and a year, as only references have them.

    The family name comes first, or the title has several words that are frequent in titles of papers.
    """
    facts = read.reference
    if not facts.authors.names or facts.year is None or read.probability < _SURE:
        return False
    if words.text[: read.start].strip("[(0123456789]). •-_") or _count_others(words, read) > _MAX_AFTER:
        return False
    if _PAGE.search(words.text, 0, facts.title.start) or _OPUS.search(facts.title.words) or is_of_event(words, read):
        return False
    if bibliographies.works_announced_above(context, candidate.block) is Works.OTHERS:
        return False
    has_mark = is_marked(words, facts.title)
    if count_words(facts.title.words) < (_MIN_TITLE if has_mark else _MIN_UNMARKED):
        return False
    is_usual = are_titles_of_papers([facts.title.words], _MIN_UNMARKED)
    if is_inverted(facts.authors.names[0]):
        is_dated = is_dated_before(words, facts.title)
        return has_mark or is_usual or is_dated or len(facts.authors.names) > 1
    # songs and posts have a full name, too
    is_line = not any(read.start < at < read.end for at in line_breaks(context, words))
    return (
        is_usual
        and is_line
        and not candidate.links_to_web
        and facts.authors.names[0] in words.text[: facts.title.start]
    )


def _count_others(words: ReferenceText, read: LabelledReference) -> int:
    """Return the number of words before and after a reference in its text."""
    return count_words(words.text) - count_words(words.text[read.start : read.end])


def _mentions(context: NoteContext, candidate: PaperCandidate, refused: list[_Read]) -> Iterator[Mention]:
    """Yield the mentions of the references in a candidate: one, or several that begin a line each.

    A reference that is none by its facts alone is added to `refused`.
    """
    words = text_of_inlines(context, candidate.inlines)
    if not MIN_LENGTH <= len(words.text) <= MAX_LENGTH:
        return
    breaks = line_breaks(context, words)
    read = read_labelled(words, facts_in(context, words, breaks))
    if len(read) == 1 and (_is_citation(candidate, words, read[0]) or _has_venue_in_line_above(read[0], breaks)):
        return
    if any(_is_quotation(context, candidate, words, work) for work in read):
        return
    if len(read) == 1 and _is_whole(candidate, words, read[0]):
        is_of_form = _is_citation_by_form(context, candidate, words, read[0])
        is_certain = is_of_form or describes_work(words, read[0])
        mention = (
            reference.mention_of(context, candidate, words, read[0].reference, is_of_form=is_of_form)
            if is_certain
            else None
        )
        if mention:
            yield mention
        else:
            refused.append((candidate, words, read[0]))
    if len(read) > 1 and all(describes_work(words, work) and _opens_line(words.text, breaks, work) for work in read):
        for work in read:
            part = part_of(context, candidate, words.span(work.start, work.end))
            yield from filter(None, [reference.mention_of(context, part, words, work.reference)])


def _is_citation(candidate: PaperCandidate, words: ReferenceText, read: LabelledReference) -> bool:
    """Return whether a title without authors is a link to a paper, which `citation_link` reads."""
    title = words.span(read.reference.title.start, read.reference.title.end)
    links = (link for _, link in candidate.links if link.span.start <= title.start < link.span.end)
    return not read.reference.authors.names and any(is_paper_link(link) for link in links)


def _is_quotation(
    context: NoteContext, candidate: PaperCandidate, words: ReferenceText, read: LabelledReference
) -> bool:
    """Return whether what was read as a title is a quoted sentence that opens a quote: `“It is.” Ann Lee, *Title*`."""
    title, text = read.reference.title, words.text
    closing = text[title.end :].lstrip(". ")[:1]
    is_sentence = "." in text[title.end - 1 : text.find(closing, title.end) + 1] if closing else False
    is_first = not any(map(str.isalpha, text[: title.start]))
    return is_first and is_sentence and closing in '”“"»' and context.is_quoted(candidate.block.index)


def _has_venue_in_line_above(read: LabelledReference, breaks: Sequence[int]) -> bool:
    """Return whether a venue is in a line above the names that open a line before the title: that of another work."""
    names = next((fact.start for fact in read.facts if fact.label is Label.AUTHOR), -1)
    venue = next((fact.start for fact in read.facts if fact.label is Label.VENUE), names)
    return venue < names < read.reference.title.start and any(venue <= at < names for at in breaks)


def _opens_line(text: str, breaks: Sequence[int], read: LabelledReference) -> bool:
    """Return whether a reference is at the beginning of a line, perhaps after a number."""
    start = max((at for at in breaks if at < read.start), default=0)
    return not any(map(str.isalpha, text[start : read.start]))


def _has_sign(context: NoteContext, block: Block) -> bool:
    """Return whether a block has a year, or signs of names and a link to a paper."""
    words = context.source(block.span)
    if has_year(words) and has_year(" ".join(context.visible_text(text.index) for text in context.subtree(block))):
        # the year of an address is none of a reference
        return True
    return has_names(words) and any(may_be_paper_or_pdf(link) for _, link in context.links_within(block.span))


def _is_whole(candidate: PaperCandidate, words: ReferenceText, read: LabelledReference) -> bool:
    """Return whether a reference opens a text; a paragraph has few other words."""
    is_paragraph = candidate.form in (CandidateForm.PARAGRAPH, CandidateForm.QUOTE)
    if count_words(words.text[: read.start]) > (_MAX_BEFORE_IN_PARAGRAPH if is_paragraph else _MAX_BEFORE):
        return False
    if candidate.form in (CandidateForm.BULLET, CandidateForm.LINE):
        return True
    share = _MIN_SHARE_OF_QUOTE if candidate.form is CandidateForm.QUOTE else _MIN_SHARE
    return count_words(words.text[read.start : read.end]) >= share * count_words(words.text)
