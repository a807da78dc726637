"""Compare titles and names regardless of case, accents, punctuation and markup."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.plain import plain_text

_ASCII_TITLE = lazy_regex(r"[A-Za-z0-9 \-:,.?!'\"()/+;_*#%@~|<>=\[\]\t\n]*")
_ASCII_KEY = bytes(ord(chr(code).lower()) if chr(code).isalnum() else 32 for code in range(128)) + bytes(128)
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
"""Characters that Unicode does not decompose, or that represent a word."""
_ACCENTS = lazy_regex("[\u0300-\u036f]")
_UNSPACED_SCRIPTS = lazy_regex(r"[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]+")


def _word_character(char: str) -> str:
    # Vowel signs of Indic scripts are marks, but part of the word.
    return char if char.isalnum() or unicodedata.category(char)[0] == "M" else " "


def _unicode_key(title: str) -> str:
    text = unicodedata.normalize("NFKD", plain_text(title)).casefold()
    text = unicodedata.normalize("NFC", _ACCENTS.sub("", unicodedata.normalize("NFKD", text))).translate(_LETTERS)
    return " ".join("".join(map(_word_character, text)).split())


_CUT_OFF = lazy_regex(r"(?:…|\.\.\.)[\"'”’)\]]*$")


def is_cut_off(title: str) -> bool:
    """Return whether a title ends with an ellipsis, as if a program had cut it off.

    Examples:
        >>> is_cut_off("Attention Is All You N…"), is_cut_off("A Long Title ..."), is_cut_off("What … Is")
        (True, True, False)
    """
    return ("…" in title or "..." in title) and _CUT_OFF.search(title.rstrip()) is not None


@lru_cache(maxsize=1 << 15)
def comparison_key(title: str) -> str:
    r"""Return the form in which titles and names are compared: lower-case words without accents and punctuation.

    Words consist of letters and digits of any script, and are separated by one space.

    Examples:
        >>> comparison_key("MeshFormer : High-Quality") == comparison_key(r"{MeshFormer}: \textbf{H}igh quality.")
        True
    """
    return compute_key(title)


def compute_key(text: str) -> str:
    """Return the form of a text in which `comparison_key` compares it, for texts that hardly recur."""
    if _ASCII_TITLE.fullmatch(text):
        return " ".join(text.encode().translate(_ASCII_KEY).decode().split())
    return _unicode_key(text)


def count_words(title: str) -> int:
    """Return the number of words in a title; in scripts without spaces two characters count as one word.

    Examples:
        >>> count_words("Attention Is All You Need"), count_words("注意力就是你所需要的")
        (5, 5)
    """
    key = comparison_key(title)
    if key.isascii():
        return len(key.split())
    dense = _UNSPACED_SCRIPTS.findall(key)
    return len(_UNSPACED_SCRIPTS.sub(" ", key).split()) + sum(-(-len(run) // 2) for run in dense)


def similarity(one: str, other: str) -> float:
    """Return how similar two texts are, in percent.

    Examples:
        >>> similarity("scaling laws", "scaling laws"), round(similarity("scaling laws", "scaling law"))
        (100.0, 96)
    """
    # imported late, because many commands compare no texts
    from rapidfuzz.fuzz import ratio

    return ratio(one, other)
