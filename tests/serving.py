"""A built site, served as a host does: with headers of its own."""

from __future__ import annotations

import functools
import http.server
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any


class _Quiet(http.server.SimpleHTTPRequestHandler):
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


@contextmanager
def served(folder: Path, headers: Mapping[str, str] | None = None, seen: list[str] | None = None) -> Iterator[str]:
    """The address at which a folder is served, which may be filled later.

    `headers` go with every answer; to `seen` is added what is asked for, by workers as well.
    """
    handler = functools.partial(_Quiet, directory=str(folder), headers=headers or {}, seen=[] if seen is None else seen)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()
