"""Citations in text that is no note, as Python-Markdown gets it from docstrings and snippets."""

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


class Shelf:
    """Knows two papers."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def paper(self, cited: CitedKey) -> Paper | None:
        return PAPERS.get(cited.key)

    def words(self, citation: Citation) -> Sequence[CitationPart]:
        return STYLES["author-year"].bibliography(cite.paper for cite in citation.cites).cite(citation)

    def href(self, paper: Paper) -> str:
        return f"papers/{paper.slug}.md"

    def missing(self, key: str) -> None:
        self.asked.append(key)


def converted(
    text: str, *, host: bool = True, extensions: Sequence[str] = converted_pages.FACE
) -> tuple[str, list[str]]:
    """The HTML of a text, without spans and titles, and the keys that are missing."""
    shelf = Shelf()
    md = markdown.Markdown(extensions=[*extensions, CitationExtension(shelf)])
    if host:
        md.treeprocessors.register(Treeprocessor(md), "relpath", 0)
    return re.sub(r'</?span[^>]*>| title="[^"]*"', "", md.convert(text)), shelf.asked


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
    """What cites is worded and linked; anything else is as if nobody knew a paper."""
    made, asked = converted(text)
    if expected is None:
        assert "papers/" not in made
    else:
        assert made == f"<p>{expected}</p>"
    assert asked == missing


def test_nothing_without_a_host() -> None:
    """Where nobody turns source paths into addresses nothing is linked; nor where nobody knows the papers."""
    assert converted("[@k] @k", host=False)[0] == "<p>[@k] @k</p>"
    assert markdown.markdown("[@k]", extensions=["papernotes_plugin.markdown_extensions.citations"]) == "<p>[@k]</p>"


@settings(deadline=None, max_examples=60)
@given(converted_pages.hostile(8))
def test_hostile(text: str) -> None:
    """Whatever stands around a citation, it does no harm, and nothing of Python-Markdown's own comes out."""
    made, _ = converted(f"{text} [see @k, {text}] @x+ [{text}]")
    assert "\x02" not in made.replace(text, "")
    assert "wzxhzdk:" not in made or "wzxhzdk:" in text


def test_takes_time_by_length() -> None:
    """Each text is looked through once, however many citations it holds."""
    assert converted("[@k] and @x+ " * 2_000)[0].count("papers/") == 6_000
