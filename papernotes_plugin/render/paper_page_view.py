"""Portrait: the view of one paper's page.  Imports vocabulary only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from papernotes_plugin import identifiers, text, venues
from papernotes_plugin.links.addresses import mentions_page, paper_bibtex, paper_page, paper_ris, relative_href
from papernotes_plugin.links.pagination import numbered_page, split_pages
from papernotes_plugin.people import parse_people
from papernotes_plugin.render.ego_graph import picture
from papernotes_plugin.render.excerpt import excerpt, line
from papernotes_plugin.render.lazy_outputs import Head, Planned
from papernotes_plugin.render.notes_on_paper import digest, is_cut, noted, once
from papernotes_plugin.render.page_links import Links, Setting
from papernotes_plugin.render.page_views import Markdown, Row
from papernotes_plugin.render.paper_lists import indexes, parted, row, setting, tag_links, venue_link
from papernotes_plugin.render.paper_views import NotedView, PaperView, PlacesView
from papernotes_plugin.vocabulary.citation_model import Run
from papernotes_plugin.vocabulary.model import Field, Link, Paper

_IMPLIED = {"authors": "first author", "venue": "venue", "year": "year"}
"""What a citekey may tell, and what it tells of it."""


_SHORT = 600
"""Characters up to which a field may say the same as a fact in other words."""
LONG = 700
"""Characters from which an abstract is folded."""
NOTES = 100
"""Notes on one page of all places."""
TOPICS = 12
"""So many topics are shown; the others are on the page of all places."""


def paper_view(paper: Paper, links: Links, bibtex: str, ris: str, reference: Sequence[Run]) -> PaperView:
    """The page of a paper; what cites it is given."""
    config, library = links.config, links.library
    page = paper_page(paper.slug, config)
    names = tuple(someone.natural for someone in parse_people(paper.authors)[0])
    if paper.origins.get("authors") == "citekey":
        names = (*names, "et al.")
    shown = len(names) if len(names) <= config.max_authors else max(1, config.max_authors)
    venue = venue_link(paper, links, page)
    return PaperView(
        title=paper.title,
        authors=names[:shown],
        more_authors=names[shown:],
        venue=venue,
        track=paper.track,
        year=None if venue else paper.year,
        implied=tuple(name for fact, name in _IMPLIED.items() if paper.origins.get(fact) == "citekey"),
        missing=_missing(paper),
        completed_by=next(iter(config.bibliography), "a .bib file"),
        links=links.buttons(paper),
        tldr=Markdown(line(paper.tldr, setting(paper, "tldr", links, page))),
        abstract=Markdown(excerpt(paper.abstract, setting(paper, "abstract", links, page))),
        folded=config.callouts and len(paper.abstract) > LONG,
        noted=_noted(paper, links, page),
        fields=_fields(paper, links, page),
        tags=tag_links(paper, links, page),
        topics=tuple(_steps(topic, links, page) for topic in paper.topics[:TOPICS]),
        related=tuple(
            (_beside(library.by_slug[r.paper], links, page), r.reason)
            for r in library.related.get(paper.slug, ())[: config.related]
        ),
        citekey=paper.citekey,
        aliases=tuple(alias for alias in paper.aliases if alias != paper.citekey),
        reference=tuple(reference),
        bibtex=bibtex,
        bibtex_href=relative_href(paper_bibtex(paper.slug, config), page) if bibtex else "",
        ris=ris,
        ris_href=relative_href(paper_ris(paper.slug, config), page) if ris else "",
        picture=picture(paper, links, page),
        indexes=indexes(library, config, page),
    )


def _beside(paper: Paper, links: Links, page: str) -> Row:
    """A paper in the list of another's page."""
    if paper.slug not in links.beside:
        links.beside[paper.slug] = row(paper, links, page)
    return links.beside[paper.slug]


def _noted(paper: Paper, links: Links, page: str) -> NotedView:
    found = digest(paper, links, page)
    folds = links.config.callouts
    cut = found.cut or len(paper.topics) > TOPICS
    return NotedView(
        open=found.open if folds else (*found.open, *found.folded),
        folded=found.folded if folds else (),
        notes=found.notes,
        places_href=relative_href(mentions_page(paper.slug, links.config), page) if cut else "",
    )


def places_pages(paper: Paper, links: Links) -> Iterator[Planned]:
    """The pages of all places of a paper that its own page has no room for, note by note."""
    page = paper_page(paper.slug, links.config)
    if len(paper.topics) > TOPICS or is_cut(paper, links, page):
        count = len(split_pages(links.notes_of(paper), NOTES))
        for number in range(1, count + 1):
            here = numbered_page(mentions_page(paper.slug, links.config), number)
            head = Head(_notes_on(paper))
            yield Planned(here, "places.md", head, partial(_places_view, paper.slug, number, count))


def _places_view(slug: str, number: int, count: int, links: Links) -> PlacesView:
    paper = links.library.by_slug[slug]
    page = mentions_page(slug, links.config)
    here = numbered_page(page, number)
    if links.places[0] != slug:
        links.places = slug, once(noted(paper, links, page))
    return PlacesView(
        title=_notes_on(paper),
        above=Link(paper.title, links.paper(paper, here)),
        notes=tuple(split_pages(links.places[1], NOTES)[number - 1]),
        topics=tuple(_steps(topic, links, here) for topic in paper.topics) if number == 1 else (),
        part=parted(page, here, number, count),
        indexes=indexes(links.library, links.config, here),
    )


def _notes_on(paper: Paper) -> str:
    return f"Notes on {paper.title}"


def _missing(paper: Paper) -> tuple[str, ...]:
    """What nothing tells of a paper that is known by a key or an identifier alone."""
    names = {paper.citekey, *paper.aliases, *map(str, paper.identifiers), "Untitled"}
    if paper.title not in names and paper.origins.get("title") != "label":
        return ()
    facts = {
        "title": False,
        "authors": bool(paper.authors) and paper.origins.get("authors") != "citekey",
        "year": bool(paper.year),
        "venue": bool(paper.venue),
        "a link": bool(paper.links or paper.identifiers),
        "abstract": bool(paper.abstract),
    }
    return tuple(name for name, known in facts.items() if not known)


def _steps(topic: tuple[str, ...], links: Links, page: str) -> tuple[Link, ...]:
    return tuple(Link(topic[at], links.topic(topic[: at + 1], page)) for at in range(len(topic)))


def _fields(paper: Paper, links: Links, page: str) -> tuple[tuple[str, Markdown], ...]:
    """The fields that the page does not tell otherwise."""
    out: list[tuple[str, Markdown]] = []
    for field in paper.fields:
        if field.value.strip() and not _told(field, paper):
            note = next((m.note for m in paper.mentions if field in m.evidence.fields), "")
            value = line(field.value, Setting(links, note, page))
            if value and (field.label, value) not in out:
                out.append((field.label, Markdown(value)))
    return tuple(out)


def _told(field: Field, paper: Paper) -> bool:
    """The field's value is a fact that stands on the page anyway."""
    if field.value in (paper.tldr, paper.abstract) or any(field.value in m.context for m in paper.mentions):
        return True
    if len(field.value) > _SHORT:
        # an abstract that is not the one shown: long texts are not worth reading as LaTeX to compare them
        return False
    value = text.comparison_key(field.value)
    known = {text.comparison_key(fact) for fact in (paper.title, paper.tldr, paper.citekey, str(paper.year or ""))}
    if value in known:
        return True
    acronym, _, _ = venues.parse_venue(field.value)
    if acronym and paper.venue and acronym.casefold() == paper.venue.acronym.casefold():
        return True
    if paper.authors and all(text.comparison_key(name) in value for name in paper.authors):
        return True
    links = {link.url for link in paper.links}
    url = field.value.strip().strip("<>").rpartition("(")[2].rstrip(")")
    return url in links or (identifiers.from_url(url) or identifiers.parse_identifier(url)) in paper.identifiers
