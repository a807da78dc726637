"""Sites whose generated pages are written directly say the same as sites that MkDocs renders."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from papernotes_plugin.mkdocs_plugin.direct.article import ArticleRenderer
from tests.benchmarks.scale import make_vault
from tests.conftest import ROOT
from tests.helpers import sites
from tests.helpers.plugin_builds import (
    MATERIAL,
    PluginBuild,
    build_both_ways,
    different_files,
    write_papers,
)

FEATURES = [
    "navigation.instant", "navigation.tabs", "navigation.tabs.sticky", "navigation.sections", "navigation.indexes",
    "navigation.path", "navigation.top", "navigation.footer", "navigation.prune", "toc.integrate", "toc.follow",
    "content.action.edit", "content.action.view", "content.tabs.link", "search.share", "announce.dismiss",
]  # fmt: skip
FEEDBACK = {
    "title": "Good?",
    "ratings": [{"icon": "material/thumb-up-outline", "name": "y", "data": 1, "note": "{url} {title}"}],
}
MANY_FEATURES: dict[str, Any] = {
    "site_url": "https://example.org/notes/",
    "repo_url": "https://github.com/a/b",
    "edit_uri": "edit/main/docs/",
    "theme": {"name": "material", "font": False, "features": FEATURES, "palette": [{"scheme": "default"}]},
    "extra": {"analytics": {"provider": "", "feedback": FEEDBACK}, "generator": False},
    "markdown_extensions": [{"toc": {"permalink": True, "title": "On <this> page"}}],
    "extra_javascript": ["https://example.org/a.js", "b.js"],
}
NAV = [
    "note1.md",
    {"Library": [{"All & <more>": "papers/index.md"}, {"Tags": ["tags/index.md", "papers/a2.md"]}]},
    "index.md",
]
"""A navigation with generated pages, one of them under its own title."""
WITH_OVERRIDES: dict[str, Any] = {"theme": {**MATERIAL["theme"], "custom_dir": "overrides"}}
TITLES = {1: "One & <i>1</i>", 2: "#2 'two'", 3: "Three", 4: "Four", 5: "Five", 6: "Six"}


def override(block: str, name: str = "extrahead") -> dict[str, str]:
    """Return the file of a theme override that adds a block to every page."""
    body = f"{{% if page %}}{block}{{% endif %}}"
    return {
        "overrides/main.html": f'{{% extends "base.html" %}}{{% block {name} %}}{body}{{{{ super() }}}}{{% endblock %}}'
    }


@dataclass(frozen=True)
class Scenario:
    """A small site."""

    options: Mapping[str, Any] = field(default_factory=lambda: WITH_OVERRIDES)
    titles: Mapping[int, str] = field(default_factory=lambda: TITLES)
    files: Mapping[str, str] = field(default_factory=dict)
    fallbacks: tuple[str, ...] = ()
    """Patterns of the log messages about pages that MkDocs rendered, in order."""


CHANGED_RENDERING = """
from mkdocs.structure.pages import Page

render = Page.render

def changed(self, config, files):
    render(self, config, files)
    if self.file.src_uri.startswith("papers/a"):
        self.content += "<p>!</p>"

def on_config(config):
    Page.render = changed

def on_post_build(config):
    Page.render = render
"""
CHANGED_CONTEXT = """
def on_page_context(context, page, **_):
    context.update(lucky=page.url[-2:-1] in '35', own=page)
"""
HOOK = r"^papernotes: MkDocs renders .*: 'on_page_context' of '.*hook.*' can change them$"
OVERRIDE = r"^papernotes: MkDocs renders .*: the template 'main\.html' reads the page$"
BANNER = '{% extends "base.html" %}{% block announce %}<b>News of {{ config.site_name }}</b>{% endblock %}'

SCENARIOS = {
    "material": Scenario(MATERIAL),
    "many features": Scenario(MANY_FEATURES),
    "navigation": Scenario({**MANY_FEATURES, "nav": NAV}),
    "many features, files": Scenario({**MANY_FEATURES, "use_directory_urls": False, "plugins": ["tags"]}),
    "mkdocs theme": Scenario({"theme": "mkdocs", "use_directory_urls": False}),
    "theme that changes texts": Scenario(
        {"theme": "readthedocs"}, fallbacks=(r"MkDocs renders .*: the theme changes the texts of pages like '.*'$",)
    ),
    "override: no page": Scenario(files={"overrides/main.html": BANNER}),
    "override: page": Scenario(files=override("{{ page.url }}"), fallbacks=(OVERRIDE,)),
    "hook: context": Scenario(
        {**MATERIAL, "hooks": ["hook.py"]}, files={"hook.py": CHANGED_CONTEXT}, fallbacks=(HOOK,)
    ),
    "plugin: changed rendering": Scenario(
        {**MATERIAL, "hooks": ["hook.py"]},
        files={"hook.py": CHANGED_RENDERING},
        fallbacks=(r"MkDocs renders .*: 'papers/a\d\.md' differs from the page that MkDocs renders$",),
    ),
    "unknown extension": Scenario(
        {**MATERIAL, "markdown_extensions": ["pymdownx.striphtml"]},
        fallbacks=(r"MkDocs renders .*: the effect of 'pymdownx\.striphtml' on them is not known$",),
    ),
}
FULL_ONLY = {"many features", "mkdocs theme", "unknown extension"}
"""Scenarios for the full run; each is like another one."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.full if name in FULL_ONLY else ()) for name in SCENARIOS]
)
def test_pages_say_the_same(tmp_path: Path, name: str) -> None:
    """Every page says the same, every other file is identical, and one log message names the reason for MkDocs."""
    scenario = SCENARIOS[name]
    folder = sites.write(write_papers(tmp_path / "project", scenario.titles), scenario.files)
    _, direct = build_both_ways(folder, tmp_path, scenario.options)
    messages = direct.fallback_messages
    assert len(messages) == len(scenario.fallbacks)
    assert all(re.search(*pair) for pair in zip(scenario.fallbacks, messages, strict=True))
    if name == "plugin: changed rendering":
        assert direct.files["papers/a5/index.html"].count(b"<p>!</p>") == 1


@pytest.mark.full
def test_the_demo_library(tmp_path: Path) -> None:
    """A library with all kinds of pages says the same, with less than half as many template renderings."""
    shutil.copytree(ROOT / "docs/library", tmp_path / "project/docs/library")
    shutil.copytree(ROOT / "bib", tmp_path / "project/bib")
    folder = sites.write(tmp_path / "project", {"docs/index.md": "# Home\n", "docs/blog/index.md": "# Blog\n"})
    plain, direct = build_both_ways(folder, tmp_path, {**MANY_FEATURES, "plugins": ["tags", {"blog": {}}]})
    assert direct.fallback_messages == []
    assert direct.template_renderings < plain.template_renderings / 2


# --- effort -----------------------------------------------------------------------------------------


@pytest.mark.full
def test_template_renderings_do_not_grow_with_papers(tmp_path: Path) -> None:
    """Four papers more cause no more template renderings than their four notes."""
    counts = []
    for number in (4, 8):
        folder = write_papers(tmp_path / str(number), {n: f"Paper number {n}" for n in range(1, number + 1)})
        plain = PluginBuild(folder, tmp_path / f"plain{number}", "plain", MATERIAL)
        fast = PluginBuild(folder, tmp_path / f"fast{number}", "fast", MATERIAL)
        counts.append((plain.template_renderings, fast.template_renderings))
    (plain_few, fast_few), (plain_many, fast_many) = counts
    assert fast_many - fast_few == 4 < plain_many - plain_few


def test_a_page_that_only_mkdocs_can_render(tmp_path: Path) -> None:
    """A page with a second heading, which no generated page has, still gets its title and the page template."""
    folder = write_papers(tmp_path / "project", {n: f"Paper {n}" for n in range(1, 4)})
    heading = "^# Paper 2$"
    with pytest.MonkeyPatch.context() as patch:
        convert = ArticleRenderer.convert

        def refused(articles: ArticleRenderer, text: str) -> tuple[str, dict[str, Any], frozenset[str]]:
            return convert(articles, "" if re.search(heading, text, re.MULTILINE) else text)

        patch.setattr(ArticleRenderer, "convert", refused)
        _, direct = build_both_ways(folder, tmp_path, MATERIAL)
    assert direct.fallback_messages == []
    assert b"Paper 2</h1>" in direct.files["papers/a2/index.html"]


# --- whole sites, by the command --------------------------------------------------------------------

MANY_EXTENSIONS = """markdown_extensions:
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
PAGE_FILES = "use_directory_urls: false\n"
API_PAGE = """# API

::: papernotes_plugin.version

As in [a paper][inductive-moment-matching] and [its venue][iclr], [below][papernotes_plugin.version].
"""
"""A page for mkdocstrings, with links to headings of other pages by their names."""


def four_papers(folder: Path) -> Path:
    """Write a note with four papers to a project, and return the folder of its notes."""
    titles = ("Inductive Moment Matching", "A Study of Words", "Calm & <Wide> Nets", "Late Fusion of `Code`")
    items = (f"- [{title}](https://arxiv.org/abs/2401.{n:05d}), ICLR 2024, #x/y" for n, title in enumerate(titles, 1))
    return sites.write(folder / "docs", {"index.md": "# Home\n", "papers.md": "# Read\n\n" + "\n".join(items)})


def demo(folder: Path) -> Path:
    """Copy the demo library to a project, and return the folder of its notes."""
    return Path(shutil.copytree(ROOT / "docs" / "library", folder / "docs"))


def vault(folder: Path) -> Path:
    """Write 300 papers in five formats to a project, and return the folder of the notes."""
    return make_vault(folder, 300) / "docs"


@dataclass(frozen=True)
class WholeSite:
    """A site that the command builds."""

    write_notes: Callable[[Path], Path]
    host: str = "mkdocs"
    settings: str = ""
    """Further lines of `mkdocs.yml`."""
    plugins: str = ""
    files: Mapping[str, str] = field(default_factory=dict)
    features: str = ""
    """Features of the theme."""
    overrides: Mapping[str, str] = field(default_factory=dict)


QUICK = "papers-files"
"""The site that is built outside the full run too."""
WHOLE_SITES = {
    QUICK: WholeSite(four_papers, settings=PAGE_FILES),
    "papers-extensions-files": WholeSite(
        four_papers,
        settings=MANY_EXTENSIONS + PAGE_FILES,
        plugins=", autorefs, mkdocstrings",
        files={"docs/api.md": API_PAGE},
    ),
    "demo": WholeSite(demo),
    "demo-extensions-files": WholeSite(
        demo,
        settings=MANY_EXTENSIONS + PAGE_FILES,
        plugins=", autorefs, mkdocstrings",
        files={"docs/api.md": API_PAGE},
    ),
    "vault-extensions-files": WholeSite(
        vault,
        settings=MANY_EXTENSIONS + PAGE_FILES,
        features="navigation.instant, navigation.tabs, navigation.sections, navigation.path, navigation.footer, "
        "toc.follow, content.action.edit, search.share",
        overrides={"main.html": BANNER},
    ),
    "vault-properdocs": WholeSite(
        vault,
        "properdocs",
        settings="site_url: https://example.org/notes/\nmarkdown_extensions: [smarty, toc: {permalink: true}]\n",
        features="navigation.indexes, navigation.prune, navigation.top, toc.integrate, announce.dismiss",
        overrides={"partials/copyright.html": "<p>{{ config.site_name }}</p>"},
    ),
}


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[] if name == QUICK else [pytest.mark.shared, pytest.mark.full]) for name in WHOLE_SITES],
)
def test_whole_sites(tmp_path: Path, name: str) -> None:
    """Every page says the same, and MkDocs reads no generated page."""
    case = WHOLE_SITES[name]
    case.write_notes(tmp_path)
    theme = f"  font: false\n  custom_dir: over\n  features: [{case.features}]\n"
    plugins = sites.CONFIG.replace("papernotes]", f"papernotes{case.plugins}]")
    config = plugins.replace("  font: false\n", theme) + case.settings
    overrides = {f"over/{path}": text for path, text in case.overrides.items()}
    files = {"mkdocs.yml": config, "over/x": "", **overrides, **case.files}
    direct = sites.build(sites.write(tmp_path, files), "--verbose", host=case.host)
    assert direct.code == 0, direct.output
    assert "MkDocs renders" not in direct.output
    assert "cross-reference" not in direct.output
    assert "Reading: papers/" not in direct.output
    assert len(re.findall(r"Writing: papers/", direct.output)) >= 4
    sites.write(tmp_path, {"mkdocs.yml": config.replace(", papernotes", ", papernotes: {rendering: plain}")})
    plain = sites.build(tmp_path, host=case.host, site="plain")
    assert plain.code == 0, plain.output
    assert different_files(sites.files(plain.site), sites.files(direct.site)) == []
