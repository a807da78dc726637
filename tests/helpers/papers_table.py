"""Open and filter the table of papers in a browser."""

from __future__ import annotations

import json

from tests.helpers.chromium import Tab


def table(page: Tab, url: str) -> Tab:
    """Open a page and wait for its table."""
    page.open(url)
    page.wait("!!document.querySelector('.papernotes-papers')")
    return page


def status(page: Tab) -> str:
    """Return the text of the live region."""
    return str(page.ask("document.querySelector('.papernotes-status').textContent"))


def enter(page: Tab, selector: str, value: str) -> None:
    """Select or type a value."""
    field = f"document.querySelector({json.dumps(selector)})"
    page.ask(f"{field}.focus(), {field}.value = {json.dumps(value)}, {field}.dispatchEvent(new Event('input'))")


TEXT = ".papernotes-filter input"
