"""Decide whether a note is a proposal for software or another document of its own author, and not about a paper."""

from __future__ import annotations

import re
from collections.abc import Iterable

from papernotes_plugin.recognisers.evidence.labels.labelled_values import LabelledValue
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.vocabulary.model import Block

_TITLE = re.compile(
    r"(?:proposal|design draft|draft design|design doc(?:ument)?|rfc|adr|[jkp]ep)\b[- ]?\d*\s?[:：—–-]\s?\S.*"
    r"|.*\b(?:proposal|design draft|draft design|design doc(?:ument)?)",
    re.IGNORECASE,
)
"""The heading of a proposal: `Proposal: Typed Errors`, `Contracts — Draft Design`."""
_LABEL = re.compile(
    r"^(?:[*+-] +)?[*_]{0,2}(?:(?P<weak>Proposal|Status)|(?P<strong>Last updated|Updated|Review Manager|Approver"
    r"|Champion|[A-Z]\w+ Sponsor|Tracking Issue|RFC PR|Discussion(?=[*_]{0,2}(?: at|:)[*_]{0,2} +(?:<|\[?)https?:)))s?"
    r"[*_]{0,2}(?::|\s(?:at|on)\s)",
    re.MULTILINE | re.IGNORECASE,
)
"""A label of a document that its authors discuss and keep up to date; the weak ones are those of notes, too."""
_REACH = 600
"""Characters below a heading in which the labels of a proposal are."""
_PUBLISHED = frozenset(("venue", "doi", "arxiv", "citekey"))
"""Meanings of values that a proposal lacks."""


def is_proposal(context: NoteContext, heading: Block, values: Iterable[LabelledValue]) -> bool:
    """Return whether a heading, or the labels below it, are those of a proposal that its authors discuss.

    Args:
        context: The note.
        heading: The heading of the note or of a section.
        values: The labelled values below it.  A publication is no proposal.
    """
    meanings = {value.meaning for value in values if value.value}
    if meanings & _PUBLISHED:
        return False
    if _TITLE.fullmatch(context.visible_text(heading.index)):
        return True
    if "year" in meanings:
        return False
    start = heading.span.end
    labels = list(_LABEL.finditer(context.note.text, start, start + _REACH))
    names = {(label["weak"] or label["strong"]).casefold() for label in labels}
    return any(label["strong"] for label in labels) or len(names) > 1
