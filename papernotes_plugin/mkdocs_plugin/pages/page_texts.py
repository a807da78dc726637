"""Hold the texts of generated pages, which a placeholder represents while other plugins read the pages."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping

from mkdocs.structure.files import File, Files

from papernotes_plugin.hosts import raw_links
from papernotes_plugin.vocabulary.model import Output

PLACEHOLDER = "<!-- papernotes -->"
"""Markdown of a generated page until other plugins have read it."""


class PageTexts(Mapping[str, str]):
    """Text of every generated page by source path, rendered on each access to save memory."""

    def __init__(self) -> None:
        self._outputs: dict[str, Output] = {}

    def add(self, output: Output) -> None:
        """Add an output if it is a page."""
        if output.front_matter:
            self._outputs[output.path] = output

    def without(self, paths: Container[str]) -> PageTexts:
        """Return the texts of all pages except those at the given paths."""
        remaining = PageTexts()
        remaining._outputs = {path: output for path, output in self._outputs.items() if path not in paths}
        return remaining

    def front_matter(self, path: str) -> str:
        """Return the front matter of a page, with its delimiters."""
        return self._outputs[path].front_matter

    def __getitem__(self, path: str) -> str:
        output = self._outputs[path]
        return output.text[len(output.front_matter) :]

    def __contains__(self, path: object) -> bool:
        return path in self._outputs

    def __iter__(self) -> Iterator[str]:
        return iter(self._outputs)

    def __len__(self) -> int:
        return len(self._outputs)


def file_content(output: Output) -> str:
    """Return the content of a generated file; that of a page is its front matter and `PLACEHOLDER`."""
    return f"{output.front_matter}\n{PLACEHOLDER}\n" if output.front_matter else output.text


def fill_placeholder(markdown: str, text: str, page: File, files: Files) -> str:
    """Return the Markdown of a generated page.

    Args:
        markdown: `PLACEHOLDER`, with what other plugins added before and behind it.
        text: Text of the page.
        page: File of the page, which relative links start from.
        files: Files of the site, for links in raw HTML.
    """

    def relative_url(path: str) -> str | None:
        file = files.get_file_from_path(path)
        return file.url_relative_to(page) if file else None

    text = raw_links.resolve_links(text, page.src_uri, relative_url)
    # the text itself and not a copy: copies of all pages would double the memory
    return (
        text if markdown.strip() == PLACEHOLDER or PLACEHOLDER not in markdown else markdown.replace(PLACEHOLDER, text)
    )
