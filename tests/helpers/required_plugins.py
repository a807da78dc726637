"""Skip tests whose MkDocs plugins are not installed."""

from __future__ import annotations

import os
from importlib import metadata

import pytest

from tests.matrix.table import Case


def skip_if_not_installed(case: Case) -> None:
    """Skip the test if a plugin is not installed; fail if PAPERNOTES_REQUIRE_MATRIX is set."""
    installed = {d.metadata["Name"].lower() for d in metadata.distributions()}
    if missing := [name for name in case.needs if name not in installed]:
        stop = pytest.fail if os.environ.get("PAPERNOTES_REQUIRE_MATRIX") else pytest.skip
        stop(f"not installed: {', '.join(missing)}")
