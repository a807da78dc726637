"""A page as a tree, to be asked by a small part of CSS: `ul ul > li.x[href="y.html"]`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

_VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
_STEP = re.compile(
    r"""\s*(?P<child>>)?\s*(?P<tag>[a-z][a-z0-9]*|\*)?"""
    r"""(?P<rest>(?:\.[\w-]+|\[[\w-]+(?:[*^$]?="[^"]*")?\])*)"""
)
_CLASS = re.compile(r"\.([\w-]+)")
_ATTRIBUTE = re.compile(r"""\[([\w-]+)(?:([*^$]?)="([^"]*)")?\]""")


@dataclass(eq=False)
class Element:
    """One element."""

    tag: str
    attributes: dict[str, str]
    parent: Element | None = None
    children: list[Element | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """What it shows, on one line."""
        return " ".join("".join(self._texts()).split())

    def _texts(self) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, str):
                yield child
            elif child.tag not in ("script", "style", "annotation"):
                yield from child._texts()
                yield " " if child.tag in ("p", "li", "td", "th", "br", "div", "summary", "h1", "h2", "h3") else ""

    def elements(self) -> Iterator[Element]:
        """All below it, in order."""
        for child in self.children:
            if isinstance(child, Element):
                yield child
                yield from child.elements()

    def select(self, selector: str) -> list[Element]:
        """All below it that a selector fits."""
        steps = [m for m in _STEP.finditer(selector.strip()) if m["tag"] or m["rest"]]
        assert "".join(m[0] for m in steps).strip() == selector.strip(), f"no selector: {selector}"
        return [element for element in self.elements() if _fits(element, steps, len(steps) - 1)]


def _fits(element: Element, steps: list[re.Match[str]], at: int) -> bool:
    step = steps[at]
    if step["tag"] not in (None, "*", element.tag):
        return False
    classes = element.attributes.get("class", "").split()
    if any(name not in classes for name in _CLASS.findall(re.sub(r"\[.*?\]", "", step["rest"]))):
        return False
    if not all(_holds(element, *wanted) for wanted in _ATTRIBUTE.findall(step["rest"])):
        return False
    if not at:
        return True
    above = element.parent
    while above is not None:
        if _fits(above, steps, at - 1):
            return True
        if step["child"]:
            return False
        above = above.parent
    return False


def _holds(element: Element, name: str, sign: str, wanted: str) -> bool:
    value = element.attributes.get(name)
    if value is None or not wanted:
        return value is not None
    return {"*": wanted in value, "^": value.startswith(wanted), "$": value.endswith(wanted)}.get(sign, value == wanted)


class _Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = self.open = Element("html", {})

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs}, self.open)
        self.open.children.append(element)
        if tag not in _VOID:
            self.open = element

    def handle_endtag(self, tag: str) -> None:
        above: Element | None = self.open
        while above is not None and above.tag != tag:
            above = above.parent
        if above is not None and above.parent is not None:
            self.open = above.parent

    def handle_data(self, data: str) -> None:
        self.open.children.append(data)


def read(html: str) -> Element:
    """The tree of a page."""
    builder = _Builder()
    builder.feed(html)
    builder.close()
    return builder.root
