"""Read the title after a link to a note whose name is a citekey: `- [[Kuhn1962]] Structure of Revolutions`.

Remarks are written so, too.  A list must therefore have several such titles, or a label must call the work a source.
"""

from __future__ import annotations

from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note
from papernotes_plugin.recognisers.evidence.titles.note_names import citekey_of_name
from papernotes_plugin.recognisers.evidence.titles.sentences import is_sentence, is_unfinished
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, looks_like_title
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import ANY_PRINTED_YEAR
from papernotes_plugin.vocabulary.model import BlockKind, Inline, InlineKind

_TITLE = lazy_regex(r"(?:\s*+[:–—-])?\s++(?P<title>[^\W\d_a-z][^\n\[\]*#<>|]{8,200}?)[\s.]*(?=\n|$)")
_LABEL = lazy_regex(r"[*_\s]*(?:[Ss]ource|[Rr]ef(?:erence)?|[Qq]uelle|[Ff]uente|[Ff]onte)[*_]*\s?::?[*_]*\s*")
_MIN_TITLE, _MIN_LISTED = 3, 2
"""Words of a title, and of one in a list of others, or after a label."""
_MIN_ITEMS = 2
"""Items of a list that must have a key and a title."""
_MIN_SHARE = 0.6
"""Share of the items of a list that must have them."""


def title_after_key(context: NoteContext, link: Inline) -> str:
    """Return the title after a link whose target is a citekey with a year; "" for none, and for a remark."""
    title = _title(context, link, _MIN_LISTED) if ANY_PRINTED_YEAR.search(link.url) else ""
    if not title:
        return ""
    text, block = context.note.text, context.blocks[link.block]
    start = max(block.span.start, text.rfind("\n", 0, link.span.start) + 1)
    if _LABEL.fullmatch(text, start, link.span.start):
        return title
    item = context.enclosing_entry(link.block)
    return title if item and item.kind is BlockKind.ITEM and _is_list_of_titles(context, item.parent) else ""


def _title(context: NoteContext, link: Inline, min_words: int) -> str:
    """Return the words from a link to the end of its line, if they have the form of a title."""
    match = _TITLE.match(context.note.text, link.span.end, context.blocks[link.block].span.end)
    title = match["title"] if match else ""
    is_title = count_words(title) >= min_words and looks_like_title(title) and not is_unfinished(title)
    return title if is_title and not is_sentence(title, has_link=True) else ""


@once_per_note
def _is_list_of_titles(context: NoteContext, index: int) -> bool:
    """Return whether most items of a list are a link to a citekey with a year, and a title."""
    items = context.children(index)
    count = 0
    for item in items:
        texts = context.text_blocks(item)
        inlines = context.inlines_of(texts[0].index) if texts else ()
        first = next((i for _, i in inlines if i.kind is not InlineKind.TEXT or i.text.strip()), None)
        if (
            first
            and first.kind is InlineKind.WIKILINK
            and citekey_of_name(first.url)
            and ANY_PRINTED_YEAR.search(first.url)
        ):
            count += bool(_title(context, first, _MIN_TITLE))
    return count >= max(_MIN_ITEMS, _MIN_SHARE * len(items))
