"""The front matter of a note on its way to MkDocs and the theme, which die of some of what may stand in it."""

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

_MOST, _DEEPEST = 20_000, 20
"""Values of one front matter, each use of a YAML alias counted, and how deep they lie: as notes are read."""


def is_plain(value: object) -> bool:
    """Whether a value is no larger and no deeper than front matter is.

    A few lines of YAML can stand for millions of values, or for one that lies in itself.
    """
    waiting, seen = [(value, 0)], 0
    while waiting:
        one, depth = waiting.pop()
        seen += 1
        if seen > _MOST or depth > _DEEPEST:
            return False
        if isinstance(one, dict | list):
            waiting += ((inner, depth + 1) for inner in (one.values() if isinstance(one, dict) else one))
    return True


def _are_names(tags: object) -> bool:
    """Whether Material's tags plugin takes the value: nothing, or several texts, numbers, or yes and no."""
    return not tags or (isinstance(tags, list | dict) and all(isinstance(tag, str | int | float) for tag in tags))


def _names(tags: object) -> list[str]:
    if isinstance(tags, str):
        return [tag for tag in re.split(r"[,\s]+", tags) if tag]
    return [str(tag) for tag in tags if isinstance(tag, str | int | float)] if isinstance(tags, list) else []


class FrontMatterGuard:
    """Mends the front matter of the notes of one build; `faults` are what it left out of each."""

    def __init__(self, config: MkDocsConfig, *, sanitize: bool) -> None:
        self._config, self._sanitize = config, sanitize
        self._templates: Environment | None = None
        self.issues_by_file: dict[str, tuple[Issue, ...]] = {}

    def mend(self, page: Page, note: Note) -> None:
        """Leave out what a build would stop at, and make a title of what is none."""
        meta = page.meta
        if not is_plain(meta):  # as was said when it was read
            page.meta = meta = {key: value for key, value in meta.items() if is_plain(value)}
        if "title" in meta and not isinstance(meta["title"], str | None):
            meta["title"] = str(meta["title"])
        told = {name: f"{wrong}; it was left out" for name, wrong in self._unusable(meta)}
        for name in told:
            del meta[name]
        if is_enabled(self._config, "tags") and not _are_names(meta.get("tags")):
            meta["tags"] = _names(meta["tags"])
            told["tags"] = "is no list of names, which the plugin 'tags' stops at; what of it are names was kept"
        if told:
            self.issues_by_file[note.path] = tuple(
                issue(Code.UNUSABLE_FIELD, note.path, note.meta_lines.get(name), f"'{name}' {said}")
                for name, said in told.items()
            )
        if self._sanitize:
            meta.update({name: escaped(meta[name]) for name in meta})

    def _unusable(self, meta: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """What the theme stops at: each name, and what is wrong."""
        if not isinstance(meta.get("hide") or "", str | list | dict):
            yield "hide", "is no list of what is to be hidden"
        if (name := meta.get("template")) is not None and not self._has(name):
            yield "template", f"names no template of the theme ({name!s:.60})"
        if (icon := meta.get("icon")) and self._has(".icons") and not self._has(f".icons/{icon}.svg"):
            yield "icon", f"names no icon of the theme ({icon!s:.60})"

    def _has(self, name: object) -> bool:
        """Whether the theme has a template of this name, or a folder of icons."""
        if self._templates is None:
            self._templates = self._config.theme.get_env()
        loader = self._templates.loader
        if name == ".icons":
            return any((folder / ".icons").is_dir() for folder in map(Path, self._config.theme.dirs))
        try:
            return isinstance(name, str) and loader is not None and bool(loader.get_source(self._templates, name))
        except (TemplateError, OSError, ValueError):
            return False
