"""Convert generated Markdown with Python-Markdown, and find harmful HTML in it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlsplit

import markdown
from hypothesis import strategies as st

BARE = ("tables", "fenced_code", "toc")
_ATTRIBUTES = "papernotes_plugin.markdown_extensions.attributes"
FACE = (*BARE, "attr_list", _ATTRIBUTES, "md_in_html", "pymdownx.quotes", "papernotes_plugin.markdown_extensions.math")
"""Extensions that the plugin adds to those of MkDocs (`BARE`)."""
CROWD = (
    "extra toc smarty sane_lists pymdownx.superfences pymdownx.tilde pymdownx.mark pymdownx.caret pymdownx.keys "
    "pymdownx.magiclink pymdownx.emoji pymdownx.smartsymbols pymdownx.quotes pymdownx.arithmatex pymdownx.snippets "
    "pymdownx.betterem pymdownx.tasklist pymdownx.critic"
)
"""Extensions that many sites add."""
HOSTS = {"bare": BARE, "face": FACE, "crowd": tuple(CROWD.split())}
_OPTIONS: Mapping[str, Mapping[str, Any]] = {
    "pymdownx.quotes": {"callouts": True},
    "pymdownx.arithmatex": {"generic": True},
}
_VOID = {"br", "hr", "img", "input", "wbr"}
_TABLE = """
    p h1 a em strong code pre ul ol li blockquote table thead tbody tr th td br hr img
    b bdi del details div i ins nav kbd mark q s small span sub summary sup u var svg g path circle rect foreignobject
"""
_TAGS = frozenset(_TABLE.split())
"""Tags that a generated page may contain; any tag is allowed within `math`, which has no scripts."""
_SCHEMES = {"", "http", "https", "mailto"}


@cache
def _host(name: str) -> markdown.Markdown:
    names = HOSTS[name]
    options = {k: dict(v) for k, v in _OPTIONS.items() if k in names}
    return markdown.Markdown(extensions=list(names), extension_configs=options)


def html(page: str, name: str = "face") -> str:
    """Return the HTML of a page, without its front matter, for one set of extensions in `HOSTS`."""
    return str(_host(name).reset().convert(body(page)))


def body(page: str) -> str:
    """Return a page without its front matter; an unclosed `---` is not front matter."""
    parts = page.split("---\n", 2)
    return parts[2] if page.startswith("---\n") and len(parts) == 3 else page


class Seen(HTMLParser):
    """Tags, links, first heading and harmful parts of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.heading = ""
        self.harm: list[str] = []
        self._open: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in _VOID:
            self._open.append(tag)
        if tag not in _TAGS and "math" not in self._open:
            self.harm.append(f"<{tag}>")
        for name, value in attributes:
            self._attribute(tag, name, value or "")

    def _attribute(self, tag: str, name: str, value: str) -> None:
        if name.startswith("on") or (name == "style" and not value.startswith("text-align: ")):
            self.harm.append(f"{tag} {name}={value!r}")
        if name in ("href", "src"):
            self.links.append(value)
            # Browsers ignore white space and control characters in a scheme.
            if urlsplit("".join(c for c in value if c > " ")).scheme.lower() not in _SCHEMES:
                self.harm.append(f"{tag} {name}={value!r}")

    def handle_endtag(self, tag: str) -> None:
        if tag in self._open:
            while self._open.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if "h1" in self._open:
            self.heading += data

    def handle_decl(self, decl: str) -> None:
        self.harm.append(f"<!{decl}>")

    def handle_pi(self, data: str) -> None:
        self.harm.append(f"<?{data}>")


PIECES = (
    "<script>", "</script>", "alert(1)", "`", "``", "```", "~~~", "\n", "\n\n", "    ", "\t", "> ", "- ", "1. ",
    "*", "**", "_", "__", "[", "]", "(", ")", "](javascript:alert(1))", "](http://x.y)", "![", "[[", "]]", "[[k|",
    "|", "$", "$$", "\\", "\\(", "\\)", "<b>", "</b>", "<img src=x onerror=alert(1)>", '<a href="javascript:x">',
    "</a>", "{{", "}}", "{%", "{#", "{ onclick=x }", "{: #id onclick=y }", "%%", "<!--", "-->", "#", "# ", "#tag",
    "==", "~~", "~", "^", "&lt;", "&#60;", "&#x6a;", "<svg/onload=x>", "---", "===", "***",
    "\n| a | b |\n|---|---|\n| c | d |\n", "[^1]", "\n[^1]: x", "\n[x]: javascript:a 'b'", "@k", "[@k]", "\x02",
    "\x03", "klzzwxh:0001", "wzxhzdk:0", "<https://a.b>", "http://a.b/c_d_e", "!!! note\n    x", "???",
    "--8<-- 'x'", "::: x", "<div>", "</div>", "<details>", "<p>", "é", "🧠", "\u202e", "\xa0", "\u2028", "\ufeff",
    "++", "<br/>", "<x", "'", '"', "javascript:", "(c)", "\n*[HTML]: x", "\n=\n", "\n-\n", ":smile:", "<pre>",
    "</pre>", "<style>", "<math>", "<textarea>", "<!DOCTYPE x>", "<?php", "<![CDATA[", "word", " ", ", ", "1/2",
    "1st", "x", "---\ntitle: y\n---\n", "{>>x<<}", "{++x++}",
)  # fmt: skip
"""Syntax of Markdown, HTML, YAML, LaTeX, Jinja and the extensions."""


def hostile(most: int = 12) -> st.SearchStrategy[str]:
    """Return a strategy for texts that try to break out of their context."""
    return st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=4)), min_size=1, max_size=most).map("".join)
