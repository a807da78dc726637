"""Give a title the identifier in its line, if it has no other words: `**Title** – Ann Lee – arXiv:1812.19143`."""

from __future__ import annotations

from collections.abc import Sequence

from papernotes_plugin.recognisers.evidence.lines.line_parts import PartKind, facts_in
from papernotes_plugin.recognisers.evidence.lines.line_text import line_of
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.vocabulary.model import BlockKind, Mention, MentionKind, Span


def with_identifiers(context: NoteContext, mentions: Sequence[Mention], others: Sequence[Mention]) -> list[Mention]:
    """Return mentions, of which a title and an identifier alone in the same line are one.

    Args:
        context: The note.
        mentions: The mentions.
        others: The other mentions of the note; their lines do not change.
    """
    by_block: dict[int, list[Mention]] = {}
    other_blocks = {context.text_block_at(mention.span.start) for mention in others if mention.creates_paper}
    for mention in mentions:
        if mention.kind is not MentionKind.NAME and mention.creates_paper:
            by_block.setdefault(context.text_block_at(mention.span.start), []).append(mention)
    changed: dict[Mention, Mention | None] = {}
    for block, of_block in by_block.items():
        is_pair = len(of_block) == 2 and block not in other_blocks
        if is_pair and block >= 0 and context.blocks[block].kind is BlockKind.PARAGRAPH:
            titled, cited = sorted(of_block, key=lambda mention: not mention.evidence.title)
            if _is_of_title(context, block, titled, cited):
                links = titled.evidence.links + cited.evidence.links
                evidence = titled.evidence._replace(identifiers=cited.evidence.identifiers, links=links)
                changed[titled] = titled._replace(evidence=evidence)
                changed[cited] = None
    return (
        [present for mention in mentions if (present := changed.get(mention, mention))] if changed else list(mentions)
    )


def _is_of_title(context: NoteContext, block: int, titled: Mention, cited: Mention) -> bool:
    """Return whether a title has no identifier, and an identifier no title, in a line without other words."""
    is_pair = titled.evidence.title and not titled.evidence.identifiers and not cited.evidence.title
    if not is_pair or not cited.evidence.identifiers or cited.kind is not MentionKind.CITATION:
        return False
    at = context.note.text.find(titled.evidence.title, *context.blocks[block].span)
    title = Span(at, at + len(titled.evidence.title)) if at >= 0 else titled.span
    return any(part.kind is PartKind.TITLE for part in facts_in(line_of(context, block, title)))
