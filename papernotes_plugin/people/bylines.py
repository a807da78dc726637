"""Bylines: what one calls a paper in a sentence, in a list, in a hint.  Imports the model and people only."""

from __future__ import annotations

import re

from papernotes_plugin.people import parse_people
from papernotes_plugin.text import plain_text
from papernotes_plugin.vocabulary.model import Paper

_WORDS = 6
"""Of a title that has no short name in front."""


def byline(paper: Paper) -> str:
    """The surnames: one, two, or the first and `et al.`; "" where nobody is known."""
    persons, cut = parse_people(paper.authors)
    if not persons:
        return ""
    if len(persons) == 1 and not cut:
        # all that a citekey says is who comes first
        return f"{persons[0].surname} et al." if paper.origins.get("authors") == "citekey" else persons[0].surname
    if len(persons) == 2 and not cut:
        return f"{persons[0].surname} and {persons[1].surname}"
    return f"{persons[0].surname} et al."


def short_citation(paper: Paper) -> str:
    """What stands in a sentence: `Vaswani et al. 2017`; without authors a short name, or how the title begins.

    Examples:
        >>> names = ("Devlin, J.", "Chang, M.")
        >>> short_citation(Paper(citekey="k", slug="k", title="BERT: Pre-training", authors=names, year=2019))
        'Devlin and Chang 2019'
    """
    name = byline(paper) or _name(paper)
    return f"{name} {paper.year}" if paper.year else name


def _name(paper: Paper) -> str:
    if paper.labels:
        return plain_text(paper.labels[0])
    title = plain_text(paper.title)
    head = re.split(r":\s", title, maxsplit=1)[0]
    words = head.split()
    return head if len(words) <= _WORDS else " ".join(words[:_WORDS]) + " …"


def paper_tooltip(paper: Paper) -> str:
    """Title, authors and venue on one line, for a tool tip."""
    where = str(paper.venue) if paper.venue else str(paper.year or "")
    about = ", ".join(filter(None, (byline(paper), where)))
    return f"{plain_text(paper.title)} ({about})" if about else plain_text(paper.title)
