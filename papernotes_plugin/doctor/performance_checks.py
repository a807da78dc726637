"""Check what makes a site slow: its build for the author, its pages for readers.

The checks read the names of the notes and, if there is one, the site of the last build.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from papernotes_plugin.doctor.finding import Finding
from papernotes_plugin.doctor.mkdocs_yml import SiteFile
from papernotes_plugin.files import notes_folder
from papernotes_plugin.vocabulary.config import PAGEFIND, SEARCH_LEAN, Config, excluded
from papernotes_plugin.vocabulary.issues import Level
from papernotes_plugin.vocabulary.model import Source

LARGE_INDEX = 4_000_000
"""Bytes of a search index that takes seconds to load; that of 10,000 papers is smaller."""
MANY_LINKS = 300
"""Links in the navigation of one page that slow it down noticeably."""
LINK_BYTES, LINK_SECONDS = 290, 18e-6
"""Size and CPU time of one link of Material's navigation on each page, measured on an average machine."""
MANY_TAGGED = 4_000
"""Links in a listing of tags that a browser needs more than half a second for."""
_DIRECTIVE = re.compile(rb"<!--\s*material/tags\b")


def check_performance(site: SiteFile, options: Mapping[str, object]) -> Iterator[Finding]:
    """Yield all findings.

    Args:
        site: The configuration of the site.
        options: The options of papernotes.
    """
    notes = notes_folder.read_notes([site.docs]).sources if site.docs.is_dir() else ()
    yield from _navigation(site, notes)
    yield from _listings(site, options, notes)
    yield from _search(site, options)


# --- the navigation -------------------------------------------------------------------------------


class _NavLinks(NamedTuple):
    """Numbers of links in a navigation."""

    links: int
    """All links, including those of sections."""
    pages: int
    most: int
    """Maximum on one page with `navigation.prune`, which removes sections that do not contain the page."""
    total: int
    """Sum over all pages with `navigation.prune`."""


def _navigation(site: SiteFile, notes: Iterable[Source]) -> Iterator[Finding]:
    """Yield a finding for too many links on the page of every note; generated pages always have few."""
    if "literate-nav" in site.plugins:
        return
    shown = _links(site, notes)
    features = _features(site)
    # `navigation.sections` shows top-level sections on all pages.
    open_at_top = "navigation.sections" in features and "navigation.tabs" not in features
    pruned = "navigation.prune" in features and not open_at_top
    most, total = (shown.most, shown.total) if pruned else (shown.links, shown.links * shown.pages)
    if most < MANY_LINKS:
        return
    message = (
        f"the navigation puts up to {most:,} links, {most * LINK_BYTES / 1e3:.0f} kB, "
        f"on each of {shown.pages:,} pages: "
        f"{total * LINK_BYTES / 1e6:.0f} MB in all, about {total * LINK_SECONDS:.0f} s of each build"
    )
    advice = "no folder, or section of 'nav', of more than 100 pages"
    if site.theme != "material":
        advice = "name one page of each folder in 'nav', and the folders in 'not_in_nav'"
    elif not pruned:
        prune = f"theme: {{features: [navigation.{'tabs, navigation.' if open_at_top else ''}prune]}}"
        advice = f"{prune}   # and: {advice}" if shown.most >= MANY_LINKS else prune
    yield Finding(Level.INFO, message, advice, site.settings.get("nav") or site.settings.get("theme"))


def link_size(site: SiteFile, notes: Iterable[Source]) -> int:
    """Return the bytes that the links of the navigation take on a generated page, which has at most `MANY_LINKS`."""
    return min(_links(site, notes).links, MANY_LINKS) * LINK_BYTES


def _links(site: SiteFile, notes: Iterable[Source]) -> _NavLinks:
    nav = site.data.get("nav")
    return _count_links(nav if isinstance(nav, list) else _tree(_default_nav(site, notes)))


def _features(site: SiteFile) -> list[str]:
    theme = site.data.get("theme")
    named = theme.get("features") if isinstance(theme, Mapping) else ()
    return [str(name) for name in named] if isinstance(named, list) else []


def _default_nav(site: SiteFile, notes: Iterable[Source]) -> list[str]:
    """Return the paths of the notes in the default navigation."""
    patterns = [line for name in ("exclude_docs", "not_in_nav") for line in str(site.data.get(name) or "").split("\n")]
    if "blog" in site.plugins:
        patterns.append(f"{site.plugins['blog'].get('blog_dir', 'blog')}/posts/")
    globs = [line if "/" in line.rstrip("/") else f"**/{line}" for line in map(str.strip, patterns) if line]
    return [note.path for note in notes if not excluded(note.path, globs)]


def _tree(paths: Iterable[str]) -> list[object]:
    """Return paths as nested lists, like `nav` in `mkdocs.yml`."""
    top: list[object] = []
    folders: dict[str, list[object]] = {"": top}
    for path in paths:
        steps = path.split("/")[:-1]
        for depth in range(len(steps)):
            folder = "/".join(steps[: depth + 1])
            if folder not in folders:
                folders[folder] = []
                folders["/".join(steps[:depth])].append({steps[depth]: folders[folder]})
        folders["/".join(steps)].append(path)
    return top


def _count_links(nav: list[object]) -> _NavLinks:
    """Return the numbers of links; a YAML anchor that is used several times, or contains itself, is counted once."""
    links = pages = most = total = 0
    todo: list[tuple[list[object], int]] = [(nav, 0)]
    seen: set[int] = set()
    while todo:
        section, outer_links = todo.pop()
        if id(section) in seen:
            continue
        seen.add(id(section))
        entries = [e for entry in section for e in (entry.values() if isinstance(entry, dict) else [entry])]
        sections = [entry for entry in entries if isinstance(entry, list)]
        visible = outer_links + len(entries)
        links, pages = links + len(entries), pages + len(entries) - len(sections)
        if len(sections) < len(entries):
            most, total = max(most, visible), total + visible * (len(entries) - len(sections))
        todo += [(entry, visible) for entry in sections]
    return _NavLinks(links, pages, most, total)


# --- the site of the last build -------------------------------------------------------------------


def _listings(site: SiteFile, options: Mapping[str, object], notes: Iterable[Source]) -> Iterator[Finding]:
    """Yield a finding for Material's listings of tags: they have a link for each tag of each page, even of papers."""
    if "tags" not in site.plugins:
        return
    named = site.plugins["tags"].get("tags_file")
    for note in notes:
        if note.path != named and not _DIRECTIVE.search(note.data):
            continue
        page = site.path.parent / str(site.data.get("site_dir") or "site") / _address(site, note.path)
        html = page.read_bytes().partition(b"<article")[2] if page.is_file() else b""
        links = html.count(b"<a ")
        if links > MANY_TAGGED:
            message = f"the listing of tags in '{note.path}' has {links:,} links, {len(html) / 1e6:.1f} MB on one page"
            folder = str(options.get("tags_path") or Config().tags_path).strip("/")
            fix = f"remove 'tags' and the listing: notes show them anyway, and each tag has its own page ({folder}/)"
            yield Finding(Level.INFO, message, fix, site.lines.get("tags"))


def _address(site: SiteFile, path: str) -> str:
    """Return the path of a note's page in the site."""
    stem = path.rpartition(".")[0]
    folder, _, name = stem.rpartition("/")
    if name in ("index", "README"):
        return f"{folder}/index.html".lstrip("/")
    return f"{stem}.html" if site.data.get("use_directory_urls") is False else f"{stem}/index.html"


def _search(site: SiteFile, options: Mapping[str, object]) -> Iterator[Finding]:
    """Yield a finding for a large search index."""
    index = site.path.parent / str(site.data.get("site_dir") or "site") / "search" / "search_index.json"
    size = index.stat().st_size if index.is_file() else 0
    if size <= LARGE_INDEX or "papernotes" not in site.plugins:
        return
    message = f"a browser loads the whole search index, {size / 1e6:.0f} MB, before the first search"
    line = site.lines.get("papernotes")
    if site.theme == "material" and not {"offline", "i18n"} & set(site.plugins):
        fix = f"- papernotes: {{search: {PAGEFIND}}}   # and: pip install 'mkdocs-papernotes[pagefind]'"
        yield Finding(Level.INFO, message, fix, line)
    elif options.get("search") != SEARCH_LEAN:
        yield Finding(Level.INFO, message, f"- papernotes: {{search: {SEARCH_LEAN}}}", line)
