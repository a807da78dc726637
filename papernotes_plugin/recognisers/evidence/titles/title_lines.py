"""Decide whether a line of plain text is the title of a paper, or the names of its authors."""

from __future__ import annotations

from papernotes_plugin.recognisers.evidence.authors import authorship
from papernotes_plugin.recognisers.evidence.labels import labelled_values
from papernotes_plugin.recognisers.evidence.titles import sentences
from papernotes_plugin.recognisers.evidence.titles.false_titles import is_generic
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, starts_lowercase

_MAX_TITLE_WORDS = 30


def may_be_title(words: str) -> bool:
    """Return whether a line may be a title: no sentence, no label, no names."""
    if not 2 <= count_words(words) <= _MAX_TITLE_WORDS or words.endswith((".", ":", "：", "。", ",")):
        return False
    if starts_lowercase(words) or is_generic(words) or authorship.looks_like_authors(words):
        return False
    return not (labelled_values.meaning(words.partition(":")[0]) or sentences.is_sentence(words, has_link=True))


def authors_in_line(words: str) -> tuple[str, ...]:
    """Return the authors if a line consists of names; a single name must have a frequent given name."""
    if authorship.looks_like_authors(words):
        return authorship.split_authors(words)
    return (words,) if authorship.has_given_name(words) else ()
