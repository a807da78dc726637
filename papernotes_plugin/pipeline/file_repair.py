"""What can be put right in a file without a doubt: line by line, so that the rest stays to the byte.

Whatever is changed has to pass one test: what papernotes reads in the file is the same before and after.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping
from dataclasses import dataclass

from papernotes_plugin import bibtex, text
from papernotes_plugin.bibtex.repeated_entries import repeated_lines
from papernotes_plugin.markup import block_parser
from papernotes_plugin.reading import note_reader as reading
from papernotes_plugin.vocabulary.model import BlockKind, Note, Source

_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_PLAIN_KEY = re.compile(r"([^\s:#&*!|>'\"%@`{}\[\],?-][^:#]*):[ \t]+[^\s|>&*{\[#][^#]*")
"""A key and a value that end with their line."""


@dataclass(frozen=True, slots=True)
class RepairedFile:
    """A file put right."""

    lines: tuple[str, ...]
    """The text as it was, without its byte order mark, in lines with their ends."""
    edits: Mapping[int, tuple[str, ...]]
    """The lines that stand in place of one, from 0; behind the last one those that are added."""
    said: tuple[str, ...]
    """What was done."""
    mark: bytes = b""
    """What the file begins with."""

    @property
    def data(self) -> bytes:
        """The file as it is then."""
        kept = (self.edits.get(number, (line,)) for number, line in enumerate(self.lines))
        whole = [line for lines in kept for line in lines] + list(self.edits.get(len(self.lines), ()))
        return self.mark + "".join(whole).encode()


def lines_of(written: str) -> tuple[str, ...]:
    """The lines of a text, each with its end."""
    return tuple(_LINE.findall(written))


# --- key lock -------------------------------------------------------------------------------------


def repair_key_lock(data: bytes, added: str) -> RepairedFile | None:
    """A key lock with the lines that it lacks; None where it lacks none, or is no UTF-8."""
    found = _text_of(data)
    if not added or found is None:
        return None
    mark, written = found
    lines = lines_of(written)
    end = "\r\n" if "\r\n" in written else "\n"
    edits = {len(lines): tuple(f"{line}{end}" for line in added.splitlines())}
    if lines and not lines[-1].endswith("\n"):
        edits[len(lines) - 1] = (lines[-1] + end,)
    count = len(edits[len(lines)])
    return RepairedFile(lines, edits, (f"{count} {'keys' if count > 1 else 'key'} pinned",), mark)


# --- bibliography ---------------------------------------------------------------------------------


def repair_bibliography(source: Source) -> RepairedFile | None:
    """A `.bib` file without the entries that stand in it twice, word for word; None where there is nothing to do."""
    found = _text_of(source.data)
    if found is None:
        return None
    mark, written = found
    twice = repeated_lines(written.replace("\r\n", "\n"))
    gone = {number: () for ranges in twice.values() for lines in ranges for number in lines}
    if not gone:
        return None
    said = tuple(f"a copy of entry '{key}' taken away" for key, ranges in twice.items() for _ in ranges)
    fixed = RepairedFile(lines_of(written), gone, said, mark)
    return fixed if _entries(source.data) == _entries(fixed.data) else None


def _entries(data: bytes) -> list[tuple[str, str, tuple[tuple[str, str], ...]]]:
    """What a file says, wherever it stands."""
    return [(entry.key, entry.type, entry.fields) for entry in bibtex.read(Source("", data))[0]]


# --- notes ----------------------------------------------------------------------------------------


def repair_note(source: Source) -> RepairedFile | None:
    """A note without what is surely damage; None where there is nothing to do.

    UTF-16 becomes UTF-8, misread UTF-8 is undone outside of code where it gives the damage to the letter, and lines of
    the front matter that say the same twice stand once.
    """
    found, said = _text_of(source.data), []
    if found is None:
        found = _utf16_of(source.data)
        said.append("UTF-16 made UTF-8")
    if found is None or "\r" in found[1].replace("\r\n", ""):
        return None
    mark, written = found
    lines = lines_of(written)
    edits: dict[int, tuple[str, ...]] = {number: (line,) for number, line in _undone(lines).items()}
    if edits:
        said.append(f"encoding damage undone in {len(edits)} line{'s' if len(edits) > 1 else ''}")
    before = reading.read_note(source)[0]
    for number, key in _said_twice(lines, before):
        edits[number] = ()
        said.append(f"a second line of front matter that gives '{key}' the same value taken away")
    if not said:
        return None
    fixed = RepairedFile(lines, edits, tuple(said), mark)
    after = reading.read_note(Source(source.path, fixed.data))[0]
    same = before.meta == after.meta and before.text[before.body :] == after.text[after.body :]
    return fixed if same else None


def _undone(lines: tuple[str, ...]) -> dict[int, str]:
    """The lines in which damage was undone; where code stands people may show it."""
    changed = {
        number: mended
        for number, line in enumerate(lines)
        if not line.isascii() and "`" not in line and (mended := text.repair_certain_damage(line)) != line
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


def _said_twice(lines: tuple[str, ...], note: Note) -> list[tuple[int, str]]:
    """The lines of the front matter that stand there already, each with its key."""
    if not note.body or not lines or lines[0].rstrip() != "---":
        return []
    seen: set[str] = set()
    found: list[tuple[int, str]] = []
    for number in range(1, min(note.text.count("\n", 0, note.body), len(lines) - 1)):
        line, following = lines[number].rstrip(), lines[number + 1]
        match = _PLAIN_KEY.fullmatch(line)
        # what goes on in the next line is a value of several lines
        if not match or following[:1] in (" ", "\t") or following.startswith("- "):
            continue
        if line in seen:
            found.append((number, match[1].strip()))
        seen.add(line)
    return found


# --- bytes ----------------------------------------------------------------------------------------


def _text_of(data: bytes) -> tuple[bytes, str] | None:
    """The byte order mark and the text of a file that is UTF-8."""
    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    try:
        return mark, data[len(mark) :].decode()
    except UnicodeDecodeError:
        return None


def _utf16_of(data: bytes) -> tuple[bytes, str] | None:
    """The text of a file that is UTF-16 from its mark to its end, as a file of UTF-8 has it, without a mark."""
    for mark, encoding in ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")):
        if data.startswith(mark):
            try:
                return b"", data[len(mark) :].decode(encoding)
            except UnicodeDecodeError:
                return None
    return None
