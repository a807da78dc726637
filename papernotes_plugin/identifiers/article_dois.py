"""Recognise the DOIs that publishers give only to articles of their journals."""

from __future__ import annotations

from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Identifier

_DOI_OF_ARTICLE = lazy_regex(
    r"10\.(?:1007/s\d{5}-|1016/j\.|1038/s4\d{4}-|1371/journal\.|1186/s\d|3389/f[a-z]+\.|1177/\d{8})"
)
"""The beginning of such a DOI of Springer, Elsevier, Nature, PLOS, BMC, Frontiers or SAGE."""


def is_doi_of_article(identifier: Identifier) -> bool:
    """Return whether an identifier is a DOI that only articles of journals have.

    Examples:
        >>> values = "10.1007/s00146-026-03070-1", "10.1007/978-3-031-1"
        >>> [is_doi_of_article(Identifier("doi", value)) for value in values]
        [True, False]
    """
    return identifier.scheme == "doi" and _DOI_OF_ARTICLE.match(identifier.value) is not None
