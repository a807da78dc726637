"""Quote the author's words around a mention as Markdown, and list the topics that the mention is under."""

from __future__ import annotations

import textwrap
from bisect import bisect_left
from collections.abc import Iterable, Sequence

from papernotes_plugin import identifiers
from papernotes_plugin.markup.admonitions import ADMONITION
from papernotes_plugin.markup.document_text import TEXT_BLOCKS
from papernotes_plugin.recognisers.evidence.labels.labelled_values import LabelledValue
from papernotes_plugin.recognisers.evidence.papers.paper_links import identifier_from_url
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note
from papernotes_plugin.recognisers.evidence.structure.html_tables import HTML_CELL
from papernotes_plugin.recognisers.evidence.titles.clean_facts import with_clean_facts
from papernotes_plugin.recognisers.evidence.titles.false_titles import is_day
from papernotes_plugin.recognisers.evidence.titles.sentences import SENTENCE_END
from papernotes_plugin.recognisers.evidence.titles.title_decoration import without_namespace
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import (
    Block,
    BlockKind,
    Evidence,
    Inline,
    InlineKind,
    Mention,
    MentionKind,
    Span,
)

_LONG_BLOCK = 1500
"""Characters from which a block is too long to be quoted as a whole."""
_REACH = 600
"""Characters before and after a mention that are quoted of a very long line."""
_LONG_PARAGRAPH = 400
"""Characters from which only one sentence of a paragraph is quoted around a link to a note."""
_SPACE = lazy_regex(r"\s+")
_MANY_LINES = 20
"""Lines of a long block from which one of them is quoted, so that a list of references is not quoted for each."""
_MAX_TOPIC_WORDS = 10
"""Words of a bullet that can be a topic; a longer bullet is a sentence."""
_PROPERTIES = lazy_regex(r"(?:^|\s)[a-z][\w.-]*::(?:\s.*)?$")
"""The properties of Logseq on the lines after the words of a bullet: `heading:: true`, `id:: 5fffb4b2-…`."""
_REFERENCE = lazy_regex(r"\](?:\n?\[[^\[\]]*\])?")
"""The end of a reference link: `]` or `][name]`."""
_INDENT = lazy_regex(r"\n[ \t]*")
_INDENT_OF_QUOTE = lazy_regex(r"\n[ \t>]*")
_MEANINGS_OF_FACTS = {"tldr", "abstract", "venue", "title", "authors", "year", "link", "doi", "arxiv", "citekey"}
"""Meanings of values that the paper carries as facts; they are not quoted as words about it."""
_EMPTY_LINES = lazy_regex(r"\n[ \t]*+\n\s*+")
_BULLET = lazy_regex(r"\n?[ \t]*+(?>(?:[-*+•·▪◦‣]|\d{1,9}[.)]|#{1,6})?)[ \t]*+")


def build_mention(
    context: NoteContext,
    kind: MentionKind,
    span: Span,
    text: str,
    block: int,
    evidence: Evidence,
    *,
    quotation: str | None = None,
    creates_paper: bool = True,
) -> Mention:
    """Return a mention with its line, its topics and the words around it.

    Args:
        context: The note.
        kind: The way in which the paper is mentioned.
        span: The span of the mention in the note.
        text: The text of the mention.
        block: The index of the text block of the mention; -1 for the front matter.
        evidence: What the note says about the paper.
        quotation: The words around the mention; None to quote them from the block.
        creates_paper: Whether the mention is enough for a paper page.
    """
    if "/" in evidence.title:
        evidence = evidence._replace(title=without_namespace(evidence.title, context.note.path))
    clean = with_clean_facts(evidence, kind)
    if clean.title != evidence.title and clean.title and (at := context.note.text.find(clean.title, *span)) >= 0:
        # the names around it are no part of the mention
        span, text = Span(at, at + len(clean.title)), clean.title
    line, column = context.note.line_and_column(span.start)
    return Mention(
        note=context.note.path,
        kind=kind,
        span=span,
        line=line,
        column=column,
        text=text,
        context=quote(context, block, span.start) if quotation is None else quotation,
        topic=topics(context, block) if block >= 0 else (),
        evidence=clean,
        creates_paper=creates_paper and _names_paper(clean),
    )


# --- topics ---------------------------------------------------------------------------------------


def _names_paper(evidence: Evidence) -> bool:
    """Return whether evidence says which paper it is about: one name without title, year and identifier does not."""
    has_names = len(evidence.authors) > 1 or (evidence.authors and evidence.year)
    is_identified = not all(map(identifiers.is_placeholder, evidence.identifiers))
    return bool(evidence.title or is_identified or evidence.citekey or evidence.bibtex or has_names)


def topics(context: NoteContext, block: int) -> tuple[str, ...]:
    """Return the headings and bullets above a block, outermost first; papers and days are no topics."""
    headings = [
        context.visible_text(heading.index)
        for heading in context.headings_above(block)
        if heading.index not in context.claimed_blocks and heading.index != context.title_heading
    ]
    above = (*reversed(headings), *_bullets_above(context, block))
    return tuple(words for words in above if words and not is_day(words))


def _bullets_above(context: NoteContext, block: int) -> list[str]:
    items = [b.index for b in context.ancestors(block) if b.kind is BlockKind.ITEM]
    if context.blocks[block].kind is not BlockKind.ITEM:
        items = items[1:]
    return [_bullet_topic(context, i) for i in reversed(items) if i not in context.claimed_blocks]


@once_per_note
def _bullet_topic(context: NoteContext, item: int) -> str:
    """Return the text of a bullet if it is a topic, else ""."""
    texts, text = context.text_blocks(context.blocks[item]), context.first_words(context.blocks[item])
    if "::" in text:
        text = _PROPERTIES.sub("", text)
    text = text.rstrip(":：")
    is_linked = any(i.url and identifier_from_url(i.url) for t in texts for _, i in context.inlines_of(t.index))
    return text if not is_linked and len(text.split()) <= _MAX_TOPIC_WORDS else ""


# --- quotations -----------------------------------------------------------------------------------


def quote(context: NoteContext, block: int, offset: int) -> str:
    """Return the author's words around a place in a text block: its bullet, table row, callout or paragraph.

    Of a very long text only the part around the offset is returned: one line, or the sentences near it.
    """
    span = context.blocks[block].span
    if span.end - span.start > _LONG_BLOCK and _has_long_line(context, block):
        return _quote_line(context, offset)
    quoted = context.enclosing_entry(block)
    if quoted is None:
        quotes = [b for b in context.ancestors(block) if b.kind is BlockKind.QUOTE and b.info != ADMONITION]
        quoted = quotes[0] if quotes else context.blocks[block]
    if quoted.kind is BlockKind.HTML:
        return _quote_html_line(context, quoted, offset)
    return _quote_block(context, quoted.index)


def quote_sentence(context: NoteContext, block: int, span: Span) -> str:
    """Return what `quote` returns, but of a long paragraph only the sentence around a span.

    The result has at most 600 characters before the span and 600 after it.
    """
    paragraph = context.blocks[block]
    whole = context.enclosing_entry(block) or paragraph
    limit = _LONG_BLOCK if whole is not paragraph else _LONG_PARAGRAPH
    if paragraph.kind is not BlockKind.PARAGRAPH or whole.span.end - whole.span.start <= limit:
        return quote(context, block, span.start)
    first, last = max(paragraph.span.start, span.start - _REACH), min(paragraph.span.end, span.end + _REACH)
    # a sentence never ends within a link or emphasis
    inlines = context.inlines_between(block, first - _REACH, last)
    marked = [i.span for _, i in inlines if i.kind is not InlineKind.TEXT]
    text = context.note.text
    sentence_ends = [m.end() for m in SENTENCE_END.finditer(text, first, last) if not _is_inside(m.end(), marked)]
    start = next((e for e in reversed(sentence_ends) if e <= span.start), first)
    end = next((e for e in sentence_ends if e >= span.end), last)
    if start == first > paragraph.span.start:
        spaces = (m.end() for m in _SPACE.finditer(text, first, span.start))
        start = next((space for space in spaces if not _is_inside(space, marked)), span.start)
    if end == last < paragraph.span.end:
        later = [m.start() for m in _SPACE.finditer(text, span.end, last)]
        end = next((space for space in reversed(later) if not _is_inside(space, marked)), span.end)
    return _INDENT_OF_QUOTE.sub("\n", _resolved_source(context, Span(start, end))).strip()


def _is_inside(offset: int, spans: Iterable[Span]) -> bool:
    return any(start < offset < end for start, end in spans)


@once_per_note
def _has_long_line(context: NoteContext, block: int) -> bool:
    """Return whether a long block has a line too long to be quoted, several that are paragraphs, or very many."""
    lines = context.source(context.blocks[block].span).split("\n")
    longest = max(map(len, lines))
    return longest > 4 * _REACH or len(lines) > _MANY_LINES or (len(lines) >= 3 and longest > _LONG_BLOCK / 5)


def _quote_line(context: NoteContext, offset: int) -> str:
    """Return the line at an offset; of a long line the sentences within 600 characters of the offset."""
    text = context.note.text
    start = max(text.rfind("\n", 0, offset) + 1, offset - 2 * _REACH)
    end = text.find("\n", offset, offset + 2 * _REACH)
    end = min(len(text), offset + 2 * _REACH) if end < 0 else end
    sentence_ends = [m.end() for m in SENTENCE_END.finditer(text, start, end)]
    if offset - start > _REACH:
        start = next((e for e in sentence_ends if offset - _REACH <= e <= offset), start)
    if end - offset > _REACH:
        end = next((e for e in reversed(sentence_ends) if offset < e <= offset + _REACH), end)
    return text[start:end].strip(" \t\n>")


def _quote_html_line(context: NoteContext, block: Block, offset: int) -> str:
    """Return what a reader sees of the line of raw HTML at an offset."""
    text = context.note.text
    start, end = text.rfind("\n", 0, offset) + 1, text.find("\n", offset)
    inlines = context.inlines_between(block.index, start, end if end >= 0 else len(text))
    return " ".join("".join(i.text for _, i in inlines if i.kind is InlineKind.TEXT).split())


@once_per_note
def _quote_block(context: NoteContext, index: int) -> str:
    """Return the source of a block: of an item without bullets on other papers, of a row with points between cells."""
    block = context.blocks[index]
    if block.kind is BlockKind.ITEM:
        return _item_source(context, block)
    if block.kind is BlockKind.ROW:
        cells = [_block_source(context, c) for c in context.children(index)]
        return " · ".join(c for c in cells if c)
    return _resolved_source(context, block.span) if block.kind is BlockKind.QUOTE else _block_source(context, block)


def _item_source(context: NoteContext, item: Block) -> str:
    """Return the source of a list item without those nested bullets that are about other papers."""
    parts = []
    for child in context.children(item.index):
        if child.kind is not BlockKind.LIST or not _cites_paper(context)[child.index]:
            parts.append(_block_source(context, child))
        else:
            own = [b for b in context.children(child.index) if not _is_about_other_paper(context, b)]
            parts.append("\n".join(_block_source(context, b) for b in own))
    return "\n\n".join(p for p in parts if p)


def _block_source(context: NoteContext, block: Block) -> str:
    """Return the source of a block without the indentation and quote marks of the blocks that contain it."""
    if block.kind is BlockKind.HTML or (block.kind is BlockKind.CELL and block.info == HTML_CELL):
        return context.visible_text(block.index)
    source = _resolved_source(context, block.span).strip("\n")
    if block.kind in TEXT_BLOCKS:
        if "\n" in source:
            source = (_INDENT_OF_QUOTE if context.is_quoted(block.index) else _INDENT).sub("\n", source)
        return source.strip()
    first = context.note.text.rfind("\n", 0, block.span.start) + 1
    indent = context.note.text[first : block.span.start]
    return textwrap.dedent(((indent if not indent.strip() else "") + source).expandtabs(4)).strip("\n")


def _resolved_source(context: NoteContext, span: Span) -> str:
    """Return the source of a span with inline links in place of reference links, whose definitions are elsewhere."""
    references = _reference_links(context)
    first = bisect_left(references, span.start, key=lambda i: i.span.start)
    if first == len(references) or references[first].span.start >= span.end:
        return context.source(span)
    parts, at = [], span.start
    for link in references[first:]:
        if link.span.start >= span.end:
            break
        words = context.source(Span(link.span.start, link.inner.end))
        url = f"<{link.url}>" if set(" ()") & set(link.url) else link.url
        parts += [context.source(Span(at, link.span.start)), f"{words}]({url})"]
        # the span of `[words][]` does not include the empty brackets
        at = link.span.end + 2 * context.note.text.startswith("[]", link.span.end)
    return "".join([*parts, context.source(Span(at, span.end))])


@once_per_note
def _reference_links(context: NoteContext) -> Sequence[Inline]:
    """Return the reference links of the note; they are never nested."""
    text = context.note.text
    return [
        i
        for _, i in context.links
        if not i.bare and _REFERENCE.fullmatch(text, i.inner.end, i.span.end) and not set("<>\n") & set(i.url)
    ]


# --- nested papers --------------------------------------------------------------------------------


def _is_about_other_paper(context: NoteContext, item: Block) -> bool:
    """Return whether an item cites a paper that no recogniser has claimed for the item above it."""
    return _cites_paper(context)[item.index] and any(
        index not in context.claimed_inlines and _is_citation(inline)
        for b in context.subtree(item)
        for index, inline in context.inlines_of(b.index)
    )


def _is_citation(inline: Inline) -> bool:
    if inline.kind is InlineKind.LINK:
        return identifier_from_url(inline.url) is not None
    return inline.kind is InlineKind.WIKILINK


@once_per_note
def _cites_paper(context: NoteContext) -> Sequence[bool]:
    """Return for each block whether a link to a paper or a wikilink is inside it."""
    cites = [False] * len(context.blocks)
    for inline in context.inlines:
        block = inline.block if _is_citation(inline) else -1
        while block >= 0 and not cites[block]:
            cites[block] = True
            block = context.blocks[block].parent
    return cites


def quotation_of_card(
    context: NoteContext, blocks: list[Block], values: list[LabelledValue], entries: list[Block]
) -> str:
    """Return the source of the blocks without BibTeX entries and values that the paper carries as facts."""
    if not blocks:
        return ""
    source = context.note.text
    at, end = source.rfind("\n", 0, blocks[0].span.start) + 1, blocks[-1].span.end
    gaps = [v.span for v in values if v.meaning in _MEANINGS_OF_FACTS] + [b.span for b in entries]
    parts = []
    for gap in sorted(gaps):
        if at <= gap.start < end:
            # the bullet of a removed list item goes, too
            line = max(at, source.rfind("\n", at, gap.start))
            parts.append(source[at : line if _BULLET.fullmatch(source, line, gap.start) else gap.start])
            at = gap.end
    parts.append(source[at:end])
    return _EMPTY_LINES.sub("\n\n", "".join(parts)).strip()
