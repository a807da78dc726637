"""Debian's Chromium, driven over a pipe by its own DevTools protocol: no driver, no package."""

from __future__ import annotations

import itertools
import json
import os
import select
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

TIMEOUT = 30.0
"""Seconds to wait for anything."""
_FLAGS = (
    "--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run --disable-extensions "
    "--disable-background-networking --disable-component-update --disable-sync --metrics-recording-only "
    "--remote-debugging-pipe"
)


class Browser:
    """A running Chromium; messages are JSON ended by a zero byte (`--remote-debugging-pipe`)."""

    def __init__(self, to: int, back: int) -> None:
        self._to, self._back = to, back
        self._numbers = itertools.count(1)
        self._rest = b""
        self.events: list[dict[str, Any]] = []
        """What the browser told of itself, in order."""

    def call(self, method: str, session: str | None = None, **params: Any) -> dict[str, Any]:
        """The result of a command.

        Raises:
            RuntimeError: where the browser refuses it.
        """
        number = next(self._numbers)
        message = {"id": number, "method": method, "params": params} | ({"sessionId": session} if session else {})
        os.write(self._to, json.dumps(message).encode() + b"\0")
        until = time.monotonic() + TIMEOUT
        while True:
            answer = self._receive(until)
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return dict(answer["result"])
            self.events.append(answer)

    def _receive(self, until: float) -> dict[str, Any]:
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._back], [], [], max(0.0, until - time.monotonic()))
            if not ready:
                raise TimeoutError("the browser does not answer")
            data = os.read(self._back, 1 << 16)
            if not data:
                raise RuntimeError("the browser has ended")
            self._rest += data
        message, _, self._rest = self._rest.partition(b"\0")
        return dict(json.loads(message))


class Tab:
    """One page of the browser, with cookies and storage of its own."""

    def __init__(self, browser: Browser, width: int = 1280, dark: bool = False) -> None:
        self._browser = browser
        self._context = browser.call("Target.createBrowserContext")["browserContextId"]
        place = {"url": "about:blank", "browserContextId": self._context}
        target = browser.call("Target.createTarget", **place)["targetId"]
        self._session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.call("Emulation.setFocusEmulationEnabled", enabled=True)
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=width < 600
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """The result of a command to this page."""
        return self._browser.call(method, self._session, **params)

    def open(self, url: str) -> None:
        """Go to a page and wait until it is there."""
        self.call("Page.navigate", url=url)
        self.wait(
            f"location.href.split('#')[0] === {json.dumps(url.split('#')[0])} && document.readyState === 'complete'"
        )

    def ask(self, expression: str) -> Any:
        """The value of a JavaScript expression, a promise awaited."""
        answer = self.call(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True, userGesture=True
        )
        if "exceptionDetails" in answer:
            raise RuntimeError(str(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def wait(self, expression: str) -> None:
        """Wait until an expression is true."""
        until = time.monotonic() + TIMEOUT
        while not self.ask(expression):
            if time.monotonic() > until:
                raise TimeoutError(expression)
            time.sleep(0.05)

    def click(self, selector: str) -> None:
        """Click the middle of the first element that matches, as a hand does."""
        self.ask(f"document.querySelector({json.dumps(selector)}).scrollIntoView({{block: 'center'}})")
        box = self.ask(
            f"(r => [r.x + r.width / 2, r.y + r.height / 2])"
            f"(document.querySelector({json.dumps(selector)}).getBoundingClientRect())"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=box[0], y=box[1], button="left", clickCount=1)

    def allow_clipboard(self, origin: str) -> None:
        """Let a site write to the clipboard and read it."""
        both = ["clipboardReadWrite", "clipboardSanitizedWrite"]
        self._browser.call("Browser.grantPermissions", permissions=both, origin=origin, browserContextId=self._context)

    def download_to(self, folder: Path) -> None:
        """Let this tab save files to a folder, without asking."""
        place = {"behavior": "allow", "downloadPath": str(folder), "browserContextId": self._context}
        self._browser.call("Browser.setDownloadBehavior", **place)

    def complaints(self) -> list[str]:
        """What the page wrote to the console as an error, and what it failed to load."""
        self.ask("1")
        found: list[str] = []
        for event in self._events():
            params = event["params"]
            if event["method"] == "Runtime.exceptionThrown":
                found.append(str(params["exceptionDetails"].get("exception", {}).get("description", params)))
            elif event["method"] == "Log.entryAdded" and params["entry"]["level"] == "error":
                found.append(f"{params['entry']['text']} {params['entry'].get('url', '')}")
            elif event["method"] == "Runtime.consoleAPICalled" and params["type"] == "error":
                found.append(str(params["args"]))
        return found

    def requests(self) -> list[str]:
        """The address of everything that the page asked for."""
        self.ask("1")
        return [e["params"]["request"]["url"] for e in self._events() if e["method"] == "Network.requestWillBeSent"]

    def picture(self, path: Path) -> None:
        """Save what is seen, to look at when a test fails."""
        import base64

        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot")["data"]))

    def _events(self) -> Iterator[dict[str, Any]]:
        return (event for event in self._browser.events if event.get("sessionId") == self._session)


@contextmanager
def chromium(program: str, profile: Path) -> Iterator[Callable[..., Tab]]:
    """A function that opens a tab (width, dark) in a new browser with an empty profile."""
    read_commands, write_commands = os.pipe()
    read_answers, write_answers = os.pipe()
    # Chromium reads commands from file 3 and answers on file 4
    command = f'exec "$0" "$@" 3<&{read_commands} 4>&{write_answers}'
    process = subprocess.Popen(
        ["bash", "-c", command, program, *_FLAGS.split(), f"--user-data-dir={profile}"],
        pass_fds=(read_commands, write_answers),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(read_commands)
    os.close(write_answers)
    browser = Browser(write_commands, read_answers)
    try:
        yield lambda width=1280, dark=False: Tab(browser, width, dark)
        browser.call("Browser.close")
    finally:
        os.close(write_commands)
        os.close(read_answers)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
