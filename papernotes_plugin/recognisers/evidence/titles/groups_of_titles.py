"""Decide whether several headings together are titles of papers, by their length and their words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Sequence

from papernotes_plugin.people import is_title_word
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, starts_lowercase
from papernotes_plugin.text.lazy_regex import lazy_regex

_LONG_WORD = lazy_regex(r"[^\W\d_]{6,}")
_MIN_TITLE_WORDS = 1.5
"""Long words per title that are frequent in titles of papers."""
_MAX_REPEATED = 2
"""Papers of one author and year in a list of papers."""
_MAX_CITED = 0.3
"""Share of lines with the authors and the year of another line, from which the lines are remarks on papers."""


def are_cited_repeatedly(citations: Collection[Hashable]) -> bool:
    """Return whether many lines have the authors and the year of another one, as remarks on a few papers have.

    Examples:
        >>> are_cited_repeatedly([("Lee", 2003), ("Lee", 2003), ("Lee", 2003), ("Ray", 2019)])
        True
        >>> are_cited_repeatedly([("Lee", 2003), ("Lee", 2003), ("Lee", 2004), ("Ray", 2019)])
        False
    """
    repeated = sum(count for count in Counter(citations).values() if count > 1)
    return repeated > max(_MAX_REPEATED, _MAX_CITED * len(citations))


def are_titles_of_papers(titles: Sequence[str], min_mean: float) -> bool:
    """Return whether texts have the words of titles of papers, as many words as these, and mostly begin with a capital.

    Args:
        titles: The texts.
        min_mean: Words of a text on average.
    """
    if 2 * sum(map(starts_lowercase, titles)) > len(titles):
        return False
    frequent = sum(map(is_title_word, _LONG_WORD.findall("\n".join(titles))))
    return sum(map(count_words, titles)) >= min_mean * len(titles) and frequent >= _MIN_TITLE_WORDS * len(titles)
