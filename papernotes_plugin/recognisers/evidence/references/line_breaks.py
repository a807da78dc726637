"""Find the line breaks in a text of a note, without those that an editor makes when it wraps lines."""

from __future__ import annotations

import re

from papernotes_plugin.recognisers.evidence.references.reference_text import ReferenceText
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note
from papernotes_plugin.text import wrapped_lines
from papernotes_plugin.text.lazy_regex import lazy_regex

_LENGTH_OF_BREAK = 3
_BREAK = lazy_regex(r"\n|<br\b", re.IGNORECASE)


def line_breaks(context: NoteContext, words: ReferenceText) -> tuple[int, ...]:
    """Return the offsets of the spaces in a text that are line breaks in the note, also those of HTML."""
    text, width = context.note.text, _wrap_width(context)
    # the character of an element is a space in the text
    return tuple(
        min(offset + match.start() - start, stop - 1)
        for offset, stop, start in words.pieces
        for match in _BREAK.finditer(text, start, start + max(stop - offset, _LENGTH_OF_BREAK))
        # two spaces before a break are in its piece
        if (match.start() - start < stop - offset or words.text[offset:stop] == " ")
        and not (width and _is_wrap(text, match.start(), width))
    )


@once_per_note
def _wrap_width(context: NoteContext) -> int:
    return wrapped_lines.wrap_width(context.note.text[context.note.body_start :])


def _is_wrap(text: str, at: int, width: int) -> bool:
    """Return whether the break at an offset is one of lines that are wrapped at a width."""
    end = text.find("\n", at + 1)
    line, following = text[text.rfind("\n", 0, at) + 1 : at], text[at + 1 : end if end >= 0 else len(text)]
    return text[at] == "\n" and wrapped_lines.is_wrap(line, following, width)
