"""Read the identifier of a paper from its URL.

A URL is split once, and its host is looked up in `url_hosts`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import unquote, urlsplit

from papernotes_plugin.identifiers.check_digits import parse_isbn
from papernotes_plugin.identifiers.schemes import (
    BLANK_NUMBER,
    arxiv_version,
    parse_doi,
    query_parameters,
    valid_identifier,
)
from papernotes_plugin.identifiers.url_hosts import find_reader
from papernotes_plugin.identifiers.url_readers import arxiv_path_step, read_arxiv
from papernotes_plugin.text.escaping import unescape_url
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Identifier

_PLAIN = lazy_regex(r"https?://([a-z0-9-]+(?:\.[a-z0-9-]+)+)/([\w./~:@!$*+,=-]*)(?:\?([\w./~:@!$*+,=-]*))?", re.ASCII)
"""A URL without encoded characters, as most are: it can be split without `urlsplit`."""

_BLANK_AT_END = lazy_regex(rf"&{BLANK_NUMBER};?$", re.IGNORECASE)
"""The character reference of a blank, which editors write at the end of a line; its number sign opens no fragment."""


def _split(url: str) -> tuple[str, str, str] | None:
    """Return host without `www.`, decoded path without leading slash, and query; None unless http or https."""
    url = url.strip()
    if "&#" in url:
        url = _BLANK_AT_END.sub("", url)
    if plain := _PLAIN.fullmatch(url):
        return plain[1].removeprefix("www."), plain[2].lstrip("/"), plain[3] or ""
    if url[:4].lower() != "http":
        return None
    try:
        parts = urlsplit(unescape_url(url))
        host = (parts.hostname or "").rstrip(".").removeprefix("www.")
    except ValueError:
        return None
    if parts.scheme not in {"http", "https"} or not host:
        return None
    # pages of ADS once had the path behind the number sign: `/#abs/…`
    path = parts.path.lstrip("/") or (parts.fragment if parts.fragment.startswith("abs/") else "")
    return host, unquote(path).strip() if "%" in path else path, parts.query


_JOINED_DOI = lazy_regex(r"((?:dx\.)?doi\.org)(10\.\d{4,9})")
"""The host of a URL in which the slash before the DOI is missing: `doi.org10.1038`."""
_ARCHIVED = lazy_regex(r"(?:web/[0-9a-z_*]+/|url=)?(?=https?:/)", re.IGNORECASE)

_OUTER_PATHS = frozenset(("login", "url", "", "go", "scholar_url"))
_INNER_PARAMETERS = ("url", "qurl", "q", "target", "to")
"""The parameters of the URL to which a page leads: `link.zhihu.com/?target=…`, `links.jianshu.com/go?to=…`."""


def _split_inner_url(host: str, path: str, query: str) -> tuple[str, str, str] | None:
    """Split the URL inside that of a web archive, a reader view, a library proxy's login page or a redirection."""
    match = _ARCHIVED.match(path)
    if match:
        inner = path[match.end() :]
        # Web archives merge the two slashes into one.
        inner = re.sub(r"^(https?):/+", r"\1://", inner, flags=re.IGNORECASE)
        return _split(f"{inner}?{query}" if query else inner)
    if path in _OUTER_PATHS and "http" in query:
        values = query_parameters(query)
        return _split(next(filter(None, map(values.get, _INNER_PARAMETERS)), ""))
    return None


_NAME_WITHOUT_ADDRESS = lazy_regex(r"(?:urn:)?(?:(?P<isbn>isbn)|doi):\s?(?P<value>\S.{5,200})", re.IGNORECASE)
"""The name of a work in place of an address: `urn:isbn:0465050654`, `doi:10.1000/182`."""


@lru_cache(maxsize=1 << 15)
def from_url(url: str) -> Identifier | None:
    """Return the identifier of the paper that a URL leads to; None for any other URL.  Never raises.

    Examples:
        >>> str(from_url("https://arxiv.org/pdf/2401.00001v3.pdf")), from_url("https://github.com/a/b")
        ('arxiv:2401.00001', None)
        >>> str(from_url("https://doi.org10.1038/s41586-021-03819-2"))
        'doi:10.1038/s41586-021-03819-2'
        >>> str(from_url("https://link.zhihu.com/?target=https%3A//arxiv.org/abs/2401.00001"))
        'arxiv:2401.00001'
        >>> str(from_url("https://scholar.google.com/scholar_url?url=https://arxiv.org/abs/2401.00001&hl=en"))
        'arxiv:2401.00001'
        >>> str(from_url("urn:isbn:0465050654"))
        'isbn:9780465050659'
    """
    parts = _split(url)
    if parts is None:
        named = _NAME_WITHOUT_ADDRESS.fullmatch(unquote(url.strip())) if url[:1] in "uUiIdD" else None
        return (parse_isbn if named["isbn"] else parse_doi)(named["value"]) if named else None
    host, path, query = parts
    if joined := _JOINED_DOI.fullmatch(host):
        host, path = joined[1], f"{joined[2]}/{path}"
    reader = find_reader(host, path)
    # Google Scholar has papers of its own, and pages that lead to others
    if (reader is None or path == "scholar_url") and ("http" in path or "http" in query):
        parts = _split_inner_url(host, path, query)
        if parts is None:
            return None
        host, path, query = parts
        reader = find_reader(host, path)
    return reader(path, query) if reader else None


def arxiv_version_of_url(url: str) -> str:
    """Return the version in an arXiv URL, such as `v3`; "" if there is none."""
    parts = _split(url)
    return arxiv_version(arxiv_path_step(parts[1])) if parts and find_reader(parts[0], parts[1]) is read_arxiv else ""


_NOT_A_PAPER = lazy_regex(
    r"slides?|poster|supp|talk|resume|(?:^|[_-])cv\b|appendix|brochure|flyer|schedule|invoice", re.IGNORECASE
)


def is_paper_file(url: str) -> bool:
    """Return whether a URL without a known identifier leads to a file that may be a paper.

    Slides, posters, supplements and the like are excluded by the name of the file.
    """
    parts = _split(url)
    if parts is None:
        return False
    name = parts[1].rstrip("/").lower().rpartition("/")[2]
    return name.endswith((".pdf", ".ps", ".ps.gz", ".djvu")) and not _NOT_A_PAPER.search(name) and from_url(url) is None


def url_identifier(url: str) -> Identifier | None:
    """Return a URL without a known identifier as an identifier of the scheme `url`; None for any other text.

    It is meant for links that an author calls a paper.

    Examples:
        >>> str(url_identifier("https://Lab.example/~x/paper.pdf#page=2")), url_identifier("mailto:x@y.z")
        ('url:https://lab.example/~x/paper.pdf', None)
    """
    url = _unescaped(url.strip())
    match = _SCHEME_AND_HOST.match(url)
    if match is None or _split(url) is None or from_url(url) is not None:
        return None
    return valid_identifier(
        "url", match[1].lower() + match[2] + match[3].lower() + url[match.end() :].partition("#")[0]
    )


_SCHEME_AND_HOST = lazy_regex(r"(https?://)((?:[^/?#]*@)?)([^/?#@&]*)", re.IGNORECASE)
"""Scheme, user and host of a URL; only scheme and host ignore case."""


def _unescaped(url: str) -> str:
    """Return a URL with entities decoded, also nested ones; "" if more than three passes are needed."""
    for _ in range(3):
        before, url = url, unescape_url(url)
        if url == before:
            return url
    return ""
