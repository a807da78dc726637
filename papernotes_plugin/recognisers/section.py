"""What belongs to a card: the blocks under its heading, and which of the links in them are links of its paper."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from papernotes_plugin.model import Block, BlockKind, Inline, InlineKind
from papernotes_plugin.recognisers import authorship, fields, wording
from papernotes_plugin.recognisers.authorship import looks_like_authors
from papernotes_plugin.recognisers.fields import Labelled
from papernotes_plugin.recognisers.linking import Own, is_paper, link_lines, other_paper
from papernotes_plugin.recognisers.view import Placed, View

_CAPTION = re.compile(r"(?:fig(?:ure)?|video|image|table|abb(?:ildung)?|tab|source|quelle|图|図)\b", re.IGNORECASE)
"""A caption that names its source names the paper of the card."""
_BRACKETS = re.compile(r"\[[^\[\]]{12,200}\]")
_META = re.compile(r"info|meta|基本信息|论文信息|元数据|메타|정보", re.IGNORECASE)
_DATED = re.compile(r"[∗*,\s]*\(?(?:19|20)\d\d\)?\W*$")
_AFTER = 3
"""Blocks after a bold paragraph that may belong to it."""


# --- blocks ---------------------------------------------------------------------------------------


def opening(view: View, heading: Block) -> list[Block]:
    """What stands under the title of a note: up to the first heading that is no heading of metadata, rules ignored."""
    out: list[Block] = []
    for block in view.children(-1):
        if block.index <= heading.index or block.kind is BlockKind.RULE:
            continue
        if block.kind is BlockKind.HEADING:
            name = view.plain(block.index)
            if not wording.is_generic(name) or (out and not _META.search(name)):
                break
            continue
        out.append(block)
    return out


def below(view: View, heading: Block) -> list[Block]:
    """The headings under a heading; all of the note's under its title."""
    out: list[Block] = []
    for other in view.headings[view.heading_place[heading.index] + 1 :]:
        if other.level <= heading.level:
            break
        out.append(other)
    return out


def is_bold(view: View, block: Block) -> bool:
    """The paragraph is strong text, or words in brackets, and nothing else."""
    if block.span.end - block.span.start > 1000:
        return False
    if _BRACKETS.fullmatch(view.plain(block.index)) and not view.links(block.index):
        return True
    strong = [i for _, i in view.inlines_of(block.index) if i.kind is InlineKind.STRONG]
    return len(strong) == 1 and view.source(block.span).strip() == view.source(strong[0].span)


def after(view: View, block: Block) -> list[Block]:
    """What belongs to a bold paragraph: a list of labelled links, or a line of names and one of links."""
    siblings = view.children(-1)
    at = bisect_left(siblings, block.index, key=lambda b: b.index)
    out: list[Block] = []
    for following in siblings[at + 1 : at + 1 + _AFTER]:
        if following.kind not in (BlockKind.LIST, BlockKind.PARAGRAPH) or is_bold(view, following):
            break
        out.append(following)
        found = fields.find(view, [following])
        if found and found[0].meaning == "link":
            return out
        if following.kind is BlockKind.PARAGRAPH and any(alone for _, alone in link_lines(view, following)):
            return out
        if not looks_like_authors(_DATED.sub("", view.plain(following.index)[:1000])):
            break
    return []


# --- links ----------------------------------------------------------------------------------------


def candidates(view: View, heading: Block, section: Sequence[Block]) -> tuple[list[Placed], list[Placed]]:
    """Links under a heading that say nothing of their own: on lines of links or in captions, and within sentences."""
    clear: list[Placed] = []
    loose: list[Placed] = []
    for block in (t for b in section for t in texts(view, b)):
        listed = view.entry_around(block.index) is not None
        caption = bool(_CAPTION.match(view.plain(block.index)))
        for links, alone in link_lines(view, block):
            for place, inline in links:
                if not wording.says_nothing(inline.text) or other_paper(view, inline):
                    continue
                if alone and not (listed and _titled_line(view, block, links)):
                    clear.append((place, inline))
                elif is_paper(inline) and not listed:
                    if not caption:
                        loose.append((place, inline))
                    elif not cited_elsewhere(view, heading, section, inline):
                        clear.append((place, inline))
    return clear, loose


def _titled_line(view: View, block: Block, links: list[Placed]) -> bool:
    """A bullet or cell with words of its own beside its links, other than a label: an entry, not a link of the card."""
    words = re.sub(r"\([^()]*\)", "", view.plain(block.index, [p for p, _ in links])).strip(" :：-–—|,.()[]*")
    return bool(words) and not fields.meaning(words) and not wording.says_nothing(words)


def texts(view: View, block: Block) -> list[Block]:
    """The text blocks of a block of a section."""
    if block.kind in (BlockKind.PARAGRAPH, BlockKind.HTML):
        return [block]
    return [b for b in view.within(block) if b.kind in (BlockKind.PARAGRAPH, BlockKind.CELL)]


def many(links: list[Placed]) -> bool:
    """The links lead to more than one paper."""
    probe = Own()
    return not all(probe.add(p, i) for p, i in links)


def cited_elsewhere(view: View, heading: Block, section: Sequence[Block], inline: Inline) -> bool:
    """The note cites the paper in words of its own at another place: then the heading is a topic, not its title."""
    first = heading.span.start
    last = section[-1].span.end if section else heading.span.end
    return any(
        i.span != inline.span and (not first <= i.span.start < last or bool(authorship.author_year(i.text)))
        for i in view.named_links(inline)
    )


def field_papers(view: View, labelled: list[Labelled]) -> list[Placed]:
    """Links to papers in the values of fields."""
    return [
        (place, inline)
        for f in labelled
        if f.meaning in ("link", "doi", "arxiv")
        for place, inline in view.links_in(f.block, f.span)
        if is_paper(inline)
    ]
