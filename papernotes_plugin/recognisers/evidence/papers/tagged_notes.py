"""Read notes whose title has a tag for papers before it, which recurs over the notes: `[Paper Review] Title`."""

from __future__ import annotations

import re

from papernotes_plugin.recognisers.evidence.papers.named_notes import links_of_opening
from papernotes_plugin.recognisers.evidence.papers.paper_links import PaperLinks
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles import note_names
from papernotes_plugin.recognisers.evidence.titles.false_titles import is_generic
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Evidence

_OF_PAPERS = lazy_regex(
    r"\b(?:papers?|articles?|literature|literatur|artigos?|articulos?|articol[oi])\b|论文|論文|文献|논문|문헌|стать",
    re.IGNORECASE,
)
"""A word for papers in the key of a tag."""
_MIN_WORDS = 2
"""Words of a title after a tag."""
_MIN_OF_OTHER = 5
"""Words of such a title from which it may have a word of other notes: `Student Engagement in Lectures`."""


def read(context: NoteContext) -> Evidence | None:
    """Return the title after a tag for papers, with the links in the first lines; None for a note without one."""
    words, tag = context.without_tag(context.note.title)
    if not _OF_PAPERS.search(tag):
        return None
    title = note_names.dated_title(words)
    count = count_words(title.title)
    is_other = note_names.names_other_note(title.title) and count < _MIN_OF_OTHER
    is_number = not any(map(str.isalpha, title.title))
    if count < _MIN_WORDS or is_number or is_other or is_generic(title.title):
        return None
    # links to several papers say nothing on that of the note
    paper_links = links_of_opening(context) or PaperLinks()
    return Evidence(
        title.title,
        title.authors,
        title.year,
        title.venue,
        track=title.track,
        identifiers=paper_links.identifiers,
        links=paper_links.links,
    )
