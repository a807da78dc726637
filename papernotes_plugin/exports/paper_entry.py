"""Build the BibTeX entry of a paper from the author's own entry, the paper's facts and its venue."""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Iterable, Mapping
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from papernotes_plugin import identifiers
from papernotes_plugin.entries import safe_value
from papernotes_plugin.entries.bibtex_escaping import encode_latex
from papernotes_plugin.entries.entry_fields import (
    UNKNOWN_TITLE,
    read_identifiers,
    split_names,
    year_of_identifiers,
)
from papernotes_plugin.entries.stated_publication import (
    has_entry_of_other_publication,
    has_stated_type,
    is_overridden,
    printed_details,
    publication_fields,
    publication_name,
    published_venue,
    undated_venue,
)
from papernotes_plugin.entries.title_capitals import protect_capitals
from papernotes_plugin.exports.author_entry import author_fields, bibtex_url
from papernotes_plugin.exports.biblatex_datamodel import RENAMED
from papernotes_plugin.exports.biblatex_dates import describe_conversion, loses_day
from papernotes_plugin.exports.bibtex_names import format_names
from papernotes_plugin.exports.entry_flavors import apply_flavor
from papernotes_plugin.exports.preserved_entry import convert_entry, preserve_entry
from papernotes_plugin.exports.typst_dates import with_accepted_dates
from papernotes_plugin.people import parse_people
from papernotes_plugin.text import plain_text
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.config import BIBLATEX, BIBTEX
from papernotes_plugin.vocabulary.model import Entry, Evidence, Identifier, Paper

_CONTAINERS = ("booktitle", "journal")
_CONTAINER_OF = {"article": "journal", "inproceedings": "booktitle", "conference": "booktitle"}
"""Field of the venue by the type of a paper."""
_VENUE_FIELDS = (*_CONTAINERS, "volume", "number", "publisher", "pages", "howpublished", "editor", "series")
"""Fields that describe the publication; they are dropped if the venue of the paper is another."""
_DETAILS = ("volume", "number", "pages", "publisher", "editor")
_BOOKS = frozenset({"book", "collection", "proceedings"})
"""Types of works that may have editors in place of authors."""
_GENERAL_TYPES = frozenset({"misc", "online", "unpublished", "inproceedings", "conference", "article"})
"""Types that are so general that the venue of the paper may change them."""
_FACT_OF_FIELD = {"title": "title", "author": "authors", "year": "year"}
"""Facts that may come from a note although the author's entry has them, by BibTeX field."""
_HEAD_END = lazy_regex(r"[:?!.]\s")
_ARTICLE = lazy_regex(r"^(?:an?|the)\s(?=\S)", re.IGNORECASE)
_SHORT_NAME = 2
"""Number of words of the longest short name."""


class ExportedEntry(NamedTuple):
    """Entry of a paper as an export has it, and how it differs from the author's own entry."""

    entry: Entry
    changes: tuple[str, ...] = ()
    """Changes of the author's fields, such as `title is now '50\\% of all'`."""
    loses_day: bool = False
    """True if the author's entry has a date with a day, and the exported one has year and month only."""


def bibtex_entry(paper: Paper, flavor: str = BIBTEX, further: Collection[str] = ()) -> ExportedEntry:
    """Return the BibTeX entry of a paper: the author's own entry, if there is one, completed by facts in the notes.

    The author's entry keeps its type and fields; see `preserve_entry`.  Without one, a paper with a published venue is
    an `inproceedings` or `article`.  Any other is a `misc` with its eprint (`online` in biblatex).  An entry with too
    few fields for its type is a `misc` as well, so that every style accepts it.

    Args:
        paper: The paper.
        flavor: `bibtex` or `biblatex`.
        further: Names of private fields of the author's entry that are included: `abstract`, `keywords`.
    """
    if paper.entry is not None and not _is_published_elsewhere(paper):
        return _author_entry(paper, paper.entry, flavor, further)
    changes = preserve_entry(paper.entry, further).changes if paper.entry else ()
    kind, all_fields = combined_fields(paper, further)
    kind, fields = apply_flavor(kind, all_fields, flavor)
    fields |= {name: all_fields[name] for name in further if name in all_fields}
    if flavor == BIBTEX and "author" not in fields and not (kind == "proceedings" and "editor" in fields):
        # BibTeX's styles sort by this field if there is no author, and warn without it
        fields["key"] = encode_latex(_short_name(paper))
    if flavor == BIBLATEX and "eprint" in fields and fields.get("url") == _arxiv_page(paper):
        # biblatex shows the eprint as a link; BibTeX's styles show no eprint
        del fields["url"]
    evidence = paper.entry.evidence if paper.entry else Evidence()
    path, line = (paper.entry.path, paper.entry.line) if paper.entry else ("", 0)
    entry = Entry(key=paper.citekey, type=kind, fields=tuple(fields.items()), path=path, line=line, evidence=evidence)
    return ExportedEntry(entry, changes)


def is_set(paper: Paper) -> bool:
    """Return whether a paper is a set of biblatex, which consists of other entries and has no text of its own."""
    return paper.entry is not None and paper.entry.type == "set"


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


def _author_entry(paper: Paper, entry: Entry, flavor: str, further: Collection[str]) -> ExportedEntry:
    """Return the author's entry, with the facts that only the notes give."""
    preserved = preserve_entry(entry, further)
    kind, fields = convert_entry(preserved.type, preserved.fields, flavor)
    conversion, no_day = describe_conversion(preserved.fields, fields), loses_day(preserved.fields, fields)
    given = {RENAMED.get(name, name) for name in fields}
    own = read_identifiers(preserved.type, preserved.fields)
    facts = {} if kind == "set" else _added_facts(paper, entry, own, given)
    for name, value in facts.items():
        new = RENAMED.get(name, name) if flavor == BIBLATEX else name
        if name in _FACT_OF_FIELD and is_overridden(paper, _FACT_OF_FIELD[name]):
            fields.pop("date", "") if name == "year" else None
            fields[name] = value
        elif RENAMED.get(name, name) not in given and not (name == "year" and "date" in given):
            fields[new] = value
    fields, accepted = with_accepted_dates(fields, flavor)
    changes = (*preserved.changes, *([conversion] if conversion else ()), *accepted)
    return ExportedEntry(replace(entry, key=paper.citekey, type=kind, fields=tuple(fields.items())), changes, no_day)


def _added_facts(paper: Paper, entry: Entry, exported: Iterable[Identifier], given: Container[str]) -> dict[str, str]:
    """Return the facts of a paper that come from the notes and not from its entry or the citekey.

    Args:
        paper: The paper.
        entry: Its entry.
        exported: The identifiers in exported fields of the entry.
        given: The names of these fields.
    """
    own = {other for held in exported for other in (held, *identifiers.equivalents(held))}
    links = frozenset(entry.evidence.links)
    noted = paper._replace(
        identifiers=tuple(held for held in paper.identifiers if held not in own),
        links=tuple(link for link in paper.links if link not in links),
    )
    implied = set(map(str, own))

    def is_noted(fact: str) -> bool:
        return is_overridden(paper, fact) and paper.origins[fact] not in implied

    unwanted = {name for name, fact in _FACT_OF_FIELD.items() if not is_noted(fact)}
    unwanted |= set() if paper.title else {"title"}
    if "editor" in given and not is_overridden(paper, "authors"):
        unwanted.add("author")
    facts = {name: value for name, value in _facts(noted, unwanted).items() if name not in unwanted}
    venue = published_venue(paper)
    if venue and "year" not in facts and entry.type in ("inproceedings", "conference", "article"):
        field = "journal" if entry.type == "article" else "booktitle"
        if is_noted("venue") and not any(name in given for name in (field, "journaltitle")):
            facts[field] = encode_latex(publication_name(paper))
    return facts


def _is_published_elsewhere(paper: Paper) -> bool:
    """Return whether the notes name a publication, and the author's entry is that of a preprint or of another one."""
    published = published_venue(paper)
    if paper.entry is None or published is None or not is_overridden(paper, "venue"):
        return False
    fields = dict(paper.entry.fields)
    if {"journal", "journaltitle", "booktitle"}.isdisjoint(fields):
        return paper.entry.type in ("misc", "online", "unpublished")
    return paper.entry.evidence.venue != published.acronym


def combined_fields(paper: Paper, further: Collection[str] = ()) -> tuple[str, dict[str, str]]:
    """Return the entry type and all fields of a paper under BibTeX's names, before `apply_flavor` removes some.

    Fields of the author's entry take precedence over the paper's facts, unless a source such as front matter overrides
    them.

    Args:
        paper: The paper.
        further: Names of private fields of the author's entry that are included: `abstract`, `keywords`.
    """
    given = author_fields(paper.entry, further) if paper.entry else {}
    for name, fact in _FACT_OF_FIELD.items():
        if name in given and is_overridden(paper, fact):
            del given[name]
    facts = _facts(paper, given)
    if "eprint" in given and facts.get("eprint", "") not in given["eprint"]:
        facts.pop("archiveprefix", "")
    if "editor" in given and "author" not in given and not is_overridden(paper, "authors"):
        # on pages the editors replace missing authors, so these authors are the editors
        facts.pop("author", "")
    fields = {**facts, **given}
    if has_stated_type(paper):
        stated = publication_fields(paper)
        if paper.type in _BOOKS and _has_editors_only(paper, stated):
            del fields["author"]
        return paper.type, fields | {name: _encode(name, value) for name, value in stated.items()}
    return _add_venue(paper, fields), fields


def _has_editors_only(paper: Paper, stated: Mapping[str, str]) -> bool:
    """Return whether the people that pages show as authors are the editors."""
    return "editor" in stated and parse_people(paper.authors)[0] == parse_people(split_names(stated["editor"]))[0]


def _encode(name: str, value: str) -> str:
    return format_names(split_names(value)) if name == "editor" else encode_latex(value)


def _facts(paper: Paper, given: Container[str]) -> dict[str, str]:
    """Return the fields that apply to every type, without a title and authors that the author's entry has."""
    held = {identifier.scheme: identifier.value for identifier in reversed(paper.identifiers)}
    year = paper.year or year_of_identifiers(paper.identifiers)
    out = {
        "year": str(year) if year else "",
        "doi": held.get("doi", ""),
        "isbn": held.get("isbn", ""),
        "eprint": held.get("arxiv", ""),
        "archiveprefix": "arXiv" if "arxiv" in held else "",
        "url": bibtex_url(_url(paper)),
        "howpublished": encode_latex(undated_venue(paper)),
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


def _arxiv_page(paper: Paper) -> str:
    """Return the page of the preprint at arXiv; "" if there is none."""
    return next((identifiers.canonical_url(held) for held in paper.identifiers if held.scheme == "arxiv"), "")


def _add_venue(paper: Paper, fields: dict[str, str]) -> str:
    """Return the entry type of a paper, and add the fields of its venue unless the author's entry names the same one.

    The type of the paper decides between a journal, proceedings and other venues.
    """
    kind = paper.entry.type if paper.entry else "misc"
    if has_entry_of_other_publication(paper):
        for name in _VENUE_FIELDS:
            fields.pop(name, None)
        # a preprint is neither an article nor a paper of a conference, whatever the type of its entry
        kind = "misc"
    elif fields.keys() & set(_CONTAINERS):
        return kind
    if published_venue(paper) is None or kind not in _GENERAL_TYPES:
        return kind
    name = encode_latex(publication_name(paper))
    if paper.type not in _CONTAINER_OF:
        # a newspaper, a site or a report
        fields["howpublished"] = name
        return kind
    fields[_CONTAINER_OF[paper.type]] = name
    printed = {} if paper.entry else _reference_details(paper)
    fields.update({detail: _encode(detail, value) for detail, value in printed.items() if detail not in fields})
    return paper.type


def _reference_details(paper: Paper) -> dict[str, str]:
    """Return volume, number, pages, publisher and editors in the reference of a note that also gives the venue."""
    return {name: value for name, value in printed_details(paper, "venue").items() if name in _DETAILS}
