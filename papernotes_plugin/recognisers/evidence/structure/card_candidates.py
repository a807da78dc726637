"""Find the headings and bold paragraphs whose words may be the title of a paper."""

from __future__ import annotations

from dataclasses import dataclass

from papernotes_plugin import citekeys, identifiers, text, venues
from papernotes_plugin.recognisers.evidence.authors.short_bylines import byline_in_brackets
from papernotes_plugin.recognisers.evidence.labels import label_meanings
from papernotes_plugin.recognisers.evidence.labels.field_labels import is_template
from papernotes_plugin.recognisers.evidence.labels.labels_in_line import are_properties
from papernotes_plugin.recognisers.evidence.papers.paper_links import PaperLinks
from papernotes_plugin.recognisers.evidence.papers.reference_links import is_bracketed
from papernotes_plugin.recognisers.evidence.references import heading_references, publications_below
from papernotes_plugin.recognisers.evidence.references.heading_references import title_of
from papernotes_plugin.recognisers.evidence.references.reference_reader import Reference
from papernotes_plugin.recognisers.evidence.structure import title_blocks
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note
from papernotes_plugin.recognisers.evidence.titles import note_names, titles_in_book_marks
from papernotes_plugin.recognisers.evidence.titles.false_titles import is_generic
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import (
    TitleParts,
    count_words,
    is_uninformative,
    looks_like_title,
    split_title,
)
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Evidence, Span

_TOPIC = lazy_regex(r"(?<=\S)\s\[[^\W\d_][\w &/-]{1,40}\]$")
"""A topic after the title in a heading: `Work from Home [Labour]`."""
_NUMBER = lazy_regex(r"\d{1,2}(?:\.\d{1,2})+\.?\s*+(?=[⭐★☆✅🔥]*\ufe0f?\s*[^\W\d_])")
_MANY_WORDS = 7
"""Words of a title that may have words of other headings: `Corner Proposal Network for Two-stage Detection of …`."""
_MIN_TITLE = 3
"""Words of a heading above an address that may be the title of a paper."""
_MIN_PHRASE = 5
"""Words of such a heading without capitals."""

_CITATION_NUMBER = lazy_regex(r"[\[(\\\s]*\d{1,3}[\])\\\s]*")
"""The text of a link to the source of a statement: `[[3]](…)`."""
_MIN_CITED = 4
"""Words of a heading before such a link that may be the title of a paper."""
_OF_MEETING = lazy_regex(
    r"(?:Notes|Highlights|Recap|Trip|Reports?|Papers|Talks|Summar(?:y|ies)|Overview|Best|Awards?|Impressions)\b"
)
"""The beginning of the heading of a note about a meeting, no title: `[ICLR 2024] Notes on the Best Talks`."""
_COLLECTION = lazy_regex(
    r"[^:：]{0,30}?(?:(?:论文|文献|論文|논문)\s?(?:整理|汇总|彙總|合集|合辑|列表|清单|盘点|一覧|リスト|まとめ|목록|모음|리스트|정리)"
    r"|(?:论文|文献)(?:阅读)?笔记(?:整理|汇总|合集)|読んだ論文(?:まとめ)?|읽은\s?논문(?:\s?정리)?)[^\w]*"
)
"""The heading of a collection of papers: `NeRF 系列论文整理`, `읽은 논문 정리`."""
_MAX_LABEL = 4
"""Words of a heading with a colon at its end that is no title: `Aim of the paper:`."""
_MAX_SUBJECT = 5
"""Words of such a heading; more are the title of a paper on which the note is: `An Image Is Worth … 논문 정리`."""


@dataclass(slots=True)
class CardCandidate:
    """A heading or bold paragraph that may be a card."""

    heading: Block
    blocks: list[Block]
    """The blocks below it that may describe the paper."""
    subheadings: list[Block]
    parts: TitleParts
    """The title in the heading, with venue, year and track."""
    paper_links: PaperLinks
    is_stated: bool
    """True if one word is enough for a title: the note is about it, its section has a number, or it has labels."""
    full_title: str = ""
    """The title of the only entry or the reference below, if the heading has a short name or a citekey."""
    reference: Reference | None = None
    """The reference that the heading is, or that is below a citekey; None for a title."""
    labelled_reference: Evidence | None = None
    """The facts of the reference in a labelled value below the heading."""


def card_candidate(
    context: NoteContext, heading: Block, blocks: list[Block], subheadings: list[Block]
) -> CardCandidate | None:
    """Return the title of a heading and the links in it; None if the heading is no title."""
    links = context.unclaimed_links(heading.index)
    reference = _reference(context, heading, blocks)
    words = context.visible_text(heading.index, [index for index, _ in links])
    # `Trust [[pdf]](…) [[my post]](…)`: what has brackets of its own is a label, not the title
    has_labels = bool(links) and count_words(words) > 0 and all(is_bracketed(context, i) for _, i in links)
    informative = [] if has_labels else [i for _, i in links if not is_uninformative(i.text)]
    if len(informative) > 1 or (not informative and _names_collection(words)):
        return None
    bracketed = heading.kind is BlockKind.PARAGRAPH and title_blocks.bracketed_text(context, heading)
    unnumbered = _without_number(context, words)
    outside = split_title(bracketed or _without_topic(context, unnumbered))
    parts: TitleParts | None
    if reference:
        parts = title_of(reference)
    else:
        named = titles_in_book_marks.split_names(context.visible_text(heading.index)) if informative else None
        parts = named or (_linked_title(split_title(informative[0].text), outside) if informative else outside)
    if parts is None or not _may_be_title(parts.title) or _is_label(context, heading):
        return None
    if not reference and links and all(_CITATION_NUMBER.fullmatch(i.text) for _, i in links) and _is_topic(parts.title):
        return None
    is_key = citekeys.is_citekey(parts.title)
    cites = not (is_key or reference) and heading_references.cites_below(context, words, blocks[:1])
    if cites or _is_title_of_literature_note(context, heading) or are_properties(context.source(heading.span)):
        return None
    paper_links = PaperLinks()
    for index, inline in links:
        paper_links.add(index, inline)
    for start, end, identifier in identifiers.find_identifiers(context.source(heading.span)):
        if paper_links.add_identifier(identifier):
            context.read_spans.append(Span(heading.span.start + start, heading.span.start + end))
    is_stated = has_labels or unnumbered != words or heading.index == context.title_heading
    full_title = ""
    if not reference and is_key:
        reference = heading_references.read_below(context, blocks)
        full_title = title_of(reference).title if reference else ""
    return CardCandidate(heading, blocks, subheadings, parts, paper_links, is_stated, full_title, reference)


def _is_topic(title: str) -> bool:
    """Return whether the words before the number of a citation are the topic of a section: `Neural networks [3]`."""
    return count_words(title) < _MIN_CITED or not looks_like_title(title)


def _reference(context: NoteContext, heading: Block, blocks: list[Block]) -> Reference | None:
    """Return the reference that a heading is, or a heading or bold paragraph with the publication below it."""
    completed = publications_below.read(context, heading, blocks[0]) if blocks else None
    if completed or heading.kind is not BlockKind.HEADING:
        return completed
    return heading_references.read(context, heading, blocks)


def blocks_below_bold(context: NoteContext, block: Block) -> list[Block]:
    """Return the blocks that belong to a bold paragraph; the bullets with the publication of a reference are enough."""
    blocks = title_blocks.blocks_after_bold(context, block)
    return blocks or [b for b in context.siblings_after(block, 1) if publications_below.read(context, block, b)]


def names_section(context: NoteContext, candidate: CardCandidate) -> bool:
    """Return whether a heading above bare addresses names a section, and no paper: `Chemical spaces`, `Meeting`."""
    title = candidate.parts.title
    if candidate.is_stated or not all(context.inlines[index].bare for index in candidate.paper_links.indices):
        return False
    count = count_words(title)
    is_phrase = count < _MIN_PHRASE and not (looks_like_title(title) or ":" in title)
    is_long_title = count >= _MANY_WORDS and looks_like_title(title)
    return count < _MIN_TITLE or is_phrase or (note_names.names_other_note(title) and not is_long_title)


def _is_label(context: NoteContext, heading: Block) -> bool:
    """Return whether a heading recurs over notes, or is a few words and a colon below the first one: `## Terms:`."""
    if context.is_label(heading):
        return True
    if heading.kind is not BlockKind.HEADING or heading.index == context.title_heading:
        return False
    words = context.visible_text(heading.index).rstrip()
    return words.endswith((":", "：")) and count_words(words) <= _MAX_LABEL


def _names_collection(words: str) -> bool:
    return not words.isascii() and count_words(words) <= _MAX_SUBJECT and _COLLECTION.fullmatch(words) is not None


def _without_number(context: NoteContext, words: str) -> str:
    """Return a heading without the number of its section, if another heading of the note has one: `3.1 C3D`."""
    match = _NUMBER.match(words)
    return words[match.end() :] if match and _count_numbered(context) > 1 else words


def _without_topic(context: NoteContext, words: str) -> str:
    """Return a heading without the topic at its end, if another heading of the note has one: `The Pay Gap [Labour]`."""
    match = _TOPIC.search(words)
    return words[: match.start()] if match and _count_with_topics(context) > 1 else words


@once_per_note
def _count_with_topics(context: NoteContext) -> int:
    return sum(bool(_TOPIC.search(context.visible_text(heading.index))) for heading in context.headings)


@once_per_note
def _count_numbered(context: NoteContext) -> int:
    return sum(bool(_NUMBER.match(context.visible_text(heading.index))) for heading in context.headings)


def _linked_title(linked: TitleParts, outside: TitleParts) -> TitleParts | None:
    """Return the title of a link in a heading, with a venue next to the link; None if the heading has other words."""
    if byline := byline_in_brackets(outside.title):
        outside = TitleParts("", byline.venue, byline.year, byline.track, byline.authors)
    if count_words(outside.title) > 4 or is_uninformative(linked.title):
        return None
    parsed = TitleParts("", *venues.parse_venue(outside.title))
    return linked.completed(outside).completed(parsed)._replace(authors=linked.authors or outside.authors)


def _may_be_title(title: str) -> bool:
    if not any(map(str.isalpha, title)):
        return False
    return not (is_generic(title) or is_template(title) or label_meanings.meaning(title))


def _is_title_of_literature_note(context: NoteContext, heading: Block) -> bool:
    """Return whether a heading is the title of a note that a mention exists for as a whole."""
    own = context.note_evidence
    if own is None or not (own.title or own.citekey):
        return False
    return heading.index in (context.title_heading, context.headings[0].index if context.headings else -1)


def _title_of_only_entry(context: NoteContext, candidate: CardCandidate) -> str:
    """Return the title of the only bullet below that begins with venue and year of the heading, if it differs."""
    titles: dict[str, str] = {}
    for block in candidate.blocks:
        for item in context.children(block.index) if block.kind is BlockKind.LIST else ():
            parts = split_title(context.first_words(item))
            if parts.title and (parts.venue, parts.year) == (candidate.parts.venue, candidate.parts.year):
                titles[text.comparison_key(parts.title)] = parts.title
    if len(titles) != 1 or text.comparison_key(candidate.parts.title) in titles:
        return ""
    return next(iter(titles.values()))


def has_venue(context: NoteContext, candidate: CardCandidate) -> bool:
    """Return whether a heading has a known venue and a year, which a card without a link to a paper needs."""
    parts, count = candidate.parts, count_words(candidate.parts.title)
    # an unknown name with a year in brackets may be that of a law: `(BinSchLotsVergV 2012)`
    if not venues.parse_venue(parts.venue)[0] or not parts.year:
        return False
    shown = context.visible_text(candidate.heading.index)
    opens_note = candidate.heading.index == context.title_heading and shown.startswith("[") and count >= 4
    if candidate.subheadings and (not opens_note or _OF_MEETING.match(parts.title)):
        return False
    candidate.full_title = _title_of_only_entry(context, candidate)
    is_titlecase = looks_like_title(parts.title) or ":" in parts.title
    opens_with_venue = not split_title(shown.partition("]")[0] + "]" if opens_note else shown[:12]).title
    return (count >= 4 and (is_titlecase or count >= 6)) or (opens_with_venue and count >= 3)
