"""Identifiers: every spelling of an identifier, in a URL or in text, to its one canonical value.

Imports only the model and the table of schemes.  A URL is split once and its host looked up; there is no
alternation over all sites (ten times slower on a large vault), and no pattern is ever searched for inside
another identifier.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from urllib.parse import parse_qsl, unquote, urlsplit

from papernotes_plugin.model import Identifier
from papernotes_plugin.schemes import ACL, ARXIV, EVENTS, SCHEMES, Scheme, label, url

__all__ = ["SCHEMES", "Scheme", "find", "from_url", "is_document", "label", "parse", "url", "version"]

# --- values ---------------------------------------------------------------------------------------

_DOI = re.compile(r"10\.\d{4,9}(?:\.\d+)*/\S+", re.ASCII)
_ARXIV_VALUE = re.compile(rf"(?:arxiv:\s*)?({ARXIV})(v\d{{1,3}})?(?:\.pdf)?", re.ASCII | re.IGNORECASE)
_OLD_CLASS = re.compile(r"\.[a-z]{2}(?=/)", re.IGNORECASE)
_DOI_TAIL = re.compile(
    r"(?:/(?:abs|abstract|full|fulltext|full-text|pdf|epdf|pdfplus|meta|html|references|summary|asset/.*)|\.pdf)+$", re.IGNORECASE
)
_BIORXIV_TAIL = re.compile(r"(?<=\d)(?:v\d+)?(?:\.(?:full|abstract|article|supplementary|short).*)?$")
_PAIRS = {")": "(", "]": "[", "}": "{", ">": "<"}


def _trimmed(text: str) -> str:
    """Without the punctuation and unpaired brackets that running text leaves at its end."""
    while text:
        last = text[-1]
        if last in ".,;:!?'\"*_`’”»" or (last in _PAIRS and text.count(last) > text.count(_PAIRS[last])):
            text = text[:-1]
        else:
            break
    return text


def _doi(text: str) -> Identifier | None:
    match = _DOI.match(text)
    if not match:
        return None
    value = _DOI_TAIL.sub("", _trimmed(match[0])).lower()
    if value.startswith("10.48550/arxiv."):
        return _arxiv(value.removeprefix("10.48550/arxiv."))
    if value.startswith(("10.1101/", "10.64898/")):
        value = _BIORXIV_TAIL.sub("", value)
    return _checked("doi", value)


def _arxiv(text: str) -> Identifier | None:
    match = _ARXIV_VALUE.fullmatch(_OLD_CLASS.sub("", _trimmed(text)))
    return Identifier("arxiv", match[1].lower()) if match else None


def _isbn(text: str) -> Identifier | None:
    digits = re.sub(r"[\s-]", "", text).upper()
    if re.fullmatch(r"\d{9}[\dX]", digits):
        if sum((10 - i) * (10 if c == "X" else int(c)) for i, c in enumerate(digits)) % 11:
            return None
        digits = "978" + digits[:9]
        return _checked("isbn", digits + str(-sum(int(c) * (1, 3)[i % 2] for i, c in enumerate(digits)) % 10))
    if re.fullmatch(r"\d{13}", digits, re.ASCII) and not sum(int(c) * (1, 3)[i % 2] for i, c in enumerate(digits)) % 10:
        return _checked("isbn", digits)
    return None


def _checked(scheme: str, value: str) -> Identifier | None:
    return Identifier(scheme, value) if SCHEMES[scheme].pattern.fullmatch(value) else None


# --- URLs -----------------------------------------------------------------------------------------

_Reader = Callable[[str, str], Identifier | None]
"""Takes the decoded path without its leading slash, and the query."""


def _read_doi(path: str, query: str) -> Identifier | None:
    """The DOI that begins a step of the path: `doi/abs/10.…`, `article/10.…`."""
    at = 0 if path.startswith("10.") else path.find("/10.") + 1
    if at == 0 and not path.startswith("10."):
        values = dict(parse_qsl(query))
        return _doi(values.get("id") or values.get("doi") or "")
    return None if path.startswith(("doi/proceedings/", "action/")) else _doi(path[at:])


def _read_acm(path: str, query: str) -> Identifier | None:
    match = re.match(r"(\d+\.\d+)", dict(parse_qsl(query)).get("id", ""))
    if path == "citation.cfm" and match:
        return _doi(f"10.1145/{match[1]}")
    return _read_doi(path, "")


def _read_arxiv(path: str, query: str) -> Identifier | None:
    head, _, rest = path.partition("/")
    if head in {"abs", "pdf", "html", "ps", "src", "e-print", "format", "papers", "overview", "arxiv", "paper", "forum"}:
        return _arxiv(rest.removesuffix("/"))
    return _arxiv(path.removesuffix("/"))


def _read_openreview(path: str, query: str) -> Identifier | None:
    if path.rstrip("/") not in {"forum", "pdf", "attachment", "revisions"}:
        return None
    match = re.match(r"[A-Za-z0-9_-]+", dict(parse_qsl(query)).get("id", ""))
    return _checked("openreview", match[0]) if match else None


_ACL_PATH = re.compile(rf"(?:anthology/)?(?:papers/)?(?:[A-Z]/[A-Z]\d\d/)?({ACL})(?:v\d+)?(?:\.pdf|\.bib|/(?:bib)?)?", re.ASCII)


def _read_acl(path: str, query: str) -> Identifier | None:
    match = _ACL_PATH.fullmatch(path)
    return Identifier("acl", match[1]) if match else None


def _by_pattern(scheme: str, pattern: str, value: str = r"\1") -> _Reader:
    """A reader for a path that matches in full."""
    compiled = re.compile(pattern, re.ASCII | re.IGNORECASE)

    def read(path: str, query: str) -> Identifier | None:
        match = compiled.fullmatch(path)
        return _checked(scheme, match.expand(value)) if match else None

    return read


def _first(*readers: _Reader) -> _Reader:
    """The first answer of several readers of one host."""

    def read(path: str, query: str) -> Identifier | None:
        return next((found for reader in readers if (found := reader(path, query))), None)

    return read


def _read_pmlr(path: str, query: str) -> Identifier | None:
    steps = path.removesuffix(".html").removesuffix(".pdf").rstrip("/").split("/")
    if len(steps) == 2 or (len(steps) == 3 and steps[1] == steps[2]):
        return _checked("pmlr", f"{steps[0]}/{steps[1]}")
    return None


_CVF = re.compile(r"(content(?:_\w+)?(?:/[\w-]+){0,2})/(?:html|papers)/(w\d+/)?([^/]+_paper)\.(?:html|pdf)", re.ASCII)


def _read_cvf(path: str, query: str) -> Identifier | None:
    match = _CVF.fullmatch(path)
    return _checked("cvf", f"{match[1]}/{match[2] or ''}{match[3]}") if match else None


_NIPS = re.compile(r"paper(?:_files/paper)?/(\d{4})/(?:hash|file)/([0-9a-f]{32})-(?:Abstract|Paper)(?:-(\w+))?\.(?:html|pdf)", re.ASCII)


def _read_nips(path: str, query: str) -> Identifier | None:
    match = _NIPS.fullmatch(path)
    if match:
        track = match[3] if match[3] and match[3] != "Conference" else ""
        return Identifier("nips", f"{match[1]}/{match[2]}{'-' + track if track else ''}")
    return _by_pattern("nips-number", r"paper/(\d+-[a-z0-9-]+)(?:\.pdf)?")(path, query)


def _read_event(name: str) -> _Reader:
    poster = _by_pattern(name, r"virtual/(20\d\d)/poster/(\d+)/?", r"\1/\2")
    oral = _by_pattern(f"{name}-oral", r"virtual/(20\d\d)/oral/(\d+)/?", r"\1/\2")
    named = _by_pattern("openreview", r"virtual(?:_|/)2020/(?:public/)?poster_([\w-]+)\.html")
    return _first(poster, oral, named)


def _read_iacr(path: str, query: str) -> Identifier | None:
    match = re.fullmatch(r"((?:19|20)\d\d)/(\d{1,5})(?:\.pdf|/)?", path, re.ASCII)
    return Identifier("iacr", f"{match[1]}/{int(match[2]):03d}") if match else None


def _read_ijcai(path: str, query: str) -> Identifier | None:
    match = re.fullmatch(r"proceedings/(20\d\d)/0*([1-9]\d*)(?:\.pdf|/)?", path, re.ASCII | re.IGNORECASE)
    return _checked("ijcai", f"{match[1]}/{match[2]}") if match else None


def _read_query(scheme: str, name: str) -> _Reader:
    return lambda path, query: _checked(scheme, dict(parse_qsl(query)).get(name, "").lstrip("0"))


def _read_nature(path: str, query: str) -> Identifier | None:
    match = re.fullmatch(r"articles/([a-z][a-z0-9.-]+|\d+[a-z]\d)(?:\.pdf|/.*)?", path, re.ASCII)
    # d41586 are news items
    return _doi("10.1038/" + match[1].removesuffix(".pdf")) if match and not match[1].startswith("d4") else None


def _read_zenodo(path: str, query: str) -> Identifier | None:
    match = re.match(r"records?/(\d+)", path, re.ASCII)
    return _doi(f"10.5281/zenodo.{match[1]}") if match else _read_doi(path, "")


def _read_pii(path: str, query: str) -> Identifier | None:
    match = re.search(r"/(?:pii|fulltext|abstract|pdf)/([SB][\dX()-]+)", path)
    return _checked("pii", re.sub(r"[()-]", "", match[1])) if match else None


def _read_scholar(path: str, query: str) -> Identifier | None:
    values = dict(parse_qsl(query))
    return _arxiv(values.get("arxiv_id", "")) or _doi(values.get("doi", ""))


def _read_usenix(path: str, query: str) -> Identifier | None:
    return _by_pattern("usenix", r"conference/([a-z0-9-]+)/(?:technical-sessions/)?presentation/([\w-]+)/?", r"\1/\2")(path, query)


_PUBMED = _by_pattern("pmid", r"(?:pubmed/|m/pubmed/|abstract/MED/|article/MED/)?0*(\d+)/?")
_PMC = _by_pattern("pmcid", r"(?:pmc/)?articles?/(?:PMC/)?(PMC\d+)(?:/.*)?")
_S2_PAPER = _by_pattern("s2", r"paper/(?:[^/]*/)?([0-9a-f]{40})(?:/.*)?")
_S2_CORPUS = _by_pattern("s2", r"(?:paper/)?(CorpusID:\d+)(?:/.*)?")
_S2_ARXIV = _by_pattern("arxiv", rf"(?:paper/)?arxiv:({ARXIV})(?:v\d+)?")
_IEEE = _first(_by_pattern("ieee", r"(?:abstract/)?document/0*(\d+)(?:/.*)?"), _read_query("ieee", "arnumber"))
_SSRN = _first(_by_pattern("ssrn", r"(?:sol3/papers\.cfm/)?abstract=(\d+)/?"), _read_query("ssrn", "abstract_id"))
_AAAI = _by_pattern("aaai", r"(?:ojs/)?index\.php/([A-Z]+)/article/(?:view|download)/(\d+)(?:/.*)?", r"\1/\2")
_HAL = _by_pattern("hal", r"(?:[a-z-]+/)?([a-z]+-\d{8})(?:v\d+)?(?:/.*)?")
_OSF = _by_pattern("osf", r"preprints/(?:[a-z]+/)?([a-z0-9]{5})(?:_v\d+)?/?.*")
_ISCA = _by_pattern("isca", r"(?:archive/)?(\w+_\d{4}/[\w-]+)\.(?:html|pdf)")
_JMLR = _first(
    _by_pattern("jmlr", r"papers/v(?:olume)?(\d+)/([a-z0-9-]+)(?:\.html|/\2\.pdf)?", r"v\1/\2"),
    _by_pattern("pmlr", r"proceedings/papers/(v\d+)/([a-z0-9_-]+)(?:\.html|\.pdf)", r"\1/\2"),
)
_DBLP = _by_pattern("dblp", r"rec/(?:html/|bibtex/|xml/)?([\w./-]+?)(?:\.(?:html|bib|xml))?")

_HOSTS: dict[str, _Reader] = {
    **dict.fromkeys(("doi.org", "dx.doi.org", "dl.acm.org.doi", "oadoi.org"), _read_doi),
    **dict.fromkeys(
        "link.springer.com journals.aps.org iopscience.iop.org journals.plos.org frontiersin.org science.org pnas.org "
        "drops.dagstuhl.de biorxiv.org medrxiv.org connect.biorxiv.org tandfonline.com chemrxiv.org psycnet.apa.org".split(),
        _read_doi,
    ),
    "dl.acm.org": _read_acm, "portal.acm.org": _read_acm,
    **dict.fromkeys(
        "arxiv.org ar5iv.org ar5iv.labs.arxiv.org alphaxiv.org arxiv-vanity.com xxx.lanl.gov papers.cool scirate.com "
        "huggingface.co hf.co".split(),
        _read_arxiv,
    ),
    **dict.fromkeys(("openreview.net", "api.openreview.net", "api2.openreview.net"), _read_openreview),
    **dict.fromkeys(("aclanthology.org", "aclweb.org", "aclanthology.info"), _read_acl),
    "proceedings.mlr.press": _read_pmlr,
    "openaccess.thecvf.com": _read_cvf,
    **{host: _read_event(name) for name, (_, host) in EVENTS.items()},
    **dict.fromkeys(
        "papers.nips.cc papers.neurips.cc proceedings.neurips.cc datasets-benchmarks-proceedings.neurips.cc proceedings.nips.cc".split(),
        _read_nips,
    ),
    "jmlr.org": _JMLR, "jmlr.csail.mit.edu": _JMLR,
    "pubmed.ncbi.nlm.nih.gov": _PUBMED,
    "ncbi.nlm.nih.gov": _first(_PMC, _PUBMED), "pmc.ncbi.nlm.nih.gov": _PMC, "europepmc.org": _first(_PMC, _PUBMED),
    "openlibrary.org": lambda path, query: _isbn(path.removeprefix("isbn/")) if path.startswith("isbn/") else None,
    "worldcat.org": lambda path, query: _isbn(path.removeprefix("isbn/")) if path.startswith("isbn/") else None,
    "semanticscholar.org": _first(_S2_PAPER, _S2_CORPUS, _S2_ARXIV),
    "api.semanticscholar.org": _first(_S2_PAPER, _S2_CORPUS, _S2_ARXIV),
    "ieeexplore.ieee.org": _IEEE,
    "ojs.aaai.org": _AAAI, "aaai.org": _AAAI,
    "ijcai.org": _read_ijcai, "usenix.org": _read_usenix,
    "isca-archive.org": _ISCA, "isca-speech.org": _ISCA,
    "eprint.iacr.org": _read_iacr,
    "hal.science": _HAL, "hal.archives-ouvertes.fr": _HAL, "inria.hal.science": _HAL,
    "papers.ssrn.com": _SSRN, "ssrn.com": _SSRN,
    "osf.io": _OSF, "psyarxiv.com": _by_pattern("osf", r"([a-z0-9]{5})/?"),
    "nature.com": _read_nature, "zenodo.org": _read_zenodo,
    "sciencedirect.com": _read_pii, "cell.com": _read_pii,
    "jair.org": _by_pattern("jair", r"index\.php/jair/article/(?:view|download)/(\d+)(?:/.*)?"),
    "roboticsproceedings.org": _by_pattern("rss", r"rss(\d\d)/(p\d+)\.(?:html|pdf)", r"\1/\2"),
    "distill.pub": _by_pattern("distill", r"(20\d\d/[a-z0-9-]+)/?"),
    "dblp.org": _DBLP, "dblp.uni-trier.de": _DBLP,
    "paperswithcode.com": _by_pattern("pwc", r"paper/([a-z0-9-]+)(?:/.*)?"),
    "openalex.org": _by_pattern("openalex", r"(?:works/)?(W\d+)"),
    "ui.adsabs.harvard.edu": _by_pattern("ads", r"abs/([^/]+)(?:/.*)?"),
    "inspirehep.net": _by_pattern("inspire", r"(?:literature|record)/(\d+)"),
    "scholar.google.com": _read_scholar,
}  # fmt: skip


def _reader(host: str, path: str) -> _Reader | None:
    """Who reads the paths of a host, a library's proxy seen through."""
    found = _HOSTS.get(host)
    if found:
        return found
    if host.endswith(".arxiv.org"):
        return _read_arxiv
    if "/doi/" in f"/{path}":
        return _read_doi
    # a library's proxy: doi-org.proxy.example.edu, or doi.org.proxy.example.edu
    first = host.partition(".")[0]
    if "-" in first and (found := _HOSTS.get(first.replace("--", "\0").replace("-", ".").replace("\0", "-").removeprefix("www."))):
        return found
    if host.count(".") >= 3:
        steps = host.split(".")
        return next((_HOSTS[name] for n in (2, 3, 4) if (name := ".".join(steps[:n])) in _HOSTS), None)
    return None


def from_url(url: str) -> Identifier | None:
    """The paper a URL leads to, however it is spelled; None for anything else.  Never raises.

    >>> str(from_url("https://arxiv.org/pdf/2401.00001v3.pdf")), from_url("https://github.com/a/b")
    ('arxiv:2401.00001', None)
    """
    parts = _split(url)
    if parts is None:
        return None
    host, path, query = parts
    reader = _reader(host, path)
    return reader(path, query) if reader else None


def _split(url: str) -> tuple[str, str, str] | None:
    """Host without `www.`, decoded path without its leading slash, query; None unless http or https."""
    url = url.strip()
    if url[:4].lower() != "http":
        return None
    try:
        parts = urlsplit(html.unescape(url) if "&" in url else url)
        host = (parts.hostname or "").removeprefix("www.").rstrip(".")
    except ValueError:
        return None
    if parts.scheme not in {"http", "https"} or not host:
        return None
    path = parts.path.lstrip("/")
    return host, unquote(path) if "%" in path else path, parts.query


def version(url: str) -> str:
    """The arXiv version a URL asks for: `v3`, or ""."""
    parts = _split(url)
    if parts is None or _reader(parts[0], parts[1]) is not _read_arxiv:
        return ""
    match = _ARXIV_VALUE.fullmatch(_OLD_CLASS.sub("", _trimmed(parts[1]).partition("/")[2]))
    return (match[2] or "").lower() if match else ""


_NO_PAPER = re.compile(r"slides?|poster|supp|talk|resume|\bcv\b|appendix|brochure|flyer|schedule|invoice", re.IGNORECASE)


def is_document(url: str) -> bool:
    """Whether a URL of no known scheme leads to a file that looks like a paper."""
    parts = _split(url)
    if parts is None:
        return False
    name = parts[1].lower().rpartition("/")[2]
    return name.endswith((".pdf", ".ps", ".ps.gz", ".djvu")) and not _NO_PAPER.search(name) and from_url(url) is None


# --- text -----------------------------------------------------------------------------------------

_URL = re.compile(r"https?://\S+", re.IGNORECASE)
_TEXTUAL = re.compile(
    rf"(?<![\w/.-])(?:(?P<arxiv>arxiv(?:\.org/(?:abs|pdf)/|[:\s]\s?)\[?(?P<id>{ARXIV}|[a-z]+(?:-[a-z]+)?\.[A-Z]{{2}}/\d{{7}})(?:v\d{{1,2}})?)(?![\w/])"
    r"|(?:doi:\s?|(?:dx\.)?doi\.org/)?(?P<doi>10\.\d{4,9}(?:\.\d+)*/[^\s<>\"|]+)"
    r"|(?:pmid|pubmed id):?\s?(?P<pmid>\d{4,9})\b)",
    re.ASCII | re.IGNORECASE,
)


def find(text: str) -> list[tuple[int, int, Identifier]]:
    """Start, end and identifier of each that is spelled out in running text; URLs are not looked into.

    >>> [(start, str(found)) for start, _, found in find("see arXiv:2401.00001v2, doi:10.1145/3297280.3297641.")]
    [(4, 'arxiv:2401.00001'), (24, 'doi:10.1145/3297280.3297641')]
    """
    if "10." not in text and not any(word in text.lower() for word in ("arxiv", "pmid", "pubmed")):
        return []
    urls = [match.span() for match in _URL.finditer(text)] if "://" in text else []
    out = []
    for match in _TEXTUAL.finditer(text):
        if any(start <= match.start() < end for start, end in urls):
            continue
        end = match.end()
        if match["arxiv"]:
            found = _arxiv(match["id"])
        elif match["pmid"]:
            found = _checked("pmid", match["pmid"].lstrip("0"))
        else:
            end = match.start("doi") + len(_trimmed(match["doi"]))
            found = _doi(match["doi"])
        if found:
            out.append((match.start(), end, found))
    return out


_ALIASES = {"corpusid": "s2", "pmc": "pmcid", "eprint": "arxiv", "semanticscholar": "s2", "hdl": "", "pubmed": "pmid"}


def parse(text: str) -> Identifier | None:
    """An identifier written as `scheme:value` in any of its spellings, or as a URL.

    >>> str(parse("arXiv:2401.00001v2")), str(parse("doi:https://doi.org/10.1145/1.2")), parse("note:x")
    ('arxiv:2401.00001', 'doi:10.1145/1.2', None)
    """
    text = text.strip().strip("<>")
    if text[:4].lower() == "http":
        return from_url(text)
    name, colon, value = text.partition(":")
    name, value = name.strip().lower(), value.strip()
    if not colon or not value:
        return _doi(text) if text.startswith("10.") else None
    if value[:4].lower() == "http":
        return from_url(value)
    if name == "corpusid":
        value = f"CorpusID:{value}"
    name = _ALIASES.get(name, name)
    if name == "doi":
        return _doi(unquote(value.removeprefix("doi:").strip()))
    if name == "arxiv":
        return _arxiv(value)
    if name == "isbn":
        return _isbn(value)
    if name == "pmcid":
        value = "PMC" + value.upper().removeprefix("PMC")
    if name in {"dblp", "s2", "openreview"} or name not in SCHEMES:
        return _checked(name, value) if name in SCHEMES else None
    return _checked(name, value)
