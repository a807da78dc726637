"""Indexes: the pages that list papers or groups, with their views.  Imports vocabulary only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from urllib.parse import urlencode

from papernotes_plugin.links.addresses import (
    csl_file,
    fold_path,
    group_bibtex,
    group_index,
    group_page,
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
from papernotes_plugin.render import tag_tree
from papernotes_plugin.render.lazy_outputs import Head, Planned
from papernotes_plugin.render.page_links import Links
from papernotes_plugin.render.page_views import (
    Counted,
    GroupView,
    Kinds,
    PapersView,
    Part,
    Row,
    VenueLine,
    VenuesView,
    YearView,
)
from papernotes_plugin.render.paper_lists import all_bibtex, branches, filled_columns, group_title, indexes, parted, row
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Group, Library, Link, Paper

MOST_BESIDE = 12
"""Tags that the page of a tag shows beside it."""


def _in_table(page: str, config: Config, **wanted: str) -> str:
    """The table of all papers, showing those that are wanted."""
    return f"{relative_href(papers_index(config), page)}?{urlencode(wanted)}"


# --- all papers -----------------------------------------------------------------------------------


def paper_pages(links: Links) -> Iterator[Planned]:
    """The pages of all papers and of each year."""
    yield Planned(papers_index(links.config), "papers.md", Head("Papers"), _papers_view)
    for year, held in group_by_year(sorted_papers(links.library, links.config)).items():
        page = year_page(year, links.config)
        split = split_pages(tuple(paper.slug for paper in held), PAPERS_PER_PAGE)
        for number, slugs in enumerate(split, 1):
            here = numbered_page(page, number)
            part = parted(page, here, number, len(split))
            view = partial(_year_view, year, here, slugs, len(held), part)
            yield Planned(here, "year.md", Head(_year(year)), view)


def _year(year: int | None) -> str:
    return str(year or "Without a year")


def _year_view(year: int | None, here: str, slugs: Sequence[str], papers: int, part: Part, links: Links) -> YearView:
    by_slug, config = links.library.by_slug, links.config
    return YearView(
        title=_year(year),
        above=(Link("All papers", relative_href(papers_index(config), here)),),
        rows=tuple(replace(row(by_slug[slug], links, here, ("year",)), year=None) for slug in slugs),
        papers=papers,
        part=part,
        table_href=_in_table(here, config, year=str(year)) if year else "",
        indexes=indexes(links.library, config, here),
    )


def _papers_view(links: Links) -> PapersView:
    library, config = links.library, links.config
    page, papers = papers_index(config), sorted_papers(library, config)
    years, columns = group_by_year(papers), filled_columns(papers, links)
    pages = (
        (Link(str(year or "no year"), relative_href(year_page(year, config), page)), years[year]) for year in years
    )
    return PapersView(
        rows=tuple(row(paper, links, page, columns) for paper in papers[:PAPERS_PER_PAGE]),
        columns=columns,
        few_tags=4 * sum(bool(paper.tags) for paper in papers) < len(papers),
        papers=len(papers),
        notes=sum(bool(pairs) for pairs in library.mentions.values()),
        years=tuple(Counted(link, len(held)) for link, held in pages),
        data=_data(links, papers, page),
        bibtex_href=relative_href(config.bibtex_path, page),
        csl_href=relative_href(csl_file(config), page),
        ris_href=relative_href(ris_file(config), page),
        indexes=indexes(library, config, page),
    )


def _data(links: Links, papers: Sequence[Paper], page: str) -> tuple[Link, ...]:
    if not papers:
        return ()
    slug, config = papers[0].slug, links.config
    found = [
        Link("table", relative_href(table_file(config), page)),
        Link(f"paper {slug}", links.paper(papers[0], page)),
    ]
    kinds = (("tag", config.tags_path, links.library.tags), ("venue", config.venues_path, links.library.venues))
    for name, folder, groups in kinds:
        found += [Link(f"{name} {g.slug}", relative_href(group_page(folder, g.slug), page)) for g in groups[:1]]
    return tuple(found)


# --- tags, topics, venues -------------------------------------------------------------------------


def group_pages(kind: Kinds) -> Iterator[Planned]:
    """The pages of the index of a kind, and of each of its groups."""
    yield from (_venues if kind.title == "Venues" else tag_tree.pages)(kind)
    groups = _Groups(kind)
    for group in kind.groups:
        yield from groups.pages(group)


class _Groups:
    """The pages of the groups of one kind."""

    def __init__(self, kind: Kinds) -> None:
        self.kind = kind
        self.by_slug = {group.slug: group for group in kind.groups}

    def pages(self, group: Group) -> Iterator[Planned]:
        """Each page of a group."""
        page, (title, _) = group_page(self.kind.folder, group.slug), group_title(group, self.kind.title)
        split = split_pages(group.papers, PAPERS_PER_PAGE)
        for number, slugs in enumerate(split, 1):
            here = numbered_page(page, number)
            part = parted(page, here, number, len(split))
            yield Planned(here, "group.md", Head(title, part), partial(self._view, group, here, slugs, part))

    def _view(self, group: Group, page: str, slugs: Sequence[str], part: Part, links: Links) -> GroupView:
        kind, library = self.kind, links.library
        title, about = group_title(group, kind.title)
        first = part.number == 1
        below = branches((self.by_slug[slug] for slug in group.children), kind.folder, page, depth=len(group.path))
        notes = (Link(library.by_path[n].title, relative_href(n, page)) for n in group.notes if n in library.by_path)
        wanted = _wanted(group, kind.title) if len(group.papers) > 1 else {}
        return GroupView(
            title=title,
            about=about,
            above=self._above(group, page),
            below=below if first else (),
            beside=self._beside(group, page, library) if first and kind.title == "Tags" else (),
            rows=tuple(self._row(slug, group, page, links) for slug in slugs),
            papers=len(group.papers),
            part=part,
            table_href=_in_table(page, links.config, **wanted) if wanted else "",
            notes=tuple(notes) if first else (),
            bibtex_href=relative_href(group_bibtex(kind.folder, group.slug), page) if group.papers else "",
            indexes=indexes(library, links.config, page),
        )

    def _row(self, slug: str, group: Group, page: str, links: Links) -> Row:
        """A paper, without what the title of the page says of all."""
        found = row(links.library.by_slug[slug], links, page)
        if self.kind.title != "Venues":
            return found
        return replace(found, venue=None, year=None if len(group.path) > 1 else found.year)

    def _above(self, group: Group, page: str) -> tuple[Link, ...]:
        above = [Link(self.kind.title, relative_href(group_index(self.kind.folder), page))]
        slugs = group.slug.split("/")
        for steps in range(1, len(group.path)):
            around = self.by_slug["/".join(slugs[:steps])]
            above.append(Link(around.name, relative_href(group_page(self.kind.folder, around.slug), page)))
        return tuple(above)

    def _beside(self, group: Group, page: str, library: Library) -> tuple[Counted, ...]:
        """The tags that the papers of a tag have most often, too; those above and below it apart."""
        own = fold_path(group.path)
        counts: Counter[tuple[str, ...]] = Counter()
        for slug in group.papers:
            paths = {fold_path(tag_path(tag)) for tag in library.by_slug[slug].tags}
            counts.update(path for path in paths if path[: len(own)] != own and own[: len(path)] != path)
        known = library.by_tag
        most = sorted(counts, key=lambda path: (-counts[path], path))[:MOST_BESIDE]
        return tuple(
            Counted(
                Link(
                    f"#{'/'.join(known[path].path)}",
                    relative_href(group_page(self.kind.folder, known[path].slug), page),
                ),
                counts[path],
            )
            for path in most
            if path in known
        )


def _wanted(group: Group, kind: str) -> dict[str, str]:
    """What the table of all papers has to show for a group; nothing where it knows no such filter."""
    if kind == "Tags":
        return {"tag": "/".join(group.path)}
    return dict(zip(("venue", "year"), group.path, strict=False)) if kind == "Venues" else {}


# --- the indexes of a kind ------------------------------------------------------------------------


def _venues(kind: Kinds) -> Iterator[Planned]:
    """Each venue with its years."""
    page = group_index(kind.folder)
    split = split_pages([group for group in kind.groups if len(group.path) == 1], LINES_PER_PAGE // 4)
    for number, part in enumerate(split, 1):
        here = numbered_page(page, number)
        parting = parted(page, here, number, len(split))
        yield Planned(here, "venues.md", Head(kind.title), partial(_venues_view, kind, here, part, parting))


def _venues_view(kind: Kinds, here: str, groups: Sequence[Group], part: Part, links: Links) -> VenuesView:
    by_slug = {group.slug: group for group in kind.groups}

    def counted(group: Group) -> Counted:
        return Counted(Link(group.name, relative_href(group_page(kind.folder, group.slug), here)), len(group.papers))

    lines = (
        VenueLine(
            link=counted(group).link,
            name=group_title(group, kind.title)[1],
            papers=len(group.papers),
            years=tuple(counted(by_slug[slug]) for slug in group.children),
        )
        for group in groups
    )
    return VenuesView(
        title=kind.title,
        venues=tuple(lines),
        part=part,
        empty="No venues yet.",
        bibtex_href=all_bibtex(kind, here),
        indexes=indexes(links.library, links.config, here),
    )
