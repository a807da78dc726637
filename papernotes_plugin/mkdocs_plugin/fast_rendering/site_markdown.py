"""The host's Markdown as one instance for all pages, and what it makes of a shape with sentinels in it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown

VETTED = frozenset(
    f"markdown.{name}"
    for name in ("preprocessors", "blockprocessors", "inlinepatterns", "treeprocessors", "postprocessors")
) | frozenset(
    f"markdown.extensions.{name}"
    for name in (
        "abbr", "admonition", "attr_list", "codehilite", "def_list", "fenced_code", "footnotes", "legacy_attrs",
        "md_in_html", "meta", "nl2br", "sane_lists", "smarty", "tables", "toc", "wikilinks",
    )
) | frozenset(
    f"pymdownx.{name}"
    for name in (
        "_bypassnorm", "arithmatex", "betterem", "blocks", "blocks.admonition", "blocks.definition", "blocks.details",
        "blocks.tab", "caret", "critic", "delimiterprocessor", "details", "emoji", "highlight", "inlinehilite",
        "keys", "magiclink", "mark", "progressbar", "quotes", "saneheaders", "smartsymbols",
        "snippets", "superfences", "tabbed", "tasklist", "tilde", "util",
    )
)  # fmt: skip
"""Modules whose processors are known to leave alone what `lines` takes for plain text."""
_KNOWN = ("papernotes_plugin.", "mkdocs.", "properdocs.", "mkdocs_autorefs.", "mkdocstrings.")
"""Packages whose processors do so, too.

Those of mkdocstrings read what begins with `:::`, and those of autorefs a link without an address, `[a][b]`; neither
stands in such a text.  But autorefs looks at all headings, so it is shown those that it does not see: `Host.show`.
"""
_WATCHING = "mkdocs_autorefs."
_SENTINEL = re.compile(r"papermould(\d+)z")


def sentinel(number: int) -> str:
    """A word that stands for a value; it means nothing to Markdown or to any extension."""
    return f"papermould{number}z"


class SiteMarkdown:
    """The Markdown of a site, with all its extensions, made once.

    Args:
        extensions: Names, or extensions themselves, as the site has them.
        options: The options of each by its name.
    """

    def __init__(self, extensions: Sequence[Any], options: Mapping[str, Any]) -> None:
        self._markdown = Markdown(extensions=[*extensions], extension_configs=dict(options))
        self.conversions = 0
        """How many texts were converted."""
        trees = self._markdown.treeprocessors
        self._watching = [tree for tree in trees if type(tree).__module__.startswith(_WATCHING)]

    def convert(self, text: str) -> tuple[str, list[dict[str, Any]]]:
        """The HTML of a text, and the headings in it as the `toc` extension tells them."""
        self.conversions += 1
        html = self._markdown.reset().convert(text)
        return html, getattr(self._markdown, "toc_tokens", [])

    def pieces(self, shape: str, count: int) -> tuple[str, ...]:
        """What stands before, between and behind the sentinels of a shape, numbered from 0, in its HTML.

        Nothing where one of them got lost, was doubled or changed its place.
        """
        html, _ = self.convert(shape)
        parts = _SENTINEL.split(html)
        return tuple(parts[::2]) if parts[1::2] == [str(n) for n in range(count)] else ()

    def within(self, block: str) -> tuple[str, list[dict[str, Any]]] | None:
        """The HTML of a block as it is between two paragraphs, and its headings; None where it does not stand alone."""
        html, headings = self.convert(f"papermouldaz\n\n{block}\n\npapermouldbz")
        before, after = "<p>papermouldaz</p>\n", "\n<p>papermouldbz</p>"
        if html.startswith(before) and html.endswith(after) and len(html) >= len(before) + len(after):
            return html[len(before) : -len(after)], headings
        return None

    @property
    def watched(self) -> bool:
        """Whether somebody wants to see the headings of each page, as they are within its conversion."""
        return bool(self._watching)

    def show(self, headings: Sequence[Mapping[str, Any]]) -> None:
        """Show the headings of a page that was not converted, of text alone, to those who want to see them."""
        root = Element("div")
        for heading in headings:
            SubElement(root, f"h{heading['level']}", id=str(heading["id"])).text = heading["html"]
        for tree in self._watching:
            tree.run(root)

    def unvetted_extensions(self) -> list[str]:
        """The modules whose processors nobody has vetted, and those that add something to every page."""
        return sorted(set(self._unvetted()))

    def uses(self, module: str) -> bool:
        """Whether an extension is in use, by its module."""
        return any(type(processor).__module__ == module for processor in self._processors())

    def _unvetted(self) -> Iterator[str]:
        for processor in self._processors():
            module = type(processor).__module__
            known = module in VETTED or module.startswith(_KNOWN)
            if not known or getattr(processor, "abbrs", None) or getattr(processor, "auto_append", None):
                yield module

    def _processors(self) -> Iterator[object]:
        found = self._markdown
        yield from found.preprocessors
        yield from found.parser.blockprocessors
        yield from found.inlinePatterns
        for processor in found.treeprocessors:
            yield processor
            # signs of print have patterns of their own
            yield from getattr(processor, "inlinePatterns", ())
        yield from found.postprocessors

    def slug(self, name: str) -> str:
        """The id that the `toc` extension gives a heading; "" where it is not sure."""
        toc: Any = self._markdown.treeprocessors["toc"]
        return str(toc.slugify(name, toc.sep))
