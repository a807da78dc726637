"""What those who judge sites say of ours, beside what they say of plain Material with the same notes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.chromium import Tab
from tests.conftest import ROOT
from tests.face.built import TWINS, Face

pytestmark = [pytest.mark.browser, pytest.mark.java, pytest.mark.node, pytest.mark.shared]

MODULES = ROOT / "tests" / "consumers" / "node_modules"
AXE = MODULES / "axe-core" / "axe.min.js"
_RUN = """axe.run(document, {resultTypes: ['violations']}).then(({violations}) => violations.flatMap(
  ({id, nodes}) => nodes.map(({html, target}) => [id, html.slice(0, 200), String(target)])))"""
JUDGED = ("note-003", "paper", "papers", "map")
"""The kinds of page that Lighthouse sees."""


def judged(*command: str | Path, **environment: str) -> Any:
    """The JSON that a program of Node or Java prints."""
    done = subprocess.run(
        [str(part) for part in command], env={**os.environ, **environment}, capture_output=True, text=True, timeout=300
    )
    text = done.stdout or done.stderr
    assert "{" in text, done.stderr[-2000:]
    return json.loads(text[text.index("{") :])


# --- HTML -----------------------------------------------------------------------------------------


def invalid(site: Path) -> Counter[str]:
    """What the Nu checker finds in the pages of a site, and how often."""
    jar = MODULES / "vnu-jar" / "build" / "dist" / "vnu.jar"
    options = ("--errors-only", "--skip-non-html", "--stdout", "--exit-zero-always", "--format", "json")
    found = judged("java", "-Xss16m", "-jar", jar, *options, site)
    return Counter(f"{message['message']}: {message.get('extract', '')[:120]}" for message in found["messages"])


@pytest.mark.parametrize("name", ["notes", "docs"])
def test_pages_are_valid(face: Callable[[str], Face], name: str) -> None:
    """The Nu checker has no error to tell that plain Material does not have."""
    theirs = {error.partition(": ")[0] for error in invalid(face(TWINS[name]).site)}
    ours = invalid(face(name).site)
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
    theirs: set[str] = set()
    for path in (p.relative_to(plain.site).parent.as_posix() for p in plain.site.rglob("index.html")):
        page.open(f"{plain.address}{path}/")
        theirs |= {rule for rule, _ in violations(page)}
    wrong = {}
    for kind, path in site.kinds.items():
        page.open(site.address + path)
        if found := {(rule, html) for rule, html in violations(page) if rule not in theirs or "papernotes-" in html}:
            wrong[kind] = sorted(found)
    assert wrong == {}, json.dumps(wrong, indent=1)


def lighthouse(url: str, folder: Path) -> tuple[set[str], float]:
    """The audits that a page fails, and its score for best practices."""
    program = MODULES / "lighthouse" / "cli" / "index.js"
    flags = "--headless=new --no-sandbox --disable-gpu --disable-background-networking"
    options = ("--quiet", f"--chrome-flags={flags}", "--only-categories=accessibility,best-practices", "--output=json")
    chrome = shutil.which("chromium") or ""
    found = judged("node", program, url, *options, CHROME_PATH=chrome, TMPDIR=str(folder))
    failed = {name for name, audit in found["audits"].items() if audit["score"] is not None and audit["score"] < 1}
    return failed, found["categories"]["best-practices"]["score"]


def test_lighthouse_is_content(face: Callable[[str], Face], host: str, tmp_path: Path) -> None:
    """Best practices are all kept; for accessibility no audit fails that does not fail on plain Material."""
    site, plain = face("notes"), face("plain")
    urls = [f"{host}plain/site/{plain.kinds['note-003']}", *(f"{host}notes/site/{site.kinds[kind]}" for kind in JUDGED)]
    # it mostly waits, but many browsers that start at once do not start in time
    with ThreadPoolExecutor(2) as pool:
        (theirs, best), *ours = pool.map(partial(lighthouse, folder=tmp_path), urls)
    assert best == 1
    assert [(failed - theirs, best) for failed, best in ours] == [(set(), 1)] * len(JUDGED)
