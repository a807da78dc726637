"""Annotate: a note's text gets its links back, as edits by span: places to land on, signs, wikilinks, citations."""

from __future__ import annotations

import re
from collections.abc import Iterable

from papernotes_plugin.config import Config
from papernotes_plugin.issues import Code, Issue, issue
from papernotes_plugin.model import (
    Block,
    BlockKind,
    Edit,
    Inline,
    InlineKind,
    Kind,
    Library,
    Mention,
    Note,
    Paper,
    Span,
)
from papernotes_plugin.pages import addresses, marks, wikilinks
from papernotes_plugin.pages.places import Places
from papernotes_plugin.people import bylines
from papernotes_plugin.text.escaping import escape_attribute, escape_markdown, escape_url

_CITATION = re.compile(r"(-?)@")
_REACH = 1_000
"""How far from a key the brackets of its citation are looked for."""
_HINTS = 20
"""Broken wikilinks of one note for which the nearest name is looked up: that takes time by the size of the library."""


def edits(note: Note, library: Library, config: Config, attributes: bool) -> tuple[tuple[Edit, ...], tuple[Issue, ...]]:
    """The edits of one note, which do not overlap, and the wikilinks that lead nowhere.

    `attributes` says that the Markdown may use attribute lists (`{ .class }`).
    """
    pairs = library.mentions.get(note.path, ())
    linked = any(i.kind in (InlineKind.WIKILINK, InlineKind.EMBED) for i in note.document.inlines)
    if not pairs and not linked:
        return (), ()
    work = _Annotation(note, library, config, attributes)
    if config.wikilinks and linked:
        work.wikilinks(pairs)
    for mention, paper in pairs:
        work.mention(mention, paper)
    return work.edits(), tuple(work.issues)


class _Annotation:
    """The edits of one note in the making."""

    def __init__(self, note: Note, library: Library, config: Config, attributes: bool) -> None:
        self.note = note
        self.library = library
        self.config = config
        self.attributes = attributes
        self.places = Places(note)
        self.issues: list[Issue] = []
        self.replaced: dict[Span, str] = {}
        self.before: dict[int, list[str]] = {}
        self.behind: dict[int, list[str]] = {}
        self.above: dict[int, list[str]] = {}
        """Per offset of a block what stands on a line of its own above it."""
        self.below: dict[int, list[str]] = {}
        """Per offset of a block's end what stands on a line of its own below it."""
        self.direct: set[Span] = set()
        """What is replaced by a link to the very page of its paper."""
        self.leading: set[tuple[int, str]] = set()
        """Block and slug of the papers that something in the block leads to already."""

    # --- what to put ----------------------------------------------------------

    def href(self, paper: Paper) -> str:
        """The link to the page of a paper."""
        return escape_url(addresses.to_paper(paper, self.note.path, self.config))

    def sign(self, paper: Paper, words: str = "") -> str:
        """The sign that leads to a paper's page; "" where the author wants none."""
        if not self.config.sign:
            return ""
        if not self.attributes:
            return marks.link(f"↗ {words}".strip(), self.href(paper))
        name = "papernotes-page" if words else "papernotes-sign"
        return f'[{words}]({self.href(paper)} "{_tip(bylines.hint(paper))}"){{ .{name} }}'

    # --- mentions -------------------------------------------------------------

    def mention(self, mention: Mention, paper: Paper) -> None:
        """Make a place to land on at a mention, and a way to the paper behind it."""
        anchor = f'<a id="{escape_attribute(mention.anchor)}"></a>' if mention.anchor else ""
        block = self.places.block(mention.span.start)
        if mention.kind is Kind.LITERATURE_NOTE or mention.span.start < self.note.body or block is None:
            self._whole_note(anchor + self.sign(paper, "Paper page"))
        elif block.kind is BlockKind.CODE:
            self.above.setdefault(block.index, []).append(anchor + self.sign(paper))
        elif block.kind is BlockKind.HTML:
            self.before.setdefault(self.places.outer(mention.span).start, []).append(anchor)
        else:
            self._inline(mention, paper, block, anchor)

    def _whole_note(self, line: str) -> None:
        first = self.places.blocks[0] if self.places.blocks else None
        if first and first.kind is BlockKind.HEADING:
            self.below.setdefault(first.index, []).append(line)
        elif line:
            self.before.setdefault(self.note.body, []).append(f"{line}\n\n")

    def _inline(self, mention: Mention, paper: Paper, block: Block, anchor: str) -> None:
        span = self.places.outer(mention.span)
        start = span.start
        while start > block.span.start and self.note.text[start - 1] == "\\":
            start -= 1
        self.before.setdefault(start, []).append(anchor)
        if span in self.direct:
            return
        if span == mention.span and mention.kind is Kind.KEY and self._citation(span, paper):
            self.leading.add((block.index, paper.slug))
            return
        if mention.kind is Kind.NAME and (block.index, paper.slug) in self.leading:
            return
        self.leading.add((block.index, paper.slug))
        sign = self.sign(paper)
        if block.kind is BlockKind.HEADING and not self.attributes:
            self.below.setdefault(block.index, []).append(sign)
        elif block.kind is BlockKind.HEADING:
            self._behind(self.places.heading_end(block, self.attributes), sign)
        else:
            self._behind(self.places.after(span.end, self.attributes), sign, apart=span not in self.replaced)

    def _behind(self, offset: int, sign: str, *, apart: bool = True) -> None:
        """Put a sign behind something; after `]`, `!` or a bare address it would be read as a part of it."""
        if not sign:
            return
        last = self.note.text[offset - 1 : offset]
        bare = any(i.bare and last != ">" for i in self.places.around(offset - 1))
        # `[ref] [x]` is one link for some, whatever white space stands between: a hair space is no white space yet
        space = "" if not apart else "&#8202;" if last in ("]", "!") else " " if bare or last == "\\" else ""
        self.behind.setdefault(offset, []).append(space + sign)

    # --- citations ------------------------------------------------------------

    def _citation(self, span: Span, paper: Paper) -> bool:
        """`@key` as a link, the brackets around it as parentheses; whether it is one."""
        match = _CITATION.match(self.note.text, *span)
        if not match:
            return False
        brackets = self._brackets(span)
        year = str(paper.year or "n.d.")
        if match[1]:
            words = year
        elif brackets or not paper.year:
            words = bylines.short(paper)
        else:
            words = bylines.short(paper).removesuffix(year) + f"({year})"
        self.replaced[span] = marks.link(escape_markdown(words), self.href(paper))
        for bracket, sign in zip(brackets, "()", strict=False):
            self.replaced[Span(bracket, bracket + 1)] = sign
        return True

    def _brackets(self, span: Span) -> tuple[int, ...]:
        """The offsets of the brackets around a key, where they make no link."""
        text = self.note.text
        start = max(text.rfind("\n", 0, span.start) + 1, span.start - _REACH)
        opening = text.rfind("[", start, span.start)
        closing = text.find("]", span.end, span.end + _REACH)
        if opening < 0 or closing < 0 or "]" in text[opening : span.start] or "\n" in text[span.end : closing]:
            return ()
        if text[opening - 1 : opening] in ("[", "!") or text[closing + 1 : closing + 2] in ("(", "[", "]", ":", "{"):
            return ()
        return opening, closing

    # --- wikilinks ------------------------------------------------------------

    def wikilinks(self, pairs: Iterable[tuple[Mention, Paper]]) -> None:
        """Links in place of the wikilinks, and of embedded notes; what leads nowhere stays as text."""
        papers = {mention.span: paper for mention, paper in pairs}
        for inline in self.note.document.inlines:
            if inline.kind not in (InlineKind.WIKILINK, InlineKind.EMBED):
                continue
            found = wikilinks.resolve(inline.url, self.note.path, self.library) or papers.get(inline.span)
            label = escape_markdown(wikilinks.label(inline.text, inline.url, found))
            if isinstance(found, Paper):
                self.direct.add(inline.span)
                self.replaced[inline.span] = marks.link(label, self.href(found))
                self.leading.add((inline.block, found.slug))
            elif found is not None:
                href = escape_url(addresses.relative(found.path, self.note.path, found.anchor))
                self.replaced[inline.span] = marks.link(label, href)
            elif not wikilinks.is_attachment(inline.url):
                self.replaced[inline.span] = label
                self._broken(inline)

    def _broken(self, inline: Inline) -> None:
        line, column = self.note.place(inline.span.start)
        near = wikilinks.near(inline.url, self.library) if len(self.issues) < _HINTS else ""
        hint = f" (did you mean '{near}'?)" if near else ""
        message = f"wikilink '{inline.url}' leads to no note and no paper{hint}; it was left as text"
        self.issues.append(issue(Code.BROKEN_WIKILINK, self.note.path, line, message, column))

    # --- the edits ------------------------------------------------------------

    def edits(self) -> tuple[Edit, ...]:
        """All that was put, by span; what would fall within a replacement stands beside it."""
        starts: dict[int, int] = {}
        ends: dict[int, int] = {}
        for a, b in self.replaced:
            for offset in range(a + 1, b):
                starts[offset], ends[offset] = a, b
        put: dict[int, tuple[list[str], list[str]]] = {}
        for offset, signs in self.behind.items():
            put.setdefault(ends.get(offset, offset), ([], []))[0].extend(signs)
        for offset, anchors in self.before.items():
            put.setdefault(starts.get(offset, offset), ([], []))[1].extend(anchors)
        for index, lines in self.above.items():
            offset, line = self._line_above(self.places.blocks[index], lines)
            put.setdefault(offset, ([], []))[1].append(line)
        for index, lines in self.below.items():
            block = self.places.blocks[index]
            put.setdefault(block.span.end, ([], []))[0].append(self._line_below(block, lines))
        made = [Edit(Span(at, at), "".join([*signs, *anchors])) for at, (signs, anchors) in put.items()]
        made += [Edit(span, replacement) for span, replacement in self.replaced.items()]
        return tuple(sorted((e for e in made if e.text or e.span.end > e.span.start), key=lambda e: e.span))

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


def _tip(words: str) -> str:
    """Words for the title of a link: signs that Markdown reads there are written as entities."""
    return re.sub(r"[^\w ,.;()?!-]", lambda m: f"&#{ord(m[0])};" if m[0].isascii() else m[0], " ".join(words.split()))
