"""Complete papers with the facts that `papernotes fetch` looked up, which come after everything that the author wrote.

The facts are entries of `fetched_fields.FILE`.  They are added when identity, citekeys and slugs are decided, so
that none of these depends on them.  An entry that contradicts what the notes say about its paper is not used at all.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from papernotes_plugin import identifiers, people, venues
from papernotes_plugin.entries import entry_merging
from papernotes_plugin.entries import fetched_fields as fetched
from papernotes_plugin.entries.entry_fields import year_of_identifiers
from papernotes_plugin.entries.item_types import GENERAL_TYPES
from papernotes_plugin.entries.stated_publication import has_stated_type, is_undated
from papernotes_plugin.entries.work_comparison import are_titles_similar, do_authors_contradict
from papernotes_plugin.entries.work_facts import family_name, family_names
from papernotes_plugin.resolve.identity import SameGroup
from papernotes_plugin.text import comparison_key, count_words
from papernotes_plugin.text.comparison import is_cut_off
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import Entry, Identifier, Paper, Venue

_SIMILAR, _NEAR = 60, 90
"""Similarity of titles, in percent, below which they contradict each other, and from which they are one title."""
_CONTAINERS = frozenset({"booktitle", "journal", "journaltitle"})
_PUBLICATION_TABLE = "booktitle journal journaltitle volume number issue pages publisher series editor isbn issn year"
_PUBLICATION = frozenset(_PUBLICATION_TABLE.split())


def _ids(entry: Entry) -> tuple[Identifier, ...]:
    """Return the identifiers with which an entry was looked up, then those in its fields, each once."""
    fields = dict(entry.fields)
    return tuple(
        dict.fromkeys((*fetched.source_identifiers(fields.get(fetched.SOURCE, "")), *entry.evidence.identifiers))
    )


@dataclass(frozen=True, slots=True)
class _Match:
    """An entry with the paper that it describes."""

    entry: Entry
    paper: Paper

    def issue(self, code: Code, message: str) -> Issue:
        return issue(code, self.entry.path, self.entry.line, f"entry '{self.entry.key}': {message}")


def _matches(papers: Sequence[Paper], entries: Iterable[Entry]) -> tuple[list[_Match], list[Issue]]:
    """Return each entry with its paper, and an issue for each entry that is not used."""
    by_id: dict[Identifier, Paper] = {}
    for paper in papers:
        for identifier in paper.identifiers:
            for one in (identifier, *identifiers.equivalents(identifier)):
                by_id.setdefault(one, paper)
    by_key = {paper.citekey: paper for paper in papers}
    used: set[str] = set()
    matches: list[_Match] = []
    issues: list[Issue] = []
    for entry in entries:
        if not entry.evidence.title:
            continue  # it only remembers a rejected answer
        match = _paper_of(entry, by_id, by_key)
        against = "no paper has its identifier or its title" if match is None else _contradiction(entry, match)
        if match is not None and match.citekey in used:
            against = f"an earlier entry describes '{match.citekey}' already"
        if match is None or against:
            message = f"entry '{entry.key}': {against}; it was not used"
            issues.append(issue(Code.UNUSED_FETCHED_ENTRY, entry.path, entry.line, message))
        else:
            used.add(match.citekey)
            matches.append(_Match(entry, match))
    return matches, issues


def _paper_of(entry: Entry, by_id: dict[Identifier, Paper], by_key: dict[str, Paper]) -> Paper | None:
    """Return the paper that has an identifier of the entry, else the paper of its citekey if the titles are equal."""
    sharing = [by_id[one] for one in _ids(entry) if one in by_id]
    named = by_key.get(entry.key)
    if sharing:
        return next((paper for paper in sharing if paper is named), sharing[0])
    title = comparison_key(entry.evidence.title)
    return named if named and named.title and comparison_key(named.title) == title else None


def _is_stated(paper: Paper, fact: str) -> bool:
    """Return whether the author wrote a fact; a citekey or an identifier only implies it."""
    origin = paper.origins.get(fact, "")
    return bool(origin) and origin != "citekey" and origin not in set(map(str, paper.identifiers))


def _contradiction(entry: Entry, paper: Paper) -> str:
    """Return what the notes say against an entry; "" if nothing does."""
    own, other = comparison_key(paper.title), comparison_key(entry.evidence.title)
    is_part = f" {own} " in f" {other} " or (is_cut_off(paper.title) and other.startswith(own))
    is_distinct = count_words(paper.title) > 2 and not is_part
    if paper.title and is_distinct and not are_titles_similar(own, other, _SIMILAR):
        return f"the title of '{paper.citekey}' is another one"
    if _is_stated(paper, "authors") and own != other:
        written = family_names(paper.authors)
        if do_authors_contradict(written, family_names(entry.evidence.authors)):
            return f"the authors of '{paper.citekey}' are others"
    return ""


# --- joins ----------------------------------------------------------------------------------------


def find_joins(papers: Sequence[Paper], entries: Sequence[Entry]) -> tuple[list[SameGroup], list[Issue]]:
    """Return the pairs of papers that are one because of an identifier that was looked up, and an issue for each pair.

    The rules of identity apply: the two have no different identifiers of one scheme, and their titles agree.
    """
    if not entries:
        return [], []
    matches, _ = _matches(papers, entries)
    facts = {match.paper.citekey: match.entry.evidence for match in matches}
    owners: dict[Identifier, Paper] = {one: paper for paper in papers for one in paper.identifiers}
    groups: list[SameGroup] = []
    issues: list[Issue] = []
    for match in matches:
        for one in _ids(match.entry):
            other = owners.get(one, match.paper)
            if other is match.paper or not match.paper.identifiers:
                continue
            further = facts.get(other.citekey, match.entry.evidence)
            title = other.title or (further.title if other.citekey in facts else "")
            names = other.authors if _is_stated(other, "authors") else further.authors if other.citekey in facts else ()
            is_same = _may_join(match, other) and _agree(match.entry, title, names)
            done = "they are one paper" if is_same else "they were not merged, because other facts differ"
            message = f"{one} belongs to '{match.paper.citekey}' and to '{other.citekey}'; {done}"
            issues.append(match.issue(Code.FETCHED_IDENTIFIER, message))
            if is_same:
                members = (str(match.paper.identifiers[0]), str(one))
                groups.append(SameGroup(members, match.entry.path, match.entry.line))
    return groups, issues


def _may_join(match: _Match, other: Paper) -> bool:
    """Return whether two papers have no different identifiers of one exclusive scheme."""
    mine: dict[str, set[str]] = defaultdict(set)
    for one in (*match.paper.identifiers, *_ids(match.entry)):
        mine[one.scheme].add(one.value)
    exclusive = (one for one in other.identifiers if identifiers.SCHEMES[one.scheme].exclusive)
    return all(one.scheme not in mine or one.value in mine[one.scheme] for one in exclusive)


def _agree(entry: Entry, title: str, authors: Sequence[str]) -> bool:
    """Return whether title and authors of another paper are those of an entry, where they are known."""
    own = comparison_key(entry.evidence.title)
    if title and not are_titles_similar(comparison_key(title), own, _NEAR):
        return False
    families = family_names(entry.evidence.authors)
    return not do_authors_contradict(family_names(authors), families)


# --- facts ----------------------------------------------------------------------------------------


def add_fetched_facts(papers: Sequence[Paper], entries: Sequence[Entry]) -> tuple[tuple[Paper, ...], list[Issue]]:
    """Return the papers with the facts of the entries where the author wrote none, and issues about unused entries."""
    if not entries:
        return tuple(papers), []
    matches, issues = _matches(papers, entries)
    by_key = {match.paper.citekey: match for match in matches}
    out = []
    for paper in papers:
        match = by_key.get(paper.citekey)
        if match:
            paper, against = _completed(match)
            if against:
                issues.append(match.issue(Code.UNUSED_FETCHED_ENTRY, against))
        out.append(paper)
    return tuple(out), issues


def _completed(match: _Match) -> tuple[Paper, str]:
    """Return the paper with the facts of its entry, and what was not used because the author wrote something else."""
    paper, entry, evidence = match.paper, match.entry, match.entry.evidence
    origins = dict(paper.origins)
    may_be_short_name = any(paper.title in mention.evidence.labels for mention in paper.mentions)
    if may_be_short_name and comparison_key(paper.title) != comparison_key(evidence.title):
        paper = paper._replace(labels=(*paper.labels, paper.title))
    if not paper.title or is_cut_off(paper.title) or may_be_short_name:
        paper = paper._replace(title=evidence.title, called="")
        origins["title"] = match.entry.location
    if evidence.authors and not _has_authors(paper, evidence.authors):
        paper = paper._replace(authors=evidence.authors)
        origins["authors"] = match.entry.location
    venue, year, against = _dated(match)
    if venue is not None and (paper.venue is None or venue.acronym != paper.venue.acronym):
        origins["venue"] = match.entry.location
    if year != paper.year:
        paper = paper._replace(year=year)
        origins["year"] = match.entry.location
    paper = paper._replace(venue=venue)
    is_publication = not against and _has_same_publication(match.paper, entry, year)
    merged = _merged_entry(paper, entry, is_publication)
    return paper._replace(entry=merged, type=_type(paper, merged), origins=origins), against


def _has_authors(paper: Paper, names: Sequence[str]) -> bool:
    """Return whether the author wrote all authors.

    A list that ends in "et al.", or that has family names alone, is completed if its names are the first ones.
    """
    if not _is_stated(paper, "authors"):
        return False
    written, is_cut = people.parse_people(paper.authors)
    is_short = is_cut or not any(person.given for person in written)
    families = [family_name(person.surname) for person in written]
    return not is_short or families != [family_name(name) for name in names[: len(families)]]


def _dated(match: _Match) -> tuple[Venue | None, int | None, str]:
    """Return venue and year of the completed paper, and what was not used.

    A publication that was looked up replaces a preprint, as everywhere.  A year that the author wrote, and that is not
    that of the preprint, stays; a publication of another year is then not used.
    """
    paper, evidence = match.paper, match.entry.evidence
    published = evidence.venue if not venues.is_preprint(evidence.venue) else ""
    has_venue = _is_stated(paper, "venue") and paper.venue is not None
    has_venue = has_venue or bool(
        paper.entry and _CONTAINERS & dict(paper.entry.fields).keys() and paper.entry.evidence.venue
    )
    year = paper.year if _is_stated(paper, "year") and not is_undated(paper) else None
    if not published or not evidence.year:
        is_dated = year or (paper.venue is not None and paper.year)
        return paper.venue, paper.year if is_dated else evidence.year or paper.year, ""
    if has_venue and paper.venue:
        is_same = paper.venue.acronym == published
        dated = year or (evidence.year if is_same else None)
        return replace(paper.venue, year=dated or paper.venue.year), dated or paper.year, ""
    if year and year != evidence.year and year != year_of_identifiers(paper.identifiers):
        message = (
            f"it gives {published} {evidence.year}, but {paper.origins['year']} gives {year}; the venue was not used"
        )
        return paper.venue, year, message
    return Venue(published, evidence.year), evidence.year, ""


def _has_same_publication(paper: Paper, entry: Entry, year: int | None) -> bool:
    """Return whether volume and pages of an entry belong to the publication that the author names, if there is one."""
    if entry.evidence.year != year:
        return False
    if _is_stated(paper, "venue") and paper.venue and paper.venue.acronym != entry.evidence.venue:
        return False
    return paper.entry is None or not paper.entry.evidence.year or paper.entry.evidence.year == year


def _merged_entry(paper: Paper, entry: Entry, is_publication: bool) -> Entry:
    """Return the author's entry with the further fields of a fetched one, or else the fetched one."""
    fields = [(n, v) for n, v in entry.fields if n not in fetched.FIELDS and (is_publication or n not in _PUBLICATION)]
    stated = paper.type if has_stated_type(paper) else ""
    kind = stated or (entry.type if is_publication else "misc")
    evidence = entry.evidence if is_publication else entry.evidence._replace(venue="", year=None)
    own = replace(entry, key=paper.citekey, type=kind, fields=tuple(fields), evidence=evidence)
    return entry_merging.merge_entries([own, paper.entry]) if paper.entry else own


def _type(paper: Paper, entry: Entry) -> str:
    """Return the entry type of a paper: that of its entry, unless this describes a preprint of a published paper."""
    if entry.type not in GENERAL_TYPES:
        return entry.type
    if paper.venue is None:
        return entry.type or paper.type
    return "article" if venues.may_be_journal(paper.venue.acronym) else "inproceedings"
