"""Read the date in code after the title in a heading as one in brackets: ``# Title of the Paper `2021.03` ``."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from papernotes_plugin import venues
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import YEAR
from papernotes_plugin.vocabulary.model import Block, BlockKind, Inline, InlineKind

_DATE = lazy_regex(
    r"\(?(?:ar[xX]iv(?:\.org)?,? (?:\[[A-Za-z.-]{2,20}\],? )?|(?P<venue>[A-Z][\w&+-]*(?: [A-Z][\w&+-]*){0,2}) ?['’]?)?"
    rf"(?P<year>{YEAR})(?:[./-](?:0?[1-9]|1[0-2]))?\)?"
)
"""A year, perhaps with its month, after a venue or a preprint server: `2021.3`, `ACL 2019`, `arXiv [cs.CL] 2020`."""
_NO_TITLE = lazy_regex(
    r"\b(?:version|release|build|update|since|until|before|after|a|an|the|of|for|in|on|and|or|to|with|by|from|via|at|is)\W*$",
    re.IGNORECASE,
)
"""The last word before a date that is no end of a title: `Notes of the New Release `2021.3``."""
_MIN_WORDS = 4
"""Words of a title before a date; fewer may name a program with its version."""


def with_dates_in_brackets(inlines: tuple[Inline, ...], blocks: Sequence[Block], source: str) -> tuple[Inline, ...]:
    """Return the inlines of a note with brackets around the date in code that ends a heading, and without its month.

    Args:
        inlines: The inlines of the note.
        blocks: The blocks of the note.
        source: The text of the note.
    """
    changed: dict[int, Inline] = {}
    for block in blocks:
        if block.kind is not BlockKind.HEADING or not source.endswith("`", *block.span):
            continue
        at = bisect_left(inlines, block.span.end, key=lambda inline: inline.span.start) - 1
        if at >= 0 and inlines[at].kind is InlineKind.CODE and (date := _date_after(inlines[at], block, source)):
            changed[at] = inlines[at]._replace(text=date)
    return tuple(changed.get(n, inline) for n, inline in enumerate(inlines)) if changed else inlines


def _date_after(code: Inline, heading: Block, source: str) -> str:
    """Return the date that code is, in brackets; "" for other code, and after words that are no title."""
    match = _DATE.fullmatch(code.text.strip())
    title = source[heading.span.start : code.span.start] if match else ""
    if not match or len(title.lstrip("# ").split()) < _MIN_WORDS or _NO_TITLE.search(title):
        return ""
    venue = venues.parse_venue(match["venue"])[0] if match["venue"] else ""
    if match["venue"] and not venue:
        return ""
    return f"({venue} {match['year']})" if venue else f"({match['year']})"
