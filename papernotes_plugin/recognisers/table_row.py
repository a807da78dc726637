"""Recognise table rows that describe one paper, with its facts in columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from papernotes_plugin import identifiers, text, venues
from papernotes_plugin.recognisers.evidence.authors import linked_authors, short_bylines
from papernotes_plugin.recognisers.evidence.labels import item_facts
from papernotes_plugin.recognisers.evidence.labels.field_labels import is_missing, is_template
from papernotes_plugin.recognisers.evidence.labels.venue_values import read_venue_cell, read_venue_value
from papernotes_plugin.recognisers.evidence.lines.venues_in_lines import publication_in
from papernotes_plugin.recognisers.evidence.papers import listed_rows, paper_signs, reference_links
from papernotes_plugin.recognisers.evidence.papers.bibliographies import works_announced_above
from papernotes_plugin.recognisers.evidence.papers.listed_papers import Works
from papernotes_plugin.recognisers.evidence.papers.paper_links import (
    PaperLinks,
    is_paper_link,
    may_be_paper_link,
)
from papernotes_plugin.recognisers.evidence.papers.possible_years import is_possible_year
from papernotes_plugin.recognisers.evidence.references import heading_references
from papernotes_plugin.recognisers.evidence.references.publication_numbers import first_year
from papernotes_plugin.recognisers.evidence.references.publishers import is_publisher
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, unread_without_result
from papernotes_plugin.recognisers.evidence.structure.note_structure import IndexedInline
from papernotes_plugin.recognisers.evidence.structure.quoted_context import build_mention
from papernotes_plugin.recognisers.evidence.structure.table_headers import ARXIV_MONTH, DAY, MONTH, TableHeader
from papernotes_plugin.recognisers.evidence.titles import cell_titles
from papernotes_plugin.recognisers.evidence.titles.note_names import citekey_of_name
from papernotes_plugin.recognisers.evidence.titles.title_decoration import IDENTIFIER_AT_END
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import (
    TitleParts,
    count_words,
    is_host_name,
    is_uninformative,
    looks_like_title,
    split_title,
)
from papernotes_plugin.recognisers.evidence.titles.venue_endings import without_venue_after_comma
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import (
    Block,
    BlockKind,
    Evidence,
    Inline,
    InlineKind,
    Mention,
    MentionKind,
    Span,
)

_SHORT_YEAR = lazy_regex(r"['’]\d\d\b")
_MAX_WORDS_NEAR_IDENTIFIER = 2
"""Words next to an identifier that fills a cell: `arXiv 2602.00977 (web)`."""
_MAX_TITLE_WORDS = 35
"""Words from which a text is more than a title."""
_MIN_TITLE_WORDS = 3
"""Words from which a name next to authors is a title; fewer are a short name."""


def recognise(context: NoteContext) -> Iterator[Mention]:
    """Yield an `ITEM` for each row that describes a paper, and a `KEY` or `CITATION` for each without a title."""
    for table in context.blocks:
        if table.kind is not BlockKind.TABLE or table.index in context.claimed_blocks:
            continue
        rows = context.children(table.index)
        header = TableHeader.of_table(context, table)
        header.read_columns(context, rows)
        for row in rows:
            if row.header or row.index in context.claimed_blocks:
                continue
            if several := list(listed_rows.papers_in_lines(context, row, header)):
                context.claimed_blocks.add(row.index)
                yield from several
                continue
            mention = (
                _described_paper(context, row, header) or _keyed_paper(context, row) or _authored_paper(context, row)
            )
            if mention:
                context.claimed_blocks.add(row.index)
                yield mention


@unread_without_result
def _described_paper(context: NoteContext, row: Block, header: TableHeader) -> Mention | None:
    cells = context.children(row.index)
    links = [link for cell in cells for link in context.unclaimed_links(cell.index)]
    by_fact = header.cells_by_fact(context, cells)
    min_words = 3 if links else _min_words(context, row, header)
    cell = cell_titles.find(context, cells, by_fact, header, min_words) if links or "title" in header.facts else None
    title = _title_parts(context, cell, min_words, may_be_authors="authors" not in by_fact) if cell else None
    if cell is None or title is None or listed_rows.has_several_titles(cell, links) or _cites_by_number(header, links):
        return None
    paper_links = _links_of_paper(cell, title.title, by_fact, links)
    _add_written_identifier(context, row, cell, header, paper_links)
    key = _citekey(context, cells, header)
    venue, year, track = _venue(context, row, by_fact, header)
    year = year or (item_facts.year_of_heading(context, cell, paper_links.identifiers) if venue else None)
    if year and not is_possible_year(year, venue, list(map(str, paper_links.identifiers))):
        year = None
    names, dated = cell_titles.authors_in_cell(context, by_fact.get("authors"), has_year=header.has_dated_authors)
    if not (key or _has_paper(context, paper_links) or _is_linked_in_paper_column(header, cells, cell, links)):
        # a row without a link to a paper needs its venue, its authors and year, or a column of titles of papers
        is_dated = bool(year or title.year or (dated and header.has_dated_authors))
        has_facts = bool(venue or title.venue) or (is_dated and ("authors" in by_fact or bool(title.authors)))
        is_stated = has_facts or listed_rows.is_paper(context, cell, title.title, header, is_dated=is_dated)
        if not is_stated or "title" not in header.facts or count_words(title.title) < min_words:
            return None
    evidence = Evidence(
        title=title.title,
        authors=names or title.authors,
        venue=venue or title.venue,
        year=year or title.year or dated,
        track=track or title.track,
        identifiers=paper_links.identifiers,
        citekey=key,
        links=paper_links.links,
        entry_type="article" if header.has_journals and _may_be_journal(venue) else "",
    )
    own_links = [context.inlines[index] for index in paper_links.indices]
    if not any(header.are_papers) and not paper_signs.is_paper(context, cell.index, evidence, own_links):
        return None
    context.claimed_inlines.update(paper_links.indices)
    return build_mention(context, MentionKind.ITEM, context.text_span(cell), title.title, cell.index, evidence)


def _may_be_journal(venue: str) -> bool:
    """Return whether a venue in a column of journals is no conference and no acronym that may be one."""
    return bool(venue) and not (venues.is_conference(venue) or (venue.isascii() and venue.isupper()))


def _min_words(context: NoteContext, row: Block, header: TableHeader) -> int:
    """Return the number of words of a title in a row without links: two with authors, and one with a publisher, too."""
    if not header.lists_works or works_announced_above(context, row) is Works.OTHERS:
        return 3
    return 1 if header.has_publishers else 2


def _has_paper(context: NoteContext, paper_links: PaperLinks) -> bool:
    """Return whether links and identifiers lead to a paper, or may do so."""
    return bool(paper_links.identifiers) or any(may_be_paper_link(context.inlines[i]) for i in paper_links.indices)


def _add_written_identifier(
    context: NoteContext, row: Block, title: Block, header: TableHeader, paper_links: PaperLinks
) -> None:
    """Add the only identifier that is written in the title's cell of a row, or fills another cell."""
    if paper_links.identifiers:
        return
    for scheme, cell in zip(header.schemes, context.children(row.index), strict=False):
        number = context.visible_text(cell.index).strip() if scheme else ""
        if number[:1].isdigit() and (identifier := identifiers.parse_identifier(f"{scheme}:{number}")):
            paper_links.add_identifier(identifier)
            return
    written = [
        (cell, start, end, identifier)
        for cell in context.children(row.index)
        for start, end, identifier in identifiers.find_identifiers(context.source(cell.span))
    ]
    if len({identifier for _, _, _, identifier in written}) != 1:
        return
    for cell, start, end, identifier in written:
        words = context.source(cell.span)
        if cell.index == title.index or count_words(words[:start] + words[end:]) <= _MAX_WORDS_NEAR_IDENTIFIER:
            paper_links.add_identifier(identifier)
            context.read_spans.append(Span(cell.span.start + start, cell.span.start + end))


def _authored_paper(context: NoteContext, row: Block) -> Mention | None:
    """Return the paper of a row that has its authors in the first cell, and links to one paper in cells of links."""
    cell = next((c for c in context.children(row.index) if context.visible_text(c.index).strip()), None)
    stated = _read_authors(context.visible_text(cell.index)) if cell else None
    if cell is None or stated is None or context.unclaimed_links(cell.index):
        return None
    paper_links = PaperLinks()
    reference_links.add_links_in_cells(context, row, cell, paper_links)
    if len(paper_links.identifiers) != 1:
        return None
    context.claimed_inlines.update(paper_links.indices)
    byline, name = stated
    is_title = count_words(name) >= _MIN_TITLE_WORDS and looks_like_title(name)
    evidence = Evidence(
        title=name if is_title else "",
        labels=(name,) if name and not is_title else (),
        authors=byline.authors,
        venue=byline.venue,
        year=byline.year,
        track=byline.track,
        identifiers=paper_links.identifiers,
        links=paper_links.links,
    )
    words = context.visible_text(cell.index).strip()
    return build_mention(context, MentionKind.CITATION, context.text_span(cell), words, cell.index, evidence)


def _read_authors(words: str) -> tuple[short_bylines.Byline, str] | None:
    """Return the authors that fill a cell, with their year, and the name of the paper next to them."""
    if stated := linked_authors.read_authors(words):
        return stated
    byline = short_bylines.read_byline(words)
    return (byline, "") if byline else None


def _title_parts(context: NoteContext, cell: Block, min_words: int, *, may_be_authors: bool) -> TitleParts | None:
    """Return the title that a cell states, which may be a whole reference; None for authors and long texts.

    Args:
        context: The note.
        cell: The cell, with facts around the title.
        min_words: The number of words that a title in this table has at least.
        may_be_authors: False in a table with a column of authors: `Lines, Planes, and Points` is a title there.
    """
    stated = cell_titles.read(context, cell)
    words = IDENTIFIER_AT_END.sub("", stated.title)
    if may_be_authors and _read_authors(words):
        return None
    if reference := heading_references.read_text(words):
        parts = heading_references.title_of(reference)._replace(authors=reference.all_authors)
    elif not stated.authors and (before_names := cell_titles.before_names(context, cell)):
        parts = before_names
    else:
        parts = without_venue_after_comma(split_title(words))
    if not parts.authors:
        parts = parts.completed(stated)._replace(authors=stated.authors)
    return (
        parts
        if min(2, min_words) <= count_words(parts.title) <= _MAX_TITLE_WORDS and not is_template(parts.title)
        else None
    )


def _keyed_paper(context: NoteContext, row: Block) -> Mention | None:
    """Return the paper of a row without a title that holds exactly one citekey and one identifier."""
    inlines = list(chain.from_iterable(context.inlines_of(cell.index) for cell in context.children(row.index)))
    keys = [(index, i, key) for index, i in inlines if (key := _wikilink_key(i))]
    links = [(index, i) for index, i in inlines if i.kind is InlineKind.LINK and is_paper_link(i)]
    written = [] if links else identifiers.find_identifiers(context.source(row.span))
    if len(keys) != 1 or len(links) + len(written) != 1:
        return None
    key_index, inline, key = keys[0]
    paper_links = PaperLinks()
    for index, link in links:
        paper_links.add(index, link)
    context.claimed_inlines.update((key_index, *paper_links.indices))
    context.read_spans += (Span(row.span.start + start, row.span.start + end) for start, end, _ in written)
    all_identifiers = paper_links.add_identifiers(i for _, _, i in written)
    evidence = Evidence(citekey=key, identifiers=all_identifiers, links=paper_links.links)
    return build_mention(context, MentionKind.KEY, inline.span, inline.text.strip() or key, inline.block, evidence)


def _wikilink_key(inline: Inline) -> str:
    """Return the citekey that a wikilink leads to, or ""."""
    return citekey_of_name(inline.url.split("#")[0]) if inline.kind is InlineKind.WIKILINK else ""


def _is_linked_in_paper_column(
    header: TableHeader, cells: Sequence[Block], title: Block, links: list[IndexedInline]
) -> bool:
    """Return whether the title is in a column of papers and links to a page."""
    is_linked = any(i.block == title.index and i.url.startswith("http") for _, i in links)
    return is_linked and header.is_of_papers(cells, title)


def _links_of_paper(cell: Block, title: str, by_fact: Mapping[str, Block], links: list[IndexedInline]) -> PaperLinks:
    """Return the links in the cells of title and venue, those with the title or a venue as text, and silent ones."""
    paper_links = PaperLinks()
    cells = {by_fact[fact].index for fact in ("title", "venue") if fact in by_fact}
    for index, inline in links:
        is_title = text.comparison_key(split_title(inline.text).title) == text.comparison_key(title)
        is_name = inline.block in cells or publication_in(inline.text) is not None
        # the name of a site is the source of what a row says
        is_silent = is_uninformative(inline.text) and (is_paper_link(inline) or not is_host_name(inline.text))
        if inline.block == cell.index or is_title or (is_name and is_paper_link(inline)) or is_silent:
            paper_links.add(index, inline)
    return paper_links


def _cites_by_number(header: TableHeader, links: list[IndexedInline]) -> bool:
    """Return whether a row cites papers on a topic by their numbers: `| Alignment of reads [19289445, 23104886] |`."""
    if "title" in header.facts or any(header.are_papers):
        return False
    return any(inline.text.strip("[]() ").isdecimal() and is_paper_link(inline) for _, inline in links)


def _citekey(context: NoteContext, cells: Sequence[Block], header: TableHeader) -> str:
    """Return the citekey of a row: its only wikilink to a key; "" for none or several."""
    inlines = chain.from_iterable(context.inlines_of(cell.index) for cell in cells)
    keys = [(index, key) for index, i in inlines if (key := _wikilink_key(i))]
    if len({key for _, key in keys}) != 1 or "title" not in header.facts:
        return ""
    context.claimed_inlines.update(index for index, _ in keys)
    return keys[0][1]


def _venue(
    context: NoteContext, row: Block, by_fact: dict[str, Block], header: TableHeader
) -> tuple[str, int | None, str]:
    """Return venue, year and track."""
    venue, year, track = "", None, ""
    if "venue" in by_fact:
        words = context.visible_text(by_fact["venue"].index)
        words = "" if is_missing(words) else words
        venue, year, track = read_venue_cell(words)
        if not venue and header.has_unknown_venues:
            venue = "" if is_publisher(words) else read_venue_value(words).venue
        # the year in the number of a preprint is that of its first version, and `NeurIPS 33` has no year
        is_number = str(year) not in words and not _SHORT_YEAR.search(words)
        year = None if "year" in by_fact and (venues.is_preprint(venue) or is_number) else year
    if "year" in by_fact and not year:
        words = context.visible_text(by_fact["year"].index)
        month = MONTH.fullmatch(words.strip())
        if header.has_months and month:
            year = 2000 + int(month[1])
        elif month and (not header.has_years or month[0] in ARXIV_MONTH.findall(context.source(row.span))):
            # it may be a year or a month
            year = None
        elif DAY.fullmatch(words.strip()) and not header.has_publication_dates:
            year = None
        else:
            year = first_year(words)
    return venue, year, track
