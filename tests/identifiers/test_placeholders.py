"""Tests of the placeholders of identifiers."""

from __future__ import annotations

import pytest

from papernotes_plugin.identifiers import SCHEMES, is_placeholder, parse_identifier
from papernotes_plugin.identifiers.placeholders import PLACEHOLDERS


def test_each_placeholder_has_the_form_of_its_scheme_and_a_source() -> None:
    """A placeholder is written as an identifier is after parsing, and its source is a public address."""
    for identifier, source in PLACEHOLDERS.items():
        assert SCHEMES[identifier.scheme].pattern.fullmatch(identifier.value)
        assert source.startswith("https://")


@pytest.mark.parametrize(
    "written",
    [
        "https://doi.org/10.1145/NNNNNNN.NNNNNNN", "doi:10.1145/1122445.1122456", "doi:10.1000/182",
        "isbn:0-000-00000-0", "isbn:978-0-00-000000-2", "pmid:1", "pmid:0", "arxiv:0000.00000", "arxiv:1234.56789",
        "arxiv:2401.00000",
    ],
)  # fmt: skip
def test_a_placeholder_names_no_work(written: str) -> None:
    """A placeholder is either recognised as one, or has not even the form of an identifier."""
    identifier = parse_identifier(written)
    assert identifier is None or is_placeholder(identifier)


@pytest.mark.parametrize(
    "written", ["doi:10.1145/3292500.3330701", "isbn:978-0-262-03384-8", "pmid:2", "arxiv:2401.00001"]
)
def test_a_real_identifier_is_no_placeholder(written: str) -> None:
    """Identifiers of works are none, even if they are near to one."""
    identifier = parse_identifier(written)
    assert identifier is not None
    assert not is_placeholder(identifier)
