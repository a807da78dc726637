"""Text: encoding damage, comparison keys, what people read, slugs, and escaping per destination.

Pure functions of strings.  Imports of the package only `encoding`, `escaping` and `tex`, whose functions it
hands on.
"""

from __future__ import annotations

import html
import re
import unicodedata
from functools import lru_cache

from papernotes_plugin.text.encoding_repair import repair_certain_damage, repair_encoding
from papernotes_plugin.text.escaping import (
    escape_attribute,
    escape_html,
    escape_markdown,
    escape_url,
    is_script_url,
    one_line,
    quote_yaml,
)
from papernotes_plugin.text.latex_text import latex_to_unicode, math_spans

__all__ = [
    "comparison_key",
    "count_words",
    "escape_attribute",
    "escape_html",
    "escape_markdown",
    "escape_url",
    "is_script_url",
    "math_spans",
    "one_line",
    "plain_text",
    "quote_yaml",
    "repair_certain_damage",
    "repair_encoding",
    "slugify",
]

# --- reading --------------------------------------------------------------------------------------

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
        out += [latex_to_unicode(text[position:start]), latex_to_unicode(tex, math=True)]
        position = end
    return " ".join("".join([*out, latex_to_unicode(text[position:])]).split())


_PLAIN_HINT = re.compile(r"[\\${}*_`]|&[#A-Za-z0-9]+;")


def plain_text(text: str) -> str:
    r"""The text as people read it: LaTeX, math, braces, HTML entities and Markdown emphasis as Unicode, one line.

    Examples:
        >>> [plain_text(text) for text in (r"Mu$^2$SLAM", r"a gain of 9.33\%", r"$\textbf{T}$arget", "{BERT} for $5")]
        ['Mu²SLAM', 'a gain of 9.33%', 'Target', 'BERT for $5']
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


def comparison_key(title: str) -> str:
    r"""The key by which titles are compared: letters and digits of any script in words, one space apart.

    Examples:
        >>> comparison_key("MeshFormer : High-Quality") == comparison_key(r"{MeshFormer}: \textbf{H}igh quality.")
        True
    """
    if _SIMPLE.fullmatch(title):
        return " ".join(title.encode().translate(_LOWER).decode().split())
    return _normalised(title)


def count_words(title: str) -> int:
    """How many words the normalised title has; in scripts without spaces two characters count as one.

    Examples:
        >>> count_words("Attention Is All You Need"), count_words("注意力就是你所需要的")
        (5, 5)
    """
    key = comparison_key(title)
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


def slugify(text: str, limit: int = 80) -> str:
    """A path-safe name: lower-case ASCII letters, digits and single hyphens; never empty, never a reserved name.

    Examples:
        >>> slugify("Würstchen: Fast & Good"), slugify("β-VAE"), slugify("CON"), slugify("注意力")
        ('wurstchen-fast-and-good', 'beta-vae', 'con-x', 'x')
    """
    key = comparison_key(text.replace("'", "").replace("’", ""))
    out = "-".join(key.translate(_GREEK).encode("ascii", "ignore").decode().split())
    if len(out) > limit:
        whole = out[: limit + 1].rpartition("-")[0]
        out = whole or out[:limit]
    out = out or "x"
    return f"{out}-x" if out in _RESERVED else out
