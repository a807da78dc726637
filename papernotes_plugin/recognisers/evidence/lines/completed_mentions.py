"""Complete the mentions of a note: with the facts in their lines, with other mentions there, or with its only paper."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from itertools import takewhile

from papernotes_plugin import text
from papernotes_plugin.markup.document_text import TEXT_BLOCKS
from papernotes_plugin.people import parse_person
from papernotes_plugin.recognisers.evidence.lines.described_lines import is_fact, parts_below
from papernotes_plugin.recognisers.evidence.lines.described_titles import DescribedTitle, title_among_facts
from papernotes_plugin.recognisers.evidence.lines.line_evidence import is_complete, plain_text_of, with_parts
from papernotes_plugin.recognisers.evidence.lines.line_marks import MARKS
from papernotes_plugin.recognisers.evidence.lines.line_parts import (
    LinePart,
    PartKind,
    facts_in,
    has_dividing_mark,
    read_parts,
)
from papernotes_plugin.recognisers.evidence.lines.line_text import NO_TITLE, goes_on, line_of, plain_line
from papernotes_plugin.recognisers.evidence.papers.item_citekeys import is_key_of
from papernotes_plugin.recognisers.evidence.papers.paper_links import is_paper_link
from papernotes_plugin.recognisers.evidence.references.publishers import EVENT
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.structure.table_headers import TableHeader
from papernotes_plugin.recognisers.evidence.titles import dated_venues
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Evidence, InlineKind, Mention, MentionKind, Span

_MARK_IN_HEADING = lazy_regex(r"[;|·—–/»”」》\"]|\b(?:19|20)\d\d|, .*, |, \S+ et al")
"""A sign of names, a venue or a year in the heading of a card."""
_MIN_TITLE = 4
"""Words of a link to a paper from which they are a whole title."""
_MIN_SHARED = 2
"""Words of a title that two mentions of a note share."""
_CLOSING = (")", "]", "—", "–", "|", "·")
"""Marks after which other words are no part of the facts before them."""
_OF_PAPERS = frozenset((MentionKind.ITEM, MentionKind.CARD, MentionKind.CITATION, MentionKind.LITERATURE_NOTE))
_IN_NOTES = (MentionKind.ITEM, MentionKind.CARD, MentionKind.CITATION)
"""The kinds of mentions that state the facts of a paper within a note."""
_WITH_TITLES = (MentionKind.LITERATURE_NOTE, MentionKind.CARD, MentionKind.ITEM)
"""The kinds of mentions that have a title as written in a note, and not as the name of a file."""


def with_described_facts(context: NoteContext, mentions: Sequence[Mention], others: Sequence[Mention]) -> list[Mention]:
    """Return mentions with the facts that the lines around and below their titles state.

    Args:
        context: The note.
        mentions: The mentions.
        others: The other mentions of the note; their lines are not read.
    """
    papers = Counter(
        context.text_block_at(mention.span.start)
        for mention in (*mentions, *others)
        if mention.kind is not MentionKind.NAME and mention.creates_paper
    )
    return [_completed(context, mention, papers) for mention in mentions]


def _completed(context: NoteContext, mention: Mention, papers: Counter[int]) -> Mention:
    """Return a mention with further facts.

    Args:
        context: The note.
        mention: The mention.
        papers: The number of papers in each text block.
    """
    if mention.kind not in _OF_PAPERS or not mention.evidence.title or not mention.creates_paper:
        return mention
    index = context.text_block_at(mention.span.start)
    if index < 0 or papers[index] > 1 or context.blocks[index].kind is BlockKind.HTML:
        return mention
    block = context.blocks[index]
    if block.kind is BlockKind.HEADING and dated_venues.opens_with_meeting(context.visible_text(index)):
        # the name after the title is that of the speaker
        return mention
    mention = _with_title(context, mention, block)
    if is_complete(mention.evidence):
        return mention
    parts = _parts_in_row(context, block) if block.kind is BlockKind.CELL else _parts_of(context, mention, papers)
    # `**Bibliographische Angabe:** Blumenberg, Hans: …`
    labels = {field.label for field in mention.evidence.fields if field.label}
    evidence = with_parts(
        mention.evidence, [part for part in parts if part.published.is_known or part.published.venue not in labels]
    )
    return mention if evidence is mention.evidence else mention._replace(evidence=evidence)


def _with_title(context: NoteContext, mention: Mention, block: Block) -> Mention:
    """Return a mention without names, a venue or a date in its title, if they leave the only other words of its line.

    A title that is a venue or names, or has numbers of a volume, gives way to these words, too.
    """
    present = mention.evidence.title
    if mention.kind not in _IN_NOTES or block.kind not in TEXT_BLOCKS:
        return mention
    if block.kind is BlockKind.HEADING and not _MARK_IN_HEADING.search(present):
        return mention
    is_linked_part = _is_linked_part(context, mention, block)
    if present == present.strip(MARKS) and not (is_linked_part or has_dividing_mark(present) or is_fact(present)):
        # most titles are one stretch of their line
        return mention
    described = title_among_facts(context, block)
    if described is None or described.title == present:
        return mention
    # `[Title](…) EDBT/ICDT, 2016`
    goes_on_with_name = described.title.startswith(present) and described.title[len(present) :].isupper()
    is_of_facts = is_fact(present) or _letters(present) in _letters(plain_text_of(described.parts))
    if not (
        (described.is_marked and is_of_facts)
        or (is_linked_part and described.title.startswith(present) and not goes_on_with_name)
        or _has_facts_around(present, described)
    ):
        return mention
    authors = () if described.title in mention.evidence.authors else mention.evidence.authors
    evidence = mention.evidence._replace(title=described.title, authors=authors)
    return mention._replace(span=described.span, text=described.title, evidence=evidence)


def _letters(words: str) -> str:
    """Return the letters and digits of words in the form of lines, which has one form of `et al.`."""
    return "".join(filter(str.isalnum, plain_line(words)))


def _is_linked_part(context: NoteContext, mention: Mention, block: Block) -> bool:
    """Return whether the title of a mention is the text of a link, after which the words go on."""
    links = (i for _, i in context.inlines_of(block.index) if i.kind is InlineKind.LINK)
    link = next((i for i in links if i.span.start <= mention.span.start < i.span.end), None)
    is_whole = link is not None and is_paper_link(link) and count_words(link.text) >= _MIN_TITLE
    return link is not None and not is_whole and goes_on(context, link)


def _has_facts_around(title: str, described: DescribedTitle) -> bool:
    """Return whether a title is another one with names or a dated venue after it; before it only if that is marked."""
    before, inner, after = title.partition(described.title)
    if not inner or (before.strip(MARKS) and not described.is_marked):
        return False
    if not any(part.names or part.published.venue for part in described.parts):
        return False
    facts = _letters(plain_text_of(part for part in described.parts if part.kind is not PartKind.TITLE))
    # a comma may be a part of a title without marks
    goes_on = after[:1].isalnum() or (after.lstrip()[:1] == "," and not described.is_marked)
    return not goes_on and all(_letters(words) in facts for words in (before, after))


def _parts_of(context: NoteContext, mention: Mention, papers: Counter[int]) -> list[LinePart]:
    """Return the parts next to the title of a mention, and those in the lines below it."""
    block = context.text_block_at(mention.span.start)
    own = read_parts(line_of(context, block, _title_span(context, mention)))
    at = next((n for n, part in enumerate(own) if part.kind is PartKind.TITLE), -1)
    if at < 0:
        return []
    before, after = _without_names_of_papers(_adjacent(own[:at][::-1])), _adjacent(own[at + 1 :])
    is_whole = all(part.kind is not PartKind.WORDS for part in own)
    if mention.kind is MentionKind.CITATION and not is_whole:
        # a link in a sentence has other words around it
        return []
    below = parts_below(context, context.blocks[block], lambda text: text.index in papers)[0] if is_whole else []
    return [*after, *before, *below]


def _without_names_of_papers(parts: list[LinePart]) -> list[LinePart]:
    """Return the parts before a title without venues that have no year, and may be names of papers: `**TIP**: …`."""
    is_dated = any(part.published.year for part in parts)
    return [part for part in parts if is_dated or part.kind is not PartKind.VENUE]


def _title_span(context: NoteContext, mention: Mention) -> Span:
    """Return where the title of a mention is; the span of a mention may have more words."""
    at = context.note.text.find(mention.evidence.title, *mention.span)
    return Span(at, at + len(mention.evidence.title)) if at >= 0 else mention.span


def _parts_in_row(context: NoteContext, cell: Block) -> list[LinePart]:
    """Return the venues in the cells of a row whose column has no other meaning."""
    row = context.blocks[cell.parent]
    header = TableHeader.of_table(context, context.blocks[row.parent])
    columns = zip(context.children(row.index), header.facts, header.are_remarks, strict=False)
    parts: list[LinePart] = []
    for other, fact, is_remark in columns:
        if other.index != cell.index and fact in ("", "venue") and not is_remark:
            parts += facts_in(line_of(context, other.index, NO_TITLE))
    return [part for part in parts if part.kind is PartKind.VENUE]


def _adjacent(parts: Sequence[LinePart]) -> list[LinePart]:
    """Return the parts from a title to the first other words; the last of them is left out if the words go on."""
    taken = list(takewhile(lambda part: part.kind is not PartKind.WORDS, parts))
    if taken and len(taken) < len(parts):
        following = parts[len(taken)].text.lstrip(MARKS)
        is_divided = "\n" in taken[-1].text[-2:] or taken[-1].text.rstrip().endswith(_CLOSING)
        is_list = len(taken[-1].names) > 1 and (
            taken[-1].text.rstrip().endswith((",", ";", "&")) or following[:4] == "and "
        )
        # a comma may end the line of names above that of an event
        is_above_event = "\n" in taken[-1].text[-2:] and EVENT.search(following) is not None
        if (following[:1].islower() and not is_divided) or (is_list and not is_above_event):
            # also a list of names whose last ones are unusual
            taken.pop()
    return taken


def with_identifiers(context: NoteContext, mentions: Sequence[Mention], others: Sequence[Mention]) -> list[Mention]:
    """Return mentions, of which a title and an identifier alone in the same line are one.

    Args:
        context: The note.
        mentions: The mentions.
        others: The other mentions of the note; their lines do not change.
    """
    by_block: dict[int, list[Mention]] = {}
    other_blocks = {context.text_block_at(mention.span.start) for mention in others if mention.creates_paper}
    for mention in mentions:
        if mention.kind is not MentionKind.NAME and mention.creates_paper:
            by_block.setdefault(context.text_block_at(mention.span.start), []).append(mention)
    changed: dict[Mention, Mention | None] = {}
    for block, of_block in by_block.items():
        is_pair = len(of_block) == 2 and block not in other_blocks
        if is_pair and block >= 0 and context.blocks[block].kind is BlockKind.PARAGRAPH:
            titled, cited = sorted(of_block, key=lambda mention: not mention.evidence.title)
            if _is_of_title(context, block, titled, cited):
                links = titled.evidence.links + cited.evidence.links
                evidence = titled.evidence._replace(identifiers=cited.evidence.identifiers, links=links)
                changed[titled] = titled._replace(evidence=evidence)
                changed[cited] = None
    return (
        [present for mention in mentions if (present := changed.get(mention, mention))] if changed else list(mentions)
    )


def _is_of_title(context: NoteContext, block: int, titled: Mention, cited: Mention) -> bool:
    """Return whether a title has no identifier, and an identifier no title, in a line without other words."""
    is_pair = titled.evidence.title and not titled.evidence.identifiers and not cited.evidence.title
    if not is_pair or not cited.evidence.identifiers or cited.kind is not MentionKind.CITATION:
        return False
    at = context.note.text.find(titled.evidence.title, *context.blocks[block].span)
    title = Span(at, at + len(titled.evidence.title)) if at >= 0 else titled.span
    return any(part.kind is PartKind.TITLE for part in facts_in(line_of(context, block, title)))


def with_titles_of_others(mentions: Sequence[Mention]) -> list[Mention]:
    """Return the mentions of a note; a title without facts creates no second paper if another one has facts."""
    described = [mention for mention in mentions if mention.creates_paper and _has_facts(mention.evidence)]
    titles = {text.comparison_key(mention.evidence.title) for mention in described if mention.evidence.title}
    return [
        mention._replace(creates_paper=False)
        if mention.kind in _IN_NOTES
        and not _has_facts(mention.evidence)
        and count_words(mention.evidence.title) >= _MIN_SHARED
        and text.comparison_key(mention.evidence.title) in titles
        else mention
        for mention in mentions
    ]


def with_files_of_papers(mentions: Sequence[Mention]) -> list[Mention]:
    """Return the mentions of a note; the name of a file that begins a title of the note is one of that paper.

    Reference managers cut the titles in such names: `Lee et al. - 2019 - Counting Wild Sheep in Northern C.pdf`.
    """
    files = [m for m in mentions if m.kind is MentionKind.CITATION and m.text.endswith(".pdf") and m.evidence.title]
    papers = [m for m in mentions if m.kind in _WITH_TITLES and m.evidence.authors] if files else []
    by_title = sorted((text.comparison_key(paper.evidence.title), number) for number, paper in enumerate(papers))
    named: dict[Mention, str] = {}
    for file in files:
        opening = text.comparison_key(file.evidence.title.rstrip("…"))
        # by bisection, as a scan of all papers for each file would take quadratic time
        at = bisect_left(by_title, (opening, 0))
        key, number = by_title[at] if at < len(by_title) else ("", 0)
        if key.startswith(opening) and _is_file_of(file.evidence, papers[number].evidence):
            named[file] = papers[number].evidence.title
    return [
        m._replace(evidence=m.evidence._replace(title=named[m]), creates_paper=False) if m in named else m
        for m in mentions
    ]


def _is_file_of(file: Evidence, paper: Evidence) -> bool:
    """Return whether the name of a file has the year, if any, and the first author of a paper."""
    persons = [parse_person(names[0]) for names in (file.authors, paper.authors) if names]
    surnames = {person.surname.casefold() for person in persons if person}
    return file.year in (None, paper.year) and len(surnames) <= 1


def _has_facts(evidence: Evidence) -> bool:
    return bool(evidence.authors or evidence.year or evidence.identifiers or evidence.citekey)


def with_paper_of_note(mentions: Sequence[Mention]) -> list[Mention]:
    """Return the mentions of a note; its own paper has the facts of the only one in it, if the citekey names them."""
    note = next((mention for mention in mentions if mention.kind is MentionKind.LITERATURE_NOTE), None)
    if note is None or note.evidence.title or note.evidence.identifiers or not note.evidence.citekey:
        return list(mentions)
    papers = [m.evidence for m in mentions if m.kind in _IN_NOTES and m.creates_paper]
    if len(papers) != 1 or not (papers[0].title and is_key_of(note.evidence.citekey, papers[0])):
        return list(mentions)
    facts = zip(note.evidence, papers[0], strict=True)
    evidence = Evidence._make(of_note or of_paper for of_note, of_paper in facts)
    return [mention._replace(evidence=evidence) if mention is note else mention for mention in mentions]
