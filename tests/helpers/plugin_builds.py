"""Build small sites in this process, with direct rendering and with MkDocs' own rendering, and compare them."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Template
from mkdocs.commands.build import build
from mkdocs.config import load_config

from papernotes_plugin.mkdocs_plugin.direct.same_html import is_same_html
from tests.helpers import sites

MATERIAL: dict[str, Any] = {"theme": {"name": "material", "font": False}}
"""Options of a Material site without further configuration."""
PAPER_NOTE = """\
---
title: {title}
authors: [Ada Author]
year: 2020
citekey: a{number}
arxiv: 2001.0000{number}
tags: [3d, x/y]
---

It says much.
"""


def write_papers(folder: Path, titles: Mapping[int, str]) -> Path:
    """Write a project with one note for each paper, and return its folder.

    Args:
        folder: Folder of the project.
        titles: Title of each paper by its number, which is part of its citekey and arXiv identifier.
    """
    notes = {f"docs/note{n}.md": PAPER_NOTE.format(title=title, number=n) for n, title in titles.items()}
    return sites.write(folder, {"docs/index.md": "# Home\n", **notes})


class PluginBuild:
    """A build of a site in this process."""

    def __init__(self, folder: Path, out: Path, rendering: str, options: Mapping[str, Any]) -> None:
        """Build a site.

        Args:
            folder: Folder of the project.
            out: Site folder.
            rendering: Value of the option `rendering`.
            options: Configuration of the site; the plugins `search` and `papernotes` are added.
        """
        given = options.get("plugins", ())
        has_own = any("papernotes" in plugin for plugin in given)
        plugins = ["search", *given, *([] if has_own else [{"papernotes": {"rendering": rendering}}])]
        settings = {"site_name": "Notes & <more>", **options, "plugins": plugins}
        sites.write(folder, {"mkdocs.yml": json.dumps(settings)})
        self.template_renderings = 0
        """Number of times that a page was rendered with the template of the theme."""
        render = Template.render

        def counting_render(template: Template, *args: Any, **kwargs: Any) -> str:
            self.template_renderings += template.name == "main.html"
            return render(template, *args, **kwargs)

        logger = logging.getLogger("mkdocs.plugins.papernotes")
        recorder = _MessageRecorder()
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("SOURCE_DATE_EPOCH", "1700000000")
            patch.setenv("NO_MKDOCS_2_WARNING", "1")
            patch.setattr(Template, "render", counting_render)
            logger.addHandler(recorder)
            logger.setLevel(logging.INFO)
            try:
                build(load_config(str(folder / "mkdocs.yml"), site_dir=str(out)))
            finally:
                logger.removeHandler(recorder)
        self.files = sites.files(out)
        """Content of each file of the site, by path."""
        self.messages = [message.removeprefix("papernotes: ") for message in recorder.messages]
        """Log messages of papernotes."""
        self.fallback_messages = [message for message in recorder.messages if "MkDocs renders" in message]
        """Log messages that say why MkDocs renders the generated pages."""


class _MessageRecorder(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())


def different_files(one: Mapping[str, bytes], other: Mapping[str, bytes]) -> list[str]:
    """Return the paths of the files of two sites that differ by more than white space and the spelling of HTML."""
    paths = sorted(one.keys() & other.keys())
    differing = [path for path in paths if one[path] != other[path] and not _is_same_page(path, one, other)]
    return [*differing, *sorted(one.keys() ^ other.keys())]


def _is_same_page(path: str, one: Mapping[str, bytes], other: Mapping[str, bytes]) -> bool:
    return path.endswith(".html") and is_same_html(one[path].decode(), other[path].decode())


def build_both_ways(
    folder: Path, tmp_path: Path, options: Mapping[str, Any], rendering: str = "auto"
) -> tuple[PluginBuild, PluginBuild]:
    """Build a site with MkDocs' own rendering and with direct rendering, and check that all pages say the same.

    Returns:
        The build with MkDocs' own rendering, and the fast build.
    """
    plain, fast = (PluginBuild(folder, tmp_path / mode, mode, options) for mode in ("plain", rendering))
    assert different_files(plain.files, fast.files) == []
    return plain, fast
