"""Split a note into the list items, footnotes, reference lines and paragraphs that may describe one paper each."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from itertools import chain

from papernotes_plugin.markup.block_parser import CALLOUT
from papernotes_plugin.recognisers.evidence.labels import labelled_values
from papernotes_plugin.recognisers.evidence.labels.labelled_values import LabelledValue
from papernotes_plugin.recognisers.evidence.papers.paper_links import identifier_from_url, may_be_paper_or_pdf
from papernotes_plugin.recognisers.evidence.structure import html_parts
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.structure.note_structure import IndexedInline, computed_once
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, is_uninformative
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Identifier, Inline, InlineKind, Span

_NUMBERED = lazy_regex(r"[ \t\f>]*(?:\*\*)?\\?\[\^?\d{1,4}\\?\]:?(?:\*\*)?[ \t]")
_HARD_BREAK = lazy_regex(r"(?:(?<! )[ ]{2,}|\\|<br\s?/?>[ \t]*)\n[ \t>]*", re.IGNORECASE)
"""The end of a line that is also one on the page."""
_DEFINITION = lazy_regex(r"(?:\W{0,4}(?:19|20)\d\d\W{0,4}\n)?:[ \t]+")
"""The mark of a definition, which is no block of its own, and its term if that is a year."""
_BREAKS_IN_CELL = lazy_regex(r"<br\s?/?>(?:\s*<br\s?/?>)*", re.IGNORECASE)
_MAX_FACT_WORDS = 3
"""Words besides its links that a nested bullet has which only gives the links of a paper."""
_NAME_OF_PAPER = lazy_regex(r"\W*+(?=\S*[a-z\d])[A-Z](?=\S*[A-Z])\S*:\s*")
"""A short name with several capitals as a label, such as `TheHuzz:`; an acronym can be the name of a site."""
_MIN_TITLE_WORDS = 4
"""Words of a link from which they can be a title."""
_MIN_OWN_WORDS = 5
"""Words with a link from which a nested bullet without a known label is about another paper."""

CONTAINERS = frozenset((BlockKind.ITEM, BlockKind.FOOTNOTE, BlockKind.PARAGRAPH, BlockKind.HTML))
"""Kinds of blocks that contain candidates."""


class CandidateForm(Enum):
    """Way in which a candidate is written."""

    BULLET = "bullet"
    """A list item or a footnote."""
    LINE = "line"
    """One numbered line of a paragraph of references, one line with a link, or one list item of raw HTML."""
    PARAGRAPH = "paragraph"
    """A paragraph, which is prose unless it looks like a reference."""
    PART = "part"
    """A part of raw HTML or a further paragraph of an item, which is prose unless it looks like a reference."""
    QUOTE = "quote"
    """A paragraph in a quote or callout, which is no paper unless it is a whole reference."""


class PaperCandidate:
    """A part of a note that may describe one paper."""

    def __init__(
        self,
        context: NoteContext,
        container: Block,
        block: Block,
        inlines: Iterable[IndexedInline],
        form: CandidateForm,
    ) -> None:
        self.container = container
        """The list item, footnote or paragraph."""
        self.block = block
        """The first text block of the container."""
        self.form = form
        self.is_in_paper_list = False
        """True if most bullets of the list are papers, so that this one needs less evidence."""
        self.has_form_of_papers = False
        """True if the papers of the list have their year at the same place of the bullet."""
        self.is_dated = False
        """True if it opens with a year in the form that the papers of the note have."""
        self.is_remark = False
        """True for a part of a block in which another part has the link to a paper."""
        self._context = context
        self._given = inlines

    @computed_once
    def inlines(self) -> list[IndexedInline]:
        """The inlines that are not claimed when they are first read; most candidates are dismissed before that."""
        return [(index, i) for index, i in self._given if index not in self._context.claimed_inlines]

    @computed_once
    def links(self) -> list[IndexedInline]:
        """The links among the inlines; an empty anchor, `<a name="…"></a>`, leads nowhere."""
        return [(index, i) for index, i in self.inlines if i.kind is InlineKind.LINK and (i.url or i.text)]

    @computed_once
    def values(self) -> list[LabelledValue]:
        """The labelled values of a bullet, without those of nested bullets."""
        is_bullet = self.form is CandidateForm.BULLET
        return labelled_values.find(self._context, self._context.text_blocks(self.container)) if is_bullet else []

    @computed_once
    def nested(self) -> list[tuple[Block, list[LabelledValue]]]:
        """The nested bullets that hold only links and facts, each with its labelled values."""
        is_bullet = self.form is CandidateForm.BULLET
        return list(_nested_facts(self._context, self.container)) if is_bullet else []

    @property
    def own_inlines(self) -> list[Inline]:
        """The inlines of the first text block."""
        return [inline for _, inline in self.inlines if inline.block == self.block.index]

    @property
    def links_to_web(self) -> bool:
        """True if a link leads to the web."""
        return any(inline.url.startswith(("http://", "https://")) for _, inline in self.links)

    @property
    def all_values(self) -> list[LabelledValue]:
        """The labelled values of a bullet and of its nested bullets."""
        return [*self.values, *(value for _, values in self.nested for value in values)]

    @property
    def precedes_authors(self) -> bool:
        """True if the next bullet is labelled as the authors of a paper, so that a label before it has a fact, too."""
        items = self._context.children(self.container.parent) if self.form is CandidateForm.BULLET else ()
        after = items[bisect_right(items, self.container.index, key=lambda item: item.index) :][:1]
        values = (labelled_values.find(self._context, self._context.text_blocks(item)[:1]) for item in after)
        return any(value.meaning == "authors" for of_item in values for value in of_item)

    def claim(self) -> None:
        """Claim the container; of raw HTML or a remark only the inlines, as other parts may be papers, too."""
        if self.container.kind is BlockKind.HTML or self.is_remark:
            self._context.claimed_inlines.update(index for index, _ in self.inlines)
        else:
            self._context.claimed_blocks.add(self.container.index)


_LABEL_BELOW = lazy_regex(r"\n(?:\*\*|__)[^*_\n]{1,60}(?:\*\*|__):?\s*$")
"""A marked line at the end of an item, without an indent, which is a label above the next list: `**Rigour**`."""


def _inlines_above_label(context: NoteContext, text: Block) -> Iterable[IndexedInline]:
    """Return the inlines of a text of an item, without a label that Markdown takes for its last line."""
    source = context.source(text.span)
    label = _LABEL_BELOW.search(source) if "\n**" in source or "\n__" in source else None
    if label is None:
        return context.inlines_of(text.index)
    return context.inlines_between(text.index, text.span.start, text.span.start + label.start())


def candidates_in(context: NoteContext, block: Block) -> Iterator[PaperCandidate]:
    """Yield the candidates in a block of one of the kinds in `CONTAINERS`; none if the block is claimed."""
    if block.index in context.claimed_blocks:
        return
    if block.kind in (BlockKind.ITEM, BlockKind.FOOTNOTE):
        texts = [t for t in context.text_blocks(block) if t.index not in context.claimed_blocks]
        starts = _starts_of_linked_titles(context, texts[0]) if texts else []
        if starts:
            yield from _lines(context, block, texts[0], starts)
        elif texts:
            of_texts = chain.from_iterable(_inlines_above_label(context, t) for t in texts)
            yield PaperCandidate(context, block, texts[0], of_texts, CandidateForm.BULLET)
    elif block.kind is BlockKind.PARAGRAPH and may_stand_alone(context, block):
        starts = (
            _reference_starts(context, block)
            or _starts_of_linked_lines(context, block)
            or _starts_of_linked_titles(context, block)
        )
        yield from _lines(context, block, block, starts)
        if not starts:
            form = CandidateForm.QUOTE if context.is_quoted(block.index) else CandidateForm.PARAGRAPH
            start = start_of_body(context.note.text, block)
            body = inlines_within(context, block, Span(start, block.span.end))
            yield PaperCandidate(context, block, block, body, form)
    elif block.kind is BlockKind.HTML:
        for item in html_parts.items(context.note.text, block.span):
            inlines = context.inlines_between(block.index, *item)
            yield PaperCandidate(context, block, block, inlines, CandidateForm.LINE)


def _lines(context: NoteContext, container: Block, block: Block, starts: list[int]) -> Iterator[PaperCandidate]:
    """Yield the lines of a text block that begin at some offsets."""
    for start, end in zip(starts, [*starts[1:], block.span.end], strict=False):
        inlines = context.inlines_between(block.index, start, end)
        yield PaperCandidate(context, container, block, inlines, CandidateForm.LINE)


def may_stand_alone(context: NoteContext, block: Block) -> bool:
    """Return whether a paragraph is in no list, table or footnote, or is a quotation there."""
    if context.is_free_standing(block.index):
        return True
    return block.parent >= 0 and context.blocks[block.parent].kind is BlockKind.QUOTE


def start_of_body(source: str, block: Block) -> int:
    """Return the offset after the title of a callout or the term of a definition, else that of the paragraph."""
    match = CALLOUT.match(source, *block.span)
    if match is None:
        definition = _DEFINITION.match(source, *block.span)
        return definition.end() if definition else block.span.start
    return match.end() if match["break"] else match.start("title")


def title_of_callout(source: str, block: Block) -> Span | None:
    """Return where the title of a callout is, if the paragraph begins with one and a body follows."""
    match = CALLOUT.match(source, *block.span)
    return Span(*match.span("title")) if match and match["title"] and match["break"] else None


def inlines_within(context: NoteContext, block: Block, span: Span) -> Iterator[IndexedInline]:
    """Yield the inlines in a part of a text block; of the text in which the part begins, only the rest."""
    # only the text that begins last can reach into the part
    before = context.inlines_between(block.index, block.span.start, span.start)[-1:]
    for index, inline in before:
        if inline.kind is InlineKind.TEXT and span.start < inline.span.end:
            rest = inline.text[span.start - inline.span.end :]
            yield index, inline._replace(text=rest, span=Span(span.start, inline.span.end))
    yield from context.inlines_between(block.index, *span)


def lines_on_page(source: str, span: Span, *, is_cell: bool = False) -> list[Span]:
    """Return the parts of a paragraph, or of a table cell, between its hard line breaks; [] for a single one."""
    if not is_cell and source.find("\n", *span) < 0:
        return []
    breaks = (_BREAKS_IN_CELL if is_cell else _HARD_BREAK).finditer(source, *span)
    starts = [span.start, *(match.end() for match in breaks)]
    lines = map(Span, starts, [*starts[1:], span.end])
    return [line for line in lines if line.start < line.end] if len(starts) > 1 else []


def _starts_of_linked_lines(context: NoteContext, block: Block) -> list[int]:
    """Return the offsets of the lines of a paragraph, if each is one on the page and has a link to another paper."""
    may_be_list = context.has_link(block.span) and not context.is_quoted(block.index)
    lines = lines_on_page(context.note.text, block.span) if may_be_list else []
    links = [[i for _, i in context.inlines_between(block.index, *line) if i.kind is InlineKind.LINK] for line in lines]
    papers = [{identifier for i in of_line if (identifier := identifier_from_url(i.url))} for of_line in links]
    are_distinct = len(set().union(*papers)) == sum(map(len, papers))
    return [line.start for line in lines] if len(lines) > 1 and all(papers) and are_distinct else []


def _starts_of_linked_titles(context: NoteContext, block: Block) -> list[int]:
    """Return the offsets of the lines that open with a link to a paper with its title as text, if there are several.

    The first line is one of them, and each leads to another paper.  Other lines are remarks on the paper above them.
    """
    source = context.note.text
    if source.find("\n", *block.span) < 0 or not context.has_link(block.span) or context.is_quoted(block.index):
        return []
    papers: dict[int, Identifier | None] = {}
    for _, inline in context.inlines_of(block.index):
        start = max(source.rfind("\n", 0, inline.span.start) + 1, block.span.start)
        opens_line = start not in papers and not source[start : inline.span.start].strip(" \t*_")
        if inline.kind is InlineKind.LINK and opens_line and count_words(inline.text) >= _MIN_TITLE_WORDS:
            papers[start] = identifier_from_url(inline.url)
    are_distinct = None not in papers.values() and len(set(papers.values())) == len(papers)
    return sorted(papers) if len(papers) > 1 and are_distinct and block.span.start in papers else []


def _reference_starts(context: NoteContext, block: Block) -> list[int]:
    """Return the offsets of the lines of a paragraph that begin with `[1]`; [] if the first line does not."""
    source, at, starts = context.note.text, block.span.start, []
    if source.find("[", *block.span) < 0:
        return []
    while at < block.span.end:
        if _NUMBERED.match(source, at):
            starts.append(at)
        at = source.find("\n", at, block.span.end) + 1
        if at == 0:
            break
    return starts if starts and starts[0] == block.span.start else []


def _nested_facts(context: NoteContext, container: Block) -> Iterator[tuple[Block, list[LabelledValue]]]:
    """Yield the first text block of each nested bullet that has labelled values, or few words besides links."""
    for child in context.children(container.index):
        if child.kind is not BlockKind.LIST:
            continue
        for item in context.children(child.index):
            texts = context.text_blocks(item)
            if not texts:
                continue
            values = labelled_values.find(context, texts[:1])
            linked = context.unclaimed_links(texts[0].index)
            links = [index for index, _ in linked]
            if _links_note_of_other_paper(linked):
                continue
            shown = context.visible_text(texts[0].index, links)
            words = count_words(shown)
            # a short name before a title and its link is no label: the bullet is a paper of its own
            is_other_paper = links and words >= _MIN_OWN_WORDS and not any(value.meaning for value in values)
            # `TheHuzz: https://…` below a remark on several papers
            is_named = links and _NAME_OF_PAPER.fullmatch(shown) is not None and not is_uninformative(shown)
            if not is_named and (words <= _MAX_FACT_WORDS or (values and not is_other_paper)):
                yield texts[0], values


def _links_note_of_other_paper(links: Sequence[IndexedInline]) -> bool:
    """Return whether a title leads to another note, and another link to the paper: `[Title](note.md) ([pdf](…))`."""
    titles = [i for _, i in links if "://" not in i.url and count_words(i.text) >= _MIN_TITLE_WORDS]
    return bool(titles) and any("://" in i.url and may_be_paper_or_pdf(i) for _, i in links)
