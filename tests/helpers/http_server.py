"""A built site, served as a host does: with headers of its own."""

from __future__ import annotations

import base64
import functools
import hashlib
import http.server
import re
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

EXECUTED = re.compile(r"<script(?![^>]*\b(?:src|type)=)[^>]*>(.*?)</script>", re.DOTALL)
"""A script that stands within a page, not data."""
_STYLED = re.compile(r"<style[^>]*>(.*?)</style>", re.DOTALL)


class _Quiet(http.server.SimpleHTTPRequestHandler):
    # a connection each, as HTTP/1.0 has it, fails programs that ask for thousands of pages
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    timeout = 3  # seconds after which an idle connection is closed, for programs that wait for that

    def __init__(self, *args: Any, headers: Mapping[str, str], seen: list[str], **kwargs: Any) -> None:
        self._more, self._seen = headers, seen
        super().__init__(*args, **kwargs)

    def end_headers(self) -> None:
        """Send the headers of the host, too."""
        for name, value in self._more.items():
            self.send_header(name, value)
        super().end_headers()

    def log_request(self, *_: object) -> None:
        """Note what was asked for."""
        self._seen.append(self.path)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


class _Server(http.server.ThreadingHTTPServer):
    request_queue_size = 128  # programs ask for many pages at once


@contextmanager
def served(folder: Path, headers: Mapping[str, str] | None = None, seen: list[str] | None = None) -> Iterator[str]:
    """The address at which a folder is served, which may be filled later.

    `headers` go with every answer; to `seen` is added what is asked for, by workers as well.
    """
    handler = functools.partial(_Quiet, directory=str(folder), headers=headers or {}, seen=[] if seen is None else seen)
    with _Server(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


def strict_policy(theme: Iterable[str]) -> dict[str, str]:
    """The header of a host that allows no inline script or style but those that stand in pages of the theme alone."""
    pages = list(theme)
    scripts, styles = (
        " ".join(sorted({_hash(text) for page in pages for text in pattern.findall(page)}))
        for pattern in (EXECUTED, _STYLED)
    )
    return {
        "Content-Security-Policy": f"default-src 'self'; script-src 'self' {scripts}; style-src 'self' {styles}; "
        "img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    }


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
