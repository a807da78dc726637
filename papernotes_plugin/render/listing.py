"""Listing: the views of papers in lists and tables, of groups and of the indexes.  Imports vocabulary only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from papernotes_plugin import citekeys, identifiers, text, venues
from papernotes_plugin.config import Config
from papernotes_plugin.model import Group, Identifier, Library, Link, Paper
from papernotes_plugin.pages.addresses import (
    csl_file,
    group_bibtex,
    group_index,
    group_page,
    index_bibtex,
    map_page,
    paper_page,
    papers_index,
    relative,
    ris_file,
)
from papernotes_plugin.render.excerpt import line
from papernotes_plugin.render.links import Links, Setting
from papernotes_plugin.render.views import Branch, GroupView, Kinds, Markdown, OutlineView, PapersView, Row


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
    return tuple(Link(title, relative(target, page)) for title, target in targets if target != page)


# --- papers in a list -----------------------------------------------------------------------------


def row(paper: Paper, links: Links, page: str, columns: Iterable[str] = ()) -> Row:
    """A paper as a list or table shows it; what costs much only where a column asks for it."""
    columns = set(columns)
    tldr = line(paper.tldr, setting(paper, "tldr", links, page)) if "tldr" in columns and paper.tldr else ""
    return Row(
        title=paper.title,
        href=relative(paper_page(paper.slug, links.config), page),
        byline=links.byline(paper),
        year=paper.year,
        venue=venue_link(paper, links, page),
        track=paper.track,
        tags=tag_links(paper, links, page) if "tags" in columns else (),
        notes=len({mention.note for mention in paper.mentions}),
        citekey=paper.citekey,
        links=paper_links(paper) if "links" in columns else (),
        tldr=Markdown(tldr),
    )


def venue_link(paper: Paper, links: Links, page: str) -> Link | None:
    """To the page of a paper's venue in its year."""
    if not paper.venue or not paper.venue.acronym.strip():
        return None
    year = paper.venue.year or paper.year
    label = f"{paper.venue.acronym} {year}" if year else paper.venue.acronym
    return Link(label, links.venue(paper.venue.acronym, year, page))


def tag_links(paper: Paper, links: Links, page: str) -> tuple[Link, ...]:
    """To the pages of a paper's tags."""
    return tuple(Link(f"#{tag.lstrip('#')}", links.tag(tag, page)) for tag in paper.tags)


def paper_links(paper: Paper) -> tuple[Link, ...]:
    """The links the author gave, then the canonical ones of identifiers that none of them leads to.

    A link whose text is a key, a title or a phrase is called by what it leads to; two that are called the same
    and lead to the same are one.
    """
    names = {text.normalised(name) for name in (paper.title, *paper.labels)}
    out: dict[tuple[str, str], Link] = {}
    told: set[Identifier] = set()
    for link in paper.links:
        identifier = identifiers.from_url(link.url)
        label = link.label
        if identifier:
            told.add(identifier)
            plain = text.normalised(label)
            if citekeys.is_citekey(label) or plain in names or plain.count(" ") > 2:
                label = identifiers.label(identifier)
        if text.escape_url(link.url):
            out.setdefault((label.casefold(), str(identifier or link.url)), Link(label, link.url))
    for identifier in paper.identifiers:
        if identifier not in told and (url := identifiers.url(identifier)):
            out.setdefault((str(identifier), url), Link(identifiers.label(identifier), url))
    return tuple(out.values())


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
            Link(group.name, relative(group_page(folder, group.slug), page)),
            len(group.papers),
            len(group.notes),
        )
        for group in groups
    )


def outline_view(kind: Kinds, library: Library, config: Config) -> OutlineView:
    """The index of one kind of group."""
    page = group_index(kind.folder)
    outline = branches(kind.groups, kind.folder, page)
    bibtex = relative(index_bibtex(kind.folder), page) if any(group.papers for group in kind.groups) else ""
    return OutlineView(kind.title, outline, f"No {kind.title.lower()} yet.", bibtex, indexes(library, config, page))


def group_view(group: Group, kind: Kinds, by_slug: Mapping[str, Group], links: Links) -> GroupView:
    """The page of a tag, topic or venue."""
    library = links.library
    page = group_page(kind.folder, group.slug)
    above = [Link(kind.title, relative(group_index(kind.folder), page))]
    slugs = group.slug.split("/")
    for steps in range(1, len(group.path)):
        around = by_slug["/".join(slugs[:steps])]
        above.append(Link(around.name, relative(group_page(kind.folder, around.slug), page)))
    title, about = _group_title(group, kind.title)
    return GroupView(
        title=title,
        about=about,
        above=tuple(above),
        below=branches((by_slug[slug] for slug in group.children), kind.folder, page, depth=len(group.path)),
        rows=tuple(row(library.by_slug[slug], links, page) for slug in group.papers),
        notes=tuple(
            Link(library.by_path[path].title, relative(path, page)) for path in group.notes if path in library.by_path
        ),
        bibtex_href=relative(group_bibtex(kind.folder, group.slug), page) if group.papers else "",
        indexes=indexes(library, links.config, page),
    )


def _group_title(group: Group, kind: str) -> tuple[str, str]:
    """What a group is called on its page, and a line about it."""
    if kind == "Tags":
        return "#" + "/".join(group.path), ""
    if kind == "Topics":
        return group.name, ""
    year = int(group.path[1]) if len(group.path) > 1 else None
    name = venues.full_name(group.path[0], year)
    return " ".join(group.path), "" if name == group.path[0] else name


def papers_view(links: Links, papers: Iterable[Paper]) -> PapersView:
    """The page of all papers, in the order given."""
    config = links.config
    page = papers_index(config)
    rows = tuple(row(paper, links, page, config.columns) for paper in papers)
    return PapersView(
        rows=rows,
        columns=config.columns,
        notes=sum(bool(pairs) for pairs in links.library.mentions.values()),
        bibtex_href=relative(config.bibtex_path, page),
        csl_href=relative(csl_file(config), page),
        ris_href=relative(ris_file(config), page),
        indexes=indexes(links.library, config, page),
    )
