"""Obsidian's Markdown, by Obsidian's rules, judged by the HTML of a built site.

Each `*.yml` beside this file is a site, each case a folder of it.  A case has a `source` (a page of Obsidian's help, a
thread, a rule that was observed), its `notes` (the first is looked at, unless `page` names another), and what must be
true of the page: `holds` (a selector, or `selector => text`), `lacks` (selectors), `shows` and `hides` (text), and
`issues` (`note:line:column code words`; no others may be told).
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
    """The cases of each file, by a name of their own."""
    found = {p.stem: yaml.safe_load(p.read_text("utf-8")) for p in sorted(HERE.glob("*.yml"))}
    made: dict[str, dict[str, Any]] = {}
    for group, data in found.items():
        cases = {f"{number:02}": {"source": data.get("source"), **c} for number, c in enumerate(data["cases"], 1)}
        made[group] = cases
    return made


CASES = [
    pytest.param(group, name, id=f"{group}-{name}-{case['name'].replace(' ', '-')}")
    for group, cases in groups().items()
    for name, case in cases.items()
]


class Vault:
    """One built site."""

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
        self.issues: tuple[Issue, ...] = cast("PapernotesPlugin", config.plugins["papernotes"])._site.issues

    def page(self, case: str, note: str) -> pages.Element:
        """The page of a note."""
        path = self.site / case / note.removesuffix(".md")
        path = path.with_name(path.name.replace("README", "index") + ".html")
        return pages.read(path.read_text("utf-8"))

    def told(self, case: str) -> list[str]:
        """The issues of a case's notes."""
        mine = [i for i in self.issues if i.path.startswith(f"{case}/") and i.code not in IGNORED]
        told = [f"{i.path}:{i.line}:{i.column or 0} {i.code} {i.message}" for i in mine]
        return [line.replace(f"{case}/", "") for line in told]


@pytest.fixture(scope="module")
def vaults(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The sites, each built when it is asked for first."""
    made: dict[str, Vault] = {}

    def vault(group: str) -> Vault:
        if group not in made:
            made[group] = Vault(tmp_path_factory.mktemp("vaults") / group, groups()[group])
        return made[group]

    return vault


@pytest.mark.parametrize(("group", "name"), CASES)
def test_case(vaults: Any, group: str, name: str) -> None:
    """What the case says is true of its page."""
    case, vault = groups()[group][name], vaults(group)
    page = vault.page(name, case.get("page", next(iter(case["notes"]))))
    wrong = [*_wrong(page, case), *_issues(vault.told(name), case.get("issues", ()))]
    assert not wrong, f"{case['source']}: {wrong}\n{page.text[:2000]}"


def _wrong(page: pages.Element, case: dict[str, Any]) -> Iterator[str]:
    for wanted in case.get("holds", ()):
        selector, _, text = wanted.partition(" => ")
        found = [element.text for element in page.select(selector)]
        if not found or (text and text not in found):
            yield f"{wanted!r} not among {found}"
    yield from (f"{s!r} is there" for s in case.get("lacks", ()) if page.select(s))
    yield from (f"{t!r} is not shown" for t in case.get("shows", ()) if t not in page.text)
    yield from (f"{t!r} is shown" for t in case.get("hides", ()) if t in page.text)


def _issues(told: list[str], expected: list[str]) -> Iterator[str]:
    left = list(told)
    for wanted in expected:
        head, _, words = wanted.partition(" ")
        code, _, words = words.partition(" ")
        match = next((t for t in left if t.startswith(f"{head} {code} ") and words in t), None)
        if match is None:
            yield f"issue {wanted!r} not among {told}"
        else:
            left.remove(match)
    yield from (f"issue {t!r}" for t in left)


def test_every_case_names_its_source() -> None:
    """Each case says who says so, and there are enough of them."""
    cases = [case for group in groups().values() for case in group.values()]
    assert all(case["source"] and case["name"] for case in cases)
    assert all(set(case) <= KNOWN for case in cases), [set(case) - KNOWN for case in cases]


KNOWN = {"name", "source", "notes", "files", "page", "holds", "lacks", "shows", "hides", "issues"}


def test_a_box_that_is_no_callout() -> None:
    """`!!! caution` looks as the site has it, `> [!caution]` as one of Obsidian's types."""
    md = markdown.Markdown(
        extensions=["admonition", "pymdownx.quotes", "papernotes_plugin.markdown_extensions.obsidian"],
        extension_configs={"pymdownx.quotes": {"callouts": True}},
    )
    made = md.convert("!!! caution\n    words\n\n> [!caution]\n> words\n")
    assert re.findall(r'<div class="([^"]*)"', made) == ["admonition caution", "admonition caution warning"]
