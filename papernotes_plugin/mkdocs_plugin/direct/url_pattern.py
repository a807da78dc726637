"""Split the URL of a generated page into a part shared with similar pages and a part of its own."""

from __future__ import annotations

from collections.abc import Container
from typing import NamedTuple


class UrlPattern(NamedTuple):
    """A URL whose names are replaced by marks when a page template is made."""

    folder: str
    """Folder that the page shares with similar pages."""
    names: tuple[str, ...]
    """Steps of the URL below the folder."""
    ending: str
    """Text after the last name: `/` or a suffix such as `.html`."""

    @property
    def shape(self) -> tuple[str, int, str]:
        """Key that similar pages share."""
        return self.folder, len(self.names), self.ending

    def marked(self) -> str:
        """Return the URL with a mark instead of each name, which `NAME_MARK` matches."""
        marks = (f"pN0place{number}Np" for number in range(len(self.names)))
        return f"{'/'.join((self.folder, *marks))}{self.ending}"


NAME_MARK = r"pN0place([0-9]+)Np"
"""Pattern of the marks in `UrlPattern.marked`, with the number of the name."""


def split_url(url: str, linked: Container[str] = ()) -> UrlPattern:
    """Return the URL of a page as a pattern.

    Links to pages in a folder that contains the page are relative to that folder, so such folders are shared.

    Args:
        url: URL of the page, relative to the site.
        linked: URLs that all pages link to, with their parent folders (see `with_parents`).

    Examples:
        >>> split_url("papers/a2020b/")
        UrlPattern(folder='papers', names=('a2020b',), ending='/')
        >>> split_url("tags/vision/3d.html").marked()
        'tags/pN0place0Np/pN0place1Np.html'
        >>> split_url("tags/vision/3d.html", with_parents("tags/vision/a.html")).marked()
        'tags/vision/pN0place0Np.html'
    """
    *folders, name = url.rstrip("/").split("/")
    ending = "/"
    if not url.endswith("/"):
        name, dot, ending = name.rpartition(".")
        ending = dot + ending
    shared = 1
    while shared < len(folders) and "/".join(folders[: shared + 1]) in linked:
        shared += 1
    return UrlPattern("/".join(folders[:shared]), (*folders[shared:], name), ending)


def with_parents(url: str) -> frozenset[str]:
    """Return a URL and its parent folders, without slashes at the end.

    Examples:
        >>> sorted(with_parents("tags/vision/3d/"))
        ['tags', 'tags/vision', 'tags/vision/3d']
    """
    steps = url.rstrip("/").split("/")
    return frozenset("/".join(steps[:count]) for count in range(1, len(steps) + 1))
