"""Notes are annotated with links, citations and anchors.

A golden file of `annotate/` holds `notes` and `papers` (see `small_library`) and `options` of the configuration.
It shows each note with attribute lists, without them where that differs, and the issues.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
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
    """Return the annotated notes of a library and the issues, without the `.bib` link at the end of each note."""
    config = Config.load({"note_bibtex": False, **(options or {})})
    style = STYLES[config.citation_style]
    library = small_library.library(data, config)
    texts: dict[str, str] = {}
    issues: list[str] = []
    for note in library.notes:
        edits, note_issues = annotation_edits(
            note, library, config, attributes, style, style_without_list(style), Suggestions(library)
        )
        assert all(a.span.end <= b.span.start for a, b in pairwise(edits)), "edits overlap"
        texts[note.path] = apply_edits(note.text, edits)
        issues += map(str, note_issues)
    return texts, issues


def annotated_text(text: str, *mentions: Mapping[str, Any], attributes: bool = True, **options: Any) -> str:
    """Return an annotated note with given mentions of one paper."""
    data = {"notes": {"n.md": text}, "papers": [PAPER | {"mentions": [{"note": "n.md", **p} for p in mentions]}]}
    return annotated(data, {"references_title": ""} | options, attributes=attributes)[0]["n.md"]


@pytest.mark.golden_test("*.yml")
def test_annotated(golden: Any) -> None:
    """Each kind of mention gets the anchor and the link that its golden file shows."""
    data = {"notes": golden["notes"], "papers": golden["papers"]}
    rich, issues = annotated(data, golden.get("options"), attributes=True)
    plain, _ = annotated(data, golden.get("options"), attributes=False)
    assert golden.out["output"] == rich
    assert golden.out["plain"] == plain
    assert golden.out.get("issues") == (issues or None)


@pytest.mark.parametrize(
    "text", ["", "---\ntitle: x\n---\n", "# A\r\n\ntab\t \u00a0 end  ", "[a](b) `[[c]] ==x== %%y%% #z` $[[d]]$ x == y"]
)
def test_note_without_mentions_is_unchanged(text: str) -> None:
    """A note without mentions, links and citations gets no edit."""
    note = small_library.note("n.md", text)
    library = small_library.library({"notes": {"n.md": text}})
    assert annotation_edits(note, library, Config(), True, STYLES["numeric"], STYLES["author-year"]) == ((), ())


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
    """Links to papers and wikilinks can be switched off; a link leads to the folder of the option."""
    place = {"note": "n.md", "at": "[k](u)"}
    data = {"notes": {"n.md": "[k](u) [[b|The]]", "b.md": ""}, "papers": [PAPER | {"mentions": [place]}]}
    annotated_note = annotated(data, options, attributes="↗" not in expected)[0]["n.md"]
    assert annotated_note == f'<a id="pn-k"></a>{expected}'


def inspect_links(page: str) -> tuple[bool, bool, list[str]]:
    """Return whether a page has the anchor, whether it links to the paper page, and what does harm."""
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
def test_anchor_and_link_are_rendered(text: str, at: str, attributes: bool) -> None:
    """A mention anywhere in a note gets an anchor and, except in raw HTML, a link to the paper."""
    kind = MentionKind.KEY if at.startswith(("@", "`")) else MentionKind.CITATION
    place, link, harm = inspect_links(annotated_text(text, {"at": at, "kind": kind}, attributes=attributes))
    assert (place, harm) == (True, [])
    assert link is not text.startswith("<p>")


def test_own_attributes_stay() -> None:
    """An attribute list of the author's still applies to the element before it."""
    html = converted_pages.html(annotated_text("[k](u){ .mine } x\n\n## A b {#own}\n", {"at": "[k](u)"}, {"at": "A b"}))
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
def test_nothing_is_inserted_before_a_link_label(text: str) -> None:
    """Nothing separates `[words]` from a label, which Python-Markdown accepts after a line break too."""
    html = converted_pages.html(
        pipeline.annotate(pipeline.build([Source("n.md", f"# N\n\n{text}".encode())]), "n.md", attributes=True)
    )
    assert '<a href="https://arxiv.org/abs/2401.00001">' in html
    assert "[k]" not in html


def test_heading_text_is_unchanged() -> None:
    """Insertions into a heading change neither its id nor its entry in the table of contents."""
    text = "# [Title here](u)\n\n## Other one\n"
    html = converted_pages.html(annotated_text(text, {"at": "[Title here](u)"}, {"at": "Other one"}))
    assert '<h1 id="title-here">' in html
    assert '<h2 id="other-one">' in html
    plain = annotated_text(text, {"at": "[Title here](u)"}, {"at": "Other one"}, attributes=False)
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
    """Edits of a hostile note do not overlap, and its mentions keep their anchors."""
    text = "".join(pieces)
    mentions = [
        {"at": at, "nth": nth + 1, "kind": kind}
        for at, kind in (("[k](u)", "citation"), ("Name", "name"), ("@k", "key"), ("<https://a.b>", "citation"))
        for nth in range(small_library.note("n.md", text).text.count(at))
    ]
    annotated_note = annotated_text(text, *mentions, attributes=attributes)
    assert isinstance(converted_pages.html(annotated_note, name), str)
    if mentions:
        assert "pn-k" in annotated_note


@settings(deadline=None, max_examples=50)
@given(
    title=converted_pages.hostile(),
    authors=st.lists(converted_pages.hostile(3), max_size=2),
    name=st.sampled_from(sorted(converted_pages.HOSTS)),
)
def test_hostile_titles(title: str, authors: list[str], name: str) -> None:
    """A hostile title in a tooltip stays inside the tooltip."""
    paper = {"citekey": "k", "title": title, "authors": authors, "mentions": [{"note": "n.md", "at": "[k](u)"}]}
    annotated_note = annotated({"notes": {"n.md": "a [k](u) b"}, "papers": [paper]}, attributes=name != "bare")[0][
        "n.md"
    ]
    assert "\n" not in annotated_note
    html = converted_pages.html(annotated_note, name)
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
    """Citations and references of a paper with a hostile title keep their structure and targets."""
    paper = {"citekey": "k", "title": title, "authors": authors}
    notes = {"n.md": "| a | b |\n|---|---|\n| [@k, p. 3] | @k |\n\n[see @k] end"}
    options = {"references_title": "", "citation_style": style}
    annotated_note = annotated({"notes": notes, "papers": [paper]}, options, attributes=name != "bare")[0]["n.md"]
    html = converted_pages.html(annotated_note, name)
    seen = converted_pages.Seen(html)
    assert seen.harm == []
    assert set(seen.links) == {"#ref-k", "papers/k.md", "#cite-k-1", "#cite-k-2", "#cite-k-3"}
    assert (html.count("<table>"), html.count("<li>")) == (1, 1)
    assert " end</p>" in html
