"""Card: a heading that names one paper, with its links in or under it, its fields, its callout."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from papernotes_plugin import venues
from papernotes_plugin.model import Block, BlockKind, Field, Inline, Kind, Link, Mention, Span
from papernotes_plugin.recognisers import fields, wording
from papernotes_plugin.recognisers.fields import Labelled
from papernotes_plugin.recognisers.labels import DESCRIBES
from papernotes_plugin.recognisers.linking import Own, is_paper, link_lines, may_be_paper, other_paper
from papernotes_plugin.recognisers.view import View

_DROPPED = {"tldr", "abstract", "venue", "title", "authors", "year", "link", "doi", "arxiv", "citekey"}
"""Fields that the paper carries as facts: they are no words about it."""
_BIBTEX = re.compile(r"\s*@\w+\s*\{")


def recognise(view: View) -> Iterator[Mention]:
    """The cards of a note."""
    for heading in view.headings:
        found = _card(view, heading)
        if found:
            yield found


def _card(view: View, heading: Block) -> Mention | None:
    links = view.links(heading.index)
    named = [(p, i) for p, i in links if not wording.says_nothing(i.text)]
    outside = wording.cleaned(view.plain(heading.index, [p for p, _ in links]))
    titled = outside
    if len(named) == 1:
        inner = wording.cleaned(named[0][1].text)
        if wording.words(outside.title) <= 4 and not wording.says_nothing(inner.title):
            around = _around(outside)
            titled = replace(inner, venue=inner.venue or around.venue, year=inner.year or around.year)
        else:
            return None
    elif named:
        return None
    if not titled.title or not any(c.isalpha() for c in titled.title) or wording.is_generic(titled.title):
        return None
    if view.own and view.own.title and heading.index == view.title_heading:
        return None
    own = Own()
    for place, inline in links:
        own.add(place, inline)
    section = view.section(heading)
    labelled = fields.find(view, section)
    if not _qualifies(view, titled.title, own, labelled, section):
        return None
    return _mention(view, heading, titled, own, labelled, section)


def _around(outside: wording.Titled) -> wording.Titled:
    """Venue and year in the few words beside a linked title."""
    name, year, track = venues.parse_venue(outside.title)
    return wording.Titled("", outside.venue or name, outside.year or year, outside.track or track)


def _qualifies(view: View, title: str, own: Own, labelled: list[Labelled], section: list[Block]) -> bool:
    """Whether heading and section speak of one paper; takes the links of the section that belong to it."""
    linked = bool(own.identifiers) or any(may_be_paper(view.inlines[p]) for p in own.places)
    meanings = {f.meaning for f in labelled if f.value} & DESCRIBES
    told = len(meanings - {"link", "title", "year", "tldr"}) >= 1 and len(meanings) >= 2
    texts = [t for b in section for t in _texts(view, b)]
    clear, loose = _candidates(view, texts)
    if not linked and not told and _many(clear):
        return False
    stands_alone = {"authors", "venue", "abstract"} & meanings or len(meanings) >= 2
    before = len(own.identifiers)
    for place, inline in clear:
        own.add(place, inline)
    if linked or told:
        return True
    if len(own.identifiers) > before and (wording.words(title) >= 2 or stands_alone):
        return True
    if any(may_be_paper(i) for _, i in clear) and wording.words(title) >= 3:
        return True
    if wording.words(title) >= 4 and loose and not _many(loose):
        own.add(*loose[0])
        return True
    return False


def _texts(view: View, block: Block) -> list[Block]:
    if block.kind in (BlockKind.PARAGRAPH, BlockKind.HTML):
        return [block]
    return [b for b in view.within(block) if b.kind in (BlockKind.PARAGRAPH, BlockKind.CELL)]


def _candidates(view: View, texts: list[Block]) -> tuple[list[tuple[int, Inline]], list[tuple[int, Inline]]]:
    """Links under the heading that say nothing of their own: on lines of links, and within sentences."""
    clear: list[tuple[int, Inline]] = []
    loose: list[tuple[int, Inline]] = []
    for block in texts:
        for links, alone in link_lines(view, block):
            for place, inline in links:
                if not wording.says_nothing(inline.text) or other_paper(view, inline):
                    continue
                if alone:
                    clear.append((place, inline))
                elif is_paper(inline):
                    loose.append((place, inline))
    return clear, loose


def _many(links: list[tuple[int, Inline]]) -> bool:
    """The links lead to more than one paper."""
    probe = Own()
    return not all(probe.add(p, i) for p, i in links)


def _mention(
    view: View, heading: Block, titled: wording.Titled, own: Own, labelled: list[Labelled], section: list[Block]
) -> Mention:
    view.taken.add(heading.index)
    view.claimed.update(own.places)
    said = fields.evidence(labelled)
    quotes = [b for b in section if b.kind is BlockKind.QUOTE and b.info]
    entries = [b for b in section if b.kind is BlockKind.CODE and _BIBTEX.match(_code(view, b))]
    if len(entries) == 1:
        view.taken.add(entries[0].index)
    abstract = said.abstract or next((_quote(view, q) for q in quotes if q.info == "abstract"), "")
    tldr = said.tldr or next((_quote(view, q) for q in quotes if q.info in ("tldr", "summary")), "")
    extra = tuple(Field(q.info.capitalize(), _quote(view, q)) for q in quotes)
    evidence = replace(
        said,
        title=titled.title,
        venue=said.venue or titled.venue,
        year=said.year or titled.year,
        track=said.track or titled.track,
        identifiers=tuple(own.identifiers) + tuple(i for i in said.identifiers if own.fits(i) and i not in own.identifiers),
        links=tuple(own.links) + _field_links(view, labelled, own),
        abstract=abstract,
        tldr=tldr,
        fields=said.fields + extra,
        tags=said.tags + tuple(i.url for b in (heading, *section) for i in _tags(view, b)),
        bibtex=_code(view, entries[0]) if len(entries) == 1 else "",
    )
    text = view.plain(heading.index)
    span = _text_span(view, heading)
    if titled.title in (i.text.strip() for _, i in view.inlines_of(heading.index)):
        text = titled.title
    return view.mention(Kind.CARD, span, text, heading.index, evidence, context=_words(view, section, labelled, entries))


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
    return [i for b in view.within(block) for _, i in view.inlines_of(b.index) if i.kind == "tag"]


def _field_links(view: View, labelled: list[Labelled], own: Own) -> tuple[Link, ...]:
    """The links of fields such as `**Code:** [repo](..)`, under the field's label."""
    out: list[Link] = []
    held = {link.url for link in own.links}
    for labelled_field in labelled:
        if labelled_field.meaning != "link":
            continue
        a, b = labelled_field.span
        for _, inline in view.links(labelled_field.block):
            if a <= inline.span.start < b and inline.url not in held and not is_paper(inline):
                held.add(inline.url)
                if inline.url.startswith(("http://", "https://")):
                    out.append(Link(labelled_field.label, inline.url))
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
        if gap.start >= at:
            # a list item goes with its bullet
            lead = re.search(r"(?:^|\n)[ \t]*(?:[-*+]|\d+[.)])?[ \t]*$", view.note.text[at : gap.start])
            parts.append(view.note.text[at : at + lead.start() if lead else gap.start])
            at = gap.end
    parts.append(view.note.text[at:end])
    return re.sub(r"\n[ \t]*\n\s*", "\n\n", "".join(parts)).strip()

