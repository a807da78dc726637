"""Python-Markdown extension that shows quotes of notes as without `pymdownx.quotes`.

Generated text contains callouts, so that every site needs `pymdownx.quotes`.  In notes without signs of Obsidian
`> [!NOTE]` is text, and quotes that follow each other are one.
"""

from __future__ import annotations

from typing import Any, Protocol
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.blockprocessors import BlockProcessor, BlockQuoteProcessor
from markdown.extensions import Extension

from papernotes_plugin.markdown_extensions.guarded_conversion import page_path
from papernotes_plugin.text.lazy_regex import lazy_regex

_GENERATED = lazy_regex(r"> \[!quote\]- Unlinked mentions: \d+ place")
"""Start of the only callout that papernotes appends to notes: `templates/unlinked_mentions.md`."""


class NotePages(Protocol):
    """The pages of a site."""

    def is_plain_note(self, path: str) -> bool:
        """Return whether the page with a source path is a note in a site without signs of Obsidian."""
        ...


class AuthorQuotesExtension(Extension):
    """Extension for the quotes of notes without signs of Obsidian."""

    def __init__(self, pages: NotePages | None = None) -> None:
        super().__init__()
        self.pages = pages

    def extendMarkdown(self, md: Markdown) -> None:
        """Replace the processor of quotes."""
        if self.pages is not None:
            md.parser.blockprocessors.register(_Quotes(md, self.pages), "quote", 20)


class _Quotes(BlockProcessor):
    """Processor that calls the one of Python-Markdown or the one that was registered before."""

    def __init__(self, md: Markdown, pages: NotePages) -> None:
        super().__init__(md.parser)
        self._md, self._pages = md, pages
        self._with_callouts, self._plain = md.parser.blockprocessors["quote"], BlockQuoteProcessor(md.parser)

    def _chosen(self, block: str) -> BlockProcessor:
        keeps = self._pages.is_plain_note(page_path(self._md)) and not _GENERATED.match(block)
        return self._plain if keeps else self._with_callouts

    def test(self, parent: Element, block: str) -> bool:
        """Return whether a block contains a quote."""
        return bool(self._chosen(block).test(parent, block))

    def run(self, parent: Element, blocks: list[str]) -> bool | None:
        """Add the elements of the first block."""
        return self._chosen(blocks[0]).run(parent, blocks)


def makeExtension(**options: Any) -> AuthorQuotesExtension:
    """Return the extension: the entry point that Python-Markdown calls."""
    return AuthorQuotesExtension(**options)
