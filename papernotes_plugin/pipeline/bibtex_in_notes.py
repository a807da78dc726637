"""Parse the BibTeX in notes like a `.bib` file, and attach each entry to its mention."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import replace

from papernotes_plugin import bibtex
from papernotes_plugin.recognisers.evidence.structure.bibtex_code import CODE_MARKS
from papernotes_plugin.text.lazy_regex import lazy_regex, optional_run
from papernotes_plugin.vocabulary.issues import Issue
from papernotes_plugin.vocabulary.model import BlockKind, Entry, Mention, Note, Source, Span

_FENCE = lazy_regex(r"[ \t]*(?:`{3,}|~{3,})")
_QUOTED = lazy_regex(optional_run(r" \t") + r"(?:>[ \t]?)+")


def attach_entries(note: Note, mentions: Sequence[Mention]) -> tuple[list[Mention], list[Issue]]:
    """Return the mentions of a note with the entries of their BibTeX, and the issues in the BibTeX.

    All BibTeX of a note is one bibliography: an entry can use macros and parents from other blocks.
    """
    starts = {n: _start(note, mention) for n, mention in enumerate(mentions) if mention.evidence.bibtex}
    if not starts:
        return list(mentions), []
    lines = [""] * len(note.line_starts)
    for n, start in starts.items():
        _copy(note, _region(note, start, mentions[n]), lines)
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
    """Return the offset of the BibTeX of a mention, which contains the mention or follows it."""
    first = mention.evidence.bibtex.split("\n", 1)[0]
    before = note.text.rfind(first, 0, mention.span.start + len(first))
    if before >= 0 and before <= mention.span.start <= before + len(mention.evidence.bibtex):
        return before
    after = note.text.find(first, mention.span.start)
    return after if after >= 0 else max(note.text.find(first), 0)


def _region(note: Note, start: int, mention: Mention) -> Span:
    """Return the span of the code block at an offset; outside of code blocks, the span of the entry.

    The span of a mention is longer than its BibTeX if blank lines divide the entry.
    """
    blocks = note.document.blocks
    at = bisect_right(blocks, start, key=lambda block: block.span.start) - 1
    while at >= 0 and not (blocks[at].kind is BlockKind.CODE and start < blocks[at].span.end):
        at = blocks[at].parent
    if at >= 0:
        return blocks[at].span
    end = start + len(mention.evidence.bibtex)
    return Span(start, max(end, mention.span.end) if start in range(*mention.span) else end)


def _copy(note: Note, span: Span, lines: list[str]) -> None:
    """Copy a span of the note to the same lines of `lines`, without fences, quote markers and marks of code."""
    first = note.line_and_column(span.start)[0] - 1
    are_marked = note.text[span.start - 1 : span.start] == "`"
    for n, line in enumerate(note.text[span.start : span.end].split("\n"), first):
        inner = _QUOTED.sub("", line, count=1)
        inner = CODE_MARKS.sub("", inner) if are_marked else inner
        lines[n] = "" if _FENCE.match(inner) else inner.replace("\xa0", " ")


def _with(mention: Mention, entry: Entry) -> Mention:
    """Return the mention with its entry and with the facts of the entry where it has none of its own."""
    own, other = mention.evidence, entry.evidence
    names = ("title", "authors", "year", "venue", "track", "citekey", "abstract", "tldr")
    gaps = {name: getattr(other, name) for name in names if not getattr(own, name) and getattr(other, name)}
    schemes = {identifier.scheme for identifier in own.identifiers}
    more = tuple(identifier for identifier in other.identifiers if identifier.scheme not in schemes)
    evidence = own._replace(**gaps, identifiers=(*own.identifiers, *more))
    return mention._replace(evidence=evidence, entry=replace(entry, key="", line=mention.line))
