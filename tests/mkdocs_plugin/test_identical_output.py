"""Sites with fast rendering are identical, byte for byte, to sites that MkDocs renders."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from papernotes_plugin.mkdocs_plugin.fast_rendering.fast_page import FastPage
from papernotes_plugin.mkdocs_plugin.fast_rendering.sample_check import SampleCheck
from papernotes_plugin.mkdocs_plugin.pages.page_texts import PLACEHOLDER
from papernotes_plugin.vocabulary.config import AUTO, FAST
from tests.benchmarks.scale import make_vault
from tests.conftest import ROOT
from tests.helpers import sites
from tests.helpers.plugin_builds import MATERIAL, PAPER_NOTE, PluginBuild, build_both_ways, write_papers

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
WITH_OVERRIDES: dict[str, Any] = {"theme": {**MATERIAL["theme"], "custom_dir": "overrides"}}
TITLES = {1: "One & <i>1</i>", 2: "#2 'two'", 3: "Three", 4: "Four", 5: "Five", 6: "Six"}
TEXTS = {
    "papers/index.md": "all",
    **{f"papers/a{n}.md": f"paper {n}" for n in range(50)},
    "tags/long.md": "x" * 100_000,
    "tags/b.md": "tag",
}
"""Texts of generated pages, by path."""


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
    fallbacks: tuple[str, ...] | None = ()
    """Patterns of the log messages about pages that MkDocs rendered, in order; None if they do not matter."""


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
OTHER_TITLES = {1: "A first", 2: "Odd & <i>one</i>", 3: "A third", 4: "Odd too", 5: "And a fifth"}
WITH_URL = {**WITH_OVERRIDES, "site_url": "https://example.org/"}
OTHER_PAGES = (
    '{% if "papers/a" in page.url or page.is_homepage %}{% for file in pages %}'
    "{{ file.page.content | length }} {{ file.page.toc | length }} {% endfor %}{% endif %}"
)
STARTS_WITH_ODD = '{% if (page.title ~ "").startswith("Odd") or page.title.startswith("Odd") %}odd{% endif %}'
THIRD_PAPER = '{% if page.url == "papers/a3/" %}<p>this one</p>{% endif %}'
DESCRIPTION = '<meta content="{{ page.content | striptags | truncate(40) }} {{ page.content | wordcount }}">'
CHANGED_TITLE = '{% set title = "" ~ page.meta.title %}<p>{{ title | replace("Odd", "Strange") }}</p>'

SCENARIOS = {
    "material": Scenario(MATERIAL),
    "many features": Scenario(MANY_FEATURES),
    "many features, files": Scenario({**MANY_FEATURES, "use_directory_urls": False, "plugins": ["tags"]}),
    "mkdocs theme": Scenario({"theme": "mkdocs", "use_directory_urls": False}),
    "theme that changes texts": Scenario(
        {"theme": "readthedocs"}, {1: "One", 2: "Two"}, fallbacks=("'papers/.*'", "'tags/.*'")
    ),
    "override: page by URL": Scenario(WITH_URL, OTHER_TITLES, override(THIRD_PAPER), None),
    "override: page by title": Scenario(WITH_URL, OTHER_TITLES, override(STARTS_WITH_ODD), None),
    "override: URL and metadata": Scenario(
        WITH_URL, OTHER_TITLES, override("{{ page.url }} {{ page.file.name }} {{ page.meta.more }}"), None
    ),
    "override: shortened content": Scenario(WITH_URL, OTHER_TITLES, override(DESCRIPTION), None),
    "override: page as text": Scenario(
        WITH_URL, OTHER_TITLES, override("{{ page.title[0] }} {{ page.meta | tojson }} {{ page }}"), None
    ),
    "override: content of other pages": Scenario(files=override(OTHER_PAGES, "libs"), fallbacks=None),
    "override: changed title": Scenario(
        titles={n: f"{'Odd' if n > 2 else 'Even'} paper {n}" for n in range(1, 13)},
        files=override(CHANGED_TITLE),
        fallbacks=(r"'papers/a([3-9]|1[0-2])\.md'",),
    ),
    "plugin: variables that differ by page": Scenario(
        {**WITH_OVERRIDES, "hooks": ["hook.py"]},
        files={**override("{% if lucky %}lucky{% endif %}{{ own.title }}"), "hook.py": CHANGED_CONTEXT},
        fallbacks=None,
    ),
    "plugin: changed rendering": Scenario(
        {**MATERIAL, "hooks": ["hook.py"]},
        files={"hook.py": CHANGED_RENDERING},
        fallbacks=(r"^papernotes: pages like 'papers/a1\.md' are rendered by MkDocs, which takes longer: ",),
    ),
}
FULL_ONLY = {"many features", "override: URL and metadata", "override: shortened content", "override: page as text"}
"""Scenarios for the full run; each is like another one."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.full if name in FULL_ONLY else ()) for name in SCENARIOS]
)
def test_fast_pages_are_identical(tmp_path: Path, name: str) -> None:
    """Every file is identical, and a log message names each kind of page that MkDocs had to render."""
    scenario = SCENARIOS[name]
    folder = sites.write(write_papers(tmp_path / "project", scenario.titles), scenario.files)
    _, fast = build_both_ways(folder, tmp_path, scenario.options)
    if scenario.fallbacks is not None:
        messages = fast.fallback_messages
        assert len(messages) == len(scenario.fallbacks)
        assert all(re.search(*pair) for pair in zip(scenario.fallbacks, messages, strict=True))
    if name == "plugin: changed rendering":
        assert fast.files["papers/a5/index.html"].count(b"<p>!</p>") == 1


@pytest.mark.full
def test_the_demo_library_is_identical(tmp_path: Path) -> None:
    """A library with all kinds of pages is identical, with less than half as many template renderings."""
    shutil.copytree(ROOT / "docs/library", tmp_path / "project/docs/library")
    shutil.copytree(ROOT / "bib", tmp_path / "project/bib")
    folder = sites.write(tmp_path / "project", {"docs/index.md": "# Home\n", "docs/blog/index.md": "# Blog\n"})
    plain, fast = build_both_ways(folder, tmp_path, {**MANY_FEATURES, "plugins": ["tags", {"blog": {}}]})
    assert fast.fallback_messages == []
    assert fast.template_renderings < plain.template_renderings / 2


# --- effort -----------------------------------------------------------------------------------------


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


def test_folders_of_one_depth_share_a_page_template(tmp_path: Path) -> None:
    """Pages in folders of the same depth share a template, except in a folder that the navigation links to."""
    titles = {f"docs/note{n}.md": PAPER_NOTE.format(title=f"Paper {n}", number=n) for n in range(6)}
    notes = {path: note.replace("x/y", f"x{n}/y") for n, (path, note) in enumerate(titles.items())}
    own = {"docs/index.md": "# Home\n", "docs/tags/x2/own.md": "# Own\n"}
    plain, fast = build_both_ways(sites.write(tmp_path / "a", {**own, **notes}), tmp_path, MATERIAL, "fast")
    assert {f"tags/x{n}/y/index.html" for n in range(6)} <= fast.files.keys()
    fewer_folders = {**notes, "docs/note1.md": notes["docs/note1.md"].replace("x1/y", "x0/y")}
    fewer = PluginBuild(sites.write(tmp_path / "b", {**own, **fewer_folders}), tmp_path / "fewer", "fast", MATERIAL)
    assert fewer.template_renderings == fast.template_renderings < plain.template_renderings


def test_the_content_of_one_page_is_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The content of a generated page exists from when it is rendered until it is written."""
    pages: list[FastPage] = []
    in_memory: list[int] = []
    render = FastPage._render_deferred

    def recording_render(page: FastPage) -> None:
        render(page)
        pages.append(page)
        in_memory.append(len({id(one) for one in pages if (one._content or PLACEHOLDER) != PLACEHOLDER}))

    monkeypatch.setattr(FastPage, "_render_deferred", recording_render)
    folder = write_papers(tmp_path / "project", {n: f"Paper {n}" for n in range(1, 9)})
    PluginBuild(folder, tmp_path / "out", "auto", MATERIAL)
    assert max(in_memory) == 1
    assert all(page.markdown == PLACEHOLDER for page in pages)


def test_samples_are_few_and_the_same_for_the_same_pages() -> None:
    """The samples are the first page of each kind and some that depend on its text, without long pages."""
    samples = SampleCheck(TEXTS, AUTO).samples
    assert {"papers/index.md", "papers/a0.md", "tags/b.md"} < set(samples)
    assert len(samples) == 5
    assert samples == SampleCheck(dict(TEXTS), AUTO).samples
    changed = ({**TEXTS, "papers/a0.md": "", **{path: f"{path}{n}" for path in TEXTS}} for n in range(9))
    assert len({SampleCheck(texts, AUTO).samples for texts in changed}) > 1
    assert SampleCheck(TEXTS, FAST).samples == ()


# --- whole sites, by the command --------------------------------------------------------------------

COUNTING_HOOK = """
from mkdocs.structure.pages import Page

rendered, render = [], Page.render

def counting_render(self, config, files):
    rendered.append(self.file.src_uri)
    render(self, config, files)

Page.render = counting_render

def on_page_markdown(markdown, page, **_):
    return f"{markdown}\\n\\nMore[^1].\\n\\n[^1]: Of it.\\n" if page.file.src_uri == "venues/index.md" else None

def on_post_build(config):
    print("RENDERED", *rendered)
"""
"""A hook that adds text to one page, and prints which pages MkDocs rendered."""
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
ADDED_META = """{% extends "base.html" %}
{% block extrahead %}{% if page %}
<meta name="x" content="{{ page.title | striptags }} {{ page.url }} {{ page.meta.title }} {{ page.toc | length }}">
{% endif %}{% endblock %}
"""
SOME_PAGES_DIFFER = """{% extends "base.html" %}
{% block content %}
{{ super() }}{% if page.title.startswith("A ") %}<p>{{ page.title }}</p>{% endif %}
{% endblock %}
"""
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


WHOLE_SITES = {
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
        overrides={"main.html": ADDED_META},
    ),
    "vault-properdocs": WholeSite(
        vault,
        "properdocs",
        settings="site_url: https://example.org/notes/\nmarkdown_extensions: [smarty, toc: {permalink: true}]\n",
        features="navigation.indexes, navigation.prune, navigation.top, toc.integrate, announce.dismiss",
        overrides={"main.html": SOME_PAGES_DIFFER, "partials/copyright.html": "<p>{{ page.url }}</p>"},
    ),
}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.shared, pytest.mark.full] if site.write_notes is not four_papers else [])
        for name, site in WHOLE_SITES.items()
    ],
)
def test_whole_sites_are_identical(tmp_path: Path, name: str) -> None:
    """Every file is identical, and MkDocs renders only a few of the papers' pages."""
    case = WHOLE_SITES[name]
    case.write_notes(tmp_path)
    theme = f"  font: false\n  custom_dir: over\n  features: [{case.features}]\n"
    plugins = sites.CONFIG.replace("papernotes]", f"papernotes{case.plugins}]")
    config = plugins.replace("  font: false\n", theme) + case.settings + "hooks: [hook.py]\n"
    overrides = {f"over/{path}": text for path, text in case.overrides.items()}
    files = {"mkdocs.yml": config, "hook.py": COUNTING_HOOK, "over/x": "", **overrides, **case.files}
    fast = sites.build(sites.write(tmp_path, files), host=case.host)
    assert fast.code == 0, fast.output
    assert "rendered by MkDocs" not in fast.output
    assert "cross-reference" not in fast.output
    rendered = fast.output.partition("RENDERED ")[2].split()
    assert len([path for path in rendered if path.startswith("papers/")]) <= 8
    # once as a sample, and once because the hook changes the page
    assert rendered.count("venues/index.md") == 2
    assert "Of it." in (fast.site / "venues/index.html").read_text("utf-8")
    sites.write(tmp_path, {"mkdocs.yml": config.replace(", papernotes", ", papernotes: {rendering: plain}")})
    plain = sites.build(tmp_path, host=case.host, site="plain")
    assert plain.code == 0, plain.output
    fast_files, plain_files = sites.files(fast.site), sites.files(plain.site)
    assert [path for path in fast_files if fast_files[path] != plain_files.get(path)] == []
    assert fast_files.keys() == plain_files.keys()
