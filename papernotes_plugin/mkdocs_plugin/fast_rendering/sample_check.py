"""Compare some generated pages with what MkDocs renders, byte by byte, during each build."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from zlib import crc32

from papernotes_plugin.mkdocs_plugin.setup.reporting import report
from papernotes_plugin.vocabulary.config import AUTO

_MORE_SAMPLES = 2
"""Pages of a kind that are compared besides the first one."""
_MAX_LENGTH = 40_000
"""Characters of a page that is too long to be rendered twice."""


class SampleCheck:
    """Samples to compare, and the kinds of pages that MkDocs must render because a sample differed.

    A sample is compared twice.  `html_renderer` compares its content, as soon as its text is known.  `page_template`
    compares the whole page, when the theme's template is rendered.
    """

    def __init__(self, texts: Mapping[str, str], mode: str) -> None:
        """Choose the samples.

        Args:
            texts: Texts of the generated pages, by source path.
            mode: One of `vocabulary.config.RENDERINGS`; pages are compared only with `AUTO`.
        """
        self.is_enabled = mode == AUTO
        self.samples = tuple(_choose_samples(texts)) if self.is_enabled else ()
        """Source paths of the pages to compare: the first of each kind, and some that vary with the texts."""
        self._different_kinds: set[str] = set()

    def is_trusted(self, path: str) -> bool:
        """Return whether pages of the same kind as the page at a path may be rendered fast."""
        return page_kind(path) not in self._different_kinds

    def mark_different(self, path: str) -> None:
        """Let MkDocs render all pages of the same kind as the page at a path, and log it."""
        self._different_kinds.add(page_kind(path))
        report(
            f"pages like '{path}' are rendered by MkDocs, which takes longer: fast rendering differs", (), stop=False
        )


def page_kind(path: str) -> str:
    """Return the kind of a generated page; pages of one kind have the same structure.

    Examples:
        >>> page_kind("papers/a2020b.md"), page_kind("tags/a/b.md"), page_kind("tags/index.md")
        ('papers', 'tags', 'tags/index.md')
    """
    folder = path.partition("/")[0]
    return f"{folder}/index.md" if path.endswith("/index.md") else folder


def _choose_samples(texts: Mapping[str, str]) -> Iterator[str]:
    paths_by_kind: dict[str, list[str]] = {}
    for path in texts:
        paths_by_kind.setdefault(page_kind(path), []).append(path)
    for paths in paths_by_kind.values():
        short = ((path, text) for path in paths if len(text := texts[path]) < _MAX_LENGTH)
        for first, text in islice(short, 1):
            yield first
            # a pseudo-random choice that is the same for the same notes
            seed = crc32(text.encode())
            others = sorted({*paths} - {first}, key=lambda path: (crc32(path.encode(), seed), path))
            yield from islice((path for path in others if len(texts[path]) < _MAX_LENGTH), _MORE_SAMPLES)
