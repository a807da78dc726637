"""Read identifiers that are written out in text, such as `arXiv:2401.00001`, `doi:10.…` or `PMID 123`."""

from __future__ import annotations

import re

from papernotes_plugin.identifiers.check_digits import parse_isbn
from papernotes_plugin.identifiers.paper_urls import from_url, url_identifier
from papernotes_plugin.identifiers.schemes import (
    ARXIV_PATTERN,
    BLANK_CHARACTERS,
    SCHEMES,
    canonical_url,
    parse_arxiv,
    parse_doi,
    strip_punctuation,
    valid_identifier,
)
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Identifier

_URL = lazy_regex(r"https?://\S+", re.IGNORECASE)
_WIDE_MARKS = "，。；：、（）「」『』【】《》！？"
"""Marks of Chinese and Japanese text, which no DOI has."""
SIGNS = ("10.", "arxiv", "abs/", "/0", "/9", "pmid", "pubmed")
"""Strings of which every written identifier contains one, in lower case."""
_TEXTUAL = lazy_regex(
    r"(?<![\w/.-])(?:"
    rf"(?P<arxiv>(?:arxiv(?:\.org/(?:abs|pdf)/|[:：\s]\s?|\]\{{)\[?|(?:corr|arxiv),?\s+(?:vol\.\s)?abs/)(?P<id>{ARXIV_PATTERN}|[a-z]+(?:-[a-z]+)?\.[A-Z]{{2}}/\d{{7}})(?:v\d{{1,2}})?)(?![\w/])"
    r"|(?P<archive>(?:astro-ph|cond-mat|gr-qc|hep-(?:ex|lat|ph|th)|math(?:-ph)?|nlin|nucl-(?:ex|th)|physics|quant-ph"
    r"|q-(?:alg|bio)|alg-geom|dg-ga|solv-int|funct-an|chao-dyn|cmp-lg|cs)(?:\.[a-z]{2})?"
    r"/(?:9[1-9]|0[0-7])(?:0[1-9]|1[0-2])\d{3})(?:v\d)?(?![\w/])"
    rf"|(?:doi:\s?|(?:[a-z]{{2,6}}:/{{1,2}})?(?:dx\.)?doi\.org[/:]?)?(?P<doi>10\.\d{{4,9}}(?:\.\d+)*/[^{BLANK_CHARACTERS}{_WIDE_MARKS}<>\"|]+)"
    r"|(?:pmid|pubmed id)[:：]?\s?(?P<pmid>\d{4,9})\b)",
    re.ASCII | re.IGNORECASE,
)


def find_identifiers(text: str) -> list[tuple[int, int, Identifier]]:
    """Return start, end and identifier of each DOI, arXiv number and PubMed number in running text.

    URLs are not searched: use `from_url` for them.

    Examples:
        >>> matches = find_identifiers("see arXiv:2401.00001v2, doi:10.1145/3297280.3297641.")
        >>> [(start, str(identifier)) for start, _, identifier in matches]
        [(4, 'arxiv:2401.00001'), (24, 'doi:10.1145/3297280.3297641')]
        >>> [str(identifier) for *_, identifier in find_identifiers("see [hep-th/9711200] and math.DG/0211159")]
        ['arxiv:hep-th/9711200', 'arxiv:math/0211159']
        >>> [str(identifier) for *_, identifier in find_identifiers("(Lee 2018 doi:10.1000/s1(05)7)On birds")]
        ['doi:10.1000/s1(05)7']
    """
    if not _has_sign(text):
        return []
    if "://" in text:
        # URLs are replaced by spaces, so that offsets stay the same
        text = _URL.sub(lambda match: " " * len(match[0]), text)
        if not _has_sign(text):
            return []
    out = []
    for match in _TEXTUAL.finditer(text):
        end = match.end()
        if match["arxiv"]:
            identifier = parse_arxiv(match["id"])
        elif match["archive"]:
            identifier = parse_arxiv(match["archive"])
        elif match["pmid"]:
            identifier = valid_identifier("pmid", match["pmid"].lstrip("0"))
        else:
            doi = strip_punctuation(_before_closing_bracket(match["doi"]))
            end = match.start("doi") + len(doi)
            identifier = parse_doi(doi)
        if identifier:
            out.append((match.start(), end, identifier))
    return out


def _has_sign(text: str) -> bool:
    lower = text.lower()
    return any(map(lower.__contains__, SIGNS))


def _before_closing_bracket(doi: str) -> str:
    """Return a DOI without what follows a round bracket that closes one around it: `(doi:10.1000/1)Title`."""
    depth = 0
    for at, character in enumerate(doi):
        depth += (character == "(") - (character == ")")
        if depth < 0:
            return doi[:at]
    return doi


_URL_WITHOUT_SCHEME = lazy_regex(r"(?:[a-z0-9-]+\.)+[a-z]{2,}/", re.ASCII | re.IGNORECASE)
"""A URL without `https://`."""
_MIN_PMC = 8
"""Length from which `PMC` and digits are a number of PubMed Central."""
_SCHEME_ALIASES = {
    "urn": "doi",
    "pmc": "pmcid",
    "pubmed": "pmid",
    "eprint": "arxiv",
    "semanticscholar": "s2",
    "aclanthology": "acl",
}


def parse_identifier(text: str) -> Identifier | None:
    """Return the identifier that a text is: `scheme:value` in any spelling, a URL, a bare DOI or PMC number; else None.

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
    if text[:3].upper() == "PMC" and text[3:].isdigit() and len(text) >= _MIN_PMC:
        return _canonical("pmcid", text)
    if name == "urn" and value[:5].lower() == "isbn:":
        return _canonical("isbn", value[5:])
    if "/" in text and _URL_WITHOUT_SCHEME.match(text):
        return from_url(f"https://{text}")
    if not colon or not value:
        return None
    if value[:7].lower() in ("http://", "https:/"):
        return from_url(value) or (url_identifier(value) if name == "url" else None)
    if name == "corpusid":
        return valid_identifier("s2", f"CorpusID:{value}")
    name = _SCHEME_ALIASES.get(name, name)
    if name in SCHEMES and name != "url":
        return _canonical(name, value) or (from_url(f"https://{value}") if _URL_WITHOUT_SCHEME.match(value) else None)
    return None


def _canonical(scheme: str, value: str) -> Identifier | None:
    """Return the identifier for a value of a scheme in any spelling."""
    if scheme == "doi":
        bare = re.sub(r"^(?:doi:\s*)+", "", value, flags=re.IGNORECASE)
        short = valid_identifier("shortdoi", bare.lower()) if bare.startswith("10/") else None
        return short or parse_doi(bare)
    if scheme == "arxiv":
        return parse_arxiv(value)
    if scheme == "isbn":
        return parse_isbn(value)
    if scheme == "cvf":
        # The reader of the site knows which volumes have lower-case paths.
        identifier = valid_identifier(scheme, value)
        return from_url(canonical_url(identifier)) if identifier else None
    if scheme == "pmcid":
        return valid_identifier(scheme, "PMC" + value.upper().removeprefix("PMC"))
    if scheme == "pmid":
        return valid_identifier(scheme, value.lower().removeprefix("pmid:").strip())
    return valid_identifier(scheme, value)
