"""Recognise the head of a review of a book: its marked title, its authors, the publisher and often its pages.

The forms are `On *Title*, by Ann Lee, Verso, 272 p.`, and `À propos d’Ann Lee, *Title*, Seuil, 272 p.`
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from papernotes_plugin.recognisers import reference
from papernotes_plugin.recognisers.evidence.references import publishers
from papernotes_plugin.recognisers.evidence.references.author_lists import AuthorList
from papernotes_plugin.recognisers.evidence.references.block_texts import text_of_block
from papernotes_plugin.recognisers.evidence.references.name_lists import JOINED_NAMES, people_in
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.references.reference_parts import part_of
from papernotes_plugin.recognisers.evidence.references.reference_reader import CERTAIN, Reference
from papernotes_plugin.recognisers.evidence.references.reference_text import ReferenceText
from papernotes_plugin.recognisers.evidence.references.title_ends import TitleReading
from papernotes_plugin.recognisers.evidence.structure.candidate_blocks import (
    CandidateForm,
    PaperCandidate,
    may_stand_alone,
)
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, InlineKind, Mention

_MAX_START = 90
"""Characters before the title."""
_MAX_HEAD = 700
"""Characters of a head."""
_MAX_INTRODUCTION = 4
"""Words before the title."""
_NAMES_BEFORE = lazy_regex(
    rf"\W{{0,4}}[^\W\d_][\w-]*\s(?:[a-zà-ÿ][\w-]*\s){{0,3}}(?:[^\W\d_][\w-]*:\s|:\s|d[’'])?(?P<names>{JOINED_NAMES}),\s$"
)
"""The words that open a review, and names: `À propos d’Isabelle Coutant et Yvon Atonga, `."""
_NAMES_AFTER = lazy_regex(
    r"(?:\s?\([^()\n]{3,150}\))?(?:,? (?:vol(?:ume)?|tome|t|Band|Bd|Volumen|volume)\.? [\dIVX]{1,4})?"
    rf",?\s(?:by|von|de|di|par|por|af|av|van|d[’'])\s?(?P<names>{JOINED_NAMES})"
)
"""A translated title, a volume, and the names after a word for `by`."""
_IMPRINT = lazy_regex(
    r"(?:,\s[a-zà-ÿ][^,\n]{3,90}){0,3},\s(?P<publisher>[^\W\d_a-z][^,;:.\n«“\"]{1,50}?)"
    r"(?:,\s[«“\"][^»”\"\n]{2,60}[»”\"])?"
    r"(?:,\s(?P<pages>\d{1,2}\s\d{3}|\d{2,4})\s?(?:pp?\.(?!\s?m\b)|pages|S\.|Seiten|páginas|págs?\.|pagine|pag\.)|(?=\.?\s*$|\.\s))"
)
"""Translators and prefaces, the publisher, a series, and the number of pages or the end of the sentence."""


def recognise(context: NoteContext) -> Iterator[Mention]:
    """Yield an `ITEM` for each paragraph that opens with the title, the authors and the publisher of a book."""
    for block in context.blocks:
        is_text = block.kind is BlockKind.PARAGRAPH and block.index not in context.claimed_blocks
        if is_text and _may_be_head(context, block) and may_stand_alone(context, block):
            words = text_of_block(context, block.index)
            if book := _read(words):
                whole = PaperCandidate(context, block, block, (), CandidateForm.PARAGRAPH)
                candidate = part_of(context, whole, words.span(0, book.publication.end))
                yield from filter(None, [reference.mention_of(context, candidate, words, book, is_of_form=True)])


def _may_be_head(context: NoteContext, block: Block) -> bool:
    """Return whether emphasis is near the beginning of a paragraph, and a comma after it."""
    marked = next((i for _, i in context.inlines_of(block.index) if i.kind is InlineKind.EMPHASIS), None)
    if marked is None or marked.span.start - block.span.start > _MAX_START:
        return False
    return context.note.text.find(",", marked.span.end, min(block.span.end, marked.span.end + _MAX_HEAD)) >= 0


def _read(words: ReferenceText) -> Reference | None:
    """Return the book whose head opens a text; None for any other text."""
    marks = [mark for mark in words.marks if mark.kind is InlineKind.EMPHASIS]
    if not marks or marks[0].start > _MAX_START:
        return None
    title, text = marks[0], words.text[:_MAX_HEAD]
    # a second title would be another book
    stop = marks[1].start if len(marks) > 1 else len(text)
    before = _NAMES_BEFORE.match(text, 0, title.start)
    names = before or _NAMES_AFTER.match(text, title.end, stop)
    if not names or (not before and count_words(text[: title.start]) > _MAX_INTRODUCTION):
        return None
    imprint = _IMPRINT.match(text, title.end if before else names.end(), stop)
    people = people_in(names["names"])
    has_capital = not text[title.start : title.end].lstrip()[:1].islower()
    if not imprint or not people or not has_capital or not _is_of_book(imprint):
        return None
    publisher = imprint["publisher"].strip()
    published = Publication(publisher=publisher, entry_type="book", end=imprint.end())
    reading = TitleReading(text[title.start : title.end], title.start, title.end, points=0)
    return Reference(
        reading, AuthorList(people, names.end("names"), "natural"), None, published, CERTAIN, is_dated=False
    )


def _is_of_book(imprint: re.Match[str]) -> bool:
    """Return whether pages follow, or the publisher is known to print books."""
    return imprint["pages"] is not None or publishers.is_publisher(imprint["publisher"].strip())
