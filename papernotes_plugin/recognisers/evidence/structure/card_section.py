"""Find the blocks below the heading of a card, and which links in them belong to the paper of the card."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from papernotes_plugin import identifiers, venues
from papernotes_plugin.recognisers.evidence.authors.short_bylines import read_citation
from papernotes_plugin.recognisers.evidence.labels import label_meanings, labelled_values
from papernotes_plugin.recognisers.evidence.labels.field_labels import DESCRIBES, LINK_MEANINGS
from papernotes_plugin.recognisers.evidence.labels.other_targets import OTHER_TARGET
from papernotes_plugin.recognisers.evidence.papers import sentence_titles
from papernotes_plugin.recognisers.evidence.papers.bibliographies import is_in_announced_list
from papernotes_plugin.recognisers.evidence.papers.link_texts import calls_paper
from papernotes_plugin.recognisers.evidence.papers.paper_links import (
    PaperLinks,
    has_other_title,
    identifier_from_url,
    is_paper_link,
    link_lines,
    refers_to_other_paper,
    same_paper_links,
)
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.structure.labels_before_links import has_other_label
from papernotes_plugin.recognisers.evidence.structure.note_structure import IndexedInline
from papernotes_plugin.recognisers.evidence.structure.title_blocks import METADATA_HEADING
from papernotes_plugin.recognisers.evidence.titles.false_titles import is_day, is_generic
from papernotes_plugin.recognisers.evidence.titles.sentences import SENTENCE_END
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import (
    TitleParts,
    count_words,
    is_uninformative,
    looks_like_title,
    split_title,
)
from papernotes_plugin.text import comparison_key
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Inline, InlineKind

_CAPTION = lazy_regex(r"(?:fig(?:ure)?|video|image|table|abb(?:ildung)?|tab|source|quelle|图|図)\b", re.IGNORECASE)
"""Beginning of a caption; a caption that links to its source links to the paper of the card."""
_BOLD_BEFORE_LINK = lazy_regex(r"\s*\*\*([^*\n]{12,300}[^*\n:：?？])\*\*[^\n]{0,20}\n?(?:[^\n\[]{3,300}\n)?\s*\[")
_POINTING = frozenset(("link", "here", "this", "see", "source", "this link", "click here", "链接", "リンク"))
"""Texts of links that name neither the target nor its format."""
_MIN_SENTENCE = 8
"""Words of a block from which it is prose."""
_RECALL = lazy_regex(r"\s*(?:recall|compare|see also|cf\.|related)\b", re.IGNORECASE)
"""The beginning of a sentence that mentions another paper."""
_SENTENCE_REACH = 300
"""Characters before an address in which the sentence that it is the source of begins."""
_MIN_OTHER_TITLE = 5
"""Words above an address from which they may be the title of another paper."""
_OF_PAPER = lazy_regex(
    r"\b(?:we|our|authors?(?![*_]{0,2}\s?:)|this (?:paper|work|article|study)|proposes?|introduces?)\b", re.IGNORECASE
)
"""Words by which authors speak of their own paper."""
_MIN_QUOTED_WORDS = 6
"""Words of a quoted sentence that summarises a paper."""
_MIN_BOLD_WORDS = 4
"""Words of bold text that opens a paragraph, from which it is a title."""
_MAX_BLOCKS_BEFORE_URL = 12
"""Blocks of text after which a bare URL belongs to the words next to it, not to the heading."""
_MIN_TITLE_WORDS = 4
"""Words of a link text that is a title rather than a name."""
_MIN_TITLE_ABOVE = 3
"""Words of a bullet from which they are a title, and no label of the links below it."""
_MAX_OPENING_ITEMS = 4
"""Items of a list that open a section; an item further on may be about another paper."""
_NAMES_OTHER_TARGET = lazy_regex(rf"\W*{OTHER_TARGET}\W*")
"""A link text that calls its target something else than a paper."""
_MIN_PAPERS = 3
"""Papers with linked titles from which a section is a list."""


# --- blocks ---------------------------------------------------------------------------------------


def blocks_under_title(context: NoteContext, title: Block) -> list[Block]:
    """Return the blocks under the title of a note: to the first heading that is not `Metadata`, without rules.

    A line of links directly above the title belongs to it, too; other words in between may be of another source.
    """
    blocks: list[Block] = []
    for block in context.children(-1):
        if block.kind is BlockKind.RULE or block.index == title.index:
            continue
        if block.index < title.index:
            lines = link_lines(context, block) if block.kind is BlockKind.PARAGRAPH else []
            if lines and all(mostly_links for _, mostly_links in lines):
                blocks.append(block)
            elif count_words(context.source(block.span)) >= _MIN_TITLE_WORDS:
                blocks.clear()
            continue
        if block.kind is BlockKind.HEADING:
            name = context.visible_text(block.index)
            is_link = label_meanings.meaning(name) in LINK_MEANINGS
            continues = (is_generic(name) or is_link) and not (blocks and not METADATA_HEADING.search(name))
            # the days of a diary have a paper each
            continues = continues and not is_day(name)
            if not (continues or _is_metadata_section(context, block)):
                break
            continue
        blocks.append(block)
    return blocks


def _is_metadata_section(context: NoteContext, heading: Block) -> bool:
    """Return whether a heading is the label of a section of facts, as other notes have it: `信息` above authors."""
    if not context.is_label(heading):
        return False
    meanings = {v.meaning for v in labelled_values.find(context, context.section(heading)) if v.value}
    return len(meanings & DESCRIBES) >= 2 and bool(meanings & {"authors", "venue", "title", "doi"})


def subheadings(context: NoteContext, heading: Block) -> list[Block]:
    """Return the headings of higher level below a heading, up to the next one of its level."""
    headings: list[Block] = []
    # indices, as a slice for each heading would copy all later headings each time
    for position in range(context.heading_positions[heading.index] + 1, len(context.headings)):
        other = context.headings[position]
        if other.level <= heading.level:
            break
        headings.append(other)
    return headings


def is_only_top_heading(context: NoteContext) -> bool:
    """Return whether all other headings of a note are below the first one."""
    first, *others = context.headings
    return bool(others) and all(other.level > first.level for other in others)


def lists_papers(context: NoteContext, blocks: Sequence[Block]) -> bool:
    """Return whether blocks have links to three papers with their titles as texts, so that they are a list."""
    papers = {
        identifier_from_url(inline.url)
        for block in blocks
        for descendant in context.subtree(block)
        for _, inline in context.inlines_of(descendant.index)
        if inline.kind is InlineKind.LINK and is_paper_link(inline) and count_words(inline.text) >= _MIN_TITLE_WORDS
    }
    return len(papers) >= _MIN_PAPERS


# --- links ----------------------------------------------------------------------------------------


def candidate_links(
    context: NoteContext, heading: Block, section: Sequence[Block]
) -> tuple[list[IndexedInline], list[IndexedInline]]:
    """Return the uninformative links below a heading that may belong to its paper.

    Args:
        context: The note.
        heading: The heading of the card.
        section: The blocks below it.

    Returns:
        The links on lines of links and in captions, then the links within sentences.
    """
    clear: list[IndexedInline] = []
    loose: list[IndexedInline] = []
    sources: list[IndexedInline] = []
    below_titles: list[IndexedInline] = []
    is_after_prose = False
    if not has_uninformative_link(context, section):
        return clear, loose
    for position, block in enumerate(text for b in section for text in _text_blocks(context, b)):
        if not any(is_uninformative(inline.text) for _, inline in context.unclaimed_links(block.index)):
            is_after_prose = is_after_prose or count_words(context.source(block.span)) >= _MIN_SENTENCE
            continue
        entry = context.enclosing_entry(block.index)
        if entry and is_in_announced_list(context, entry):
            # `Further reading:` above a list
            continue
        if entry and _is_below_title(context, entry):
            below_titles += context.unclaimed_links(block.index)
            continue
        is_caption = _is_caption(context, heading, context.visible_text(block.index))
        for links, mostly_links in link_lines(context, block):
            if has_other_label(context, block, links[0][1]) or has_other_title(context, heading, links):
                continue
            for index, inline in links:
                if not is_uninformative(inline.text) or refers_to_other_paper(context, inline):
                    continue
                if inline.bare and position >= _MAX_BLOCKS_BEFORE_URL:
                    continue
                if mostly_links and not (entry and _is_entry(context, block, links)):
                    is_source = is_after_prose and _shows_address(inline)
                    if not (is_source and is_about_other_paper(context, heading, block)):
                        (sources if is_source else clear).append((index, inline))
                elif is_paper_link(inline) and not (entry or _is_footnote(context, block)):
                    if not is_caption:
                        loose += [] if _cites_other(context, heading, inline) else [(index, inline)]
                    elif not _is_cited_elsewhere(context, heading, section, inline):
                        clear.append((index, inline))
    return _without_other_links(clear, below_titles, sources), loose


def _is_caption(context: NoteContext, heading: Block, words: str) -> bool:
    """Return whether words are a caption, and no reference to another title after `Source:`."""
    caption = _CAPTION.match(words)
    if caption and caption[0].casefold() in ("source", "quelle") and count_words(words) >= _MIN_SENTENCE:
        return comparison_key(context.visible_text(heading.index)) in comparison_key(words)
    return caption is not None


def _shows_address(inline: Inline) -> bool:
    """Return whether a link shows where it leads, by its URL or the identifier of the paper: `[doi:10.1000/1](…)`."""
    return inline.bare or "://" in inline.text or identifiers.parse_identifier(inline.text) is not None


def _cites_other(context: NoteContext, heading: Block, inline: Inline) -> bool:
    """Return whether a link within a sentence is an address, of another title, or leads to no paper."""
    if _shows_address(inline) or _NAMES_OTHER_TARGET.fullmatch(inline.text):
        return True
    title = sentence_titles.other_title_before(context, inline)
    return bool(title) and comparison_key(title) not in comparison_key(context.visible_text(heading.index))


def _without_other_links(
    clear: list[IndexedInline], below_titles: list[IndexedInline], sources: list[IndexedInline]
) -> list[IndexedInline]:
    """Return the clear links of the paper, with addresses below sentences if there is only one.

    Args:
        clear: The links on lines of links and in captions.
        below_titles: The links in bullets below other titles, which only show that the section is a list of papers.
        sources: The addresses below sentences.
    """
    if below_titles and are_of_several_papers(clear + below_titles):
        # a list of papers
        return clear + below_titles
    # several addresses below sentences are the sources of these sentences
    is_one = len({identifier_from_url(inline.url) or inline.url for _, inline in sources}) == 1
    return clear + sources if is_one else clear


def _is_below_title(context: NoteContext, entry: Block) -> bool:
    """Return whether a bullet is nested in one with a title, to which its links belong."""
    above = context.enclosing_entry(entry.parent) if entry.parent >= 0 else None
    parts = split_title(context.first_words(above)) if above else TitleParts("")
    is_title = looks_like_title(parts.title) or bool(parts.venue and parts.year)
    is_label = is_generic(parts.title) or is_uninformative(parts.title) or label_meanings.meaning(parts.title)
    return is_title and not is_label and count_words(parts.title) >= _MIN_TITLE_ABOVE


def _is_footnote(context: NoteContext, block: Block) -> bool:
    """Return whether a text is a footnote, whose words with a link cite another paper."""
    return block.parent >= 0 and context.blocks[block.parent].kind is BlockKind.FOOTNOTE


def is_about_other_paper(context: NoteContext, heading: Block, block: Block) -> bool:
    """Return whether the words above an address below sentences are another title with its venue, or recall a paper."""
    words = _text_without_links(context, block.index)
    if not words.strip(" :："):
        before = context.note.text[max(heading.span.end, block.span.start - _SENTENCE_REACH) : block.span.start]
        return bool(_RECALL.match(SENTENCE_END.split(before.rstrip(" \n.:>"))[-1]))
    venue, year, _ = venues.find_venue(words) if count_words(words) >= _MIN_OTHER_TITLE else ("", None, "")
    own = comparison_key(context.visible_text(heading.index))
    return bool(venue and year) and own not in comparison_key(words)


def points_elsewhere(context: NoteContext, section: Sequence[Block], inline: Inline) -> bool:
    """Return whether a link such as `[link](…)` after sentences, below a linked title, is that of another paper."""
    if inline.bare or inline.text.casefold().strip(" *_[]") not in _POINTING:
        return False
    before = (block for block in section if block.span.end <= inline.span.start)
    return any(count_words(context.source(block.span)) >= _MIN_SENTENCE for block in before)


def has_uninformative_link(context: NoteContext, section: Sequence[Block]) -> bool:
    """Return whether blocks have an unclaimed link whose text does not name its target, such as `PDF`."""
    links = (inline for block in section for _, inline in context.unclaimed_links_within(block.span))
    return any(is_uninformative(inline.text) for inline in links)


def opens_with_paper(context: NoteContext, section: Sequence[Block], links: Sequence[IndexedInline]) -> bool:
    """Return whether the first block of a section has a link that is called a paper: `- paper <https://…>`."""
    is_list = bool(section) and section[0].kind is BlockKind.LIST
    opening = context.children(section[0].index)[:_MAX_OPENING_ITEMS] if is_list else section[:1]
    first = {text.index for block in opening for text in _text_blocks(context, block)}
    in_first = [i for _, i in links if i.block in first and is_paper_link(i)]
    return any(calls_paper(i.text if not i.bare else context.text_before(i).strip(" :：-–—")) for i in in_first)


def follows_title(context: NoteContext, inline: Inline) -> bool:
    """Return whether the paragraph of a link begins with a bold title: `**A Title of Words** [[paper](…)]`."""
    block = context.blocks[inline.block]
    match = _BOLD_BEFORE_LINK.match(context.note.text, *block.span)
    return match is not None and count_words(match[1]) >= _MIN_BOLD_WORDS


def _is_entry(context: NoteContext, block: Block, links: list[IndexedInline]) -> bool:
    """Return whether a bullet or cell has words besides links and labels: its links belong to another paper."""
    if any(not is_uninformative(i.text) for _, i in links):
        return True
    if block.kind is BlockKind.CELL:
        cells = context.children(block.parent)
        return sum(count_words(_text_without_links(context, cell.index)) for cell in cells) >= 3
    words = context.visible_text(block.index, [index for index, _ in links])
    words = re.sub(r"\([^()]*\)", "", words).strip(" :：-–—|,.()[]*")
    return bool(words) and not label_meanings.meaning(words) and not is_uninformative(words)


def _text_without_links(context: NoteContext, block: int) -> str:
    return context.visible_text(block, [index for index, _ in context.unclaimed_links(block)])


def _text_blocks(context: NoteContext, block: Block) -> list[Block]:
    """Return the text blocks of a block of a section, in which only an address may be a heading."""
    if block.kind in (BlockKind.PARAGRAPH, BlockKind.HTML, BlockKind.HEADING):
        return [block]
    return [b for b in context.subtree(block) if b.kind in (BlockKind.PARAGRAPH, BlockKind.CELL)]


def are_of_several_papers(links: list[IndexedInline]) -> bool:
    """Return whether links lead to more than one paper; one paper may have two numbers in an index such as S2."""
    paper_links = PaperLinks()
    if not all(paper_links.add(index, inline) for index, inline in links):
        return True
    counts = Counter(i.scheme for i in paper_links.identifiers if i.scheme != "url")
    return max(counts.values(), default=0) > 2


def are_of_one_paper(
    context: NoteContext, heading: Block, section: Sequence[Block], links: list[IndexedInline]
) -> bool:
    """Return whether there are links, and they lead to one paper, which the note does not cite outside the section."""
    if not links or are_of_several_papers(links):
        return False
    return not _is_cited_elsewhere(context, heading, section, links[0][1])


def _is_cited_elsewhere(context: NoteContext, heading: Block, section: Sequence[Block], inline: Inline) -> bool:
    """Return whether the note cites the paper of a link with an informative text outside a section.

    The heading is a topic then, not the title of the paper.  A link inside the section counts if its text is a
    citation in words: `Vaswani et al., 2017`.
    """
    start = heading.span.start
    end = section[-1].span.end if section else heading.span.end
    return any(
        i.span != inline.span and (not start <= i.span.start < end or read_citation(i.text) is not None)
        for i in same_paper_links(context, inline)
    )


def quoted_sentence(callouts: Sequence[tuple[str, str]]) -> str:
    """Return the only quote of a card, if it is one sentence in which the authors summarise their paper."""
    quotes = [words for kind, words in callouts if kind in ("quote", "abstract", "info", "note")]
    if len(quotes) != 1 or SENTENCE_END.search(quotes[0].strip()) or "\n\n" in quotes[0]:
        return ""
    return quotes[0] if count_words(quotes[0]) >= _MIN_QUOTED_WORDS and _OF_PAPER.search(quotes[0]) else ""
