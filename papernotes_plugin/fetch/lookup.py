"""Look up papers: by identifier in batches, then evidence of publication, then by title if the user allows it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial

from papernotes_plugin.entries.work_comparison import are_titles_similar
from papernotes_plugin.fetch.lookup_result import LookupResult
from papernotes_plugin.fetch.matching import Verdict, is_same_title_and_author, judge_identified, judge_titled
from papernotes_plugin.fetch.records import BY_TITLE, Record, Service, Status
from papernotes_plugin.fetch.services import SERVICES, conference_tables, crossref
from papernotes_plugin.fetch.transport import Transport, Unavailable
from papernotes_plugin.fetch.venue_contents import VenueContents
from papernotes_plugin.fetch.wanted_papers import WantedPaper
from papernotes_plugin.text import comparison_key, counted, similarity
from papernotes_plugin.vocabulary.model import Identifier

_BY_TITLE = ("openreview", "crossref", "dblp", "semanticscholar", "arxiv")
"""Services that are asked by title, in this order, until one answers with a fact."""
_NEAR_TITLE = 80
"""Similarity of titles, in percent, from which a record is proposed."""
_RECENT_YEARS = 4
"""Years whose tables are searched for papers of unknown conferences."""
_MIN_HINTED = 5
"""Papers that must be hinted at a venue before all of its contents are asked for."""
_UNKNOWN = Verdict(False, "it knows no such paper")
_REJECTED = Verdict(False, "it was rejected with --reject")


class Lookup:
    """The papers to look up, and what was found about each."""

    def __init__(
        self,
        transport: Transport,
        papers: Iterable[WantedPaper],
        *,
        rejected: Mapping[str, frozenset[tuple[str, str]]] | None = None,
        by_title: bool = False,
    ) -> None:
        """Prepare a lookup.

        Args:
            transport: The way to the services.
            papers: The papers.
            rejected: Service and identifier of answers that must not be taken again, by citekey.
            by_title: Whether titles may be sent.
        """
        self.results = [LookupResult(paper) for paper in papers]
        self._transport = transport
        self._rejected = rejected or {}
        self._by_title = by_title
        self._venues = VenueContents(transport)

    def run(self) -> list[LookupResult]:
        """Return what was found about each paper, in their order."""
        for step in (
            self._look_in_tables,
            self._look_in_recent_tables,
            partial(self._look_up, "arxiv"),
            self._look_up_dois,
            partial(self._look_up, "pubmed"),
            self._find_publications,
        ):
            number = len(self.results) - len(self._open())
            self._transport.stage = f"{number} of {counted(len(self.results), 'paper')} complete, "
            step()
        titled = [result for result in self._open() if result.paper.title and self._by_title]
        for number, result in enumerate(titled):
            self._transport.stage = f"{number} of {counted(len(titled), 'title')} searched, "
            self._search(result)
        return self.results

    def _open(self) -> list[LookupResult]:
        return [result for result in self.results if not result.is_complete]

    def _add(self, result: LookupResult, service: str, subject: str, record: Record | None, verdict: Verdict) -> None:
        """Add an answer, unless a person rejected it before."""
        is_rejected = record is not None and (service, subject) in self._rejected.get(result.paper.key, ())
        result.add(service, subject, record, _REJECTED if is_rejected else verdict)

    # --- tables of conferences --------------------------------------------------------------------

    def _look_in_tables(self) -> None:
        """Look up OpenReview forums and poster numbers in the tables of their conferences."""
        by_place: dict[tuple[str, int], list[LookupResult]] = defaultdict(list)
        for result in self.results:
            if place := _table_of(result.paper):
                by_place[place].append(result)
        for place in sorted(by_place):
            says_little = any(not result.paper.title for result in by_place[place])
            by_id = _by_identifier(self._venues.load(*place, check=says_little))
            if _contradict(by_place[place], by_id):
                self._venues.doubtful.add(place)
            for result in by_place[place]:
                self._look_in_table(result, place, by_id)
            missing = [result for result in by_place[place] if not result.is_complete]
            if missing and not by_id:
                by_id = _by_identifier(self._venues.contents(*place))
                for result in missing:
                    self._look_in_table(result, place, by_id)
            for result in missing:
                result.unavailable |= self._venues.problems[place]

    def _look_in_recent_tables(self) -> None:
        """Look for OpenReview forums of unknown conferences in the tables of recent years, the latest first."""
        newest = datetime.now(UTC).year
        loaded = sorted(self._venues.loaded(), key=lambda place: (-place[1], place[0]))
        recent = [(v, newest - age) for age in range(_RECENT_YEARS) for v in conference_tables.VENUES.values()]
        for place in dict.fromkeys((*loaded, *recent)):
            forums = {
                result.paper.key: (result, forum)
                for result in self._open()
                if (forum := result.paper.first_of("openreview")) and _table_of(result.paper) is None
            }
            if not forums:
                return
            by_id = _by_identifier(self._venues.load(*place))
            present = [result for result, forum in forums.values() if forum in by_id]
            if any(not result.paper.title for result in present):
                self._venues.load(*place, check=True)
            for result in present:
                self._look_in_table(result, place, by_id)
            for result, _ in forums.values():
                result.unavailable |= self._venues.problems[place]

    def _look_in_table(self, result: LookupResult, place: tuple[str, int], by_id: Mapping[Identifier, Record]) -> None:
        """Add the record of a paper in the contents of a venue."""
        for one in result.paper.identifiers:
            if one.scheme != "openreview" and one.scheme.removesuffix("-oral") not in conference_tables.VENUES:
                continue
            record = by_id.get(one)
            if record is None:
                if by_id:
                    name = next(iter(by_id.values())).service
                    self._add(result, name, str(one), None, _UNKNOWN)
                continue
            verdict = judge_identified(result.paper, record)
            if verdict.is_fact and place in self._venues.doubtful:
                verdict = Verdict(False, "the table of the conference gives other titles to its papers")
            self._add(result, record.service, str(one), record, verdict)

    # --- identifiers ------------------------------------------------------------------------------

    def _look_up(self, name: str, results: Iterable[LookupResult] | None = None) -> None:
        """Look up the identifiers of one service for the papers that are not complete."""
        service = SERVICES[name]
        chosen = self._open() if results is None else results
        by_key = {result.paper.key: one for result in chosen if (one := result.paper.first_of(*service.schemes))}
        records = self._transport.records_about(service, by_key.values())
        for result in self.results:
            if result.paper.key in by_key:
                self._judge(result, service, by_key[result.paper.key], records)

    def _judge(
        self, result: LookupResult, service: Service, one: Identifier, records: Mapping[str, Record | None]
    ) -> None:
        name = str(one)
        if name not in records:
            reason = self._transport.traffic.problems.get((service.name, name), "not asked")
            result.unavailable[service.name] = reason
            return
        record = records[name]
        verdict = judge_identified(result.paper, record) if record else _UNKNOWN
        self._add(result, service.name, name, record, verdict)

    def _look_up_dois(self) -> None:
        """Look up DOIs at Crossref, and at DataCite those that Crossref does not know."""
        self._look_up("crossref")
        name = "crossref"
        unknown = [
            result
            for result in self._open()
            if result.paper.first_of("doi") and any(f.service == name and f.record is None for f in result.findings)
        ]
        open_dois = [result for result in self._open() if result.paper.first_of("doi")]
        if len(unknown) > 1 and len(unknown) == len(open_dois):
            # a mirror may know single works alone
            self._ask_singly(unknown)
            unknown = [result for result in unknown if not result.facts and not result.proposals]
        self._look_up("datacite", unknown)

    def _ask_singly(self, results: Iterable[LookupResult]) -> None:
        service = SERVICES["crossref"]
        for result in results:
            one = result.paper.first_of("doi")
            assert one is not None
            if record := self._single(one):
                result.findings = [f for f in result.findings if f.service != service.name]
                self._add(result, service.name, str(one), record, judge_identified(result.paper, record))

    def _single(self, doi: Identifier) -> Record | None:
        """Return the record of one DOI at Crossref; None if it is unknown or cannot be asked."""
        service = SERVICES["crossref"]
        try:
            records = self._transport.records(service, crossref.single_request(doi))
        except Unavailable:
            return None
        return records[0] if records else None

    # --- publications -----------------------------------------------------------------------------

    def _find_publications(self) -> None:
        """Add the publication of each preprint of which there is evidence."""
        preprints = {result.paper.key: record for result in self.results if (record := _preprint(result))}
        chosen = [result for result in self.results if result.paper.key in preprints]
        for result in chosen:
            self._add_publication(result, preprints[result.paper.key])
        remaining = [r for r in chosen if not _is_published(r) and not r.paper.venue]
        service = SERVICES["semanticscholar"]
        by_key = {r.paper.key: one for r in remaining if (one := r.paper.first_of("arxiv", "doi"))}
        hints = self._transport.records_about(service, by_key.values())
        hinted: dict[str, Record] = {}
        for result in remaining:
            hint = hints.get(str(by_key.get(result.paper.key)))
            preprint = preprints[result.paper.key]
            if hint and are_titles_similar(comparison_key(hint.title), comparison_key(preprint.title), 90):
                hinted[result.paper.key] = hint
        self._load_hinted(hinted.values())
        for result in remaining:
            if hint := hinted.get(result.paper.key):
                self._add_publication(result, preprints[result.paper.key], hint)

    def _load_hinted(self, hints: Iterable[Record]) -> None:
        """Load the contents of the venues that Semantic Scholar names; its own word is no evidence."""
        counts = Counter((hint.venue, hint.year) for hint in hints if hint.venue and hint.year)
        for (venue, year), number in sorted(counts.items()):
            assert year is not None
            if not self._venues.load(venue, year) and number >= _MIN_HINTED:
                self._venues.contents(venue, year)

    def _add_publication(self, result: LookupResult, preprint: Record, hint: Record | None = None) -> None:
        """Add the accepted paper with title and first author of a preprint, or the work of its DOI."""
        subject = next(iter(f.subject for f in result.facts if f.record is preprint), str(preprint.identifiers[0]))
        places = {(r.venue, r.year): r for r in self._venues.publications_of(preprint)}
        if len(places) == 1:
            record = next(iter(places.values()))
            verdict = Verdict(True, "accepted there, with the title and the first author of the preprint")
            self._add(result, record.service, subject, record, verdict)
            return
        identifiers = (*preprint.identifiers, *(hint.identifiers if hint else ()))
        doi = next((one for one in identifiers if one.scheme == "doi"), None)
        if doi is not None and doi not in result.paper.identifiers and (work := self._single(doi)):
            is_same = work.status is Status.PUBLISHED and is_same_title_and_author(preprint, work)
            reason = "the work of the DOI has the title and the first author of the preprint"
            self._add(result, "crossref", subject, work, Verdict(is_same, reason if is_same else "another work"))
        elif hint and hint.venue:
            self._add(result, hint.service, subject, None, Verdict(False, f"no evidence of acceptance at {hint.venue}"))

    # --- titles -----------------------------------------------------------------------------------

    def _search(self, result: LookupResult) -> None:
        """Search a paper by its title, first in the contents of its venue, which sends nothing."""
        venue, year = result.paper.hints
        if venue and year:
            self._venues.load(venue, year, check=True)
        self._judge_titled(result, self._venues.titled(result.paper.title))
        for name in _BY_TITLE:
            if result.is_complete:
                return
            service = SERVICES[name]
            assert service.by_title is not None
            try:
                records = self._transport.records(service, service.by_title(result.paper.title))
            except Unavailable as error:
                result.unavailable[name] = str(error)
                continue
            self._judge_titled(result, records)

    def _judge_titled(self, result: LookupResult, records: Sequence[Record]) -> None:
        """Add the records whose title is equal or near."""
        own = comparison_key(result.paper.title)
        near = [record for record in records if similarity(own, comparison_key(record.title)) >= _NEAR_TITLE]
        for record in near:
            self._add(result, record.service, BY_TITLE, record, judge_titled(result.paper, record, near))


def _table_of(paper: WantedPaper) -> tuple[str, int] | None:
    """Return venue and year of the table with a paper: of its poster number, else of what the notes say."""
    for one in paper.identifiers:
        name = one.scheme.removesuffix("-oral")
        if name in conference_tables.VENUES:
            return conference_tables.VENUES[name], int(one.value[:4])
    venue, year = paper.hints
    if paper.first_of("openreview") and year and venue:
        return (venue, year) if conference_tables.tables_of(venue, year) else None
    return None


def _contradict(results: Iterable[LookupResult], by_id: Mapping[Identifier, Record]) -> bool:
    """Return whether a table contradicts the notes about most of the papers whose titles they give."""
    titled = [result.paper for result in results if result.paper.title]
    pairs = [(paper, by_id[one]) for paper in titled for one in paper.identifiers if one in by_id]
    different = sum(not judge_identified(paper, record).is_fact for paper, record in pairs)
    return different > 1 and 2 * different > len(pairs)


def _by_identifier(records: Iterable[Record]) -> dict[Identifier, Record]:
    return {one: record for record in records for one in record.identifiers}


def _preprint(result: LookupResult) -> Record | None:
    """Return the preprint that is all that is known of a paper; None if a publication is known."""
    best = next((finding.record for finding in result.facts), None)
    return best if best is not None and best.status is Status.PREPRINT and best.authors else None


def _is_published(result: LookupResult) -> bool:
    return any(f.record is not None and f.record.status is Status.PUBLISHED for f in result.facts)
