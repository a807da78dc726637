"""What a reader waits for in Chromium: until the heaviest page is there, and until a search tells something."""

from __future__ import annotations

import shutil
import statistics
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.helpers.chromium import Tab, launched, tabs
from tests.helpers.http_server import served

TIMES = 3
WORDS = "diffusion"
"""What is searched for; every library of some size has papers about it."""
_LOADED = "performance.getEntriesByType('navigation')[0].loadEventEnd / 1000"
_BAR = "[data-md-component=search-query]"


def waits(site: Path, heaviest: str) -> dict[str, float]:
    """The medians, of some times in a new tab each, in seconds; nothing where there is no Chromium.

    Args:
        site: The folder of the built site.
        heaviest: The address of its heaviest page, below that of the site.
    """
    if shutil.which("chromium") is None:
        return {}
    loaded, found = [], []
    with served(site) as address, sync_playwright() as playwright, launched(playwright) as browser:
        for _ in range(TIMES):
            with tabs(browser) as tab:
                page: Tab = tab()
                page.open(address + heaviest)
                page.wait(f"{_LOADED} > 0")
                loaded.append(page.ask(_LOADED))
                found.append(_searched(tab(), address))
    return {"load": round(statistics.median(loaded), 3), "found": round(statistics.median(found), 3)}


def _searched(page: Tab, address: str) -> float:
    """Seconds from the opening of a site until its search shows what it found."""
    start = time.monotonic()
    page.open(address)
    page.click(_BAR)
    page.page.keyboard.type(WORDS)
    page.wait("!!document.querySelector('.md-search-result__item')")
    return time.monotonic() - start
