"""Read link texts that are a title as a whole, as emphasis or quotation marks show, with the names before them."""

from __future__ import annotations

import re

from papernotes_plugin.recognisers.evidence.authors import authorship, short_bylines
from papernotes_plugin.recognisers.evidence.authors.short_bylines import Byline
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles import sentences
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Inline

_NAMES_BEFORE = lazy_regex(
    r"(?P<names>[^\W\d_a-z][\w-]{1,60}(?:(?:,? and| &) [^\W\d_a-z][\w-]{1,60}| et al\.?)?)(?:['’]s?)? "
    r"\((?P<year>(?:19|20)\d\d)\)\s*$"
)
"""Names with their year before a title: `Lee et al.’s (2014) [*Title*](…)`."""
_CALLED_PAPER = lazy_regex(r"(?:\b(?:papers?|preprint|article|thesis)|论文|論文|논문|文章)$", re.IGNORECASE)
"""A word that calls the link after it a paper."""
_MAX_BEFORE = 100
"""Characters of these names and their year."""
_MIN_WORDS = 5
"""Words of a link text from which emphasis makes it a title."""
_REACH = 12
"""Characters next to a link in which a word belongs to it."""
_MIN_NAMED = 3
"""Words of a link text from which they are no name."""


def read_title(context: NoteContext, inline: Inline, words: str) -> Byline | None:
    """Return the names and the year before a link whose long text is a marked title; None for no such title.

    Args:
        context: The note.
        inline: The link.
        words: Its text, which begins with a capital if it is a title.
    """
    source = context.note.text[slice(*inline.inner)].strip()
    is_marked = source[:1] in '*_“"' and source[-1:] in '*_”"' and len(source) > 1
    if not is_marked or not words[0].isupper() or count_words(words) < _MIN_WORDS:
        return None
    before = _NAMES_BEFORE.search(context.text_before(inline)[-_MAX_BEFORE:])
    byline = short_bylines.read_byline(f"{before['names']} {before['year']}") if before else None
    return byline or Byline()


def is_name(words: str) -> bool:
    """Return whether a link text is the name of a person or a tool, such as a reference has before its title."""
    parts = words.split()
    return len(parts) < _MIN_NAMED and all(part[0].isupper() for part in parts)


def is_title_by_position(context: NoteContext, inline: Inline, words: str) -> bool:
    """Return whether a link text is a title by its capital within a sentence."""
    count, before = count_words(words), context.text_before(inline).rstrip(" \n([“\"'《:：")
    if count >= 3 and words[0].isupper() and _CALLED_PAPER.search(before[-_REACH:]):
        # `the paper [Universal adversarial perturbations](…)`
        return not sentences.is_sentence(words, has_link=True)
    if count < 5 or not words[0].isupper() or words.split()[0] in ("The", "A", "An", "This", "Our"):
        return False
    if before.endswith((" -", " –", " —", ".", "→", "。", "！")):
        # the last part of an entry: `tool - Python - [Title](…)`, `We read → [Title](…)`
        rest = context.note.text[inline.span.end :][:_REACH].partition("\n")[0]
        opens_with_name = authorship.has_given_name(words.partition(",")[0])
        return not (rest.strip(")]. ") or opens_with_name) and not sentences.is_sentence(words, has_link=True)
    is_within = bool(before) and (before[-1].isalnum() or before[-1] in ",;")
    return is_within and not sentences.is_sentence(words, has_link=True)
