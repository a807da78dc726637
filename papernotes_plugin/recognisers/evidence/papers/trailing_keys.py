"""Read the citekey at the end of an item that describes a paper: `**Title**, Authors, 2020 [@smith2020]`."""

from __future__ import annotations

import re

from papernotes_plugin import citekeys, text
from papernotes_plugin.people import parse_person
from papernotes_plugin.recognisers.evidence.structure.candidate_blocks import PaperCandidate
from papernotes_plugin.vocabulary.model import Evidence, InlineKind

KEY_AT_END = re.compile(r"(?:\[@(?P<bracketed>[^\s\[\]{};,@]+)\]|(?<!\w)@(?P<bare>\w[\w:.-]*\w))[\s.]*$")
"""A citation of one work at the end of a text."""


def with_trailing_key(candidate: PaperCandidate, evidence: Evidence) -> Evidence:
    """Return evidence with the citekey at the end of an item, if author and year in the key are those of the paper.

    Any other key may be a source of what the item says.
    """
    if evidence.citekey or not evidence.authors:
        return evidence
    last = next((i for _, i in reversed(candidate.inlines) if i.block == candidate.block.index), None)
    match = KEY_AT_END.search(last.text) if last and last.kind is InlineKind.TEXT else None
    if not match:
        return evidence
    key = match["bracketed"] or match["bare"]
    facts = citekeys.citekey_evidence(key)
    is_own = facts.year == evidence.year and _family(facts.authors) == _family(evidence.authors) != ""
    return evidence._replace(citekey=key) if is_own else evidence


def _family(authors: tuple[str, ...]) -> str:
    """Return the family name of the first author in the form in which names are compared; "" for none."""
    person = parse_person(authors[0]) if authors else None
    return text.comparison_key(person.surname) if person else ""
