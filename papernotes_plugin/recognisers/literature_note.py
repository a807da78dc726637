"""Literature note: a note about one paper, by its front matter, its inline fields or its name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from papernotes_plugin import citekeys, text
from papernotes_plugin.recognisers.evidence import field_facts, labelled_values, paper_front_matter, title_heuristics
from papernotes_plugin.recognisers.evidence.context import NoteContext
from papernotes_plugin.recognisers.evidence.labelled_values import LabelledValue
from papernotes_plugin.recognisers.evidence.paper_links import (
    PaperLinks,
    identifier_from_url,
    is_paper_link,
    link_lines,
    refers_to_other_paper,
)
from papernotes_plugin.recognisers.evidence.quoted_context import build_mention
from papernotes_plugin.vocabulary.model import Block, BlockKind, Evidence, InlineKind, Mention, MentionKind, Span

_OPENING = 12
"""Blocks from the top of a note in which its fields may stand."""
_NEAR = 3000
"""Characters from the top of a post within which it links to its paper."""
_BYLINE = re.compile(r"(?P<author>.{2,60}?) [-–—] (?P<title>.+) [-–—] (?:\w+ )?(?:19|20)\d\d")
"""`# Sönke Ahrens - How To Take Smart Notes - 2017`, the heading as a reader sees it."""
_CITE = {"cite", "citation", "reference"}
"""Callouts with the reference of the note's paper."""
_FACTS = (
    "title", "authors", "year", "venue", "track", "identifiers", "citekey", "tldr", "abstract", "fields",
)  # fmt: skip


def recognise(context: NoteContext) -> Iterator[Mention]:
    """The mention that stands for a literature note as a whole; it claims the note's own links and fields."""
    stem = PurePosixPath(context.note.path).stem
    by_name = title_heuristics.citekey_of_name(stem)
    labelled = _opening_fields(context, by_name)
    evidence = paper_front_matter.evidence(context.note.meta)
    if labelled:
        evidence = _joined(evidence, _from_fields(context, labelled))
    if not (
        paper_front_matter.describes(context.note.meta, evidence) or (by_name and _backed(context, stem, evidence))
    ):
        if own := _linked_paper(context, evidence.title):
            yield _mention(context, evidence._replace(identifiers=own.identifiers, links=own.links), labelled)
        return
    if by_name and not evidence.citekey:
        evidence = evidence._replace(citekey=by_name)
    if citekeys.is_citekey(evidence.title.strip("@ ")) or evidence.title.startswith("@"):
        evidence = evidence._replace(title="")
    evidence = evidence._replace(title=_title(context, evidence.title))
    context.claimed_blocks.update(f.block for f in labelled)
    context.read_spans += (f.span for f in labelled if f.meaning not in ("", "abstract", "tldr"))
    yield _mention(context, evidence, labelled)


def _linked_paper(context: NoteContext, title: str) -> PaperLinks | None:
    """The one paper that a post links to as `the paper` near its top, where its title may be that paper's."""
    if (
        title_heuristics.count_words(title) < 2
        or title_heuristics.is_generic(title)
        or title_heuristics.starts_lowercase(title)
    ):
        return None
    if context.title_heading >= 0 and not title_heuristics.is_generic(context.visible_text(context.title_heading)):
        return None
    own = PaperLinks()
    for block in context.blocks:
        if block.kind is not BlockKind.PARAGRAPH:
            continue
        lines = link_lines(context, block)
        for place, inline in (x for links, alone in lines if alone for x in links):
            named = title_heuristics.calls_paper(inline.text) and not refers_to_other_paper(context, inline)
            if named and not own.add(place, inline):
                return None
    near = own.indices and context.inlines[own.indices[0]].span.start < context.note.body + _NEAR
    return own if own.identifiers and near else None


def _title(context: NoteContext, said: str) -> str:
    """The title: as front matter or fields say, else of the first heading, else of the first bullet."""
    if not context.headings:
        return said or _first_bullet(context)
    heading = context.visible_text(context.headings[0].index)
    match = _BYLINE.fullmatch(heading)
    named = title_heuristics.split_title(match["title"] if match else heading).title
    # front matter made from a file name has lost the colon that the heading still has
    if said and text.comparison_key(said) != text.comparison_key(named):
        return said
    return said if title_heuristics.is_generic(heading) else named


def _first_bullet(context: NoteContext) -> str:
    """The title in the first bullet of an outline without headings."""
    first = next((b for b in context.blocks if b.kind is BlockKind.ITEM), None)
    texts = context.text_blocks(first) if first else []
    line = re.sub(r"\s#\S+", "", context.visible_text(texts[0].index)) if texts else ""
    return (
        title_heuristics.split_title(line).title if title_heuristics.count_words(line) >= 3 and len(line) < 200 else ""
    )


def _backed(context: NoteContext, stem: str, evidence: Evidence) -> bool:
    """A note named by a key, without describing front matter, must still speak of a paper."""
    if stem.startswith("@"):
        return True
    if context.headings and _BYLINE.fullmatch(context.visible_text(context.headings[0].index)):
        return True
    return bool(evidence.title or evidence.authors or evidence.year or evidence.identifiers) or any(
        is_paper_link(i) for i in context.inlines if i.kind is InlineKind.LINK
    )


def _mention(context: NoteContext, evidence: Evidence, labelled: list[LabelledValue]) -> Mention:
    own = PaperLinks(evidence.identifiers, evidence.links)
    _claim(context, own)
    evidence = evidence._replace(
        identifiers=own.identifiers,
        links=own.links,
        abstract=evidence.abstract or _section(context, "abstract"),
        tldr=evidence.tldr or _section(context, "tldr"),
        bibtex=_entry(context),
        tags=evidence.tags or context.note.tags,
    )
    context.note_evidence = evidence
    span, shown, block = _place(context, evidence, labelled)
    body = context.note.text[context.note.body :].strip()
    return build_mention(context, MentionKind.LITERATURE_NOTE, span, shown, block, evidence, quotation=body)._replace(
        topic=()
    )


def _place(context: NoteContext, evidence: Evidence, labelled: list[LabelledValue]) -> tuple[Span, str, int]:
    """Where the paper is named: a title in front matter or fields, else the first heading, else the first line."""
    shown = evidence.title or evidence.citekey
    heading = context.headings[0] if context.headings else None
    same = (
        heading
        and evidence.title
        and title_heuristics.split_title(context.visible_text(heading.index)).title == evidence.title
    )
    if heading and same and not _line_of(context, "title", own=True):
        return context.text_span(heading), shown, heading.index
    for key in (*paper_front_matter.TITLES, *paper_front_matter.KEYS):
        if line := _line_of(context, key):
            start = context.note.line_starts[line - 1]
            end = context.note.text.find("\n", start)
            at = context.note.text.find(evidence.title[:30], start, end) if evidence.title else start
            return Span(max(at, start), end), shown, -1
    named = [f for f in labelled if f.meaning in ("title", "citekey") and f.value]
    if named:
        titled = (f for f in named if title_heuristics.split_title(field_facts.plain_value(f)).title == evidence.title)
        field = next(titled, named[0])
        return field.value_span, shown, field.block
    if heading and not title_heuristics.is_generic(context.visible_text(heading.index)):
        return context.text_span(heading), context.visible_text(heading.index), heading.index
    return Span(context.note.body, context.note.body), shown, -1


def _line_of(context: NoteContext, key: str, *, own: bool = False) -> int:
    """The line of the front matter on which a key stands, whatever its case; 0 for none.

    Args:
        context: The note.
        key: In lower case.
        own: Only where the line begins with the key: front matter may be one line of JSON.
    """
    for name, line in context.note.meta_lines.items():
        if name.casefold() == key:
            return line if not own or context.note.text.startswith(name, context.note.line_starts[line - 1]) else 0
    return 0


def _claim(context: NoteContext, own: PaperLinks) -> None:
    """Links on lines of their own that say nothing lead to the note's paper, anywhere in the note."""
    for block in context.blocks:
        if block.kind not in (BlockKind.PARAGRAPH, BlockKind.CELL, BlockKind.HTML):
            continue
        cite = any(b.kind is BlockKind.QUOTE and b.info in _CITE for b in context.ancestors(block.index))
        for links, alone in link_lines(context, block):
            for place, inline in links:
                if cite or (
                    alone
                    and title_heuristics.is_uninformative(inline.text)
                    and not refers_to_other_paper(context, inline)
                ):
                    own.add(place, inline)
    # wherever the note links to its own paper it speaks of itself
    held = set(own.identifiers)
    own.indices += [
        p for p, i in enumerate(context.inlines) if i.kind is InlineKind.LINK and identifier_from_url(i.url) in held
    ]
    context.claimed_inlines.update(own.indices)


_ENTRY = re.compile(r"^\s*@(?!comment|preamble|string)\w+\s*\{", re.MULTILINE | re.IGNORECASE)


def _entry(context: NoteContext) -> str:
    """The BibTeX of the paper, where the note holds exactly one entry."""
    blocks = [
        b
        for b in context.blocks
        if b.kind is BlockKind.CODE and context.source(b.span).count("@") and _is_bibtex(context, b)
    ]
    if len(blocks) != 1 or len(_ENTRY.findall(context.source(blocks[0].span))) != 1:
        return ""
    context.claimed_blocks.add(blocks[0].index)
    lines = context.source(blocks[0].span).split("\n")
    return "\n".join(line for line in lines if not line.lstrip(" >").startswith(("```", "~~~"))).strip()


def _is_bibtex(context: NoteContext, block: Block) -> bool:
    return block.info.split(" ")[0].casefold() in ("bibtex", "bib", "biblatex")


def _section(context: NoteContext, name: str) -> str:
    """The text under a heading `Abstract` or `TL;DR`, or in a callout of that type."""
    for heading in context.headings:
        if labelled_values.meaning(context.visible_text(heading.index)) == name:
            blocks = context.section(heading)
            if blocks:
                return context.note.text[blocks[0].span.start : blocks[-1].span.end].strip()
    for block in context.blocks:
        if block.kind is BlockKind.QUOTE and block.info in (name, "summary" if name == "tldr" else name):
            lines = [re.sub(r"^[ \t]*>[ \t]?", "", line) for line in context.source(block.span).split("\n")]
            return "\n".join(lines[1:]).strip()
    return ""


# --- inline fields --------------------------------------------------------------------------------


def _opening_fields(context: NoteContext, by_name: str) -> list[LabelledValue]:
    """The fields that open the note (lines, lists, callouts, properties), where they describe the whole of it."""
    opening: list[Block] = []
    for block in context.children(-1):
        if block.kind is BlockKind.HEADING:
            if opening and not title_heuristics.is_generic(context.visible_text(block.index)):
                break
            continue
        opening.append(block)
        if len(opening) > _OPENING:
            break
    found = labelled_values.find(context, opening)
    if not found:
        return found
    known = {f.meaning for f in found if f.meaning and f.value}
    properties = any("::" in context.source(f.span) for f in found)
    if by_name:
        return found if known else []
    if properties and len(known) >= 2:
        return found
    titles = [f for f in found if f.meaning == "title"]
    texts = (b.index for b in context.blocks if b.kind in (BlockKind.PARAGRAPH, BlockKind.CELL))
    opens = bool(found) and found[0].block == next(texts) and not _headed(context, found[0])
    if not (opens and titles == found[:1] and known & {"authors", "link", "doi", "arxiv", "venue", "year"}):
        return []
    return found if sum(f.meaning == "title" for f in labelled_values.find(context, context.children(-1))) == 1 else []


def _headed(context: NoteContext, field: LabelledValue) -> bool:
    """A heading stands before the field."""
    return bool(context.headings) and context.headings[0].span.start < field.span.start


def _from_fields(context: NoteContext, labelled: list[LabelledValue]) -> Evidence:
    said = field_facts.evidence(labelled)
    titles = [field_facts.plain_value(f) for f in labelled if f.meaning == "title" and f.value]
    named = next((t for t in titles if not citekeys.is_citekey(t.strip("@ "))), "")
    own = PaperLinks(said.identifiers)
    for f in labelled:
        if f.meaning in ("link", "doi", "arxiv"):
            for _, inline in context.unclaimed_links_in(f.block, f.span):
                if found := identifier_from_url(inline.url):
                    own.add_identifier(found)
    title = title_heuristics.split_title(named.removeprefix("@")).title
    return said._replace(title=title, identifiers=own.identifiers)


def _joined(first: Evidence, second: Evidence) -> Evidence:
    """The first evidence with its gaps filled from the second."""
    gaps = {n: getattr(second, n) for n in _FACTS if not getattr(first, n) and getattr(second, n)}
    return first._replace(**gaps) if gaps else first
