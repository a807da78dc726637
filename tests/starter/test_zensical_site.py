"""The configuration for Zensical: that of another site, with what the pages need and nothing that cannot run."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml

from papernotes_plugin.starter.project_files import NewSite, site_configuration
from papernotes_plugin.starter.zensical_site import automatic_nav, zensical_configuration
from papernotes_plugin.vocabulary.config import Config
from tests.helpers import sites

ROOT = Path(__file__).parents[2]
PARENT = "site_name: Parent\nextra: {a: 1, b: 2}\nmarkdown_extensions: [tables]\n"
OWN = """\
INHERIT: base/parent.yml
site_url: !ENV [URL, "https://example.org/"]
extra: {b: 3}
theme: {name: material, custom_dir: overrides}
hooks: [hooks.py]
nav: [a.md]
plugins:
  - search
  - papernotes: {papers_path: all}
markdown_extensions:
  - pymdownx.emoji: {emoji_index: !!python/name:material.extensions.emoji.twemoji }
  - pymdownx.arithmatex
  - extra
extra_css: [mine.css]
"""


def written(folder: Path, text: str, config: Config | None = None, notes: tuple[str, ...] = ()) -> tuple[str, Any]:
    """Return the text for Zensical and its data, with tags as text."""
    sites.write(folder, {"base/parent.yml": PARENT, "mkdocs.yml": text})
    out = zensical_configuration(folder / "mkdocs.yml", config or Config(), notes, "papers/index.md")
    return out, yaml.safe_load(re.sub(r"!\S+", "", out))


def test_the_settings_of_the_user_stay(tmp_path: Path) -> None:
    """Inherited settings, tags and lists stay; paths lead to the same files; the plugin is left out."""
    text, data = written(tmp_path, OWN)
    assert '!ENV [URL, "https://example.org/"]' in text
    assert "!!python/name:material.extensions.emoji.twemoji" in text
    assert (data["site_name"], data["extra"], data["nav"]) == ("Parent", {"a": 1, "b": 3}, ["a.md"])
    assert data["theme"] == {"name": "material", "custom_dir": str(tmp_path / "overrides")}
    assert data["hooks"] == [str(tmp_path / "hooks.py")]
    assert data["plugins"] == ["search"]
    assert data["extra_css"] == ["mine.css", "assets/papernotes/papernotes.css"]
    assert (data["docs_dir"], data["site_dir"]) == ("docs", "site")


def test_only_missing_extensions_are_added(tmp_path: Path) -> None:
    """An extension that the site has, or one that does its work, is not added; options switch others off."""
    _, data = written(tmp_path, OWN)
    added = data["markdown_extensions"][3:]
    names = [entry if isinstance(entry, str) else next(iter(entry)) for entry in added]
    assert names == [
        "toc", "pymdownx.quotes", "papernotes_plugin.markdown_extensions.obsidian", "sane_lists", "pymdownx.tasklist",
        "pymdownx.tilde",
    ]  # fmt: skip
    _, data = written(tmp_path, OWN, Config(callouts=False, obsidian=False))
    assert data["markdown_extensions"][3:] == ["toc"]


def test_mappings_are_possible(tmp_path: Path) -> None:
    """Plugins and extensions may be mappings."""
    text = "site_name: x\nplugins: {search: {}, papernotes: {}}\nmarkdown_extensions: {toc: {permalink: true}}\n"
    _, data = written(tmp_path, text)
    assert data["plugins"] == {"search": {}}
    assert data["markdown_extensions"]["toc"] == {"permalink": True}
    assert data["markdown_extensions"]["pymdownx.quotes"] == {"callouts": True}


def test_the_documented_settings_are_those_of_the_preview(tmp_path: Path) -> None:
    """The page about other generators lists what the preview adds to a site."""
    page = (ROOT / "docs/site-generators.md").read_text("utf-8").partition("## Zensical\n")[2]
    block = re.search(r"^```yaml\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert block
    documented = yaml.safe_load(block[1])
    _, data = written(tmp_path, "site_name: x\nmarkdown_extensions: [toc, tables, fenced_code]\n")
    assert data["extra_css"] == documented["extra_css"]
    assert data["extra_javascript"] == documented["extra_javascript"]
    own = [entry for entry in data["markdown_extensions"] if entry not in ("toc", "tables", "fenced_code")]
    assert sorted(map(str, own)) == sorted(map(str, documented["markdown_extensions"]))


def test_the_check_of_links_can_be_left_out(tmp_path: Path) -> None:
    """Zensical's check of links is switched off where asked, and as the site says otherwise."""
    sites.write(tmp_path, {"mkdocs.yml": "site_name: x\nvalidation: {anchors: warn}\n"})
    values = [
        yaml.safe_load(zensical_configuration(tmp_path / "mkdocs.yml", Config(), (), "", checks_links=checks))
        for checks in (True, False)
    ]
    assert [value["validation"] for value in values] == [{"anchors": "warn"}, False]


def test_navigation() -> None:
    """Files come before folders, the page of a folder is first, and the index of papers is the last item."""
    notes = ["z.md", "my-talks/b.md", "my-talks/2024/x.md", "my-talks/README.md", "index.md", "A/b/c.md", "B.md"]
    assert automatic_nav(notes, Config(), "papers/index.md") == [
        "index.md",
        "B.md",
        "z.md",
        {"A": [{"B": ["A/b/c.md"]}]},
        {"My talks": ["my-talks/README.md", "my-talks/b.md", {"2024": ["my-talks/2024/x.md"]}]},
        {"Papers": "papers/index.md"},
    ]
    assert automatic_nav(["papers/index.md"], Config(), "papers/index.md") == [{"Papers": ["papers/index.md"]}]


def test_the_configuration_of_init_is_possible(tmp_path: Path) -> None:
    """A site without a configuration gets that of a new site."""
    _, data = written(tmp_path, site_configuration(NewSite("Papers", "notes")), notes=("a.md",))
    assert data["theme"]["font"] is False
    assert data["nav"] == ["a.md", {"Papers": "papers/index.md"}]
    assert {"toc": {"permalink": True}} in data["markdown_extensions"]
