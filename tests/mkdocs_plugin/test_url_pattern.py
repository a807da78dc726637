"""Relative URLs are those of MkDocs."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st
from mkdocs.utils import get_relative_url

from papernotes_plugin.mkdocs_plugin.direct.url_pattern import relative_url

FOLDERS = st.lists(st.sampled_from(["a", "b", "a b", "a%20b", "ab"]), max_size=4)
URLS = st.builds(
    lambda folders, name: "/".join([*folders, name]) or "./", FOLDERS, st.sampled_from(["", "a.html", "b.html", "a.b"])
)


@given(URLS, URLS)
@example("./", "a/b/")
@example("a/", "a/b/")
@example("a/b/", "a/")
@example("ab/", "a/")
def test_relative_urls_are_those_of_mkdocs(url: str, page: str) -> None:
    """A link from any page to any page or file is the same."""
    assert relative_url(url, page) == get_relative_url(url, page)
