"""The MkDocs face: options, what is added to a site, what a build says."""

from __future__ import annotations

import os
import re
from dataclasses import fields
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError

from papernotes_plugin.mkdocs_plugin.plugin import PapernotesPlugin
from papernotes_plugin.mkdocs_plugin.setup.markdown_setup import ATTRIBUTES, CALLOUTS, MATH, list_indent
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


def complaints(options: dict[str, Any]) -> list[str]:
    """What MkDocs would tell of these options."""
    config = Options()
    config.load_dict(options)
    errors, warnings = config.validate()
    return [f"{name}: {message}" for name, message in (*errors, *warnings)]


def configured(folder: Path, text: str) -> MkDocsConfig:
    """The configuration of a site after the plugin has seen it."""
    sites.write(folder, {"mkdocs.yml": text, "docs/index.md": NOTE})
    config = load_config(str(folder / "mkdocs.yml"))
    return config.plugins.on_config(config)


# --- options ----------------------------------------------------------------------------------------


def test_the_options_are_those_of_the_core() -> None:
    """Every option of the core is one of the plugin, with the same default."""
    config = Options()
    assert config.validate() == ([], [])
    assert config.settings() == Config()
    assert sorted(config) == sorted(f.name for f in fields(Config))


def test_options_reach_the_core() -> None:
    """What the author sets is what the core gets; what he leaves empty has its default."""
    config = Options()
    config.load_dict({"related": 2, "exclude": ["drafts"], "sort": None, "issues": {"unknown-key": False}})
    assert config.validate() == ([], [])
    assert config.settings() == Config.load({"related": 2, "exclude": ["drafts"], "issues": {"unknown-key": "off"}})


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"related": "x"}, "related: must be a whole number from 0, not 'x'"),
        ({"sign": "no"}, "sign: must be true or false, not 'no'"),
        ({"relatd": 5}, "relatd: unknown option 'relatd'; did you mean 'related'?"),
        ({"issues": {"unknown-keys": "off"}}, "issues: option 'issues' names an unknown code 'unknown-keys'"),
    ],
)
def test_a_wrong_option_is_one_line(options: dict[str, Any], expected: str) -> None:
    """A wrong option says what it must be, an unknown one what it may have meant."""
    (said,) = complaints(options)
    assert said.removeprefix("issues: ").startswith(expected.removeprefix("issues: option 'issues' "))


def test_a_wrong_option_stops_the_build_with_one_line(tmp_path: Path) -> None:
    """The build says which option is wrong; nobody sees a traceback."""
    text = CONFIG.replace("papernotes]", "papernotes: {related: many}]")
    built = sites.build(sites.write(tmp_path, {"mkdocs.yml": text, "docs/index.md": NOTE}))
    assert built.code == 1
    assert "option 'related': must be a whole number from 0, not 'many'" in built.output
    assert "Traceback" not in built.output


def test_a_missing_folder_of_notes_is_one_line(tmp_path: Path) -> None:
    """MkDocs says so itself, and we add nothing."""
    built = sites.build(sites.write(tmp_path, {"mkdocs.yml": CONFIG}))
    assert built.code == 1
    assert "docs_dir" in built.output
    assert "Traceback" not in built.output


def test_a_bibliography_that_is_named_must_be_there(tmp_path: Path) -> None:
    """The default pattern may match nothing; a file that the author names may not be missing."""
    files = {
        "mkdocs.yml": CONFIG.replace("papernotes]", "papernotes: {bibliography: [refs.bib]}]"),
        "docs/index.md": NOTE,
    }
    built = sites.build(sites.write(tmp_path, files))
    assert built.code == 1
    assert "papernotes: no file matches 'refs.bib'" in built.output
    assert "Traceback" not in built.output


# --- what is added ----------------------------------------------------------------------------------


def test_a_site_gets_the_extensions_that_it_lacks(tmp_path: Path) -> None:
    """Attribute lists, callouts and math work with nothing configured."""
    config = configured(tmp_path, CONFIG)
    assert {ATTRIBUTES, "pymdownx.quotes", MATH} <= set(config.markdown_extensions)
    assert config.mdx_configs["pymdownx.quotes"] == {"callouts": True}


def test_lists_are_indented_as_the_site_reads_them() -> None:
    """mdx_truly_sane_lists wants two spaces a level, or what it is told."""
    config = MkDocsConfig()
    config.markdown_extensions, config.mdx_configs = ["tables"], {}
    assert list_indent(config) == 4
    config.markdown_extensions.append("mdx_truly_sane_lists")
    assert list_indent(config) == 2
    config.mdx_configs = {"mdx_truly_sane_lists": {"nested_indent": 3}}
    assert list_indent(config) == 3


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("pymdownx.arithmatex", MATH),
        ("extra", ATTRIBUTES),
        ("pymdownx.extra", ATTRIBUTES),
        ("pymdownx.quotes", None),
    ],
)
def test_what_the_author_configured_stays(tmp_path: Path, theirs: str, ours: str | None) -> None:
    """An extension that does the same is neither doubled nor configured anew."""
    config = configured(tmp_path, f"{CONFIG}markdown_extensions: [{theirs}]\n")
    assert ours not in config.markdown_extensions
    assert config.markdown_extensions.count(theirs) == 1
    assert theirs not in config.mdx_configs


@pytest.mark.parametrize(
    ("option", "extension"),
    [("callouts", "pymdownx.quotes"), ("math", MATH), ("obsidian", "footnotes"), ("obsidian", "sane_lists")],
)
def test_options_keep_extensions_away(tmp_path: Path, option: str, extension: str) -> None:
    """`callouts: false` and `math: false` leave callouts and math to others."""
    config = configured(tmp_path, CONFIG.replace("papernotes]", f"papernotes: {{{option}: false}}]"))
    assert extension not in config.markdown_extensions


def test_callouts_need_their_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a pymdown-extensions that knows callouts the build stops with one line that says what to do."""
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
    """All are files of the site itself."""
    config = configured(tmp_path, f"{CONFIG}extra_css: [mine.css]\n")
    assert config.extra_css[0] == "mine.css"
    assert [str(path) for path in config.extra_css[1:]] == ["assets/papernotes/papernotes.css"]
    scripts = {path.name for path in (ROOT / "papernotes_plugin" / "assets").glob("*.js")}
    assert {str(path) for path in config.extra_javascript} == {f"assets/papernotes/{name}" for name in scripts}


# --- a build ----------------------------------------------------------------------------------------


def test_a_build_says_one_line(tmp_path: Path) -> None:
    """No warning, and one line with what was found."""
    built = sites.build(sites.write(tmp_path, {"mkdocs.yml": CONFIG, "docs/index.md": NOTE}), "--strict")
    assert built.code == 0, built.output
    assert built.warnings == []
    assert built.summary == "1 notes, 2 mentions, 2 papers, 0 merged, 0 doubtful"


def test_no_paper_is_a_warning_with_a_reason(tmp_path: Path) -> None:
    """Nobody gets a silent nothing; a strict build stops."""
    built = sites.build(sites.write(tmp_path, {"mkdocs.yml": CONFIG, "docs/index.md": "# Hello\n"}), "--strict")
    assert built.code == 1
    assert len(built.warnings) == 1
    assert "no paper was found: nothing in 1 notes links, cites or describes one [no-papers]" in built.warnings[0]


def test_an_issue_can_be_made_an_error(tmp_path: Path) -> None:
    """A level of `error` stops a build that is not strict, after everything has been said."""
    text = CONFIG.replace("papernotes]", "papernotes: {issues: {unknown-key: error}}]")
    note = NOTE + "- see [@nobody] and [@noone]\n"
    built = sites.build(sites.write(tmp_path, {"mkdocs.yml": text, "docs/index.md": note}))
    assert built.code == 1
    assert sum("[unknown-key]" in line for line in built.warnings) == 2
    assert "papernotes: 2 errors" in built.output
    assert "Traceback" not in built.output


def test_what_is_ignored_stops_no_build(tmp_path: Path) -> None:
    """An issue of a page on whose path its code is ignored is not told, and not counted; elsewhere it is an error."""
    text = CONFIG.replace("papernotes]", "papernotes: {issues: {unknown-key: error}, ignore: {unknown-key: old}}]")
    files = {"mkdocs.yml": text, "docs/index.md": NOTE, "docs/old/a.md": "[@nobody]\n"}
    assert sites.build(sites.write(tmp_path / "a", files), "--strict").code == 0
    built = sites.build(sites.write(tmp_path / "b", {**files, "docs/new.md": "[@nobody]\n"}))
    assert built.code == 1
    assert "papernotes: 1 error" in built.output


def test_doubts_are_counted_and_shown_on_demand(tmp_path: Path) -> None:
    """Remarks do not flood a build: they are counted, and `--verbose` shows them."""
    note = NOTE + "- a link to [[nowhere at all]]\n"
    folder = sites.write(tmp_path, {"mkdocs.yml": CONFIG, "docs/index.md": note})
    quiet = sites.build(folder, "--strict")
    assert quiet.code == 0, quiet.output
    assert "[broken-wikilink]" not in quiet.output
    assert quiet.summary.endswith("; 1 remark, shown with --verbose")
    assert "[broken-wikilink]" in sites.build(folder, "--verbose").output


def test_nothing_is_written_beside_the_site(tmp_path: Path) -> None:
    """Notes, bibliography and key lock are read, never written."""
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


def test_without_the_plugin_the_site_is_as_before(tmp_path: Path) -> None:
    """Removing the line restores every byte."""
    folder = sites.write(tmp_path, {"mkdocs.yml": PLAIN, "docs/index.md": NOTE})
    assert sites.build(folder, site="before").code == 0
    sites.write(folder, {"mkdocs.yml": CONFIG})
    assert sites.build(folder, site="with").code == 0
    sites.write(folder, {"mkdocs.yml": PLAIN})
    assert sites.build(folder, site="after").code == 0
    assert sites.files(folder / "after") == sites.files(folder / "before") != sites.files(folder / "with")


def test_serve_watches_what_is_read(tmp_path: Path) -> None:
    """The folder of the bibliography and of the key lock, and the style; of the project's own folder only the files."""
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

    plugin = config.plugins["papernotes"]
    assert isinstance(plugin, PapernotesPlugin)
    plugin.on_serve(Server(), config=config, builder=None)
    assert sorted(set(watched)) == ["bib", "my.csl", "x.bib"]


# --- tags -------------------------------------------------------------------------------------------


def test_the_tags_of_a_note_are_chips(tmp_path: Path) -> None:
    """Those of its front matter above it, each leading to its page; those in the text where they stand."""
    note = (
        "---\ntags: [Reading/2025, 🧠, 'a<b>']\n---\n# N\n\n- [Paper of Words](https://arxiv.org/abs/2401.00001) #x\n"
    )
    files = {"mkdocs.yml": CONFIG, "docs/index.md": "# Start\n", "docs/n.md": note}
    built = sites.build(sites.write(tmp_path, files), "--strict")
    assert built.code == 0, built.output
    chips = re.findall(r'<a href="([^"]*)" class="md-tag">([^<]*)</a>', built.page("n/index.html"))
    assert chips == [
        ("../tags/reading/2025/", "Reading/2025"), ("../tags/brain/", "🧠"), ("../tags/a-b/", "a&lt;b&gt;"),
    ]  # fmt: skip
    assert 'class="papernotes-tag" href="../tags/x/"' in built.page("n/index.html")
    assert "md-tag" not in built.page("index.html")
    assert sites.Site(built.site).broken() == []


def test_the_chips_of_the_tags_plugin_stay_its_own(tmp_path: Path) -> None:
    """A site whose theme shows the tags of notes already shows them once, as it did."""
    note = "---\ntags: [reading]\n---\n# N\n\n- [Paper of Words](https://arxiv.org/abs/2401.00001)\n"
    config = CONFIG.replace("search,", "search, tags,")
    built = sites.build(sites.write(tmp_path, {"mkdocs.yml": config, "docs/index.md": note}), "--strict")
    assert built.code == 0, built.output
    assert re.findall(r'<(?:a|span)[^>]* class="md-tag">([^<]*)<', built.page("index.html")) == ["reading"]
