"""Entries that stand twice in one file, word for word."""

from __future__ import annotations

from papernotes_plugin.bibtex.bib_blocks import blocks_with_offsets
from papernotes_plugin.bibtex.field_values import RawEntry


def repeated_lines(text: str) -> dict[str, list[range]]:
    """The lines, from 0, of each later copy of an entry, by key: to take them away changes nothing that is said.

    A copy has the type, the key and the fields of an earlier entry, in lines of its own; blank lines behind it belong
    to it.  One with a macro, whose value may change within the file, is none, nor is one that others inherit from:
    for BibTeX it has to stand behind them.
    """
    entries = [(raw, start, end) for raw, start, end in blocks_with_offsets(text) if isinstance(raw, RawEntry)]
    parents = {raw.fields.get(name, "").casefold() for raw, _, _ in entries for name in ("crossref", "xdata")}
    seen: set[tuple[str, str, frozenset[tuple[str, str]]]] = set()
    found: dict[str, list[range]] = {}
    for raw, start, end in entries:
        mark = (raw.type, raw.key, frozenset(raw.fields.items()))
        if mark not in seen:
            seen.add(mark)
        elif not raw.bare and raw.key.casefold() not in parents and (lines := _lines(text, raw, start, end)):
            found.setdefault(raw.key, []).append(lines)
    return found


def _lines(text: str, raw: RawEntry, start: int, end: int) -> range | None:
    """Those of an entry that stands alone in its lines, with the blank ones behind it."""
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
