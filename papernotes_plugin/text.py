"""Text: encoding damage, comparison keys, what people read, slugs, and escaping per destination.

Pure functions.  Imports ftfy's judgement of damage and pylatexenc, nothing of the package.
"""

from __future__ import annotations

import html
import json
import re
import unicodedata
from functools import lru_cache

from ftfy.badness import is_bad
from pylatexenc.latex2text import LatexNodes2Text

# --- encoding damage ------------------------------------------------------------------------------


def _damage_bytes() -> dict[str, int]:
    """The byte behind each character of UTF-8 that was read as Windows-1252 (or, where undefined, Latin-1)."""
    out = {chr(byte): byte for byte in range(0x80, 0x100)}
    for byte in range(0x80, 0xA0):
        char = bytes([byte]).decode("cp1252", "ignore")
        if char:
            out[char] = byte
    return out


_BYTES = _damage_bytes()


def _chars(start: int, end: int) -> str:
    return re.escape("".join(char for char, byte in _BYTES.items() if start <= byte <= end))


_TAIL = f"[{_chars(0x80, 0xBF)}]"
# The no-break space that ends a damaged brain emoji often became a space, or was stripped from the end of a line.
_DAMAGED = re.compile(
    f"[{_chars(0xC2, 0xDF)}]{_TAIL}|[{_chars(0xE0, 0xEF)}]{_TAIL}{{2}}|[{_chars(0xF0, 0xF4)}]{_TAIL}{{2}}(?:{_TAIL}| |$)"
    "|(?<=[a-z.,;:?!)\\]])Â(?= |$)",
    re.MULTILINE,
)
_CLOSING = frozenset("’”»›…–—")
"""Good text has these after a capital letter: `BEYONCÉ’s` is no damage."""


def _restored(run: str) -> str:
    """The character a damaged run stands for, or "" if it stands for none."""
    if run == "Â":
        return ""
    tail = ""
    if len(run) == 3 and run[0] in "ðñòóô":
        run += "\xa0"
    elif run[-1] == " ":
        run, tail = run[:-1] + "\xa0", " "
    try:
        char = bytes(_BYTES[c] for c in run).decode("utf-8")
    except UnicodeDecodeError:
        return run + tail if tail else run
    return run if unicodedata.category(char) in {"Cc", "Zl", "Zp", "Cs"} else char + tail


def _certain(text: str, start: int, end: int) -> bool:
    """Whether the run can hardly be good text, judged with its neighbours."""
    run = text[start:end]
    if len(run) >= 4 or run == "Â" or run[0] in "ðñòóô":
        return True
    if len(run) == 2 and run[1] in _CLOSING and run[0] not in "ÂÃ":
        return False
    return is_bad(text[max(0, start - 1) : end + 1])


def _repaired_once(text: str) -> tuple[str, int]:
    """One layer of damage undone, and by how much the number of restored characters exceeds the used ones."""
    matches = list(_DAMAGED.finditer(text))
    if not matches:
        return text, 0
    line_of = [text.count("\n", 0, matches[0].start())]
    for before, match in zip(matches, matches[1:], strict=False):
        line_of.append(line_of[-1] + text.count("\n", before.start(), match.start()))
    certain = {line for line, m in zip(line_of, matches, strict=True) if _certain(text, m.start(), m.end())}
    out, position, runs = [], 0, 0
    for line, match in zip(line_of, matches, strict=True):
        if line not in certain:
            continue
        char = _restored(match[0])
        if char != match[0]:
            out += [text[position : match.start()], char]
            position = match.end()
            runs += 1
    return "".join([*out, text[position:]]), runs


def repair(text: str) -> tuple[str, int]:
    """The text with encoding damage undone, and the number of damaged runs (one a restored character).

    Only UTF-8 that was read as Windows-1252 or Latin-1, once or more often, is undone; quotes, ligatures,
    widths and line ends stay.  The number of lines never changes.

    >>> repair("Schr\u00c3\u00b6dinger\u00e2\u20ac\u2122s caf\u00e9")
    ('Schrödinger’s café', 2)
    """
    if text.isascii():
        return text, 0
    total = 0
    for layer in range(3):
        repaired, runs = _repaired_once(text)
        if not runs:
            break
        # what a deeper layer uses up was counted when it was restored
        total += runs if layer == 0 else runs - (len(text) - len(repaired) + runs)
        text = repaired
    return text, total


# --- math and LaTeX -------------------------------------------------------------------------------

_MATH = re.compile(r"\\\\|\\\$|\\\(|\\\)|\$\$|\$")


def math_spans(text: str) -> list[tuple[int, int, str, bool]]:
    r"""Start, end, TeX and whether displayed, of each `$…$`, `$$…$$` and `\(…\)`; prices are none.

    A `$` opens before and closes after a character that is no space, and does not close before a digit
    (pandoc's rule), nor across an empty line.
    """
    if "$" not in text and "\\(" not in text:
        return []
    out: list[tuple[int, int, str, bool]] = []
    opened: tuple[str, int] | None = None
    for match in _MATH.finditer(text):
        mark, at = match[0], match.start()
        if opened and "\n\n" in text[opened[1] : at]:
            opened = None
        if opened is None:
            if mark in {"$$", "\\("} or (mark == "$" and text[at + 1 : at + 2].strip()):
                opened = mark, at
            continue
        closing = {"$": "$", "$$": "$$", "\\(": "\\)"}[opened[0]]
        if mark != closing:
            continue
        inner = text[opened[1] + len(opened[0]) : at]
        if mark == "$" and (not inner or inner[-1].isspace() or text[at + 1 : at + 2].isdigit()):
            opened = (mark, at) if text[at + 1 : at + 2].strip() else None
            continue
        if inner.strip():
            out.append((opened[1], match.end(), inner, mark == "$$"))
        opened = None
    return out


_SUPER = dict(zip("0123456789+-=()abcdefghijklmnoprstuvwxyz", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ", strict=True))
_SUB = dict(zip("0123456789+-=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", strict=True))
_TEXT_MACRO = re.compile(r"\\(?:text(?:rm|it|bf|sf|tt|sc)?|math(?:rm|it|bf|sf|tt)|operatorname|mbox)\s*\{([^{}\\]*)\}")
_SCRIPT = re.compile(r"([\^_])(?:\{([^{}\\]{1,40})\}|([0-9A-Za-z+\-*]))")
_MACRO_SCRIPT = re.compile(r"(?<=[a-zA-Z])([\^_])(?:\{([0-9]{1,9})\}|([0-9]))")
_LATEX_HINT = re.compile(r"[\\${}]|&[#A-Za-z0-9]+;")
_BRACES = str.maketrans("", "", "{}")


def _script(match: re.Match[str]) -> str:
    table = _SUPER if match[1] == "^" else _SUB
    inner = match[2] if match[2] is not None else match[3]
    if all(char in table for char in inner):
        return "".join(table[char] for char in inner)
    return match[0]


def _latex(tex: str, math: bool) -> str:
    """LaTeX as Unicode; on a fault of the parser the text as it was."""
    if math:
        tex = _SCRIPT.sub(_script, _TEXT_MACRO.sub(r"\1", tex))
    elif "\\" not in tex:
        return tex.translate(_BRACES)
    else:
        tex = re.sub(r"(\\[a-zA-Z]+)([\^_])(\d)", lambda m: m[1] + (_SUPER if m[2] == "^" else _SUB)[m[3]], tex)
        # literal in running text, special to the parser
        tex = re.sub(r"(?<!\\)([&#%])", r"\\\1", tex)
        tex = re.sub(r"(?<!\\)~(?!\w)|(?<![\w.\\])~", lambda _: "\\textasciitilde ", tex)
        tex = re.sub(r"\\([*\[\]()|<>@!?+=:;,/])(?![a-zA-Z])", r"\1", tex)
    try:
        return str(LatexNodes2Text(math_mode="text", keep_comments=True, strict_latex_spaces=False).latex_to_text(tex))
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

_ASCII = {code: (chr(code).lower() if chr(code).isalnum() else " ") for code in range(128)} | {ord("^"): None}
_LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"})
_ACCENTS = re.compile("[\u0300-\u036f]")


def _kept(char: str) -> str:
    return char if char.isalnum() or unicodedata.category(char)[0] == "M" else " "


@lru_cache(maxsize=1 << 15)
def _normalised(title: str) -> str:
    text = unicodedata.normalize("NFKD", _plain(title)).casefold().translate(_LETTERS)
    text = unicodedata.normalize("NFC", _ACCENTS.sub("", text))
    return " ".join("".join(map(_kept, text.replace("^", ""))).split())


def normalised(title: str) -> str:
    r"""The key by which titles are compared: letters and digits of any script in words, one space apart.

    >>> normalised("MeshFormer : High-Quality") == normalised(r"{MeshFormer}: \textbf{H}igh quality.")
    True
    """
    if title.isascii() and not _LATEX_HINT.search(title):
        return " ".join(title.translate(_ASCII).split())
    return _normalised(title)


def words(title: str) -> int:
    """How many words the normalised title has."""
    return len(normalised(title).split())


# --- slugs ----------------------------------------------------------------------------------------

_RESERVED = frozenset(
    "con prn aux nul index 404 search assets tags readme sitemap".split()
    + [f"{device}{n}" for device in ("com", "lpt") for n in range(10)]
)


def slug(text: str, limit: int = 80) -> str:
    """A path-safe name: lower-case ASCII letters, digits and single hyphens; never empty, never a reserved name.

    >>> slug("Würstchen: Fast & Good"), slug("CON"), slug("注意力")
    ('wurstchen-fast-good', 'con-x', 'x')
    """
    ascii_only = normalised(text).encode("ascii", "ignore").decode().split()
    out = "-".join(ascii_only)
    if len(out) > limit:
        cut = out[: limit + 1].rpartition("-")[0]
        out = cut or out[:limit]
    out = out or "x"
    return f"{out}-x" if out in _RESERVED else out


# --- escaping -------------------------------------------------------------------------------------

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufeff\u202a-\u202e\u2066-\u2069]")


def escape_html(text: str) -> str:
    """Text for an HTML element."""
    return _CONTROL.sub("", text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def escape_attribute(text: str) -> str:
    """Text for a quoted HTML attribute; line breaks become spaces."""
    return " ".join(escape_html(text).split()).replace('"', "&quot;").replace("'", "&#39;")


_SPECIAL = re.compile(
    r"[\\`*_{}\[\]<>&|$~^#@]"
    r"|(?<=-)-|(?<=\+)\+|(?<==)=|(?<=:):|:(?=[\w+-]+:)"
    r"|\((?=(?:tm|c|r)\))|(?<=[+=])/(?=[-=])|(?<=\bc)/(?=o\b)|(?<=\d)/(?=\d)",
    re.IGNORECASE,
)
_START = re.compile(r"[-+=!?/:\"']|(?:\(?[0-9A-Za-z]{1,9})?[.)](?=\s|$)")


def _entity(char: str) -> str:
    if char in "*_":
        return "\\" + char
    return {"<": "&lt;", ">": "&gt;", "&": "&amp;"}.get(char) or f"&#{ord(char)};"


def escape_markdown(text: str) -> str:
    """One line that shows literally in a paragraph, table cell, link text or heading, and starts no block.

    Entities rather than backslashes, because `{{` would start a template and `\\[` a formula elsewhere.

    >>> escape_markdown("1. A*b_c {{x}} [y]")
    '1&#46; A\\\\*b\\\\_c &#123;&#123;x&#125;&#125; &#91;y&#93;'
    """
    text = " ".join(_CONTROL.sub("", text).split())
    start = _START.match(text)
    lead = ""
    if start:
        lead, text = start[0][:-1] + f"&#{ord(start[0][-1])};", text[start.end() :]
    return lead + _SPECIAL.sub(lambda match: _entity(match[0]), text)


def quote_yaml(text: str) -> str:
    """A double-quoted YAML scalar."""
    quoted = json.dumps(_CONTROL.sub("", text), ensure_ascii=False)
    return quoted.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


_UNSAFE = re.compile(r"[\x00-\x20\x7f-\xa0\"'<>()\[\]{}\\`|$^*\u2000-\u200f\u2028-\u202f\u2060-\u206f\ufeff]|%(?![0-9A-Fa-f]{2})")
_SCHEME = re.compile(r"([^/?#:]*):")


def escape_url(url: str) -> str:
    """The URL with all percent-encoded that breaks Markdown or HTML; "" unless http, https, mailto or relative."""
    url = html.unescape(url).strip()
    scheme = _SCHEME.match(re.sub(r"[\x00-\x20\x7f-\x9f]", "", url))
    if scheme and scheme[1].lower() not in {"http", "https", "mailto"}:
        return ""
    if scheme and _CONTROL.search(url):
        return ""
    url = _UNSAFE.sub(lambda match: "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8", "ignore")), url)
    return re.sub(r"&(?=#?\w+;)", "%26", url)
