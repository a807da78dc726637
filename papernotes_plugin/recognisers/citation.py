"""Citation link: any other link to a paper, and identifiers written out in the text.

The text of the link is a citekey, a title, a nickname, or says nothing; the words right before a citekey
at the start of a bullet are a label (`- Transfusion [ChuntingZhou2025ICLR](…) combines …`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from papernotes_plugin import identifiers
from papernotes_plugin.model import BlockKind, Evidence, Inline, InlineKind, Kind, Mention, Span
from papernotes_plugin.recognisers import wording
from papernotes_plugin.recognisers.linking import Own, called_paper, group, is_paper
from papernotes_plugin.recognisers.view import View

_LABEL_WORDS = 5
_SENTENCE = re.compile(r"[.!?;]\s+")


def recognise(view: View) -> Iterator[Mention]:
    """The citations of a note."""
    for place, inline in enumerate(view.inlines):
        if place in view.claimed or inline.kind is not InlineKind.LINK:
            continue
        cited = (called_paper(inline) or _own_file(inline)) and (
            wording.author_year(inline.text)
            or wording.key_or_label(inline.text)[1]
            or (wording.names_paper(inline.text) and identifiers.is_document(inline.url))
        )
        if not is_paper(inline) and not cited:
            continue
        yield _citation(view, place, inline)
    yield from _written(view)


def _own_file(inline: Inline) -> bool:
    """A PDF beside the notes."""
    return "://" not in inline.url and inline.url.lower().split("#")[0].endswith(".pdf")


def _citation(view: View, place: int, inline: Inline) -> Mention:
    own = Own()
    own.add(place, inline)
    key, title, label = ("", "", "") if inline.bare else wording.key_or_label(inline.text)
    named = wording.author_year(inline.text)
    if wording.says_nothing(inline.text) and not inline.bare:
        for later in group(view, place)[1:]:
            if later not in view.claimed:
                own.add(later, view.inlines[later])
        title = _title_before(view, inline)
    view.claimed.update(own.places)
    labels = [label] if label and not named else []
    if key and (before := _label_before(view, inline)):
        labels.insert(0, before)
    evidence = Evidence(
        title=title,
        authors=named[0] if named else (),
        year=named[1] if named else None,
        citekey=key,
        identifiers=tuple(own.identifiers),
        links=tuple(own.links),
        labels=tuple(labels),
        tags=_tags(view, inline),
    )
    span = inline.inner if inline.inner.end > inline.inner.start else inline.span
    return view.mention(Kind.CITATION, span, inline.text.strip() or inline.url, inline.block, evidence)


def _title_before(view: View, inline: Inline) -> str:
    """A title set off right before a link that says nothing: `*Visual Instruction Tuning* ([pdf](..))`."""
    before = view.note.text[: inline.span.start].rstrip(" ([{,:-–—")
    for _, other in view.inlines_of(inline.block):
        if other.kind in (InlineKind.STRONG, InlineKind.EMPHASIS) and other.span.end == len(before):
            titled = wording.cleaned(other.text)
            return titled.title if wording.words(titled.title) >= 4 else ""
    words = view.before(inline).rstrip(" ([{,:-–—")
    if words.endswith(("”", '"', "»", "》", "」")):
        found = re.search(r"[\"“«《「]([^\"“”«»《》「」]{12,300})[\"”»》」]$", words)
        return wording.cleaned(found.group(1)).title if found and wording.words(found.group(1)) >= 4 else ""
    return ""


def _label_before(view: View, inline: Inline) -> str:
    """The few words that open the bullet or sentence before a citekey."""
    words = _SENTENCE.split(view.before(inline).replace("\xa0", " "))[-1].strip(" \n:–—-*_[](")
    opens = any(b.kind is BlockKind.ITEM for b in view.ancestors(inline.block)) or not view.before(inline).strip()
    if not words or not opens or len(words.split()) > _LABEL_WORDS or not words[0].isalnum():
        return ""
    if words.endswith((",", ";")) or re.search(r"\b(?:and|or|by|of|in|see|the|to|from|with|related)\W*$", words, re.IGNORECASE):
        return ""
    if words.count("(") != words.count(")"):
        words = words + ")" if words.count("(") > words.count(")") else words
    return words


def _tags(view: View, inline: Inline) -> tuple[str, ...]:
    """The tags of the bullet, where the citation is its only paper."""
    inlines = view.inlines_of(inline.block)
    papers = {identifiers.from_url(i.url) for _, i in inlines if i.kind is InlineKind.LINK} - {None}
    if len(papers) > 1 or view.blocks[inline.block].kind is BlockKind.HEADING:
        return ()
    return tuple(i.url for _, i in inlines if i.kind is InlineKind.TAG)


def _written(view: View) -> Iterator[Mention]:
    """Identifiers in running text: `arXiv:1706.03762`, `doi:10.1038/nature14539`."""
    covered = [i.span for i in view.inlines if i.kind is InlineKind.LINK]
    blocks_seen: set[tuple[int, object]] = set()
    at = 0
    for inline in view.inlines:
        if inline.kind is not InlineKind.TEXT:
            continue
        while at < len(covered) and covered[at].end <= inline.span.start:
            at += 1
        source = view.source(inline.span)
        for start, end, identifier in identifiers.find(source):
            span = Span(inline.span.start + start, inline.span.start + end)
            inside = any(a < span.end and span.start < b for a, b in covered[at : at + 50])
            own = view.own is not None and identifier in view.own.identifiers
            if inside or own or (inline.block, identifier) in blocks_seen or _told(view, inline.block, identifier):
                continue
            blocks_seen.add((inline.block, identifier))
            yield view.mention(Kind.CITATION, span, source[start:end], inline.block, Evidence(identifiers=(identifier,)))


def _told(view: View, block: int, identifier: identifiers.Identifier) -> bool:
    """The block already belongs to a card or an item: its identifiers are evidence there, not a further mention."""
    if any(identifiers.from_url(i.url) == identifier for _, i in view.inlines_of(block) if i.kind is InlineKind.LINK):
        return True
    return block in view.taken or any(b.index in view.taken for b in view.ancestors(block))
