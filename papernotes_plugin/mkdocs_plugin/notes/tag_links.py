"""The tags of a note's front matter as chips above it, each of which leads to the page of the tag.

Material has the chips; without its tags plugin nobody says which there are.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from papernotes_plugin import pipeline
from papernotes_plugin.links.addresses import fold_path, group_page, tag_path
from papernotes_plugin.text import escape_attribute
from papernotes_plugin.vocabulary.model import InlineKind


class NoteTags:
    """The chips of the notes of one build; `pages` are the paths of ours that there are."""

    def __init__(self, site: pipeline.Site, directories: bool, pages: Container[str]) -> None:
        self._site = site
        self._end = "/" if directories else ".html"
        self._pages = pages

    def show(self, context: dict[str, Any], path: str) -> None:
        """Give the theme the chips of a note."""
        if chips := self.of(path):
            context.setdefault("tags", chips)

    def of(self, path: str) -> list[dict[str, str]]:
        """The chips of a note; what stands in its text as a tag can be seen there."""
        note = self._site.library.by_path[path]
        said = {fold_path(tag_path(i.url)) for i in note.document.inlines if i.kind is InlineKind.TAG}
        chips = []
        for tag in note.tags:
            group = self._site.library.by_tag.get(fold_path(tag_path(tag)))
            if group and fold_path(tag_path(tag)) not in said:
                folder = self._site.config.tags_path
                known = group_page(folder, group.slug) in self._pages
                url = f"{folder}/{group.slug}{self._end}" if known else ""
                # the theme takes what it is given for HTML
                chips.append({"name": escape_attribute("/".join(tag_path(tag))), "url": url})
        return chips
