"""Render embedded notes, sections and blocks as quotes with a link to the original."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import groupby

from papernotes_plugin.annotate.edit_list import EditList
from papernotes_plugin.annotate.insertion_points import InsertionPoints
from papernotes_plugin.links import anchors
from papernotes_plugin.links.wikilinks import NoteTarget
from papernotes_plugin.markup.document_text import strip_line_prefix
from papernotes_plugin.vocabulary.issues import Code, Issue, issue_at
from papernotes_plugin.vocabulary.model import Block, BlockKind, Inline, InlineKind, Library, Note, Span

MAX_DEPTH = 5
"""Greatest depth of embeds within embeds, as in Obsidian."""
MAX_CHARACTERS = 200_000
"""Characters that the embeds of one page may show: notes that embed each other twice double the text at each level."""
MAX_NESTED = 200
"""Embeds of a page after which nested embeds become links: notes that embed ten others each soon make too many."""


@dataclass(frozen=True, slots=True)
class EmbedRenderer:
    """Renderer of the embeds on one page, at one depth of nesting."""

    library: Library
    annotate_part: Callable[[EditList, Span, str, EmbedRenderer], None]
    """Adds the edits for the links and marks of a part of a note, as the page of a path shows it."""
    enclosing: tuple[tuple[str, Span], ...]
    """Path and span of the note of the page and of the embeds around this one, outermost first."""
    shown_characters: list[int]
    """Number of characters embedded after each embed of the page so far, beginning with 0."""
    points_by_path: dict[str, InsertionPoints]
    """Insertion points of the notes embedded so far."""
    nested_problems: list[str]
    """Problems of embeds within an embed; they are reported for the outermost one."""

    def render(
        self, edit_list: EditList, inline: Inline, target: NoteTarget, page: str, link: str, issues: list[Issue]
    ) -> str:
        """Return the Markdown that replaces an embed; "" if only a link can replace it.

        Args:
            edit_list: The edits of the note that contains the embed.
            inline: The embed.
            target: What it embeds.
            page: Path of the page that shows it.
            link: Markdown link to the target.
            issues: List to which problems are added.
        """
        block = edit_list.points.blocks[inline.block]
        other_inlines = [i for i in edit_list.points.inlines_at(inline.span.start) if i.span != inline.span]
        if block.kind is not BlockKind.PARAGRAPH or other_inlines:
            return ""
        note = self.library.by_path[target.path]
        points = self.points_by_path.get(note.path) or self.points_by_path.setdefault(note.path, InsertionPoints(note))
        span, prefix = target_span(points, target.anchor)
        markdown, problem = "", self._problem(edit_list.note.path, inline, note.path, span)
        if not problem:
            content = self._content(EditList(note, attributes=edit_list.attributes, points=points), span, prefix, page)
            problem = self.nested_problems.pop() if self.nested_problems else ""
            markdown = _quote(edit_list, inline, content, link)
        if problem:
            self._report(edit_list.note, inline, problem, issues)
        return markdown

    def _problem(self, path: str, inline: Inline, target: str, span: Span) -> str:
        """Return why an embed cannot be shown; "" if it can."""
        is_repeated = (target, span) in self.enclosing
        if is_repeated or (path == target and span.start <= inline.span.start < span.end):
            chain = " › ".join([*(name for name, _ in groupby(name for name, _ in self.enclosing)), target])
            return f"this embed of '{target}' contains itself ({chain}); a link replaces it"
        if len(self.enclosing) > MAX_DEPTH:
            return f"embeds are shown {MAX_DEPTH} levels deep; a link to '{target}' replaces this one"
        too_many = len(self.enclosing) > 1 and len(self.shown_characters) > MAX_NESTED
        too_long = self.shown_characters[-1] + span.end - span.start > MAX_CHARACTERS
        if too_many or too_long or self.library.by_path[target].too_complex:
            return f"the embeds of the page are too long; a link to '{target}' replaces this one"
        return ""

    def _report(self, note: Note, inline: Inline, problem: str, issues: list[Issue]) -> None:
        if len(self.enclosing) > 1:
            self.nested_problems.append(problem)
            return
        issues.append(issue_at(Code.CUT_EMBED, note, inline.span.start, problem))

    def _content(self, edit_list: EditList, span: Span, prefix: str, page: str) -> str:
        """Return the annotated Markdown of a part of a note without edits, without the prefix of its lines."""
        self.shown_characters.append(self.shown_characters[-1] + span.end - span.start)
        inner = replace(self, enclosing=(*self.enclosing, (edit_list.note.path, span)))
        self.annotate_part(edit_list, span, page, inner)
        footnotes = self._footnotes(edit_list, span)
        for block in edit_list.points.blocks_in(span):
            if block.kind is BlockKind.HEADING:
                _replace_heading(edit_list, block)
        first, *others = edit_list.apply_within(span).strip("\n").split("\n")
        content = "\n".join([first, *(strip_line_prefix(line, prefix) for line in others)]).strip()
        return "\n\n".join([content, *footnotes])

    def _footnotes(self, edit_list: EditList, span: Span) -> list[str]:
        """Give footnotes labels that are unique on the page; return the definitions from outside the span."""
        number = len(self.shown_characters) - 1
        labels: set[str] = set()
        for inline in edit_list.points.inlines_in(span):
            if inline.kind is InlineKind.FOOTNOTE:
                labels.add(inline.text)
                edit_list.replacements[inline.span] = f"[^embed-{number}-{inline.text}]"
        definitions: list[str] = []
        for block in edit_list.points.footnotes if labels else ():
            if block.info not in labels:
                continue
            start = block.span.start
            edit_list.replacements[Span(start, start + len(block.info) + 3)] = f"[^embed-{number}-{block.info}]"
            if not span.start <= start < span.end:
                definitions.append(edit_list.apply_within(block.span))
        return definitions


def target_span(points: InsertionPoints, anchor: str) -> tuple[Span, str]:
    """Return the span of a section or block, and the prefix of its further lines.

    Args:
        points: Insertion points of the note.
        anchor: HTML id of a heading or block; "" or an unknown id means the whole note.
    """
    note = points.note
    index = points.by_anchor.get(anchor, -1) if anchor else -1
    if index < 0:
        return Span(note.body_start, len(note.text)), ""
    block = note.document.blocks[index]
    start = note.text.rfind("\n", 0, block.span.start) + 1
    prefix = "".join(c if c in " \t>" else " " for c in note.text[start : block.span.start])
    if block.kind is BlockKind.HEADING:
        return anchors.section_span(note, block), prefix
    return block.span, prefix


def _replace_heading(edit_list: EditList, block: Block) -> None:
    """Replace a heading by strong text: a real one would be in the table of contents of the page."""
    start, end = edit_list.points.text_span(block)
    prefix = edit_list.points.line_prefix(block)
    opening = f'<strong role="heading" aria-level="{block.level}">' if edit_list.attributes else "<strong>"
    invisible_text = "" if start < end else "\u200b"
    edit_list.replacements[Span(block.span.start, start)] = opening + invisible_text
    empty_line = f"\n{prefix.rstrip()}" if edit_list.points.is_followed_by_text(block.span.end) else ""
    edit_list.replacements[Span(end, block.span.end)] = f"</strong>{empty_line}"


def _quote(edit_list: EditList, inline: Inline, content: str, link: str) -> str:
    """Return the quote that replaces an embed, separated from the text around it."""
    block = edit_list.points.blocks[inline.block]
    prefix = edit_list.points.line_prefix(block)
    text = edit_list.note.text
    attribute_list = "{ .papernotes-embed }" if edit_list.attributes else ""
    lines = f"{content}\n\n{link}{attribute_list}".split("\n")
    quote = f"\n{prefix}".join(f"> {line}".rstrip() for line in lines)
    empty_line = f"\n{prefix.rstrip()}\n{prefix}"
    parent = edit_list.points.blocks[block.parent] if block.parent >= 0 else None
    is_first = not text[block.span.start : inline.span.start].strip(" \t>\n")
    if is_first and parent is not None and parent.kind is BlockKind.ITEM:
        # a list item cannot begin with a quote in every parser: the link comes first
        quote = f"{link}{empty_line}{quote}"
    elif not is_first:
        quote = empty_line + quote
    return quote + (empty_line if text[inline.span.end : block.span.end].strip(" \t>\n") else "")
