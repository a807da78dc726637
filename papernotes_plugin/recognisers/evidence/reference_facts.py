"""The facts of a reference as evidence of a paper."""

from __future__ import annotations

from papernotes_plugin.recognisers.evidence.reference_reader import Reference
from papernotes_plugin.vocabulary.model import Evidence, Field


def reference_facts(reference: Reference) -> Evidence:
    """Return the facts of a reference except its title, which may need correction."""
    published = reference.publication
    return Evidence(
        authors=reference.all_authors,
        venue=published.venue,
        year=reference.year,
        track=published.track,
        entry_type=reference.entry_type,
        fields=tuple(Field(label, value) for label, value in reference.details),
    )
