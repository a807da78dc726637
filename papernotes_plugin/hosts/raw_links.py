"""Raw links: those in HTML that our pages hold ready-made (pictures), which no host takes for links to pages.

They are written as links in Markdown are, to the source of a page (`../papers/x.md`); each face says what address
that page has in the site.
"""

from __future__ import annotations

import html
import posixpath
import re
from collections.abc import Callable
from urllib.parse import unquote

from papernotes_plugin.text.escaping import escape_attribute

_LINK = re.compile(r'(<a\b[^<>]*?\bhref=")([^":?#]+\.md)(#[^"]*)?(?=")')


def resolve_links(page: str, path: str, address: Callable[[str], str | None]) -> str:
    """A page of ours, as Markdown with HTML in it, whose raw links lead to addresses.

    Args:
        page: The text.
        path: Where the page stands: what its links are relative to.
        address: The address of a page as seen from this one; None where there is no such page.
    """
    folder = posixpath.dirname(path)

    def lead(match: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(folder, unquote(html.unescape(match[2]))))
        there = address(target)
        return match[0] if there is None else f"{match[1]}{escape_attribute(there)}{match[3] or ''}"

    return _LINK.sub(lead, page)


def site_path(path: str, *, folders: bool) -> str:
    """The address of a file from the root of a site; `folders`: each page is a folder of its own.

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
