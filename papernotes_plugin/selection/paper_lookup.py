"""Find the papers that a name means: a citekey, an identifier in any spelling, a URL, a title or a short name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from papernotes_plugin import identifiers, text
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Entry, Identifier, Library, Paper
from papernotes_plugin.vocabulary.near_names import near_names

_LABELLED = lazy_regex(r"(\w+)[\s:]+(\S.*)", re.DOTALL)
"""An identifier behind the name of its scheme: `arXiv 1706.03762`, `ISBN: 978-0-262-03561-3`."""


def find_by_key(library: Library, key: str) -> tuple[Paper, ...]:
    """Return the papers with this citekey, alias or identifier, in any spelling of the identifier."""
    key = key.strip().lstrip("@")
    if paper := library.by_key.get(key):
        return (paper,)
    papers = (library.by_identifier.get(identifier) for identifier in _possible_identifiers(key))
    return tuple({paper.slug: paper for paper in papers if paper}.values())


def _find_by_entry(library: Library, written: str) -> tuple[Paper, ...]:
    """Return the papers with an identifier that only their entries have, because it decides no identity."""
    possible = {*_possible_identifiers(written)}
    entries = ((paper, paper.entry) for paper in library.papers if paper.entry)
    return tuple(paper for paper, entry in entries if not possible.isdisjoint(_entry_identifiers(entry)))


def _entry_identifiers(entry: Entry) -> Iterator[Identifier]:
    """Yield the identifiers in an entry, also the ISBN of the proceedings that contain the paper."""
    yield from entry.evidence.identifiers
    isbns = (value.split(",") for name, value in entry.fields if name == "isbn")
    yield from filter(None, (identifiers.parse_identifier(f"isbn:{isbn}") for isbn in chain.from_iterable(isbns)))


def _possible_identifiers(written: str) -> Iterator[Identifier]:
    """Yield the identifiers that a text may mean; without the name of a scheme, it may mean several."""
    labelled = _LABELLED.fullmatch(written)
    spellings = (written, f"{labelled[1]}:{labelled[2]}" if labelled else "")
    certain = [identifiers.parse_identifier(spelling) for spelling in spellings]
    certain += [identifiers.from_url(written), identifiers.url_identifier(written)]
    if not any(certain):
        certain = [identifiers.parse_identifier(f"{scheme}:{written}") for scheme in identifiers.SCHEMES]
    for identifier in filter(None, certain):
        yield identifier
        yield from identifiers.equivalents(identifier)


def find_papers(library: Library, name: str) -> tuple[Paper, ...]:
    """Return the papers that a name means, as people write or copy it: `[@key]`, an identifier, a URL, a title.

    Identifiers that were looked up count too.  Case, punctuation and accents of titles and short names are ignored.
    """
    wanted = name.strip().strip("[]")
    if papers := find_by_key(library, wanted) or _find_by_entry(library, wanted):
        return papers
    url, key = wanted.rstrip("/"), text.comparison_key(wanted.lstrip("@"))
    linked = tuple(paper for paper in library.papers if any(link.url.rstrip("/") == url for link in paper.links))
    return linked or tuple(paper for paper in library.papers if key and key in map(text.comparison_key, _names(paper)))


def near_citekeys(library: Library, name: str) -> list[str]:
    """Return the citekeys of the papers with a name most similar to an unknown one."""
    citekeys = {each: paper.citekey for paper in library.papers for each in _names(paper) if each}
    near = near_names(name.strip().strip("[]").lstrip("@"), citekeys)
    return [*dict.fromkeys(citekeys[each] for each in near)]


def _names(paper: Paper) -> tuple[str, ...]:
    return (paper.citekey, *paper.aliases, *paper.labels, paper.title)
