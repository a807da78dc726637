"""Find titles whose lines say only what a paper is: names, a venue, a year and links, in any order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from papernotes_plugin import identifiers
from papernotes_plugin.people import OTHERS
from papernotes_plugin.recognisers.evidence.authors.authorship import has_given_name, has_sign_of_name
from papernotes_plugin.recognisers.evidence.labels import item_facts
from papernotes_plugin.recognisers.evidence.labels.field_labels import CUE_OTHER, NAMES_PAPER
from papernotes_plugin.recognisers.evidence.lines import described_lines, line_evidence
from papernotes_plugin.recognisers.evidence.lines.line_marks import CLOSE, OPEN
from papernotes_plugin.recognisers.evidence.lines.line_parts import (
    LinePart,
    PartKind,
    facts_in,
    has_sentences_on_lines,
    read_parts,
)
from papernotes_plugin.recognisers.evidence.lines.line_text import MARKED_KINDS, NO_TITLE, line_of
from papernotes_plugin.recognisers.evidence.lines.recognised_text import RecognisedText
from papernotes_plugin.recognisers.evidence.papers import paper_signs
from papernotes_plugin.recognisers.evidence.papers.item_citekeys import with_trailing_key
from papernotes_plugin.recognisers.evidence.papers.link_texts import calls_paper_by_name
from papernotes_plugin.recognisers.evidence.papers.listed_papers import is_below_reading
from papernotes_plugin.recognisers.evidence.papers.paper_links import NOT_PAPERS, PaperLinks
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note
from papernotes_plugin.recognisers.evidence.structure.note_structure import IndexedInline
from papernotes_plugin.recognisers.evidence.structure.quoted_context import build_mention
from papernotes_plugin.recognisers.evidence.titles.false_titles import is_generic
from papernotes_plugin.recognisers.evidence.titles.note_names import names_other_note
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import (
    TitleParts,
    count_words,
    is_uninformative,
    looks_like_title,
    split_title,
)
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Evidence, InlineKind, Mention, MentionKind, Span

_ENTRIES = (BlockKind.ITEM, BlockKind.ROW)
_QUOTED = lazy_regex(
    r"[\"“«„「『《](?P<title>[^\"“”«»„「」『』《》\n]{6,300}?),?[\"”»“」』》]|(?<!\w)[‘'](?P<single>[^‘\n]{8,300}?),?[’'](?!\w)"
)
_SIGN = lazy_regex(
    r"[\d'’\-aA-Z/](?:(?:(?<=\b1)9|(?<=\b2)0)\d\d\b|(?<=['’-])\d\d\b|(?<=\ba)l\b|(?<=[A-Z])[A-Z]{2}|(?<=/)/"
    r"|(?<=\b\d)\d{3}\.\d{4}|(?<=\b1)0\.)"
)
"""A part of a date, of shortened names, of an acronym or of an address.

It begins with one set of characters, which the search finds in a fraction of the time of the alternatives.
"""
_PRONOUN = lazy_regex(r"\b(?:I|[Ww]e|[Mm]y|[Oo]ur|[Tt]his is)\b")
"""A word of sentences."""
_STRONG_MARKS = ("\n", "·", "|", "—", "–")
"""Marks after a title, which are rare in sentences."""
_MARKS_IN_LIST = (*_STRONG_MARKS, ".", ",", " -")
"""Marks after a title in a list."""
_MIN_STATED = 2
"""Words of a marked title with `by`."""
MIN_MARKED = 3
"""Words of another marked title."""
_MIN_PLAIN = 4
"""Words of a title that is the rest of a line."""
_MAX_LENGTH = 1500
"""Characters of a block."""


_MAX_MARKER = 3
"""Characters of the marks around a line, or before a title."""
_MIN_OPENING = 20
"""Characters of a title by which it is found in the note, where marks may end inside it."""


class DescribedTitle(NamedTuple):
    """A title with the parts of its lines."""

    title: str
    span: Span
    parts: Sequence[LinePart]
    is_marked: bool
    blocks: Sequence[Block]
    """The text blocks whose lines have the parts."""
    shown: TitleParts = TitleParts("")
    """The title of a heading or marked text, with the venue and the year in it."""
    links: Sequence[IndexedInline] = ()
    """Links in other blocks."""
    is_stated: bool = False
    """True if shortened names below a heading are enough, as other headings or a link show."""


def above_lines(context: NoteContext, block: Block, read: RecognisedText) -> DescribedTitle | None:
    """Return the title that a bullet or a bold paragraph is, with the parts of the bullets or paragraphs below it."""
    entry = context.enclosing_entry(block.index)
    if entry and len(context.children(entry.index)) == 1:
        return None
    texts = context.text_blocks(entry) if entry and entry.kind is BlockKind.ITEM else ()
    is_alone = texts[0] is block if len(texts) == 1 else entry is None and _is_bold(context, block)
    if not is_alone or read.contains(block):
        return None
    title = split_title(context.visible_text(block.index)).title
    if not (may_be_title(title, _MIN_PLAIN) and looks_like_title(title)) or "](" in context.source(block.span):
        return None
    parts, blocks = described_lines.parts_below(context, block, read.contains)
    return DescribedTitle(title, context.text_span(block), parts, True, [block, *blocks]) if parts else None


def _is_bold(context: NoteContext, block: Block) -> bool:
    """Return whether a paragraph is strong text, and nothing else."""
    first = next((i for _, i in context.inlines_of(block.index)), None)
    return first is not None and first.kind is InlineKind.STRONG and first.span.end >= block.span.end


def in_line(context: NoteContext, block: Block, read: RecognisedText) -> DescribedTitle | None:
    """Return the title in a paragraph, or in the text of a list item, all of which is about its paper.

    Words without marks need a link, an identifier, bullets below them, a line of their own, or a list of works to read.
    """
    if not may_have_title(context, block, read):
        return None
    if marked := marked_title(context, block):
        return marked
    entry = context.enclosing_entry(block.index)
    has_bullets = entry is not None and len(context.children(entry.index)) > 1
    has_target = context.unclaimed_links(block.index) or identifiers.find_identifiers(context.source(block.span))
    _, *below = context.source(block.span).split("\n", 2)
    is_listed = is_below_reading(context, block.index) or described_lines.opens_with_names("".join(below[:1]))
    return _plain_title(context, block) if has_bullets or has_target or is_listed else None


def marked_in_line(context: NoteContext, block: Block, read: RecognisedText) -> DescribedTitle | None:
    """Return the marked title in a paragraph, or in the text of a list item, all of which is about its paper."""
    return marked_title(context, block) if may_have_title(context, block, read) else None


def may_have_title(context: NoteContext, block: Block, read: RecognisedText) -> bool:
    """Return whether a text block has a sign of facts, and no recogniser has read it."""
    if block.span.end - block.span.start > _MAX_LENGTH or not _has_sign(context, block.index):
        return False
    entry = context.enclosing_entry(block.index)
    return (not entry or entry.kind in _ENTRIES) and not read.contains(block)


@once_per_note
def _has_sign(context: NoteContext, block: int) -> bool:
    """Return whether a block has a sign of facts, or is below words that announce works to read."""
    return bool(_SIGN.search(context.note.text, *context.blocks[block].span)) or is_below_reading(context, block)


def title_among_facts(context: NoteContext, block: Block) -> DescribedTitle | None:
    """Return the words of a text block that are its title, if all others are facts; None for any other block."""
    return marked_title(context, block) or _plain_title(context, block)


def marked_title(context: NoteContext, block: Block) -> DescribedTitle | None:
    """Return the marked words of a text block that are its title, if all others are facts."""
    for span in marked_spans(context, block.index):
        parts = facts_in(line_of(context, block.index, span))
        if parts and line_evidence.are_facts(parts):
            # the pages of Logseq have namespaces: `[[Paper/Title]]`
            is_page = context.note.text[span.start - 2 : span.end + 2] == f"[[{context.source(span)}]]"
            words = context.visible_part(block.index, span)
            shown = split_title(words.rpartition("/")[2] if is_page else words)
            minimum = _MIN_STATED if line_evidence.have_stated_names(parts) else MIN_MARKED
            if may_be_title(shown.title, minimum) and not described_lines.is_fact(shown.title):
                return DescribedTitle(shown.title, span, parts, True, [block], shown)
    return None


@once_per_note
def marked_spans(context: NoteContext, block: int) -> list[Span]:
    """Return the places of marked text that may be a title, the longest first; that of a link with words, if any."""
    marked = [
        i
        for _, i in context.inlines_of(block)
        if i.kind in MARKED_KINDS and not i.bare and count_words(i.text) >= _MIN_STATED and not is_uninformative(i.text)
    ]
    linked = [i for i in marked if i.kind is InlineKind.LINK]
    spans = [i.inner if i.inner.end else i.span for i in linked or marked]
    if not linked:
        quoted = _QUOTED.finditer(context.note.text, *context.blocks[block].span)
        # other words in quotation marks may be a quotation
        named = ((match, match.lastgroup or "") for match in quoted)
        spans += [Span(*match.span(name)) for match, name in named if looks_like_title(match[name])]
    return sorted(spans, key=lambda span: span.start - span.end)


def _plain_title(context: NoteContext, block: Block) -> DescribedTitle | None:
    """Return the only words of a line that are no facts, if they may be a title."""
    links = [inline for _, inline in context.unclaimed_links(block.index) if not inline.bare]
    line = "" if any(map(line_evidence.is_linked_key, links)) else line_of(context, block.index, NO_TITLE)
    if any(not (is_uninformative(i.text) or i.text in line or count_words(i.text) < MIN_MARKED) for i in links):
        return None
    marks = _STRONG_MARKS if context.enclosing_entry(block.index) is None else _MARKS_IN_LIST
    may_be_entry = any(map(line.__contains__, marks)) or is_below_reading(context, block.index)
    if not may_be_entry or has_sentences_on_lines(line):
        return None
    parts = read_parts(line)
    others = [n for n, part in enumerate(parts) if line_evidence.are_words(part)]
    facts = [part for part in parts if not line_evidence.are_words(part)]
    if not others or len(others) != others[-1] - others[0] + 1 or not line_evidence.are_facts(facts):
        return None
    words = "".join(parts[n].text for n in others).replace(OPEN, "").replace(CLOSE, "")
    words = words.strip(" \t\n,;:|·•–—-[](){}=*_/「」『』《》«»").lstrip(".")
    # a bracket within the title ends it: `Image Synthesis (Stable Diffusion 3)`
    words += ")" * (words.count("(") == words.count(")") + 1)
    title = "" if "\n" in words else split_title(words).title
    ending = parts[others[-1]].text.rstrip(" ")
    is_line = ending.endswith(_STRONG_MARKS)
    is_rest = others[-1] == len(parts) - 1 and line_evidence.are_dated_names(parts[: others[0]])
    is_rest = is_rest and parts[others[0]].text.lstrip()[0] not in "–—-" and is_below_reading(context, block.index)
    if not (is_rest or ending.endswith(marks)):
        return None
    is_own_line = not others[0] and ending.endswith("\n") and not names_other_note(title)
    if not may_be_title(title, MIN_MARKED if is_own_line else _MIN_PLAIN):
        return None
    if not (is_line or is_rest or looks_like_title(title)):
        return None
    if others[0] and parts[others[0] - 1].text.rstrip().endswith(":"):
        # the title begins before the colon
        return None
    if _PRONOUN.search(title) or NAMES_PAPER.search(title) or CUE_OTHER.match(title):
        return None
    at = context.note.text.find(title, *block.span)
    span = Span(at, at + len(title)) if at >= 0 else context.text_span(block)
    return DescribedTitle(title, span, facts, is_own_line or is_rest, [block])


def may_be_title(title: str, minimum: int) -> bool:
    """Return whether words may be a title, which has at least `minimum` words."""
    is_title = count_words(title) >= minimum and not title[:1].islower()
    return is_title and not (is_generic(title) or is_uninformative(title) or calls_paper_by_name(title))


def read_mention(context: NoteContext, block: Block, described: DescribedTitle) -> Mention | None:
    """Return the mention of a described paper; None if its lines do not say enough, or link to several papers."""
    if _is_within_mark(context, block, described):
        return None
    paper_links = PaperLinks()
    links = [link for text in described.blocks for link in context.unclaimed_links(text.index)]
    links += [link for link in described.links if link not in links]
    if not all(paper_links.add(index, inline) for index, inline in links):
        return None
    written = {i for text in described.blocks for *_, i in identifiers.find_identifiers(context.source(text.span))}
    if not all(map(paper_links.add_identifier, written)):
        return None
    # one word is what the reader calls the paper
    is_name = count_words(described.title) == 1
    evidence = Evidence(
        title="" if is_name else described.title,
        labels=(described.title,) if is_name else (),
        identifiers=paper_links.identifiers,
        links=paper_links.links,
    )
    evidence = line_evidence.with_parts(evidence, described.parts)
    evidence = evidence._replace(
        venue=evidence.venue or described.shown.venue,
        year=evidence.year or described.shown.year or item_facts.year_of_thesis(context, block, evidence),
        track=evidence.track or described.shown.track,
    )
    is_read = is_below_reading(context, block.index)
    if not (_is_enough(evidence, described, links) or (is_read and _is_enough_to_read(evidence, described, links))):
        return None
    if not paper_signs.is_paper(context, block.index, evidence, [inline for _, inline in links]):
        return None
    context.claimed_blocks.update(text.index for text in described.blocks)
    if entry := context.enclosing_entry(block.index):
        context.claimed_blocks.add(entry.index)
    context.claimed_inlines.update(paper_links.indices)
    context.read_spans += (text.span for text in described.blocks)
    evidence = with_trailing_key(context, [inline for _, inline in context.inlines_of(block.index)], evidence)
    kind = MentionKind.CARD if block.kind is BlockKind.HEADING else MentionKind.ITEM
    return build_mention(context, kind, described.span, described.title, block.index, evidence)


def _is_within_mark(context: NoteContext, block: Block, described: DescribedTitle) -> bool:
    """Return whether a title begins inside emphasis in a line: `———: *Money and Politics, European Unification*`."""
    at = context.note.text.find(described.title[:_MIN_OPENING], *described.span)
    return any(
        block.span.start + _MAX_MARKER < mark.start < at - _MAX_MARKER < mark.end
        # the pages of Logseq have namespaces: `[[Paper/Title]]`
        and context.note.text[mark.start - 1 : mark.start] in ("*", "_")
        for mark in marked_spans(context, block.index)
    )


def _is_enough_to_read(evidence: Evidence, described: DescribedTitle, links: Sequence[IndexedInline]) -> bool:
    """Return whether names show that words are the title of a work to read: with a year, or several in full."""
    if (links and not evidence.identifiers) or not (described.is_marked or looks_like_title(described.title)):
        return False
    names = [name for name in evidence.authors if name != OTHERS]
    if evidence.year or evidence.venue:
        return len(names) > 1 or OTHERS in evidence.authors or any(map(has_given_name, names))
    return described.is_marked and len(names) > 1 and 2 * sum(map(has_given_name, names)) >= len(names)


def _is_enough(evidence: Evidence, described: DescribedTitle, links: Sequence[IndexedInline]) -> bool:
    """Return whether names, a venue or a year show that words are the title of a paper; without a link all of them."""
    kinds = {part.kind for part in described.parts}
    has_names = PartKind.NAMES in kinds
    has_clear_names = OTHERS in evidence.authors or any(map(has_sign_of_name, evidence.authors))
    has_clear_names = has_clear_names or sum(", " in name for name in evidence.authors) > 1
    has_venue = PartKind.VENUE in kinds or any(part.published.is_event for part in described.parts)
    is_published = has_venue and (evidence.venue or evidence.entry_type)
    if evidence.identifiers:
        has_families = PartKind.FAMILIES in kinds and (evidence.venue or PartKind.YEAR in kinds)
        return bool(has_names or has_families or (is_published and evidence.year))
    are_cited = has_names or (PartKind.FAMILIES in kinds and len(evidence.authors) > 1)
    if described.is_stated and are_cited and (is_published or evidence.year):
        return True
    is_other = any(NOT_PAPERS.search(inline.url) for _, inline in links)
    return bool(
        described.is_marked and has_names and has_clear_names and is_published and evidence.year and not is_other
    )
