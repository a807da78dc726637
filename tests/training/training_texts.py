"""The texts that the model learns from in a random order, and the labels of their tokens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from papernotes_plugin.recognisers.evidence.segmentation.text_parts import split_parts
from papernotes_plugin.recognisers.evidence.segmentation.token_features import features_of
from papernotes_plugin.recognisers.evidence.segmentation.tokens import tokenize
from tests.training.chunks import Chunk, Chunks, Drawn, Work, assemble
from tests.training.drawn_references import Style, draw_gost, draw_reference, draw_style, with_organisation
from tests.training.other_texts import draw_citing_sentence, draw_event, plain_text

_BEGINNING = frozenset("ATVE")
"""Labels of which the first token has a label of its own, as two names may follow each other."""
_PER_STYLE = 2
"""References of each style."""
_SEVERAL = 0.12
"""Share of styles with a text of several references."""
_BETWEEN = ("; ", "; ", "; ", ". ", ", ", " und ", "; see also ", "\n")
"""Marks between two references of a text."""
_CITED = 2000
"""Works that sentences cite."""


def draw_texts(
    draw: Random, works: Sequence[Work], negative: Sequence[str], remarks: Sequence[str], count: int
) -> Iterator[Drawn]:
    """Yield references in random styles, sentences that cite, events and other texts.

    Args:
        draw: The source of choices.
        works: The works of the references.
        negative: Lines of Markdown without references.
        remarks: Words before and after references.
        count: Number of references in random styles.
    """
    by_language: dict[str, list[Work]] = {}
    for work in works:
        by_language.setdefault(work["language"], []).append(work)
    languages = list(by_language)
    weights = [len(by_language[language]) ** 0.5 for language in languages]
    short = [line for line in negative if 10 < len(line) < 100]
    for _ in range(0, count, _PER_STYLE):
        language = draw.choices(languages, weights)[0]
        style = draw_style(draw, language)
        pool = by_language[language]
        if draw.random() < (0.4 if language == "ru" else 0.03):
            yield assemble(draw_gost(draw, draw.choice(pool)))
        if draw.random() < 0.12:
            yield assemble(draw_event(draw, draw.choice(pool)))
        if draw.random() < _SEVERAL:
            yield assemble(_several(draw, draw.choices(pool, k=_PER_STYLE), style, remarks))
        for work in draw.choices(pool, k=_PER_STYLE):
            words = remarks if draw.random() < 0.7 else _some_of(draw, short)
            yield assemble(draw_reference(draw, with_organisation(draw, work), style, words))
        if draw.random() < 0.2:
            yield assemble(draw_citing_sentence(draw, pool[:_CITED], _some_of(draw, short)))
        for _ in range(2):
            yield plain_text(draw.choice(negative))


def _several(draw: Random, works: Sequence[Work], style: Style, remarks: Sequence[str]) -> Chunks:
    """Return the references of a footnote, with a mark between two of them."""
    chunks: Chunks = []
    for work in works:
        chunks += [Chunk(draw.choice(_BETWEEN))] * bool(chunks) + draw_reference(draw, work, style, remarks)
    return chunks


def _some_of(draw: Random, lines: Sequence[str]) -> list[str]:
    """Return the text of two of some lines of Markdown."""
    return [plain_text(line).text for line in draw.choices(lines, k=2)]


def labelled_tokens(drawn: Drawn) -> tuple[list[list[str]], list[str]]:
    """Return the features and the labels of the tokens of a text."""
    tokens = tokenize(
        drawn.text, linked=drawn.linked, emphasised=drawn.emphasised, strong=drawn.strong, breaks=drawn.breaks
    )
    labels: list[str] = []
    at = 0
    last: tuple[int, int, str] | None = None
    for token in tokens:
        while drawn.labels[at][1] <= token.start:
            at += 1
        span = drawn.labels[at]
        label = span[2]
        if label in _BEGINNING:
            label += "B" if span != last else "I"
        last = span
        labels.append(label)
    return features_of(tokens, *split_parts(tokens)).merged(), labels
