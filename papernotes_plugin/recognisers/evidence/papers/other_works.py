"""Decide whether what looks like a reference may be that of a talk, a song, a poem or a record."""

from __future__ import annotations

from papernotes_plugin.recognisers.evidence.authors.organisations import is_institute, is_school
from papernotes_plugin.recognisers.evidence.papers.paper_links import may_be_paper_or_pdf
from papernotes_plugin.recognisers.evidence.references import publishers
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.references.reference_facts import VOLUME_AND_PAGES, is_title_marked
from papernotes_plugin.recognisers.evidence.references.reference_reader import Reference
from papernotes_plugin.recognisers.evidence.references.reference_text import ReferenceText
from papernotes_plugin.recognisers.evidence.structure.candidate_blocks import PaperCandidate
from papernotes_plugin.recognisers.evidence.titles.groups_of_titles import are_titles_of_papers
from papernotes_plugin.text.lazy_regex import lazy_regex

_EVENT = lazy_regex(
    r"(?:School|Laboratory|Workshop|Seminar|Symposium|Colloquium) (?:of|for|in|on) [^.:?!]{3,80}"
    r", [^\W\d_a-z][^.:?!]{3,80}"
)
"""A meeting or a school, and its place."""
_MIN_TITLE = 3
"""Words of a title from which it is that of a paper."""


def has_other_name_as_title(candidate: PaperCandidate, reference: Reference, words: ReferenceText) -> bool:
    """Return whether the place of a talk is where the title should be, and nothing shows a publication.

    Also whether the journal and its volume are there after the year: `(2018). *Bayesian Analysis, 13*(3), 917–1007`.
    """
    title, start = reference.title.words, reference.title.start
    end = start + len(title.rstrip("0123456789"))
    if reference.is_dated and words.text[start - 1] == " " and VOLUME_AND_PAGES.match(words.text, end):
        return True
    if reference.is_published or not (is_institute(title) or is_school(title) or _EVENT.fullmatch(title)):
        return False
    return not any(may_be_paper_or_pdf(inline) for _, inline in candidate.links)


def has_sure_publisher(published: Publication) -> bool:
    """Return whether a publication has no publisher, or one that is no studio, nor a label of records."""
    if not published.publisher or published.is_known or published.is_event or published.volume or published.place:
        return True
    return publishers.is_publisher(published.publisher)


def may_be_song(words: ReferenceText, reference: Reference) -> bool:
    """Return whether one full name and a short title in quotation marks may be those of a song or a poem."""
    authors, title = reference.authors, reference.title
    is_quoted = is_title_marked(words, title) and (title.start, title.end) not in words.emphasised
    is_one = len(authors.names) == 1 and not authors.has_more and authors.form == "natural"
    if reference.publication.pages or reference.publication.volume:
        return False
    return is_one and is_quoted and not are_titles_of_papers([title.words], _MIN_TITLE)
