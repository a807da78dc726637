r"""Write BibTeX entries as text that every reader of BibTeX takes, whatever their values hold.

Some values would break a file.  BibTeX counts `\{` as a brace, other parsers do not.  A backslash before the closing
brace hides that brace, and a line that begins with `@` begins an entry.  A template engine in the same site would run
`{{`, `{%` and `{#`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from papernotes_plugin.text import plain_text
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Entry

_ORDER = """
    title subtitle author editor booktitle booksubtitle journal journaltitle series volume number issue edition chapter
    pages eid publisher organization institution school address location type howpublished month year date
    eprint archiveprefix eprinttype primaryclass eprintclass doi isbn issn pmid url urldate version note key
"""
FIELD_ORDER = tuple(_ORDER.split())
"""Field names in the order in which they are written; all others follow alphabetically."""
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
"""Macros of the standard styles for months; a field `month` that holds one is written without braces."""

_SPECIAL_TYPES = frozenset({"", "comment", "preamble", "string", "xdata"})
"""Types that readers of BibTeX do not take as entries of papers."""
_RANK = {name: rank for rank, name in enumerate(FIELD_ORDER)}
_NOT_IN_KEY = lazy_regex(r"[^\w:.+/@-]+")
_NOT_IN_NAME = lazy_regex(r"[^a-z0-9_+:.-]+")
_CONTROL = lazy_regex(
    "[\x00-\x08\x0b\x0c\x0e-\x1b\x7f-\x84\x86-\x9f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)
_BRACKETED = lazy_regex(r"\\.|[{}]|\[[^\[\]{}\\]*\]|[^\\{}\[\]]+|.", re.DOTALL)
_SIMPLE = lazy_regex(r"[^{}\\]*(?:\{[^{}\\%#][^{}\\]*\}[^{}\\]*)*")
"""A value whose groups hold no other group, as most do; such a value is safe."""
_OPENING = {"{", "\\{"}
_PARTNER = {"}": "{", "\\}": "\\{"}
_PIECE = lazy_regex(r"\\[A-Za-z]+|\\.|[{}]|[^\\{}]+", re.DOTALL)


def format_entries(entries: Iterable[Entry]) -> str:
    """Return the entries as `.bib` text, in the order given, with an empty line between two."""
    return "\n".join(map(_format_entry, entries))


def valid_key(text: str) -> str:
    r"""Return a citekey without the characters that some programs refuse; "" if none is left.

    Examples:
        >>> valid_key("Smith {2020}, a\\b"), valid_key("JiachenTWang2025ICLR+"), valid_key("%")
        ('Smith-2020-a-b', 'JiachenTWang2025ICLR+', '')
    """
    if text.isascii() and text.isalnum():
        return text
    return _NOT_IN_KEY.sub("-", unicodedata.normalize("NFC", text)).strip("-")


def _format_entry(entry: Entry) -> str:
    fields: dict[str, str] = {}
    for name, value in entry.fields:
        name, value = _NOT_IN_NAME.sub("", name.lower()), safe_value(value)
        if name and value:
            fields.setdefault(name, value)
    kind = _NOT_IN_NAME.sub("", entry.type.lower())
    kind = "misc" if kind in _SPECIAL_TYPES else kind
    names = sorted(fields, key=lambda name: (_RANK.get(name, len(_RANK)), name))
    lines = [f"  {name} = {_enclosed(name, fields[name])},\n" for name in names]
    return f"@{kind}{{{valid_key(entry.key) or 'x'},\n{''.join(lines)}}}\n"


def _enclosed(name: str, value: str) -> str:
    if name == "month" and value in MONTHS:
        return value
    if value[0] not in "{%#":
        return f"{{{value}}}"
    # some parsers end a quoted value at any quote in it, even inside braces
    return f'"{value}"' if '"' not in value else f"{{ {value}}}"


def safe_label(value: str) -> str:
    r"""Return a value with its brackets in braces.

    A style puts labels between brackets itself, as in `\bibitem[Team [A](2020)]`.

    Examples:
        >>> safe_label("Team [A] and {B [C]} and D]")
        'Team {[A]} and {B [C]} and D{]}'
    """
    if "[" not in value and "]" not in value:
        return value
    depth, out = 0, []
    for match in _BRACKETED.finditer(value):
        piece = match[0]
        depth += (piece == "{") - (piece == "}")
        out.append(f"{{{piece}}}" if depth == 0 and piece[0] in "[]" else piece)
    return "".join(out)


def safe_value(value: str) -> str:
    r"""Return a value on one line, without anything that could end it early or begin another entry.

    Unpaired braces and doubled braces are dropped.  A value that is safe already is returned unchanged.

    Examples:
        >>> safe_value("a}\n@misc{b {{c} d}\\")
        'a @miscb {c d}'
    """
    if not (value.isascii() and value.isprintable()):
        value = _CONTROL.sub("", value)
    value = " ".join(value.split())
    if ("{" in value or "}" in value or "\\" in value) and not _SIMPLE.fullmatch(value):
        value = " ".join(_balanced(value).split())
    while value.endswith("\\"):
        value = value[:-1].rstrip()
    return value


def _balanced(value: str) -> str:
    pieces = _paired(_PIECE.findall(value))
    return _undoubled(pieces).replace("{%", "{ %").replace("{#", "{ #")


def _paired(pieces: list[str]) -> list[str]:
    r"""Return the pieces without unpaired braces; `{` pairs with `}`, and `\{` with `\}`, properly nested."""
    out: list[str] = []
    opened: list[int] = []
    for piece in pieces:
        if piece in _OPENING:
            opened.append(len(out))
        elif piece in _PARTNER:
            if not opened or out[opened[-1]] != _PARTNER[piece]:
                piece = _gap(out)
            else:
                opened.pop()
        out.append(piece)
    for at in opened:
        out[at] = _gap(out[at - 1 : at])
    return [piece for piece in out if piece]


def _gap(out: list[str]) -> str:
    """Return the replacement of a dropped brace: a space if a command would run into the text behind it."""
    last = out[-1] if out else ""
    return " " if last[:1] == "\\" and last[-1].isalpha() else ""


def _undoubled(pieces: list[str]) -> str:
    """Return the text of paired pieces, without the braces of a group with which another group begins."""
    out: list[str] = []
    opened: list[tuple[int, bool]] = []
    math, last = False, ""
    for piece in pieces:
        if piece == "{":
            doubled = last == "{"
            opened.append((len(out), doubled))
            piece = "" if doubled else " {" if last == "\\\\" else piece
        elif piece == "}":
            start, doubled = opened.pop()
            if doubled:
                if not math and not (opened and opened[-1][1]):
                    _dissolve(out, start)
                piece = _gap(out[-1:])
            elif last == "\\\\":
                piece = " }"
        elif piece[0] != "\\":
            math ^= piece.count("$") % 2 == 1
        last = piece.strip() or last
        out.append(piece)
    return "".join(out)


def _dissolve(out: list[str], start: int) -> None:
    r"""Turn the LaTeX with which a dissolved group begins, `{{\"O}zg}`, into Unicode.

    BibTeX would take the outer group for a special character otherwise.
    """
    inner = "".join(out[start:])
    if inner.startswith("\\"):
        text = plain_text(inner)
        if not set(text) & set("\\{}$&%#_^~"):
            out[start:] = [text]
