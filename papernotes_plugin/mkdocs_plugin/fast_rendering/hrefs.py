"""Resolve the links of generated pages to relative URLs, as MkDocs does for each link of each page."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import unquote, urlsplit, urlunsplit

from mkdocs.structure.files import File, Files
from mkdocs.utils import get_relative_url

MAX_CACHED = 1 << 14
"""Links of one folder whose results are cached."""
_UNSAFE = re.compile(r"[;<>\"\s\x00-\x1f]")
_PLAIN_PATH = re.compile(r"[\w.-][\w./-]*")
_EXTERNAL = re.compile(r"(?:https?://|mailto:)[^\s\"'<>\\;]*")


ToHref = Callable[[str], str]
"""Function that converts a link as written in Markdown to the value of an `href` attribute, escaped for HTML."""


class FallBack(Exception):
    """MkDocs must render the page itself, because it would warn about a link, or because the result is not certain."""


class _Target(NamedTuple):
    file: File
    href: str
    """Relative URL without an anchor."""


class HrefResolver:
    """Resolver of links, with a cache for the pages of each folder, whose links have the same results."""

    def __init__(self, files: Files) -> None:
        """Resolve links to the files of a site."""
        self._files = files
        self._caches: dict[tuple[str, str], dict[str, _Target]] = {}

    def for_page(self, page: File) -> tuple[ToHref, dict[File, dict[str, str]]]:
        """Return a function that resolves the links of a page, and a dictionary that it adds anchors to.

        The function raises `FallBack` for a link without a target and for one that it cannot resolve.

        Returns:
            The function, and the anchors that the page links to, each with the link as written, by file.
        """
        cache = self._caches.setdefault(_folder(page), {})
        anchors: dict[File, dict[str, str]] = {}

        def to_href(url: str) -> str:
            path, _, anchor = url.partition("#")
            target = cache.get(path)
            if target is None or target.file.url.startswith(page.url):
                if _EXTERNAL.fullmatch(url):
                    return url.replace("&", "&amp;")
                if not path and anchor and "&" not in anchor:
                    anchors.setdefault(page, {}).setdefault(anchor, url)
                    return url
                target = self._resolve(path, page)
                # the relative URL of a page below this one is different from that on the other pages of the folder
                if not target.file.url.startswith(page.url):
                    if len(cache) >= MAX_CACHED:
                        cache.clear()
                    cache[path] = target
            if not anchor:
                return target.href
            if _UNSAFE.search(anchor):
                raise FallBack(url)
            anchors.setdefault(target.file, {}).setdefault(anchor, url)
            return f"{target.href}#{anchor.replace('&', '&amp;')}"

        return to_href, anchors

    def _resolve(self, url: str, page: File) -> _Target:
        """Return the target of a link without an anchor, as MkDocs resolves it.

        Raises:
            FallBack: If MkDocs would warn about the link.
        """
        path, query = (url, "") if _PLAIN_PATH.fullmatch(url) else _split(url)
        joined = posixpath.join(posixpath.dirname(page.src_uri), path).lstrip("/")
        file = self._files.src_uris.get(posixpath.normpath(joined))
        if file is None or file.inclusion.is_excluded():
            raise FallBack(url)
        href = get_relative_url(file.url, page.url)
        href = urlunsplit(("", "", href, query, "")) if query else href
        if _UNSAFE.search(href):
            raise FallBack(url)
        return _Target(file, href.replace("&", "&amp;"))


def _split(url: str) -> tuple[str, str]:
    """Return the path and the query of a relative link.

    Raises:
        FallBack: If the link is not relative, or not valid.
    """
    try:
        scheme, netloc, path, query, _ = urlsplit(url)
    except ValueError:
        raise FallBack(url) from None
    if scheme or netloc or not path or url.startswith(("/", "\\")) or ";" in url:
        raise FallBack(url)
    return unquote(path), query


def _folder(page: File) -> tuple[str, str]:
    """Return a key that is the same for all pages from which a link has the same relative URL."""
    folder = posixpath.dirname(page.src_uri)
    if page.url.endswith(".html"):
        return folder, f"{posixpath.dirname(page.url)}/*.html"
    if page.name == "index" or not page.url.endswith("/"):
        return folder, page.url
    return folder, f"{posixpath.dirname(page.url[:-1])}/*/"
