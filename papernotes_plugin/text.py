"""Text: encoding damage, comparison keys, what people read, slugs, and escaping per destination.

Pure functions of strings.  Imports pylatexenc, and of the package `encoding` and `escaping`, whose functions
it hands on.
"""

from __future__ import annotations

import html
import re
import unicodedata
from functools import lru_cache

from pylatexenc import latex2text  # type: ignore[import-untyped]

from papernotes_plugin.encoding import repair
from papernotes_plugin.escaping import escape_attribute, escape_html, escape_markdown, escape_url, quote_yaml

__all__ = [
    "escape_attribute",
    "escape_html",
    "escape_markdown",
    "escape_url",
    "math_spans",
    "normalised",
    "plain",
    "quote_yaml",
    "repair",
    "slug",
    "words",
]

# --- math and LaTeX -------------------------------------------------------------------------------

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
_DROPPED += " usepackage rm it bf sf tt sc em cal limits"
_LOGOS = {"LaTeX": "LaTeX", "TeX": "TeX", "BibTeX": "BibTeX"}


def _reader() -> latex2text.LatexNodes2Text:
    """The parser, taught what it drops or marks up."""
    known = latex2text.get_default_latex_context_db()
    macros = [latex2text.MacroTextSpec(name, discard=False) for name in _KEPT.split()]
    macros += [latex2text.MacroTextSpec(name, simplify_repl="") for name in _DROPPED.split()]
    macros += [latex2text.MacroTextSpec(name, simplify_repl=logo) for name, logo in _LOGOS.items()]
    known.add_context_category("papernotes", prepend=True, macros=macros)
    return latex2text.LatexNodes2Text(latex_context=known, math_mode="text", keep_comments=True)


_READER = _reader()
_KNOWN = _READER.latex_context
_TEXT_SCRIPT = re.compile(
    r"([\^_])\{\\(?:text|math)?(?:rm|it|bf|sf|tt)?\s*\{([^{}\\]{1,40})\}\}"
    r"|\\textsu(per|b)script\{([^{}\\]{1,40})\}"
)
_SCRIPT = re.compile(r"([\^_])(?:\{([^{}\\]{1,40})\}|([0-9A-Za-z+*-]))")
_MACRO_SCRIPT = re.compile(r"(\\[a-zA-Z]+)([\^_])(?:\{(\d{1,9})\}|(\d))")
_OPERATOR = re.compile(r"\\(log|exp|sin|cos|tan|min|max|arg|sup|inf|det|dim|ker|lim|gcd|Pr)(?![a-zA-Z])\s*(?=[\w\\])")
_LONE = re.compile(r"\\([a-zA-Z]{2,})(?![a-zA-Z])(?:\{\}|(?!\s*[{\[]))")
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


def _math(tex: str) -> str:
    """TeX of a formula with what Unicode can raise and lower raised and lowered."""
    tex = _SCRIPT.sub(
        lambda m: _raised(m[1], m[2] if m[2] is not None else m[3], m[0]), _TEXT_SCRIPT.sub(_raised_text, tex)
    )
    return _OPERATOR.sub(r" \1 ", tex)


def _latex(tex: str, math: bool) -> str:
    """LaTeX as Unicode; where the parser fails, the text as it was."""
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
    # a command of the author's own, which nothing explains, reads best as its name
    source = _LONE.sub(lambda m: m[0] if _KNOWN.get_macro_spec(m[1]) else m[1], source)
    try:
        return str(_READER.latex_to_text(source))
    except Exception:  # the parser raises many kinds; the text itself is better than none
        return tex


_EMPHASIS = re.compile(r"\*{1,3}|_{1,3}|`+")


def _unmarked(text: str, math: list[tuple[int, int, str, bool]]) -> str:
    """The text without Markdown's emphasis and code marks that come in pairs; math is left alone."""
    if not _EMPHASIS.search(text):
        return text
    inside = iter(math)
    current = next(inside, None)
    opened: dict[str, tuple[int, int]] = {}
    drop: list[tuple[int, int]] = []
    for match in _EMPHASIS.finditer(text):
        mark, start, end = match[0], match.start(), match.end()
        while current and current[1] <= start:
            current = next(inside, None)
        if (current and current[0] <= start) or text[start - 1 : start] == "\\":
            continue
        before, after = text[start - 1 : start] if start else " ", text[end : end + 1] or " "
        word = mark[0] == "_"
        if mark in opened and not before.isspace() and not (word and after.isalnum()):
            drop += [opened.pop(mark), (start, end)]
        elif not after.isspace() and not (word and before.isalnum()):
            opened[mark] = (start, end)
    out, position = [], 0
    for start, end in sorted(drop):
        out.append(text[position:start])
        position = end
    return "".join([*out, text[position:]])


@lru_cache(maxsize=1 << 15)
def _plain(text: str) -> str:
    text = html.unescape(text) if "&" in text else text
    text = _unmarked(text, math_spans(text))
    out, position = [], 0
    for start, end, tex, _ in math_spans(text):
        out += [_latex(text[position:start], False), _latex(tex, True)]
        position = end
    return " ".join("".join([*out, _latex(text[position:], False)]).split())


_PLAIN_HINT = re.compile(r"[\\${}*_`]|&[#A-Za-z0-9]+;")


def plain(text: str) -> str:
    r"""The text as people read it: LaTeX, math, braces, HTML entities and Markdown emphasis as Unicode, one line.

    >>> plain(r"Mu$^2$SLAM"), plain(r"a gain of 9.33\%"), plain(r"$\textbf{T}$arget"), plain("{BERT} for $5")
    ('Mu²SLAM', 'a gain of 9.33%', 'Target', 'BERT for $5')
    """
    return _plain(text) if _PLAIN_HINT.search(text) else " ".join(text.split())


# --- comparison -----------------------------------------------------------------------------------

_SIMPLE = re.compile(r"[A-Za-z0-9 \-:,.?!'\"()/+;_*#%@~|<>=\[\]\t\n]*")
_LOWER = bytes(ord(chr(code).lower()) if chr(code).isalnum() else 32 for code in range(128)) + bytes(128)
_LETTERS = str.maketrans(
    {
        "ł": "l",
        "ø": "o",
        "đ": "d",
        "ð": "d",
        "þ": "th",
        "æ": "ae",
        "œ": "oe",
        "ı": "i",
        "ħ": "h",
        "&": " and ",
        "^": None,
    }
)
"""What has no decomposition, or a word of its own."""
_ACCENTS = re.compile("[\u0300-\u036f]")
_SPACED = re.compile(r"[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]+")


def _kept(char: str) -> str:
    # vowel signs of Indic scripts are marks, and part of the word
    return char if char.isalnum() or unicodedata.category(char)[0] == "M" else " "


@lru_cache(maxsize=1 << 15)
def _normalised(title: str) -> str:
    text = unicodedata.normalize("NFKD", _plain(title)).casefold()
    text = unicodedata.normalize("NFC", _ACCENTS.sub("", unicodedata.normalize("NFKD", text))).translate(_LETTERS)
    return " ".join("".join(map(_kept, text)).split())


def normalised(title: str) -> str:
    r"""The key by which titles are compared: letters and digits of any script in words, one space apart.

    >>> normalised("MeshFormer : High-Quality") == normalised(r"{MeshFormer}: \textbf{H}igh quality.")
    True
    """
    if _SIMPLE.fullmatch(title):
        return " ".join(title.encode().translate(_LOWER).decode().split())
    return _normalised(title)


def words(title: str) -> int:
    """How many words the normalised title has; in scripts without spaces two characters count as one.

    >>> words("Attention Is All You Need"), words("注意力就是你所需要的")
    (5, 5)
    """
    key = normalised(title)
    if key.isascii():
        return len(key.split())
    dense = _SPACED.findall(key)
    return len(_SPACED.sub(" ", key).split()) + sum(-(-len(run) // 2) for run in dense)


# --- slugs ----------------------------------------------------------------------------------------

_RESERVED = frozenset({"con", "prn", "aux", "nul", "index", "404", "search", "assets", "tags", "readme", "sitemap"}) | {
    f"{device}{n}" for device in ("com", "lpt") for n in range(10)
}
"""Names that mean something to Windows or to a site."""
_GREEK = {
    code: f" {unicodedata.name(chr(code)).rpartition(' ')[2].lower()} " for code in range(0x3B1, 0x3CA) if code != 0x3C2
}


def slug(text: str, limit: int = 80) -> str:
    """A path-safe name: lower-case ASCII letters, digits and single hyphens; never empty, never a reserved name.

    >>> slug("Würstchen: Fast & Good"), slug("β-VAE"), slug("CON"), slug("注意力")
    ('wurstchen-fast-and-good', 'beta-vae', 'con-x', 'x')
    """
    key = normalised(text.replace("'", "").replace("’", ""))
    out = "-".join(key.translate(_GREEK).encode("ascii", "ignore").decode().split())
    if len(out) > limit:
        whole = out[: limit + 1].rpartition("-")[0]
        out = whole or out[:limit]
    out = out or "x"
    return f"{out}-x" if out in _RESERVED else out
