"""A build imports only what it needs, because imports take a tenth of the time of a site with 300 papers."""

from __future__ import annotations

import subprocess
import sys

import pytest

UNUSED = ("asyncio", "citeproc", "http.server", "lxml", "nh3", "unittest")
"""Libraries that a build does not need, or only for rare options."""
COMMANDS = tuple(f"papernotes_plugin.{name}" for name in ("cli", "fetch", "starter"))


@pytest.mark.parametrize(
    ("module", "unused"),
    [
        ("plugin", (*UNUSED, *COMMANDS, "bibtexparser", "pyromark", "papernotes_plugin.pipeline")),
        ("site_hooks", (*UNUSED, *COMMANDS)),
    ],
)
def test_a_build_imports_what_it_needs(module: str, unused: tuple[str, ...]) -> None:
    """A build without changes does not even import the library."""
    code = f"import sys; from papernotes_plugin.mkdocs_plugin import {module}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert not {*unused} & {*done.stdout.split()}
