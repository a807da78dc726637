"""Write the entry of a paper for a search index.

A search index splits words at white space and compares their beginnings.  So each part of a name is added as a separate
word: `basics/attention` is followed by `attention`, and `🧠` by `brain`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from papernotes_plugin.links.addresses import tag_path
from papernotes_plugin.markup import parser
from papernotes_plugin.markup.document_text import TEXT_KINDS
from papernotes_plugin.markup.plain_prose import is_plain_prose
from papernotes_plugin.people import parse_people
from papernotes_plugin.people.bylines import page_title, venue_or_year
from papernotes_plugin.text import comparison_key, escape_html, one_line, plain_text
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import InlineKind, Paper

MAX_AUTHORS, MAX_AUTHORS_BRIEF = 60, 10
"""Numbers of authors of a paper in a full entry and in a brief one; some papers have thousands."""
_SCHEMES = {"doi", "arxiv", "openreview", "acl", "pmid", "isbn"}
"""Schemes of identifiers that people search for; the others are internal numbers of a website."""
_SCHEMES_BRIEF = {"doi", "arxiv"}
_CALLOUT = lazy_regex(r"(?:^|(?<= ))\[![A-Za-z-]{1,30}\][+-]?(?= |$)")
"""Marker of a callout."""


class SearchEntry(NamedTuple):
    """Entry of a paper in a search index."""

    title: str
    """Plain text."""
    body: str
    """HTML of paragraphs only."""


def search_entry(paper: Paper, *, whole: bool, twice: bool = False) -> SearchEntry:
    """Return the entry of a paper in the search index.

    Args:
        paper: The paper.
        whole: Include the text of the notes about it, its TL;DR and its abstract, not only its names.
        twice: Include the citekey twice, so that the paper ranks above a note that only links to it.
    """
    names = [_authors(paper, whole), *[paper.citekey] * (2 if twice else 1), *_facts(paper, whole)]
    lines = filter(None, map(one_line, (" ".join(names), *(_words(paper) if whole else ()))))
    return SearchEntry(_title(paper), "".join(f"<p>{escape_html(line)}</p>" for line in lines))


def text_length(paper: Paper) -> int:
    """Return the approximate length of the texts about a paper: in notes, TL;DR and abstract."""
    return len(paper.tldr) + len(paper.abstract) + sum(len(mention.context) for mention in paper.mentions)


def _title(paper: Paper) -> str:
    """Return the title and the short names that are not in it, such as `ResNet`."""
    title = plain_text(page_title(paper))
    title_key = f" {comparison_key(title)} "
    short = dict.fromkeys(plain_text(label) for label in paper.labels if f" {comparison_key(label)} " not in title_key)
    return one_line(" · ".join([title, *short]))


def _authors(paper: Paper, whole: bool) -> str:
    """Return the names of the authors; in a brief entry only surnames between the first and the last author."""
    authors = parse_people(paper.authors)[0]
    if whole:
        return ", ".join(someone.natural for someone in authors[:MAX_AUTHORS])
    few = [*authors[: MAX_AUTHORS_BRIEF - 1], *authors[MAX_AUTHORS_BRIEF - 1 :][-1:]]
    return ", ".join(one.natural if one in (few[0], few[-1]) else one.surname for one in few)


def _facts(paper: Paper, whole: bool) -> Iterator[str]:
    """Yield other citekeys, identifiers and tags; venue and year, which many papers share, only in a full entry."""
    schemes = _SCHEMES if whole else _SCHEMES_BRIEF
    yield from paper.written_aliases
    yield from (held.value for held in paper.identifiers if held.scheme in schemes)
    if whole:
        yield from (venue_or_year(paper), paper.track)
    yield from _tags(paper.tags)


def _tags(tags: Iterable[str]) -> Iterator[str]:
    names: dict[str, None] = {}
    for tag in tags:
        path = tag_path(tag)
        for name in ("/".join(path), *path):
            names |= dict.fromkeys([name, *_spoken(name)])
    yield from names


def _spoken(name: str) -> list[str]:
    """Return the Unicode names of the emoji in a tag, as in its URL."""
    pictures = (unicodedata.name(char, "") for char in name if unicodedata.category(char) in ("So", "Sk"))
    return [picture.lower() for picture in pictures if picture]


def _words(paper: Paper) -> Iterator[str]:
    """Yield the texts in the notes, then TL;DR and abstract, without texts that repeat an earlier one."""
    texts: list[str] = []
    sources = (*(mention.context for mention in paper.mentions), paper.tldr, paper.abstract)
    for source in filter(None, dict.fromkeys(sources)):
        words = visible_text(source)
        if words and not any(words in other for other in texts):
            texts.append(words)
    yield from texts


@lru_cache(maxsize=1 << 10)
def visible_text(source: str) -> str:
    """Return the visible text of Markdown on one line, without code blocks and bare URLs."""
    if not source or is_plain_prose(source):
        return one_line(source)
    # the parser does not accept lone surrogates, which damaged files may have
    document = parser.parse(source.encode("utf-8", "ignore").decode("utf-8"))
    bare = {inline.span for inline in document.inlines if inline.bare}
    shown = (i for i in document.inlines if i.kind in TEXT_KINDS and i.span not in bare)
    out: list[str] = []
    block = -1
    for inline in shown:
        out += [" "] if inline.block != block else []
        out.append(plain_text(inline.text) if inline.kind is InlineKind.MATH else inline.text)
        block = inline.block
    return one_line(_CALLOUT.sub("", "".join(out)))
