"""The texts of our pages, which stand behind a sign while other plugins read the pages."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping

from mkdocs.structure.files import File, Files

from papernotes_plugin.hosts import raw_links
from papernotes_plugin.vocabulary.model import Output

PLACEHOLDER = "<!-- papernotes -->"
"""Stands for the text of a page of ours while other plugins read it."""


class PageTexts(Mapping[str, str]):
    """The texts of pages by path, each made when it is asked for: all of them are much memory."""

    def __init__(self) -> None:
        self._whole: dict[str, Output] = {}

    def add(self, output: Output) -> None:
        """An output, if it is a page."""
        if output.front_matter:
            self._whole[output.path] = output

    def without(self, paths: Container[str]) -> PageTexts:
        """Those of all other pages."""
        left = PageTexts()
        left._whole = {path: output for path, output in self._whole.items() if path not in paths}
        return left

    def __getitem__(self, path: str) -> str:
        output = self._whole[path]
        return output.text[len(output.front_matter) :]

    def __contains__(self, path: object) -> bool:
        return path in self._whole

    def __iter__(self) -> Iterator[str]:
        return iter(self._whole)

    def __len__(self) -> int:
        return len(self._whole)


def file_content(output: Output) -> str:
    """What stands in a file of ours: of a page its front matter and `BODY`, of others all of it."""
    return f"{output.front_matter}\n{PLACEHOLDER}\n" if output.front_matter else output.text


def fill_placeholder(markdown: str, body: str, page: File, files: Files) -> str:
    """A page of ours: its text, with what other plugins put before and behind `BODY`."""

    def address(path: str) -> str | None:
        file = files.get_file_from_path(path)
        return file.url_relative_to(page) if file else None

    body = raw_links.resolve_links(body, page.src_uri, address)
    # alone it is no copy: those of all pages would take as much memory again
    return (
        body if markdown.strip() == PLACEHOLDER or PLACEHOLDER not in markdown else markdown.replace(PLACEHOLDER, body)
    )
