"""Build the parts that several pages share: rows of papers, outlines of groups, pagination and the navigation bar."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from papernotes_plugin import venues
from papernotes_plugin.links.addresses import (
    group_index,
    group_page,
    index_bibtex,
    paper_page,
    relative_href,
)
from papernotes_plugin.links.pagination import numbered_page
from papernotes_plugin.links.paper_files import has_file
from papernotes_plugin.people.bylines import page_title
from papernotes_plugin.render.excerpt import one_line_excerpt
from papernotes_plugin.render.page_links import ExcerptContext, PageLinks
from papernotes_plugin.render.page_views import BarItem, GroupKind, OutlineLine, Pagination, PaperRow, SafeMarkdown
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Group, Library, Link, Paper


def group_kinds(library: Library, config: Config) -> tuple[GroupKind, GroupKind, GroupKind]:
    """Return the tags, the topics and the venues of a library."""
    return (
        GroupKind(config.tags_path, library.tags, "Tags"),
        GroupKind(config.topics_path, library.topics, "Topics"),
        GroupKind(config.venues_path, library.venues, "Venues"),
    )


def navigation_bar(links: PageLinks, page: str) -> tuple[BarItem, ...]:
    """Return the links to the index pages, as they are at the top of each page.

    An index without groups has no link, except on its own pages.
    """
    # the pages of a folder have the same links, apart from its index
    place = page if page == group_index(page.rpartition("/")[0]) else page.rpartition("/")[0]
    if place not in links.bars:
        links.bars[place] = _navigation_bar(links.library, links.config, page)
    return links.bars[place]


def _navigation_bar(library: Library, config: Config, page: str) -> tuple[BarItem, ...]:
    folders = [("Papers", config.papers_path)]
    folders += [(kind.title, kind.folder) for kind in group_kinds(library, config) if kind.groups or _is_in(page, kind)]
    folders += [("Map", config.map_path)] if library.chart else []
    # a folder may lie within that of the papers
    own = max((folder for _, folder in folders if page.startswith(f"{folder}/")), key=len, default="")
    return tuple(
        BarItem(
            Link(title, relative_href(group_index(folder), page)),
            "" if folder != own else "page" if page == group_index(folder) else "true",
        )
        for title, folder in folders
    )


def _is_in(page: str, kind: GroupKind) -> bool:
    return page.startswith(f"{kind.folder}/")


# --- papers in a list -----------------------------------------------------------------------------


def filled_columns(papers: Sequence[Paper], links: PageLinks) -> tuple[str, ...]:
    """Return the columns of the option `columns` that are not empty; all of them if there is no paper."""
    has_value = {
        "year": lambda paper: paper.year,
        "venue": lambda paper: paper.venue,
        "authors": lambda paper: paper.authors,
        "tags": lambda paper: paper.tags,
        "track": lambda paper: paper.track,
        "tldr": lambda paper: paper.tldr,
        "recent": links.latest_note_date,
    }
    columns = links.config.columns
    return tuple(c for c in columns if c not in has_value or any(map(has_value[c], papers))) or columns


def paper_row(paper: Paper, links: PageLinks, page: str, columns: Iterable[str] = ()) -> PaperRow:
    """Return a paper as a list or a table shows it.

    Args:
        paper: The paper.
        links: The library and its links.
        page: Path of the page.
        columns: Columns of the table; tags, links, TL;DR and dates are computed only for their columns.
    """
    columns = set(columns)
    tldr = ""
    if "tldr" in columns and paper.tldr:
        tldr = one_line_excerpt(paper.tldr, fact_context(paper, "tldr", links, page))
    return PaperRow(
        title=page_title(paper),
        name="" if paper.title else paper.name,
        href=relative_href(paper_page(paper.slug, links.config), page),
        byline=links.byline(paper),
        year=paper.year,
        venue=venue_link(paper, links, page, has_year_column="year" in columns),
        track=paper.track,
        tags=tag_links(paper, links, page) if "tags" in columns else (),
        note_count=len(paper.note_paths),
        citekey=paper.citekey,
        links=links.buttons(paper) if "links" in columns else (),
        tldr=SafeMarkdown(tldr),
        latest_note_date=links.latest_note_date(paper) if "recent" in columns else "",
    )


def venue_link(paper: Paper, links: PageLinks, page: str, *, has_year_column: bool = False) -> Link | None:
    """Return a link to a paper's venue in its year; the label omits a year that another column shows."""
    if not paper.venue or not paper.venue.acronym.strip():
        return None
    omit_year = has_year_column and paper.venue.year == paper.year
    return Link(paper.venue.acronym if omit_year else str(paper.venue), links.venue(paper, page))


def tag_links(paper: Paper, links: PageLinks, page: str) -> tuple[Link, ...]:
    """Return links to the pages of a paper's tags."""
    return tuple(Link(f"#{tag.lstrip('#')}", links.tag(tag, page)) for tag in paper.tags)


def fact_context(paper: Paper, fact: str, links: PageLinks, page: str) -> ExcerptContext:
    """Return the context of a fact such as `tldr`: the note that it comes from, if any, and the page."""
    origin = paper.origins.get(fact, "").rpartition(":")[0]
    return ExcerptContext(links, origin if origin in links.library.by_path else "", page)


# --- groups ---------------------------------------------------------------------------------------


def outline_lines(groups: Iterable[Group], folder: str, page: str, depth: int = 0) -> tuple[OutlineLine, ...]:
    """Return groups as lines of an outline.

    Args:
        groups: The groups, each parent before its children.
        folder: Folder of their pages.
        page: Path of the page that shows the outline.
        depth: Levels above the outline, which are not indented.
    """
    return tuple(
        OutlineLine(
            depth=len(group.path) - 1 - depth,
            link=Link(group.name, relative_href(group_page(folder, group.slug), page)),
            paper_count=len(group.papers),
            note_count=len(group.notes),
        )
        for group in groups
    )


def group_title(group: Group, kind: str) -> tuple[str, str]:
    """Return title and subtitle of a group's page; `kind` is the title of its `GroupKind`."""
    if kind == "Tags":
        return "#" + "/".join(group.path), ""
    if kind == "Topics":
        return group.name, ""
    year = int(group.path[1]) if len(group.path) > 1 else None
    name = venues.full_name(group.path[0], year)
    return " ".join(group.path), "" if name == group.path[0] else name


def all_groups_bibtex(kind: GroupKind, page: str, links: PageLinks) -> str:
    """Return the URL of the `.bib` file with all papers of a kind; "" if there is none."""
    path = index_bibtex(kind.folder)
    count = len({slug for group in kind.groups for slug in group.papers})
    return relative_href(path, page) if count and has_file(path, count, links.library, links.config) else ""


# --- lists on several pages -----------------------------------------------------------------------


def pagination(first_page: str, page: str, number: int, count: int, names: Sequence[str] = ()) -> Pagination:
    """Return the position of a page among the pages of a list.

    Args:
        first_page: Path of the first page of the list.
        page: Path of this page.
        number: Number of this page, from 1.
        count: Number of pages.
        names: Labels of the pages; their numbers if there are none.
    """
    if count == 1:
        return Pagination(number, ())
    labels = names or [str(other) for other in range(1, count + 1)]
    links = tuple(
        Link(label, relative_href(numbered_page(first_page, other), page) if other != number else "")
        for other, label in enumerate(labels, 1)
    )
    return Pagination(number, links)
