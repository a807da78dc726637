"""Find the paragraphs that are lists: each of their lines is one on the page, and has a year."""

from __future__ import annotations

from collections.abc import Iterator

from papernotes_plugin.recognisers.evidence.structure.candidate_blocks import (
    CandidateForm,
    PaperCandidate,
    candidates_in,
    inlines_within,
    lines_on_page,
)
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Span

_YEAR = lazy_regex(r"(?<![\d/-])(?:19|20)\d\d(?!\d)")
_MIN_LINES = 3
_MAX_LENGTH = 300
"""Characters of a line in a list."""


def lines_of_list(context: NoteContext, block: Block) -> list[PaperCandidate]:
    """Return the lines of a paragraph that is a list, without a first one that is its label; [] for others."""
    if block.kind is not BlockKind.PARAGRAPH or not context.is_free_standing(block.index):
        return []
    source = context.note.text
    lines = lines_on_page(source, block.span)
    are_dated = [line.end - line.start <= _MAX_LENGTH and bool(_YEAR.search(source, *line)) for line in lines]
    # the first line may be a label
    first = int(are_dated[:1] == [False])
    if len(lines) - first < _MIN_LINES or not all(are_dated[first:]):
        return []
    return [_candidate(context, block, line) for line in lines[first:]]


def _candidate(context: NoteContext, block: Block, line: Span) -> PaperCandidate:
    """Return a line of a paragraph, without the mark of its end."""
    inlines = list(inlines_within(context, block, line))
    while inlines and not (inlines[-1][1].text.strip() or inlines[-1][1].url):
        inlines.pop()
    return PaperCandidate(context, block, block, inlines, CandidateForm.LINE)


def listed_candidates(context: NoteContext, block: Block) -> Iterator[PaperCandidate]:
    """Yield the candidates in a block; of a paragraph that is a list, its lines."""
    candidates = list(candidates_in(context, block))
    is_whole = len(candidates) == 1 and candidates[0].form is CandidateForm.PARAGRAPH
    yield from (is_whole and lines_of_list(context, block)) or candidates
