"""What `papernotes doctor` knows of what makes a site slow: for its author at each build, for a reader on each page.

A face: it reads the names of the notes and, where there is one, the site of the last build.
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
"""Bytes of an index for which a reader waits some seconds; a library of 10,000 papers has less."""
MANY_LINKS = 300
"""Links of the navigation on one page that are felt."""
LINK_BYTES, LINK_SECONDS = 290, 18e-6
"""What one link of the navigation costs on each page, by Material; seconds of a usual machine's processor."""
MANY_TAGGED = 4_000
"""Links of a listing of tags for which a browser takes more than half a second."""
_DIRECTIVE = re.compile(rb"<!--\s*material/tags\b")


def check_performance(site: SiteFile, ours: Mapping[str, object]) -> Iterator[Finding]:
    """All findings, for our options as they are given."""
    notes = notes_folder.read_notes([site.docs]).sources if site.docs.is_dir() else ()
    yield from _navigation(site, notes)
    yield from _listings(site, ours, notes)
    yield from _search(site, ours)


# --- the navigation -------------------------------------------------------------------------------


class _Shown(NamedTuple):
    """The links of a navigation."""

    links: int
    """All, those of sections included."""
    pages: int
    most: int
    """On one page, where sections that do not lead to it are cut (`navigation.prune`)."""
    summed: int
    """On all pages, where they are."""


def _navigation(site: SiteFile, notes: Iterable[Source]) -> Iterator[Finding]:
    """Links that stand on every page of the notes; pages of ours have few of them anyway."""
    if "literate-nav" in site.plugins:
        return
    arranged = site.data.get("nav")
    shown = _shown(arranged if isinstance(arranged, list) else _tree(_listed(site, notes)))
    features = _features(site)
    # its sections stand open at the top of the navigation, whatever leads to a page
    open_at_top = "navigation.sections" in features and "navigation.tabs" not in features
    pruned = "navigation.prune" in features and not open_at_top
    most, summed = (shown.most, shown.summed) if pruned else (shown.links, shown.links * shown.pages)
    if most < MANY_LINKS:
        return
    message = (
        f"the navigation puts up to {most:,} links, {most * LINK_BYTES / 1e3:.0f} kB, "
        f"on each of {shown.pages:,} pages: "
        f"{summed * LINK_BYTES / 1e6:.0f} MB in all, about {summed * LINK_SECONDS:.0f} s of each build"
    )
    advice = "no folder, or section of 'nav', of more than 100 pages"
    if site.theme != "material":
        advice = "name one page of each folder in 'nav', and the folders in 'not_in_nav'"
    elif not pruned:
        prune = f"theme: {{features: [navigation.{'tabs, navigation.' if open_at_top else ''}prune]}}"
        advice = f"{prune}   # and: {advice}" if shown.most >= MANY_LINKS else prune
    yield Finding(Level.INFO, message, advice, site.settings.get("nav") or site.settings.get("theme"))


def _features(site: SiteFile) -> list[str]:
    theme = site.data.get("theme")
    named = theme.get("features") if isinstance(theme, Mapping) else ()
    return [str(name) for name in named] if isinstance(named, list) else []


def _listed(site: SiteFile, notes: Iterable[Source]) -> list[str]:
    """The notes of which a navigation is made where the author arranges none."""
    patterns = [line for name in ("exclude_docs", "not_in_nav") for line in str(site.data.get(name) or "").split("\n")]
    if "blog" in site.plugins:
        patterns.append(f"{site.plugins['blog'].get('blog_dir', 'blog')}/posts/")
    globs = [line if "/" in line.rstrip("/") else f"**/{line}" for line in map(str.strip, patterns) if line]
    return [note.path for note in notes if not excluded(note.path, globs)]


def _tree(paths: Iterable[str]) -> list[object]:
    """Pages in their folders, as a navigation in `mkdocs.yml` has them."""
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


def _shown(nav: list[object]) -> _Shown:
    """The links of a navigation; one that holds itself, or one part a thousand times, is gone through once."""
    links = pages = most = summed = 0
    todo: list[tuple[list[object], int]] = [(nav, 0)]
    seen: set[int] = set()
    while todo:
        section, around = todo.pop()
        if id(section) in seen:
            continue
        seen.add(id(section))
        entries = [e for entry in section for e in (entry.values() if isinstance(entry, dict) else [entry])]
        below = [entry for entry in entries if isinstance(entry, list)]
        here = around + len(entries)
        links, pages = links + len(entries), pages + len(entries) - len(below)
        if len(below) < len(entries):
            most, summed = max(most, here), summed + here * (len(entries) - len(below))
        todo += [(entry, here) for entry in below]
    return _Shown(links, pages, most, summed)


# --- the site of the last build -------------------------------------------------------------------


def _listings(site: SiteFile, ours: Mapping[str, object], notes: Iterable[Source]) -> Iterator[Finding]:
    """Material's own listings of tags, with a link for each tag of each page, those of papers too."""
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
            folder = str(ours.get("tags_path") or Config().tags_path).strip("/")
            fix = (
                f"take 'tags' and the listing out: notes show their tags anyway, each has a page of its own ({folder}/)"
            )
            yield Finding(Level.INFO, message, fix, site.lines.get("tags"))


def _address(site: SiteFile, path: str) -> str:
    """Where the page of a note is in the site."""
    stem = path.rpartition(".")[0]
    folder, _, name = stem.rpartition("/")
    if name in ("index", "README"):
        return f"{folder}/index.html".lstrip("/")
    return f"{stem}.html" if site.data.get("use_directory_urls") is False else f"{stem}/index.html"


def _search(site: SiteFile, ours: Mapping[str, object]) -> Iterator[Finding]:
    """The index of the search, and what makes it smaller."""
    index = site.path.parent / str(site.data.get("site_dir") or "site") / "search" / "search_index.json"
    size = index.stat().st_size if index.is_file() else 0
    if size <= LARGE_INDEX or "papernotes" not in site.plugins:
        return
    message = f"a browser reads the whole index of the search, {size / 1e6:.0f} MB, before it finds anything"
    line = site.lines.get("papernotes")
    if site.theme == "material" and not {"offline", "i18n"} & set(site.plugins):
        fix = f"- papernotes: {{search: {PAGEFIND}}}   # and: pip install 'mkdocs-papernotes[pagefind]'"
        yield Finding(Level.INFO, message, fix, line)
    elif ours.get("search") != SEARCH_LEAN:
        yield Finding(Level.INFO, message, f"- papernotes: {{search: {SEARCH_LEAN}}}", line)
