"""Decide whether the words at a place are written like a name; what it needs depends on `NameStrength`."""

from __future__ import annotations

import re
import unicodedata

from papernotes_plugin.recognisers.evidence.names import name_surroundings
from papernotes_plugin.recognisers.evidence.names.name_hints import Hints
from papernotes_plugin.recognisers.evidence.names.short_names import (
    NameStrength,
    ProseName,
    is_everyday_phrase,
    is_shaped,
)
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.romanisation import CJK
from papernotes_plugin.vocabulary.model import Block, BlockKind, Span

_SIGN = lazy_regex(r"(?<![+#*!^★])[+#*!^★]+$")
"""Signs at the end of a name that belong to it: MoE++ is not MoE."""
_PHRASE_BEFORE = lazy_regex(r"\b(?:an?|the|of|for|to|in|on|with|by|from|and|or|its|their|our|these)\s+$", re.IGNORECASE)
"""A word before a phrase in lower case that is no title: `an approach to the ⟦control of linear systems⟧`."""
_WORD_BEFORE = lazy_regex(r"[^\W\d_]\s+(?:>\s+)?$")
"""A word in the same sentence before a phrase: `to explore ⟦recent advances in networks⟧`."""
_CAPITALISED_WORD = lazy_regex(r"\b[A-Z][a-z]")
"""The beginning of a word that has a capital where the first word has none, which is no title."""
_OTHER_WORD = lazy_regex(rf"\s+(?![{CJK}])[^\W\d_a-z][\w-]*")
"""A capitalised word after a name: Genie Envisioner is not Genie."""
_MAX_NAME_WORDS = 3
_MIN_TITLE_WORDS = 5
"""Words from which a title in lower case is unlikely to be everyday words."""
_MIN_LOWER_WORDS = 7
"""The same for a part of a title whose first word is in lower case, too."""
_MAX_WORD_BEFORE = 40
"""Maximum number of characters before a name that are searched for an article or a preposition."""
_OPENING, _CLOSING = ("(", "（", ".", "'", "‘"), (")", "）", ".", ",", "'", "’")
"""Characters before and after the second part of a title."""
_QUOTES = ("?", "*", "_", '"', "”", "»")
"""Characters after the second part of a title when the first part is before it."""
_WORD = lazy_regex(r"[^\W_]+")
_SEPARATOR = lazy_regex(r"[\s-]")
_BETWEEN_CLAUSES = lazy_regex(r"[,;，；]")
"""A mark that separates words which are no name together: `a cross-model MoE, router is`."""


def sign_of(name: ProseName) -> str:
    """Return the signs at the end of a name; "" if it has none."""
    match = _SIGN.search(name.spelling)
    return match.group() if match else ""


def has_form(name: ProseName, span: Span, block: Block, hints: Hints) -> bool:
    """Return whether the words at a span are written like a name with these words."""
    text, first, sign = hints.text, name.spelling[0], sign_of(name)
    if unicodedata.category(first) == "Sm" and not text.endswith(first, 0, span.start):
        return False
    if not text.startswith(sign, span.end) or (not sign and text[span.end : span.end + 1] in ("+", "★")):
        return False
    if name.strength is NameStrength.LONG:
        return not _is_phrase(name, span, block, hints) and _is_long_name(name, span, block, hints)
    if name.strength is NameStrength.SHAPED:
        return _is_shaped_name(name, span, block, hints)
    return _is_name_of_words(name, span, block, hints)


def _is_name_of_words(name: ProseName, span: Span, block: Block, hints: Hints) -> bool:
    """Return whether up to three everyday words with capitals are a name, by the words next to them."""
    text, written = hints.text, hints.text[span.start : span.end]
    is_in_lower_case = written[0].islower() and name.spelling[0].isupper()
    if (
        is_in_lower_case
        or name_surroundings.has_volume_after(text, span)
        or not _is_capitalised(written)
        or name_surroundings.is_part_of_title(text, span)
    ):
        return False
    if not hints.papers:
        return True
    if name.strength is NameStrength.BY_AUTHOR:
        return hints.follows_author_in_year(name, span, block)
    is_longer = _OTHER_WORD.match(text, span.end, max(span.end, block.span.end))
    if is_longer or name_surroundings.follows_capital(text, span):
        return False
    if " " not in written and written != name.spelling:
        return False
    return _is_marked_title(name, span, block, hints) or hints.is_called_paper(name, span, block)


def _is_marked_title(name: ProseName, span: Span, block: Block, hints: Hints) -> bool:
    """Return whether three words are a whole title: as a note's own title, or between marks such as `*`."""
    if name.strength is not NameStrength.CAPITALS or not _is_whole_title(name, hints):
        return False
    is_own_title = block.kind is BlockKind.HEADING and (block.level == 1 or block in hints.context.headings[:1])
    return is_own_title or name_surroundings.is_between_marks(hints.text, span)


def _is_phrase(name: ProseName, span: Span, block: Block, hints: Hints) -> bool:
    """Return whether words are a phrase in small letters, and no title: `like ⟦the picture theory of meaning⟧`."""
    text = hints.text
    is_small = text[span.start].islower()
    if not hints.papers:
        return False
    if is_small and name.spelling[0].isupper():
        before = text[max(0, span.start - _MAX_WORD_BEFORE) : span.start]
        if _PHRASE_BEFORE.search(before):
            return True
        if _WORD_BEFORE.search(before) and _CAPITALISED_WORD.search(text, *span):
            return not hints.is_called_paper(name, span, block)
    if not name_surroundings.may_be_term(text, span) or hints.is_called_paper(name, span, block):
        return False
    return is_small or hints.opens_sentence(span, block)


def _is_long_name(name: ProseName, span: Span, block: Block, hints: Hints) -> bool:
    """Return whether four words or more are a name: by number, capitals, or a word nearby."""
    text, written = hints.text, hints.text[span.start : span.end]
    count, is_whole = len(written.split()), _is_whole_title(name, hints)
    if _is_in_longer_phrase(name, span, hints) or name_surroundings.has_volume_after(text, span):
        return False
    if hints.papers and (
        name_surroundings.is_subtitle_of_other(text, span) or name_surroundings.is_continued(text, span)
    ):
        return False
    if hints.papers and name_surroundings.has_other_subtitle(
        text, span, hints.papers[name.target].title, name.spelling
    ):
        return False
    words = name.spelling.split()
    # `Lumina-Image 2.0` has four words without its marks
    is_part = not is_whole and not (len(words) <= _MAX_NAME_WORDS and any(map(is_shaped, words)))
    if is_part and not _is_marked_off(name, span, block, hints):
        return False
    is_marked_off = is_whole and count >= _MIN_TITLE_WORDS
    if not is_marked_off and name_surroundings.follows_capital(text, span):
        return False
    if count >= (_MIN_TITLE_WORDS if written[0].isupper() or is_whole else _MIN_LOWER_WORDS):
        return True
    is_before_colon = hints.papers and hints.papers[name.target].title.startswith(f"{name.spelling}:")
    is_subject = is_before_colon and is_everyday_phrase(name.spelling)
    return (_is_capitalised(written) and not is_subject) or hints.is_called_paper(name, span, block)


def _is_marked_off(name: ProseName, span: Span, block: Block, hints: Hints) -> bool:
    """Return whether a name is between marks or brackets, or a heading, or next to an author or a word like `paper`."""
    text = hints.text
    before = text[max(0, span.start - _MAX_WORD_BEFORE) : span.start].rstrip(' *_"“«')
    behind = text[span.end : span.end + 1]
    if (before.endswith(_OPENING) and behind in _CLOSING) or (before.endswith(":") and behind in _QUOTES):
        return True
    head = hints.papers[name.target].title.partition(":")[0]
    if text.startswith(f" ({head})", span.end):
        return True
    if name_surroundings.is_between_marks(text, _with_stop(text, span)) or block.kind is BlockKind.HEADING:
        return True
    return hints.is_called_paper(name, span, block) or hints.is_next_to_author(name, span, block)


def _with_stop(text: str, span: Span) -> Span:
    """Return a span with the punctuation that is between a title and its closing mark: `"A Title," 80`."""
    return Span(span.start, span.end + 1) if text[span.end : span.end + 1] in (".", ",", "?", "!", ";", ":") else span


def _is_shaped_name(name: ProseName, span: Span, block: Block, hints: Hints) -> bool:
    """Return whether words with inner capitals are a name, and no part of another title."""
    text, written = hints.text, hints.text[span.start : span.end]
    if _is_in_longer_phrase(name, span, hints) or name_surroundings.continues_name(text, span):
        return False
    first, _, others = name.spelling.partition(" ")
    if others.islower() and first[0].isupper() and written[0].islower():
        # `which neglects microRNA turnover`: the capitals are those of an everyday word
        return False
    if others and _BETWEEN_CLAUSES.search(written) and not _BETWEEN_CLAUSES.search(name.spelling):
        return False
    if hints.papers:
        title = hints.papers[name.target].title
        if name_surroundings.is_in_other_title(text, span, block, title):
            return False
        if name_surroundings.opens_quoted_title(text, span, title):
            return False
    is_alike = _has_same_shape(name.spelling, written) and not _has_other_spaces(name.spelling, written)
    return is_alike or (_is_similar(name.spelling, written) and hints.is_called_paper(name, span, block))


def _is_in_longer_phrase(name: ProseName, span: Span, hints: Hints) -> bool:
    """Return whether up to four everyday words are followed by another with a capital, or are in a longer title."""
    written = hints.text[span.start : span.end]
    if len(written.split()) >= _MIN_TITLE_WORDS:
        return False
    # the title may have small letters: `Severe acute illness: outcome`
    if not (is_everyday_phrase(name.spelling) or is_everyday_phrase(written)):
        return False
    return bool(_OTHER_WORD.match(hints.text, span.end)) or name_surroundings.is_part_of_title(hints.text, span)


def _is_whole_title(name: ProseName, hints: Hints) -> bool:
    return not hints.papers or hints.papers[name.target].title == name.spelling


def _has_same_shape(spelling: str, written: str) -> bool:
    """Return whether capitals agree: all of an acronym, an inner one of a mixed name (VideoJam, but not React)."""
    name, words = _SEPARATOR.sub("", spelling), _SEPARATOR.sub("", written)
    if name.isupper() or len(name) <= 4:
        return words == name
    capitals = {at for at, c in enumerate(words) if c.isupper()}
    # the D of `3D` is a capital in everyday words, too: `mono3D`
    inner = {at for at in capitals - {0} if not words[at - 1].isdigit()}
    return words == name or (any(inner) and capitals <= {at for at, c in enumerate(name) if c.isupper()})


def _has_other_spaces(spelling: str, written: str) -> bool:
    """Return whether capitals with spaces are written for a name with hyphens: `3D VLA` for 3D-VLA."""
    if "-" not in spelling or written.count(" ") <= spelling.count(" "):
        return False
    last, own = written.rpartition(" ")[2], spelling.rpartition("-")[2]
    if all(any(map(str.isupper, word[1:])) for word in written.split()):
        # two names: `NeRF SLAM`
        return True
    return (written.isupper() and written[-1].isalpha()) or (last.islower() and not own.islower())


def _is_similar(spelling: str, written: str) -> bool:
    """Return whether a mixed name is written like a common word: `Wavenet` for WaveNet."""
    return len(spelling) > 4 and not spelling.isupper() and written[:1].isupper()


def _is_capitalised(written: str) -> bool:
    """Return whether all words but small ones begin with a capital."""
    words = [w for w in _WORD.findall(written) if w.lower() not in name_surroundings.SMALL_WORDS]
    return bool(words) and all(not w[0].islower() for w in words)
