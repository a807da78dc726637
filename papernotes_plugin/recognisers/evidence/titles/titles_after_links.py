"""Read the titles after links to papers whose text is an identifier, a format, an address or a short name."""

from __future__ import annotations

import re
from collections.abc import Callable

from papernotes_plugin.recognisers.evidence.authors import authorship, linked_authors
from papernotes_plugin.recognisers.evidence.papers.paper_links import is_paper_link
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note, running_text
from papernotes_plugin.recognisers.evidence.structure.note_structure import IndexedInline
from papernotes_plugin.recognisers.evidence.titles.reference_titles import inlines_from
from papernotes_plugin.recognisers.evidence.titles.sentences import SENTENCE_END
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import (
    TitleParts,
    count_words,
    looks_like_title,
    split_title,
)
from papernotes_plugin.recognisers.evidence.titles.title_match import MAX_TEXT, TitleMatch
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Inline, Span

_AFTER_ADDRESS = lazy_regex(
    r"[\s,.;:|–—-]*(?:[\"“«《「](?P<quoted>[^\"”»》」\n]{6,300})[\"”»》」]"
    r"|\((?P<bracketed>[^\W\d_a-z][^()\n]{6,300})\)[.\s]*$"
    r"|(?P<plain>[^\W\d_a-z][^\n!?|]{6,200}?)(?=(?<!\bal)\.\s|\s*\||[.\s]*$))"
)
"""A title in quotation marks, one in brackets, or a sentence without a mark in it."""
_MIN_WORDS_AFTER_FORMAT = 4
"""Words of a title after a link such as `PDF`; fewer may be a remark."""
_AFTER_IDENTIFIER = lazy_regex(
    r"^[ \t]*(?:[-*+]|\d+[.)]) \[{1,2}(?:ar[xX]iv:)?(?:[a-z-]+/)?\d{4}\.?\d{3,5}(?:v\d)? ?\]{1,2}\([^()\s]+\)\]?,? ?"
    r"(?P<title>[^\W_][^\n\[\]]{3,200})$",
    re.MULTILINE,
)
"""An item that is a linked identifier and its title: `- [[1412.6980]](…) Adam: a method`."""
_MIN_TITLES = 3
"""Titles with capitals from which other words after identifiers are titles, too."""
_NAME = r"(?P<name>[A-Za-z][\w+.-]{1,20}(?: [\w+.-]{1,12})?)(?: [(\[]?(?P<year>(?:19|20)\d\d)[)\]]?)?"
_SHORT_NAME = lazy_regex(_NAME)
_AFTER_NAME = lazy_regex(
    rf"^[ \t]*(?:[-*+]|\d+[.)]) \*{{0,2}}\[{_NAME}\]\([^()\s]+\)\*{{0,2}}(?: ?[:：]| [–—-]{{1,2}}) "
    r"(?P<title>[^\W_][^\n\[\]]{10,200})$",
    re.MULTILINE,
)
"""An item that is a linked short name and the title: `- [InstructGPT (2022)](…) — Training Language Models to …`."""
_SHAPED = lazy_regex(r"(?>\w*?[A-Z\d])\w*[A-Z]\w*|\w*[A-Za-z]-?\d\S*|[a-z]\w*[A-Z]\w*")
"""A name with two capitals or a digit, which is no family name."""


@once_per_note
def _lists_titles_after_identifiers(context: NoteContext) -> bool:
    """Return whether items of a note are linked identifiers and titles, as those with capitals show."""
    titles = _AFTER_IDENTIFIER.findall(context.note.text)
    are_remarks = any(map(linked_authors.is_remark_on_paper, titles))
    return sum(map(looks_like_title, titles)) >= max(_MIN_TITLES, len(titles) / 3) and not are_remarks


@once_per_note
def _title_after_name_test(context: NoteContext) -> Callable[[str], bool] | None:
    """Return the test of the words after the linked short names of a note; None if it has no list of such names.

    Words without capitals are titles, too, where most words after the names are titles, and none are remarks.
    """
    items = list(_AFTER_NAME.finditer(context.note.text))
    shaped = sum(_SHAPED.match(item["name"]) is not None for item in items)
    if len(items) < _MIN_TITLES or 2 * shaped < len(items):
        return None
    titles = [item["title"] for item in items]
    are_titles = 2 * sum(map(looks_like_title, titles)) >= len(titles) and not any(
        map(linked_authors.is_remark_on_paper, titles)
    )
    return _opens_with_capital if are_titles else looks_like_title


def _opens_with_capital(words: str) -> bool:
    return words[0].isupper()


def title_after_name(context: NoteContext, link: Inline, inlines: list[IndexedInline]) -> TitleMatch | None:
    """Return the title after a link whose text is a short name, in a list of such items; None for other links."""
    name = _SHORT_NAME.fullmatch(link.text) if is_paper_link(link) else None
    is_title = _title_after_name_test(context) if name else None
    following = inlines_from(inlines, link.span.end) if is_title else ()
    if not name or not is_title or len(following) != 1:
        return None
    sentence, *sentences_after = SENTENCE_END.split(running_text(following).strip(" *:：–—-"), maxsplit=1)
    parts = split_title(sentence)
    if count_words(parts.title) < _MIN_WORDS_AFTER_FORMAT or not is_title(parts.title):
        return None
    if name["year"] and parts.year is None:
        parts = parts._replace(year=int(name["year"]))
    span = Span(link.span.start, following[0][1].span.end)
    return TitleMatch(parts, span, "".join(sentences_after), is_distinct=True, name=name["name"])


def title_after_link(context: NoteContext, link: Inline, inlines: list[IndexedInline]) -> TitleMatch | None:
    """Return the title after a link whose text is an identifier or a format: `[1412.6980](…): Adam: A Method`."""
    following = inlines_from(inlines, link.span.end)
    match = title_after_address(following)
    is_number = any(map(str.isdigit, link.text))
    if match is None and is_number and _lists_titles_after_identifiers(context):
        words = running_text(following).strip(" ],.:–—-")
        if len(following) == 1 and words and not linked_authors.is_remark_on_paper(words):
            start = following[0][1].span.start + following[0][1].text.index(words)
            return TitleMatch(TitleParts(words), Span(start, start + len(words)), "", is_distinct=True)
    return match if match and (is_number or count_words(match.parts.title) >= _MIN_WORDS_AFTER_FORMAT) else None


def title_after_address(following: list[IndexedInline]) -> TitleMatch | None:
    """Return the title that follows the address of a paper: `<url> - “Title” by Ann Lee`; None for a remark."""
    words = running_text(following)[:MAX_TEXT]
    match = _AFTER_ADDRESS.match(words)
    parts = split_title(match["quoted"] or match["bracketed"] or match["plain"]) if match else None
    if not match or not parts or count_words(parts.title) < 2 or authorship.has_given_name(parts.title):
        return None
    if not (looks_like_title(parts.title) or (parts.authors and parts.title[0].isupper())):
        return None
    span = Span(following[0][1].span.start, following[-1][1].span.end)
    return TitleMatch(parts, span, words[match.end() :], is_distinct=True)
