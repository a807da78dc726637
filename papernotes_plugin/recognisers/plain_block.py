"""Recognise blocks of plain text that describe one paper: a line with its title, its authors, its abstract, its link.

The lines are one paragraph, or several in a row.  Bullets that follow them are remarks on the paper.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from papernotes_plugin import identifiers, venues
from papernotes_plugin.recognisers.evidence.authors import short_bylines
from papernotes_plugin.recognisers.evidence.labels.field_labels import CUE_OTHER, NAMES_PAPER
from papernotes_plugin.recognisers.evidence.lines.venues_in_lines import publication_in
from papernotes_plugin.recognisers.evidence.papers.note_openings import ENDS_OF_SENTENCES, authors_in_line, may_be_title
from papernotes_plugin.recognisers.evidence.papers.paper_links import PaperLinks, is_paper_link, link_lines
from papernotes_plugin.recognisers.evidence.structure.candidate_blocks import start_of_body, title_of_callout
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, running_text
from papernotes_plugin.recognisers.evidence.structure.note_structure import IndexedInline
from papernotes_plugin.recognisers.evidence.structure.quoted_context import build_mention
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, looks_like_title, split_title
from papernotes_plugin.recognisers.evidence.titles.titles_beside_names import read_printed, without_format
from papernotes_plugin.vocabulary.model import Block, BlockKind, Evidence, Mention, MentionKind, Span

_MAX_VENUE_WORDS = 15
_MIN_ABSTRACT_WORDS = 20
_MAX_PARAGRAPHS = 5
"""Number of paragraphs from the title to the link."""


class _Line(NamedTuple):
    """A line of a paragraph."""

    span: Span
    words: str
    """The text of the line without markup."""
    links: list[IndexedInline]
    """The links, if the line has little text besides them."""


def recognise(context: NoteContext) -> Iterator[Mention]:
    """Yield a `CARD` for each paragraph of plain lines that begins with a title and has a line with links to it.

    The paragraph may be in a quote or a callout.
    """
    quotes = (block.index for block in context.children(-1) if block.kind is BlockKind.QUOTE)
    for siblings in map(context.children, (-1, *quotes)):
        for at in range(len(siblings)):
            if (blocks := _paragraphs(context, siblings, at)) and (mention := _mention(context, blocks)):
                yield mention


def _paragraphs(context: NoteContext, siblings: Sequence[Block], at: int) -> list[Block]:
    """Return the paragraphs from a place on up to the first that links to a paper; [] if another block comes first.

    The first line has no link.
    """
    blocks: list[Block] = []
    if siblings[at].kind is BlockKind.PARAGRAPH and _opens_with_sentence(context, siblings[at]):
        return []
    for block in siblings[at : at + _MAX_PARAGRAPHS]:
        if block.kind is not BlockKind.PARAGRAPH or block.index in context.claimed_blocks:
            return []
        blocks.append(block)
        if links := context.unclaimed_links(block.index):
            first_end = context.note.text.find("\n", *block.span)
            if len(blocks) == 1:
                is_separate = 0 <= first_end <= links[0][1].span.start
            else:
                # `We read [this](…)` is a remark
                words_around_links = context.visible_text(block.index, [index for index, _ in links])
                is_separate = count_words(words_around_links) <= len(links)
            return blocks if is_separate and any(is_paper_link(i) for _, i in links) else []
        if len(blocks) == 1 and (_has_printed_byline(context, block)):
            return blocks
    return []


def _opens_with_sentence(context: NoteContext, block: Block) -> bool:
    """Return whether the first line of a paragraph ends like a sentence, or with a colon, as no title does."""
    source, (start, end) = context.note.text, block.span
    first_end = source.find("\n", start, end)
    # the title of a callout is on its first line, or on the second one
    line = source[start : first_end if first_end >= 0 else end].rstrip()
    return line.endswith(ENDS_OF_SENTENCES) and not line.startswith("[!")


def _has_printed_byline(context: NoteContext, block: Block) -> bool:
    """Return whether the second line of a paragraph is one that search engines print, so that no link is needed."""
    lines = context.source(block.span).split("\n", 2)
    return len(lines) > 1 and read_printed(lines[1]) is not None


def _mention(context: NoteContext, blocks: list[Block]) -> Mention | None:
    title_line, *lines = [line for block in blocks for line in _lines(context, block)]
    if not may_be_title(title_line.words) or publication_in(title_line.words):
        return None
    title, block = split_title(without_format(title_line.words)), blocks[0]
    texts = [line for line in lines if not line.links]
    printed = read_printed(texts[0].words) if texts else None
    authors = printed.authors if printed else authors_in_line(texts[0].words) if texts else ()
    if not (authors or (not texts and len(blocks) == 1 and _is_clear_title(title.title))):
        return None
    paper_links = PaperLinks()
    # a longer line is a sentence, which may name another paper
    identified = [line for line in texts[1:] if count_words(line.words) <= _MAX_VENUE_WORDS]
    identified = [] if context.unclaimed_links(blocks[0].index) else identified
    paper_links.add_identifiers(i for line in identified for *_, i in identifiers.find_identifiers(line.words))
    links = [link for line in lines for link in line.links]
    all_links = context.unclaimed_links(blocks[-1].index)
    if len(links) != len(all_links) or not all(paper_links.add(*link) for link in links):
        return None
    if not (links or printed or paper_links.identifiers):
        return None
    context.claimed_blocks.update(block.index for block in blocks)
    context.claimed_inlines.update(paper_links.indices)
    context.read_spans += (line.span for line in identified)
    evidence = Evidence(
        title=title.title, authors=authors, identifiers=paper_links.identifiers, links=paper_links.links
    )
    if published := printed or (short_bylines.read_byline(texts[0].words) if texts else None):
        evidence = evidence._replace(venue=published.venue, year=published.year)
    evidence = _with_other_lines(evidence, [line.words for line in texts[1:]])
    evidence = evidence._replace(
        venue=evidence.venue or title.venue, year=evidence.year or title.year, track=evidence.track or title.track
    )
    quotation = _remarks(context, blocks[-1])
    return build_mention(
        context, MentionKind.CARD, title_line.span, title.title, block.index, evidence, quotation=quotation
    )


def _lines(context: NoteContext, block: Block) -> list[_Line]:
    links_by_line = {
        context.note.text.rfind("\n", 0, links[0][1].span.start) + 1: links
        for links, mostly_links in link_lines(context, block)
        if mostly_links
    }
    # the first line of a callout is a title only if it may be that of a paper
    title = title_of_callout(context.note.text, block)
    lines, at = [], start_of_body(context.note.text, block)
    if title and may_be_title(context.source(title)):
        lines.append(_Line(title, context.source(title), []))
    while at < block.span.end:
        end = context.note.text.find("\n", at, block.span.end)
        span = Span(at, end if end >= 0 else block.span.end)
        words = " ".join(running_text(context.inlines_between(block.index, *span)).split())
        links = links_by_line.get(context.note.text.rfind("\n", 0, at) + 1, [])
        lines.append(_Line(span, words, links))
        at = span.end + 1
    return lines


def _is_clear_title(title: str) -> bool:
    """Return whether a line is a title even without authors below it."""
    if NAMES_PAPER.search(title) or CUE_OTHER.match(title):
        return False
    return count_words(title) >= 4 and looks_like_title(title)


def _with_other_lines(evidence: Evidence, texts: Sequence[str]) -> Evidence:
    """Return the evidence with venue and abstract from the lines after the authors."""
    abstract = []
    for words in texts:
        venue, year, track = venues.parse_venue(words) if count_words(words) <= _MAX_VENUE_WORDS else ("", None, "")
        if venue and not evidence.venue:
            evidence = evidence._replace(venue=venue, year=year, track=track)
        else:
            abstract.append(words)
    words = " ".join(abstract)
    return evidence._replace(abstract=words) if count_words(words) >= _MIN_ABSTRACT_WORDS else evidence


def _remarks(context: NoteContext, block: Block) -> str:
    """Return the source of the list that follows a block; "" for none."""
    following = next(context.siblings_after(block, 1), None)
    return context.source(following.span).strip() if following and following.kind is BlockKind.LIST else ""
