r"""TeX: where formulas stand, and LaTeX as people read it.

Imports pylatexenc and the table of symbols.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from pylatexenc import latex2text  # type: ignore[import-untyped]

from papernotes_plugin.text.latex_symbols import MATH_SYMBOLS, TEXT_SYMBOLS

_MATH = re.compile(r"\\\\|\\\$|\\\(|\\\)|\$\$|\$")
_PRICE = re.compile(r"\d[\d.,]*[kKMBT]?\b[^\\^_={}+<>|]*\s[^\\^_={}+<>|]*")
_CLOSING = {"$": "$", "$$": "$$", "\\(": "\\)"}


def _may_open(text: str, mark: str, end: int) -> bool:
    return mark in {"$$", "\\("} or (mark == "$" and text[end : end + 1].strip() != "")


def _open_ended(inner: str, after: str) -> bool:
    """Whether the `$` between the two cannot close."""
    return not inner or inner[-1].isspace() or after.isdigit()


def math_spans(text: str) -> list[tuple[int, int, str, bool]]:
    r"""Start, end, TeX and whether displayed, of each `$…$`, `$$…$$` and `\(…\)`; prices are none.

    A `$` opens before and closes after a character that is no space, and does not close before a digit
    (pandoc's rule), nor across an empty line.

    Examples:
        >>> math_spans("$5 and $10, $n$ -player"), math_spans(r"a \(x\)")
        ([(12, 15, 'n', False)], [(2, 7, 'x', False)])
    """
    if "$" not in text and "\\(" not in text:
        return []
    out: list[tuple[int, int, str, bool]] = []
    mark, start, blank = "", 0, -1
    for match in _MATH.finditer(text):
        at = match.start()
        if mark and blank < at:
            # once per empty line, not once per mark
            blank = text.find("\n\n", start) if blank < start else blank
            blank = len(text) if blank < 0 else blank
            mark = mark if blank >= at else ""
        if not mark:
            if _may_open(text, match[0], match.end()):
                mark, start = match[0], at
            continue
        if match[0] != _CLOSING[mark]:
            continue
        inner = text[start + len(mark) : at]
        if mark == "$" and (_open_ended(inner, text[at + 1 : at + 2]) or _PRICE.fullmatch(inner)):
            mark, start = ("$", at) if _may_open(text, "$", at + 1) else ("", 0)
            continue
        if inner.strip():
            out.append((start, match.end(), inner, mark == "$$"))
        mark = ""
    return out


_SUPER = dict(zip("0123456789+-=()abcdefghijklmnoprstuvwxyz", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ", strict=True))
_SUB = dict(zip("0123456789+-=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", strict=True))
_KEPT = "text textbf textit textmd textrm textsc textsf texttt textup mbox hbox"
_KEPT += " mathbf mathit mathrm mathsf mathtt boldsymbol bm url"
_DROPPED = "cite citep citet ref eqref label footnote includegraphics input include"
_DROPPED += " usepackage relax rm it bf sf tt sc em cal limits"
_WORDS = re.compile(r"(?:[^\W_]++|[ =+,.()/:;|*<>]++)*+")
"""What means itself: most formulas of a title are no more (`p < 0.05`), and the parser is slow."""
_MARKS = {"textless": "<", "textgreater": ">", "textbar": "|", "textasciicircum": "^"}
"""Commands that it drops or turns into a look-alike."""
_LOGOS = {"LaTeX": "LaTeX", "TeX": "TeX", "BibTeX": "BibTeX"}


def _filled(template: str) -> Callable[..., str]:
    r"""A replacement that puts the arguments of a command into a template; those that are missing are empty.

    The parser's own way logs a warning for a `\frac` without arguments.
    """

    def fill(node: Any, l2tobj: Any) -> str:
        arguments = node.nodeargd.argnlist if node.nodeargd and node.nodeargd.argnlist else []
        texts = [l2tobj.nodelist_to_text([argument]) if argument is not None else "" for argument in arguments]
        if not any(texts):
            return ""
        texts += [""] * 5
        if "%s" in template:
            return template % tuple(texts[: template.count("%s")])
        return template % {str(n): text for n, text in enumerate(texts, 1)}

    return fill


def _reader() -> latex2text.LatexNodes2Text:
    """The parser, taught what it drops or marks up."""
    known = latex2text.get_default_latex_context_db()
    macros = [latex2text.MacroTextSpec(name, discard=False) for name in _KEPT.split()]
    macros += [latex2text.MacroTextSpec(name, simplify_repl="") for name in _DROPPED.split()]
    macros += [latex2text.MacroTextSpec(name, simplify_repl=logo) for name, logo in (_LOGOS | _MARKS).items()]
    symbols = {**TEXT_SYMBOLS, **MATH_SYMBOLS}
    macros += [latex2text.MacroTextSpec(name, simplify_repl=char) for char, name in symbols.items()]
    own = {macro.macroname for macro in macros}
    for spec in known.iter_macro_specs():
        if isinstance(spec.simplify_repl, str) and "%" in spec.simplify_repl and spec.macroname not in own:
            macros.append(latex2text.MacroTextSpec(spec.macroname, simplify_repl=_filled(spec.simplify_repl)))
    known.add_context_category("papernotes", prepend=True, macros=macros)
    return latex2text.LatexNodes2Text(latex_context=known, math_mode="text", keep_comments=True)


_READER = _reader()
_KNOWN = _READER.latex_context
_TEXT_SCRIPT = re.compile(
    r"([\^_])\{\\(?:text|math)?(?:rm|it|bf|sf|tt)?\s*\{([^{}\\]{1,40})\}\}"
    r"|\\textsu(per|b)script\{([^{}\\]{1,40})\}"
)
_SCRIPT = re.compile(r"(\\[a-zA-Z]+)?([\^_])(?:\{([^{}\\]{1,40})\}|([0-9A-Za-z+*-]))")
_MACRO_SCRIPT = re.compile(r"(\\[a-zA-Z]+)([\^_])(?:\{(\d{1,9})\}|(\d))")
_OPERATOR = re.compile(r"\\(log|exp|sin|cos|tan|min|max|arg|sup|inf|det|dim|ker|lim|gcd|Pr)(?![a-zA-Z])\s*(?=[\w\\])")
_LONE = re.compile(r"\\([a-zA-Z]{2,})(?![a-zA-Z])(?:\{\}|(?!\s*[{\[]))")
_COMMA_BELOW = re.compile(r"\\textcommabelow\s*\{?([A-Za-z])\}?")
_HREF = re.compile(r"\\href\s*\{[^{}]*\}")
_LITERAL = (
    (re.compile(r"\\([*\[\]()|<>@?+/#_-])(?!\})"), r"\1"),
    (re.compile(r"(?<!\\)([&#%])"), r"\\\1"),
    # a tie stands between two words, a tilde before one
    (re.compile(r"(?<!\\)~(?!\w)|(?<![\w.\\])~"), r"\\textasciitilde{}"),
)
_BRACES = str.maketrans("", "", "{}")


def _raised(sign: str, inner: str, otherwise: str) -> str:
    table = _SUPER if sign == "^" else _SUB
    return "".join(table[char] for char in inner) if all(char in table for char in inner) else otherwise


def _raised_text(match: re.Match[str]) -> str:
    sign = match[1] or ("_" if match[3] == "b" else "^")
    inner = match[2] or match[4]
    return _raised(sign, inner, f"{match[1] or ''}{inner}")


def _raised_math(match: re.Match[str]) -> str:
    inner = match[3] if match[3] is not None else match[4]
    # the group ends the command's name, for the parser takes `ₚ` as a letter of it
    return (
        f"{match[1]}{{}}{_raised(match[2], inner, match[0][len(match[1]) :])}"
        if match[1]
        else _raised(match[2], inner, match[0])
    )


def _math(tex: str) -> str:
    """TeX of a formula with what Unicode can raise and lower raised and lowered."""
    tex = _SCRIPT.sub(_raised_math, _TEXT_SCRIPT.sub(_raised_text, tex))
    return _OPERATOR.sub(r" \1 ", tex)


def latex_to_unicode(tex: str, math: bool = False) -> str:
    """LaTeX of running text, or of a formula, as Unicode; where the parser fails, the text as it was."""
    if math:
        source = _math(tex)
    elif "\\" not in tex:
        return tex.translate(_BRACES)
    else:
        source = _MACRO_SCRIPT.sub(lambda m: m[1] + _raised(m[2], m[3] or m[4], ""), tex)
        source = _TEXT_SCRIPT.sub(_raised_text, source)
        for pattern, replacement in _LITERAL:
            source = pattern.sub(replacement, source)
    source = _HREF.sub("", source) if "\\href" in source else source
    source = _COMMA_BELOW.sub("\\1\u0326", source) if "\\textcommabelow" in source else source
    if _WORDS.fullmatch(source):
        return source
    # a command of the author's own, which nothing explains, reads best as its name
    source = _LONE.sub(lambda m: m[0] if _KNOWN.get_macro_spec(m[1]) else m[1], source)
    try:
        return str(_READER.latex_to_text(source))
    except Exception:  # the parser raises many kinds; the text itself is better than none
        return tex
