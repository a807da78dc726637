"""Read a reference with its publication in the bullet below: `**Lee, A. (2020). Title.**`, `- *Journal*, 3(2), 5.`."""

from __future__ import annotations

from dataclasses import replace

from papernotes_plugin import venues
from papernotes_plugin.recognisers.evidence.references.block_texts import text_of_block
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.references.reference_reader import LIKELY, Reference, read_reference
from papernotes_plugin.recognisers.evidence.references.venue_phrases import publication
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note
from papernotes_plugin.recognisers.evidence.structure.reference_openings import opens_reference
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import is_venue, looks_like_title
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind

_MAX_BULLETS = 2
"""Bullets below a title among which are its journal and its publisher."""
_REMARK = lazy_regex(r"(?<![\w/.-])(?!(?:vol|volume|issue|article|pages?|pgs|doi|https?|and)\b)[a-z]{3,}\b")
"""A word of a sentence after a venue: `Room 3(2), 5-9 in the new building`."""
_MAX_LENGTH = 300
"""Characters of such a bullet."""


def read_bullet(context: NoteContext, item: Block, text: Block) -> Reference | None:
    """Return the reference that a bullet is with those below it; None for others.

    Args:
        context: The note.
        item: The bullet.
        text: Its first text.
    """
    below = (read(context, text, block) for block in context.children(item.index) if block.kind is BlockKind.LIST)
    return next(filter(None, below), None)


@once_per_note
def read(context: NoteContext, title: Block, bullets: Block) -> Reference | None:
    """Return the reference that names, year and title are, with the publication in the bullets below them.

    Args:
        context: The note.
        title: The heading, the paragraph or the text of the bullet with names, year and title.
        bullets: The block below it.
    """
    if bullets.kind is not BlockKind.LIST or not opens_reference(context.note.text, title.span):
        return None
    published = _publication_in(context, bullets)
    reference = read_reference(text_of_block(context, title.index)) if published else None
    if not reference or not published or not reference.is_dated or reference.score < LIKELY or reference.is_published:
        return None
    if published.year not in (None, reference.year):
        # the bullet is about another paper
        return None
    return replace(reference, publication=replace(published, end=reference.publication.end))


def _publication_in(context: NoteContext, bullets: Block) -> Publication | None:
    """Return the publication that the first of some bullets is, with the publisher in the second; None for none."""
    texts = [context.text_blocks(item)[:1] for item in context.children(bullets.index)[:_MAX_BULLETS]]
    lines = [context.visible_text(text[0].index)[:_MAX_LENGTH] for text in texts if text]
    published, *others = [publication(line, 0, len(line), None) for line in lines] or [Publication()]
    is_in_book = published.has_in and (published.pages or published.publisher) and looks_like_title(published.venue)
    is_sure = is_in_book or (published.volume and published.pages) or bool(lines and is_venue(lines[0]))
    if not published.venue or not is_sure or venues.is_preprint(published.venue):
        return None
    if _REMARK.search(lines[0], published.end):
        return None
    has_publisher = bool(others) and not (others[0].venue or _REMARK.search(lines[1]))
    return replace(published, publisher=published.publisher or (others[0].publisher if has_publisher else ""))
