"""`.bib` text <-> Entry: the only user of the BibTeX parser.

The parser splits the text into blocks and fields; what a value means (macros, concatenation, inheritance) and
what was lost is worked out here.  Nothing is dropped without an issue that names it and its line.
"""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import count

from bibtexparser import model as blocks
from bibtexparser import splitter
from bibtexparser.entrypoint import parse_string

from papernotes_plugin.bibtex.values import FOLLOWER, Raw, closing, inherit, value_of
from papernotes_plugin.entries import MONTHS, safe_value, write
from papernotes_plugin.entries import fields as bibfields
from papernotes_plugin.issues import Code, Issue, issue
from papernotes_plugin.model import Entry, Evidence, Source
from papernotes_plugin.text import repair

__all__ = ["evidence", "read", "write"]


def read(source: Source) -> tuple[tuple[Entry, ...], tuple[Issue, ...]]:
    """The entries of a `.bib` file in their order, their keys unique, and what was odd about it.  Never raises.

    Two entries of one key stay one if they are one paper; otherwise the later gets another key.  An entry without
    a key has the key "".
    """
    reader = _Reader(source.path)
    raws = reader.entries(reader.text(source.data))
    inherit(raws)
    kept = reader.unique(raw for raw in raws if raw.type not in {"xdata", "set"})
    entries = tuple(
        Entry(
            key=raw.key,
            type=raw.type,
            fields=tuple(raw.fields.items()),
            path=source.path,
            line=raw.line,
            evidence=_evidence(raw),
        )
        for raw in kept
    )
    return entries, tuple(reader.issues)


def evidence(text: str) -> Evidence:
    """What the first entry in a text says; nothing if there is none."""
    entries, _ = read(Source("", text.encode("utf-8", "replace")))
    return entries[0].evidence if entries else Evidence()


# --- blocks ---------------------------------------------------------------------------------------

# the parser knows an entry only by `@type{` without a break; the break moves behind the brace, so lines stay
_SPREAD = re.compile(r"^([ \t]*@)(\s*)(\w+)(\s*)([{(])", re.MULTILINE)
_COMMENT = re.compile(r"@comment\s*\{", re.IGNORECASE)
_HEAD = re.compile(r'@\s*(\w+)\s*[{(](?:\s*([^\s,={}()"]+)\s*([,=]))?')


@contextmanager
def _quiet() -> Iterator[None]:
    """The parser logs what it also returns; we report it once, with the place."""
    before = splitter.logger.disabled
    splitter.logger.disabled = True
    try:
        yield
    finally:
        splitter.logger.disabled = before


def _without_comments(text: str) -> str:
    """The text with `@comment{…}` blanked, line by line: what is commented out is no entry."""
    out, position = [], 0
    for match in _COMMENT.finditer(text):
        if match.start() < position:
            continue
        end = closing(text, match.end() - 1)
        if end < 0:
            break
        out += [text[position : match.start()], "\n" * text.count("\n", match.start(), end)]
        position = end + 1
    return "".join([*out, text[position:]])


_LONG = frozenset({"abstract", "annotation", "annote", "bibtex", "comment", "note", "review"})
"""Fields in which a line may well look like a field."""
_SWALLOWED = re.compile(
    r'\n[ \t]*(author|booktitle|doi|editor|journal|month|pages|publisher|title|url|volume|year)[ \t]*=[ \t]*[{"\d]',
    re.IGNORECASE,
)


def _parsed(text: str) -> list[blocks.Block]:
    with _quiet():
        return parse_string(text, parse_stack=[]).blocks


_REMARK = re.compile(r"^[ \t]*%.*$", re.MULTILINE)
_TRAILING = re.compile(r"(?<=,)[ \t]*%.*$", re.MULTILINE)
_LINE = re.compile(r"(\s*[A-Za-z][\w:.+-]*\s*=\s*)(?:\{(.*)\}|(\w+))\s*,?\s*")
_COMMAS = re.compile(r",(?:\s*,)+")
_FIELD = re.compile(r"\b(?:author|booktitle|doi|journal|pages|title|url|volume|year)\s*=\s*[{\"\d]", re.IGNORECASE)


def _saved(chunk: str) -> tuple[blocks.Block | None, str]:
    """What a broken block holds once its remarks, doubled commas or missing braces are mended, and what was done.

    Something is saved only if it is one block, and no value of it holds another field.
    """
    plain = _TRAILING.sub("", _REMARK.sub("", chunk)).rstrip()
    single = _COMMAS.sub(",", plain)
    for text in (plain, single, plain + "}", plain + "}}", single + "}", _lined(plain)):
        found = _parsed(text)
        whole = found[0] if len(found) == 1 else None
        if isinstance(whole, blocks.String):
            return whole, "was mended"
        values = [item.value for item in whole.fields] if isinstance(whole, blocks.Entry) else []
        if values and not any(_FIELD.search(value, 1) for value in values):
            return whole, "" if text == plain else "was mended"
    return None, "could not be read and was left out"


def _lined(chunk: str) -> str:
    """The block with the braces of each value balanced, if it has a field a line; "" otherwise."""
    head, *lines = chunk.split("\n")
    fields = [(line, _LINE.fullmatch(line)) for line in lines if line.strip() not in {"", "}", ","}]
    if not fields or not all(match for _, match in fields):
        return ""
    values = (f"{match[1]}{match[3] or f'{{{safe_value(match[2])}}}'}," for _, match in fields if match)
    return "\n".join([head, *values, "}"])


class _Reader:
    """Reads one file; collects what is odd about it."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.issues: list[Issue] = []
        self.macros = {month: month for month in MONTHS}
        self.unknown: dict[str, list[int]] = {}

    def complain(self, line: int | None, message: str, code: Code = Code.BROKEN_ENTRY) -> None:
        self.issues.append(issue(code, self.path, line, message))

    def text(self, data: bytes) -> str:
        """The file as text with LF line ends, encoding damage undone."""
        encoding = "utf-16" if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"
        try:
            decoded_text = data.decode(encoding)
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            self.complain(line, "bytes are no UTF-8; the file was read as Windows-1252", Code.INVALID_UTF8)
            decoded_text = data.decode("cp1252", "replace")
        repaired, runs = repair(decoded_text.replace("\r\n", "\n").replace("\r", "\n"))
        if runs:
            self.complain(None, f"{runs} places of encoding damage, repaired for reading", Code.REPAIRED_TEXT)
        return repaired

    def entries(self, text: str) -> list[Raw]:
        """All entries that could be read, in order."""
        text = _SPREAD.sub(lambda m: m[0] if not m[2] and "\n" not in m[4] else f"{m[1]}{m[3]}{m[5]}{m[2]}{m[4]}", text)
        text = _without_comments(text)
        found = [block for block in _parsed(text) if not isinstance(block, blocks.ImplicitComment)]
        lines = text.split("\n")
        ends = [*(block.start_line or 0 for block in found[1:]), len(lines)]
        chunks = ("\n".join(lines[block.start_line or 0 : end]) for block, end in zip(found, ends, strict=False))
        sound = [
            (self.sound(block, chunk), (block.start_line or 0) + 1) for block, chunk in zip(found, chunks, strict=False)
        ]
        # a macro may be used before it is defined; one defined twice counts from there on
        for block, _ in sound:
            if isinstance(block, blocks.String):
                self.macros.setdefault(block.key.lower(), value_of(block.value, self.macros)[0])
        raws = [raw for block, line in sound if (raw := self.raw(block, line)) is not None]
        for value, places in self.unknown.items():
            more = f", here and {len(places) - 1} times more" if len(places) > 1 else ""
            self.complain(
                places[0], f"'{value}' stands without braces and is no string that is known; it was kept{more}"
            )
        return raws

    def sound(self, block: blocks.Block, chunk: str) -> blocks.Block | None:
        """The block, or what can be saved of one that the parser gave up; None if that is nothing."""
        if not isinstance(block, blocks.ParsingFailedBlock):
            return block
        if isinstance(block.ignore_error_block, blocks.Entry | blocks.String):
            return block.ignore_error_block
        head = _HEAD.match(block.raw or "")
        kind = head[1].lower() if head else ""
        if kind in {"comment", "preamble"}:
            return None
        saved, how = _saved(chunk)
        if how:
            key = head[2] if head and head[3] == ("=" if kind == "string" else ",") else ""
            reason = " ".join(str(getattr(block.error, "abort_reason", block.error)).split()).rstrip(".")
            name = f"{kind} '{key}'" if key else kind or "a block"
            self.complain((block.start_line or 0) + 1, f"{name} {how}: {reason}")
        return saved

    def raw(self, block: blocks.Block | None, line: int) -> Raw | None:
        """The entry in a block, if it is one."""
        if isinstance(block, blocks.String):
            self.macros[block.key.lower()] = value_of(block.value, self.macros)[0]
        return self.entry(block, line) if isinstance(block, blocks.Entry) else None

    def entry(self, block: blocks.Entry, line: int) -> Raw:
        """The entry with its values evaluated; a field that stands twice counts once."""
        raw = Raw(" ".join(block.key.split()), block.entry_type.lower(), line)
        if not raw.key:
            self.complain(raw.line, f"{raw.type} has no key; it can be found by its identifier and title only")
        for item in block.fields:
            # a saved block counts its lines from its own start
            self.field(raw, item.key, item.value, line + item.start_line - (block.start_line or 0))
        return raw

    def field(self, raw: Raw, name: str, source: str, line: int) -> None:
        """Put a field into the entry, and those that follow it without a comma."""
        where = f"entry '{raw.key}': "
        while True:
            name = _REMARK.sub("", name).strip().lower()
            value, rest, unknown = value_of(source, self.macros)
            own, rest = source[: source.rfind(rest)] if rest else source, _REMARK.sub("", rest).strip()
            if not name or name[0] == "%":
                break  # commented out
            if unknown:
                self.unknown.setdefault(unknown, []).append(line)
            if name in raw.fields and raw.fields[name] != value:
                self.complain(line, f"{where}field '{name}' stands twice; the first counts")
            elif value:
                raw.fields[name] = value
            swallowed = _SWALLOWED.search(own) if "\n" in own and name not in _LONG else None
            if swallowed:
                self.complain(
                    line, f"{where}field '{name}' holds field '{swallowed[1]}'; a brace or comma may be missing"
                )
            follower = FOLLOWER.match(rest)
            if not follower:
                break
            self.complain(line, f"{where}no comma after field '{name}'; field '{follower[1]}' was read all the same")
            line += own.count("\n")
            name, source = follower[1], rest[follower.end() :]
        if rest:
            self.complain(line, f"{where}field '{name}' goes on behind its end; this was left out: {rest[:40]}")

    def unique(self, raws: Iterable[Raw]) -> list[Raw]:
        """The entries under unique keys: those of one key and one paper made one, other later ones renamed."""
        all_raws = list(raws)
        often = {key for key, times in Counter(raw.key for raw in all_raws).items() if key and times > 1}
        known: dict[tuple[str, object], Raw] = {}
        out: list[Raw] = []
        renamed: list[tuple[Raw, Raw]] = []
        for raw in all_raws:
            if raw.key not in often:
                out.append(raw)
                continue
            said = _evidence(raw)
            marks = [(raw.key, mark) for mark in (frozenset(raw.fields.items()), *bibfields.marks(said))]
            before = next((known[mark] for mark in marks if mark in known), None)
            first = known.setdefault((raw.key, None), raw)
            if before and raw.fields.items() <= before.fields.items():
                self.repeated(raw, before, "this one adds nothing and was left out")
            elif before and bibfields.same_paper(_evidence(before), said):
                before.fields = {**before.fields, **{n: v for n, v in raw.fields.items() if n not in before.fields}}
                self.repeated(raw, before, "it is the same paper; what this one adds was taken")
            else:
                known |= dict.fromkeys(marks, raw)
                out.append(raw)
                if first is not raw:
                    renamed.append((raw, first))
        taken = {raw.key.casefold() for raw in out}
        names: dict[str, Iterator[str]] = {}
        for raw, first in renamed:
            key = next(k for k in names.setdefault(raw.key, _lettered(raw.key)) if k.casefold() not in taken)
            taken.add(key.casefold())
            self.repeated(raw, first, f"this one is another paper and became '{key}'")
            raw.key = key
        return out

    def repeated(self, raw: Raw, before: Raw, what: str) -> None:
        self.complain(raw.line, f"entry '{raw.key}' stands already in line {before.line}; {what}", Code.DUPLICATE_ENTRY)


def _evidence(raw: Raw) -> Evidence:
    return bibfields.evidence(raw.type, raw.key, raw.fields)


def _lettered(key: str) -> Iterator[str]:
    yield from (f"{key}{letter}" for letter in "bcdefghijklmnopqrstuvwxyz")
    yield from (f"{key}-{number}" for number in count(27))
