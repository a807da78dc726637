r"""Find `\bibliography` and `\full_bibliography`, the commands of mkdocs-bibtex, in notes.

They are treated as directives; see https://github.com/shyamd/mkdocs-bibtex, README, section Usage.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import InlineKind, Note, Span

_COMMAND = lazy_regex(r"^[ \t>]*(\\(?:full_)?bibliography)[ \t\r]*$", re.MULTILINE)
BIBLIOGRAPHY = "\\bibliography"
FULL_BIBLIOGRAPHY = "\\full_bibliography"


def find_bibliography_commands(note: Note) -> Iterator[Span]:
    """Yield the spans of the commands of a note, in order.

    A command is alone on a line of text; those in code and in comments do not count.
    """
    if BIBLIOGRAPHY not in note.text and FULL_BIBLIOGRAPHY not in note.text:
        return
    texts = [i.span for i in note.document.inlines if i.kind is InlineKind.TEXT]
    at = 0
    for match in _COMMAND.finditer(note.text, note.body_start):
        span = Span(*match.span(1))
        while at < len(texts) and texts[at].end <= span.start:
            at += 1
        if at < len(texts) and texts[at].start <= span.start and span.end <= texts[at].end:
            yield span
