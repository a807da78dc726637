"""What those who judge sites say of ours, beside what they say of plain Material with the same notes."""

from __future__ import annotations

import json
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from tests.browser.real_sites.built_sites import TWINS, Face
from tests.conftest import ROOT
from tests.helpers.chromium import Tab

pytestmark = [pytest.mark.full, pytest.mark.browser, pytest.mark.java, pytest.mark.node, pytest.mark.shared]

MODULES = ROOT / "tests" / "consumers" / "node_modules"
AXE = MODULES / "axe-core" / "axe.min.js"
_RUN = """axe.run(document, {resultTypes: ['violations']}).then(({violations}) => violations.flatMap(
  ({id, nodes}) => nodes.map(({html, target}) => [id, html.slice(0, 200), String(target)])))"""
JUDGED = ("note-003", "paper", "papers", "map")
"""The kinds of page that Lighthouse sees."""


def judged(*command: str | Path) -> Any:
    """The JSON that a program of Node or Java prints."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=300)
    text = done.stdout or done.stderr
    assert "{" in text, done.stderr[-2000:]
    return json.loads(text[text.index("{") :])


# --- HTML -----------------------------------------------------------------------------------------


def invalid(*sites: Path) -> list[Counter[str]]:
    """What the Nu checker finds in the pages of each site, and how often."""
    jar = MODULES / "vnu-jar" / "build" / "dist" / "vnu.jar"
    options = ("--errors-only", "--skip-non-html", "--stdout", "--exit-zero-always", "--format", "json")
    found = judged("java", "-Xss16m", "-jar", jar, *options, *sites)
    said = [(unquote(m["url"]), f"{m['message']}: {m.get('extract', '')[:120]}") for m in found["messages"]]
    return [Counter(words for url, words in said if f"{site}/" in url) for site in sites]


@pytest.mark.parametrize("name", ["notes", "docs"])
def test_pages_are_valid(face: Callable[[str], Face], name: str) -> None:
    """The Nu checker has no error to tell that plain Material does not have."""
    ours, plain = invalid(face(name).site, face(TWINS[name]).site)
    # of each something is told, even if it is the theme's own: their addresses were told apart
    assert ours
    assert plain
    theirs = {error.partition(": ")[0] for error in plain}
    assert {error: count for error, count in ours.items() if error.partition(": ")[0] not in theirs} == {}


# --- links ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["notes", "docs"])
def test_links_lead_somewhere(face: Callable[[str], Face], host: str, name: str) -> None:
    """Every link within a site, from its home on, leads to a page and to a place in it."""
    program = MODULES / "linkinator" / "build" / "src" / "cli.js"
    options = ("--recurse", "--check-fragments", "--concurrency", "20", "--skip", f"^(?!{host})", "--format", "json")
    found = judged("node", program, f"{host}{name}/site/", *options)["links"]
    broken = [(link["url"], link.get("parent")) for link in found if link["state"] == "BROKEN"]
    assert broken == []
    pages = {link["url"].partition("#")[0] for link in found if link["state"] == "OK"}
    assert len(pages) >= len(list(face(name).site.rglob("*.html"))) - 1


# --- accessibility --------------------------------------------------------------------------------


def violations(page: Tab) -> set[tuple[str, str]]:
    """What axe finds on the page that is open: the rule and the element."""
    page.ask(f"{AXE.read_text('utf-8')}; true")
    return {(rule, html) for rule, html, _ in page.ask(_RUN)}


@pytest.mark.parametrize(
    ("name", "width", "dark"),
    [("notes", 1280, False), ("notes", 1280, True), ("notes", 390, False), ("docs", 1280, True)],
)
def test_axe_finds_nothing_new(
    tab: Callable[..., Tab], face: Callable[[str], Face], name: str, width: int, dark: bool
) -> None:
    """On each kind of page no rule is broken that plain Material keeps, wide and narrow, light and dark.

    A rule that plain Material breaks is kept by all that is ours: its elements have a class of our own.
    """
    page = tab(width, dark)
    plain, site = face(TWINS[name]), face(name)
    found: list[tuple[str, str, str]] = []
    for kind, path in site.kinds.items():
        page.open(site.address + path)
        found += ((kind, rule, html) for rule, html in sorted(violations(page)))
    # plain Material is looked at for as long as there is something that it may excuse
    open_ = {rule for _, rule, html in found if "papernotes-" not in html}
    for path in (p.relative_to(plain.site).parent.as_posix() for p in sorted(plain.site.rglob("index.html"))):
        if open_:
            page.open(f"{plain.address}{path}/")
            open_ -= {rule for rule, _ in violations(page)}
    wrong = [(kind, rule, html) for kind, rule, html in found if rule in open_ or "papernotes-" in html]
    assert wrong == [], json.dumps(wrong, indent=1)


@contextmanager
def listening(folder: Path) -> Iterator[str]:
    """The port of a browser that takes commands; Lighthouse gives up on its own where the machine is busy."""
    flags = "--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --disable-background-networking"
    own = (f"--user-data-dir={folder}", "--remote-debugging-port=0", "about:blank")
    said = folder / "DevToolsActivePort"
    with subprocess.Popen(
        ["chromium", *flags.split(), *own], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as browser:
        try:
            until = time.monotonic() + 120
            while not (said.is_file() and said.read_text().count("\n")) and time.monotonic() < until:
                time.sleep(0.2)
            yield said.read_text().split("\n")[0]
        finally:
            browser.terminate()


def test_lighthouse_is_content(face: Callable[[str], Face], host: str, tmp_path: Path) -> None:
    """Best practices are all kept; for accessibility no audit fails that does not fail on plain Material."""
    site, plain = face("notes"), face("plain")
    twin = f"{host}plain/site/{plain.kinds['note-003']}"
    pages = [f"{host}notes/site/{site.kinds[kind]}" for kind in JUDGED]
    with listening(tmp_path) as port:
        found = judged("node", MODULES.parent / "lighthouse.mjs", port, twin, *pages)
    theirs = found[twin]["failed"]
    new = {page: [*({*told["failed"]} - {*theirs})] for page, told in found.items()}
    assert [told["best"] for told in found.values()] == [1] * (len(JUDGED) + 1)
    assert new == {page: [] for page in (twin, *pages)}
