"""Facts about the publication of a paper that its notes state, also where its BibTeX entry says something else."""

from __future__ import annotations

import re

from papernotes_plugin import identifiers, venues
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Mention, Paper, Venue

_PUBLISHERS = """
    verlag editorial éditeur editore casaeditrice editora maisond'édition maisond’édition uitgeverij издательство
    wydawnictwo 出版社 出版方 出版者 発行所 発行元 出版元 출판사
"""
"""Words for the publisher in other languages, without spaces and in lower case."""
_LABELS = {
    **{name: name for name in ("volume", "number", "pages", "publisher", "edition", "series", "institution", "school")},
    **{"issue": "number", "university": "school", "thesistype": "type", "reporttype": "type", "genre": "type"},
    **dict.fromkeys(("editor", "editors"), "editor"),
    **dict.fromkeys(("place", "publisher-place", "location", "address"), "address"),
    **dict.fromkeys(_PUBLISHERS.split(), "publisher"),
}
"""Field of BibTeX by the label of its value in notes, without spaces and in lower case."""
_PUBLICATION = {
    "article": ("journal",),
    **dict.fromkeys(("inproceedings", "incollection", "inreference"), ("booktitle",)),
    **dict.fromkeys(("book", "collection", "proceedings"), ("publisher",)),
    **dict.fromkeys(("thesis", "phdthesis", "mastersthesis"), ("school", "institution", "publisher")),
    "report": ("institution", "publisher", "school"),
}
"""Field of the publication by entry type, and the fields with the same content."""
_CONTAINERS = ("journal", "journaltitle", "booktitle")
"""Fields for the publication that contains a paper."""
_OUTSIDE_PROCEEDINGS = lazy_regex(r"\b(?:workshops?|tutorials?|demos?|demonstrations?|findings)\b", re.IGNORECASE)
"""A track whose papers are not in the proceedings of the conference."""
_UNPUBLISHED = lazy_regex(r"(?:submitted|rejected|withdrawn|under review)\b", re.IGNORECASE)
"""The state of a paper that is not published at its venue."""


def published_venue(paper: Paper) -> Venue | None:
    """Return the venue of a paper, unless it is a preprint server or the year of the paper is that of its preprint.

    A paper that was only submitted to a venue, or withdrawn from it, has none.
    """
    if is_undated(paper) or not paper.venue or venues.is_preprint(paper.venue.acronym):
        return None
    return None if _UNPUBLISHED.match(paper.track) else paper.venue


def publication_name(paper: Paper) -> str:
    """Return the name of the venue in which a paper was published; "" for none.

    It is the full name of the proceedings or the journal, or `CVPR Workshop` for a paper outside the proceedings.
    """
    published = published_venue(paper)
    if published is None:
        return ""
    if _OUTSIDE_PROCEEDINGS.search(paper.track):
        return f"{published.acronym} {paper.track}"
    return venues.full_name(published.acronym, published.year)


def is_undated(paper: Paper) -> bool:
    """Return whether a paper has a venue, and its year is only known to be that of the preprint."""
    return paper.venue is not None and not paper.venue.year and paper.year is not None


def undated_venue(paper: Paper) -> str:
    """Return the name of the venue if only the year of the preprint is known, and no entry describes the paper."""
    return paper.venue.acronym if paper.venue and paper.entry is None and is_undated(paper) else ""


def is_overridden(paper: Paper, fact: str) -> bool:
    """Return whether a source above the author's entry of a paper, such as front matter, states a fact."""
    entry, origin = paper.entry, paper.origins.get(fact, "")
    return entry is not None and origin not in {"", "citekey", entry.location, *entry.merged_from}


def has_entry_of_other_publication(paper: Paper) -> bool:
    """Return whether the author's entry of a paper describes its preprint, or another venue than a better source names.

    A better source is one above the entry, such as front matter.
    """
    if paper.entry is None:
        return False
    published, entry_venue = published_venue(paper), paper.entry.evidence.venue
    is_other = published is not None and entry_venue not in ("", published.acronym)
    if venues.is_preprint(entry_venue) or (is_other and is_overridden(paper, "venue")):
        return True
    fields = dict(paper.entry.fields)
    container = next((fields[name] for name in _CONTAINERS if name in fields), "")
    return bool(identifiers.find_identifiers(container))


def has_stated_type(paper: Paper) -> bool:
    """Return whether a note states the entry type of a paper that has no entry."""
    return paper.entry is None and "type" in paper.origins


def publication_fields(paper: Paper) -> dict[str, str]:
    """Return the fields of the publication of a paper whose type a note states, as plain text under BibTeX's names.

    The publisher of a book, the school of a thesis and the institution of a report may be called its venue in the note.
    """
    fields = printed_details(paper, "type") | printed_details(paper, "venue")
    if paper.type == "book" and fields.get("pages", "").isdecimal():
        # the number of its pages
        del fields["pages"]
    names = _PUBLICATION.get(paper.type, ())
    if names:
        stated = next((fields.pop(name) for name in names if name in fields), "")
        if value := stated or publication_name(paper):
            fields[names[0]] = value
    return fields


def printed_details(paper: Paper, fact: str) -> dict[str, str]:
    """Return volume, number, pages, publisher and editors at the place in a note that also states a fact.

    Names of editors are separated by `and`, as in BibTeX.

    Args:
        paper: The paper.
        fact: Name of the fact: `venue` or `type`.
    """
    origin = paper.origins.get(fact, "")
    mention = next((m for m in paper.mentions if _states(m, fact) and m.location == origin), None)
    if mention is None:
        return {}
    pairs = ((_LABELS.get("".join(f.label.casefold().split()), ""), f.value.strip()) for f in mention.evidence.fields)
    return {name: _in_bibtex(name, value) for name, value in pairs if name and value}


def _in_bibtex(name: str, value: str) -> str:
    return " and ".join(map(str.strip, value.split(";"))) if name == "editor" else value.replace("–", "--")


def _states(mention: Mention, fact: str) -> bool:
    return bool(mention.evidence.entry_type if fact == "type" else mention.evidence.venue)
