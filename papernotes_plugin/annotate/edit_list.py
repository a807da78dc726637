"""Collect insertions and replacements for a note, and turn them into edits that do not overlap."""

from __future__ import annotations

from collections.abc import Iterator

from papernotes_plugin.annotate.insertion_points import InsertionPoints
from papernotes_plugin.links.anchors import headings_with_ids
from papernotes_plugin.vocabulary.model import Block, BlockKind, Edit, Note, Span


class EditList:
    """Collected edits of one note."""

    def __init__(self, note: Note, *, attributes: bool, points: InsertionPoints | None = None) -> None:
        self.note = note
        self.attributes = attributes
        """True if the Markdown may contain attribute lists (`{ .class }`), as for Python-Markdown."""
        self.points = points or InsertionPoints(note)
        self.replacements: dict[Span, str] = {}
        """New text of each replaced span."""
        self.anchors_before: dict[int, list[str]] = {}
        """Texts to insert before an offset."""
        self.lines_above: dict[int, list[str]] = {}
        """Texts for a line of their own above a block, by the index of the block."""
        self.lines_below: dict[int, list[str]] = {}
        """Texts for a line of their own below a block, by the index of the block."""
        self.headings_with_id: set[int] = set()
        """Indices of headings whose text is edited, but whose id must remain that of the author's text."""
        self.footer: tuple[int, str] | None = None
        """Offset and text of the insertion at the end of the note, after all other insertions."""
        self._after: dict[int, list[str]] = {}

    def has_attributes_after(self, span: Span) -> bool:
        """Return whether the author wrote an attribute list (`{ .class }`) directly after a span."""
        return self.note.text.startswith("{", span.end)

    def insert_after(self, offset: int, markup: str, *, separate: bool = True) -> None:
        """Insert markup after an offset.

        Args:
            offset: The offset.
            markup: The markup; "" inserts nothing.
            separate: Insert a space if the markup would otherwise become part of the text before it.
        """
        if not markup:
            return
        last = self.note.text[offset - 1 : offset]
        is_bare_link = any(i.bare and last != ">" for i in self.points.inlines_at(offset - 1))
        space = ""
        if separate and last in ("]", "!"):
            # some parsers read `[ref] [x]` as one link, whatever white space is between; a hair space entity is none
            space = "&#8202;"
        elif separate and (is_bare_link or last == "\\"):
            space = " "
        self._after.setdefault(offset, []).append(space + markup)

    def insert_below_title(self, line: str) -> None:
        """Insert a line below the heading that the note begins with, else above everything."""
        first = self.points.blocks[0] if self.points.blocks else None
        if first and first.kind is BlockKind.HEADING:
            self.lines_below.setdefault(first.index, []).append(line)
        elif line:
            self.anchors_before.setdefault(self.note.body_start, []).append(f"{line}\n\n")

    def edits(self) -> tuple[Edit, ...]:
        """Return all edits, sorted by span; an insertion inside a replaced span is moved to its start or end."""
        replaced_start: dict[int, int] = {}
        replaced_end: dict[int, int] = {}
        for start, end in self.replacements:
            for offset in range(start + 1, end):
                replaced_start[offset], replaced_end[offset] = start, end
        insertions: dict[int, tuple[list[str], list[str]]] = {}
        """Insertions by offset: those that belong to the text before it, and those that belong to the text after it."""
        for offset, texts in self._after.items():
            insertions.setdefault(replaced_end.get(offset, offset), ([], []))[0].extend(texts)
        for offset, attributes in self._heading_ids():
            insertions.setdefault(offset, ([], []))[0].append(attributes)
        for offset, anchors in self.anchors_before.items():
            insertions.setdefault(replaced_start.get(offset, offset), ([], []))[1].extend(anchors)
        for index, lines in self.lines_above.items():
            offset, line = self._line_above(self.points.blocks[index], lines)
            insertions.setdefault(offset, ([], []))[1].append(line)
        for index, lines in self.lines_below.items():
            block = self.points.blocks[index]
            insertions.setdefault(block.span.end, ([], []))[0].append(self._line_below(block, lines))
        if self.footer:
            insertions.setdefault(self.footer[0], ([], []))[1].append(self.footer[1])
        edits = [Edit(Span(at, at), "".join([*before, *after])) for at, (before, after) in insertions.items()]
        edits += [Edit(span, replacement) for span, replacement in self.replacements.items()]
        return tuple(sorted((e for e in edits if e.text or e.span.end > e.span.start), key=lambda e: e.span))

    def apply_within(self, span: Span) -> str:
        """Return the text of a span with the edits that lie in it."""
        parts: list[str] = []
        position = span.start
        for edit in self.edits():
            if edit.span.start >= position and edit.span.end <= span.end:
                parts += [self.note.text[position : edit.span.start], edit.text]
                position = edit.span.end
        return "".join([*parts, self.note.text[position : span.end]])

    def _heading_ids(self) -> Iterator[tuple[int, str]]:
        """Yield offset and attribute list for edited headings, so that links to them stay valid.

        A heading with an id of the author's is left as it is.
        """
        if not self.headings_with_id:
            return
        for block, _, heading_id in headings_with_ids(self.note.document):
            end = self.points.heading_text_end(block, True)
            has_own_attributes = self.note.text[end : block.span.end].strip().startswith("{")
            if block.index in self.headings_with_id and not has_own_attributes:
                yield end, f" {{ #{heading_id} }}"

    def _line_above(self, block: Block, texts: list[str]) -> tuple[int, str]:
        line, prefix = " ".join(filter(None, texts)), self.points.line_prefix(block)
        if self.note.text.startswith(("`", "~"), block.span.start):
            return block.span.start, f"{line}\n{prefix.rstrip()}\n{prefix}"
        # a line with the indentation of indented code would be code itself
        return self.note.text.rfind("\n", 0, block.span.start) + 1, f"{line}\n\n"

    def _line_below(self, block: Block, texts: list[str]) -> str:
        line, prefix = " ".join(filter(None, texts)), self.points.line_prefix(block)
        empty = f"\n{prefix.rstrip()}"
        return f"{empty}\n{prefix}{line}" + (empty if self.points.is_followed_by_text(block.span.end) else "")
