"""Split a paragraph into its references: one a line, several in a sentence, or one after a label or a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from papernotes_plugin.markup.document_text import TEXT_KINDS
from papernotes_plugin.recognisers.evidence.labels import labelled_values
from papernotes_plugin.recognisers.evidence.references.author_lists import author_lists
from papernotes_plugin.recognisers.evidence.references.reference_reader import (
    CERTAIN,
    LIKELY,
    Reference,
    read_reference,
)
from papernotes_plugin.recognisers.evidence.references.reference_text import (
    NEW_BLOCK,
    ReferenceText,
    reference_text,
)
from papernotes_plugin.recognisers.evidence.structure.candidate_blocks import (
    CandidateForm,
    PaperCandidate,
    candidates_in,
    inlines_within,
    lines_on_page,
    start_of_body,
    title_of_callout,
)
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.structure.reference_openings import (
    SEE,
    end_of_remark,
    end_of_sentence,
    indented_openings,
    numbered_openings,
    opens_reference,
)
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, Span

_LINE_BREAK = lazy_regex(r"\n[ \t>]*")
_SEE = lazy_regex(rf"{SEE}\s+")
_AND = lazy_regex(r"(?<=[\d)])[.,;]*\s+(?:and\s+|und\s+|et\s+(?!al))?(?=[^\W\d_a-z])|;\s+")
_JOINED = lazy_regex(r"(?:(?<=[\d)])|(?<=[\d)]\.))\s+(?:&|and|und|et|y)\s+(?=[^\W\d_a-z][\w'’-]+, [A-Z]\.)")
"""A conjunction between the numbers that end a reference and the family name and initials that open another one."""
_DATE_AT_END = lazy_regex(r"[\s.,]*\(?(?:19|20)\d\d[a-z]?\)?[\s.,:]*$")
_NUMBER = lazy_regex(r"^[\W\d]*(?:\[[^\[\]]{1,40}\])?[\W\d]*")
_GOES_ON = lazy_regex(r"(?:,|\s(?:and|&|und|et))\s*$")
_AND_BEFORE = lazy_regex(r"^\s*(?:and|&|und|et)\s+")
_OPENS_TITLE = lazy_regex(r"[:?!“”\"]")
_WITHIN_PHRASE = lazy_regex(
    r"(?<=[,-])\x1e|\x1e(?=[a-z])|(?<= (?:of|in|to|on|by|at|an))\x1e|(?<= (?:the|and|for))\x1e|(?<= (?:with|from))\x1e"
)
"""The end of a line within a phrase."""
_MIN_LINES = 3
_MANY_LINES, _MOST = 5, 0.6
"""Number and share of the lines of a paragraph that are references, from which the others need not be some."""
_SOURCES = lazy_regex(r"(?:[Ss]ources|[Rr]ef(?:erence)?s|[Qq]uellen|[Ff]uentes|[Ff]ontes)\s?[:：]\s+")
_SEMICOLON = lazy_regex(r";\s+(?=[^\W\d_a-z])")
"""The mark between the references after a label."""
_YEAR = lazy_regex(r"\b(?:19|20)\d\d\b")
_BOLD_LABEL = lazy_regex(r"\n[ \t>]*(?:\*\*|__)[^*_:：\n]{1,40}(?:[:：]|(?:\*\*|__)\s?[:：])")
"""A line that may open with a bold label."""
_LINK_SIGN = lazy_regex(r"://|\]\(|\b10\.\d{4}")


def text_before_labels(context: NoteContext, candidate: PaperCandidate) -> ReferenceText:
    """Return the text of a candidate to the first line with a bold label and a value that is no link."""
    source, span = context.note.text, candidate.block.span
    opening = _BOLD_LABEL.search(source, *span)
    values = labelled_values.find(context, [candidate.block]) if opening else ()
    labels = (v.span for v in values if opening and v.span.start > opening.start())
    end = next((label.start for label in labels if not _LINK_SIGN.search(source, *label)), None)
    return reference_text([(k, i) for k, i in candidate.inlines if end is None or i.span.start < end])


def reference_candidates(context: NoteContext, block: Block) -> Iterator[PaperCandidate]:
    """Yield the title of a callout, which may be the source of what it quotes, and the candidates in a block."""
    title = title_of_callout(context.note.text, block)
    if title:
        yield PaperCandidate(context, block, block, inlines_within(context, block, title), CandidateForm.LINE)
    yield from candidates_in(context, block)


def references_in_lines(context: NoteContext, candidate: PaperCandidate) -> list[tuple[PaperCandidate, ReferenceText]]:
    """Return the lines of a paragraph that begin like references: all of them, or most of many."""
    if candidate.form not in (CandidateForm.PARAGRAPH, CandidateForm.QUOTE):
        return []
    source, end = context.note.text, candidate.block.span.end
    first = start_of_body(source, candidate.block)
    starts = [first, *(match.end() for match in _LINE_BREAK.finditer(source, first, end))]
    spans = [Span(*span) for span in zip(starts, [*starts[1:], end], strict=True)]
    openings = [span for span in spans if opens_reference(source, span)]
    if len(spans) < 2 or not are_most(len(openings), len(spans)):
        return []
    return _parts(context, candidate, openings)


def are_most(count: int, total: int) -> bool:
    """Return whether the references among some lines are all of them, or most of many."""
    return count == total or count >= max(_MANY_LINES, _MOST * total)


def reference_in_lines(context: NoteContext, candidate: PaperCandidate) -> ReferenceText | None:
    """Return the text of a candidate with a mark after each line, if the first lines are names; None for others.

    The next lines are the title, unless one goes on with a word in lower case or after a comma, and the publication.
    """
    if context.note.text.find("\n", *candidate.block.span) < 0:
        return None
    lines = [""]
    inlines = []
    for index, inline in candidate.inlines:
        is_break = inline.text == " " and "\n" in context.source(inline.span)
        if is_break:
            lines.append("")
        elif inline.kind in TEXT_KINDS:
            lines[-1] += inline.text
        inlines.append((index, inline._replace(text=NEW_BLOCK) if is_break else inline))
    if len(lines) < _MIN_LINES or not _are_names(lines[0]):
        return None
    words = reference_text(inlines)
    words.end_of_names = words.text.find(NEW_BLOCK)
    for line, following in pairwise(lines[:-1]):
        if not (_GOES_ON.search(line) or _are_names(following)):
            break
        end = words.end_of_names
        words.text = f"{words.text[:end]} {words.text[end + 1 :]}"
        words.end_of_names = words.text.find(NEW_BLOCK, end)
    title = words.end_of_names + 1
    words.text = words.text[:title] + _WITHIN_PHRASE.sub(" ", words.text[title:])
    return words


def _are_names(line: str, *, are_last: bool = False) -> bool:
    """Return whether a line is names, with their year or without it; a single name only after others."""
    names = _DATE_AT_END.sub("", _NUMBER.sub("", line))
    names = _AND_BEFORE.sub("", names) if are_last else names
    names = _GOES_ON.sub("", names).rstrip(" .,;:")
    if _OPENS_TITLE.search(names):
        return False
    lists = (authors for authors in author_lists(names, 0) if authors.end >= len(names))
    return any(are_last or len(authors.names) > 1 or "." in names for authors in lists)


def references_between_breaks(
    context: NoteContext, candidate: PaperCandidate
) -> list[tuple[PaperCandidate, ReferenceText]]:
    """Return what begins like a reference between the hard line breaks of a paragraph, if there are several such parts.

    A reference may go on in the next line of the source, and other parts are remarks.
    """
    if candidate.form not in (CandidateForm.PARAGRAPH, CandidateForm.QUOTE):
        return []
    source = context.note.text
    spans = lines_on_page(source, Span(start_of_body(source, candidate.block), candidate.block.span.end))
    spans = [span for span in spans if opens_reference(source, span)]
    return _parts(context, candidate, spans) if len(spans) > 1 else []


def parted_references(context: NoteContext, candidate: PaperCandidate) -> list[tuple[PaperCandidate, ReferenceText]]:
    """Return the parts of a paragraph that begin like references: indented lines, or those below a number."""
    if candidate.form is not CandidateForm.PARAGRAPH:
        return []
    source, block = context.note.text, candidate.block.span
    return _parts(context, candidate, indented_openings(source, block) or numbered_openings(source, block))


def enumerated_references(
    context: NoteContext, candidate: PaperCandidate, words: ReferenceText
) -> list[tuple[PaperCandidate, ReferenceText]]:
    """Return the references in a text that only lists some: `See A, CVPR, 2023, and B, ICML, 2024`, `A. & B`."""
    opening = _SEE.match(words.text)
    label = None if opening else _SOURCES.match(words.text)
    start = opening.end() if opening else label.end() if label else 0
    gap = _AND if opening else _SEMICOLON if label else _JOINED
    gaps = [(0, start), *(match.span() for match in gap.finditer(words.text, start))]
    spans = zip(gaps, [*gaps[1:], (len(words.text), 0)], strict=True)
    parts = [words.part(start, end) for (_, start), (end, _) in spans if end > start]
    if not opening and (len(parts) < 2 or not all(_YEAR.search(part.text) for part in parts)):
        return []
    return [(_part(context, candidate, part.span(0, len(part.text))), part) for part in parts]


def _parts(
    context: NoteContext, candidate: PaperCandidate, spans: list[Span]
) -> list[tuple[PaperCandidate, ReferenceText]]:
    """Return the parts of a candidate in some spans, each with its text."""
    parts = [_part(context, candidate, span) for span in spans]
    return [(part, reference_text(part.inlines)) for part in parts]


def _part(context: NoteContext, candidate: PaperCandidate, span: Span) -> PaperCandidate:
    """Return a candidate with those inlines of a block that begin in a span."""
    inlines = context.inlines_between(candidate.block.index, *span)
    return PaperCandidate(context, candidate.container, candidate.block, inlines, CandidateForm.LINE)


def read_last_reference(words: ReferenceText) -> tuple[ReferenceText, Reference | None]:
    """Return the reference that ends a text, and its part of the text, if it is certain; else what the text is."""
    remark = end_of_remark(words.text, 0, len(words.text))
    if remark and (after := _read_after(words, remark, LIKELY)):
        return after
    whole = read_reference(words)
    if whole and whole.score >= CERTAIN:
        return words, whole
    start = end_of_sentence(words.text, 0, len(words.text))
    return (_read_after(words, start, CERTAIN) if start else None) or (words, whole)


def _read_after(words: ReferenceText, start: int, min_score: float) -> tuple[ReferenceText, Reference] | None:
    """Return the reference after an offset, and its part of the text; None if its score is low."""
    rest = words.part(start, len(words.text))
    reference = read_reference(rest)
    is_certain = reference is not None and reference.score >= min_score and reference.is_published
    return (rest, reference) if reference and is_certain else None
