"""Resolve links in the raw HTML of generated pages.

Site generators convert Markdown links to URLs, but not links in raw HTML, such as those in SVG.  Raw links are written
like Markdown links, to the source of a page (`../papers/x.md`), and resolved here.
"""

from __future__ import annotations

import html
import posixpath
import re
from collections.abc import Callable
from urllib.parse import unquote

from papernotes_plugin.text.escaping import escape_attribute
from papernotes_plugin.text.lazy_regex import lazy_regex

_LINK = lazy_regex(r'(<a\b[^<>]*?\b(?P<xlink>xlink:)?href=")(?P<path>[^":?#]+\.md)(?P<fragment>#[^"]*)?(?=")')


def resolve_links(page: str, path: str, address: Callable[[str], str | None], *, only_svg: bool = False) -> str:
    """Return a generated page with the URLs of its raw links resolved.

    Args:
        page: The text, Markdown with HTML.
        path: The posix path of the page, to which its links are relative.
        address: Returns the URL of a page, relative to this one, for its posix path; None if there is no such page.
        only_svg: Keep links of HTML elements, for a generator that resolves them.
    """
    folder = posixpath.dirname(path)

    def resolve(match: re.Match[str]) -> str:
        if only_svg and not match["xlink"]:
            return match[0]
        target = posixpath.normpath(posixpath.join(folder, unquote(html.unescape(match["path"]))))
        url = address(target)
        return match[0] if url is None else f"{match[1]}{escape_attribute(url)}{match['fragment'] or ''}"

    return _LINK.sub(resolve, page)


def site_path(path: str, *, folders: bool) -> str:
    """Return the URL of a file relative to the root of a site; with `folders`, each page has its own folder.

    Examples:
        >>> site_path("papers/x.md", folders=True), site_path("papers/x.md", folders=False)
        ('papers/x/', 'papers/x')
        >>> site_path("map/_index.md", folders=True)
        'map/'
    """
    if not path.endswith(".md"):
        return path
    folder, _, name = path.removesuffix(".md").rpartition("/")
    folder = f"{folder}/" if folder else ""
    return folder if name in ("index", "_index") else f"{folder}{name}{'/' if folders else ''}"
