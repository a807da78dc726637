"""Entries of one file that share a key: one paper stays one, another paper gets another key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import count

from papernotes_plugin.bibtex.field_values import RawEntry
from papernotes_plugin.entries import entry_fields as bibfields
from papernotes_plugin.vocabulary.model import Evidence

Complain = Callable[[RawEntry, str], None]
"""Says of an entry what was done with it."""


def merge_duplicates(raws: Sequence[RawEntry], complain: Complain) -> list[tuple[RawEntry, Evidence]]:
    """The entries under unique keys, each with what it says; those of one key and one paper made one."""
    often = {key for key, times in Counter(raw.key for raw in raws).items() if key and times > 1}
    if not often:
        return [(raw, evidence_of(raw)) for raw in raws]
    known: dict[tuple[str, object], int] = {}
    firsts: dict[str, int] = {}
    out: list[tuple[RawEntry, Evidence]] = []
    renamed: list[tuple[int, RawEntry]] = []
    for raw in raws:
        says = evidence_of(raw)
        if raw.key not in often:
            out.append((raw, says))
            continue
        marks = [(raw.key, mark) for mark in (frozenset(raw.fields.items()), *bibfields.identity_keys(says))]
        at = next((known[mark] for mark in marks if mark in known), None)
        before, its = out[at] if at is not None else (raw, says)
        if at is not None and raw.fields.items() <= before.fields.items():
            _repeated(complain, raw, before, "this one adds nothing and was left out")
        elif at is not None and bibfields.is_same_paper(its, says):
            before.fields = {**before.fields, **{n: v for n, v in raw.fields.items() if n not in before.fields}}
            out[at] = (before, evidence_of(before))
            _repeated(complain, raw, before, "it is the same paper; what this one adds was taken")
        else:
            known |= dict.fromkeys(marks, len(out))
            first = firsts.setdefault(raw.key, len(out))
            if first != len(out):
                renamed.append((len(out), out[first][0]))
            out.append((raw, says))
    _rename(out, renamed, complain)
    return out


def evidence_of(raw: RawEntry) -> Evidence:
    """What an entry says."""
    return bibfields.read_evidence(raw.type, raw.key, raw.fields)


def _rename(out: list[tuple[RawEntry, Evidence]], renamed: Sequence[tuple[int, RawEntry]], complain: Complain) -> None:
    """Give each of the later entries a key of its own."""
    taken = {raw.key.casefold() for raw, _ in out}
    names: dict[str, Iterator[str]] = {}
    for at, first in renamed:
        raw = out[at][0]
        key = next(k for k in names.setdefault(raw.key, _lettered(raw.key)) if k.casefold() not in taken)
        taken.add(key.casefold())
        _repeated(complain, raw, first, f"this one is another paper and became '{key}'")
        raw.key = key
        out[at] = (raw, evidence_of(raw))


def _repeated(complain: Complain, raw: RawEntry, before: RawEntry, what: str) -> None:
    complain(raw, f"entry '{raw.key}' stands already in line {before.line}; {what}")


def _lettered(key: str) -> Iterator[str]:
    yield from (f"{key}{letter}" for letter in "bcdefghijklmnopqrstuvwxyz")
    yield from (f"{key}-{number}" for number in count(27))
