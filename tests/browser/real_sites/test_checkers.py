"""HTML, link and accessibility checkers find nothing on the sites that they do not find on plain Material."""

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

from tests.browser.real_sites.built_sites import TWINS, BuiltSite
from tests.conftest import ROOT
from tests.helpers.chromium import Tab

pytestmark = [pytest.mark.full, pytest.mark.browser, pytest.mark.java, pytest.mark.node, pytest.mark.shared]

MODULES = ROOT / "tests" / "consumers" / "node_modules"
AXE = MODULES / "axe-core" / "axe.min.js"
_RUN = """axe.run(document, {resultTypes: ['violations']}).then(({violations}) => violations.flatMap(
  ({id, nodes}) => nodes.map(({html, target}) => [id, html.slice(0, 200), String(target)])))"""
LIGHTHOUSE_KINDS = ("note-003", "paper", "papers", "map")
"""Kinds of page that Lighthouse checks."""


def run_json(*command: str | Path) -> Any:
    """Run a Node or Java program and return its JSON output."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=300)
    text = done.stdout or done.stderr
    assert "{" in text, done.stderr[-2000:]
    return json.loads(text[text.index("{") :])


# --- HTML -----------------------------------------------------------------------------------------


def invalid(*sites: Path) -> list[Counter[str]]:
    """Return the errors of the Nu checker in the pages of each site, with their counts."""
    jar = MODULES / "vnu-jar" / "build" / "dist" / "vnu.jar"
    options = ("--errors-only", "--skip-non-html", "--stdout", "--exit-zero-always", "--format", "json")
    report = run_json("java", "-Xss16m", "-jar", jar, *options, *sites)
    messages = [(unquote(m["url"]), f"{m['message']}: {m.get('extract', '')[:120]}") for m in report["messages"]]
    return [Counter(words for url, words in messages if f"{site}/" in url) for site in sites]


@pytest.mark.parametrize("name", ["notes", "docs"])
def test_pages_are_valid(real_site: Callable[[str], BuiltSite], name: str) -> None:
    """The Nu checker finds no error that plain Material does not have."""
    generated, plain = invalid(real_site(name).site, real_site(TWINS[name]).site)
    # both have errors of the theme, which proves that the report distinguishes the sites
    assert generated
    assert plain
    plain_errors = {error.partition(": ")[0] for error in plain}
    assert {error: count for error, count in generated.items() if error.partition(": ")[0] not in plain_errors} == {}


# --- links ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["notes", "docs"])
def test_every_link_has_a_target(real_site: Callable[[str], BuiltSite], host: str, name: str) -> None:
    """Every internal link of a site leads to an existing page and anchor."""
    program = MODULES / "linkinator" / "build" / "src" / "cli.js"
    options = ("--recurse", "--check-fragments", "--concurrency", "20", "--skip", f"^(?!{host})", "--format", "json")
    links = run_json("node", program, f"{host}{name}/site/", *options)["links"]
    broken = [(link["url"], link.get("parent")) for link in links if link["state"] == "BROKEN"]
    assert broken == []
    pages = {link["url"].partition("#")[0] for link in links if link["state"] == "OK"}
    assert len(pages) >= len(list(real_site(name).site.rglob("*.html"))) - 1


# --- accessibility --------------------------------------------------------------------------------


def violations(page: Tab) -> set[tuple[str, str]]:
    """Return the findings of axe on the open page: rule and element."""
    page.ask(f"{AXE.read_text('utf-8')}; true")
    return {(rule, html) for rule, html, _ in page.ask(_RUN)}


@pytest.mark.parametrize(
    ("name", "width", "dark"),
    [("notes", 1280, False), ("notes", 1280, True), ("notes", 390, False), ("docs", 1280, True)],
)
def test_axe_finds_nothing_new(
    tab: Callable[..., Tab], real_site: Callable[[str], BuiltSite], name: str, width: int, dark: bool
) -> None:
    """No kind of page violates a rule that plain Material follows, wide and narrow, light and dark.

    Elements with a class of papernotes also follow the rules that plain Material violates.
    """
    page = tab(width, dark)
    plain, site = real_site(TWINS[name]), real_site(name)
    findings: list[tuple[str, str, str]] = []
    for kind, path in site.kinds.items():
        page.open(site.address + path)
        findings += ((kind, rule, html) for rule, html in sorted(violations(page)))
    # check plain Material only while a finding is unexplained
    unexplained = {rule for _, rule, html in findings if "papernotes-" not in html}
    for path in (p.relative_to(plain.site).parent.as_posix() for p in sorted(plain.site.rglob("index.html"))):
        if unexplained:
            page.open(f"{plain.address}{path}/")
            unexplained -= {rule for rule, _ in violations(page)}
    wrong = [(kind, rule, html) for kind, rule, html in findings if rule in unexplained or "papernotes-" in html]
    assert wrong == [], json.dumps(wrong, indent=1)


@contextmanager
def listening(folder: Path) -> Iterator[str]:
    """Yield the debugging port of a new browser; Lighthouse itself times out on a busy machine."""
    flags = "--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --disable-background-networking"
    options = (f"--user-data-dir={folder}", "--remote-debugging-port=0", "about:blank")
    port_file = folder / "DevToolsActivePort"
    with subprocess.Popen(
        ["chromium", *flags.split(), *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as browser:
        try:
            until = time.monotonic() + 120
            while not (port_file.is_file() and port_file.read_text().count("\n")) and time.monotonic() < until:
                time.sleep(0.2)
            yield port_file.read_text().split("\n")[0]
        finally:
            browser.terminate()


def test_lighthouse_finds_nothing_new(real_site: Callable[[str], BuiltSite], host: str, tmp_path: Path) -> None:
    """All best practices pass, and no accessibility audit fails that passes on plain Material."""
    site, plain = real_site("notes"), real_site("plain")
    twin = f"{host}plain/site/{plain.kinds['note-003']}"
    pages = [f"{host}notes/site/{site.kinds[kind]}" for kind in LIGHTHOUSE_KINDS]
    with listening(tmp_path) as port:
        reports = run_json("node", MODULES.parent / "lighthouse.mjs", port, twin, *pages)
    plain_errors = reports[twin]["failed"]
    new = {page: [*({*report["failed"]} - {*plain_errors})] for page, report in reports.items()}
    assert [report["best"] for report in reports.values()] == [1] * (len(LIGHTHOUSE_KINDS) + 1)
    assert new == {page: [] for page in (twin, *pages)}
