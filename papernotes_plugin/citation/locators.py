"""Read page numbers and other locators in citations, as in https://pandoc.org/MANUAL.html#citation-syntax."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple
from unicodedata import category

from papernotes_plugin.text.lazy_regex import OPTIONAL_SPACE, lazy_regex

LABELS = (
    "book",
    "chapter",
    "column",
    "figure",
    "folio",
    "issue",
    "line",
    "note",
    "opus",
    "paragraph",
    "part",
    "section",
    "sub-verbo",
    "verse",
    "volume",
    "page",
)
"""CSL's labels of locators that pandoc reads."""
_ENGLISH_TABLE = """
    book: bk. bks. book books
    chapter: chap. chaps. chapter chapters c. cc.
    column: col. cols. column columns
    figure: fig. figs. figure figures
    folio: fol. fols. folio folios
    issue: no. nos. issue issues
    line: l. ll. line lines
    note: n. nn. note notes
    opus: op. opp. opus opera
    paragraph: para. paras. paragraph paragraphs ¶ ¶¶
    part: pt. pts. part parts
    section: sec. secs. section sections § §§
    sub-verbo: s.v. s.vv. sub_verbo sub_verbis
    verse: v. vv. verse verses
    volume: vol. vols. volume volumes
    page: p. pp. page pages
"""
"""English terms of each label: the abbreviation, its plural, and the other forms."""
_ENGLISH = {
    label.strip(): [word.replace("_", " ") for word in words.split()]
    for label, _, words in (line.partition(":") for line in _ENGLISH_TABLE.strip().splitlines())
}
_DASH = lazy_regex(r"(?<=[\w)\]])\s*(?:-{1,3}|[–—])\s*(?=[\w(\[])")
_SEPARATOR = lazy_regex(r"[-–,;\s]")
_COMMA = lazy_regex(rf"{OPTIONAL_SPACE},\s*")
_ROMAN = lazy_regex(r"(?=.)M*(?:CM|CD|D?C{0,4})(?:XC|XL|L?X{0,4})(?:IX|IV|V?I{0,4})\Z", re.IGNORECASE)
_CLOSING = {"(": ")", "[": "]", "{": "}"}


class LocatorTerms:
    """Words of a language for the labels of locators."""

    def __init__(self, words: Iterable[tuple[str, str]]) -> None:
        """Store the words.

        Args:
            words: Each word with its label; the last label counts.
        """
        self.labels: Mapping[str, str] = {word.casefold(): label for word, label in words if word}
        self.longest = max(map(len, self.labels), default=0)
        """Number of characters of the longest word."""


ENGLISH = LocatorTerms((word, label) for label, words in _ENGLISH.items() for word in words)
"""The English words."""


class Locator(NamedTuple):
    """Locator of a passage in a work, and the text after it."""

    label: str = ""
    """CSL's word (`page`, `chapter`); "" for a place without a label."""
    place: str = ""
    """`3`, `33–35, 38`: ranges with an en dash; "" without a locator."""
    rest: str = ""
    """Text after the locator or the key, with the comma or space before it: `, and elsewhere`."""

    @property
    def words(self) -> str:
        """Abbreviated English label and place: `pp. 33–35`."""
        if not self.label:
            return self.place
        return f"{_ENGLISH[self.label][names_several(self.place)]} {self.place}"


def parse_locator(suffix: str, terms: LocatorTerms = ENGLISH) -> Locator:
    """Return the locator at the start of the text after a citekey.

    A number without a label is a page.  Braces enclose a locator that would end too early otherwise: `{p. 3, left}`.
    Empty braces say that there is no locator.

    Args:
        suffix: The text after the citekey; a comma at its start is ignored.
        terms: The words for labels.

    Examples:
        >>> parse_locator(", pp. 33-35, 38 and elsewhere")
        Locator(label='page', place='33–35, 38', rest=' and elsewhere')
        >>> parse_locator(" chapter 2").words, parse_locator("12").words, parse_locator("{ii, A-C}").words
        ('chap. 2', 'p. 12', 'ii, A–C')
        >>> parse_locator("and so on"), parse_locator("{}, 99 years later").rest
        (Locator(label='', place='', rest=', and so on'), ', 99 years later')
    """
    tokens = list(_tokens(suffix))
    at = 1 if tokens[:1] == [","] else 0
    at += at < len(tokens) and tokens[at].isspace()
    parts = _enclosed(tokens, at, terms) or _integrated(tokens, at, terms)
    if parts is None:
        return Locator(rest=_with_comma(suffix))
    label, place, end = parts
    rest = "".join(tokens[end:])
    if label == "page":
        place = _COMMA.sub(", ", place)
    return Locator(label, with_en_dashes(place), rest) if place else Locator(rest=_with_comma(rest))


def names_several(place: str) -> bool:
    """Return whether a place has several numbers, or an open range: `3–5`, `(a), (b)`, `3–`."""
    return _SEPARATOR.search(place) is not None


def with_en_dashes(place: str) -> str:
    """Return page numbers, or the numbers of another locator, with en dashes in their ranges.

    Examples:
        >>> with_en_dashes("12-5, 14 -- 17"), with_en_dashes("1–2"), with_en_dashes("(xv)-(xvii)")
        ('12–5, 14–17', '1–2', '(xv)–(xvii)')
    """
    return _DASH.sub("–", place)


def _with_comma(rest: str) -> str:
    """Return the text after a key, with a comma before it unless it begins with a space or a punctuation mark."""
    return rest if not rest or rest[0].isspace() or _is_punctuation(rest[0]) else f", {rest}"


def _is_punctuation(char: str) -> bool:
    return category(char)[0] == "P"


def _tokens(text: str) -> Iterator[str]:
    """Yield spaces, words, and single punctuation marks; a colon is part of a word."""
    word = ""
    for char in text:
        if char.isspace() or (char != ":" and _is_punctuation(char)):
            if word:
                yield word
            yield " " if char.isspace() else char
            word = ""
        else:
            word += char
    if word:
        yield word


def _label(tokens: Sequence[str], at: int, terms: LocatorTerms, *, enclosed: bool) -> tuple[str, int] | None:
    """Return the longest label from a token on that a place follows, and its end."""
    best = None
    words = ""
    for end in range(at, len(tokens)):
        words += tokens[end]
        if len(words.strip()) > terms.longest:
            break
        label = terms.labels.get(words.strip().casefold())
        if label and end + 1 < len(tokens):
            place = _place_word(tokens, end + 1, first=True)
            if enclosed or (place and place[1]):
                best = label, end + 1
    return best


def _enclosed(tokens: Sequence[str], at: int, terms: LocatorTerms) -> tuple[str, str, int] | None:
    """Return the label, the place and the end of a locator in braces; None without braces."""
    if at >= len(tokens) or tokens[at] != "{":
        return None
    depth, end = 1, at + 1
    while end < len(tokens) and depth:
        depth += {"{": 1, "}": -1}.get(tokens[end], 0)
        end += 1
    if depth:
        return None
    inner = "".join(tokens[at + 1 : end - 1]).strip()
    words = list(_tokens(inner))
    label, start = _label(words, 0, terms, enclosed=True) or ("page" if inner[:1].isdigit() else "", 0)
    return label, "".join(words[start:]).strip(), end


def _integrated(tokens: Sequence[str], at: int, terms: LocatorTerms) -> tuple[str, str, int] | None:
    """Return the label, the place and the end of a locator without braces; None if there is none.

    After a label, the place has a digit or a Roman number.  Without one, it has a digit.
    """
    labelled = _label(tokens, at, terms, enclosed=False)
    label, start = labelled or ("page", at)
    end = start
    while word := _place_word(tokens, end, first=end == start):
        place_end, is_number = word
        if not is_number or (labelled is None and not any(map(_has_digit, tokens[end:place_end]))):
            break
        end = place_end
    return (label, "".join(tokens[start:end]).strip(), end) if end > start else None


def _has_digit(token: str) -> bool:
    return any(char.isdigit() for char in token)


def _has_number(token: str) -> bool:
    """Return whether a token has a digit, or a private-use character that replaces code or emphasis in a citation."""
    return any(char.isdigit() or category(char) == "Co" for char in token)


def _place_word(tokens: Sequence[str], at: int, *, first: bool) -> tuple[int, bool] | None:
    """Return the end of a word of a place, such as `33-35`, `(a)` or `12.3(4)[5]`, and whether it has a number.

    A separator comes before a word that is not the first.
    """
    at += not first and at < len(tokens) and tokens[at] in ",;"
    at += at < len(tokens) and tokens[at] == " "
    start, is_number = at, False
    while at < len(tokens):
        closing = _CLOSING.get(tokens[at])
        inner = _page_sequence(tokens, at + 1 if closing else at)
        end, has_number = inner or (at + 1, False)
        if closing and end < len(tokens) and tokens[end] == closing:
            end += 1
        elif closing or inner is None:
            break
        at, is_number = end, is_number or has_number
    return (at, is_number) if at > start else None


def _page_sequence(tokens: Sequence[str], at: int) -> tuple[int, bool] | None:
    """Return the end of units that full stops separate, and whether one has a number; None without a unit."""
    start, is_number = at, False
    while True:
        unit = at + (at < len(tokens) and tokens[at] == ".")
        end = unit
        if end < len(tokens) and _ROMAN.match(tokens[end]):
            end += 1
            is_number = True
        else:
            while end < len(tokens) and _is_page_token(tokens[end]):
                is_number = is_number or _has_number(tokens[end])
                end += 1
        if end == unit or (unit == at and at > start):
            return (at, is_number) if at > start else None
        at = end


def _is_page_token(token: str) -> bool:
    return token in "-–" or not (token.isspace() or _is_punctuation(token[0]))
