"""Limits that protect Markdown parsers from hostile notes, checked in one pass before a note is parsed.

Python-Markdown scans the rest of a text from each open bracket, and scans each nested list again.  It also copies the
rest of a paragraph for each mark in it.  A few thousand of them take minutes, and no site generator has a limit.  Real
notes contain a few; see `tests/sites/test_hostile.py`.
"""

from __future__ import annotations

import re

from papernotes_plugin.text.lazy_regex import lazy_regex

MAX_CHARACTERS = 8_000_000
"""Maximum length of a note in characters; a book has a tenth of it."""
MAX_OPEN_BRACKETS = 1_000
"""Maximum number of brackets, or of HTML tags, that are open at once in one paragraph."""
MAX_DEPTH = 60
"""Maximum depth of nested lists and quotes."""
_SHORT = 10_000
"""Length of a text that takes little time, whatever it contains."""
_INDENT = 400
"""Maximum indentation of a list item in spaces."""
_DEEP = lazy_regex(
    rf"^(?:[ \t]*+(?:[-*+]|[0-9]{{1,9}}[.)])(?=[ \t])|[ \t]*+>){{{MAX_DEPTH}}}"
    rf"|^[ \t]{{{_INDENT}}}[ \t]*+(?:[-*+>]|[0-9]+[.)])[ \t]",
    re.MULTILINE,
)
_MAX_SCANNED = 200_000_000
"""Maximum number of characters that are scanned for the ends of comments and fences that do not close."""
_MAX_SPLIT = 200_000_000
"""Maximum number of characters that are copied for the headings, lists and lines of one block."""
_MAX_COPIED = 15_000_000_000
"""Maximum number of characters that are copied for the marks of one paragraph."""
_FENCE = lazy_regex(r"^[ ]{0,3}(```|~~~)(.*)$", re.MULTILINE)
_BLOCK_LINE = lazy_regex(r"^[ ]{0,3}(?:#|[=-]+[ \t]*$|(?:[-*_][ \t]*){3,}$)", re.MULTILINE)
"""A line that ends a paragraph: a heading, its underline, or a thematic break."""
_MARK = lazy_regex(r"[\\`*_\[\]<&!$~^=%@]")
_NEW_PARAGRAPH = lazy_regex(r"\n(?=[ \t]*(?:[-*+][ \t]|[0-9]+[.)][ \t]|[|>#])|    |\t)")
"""The end of a line before an item, a row of a table, a quote, a heading or code."""
_HTML_BLOCK = lazy_regex(
    r"[ ]{0,3}<(?:article|aside|canvas|center|dd|details|div|dl|dt|figure|footer|form|h[1-6]|header|iframe|main|nav"
    r"|object|ol|p|pre|script|section|style|svg|table|tbody|td|textarea|tfoot|th|thead|tr|ul|video)\b"
)
_PARAGRAPHS = lazy_regex(r"\n[ \t]*+\n")
_PAIRS = (lazy_regex(r"(\[)|\]"), lazy_regex(r"(\()|\)"), lazy_regex(r"(<)(?=[A-Za-z])|>"))


def reason_too_complex(text: str) -> str:
    r"""Return why a text is too complex for a Markdown parser; "" for any text that people write.

    Examples:
        >>> reason_too_complex("# A note\n\n- [x](y)\n"), reason_too_complex("> " * 100 + "x")
        ('', 'lists or quotes are nested more than 60 deep')
        >>> reason_too_complex("![[" * 600)
        'more than 1000 brackets are open at once'
    """
    if len(text) > MAX_CHARACTERS:
        return f"it is longer than {MAX_CHARACTERS // 1_000_000} million characters"
    if _DEEP.search(text):
        return f"lists or quotes are nested more than {MAX_DEPTH} deep"
    if len(text) > MAX_OPEN_BRACKETS and any(text.count(opening) > MAX_OPEN_BRACKETS for opening in "[(<"):
        for paragraph in _PARAGRAPHS.split(text):
            if any(_most_open(paragraph, pair) > MAX_OPEN_BRACKETS for pair in _PAIRS):
                return f"more than {MAX_OPEN_BRACKETS} brackets are open at once"
    return _reason_too_slow(text) if len(text) > _SHORT else ""


def _reason_too_slow(text: str) -> str:
    """Return why Python-Markdown takes long for a text without an excess of brackets or levels."""
    opened = text.rfind("-->") + 1
    if text.count("<!--", opened) * (len(text) - opened) > _MAX_SCANNED:
        return "it contains too many comments that do not end"
    has_fences = "```" in text or "~~~" in text
    fences = [(match.start(), match[2].strip()) for match in _FENCE.finditer(text)] if has_fences else []
    unclosed = next((n for n, (_, words) in enumerate(reversed(fences)) if not words), len(fences))
    if unclosed and unclosed * (len(text) - fences[-unclosed][0]) > _MAX_SCANNED:
        return "it contains too many fences that do not end"
    if text.count("\n") * len(text) <= _MAX_SPLIT and len(text) ** 2 <= _MAX_COPIED:
        return ""
    split = copied = 0
    for paragraph in _PARAGRAPHS.split(_without_fences(text)):
        split += sum(1 for _ in _BLOCK_LINE.finditer(paragraph)) * len(paragraph)
        if not _HTML_BLOCK.match(paragraph):
            copied += sum(len(_MARK.findall(part)) * len(part) for part in _NEW_PARAGRAPH.split(paragraph))
    if split > _MAX_SPLIT:
        return "it contains too many headings or rules without an empty line"
    return "it contains too many marks without an empty line" if copied > _MAX_COPIED else ""


def _without_fences(text: str) -> str:
    """Return a text without its fenced code, whose marks mean nothing."""
    pieces, position, opening = [], 0, ""
    for match in _FENCE.finditer(text):
        if not opening:
            pieces.append(text[position : match.start()])
            opening = match[1]
        elif match[1] == opening and not match[2].strip("`~ \t"):
            position, opening = match.end(), ""
    return "\n\n".join(pieces if opening else [*pieces, text[position:]])


def _most_open(paragraph: str, pair: re.Pattern[str]) -> int:
    """Return the largest number of brackets that are open at once."""
    most = count = 0
    if len(paragraph) > MAX_OPEN_BRACKETS:
        for match in pair.finditer(paragraph):
            count = count + 1 if match[1] else max(0, count - 1)
            most = max(most, count)
    return most
