"""The pages of all papers, of years, tags, topics and venues, and the data of the table, at any size."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any
from zlib import crc32

from hypothesis import given, settings
from hypothesis import strategies as st

from papernotes_plugin.citation import STYLES
from papernotes_plugin.index.library_index import index
from papernotes_plugin.links.pagination import PAPERS_PER_PAGE
from papernotes_plugin.pipeline import Metadata
from papernotes_plugin.render import render_context, render_library
from papernotes_plugin.render.index_pages import INDEX_PAGES
from papernotes_plugin.render.page_links import PageLinks
from papernotes_plugin.render.templates import render_page
from papernotes_plugin.text import plain_text
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Identifier, Library, Output, Paper, Venue
from tests.helpers import converted_pages, small_library

HEAVIEST = 400_000
"""Bytes of HTML that a page of ours may have in a library of 10,000 papers."""
THEME = 60_000
"""Of them what Material has around a page."""


def rendered(made: Library, config: Config | None = None) -> dict[str, str]:
    """Every page and file of a library by its path; nothing cites its papers."""
    return {
        output.path: output.text
        for output in render_library(render_context(made, config or Config(), {}, {}, {}, STYLES["author-year"]))
    }


def many(count: int, **facts: Any) -> Library:
    """A library of as many papers, a third of them of each year, half of them with a tag."""
    papers = [
        Paper(
            citekey=f"key{number:05}",
            slug=f"key{number:05}",
            title=f"Paper {number:05} on how far a title of usual length may be set and still be read",
            authors=("Ada Lovelace", "Charles Babbage", "Luigi Menabrea"),
            year=2021 + number % 3,
            venue=Venue("ICLR", 2021 + number % 3),
            tags=(f"area-{number % 40}/method", "common") if number % 2 else (),
            identifiers=(Identifier("arxiv", f"99{number % 12 + 1:02}.{number:05}"),),
            **facts,
        )
        for number in range(count)
    ]
    return index(papers, [], Config(related=0))


def data(made: Mapping[str, str]) -> tuple[dict[str, Any], dict[str, list[Any]]]:
    """What the scripts of a table assign: the table, and the details by slug."""
    table = re.fullmatch(r"globalThis\.papernotesTable = (\{.*\});\n", made["papers/table.js"], re.DOTALL)
    assert table
    details: dict[str, list[Any]] = {}
    count = json.loads(table[1])["files"]
    for number in range(count):
        form = rf"\(globalThis\.papernotesDetails \?\?= \{{\}}\)\[{number}\] = (\{{.*\}});\n"
        found = re.fullmatch(form, made[f"papers/table-{number}.js"], re.DOTALL)
        assert found
        held = json.loads(found[1])
        assert all(crc32(slug.encode()) % count == number for slug in held)
        details |= held
    assert f"papers/table-{count}.js" not in made
    return json.loads(table[1]), details


def slugs(table: Mapping[str, Any]) -> list[str]:
    """The slug of each row."""
    return [slug or key.lower() for slug, key in zip(table["rows"]["slug"], table["rows"]["key"], strict=True)]


# --- the data of the table ----------------------------------------------------------------------------

NAMES = st.text(st.characters(exclude_categories=["C"]), min_size=1, max_size=8)
PAPER = st.fixed_dictionaries(
    {
        "title": converted_pages.hostile(),
        "authors": st.lists(NAMES, max_size=3),
        "tags": st.lists(NAMES, max_size=3),
        "venue": st.sampled_from(["", "ICLR 2025", "ICML 2024", "Nature"]),
        "tldr": converted_pages.hostile(6),
    },
    optional={"year": st.integers(1900, 2100)},
)


@settings(deadline=None, max_examples=20)
@given(st.lists(PAPER, min_size=1, max_size=5))
def test_the_data_are_the_library(papers: list[dict[str, Any]]) -> None:
    """Each paper is there once, with all its facts, in the order of the page; every number leads to what it means."""
    notes = {"2025-06-01.md": "# A\n\nx", "b.md": "---\ndate: 2024-12\n---\n# B\n\nx"}
    mentions = [{"note": name, "at": "x"} for name in notes]
    known = [{"citekey": f"K{at}", "mentions": mentions[: at % 3], **paper} for at, paper in enumerate(papers)]
    made = small_library.library({"notes": notes, "papers": known})
    table, details = data(rendered(made))
    rows = table["rows"]
    assert {len(column) for column in rows.values()} == {len(made.papers)}
    assert sorted(slugs(table)) == sorted(made.by_slug) == sorted(details)
    for at, slug in enumerate(slugs(table)):
        paper = made.by_slug[slug]
        assert rows["key"][at] == paper.citekey
        title = plain_text(paper.title) or paper.title
        assert rows["title"][at].split() == title.split() or not title.isprintable()
        assert rows["year"][at] == (paper.year or 0)
        acronym, _, place = table["venues"][rows["venue"][at]] if rows["venue"][at] >= 0 else ("", "", "")
        assert acronym == (paper.venue.acronym if paper.venue else "")
        assert place in {"", *(group.slug for group in made.venues)}
        tagged = {table["tags"][tag][1] for tag in rows["tags"][at]}
        assert tagged == {group.slug for group in made.tags if slug in group.own}
        assert [table["notes"][n][1] for n in rows["notes"][at]] == sorted({m.note for m in paper.mentions})
    assert [date for _, _, date in table["notes"]] == ["2025-06-01", "2024-12"]


def test_what_is_asked_of_one_paper() -> None:
    """TL;DR in plain words, reference, BibTeX and links, of which none runs anything."""
    paper = {
        "citekey": "k",
        "title": "T",
        "tldr": "Two *views* of [one](https://x.org) picture, $x^2$.",
        "links": {"PDF": "https://x.org/a.pdf", "Bad": "javascript:alert(1)"},
    }
    made = small_library.library({"papers": [paper]})
    out = {
        o.path: o.text
        for o in render_library(render_context(made, Config(), *small_library.cited(made), STYLES["author-year"]))
    }
    tldr, reference, bibtex, links = data(out)[1]["k"]
    assert tldr == "Two views of one picture, x²."
    assert reference.startswith("T")
    assert bibtex == out["papers/k.bib"]
    assert links == [["PDF", "https://x.org/a.pdf"]]


def test_an_empty_library_has_no_table() -> None:
    """Where there is no paper there are no data, and nothing that asks for them."""
    made = rendered(index([], [], Config()))
    assert not [path for path in made if path.endswith(".js")]
    assert "papernotes-data" not in made["papers/index.md"]


# --- pages ------------------------------------------------------------------------------------------


def shown(page: str) -> list[str]:
    """The papers in the table or list of a page."""
    return re.findall(r"\((?:\.\./)*(?:papers/)?(key\d+)\.md\)", page.split("papernotes-data")[0])


def test_without_a_script_all_papers_can_be_read() -> None:
    """The page of all papers has the first of them and leads to the pages of the years, which have all, each once."""
    made = rendered(many(2 * PAPERS_PER_PAGE * 3 + 5))
    assert len(shown(made["papers/index.md"])) == PAPERS_PER_PAGE
    assert '(years/2023.md) <small class="papernotes-count">401</small>' in made["papers/index.md"]
    found: list[str] = []
    for path, page in made.items():
        if path.startswith("papers/years/"):
            assert len(shown(page)) <= PAPERS_PER_PAGE
            found += shown(page)
    assert sorted(found) == [f"key{number:05}" for number in range(2 * PAPERS_PER_PAGE * 3 + 5)]
    assert "**1** · [2](2023_2.md) · [3](2023_3.md)" in made["papers/years/2023.md"]
    assert "[1](2023.md) · **2**" in made["papers/years/2023_2.md"]


def test_a_small_library_has_no_pages_of_years() -> None:
    """Where one page holds all papers, no other page does."""
    made = rendered(many(PAPERS_PER_PAGE))
    assert not [path for path in made if "/years/" in path]
    assert len(shown(made["papers/index.md"])) == PAPERS_PER_PAGE


def test_a_long_list_takes_several_pages() -> None:
    """The papers of a tag are shared out, in order; what stands beside them is said on the first page."""
    made = rendered(many(2 * PAPERS_PER_PAGE + 100))
    parts = [made[f"tags/common{end}.md"] for end in ("", "_2")]
    assert [len(shown(page)) for page in parts] == [PAPERS_PER_PAGE, 50]
    assert ["Often with" in page for page in parts] == [True, False]
    assert "exclude: true" in parts[1]
    way = "Page [1](common.md) · **2**"
    assert [at < parts[1].index("- [") for at in (parts[1].index(way), parts[1].rindex(way))] == [True, False]


def test_papers_without_a_year_have_their_page() -> None:
    """They come last, under a name that no year has."""
    library = index(
        [Paper(citekey=f"key{n:05}", slug=f"key{n:05}", title=f"T {n}", year=n % 2 * 2020 or None) for n in range(300)],
        [],
        Config(related=0),
    )
    made = rendered(library)
    assert "[2020](years/2020.md)" in made["papers/index.md"]
    assert "[no year](years/undated.md)" in made["papers/index.md"]
    assert len(shown(made["papers/years/undated.md"])) == 150


def test_a_long_outline_names_the_largest_first() -> None:
    """Of many tags those with the most papers stand above the list, in which each has its place below its letter."""
    tags = [*(f"t{at:03}" for at in range(100)), "area/most"]
    papers = [
        Paper(citekey=f"k{n}", slug=f"k{n}", title=f"T {n}", tags=(tags[n % 101], "area/most")) for n in range(1200)
    ]
    page = rendered(index(papers, [], Config(related=0)))["tags/index.md"]
    assert "Most papers [&#35;area <small>1,200</small>](area.md) [&#35;area/most <small>1,200</small>]" in page
    assert '- A <small class="papernotes-count">2</small>\n    - [area](area.md)' in page
    assert "        - [most](area/most.md)" in page
    assert '- T <small class="papernotes-count">100</small>\n    - [t000](t000.md)' in page
    few = rendered(index(papers[:50], [], Config(related=0)))["tags/index.md"]
    assert "Most papers" not in few
    assert "- A <small" not in few


def test_largest_topics_of_one_name_are_told_apart() -> None:
    """By what they stand below; a name that one topic has stays short."""
    papers = [
        Paper(
            citekey=f"k{n}", slug=f"k{n}", title="T", topics=((f"T{n}",), ("LLM",), ("Domain", "LLM"), ("Domain", "X"))
        )
        for n in range(100)
    ]
    page = rendered(index(papers, [], Config(related=0)))["topics/index.md"]
    most = page.partition("Most papers ")[2].partition("</span>")[0]
    assert re.findall(r"\[(.*?) <small>100", most) == ["LLM", "Domain", "Domain › LLM", "X"]


def test_letters_stay_together() -> None:
    """Thousands of tags take several pages, named by their letters, of which none is cut that fits on one."""
    tags = [f"{letter}{at:03}" for letter in ("3", "a", "b", "é", "文") for at in range(400)]
    papers = [Paper(citekey=f"k{n}", slug=f"k{n}", title="T", tags=(tag,)) for n, tag in enumerate(tags)]
    made = rendered(index(papers, [], Config(related=0)))
    pages = [made[f"tags/index{end}.md"] for end in ("", "_2", "_3")]
    assert "Page **0–9 – A** · [B – E](index_2.md) · […](index_3.md)" in pages[0]
    letters = [re.findall(r"^- (\S+) <small", page, re.MULTILINE) for page in pages]
    assert letters == [["0–9", "A"], ["B", "E"], ["…"]]
    assert sum(page.count("\n    - [") for page in pages) == len(tags)


def test_a_list_says_nothing_twice() -> None:
    """No paper tells its venue on the page of that, nor its year on the page of the year."""
    papers = [Paper(citekey=f"k{n}", slug=f"k{n}", title="T", year=2023, venue=Venue("ICML", 2023)) for n in range(300)]
    made = rendered(index(papers, [], Config(related=0)))
    assert '- [T](../papers/k0.md)<br><small class="papernotes-row">2023</small>\n' in made["venues/icml.md"]
    assert "- [T](../../papers/k0.md)\n" in made["venues/icml/2023.md"]
    assert "- [T](../k0.md)<br>" in made["papers/years/2023.md"]
    assert '<small class="papernotes-row">[ICML](../../venues/icml/2023.md)</small>' in made["papers/years/2023.md"]
    assert "| Year | Venue |" in made["papers/index.md"]


def test_an_outline_is_as_deep_as_fits() -> None:
    """A thousand tags with two below each: the index has the upper ones, their pages those below."""
    papers = [
        Paper(citekey=f"k{n}", slug=f"k{n}", title=f"T {n}", tags=(f"t{n:04}/a", f"t{n:04}/b")) for n in range(1000)
    ]
    made = rendered(index(papers, [], Config(related=0)))
    assert made["tags/index.md"].count("\n    - [") == 1000
    assert "tags/index_2.md" not in made
    assert "(t0007/a.md)" in made["tags/t0007.md"]


def test_no_page_is_heavy() -> None:
    """Of 10,000 papers no page that lists them has more than 400 kB of HTML, the theme's and metadata's share in it."""
    library = many(10_000)
    links = PageLinks(library, Config(), STYLES["author-year"])
    planned = [page for pages in INDEX_PAGES for page in pages(links)]
    made = {page.path: render_page(page.template, view=page.view(links)) for page in planned}
    metadata = Metadata(library, Config(), [Output(path, text) for path, text in made.items()])
    heaviest = {"papers/index.md", "papers/years/2021.md", *sorted(made, key=lambda path: len(made[path]))[-3:]}
    weights = {
        path: len(metadata.added(path, f"{converted_pages.html(made[path])}</body>").encode()) + THEME
        for path in heaviest
    }
    assert max(weights.values()) <= HEAVIEST, weights
    assert min(len(shown(made[path])) for path in heaviest if path.startswith("papers/")) == PAPERS_PER_PAGE


def test_the_work_grows_with_the_library() -> None:
    """Twice the papers have twice the lines in all lists together, and data twice as long."""
    once, twice = (rendered(many(count)) for count in (400, 800))
    for files in (r"papers/years/.*", r"tags/.*\.md", r"papers/table.*"):
        weights = [sum(len(t) for p, t in made.items() if re.fullmatch(files, p)) for made in (once, twice)]
        assert weights[1] <= 2.1 * weights[0]
