"""Identifiers: every spelling of an identifier, in a URL or in text, to its one canonical value.

Imports only the model, the schemes, the sites and escaping.  A URL is split once and its host looked up; there is no
alternation over all sites (ten times slower on a large vault), and no identifier is found inside another.
"""

from __future__ import annotations

import re
from urllib.parse import unquote, urlsplit

from papernotes_plugin.identifiers.schemes import (
    ACL_PATTERN,
    ARXIV_PATTERN,
    BLANK_CHARACTERS,
    SCHEMES,
    Scheme,
    arxiv_version,
    canonical_url,
    parse_arxiv,
    parse_doi,
    parse_isbn,
    query_parameters,
    scheme_label,
    strip_punctuation,
    valid_identifier,
)
from papernotes_plugin.identifiers.url_hosts import find_reader
from papernotes_plugin.identifiers.url_readers import arxiv_path_step, read_arxiv
from papernotes_plugin.text.escaping import unescape_url
from papernotes_plugin.vocabulary.model import Identifier

__all__ = [
    "SCHEMES",
    "Scheme",
    "arxiv_version_of_url",
    "canonical_url",
    "equivalents",
    "find_identifiers",
    "from_url",
    "is_paper_file",
    "parse_identifier",
    "scheme_label",
    "url_identifier",
]

# --- URLs -----------------------------------------------------------------------------------------


_PLAIN = re.compile(r"https?://([a-z0-9-]+(?:\.[a-z0-9-]+)+)/([\w./~:@!$*+,=-]*)(?:\?([\w./~:@!$*+,=-]*))?", re.ASCII)
"""An address in which nothing is encoded, as most are."""


def _split(url: str) -> tuple[str, str, str] | None:
    """Host without `www.`, decoded path without its leading slash, query; None unless http or https."""
    url = url.strip()
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
    path = parts.path.lstrip("/")
    return host, unquote(path) if "%" in path else path, parts.query


_ARCHIVED = re.compile(r"(?:web/[0-9a-z_*]+/|url=)?(?=https?:/)", re.IGNORECASE)


def _wrapped(host: str, path: str, query: str) -> tuple[str, str, str] | None:
    """The address that an archive, a reader or the login page of a library's proxy leads on to."""
    match = _ARCHIVED.match(path)
    if match:
        inner = path[match.end() :]
        # archives fold the two slashes into one
        inner = re.sub(r"^(https?):/+", r"\1://", inner, flags=re.IGNORECASE)
        return _split(f"{inner}?{query}" if query else inner)
    if path in {"login", "url"} and "http" in query:
        values = query_parameters(query)
        return _split(values.get("url") or values.get("qurl") or values.get("q") or "")
    return None


def from_url(url: str) -> Identifier | None:
    """The paper a URL leads to, however it is spelled; None for anything else.  Never raises.

    Examples:
        >>> str(from_url("https://arxiv.org/pdf/2401.00001v3.pdf")), from_url("https://github.com/a/b")
        ('arxiv:2401.00001', None)
    """
    parts = _split(url)
    if parts is None:
        return None
    host, path, query = parts
    found = find_reader(host, path)
    if found is None and ("http" in path or "http" in query):
        parts = _wrapped(host, path, query)
        if parts is None:
            return None
        host, path, query = parts
        found = find_reader(host, path)
    return found(path, query) if found else None


def arxiv_version_of_url(url: str) -> str:
    """The arXiv version that a URL asks for: `v3`, or ""."""
    parts = _split(url)
    return arxiv_version(arxiv_path_step(parts[1])) if parts and find_reader(parts[0], parts[1]) is read_arxiv else ""


_NO_PAPER = re.compile(
    r"slides?|poster|supp|talk|resume|(?:^|[_-])cv\b|appendix|brochure|flyer|schedule|invoice", re.IGNORECASE
)


def is_paper_file(url: str) -> bool:
    """Whether a URL of no known scheme leads to a file that looks like a paper."""
    parts = _split(url)
    if parts is None:
        return False
    name = parts[1].lower().rpartition("/")[2]
    return name.endswith((".pdf", ".ps", ".ps.gz", ".djvu")) and not _NO_PAPER.search(name) and from_url(url) is None


def url_identifier(url: str) -> Identifier | None:
    """The address itself as an identifier: for a link that its author calls a paper, on a page of no scheme.

    Examples:
        >>> str(url_identifier("https://Lab.example/~x/paper.pdf#page=2")), url_identifier("mailto:x@y.z")
        ('url:https://lab.example/~x/paper.pdf', None)
    """
    url = _unescaped(url.strip())
    match = _FOLDED.match(url)
    if match is None or _split(url) is None or from_url(url) is not None:
        return None
    return valid_identifier(
        "url", match[1].lower() + match[2] + match[3].lower() + url[match.end() :].partition("#")[0]
    )


_FOLDED = re.compile(r"(https?://)((?:[^/?#]*@)?)([^/?#@&]*)", re.IGNORECASE)
"""Who asks, in an address, and the host: no letter of another part may be written otherwise."""


def _unescaped(url: str) -> str:
    """The URL with its entities read, and those that appear by that; "" if there is no end of them."""
    for _ in range(3):
        before, url = url, unescape_url(url)
        if url == before:
            return url
    return ""


# --- text -----------------------------------------------------------------------------------------

_URL = re.compile(r"https?://\S+", re.IGNORECASE)
_TEXTUAL = re.compile(
    r"(?<![\w/.-])(?:"
    rf"(?P<arxiv>(?:arxiv(?:\.org/(?:abs|pdf)/|[:\s]\s?)\[?|corr,?\s+abs/)(?P<id>{ARXIV_PATTERN}|[a-z]+(?:-[a-z]+)?\.[A-Z]{{2}}/\d{{7}})(?:v\d{{1,2}})?)(?![\w/])"
    rf"|(?:doi:\s?|(?:dx\.)?doi\.org/)?(?P<doi>10\.\d{{4,9}}(?:\.\d+)*/[^{BLANK_CHARACTERS}<>\"|]+)"
    r"|(?:pmid|pubmed id):?\s?(?P<pmid>\d{4,9})\b)",
    re.ASCII | re.IGNORECASE,
)


def find_identifiers(text: str) -> list[tuple[int, int, Identifier]]:
    """Start, end and identifier of each that is spelled out in running text; URLs are not looked into.

    Examples:
        >>> matches = find_identifiers("see arXiv:2401.00001v2, doi:10.1145/3297280.3297641.")
        >>> [(start, str(identifier)) for start, _, identifier in matches]
        [(4, 'arxiv:2401.00001'), (24, 'doi:10.1145/3297280.3297641')]
    """
    if "10." not in text:
        lower = text.lower()
        if not ("arxiv" in lower or "abs/" in lower or "pmid" in lower or "pubmed" in lower):
            return []
    # blanked rather than cut, so that offsets stay
    searched = _URL.sub(lambda match: " " * len(match[0]), text) if "://" in text else text
    out = []
    for match in _TEXTUAL.finditer(searched):
        end = match.end()
        if match["arxiv"]:
            found = parse_arxiv(match["id"])
        elif match["pmid"]:
            found = valid_identifier("pmid", match["pmid"].lstrip("0"))
        else:
            end = match.start("doi") + len(strip_punctuation(match["doi"]))
            found = parse_doi(match["doi"])
        if found:
            out.append((match.start(), end, found))
    return out


_ADDRESS = re.compile(r"(?:[a-z0-9-]+\.)+[a-z]{2,}/", re.ASCII | re.IGNORECASE)
"""An address without its `https://`."""
_ALIASES = {
    "urn": "doi",
    "pmc": "pmcid",
    "pubmed": "pmid",
    "eprint": "arxiv",
    "semanticscholar": "s2",
    "aclanthology": "acl",
}


def parse_identifier(text: str) -> Identifier | None:
    """An identifier written as `scheme:value` in any of its spellings, as a URL, or as a bare DOI.

    Examples:
        >>> str(parse_identifier("arXiv:2401.00001v2")), str(parse_identifier("doi:https://doi.org/10.1145/1.2"))
        ('arxiv:2401.00001', 'doi:10.1145/1.2')
        >>> parse_identifier("note:x") is None
        True
    """
    text = text.strip()
    if text.startswith("<"):
        text = text[1:].removesuffix(">").strip()
    if text[:4].lower() == "http":
        return from_url(text)
    name, colon, value = text.partition(":")
    name, value = name.strip().lower(), value.strip()
    if text.startswith(("10.", "10/")):
        return _canonical("doi", text)
    if _ADDRESS.match(text):
        return from_url(f"https://{text}")
    if not colon or not value:
        return None
    if value[:7].lower() in ("http://", "https:/"):
        return from_url(value) or (url_identifier(value) if name == "url" else None)
    if name == "corpusid":
        return valid_identifier("s2", f"CorpusID:{value}")
    name = _ALIASES.get(name, name)
    if name in SCHEMES and name != "url":
        return _canonical(name, value) or (from_url(f"https://{value}") if _ADDRESS.match(value) else None)
    return None


def _canonical(scheme: str, value: str) -> Identifier | None:
    """The identifier of a value in one of its spellings."""
    if scheme == "doi":
        bare = re.sub(r"^(?:doi:\s*)+", "", value, flags=re.IGNORECASE)
        short = valid_identifier("shortdoi", bare.lower()) if bare.startswith("10/") else None
        return short or parse_doi(bare)
    if scheme == "arxiv":
        return parse_arxiv(value)
    if scheme == "isbn":
        return parse_isbn(value)
    if scheme == "cvf":
        # the site knows which volumes stand in small letters
        found = valid_identifier(scheme, value)
        return from_url(canonical_url(found)) if found else None
    if scheme == "pmcid":
        return valid_identifier(scheme, "PMC" + value.upper().removeprefix("PMC"))
    if scheme == "pmid":
        return valid_identifier(scheme, value.lower().removeprefix("pmid:").strip())
    return valid_identifier(scheme, value)


_ACL_DOI = re.compile(rf"10\.(?:18653/v1|3115/v1)/({ACL_PATTERN})", re.ASCII | re.IGNORECASE)
_DBLP_ARXIV = re.compile(r"journals/corr/abs-(\d{4})-(\d{4,5})", re.ASCII)


def equivalents(identifier: Identifier) -> tuple[Identifier, ...]:
    """Identifiers of other schemes that, by rule, name the same work: an ACL paper and its DOI, SSRN, DBLP's arXiv.

    Examples:
        >>> [str(other) for other in equivalents(Identifier("acl", "P19-1001"))]
        ['doi:10.18653/v1/p19-1001']
    """
    scheme, value = identifier.scheme, identifier.value
    found: Identifier | None = None
    if scheme == "acl" and (value[0].isdigit() or value[1:3] >= "15"):
        # the anthology has registered with this prefix since 2015
        found = parse_doi(f"10.18653/v1/{value}")
    elif scheme == "doi" and (match := _ACL_DOI.fullmatch(value)):
        found = valid_identifier("acl", match[1].upper() if match[1][0].isalpha() else match[1])
    elif scheme == "doi" and value.startswith("10.2139/ssrn."):
        found = valid_identifier("ssrn", value.removeprefix("10.2139/ssrn."))
    elif scheme == "ssrn":
        found = parse_doi(f"10.2139/ssrn.{value}")
    elif scheme == "dblp" and (match := _DBLP_ARXIV.fullmatch(value)):
        found = parse_arxiv(f"{match[1]}.{match[2]}")
    return (found,) if found else ()
