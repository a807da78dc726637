"""Find entries of preprints for which the library has the venue of the published version."""

from __future__ import annotations

from collections.abc import Iterator

from papernotes_plugin import venues
from papernotes_plugin.checks.checked_library import CheckedLibrary
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import Entry

_PUBLICATION_FIELDS = frozenset(
    {"booktitle", "journal", "journaltitle", "publisher", "school", "institution", "howpublished"}
)


def check(checked: CheckedLibrary) -> Iterator[Issue]:
    """Yield an issue for each such entry, with the place that has the venue."""
    for entry in checked.entries:
        if not _is_preprint(entry):
            continue
        paper = checked.library.by_key.get(entry.key)
        origin = paper.origins.get("venue", "") if paper and paper.venue else ""
        # a venue guessed from a citekey is not reliable
        if not paper or origin in ("", "citekey", entry.location):
            continue
        # the key belongs to another paper if the entry lost it to that paper
        if set(paper.identifiers) >= set(entry.evidence.identifiers):
            message = (
                f"entry '{entry.key}' is a preprint, but according to {origin} the paper appeared at {paper.venue}"
            )
            yield issue(Code.PUBLISHED_PREPRINT, entry.path, entry.line, message)


def _is_preprint(entry: Entry) -> bool:
    """Return whether the venue of an entry is a preprint server, or it has an arXiv number and no venue."""
    evidence = entry.evidence
    if evidence.venue:
        return venues.is_preprint(evidence.venue)
    schemes = {identifier.scheme for identifier in evidence.identifiers}
    return "arxiv" in schemes and "doi" not in schemes and not _PUBLICATION_FIELDS & {name for name, _ in entry.fields}
