"""Notes in Obsidian's Markdown are rendered by Obsidian's rules; the tests check the HTML of built sites.

Each `*.yml` file in this folder is a site, and each case is a folder of the site.  A case has these keys:

- `source`: a page of Obsidian's help, a thread in its forum, or an observed rule
- `notes`: the text of each note; the first is checked, unless `page` names another
- `files`: paths of further files
- `holds`: selectors of elements that the page has, or `selector => text`
- `lacks`: selectors of elements that the page does not have
- `shows` and `hides`: text that is visible on the page, or not
- `issues`: the expected issues as `note:line:column code words`; no other issue may be reported
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, cast

import markdown
import pytest
import yaml
from mkdocs.commands.build import build
from mkdocs.config import load_config

from papernotes_plugin.mkdocs_plugin.plugin import PapernotesPlugin
from papernotes_plugin.vocabulary.issues import Issue
from tests.obsidian import pages

HERE = Path(__file__).parent
CONFIG = """
site_name: Vault
use_directory_urls: false
theme: {name: null, custom_dir: theme}
plugins: [papernotes]
exclude_docs: ""
"""
IGNORED = {"duplicate-note-name", "no-papers", "repaired-text"}


@cache
def groups() -> dict[str, dict[str, Any]]:
    """Return the cases of each file by number, by the name of the file."""
    files = {p.stem: yaml.safe_load(p.read_text("utf-8")) for p in sorted(HERE.glob("*.yml"))}
    cases_of: dict[str, dict[str, Any]] = {}
    for group, data in files.items():
        cases = {f"{number:02}": {"source": data.get("source"), **c} for number, c in enumerate(data["cases"], 1)}
        cases_of[group] = cases
    return cases_of


CASES = [
    pytest.param(group, name, id=f"{group}-{name}-{case['name'].replace(' ', '-')}")
    for group, cases in groups().items()
    for name, case in cases.items()
]


class Vault:
    """Built site with the cases of one file."""

    def __init__(self, folder: Path, cases: dict[str, Any]) -> None:
        (folder / "theme").mkdir(parents=True)
        (folder / "theme" / "main.html").write_text("<body>{{ page.content }}</body>")
        (folder / "mkdocs.yml").write_text(CONFIG)
        for name, case in cases.items():
            for path, text in {**case["notes"], **dict.fromkeys(case.get("files", ()), "x")}.items():
                file = folder / "docs" / name / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, "utf-8")
        config = load_config(str(folder / "mkdocs.yml"))
        config.plugins.on_startup(command="build", dirty=False)
        build(config)
        self.site = folder / "site"
        hooks = cast("PapernotesPlugin", config.plugins["papernotes"]).hooks
        assert hooks
        self.issues: tuple[Issue, ...] = hooks.site.issues

    def page(self, case: str, note: str) -> pages.Element:
        """Return the page of a note."""
        path = self.site / case / note.removesuffix(".md")
        path = path.with_name(path.name.replace("README", "index") + ".html")
        return pages.read(path.read_text("utf-8"))

    def issues_of(self, case: str) -> list[str]:
        """Return the issues of a case's notes, one line each."""
        issues = [i for i in self.issues if i.path.startswith(f"{case}/") and i.code not in IGNORED]
        lines = [f"{i.path}:{i.line}:{i.column or 0} {i.code} {i.message}" for i in issues]
        return [line.replace(f"{case}/", "") for line in lines]


@pytest.fixture(scope="module")
def vaults(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Return a function that returns the site of a file, built at the first call."""
    cache: dict[str, Vault] = {}

    def vault(group: str) -> Vault:
        if group not in cache:
            cache[group] = Vault(tmp_path_factory.mktemp("vaults") / group, groups()[group])
        return cache[group]

    return vault


@pytest.mark.parametrize(("group", "name"), CASES)
def test_case(vaults: Any, group: str, name: str) -> None:
    """The page and the issues of a case are as the case expects."""
    case, vault = groups()[group][name], vaults(group)
    page = vault.page(name, case.get("page", next(iter(case["notes"]))))
    wrong = [*_wrong_contents(page, case), *_wrong_issues(vault.issues_of(name), case.get("issues", ()))]
    assert not wrong, f"{case['source']}: {wrong}\n{page.text[:2000]}"


def _wrong_contents(page: pages.Element, case: dict[str, Any]) -> Iterator[str]:
    for wanted in case.get("holds", ()):
        selector, _, text = wanted.partition(" => ")
        texts = [element.text for element in page.select(selector)]
        if not texts or (text and text not in texts):
            yield f"{wanted!r} not among {texts}"
    yield from (f"{s!r} is on the page" for s in case.get("lacks", ()) if page.select(s))
    yield from (f"{t!r} is not shown" for t in case.get("shows", ()) if t not in page.text)
    yield from (f"{t!r} is shown" for t in case.get("hides", ()) if t in page.text)


def _wrong_issues(reported: list[str], expected: list[str]) -> Iterator[str]:
    unexpected = list(reported)
    for wanted in expected:
        head, _, words = wanted.partition(" ")
        code, _, words = words.partition(" ")
        match = next((line for line in unexpected if line.startswith(f"{head} {code} ") and words in line), None)
        if match is None:
            yield f"issue {wanted!r} not among {reported}"
        else:
            unexpected.remove(match)
    yield from (f"issue {line!r}" for line in unexpected)


def test_every_case_has_a_source() -> None:
    """Each case has a name and a source, and no unknown keys."""
    cases = [case for group in groups().values() for case in group.values()]
    assert all(case["source"] and case["name"] for case in cases)
    assert all(set(case) <= KNOWN_KEYS for case in cases), [set(case) - KNOWN_KEYS for case in cases]


KNOWN_KEYS = {"name", "source", "notes", "files", "page", "holds", "lacks", "shows", "hides", "issues"}


def test_an_admonition_that_is_no_callout() -> None:
    """`!!! caution` keeps the style of the site, and `> [!caution]` gets the style of Obsidian's type."""
    md = markdown.Markdown(
        extensions=["admonition", "pymdownx.quotes", "papernotes_plugin.markdown_extensions.obsidian"],
        extension_configs={"pymdownx.quotes": {"callouts": True}},
    )
    page_html = md.convert("!!! caution\n    words\n\n> [!caution]\n> words\n")
    assert re.findall(r'<div class="([^"]*)"', page_html) == ["admonition caution", "admonition caution warning"]
