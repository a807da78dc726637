"""Recognise the papers of a list whose lines have one form, whatever the order of title, names, year and venue.

Examples are `1986: Title, Lee, Ray`, `Title [Lee & Ray 1986]`, `Title - Lee & Ray - Nature - 1986` and
`2017 - NeurIPS - Title`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from papernotes_plugin.people import OTHERS
from papernotes_plugin.recognisers import reference
from papernotes_plugin.recognisers.evidence.authors import authorship, short_bylines
from papernotes_plugin.recognisers.evidence.lines import facts_at_ends
from papernotes_plugin.recognisers.evidence.lines.facts_at_ends import QUOTED_FORM, LineFacts
from papernotes_plugin.recognisers.evidence.papers.bibliographies import works_announced_above
from papernotes_plugin.recognisers.evidence.papers.listed_papers import Works
from papernotes_plugin.recognisers.evidence.papers.paper_links import PaperLinks, is_paper_link
from papernotes_plugin.recognisers.evidence.references.author_lists import AuthorList
from papernotes_plugin.recognisers.evidence.references.block_texts import text_of_block, text_of_inlines
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.references.reference_reader import Reference
from papernotes_plugin.recognisers.evidence.references.reference_text import ReferenceText
from papernotes_plugin.recognisers.evidence.references.title_ends import TitleReading
from papernotes_plugin.recognisers.evidence.structure.candidate_blocks import (
    CandidateForm,
    PaperCandidate,
    candidates_in,
)
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.structure.listed_lines import lines_of_list
from papernotes_plugin.recognisers.evidence.structure.note_structure import IndexedInline
from papernotes_plugin.recognisers.evidence.structure.quoted_context import build_mention
from papernotes_plugin.recognisers.evidence.titles.groups_of_titles import are_cited_repeatedly, are_titles_of_papers
from papernotes_plugin.recognisers.evidence.titles.sentences import are_mostly_sentences
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import is_uninformative, looks_like_title
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Evidence, Inline, InlineKind, Mention, MentionKind

_MIN_LINES = 3
_MIN_SHARE = 0.6
"""Share of the items of a list that have its form, or are papers by other signs."""
_MIN_TITLE_WORDS, _MIN_QUOTED_WORDS = 4, 6
"""Words of the titles on average, and of titles in quotation marks without a date."""
_HTML_ITEM = "<li"
_MAX_LENGTH, _MAX_TITLE = 400, 150
"""Characters of a line, and of a title above a byline."""
_MAX_MARKER = 3
"""Characters before the marks around a whole line."""
_MIN_NESTED = 5
"""Titles above bylines from which a list is a bibliography."""
_OF_REFERENCE = "NYT"
"""Form of names and a year before a title, with which references begin, too."""
_CITED_FORM = "T[NY]"
"""Form of a title, or a remark, before names and a year in brackets."""
_NESTED = "T/[NY]"
"""Form of a title above a bullet with its authors and year."""
_FAMILY = r"[^\W\d_a-z][\w'’—-]+"
_NAME = rf"(?:(?:Sir|Lord|Lady|Rev\.?|Dr\.?) )?(?:(?:[A-Z]\.? ?){{1,3}} ?|(?:[^\W\d_a-z][a-zß-ÿ]+ ){{1,2}}){_FAMILY}"
_BYLINE = lazy_regex(
    rf"(?P<names>(?:(?>{_NAME}(?=,| & | and ))(?:, | & | and ))*{_NAME}|{_FAMILY} & {_FAMILY})"
    r",? \(?(?P<year>(?:1[5-9]|20)\d\d)\)?,?"
    r"(?P<publisher> [^\W\d_a-z][^\d\n]{1,50})?"
)
"""Names, the year, and perhaps the publisher: `A Lee & B Ray 1954 Everyman`, `Lee & Ray 1947 Harrap`."""
_BETWEEN_NAMES = lazy_regex(r", | & | and ")
_SCORE = 8.0
"""Score of a reference that is certain by its list."""


class _Line(NamedTuple):
    """A list item or a heading with a title and facts around it."""

    block: Block
    facts: LineFacts
    candidate: PaperCandidate | None
    """The list item; None for a heading."""
    words: ReferenceText
    publisher: str = ""
    link: IndexedInline | None = None
    """The link to a paper that the whole title below a heading is."""


def recognise(context: NoteContext) -> Iterator[Mention]:
    """Yield an `ITEM` or a `CARD` for each list item or heading in the form that most of its list or level have."""
    yield from _titles_above_bylines(context)
    levels: defaultdict[tuple[int, int], list[Block]] = defaultdict(list)
    for block in context.blocks:
        if block.kind is BlockKind.LIST:
            yield from _mentions(context, [(item, None) for item in context.children(block.index)])
        elif block.kind is BlockKind.HTML and _HTML_ITEM in context.source(block.span):
            yield from _mentions(context, [(block, candidate) for candidate in candidates_in(context, block)])
        elif lines := lines_of_list(context, block):
            yield from _mentions(context, [(block, line) for line in lines])
        elif block.kind is BlockKind.HEADING:
            levels[context.heading_above[block.index], block.level].append(block)
    for headings in levels.values():
        yield from _mentions(context, [(heading, None) for heading in headings])


def _titles_above_bylines(context: NoteContext) -> Iterator[Mention]:
    """Yield the items of a note whose only bullet is `A Lee 1954 Publisher`, if there are several of them."""
    items = (block for block in context.blocks if block.kind is BlockKind.ITEM)
    lines = [line for item in items if (line := _title_above_byline(context, item))]
    names = [name for line in lines for name in line.facts.authors]
    people = sum(name[1:2] in " ." or authorship.has_given_name(name) for name in names)
    if len(lines) < _MIN_NESTED or 2 * people < len(names):
        return
    for line in lines:
        if works_announced_above(context, line.block) is not Works.OTHERS and (mention := _mention(context, line)):
            yield mention


def _mentions(context: NoteContext, blocks: Sequence[tuple[Block, PaperCandidate | None]]) -> Iterator[Mention]:
    """Yield the papers among the items of a list, in Markdown or HTML, or among headings of one level."""
    unread = [pair for pair in blocks if pair[0].index not in context.claimed_blocks]
    if len(blocks) < _MIN_LINES or not unread:
        return
    works = works_announced_above(context, blocks[0][0])
    if works is Works.OTHERS:
        return
    claimed, others = len(blocks) - len(unread), 0
    by_form: defaultdict[str, list[_Line]] = defaultdict(list)
    for block, candidate in unread:
        if line := _line(context, block, candidate):
            # some citations in brackets lack the year
            by_form[line.facts.form.replace("[NY]", "[N]")].append(line)
        elif (others := others + 1) > (1 - _MIN_SHARE) * len(blocks):
            # no form can have its share of the list any more
            return
    for form, lines in by_form.items():
        count, own = len(lines) + claimed, len(lines) + claimed * (form == _OF_REFERENCE)
        if own >= _MIN_LINES and count >= _MIN_SHARE * len(blocks) and _are_papers(lines, works):
            yield from filter(None, [_mention(context, line) for line in lines])


def _are_papers(lines: Sequence[_Line], works: Works | None) -> bool:
    """Return whether most lines have several authors or a full name, a date, and known venues or the words of papers.

    Quoted titles with names after `by` need no date, but words above them, or more words of papers.
    """
    several = sum(line.facts.has_several_authors or line.link is not None or not line.facts.authors for line in lines)
    published = sum(line.facts.has_known_venue for line in lines)
    titles = [line.facts.title for line in lines]
    # `Genes are lost (Lee & Ray 2003)`
    cited = [line.facts for line in lines if line.facts.form == _CITED_FORM]
    if are_cited_repeatedly([(facts.authors, facts.year) for facts in cited]) or are_mostly_sentences(
        [facts.title for facts in cited]
    ):
        return False
    if all(line.facts.form == QUOTED_FORM for line in lines):
        are_clear = sum(authorship.has_given_name(line.facts.authors[0]) for line in lines) * 2 > len(lines)
        return are_clear and (works is Works.REFERENCES or are_titles_of_papers(titles, _MIN_QUOTED_WORDS))
    dated = sum(bool(line.facts.year or line.facts.venue) or _has_shortened_names(line) for line in lines)
    return 2 * min(several, dated) >= len(lines) and (
        2 * published > len(lines) or are_titles_of_papers(titles, _MIN_TITLE_WORDS)
    )


def _has_shortened_names(line: _Line) -> bool:
    """Return whether a line has `et al.` and the capitals of a title, as only papers have without a date.

    Without capitals, the words may be a claim.  Marked titles are left to `described_paper`.
    """
    return OTHERS in line.facts.authors and not line.words.marks and looks_like_title(line.facts.title)


def _line(context: NoteContext, block: Block, candidate: PaperCandidate | None) -> _Line | None:
    """Return the text of a list item or heading, if it is a title with facts around it."""
    if block.index in context.mere_prose:
        return None
    if candidate:
        words = text_of_inlines(context, candidate.inlines)
        facts = facts_at_ends.read(words.text.strip()) if len(words.text) <= _MAX_LENGTH else None
        has_link = any(not is_uninformative(link.text) for _, link in candidate.links)
        return _Line(block, facts, candidate, words) if facts and not has_link else None
    named: list[Inline] = []
    if block.kind is BlockKind.ITEM:
        candidate = next(candidates_in(context, block), None)
        if candidate is None or candidate.form is not CandidateForm.BULLET:
            return None
        named = [
            link
            for _, link in candidate.links
            if not (is_uninformative(link.text) or _is_only_link(context, candidate, link))
        ]
        if len(named) > 1 or any(link.span.start == candidate.block.span.start for link in named):
            # the words of a link lead elsewhere, or are a title without facts before it
            return None
    text = candidate.block if candidate else block
    words = text_of_block(context, text.index)
    is_line = len(words.text) <= _MAX_LENGTH and "\n" not in context.source(text.span).strip()
    facts = facts_at_ends.read(words.text) if is_line else None
    if facts:
        has_other = any(" ".join(link.text.split()) != facts.title for link in named)
        return None if has_other or _has_other_title(words, facts) else _Line(block, facts, candidate, words)
    return _title_below(context, block) if block.kind is BlockKind.HEADING else None


def _has_other_title(words: ReferenceText, facts: LineFacts) -> bool:
    """Return whether the emphasised words are only a part of what was read as the title, or more than it.

    `Ann Lee, *Wild Media: Thinking of Water*` has no second author; marks around a whole line say nothing.
    """
    marks = (mark for mark in words.marks if mark.kind is not InlineKind.LINK)
    inside = [mark for mark in marks if mark.start < facts.end and mark.end > facts.start]
    return any(
        mark.start > facts.start + 1 or mark.end < facts.end - 1 or _MAX_MARKER < mark.start < facts.start - 1
        for mark in inside
    )


def _title_above_byline(context: NoteContext, item: Block) -> _Line | None:
    """Return the title in an item whose only bullet is `A Lee 1954 Publisher`; None for other items."""
    children = context.children(item.index)
    if len(children) == 1:
        # most items have no bullets
        return None
    texts = context.text_blocks(item)
    bullets = [inner for child in children for inner in context.children(child.index)]
    bullets = [inner for inner in bullets if inner.kind is BlockKind.ITEM]
    below = context.text_blocks(bullets[0]) if len(bullets) == 1 and len(texts) == 1 else ()
    byline = _BYLINE.fullmatch(context.visible_text(below[0].index).strip()) if len(below) == 1 else None
    if not byline or item.index in context.claimed_blocks or context.has_link(item.span):
        return None
    words = text_of_block(context, texts[0].index)
    title = words.text.strip(" .")
    if not title or len(title) > _MAX_TITLE:
        return None
    authors, publisher = tuple(_BETWEEN_NAMES.split(byline["names"])), (byline["publisher"] or "").strip()
    start = words.text.find(title)
    year = int(byline["year"])
    facts = LineFacts(title, start, start + len(title), authors, year, "", has_known_venue=False, form=_NESTED)
    candidate = next(candidates_in(context, item), None)
    return _Line(item, facts, candidate, words, publisher) if candidate else None


def _is_only_link(context: NoteContext, candidate: PaperCandidate, link: Inline) -> bool:
    """Return whether a link to the web is all that a list item says: `- [Title (Ann Lee, 2019)](https://…)`."""
    start, end = candidate.block.span
    words_around = context.note.text[start : link.span.start] + context.note.text[link.span.end : end]
    return link.url.startswith("http") and not any(map(str.isalnum, words_around))


def _title_below(context: NoteContext, heading: Block) -> _Line | None:
    """Return the title in the first line below a heading that is a citation: `## Lee & Ray 1998`."""
    byline = short_bylines.read_byline(context.visible_text(heading.index))
    first = next(iter(context.section(heading)), None) if byline and byline.year else None
    if not byline or first is None or first.kind is not BlockKind.PARAGRAPH or first.index in context.claimed_blocks:
        return None
    words = text_of_block(context, first.index)
    title = words.text.strip(' *_"“”')
    if "\n" in context.source(first.span).strip() or not facts_at_ends.may_be_title(title):
        return None
    start = words.text.find(title)
    is_known = bool(byline.venue)
    facts = LineFacts(title, start, start + len(title), byline.authors, byline.year, byline.venue, is_known, "[NY]T")
    link = next((pair for pair in context.unclaimed_links(first.index) if is_paper_link(pair[1])), None)
    is_linked = link is not None and " ".join(link[1].text.split()) == title
    return _Line(first, facts, None, words, link=link if is_linked else None)


def _mention(context: NoteContext, line: _Line) -> Mention | None:
    facts = line.facts
    if line.candidate is None:
        context.claimed_blocks.add(line.block.index)
        paper_links = PaperLinks()
        if line.link and paper_links.add(*line.link):
            context.claimed_inlines.add(line.link[0])
        evidence = Evidence(
            title=facts.title,
            authors=facts.authors,
            year=facts.year,
            venue=facts.venue,
            identifiers=paper_links.identifiers,
            links=paper_links.links,
        )
        span = line.words.span(facts.start, facts.end)
        return build_mention(context, MentionKind.CARD, span, facts.title, line.block.index, evidence)
    title = TitleReading(facts.title, facts.start, facts.end, 0)
    publisher = line.publisher or facts.publisher
    kind = "book" if publisher else ""
    published = Publication(facts.venue, facts.year, publisher=publisher, entry_type=kind, end=facts.end)
    people = tuple(name for name in facts.authors if name != OTHERS)
    names = AuthorList(people, 0, "families", has_more=OTHERS in facts.authors)
    read = Reference(title, names, facts.year, published, _SCORE, is_dated=False)
    return reference.mention_of(context, line.candidate, line.words, read, is_of_form=True)
