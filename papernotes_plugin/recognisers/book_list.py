"""Recognise the items of a list of books to read, which are only titles and names: `- Title by Ann Lee`.

A heading, the title or the name of the note announces books, and most items of the list have the same form.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from papernotes_plugin.recognisers.evidence.authors import authorship
from papernotes_plugin.recognisers.evidence.labels import labelled_values
from papernotes_plugin.recognisers.evidence.papers.book_addresses import (
    has_lists_of_books,
    is_in_address,
    is_on_book_site,
    is_page_of_book,
    names_page_of_book,
)
from papernotes_plugin.recognisers.evidence.papers.book_headings import (
    AnnouncedBooks,
    announced_books,
    announced_by_line,
)
from papernotes_plugin.recognisers.evidence.papers.paper_links import PaperLinks, is_paper_link
from papernotes_plugin.recognisers.evidence.references.book_parts import PART_WITH_NAME, PART_WITH_NUMBER
from papernotes_plugin.recognisers.evidence.references.publishers import is_publisher, prints_books
from papernotes_plugin.recognisers.evidence.references.reference_text import ReferenceText, reference_text
from papernotes_plugin.recognisers.evidence.structure.book_columns import opens_with_titles
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.structure.quoted_context import build_mention
from papernotes_plugin.recognisers.evidence.titles import false_titles, linked_books, listed_books
from papernotes_plugin.recognisers.evidence.titles.listed_books import NAMES_BEFORE_MARKED_TITLE, ListedBook
from papernotes_plugin.recognisers.evidence.titles.page_titles import host_of
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import is_uninformative
from papernotes_plugin.text import comparison_key
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Evidence, Field, Mention, MentionKind

_KINDS = frozenset((BlockKind.ITEM, BlockKind.HEADING, BlockKind.PARAGRAPH, BlockKind.ROW))
_MIN_SPREAD = 5
"""Years between the first and the last of a list that are those of publication, not of reading."""
_MIN_KINDS = 3
"""Different words with the same last letter in a list that are no names, or names of sections that are no titles."""
_MAX_LENGTH = 1500
"""Characters of an item, perhaps with a remark."""
_NAMES_BEFORE_TITLE = lazy_regex(r"^[ \t]{0,12}[-*+] [^\W\d_a-z][^,:*_\n]{3,60}, [*_]{1,3}[^\s*_]", re.MULTILINE)
"""An item that opens with a name, a comma and words in emphasis."""
_MIN_UNANNOUNCED = 5
"""Items of this form, and known publishers after their titles, from which a list without a heading is one of books."""
_UNANNOUNCED = AnnouncedBooks(-2, are_books=False)
"""The announcement of a list that has no heading for books."""
_ON_BOOK_SITES = AnnouncedBooks(-3, are_books=True)
"""The announcement of items that link to books at catalogues and shops."""
_MIN_LINKED = 3
"""Items with linked titles, from which a title may be one word."""
_NO_TITLE = lazy_regex(
    r"(?:order|buy|get|see|read|find|purchase|pre-?order|view|check|download|kaufen|acheter|comprar)\b"
    rf"|(?:{PART_WITH_NAME}|{PART_WITH_NUMBER})\b[\s.]*+(?:\W|\d|[IVX]+\b|$)"
    r"|(?:\w+ )?edition$|(?:(?:the|this|my|his|her|a) )?(?:book|textbook|novel)(?: \w+)?$|[\d.,/½ ]+ ?stars?$",
    re.IGNORECASE,
)
"""A request, a part of a book, an edition or a rating, which are no titles."""
_MAX_PARTS = 5
"""Parts between commas after a title that may be its publisher."""


class _Item(NamedTuple):
    """A list item, heading, paragraph or row of a table that may be a book."""

    block: Block
    text: Block
    words: ReferenceText


def recognise(context: NoteContext) -> Iterator[Mention]:
    """Yield an `ITEM` or a `CARD` for each item, paragraph, row and heading that is a book in a list of books."""
    lists: defaultdict[tuple[AnnouncedBooks, BlockKind, int], list[Block]] = defaultdict(list)
    has_names_before_titles = len(_NAMES_BEFORE_TITLE.findall(context.note.text)) >= _MIN_UNANNOUNCED
    for block in context.blocks:
        if block.kind not in _KINDS:
            continue
        if block.kind is BlockKind.ROW and not opens_with_titles(context, block):
            continue
        announced = announced_books(context, context.heading_above[block.index])
        if announced is None and block.kind is BlockKind.ITEM:
            announced = announced_by_line(context, block)
            if announced is None and has_names_before_titles:
                announced = _UNANNOUNCED
        is_listed = block.kind is BlockKind.ITEM and has_lists_of_books(context)
        if announced in (None, _UNANNOUNCED) and (is_listed or _has_book_site(context, block)):
            announced = _ON_BOOK_SITES
        if announced:
            lists[announced, block.kind, _depth(context, block)].append(block)
    for (announced, *_), blocks in lists.items():
        unclaimed = [block for block in blocks if block.index not in context.claimed_blocks]
        items = _items(context, unclaimed, announced)
        mentions = list(_mentions(context, announced, items))
        if items and not mentions and len(unclaimed) < len(blocks):
            # those that are papers by other signs show the form of the list, too
            items = _items(context, blocks, announced)
            mentions = list(_mentions(context, announced, items))
        yield from mentions
    listed = chain.from_iterable(blocks for (_, kind, _), blocks in lists.items() if kind is BlockKind.ITEM)
    yield from _titled_by_links(context, [block for block in listed if block.index not in context.claimed_blocks])


def _titled_by_links(context: NoteContext, blocks: Sequence[Block]) -> Iterator[Mention]:
    """Yield the mentions of the books in items that open with a link to a book, whose words are the title."""
    items = [item for block in blocks if (item := _item(context, block)) and _is_titled_by_link(context, item)]
    books = [linked_books.read(item.words) for item in items]
    has_several = len(list(filter(None, books))) >= _MIN_LINKED
    for item, book in zip(items, books, strict=True):
        if book and (has_several or " " in item.words.text[slice(*book.title)].strip()):
            yield _mention(context, item, book, entry_type="book")


def _is_titled_by_link(context: NoteContext, item: _Item) -> bool:
    """Return whether an item opens with a link to a book, whose words name no site and no format."""
    links = [link for _, link in context.unclaimed_links_within(item.text.span)]
    if not links or not is_page_of_book(context, links[0].url):
        return False
    words = links[0].text.strip(" *_")
    is_name = host_of(links[0].url).startswith(comparison_key(words).replace(" ", ""))
    if "《" not in words:
        is_name |= is_publisher(words) or prints_books(words)
    is_name |= is_uninformative(words) or false_titles.is_generic(words)
    # two words may be the author, but the address often has the title: `Watership Down`
    is_name |= authorship.is_person(words) and not is_in_address(words, links[0].url)
    return not (is_name or names_page_of_book(words) or _NO_TITLE.match(words))


def _items(context: NoteContext, blocks: Sequence[Block], announced: AnnouncedBooks) -> list[_Item]:
    """Return those blocks that may each be a book."""
    items = (_item(context, block, are_books=announced.are_books) for block in blocks)
    return list(filter(None, items))


def _has_book_site(context: NoteContext, block: Block) -> bool:
    """Return whether the first text of an item, or a heading, links to a book at a catalogue or a shop."""
    text = next(iter(context.text_blocks(block)), None) if block.kind is BlockKind.ITEM else block
    if text is None or block.kind is BlockKind.PARAGRAPH:
        return False
    return any(is_on_book_site(link.url) for _, link in context.links_within(text.span))


def _depth(context: NoteContext, block: Block) -> int:
    """Return the level of a heading, or the number of lists around an item: the bullets below a book are about it."""
    if block.kind is BlockKind.HEADING:
        return block.level
    return sum(ancestor.kind is BlockKind.LIST for ancestor in context.ancestors(block.index))


def _item(context: NoteContext, block: Block, *, are_books: bool = False) -> _Item | None:
    """Return a block and its words; None for one with a link to a paper or to any page that is no book.

    Such a link may be in a remark after a title in emphasis, which is left out.  Below a heading for books, the only
    link may lead anywhere if it is around the first words: `[Title](https://press.org/1) by Ann Lee`.
    """
    if block.kind in (BlockKind.ITEM, BlockKind.ROW):
        text = next(iter(context.text_blocks(block)), None)
    else:
        text = block if block.kind is BlockKind.HEADING or context.is_free_standing(block.index) else None
    if text is None or text.span.end - text.span.start > _MAX_LENGTH:
        return None
    links = [inline for _, inline in context.links_within(text.span)]
    is_first = are_books and len(links) == 1 and context.visible_text(text.index).strip().startswith(links[0].text)
    starts_of_other_links = (
        link.span.start
        for link in links
        if is_paper_link(link)
        or ("://" in link.url and not (is_first or is_on_book_site(link.url) or is_page_of_book(context, link.url)))
    )
    first_link = min(starts_of_other_links, default=text.span.end)
    if labelled_values.find(context, [text]):
        return None
    words = reference_text(
        [(i, inline) for i, inline in context.inlines_of(text.index) if inline.span.end <= first_link]
    )
    if first_link < text.span.end and not words.emphasised:
        return None
    if block.kind is BlockKind.PARAGRAPH and not (words.marks and words.marks[0].start == 0):
        # a paragraph without a title in emphasis is prose
        return None
    return _Item(block, text, words)


def _mentions(context: NoteContext, announced: AnnouncedBooks, items: Sequence[_Item]) -> Iterator[Mention]:
    """Yield the mentions of the books in the items of one depth below one announcement."""
    books = listed_books.read_items([item.words for item in items], are_books=announced.are_books)
    if announced is _UNANNOUNCED:
        books = [book if book and book.form == NAMES_BEFORE_MARKED_TITLE else None for book in books]
        names = [
            publisher for item, book in zip(items, books, strict=True) if book for publisher in _publishers(item, book)
        ]
        if len(names) < _MIN_UNANNOUNCED:
            return
    titles = [item.words.text[slice(*book.title)] for item, book in zip(items, books, strict=True) if book]
    are_sections = sum(map(false_titles.is_generic, titles)) >= max(_MIN_KINDS, len(titles) / 2)
    if are_sections or _are_kinds([book.names[-1] for book in books if book and book.names]):
        return
    years = [book.year for book in books if book and book.year]
    are_of_books = bool(years) and max(years) - min(years) >= _MIN_SPREAD
    for item, book in zip(items, books, strict=True):
        if book and item.block.index not in context.claimed_blocks:
            read = book if are_of_books else book._replace(year=None)
            yield _mention(context, item, read, entry_type="book" if announced.are_books else "")


def _publishers(item: _Item, book: ListedBook) -> Iterator[str]:
    """Yield the known publishers among the words between commas after the title of a book."""
    first, *parts = item.words.text[book.title[1] :].split(",")[:_MAX_PARTS]
    if not first.strip(" *_"):
        yield from filter(is_publisher, (part.strip(" .()") for part in parts))


def _are_kinds(words: Sequence[str]) -> bool:
    """Return whether words in brackets are no names, as all have the same last letter: `(노란색)`, `(파란색)`."""
    are_several = len(set(words)) >= _MIN_KINDS
    return are_several and len({word[-1] for word in words}) == 1 and not words[0].isascii()


def _mention(context: NoteContext, item: _Item, book: ListedBook, *, entry_type: str) -> Mention:
    span = item.words.span(*book.title)
    paper_links = PaperLinks()
    for index, link in context.unclaimed_links_within(item.text.span):
        is_own = link.span.start < span.end or is_on_book_site(link.url) or is_uninformative(link.text)
        if "://" in link.url and is_own:
            paper_links.add(index, link)
    # a backslash, as in `1\.`, or a reference to a character, as `&rsquo;`, is no part of what a reader sees
    is_escaped = any(mark in context.source(item.text.span) for mark in "\\&")
    title = item.words.text[slice(*book.title)] if is_escaped else context.visible_part(item.text.index, span)
    publisher = next(_publishers(item, book), "")
    evidence = Evidence(
        title=title,
        authors=book.names,
        year=book.year,
        identifiers=paper_links.identifiers,
        links=paper_links.links,
        fields=(Field("Publisher", publisher),) if publisher else (),
        entry_type="book" if publisher else entry_type,
    )
    context.claimed_blocks.add(item.block.index)
    context.claimed_inlines.update(paper_links.indices)
    kind = MentionKind.CARD if item.block.kind is BlockKind.HEADING else MentionKind.ITEM
    return build_mention(context, kind, span, title, item.text.index, evidence)
