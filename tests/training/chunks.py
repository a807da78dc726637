"""Chunks of a drawn text, each with the label of its tokens and its marks, and the text that they make together."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, TypeVar

Work = Mapping[str, Any]
"""A work of a bibliography; the docstring of `tests.training` lists its keys."""
T = TypeVar("T")
POINTER = "\x1d"
"""The character in place of a link that only points, as in `ReferenceText`."""
ASIAN = ("zh", "ja", "ko")
"""Languages whose words have no spaces, or whose names have no capitals."""
CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
"""A letter of Chinese, Japanese or Korean."""


class Chunk(NamedTuple):
    """A part of a text: its words, the label of its tokens, and its marks (`link`, `em`, `strong`)."""

    text: str
    label: str = "O"
    marks: frozenset[str] = frozenset()


Chunks = list[Chunk]


class Drawn(NamedTuple):
    """A text with the spans of its labels, links, emphasis, strong text and line breaks."""

    text: str
    labels: list[tuple[int, int, str]]
    linked: list[tuple[int, int]]
    emphasised: list[tuple[int, int]]
    strong: list[tuple[int, int]]
    breaks: list[int]


def assemble(chunks: Sequence[Chunk]) -> Drawn:
    """Return the text of some chunks, as the recogniser sees a text."""
    parts: list[str] = []
    labels: list[tuple[int, int, str]] = []
    marks: dict[str, list[tuple[int, int]]] = {"link": [], "em": [], "strong": []}
    breaks: list[int] = []
    length = 0
    for text, label, kinds in chunks:
        breaks += [length + at for at, letter in enumerate(text) if letter == "\n"]
        start, length = length, length + len(text)
        parts.append(text.replace("\n", " "))
        labels.append((start, length, label))
        for kind in kinds:
            spans = marks[kind]
            # neighbouring chunks of one kind are one link
            if spans and spans[-1][1] == start:
                spans[-1] = (spans[-1][0], length)
            elif text:
                spans.append((start, length))
    return Drawn("".join(parts), labels, marks["link"], marks["em"], marks["strong"], breaks)


def marked(chunks: Sequence[Chunk], *kinds: str) -> Chunks:
    """Return chunks with further marks."""
    return [chunk._replace(marks=chunk.marks | set(kinds)) for chunk in chunks]


def pick(draw: Random, weights: Mapping[T, float]) -> T:
    """Return one of the keys of a mapping, by their weights."""
    return draw.choices(list(weights), list(weights.values()))[0]


def pick_words(draw: Random, table: str) -> str:
    """Return one of the texts of a table, which has bars between them."""
    return draw.choice(table.split("|"))
