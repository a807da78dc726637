"""HTML that the theme writes around the content of pages that differ only in their texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from jinja2.filters import FILTERS

from papernotes_plugin.mkdocs_plugin.direct.url_pattern import NAME_MARK, UrlPattern
from papernotes_plugin.text.lazy_regex import lazy_regex

CONTENT = "<h1>pn2content</h1>"
"""Content of the page that a page template is made from; a theme adds a title to a page without `<h1>`."""
_MARKS = {
    "title": "pn2title &amp; <i>'n</i> pn2",
    "description": "pn2description pn2",
    "name": "pn2name pn2",
    "id": "pn2id",
}
"""Texts of the page that a page template is made from, by name."""
_FILTERS: tuple[Callable[[str], str], ...] = (
    str,
    lambda text: str(FILTERS["e"](text)),
    lambda text: str(FILTERS["striptags"](text)),
    lambda text: str(FILTERS["e"](FILTERS["striptags"](text))),
    lambda text: str(FILTERS["urlencode"](text)),
)
"""Filters that a theme may apply to a text before it writes it."""
_FORMS = {apply(mark): (name, apply) for name, mark in _MARKS.items() for apply in reversed(_FILTERS)}
_HOLE = lazy_regex("|".join([*(f"({re.escape(form)})" for form in _FORMS), re.escape(CONTENT), NAME_MARK]))
_HEAD_END, _BODY_END = "</head>", "</body>"
_VERBATIM = lazy_regex(r"(<(pre|script|style|textarea)\b.*?(?:</\2\s*>|\Z))", re.DOTALL | re.IGNORECASE)
_BLOCK = (
    "article|aside|body|button|div|details|footer|form|h[1-6]|head|header|html|input|label|li|link|main|meta|nav|ol|p|"
    "section|summary|svg|title|ul"
)
# other spaces of Unicode are shown
_SPACE = lazy_regex(r"\s+", re.ASCII)
_SPACE_BETWEEN_BLOCKS = lazy_regex(rf"(?:(?<=>)\s+(?=</?(?:{_BLOCK})\b))|(</?(?:{_BLOCK})\b[^<>]*>)\s+(?=<)", re.ASCII)


class UnusableTemplateError(Exception):
    """The theme writes a page in a way that a page template cannot reproduce."""


class PageTemplate:
    """HTML around the content of a page, with holes for its texts."""

    def __init__(self, html: str) -> None:
        """Split the HTML of a page whose texts are those of `marked_texts`.

        Raises:
            UnusableTemplateError: If the content is missing, or a text was changed in an unknown way.
        """
        head, head_end, rest = squeezed(html).partition(_HEAD_END)
        body, body_end, end = rest.rpartition(_BODY_END)
        if html.count(CONTENT) != 1 or not head_end or not body_end:
            raise UnusableTemplateError
        self.head = head
        """HTML of the head, without the tags that papernotes adds."""
        self._parts: list[str] = []
        self._holes: list[tuple[str, Callable[[str], str]]] = []
        for text, name in ((head, "head"), (f"{head_end}{body}", "body"), (f"{body_end}{end}", "")):
            self._split(text)
            self._holes.append((name, str))
        if "pn2" in "".join(self._parts).lower():
            raise UnusableTemplateError

    def _split(self, html: str) -> None:
        position = 0
        for hole in _HOLE.finditer(html):
            self._parts.append(html[position : hole.start()])
            position = hole.end()
            if hole[0] in _FORMS:
                self._holes.append(_FORMS[hole[0]])
            else:
                self._holes.append((hole[hole.lastindex] if hole.lastindex else "content", str))
        self._parts.append(html[position:])

    def fill(self, texts: Mapping[str, str], url: UrlPattern) -> str:
        """Return the HTML of a page.

        Args:
            texts: `title`, `name` and `id` of its title, `description`, `content`, and what papernotes adds to `head`
                and `body`.
            url: URL of the page.
        """
        values = {**texts, **{str(number): name for number, name in enumerate(url.names)}, "": ""}
        pairs = zip(self._parts, self._holes, strict=True)
        return "".join(text for part, (name, apply) in pairs for text in (part, apply(values[name])))


def marked_texts(*, has_description: bool) -> dict[str, Any]:
    """Return the texts of the page that a page template is made from."""
    return _MARKS if has_description else {**_MARKS, "description": ""}


def squeezed(html: str) -> str:
    r"""Return HTML without white space that no browser shows.

    Examples:
        >>> squeezed("<ul>\n  <li>\n    <a>b</a>  c\n  </li>\n</ul>\n<pre>  d</pre>")
        '<ul><li><a>b</a> c\n</li></ul>\n<pre>  d</pre>'
        >>> squeezed("<li> a\u3000b </li>\n\xa0<ul>")
        '<li> a\u3000b </li>\n\xa0<ul>'
    """
    parts = _VERBATIM.split(html)
    for number in range(0, len(parts), 3):
        part = _SPACE.sub(lambda space: "\n" if "\n" in space[0] else " ", parts[number])
        parts[number] = _SPACE_BETWEEN_BLOCKS.sub(r"\1", part)
    return "".join(part for number, part in enumerate(parts) if number % 3 < 2)


def squeezed_around(html: str, content: str) -> str:
    r"""Return HTML without white space that no browser shows, except in the content of the page.

    Examples:
        >>> squeezed_around("<main>\n <p>a\n </p>\n</main>", "<p>a\n </p>")
        '<main><p>a\n </p></main>'
    """
    before, _, after = html.partition(content)
    if not content or content not in html or content in after:
        return squeezed(html)
    return squeezed(f"{before}{CONTENT}{after}").replace(CONTENT, content)
