"""Find the titles in quotes in sentences in Chinese, Japanese or Korean, which are no references."""

from __future__ import annotations

from papernotes_plugin.recognisers.evidence.references.dated_names import DatedNames
from papernotes_plugin.recognisers.evidence.references.title_ends import TitleReading
from papernotes_plugin.recognisers.evidence.references.title_readings import CLOSING_QUOTES
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.romanisation import CJK, CJK_LETTER
from papernotes_plugin.text.years import YEAR

_DATE_IN_SENTENCE = lazy_regex(rf"{YEAR}\s?年\s?(?![第版度月刊卷号])[{CJK}]")
"""A year within a sentence in Chinese or Japanese: `于 1947 年独立`."""
_GOES_ON = lazy_regex(
    "[是的在了和与對对也就都被把让使]|[はがをにでとのも](?![^\\W\\d_]{2,8}[,、])|[은는이가을를에의]\\s"
)
"""A verb, or a particle, after a quotation in a sentence in Chinese, Japanese or Korean."""


def is_quotation_in_sentence(text: str, names: DatedNames, title: TitleReading, rest: tuple[int, int]) -> bool:
    """Return whether a quoted title is part of a sentence in Chinese or Japanese: `他们想到，《…》的灵感来自…`.

    Args:
        text: The text of the reference.
        names: Its authors.
        title: Its title.
        rest: The offsets of what follows the title.
    """
    if text[title.start - 1] not in CLOSING_QUOTES:
        return False
    if _GOES_ON.match(text, title.end) and not names.date:
        # `表面上看,似乎「…」是…` has no two names
        return True
    if len(names.authors.names) > 1 or names.authors.has_more:
        return False
    goes_on = CJK_LETTER.match(text, title.end) is not None
    return goes_on or (not names.date and _DATE_IN_SENTENCE.search(text, *rest) is not None)
