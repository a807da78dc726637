"""Leads: where the links of our pages lead in the site, as MkDocs works it out for each link of each page."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import unquote, urlsplit, urlunsplit

from mkdocs.structure.files import File, Files
from mkdocs.utils import get_relative_url

KEPT = 1 << 14
"""How many links of a folder are kept with what became of them."""
_ODD = re.compile(r"[;<>\"\s\x00-\x1f]")
_PATH = re.compile(r"[\w.-][\w./-]*")
_OUTSIDE = re.compile(r"(?:https?://|mailto:)[^\s\"'<>\\;]*")


ToHref = Callable[[str], str]
"""Turns a link, as it is written on a page, into the attribute that it becomes."""


class FallBack(Exception):
    """MkDocs has something to say about a link of the page, or about the page; it shall make it itself."""


class _Target(NamedTuple):
    file: File
    href: str
    """The way to it, without an anchor."""


class HrefResolver:
    """The links of all pages: those of one folder lead the same way."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._folders: dict[tuple[str, str], dict[str, _Target]] = {}

    def of(self, page: File) -> tuple[ToHref, dict[File, dict[str, str]]]:
        """What turns a link on a page into an attribute, and where it keeps the anchors that it met.

        What it is called with raises `Unsure` where a link leads nowhere or where nobody knows how.
        """
        known = self._folders.setdefault(_folder(page), {})
        anchors: dict[File, dict[str, str]] = {}

        def lead(url: str) -> str:
            path, _, anchor = url.partition("#")
            found = known.get(path)
            if found is None or found.file.url.startswith(page.url):
                if _OUTSIDE.fullmatch(url):
                    return url.replace("&", "&amp;")
                if not path and anchor and "&" not in anchor:
                    anchors.setdefault(page, {}).setdefault(anchor, url)
                    return url
                found = self._lead(path, page)
                # what lies below a page leads there otherwise than from its neighbours
                if not found.file.url.startswith(page.url):
                    if len(known) >= KEPT:
                        known.clear()
                    known[path] = found
            if not anchor:
                return found.href
            if _ODD.search(anchor):
                raise FallBack(url)
            anchors.setdefault(found.file, {}).setdefault(anchor, url)
            return f"{found.href}#{anchor.replace('&', '&amp;')}"

        return lead, anchors

    def _lead(self, url: str, page: File) -> _Target:
        """As MkDocs resolves a link without an anchor, as long as there is nothing to warn of."""
        path, query = (url, "") if _PATH.fullmatch(url) else _parts(url)
        below = posixpath.join(posixpath.dirname(page.src_uri), path).lstrip("/")
        file = self._files.src_uris.get(posixpath.normpath(below))
        if file is None or file.inclusion.is_excluded():
            raise FallBack(url)
        href = get_relative_url(file.url, page.url)
        href = urlunsplit(("", "", href, query, "")) if query else href
        if _ODD.search(href):
            raise FallBack(url)
        return _Target(file, href.replace("&", "&amp;"))


def _parts(url: str) -> tuple[str, str]:
    """The path and the query of a link."""
    try:
        scheme, netloc, path, query, _ = urlsplit(url)
    except ValueError:
        raise FallBack(url) from None
    if scheme or netloc or not path or url.startswith(("/", "\\")) or ";" in url:
        raise FallBack(url)
    return unquote(path), query


def _folder(page: File) -> tuple[str, str]:
    """What the pages have in common whose links lead the same way."""
    folder = posixpath.dirname(page.src_uri)
    if page.url.endswith(".html"):
        return folder, f"{posixpath.dirname(page.url)}/*.html"
    if page.name == "index" or not page.url.endswith("/"):
        return folder, page.url
    return folder, f"{posixpath.dirname(page.url[:-1])}/*/"
