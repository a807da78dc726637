"""Build the index pages: the home page, all papers, years, tags, topics, venues and the map.

To add an index page:

1. Add a view (`page_views`) and a template (`templates/*_page.md`).
2. Write a function here that yields its pages, and list it in `INDEX_PAGES`.
3. Give it a path in `links.addresses`, and a link at the top of every page in `paper_lists.navigation_bar`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from urllib.parse import urlencode

from papernotes_plugin.links.addresses import (
    csl_file,
    fold_path,
    group_bibtex,
    group_index,
    group_page,
    map_page,
    papers_index,
    relative_href,
    ris_file,
    table_file,
    tag_path,
)
from papernotes_plugin.links.pagination import (
    LINES_PER_PAGE,
    PAPERS_PER_PAGE,
    group_by_year,
    numbered_page,
    sorted_papers,
    split_pages,
    year_page,
)
from papernotes_plugin.links.paper_files import has_file
from papernotes_plugin.render.group_index_pages import group_index_pages
from papernotes_plugin.render.home_page import home_pages
from papernotes_plugin.render.lazy_outputs import FrontMatterView, LazyOutput
from papernotes_plugin.render.map_views import map_view
from papernotes_plugin.render.page_links import PageLinks
from papernotes_plugin.render.page_views import (
    CountedLink,
    GroupKind,
    GroupView,
    Pagination,
    PaperRow,
    PapersView,
    VenueIndexView,
    VenueLine,
    YearView,
)
from papernotes_plugin.render.paper_lists import (
    all_groups_bibtex,
    filled_columns,
    group_kinds,
    group_title,
    navigation_bar,
    outline_lines,
    pagination,
    paper_row,
)
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Detail, Group, Library, Link, Paper, Subject

MAX_FREQUENT_TAGS = 12
"""Other tags that the page of a tag links to."""


def _table_href(page: str, config: Config, **filters: str) -> str:
    """Return the URL of the table of all papers with filters, such as `year="2024"`."""
    return f"{relative_href(papers_index(config), page)}?{urlencode(filters)}"


# --- all papers -----------------------------------------------------------------------------------


def _papers_pages(links: PageLinks) -> Iterator[LazyOutput]:
    """Yield the page of all papers."""
    yield LazyOutput(papers_index(links.config), "papers_page.md", FrontMatterView("Papers"), _papers_view)


def _papers_view(links: PageLinks) -> PapersView:
    library, config = links.library, links.config
    page, papers = papers_index(config), sorted_papers(library, config)
    years, columns = group_by_year(papers), filled_columns(papers, links)
    pages = (
        (Link(str(year or "no year"), relative_href(year_page(year, config), page)), years[year]) for year in years
    )
    return PapersView(
        rows=tuple(paper_row(paper, links, page, columns) for paper in papers[:PAPERS_PER_PAGE]),
        columns=columns,
        few_tags=4 * sum(bool(paper.tags) for paper in papers) < len(papers),
        paper_count=len(papers),
        note_count=sum(bool(mentions) for mentions in library.mentions.values()),
        years=tuple(CountedLink(link, len(papers_of_year)) for link, papers_of_year in pages),
        script_links=_script_links(links, papers, page),
        bibtex_href=relative_href(config.bibtex_path, page),
        csl_href=relative_href(csl_file(config), page),
        ris_href=relative_href(ris_file(config), page),
        bar=navigation_bar(links, page),
    )


def _script_links(links: PageLinks, papers: Sequence[Paper], page: str) -> tuple[Link, ...]:
    """Return the data file of the table, and one page of each kind: the script learns from them how URLs look."""
    if not papers:
        return ()
    slug, config = papers[0].slug, links.config
    examples = [
        Link("table", relative_href(table_file(config), page)),
        Link(f"paper {slug}", links.paper(papers[0], page)),
    ]
    kinds = (("tag", config.tags_path, links.library.tags), ("venue", config.venues_path, links.library.venues))
    for name, folder, groups in kinds:
        examples += [Link(f"{name} {g.slug}", relative_href(group_page(folder, g.slug), page)) for g in groups[:1]]
    return tuple(examples)


# --- years ----------------------------------------------------------------------------------------


def _year_pages(links: PageLinks) -> Iterator[LazyOutput]:
    """Yield the pages of each year; none if the page of all papers holds them all."""
    for year, papers in group_by_year(sorted_papers(links.library, links.config)).items():
        first_page = year_page(year, links.config)
        split = split_pages(tuple(paper.slug for paper in papers), PAPERS_PER_PAGE)
        for number, slugs in enumerate(split, 1):
            page = numbered_page(first_page, number)
            position = pagination(first_page, page, number, len(split))
            view = partial(_year_view, year, page, slugs, len(papers), position)
            subject = Subject(tuple(slugs), Detail.ROW, len(papers))
            yield LazyOutput(page, "year_page.md", FrontMatterView(_year_title(year)), view, subject)


def _year_title(year: int | None) -> str:
    return str(year or "Without a year")


def _year_view(
    year: int | None, page: str, slugs: Sequence[str], paper_count: int, position: Pagination, links: PageLinks
) -> YearView:
    by_slug, config = links.library.by_slug, links.config
    return YearView(
        title=_year_title(year),
        breadcrumbs=(Link("All papers", relative_href(papers_index(config), page)),),
        rows=tuple(paper_row(by_slug[slug], links, page, ("year",))._replace(year=None) for slug in slugs),
        paper_count=paper_count,
        pagination=position,
        table_href=_table_href(page, config, year=str(year)) if year else "",
        bar=navigation_bar(links, page),
    )


# --- tags, topics, venues -------------------------------------------------------------------------


def _group_pages(links: PageLinks) -> Iterator[LazyOutput]:
    """Yield the index of tags, of topics and of venues, and the pages of each group."""
    for kind in group_kinds(links.library, links.config):
        yield from (_venue_index_pages if kind.title == "Venues" else group_index_pages)(kind)
        groups = _GroupPages(kind)
        for group in kind.groups:
            yield from groups.pages(group)


class _GroupPages:
    """Pages of the groups of one kind."""

    def __init__(self, kind: GroupKind) -> None:
        self.kind = kind
        self.by_slug = {group.slug: group for group in kind.groups}

    def pages(self, group: Group) -> Iterator[LazyOutput]:
        """Yield the pages of a group."""
        first_page, (title, _) = group_page(self.kind.folder, group.slug), group_title(group, self.kind.title)
        split = split_pages(group.papers, PAPERS_PER_PAGE)
        for number, slugs in enumerate(split, 1):
            page = numbered_page(first_page, number)
            position = pagination(first_page, page, number, len(split))
            view = partial(self._view, group, page, slugs, position)
            subject = Subject(tuple(slugs), Detail.ROW, (group.path, len(group.papers)))
            if number == 1:
                # the frequent tags are those of all papers
                subject = Subject(group.papers, Detail.ROW, (group, [self.by_slug[slug] for slug in group.children]))
            yield LazyOutput(page, "group_page.md", FrontMatterView(title, position), view, subject)

    def _view(self, group: Group, page: str, slugs: Sequence[str], position: Pagination, links: PageLinks) -> GroupView:
        kind, library = self.kind, links.library
        title, subtitle = group_title(group, kind.title)
        is_first = position.number == 1
        children = (self.by_slug[slug] for slug in group.children)
        subgroups = outline_lines(children, kind.folder, page, depth=len(group.path))
        notes = (Link(library.by_path[n].title, relative_href(n, page)) for n in group.notes if n in library.by_path)
        filters = _table_filters(group, kind.title) if len(group.papers) > 1 else {}
        bibtex_file = group_bibtex(kind.folder, group.slug)
        has_bibtex = group.papers and has_file(bibtex_file, len(group.papers), library, links.config)
        return GroupView(
            title=title,
            subtitle=subtitle,
            breadcrumbs=self._breadcrumbs(group, page),
            subgroups=subgroups if is_first else (),
            frequent_tags=self._frequent_tags(group, page, library) if is_first and kind.title == "Tags" else (),
            rows=tuple(self._row(slug, group, page, links) for slug in slugs),
            paper_count=len(group.papers),
            pagination=position,
            table_href=_table_href(page, links.config, **filters) if filters else "",
            notes=tuple(notes) if is_first else (),
            bibtex_href=relative_href(bibtex_file, page) if has_bibtex else "",
            bar=navigation_bar(links, page),
        )

    def _row(self, slug: str, group: Group, page: str, links: PageLinks) -> PaperRow:
        """Return a paper without the venue and year that the title of the page gives."""
        row = paper_row(links.library.by_slug[slug], links, page)
        if self.kind.title != "Venues":
            return row
        return row._replace(venue=None, year=None if len(group.path) > 1 else row.year)

    def _breadcrumbs(self, group: Group, page: str) -> tuple[Link, ...]:
        breadcrumbs = [Link(self.kind.title, relative_href(group_index(self.kind.folder), page))]
        slugs = group.slug.split("/")
        for depth in range(1, len(group.path)):
            parent = self.by_slug["/".join(slugs[:depth])]
            breadcrumbs.append(Link(parent.name, relative_href(group_page(self.kind.folder, parent.slug), page)))
        return tuple(breadcrumbs)

    def _frequent_tags(self, group: Group, page: str, library: Library) -> tuple[CountedLink, ...]:
        """Return the most frequent other tags of a tag's papers, without its parents and children."""
        own = fold_path(group.path)
        counts: Counter[tuple[str, ...]] = Counter()
        for slug in group.papers:
            paths = {fold_path(tag_path(tag)) for tag in library.by_slug[slug].tags}
            counts.update(path for path in paths if path[: len(own)] != own and own[: len(path)] != path)
        frequent = sorted(counts, key=lambda path: (-counts[path], path))[:MAX_FREQUENT_TAGS]
        tags = [(library.by_tag[path], counts[path]) for path in frequent if path in library.by_tag]
        return tuple(
            CountedLink(
                Link(f"#{'/'.join(tag.path)}", relative_href(group_page(self.kind.folder, tag.slug), page)), count
            )
            for tag, count in tags
        )


def _table_filters(group: Group, kind: str) -> dict[str, str]:
    """Return the filters of the table of all papers that select a group; {} if the table has none for its kind."""
    if kind == "Tags":
        return {"tag": "/".join(group.path)}
    return dict(zip(("venue", "year"), group.path, strict=False)) if kind == "Venues" else {}


def _venue_index_pages(kind: GroupKind) -> Iterator[LazyOutput]:
    """Yield the pages of the index of venues, each venue with its years."""
    first_page = group_index(kind.folder)
    split = split_pages([group for group in kind.groups if len(group.path) == 1], LINES_PER_PAGE // 4)
    for number, part in enumerate(split, 1):
        page = numbered_page(first_page, number)
        position = pagination(first_page, page, number, len(split))
        view = partial(_venue_index_view, kind, page, part, position)
        yield LazyOutput(page, "venue_index_page.md", FrontMatterView(kind.title), view)


def _venue_index_view(
    kind: GroupKind, page: str, groups: Sequence[Group], position: Pagination, links: PageLinks
) -> VenueIndexView:
    by_slug = {group.slug: group for group in kind.groups}

    def counted(group: Group) -> CountedLink:
        return CountedLink(
            Link(group.name, relative_href(group_page(kind.folder, group.slug), page)), len(group.papers)
        )

    lines = (
        VenueLine(
            link=counted(group).link,
            full_name=group_title(group, kind.title)[1],
            paper_count=len(group.papers),
            years=tuple(counted(by_slug[slug]) for slug in group.children),
        )
        for group in groups
    )
    return VenueIndexView(
        title=kind.title,
        venues=tuple(lines),
        pagination=position,
        empty_text="No venues yet.",
        bibtex_href=all_groups_bibtex(kind, page, links),
        bar=navigation_bar(links, page),
    )


# --- the map --------------------------------------------------------------------------------------


def _map_pages(links: PageLinks) -> Iterator[LazyOutput]:
    """Yield the page of the map, if the library has one."""
    if chart := links.library.chart:
        yield LazyOutput(map_page(links.config), "map_page.md", FrontMatterView("Map"), partial(map_view, chart=chart))


# --- all of them ----------------------------------------------------------------------------------

INDEX_PAGES: tuple[Callable[[PageLinks], Iterator[LazyOutput]], ...] = (
    home_pages,
    _papers_pages,
    _year_pages,
    _group_pages,
    _map_pages,
)
"""Functions that yield the index pages of a site."""
