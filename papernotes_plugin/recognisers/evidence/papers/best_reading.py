"""Read a part of a note as a reference in each form that references have, and choose the best reading."""

from __future__ import annotations

from papernotes_plugin.recognisers.evidence.papers.bibliographies import is_in_bibliography
from papernotes_plugin.recognisers.evidence.papers.reference_certainty import links_elsewhere
from papernotes_plugin.recognisers.evidence.references import (
    books_between_commas,
    books_with_place,
    bookshop_lines,
    gost_references,
    law_articles,
    organisation_references,
    russian_books,
    title_and_editors,
    title_and_journal,
    title_first,
)
from papernotes_plugin.recognisers.evidence.references.reference_parts import read_last_reference
from papernotes_plugin.recognisers.evidence.references.reference_reader import (
    CERTAIN,
    LIKELY,
    Reference,
    read_reference,
)
from papernotes_plugin.recognisers.evidence.references.reference_text import ReferenceText
from papernotes_plugin.recognisers.evidence.references.sibling_references import read_with_families
from papernotes_plugin.recognisers.evidence.references.title_ends import TitleReading
from papernotes_plugin.recognisers.evidence.structure.candidate_blocks import CandidateForm, PaperCandidate
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import BlockKind, InlineKind

_NAME = lazy_regex(r"(?:[^\W\d_a-z][\w'’-]+ )?(?:[A-Z]\. ?){1,3}[^\W\d_a-z][\w'’-]+")
"""A name with initials: `A.L. Akeson`, `Jeffrey A.Whitsett`."""
_MIN_MARKED = 4
"""Words in bold from which they are the title."""


def read(
    context: NoteContext, candidate: PaperCandidate, words: ReferenceText
) -> tuple[ReferenceText, Reference | None]:
    """Return the best reading of a candidate, in all forms of references, and the text that it is read from."""
    readers = (gost_references, russian_books, books_between_commas, law_articles)
    if printed := next(filter(None, (reader.read(words) for reader in readers)), None):
        return words, printed
    is_part = candidate.form is CandidateForm.PART
    words, reference = (words, read_reference(words)) if is_part else read_last_reference(words)
    # other words may look like a single name before a title: `The Handbook of Rivers. A Survey. Lee A, Ray B. …`
    are_sure = reference and title_first.are_people(reference.authors)
    if not is_part and (not reference or reference.score < (LIKELY if are_sure else CERTAIN)):
        reference = title_first.read(words) or reference
    if not reference or reference.score < LIKELY:
        reference = bookshop_lines.read(words) or title_and_journal.read(words) or reference
    reference = read_with_families(context, words) or title_and_editors.read(words) or reference
    is_announced = is_in_bibliography(context, candidate.block)
    is_cited = is_announced or candidate.container.kind is BlockKind.FOOTNOTE
    reference = books_with_place.read(words, reference, is_cited=is_cited) or reference
    if not links_elsewhere(candidate):
        reference = organisation_references.read(words, reference) if is_announced else reference
        # `Chile: Consejo de la Cultura. 2014. “Title”` has no person
        marked = organisation_references.read_sure(words)
        reference = marked if marked and (reference is None or reference.score < marked.score) else reference
    return words, None if reference and _opens_with_names(words, reference.title) else reference


def _opens_with_names(words: ReferenceText, title: TitleReading) -> bool:
    """Return whether names are before a strong title in what was read as the title: `A.L. Lee **Maps of Rivers**`."""
    for start, end, kind in words.marks:
        is_inside = kind is InlineKind.STRONG and title.start < start < title.end
        if is_inside and count_words(words.text[start:end]) >= _MIN_MARKED:
            return _NAME.match(words.text, title.start, start) is not None
    return False
