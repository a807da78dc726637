"""The checks of `papernotes check --online`: identifiers, titles, retractions and publications, as the services say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from papernotes_plugin.entries import format_entries
from papernotes_plugin.entries.work_comparison import are_titles_similar
from papernotes_plugin.fetch.lookup import Lookup
from papernotes_plugin.fetch.lookup_result import entry_of
from papernotes_plugin.fetch.records import Record, Request, Service, Status
from papernotes_plugin.fetch.services import SERVICES, crossref
from papernotes_plugin.fetch.transport import Transport, Unavailable
from papernotes_plugin.fetch.wanted_papers import wanted_paper
from papernotes_plugin.text import comparison_key, count_words, counted
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import Identifier, Paper

_SIMILAR = 60
"""Similarity of titles, in percent, below which they are those of two papers."""
_MIN_WORDS = 3
_BATCH = 20


class OnlineChecks:
    """The checks of some papers."""

    def __init__(self, transport: Transport, papers: Sequence[Paper]) -> None:
        self._transport = transport
        self._papers = papers
        self._unasked: dict[str, int] = {}

    def issues(self) -> list[Issue]:
        """Return the issues; a service that could not be asked is one of them, and says nothing about a paper."""
        issues = [*self._arxiv(), *self._dois(), *self._published()]
        reasons = self._transport.traffic.stopped
        for name, number in self._unasked.items():
            subject = counted(number, "identifier")
            message = f"{name} could not be asked about {subject}: {reasons.get(name, 'no stored answer')}"
            issues.append(issue(Code.UNANSWERED_QUESTION, ".", None, message))
        return issues

    def _held(self, scheme: str) -> dict[Identifier, Paper]:
        return {one: paper for paper in self._papers for one in paper.identifiers if one.scheme == scheme}

    def _records(self, service: Service, ids: Iterable[Identifier]) -> dict[str, Record | None]:
        """Return the answers of a service, and count the identifiers that it could not be asked about."""
        wanted = set(ids)
        records = self._transport.records_about(service, wanted)
        if unasked := len(wanted) - len(records):
            self._unasked[service.name] = self._unasked.get(service.name, 0) + unasked
        return records

    # --- checks -----------------------------------------------------------------------------------

    def _arxiv(self) -> Iterator[Issue]:
        """Yield the issues about arXiv numbers."""
        papers = self._held("arxiv")
        records = self._records(SERVICES["arxiv"], papers)
        for one, paper in papers.items():
            if str(one) in records:
                yield from _judged(paper, one, records[str(one)], "arxiv")

    def _dois(self) -> Iterator[Issue]:
        """Yield the issues about DOIs; only one that neither Crossref nor DataCite knows may not exist."""
        papers = self._held("doi")
        records = self._records(SERVICES["crossref"], papers)
        for one in [one for one in papers if str(one) in records and records[str(one)] is None]:
            # a batch may leave out what a single request gives
            try:
                single = self._transport.records(SERVICES["crossref"], crossref.single_request(one))
            except Unavailable:
                del records[str(one)]
            else:
                records[str(one)] = single[0] if single else None
        unknown = [one for one in papers if str(one) in records and records[str(one)] is None]
        elsewhere = self._records(SERVICES["datacite"], unknown)
        retracted = self._retractions(list(papers))
        for one, paper in papers.items():
            name = str(one)
            if one.value in retracted:
                message = f"{one} was retracted by doi:{retracted[one.value]}, according to crossref"
                yield _issue(Code.RETRACTED_PAPER, paper, one, message)
            elif name in elsewhere:
                yield from _judged(paper, one, elsewhere[name], "crossref and datacite")
            elif records.get(name):
                yield from _judged(paper, one, records[name], "crossref")

    def _retractions(self, dois: Sequence[Identifier]) -> dict[str, str]:
        """Return the DOI of the notice by the DOI of each work that was retracted, as the notices themselves say."""
        out: dict[str, str] = {}
        for start in range(0, len(dois), _BATCH):
            part = dois[start : start + _BATCH]

            def read(request: Request, body: bytes) -> list[Record]:
                out.update(crossref.retracted_by(body))
                return []

            try:
                service = replace(SERVICES["crossref"], read=read, is_exact=False)
                self._transport.records(service, crossref.updates_request(part))
            except Unavailable:
                self._unasked["crossref"] = self._unasked.get("crossref", 0) + len(part)
        return out

    def _published(self) -> Iterator[Issue]:
        """Yield an issue for each preprint that was published since, with the entry to take."""
        preprints = {
            paper.citekey: paper
            for paper in self._papers
            if paper.venue is None and any(one.scheme == "arxiv" for one in paper.identifiers)
        }
        for result in Lookup(self._transport, [wanted_paper(paper) for paper in preprints.values()]).run():
            facts = result.facts
            record = facts[0].record if facts else None
            if record is not None and record.status is Status.PUBLISHED and record.service != "arxiv":
                paper = preprints[result.paper.key]
                own = next(one for one in paper.identifiers if one.scheme == "arxiv")
                entry = entry_of(result.paper, facts, "")
                fields = tuple(pair for pair in entry.fields if not pair[0].startswith("papernotes-"))
                text = format_entries([replace(entry, fields=fields)])
                message = f"{own} appeared at {record.venue or record.venue_name} {record.year}: {text}"
                yield _issue(Code.PUBLISHED_PREPRINT, paper, own, message)


def _judged(paper: Paper, one: Identifier, record: Record | None, names: str) -> Iterator[Issue]:
    """Yield the issues about an identifier that a service answered."""
    if record is None:
        do = "do" if " and " in names else "does"
        yield _issue(Code.NONEXISTENT_IDENTIFIER, paper, one, f"{names} {do} not know {one}; it may not exist")
        return
    if record.notice:
        yield _issue(Code.RETRACTED_PAPER, paper, one, f"{one} was {record.notice}, according to {record.service}")
    title = wanted_paper(paper).title
    own, other = comparison_key(title), comparison_key(record.title)
    if (
        count_words(title) >= _MIN_WORDS
        and f" {own} " not in f" {other} "
        and not are_titles_similar(own, other, _SIMILAR)
    ):
        message = f"{one} is '{record.title}' at {record.service}, but '{title}' here"
        yield _issue(Code.WRONG_IDENTIFIER, paper, one, message)


def _issue(code: Code, paper: Paper, one: Identifier, message: str) -> Issue:
    """Return an issue at the first place with an identifier of a paper."""
    places = [(m.note, m.line) for m in paper.mentions if one in m.evidence.identifiers]
    places += [(paper.entry.path, paper.entry.line)] if paper.entry and one in paper.entry.evidence.identifiers else []
    places += [(m.note, m.line) for m in paper.mentions]
    path, line = places[0] if places else (".", None)
    return issue(code, path, line, message)
