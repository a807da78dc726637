"""Files of the site that a build would write as they are already stay where they are.

MkDocs empties the folder of the site and writes everything anew.  It leaves alone what is hidden: the site of the last
build is hidden from it, put back when all files of the new one are known, and each file is compared, byte by byte, at
the moment it would be written.  So it does not matter where an earlier build was stopped.  What is settled is not
compared: a file is as it was left if its time and size are.
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

from papernotes_plugin.mkdocs_plugin.incremental.snapshot import Stamp
from papernotes_plugin.mkdocs_plugin.pages.generated_files import GeneratedFile

FOLDER = ".papernotes-kept"
"""Where the site of the last build is while MkDocs empties the folder; its name begins as what MkDocs leaves alone."""


class Keeping:
    """The files of one build; without a folder there is nothing to keep, and MkDocs writes everything."""

    def __init__(self, config: MkDocsConfig, earlier: Keeping | None = None) -> None:
        """Hide what is there from MkDocs; of a preview `earlier` is that of the build before."""
        self._before = earlier.paths if earlier else frozenset()
        self.paths: frozenset[str] = frozenset()
        """The files that this build leaves."""
        self.site = os.path.normpath(config.site_dir)
        """The folder of the site."""
        self._hidden = os.path.join(self.site, FOLDER)
        self._there: set[str] = set()
        """The files of the last build that are in their places and not known to be right."""
        self._quiet = _Quiet()
        # where there is one already, a build was stopped: what is beside it is less than what is in it
        if not os.path.isdir(self.site) or os.path.isdir(self._hidden):
            return
        os.mkdir(self._hidden)
        with os.scandir(self.site) as found:
            for entry in [e for e in found if not e.name.startswith(".") and not e.is_symlink()]:
                try:
                    os.rename(entry.path, os.path.join(self._hidden, entry.name))
                except OSError:
                    # in use, or mounted: MkDocs does with it what it can
                    continue

    @property
    def any(self) -> bool:
        """Whether there was a site."""
        return os.path.isdir(self._hidden)

    def stamp(self, place: str) -> Stamp | None:
        """Of a file of the last build, by its path in the site; None where there is none."""
        return _stamp(os.path.join(self._hidden, place))

    def stamps(self, places: Iterable[str]) -> dict[str, Stamp]:
        """Of the files of this build, when they are written, by their paths in the site."""
        found = ((place, _stamp(os.path.join(self.site, place))) for place in places)
        return {place: stamp for place, stamp in found if stamp}

    def put_back(self, files: Files, config: MkDocsConfig) -> None:
        """When all files of the site are known: of the last build what has a place in it, and static files are right.

        A file that is right leaves the collection, so that MkDocs does not copy it.
        """
        settled = {file.dest_path for file in files if isinstance(file, GeneratedFile) and file.reused}
        copied = [file for file in files if _is_copied(file)]
        places = Counter(os.path.normpath(file.abs_dest_path) for file in copied)
        self.paths = frozenset([*settled, *places])
        if not os.path.isdir(self._hidden):
            return
        # of two that have one place, the later one is right, and what templates write is known to nobody before
        made = {os.path.normpath(os.path.join(self.site, name)) for name in _templates(config)}
        wanted = {place for place, files_there in places.items() if files_there == 1 and place not in made}
        if settled and self._before:
            # they are too many to be looked at one by one, and in a preview nobody else has been there
            _move(self._hidden, self.site)
            self._there = {place for place in wanted if place in self._before and os.path.isfile(place)}
            self._there |= {place for place in self._before - self.paths if os.path.isfile(place)}
        else:
            there = _tidied(self._hidden, self.site, wanted | settled)
            if there:
                _move(self._hidden, self.site)
            self._there = there - settled
        for file in copied:
            if not file.is_documentation_page() and self._is_right(file.abs_dest_path, file):
                files.remove(file)
        logging.getLogger(build.__name__).addFilter(self._quiet)

    def page(self, output: str, page: Page) -> str:
        """The HTML of a page for MkDocs to write; nothing where it stands there already."""
        if not self._there or not output.strip():
            # where there was no site, nothing is put into bytes to be compared
            return output
        if self._is_right(page.file.abs_dest_path, output.encode("utf-8", "xmlcharrefreplace")):
            self._quiet.kept.add(page.file.src_uri)
            return ""
        return output

    def _is_right(self, path: str, content: File | bytes) -> bool:
        """Whether a file of the last build is what would be written there; it is gone if not."""
        path = os.path.normpath(path)
        if path not in self._there:
            return False
        self._there.remove(path)
        if _is_equal(path, content):
            return True
        # it may have another name elsewhere, as the copy of an old site: what is written is not to be seen there
        os.unlink(path)
        return False

    def end(self) -> None:
        """When the site is written: what has been left of the last build is none of it."""
        logging.getLogger(build.__name__).removeFilter(self._quiet)
        for path in self._there:
            os.unlink(path)
            _remove_empty(os.path.dirname(path), self.site)
        self._there.clear()
        shutil.rmtree(self._hidden, ignore_errors=True)


class _Quiet(logging.Filter):
    """Takes back what MkDocs says of a page that it does not write: that it is empty."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: set[str] = set()

    def filter(self, record: logging.LogRecord) -> bool:
        start, _, rest = record.getMessage().partition("'")
        return start != "Page skipped: " or rest.rpartition("'")[0] not in self.kept


def _stamp(path: str) -> Stamp | None:
    try:
        found = os.stat(path, follow_symlinks=False)
    except OSError:
        return None
    return Stamp(found.st_mtime_ns, found.st_size) if stat.S_ISREG(found.st_mode) else None


def _templates(config: MkDocsConfig) -> list[str]:
    return [*config.theme.static_templates, *config.extra_templates]


def _is_copied(file: File) -> bool:
    """Whether MkDocs itself writes a file, if it does."""
    if isinstance(file, GeneratedFile):
        return not file.reused
    return type(file).copy_file is File.copy_file and not file.inclusion.is_excluded()


def _is_equal(path: str, content: File | bytes) -> bool:
    if isinstance(content, File) and content.src_dir and content.abs_src_path:
        return os.path.isfile(content.abs_src_path) and filecmp.cmp(path, content.abs_src_path, shallow=False)
    wanted = content.content_bytes if isinstance(content, File) else content
    if os.path.getsize(path) != len(wanted):
        return False
    with open(path, "rb") as file:
        return file.read() == wanted


def _tidied(folder: str, place: str, wanted: set[str]) -> set[str]:
    """Remove what is not wanted from a folder, and the folder if nothing is left; the places of what is.

    `place` is where the folder belongs; what is there by now is newer.
    """
    left: set[str] = set()
    empty = not os.path.lexists(place)
    with os.scandir(folder) as found:
        for entry in [*found]:
            path = os.path.join(place, entry.name)
            if entry.is_dir(follow_symlinks=False):
                left |= _tidied(entry.path, path, wanted)
            elif path in wanted and entry.is_file(follow_symlinks=False) and (empty or not os.path.lexists(path)):
                left.add(path)
            else:
                os.unlink(entry.path)
    if not left:
        os.rmdir(folder)
    return left


def _move(source: str, target: str) -> None:
    """Move all in a folder to another, which may have folders of the same names."""
    with os.scandir(source) as found:
        for entry in [*found]:
            place = os.path.join(target, entry.name)
            if not os.path.lexists(place):
                os.rename(entry.path, place)
            elif entry.is_dir(follow_symlinks=False) and os.path.isdir(place):
                _move(entry.path, place)
            else:
                # what is there by now is newer
                shutil.rmtree(entry.path) if entry.is_dir(follow_symlinks=False) else os.unlink(entry.path)
    os.rmdir(source)


def _remove_empty(folder: str, top: str) -> None:
    """Remove a folder and those around it in which nothing is."""
    while folder != top and not os.listdir(folder):
        os.rmdir(folder)
        folder = os.path.dirname(folder)
