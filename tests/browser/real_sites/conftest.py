"""Fixtures: the real sites, one strict server for them, and a browser that resolves its host name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright

from tests.browser.real_sites.built_sites import HOST, BuiltSite, build_once
from tests.helpers.chromium import launched
from tests.helpers.http_server import served, strict_policy


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """Return the folder of the sites, which all workers share."""
    base = tmp_path_factory.getbasetemp()
    path = (base if worker_id == "master" else base.parent) / "real_sites"
    path.mkdir(exist_ok=True)
    return path


@pytest.fixture(scope="session")
def real_site(folder: Path) -> Callable[[str], BuiltSite]:
    """Return a function that builds a site by its name: `notes`, `docs`, `vault`, `plain`."""
    return partial(build_once, folder=folder)


@pytest.fixture(scope="session")
def host(real_site: Callable[[str], BuiltSite], folder: Path) -> Iterator[str]:
    """Yield the URL of the server, which allows only script files and the inline scripts of the plain theme."""
    plain = real_site("plain")
    with served(folder, strict_policy(path.read_text("utf-8") for path in plain.site.rglob("*.html"))) as address:
        yield address


@pytest.fixture(scope="session")
def browser(playwright: Playwright, host: str) -> Iterator[Browser]:
    """Yield a browser that maps the host name of the sites to the port of the server."""
    with launched(playwright, f"--host-resolver-rules=MAP {HOST}:80 {host.split('/')[2]}") as running:
        yield running
