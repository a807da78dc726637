"""What all tests share: the tools and texts that only some machines have."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.helpers.chromium import Tab, launched, tabs

# time is judged by the benchmarks: a busy machine must fail no property
settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
# the gate tries the same examples each time, so that it fails for what a change did; elsewhere they are new each time
settings.register_profile("gate", settings.get_profile("house"), derandomize=True)
settings.load_profile("gate" if os.environ.get("PAPERNOTES_REQUIRE_TOOLS") else "house")

ROOT = Path(__file__).parents[1]
"""The checkout."""
SHARED = ROOT.parent / "shared"
"""The reference notes and their tools, beside the checkout."""
TOOLS = {
    "browser": ("chromium",),
    "debian": ("bib2xml", "bibclean", "bibtool"),
    "java": ("java",),
    "node": ("node", "tests/consumers/node_modules"),
    "tex": ("bibtex", "biber", "pdflatex", "pdftotext"),
}
"""The programs that the tests with each mark need, and folders of the checkout that others fill."""


def pytest_configure(config: pytest.Config) -> None:
    """Write golden files only of what an assert has passed on, which pytest tells where it compiles tests for that."""
    if config.getoption("update_goldens") and not config.getini("enable_assertion_pass_hook"):
        command = "PYTHONPYCACHEPREFIX=$(mktemp -d) pytest -o enable_assertion_pass_hook=true --update-goldens"
        raise pytest.UsageError(f"golden files are written by: {command}")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what lacks its tool, saying so; with PAPERNOTES_REQUIRE_TOOLS set, fail."""
    for mark, programs in TOOLS.items():
        if not item.get_closest_marker(mark):
            continue
        missing = [name for name in programs if shutil.which(name) is None and not (ROOT / name).is_dir()]
        if missing:
            lack = pytest.fail if os.environ.get("PAPERNOTES_REQUIRE_TOOLS") else pytest.skip
            lack(f"not installed: {', '.join(missing)}")
    if item.get_closest_marker("shared") and not SHARED.is_dir():
        pytest.skip("the reference notes are not beside this checkout (../shared)")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of the reference notes and their tools; for tests with the mark `shared`."""
    return SHARED


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """What drives browsers, once a worker."""
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """The browser of a worker; for tests with the mark `browser`."""
    with launched(playwright) as running:
        yield running


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Iterator[Callable[..., Tab]]:
    """Opens a tab; arguments: width, dark, and options of Playwright's.  For tests with the mark `browser`."""
    with tabs(browser) as opened:
        yield opened
