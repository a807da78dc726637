"""Indexes: the views of the pages that list papers or groups, each under its path.  Imports vocabulary only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from urllib.parse import urlencode

from papernotes_plugin.config import Config
from papernotes_plugin.model import Group, Link, Paper
from papernotes_plugin.pages.addresses import (
    csl_file,
    folded,
    group_bibtex,
    group_index,
    group_page,
    papers_index,
    relative,
    ris_file,
    table_file,
    tag_path,
)
from papernotes_plugin.pages.paging import LINES, PAPERS, by_year, in_order, part_page, parts, year_page
from papernotes_plugin.render import outlines
from papernotes_plugin.render.links import Links
from papernotes_plugin.render.listing import all_bibtex, branches, filled_columns, group_title, indexes, parted, row
from papernotes_plugin.render.views import (
    Counted,
    GroupView,
    Kinds,
    OutlineView,
    PapersView,
    Part,
    Row,
    VenueLine,
    VenuesView,
    YearView,
)

MOST_BESIDE = 12
"""Tags that the page of a tag shows beside it."""


def _in_table(page: str, config: Config, **wanted: str) -> str:
    """The table of all papers, showing those that are wanted."""
    return f"{relative(papers_index(config), page)}?{urlencode(wanted)}"


# --- all papers -----------------------------------------------------------------------------------


def paper_pages(links: Links) -> Iterator[tuple[str, str, PapersView | YearView]]:
    """The pages of all papers and of each year: path, template, view."""
    papers = in_order(links.library, links.config)
    years = by_year(papers)
    columns = filled_columns(papers, links)
    yield papers_index(links.config), "papers.md", _papers_view(links, papers, years, columns)
    for year, held in years.items():
        page = year_page(year, links.config)
        split = parts(held, PAPERS)
        for number, part in enumerate(split, 1):
            here = part_page(page, number)
            view = YearView(
                title=str(year or "Without a year"),
                above=(Link("All papers", relative(papers_index(links.config), here)),),
                rows=tuple(replace(row(paper, links, here, ("year",)), year=None) for paper in part),
                papers=len(held),
                part=parted(page, here, number, len(split)),
                table_href=_in_table(here, links.config, year=str(year)) if year else "",
                indexes=indexes(links.library, links.config, here),
            )
            yield here, "year.md", view


def _papers_view(
    links: Links, papers: Sequence[Paper], years: Mapping[int | None, Sequence[Paper]], columns: tuple[str, ...]
) -> PapersView:
    library, config = links.library, links.config
    page = papers_index(config)
    pages = ((Link(str(year or "no year"), relative(year_page(year, config), page)), years[year]) for year in years)
    return PapersView(
        rows=tuple(row(paper, links, page, columns) for paper in papers[:PAPERS]),
        columns=columns,
        few_tags=4 * sum(bool(paper.tags) for paper in papers) < len(papers),
        papers=len(papers),
        notes=sum(bool(pairs) for pairs in library.mentions.values()),
        years=tuple(Counted(link, len(held)) for link, held in pages),
        data=_data(links, papers, page),
        bibtex_href=relative(config.bibtex_path, page),
        csl_href=relative(csl_file(config), page),
        ris_href=relative(ris_file(config), page),
        indexes=indexes(library, config, page),
    )


def _data(links: Links, papers: Sequence[Paper], page: str) -> tuple[Link, ...]:
    if not papers:
        return ()
    slug, config = papers[0].slug, links.config
    found = [Link("table", relative(table_file(config), page)), Link(f"paper {slug}", links.paper(papers[0], page))]
    kinds = (("tag", config.tags_path, links.library.tags), ("venue", config.venues_path, links.library.venues))
    for name, folder, groups in kinds:
        found += [Link(f"{name} {g.slug}", relative(group_page(folder, g.slug), page)) for g in groups[:1]]
    return tuple(found)


# --- tags, topics, venues -------------------------------------------------------------------------


def group_pages(kind: Kinds, links: Links) -> Iterator[tuple[str, str, OutlineView | VenuesView | GroupView]]:
    """The pages of the index of a kind, and of each of its groups: path, template, view."""
    yield from (_venues if kind.title == "Venues" else outlines.pages)(kind, links)
    groups = _Groups(kind, links)
    for group in kind.groups:
        for path, view in groups.views(group):
            yield path, "group.md", view


class _Groups:
    """The pages of the groups of one kind."""

    def __init__(self, kind: Kinds, links: Links) -> None:
        self.kind = kind
        self.links = links
        self.by_slug = {group.slug: group for group in kind.groups}

    def views(self, group: Group) -> Iterator[tuple[str, GroupView]]:
        """Each page of a group under its path."""
        page = group_page(self.kind.folder, group.slug)
        split = parts(group.papers, PAPERS)
        for number, slugs in enumerate(split, 1):
            here = part_page(page, number)
            yield here, self._view(group, here, slugs, parted(page, here, number, len(split)))

    def _view(self, group: Group, page: str, slugs: Sequence[str], part: Part) -> GroupView:
        links, kind, library = self.links, self.kind, self.links.library
        title, about = group_title(group, kind.title)
        first = part.number == 1
        below = branches((self.by_slug[slug] for slug in group.children), kind.folder, page, depth=len(group.path))
        notes = (Link(library.by_path[n].title, relative(n, page)) for n in group.notes if n in library.by_path)
        wanted = _wanted(group, kind.title) if len(group.papers) > 1 else {}
        return GroupView(
            title=title,
            about=about,
            above=self._above(group, page),
            below=below if first else (),
            beside=self._beside(group, page) if first and kind.title == "Tags" else (),
            rows=tuple(self._row(slug, group, page) for slug in slugs),
            papers=len(group.papers),
            part=part,
            table_href=_in_table(page, links.config, **wanted) if wanted else "",
            notes=tuple(notes) if first else (),
            bibtex_href=relative(group_bibtex(kind.folder, group.slug), page) if group.papers else "",
            indexes=indexes(library, links.config, page),
        )

    def _row(self, slug: str, group: Group, page: str) -> Row:
        """A paper, without what the title of the page says of all."""
        found = row(self.links.library.by_slug[slug], self.links, page)
        if self.kind.title != "Venues":
            return found
        return replace(found, venue=None, year=None if len(group.path) > 1 else found.year)

    def _above(self, group: Group, page: str) -> tuple[Link, ...]:
        above = [Link(self.kind.title, relative(group_index(self.kind.folder), page))]
        slugs = group.slug.split("/")
        for steps in range(1, len(group.path)):
            around = self.by_slug["/".join(slugs[:steps])]
            above.append(Link(around.name, relative(group_page(self.kind.folder, around.slug), page)))
        return tuple(above)

    def _beside(self, group: Group, page: str) -> tuple[Counted, ...]:
        """The tags that the papers of a tag have most often, too; those above and below it apart."""
        own = folded(group.path)
        counts: Counter[tuple[str, ...]] = Counter()
        for slug in group.papers:
            paths = {folded(tag_path(tag)) for tag in self.links.library.by_slug[slug].tags}
            counts.update(path for path in paths if path[: len(own)] != own and own[: len(path)] != path)
        known = self.links.library.by_tag
        most = sorted(counts, key=lambda path: (-counts[path], path))[:MOST_BESIDE]
        return tuple(
            Counted(
                Link(f"#{'/'.join(known[path].path)}", relative(group_page(self.kind.folder, known[path].slug), page)),
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


def _venues(kind: Kinds, links: Links) -> Iterator[tuple[str, str, VenuesView]]:
    """Each venue with its years."""
    page = group_index(kind.folder)
    by_slug = {group.slug: group for group in kind.groups}
    split = parts([group for group in kind.groups if len(group.path) == 1], LINES // 4)

    def counted(group: Group, here: str) -> Counted:
        return Counted(Link(group.name, relative(group_page(kind.folder, group.slug), here)), len(group.papers))

    for number, part in enumerate(split, 1):
        here = part_page(page, number)
        lines = (
            VenueLine(
                link=counted(group, here).link,
                name=group_title(group, kind.title)[1],
                papers=len(group.papers),
                years=tuple(counted(by_slug[slug], here) for slug in group.children),
            )
            for group in part
        )
        view = VenuesView(
            title=kind.title,
            venues=tuple(lines),
            part=parted(page, here, number, len(split)),
            empty="No venues yet.",
            bibtex_href=all_bibtex(kind, here),
            indexes=indexes(links.library, links.config, here),
        )
        yield here, "venues.md", view
