r"""Values in pure ASCII: every letter and sign that LaTeX sets as the command that sets it.

A letter with accents is BibTeX's "special character", `{\"u}`, which its styles count as one letter, sort by its
base and write small or large like one (btxdoc, section 4); a sign of mathematics stands in `{$…$}`.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace
from functools import lru_cache
from urllib.parse import quote

from papernotes_plugin.entries.symbols import ABOVE, BELOW, MATH, TEXT
from papernotes_plugin.model import Entry
from papernotes_plugin.text import math_spans

_VERBATIM = frozenset({"url", "doi", "eprint"})
_FOREIGN = re.compile(r"[^\x00-\x7f][\u0300-\u036f]*|[A-Za-z][\u0300-\u036f]+")


def ascii_entry(entry: Entry) -> Entry:
    """The same entry with all values in ASCII; its key stays what it is."""
    if all(value.isascii() for _, value in entry.fields):
        return entry
    fields = tuple((name, quoted(value) if name in _VERBATIM else ascii_value(value)) for name, value in entry.fields)
    return replace(entry, fields=fields)


def quoted(address: str) -> str:
    """A URL, DOI or eprint with what is no ASCII percent-encoded."""
    return quote(address, safe="".join(map(chr, range(33, 127))))


def ascii_value(value: str) -> str:
    r"""The value with commands for all that is no ASCII.

    Examples:
        >>> ascii_value("Gödel, Nguyễn – β-VAE: $α$")
        'G{\\"o}del, Nguy{\\~{\\^e}}n -- {$\\beta$}-VAE: $\\alpha $'
    """
    if value.isascii():
        return value
    out, position = [], 0
    for start, end, _, _ in math_spans(value):
        out += [_FOREIGN.sub(_in_text, value[position:start]), _FOREIGN.sub(_in_math, value[start:end])]
        position = end
    return "".join([*out, _FOREIGN.sub(_in_text, value[position:])])


def _in_text(match: re.Match[str]) -> str:
    return _text(match[0])


def _in_math(match: re.Match[str]) -> str:
    return _math(match[0])


@lru_cache(maxsize=1 << 12)
def _text(cluster: str) -> str:
    """One letter with its accents, or one sign, for running text."""
    whole = unicodedata.normalize("NFC", cluster)
    if whole in TEXT:
        return TEXT[whole]
    if whole in MATH:
        return f"{{${MATH[whole]}$}}"
    decomposed = unicodedata.normalize("NFD", whole)
    base, marks = decomposed[0], decomposed[1:]
    if marks and all(mark in ABOVE or mark in BELOW for mark in marks):
        return _accented(base, marks)
    compatible = unicodedata.normalize("NFKC", whole)
    if compatible != whole and compatible:
        return "".join(_text(char) if not char.isascii() else char for char in compatible)
    return "".join(f"[U+{ord(char):04X}]" for char in whole)


def _accented(base: str, marks: str) -> str:
    r"""The base with accents, those below outermost: TeX sets an accent on a letter, never on what hangs below it."""
    letter = TEXT.get(base, base)
    tex = letter.strip("{}") if letter != base else base
    for at, mark in enumerate(sorted(marks, key=lambda mark: mark in BELOW)):
        command = ABOVE.get(mark) or BELOW[mark]
        if at == 0 and base in "ij" and mark in ABOVE:
            tex = f"\\{base}"
        if at:
            tex = f"{{{tex}}}"
        elif command[-1].isalpha() or tex[0] == "\\":
            tex = f" {tex}" if command[-1].isalpha() and tex[0] != "\\" else f"{{{tex}}}" if tex[0] == "\\" else tex
        tex = f"{command}{tex}"
    return f"{{{tex}}}"


@lru_cache(maxsize=1 << 12)
def _math(cluster: str) -> str:
    whole = unicodedata.normalize("NFC", cluster)
    if whole in MATH:
        return f"{MATH[whole]} "
    return rf"\text{{{_text(whole)}}}"
