"""The promises of the fuzz targets hold for the corpus, for inputs that once failed and for random inputs."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz.targets import TARGETS
from tests.helpers.call_counting import calls

HERE = Path(__file__).parent
INPUTS = sorted([*HERE.glob("corpus/*/*"), *HERE.glob("regressions/*/*")])
"""Inputs in folders with the names of their targets."""
CALLS = {"notes": 20_000}
"""Largest number of function calls for an empty input, by target."""
DEFAULT_CALLS = 1500
"""The same number for other targets."""
CALLS_PER_BYTE = 60
"""Largest number of further function calls per byte of input."""


@pytest.mark.parametrize("path", INPUTS, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_known_inputs(path: Path) -> None:
    """The promises hold for a known input, and its function calls are limited by its length."""
    data = path.read_bytes()
    TARGETS[path.parent.name](data)
    counted = calls(lambda: TARGETS[path.parent.name](data))
    assert counted <= CALLS.get(path.parent.name, DEFAULT_CALLS) + CALLS_PER_BYTE * len(data)


def test_every_target_has_a_corpus() -> None:
    """Every target has a folder in the corpus, and every folder of inputs has a target."""
    assert {path.parent.name for path in HERE.glob("corpus/*/*")} == set(TARGETS)
    assert {path.parent.name for path in HERE.glob("regressions/*/*")} <= set(TARGETS)


PIECES = st.one_of(
    st.binary(max_size=20),
    st.text(max_size=10).map(lambda text: text.encode("utf-8", "surrogatepass")),
    st.sampled_from([path.read_bytes() for path in INPUTS]),
)
"""Strategy for random bytes, text and known inputs."""


@pytest.mark.parametrize("name", [name for name in TARGETS if name != "notes"])
def test_random_inputs(name: str) -> None:
    """The promises hold for random combinations of pieces."""

    @settings(max_examples=60)
    @given(st.lists(PIECES, max_size=3))
    def check(pieces: list[bytes]) -> None:
        TARGETS[name](b"".join(pieces))

    check()


@settings(max_examples=25)
@given(st.lists(PIECES, min_size=1, max_size=3))
def test_random_notes(pieces: list[bytes]) -> None:
    """The promises hold for a library with a note of random pieces."""
    TARGETS["notes"](b"".join(pieces))
