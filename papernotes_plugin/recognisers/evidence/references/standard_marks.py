"""Score how Chinese marks agree with a title: `[M]` of GB/T 7714 ends one, and `《》` come in pairs."""

from __future__ import annotations

from papernotes_plugin.recognisers.evidence.references.dated_names import DatedNames
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.references.title_ends import TitleReading
from papernotes_plugin.text.lazy_regex import lazy_regex

_TYPE = lazy_regex(r"\s?\[(?:[JMCDRPSNZAG]|EB|DB|CP)(?:/OL)?\]")
"""The type of a document in GB/T 7714."""
_MAX_TYPE = 9
"""Characters of such a mark."""
_INITIAL = lazy_regex(r"[A-Z]\.\s")
_DEFINITION = lazy_regex(r"(?:是指|指的是|指的就是|就是指)")
"""The words after a term that a note explains: `术语:指的是…`."""


def doubt_by_marks(text: str, names: DatedNames, title: TitleReading, published: Publication) -> float:
    """Return how much the marks show that title or venue begin or end elsewhere; less than 0 if they agree."""
    venue = published.venue
    doubt = 4.0 * (venue.count("《") > venue.count("》") or _DEFINITION.match(title.words) is not None)
    if "[" not in text:
        return doubt
    doubt += 4.0 * (_TYPE.search(title.words) is not None)
    if _TYPE.search(text, title.start + len(title.words), title.end + _MAX_TYPE):
        # `Cain S. Quiet: The Power of Introverts[M]` has no author `Cain S. Quiet`
        is_name_of_title = names.authors.form == "natural" and ":" in text[names.authors.end : title.start]
        is_sure = names.authors.form == "glued" and not _INITIAL.match(title.words)
        doubt += 3.0 * is_name_of_title - 1.5 * is_sure
    return doubt
