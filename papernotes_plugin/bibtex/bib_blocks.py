"""Split `.bib` text into blocks with their lines: entries, macros, and broken text.

A well-formed entry is read here with one regular expression per field, which is several times faster than the
parser.  Everything else goes to the parser, block by block, so that a broken block does not affect the next one.
Both ways read a well-formed entry alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise

from bibtexparser import splitter
from bibtexparser.entrypoint import parse_string
from bibtexparser.model import Block, Entry, ImplicitComment, ParsingFailedBlock, Preamble, String

from papernotes_plugin.bibtex.field_values import RawEntry, brace_depth, closing_brace
from papernotes_plugin.text.lazy_regex import lazy_regex

__all__ = ["Block", "Entry", "ParsedBlock", "ParsingFailedBlock", "Preamble", "String", "parse_blocks", "read_blocks"]


@dataclass(frozen=True, slots=True)
class ParsedBlock:
    """Result of the parser for a block that is not well-formed."""

    block: Block
    text: str
    """Text from the start of the block to the start of the next one."""
    line: int
    """Line of the block, from 1."""
    fault: str = ""
    """Description of an error that the parser does not report, or that was repaired before parsing."""


# --- well-formed entries ----------------------------------------------------------------------------------

_ENTRY_START = lazy_regex(r"@(\w+)[ \t]*\{[ \t]*([^\s,{}()=\"'%#\\]+)[ \t]*,")
# text in braces, three levels deep; the parser decides on a backslash before a brace
_TEXT = r"[^{}\\]++|\\(?:[^{}\\]|\\(?![{}\\]))"
_GROUP = rf"\{{(?>(?:{_TEXT})*)\}}"
_GROUPS = rf"\{{(?>(?:{_TEXT}|{_GROUP})*)\}}"
_FIELD = lazy_regex(
    rf"\s*+([A-Za-z][\w:.+-]*+)[ \t]*=[ \t]*"
    rf"(?:\{{((?>(?:{_TEXT}|{_GROUPS})*))\}}"
    rf'|"((?>(?:[^{{}}"\\]++|{_GROUPS})*))"'
    r"|(\w++))\s*+(?:,|(?=\}))"
)
_ENTRY_END = lazy_regex(r"\s*+\}")
_GOES_ON = lazy_regex(r"[ \t]*+\n?[ \t]*+(?:,\s*+)?[A-Za-z][\w:.+-]*+[ \t]*=[ \t]*[{\"\w]")
"""Fields behind the end of an entry, which one brace too many has closed."""
_LONG = frozenset({"abstract", "annotation", "annote", "bibtex", "comment", "note", "review"})
"""Fields with long texts, in which a line may look like a field."""


def _well_formed(text: str, start: int, line: int, uncertain: list[str] | None = None) -> tuple[RawEntry, int] | None:
    """Return the entry that begins at `start`, and the offset of its end; None unless it is well-formed.

    A value with a line that may be a field makes it malformed, unless a list for such values is given.
    """
    head = _ENTRY_START.match(text, start)
    if head is None:
        return None
    fields: dict[str, str] = {}
    bare: list[tuple[str, int]] = []
    position, field_at = head.end(), _FIELD.match
    while match := field_at(text, position):
        name, braced, quoted, word = match.groups()
        name = name.lower()
        value = braced or quoted or word or ""
        position = match.end()
        if name in fields:
            return None
        line_of_text = " ".join(value.split())
        if not line_of_text:
            continue
        if "\n" in value and name not in _LONG and ("=" in value or "@" in value):
            if uncertain is None:
                return None
            uncertain.append(line_of_text)
        if word and not word.isdigit():
            bare.append((name, line + text.count("\n", start, match.end(1))))
        fields[name] = line_of_text
    end = _ENTRY_END.match(text, position)
    kind = head[1].lower()
    if end is None or kind in {"comment", "preamble", "string"} or _GOES_ON.match(text, end.end()):
        return None
    return RawEntry(head[2], kind, line, fields, bare), end.end()


def read_well_formed(text: str, line: int) -> tuple[RawEntry | None, bool]:
    """Return the entry of a text that is nothing but one well-formed entry, and whether no line of it may be a field.

    The entry is None for any other text.
    """
    uncertain: list[str] = []
    result = _well_formed(text, 0, line, uncertain)
    return (result[0], not uncertain) if result and result[1] == len(text) else (None, False)


# --- all blocks -----------------------------------------------------------------------------------

_HEAD = lazy_regex(r"@\s*+(\w+)\s*+[{(]")
# the parser needs `@type{` without a line break; the break moves behind the brace to keep the line numbers
_SPREAD = lazy_regex(r"@(\s*+)(\w+)(\s*+)([{(])")
_FAULTY = lazy_regex(r"@[ \t]*([^\s{}=,\"@]++)[ \t]*(?:\{[ \t]*|[ \t])[^\s,{}()=\"]+[ \t]*,\s*[A-Za-z][\w-]*\s*=")
"""Start of an entry whose type is not a word, or whose brace is missing."""
_NEXT = lazy_regex(r"\n[ \t]*(@)\s*+\w*+\s*+[{(]")
"""A line on which a block begins."""
_CLOSED = lazy_regex(r"@\s*+\w*+\s*+\{[^{}=,\n]*+(?>(?:\{[^{}=,\n]*+\}[^{}=,\n]*+)*)\}")
"""Text like the beginning of a block, but with a closing brace and without a comma: `@c{b}` in a value."""
_MASK = "\ufdd0"
"""Replaces the `@` of these in values, where the parser expects a block; Unicode has no such character."""
_NO_WORD = lazy_regex(r"\W+")
_ORPHAN = lazy_regex(
    r"^[ \t]*(?:author|booktitle|doi|journal|pages|title|url|volume|year)[ \t]*=[ \t]*[{\"\d]",
    re.IGNORECASE | re.MULTILINE,
)
"""A field on a line of its own."""
_BLANK = lazy_regex(r"\s*+")
_UNCLOSED = 8
"""Number of unclosed comments after which the end of a comment is no longer searched, to keep the time linear."""


@contextmanager
def _parser_log_disabled() -> Iterator[None]:
    """Silence the parser's log: it also returns what it logs, and the reader reports that once, with its line."""
    before = splitter.logger.disabled
    splitter.logger.disabled = True
    try:
        yield
    finally:
        splitter.logger.disabled = before


def parse_blocks(text: str) -> list[Block]:
    """Return the blocks of a text as the parser reads it."""
    with _parser_log_disabled():
        blocks = parse_string(text, parse_stack=[]).blocks
    for block in blocks if _MASK in text else ():
        entry = block.ignore_error_block if isinstance(block, ParsingFailedBlock) else block
        for field in entry.fields if isinstance(entry, Entry) else ():
            field.value = field.value.replace(_MASK, "@")
    return blocks


def read_blocks(text: str) -> Iterator[RawEntry | ParsedBlock]:
    """Yield all blocks of a text but comments, in order; a well-formed entry is given as a `RawEntry`."""
    return (block for block, _, _ in blocks_with_offsets(text))


def blocks_with_offsets(text: str) -> Iterator[tuple[RawEntry | ParsedBlock, int, int]]:
    """Yield the same blocks with their start and end offsets, which are 0 and 0 unless the entry is well-formed."""
    position, line, counted, unclosed = 0, 1, 0, 0
    while True:
        start = text.find("@", position)
        for piece in _orphans(text, position, start if start >= 0 else len(text), line, counted):
            yield piece, 0, 0
        if start < 0:
            return
        line += text.count("\n", counted, start)
        counted = start
        if entry := _well_formed(text, start, line):
            raw, position = entry
            yield raw, start, position
            continue
        head = _HEAD.match(text, start)
        if head is None:
            faulty = _FAULTY.match(text, start)
            if not faulty:
                position = start + 1
                continue
            position = _end(text, faulty.end())
            kind = _NO_WORD.sub("", faulty[1]) or "misc"
            opened = f"@{kind}{{{text[faulty.end(1) : position].lstrip(' {')}"
            for piece in _pieces(opened, line, "its start is malformed"):
                yield piece, 0, 0
        elif head[1].lower() == "comment" and text[head.end() - 1] == "{":
            # an entry in a comment is not read
            end = closing_brace(text, head.end() - 1) if unclosed < _UNCLOSED else -1
            if end < 0:
                unclosed += 1
                yield ParsedBlock(ImplicitComment(""), text[start : head.end()], line, "it does not close"), 0, 0
            position = max(end, head.end())
        else:
            position = _end(text, head.end(), start)
            for piece in _pieces(_with_masks(text[start:position], head.end() - start - 1), line):
                yield piece, 0, 0


def _orphans(text: str, position: int, end: int, line: int, counted: int) -> Iterator[ParsedBlock]:
    """Yield text outside entries that looks like fields.

    The author may have commented it out, so it is only reported.
    """
    blank = _BLANK.match(text, position)
    orphan = _ORPHAN.search(text, position, end) if blank and blank.end() < end else None
    if orphan:
        line += text.count("\n", counted, orphan.start())
        yield ParsedBlock(
            ImplicitComment(""), "", line, "fields outside any entry, whose start may be broken; they were left out"
        )


def _end(text: str, position: int, start: int | None = None) -> int:
    """Return the offset of the next line that begins a block, not in a value of the entry that begins at `start`."""
    depth, counted = 0, start or 0
    for following in _NEXT.finditer(text, position):
        if start is None or not _CLOSED.match(text, following.start(1)):
            return following.start()
        depth += brace_depth(text[counted : following.start()])
        counted = following.start()
        if depth <= 0:
            return following.start()
    return len(text)


def _with_masks(text: str, opening: int) -> str:
    """Return the text of an entry with masks where a value only looks like the beginning of a block."""
    inside = [match.start(1) for match in _NEXT.finditer(text, opening)]
    end = closing_brace(text, opening) if inside and text[opening] == "{" else -1
    inside = [at for at in inside if at < end]
    if not inside:
        return text
    pieces = [text[at + 1 : following] for at, following in zip(inside, [*inside[1:], len(text)], strict=True)]
    return _MASK.join([text[: inside[0]], *pieces])


def _pieces(text: str, line: int, fault: str = "") -> Iterator[ParsedBlock]:
    """Yield the blocks of a text that begins with a block."""
    head = _SPREAD.match(text)
    if head and (head[1] or set(head[3]) - {" ", "\t"}):
        text = f"@{head[2]}{head[4]}{head[1]}{head[3]}{text[head.end() :]}"
    parsed = parse_blocks(text)
    blocks = [block for block in parsed if not isinstance(block, ImplicitComment)]
    if not blocks:
        yield ParsedBlock(
            ImplicitComment(""), "", line, "no entry could be read from what begins here; it was left out"
        )
        return
    closed_early: set[int] = set()
    position = 0
    for one, other in pairwise(parsed):
        position = text.find(one.raw or "", position) + len(one.raw or "")
        if isinstance(one, Entry) and isinstance(other, ImplicitComment) and _GOES_ON.match(text, position):
            closed_early.add(id(one))
    lines = text.split("\n")
    starts = [block.start_line or 0 for block in blocks]
    for block, start, end in zip(blocks, starts, [*starts[1:], len(lines)], strict=True):
        fault_of_block = fault or ("a brace closes it too early" if id(block) in closed_early else "")
        yield ParsedBlock(block, "\n".join(lines[start:end]), line + start, fault_of_block)
