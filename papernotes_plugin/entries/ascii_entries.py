r"""Values in pure ASCII: every letter and sign that LaTeX sets as the command that sets it.

A letter with accents is BibTeX's "special character", `{\"u}`, which its styles count as one letter, sort by its
base and write small or large like one (btxdoc, section 4); a sign of mathematics stands in `{$…$}`.  What LaTeX
cannot set without fonts of its own, as Chinese or an emoji, shows its number: `[U+1F525]`.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace
from functools import lru_cache
from urllib.parse import quote

from papernotes_plugin.entries import safe_value
from papernotes_plugin.entries.bibtex_escaping import ESCAPES
from papernotes_plugin.text import math_spans
from papernotes_plugin.text.latex_symbols import (
    ACCENTS_ABOVE,
    ACCENTS_BELOW,
    BLACKBOARD,
    CALLIGRAPHIC,
    LATIN_LOOKALIKES,
    LETTERS,
    LIGATURES,
    MATH_ACCENTS,
    MATH_SYMBOLS,
    TEXT_SYMBOLS,
)
from papernotes_plugin.vocabulary.model import Entry

_VERBATIM = frozenset({"url", "doi", "eprint"})
_MARKS = "\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff"
_PIECE = re.compile(
    rf"\\[A-Za-z]+|\\.|[{{}}]|[A-Za-z][{_MARKS}]+|[^\x00-\x7f][{_MARKS}]*|[^\\{{}}\x80-\U0010ffff]+(?![{_MARKS}])|.",
    re.DOTALL,
)
_PRINTED = "".join(map(chr, range(33, 127)))
_SCRIPTS = {"<super>": "^", "<sub>": "_"}


def ascii_entry(entry: Entry) -> Entry:
    """The same entry with all values in ASCII; its key stays what it is."""
    if all(value.isascii() for _, value in entry.fields):
        return entry
    fields = tuple(
        (name, percent_encoded(value) if name in _VERBATIM else ascii_value(value)) for name, value in entry.fields
    )
    return replace(entry, fields=fields)


def percent_encoded(address: str) -> str:
    """A URL, DOI or eprint with what is no ASCII percent-encoded."""
    return quote(address, safe=_PRINTED)


def ascii_value(value: str) -> str:
    r"""The value, made safe where it is no ASCII, with commands for all that is none.

    Examples:
        >>> ascii_value("Gödel, Nguyễn – β-VAE: $α$")
        'G{\\"o}del, Nguy{\\~{\\^e}}n -- {$\\beta$}-VAE: $\\alpha $'
        >>> ascii_value("An {Übung} 🔥")
        'A{n {\\"U}bung} [U+1F525]'
    """
    if value.isascii():
        return value
    value = unicodedata.normalize("NFC", safe_value(value))
    out: list[str] = []
    position = 0
    for start, end, _, _ in math_spans(value):
        _put_text(out, value[position:start])
        _put_formula(out, "".join(_in_formula(match[0]) for match in _PIECE.finditer(value[start:end])), "")
        position = end
    _put_text(out, value[position:])
    return "".join(out)


def _put_text(out: list[str], text: str) -> None:
    for match in _PIECE.finditer(text):
        piece = match[0]
        tex = piece if piece.isascii() else text_command(piece)
        if piece.isascii() or tex[:1] not in {"\\", "$"}:
            out.append(tex)
        elif tex[0] == "$":
            _put_formula(out, tex, "{" if out[-1:] != ["{"] else "")
        elif out[-1:] == ["{"]:
            _open(out, tex, text[match.end() : match.end() + 1])
        else:
            out.append(f"{{{tex}}}")


def _put_formula(out: list[str], formula: str, brace: str) -> None:
    """Put a formula, as a part of the one right before it if there is one: `$a$$b$` would read as a display."""
    last = out[-1].strip("{}") if out else ""
    if last[:1] == "$" == formula[:1] and last[:2] != "$$" != formula[:2]:
        out[-1] = out[-1].replace(last, f"{last[:-1].rstrip()} {formula[1:]}")
    elif formula:
        out.append(f"{{{formula}}}" if brace else formula)


def _open(out: list[str], tex: str, after: str) -> None:
    """Put a command where a group has just begun: `{{` would break a template engine in the same site.

    A group that begins with a command does not protect capitals, so it begins a character earlier.
    """
    before = out[-2] if len(out) > 1 else ""
    bare = before.rstrip()
    if bare and bare[0] not in "\\{}$" and bare[-1] not in "$%#":
        out[-2:] = [bare[:-1], f"{{{bare[-1]}{before[len(bare) :]}", f"{{{tex}}}"]
    else:
        out.append(f"{tex}{{}}" if re.fullmatch(r"\\[A-Za-z]+", tex) and after != "}" else tex)


@lru_cache(maxsize=1 << 12)
def text_command(cluster: str) -> str:
    r"""A letter with its accents or a sign in running text, without the braces round it.

    Examples:
        >>> text_command("ệ"), text_command("ß"), text_command("∈"), text_command("—"), text_command("注")
        ('\\d{\\^e}', '\\ss', '$\\in$', '---', '[U+6CE8]')
    """
    cluster = unicodedata.normalize("NFC", cluster)
    if cluster in LIGATURES or cluster in LATIN_LOOKALIKES:
        return LIGATURES.get(cluster) or LATIN_LOOKALIKES[cluster]
    found = LETTERS.get(cluster) or TEXT_SYMBOLS.get(cluster)
    if found:
        return found
    formula = formula_command(cluster)
    if formula:
        return f"${formula}$"
    base, *marks = tuple(unicodedata.normalize("NFD", cluster))
    if (
        marks
        and (base.isascii() or base in LETTERS)
        and all(mark in ACCENTS_ABOVE or mark in ACCENTS_BELOW for mark in marks)
    ):
        return _accented(LETTERS.get(base, base), marks)
    return _spelt(cluster)


def _spelt(cluster: str) -> str:
    """What is no letter that TeX knows: what it stands for if that is known (`ﬁ`, `Ⅳ`), nothing, or its number."""
    plain = unicodedata.normalize("NFKC", cluster)
    if plain != cluster and not plain[:1].isspace():
        formulas = [formula_command(char) for char in plain]
        if all(formulas):
            return f"${''.join(formulas)}$"
        return "".join(char.translate(ESCAPES) if char.isascii() else _braced(text_command(char)) for char in plain)
    shown = (char for char in cluster if unicodedata.category(char) != "Cf" and not 0xFE00 <= ord(char) <= 0xFE0F)
    return "".join(char if char.isascii() else f"[U+{ord(char):04X}]" for char in shown)


def _braced(tex: str) -> str:
    return f"{{{tex}}}" if tex[:1] in {"\\", "$"} else tex


def _accented(letter: str, marks: list[str]) -> str:
    r"""The letter with accents, those below outermost: TeX sets an accent on a letter, never on what hangs below it."""
    marks = sorted(marks, key=lambda mark: mark in ACCENTS_BELOW)
    tex = letter
    for mark in marks:
        command = ACCENTS_ABOVE.get(mark) or ACCENTS_BELOW[mark]
        if len(tex) > 1:
            tex = f"{command}{{{tex}}}"
        else:
            tex = f"{command} {tex}" if command[-1].isalpha() else f"{command}{tex}"
    return tex


# --- formulas -------------------------------------------------------------------------------------


def _in_formula(piece: str) -> str:
    if piece.isascii():
        return piece
    formula = formula_command(piece) or LATIN_LOOKALIKES.get(piece)
    if formula:
        return f"{formula} " if formula[0] == "\\" and formula[-1].isalpha() else formula
    base, *marks = tuple(unicodedata.normalize("NFD", piece))
    if base.isascii() and marks and all(mark in MATH_ACCENTS for mark in marks):
        for mark in marks:
            base = f"\\{MATH_ACCENTS[mark]}{{{base}}}"
        return base
    tex = text_command(piece)
    return rf"\mbox{{{tex}}}" if tex else ""


def formula_command(cluster: str) -> str:
    r"""A sign in a formula; "" for what is none.

    Examples:
        >>> formula_command("α"), formula_command("ℝ"), formula_command("²"), formula_command("∌")
        ('\\alpha', '\\mathbb{R}', '^2', '\\not\\ni')
    """
    if cluster in MATH_SYMBOLS:
        return MATH_SYMBOLS[cluster]
    if cluster in BLACKBOARD:
        return rf"\mathbb{{{BLACKBOARD[cluster]}}}"
    if cluster in CALLIGRAPHIC:
        return rf"\mathcal{{{CALLIGRAPHIC[cluster]}}}"
    tag, _, codes = unicodedata.decomposition(cluster).partition(" ") if len(cluster) == 1 else ("", "", "")
    if tag in _SCRIPTS:
        inner = "".join(chr(int(code, 16)) for code in codes.split())
        inner = inner if inner.isascii() else formula_command(inner) if len(inner) == 1 else ""
        return f"{_SCRIPTS[tag]}{inner}" if len(inner) == 1 else f"{_SCRIPTS[tag]}{{{inner}}}" if inner else ""
    base, *marks = tuple(unicodedata.normalize("NFD", cluster))
    if marks == ["\u0338"] and base in MATH_SYMBOLS:
        return rf"\not{MATH_SYMBOLS[base]}"
    if marks and (base in MATH_SYMBOLS or base in LATIN_LOOKALIKES) and all(mark in MATH_ACCENTS for mark in marks):
        inner = MATH_SYMBOLS.get(base) or LATIN_LOOKALIKES[base]
        for mark in marks:
            inner = f"\\{MATH_ACCENTS[mark]}{{{inner}}}"
        return inner
    return ""
