"""The links, written identifiers and citekey of a list item or reference."""

from __future__ import annotations

import re
from collections.abc import Sequence

from papernotes_plugin import citekeys, identifiers, text
from papernotes_plugin.people import parse_person
from papernotes_plugin.recognisers.evidence.authors import linked_authors
from papernotes_plugin.recognisers.evidence.authors.short_bylines import Byline
from papernotes_plugin.recognisers.evidence.labels import field_facts
from papernotes_plugin.recognisers.evidence.papers.paper_links import (
    PaperLinks,
    is_paper_link,
    may_be_paper_or_pdf,
    refers_to_other_paper,
)
from papernotes_plugin.recognisers.evidence.references.dated_names import read_dated_names
from papernotes_plugin.recognisers.evidence.references.venue_phrases import publication
from papernotes_plugin.recognisers.evidence.structure.candidate_blocks import CandidateForm, PaperCandidate
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note
from papernotes_plugin.recognisers.evidence.structure.note_structure import IndexedInline
from papernotes_plugin.recognisers.evidence.structure.reference_openings import OTHER_CITED
from papernotes_plugin.recognisers.evidence.titles.note_names import citekey_of_name
from papernotes_plugin.recognisers.evidence.titles.sentences import SENTENCE_END
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, is_uninformative
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Evidence, Inline, InlineKind, Span

_MIN_LINKED_TITLE = 4
"""Words of a link text from which it is a title."""
_MAX_LABEL_OF_LINK = 3
"""Words of a link text that says where the paper is."""
_BETWEEN_LINKS = " \n\t.,;|/()[]"
_CITED_KEY = lazy_regex(r"\s*\[?@(?P<key>[\w:.+/-]{2,60}\w)\]?[\s:–—-]")
_ONLY_KEY = lazy_regex(r"[\W_]*?@(?P<key>\w[\w:.+/-]*\w)(?:\.md)?[\W_]*")
_KEY = lazy_regex(r"(?<![\w@])@(?P<key>\w[\w:.+/-]*\w)")
_YEAR = lazy_regex(r"(?:19|20)\d\d")
_MIN_TITLE = 12
"""Letters of a title in a citekey."""
_MAX_BEFORE_LINK = 4
"""Inlines before a link among which a citekey may be: marks, the key, and marks again."""
_GAP = " .,;:!?*_\"'’”»"
"""Characters between a title and the journal."""
_BEFORE_IDENTIFIER = lazy_regex(
    r"(?:^|[.,;:(\[|（【：；，、/*_\"”]|\d[)\]]?|\b(?:preprint|arxiv|doi|abs|id|CoRR|PubMed(?: Central)?))$",
    re.IGNORECASE,
)
"""Text before an identifier that is part of a reference, not of a sentence."""
KEY_AT_END = lazy_regex(r"(?:\[@(?P<bracketed>[^\s\[\]{};,@]+)\]|(?<!\w)@(?P<bare>\w[\w:.-]*\w))[\s.]*$")
"""A citation of one work at the end of a text."""


def links_of_reference(context: NoteContext, candidate: PaperCandidate, title: Span) -> PaperLinks:
    """Return the link of the title, the uninformative links, and the identifiers in the text."""
    paper_links = PaperLinks()
    for index, inline in candidate.links:
        if _is_link_of_paper(context, inline, title) or _ends_reference(context, candidate, inline, title):
            paper_links.add(index, inline)
    field_facts.take_links(context, candidate.values, paper_links)
    for block, values in candidate.nested:
        field_facts.take_links(context, values, paper_links)
        for index, inline in context.unclaimed_links(block.index):
            if is_uninformative(inline.text):
                paper_links.add(index, inline)
    _add_written_identifiers(context, candidate, paper_links)
    if candidate.block.kind is BlockKind.CELL:
        add_links_in_cells(context, candidate.container, candidate.block, paper_links)
    return paper_links


def has_other_title(context: NoteContext, candidate: PaperCandidate, title: Span) -> bool:
    """Return whether a link to a paper, after what was read as the title, has the words of a title."""
    return any(
        i.span.start >= title.end
        and not i.bare
        and count_words(i.text) >= _MIN_LINKED_TITLE
        and (is_paper_link(i) and not refers_to_other_paper(context, i, title.end))
        for _, i in candidate.links
    )


def links_in_cells(context: NoteContext, row: Block, own: Block) -> list[IndexedInline]:
    """Return the links of a table row outside one cell, if they say nothing but their format, and fill their cells."""
    links = []
    for cell in context.children(row.index):
        in_cell = context.unclaimed_links(cell.index) if cell.index != own.index else []
        if in_cell and all(is_uninformative(i.text) for _, i in in_cell):
            rest = context.visible_text(cell.index, [index for index, _ in in_cell])
            links += in_cell if is_uninformative(rest) else []
    return links


def add_links_in_cells(context: NoteContext, row: Block, own: Block, paper_links: PaperLinks) -> None:
    """Add those links to papers of a table row that `links_in_cells` finds."""
    for index, inline in links_in_cells(context, row, own):
        if is_paper_link(inline):
            paper_links.add(index, inline)


def _is_link_of_paper(context: NoteContext, inline: Inline, title: Span) -> bool:
    if contains_title(inline, title) or _continues_title(context, inline, title):
        return True
    if is_uninformative(inline.text):
        since = min(title.end, inline.span.start)
        if not refers_to_other_paper(context, inline, since):
            return True
    if inline.span.end <= title.start and read_dated_names(inline.text)[0]:
        # `[Lee, A. (2020)](…). Title`
        return True
    # `Title [[Any label](url)]`
    if inline.span.start < title.start or not is_bracketed(context, inline):
        return False
    if not is_paper_link(inline):
        return True
    return count_words(inline.text) == 1 and not SENTENCE_END.search(context.text_before(inline))


def _ends_reference(context: NoteContext, candidate: PaperCandidate, inline: Inline, title: Span) -> bool:
    """Return whether a link to a paper with a few words ends a reference, after its numbers: `67–98. [Stable URL](…)`.

    Only further links follow it.
    """
    source, (start, end) = context.note.text, inline.span
    before = source[title.end : start].rstrip(" [(")
    if start < title.end or not before.endswith((".", ",", ";", ")")) or count_words(inline.text) > _MAX_LABEL_OF_LINK:
        return False
    words = inline.text.split()
    if any(map(str.isdigit, inline.text)) or (len(words) > 1 and all(word.istitle() for word in words)):
        # `[Lee 2020](…)` and `[Deep Learning](…)` are other papers
        return False
    if not is_paper_link(inline) or refers_to_other_paper(context, inline, title.end):
        return False
    if any(contains_title(other, title) and is_paper_link(other) for _, other in candidate.links):
        # `[Title](…). [Another paper](…)`
        return False
    for _, other in candidate.links:
        if other.span.start >= end:
            if source[end : other.span.start].strip(_BETWEEN_LINKS):
                return False
            end = other.span.end
    return not source[end : candidate.block.span.end].strip(_BETWEEN_LINKS)


def _continues_title(context: NoteContext, inline: Inline, title: Span) -> bool:
    """Return whether a link follows the title and is its authors or journal: `[Ho (2021)](…)`, `[Oikos, 17](…)`."""
    gap = context.note.text[title.end : max(title.end, inline.span.start)]
    if inline.span.start < title.end or gap.strip(_GAP):
        return False
    before = context.note.text[title.start : inline.span.start]
    if may_be_paper_or_pdf(inline) and authors_after(context, before, inline):
        return True
    if not is_paper_link(inline):
        return False
    printed = publication(inline.text, 0, len(inline.text), None)
    return bool(printed.venue and (printed.volume or printed.pages))


def authors_after(context: NoteContext, words: str, link: Inline) -> Byline | None:
    """Return the authors in a link after a title, in any case if the note lists such titles; None for other words."""
    byline = linked_authors.authors_after(words, link.text, is_listed=True)
    if byline and not linked_authors.authors_after(words, link.text):
        return byline if words[:1].isupper() and _lists_authors_after_titles(context) else None
    return byline


@once_per_note
def _lists_authors_after_titles(context: NoteContext) -> bool:
    return linked_authors.lists_authors_after_titles(context.note.text)


def contains_title(inline: Inline, title: Span) -> bool:
    """Return whether the title begins in a link."""
    return inline.span.start <= title.start < inline.span.end


def is_bracketed(context: NoteContext, inline: Inline) -> bool:
    """Return whether a link has square brackets of its own: `[[pdf](…)]`, `[[pdf]](…)`."""
    source, (start, end) = context.note.text, inline.span
    if source.startswith("[[", start) and inline.inner.start == start + 2:
        return True
    return source[start - 1 : start] == "[" and source[end : end + 1] == "]"


def _add_written_identifiers(context: NoteContext, candidate: PaperCandidate, paper_links: PaperLinks) -> None:
    """Add the identifiers written in a reference, `arXiv preprint arXiv:1409.1556`, but not those in a sentence."""
    follows_link = False
    bracket = OTHER_CITED.search(context.note.text, *candidate.block.span)
    other = range(*bracket.span()) if bracket else range(0)
    for _, inline in candidate.inlines:
        if inline.kind is not InlineKind.TEXT:
            follows_link = inline.kind is InlineKind.LINK
            continue
        for start, end, identifier in identifiers.find_identifiers(context.source(inline.span)):
            at = inline.span.start + start
            before = context.note.text[max(candidate.block.span.start, at - 30) : at].rstrip()
            # `https://doi.org/10.1000/1 PMID:123`
            is_after_link = follows_link and not context.note.text[inline.span.start : at].strip()
            if at in other or not (is_after_link or _BEFORE_IDENTIFIER.search(before)):
                continue
            if paper_links.add_identifier(identifier) or candidate.form is CandidateForm.LINE:
                context.read_spans.append(Span(at, inline.span.start + end))


def leading_key(context: NoteContext, candidate: PaperCandidate) -> str:
    """Return the citekey that opens an item or that is the name of a footnote; "" for none.

    The forms are `[[@key]] Title …` and `[@key] Title …`.  The wikilink of the first form is claimed.
    """
    container = candidate.container
    if container.kind is BlockKind.FOOTNOTE:
        return container.info if citekeys.is_citekey(container.info) else ""
    key, index = _opening_key(candidate)
    if key and candidate.inlines[index][1].kind is InlineKind.WIKILINK:
        context.claimed_inlines.add(candidate.inlines[index][0])
    return key


def _opening_key(candidate: PaperCandidate) -> tuple[str, int]:
    """Return the citekey that opens an item, and its place among the inlines."""
    for at, (_, inline) in enumerate(candidate.inlines):
        if inline.kind is InlineKind.WIKILINK:
            return citekey_of_name(inline.url.split("#")[0]), at
        if cited := _CITED_KEY.match(inline.text) if inline.kind is InlineKind.TEXT else None:
            return (cited["key"] if citekeys.is_citekey(cited["key"]) else ""), at
        if inline.kind is not InlineKind.TEXT or inline.text.strip():
            break
    return "", 0


def has_own_key(candidate: PaperCandidate, authors: tuple[str, ...], year: int | None) -> bool:
    """Return whether a citekey, or a footnote named like one, with the first author and the year is on an item.

    A citekey opens the item, and the mark of a footnote ends it: `Lee, A. (2020). Title. [^Lee2020]`.
    """
    last = candidate.inlines[-1][1] if candidate.inlines else None
    at_end = last.text if last and last.kind is InlineKind.FOOTNOTE else ""
    all_facts = (citekeys.citekey_evidence(key) for key in (_opening_key(candidate)[0], at_end))
    return any(facts.year == year and _family(facts.authors) == _family(authors) != "" for facts in all_facts)


def key_before_link(context: NoteContext, inline: Inline) -> str:
    """Return the citekey that opens a block and is all that is before a link: `- [[@smith2020]] - [Title](…)`."""
    before = context.inlines_between(inline.block, 0, inline.span.start)
    if not before or len(before) > _MAX_BEFORE_LINK:
        return ""
    keys = [i.url for _, i in before if i.kind is InlineKind.WIKILINK]
    words = context.note.text[before[0][1].span.start : inline.span.start]
    cited = _ONLY_KEY.fullmatch(words)
    if not cited or len(keys) > 1:
        return ""
    return citekey_of_name(f"@{cited['key']}") if keys else cited["key"] if citekeys.is_citekey(cited["key"]) else ""


def with_trailing_key(context: NoteContext, own: Sequence[Inline], evidence: Evidence) -> Evidence:
    """Return evidence with the citekey at the end of its inlines, if author and year in the key are those of the paper.

    A footnote of the item may be the key: `[^lee]` above `[^lee]: @lee2020`.  Any other key may be a source of what the
    item says.
    """
    if evidence.citekey or not evidence.authors:
        return evidence
    match = KEY_AT_END.search(own[-1].text) if own and own[-1].kind is InlineKind.TEXT else None
    keys = [match["bracketed"] or match["bare"]] if match else []
    for footnote in (inline for inline in own if inline.kind is InlineKind.FOOTNOTE):
        keys += _keys_of_footnotes(context).get(footnote.text, ())
    keys = [key for key in dict.fromkeys(keys) if _is_key_of(key, evidence)]
    return evidence._replace(citekey=keys[0]) if len(keys) == 1 else evidence


def _is_key_of(key: str, evidence: Evidence) -> bool:
    """Return whether the author and the year of a citekey, or the words of the title in it, are those of a paper.

    Examples:
        >>> paper = Evidence(title="Maps of the Rivers", authors=("Lee-Ray, A.",), year=2006)
        >>> [_is_key_of(key, paper) for key in ("Lee_Ray_2006_Maps", "lee2005", "Poe_2001_Maps_of_the_rivers")]
        [True, False, True]
    """
    facts, year = citekeys.citekey_evidence(key), _YEAR.search(key)
    titled = text.comparison_key(key[year.end() :].replace("_", " ")) if year else ""
    if len(titled) >= _MIN_TITLE and text.comparison_key(evidence.title).startswith(titled):
        return True
    family = _family(evidence.authors).replace(" ", "")
    compound = text.comparison_key(key[: year.start()].replace("_", "")) if year else ""
    return (
        facts.year == evidence.year and family in (_family(facts.authors), compound.replace(" ", "")) and family != ""
    )


@once_per_note
def _keys_of_footnotes(context: NoteContext) -> dict[str, list[str]]:
    """Return the citekeys in each footnote, by the name of the footnote."""
    footnotes = (b for b in context.blocks if b.kind is BlockKind.FOOTNOTE)
    return {b.info: [key["key"] for key in _KEY.finditer(context.source(b.span))] for b in footnotes}


def _family(authors: tuple[str, ...]) -> str:
    """Return the family name of the first author in the form in which names are compared; "" for none."""
    person = parse_person(authors[0]) if authors else None
    return text.comparison_key(person.surname) if person else ""
