"""Labelled texts of real notes, and variants of them with the facts of other works.

A variant has the marks, the order and the remarks of a real reference, so that the model learns how people write.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from tests.training.chunks import CJK, Chunk, Drawn, Work, assemble

_EDGES = re.compile(r"(?P<before>\W*)(?P<words>.*?)(?P<after>\W*)", re.DOTALL)
"""The marks around words."""
_INITIALS = re.compile(r"(?:[^\W\d_a-z]\.?[ -]?){1,4}")
_MAX_INITIALS = 3
"""Letters in capitals without points that are initials: `Lee AB`."""
_WORKS, _PEOPLE = 6, 3
"""Further works whose authors are in a variant, and authors of each."""
_ASIAN = ("zh", "ja", "ko")
_MARKS = ("linked", "emphasised", "strong")
_KINDS = {"linked": "link", "emphasised": "em", "strong": "strong"}


def read_labelled_texts(path: str) -> list[Drawn]:
    """Return the labelled texts of a file, which has a JSON object on each line.

    `text` is the text, and `spans` has the start, the end and the label of each fact.  `linked`, `emphasised` and
    `strong` have pairs of a start and an end, and `breaks` the offsets of line breaks.
    """
    rows = map(json.loads, Path(path).read_text("utf-8").splitlines())
    return [
        Drawn(
            text=row["text"],
            labels=_with_other_words(len(row["text"]), _spans(row["spans"])),
            linked=_spans(row["linked"]),
            emphasised=_spans(row["emphasised"]),
            strong=_spans(row["strong"]),
            breaks=row["breaks"],
        )
        for row in rows
    ]


def _spans(rows: Sequence[Sequence[Any]]) -> list[Any]:
    """Return spans of JSON as tuples."""
    return [tuple(row) for row in rows]


def _with_other_words(length: int, facts: Sequence[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """Return the spans of facts, and those of the text between them with the label `O`."""
    spans: list[tuple[int, int, str]] = []
    last = 0
    for start, end, label in [*facts, (length, length, "")]:
        if last < start:
            spans.append((last, start, "O"))
        if label:
            spans.append((start, end, label))
        last = end
    return spans


def draw_variants(draw: Random, originals: Sequence[Drawn], works: Sequence[Work], count: int) -> Iterator[Drawn]:
    """Yield some variants of each labelled text that has facts."""
    by_script = {is_cjk: [w for w in works if (w["language"] in _ASIAN) is is_cjk] for is_cjk in (False, True)}
    for original in originals:
        if any(label == "T" for _, _, label in original.labels):
            for _ in range(count):
                yield _draw_variant(draw, original, by_script)


def _draw_variant(draw: Random, original: Drawn, works: Mapping[bool, Sequence[Work]]) -> Drawn:
    """Return a labelled text with the title, the names, the venue and the year of another work.

    Args:
        draw: The source of choices.
        original: The text.
        works: The works by whether their titles are in Chinese, Japanese or Korean.
    """
    titles = " ".join(original.text[start:end] for start, end, label in original.labels if label == "T")
    of_script = works[CJK.search(titles) is not None]
    work = draw.choice(of_script)
    several = [work, *draw.choices(of_script, k=_WORKS)]
    people = [person for one in several for person in (one.get("authors") or ())[:_PEOPLE]]
    draw.shuffle(people)
    shift = draw.randint(-25, 0)
    chunks: list[Chunk] = []
    for start, end, label in original.labels:
        text = original.text[start:end]
        if label == "T" and draw.random() < 0.8:
            chunks.append(_chunk(original, start, end, _with_edges(text, _like(text, work["title"])), label))
        elif label in "AE" and people:
            person = people[len(chunks) % len(people)]
            chunks.append(_chunk(original, start, end, _with_edges(text, renamed(text, *person)), label))
        elif label == "V" and draw.random() < 0.5:
            name = work.get("journal") or work.get("booktitle") or ""
            chunks.append(_chunk(original, start, end, _with_edges(text, name) if name else text, label))
        elif label == "Y" and text.isdecimal() and len(text) == 4:
            chunks.append(_chunk(original, start, end, str(int(text) + shift), label))
        else:
            chunks += _parts(original, start, end, label)
    return assemble(chunks)


def _chunk(original: Drawn, start: int, end: int, text: str, label: str) -> Chunk:
    """Return a chunk with the marks that are around the middle of a span."""
    middle = (start + end) / 2
    kinds = {
        kind for mark, kind in _KINDS.items() if any(first <= middle < last for first, last in getattr(original, mark))
    }
    return Chunk(text, label, frozenset(kinds))


def _parts(original: Drawn, start: int, end: int, label: str) -> list[Chunk]:
    """Return the chunks of a part of a text, which end where its marks do; line breaks are in them."""
    edges = {edge for mark in _MARKS for pair in getattr(original, mark) for edge in pair if start < edge < end}
    cuts = [start, *sorted(edges), end]
    breaks = set(original.breaks)
    return [
        _chunk(
            original,
            first,
            last,
            "".join("\n" if at in breaks else original.text[at] for at in range(first, last)),
            label,
        )
        for first, last in itertools.pairwise(cuts)
        if first < last
    ]


def _with_edges(text: str, replacement: str) -> str:
    """Return a replacement with the marks that are around a text."""
    edges = _EDGES.fullmatch(text)
    if not replacement or edges is None:
        return text
    words = replacement.rstrip(".") if edges["after"].startswith(".") else replacement
    return f"{edges['before']}{words}{edges['after']}"


def _like(text: str, title: str) -> str:
    return title.upper() if text.isupper() else title


def renamed(text: str, given: str, family: str) -> str:
    """Return another name in the form of a name.

    Examples:
        >>> [renamed(name, "Ann Mae", "Lee") for name in ("Vaswani, A.", "Noam Shazeer", "Parmar N", "J. Devlin")]
        ['Lee, A. M.', 'Ann Mae Lee', 'Lee AM', 'A. M. Lee']
    """
    if CJK.search(text) or not given or not family:
        return text if CJK.search(text) else family or given
    edges = _EDGES.fullmatch(text)
    name = (edges["words"] if edges else text) + ("." if text.rstrip().endswith(".") else "")
    initials = [word[0] for word in re.findall(r"[^\W\d_]+", given)]
    dotted = " ".join(f"{letter}." for letter in initials) or given
    if "," in name:
        first, _, last = name.partition(",")
        family = family.upper() if first.isupper() and len(first) > 2 else family
        last = last.strip()
        if not last:
            return family
        is_short = _INITIALS.fullmatch(last) is not None
        return f"{family}, {(dotted if '.' in last else ''.join(initials)) if is_short else given}"
    words = name.split()
    if not words:
        return text
    if len(words) == 1:
        return family.upper() if name.isupper() and len(name) > 2 else family
    last = words[-1]
    if last.isupper() and len(last) <= _MAX_INITIALS and "." not in last and not words[0].isupper():
        return f"{family} {''.join(initials)}"
    if _INITIALS.fullmatch(words[0]):
        return f"{dotted if '.' in words[0] else ''.join(initials)} {family}"
    return f"{given} {family.upper() if last.isupper() else family}"
