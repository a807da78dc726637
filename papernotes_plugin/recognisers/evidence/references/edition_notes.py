"""Skip remarks on the issue or the translator that a reference has between title and venue."""

from __future__ import annotations

import re

_NOTES = re.compile(
    r"(?:[\s,.;:(]*(?:"
    r"(?:[Ss]pecial (?:issue|section)|[Ss]onderheft|[Nn]uméro spécial|[Nn]úmero (?:especial|monográfico))"
    r"(?: (?:of|von|de|del)(?= [_*A-Z]))?(?=[\s,.;:)])"
    r"|(?:[Tt]rans(?:l|lated)?\.?|[Üü]bers(?:etzt|\.)|[Tt]rad(?:uit|uction|ucción|\.)?)"
    r"(?: (?:by|von|par|por|de|du|aus|from|into)\b(?: [a-zäöüé]+ (?:by|von|par|por|de))?)? "
    r"(?:[^\W\d_a-z][\w.'’-]*[\s,]+(?:and |und |et |& )?){1,6}?"
    r"(?=[Ii]n\b|[Ee]n\b|[Dd]ans\b|[_*]|$)"
    r"|[^()\[\]]{2,80}, (?:Trans|Trad|Übers|Vert)s?\.\)"
    r"|\[(?:published|retracted|[Ee]rratum|[Cc]orrection)\b[^\[\]]{0,200}\])){1,2}[\s,.;:)]*"
)
"""Remarks between title and venue: `special issue`, `transl. by J. Harari`, `[published erratum appears in …]`."""

_REMARK_IN_TITLE = re.compile(
    r"[.,] (?:(?:[Tt]ranslated|[Ee]dited)(?: and (?:translated|edited))? by [A-Z]"
    r"|(?:\d{1,2}(?:st|nd|rd|th)|[Rr]ev(?:ised|\.)) (?:[a-z]+ )?ed(?:ition|n)?\. [A-Z]"
    r"|(?:ResearchGate|Academia\.edu)$)"
)
"""The beginning of a remark that was read as a part of the title: `. Translated by A`, `. 1st paperback ed. `."""


def without_remarks(title: str) -> str:
    """Return a title without the remarks on translator, editor, edition or site that a reference has after it.

    Examples:
        >>> without_remarks("Notes. Vol. 1. Translated by A. Reader and J. Writer")
        'Notes. Vol. 1'
        >>> without_remarks("Cheap Notes, 1550-1640. 1st paperback ed. Studies in Reading")
        'Cheap Notes, 1550-1640'
    """
    remark = _REMARK_IN_TITLE.search(title)
    return title[: remark.start()] if remark and remark.start() else title


def after_notes(text: str, at: int, end: int) -> int:
    """Return the offset after remarks on the edition or the translator that come before the name of a venue."""
    match = _NOTES.match(text, at, end)
    return match.end() if match else at
