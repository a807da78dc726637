"""The MkDocs plugin: options, additions to a site, and the log of a build."""

from __future__ import annotations

import os
import re
from dataclasses import fields
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer

from papernotes_plugin.links.addresses import feed_file
from papernotes_plugin.markdown_extensions.site_extensions import ATTRIBUTES, CALLOUTS, MATH
from papernotes_plugin.mkdocs_plugin.compat.list_indent import list_indent
from papernotes_plugin.mkdocs_plugin.setup.options import Options
from papernotes_plugin.vocabulary.config import Config
from tests.conftest import ROOT
from tests.helpers import sites
from tests.helpers.sites import CONFIG, PLAIN

NOTE = (
    "# Reading\n\n"
    "- [Attention Is All You Need](https://arxiv.org/abs/1706.03762) is where it began\n"
    "- [Denoising Diffusion Probabilistic Models](https://arxiv.org/abs/2006.11239), read twice\n"
)


def option_messages(options: dict[str, Any]) -> list[str]:
    """Return the errors and warnings of MkDocs about options."""
    config = Options()
    config.load_dict(options)
    errors, warnings = config.validate()
    return [f"{name}: {message}" for name, message in (*errors, *warnings)]


def configured(folder: Path, text: str) -> MkDocsConfig:
    """Return the configuration of a site after the plugin has changed it."""
    sites.write(folder, {"mkdocs.yml": text, "docs/index.md": NOTE})
    config = load_config(str(folder / "mkdocs.yml"))
    return config.plugins.on_config(config)


# --- options ----------------------------------------------------------------------------------------


def test_the_plugin_has_all_options() -> None:
    """Every option of `Config` is an option of the plugin, with the same default."""
    config = Options()
    assert config.validate() == ([], [])
    assert config.settings() == Config()
    assert sorted(config) == sorted(f.name for f in fields(Config))


def test_options_are_passed_on() -> None:
    """The options of the plugin become a `Config`; an empty option has its default."""
    config = Options()
    config.load_dict({"related": 2, "exclude": ["drafts"], "sort": None, "issues": {"unknown-key": False}})
    assert config.validate() == ([], [])
    assert config.settings() == Config.load({"related": 2, "exclude": ["drafts"], "issues": {"unknown-key": "off"}})


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"related": "x"}, "related: must be a whole number from 0, not 'x'"),
        ({"sign": "no"}, "sign: must be true or false, not 'no'"),
        ({"relatd": 5}, "relatd: unknown option 'relatd': did you mean 'related'?"),
        ({"bib": "x.bib"}, "bib: unknown option 'bib': did you mean 'bibliography'?"),
        ({"issues": {"unknown-keys": "off"}}, "issues: option 'issues' names an unknown code 'unknown-keys'"),
    ],
)
def test_a_wrong_option_is_one_line(options: dict[str, Any], expected: str) -> None:
    """The message about a wrong value names the valid ones; that about an unknown option suggests a similar one."""
    (message,) = option_messages(options)
    assert message.removeprefix("issues: ").startswith(expected.removeprefix("issues: option 'issues' "))


def test_a_wrong_option_stops_the_build_with_one_line(tmp_path: Path) -> None:
    """The message names the option, without a traceback."""
    text = CONFIG.replace("papernotes]", "papernotes: {related: many}]")
    result = sites.build(sites.write(tmp_path, {"mkdocs.yml": text, "docs/index.md": NOTE}))
    assert result.code == 1
    assert "option 'related': must be a whole number from 0, not 'many'" in result.output
    assert "Traceback" not in result.output


def test_a_missing_folder_of_notes_is_one_line(tmp_path: Path) -> None:
    """The message is that of MkDocs, without a traceback."""
    result = sites.build(sites.write(tmp_path, {"mkdocs.yml": CONFIG}))
    assert result.code == 1
    assert "docs_dir" in result.output
    assert "Traceback" not in result.output


def test_a_pattern_without_a_bibliography_is_a_warning(tmp_path: Path) -> None:
    """The warning names the line in mkdocs.yml."""
    text = CONFIG.replace("papernotes]", "papernotes: {bibliography: ['refs/*.bib']}]")
    result = sites.build(sites.write(tmp_path, {"mkdocs.yml": text, "docs/index.md": NOTE}))
    assert result.code == 0
    line = next(number for number, each in enumerate(text.splitlines(), 1) if "refs" in each)
    expected = (
        f"papernotes: mkdocs.yml:{line}: the pattern 'refs/*.bib' of 'bibliography' matches no file; it was ignored"
    )
    assert [expected in warning for warning in result.warnings] == [True]


def test_a_configured_bibliography_must_exist(tmp_path: Path) -> None:
    """The default pattern may match no file; a configured file must exist."""
    files = {
        "mkdocs.yml": CONFIG.replace("papernotes]", "papernotes: {bibliography: [refs.bib]}]"),
        "docs/index.md": NOTE,
    }
    result = sites.build(sites.write(tmp_path, files))
    assert result.code == 1
    assert "papernotes: no file matches 'refs.bib'" in result.output
    assert "Traceback" not in result.output


# --- additions to a site ----------------------------------------------------------------------------------


def test_missing_extensions_are_added(tmp_path: Path) -> None:
    """Attribute lists, callouts and formulas work without configuration."""
    config = configured(tmp_path, CONFIG)
    assert {ATTRIBUTES, "pymdownx.quotes", MATH} <= set(config.markdown_extensions)
    assert config.mdx_configs["pymdownx.quotes"] == {"callouts": True}


def test_lists_are_indented_as_the_site_requires() -> None:
    """mdx_truly_sane_lists requires two spaces a level, or its option `nested_indent`."""
    config = MkDocsConfig()
    config.markdown_extensions, config.mdx_configs = ["tables"], {}
    assert list_indent(config) == 4
    config.markdown_extensions.append("mdx_truly_sane_lists")
    assert list_indent(config) == 2
    config.mdx_configs = {"mdx_truly_sane_lists": {"nested_indent": 3}}
    assert list_indent(config) == 3


@pytest.mark.parametrize(
    ("configured_extension", "equivalent"),
    [
        ("pymdownx.arithmatex", MATH),
        ("extra", "footnotes"),
        ("pymdownx.extra", "footnotes"),
        ("pymdownx.quotes", None),
    ],
)
def test_configured_extensions_are_not_replaced(
    tmp_path: Path, configured_extension: str, equivalent: str | None
) -> None:
    """No second extension for the same purpose is added, and options of the author are not changed."""
    config = configured(tmp_path, f"{CONFIG}markdown_extensions: [{configured_extension}]\n")
    assert equivalent not in config.markdown_extensions
    assert config.markdown_extensions.count(configured_extension) == 1
    assert configured_extension not in config.mdx_configs


@pytest.mark.parametrize(
    ("option", "extension"),
    [("callouts", "pymdownx.quotes"), ("math", MATH), ("obsidian", "footnotes"), ("obsidian", "sane_lists")],
)
def test_options_disable_extensions(tmp_path: Path, option: str, extension: str) -> None:
    """With `callouts: false`, `math: false` or `obsidian: false` their extensions are not added."""
    config = configured(tmp_path, CONFIG.replace("papernotes]", f"papernotes: {{{option}: false}}]"))
    assert extension not in config.markdown_extensions


def test_callouts_need_their_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With an old version of pymdown-extensions the build stops with a message that contains a remedy."""
    monkeypatch.setattr(
        "papernotes_plugin.mkdocs_plugin.setup.markdown_setup.util.find_spec",
        lambda name: None if name == CALLOUTS else name,
    )
    with pytest.raises(PluginError, match=r"need pymdown-extensions 10\.20 or later \(or 'callouts: false'\)"):
        configured(tmp_path, CONFIG)
    assert (
        CALLOUTS
        not in configured(tmp_path, CONFIG.replace("papernotes]", "papernotes: {callouts: false}]")).markdown_extensions
    )


def test_style_and_scripts_come_after_the_authors(tmp_path: Path) -> None:
    """The style sheet and the scripts are files of the site, after those of the author."""
    config = configured(tmp_path, f"{CONFIG}extra_css: [mine.css]\n")
    assert config.extra_css[0] == "mine.css"
    assert [str(path) for path in config.extra_css[1:]] == ["assets/papernotes/papernotes.css"]
    scripts = {path.name for path in (ROOT / "papernotes_plugin" / "assets").glob("*.js")}
    assert {str(path) for path in config.extra_javascript} == {f"assets/papernotes/{name}" for name in scripts}


# --- a build ----------------------------------------------------------------------------------------


def test_a_build_logs_a_summary(tmp_path: Path) -> None:
    """A build logs one line with counts, and no warning."""
    result = sites.build(sites.write(tmp_path, {"mkdocs.yml": CONFIG, "docs/index.md": NOTE}), "--strict")
    assert result.code == 0, result.output
    assert result.warnings == []
    missing = "2 papers lack a title, authors or a venue; 'papernotes fetch' would look them up"
    assert result.summary == f"1 note, 2 mentions, 2 papers, 0 merged, 0 doubtful; {missing}"


def test_a_site_without_papers_is_a_warning(tmp_path: Path) -> None:
    """A warning explains why there are no papers; a strict build stops."""
    result = sites.build(sites.write(tmp_path, {"mkdocs.yml": CONFIG, "docs/index.md": "# Hello\n"}), "--strict")
    assert result.code == 1
    assert len(result.warnings) == 1
    assert "no paper was found: nothing in 1 note links, cites or describes one [no-papers]" in result.warnings[0]


def test_an_issue_can_be_made_an_error(tmp_path: Path) -> None:
    """An issue of level `error` stops a build that is not strict, after all issues were logged."""
    text = CONFIG.replace("papernotes]", "papernotes: {issues: {unknown-key: error}}]")
    note = NOTE + "- see [@nobody] and [@noone]\n"
    result = sites.build(sites.write(tmp_path, {"mkdocs.yml": text, "docs/index.md": note}))
    assert result.code == 1
    assert sum("[unknown-key]" in line for line in result.warnings) == 2
    assert "papernotes: 2 errors" in result.output
    assert "Traceback" not in result.output


def test_ignored_issues_do_not_stop_a_build(tmp_path: Path) -> None:
    """An issue that is ignored for a path is neither logged nor counted there; elsewhere it is an error."""
    text = CONFIG.replace("papernotes]", "papernotes: {issues: {unknown-key: error}, ignore: {unknown-key: old}}]")
    files = {"mkdocs.yml": text, "docs/index.md": NOTE, "docs/old/a.md": "[@nobody]\n"}
    assert sites.build(sites.write(tmp_path / "a", files), "--strict").code == 0
    result = sites.build(sites.write(tmp_path / "b", {**files, "docs/new.md": "[@nobody]\n"}))
    assert result.code == 1
    assert "papernotes: 1 error" in result.output


def test_infos_are_counted_and_shown_with_verbose(tmp_path: Path) -> None:
    """The summary counts issues of level `info`, and `--verbose` shows them."""
    note = NOTE + "- links to [[index]] and [[nowhere at all]]\n"
    folder = sites.write(tmp_path, {"mkdocs.yml": CONFIG, "docs/index.md": note})
    normal = sites.build(folder, "--strict")
    assert normal.code == 0, normal.output
    assert "[broken-wikilink]" not in normal.output
    assert normal.summary.endswith("; 1 info, shown with --verbose")
    assert "[broken-wikilink]" in sites.build(folder, "--verbose").output


def test_collisions_are_shown_without_verbose(tmp_path: Path) -> None:
    """Pages, keys and paths that collide are shown by every build and do not stop a strict one."""
    two = "".join(f"@misc{{{key}, title = {{{title}}}}}\n" for key, title in (("a1", "On Rain"), ("A1", "On Snow")))
    notes = {"docs/papers/index.md": "# Mine\n", "docs/b.md": "[@a1]\n", "docs/B.md": "[@A1]\n", "bib/x.bib": two}
    result = sites.build(sites.write(tmp_path, {"mkdocs.yml": CONFIG, "docs/index.md": NOTE, **notes}), "--strict")
    assert result.code == 0, result.output
    for code in ("page-exists", "colliding-keys", "colliding-paths"):
        assert result.output.count(f"[{code}]\n") == 1


def test_only_the_site_is_written(tmp_path: Path) -> None:
    """A build does not change notes, bibliographies and the key lock."""
    folder = sites.write(
        tmp_path,
        {
            "mkdocs.yml": CONFIG,
            "docs/index.md": NOTE,
            "bib/a.bib": "@misc{a, title={On Everything Else}}",
            "bib/keys.txt": "",
        },
    )
    before = sites.files(folder)
    assert sites.build(folder, "--strict").code == 0
    after = sites.files(folder).items()
    assert {name: data for name, data in after if not name.startswith(("site/", ".cache/papernotes/"))} == before


def test_removing_the_plugin_restores_the_site(tmp_path: Path) -> None:
    """Without the plugin, every byte of the site is as before."""
    folder = sites.write(tmp_path, {"mkdocs.yml": PLAIN, "docs/index.md": NOTE})
    assert sites.build(folder, site="before").code == 0
    sites.write(folder, {"mkdocs.yml": CONFIG})
    assert sites.build(folder, site="with").code == 0
    sites.write(folder, {"mkdocs.yml": PLAIN})
    assert sites.build(folder, site="after").code == 0
    assert sites.files(folder / "after") == sites.files(folder / "before") != sites.files(folder / "with")


def test_serve_watches_the_inputs(tmp_path: Path) -> None:
    """The folders of bibliographies and of the key lock are watched; in the project folder only single files."""
    (tmp_path / "bib").mkdir()
    config = configured(
        tmp_path,
        CONFIG.replace(
            "papernotes]", "papernotes: {bibliography: ['bib/*.bib', '*.bib', x.bib], citation_style: my.csl}]"
        ),
    )
    sites.write(tmp_path, {"x.bib": "", "bib/y.bib": "", "my.csl": ""})
    watched: list[str] = []

    class Server:
        observer = SimpleNamespace(schedule=lambda handler, path, recursive: None)

        def watch(self, path: str) -> None:
            watched.append(os.path.relpath(path, tmp_path))

    config.plugins.on_serve(cast("LiveReloadServer", Server()), config=config, builder=lambda: None)
    assert sorted(set(watched)) == ["bib", "my.csl", "x.bib"]


AUTOLINKS_HOOK = """
from mkdocs.plugins import BasePlugin

class Autolinks(BasePlugin):
    def on_page_markdown(self, markdown, page, config, files):
        [file.abs_src_path.strip() for file in files if not file.inclusion.is_excluded()]

def on_config(config):
    config.plugins["autolinks"] = Autolinks()
"""
"""A hook that does to all files what the plugin autolinks does, which fails without `abs_src_path`."""


def test_every_generated_file_has_a_source_path(tmp_path: Path) -> None:
    """Plugins that need `abs_src_path` can read all generated files: pages, assets and the feed of dated notes."""
    config = CONFIG + "site_url: https://example.org/\nhooks: [hook.py]\n"
    note = f"---\ndate: 2024-01-02\n---\n{NOTE}"
    files = {"mkdocs.yml": config, "hook.py": AUTOLINKS_HOOK, "docs/index.md": "# Home\n", "docs/dated.md": note}
    result = sites.build(sites.write(tmp_path, files))
    assert result.code == 0, result.output
    assert "<updated>2024-01-02" in result.page(feed_file(Config()))


# --- tags -------------------------------------------------------------------------------------------


def test_the_theme_shows_the_tags_of_a_note(tmp_path: Path) -> None:
    """Tags of the front matter are shown above the note, with links to their pages; tags in the text are links."""
    note = (
        "---\ntags: [Reading/2025, 🧠, 'a<b>']\n---\n# N\n\n- [Paper of Words](https://arxiv.org/abs/2401.00001) #x\n"
    )
    files = {"mkdocs.yml": CONFIG, "docs/index.md": "# Start\n", "docs/n.md": note}
    result = sites.build(sites.write(tmp_path, files), "--strict")
    assert result.code == 0, result.output
    tags = re.findall(r'<a href="([^"]*)" class="md-tag">([^<]*)</a>', result.page("n/index.html"))
    assert tags == [
        ("../tags/reading/2025/", "Reading/2025"), ("../tags/brain/", "🧠"), ("../tags/a-b/", "a&lt;b&gt;"),
    ]  # fmt: skip
    assert 'class="papernotes-tag" href="../tags/x/"' in result.page("n/index.html")
    assert "md-tag" not in result.page("index.html")
    assert sites.Site(result.site).broken() == []


def test_the_tags_plugin_shows_tags_once(tmp_path: Path) -> None:
    """On a site with the tags plugin, each tag of a note is shown once, as without papernotes."""
    note = "---\ntags: [reading]\n---\n# N\n\n- [Paper of Words](https://arxiv.org/abs/2401.00001)\n"
    config = CONFIG.replace("search,", "search, tags,")
    result = sites.build(sites.write(tmp_path, {"mkdocs.yml": config, "docs/index.md": note}), "--strict")
    assert result.code == 0, result.output
    assert re.findall(r'<(?:a|span)[^>]* class="md-tag">([^<]*)<', result.page("index.html")) == ["reading"]
