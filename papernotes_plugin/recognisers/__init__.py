"""Recognise what a note says about papers: one module for each way of writing, and `evidence/` for their helpers.

1. `recognise` makes a `NoteContext` of a note, and runs the modules of `RECOGNISERS` over it, one after the other.
2. Each of them finds the parts of the note that are written in its way: with `evidence.structure`.
3. It decides whether such a part describes a paper, and reads the facts: with `evidence.papers`, `titles`, `labels`,
   `authors`, `references`, `lines` and `segmentation`.
4. It claims the blocks and links that it has read, and yields a `Mention` with the facts as its `Evidence`:
   `evidence.structure.quoted_context.build_mention` makes it.
5. `recognise` completes the mentions with the facts in the words around them: with `evidence.lines` and others.

Three more modules need to know all papers or notes, and are called later by the pipeline: `paper_name` and
`note_name` with `evidence.names`, and `note_link`.

To add a way of writing, add

1. one module in this folder with a function `recognise` (see `Recogniser`),
2. one line in `RECOGNISERS`,
3. one folder of golden files in `tests/recognisers/`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from papernotes_plugin.recognisers import (
    article_without_authors,
    assigned_reading,
    bibtex_block,
    book_list,
    book_row,
    card,
    citation_link,
    citekey_mention,
    dated_title,
    dblp_entry,
    described_paper,
    facts_after_title,
    facts_before_title,
    family_line,
    field_list,
    freeform_reference,
    front_matter_list,
    item,
    journal_contents,
    literature_note,
    marked_byline,
    marked_title,
    medical_source,
    numbered_page,
    plain_block,
    reference,
    reference_code,
    reference_in_blocks,
    reviewed_book,
    stated_source,
    table_row,
    title_list,
    titled_note,
    uniform_list,
    venue_before_title,
    work_in_sentence,
    work_of_person,
    year_before_title,
)
from papernotes_plugin.recognisers.evidence.lines.completed_mentions import (
    with_described_facts,
    with_files_of_papers,
    with_identifiers,
    with_paper_of_note,
    with_titles_of_others,
)
from papernotes_plugin.recognisers.evidence.lines.shortened_titles import with_whole_titles
from papernotes_plugin.recognisers.evidence.lines.venues_above import with_venues_above
from papernotes_plugin.recognisers.evidence.lines.years_above import with_years_above
from papernotes_plugin.recognisers.evidence.lines.years_of_reading import without_years_of_reading
from papernotes_plugin.recognisers.evidence.papers.meeting_days import without_meeting_days
from papernotes_plugin.recognisers.evidence.segmentation.completed_by_labels import with_labelled_facts
from papernotes_plugin.recognisers.evidence.structure.context import NO_SHARED_EVIDENCE, NoteContext, SharedEvidence
from papernotes_plugin.recognisers.evidence.titles.false_venues import without_false_venue
from papernotes_plugin.recognisers.evidence.titles.misread_titles import without_misread_titles
from papernotes_plugin.recognisers.evidence.titles.names_around_titles import with_names_around_titles
from papernotes_plugin.recognisers.evidence.titles.venue_endings import with_venue_of_title
from papernotes_plugin.recognisers.evidence.titles.venues_of_siblings import with_venues_of_siblings
from papernotes_plugin.text import slugify
from papernotes_plugin.vocabulary.model import Mention, MentionKind, Note, Span

Recogniser = Callable[[NoteContext], Iterator[Mention]]
"""Type of the `recognise` function of a module: it yields the mentions of one way of writing in a note.

It looks at this note only.  Each link or block belongs to at most one mention.  A recogniser therefore skips the
`claimed_inlines` and `claimed_blocks` of the context, and adds those of its own mentions.  It adds text that it
has read to `read_spans`.
"""

RECOGNISERS: tuple[Recogniser, ...] = (
    # first: the others must not take the title, fields and links of the note's own paper for another one
    literature_note.recognise,
    # after literature notes: their files and links are listed in front matter, too
    front_matter_list.recognise,
    # before all that read names or a bold title by themselves
    dblp_entry.recognise,
    # before cards, which take a bold line for a title
    marked_byline.recognise,
    # before all that describe a paper in fewer words: fields, BibTeX and links below a heading belong to its paper
    card.recognise,
    # after cards: a title with links or fields below it is a card
    titled_note.recognise,
    # before items: the bullets `- Title: …` and `- Authors: …` are one paper
    field_list.recognise,
    # before links: the URLs in an entry belong to the entry
    bibtex_block.recognise,
    # after BibTeX, which is code, too
    reference_code.recognise,
    # before references: the line of authors below a title does not open one
    plain_block.recognise,
    # before references, which take the acronym of a trial for a name
    medical_source.recognise,
    # before tables and items, which read what begins with a title
    reference.recognise,
    # after references, which may have such a key
    numbered_page.recognise,
    # after references, which know more people and journals; before items, which take names for a title
    marked_title.recognise,
    # after references, which need names first or a year
    reviewed_book.recognise,
    # after references, which read more facts; before items and title lists, which take names for a title
    book_list.recognise,
    # after references, which may have other authors than the person above; before items, which have no authors
    work_of_person.recognise,
    # after references and works of a person, which know the authors; before items, which take all words for the title
    article_without_authors.recognise,
    # after references, which need names first or a year; before items, which take a label for a remark
    stated_source.recognise,
    # after references, which know more forms; before items, which take all words of a line for its title
    uniform_list.recognise,
    # before items, which take the venue for a title
    venue_before_title.recognise,
    # before items, which take the first words of a line as its title; after references in citation styles
    facts_before_title.recognise,
    # before other tables, in which a title has several words, and a day is no date of publication
    book_row.recognise,
    # tables and items exclude each other; both go before links, as a row or item has several links of one paper
    table_row.recognise,
    item.recognise,
    # after items, which know more signs of a title
    described_paper.recognise,
    # after items, as some of these items must be papers by other signs; before bare titles
    facts_after_title.recognise,
    # after items: a title with a link or a date needs no list
    title_list.recognise,
    # after all that know a paper by more signs, as several of these titles must be papers by them
    year_before_title.recognise,
    # after cards, which have links and fields below their headings
    journal_contents.recognise,
    # after all that know a paper by more signs, as some of these items must be papers by them
    dated_title.recognise,
    # after all that know a paper by more signs, as these count among the lines of a list; before the model
    family_line.recognise,
    # after all rules, which are more exact where they apply; before links
    freeform_reference.recognise,
    # after references in one block
    reference_in_blocks.recognise,
    # after all that read whole items and paragraphs; texts with links to papers are left to links
    work_in_sentence.recognise,
    # after all rules that need a venue or a year
    assigned_reading.recognise,
    # all links that are left; before keys, as the text of a link may be a key
    citation_link.recognise,
    citekey_mention.recognise,
)
"""The recognisers, in the order in which they claim parts of a note: the more specific first."""

READ_AS_WHOLE = frozenset(
    (
        front_matter_list.recognise,
        dblp_entry.recognise,
        marked_byline.recognise,
        field_list.recognise,
        bibtex_block.recognise,
        reference_code.recognise,
        medical_source.recognise,
        reference.recognise,
        reviewed_book.recognise,
        work_of_person.recognise,
        stated_source.recognise,
        venue_before_title.recognise,
        facts_before_title.recognise,
        facts_after_title.recognise,
        described_paper.recognise,
        journal_contents.recognise,
        dated_title.recognise,
        family_line.recognise,
        freeform_reference.recognise,
        reference_in_blocks.recognise,
        citekey_mention.recognise,
    )
)
"""The recognisers that read all facts of a paper.  The lines around the titles of the others may have more."""

COMPLETE = frozenset((assigned_reading.recognise, book_list.recognise, book_row.recognise, marked_title.recognise))
"""The recognisers of forms in which each fact has its place, so that no words around them are facts."""


def recognise(note: Note, shared: SharedEvidence = NO_SHARED_EVIDENCE) -> tuple[Mention, ...]:
    """Return the mentions of papers in a note, in the order of its text, each with its own anchor.

    Args:
        note: The note.
        shared: The evidence on the note that all notes give.
    """
    context = NoteContext(note, shared)
    described: list[Mention] = []
    read_as_whole: list[Mention] = []
    complete: list[Mention] = []
    for recogniser in RECOGNISERS:
        if recogniser in COMPLETE:
            complete += recogniser(context)
        elif recogniser in READ_AS_WHOLE:
            read_as_whole += recogniser(context)
        else:
            described += recogniser(context)
    if not (described or read_as_whole or complete):
        return ()
    described = with_identifiers(context, described, [*read_as_whole, *complete])
    described = with_names_around_titles(with_described_facts(context, described, [*read_as_whole, *complete]))
    mentions = sorted([*without_meeting_days(context, described), *read_as_whole], key=_place)
    mentions = without_years_of_reading(context, with_labelled_facts(context, mentions))
    mentions = with_years_above(context, mentions)
    mentions = [m._replace(evidence=without_false_venue(with_venue_of_title(m.evidence))) for m in mentions]
    mentions = list(without_misread_titles(with_venues_of_siblings(context, mentions)))
    mentions = with_whole_titles(with_files_of_papers(sorted([*mentions, *complete], key=_place)))
    mentions = with_venues_above(context, mentions)
    return with_anchors(with_titles_of_others(with_paper_of_note(mentions)))


def _place(mention: Mention) -> tuple[Span, MentionKind]:
    """Return the place of a mention in its note, by which mentions are sorted."""
    return mention.span, mention.kind


def with_anchors(mentions: list[Mention]) -> tuple[Mention, ...]:
    """Return the mentions of one note in the order of its text, each with an HTML id of its own.

    The id comes from the identifier, citekey or title, so that edits elsewhere in the note rarely change it.
    """
    anchored: list[Mention] = []
    ordered = sorted(mentions, key=lambda m: (m.span, m.kind))
    names = [_anchor_name(mention) for mention in ordered]
    all_names, counts = frozenset(names), dict.fromkeys(names, 0)
    for mention, name in zip(ordered, names, strict=True):
        counts[name] += 1
        # the second `smith2020` must not get the id of the key `smith2020-2`
        while counts[name] > 1 and f"{name}-{counts[name]}" in all_names:
            counts[name] += 1
        anchor = name if counts[name] == 1 else f"{name}-{counts[name]}"
        anchored.append(mention if mention.anchor == anchor else mention._replace(anchor=anchor))
    return tuple(anchored)


def _anchor_name(mention: Mention) -> str:
    evidence = mention.evidence
    if evidence.identifiers:
        return "pn-" + slugify(str(evidence.identifiers[0]), 40)
    return "pn-" + slugify(evidence.citekey or evidence.title or mention.text, 40)
