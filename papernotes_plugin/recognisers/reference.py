"""Recognise references in citation styles, which begin with authors: in lists, paragraphs, quotes, tables, footnotes.

Other items, which begin with a title or a link, are left to `item` and `table_row`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from papernotes_plugin import venues
from papernotes_plugin.recognisers.evidence.authors import trailing_authors
from papernotes_plugin.recognisers.evidence.labels import field_facts
from papernotes_plugin.recognisers.evidence.papers import (
    best_reading,
    bibliographies,
    listed_papers,
    opening_links,
    reference_certainty,
)
from papernotes_plugin.recognisers.evidence.papers.item_citekeys import leading_key, with_trailing_key
from papernotes_plugin.recognisers.evidence.papers.listed_papers import Works
from papernotes_plugin.recognisers.evidence.papers.other_works import has_other_name_as_title
from papernotes_plugin.recognisers.evidence.papers.paper_links import PaperLinks, may_be_paper_or_pdf
from papernotes_plugin.recognisers.evidence.papers.reference_certainty import is_certain, is_listed, is_part_of_book
from papernotes_plugin.recognisers.evidence.papers.reference_links import (
    has_other_title,
    is_below_linked_title,
    links_of_reference,
)
from papernotes_plugin.recognisers.evidence.papers.whole_citations import has_strong_title, opens_before_note
from papernotes_plugin.recognisers.evidence.references import (
    book_marks,
    publications_below,
    title_first,
    untitled_references,
)
from papernotes_plugin.recognisers.evidence.references.block_texts import text_of_inlines
from papernotes_plugin.recognisers.evidence.references.imprints import with_journal
from papernotes_plugin.recognisers.evidence.references.reference_facts import (
    entry_type_of,
    has_names_elsewhere,
    has_remark_as_title,
    is_bare,
    is_cited_form,
    is_of_book,
    is_of_person_or_music,
    lacks_title,
    title_parts,
    without_other_names,
)
from papernotes_plugin.recognisers.evidence.references.reference_parts import (
    are_most,
    cited_references,
    enumerated_references,
    is_cited,
    parted_references,
    reference_candidates,
    references_between_breaks,
    references_in_lines,
    text_before_labels,
)
from papernotes_plugin.recognisers.evidence.references.reference_reader import (
    CERTAIN,
    Reference,
    read_reference,
)
from papernotes_plugin.recognisers.evidence.references.reference_text import ReferenceText
from papernotes_plugin.recognisers.evidence.references.repeated_authors import PrecedingAuthors, ReadPart
from papernotes_plugin.recognisers.evidence.references.sibling_references import SiblingReferences
from papernotes_plugin.recognisers.evidence.structure.candidate_blocks import (
    CONTAINERS,
    CandidateForm,
    PaperCandidate,
    may_stand_alone,
)
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, unread_without_result
from papernotes_plugin.recognisers.evidence.structure.quoted_context import build_mention
from papernotes_plugin.recognisers.evidence.titles.false_titles import is_generic, without_false_title
from papernotes_plugin.recognisers.evidence.titles.item_remarks import FURTHER_CITED
from papernotes_plugin.recognisers.evidence.titles.names_in_titles import are_only_names
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import TitleParts
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Evidence, Field, InlineKind, Mention, MentionKind

_BIRTH = lazy_regex(r"\(\*\s?(?:1[5-9]|20)\d\d\)")
"""The year of birth of a person: `Peter Singer (*1946)`."""
_MIN_REFERENCES = 3
"""References in a list of references, if they are at least half of its items."""
_FORMS_OF_LISTS = (CandidateForm.BULLET, CandidateForm.PARAGRAPH)
"""The forms that references without other signs have in a list of references."""
_KINDS = CONTAINERS | {BlockKind.CELL}
"""The kinds of blocks that are references or contain some."""


def recognise(context: NoteContext) -> Iterator[Mention]:
    """Yield an `ITEM` for each list item, footnote, paragraph, quote and table cell that is a reference."""
    papers: defaultdict[int, int] = defaultdict(int)
    unread_by_heading: dict[int, list[PaperCandidate]] = {}
    preceding: defaultdict[tuple[int, int], PrecedingAuthors] = defaultdict(PrecedingAuthors)
    siblings = SiblingReferences()
    for block in context.blocks:
        # the text of an item is read with the item, except quotes
        is_text_of_item = block.kind is BlockKind.PARAGRAPH and not may_stand_alone(context, block)
        if block.kind not in _KINDS or is_text_of_item or block.index in context.claimed_blocks:
            continue
        heading = context.heading_above[block.index]
        if not reference_certainty.may_be_reference(context, block):
            preceding.pop((heading, block.parent), None)
            continue
        candidates = _cell(context, block) if block.kind is BlockKind.CELL else reference_candidates(context, block)
        for candidate in candidates:
            mentions = list(_mentions(context, candidate, preceding[heading, block.parent], siblings))
            papers[heading] += len(mentions)
            yield from mentions
            if not mentions and candidate.form in _FORMS_OF_LISTS:
                unread_by_heading.setdefault(heading, []).append(candidate)
    # rare names are names, too, where the other bullets of the section begin with names
    for heading, unread in unread_by_heading.items():
        announced = listed_papers.announced_works(context, heading)
        texts = [text_of_inlines(context, candidate.inlines) for candidate in unread]
        count = papers[heading] + sum(_is_of_list(words, is_announced=announced is Works.REFERENCES) for words in texts)
        if announced is not Works.OTHERS and count >= max(_MIN_REFERENCES, papers[heading] + len(unread) - count):
            for candidate in unread:
                yield from _mentions(context, candidate, PrecedingAuthors(), siblings, is_in_list=True)
    yield from _siblings(context, siblings, unread_by_heading)


def _siblings(
    context: NoteContext, siblings: SiblingReferences, unread_by_heading: Mapping[int, list[PaperCandidate]]
) -> Iterator[Mention]:
    """Yield the mentions of references that have the form of most references of the note."""
    unread = [
        (heading, candidate, words)
        for heading, candidates in unread_by_heading.items()
        if listed_papers.announced_works(context, heading) is not Works.OTHERS
        for candidate in candidates
        if candidate.container.index not in context.claimed_blocks
        and all(may_be_paper_or_pdf(link) for _, link in candidate.links)
        and (words := text_of_inlines(context, candidate.inlines))
        and not book_marks.is_only_read_here(words)
    ]
    for heading, _, words in unread:
        siblings.add_uncertain(heading, words)
    for heading, candidate, words in unread:
        if reference := siblings.read(heading, words):
            yield from filter(None, [mention_of(context, candidate, words, reference, is_of_form=True)])


def _cell(context: NoteContext, cell: Block) -> Iterator[PaperCandidate]:
    """Yield the text of a cell of a table, unless its row is claimed or the header."""
    row = context.blocks[cell.parent]
    if row.index not in context.claimed_blocks and not row.header and cell.index not in context.claimed_blocks:
        yield PaperCandidate(context, row, cell, context.inlines_of(cell.index), CandidateForm.LINE)


def _mentions(
    context: NoteContext,
    candidate: PaperCandidate,
    preceding: PrecedingAuthors,
    siblings: SiblingReferences,
    *,
    is_in_list: bool = False,
) -> Iterator[Mention]:
    """Yield the mentions of the references in a candidate: one, one a line, or several in `See A, and B`.

    Args:
        context: The note.
        candidate: The list item, paragraph or other part of it.
        preceding: The authors of the reference above, which the last reference of the candidate replaces.
        siblings: The references of the note, to which the reference is added.
        is_in_list: Whether it is in a list of references: names and a linked title suffice there.
    """
    if opening_links.are_of_others(candidate) or trailing_authors.is_byline_below(context, candidate.container):
        return
    words = preceding.insert_from_item(context, candidate.container, text_before_labels(context, candidate))
    if untitled_references.has_untitled(candidate.inlines, words.text) or book_marks.is_only_read_here(words):
        return
    if several := _references_in_parts(context, candidate, words, preceding):
        yield from _part_mentions(context, several, preceding)
        return
    words, reference = best_reading.read(context, candidate, words)
    if candidate.form is CandidateForm.BULLET:
        reference = publications_below.read_bullet(context, candidate.container, candidate.block) or reference
    if reference and has_other_name_as_title(candidate, reference, words):
        candidate.claim()
        return
    if reference and (
        is_certain(context, candidate, words, reference)
        or (is_in_list and (is_of_book(reference) or (is_bare(words, reference) and not candidate.links_to_web)))
    ):
        mention = mention_of(context, candidate, words, reference, is_in_list=is_in_list)
        if mention:
            preceding.remember(words, reference)
            siblings.add(context.heading_above[candidate.block.index], words, reference)
            yield mention


def _references_in_parts(
    context: NoteContext, candidate: PaperCandidate, words: ReferenceText, preceding: PrecedingAuthors
) -> list[ReadPart]:
    """Return the references in the parts of a candidate: its lines, or those that a sentence lists; none for others."""
    for parts in (references_in_lines(context, candidate), enumerated_references(context, candidate, words)):
        read = [
            (part, own, reference_certainty.reference_of_line(own, r)) for part, own, r in preceding.read_parts(parts)
        ]
        is_announced = bool(read) and bibliographies.is_in_bibliography(context, candidate.block)
        listed = [
            (part, own, r) for part, own, r in read if r and (is_listed(own, r) or (is_announced and is_bare(own, r)))
        ]
        # the year of the next line is not that of a reference without one
        are_certain = bool(listed) and all(
            r and (r.year or r.publication.volume) and r.score >= CERTAIN for *_, r in read
        )
        if len(read) > 1 and (are_certain or are_most(len(listed), len(read))):
            # the others of many are references, too, without a venue or a year
            return [work for work in read if work in listed or (work[2] and work[2].score >= CERTAIN)]
    cited = preceding.read_parts(cited_references(context, candidate, words))
    if any(r and is_listed(own, r) for _, own, r in cited):
        return [work for work in cited if work[2] and (is_listed(work[1], work[2]) or is_cited(work[2]))]
    lines = references_in_lines(context, candidate, title_first.may_be_title_first)
    titled = [(part, own, title_first.read(own)) for part, own in lines]
    if titled and all(reference for *_, reference in titled):
        return titled
    parted = references_between_breaks(context, candidate), parted_references(context, candidate)
    for min_count, parts in zip((2, 1), parted, strict=True):
        read = preceding.read_parts(parts)
        certain = [work for work in read if work[2] and is_certain(context, *work[:2], work[2])]
        if len(certain) >= min_count:
            return certain
    return []


def _part_mentions(context: NoteContext, read: Iterable[ReadPart], preceding: PrecedingAuthors) -> Iterator[Mention]:
    """Yield the mentions of the references in the parts of a candidate."""
    for part, words, reference in read:
        mention = mention_of(context, part, words, reference) if reference else None
        if reference and mention:
            preceding.remember(words, reference)
            yield mention


def _is_of_list(words: ReferenceText, *, is_announced: bool) -> bool:
    """Return whether a text shows that references are listed: a book, or bare names in a form of references.

    Where a heading announces references, names may have any form.
    """
    if (reference := read_reference(words)) is None:
        return False
    return is_of_book(reference) or (is_bare(words, reference) and (is_announced or is_cited_form(words, reference)))


@unread_without_result
def mention_of(
    context: NoteContext,
    candidate: PaperCandidate,
    words: ReferenceText,
    reference: Reference,
    *,
    is_in_list: bool = False,
    is_of_form: bool = False,
) -> Mention | None:
    """Return the mention of a reference that was read in a candidate; None if it is no paper.

    Args:
        context: The note.
        candidate: The part of the note.
        words: Its text.
        reference: The facts of the reference.
        is_in_list: Whether it is in a list of references: names and a linked title suffice there.
        is_of_form: Whether it has the form of most references of the note.
    """
    parts = title_parts(reference)
    title = without_false_title(Evidence(title=parts.title)).title
    if (
        not any(map(str.isalpha, title))
        or FURTHER_CITED.match(title)
        or has_names_elsewhere(reference)
        or has_remark_as_title(reference, words.text)
        or is_of_person_or_music(reference, words.text)
        or _BIRTH.search(context.note.text, *candidate.block.span)
        or (not (is_of_form or is_of_book(reference)) and are_only_names(title, reference.authors.names))
        or has_strong_title(candidate, reference)
        or (is_generic(title) and not is_part_of_book(context, candidate, reference))
    ):
        return None
    span = words.span(reference.title.start, reference.title.end)
    if lacks_title(reference, words.text) or (reference.score < CERTAIN and has_other_title(context, candidate, span)):
        return None
    if is_below_linked_title(context, candidate, span) or opens_before_note(context, candidate, span):
        return None
    paper_links = links_of_reference(context, candidate, span)
    is_sure = is_of_form or (is_in_list and is_bare(words, reference))
    if not is_sure and not reference_certainty.describes_paper(context, candidate, words, reference, paper_links):
        return None
    candidate.claim()
    context.claimed_inlines.update(paper_links.indices)
    context.read_spans += (value.span for value in candidate.all_values)
    own = _evidence(context, candidate, reference, paper_links, parts._replace(title=title), span.start)
    evidence = without_other_names(context.note_evidence, with_trailing_key(context, candidate.own_inlines, own))
    return build_mention(context, MentionKind.ITEM, span, title, candidate.block.index, evidence)


def _evidence(
    context: NoteContext,
    candidate: PaperCandidate,
    reference: Reference,
    paper_links: PaperLinks,
    parts: TitleParts,
    title_start: int,
) -> Evidence:
    # a label before the whole reference is no field of the paper
    of_part = [v for v in candidate.all_values if v.meaning not in ("", "title")]
    values = [v for v in candidate.all_values if v in of_part or not v.value_span.start <= title_start < v.span.end]
    facts = field_facts.evidence(values)
    identifiers = paper_links.add_identifiers(facts.identifiers)
    published = with_journal(reference.publication, identifiers)
    reference = replace(reference, publication=published)
    venue = "" if parts.venue and venues.is_preprint(published.venue) else published.venue
    return facts._replace(
        title=parts.title,
        authors=reference.all_authors,
        venue=venue or facts.venue or parts.venue,
        year=reference.year or facts.year or parts.year,
        track=published.track or facts.track or parts.track,
        identifiers=identifiers,
        entry_type=facts.entry_type or entry_type_of(reference, identifiers),
        citekey=leading_key(context, candidate),
        links=paper_links.links,
        fields=(
            *(Field(*detail) for detail in reference.details),
            *(field for field in facts.fields if field.label.casefold() != "doi"),
        ),
        tags=facts.tags + tuple(i.url for _, i in candidate.inlines if i.kind is InlineKind.TAG),
    )
