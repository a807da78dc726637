"""Parse pages and select elements with a subset of CSS, as in `ul ul > li.x[href="y.html"]`."""

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
    """Element of a page with its attributes and children."""

    tag: str
    attributes: dict[str, str]
    parent: Element | None = None
    children: list[Element | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Visible text on one line."""
        return " ".join("".join(self._texts()).split())

    def _texts(self) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, str):
                yield child
            elif child.tag not in ("script", "style", "annotation"):
                yield from child._texts()
                yield " " if child.tag in ("p", "li", "td", "th", "br", "div", "summary", "h1", "h2", "h3") else ""

    def elements(self) -> Iterator[Element]:
        """Yield every descendant in document order."""
        for child in self.children:
            if isinstance(child, Element):
                yield child
                yield from child.elements()

    def select(self, selector: str) -> list[Element]:
        """Return every descendant that matches a selector."""
        steps = [m for m in _STEP.finditer(selector.strip()) if m["tag"] or m["rest"]]
        assert "".join(m[0] for m in steps).strip() == selector.strip(), f"no selector: {selector}"
        return [element for element in self.elements() if _matches(element, steps, len(steps) - 1)]


def _matches(element: Element, steps: list[re.Match[str]], at: int) -> bool:
    step = steps[at]
    if step["tag"] not in (None, "*", element.tag):
        return False
    classes = element.attributes.get("class", "").split()
    if any(name not in classes for name in _CLASS.findall(re.sub(r"\[.*?\]", "", step["rest"]))):
        return False
    if not all(_has_attribute(element, *expected) for expected in _ATTRIBUTE.findall(step["rest"])):
        return False
    if not at:
        return True
    above = element.parent
    while above is not None:
        if _matches(above, steps, at - 1):
            return True
        if step["child"]:
            return False
        above = above.parent
    return False


def _has_attribute(element: Element, name: str, sign: str, expected: str) -> bool:
    value = element.attributes.get(name)
    if value is None or not expected:
        return value is not None
    return {"*": expected in value, "^": value.startswith(expected), "$": value.endswith(expected)}.get(
        sign, value == expected
    )


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
    """Return the root element of a page."""
    builder = _Builder()
    builder.feed(html)
    builder.close()
    return builder.root
