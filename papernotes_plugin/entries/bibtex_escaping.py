r"""Escape titles, names and the author's own values so that they compile in LaTeX and run nothing."""

from __future__ import annotations

import re

from papernotes_plugin.entries.allowed_commands import LOGOS, PRODUCED_NEEDS, need_of
from papernotes_plugin.entries.bib_text import safe_value
from papernotes_plugin.entries.latex_values import plain_segment
from papernotes_plugin.text import math_spans
from papernotes_plugin.text.lazy_regex import lazy_regex

ESCAPES = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        "\u00a0": " ",
        "\u202f": " ",
        **{char: f"\\{char}" for char in "{}$&%#_"},
    }
)
"""Translation table that shows the characters with a meaning in TeX."""

_TOKEN = lazy_regex(r"\\(?:url|path|href|cite)\s*\{[^{}]*\}|\\[A-Za-z]+|\\.|\$\$|[$&%#_^]", re.DOTALL)
_ALIVE = lazy_regex(r"[\\$&%#_^]")
"""First characters of the tokens."""
_SIGNS = frozenset("&%#_${}'`^\"~=.,;:!/ -@()")
"""Characters that may follow a backslash: escapes, accents, spaces, delimiters of a formula."""
_FORMULA_SIGNS = frozenset("|>*")
"""Further characters that may follow a backslash in a formula."""
_COMMAND = lazy_regex(r"\\([A-Za-z]+)")
_BRANCH = lazy_regex(r"\\(ifmmode|else|fi)(?![A-Za-z])")
_BRANCHES = lazy_regex(r"(?:ifmmode (?:else )?fi )+")
"""Names of the commands that choose between a text and a formula, if each choice is complete."""


def encode_latex(title: str) -> str:
    r"""Return the field value that shows a title: special characters escaped, formulas with known commands only.

    `papernotes_plugin.entries.latex_values.decode_latex` is the inverse.

    Examples:
        >>> encode_latex(r"50% of R&D in Mu$^2$SLAM"), encode_latex(r"$\def x$ {c}")
        ('50\\% of R\\&D in Mu$^2$SLAM', '$def x$ c')
    """
    out, position = [], 0
    for start, end, tex, _ in math_spans(title):
        formula = _formula(tex)
        # a formula of braces or control characters alone would leave `$$`, which begins a displayed formula
        is_empty = not safe_value(formula).strip("{} ")
        out += [plain_segment(title[position:start]).translate(ESCAPES), "" if is_empty else f"${formula}$"]
        position = end
    return " ".join("".join([*out, plain_segment(title[position:]).translate(ESCAPES)]).split())


_COMMONER = {"mathscr": "mathcal", "bm": "boldsymbol", "Bbb": "mathbb", "operatornamewithlimits": "operatorname"}
"""Replacements of formula commands that need a package of their own, by commands that look much the same."""


def _formula(tex: str) -> str:
    tex = _COMMAND.sub(lambda match: f"\\{_COMMONER.get(match[1], match[1])}", tex)
    tex = re.sub(r"(?<!\\)[%#&]", r"\\\g<0>", tex)
    tex = re.sub(r"\\(?:[A-Za-z]+|.)", lambda match: _common_command(match[0]), tex, flags=re.DOTALL)
    return re.sub(r"(?<!\\)\$", "", tex).strip()


def _common_command(token: str) -> str:
    """Return a command of formulas that is defined in most documents unchanged, and any other as text."""
    name = _COMMAND.match(token)
    return token[1:] if name and need_of(name[1]) not in PRODUCED_NEEDS else _safe_command(token, math=True)


def repair_latex(value: str) -> str:
    r"""Return the author's own value, changed only where it would break the file or run something in LaTeX.

    `& % # _ ^` outside formulas and URLs are escaped, and so is an unpaired `$`.  Unknown commands become text.

    Examples:
        >>> repair_latex(r"{R&D} of \emph{9.33\%} and $x_1$ at $5"), repair_latex(r"\write18{rm}")
        ('{R\\&D} of \\emph{9.33\\%} and $x_1$ at \\$5', '\\textbackslash{}write18{rm}')
    """
    if not _ALIVE.search(value):
        return value
    dollars = [match for match in _TOKEN.finditer(value) if match[0][0] == "$"]
    if len(dollars) % 2:
        edges = {at for start, end, tex, _ in math_spans(value) for at in (start, end - (end - start - len(tex)) // 2)}
        dollars = [match for match in dollars if match.start() in edges]
    delimiters = {match.start() for match in dollars}
    branches = _has_whole_branches(value)
    math = False

    def repair(match: re.Match[str]) -> str:
        nonlocal math
        token = match[0]
        if token[0] == "$":
            math ^= match.start() in delimiters
            return token if match.start() in delimiters else token.replace("$", r"\$")
        if token[0] != "\\":
            if math and token in "_^":
                return token
            return r"\textasciicircum{}" if token == "^" else f"\\{token}"
        if token in {r"\(", r"\)"}:
            math = token == r"\("
        return token if branches and _BRANCH.fullmatch(token) else _safe_command(token, math)

    return _TOKEN.sub(repair, value)


def _has_whole_branches(value: str) -> bool:
    r"""Return whether a value has a choice such as `\ifmmode\pm\else\textpm\fi`, and no part of one."""
    return "\\ifmmode" in value and bool(_BRANCHES.fullmatch("".join(f"{m[1]} " for m in _BRANCH.finditer(value))))


def _safe_command(token: str, math: bool) -> str:
    """Return a known command unchanged, and any other as text."""
    name = _COMMAND.match(token)
    if name and name[1] in LOGOS:
        return f"{{{LOGOS[name[1]]}}}"
    if name:
        is_allowed = need_of(name[1]) is not None
        return token if is_allowed else token[1:] if math else rf"\textbackslash{{}}{token[1:]}"
    if token == r"\\":
        return " "
    return token if token[1] in _SIGNS or (math and token[1] in _FORMULA_SIGNS) else token[1:]
