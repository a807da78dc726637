"""Build the BibTeX entry of a paper from the author's own entry, the paper's facts and its venue."""

from __future__ import annotations

import re
from collections.abc import Collection, Container
from itertools import chain

from papernotes_plugin import identifiers, venues
from papernotes_plugin.entries import safe_value
from papernotes_plugin.entries.bibtex_escaping import encode_latex
from papernotes_plugin.entries.entry_fields import UNKNOWN_TITLE, year_of_identifiers
from papernotes_plugin.entries.title_capitals import protect_capitals
from papernotes_plugin.exports.author_entry import author_fields, bibtex_url
from papernotes_plugin.exports.bibtex_names import format_names
from papernotes_plugin.exports.entry_flavors import apply_flavor
from papernotes_plugin.text import plain_text
from papernotes_plugin.vocabulary.config import BIBLATEX, BIBTEX
from papernotes_plugin.vocabulary.model import Entry, Evidence, Paper

_CONTAINERS = ("booktitle", "journal")
_VENUE_FIELDS = (*_CONTAINERS, "volume", "number", "publisher", "pages", "howpublished", "editor", "series")
"""Fields that describe the publication; they are dropped if the venue of the paper is another."""
_GENERAL_TYPES = frozenset({"misc", "online", "unpublished", "inproceedings", "conference", "article"})
"""Types that are so general that the venue of the paper may change them."""
_HEAD_END = re.compile(r"[:?!.]\s")
_ARTICLE = re.compile(r"^(?:an?|the)\s(?=\S)", re.IGNORECASE)
_SHORT_NAME = 2
"""Number of words of the longest short name."""
_JOURNAL = re.compile(r"\b(?:journal|transactions|letters|annals|magazine|bulletin|quarterly)\b", re.IGNORECASE)


def bibtex_entry(paper: Paper, flavor: str = BIBTEX, further: Collection[str] = ()) -> Entry:
    """Return the BibTeX entry of a paper: the author's own entry, if there is one, completed by the paper's facts.

    A paper with a published venue is an `inproceedings` or `article`.  Any other is a `misc` with its eprint (`online`
    in biblatex).  An entry with too few fields for its type is a `misc` as well, so that every style accepts it.

    Args:
        paper: The paper.
        flavor: `bibtex` or `biblatex`.
        further: Names of private fields of the author's entry that are included: `abstract`, `keywords`.
    """
    kind, all_fields = combined_fields(paper, further)
    kind, fields = apply_flavor(kind, all_fields, flavor)
    fields |= {name: all_fields[name] for name in further if name in all_fields}
    if flavor == BIBTEX and "author" not in fields and not (kind == "proceedings" and "editor" in fields):
        # BibTeX's styles sort by this field if there is no author, and warn without it
        fields["key"] = encode_latex(_short_name(paper))
    if flavor == BIBLATEX and "eprint" in fields and fields.get("url") == _page_of(paper, "arxiv"):
        # biblatex shows the eprint as a link; BibTeX's styles show no eprint
        del fields["url"]
    evidence = paper.entry.evidence if paper.entry else Evidence()
    path, line = (paper.entry.path, paper.entry.line) if paper.entry else ("", 0)
    return Entry(key=paper.citekey, type=kind, fields=tuple(fields.items()), path=path, line=line, evidence=evidence)


def _short_name(paper: Paper) -> str:
    """Return the name of a paper in a few words; `plainnat` prints it in place of the authors, right before the title.

    Examples:
        >>> [_short_name(Paper(citekey="k", slug="k", title=title)) for title in ("BERT: Pre-training", "The Attic")]
        ['BERT', 'Attic']
        >>> _short_name(Paper(citekey="k", slug="k", title="Attention Is All You Need", labels=("Transformer",)))
        'Transformer'
    """
    name = plain_text(paper.labels[0] if paper.labels else paper.name)
    head = _HEAD_END.split(name, maxsplit=1)[0]
    words = _ARTICLE.sub("", head).split()
    return " ".join(words[: 1 if len(words) > _SHORT_NAME else None]) or name


def combined_fields(paper: Paper, further: Collection[str] = ()) -> tuple[str, dict[str, str]]:
    """Return the entry type and all fields of a paper under BibTeX's names, before `apply_flavor` removes some.

    Fields of the author's entry take precedence over the paper's facts, unless a source such as front matter overrides
    them.

    Args:
        paper: The paper.
        further: Names of private fields of the author's entry that are included: `abstract`, `keywords`.
    """
    given = author_fields(paper.entry, further) if paper.entry else {}
    for name in ("title", "author", "year"):
        if name in given and _is_overridden(paper, name):
            del given[name]
    facts = _facts(paper, given)
    if "eprint" in given and facts.get("eprint", "") not in given["eprint"]:
        facts.pop("archiveprefix", "")
    if "editor" in given and "author" not in given and not _is_overridden(paper, "author"):
        # on pages the editors replace missing authors, so these authors are the editors
        facts.pop("author", "")
    fields = {**facts, **given}
    return _add_venue(paper, paper.entry.type if paper.entry else "misc", fields), fields


def _is_overridden(paper: Paper, name: str) -> bool:
    """Return whether a source above the author's entry, such as front matter, states a fact."""
    fact = {"author": "authors"}.get(name, name)
    origin = paper.origins.get(fact, "")
    return paper.entry is not None and origin not in {
        "",
        "citekey",
        f"{paper.entry.path}:{paper.entry.line}",
        *paper.entry.merged_from,
    }


def _facts(paper: Paper, given: Container[str]) -> dict[str, str]:
    """Return the fields that apply to every type, without a title and authors that the author's entry has."""
    held = {identifier.scheme: identifier.value for identifier in reversed(paper.identifiers)}
    year = paper.year or year_of_identifiers(paper.identifiers)
    out = {
        "year": str(year) if year else "",
        "doi": held.get("doi", ""),
        "eprint": held.get("arxiv", ""),
        "archiveprefix": "arXiv" if "arxiv" in held else "",
        "url": bibtex_url(_url(paper)),
    }
    if "title" not in given:
        out["title"] = safe_value(protect_capitals(encode_latex(paper.title))) or UNKNOWN_TITLE
    if "author" not in given:
        # a citekey contains the first author only
        out["author"] = format_names(paper.authors, paper.origins.get("authors") == "citekey")
    return {name: value for name, value in out.items() if value}


def _url(paper: Paper) -> str:
    """Return the page of the first identifier, else of a document; that of a DOI only if the title is unknown."""
    weak = {"doi", "isbn", "s2"} if paper.title else {"isbn"}
    pages = (identifiers.canonical_url(held) for held in paper.identifiers if held.scheme not in weak)
    documents = (link.url for link in paper.links if identifiers.is_paper_file(link.url))
    return next(filter(None, chain(pages, documents)), "")


def _page_of(paper: Paper, scheme: str) -> str | None:
    """Return the page of the first identifier of a scheme; "" or None if there is none."""
    return next((identifiers.canonical_url(held) for held in paper.identifiers if held.scheme == scheme), "")


def _add_venue(paper: Paper, kind: str, fields: dict[str, str]) -> str:
    """Add the fields of the venue, unless the author's entry names the same one, and return the entry type."""
    entry_venue = paper.entry.evidence.venue if paper.entry else ""
    published = paper.venue if paper.venue and not venues.is_preprint(paper.venue.acronym) else None
    preprint = venues.is_preprint(entry_venue) or bool(identifiers.find_identifiers(fields.get("journal", "")))
    differs = bool(entry_venue and published and published.acronym != entry_venue)
    other = differs and _is_overridden(paper, "venue")
    if fields.keys() & set(_CONTAINERS) and not preprint and not other:
        return kind
    if preprint or other:
        for name in _VENUE_FIELDS:
            fields.pop(name, None)
        kind = "misc"
    if published is None or kind not in _GENERAL_TYPES:
        return kind
    name = venues.full_name(published.acronym, published.year)
    journal = venues.is_journal(published.acronym) or bool(_JOURNAL.search(name))
    fields["journal" if journal else "booktitle"] = encode_latex(name)
    return "article" if journal else "inproceedings"
