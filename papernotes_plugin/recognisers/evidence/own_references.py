"""Read the reference of a note's own paper, which gives its venue, volume and pages."""

from __future__ import annotations

import re
from collections.abc import Iterator

from papernotes_plugin.people import known_names, parse_person
from papernotes_plugin.recognisers.evidence.context import NoteContext
from papernotes_plugin.recognisers.evidence.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.reference_text import LINK_REMOVED, ReferenceText, reference_text
from papernotes_plugin.recognisers.evidence.venue_phrases import publication
from papernotes_plugin.vocabulary.model import Block, BlockKind, Evidence, Field

_MAX_BLOCKS = 12
"""Number of text blocks at the top of a note that may hold its reference."""
_MAX_LENGTH = 2000
_SPACES = re.compile(r"\s+")


def with_own_reference(context: NoteContext, evidence: Evidence) -> Evidence:
    """Return the evidence of a note's paper with venue and numbers from its reference near the top of the note.

    A reference has the same title after the family name of the first author.  Its block is claimed.
    """
    names = known_names(evidence.authors)
    person = parse_person(names[0]) if names else None
    if not person or not evidence.title:
        return evidence
    for block in _text_blocks(context):
        words = reference_text(list(context.inlines_of(block.index)))
        if len(words.text) <= _MAX_LENGTH and (published := _after_title(words, person.surname, evidence.title)):
            context.claimed_blocks.add(block.index)
            fields = () if evidence.fields else tuple(Field(label, value) for label, value in published.details)
            return evidence._replace(
                venue=evidence.venue or published.venue,
                year=evidence.year or published.year,
                track=evidence.track or published.track,
                entry_type=evidence.entry_type or published.entry_type,
                fields=(*evidence.fields, *fields),
            )
    return evidence


def _text_blocks(context: NoteContext) -> Iterator[Block]:
    """Yield the first paragraphs of a note, also those in quotes and lists."""
    count = 0
    for block in context.blocks:
        if block.kind is BlockKind.PARAGRAPH:
            yield block
            count += 1
            if count == _MAX_BLOCKS:
                return


def _after_title(words: ReferenceText, surname: str, title: str) -> Publication | None:
    """Return what follows the title in a reference; None if the text is none of this paper."""
    if surname.casefold() not in words.text.casefold():
        return None
    pattern = r"\s+".join(map(re.escape, _SPACES.split(title)))
    match = re.search(pattern, words.text, re.IGNORECASE)
    if not match or surname.casefold() not in words.text[: match.start()].casefold():
        return None
    end = words.text.find(LINK_REMOVED, match.end())
    end = len(words.text) if end < 0 else end
    gap = len(words.text) - len(words.text[match.end() :].lstrip(' .,?!”"’»*_'))
    marked = next(((start, stop) for start, stop in words.emphasised if 0 <= start - gap <= 4), None)
    published = publication(words.text, match.end(), end, marked)
    is_sure = published.is_known or marked or published.has_in or published.volume
    return published if is_sure else Publication(year=published.year)
