"""Find entries that are repeated word for word in one file."""

from __future__ import annotations

from papernotes_plugin.bibtex.bib_blocks import blocks_with_offsets
from papernotes_plugin.bibtex.field_values import RawEntry


def repeated_lines(text: str) -> dict[str, list[range]]:
    """Return the line ranges, from 0, of each later copy of an entry, by citekey; removing them loses nothing.

    A copy has the type, the key and the fields of an earlier entry, on lines of its own.  Blank lines behind it belong
    to it.  An entry with a macro is no copy, because the macro may change within the file.  Nor is a parent of other
    entries, because BibTeX needs it behind them.
    """
    entries = [(raw, start, end) for raw, start, end in blocks_with_offsets(text) if isinstance(raw, RawEntry)]
    parents = {raw.fields.get(name, "").casefold() for raw, _, _ in entries for name in ("crossref", "xdata")}
    seen: set[tuple[str, str, frozenset[tuple[str, str]]]] = set()
    copies: dict[str, list[range]] = {}
    for raw, start, end in entries:
        content = (raw.type, raw.key, frozenset(raw.fields.items()))
        if content not in seen:
            seen.add(content)
        elif not raw.bare and raw.key.casefold() not in parents and (lines := _lines(text, raw, start, end)):
            copies.setdefault(raw.key, []).append(lines)
    return copies


def _lines(text: str, raw: RawEntry, start: int, end: int) -> range | None:
    """Return the lines of an entry and the blank lines behind it; None if other text shares its lines."""
    before, behind = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    behind = len(text) if behind < 0 else behind
    if text[before:start].strip() or text[end:behind].strip():
        return None
    last = raw.line + text.count("\n", start, end)
    position = behind + 1
    while position < len(text):
        following = text.find("\n", position)
        if following < 0 or text[position:following].strip():
            break
        last += 1
        position = following + 1
    return range(raw.line - 1, last)
