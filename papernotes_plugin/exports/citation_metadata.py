"""Write the HTML in web pages that reference managers read: meta tags, JSON-LD and COinS.

- The head of a paper's page has the `citation_*` tags of Highwire Press and JSON-LD of
  https://schema.org/ScholarlyArticle.  Zotero's Embedded Metadata translator and Google Scholar read the tags
  (https://scholar.google.com/intl/en/scholar/inclusion.html, "Indexing").
- A list of papers has COinS: one empty `span` for each, with an OpenURL ContextObject (ANSI/NISO Z39.88-2004) as its
  title (https://ocoins.info/).  COinS are also written for papers without author or year, for which the tags of
  Highwire Press would be rejected as incomplete (see `is_citable`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from papernotes_plugin import identifiers
from papernotes_plugin.exports.csl_json import CslPaper, csl_paper
from papernotes_plugin.text import escape_attribute, escape_url, one_line
from papernotes_plugin.text.escaping import escape_script
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Paper

CslFacts = Mapping[str, Any]
"""CSL item of a paper as `csl_facts` returns it, by the names of CSL variables."""
MAX_COINS_AUTHORS = 20
"""Number of authors in the COinS of a list, which are short; the page of the paper names all authors."""
_CONTAINERS = {
    "article-journal": "citation_journal_title",
    "paper-conference": "citation_conference_title",
    "chapter": "citation_inbook_title",
    "thesis": "citation_dissertation_institution",
    "report": "citation_technical_report_institution",
}
"""Tag of the container, by CSL type; the tag shows the kind of work."""
_NUMBERS = {"volume": "citation_volume", "issue": "citation_issue", "ISBN": "citation_isbn", "ISSN": "citation_issn"}
_ARTICLES = {"article-journal": "article", "article": "preprint"}
"""Genres of OpenURL's format for journals, by CSL type."""
_BOOKS = {"book": "book", "chapter": "bookitem", "paper-conference": "proceeding", "report": "report"}
"""Genres of OpenURL's format for books, by CSL type; Zotero knows a conference paper only in this format."""
_ENCODED = {code: quote(chr(code), safe="") for code in range(128)}
_PDF = lazy_regex(r"\.pdf(?:$|[?#])|/pdf/")


def paper_head(paper: Paper, facts: CslFacts, address: str = "") -> str:
    """Return the HTML elements for the head of a paper's page, one a line: meta tags and JSON-LD.

    Args:
        paper: The paper.
        facts: The result of `csl_facts`.
        address: The absolute URL of the page; "" if it is unknown.
    """
    pairs = _tags(paper, facts) if is_citable(facts) else ()
    tags = [f'<meta name="{name}" content="{escape_attribute(value)}">' for name, value in pairs]
    return "\n".join([*tags, f'<script type="application/ld+json">{_script(_article(paper, facts, address))}</script>'])


def is_citable(facts: CslFacts) -> bool:
    """Return whether title, author and year are known; without them Google Scholar ignores the tags ("Indexing").

    Examples:
        >>> is_citable(csl_facts(Paper(citekey="k", slug="k", title="T", year=2020)))
        False
        >>> is_citable(csl_facts(Paper(citekey="k", slug="k", title="T", year=2020, authors=("Ho, J.",))))
        True
    """
    return bool(facts["title"] and facts["author"] and _date(facts, "/"))


def coins_span(paper: Paper, facts: CslFacts) -> str:
    """Return the empty HTML element that describes a paper in a list; `facts` is the result of `csl_facts`."""
    return f'<span class="Z3988" title="{escape_attribute(_context_object(paper, facts))}"></span>'


# --- facts ----------------------------------------------------------------------------------------


def csl_facts(paper: Paper, described: CslPaper | None = None) -> CslFacts:
    """Return the CSL item of a paper, with each text on one line.

    The variables `title` and `author` are always present.  The literal `others`, which ends a shortened list of
    authors, is left out.

    Args:
        paper: The paper.
        described: The result of `csl_paper`, if the caller has it.
    """
    described = described or csl_paper(paper)
    variables = {**described.item, "title": described.title if paper.title else ""}
    facts: dict[str, Any] = {
        name: one_line(value) if isinstance(value, str) else value for name, value in variables.items()
    }
    named = [name for name in facts.get("author", ()) if name != {"literal": "others"}]
    facts["author"] = [{part: one_line(value) for part, value in name.items()} for name in named]
    return facts


def _family(name: Mapping[str, str]) -> str:
    """Return the family name with its particle, or the whole name of an organisation."""
    return name.get("literal") or " ".join(filter(None, (name.get("non-dropping-particle"), name.get("family"))))


def _given(name: Mapping[str, str]) -> str:
    """Return the given names with the suffix: `Martin Luther Jr.`."""
    return " ".join(filter(None, (name.get("given"), name.get("suffix"))))


def _inverted(name: Mapping[str, str]) -> str:
    """Return a name with the family name first: `King, Martin Luther Jr.`."""
    return ", ".join(filter(None, (_family(name), _given(name))))


def _date(facts: CslFacts, separator: str) -> str:
    """Return the known parts of the date, the year first; "" if there is none."""
    parts = facts.get("issued", {}).get("date-parts") or [()]
    return separator.join(f"{number:0{4 if index == 0 else 2}}" for index, number in enumerate(parts[0]))


def _pages(facts: CslFacts) -> tuple[str, str]:
    """Return the first and the last page; "" if unknown."""
    first, _, last = str(facts.get("page", "")).partition("-")
    return first.strip(), last.strip()


def _arxiv(paper: Paper) -> str:
    return next((held.value for held in paper.identifiers if held.scheme == "arxiv"), "")


def _container(facts: CslFacts) -> str:
    return str(facts.get("container-title") or facts.get("publisher", ""))


def _web(url: str) -> str:
    """Return an HTTP or HTTPS URL, escaped; "" for any other URL."""
    safe = escape_url(url)
    return safe if safe.lower().startswith(("http://", "https://")) else ""


def _document(paper: Paper) -> str:
    """Return the URL of the PDF: the one in a note, else that of the preprint."""
    urls = [link.url for link in paper.links if _PDF.search(link.url) and _web(link.url)]
    return _web(urls[0]) if urls else f"https://arxiv.org/pdf/{_arxiv(paper)}" if _arxiv(paper) else ""


def _addresses(paper: Paper) -> list[str]:
    """Return the URLs of pages of the paper."""
    return [url for held in paper.identifiers if (url := _web(identifiers.canonical_url(held)))]


# --- Highwire Press -------------------------------------------------------------------------------


def _tags(paper: Paper, facts: CslFacts) -> Iterator[tuple[str, str]]:
    """Yield the names and contents of the meta tags; empty ones are left out."""
    yield "citation_title", facts["title"]
    for name in facts["author"]:
        yield "citation_author", _inverted(name)
    first, last = _pages(facts)
    container = _CONTAINERS.get(facts["type"], "")
    tags = [
        ("citation_publication_date", _date(facts, "/")),
        *([(container, _container(facts))] if container else []),
        *((tag, str(facts.get(name, ""))) for name, tag in _NUMBERS.items()),
        ("citation_firstpage", first),
        ("citation_lastpage", last),
        ("citation_doi", facts.get("DOI", "")),
        ("citation_arxiv_id", _arxiv(paper)),
        ("citation_abstract_html_url", next(iter(_addresses(paper)), "")),
        ("citation_pdf_url", _document(paper)),
    ]
    yield from ((name, value) for name, value in tags if value)


# --- JSON-LD --------------------------------------------------------------------------------------


def _article(paper: Paper, facts: CslFacts, address: str) -> dict[str, Any]:
    """Return the paper as a `ScholarlyArticle`, without empty properties; the page is its `subjectOf`."""
    first, last = _pages(facts)
    container = {"@type": "Periodical" if facts["type"] == "article-journal" else "Book", "name": _container(facts)}
    doi = {"@type": "PropertyValue", "propertyID": "DOI", "value": facts.get("DOI", "")}
    properties = {
        "@context": "https://schema.org",
        "@type": "ScholarlyArticle",
        "headline": facts["title"],
        "name": facts["title"],
        "author": [_person(name) for name in facts["author"]],
        "datePublished": _date(facts, "-"),
        "isPartOf": container if facts.get("container-title") else {},
        "pageStart": first,
        "pageEnd": last,
        "identifier": doi if doi["value"] else {},
        "sameAs": _addresses(paper),
        "subjectOf": {"@type": "WebPage", "url": address} if address else {},
    }
    return {name: value for name, value in properties.items() if value}


def _person(name: Mapping[str, str]) -> dict[str, str]:
    if "literal" in name:
        return {"@type": "Organization", "name": name["literal"]}
    whole = " ".join(filter(None, (name.get("given"), _family(name), name.get("suffix"))))
    properties = {"@type": "Person", "name": whole, "givenName": name.get("given", ""), "familyName": _family(name)}
    return {key: value for key, value in properties.items() if value}


def _script(data: Mapping[str, Any]) -> str:
    return escape_script(json.dumps(data, separators=(",", ":")))


# --- COinS ----------------------------------------------------------------------------------------


def _context_object(paper: Paper, facts: CslFacts) -> str:
    """Return the paper as an OpenURL ContextObject of keys and values, in one of the three formats of works."""
    kind = facts["type"]
    form = "dissertation" if kind == "thesis" else "book" if kind in _BOOKS else "journal"
    title = {"thesis": "rft.title", "book": "rft.btitle", "report": "rft.btitle"}.get(kind, "rft.atitle")
    names, (first, last) = facts["author"][:MAX_COINS_AUTHORS], _pages(facts)
    pairs = [
        ("ctx_ver", "Z39.88-2004"),
        ("rft_val_fmt", f"info:ofi/fmt:kev:mtx:{form}"),
        ("rft.genre", _BOOKS.get(kind) or _ARTICLES.get(kind, "document") if form != "dissertation" else ""),
        (title, facts["title"]),
        ("rft.jtitle" if form == "journal" else "rft.btitle", facts.get("container-title", "")),
        *_first_author(names),
        *(("rft.au", _inverted(name)) for name in names),
        ("rft.date", _date(facts, "-")),
        ("rft.volume", facts.get("volume", "")),
        ("rft.issue", facts.get("issue", "")),
        ("rft.spage", first),
        ("rft.epage", last),
        ("rft.pub", facts.get("publisher", "") if form == "book" else ""),
        ("rft.inst", facts.get("publisher", "") if form == "dissertation" else ""),
        ("rft_id", f"info:doi/{facts['DOI']}" if "DOI" in facts else ""),
        *(("rft_id", address) for address in _addresses(paper)[:1]),
    ]
    return "&".join(f"{name}={_quoted(value)}" for name, value in pairs if value)


def _quoted(value: str) -> str:
    """Return a value of a URL, percent-encoded."""
    return value.translate(_ENCODED) if value.isascii() else quote(value, safe="", errors="replace")


def _first_author(names: Sequence[Mapping[str, str]]) -> list[tuple[str, str]]:
    return [("rft.aulast", _family(names[0])), ("rft.aufirst", _given(names[0]))] if names and _given(names[0]) else []
