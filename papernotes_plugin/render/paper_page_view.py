"""Build the views of one paper's pages: its own page and the pages with all notes on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from papernotes_plugin import identifiers, text, venues
from papernotes_plugin.links.addresses import mentions_page, paper_bibtex, paper_page, paper_ris, relative_href
from papernotes_plugin.links.pagination import numbered_page, split_pages
from papernotes_plugin.links.paper_files import has_file
from papernotes_plugin.people import OTHERS, known_names, parse_people
from papernotes_plugin.people.bylines import page_title
from papernotes_plugin.render.ego_graph import ego_graph
from papernotes_plugin.render.excerpt import excerpt, one_line_excerpt
from papernotes_plugin.render.lazy_outputs import FrontMatterView, LazyOutput
from papernotes_plugin.render.notes_on_paper import all_notes, is_shortened, link_repeated_texts, shown_notes
from papernotes_plugin.render.page_links import ExcerptContext, PageLinks
from papernotes_plugin.render.page_views import PaperRow, SafeMarkdown
from papernotes_plugin.render.paper_lists import (
    fact_context,
    navigation_bar,
    pagination,
    paper_row,
    tag_links,
    venue_link,
)
from papernotes_plugin.render.paper_views import AllNotesView, NotesView, PaperView
from papernotes_plugin.vocabulary.citation_model import Run
from papernotes_plugin.vocabulary.model import Detail, Field, Link, Paper, Subject

_CITEKEY_FACTS = {"authors": "first author", "venue": "venue", "year": "year"}
"""Facts that a citekey can give, with their names on the page."""
_MAX_COMPARED_FIELD = 600
"""Characters of the longest field that is compared with the facts of a paper."""
MAX_ABSTRACT = 700
"""Characters of the longest abstract that is not folded."""
NOTES_PER_PAGE = 100
"""Notes on one page of all notes."""
MAX_TOPICS = 12
"""Topics on the page of a paper; the first page of all notes has the others too."""


def paper_view(paper: Paper, links: PageLinks, bibtex: str, ris: str, reference: Sequence[Run]) -> PaperView:
    """Return the view of a paper's page; `bibtex` and `ris` may be ""."""
    config, library = links.config, links.library
    page = paper_page(paper.slug, config)
    persons, has_others = parse_people(paper.authors)
    names = tuple(person.natural for person in persons)
    if has_others:
        names = (*names, OTHERS)
    shown = len(names) if len(names) <= config.max_authors else max(1, config.max_authors)
    venue = venue_link(paper, links, page)
    related = library.related.get(paper.slug, ())[: config.related]
    return PaperView(
        title=page_title(paper),
        name="" if paper.title else paper.name,
        authors=names[:shown],
        more_authors=names[shown:],
        venue=venue,
        track=paper.track,
        year=None if venue else paper.year,
        from_citekey=tuple(name for fact, name in _CITEKEY_FACTS.items() if paper.origins.get(fact) == "citekey"),
        missing=_missing_facts(paper),
        bibliography_file=next(iter(config.bibliography), "a .bib file"),
        links=links.buttons(paper),
        tldr=SafeMarkdown(one_line_excerpt(paper.tldr, fact_context(paper, "tldr", links, page))),
        abstract=SafeMarkdown(excerpt(paper.abstract, fact_context(paper, "abstract", links, page))),
        abstract_folded=bool(config.callouts) and len(paper.abstract) > MAX_ABSTRACT,
        notes=_notes(paper, links, page),
        fields=_fields(paper, links, page),
        tags=tag_links(paper, links, page),
        topics=tuple(_topic_links(topic, links, page) for topic in paper.topics[:MAX_TOPICS]),
        related=tuple((_related_row(library.by_slug[other.paper], links, page), other.reason) for other in related),
        citekey=paper.citekey,
        aliases=paper.written_aliases,
        reference=tuple(reference),
        bibtex=bibtex,
        bibtex_href=_file_href(paper_bibtex(paper.slug, config), page, links) if bibtex else "",
        ris=ris,
        ris_href=_file_href(paper_ris(paper.slug, config), page, links) if ris else "",
        ego_graph=ego_graph(paper, links, page),
        bar=navigation_bar(links, page),
    )


def _file_href(path: str, page: str, links: PageLinks) -> str:
    """Return the URL of a file of one paper; "" if a script makes it from the page."""
    return relative_href(path, page) if has_file(path, 1, links.library, links.config) else ""


def _related_row(paper: Paper, links: PageLinks, page: str) -> PaperRow:
    """Return a paper as the pages of other papers list it; all of them have the same relative links."""
    if paper.slug not in links.related_rows:
        links.related_rows[paper.slug] = paper_row(paper, links, page)
    return links.related_rows[paper.slug]


def _notes(paper: Paper, links: PageLinks, page: str) -> NotesView:
    notes = shown_notes(paper, links, page)
    can_fold = bool(links.config.callouts)
    has_more = notes.is_shortened or len(paper.topics) > MAX_TOPICS
    return NotesView(
        open=notes.open if can_fold else (*notes.open, *notes.folded),
        folded=notes.folded if can_fold else (),
        note_count=notes.note_count,
        all_notes_href=relative_href(mentions_page(paper.slug, links.config), page) if has_more else "",
    )


# --- all notes ------------------------------------------------------------------------------------


def all_notes_pages(paper: Paper, links: PageLinks) -> Iterator[LazyOutput]:
    """Yield the pages with every passage about a paper; none if the paper's own page shows them all."""
    page = paper_page(paper.slug, links.config)
    if len(paper.topics) > MAX_TOPICS or is_shortened(paper, links, page):
        count = len(split_pages(paper.note_paths, NOTES_PER_PAGE))
        for number in range(1, count + 1):
            path = numbered_page(mentions_page(paper.slug, links.config), number)
            front_matter = FrontMatterView(_all_notes_title(paper))
            view = partial(_all_notes_view, paper.slug, number, count)
            yield LazyOutput(path, "all_notes_page.md", front_matter, view, Subject((paper.slug,), Detail.PAGE))


def _all_notes_view(slug: str, number: int, count: int, links: PageLinks) -> AllNotesView:
    paper = links.library.by_slug[slug]
    first_page = mentions_page(slug, links.config)
    page = numbered_page(first_page, number)
    if links.all_notes[0] != slug:
        links.all_notes = slug, link_repeated_texts(all_notes(paper, links, first_page))
    return AllNotesView(
        title=_all_notes_title(paper),
        paper=Link(page_title(paper), links.paper(paper, page)),
        notes=tuple(split_pages(links.all_notes[1], NOTES_PER_PAGE)[number - 1]),
        topics=tuple(_topic_links(topic, links, page) for topic in paper.topics) if number == 1 else (),
        pagination=pagination(first_page, page, number, count),
        bar=navigation_bar(links, page),
    )


def _all_notes_title(paper: Paper) -> str:
    return f"Notes on {page_title(paper)}"


# --- facts ----------------------------------------------------------------------------------------


def _missing_facts(paper: Paper) -> tuple[str, ...]:
    """Return the names of the unknown facts of a paper without a title; none for any other paper."""
    if paper.title:
        return ()
    facts = {
        "title": False,
        "authors": bool(paper.authors) and paper.origins.get("authors") != "citekey",
        "year": bool(paper.year),
        "venue": bool(paper.venue),
        "a link": bool(paper.links or paper.identifiers),
        "abstract": bool(paper.abstract),
    }
    return tuple(name for name, is_known in facts.items() if not is_known)


def _topic_links(topic: tuple[str, ...], links: PageLinks, page: str) -> tuple[Link, ...]:
    """Return a link to a topic and to each topic that contains it, outermost first."""
    return tuple(Link(topic[depth], links.topic(topic[: depth + 1], page)) for depth in range(len(topic)))


def _fields(paper: Paper, links: PageLinks, page: str) -> tuple[tuple[str, SafeMarkdown], ...]:
    """Return label and value of the fields whose values are not shown elsewhere on the page."""
    fields: list[tuple[str, SafeMarkdown]] = []
    for field in paper.fields:
        if field.value.strip() and not _is_shown_elsewhere(field, paper):
            note = next((m.note for m in paper.mentions if field in m.evidence.fields), "")
            value = one_line_excerpt(field.value, ExcerptContext(links, note, page))
            if value and (field.label, value) not in fields:
                fields.append((field.label, SafeMarkdown(value)))
    return tuple(fields)


def _is_shown_elsewhere(field: Field, paper: Paper) -> bool:
    """Return whether the value of a field is a fact or a passage that the page shows."""
    if field.value in (paper.tldr, paper.abstract) or any(field.value in m.context for m in paper.mentions):
        return True
    if len(field.value) > _MAX_COMPARED_FIELD:
        # an abstract other than the one shown: comparing it would mean to convert its LaTeX, which is slow
        return False
    value = text.comparison_key(field.value)
    if value in {text.comparison_key(fact) for fact in (paper.name, paper.tldr, paper.citekey, str(paper.year or ""))}:
        return True
    acronym, _, _ = venues.parse_venue(field.value)
    if acronym and paper.venue and acronym.casefold() == paper.venue.acronym.casefold():
        return True
    if paper.authors and all(text.comparison_key(name) in value for name in known_names(paper.authors)):
        return True
    url = field.value.strip().strip("<>").rpartition("(")[2].rstrip(")")
    if any(url == link.url for link in paper.links):
        return True
    return (identifiers.from_url(url) or identifiers.parse_identifier(url)) in paper.identifiers
