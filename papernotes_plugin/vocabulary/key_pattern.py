"""Parse the pattern of generated citekeys: `{author}{year}{title}`.

A field is in braces, with its modifiers after colons, as in JabRef.  Text between fields is copied into the key.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from papernotes_plugin.vocabulary.near_names import did_you_mean

DEFAULT = "{author}{year}{title}"
LIMIT = 64
"""Maximum length of a generated citekey."""
FIELDS = ("author", "authors", "fullname", "year", "shortyear", "title", "venue")
MODIFIERS = ("lower", "upper", "camel", "abbr")
COUNTED = ("authors", "title")
"""Fields with a number as modifier: how many words or names to take."""

_PIECE = re.compile(r"\{([^{}]*)\}|([A-Za-z0-9_:.+-]+)")


@dataclass(frozen=True, slots=True)
class PatternPart:
    """A field of a pattern with its modifiers, or text that is copied into the key."""

    field: str = ""
    count: int = 0
    """Number of words or names to take; 0 if the pattern does not say."""
    modifiers: tuple[str, ...] = ()
    text: str = ""


def parse(pattern: str) -> tuple[PatternPart, ...]:
    """Return the parts of a pattern.

    Examples:
        >>> [part.field or part.text for part in parse("{author:camel}_{shortyear}")]
        ['author', '_', 'shortyear']

    Raises:
        ValueError: If the pattern is invalid; the message says why.
    """
    parts: list[PatternPart] = []
    at = 0
    for match in _PIECE.finditer(pattern):
        if match.start() != at:
            break
        at = match.end()
        parts.append(PatternPart(text=match[2]) if match[2] else _field(match[1]))
    if at != len(pattern):
        allowed = "only letters, digits and _ : . + - may be between the fields"
        raise ValueError(f"{pattern[at]!r} is not allowed; {allowed}")
    if not any(part.field in ("author", "authors", "fullname", "title") for part in parts):
        raise ValueError("it needs a field of authors or of the title, or all keys are equal")
    return tuple(parts)


def _field(text: str) -> PatternPart:
    """Return the part for the text between braces."""
    name, *rest = text.split(":")
    if name not in FIELDS:
        raise ValueError(f"{{{text}}} is not a field; the fields are {', '.join(FIELDS)}{did_you_mean(name, FIELDS)}")
    numbers = [int(word) for word in rest if re.fullmatch(r"[1-9][0-9]?", word)]
    modifiers = tuple(word for word in rest if not re.fullmatch(r"[1-9][0-9]?", word))
    for word in modifiers:
        if word not in MODIFIERS:
            names = f"{', '.join(MODIFIERS)}{did_you_mean(word, MODIFIERS)}"
            raise ValueError(f"'{word}' in {{{text}}} is not one of {names}")
    if numbers and (name not in COUNTED or len(numbers) > 1):
        raise ValueError(f"{{{text}}}: only {' and '.join(COUNTED)} take a number, and only one")
    return PatternPart(name, numbers[0] if numbers else 0, modifiers)
