"""Card: a heading (or a paragraph in bold) that names one paper, with its links in or under it, its fields, its callout."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from papernotes_plugin import identifiers, venues
from papernotes_plugin.model import Block, BlockKind, Field, Inline, InlineKind, Kind, Link, Mention, Span
from papernotes_plugin.recognisers import fields, wording
from papernotes_plugin.recognisers.fields import Labelled
from papernotes_plugin.recognisers.labels import DESCRIBES
from papernotes_plugin.recognisers.linking import Own, is_paper, link_lines, may_be_paper, other_paper
from papernotes_plugin.recognisers.view import View

_DROPPED = {"tldr", "abstract", "venue", "title", "authors", "year", "link", "doi", "arxiv", "citekey"}
"""Fields that the paper carries as facts: they are no words about it."""
_CAPTION = re.compile(r"(?:fig(?:ure)?|video|image|table|abb(?:ildung)?|tab|source|quelle|图|図)\b", re.IGNORECASE)
"""A caption that names its source names the paper of the card."""
_BRACKETS = re.compile(r"\[[^\[\]]{12,200}\]")
_META = re.compile(r"info|meta|基本信息|论文信息|元数据|메타|정보", re.IGNORECASE)
_BIBTEX = re.compile(r"\s*@\w+\s*\{")


@dataclass(slots=True)
class _Head:
    """What may be a card: its heading, what stands under it, and what the heading says."""

    block: Block
    section: list[Block]
    labels: list[Block]
    """Headings below it that may be labels."""
    titled: wording.Titled
    own: Own
    linked: bool
    """The title itself is a link."""


def recognise(view: View) -> Iterator[Mention]:
    """The cards of a note."""
    for block in view.children(-1):
        # a paragraph in bold first: its links are no longer those of the heading above it
        if block.kind is BlockKind.PARAGRAPH and _bold(view, block):
            found = _card(view, block, _after(view, block), [])
            if found:
                yield found
    for block in view.children(-1):
        if block.kind is BlockKind.HEADING:
            section = _opening(view, block) if block.index == view.title_heading else view.section(block)
            found = _card(view, block, section, _below(view, block))
            if found:
                yield found


def _opening(view: View, heading: Block) -> list[Block]:
    """What stands under the title of a note: up to the first heading that is no heading of metadata, rules ignored."""
    out: list[Block] = []
    for block in view.children(-1):
        if block.index <= heading.index or block.kind is BlockKind.RULE:
            continue
        if block.kind is BlockKind.HEADING:
            if not wording.is_generic(view.plain(block.index)) or out and not _META.search(view.plain(block.index)):
                break
            continue
        out.append(block)
    return out


def _below(view: View, heading: Block) -> list[Block]:
    """The headings under a heading; all of the note's under its title."""
    place = view.headings.index(heading) if heading.index != view.title_heading else 0
    out: list[Block] = []
    for other in view.headings[place + 1 :]:
        if other.level <= heading.level:
            break
        out.append(other)
    return out


def _bold(view: View, block: Block) -> bool:
    """The paragraph is strong text and nothing else."""
    if _BRACKETS.fullmatch(view.plain(block.index)) and not view.links(block.index):
        return True
    strong = [i for _, i in view.inlines_of(block.index) if i.kind is InlineKind.STRONG]
    return len(strong) == 1 and view.source(block.span).strip() == view.source(strong[0].span)


def _after(view: View, block: Block) -> list[Block]:
    """What belongs to a bold paragraph: a list of labelled links, or a line of names and one of links."""
    siblings = view.children(-1)
    at = _position(siblings, block)
    out: list[Block] = []
    for following in siblings[at + 1 : at + 4]:
        if following.kind not in (BlockKind.LIST, BlockKind.PARAGRAPH) or _bold(view, following):
            break
        out.append(following)
        found = fields.find(view, [following])
        if found and found[0].meaning == "link":
            return out
        if following.kind is BlockKind.PARAGRAPH and any(alone for _, alone in link_lines(view, following)):
            return out
        if not wording.looks_like_authors(re.sub(r"[∗*,\s]*\(?(?:19|20)\d\d\)?\W*$", "", view.plain(following.index))):
            break
    return []


def _position(siblings: list[Block], block: Block) -> int:
    low, high = 0, len(siblings)
    while low < high:
        middle = (low + high) // 2
        if siblings[middle].index < block.index:
            low = middle + 1
        else:
            high = middle
    return low


def _card(view: View, block: Block, section: list[Block], below: list[Block]) -> Mention | None:
    section = [b for b in section if b.index not in view.taken]
    if block.kind is BlockKind.PARAGRAPH and not section:
        return None
    head = _head(view, block, section, below)
    if head is None:
        return None
    labelled = fields.find(view, section) + fields.under_headings(view, below)
    return _mention(view, head, labelled) if _qualifies(view, head, labelled) else None


def _head(view: View, block: Block, section: list[Block], below: list[Block]) -> _Head | None:
    """The title of a heading, and whether the heading can be one at all."""
    links = view.links(block.index)
    named = [(p, i) for p, i in links if not wording.says_nothing(i.text)]
    outside = wording.cleaned(view.plain(block.index, [p for p, _ in links]))
    titled = outside
    if len(named) == 1:
        inner = wording.cleaned(named[0][1].text)
        if wording.words(outside.title) > 4 or wording.says_nothing(inner.title):
            return None
        name, year, track = venues.parse_venue(outside.title)
        titled = replace(
            inner,
            venue=inner.venue or outside.venue or name,
            year=inner.year or outside.year or year,
            track=inner.track or outside.track or track,
        )
    elif named:
        return None
    title = titled.title
    if not any(c.isalpha() for c in title) or wording.is_generic(title) or wording.is_template(title) or fields.meaning(title):
        return None
    if view.own and (view.own.title or view.own.citekey) and block.index in (view.title_heading, *_first(view)):
        return None
    own = Own()
    for place, inline in links:
        own.add(place, inline)
    return _Head(block, section, below, titled, own, linked=bool(named))


def _first(view: View) -> list[int]:
    return [view.headings[0].index] if view.headings else []


# --- is it one? -----------------------------------------------------------------------------------


def _qualifies(view: View, head: _Head, labelled: list[Labelled]) -> bool:
    """Whether heading and section speak of one paper; takes the links of the section that belong to it."""
    title, own = head.titled.title, head.own
    count = wording.words(title)
    if head.linked and own.identifiers and count == 1 and not labelled and not head.titled.year:
        return len(head.section) > 0
    linked = bool(own.identifiers) or any(_paper_file(view.inlines[p]) for p in own.places)
    meanings = {f.meaning for f in labelled if f.value} & DESCRIBES
    told = bool(meanings - {"link", "title", "year", "tldr"}) and len(meanings) >= 2
    clear, loose = _candidates(view, head)
    if not linked and not told and _many(clear):
        return False
    held = len(own.identifiers)
    for place, inline in clear:
        own.add(place, inline)
    for place, inline in _field_papers(view, labelled):
        own.add(place, inline)
    if linked or told:
        return True
    if len(own.identifiers) > held:
        return count >= 2 or bool(meanings - {"link"})
    if count >= 3 and any(f.meaning == "link" and wording.names_paper(f.label) for f in labelled):
        return True
    if count >= 4 and loose and not _many(loose) and not _cited_elsewhere(view, head, loose[0][1]):
        own.add(*loose[0])
        return True
    return _says_where(view, head)


def _paper_file(inline: Inline) -> bool:
    return may_be_paper(inline) or inline.url.lower().split("#")[0].endswith(".pdf")


def _says_where(view: View, head: _Head) -> bool:
    """No link to a paper, but the venue with its year beside the title, or a linked title that opens the note."""
    titled, count = head.titled, wording.words(head.titled.title)
    if titled.venue and titled.year and not head.labels:
        leading = not wording.cleaned(view.plain(head.block.index)[:12]).title
        return count >= 4 and (wording.looks_titled(titled.title) or ":" in titled.title or count >= 6) or (leading and count >= 3)
    opens = head.block.index in _first(view) and head.linked and count >= 4
    return opens and (wording.looks_titled(titled.title) or ":" in titled.title) and bool(_venue_line(view, head)[0])


def _venue_line(view: View, head: _Head) -> tuple[str, int | None, str]:
    """The venue where the first line under the heading is no more than that: `ICLR2023 TOP 5%`."""
    for block in head.section[:2]:
        texts = [block] if block.kind is BlockKind.PARAGRAPH else view.texts(block)
        line = view.plain(texts[0].index) if texts else ""
        if line and wording.words(line) <= 40 and (found := venues.parse_venue(line))[0]:
            return found
        if line and (found := venues.find_venue(line))[0] and wording.words(line) <= 25:
            return found
    return "", None, ""


def _candidates(view: View, head: _Head) -> tuple[list[tuple[int, Inline]], list[tuple[int, Inline]]]:
    """Links under the heading that say nothing of their own: on lines of links or in captions, and within sentences."""
    clear: list[tuple[int, Inline]] = []
    loose: list[tuple[int, Inline]] = []
    for block in (t for b in head.section for t in _texts(view, b)):
        listed = any(b.kind in (BlockKind.ITEM, BlockKind.ROW) for b in view.ancestors(block.index))
        caption = bool(_CAPTION.match(view.plain(block.index)))
        for links, alone in link_lines(view, block):
            for place, inline in links:
                if not wording.says_nothing(inline.text) or other_paper(view, inline):
                    continue
                if alone and not (listed and _titled_line(view, block, links)):
                    clear.append((place, inline))
                elif is_paper(inline) and not listed:
                    if caption and not _cited_elsewhere(view, head, inline):
                        clear.append((place, inline))
                    elif not caption:
                        loose.append((place, inline))
    return clear, loose


def _titled_line(view: View, block: Block, links: list[tuple[int, Inline]]) -> bool:
    """A bullet or cell with words of its own beside its links, other than a label: an entry, not a link of the card."""
    words = re.sub(r"\([^()]*\)", "", view.plain(block.index, [p for p, _ in links])).strip(" :：-–—|,.()[]*")
    return bool(words) and not fields.meaning(words) and not wording.says_nothing(words)


def _texts(view: View, block: Block) -> list[Block]:
    if block.kind in (BlockKind.PARAGRAPH, BlockKind.HTML):
        return [block]
    return [b for b in view.within(block) if b.kind in (BlockKind.PARAGRAPH, BlockKind.CELL)]


def _many(links: list[tuple[int, Inline]]) -> bool:
    """The links lead to more than one paper."""
    probe = Own()
    return not all(probe.add(p, i) for p, i in links)


def _cited_elsewhere(view: View, head: _Head, inline: Inline) -> bool:
    """The note cites the paper in words of its own at another place: then the heading is a topic, not its title."""
    identifier = identifiers.from_url(inline.url)
    if identifier is None:
        return False
    inside = {b.index for section in head.section for b in view.within(section)} | {head.block.index}
    return any(
        i.kind is InlineKind.LINK
        and i.span != inline.span
        and identifiers.from_url(i.url) == identifier
        and not wording.says_nothing(i.text)
        and (i.block not in inside or bool(wording.author_year(i.text)))
        for i in view.inlines
    )


def _field_papers(view: View, labelled: list[Labelled]) -> list[tuple[int, Inline]]:
    """Links to papers in the values of fields."""
    return [
        (place, inline)
        for f in labelled
        if f.meaning in ("link", "doi", "arxiv")
        for place, inline in view.links(f.block)
        if f.span.start <= inline.span.start < f.span.end and is_paper(inline)
    ]


# --- what it says ---------------------------------------------------------------------------------


def _mention(view: View, head: _Head, labelled: list[Labelled]) -> Mention:
    heading, section, own, titled = head.block, head.section, head.own, head.titled
    view.taken.add(heading.index)
    if heading.kind is BlockKind.PARAGRAPH:
        view.taken.update(b.index for s in section for b in view.within(s))
    view.claimed.update(own.places)
    said = fields.evidence(labelled)
    quotes = [b for b in section if b.kind is BlockKind.QUOTE and b.info]
    entries = [b for b in section if b.kind is BlockKind.CODE and _BIBTEX.match(_code(view, b))]
    if len(entries) == 1:
        view.taken.add(entries[0].index)
    venue, year, track = (said.venue, said.year, said.track) if said.venue else _venue_line(view, head)
    evidence = replace(
        said,
        title=titled.title,
        venue=said.venue or titled.venue or venue,
        year=said.year or titled.year or year,
        track=said.track or titled.track or track,
        identifiers=tuple(own.identifiers) + tuple(i for i in said.identifiers if own.fits(i) and i not in own.identifiers),
        links=tuple(own.links) + _field_links(view, labelled, own),
        abstract=said.abstract or next((_quote(view, q) for q in quotes if q.info == "abstract"), ""),
        tldr=said.tldr or next((_quote(view, q) for q in quotes if q.info in ("tldr", "summary")), ""),
        fields=said.fields + tuple(Field(q.info.capitalize(), _quote(view, q)) for q in quotes),
        tags=said.tags + tuple(i.url for b in (heading, *section) for i in _tags(view, b)),
        bibtex=_code(view, entries[0]) if len(entries) == 1 else "",
    )
    text = view.plain(heading.index)
    if titled.title in (i.text.strip() for _, i in view.inlines_of(heading.index)):
        text = titled.title
    return view.mention(
        Kind.CARD, _text_span(view, heading), text, heading.index, evidence, context=_words(view, section, labelled, entries)
    )


def _text_span(view: View, heading: Block) -> Span:
    inlines = [i for _, i in view.inlines_of(heading.index)]
    return Span(inlines[0].span.start, max(i.span.end for i in inlines)) if inlines else heading.span


def _code(view: View, block: Block) -> str:
    lines = view.source(block.span).strip("\n").split("\n")
    return "\n".join(lines[1:-1]) if lines and lines[0].lstrip().startswith(("```", "~~~")) else "\n".join(lines)


def _quote(view: View, block: Block) -> str:
    """The text of a callout without its marks and its title line."""
    lines = [re.sub(r"^[ \t]*>[ \t]?", "", line) for line in view.source(block.span).split("\n")]
    return "\n".join(lines[1:]).strip()


def _tags(view: View, block: Block) -> list[Inline]:
    return [i for b in view.within(block) for _, i in view.inlines_of(b.index) if i.kind is InlineKind.TAG]


def _field_links(view: View, labelled: list[Labelled], own: Own) -> tuple[Link, ...]:
    """The links of fields such as `**Code:** [repo](..)`, under the field's label."""
    out: list[Link] = []
    held = {link.url for link in own.links}
    for found in labelled:
        if found.meaning != "link":
            continue
        for _, inline in view.links(found.block):
            inside = found.span.start <= inline.span.start < found.span.end
            if inside and inline.url not in held and not is_paper(inline):
                held.add(inline.url)
                if inline.url.startswith(("http://", "https://")):
                    out.append(Link(found.label, inline.url))
    return tuple(out)


def _words(view: View, section: list[Block], labelled: list[Labelled], entries: list[Block]) -> str:
    """The card's body as written, without the fields the paper carries as facts and without its BibTeX."""
    if not section:
        return ""
    start, end = section[0].span.start, section[-1].span.end
    start = view.note.text.rfind("\n", 0, start) + 1
    gaps = [f.span for f in labelled if f.meaning in _DROPPED] + [b.span for b in entries]
    parts, at = [], start
    for gap in sorted(gaps):
        if at <= gap.start < end:
            # a list item goes with its bullet
            lead = re.search(r"(?:^|\n)[ \t]*(?:[-*+]|\d+[.)])?[ \t]*$", view.note.text[at : gap.start])
            parts.append(view.note.text[at : at + lead.start() if lead else gap.start])
            at = gap.end
    parts.append(view.note.text[at:end])
    return re.sub(r"\n[ \t]*\n\s*", "\n\n", "".join(parts)).strip()
