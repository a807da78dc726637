"""Read the title block of Pandoc at the top of a note, if it links to the paper of the note."""

from __future__ import annotations

import itertools

from papernotes_plugin.recognisers.evidence.papers.paper_links import PaperLinks, identifier_from_url
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles import note_names
from papernotes_plugin.recognisers.evidence.titles.false_titles import is_generic
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.text.romanisation import CJK_LETTER
from papernotes_plugin.vocabulary.model import Evidence, Span

_MARKER = "% "
_MIN_WORDS = 3
"""Words of a title; fewer are the subject of the note."""


def read(context: NoteContext) -> Evidence | None:
    """Return the title, year and link in the title block of a note; None if it does not link to exactly one paper.

    A title block is the lines with a percent sign at the top: `% Title` / `% https://arxiv.org/abs/1706.03762`.
    A title in Chinese, Japanese or Korean is in the language of the note, which is not that of the paper.
    """
    note = context.note
    start = note.body_start
    if not note.text.startswith(_MARKER, start):
        return None
    lines = list(itertools.takewhile(lambda line: line.startswith("%"), note.text[start:].splitlines(keepends=True)))
    block = Span(start, start + sum(map(len, lines)))
    parts = note_names.dated_title(lines[0].removeprefix(_MARKER).strip())
    if count_words(parts.title) < _MIN_WORDS or is_generic(parts.title) or CJK_LETTER.search(parts.title):
        return None
    paper_links = PaperLinks()
    for index, inline in context.links:
        is_paper = block.start <= inline.span.start < block.end and identifier_from_url(inline.url)
        if is_paper and not paper_links.add(index, inline):
            return None
    if not paper_links.identifiers:
        return None
    return Evidence(
        parts.title,
        year=parts.year,
        venue=parts.venue,
        identifiers=paper_links.identifiers,
        links=paper_links.links,
    )
