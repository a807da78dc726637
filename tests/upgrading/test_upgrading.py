"""A site that an earlier version wrote keeps its addresses, citekeys and options; its JSON keeps its fields."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from papernotes_plugin.mkdocs_plugin.setup.options import Options
from papernotes_plugin.selection.paper_lookup import find_by_key
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Library
from tests.upgrading.released_state import FOLDER, RECORD, current_state, library_of, released_versions


@pytest.fixture(scope="module", params=released_versions())
def version(request: pytest.FixtureRequest) -> str:
    """A released version."""
    return str(request.param)


@pytest.fixture(scope="module")
def recorded(version: str) -> dict[str, Any]:
    """The state that the version recorded."""
    state: dict[str, Any] = json.loads((FOLDER / version / RECORD).read_text("utf-8"))
    return state


@pytest.fixture(scope="module")
def project(version: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project of the version."""
    return Path(shutil.copytree(FOLDER / version, tmp_path_factory.mktemp("upgrade") / "project"))


@pytest.fixture(scope="module")
def state(project: Path) -> dict[str, Any]:
    """The state that this version gives."""
    return current_state(project)


@pytest.fixture(scope="module")
def library(project: Path) -> Library:
    """The library that this version builds."""
    return library_of(project).site.library


def test_there_is_a_released_version() -> None:
    """Without a recorded version, the other tests would check nothing."""
    assert released_versions()


def test_addresses_stay(recorded: dict[str, Any], state: dict[str, Any]) -> None:
    """Each page and each file is still at its address, as itself or as a page that leads on."""
    assert sorted(set(recorded["addresses"]).difference(state["addresses"])) == []


def test_citekeys_stay(recorded: dict[str, Any], library: Library) -> None:
    """Each citekey and each alias still names the same paper."""
    for key, names in recorded["citekeys"].items():
        papers = find_by_key(library, key)
        assert papers, key
        assert {*map(str, papers[0].identifiers), papers[0].title} >= set(names), key


def test_options_stay(recorded: dict[str, Any]) -> None:
    """Each option is still accepted, by the command and by the plugin."""
    for name in recorded["options"]:
        Config.load({name: recorded["options"][name]})
    plugin = Options()
    plugin.load_dict(recorded["options"])
    errors, _ = plugin.validate()
    assert errors == []


def test_json_keeps_its_fields(recorded: dict[str, Any], state: dict[str, Any]) -> None:
    """The JSON only gains fields, unless its schema has a new number."""
    if recorded["json"]["schema"] == state["json"]["schema"]:
        for part in ("library", "paper"):
            assert set(recorded["json"][part]) <= set(state["json"][part])
