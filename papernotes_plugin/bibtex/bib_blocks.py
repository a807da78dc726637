"""`.bib` text -> its blocks, each with its line: entries, macros, and what is broken.

The only user of the BibTeX parser.  An entry in plain order is read here by one expression a field, several times
faster; whatever is not in plain order goes to the parser, block by block, so that nothing costs its neighbour.
Both give the same of an entry that both can read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise

from bibtexparser import splitter
from bibtexparser.entrypoint import parse_string
from bibtexparser.model import Block, Entry, ImplicitComment, ParsingFailedBlock, String

from papernotes_plugin.bibtex.field_values import RawEntry, closing_brace

__all__ = ["Block", "Entry", "ParsedBlock", "ParsingFailedBlock", "String", "parse_blocks", "read_blocks"]


@dataclass(frozen=True, slots=True)
class ParsedBlock:
    """A block that is not in plain order, as the parser gives it."""

    block: Block
    text: str
    """From the block's start to that of the next one."""
    line: int
    fault: str = ""
    """What the parser does not see, or was mended before it was asked."""


# --- plain order ----------------------------------------------------------------------------------

_PLAIN_HEAD = re.compile(r"@(\w+)[ \t]*\{[ \t]*([^\s,{}()=\"'%#\\]+)[ \t]*,")
# what stands in braces, three deep; a backslash before a brace is for the parser to judge
_TEXT = r"[^{}\\]++|\\(?:[^{}\\]|\\(?![{}\\]))"
_GROUP = rf"\{{(?:{_TEXT})*+\}}"
_GROUPS = rf"\{{(?:{_TEXT}|{_GROUP})*+\}}"
_PLAIN_FIELD = re.compile(
    rf"\s*+([A-Za-z][\w:.+-]*+)[ \t]*=[ \t]*"
    rf"(?:\{{((?:{_TEXT}|{_GROUPS})*+)\}}"
    rf'|"((?:[^{{}}"\\]++|{_GROUPS})*+)"'
    r"|(\w++))\s*+(?:,|(?=\}))"
)
_PLAIN_END = re.compile(r"\s*+\}")
_GOES_ON = re.compile(r"[ \t]*+\n?[ \t]*+(?:,\s*+)?[A-Za-z][\w:.+-]*+[ \t]*=[ \t]*[{\"\w]")
"""Fields behind the end of an entry: a brace too many closed it."""
_LONG = frozenset({"abstract", "annotation", "annote", "bibtex", "comment", "note", "review"})
"""Fields in which a line may well look like a field."""


def _plain(text: str, start: int, line: int) -> tuple[RawEntry, int] | None:
    """The entry that begins here and where it ends, if it is in plain order and nothing in it is odd."""
    head = _PLAIN_HEAD.match(text, start)
    if head is None:
        return None
    fields: dict[str, str] = {}
    bare: list[tuple[str, int]] = []
    position, field_at = head.end(), _PLAIN_FIELD.match
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
            return None
        if word and not word.isdigit():
            bare.append((name, line + text.count("\n", start, match.end(1))))
        fields[name] = line_of_text
    end = _PLAIN_END.match(text, position)
    kind = head[1].lower()
    if end is None or kind in {"comment", "preamble", "string"} or _GOES_ON.match(text, end.end()):
        return None
    return RawEntry(head[2], kind, line, fields, bare), end.end()


# --- all blocks -----------------------------------------------------------------------------------

_HEAD = re.compile(r"@\s*+(\w+)\s*+[{(]")
# the parser knows an entry only by `@type{` without a break; the break moves behind the brace, so lines stay
_SPREAD = re.compile(r"@(\s*+)(\w+)(\s*+)([{(])")
_FAULTY = re.compile(r"@[ \t]*([^\s{}=,\"@]++)[ \t]*(?:\{[ \t]*|[ \t])[^\s,{}()=\"]+[ \t]*,\s*[A-Za-z][\w-]*\s*=")
"""A head whose type is no word, or that lacks its brace."""
_NEXT = re.compile(r"\n[ \t]*@\s*+\w*+\s*+[{(]")
"""The line on which a block begins, whatever goes before."""
_NO_WORD = re.compile(r"\W+")
_ORPHAN = re.compile(
    r"^[ \t]*(?:author|booktitle|doi|journal|pages|title|url|volume|year)[ \t]*=[ \t]*[{\"\d]",
    re.IGNORECASE | re.MULTILINE,
)
"""A field in a line of its own."""
_BLANK = re.compile(r"\s*+")
_UNCLOSED = 8
"""Comments that do not close after which none is looked for any more: each costs a way through the file."""


@contextmanager
def _quiet() -> Iterator[None]:
    """The parser logs what it also returns; we report it once, with the place."""
    before = splitter.logger.disabled
    splitter.logger.disabled = True
    try:
        yield
    finally:
        splitter.logger.disabled = before


def parse_blocks(text: str) -> list[Block]:
    """What the parser makes of a text."""
    with _quiet():
        return parse_string(text, parse_stack=[]).blocks


def read_blocks(text: str) -> Iterator[RawEntry | ParsedBlock]:
    """All blocks of a text in their order but comments; of an entry in plain order what it holds."""
    return (block for block, _, _ in blocks_with_offsets(text))


def blocks_with_offsets(text: str) -> Iterator[tuple[RawEntry | ParsedBlock, int, int]]:
    """The same with where each begins and ends, which is known of entries in plain order alone; else 0 and 0."""
    position, line, counted, unclosed = 0, 1, 0, 0
    while True:
        start = text.find("@", position)
        for piece in _orphans(text, position, start if start >= 0 else len(text), line, counted):
            yield piece, 0, 0
        if start < 0:
            return
        line += text.count("\n", counted, start)
        counted = start
        if found := _plain(text, start, line):
            raw, position = found
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
            for piece in _pieces(opened, line, "its head lacks a sign"):
                yield piece, 0, 0
        elif head[1].lower() == "comment" and text[head.end() - 1] == "{":
            # what is commented out is no entry
            end = closing_brace(text, head.end() - 1) if unclosed < _UNCLOSED else -1
            if end < 0:
                unclosed += 1
                yield ParsedBlock(ImplicitComment(""), text[start : head.end()], line, "it does not close"), 0, 0
            position = max(end, head.end())
        else:
            position = _end(text, head.end())
            for piece in _pieces(text[start:position], line):
                yield piece, 0, 0


def _orphans(text: str, position: int, end: int, line: int, counted: int) -> Iterator[ParsedBlock]:
    """What stands outside of entries and looks like one; it may have been commented out, so that it is only named."""
    blank = _BLANK.match(text, position)
    found = _ORPHAN.search(text, position, end) if blank and blank.end() < end else None
    if found:
        line += text.count("\n", counted, found.start())
        yield ParsedBlock(
            ImplicitComment(""), "", line, "fields stand in no entry, whose head may be broken; they were left out"
        )


def _end(text: str, position: int) -> int:
    """Where the next line begins that begins a block."""
    following = _NEXT.search(text, position)
    return following.start() if following else len(text)


def _pieces(text: str, line: int, fault: str = "") -> Iterator[ParsedBlock]:
    """The blocks of a stretch that begins with one."""
    head = _SPREAD.match(text)
    if head and (head[1] or set(head[3]) - {" ", "\t"}):
        text = f"@{head[2]}{head[4]}{head[1]}{head[3]}{text[head.end() :]}"
    every = parse_blocks(text)
    found = [block for block in every if not isinstance(block, ImplicitComment)]
    if not found:
        yield ParsedBlock(
            ImplicitComment(""), "", line, "no entry could be read from what begins here; it was left out"
        )
        return
    early: set[int] = set()
    position = 0
    for one, other in pairwise(every):
        position = text.find(one.raw or "", position) + len(one.raw or "")
        if isinstance(one, Entry) and isinstance(other, ImplicitComment) and _GOES_ON.match(text, position):
            early.add(id(one))
    lines = text.split("\n")
    starts = [block.start_line or 0 for block in found]
    for block, start, end in zip(found, starts, [*starts[1:], len(lines)], strict=True):
        why = fault or ("a brace closes it before its end" if id(block) in early else "")
        yield ParsedBlock(block, "\n".join(lines[start:end]), line + start, why)
