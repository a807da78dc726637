"""Texts that make a regular expression slow if it can be: made of the characters that its own parts match.

An expression takes quadratic time if it can match a long part of a text in many ways, or from many beginnings.  Each
text therefore repeats what a quantifier of the expression repeats.  It begins with what the expression has before the
quantifier, and ends with something that may be no match.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from re import _compiler, _constants, _parser  # type: ignore[attr-defined]
from typing import Any, NamedTuple

_CHARACTERS = " \xa0\n\t\u3000aZ1é漢,.:;-–—()[]{}<>“”\"'’*_`|/\\&#@!?%=+~$^•§0x年。，、《»É٣"
"""Characters of which a class matches some; all that it names are added."""
_LONG = 20
"""Number of repetitions from which a quantifier is long."""
_MAX_SAMPLE = 60
"""Maximum number of repetitions in a sample."""
_ONE = (_constants.IN, _constants.LITERAL, _constants.NOT_LITERAL, _constants.ANY)
_REPEATS = (_constants.MAX_REPEAT, _constants.MIN_REPEAT, _constants.POSSESSIVE_REPEAT)
_LOOKS = (_constants.ASSERT, _constants.ASSERT_NOT)
_NO_MATCH = "\n\x01"
"""The end of a line and a character that most expressions do not match."""

_Parts = list[tuple[Any, Any]]
"""Parts of a parsed expression, one after the other: an operator and its arguments."""


class HostileText(NamedTuple):
    """A text of any length."""

    prefix: str
    repeated: str
    tail: str

    def of_length(self, length: int) -> str:
        """Return the text with about as many repeated characters as asked."""
        return self.prefix + self.repeated * max(1, length // len(self.repeated)) + self.tail


def hostile_texts(pattern: str, flags: int, rounds: int) -> Iterator[HostileText]:
    """Yield different texts for an expression; each round makes further ones of all its quantifiers."""
    parsed = _parser.parse(pattern, flags)
    samples = _Samples(parsed.state.flags)
    parts = list(parsed)
    repeats = list(samples.repeats(parts, ""))
    count = Counter(character for one in _ones(parts) for character in samples.matching(*one))
    frequent = [character for character, _ in count.most_common()]
    texts = [HostileText("", character, "") for character in frequent[: 4 * rounds]]
    for number in range(rounds):
        for prefix, repeated, rest in repeats:
            if len(repeated) == 1 and repeated[0][0] in _ONE:
                # those first that other parts match, too
                matching = sorted(samples.matching(*repeated[0]), key=frequent.index)
                unit = matching[number] if number < len(matching) else samples.text(repeated)
            else:
                unit = samples.text(repeated)
            end = samples.text(rest)
            texts += [
                HostileText(prefix, unit, ""),
                HostileText(prefix, unit, _NO_MATCH),
                HostileText(prefix, unit, end),
                HostileText("", prefix + unit, ""),
                HostileText("", prefix + unit, end),
                HostileText("", prefix + unit + end, ""),
                HostileText("", prefix + unit + end[:-1], "\n"),
            ]
        whole = samples.text(parts)
        texts += [HostileText("", whole, ""), HostileText("", whole[:-1], "")]
    yield from (text for text in dict.fromkeys(texts) if text.repeated)


class _Samples:
    """Random texts that the parts of an expression match, apart from what they look for before and after them."""

    def __init__(self, flags: int) -> None:
        self._flags = flags
        self._random = Random(0)
        self._matching: dict[tuple[Any, int], list[str]] = {}
        self._groups: dict[int, str] = {}

    def matching(self, operator: Any, argument: Any) -> list[str]:
        """Return characters that a part for one character matches."""
        if operator is _constants.LITERAL:
            return [chr(argument)]
        key = operator, id(argument)  # the parsed expression exists as long as this object
        if key not in self._matching:
            self._matching[key] = _matching_class(str(argument), operator, _Unhashed(argument), self._flags)
        return self._matching[key]

    def text(self, parts: _Parts) -> str:
        """Return a text that parts of an expression match."""
        return "".join(self._text_of_part(operator, argument) for operator, argument in parts)

    def _text_of_part(self, operator: Any, argument: Any) -> str:
        if operator in _ONE:
            return self._random.choice(self.matching(operator, argument) or ["x"])
        if operator in _REPEATS:
            least, most, repeated = argument
            count = min(least + self._random.randint(0, min(2, most - least)), _MAX_SAMPLE)
            return "".join(self.text(repeated) for _ in range(count))
        if operator is _constants.GROUPREF:
            return self._groups.get(argument, "")
        inner = [] if operator in _LOOKS else _inner(operator, argument)
        text = self.text(self._random.choice(inner)) if inner else ""
        if operator is _constants.SUBPATTERN and argument[0]:
            self._groups[argument[0]] = text
        return text

    def repeats(self, parts: _Parts, prefix: str) -> Iterator[tuple[str, _Parts, _Parts]]:
        """Yield what each long quantifier repeats, with a text before it and the parts after it."""
        for number, (operator, argument) in enumerate(parts):
            rest = list(parts[number + 1 :])
            if operator in _REPEATS and argument[1] >= _LONG:
                yield prefix, list(argument[2]), rest
            for inner in _inner(operator, argument):
                for before, repeated, after in self.repeats(list(inner), prefix):
                    yield before, repeated, [*after, *rest]
            prefix += self._text_of_part(operator, argument)


def _inner(operator: Any, argument: Any) -> list[_Parts]:
    """Return the parts within a part of an expression: several if it has alternatives."""
    if operator in _REPEATS:
        return [argument[2]]
    if operator is _constants.BRANCH:
        return list(argument[1])
    if operator is _constants.SUBPATTERN:
        return [argument[3]]
    if operator is _constants.ATOMIC_GROUP:
        return [argument]
    if operator in _LOOKS:
        return [argument[1]]
    return [part for part in argument[1:] if part] if operator is _constants.GROUPREF_EXISTS else []


def _ones(parts: _Parts) -> Iterator[tuple[Any, Any]]:
    """Yield the parts of an expression that match one character."""
    for operator, argument in parts:
        if operator in _ONE:
            yield operator, argument
        for inner in _inner(operator, argument):
            yield from _ones(inner)


class _Unhashed:
    """A value that has no influence on what a cached function returns."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __hash__(self) -> int:
        return 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Unhashed)


@cache
def _matching_class(_text: str, operator: Any, argument: _Unhashed, flags: int) -> list[str]:
    named = [
        character
        for kind, value in (argument.value if operator is _constants.IN else ())
        if kind in (_constants.LITERAL, _constants.RANGE)
        for character in (value if kind is _constants.RANGE else (value,))
    ]
    parsed = _parser.SubPattern(_parser.State(), [(operator, argument.value)])
    parsed.state.str, parsed.state.flags = "", flags
    expression = _compiler.compile(parsed, flags)
    return [c for c in dict.fromkeys((*_CHARACTERS, *map(chr, named))) if re.Pattern.match(expression, c)]
