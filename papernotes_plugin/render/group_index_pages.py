"""Build the index pages of tags and topics: outlines of all groups, by letter if there are many tags."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise

from papernotes_plugin.links.addresses import group_index, group_page, relative_href
from papernotes_plugin.links.pagination import LINES_PER_PAGE, numbered_page, split_pages
from papernotes_plugin.render.lazy_outputs import FrontMatterView, LazyOutput
from papernotes_plugin.render.page_links import PageLinks
from papernotes_plugin.render.page_views import CountedLink, GroupIndexView, GroupKind, OutlineLine, Pagination
from papernotes_plugin.render.paper_lists import (
    all_groups_bibtex,
    group_title,
    navigation_bar,
    outline_lines,
    pagination,
)
from papernotes_plugin.vocabulary.model import Group, Link

MANY_GROUPS = 60
"""An index with more groups starts with the largest ones; an index with more top-level tags is ordered by letter."""
MAX_LARGEST = 20
"""Number of groups at the start of a long index."""
_MAX_LINES_BELOW = 12
"""Lines below one top-level line that a column layout can keep together."""
_NO_LETTER = "…"
"""Heading of the names that do not begin with a letter that has a capital."""
_LetteredGroups = Sequence[tuple[str, Sequence[Group]]]
"""Groups of one page with the letters that they are listed below; "" if the index is not ordered by letter."""


def group_index_pages(kind: GroupKind) -> Iterator[LazyOutput]:
    """Yield the pages of the index of all tags or topics.

    The outline is as deep as fits on one page; deeper groups are listed on the pages of their parents.
    """
    depth = max((len(group.path) for group in kind.groups), default=1)
    groups = list(kind.groups)
    while depth > 1 and len(groups) > LINES_PER_PAGE:
        depth -= 1
        groups = [group for group in groups if len(group.path) <= depth]
    first_page = group_index(kind.folder)
    by_letter = kind.title == "Tags" and sum(len(group.path) == 1 for group in groups) > MANY_GROUPS
    split: Sequence[_LetteredGroups] = (
        _pages_by_letter(groups) if by_letter else tuple([("", part)] for part in split_pages(groups, LINES_PER_PAGE))
    )
    names = [" – ".join(dict.fromkeys((part[0][0], part[-1][0]))) for part in split] if by_letter else []
    for number, part in enumerate(split, 1):
        page = numbered_page(first_page, number)
        position = pagination(first_page, page, number, len(split), names)
        view = partial(_view, kind, page, part, position, by_letter)
        yield LazyOutput(page, "group_index_page.md", FrontMatterView(kind.title), view)


def _view(
    kind: GroupKind, page: str, part: _LetteredGroups, position: Pagination, by_letter: bool, links: PageLinks
) -> GroupIndexView:
    if by_letter:
        lines = _lines_by_letter(part, kind, page)
    else:
        lines = _flat_if_continued(outline_lines(part[0][1], kind.folder, page))
    return GroupIndexView(
        title=kind.title,
        largest=_largest(kind, page) if position.number == 1 else (),
        by_letter=by_letter,
        in_columns=not by_letter and _fits_columns(part[0][1]),
        lines=lines,
        pagination=position,
        empty_text=f"No {kind.title.lower()} yet.",
        bibtex_href=all_groups_bibtex(kind, page, links),
        bar=navigation_bar(links, page),
    )


def _largest(kind: GroupKind, page: str) -> tuple[CountedLink, ...]:
    """Return the groups with the most papers; none in a short index."""
    if len(kind.groups) <= MANY_GROUPS:
        return ()
    largest = sorted(kind.groups, key=lambda group: -len(group.papers))[:MAX_LARGEST]
    title_counts = Counter(group_title(group, kind.title)[0] for group in kind.groups)

    def label(group: Group) -> str:
        title, _ = group_title(group, kind.title)
        return " › ".join(group.path) if title_counts[title] > 1 else title

    return tuple(
        CountedLink(Link(label(group), relative_href(group_page(kind.folder, group.slug), page)), len(group.papers))
        for group in largest
    )


def _flat_if_continued(lines: tuple[OutlineLine, ...]) -> tuple[OutlineLine, ...]:
    """Return the lines of a page, without indentation if the page begins inside a branch."""
    return lines if not lines or not lines[0].depth else tuple(line._replace(depth=0) for line in lines)


def _fits_columns(groups: Sequence[Group]) -> bool:
    """Return whether there are many top-level groups, each with few groups below it."""
    starts = [position for position, group in enumerate(groups) if len(group.path) == 1]
    if len(starts) <= _MAX_LINES_BELOW:
        return False
    lengths = [end - start for start, end in pairwise([*starts, len(groups)])]
    return max(lengths) <= _MAX_LINES_BELOW


# --- by letter ------------------------------------------------------------------------------------


def _letter(name: str) -> str:
    """Return the heading that a name is listed below.

    Examples:
        >>> [_letter(name) for name in ("llm", "Émile", "3d", "я", "中文", "🧠", "")]
        ['L', 'E', '0–9', 'Я', '…', '…', '…']
    """
    first = unicodedata.normalize("NFKD", name)[:1]
    if first.isdigit():
        return "0–9"
    return first.upper() if first.upper() != first.lower() else _NO_LETTER


def _pages_by_letter(groups: Sequence[Group]) -> tuple[_LetteredGroups, ...]:
    """Return for each page its letters with their groups; a letter that fits on one page is not split."""
    letters: dict[str, list[Group]] = {}
    for group in groups:
        letters.setdefault(_letter(group.path[0]), []).append(group)
    pages: list[list[tuple[str, Sequence[Group]]]] = [[]]
    room = LINES_PER_PAGE
    for letter in sorted(letters, key=lambda letter: (letter == _NO_LETTER, letter)):
        for part in split_pages(letters[letter], LINES_PER_PAGE):
            if len(part) > room:
                pages.append([])
                room = LINES_PER_PAGE
            pages[-1].append((letter, part))
            room -= len(part)
    return tuple(pages)


def _lines_by_letter(part: _LetteredGroups, kind: GroupKind, page: str) -> tuple[OutlineLine, ...]:
    """Return a line for each letter with the groups below it."""
    lines: list[OutlineLine] = []
    for letter, groups in part:
        lines.append(OutlineLine(0, Link(letter, ""), 0, 0, group_count=len(groups)))
        below = _flat_if_continued(outline_lines(groups, kind.folder, page))
        lines += (line._replace(depth=line.depth + 1) for line in below)
    return tuple(lines)
