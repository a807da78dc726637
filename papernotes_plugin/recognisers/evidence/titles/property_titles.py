"""Read bullets whose title has labelled values or properties below it: `- Title` / `  authors:: …`."""

from __future__ import annotations

from papernotes_plugin.recognisers.evidence.labels.field_labels import DESCRIBES
from papernotes_plugin.recognisers.evidence.structure.candidate_blocks import PaperCandidate
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, running_text
from papernotes_plugin.recognisers.evidence.titles import sentences
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, split_title
from papernotes_plugin.recognisers.evidence.titles.title_match import TitleMatch
from papernotes_plugin.vocabulary.model import Span

_PUBLISHED = frozenset(("abstract", "venue"))
"""Meanings of labels that only publications have."""
_SEVERAL = frozenset(("authors", "author(s)", "autoren", "auteurs", "autores", "autori"))
"""Labels of several authors."""


def title_above_values(context: NoteContext, candidate: PaperCandidate) -> TitleMatch | None:
    """Return the title in the only line above the values of authors and others: `- Title` / `  authors:: …`."""
    first = candidate.values[0] if candidate.values else None
    start = candidate.block.span.start
    if not first or first.block != candidate.block.index or first.span.start <= start:
        return None
    line, indent = context.note.text[start : first.span.start].partition("\n")[::2]
    meanings = {value.meaning for value in candidate.values if value.value}
    if indent.strip() or not (line and "authors" in meanings and meanings & DESCRIBES - {"authors"}):
        return None
    head = [indexed for indexed in candidate.inlines if indexed[1].span.start < first.span.start]
    span = Span(start, start + len(line))
    parts = split_title(running_text(head, [value.span for value in candidate.values]).strip())
    is_title = count_words(parts.title) >= 3 and not sentences.is_sentence(parts.title, has_link=False)
    return TitleMatch(parts, span, "", is_distinct=True) if is_title else None


def start_of_properties(context: NoteContext, candidate: PaperCandidate) -> int:
    """Return the offset of the first property below the text of a bullet, `  year:: 2020`; -1 for none."""
    source, start = context.note.text, candidate.block.span.start
    of_block = (value.span for value in candidate.values if value.block == candidate.block.index)
    return next((s.start for s in of_block if s.start > start and "::" in source[s.start : s.end]), -1)


def has_labels_of_paper(context: NoteContext, candidate: PaperCandidate, match: TitleMatch) -> bool:
    """Return whether the labels below a title give authors and an abstract or a venue, or properties a year."""
    meanings = {value.meaning for value in candidate.all_values if value.value}
    if count_words(match.parts.title) < 3 or "authors" not in meanings:
        return False
    if not meanings.isdisjoint(_PUBLISHED):
        return True
    # a post has one `author::` and a date
    named = (v for v in candidate.all_values if v.meaning == "authors" and any(map(str.isalpha, v.value)))
    are_several = any(v.label.casefold() in _SEVERAL for v in named)
    return are_several and "year" in meanings and start_of_properties(context, candidate) >= 0
