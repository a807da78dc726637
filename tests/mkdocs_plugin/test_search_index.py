"""The search entries of pages that are written directly."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.nav import Navigation

import papernotes_plugin as pn
from papernotes_plugin.mkdocs_plugin.search.search_index import SearchIndex

plugin_module = pytest.importorskip("material.plugins.search.plugin")
WORDS = st.text(st.sampled_from("ab <>&'\"\\*_`$[]()!#{}:;=-\u00a0é中"), max_size=20)


def entries(site: pn.Site, config: MkDocsConfig, *, parsed: bool) -> list[dict[str, Any]]:
    """Return the entries of all generated pages, which the search plugin parses or papernotes adds."""
    plugin = plugin_module.SearchPlugin()
    plugin.load_config({"lang": ["en"], "separator": " ", "pipeline": []})
    plugin.search_index = plugin_module.SearchIndex(**plugin.config)
    config["plugins"] = {"material/search": plugin}
    pages = [output.path for output in site.outputs if output.front_matter]
    index = SearchIndex(site, pages)
    if parsed:
        index._add_to_material = lambda plugin, page: False  # type: ignore[method-assign]
    for path in pages:
        file = SimpleNamespace(src_uri=path)
        page: Any = SimpleNamespace(file=file, content="", meta={}, toc=[], url=f"{path[:-3]}/", title=path)
        index.add(page, config, Navigation([], []))
    return list(plugin.search_index.entries)


@given(WORDS, WORDS)
@settings(max_examples=20)
def test_entries_are_those_of_material(title: str, words: str) -> None:
    """Each entry equals the one that Material makes from the same page."""
    line = " ".join(f"{title} {words}".split())
    note = f"# Read\n\n- [A title of a {line}](https://arxiv.org/abs/2401.00001), ICLR 2024, #x/y\n\n{words}\n"
    site = pn.build([pn.Source("n.md", note.encode())])
    config = MkDocsConfig()
    added = entries(site, config, parsed=False)
    assert added == entries(site, config, parsed=True)
    assert [entry["title"] for entry in added]
