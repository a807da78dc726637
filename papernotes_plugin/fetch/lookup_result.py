"""The result of a lookup for one paper: the records that are facts, the proposals, and how each was judged."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from papernotes_plugin.entries import fetched_fields
from papernotes_plugin.fetch.matching import Verdict
from papernotes_plugin.fetch.records import Record, Status
from papernotes_plugin.fetch.services import SERVICES
from papernotes_plugin.fetch.wanted_papers import WantedPaper
from papernotes_plugin.pipeline.missing_facts import fetched_entry
from papernotes_plugin.vocabulary.model import Entry, Identifier

_ORDER = {name: place for place, name in enumerate(SERVICES)}


class Finding(NamedTuple):
    """The answer of one service about one paper."""

    service: str
    subject: str
    """The identifier, or `title`."""
    record: Record | None
    """None if the service knows nothing or could not be asked."""
    verdict: Verdict


@dataclass(slots=True)
class LookupResult:
    """The answers about one paper."""

    paper: WantedPaper
    findings: list[Finding] = field(default_factory=list)
    unavailable: dict[str, str] = field(default_factory=dict)
    """The reason, by the name of a service that could not be asked."""

    def add(self, service: str, subject: str, record: Record | None, verdict: Verdict) -> None:
        """Add the answer of a service."""
        finding = Finding(service, subject, record, verdict)
        if finding not in self.findings:
            self.findings.append(finding)

    @property
    def facts(self) -> list[Finding]:
        """The findings that are facts, best first: publications, then in the order of the services."""
        taken = [finding for finding in self.findings if finding.record and finding.verdict.is_fact]
        return sorted(taken, key=_rank)

    @property
    def proposals(self) -> list[Finding]:
        """The findings that a person must judge, best first, each paper of a service once."""
        unique: dict[object, Finding] = {}
        for finding in sorted(filter(_is_proposal, self.findings), key=_rank):
            assert finding.record is not None
            unique.setdefault((finding.record.title, finding.record.authors, finding.record.year), finding)
        return list(unique.values())

    @property
    def is_complete(self) -> bool:
        """True if title, authors and year are known, and the venue unless it is a preprint or a DOI without one."""
        first = next(iter(self.facts), None)
        best = first.record if first else None
        if first is None or best is None or not (best.title and best.authors and best.year):
            return False
        has_venue = bool(best.venue or best.venue_name) or best.kind == "book"
        return has_venue or best.status is Status.PREPRINT or first.subject.startswith("doi:")

    def entry(self, day: str) -> Entry | None:
        """Return the entry of the facts; None if there are none.

        Args:
            day: The date of today.
        """
        facts = self.facts
        return entry_of(self.paper, facts, day) if facts else None


def _is_proposal(finding: Finding) -> bool:
    return finding.record is not None and not finding.verdict.is_fact and bool(finding.record.authors)


def _rank(finding: Finding) -> tuple[bool, int]:
    assert finding.record is not None
    return finding.record.status is not Status.PUBLISHED, _ORDER[finding.service]


def entry_of(paper: WantedPaper, facts: Iterable[Finding], day: str) -> Entry:
    """Return the BibTeX entry of findings about one paper, the best one first."""
    first, *others = facts
    best = first.record
    assert best is not None
    is_published = best.status is Status.PUBLISHED
    held: list[Identifier] = [*paper.identifiers, *best.identifiers]
    for finding in others:
        held += (one for one in finding.record.identifiers if one.scheme == "arxiv") if finding.record else ()
    kind = best.kind if is_published or best.kind in ("phdthesis", "techreport") else "misc"
    extra = dict(best.fields)
    if all(one.scheme != "arxiv" for one in held):
        extra.pop("primaryclass", None)
    entry = fetched_entry(
        paper.key,
        kind,
        title=best.title,
        authors=best.authors,
        year=best.year,
        venue=best.venue if is_published else "",
        venue_name=best.venue_name if is_published else "",
        held=held,
        fields=extra.items(),
    )
    source = fetched_fields.source_value([(f.service, f.subject) for f in (first, *others)])
    return replace(entry, fields=(*entry.fields, (fetched_fields.SOURCE, source), (fetched_fields.FETCHED, day)))
