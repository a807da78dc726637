"""Pages show the library, and no text of a note or a `.bib` file can break them.

A golden file of `render/` holds `notes` and `papers` (see `small_library`), `options` of the configuration, and
patterns of the `pages` to show.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from jinja2 import Environment

from papernotes_plugin.citation import STYLES
from papernotes_plugin.render import render_context, render_library
from papernotes_plugin.text import plain_text
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Output
from tests.helpers import converted_pages, small_library

NOTE = {"notes": {"n.md": "# N\n\nx y\n"}}


def rendered(data: Mapping[str, Any], options: Mapping[str, Any] | None = None) -> dict[str, str]:
    """Return every page and file of a library by its path."""
    config = Config.load(options or {})
    library = small_library.library(data, config)
    return {
        output.path: output.text
        for output in render_library(
            render_context(library, config, *small_library.cited(library), STYLES["author-year"])
        )
    }


def one(paper: Mapping[str, Any], **options: Any) -> str:
    """Return the page of a paper that one note mentions."""
    mention = {"note": "n.md", "at": "x", **paper.get("mention", {})}
    facts = {name: value for name, value in paper.items() if name != "mention"}
    return rendered(NOTE | {"papers": [{"citekey": "k", "mentions": [mention], **facts}]}, options)["papers/k.md"]


@pytest.mark.golden_test("*.yml")
def test_pages(golden: Any) -> None:
    """Each kind of page is rendered as in its golden file."""
    pages = rendered({"notes": golden["notes"], "papers": golden["papers"]}, golden.get("options"))
    shown = {path: text for path, text in pages.items() if any(fnmatchcase(path, p) for p in golden["pages"])}
    assert golden.out["output"] == shown


# --- all pages --------------------------------------------------------------------------


def front_matter(page: str) -> Any:
    """Return the parsed front matter of a page."""
    return yaml.safe_load(page.split("---\n")[1])


def test_outputs_are_in_order_and_unique() -> None:
    """Outputs are sorted by path and unique; an empty library has index pages and an empty bibliography."""
    paths = list(rendered({}))
    assert paths == sorted(set(paths))
    assert paths == [
        "index.md", "papers.bib", "papers/index.md", "tags/index.md", "topics/index.md", "venues/index.md",
    ]  # fmt: skip


def test_a_template_prints_nothing_raw() -> None:
    """A template that prints a value without an escape raises an error."""
    from papernotes_plugin.render.templates import _environment

    environment: Environment = _environment()
    assert environment.from_string("{{ x | md }}").render(x="<b>") == "&lt;b&gt;"
    for source in ("{{ x }}", "{{ x.upper() }}", "{{ x | replace('a', 'b') }}", "{{ [x] }}"):
        with pytest.raises(TypeError, match="prints a raw"):
            environment.from_string(source).render(x="<b>")


@pytest.mark.parametrize(
    "title", ["A & B <i>c</i>", 'Say "x": y', "# {{ x }}", "--- a\n---", "Mu$^2$SLAM", r"9.33\% of $\textbf{T}$arget"]
)
def test_title_in_front_matter(title: str) -> None:
    """The title in the front matter is plain text, escaped for HTML: themes print it as it is."""
    assert front_matter(one({"title": title})) == {
        "title": plain_text(title).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    }


def test_one_heading() -> None:
    """The title is the only heading element, so that the table of contents has no generated section."""
    page = one({"mention": {"context": "# Big\n\nSmall\n-----\n\ntext"}, "abstract": "## Abstract\n\nx", "tags": ["t"]})
    assert re.findall(r"<h(\d)", converted_pages.html(page)) == ["1"]


def test_section_labels_have_the_role_of_headings() -> None:
    """A screen reader announces section labels as headings."""
    page = one({"abstract": "x"})
    assert page.count('role="heading" aria-level="2"') == page.count("papernotes-label") >= 3


@pytest.mark.parametrize("name", converted_pages.HOSTS)
def test_bibtex_and_ris_on_the_page_equal_their_files(name: str) -> None:
    """BibTeX and RIS are shown exactly; nothing in them ends the block, starts a template or includes a file."""
    paper = {"citekey": "k", "title": "A ```` {{b}} {% c %} {++d++} &amp; </pre><b>\n\n--8<-- 'x'", "abstract": "x"}
    pages = rendered({"papers": [paper]})
    assert not re.search(r"\{[{%#+]|--8<--", pages["papers/k.md"])
    shown = re.findall(
        r"<pre[^>]*><code[^>]*>(.*?)</code></pre>", converted_pages.html(pages["papers/k.md"], name), re.DOTALL
    )
    assert [html.unescape(code).strip() for code in shown] == [
        pages["papers/k.bib"].strip(),
        pages["papers/k.ris"].strip(),
    ]


def test_page_of_a_paper_without_title_says_what_is_missing() -> None:
    """If the title is unknown, the page lists the missing facts and names the file to add them to."""
    page = one({"title": "", "year": 2025})
    assert "Not known yet: title, authors, venue, a link, abstract. To complete this page" in page
    assert "\n# `k`\n" in page
    assert 'title: "k (title unknown)"' in page
    assert r"an entry `k` in <code>bib/\*.bib</code>" in page
    assert "Not known yet" not in one({"title": "T"})


def test_abstracts_fold_when_long() -> None:
    """A long abstract is a collapsed callout; a short one, or one without callouts, is open."""
    long = "All of it. " * 90
    assert "> [!abstract]- Abstract\n> All of it." in one({"abstract": long})
    for page in (one({"abstract": long}, callouts=False), one({"abstract": "All of it."})):
        assert ">Abstract</p>\n\nAll of it." in page


def test_ego_graph_repeats_the_links_of_the_page() -> None:
    """Each link of the ego graph is also in a list of the page; a paper without neighbours has no graph."""
    papers = [
        {"citekey": c, "title": f"Title {c}", "tags": ["t/u"], "mentions": [{"note": "n.md", "at": "x"}]} for c in "abc"
    ]
    page = rendered(NOTE | {"papers": papers})["papers/a.md"]
    picture = re.search("<svg.*</svg>", page)
    assert picture
    links = re.findall(r"\]\(([^)#]*)\)", picture[0])
    assert links == ["../n.md", "../tags/t/u.md", "b.md", "c.md"]
    assert all(page.count(f"({link})") + page.count(f"({link}#") > 1 for link in links)
    assert "1 note and 1 tag" in page
    assert "<svg" not in rendered({"papers": [{"citekey": "a"}]})["papers/a.md"]


# --- options ----------------------------------------------------------------------------------------


def test_paths() -> None:
    """Each kind of page is written to the path of its option, and linked there."""
    places = {
        "papers_path": "p",
        "tags_path": "t/a",
        "topics_path": "o",
        "venues_path": "v",
        "bibtex_path": "b/all.bib",
    }
    mention = {"note": "n.md", "at": "x", "topic": ["T"]}
    paper = {"citekey": "k", "venue": "ICLR 2025", "tags": ["g"], "mentions": [mention]}
    pages = rendered(NOTE | {"papers": [paper]}, places)
    assert set(pages) == {
        "b/all.bib", "index.md", "n.bib", "o/index.bib", "o/index.md", "o/t.bib", "o/t.md",
        "p/index.md", "p/k.bib", "p/k.md",
        "p/k.ris", "p/table-0.js", "p/table.js",
        "t/a/g.bib", "t/a/g.md", "t/a/index.bib", "t/a/index.md", "v/iclr.bib", "v/iclr.md", "v/iclr/2025.bib",
        "v/iclr/2025.md", "v/index.bib", "v/index.md",
    }  # fmt: skip
    for link in ("(../v/iclr/2025.md)", "(../t/a/g.md)", "(../o/t.md)", "(../n.md#pn-k)", "(k.bib)"):
        assert link in pages["p/k.md"]
    assert "(../b/all.bib)" in pages["p/index.md"]


def test_columns() -> None:
    """The table has the columns of the option, in its order, without empty ones."""
    papers = [
        {
            "citekey": "k",
            "title": "T",
            "authors": ["A B"],
            "tldr": "*Short*",
            "links": {"PDF": "https://x.y/z.pdf"},
            "track": "Oral",
        }
    ]
    page = rendered({"papers": papers}, {"columns": ["citekey", "links", "tldr", "authors", "track", "tags"]})[
        "papers/index.md"
    ]
    assert "| Key | Links | TL;DR | Authors | Track |" in page
    assert '| `k` | [PDF](https://x.y/z.pdf) | <span dir="auto">*Short*</span> | <bdi>B</bdi> | Oral |' in page


def test_sort() -> None:
    """The table of all papers is sorted by the option `sort`."""
    papers = [{"citekey": "a", "title": "Z", "year": 2020}, {"citekey": "b", "title": "Y", "year": 2021}]
    for order, first in (("-year", "b"), ("year", "a"), ("title", "b"), ("citekey", "a")):
        page = rendered({"papers": papers}, {"sort": order})["papers/index.md"]
        assert re.findall(r"\((\w)\.md\)", page)[0] == first


def test_related_and_max_authors() -> None:
    """The options `related` and `max_authors` limit their lists."""
    papers = [{"citekey": c, "tags": ["t"], "authors": ["A A", "B B", "C C"]} for c in "abcd"]
    page = rendered({"papers": papers}, {"related": 2, "max_authors": 2})["papers/a.md"]
    assert page.count("papernotes-reason") == 2
    assert '<summary><bdi>A A</bdi>, <bdi>B B</bdi> <span class="papernotes-more">and 1 more</span></summary>' in page
    assert "</summary>\n<bdi>C C</bdi>\n" in page
    page = rendered({"papers": papers}, {"related": 0, "max_authors": 3})["papers/a.md"]
    assert "Related" not in page
    assert '<span class="papernotes-authors"><bdi>A A</bdi>, <bdi>B B</bdi>, <bdi>C C</bdi></span>' in page


# --- hostile data -----------------------------------------------------------------------------------


def harmless(output: Output | str, name: str) -> converted_pages.Seen:
    """Return a rendered page after checking that it does no harm."""
    text = output if isinstance(output, str) else output.text
    assert front_matter(text)
    assert not re.search(r"\{[{%#]", text)
    seen = converted_pages.Seen(converted_pages.html(text, name))
    assert seen.harm == []
    assert seen.tags.count("h1") == 1
    return seen


FACTS = st.fixed_dictionaries(
    {
        "title": converted_pages.hostile(),
        "authors": st.lists(converted_pages.hostile(4), max_size=3),
        "labels": st.lists(converted_pages.hostile(4), max_size=1),
        "tldr": converted_pages.hostile(),
        "abstract": converted_pages.hostile(),
        "tags": st.lists(converted_pages.hostile(4), max_size=2),
        "aliases": st.lists(converted_pages.hostile(4), max_size=1),
        "links": st.dictionaries(converted_pages.hostile(3), converted_pages.hostile(4), max_size=2),
        "fields": st.dictionaries(converted_pages.hostile(3), converted_pages.hostile(6), max_size=2),
        "mention": st.fixed_dictionaries(
            {
                "context": converted_pages.hostile(),
                "topic": st.lists(converted_pages.hostile(4), max_size=2),
                "anchor": converted_pages.hostile(2),
            }
        ),
    }
)


@pytest.mark.parametrize("name", converted_pages.HOSTS)
@settings(deadline=None, max_examples=15)
@given(facts=FACTS, note=converted_pages.hostile(4))
def test_no_page_does_harm(name: str, facts: dict[str, Any], note: str) -> None:
    """No hostile title, name, tag, topic, link, field or text runs on a page or breaks it."""
    mention = {"note": "n.md", "at": "x", **facts.pop("mention")}
    notes = {"n.md": f"---\ntitle: {json.dumps(note)}\n---\nx"}
    papers = [
        {"citekey": "k", "venue": "ICLR 2025", "mentions": [mention], **facts},
        {"citekey": "l", "tags": facts["tags"]},
    ]
    options = {"columns": ["title", "authors", "tags", "links", "tldr", "notes"]}
    pages = rendered({"notes": notes, "papers": papers}, options)
    for path, text in pages.items():
        if path.endswith(".md"):
            seen = harmless(text, name)
            assert path != "papers/index.md" or seen.tags.count("td") == 2 * seen.tags.count("th")
    assert set(pages) >= {"papers/k.md", "papers/k.bib", "papers/l.md"}


@settings(deadline=None)
@given(
    title=st.text(
        st.characters(exclude_categories=("C", "Z"), exclude_characters="\\$`*_{}&~^"), min_size=1, max_size=20
    )
)
def test_heading_reads_as_the_title(title: str) -> None:
    """A title without markup is rendered exactly."""
    for name in ("bare", "face"):
        seen = harmless(one({"title": title}), name)
        assert seen.heading == plain_text(title)
