"""Table of the identifier schemes: name, label, pattern of a canonical value, and canonical URL."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import parse_qsl, quote, unquote

from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Identifier


@dataclass(frozen=True, slots=True)
class Scheme:
    """One system of identifiers for papers, such as DOI or arXiv."""

    name: str
    label: str
    """Name that people use; the text of a link."""
    pattern: re.Pattern[str]
    """Pattern that matches a canonical value in full."""
    template: str
    """Canonical URL: `{}` is the value, `{head}` and `{tail}` are its parts before and after the last slash."""
    exclusive: bool = True
    """Two different values never name the same paper."""


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
"""Label and host of conference sites with a page for each poster, and one with another number for each talk."""

PROCEEDINGS_HOSTS = {
    "nips": ("NeurIPS", "proceedings.neurips.cc"),
    "iclr-paper": ("ICLR", "proceedings.iclr.cc"),
    "mlsys-paper": ("MLSys", "proceedings.mlsys.org"),
}
"""Label and host of proceedings that name a paper by year and digest."""

BLANK_CHARACTERS = r"\s\x00-\x1f\x7f-\xa0\u1680\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff"
"""White space and invisible characters, for a set in a pattern."""
ARXIV_PATTERN = r"(?:\d{2}(?:0[1-9]|1[0-2])\.\d{4,5}|[a-z]+(?:-[a-z]+)?/\d{2}(?:0[1-9]|1[0-2])\d{3})"
# Number 0 or 000 is the front matter of a volume.
ACL_PATTERN = r"(?:[A-Z]\d{2}-(?!\d000\b)\d{4,5}|\d{4}\.[a-z0-9_]+-[a-z0-9_]+\.[1-9]\d*)"

_TABLE = (
    _scheme(
        "doi",
        "DOI",
        rf"10\.\d{{3,9}}(?:\.\d+)*/[^{BLANK_CHARACTERS}A-Z]*[^{BLANK_CHARACTERS}A-Z.,;:]",
        "https://doi.org/{}",
    ),
    # An alias of a DOI; only the resolver knows of which one.
    _scheme("shortdoi", "DOI", r"10/[a-z0-9]{2,8}", "https://doi.org/{}", False),
    # https://info.arxiv.org/help/arxiv_identifier.html
    _scheme("arxiv", "arXiv", ARXIV_PATTERN, "https://arxiv.org/abs/{}"),
    _scheme("openreview", "OpenReview", r"[\w-]{4,40}", "https://openreview.net/forum?id={}"),
    # https://aclanthology.org/info/ids/
    _scheme("acl", "ACL", ACL_PATTERN, "https://aclanthology.org/{}/"),
    _scheme("pmlr", "PMLR", r"[vr]\d{1,4}/[a-z0-9_-]+", "https://proceedings.mlr.press/{}.html"),
    # The place of the workshop in the URL changed in 2021; see `canonical_url`.
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
            r"(?:19|20)\d\d/[0-9a-f]{32}(?:-[A-Za-z_]+\d?)?",
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
    _scheme("iacr", "ePrint", r"(?:19|20)\d\d/(?:\d{3}|[1-9]\d{3,4})", "https://eprint.iacr.org/{}"),
    _scheme("hal", "HAL", r"[a-z][a-z0-9]*-\d{8}", "https://hal.science/{}"),
    _scheme("ssrn", "SSRN", r"[1-9]\d{2,9}", "https://papers.ssrn.com/sol3/papers.cfm?abstract_id={}"),
    _scheme("osf", "OSF", r"[a-z0-9]{5}", "https://osf.io/preprints/osf/{}"),
    _scheme(
        "pii",
        "ScienceDirect",
        r"[SB](?:[0-9X]{16,19}|\d{15}[A-Z])",
        "https://www.sciencedirect.com/science/article/pii/{}",
    ),
    _scheme("pvldb", "PVLDB", r"vol\d{1,3}/p\d+-[a-z0-9-]+", "https://www.vldb.org/pvldb/{}.pdf"),
    _scheme("jair", "JAIR", r"[1-9]\d{0,5}", "https://www.jair.org/index.php/jair/article/view/{}"),
    _scheme("rss", "RSS", r"\d{2}/p\d{2,3}", "https://www.roboticsproceedings.org/rss{}.html"),
    _scheme("ndss", "NDSS", r"[a-z0-9-]+", "https://www.ndss-symposium.org/ndss-paper/{}/"),
    _scheme("distill", "Distill", r"20\d\d/[a-z0-9-]+", "https://distill.pub/{}/"),
    _scheme("nber", "NBER", r"c\d{4,5}", "https://www.nber.org/chapters/{}"),
    # the number of an article, which is also the last part of its DOI
    _scheme("acm", "ACM", r"[1-9]\d{4,8}", "https://dl.acm.org/citation.cfm?id={}", False),
    _scheme("mdpi", "MDPI", r"\d{4}-\d{3}[\dX]/\d+/\d+/\d+", "https://www.mdpi.com/{}"),
    _scheme("euclid", "Project Euclid", r"[a-z]+/\d{6,12}", "https://projecteuclid.org/euclid.{head}/{tail}"),
    _scheme("chemrxiv", "ChemRxiv", r"[0-9a-f]{24}", "https://chemrxiv.org/engage/chemrxiv/article-details/{}"),
    _scheme("jstage", "J-STAGE", r"[a-z0-9]+(?:/[\w.-]+){3}", "https://www.jstage.jst.go.jp/article/{}/_article"),
    _scheme("cinii", "CiNii", r"[1-9]\d{8,20}", "https://cir.nii.ac.jp/crid/{}"),
    _scheme("kci", "KCI", r"ART\d{9}", "https://www.kci.go.kr/kciportal/landing/article.kci?arti_id={}"),
    _scheme("dbpia", "DBpia", r"NODE\d{8}", "https://www.dbpia.co.kr/journal/articleDetail?nodeId={}"),
    # The name of an article in a journal: four letters, year, issue and number.
    _scheme("cnki", "CNKI", r"[A-Z]{4}[12]\d{3}[0-9A-Z]{2}\d{3}", "https://www.cnki.com.cn/Article/CJFDTOTAL-{}.htm"),
    _scheme("eric", "ERIC", r"E[DJ]\d{5,7}", "https://eric.ed.gov/?id={}"),
    # Two entries of one of the following catalogues may describe the same paper.
    _scheme("europepmc", "Europe PMC", r"PPR\d{1,8}", "https://europepmc.org/article/PPR/{}", False),
    _scheme("repec", "RePEc", r"[abhp]/[a-z0-9]{3}/[\w-]{6}/[\w.-]+", "https://ideas.repec.org/{}.html", False),
    _scheme("philpapers", "PhilPapers", r"[A-Z]{5,8}(?:-\d{1,4})?", "https://philpapers.org/rec/{}", False),
    _scheme("researchgate", "ResearchGate", r"[1-9]\d{5,9}", "https://www.researchgate.net/publication/{}", False),
    _scheme(
        "citeseerx",
        "CiteSeerX",
        r"10\.1\.1\.\d{1,4}\.\d{1,4}",
        "https://citeseerx.ist.psu.edu/viewdoc/summary?doi={}",
        False,
    ),
    _scheme("citeseerx-file", "CiteSeerX", r"[0-9a-f]{40}", "https://citeseerx.ist.psu.edu/doc_view/pid/{}", False),
    _scheme("mr", "MathSciNet", r"MR\d{7}", "https://mathscinet.ams.org/mathscinet-getitem?mr={}", False),
    _scheme("zbl", "zbMATH", r"\d{4}\.\d{5}|\d{2}\.\d{4}\.\d{2}|\d{5,8}", "https://zbmath.org/{}", False),
    _scheme(
        "jstor",
        "JSTOR",
        r"[1-9]\d{3,9}|j\.[a-z0-9]+(?:\.\d+)?|resrep\d+(?:\.\d+)?",
        "https://www.jstor.org/stable/{}",
    ),
    _scheme(
        "dblp", "DBLP", r"(?:conf|journals|books|series|phd|reference)(?:/[\w.-]+)+", "https://dblp.org/rec/{}", False
    ),
    _scheme("pwc", "Papers with Code", r"[a-z0-9-]+", "https://paperswithcode.com/paper/{}", False),
    _scheme("openalex", "OpenAlex", r"W\d{4,12}", "https://openalex.org/{}", False),
    _scheme("ads", "ADS", r"[12]\d{3}[\w.&]{14}[A-Z.]", "https://ui.adsabs.harvard.edu/abs/{}/abstract", False),
    _scheme("inspire", "INSPIRE", r"[1-9]\d{0,7}", "https://inspirehep.net/literature/{}", False),
    _scheme("scholar", "Google Scholar", r"[1-9]\d{8,19}", "https://scholar.google.com/scholar?cluster={}", False),
    # A file on a site without identifiers: the weakest identity of a paper.
    _scheme("url", "PDF", rf"https?://[^{BLANK_CHARACTERS}<>\"]+", "{}", False),
)

SCHEMES: dict[str, Scheme] = {scheme.name: scheme for scheme in _TABLE}
"""Every scheme by its name."""


def scheme_label(identifier: Identifier) -> str:
    """Return the label of the scheme of an identifier; for an unknown scheme its name."""
    scheme = SCHEMES.get(identifier.scheme)
    return scheme.label if scheme else identifier.scheme


@lru_cache(maxsize=1 << 12)
def canonical_url(identifier: Identifier) -> str:
    """Return the canonical URL of an identifier; "" for an unknown scheme."""
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
        # Since 2022 the URL contains the track; a value omits the main track.
        track = track if dash or (scheme.name == "nips" and int(head) < 2022) else "Conference"
        tail = f"{digest}-Abstract{'-' + track if track else ''}"
        if track.startswith("round"):
            # the datasets and benchmarks of 2021 have a site of their own
            return f"https://datasets-benchmarks-proceedings.neurips.cc/paper/{head}/hash/{tail}.html"
    return scheme.template.format(quote(value, safe="/:()-._;~"), head=quote(head), tail=quote(tail))


def query_parameters(query: str) -> dict[str, str]:
    """Return the parameters of a query by lower-case name: IEEE, SSRN and the ACM ignore the case."""
    return {name.lower(): value for name, value in parse_qsl(query)} if "=" in query else {}


# --- values ---------------------------------------------------------------------------------------

_DOI = lazy_regex(rf"10\.[0-9]{{3,9}}(?:\.[0-9]+)*/[^{BLANK_CHARACTERS}]+")
_ARXIV_VALUE = lazy_regex(
    rf"(?:arxiv:\s*)?({ARXIV_PATTERN})(v\d{{1,3}})?(?:\.pdf|\s*\[[\w.-]{{2,20}}\])?", re.ASCII | re.IGNORECASE
)
_SUBCLASS = lazy_regex(r"\.[a-z]{2}(?=/)", re.IGNORECASE)
_DOI_TAIL_TABLE = "abs abstract full fulltext full-text pdf epdf pdfplus meta html references summary"
_DOI_TAILS = frozenset(("", *_DOI_TAIL_TABLE.split()))
"""Steps that publishers append to a DOI in a URL."""
BLANK_NUMBER = r"#(?:x(?:20|a0|200b)|32|160|8203)"
"""The number of a blank in a character reference, as part of a regular expression."""
_DOI_PARTS = lazy_regex(
    rf"/(?:asset/|(?:figures|tables)(?:/[0-9]+)?$)|https?://|&(?:(?:nb|e[mn]|thin)sp|{BLANK_NUMBER})\b", re.IGNORECASE
)
"""Text that is no part of a DOI, with all that follows it: a file, a figure, another address or a blank."""
_BIORXIV_TAIL = lazy_regex(r"(?<=\d)(?:v\d+)?(?:\.(?:full|abstract|article|supplementary|short).*)?$")
_CHEMRXIV_VERSION = lazy_regex(r"[.-]v\d+$")
_CUT_OFF = lazy_regex(
    r"10\.(?:18653/v\d|10(?:01|02|07|16|21|39|56|73|80|88|93)/[a-z_]+|11(?:01|03|09|11|26|36|45|46|52|62|77)/[a-z]+"
    r"|(?:1257|1371|1523|2139|3389|7554)/[a-z._]+)"
)
"""A DOI without its number, cut off at a line break, or that of a whole journal: `10.18653/v1`, `10.1073/pnas`.

The publishers with these prefixes give a number to each work.
"""
_PAIRS = {")": "(", "]": "[", "}": "{", ">": "<"}
_OPENED = {start: close for close, start in _PAIRS.items()}


def strip_punctuation(text: str) -> str:
    """Return a text without the punctuation and unpaired closing brackets at its end."""
    if text[-1:].isalnum():
        return text
    end = len(text)
    open_pairs = {close: text.count(close) - text.count(start) for close, start in _PAIRS.items()}
    while end:
        last = text[end - 1]
        if last in _PAIRS and open_pairs[last] > 0:
            open_pairs[last] -= 1
        elif last in _OPENED:
            open_pairs[_OPENED[last]] += 1
        elif last not in ".,;:!?'\"*_`’”»\\":
            break
        end -= 1
    return text[:end]


def _without_tail(value: str) -> str:
    """Return a DOI without the additions of a publisher's URL and without the punctuation of running text."""
    part = _DOI_PARTS.search(value)
    value = value[: part.start()] if part else value
    while True:
        value = strip_punctuation(value)
        head, slash, last = value.rpartition("/")
        if slash and "/" in head and last.lower() in _DOI_TAILS:
            value = head
        elif last.lower().endswith((".pdf", ".epdf", ".epub")):
            value = value.rpartition(".")[0]
        else:
            return value


def _decoded(value: str) -> str:
    """Return a DOI with percent-encoding decoded, also where a URL within a URL encodes it twice."""
    for _ in range(3):
        value = unquote(value) if "%" in value else value
    return value


_ESCAPE = lazy_regex(r"(?<!\\)\\++(?=[_<>()\[\]&#%;:~-])")
"""The backslashes before a character in Markdown and LaTeX: `10.1007/978-3-030-00479-8\\_22`."""


def parse_doi(text: str) -> Identifier | None:
    """Return the DOI at the start of a text; for a DOI of arXiv the arXiv identifier."""
    match = _DOI.match(text)
    if not match or len(match[0]) > 2000:
        return None
    value = _without_tail(_decoded(_ESCAPE.sub("", match[0]))).lower()
    if value.startswith("10.48550/"):
        # without the number it is cut off at a line break
        return parse_arxiv(value.removeprefix("10.48550/arxiv.")) if "arxiv." in value else None
    if value.startswith(("10.1101/", "10.64898/")):
        # A bioRxiv or medRxiv URL may append a version to the DOI.
        value = _BIORXIV_TAIL.sub("", value)
    elif value.startswith("10.26434/chemrxiv"):
        # The first version of a ChemRxiv preprint has the DOI without a number.
        value = _CHEMRXIV_VERSION.sub("", value)
    if _CUT_OFF.fullmatch(value) or "/(issn)" in value:
        # a journal has its ISSN in its DOI
        return None
    return valid_identifier("doi", value)


def parse_arxiv(text: str) -> Identifier | None:
    """Return the arXiv identifier that a text is, in the old or new form, without version and subject class."""
    match = _arxiv_parts(text)
    return Identifier("arxiv", match[1].lower()) if match else None


def arxiv_version(text: str) -> str:
    """Return the version in an arXiv identifier, such as `v3`; "" if there is none."""
    match = _arxiv_parts(text)
    return (match[2] or "").lower() if match else ""


def _arxiv_parts(text: str) -> re.Match[str] | None:
    return _ARXIV_VALUE.fullmatch(_SUBCLASS.sub("", strip_punctuation(text.rstrip("/")))) if len(text) < 80 else None


def valid_identifier(scheme: str, value: str) -> Identifier | None:
    """Return the identifier of a scheme if the value is canonical, else None."""
    return Identifier(scheme, value) if SCHEMES[scheme].pattern.fullmatch(value) else None
