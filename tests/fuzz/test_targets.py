"""Every input that was once found, every one to start from, and some of no kind keep the promises of the targets."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz.targets import TARGETS
from tests.helpers.call_counting import calls

HERE = Path(__file__).parent
INPUTS = sorted([*HERE.glob("corpus/*/*"), *HERE.glob("found/*/*")])
"""The inputs; the name of the folder says the target."""
CALLS = {"notes": 20_000}
"""What a target may take of calls of functions, whatever it is given; of the others it is `FEW`."""
FEW = 1500
CALLS_A_BYTE = 60
"""What each byte of an input may take beside."""


@pytest.mark.parametrize("path", INPUTS, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_what_is_known(path: Path) -> None:
    """The promises hold of it, and it takes no more steps than its length explains."""
    data = path.read_bytes()
    TARGETS[path.parent.name](data)
    counted = calls(lambda: TARGETS[path.parent.name](data))
    assert counted <= CALLS.get(path.parent.name, FEW) + CALLS_A_BYTE * len(data)


def test_every_target_has_a_corpus() -> None:
    """And every folder of inputs a target."""
    assert {path.parent.name for path in HERE.glob("corpus/*/*")} == set(TARGETS)
    assert {path.parent.name for path in HERE.glob("found/*/*")} <= set(TARGETS)


PIECES = st.one_of(
    st.binary(max_size=20),
    st.text(max_size=10).map(lambda text: text.encode("utf-8", "surrogatepass")),
    st.sampled_from([path.read_bytes() for path in INPUTS]),
)
"""Bytes of no kind, text, and what is known."""


@pytest.mark.parametrize("name", [name for name in TARGETS if name != "notes"])
def test_what_is_not(name: str) -> None:
    """The promises hold of what is put together by chance."""

    @settings(max_examples=60)
    @given(st.lists(PIECES, max_size=3))
    def tried(pieces: list[bytes]) -> None:
        TARGETS[name](b"".join(pieces))

    tried()


@settings(max_examples=25)
@given(st.lists(PIECES, min_size=1, max_size=3))
def test_whole_notes(pieces: list[bytes]) -> None:
    """They hold of a library with a note put together by chance."""
    TARGETS["notes"](b"".join(pieces))
