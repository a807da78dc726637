"""Identifiers of one work in several schemes."""

from __future__ import annotations

import re

from papernotes_plugin.identifiers.schemes import ACL_PATTERN, parse_arxiv, parse_doi, valid_identifier
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Identifier

_ACL_DOI = lazy_regex(rf"10\.(?:18653/v1|3115/v1)/({ACL_PATTERN})", re.ASCII | re.IGNORECASE)
# 10.17605 is the prefix of OSF projects, which are no papers.
_OSF_DOI = lazy_regex(r"10\.(?!17605/)\d{5}/osf\.io/([a-z0-9]{5})(?:_v\d+)?", re.ASCII)
_REPEC_NBER = lazy_regex(r"p/nbr/nberwo/(\d{4,5})", re.ASCII)
_IMS_JOURNALS = ("aoap", "aoms", "aop", "aos", "ss")
"""Journals of the Institute of Mathematical Statistics whose DOIs contain the number of Project Euclid."""
_EUCLID_DOI = lazy_regex(rf"10\.1214/((?:{'|'.join(_IMS_JOURNALS)})/\d{{6,12}})", re.ASCII)
_ACM_DOI = lazy_regex(r"10\.(?:1145|5555)/\d+\.(\d+)", re.ASCII)
_ADS_ARXIV = lazy_regex(r"\d{4}arXiv(\d{4})(?:(\d{5})|\.(\d{4}))[A-Z]", re.ASCII)
_DBLP_ARXIV = lazy_regex(r"journals/corr/abs-(\d{4})-(\d{4,5})", re.ASCII)


def equivalents(identifier: Identifier) -> tuple[Identifier, ...]:
    """Return identifiers of other schemes that are known by rule to name the same work.

    The rules cover the DOIs of papers of the ACL, the ACM, SSRN, OSF, NBER, JSTOR and Project Euclid.  They also cover
    the arXiv numbers in the codes of DBLP and ADS, and an address with `http:` and `https:`.

    Examples:
        >>> [str(other) for other in equivalents(Identifier("acl", "P19-1001"))]
        ['doi:10.18653/v1/p19-1001']
    """
    scheme, value = identifier.scheme, identifier.value
    other: Identifier | None = None
    if scheme == "acl" and (value[0].isdigit() or value[1:3] >= "15"):
        # The ACL Anthology has used this prefix since 2015.
        other = parse_doi(f"10.18653/v1/{value}")
    elif scheme == "doi" and (match := _ACL_DOI.fullmatch(value)):
        other = valid_identifier("acl", match[1].upper() if match[1][0].isalpha() else match[1])
    elif scheme == "doi" and value.startswith("10.2139/ssrn."):
        other = valid_identifier("ssrn", value.removeprefix("10.2139/ssrn."))
    elif scheme == "ssrn":
        other = parse_doi(f"10.2139/ssrn.{value}")
    elif scheme == "doi" and (match := _OSF_DOI.fullmatch(value)):
        other = valid_identifier("osf", match[1])
    elif scheme == "repec" and (match := _REPEC_NBER.fullmatch(value)):
        other = parse_doi(f"10.3386/w{match[1]}")
    elif scheme == "doi" and (match := _EUCLID_DOI.fullmatch(value)):
        other = valid_identifier("euclid", match[1])
    elif scheme == "euclid" and value.partition("/")[0] in _IMS_JOURNALS:
        other = parse_doi(f"10.1214/{value}")
    elif scheme == "dblp" and (match := _DBLP_ARXIV.fullmatch(value)):
        other = parse_arxiv(f"{match[1]}.{match[2]}")
    elif scheme == "doi" and (match := _ACM_DOI.fullmatch(value)):
        other = valid_identifier("acm", match[1])
    elif scheme == "doi" and value.startswith("10.2307/"):
        other = valid_identifier("jstor", value.removeprefix("10.2307/"))
    elif scheme == "jstor" and value.isdigit():
        other = parse_doi(f"10.2307/{value}")
    elif scheme == "ads" and (match := _ADS_ARXIV.fullmatch(value)):
        other = parse_arxiv(f"{match[1]}.{match[2] or match[3]}")
    elif scheme == "url" and value.startswith("http:"):
        other = valid_identifier("url", f"https:{value[5:]}")
    return (other,) if other else ()
