"""Preserve the files in the folder of the site that a build would write again unchanged.

MkDocs empties the folder and writes all files, but it skips hidden files.  So the site of the last build is moved to a
hidden folder, and moved back when all files of the new site are known.  Each file is compared byte by byte right before
it would be written, so that it does not matter where an earlier build was interrupted.  Files that the reuse plan
selects are not compared: their modification time and size show that they are unchanged.
"""

from __future__ import annotations

import filecmp
import logging
import os
import shutil
import stat
from collections import Counter
from collections.abc import Iterable

from mkdocs.commands import build
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs.utils import write_file

from papernotes_plugin.mkdocs_plugin.compat.unknown_plugins import unknown_plugins
from papernotes_plugin.mkdocs_plugin.incremental.last_build import PRESERVED
from papernotes_plugin.mkdocs_plugin.incremental.snapshot import FileStamp
from papernotes_plugin.mkdocs_plugin.pages.generated_files import GeneratedFile


class PreservedSite:
    """The files of the last build in the folder of the site; empty if there is no folder."""

    def __init__(self, config: MkDocsConfig, earlier: PreservedSite | None) -> None:
        """Hide the files of the site from MkDocs.

        Args:
            config: Configuration of the site.
            earlier: The object of the last build in this process.
        """
        self._earlier_paths = earlier.paths if earlier else frozenset()
        self.paths: frozenset[str] = frozenset()
        """Normalised absolute paths of the files that belong to the new site."""
        self.site = os.path.normpath(config.site_dir)
        """Path of the folder of the site."""
        self._hidden = os.path.join(self.site, PRESERVED)
        self._unverified: set[str] = set()
        """Paths of files of the last build that are back in place and not compared yet."""
        self._not_copied: list[File] = []
        """Static files whose method `copy_file` is replaced."""
        self._frees_content = not any(unknown_plugins(config))
        """True if no plugin reads the HTML of notes after they are written: it needs as much memory as the notes."""
        self._hide_page_skipped = _HidePageSkipped()
        # A leftover folder means that a build was interrupted: it is more complete than the site around it.
        if not os.path.isdir(self.site) or os.path.isdir(self._hidden):
            return
        os.mkdir(self._hidden)
        with os.scandir(self.site) as entries:
            for entry in [e for e in entries if not e.name.startswith(".") and not e.is_symlink()]:
                try:
                    os.rename(entry.path, os.path.join(self._hidden, entry.name))
                except OSError:
                    # in use, or a mount point: left to MkDocs
                    continue

    @property
    def has_previous(self) -> bool:
        """Return whether there is a site of an earlier build."""
        return os.path.isdir(self._hidden)

    def stamp(self, path: str) -> FileStamp | None:
        """Return the stamp of a file of the last build by its path in the site; None if it does not exist."""
        return _stamp(f"{self._hidden}/{path}")

    def stamps(self, paths: Iterable[str]) -> dict[str, FileStamp]:
        """Return the stamps of files of this build by their paths in the site, once they are written."""
        stamps = ((path, _stamp(f"{self.site}/{path}")) for path in paths)
        return {path: stamp for path, stamp in stamps if stamp}

    def restore(self, files: Files, config: MkDocsConfig) -> None:
        """Move files of the last build that have a place in the new site back, once all files of the site are known.

        MkDocs does not copy a static file that is unchanged.  The file stays in the collection: blogs convert the
        excerpts of their posts later, with links to files.
        """
        reused = {file.abs_dest_path for file in files if isinstance(file, GeneratedFile) and file.reused}
        written = [file for file in files if _is_written_by_mkdocs(file)]
        count_by_path = Counter(os.path.normpath(file.abs_dest_path) for file in written)
        self.paths = frozenset([*reused, *count_by_path])
        if not os.path.isdir(self._hidden):
            return
        # Of two files with one path the later one wins, and the content of templates is not known before: not compared.
        templates = {os.path.normpath(os.path.join(self.site, name)) for name in _templates(config)}
        wanted = {path for path, files_there in count_by_path.items() if files_there == 1 and path not in templates}
        if reused and self._earlier_paths:
            # too many files to check each of them; only MkDocs writes to a served site
            _move(self._hidden, self.site)
            self._unverified = {path for path in wanted if path in self._earlier_paths and os.path.isfile(path)}
            self._unverified |= {path for path in self._earlier_paths - self.paths if os.path.isfile(path)}
        else:
            remaining = _prune(self._hidden, self.site, wanted | reused)
            if remaining:
                _move(self._hidden, self.site)
            self._unverified = remaining - reused
        for file in written:
            if not file.is_documentation_page() and self._is_in_place(file):
                file.copy_file = _write_nothing  # type: ignore[method-assign]
                self._not_copied.append(file)
        logging.getLogger(build.__name__).addFilter(self._hide_page_skipped)

    def _is_in_place(self, file: File) -> bool:
        """Return whether the new content of a file is in the site; a generated one that differs is written."""
        if not isinstance(file, GeneratedFile):
            return self._is_up_to_date(file.abs_dest_path, file)
        if os.path.normpath(file.abs_dest_path) not in self._unverified:
            return False
        # computed once, because the content of a page takes most of the time
        content = file.content_bytes
        if not self._is_up_to_date(file.abs_dest_path, content):
            write_file(content, file.abs_dest_path)
        return True

    def skip_identical(self, output: str, page: Page) -> str:
        """Return the HTML of a page for MkDocs to write, or "" if the file already has this content."""
        if self._frees_content:
            # without the content, MkDocs would search the Markdown for the title each time a navigation shows it
            page.title = page.title
            page.content = None
        if not self._unverified or not output.strip():
            return output
        if self._is_up_to_date(page.file.abs_dest_path, output.encode("utf-8", "xmlcharrefreplace")):
            self._hide_page_skipped.paths.add(page.file.src_uri)
            return ""
        return output

    def _is_up_to_date(self, path: str, content: File | bytes) -> bool:
        """Return whether a file of the last build has the content to be written; delete it otherwise."""
        path = os.path.normpath(path)
        if path not in self._unverified:
            return False
        self._unverified.remove(path)
        if _is_equal(path, content):
            return True
        # It may be a hard link, for example in a copy of the old site, which must not change.
        os.unlink(path)
        return False

    def finish(self) -> None:
        """Delete what remains of the last build, once the site is written."""
        for file in self._not_copied:
            del file.copy_file
        self._not_copied.clear()
        logging.getLogger(build.__name__).removeFilter(self._hide_page_skipped)
        for path in self._unverified:
            os.unlink(path)
            _remove_empty(os.path.dirname(path), self.site)
        self._unverified.clear()
        shutil.rmtree(self._hidden, ignore_errors=True)


class _HidePageSkipped(logging.Filter):
    """Log filter that hides the message that an identical page, which is not written, is empty."""

    def __init__(self) -> None:
        super().__init__()
        self.paths: set[str] = set()
        """Source paths of the pages that are not written."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to show a message."""
        start, _, rest = record.getMessage().partition("'")
        return start != "Page skipped: " or rest.rpartition("'")[0] not in self.paths


def _write_nothing(dirty: bool = False) -> None:
    """Replace `File.copy_file` for a file that is in the site already."""


def _stamp(path: str) -> FileStamp | None:
    try:
        status = os.stat(path, follow_symlinks=False)
    except OSError:
        return None
    return FileStamp(status.st_mtime_ns, status.st_size) if stat.S_ISREG(status.st_mode) else None


def _templates(config: MkDocsConfig) -> list[str]:
    return [*config.theme.static_templates, *config.extra_templates]


def _is_written_by_mkdocs(file: File) -> bool:
    """Return whether MkDocs writes a file, and not a plugin with a `copy_file` of its own."""
    if isinstance(file, GeneratedFile):
        return not file.reused
    return type(file).copy_file is File.copy_file and not file.inclusion.is_excluded()


def _is_equal(path: str, content: File | bytes) -> bool:
    if isinstance(content, File) and content.src_dir and content.abs_src_path:
        return os.path.isfile(content.abs_src_path) and filecmp.cmp(path, content.abs_src_path, shallow=False)
    expected = content.content_bytes if isinstance(content, File) else content
    if os.path.getsize(path) != len(expected):
        return False
    with open(path, "rb") as file:
        return file.read() == expected


def _prune(folder: str, target: str, wanted: set[str]) -> set[str]:
    """Delete unwanted files of a folder, and the folder if it is empty then.

    Args:
        folder: The folder.
        target: Path that the folder will be moved to; files that exist there by now are newer.
        wanted: Paths in `target` of the files to keep.

    Returns:
        Paths in `target` of the remaining files.
    """
    remaining: set[str] = set()
    is_free = not os.path.lexists(target)
    with os.scandir(folder) as entries:
        for entry in [*entries]:
            path = f"{target}{os.sep}{entry.name}"  # quicker than `os.path.join`
            if entry.is_dir(follow_symlinks=False):
                remaining |= _prune(entry.path, path, wanted)
            elif path in wanted and entry.is_file(follow_symlinks=False) and (is_free or not os.path.lexists(path)):
                remaining.add(path)
            else:
                os.unlink(entry.path)
    if not remaining:
        os.rmdir(folder)
    return remaining


def _move(source: str, target: str) -> None:
    """Move the content of a folder to another one, which may have subfolders with the same names."""
    with os.scandir(source) as entries:
        for entry in [*entries]:
            path = os.path.join(target, entry.name)
            if not os.path.lexists(path):
                os.rename(entry.path, path)
            elif entry.is_dir(follow_symlinks=False) and os.path.isdir(path):
                _move(entry.path, path)
            else:
                # the existing one is newer
                shutil.rmtree(entry.path) if entry.is_dir(follow_symlinks=False) else os.unlink(entry.path)
    os.rmdir(source)


def _remove_empty(folder: str, top: str) -> None:
    """Delete a folder and its parents below `top`, as long as they are empty."""
    while folder != top and not os.listdir(folder):
        os.rmdir(folder)
        folder = os.path.dirname(folder)
