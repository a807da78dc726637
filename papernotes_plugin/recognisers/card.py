"""Card: a heading, or a paragraph in bold, that names one paper.

Its links stand in it or under it, beside its fields, its callout, its BibTeX.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from papernotes_plugin import identifiers, text, venues
from papernotes_plugin.recognisers.evidence import card_section, field_facts, labelled_values, title_heuristics
from papernotes_plugin.recognisers.evidence.context import NoteContext
from papernotes_plugin.recognisers.evidence.field_labels import DESCRIBES
from papernotes_plugin.recognisers.evidence.labelled_values import LabelledValue
from papernotes_plugin.recognisers.evidence.paper_links import PaperLinks, may_be_paper_link
from papernotes_plugin.recognisers.evidence.quoted_context import build_mention
from papernotes_plugin.vocabulary.model import (
    Block,
    BlockKind,
    Evidence,
    Field,
    Inline,
    InlineKind,
    Mention,
    MentionKind,
    Span,
)

_DROPPED = {"tldr", "abstract", "venue", "title", "authors", "year", "link", "doi", "arxiv", "citekey"}
"""Fields that the paper carries as facts: they are no words about it."""
_BULLET = re.compile(r"\n?[ \t]*+(?:[-*+]|\d{1,9}[.)])?+[ \t]*+")
_BIBTEX = re.compile(r"\s*@\w+\s*\{")


@dataclass(slots=True)
class _CardCandidate:
    """What may be a card: its heading, what stands under it, and what the heading says."""

    block: Block
    under: list[Block]
    labels: list[Block]
    """Headings below it that may be labels."""
    titled: title_heuristics.TitleParts
    own: PaperLinks
    linked: bool
    """The title itself is a link."""
    entry: title_heuristics.TitleParts | None = None
    """The title of the one entry below where the heading only gives a short name to it."""


def recognise(context: NoteContext) -> Iterator[Mention]:
    """The cards of a note."""
    for block in context.children(-1):
        # a paragraph in bold first: its links are no longer those of the heading above it
        if block.kind is BlockKind.PARAGRAPH and card_section.is_bold(context, block):
            under: Sequence[Block] = card_section.after(context, block)
            found = _card(context, block, under, []) if under else None
            if found:
                yield found
    for block in context.children(-1):
        if block.kind is BlockKind.HEADING:
            under = card_section.opening(context, block) if _opens(context, block) else context.section(block)
            found = _card(context, block, under, card_section.below(context, block))
            if found:
                yield found


def _opens(context: NoteContext, heading: Block) -> bool:
    """The heading is the note's first and of the first level."""
    return heading.level == 1 and heading is context.headings[0]


def _card(context: NoteContext, block: Block, under: Sequence[Block], below: list[Block]) -> Mention | None:
    free = [b for b in under if b.index not in context.claimed_blocks]
    head = _head(context, block, card_section.entries_cut(context, free), below)
    if head is None:
        return None
    labelled = labelled_values.find(context, head.under) + labelled_values.under_headings(context, below)
    return _mention(context, head, labelled) if _qualifies(context, head, labelled) else None


def _head(context: NoteContext, block: Block, under: list[Block], below: list[Block]) -> _CardCandidate | None:
    """The title of a heading, and whether the heading can be one at all."""
    links = context.unclaimed_links(block.index)
    named = [(p, i) for p, i in links if not title_heuristics.is_uninformative(i.text)]
    bracketed = block.kind is BlockKind.PARAGRAPH and card_section.in_brackets(context, block)
    outside = title_heuristics.split_title(bracketed or context.visible_text(block.index, [p for p, _ in links]))
    if len(named) > 1:
        return None
    titled = _linked(title_heuristics.split_title(named[0][1].text), outside) if named else outside
    if titled is None or not _may_be_title(titled.title):
        return None
    if (
        context.note_evidence
        and (context.note_evidence.title or context.note_evidence.citekey)
        and block.index in (context.title_heading, *_first(context))
    ):
        return None
    own = PaperLinks()
    for place, inline in links:
        own.add(place, inline)
    for start, end, identifier in identifiers.find_identifiers(context.source(block.span)):
        if own.add_identifier(identifier):
            context.read_spans.append(Span(block.span.start + start, block.span.start + end))
    return _CardCandidate(block, under, below, titled, own, linked=bool(named))


def _linked(
    inner: title_heuristics.TitleParts, outside: title_heuristics.TitleParts
) -> title_heuristics.TitleParts | None:
    """The title where it is a link in the heading; None where the words around it are the title."""
    if title_heuristics.count_words(outside.title) > 4 or title_heuristics.is_uninformative(inner.title):
        return None
    name, year, track = venues.parse_venue(outside.title)
    return replace(
        inner,
        venue=inner.venue or outside.venue or name,
        year=inner.year or outside.year or year,
        track=inner.track or outside.track or track,
    )


def _may_be_title(title: str) -> bool:
    return any(c.isalpha() for c in title) and not (
        title_heuristics.is_generic(title) or title_heuristics.is_template(title) or labelled_values.meaning(title)
    )


def _first(context: NoteContext) -> list[int]:
    return [context.headings[0].index] if context.headings else []


# --- is it one? -----------------------------------------------------------------------------------


def _qualifies(context: NoteContext, head: _CardCandidate, labelled: list[LabelledValue]) -> bool:
    """Whether heading and section speak of one paper; takes the links of the section that belong to it."""
    title, own = head.titled.title, head.own
    count = title_heuristics.count_words(title)
    if head.linked and own.identifiers and count == 1 and not labelled and not head.titled.year:
        return len(head.under) > 0
    linked = bool(own.identifiers) or any(_paper_file(context.inlines[p]) for p in own.indices)
    meanings = {f.meaning for f in labelled if f.value} & DESCRIBES
    told = bool(meanings - {"link", "title", "year", "tldr"}) and len(meanings) >= 2
    clear, loose = card_section.candidates(context, head.block, head.under)
    if not linked and not told and card_section.many(clear):
        return False
    held = len(own.identifiers)
    # fields first: they name their links
    field_facts.take_links(context, (f for f in labelled if f.meaning in ("link", "doi", "arxiv")), own)
    for place, inline in clear:
        own.add(place, inline)
    if linked or told:
        return True
    if title_heuristics.starts_lowercase(title):
        return False
    if len(own.identifiers) > held:
        if all(i.scheme == "url" for i in own.identifiers) and not title_heuristics.looks_like_title(title):
            # a file that nothing but its ending calls a paper
            return ":" in title or bool(meanings - {"link"})
        return count >= 2 or bool(meanings - {"link"})
    if head.block.kind is BlockKind.PARAGRAPH and any(title_heuristics.calls_paper(f.label) for f in labelled):
        # `Paper: None` says what the bold line above it is
        return count >= 3
    if count >= 4 and loose and not card_section.many(loose):
        place, inline = loose[0]
        if not card_section.cited_elsewhere(context, head.block, head.under, inline):
            return own.add(place, inline)
    return _says_where(context, head)


def _paper_file(inline: Inline) -> bool:
    return may_be_paper_link(inline) or inline.url.lower().split("#")[0].endswith(".pdf")


def _says_where(context: NoteContext, head: _CardCandidate) -> bool:
    """No link to a paper, but the venue with its year beside the title, or a linked title that opens the note."""
    titled, count = head.titled, title_heuristics.count_words(head.titled.title)
    if titled.venue and titled.year and not head.labels:
        head.entry = _entry_below(context, head)
        leading = not title_heuristics.split_title(context.visible_text(head.block.index)[:12]).title
        return (
            count >= 4 and (title_heuristics.looks_like_title(titled.title) or ":" in titled.title or count >= 6)
        ) or (leading and count >= 3)
    opens = head.block.index in _first(context) and head.linked and count >= 4
    return (
        opens
        and (title_heuristics.looks_like_title(titled.title) or ":" in titled.title)
        and bool(_venue_line(context, head)[0])
    )


def _entry_below(context: NoteContext, head: _CardCandidate) -> title_heuristics.TitleParts | None:
    """The one bullet under the heading that opens with the same venue and year, and another title."""
    found: dict[str, title_heuristics.TitleParts] = {}
    for block in head.under:
        for item in context.children(block.index) if block.kind is BlockKind.LIST else ():
            texts = context.text_blocks(item)
            titled = title_heuristics.split_title(context.visible_text(texts[0].index)) if texts else None
            if titled and titled.title and (titled.venue, titled.year) == (head.titled.venue, head.titled.year):
                found[text.comparison_key(titled.title)] = titled
    return (
        next(iter(found.values())) if len(found) == 1 and text.comparison_key(head.titled.title) not in found else None
    )


def _venue_line(context: NoteContext, head: _CardCandidate) -> tuple[str, int | None, str]:
    """The venue where the first line under the heading is no more than that: `ICLR2023 TOP 5%`."""
    for block in head.under[:2]:
        texts = [block] if block.kind is BlockKind.PARAGRAPH else context.text_blocks(block)
        line = context.visible_text(texts[0].index) if texts else ""
        if not any(map(str.isdigit, line)) and line.count(" ") > 5:
            continue
        if line and title_heuristics.count_words(line) <= 40 and (found := venues.parse_venue(line))[0]:
            return found
        if line and (found := venues.find_venue(line))[0] and title_heuristics.count_words(line) <= 25:
            return found
    return "", None, ""


# --- what it says ---------------------------------------------------------------------------------


def _mention(context: NoteContext, head: _CardCandidate, labelled: list[LabelledValue]) -> Mention:
    heading, under, titled = head.block, head.under, head.titled
    context.claimed_blocks.update((heading.index, *(f.block for f in labelled)))
    context.read_spans += (f.span for f in labelled if f.meaning not in ("", "abstract", "tldr"))
    if heading.kind is BlockKind.PARAGRAPH:
        context.claimed_blocks.update(b.index for s in under for b in context.subtree(s))
    context.claimed_inlines.update(head.own.indices)
    entries = [b for b in under if b.kind is BlockKind.CODE and _BIBTEX.match(_code(context, b))]
    evidence = _evidence(context, head, labelled)
    if len(entries) == 1:
        context.claimed_blocks.add(entries[0].index)
        evidence = evidence._replace(bibtex=_code(context, entries[0]))
    shown = context.visible_text(heading.index)
    alone = titled.title in (i.text.strip() for _, i in context.inlines_of(heading.index))
    if alone or card_section.in_brackets(context, heading):
        shown = titled.title
    body = _words(context, under, labelled, entries)
    return build_mention(
        context, MentionKind.CARD, context.text_span(heading), shown, heading.index, evidence, quotation=body
    )


def _evidence(context: NoteContext, head: _CardCandidate, labelled: list[LabelledValue]) -> Evidence:
    """What the heading, the fields and the callouts under it say."""
    under, own, titled = head.under, head.own, head.titled
    said = field_facts.evidence(labelled)
    quotes = [b for b in under if b.kind is BlockKind.QUOTE and b.info]
    venue, year, track = (said.venue, said.year, said.track) if said.venue else _venue_line(context, head)
    return said._replace(
        title=said.title if title_heuristics.count_words(said.title) >= 3 else (head.entry or titled).title,
        labels=(titled.title,) if head.entry else (),
        authors=said.authors or card_section.byline(context, under),
        venue=said.venue or titled.venue or venue,
        year=said.year or titled.year or year,
        track=said.track or titled.track or track,
        identifiers=own.add_identifiers(said.identifiers),
        links=own.links,
        abstract=said.abstract or next((_quote(context, q) for q in quotes if q.info == "abstract"), ""),
        tldr=said.tldr or next((_quote(context, q) for q in quotes if q.info in ("tldr", "summary")), ""),
        fields=said.fields + tuple(Field(q.info.capitalize(), _quote(context, q)) for q in quotes),
        tags=said.tags + tuple(i.url for b in (head.block, *under) for i in _tags(context, b)),
    )


def _code(context: NoteContext, block: Block) -> str:
    lines = context.source(block.span).strip("\n").split("\n")
    return "\n".join(lines[1:-1]) if lines and lines[0].lstrip().startswith(("```", "~~~")) else "\n".join(lines)


def _quote(context: NoteContext, block: Block) -> str:
    """The text of a callout without its marks and its title line."""
    lines = [re.sub(r"^[ \t]*>[ \t]?", "", line) for line in context.source(block.span).split("\n")]
    return "\n".join(lines[1:]).strip()


def _tags(context: NoteContext, block: Block) -> list[Inline]:
    return [i for b in context.subtree(block) for _, i in context.inlines_of(b.index) if i.kind is InlineKind.TAG]


def _words(context: NoteContext, under: list[Block], labelled: list[LabelledValue], entries: list[Block]) -> str:
    """The card's body as written, without the fields the paper carries as facts and without its BibTeX."""
    if not under:
        return ""
    source = context.note.text
    at, end = source.rfind("\n", 0, under[0].span.start) + 1, under[-1].span.end
    gaps = [f.span for f in labelled if f.meaning in _DROPPED] + [b.span for b in entries]
    parts = []
    for gap in sorted(gaps):
        if at <= gap.start < end:
            # a list item goes with its bullet
            line = max(at, source.rfind("\n", at, gap.start))
            parts.append(source[at : line if _BULLET.fullmatch(source, line, gap.start) else gap.start])
            at = gap.end
    parts.append(source[at:end])
    return re.sub(r"\n[ \t]*+\n\s*+", "\n\n", "".join(parts)).strip()
