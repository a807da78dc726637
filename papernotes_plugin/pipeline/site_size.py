"""Estimate how many pages papernotes adds to a site, and how large they are, before they are rendered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from papernotes_plugin.pipeline.site import Site
from papernotes_plugin.text import counted
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Output

FEW_PAPERS = 3
"""Papers below which the page of a tag, a topic or a venue is a candidate to leave out."""
MANY_PAGES = 1_000
"""Generated pages from which a site is reported."""
_CONTENT = lazy_regex(r"<article|role=\"?main")
"""The beginning of the content of a page."""
_SAMPLES = 10
"""Texts of each kind of file that are computed for the estimate."""
_HTML_PER_MARKDOWN = 1.25
"""Size of the content of a page in HTML, relative to its Markdown; measured on sites of different authors."""


@dataclass(frozen=True)
class SiteSize:
    """Size of the generated part of a site."""

    pages: int
    """Number of generated pages."""
    megabytes: float
    """Size of all generated files in HTML."""
    small_groups: int
    """Number of pages of tags, topics and venues with fewer than `FEW_PAPERS` papers."""

    def __str__(self) -> str:
        """Return pages and size for a message: `1,200 pages, about 40 MB`."""
        return f"{counted(self.pages, 'page')}, about {max(1, round(self.megabytes)):,} MB"


def estimate_size(site: Site, shell: int) -> SiteSize:
    """Return the size of the generated part of a site.

    Args:
        site: The library and its outputs.
        shell: Bytes of a page without its content: header, navigation and footer of the theme.
    """
    by_kind: dict[tuple[str, bool], list[Output]] = {}
    for output in site.outputs:
        by_kind.setdefault((output.path.partition("/")[0], _is_page(output)), []).append(output)
    pages = sum(len(outputs) for (_, is_page), outputs in by_kind.items() if is_page)
    size = sum(_size(outputs, shell if is_page else 0) for (_, is_page), outputs in by_kind.items())
    return SiteSize(pages, size / 1e6, count_small_groups(site))


def count_small_groups(site: Site) -> int:
    """Return the number of pages of tags, topics and venues with fewer than `FEW_PAPERS` papers."""
    library = site.library
    return sum(len(group.papers) < FEW_PAPERS for group in (*library.tags, *library.topics, *library.venues))


def shell_size(html: str) -> int:
    """Return the bytes of a page without its content; 0 if the theme does not mark the content."""
    content = _CONTENT.search(html)
    if not content:
        return 0
    end = html.rfind("</article>") if content[0] == "<article" else html.find("<footer", content.end())
    return len(html.encode()) - len(html[content.start() : end].encode()) if end > content.start() else 0


def advice(size: SiteSize) -> str:
    """Return the option that makes fewer pages, and how many; empty if none does."""
    if not size.small_groups:
        return ""
    return f"'min_papers: {FEW_PAPERS}' makes {counted(size.small_groups, 'page')} fewer"


def _is_page(output: Output) -> bool:
    return output.path.endswith(".md")


def _size(outputs: Sequence[Output], shell: int) -> float:
    """Return the bytes of files of one kind; a shell of 0 marks files that are no pages."""
    lengths = [len(output.text.encode("utf-8", "surrogatepass")) for output in _sample(outputs)]
    mean = sum(lengths) / len(lengths)
    return len(outputs) * (shell + mean * _HTML_PER_MARKDOWN if shell else mean)


def _sample(outputs: Sequence[Output]) -> Iterable[Output]:
    """Return at most `_SAMPLES` outputs, evenly distributed."""
    step = max(1, len(outputs) // _SAMPLES)
    return outputs[::step][:_SAMPLES] if step > 1 else outputs
