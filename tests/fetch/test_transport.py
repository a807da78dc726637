"""Polite requests: pauses, waits, services that are left alone, and no request twice."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from papernotes_plugin.fetch.records import Record, Request
from papernotes_plugin.fetch.services import SERVICES
from papernotes_plugin.fetch.services.crossref import single_request
from papernotes_plugin.fetch.transport import Pace, Transport, Unavailable
from papernotes_plugin.identifiers import parse_identifier
from papernotes_plugin.vocabulary.issues import PapernotesError
from tests.helpers.bibliographic_services import FAST, answering, transport_to

CROSSREF, ARXIV = SERVICES["crossref"], SERVICES["arxiv"]
DOI = parse_identifier("doi:10.1000/a")
assert DOI is not None
REQUEST = single_request(DOI)
GOOD = {"message": {"DOI": "10.1000/a", "title": ["A Title of a Work"], "author": [{"family": "Lovelace"}]}}


def answers(*given: tuple[int, Any, dict[str, str]]) -> Any:
    """Return a function that gives some answers one after the other, then the last one for ever."""
    waiting = list(given)
    return lambda path, body: waiting.pop(0) if len(waiting) > 1 else waiting[0]


def titles(transport: Transport) -> list[str]:
    """Return the titles in the answer to the request."""
    return [record.title for record in transport.records(CROSSREF, REQUEST)]


@pytest.mark.parametrize(
    "failure",
    [
        (500, b"", {}),
        (429, b"", {"Retry-After": "0"}),
        (200, b"<!doctype html><title>Just a moment...</title>", {}),
        (200, b'{"message": ', {}),
        (200, {}, {}),
        (404, b"<html>captive portal", {}),
    ],
)
def test_a_failed_request_is_repeated(tmp_path: Path, failure: tuple[int, Any, dict[str, str]]) -> None:
    """A failed or unusable answer is neither used nor stored, and the next one is."""
    with answering(answers(failure, failure, (200, GOOD, {}))) as server:
        assert titles(transport_to(server.base, tmp_path)) == ["A Title of a Work"]
        assert titles(transport_to(server.base, tmp_path)) == ["A Title of a Work"]
    assert len(server.requests) == 3


def test_an_answer_about_another_paper_is_not_used(tmp_path: Path) -> None:
    """It is not asked for again at once, and three of them stop the service."""
    other = {"message": {"DOI": "10.1000/other", "title": ["Another Work"]}}
    with answering(answers((200, other, {}))) as server:
        transport = transport_to(server.base, tmp_path)
        for number in range(4):
            with pytest.raises(Unavailable, match="another paper"):
                titles(transport)
            assert len(server.requests) == min(number + 1, 3)


def test_three_failures_stop_a_service(tmp_path: Path) -> None:
    """After three failures nothing more is sent to the service; others go on."""
    with answering(answers((500, b"", {}))) as server:
        transport = transport_to(server.base, tmp_path)
        for _ in range(3):
            with pytest.raises(Unavailable, match="status 500"):
                titles(transport)
    assert len(server.requests) == 3
    assert transport.traffic.stopped == {"crossref": "it answered with status 500"}


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ((429, b"", {"Retry-After": "54000"}), "it asks to wait 15 hours"),
        ((403, b"{}", {}), "refused"),
        ((401, b"{}", {}), "refused"),
    ],
)
def test_a_refusal_stops_a_service_at_once(
    tmp_path: Path, answer: tuple[int, Any, dict[str, str]], reason: str
) -> None:
    """A challenge, a refused key and a wait of hours are not tried again."""
    with answering(answers(answer)) as server, pytest.raises(Unavailable, match=reason):
        titles(transport_to(server.base, tmp_path))
    assert len(server.requests) == 1


def test_retry_after_is_obeyed(tmp_path: Path) -> None:
    """The next request is sent when the service allows it."""
    with answering(answers((429, b"", {"Retry-After": "1"}), (200, GOOD, {}))) as server:
        began = time.monotonic()
        titles(transport_to(server.base, tmp_path))
        assert time.monotonic() - began >= 1.0
    assert len(server.requests) == 2


def test_no_connection_is_a_reason(tmp_path: Path) -> None:
    """A service that cannot be reached is named with the reason."""
    with pytest.raises(Unavailable, match="no connection"):
        titles(transport_to("http://127.0.0.1:9", tmp_path))


def test_pauses_hold_in_two_transports(tmp_path: Path) -> None:
    """Two runs at once, here in two threads, keep the pause between requests together."""
    times: list[float] = []

    def answer(path: str, body: str) -> tuple[int, Any, dict[str, str]]:
        times.append(time.monotonic())
        doi = path.rpartition("10.1000%2F")[2]
        return 200, {"message": {"DOI": f"10.1000/{doi}", "title": ["T"]}}, {}

    def run(names: Sequence[str]) -> None:
        transport = transport_to(server.base, tmp_path, pace=Pace(spacing=1.0))
        for name in names:
            transport.records(CROSSREF, Request("crossref", f"works/10.1000%2F{name}", (f"doi:10.1000/{name}",)))

    with answering(answer) as server:
        threads = [threading.Thread(target=run, args=(names,)) for names in ("ab", "cd")]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    gaps = [after - before for before, after in pairwise(times)]
    assert len(gaps) == 3
    assert min(gaps) >= CROSSREF.spacing


def test_rate_headers_lengthen_the_pause(tmp_path: Path) -> None:
    """The pause is what the headers of the service ask for."""
    headers = {"x-rate-limit-limit": "2", "x-rate-limit-interval": "1s"}
    with answering(answers((200, GOOD, headers))) as server:
        transport = transport_to(server.base, tmp_path, refresh=True)
        began = time.monotonic()
        transport.records(CROSSREF, REQUEST)
        transport.records(CROSSREF, REQUEST._replace(path=REQUEST.path + "?"))
        assert time.monotonic() - began >= 0.5


def test_the_agent_names_the_project_and_the_contact(tmp_path: Path) -> None:
    """Each request says who asks."""
    from papernotes_plugin.fetch.connections import Connections
    from papernotes_plugin.vocabulary.fetch_options import FetchOptions

    with answering(answers((200, GOOD, {}))) as server:
        options = FetchOptions(contact="ada@example.org", endpoints={"crossref": server.base})
        connections = Connections(options, {"PAPERNOTES_FETCH_BASE": "http://127.0.0.1:9"})
        connections.send(CROSSREF, REQUEST, 5.0)
    assert server.requests[0].agent.startswith("papernotes/")
    assert "mailto:ada@example.org" in server.requests[0].agent
    assert "https://" in server.requests[0].agent


def test_misses_expire(tmp_path: Path) -> None:
    """What a service does not know is asked again, but not at once."""
    with answering(answers((404, b"Resource not found.", {}))) as server:
        for pace in (FAST, FAST, FAST):
            assert titles(transport_to(server.base, tmp_path / "a", pace=pace)) == []
        assert len(server.requests) == 1
        for pace in (Pace(spacing=0, misses=-1), FAST):
            assert titles(transport_to(server.base, tmp_path / "b", pace=pace)) == []
        assert len(server.requests) == 3


def test_one_bad_identifier_hides_no_other(tmp_path: Path) -> None:
    """A batch that the service refuses is asked in parts."""
    feed = '<feed xmlns="http://www.w3.org/2005/Atom">{}</feed>'
    entry = "<entry><id>http://arxiv.org/abs/{}v1</id><title>T</title><author><name>A B</name></author></entry>"

    def answer(path: str, body: str) -> tuple[int, Any, dict[str, str]]:
        ids = path.partition("id_list=")[2].partition("&")[0].split(",")
        if "2401.00003" in ids:
            return 400, b"bad", {}
        return 200, feed.format("".join(map(entry.format, ids))).encode(), {}

    with answering(answer) as server:
        records = _about(transport_to(server.base, tmp_path), [f"arxiv:2401.0000{n}" for n in range(1, 5)])
    assert [name[-1] for name, record in records.items() if record] == ["1", "2", "4"]
    assert server.requests


def _about(transport: Transport, names: Sequence[str]) -> dict[str, Record | None]:
    return transport.records_about(ARXIV, filter(None, map(parse_identifier, names)))


def test_an_answered_batch_is_not_repeated(tmp_path: Path) -> None:
    """Stored answers are found by identifier, whatever the batch was."""
    entry = "<entry><id>http://arxiv.org/abs/2401.00001v1</id><title>T</title></entry>"
    feed = f'<feed xmlns="http://www.w3.org/2005/Atom">{entry}</feed>'.encode()
    with answering(answers((200, feed, {}))) as server:
        _about(transport_to(server.base, tmp_path), ["arxiv:2401.00001", "arxiv:2401.00002"])
        records = _about(transport_to(server.base, tmp_path), ["arxiv:2401.00002"])
        again = _about(transport_to(server.base, tmp_path), ["arxiv:2401.00001"])
    assert records == {"arxiv:2401.00002": None}
    assert again["arxiv:2401.00001"] is not None
    assert len(server.requests) == 1


def test_a_damaged_store_is_replaced(tmp_path: Path) -> None:
    """A file that is no store is moved aside."""
    (tmp_path / "answers.sqlite").write_bytes(b"no database" * 500)
    with answering(answers((200, GOOD, {}))) as server:
        assert titles(transport_to(server.base, tmp_path))
    assert (tmp_path / "answers.damaged").exists()


def test_a_store_that_cannot_be_written_is_one_error(tmp_path: Path) -> None:
    """A path that is no folder stops the run with the reason."""
    (tmp_path / "file").write_text("")
    with pytest.raises(PapernotesError, match="cannot be stored"):
        transport_to("http://127.0.0.1:9", tmp_path / "file" / "x")


def test_a_dry_run_sends_nothing(tmp_path: Path) -> None:
    """The planned request is listed."""
    with answering(answers((200, GOOD, {}))) as server:
        transport = transport_to(server.base, tmp_path, dry_run=True)
        with pytest.raises(Unavailable):
            titles(transport)
    assert transport.traffic.planned == [(f"{server.base}/crossref", REQUEST)]
    assert server.requests == []
