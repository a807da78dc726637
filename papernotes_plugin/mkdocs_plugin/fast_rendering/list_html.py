"""Lists and tables: what the host puts between the items of one and the cells of the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from papernotes_plugin.mkdocs_plugin.fast_rendering.hrefs import ToHref
from papernotes_plugin.mkdocs_plugin.fast_rendering.inline_html import STARTS, Lines
from papernotes_plugin.mkdocs_plugin.fast_rendering.site_markdown import SiteMarkdown, sentinel

_DEPTHS = (0, 1, 2, 2, 1, 0, 1, 2, 3)
"""Of a list in which each way down and up occurs."""
_STEP = 4
"""Spaces before a list in a list."""


class Lists:
    """Lists of one site: of lines that begin with `- `, without empty lines between them."""

    def __init__(self, host: SiteMarkdown, lines: Lines) -> None:
        self._lines = lines
        samples = [[(0, "a")], [(0, "a"), (0, "b"), (0, "c")], [(depth, f"b{depth}") for depth in _DEPTHS]]
        right = [_converted(host, sample) == nested(sample) for sample in samples]
        self._deepest = len(_DEPTHS) if all(right) else 0 if all(right[:2]) else -1
        """How deep lists are read here; none are where the host has them otherwise than `nested` does."""

    def read(self, block: str, lead: ToHref) -> str | None:
        """The HTML of a list; None where the host shall read it."""
        items: list[tuple[int, str]] = []
        for line in block.split("\n"):
            words = line.lstrip(" ")
            depth, odd = divmod(len(line) - len(words), _STEP)
            before = items[-1][0] if items else -1
            if not words.startswith("- ") or odd or depth > min(before + 1, self._deepest) or STARTS.match(words[2:]):
                return None
            made = self._lines.read(words[2:], lead)
            if made is None:
                return None
            items.append((depth, made))
        return nested(items)


def _converted(host: SiteMarkdown, items: Sequence[tuple[int, str]]) -> str:
    return host.convert("\n".join(f"{' ' * _STEP * depth}- {words}" for depth, words in items))[0]


def nested(items: Sequence[tuple[int, str]]) -> str:
    r"""A list, and the lists in it, of items with their depths, each at most one deeper than the one before.

    Examples:
        >>> nested([(0, "a"), (1, "b"), (0, "c")]).replace("\n", "")
        '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>'
    """
    return "".join(_parts(items))


def _parts(items: Sequence[tuple[int, str]]) -> Iterator[str]:
    before = -1
    for depth, made in items:
        if depth > before:
            yield "<ul>\n<li>"
        else:
            yield "</li>\n" + "</ul>\n</li>\n" * (before - depth) + "<li>"
        yield made
        before = depth
    yield "</li>\n" + "</ul>\n</li>\n" * before + "</ul>"


class Tables:
    """Tables of one site, without alignment."""

    def __init__(self, host: SiteMarkdown, lines: Lines) -> None:
        self._host = host
        self._lines = lines
        self._templates: dict[int, tuple[str, ...]] = {}

    def read(self, block: str, lead: ToHref) -> str | None:
        """The HTML of a table; None where the host shall read it."""
        head, rule, *rows = *block.split("\n"), ""
        rows.pop()
        count = head.count("|") - 1
        if not rows or rule != _rule(count) or not all(row[:1] == row[-1:] == "|" for row in (head, *rows)):
            return None
        templates = self._template(count)
        out: list[str] = []
        for row in (head, *rows):
            cells = row[1:-1].split("|")
            if not templates or len(cells) != count or "`" in row or "$" in row:
                return None
            read = (self._lines.read(cell.strip(" "), lead) for cell in cells)
            made = [cell for cell in read if cell is not None]
            if len(made) < count:
                return None
            out.append(templates[2 if out else 1].join(made))
        start, _, _, below, between, end = templates
        return start + out[0] + below + between.join(out[1:]) + end

    def _template(self, count: int) -> tuple[str, ...]:
        """What is before all cells, between those of the head, those of a row, the two, two rows, and at the end."""
        if count not in self._templates:
            cells = iter(map(sentinel, range(3 * count)))
            head, *rows = ("| " + " | ".join(next(cells) for _ in range(count)) + " |" for _ in range(3))
            parts = self._host.pieces("\n".join([head, _rule(count), *rows]), 3 * count)
            self._templates[count] = ()
            if parts and count > 1:
                heads, below, first = parts[1:count], parts[count], parts[count + 1 : 2 * count]
                between, second = parts[2 * count], parts[2 * count + 1 : 3 * count]
                if len({*heads}) == len({*first, *second}) == 1 and "</td>" in first[0]:
                    self._templates[count] = (parts[0], heads[0], first[0], below, between, parts[-1])
        return self._templates[count]


def _rule(count: int) -> str:
    return "|" + " --- |" * count
