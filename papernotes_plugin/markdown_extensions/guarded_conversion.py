"""Python-Markdown extension that keeps one bad page from ending the build of a site, or from running a script.

An error in any extension, such as a RecursionError for deeply nested text, affects one page only.  Links that would run
a script become text.  The Markdown of other parsers has fewer links than that of Python-Markdown: it reads
`[x](java<TAB>script:…)` as a link too.  The converted links are therefore checked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor
from markdown.util import HTML_PLACEHOLDER_RE, STX, AtomicString

from papernotes_plugin.markup.raw_html import is_unsafe_attribute

Convert = Callable[[str], str]


class PageGuard(Protocol):
    """Receiver of the problems of each page."""

    def covers(self, path: str) -> bool:
        """Return whether the page with a source path is guarded."""
        ...

    def recover(self, path: str, source: str, error: Exception, convert: Convert) -> str:
        """Report an error, and return the HTML to show instead of the page.

        Args:
            path: Source path of the page.
            source: Markdown that could not be converted.
            error: What an extension raised.
            convert: Converts another Markdown text for the page; raises if that fails too.
        """
        ...

    def report_unsafe(self, path: str, url: str) -> None:
        """Report a URL that would have run a script."""
        ...


class GuardExtension(Extension):
    """Extension that guards the pages that its `PageGuard` covers."""

    def __init__(self, guard: PageGuard | None = None) -> None:
        super().__init__()
        self.guard = guard

    def extendMarkdown(self, md: Markdown) -> None:
        """Guard the conversions of an instance."""
        if self.guard is None:
            return
        guard, convert = self.guard, md.convert
        # after `attr_list` (8), `relpath` of MkDocs and the unescaping of attributes (0)
        md.treeprocessors.register(_UnsafeLinks(md, guard), "papernotes-unsafe-links", -10)

        def convert_again(source: str) -> str:
            # an error leaves headings of the text before it
            md.reset()
            md.toc_tokens = []  # type: ignore[attr-defined]
            return convert(source)

        def guarded(source: str) -> str:
            path = page_path(md)
            if not path or not guard.covers(path):
                return convert(source)
            try:
                return convert(source)
            except Exception as error:
                md.toc_tokens = []  # type: ignore[attr-defined]
                return guard.recover(path, source, error, convert_again)

        md.convert = guarded  # type: ignore[method-assign]


class _UnsafeLinks(Treeprocessor):
    """Tree processor that turns links and images that would run a script into text."""

    def __init__(self, md: Markdown, guard: PageGuard) -> None:
        super().__init__(md)
        self._guard = guard

    def run(self, root: Element) -> None:
        """Change the tree of a page."""
        path = page_path(self.md)
        if not path or not self._guard.covers(path):
            return
        for element in root.iter():
            unsafe = [
                name
                for name, value in element.items()
                if isinstance(value, str) and is_unsafe_attribute(str(element.tag), name, self._restored(value))
            ]
            for name in unsafe:
                self._guard.report_unsafe(path, self._restored(element.attrib.pop(name)))
            if unsafe and element.tag in ("a", "img"):
                element.text = AtomicString(element.attrib.pop("alt", "")) if element.tag == "img" else element.text
                element.tag = "span"

    def _restored(self, value: str) -> str:
        """Return the value of an attribute list with the character references that replace its placeholders."""
        blocks = self.md.htmlStash.rawHtmlBlocks
        return HTML_PLACEHOLDER_RE.sub(lambda match: str(blocks[int(match[1])]), value) if STX in value else value


def page_path(md: Markdown) -> str:
    """Return the source path of the page that MkDocs converts; empty for any other text."""
    if "relpath" not in md.treeprocessors:
        return ""
    file = getattr(md.treeprocessors["relpath"], "file", None)
    return str(getattr(file, "src_uri", ""))


def makeExtension(**options: Any) -> GuardExtension:
    """Return the extension: the entry point that Python-Markdown calls."""
    return GuardExtension(**options)
