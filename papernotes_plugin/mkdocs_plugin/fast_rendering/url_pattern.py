"""Where the pages of ours are: what tells an address from those of the pages that look the same from all others."""

from __future__ import annotations

from collections.abc import Container
from typing import NamedTuple


class UrlPattern(NamedTuple):
    """Where a page is, as it has it in common with its neighbours and as it has not."""

    folder: str
    names: tuple[str, ...]
    """The steps that tell it from them."""
    ending: str
    """What is behind the last."""

    @property
    def kind(self) -> tuple[str, int, str]:
        """What a page has in common with its neighbours."""
        return self.folder, len(self.names), self.ending

    def marked(self) -> str:
        """The address with a mark for each name, as `PLACES` finds it."""
        marks = (f"pN0place{number}Np" for number in range(len(self.names)))
        return f"{'/'.join((self.folder, *marks))}{self.ending}"


PLACES = r"pN0place([0-9]+)Np"
"""The marks of `Address.marked`, each with its number."""


def parted(url: str, near: Container[str] = ()) -> UrlPattern:
    """The address of a page; `near`: what others link to, with all folders around, as `way_to` has it.

    A link to what is in a folder with the page looks like no other one.

    Examples:
        >>> parted("papers/a2020b/")
        Address(folder='papers', names=('a2020b',), ending='/')
        >>> parted("tags/vision/3d.html").marked(), parted("tags/vision/3d.html", way_to("tags/vision/a.html")).marked()
        ('tags/pN0place0Np/pN0place1Np.html', 'tags/vision/pN0place0Np.html')
    """
    *folders, name = url.rstrip("/").split("/")
    ending = "/"
    if not url.endswith("/"):
        name, dot, ending = name.rpartition(".")
        ending = dot + ending
    shared = 1
    while shared < len(folders) and "/".join(folders[: shared + 1]) in near:
        shared += 1
    return UrlPattern("/".join(folders[:shared]), (*folders[shared:], name), ending)


def way_to(url: str) -> frozenset[str]:
    """An address, without a slash at its end, and all folders around it.

    Examples:
        >>> sorted(way_to("tags/vision/3d/"))
        ['tags', 'tags/vision', 'tags/vision/3d']
    """
    steps = url.rstrip("/").split("/")
    return frozenset("/".join(steps[:count]) for count in range(1, len(steps) + 1))
