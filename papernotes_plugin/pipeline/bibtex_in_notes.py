"""BibTeX that stands in notes: read like a `.bib` file, each entry given to the mention that it belongs to."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import replace

from papernotes_plugin import bibtex
from papernotes_plugin.vocabulary.issues import Issue
from papernotes_plugin.vocabulary.model import BlockKind, Entry, Mention, Note, Source, Span

_FENCE = re.compile(r"[ \t]*(?:`{3,}|~{3,})")
_QUOTED = re.compile(r"[ \t]*(?:>[ \t]?)+")


def attach_entries(note: Note, mentions: Sequence[Mention]) -> tuple[list[Mention], list[Issue]]:
    """The mentions of a note, those with BibTeX speaking through it; and what is odd about the BibTeX, with its line.

    All BibTeX of a note is one bibliography: its entries know the macros and the parents in it.
    """
    starts = {n: _start(note, mention) for n, mention in enumerate(mentions) if mention.evidence.bibtex}
    if not starts:
        return list(mentions), []
    lines = [""] * len(note.line_starts)
    for n, start in starts.items():
        _copy(note, _region(note, start, mentions[n].evidence.bibtex), lines)
    entries, issues = bibtex.read_quoted(Source(note.path, "\n".join(lines).encode("utf-8", "replace")))
    by_line = sorted(entries, key=lambda entry: entry.line)
    out = list(mentions)
    for n, start in starts.items():
        line = note.line_and_column(start)[0]
        at = bisect_left(by_line, line, key=lambda entry: entry.line)
        if at < len(by_line) and by_line[at].line <= line + mentions[n].evidence.bibtex.count("\n"):
            out[n] = _with(mentions[n], by_line[at])
    return out, list(issues)


def _start(note: Note, mention: Mention) -> int:
    """Where the BibTeX of a mention begins: it holds the mention, or follows it."""
    first = mention.evidence.bibtex.split("\n", 1)[0]
    around = note.text.rfind(first, 0, mention.span.start + len(first))
    if around >= 0 and around <= mention.span.start <= around + len(mention.evidence.bibtex):
        return around
    behind = note.text.find(first, mention.span.start)
    return behind if behind >= 0 else max(note.text.find(first), 0)


def _region(note: Note, start: int, source: str) -> Span:
    """The code block around a place; the entry alone where it stands in none."""
    blocks = note.document.blocks
    at = bisect_right(blocks, start, key=lambda block: block.span.start) - 1
    while at >= 0 and not (blocks[at].kind is BlockKind.CODE and start < blocks[at].span.end):
        at = blocks[at].parent
    return blocks[at].span if at >= 0 else Span(start, start + len(source))


def _copy(note: Note, span: Span, lines: list[str]) -> None:
    """Put a stretch of the note on the lines on which it stands, without the marks of its block."""
    first = note.line_and_column(span.start)[0] - 1
    for n, line in enumerate(note.text[span.start : span.end].split("\n"), first):
        inner = _QUOTED.sub("", line, count=1)
        lines[n] = "" if _FENCE.match(inner) else inner


def _with(mention: Mention, entry: Entry) -> Mention:
    """The mention with its entry, which fills what it does not say itself."""
    said, its = mention.evidence, entry.evidence
    names = ("title", "authors", "year", "venue", "track", "citekey", "abstract", "tldr")
    gaps = {name: getattr(its, name) for name in names if not getattr(said, name) and getattr(its, name)}
    schemes = {identifier.scheme for identifier in said.identifiers}
    held = (*said.identifiers, *(identifier for identifier in its.identifiers if identifier.scheme not in schemes))
    own = replace(entry, key="", line=mention.line)
    return mention._replace(evidence=said._replace(**gaps, identifiers=held), entry=own)
