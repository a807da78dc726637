"""Decide whether family names with a date open or end words, which are no title then."""

from __future__ import annotations

from papernotes_plugin.recognisers.evidence.references.family_line_ends import read_date
from papernotes_plugin.recognisers.evidence.references.family_line_openings import DATED, LAST
from papernotes_plugin.recognisers.evidence.references.family_line_titles import MIN_TITLE, may_be_title
from papernotes_plugin.recognisers.evidence.references.family_lines import names_in
from papernotes_plugin.recognisers.evidence.titles.sentences import is_sentence
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words

_MIN_BEFORE_NAMES = 4
"""Words before a dash and names from which they are a title."""


def opens_with_dated_names(text: str) -> bool:
    """Return whether words begin with family names and a year, before a title or a remark, so that they are no title.

    After a single word and a year, the rest must be a sentence, as a subject may be written so, too.

    Examples:
        >>> lines = "Lee & Ray 2019: Current practices", "Munich 1919: Art", "Smith 2020: They show that nets work"
        >>> [opens_with_dated_names(line) for line in lines]
        [True, False, True]
    """
    match = DATED.match(text)
    if not match or not (match["plain"] or match["in"]) or not names_in(match):
        return False
    date = read_date(match["in"] or match["year"])
    is_sure = match["more"] or len(names_in(match)) > 1
    rest = text[match.end() :]
    is_long = rest[:1].isupper() and count_words(rest) >= MIN_TITLE
    is_remark = is_sentence(rest, has_link=True) or (is_long and not may_be_title(rest, is_sure=True))
    return bool(date and date.year) and bool(is_sure or is_remark)


def ends_with_names(text: str, start: int) -> bool:
    """Return whether family names with a venue and a year end a text, and begin after a dash at an offset.

    Examples:
        >>> ends_with_names("The Maps of Four Rivers – Lee & Ray (APSR 2003)", 26)
        True
    """
    if text[start - 2 : start] not in ("– ", "— ", "- ") or count_words(text[:start]) < _MIN_BEFORE_NAMES:
        return False
    match = LAST.match(text, start - 3)
    date = read_date(match["in"]) if match and match["in"] else None
    return match is not None and date is not None and date.is_known and len(names_in(match)) > 1
