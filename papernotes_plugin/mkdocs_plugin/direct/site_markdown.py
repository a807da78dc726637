"""Convert Markdown with one instance of the site's Python-Markdown for all pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown
from markdown.extensions import toc
from mkdocs.config.defaults import MkDocsConfig

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
"""Modules whose processors change only text that `article` leaves to the Markdown of the site."""
_VETTED_PACKAGES = ("papernotes_plugin.", "mkdocs.", "properdocs.", "mkdocs_autorefs.", "mkdocstrings.")
"""Packages whose processors change only such text too.

Processors of mkdocstrings read lines that begin with `:::`, and those of autorefs read links without a URL, `[a][b]`;
plain text contains neither.  autorefs also records the headings of every page: see `SiteMarkdown.notify`.
"""
_READS_HEADINGS = "mkdocs_autorefs."


def markdown_options(config: MkDocsConfig) -> tuple[list[Any], dict[str, dict[str, Any]]]:
    """Return the Markdown extensions of a site, and the options of each by its name, as copies."""
    return [*config.markdown_extensions], {name: {**(own or {})} for name, own in config.mdx_configs.items()}


class SiteMarkdown:
    """The Markdown of a site with all its extensions."""

    def __init__(self, extensions: Sequence[Any], options: Mapping[str, Any]) -> None:
        """Create the instance.

        Args:
            extensions: Names of extensions, or extensions themselves, in the order of the configuration.
            options: Options of the extensions, by name.
        """
        self._markdown = Markdown(extensions=[*extensions], extension_configs=dict(options))
        self.conversions = 0
        """Number of converted texts."""
        trees = self._markdown.treeprocessors
        self._heading_readers = [tree for tree in trees if type(tree).__module__.startswith(_READS_HEADINGS)]

    @classmethod
    def of(cls, config: MkDocsConfig) -> SiteMarkdown:
        """Return the Markdown of a site."""
        return cls(*markdown_options(config))

    def convert(self, text: str) -> tuple[str, list[dict[str, Any]]]:
        """Return the HTML of a text, and its headings as the `toc` extension returns them."""
        self.conversions += 1
        html = self._markdown.reset().convert(text)
        return html, getattr(self._markdown, "toc_tokens", [])

    @property
    def needs_headings(self) -> bool:
        """Return whether an extension records the headings of each page during its conversion."""
        return bool(self._heading_readers)

    def notify(self, headings: Sequence[Mapping[str, Any]]) -> None:
        """Pass the headings of a page that was not converted here to the extensions that record headings."""
        root = Element("div")
        for heading in headings:
            # during a conversion, code is an element within the heading, which then has no text of its own
            text = "" if heading["html"].startswith("<code>") else heading["html"]
            SubElement(root, f"h{heading['level']}", id=str(heading["id"])).text = text
        for tree in self._heading_readers:
            tree.run(root)

    def unvetted_extensions(self) -> list[str]:
        """Return the modules of processors with an unknown effect, and of those that add text to every page."""
        return sorted(set(self._unvetted_modules()))

    def _unvetted_modules(self) -> Iterator[str]:
        for processor in self._processors():
            module = type(processor).__module__
            is_vetted = module in VETTED or module.startswith(_VETTED_PACKAGES)
            if not is_vetted or getattr(processor, "abbrs", None) or getattr(processor, "auto_append", None):
                yield module

    def _processors(self) -> Iterator[object]:
        yield from self._markdown.preprocessors
        yield from self._markdown.parser.blockprocessors
        yield from self._markdown.inlinePatterns
        for processor in self._markdown.treeprocessors:
            yield processor
            # the processor of `smarty` has patterns of its own
            yield from getattr(processor, "inlinePatterns", ())
        yield from self._markdown.postprocessors

    def slug(self, name: str) -> str:
        """Return the id that the `toc` extension gives a heading; empty if the slug function returns none."""
        processor: Any = self._markdown.treeprocessors["toc"]
        return str(processor.slugify(name, processor.sep))

    def unique(self, slug: str, used: Iterable[str]) -> str:
        """Return the id that the `toc` extension gives a heading on a page with other ids."""
        return toc.unique(slug, {*used})
