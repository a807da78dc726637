"""The links and written identifiers of a list item or reference."""

from __future__ import annotations

import re

from papernotes_plugin import identifiers
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
from papernotes_plugin.recognisers.evidence.titles.sentences import SENTENCE_END
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import (
    count_words,
    is_uninformative,
    looks_like_title,
)
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Identifier, Inline, InlineKind, Span

_MIN_LINKED_TITLE = 4
"""Words of a link text from which it is a title."""
_MAX_LABEL_OF_LINK = 3
"""Words of a link text that says where the paper is."""
_BETWEEN_LINKS = lazy_regex(r"(?:[\s.,;|/()\[\]\\]|\b(?:or|and|ou|oder|und)\b)*")
"""The text between the links that end a reference: `[JSTOR](…) or [PDF](…)`."""
_GAP = " .,;:!?*_\"'’”»"
"""Characters between a title and the journal."""
_AFTER_BRACKETS = lazy_regex(r"\)(?:\s*$|[*_]{0,3}[ \t]*(?:\n|[-–—:.,;\[(\u2000-\u2bff\U0001f300-\U0001faff]))")
"""The end of the brackets around linked authors, with a mark or the end of the line after it, but no word."""
_BREAK_AFTER_LINK = lazy_regex(r"(?:</a>)?[\s.]*(?:<br\b|(?<=  )\n|\\\n)", re.IGNORECASE)
"""A line break after a link, in Markdown or in HTML."""
_BEFORE_IDENTIFIER = lazy_regex(
    r"(?:^|[.,;:(\[|（【：；，、/*_\"”]|\d[)\]]?|\b(?:preprint|arxiv|doi|abs|id|CoRR|PubMed(?: Central)?))$",
    re.IGNORECASE,
)
"""Text before an identifier that is part of a reference, not of a sentence."""
_LABEL_OF_IDENTIFIER = lazy_regex(
    r"[\s(\[*_`]*(?:(?:arxiv|doi|pmid|pmcid|isbn|eprint|preprint|paper|id)[*_\s]*+(?:[:：][*_\s]*+)?)?", re.IGNORECASE
)
"""The words before an identifier that is all that a line says."""
_MAX_IDENTIFIER = 80
"""Characters of such a line."""
_MIN_SENTENCE_CASE = 5
"""Words without capitals above such a line from which they are a title."""


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
    paper_links.add_identifiers(_identifiers_below(context, candidate))
    _add_written_identifiers(context, candidate, paper_links)
    if candidate.block.kind is BlockKind.CELL:
        add_links_in_cells(context, candidate.container, candidate.block, paper_links)
    return paper_links


def has_other_title(context: NoteContext, candidate: PaperCandidate, title: Span) -> bool:
    """Return whether a link to a paper, after what was read as the title, has the words of a title."""
    return any(
        i.span.start >= title.end
        and not (i.bare or "://" in i.text or is_uninformative(i.text))
        and count_words(i.text) >= _MIN_LINKED_TITLE
        and (is_paper_link(i) and not refers_to_other_paper(context, i, title.end))
        for _, i in candidate.links
    )


def is_below_linked_title(context: NoteContext, candidate: PaperCandidate, title: Span) -> bool:
    """Return whether a link opens a candidate, is alone in its line, and has other words than the title that was read.

    The names in the line below it are no part of a title: `[A Map of Rivers](…)<br>A. Lee, B. Ray<br>Nature 2014`.
    """
    first = next((i for _, i in candidate.links), None)
    if first is None or first.bare or count_words(first.text) < _MIN_LINKED_TITLE:
        return False
    text, block = context.note.text, candidate.block
    if any(map(str.isalnum, text[block.span.start : first.span.start])) or not _BREAK_AFTER_LINK.match(
        text, first.span.end
    ):
        return False
    is_title = first.span.start <= title.start and title.end <= first.span.end
    return not (is_title or linked_authors.are_authors(first.text) or read_dated_names(first.text)[0])


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
    if _is_journal_above(context, inline, title):
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
            if not _BETWEEN_LINKS.fullmatch(source, end, other.span.start):
                return False
            end = other.span.end
    return _BETWEEN_LINKS.fullmatch(source, end, candidate.block.span.end) is not None


def _continues_title(context: NoteContext, inline: Inline, title: Span) -> bool:
    """Return whether a link follows the title and is its authors or journal: `[Ho (2021)](…)`, `[Oikos, 17](…)`."""
    gap = context.note.text[title.end : max(title.end, inline.span.start)]
    if inline.span.start < title.end or gap.strip(_GAP):
        return False
    before = context.note.text[title.start : inline.span.start]
    if may_be_paper_or_pdf(inline) and linked_authors_after(context, before, inline):
        return True
    if not is_paper_link(inline):
        return False
    printed = publication(inline.text, 0, len(inline.text), None)
    return bool(printed.venue and (printed.volume or printed.pages))


def linked_authors_after(context: NoteContext, words: str, link: Inline) -> Byline | None:
    """Return the authors in a link after a title, in any case if the note lists such titles; None for other words.

    A sentence does not go on after a link in brackets: `A Title of Words ([Lee et al., 2020](…)) - a remark`.
    """
    if words.endswith("(") and not _AFTER_BRACKETS.match(context.note.text, link.span.end):
        return None
    byline = linked_authors.authors_after(words, link.text, is_listed=True)
    if byline and not linked_authors.authors_after(words, link.text):
        return byline if words[:1].isupper() and _lists_authors_after_titles(context) else None
    return byline


def _is_journal_above(context: NoteContext, inline: Inline, title: Span) -> bool:
    """Return whether a link to a paper is a name in emphasis and numbers in the line above the title."""
    gap = context.note.text[inline.span.end : title.start]
    is_above = inline.span.end < title.start and "\n" in gap and not gap.strip(f"{_GAP}\n\t>\\")
    return (
        is_above
        and context.note.text.startswith(("*", "_"), inline.inner.start)
        and any(map(str.isdigit, inline.text))
        and is_paper_link(inline)
    )


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


def _identifiers_below(context: NoteContext, candidate: PaperCandidate) -> tuple[Identifier, ...]:
    """Return the identifier that is all that a nested bullet says: `- arXiv:1609.00026`; () if there are several.

    A few words above it without capitals may be a remark: `Ann asked for it`.
    """
    shown = context.visible_text(candidate.block.index)
    if not (looks_like_title(shown) or count_words(shown) >= _MIN_SENTENCE_CASE):
        return ()
    written: list[Identifier] = []
    for block, _ in candidate.nested:
        line = context.source(block.span).strip(" \t.)]`")
        for start, end, identifier in identifiers.find_identifiers(line) if len(line) <= _MAX_IDENTIFIER else ():
            if end == len(line) and _LABEL_OF_IDENTIFIER.fullmatch(line, 0, start):
                written.append(identifier)
    return tuple(written) if len({i.scheme for i in written}) == len(written) else ()


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
