"""Measure in Chromium how long a reader waits for the largest page and for a search result."""

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
"""Query of the search; every large library has papers about it."""
_LOADED = "performance.getEntriesByType('navigation')[0].loadEventEnd / 1000"
_BAR = "[data-md-component=search-query]"


def waits(site: Path, heaviest: str) -> dict[str, float]:
    """Return median times in seconds, each in a new tab; an empty mapping without Chromium.

    Args:
        site: The folder of the built site.
        heaviest: The URL of its largest page, relative to the site.
    """
    if shutil.which("chromium") is None:
        return {}
    load_times, search_times = [], []
    with served(site) as address, sync_playwright() as playwright, launched(playwright) as browser:
        for _ in range(TIMES):
            with tabs(browser) as tab:
                page: Tab = tab()
                page.open(address + heaviest)
                page.wait(f"{_LOADED} > 0")
                load_times.append(page.ask(_LOADED))
                search_times.append(_search_time(tab(), address))
    return {"load": round(statistics.median(load_times), 3), "found": round(statistics.median(search_times), 3)}


def _search_time(page: Tab, address: str) -> float:
    """Return the seconds from opening a site until its search shows a result."""
    start = time.monotonic()
    page.open(address)
    page.click(_BAR)
    page.page.keyboard.type(WORDS)
    page.wait("!!document.querySelector('.md-search-result__item')")
    return time.monotonic() - start
