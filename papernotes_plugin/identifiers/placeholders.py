"""Known placeholders: identifiers in templates, manuals and forms, which name no work when an entry contains them."""

from __future__ import annotations

from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Identifier

_ACM = "https://ctan.org/pkg/acmart: value of `\\acmDOI` in a sample file of the template"
_ACM_1997 = "https://ctan.org/pkg/acmart: value of `\\acmDOI` in the sample files until 2017"
_DOI = "https://www.doi.org/the-identifier/resources/handbook: example with the prefix of the DOI Foundation"
_CROSSREF = "https://www.crossref.org/documentation: example of the Journal of Psychoceramics"
_ISBN = "https://www.isbn-international.org/content/isbn-users-manual: zeros or counted digits, which name no publisher"
_EAN = "https://en.wikipedia.org/wiki/ISBN: example of a bar code"
_PUBMED = "https://pubmed.ncbi.nlm.nih.gov/1/: the first record, a usual value where a number is absent"

PLACEHOLDERS: dict[Identifier, str] = {
    Identifier("doi", "10.1145/nnnnnnn.nnnnnnn"): _ACM,
    Identifier("doi", "10.1145/xxxxxxx.xxxxxxx"): _ACM,
    Identifier("doi", "10.1145/1122445.1122456"): _ACM,
    Identifier("doi", "10.475/123_4"): _ACM_1997,
    Identifier("doi", "10.475/123"): _ACM_1997,
    Identifier("doi", "10.1000/182"): _DOI,
    Identifier("doi", "10.1000/123456"): _DOI,
    Identifier("doi", "10.1000/xyz123"): _DOI,
    Identifier("doi", "10.5555/12345678"): _CROSSREF,
    Identifier("isbn", "9780000000002"): _ISBN,
    Identifier("isbn", "9780123456786"): _ISBN,
    Identifier("isbn", "9781234567897"): _ISBN,
    Identifier("isbn", "9783161484100"): _EAN,
    Identifier("pmid", "1"): _PUBMED,
}
"""The source of each placeholder.  PMID 0, arXiv 0000.00000 and arXiv 1234.56789 do not have the form of one."""
_NO_NUMBER = lazy_regex(r"\d{4}\.0+|[a-z-]+/\d{4}000")
"""An arXiv number without a running number: https://info.arxiv.org/help/arxiv_identifier.html counts from 1."""
_NO_NAME = lazy_regex(r"10\.\d+/[./-]?(?:x{3,}+[./-]?)+")
"""A DOI of the letter x."""


def is_placeholder(identifier: Identifier) -> bool:
    """Return whether an identifier is a known placeholder, so that it says nothing about the work.

    Examples:
        >>> is_placeholder(Identifier("doi", "10.1145/1122445.1122456")), is_placeholder(Identifier("pmid", "29"))
        (True, False)
    """
    if identifier.scheme == "arxiv" and _NO_NUMBER.fullmatch(identifier.value):
        return True
    return identifier in PLACEHOLDERS or (
        identifier.scheme == "doi" and _NO_NAME.fullmatch(identifier.value) is not None
    )
