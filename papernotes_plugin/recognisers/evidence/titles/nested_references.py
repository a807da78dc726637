"""Read the reference in the only bullet below a list item, which has the links of the paper."""

from __future__ import annotations

import re

from papernotes_plugin import text
from papernotes_plugin.recognisers.evidence.papers.paper_links import is_paper_link
from papernotes_plugin.recognisers.evidence.structure.candidate_blocks import CandidateForm, PaperCandidate
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import (
    count_words,
    is_uninformative,
    looks_like_title,
)
from papernotes_plugin.recognisers.evidence.titles.title_match import TitleMatch
from papernotes_plugin.recognisers.evidence.titles.titles_beside_names import title_after_full_names
from papernotes_plugin.vocabulary.model import BlockKind, Span

_MAX_GROUP_WORDS = 8
"""Words above a reference with its links, which may be the group of the authors."""
_MIN_TITLE_WORDS = 4
"""Words from which capitals show a title."""


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
    links = candidate.links
    words = context.visible_text(candidate.block.index, [index for index, _ in links])
    if not any(is_paper_link(i) for _, i in links) or not all(is_uninformative(i.text) for _, i in links):
        return None
    if count_words(words) > _MAX_GROUP_WORDS or not (first := candidate.inlines[:1]):
        return None
    span = Span(first[0][1].span.start, max(first[0][1].span.end, links[0][1].span.start))
    match = title_after_full_names(context.visible_text(texts[0].index), span)
    is_same = match is not None and text.comparison_key(words) == text.comparison_key(match.parts.title)
    if match is None or (_is_whole_title(words) and not is_same):
        # the reference is that of another paper
        return None
    match.is_distinct = True
    return match


def _is_whole_title(words: str) -> bool:
    """Return whether words are a title rather than a name or the group of the authors: `Univ. Montreal / SNU`."""
    return count_words(words) >= _MIN_TITLE_WORDS and looks_like_title(words) and not re.search("[/+]", words)
