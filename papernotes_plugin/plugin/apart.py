"""Apart: what we add at the end of a note is kept from plugins that take all of a page for its author's words.

Reading times, feeds and excerpts are made of a rendered page: the places that link to a note are none of its text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_OURS = re.compile(
    r"""
    <h(?P<level>[1-6])\ (?=[^>]*\bclass="papernotes-backlinks").*?(?=<h[1-6][\ >]|<div\ class="footnote"|\Z)
    | <p><small\ (?=[^>]*\bclass="papernotes-download").*?</small></p>\s*
    """,
    re.VERBOSE | re.DOTALL,
)
_PLACE = "<!-- papernotes, apart: {} -->"


def taken_apart(html: str) -> tuple[str, dict[str, str]]:
    """The rendered note with a comment in the place of each piece of ours, and the pieces by their comments."""
    pieces: dict[str, str] = {}

    def leave(match: re.Match[str]) -> str:
        place = _PLACE.format(len(pieces))
        pieces[place] = match[0]
        return place

    return (_OURS.sub(leave, html) if "papernotes-" in html else html), pieces


def shortened(html: str) -> str:
    """The rendered note without them."""
    return _OURS.sub("", html) if "papernotes-" in html else html


def put_together(html: str, pieces: Mapping[str, str]) -> str:
    """The rendered note with its pieces; what another plugin took a place away from goes to the end."""
    for place, piece in pieces.items():
        html = html.replace(place, piece, 1) if place in html else f"{html}\n{piece}"
    return html
