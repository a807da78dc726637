"""Frequent words of titles, by which titles and subjects differ from names."""

from __future__ import annotations

from papernotes_plugin.people.frequent_title_words import FREQUENT_TITLE_WORDS
from papernotes_plugin.people.given_names import fold_name, is_given_name

_WORDS = frozenset(FREQUENT_TITLE_WORDS.split())


def is_title_word(word: str) -> bool:
    """Return whether a word is frequent in titles and rare in names, in any case and with or without accents.

    Examples:
        >>> [is_title_word(word) for word in ("Coding", "Intelligence", "Vaswani", "Carlo", "Lee")]
        [True, True, False, False, False]
    """
    return fold_name(word) in _WORDS and not is_given_name(word)
