"""Recognise cards: headings, or bold paragraphs, that name one paper and are followed by a description of it.

The links of the paper are in the heading or below it, with its labelled values, callouts and BibTeX.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from papernotes_plugin.recognisers.evidence.authors.short_bylines import Byline
from papernotes_plugin.recognisers.evidence.labels import field_facts, heading_values, labelled_values, opening_values
from papernotes_plugin.recognisers.evidence.labels.field_labels import DESCRIBES, LINK_MEANINGS, QUOTED_MEANINGS
from papernotes_plugin.recognisers.evidence.labels.labelled_values import LabelledValue
from papernotes_plugin.recognisers.evidence.papers import book_signs, paper_signs
from papernotes_plugin.recognisers.evidence.papers.link_texts import calls_paper
from papernotes_plugin.recognisers.evidence.papers.paper_links import is_paper_link, may_be_paper_or_pdf
from papernotes_plugin.recognisers.evidence.papers.titles_near_addresses import is_translated_below
from papernotes_plugin.recognisers.evidence.references import heading_references
from papernotes_plugin.recognisers.evidence.references.heading_references import title_in_link
from papernotes_plugin.recognisers.evidence.references.reference_facts import reference_facts
from papernotes_plugin.recognisers.evidence.structure import (
    card_bylines,
    card_section,
    identified_bylines,
    title_blocks,
)
from papernotes_plugin.recognisers.evidence.structure.bibtex_code import count_entries, without_fences
from papernotes_plugin.recognisers.evidence.structure.card_candidates import (
    CardCandidate,
    blocks_below_bold,
    card_candidate,
    has_venue,
    names_section,
)
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, unread_without_result
from papernotes_plugin.recognisers.evidence.structure.note_structure import IndexedInline
from papernotes_plugin.recognisers.evidence.structure.quoted_context import build_mention, quotation_of_card
from papernotes_plugin.recognisers.evidence.structure.title_blocks import title_of_callout
from papernotes_plugin.recognisers.evidence.titles import kinds_of_notes, note_names
from papernotes_plugin.recognisers.evidence.titles.subtitles import Subtitle, find_subtitle
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import (
    TitleParts,
    count_words,
    looks_like_title,
    starts_lowercase,
)
from papernotes_plugin.text import comparison_key
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Evidence, Field, Mention, MentionKind

_SECTION_NUMBER = lazy_regex(
    r"(?:(?:Section|Chapter|Lecture|Kapitel|Abschnitt|Chapitre|Capítulo|Capitolo|§|(?:Supplementary )?(?:Table|Figure))"
    r"\s*\d|\d{1,2}\.\d{1,2}(?:\.\d{1,2})*\.?\s)",
    re.IGNORECASE,
)
"""The number of a section or table: `Section 3.7.`, `6.3.`; lists of papers have one number."""
_VENUE_OR_IDENTIFIER = lazy_regex(r"[:/(\[（【]|(?<!\d)(?:(?:19|20)?\d\d|\d{5,})(?!\d)")
"""A sign that a venue with its year or an identifier contains: a colon, slash or bracket, a year, a long number."""
_MIN_SUBTITLED = 3
"""Words of a title with authors, venue and year in the heading below it."""


def recognise(context: NoteContext) -> Iterator[Mention]:
    """Yield a `CARD` for each bold paragraph, each heading and each folded section that names a paper."""
    for block in context.children(-1):
        # bold paragraphs first: their links do not belong to the heading above them
        if block.kind is BlockKind.PARAGRAPH and title_blocks.is_bold_paragraph(context, block):
            blocks: Sequence[Block] = blocks_below_bold(context, block)
            if blocks and (mention := _card(context, block, blocks, [])):
                yield mention
        elif block.kind is BlockKind.HTML and title_blocks.is_summary(context, block):
            mention = _card(context, block, title_blocks.blocks_in_section(context, block), [])
            if mention:
                yield mention
    for block in context.children(-1):
        if block.kind is BlockKind.HEADING and block.index not in context.claimed_blocks:
            is_title = block is context.headings[0] and (block.level == 1 or card_section.is_only_top_heading(context))
            find = card_section.blocks_under_title if is_title else title_blocks.blocks_below
            blocks = find(context, block)
            blocks = title_blocks.blocks_before_titles(context, blocks)
            subtitle = find_subtitle(context, block) if is_title else None
            mention = _card(context, block, blocks, card_section.subheadings(context, block), subtitle)
            if mention:
                yield mention


@unread_without_result
def _card(
    context: NoteContext,
    heading: Block,
    blocks: Sequence[Block],
    subheadings: list[Block],
    subtitle: Subtitle | None = None,
) -> Mention | None:
    unclaimed = [b for b in blocks if b.index not in context.claimed_blocks and not title_of_callout(context, b)]
    values = opening_values.without_those_of_bullets(context, labelled_values.find(context, unclaimed))
    values += heading_values.under_headings(context, subheadings)
    if len([value for value in values if value.meaning == "title" and value.value]) > 1:
        # each group of values describes a paper of its own
        return None
    values = _without_other_links(context, heading, heading_values.from_title(values))
    makes_card = subtitle is not None and not subtitle.is_dated
    is_identified = identified_bylines.is_below_title(context, heading, unclaimed, has_more=bool(subheadings))
    if not (values or makes_card or is_identified or _may_be_card(context, heading, unclaimed)):
        return None
    candidate = card_candidate(context, heading, unclaimed, subheadings)
    if candidate is None:
        return None
    reference = None if candidate.reference else heading_references.read_labelled(context, values)
    values = heading_references.with_links(values, is_read=reference is not None)
    candidate.labelled_reference = reference
    if reference and comparison_key(reference.title) not in comparison_key(candidate.parts.title):
        candidate.parts = TitleParts(reference.title, reference.venue, reference.year, reference.track)
    if not candidate.reference and (linked := title_in_link(context, candidate.parts.title, values)):
        if candidate.subheadings or count_words(candidate.parts.title) > 1:
            return None
        candidate.full_title = linked
    is_subtitled = makes_card and count_words(candidate.parts.title) >= _MIN_SUBTITLED
    if not is_subtitled and not _describes_paper(context, candidate, values):
        return None
    plain_parts = kinds_of_notes.without_additions(candidate.parts, is_described=bool(values))
    candidate.parts = _with_subtitle(context, plain_parts, subtitle)
    if heading.index == context.title_heading:
        name = note_names.parts_of_name(context.note.path)
        if note_names.begins_like_heading(name, candidate.parts):
            candidate.parts = candidate.parts.completed(name)
    return _mention(context, candidate, values)


def _without_other_links(context: NoteContext, heading: Block, values: list[LabelledValue]) -> list[LabelledValue]:
    """Return labelled values without the links that cite another paper than that of a heading."""
    return [
        v for v in values if v.meaning not in LINK_MEANINGS or not heading_references.cites_other(context, heading, v)
    ]


def _with_subtitle(context: NoteContext, parts: TitleParts, subtitle: Subtitle | None) -> TitleParts:
    """Return a title with the facts in the heading below it, which is claimed."""
    if subtitle is None:
        return parts
    context.claimed_blocks.add(subtitle.block.index)
    return TitleParts(parts.title, subtitle.venue, subtitle.year, subtitle.track or parts.track, subtitle.authors)


def _may_be_card(context: NoteContext, heading: Block, blocks: Sequence[Block]) -> bool:
    """Return whether a heading has more than words, or a link below it may belong to it.

    Without labelled values it is no card otherwise.
    """
    if context.has_link(heading.span) or _VENUE_OR_IDENTIFIER.search(context.note.text, *heading.span):
        return not is_translated_below(context, heading, blocks)
    return card_section.has_uninformative_link(context, blocks) and not is_translated_below(context, heading, blocks)


# --- decision -------------------------------------------------------------------------------------


def _describes_paper(context: NoteContext, candidate: CardCandidate, values: list[LabelledValue]) -> bool:
    """Return whether heading and section describe one paper; adds its links in the section to `paper_links`."""
    title, paper_links = candidate.parts.title, candidate.paper_links
    has_link = bool(paper_links.identifiers) or any(
        may_be_paper_or_pdf(context.inlines[index]) for index in paper_links.indices
    )
    meanings = {value.meaning for value in values if value.value} & DESCRIBES
    is_described = paper_signs.have_facts(context, title, values)
    clear, loose = card_section.candidate_links(context, candidate.heading, candidate.blocks)
    if heading_values.are_of_several_papers(title, values, clear):
        return False
    if not has_link and not is_described and card_section.are_of_several_papers(clear):
        return False
    if not (has_link or values) and card_bylines.names_topic(context, title, clear):
        return False
    links_in_heading = len(paper_links.identifiers)
    # labelled links first, as their labels name them
    field_facts.take_links(context, (v for v in values if v.meaning in LINK_MEANINGS), paper_links)
    written = field_facts.written_identifiers(
        v for v in values if v.meaning in LINK_MEANINGS and card_bylines.is_of_title(context, v, values)
    )
    if len({identifier.scheme for identifier in written}) == len(written):
        paper_links.add_identifiers(written)
    for index, inline in clear:
        if not (links_in_heading and card_section.points_elsewhere(context, candidate.blocks, inline)):
            paper_links.add(index, inline)
    is_identified = identified_bylines.is_below_title(
        context, candidate.heading, candidate.blocks, has_more=bool(candidate.subheadings)
    )
    if identifier := card_bylines.byline_identifier(context, candidate.blocks, may_be_shortened=is_identified):
        paper_links.add_identifier(identifier)
    if is_described or candidate.reference or candidate.labelled_reference or identifier:
        return True
    if not meanings & {"authors", "venue", "abstract"} and not _has_paper_sign(context, candidate, values):
        return False
    if has_link:
        return True
    if starts_lowercase(title):
        return False
    has_new_link = len(paper_links.identifiers) > links_in_heading
    return _describes_title(context, candidate, values, (clear, loose), has_new_link=has_new_link)


def _describes_title(
    context: NoteContext,
    candidate: CardCandidate,
    values: list[LabelledValue],
    links: tuple[list[IndexedInline], list[IndexedInline]],
    *,
    has_new_link: bool,
) -> bool:
    """Return whether a section describes the paper that its heading names without a link.

    Args:
        context: The note.
        candidate: The heading and its section.
        values: The labelled values of the section.
        links: The links that clearly are of the paper, and those that may be; one of the latter is added.
        has_new_link: True if the section has a link to the paper.
    """
    title, paper_links = candidate.parts.title, candidate.paper_links
    count = count_words(title)
    clear, loose = links
    other_meanings = {value.meaning for value in values if value.value} & DESCRIBES - {"link"}
    is_opened = card_section.opens_with_paper(context, candidate.blocks, clear)
    if not is_opened and _SECTION_NUMBER.match(context.visible_text(candidate.heading.index)):
        # a section of the author's text, which cites a paper somewhere
        return False
    if has_new_link and not is_opened and card_section.lists_papers(context, candidate.blocks):
        return False
    if has_new_link and count < _MIN_SUBTITLED and any(card_section.follows_title(context, i) for _, i in clear):
        # the heading of a section whose paragraphs begin with titles
        return False
    if has_new_link:
        if all(i.scheme == "url" for i in paper_links.identifiers) and not looks_like_title(title):
            # only the ending of the file says that the link leads to a paper
            return ":" in title or bool(other_meanings)
        if not other_meanings and names_section(context, candidate):
            return False
        return count >= 2 or bool(other_meanings) or (candidate.is_stated and is_opened)
    if candidate.heading.kind is BlockKind.PARAGRAPH and any(calls_paper(v.label) for v in values):
        # `Paper: None` below a bold line: the line is the title of a paper
        return count >= 3
    is_of_note = candidate.heading.index == context.title_heading
    if (
        count >= 4
        # `### Filling boxes with bricks` above a sentence that cites a paper is the author's own heading
        and (is_of_note or looks_like_title(title) or ":" in title)
        and card_section.are_of_one_paper(context, candidate.heading, candidate.blocks, loose)
    ):
        return paper_links.add(*loose[0])
    return has_venue(context, candidate)


def _has_paper_sign(context: NoteContext, candidate: CardCandidate, values: list[LabelledValue]) -> bool:
    """Return whether the links of a card lead to a paper, not only to some document; True for a card without links."""
    links = [context.inlines[index] for index in candidate.paper_links.indices]
    if all(map(is_paper_link, links)) and not any(map(paper_signs.is_doubtful, candidate.paper_links.identifiers)):
        return True
    evidence = _evidence(context, candidate, values, card_bylines.byline(context, candidate.blocks))
    return paper_signs.is_paper(context, candidate.heading.index, evidence, links)


# --- mention --------------------------------------------------------------------------------------


def _mention(context: NoteContext, candidate: CardCandidate, values: list[LabelledValue]) -> Mention:
    heading, blocks, title = candidate.heading, candidate.blocks, candidate.parts.title
    context.claimed_blocks.update([heading.index, *[v.block for v in values]])
    context.read_spans += [v.span for v in values if v.meaning not in QUOTED_MEANINGS]
    if heading.kind is not BlockKind.HEADING:
        context.claimed_blocks.update(b.index for block in blocks for b in context.subtree(block))
    context.claimed_inlines.update(candidate.paper_links.indices)
    byline = card_bylines.claim_byline(context, blocks)
    entries = [b for b in blocks if count_entries(context, b)]
    evidence = _evidence(context, candidate, values, byline)
    if len(entries) == 1:
        context.claimed_blocks.add(entries[0].index)
        evidence = evidence._replace(bibtex=without_fences(context.source(entries[0].span)))
    shown = context.visible_text(heading.index)
    is_whole_inline = title in (i.text.strip() for _, i in context.inlines_of(heading.index))
    has_reference = candidate.reference or candidate.labelled_reference
    if is_whole_inline or has_reference or title_blocks.bracketed_text(context, heading):
        shown = title
    span, words = context.text_span(heading), quotation_of_card(context, blocks, values, entries)
    return build_mention(context, MentionKind.CARD, span, shown, heading.index, evidence, quotation=words)


def _evidence(context: NoteContext, candidate: CardCandidate, values: list[LabelledValue], byline: Byline) -> Evidence:
    """Return the facts in the heading, the labelled values, the callouts and the byline below the heading."""
    blocks, paper_links, parts = candidate.blocks, candidate.paper_links, candidate.parts
    facts = field_facts.evidence(values, paper_links.identifiers)
    if candidate.reference:
        facts = field_facts.filled(reference_facts(candidate.reference), facts)
    if candidate.labelled_reference:
        facts = field_facts.filled(facts, candidate.labelled_reference._replace(title=""))
    callouts = field_facts.callouts(context, blocks)
    count = count_words(facts.title)
    # below `# Reading card`, the title may be short
    is_stated = count >= 3 or (count == 2 and comparison_key(facts.title) not in comparison_key(parts.title))
    title = facts.title if is_stated else candidate.full_title or parts.title
    is_short = count_words(title) == 1 and parts.title[:1].isalpha()
    is_certain = candidate.is_stated or not is_short or book_signs.are_of_book(context, facts.authors, values)
    title = title if is_certain else ""
    venue, year, track = facts.venue, facts.year, facts.track
    if not venue:
        venue, year, track = card_bylines.venue_line(context, candidate.heading, blocks) or byline[1:]
    bullets = card_bylines.names_in_first_bullets(context, blocks) if paper_links.identifiers else Byline()
    parts = parts.completed(bullets)
    heading = candidate.heading.index if title and facts.title == title else -1
    facts = heading_references.with_cited_authors(context, heading, facts)
    return facts._replace(
        title=title,
        # one word as the title of a card is what its author calls the paper
        labels=(parts.title,) if candidate.full_title or is_short else (),
        authors=facts.authors or byline.authors or parts.authors or bullets.authors,
        venue=facts.venue or parts.venue or venue,
        year=card_bylines.later_year(facts.year or parts.year, year, facts.venue or parts.venue) or byline.year,
        track=facts.track or parts.track or track,
        identifiers=paper_links.add_identifiers(facts.identifiers),
        links=paper_links.links,
        abstract=facts.abstract or next((words for kind, words in callouts if kind == "abstract"), ""),
        tldr=facts.tldr
        or next((words for kind, words in callouts if kind in ("tldr", "summary")), "")
        or card_section.quoted_sentence(callouts),
        fields=facts.fields + tuple(Field(kind.capitalize(), words) for kind, words in callouts),
        tags=facts.tags + context.tags_inside((candidate.heading, *blocks)),
    )
