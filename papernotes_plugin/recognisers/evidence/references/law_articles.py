"""Read an article as American lawyers cite it, its title without marks: `Ann Lee, Title, 42 Duke L.J. 557 (1992)`."""

from __future__ import annotations

from papernotes_plugin.people import is_given_name
from papernotes_plugin.recognisers.evidence.references.author_lists import AuthorList
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.references.reference_reader import CERTAIN, Reference, start_of_names
from papernotes_plugin.recognisers.evidence.references.reference_text import ReferenceText
from papernotes_plugin.recognisers.evidence.references.title_ends import TitleReading
from papernotes_plugin.recognisers.evidence.references.work_genres import find_law_citation
from papernotes_plugin.text.lazy_regex import lazy_regex

_MAX_LENGTH = 500
"""Characters of a reference."""
_OPENING = lazy_regex(r"(?:(?:See|Cf\.|Accord|But see)(?:,? e\.g\.,| also| generally)?,? )?")
"""Words that point to a work: `See also `."""
_NAME = (
    r"(?:[^\W\d_a-z]\. ?|[^\W\d_a-z][\w'’-]+ )(?:[^\W\d_a-z]\. ?|[^\W\d_a-z][\w'’-]+ |(?:van|von|de|der|la) ){0,3}"
    r"[^\W\d_a-z][\w'’-]+(?:,? (?:Jr\.|III?|IV))?"
)
_NAMES = lazy_regex(
    rf"(?P<names>{_NAME}(?:(?:, {_NAME}){{0,3}},? (?:&|and) {_NAME})?)(?P<more>,? et al\.)?, (?=[^\W_a-z][^,]* )"
)
"""One name, or several with a sign between the last two, and the comma before the title."""
_BETWEEN = lazy_regex(r",? (?:&|and) |, (?!Jr\.|I)")
_END = lazy_regex(r",? (?=\d{1,3} [A-Z])")
"""The end of a title before the volume of its journal."""
_MIN_TITLE = 8
"""Characters of a title."""


def read(reference: ReferenceText) -> Reference | None:
    """Return the article that a text is; None for others.

    A name must begin with a frequent given name, or have an initial.
    """
    text = reference.text
    if len(text) > _MAX_LENGTH or "\x1d" in text or any(mark in text for mark in '“”"«»'):
        return None
    opening = _OPENING.match(text, start_of_names(text))
    names = _NAMES.match(text, opening.end() if opening else 0)
    if not names or reference.emphasised:
        return None
    people = tuple(_BETWEEN.split(names["names"]))
    if not any("." in name or is_given_name(name.split()[0]) for name in people):
        return None
    for end in _END.finditer(text, names.end() + _MIN_TITLE):
        if (cited := find_law_citation(text, end.start(), len(text))) and cited.volume:
            title = TitleReading(text[names.end() : end.start()].strip(" ,"), names.end(), end.start(), 0)
            authors = AuthorList(people, names.end("names"), "natural", has_more=names["more"] is not None)
            published = Publication(
                cited.journal,
                year=cited.year,
                volume=cited.volume,
                pages=cited.page,
                entry_type="article",
                is_event=True,
                end=cited.end,
            )
            return Reference(title, authors, cited.year, published, CERTAIN + 1, is_dated=False)
    return None
