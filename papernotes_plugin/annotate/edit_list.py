"""EditList: what is put where in a note, as edits that do not overlap."""

from __future__ import annotations

from collections.abc import Iterator

from papernotes_plugin.annotate.insertion_points import InsertionPoints
from papernotes_plugin.links import addresses
from papernotes_plugin.markup import document_text
from papernotes_plugin.vocabulary.model import Block, BlockKind, Edit, Note, Span


class EditList:
    """The edits of one note in the making."""

    def __init__(self, note: Note, places: InsertionPoints | None = None) -> None:
        self.note = note
        self.places = places or InsertionPoints(note)
        self.replaced: dict[Span, str] = {}
        self.before: dict[int, list[str]] = {}
        self.above: dict[int, list[str]] = {}
        """Per offset of a block what stands on a line of its own above it."""
        self.below: dict[int, list[str]] = {}
        """Per offset of a block's end what stands on a line of its own below it."""
        self.named: set[int] = set()
        """Headings that keep the id which they have by the words of the note."""
        self.last: tuple[int, str] | None = None
        """What stands at the end, behind everything else that is put there."""
        self._behind: dict[int, list[str]] = {}

    def described(self, span: Span) -> bool:
        """The author says behind it what the link there is: `{ .class }`."""
        return self.note.text.startswith("{", span.end)

    def behind(self, offset: int, sign: str, *, apart: bool = True) -> None:
        """Put a sign behind something; after `]`, `!` or a bare address it would be read as a part of it."""
        if not sign:
            return
        last = self.note.text[offset - 1 : offset]
        bare = any(i.bare and last != ">" for i in self.places.around(offset - 1))
        # `[ref] [x]` is one link for some, whatever white space stands between: a hair space is no white space yet
        space = "" if not apart else "&#8202;" if last in ("]", "!") else " " if bare or last == "\\" else ""
        self._behind.setdefault(offset, []).append(space + sign)

    def whole_note(self, line: str) -> None:
        """Put a line below the heading that a note begins with, or else above everything."""
        first = self.places.blocks[0] if self.places.blocks else None
        if first and first.kind is BlockKind.HEADING:
            self.below.setdefault(first.index, []).append(line)
        elif line:
            self.before.setdefault(self.note.body, []).append(f"{line}\n\n")

    def edits(self) -> tuple[Edit, ...]:
        """All that was put, by span; what would fall within a replacement stands beside it."""
        starts: dict[int, int] = {}
        ends: dict[int, int] = {}
        for a, b in self.replaced:
            for offset in range(a + 1, b):
                starts[offset], ends[offset] = a, b
        put: dict[int, tuple[list[str], list[str]]] = {}
        for offset, signs in self._behind.items():
            put.setdefault(ends.get(offset, offset), ([], []))[0].extend(signs)
        for offset, name in self._ids():
            put.setdefault(offset, ([], []))[0].append(name)
        for offset, anchors in self.before.items():
            put.setdefault(starts.get(offset, offset), ([], []))[1].extend(anchors)
        for index, lines in self.above.items():
            offset, line = self._line_above(self.places.blocks[index], lines)
            put.setdefault(offset, ([], []))[1].append(line)
        for index, lines in self.below.items():
            block = self.places.blocks[index]
            put.setdefault(block.span.end, ([], []))[0].append(self._line_below(block, lines))
        if self.last:
            put.setdefault(self.last[0], ([], []))[1].append(self.last[1])
        made = [Edit(Span(at, at), "".join([*signs, *anchors])) for at, (signs, anchors) in put.items()]
        made += [Edit(span, replacement) for span, replacement in self.replaced.items()]
        return tuple(sorted((e for e in made if e.text or e.span.end > e.span.start), key=lambda e: e.span))

    def applied(self, within: Span) -> str:
        """The text of a span with all that was put in it."""
        parts: list[str] = []
        at = within.start
        for edit in self.edits():
            if edit.span.start >= at and edit.span.end <= within.end:
                parts += [self.note.text[at : edit.span.start], edit.text]
                at = edit.span.end
        return "".join([*parts, self.note.text[at : within.end]])

    def _ids(self) -> Iterator[tuple[int, str]]:
        """Ids for headings whose words change, so that links to them stay good; the author's own id wins."""
        if not self.named:
            return
        headings = list(document_text.headings(self.note.document))
        for (block, _), name in zip(
            headings,
            addresses.heading_ids([words for _, words in headings], [block.info for block, _ in headings]),
            strict=True,
        ):
            end = self.places.heading_end(block, True)
            if block.index in self.named and not self.note.text[end : block.span.end].strip().startswith("{"):
                yield end, f" {{ #{name} }}"

    def _line_above(self, block: Block, pieces: list[str]) -> tuple[int, str]:
        line, lead = " ".join(filter(None, pieces)), self.places.lead(block)
        if self.note.text.startswith(("`", "~"), block.span.start):
            return block.span.start, f"{line}\n{lead.rstrip()}\n{lead}"
        # indented code: on its own line anything would be code
        return self.note.text.rfind("\n", 0, block.span.start) + 1, f"{line}\n\n"

    def _line_below(self, block: Block, pieces: list[str]) -> str:
        line, lead = " ".join(filter(None, pieces)), self.places.lead(block)
        empty = f"\n{lead.rstrip()}"
        return f"{empty}\n{lead}{line}" + (empty if self.places.followed(block.span.end) else "")
