"""The papers to look up, with what the notes and the bibliography say about each."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from papernotes_plugin import citekeys
from papernotes_plugin.entries import fetched_fields
from papernotes_plugin.pipeline.missing_facts import FACTS, missing_facts
from papernotes_plugin.vocabulary.model import Identifier, Paper


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedPaper:
    """A paper to look up.  Its facts are those that the author wrote; others are empty."""

    key: str
    place: str
    """Path and line of its first mention, or of its entry."""
    identifiers: tuple[Identifier, ...]
    title: str = ""
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: str = ""
    key_authors: tuple[str, ...] = ()
    """The author that the citekey implies."""
    key_year: int | None = None
    key_venue: str = ""
    missing: tuple[str, ...] = FACTS

    @property
    def hints(self) -> tuple[str, int | None]:
        """The venue and year at which to look for the paper."""
        return self.venue or self.key_venue, self.year or self.key_year

    def first_of(self, *schemes: str) -> Identifier | None:
        """Return the first identifier of some schemes."""
        return next((one for one in self.identifiers if one.scheme in schemes), None)


def wanted_paper(paper: Paper) -> WantedPaper:
    """Return a paper with the facts that the author wrote, without those that were looked up before."""
    implied = {"citekey", *map(str, paper.identifiers)}

    def is_stated(fact: str) -> bool:
        origin = paper.origins.get(fact, "")
        return bool(origin) and origin not in implied and not origin.startswith(f"{fetched_fields.FILE}:")

    # a generated key says nothing that the notes do not say
    keys = dict.fromkeys(mention.evidence.citekey for mention in paper.mentions)
    if paper.entry and paper.entry.path != fetched_fields.FILE:
        keys[paper.entry.key] = None
    hint = next((evidence for evidence in map(citekeys.citekey_evidence, keys) if evidence.authors), None)
    venue = paper.venue.acronym if paper.venue else ""
    # the number of a poster implies the venue as well
    implies_venue = paper.venue is not None and paper.origins.get("venue", "") in implied
    return WantedPaper(
        key=paper.citekey,
        place=_place(paper),
        identifiers=paper.identifiers,
        title=paper.title if is_stated("title") else "",
        authors=paper.authors if is_stated("authors") else (),
        year=paper.year if is_stated("year") else None,
        venue=venue if is_stated("venue") else "",
        key_authors=hint.authors if hint else (),
        key_year=hint.year if hint else None,
        key_venue=(hint.venue if hint else "") or (venue if implies_venue else ""),
        missing=missing_facts(paper),
    )


def _place(paper: Paper) -> str:
    if paper.mentions:
        return paper.mentions[0].location
    return paper.entry.location if paper.entry else paper.citekey


def is_looked_up(paper: Paper) -> bool:
    """Return whether a fact of a paper comes from the file of facts that were looked up."""
    return any(origin.startswith(f"{fetched_fields.FILE}:") for origin in paper.origins.values())


def papers_to_look_up(papers: Iterable[Paper], missing: Collection[str], *, refresh: bool) -> list[WantedPaper]:
    """Return the papers that lack one of the given facts, ordered by citekey.

    Args:
        papers: The papers.
        missing: Names of facts from `FACTS`.
        refresh: Also the papers with facts that were looked up before.
    """
    wanted = [
        wanted_paper(paper)
        for paper in papers
        if not missing_facts_are_known(paper, missing) or (refresh and is_looked_up(paper))
    ]
    return sorted(wanted, key=lambda one: (one.key.casefold(), one.key))


def missing_facts_are_known(paper: Paper, facts: Collection[str]) -> bool:
    """Return whether a paper has all the given facts."""
    return not set(missing_facts(paper)) & set(facts)
