"""Write generated files in forked processes before MkDocs does."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from mkdocs.structure.files import Files

from papernotes_plugin.files.forked_work import MIN_PAGES, ForkedWork, available_jobs
from papernotes_plugin.mkdocs_plugin.pages.generated_files import GeneratedFile


class _Written(NamedTuple):
    """Facts about a file that another process has written."""

    digest: bytes
    anchors: set[str] | None
    """See `Page.present_anchor_ids`."""


class ForkedFiles:
    """The generated files of one build that are not the same as in the last one."""

    def __init__(self, files: Files, jobs: int | str, compute_shared: Callable[[], None]) -> None:
        """Start the processes, if that gains time.

        Args:
            files: Files of the site, in the order in which MkDocs writes them.
            jobs: The option `jobs`.
            compute_shared: Computes what several files need, so that not each process has to do so.
        """
        self._files = [file for file in files if isinstance(file, GeneratedFile) and file.is_to_be_written()]
        self._work: ForkedWork[GeneratedFile, _Written] | None = None
        pages = sum(1 for file in self._files if file.render_page)
        count = available_jobs(jobs, is_large=pages >= MIN_PAGES)
        if count < 2 or not self._files:
            return
        compute_shared()
        self._work = ForkedWork(self._files, _write, count)
        for number, file in enumerate(self._files):
            file.is_written = partial(self._is_written, number)

    def _is_written(self, number: int) -> bool:
        """Return whether the file with a number is written ahead, and give it what its process knows of it."""
        written = self._work.result(number) if self._work else None
        if written is None:
            return False
        file = self._files[number]
        if file.output:
            file.output.set_digest(written.digest)
        if file.page:
            file.page.present_anchor_ids = written.anchors
        return True

    def stop(self) -> None:
        """End the processes, if MkDocs does not write their files."""
        if self._work:
            self._work.stop()
        for file in self._files:
            file.is_written = None
        self._files, self._work = [], None


def _write(file: GeneratedFile) -> _Written:
    file.write()
    assert file.output
    return _Written(file.output.digest, file.page.present_anchor_ids if file.page else None)
