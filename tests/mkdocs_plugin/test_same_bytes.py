"""Whole sites are the same to the byte, whether their pages are put together or the host makes them one by one.

The reference notes are built both ways in `test_sites.py`, a few papers with many more themes in `test_frames.py`.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.benchmarks.scale import make_vault
from tests.conftest import ROOT
from tests.helpers import sites

HOOK = """
from mkdocs.structure.pages import Page

made, render = [], Page.render

def counted(self, config, files):
    made.append(self.file.src_uri)
    render(self, config, files)

Page.render = counted

def on_page_markdown(markdown, page, **_):
    return f"{markdown}\\n\\nMore[^1].\\n\\n[^1]: Of it.\\n" if page.file.src_uri == "venues/index.md" else None

def on_post_build(config):
    print("CONVERTED", *made)
"""
"""A hook that puts its own words behind a page, and tells which pages MkDocs converted."""
RICH = """markdown_extensions:
  - abbr
  - admonition
  - attr_list
  - md_in_html
  - toc: {permalink: true}
  - pymdownx.arithmatex: {generic: true}
  - pymdownx.details
  - pymdownx.emoji:
      emoji_index: !!python/name:material.extensions.emoji.twemoji
      emoji_generator: !!python/name:material.extensions.emoji.to_svg
  - pymdownx.magiclink
  - pymdownx.smartsymbols
  - pymdownx.superfences
"""
FILES = "use_directory_urls: false\n"
MAIN = """{% extends "base.html" %}
{% block extrahead %}{% if page %}
<meta name="told" content="{{ page.title | striptags }} {{ page.url }} {{ page.meta.title }} {{ page.toc | length }}">
{% endif %}{% endblock %}
"""
DECIDING = """{% extends "base.html" %}
{% block content %}
{{ super() }}{% if page.title.startswith("A ") %}<p>{{ page.title }}</p>{% endif %}
{% endblock %}
"""
"""Overrides of the theme: what every page says of itself, and what only some do."""
API = """# API

::: papernotes_plugin.version

As in [a paper][inductive-moment-matching] and [its venue][iclr], [below][papernotes_plugin.version].
"""
"""A page that documents something, and leads to headings anywhere by their names."""


@dataclass(frozen=True)
class Case:
    """A site, and how it is built."""

    notes: Callable[[Path], Path]
    """Writes the folder of its notes."""
    host: str = "mkdocs"
    more: str = ""
    """Further lines of its settings."""
    plugins: str = ""
    """Further ones."""
    files: Mapping[str, str] = field(default_factory=dict)
    features: str = ""
    """Of the theme."""
    overrides: Mapping[str, str] = field(default_factory=dict)


def demo(folder: Path) -> Path:
    """The demo library."""
    return Path(shutil.copytree(ROOT / "docs" / "library", folder / "docs"))


def vault(folder: Path) -> Path:
    """Three hundred papers in five formats."""
    return make_vault(folder, 300) / "docs"


CASES = {
    "demo": Case(demo),
    "demo-rich-files": Case(demo, more=RICH + FILES, plugins=", autorefs, mkdocstrings", files={"docs/api.md": API}),
    "vault-rich-files": Case(
        vault,
        more=RICH + FILES,
        features="navigation.instant, navigation.tabs, navigation.sections, navigation.path, navigation.footer, "
        "toc.follow, content.action.edit, search.share",
        overrides={"main.html": MAIN},
    ),
    "vault-properdocs": Case(
        vault,
        "properdocs",
        more="site_url: https://example.org/notes/\nmarkdown_extensions: [smarty, toc: {permalink: true}]\n",
        features="navigation.indexes, navigation.prune, navigation.top, toc.integrate, announce.dismiss",
        overrides={"main.html": DECIDING, "partials/copyright.html": "<p>{{ page.url }}</p>"},
    ),
}


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.shared] if case.notes is vault else []) for name, case in CASES.items()],
)
def test_both_ways(tmp_path: Path, name: str) -> None:
    """Every file is the same, and hardly a page of a paper went through the Markdown of the host."""
    case = CASES[name]
    case.notes(tmp_path)
    theme = f"  font: false\n  custom_dir: over\n  features: [{case.features}]\n"
    plugins = sites.CONFIG.replace("papernotes]", f"papernotes{case.plugins}]")
    config = plugins.replace("  font: false\n", theme) + case.more + "hooks: [hook.py]\n"
    over = {f"over/{path}": text for path, text in case.overrides.items()}
    sites.write(tmp_path, {"mkdocs.yml": config, "hook.py": HOOK, "over/x": "", **over, **case.files})
    fast = sites.build(tmp_path, host=case.host)
    assert fast.code == 0, fast.output
    assert "rendered by MkDocs" not in fast.output
    assert "cross-reference" not in fast.output
    converted = fast.output.partition("CONVERTED ")[2].split()
    assert len([path for path in converted if path.startswith("papers/")]) <= 8
    # once to see whether the moulds are right, once for the page with somebody else's words on it
    assert converted.count("venues/index.md") == 2
    assert "Of it." in (fast.site / "venues/index.html").read_text("utf-8")
    sites.write(tmp_path, {"mkdocs.yml": config.replace(", papernotes", ", papernotes: {rendering: plain}")})
    plain = sites.build(tmp_path, host=case.host, site="plain")
    assert plain.code == 0, plain.output
    mine, theirs = sites.files(fast.site), sites.files(plain.site)
    assert [path for path in mine if mine[path] != theirs.get(path)] == []
    assert mine.keys() == theirs.keys()
