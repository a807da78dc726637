"""The one check at build time: pages of ours that are made both ways and compared to the byte."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from zlib import crc32

from papernotes_plugin.mkdocs_plugin.setup.reporting import report
from papernotes_plugin.vocabulary.config import AUTO

_MORE = 2
"""How many pages of a kind are compared besides its first."""
_LONG = 40_000
"""Characters of a page that is too long to be made twice."""


class SampleCheck:
    """Which pages are compared, and which kinds of pages the host shall make one by one for what that showed.

    A page is compared twice on its way, each time with what the host makes of the same: what stands in it, as soon as
    its text is known (`moulds`), and all of it, when the theme and the other plugins have told what is around that
    (`frames`).
    """

    def __init__(self, bodies: Mapping[str, str], way: str) -> None:
        """For the pages with these texts, by path; `way` is of `papernotes_plugin.vocabulary.config.RENDERINGS`."""
        self.on = way == AUTO
        """Whether pages are compared at all."""
        self.due = tuple(_samples(bodies)) if self.on else ()
        """The pages that are, by path: the first of each kind, and some that nobody can foresee."""
        self._plain: set[str] = set()

    def trusts(self, path: str) -> bool:
        """Whether pages like that at a path may be put together."""
        return kind(path) not in self._plain

    def differs(self, path: str) -> None:
        """The page at a path is not what the host makes of it: no page of its kind is put together, which is said."""
        self._plain.add(kind(path))
        report(f"pages like '{path}' are made one by one, which takes longer: it would differ", (), stop=False)


def kind(path: str) -> str:
    """What the pages have in common that are made in the same way.

    Examples:
        >>> kind("papers/a2020b.md"), kind("tags/a/b.md"), kind("tags/index.md")
        ('papers', 'tags', 'tags/index.md')
    """
    folder = path.partition("/")[0]
    return f"{folder}/index.md" if path.endswith("/index.md") else folder


def _samples(bodies: Mapping[str, str]) -> Iterator[str]:
    kinds: dict[str, list[str]] = {}
    for path in bodies:
        kinds.setdefault(kind(path), []).append(path)
    for paths in kinds.values():
        short = ((path, body) for path in paths if len(body := bodies[path]) < _LONG)
        for first, body in islice(short, 1):
            yield first
            # random, but the same for the same notes
            seed = crc32(body.encode())
            others = sorted({*paths} - {first}, key=lambda path: (crc32(path.encode(), seed), path))
            yield from islice((path for path in others if len(bodies[path]) < _LONG), _MORE)
