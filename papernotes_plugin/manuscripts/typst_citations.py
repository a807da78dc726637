"""Find the citations in a Typst text: `@key`, `#cite(<key>)`; https://typst.app/docs/reference/model/cite/."""

from __future__ import annotations

import re

from papernotes_plugin.manuscripts.references import ManuscriptReferences, blank_out, locate_references
from papernotes_plugin.text.lazy_regex import lazy_regex

_UNREAD = lazy_regex(r"\\.|(`{3,})|`[^`]*`|/\*|(?<![:\w])//[^\r\n]*", re.DOTALL)
_CITE = lazy_regex(r"\bcite\(\s{0,20}(?:<([^<>\s]+)>|label\(\s{0,20}\"([^\"\r\n]+)\")")
_REFERENCE = lazy_regex(r"(?<![\w.+/-])@(\w[\w:.-]*)")
_LABEL = lazy_regex(r"(?<!\()<([\w:.-]+)>")
_FILE = lazy_regex(r"\b(?:include|import)[ \t]{1,20}\"([^\"\r\n]+\.typ)\"")


def references_in_typst(text: str) -> ManuscriptReferences:
    r"""Return the keys cited outside comments and raw text, the included files, and the labels of the text itself.

    Examples:
        >>> references = references_in_typst("@a[p. 3] and #cite(<b>), see @fig. `@c` // @d\n= Figure <fig>")
        >>> [key.name for key in references.keys if key.name not in references.labels]
        ['a', 'b']
    """
    clean = blank_out(text, _unread_spans(text))
    keys = [(match.start(1), match[1].rstrip(".:")) for match in _REFERENCE.finditer(clean)]
    for match in _CITE.finditer(clean):
        group = 1 if match[1] else 2
        keys.append((match.start(group), match[group]))
    files = [(match.start(1), match[1]) for match in _FILE.finditer(clean)]
    return locate_references(clean, sorted(keys), files, (match[1] for match in _LABEL.finditer(clean)))


def _unread_spans(text: str) -> list[tuple[int, int]]:
    """Return the spans of comments and raw text."""
    spans: list[tuple[int, int]] = []
    position = 0
    while match := _UNREAD.search(text, position):
        start, position = match.span()
        if match[1] or match[0] == "/*":
            closing = match[1] or "*/"
            closed = text.find(closing, position)
            position = closed + len(closing) if closed >= 0 else len(text)
        spans.append((start, position))
    return spans
