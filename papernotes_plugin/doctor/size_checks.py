"""Estimate the pages and megabytes that papernotes adds to a site, from its notes and the pages of the last build."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from statistics import median

from papernotes_plugin import pipeline
from papernotes_plugin.doctor import performance_checks
from papernotes_plugin.doctor.finding import Finding
from papernotes_plugin.doctor.mkdocs_yml import SiteFile
from papernotes_plugin.files import notes_folder, project
from papernotes_plugin.pipeline import site_size
from papernotes_plugin.text import counted
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.issues import Level, PapernotesError

_MEASURED = 9
"""Pages of papers that are measured."""
_PLAIN_SHELL = 17_000
"""Bytes of a page of Material without content and links, measured on public sites."""


def check_size(site: SiteFile, options: Mapping[str, object]) -> Iterator[Finding]:
    """Yield a finding for a site to which papernotes adds many pages.

    Args:
        site: The configuration of the site.
        options: The options of papernotes.
    """
    if "papernotes" not in site.plugins or not site.docs.is_dir():
        return
    root = site.path.parent
    try:
        config = Config.load(options)
        bibliography, _, _ = project.read_bibliography(config.bibliography, root, root, required=False)
    except PapernotesError:
        # the checks of the options report it
        return
    notes = notes_folder.read_notes([site.docs], config.exclude).sources
    shell = _measured_shell(site, config) or _PLAIN_SHELL + performance_checks.link_size(site, notes)
    size = site_size.estimate_size(pipeline.build(notes, bibliography=bibliography, config=config), shell)
    if size.pages >= site_size.MANY_PAGES:
        fewer = site_size.advice(size)
        fix = f"- papernotes: {{min_papers: {site_size.FEW_PAPERS}}}" if fewer else ""
        message = f"papernotes adds {size}, to {counted(len(notes), 'note')}{f'; {fewer}' if fewer else ''}"
        yield Finding(Level.INFO, message, fix, site.lines.get("papernotes"))


def _measured_shell(site: SiteFile, config: Config) -> int:
    """Return the bytes of a page of a paper in the last build without its content; 0 if there is none."""
    folder = site.path.parent / str(site.data.get("site_dir") or "site") / config.papers_path
    pages = (page for page in folder.rglob("*.html") if page.parent != folder or page.name != "index.html")
    shells = [site_size.shell_size(page.read_text("utf-8", "replace")) for page in islice(pages, _MEASURED)]
    return round(median(shells or [0]))
