"""Join letters and their accents, which LaTeX and PDF files have apart; links to pages of Hugo are their words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from papernotes_plugin import text as texts
from papernotes_plugin.markup.syntax_extensions import SHORTCODE_LINK
from papernotes_plugin.text.lazy_regex import lazy_regex

_DECOMPOSED = lazy_regex(
    r"\w[\u0300-\u036f]+|\{\\?(?P<mark>[\"'`^~])\{?(?P<letter>\\?i|[A-Za-z])\}{1,2}|(?<=[A-Za-z])\"(?P<umlaut>[aou])(?=[a-z])"
    r"|\{?\\[cvHuk]\{[A-Za-z]\}\}?"
    r"|(?<=[^\W\d_])(?: (?P<spacing>[¨´ˆ˜ˇ˚]) ?|(?P<tight>[¨´]))(?P<base>[a-z](?=[a-z]))"
    r"|(?P<stray>(?<=\S)[¨´ˆ˜ˇ˚](?= ))"
    r"|(?P<footnote>(?:(?<=[^\W\d_]{2})|(?<=[A-Z]\.)|(?<=\s[A-Z])|\A)[*∗†‡§^]+"
    r"(?=[,;]\s|\s(?:and|&)\s|\s\((?:19|20)\d\d))"
    r"|(?P<initialled>(?:(?<=[\s-][A-Z])|(?<=[\s-][A-Z]{2})|(?<=[A-Z]\.))(?:\s?[*∗†‡✉]|(?<![\s,][CF])#)[*∗†‡✉#+]*"
    r"(?=\s?[,;]|\.?,\s|\s(?:and|&)\s|\.?\s\(?(?:19|20)\d\d\b|\.\s[^\W\d_a-z]))"
    r"|(?<![\w}\\])\{(?P<braced>[A-Za-z][\w-]*)\}"
)
"""A letter and its accent, also that of LaTeX, whose backslash Markdown removes: `J{"u}rgen`, `Schl"uter`.

The mark of a footnote after a name is found as well, and removed: `Ann Lee*, Bob Ray`, `Lee, A.*, & Ray, B.`,
`Lee A*. 2019.`  A name in bold may end before it.  So are braces of BibTeX.
Accents are apart in text that a program copied from a PDF: `Schl ¨ uter`; one at the end of a word is removed.
"""
SIGN = lazy_regex('["*#{\u0300-\u036f¨´ˆ˜ˇ˚∗†‡§^✉]')
"""A character of which every match of `_DECOMPOSED` contains one."""
_SPACING = {"¨": "\u0308", "´": "\u0301", "ˆ": "\u0302", "˜": "\u0303", "ˇ": "\u030c", "˚": "\u030a"}
_COMBINING = {'"': "\u0308", "'": "\u0301", "`": "\u0300", "^": "\u0302", "~": "\u0303"}


def composed(words: str, source: int) -> Iterator[tuple[str, int]]:
    """Yield the parts of a text with composed letters, each with its offset in the note; `e` and an accent is `é`.

    Links to pages of Hugo are their words.
    """
    at = 0
    for link in SHORTCODE_LINK.finditer(words) if "({{" in words else ():
        yield from _composed(words[at : link.start()], source + at)
        yield from _composed(link["words"], source + link.start("words"))
        at = link.end()
    yield from _composed(words[at:], source + at)


def _composed(words: str, source: int) -> Iterator[tuple[str, int]]:
    """Yield the parts of a text without links, each with its offset; a part ends after a letter that was composed."""
    at = 0
    if SIGN.search(words):
        for match in _DECOMPOSED.finditer(words):
            yield words[at : match.start()] + _letter(match), source + at
            at = match.end()
    if at < len(words):
        yield words[at:], source + at


def _letter(match: re.Match[str]) -> str:
    """Return a letter with its accent as one character; "" for the mark of a footnote or an accent alone.

    A word in braces is that word.
    """
    if match["footnote"] or match["initialled"] or match["stray"] or match["braced"]:
        return match["braced"] or ""
    if match["base"]:
        accented = unicodedata.normalize("NFC", match["base"] + _SPACING[match["spacing"] or match["tight"]])
        return accented if len(accented) == 1 else match["base"]
    if match["letter"] or match["umlaut"]:
        letter = f"{match['letter'][-1]}{_COMBINING[match['mark']]}" if match["letter"] else f"{match['umlaut']}\u0308"
    else:
        letter = texts.plain_text(match[0]) if "\\" in match[0] else match[0]
    return unicodedata.normalize("NFC", letter)
