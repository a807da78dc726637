"""Render embedded notes, sections and blocks as quotes with a link to the original."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import groupby

from papernotes_plugin.annotate.edit_list import EditList
from papernotes_plugin.annotate.insertion_points import InsertionPoints
from papernotes_plugin.links import anchors
from papernotes_plugin.links.wikilinks import NoteTarget
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import Block, BlockKind, Inline, InlineKind, Library, Note, Span

DEPTH = 5
"""So deep is an embed shown within another, as in the app."""
MOST = 200_000
"""Characters that the embeds of one page may show: notes that embed one another twice would double at each step."""
MANY = 200
"""Embeds of a page above which nested embeds are only linked: notes that embed ten notes each grow fast."""


@dataclass(frozen=True, slots=True)
class EmbedRenderer:
    """What is being shown on a page, and within what."""

    library: Library
    attributes: bool
    write: Callable[[EditList, Span, str, EmbedRenderer], None]
    """Puts into a text, within a span, what stands for its links and marks in the page of a path."""
    around: tuple[tuple[str, Span], ...]
    """The notes and parts of notes that the place lies in, outermost first: path and span."""
    shown: list[int]
    """How many characters were shown, of which the last counts."""
    known: dict[str, InsertionPoints]
    """What is known of the notes that were shown, by path."""
    cut: list[str]
    """What went wrong within an embed, to be told of the outermost."""

    def embedded(
        self, edit_list: EditList, inline: Inline, found: NoteTarget, page: str, link: str, issues: list[Issue]
    ) -> str:
        """What a place says, ready to stand in place of its embed; "" where only a link can.

        Args:
            edit_list: The note that embeds it.
            inline: The embed.
            found: What is meant.
            page: The path of the page that shows it.
            link: The link to it.
            issues: Takes what is wrong with it.
        """
        block = edit_list.places.blocks[inline.block]
        inner = [i for i in edit_list.places.around(inline.span.start) if i.span != inline.span]
        if block.kind is not BlockKind.PARAGRAPH or inner:
            return ""
        note = self.library.by_path[found.path]
        places = self.known.get(note.path) or self.known.setdefault(note.path, InsertionPoints(note))
        span, lead = part(places, found.anchor)
        reason = self._refused(edit_list.note.path, inline, note.path, span)
        if not reason:
            body = self._body(places, span, lead, page)
            reason = self.cut.pop() if self.cut else ""
            made = _quoted(edit_list, inline, body, link, self.attributes)
        else:
            made = ""
        if reason:
            self._tell(edit_list.note, inline, reason, issues)
        return made

    def _refused(self, path: str, inline: Inline, target: str, span: Span) -> str:
        again = (target, span) in self.around
        if again or (path == target and span.start <= inline.span.start < span.end):
            way = " › ".join([*(name for name, _ in groupby(name for name, _ in self.around)), target])
            return f"embedding '{target}' here comes back to itself ({way}); a link stands in its place"
        if len(self.around) > DEPTH:
            return f"embeds are shown {DEPTH} deep; a link to '{target}' stands in its place"
        many = len(self.around) > 1 and len(self.shown) > MANY
        if many or self.shown[-1] + span.end - span.start > MOST or self.library.by_path[target].too_complex:
            return f"the embeds of the page are too long; a link to '{target}' stands in its place"
        return ""

    def _tell(self, note: Note, inline: Inline, reason: str, issues: list[Issue]) -> None:
        if len(self.around) > 1:
            self.cut.append(reason)
            return
        line, column = note.line_and_column(inline.span.start)
        issues.append(issue(Code.CUT_EMBED, note.path, line, reason, column))

    def _body(self, places: InsertionPoints, span: Span, lead: str, page: str) -> str:
        self.shown.append(self.shown[-1] + span.end - span.start)
        edit_list = EditList(places.note, places)
        self.write(edit_list, span, page, replace(self, around=(*self.around, (places.note.path, span))))
        notes = self._footnotes(edit_list, span)
        for block in places.blocks_in(span):
            if block.kind is BlockKind.HEADING:
                _lowered(edit_list, block, self.attributes)
        first, *more = edit_list.applied(span).strip("\n").split("\n")
        body = "\n".join([first, *(_without(line, lead) for line in more)]).strip()
        return "\n\n".join([body, *notes])

    def _footnotes(self, edit_list: EditList, span: Span) -> list[str]:
        """Give the footnotes names of their own on the page; those defined elsewhere in their note are given back."""
        number = len(self.shown) - 1
        named: set[str] = set()
        for inline in edit_list.places.inlines_in(span):
            if inline.kind is InlineKind.FOOTNOTE:
                named.add(inline.text)
                edit_list.replaced[inline.span] = f"[^embed-{number}-{inline.text}]"
        elsewhere: list[str] = []
        for block in edit_list.places.footnotes if named else ():
            if block.info not in named:
                continue
            start = block.span.start
            edit_list.replaced[Span(start, start + len(block.info) + 3)] = f"[^embed-{number}-{block.info}]"
            if not span.start <= start < span.end:
                elsewhere.append(edit_list.applied(block.span))
        return elsewhere


def part(places: InsertionPoints, anchor: str) -> tuple[Span, str]:
    """The span of what an anchor of a note means, and what its further lines begin with."""
    note = places.note
    index = places.by_anchor.get(anchor, -1) if anchor else -1
    if index < 0:
        return Span(note.body, len(note.text)), ""
    block = note.document.blocks[index]
    start = note.text.rfind("\n", 0, block.span.start) + 1
    lead = note.text[start : block.span.start]
    lead = "".join(c if c in " \t>" else " " for c in lead)
    if block.kind is BlockKind.HEADING:
        return anchors.section_span(note, block), lead
    return block.span, lead


def _without(line: str, lead: str) -> str:
    """A line without what it begins with for the sake of what its block stands in."""
    at = 0
    while at < min(len(line), len(lead)) and line[at] in " \t>":
        at += 1
    return line[at:]


def _lowered(edit_list: EditList, block: Block, attributes: bool) -> None:
    """A heading as strong text: those of the page are counted, listed and linked to."""
    start, end = edit_list.places.words(block)
    lead = edit_list.places.lead(block)
    opening = f'<strong role="heading" aria-level="{block.level}">' if attributes else "<strong>"
    words = "" if start < end else "\u200b"
    edit_list.replaced[Span(block.span.start, start)] = opening + words
    tail = "</strong>" + (f"\n{lead.rstrip()}" if edit_list.places.followed(block.span.end) else "")
    edit_list.replaced[Span(end, block.span.end)] = tail


def _quoted(edit_list: EditList, inline: Inline, body: str, link: str, attributes: bool) -> str:
    """A quote of its own in place of an embed, apart from the words beside it."""
    block = edit_list.places.blocks[inline.block]
    lead = edit_list.places.lead(block)
    text = edit_list.note.text
    mark = "{ .papernotes-embed }" if attributes else ""
    lines = f"{body}\n\n{link}{mark}".split("\n")
    quote = f"\n{lead}".join(f"> {line}".rstrip() for line in lines)
    apart = f"\n{lead.rstrip()}\n{lead}"
    parent = edit_list.places.blocks[block.parent] if block.parent >= 0 else None
    first = not text[block.span.start : inline.span.start].strip(" \t>\n")
    if first and parent is not None and parent.kind is BlockKind.ITEM:
        # a list item has words of its own first
        quote = f"{link}{apart}{quote}"
    elif not first:
        quote = apart + quote
    return quote + (apart if text[inline.span.end : block.span.end].strip(" \t>\n") else "")
