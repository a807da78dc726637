"""Decide whether a paragraph is an entry of a list of papers, and no prose."""

from __future__ import annotations

import re

from papernotes_plugin import venues
from papernotes_plugin.recognisers.evidence.titles import sentences
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, starts_lowercase

_MIN_BARS = 2
"""Bars from which a paragraph is a list of facts."""
_MAX_LABEL_WORDS = 3
_WITH_VENUE = re.compile(r"[^\W\d_a-z][^\n.!?()]{12,250} \((?P<venue>[A-Z][^()\n]{2,30}\d\d)\)(?P<rest>[^\n]{0,60})")
"""A title with its venue in brackets before links: `Title (ISPASS '14) ([paper](…))`."""
_NAME = r"(?:[a-z]{2,3} )?[^\W\d_a-z][\w'’.-]*(?: [\w'’.-]+){0,3}"
_WITH_ADDRESS = re.compile(
    rf"(?P<title>[^\W_][^\n.!?]{{12,250}})[.?!]\s+(?P<names>{_NAME}(?:, (?:and )?{_NAME})*(?:,? et al)?)[.,]?"
    r"\s+<?https?://\S+"
)
"""A title, names and the address of the paper in one line: `Auto-Encoding Bayes. Kingma, Welling. https://…`."""
_MIN_TITLE = 3
"""Words of a title before names and an address."""


def is_entry(words: str) -> bool:
    """Return whether a paragraph is a title with its venue, or names, before links; or facts between bars.

    Examples:
        >>> is_entry("Disentangled Recurrent Autoencoders. Han, Min, Lan. https://arxiv.org/abs/2101.07496")
        True
        >>> is_entry("We also use autoencoders here. See https://arxiv.org/abs/2101.07496")
        False
    """
    if words.count(" | ") >= _MIN_BARS:
        return True
    words = words.strip()
    if "://" in words and (match := _WITH_ADDRESS.fullmatch(words)):
        is_list = "," in match["names"] or "et al" in match["names"]
        return is_list and count_words(match["title"]) >= _MIN_TITLE and not _is_prose(match["title"], match["names"])
    match = _WITH_VENUE.fullmatch(words) if ")" in words[:300] else None
    if not match or count_words(match["rest"]) > _MAX_LABEL_WORDS:
        return False
    name, year, _ = venues.parse_venue(match["venue"])
    return bool(name and year)


def _is_prose(title: str, names: str) -> bool:
    """Return whether the words before an address are a sentence, or those after it are none of names."""
    has_words = any(word.islower() and len(word) > 3 and word.isalpha() for word in names.split())
    return has_words or starts_lowercase(title) or sentences.is_sentence(title, has_link=False)
