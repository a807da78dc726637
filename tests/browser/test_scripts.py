"""The scripts are typed, safe and small, and run under a strict Content-Security-Policy."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.conftest import ROOT
from tests.helpers import sites
from tests.helpers.chromium import Tab
from tests.helpers.http_server import EXECUTED, served, strict_policy
from tests.helpers.search_notes import NOTES

ASSETS = ROOT / "papernotes_plugin" / "assets"
SCRIPTS = sorted(ASSETS.glob("*.js"))
WORKERS = sorted(ASSETS.glob("workers/*.js"))
"""Web workers, which a site has only with certain options."""
CONSUMERS = ROOT / "tests" / "consumers"
_HANDLER = re.compile(r"""<[a-z][^>]*\s(on[a-z]+)\s*=""")
_STYLE = re.compile(r"""<[a-z][^>]*\sstyle\s*=\s*["']([^"']*)""")


@pytest.mark.node
def test_script_types() -> None:
    """TypeScript finds no error in the types of the comments."""
    program = CONSUMERS / "node_modules" / "typescript" / "bin" / "tsc"
    done = subprocess.run(["node", str(program), "-p", str(CONSUMERS)], capture_output=True, text=True, timeout=240)
    assert done.stdout + done.stderr == ""
    assert done.returncode == 0


@pytest.mark.parametrize("path", SCRIPTS + WORKERS, ids=lambda path: path.name)
def test_scripts_are_safe(path: Path) -> None:
    """A script is one strict function that writes no HTML, evaluates no text and contacts no other host."""
    text = path.read_text("utf-8")
    assert '"use strict";' in text
    assert re.search(r"^\((\(\) => \{$|globalThis\.papernotesParts \?\?= \[\]\)\.push\()", text, re.MULTILINE)
    assert max(map(len, text.splitlines())) <= 120
    for word in (
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        "new Function",
        'tribute("on',
    ):
        assert word not in text
    code = re.sub(r"/\*.*?\*/|^\s*//.*$", "", text, flags=re.DOTALL | re.MULTILINE)
    assert set(re.findall(r"https?://[^\s\"'`]+", code)) <= {
        "http://www.w3.org/2000/svg",
        "http://www.w3.org/1999/xlink",
    }


def test_assets_are_small() -> None:
    """Scripts and style sheet stay below their limits of lines."""
    lines = {path.name: len(path.read_text("utf-8").splitlines()) for path in SCRIPTS}
    assert sum(lines.values()) <= 1390, lines
    (sheet,) = ASSETS.glob("*.css")
    assert len(sheet.read_text("utf-8").splitlines()) <= 950


def test_styles_are_used() -> None:
    """Each class in the style sheet is used by a template, a script or the package, and each property is used."""
    sheet = (ASSETS / "papernotes.css").read_text("utf-8")
    package = ASSETS.parent
    scripts = "".join(path.read_text("utf-8") for path in SCRIPTS)
    sources = [*package.rglob("*.py"), *package.rglob("templates/*.md")]
    text = scripts + "".join(path.read_text("utf-8") for path in sources)
    # scripts omit the common prefix of class names; those of columns and hues are numbered
    named = {*re.findall(r"papernotes-([a-z\d-]+)", text), *re.findall(r'"([a-z-]+)"', scripts)}
    named |= {f"map-{name}" for name in re.findall(r'createShape\("[a-z]+", "([a-z]+)"', scripts)}
    classes = set(re.findall(r"\.papernotes-([a-z\d-]+)", sheet))
    assert {name for name in classes - named if not re.fullmatch(r"c-[a-z]+|[nr][1-5]", name)} == set()
    # the script of the map sets the zoom too
    declared = set(re.findall(r"(--papernotes-[\w-]+):", sheet))
    assert declared == set(re.findall(r"var\((--papernotes-[\w-]+)", sheet))


@pytest.mark.browser
@pytest.mark.parametrize(
    "order", [SCRIPTS, SCRIPTS[::-1], [*SCRIPTS, *SCRIPTS]], ids=["as-named", "backwards", "twice"]
)
def test_scripts_load_in_any_order(tab: Callable[..., Tab], tmp_path: Path, order: list[Path]) -> None:
    """Scripts may load in any order or twice; each runs once, also on a page without its elements."""
    tags = "".join(f'<script src="{path.as_uri()}"></script>' for path in order)
    outline = '<div class="papernotes-outline"></div><ul><li><a>A</a><ul><li>B</li></ul></li></ul>'
    (tmp_path / "page.html").write_text(f"<!doctype html><title>T</title>{tags}{outline}", "utf-8")
    page = tab()
    page.open((tmp_path / "page.html").as_uri())
    assert page.ask("document.querySelectorAll('.papernotes-open').length") == 1
    assert page.complaints() == []


# --- Content-Security-Policy --------------------------------------------------------------------------------

_TABLE = "\n\n<!-- papernotes:papers columns=year,venue,title,notes -->\n\n<!-- papernotes:bibliography -->\n"
FILES = {
    **NOTES,
    "docs/index.md": NOTES["docs/index.md"] + _TABLE + "\n$$x^2$$\n\n> [!quote] So\n> they say\n",
    "docs/vision.md": NOTES["docs/vision.md"] + "\nNoise, as [[ho2020denoising|DDPM]] has it, is older.\n",
}
THEME = """site_name: Notes
theme:
  name: material
  font: false
  features: [content.tooltips, navigation.instant, search.highlight]
  palette:
    - media: '(prefers-color-scheme: light)'
      scheme: default
      toggle: {icon: material/brightness-7, name: Dark}
    - media: '(prefers-color-scheme: dark)'
      scheme: slate
      toggle: {icon: material/brightness-4, name: Light}
"""


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """Serve a site that allows no inline script or style but those of the theme; yield its URL and folder."""
    folder = tmp_path_factory.mktemp("strict")
    plain = folder / "plain"
    sites.write(plain, {**FILES, "mkdocs.yml": f"{THEME}plugins: [search]\n"})
    sites.build(plain)
    headers: dict[str, str] = {}
    with served(folder / "papernotes" / "site", headers) as url:
        config = f"{THEME}plugins: [search, papernotes]\nsite_url: {url}\n"
        result = sites.build(sites.write(folder / "papernotes", {**FILES, "mkdocs.yml": config}), "--strict")
        assert result.code == 0, result.output
        headers |= strict_policy(path.read_text("utf-8") for path in (plain / "site").rglob("*.html"))
        yield url, result.site


def _pages(site: Path) -> list[str]:
    """Return the URL path of each page."""
    return sorted(p.relative_to(site).as_posix().removesuffix("index.html") for p in site.rglob("index.html"))


def test_pages_have_no_inline_code(strict: tuple[str, Path]) -> None:
    """Generated HTML has no event handler, inline style, script or resource of another host."""
    address, site = strict
    for path in sorted(site.rglob("*.html")):
        page = path.read_text("utf-8")
        article = re.search(r"<article.*</article>", page, re.DOTALL)
        html = article[0] if article else ""
        assert not _HANDLER.search(html), path
        assert not _STYLE.search(html), path
        assert not EXECUTED.search(html), path
    assert [url for url in sites.Site(site).external() if address not in url] == []


@pytest.mark.browser
@pytest.mark.parametrize(
    "step", [pytest.param(1, marks=pytest.mark.full, id="all-pages"), pytest.param(6, id="some-pages")]
)
def test_strict_policy_blocks_nothing(tab: Callable[..., Tab], strict: tuple[str, Path], step: int) -> None:
    """Under a strict policy, pages log no error and request nothing from other hosts."""
    address, site = strict
    page = tab()
    for path in _pages(site)[::step]:
        page.open(address + path)
    # and after instant navigation
    page.open(address)
    page.click("article a[href$='vision/']")
    page.wait("document.querySelectorAll('a.papernotes-carded').length > 0")
    assert sorted(set(page.complaints())) == []
    assert {urlsplit(url).netloc for url in page.requests() if not url.startswith("data:")} == {
        urlsplit(address).netloc
    }
