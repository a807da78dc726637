"""Recognise the source that a card names for its words, in a line of its own or after a quotation.

Examples are `Source: Kuhn, The Structure of Scientific Revolutions, 1962`, `**Quelle:** *Title*, Ann Lee` and
`— Donella Meadows, *Thinking in Systems*, p. 12`.
"""

from __future__ import annotations

from collections.abc import Iterator

from papernotes_plugin.recognisers import reference
from papernotes_plugin.recognisers.evidence.references.reference_parts import part_of
from papernotes_plugin.recognisers.evidence.references.reference_text import reference_text
from papernotes_plugin.recognisers.evidence.references.source_ends import cut_end, is_other_work
from papernotes_plugin.recognisers.evidence.references.stated_sources import read_note_name, read_source
from papernotes_plugin.recognisers.evidence.structure.candidate_blocks import CandidateForm, PaperCandidate
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.structure.quoted_context import build_mention
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Evidence, InlineKind, Mention, MentionKind, Span

_LABEL = (
    r"(?:[Ss]ources?|SOURCE|[Ff]rom|[Tt]aken from|[Vv]ia|[Qq]uoted (?:from|in)|[Ii]dea from|[Rr]ef(?:erence)?s?"
    r"|[Cc]itation|[Qq]uellen?|[Ll]iteratur|[Bb]eleg|[Zz]itat aus|[Zz]itiert (?:aus|nach)|[Ff]uentes?|[Rr]eferencia"
    r"|[Tt]omado de|[Tt]iré de|[Rr]éf(?:érence)?|[Ff]ontes?|[Rr]eferência|[Ee]xtraído de|[Tt]ratto da"
    r"|[Rr]iferimento|[Ии]сточник|[Bb]ron|[Kk]ilde|[Kk]älla|[Źź]ródło|[Zz]droj|[Kk]aynak)"
)
"""A word for the source of an idea or a quotation."""
_LINE = lazy_regex(
    r"\n[ \t>]*(?:(?:[-*+] +)?[*_(\[]{0,4}(?:[\U0001f4d6-\U0001f4da]\ufe0f?\s?)?[*_]{0,3}"
    rf"{_LABEL}[*_]{{0,3}} ?::?(?!//)|(?:—|–|―|--) ?(?=[^\W\d_]))"
)
"""The beginning of a line with a source: a label, or the dash before the author of a quotation."""
_IN_BRACKETS = lazy_regex(rf" \({_LABEL}:")
"""The beginning of a source at the end of a sentence."""
_OPENING = lazy_regex(rf"[^\w]*{_LABEL}\s?::?\s*|\s*(?:—|–|―|--)\s*")
_BRACKET = lazy_regex(r"[)\]][\s.]*$")
_HEADING = lazy_regex(_LABEL)
_TEXTS = (BlockKind.PARAGRAPH, BlockKind.ITEM)
_MAX_LINE = 600


def recognise(context: NoteContext) -> Iterator[Mention]:
    """Yield an `ITEM` for each line that names a work as the source of the words around it."""
    text = context.note.text
    if first := None if context.note.body_start else _LINE.match(f"\n{text[:_MAX_LINE]}"):
        yield from _sources_at(context, 0, first.end() - 1)
    for match in _LINE.finditer(text, max(0, context.note.body_start - 1)):
        yield from _sources_at(context, match.start() + 1, match.end())
    for match in _IN_BRACKETS.finditer(text, context.note.body_start) if " (" in text else ():
        yield from _sources_at(context, match.start() + 1, match.end())
    for heading in context.headings:
        if _HEADING.fullmatch(context.visible_text(heading.index).strip(" :")):
            for block in context.section(heading):
                if block.kind is BlockKind.PARAGRAPH:
                    yield from _mention(context, block, block.span, is_below_label=True)


def _sources_at(context: NoteContext, start: int, at: int) -> Iterator[Mention]:
    """Yield the source in the part of a line that begins at an offset, and whose words begin at another one."""
    index = context.text_block_at(at)
    block = context.blocks[index] if index >= 0 else None
    if block is not None and block.kind in _TEXTS:
        end = context.note.text.find("\n", at)
        last = min(block.span.end, end if end >= 0 else block.span.end)
        yield from _mention(context, block, Span(max(block.span.start, start), last))


def _mention(context: NoteContext, block: Block, line: Span, *, is_below_label: bool = False) -> Iterator[Mention]:
    """Yield the mention of the work that a line names."""
    container = context.enclosing_entry(block.index) or block
    if line.end - line.start > _MAX_LINE or {block.index, container.index} & context.claimed_blocks:
        return
    whole = PaperCandidate(context, container, block, (), CandidateForm.LINE)
    candidate = part_of(context, whole, line)
    words = reference_text(candidate.inlines, names_notes=True)
    opening = None if is_below_label else _OPENING.match(words.text)
    if opening is None and not is_below_label:
        return
    start, end = opening.end() if opening else 0, len(words.text)
    is_label = opening is None or opening[0].strip().endswith(":")
    if opening and "(" in opening[0] and (bracket := _BRACKET.search(words.text, start)):
        end = bracket.start()
    if is_label and (linked := _linked_note(context, candidate, words.span(start, end) if start < end else line)):
        yield linked
        return
    source = read_source(words, start, end)
    if source is None or not (source.is_likely if is_label else source.is_sure and _follows_quotation(context, block)):
        return
    if _is_about_other(context, block):
        return
    mention = reference.mention_of(context, candidate, words, source.reference, is_of_form=True)
    if mention:
        yield mention


def _linked_note(context: NoteContext, candidate: PaperCandidate, value: Span) -> Mention | None:
    """Return the mention of the work that the name of a linked note states, if the link and pages are the value."""
    inside = [(n, inline) for n, inline in candidate.inlines if inline.kind is InlineKind.WIKILINK]
    if len(inside) != 1:
        return None
    index, link = inside[0]
    before, after = context.note.text[value.start : link.span.start], context.note.text[link.span.end : value.end]
    after_pages, is_located = cut_end(f" {after}")
    if index in context.claimed_inlines or before.strip(" *_[(") or after_pages.strip(" .,;*_)"):
        return None
    name = link.url.split("#")[0].rsplit("/", 1)[-1].removesuffix(".md").strip()
    source = read_note_name(name, is_located=is_located)
    if source is None:
        return None
    context.claimed_inlines.add(index)
    read = source.reference
    evidence = Evidence(title=read.title.words, authors=read.all_authors, year=read.year)
    return build_mention(context, MentionKind.KEY, link.span, name, candidate.block.index, evidence)


def _is_about_other(context: NoteContext, block: Block) -> bool:
    """Return whether the note, its tags or the headings above a block name another kind of work: songs, films."""
    headings = (context.visible_text(heading.index) for heading in context.headings_above(block.index))
    return any(map(is_other_work, (context.note.title, *context.note.tags, *headings)))


def _follows_quotation(context: NoteContext, block: Block) -> bool:
    """Return whether a block is in a quotation, or directly below one."""
    if context.is_quoted(block.index):
        return True
    before = context.sibling_before(block)
    return before is not None and before.kind is BlockKind.QUOTE
