"""Read the reference of a note's own paper, which gives its venue, volume, pages and identifiers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from papernotes_plugin import text
from papernotes_plugin.people import known_names, parse_person
from papernotes_plugin.recognisers.evidence import field_facts
from papernotes_plugin.recognisers.evidence.context import NoteContext
from papernotes_plugin.recognisers.evidence.paper_links import PaperLinks
from papernotes_plugin.recognisers.evidence.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.reference_facts import reference_facts
from papernotes_plugin.recognisers.evidence.reference_reader import LIKELY, read_reference
from papernotes_plugin.recognisers.evidence.reference_text import LINK_REMOVED, ReferenceText, reference_text
from papernotes_plugin.recognisers.evidence.title_heuristics import count_words, is_uninformative
from papernotes_plugin.recognisers.evidence.venue_phrases import publication
from papernotes_plugin.vocabulary.model import Block, BlockKind, Evidence, Field

_MAX_BLOCKS = 12
"""Number of text blocks at the top of a note that may hold its reference."""
_MAX_LENGTH = 2000
_MIN_WORDS = 3
"""Words of the title of a note without authors that only the reference of the same paper has."""
_SPACES = re.compile(r"\s+")
_APOSTROPHE = re.compile("['‘’]")
_HYPHEN = re.compile(r"\\-|[‐‑–—]")


def with_own_reference(context: NoteContext, evidence: Evidence) -> Evidence:
    """Return the evidence of a note's paper with the facts and identifiers of its reference near the top of the note.

    A reference has the same title after the family name of the first author.  Its block is claimed.
    """
    if not evidence.title:
        return evidence
    names = known_names(evidence.authors)
    person = parse_person(names[0]) if names else None
    pattern = _pattern(evidence.title)
    for block in _text_blocks(context):
        words = reference_text(list(context.inlines_of(block.index)))
        match = pattern.search(words.text) if len(words.text) <= _MAX_LENGTH else None
        if not match:
            continue
        if person:
            published = _after_title(words, person.surname, match)
            facts = _facts(published) if published else None
        else:
            facts = _facts_of_reference(words, evidence)
        if facts:
            context.claimed_blocks.add(block.index)
            filled = field_facts.filled(evidence, facts._replace(fields=() if evidence.fields else facts.fields))
            return _with_identifiers(context, block, filled)
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


def _pattern(title: str) -> re.Pattern[str]:
    """Return the expression of a title in any case, with any spaces and any form of apostrophes and hyphens."""
    words = r"\s+".join(map(re.escape, _SPACES.split(title)))
    words = _APOSTROPHE.sub(_APOSTROPHE.pattern, words)
    return re.compile(_HYPHEN.sub("[-‐‑–—]", words), re.IGNORECASE)


def _after_title(words: ReferenceText, surname: str, title: re.Match[str]) -> Publication | None:
    """Return what follows the title in a reference; None if the author is not before it."""
    if surname.casefold() not in words.text[: title.start()].casefold():
        return None
    end = words.text.find(LINK_REMOVED, title.end())
    end = len(words.text) if end < 0 else end
    gap = len(words.text) - len(words.text[title.end() :].lstrip(' .,?!”"’»*_'))
    marked = next(((start, stop) for start, stop in words.emphasised if 0 <= start - gap <= 4), None)
    published = publication(words.text, title.end(), end, marked)
    is_sure = published.is_known or marked or published.has_in or published.volume
    return published if is_sure else Publication(year=published.year)


def _facts(published: Publication) -> Evidence:
    return Evidence(
        venue=published.venue,
        year=published.year,
        track=published.track,
        entry_type=published.entry_type,
        fields=tuple(Field(label, value) for label, value in published.details),
    )


def _facts_of_reference(words: ReferenceText, evidence: Evidence) -> Evidence | None:
    """Return the facts of a reference with the title of a note that names no authors; None for any other text."""
    if count_words(evidence.title) < _MIN_WORDS:
        return None
    reference = read_reference(words)
    if not reference or reference.score < LIKELY:
        return None
    title = text.comparison_key(reference.title.words)
    is_same_year = not (reference.year and evidence.year) or reference.year == evidence.year
    if title != text.comparison_key(evidence.title) or not is_same_year:
        return None
    return reference_facts(reference)


def _with_identifiers(context: NoteContext, block: Block, evidence: Evidence) -> Evidence:
    """Return evidence with the identifiers of the links in a block, which is the reference of the paper."""
    paper_links = PaperLinks(evidence.identifiers)
    for index, inline in context.unclaimed_links(block.index):
        if is_uninformative(inline.text):
            paper_links.add(index, inline)
    return evidence._replace(identifiers=paper_links.identifiers)
