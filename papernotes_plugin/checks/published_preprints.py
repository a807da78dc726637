"""Entries of preprints that the library itself knows a published version of."""

from __future__ import annotations

from collections.abc import Iterator

from papernotes_plugin import venues
from papernotes_plugin.checks.checked_library import CheckedLibrary
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import Entry

_PLACED = frozenset({"booktitle", "journal", "journaltitle", "publisher", "school", "institution", "howpublished"})


def check(checked: CheckedLibrary) -> Iterator[Issue]:
    """A line for each such entry, with the place that says where the paper was published."""
    for entry in checked.entries:
        if not _is_preprint(entry):
            continue
        paper = checked.library.by_key.get(entry.key)
        origin = paper.origins.get("venue", "") if paper and paper.venue else ""
        # what a citekey looks like is no statement of anybody's
        if not paper or origin in ("", "citekey", f"{entry.path}:{entry.line}"):
            continue
        # an entry that lost its key to another paper is not the one that the key leads to
        if set(paper.identifiers) >= set(entry.evidence.identifiers):
            message = f"entry '{entry.key}' is of a preprint; {origin} says that it appeared at {paper.venue}"
            yield issue(Code.PUBLISHED_PREPRINT, entry.path, entry.line, message)


def _is_preprint(entry: Entry) -> bool:
    """Whether it says of itself that it is one, and names no other place."""
    said = entry.evidence
    if said.venue:
        return venues.is_preprint(said.venue)
    numbered = {identifier.scheme for identifier in said.identifiers}
    return "arxiv" in numbered and "doi" not in numbered and not _PLACED & {name for name, _ in entry.fields}
