"""Write the letters of other scripts in Latin letters."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import groupby

from anyascii import anyascii

from papernotes_plugin.text.lazy_regex import lazy_regex

_GREEK = tuple(
    (lazy_regex(pattern), letters)
    for pattern, letters in (
        ("(?<=[οΟ])[υύ]", "u"),
        ("(?<=[αΑεΕηΗ])[υύ](?=[αάβγδεέζηήιίλμνοόρωώ])", "v"),
        ("(?<=[αΑεΕηΗ])[υύ]", "f"),
        ("γγ", "ng"),
        (r"\bΜπ", "B"),
        (r"\bΝτ", "D"),
    )
)
"""Pairs of Greek letters that are not written letter by letter, after the standard ELOT 743."""
_NO_SCRIPT = ("LATIN", "MODIFIER", "COMBINING", "FEMININE", "MASCULINE")
"""First words of the names of letters and marks that are Latin, or of no script."""
CJK = "\u3040-\u9fff\uac00-\ud7a3"
"""Kana, Chinese characters and Hangul, as the inside of a character class."""
CAPITALS = r"A-Z\u00c0-\u00d6\u00d8-\u00de\u0100-\u024f\u0370-\u042f\u0460-\u052f\u1e00-\u1eff"
"""Letters of Latin, Greek and Cyrillic that may open a name, as the inside of a character class."""
LETTERS = rf"{CAPITALS}a-z\u00df-\u00f6\u00f8-\u00ff\u0430-\u045f"
"""All letters of these alphabets.

A class without `CJK` says nearly the same, but Python compiles it in ten times the time.
"""
CJK_LETTER = lazy_regex(f"[{CJK}]")
_LETTER = lazy_regex(r"[^\W\d_]")
_UNSPACED = lazy_regex(r"([\u3005-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]{2})")
"""Two Han or kana characters: about a word in a text without spaces."""


def precedes_cjk(text: str, offset: int) -> bool:
    """Return whether the first letter after an offset in a text is Chinese, Japanese or Korean."""
    letter = _LETTER.search(text, offset)
    return letter is not None and CJK_LETTER.match(letter[0]) is not None


def _has_other_script(char: str) -> bool:
    if char.isascii() or unicodedata.category(char)[0] not in "LM":
        return False
    return not unicodedata.name(char, "").startswith(_NO_SCRIPT)


@lru_cache(maxsize=1 << 12)
def romanised(text: str) -> str:
    """Return a text with the letters of other scripts written in Latin letters; Latin letters stay as they are.

    The letters are those of the ISC-licensed tables of anyascii.  They follow the sound of a letter, not the spelling
    that a person chose.  Han characters have their reading in Mandarin, and unwritten vowels are missing.

    Examples:
        >>> romanised("Андрей Колмогоров"), romanised("王伟"), romanised("Παπαδόπουλος"), romanised("Gödel")
        ('Andrey Kolmogorov', 'WangWei', 'Papadopoulos', 'Gödel')
    """
    if text.isascii():
        return text
    text = unicodedata.normalize("NFKC", text)
    for pair, letters in _GREEK:
        text = pair.sub(letters, text)
    runs = ((is_other, "".join(run)) for is_other, run in groupby(text, _has_other_script))
    return "".join(re.sub(r"[^A-Za-z0-9]", "", anyascii(run)) if is_other else run for is_other, run in runs)


def romanised_words(text: str) -> str:
    """Return a text in Latin letters as `romanised` does, with spaces in text of scripts without spaces.

    Examples:
        >>> romanised_words("注意力机制"), romanised_words("Внимание")
        ('ZhuYi  LiJi Zhi', 'Vnimanie')
    """
    return text if text.isascii() else romanised(_UNSPACED.sub(r" \1 ", unicodedata.normalize("NFKC", text))).strip()
