"""Compare the HTML of two pages, apart from white space, the spelling of characters and the order of attributes."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from urllib.parse import unquote

from papernotes_plugin.text.lazy_regex import lazy_regex

_VERBATIM = lazy_regex(r"(<pre\b.*?(?:</pre>|\Z))", re.DOTALL)
_PLAIN_REFERENCE = lazy_regex(r"&(?!(?:amp|lt|gt|quot|apos|#0*(?:34|38|39|60|62)|#[xX]0*(?:22|26|27|3[cCeE]));)#?\w+;")
"""Reference to a character that is no sign of HTML."""


def is_same_html(one: str, other: str) -> bool:
    r"""Return whether two texts of HTML have the same elements, attributes and words in the same order.

    Examples:
        >>> is_same_html('<p id="a" class="b">x &amp; y</p>\n<br>', '<p class="b" id="a">x &#38;  y</p><br />')
        True
        >>> is_same_html("<p>a b</p>", "<p>a c</p>"), is_same_html("<pre>a b</pre>", "<pre>a  b</pre>")
        (False, False)
    """
    return one == other or _normalised(one) == _normalised(other) or elements(one) == elements(other)


def _normalised(html: str) -> str:
    """Return HTML in a form that is cheaper to compare than its elements, but differs in more cases."""
    text = _PLAIN_REFERENCE.sub(lambda reference: unescape(reference[0]), html) if "&" in html else html
    text = text.replace(" />", ">")
    parts = _VERBATIM.split(text)
    return "\0".join(part if number % 2 else " ".join(part.split()) for number, part in enumerate(parts))


def elements(html: str) -> list[tuple[object, ...]]:
    """Return the tags and words of a text of HTML in a form that can be compared."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    reader.end_words()
    return reader.items


def _comparable(name: str, value: str) -> str:
    """Return the value of an attribute in the form in which it is compared."""
    if name in {"href", "src"}:
        return unquote(value)
    return value.rstrip(";") if name == "style" else value


class _Reader(HTMLParser):
    """Collects tags with sorted attributes, and the words between them."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.items: list[tuple[object, ...]] = []
        self._words: list[str] = []
        self._verbatim = 0
        """Number of open `<pre>` elements."""

    def end_words(self) -> None:
        """Add the words since the last tag."""
        text = "".join(self._words)
        words = text.strip("\n") if self._verbatim else " ".join(text.split())
        if words:
            self.items.append(("words", words))
        self._words.clear()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Add a tag."""
        self.end_words()
        self._verbatim += tag == "pre"
        values = sorted((name, _comparable(name, value)) for name, value in attrs if value)
        flags = sorted(name for name, value in attrs if not value)
        self.items.append((tag, *values, *flags))

    def handle_endtag(self, tag: str) -> None:
        """Add the end of an element."""
        self.end_words()
        self._verbatim -= tag == "pre"
        self.items.append(("/", tag))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Add a tag that is written as XML."""
        self.handle_starttag(tag, attrs)
        if tag not in {"br", "hr", "img", "input", "link", "meta"}:
            self.handle_endtag(tag)

    def handle_data(self, data: str) -> None:
        """Add a piece of text."""
        self._words.append(data)
