"""Write the data of the table of all papers for its script (format: docs/indexes.md).

A page opened from a folder (`file:`) may load scripts but no data, so the data files are scripts that only assign JSON.
One file holds the table, column by column.  The details of single papers are distributed over several files by a
checksum of the slug.  So a new paper changes only one of them.  Details are TL;DR, reference, BibTeX, links, and RIS if
it has no file.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any
from zlib import crc32

from papernotes_plugin.links.addresses import details_file, papers_index, table_file
from papernotes_plugin.links.pagination import sorted_papers
from papernotes_plugin.markup import document_text, parser
from papernotes_plugin.markup.document_text import TEXT_BLOCKS
from papernotes_plugin.people import parse_people
from papernotes_plugin.render.excerpt import one_line_excerpt
from papernotes_plugin.render.lazy_outputs import RenderContext
from papernotes_plugin.render.page_links import PageLinks
from papernotes_plugin.render.paper_lists import fact_context, filled_columns
from papernotes_plugin.selection.paper_selection import note_date
from papernotes_plugin.text import escape_url, one_line, plain_text
from papernotes_plugin.vocabulary.citation_model import plain_runs
from papernotes_plugin.vocabulary.model import Detail, Output, Paper, Subject

VERSION = 1
"""Version of the format of the files."""
PAPERS_PER_FILE = 128
"""Papers whose details are in one file, on average at most."""
_SEARCHED_SCHEMES = {"arxiv", "doi"}
"""Schemes whose identifiers readers search for."""


def table_files(context: RenderContext) -> Iterator[Output]:
    """Yield the files of the table; none for a library without papers."""
    library, config = context.links.library, context.links.config
    if not library.papers:
        return
    count = file_count(len(library.papers))
    yield Output(table_file(config), partial(_table_script, count), context)
    slugs_by_file: list[list[str]] = [[] for _ in range(count)]
    for slug in sorted(library.by_slug):
        slugs_by_file[file_number(slug, count)].append(slug)
    for number, slugs in enumerate(slugs_by_file):
        yield Output(
            details_file(number, config),
            partial(_details_script, number, slugs),
            context,
            subject=Subject(tuple(slugs), Detail.ROW, ()),
        )


def _table_script(count: int, context: RenderContext) -> str:
    links = context.links
    table = _json(_table(sorted_papers(links.library, links.config), links, count))
    return f"globalThis.papernotesTable = {table};\n"


def _details_script(number: int, slugs: Iterable[str], context: RenderContext) -> str:
    lines = ",\n".join(f"{_json(slug)}:{_json(_details(slug, context))}" for slug in slugs)
    return f"(globalThis.papernotesDetails ??= {{}})[{number}] = {{\n{lines}\n}};\n"


def file_count(papers: int) -> int:
    """Return the number of detail files: a power of two, so that it seldom changes.

    Examples:
        >>> file_count(1), file_count(128), file_count(129), file_count(12_000)
        (1, 1, 2, 128)
    """
    return 1 << max(0, (papers - 1) // PAPERS_PER_FILE).bit_length()


def file_number(slug: str, count: int) -> int:
    """Return the number of the file with the details of a paper: the CRC-32 of its slug modulo the number of files."""
    return crc32(slug.encode()) % count


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


# --- the table ------------------------------------------------------------------------------------


def _table(papers: Sequence[Paper], links: PageLinks, count: int) -> dict[str, Any]:
    library = links.library
    columns = filled_columns(papers, links)
    tag_slugs = [_tag_slugs(paper, links) for paper in papers]
    used = {slug for slugs in tag_slugs for slug in slugs}
    tags = [group for group in library.tags if group.slug in used]
    tag_numbers = {group.slug: number for number, group in enumerate(tags)}
    venue_numbers = {group.slug: number for number, group in enumerate(library.venues)}
    note_numbers = {note.path: number for number, note in enumerate(library.notes)}
    rows: dict[str, list[Any]] = {
        "key": [paper.citekey for paper in papers],
        "slug": ["" if paper.slug == paper.citekey.lower() else paper.slug for paper in papers],
        "title": [_plain_title(paper.name) for paper in papers],
        "authors": [links.byline(paper) for paper in papers],
        "also": [_search_words(paper) for paper in papers],
        "year": [paper.year or 0 for paper in papers],
        "venue": [venue_numbers[group.slug] if (group := links.venue_group(paper)) else -1 for paper in papers],
        "tags": [sorted(tag_numbers[slug] for slug in slugs) for slugs in tag_slugs],
        "notes": [sorted({note_numbers[m.note] for m in paper.mentions if m.note in note_numbers}) for paper in papers],
    }
    optional: Mapping[str, Callable[[Paper], object]] = {
        "track": lambda paper: one_line(paper.track),
        "tldr": lambda paper: _tldr(paper, links),
        "links": lambda paper: _links(paper, links),
    }
    rows |= {column: [optional[column](paper) for paper in papers] for column in columns if column in optional}
    return {
        "version": VERSION,
        "files": count,
        "sort": links.config.sort,
        "columns": columns,
        "tags": [["/".join(group.path), group.slug] for group in tags],
        "venues": [
            [*(group.path if len(group.path) > 1 else (*group.path, "")), group.slug] for group in library.venues
        ],
        "notes": [[_plain_title(note.title), note.path, note_date(note)] for note in library.notes],
        "untitled": [row for row, paper in enumerate(papers) if not paper.title],
        "rows": rows,
    }


def _plain_title(title: str) -> str:
    return one_line(plain_text(title)) or one_line(title)


def _tag_slugs(paper: Paper, links: PageLinks) -> set[str]:
    groups = (links.tag_group(tag) for tag in paper.tags)
    return {group.slug for group in groups if group}


def _search_words(paper: Paper) -> str:
    """Return further words that readers search for: the other authors, short names, other keys, identifiers."""
    surnames = [person.surname for person in parse_people(paper.authors)[0][1:]]
    identifiers = (identifier.value for identifier in paper.identifiers if identifier.scheme in _SEARCHED_SCHEMES)
    return one_line(" ".join(dict.fromkeys((*surnames, *paper.labels, *paper.written_aliases, *identifiers))))


# --- single papers --------------------------------------------------------------------------------


def _details(slug: str, context: RenderContext) -> list[Any]:
    paper, links = context.links.library.by_slug[slug], context.links
    reference = one_line(plain_runs(context.references.get(slug, ())))
    ris = () if links.config.paper_files else (context.ris.get(slug, ""),)
    return [_tldr(paper, links), reference, context.bibtex.get(slug, ""), _links(paper, links), *ris]


def _tldr(paper: Paper, links: PageLinks) -> str:
    """Return the TL;DR as plain text, without what a page would leave out."""
    if not paper.tldr:
        return ""
    markdown = one_line_excerpt(paper.tldr, fact_context(paper, "tldr", links, papers_index(links.config)))
    document = parser.parse(markdown)
    texts = (document_text.block_text(document, block.index) for block in document.blocks if block.kind in TEXT_BLOCKS)
    return _plain_title(" ".join(texts))


def _links(paper: Paper, links: PageLinks) -> list[list[str]]:
    return [[one_line(link.label), escape_url(link.url)] for link in links.buttons(paper)]
