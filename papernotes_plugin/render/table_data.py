"""Table data: the table of all papers as its script reads it (docs/indexes.md).  Imports vocabulary only.

A page that was opened from a folder may load scripts but no data, so the data are scripts that do nothing but
assign JSON.  The table is one of them, column by column; what is asked of single papers only (TL;DR, reference,
BibTeX, links) is shared out among several by a checksum of the slug, so that a new paper changes one of them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any
from zlib import crc32

from papernotes_plugin.links.addresses import details_file, papers_index, table_file
from papernotes_plugin.links.pagination import sorted_papers
from papernotes_plugin.markup import parser
from papernotes_plugin.people import parse_people
from papernotes_plugin.render.excerpt import line
from papernotes_plugin.render.lazy_outputs import Matter
from papernotes_plugin.render.page_links import Links
from papernotes_plugin.render.paper_lists import filled_columns, setting
from papernotes_plugin.selection.paper_selection import note_date
from papernotes_plugin.text import escape_url, one_line, plain_text
from papernotes_plugin.vocabulary.citation_model import wording
from papernotes_plugin.vocabulary.model import BlockKind, Output, Paper

VERSION = 1
"""Of the form of the files."""
TOGETHER = 128
"""Papers whose details are at most in one file, as long as checksums share them out evenly."""
_KNOWN_BY = {"arxiv", "doi"}
"""Schemes whose identifiers people look for."""
_TEXTS = {BlockKind.PARAGRAPH, BlockKind.HEADING, BlockKind.CELL}


def files(matter: Matter) -> Iterator[Output]:
    """The files of the table."""
    library, config = matter.links.library, matter.links.config
    if not library.papers:
        return
    count = file_count(len(library.papers))
    yield Output(table_file(config), partial(_table_file, count), matter)
    slugs: list[list[str]] = [[] for _ in range(count)]
    for slug in sorted(library.by_slug):
        slugs[file_number(slug, count)].append(slug)
    for number, held in enumerate(slugs):
        yield Output(details_file(number, config), partial(_details_file, number, held), matter)


def _table_file(count: int, matter: Matter) -> str:
    links = matter.links
    table = _json(_table(sorted_papers(links.library, links.config), links, count))
    return f"globalThis.papernotesTable = {table};\n"


def _details_file(number: int, slugs: Iterable[str], matter: Matter) -> str:
    lines = ",\n".join(f"{_json(slug)}:{_json(_details(slug, matter))}" for slug in slugs)
    return f"(globalThis.papernotesDetails ??= {{}})[{number}] = {{\n{lines}\n}};\n"


def file_count(papers: int) -> int:
    """How many files hold the details: a power of two, so that it seldom changes.

    Examples:
        >>> file_count(1), file_count(128), file_count(129), file_count(12_000)
        (1, 1, 2, 128)
    """
    return 1 << max(0, (papers - 1) // TOGETHER).bit_length()


def file_number(slug: str, count: int) -> int:
    """The file that holds the details of a paper: the CRC-32 of its slug, by the number of files."""
    return crc32(slug.encode()) % count


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


# --- the table ------------------------------------------------------------------------------------


def _table(papers: Sequence[Paper], links: Links, count: int) -> dict[str, Any]:
    library = links.library
    columns = filled_columns(papers, links)
    of_papers = [_tag_slugs(paper, links) for paper in papers]
    used = {slug for slugs in of_papers for slug in slugs}
    tags = [group for group in library.tags if group.slug in used]
    tag_numbers = {group.slug: number for number, group in enumerate(tags)}
    venue_numbers = {group.slug: number for number, group in enumerate(library.venues)}
    notes = {note.path: number for number, note in enumerate(library.notes)}
    rows: dict[str, list[Any]] = {
        "key": [paper.citekey for paper in papers],
        "slug": ["" if paper.slug == paper.citekey.lower() else paper.slug for paper in papers],
        "title": [_title(paper.title) for paper in papers],
        "authors": [links.byline(paper) for paper in papers],
        "also": [_also(paper) for paper in papers],
        "year": [paper.year or 0 for paper in papers],
        "venue": [venue_numbers[group.slug] if (group := links.venue_of(paper)) else -1 for paper in papers],
        "tags": [sorted(tag_numbers[slug] for slug in slugs) for slugs in of_papers],
        "notes": [sorted({notes[m.note] for m in paper.mentions if m.note in notes}) for paper in papers],
    }
    asked: Mapping[str, Callable[[Paper], object]] = {
        "track": lambda p: one_line(p.track),
        "tldr": lambda p: _tldr(p, links),
        "links": lambda p: _links(p, links),
    }
    rows |= {column: [asked[column](paper) for paper in papers] for column in columns if column in asked}
    return {
        "version": VERSION,
        "files": count,
        "sort": links.config.sort,
        "columns": columns,
        "tags": [["/".join(group.path), group.slug] for group in tags],
        "venues": [
            [*(group.path if len(group.path) > 1 else (*group.path, "")), group.slug] for group in library.venues
        ],
        "notes": [[_title(note.title), note.path, note_date(note)] for note in library.notes],
        "rows": rows,
    }


def _title(title: str) -> str:
    return one_line(plain_text(title)) or one_line(title)


def _tag_slugs(paper: Paper, links: Links) -> set[str]:
    found = (links.tag_of(tag) for tag in paper.tags)
    return {group.slug for group in found if group}


def _also(paper: Paper) -> str:
    """What else a reader may look for: the other authors, short names, other keys, identifiers."""
    told = [someone.surname for someone in parse_people(paper.authors)[0][1:]]
    known = (identifier.value for identifier in paper.identifiers if identifier.scheme in _KNOWN_BY)
    found = (*told, *paper.labels, *paper.aliases, *known)
    return one_line(" ".join(dict.fromkeys(found)))


# --- single papers --------------------------------------------------------------------------------


def _details(slug: str, matter: Matter) -> list[Any]:
    paper, links = matter.links.library.by_slug[slug], matter.links
    reference = one_line(wording(matter.references.get(slug, ())))
    return [_tldr(paper, links), reference, matter.bibtex.get(slug, ""), _links(paper, links)]


def _tldr(paper: Paper, links: Links) -> str:
    """The TL;DR in plain words, without what its page leaves out of it."""
    if not paper.tldr:
        return ""
    words = line(paper.tldr, setting(paper, "tldr", links, papers_index(links.config)))
    document = parser.parse(words)
    found = (parser.block_text(document, block.index) for block in document.blocks if block.kind in _TEXTS)
    return _title(" ".join(found))


def _links(paper: Paper, links: Links) -> list[list[str]]:
    return [[one_line(link.label), escape_url(link.url)] for link in links.buttons(paper)]
