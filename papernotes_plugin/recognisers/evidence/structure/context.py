"""One note during recognition: its structure, its text, what all notes say of it, and what recognisers have claimed."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import replace
from functools import wraps
from typing import Concatenate, NamedTuple, ParamSpec, TypeVar, TypeVarTuple

from papernotes_plugin.markup import visibility
from papernotes_plugin.markup.document_text import TEXT_KINDS
from papernotes_plugin.markup.recurring_headings import heading_key, suffix_key, tag_key
from papernotes_plugin.markup.syntax_extensions import hide_block_marks
from papernotes_plugin.recognisers.evidence.authors.author_profiles import with_names_for_users
from papernotes_plugin.recognisers.evidence.labels.front_matter_keys import FrontMatter
from papernotes_plugin.recognisers.evidence.structure.dates_in_code import with_dates_in_brackets
from papernotes_plugin.recognisers.evidence.structure.html_tables import with_html_tables
from papernotes_plugin.recognisers.evidence.structure.labelled_headings import with_labels_as_text
from papernotes_plugin.recognisers.evidence.structure.note_structure import IndexedInline, NoteStructure, computed_once
from papernotes_plugin.recognisers.evidence.titles.names_of_books import TitleForm
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Evidence, Inline, InlineKind, Note, Span

_WORDS = r"[a-z](?>[a-z'’-]*(?:[,;]?\s[a-z][a-z'’-]*)*)"
_PROSE = lazy_regex(rf"(?:[A-Z][a-z'’]*\s)?{_WORDS}(?>(?:[.!?]\s[A-Z][a-z'’]*\s{_WORDS})*)[.!?]?")
"""Sentences of words in small letters, each of which may begin with a capital."""
_FACT_IN_PROSE = lazy_regex(r"\b(?:et al|forthcoming|submitted|in p(?:ress|rint|reparation)|in revision)\b")
"""Words in place of a date or of names."""
_MIN_PROSE = 40
"""Characters of such sentences, of which fewer may be names or a venue."""
_TEXT_BEFORE = 400
"""Characters before an inline that can describe it."""

# Python 3.11 takes longer to look up a member of an enumeration than to compare it
_LINK, _TAG, _TEXT = InlineKind.LINK, InlineKind.TAG, InlineKind.TEXT
_ITEM, _PARAGRAPH = BlockKind.ITEM, BlockKind.PARAGRAPH
_MISSING = object()
_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")
_Arguments = TypeVarTuple("_Arguments")


class SharedEvidence(NamedTuple):
    """Evidence on one note that only all notes together give."""

    labels: frozenset[str] = frozenset()
    """The headings of the note that are labels of sections, and no titles, as `recurring_headings.find_labels` gives
    them."""
    is_among_papers: bool = False
    """True for a note whose name is a title, in a folder of notes on papers: see `folders_of_papers`."""
    book_form: TitleForm = TitleForm.NONE
    """The form of the titles of the notes in its folder, if each is on one book: see `folders_of_books`."""
    names: tuple[tuple[str, str], ...] = ()
    """The users among the authors of a publication, each with the name of that person: see `author_profiles`."""


NO_SHARED_EVIDENCE = SharedEvidence()
"""The evidence on a note without others."""


class NoteContext(NoteStructure):
    """One note with the claims of the recognisers.  It lives for one pass of them over the note.

    Text in HTML or Obsidian comments is blanked out: it never gets into a mention.
    """

    def __init__(self, note: Note, shared: SharedEvidence = NO_SHARED_EVIDENCE) -> None:
        """Prepare a note for the recognisers.

        Args:
            note: The note.
            shared: The evidence on the note that all notes give.
        """
        note = with_names_for_users(note, shared.names)
        visible = visibility.visible_text(note)
        super().__init__(note if visible == note.text else replace(note, text=visible))
        self.blocks, self.inlines = with_html_tables(self.blocks, self.inlines, visible)
        self.blocks = with_labels_as_text(self.blocks, visible)
        self.inlines = with_dates_in_brackets(self.inlines, self.blocks, visible)
        self._labels = shared.labels
        self.is_among_papers = shared.is_among_papers
        """True for a note whose name is a title, in a folder of notes on papers."""
        self.book_form = shared.book_form
        """The form of the titles in a folder of notes on books."""
        self.claimed_inlines: set[int] = set()
        """Indices of the inlines that belong to a mention."""
        self.claimed_blocks: set[int] = set()
        """Indices of the blocks that belong to a mention as a whole: headings of cards, items, code."""
        self.read_spans: list[Span] = []
        """Spans that a recogniser has read: an identifier written there is no mention of its own."""
        self.note_evidence: Evidence | None = None
        """Evidence on the paper of a literature note; None for other notes."""
        self.results: defaultdict[Hashable, dict[tuple[Hashable, ...], object]] = defaultdict(dict)
        """Results of the functions decorated with `once_per_note`."""
        self._running: dict[int, tuple[list[int], list[int], str]] = {}
        self._visible: dict[int, str] = {}

    # --- text -----------------------------------------------------------------

    def source(self, span: Span) -> str:
        """Return the Markdown source of a span."""
        return self.note.text[span.start : span.end]

    @computed_once
    def front_matter(self) -> FrontMatter:
        """The front matter of the note."""
        return FrontMatter(self.note.meta, self.note.path)

    @computed_once
    def readable_text(self) -> str:
        """The text of the note without the marks around blocks, which its blocks and inlines do not have either."""
        return hide_block_marks(self.note.text, self.note.body_start)

    def text_span(self, block: Block) -> Span:
        """Return the span of the text of a block, without Markdown marks such as `#` and `-`."""
        inlines = self.inlines_of(block.index)
        if not inlines:
            return block.span
        return Span(inlines[0][1].span.start, max([i.span.end for _, i in inlines]))

    def visible_text(self, block: int, without: Collection[int] = ()) -> str:
        """Return what a reader sees of a text block, on one line.

        Args:
            block: The index of the block.
            without: Indices of inlines to leave out.
        """
        if without:
            hidden = sorted(self.inlines[i].span for i in without)
            return self._without_suffix(block, " ".join(running_text(self.inlines_of(block), hidden).split()))
        if block not in self._visible:
            words = "".join([i.text for _, i in self.inlines_of(block) if i.kind in TEXT_KINDS])
            self._visible[block] = self._without_suffix(block, " ".join(words.split()))
        return self._visible[block]

    def visible_part(self, block: int, span: Span) -> str:
        """Return what a reader sees of a part of a text block, on one line."""
        parts = []
        for _, inline in self.inlines_of(block):
            start, end = inline.span
            if inline.kind in TEXT_KINDS and start < span.end and end > span.start:
                stop = len(inline.text) - max(0, end - span.end)
                parts.append(inline.text[max(0, span.start - start) : stop] if inline.kind is _TEXT else inline.text)
        return " ".join("".join(parts).split())

    def _without_suffix(self, block: int, words: str) -> str:
        """Return the title of a note without a suffix that recurs over notes: `Title - Key Claims and Quotes`."""
        if not self._labels or self.blocks[block].kind is not BlockKind.HEADING:
            return words
        title, suffix = suffix_key(words)
        return title if suffix in self._labels else words

    def is_label(self, heading: Block) -> bool:
        """Return whether a heading is a label of sections in all notes, and no title."""
        return bool(self._labels) and heading_key(self.source(heading.span)) in self._labels

    def without_tag(self, title: str) -> tuple[str, str]:
        """Return a title without the tag in brackets before it, and the key of the tag; "" if it recurs in no notes."""
        words, key = tag_key(title) if self._labels else (title, "")
        return (words, key) if key in self._labels else (title, "")

    @computed_once
    def mere_prose(self) -> frozenset[int]:
        """The paragraphs that are sentences without any sign of a fact: a number, a mark, a link, a name with capitals.

        They are no references and no lines of facts.  Of notes without capitals inside sentences, these are most texts.
        Short words may be names or a venue, unless they are all that a list item says.  The item is one of them, too.
        """
        text = self.note.text
        prose: set[int] = set()
        for block in self.blocks:
            if block.kind is not _PARAGRAPH:
                continue
            is_item = block.parent >= 0 and self.blocks[block.parent].kind is _ITEM and self._is_alone(block)
            if is_item or block.span.end - block.span.start >= _MIN_PROSE:
                start, end = block.span
                if _PROSE.fullmatch(text, start, end) and not _FACT_IN_PROSE.search(text, start, end):
                    prose.update((block.index, block.parent) if is_item else (block.index,))
        return frozenset(prose)

    def _is_alone(self, block: Block) -> bool:
        return len(self.children(block.parent)) == 1

    def is_claimed(self, block: int) -> bool:
        """Return whether a block, or one around it, is a paper."""
        return block in self.claimed_blocks or any(b.index in self.claimed_blocks for b in self.ancestors(block))

    def first_words(self, block: Block) -> str:
        """Return what a reader sees of the first text block of an item, row or quote; "" for none."""
        texts = self.text_blocks(block)
        return self.visible_text(texts[0].index) if texts else ""

    def text_before(self, inline: Inline) -> str:
        """Return at most 400 characters of running text before an inline in its block."""
        if inline.block not in self._running:
            inline_ends, lengths, parts, total = [], [], [], 0
            for _, i in self.inlines_of(inline.block):
                if i.kind in TEXT_KINDS:
                    total += len(i.text)
                    inline_ends.append(i.span.end)
                    lengths.append(total)
                    parts.append(i.text)
            self._running[inline.block] = inline_ends, lengths, "".join(parts)
        inline_ends, lengths, text = self._running[inline.block]
        at = bisect_right(inline_ends, inline.span.start)
        end = lengths[at - 1] if at else 0
        return text[max(0, end - _TEXT_BEFORE) : end]

    def callout_text(self, block: Block) -> str:
        """Return the source of a callout without its `>` marks and its title line."""
        lines = [re.sub(r"^[ \t]*>[ \t]?", "", line) for line in self.source(block.span).split("\n")]
        return "\n".join(lines[1:]).strip()

    # --- inlines --------------------------------------------------------------

    def tags_in(self, block: int) -> tuple[str, ...]:
        """Return the tags in a text block."""
        return self._tags.get(block, ())

    def tags_inside(self, blocks: Iterable[Block]) -> tuple[str, ...]:
        """Return the tags in some blocks and in all blocks inside them."""
        if not self._tags:
            return ()
        return tuple(tag for block in blocks for inner in self.subtree(block) for tag in self.tags_in(inner.index))

    @computed_once
    def _tags(self) -> dict[int, tuple[str, ...]]:
        tags: dict[int, list[str]] = {}
        for inline in self.inlines:
            if inline.kind is _TAG:
                tags.setdefault(inline.block, []).append(inline.url)
        return {block: tuple(of_block) for block, of_block in tags.items()}

    def has_link(self, span: Span) -> bool:
        """Return whether a link begins in a span."""
        at = bisect_left(self._link_starts, span.start)
        return at < len(self._link_starts) and self._link_starts[at] < span.end

    def links_within(self, span: Span) -> list[IndexedInline]:
        """Return the links that begin in a span, which may be one of several blocks."""
        first = bisect_left(self._link_starts, span.start)
        return self.links[first : bisect_left(self._link_starts, span.end, first)]

    def unclaimed_links_within(self, span: Span) -> list[IndexedInline]:
        """Return the links that begin in a span and that no recogniser has claimed."""
        return self._unclaimed_links(self.links_within(span))

    @computed_once
    def links(self) -> list[IndexedInline]:
        """The links of the note."""
        return [indexed for indexed in enumerate(self.inlines) if indexed[1].kind is _LINK]

    @computed_once
    def _link_starts(self) -> list[int]:
        return [i.span.start for _, i in self.links]

    @computed_once
    def _links_of(self) -> dict[int, list[IndexedInline]]:
        links: dict[int, list[IndexedInline]] = {}
        for indexed in self.links:
            links.setdefault(indexed[1].block, []).append(indexed)
        return links

    def unclaimed_links(self, block: int) -> list[IndexedInline]:
        """Return the links of a text block that no recogniser has claimed."""
        return self._unclaimed_links(self._links_of.get(block, ()))

    def unclaimed_links_in(self, block: int, span: Span) -> list[IndexedInline]:
        """Return the unclaimed links of a text block that begin in a span."""
        return [indexed for indexed in self.unclaimed_links_within(span) if indexed[1].block == block]

    def _unclaimed_links(self, links: Iterable[IndexedInline]) -> list[IndexedInline]:
        return [indexed for indexed in links if indexed[0] not in self.claimed_inlines]


def once_per_note(
    function: Callable[[NoteContext, *_Arguments], _Result],
) -> Callable[[NoteContext, *_Arguments], _Result]:
    """Decorate a function of a note and hashable values so that each result is computed once for each note.

    The results are dropped with the note.  They must not refer to the `NoteContext`, which would keep the note in
    memory until the garbage collector finds the cycle.
    """

    @wraps(function)
    def cached(context: NoteContext, *arguments: *_Arguments) -> _Result:
        results = context.results[function]
        result = results.get(arguments, _MISSING)
        if result is _MISSING:
            result = results[arguments] = function(context, *arguments)
        return result  # type: ignore[return-value]

    return cached


def unread_without_result(
    function: Callable[Concatenate[NoteContext, _Parameters], _Result | None],
) -> Callable[Concatenate[NoteContext, _Parameters], _Result | None]:
    """Decorate a function that reads a paper, so that an identifier it reads in vain stays a mention of its own."""

    @wraps(function)
    def reading(context: NoteContext, /, *args: _Parameters.args, **named: _Parameters.kwargs) -> _Result | None:
        count = len(context.read_spans)
        result = function(context, *args, **named)
        if result is None:
            del context.read_spans[count:]
        return result

    return reading


def running_text(inlines: Iterable[IndexedInline], hidden: Sequence[Span] = ()) -> str:
    """Return the text of inlines without markup, one line for each block, with two spaces for a line break in it.

    Args:
        inlines: The inlines, in the order of the note.
        hidden: Spans in the order of the note; inlines that begin in one of them are left out.
    """
    parts: list[str] = []
    at, block = 0, -1
    for _, inline in inlines:
        if inline.kind in TEXT_KINDS:
            while at < len(hidden) and hidden[at].end <= inline.span.start:
                at += 1
            if at == len(hidden) or inline.span.start < hidden[at].start:
                if inline.block != block:
                    parts.append("\n" if parts else "")
                    block = inline.block
                is_break = inline.text == " " and inline.span.end - inline.span.start > 1
                parts.append("  " if is_break else inline.text)
    return "".join(parts)
