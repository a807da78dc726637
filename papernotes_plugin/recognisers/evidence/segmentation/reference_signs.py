"""Signs of a reference in a text: a year, names, or the marks around a title."""

from __future__ import annotations

from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Evidence

MIN_LENGTH, MAX_LENGTH = 25, 1200
"""Characters of a text in which references are looked for."""
_TITLE_MARKS = ("](", '"', "“", "„", "«", "「", "『", "《", "*", "_")
"""Marks of a title in a list of references."""
# both begin with one set of characters, which the search finds in half the time of the alternatives
_YEAR = lazy_regex(
    r"[12'’e](?:(?<=(?<![0-9A-Za-z])1)[6-9]\d\d(?![0-9])|(?<=(?<![0-9A-Za-z])2)0[0-3]\d(?![0-9])|(?<=['’])\d\d\b"
    r"|(?<=\be)t al\b)"
)
_NAMES = lazy_regex(
    r"[., b](?:(?<=\b[^\W\d_a-z]\.)|(?<= )(?:and|&|et|und|y|e|i|и) [^\W\d_a-z]|(?<=\bb)y [^\W\d_a-z]"
    r"|(?<=,) [^\W\d_a-z][\w'’-]+(?: [^\W\d_a-z][\w'’-]*\.?)*(?=[,;.:)]|$))"
)
_NO_LOWER_CASE = lazy_regex(r"[^\W_a-zß-öø-ÿ]")
"""A capital, a digit, or a letter of a script without capitals: words in lower case are no names and no numbers."""
_CHINESE_SENTENCE = lazy_regex(
    r"(?:[^的了是我们这也就都但而把被让使《「『\[.]{0,40}[的了是我们这也就都但而把被让使]){3}"
)
"""Three particles and pronouns of Chinese, before any mark of a title and any point after a name."""
_LOWER_CASE = lazy_regex(r"\b[a-zß-öø-ÿа-яё][^\W\d_]*+")
_TOKEN = lazy_regex(r"[^\W\d_]++|\d++|[^\w\s]")
_MIN_TOKENS, _MAX_LOWER_CASE = 25, 0.62
"""The length of a text from which the share of its words in lower case says that it is sentences, and this share."""


def is_running_text(text: str) -> bool:
    """Return whether a text is sentences rather than facts of papers, which have names, capitals, numbers and marks.

    The text opens with the words of a Chinese sentence, or most of its tokens are words in lower case.

    Examples:
        >>> is_running_text("我们在2023年的工作里也用过它。"), is_running_text("王小明. 我的父亲[J]. 文学, 2020.")
        (True, False)
        >>> is_running_text("Later we saw that the parts which Lee gave in 2019 were read in the course, " * 2)
        True
    """
    if _CHINESE_SENTENCE.match(text):
        return True
    tokens = len(_TOKEN.findall(text))
    return tokens >= _MIN_TOKENS and len(_LOWER_CASE.findall(text)) > _MAX_LOWER_CASE * tokens


def has_year(text: str) -> bool:
    """Return whether a text has a year, the end of one, or `et al.`."""
    return _YEAR.search(text) is not None


def has_names(text: str) -> bool:
    """Return whether a text has signs of names: initials, or a name after a comma, a conjunction or `by`."""
    return _NAMES.search(text) is not None


def has_names_or_title(text: str) -> bool:
    """Return whether a text has signs of names, or the marks of a title."""
    return any(map(text.__contains__, _TITLE_MARKS)) or has_names(text)


def may_complete(text: str, evidence: Evidence) -> bool:
    """Return whether a text has signs of names or of a year, and perhaps facts that evidence lacks.

    Evidence with title, venue and year lacks only authors and numbers, which words in lower case are not.

    Examples:
        >>> [may_complete(words, Evidence("Maps")) for words in ("Ann Lee et al., Nature 2020", "a note on maps")]
        [True, False]
        >>> whole = Evidence("Maps", venue="Nature", year=2020)
        >>> may_complete("Nature 2020", whole), may_complete("Ann Lee, Nature 2020", whole)
        (False, True)
    """
    if not (has_year(text) or has_names(text)):
        return False
    if not (evidence.title and evidence.venue and evidence.year):
        return True
    rest = text.replace(evidence.venue, " ").replace(str(evidence.year), " ")
    return _NO_LOWER_CASE.search(rest) is not None
