"""Write the Atom feed (RFC 4287) of new papers and notes.

The feed contains only notes with a date, and the papers that they mention.  File times and the time of a build are not
used, because they do not show when a note was written.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from itertools import islice
from typing import NamedTuple
from uuid import NAMESPACE_URL, uuid5

from papernotes_plugin.exports import open_graph
from papernotes_plugin.links.addresses import feed_file, paper_page
from papernotes_plugin.links.private_notes import remove_private_links
from papernotes_plugin.people import bylines
from papernotes_plugin.selection.paper_selection import note_date, note_dates
from papernotes_plugin.text import counted, one_line, plain_text
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Library, Note, Paper

MAX_ENTRIES = 100
"""Maximal number of entries; older ones are left out."""
_NAMED = 5
"""Number of papers that the summary of a note names."""


class _Candidate(NamedTuple):
    """Paper or note with a date, which becomes an entry if it is recent enough."""

    key: str
    """Permanent key, from which the id of the entry is computed."""
    path: str
    """Path of its page below the docs folder."""
    published: str
    """Date in the form of RFC 3339, as is `updated`."""
    updated: str
    subject: Paper | Note


@dataclass(frozen=True, slots=True)
class _FeedEntry:
    """Entry of the feed."""

    key: str
    title: str
    address: str
    published: str
    updated: str
    summary: str
    tags: tuple[str, ...]


def atom_feed(library: Library, config: Config, title: str, address: Callable[[str], str]) -> str:
    """Return the feed of a library as XML; "" if nothing in it has a date.

    Args:
        library: The library.
        config: The options; `site_url` is part of every id, because two sites must not share one.
        title: The name of the site.
        address: A function from the path of a page or file of the site to its absolute URL, or "" if it has none.
    """
    dated = sorted((*_notes(library), *_papers(library, config)), key=lambda one: one.key)
    dated.sort(key=lambda one: one.updated, reverse=True)
    # texts of entries are slow to compute, so they are computed only for the entries in the feed
    located = ((one, url) for one in dated if (url := address(one.path)))
    entries = [_entry(one, url, library) for one, url in islice(located, MAX_ENTRIES)]
    if not entries:
        return ""
    root = ET.Element("feed", {"xmlns": "http://www.w3.org/2005/Atom"})
    _add(root, "id", _id(config, "feed"))
    _add(root, "title", title)
    _add(root, "updated", entries[0].updated)
    _add(root, "link", rel="self", type="application/atom+xml", href=address(feed_file(config)))
    _add(root, "link", rel="alternate", type="text/html", href=config.site_url)
    _add(_add(root, "author"), "name", title)
    _add(root, "generator", "papernotes")
    for entry in entries:
        _write(_add(root, "entry"), entry, config)
    ET.indent(root)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _write(element: ET.Element, entry: _FeedEntry, config: Config) -> None:
    _add(element, "id", _id(config, entry.key))
    _add(element, "title", entry.title)
    _add(element, "link", rel="alternate", type="text/html", href=entry.address)
    _add(element, "published", entry.published)
    _add(element, "updated", entry.updated)
    for tag in entry.tags:
        _add(element, "category", term=one_line(tag))
    _add(element, "summary", entry.summary)


def _add(parent: ET.Element, name: str, words: str = "", **attributes: str) -> ET.Element:
    """Append an element with text and attributes to another, and return it."""
    child = ET.SubElement(parent, name, attributes)
    child.text = one_line(words) or None
    return child


def _id(config: Config, key: str) -> str:
    """Return a URN that is the same in each build and differs between sites."""
    return f"urn:uuid:{uuid5(uuid5(NAMESPACE_URL, config.site_url), key)}"


def _papers(library: Library, config: Config) -> Iterator[_Candidate]:
    """Yield the papers, each with the date of its first mention; later mentions do not make it new again."""
    first: dict[str, str] = {}
    for path, day in sorted(((note.path, _first(note)) for note in library.notes), key=lambda pair: pair[1]):
        for _, paper in library.mentions.get(path, ()) if day else ():
            first.setdefault(paper.slug, day)
    for slug, day in first.items():
        paper = library.by_slug[slug]
        # a renamed paper keeps the key of its first name
        key = f"paper {paper.moved_from[0] if paper.moved_from else slug}"
        yield _Candidate(key, paper_page(slug, config), day, day, paper)


def _notes(library: Library) -> Iterator[_Candidate]:
    """Yield the notes with a date."""
    for note in library.notes:
        if updated := _moment(note_date(note)):
            yield _Candidate(f"note {note.path}", note.path, _first(note), updated, note)


def _entry(candidate: _Candidate, address: str, library: Library) -> _FeedEntry:
    if isinstance(candidate.subject, Paper):
        paper = candidate.subject
        title, summary, tags = (
            plain_text(bylines.page_title(paper)),
            open_graph.paper_preview(_public(paper, library)).description,
            paper.tags,
        )
    else:
        note = candidate.subject
        papers = (paper for _, paper in library.mentions.get(note.path, ()))
        titles = dict.fromkeys(plain_text(bylines.page_title(paper)) for paper in papers)
        title, summary, tags = note.title, _paper_list(titles), note.tags
    dates = (candidate.published, candidate.updated)
    return _FeedEntry(candidate.key, title, address, *dates, summary, _terms(tags))


def _paper_list(titles: Iterable[str]) -> str:
    """Return the summary of a note: the number of its papers and the first titles."""
    titles = list(titles)
    if not titles:
        return ""
    more = f" and {len(titles) - _NAMED} more" if len(titles) > _NAMED else ""
    return f"{counted(len(titles), 'paper')}: {'; '.join(titles[:_NAMED])}{more}"


def _terms(tags: Iterable[str]) -> tuple[str, ...]:
    return tuple(tag.lstrip("#") for tag in tags)


def _public(paper: Paper, library: Library) -> Paper:
    """Return the paper without the names of private notes in its texts."""
    return paper._replace(
        tldr=remove_private_links(paper.tldr, "", library),
        abstract=remove_private_links(paper.abstract, "", library),
    )


def _first(note: Note) -> str:
    """Return the earliest date of a note; "" if it has none."""
    return min(filter(None, map(_moment, note_dates(note))), default="")


def _moment(day: str) -> str:
    """Return a date in the form of RFC 3339; the first day of a month or a year, "" for an invalid date.

    Examples:
        >>> _moment("2025-06"), _moment("2025-02-30")
        ('2025-06-01T00:00:00Z', '')
    """
    parts = [int(part) for part in day.split("-")] if day else []
    try:
        return f"{date(*[*parts, 1, 1][:3]).isoformat()}T00:00:00Z" if parts else ""
    except ValueError:
        return ""
