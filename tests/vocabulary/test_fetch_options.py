"""The table `[fetch]` of a papernotes.toml."""

from __future__ import annotations

from typing import Any

import pytest

from papernotes_plugin.vocabulary.fetch_options import FetchOptions
from papernotes_plugin.vocabulary.issues import PapernotesError


def test_options_are_read() -> None:
    """An address has no slash at its end, and an empty key is no key."""
    table = {
        "contact": "ada@example.org",
        "endpoints": {"arxiv": "https://mirror.example.org/arxiv/"},
        "keys": {"semanticscholar": " ", "crossref": "abc"},
    }
    options = FetchOptions.load(table)
    assert options.contact == "ada@example.org"
    assert options.endpoints == {"arxiv": "https://mirror.example.org/arxiv"}
    assert options.keys == {"crossref": "abc"}


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        ([], "must be a table"),
        ({"contakt": "x"}, "did you mean 'contact'"),
        ({"contact": 3}, "must be a text"),
        ({"contact": "a\r\nHost: b"}, "must be an e-mail address"),
        ({"endpoints": {"arxive": "https://x"}}, "did you mean 'arxiv'"),
        ({"endpoints": {"arxiv": "ftp://x"}}, "must begin with https://"),
        ({"keys": {"arxiv": 1}}, "must be a text"),
    ],
)
def test_a_wrong_option_is_an_error(table: Any, reason: str) -> None:
    """The message names the option and what is expected."""
    with pytest.raises(PapernotesError, match=reason):
        FetchOptions.load(table)
