"""`papernotes doctor` reports problems of a site, each with a fix, and runs nothing of the site."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner

from papernotes_plugin.cli import main
from papernotes_plugin.doctor import mkdocs_yml, site_checks
from papernotes_plugin.doctor.finding import Finding
from papernotes_plugin.doctor.site_checks import Installed
from papernotes_plugin.vocabulary.issues import Level, PapernotesError
from tests.helpers import sites
from tests.helpers.sites import CONFIG

GOOD = {"mkdocs": "1.6.1", "mkdocs-material": "9.7.0", "pymdown-extensions": "10.20", "click": "8.4.0"}
"""Versions of distributions that cause no findings."""
_NAMES = """
search papernotes offline tags roamlinks bibtex redirects minify awesome-nav awesome-pages literate-nav print-site
pub-obsidian
"""
PLUGINS = frozenset(_NAMES.split())
"""Names of the installed MkDocs plugins."""


def findings_of(folder: Path, text: str, versions: Mapping[str, str] = GOOD) -> list[Finding]:
    """Return the findings for a site with a `site_url`."""
    sites.write(folder, {"mkdocs.yml": f"{text.rstrip()}\nsite_url: https://example.org/\n", "docs/index.md": ""})
    return site_checks.run_checks(mkdocs_yml.read(folder / "mkdocs.yml"), Installed(versions.get, PLUGINS))


def test_a_minimal_site_has_no_findings(tmp_path: Path) -> None:
    """A minimal configuration has no findings."""
    assert findings_of(tmp_path, CONFIG) == []


def test_a_site_without_an_address_has_no_feed(tmp_path: Path) -> None:
    """A missing or empty site_url is a hint, unless the option of papernotes is set."""
    for text in (CONFIG, f"{CONFIG}\nsite_url: ''\n"):
        sites.write(tmp_path, {"mkdocs.yml": text})
        (finding,) = site_checks.run_checks(mkdocs_yml.read(tmp_path / "mkdocs.yml"), Installed(GOOD.get, PLUGINS))
        assert finding.level is Level.INFO
        assert "no feed" in finding.message
        assert finding.fix == "site_url: https://example.org/"


def home_findings(folder: Path, files: Mapping[str, str], options: str = "papernotes") -> list[Finding]:
    """Return the findings about the home page of a site."""
    config = f"site_name: N\ntheme: material\nplugins: [search, {options}]\nsite_url: https://example.org/\n"
    sites.write(folder, {"mkdocs.yml": config, "docs/a.md": "# A\n", **files})
    findings = site_checks.run_checks(mkdocs_yml.read(folder / "mkdocs.yml"), Installed(GOOD.get, PLUGINS))
    return [finding for finding in findings if "index.md" in finding.message]


def test_a_note_that_mkdocs_leaves_out(tmp_path: Path) -> None:
    """A `README.md` next to an `index.md` is no page, and a strict build stops; one alone is a page."""
    files = {"docs/index.md": "", "docs/a/README.md": "", "docs/b/README.md": "", "docs/b/index.md": ""}
    (finding,) = home_findings(tmp_path, files)
    assert finding.level is Level.WARNING
    assert finding.message.startswith("'b/README.md' is left out, as 'index.md' is next to it")
    assert finding.fix == "rename it, or: exclude_docs: /b/README.md"
    sites.write(tmp_path, {"docs/README.md": ""})
    (finding,) = home_findings(tmp_path, {})
    assert finding.message.startswith("'README.md' (and 1 more) is left out")


def test_a_site_without_a_home_page(tmp_path: Path) -> None:
    """It is a hint that papernotes creates the page, and a problem if it may not."""
    (finding,) = home_findings(tmp_path, {})
    assert finding.level is Level.INFO
    assert finding.message == "'docs' has no index.md; papernotes creates a home page"
    assert finding.fix == "docs/index.md, with the line: <!-- papernotes:overview -->"
    (finding,) = home_findings(tmp_path, {}, "papernotes: {home: false}")
    assert (finding.level, finding.fix, finding.line) == (Level.WARNING, "home: Home", 3)


@pytest.mark.parametrize(
    ("files", "options"),
    [
        ({"docs/index.md": ""}, "papernotes"),
        ({"docs/README.md": ""}, "papernotes"),
        ({"docs/index.html": ""}, "papernotes"),
        ({"docs/index.de.md": ""}, "i18n, papernotes"),
        ({"docs/de/index.md": ""}, "i18n, papernotes"),
        ({}, "redirects: {redirect_maps: {index.md: a.md}}, papernotes"),
        ({}, "blog: {blog_dir: .}, papernotes"),
    ],
)
def test_a_site_with_a_home_page(tmp_path: Path, files: Mapping[str, str], options: str) -> None:
    """A home page of the author's, or one that a plugin creates, is no finding."""
    assert home_findings(tmp_path, files, options) == []


@pytest.mark.parametrize(
    ("config", "size", "fix"),
    [
        (CONFIG, 5_400_000, "- papernotes: {search: pagefind}   # and: pip install 'mkdocs-papernotes[pagefind]'"),
        (CONFIG, 3_000_000, ""),
        (CONFIG.replace("papernotes]", "papernotes, offline]"), 5_400_000, "- papernotes: {search: lean}"),
        (CONFIG.replace("papernotes]", "papernotes: {search: lean}, offline]"), 5_400_000, ""),
    ],
    ids=["large", "small", "no server", "lean already"],
)
def test_a_large_search_index(tmp_path: Path, config: str, size: int, fix: str) -> None:
    """A large search index is a hint with its size, and with a fix if there is one."""
    sites.write(tmp_path, {"site/search/search_index.json": " " * size})
    findings = findings_of(tmp_path, config)
    assert [(finding.level, finding.fix) for finding in findings] == ([(Level.INFO, fix)] if fix else [])
    assert all("5 MB" in finding.message and finding.line for finding in findings)


@pytest.mark.parametrize(
    ("versions", "level", "says", "fix"),
    [
        ({"mkdocs": "1.5.3"}, Level.ERROR, "MkDocs 1.5.3 is too old", 'pip install "mkdocs>=1.6,<2"'),
        ({"mkdocs": "2.0.0"}, Level.ERROR, "MkDocs 2.0.0 runs no plugins", 'pip install "mkdocs>=1.6,<2"'),
        ({"mkdocs": ""}, Level.ERROR, "MkDocs is not installed here", 'pip install "mkdocs-papernotes[mkdocs]"'),
        ({"mkdocs-material": ""}, Level.ERROR, "Material is not installed here", "pip install mkdocs-material"),
        ({"mkdocs-material": "9.1.2"}, Level.WARNING, "Material 9.1.2 is older", 'pip install "mkdocs-material>=9.7"'),
        ({"click": "8.3.1"}, Level.WARNING, "`mkdocs serve` detects changes only with", 'pip install "click>=8.4"'),
        (
            {"pymdown-extensions": "10.9"},
            Level.ERROR,
            "callouts (`> [!note]`) cannot be shown: pymdown-extensions 10.9 does not know them",
            'pip install "pymdown-extensions>=10.20"   # or, without callouts: - papernotes: {callouts: false}',
        ),
    ],
)
def test_versions(tmp_path: Path, versions: dict[str, str], level: Level, says: str, fix: str) -> None:
    """Each wrong version is one finding with the command that installs the right one."""
    installed = {name: version for name, version in {**GOOD, **versions}.items() if version}
    (finding,) = findings_of(tmp_path, CONFIG, installed)
    assert (finding.level, finding.fix) == (level, fix)
    assert says in finding.message


def test_supported_alternatives(tmp_path: Path) -> None:
    """ProperDocs is supported; callouts of another extension, or none, need no pymdown-extensions."""
    assert (
        findings_of(tmp_path, CONFIG, {**{k: v for k, v in GOOD.items() if k != "mkdocs"}, "properdocs": "1.6.7"}) == []
    )
    old = {**GOOD, "pymdown-extensions": "9.0"}
    assert findings_of(tmp_path, f"{CONFIG}markdown_extensions: [callouts]\n", old) == []
    assert findings_of(tmp_path, CONFIG.replace("papernotes]", "papernotes: {callouts: false}]"), old) == []


@pytest.mark.parametrize(
    ("plugins", "rest", "expected"),
    [
        ("[search]", "", [("error", 4, "papernotes is not among the plugins", "plugins: [search, papernotes]")]),
        (
            "[search, papernotes, nonsuch, macros]",
            "",
            [
                ("error", 4, "the plugin 'nonsuch' is not installed here; the build stops", ""),
                (
                    "error",
                    4,
                    "the plugin 'macros' is not installed here; the build stops",
                    "pip install mkdocs-macros-plugin",
                ),
            ],
        ),
        (
            "[search, papernotes, roamlinks]",
            "",
            [("info", 4, "'roamlinks' reads [[wikilinks]], too", "remove 'roamlinks'")],
        ),
        ("[search, papernotes: {wikilinks: false}, roamlinks]", "", []),
        (
            "[search, papernotes]",
            "markdown_extensions: [wikilinks]\n",
            [("info", 5, "'wikilinks' reads [[wikilinks]], too", "remove 'wikilinks'")],
        ),
        (
            "[search, papernotes, bibtex: {bib_dir: refs}]",
            "",
            [("warning", 4, "reads [@keys], too", "remove 'bibtex': - papernotes: {bibliography: refs/*.bib}")],
        ),
        (
            "[search, papernotes, redirects: {redirect_maps: {a.md: papers/index.md, b.md: index.md}}]",
            "site_url: https://example.org/\n",
            [("warning", 4, "cannot lead to 'papers/index.md'", "a.md: https://example.org/papers/")],
        ),
        (
            "[search, papernotes, minify: {js_files: [assets/papernotes/papernotes.js]}]",
            "",
            [("error", 4, "the build stops", "remove it from js_files")],
        ),
        (
            "[search, papernotes: {relatd: 3, related: many, citation_style: my.csl, bibliography: [no.bib]}]",
            "",
            [
                ("error", 4, "unknown option 'relatd': did you mean 'related'?", "remove 'relatd'"),
                ("error", 4, "must be a whole number", "related: 5"),
                ("error", 4, "needs citeproc-py", 'pip install "mkdocs-papernotes[csl]"'),
                ("error", 4, "the citation style 'my.csl' does not exist", "citation_style: author-year"),
                ("error", 4, "no file matches 'no.bib'", "bibliography: bib/*.bib"),
            ],
        ),
        (
            "[search, papernotes]",
            "nav: [index.md]\n",
            [("info", 5, "the index of all papers is not in the navigation", "- Papers: papers/index.md")],
        ),
        ("[search, papernotes]", "nav: [index.md, {More: [{Papers: papers/index.md}]}]\n", []),
        (
            "[search, print-site]",
            "",
            [("error", 4, "papernotes is not among the plugins", "plugins: [search, papernotes, print-site]")],
        ),
        (
            "[search: {lang: en}, print-site]",
            "",
            [("error", 4, "papernotes is not among the plugins", "below 'plugins' above print-site:   - papernotes")],
        ),
        (
            "{search: {}}",
            "",
            [("error", 4, "papernotes is not among the plugins", "below 'plugins':   papernotes: {}")],
        ),
        (
            "[search, print-site, papernotes]",
            "",
            [("warning", 4, "must be the last plugin", "put papernotes above print-site")],
        ),
        ("[search, papernotes, print-site]", "", []),
        (
            "[search, papernotes, awesome-pages]",
            "",
            [("info", 4, "the warning is harmless", "put papernotes below awesome-pages")],
        ),
        (
            "[search, papernotes, pub-obsidian]",
            "",
            [
                ("error", 4, "opens every page as a file", "- pub-obsidian: {backlinks: {enabled: false}}"),
                ("warning", 4, "converts all [[wikilinks]]", "- pub-obsidian: {links: {wikilinks_enabled: false}}"),
            ],
        ),
        (
            "[search, papernotes, bibtex: {bib_file: 'https://example.org/a.bib'}]",
            "",
            [("warning", 4, "reads [@keys], too", "save https://example.org/a.bib as bib/library.bib")],
        ),
        (
            "[search, papernotes]",
            "markdown_extensions: [pymdownx.quotes]\n",
            [("warning", 5, "does not show callouts", "- pymdownx.quotes: {callouts: true}")],
        ),
        ("[search, papernotes]", "markdown_extensions: [pymdownx.quotes: {callouts: true}]\n", []),
        ("[search, papernotes]", "nav: &a [index.md, *a, papers/index.md]\n", []),
    ],
)
def test_settings(tmp_path: Path, plugins: str, rest: str, expected: list[tuple[str, int | None, str, str]]) -> None:
    """Each wrong setting is one finding with its line and a fix."""
    text = f"site_name: Notes\ntheme:\n  name: material\nplugins: {plugins}\n{rest}"
    findings = findings_of(tmp_path, text)
    assert len(findings) == len(expected)
    for finding, (level, line, says, fix) in zip(findings, expected, strict=True):
        assert str(finding.level) == level
        assert finding.line == line or "not among" in says
        assert says in finding.message
        assert fix.lstrip() in finding.fix


def test_a_page_of_tags_and_another_theme(tmp_path: Path) -> None:
    """A page of tags and another theme than Material are hints and not problems."""
    text = "site_name: Notes\ntheme: readthedocs\nplugins: [search, material/tags, papernotes]\n"
    sites.write(tmp_path, {"docs/tags.md": "# Tags\n"})
    findings = findings_of(tmp_path, text)
    assert [str(finding.level) for finding in findings] == ["info", "info"]
    assert "tags_path: paper-tags" in findings[1].fix
    assert (
        "a theme of your own"
        in findings_of(tmp_path, "theme: {name: null}\nplugins: [search, papernotes]\n")[0].message
    )


@pytest.mark.parametrize(
    ("plugin", "file", "entry"),
    [
        ("awesome-nav", ".nav.yml", "nav:\n  - Papers: papers/index.md\n"),
        ("awesome-nav: {filename: .order}", ".order", "nav:\n  - Papers: papers/index.md\n"),
        ("awesome-pages", ".pages", "nav:\n  - Papers: papers/index.md\n"),
        ("literate-nav", "SUMMARY.md", "- [Papers](papers/index.md)\n"),
    ],
)
def test_a_navigation_in_a_file_of_its_own(tmp_path: Path, plugin: str, file: str, entry: str) -> None:
    """The navigation file is read; without a link to the papers, the finding shows the entry."""
    config = CONFIG.replace("papernotes]", f"{plugin}, papernotes]")
    assert findings_of(tmp_path, config) == []
    sites.write(tmp_path, {f"docs/{file}": "- index.md\n"})
    (finding,) = findings_of(tmp_path, config)
    assert finding.level is Level.INFO
    assert finding.fix == f"in {file}: {entry.splitlines()[-1]}"
    sites.write(tmp_path, {f"docs/{file}": entry})
    assert findings_of(tmp_path, config) == []


def test_ends_of_lines_in_a_vault(tmp_path: Path) -> None:
    """In a vault, line breaks are kept on the page, unless the settings of the vault or the site differ."""
    sites.write(tmp_path, {"docs/.obsidian/app.json": "{}"})
    (finding,) = findings_of(tmp_path, CONFIG)
    assert (finding.level, finding.fix) == (Level.INFO, "markdown_extensions: [nl2br]")
    assert findings_of(tmp_path, f"{CONFIG}markdown_extensions: [nl2br]\n") == []
    sites.write(tmp_path, {"docs/.obsidian/app.json": '{"strictLineBreaks": true}'})
    assert findings_of(tmp_path, CONFIG) == []
    sites.write(tmp_path, {"docs/.obsidian/app.json": "[broken"})
    assert len(findings_of(tmp_path, CONFIG)) == 1


def test_nothing_of_the_site_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python tags are text, environment variables are not read, and inherited files are."""
    monkeypatch.setenv("SECRET", "from the environment")
    sites.write(
        tmp_path,
        {
            "base.yml": (
                "theme: {name: material, font: false}\nplugins: {search: {}, papernotes: {}}\n"
                "markdown_extensions:\n  - pymdownx.emoji:\n      a: !!python/name:no.such.module\n"
                "      b: !!python/object/apply:os.mkdir [made]\n"
            ),
            "mkdocs.yml": (
                "INHERIT: base.yml\nsite_name: !ENV SECRET\nsite_url: !ENV [SECRET, https://example.org/]\n"
                "docs_dir: !relative notes\ntheme: {font: x}\n"
            ),
        },
    )
    site = mkdocs_yml.read(tmp_path / "mkdocs.yml")
    assert list(site.plugins) == ["search", "papernotes"]
    assert list(site.extensions) == ["pymdownx.emoji"]
    assert site.theme == "material"
    assert site.data["theme"] == {"name": "material", "font": "x"}
    assert site.data["site_name"] is None
    assert site.data["site_url"] == "https://example.org/"
    assert not (tmp_path / "made").exists()
    sites.write(tmp_path, {"base.yml": "# nothing yet\n"})
    assert list(mkdocs_yml.read(tmp_path / "mkdocs.yml").plugins) == ["search"]
    sites.write(tmp_path, {"base.yml": "plugins: [search, tags: {}]\n"})
    (finding, *_) = site_checks.run_checks(mkdocs_yml.read(tmp_path / "mkdocs.yml"), Installed(GOOD.get, PLUGINS))
    assert finding.fix == "below 'plugins', in the file that this one inherits from:   - papernotes"
    assert not Path("made").exists()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("plugins: [unclosed", "is not valid YAML"),
        ("- a list\n", "contains no settings of a site"),
        ("", "contains no settings of a site"),
        ("[" * 5000, "is not valid YAML"),
        ("INHERIT: mkdocs.yml\n", "inherits from itself"),
        ("INHERIT: gone.yml\n", "cannot be read"),
        ("a: \x00\n", "is not valid YAML"),
        ("#" * 4_000_001, "is too large"),
    ],
)
def test_a_file_that_cannot_be_read(tmp_path: Path, text: str, says: str) -> None:
    """An unreadable file is an error of one line."""
    sites.write(tmp_path, {"mkdocs.yml": text})
    with pytest.raises(PapernotesError, match=says):
        mkdocs_yml.read(tmp_path / "mkdocs.yml")


@pytest.mark.parametrize("text", ["plugins: 3\n", "plugins: [1, {a: b}, [c]]\n", "theme: [x]\nnav: {a: b}\n", "1: 2\n"])
def test_invalid_settings_cause_no_traceback(tmp_path: Path, text: str) -> None:
    """Settings of wrong types are read without an exception."""
    assert findings_of(tmp_path, text)


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command reads the current folder, prints the number of problems, and sets the exit code."""
    monkeypatch.chdir(tmp_path)
    run = CliRunner().invoke(main, ["doctor"], prog_name="papernotes")
    assert run.exit_code == 2
    assert "there is no mkdocs.yml here" in run.stderr
    run = CliRunner().invoke(main, ["doctor", str(tmp_path)], prog_name="papernotes")
    assert run.exit_code == 2
    assert f"there is no mkdocs.yml in '{tmp_path}'" in run.stderr
    sites.write(tmp_path, {"mkdocs.yml": f"{CONFIG}nav: [index.md]\n"})
    run = CliRunner().invoke(main, ["doctor", str(tmp_path)], prog_name="papernotes")
    assert run.exit_code == 0, run.output
    run = CliRunner().invoke(main, ["doctor"], prog_name="papernotes")
    assert run.exit_code == 0, run.output
    assert run.stdout.startswith("mkdocs.yml:6: info: the index of all papers is not in the navigation\n    fix: ")
    assert run.stderr == "papernotes: 0 problems in 'mkdocs.yml'\n"
    sites.write(tmp_path, {"mkdocs.yml": CONFIG.replace("papernotes]", "papernotes, nonsuch]")})
    run = CliRunner().invoke(main, ["doctor", "mkdocs.yml", "--format", "json"], prog_name="papernotes")
    assert run.exit_code == 1
    finding, address = json.loads(run.stdout)["findings"]
    assert address["level"] == "info"
    assert finding["level"] == "error"
    assert finding["line"] == 5
    assert run.stderr == "papernotes: 1 problem in 'mkdocs.yml'\n"
