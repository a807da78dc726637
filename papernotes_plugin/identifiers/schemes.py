"""Schemes: the one table of the ways papers are numbered, what a canonical value looks like, and its URL.

Imports only the model.  `papernotes_plugin.identifiers.url_readers` knows the addresses of each scheme,
`papernotes_plugin.identifiers` reads every spelling.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import parse_qsl, quote, unquote

from papernotes_plugin.vocabulary.model import Identifier


@dataclass(frozen=True, slots=True)
class Scheme:
    """A way of numbering papers."""

    name: str
    label: str
    """What people call it; the text of a link."""
    pattern: re.Pattern[str]
    """A canonical value, in full."""
    template: str
    """The canonical URL: `{}` for the value, `{head}` and `{tail}` for what stands before and after its last slash."""
    exclusive: bool = True
    """Two different values can never be one paper."""


def _scheme(name: str, label: str, pattern: str, template: str, exclusive: bool = True) -> Scheme:
    return Scheme(name, label, re.compile(pattern, re.ASCII), template, exclusive)


EVENT_HOSTS = {
    "icml": ("ICML", "icml.cc"),
    "iclr": ("ICLR", "iclr.cc"),
    "neurips": ("NeurIPS", "neurips.cc"),
    "cvpr": ("CVPR", "cvpr.thecvf.com"),
    "iccv": ("ICCV", "iccv.thecvf.com"),
    "eccv": ("ECCV", "eccv.ecva.net"),
    "wacv": ("WACV", "wacv.thecvf.com"),
    "aistats": ("AISTATS", "virtual.aistats.org"),
    "mlsys": ("MLSys", "mlsys.org"),
}
"""Conferences with a page per poster, and one per talk under a number of its own: label and host."""

PROCEEDINGS_HOSTS = {
    "nips": ("NeurIPS", "proceedings.neurips.cc"),
    "iclr-paper": ("ICLR", "proceedings.iclr.cc"),
    "mlsys-paper": ("MLSys", "proceedings.mlsys.org"),
}
"""Proceedings that name a paper by year and digest: label and host."""

BLANK_CHARACTERS = r"\s\x00-\x1f\x7f-\xa0\u1680\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff"
"""What parts words, or is not to be seen: of a pattern's set."""
ARXIV_PATTERN = r"(?:\d{2}(?:0[1-9]|1[0-2])\.\d{4,5}|[a-z]+(?:-[a-z]+)?/\d{2}(?:0[1-9]|1[0-2])\d{3})"
# the volumes' own front matter is number 0 or 000
ACL_PATTERN = r"(?:[A-Z]\d{2}-(?!\d000\b)\d{4,5}|\d{4}\.[a-z0-9_]+-[a-z0-9_]+\.[1-9]\d*)"

_TABLE = (
    _scheme(
        "doi",
        "DOI",
        rf"10\.\d{{3,9}}(?:\.\d+)*/[^{BLANK_CHARACTERS}A-Z]*[^{BLANK_CHARACTERS}A-Z.,;:]",
        "https://doi.org/{}",
    ),
    # an alias that only the resolver can turn into its DOI
    _scheme("shortdoi", "DOI", r"10/[a-z0-9]{2,8}", "https://doi.org/{}", False),
    # https://info.arxiv.org/help/arxiv_identifier.html
    _scheme("arxiv", "arXiv", ARXIV_PATTERN, "https://arxiv.org/abs/{}"),
    _scheme("openreview", "OpenReview", r"[\w-]{4,40}", "https://openreview.net/forum?id={}"),
    # https://aclanthology.org/info/ids/
    _scheme("acl", "ACL", ACL_PATTERN, "https://aclanthology.org/{}/"),
    _scheme("pmlr", "PMLR", r"[vr]\d{1,4}/[a-z0-9_-]+", "https://proceedings.mlr.press/{}.html"),
    # where the workshop of a paper stands in its address changed in 2021; see `url`
    _scheme(
        "cvf",
        "CVF",
        r"(?:content/[A-Z]+\d{4}W?(?:/[\w-]+)?|content_[A-Za-z]+_\d{4}(?:_workshops)?(?:/w\d+)?)/[^\s/?#%]+_paper",
        "https://openaccess.thecvf.com/{head}/html/{tail}.html",
    ),
    *(
        _scheme(name, text, r"20\d\d/\d{1,7}", f"https://{host}/virtual/{{head}}/poster/{{tail}}")
        for name, (text, host) in EVENT_HOSTS.items()
    ),
    *(
        _scheme(f"{name}-oral", f"{text} talk", r"20\d\d/\d{1,7}", f"https://{host}/virtual/{{head}}/oral/{{tail}}")
        for name, (text, host) in EVENT_HOSTS.items()
    ),
    *(
        _scheme(
            name,
            text,
            r"(?:19|20)\d\d/[0-9a-f]{32}(?:-[A-Za-z_]+)?",
            f"https://{host}/paper_files/paper/{{head}}/hash/{{tail}}.html",
        )
        for name, (text, host) in PROCEEDINGS_HOSTS.items()
    ),
    _scheme("nips-number", "NeurIPS", r"\d{1,5}-[a-z0-9-]+", "https://papers.nips.cc/paper/{}"),
    _scheme("jmlr", "JMLR", r"v\d{1,3}/[a-z0-9-]+", "https://jmlr.org/papers/{}.html"),
    _scheme("pmid", "PubMed", r"[1-9]\d{0,8}", "https://pubmed.ncbi.nlm.nih.gov/{}/"),
    _scheme("pmcid", "PMC", r"PMC[1-9]\d{0,8}", "https://pmc.ncbi.nlm.nih.gov/articles/{}/"),
    _scheme("isbn", "ISBN", r"97[89]\d{10}", "https://openlibrary.org/isbn/{}", False),
    _scheme(
        "s2", "Semantic Scholar", r"[0-9a-f]{40}|CorpusID:\d{1,10}", "https://www.semanticscholar.org/paper/{}", False
    ),
    _scheme("ieee", "IEEE", r"[1-9]\d{3,9}", "https://ieeexplore.ieee.org/document/{}"),
    _scheme("aaai", "AAAI", r"[A-Z]+/\d{1,7}", "https://ojs.aaai.org/index.php/{head}/article/view/{tail}"),
    _scheme("ijcai", "IJCAI", r"20\d\d/[1-9]\d{0,3}", "https://www.ijcai.org/proceedings/{}"),
    _scheme(
        "usenix", "USENIX", r"[a-z0-9-]+/[a-z0-9_-]+", "https://www.usenix.org/conference/{head}/presentation/{tail}"
    ),
    _scheme("isca", "ISCA", r"[a-z0-9_]+_\d{4}[a-z]?/[a-z0-9_-]+", "https://www.isca-archive.org/{}.html"),
    _scheme("iacr", "ePrint", r"(?:19|20)\d\d/\d{3,5}", "https://eprint.iacr.org/{}"),
    _scheme("hal", "HAL", r"[a-z]+-\d{8}", "https://hal.science/{}"),
    _scheme("ssrn", "SSRN", r"[1-9]\d{2,9}", "https://papers.ssrn.com/sol3/papers.cfm?abstract_id={}"),
    _scheme("osf", "OSF", r"[a-z0-9]{5}", "https://osf.io/preprints/osf/{}"),
    _scheme("pii", "ScienceDirect", r"[SB][0-9X]{16,19}", "https://www.sciencedirect.com/science/article/pii/{}"),
    _scheme("pvldb", "PVLDB", r"vol\d{1,3}/p\d+-[a-z0-9-]+", "https://www.vldb.org/pvldb/{}.pdf"),
    _scheme("jair", "JAIR", r"[1-9]\d{0,5}", "https://www.jair.org/index.php/jair/article/view/{}"),
    _scheme("rss", "RSS", r"\d{2}/p\d{2,3}", "https://www.roboticsproceedings.org/rss{}.html"),
    _scheme("ndss", "NDSS", r"[a-z0-9-]+", "https://www.ndss-symposium.org/ndss-paper/{}/"),
    _scheme("distill", "Distill", r"20\d\d/[a-z0-9-]+", "https://distill.pub/{}/"),
    _scheme("jstor", "JSTOR", r"[1-9]\d{3,9}", "https://www.jstor.org/stable/{}"),
    _scheme(
        "dblp", "DBLP", r"(?:conf|journals|books|series|phd|reference)(?:/[\w.-]+)+", "https://dblp.org/rec/{}", False
    ),
    _scheme("pwc", "Papers with Code", r"[a-z0-9-]+", "https://paperswithcode.com/paper/{}", False),
    _scheme("openalex", "OpenAlex", r"W\d{4,12}", "https://openalex.org/{}", False),
    _scheme("ads", "ADS", r"[12]\d{3}[\w.&]{14}[A-Z.]", "https://ui.adsabs.harvard.edu/abs/{}/abstract", False),
    _scheme("inspire", "INSPIRE", r"[1-9]\d{0,7}", "https://inspirehep.net/literature/{}", False),
    # a file on a page of no scheme: the weakest identity, but one
    _scheme("url", "PDF", rf"https?://[^{BLANK_CHARACTERS}<>\"]+", "{}", False),
)

SCHEMES: dict[str, Scheme] = {scheme.name: scheme for scheme in _TABLE}
"""Every scheme by name."""


def scheme_label(identifier: Identifier) -> str:
    """What people call its scheme."""
    scheme = SCHEMES.get(identifier.scheme)
    return scheme.label if scheme else identifier.scheme


def canonical_url(identifier: Identifier) -> str:
    """The canonical URL; "" for an unknown scheme."""
    scheme, value = SCHEMES.get(identifier.scheme), identifier.value
    if scheme is None:
        return ""
    if scheme.name == "url":
        return value
    head, _, tail = value.rpartition("/")
    if scheme.name == "cvf" and head.startswith("content_"):
        top, slash, workshop = head.partition("/")
        return f"https://openaccess.thecvf.com/{top}/html/{workshop}{slash}{quote(tail)}.html"
    if scheme.name in PROCEEDINGS_HOSTS:
        digest, dash, track = tail.partition("-")
        # since 2022 the track is part of the address, and the main one is left out of the value
        track = track if dash or (scheme.name == "nips" and int(head) < 2022) else "Conference"
        tail = f"{digest}-Abstract{'-' + track if track else ''}"
    return scheme.template.format(quote(value, safe="/:()-._;~"), head=quote(head), tail=quote(tail))


def query_parameters(query: str) -> dict[str, str]:
    """What a query asks for, by names in small letters: IEEE, SSRN and the ACM take them in any case."""
    return {name.lower(): value for name, value in parse_qsl(query)} if "=" in query else {}


# --- values ---------------------------------------------------------------------------------------

_DOI = re.compile(rf"10\.[0-9]{{3,9}}(?:\.[0-9]+)*/[^{BLANK_CHARACTERS}]+")
_ARXIV_VALUE = re.compile(
    rf"(?:arxiv:\s*)?({ARXIV_PATTERN})(v\d{{1,3}})?(?:\.pdf|\s*\[[\w.-]{{2,20}}\])?", re.ASCII | re.IGNORECASE
)
_SUBCLASS = re.compile(r"\.[a-z]{2}(?=/)", re.IGNORECASE)
_DOI_TAILS = frozenset(
    (
        "",
        "abs",
        "abstract",
        "full",
        "fulltext",
        "full-text",
        "pdf",
        "epdf",
        "pdfplus",
        "meta",
        "html",
        "references",
        "summary",
    )
)
"""What publishers put behind a DOI in an address."""
_DOI_PARTS = re.compile(r"/(?:asset/|(?:figures|tables)(?:/[0-9]+)?$)", re.IGNORECASE)
_BIORXIV_TAIL = re.compile(r"(?<=\d)(?:v\d+)?(?:\.(?:full|abstract|article|supplementary|short).*)?$")
_PAIRS = {")": "(", "]": "[", "}": "{", ">": "<"}
_OPENED = {start: close for close, start in _PAIRS.items()}


def strip_punctuation(text: str) -> str:
    """Without the punctuation and unpaired brackets that running text leaves at the end."""
    end = len(text)
    open_pairs = {close: text.count(close) - text.count(start) for close, start in _PAIRS.items()}
    while end:
        last = text[end - 1]
        if last in _PAIRS and open_pairs[last] > 0:
            open_pairs[last] -= 1
        elif last in _OPENED:
            open_pairs[_OPENED[last]] += 1
        elif last not in ".,;:!?'\"*_`’”»":
            break
        end -= 1
    return text[:end]


def _without_tail(value: str) -> str:
    """A DOI without what an address of a publisher adds, and without what running text leaves behind it."""
    part = _DOI_PARTS.search(value)
    value = value[: part.start()] if part else value
    while True:
        value = strip_punctuation(value)
        head, slash, last = value.rpartition("/")
        if slash and "/" in head and last.lower() in _DOI_TAILS:
            value = head
        elif last[-4:].lower() == ".pdf":
            value = value[:-4]
        else:
            return value


def _decoded(value: str) -> str:
    """A DOI as it is, which addresses encode, and addresses in addresses twice."""
    for _ in range(3):
        value = unquote(value) if "%" in value else value
    return value


def parse_doi(text: str) -> Identifier | None:
    """The DOI at the start of a text; one of arXiv's is an arXiv identifier."""
    match = _DOI.match(text)
    if not match or len(match[0]) > 2000:
        return None
    value = _without_tail(_decoded(match[0])).lower()
    if value.startswith("10.48550/arxiv."):
        return parse_arxiv(value.removeprefix("10.48550/arxiv."))
    if value.startswith(("10.1101/", "10.64898/")):
        # bioRxiv and medRxiv; the version is no part of it
        value = _BIORXIV_TAIL.sub("", value)
    return valid_identifier("doi", value)


def parse_arxiv(text: str) -> Identifier | None:
    """An arXiv identifier, old or new, without its version and subject class."""
    match = _arxiv_parts(text)
    return Identifier("arxiv", match[1].lower()) if match else None


def arxiv_version(text: str) -> str:
    """The version that an arXiv identifier asks for: `v3`, or ""."""
    match = _arxiv_parts(text)
    return (match[2] or "").lower() if match else ""


def _arxiv_parts(text: str) -> re.Match[str] | None:
    return _ARXIV_VALUE.fullmatch(_SUBCLASS.sub("", strip_punctuation(text.rstrip("/")))) if len(text) < 80 else None


def parse_isbn(text: str) -> Identifier | None:
    """An ISBN of 10 or 13 digits as 13 digits, if its check digit is right."""
    digits = re.sub(r"[\s-]", "", text).upper()
    if re.fullmatch(r"[0-9]{9}[0-9X]", digits):
        if sum((10 - i) * (10 if c == "X" else int(c)) for i, c in enumerate(digits)) % 11:
            return None
        body = f"978{digits[:9]}"
        return Identifier("isbn", f"{body}{-_isbn_sum(body) % 10}")
    return (
        valid_identifier("isbn", digits) if re.fullmatch(r"[0-9]{13}", digits) and not _isbn_sum(digits) % 10 else None
    )


def _isbn_sum(digits: str) -> int:
    return sum(int(c) * (1, 3)[i % 2] for i, c in enumerate(digits))


def valid_identifier(scheme: str, value: str) -> Identifier | None:
    """The identifier, if the value is one of its scheme."""
    return Identifier(scheme, value) if SCHEMES[scheme].pattern.fullmatch(value) else None
