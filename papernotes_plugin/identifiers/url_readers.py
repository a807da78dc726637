"""Sites: who reads the addresses of which host.

Imports only the model and the schemes.  One line a host, one small pattern for its paths: a link is looked up by its
host, and no pattern runs over addresses of another.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from papernotes_plugin.identifiers.schemes import ACL, ARXIV, EVENTS, VOLUMES, arxiv, checked, doi, isbn, parameters
from papernotes_plugin.vocabulary.model import Identifier

Reader = Callable[[str, str], Identifier | None]
"""Takes the decoded path without its leading slash, and the query."""


def _same(value: str) -> str:
    return value


def _path(scheme: str, pattern: str, value: str = "", fold: Callable[[str], str] = _same) -> Reader:
    """A reader of paths that match in full, ignoring case; the first group is the value where no template makes it."""
    compiled = re.compile(pattern, re.ASCII | re.IGNORECASE)

    def read(path: str, query: str) -> Identifier | None:
        match = compiled.fullmatch(path)
        return checked(scheme, fold(match.expand(value) if value else match[1])) if match else None

    return read


def _query(scheme: str, *names: str) -> Reader:
    """A reader of one parameter that has one of these names."""
    return lambda path, query: checked(scheme, next(filter(None, map(parameters(query).get, names)), "").lstrip("0"))


def _first(*readers: Reader) -> Reader:
    """The first answer of several readers of one host."""

    def read(path: str, query: str) -> Identifier | None:
        return next((found for reader in readers if (found := reader(path, query))), None)

    return read


# --- DOI ------------------------------------------------------------------------------------------


_URN = re.compile(r"^(?:urn:)?(?:doi:\s*)?(?=10[./])", re.IGNORECASE)
_SHORT_DOI = _path("shortdoi", r"(?:10/)?([a-z0-9]{2,8})/?", r"10/\1", str.lower)


def read_doi(path: str, query: str) -> Identifier | None:
    """The DOI that begins a step of the path (`doi/abs/10.…`), or the parameter `id` or `doi`."""
    if path.startswith(("doi/proceedings/", "action/")):
        return None
    path = _URN.sub("", path)
    at = 0 if path.startswith("10.") else path.find("/10.") + 1
    if at or path.startswith("10."):
        return doi(path[at:])
    values = parameters(query) if "10." in query or "10%2" in query else {}
    return doi(values.get("id") or values.get("doi") or "")


def _read_acm(path: str, query: str) -> Identifier | None:
    values = parameters(query) if path.endswith("citation.cfm") else {}
    match = re.match(r"\d+\.\d+", values.get("doid") or values.get("id") or "", re.ASCII)
    return doi(f"10.1145/{match[0]}") if match else read_doi(path, "")


def _read_biorxiv(path: str, query: str) -> Identifier | None:
    match = re.search(r"/early/[\d/]+/((?:\d{4}\.\d\d\.\d\d\.)?\d{6,})", path, re.ASCII)
    return doi(f"10.1101/{match[1]}") if match else read_doi(path, query)


def _read_silverchair(path: str, query: str) -> Identifier | None:
    # the publisher puts a number of its own and the title behind the DOI
    return read_doi(re.sub(r"/\d{5,}(?:/[^/]*)?$", "", path), query)


def _read_nature(path: str, query: str) -> Identifier | None:
    match = re.fullmatch(r"articles/([a-z][a-z0-9.-]+|\d+[a-z]\d)(?:/.*)?", path.removesuffix(".pdf"), re.ASCII)
    # d41586 and the like are news
    return doi(f"10.1038/{match[1]}") if match and not re.match(r"d\d", match[1]) else read_doi(path, query)


def _read_zenodo(path: str, query: str) -> Identifier | None:
    match = re.match(r"records?/(\d+)", path, re.ASCII)
    return doi(f"10.5281/zenodo.{match[1]}") if match else read_doi(path, "")


def _read_elife(path: str, query: str) -> Identifier | None:
    match = re.match(r"(?:articles|reviewed-preprints)/(\d+)", path, re.ASCII)
    return doi(f"10.7554/elife.{match[1]}") if match else None


# --- others ---------------------------------------------------------------------------------------

_ARXIV_STEPS = {"abs", "pdf", "html", "ps", "src", "e-print", "format", "papers", "overview", "arxiv", "paper", "forum"}


def read_arxiv(path: str, query: str) -> Identifier | None:
    """Of arXiv, and of what shows its papers under the same numbers."""
    return arxiv(arxiv_step(path))


def arxiv_step(path: str) -> str:
    """What names the paper in a path of arXiv."""
    head, _, rest = path.partition("/")
    return rest.lstrip("/") if head in _ARXIV_STEPS else path


def _read_openreview(path: str, query: str) -> Identifier | None:
    # `references/pdf?id=` is the number of a revision, not of a paper
    if path.rstrip("/") not in {"forum", "pdf", "attachment", "revisions"}:
        return None
    # `id=` alone needs no decoding
    match = re.fullmatch(r"id=([A-Za-z0-9_-]+)", query)
    match = match or re.match(r"([A-Za-z0-9_-]+)", parameters(query).get("id", ""))
    return checked("openreview", match[1]) if match else None


_ACL_PATH = re.compile(
    rf"(?:anthology/)?(?:papers/)?(?:[A-Z]/[A-Z]\d\d/)?({ACL})(?:v\d+)?(?:\.pdf|\.bib|/(?:bib|[a-z]\d\d-\d+)?)?",
    re.ASCII,
)


def _read_acl(path: str, query: str) -> Identifier | None:
    match = _ACL_PATH.fullmatch(path) or _ACL_PATH.fullmatch(path[:1].upper() + path[1:])
    return Identifier("acl", match[1]) if match else None


def _read_pmlr(path: str, query: str) -> Identifier | None:
    steps = path.lower().removesuffix(".html").removesuffix(".pdf").rstrip("/").split("/")
    if len(steps) == 2 or (len(steps) == 3 and steps[1] == steps[2]):
        return checked("pmlr", f"{steps[0]}/{steps[1]}")
    return None


_CVF = re.compile(r"(content(?:_\w+)?(?:/[\w-]+){0,2})/(?:html|papers)/(w\d+/)?([^/]+_paper)\.(?:html|pdf)", re.ASCII)
_CVF_OLD = re.compile(r"content_([A-Za-z]+)_(\d{4})(\w*)", re.ASCII)


def _read_cvf(path: str, query: str) -> Identifier | None:
    match = _CVF.fullmatch(path)
    if not match:
        return None
    head, old = match[1], _CVF_OLD.fullmatch(match[1])
    if old:
        # some volumes answer in either case; these were put there in small letters
        small = int(old[2]) <= {"cvpr": 2018, "iccv": 2015}.get(old[1].lower(), 0)
        head = f"content_{old[1].lower() if small else old[1].upper()}_{old[2]}{old[3].lower()}"
    return checked("cvf", f"{head}/{match[2] or ''}{match[3]}")


_VOLUME = re.compile(
    r"paper(?:_files/paper)?/(\d{4})/(?:hash|file)/([0-9a-f]{32})-(?:Abstract|Paper)(?:-(\w+))?\.(?:html|pdf)", re.ASCII
)


def _read_volume(scheme: str) -> Reader:
    """Proceedings that name a paper by year and digest."""

    def read(path: str, query: str) -> Identifier | None:
        match = _VOLUME.fullmatch(path)
        if not match:
            return None
        track = "" if match[3] in {None, "Conference"} else f"-{match[3]}"
        return checked(scheme, f"{match[1]}/{match[2]}{track}")

    return read


def _read_event(name: str) -> Reader:
    return _first(
        _path(name, r"virtual/(20\d\d)/poster/(\d+)/?", r"\1/\2"),
        _path(f"{name}-oral", r"virtual/(20\d\d)/oral/(\d+)/?", r"\1/\2"),
        _path("openreview", r"virtual(?:_|/)2020/(?:public/)?poster_([\w-]+)\.html"),
    )


def _padded(value: str) -> str:
    year, _, number = value.partition("/")
    return f"{year}/{number.lstrip('0'):0>3}"


def _read_pii(path: str, query: str) -> Identifier | None:
    match = re.search(r"/(?:pii|fulltext|abstract|pdf)/([SB][\dX()-]+)", path, re.ASCII)
    return checked("pii", re.sub(r"[()-]", "", match[1])) if match else None


def _read_scholar(path: str, query: str) -> Identifier | None:
    values = parameters(query)
    return arxiv(values.get("arxiv_id", "")) or doi(values.get("doi", ""))


def _read_isbn(path: str, query: str) -> Identifier | None:
    return isbn(path.removeprefix("isbn/").rstrip("/")) if path.startswith("isbn/") else None


_PMC = _path("pmcid", r"(?:pmc/)?articles?/(?:PMC/)?(PMC\d+)(?:/.*)?", fold=str.upper)
_PUBMED = _path("pmid", r"(?:(?:m/)?pubmed/|(?:abstract|article)/MED/)?0*(\d+)/?")
_S2 = _first(
    _path("s2", r"(?:paper|reader)/(?:[^/]*/)?([0-9a-f]{40})(?:/.*)?", fold=str.lower),
    _path("s2", r"(?:paper/)?CorpusID:(\d+)(?:/.*)?", r"CorpusID:\1"),
    _path("arxiv", rf"(?:paper/)?arxiv:({ARXIV})(?:v\d+)?", fold=str.lower),
)
_HAL = _path("hal", r"(?:[a-z-]+/)?([a-z]+-\d{8})(?:v\d+)?(?:/.*)?", fold=str.lower)
_USENIX = r"(?:legacy/)?conference/([a-z0-9-]+)/(?:technical-sessions/)?presentation/([\w-]+)/?"
_JMLR = _first(
    _path("jmlr", r"papers/v(?:olume)?(\d+)/([a-z0-9-]+)(?:\.html|/\2\.pdf|\.pdf)?", r"v\1/\2", str.lower),
    _path("pmlr", r"proceedings/papers/(v\d+)/([a-z0-9_-]+)\.(?:html|pdf)", r"\1/\2", str.lower),
)
_NIPS = _first(_read_volume("nips"), _path("nips-number", r"paper/(\d+-[a-z0-9-]+)(?:\.pdf)?", fold=str.lower))
_PMLR_FILE = r"mlresearch/(v\d+)/(?:main|gh-pages)/assets/([\w-]+)/\2\.pdf"
_IEEE = _first(_path("ieee", r"(?:abstract/)?document/0*(\d+)(?:/.*)?"), _query("ieee", "arnumber"))
_ISCA = r"(?:archive/)?(\w+_\d{4}[a-z]?/[\w-]+)\.(?:html|pdf)"
_SSRN = _first(_path("ssrn", r"(?:sol3/papers\.cfm/)?abstract=(\d+)/?"), _query("ssrn", "abstract_id", "abstractid"))
_AAAI = r"(?:ojs/)?index\.php/([A-Z]+)/article/(?:view|download)/(\d+)(?:/.*)?"
_DBLP = r"rec/(?:(?:html|bibtex|bib|xml)\d?/)?([\w./-]+?)(?:\.(?:html|bib|xml))?"
_BY_READER: tuple[tuple[str, Reader], ...] = (
    ("doi.org dx.doi.org", _first(read_doi, _SHORT_DOI)),
    ("oadoi.org doi.acm.org doi.ieeecomputersociety.org unpaywall.org api.crossref.org", read_doi),
    ("link.springer.com journals.aps.org iopscience.iop.org journals.plos.org frontiersin.org science.org", read_doi),
    ("drops.dagstuhl.de tandfonline.com psycnet.apa.org onlinelibrary.wiley.com pubs.acs.org pnas.org", read_doi),
    ("dl.acm.org portal.acm.org", _read_acm),
    ("biorxiv.org medrxiv.org connect.biorxiv.org connect.medrxiv.org", _read_biorxiv),
    ("direct.mit.edu academic.oup.com", _read_silverchair),
    ("nature.com", _read_nature),
    ("zenodo.org", _read_zenodo),
    ("elifesciences.org", _read_elife),
    ("arxiv.org ar5iv.org alphaxiv.org arxiv-vanity.com xxx.lanl.gov papers.cool scirate.com", read_arxiv),
    ("huggingface.co hf.co", _path("arxiv", rf"papers/({ARXIV})(?:v\d+)?/?")),
    ("openreview.net api.openreview.net api2.openreview.net", _read_openreview),
    ("aclanthology.org aclweb.org aclanthology.info aclanthology.coli.uni-saarland.de", _read_acl),
    ("proceedings.mlr.press", _read_pmlr),
    ("raw.githubusercontent.com", _path("pmlr", _PMLR_FILE, r"\1/\2")),
    ("openaccess.thecvf.com", _read_cvf),
    ("papers.nips.cc papers.neurips.cc proceedings.neurips.cc proceedings.nips.cc", _NIPS),
    ("datasets-benchmarks-proceedings.neurips.cc", _NIPS),
    *((host, _read_volume(name)) for name, (_, host) in VOLUMES.items() if name != "nips"),
    *((host, _read_event(name)) for name, (_, host) in EVENTS.items()),
    ("nips.cc", _read_event("neurips")),
    ("jmlr.org jmlr.csail.mit.edu", _JMLR),
    ("pubmed.ncbi.nlm.nih.gov", _PUBMED),
    ("pmc.ncbi.nlm.nih.gov", _PMC),
    ("ncbi.nlm.nih.gov europepmc.org", _first(_PMC, _PUBMED)),
    ("openlibrary.org worldcat.org", _read_isbn),
    ("semanticscholar.org api.semanticscholar.org", _S2),
    ("ieeexplore.ieee.org", _IEEE),
    ("ojs.aaai.org aaai.org", _path("aaai", _AAAI, r"\1/\2", str.upper)),
    ("ijcai.org", _path("ijcai", r"proceedings/(20\d\d)/0*([1-9]\d*)(?:\.pdf|/)?", r"\1/\2")),
    ("usenix.org", _path("usenix", _USENIX, r"\1/\2", str.lower)),
    ("isca-archive.org isca-speech.org", _path("isca", _ISCA, fold=str.lower)),
    ("eprint.iacr.org", _path("iacr", r"((?:19|20)\d\d/\d{1,5})(?:\.pdf|/)?", fold=_padded)),
    ("hal.science hal.archives-ouvertes.fr", _HAL),
    ("papers.ssrn.com ssrn.com", _SSRN),
    ("osf.io", _path("osf", r"preprints/(?:[a-z]+/)?([a-z0-9]{5})(?:_v\d+)?(?:/.*)?", fold=str.lower)),
    ("psyarxiv.com", _path("osf", r"([a-z0-9]{5})/?", fold=str.lower)),
    ("sciencedirect.com cell.com thelancet.com", _read_pii),
    ("vldb.org", _path("pvldb", r"pvldb/(vol\d+/p\d+-[\w-]+)\.pdf", fold=str.lower)),
    ("jair.org", _path("jair", r"index\.php/jair/article/(?:view|download)/(\d+)(?:/.*)?")),
    ("roboticsproceedings.org", _path("rss", r"rss(\d\d)/(p\d+)\.(?:html|pdf)", r"\1/\2", str.lower)),
    ("ndss-symposium.org", _path("ndss", r"ndss-paper/([a-z0-9-]+)/?", fold=str.lower)),
    ("distill.pub", _path("distill", r"(20\d\d/[a-z0-9-]+)/?")),
    ("jstor.org", _path("jstor", r"stable/(?:pdf/)?(\d+)(?:\.pdf)?/?")),
    ("dblp.org dblp.uni-trier.de dblp.dagstuhl.de", _path("dblp", _DBLP)),
    ("paperswithcode.com", _path("pwc", r"paper/([a-z0-9-]+)(?:/.*)?")),
    ("openalex.org api.openalex.org", _path("openalex", r"(?:works/)?(W\d+)", fold=str.upper)),
    ("ui.adsabs.harvard.edu adsabs.harvard.edu", _path("ads", r"abs/([^/]+)(?:/.*)?")),
    ("inspirehep.net", _path("inspire", r"(?:literature|record)/(\d+)/?")),
    ("scholar.google.com", _read_scholar),
)  # fmt: skip
HOSTS: dict[str, Reader] = {host: reader for hosts, reader in _BY_READER for host in hosts.split()}
"""The reader of each host, `www.` left out."""


_UNDER = (("arxiv.org", read_arxiv), ("hal.science", _HAL), ("onlinelibrary.wiley.com", read_doi))


def reader(host: str, path: str) -> Reader | None:
    """Who reads the paths of a host, a library's proxy seen through."""
    found = HOSTS.get(host)
    if found or "." not in host:
        return found
    for parent, of_parent in _UNDER:
        if host.endswith(f".{parent}"):
            return of_parent
    if "doi/" in path and "/10." in path:
        return read_doi
    # doi-org.proxy.example.edu, or doi.org.proxy.example.edu
    steps = host.split(".")
    if "-" in steps[0]:
        name = steps[0].replace("--", "\0").replace("-", ".").replace("\0", "-")
        return HOSTS.get(name.removeprefix("www."))
    return next((HOSTS[name] for n in range(2, min(5, len(steps))) if (name := ".".join(steps[:n])) in HOSTS), None)
