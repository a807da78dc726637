"""Portrait: the view of one paper's page.  Imports vocabulary only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from papernotes_plugin import identifiers, text, venues
from papernotes_plugin.citing import Run
from papernotes_plugin.model import Field, Kind, Link, Mention, Paper
from papernotes_plugin.pages.addresses import bibtex_file, paper_page, relative
from papernotes_plugin.people import people
from papernotes_plugin.render.excerpt import excerpt, line
from papernotes_plugin.render.links import Links, Setting
from papernotes_plugin.render.listing import indexes, paper_links, row, setting, tag_links, venue_link
from papernotes_plugin.render.views import Markdown, NoteView, PaperView, Place

_IMPLIED = {"authors": "first author", "venue": "venue", "year": "year"}
"""What a citekey may tell, and what it tells of it."""


_SHORT = 600
"""Characters up to which a field may say the same as a fact in other words."""


def paper_view(paper: Paper, links: Links, bibtex: str, reference: Sequence[Run]) -> PaperView:
    """The page of a paper."""
    config, library = links.config, links.library
    page = paper_page(paper.slug, config)
    names = tuple(someone.natural for someone in people(paper.authors)[0])
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
        links=paper_links(paper),
        tldr=Markdown(line(paper.tldr, setting(paper, "tldr", links, page))),
        abstract=Markdown(excerpt(paper.abstract, setting(paper, "abstract", links, page))),
        notes=_notes(paper, links, page),
        fields=_fields(paper, links, page),
        tags=tag_links(paper, links, page),
        topics=tuple(_steps(topic, links, page) for topic in paper.topics),
        related=tuple(
            (row(library.by_slug[r.paper], links, page), r.reason)
            for r in library.related.get(paper.slug, ())[: config.related]
        ),
        citekey=paper.citekey,
        aliases=tuple(alias for alias in paper.aliases if alias != paper.citekey),
        reference=tuple(reference),
        bibtex=bibtex,
        bibtex_href=relative(bibtex_file(paper.slug, config), page) if bibtex else "",
        indexes=indexes(library, config, page),
    )


def _steps(topic: tuple[str, ...], links: Links, page: str) -> tuple[Link, ...]:
    return tuple(Link(topic[at], links.topic(topic[: at + 1], page)) for at in range(len(topic)))


def _notes(paper: Paper, links: Links, page: str) -> tuple[NoteView, ...]:
    found: list[NoteView] = []
    for path, mentions in groupby(paper.mentions, key=lambda mention: mention.note):
        note = links.library.by_path.get(path)
        title = note.title if note else path
        places: dict[str, Place] = {}
        for mention in mentions:
            words = Markdown(_words(mention, paper, title, Setting(links, path, page)))
            label = Link(_where(mention), links.note(path, page, mention.anchor))
            known = places.get(words)
            if known and label.label in (link.label for link in known.links):
                label = replace(label, label=f"{label.label}, column {mention.column}")
            # two mentions in one sentence: the sentence once
            places[words] = replace(known, links=(*known.links, label)) if known else Place((label,), words)
        found.append(NoteView(Link(title, links.note(path, page)), tuple(places.values())))
    return tuple(found)


def _where(mention: Mention) -> str:
    if mention.kind is Kind.LITERATURE_NOTE:
        return "the whole note"
    return ", ".join(filter(None, (" › ".join(mention.topic), f"line {mention.line}")))


def _words(mention: Mention, paper: Paper, note_title: str, setting: Setting) -> str:
    words = mention.context.strip()
    if mention.kind is Kind.LITERATURE_NOTE and words.startswith("# "):
        heading, _, rest = words.partition("\n")
        if text.normalised(heading[2:]) in (text.normalised(paper.title), text.normalised(note_title)):
            words = rest
    return excerpt(words, setting)


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
    value = text.normalised(field.value)
    known = {text.normalised(fact) for fact in (paper.title, paper.tldr, paper.citekey, str(paper.year or ""))}
    if value in known:
        return True
    acronym, _, _ = venues.parse_venue(field.value)
    if acronym and paper.venue and acronym.casefold() == paper.venue.acronym.casefold():
        return True
    if paper.authors and all(text.normalised(name) in value for name in paper.authors):
        return True
    links = {link.url for link in paper.links}
    url = field.value.strip().strip("<>").rpartition("(")[2].rstrip(")")
    return url in links or (identifiers.from_url(url) or identifiers.parse(url)) in paper.identifiers
