"""Serve a built site with the HTTP headers of a host."""

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
"""Inline script of a page, without data blocks."""
_STYLED = re.compile(r"<style[^>]*>(.*?)</style>", re.DOTALL)


class _Handler(http.server.SimpleHTTPRequestHandler):
    # With HTTP/1.0, one connection for each request, programs that request thousands of pages fail.
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    timeout = 3  # Seconds until an idle connection is closed; some programs wait for it.

    def __init__(self, *args: Any, headers: Mapping[str, str], seen: list[str], **kwargs: Any) -> None:
        self._headers, self._seen = headers, seen
        super().__init__(*args, **kwargs)

    def end_headers(self) -> None:
        """Send the additional headers."""
        for name, value in self._headers.items():
            self.send_header(name, value)
        super().end_headers()

    def log_request(self, *_: object) -> None:
        """Store the requested path."""
        self._seen.append(self.path)

    def log_message(self, format: str, *args: object) -> None:
        """Write nothing to stderr."""


class _Server(http.server.ThreadingHTTPServer):
    request_queue_size = 128  # Programs request many pages at once.


@contextmanager
def served(folder: Path, headers: Mapping[str, str] | None = None, seen: list[str] | None = None) -> Iterator[str]:
    """Yield the URL of a server for a folder, whose files may be written later.

    Args:
        folder: The folder.
        headers: Headers of every response.
        seen: List to which the path of each request is added, including those of web workers.
    """
    handler = functools.partial(
        _Handler, directory=str(folder), headers=headers or {}, seen=[] if seen is None else seen
    )
    with _Server(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


def strict_policy(theme: Iterable[str]) -> dict[str, str]:
    """Return a header that forbids inline scripts and styles other than those of the theme's own pages."""
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
