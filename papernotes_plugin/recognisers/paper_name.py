"""Recognise names of papers in prose: the title or a short name of a paper that another mention creates.

It runs after all papers are known, with a signature of its own.  A name never creates a paper.  A name that fits
two papers belongs to neither.  Everyday words ("Transformer", "Star") are names only if the sentence indicates it.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

from papernotes_plugin.recognisers.evidence.name_check import NameChecker
from papernotes_plugin.recognisers.evidence.name_search import NameIndex, name_index, name_occurrences
from papernotes_plugin.recognisers.evidence.prose import Prose
from papernotes_plugin.recognisers.evidence.quoted_context import build_mention, quote_sentence
from papernotes_plugin.recognisers.evidence.short_names import NameStrength, names_by_pattern
from papernotes_plugin.vocabulary.model import BlockKind, Evidence, Mention, MentionKind, Note, Paper

_LOWER_CASE = re.compile(r"[a-z\s-]+")
"""Words without a capital or digit: a name only if it is long."""


def index_names(papers: Sequence[Paper], everyday: Iterable[str] = (), notes: Sequence[Note] = ()) -> NameIndex:
    """Return the names of papers, ready for `find`.

    Args:
        papers: All papers.
        everyday: Words that are never names.
        notes: All notes.  The name of a note belongs to the paper it is about, and to no other paper.
    """
    return name_index(papers, names_by_pattern(papers, everyday, notes))


def find(
    note: Note, prose: Prose, mentions: Sequence[tuple[Mention, int]], names: NameIndex
) -> list[tuple[Mention, tuple[int, ...]]]:
    """Return the names of papers in the prose of a note, each with the indices of the papers that it fits.

    Args:
        note: The note.
        prose: Its prose.
        mentions: Its other mentions, each with the index of the paper; a name near one of its paper is left out.
        names: The names of all papers.
    """
    cards = sorted(m.span.start for m, _ in mentions if m.kind is MentionKind.CARD)
    checker: NameChecker | None = None
    named: list[tuple[Mention, tuple[int, ...]]] = []
    for span, block, candidates in name_occurrences(prose, names):
        if _LOWER_CASE.fullmatch(note.text, *span) and not any(n.strength is NameStrength.LONG for n in candidates):
            continue
        if block.kind is BlockKind.HEADING and bisect_right(cards, span.start) > bisect_left(cards, block.span.start):
            # the heading of a card is the title of its paper
            continue
        checker = checker or NameChecker(note, mentions, names)
        if papers := checker.possible_papers(span, block, candidates):
            span = checker.with_sign(span, candidates)
            mention = build_mention(
                checker.context,
                MentionKind.NAME,
                span,
                " ".join(note.text[span.start : span.end].split()),
                block.index,
                Evidence(),
                quotation=quote_sentence(checker.context, block.index, span),
                creates_paper=False,
            )
            named.append((mention, papers))
    return named
