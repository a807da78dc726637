"""The parts of a text between the marks that separate facts, such as points, brackets and the ends of emphasis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from papernotes_plugin.recognisers.evidence.segmentation.token_kinds import form_of, lists_with
from papernotes_plugin.recognisers.evidence.segmentation.tokens import EMPHASIS, LINK, QUOTED, STRONG, Token

_HARD_MARKS = frozenset(':;|–—·•/\\“”„«»「」『』《》〈〉"()[]\x1d@=>→★-')
"""Marks that separate the facts of a paper."""
_MARKED = LINK | EMPHASIS | STRONG | QUOTED


@dataclass(slots=True)
class TextPart:
    """Numbers of words of each kind in a part of a text."""

    words: int = 0
    capitals: int = 0
    given: int = 0
    """Given names."""
    initials: int = 0
    title: int = 0
    """Words that are frequent in titles."""
    venue: int = 0
    publisher: int = 0
    years: int = 0
    numbers: int = 0
    lower: int = 0
    """Words of four letters or more in lower case."""
    commas: int = 0

    def add(self, word: str) -> None:
        """Count a token."""
        form, lists = form_of(word), lists_with(word)
        if word == ",":
            self.commas += 1
        elif word[0].isdigit():
            self.years += form in ("Y", "y")
            self.numbers += 1
        elif word[0].isalpha():
            self.words += 1
            self.capitals += form[0] == "A"
            self.initials += form == "A"
            self.lower += form == "x"
            self.given += "g" in lists
            self.title += "t" in lists
            self.venue += "v" in lists or "a" in lists
            self.publisher += "p" in lists or "c" in lists


SplitTokens = tuple[list[int], list[TextPart]]
"""The number of the part of each token, and the parts."""


def split_parts(tokens: Sequence[Token]) -> SplitTokens:
    """Return the number of the part of each token, and the parts."""
    numbers: list[int] = []
    parts = [TextPart()]
    last_marks = tokens[0].marks & _MARKED if tokens else 0
    for at, token in enumerate(tokens):
        marks = token.marks & _MARKED
        if (marks != last_marks and token.text not in ".,") or token.opens_line:
            parts.append(TextPart())
        last_marks = marks if token.text not in ".,;:" else last_marks
        numbers.append(len(parts) - 1)
        if _ends_part(tokens, at):
            parts.append(TextPart())
        else:
            parts[-1].add(token.text)
    return numbers, parts


def _ends_part(tokens: Sequence[Token], at: int) -> bool:
    """Return whether a token is a mark between facts, or ends a sentence."""
    token = tokens[at]
    if token.text in _HARD_MARKS:
        # a hyphen within a word or between numbers separates nothing
        is_tight = at + 1 < len(tokens) and tokens[at + 1].start == token.end and token.start == tokens[at - 1].end
        return not (token.text in "-–/" and is_tight)
    if token.text in ".?!":
        return not (at and form_of(tokens[at - 1].text) == "A" and tokens[at - 1].end == token.start)
    return False
