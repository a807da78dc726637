"""Item: a list item, a table row, a reference or a paragraph that describes one paper by its title and its links.

A bullet that talks about a paper and cites it is left to the citation recogniser; an item *is* the paper.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from papernotes_plugin import citekeys, identifiers, text, venues
from papernotes_plugin.recognisers.evidence import (
    authorship,
    field_facts,
    title_finding,
    title_heuristics,
    trailing_authors,
)
from papernotes_plugin.recognisers.evidence.candidate_blocks import BEGINNINGS, CandidateForm, PaperCandidate, units
from papernotes_plugin.recognisers.evidence.context import NoteContext
from papernotes_plugin.recognisers.evidence.labelled_values import LabelledValue
from papernotes_plugin.recognisers.evidence.paper_links import (
    NOT_PAPERS,
    PaperLinks,
    is_paper_link,
    may_be_paper_link,
    refers_to_other_paper,
)
from papernotes_plugin.recognisers.evidence.quoted_context import build_mention
from papernotes_plugin.recognisers.evidence.title_finding import TitleMatch
from papernotes_plugin.vocabulary.model import BlockKind, Evidence, Inline, InlineKind, Mention, MentionKind, Span

_SENTENCE = re.compile(r"\b(?:has|have) (?:been )?\w+(?:ed|en)\b|!$", re.IGNORECASE)
"""Unmarked words that are news, no title."""
_LIST = 3
"""Papers that make a list one of papers, where they are at least half of it."""
_SAYS_WHEN = re.compile(r"[\d(\[（【&]")
"""What has a year, an identifier, or something in brackets has one of them."""
_SET_OFF = re.compile(r"(?:^|[.,;:(\[|/*_\"”]|\b(?:preprint|arxiv|doi|abs|id))$", re.IGNORECASE)


def recognise(context: NoteContext) -> Iterator[Mention]:
    """The items of a note, tables left out."""
    found: Counter[int] = Counter()
    left: dict[int, list[PaperCandidate]] = {}
    for block in context.blocks:
        if block.kind not in BEGINNINGS:
            continue
        for unit in units(context, block):
            mention = _mention(context, unit)
            if mention:
                found[unit.container.parent] += 1
                yield mention
            elif unit.form is CandidateForm.BULLET:
                left.setdefault(unit.container.parent, []).append(unit)
    for parent, others in left.items():
        if found[parent] >= max(_LIST, len(others)):
            for unit in others:
                unit.among = True
                if mention := _mention(context, unit):
                    yield mention


# --- one unit -------------------------------------------------------------------------------------


def _mention(context: NoteContext, unit: PaperCandidate) -> Mention | None:
    links = unit.links
    if not (links or unit.fields or unit.below) and not _SAYS_WHEN.search(context.note.text, *unit.container.span):
        # where neither a link nor a year stands, nothing would tell a paper
        return None
    if any(is_paper_link(i) and citekeys.is_citekey(i.text.strip("@[]` ")) for _, i in links):
        return None
    labelled = unit.fields
    opening = labelled[0] if labelled and labelled[0].span.start == unit.block.span.start else None
    if opening and opening.meaning not in ("", "title", "link"):
        return None
    found = _titled_by_field(labelled) or title_finding.find(
        context, unit.inlines, links, free=unit.form is CandidateForm.FREE
    )
    title = found.titled.title if found else ""
    if not found or not title or title_heuristics.is_generic(title) or title_heuristics.is_template(title):
        return None
    if context.note_evidence and text.comparison_key(context.note_evidence.title) == text.comparison_key(title):
        # the reference of a note's own paper in the note is no further mention
        return None
    own = _own(context, unit, found)
    if not _qualifies(unit, found, own, context):
        return None
    context.claimed_blocks.add(unit.container.index)
    context.claimed_inlines.update(own.indices)
    context.read_spans += (f.span for f in (*unit.fields, *(f for _, labelled in unit.below for f in labelled)))
    key = _leading_key(context, unit)
    evidence = _evidence(context, unit, found, own, key)
    return build_mention(context, MentionKind.ITEM, found.span, title, unit.block.index, evidence)


def _titled_by_field(labelled: list[LabelledValue]) -> TitleMatch | None:
    """`- **论文标题**：…`: the field says what the title is."""
    field = next((f for f in labelled if f.meaning == "title" and f.value), None)
    titled = title_heuristics.split_title(field_facts.plain_value(field)) if field else None
    if field and titled and title_heuristics.count_words(titled.title) >= 3:
        return TitleMatch(titled, field.value_span, "", sure=True)
    return None


def _own(context: NoteContext, unit: PaperCandidate, found: TitleMatch) -> PaperLinks:
    """The links of the item's paper: the one its title carries, and those that say nothing of their own."""
    own = PaperLinks()
    for place, inline in unit.links:
        titles = inline.span.start <= found.span.start < inline.span.end
        silent = title_heuristics.is_uninformative(inline.text) and not refers_to_other_paper(
            context, inline, min(found.span.end, inline.span.start)
        )
        bracketed = _bracketed(context, inline) and inline.span.start > found.span.start and not is_paper_link(inline)
        if titles or silent or bracketed:
            own.add(place, inline)
    field_facts.take_links(context, unit.fields, own)
    for block, labelled in unit.below:
        field_facts.take_links(context, labelled, own)
        for place, inline in context.unclaimed_links(block.index):
            if title_heuristics.is_uninformative(inline.text):
                own.add(place, inline)
    _take_written(context, unit, own)
    return own


def _take_written(context: NoteContext, unit: PaperCandidate, own: PaperLinks) -> None:
    """Take the identifiers written out in a reference, `arXiv preprint arXiv:1409.1556`; not those in its prose."""
    for _, inline in unit.inlines:
        if inline.kind is not InlineKind.TEXT:
            continue
        source = context.source(inline.span)
        for start, end, identifier in identifiers.find_identifiers(source):
            at = inline.span.start + start
            before = context.note.text[max(unit.block.span.start, at - 30) : at].rstrip()
            if _SET_OFF.search(before) and (own.add_identifier(identifier) or unit.form is CandidateForm.LINE):
                context.read_spans.append(Span(at, inline.span.start + end))


def _bracketed(context: NoteContext, inline: Inline) -> bool:
    """`[[Any label](url)]`."""
    source = context.note.text
    return (
        source[inline.span.start - 1 : inline.span.start] == "["
        and source[inline.span.end : inline.span.end + 1] == "]"
    )


def _leading_key(context: NoteContext, unit: PaperCandidate) -> str:
    """The citekey where the item opens with it, `[[@key]] Title …`, or a footnote is called by it."""
    if unit.container.kind is BlockKind.FOOTNOTE:
        return unit.container.info if citekeys.is_citekey(unit.container.info) else ""
    for place, inline in unit.inlines:
        if inline.kind is InlineKind.WIKILINK:
            if key := title_heuristics.citekey_of_name(inline.url.split("#")[0]):
                context.claimed_inlines.add(place)
            return key
        if inline.kind is not InlineKind.TEXT or inline.text.strip():
            return ""
    return ""


def _qualifies(unit: PaperCandidate, found: TitleMatch, own: PaperLinks, context: NoteContext) -> bool:
    title = found.titled.title
    count = title_heuristics.count_words(title)
    titled = title_heuristics.looks_like_title(title) or ":" in title or count >= 5
    dated = _dated(found)
    if not found.sure and _SENTENCE.search(title):
        return False
    if unit.among and found.sure and count >= 4 and _linked_page(unit, found) and trailing_authors.year_in(found.rest):
        return not _elsewhere(unit, found)
    if found.sure and not own.indices and not dated:
        return False
    if _elsewhere(unit, found) and not any(i.scheme != "url" for i in own.identifiers):
        return False
    if own.identifiers or any(_local_paper(context.inlines[p]) for p in own.indices):
        taken = set(own.indices)
        others = [i for p, i in unit.links if p not in taken and is_paper_link(i)]
        if all(i.scheme == "url" for i in own.identifiers) and own.identifiers and count < 3 and not dated:
            return False
        if found.sure:
            return count >= 3 or (count == 2 and title_heuristics.looks_like_title(title)) or (dated and not others)
        if own.indices and not any(_worded(context.inlines[p]) for p in own.indices):
            # `a sentence [1](..)`
            return False
        return not others and (titled or dated or (count >= 2 and _only_links_follow(found)))
    # labelled links to no known page, as lists of papers have them: `[[Science](..)] [[article](..)]`
    if found.bracketed and count >= 3 and titled and unit.form is not CandidateForm.FREE:
        return any(title_heuristics.is_venue_like(i.text) for p, i in unit.links if p in own.indices)
    if (
        _linked_page(unit, found)
        and len(found.authors) < 2
        and not venues.find_venue(found.rest)[0]
        and not found.several
    ):
        # a post by somebody on some day
        return False
    return count >= (2 if found.authors and dated else 3) and dated and (found.sure or titled or bool(found.authors))


def _elsewhere(unit: PaperCandidate, found: TitleMatch) -> bool:
    """The title is a link to a place where code, talks and posts are."""
    return any(i.span.start <= found.span.start < i.span.end and NOT_PAPERS.search(i.url) for _, i in unit.links)


def _worded(inline: Inline) -> bool:
    """The link has words, a picture or its own address for a text; not only a number."""
    return inline.bare or not inline.text.strip() or any(c.isalpha() for c in inline.text)


def _linked_page(unit: PaperCandidate, found: TitleMatch) -> bool:
    """The title is a link to a page that nothing tells to be a paper."""
    return any(i.span.start <= found.span.start < i.span.end and not _local_paper(i) for _, i in unit.links)


def _local_paper(inline: Inline) -> bool:
    return may_be_paper_link(inline) or inline.url.lower().split("#")[0].endswith(".pdf")


def _only_links_follow(found: TitleMatch) -> bool:
    return not found.rest.strip(" .,;:-–—|()[]")


def _dated(found: TitleMatch) -> bool:
    """A venue with its year, or authors with a year, stand beside the title."""
    venue, year, _ = venues.find_venue(found.rest)
    if re.match(r"\W*\((?!(?:19|20)\d\d)", found.rest) and not venue and not found.authors:
        # `**Extends earlier work** (Dawson et al., 2018)` cites, it does not describe
        return False
    if (venue or found.titled.venue) and (year or found.titled.year):
        return True
    return bool(
        (found.authors or trailing_authors.authors(found.rest))
        and (found.titled.year or trailing_authors.year_in(found.rest))
    )


def _evidence(context: NoteContext, unit: PaperCandidate, found: TitleMatch, own: PaperLinks, key: str) -> Evidence:
    said = field_facts.evidence([*unit.fields, *(f for _, labelled in unit.below for f in labelled)])
    venue, year, track = venues.find_venue(found.rest)
    titled = found.titled
    return said._replace(
        title=titled.title,
        authors=found.authors or said.authors or _authors(context, unit, found),
        venue=said.venue or titled.venue or venue,
        year=said.year or titled.year or year or trailing_authors.year_in(found.rest) or found.date,
        track=said.track or titled.track or track,
        identifiers=own.add_identifiers(said.identifiers),
        citekey=key,
        links=own.links,
        tags=said.tags + tuple(i.url for _, i in unit.inlines if i.kind is InlineKind.TAG),
    )


def _authors(context: NoteContext, unit: PaperCandidate, found: TitleMatch) -> tuple[str, ...]:
    """Names right beside the title, set off behind it, or on the first nested bullet without a label."""
    if names := trailing_authors.authors(found.rest):
        return names
    set_off = [i.text for _, i in unit.inlines if i.kind is InlineKind.EMPHASIS and i.span.start > found.span.start]
    below = [c for c in context.children(unit.container.index) if c.kind is BlockKind.LIST][:1]
    first = [t for c in below for t in context.text_blocks(context.children(c.index)[0])[:1]]
    lines = [*set_off, *(context.visible_text(t.index) for t in first)]
    return next((authorship.authors(line) for line in lines if authorship.looks_like_authors(line)), ())
