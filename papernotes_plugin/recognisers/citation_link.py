"""Citation link: any other link to a paper, and identifiers written out in the text.

The text of the link is a citekey, a title, a nickname, or says nothing; the words right before a citekey
at the start of a bullet are a label (`- Transfusion [ChuntingZhou2025ICLR](…) combines …`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from papernotes_plugin import identifiers
from papernotes_plugin.recognisers.evidence import authorship, title_heuristics
from papernotes_plugin.recognisers.evidence.context import NoteContext
from papernotes_plugin.recognisers.evidence.paper_links import PaperLinks, called_paper, group, is_document, is_paper
from papernotes_plugin.vocabulary.model import (
    BlockKind,
    Evidence,
    Identifier,
    Inline,
    InlineKind,
    Mention,
    MentionKind,
    Span,
)

_LABEL_WORDS = 5
_HINTS = ("arxiv", "abs/", "pmid", "pubmed", "10.")
"""Something of every identifier that is written out."""
_ENTRY = re.compile(r"<(?:li|td|dt|p)(?:\s[^<>]*)?>\s*(?:<(?:b|strong|i|em)>\s*)?$", re.IGNORECASE)
_SENTENCE = re.compile(r"[.!?;]\s+")


def recognise(context: NoteContext) -> Iterator[Mention]:
    """The citations of a note."""
    for place, inline in enumerate(context.inlines):
        if inline.kind is not InlineKind.LINK or place in context.claimed_inlines:
            continue
        cited = (called_paper(inline) or _own_file(inline)) and (
            authorship.author_year(inline.text)
            or title_heuristics.key_or_label(inline.text)[1]
            or (not inline.bare and title_heuristics.names_paper(inline.text) and is_document(inline.url))
        )
        if not is_paper(inline) and not cited:
            continue
        yield _citation(context, place, inline)
    yield from _written(context)


def _own_file(inline: Inline) -> bool:
    """A PDF beside the notes."""
    return "://" not in inline.url and inline.url.lower().split("#")[0].endswith(".pdf")


def _citation(context: NoteContext, place: int, inline: Inline) -> Mention:
    own = PaperLinks()
    own.add(place, inline)
    key, title, label = ("", "", "") if inline.bare else title_heuristics.key_or_label(inline.text)
    named = authorship.author_year(inline.text)
    if label and not named and _stands_as_title(context, inline, label):
        title, label = label, ""
    for later in [] if inline.bare else group(context, place)[1:]:
        if later not in context.claimed_inlines:
            own.add(later, context.inlines[later])
    if title_heuristics.says_nothing(inline.text) and any(c.isalpha() for c in inline.text) and not inline.bare:
        title = _title_before(context, inline)
    context.claimed_inlines.update(own.places)
    labels = [label] if label and not named else []
    if key and (before := _label_before(context, inline)):
        labels.insert(0, before)
    evidence = Evidence(
        title=title,
        authors=named[0] if named else (),
        year=named[1] if named else None,
        citekey=key,
        identifiers=own.identifiers,
        links=own.links,
        labels=tuple(labels),
        tags=_tags(context, inline),
    )
    span = inline.inner if inline.inner.end > inline.inner.start else inline.span
    return context.mention(MentionKind.CITATION, span, inline.text.strip() or inline.url, inline.block, evidence)


def _stands_as_title(context: NoteContext, inline: Inline, words: str) -> bool:
    """Words that are a title by their place: a capital within a sentence, or the head of an entry in HTML."""
    if context.blocks[inline.block].kind is BlockKind.HTML:
        before = context.note.text[max(0, inline.span.start - 40) : inline.span.start]
        return bool(_ENTRY.search(before)) and title_heuristics.words(words) >= 3
    if (
        title_heuristics.words(words) < 5
        or not words[0].isupper()
        or words.split()[0] in ("The", "A", "An", "This", "Our")
    ):
        return False
    before = context.before(inline).rstrip(" \n([“\"'")
    return bool(before) and (before[-1].isalnum() or before[-1] in ",;")


def _title_before(context: NoteContext, inline: Inline) -> str:
    """A title set off right before a link that says nothing: `*Visual Instruction Tuning* ([pdf](..))`."""
    at = inline.span.start
    while at and context.note.text[at - 1] in " ([{,:-–—":
        at -= 1
    if set_off := context.set_off.get(at):
        titled = title_heuristics.split_title(set_off.text)
        return titled.title if title_heuristics.words(titled.title) >= 4 and not _names(set_off.text) else ""
    words = context.before(inline).rstrip(" ([{,:-–—")
    if words.endswith(("”", '"', "»", "》", "」")):
        found = re.search(r"[\"“«《「]([^\"“”«»《》「」]{12,300})[\"”»》」]$", words)
        title = title_heuristics.split_title(found.group(1)).title if found else ""
        return title if title_heuristics.words(title) >= 4 or title_heuristics.looks_titled(title) else ""
    return ""


def _names(words: str) -> bool:
    return authorship.looks_like_authors(words) or authorship.author_year(words) is not None


def _label_before(context: NoteContext, inline: Inline) -> str:
    """The few words that open the bullet or sentence before a citekey."""
    words = _SENTENCE.split(context.before(inline).replace("\xa0", " "))[-1].strip(" \n:–—-*_[](")
    around = context.entry_around(inline.block)
    opens = (around is not None and around.kind is BlockKind.ITEM) or not context.before(inline).strip()
    if not words or not opens or len(words.split()) > _LABEL_WORDS or not words[0].isalnum():
        return ""
    if words.endswith((",", ";")) or re.search(
        r"\b(?:and|or|by|of|in|see|the|to|from|with|related)\W*$", words, re.IGNORECASE
    ):
        return ""
    if words.count("(") != words.count(")"):
        words = words + ")" if words.count("(") > words.count(")") else words
    return words


def _tags(context: NoteContext, inline: Inline) -> tuple[str, ...]:
    """The tags of the bullet, where the citation is its only paper."""
    tags = context.tags(inline.block)
    if not tags or len(context.papers(inline.block)) > 1 or context.blocks[inline.block].kind is BlockKind.HEADING:
        return ()
    return tags


def _written(context: NoteContext) -> Iterator[Mention]:
    """Identifiers in running text: `arXiv:1706.03762`, `doi:10.1038/nature14539`."""
    hints = _hints(context.note.text.lower())
    links = [i.span for i in context.inlines if i.kind is InlineKind.LINK] if hints else []
    told = sorted(context.read_spans)
    seen: set[tuple[int, Identifier]] = set()
    at = read = hinted = 0
    reach = -1
    for inline in context.inlines if hints else ():
        if inline.kind is not InlineKind.TEXT:
            continue
        while hints[hinted] < inline.span.start:
            hinted += 1
        if hints[hinted] >= inline.span.end:
            continue
        while at < len(links) and links[at].end <= inline.span.start:
            at += 1
        source = context.source(inline.span)
        for start, end, identifier in identifiers.find(source):
            span = Span(inline.span.start + start, inline.span.start + end)
            while at < len(links) and links[at].end <= span.start:
                at += 1
            while read < len(told) and told[read].start <= span.start:
                reach = max(reach, told[read].end)
                read += 1
            inside = span.start < reach or (at < len(links) and links[at].start < span.end)
            own = context.note_evidence is not None and identifier in context.note_evidence.identifiers
            cited = source[start - 1 : start] == "@"
            if (
                inside
                or own
                or cited
                or (inline.block, identifier) in seen
                or identifier in context.papers(inline.block)
            ):
                continue
            seen.add((inline.block, identifier))
            evidence = Evidence(identifiers=(identifier,))
            yield context.mention(MentionKind.CITATION, span, source[start:end], inline.block, evidence)


def _hints(lowered: str) -> list[int]:
    """Where identifiers may be written out, in order, and the end of the text."""
    found: list[int] = []
    for hint in _HINTS:
        at = lowered.find(hint)
        while at >= 0:
            found.append(at)
            at = lowered.find(hint, at + 1)
    return [*sorted(found), len(lowered)] if found else []
