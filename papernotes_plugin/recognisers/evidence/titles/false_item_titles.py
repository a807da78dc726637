"""Patterns of the words of list items that are remarks or citations, and no titles."""

from __future__ import annotations

import re

from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, looks_like_title
from papernotes_plugin.recognisers.evidence.titles.title_match import TitleMatch

_NAME = r"[^\W\d_a-z][\w'’-]+"
NO_TITLE = re.compile(
    rf":\s{_NAME}(?: (?:and|&) {_NAME})?,? et al\.?$"
    rf"|^\W*(?:[A-Z]\.? )?{_NAME}(?:,? (?:and |& )?{_NAME}){{0,4}},? et al\b"
    rf"|^{_NAME} (?:and|&) {_NAME},? \(?(?:19|20)\d\d\)?[,.:]|\b(?:19|20)\d\d-\d\d-\d\d\b"
    r"|^(?i:section|chapter|abschnitt|kapitel|chapitre|sección|seção|sezione|§)\s*\d{1,2}\.\d"
    r"|\([^()]{0,40}\bet al\b[^()]{0,40}\)\W+\w|^(?i:key (?:concepts|terms|points|ideas|results|takeaways))\s*[:：]"
)
"""Words of remarks: `LLM-as-Judge: Zheng et al.`, `Lee et al. show …`, `Lee and Ray 2018, …`, `Section 3.1: …`.

Also a day: `Meeting 2023-10-04`.
"""
_CITED_AFTER_COLON = re.compile(
    rf":[*_]{{0,2}}\s(?:{_NAME} (?:and|&|et|und|y) )?{_NAME}(?: et al\b)?\.?,? \[(?:19|20)\d\d[a-z]?\]"
)
"""Names and a year as natbib cites them, after a topic: `**Normalisation**: Sproat and Jaitly [2017], …`."""
_REMARK = re.compile(r"\s*[–—-]{1,2}\s(?P<papers>\d+\+?\s(?:\S+\s){0,3}papers\b)?")
"""A dash before a remark, and perhaps the number of papers on a topic: ` -- 5+ MICCAI 2024 papers`."""
_MIN_PHRASE = 4
"""Words without capitals from which they may be a title before a remark."""


def is_topic(source: str, match: TitleMatch) -> bool:
    """Return whether a text without links names a topic, and cites papers on it.

    Args:
        source: The text.
        match: What was read as its title.
    """
    if _CITED_AFTER_COLON.search(source):
        return True
    return not match.authors and names_topic(match.parts.title, match.rest)


def names_topic(title: str, rest: str) -> bool:
    """Return whether words before a dash are a topic, and the venue after it is that of an example or of many papers.

    Examples:
        >>> rests = " -- the robot of Lee (Science Robotics 2025)", " — 5+ MICCAI 2024 papers on it"
        >>> names_topic("Autonomous surgery milestones", rests[0]), names_topic("Splatting Replaces NeRF", rests[1])
        (True, True)
        >>> names_topic("Attention is all you need", " -- NIPS 2017"), names_topic("Graph Networks", " -- NIPS 2017")
        (False, False)
    """
    remark = _REMARK.match(rest)
    is_phrase = count_words(title) < _MIN_PHRASE and not looks_like_title(title)
    return remark is not None and (is_phrase or remark["papers"] is not None)
