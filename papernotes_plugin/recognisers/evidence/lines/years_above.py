"""Date references by the year above them: the heading of their section, or the term of their definition list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from papernotes_plugin.recognisers.evidence.labels import item_facts
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import BlockKind, Evidence, Mention, MentionKind

_TERM = lazy_regex(r"\W{0,4}((?:19|20)\d\d)\W{0,4}(?:\n:[ \t]|$)")
"""A year that is a whole line, with a definition below it."""
_DEFINITION = lazy_regex(r":[ \t]")
_MIN_DATED = 3
"""References below headings that are a year, from which such a heading is their year."""
_MIN_SHARE = 0.8
"""Share of those with a year of their own that have the year of the heading."""


def with_years_above(context: NoteContext, mentions: Sequence[Mention]) -> list[Mention]:
    """Return the mentions of a note; references without a year have the year above them."""
    terms = dict(_years_of_definitions(context))
    dated: dict[Mention, int] = {}
    own: list[bool] = []
    by_heading: dict[Mention, int] = {}
    others: dict[Mention, int] = {}
    for mention in mentions:
        block = context.text_block_at(mention.span.start)
        if block < 0 or mention.kind is not MentionKind.ITEM or not mention.evidence.authors:
            continue
        year = terms.get(block) or item_facts.year_of_heading(context, context.blocks[block], ())
        if year is None:
            continue
        if mention.evidence.year:
            own.append(mention.evidence.year == year)
        elif block in terms:
            dated[mention] = year
        elif _is_published(mention.evidence):
            by_heading[mention] = year
        else:
            others[mention] = year
    if sum(own) >= _MIN_SHARE * len(own):
        dated |= by_heading if len(by_heading) + sum(own) >= _MIN_DATED else {}
        # a heading may be the year of a reading, unless others below such headings state the same year
        dated |= others if sum(own) >= _MIN_DATED else {}
    return [_dated(mention, dated.get(mention)) for mention in mentions] if dated else list(mentions)


def _is_published(evidence: Evidence) -> bool:
    return bool(evidence.venue or evidence.entry_type or any(field.label == "Volume" for field in evidence.fields))


def _dated(mention: Mention, year: int | None) -> Mention:
    """Return a mention with a year, unless the number of a preprint contradicts it."""
    evidence = mention.evidence
    if year is None or not item_facts.may_be_of_year(year, evidence.identifiers):
        return mention
    return mention._replace(evidence=evidence._replace(year=year))


def _years_of_definitions(context: NoteContext) -> Iterator[tuple[int, int]]:
    """Yield the index of each paragraph that is a definition, and the year that is its term.

    Definitions are no blocks of their own: a paragraph is a term with its definition, or a further definition.
    """
    year = 0
    for block in context.blocks:
        if block.kind is not BlockKind.PARAGRAPH:
            year = year if block.parent >= 0 else 0
        elif term := _TERM.match(context.note.text, *block.span):
            year = int(term[1])
            yield block.index, year
        elif year and _DEFINITION.match(context.note.text, *block.span):
            yield block.index, year
        else:
            year = 0
