"""The pattern of citekeys that nobody chose: `{author}{year}{title}`, as text and as its parts.

Imports the standard library only.  A field stands in braces, what changes it behind colons, as in JabRef; what stands
between the fields goes into the key as it is.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass

DEFAULT = "{author}{year}{title}"
LIMIT = 64
"""How long a generated key may be."""
FIELDS = ("author", "authors", "fullname", "year", "shortyear", "title", "venue")
MODIFIERS = ("lower", "upper", "camel", "abbr")
COUNTED = ("authors", "title")
"""Fields of which a number may say how many words or names are taken."""

_PIECE = re.compile(r"\{([^{}]*)\}|([A-Za-z0-9_:.+-]+)")


@dataclass(frozen=True, slots=True)
class Part:
    """A field of a pattern with what changes it, or a text that goes into the key as it is."""

    field: str = ""
    count: int = 0
    """How many words or names are taken; 0 where the pattern does not say."""
    modifiers: tuple[str, ...] = ()
    text: str = ""


def parse(pattern: str) -> tuple[Part, ...]:
    """The parts of a pattern.

    Examples:
        >>> [part.field or part.text for part in parse("{author:camel}_{shortyear}")]
        ['author', '_', 'shortyear']

    Raises:
        ValueError: where it says something that is not known; the message says what.
    """
    parts: list[Part] = []
    at = 0
    for match in _PIECE.finditer(pattern):
        if match.start() != at:
            break
        at = match.end()
        parts.append(Part(text=match[2]) if match[2] else _field(match[1]))
    if at != len(pattern):
        allowed = "letters, digits and _ : . + - may stand between the fields"
        raise ValueError(f"{pattern[at]!r} in it means nothing; {allowed}")
    if not any(part.field in ("author", "authors", "fullname", "title") for part in parts):
        raise ValueError("it needs a field of authors or of the title, or all keys are alike")
    return tuple(parts)


def _field(text: str) -> Part:
    """The part that stands in braces."""
    name, *rest = text.split(":")
    if name not in FIELDS:
        raise ValueError(f"{{{text}}} is no field; there are {', '.join(FIELDS)}{_near(name, FIELDS)}")
    numbers = [int(word) for word in rest if re.fullmatch(r"[1-9][0-9]?", word)]
    modifiers = tuple(word for word in rest if not re.fullmatch(r"[1-9][0-9]?", word))
    for word in modifiers:
        if word not in MODIFIERS:
            raise ValueError(f"'{word}' in {{{text}}} is none of {', '.join(MODIFIERS)}{_near(word, MODIFIERS)}")
    if numbers and (name not in COUNTED or len(numbers) > 1):
        raise ValueError(f"{{{text}}} cannot be counted; one number may stand in {' and '.join(COUNTED)}")
    return Part(name, numbers[0] if numbers else 0, modifiers)


def _near(word: str, known: tuple[str, ...]) -> str:
    near = difflib.get_close_matches(word, known, 1)
    return f"; did you mean '{near[0]}'?" if near else ""
