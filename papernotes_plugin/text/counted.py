"""Write a number with its noun."""

from __future__ import annotations


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun in the singular or the plural.

    Examples:
        >>> counted(1, "note"), counted(0, "note"), counted(2, "entry", "entries")
        ('1 note', '0 notes', '2 entries')

    Args:
        number: The number.
        noun: The noun in the singular.
        plural: Its plural; by default with an added `s`.
    """
    return f"{number} {noun if number == 1 else plural or f'{noun}s'}"
