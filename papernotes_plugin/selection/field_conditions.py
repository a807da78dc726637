"""Conditions for fields of cards and of front matter: `status=reading`, `rating>=4`, `read`."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Library, MentionKind, Paper

_CONDITION = lazy_regex(
    r"\s*([^\s<>=!,;](?:[^<>=!,;]*[^\s<>=!,;])?)\s*(?:(<=|>=|!=|=|<|>)\s*+((?:[^<>=!,;]*[^\s<>=!,;])?)\s*)?"
)
_OPERATORS: Mapping[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
_NUMBER = lazy_regex(r"[-+]?\d+(?:\.\d+)?")
_DATE = lazy_regex(r"\d{4}-\d\d(?:-\d\d)?")
_STARS = "★⭐🌟"
_MARKUP = lazy_regex(r"\[\[(?:[^|\[\]]*\|)?([^\[\]]*)\]\]|\[([^\[\]]*)\]\([^()]*\)|[*_`#\"]")


class FieldCondition(NamedTuple):
    """One condition for a field."""

    label: str
    """Name of the field, in the form of `folded_label`."""
    operator: str = ""
    """`=`, `!=`, `<`, `<=`, `>` or `>=`; empty if the field only has to exist."""
    value: str = ""

    def __str__(self) -> str:
        """Return the condition as people write it."""
        return f"{self.label}{self.operator}{self.value}"

    def accepts(self, values: Mapping[str, list[str]]) -> bool:
        """Return whether fields, by their folded label, meet the condition.

        `=` means equal ignoring case, for the whole value or for one of several values with commas.  `!=` is its
        opposite, so it accepts a paper without the field.  The others compare dates as dates, and otherwise the first
        number, which for stars is their count.
        """
        given = values.get(self.label, [])
        if not self.operator:
            return bool(given)
        if self.operator in ("=", "!="):
            return any(_is_equal(value, self.value) for value in given) is (self.operator == "=")
        wanted = _comparable(self.value)
        values_of_kind = (value for value in map(_comparable, given) if type(value) is type(wanted))
        return any(_OPERATORS[self.operator](value, wanted) for value in values_of_kind)


def parse_conditions(text: str) -> tuple[FieldCondition, ...]:
    """Return the conditions in a text, which are separated by commas or semicolons.

    Raises:
        ValueError: If a condition has no field, no value, or nothing that can be compared.

    Examples:
        >>> [str(condition) for condition in parse_conditions("Status = reading, rating>=4")]
        ['status=reading', 'rating>=4']
    """
    conditions = []
    for part in filter(str.strip, re.split("[,;]", text)):
        match = _CONDITION.fullmatch(part)
        if not match or (match[2] and not match[3]):
            raise ValueError(f"option 'where' must be like status=reading or rating>=4, not '{part.strip()}'")
        condition = FieldCondition(folded_label(match[1]), match[2] or "", match[3] or "")
        if condition.operator in _OPERATORS and _comparable(condition.value) is None:
            raise ValueError(f"option 'where' compares numbers and dates, not '{part.strip()}'")
        conditions.append(condition)
    if not conditions:
        raise ValueError("option 'where' is empty")
    return tuple(conditions)


def all_accept(conditions: Iterable[FieldCondition], values: Mapping[str, list[str]]) -> bool:
    """Return whether the fields of one paper, by their folded label, meet all conditions."""
    return all(condition.accepts(values) for condition in conditions)


def field_values(library: Library) -> Callable[[Paper], Mapping[str, list[str]]]:
    """Return a function from a paper to its fields, and the front matter of its literature notes, by folded label."""
    meta = {note.path: note.meta for note in library.notes}

    def values(paper: Paper) -> Mapping[str, list[str]]:
        by_label: dict[str, list[str]] = {}
        pairs = [(field.label, field.value) for field in paper.fields]
        for mention in paper.mentions:
            if mention.kind is MentionKind.LITERATURE_NOTE:
                pairs += [(key, text) for key, value in meta.get(mention.note, {}).items() for text in _texts(value)]
        for label, value in pairs:
            present = by_label.setdefault(folded_label(label), [])
            if value not in present:
                present.append(value)
        return by_label

    return values


def _texts(value: object) -> Iterator[str]:
    """Yield a value of front matter, or each value of a list, as text; true and false as YAML writes them."""
    for item in value if isinstance(value, list) else [value]:
        if isinstance(item, bool):
            yield str(item).lower()
        elif item is not None and not isinstance(item, dict):
            yield str(item)


def folded_label(label: str) -> str:
    """Return the name of a field without differences of case, spaces, hyphens and underscores."""
    return re.sub(r"[\s_-]+", " ", label).strip().casefold()


def _is_equal(value: str, wanted: str) -> bool:
    plain = _MARKUP.sub(lambda match: match[1] or match[2] or "", value)
    folded = wanted.casefold()
    if folded in {part.strip().casefold() for part in (plain, *re.split("[,;]", plain))}:
        return True
    number = _NUMBER.fullmatch(wanted)
    return (
        bool(number) and bool(_stars(value) or _NUMBER.fullmatch(plain.strip())) and _comparable(value) == float(wanted)
    )


def _comparable(value: str) -> float | str | None:
    """Return a value as a date, else as its first number or its count of stars; None without any."""
    if date := _DATE.search(value):
        return date[0]
    if stars := _stars(value):
        return float(stars)
    number = _NUMBER.search(value)
    return float(number[0]) if number else None


def _stars(value: str) -> int:
    return sum(value.count(star) for star in _STARS)
