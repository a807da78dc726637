"""Read references whose names, publication and title are lines of their own, with the title after the publication.

An example is `Ann Lee, Bob Ray. (2020)`, `[*Heredity* **3**(1) 7-9](https://doi.org/…);` and `The Maps of Rivers`.
"""

from __future__ import annotations

from itertools import pairwise

from papernotes_plugin.people import OTHERS
from papernotes_plugin.recognisers.evidence.authors.authorship import listed_names, stated_names
from papernotes_plugin.recognisers.evidence.papers.paper_links import is_paper_link
from papernotes_plugin.recognisers.evidence.references.line_breaks import line_breaks
from papernotes_plugin.recognisers.evidence.references.reference_reader import read_reference, start_of_names
from papernotes_plugin.recognisers.evidence.references.reference_text import LINK_REMOVED, ReferenceText, joined
from papernotes_plugin.recognisers.evidence.structure.candidate_blocks import CandidateForm, PaperCandidate
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, starts_lowercase
from papernotes_plugin.text.lazy_regex import lazy_regex, optional_run
from papernotes_plugin.text.years import YEAR
from papernotes_plugin.vocabulary.model import Block, BlockKind

_FORMS = (CandidateForm.BULLET, CandidateForm.PARAGRAPH)
_PUBLICATION = lazy_regex(rf"\n[ \t>]*(?:\({YEAR}\) )?(?:\[?[*_][^*_\s]|<?https?://|\[\[?(?:doi|arxiv):?)")
"""A line break before emphasis, which may be in a link, or before an address."""
_MARKED_NAME = lazy_regex(
    r"[\s>*+-]*+(?:\d{1,4}[.)]\s+)?\**(?:[^\W\d_a-z][\w.'’-]*+ ){1,3}[^\W\d_a-z][\w'’-]++(?:\*\*)?"
    r"(?:\\?[*∗†‡])+(?:,| (?:and|&) )"
)
"""A name with the mark of a remark before another name."""
_YEAR_AT_END = lazy_regex(optional_run(r"\s.,") + rf"\((?P<year>{YEAR})[a-z]?\)[\s.:]*$")
_YEAR_AT_START = lazy_regex(rf"\s*\((?P<year>{YEAR})[a-z]?\)\s*")
_NUMBERS = lazy_regex(r"(?:[\W\d_]|(?<![^\W\d_])(?:[Pp]{1,2}|[Vv]ol|[Nn]o|[eSEL])(?![^\W\d_]))*\d(?:[\W\d_]|pp)*")
"""The volume, issue and pages that follow the name of a journal in its line."""
_POINTERS = lazy_regex(rf"(?:[\W{LINK_REMOVED}]|(?:doi|pmid|DOI|PMID|PDF|pdf)(?::[^\s\]]{{4,60}})?)*")
"""Identifiers, and links that only point."""
_SHARES = lazy_regex(r"\s?\([^()]*\b(?:equal|contributed|corresponding)[^()]*\)|[*∗†‡]")
"""A remark on the shares of the authors, and its marks."""
_MAX_LENGTH = 3000
"""Characters of a reference, which may have the names of a large group."""
_MAX_TITLE = 350
_MIN_TITLE_WORDS = 3
_QUOTES = frozenset('“”"')


def may_be_reference(source: str, block: Block) -> bool:
    """Return whether an item begins with a name that has a mark, `Ann Lee†, `, and a publication may open a line."""
    if block.kind is not BlockKind.ITEM or not _MARKED_NAME.match(source, *block.span):
        return False
    return _PUBLICATION.search(source, *block.span) is not None


def in_order(context: NoteContext, candidate: PaperCandidate, words: ReferenceText) -> ReferenceText:
    """Return the text of a candidate as names, the title in quotation marks, and the publication.

    A text that has no such lines, or does not make a reference, is returned as it is.
    """
    span = candidate.block.span
    if candidate.form not in _FORMS or not _PUBLICATION.search(context.note.text, *span):
        return words
    breaks = line_breaks(context, words) if len(words.text) <= _MAX_LENGTH else ()
    lines = list(pairwise((0, *breaks, len(words.text))))
    has_paper = any(is_paper_link(inline) for _, inline in candidate.links)
    first = next((at for at, line in enumerate(lines) if at and _is_publication(words, *line, has_paper=has_paper)), 0)
    last = next((at for at in range(first + 1, len(lines)) if not _POINTERS.fullmatch(words.text, *lines[at])), 0)
    if not (first and last):
        return words
    published, title = words.part(lines[first][0], lines[last][0]), words.part(lines[last][0] + 1, len(words.text))
    before = words.text[: lines[first][0]]
    end, start = _YEAR_AT_END.search(before), _YEAR_AT_START.match(published.text)
    names = _SHARES.sub("", before[: end.start()] if end else before)[start_of_names(before) :].strip(" .,:;")
    dated = end or start
    published = published.part(start.end(), len(published.text)) if start else published
    return _whole(" ".join(names.split()), dated["year"] if dated else "", title, published) or words


def _is_publication(words: ReferenceText, start: int, end: int, *, has_paper: bool) -> bool:
    """Return whether a line is a name in emphasis and numbers, perhaps after a year, or only the address of a paper."""
    if has_paper and LINK_REMOVED in words.text[start:end] and _POINTERS.fullmatch(words.text, start, end):
        return True
    year = _YEAR_AT_START.match(words.text, start, end)
    at = year.end() if year else next((i for i in range(start, end) if not words.text[i].isspace()), end)
    name = next((stop for first, stop in words.emphasised if first == at and stop <= end), 0)
    return bool(name) and _NUMBERS.fullmatch(words.text, name, end) is not None


def _whole(names: str, year: str, title: ReferenceText, published: ReferenceText) -> ReferenceText | None:
    """Return the parts of a reference as one text; None if it is no reference, or its parts are read in another way."""
    shown = title.text.strip(" .,;")
    people = listed_names(names) or stated_names(names)
    if not people or len(shown) > _MAX_TITLE or count_words(shown) < _MIN_TITLE_WORDS or starts_lowercase(shown):
        return None
    if not _QUOTES.isdisjoint(shown) or listed_names(shown):
        return None
    whole, _ = joined([title, published], "” ")
    whole = whole.with_opening(f"{names} ({year}). “" if year else f"{names}. “", 0)
    reference = read_reference(whole)
    if not reference or reference.title.words.strip(" .,;") != " ".join(shown.split()):
        return None
    return whole if len(reference.authors.names) == len(people) - (people[-1] == OTHERS) else None
