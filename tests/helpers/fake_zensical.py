"""A program in the place of Zensical: it records how it was started, and runs until it is stopped."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

_PROGRAM = """\
import json, os, pathlib, sys, time
started = {"arguments": sys.argv[1:], "pid": os.getpid(), "folder": os.getcwd()}
with pathlib.Path(__file__).with_name("starts").open("a") as file:
    file.write(json.dumps(started) + "\\n")
code = int(os.environ.get("FAKE_ZENSICAL_" + sys.argv[1].upper(), "-1"))
if code >= 0:
    sys.exit(code)
print("Serving on", flush=True)
time.sleep(600)
"""


class FakeZensical:
    """The module `zensical` of new Python processes, which shows nothing."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Write the module, and let this process and its children find it.

        Args:
            folder: Folder of the module.
            monkeypatch: Undoes the changes.
        """
        self._starts = folder / "zensical" / "starts"
        self._starts.parent.mkdir(parents=True)
        self._starts.with_name("__init__.py").write_text("")
        self._starts.with_name("__main__.py").write_text(_PROGRAM)
        self._monkeypatch = monkeypatch
        monkeypatch.setenv("PYTHONPATH", str(folder))
        monkeypatch.syspath_prepend(str(folder))

    def end_at_once(self, command: str, code: int) -> None:
        """Let a command end at once with an exit code; otherwise it runs until it is stopped."""
        self._monkeypatch.setenv(f"FAKE_ZENSICAL_{command.upper()}", str(code))

    @property
    def starts(self) -> list[dict[str, Any]]:
        """Arguments, process and folder of each start."""
        return [json.loads(line) for line in self._starts.read_text().splitlines()] if self._starts.exists() else []

    def option(self, name: str) -> str:
        """Return the value of an option of the last start."""
        arguments = self.starts[-1]["arguments"]
        return str(arguments[arguments.index(name) + 1])
