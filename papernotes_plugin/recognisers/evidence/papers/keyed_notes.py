"""Decide whether a note whose name has the form of a citekey is about a paper."""

from __future__ import annotations

from papernotes_plugin import text
from papernotes_plugin.people import known_names
from papernotes_plugin.recognisers.evidence.labels import paper_front_matter
from papernotes_plugin.recognisers.evidence.papers import cited_names
from papernotes_plugin.recognisers.evidence.papers.paper_links import identifier_from_url
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles import note_names
from papernotes_plugin.recognisers.evidence.titles.false_titles import is_day, is_generic
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.text.years import ANY_YEAR
from papernotes_plugin.vocabulary.model import Evidence

_MIN_TITLE = 2
"""Words of a heading that is a title in a note without a link to a paper."""


def is_about_paper(context: NoteContext, stem: str, evidence: Evidence) -> bool:
    """Return whether a note with a citekey as name is about a paper: by `@`, facts or links to papers."""
    if stem.startswith("@"):
        return not is_day(stem[1:])
    if paper_front_matter.is_about_something_else(context.front_matter) or _is_number_of_document(context, stem):
        return False
    papers = {identifier_from_url(i.url) for _, i in context.links} - {None}
    if evidence.identifiers or (papers and (stem.isalnum() or len(papers) == 1)):
        return True
    if "-" in stem:
        # the address of a post has the same form: `elections-2021`
        names = text.slugify(" ".join(known_names(evidence.authors))).split("-")
        return bool(evidence.venue or set(names) & set(stem.casefold().split("-")))
    if evidence.authors or evidence.year:
        return True
    # the name of the note as its title says nothing: `seminarios_2024`; nor does that of an event: `Meeting 2019`
    heading = context.visible_text(context.headings[0].index) if context.headings else ""
    if not papers and count_words(heading) < _MIN_TITLE:
        heading = ""
    is_named = note_names.has_word_of_title(stem, heading)
    may_be_shown = papers or is_named or cited_names.is_in_folder_of_reading(context.note.path)
    shown = evidence.title or (heading if may_be_shown and not is_generic(heading) else "")
    title, year = text.comparison_key(shown), ANY_YEAR.search(stem)
    return bool(title) and title != text.comparison_key(stem) and not (year and title.endswith(year[0]))


def _is_number_of_document(context: NoteContext, stem: str) -> bool:
    """Return whether front matter states the number in the name of a note: `eip: 1962` in `eip-1962.md`."""
    kind, _, number = stem.rpartition("-")
    return bool(kind) and str(context.note.meta.get(kind.casefold(), "")).lstrip("0") == number.lstrip("0") != ""
