"""Read and rewrite `bib/fetched.bib`: one entry a paper, with its source; what a person wrote there stays."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from hashlib import blake2s

from papernotes_plugin.entries import fetched_fields, format_entries
from papernotes_plugin.pipeline.missing_facts import read_fetched
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Entry, Source

_HEADER = """\
% Facts that 'papernotes fetch' looked up.  They come after everything that you write in notes and .bib files.
% Change or delete an entry as you like: an entry that you changed is not written again.
% 'papernotes fetch --reject KEY' throws an entry out and remembers the rejected answer.

"""
_START = lazy_regex(r"^(?P<remark>(?:%[^\n]*\n){0,100})@\w+\s*\{\s*(?P<key>[^,\s{}]+)\s*,", re.MULTILINE)
_DIGEST = 8


@dataclass(frozen=True, slots=True)
class FetchedFile:
    """The text of the file, and its entries by key."""

    text: str
    entries: Mapping[str, Entry]

    @classmethod
    def parse(cls, data: bytes) -> FetchedFile:
        """Return the file with some bytes."""
        entries = read_fetched(Source(fetched_fields.FILE, data))
        text = data.decode("utf-8-sig", "replace").replace("\r\n", "\n")
        return cls(text, {entry.key: entry for entry in entries})

    def rejected(self) -> dict[str, frozenset[tuple[str, str]]]:
        """Return the service and the identifier of all rejected answers, by citekey."""
        values = {key: dict(entry.fields).get(fetched_fields.REJECTED, "") for key, entry in self.entries.items()}
        return {key: frozenset(fetched_fields.source_pairs(value)) for key, value in values.items() if value}

    def is_edited(self, key: str) -> bool:
        """Return whether a person wrote or changed an entry."""
        entry = self.entries.get(key)
        if entry is None or not entry.evidence.title:
            return False
        written = dict(entry.fields).get(fetched_fields.FETCHED, "").split()
        return len(written) < 2 or written[1] != _digest(entry)

    def updated(self, entries: Iterable[Entry]) -> str:
        """Return the text with some entries added or replaced, ordered by key; everything else stays as it is."""
        changed = {entry.key: entry for entry in entries}
        head, blocks = self._blocks()
        for key, entry in changed.items():
            old = self.entries.get(key)
            new = _signed(_with_rejections(entry, old))
            if old is not None and _same_facts(old, new):
                continue
            remark = match["remark"] if (match := _START.match(blocks.get(key, ""))) else ""
            blocks[key] = f"{remark}{format_entries([new])}\n"
        ordered = list(blocks) if self._is_foreign() else sorted(blocks, key=lambda key: (key.casefold(), key))
        texts = [blocks[key].rstrip("\n") + "\n" for key in ordered]
        return (head or _HEADER) + "\n".join(texts) if texts else self.text

    def rejecting(self, keys: Iterable[str]) -> str:
        """Return the text in which entries are replaced by the memory that their answers were rejected."""
        head, blocks = self._blocks()
        for key in keys:
            fields = dict(self.entries[key].fields)
            values = filter(None, (fields.get(fetched_fields.REJECTED), fields.get(fetched_fields.SOURCE)))
            pairs = [pair for value in values for pair in fetched_fields.source_pairs(value)]
            rejection = replace(
                self.entries[key], type="misc", fields=((fetched_fields.REJECTED, fetched_fields.source_value(pairs)),)
            )
            blocks[key] = format_entries([rejection]) + "\n"
        return (head or _HEADER) + "\n".join(text.rstrip("\n") + "\n" for text in blocks.values())

    def _blocks(self) -> tuple[str, dict[str, str]]:
        """Return the text before the first entry, and the text of each entry with what follows it, by key."""
        starts = list(_START.finditer(self.text))
        stops = [*(match.start() for match in starts[1:]), len(self.text)][: len(starts)]
        head = self.text[: starts[0].start()] if starts else self.text
        return head, {match["key"]: self.text[match.start() : end] for match, end in zip(starts, stops, strict=True)}

    def _is_foreign(self) -> bool:
        """Return whether a person ordered the entries in another way."""
        keys = list(self._blocks()[1])
        return keys != sorted(keys, key=lambda key: (key.casefold(), key))


def _facts(entry: Entry) -> list[tuple[str, str]]:
    return sorted((name, value) for name, value in entry.fields if name != fetched_fields.FETCHED)


def _digest(entry: Entry) -> str:
    """Return a digest of type and fields, by which a changed entry is noticed."""
    written = repr((entry.type, [pair for pair in _facts(entry) if pair[0] != fetched_fields.REJECTED]))
    return blake2s(written.encode("utf-8", "replace")).hexdigest()[:_DIGEST]


def _signed(entry: Entry) -> Entry:
    """Return the entry with its digest after the date."""
    # values are compared as a reader of the file gets them
    read = read_fetched(Source(fetched_fields.FILE, format_entries([entry]).encode()))
    digest = _digest(read[0] if read else entry)
    fields = ((n, f"{v} {digest}" if n == fetched_fields.FETCHED else v) for n, v in entry.fields)
    return replace(entry, fields=tuple(fields))


def _with_rejections(entry: Entry, old: Entry | None) -> Entry:
    """Return the entry with the answers that were rejected before, apart from those that it comes from."""
    fields = dict(entry.fields)
    before = dict(old.fields).get(fetched_fields.REJECTED, "") if old else ""
    taken = fetched_fields.source_pairs(fields[fetched_fields.SOURCE])
    pairs = [pair for pair in fetched_fields.source_pairs(before) if pair not in taken]
    rejected = ((fetched_fields.REJECTED, fetched_fields.source_value(pairs)),) if pairs else ()
    return replace(entry, fields=(*entry.fields, *rejected))


def _same_facts(old: Entry, new: Entry) -> bool:
    """Return whether only the date differs."""
    read = read_fetched(Source(fetched_fields.FILE, format_entries([new]).encode()))
    return bool(read) and old.type == read[0].type and _facts(old) == _facts(read[0])
