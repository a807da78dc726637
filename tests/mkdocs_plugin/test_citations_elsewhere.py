"""Citations in notes, docstrings and snippets of whole sites."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.helpers import sites
from tests.helpers.sites import CONFIG, Built, Site

BIB = (
    "@inproceedings{lee2020, title={The Paper}, author={Ann Lee and Bo Ray and Cy Fox}, year=2020, booktitle={ICLR}}\n"
    "@article{ray2021, title={Another}, author={Bo Ray}, year=2021, journal={Nature}, doi={10.1038/x123456}}\n"
)
NOTE = """# Draft

Heads [see @lee2020, p. 3; @ray2021] and @lee2020 [p. 33], but not [-@ray2021], @property or me@lee2020.org.

| Table | with |
|---|---|
| [@lee2020, p\\|4] | a footnote[^1] |

[^1]: By [@ray2021].

## On [@lee2020]

See [[#On lee2020]].
"""


def build(folder: Path, files: dict[str, str], config: str = CONFIG) -> Built:
    """Build a site with a bibliography and further files."""
    return sites.build(sites.write(folder, {"mkdocs.yml": config, "bib/b.bib": BIB, **files}))


@pytest.mark.parametrize("style", ["author-year", "numeric"])
def test_notes(tmp_path: Path, style: str) -> None:
    """A citation links to its reference; a reference links to its paper and back to each citation."""
    config = CONFIG.replace("papernotes]", f"papernotes: {{citation_style: {style}}}]")
    result = build(tmp_path, {"docs/index.md": NOTE}, config)
    assert (result.code, result.warnings) == (0, [])
    site = Site(result.site)
    assert site.broken() == []
    page = site.pages["index.html"]
    links = [url for _, url in page.links]
    # a citation whose text is split by its locator has two links
    assert (links.count("#ref-lee2020"), links.count("#ref-ray2021")) == (5, 3)
    assert {"ref-lee2020", "ref-ray2021", "references", "on-lee2020"} <= set(page.ids)
    back = [url for url in links if url.startswith("#pn-")]
    assert len(back) == len(set(back)) == 7
    assert set(back) <= {f"#{i}" for i in page.ids}
    assert {"papers/lee2020/", "papers/ray2021/"} <= set(links)
    assert re.search(r"<h2[^>]*>References<", result.page("index.html"))
    words = re.sub(r"<[^>]+>", "", result.page("papers/lee2020/index.html"))
    assert "(see Lee et al., 2020, p. 3; Ray, 2021)" in words


@pytest.mark.full
@pytest.mark.parametrize(
    "order", ["papernotes, mkdocstrings", pytest.param("mkdocstrings, papernotes", marks=pytest.mark.full)]
)
def test_docstrings_and_snippets(tmp_path: Path, order: str) -> None:
    """Citations in docstrings and snippets become links; an unknown key is reported once for each page."""
    handler = "mkdocstrings: {handlers: {python: {paths: [src]}}}"
    plugins = CONFIG.replace("search, papernotes", f"search, {order}").replace("mkdocstrings", handler)
    files = {
        "docs/index.md": "# A\n\n--8<-- 'part.md'\n",
        "docs/api/shape.md": "# B\n\n::: shape\n",
        "parts/part.md": "Part of [@ray2021].\n",
        "src/shape.py": '"""By [@lee2020, `f`] and @ray2021.\n\nAs [@nobody1999], [@nobody1999]; `[@lee2020]`."""',
    }
    result = build(tmp_path, files, f"{plugins}markdown_extensions:\n  - pymdownx.snippets: {{base_path: [parts]}}\n")
    assert result.code == 0, result.output
    assert result.warnings == [
        "papernotes: api/shape.md: nothing defines the key 'nobody1999'; it was left as text [unknown-key]"
    ]
    assert Site(result.site).broken() == []
    assert 'href="papers/ray2021/"' in result.page("index.html")
    html = result.page("api/shape/index.html")
    assert html.count('href="../../papers/lee2020/"') == 1
    assert html.count('href="../../papers/ray2021/"') == 2
    assert "<code>[@lee2020]</code>" in html
    assert html.count("[@nobody1999]") == 2


def test_an_unknown_key_in_a_snippet_can_be_an_error(tmp_path: Path) -> None:
    """An issue that is configured as an error stops the build, also if it is found while pages are rendered."""
    config = CONFIG.replace("papernotes]", "papernotes: {issues: {unknown-key: error}}]").replace("search, ", "")
    config += "markdown_extensions:\n  - pymdownx.snippets: {base_path: [parts]}\n"
    result = build(tmp_path, {"docs/index.md": "# A\n\n--8<-- 'part.md'\n", "parts/part.md": "[@nobody1999]\n"}, config)
    assert result.code != 0
    assert "papernotes: 1 error" in result.output
