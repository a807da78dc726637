"""Public sites are built without papernotes and with it, and compared.

Set PAPERNOTES_SITES to a list of sites (see `public_site`), and PAPERNOTES_SITES_PYTHON to a Python with their plugins;
PAPERNOTES_SITES_MIRRORS names a folder of Git mirrors.  The repository contains no such list.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sites import public_site
from tests.sites.site_difference import compare_pages

LIST, MIRRORS = os.environ.get("PAPERNOTES_SITES", ""), os.environ.get("PAPERNOTES_SITES_MIRRORS", "")
ARTICLE = '<title>A</title><nav><a href="b/">B</a>{nav}</nav><article><h1 id="a">A</h1><p>Some {words}</p></article>'
REFERENCES = '<h2 id="references">References</h2><div class="papernotes-references"></div><ul><li id="r">X</li></ul>'
CITATION = '<a id="pn-a2020"></a><a class="papernotes-link" href="#ref-a2020">Roe et al., 2020</a>'
LOGO = '<a href="../index.html">Logo</a><a href="../index.html">Home</a>'


@pytest.mark.parametrize(
    ("words", "nav", "number"),
    [
        pytest.param("words", "", 0, id="equal"),
        pytest.param('words<a class="papernotes-sign" href="papers/x/"></a>', "", 0, id="sign"),
        pytest.param("words", '<a href="papers/">Papers</a>', 0, id="entry in the navigation"),
        pytest.param("other words", "", 1, id="words"),
        pytest.param('<a href="c/">words</a>', "", 1, id="link"),
        pytest.param('<b id="c">words</b>', "", 1, id="anchor"),
        pytest.param("words", '<a href="c/">C</a>', 1, id="navigation"),
        pytest.param('words</p><nav class="md-tags"><a href="tags/x/">x</a></nav><p>', "", 0, id="tags"),
        pytest.param('words\u200a<a class="papernotes-sign" href="papers/x/"></a>', "", 0, id="sign with its space"),
        pytest.param(f"words</p>{REFERENCES}<p>", "", 0, id="references"),
        pytest.param('words <span class="papernotes-link">more</span>', "", 1, id="more words"),
        pytest.param("words", '<a id="ln-b"></a>', 0, id="anchor in the navigation"),
    ],
)
def test_differences(words: str, nav: str, number: int) -> None:
    """Only what papernotes adds on request is left out."""
    before, after = ARTICLE.format(words="words", nav=""), ARTICLE.format(words=words, nav=nav)
    assert len(list(compare_pages("index.html", before, after))) == number


@pytest.mark.parametrize(
    ("before", "after", "number"),
    [
        pytest.param("x[@a2020].", f"x({CITATION}).", 0, id="one"),
        pytest.param("see [see @a2020, p. 3; @b]", f"see (see {CITATION}, p. 3) [@b]", 0, id="unknown key"),
        pytest.param("x [[a2020]]", f"x {CITATION}", 0, id="wikilink"),
        pytest.param("x [@a2020]", f"y ({CITATION})", 1, id="other words"),
        pytest.param("x (1) y", f"x ({CITATION}) y", 1, id="no citation"),
        pytest.param('<a href="javascript:x()">x</a>', "x", 0, id="script"),
        pytest.param('<a href="b/">x</a>', "x", 1, id="lost link"),
    ],
)
def test_what_the_author_asks_for(before: str, after: str, number: int) -> None:
    """Citations are rendered, and links to scripts become text."""
    old, new = (ARTICLE.format(words=words, nav="") for words in (before, after))
    assert len(list(compare_pages("index.html", old, new))) == number


@pytest.mark.parametrize(("home", "number"), [(True, 0), (False, 2)])
def test_a_home_page_is_added(home: bool, number: int) -> None:
    """Links to a home page that papernotes adds are left out of the navigation."""
    before, after = (ARTICLE.format(words="", nav=nav) for nav in ('<a href="..">Logo</a>', LOGO))
    assert len(list(compare_pages("a/index.html", before, after, home))) == number


def test_existing_tags_stay() -> None:
    """The words of tags that a theme shows already must not change."""
    pages = [ARTICLE.format(words=f'<span class="md-tags">{tag}</span>', nav="") for tag in ("x", "x", "y")]
    assert list(compare_pages("a.html", pages[0], pages[1])) == []
    assert list(compare_pages("a.html", pages[0], pages[2])) == ["a.html: tags: 'x' -> 'y'"]


def test_the_configuration_keeps_its_tags() -> None:
    """Only the plugins change: `!ENV` and Python names stay."""
    text = "plugins:\n- search\n- social:\n    a: !ENV [A, b]\nextra:\n  c: !!python/name:a.b\n"
    with_plugin = public_site.configured(text, ["social"], {"site_name": "x"}, True)
    assert "- papernotes" in with_plugin
    assert "social" not in with_plugin
    assert "!!python/name:a.b" in with_plugin
    assert "papernotes" not in public_site.configured(text, [], {}, False)


@pytest.mark.full
@pytest.mark.parametrize("site", public_site.read_list(Path(LIST)) if LIST else [], ids=lambda site: site.name)
def test_public_sites(tmp_path: Path, site: public_site.PublicSite) -> None:
    """Exit code, warnings of others, words, links, anchors and navigation of a site stay."""
    folder = tmp_path / "site"
    if reason := public_site.check_out(site, folder, Path(MIRRORS) if MIRRORS else None):
        pytest.skip(f"{site.url} cannot be had: {reason}")
    for command in site.prepare:
        subprocess.run(command, shell=True, cwd=folder, check=True)
    python = Path(os.environ.get("PAPERNOTES_SITES_PYTHON", sys.executable))
    before, after = (public_site.build(python, site, folder, papernotes) for papernotes in (False, True))
    lines = public_site.compare(before, after, folder, site.expected)
    assert [line for line in lines if not line.startswith("warning new: papernotes: ")] == []
