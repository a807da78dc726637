"""Convert lists and tables of generated pages to the HTML that the site's Markdown makes of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from papernotes_plugin.mkdocs_plugin.fast_rendering.hrefs import ToHref
from papernotes_plugin.mkdocs_plugin.fast_rendering.inline_html import BLOCK_START, InlineRenderer
from papernotes_plugin.mkdocs_plugin.fast_rendering.site_markdown import SiteMarkdown, marker

_SAMPLE_DEPTHS = (0, 1, 2, 2, 1, 0, 1, 2, 3)
"""Depths of the items of a sample list, in which each change of depth occurs."""
_INDENT = 4
"""Spaces before a nested list."""


class ListRenderer:
    """Converter of lists for one site: lines that begin with `- `, without empty lines between them."""

    def __init__(self, markdown: SiteMarkdown, inlines: InlineRenderer) -> None:
        """Compare sample lists with the Markdown of the site."""
        self._inlines = inlines
        samples = [[(0, "a")], [(0, "a"), (0, "b"), (0, "c")], [(depth, f"b{depth}") for depth in _SAMPLE_DEPTHS]]
        matches = [_converted(markdown, sample) == nested_list(sample) for sample in samples]
        self._max_depth = len(_SAMPLE_DEPTHS) if all(matches) else 0 if all(matches[:2]) else -1
        """Depth up to which lists are converted here; -1 if the site's Markdown writes lists differently."""

    def convert(self, block: str, to_href: ToHref) -> str | None:
        """Return the HTML of a list; None if the site's Markdown must convert it."""
        items: list[tuple[int, str]] = []
        for line in block.split("\n"):
            unindented = line.lstrip(" ")
            depth, rest = divmod(len(line) - len(unindented), _INDENT)
            max_depth = min((items[-1][0] if items else -1) + 1, self._max_depth)
            is_item = unindented.startswith("- ") and not BLOCK_START.match(unindented[2:])
            if not is_item or rest or depth > max_depth:
                return None
            html = self._inlines.convert(unindented[2:], to_href)
            if html is None:
                return None
            items.append((depth, html))
        return nested_list(items)


def _converted(markdown: SiteMarkdown, items: Sequence[tuple[int, str]]) -> str:
    return markdown.convert("\n".join(f"{' ' * _INDENT * depth}- {text}" for depth, text in items))[0]


def nested_list(items: Sequence[tuple[int, str]]) -> str:
    r"""Return the HTML of a list with nested lists.

    Args:
        items: Depth and HTML of each item; an item is at most one level deeper than the item before.

    Examples:
        >>> nested_list([(0, "a"), (1, "b"), (0, "c")]).replace("\n", "")
        '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>'
    """
    return "".join(_list_parts(items))


def _list_parts(items: Sequence[tuple[int, str]]) -> Iterator[str]:
    before = -1
    for depth, html in items:
        if depth > before:
            yield "<ul>\n<li>"
        else:
            yield "</li>\n" + "</ul>\n</li>\n" * (before - depth) + "<li>"
        yield html
        before = depth
    yield "</li>\n" + "</ul>\n</li>\n" * before + "</ul>"


class _TableHtml(NamedTuple):
    """HTML around the cells of a table."""

    start: str
    between_heads: str
    between_cells: str
    after_head: str
    between_rows: str
    end: str


class TableRenderer:
    """Converter of tables without alignment for one site."""

    def __init__(self, markdown: SiteMarkdown, inlines: InlineRenderer) -> None:
        """Learn from the Markdown of the site on the first table with a number of columns."""
        self._markdown = markdown
        self._inlines = inlines
        self._learned: dict[int, _TableHtml | None] = {}

    def convert(self, block: str, to_href: ToHref) -> str | None:
        """Return the HTML of a table; None if the site's Markdown must convert it."""
        head, rule, *rows = *block.split("\n"), ""
        rows.pop()
        count = head.count("|") - 1
        if not rows or rule != _rule(count) or not all(row[:1] == row[-1:] == "|" for row in (head, *rows)):
            return None
        table = self._learn(count)
        if table is None:
            return None
        out: list[str] = []
        for row in (head, *rows):
            cells = row[1:-1].split("|")
            if len(cells) != count or "`" in row or "$" in row:
                return None
            converted = [self._inlines.convert(cell.strip(" "), to_href) for cell in cells]
            html = [cell for cell in converted if cell is not None]
            if len(html) < count:
                return None
            out.append((table.between_cells if out else table.between_heads).join(html))
        return table.start + out[0] + table.after_head + table.between_rows.join(out[1:]) + table.end

    def _learn(self, count: int) -> _TableHtml | None:
        """Return the HTML around the cells of a table with a number of columns; None if it is not as expected."""
        if count not in self._learned:
            cells = iter(map(marker, range(3 * count)))
            head, *rows = ("| " + " | ".join(next(cells) for _ in range(count)) + " |" for _ in range(3))
            parts = self._markdown.split_at_markers("\n".join([head, _rule(count), *rows]), 3 * count)
            self._learned[count] = None
            if parts and count > 1:
                heads, after_head, first = parts[1:count], parts[count], parts[count + 1 : 2 * count]
                between_rows, second = parts[2 * count], parts[2 * count + 1 : 3 * count]
                if len({*heads}) == len({*first, *second}) == 1 and "</td>" in first[0]:
                    start, end = parts[0], parts[-1]
                    self._learned[count] = _TableHtml(start, heads[0], first[0], after_head, between_rows, end)
        return self._learned[count]


def _rule(count: int) -> str:
    return "|" + " --- |" * count
