"""References with links: a text of a link that is a whole reference, and names before a linked title."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from papernotes_plugin.recognisers.evidence.authors.authorship import is_person
from papernotes_plugin.recognisers.evidence.papers.paper_links import may_be_paper_or_pdf
from papernotes_plugin.recognisers.evidence.references.reference_reader import Reference, read_reference
from papernotes_plugin.recognisers.evidence.references.reference_text import ReferenceText, plain_reference
from papernotes_plugin.recognisers.evidence.structure.note_structure import IndexedInline
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import (
    TitleParts,
    count_words,
    looks_like_title,
    split_title,
)

_SIGN = re.compile(r"[“\"„«]|\b(?:19|20)\d\d\b|\bet al\b|[A-Z]\., ")
"""A quotation mark, a year or a shortened name, of which a reference has at least one."""
_MIN_WORDS = 5
_MIN_SCORE = 3.0
"""Score from which a link text is a reference; none of 23,000 titles of papers reaches 2."""
_MIN_SCORE_SHORTENED = 0.0
"""Score from which a link text with `et al.` is a reference."""
_LINKED = 2.0
"""Score from which names with a linked title are a reference in a list of references."""


@lru_cache(maxsize=1 << 10)
def read(words: str) -> Reference | None:
    """Return the reference that a text is; None for a title, which no reading takes for a reference.

    Examples:
        >>> reference = read("S. Park, J. Kim, “Learning to Read Papers”, ICML 2020")
        >>> reference.title.words, reference.authors.names, reference.year
        ('Learning to Read Papers', ('S. Park', 'J. Kim'), 2020)
    """
    if not words[:1].isupper() or not _SIGN.search(words) or count_words(words) < _MIN_WORDS:
        return None
    reference = read_reference(plain_reference(" ".join(words.split())))
    if not reference:
        return None
    # no title has `et al.`
    return (
        reference if reference.score >= (_MIN_SCORE_SHORTENED if reference.authors.has_more else _MIN_SCORE) else None
    )


def title_of(reference: Reference) -> TitleParts:
    """Return the title of a reference with its venue, year and track."""
    parts, published = split_title(reference.title.words), reference.publication
    return TitleParts(parts.title, published.venue, reference.year, published.track).completed(parts)


def has_linked_title(words: ReferenceText, reference: Reference) -> bool:
    """Return whether a reference consists of the name of a person and a linked title: `Bertrand Toën. [Title](…)`."""
    is_title_link = any(start == reference.title.start for start, _ in words.linked)
    return reference.score >= _LINKED and is_title_link and all(map(is_person, reference.authors.names))


def ends_with_linked_title(words: ReferenceText, reference: Reference, links: Iterable[IndexedInline]) -> bool:
    """Return whether a text is only names of people, a year and a linked title: `Ann Lee (2021). [Title](…)`."""
    title = reference.title
    return (
        reference.year is not None
        and has_linked_title(words, reference)
        and not any(map(str.isalnum, words.text[title.end :]))
        and looks_like_title(title.words)
        and any(may_be_paper_or_pdf(inline) for _, inline in links)
    )
