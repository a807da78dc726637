"""Collect the facts of a paper that a reference shows, independently of the style."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

from papernotes_plugin import identifiers, venues
from papernotes_plugin.citation.locators import with_en_dashes
from papernotes_plugin.entries.entry_fields import UNKNOWN_TITLE, is_shortened, split_names, year_of_identifiers
from papernotes_plugin.entries.latex_values import decode_latex
from papernotes_plugin.entries.stated_publication import (
    has_entry_of_other_publication,
    has_stated_type,
    publication_fields,
    publication_name,
    published_venue,
    undated_venue,
)
from papernotes_plugin.people import Person, parse_people
from papernotes_plugin.text import plain_text
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.citation_model import Run
from papernotes_plugin.vocabulary.model import Identifier, Paper


class WorkForm(Enum):
    """Kind of a work, as far as references distinguish it."""

    ARTICLE = "in a journal"
    CHAPTER = "in a book or proceedings"
    BOOK = "a book of its own"
    THESIS = "a thesis"
    REPORT = "a report"
    OTHER = "a preprint, a page, or unknown"


_FORMS = {
    **dict.fromkeys(("book", "mvbook", "booklet", "manual", "collection", "mvcollection", "reference"), WorkForm.BOOK),
    **dict.fromkeys(("proceedings", "mvproceedings"), WorkForm.BOOK),
    **dict.fromkeys(("thesis", "phdthesis", "mastersthesis"), WorkForm.THESIS),
    **dict.fromkeys(("techreport", "report"), WorkForm.REPORT),
}
_PUBLISHERS = ("publisher", "school", "institution", "organization")
_WEAK = frozenset({"doi", "arxiv", "isbn", "s2", "dblp", "pwc", "openalex", "ads", "inspire", "scholar", "url"})
"""Schemes whose page is not the place of publication, or that references name in a part of their own."""
_JOURNAL = lazy_regex(r"\b(?:journal|transactions|letters|annals|magazine|bulletin|quarterly)\b", re.IGNORECASE)
_STATE = lazy_regex(r"[A-Za-z][A-Za-z -]{2,24}")
_MASTER = lazy_regex(r"\bm\.? ?(?:a|sc|s|phil|aster)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class CitedWork:
    """Facts of a work for its reference; all but title, name and form may be empty."""

    title: Run
    """Title in plain text; `[title unknown]` if no source gives it."""
    name: str
    """Title in plain text, else what the notes call the work."""
    form: WorkForm
    persons: tuple[Person, ...] = ()
    cut: bool = False
    """True if there are more persons than the ones in `persons`."""
    edited: bool = False
    """True if the persons are editors, because there are no authors."""
    year: str = ""
    """A number, or a state such as `in press`."""
    container: str = ""
    """Journal, proceedings or book."""
    editors: tuple[Person, ...] = ()
    """Editors of the container."""
    volume: str = ""
    number: str = ""
    pages: str = ""
    edition: str = ""
    publisher: str = ""
    """Publisher, school or institution."""
    genre: str = ""
    """Genre in the author's entry: `PhD thesis`, `Technical Report`."""
    place: str = ""
    """Other form of publication: `Blog post`."""
    doi: str = ""
    arxiv: str = ""
    url: str = ""
    """URL of the publication, if it has no DOI."""

    @property
    def sources(self) -> tuple[Run, ...]:
        """Links to the DOI, or else to the page, and to the eprint."""
        links = []
        if self.doi:
            url = identifiers.canonical_url(Identifier("doi", self.doi))
            links.append(Run(url, url=url))
        elif self.url:
            links.append(Run(self.url, url=self.url))
        if self.arxiv:
            links.append(Run(f"arXiv:{self.arxiv}", url=identifiers.canonical_url(Identifier("arxiv", self.arxiv))))
        return tuple(links)


def describe_work(paper: Paper) -> CitedWork:
    """Return the facts of a paper for its reference.

    The author's own BibTeX entry gives the details of the publication.  If other notes name another venue, the details
    that belong to the entry's venue are left out.
    """
    fields = _fields(paper)
    persons, cut = parse_people(paper.authors)
    # an entry that ends in `and others` shortens the list of the same names
    cut |= is_shortened(fields.get("author", "")) and len(split_names(fields["author"])) == len(persons)
    editors, _ = parse_people(split_names(fields.pop("editor", "")))
    form, container = _form_and_container(paper, fields)
    details = {name: _field_text(fields, name) for name in ("volume", "number", "edition", "pages")}
    # the entry of a book may have editors in place of authors
    no_authors = not persons or ("author" not in fields and [p.family for p in persons] == [p.family for p in editors])
    edited = form is WorkForm.BOOK and bool(editors) and no_authors
    return CitedWork(
        title=Run(plain_text(paper.title) or UNKNOWN_TITLE),
        name=plain_text(paper.name) or paper.citekey,
        form=form,
        persons=editors if edited else persons,
        cut=bool(persons) and cut,
        edited=edited,
        year=_year(paper, fields),
        container=container,
        editors=() if edited else editors,
        volume=details["volume"],
        number=details["number"] or _field_text(fields, "issue"),
        pages=with_en_dashes(details["pages"]) or _field_text(fields, "eid"),
        edition=details["edition"],
        publisher=next(filter(None, (_field_text(fields, name) for name in _PUBLISHERS)), ""),
        genre=_genre(paper, form, _field_text(fields, "type")),
        place=_other_publication(form, _field_text(fields, "howpublished")) or undated_venue(paper),
        doi=_doi(paper, fields),
        arxiv=_identifier_value(paper, "arxiv"),
        url=_url(paper),
    )


def _identifier_value(paper: Paper, scheme: str) -> str:
    """Return the first identifier of a scheme; "" if there is none."""
    return next((i.value for i in paper.identifiers if i.scheme == scheme), "")


def _doi(paper: Paper, fields: Mapping[str, str]) -> str:
    """Return the DOI, in the upper and lower case of the author's entry if that has the same DOI."""
    held, written = _identifier_value(paper, "doi"), fields.get("doi", "").strip()
    return written[-len(held) :] if held and written.lower().endswith(held.lower()) else held


def _field_text(fields: Mapping[str, str], name: str) -> str:
    """Return a field as plain text; "" if it is missing."""
    value = decode_latex(fields.get(name, ""))
    return plain_text(value) if "$" in value else value


def _fields(paper: Paper) -> dict[str, str]:
    """Return the fields of the author's own entry, or those that a note states with the type, under BibTeX's names."""
    if paper.entry is None:
        return publication_fields(paper) if has_stated_type(paper) else {}
    given = dict(paper.entry.fields)
    for name, other in (("journal", "journaltitle"), ("address", "location")):
        if other in given:
            given.setdefault(name, given[other])
    return given


def _form_and_container(paper: Paper, fields: dict[str, str]) -> tuple[WorkForm, str]:
    """Return the form and the container; remove fields that describe a preprint or another venue than the paper's."""
    kind = paper.entry.type if paper.entry else paper.type
    form = _FORMS.get(kind, WorkForm.OTHER)
    published = published_venue(paper)
    journal, book = _field_text(fields, "journal"), _field_text(fields, "booktitle")
    if has_entry_of_other_publication(paper):
        journal = book = ""
        for name in ("volume", "number", "issue", "pages", "eid", "publisher", "organization", "howpublished"):
            fields.pop(name, None)
        form = WorkForm.OTHER if form is WorkForm.BOOK and published else form
    if journal or book:
        return (WorkForm.ARTICLE, journal) if journal else (WorkForm.CHAPTER, book)
    if published is None or form is not WorkForm.OTHER:
        return form, ""
    name = publication_name(paper)
    in_journal = venues.may_be_journal(published.acronym) or bool(_JOURNAL.search(name))
    if name == published.acronym and not in_journal:
        name = str(published)
    return WorkForm.ARTICLE if in_journal else WorkForm.CHAPTER, name


def _year(paper: Paper, fields: Mapping[str, str]) -> str:
    """Return the year, or the state of publication in the author's entry, such as `in press`."""
    if year := paper.year or (paper.venue.year if paper.venue else None) or year_of_identifiers(paper.identifiers):
        return str(year)
    states = (_field_text(fields, name).strip("() .").lower() for name in ("year", "date", "pubstate"))
    return next((state for state in states if _STATE.fullmatch(state)), "")


def _genre(paper: Paper, form: WorkForm, field_type: str) -> str:
    """Return the genre of a thesis or report, for which the entry's field `type` is used; "" for other works."""
    if form is WorkForm.THESIS:
        kind = paper.entry.type if paper.entry else paper.type
        master = kind == "mastersthesis" or bool(_MASTER.search(field_type))
        return field_type if " " in field_type else "Master’s thesis" if master else "Doctoral dissertation"
    return (field_type or "Technical report") if form is WorkForm.REPORT else ""


def _other_publication(form: WorkForm, howpublished: str) -> str:
    """Return the field `howpublished` of a work of no other form; "" if it is a URL or an identifier."""
    is_link = "://" in howpublished or bool(identifiers.find_identifiers(howpublished))
    return howpublished if form is WorkForm.OTHER and not is_link else ""


def _url(paper: Paper) -> str:
    """Return the URL of the publication's page, else of any document or page; "" if an arXiv number replaces it."""
    held: Iterable[str] = (identifiers.canonical_url(i) for i in paper.identifiers if i.scheme not in _WEAK)
    if strong := next(filter(None, held), ""):
        return strong
    if any(identifier.scheme == "arxiv" for identifier in paper.identifiers):
        return ""
    pages = [identifiers.canonical_url(i) for i in paper.identifiers if i.scheme == "url"]
    pages += [link.url for link in paper.links if identifiers.is_paper_file(link.url)]
    entry = dict(paper.entry.fields).get("url", "") if paper.entry else ""
    pages += [link.url for link in paper.links if entry and link.url in entry]
    pages += [identifiers.canonical_url(i) for i in paper.identifiers if i.scheme not in {"doi", "isbn"}]
    return next((page for page in pages if page.lower().startswith(("http://", "https://"))), "")
