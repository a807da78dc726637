"""Protect the characters of citekeys that are also marks of Markdown: `[@{key_with_markup_}]`, `@_key`.

The Markdown parser would read these characters as emphasis, formulas or HTML.  Other characters replace them while it
runs.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import replace

from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Document, Inline, InlineKind

# A letter, digit or _, then these, single punctuation inside the key, the // of a URL, and a trailing + (some notes
# number colliding keys with it).  The key in `@a&nbsp;` ends before the entity.
# An accent may be a combining character after its letter.
KEY_PATTERN = r"\w[\w\u0300-\u036f]*(?:(?!&#?\w{1,31};)[:.#$%&+?<>~/\-]\w[\w\u0300-\u036f]*|[:/](?=/))*\+*"
BRACED_PATTERN = r"\{(?P<braced>(?:[^{}\s]|\{[^{}\s]*\})+)\}"
BEFORE_KEY = r"(?<![\w.@/\\])"
"""Condition on the character before a key and its minus."""

_KEY = lazy_regex(rf"{BEFORE_KEY}@(?:{BRACED_PATTERN}|(?P<key>{KEY_PATTERN}))")
_MARKS = "*_~^`$<>[]!|&="
_FIRST = 0x10FE00
"""First of the private characters that replace the marks; no font or script uses this part of Unicode."""
_HIDE = {ord(mark): chr(_FIRST + ord(mark)) for mark in _MARKS}
_SHOW = {_FIRST + ord(mark): mark for mark in _MARKS}
_HIDDEN = lazy_regex(f"[{chr(_FIRST)}-{chr(_FIRST + 0x7F)}]")


def hide_marks(text: str, inlines: Iterable[Inline]) -> str:
    """Return a text of the same length without marks of Markdown in its citekeys.

    Underscores at the end of a key without braces stay, because they usually end emphasis: `_see @key_`.

    Args:
        text: The text of a note.
        inlines: Its inlines in order, as the parser reads them.  Only keys in running text change.
    """
    if "@" not in text:
        return text
    keys = list(_marked_keys(text))
    if not keys:
        return text
    texts = [inline.span for inline in inlines if inline.kind is InlineKind.TEXT]
    starts = [span.start for span in texts]
    out, at = [], 0
    for start, end in keys:
        before = bisect_right(starts, start) - 1
        if before >= 0 and start < texts[before].end:
            out += [text[at : start + 1], text[start + 1 : end].translate(_HIDE)]
            at = end
    return "".join([*out, text[at:]])


def _marked_keys(text: str) -> Iterator[tuple[int, int]]:
    """Yield start and end of each key that contains a mark; a simple key ends before its last underscores."""
    for match in _KEY.finditer(text):
        end = match.end()
        if match["key"]:
            while text[end - 1] == "_":
                end -= 1
            key = text[match.start("key") : end]
            # Between letters, an underscore is no mark.
            if not re.search(r"[~$<>&]|\b_|_\b|__", key):
                continue
        elif not any(mark in match["braced"] for mark in _MARKS):
            continue
        yield match.start(), end


def show_marks(document: Document) -> Document:
    """Return the document of a text whose marks were hidden, with the marks in its words."""
    inlines = tuple(
        inline._replace(text=inline.text.translate(_SHOW), url=inline.url.translate(_SHOW))
        if _HIDDEN.search(inline.text) or _HIDDEN.search(inline.url)
        else inline
        for inline in document.inlines
    )
    return replace(document, inlines=inlines)
