r"""Find formulas in text, and convert LaTeX to Unicode."""

from __future__ import annotations

import re

from papernotes_plugin.text.lazy_regex import lazy_regex

_MATH = lazy_regex(r"\\\\|\\\$|\\\(|\\\)|\$\$|\$")
_PRICE = lazy_regex(r"\d[\d.,]{0,30}[kKMBT]?\b[^\\^_={}+<>|\s]*\s[^\\^_={}+<>|]*")
_CLOSING = {"$": "$", "$$": "$$", "\\(": "\\)"}
_MAX_URL = 300
_URL = lazy_regex(rf"(?:\]\(|://)\S{{0,{_MAX_URL}}}\Z")
_NO_TEX = lazy_regex(r"[\s/:]")
_TEX = lazy_regex(r"[\^_=+<>(]")
_WORD = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_{")
_NO_FORMULA = lazy_regex(
    r"(?:1[5-9]|20)\d\d[a-z]?|[^\W\d_]{2,20}\.|(?:[^\W\d_]{1,4}\. ?){2,3}"
    r"|(?=[^\\^_{}=+<>|*/$]{4,200}+\Z)(?=[^.]{0,80}?(?:[^\W\d_]{3}[.,]?\s[^\W_]{2}|\s[^\W\d_]{3}|,\s(?:1[5-9]|20)\d\d)).*"
    r"|\d{1,2}(?:st|nd|rd|th|e|[aª]) [eé]d\."
    # a given name, after the family name
    r"|[^\W\d_a-z](?:[^\W\d_A-Z]|[\u0300-\u036f]){3,14}(?:[ -][^\W\d_a-z](?:[^\W\d_A-Z]|[\u0300-\u036f]){1,14})?",
    re.DOTALL,
)
_BRACKET = lazy_regex(r"\\.|(\[)|(\])(\((?:[a-zA-Z][\w+.-]*:|[#./]|[^()\s]*\.(?:md|html?|pdf)\b))?")


def holds_link(tex: str) -> bool:
    """Return whether what looks like a formula holds a part of a Markdown link.

    Examples:
        >>> [holds_link(tex) for tex in ("[1-q](w+b)", "[pdf](https://a.org)", "x](a.md) or [y", "[a](b.md)")]
        [False, True, True, True]
    """
    if "](" not in tex and "://" not in tex:
        return False
    depth = 0
    for match in _BRACKET.finditer(tex):
        depth += 1 if match[1] else -1 if match[2] else 0
        if match[3] or (match[2] and depth < 0 and tex.startswith("(", match.end())):
            return True
    return "<http" in tex


def is_in_url(text: str, offset: int) -> bool:
    r"""Return whether an offset is inside a URL, where `\(` is an escaped parenthesis.

    Examples:
        >>> text = r"[a](https://a.org/b_\(c\)), \(x\)"
        >>> is_in_url(text, text.index(r"\(c")), is_in_url(text, text.index(r"\(x"))
        (True, False)
    """
    return _URL.search(text, max(0, offset - _MAX_URL), offset) is not None


def are_words(tex: str) -> bool:
    r"""Return whether a text between `\(` and `\)` is a year or words, as GitBook writes all brackets, and no formula.

    Examples:
        >>> [are_words(tex) for tex in ("2015", "4th ed.", "Hrsg.", "Reader, 2018", "Yves", "Jean-Marc")]
        [True, True, True, True, True, True]
        >>> [are_words(tex) for tex in ("x, y", "sin x", r"n \log n", "Hom", "XYZ", "Ax")]
        [False, False, False, False, False, False]
    """
    return _NO_FORMULA.fullmatch(tex) is not None


def _may_open(text: str, mark: str, end: int) -> bool:
    if mark == "\\(":
        return not is_in_url(text, end - 2)
    return mark == "$$" or (mark == "$" and text[end : end + 1].strip() != "")


def _open_ended(inner: str, after: str) -> bool:
    """Return whether the `$` between two texts cannot close a formula."""
    if not inner or inner[-1].isspace() or after.isdigit():
        return True
    return after in _WORD and not _is_tex(inner)


def _is_tex(inner: str) -> bool:
    """Return whether a text is a formula even if a letter follows: `$k$NN`, but not `$HOME:$PATH`."""
    has_command = "\\" in inner
    return has_command or len(inner) == 1 or (bool(_TEX.search(inner)) and not _NO_TEX.search(inner))


def math_spans(text: str) -> list[tuple[int, int, str, bool]]:
    r"""Return the formulas in a text: `$…$`, `$$…$$` and `\(…\)`; prices such as `$5` are none.

    The rule is that of pandoc.  No space follows an opening `$` or precedes a closing one, and no digit follows a
    closing one.  If a letter follows, the formula must contain one letter or TeX.  No formula contains an empty line.

    Returns:
        The start, end and TeX of each formula, and whether it is displayed (`$$`).

    Examples:
        >>> math_spans("$5 and $10, $n$ -player"), math_spans(r"a \(x\)")
        ([(12, 15, 'n', False)], [(2, 7, 'x', False)])
        >>> math_spans("$k$NN"), math_spans("$HOME:$PATH")
        ([(0, 3, 'k', False)], [])
    """
    if "$" not in text and "\\(" not in text:
        return []
    out: list[tuple[int, int, str, bool]] = []
    mark, start, blank = "", 0, -1
    for match in _MATH.finditer(text):
        at = match.start()
        if mark and blank < at:
            # Search once for each empty line, not for each mark.
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
        if inner.strip() and not (mark == "\\(" and are_words(inner)):
            out.append((start, match.end(), inner, mark == "$$"))
        mark = ""
    return out


def split_at_math(text: str) -> list[str]:
    """Return the pieces of a text: each second one is a formula with its delimiters.

    Examples:
        >>> split_at_math("In $n$ steps"), split_at_math("$n$")
        (['In ', '$n$', ' steps'], ['', '$n$', ''])
    """
    pieces, position = [], 0
    for start, end, _, _ in math_spans(text):
        pieces += [text[position:start], text[start:end]]
        position = end
    return [*pieces, text[position:]]


_SUPER = dict(zip("0123456789+-=()abcdefghijklmnoprstuvwxyz", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ", strict=True))
_SUB = dict(zip("0123456789+-=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", strict=True))
_WORDS = lazy_regex(r"(?>(?:[^\W_]++|[ =+,.()/:;|*<>]++)*)")
"""Text that needs no conversion, as in most formulas of titles (`p < 0.05`); it skips the slow parser."""
_TEXT_SCRIPT = lazy_regex(
    r"([\^_])\{\\(?:text|math)?(?:rm|it|bf|sf|tt)?\s*\{([^{}\\]{1,40})\}\}"
    r"|\\textsu(per|b)script\{([^{}\\]{1,40})\}"
)
_SCRIPT = lazy_regex(r"(\\[a-zA-Z]+)?([\^_])(?:\{([^{}\\]{1,40})\}|([0-9A-Za-z+*-]))")
_MACRO_SCRIPT = lazy_regex(r"(\\[a-zA-Z]+)([\^_])(?:\{(\d{1,9})\}|(\d))")
_OPERATOR = lazy_regex(r"\\(log|exp|sin|cos|tan|min|max|arg|sup|inf|det|dim|ker|lim|gcd|Pr)(?![a-zA-Z])\s*(?=[\w\\])")
_COMMA_BELOW = lazy_regex(r"\\textcommabelow\s*\{?([A-Za-z])\}?")
_HREF = lazy_regex(r"\\href\s*\{[^{}]*\}")
_LITERAL = (
    (lazy_regex(r"\\([*\[\]()|<>@?+/#_-])(?!\})"), r"\1"),
    (lazy_regex(r"(?<!\\)([&#%])"), r"\\\1"),
    # A tie is between two words, a tilde before a word.
    (lazy_regex(r"(?<!\\)~(?!\w)|(?<![\w.\\])~"), r"\\textasciitilde{}"),
)
_BRACES = str.maketrans("", "", "{}")
MAX_PARSED = 20_000
"""Characters of the longest text that is given to the parser, which needs a kilobyte and 10 µs for each of them."""


def _raised(sign: str, inner: str, otherwise: str) -> str:
    table = _SUPER if sign == "^" else _SUB
    return "".join(table[char] for char in inner) if all(char in table for char in inner) else otherwise


def _raised_text(match: re.Match[str]) -> str:
    sign = match[1] or ("_" if match[3] == "b" else "^")
    inner = match[2] or match[4]
    return _raised(sign, inner, f"{match[1] or ''}{inner}")


def _raised_math(match: re.Match[str]) -> str:
    inner = match[3] if match[3] is not None else match[4]
    # The empty group ends the name of the command: the parser accepts `ₚ` as a letter of a name.
    return (
        f"{match[1]}{{}}{_raised(match[2], inner, match[0][len(match[1]) :])}"
        if match[1]
        else _raised(match[2], inner, match[0])
    )


def _with_unicode_scripts(tex: str) -> str:
    """Return the TeX of a formula with superscripts and subscripts in Unicode where possible."""
    tex = _SCRIPT.sub(_raised_math, _TEXT_SCRIPT.sub(_raised_text, tex))
    return _OPERATOR.sub(r" \1 ", tex)


def latex_to_unicode(tex: str, math: bool = False) -> str:
    """Return LaTeX as Unicode; the text itself if the parser fails, or if it is longer than `MAX_PARSED`.

    Args:
        tex: The LaTeX code.
        math: Whether it is the inside of a formula.
    """
    if math:
        source = _with_unicode_scripts(tex)
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
    # imported late, because few texts have commands
    from papernotes_plugin.text.latex_parser import read_commands

    return read_commands(source, tex, MAX_PARSED)
