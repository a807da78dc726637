"""Decide whether the words with the identifier of a paper are a claim or a step, and no title."""

from __future__ import annotations

from collections.abc import Iterable

from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles.title_match import TitleMatch
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Identifier

_LABELLED = lazy_regex(
    r"(?:<[^<>]{1,9}>|[\s*+>-])*(?:(?<=\*\*)|(?<=<strong>))[^*<>\d\n]{3,80}(?:\*\*|</strong>):? [^\n]*\(PMID:? ?\d+\)"
)
"""A bold label and a statement with the number of a paper: `**Cold stress**: It maintained mood (PMID:15489899)`."""


_PREDICATE = lazy_regex(
    r"(?:Reduces|Improves|Increases|Decreases|Lowers|Causes|Prevents|Shows|Often|Also|Usually|Should not)\s[^?]+"
)
"""The words of a claim without its subject: `Reduces mortality in heart failure`."""


def is_claim(context: NoteContext, match: TitleMatch, identifiers: Iterable[Identifier]) -> bool:
    """Return whether the words with the identifier of a paper say what it found, or what to do.

    Such words have no subject: `Reduces mortality`.  Those before a number of PubMed have a bold label, words in bold,
    or an arrow: `Dissect it to see the **Critical View** (PMID 10482271)`.
    """
    if _PREDICATE.fullmatch(match.parts.title):
        return True
    if not any(identifier.scheme == "pmid" for identifier in identifiers):
        return False
    line = context.note.text.rfind("\n", 0, match.span.start) + 1
    has_bold = match.is_plain and "**" in context.source(match.span)
    return has_bold or "→" in match.parts.title or _LABELLED.match(context.note.text, line) is not None
