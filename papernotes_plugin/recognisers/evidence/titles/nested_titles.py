"""Read the title of a bullet together with what is below it: labelled values, properties, or a whole reference."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from papernotes_plugin import text
from papernotes_plugin.recognisers.evidence.authors import trailing_authors
from papernotes_plugin.recognisers.evidence.authors.authorship import split_authors
from papernotes_plugin.recognisers.evidence.labels import book_labels, field_facts
from papernotes_plugin.recognisers.evidence.labels.labelled_values import LabelledValue
from papernotes_plugin.recognisers.evidence.papers.paper_links import (
    identifier_from_url,
    is_paper_link,
    may_be_paper_or_pdf,
)
from papernotes_plugin.recognisers.evidence.structure.candidate_blocks import CandidateForm, PaperCandidate
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import (
    count_words,
    is_uninformative,
    is_venue,
    looks_like_title,
    split_title,
)
from papernotes_plugin.recognisers.evidence.titles.title_match import TitleMatch
from papernotes_plugin.recognisers.evidence.titles.titles_beside_names import title_after_full_names
from papernotes_plugin.text.romanisation import CJK_LETTER
from papernotes_plugin.vocabulary.model import BlockKind, Identifier, InlineKind, Span

_PUBLISHED = frozenset(("abstract", "venue"))
"""Meanings of labels that only publications have."""
_SEVERAL = frozenset(("authors", "author(s)", "autoren", "auteurs", "autores", "autori"))
"""Labels of several authors."""
_MIN_LONG, _MIN_LONG_IN_CJK = 7, 5
"""Words of a title without capitals, and in Chinese, Japanese or Korean."""
_MAX_GROUP_WORDS = 8
"""Words above a reference with its links, which may be the group of the authors."""
_MIN_POINTS = 3
"""Points of the labels below a title from which it is that of a book."""
_MIN_CAPITALISED = 4
"""Words from which capitals show a title."""


def labelled_title(values: Sequence[LabelledValue]) -> TitleMatch | None:
    """Return the title with a label: `- **论文标题**：…`."""
    value = next((v for v in values if v.meaning == "title" and v.value), None)
    parts = split_title(field_facts.plain_value(value)) if value else None
    if value and parts and count_words(parts.title) >= 3:
        return TitleMatch(parts, value.value_span, "", is_distinct=True)
    return None


def title_below(context: NoteContext, candidate: PaperCandidate) -> TitleMatch | None:
    """Return the title with a label in a nested bullet, if the bullet itself has no link to a paper.

    It may be the text of a link with a label: `- ResNet` / `  - Paper: [Deep Residual Learning …](…)`.
    """
    if any(may_be_paper_or_pdf(inline) for _, inline in candidate.links) or not candidate.nested:
        return None
    nested = [value for _, values in candidate.nested for value in values]
    if len({value.block for value in nested if value.meaning == "title" and value.value}) > 1:
        # the bullet announces several papers
        return None
    if match := labelled_title(nested):
        return match
    if (
        looks_like_title(words := context.visible_text(candidate.block.index))
        and count_words(words) >= _MIN_CAPITALISED
    ):
        return None
    for _, values in candidate.nested:
        for inline in filter(None, (field_facts.linked_title(context, value) for value in values)):
            parts = split_title(inline.text)
            is_title = looks_like_title(parts.title) or ": " in parts.title
            if is_title and count_words(parts.title) >= _MIN_CAPITALISED:
                return TitleMatch(parts, inline.inner, "", is_distinct=True)
    return None


def has_other_paper_below(context: NoteContext, candidate: PaperCandidate, own: Iterable[Identifier]) -> bool:
    """Return whether an address below words has another identifier of the same scheme: the words are a topic."""
    values = {identifier.scheme: identifier.value for identifier in own if identifier.scheme != "url"}
    blocks = context.subtree(candidate.container)
    links = (i for block in blocks for _, i in context.inlines_of(block.index) if i.bare)
    identified = (identifier_from_url(inline.url) for inline in links if inline.kind is InlineKind.LINK)
    return any(i and values.get(i.scheme, i.value) != i.value for i in identified)


def start_of_properties(context: NoteContext, candidate: PaperCandidate) -> int:
    """Return the offset of the first property below the text of a bullet, `  year:: 2020`; -1 for none.

    Those below a heading in a bullet count only if the authors are one of them; others are of the section.
    """
    source, start = context.note.text, candidate.block.span.start
    of_block = [value for value in candidate.values if value.block == candidate.block.index]
    if candidate.block.kind is BlockKind.HEADING:
        own = {text.index for text in context.text_blocks(candidate.container)}
        below = [value for value in candidate.all_values if value.block in own]
        of_block += below if any(value.meaning == "authors" for value in below) else []
    spans = (value.span for value in of_block)
    return next((s.start for s in spans if s.start > start and "::" in source[s.start : s.end]), -1)


def _is_titlelike(title: str) -> bool:
    """Return whether words have capitals or the length of a title, or a subtitle."""
    least = _MIN_LONG_IN_CJK if CJK_LETTER.search(title) else _MIN_LONG
    return looks_like_title(title) or ":" in title or count_words(title) >= least


def has_labels_of_paper(context: NoteContext, candidate: PaperCandidate, match: TitleMatch) -> bool:
    """Return whether the labels below a title give authors and an abstract, a venue or pages, or properties a year."""
    meanings = {value.meaning for value in candidate.all_values if value.value}
    if "authors" not in meanings:
        return False
    signs = book_labels.in_text(context.source(candidate.container.span))
    if signs.has_book_labels and not signs.is_of_others and signs.weight + ("year" in meanings) >= _MIN_POINTS:
        return True
    if count_words(match.parts.title) < 3:
        return False
    if not meanings.isdisjoint(_PUBLISHED):
        return True
    named = [v for v in candidate.all_values if v.meaning == "authors" and any(map(str.isalpha, v.value))]
    if (
        "title" not in meanings
        and len(named) == 1
        and len(split_authors(named[0].value)) > 1
        and _is_titlelike(match.parts.title)
    ):
        # `**Fast Corner Detection**` above `* author: Ann Lee, Bo Ray`
        return True
    # a post has one `author::` and a date
    are_several = any(v.label.casefold() in _SEVERAL for v in named)
    return are_several and "year" in meanings and start_of_properties(context, candidate) >= 0


def title_in_reference_below(context: NoteContext, candidate: PaperCandidate) -> TitleMatch | None:
    """Return the title in the only nested bullet, a whole reference without a link: `DeepEdge [[Paper]](…)` above it.

    The bullet itself has some words, perhaps the group of the authors, and links.
    """
    if candidate.form is not CandidateForm.BULLET:
        return None
    nested = [child for child in context.children(candidate.container.index) if child.kind is BlockKind.LIST]
    items = context.children(nested[0].index) if len(nested) == 1 else ()
    texts = context.text_blocks(items[0]) if len(items) == 1 else ()
    if len(texts) != 1 or context.unclaimed_links(texts[0].index) or items[0].index in context.claimed_blocks:
        return None
    if trailing_authors.is_byline_below(context, items[0]):
        return None
    links = candidate.links
    words = context.visible_text(candidate.block.index, [index for index, _ in links])
    if not any(is_paper_link(i) for _, i in links) or not all(is_uninformative(i.text) for _, i in links):
        return None
    if count_words(words) > _MAX_GROUP_WORDS or not (first := candidate.inlines[:1]):
        return None
    span = Span(first[0][1].span.start, max(first[0][1].span.end, links[0][1].span.start))
    match = title_after_full_names(context.visible_text(texts[0].index), span, is_whole=True)
    is_same = match is not None and text.comparison_key(words) in text.comparison_key(match.parts.title)
    # `Univ. Montreal / SNU` is the group of the authors
    is_title = count_words(words) >= _MIN_CAPITALISED and looks_like_title(words) and not re.search("[/+]", words)
    if match is None or is_venue(match.parts.title) or (is_title and not is_same):
        # the reference is that of another paper
        return None
    match.is_distinct = True
    return match
