"""Escape control characters in text that a terminal or a log shows."""

from __future__ import annotations

_ESCAPES = {
    # C0, DEL and C1 move the cursor and rename windows; the others change the writing direction.
    code: f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}"
    for code in (*range(32), *range(127, 160), *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x2028, 0x2029)
}
"""Escape sequence of each character that a terminal would obey, for `str.translate`."""
_ESCAPES_WITHOUT_WHITESPACE = {code: escape for code, escape in _ESCAPES.items() if code not in (9, 10)}


def one_line(text: str) -> str:
    r"""Return the text on one line, with control characters escaped and white space collapsed.

    Use it for every message: it may quote a note, and anybody may have written the note.

    Examples:
        >>> one_line("a\n b \x1b[31m")
        'a b \\x1b[31m'
    """
    return escape_controls(" ".join(text.split()))


def escape_controls(text: str) -> str:
    r"""Return the text with control characters escaped; tabs and line feeds stay.

    Examples:
        >>> escape_controls("a\tb\n\x1b[31m")
        'a\tb\n\\x1b[31m'
    """
    return text.translate(_ESCAPES_WITHOUT_WHITESPACE)


def escape_all_controls(text: str) -> str:
    r"""Return the text with control characters escaped, tabs and line feeds included.

    Examples:
        >>> escape_all_controls("a\tb\n")
        'a\\x09b\\x0a'
    """
    return text.translate(_ESCAPES)
