"""Outlines: the views of the index of all tags or topics, each page under its path.  Imports vocabulary only."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from papernotes_plugin.links.addresses import group_index, group_page, relative_href
from papernotes_plugin.links.pagination import LINES_PER_PAGE, numbered_page, split_pages
from papernotes_plugin.render.lazy_outputs import Head, Planned
from papernotes_plugin.render.page_links import Links
from papernotes_plugin.render.page_views import Branch, Counted, Kinds, OutlineView, Part
from papernotes_plugin.render.paper_lists import all_bibtex, branches, group_title, indexes, parted
from papernotes_plugin.vocabulary.model import Group, Link

MANY = 60
"""An index of more groups than these names those with the most papers first; so many tags stand under their letters."""
MOST = 20
"""So many of them."""
_LOW = 12
"""Lines below one line that columns can hold together."""
_OTHERS = "…"
"""What stands for the names that begin with no letter that has a capital."""
_Lettered = Sequence[tuple[str, Sequence[Group]]]
"""Groups with the letters under which they stand, or "" where they stand under none."""


def pages(kind: Kinds) -> Iterator[Planned]:
    """The outline of all groups, as deep as fits on a page; what lies deeper is on the pages of the groups."""
    depth = max((len(group.path) for group in kind.groups), default=1)
    groups = list(kind.groups)
    while depth > 1 and len(groups) > LINES_PER_PAGE:
        depth -= 1
        groups = [group for group in groups if len(group.path) <= depth]
    page = group_index(kind.folder)
    lettered = kind.title == "Tags" and sum(len(group.path) == 1 for group in groups) > MANY
    split: Sequence[_Lettered] = (
        _shared_out(groups) if lettered else tuple([("", part)] for part in split_pages(groups, LINES_PER_PAGE))
    )
    names = [" – ".join(dict.fromkeys((part[0][0], part[-1][0]))) for part in split] if lettered else []
    for number, part in enumerate(split, 1):
        here = numbered_page(page, number)
        parting = parted(page, here, number, len(split), names)
        yield Planned(here, "outline.md", Head(kind.title), partial(_view, kind, here, part, parting, lettered))


def _view(kind: Kinds, here: str, part: _Lettered, parting: Part, lettered: bool, links: Links) -> OutlineView:
    return OutlineView(
        title=kind.title,
        most=_most(kind, here) if parting.number == 1 else (),
        lettered=lettered,
        short=not lettered and _is_short(part[0][1]),
        branches=_lettered(part, kind, here) if lettered else _outdented(branches(part[0][1], kind.folder, here)),
        part=parting,
        empty=f"No {kind.title.lower()} yet.",
        bibtex_href=all_bibtex(kind, here),
        indexes=indexes(links.library, links.config, here),
    )


def _most(kind: Kinds, page: str) -> tuple[Counted, ...]:
    if len(kind.groups) <= MANY:
        return ()
    found = sorted(kind.groups, key=lambda group: -len(group.papers))[:MOST]
    titles = Counter(group_title(group, kind.title)[0] for group in kind.groups)

    def named(group: Group) -> str:
        title, _ = group_title(group, kind.title)
        return " › ".join(group.path) if titles[title] > 1 else title

    return tuple(
        Counted(Link(named(group), relative_href(group_page(kind.folder, group.slug), page)), len(group.papers))
        for group in found
    )


def _outdented(lines: tuple[Branch, ...]) -> tuple[Branch, ...]:
    """The lines of a page that may begin within a branch: none is deeper than one step below the one above it."""
    return lines if not lines or not lines[0].depth else tuple(replace(line, depth=0) for line in lines)


def _is_short(groups: Sequence[Group]) -> bool:
    """Many lines, and no long run of them below one."""
    starts = [at for at, group in enumerate(groups) if len(group.path) == 1]
    ends = [*starts[1:], len(groups)]
    return len(starts) > _LOW and max(end - start for start, end in zip(starts, ends, strict=True)) <= _LOW


# --- by letters -----------------------------------------------------------------------------------


def _letter(name: str) -> str:
    """Under which letter a name stands.

    Examples:
        >>> [_letter(name) for name in ("llm", "Émile", "3d", "я", "中文", "🧠", "")]
        ['L', 'E', '0–9', 'Я', '…', '…', '…']
    """
    first = unicodedata.normalize("NFKD", name)[:1]
    if first.isdigit():
        return "0–9"
    return first.upper() if first.upper() != first.lower() else _OTHERS


def _shared_out(groups: Sequence[Group]) -> tuple[_Lettered, ...]:
    """For each page its letters with their groups: no letter is on two pages if it fits on one."""
    letters: dict[str, list[Group]] = {}
    for group in groups:
        letters.setdefault(_letter(group.path[0]), []).append(group)
    out: list[list[tuple[str, Sequence[Group]]]] = [[]]
    room = LINES_PER_PAGE
    for letter in sorted(letters, key=lambda letter: (letter == _OTHERS, letter)):
        for part in split_pages(letters[letter], LINES_PER_PAGE):
            if len(part) > room:
                out.append([])
                room = LINES_PER_PAGE
            out[-1].append((letter, part))
            room -= len(part)
    return tuple(out)


def _lettered(part: _Lettered, kind: Kinds, page: str) -> tuple[Branch, ...]:
    """A line for each letter, the groups below it."""
    out: list[Branch] = []
    for letter, groups in part:
        out.append(Branch(0, Link(letter, ""), 0, 0, held=len(groups)))
        lines = _outdented(branches(groups, kind.folder, page))
        out += (replace(line, depth=line.depth + 1) for line in lines)
    return tuple(out)
