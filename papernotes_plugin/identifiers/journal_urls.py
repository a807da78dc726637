"""Read the DOI of an article from the URL of its page at a journal, and recognise the other pages of articles.

Some publishers make the DOI of the number, or of the volume and page, in the address: those DOIs are certain.
"""

from __future__ import annotations

import re

from papernotes_plugin.identifiers.schemes import parse_doi, query_parameters, valid_identifier
from papernotes_plugin.identifiers.url_readers import (
    UrlReader,
    first_reader,
    path_reader,
    read_doi,
)
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Identifier

_COPERNICUS = lazy_regex(r"(?:articles/)?(\d{1,4})/(\d+)/((?:19|20)\d\d)(?:/[\w.-]*)?", re.ASCII)


def copernicus_reader(journal: str) -> UrlReader:
    """Return a reader of the articles of a journal of Copernicus: `articles/13/3927/2021/` at `essd.copernicus.org`."""

    def read(path: str, query: str) -> Identifier | None:
        match = _COPERNICUS.fullmatch(path)
        return parse_doi(f"10.5194/{journal}-{match[1]}-{match[2]}-{match[3]}") if match else None

    return read


_AANDA = r"articles/aa/(?:full_html|abs|pdf|full|ref)/20\d\d/\d+/aa(\d{4,5})-(\d\d)(?:[/.].*)?"

read_aanda = first_reader(path_reader("doi", _AANDA, r"10.1051/0004-6361/20\2\1"), read_doi)
"""Reader of Astronomy & Astrophysics: `articles/aa/abs/2025/02/aa53274-24/aa53274-24.html`."""

read_bmj = first_reader(
    path_reader("doi", r"content/\d{1,3}/(bmj[.-][a-z0-9.-]*\d)(?:\.\w+|/.*)?", r"10.1136/\1", str.lower), read_doi
)
"""Reader of the BMJ: `content/342/bmj.d3942`."""

_RSC = r"en/content/article[a-z]+/(?:\d{4}/\w\w/)?([a-z]\d[a-z]{2}\d{5}[a-z\d])(?:/.*)?"

read_rsc = path_reader("doi", _RSC, r"10.1039/\1", str.lower)
"""Reader of the Royal Society of Chemistry: `en/content/articlelanding/2020/cs/c9cs00098d`."""

read_peerj = first_reader(
    path_reader("doi", r"articles/(\d+)(?:[/.].*)?", r"10.7717/peerj.\1"),
    path_reader("doi", r"articles/cs-(\d+)(?:[/.].*)?", r"10.7717/peerj-cs.\1"),
)
"""Reader of PeerJ and of PeerJ Computer Science: `articles/9593/`, `articles/cs-55/`."""

read_hindawi = path_reader("doi", r"journals/[a-z]+/((?:19|20)\d\d/\d{5,8})(?:/.*)?", r"10.1155/\1")
"""Reader of Hindawi: `journals/bmri/2014/734690/`."""

_ARTICLE_NUMBER = lazy_regex(r"(?:^|/)article/(S\d{4}-?\d{3}[\dX]\(?\d\d\)?\d{5}-?[\dX])(?:/.*)?$", re.ASCII)


def read_society_journal(path: str, query: str) -> Identifier | None:
    """Return the PII of an article at a journal of a society: `article/S0003-4975(20)30860-2/fulltext` on any site."""
    match = _ARTICLE_NUMBER.search(path)
    return valid_identifier("pii", re.sub(r"[()-]", "", match[1])) if match else None


def read_pii_in_query(path: str, query: str) -> Identifier | None:
    """Return the PII of the PDF of an article at Cell Press: `action/showPdf?pii=S1097-2765(15)00261-0`."""
    number = query_parameters(query).get("pii", "") if path.startswith("action/") else ""
    return valid_identifier("pii", re.sub(r"[()-]", "", number))


_PUBLICATION_PAGE = lazy_regex(
    r"https?://(?:www\.)?(?:(?:machinelearning\.apple\.com/research|ai\.(?:meta|facebook)\.com/research/publications"
    r"|research\.(?:google|facebook\.com|ibm\.com)/(?:pubs|publications)|microsoft\.com/en-us/research/publication"
    r"|research\.nvidia\.com/publication|amazon\.science/publications|(?:typeset\.io|scispace\.com)/papers"
    r"|nber\.org/books-and-chapters"
    r"|kns\.cnki\.net/KCMS/detail(?!/detail\.aspx))/[\w-]+"
    r"|[\w.-]+/content/(?:early/|[a-z]+/)?(?!(?:19|20)\d\d/)\d{1,4}/(?:\d\w{0,7}|suppl\w{0,9})/[a-z]{0,2}\d\w*"
    r"|academic\.oup\.com/\w+/(?:advance-)?article(?:-abstract|-pdf)?/"
    r"|[\w.-]+/(?:[\w-]{1,40}/){1,2}(?:advance-)?article(?:-abstract|-pdf)?/\d{1,4}/[\w-]{1,16}/[\w.-]{1,20}/\d{4,}"
    r"|cambridge\.org/core/journals/[\w-]+/article/"
    r"|jamanetwork\.com/journals/[\w-]+/(?:full)?article(?:-abstract|pdf)?/\d+)",
    re.IGNORECASE,
)


def is_publication_page(url: str) -> bool:
    """Return whether a URL without an identifier is the page of a paper at its publisher, or at its company.

    Many journals have the addresses of HighWire, `/content/39/26/5040` with volume, number and page, or those of
    Silverchair: `/blood/article/135/10/735/452565`.

    Examples:
        >>> is_publication_page("https://academic.oup.com/bib/article/18/3/441/2453291")
        True
        >>> is_publication_page("https://example.org/content/2020/10/news")
        False
    """
    return _PUBLICATION_PAGE.match(url) is not None
