"""Tests of the facts that identifiers imply."""

from __future__ import annotations

import pytest

from papernotes_plugin.resolve.implied_facts import facts_of_identifier
from papernotes_plugin.vocabulary.model import Identifier


@pytest.mark.parametrize(
    ("identifier", "venue", "year"),
    [
        ("icml:2023/25041", "ICML", 2023),
        ("neurips-oral:2024/97", "NeurIPS", 2024),
        ("cvf:content/CVPR2023/Lee_A_Title_CVPR_2023_paper", "CVPR", 2023),
        ("cvf:content_cvpr_2016/Lee_A_Title_CVPR_2016_paper", "CVPR", 2016),
        ("cvf:content_ICCVW_2019/WS/Lee_A_Title_ICCVW_2019_paper", "", None),
        ("usenix:nsdi23/lee", "NSDI", 2023),
        ("usenix:atc19/lee", "USENIX ATC", 2019),
        ("usenix:osdi20/keynote-lee", "", None),
        ("usenix:srecon19asia/lee", "", None),
        ("cvf:content/CVPR2023W/WS/Lee_A_Title_CVPRW_2023_paper", "", None),
        ("arxiv:1706.03762", "", 2017),
        ("arxiv:hep-th/9901001", "", 1999),
        ("arxiv:math/0309136", "", 2003),
        ("doi:10.1000/182", "", None),
    ],
)
def test_an_identifier_implies_venue_and_year(identifier: str, venue: str, year: int | None) -> None:
    """An identifier implies a venue and a year only where its scheme defines them."""
    scheme, value = identifier.split(":", 1)
    merged = facts_of_identifier(Identifier(scheme, value))
    assert (merged.venue, merged.year) == (venue, year)
