"""Evidence on one note that only all notes together give."""

from __future__ import annotations

from typing import NamedTuple


class SharedEvidence(NamedTuple):
    """Evidence on one note that only all notes together give."""

    labels: frozenset[str] = frozenset()
    """The headings of the note that are labels of sections, and no titles, as `recurring_headings.find_labels` gives
    them."""
    is_among_papers: bool = False
    """True for a note whose name is a title, in a folder of notes on papers: see `folders_of_papers`."""


NO_SHARED_EVIDENCE = SharedEvidence()
"""The evidence on a note without others."""
