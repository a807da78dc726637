"""Show notes with Zensical: a temporary tree follows them, and Zensical follows the tree."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from types import TracebackType

import click

from papernotes_plugin.cli.build_command import write_pages
from papernotes_plugin.cli.common_options import echo_line, failing
from papernotes_plugin.cli.exit_codes import PROBLEM, WRONG_USAGE
from papernotes_plugin.cli.rebuild_loop import build_repeatedly
from papernotes_plugin.cli.terminal_output import text_of
from papernotes_plugin.files.atomic_write import write_changed
from papernotes_plugin.files.disk_build import DiskBuild, InputPaths
from papernotes_plugin.hosts import generators
from papernotes_plugin.links.addresses import HOME, papers_index
from papernotes_plugin.starter.project_files import CONFIGURATION
from papernotes_plugin.starter.zensical_site import DOCS, zensical_configuration
from papernotes_plugin.vocabulary.issues import Issue, PapernotesError

_TIMEOUT = 5.0
"""Seconds in which Zensical ends before it is killed."""
_SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""Signals that end the preview; Windows has no SIGHUP."""


def show_with_zensical(notes: Path, base: Path, folder: Path, options: Sequence[str], *, strict: bool) -> int:
    """Show notes until Ctrl-C or until Zensical ends, and return the exit code.

    Args:
        notes: Folder of the notes.
        base: Configuration of the site as for MkDocs.
        folder: Folder in which Zensical runs, because its extensions read paths relative to it.
        options: Options of `zensical serve`.
        strict: Whether to stop at a warning about the notes or of Zensical.
    """
    with _interrupts(), TemporaryDirectory(prefix="papernotes-") as project:
        with _Preview(Path(project), notes, base, folder, options, strict=strict) as preview:
            try:
                build_repeatedly(preview.inputs, preview.build, preview.stop)
            except KeyboardInterrupt:
                echo_line("stopped")
        return preview.code


@contextmanager
def _interrupts() -> Iterator[None]:
    """Let each signal that ends the preview raise KeyboardInterrupt, also if the terminal is closed."""
    previous = {number: signal.signal(number, signal.default_int_handler) for number in _SIGNALS}
    try:
        yield
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)


class _Preview:
    """A temporary project with the pages and a configuration for Zensical, and the process that shows it."""

    def __init__(
        self, project: Path, notes: Path, base: Path, folder: Path, options: Sequence[str], *, strict: bool
    ) -> None:
        self.inputs = InputPaths((str(notes),), config=base)
        self.stop = Event()
        """Set when the preview ends by itself."""
        self.code = 0
        """Exit code of the command."""
        self._project, self._base, self._folder, self._options, self._strict = project, base, folder, options, strict
        self._configuration = project / CONFIGURATION
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> _Preview:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Stop Zensical, so that no process writes into the folder when it is removed."""
        for number in _SIGNALS:
            signal.signal(number, signal.SIG_IGN)  # a second Ctrl-C would leave the temporary folder behind
        self.stop.set()
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(_TIMEOUT)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def build(self, last: DiskBuild | None) -> DiskBuild:
        """Write the pages and the configuration as far as they have changed; start Zensical after the first build."""
        try:
            done, issues = write_pages(self.inputs, self._project / DOCS, generators.ZENSICAL, last, temporary=True)
            self._write_configuration(done)
        except (PapernotesError, OSError):
            if self._process is None:
                self._end(WRONG_USAGE)
            raise
        if self._process is None:
            self._start(issues)
        return done

    def _write_configuration(self, done: DiskBuild) -> None:
        library, config = done.site.library, done.site.config
        generated = done.site.output_paths
        notes = [*library.by_path, *({HOME} & generated if config.home else ())]
        papers = papers_index(config) if library.papers and papers_index(config) in generated else ""
        text = zensical_configuration(self._base, config, notes, papers, checks_links=self._strict)
        write_changed(self._configuration, text.encode())

    def _start(self, issues: Sequence[Issue]) -> None:
        if self._strict and (problems := failing(issues)):
            click.echo(text_of(problems), nl=False, err=True)
            return self._end(PROBLEM)
        # `zensical serve` has no strict mode, but it reuses what this build writes
        if self._strict and (code := self._run("build", "--strict").wait()):
            return self._end(PROBLEM, f"error: zensical build --strict ended with exit code {code}")
        self._process = self._run("serve", *self._options)
        Thread(target=self._report_end, args=(self._process,), daemon=True).start()
        return None

    def _run(self, command: str, *options: str) -> subprocess.Popen[bytes]:
        """Start Zensical in this environment, because it imports the Markdown extensions of this package.

        It has a session of its own, so that Ctrl-C reaches this process only, which ends both.
        """
        line = [sys.executable, "-m", "zensical", command, "--config-file", str(self._configuration), *options]
        return subprocess.Popen(line, cwd=self._folder, start_new_session=True)

    def _report_end(self, process: subprocess.Popen[bytes]) -> None:
        code = process.wait()
        if not self.stop.is_set():
            self._end(PROBLEM, f"error: Zensical ended with exit code {code}")

    def _end(self, code: int, message: str = "") -> None:
        self.code = code
        if message:
            echo_line(message)
        self.stop.set()
