"""Recognise the sources of medical notes: guidelines, textbooks with an edition or a publisher, and trials by name.

Examples are `2021 ESC Guidelines for …`, `Robbins & Cotran, Pathologic Basis of Disease, 10e`, `CANVAS (NEJM 2017)`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import NamedTuple

from papernotes_plugin.recognisers import reference
from papernotes_plugin.recognisers.evidence.papers.bibliographies import works_announced_above
from papernotes_plugin.recognisers.evidence.papers.listed_papers import Works
from papernotes_plugin.recognisers.evidence.references import guidelines, named_trials, textbooks
from papernotes_plugin.recognisers.evidence.references.block_texts import text_of_inlines
from papernotes_plugin.recognisers.evidence.references.reference_parts import reference_candidates
from papernotes_plugin.recognisers.evidence.references.reference_reader import (
    LIKELY,
    Reference,
    read_reference,
)
from papernotes_plugin.recognisers.evidence.references.reference_text import ReferenceText
from papernotes_plugin.recognisers.evidence.structure.candidate_blocks import (
    CONTAINERS,
    CandidateForm,
    PaperCandidate,
    may_stand_alone,
)
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import WHOLE_YEAR
from papernotes_plugin.vocabulary.model import Block, BlockKind, Mention

_MAX_LENGTH = 500
"""Characters of such a source."""
_MIN_LISTED = 2
"""Sources of one kind in a list, from which they are sources without a heading above them that says so."""
_CAPITALS = lazy_regex(r"[A-Z][a-z]{0,2}[A-Z]|\d[A-Z]|(?:Society|Association|College|Academy|Organi[sz]ation)\b")
"""Capitals of an acronym, or a word of the names of societies."""
_ANNOUNCING = lazy_regex(
    r"\W*(?:(?:(?:my|key|main|useful|other|further) )?(?:sources?|refs?|references|bibliography|(?:text)?books?"
    r"|guidelines?|(?:landmark |key |clinical |major )?(?:trials?|studies)|further reading)"
    r"(?: (?:&|and|/) \w+)?(?: to read)?"
    r"|font[ei]|fuentes?|quellen?|sources? bibliographiques?|réfs?|rif|lehrbücher|bücher|leitlinien|studien"
    r"|libri(?: di testo)?|testi|linee guida|libros(?: de texto)?|gu[ií]as|ensayos|livres|manuels"
    r"|recommandations|études|livros|diretrizes|ensaios|trial|studi|studi clinici|bibliogra(?:ph|f)[ií][ea]?)\W*",
    re.IGNORECASE,
)
"""A heading or a line above sources, in the languages of notes."""
_MARKS = " .,:;()\x1d"
_OF_BOOKS = (textbooks.read, textbooks.read_published)
_Reader = Callable[[str], "tuple[Reference, bool] | None"]


class _Source(NamedTuple):
    """A source that was read, and whether it needs no other sign."""

    candidate: PaperCandidate
    words: ReferenceText
    reference: Reference
    is_certain: bool


def recognise(context: NoteContext) -> Iterator[Mention]:
    """Yield an `ITEM` for each list item, footnote, quotation and line that is such a source."""
    listed: defaultdict[tuple[int, _Reader], list[_Source]] = defaultdict(list)
    for block in context.blocks:
        if block.kind not in CONTAINERS or block.index in context.claimed_blocks:
            continue
        readers = _readers(context, block)
        if not readers or (block.kind is BlockKind.PARAGRAPH and not may_stand_alone(context, block)):
            continue
        for candidate in reference_candidates(context, block):
            words = text_of_inlines(context, candidate.inlines)
            for reader in readers:
                read = reader(words.text)
                if read and not (_is_whole_title(words, read[0]) or _goes_beyond_emphasis(words, read[0])):
                    listed[block.parent, reader].append(_Source(candidate, words, *read))
                    break
    for (_, reader), sources in listed.items():
        yield from _mentions(context, reader, sources)


def _readers(context: NoteContext, block: Block) -> list[_Reader]:
    """Return the readers that may read a block, by its signs."""
    source, (start, end) = context.note.text, block.span
    if end - start > _MAX_LENGTH or block.index in context.mere_prose:
        return []
    readers: list[_Reader] = []
    if WHOLE_YEAR.search(source, start, end) and _CAPITALS.search(source, start, end):
        readers += [guidelines.read, named_trials.read]
    if textbooks.SIGN.search(source, start, end):
        readers.append(textbooks.read)
    if textbooks.may_end_with_publisher(source, start, end):
        readers.append(textbooks.read_published)
    return readers


def _is_whole_title(words: ReferenceText, read: Reference) -> bool:
    """Return whether one emphasis has what was read as the names and the title: `*Batman, Detective Comics*, Ace`."""
    end = read.title.end - 1
    is_name_first = bool(read.authors.names) and read.authors.end <= read.title.start
    return is_name_first and any(first < end <= last and first <= 1 for first, last in words.emphasised)


def _goes_beyond_emphasis(words: ReferenceText, read: Reference) -> bool:
    """Return whether most of what was read as a title is in emphasis, and words outside are not: `Ray. *Lamps*. 2nd`.

    A point after emphasis ends the title, too.
    """
    start, end = read.title.start, read.title.end - 1
    for first, last in words.emphasised:
        is_most = min(last, end) - max(first, start) > (end - start) / 2
        is_closed = first <= start < last < end and words.text.startswith(". ", last)
        is_more = words.text[start:first].strip(_MARKS) or words.text[last:end].strip(_MARKS)
        if is_closed or (is_most and is_more):
            return True
    return False


def _mentions(context: NoteContext, reader: _Reader, sources: list[_Source]) -> Iterator[Mention]:
    """Yield the mentions of the sources of one kind in one list."""
    for candidate, words, read, is_certain in sources:
        announced = works_announced_above(context, candidate.block)
        if announced is Works.OTHERS or candidate.container.index in context.claimed_blocks:
            continue
        are_many = len(sources) >= _MIN_LISTED and candidate.form is CandidateForm.BULLET
        if not (is_certain or are_many or announced is Works.REFERENCES or _is_announced(context, candidate.block)):
            continue
        if reader in _OF_BOOKS and _is_read_as_book(words, read):
            continue
        yield from filter(None, [reference.mention_of(context, candidate, words, read, is_of_form=True)])


def _is_read_as_book(words: ReferenceText, read: Reference) -> bool:
    """Return whether the reader of references reads the same title and authors, with more facts."""
    other = read_reference(words)
    if other is None or other.score < LIKELY or other.entry_type != "book":
        return False
    if read.publication.publisher and not read.publication.edition:
        return True
    return other.title.words.strip(" .,") == read.title.words and other.year == read.year


def _is_announced(context: NoteContext, block: Block) -> bool:
    """Return whether a heading, or the line above a list, announces sources."""
    heading = context.heading_above[block.index]
    words = context.visible_text(heading) if heading >= 0 else context.note.title
    if _ANNOUNCING.fullmatch(words):
        return True
    top = next((ancestor for ancestor in context.ancestors(block.index) if ancestor.kind is BlockKind.LIST), None)
    before = context.sibling_before(top) if top else None
    return (
        before is not None
        and before.kind is BlockKind.PARAGRAPH
        and _ANNOUNCING.fullmatch(context.visible_text(before.index)) is not None
    )
