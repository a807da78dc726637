"""Find citekeys in notes that may name a paper with a title, by first author, venue and year."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from papernotes_plugin.checks.checked_library import CheckedLibrary
from papernotes_plugin.people import Person, parse_people
from papernotes_plugin.text import comparison_key
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import Paper


def check(checked: CheckedLibrary) -> Iterator[Issue]:
    """Yield an issue for each paper that is only a citekey, if exactly one paper with a title has its facts."""
    only_keys = [paper for paper in checked.library.papers if _is_only_a_key(paper)]
    if not only_keys:
        return
    titled: dict[tuple[object, ...], list[Paper]] = defaultdict(list)
    for paper in checked.library.papers:
        if paper.title and (facts := _facts(paper)):
            titled[facts].append(paper)
    for paper in only_keys:
        candidates = [other for other in titled.get(_facts(paper), ()) if _may_be_one_person(paper, other)]
        if len(candidates) == 1:
            mention = paper.mentions[0]
            message = (
                f"citekey '{paper.citekey}' may name '{candidates[0].citekey}', which has the same first author, venue "
                "and year; the papers were not merged"
            )
            yield issue(Code.POSSIBLE_DUPLICATE, mention.note, mention.line, message)


def _is_only_a_key(paper: Paper) -> bool:
    """Return whether notes contain the citekey of a paper, and nothing else is known about it."""
    is_unknown = not (paper.title or paper.identifiers or paper.entry)
    return is_unknown and bool(paper.mentions) and paper.origins.get("authors") == "citekey"


def _facts(paper: Paper) -> tuple[object, ...]:
    """Return family name of the first author, venue and year; empty if one of them is unknown."""
    first = _first_author(paper)
    if not (first and paper.venue and paper.year):
        return ()
    return comparison_key(first.family), paper.venue.acronym, paper.year


def _may_be_one_person(paper: Paper, other: Paper) -> bool:
    """Return whether the given names of the first authors are equal, or one is the initial of the other."""
    authors = filter(None, map(_first_author, (paper, other)))
    one, two = (comparison_key(author.given).partition(" ")[0] for author in authors)
    return one == two or (1 in (len(one), len(two)) and one[:1] == two[:1])


def _first_author(paper: Paper) -> Person | None:
    persons, _ = parse_people(paper.authors[:1])
    return persons[0] if persons else None
