"""Read the title of a paper in the sentence that opens a note about it: `The paper titled "…" compares …`."""

from __future__ import annotations

import re

from papernotes_plugin.recognisers.evidence.authors import authorship
from papernotes_plugin.recognisers.evidence.labels.paper_front_matter import is_about_something_else
from papernotes_plugin.recognisers.evidence.papers import note_signs
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles import note_names
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, split_title
from papernotes_plugin.text import comparison_key
from papernotes_plugin.vocabulary.model import BlockKind, Evidence

_OPENING = re.compile(
    r"\s*(?:[^\W\d_]+(?:['’]|\s)){0,3}?"
    r"(?P<work>paper|papier|pr(?:e|é-)print|article|artículo|artigo|articolo|artikel|aufsatz|étude|study|document|documento)\b"
    r"(?P<titled>[^.\n*_\"“«\[]{0,25}?\b(?:titled|entitled|intitul(?:ée?|ado)|titulado|intitolato|mit dem titel)\b)?"
    r"[^.\n*_\"“«\[]{0,20}(?:\*{1,3}|_{1,2})?[\"“«]?(?<=[*_\"“«])\s?"
    r"(?P<title>[^\n*_\"”»\[\]]{12,200}?),?\s?[\"”»*_]{1,5}"
    r"(?:,?\s(?:by|de|par|von|por|di)\s(?P<names>(?-i:[^\W\d_a-z])[^\n.;:]{2,60}?\bet al\b))?",
    re.IGNORECASE,
)
"""A sentence that opens with a word for a paper and its title in emphasis or quotation marks."""
_MIN_WORDS = 4
"""Words of a title; fewer may name anything."""
_ANY_WORK = frozenset(("paper", "papier", "preprint", "pré-print", "study", "étude"))
"""Words that hardly anything but a paper is called; an article may be one of a newspaper."""


def read(context: NoteContext) -> Evidence | None:
    """Return title and authors of the paper that the first sentence of a note is about; None for other notes.

    The sentence calls the words its title, or the name of the note repeats or continues them.
    """
    first = next(iter(context.children(-1)), None)
    if first is None or first.kind is not BlockKind.PARAGRAPH:
        return None
    match = _OPENING.match(context.note.text, *first.span)
    title = split_title(match["title"]).title if match else ""
    if match is None or count_words(title) < _MIN_WORDS or is_about_something_else(context.note.meta):
        return None
    name = note_names.name_of(context.note.path)
    is_name = comparison_key(name).startswith(comparison_key(title))
    is_titled = bool(match["titled"]) and (match["work"].casefold() in _ANY_WORK or note_signs.names_paper(context))
    if not (is_name or is_titled):
        return None
    return Evidence(title=name if is_name and ":" not in title else title, authors=_authors(match["names"] or ""))


def _authors(names: str) -> tuple[str, ...]:
    return authorship.split_authors(names) if names else ()
