"""Find the width at which an editor has wrapped the lines of a text.

The breaks of wrapped lines say nothing, while other breaks in a paragraph separate its facts.
"""

from __future__ import annotations

from papernotes_plugin.text.lazy_regex import lazy_regex

_OPENS_BLOCK = lazy_regex(r"\s*(?:[-*+•]\s|\d{1,3}[.)]\s|#|>|\||`{3}|~{3}|:::|\[\^?[^\[\]]+\]:|<|!\[|[-=*_]{3,}\s*$|$)")
"""The beginning of a line that opens a block, or of an empty line; its break is no break within a paragraph."""
_FENCE = lazy_regex(r"\s*(?:`{3}|~{3})")
_MIN_WIDTH, _MAX_WIDTH = 50, 130
_MIN_BREAKS = 4
"""Breaks within paragraphs from which a text may be wrapped."""
_MIN_SHARE = 0.85
"""Share of the breaks that are at the width in a wrapped text, whose authors also break some lines themselves."""
_SHARE_OF_LONGER = 0.05
"""Share of lines that are longer than the width, as an address has no place for a break."""


def wrap_width(text: str) -> int:
    """Return the number of characters at which the lines of a text are wrapped; 0 if they are not wrapped.

    A break is at the width if the first word of the next line has no place before it.
    """
    pairs = _lines_in_paragraphs(text)
    if len(pairs) < _MIN_BREAKS:
        return 0
    lengths = sorted((len(line) for line, _ in pairs), reverse=True)
    width = lengths[int(len(lengths) * _SHARE_OF_LONGER)]
    if not _MIN_WIDTH <= width <= _MAX_WIDTH:
        return 0
    count = sum(is_wrap(line, following, width) for line, following in pairs)
    return width if count >= _MIN_SHARE * len(pairs) else 0


def is_wrap(line: str, following: str, width: int) -> bool:
    """Return whether the break between two lines is one of wrapped lines.

    Args:
        line: The line before the break.
        following: The line after it.
        width: The result of `wrap_width` for the text.
    """
    if line.endswith(("  ", "\\")):
        return False
    first, *_ = following.split(maxsplit=1) or [""]
    return len(line) + 1 + len(first) > width


def _lines_in_paragraphs(text: str) -> list[tuple[str, str]]:
    """Return each line that goes on in the next one, with that line; lines of code are left out."""
    pairs = []
    last, is_code = "", False
    for line in text.split("\n"):
        if _FENCE.match(line):
            is_code = not is_code
        if last.strip() and not (is_code or _OPENS_BLOCK.match(line)):
            pairs.append((last, line))
        last = "" if is_code or line.lstrip().startswith(("#", "|")) else line
    return pairs
