"""Build papers from plain data, and draw hostile text for their facts."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from papernotes_plugin import bibtex, identifiers, venues
from papernotes_plugin.vocabulary.model import Link, Paper, Source, Venue

_HOSTILE_PARTS = """{ } \\ $ % {{x}} \\input{x} 🧠 注意 \u202e $x{$ \\\\ " a\\ {%x%} $$ a}\n@misc{b,"""
HOSTILE_TEXT = st.text() | st.sampled_from(_HOSTILE_PARTS.split(" "))
"""Strategy for any text, and for text that breaks TeX, BibTeX, templates or the direction of writing."""


def paper_from_data(**facts: Any) -> Paper:
    """Return a paper from plain data: `venue: ICLR 2025`, `identifiers: [arxiv:…]`, `entry: "@misc{…}"`.

    The venue decides the type where `type` does not state it.
    """
    if "venue" in facts:
        acronym, _, year = facts["venue"].partition(" ")
        facts["venue"] = Venue(acronym, int(year) if year else None)
        facts.setdefault("type", "article" if venues.may_be_journal(acronym) else "inproceedings")
    if "entry" in facts:
        (facts["entry"],), _ = bibtex.read(Source("b.bib", facts["entry"].encode()))
    facts["identifiers"] = tuple(filter(None, map(identifiers.parse_identifier, facts.get("identifiers", ()))))
    facts["links"] = tuple(Link("PDF", url) for url in facts.get("links", ()))
    facts["authors"] = tuple(facts.get("authors", ()))
    return Paper(slug=facts["citekey"].lower(), **facts)
