"""Find the mark between a label and its value, and the meaning that a label has next to its value."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from papernotes_plugin.recognisers.evidence.labels.field_labels import ARTICLES, BOOKS, NAMES_PAPER
from papernotes_plugin.recognisers.evidence.labels.label_meanings import (
    OF_FACTS,
    SYMBOLS,
    may_be_number,
    may_be_sentence,
    meaning,
)
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note
from papernotes_plugin.recognisers.evidence.titles import false_titles
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import (
    count_words,
    is_uninformative,
    looks_like_title,
)
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Span

_OTHER_MARK = lazy_regex(
    rf"[ \t>]*+(?:[-*+•·▪◦‣][ \t]+|\d{{1,2}}[.)][ \t]+)?(?:\[[ xX]\][ \t]+)?(?:[{SYMBOLS}]++[ \t]*+)?"
    r"(?:(?P<opening>\*\*|__|\*|_|\[)(?P<marked>[^*_:：\[\]\n|=]{1,30}?)(?:\*\*|__|\*|_|(?P<closing>\](?!\()))"
    r"|(?P<plain>[^\W\d_][^:：*_`\[\]\n|#=]{0,30}?))"
    r"(?:[ \t]+(?P<mark>[-–—=|])[ \t]+|(?<=\])[ \t]*)(?P<value>\S[^\n]*)"
)
"""A line with another mark than a colon after its first words: `Year - 2020`, `**Year** = 2020`, `[Year] 2020`."""
_LINES_WITH_OTHER_MARK = lazy_regex(rf"^{_OTHER_MARK.pattern}", re.MULTILINE)
_OTHER_MEANINGS = {
    ("link", "data"): (
        "year",
        lazy_regex(
            r"(?:[\d./-]{1,20}|\w{1,40})(?:[\s./-]{1,9}\w{1,40}){0,9}?[\s./-]{0,9}(?:19|20)\d\d|(?:19|20)\d\d\S{0,6}"
        ),
    )
}
"""Another meaning of a label, by the form of its value: `Data: 2020-05-03` is a date in Italian and Portuguese."""
_DATE_AND_TIME = lazy_regex(
    r"[ \t>]*+(?:[-*+]\s+)?(?P<label>[^\W\d_]{2,20})[ \t]+(?P<value>(?:19|20)\d\d-\d\d-\d\d)[ \t]\d\d:\d\d:\d\d\s*"
)
"""A date after a label without a colon, as WeRead for Obsidian writes it: `出版时间 2016-08-01 00:00:00`."""
_MIN_TITLE_WORDS, _MAX_TITLE_WORDS = 4, 30
"""Numbers of words in a title that is no name."""
_LINK_SIGNS = ("://", "](", "[[", "@", "www.", ".pdf", ". ")
"""Signs of a link or of a whole reference in a value, which then is no title."""
_BOLD_BULLET = lazy_regex(
    r"^[ \t>]*[-*+]\s+(?:\*\*|__)([^*_:：\n]{1,40}?)\s*(?:[:：]|(?:\*\*|__)\s*[:：])", re.MULTILINE
)
"""The bold words before a colon that open a bullet."""
_SIGN_OF_VALUE = lazy_regex(
    r"[:：【*_PAT](?:(?<=[：【])|(?<=:)(?!//)|(?<=:)(?<!http:)(?<!https:)|(?<=\*)\*|(?<=_)_"
    r"|(?<=P)(?:ublished|resented) |(?<=A)(?:ppeared|ccepted) |(?<=T)o appear )"
)
"""A colon, except that of an address, strong text, or words before a venue: texts with values contain one of them."""
_MIN_TITLE = 3
"""Words of a title after a word for an article."""
_MAX_LABEL_WORDS = 2
"""Words of a label that only one bullet has."""


@once_per_note
def other_marks(context: NoteContext) -> frozenset[str]:
    """Return the marks other than a colon after labels of a note: those that follow the authors and another label."""
    meanings: dict[str, set[str]] = {}
    for match in _LINES_WITH_OTHER_MARK.finditer(context.readable_text, context.note.body_start):
        of_label = meaning(match["marked"] or match["plain"])
        is_code = match["mark"] == "=" and (match["value"][0] in '{"' or match["value"][-1] in ",;")
        if of_label in OF_FACTS and _is_closed(match) and not is_code:
            meanings.setdefault(match["mark"] or match["closing"], set()).add(of_label)
    return frozenset(mark for mark, of_mark in meanings.items() if "authors" in of_mark and len(of_mark) > 1)


def match_date(context: NoteContext, line: Span) -> re.Match[str] | None:
    """Return the match of a line that is a label for the year of publication, a date and a time; None for others."""
    match = _DATE_AND_TIME.fullmatch(context.readable_text, *line)
    return match if match and meaning(match["label"]) == "year" else None


def may_have_values(context: NoteContext, block: Block) -> bool:
    """Return whether a block has a sign of a label; quick, as most blocks have none."""
    return _SIGN_OF_VALUE.search(context.readable_text, *block.span) is not None or _has_other_labels(context)


@once_per_note
def _has_other_labels(context: NoteContext) -> bool:
    """Return whether a note has another mark after labels, or tables, nested lists or lines that need no mark."""
    return bool(other_marks(context)) or any(
        b.kind is BlockKind.TABLE
        or (b.kind is BlockKind.LIST and b.parent >= 0)
        or (b.kind is BlockKind.PARAGRAPH and b.level > 0)
        for b in context.blocks
    )


def _is_closed(match: re.Match[str]) -> bool:
    """Return whether a label has no bracket, or both: not `[Authors** - …`."""
    return (match["opening"] == "[") == bool(match["closing"])


def match_line(context: NoteContext, line: Span) -> re.Match[str] | None:
    """Return the label and the value in a line with one of the `other_marks` of its note; None for other lines."""
    marks = other_marks(context)
    match = _OTHER_MARK.match(context.readable_text, *line) if marks else None
    is_known = match is not None and (match["mark"] or match["closing"]) in marks and _is_closed(match)
    return match if is_known else None


def is_book(label: str) -> bool:
    """Return whether a label is a word for a book, after which there may be its title: `Book: On Liberty`."""
    return label.casefold().strip(" *_") in BOOKS


def is_work(label: str) -> bool:
    """Return whether a label is a word for a book or an article, after which there may be its title."""
    return is_book(label) or label.casefold().strip(" *_") in ARTICLES


def meaning_with(label: str, value: str) -> str:
    """Return the meaning of a label: after `论文：` or `Paper:` there may be a title in place of a link."""
    of_label = meaning(label)
    if not of_label:
        return "title" if is_work(label) and value and not any(sign in value for sign in ("://", "](")) else ""
    if value and (of_label, label.casefold().strip(" *_")) in _OTHER_MEANINGS:
        other, pattern = _OTHER_MEANINGS[of_label, label.casefold().strip(" *_")]
        of_label = other if pattern.fullmatch(value.strip(" *_")) else of_label
    if of_label in ("authors", "venue") and may_be_sentence(value):
        return ""
    is_number = of_label not in ("doi", "arxiv") or may_be_number(label, value)
    is_of_article = is_work(label)
    may_be_title = of_label == "link" and (is_of_article or NAMES_PAPER.search(label))
    if not may_be_title or any(sign in value for sign in _LINK_SIGNS) or is_uninformative(value):
        return of_label if is_number else ""
    # titles in other languages have few capitals
    is_long = is_of_article and not value[:1].islower() and count_words(value) >= _MIN_TITLE
    return "title" if is_long or looks_like_title(value) else of_label


def _names_title(label: str, value: str) -> bool:
    """Return whether the value of a label such as `Paper` has the form of a title, above labelled authors.

    Examples:
        >>> _names_title("Paper", "Are good local minima wide?"), _names_title("PDF", "in the folder of the course")
        (True, False)
        >>> _names_title("Paper", "See the notes of our group."), _names_title("Link", "Good minima are wide here")
        (False, False)
    """
    if not NAMES_PAPER.search(label) or any(sign in value for sign in (*_LINK_SIGNS, "\n")):
        return False
    words = value.strip(" *_")
    is_long = _MIN_TITLE_WORDS <= words.count(" ") + 1 <= _MAX_TITLE_WORDS
    return is_long and not words[:1].islower() and words[-1:] not in ".:;," and not is_uninformative(words)


def meanings_of(stated: Sequence[tuple[str, str, str]]) -> list[str]:
    """Return the meanings of values: a title is after `Paper`, if authors follow and no other value is the title.

    Args:
        stated: The label, value and meaning of each value.
    """
    meanings = [meaning for _, _, meaning in stated]
    if "title" in meanings or "authors" not in meanings or meanings.count("link") != 1:
        return meanings
    at = meanings.index("link")
    if at < meanings.index("authors") and _names_title(*stated[at][:2]):
        meanings[at] = "title"
    return meanings


@once_per_note
def _bold_bullets(context: NoteContext) -> Counter[str]:
    """Return the bold words before a colon at the start of bullets, in lower case, with their numbers."""
    return Counter(label.strip().casefold() for label in _BOLD_BULLET.findall(context.note.text))


def is_statement(context: NoteContext, words: str, span: Span) -> bool:
    """Return whether the bold words of a bullet state something, and are no label: unknown, long and used once."""
    label = words.strip()
    if meaning(label) or len(label.split()) <= _MAX_LABEL_WORDS or "::" in context.source(span):
        return False
    return not false_titles.is_metadata(label) and _bold_bullets(context)[label.casefold()] < 2
