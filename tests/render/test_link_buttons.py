"""Link buttons of a paper are named after what they open, sorted and unique."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from papernotes_plugin.identifiers import parse_identifier
from papernotes_plugin.render.link_buttons import link_buttons
from papernotes_plugin.text import escape_url
from papernotes_plugin.vocabulary.model import Identifier, Link, Paper
from tests.helpers import converted_pages


def buttons(links: Mapping[str, str], *ids: str) -> list[tuple[str, str]]:
    """Return name and URL (without scheme) of the buttons of a paper with given links and identifiers."""
    identifiers: tuple[Identifier, ...] = tuple(filter(None, map(parse_identifier, ids)))
    given = tuple(Link(label, url) for label, url in links.items())
    paper = Paper(citekey="k", slug="k", title="A long title", links=given, identifiers=identifiers)
    return [(link.label, link.url.partition("://")[2]) for link in link_buttons(paper)]


@pytest.mark.parametrize(
    ("links", "ids", "expected"),
    [
        # named after what opens, whatever the label in the sentence
        (
            {"source": "https://arxiv.org/abs/2312.14125", "VideoPoet": "https://openreview.net/forum?id=LRkJwPIDuE"},
            ["arxiv:2312.14125", "openreview:LRkJwPIDuE"],
            ["PDF arxiv.org/pdf/2312.14125", "arXiv arxiv.org/abs/2312.14125",
             "OpenReview openreview.net/forum?id=LRkJwPIDuE"],
        ),
        # a link to the PDF does not replace the link to the page
        (
            {"A long title": "https://openreview.net/pdf?id=Vi8AepAXGy"},
            ["openreview:Vi8AepAXGy"],
            ["PDF openreview.net/pdf?id=Vi8AepAXGy", "OpenReview openreview.net/forum?id=Vi8AepAXGy"],
        ),
        (
            {"code": "https://github.com/a/b", "Poster": "https://icml.cc/virtual/2025/poster/44",
             "Doi": "https://doi.org/10.1038/323533a0", "Reviews": "https://x.org/r"},
            [],
            ["DOI doi.org/10.1038/323533a0", "Reviews x.org/r", "Poster icml.cc/virtual/2025/poster/44",
             "Code github.com/a/b"],
        ),
        # the same name twice, and labels that name nothing
        (
            {"repo": "https://github.com/a/b", "github": "https://github.com/a/c"},
            [],
            ["Code github.com/a/b", "Code 2 github.com/a/c"],
        ),
        ({"A long title": "https://example.org/x"}, [], ["example.org example.org/x"]),
        ({"abs": "https://arxiv.org/abs/2312.14125", "v2": "https://arxiv.org/html/2312.14125v2"}, [],
         ["arXiv arxiv.org/abs/2312.14125"]),
        ({"slides": "https://example.org/talk.pdf", "here": "https://example.org/x.pdf"}, [],
         ["PDF example.org/x.pdf", "Slides example.org/talk.pdf"]),
        ({"one": "https://example.org/a", "two": "https://example.org/a"}, [], ["One example.org/a"]),
        ({"bad": "javascript:alert(1)"}, [], []),
    ],
)  # fmt: skip
def test_names_and_order(links: dict[str, str], ids: list[str], expected: list[str]) -> None:
    """A button is named after what it opens; PDF and canonical pages come first."""
    assert [" ".join(button) for button in buttons(links, *ids)] == expected


@settings(deadline=None, max_examples=50)
@given(st.dictionaries(converted_pages.hostile(3), converted_pages.hostile(4), max_size=4))
def test_any_link(links: dict[str, str]) -> None:
    """Buttons of hostile links have a name and a safe URL, and no URL occurs twice."""
    links_shown = link_buttons(
        Paper(citekey="k", slug="k", title="T", links=tuple(Link(*link) for link in links.items()))
    )
    assert all(link.label and escape_url(link.url) for link in links_shown)
    assert len({link.url for link in links_shown}) == len(links_shown)
