"""Run the preview of a site, and wait for its rebuilds."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

TIMEOUT = 240
"""Seconds in which even a busy machine builds a few hundred pages."""
IDLE = 1.5
"""Seconds after which a server that builds in a loop would have started again."""


class Server:
    """A running preview and its output."""

    def __init__(
        self, folder: Path, *command: str, ready: str = "Serving on", python: str | Path = sys.executable
    ) -> None:
        """Start a preview and wait until it serves the site.

        Args:
            folder: The folder in which it starts.
            command: Arguments of Python; the default is `mkdocs serve`.
            ready: What it prints as soon as it serves the site.
            python: The Python that runs it.
        """
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._changes = 0
        self.log = folder / "serve.log"
        arguments = command or ("-m", "mkdocs", "serve", "--livereload")
        line = [python, *arguments, "-a", f"127.0.0.1:{self.port}"]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1", "NO_MKDOCS_2_WARNING": "1", "NO_COLOR": "1"}
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(line, cwd=folder, stdout=log, stderr=log, env=environment)
        try:
            self.wait(ready, 1)
        except AssertionError:
            self.process.terminate()
            raise

    @property
    def output(self) -> str:
        """Everything it has logged so far."""
        return self.log.read_text("utf-8", "replace")

    def wait(self, message: str, times: int) -> None:
        """Wait until the output contains a message a number of times."""
        end = time.monotonic() + TIMEOUT
        while self.output.count(message) < times:
            assert self.process.poll() is None, self.output
            assert time.monotonic() < end, self.output
            time.sleep(0.05)

    def page(self, path: str) -> str:
        """Return the HTML of a page, as a browser gets it."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/{path}", timeout=TIMEOUT) as answer:
            return str(answer.read().decode())

    def output_after(self, change: Callable[[], object]) -> str:
        """Return the output after a change, and assert that it was built once."""
        length = len(self.output)
        self._changes += 1
        change()
        self.wait("Reloading browsers", self._changes)
        output = self.output[length:]
        assert output.count("Building documentation") == 1, output
        return output

    def end(self) -> None:
        """Stop the server, and assert that it built the site once for each change and not again."""
        time.sleep(IDLE)
        self.process.terminate()
        self.process.wait(TIMEOUT)
        assert self.output.count("Building documentation") == self._changes + 1, self.output
