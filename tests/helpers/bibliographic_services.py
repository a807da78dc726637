"""Imitated bibliographic services on the loopback interface, and a small server with given answers."""

from __future__ import annotations

import http.server
import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from papernotes_plugin.fetch.answer_cache import AnswerCache
from papernotes_plugin.fetch.connections import Connections
from papernotes_plugin.fetch.transport import Pace, Transport
from papernotes_plugin.vocabulary.fetch_options import FetchOptions

FAST = Pace(first_wait=0.01, longest_wait=2.0, spacing=0.0, timeout=20.0)
"""Waits for tests that do not measure them."""


@dataclass(slots=True)
class Request:
    """A request that a server received."""

    path: str
    body: str
    agent: str


@dataclass(slots=True)
class AnswerServer:
    """A server whose answers are a function of the path."""

    base: str
    requests: list[Request] = field(default_factory=list)


@contextmanager
def answering(answer: Callable[[str, str], tuple[int, Any, dict[str, str]]]) -> Iterator[AnswerServer]:
    """Yield a server; `answer` returns status, body and headers for path and body of a request."""

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            body = self.rfile.read(length).decode()
            server.requests.append(Request(self.path, body, self.headers.get("User-Agent", "")))
            status, content, headers = answer(self.path, body)
            data = content if isinstance(content, bytes) else json.dumps(content).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(data)))
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

        do_POST = do_GET

        def log_message(self, format: str, *args: object) -> None:
            """Write nothing to stderr."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        running.daemon_threads = True
        server = AnswerServer(f"http://127.0.0.1:{running.server_port}")
        thread = threading.Thread(target=running.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server
        finally:
            running.shutdown()
            thread.join()


@dataclass(slots=True)
class Imitation:
    """The imitated services of `../shared`."""

    base: str
    log: Path

    def requests(self) -> list[dict[str, Any]]:
        """Return the requests until now."""
        return [json.loads(line) for line in self.log.read_text("utf-8").splitlines()] if self.log.exists() else []


@contextmanager
def imitation(shared: Path, log: Path, *faults: str, facts: Path | None = None) -> Iterator[Imitation]:
    """Yield the running imitation.

    Args:
        shared: The folder `../shared`.
        log: The file for its log.
        faults: Faults, such as `arxiv=500`.
        facts: A file of papers, instead of all.
    """
    command = [sys.executable, str(shared / "tools" / "services.py"), "--log", str(log)]
    command += [part for fault in faults for part in ("--fault", fault)]
    command += ["--facts", str(facts)] if facts else []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield Imitation(process.stdout.readline().strip(), log)
        finally:
            process.kill()


def transport_to(base: str, folder: Path, **settings: Any) -> Transport:
    """Return a transport to a server, with answers stored in a folder."""
    connections = Connections(FetchOptions(), {"PAPERNOTES_FETCH_BASE": base})
    return Transport(AnswerCache(folder), connections, **({"pace": FAST} | settings))
