"""Remove front matter that MkDocs, the theme or a plugin would fail on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from jinja2 import Environment, TemplateError
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.pages import Page

from papernotes_plugin.mkdocs_plugin.compat.enabled_plugins import is_enabled
from papernotes_plugin.mkdocs_plugin.notes.sanitizer import escaped
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import Note

_MAX_VALUES, _MAX_DEPTH = 20_000, 20
"""Values in one front matter, counting each use of a YAML alias, and levels of nesting, as in the reader of notes."""


def is_plain(value: object) -> bool:
    """Return whether a value has at most `_MAX_VALUES` values and `_MAX_DEPTH` levels.

    YAML aliases let a few lines expand to millions of values, or to a value that contains itself.
    """
    waiting, count = [(value, 0)], 0
    while waiting:
        current, depth = waiting.pop()
        count += 1
        if count > _MAX_VALUES or depth > _MAX_DEPTH:
            return False
        if isinstance(current, dict | list):
            waiting += ((inner, depth + 1) for inner in (current.values() if isinstance(current, dict) else current))
    return True


def _are_tags(tags: object) -> bool:
    """Return whether Material's tags plugin accepts a value: nothing, or a list of texts, numbers and booleans."""
    return not tags or (isinstance(tags, list | dict) and all(isinstance(tag, str | int | float) for tag in tags))


def _tag_names(tags: object) -> list[str]:
    """Return the tags in a value that the tags plugin does not accept."""
    if isinstance(tags, str):
        return [tag for tag in re.split(r"[,\s]+", tags) if tag]
    return [str(tag) for tag in tags if isinstance(tag, str | int | float)] if isinstance(tags, list) else []


class FrontMatterGuard:
    """Cleans the front matter of the notes of one build."""

    def __init__(self, config: MkDocsConfig, *, sanitize: bool) -> None:
        """Prepare for a site; `sanitize` escapes HTML in the front matter."""
        self._config, self._sanitize = config, sanitize
        self._templates: Environment | None = None
        self.issues_by_file: dict[str, tuple[Issue, ...]] = {}
        """Issues about removed fields, by path of the note."""

    def clean(self, page: Page, note: Note) -> None:
        """Remove the fields that would stop the build from the front matter of a page, and convert titles to text."""
        meta = page.meta
        if not is_plain(meta):
            # the reader of notes has reported it
            page.meta = meta = {key: value for key, value in meta.items() if is_plain(value)}
        if "title" in meta and not isinstance(meta["title"], str | None):
            meta["title"] = str(meta["title"])
        problems = {name: f"{problem}; it was left out" for name, problem in self._unusable_fields(meta)}
        for name in problems:
            del meta[name]
        if is_enabled(self._config, "tags") and not _are_tags(meta.get("tags")):
            meta["tags"] = _tag_names(meta["tags"])
            problems["tags"] = (
                "is not a list of names, which the plugin 'tags' requires; only the names in it were kept"
            )
        if problems:
            self.issues_by_file[note.path] = tuple(
                issue(Code.UNUSABLE_FIELD, note.path, note.meta_lines.get(name), f"'{name}' {problem}")
                for name, problem in problems.items()
            )
        if self._sanitize:
            meta.update({name: escaped(meta[name]) for name in meta})

    def _unusable_fields(self, meta: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """Yield name and problem of each field that the theme would fail on."""
        if not isinstance(meta.get("hide") or "", str | list | dict):
            yield "hide", "is not a list of the parts to hide"
        if (name := meta.get("template")) is not None and not self._has_template(name):
            yield "template", f"names no template of the theme ({name!s:.60})"
        if (icon := meta.get("icon")) and self._has_icons() and not self._has_template(f".icons/{icon}.svg"):
            yield "icon", f"names no icon of the theme ({icon!s:.60})"

    def _has_icons(self) -> bool:
        return any((Path(folder) / ".icons").is_dir() for folder in self._config.theme.dirs)

    def _has_template(self, name: object) -> bool:
        """Return whether the theme has a template with a name."""
        if self._templates is None:
            self._templates = self._config.theme.get_env()
        loader = self._templates.loader
        try:
            return isinstance(name, str) and loader is not None and bool(loader.get_source(self._templates, name))
        except (TemplateError, OSError, ValueError):
            return False
