"""Read the title of a paper next to its address: before it or after it on its line, or in the line above."""

from __future__ import annotations

import re
from collections.abc import Sequence

from papernotes_plugin import venues
from papernotes_plugin.recognisers.evidence.authors import authorship, short_bylines
from papernotes_plugin.recognisers.evidence.papers.paper_links import is_paper_link
from papernotes_plugin.recognisers.evidence.references.venue_names import opens_like_journal
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles import page_titles, sentences, title_heuristics
from papernotes_plugin.recognisers.evidence.titles.false_titles import is_generic
from papernotes_plugin.recognisers.evidence.titles.item_remarks import QUOTATION_AFTER_LINK
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import TitleParts
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.romanisation import CJK_LETTER
from papernotes_plugin.vocabulary.model import Block, Inline

_LABEL_OF_TITLE = lazy_regex(
    r"^(?:[\w'’]+ ){0,3}(?:paper|article|preprint|reading)(?: of the (?:day|week|month|year))?\s?:\s+(?=\S)",
    re.IGNORECASE,
)
"""A label before a title on a line: `Paper of the week: `."""
_NO_TITLE = lazy_regex(r"[\[\]|`\n]|://|\bet al\b|[.;] ")
"""A mark that no title before an address has."""
_MIN_TITLE, _MIN_TRANSLATED = 4, 2
"""Words before an address from which they are a title, and those below a title in another language."""
_JOURNAL = lazy_regex(r"[A-Z]\w+(?: [A-Z]\w+){0,3}")
"""The name of a journal after a title: `Title: Developmental Cell`, `Title | Science Translational Medicine`."""
_MAX_BREAKS = 2
"""Line breaks in a quote with a title and an address, one of which may be at its end."""
_QUOTATION = lazy_regex(QUOTATION_AFTER_LINK)
_MARKS_OF_LINE = " \t>*+-"


def _title_on_line(context: NoteContext, inline: Inline, *, is_citation: bool) -> TitleParts:
    """Return the title that is all that is on the line of an address before it: `Sheep Learn to Count https://…`.

    Args:
        context: The note.
        inline: The link.
        is_citation: Whether its text is names with a year: `Sheep Learn to Count at Night [Lee et al., 2020](…)`.
    """
    source, (start, end) = context.note.text, inline.span
    if not (inline.bare or is_citation) or source[end : end + 3].partition("\n")[0].strip(" >."):
        return TitleParts("")
    words = _LABEL_OF_TITLE.sub("", source[source.rfind("\n", 0, start) + 1 : start].strip(_MARKS_OF_LINE))
    words = words.replace("*", "")
    # a label ends with a colon, too, and names after a topic cite its paper
    min_words = _MIN_TITLE + (words.endswith((":", "：")) or is_citation)
    is_title = title_heuristics.count_words(words) >= min_words and title_heuristics.looks_like_title(words)
    if not is_title or _NO_TITLE.search(words) or sentences.is_sentence(words, has_link=True):
        return TitleParts("")
    parts = title_heuristics.split_title(words.rstrip(" :：.<"))
    is_other = authorship.looks_like_authors(parts.title) or short_bylines.read_citation(parts.title)
    return TitleParts("") if is_other or parts.authors or is_generic(parts.title) else parts


def is_before_quotation(context: NoteContext, inline: Inline) -> bool:
    """Return whether a title in quotation marks is after an address and a dash: `[arXiv](…) - “The Title”`."""
    return _QUOTATION.match(context.note.text, inline.span.end) is not None


def title_near_address(context: NoteContext, inline: Inline, *, is_citation: bool) -> TitleParts:
    """Return the title on the line of an address, before or quoted after it, or that of its page in the line above."""
    if after := _QUOTATION.match(context.note.text, inline.span.end):
        return TitleParts(after["title"])
    on_line = _title_on_line(context, inline, is_citation=is_citation)
    return on_line if on_line.title else _page_title_above(context, inline)


def _page_title_above(context: NoteContext, inline: Inline) -> TitleParts:
    """Return the title and the journal in the line above an address that is a line of its own, as browsers copy them.

    An example is `Lymphatics promote cardiac growth | Nature` above `https://www.nature.com/…`.
    """
    source, (start, end) = context.note.text, inline.span
    line = source.rfind("\n", context.blocks[inline.block].span.start, start) + 1
    is_address = inline.bare or inline.text.startswith(("http://", "https://"))
    if not (is_address and line) or (source[line:start] + source[end:].partition("\n")[0]).strip(" >*_<"):
        return TitleParts("")
    words = source[source.rfind("\n", 0, line - 1) + 1 : line].strip(_MARKS_OF_LINE + "\n")
    # the mark of a quotation in it: `> Phys. Rev. X 11, 031025 (2021) >Role of the Cell Cycle`
    words = max(words.split(" >"), key=len)
    page = page_titles.read(words, page_titles.host_of(inline.url))
    title, _, journal = words.rpartition(" | " if " | " in words else ": ")
    name = venues.parse_venue(journal, labelled=True)[0] if page.title == words else ""
    if not name and page.title == words and _JOURNAL.fullmatch(journal) and opens_like_journal(journal):
        name = journal
    if venues.may_be_journal(name):
        page = page._replace(title=title, venue=name)
    is_translated = _is_below_translation(context, inline)
    is_whole = page.title != words or _is_quoted_title(context, inline, words, is_translated=is_translated)
    min_words = _MIN_TRANSLATED if is_translated else _MIN_TITLE
    is_title = is_whole and title_heuristics.count_words(page.title) >= min_words
    return TitleParts(page.title, page.venue, page.year) if is_title else TitleParts("")


def _is_below_translation(context: NoteContext, inline: Inline) -> bool:
    """Return whether a heading in Chinese, Japanese or Korean is directly above the block of a link."""
    at = context.heading_above[inline.block]
    if at < 0 or not CJK_LETTER.search(context.visible_text(at)):
        return False
    gap = context.note.text[context.blocks[at].span.end : context.blocks[inline.block].span.start]
    return not gap.strip(_MARKS_OF_LINE + "\n")


def _is_quoted_title(context: NoteContext, inline: Inline, words: str, *, is_translated: bool) -> bool:
    """Return whether words above an address in a quote are a title: the quote has only these two lines.

    Args:
        context: The note.
        inline: The link.
        words: The words above it.
        is_translated: Whether a title in another language is above them; a sentence can be a title there.
    """
    block = context.blocks[inline.block]
    is_short = context.note.text.count("\n", block.span.start, block.span.end) <= _MAX_BREAKS
    is_sentence = words.endswith((".", "。")) or (not is_translated and sentences.is_sentence(words, has_link=True))
    return is_short and context.is_quoted(block.index) and not (is_sentence or CJK_LETTER.search(words))


def is_translated_below(context: NoteContext, heading: Block, blocks: Sequence[Block]) -> bool:
    """Return whether a heading in Chinese, Japanese or Korean is above the title of a paper and its address."""
    if not blocks or not CJK_LETTER.search(context.visible_text(heading.index)):
        return False
    links = context.links_within(blocks[0].span)
    return any(is_paper_link(link) and _page_title_above(context, link).title for _, link in links)
