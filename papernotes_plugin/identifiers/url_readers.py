"""Read the identifier of a paper from the path and the query of a URL.

A reader is a function from path and query to an identifier; `url_hosts` says which reader handles which host.
Most hosts need only `path_reader` with a pattern.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from papernotes_plugin.identifiers.check_digits import parse_isbn
from papernotes_plugin.identifiers.schemes import (
    ACL_PATTERN,
    parse_arxiv,
    parse_doi,
    query_parameters,
    valid_identifier,
)
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Identifier

UrlReader = Callable[[str, str], Identifier | None]
"""Function from the decoded path without its leading slash, and the query, to an identifier."""


def _same(value: str) -> str:
    return value


def path_reader(scheme: str, pattern: str, value: str = "", fold: Callable[[str], str] = _same) -> UrlReader:
    r"""Return a reader of paths that match a pattern in full, ignoring case.

    Args:
        scheme: The scheme of the identifier.
        pattern: A regular expression for the whole path.
        value: A template for the value, such as `\1/\2`; without one the value is the first group.
        fold: A function applied to the value, such as `str.lower`.
    """
    compiled = lazy_regex(pattern, re.ASCII | re.IGNORECASE)

    def read(path: str, query: str) -> Identifier | None:
        match = compiled.fullmatch(path)
        return valid_identifier(scheme, fold(match.expand(value) if value else match[1])) if match else None

    return read


def query_reader(scheme: str, *names: str) -> UrlReader:
    """Return a reader of the first query parameter that has one of the given lower-case names."""

    def read(path: str, query: str) -> Identifier | None:
        value = next(filter(None, map(query_parameters(query).get, names)), "")
        return valid_identifier(scheme, value) or valid_identifier(scheme, value.lstrip("0"))

    return read


def first_reader(*readers: UrlReader) -> UrlReader:
    """Return a reader that tries several readers in order."""

    def read(path: str, query: str) -> Identifier | None:
        return next((identifier for reader in readers if (identifier := reader(path, query))), None)

    return read


# --- DOI ------------------------------------------------------------------------------------------


_URN = lazy_regex(r"^(?:urn:)?(?:doi:\s*)?(?=10[./])", re.IGNORECASE)
read_short_doi = path_reader("shortdoi", r"(?:10/)?([a-z0-9]{2,8})/?", r"10/\1", str.lower)


DOI_IN_PATH = lazy_regex(r"(?:^|/)(10\.\d{4,9}/(?:[^/\s\d]{1,30}/|\d{4}-\d{3}[\dX]/){0,2}(?=[^/\s]*\d)[^/\s]+)")
"""A DOI in the path of any site: `bmcbiol.biomedcentral.com/articles/10.1186/…`.

It ends at the first slash after a number that is no ISSN: `10.1093/acprof:oso/9780199548927.001.0001/chapter`.
"""


_CHAPTER_NEXT = lazy_regex(r"/(?P<book>[a-z]+)-(?P<isbn>978\d{10})-(?:e|chapter)-(?P<number>\d+)", re.ASCII)
"""A chapter of a handbook after the DOI of the whole book: `/oxfordhb-9780199729937-e-25`."""


def read_doi(path: str, query: str) -> Identifier | None:
    """Return the DOI in a path (`doi/abs/10.…`), or that in the query parameter `id`, `doi` or `target`."""
    if path.startswith(("doi/proceedings/", "action/")):
        return None
    path = _URN.sub("", path)
    at = 0 if path.startswith("10.") else path.find("/10.") + 1
    if at or path.startswith("10."):
        return parse_doi(path[at:])
    values = query_parameters(query) if "10." in query or "10%2" in query else {}
    return parse_doi(values.get("id") or values.get("doi") or values.get("target") or "")


def read_doi_of_site(path: str, query: str) -> Identifier | None:
    """Return the DOI in the path of any site, without the pages below it: `books/10.4324/9781003459026/a-title`."""
    doi = DOI_IN_PATH.search(path)
    chapter = _CHAPTER_NEXT.match(path, doi.end()) if doi else None
    if chapter and chapter["book"] == "acrefore":
        return parse_doi(f"10.1093/acrefore/{chapter['isbn']}.013.{chapter['number']}")
    return parse_doi(doi[1]) if doi and not chapter else None


def read_acm(path: str, query: str) -> Identifier | None:
    """Return the DOI of an ACM Digital Library page, or the number of a page with an old address.

    The works of other publishers have such addresses, too: `id=944919.944937` is no DOI of the ACM.
    """
    if not path.endswith(("citation.cfm", "ft_gateway.cfm")):
        return read_doi(path, "")
    values = query_parameters(query)
    number = (values.get("doid") or "").removeprefix("10.1145/")
    if re.fullmatch(r"\d+\.\d+", number, re.ASCII):
        return parse_doi(f"10.1145/{number}")
    # the number of the proceedings may precede that of the page
    return valid_identifier("acm", (number or values.get("id") or "").rpartition(".")[2])


_BIORXIV_OLD = lazy_regex(
    r"(?:/early/[\d/]+/|^cgi/(?:content/(?:short|abstract|full|reprint)|reprint)/)((?:\d{4}\.\d\d\.\d\d\.)?\d{6,})",
    re.ASCII,
)


def read_biorxiv(path: str, query: str) -> Identifier | None:
    """Return the DOI of a bioRxiv or medRxiv page, also of the old addresses by date and number."""
    match = _BIORXIV_OLD.search(path)
    return parse_doi(f"10.1101/{match[1]}") if match else read_doi(path, query)


def read_silverchair(path: str, query: str) -> Identifier | None:
    """Return the DOI of a page on the Silverchair platform (MIT Press, Oxford)."""
    # The publisher appends its own number and the title to the DOI.
    return read_doi(re.sub(r"/\d{5,}(?:/[^/]*)?$", "", path), query)


_NATURE_OLD = lazy_regex(
    r"[a-z]+/journal/v[\w-]+/n[\w-]+/(?:full|abs|pdf)/([a-z][a-z0-9.-]{3,30}?)(?:_\w+)?(?:\.html|\.pdf)?", re.ASCII
)
"""The path of an article until 2017: `nature/journal/v521/n7553/full/nature14539.html`."""


def read_nature(path: str, query: str) -> Identifier | None:
    """Return the DOI of an article on nature.com; news articles have none."""
    if old := _NATURE_OLD.fullmatch(path):
        return parse_doi(f"10.1038/{old[1]}")
    match = re.fullmatch(r"articles/([a-z][a-z0-9.-]+|\d+[a-z]\d)(?:/.*)?", path.removesuffix(".pdf"), re.ASCII)
    # Numbers such as d41586 are news articles.
    return parse_doi(f"10.1038/{match[1]}") if match and not re.match(r"d\d", match[1]) else read_doi(path, query)


def read_zenodo(path: str, query: str) -> Identifier | None:
    """Return the DOI of a Zenodo record."""
    match = re.match(r"records?/(\d+)", path, re.ASCII)
    return parse_doi(f"10.5281/zenodo.{match[1]}") if match else read_doi(path, "")


def read_elife(path: str, query: str) -> Identifier | None:
    """Return the DOI of an eLife article or reviewed preprint."""
    match = re.match(r"(?:articles|reviewed-preprints)/(\d+)", path, re.ASCII)
    return parse_doi(f"10.7554/elife.{match[1]}") if match else None


# --- others ---------------------------------------------------------------------------------------

_ARXIV_STEPS = {
    "abs",
    "pdf",
    "html",
    "ps",
    "src",
    "e-print",
    "format",
    "papers",
    "overview",
    "arxiv",
    "paper",
    "forum",
    "audio",
    "blog",
}


def read_arxiv(path: str, query: str) -> Identifier | None:
    """Return the identifier of an arXiv page, or of a mirror or reader that uses the same paths."""
    return parse_arxiv(arxiv_path_step(path))


def arxiv_path_step(path: str) -> str:
    """Return the part of an arXiv path that names the paper: `2401.00001v2` of `abs/2401.00001v2`."""
    head, _, rest = path.partition("/")
    if len(head) == 2 and rest.partition("/")[0] in _ARXIV_STEPS:
        # a page of alphaXiv in another language: `zh/overview/…`
        head, _, rest = rest.partition("/")
    return rest.lstrip("/") if head in _ARXIV_STEPS else path


def read_openreview(path: str, query: str) -> Identifier | None:
    """Return the identifier of an OpenReview forum, PDF, attachment or list of revisions."""
    # `references/pdf?id=` holds the id of a revision, not of a paper.
    if path.rstrip("/") not in {"forum", "pdf", "attachment", "revisions"}:
        return None
    # A query of `id=` alone needs no decoding.
    match = re.fullmatch(r"id=([A-Za-z0-9_-]+)", query)
    match = match or re.match(r"([A-Za-z0-9_-]+)", query_parameters(query).get("id", ""))
    return valid_identifier("openreview", match[1]) if match else None


_ACL_PATH = lazy_regex(
    rf"(?:anthology/)?(?:papers/)?(?:[A-Z]/[A-Z]\d\d/)?({ACL_PATTERN})(?:v\d+)?(?:\.pdf|\.bib|/(?:bib|[a-z]\d\d-\d+)?)?",
    re.ASCII,
)


def read_acl(path: str, query: str) -> Identifier | None:
    """Return the identifier of an ACL Anthology page or file."""
    match = _ACL_PATH.fullmatch(path) or _ACL_PATH.fullmatch(path[:1].upper() + path[1:])
    return Identifier("acl", match[1]) if match else None


def read_pmlr(path: str, query: str) -> Identifier | None:
    """Return the identifier of a page or PDF of the Proceedings of Machine Learning Research."""
    steps = path.lower().removesuffix(".html").removesuffix(".pdf").rstrip("/").split("/")
    if len(steps) == 2 or (len(steps) == 3 and steps[1] == steps[2]):
        return valid_identifier("pmlr", f"{steps[0]}/{steps[1]}")
    return None


_CVF = lazy_regex(r"(content(?:_\w+)?(?:/[\w-]+){0,2})/(?:html|papers)/(w\d+/)?([^/]+_paper)\.(?:html|pdf)", re.ASCII)
_CVF_OLD = lazy_regex(r"content_([A-Za-z]+)_(\d{4})(\w*)", re.ASCII)


def read_cvf(path: str, query: str) -> Identifier | None:
    """Return the identifier of a page or PDF of the CVF Open Access library."""
    match = _CVF.fullmatch(path)
    if not match:
        return None
    head, old = match[1], _CVF_OLD.fullmatch(match[1])
    if old:
        # The server ignores case for some volumes; these are published under a lower-case path.
        small = int(old[2]) <= {"cvpr": 2018, "iccv": 2015}.get(old[1].lower(), 0)
        head = f"content_{old[1].lower() if small else old[1].upper()}_{old[2]}{old[3].lower()}"
    return valid_identifier("cvf", f"{head}/{match[2] or ''}{match[3]}")


_VOLUME = lazy_regex(
    r"paper(?:_files/paper)?/(\d{4})/(?:hash|file)/([0-9a-f]{32})-(?:Abstract|Paper)(?:-(\w+))?\.(?:html|pdf)", re.ASCII
)


def proceedings_reader(scheme: str) -> UrlReader:
    """Return a reader of proceedings that name a paper by year and digest (see `PROCEEDINGS_HOSTS`)."""

    def read(path: str, query: str) -> Identifier | None:
        match = _VOLUME.fullmatch(path)
        if not match:
            return None
        track = "" if match[3] in {None, "Conference"} else f"-{match[3]}"
        return valid_identifier(scheme, f"{match[1]}/{match[2]}{track}")

    return read


def event_reader(name: str) -> UrlReader:
    """Return a reader of a conference site with a page for each poster and talk (see `EVENT_HOSTS`)."""
    return first_reader(
        path_reader(name, r"virtual/(20\d\d)/poster/(\d+)/?", r"\1/\2"),
        path_reader(f"{name}-oral", r"virtual/(20\d\d)/oral/(\d+)/?", r"\1/\2"),
        path_reader("openreview", r"virtual(?:_|/)2020/(?:public/)?poster_([\w-]+)\.html"),
    )


def pad_eprint_number(value: str) -> str:
    """Return a Cryptology ePrint number with at least three digits: `2020/007` of `2020/7`."""
    year, _, number = value.partition("/")
    return f"{year}/{number.lstrip('0'):0>3}"


def read_pii(path: str, query: str) -> Identifier | None:
    """Return the PII of an Elsevier page."""
    match = re.search(r"/(?:(?:pii|fulltext|abstract|pdf)/|PII)([SB]?[\dX()-]+[A-Z]?)", path, re.ASCII)
    number = re.sub(r"[()-]", "", match[1]) if match else ""
    # old addresses lack the `S` of serials, and end with a letter
    return valid_identifier("pii", number if number[:1] in ("S", "B") else f"S{number}")


def read_scholar(path: str, query: str) -> Identifier | None:
    """Return the arXiv identifier or the DOI in a Google Scholar lookup link, else the number of a work's versions."""
    values = query_parameters(query)
    stated = parse_arxiv(values.get("arxiv_id", "")) or parse_doi(values.get("doi", ""))
    return stated or valid_identifier("scholar", values.get("cluster", ""))


def read_isbn(path: str, query: str) -> Identifier | None:
    """Return the ISBN of a page at `isbn/…`."""
    return parse_isbn(path.removeprefix("isbn/").rstrip("/")) if path.startswith("isbn/") else None
