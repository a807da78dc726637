"""Identifiers of papers: recognise every spelling of an identifier, in a URL or in text, and give its canonical value.

To add an identifier scheme:

1. Add a line to `_TABLE` in `schemes`: its name, its label, the pattern of a canonical value and the canonical URL.
2. Add a line to `_READERS` in `url_hosts`: its hosts, and a reader of their paths.  `path_reader` with a pattern is
   enough for most sites; a site with several forms of paths needs a function in `url_readers`.
3. If people write a value in several ways, normalise it in `_canonical` of `written_identifiers`.
4. Add its URLs to `SPELLINGS` in `tests/identifiers/test_identifiers.py`, and look-alikes to the addresses that
   `test_what_is_no_paper` refuses.
"""

from __future__ import annotations

from papernotes_plugin.identifiers.archives import is_archived
from papernotes_plugin.identifiers.article_dois import is_doi_of_article
from papernotes_plugin.identifiers.equivalents import equivalents
from papernotes_plugin.identifiers.journal_urls import is_publication_page
from papernotes_plugin.identifiers.paper_urls import arxiv_version_of_url, from_url, is_paper_file, url_identifier
from papernotes_plugin.identifiers.placeholders import is_placeholder
from papernotes_plugin.identifiers.schemes import SCHEMES, Scheme, canonical_url, scheme_label
from papernotes_plugin.identifiers.written_identifiers import SIGNS, find_identifiers, parse_identifier

__all__ = [
    "SCHEMES",
    "SIGNS",
    "Scheme",
    "arxiv_version_of_url",
    "canonical_url",
    "equivalents",
    "find_identifiers",
    "from_url",
    "is_archived",
    "is_doi_of_article",
    "is_paper_file",
    "is_placeholder",
    "is_publication_page",
    "parse_identifier",
    "scheme_label",
    "url_identifier",
]
