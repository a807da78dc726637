"""Paper -> formatted reference, plain text: each destination escapes it for itself."""

from __future__ import annotations

from papernotes_plugin import identifiers
from papernotes_plugin.model import Paper
from papernotes_plugin.people import Person, people
from papernotes_plugin.people.bylines import short
from papernotes_plugin.text import plain

__all__ = ["reference", "short"]

_SHOWN = 8
"""So many authors are named; of a longer list all of these but one, an ellipsis, and the last."""


def reference(paper: Paper) -> str:
    """The reference in one line: authors, year, title, venue or eprint; what is not known is left out.

    Examples:
        >>> names = ("Ada Lovelace", "de Vries, Harm")
        >>> paper = Paper(citekey="k", slug="k", title="On $x^2$", authors=names, year=1843)
        >>> reference(paper)
        'Lovelace, A., & de Vries, H. (1843). On x².'
    """
    authors, year = _authors(paper), f"({paper.year})" if paper.year else ""
    title = plain(paper.title)
    head = f"{authors} {year}".strip() if authors else ""
    # without an author the title leads, so that a list of references has something to be sorted by
    parts = [head, title] if head else [f"{title} {year}".strip()]
    return " ".join(_ended(part) for part in [*parts, _place(paper)] if part)


def _ended(part: str) -> str:
    # a full stop would become part of the link that many programs make of a URL
    return part if "://" in part or part.endswith((".", "?", "!", "…")) else f"{part}."


def _authors(paper: Paper) -> str:
    persons, cut = people(paper.authors)
    names = [_name(person) for person in persons]
    if names and (cut or paper.origins.get("authors") == "citekey"):
        return f"{', '.join(names[:_SHOWN])}, et al."
    if len(names) > _SHOWN:
        return f"{', '.join(names[: _SHOWN - 1])}, … {names[-1]}"
    if len(names) > 1:
        return f"{', '.join(names[:-1])}, & {names[-1]}"
    return names[0] if names else ""


def _name(person: Person) -> str:
    return ", ".join(filter(None, (person.surname, person.initials, person.suffix)))


def _place(paper: Paper) -> str:
    """The venue with its year, or else by which number it can be found."""
    if paper.venue:
        return str(paper.venue)
    held = next(iter(paper.identifiers), None)
    if held is None or str(held) == paper.title:
        return ""
    return f"arXiv:{held.value}" if held.scheme == "arxiv" else identifiers.url(held)
