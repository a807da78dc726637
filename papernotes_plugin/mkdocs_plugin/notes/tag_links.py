"""Show the tags of a note's front matter above the note, each as a link to the page of the tag.

Material's template shows the variable `tags`, which its tags plugin sets.  This module sets it on sites without that
plugin.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from papernotes_plugin import pipeline
from papernotes_plugin.links.addresses import fold_path, group_page, tag_path
from papernotes_plugin.text import escape_attribute
from papernotes_plugin.vocabulary.model import InlineKind


class NoteTags:
    """Tags of the notes of a site for the theme's template."""

    def __init__(self, site: pipeline.Site, directories: bool, pages: Container[str]) -> None:
        """Prepare the tags.

        Args:
            site: Library of the site.
            directories: Value of MkDocs' option `use_directory_urls`.
            pages: Source paths of the generated pages, which tags may link to.
        """
        self._site = site
        self._url_ending = "/" if directories else ".html"
        self._pages = pages

    def add_to(self, context: dict[str, Any], path: str) -> None:
        """Set the variable `tags` of a template context for the note at a source path, unless it is set."""
        if tags := self.of_note(path):
            context.setdefault("tags", tags)

    def of_note(self, path: str) -> list[dict[str, str]]:
        """Return name and URL of the tags of a note, except those that its text shows as `#tag`."""
        note = self._site.library.by_path[path]
        in_text = {fold_path(tag_path(i.url)) for i in note.document.inlines if i.kind is InlineKind.TAG}
        tags = []
        for tag in note.tags:
            path_of_tag = fold_path(tag_path(tag))
            group = self._site.library.by_tag.get(path_of_tag)
            if path_of_tag and path_of_tag not in in_text:
                folder = self._site.config.tags_path
                has_page = group is not None and group_page(folder, group.slug) in self._pages
                url = f"{folder}/{group.slug}{self._url_ending}" if group and has_page else ""
                # the template does not escape the name
                tags.append({"name": escape_attribute("/".join(tag_path(tag))), "url": url})
        return tags
