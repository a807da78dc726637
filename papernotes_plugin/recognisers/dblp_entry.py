"""Recognise entries copied from a page of DBLP: links to the pages of the authors, a colon, the title, the publication.

The form is `[Ann Lee](https://dblp.org/pid/12/345.html), [Bob Ray](…): **Title.** POPL 2019: 1-10`.  An image of
ORCID may follow a name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from papernotes_plugin.recognisers.evidence.papers.paper_links import PaperLinks, is_paper_link
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.references.reference_facts import publication_evidence
from papernotes_plugin.recognisers.evidence.references.venue_phrases import publication
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.structure.note_structure import IndexedInline
from papernotes_plugin.recognisers.evidence.structure.quoted_context import build_mention
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, InlineKind, Mention, MentionKind, Span

_HOST = "://dblp."
_PERSON = lazy_regex(r"https?://dblp\.(?:org|uni-trier\.de|dagstuhl\.de)/(?:pid|pers(?:/hd)?)/\S+")
"""The address of the page of a person."""
_IMAGE = r"!\[[^\[\]\n]*\]\([^()\s]*\)"
_BETWEEN = lazy_regex(rf"(?>(?:[\s,;&]|\band\b|{_IMAGE})*)")
"""The marks and images between two names."""
_COLON = lazy_regex(rf"(?>(?:\s|{_IMAGE})*):(?P<gap>[\s\\]*)")
"""The colon after the names."""
_TITLE = lazy_regex(r"(?P<title>[^\n]{4,300}?)(?:(?P<mark>[?!])|\.)(?=\s|$)(?P<rest>[^\n]{0,200})")
"""A title up to its full stop, which DBLP adds, and the publication."""
_PAGES = lazy_regex(r":? ?(?P<first>(?:\d{1,4}:)?\d{1,5})-(?P<last>(?:\d{1,4}:)?\d{1,5})")
_NUMBER_OF_PERSON = lazy_regex(r" \d{4}$")
"""The number that DBLP gives a person who has the name of another one: `Wei Wang 0001`."""


def recognise(context: NoteContext) -> Iterator[Mention]:
    """Yield an `ITEM` for each text block that opens with links to persons on DBLP, followed by a colon and a title."""
    if _HOST not in context.note.text:
        return
    for block in context.blocks:
        if block.index in context.claimed_blocks:
            continue
        persons = [link for link in context.unclaimed_links(block.index) if _PERSON.fullmatch(link[1].url)]
        if persons and (mention := _mention(context, block, persons)):
            yield mention


def _mention(context: NoteContext, block: Block, persons: list[IndexedInline]) -> Mention | None:
    """Return the mention of the paper in a block with links to persons; None if it has another form."""
    end = context.text_span(block).start
    for _, inline in persons:
        gap = _BETWEEN.match(context.note.text, end, inline.span.start)
        if not gap or gap.end() != inline.span.start:
            return None
        end = inline.span.end
    colon = _COLON.match(context.note.text, end, block.span.end)
    if not colon:
        return None
    words = context.visible_part(block.index, Span(colon.end(), block.span.end))
    match = _TITLE.match(words)
    if not match:
        return None
    published = _published(match["rest"])
    marked = _marked(context, block, colon.end())
    if not marked and not (published.venue or published.pages):
        return None
    title = match["title"] + (match["mark"] or "")
    names = (" ".join(inline.text.split()) for _, inline in persons)
    paper_links = PaperLinks()
    for index, inline in context.unclaimed_links(block.index):
        if is_paper_link(inline) and not _PERSON.fullmatch(inline.url):
            paper_links.add(index, inline)
    context.claimed_inlines.update(paper_links.indices, (index for index, _ in persons))
    context.claimed_blocks.add(block.index)
    context.read_spans.append(block.span)
    evidence = publication_evidence(published)._replace(
        title=title,
        authors=tuple(_NUMBER_OF_PERSON.sub("", name) for name in names),
        identifiers=paper_links.identifiers,
        links=paper_links.links,
    )
    span = marked or Span(colon.end(), min(block.span.end, colon.end() + len(title)))
    return build_mention(context, MentionKind.ITEM, span, title, block.index, evidence)


def _published(words: str) -> Publication:
    """Return the publication after a title, with the pages as DBLP writes them: `40:1-40:29`."""
    words = words.strip()
    pages = _PAGES.search(words)
    before = words[: pages.start()] + words[pages.end() :] if pages else words
    published = publication(before, 0, len(before), None) if before.strip() else Publication()
    return replace(published, pages=f"{pages['first']}–{pages['last']}" if pages else "")


def _marked(context: NoteContext, block: Block, start: int) -> Span | None:
    """Return the span of the emphasis or link that begins after the names; None for plain text."""
    first = next((inline for _, inline in context.inlines_between(block.index, start, block.span.end)), None)
    is_marked = first is not None and first.kind in (InlineKind.STRONG, InlineKind.EMPHASIS, InlineKind.LINK)
    return first.span if first and is_marked else None
