"""Listing: the views of papers and groups as lines of a list or table.  Imports vocabulary only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from papernotes_plugin import venues
from papernotes_plugin.links.addresses import (
    group_index,
    group_page,
    index_bibtex,
    map_page,
    paper_page,
    papers_index,
    relative_href,
)
from papernotes_plugin.links.pagination import numbered_page
from papernotes_plugin.render.excerpt import line
from papernotes_plugin.render.page_links import Links, Setting
from papernotes_plugin.render.page_views import Branch, Kinds, Markdown, Part, Row
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Group, Library, Link, Paper


def kinds(library: Library, config: Config) -> tuple[Kinds, Kinds, Kinds]:
    """Tags, topics, venues."""
    return (
        Kinds(config.tags_path, library.tags, "Tags"),
        Kinds(config.topics_path, library.topics, "Topics"),
        Kinds(config.venues_path, library.venues, "Venues"),
    )


def indexes(library: Library, config: Config, page: str) -> tuple[Link, ...]:
    """Links to the indexes, that of the page itself left out."""
    targets = [("All papers", papers_index(config))]
    targets += [(kind.title, group_index(kind.folder)) for kind in kinds(library, config)]
    targets += [("Map", map_page(config))] if library.chart else []
    return tuple(Link(title, relative_href(target, page)) for title, target in targets if target != page)


# --- papers in a list -----------------------------------------------------------------------------


def filled_columns(papers: Sequence[Paper], links: Links) -> tuple[str, ...]:
    """The columns of the option in which something stands; all where there is no paper."""
    has = {
        "year": lambda paper: paper.year,
        "venue": lambda paper: paper.venue,
        "authors": lambda paper: paper.authors,
        "tags": lambda paper: paper.tags,
        "track": lambda paper: paper.track,
        "tldr": lambda paper: paper.tldr,
        "recent": links.recent,
    }
    columns = links.config.columns
    return tuple(c for c in columns if c not in has or any(map(has[c], papers))) or columns


def row(paper: Paper, links: Links, page: str, columns: Iterable[str] = ()) -> Row:
    """A paper as a list or table shows it; what costs much only where a column asks for it."""
    columns = set(columns)
    tldr = line(paper.tldr, setting(paper, "tldr", links, page)) if "tldr" in columns and paper.tldr else ""
    return Row(
        title=paper.title,
        href=relative_href(paper_page(paper.slug, links.config), page),
        byline=links.byline(paper),
        year=paper.year,
        venue=venue_link(paper, links, page, beside_year="year" in columns),
        track=paper.track,
        tags=tag_links(paper, links, page) if "tags" in columns else (),
        notes=len({mention.note for mention in paper.mentions}),
        citekey=paper.citekey,
        links=links.buttons(paper) if "links" in columns else (),
        tldr=Markdown(tldr),
        recent=links.recent(paper) if "recent" in columns else "",
    )


def venue_link(paper: Paper, links: Links, page: str, *, beside_year: bool = False) -> Link | None:
    """To the page of a paper's venue in its year, which need not be told twice."""
    if not paper.venue or not paper.venue.acronym.strip():
        return None
    year = paper.venue.year or paper.year
    told = not year or (beside_year and year == paper.year)
    label = paper.venue.acronym if told else f"{paper.venue.acronym} {year}"
    return Link(label, links.venue(paper, page))


def tag_links(paper: Paper, links: Links, page: str) -> tuple[Link, ...]:
    """To the pages of a paper's tags."""
    return tuple(Link(f"#{tag.lstrip('#')}", links.tag(tag, page)) for tag in paper.tags)


def setting(paper: Paper, fact: str, links: Links, page: str) -> Setting:
    """Where a fact stands: its links are relative to that note; "" for what comes from elsewhere."""
    origin = paper.origins.get(fact, "").rpartition(":")[0]
    return Setting(links, origin if origin in links.library.by_path else "", page)


# --- groups ---------------------------------------------------------------------------------------


def branches(groups: Iterable[Group], folder: str, page: str, depth: int = 0) -> tuple[Branch, ...]:
    """Groups as the lines of an outline; `depth` steps are taken off."""
    return tuple(
        Branch(
            len(group.path) - 1 - depth,
            Link(group.name, relative_href(group_page(folder, group.slug), page)),
            len(group.papers),
            len(group.notes),
        )
        for group in groups
    )


def group_title(group: Group, kind: str) -> tuple[str, str]:
    """What a group is called on its page, and a line about it."""
    if kind == "Tags":
        return "#" + "/".join(group.path), ""
    if kind == "Topics":
        return group.name, ""
    year = int(group.path[1]) if len(group.path) > 1 else None
    name = venues.full_name(group.path[0], year)
    return " ".join(group.path), "" if name == group.path[0] else name


def all_bibtex(kind: Kinds, page: str) -> str:
    """To the file of all papers of a kind; "" where there is none."""
    return relative_href(index_bibtex(kind.folder), page) if any(group.papers for group in kind.groups) else ""


# --- lists on several pages -----------------------------------------------------------------------


def parted(page: str, here: str, number: int, count: int, names: Sequence[str] = ()) -> Part:
    """Which of the pages of a list a page is, and the way to the others, by their names or else by number."""
    ways = ((n, relative_href(numbered_page(page, n), here) if n != number else "") for n in range(1, count + 1))
    links = tuple(Link(names[n - 1] if names else str(n), url) for n, url in ways)
    return Part(number, links if count > 1 else ())
