"""Features of tokens, by which the model labels them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from papernotes_plugin.recognisers.evidence.segmentation.text_parts import TextPart, split_parts
from papernotes_plugin.recognisers.evidence.segmentation.token_kinds import form_of, lists_with
from papernotes_plugin.recognisers.evidence.segmentation.tokens import Token


class SequenceFeatures(NamedTuple):
    """The features of the tokens of a text; those that all tokens of a part have are listed once."""

    of_tokens: list[list[str]]
    parts: list[int]
    """The number of the part of each token."""
    of_parts: list[list[str]]

    def merged(self) -> list[list[str]]:
        """Return all features of each token."""
        return [[*own, *self.of_parts[part]] for own, part in zip(self.of_tokens, self.parts, strict=True)]


def features_of(tokens: Sequence[Token]) -> SequenceFeatures:
    """Return the features of tokens: their words and forms, those of their neighbours, their marks, and their parts."""
    numbers, parts = split_parts(tokens)
    described = [_features_of_part(part) for part in parts]
    of_parts = []
    for number, own in enumerate(described):
        before = [f"<{feature}" for feature in described[number - 1][:3]] if number else []
        after = [f">{feature}" for feature in described[number + 1][:3]] if number + 1 < len(described) else []
        shared = [f"{own[0]}{own[1]}", f"{own[2]}q{min(number, 3)}", f"n{min(len(tokens) // 8, 12)}", "1"]
        of_parts.append([*own, *before, *after, *shared])
    return SequenceFeatures(_features_of_tokens(tokens, numbers, described), numbers, of_parts)


def _features_of_tokens(
    tokens: Sequence[Token], numbers: Sequence[int], described: Sequence[Sequence[str]]
) -> list[list[str]]:
    count = len(tokens)
    # two more at each end, so that every token has neighbours
    forms = ["^", "^", *(form_of(token.text) for token in tokens), "$", "$"]
    lists = ["^", *(lists_with(token.text) for token in tokens), "$"]
    words = ["^", *(token.text.casefold() for token in tokens), "$"]
    marks = [0, *(token.marks for token in tokens), 0]
    years = [at for at, form in enumerate(forms[2:-2]) if form == "Y"]
    first_year, last_year = (years[0], years[-1]) if years else (count, -1)
    out = []
    for at, token in enumerate(tokens):
        form, own_marks, number = forms[at + 2], marks[at + 1], numbers[at]
        gap = "/" if token.opens_line else "_" if at and token.start > tokens[at - 1].end else ""
        is_first = not at or numbers[at - 1] != number
        features = [
            *_features_of_form(forms[at : at + 5], gap),
            *_features_of_word(words[at : at + 3], lists[at : at + 3], form),
            f"m{own_marks}k{form}",
            f"m{own_marks}<{marks[at]}",
            f"m{own_marks}>{marks[at + 2]}",
            f"a{min(at, 4)}k{form}",
            f"z{min(count - at, 4)}k{form}",
            f"y{at > first_year}{at > last_year}{bool(years)}",
            f"y{at > first_year}m{own_marks}",
            f"q{min(number, 6)}k{form}",
            f"f{is_first}k{form}{gap}",
            f"{described[number][0]}m{own_marks}",
        ]
        if len(token.text) > 3 and token.text[0].isalpha():
            features.append(f"s{words[at + 1][-3:]}")
        out.append(features)
    return out


def _features_of_form(forms: Sequence[str], gap: str) -> list[str]:
    """Return the features of the forms of a token and of two tokens on each side; `gap` is the mark before it."""
    before2, before, form, after, after2 = forms
    return [
        f"k{form}",
        f"k{form}{gap}<{before}",
        f"k{form}>{after}",
        f"k{before}{gap}{form}>{after}",
        f"k{before2},{before},{form}",
        f"k{form},{after},{after2}",
    ]


def _features_of_word(words: Sequence[str], lists: Sequence[str], form: str) -> list[str]:
    """Return the features of a word, the words next to it, and the lists that have them."""
    before, word, after = words
    last_lists, own_lists, next_lists = lists
    return [
        f"w{word}",
        f"W{before}",
        f"X{after}",
        f"W{before}k{form}",
        f"x{own_lists}k{form}",
        f"x{own_lists}<{last_lists}",
        f"x{own_lists}>{next_lists}",
    ]


def _features_of_part(part: TextPart) -> list[str]:
    share = part.capitals * 4 // part.words if part.words else 0
    return [
        f"Pw{_few(part.words)}c{share}",
        f"Pg{min(part.given, 2)}i{_few(part.initials)}t{min(part.title, 2)}",
        f"Pv{min(part.venue, 2)}p{min(part.publisher, 2)}y{min(part.years, 2)}n{_few(part.numbers)}",
        f"Pl{_few(part.lower)},{_few(part.commas)}",
    ]


def _few(count: int) -> str:
    """Return a number, or the smallest of a range of larger numbers."""
    return str(count) if count < 3 else "3" if count < 6 else "6" if count < 12 else "+"
