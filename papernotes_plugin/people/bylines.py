"""Short texts that name a paper: its byline, a citation for running text and a tooltip."""

from __future__ import annotations

import re

from papernotes_plugin.people import parse_people
from papernotes_plugin.text import plain_text
from papernotes_plugin.vocabulary.model import Paper

UNKNOWN = "title unknown"
"""Remark after the name of a paper without a title."""
_MAX_TITLE_WORDS = 6
"""Words shown of a title that does not begin with a short name and a colon."""


def byline(paper: Paper) -> str:
    """Return one surname, two, or the first and `et al.`; "" for a paper without authors."""
    persons, has_others = parse_people(paper.authors)
    if not persons:
        return ""
    if len(persons) == 1 and not has_others:
        return persons[0].surname
    if len(persons) == 2 and not has_others:
        return f"{persons[0].surname} and {persons[1].surname}"
    return f"{persons[0].surname} et al."


def short_citation(paper: Paper) -> str:
    """Return a citation for running text, such as `Vaswani et al. 2017`.

    A paper without authors is named by a short name, or by the beginning of its title.

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
    title = plain_text(paper.name)
    head = re.split(r":\s", title, maxsplit=1)[0]
    words = head.split()
    return head if len(words) <= _MAX_TITLE_WORDS else " ".join(words[:_MAX_TITLE_WORDS]) + " …"


def venue_or_year(paper: Paper) -> str:
    """Return the venue with its year, else the year; "" if both are unknown."""
    return str(paper.venue or paper.year or "")


def paper_tooltip(paper: Paper) -> str:
    """Return title, authors and venue of a paper on one line."""
    about = ", ".join(filter(None, ("" if paper.title else UNKNOWN, byline(paper), venue_or_year(paper))))
    return f"{plain_text(paper.name)} ({about})" if about else plain_text(paper.name)


def page_title(paper: Paper) -> str:
    """Return the title, with its formulas; for a paper without one what the notes call it, with a remark.

    Examples:
        >>> page_title(Paper(citekey="k", slug="k", title="On $x$"))
        'On $x$'
        >>> page_title(Paper(citekey="k", slug="k", title="", called="ResNet"))
        'ResNet (title unknown)'
    """
    return paper.title or f"{paper.name} ({UNKNOWN})"
