"""Features of tokens, by which the model labels them.

Features that depend on the same few values are a group.  Most groups recur, so that the features are written, and their
weights added, only once for many tokens.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, chain
from typing import NamedTuple

from papernotes_plugin.recognisers.evidence.segmentation.text_parts import TextPart
from papernotes_plugin.recognisers.evidence.segmentation.token_kinds import form_of, lists_with
from papernotes_plugin.recognisers.evidence.segmentation.tokens import EMPHASIS, LINK, QUOTED, STRONG, Token

_NEAR = 10
"""Tokens between a name and a word such as `ed.` that is near it."""
FeatureGroup = tuple[str, ...]
"""The features that depend on the same few values."""
_cached_group = lru_cache(maxsize=1 << 12)


TokenFeatures = tuple[list[str], tuple[FeatureGroup, ...]]
"""Features of a token of which a model knows few, such as its word, and groups of others, which recur."""


class SequenceFeatures(NamedTuple):
    """The features of the tokens of a text; those that all tokens of a part have are listed once."""

    of_tokens: list[TokenFeatures]
    parts: list[int]
    """The number of the part of each token."""
    of_parts: list[FeatureGroup]

    def merged(self) -> list[list[str]]:
        """Return all features of each token."""
        return [
            [*own, *chain.from_iterable(groups), *self.of_parts[part]]
            for (own, groups), part in zip(self.of_tokens, self.parts, strict=True)
        ]


def features_of(tokens: Sequence[Token], numbers: list[int], parts: Sequence[TextPart]) -> SequenceFeatures:
    """Return the features of tokens: their words and forms, those of their neighbours, their marks, and their parts.

    Args:
        tokens: The tokens of a text.
        numbers: The number of the part of each token.
        parts: The parts of the text, as `split_parts` gives them.
    """
    described = [_part_features(part) for part in parts]
    length = min(len(tokens) // 8, 12)
    of_parts = []
    for number, own in enumerate(described):
        before = [f"<{feature}" for feature in described[number - 1][:3]] if number else []
        after = [f">{feature}" for feature in described[number + 1][:3]] if number + 1 < len(described) else []
        of_parts.append((*own, *before, *after, f"{own[0]}{own[1]}", f"{own[2]}q{min(number, 3)}", f"n{length}", "1"))
    return SequenceFeatures(_features_of_tokens(tokens, numbers, described), numbers, of_parts)


def _features_of_tokens(
    tokens: Sequence[Token], numbers: Sequence[int], described: Sequence[FeatureGroup]
) -> list[TokenFeatures]:
    count = len(tokens)
    # two more at each end, so that every token has neighbours
    forms = ["^", "^", *[form_of(token.text) for token in tokens], "$", "$"]
    lists = ["^", *[lists_with(token.text) for token in tokens], "$"]
    words = ["^", *[token.text.casefold() for token in tokens], "$"]
    marks = [0, *[token.marks for token in tokens], 0]
    triples = [f"k{a},{b},{c}" for a, b, c in zip(forms, forms[1:], forms[2:], strict=False)]
    years = [at for at, form in enumerate(forms[2:-2]) if form == "Y"]
    first_year, last_year = (years[0], years[-1]) if years else (count, -1)
    contexts = _contexts(tokens, lists[1:-1])
    out: list[TokenFeatures] = []
    end, last_number = 0, -1
    for at, (token, number) in enumerate(zip(tokens, numbers, strict=True)):
        before, form, after = forms[at + 1 : at + 4]
        gap = "/" if token.opens_line else "_" if at and token.start > end else ""
        of_forms = (f"k{before}{gap}{form}>{after}", triples[at], triples[at + 2])
        own = [*_word_features(words[at : at + 3], form), *of_forms]
        if len(token.text) > 3 and token.text[0].isalpha():
            own.append(f"s{words[at + 1][-3:]}")
        groups = (
            _form_features(gap, before, form, after),
            _list_features(*lists[at : at + 3], form),
            _mark_features(*marks[at : at + 3], form, described[number][0]),
            _place_features(min(at, 4), min(count - at, 4), min(number, 6), number != last_number, gap, form),
            _year_features(at > first_year, at > last_year, bool(years), token.marks),
            _context_features(*contexts[at], form, token.marks),
        )
        out.append((own, groups))
        end, last_number = token.end, number
    return out


def _word_features(words: Sequence[str], form: str) -> FeatureGroup:
    """Return the features of the second of three words, and of its neighbours."""
    before, word, after = words
    return (f"w{word}", f"W{before}", f"X{after}", f"W{before}k{form}")


def _contexts(tokens: Sequence[Token], lists: Sequence[str]) -> list[tuple[str, str, str, str]]:
    """Return where each token is in the whole text.

    These are its line, whether a word for editors is near, and whether `In` is before it.  The last one says whether
    links, emphasis, strong text and quotation marks are before it, around it or after it.
    """
    lines = list(accumulate(int(token.opens_line) for token in tokens))
    editors = [at for at, flags in enumerate(lists) if "e" in flags and len(tokens[at].text) > 1]
    marked = [[at for at, token in enumerate(tokens) if token.marks & bit] for bit in (LINK, EMPHASIS, STRONG, QUOTED)]
    ranges = [(places[0], places[-1]) if places else (-1, -1) for places in marked]
    out = []
    following, count_of_in = 0, 0
    for at, flags in enumerate(lists):
        while following < len(editors) and editors[following] <= at:
            following += 1
        has_editor_after = following < len(editors) and editors[following] - at <= _NEAR
        has_editor_before = following > 0 and at - editors[following - 1] <= _NEAR
        if at and "i" in flags and not tokens[at - 1].text[0].isalnum():
            count_of_in = min(count_of_in + 1, 2)
        places = [0 if last < 0 else 1 if last < at else 3 if first > at else 2 for first, last in ranges]
        out.append(
            (
                f"L{min(lines[at], 3)}{min(lines[-1], 3)}",
                f"E{has_editor_after}{has_editor_before}",
                f"I{count_of_in}",
                "M" + "".join(map(str, places)),
            )
        )
    return out


@_cached_group
def _context_features(line: str, editors: str, has_in: str, marked: str, form: str, marks: int) -> FeatureGroup:
    """Return the features of the place of a token in the whole text."""
    return (f"{line}k{form}", f"{editors}k{form}", f"{has_in}k{form}", f"{marked}k{form}", f"{marked}m{marks}")


@_cached_group
def _form_features(gap: str, before: str, form: str, after: str) -> FeatureGroup:
    """Return the features of the form of a token and those of its neighbours; `gap` is the mark before it."""
    return (f"k{form}", f"k{form}{gap}<{before}", f"k{form}>{after}")


@_cached_group
def _list_features(before: str, lists: str, after: str, form: str) -> FeatureGroup:
    """Return the features of the lists that have a word and its neighbours."""
    return (f"x{lists}k{form}", f"x{lists}<{before}", f"x{lists}>{after}")


@_cached_group
def _mark_features(before: int, marks: int, after: int, form: str, part: str) -> FeatureGroup:
    """Return the features of the links, the emphasis and the brackets around a token, its neighbours and its part."""
    return (f"m{marks}k{form}", f"m{marks}<{before}", f"m{marks}>{after}", f"{part}m{marks}")


@_cached_group
def _place_features(at: int, from_end: int, part: int, is_first: bool, gap: str, form: str) -> FeatureGroup:
    """Return the features of the place of a token in its text, and in its part."""
    return (f"a{at}k{form}", f"z{from_end}k{form}", f"q{part}k{form}", f"f{is_first}k{form}{gap}")


@_cached_group
def _year_features(is_after_first: bool, is_after_last: bool, has_years: bool, marks: int) -> FeatureGroup:
    """Return the features of the place of a token before or after the years of its text."""
    return (f"y{is_after_first}{is_after_last}{has_years}", f"y{is_after_first}m{marks}")


def _part_features(part: TextPart) -> FeatureGroup:
    share = part.capitals * 4 // part.words if part.words else 0
    return (
        f"Pw{_few(part.words)}c{share}",
        f"Pg{min(part.given, 2)}i{_few(part.initials)}t{min(part.title, 2)}",
        f"Pv{min(part.venue, 2)}p{min(part.publisher, 2)}y{min(part.years, 2)}n{_few(part.numbers)}",
        f"Pl{_few(part.lower)},{_few(part.commas)}",
    )


def _few(count: int) -> str:
    """Return a number, or the smallest of a range of larger numbers."""
    return str(count) if count < 3 else "3" if count < 6 else "6" if count < 12 else "+"
