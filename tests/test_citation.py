"""References in plain text."""

from __future__ import annotations

from typing import Any

import pytest

from papernotes_plugin import citation
from papernotes_plugin.model import Identifier, Paper, Venue


def paper(**facts: Any) -> Paper:
    """A paper with a title and what else is given."""
    return Paper(**{"citekey": "k", "slug": "k", "title": "Attention Is All You Need", **facts})


MANY = tuple(f"{letter}. Author{letter}" for letter in "ABCDEFGHIJ")
CITEKEY = {"authors": "citekey"}


@pytest.mark.parametrize(
    ("expected", "facts"),
    [
        (
            "Vaswani, A., & Shazeer, N. (2017). Attention Is All You Need. NeurIPS 2017.",
            {"authors": ("Ashish Vaswani", "Shazeer, Noam"), "year": 2017, "venue": Venue("NeurIPS", 2017)},
        ),
        ("Vaswani, A. (2017). Attention Is All You Need.", {"authors": ("Ashish Vaswani",), "year": 2017}),
        ("de Vries, H. Attention Is All You Need.", {"authors": ("Harm de Vries",)}),
        ("King, M. L., Jr. Attention Is All You Need.", {"authors": ("King, Jr., Martin Luther",)}),
        ("OpenAI Team (2023). Attention Is All You Need.", {"authors": ("OpenAI Team",), "year": 2023}),
        ("Attention Is All You Need (2017). NeurIPS 2017.", {"year": 2017, "venue": Venue("NeurIPS", 2017)}),
        ("Attention Is All You Need.", {}),
        ("Zhou, C., et al. Attention Is All You Need.", {"authors": ("Chunting Zhou",), "origins": CITEKEY}),
        ("Zhou, C., et al. Attention Is All You Need.", {"authors": ("Zhou, Chunting", "et al.")}),
        (
            "AuthorA, A., AuthorB, B., AuthorC, C., AuthorD, D., AuthorE, E., AuthorF, F., AuthorG, G., … AuthorJ, J. "
            "Attention Is All You Need.",
            {"authors": MANY},
        ),
        ("Is it? arXiv:2401.00001.", {"title": "Is it?", "identifiers": (Identifier("arxiv", "2401.00001"),)}),
        ("A B. https://doi.org/10.1145/1.2", {"title": "A B", "identifiers": (Identifier("doi", "10.1145/1.2"),)}),
        ("arxiv:2401.00001.", {"title": "arxiv:2401.00001", "identifiers": (Identifier("arxiv", "2401.00001"),)}),
        ("Mu²SLAM gains 9.33% with GANs.", {"title": r"Mu$^2$SLAM gains 9.33\% with {GAN}s"}),
    ],
)
def test_reference(expected: str, facts: dict[str, Any]) -> None:
    """What is known stands in one order and reads well; what is not known leaves no trace."""
    assert citation.reference(paper(**facts)) == expected


@pytest.mark.parametrize(
    ("expected", "facts"),
    [
        ("Vaswani 2017", {"authors": ("Ashish Vaswani",), "year": 2017}),
        ("Vaswani and Shazeer 2017", {"authors": ("Ashish Vaswani", "Noam Shazeer"), "year": 2017}),
        ("AuthorA et al. 2017", {"authors": MANY, "year": 2017}),
        ("Zhou et al. 2025", {"authors": ("Chunting Zhou",), "year": 2025, "origins": CITEKEY}),
        ("Transformer 2017", {"labels": ("Transformer",), "year": 2017}),
        ("Attention Is All You Need", {}),
    ],
)
def test_short(expected: str, facts: dict[str, Any]) -> None:
    """A name for a sentence: surnames and year, or how the paper is called."""
    assert citation.short(paper(**facts)) == expected
