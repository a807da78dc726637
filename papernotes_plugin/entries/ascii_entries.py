r"""Write the values of BibTeX entries in ASCII, with LaTeX commands for all other characters.

A letter with accents becomes what BibTeX calls a special character: `{\"u}`.  Its styles count such a group as one
letter, sort it by its base letter and change its case (btxdoc, section 4).  A mathematical symbol becomes a formula,
`{$\beta$}`.  A character that LaTeX cannot set without further fonts, such as Chinese or an emoji, is shown by its
number: `[U+1F525]`.

The commands come from pylatexenc's table of characters.  All of them compile with the encodings T1 and TS1 and the
package `amssymb`, and `papernotes_plugin.entries.latex_values` reads them as the same characters.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace
from functools import lru_cache
from urllib.parse import quote

from pylatexenc.latexencode import (  # type: ignore[import-untyped]
    RULE_DICT,
    UnicodeToLatexConversionRule,
    UnicodeToLatexEncoder,
)

from papernotes_plugin.entries.bib_text import safe_value
from papernotes_plugin.entries.bibtex_escaping import ESCAPES
from papernotes_plugin.text import split_at_math
from papernotes_plugin.text.latex_symbols import MATH_SYMBOLS, TEXT_SYMBOLS
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Entry

_VERBATIM_FIELDS = frozenset({"url", "doi", "eprint"})
_COMBINING = "\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff"
_PIECE = lazy_regex(
    rf"\\[A-Za-z]+|\\.|[{{}}]|[A-Za-z][{_COMBINING}]+|[^\x00-\x7f][{_COMBINING}]*"
    rf"|[^\\{{}}\x80-\U0010ffff]+(?![{_COMBINING}])|.",
    re.DOTALL,
)
"""A command, a brace, a character with its combining marks, or a stretch of ASCII."""
_PRINTED = "".join(map(chr, range(33, 127)))

# --- commands of characters -----------------------------------------------------------------------

_ACCENT_TABLE = r"\` \' \^ \~ \= \u \. \" \r \H \v \d \textcommabelow \c \k \b"
_TEXT_MARKS = "\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c\u0323\u0326\u0327\u0328\u0331"
_ACCENTS = dict(zip(_TEXT_MARKS, _ACCENT_TABLE.split(), strict=True))
"""Commands of accents in running text; pylatexenc knows most letters with one accent, and few with two."""
_MATH_ACCENT_TABLE = "grave acute hat tilde bar breve dot ddot mathring check vec"
_MATH_MARKS = "\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030c\u20d7"
_MATH_ACCENTS = dict(zip(_MATH_MARKS, _MATH_ACCENT_TABLE.split(), strict=True))
"""Commands of accents in formulas, without the backslash."""
_PUNCTUATION_TABLE = "– -- — --- ― --- ‒ -- ‘ ` ’ ' “ `` ” '' ‑ - ‛ ` ‟ `` ⁃ - ∕ / ∶ : ∷ :: ² $^2$ ³ $^3$ ¹ $^1$"
_PUNCTUATION = dict(zip(_PUNCTUATION_TABLE.split()[::2], _PUNCTUATION_TABLE.split()[1::2], strict=True))
"""Characters that have a shorter form than a command: TeX makes ligatures of these signs."""
_BETTER_MATH_TABLE = """
    ← leftarrow ↑ uparrow → rightarrow ↓ downarrow ∅ emptyset ∖ setminus ∗ ast √ surd ħ hbar ′ prime ≼ preccurlyeq
    ≽ succcurlyeq ♭ flat ♮ natural ♯ sharp ϝ digamma ⊼ barwedge ▶ blacktriangleright ▷ triangleright
    ◀ blacktriangleleft ◁ triangleleft ◦ circ ◯ bigcirc ⟂ perp ⨁ bigoplus ⨂ bigotimes
"""
_BETTER_MATH = dict(zip(_BETTER_MATH_TABLE.split()[::2], _BETTER_MATH_TABLE.split()[1::2], strict=True))
"""Symbols for which pylatexenc has no command, one outside of formulas only, or one that reads as another symbol."""
_BETTER_TEXT = {"…": "ldots", "†": "dag", "ẞ": "SS", "ȷ": "j"}
"""Characters of running text whose short command BibTeX or TeX knows better than the one of pylatexenc."""

_REJECTED = "ŉƕƞəɛɸʔʞϒ↜↝⇅⇵∟∯∰∱∻∾≆≋≌≙≛≸≹⊫⊶⊷⊹⊾⋰⌆⌕♩⨏⨖⩮⟿ĦŦŧĸĿŀˆ˜˙˚˛∛∜″‴⁗"
"""Characters whose command in pylatexenc's table does not compile, or reads as another character."""
_UNUSABLE = lazy_regex(r"\\(?:cyr|CYR|textfrac\{|fbox|hspace|kern|mathchar)|\{\{|\\math(?:bb|cal)\{[^A-Z]")
"""LaTeX of pylatexenc's table that needs a further package or font, and `{{`."""
_ENCODER = UnicodeToLatexEncoder(
    conversion_rules=[
        UnicodeToLatexConversionRule(
            RULE_DICT,
            {
                **{ord(char): f"\\ensuremath{{\\{name}}}" for char, name in {**MATH_SYMBOLS, **_BETTER_MATH}.items()},
                **{ord(char): f"\\{name}" for char, name in {**TEXT_SYMBOLS, **_BETTER_TEXT}.items()},
                **{ord(char): tex for char, tex in _PUNCTUATION.items()},
                **{ord(char): "" for char in _REJECTED},
            },
        ),
        "defaults",
    ],
    non_ascii_only=True,
    replacement_latex_protection="none",
    unknown_char_policy="ignore",
    unknown_char_warning=False,
)
_FORMULA = lazy_regex(r"\\ensuremath\{(.*)\}")
_ACCENTED = lazy_regex(r"[0-9A-F]+ (?!0338)[0-9A-F]+")
"""The decomposition of a letter with an accent; U+0338 is the stroke of a negated symbol."""
_TWO_SCRIPTS = lazy_regex(r"([\^_])(?:\{([^{}]*)\}|([^{}\\])) ?\1(?:\{([^{}]*)\}|([^{}\\]))")
_SCRIPTS = {"<super>": "^", "<sub>": "_"}


def _library_command(char: str) -> str:
    r"""Return the LaTeX of a character without accents, within `\ensuremath{}` if it belongs into a formula.

    The result is "" for a character that pylatexenc does not know, or has no usable command for.
    """
    if len(char) != 1 or _ACCENTED.fullmatch(unicodedata.decomposition(char)):
        return ""
    tex = str(_ENCODER.unicode_to_latex(char)).replace("\\mathscr{", "\\mathcal{")
    usable = not _UNUSABLE.search(tex) and ("\\ensuremath" not in tex or _FORMULA.fullmatch(tex))
    return tex if usable else ""


@lru_cache(maxsize=1 << 12)
def text_command(cluster: str) -> str:
    r"""Return the LaTeX of a character, with its combining marks, in running text; without braces around it.

    Examples:
        >>> text_command("ệ"), text_command("ß"), text_command("∈"), text_command("—"), text_command("注")
        ('\\d{\\^e}', '\\ss', '$\\in$', '---', '[U+6CE8]')
    """
    cluster = unicodedata.normalize("NFC", cluster)
    if accented := _accented(cluster):
        return accented
    tex = _library_command(cluster)
    if tex and not tex.startswith("\\ensuremath{"):
        return tex
    formula = formula_command(cluster)
    return f"${formula}$" if formula else _compatible(cluster)


def formula_command(cluster: str) -> str:
    r"""Return the LaTeX of a symbol within a formula; "" if it is not a symbol of formulas.

    Examples:
        >>> formula_command("α"), formula_command("ℝ"), formula_command("ᵏ"), formula_command("⊄")
        ('\\alpha', '\\mathbb{R}', '^k', '\\not\\subset')
    """
    tex = _library_command(cluster)
    if formula := _FORMULA.fullmatch(tex):
        return formula[1]
    tag, _, codes = unicodedata.decomposition(cluster).partition(" ") if len(cluster) == 1 else ("", "", "")
    if tag in _SCRIPTS:
        inner = "".join(chr(int(code, 16)) for code in codes.split())
        inner = inner if inner.isascii() else formula_command(inner) if len(inner) == 1 else ""
        return f"{_SCRIPTS[tag]}{inner}" if len(inner) == 1 else f"{_SCRIPTS[tag]}{{{inner}}}" if inner else ""
    base, *marks = tuple(unicodedata.normalize("NFD", cluster))
    inner = formula_command(base) if marks and not base.isascii() else ""
    if inner and marks == ["\u0338"]:
        return rf"\not{inner}"
    if inner and all(mark in _MATH_ACCENTS for mark in marks):
        for mark in marks:
            inner = f"\\{_MATH_ACCENTS[mark]}{{{inner}}}"
        return inner
    return ""


def _accented(cluster: str) -> str:
    r"""Return a letter with its accents, those below outermost; "" if it is none.

    TeX sets an accent on a letter, but not on a letter with something below it.
    """
    base, *marks = tuple(unicodedata.normalize("NFD", cluster))
    tex = base if base.isascii() else _library_command(base)
    if not marks or not tex or tex.startswith("\\ensuremath{") or not all(mark in _ACCENTS for mark in marks):
        return ""
    for mark in sorted(marks, key=_is_below):
        command = _ACCENTS[mark]
        if len(tex) > 1:
            tex = f"{command}{{{tex}}}"
        else:
            tex = f"{command} {tex}" if command[-1].isalpha() else f"{command}{tex}"
    return tex


def _is_below(mark: str) -> bool:
    return unicodedata.combining(mark) < 230


def _compatible(cluster: str) -> str:
    """Return the compatible characters of one that TeX lacks (`ﬁ`, `Ⅳ`), else its number; "" if it is invisible."""
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


# --- values ---------------------------------------------------------------------------------------


def ascii_entry(entry: Entry) -> Entry:
    """Return the entry with all values in ASCII; its key is unchanged."""
    if all(value.isascii() for _, value in entry.fields):
        return entry
    fields = tuple(
        (name, percent_encoded(value) if name in _VERBATIM_FIELDS else ascii_value(value))
        for name, value in entry.fields
    )
    return replace(entry, fields=fields)


def percent_encoded(address: str) -> str:
    """Return a URL, DOI or eprint with all characters percent-encoded that are not printable ASCII."""
    return quote(address, safe=_PRINTED)


def ascii_value(value: str) -> str:
    r"""Return a field value with LaTeX commands for all characters outside ASCII.

    A value in ASCII is returned unchanged; any other first goes through `safe_value`.

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
    for number, piece in enumerate(split_at_math(value)):
        if number % 2:
            formula = "".join(_within_formula(match[0]) for match in _PIECE.finditer(piece))
            _append_formula(out, _join_scripts(formula), "")
        else:
            _append_text(out, piece)
    return "".join(out)


def _append_text(out: list[str], text: str) -> None:
    for match in _PIECE.finditer(text):
        piece = match[0]
        tex = piece if piece.isascii() else text_command(piece)
        if piece.isascii() or tex[:1] not in {"\\", "$"}:
            out.append(tex)
        elif tex[0] == "$":
            _append_formula(out, tex, "{" if out[-1:] != ["{"] else "")
        elif out[-1:] == ["{"]:
            _append_in_group(out, tex, text[match.end() : match.end() + 1])
        else:
            out.append(f"{{{tex}}}")


def _append_formula(out: list[str], formula: str, brace: str) -> None:
    """Append a formula; join it with one right before it, because `$a$$b$` would read as a displayed formula."""
    last = out[-1].strip("{}") if out else ""
    if last[:1] == "$" == formula[:1] and last[:2] != "$$" != formula[:2]:
        before = last[:-1].rstrip()
        space = " " if formula[1].isalpha() and re.search(r"\\[A-Za-z]+$", before) else ""
        out[-1] = out[-1].replace(last, _join_scripts(f"{before}{space}{formula[1:]}"))
    elif formula:
        out.append(f"{{{formula}}}" if brace else formula)


def _join_scripts(formula: str) -> str:
    """Return a formula with one superscript in place of two in a row, which TeX refuses (`10⁻³`); subscripts too."""
    joined = _TWO_SCRIPTS.sub(r"\1{\2\3\4\5}", formula)
    return joined if joined == formula else _join_scripts(joined)


def _append_in_group(out: list[str], tex: str, after: str) -> None:
    """Append a command at the start of a group, where `{{` would break a template engine in the same site.

    A group that begins with a command does not protect capitals, so the group is made to begin one character earlier.
    """
    before = out[-2] if len(out) > 1 else ""
    bare = before.rstrip()
    if bare and bare[0] not in "\\{}$" and bare[-1] not in "$%#":
        out[-2:] = [bare[:-1], f"{{{bare[-1]}{before[len(bare) :]}", f"{{{tex}}}"]
    else:
        out.append(f"{tex}{{}}" if re.fullmatch(r"\\[A-Za-z]+", tex) and after != "}" else tex)


def _within_formula(piece: str) -> str:
    """Return a piece of a formula in ASCII; text that has no command of formulas goes into a box."""
    if piece.isascii():
        return piece
    if formula := formula_command(piece):
        return f"{formula} " if formula[0] == "\\" and formula[-1].isalpha() else formula
    base, *marks = tuple(unicodedata.normalize("NFD", piece))
    if base.isascii() and marks and all(mark in _MATH_ACCENTS for mark in marks):
        for mark in marks:
            base = f"\\{_MATH_ACCENTS[mark]}{{{base}}}"
        return base
    tex = text_command(piece)
    # pylatexenc writes the Greek letters that look like Latin ones as the Latin ones
    return tex if tex.isalpha() else rf"\mbox{{{tex}}}" if tex else ""
