"""Read references in the form that most references of a note have, such as `Ann Lee: Title, Venue 2020`.

What is uncertain alone, a single author or a rare name, is certain among many of one form.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import NamedTuple

from papernotes_plugin.people import OTHERS, is_title_word
from papernotes_plugin.recognisers.evidence.authors.authorship import is_person, listed_names, split_authors
from papernotes_plugin.recognisers.evidence.references.author_lists import AuthorList
from papernotes_plugin.recognisers.evidence.references.dated_names import DatedNames
from papernotes_plugin.recognisers.evidence.references.reference_reader import (
    Reference,
    read_after_names,
    read_reference,
    start_of_names,
)
from papernotes_plugin.recognisers.evidence.references.reference_text import ReferenceText
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note
from papernotes_plugin.recognisers.evidence.titles.sentences import is_sentence
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.romanisation import CAPITALS, LETTERS

_MIN_REFERENCES = 3
"""References of one form from which others of the form are references, too."""
_MIN_SHORTENED = 3.0
"""Score from which a reference with `et al.` and a year shows the form of a list."""
_MIN_TITLE_WORDS = 2
_MAX_NAMES = 300
"""Characters of the names before a title."""
_MARKS = {":": lazy_regex(r"[:：]\s+"), ".": lazy_regex(r"(?<=[^\W\d_]{2})\.\s+")}
"""The marks between names in their natural order and a title without a mark of its own."""
_FAMILY = (
    r"(?:(?:[Vv]an|[Vv]on|[Dd]er|[Dd]en|[Dd]e|[Dd]i|[Ll]e|[Ll]a|[Ee]l) ){0,2}"
    rf"[{CAPITALS}][{LETTERS}]+(?:[’'-][{LETTERS}]+)*"
)
_SHORTENED = r"(?:,? et al\.?|\s?等)"
_FAMILIES = lazy_regex(
    rf"(?P<names>{_FAMILY}(?:, {_FAMILY})*(?:,? (?:and|&|和|与) {_FAMILY})?)(?P<more>{_SHORTENED})?\.?(?<=\.)\s+"
    r"(?=[\w“\"])"
)
"""Family names alone before a point: `Lee, Ray. `, `Lee et al. `, `Lee 和 Ray. `."""
_BETWEEN_FAMILIES = lazy_regex(r",? (?:and|&|和|与) |, ")
_SURE_FAMILIES = lazy_regex(
    rf"^[ \t]*(?:(?:[*+>-]|\d{{1,3}}[.)])[ \t]+)*(?:\\?\[[^\[\]\n]{{1,20}}\][ \t]+)?"
    rf"{_FAMILY}(?:(?:, {_FAMILY}){{2,}}|{_SHORTENED})\.?(?<=\.) [A-Z][^\n]{{10,}}\b(?:19|20)\d\d\b",
    re.MULTILINE,
)
"""A line of a reference with three family names or more, or with a shortened one."""
_INITIALS_AFTER_FAMILY = lazy_regex(rf"^[^\n“\"]{{0,30}}\b{_FAMILY},? [A-Z]\.", re.MULTILINE)
_SCORE_OF_FAMILIES = 4.0
_OPENING_QUOTE = "\"“«„‘'"


class ReferenceForm(NamedTuple):
    """The form of a reference: what separates its natural names from the title, and what ends it."""

    mark: str
    has_year: bool


def form_of(words: ReferenceText, reference: Reference) -> ReferenceForm | None:
    """Return the form of a reference whose year, if it has one, is after the title; None for another form."""
    mark = words.text[reference.authors.end : reference.title.start].strip().rstrip(_OPENING_QUOTE).rstrip()
    if reference.is_dated or reference.authors.form not in ("natural", "initials") or mark not in _MARKS:
        return None
    return ReferenceForm(mark, reference.year is not None)


def _read_in_form(words: ReferenceText, form: ReferenceForm) -> Reference | None:
    """Return the reference that a text is in a form; None for another text.

    Examples:
        >>> from papernotes_plugin.recognisers.evidence.references.reference_text import plain_reference
        >>> read = _read_in_form(plain_reference("Ny Tu: On the Maps of Rivers, 1999."), ReferenceForm(":", True))
        >>> read.authors.names, read.title.words, read.year
        (('Ny Tu',), 'On the Maps of Rivers', 1999)
    """
    start = start_of_names(words.text)
    end = _MARKS[form.mark].search(words.text, start, start + _MAX_NAMES)
    names = _names(words.text[start : end.start()]) if end else ()
    if not end or not names:
        return None
    people = tuple(name for name in names if name != OTHERS)
    authors = AuthorList(people, end.start(), "natural", has_more=people != names)
    reference = read_after_names(words, DatedNames(authors, "", end.end(), 1.0), expects_venue=True)
    if not reference or (reference.year is None) == form.has_year:
        return None
    title = reference.title.words.rstrip(" ,")
    if count_words(title) < _MIN_TITLE_WORDS or title[:1].islower() or is_sentence(title, has_link=False):
        return None
    return replace(reference, title=replace(reference.title, words=title))


def _names(words: str) -> tuple[str, ...]:
    """Return the names that a text consists of, also a single full name; () for other words."""
    return listed_names(words) or (split_authors(words) if is_person(words.strip(" *_")) else ())


@once_per_note
def _lists_families(context: NoteContext) -> bool:
    """Return whether the references of a note have family names alone."""
    count = len(_SURE_FAMILIES.findall(context.note.text))
    return count >= _MIN_REFERENCES and count > len(_INITIALS_AFTER_FAMILY.findall(context.note.text))


def read_with_families(context: NoteContext, words: ReferenceText) -> Reference | None:
    """Return the reference after family names in a note whose references have nothing else; None for another text.

    In `Lee, Ray. Title` one name alone may also be a family name and a given name.
    """
    start = start_of_names(words.text)
    match = _FAMILIES.match(words.text, start, start + _MAX_NAMES)
    names = _BETWEEN_FAMILIES.split(match["names"]) if match else ()
    if not match or any(map(is_title_word, names)) or not _lists_families(context):
        return None
    authors = AuthorList(tuple(names), match.end("names"), "surname", has_more=match["more"] is not None)
    dated = DatedNames(authors, "", match.end(), _SCORE_OF_FAMILIES)
    reference = read_after_names(words, dated, expects_venue=True)
    return (
        reference if reference and reference.year and count_words(reference.title.words) >= _MIN_TITLE_WORDS else None
    )


class SiblingReferences:
    """The forms of the references in a note, and the texts that may be references of the same form."""

    def __init__(self) -> None:
        self._certain: Counter[ReferenceForm] = Counter()
        self._in_section: Counter[tuple[int, ReferenceForm]] = Counter()
        self._uncertain: Counter[ReferenceForm] = Counter()

    def add(self, section: int, words: ReferenceText, reference: Reference) -> None:
        """Count a reference that is certain by itself, in the section below a heading."""
        if form := form_of(words, reference):
            self._certain[form] += 1
            self._in_section[section, form] += 1

    def add_uncertain(self, section: int, words: ReferenceText) -> None:
        """Count a text that is no reference by itself."""
        reference = read_reference(words)
        if reference and reference.authors.has_more and reference.year and reference.score >= _MIN_SHORTENED:
            self.add(section, words, reference)
            return
        self._uncertain.update(form for form in self._certain if _read_in_form(words, form))

    def read(self, section: int, words: ReferenceText) -> Reference | None:
        """Return the reference that a text is in the form of most references of the note; None for another text.

        Without a reference of that form in its section, it needs a known venue.
        """
        for form, count in self._certain.most_common():
            are_most = count >= max(_MIN_REFERENCES, self._uncertain[form] + 1)
            reference = _read_in_form(words, form) if are_most else None
            if reference and (self._in_section[section, form] or reference.publication.is_known):
                return reference
        return None
