"""Split long lists into pages, so that no page is too heavy to load.

A list of papers has `PAPERS_PER_PAGE` papers on each page, an outline has `LINES_PER_PAGE` lines.  The second page of
`tags/llm.md` is `tags/llm_2.md`; slugs contain no underscore, so that it cannot be the page of another group.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from papernotes_plugin.links.addresses import group_page, papers_index
from papernotes_plugin.selection.paper_selection import Selection, select_papers
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Library, Paper

PAPERS_PER_PAGE = 200
"""Papers on one page: with the data for reference managers they weigh about 200 kB."""
LINES_PER_PAGE = 1000
"""Lines of an outline on one page."""

_T = TypeVar("_T")


def split_pages(items: Sequence[_T], size: int) -> tuple[Sequence[_T], ...]:
    """Return the items of each page, in order; an empty list has one page.

    Examples:
        >>> split_pages("abcde", 2), split_pages("", 2)
        (('ab', 'cd', 'e'), ('',))
    """
    return tuple(items[at : at + size] for at in range(0, max(len(items), 1), size))


def numbered_page(page: str, number: int) -> str:
    """Return the path of a page of a list; the number of the first page is 1.

    Examples:
        >>> numbered_page("tags/llm.md", 1), numbered_page("tags/llm.md", 3)
        ('tags/llm.md', 'tags/llm_3.md')
    """
    return page if number == 1 else f"{page.removesuffix('.md')}_{number}.md"


def year_page(year: int | None, config: Config) -> str:
    """Return the path of the page of all papers of a year, or of those without a year.

    No paper has a page in a subfolder, so that this is never the page of a paper.
    """
    return f"{config.papers_path}/years/{year or 'undated'}.md"


def sorted_papers(library: Library, config: Config) -> tuple[Paper, ...]:
    """Return all papers in the order of the option `sort`."""
    return select_papers(library, Selection(sort=config.sort))


def group_by_year(papers: Sequence[Paper]) -> dict[int | None, tuple[Paper, ...]]:
    """Return the papers by year, the latest first and those without a year last; {} if one page is enough."""
    if len(papers) <= PAPERS_PER_PAGE:
        return {}
    years: dict[int | None, list[Paper]] = {}
    for paper in papers:
        years.setdefault(paper.year, []).append(paper)
    return {year: tuple(years[year]) for year in sorted(years, key=lambda year: -(year or 0))}


def listing_pages(library: Library, config: Config) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the path of each page that lists papers, with the slugs of its papers."""
    papers = sorted_papers(library, config)
    yield papers_index(config), tuple(paper.slug for paper in papers[:PAPERS_PER_PAGE])
    for year, of_year in group_by_year(papers).items():
        yield from _paged(year_page(year, config), tuple(paper.slug for paper in of_year))
    kinds = (
        (config.tags_path, library.tags),
        (config.topics_path, library.topics),
        (config.venues_path, library.venues),
    )
    for folder, groups in kinds:
        for group in groups:
            yield from _paged(group_page(folder, group.slug), group.papers)


def _paged(page: str, slugs: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for number, part in enumerate(split_pages(slugs, PAPERS_PER_PAGE), 1):
        yield numbered_page(page, number), tuple(part)
