"""What belongs to a card: the blocks under its heading, and which of the links in them are links of its paper."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from papernotes_plugin.recognisers.evidence import authorship, labelled_values, title_heuristics
from papernotes_plugin.recognisers.evidence.authorship import authors, is_name, looks_like_authors
from papernotes_plugin.recognisers.evidence.context import NoteContext
from papernotes_plugin.recognisers.evidence.note_structure import IndexedInline
from papernotes_plugin.recognisers.evidence.paper_links import (
    PaperLinks,
    is_paper_link,
    link_lines,
    refers_to_other_paper,
    same_paper_links,
)
from papernotes_plugin.vocabulary.model import Block, BlockKind, Inline, InlineKind

_CAPTION = re.compile(r"(?:fig(?:ure)?|video|image|table|abb(?:ildung)?|tab|source|quelle|图|図)\b", re.IGNORECASE)
"""A caption that names its source names the paper of the card."""
_BRACKETS = re.compile(r"\[[^\[\]]{12,200}\]")
_META = re.compile(r"info|meta|基本信息|论文信息|元数据|메타|정보", re.IGNORECASE)
_DATED = re.compile(r"[∗*,\s]*\(?(?:19|20)\d\d\)?\W*$")
_AFTER = 3
"""Blocks after a bold paragraph that may belong to it."""


# --- blocks ---------------------------------------------------------------------------------------


def opening(context: NoteContext, heading: Block) -> list[Block]:
    """What stands under the title of a note: up to the first heading that is no heading of metadata, rules ignored."""
    out: list[Block] = []
    for block in context.children(-1):
        if block.kind is BlockKind.RULE or block.index == heading.index:
            continue
        if block.index < heading.index:
            # a line of links above the title is the title's
            lines = link_lines(context, block) if block.kind is BlockKind.PARAGRAPH else []
            if lines and all(alone for _, alone in lines):
                out.append(block)
            continue
        if block.kind is BlockKind.HEADING:
            name = context.visible_text(block.index)
            if not title_heuristics.is_generic(name) or (out and not _META.search(name)):
                break
            continue
        out.append(block)
    return out


def entries_cut(context: NoteContext, blocks: Sequence[Block]) -> list[Block]:
    """The blocks before the first bold paragraph that could be a title: what follows it is about that."""
    for place, block in enumerate(blocks):
        if place and block.kind is BlockKind.PARAGRAPH and is_bold(context, block):
            title = title_heuristics.split_title(in_brackets(context, block) or context.visible_text(block.index)).title
            if title_heuristics.count_words(title) >= 4 and (title_heuristics.looks_like_title(title) or ":" in title):
                return list(blocks[:place])
    return list(blocks)


def below(context: NoteContext, heading: Block) -> list[Block]:
    """The headings under a heading; all of the note's under its title."""
    out: list[Block] = []
    # no slice, which would be a copy of all that follow for each of them
    for at in range(context.heading_positions[heading.index] + 1, len(context.headings)):
        other = context.headings[at]
        if other.level <= heading.level:
            break
        out.append(other)
    return out


def is_bold(context: NoteContext, block: Block) -> bool:
    """The paragraph is strong text, or words in brackets, and nothing else."""
    if block.span.end - block.span.start > 1000 or context.note.text[block.span.start : block.span.start + 1].isalnum():
        return False
    if in_brackets(context, block):
        return True
    strong = [i for _, i in context.inlines_of(block.index) if i.kind is InlineKind.STRONG]
    return len(strong) == 1 and context.source(block.span).strip() == context.source(strong[0].span)


def in_brackets(context: NoteContext, block: Block) -> str:
    """The words of a paragraph or heading that are all in square brackets, no link among them; else ""."""
    words = context.visible_text(block.index)
    return words[1:-1].strip() if _BRACKETS.fullmatch(words) and not context.unclaimed_links(block.index) else ""


def byline(context: NoteContext, under: Sequence[Block]) -> tuple[str, ...]:
    """The names where the first paragraph under a title is a line of names and nothing else."""
    if not under or under[0].kind is not BlockKind.PARAGRAPH or under[0].span.end - under[0].span.start > 600:
        return ()
    words = _DATED.sub("", context.visible_text(under[0].index))
    named = (looks_like_authors(words) or is_name(words)) and not context.unclaimed_links(under[0].index)
    return authors(words) if named else ()


def after(context: NoteContext, block: Block) -> list[Block]:
    """What belongs to a bold paragraph: a list of labelled links, or a line of names and one of links."""
    siblings = context.children(-1)
    at = bisect_left(siblings, block.index, key=lambda b: b.index)
    out: list[Block] = []
    for following in siblings[at + 1 : at + 1 + _AFTER]:
        if following.kind not in (BlockKind.LIST, BlockKind.PARAGRAPH) or is_bold(context, following):
            break
        out.append(following)
        found = labelled_values.find(context, [following])
        if found and found[0].meaning == "link":
            return out
        if following.kind is BlockKind.PARAGRAPH and any(alone for _, alone in link_lines(context, following)):
            return out
        names = _DATED.sub("", context.visible_text(following.index)[:1000])
        if not looks_like_authors(names) and not is_name(names):
            break
    return []


# --- links ----------------------------------------------------------------------------------------


def candidates(
    context: NoteContext, heading: Block, section: Sequence[Block]
) -> tuple[list[IndexedInline], list[IndexedInline]]:
    """Links under a heading that say nothing of their own: on lines of links or in captions, and within sentences."""
    clear: list[IndexedInline] = []
    loose: list[IndexedInline] = []
    for block in (t for b in section for t in texts(context, b)):
        lines = link_lines(context, block)
        listed = bool(lines) and context.enclosing_entry(block.index) is not None
        caption = bool(lines) and bool(_CAPTION.match(context.visible_text(block.index)))
        for links, alone in lines:
            for place, inline in links:
                if not title_heuristics.is_uninformative(inline.text) or refers_to_other_paper(context, inline):
                    continue
                if alone and not (listed and _titled_line(context, block, links)):
                    clear.append((place, inline))
                elif is_paper_link(inline) and not listed:
                    if not caption:
                        # a bare address in a sentence cites
                        loose += [] if inline.bare else [(place, inline)]
                    elif not cited_elsewhere(context, heading, section, inline):
                        clear.append((place, inline))
    return clear, loose


def _titled_line(context: NoteContext, block: Block, links: list[IndexedInline]) -> bool:
    """A bullet or cell with words of its own beside its links, other than a label: an entry, not a link of the card."""
    if any(not title_heuristics.is_uninformative(i.text) for _, i in links):
        return True
    if block.kind is BlockKind.CELL:
        row = (
            context.visible_text(c.index, [p for p, _ in context.unclaimed_links(c.index)])
            for c in context.children(block.parent)
        )
        return sum(map(title_heuristics.count_words, row)) >= 3
    words = re.sub(r"\([^()]*\)", "", context.visible_text(block.index, [p for p, _ in links])).strip(" :：-–—|,.()[]*")
    return bool(words) and not labelled_values.meaning(words) and not title_heuristics.is_uninformative(words)


def texts(context: NoteContext, block: Block) -> list[Block]:
    """The text blocks of a block of a section."""
    if block.kind in (BlockKind.PARAGRAPH, BlockKind.HTML):
        return [block]
    return [b for b in context.subtree(block) if b.kind in (BlockKind.PARAGRAPH, BlockKind.CELL)]


def many(links: list[IndexedInline]) -> bool:
    """The links lead to more than one paper."""
    probe = PaperLinks()
    return not all(probe.add(p, i) for p, i in links)


def cited_elsewhere(context: NoteContext, heading: Block, section: Sequence[Block], inline: Inline) -> bool:
    """The note cites the paper in words of its own at another place: then the heading is a topic, not its title."""
    first = heading.span.start
    last = section[-1].span.end if section else heading.span.end
    return any(
        i.span != inline.span and (not first <= i.span.start < last or bool(authorship.author_year(i.text)))
        for i in same_paper_links(context, inline)
    )
