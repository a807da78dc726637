"""Format names of people as a BibTeX value, the form of the fields `author` and `editor`."""

from __future__ import annotations

from collections.abc import Iterable

from papernotes_plugin.entries.bibtex_escaping import encode_latex
from papernotes_plugin.people import Person, parse_people


def format_names(written: Iterable[str], more: bool = False) -> str:
    """Return names as a BibTeX value, family names first and separated by `and`; "" without names.

    Args:
        written: Names as the notes spell them, for example `Ada Lovelace` or `Lovelace, Ada`.
        more: Whether there are further people.  The value ends in `others` then, and also if `written` is shortened.

    Examples:
        >>> format_names(["Ada Lovelace", "Ludwig van Beethoven", "OpenAI Team"])
        'Lovelace, Ada and van Beethoven, Ludwig and {OpenAI Team}'
    """
    persons, cut = parse_people(written)
    listed = [_name(person) for person in persons]
    return " and ".join([*listed, "others"] if listed and (cut or more) else listed)


def _name(person: Person) -> str:
    if person.organisation or (not person.given and " " in person.surname) or " and " in f" {person.inverted.lower()} ":
        return f"{{{encode_latex(person.natural)}}}"
    return ", ".join(encode_latex(part) for part in (person.surname, person.suffix, person.given) if part)
