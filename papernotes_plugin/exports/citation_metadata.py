"""Paper -> what a reference manager's button in the browser reads from a web page, as HTML.

- The head of a paper's page: the `citation_*` tags of Highwire Press, which Zotero's Embedded Metadata translator and
  Google Scholar read (https://scholar.google.com/intl/en/scholar/inclusion.html, "Indexing"), and JSON-LD of
  https://schema.org/ScholarlyArticle.
- A list of papers: COinS, one OpenURL ContextObject (ANSI/NISO Z39.88-2004) in the title of an empty `span` for each
  (https://ocoins.info/).  It asks for nothing: a page of a paper whose authors or year nobody knows has it, too, in
  place of tags of which those who read them want all or none (see `citable`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from papernotes_plugin import identifiers
from papernotes_plugin.exports.csl_json import csl_paper
from papernotes_plugin.text import escape_attribute, escape_url, one_line
from papernotes_plugin.text.escaping import escape_script
from papernotes_plugin.vocabulary.model import Paper

CslFacts = Mapping[str, Any]
"""What is told of a paper, in the words of CSL's item."""
MAX_COINS_AUTHORS = 20
"""Authors that COinS name of one paper: what a list says of it is short; the paper's page names all."""
_CONTAINERS = {
    "article-journal": "citation_journal_title",
    "paper-conference": "citation_conference_title",
    "chapter": "citation_inbook_title",
    "thesis": "citation_dissertation_institution",
    "report": "citation_technical_report_institution",
}
"""The tag of what a work appeared in, which tells its kind, by CSL's type."""
_NUMBERS = {"volume": "citation_volume", "issue": "citation_issue", "ISBN": "citation_isbn", "ISSN": "citation_issn"}
_ARTICLES = {"article-journal": "article", "article": "preprint"}
"""OpenURL's genres of what its form for journals describes, by CSL's type."""
_BOOKS = {"book": "book", "chapter": "bookitem", "paper-conference": "proceeding", "report": "report"}
"""Those of its form for books; Zotero takes a paper of a conference for one in this form alone."""
_ENCODED = {code: quote(chr(code), safe="") for code in range(128)}
_PDF = re.compile(r"\.pdf(?:$|[?#])|/pdf/")


def paper_head(paper: Paper, address: str = "", known: CslFacts | None = None) -> str:
    """The elements for the head of a paper's page.

    Args:
        paper: The paper.
        address: The absolute URL of the page, where it is known.
        known: Its facts, where somebody has them already.
    """
    facts = known or csl_facts(paper)
    told = _tags(paper, facts) if _citable(facts) else ()
    tags = [f'<meta name="{name}" content="{escape_attribute(value)}">' for name, value in told]
    return "\n".join([*tags, f'<script type="application/ld+json">{_script(_article(paper, facts, address))}</script>'])


def is_citable(paper: Paper, known: CslFacts | None = None) -> bool:
    """Whether title, author and year are known: the three tags without which Google Scholar reads none ("Indexing").

    Examples:
        >>> is_citable(Paper(citekey="k", slug="k", title="T", year=2020))
        False
        >>> is_citable(Paper(citekey="k", slug="k", title="T", year=2020, authors=("Ho, J.",)))
        True
    """
    return _citable(known or csl_facts(paper))


def coins_span(paper: Paper, known: CslFacts | None = None) -> str:
    """The empty element that stands for a paper in a list."""
    return f'<span class="Z3988" title="{escape_attribute(_context_object(paper, known or csl_facts(paper)))}"></span>'


def _citable(facts: CslFacts) -> bool:
    return bool(facts["title"] and facts["author"] and _date(facts, "/"))


# --- facts ----------------------------------------------------------------------------------------


def csl_facts(paper: Paper) -> CslFacts:
    """What CSL's item says, its texts on one line; the authors without the word for those that are not named."""
    known = csl_paper(paper)
    told = {**known.item, "title": known.title or paper.title}
    facts: dict[str, Any] = {name: one_line(value) if isinstance(value, str) else value for name, value in told.items()}
    named = [name for name in facts.get("author", ()) if name != {"literal": "others"}]
    facts["author"] = [{part: one_line(value) for part, value in name.items()} for name in named]
    return facts


def _family(name: Mapping[str, str]) -> str:
    """The family name with its particle; the whole name of an organisation."""
    return name.get("literal") or " ".join(filter(None, (name.get("non-dropping-particle"), name.get("family"))))


def _given(name: Mapping[str, str]) -> str:
    return " ".join(filter(None, (name.get("given"), name.get("suffix"))))


def _inverted(name: Mapping[str, str]) -> str:
    return ", ".join(filter(None, (_family(name), _given(name))))


def _date(facts: CslFacts, between: str) -> str:
    """The date as far as it is known, the year first; "" where there is none."""
    parts = facts.get("issued", {}).get("date-parts") or [()]
    return between.join(f"{number:0{4 if place == 0 else 2}}" for place, number in enumerate(parts[0]))


def _pages(facts: CslFacts) -> tuple[str, str]:
    first, _, last = str(facts.get("page", "")).partition("-")
    return first.strip(), last.strip()


def _arxiv(paper: Paper) -> str:
    return next((held.value for held in paper.identifiers if held.scheme == "arxiv"), "")


def _container(facts: CslFacts) -> str:
    return str(facts.get("container-title") or facts.get("publisher", ""))


def _web(url: str) -> str:
    """An address of the web, made safe; "" for any other."""
    safe = escape_url(url)
    return safe if safe.lower().startswith(("http://", "https://")) else ""


def _document(paper: Paper) -> str:
    """The address of the paper as a file: as a note gives it, else that of its preprint."""
    given = [link.url for link in paper.links if _PDF.search(link.url) and _web(link.url)]
    return _web(given[0]) if given else f"https://arxiv.org/pdf/{_arxiv(paper)}" if _arxiv(paper) else ""


def _addresses(paper: Paper) -> list[str]:
    """Where the paper can be looked at."""
    return [url for held in paper.identifiers if (url := _web(identifiers.canonical_url(held) or ""))]


# --- Highwire Press -------------------------------------------------------------------------------


def _tags(paper: Paper, facts: CslFacts) -> Iterator[tuple[str, str]]:
    yield "citation_title", facts["title"]
    for name in facts["author"]:
        yield "citation_author", _inverted(name)
    first, last = _pages(facts)
    container = _CONTAINERS.get(facts["type"], "")
    found = [
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
    yield from ((name, value) for name, value in found if value)


# --- JSON-LD --------------------------------------------------------------------------------------


def _article(paper: Paper, facts: CslFacts, address: str) -> dict[str, Any]:
    """The paper as a `ScholarlyArticle`, of which this page speaks; empty properties are left out."""
    first, last = _pages(facts)
    container = {"@type": "Periodical" if facts["type"] == "article-journal" else "Book", "name": _container(facts)}
    doi = {"@type": "PropertyValue", "propertyID": "DOI", "value": facts.get("DOI", "")}
    made = {
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
    return {name: value for name, value in made.items() if value}


def _person(name: Mapping[str, str]) -> dict[str, str]:
    if "literal" in name:
        return {"@type": "Organization", "name": name["literal"]}
    whole = " ".join(filter(None, (name.get("given"), _family(name), name.get("suffix"))))
    made = {"@type": "Person", "name": whole, "givenName": name.get("given", ""), "familyName": _family(name)}
    return {key: value for key, value in made.items() if value}


def _script(data: Mapping[str, Any]) -> str:
    return escape_script(json.dumps(data, separators=(",", ":")))


# --- COinS ----------------------------------------------------------------------------------------


def _context_object(paper: Paper, facts: CslFacts) -> str:
    """The paper as an OpenURL ContextObject in key and value, for one of the three forms of works."""
    kind = facts["type"]
    form = "dissertation" if kind == "thesis" else "book" if kind in _BOOKS else "journal"
    title = {"thesis": "rft.title", "book": "rft.btitle", "report": "rft.btitle"}.get(kind, "rft.atitle")
    names, (first, last) = facts["author"][:MAX_COINS_AUTHORS], _pages(facts)
    given = [
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
    return "&".join(f"{name}={_quoted(value)}" for name, value in given if value)


def _quoted(value: str) -> str:
    """A value of an address, percent-encoded."""
    return value.translate(_ENCODED) if value.isascii() else quote(value, safe="", errors="replace")


def _first_author(names: Sequence[Mapping[str, str]]) -> list[tuple[str, str]]:
    return [("rft.aulast", _family(names[0])), ("rft.aufirst", _given(names[0]))] if names and _given(names[0]) else []
