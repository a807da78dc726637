"""Turn LaTeX, HTML and Markdown into the plain text that people read."""

from __future__ import annotations

import html
from functools import lru_cache

from papernotes_plugin.text.latex_text import latex_to_unicode, math_spans
from papernotes_plugin.text.lazy_regex import lazy_regex

_EMPHASIS = lazy_regex(r"\*{1,3}|_{1,3}|`+")


def _without_marks(text: str, math: list[tuple[int, int, str, bool]]) -> str:
    """Return a text without paired emphasis and code marks of Markdown; formulas keep theirs."""
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
def _to_plain_text(text: str) -> str:
    text = html.unescape(text) if "&" in text else text
    text = _without_marks(text, math_spans(text))
    out, position = [], 0
    for start, end, tex, _ in math_spans(text):
        out += [latex_to_unicode(text[position:start]), latex_to_unicode(tex, math=True)]
        position = end
    return " ".join("".join([*out, latex_to_unicode(text[position:])]).split())


_QUOTED = lazy_regex(r"(?P<mark>[\"'])(?P<words>(?>(?:(?!(?P=mark))[^\n]|(?<=\w)'(?=\w))*))(?P=mark)")


def without_quotation_marks(text: str) -> str:
    """Return a text without straight quotation marks around it, or without one whose other mark is missing.

    Examples:
        >>> without_quotation_marks('"Wild Souls"'), without_quotation_marks('"Wild Souls')
        ('Wild Souls', 'Wild Souls')
        >>> without_quotation_marks('"Sorry": How Models Fail'), without_quotation_marks('"On" and "off"')
        ('"Sorry": How Models Fail', '"On" and "off"')
    """
    text = text.strip()
    if quoted := _QUOTED.fullmatch(text):
        return quoted["words"].strip()
    return text.strip('"').strip() if text.count('"') == 1 else text


_MARKUP = lazy_regex(r"[\\${}*_`]|&[#A-Za-z0-9]+;")
_MAX_LENGTH = 200_000
"""Characters of a longer text, which is no title or list of authors; its markup stays."""


_BROKEN_WORD = lazy_regex(
    r"(?<![^\W_]{10})(?<=[^\W\d_][a-z])- (?!(?:and|or|to|und|oder|bis|et|ou|y|e|en|og|och|ja|of|vs|versus|but"
    r"|not|as|at|by|for|from|in|is|its|on|the|an?|with|without|within|are|was|how|what|when|where|which|who|why|new|case|some|towards?)\b)"
    r"(?=[a-z]{2,}\b(?!['’]))"
)
"""The hyphen and the space inside a word that was broken at the end of a line of a PDF file.

A long word, or a short one after the hyphen, may be whole: `Suicide and its prevention- the urgent need`.
"""


def with_whole_words(words: str) -> str:
    """Return a text without the hyphens and spaces inside words that were broken at the ends of lines.

    Examples:
        >>> with_whole_words("Abstractive sen- tence summarization"), with_whole_words("Pre- and post-training")
        ('Abstractive sentence summarization', 'Pre- and post-training')
        >>> with_whole_words("Suicide and its prevention- the urgent need")
        'Suicide and its prevention- the urgent need'
    """
    return _BROKEN_WORD.sub("", words) if "- " in words else words


def plain_text(text: str) -> str:
    r"""Return a text as people read it, on one line and in Unicode.

    LaTeX commands, formulas, braces, HTML entities and Markdown emphasis are replaced by what they show.

    Examples:
        >>> [plain_text(text) for text in (r"Mu$^2$SLAM", r"a gain of 9.33\%", r"$\textbf{T}$arget", "{BERT} for $5")]
        ['Mu²SLAM', 'a gain of 9.33%', 'Target', 'BERT for $5']
    """
    has_markup = len(text) <= _MAX_LENGTH and _MARKUP.search(text)
    return _to_plain_text(text) if has_markup else " ".join(text.split())


def shortened(words: str, limit: int) -> str:
    """Return a text of at most `limit` characters, or its beginning up to a word within them, with an ellipsis.

    Examples:
        >>> shortened("attention is all", 12), shortened("attention", 9)
        ('attention …', 'attention')
    """
    if len(words) <= limit:
        return words
    return f"{words[:limit].rpartition(' ')[0] or words[:limit]} …"
