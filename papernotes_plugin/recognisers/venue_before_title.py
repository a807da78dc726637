"""Recognise lists of titles after a venue with its year: `- **2022 Nature Med.** - Title`, `- [Cell 2019](…): Title`.

A tag or a label may be before the venue, and a remark in brackets after it.  Several items of a note must have the
form, and most of their venues must be known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from papernotes_plugin import identifiers, venues
from papernotes_plugin.recognisers.evidence.papers.listed_papers import Works, announced_works
from papernotes_plugin.recognisers.evidence.papers.paper_links import PaperLinks, is_paper_link, may_be_paper_or_pdf
from papernotes_plugin.recognisers.evidence.references.venue_names import opens_like_journal
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.structure.quoted_context import build_mention
from papernotes_plugin.recognisers.evidence.titles.groups_of_titles import are_titles_of_papers
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, is_uninformative
from papernotes_plugin.text import plain_text
from papernotes_plugin.text.lazy_regex import lazy_regex, optional_run
from papernotes_plugin.text.years import MODERN_YEAR
from papernotes_plugin.vocabulary.model import Block, BlockKind, Evidence, Identifier, Mention, MentionKind

_NAME = r"[A-Za-z][\w.&]*+(?:(?: \|)? [\w.&]++){0,6}?"
_LINE = lazy_regex(
    r"[^\w\[(]{0,8}(?:\[[^\[\]\n]{1,40}\][^\w\[(]{0,5}|\([^()\n\d]{1,40}\)[^\w\[(]{0,5}){0,2}"
    r"(?:[^\W\d_](?=[^:\n]{0,50}(?: [–—-]|:) )[\w +/&().–—-]{1,50}?(?: [–—-]|:) (?=[A-Z\d]))?"
    rf"(?:(?P<year>{MODERN_YEAR})(?:\s?[–—-]\s?|\s)(?P<venue>{_NAME})|(?P<named>{_NAME}) (?P<dated>{MODERN_YEAR}))"
    r"\.?\s?(?:\((?P<remark>[^()\n\d]{2,60})\)\s?)?(?:[–—:]|-(?=\s)|(?<=\s)-)\s*(?P<title>[^\W_][^\n]{14,400}?)[\s.]*"
)
"""A venue with its year, perhaps after tags or a label, and a title: `[off-target] 2016 Nature Biotech. - Title`."""
_SIGN = lazy_regex(r"[12](?:(?<=1)[89]|(?<=2)0)\d\d[^\n]{0,80}[–—:-]")
"""A year before a mark."""
_IDENTIFIER_AT_END = lazy_regex(
    optional_run(r"\s.(\[") + r"(?<![^\W_])(?:PubMed )?(?P<id>PMID:? ?\d{5,9}|(?:doi|DOI):? ?10\.\d{4,9}/\S+)[)\]]?$"
)
"""The identifier after a title: ` PubMed PMID: 30742113`."""
_LABELS_AT_END = lazy_regex(r"(?:(?<!\s)\s*+[(\[]?(?:pdf|PDF|code|link|paper|doi|GitHub|website|slides)[)\]]?){1,6}$")
_MIN_ITEMS = 3
_MIN_KNOWN = 0.4
"""Share of the items whose venues are known, or begin like the journals of a known publisher."""
_MIN_WORDS, _MIN_MEAN = 3, 5
"""Words of a title, and of the titles on average."""


class _Item(NamedTuple):
    """A list item of the form of this module."""

    block: Block
    text: Block
    facts: Evidence
    is_known: bool
    """True for a venue that a table lists."""


def recognise(context: NoteContext) -> Iterator[Mention]:
    """Yield an `ITEM` for each list item with a venue and its year before a title, if a note has several of them."""
    if not _SIGN.search(context.note.text, context.note.body_start):
        return
    items = [item for block in context.blocks if block.kind is BlockKind.ITEM and (item := _item(context, block))]
    if len(items) < _MIN_ITEMS or sum(item.is_known for item in items) < _MIN_KNOWN * len(items):
        return
    if not are_titles_of_papers([item.facts.title for item in items], _MIN_MEAN):
        return
    for item in items:
        yield _mention(context, item)


def _item(context: NoteContext, block: Block) -> _Item | None:
    """Return the facts of a list item; None for other items."""
    texts = () if block.index in context.claimed_blocks else context.text_blocks(block)
    if not texts or texts[0].index in context.claimed_blocks:
        return None
    match = _LINE.fullmatch(plain_text(context.visible_text(texts[0].index)))
    if not match or announced_works(context, context.heading_above[block.index]) is Works.OTHERS:
        return None
    year, name = int(match["year"] or match["dated"]), (match["venue"] or match["named"]).strip(" .")
    listed = venues.parse_venue(f"{name} {year}")[0] or venues.parse_venue(f"{name}. {year}")[0]
    title, identified = _without_labels_and_identifier(match)
    if count_words(title) < _MIN_WORDS or _has_other_title(context, texts[0], title):
        return None
    is_of_journal = opens_like_journal(name) and not venues.is_conference(listed)
    kind = "article" if is_of_journal or venues.may_be_journal(listed) else ""
    facts = Evidence(title, year=year, venue=listed or name, identifiers=tuple(identified), entry_type=kind)
    return _Item(block, texts[0], facts, bool(listed) or is_of_journal)


def _without_labels_and_identifier(match: re.Match[str]) -> tuple[str, list[Identifier]]:
    """Return the title without labels of links and an identifier after it, and that identifier."""
    title = _LABELS_AT_END.sub("", match["title"]).rstrip(" .")
    stated = _IDENTIFIER_AT_END.search(title)
    if not stated:
        return title, []
    return title[: stated.start()].rstrip(" ."), [held for *_, held in identifiers.find_identifiers(stated["id"])]


def _has_other_title(context: NoteContext, text: Block, title: str) -> bool:
    """Return whether a link to a paper has other words than the venue or the title."""
    return any(
        is_paper_link(link) and not is_uninformative(link.text) and plain_text(link.text).strip(" .–—:-") not in title
        for _, link in context.unclaimed_links(text.index)
        if not _LINE.fullmatch(f"{plain_text(link.text).strip(' .–—:-')} - {title}")
    )


def _mention(context: NoteContext, item: _Item) -> Mention:
    """Return the mention of an item, which is claimed with its links."""
    paper_links = PaperLinks()
    for index, link in context.unclaimed_links(item.text.index):
        if may_be_paper_or_pdf(link):
            paper_links.add(index, link)
    context.claimed_blocks.add(item.block.index)
    context.read_spans.append(context.text_span(item.text))
    context.claimed_inlines.update(index for index, _ in context.unclaimed_links(item.text.index))
    unique = dict.fromkeys((*paper_links.identifiers, *item.facts.identifiers))
    facts = item.facts._replace(identifiers=tuple(unique), links=paper_links.links)
    return build_mention(context, MentionKind.ITEM, context.text_span(item.text), facts.title, item.text.index, facts)
