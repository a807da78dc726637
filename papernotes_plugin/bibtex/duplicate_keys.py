"""Merge entries of one file with the same citekey and paper, and rename those of different papers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import count

from papernotes_plugin.bibtex.field_values import RawEntry
from papernotes_plugin.entries import entry_fields, work_comparison, work_facts
from papernotes_plugin.vocabulary.model import Evidence

Report = Callable[[RawEntry, str], None]
"""Callback that reports an issue with an entry."""


def merge_duplicates(raws: Sequence[RawEntry], report: Report) -> list[tuple[RawEntry, Evidence]]:
    """Return the entries with unique citekeys, each with its evidence; entries of one paper are merged."""
    repeated = {key for key, times in Counter(raw.key for raw in raws).items() if key and times > 1}
    if not repeated:
        return [(raw, evidence_of(raw)) for raw in raws]
    first_with_mark: dict[tuple[str, object], int] = {}
    firsts: dict[str, int] = {}
    out: list[tuple[RawEntry, Evidence]] = []
    renamed: list[tuple[int, RawEntry]] = []
    for raw in raws:
        evidence = evidence_of(raw)
        if raw.key not in repeated:
            out.append((raw, evidence))
            continue
        marks = [(raw.key, mark) for mark in (frozenset(raw.fields.items()), *entry_fields.identity_keys(evidence))]
        index = next((first_with_mark[mark] for mark in marks if mark in first_with_mark), None)
        before, other_evidence = out[index] if index is not None else (raw, evidence)
        if index is not None and raw.fields.items() <= before.fields.items():
            _repeated(report, raw, before, "this one adds nothing and was left out")
        elif index is not None and _is_same_paper(before, other_evidence, raw, evidence):
            before.fields = {**before.fields, **{n: v for n, v in raw.fields.items() if n not in before.fields}}
            out[index] = (before, evidence_of(before))
            _repeated(report, raw, before, "this one is the same paper, and its additional fields were taken")
        else:
            first_with_mark |= dict.fromkeys(marks, len(out))
            first = firsts.setdefault(raw.key, len(out))
            if first != len(out):
                renamed.append((len(out), out[first][0]))
            out.append((raw, evidence))
    _rename(out, renamed, report)
    return out


def evidence_of(raw: RawEntry) -> Evidence:
    """Return the evidence of an entry."""
    return entry_fields.read_evidence(raw.type, raw.key, raw.fields)


def _is_same_paper(one: RawEntry, first: Evidence, other: RawEntry, second: Evidence) -> bool:
    """Return whether two entries of one citekey are one paper."""
    pairs = ((one, first), (other, second))
    facts, other_facts = (work_facts.facts_of(evidence, raw.type, (*raw.fields.items(),)) for raw, evidence in pairs)
    return work_comparison.is_same_paper((first, facts), (second, other_facts))


def _rename(out: list[tuple[RawEntry, Evidence]], renamed: Sequence[tuple[int, RawEntry]], report: Report) -> None:
    """Give each of the later entries a citekey of its own."""
    taken = {raw.key.casefold() for raw, _ in out}
    names: dict[str, Iterator[str]] = {}
    for index, first in renamed:
        raw = out[index][0]
        key = next(k for k in names.setdefault(raw.key, _lettered(raw.key)) if k.casefold() not in taken)
        taken.add(key.casefold())
        _repeated(report, raw, first, f"this one is another paper and became '{key}'")
        raw.key = key
        out[index] = (raw, evidence_of(raw))


def _repeated(report: Report, raw: RawEntry, before: RawEntry, message: str) -> None:
    report(raw, f"entry '{raw.key}' is also in line {before.line}; {message}")


def _lettered(key: str) -> Iterator[str]:
    yield from (f"{key}{letter}" for letter in "bcdefghijklmnopqrstuvwxyz")
    yield from (f"{key}-{number}" for number in count(27))
