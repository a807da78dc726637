"""One run of `papernotes fetch`: what to look up, what was found, and the texts that the command prints and writes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from papernotes_plugin.entries import fetched_fields, format_entries
from papernotes_plugin.fetch import answer_cache
from papernotes_plugin.fetch.answer_cache import AnswerCache
from papernotes_plugin.fetch.connections import Connections
from papernotes_plugin.fetch.fetched_file import FetchedFile
from papernotes_plugin.fetch.lookup import Lookup
from papernotes_plugin.fetch.lookup_result import Finding, LookupResult, entry_of
from papernotes_plugin.fetch.matching import Verdict
from papernotes_plugin.fetch.transport import Pace, Transport
from papernotes_plugin.fetch.wanted_papers import papers_to_look_up, wanted_paper
from papernotes_plugin.files.disk_build import DiskBuild
from papernotes_plugin.text import counted
from papernotes_plugin.vocabulary.issues import PapernotesError
from papernotes_plugin.vocabulary.model import Entry, Paper


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchSettings:
    """Settings of a run."""

    by_title: bool = False
    dry_run: bool = False
    refresh: bool = False
    offline: bool = False
    cache_dir: Path | None = None
    pace: Pace | None = None

    @property
    def folder(self) -> Path:
        """The folder of the stored answers."""
        return self.cache_dir or answer_cache.default_folder()

    def clear_cache(self) -> int:
        """Delete the stored answers and return their size in bytes."""
        return answer_cache.clear(self.folder)

    def session(
        self, disk_build: DiskBuild, papers: Sequence[Paper], old: bytes, show: Callable[[str], None]
    ) -> Session:
        """Return a run for some papers.

        Args:
            disk_build: The library.
            papers: The papers that may be looked up.
            old: The bytes of the file of facts.
            show: Called with the current step.
        """
        return Session(self, disk_build, papers, FetchedFile.parse(old), show)

    def transport(self, disk_build: DiskBuild, show: Callable[[str], None], *, only_stored: bool = False) -> Transport:
        """Return the way to the services; with `only_stored` it uses stored answers alone."""
        return Transport(
            AnswerCache(self.folder),
            Connections(disk_build.project.fetch),
            pace=self.pace,
            offline=self.offline or only_stored,
            dry_run=self.dry_run,
            refresh=self.refresh and not only_stored,
            show=show,
        )


class Session:
    """One run for some papers."""

    def __init__(
        self,
        settings: FetchSettings,
        disk_build: DiskBuild,
        papers: Sequence[Paper],
        file: FetchedFile,
        show: Callable[[str], None],
    ) -> None:
        self._settings = settings
        self._disk_build = disk_build
        self._papers = papers
        self._file = file
        self._show = show
        self._transport: Transport | None = None
        self.results: list[LookupResult] = []
        self._kept: list[str] = []

    @property
    def old_text(self) -> str:
        """The text of the file of facts before the run."""
        return self._file.text

    # --- looking up -------------------------------------------------------------------------------

    def look_up(self, missing: Collection[str], *, only_stored: bool = False) -> None:
        """Look up the papers that lack facts.

        Args:
            missing: Names of these facts.
            only_stored: Use stored answers alone, about all chosen papers, also by title, and also rejected ones.
        """
        settings = self._settings
        if only_stored:
            wanted = [wanted_paper(paper) for paper in self._papers]
        else:
            wanted = papers_to_look_up(self._papers, missing, refresh=settings.refresh)
        self._kept = [one.key for one in wanted if self._file.is_edited(one.key)]
        wanted = [one for one in wanted if only_stored or one.key not in self._kept]
        self._transport = settings.transport(self._disk_build, self._show, only_stored=only_stored)
        lookup = Lookup(
            self._transport,
            wanted,
            rejected={} if only_stored else self._file.rejected(),
            by_title=settings.by_title or only_stored,
        )
        self.results = lookup.run()

    def accept(self, numbers: Mapping[str, int]) -> None:
        """Make a fact of one proposal for each given paper.

        An answer that was rejected before counts as a proposal.

        Args:
            numbers: Number of the proposal by citekey, from 1; 0 for the only one.

        Raises:
            PapernotesError: If there is no proposal, or several and none is named.
        """
        for result in (result for result in self.results if result.paper.key in numbers):
            proposals, key = [*result.proposals, *result.facts], result.paper.key
            number = numbers[key]
            if not proposals or number > len(proposals):
                raise PapernotesError(f"there is no such proposal for '{key}' among the stored answers")
            if len(proposals) > 1 and not number:
                titles = "; ".join(f"#{n} {_described(one)}" for n, one in enumerate(proposals, 1))
                raise PapernotesError(
                    f"there are {len(proposals)} proposals for '{key}', give one as '{key}#1': {titles}"
                )
            chosen = proposals[max(number, 1) - 1]
            result.findings = [chosen._replace(verdict=Verdict(True, "accepted by a person"))]

    def rejecting(self, keys: Sequence[str]) -> str:
        """Return the text of the file in which the facts of some papers are replaced by the memory of that.

        Raises:
            PapernotesError: If the file has no entry for a paper.
        """
        if missing := [key for key in keys if key not in self._file.entries]:
            raise PapernotesError(f"'{fetched_fields.FILE}' has no entry '{missing[0]}'")
        return self._file.rejecting(keys)

    # --- texts ------------------------------------------------------------------------------------

    def new_text(self, day: str) -> str:
        """Return the new text of the file of facts.

        Args:
            day: The date of today.
        """
        entries = [entry for result in self.results if (entry := result.entry(day))]
        return self._file.updated(entries) if entries else self._file.text

    def planned(self) -> str:
        """Return the requests of a dry run, one a line: host, method, path, and the text that is sent with it."""
        assert self._transport is not None
        lines = []
        for base, request in self._transport.traffic.planned:
            method = "POST" if request.body else "GET"
            body = f" {request.body.decode()}" if request.body else ""
            lines.append(f"{method} {base}/{request.path}{body}\n")
        hosts = dict.fromkeys(base for base, _ in self._transport.traffic.planned)
        number = counted(len(lines), "request")
        more = "; answers can lead to further requests" if lines else ""
        return "".join(dict.fromkeys(lines)) + f"{number} to {counted(len(hosts), 'address', 'addresses')}{more}\n"

    def explanation(self) -> str:
        """Return what each service answered about the papers, and why it was taken or not."""
        lines = []
        for result in self.results:
            lines.append(f"{result.paper.place}: '{result.paper.key}'")
            for finding in result.findings:
                says = _described(finding) if finding.record else "no record"
                taken = "taken" if finding.verdict.is_fact else "not taken"
                lines.append(f"  {finding.service} ({finding.subject}): {says}; {taken}: {finding.verdict.reason}")
            lines += (f"  {name}: {reason}" for name, reason in result.unavailable.items())
            if not result.findings and not result.unavailable:
                lines.append("  no service takes its identifiers; --by-title sends its title")
        return "".join(f"{line}\n" for line in lines)

    def remarks(self) -> list[str]:
        """Return one line for each paper that is not complete, with its place."""
        return [f"{result.paper.place}: '{result.paper.key}' {self._remark(result)}" for result in self._incomplete()]

    def _incomplete(self) -> list[LookupResult]:
        return [result for result in self.results if not result.is_complete]

    def _remark(self, result: LookupResult) -> str:
        if result.proposals:
            best = result.proposals[0]
            return f"has a proposal: {_described(best)} ({best.service}); not taken: {best.verdict.reason}"
        if result.unavailable:
            reasons = "; ".join(f"{name}: {reason}" for name, reason in result.unavailable.items())
            return f"could not be asked ({reasons})"
        if result.facts:
            return "is not complete: no service gives title, authors, year and venue"
        services = ", ".join(dict.fromkeys(finding.service for finding in result.findings))
        if services:
            return f"was not found ({services})"
        if result.paper.identifiers or result.paper.title:
            hint = "; --by-title sends its title" if result.paper.title and not self._settings.by_title else ""
            return f"was not found: no service can be asked for {_names(result)}{hint}"
        return "was not found: the notes have neither an identifier nor a title"

    @property
    def number_of_proposals(self) -> int:
        """The number of papers with a proposal."""
        return sum(bool(result.proposals) for result in self._incomplete())

    def proposals(self) -> str:
        """Return the proposals as BibTeX, each with the title in the notes next to that of the service."""
        entries: list[Entry] = []
        for result in self._incomplete():
            for number, finding in enumerate(result.proposals, 1):
                entry = entry_of(result.paper, [finding], "")
                notes = ("title-in-notes", result.paper.title), ("not-taken-because", finding.verdict.reason)
                fields = [pair for pair in (*entry.fields, *notes) if pair[1]]
                key = f"{entry.key}#{number}" if len(result.proposals) > 1 else entry.key
                entries.append(replace(entry, key=key, fields=tuple(fields)))
        return format_entries(entries)

    def summary(self, path: str, *, changed: bool, written: bool) -> str:
        """Return the summary line.

        Args:
            path: The path of the file of facts, as the user sees it.
            changed: Whether the file changes.
            written: Whether it was written.
        """
        if self._transport is None:
            return f"'{path}' {_done(changed, written)}"
        incomplete = self._incomplete()
        proposed = self.number_of_proposals
        unasked = sum(bool(result.unavailable) and not result.proposals for result in incomplete)
        missing = len(incomplete) - proposed - unasked
        parts = [f"{counted(len(self.results), 'paper')} looked up: {len(self.results) - len(incomplete)} complete"]
        parts += [f"{number} {name}" for number, name in ((proposed, "proposed"), (missing, "not found")) if number]
        parts += [f"{unasked} could not be asked"] if unasked else []
        parts += [f"{len(self._kept)} edited by hand and kept"] if self._kept else []
        stopped = [f"{name} ({reason})" for name, reason in self._transport.traffic.stopped.items()]
        requests = counted(self._transport.traffic.requests, "request")
        alone = f"; left alone: {', '.join(stopped)}" if stopped else ""
        return f"{', '.join(parts)}; {requests}{alone}; '{path}' {_done(changed, written)}"

    @property
    def has_problem(self) -> bool:
        """True if a paper is not complete."""
        return bool(self._incomplete())


def _done(changed: bool, written: bool) -> str:
    if not changed:
        return "unchanged"
    return "written" if written else "would change"


def _described(finding: Finding) -> str:
    record = finding.record
    assert record is not None
    names = ", ".join(record.authors[:3]) + (" et al." if len(record.authors) > 3 else "")
    venue = f"{record.venue or record.venue_name or record.status} {record.year or ''}".strip()
    return f"'{record.title}' by {names} ({venue})"


def _names(result: LookupResult) -> str:
    held = result.paper.identifiers
    return ", ".join(map(str, held)) if held else "it without its title"
