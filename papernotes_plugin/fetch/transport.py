"""Ask services politely: one connection a host, pauses between requests, bounded waits, and no request twice."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime

import urllib3

from papernotes_plugin.fetch.answer_cache import Answer, AnswerCache
from papernotes_plugin.fetch.answer_text import is_html
from papernotes_plugin.fetch.connections import Connections, Turn
from papernotes_plugin.fetch.records import BadIdentifier, Record, Request, Service, UnreadableAnswer
from papernotes_plugin.text import counted
from papernotes_plugin.vocabulary.model import Identifier

DAY = 86400.0
_TRIES = 3
"""Number of failures in a row after which a service is left alone."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Waits of the transport; tests use smaller numbers."""

    first_wait: float = 1.0
    """Seconds before the second try; doubled for each further one."""
    longest_wait: float = 60.0
    """Seconds; a service that asks for more is left alone."""
    spacing: float = 1.0
    """Factor of the time between two requests to a service."""
    timeout: float = 30.0
    """Seconds without an answer."""
    misses: float = 30 * DAY
    """Seconds after which a service is asked again for what it did not know."""


class OtherPaper(UnreadableAnswer):
    """The answer is about no paper that was asked for; the same request would give it again."""


class Unavailable(Exception):
    """A service cannot be asked; its message is the reason."""


@dataclass(slots=True)
class Traffic:
    """Requests and failures of a run."""

    requests: int = 0
    """Number of requests, with repeated ones."""
    planned: list[tuple[str, Request]] = field(default_factory=list)
    """Address and request that a dry run did not send."""
    stopped: dict[str, str] = field(default_factory=dict)
    """Reason why a service is left alone, by its name."""
    problems: dict[tuple[str, str], str] = field(default_factory=dict)
    """Reason why there is no answer, by service and identifier."""


class Transport:
    """Asks services, and stores every answer before it is used."""

    def __init__(
        self,
        cache: AnswerCache,
        connections: Connections,
        *,
        pace: Pace | None = None,
        offline: bool = False,
        dry_run: bool = False,
        refresh: bool = False,
        show: Callable[[str], None] = lambda text: None,
    ) -> None:
        """Prepare requests; nothing is sent yet.

        Args:
            cache: The stored answers.
            connections: The connections to the services.
            pace: How long to wait.
            offline: Use stored answers alone.
            dry_run: Send nothing, and list the requests in `traffic.planned`.
            refresh: Ask again although there is a stored answer.
            show: Called with the current step.
        """
        self.cache = cache
        self.traffic = Traffic()
        self.stage = ""
        """Counts that are shown before the name of the service."""
        self._connections = connections
        self._pace = pace or Pace()
        self._offline, self._dry_run, self._refresh = offline, dry_run, refresh
        self._show = show
        self._failures: dict[str, int] = {}
        self._turns: dict[str, Turn] = {}
        self._renewed: set[tuple[str, str, bytes]] = set()

    def base(self, service: Service) -> str:
        """Return the address of a service."""
        return self._connections.base(service)

    # --- questions --------------------------------------------------------------------------------

    def records(self, service: Service, request: Request) -> list[Record]:
        """Return the records in the answer to one request.

        Raises:
            Unavailable: The service cannot be asked, or does not answer as it should.
        """
        key = (request.service, request.path, request.body)
        stored = self.cache.find(self.base(service), request)
        if stored and (not self._refresh or key in self._renewed or self._offline):
            return service.read(request, stored.body) if stored.status == 200 else []
        self._check_allowed(service, request)
        answer, records = self._ask(service, request)
        self._renewed.add(key)
        known_subjects = request.subjects if request.is_by_title else _known(request, records)
        self.cache.save(self.base(service), request, answer, known_subjects, self._pace.misses)
        return records

    def records_about(self, service: Service, identifiers: Iterable[Identifier]) -> dict[str, Record | None]:
        """Return the record of each identifier, by `scheme:value`; None if the service knows nothing of it.

        Identifiers that could not be asked are absent; `traffic.stopped` has the reason.
        """
        names = {str(one): one for one in sorted(set(identifiers))}

        def requests(part: Sequence[str]) -> Iterable[Request]:
            return service.by_identifier([names[name] for name in part]) if part and service.by_identifier else ()

        records_of: dict[str, Record | None] = {}
        read: dict[int, dict[str, Record]] = {}
        stored = (
            {}
            if self._refresh and not self._offline
            else self.cache.answers_about(self.base(service), names, self._pace.misses)
        )
        for name, answer in stored.items():
            if answer is not None and id(answer) not in read:
                read[id(answer)] = _by_name(service.read(Request(service.name, "", ()), answer.body))
            records_of[name] = read[id(answer)].get(name) if answer is not None else None
        waiting = list(requests([name for name in names if name not in records_of]))
        while waiting:
            request = waiting.pop(0)
            try:
                records = self.records(service, request)
            except BadIdentifier:
                waiting[:0] = _halves(request, requests)
            except Unavailable as error:
                self.traffic.problems |= {(service.name, name): str(error) for name in request.subjects}
            else:
                by_name = _by_name(records)
                records_of |= {name: by_name.get(name) for name in request.subjects}
        return records_of

    def _check_allowed(self, service: Service, request: Request) -> None:
        """Check that a request may be sent now.

        Raises:
            Unavailable: If it may not.
        """
        if self._dry_run:
            self.traffic.planned.append((self.base(service), request))
            raise Unavailable("not asked in a dry run")
        if self._offline:
            raise Unavailable("not asked, because of --offline")
        if reason := self.traffic.stopped.get(service.name):
            raise Unavailable(reason)

    # --- requests ---------------------------------------------------------------------------------

    def _ask(self, service: Service, request: Request) -> tuple[Answer, list[Record]]:
        """Send a request until it is answered, with longer and longer waits.

        Raises:
            Unavailable: After too many failures in a row, or if the service asks for a longer wait.
            BadIdentifier: The service refuses an identifier of several.
        """
        self._show(f"{self.stage}asking {service.name}")
        turn = self._turns.setdefault(service.name, Turn(self.cache.folder, service, self._pace.spacing))
        while True:
            wait = 0.0
            try:
                with turn:
                    self.traffic.requests += 1
                    response = self._connections.send(service, request, self._pace.timeout)
                    turn.obey_rate(response.headers)
                if response.status == 400 and len(request.subjects) > 1:
                    raise BadIdentifier
                if response.status in (200, 400, 404):
                    answer = Answer(response.status, response.data, time.time())
                    records = _read(service, request, answer)
                    self._failures[service.name] = 0
                    return answer, records
                reason, wait = self._refusal(service, response.status, response.headers)
            except OtherPaper as error:
                self._count_failure(service, str(error))
                raise Unavailable(str(error)) from None
            except UnreadableAnswer as error:
                reason = str(error)
            except urllib3.exceptions.HTTPError as error:
                reason = _describe(error)
            failures = self._count_failure(service, reason)
            time.sleep(max(wait, min(self._pace.first_wait * 2 ** (failures - 1), self._pace.longest_wait)))

    def _refusal(self, service: Service, status: int, headers: urllib3.HTTPHeaderDict) -> tuple[str, float]:
        """Return why a service refused a request that can be repeated, and the seconds that it asks to wait."""
        if status in (401, 403):
            self._stop(service, f"it refused the request ({status})")
        if status < 500 and status not in (408, 425, 429):
            self._stop(service, f"it answered with status {status}")
        reason = "too many requests" if status == 429 else f"it answered with status {status}"
        wait = _retry_after(headers)
        if wait > self._pace.longest_wait:
            self._stop(service, f"{reason}; it asks to wait {_duration(wait)}")
        return reason, wait

    def _count_failure(self, service: Service, reason: str) -> int:
        """Return the number of failures in a row; too many stop the service."""
        self._failures[service.name] = failures = self._failures.get(service.name, 0) + 1
        if failures >= _TRIES:
            self._stop(service, reason)
        return failures

    def _stop(self, service: Service, reason: str) -> None:
        self.traffic.stopped[service.name] = reason
        raise Unavailable(reason)


def _read(service: Service, request: Request, answer: Answer) -> list[Record]:
    """Return the records in a new answer.

    Raises:
        UnreadableAnswer: If it is not what the service gives.
        OtherPaper: If it is about other papers alone.
    """
    if answer.status != 200:
        if is_html(answer.body) and not service.html_means_missing:
            raise UnreadableAnswer("the answer is a page of HTML")
        return []
    records = service.read(request, answer.body)
    if service.is_exact and not request.is_by_title:
        subjects = set(request.subjects)
        exact = [record for record in records if not subjects.isdisjoint(map(str, record.identifiers))]
        if records and not exact:
            raise OtherPaper("the answer is about another paper than the one asked for")
        return exact
    return records


def _known(request: Request, records: Iterable[Record]) -> list[str]:
    """Return what an answer knows of that which was asked; all of it if this is no identifier."""
    held = _by_name(records)
    return [name for name in request.subjects if name in held or (held and ":" not in name)]


def _by_name(records: Iterable[Record]) -> dict[str, Record]:
    """Return the first record of each identifier."""
    out: dict[str, Record] = {}
    for record in records:
        for identifier in record.identifiers:
            out.setdefault(str(identifier), record)
    return out


def _halves(request: Request, requests: Callable[[Sequence[str]], Iterable[Request]]) -> list[Request]:
    """Return two requests for what one was about, so that one bad identifier does not hide the others."""
    middle = len(request.subjects) // 2
    parts = (request.subjects[:middle], request.subjects[middle:]) if middle else ()
    return [one for part in parts for one in requests(part)]


def _retry_after(headers: urllib3.HTTPHeaderDict) -> float:
    """Return the seconds in the header `Retry-After`, a number or a date; 0 without a valid one."""
    written = headers.get("Retry-After", "").strip()
    if written.isdecimal():
        return float(written[:9])
    try:
        return max(parsedate_to_datetime(written).timestamp() - time.time(), 0.0)
    except (ValueError, OverflowError):
        return 0.0


def _duration(seconds: float) -> str:
    if seconds < 120:
        return counted(round(seconds), "second")
    return counted(round(seconds / 60), "minute") if seconds < 7200 else counted(round(seconds / 3600), "hour")


def _describe(error: urllib3.exceptions.HTTPError) -> str:
    """Return why there is no whole answer."""
    error = getattr(error, "reason", None) or error
    if isinstance(error, urllib3.exceptions.NewConnectionError):
        return "no connection"
    if isinstance(error, urllib3.exceptions.TimeoutError):
        return "no answer in time"
    if isinstance(error, urllib3.exceptions.SSLError):
        return "no secure connection"
    if isinstance(error, urllib3.exceptions.IncompleteRead) or "IncompleteRead" in str(error):
        return "the answer is cut short"
    return "the connection was closed"
