"""Decide whether words above a list announce texts to read, as the page of a course has them: `Further readings`."""

from __future__ import annotations

import re

from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import BlockKind

_READINGS = lazy_regex(
    r"\W*(?:(?:further|suggested|recommended|required|additional|optional|core|background|essential|assigned|weekly"
    r"|supplementa(?:ry|l)|related|pre-?class|extra|more) )?reading(?:s|[ -]list)?\W*",
    re.IGNORECASE,
)
"""The heading of texts to read."""


def is_below_readings(context: NoteContext, block: int) -> bool:
    """Return whether the nearest heading, bullet or line above a block announces texts to read."""
    entries = [one for one in context.ancestors(block) if one.kind in (BlockKind.ITEM, BlockKind.LIST)]
    items = [one for one in entries if one.kind is BlockKind.ITEM]
    if len(items) > 1:
        return _READINGS.fullmatch(context.first_words(items[1])) is not None
    before = context.sibling_before(entries[-1]) if entries else None
    heading = context.heading_above[block]
    if before and before.kind is BlockKind.PARAGRAPH and _READINGS.fullmatch(context.visible_text(before.index)):
        return True
    return heading >= 0 and _READINGS.fullmatch(context.visible_text(heading)) is not None
