"""Log how many pages and megabytes papernotes has added to a large site."""

from __future__ import annotations

import os
from contextlib import suppress

from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import Files

from papernotes_plugin.mkdocs_plugin.compat.log_listener import ONCE
from papernotes_plugin.mkdocs_plugin.pages.generated_files import GeneratedFile
from papernotes_plugin.pipeline import Site, site_size
from papernotes_plugin.text import counted

log = get_plugin_logger("papernotes")


def log_size(site: Site, files: Files, *, is_first: bool) -> None:
    """Log the number of generated pages and the size of all generated files, once they are written.

    Args:
        site: The library and its outputs.
        files: Files of the site.
        is_first: Whether no page of an earlier build is reused; later builds say nothing.
    """
    pages = sum(output.path.endswith(".md") for output in site.outputs) if is_first else 0
    if pages < site_size.MANY_PAGES:
        return
    size = site_size.SiteSize(pages, _megabytes(files), site_size.count_small_groups(site))
    notes, fewer = counted(len(site.library.notes), "note"), site_size.advice(size)
    log.info("%s, for %s%s", size, notes, f"; {fewer}" if fewer else "", extra={ONCE: True})


def _megabytes(files: Files) -> float:
    """Return the size of the generated files of a site."""
    size = 0
    for file in files:
        # another plugin may have removed the file
        if isinstance(file, GeneratedFile):
            with suppress(OSError):
                size += os.stat(file.abs_dest_path).st_size
    return size / 1e6
