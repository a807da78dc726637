"""Read the identifier of a paper from the URLs of catalogues: review journals, RePEc, ADS, Project Euclid."""

from __future__ import annotations

import re
from urllib.parse import unquote

from papernotes_plugin.identifiers.schemes import parse_arxiv, query_parameters, valid_identifier
from papernotes_plugin.identifiers.url_readers import read_doi
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Identifier

_EUCLID_FORMAT = lazy_regex(r"\.(?:full|short|pdf|abstract|issue)$")


def read_euclid(path: str, query: str) -> Identifier | None:
    """Return the DOI of a page of Project Euclid, or the number of a page with an old address."""
    handle = query_parameters(query).get("handle", "") if path.startswith("DPubS") else path
    if match := re.match(r"(?:download/pdf\w*/)?euclid\.([a-z]+)/(\d+)", handle, re.ASCII):
        return valid_identifier("euclid", f"{match[1]}/{match[2]}")
    return read_doi(_EUCLID_FORMAT.sub("", path), "")


_ECONPAPERS = lazy_regex(r"(paper|article|bookchap)/([a-z0-9]{3})([\w-]{6})/([\w.-]+?)\.htm", re.ASCII)
_ECONPAPERS_KINDS = {"paper": "p", "article": "a", "bookchap": "h"}


def read_econpapers(path: str, query: str) -> Identifier | None:
    """Return the RePEc handle of a page of EconPapers, in the form of IDEAS."""
    match = _ECONPAPERS.fullmatch(path)
    if not match:
        return None
    # EconPapers writes a colon as `_3a`; IDEAS leaves it out.
    name = match[4].replace("_3a", "")
    return valid_identifier("repec", f"{_ECONPAPERS_KINDS[match[1]]}/{match[2]}/{match[3]}/{name}")


def read_mathscinet(path: str, query: str) -> Identifier | None:
    """Return the number of a review in MathSciNet, padded to seven digits."""
    if not path.startswith("mathscinet"):
        return None
    values = query_parameters(query)
    number = values.get("mr") or (values.get("s1", "") if values.get("pg1", "").upper() in {"MR", "CNO"} else "")
    match = re.fullmatch(r"(?:MR)?(\d{1,7})", number.strip(), re.ASCII | re.IGNORECASE)
    return valid_identifier("mr", f"MR{match[1]:0>7}") if match else None


def read_zbmath(path: str, query: str) -> Identifier | None:
    """Return the number of a review in zbMATH: `1200.12345`, or that of its document."""
    searched = re.match(r"an:\s*([\d.]+)", query_parameters(query).get("q", ""), re.ASCII)
    if not searched and path.endswith(("zmath-item", "MATH-item")):
        searched = re.match(r"([\d.]+)$", query, re.ASCII)
    path = path.removeprefix("pdf/").removesuffix(".pdf").rstrip("/")
    return valid_identifier("zbl", searched[1] if searched else path)


_CITESEERX_PATH = lazy_regex(r"(?:doc_view/pid|pdf|doc)/([0-9a-f]{40}|10\.1\.1\.[\d.]+?)(?:\.pdf)?/?", re.ASCII)


def read_citeseerx(path: str, query: str) -> Identifier | None:
    """Return the number of a document in CiteSeerX, or the digest of its file, which has replaced the number."""
    match = _CITESEERX_PATH.fullmatch(path)
    value = match[1] if match else query_parameters(query).get("doi", "")
    return valid_identifier("citeseerx", value) or valid_identifier("citeseerx-file", value.lower())


_ADS_PATH = lazy_regex(r"(?:abs|full|pdf|link_gateway)/([^/]+)(?:/.*)?")


def read_ads(path: str, query: str) -> Identifier | None:
    """Return the bibliographic code of a page of ADS, or the arXiv number or DOI in its place."""
    if path.startswith("cgi-bin/"):
        code = query_parameters(query).get("bibcode") or unquote(query)
    else:
        match = _ADS_PATH.fullmatch(path)
        code = match[1] if match else ""
    if code.lower().startswith("arxiv:"):
        return parse_arxiv(path.removeprefix("abs/").removesuffix("/abstract"))
    return valid_identifier("ads", code) or (read_doi(path, "") if "/10." in path else None)
