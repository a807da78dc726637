"""Paper -> what a search finds it by, as the text of one entry of an index.

A search index tells words apart by white space and compares how they begin, so that each name stands as a word of
its own: `basics/attention` is `attention`, too, and `🧠` is `brain`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from papernotes_plugin.links.addresses import tag_path
from papernotes_plugin.markup import parser
from papernotes_plugin.people import parse_people
from papernotes_plugin.text import comparison_key, escape_html, one_line, plain_text
from papernotes_plugin.vocabulary.model import InlineKind, Paper

MAX_AUTHORS, MAX_AUTHORS_BRIEF = 60, 10
"""Authors of one paper that are searched, with its words and by its names alone; some have thousands."""
_TOLD = {"doi", "arxiv", "openreview", "acl", "pmid", "isbn"}
"""Schemes of identifiers that people know and paste; the others are numbers within a site."""
_TOLD_BRIEFLY = {"doi", "arxiv"}
_CALLOUT = re.compile(r"(?:^|(?<= ))\[![A-Za-z-]{1,30}\][+-]?(?= |$)")
"""What a callout begins with."""
_SHOWN = {InlineKind.TEXT, InlineKind.CODE, InlineKind.MATH}
"""What a reader reads of a text; what stands around it (links, emphasis) holds inlines of these kinds."""


class SearchEntry(NamedTuple):
    """One entry of a search index."""

    title: str
    """Plain text."""
    body: str
    """HTML of paragraphs only."""


def search_entry(paper: Paper, *, whole: bool, twice: bool = False) -> SearchEntry:
    """What a paper is found by.

    Args:
        paper: The paper.
        whole: With what the notes say of it, its TL;DR and its abstract; else by its names alone.
        twice: The citekey counts twice, so that a note that only links to the paper by it does not come before.
    """
    names = [_authors(paper, whole), *[paper.citekey] * (2 if twice else 1), *_facts(paper, whole)]
    lines = filter(None, map(one_line, (" ".join(names), *(_words(paper) if whole else ()))))
    return SearchEntry(_title(paper), "".join(f"<p>{escape_html(line)}</p>" for line in lines))


def text_length(paper: Paper) -> int:
    """About how many characters the notes say of a paper, and its TL;DR and abstract with them."""
    return len(paper.tldr) + len(paper.abstract) + sum(len(mention.context) for mention in paper.mentions)


def _title(paper: Paper) -> str:
    """The title and the short names that it does not hold: whoever looks for `ResNet` means the paper."""
    title = plain_text(paper.title)
    known = f" {comparison_key(title)} "
    short = dict.fromkeys(plain_text(label) for label in paper.labels if f" {comparison_key(label)} " not in known)
    return one_line(" · ".join([title, *short]))


def _authors(paper: Paper, whole: bool) -> str:
    """By their names; where it must be brief those between the first and the last by their surnames."""
    authors = parse_people(paper.authors)[0]
    if whole:
        return ", ".join(someone.natural for someone in authors[:MAX_AUTHORS])
    few = [*authors[: MAX_AUTHORS_BRIEF - 1], *authors[MAX_AUTHORS_BRIEF - 1 :][-1:]]
    return ", ".join(one.natural if one in (few[0], few[-1]) else one.surname for one in few)


def _facts(paper: Paper, whole: bool) -> Iterator[str]:
    """Other keys and identifiers, its tags; where it appeared, which many papers have in common, not in brief."""
    told = _TOLD if whole else _TOLD_BRIEFLY
    yield from (alias for alias in paper.aliases if alias != paper.citekey)
    yield from (held.value for held in paper.identifiers if held.scheme in told)
    if whole:
        yield from (str(paper.venue or paper.year or ""), paper.track)
    yield from _tags(paper.tags)


def _tags(tags: Iterable[str]) -> Iterator[str]:
    found: dict[str, None] = {}
    for tag in tags:
        path = tag_path(tag)
        for name in ("/".join(path), *path):
            found |= dict.fromkeys([name, *_spoken(name)])
    yield from found


def _spoken(name: str) -> list[str]:
    """The names of the pictures in a tag, as its address has them."""
    pictures = (unicodedata.name(char, "") for char in name if unicodedata.category(char) in ("So", "Sk"))
    return [picture.lower() for picture in pictures if picture]


def _words(paper: Paper) -> Iterator[str]:
    """What the notes say, and of TL;DR and abstract what they do not say, each once."""
    said: list[str] = []
    for source in (*(mention.context for mention in paper.mentions), paper.tldr, paper.abstract):
        words = visible_text(source)
        if words and not any(words in other for other in said):
            said.append(words)
    yield from said


def visible_text(source: str) -> str:
    """Markdown as one line of the words that people read in it; its code blocks and bare addresses are none."""
    # half a character, as a damaged file may have it, is none to a parser
    document = parser.parse(source.encode("utf-8", "ignore").decode("utf-8"))
    bare = {inline.span for inline in document.inlines if inline.bare}
    shown = (i for i in document.inlines if i.kind in _SHOWN and i.span not in bare)
    out: list[str] = []
    block = -1
    for inline in shown:
        out += [" "] if inline.block != block else []
        out.append(plain_text(inline.text) if inline.kind is InlineKind.MATH else inline.text)
        block = inline.block
    return one_line(_CALLOUT.sub("", "".join(out)))
