"""Citations outside of notes, as Python-Markdown finds them in docstrings and snippets."""

from __future__ import annotations

import re
from collections.abc import Sequence

import markdown
import pytest
from hypothesis import given, settings
from markdown.treeprocessors import Treeprocessor

from papernotes_plugin.citation import STYLES
from papernotes_plugin.markdown_extensions.citations import CitationExtension
from papernotes_plugin.markup.citation_syntax import CitedKey
from papernotes_plugin.vocabulary.citation_model import Citation, CitationPart
from papernotes_plugin.vocabulary.model import Paper
from tests.helpers import converted_pages

PAPERS = {
    "k": Paper(citekey="k", slug="k", title="The *<b>paper", authors=("Ann Lee", "Bo Ray"), year=2020),
    "x+": Paper(citekey="x+", slug="x-plus", title="Second", authors=("Cy [Fox](u)",), year=2021),
}


class TwoPapers:
    """Citer that knows two papers and stores the missing keys."""

    def __init__(self) -> None:
        self.missing_keys: list[str] = []

    def paper(self, cited: CitedKey) -> Paper | None:
        return PAPERS.get(cited.key)

    def words(self, citation: Citation) -> Sequence[CitationPart]:
        return STYLES["author-year"].bibliography(cite.paper for cite in citation.cites).cite(citation)

    def href(self, paper: Paper) -> str:
        return f"papers/{paper.slug}.md"

    def missing(self, key: str) -> None:
        self.missing_keys.append(key)


def converted(
    text: str, *, host: bool = True, extensions: Sequence[str] = converted_pages.FACE
) -> tuple[str, list[str]]:
    """Return the HTML of a text without spans and titles, and the missing keys."""
    citer = TwoPapers()
    md = markdown.Markdown(extensions=[*extensions, CitationExtension(citer)])
    if host:
        md.treeprocessors.register(Treeprocessor(md), "relpath", 0)
    return re.sub(r'</?span[^>]*>| title="[^"]*"', "", md.convert(text)), citer.missing_keys


_LEE = '<a class="papernotes-link" href="papers/k.md">'
LEE = f"{_LEE}Lee &amp; Ray, 2020</a>"
FOX = '<a class="papernotes-link" href="papers/x-plus.md">[Fox](u), 2021</a>'


@pytest.mark.parametrize(
    ("text", "expected", "missing"),
    [
        ("By [see @k, p. 3; @x+].", f"By (see {LEE}, p. 3; {FOX}).", []),
        ("By @k [p. 3].", f"By {_LEE}Lee and Ray</a> ({_LEE}2020</a>, p. 3).", []),
        ("[@k, `f` in *that*] *b*", f"({LEE}, <code>f</code> in *that*) <em>b</em>", []),
        ("[@k]\n[@x+]", f"({LEE})\n({FOX})", []),
        ("**[@k]** [@k]", f"<strong>({LEE})</strong> ({LEE})", []),
        ("[@nobody]", "[@nobody]", ["nobody"]),
        ("[@k; see @nobody]", f"({LEE}) [see @nobody]", ["nobody"]),
        (r"\@k and [\@k] and \[@no]", "@k and [@k] and [@no]", []),
        ("`@k` @property jo@k.org <jo@k.org>", None, []),
        ("[@k](u) [a [@k] b](u) [@k][r]\n\n[r]: u", None, []),
        ("$[@k]$ <i title='[@k]'>x</i>", None, []),
        ("[@k]: http://u\n\n    [@k]", None, []),
    ],
)  # fmt: skip
def test_converted(text: str, expected: str | None, missing: list[str]) -> None:
    """A citation of a known paper is formatted and linked; all other text is unchanged."""
    html, missing_keys = converted(text)
    if expected is None:
        assert "papers/" not in html
    else:
        assert html == f"<p>{expected}</p>"
    assert missing_keys == missing


def test_nothing_without_a_site_generator() -> None:
    """Citations are unchanged without a site generator that resolves paths, and without a `Citer`."""
    assert converted("[@k] @k", host=False)[0] == "<p>[@k] @k</p>"
    assert markdown.markdown("[@k]", extensions=["papernotes_plugin.markdown_extensions.citations"]) == "<p>[@k]</p>"


@settings(deadline=None, max_examples=60)
@given(converted_pages.hostile(8))
def test_hostile(text: str) -> None:
    """Text around a citation cannot inject HTML, and no placeholder of Python-Markdown is visible."""
    html, _ = converted(f"{text} [see @k, {text}] @x+ [{text}]")
    assert "\x02" not in html.replace(text, "")
    assert "wzxhzdk:" not in html or "wzxhzdk:" in text


def test_time_is_linear() -> None:
    """Each text is scanned once, however many citations it contains."""
    assert converted("[@k] and @x+ " * 2_000)[0].count("papers/") == 6_000
