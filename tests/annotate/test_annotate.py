"""The links that a note gets back.

A golden file of `annotate/` holds `notes` and `papers` (see `shelf`) and `options` of the configuration; it shows each
note with attribute lists and without, where they differ, and what was odd.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from papernotes_plugin import pipeline
from papernotes_plugin.annotate import annotation_edits
from papernotes_plugin.citation import STYLES, style_without_list
from papernotes_plugin.links.suggestions import Suggestions
from papernotes_plugin.pipeline import apply_edits
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import MentionKind, Source
from tests.helpers import converted_pages, small_library

PAPER = {
    "citekey": "k",
    "title": "The Paper",
    "authors": ["Ann Lee", "Bo Ray", "Cy Fox"],
    "year": 2020,
    "venue": "ICLR 2020",
}


def annotated(
    data: Mapping[str, Any], options: Mapping[str, Any] | None = None, *, attributes: bool
) -> tuple[dict[str, str], list[str]]:
    """The notes of a library with their links, and the issues; without the line at the end, for it is the same."""
    config = Config.load({"note_bibtex": False, **(options or {})})
    style = STYLES[config.citation_style]
    made = small_library.library(data, config)
    texts: dict[str, str] = {}
    issues: list[str] = []
    for note in made.notes:
        found, odd = annotation_edits(
            note, made, config, attributes, style, style_without_list(style), Suggestions(made)
        )
        ends = [edit.span.end for edit in found]
        assert all(a <= edit.span.start for a, edit in zip(ends, found[1:], strict=False)), "edits overlap"
        texts[note.path] = apply_edits(note.text, found)
        issues += map(str, odd)
    return texts, issues


def one(text: str, *places: Mapping[str, Any], attributes: bool = True, **options: Any) -> str:
    """A note in which these places mention a paper, with its links."""
    data = {"notes": {"n.md": text}, "papers": [PAPER | {"mentions": [{"note": "n.md", **p} for p in places]}]}
    return annotated(data, {"references_title": ""} | options, attributes=attributes)[0]["n.md"]


@pytest.mark.golden_test("*.yml")
def test_annotated(golden: Any) -> None:
    """Each way of mentioning a paper gets the place and the sign that its golden file shows."""
    data = {"notes": golden["notes"], "papers": golden["papers"]}
    rich, issues = annotated(data, golden.get("options"), attributes=True)
    plain, _ = annotated(data, golden.get("options"), attributes=False)
    assert golden.out["output"] == rich
    assert golden.out["plain"] == plain
    assert golden.out.get("issues") == (issues or None)


@pytest.mark.parametrize(
    "text", ["", "---\ntitle: x\n---\n", "# A\r\n\ntab\t \u00a0 end  ", "[a](b) `[[c]] ==x== %%y%% #z` $[[d]]$ x == y"]
)
def test_a_note_without_mention_stays(text: str) -> None:
    """Where nothing is mentioned nothing is touched."""
    note = small_library.note("n.md", text)
    made = small_library.library({"notes": {"n.md": text}})
    assert annotation_edits(note, made, Config(), True, STYLES["numeric"], STYLES["author-year"]) == ((), ())


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, '[k](u)[](papers/k.md "The Paper (Lee et al., ICLR 2020)"){ .papernotes-sign } [The](b.md)'),
        ({"sign": False}, "[k](u) [The](b.md)"),
        ({"sign": False, "wikilinks": False}, "[k](u) [[b|The]]"),
        ({"sign": False, "wikilinks": False, "obsidian": False}, "[k](u) [[b|The]]"),
        ({"papers_path": "x/y", "wikilinks": False}, "[k](u)[↗](x/y/k.md) [[b|The]]"),
    ],
)
def test_options(options: dict[str, Any], expected: str) -> None:
    """Signs and wikilinks can be left out; the link goes where the pages are."""
    place = {"note": "n.md", "at": "[k](u)"}
    data = {"notes": {"n.md": "[k](u) [[b|The]]", "b.md": ""}, "papers": [PAPER | {"mentions": [place]}]}
    made = annotated(data, options, attributes="↗" not in expected)[0]["n.md"]
    assert made == f'<a id="pn-k"></a>{expected}'


def sign(page: str) -> tuple[bool, bool, list[str]]:
    """Whether the place and the link to the paper page are on a page, and what does harm."""
    html = converted_pages.html(page)
    return 'id="pn-k"' in html, 'href="papers/k.md"' in html, converted_pages.Seen(html).harm


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("Text [k](u)defines", "[k](u)"),
        ("[k][ref] and\n\n[ref]: http://u", "[k][ref]"),
        ("[ref] and\n\n[ref]: http://u", "[ref]"),
        ("See **[k](u)** there", "[k](u)"),
        ("See _VideoJam_'s", "VideoJam"),
        ("Wow, Yahoo!", "Yahoo!"),
        ("bare http://a.b/c_d, yes", "http://a.b/c_d"),
        ("auto <http://a.b/c> yes", "<http://a.b/c>"),
        ("- auto: <http://a.b/c>", "http://a.b/c"),
        ("in [a link with Name inside](http://u) text", "Name"),
        ("| a | b |\n|---|---|\n| [k](u) | c |", "[k](u)"),
        ("- a\n    - [k](u) b\n", "[k](u)"),
        ("> [!note] Title\n> [k](u)", "[k](u)"),
        ("`{k}` is", "`{k}`"),
        ("# A [k](u)\n\ntext", "A [k](u)"),
        ("A k\n===\n\ntext", "A k"),
        ("# A k # {#own .x}\n\ntext", "A k"),
        ("\\[k](u) [k](u)", "[k](u)"),
        ("Cut *Your* Losses", "Cut *Your* Losses"),
        ("[see @k, p. 3; @x] and", "@k"),
        ("by @k and", "@k"),
        ("[k](u){ .mine } x", "[k](u)"),
        ("<p><a href='u'>k</a></p>", "<a href='u'>k</a>"),
    ],
)
@pytest.mark.parametrize("attributes", [True, False])
def test_place_and_sign_come_out(text: str, at: str, attributes: bool) -> None:
    """Wherever a mention stands, its page has the place to land on and, but for raw HTML, the way to the paper."""
    kind = MentionKind.KEY if at.startswith(("@", "`")) else MentionKind.CITATION
    place, link, harm = sign(one(text, {"at": at, "kind": kind}, attributes=attributes))
    assert (place, harm) == (True, [])
    assert link is not text.startswith("<p>")


def test_own_attributes_stay() -> None:
    """An attribute list of the author's own stays with what it stood behind."""
    html = converted_pages.html(one("[k](u){ .mine } x\n\n## A b {#own}\n", {"at": "[k](u)"}, {"at": "A b"}))
    assert '<a class="mine" href="u">k</a><a class="papernotes-sign"' in html
    assert '<h2 id="own"><a id="pn-k-2"></a>A b<a class="papernotes-sign"' in html


@pytest.mark.parametrize(
    "text",
    [
        "See [`one`]\n[k] there.\n\n[k]: https://arxiv.org/abs/2401.00001\n",
        "See [*one*][k] there.\n\n[k]: https://arxiv.org/abs/2401.00001\n",
        "- [x] [k] there.\n\n[k]: https://arxiv.org/abs/2401.00001\n",
    ],
)
def test_nothing_parts_words_from_their_label(text: str) -> None:
    """Python-Markdown looks for the label of `[words]` behind a line end, too."""
    html = converted_pages.html(
        pipeline.annotate(pipeline.build([Source("n.md", f"# N\n\n{text}".encode())]), "n.md", attributes=True)
    )
    assert '<a href="https://arxiv.org/abs/2401.00001">' in html
    assert "[k]" not in html


def test_headings_get_no_word() -> None:
    """Whatever is put into a heading, its id and its entry in the table of contents stay."""
    text = "# [Title here](u)\n\n## Other one\n"
    html = converted_pages.html(one(text, {"at": "[Title here](u)"}, {"at": "Other one"}))
    assert '<h1 id="title-here">' in html
    assert '<h2 id="other-one">' in html
    plain = one(text, {"at": "[Title here](u)"}, {"at": "Other one"}, attributes=False)
    assert plain.split("\n\n") == [
        '# <a id="pn-k"></a>[Title here](u)',
        "[↗](papers/k.md)",
        '## <a id="pn-k-2"></a>Other one',
        "[↗](papers/k.md)\n",
    ]


@settings(deadline=None, max_examples=150)
@given(
    pieces=st.lists(st.sampled_from([*converted_pages.PIECES, "[k](u)", "Name", "\n\n"]), max_size=14),
    name=st.sampled_from(sorted(converted_pages.HOSTS)),
    attributes=st.booleans(),
)
def test_hostile_notes(pieces: list[str], name: str, attributes: bool) -> None:
    """Whatever a note holds, its edits are in order, and take away nothing but the marks they stand for."""
    text = "".join(pieces)
    places = [
        {"at": at, "nth": nth + 1, "kind": kind}
        for at, kind in (("[k](u)", "citation"), ("Name", "name"), ("@k", "key"), ("<https://a.b>", "citation"))
        for nth in range(small_library.note("n.md", text).text.count(at))
    ]
    made = one(text, *places, attributes=attributes)
    assert isinstance(converted_pages.html(made, name), str)
    if places:
        assert "pn-k" in made


@settings(deadline=None, max_examples=50)
@given(
    title=converted_pages.hostile(),
    authors=st.lists(converted_pages.hostile(3), max_size=2),
    name=st.sampled_from(sorted(converted_pages.HOSTS)),
)
def test_hostile_titles(title: str, authors: list[str], name: str) -> None:
    """A title in a tool tip stays there."""
    paper = {"citekey": "k", "title": title, "authors": authors, "mentions": [{"note": "n.md", "at": "[k](u)"}]}
    made = annotated({"notes": {"n.md": "a [k](u) b"}, "papers": [paper]}, attributes=name != "bare")[0]["n.md"]
    assert "\n" not in made
    html = converted_pages.html(made, name)
    seen = converted_pages.Seen(html)
    assert seen.harm == []
    assert seen.links == ["u", "papers/k.md"]
    assert html.endswith(" b</p>")


@settings(deadline=None, max_examples=50)
@given(
    title=converted_pages.hostile(),
    authors=st.lists(converted_pages.hostile(3), max_size=2),
    style=st.sampled_from(["author-year", "numeric"]),
    name=st.sampled_from(sorted(converted_pages.HOSTS)),
)
def test_hostile_references(title: str, authors: list[str], style: str, name: str) -> None:
    """Whatever a paper is called, its citations and its reference stay what they are, and lead where they should."""
    paper = {"citekey": "k", "title": title, "authors": authors}
    notes = {"n.md": "| a | b |\n|---|---|\n| [@k, p. 3] | @k |\n\n[see @k] end"}
    options = {"references_title": "", "citation_style": style}
    made = annotated({"notes": notes, "papers": [paper]}, options, attributes=name != "bare")[0]["n.md"]
    html = converted_pages.html(made, name)
    seen = converted_pages.Seen(html)
    assert seen.harm == []
    assert set(seen.links) == {"#ref-k", "papers/k.md", "#cite-k-1", "#cite-k-2", "#cite-k-3"}
    assert (html.count("<table>"), html.count("<li>")) == (1, 1)
    assert " end</p>" in html
