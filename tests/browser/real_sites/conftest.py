"""The sites, one strict host for them, and a browser that knows the host by its name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright

from tests.browser.real_sites.built_sites import HOST, Face, built
from tests.helpers.chromium import launched
from tests.helpers.http_server import served, strict_policy


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """Where the sites are, for all workers."""
    base = tmp_path_factory.getbasetemp()
    path = (base if worker_id == "master" else base.parent) / "face"
    path.mkdir(exist_ok=True)
    return path


@pytest.fixture(scope="session")
def face(folder: Path) -> Callable[[str], Face]:
    """A site by its name: `notes`, `docs`, `vault`, `plain`."""
    return partial(built, folder=folder)


@pytest.fixture(scope="session")
def host(face: Callable[[str], Face], folder: Path) -> Iterator[str]:
    """The address of the host itself, which allows no script but files and those of the plain theme."""
    plain = face("plain")
    with served(folder, strict_policy(path.read_text("utf-8") for path in plain.site.rglob("*.html"))) as address:
        yield address


@pytest.fixture(scope="session")
def browser(playwright: Playwright, host: str) -> Iterator[Browser]:
    """A browser that finds the host by the name that its sites know, whatever its port."""
    with launched(playwright, f"--host-resolver-rules=MAP {HOST}:80 {host.split('/')[2]}") as running:
        yield running
