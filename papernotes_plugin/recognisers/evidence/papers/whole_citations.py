"""Decide by its form alone whether a text is a reference: names with the family name first, a year and a title."""

from __future__ import annotations

import re

from papernotes_plugin.people import is_given_name, is_title_word
from papernotes_plugin.recognisers.evidence.authors.authorship import INITIAL, has_given_name
from papernotes_plugin.recognisers.evidence.references.author_scores import IN_FULL
from papernotes_plugin.recognisers.evidence.references.publishers import NEWS
from papernotes_plugin.recognisers.evidence.references.reference_facts import is_title_marked
from papernotes_plugin.recognisers.evidence.references.reference_reader import CERTAIN, Reference
from papernotes_plugin.recognisers.evidence.references.reference_text import ReferenceText
from papernotes_plugin.recognisers.evidence.references.title_ends import TitleReading
from papernotes_plugin.recognisers.evidence.structure.candidate_blocks import CandidateForm, PaperCandidate
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles.sentences import is_sentence
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, looks_like_title
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import InlineKind, Span

PART_AFTER_COMMA = lazy_regex(r", (?:[^\W\d_a-z]|\d)")
"""The beginning of a venue, a volume or pages in what was read as a title: `Title, Math. Soc. 345`."""
_YEAR_BEFORE = lazy_regex(r"[(\[](?:(?:1[5-9]|20)\d\d[a-z]?|n\.\s?d\.|no date)[)\]]\s?[.,:]?\s*[“„\"«‘']?$")
"""The year in brackets between names and title, or words for none."""
_FAMILY_FIRST = frozenset(("inverted", "capitals", "glued"))
"""Forms of names that begin with the family name: `Lee, A.`, `LEE, Ann`, `Lee A`."""
_FIRST_YEAR = 1950
"""The first year that is rather that of a work than of a birth: `Gödel, Kurt (1906): Logician from Brno`."""
_QUOTATION_MARKS = ("“", "„", '"', "«", "‘")
_MAX_BEFORE_NAMES = 40
_MIN_CITED, _MIN_QUOTED = 4, 3
"""Words of a title without marks, after the year, and of one in quotation marks before a venue in emphasis."""
_MAX_GAP = 4
"""Characters between both: `,” `."""
_NAME_BEFORE = lazy_regex(r"[^\W\d_a-z][\w'’-]+(?: [^\W\d_a-z][\w.'’-]*)?[,.] ?")
"""One or two words and a comma."""
_WORD = lazy_regex(r"[^\W\d_]{3}")
"""A word that is no abbreviation of pages."""
_MIN_STRONG_TITLE = 5
"""Words of strong text that are a title, though they look like two names."""


def is_dated_before(words: ReferenceText, title: TitleReading) -> bool:
    """Return whether a year in brackets is directly before a title."""
    return _YEAR_BEFORE.search(words.text, 0, title.start) is not None


def is_full_citation(words: ReferenceText, reference: Reference) -> bool:
    """Return whether a text is only an inverted name in full, the year in brackets, a title: `Lee, Ann (1990) …`."""
    authors, title = reference.authors, reference.title
    if authors.form not in IN_FULL or len(authors.names) != 1 or (reference.year or 0) < _FIRST_YEAR:
        return False
    _, _, given = authors.names[0].partition(", ")
    opens = words.text.lstrip(" *•-").startswith(authors.names[0])
    is_only = opens and not any(map(str.isalnum, words.text[title.end :]))
    is_title = looks_like_title(title.words) and not is_sentence(title.words, has_link=False)
    return is_only and is_title and is_given_name(given.split(" ")[0]) and is_dated_before(words, title)


def is_whole_citation(candidate: PaperCandidate, words: ReferenceText, reference: Reference) -> bool:
    """Return whether a text is a reference by its form alone, wherever it is published and whatever it links to.

    Family names come first, as only references have them, and then the year and a title, or a marked title and a year.
    """
    authors, title = reference.authors, reference.title
    if reference.score < CERTAIN or authors.form not in _FAMILY_FIRST or reference.year is None:
        return False
    if count_words(title.words) < 2 or is_sentence(title.words, has_link=False):
        return False
    if not words.text[:_MAX_BEFORE_NAMES].lstrip("[(0123456789]). •-_").startswith(authors.names[0]):
        return False
    is_dated = is_dated_before(words, title)
    if is_title_marked(words, title):
        return is_dated or str(reference.year) not in words.text[: title.start]
    if not is_dated or count_words(title.words) < _MIN_CITED:
        return False
    is_last = "." not in title.words and not any(map(str.isalnum, words.text[title.end :]))
    is_last = is_last and candidate.form is CandidateForm.BULLET
    has_more = is_last or candidate.links_to_web or len(authors.names) > 1
    return reference.is_published or (has_more and not PART_AFTER_COMMA.search(title.words))


def is_quoted_citation(words: ReferenceText, reference: Reference) -> bool:
    """Return whether a text is full names, a title in quotation marks, a venue in emphasis, and a year or nothing else.

    Historians cite so, whatever the venue: `Ann Lee, “A Title of Words,” *Perspectives*, March 1, 2008.`
    Lists of readings have no year: `Lee, Ann. “A Title of Words.” *A Companion to Wool*. 145–160.`
    """
    title, published, names = reference.title, reference.publication, reference.authors.names
    if not names or reference.score < CERTAIN or published.is_site or not published.venue:
        return False
    if words.text[title.start - 1 : title.start] not in _QUOTATION_MARKS or count_words(title.words) < _MIN_QUOTED:
        return False
    venue = next((end for start, end in words.emphasised if 0 <= start - title.end <= _MAX_GAP), None)
    are_people = reference.authors.form in _FAMILY_FIRST | IN_FULL or (
        has_given_name(names[0]) and looks_like_title(title.words)
    )
    if venue is None or not are_people:
        return False
    if reference.year is not None:
        return str(reference.year) in words.text[title.end :]
    return not NEWS.fullmatch(published.venue) and not _WORD.search(words.text, venue)


def opens_with_linked_title(words: ReferenceText, reference: Reference) -> bool:
    """Return whether the names are all the words of a link, and rather a title: `[Online Search and Ascent](…)`."""
    names = reference.authors.names
    is_linked = any(start <= 1 and abs(end - reference.authors.end) <= 1 for start, end in words.linked)
    if not is_linked or any(map(has_given_name, names)) or any("." in name or "," in name for name in names):
        return False
    return any(is_title_word(word) for name in names for word in name.split())


def opens_before_note(context: NoteContext, candidate: PaperCandidate, title: Span) -> bool:
    """Return whether a title has a name before the link to its note: `Díaz del Castillo, Bernal, [[Historia]]`."""
    source = context.note.text
    notes = (inline.span for _, inline in candidate.inlines if inline.kind is InlineKind.WIKILINK)
    # a comma after the link may belong to the title
    return any(
        title.start < note.start
        and title.end <= note.end + 1
        and _NAME_BEFORE.fullmatch(source, title.start, note.start)
        for note in notes
    )


def has_strong_title(candidate: PaperCandidate, reference: Reference) -> bool:
    """Return whether the authors are words of strong text, which is the title: `**Code Search and Repair**, Lee`."""
    first = candidate.inlines[0][1] if candidate.inlines else None
    names = reference.authors.names
    is_group = reference.authors.form == "group"
    if is_group or not first or first.kind is not InlineKind.STRONG or not all(name in first.text for name in names):
        return False
    if count_words(first.text) < _MIN_STRONG_TITLE or re.search(r"[,&\d]|\bet al", first.text):
        return False
    if reference.title.words.split()[0] in first.text:
        return False
    return not any(has_given_name(name) or INITIAL.search(name) for name in names)
