"""Debian's Chromium, driven by Playwright: a page, and what tests ask of it in a line."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Playwright

_ARGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)
_TIMEOUT = 30.0
"""Seconds to wait for anything, as Playwright does."""


class Tab:
    """One page of the browser, with cookies and storage of its own."""

    def __init__(self, context: BrowserContext) -> None:
        self.page = context.new_page()
        """The page as Playwright has it, for all that is not below."""
        self._complaints: list[str] = []
        self._requests: list[str] = []
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self._complaints.append(str(error)))
        self.page.on("request", lambda request: self._requests.append(request.url))

    def open(self, url: str) -> None:
        """Go to a page and wait until it is there."""
        self.page.goto(url)

    def ask(self, expression: str) -> Any:
        """The value of a JavaScript expression, a promise awaited."""
        return self.page.evaluate(expression)

    def wait(self, expression: str) -> None:
        """Wait until an expression is true.

        Playwright's own `wait_for_function` runs text in the page, which a strict host forbids.
        """
        until = time.monotonic() + _TIMEOUT
        while time.monotonic() < until:
            # a page that is just going on cannot be asked
            with suppress(Error):
                if self.ask(expression):
                    return
            self.page.wait_for_timeout(50)
        raise TimeoutError(expression)

    def wait_for_instant_navigation(self) -> None:
        """Wait until Material has loaded the sitemap: until then, a click on a link loads a whole page."""
        self.wait("performance.getEntriesByType('resource').some(e => /sitemap\\.xml$/.test(e.name) && e.responseEnd)")

    def click(self, selector: str) -> None:
        """Click the first element that matches, as a hand does: once it is seen, still, and under nothing."""
        self.page.click(selector)

    def press(self, key: str) -> None:
        """Press a key."""
        self.page.keyboard.press(key)

    def allow_clipboard(self) -> None:
        """Let the site write to the clipboard and read it."""
        self.page.context.grant_permissions(["clipboard-read", "clipboard-write"])

    def complaints(self) -> list[str]:
        """Return the console errors of the page and the URLs that it failed to load."""
        self.ask("1")
        return self._complaints

    def requests(self) -> list[str]:
        """The address of everything that the page asked for."""
        self.ask("1")
        return self._requests

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._complaints.append(f"{message.text} {message.location['url']}")


@contextmanager
def launched(playwright: Playwright, *more: str) -> Iterator[Browser]:
    """A running Chromium, Debian's own, with more arguments."""
    program = shutil.which("chromium")
    assert program
    browser = playwright.chromium.launch(executable_path=program, args=[*_ARGS.split(), *more])
    yield browser
    browser.close()


@contextmanager
def tabs(browser: Browser) -> Iterator[Callable[..., Tab]]:
    """A function that opens a tab (width, dark, more of Playwright's options); all of them are closed in the end."""
    contexts: list[BrowserContext] = []

    def opened(width: int = 1280, dark: bool = False, **options: Any) -> Tab:
        contexts.append(
            browser.new_context(
                viewport={"width": width, "height": 900},
                is_mobile=width < 600,
                color_scheme="dark" if dark else "light",
                **options,
            )
        )
        return Tab(contexts[-1])

    yield opened
    for context in contexts:
        context.close()
