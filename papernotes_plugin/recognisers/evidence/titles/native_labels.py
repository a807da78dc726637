"""Pass over a label in Chinese, Japanese or Korean before a title in Latin letters: `1주차 : BERT: Pre-training`."""

from __future__ import annotations

from papernotes_plugin.recognisers.evidence.labels import label_meanings
from papernotes_plugin.recognisers.evidence.structure.note_structure import IndexedInline
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, looks_like_title
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.romanisation import CJK
from papernotes_plugin.vocabulary.model import InlineKind, Span

_LABEL = lazy_regex(
    rf"[\s\[【]{{0,3}}(?P<label>\d{{0,2}}\.? ?[{CJK}][{CJK}\d /·&]{{0,19}}?)[\]】]?(?:\s?[:：]|\s[–—-]\s)\s*"
    rf"(?:(?P<second>[{CJK}]{{2,6}})\s?[:：]\s*)?(?=$|[“\"「《]?[A-Z\d][^{CJK}\n]{{11}})"
)
"""One or two labels before Latin letters, or before an inline of its own."""
_OF_PAPER = lazy_regex(r"(?:论文|論文|文献|논문|문헌|주차|회차|번째|[回周週])\d{0,2}$|^\d")
"""A label that calls what follows a paper, or numbers the meetings in which papers are read."""
_TITLE = lazy_regex(r"[^.,，。(（\[\n]{1,200}")
"""Words up to a mark that may end a title."""
_OF_TITLES = frozenset(("", "title", "link"))
"""Meanings of labels that may be before a title."""
_MIN_WORDS = 3


def without_label(inlines: list[IndexedInline]) -> list[IndexedInline]:
    """Return the inlines of an item after a label in another script; the same if there is none.

    A label of another fact stays: `저자 : Ann Lee`.  So do words before something that has no capitals of a title.
    """
    if not inlines or inlines[0][1].kind is not InlineKind.TEXT or inlines[0][1].text.isascii():
        return inlines
    index, first = inlines[0]
    match = _LABEL.match(first.text)
    if not match:
        return inlines
    label = match["second"] or match["label"]
    after_label = first.text[match.end() :]
    if not {label_meanings.meaning(match["label"]), label_meanings.meaning(label)} <= _OF_TITLES:
        return inlines
    following = inlines[1][1] if len(inlines) > 1 else None
    is_marked = following is not None and following.kind in (InlineKind.STRONG, InlineKind.EMPHASIS, InlineKind.LINK)
    words = after_label if after_label else following.text if following and is_marked else ""
    title = _TITLE.match(words.lstrip('“"「《'))
    is_title = title is not None and count_words(title[0]) >= _MIN_WORDS
    if not title or not is_title or not (_OF_PAPER.search(label) or looks_like_title(title[0])):
        return inlines
    if not after_label:
        return inlines[1:]
    span = Span(first.span.end - len(after_label), first.span.end)
    return [(index, first._replace(text=after_label, span=span)), *inlines[1:]]
