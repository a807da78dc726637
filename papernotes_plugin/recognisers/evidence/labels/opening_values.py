"""Find the labelled values at the top of a note that describe its paper."""

from __future__ import annotations

from papernotes_plugin import citekeys
from papernotes_plugin.recognisers.evidence.labels import (
    book_labels,
    field_facts,
    field_labels,
    heading_values,
    label_meanings,
    labelled_values,
)
from papernotes_plugin.recognisers.evidence.labels.labelled_values import LabelledValue
from papernotes_plugin.recognisers.evidence.papers import note_signs
from papernotes_plugin.recognisers.evidence.papers.paper_links import PaperLinks, identifier_from_url
from papernotes_plugin.recognisers.evidence.references import heading_references
from papernotes_plugin.recognisers.evidence.references.publication_numbers import first_year
from papernotes_plugin.recognisers.evidence.structure import title_blocks, titled_items
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles.false_titles import is_generic
from papernotes_plugin.recognisers.evidence.titles.title_decoration import without_namespace
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import SMALL_WORDS, count_words, looks_like_title
from papernotes_plugin.text import comparison_key
from papernotes_plugin.vocabulary.model import Block, BlockKind, Evidence

_MAX_OPENING = 12
"""Number of blocks at the top of a note that may hold its labelled values."""
_TITLE_LABELS = ("title", "link")
"""Meanings of a first heading below which the title may be: `## Title`, `## Paper`."""
_MIN_TITLE_WORDS = 4
"""Words after `@` from which they are a title and no name."""
_MIN_WORDS = 3
"""Words above labelled values in a bullet from which the values are those of the bullet, not of the note."""
_BOOK_TITLES = ("book-title", "proceedings-title")

_PUBLISHED = frozenset(("venue", "year", "doi", "arxiv"))


def find_all(context: NoteContext) -> list[LabelledValue]:
    """Return all labelled values at the top of a note, without the properties of bullets that have a title."""
    of_bullets = titled_items.blocks_of_properties(context)
    values = labelled_values.find(context, _opening_blocks(context))
    return [value for value in values if value.block not in of_bullets] if of_bullets else values


def of_described_paper(context: NoteContext, title: str) -> list[LabelledValue]:
    """Return the labelled values at the top of a note whose front matter describes a paper, if they describe it, too.

    They do if they name its authors, or state two other facts, and no other title.

    Args:
        context: The note.
        title: The title in the front matter; "" for none, so that the values may state one.
    """
    values = [value for value in without_those_of_bullets(context, find_all(context)) if value.meaning]
    meanings = {value.meaning for value in values if value.value}
    if values and not title and "title" not in meanings:
        callouts = (b for b in context.ancestors(values[0].block) if b.kind is BlockKind.QUOTE)
        values = [*filter(None, (title_blocks.title_of_callout(context, callout) for callout in callouts)), *values]
    stated = (value for value in values if value.meaning == "title" and value.value)
    titles = {comparison_key(field_facts.plain_value(value)) for value in stated}
    if len(titles) > 1 or (title and titles - {comparison_key(title)}):
        return []
    return values if "authors" in meanings or len(meanings & _PUBLISHED) > 1 else []


def find(context: NoteContext, name_key: str) -> list[LabelledValue]:
    """Return the labelled values at the top of the note, if they describe the note as a whole.

    They do if the name of the note is a citekey, or if they are Dataview properties.  Others must begin with the
    only labelled title of the note.
    """
    if name_key:
        values = [*_below_heading_of_outline(context), *labelled_values.find(context, _opening_blocks(context))]
        return values if any(v.meaning and v.value for v in values) else []
    values = without_those_of_bullets(context, find_all(context))
    if _are_of_several(values):
        return []
    meanings = {v.meaning for v in values if v.meaning and v.value}
    are_properties = any("::" in context.source(v.span) for v in values)
    is_book = "authors" in meanings and field_facts.evidence(values).entry_type == "book"
    if are_properties and (len(meanings) >= 2 or is_book):
        return values
    if stand_above_title(context, values):
        return values
    if not _open_with_title(context, values, meanings):
        return _below_labels(context)
    return (
        values + heading_values.under_headings(context, context.headings)
        if are_below_headings(context, values)
        else values
    )


def _are_of_several(values: list[LabelledValue]) -> bool:
    """Return whether one label states several titles, as a list of papers with their fields does."""
    titles = {(v.label.casefold(), comparison_key(v.value)) for v in values if v.meaning == "title"}
    return len(titles) > len({label for label, _ in titles})


def _below_labels(context: NoteContext) -> list[LabelledValue]:
    """Return the values of a note whose headings are labels, the first one that of the title: `## Title` above it.

    The headings of another fact show that it is a paper, or a note that speaks of its authors.
    """
    headings = context.headings
    if not headings or label_meanings.meaning(context.visible_text(headings[0].index)) not in _TITLE_LABELS:
        return []
    values = heading_values.under_headings(context, headings)
    meanings = [v.meaning for v in values]
    if meanings[:1] != ["title"] or meanings.count("title") > 1:
        return []
    is_paper = len({*meanings} & field_labels.DESCRIBES) >= 2 or (
        "\n" not in values[0].value.strip()
        and looks_like_title(values[0].value)
        and count_words(values[0].value) > _MIN_WORDS
        and note_signs.speaks_of_paper(context.note)
    )
    return values if is_paper else []


def are_below_headings(context: NoteContext, values: list[LabelledValue]) -> bool:
    """Return whether the first label of some values is a heading."""
    if not values:
        return False
    text = context.text_block_at(values[0].span.start)
    is_label = text >= 0 and context.blocks[text].kind is BlockKind.PARAGRAPH and bool(context.blocks[text].level)
    # the span of a value contains any other label
    return is_label or values[0].span == values[0].value_span


def stand_above_title(context: NoteContext, values: list[LabelledValue]) -> bool:
    """Return whether the authors and other facts are labelled at the top of a note, above its title."""
    if context.title_heading < 0 or not values or any(value.meaning == "title" for value in values):
        return False
    meanings = {value.meaning for value in values if value.value}
    is_first = not context.note.text[context.note.body_start : values[0].span.start].strip(" \n>-*[!info]")
    end = context.blocks[context.title_heading].span.start
    return (
        is_first and values[-1].span.end <= end and "authors" in meanings and bool(meanings & {"year", "venue", "doi"})
    )


def are_of_publication(context: NoteContext, evidence: Evidence, values: list[LabelledValue]) -> bool:
    """Return whether properties state the type of a publication, its title and authors, as Zotero writes them.

    A book may have no other title than the name of its page, if its authors are full names.
    """
    has_type = evidence.entry_type not in ("", "online", "misc")
    is_stated = any(value.meaning == "title" for value in values)
    are_full = bool(evidence.authors) and all(" " in name.strip() for name in evidence.authors)
    has_title = is_stated or (are_full if evidence.entry_type == "book" else bool(evidence.title))
    return has_type and has_title and bool(evidence.authors) and any("::" in context.source(v.span) for v in values)


def without_those_of_bullets(context: NoteContext, values: list[LabelledValue]) -> list[LabelledValue]:
    """Return the values without those below a line of words in a bullet: `- Title` / `  authors:: …`."""
    starts: dict[int, int] = {}
    for value in values:
        starts.setdefault(value.block, value.span.start)
    of_bullets = {
        block
        for block, start in starts.items()
        if context.blocks[context.blocks[block].parent].kind is BlockKind.ITEM
        and count_words(context.note.text[context.blocks[block].span.start : start]) >= _MIN_WORDS
    }
    of_bullets |= titled_items.blocks_of_properties(context)
    return [value for value in values if value.block not in of_bullets]


def _opening_blocks(context: NoteContext) -> list[Block]:
    """Return the blocks before the second heading that is no label, without headings."""
    opening: list[Block] = []
    for block in context.children(-1):
        if block.kind is BlockKind.HEADING:
            if opening and not is_generic(context.visible_text(block.index)):
                break
            continue
        opening.append(block)
        if len(opening) > _MAX_OPENING:
            break
    return opening


def _below_heading_of_outline(context: NoteContext) -> list[LabelledValue]:
    """Return the labelled values in the bullet below the first one, if that is a heading: `- # Title`."""
    first = next((b for b in context.blocks if b.kind is BlockKind.ITEM), None)
    texts = context.text_blocks(first) if first else []
    if not first or not texts or texts[0].kind is not BlockKind.HEADING:
        return []
    nested = next((b for b in context.children(first.index) if b.kind is BlockKind.LIST), None)
    below = context.children(nested.index)[:1] if nested else ()
    values = labelled_values.find(context, context.children(below[0].index)) if below else []
    return values if len({v.meaning for v in values} & field_labels.DESCRIBES) >= 2 else []


def _open_with_title(context: NoteContext, values: list[LabelledValue], meanings: set[str]) -> bool:
    """Return whether the first text of the note is its only labelled title, before other facts or a review."""
    titles = [v for v in values if v.meaning == "title"]
    if titles != values[:1]:
        return False
    if not (meanings & {"authors", "link", "doi", "arxiv", "venue", "year"} or open_review(context, values)):
        return False
    text_kinds = (BlockKind.PARAGRAPH, BlockKind.CELL)
    texts = (b for b in context.blocks if b.kind in text_kinds)
    first = next(texts, None)
    # the label and the words in the head of a table come before the title in it
    opens_note = first is not None and (
        values[0].block == first.index
        or values[0].span.start <= first.span.start
        or _is_in_table(context, first, values[0].block)
    )
    follows_heading = bool(context.headings) and context.headings[0].span.start < values[0].span.start
    if not opens_note or follows_heading:
        return False
    return sum(v.meaning == "title" for v in labelled_values.find(context, context.children(-1))) == 1


def open_review(context: NoteContext, values: list[LabelledValue]) -> bool:
    """Return whether labelled values begin with a title, and the note speaks of a paper: `**Title:** …`.

    A label without emphasis is that of a post: `Title: …`, `Date: …`.
    """
    is_marked = len(values) > 1 and context.source(values[0].span).lstrip(" >-").startswith(("*", "_"))
    first = values[0].value if is_marked and values[0].meaning == "title" else ""
    # `**A study of cases in**` goes on in the next paragraph
    is_title = count_words(first) > _MIN_WORDS and first.split()[-1].strip("*_") not in SMALL_WORDS
    return is_title and note_signs.speaks_of_paper(context.note) and not note_signs.is_on_post(context.note)


def _is_in_table(context: NoteContext, first: Block, index: int) -> bool:
    """Return whether two blocks are cells of one table."""
    tables = [
        {b.index for b in context.ancestors(block) if b.kind is BlockKind.TABLE} for block in (first.index, index)
    ]
    return not tables[0].isdisjoint(tables[1])


def _is_name_of_note(title: str) -> bool:
    """Return whether a title is a citekey, or a name with the mark of notes of references: `@Ann Lee`."""
    is_short = title.startswith("@") and count_words(title) < _MIN_TITLE_WORDS
    return is_short or citekeys.is_citekey(title.strip("@ "))


def evidence_of(context: NoteContext, values: list[LabelledValue]) -> Evidence:
    """Return the facts in labelled values, with the identifiers of their links; a citekey is no title.

    The original title of an item of Zotero is preferred, as the title is the name of its page: `title:: @lee2020`.
    A value such as `Bibliography: …` may be the reference of the paper.
    """
    reference = heading_references.read_labelled(context, values)
    values = heading_references.with_links(values, is_read=reference is not None)
    facts = field_facts.evidence(values)
    stated = [v for v in values if v.meaning == "title" and v.value]
    stated.sort(key=lambda v: v.label.casefold() != "original-title")
    titles = [field_facts.title_of(v.value) for v in stated]
    title = next((t for t in titles if not _is_name_of_note(t)), "")
    keys = (v.value.strip() for v in stated)
    key = next((key[1:] for key in keys if key.startswith("@") and citekeys.is_citekey(key[1:])), "")
    paper_links = PaperLinks(facts.identifiers)
    for value in values:
        if value.meaning in (*field_labels.LINK_MEANINGS, "title"):
            for _, inline in context.unclaimed_links_in(value.block, value.span):
                if identifier := identifier_from_url(inline.url):
                    paper_links.add_identifier(identifier)
    title = without_namespace(title.removeprefix("@"), context.note.path)
    if _are_tagged_as_book(context, values) and not (facts.entry_type or facts.venue or paper_links.identifiers):
        facts = facts._replace(entry_type="book")
    year = _stated_year(values) or facts.year
    facts = facts._replace(title=title, year=year, identifiers=paper_links.identifiers, citekey=facts.citekey or key)
    is_own = reference is not None and (not title or comparison_key(title) == comparison_key(reference.title))
    return field_facts.filled(facts, reference._replace(fields=())) if reference and is_own else facts


def _are_tagged_as_book(context: NoteContext, values: list[LabelledValue]) -> bool:
    """Return whether properties have authors and the tag of a book: `tags:: [[book]]`, `author:: [[Ann Lee]]`."""
    properties = [v for v in values if "::" in context.note.text[v.span.start : v.value_span.start]]
    is_tagged = any(v.meaning == "tags" and book_labels.is_kind_of_book(v.value) for v in properties)
    return is_tagged and any(v.meaning == "authors" and v.value for v in properties)


def _stated_year(values: list[LabelledValue]) -> int | None:
    """Return the year of an item of Zotero in a book, whose title may have that of the event; None for any other."""
    if not any(value.label.casefold() in _BOOK_TITLES for value in values):
        return None
    return next((year for v in values if v.meaning == "year" and (year := first_year(v.value))), None)


def are_of_other_paper(evidence: Evidence, labelled: Evidence) -> bool:
    """Return whether labelled values have another title than front matter that has an identifier or citekey."""
    title = "" if _is_name_of_note(evidence.title) else comparison_key(evidence.title)
    other = comparison_key(labelled.title)
    is_sure = bool(evidence.identifiers or evidence.citekey)
    return is_sure and bool(title and other) and title not in other and other not in title


def with_labelled(evidence: Evidence, labelled: Evidence) -> Evidence:
    """Return the facts of front matter and of labelled values; a labelled title is not that of the note or post."""
    if labelled.title and not evidence.authors and comparison_key(labelled.title) != comparison_key(evidence.title):
        evidence = evidence._replace(title=labelled.title)
    return field_facts.filled(evidence, labelled)
