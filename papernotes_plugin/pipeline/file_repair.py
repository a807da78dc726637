"""Repair files where the correction is certain, line by line, so that all other bytes stay the same.

A repair is only made if papernotes reads the same content from the file before and after it.
"""

from __future__ import annotations

import codecs
from collections.abc import Mapping
from dataclasses import dataclass

from papernotes_plugin import bibtex, text
from papernotes_plugin.bibtex.repeated_entries import repeated_lines
from papernotes_plugin.markup import block_parser
from papernotes_plugin.reading import note_reader as reading
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import BlockKind, Note, Source

_LINE = lazy_regex(r"[^\n]*\n|[^\n]+")
_PLAIN_KEY = lazy_regex(r"([^\s:#&*!|>'\"%@`{}\[\],?-][^:#]*):[ \t]+[^\s|>&*{\[#][^#]*")
"""A line of front matter with a key and a complete value."""


@dataclass(frozen=True, slots=True)
class RepairedFile:
    """A repaired file."""

    lines: tuple[str, ...]
    """The original text without byte order mark, as lines with their line ends."""
    edits: Mapping[int, tuple[str, ...]]
    """The replacements of a line by its 0-based number; the number after the last line has the added lines."""
    repairs: tuple[str, ...]
    """Descriptions of what was repaired."""
    mark: bytes = b""
    """The byte order mark to write at the start of the file."""

    @property
    def data(self) -> bytes:
        """Return the content of the repaired file."""
        replaced = (self.edits.get(number, (line,)) for number, line in enumerate(self.lines))
        whole = [line for lines in replaced for line in lines] + list(self.edits.get(len(self.lines), ()))
        return self.mark + "".join(whole).encode()


def lines_of(written: str) -> tuple[str, ...]:
    """Return the lines of a text, each with its line end."""
    return tuple(_LINE.findall(written))


# --- key lock -------------------------------------------------------------------------------------


def repair_key_lock(data: bytes, added: str) -> RepairedFile | None:
    """Return a key lock with lines added; None if there are none to add, or if the file is not UTF-8."""
    decoded = _decode_utf8(data)
    if not added or decoded is None:
        return None
    mark, written = decoded
    lines = lines_of(written)
    end = "\r\n" if "\r\n" in written else "\n"
    edits = {len(lines): tuple(f"{line}{end}" for line in added.splitlines())}
    if lines and not lines[-1].endswith("\n"):
        edits[len(lines) - 1] = (lines[-1] + end,)
    count = len(edits[len(lines)])
    return RepairedFile(lines, edits, (f"{text.counted(count, 'key')} pinned",), mark)


# --- bibliography ---------------------------------------------------------------------------------


def repair_bibliography(source: Source) -> RepairedFile | None:
    """Return a `.bib` file without exact copies of entries; None if there is nothing to repair."""
    decoded = _decode_utf8(source.data)
    if decoded is None:
        return None
    mark, written = decoded
    twice = repeated_lines(written.replace("\r\n", "\n"))
    removed = {number: () for ranges in twice.values() for lines in ranges for number in lines}
    if not removed:
        return None
    repairs = tuple(f"a copy of entry '{key}' removed" for key, ranges in twice.items() for _ in ranges)
    fixed = RepairedFile(lines_of(written), removed, repairs, mark)
    return fixed if _entries(source.data) == _entries(fixed.data) else None


def _entries(data: bytes) -> list[tuple[str, str, tuple[tuple[str, str], ...]]]:
    """Return the content of a `.bib` file without the places of its entries."""
    return [(entry.key, entry.type, entry.fields) for entry in bibtex.read(Source("", data))[0]]


# --- notes ----------------------------------------------------------------------------------------


def repair_note(source: Source) -> RepairedFile | None:
    """Return a note without certain damage; None if there is nothing to repair.

    UTF-16 is converted to UTF-8.  UTF-8 that was decoded with a wrong encoding is restored outside of code, if encoding
    the result again gives exactly the damaged text.  Repeated identical lines of front matter are removed.
    """
    decoded, repairs = _decode_utf8(source.data), []
    if decoded is None:
        decoded = _decode_utf16(source.data)
        repairs.append("UTF-16 converted to UTF-8")
    if decoded is None or "\r" in decoded[1].replace("\r\n", ""):
        return None
    mark, written = decoded
    lines = lines_of(written)
    edits: dict[int, tuple[str, ...]] = {number: (line,) for number, line in _repair_encoding(lines).items()}
    if edits:
        repairs.append(f"encoding damage repaired in {text.counted(len(edits), 'line')}")
    before = reading.read_note(source)[0]
    for number, key in _repeated_lines(lines, before):
        edits[number] = ()
        repairs.append(f"a second line of front matter with the same value of '{key}' removed")
    if not repairs:
        return None
    fixed = RepairedFile(lines, edits, tuple(repairs), mark)
    after = reading.read_note(Source(source.path, fixed.data))[0]
    same = before.meta == after.meta and before.text[before.body_start :] == after.text[after.body_start :]
    return fixed if same else None


def _repair_encoding(lines: tuple[str, ...]) -> dict[int, str]:
    """Return the repaired lines by number; code is left alone, as it may show damage on purpose."""
    changed = {
        number: repaired
        for number, line in enumerate(lines)
        if not line.isascii() and "`" not in line and (repaired := text.repair_certain_damage(line)) != line
    }
    if not changed:
        return {}
    whole = "".join(lines).replace("\r\n", "\n")
    position = number = 0
    for block in block_parser.parse_blocks(whole):
        if block.kind is BlockKind.CODE and block.span.start >= position:
            number += whole.count("\n", position, block.span.start)
            last = number + whole.count("\n", block.span.start, block.span.end)
            for within in range(number, last + 1):
                changed.pop(within, None)
            position, number = block.span.end, last
    return changed


def _repeated_lines(lines: tuple[str, ...], note: Note) -> list[tuple[int, str]]:
    """Return the number and key of each line of front matter that repeats an earlier line."""
    if not note.body_start or not lines or lines[0].rstrip() != "---":
        return []
    seen: set[str] = set()
    repeated: list[tuple[int, str]] = []
    for number in range(1, min(note.text.count("\n", 0, note.body_start), len(lines) - 1)):
        line, following = lines[number].rstrip(), lines[number + 1]
        match = _PLAIN_KEY.fullmatch(line)
        # a value that continues on the next line is left alone
        if not match or following[:1] in (" ", "\t") or following.startswith("- "):
            continue
        if line in seen:
            repeated.append((number, match[1].strip()))
        seen.add(line)
    return repeated


# --- bytes ----------------------------------------------------------------------------------------


def _decode_utf8(data: bytes) -> tuple[bytes, str] | None:
    """Return the byte order mark and the text of a file in UTF-8; None for other encodings."""
    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    try:
        return mark, data[len(mark) :].decode()
    except UnicodeDecodeError:
        return None


def _decode_utf16(data: bytes) -> tuple[bytes, str] | None:
    """Return an empty mark and the text of a file in UTF-16 with byte order mark; None for other encodings."""
    for mark, encoding in ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")):
        if data.startswith(mark):
            try:
                return b"", data[len(mark) :].decode(encoding)
            except UnicodeDecodeError:
                return None
    return None
