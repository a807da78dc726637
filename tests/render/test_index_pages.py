"""Index pages and table data are complete and small in libraries of any size."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any
from zlib import crc32

from hypothesis import given, settings
from hypothesis import strategies as st

from papernotes_plugin.citation import STYLES
from papernotes_plugin.index.library_index import index_library
from papernotes_plugin.links.pagination import PAPERS_PER_PAGE
from papernotes_plugin.pipeline import Metadata
from papernotes_plugin.pipeline.paper_facts import PaperFacts
from papernotes_plugin.render import render_context, render_library
from papernotes_plugin.render.index_pages import INDEX_PAGES
from papernotes_plugin.render.page_links import PageLinks
from papernotes_plugin.render.templates import render_page
from papernotes_plugin.text import plain_text
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Identifier, Library, Paper, Venue
from tests.helpers import converted_pages, small_library

MAX_HTML = 400_000
"""Greatest size in bytes of a generated page's HTML in a library of 10,000 papers, theme included."""
THEME_HTML = 60_000
"""Bytes of HTML that Material adds to a page."""


def rendered(library: Library, config: Config | None = None) -> dict[str, str]:
    """Return every page and file of a library by its path, without BibTeX, RIS and references."""
    return {
        output.path: output.text
        for output in render_library(render_context(library, config or Config(), {}, {}, {}, STYLES["author-year"]))
    }


def many(count: int, **facts: Any) -> Library:
    """Return a library of `count` papers, distributed over three years, half of them with tags."""
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
    return index_library(papers, [], Config(related=0))


def table_data(pages: Mapping[str, str]) -> tuple[dict[str, Any], dict[str, list[Any]]]:
    """Return what the data scripts assign: the table, and the details by slug."""
    table = re.fullmatch(r"globalThis\.papernotesTable = (\{.*\});\n", pages["papers/table.js"], re.DOTALL)
    assert table
    details: dict[str, list[Any]] = {}
    count = json.loads(table[1])["files"]
    for number in range(count):
        pattern = rf"\(globalThis\.papernotesDetails \?\?= \{{\}}\)\[{number}\] = (\{{.*\}});\n"
        match = re.fullmatch(pattern, pages[f"papers/table-{number}.js"], re.DOTALL)
        assert match
        in_file = json.loads(match[1])
        assert all(crc32(slug.encode()) % count == number for slug in in_file)
        details |= in_file
    assert f"papers/table-{count}.js" not in pages
    return json.loads(table[1]), details


def slugs(table: Mapping[str, Any]) -> list[str]:
    """Return the slug of each row."""
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
def test_table_data_hold_the_library(papers: list[dict[str, Any]]) -> None:
    """The data hold each paper once with all its facts, and every index refers to the right tag, venue or note."""
    notes = {"2025-06-01.md": "# A\n\nx", "b.md": "---\ndate: 2024-12\n---\n# B\n\nx"}
    mentions = [{"note": name, "at": "x"} for name in notes]
    papers_with_mentions = [
        {"citekey": f"K{at}", "mentions": mentions[: at % 3], **paper} for at, paper in enumerate(papers)
    ]
    library = small_library.library({"notes": notes, "papers": papers_with_mentions})
    table, details = table_data(rendered(library))
    rows = table["rows"]
    assert {len(column) for column in rows.values()} == {len(library.papers)}
    assert sorted(slugs(table)) == sorted(library.by_slug) == sorted(details)
    for at, slug in enumerate(slugs(table)):
        paper = library.by_slug[slug]
        assert rows["key"][at] == paper.citekey
        title = plain_text(paper.name) or paper.name
        assert (at in table["untitled"]) == (not paper.title)
        assert rows["title"][at].split() == title.split() or not title.isprintable()
        assert rows["year"][at] == (paper.year or 0)
        acronym, _, venue_slug = table["venues"][rows["venue"][at]] if rows["venue"][at] >= 0 else ("", "", "")
        assert acronym == (paper.venue.acronym if paper.venue else "")
        assert venue_slug in {"", *(group.slug for group in library.venues)}
        tagged = {table["tags"][tag][1] for tag in rows["tags"][at]}
        assert tagged == {group.slug for group in library.tags if slug in group.own_papers}
        assert [table["notes"][n][1] for n in rows["notes"][at]] == sorted({m.note for m in paper.mentions})
    assert [date for _, _, date in table["notes"]] == ["2025-06-01", "2024-12"]


def test_details_of_one_paper() -> None:
    """The details are a plain-text TL;DR, the reference, BibTeX and safe links."""
    paper = {
        "citekey": "k",
        "title": "T",
        "tldr": "Two *views* of [one](https://x.org) picture, $x^2$.",
        "links": {"PDF": "https://x.org/a.pdf", "Bad": "javascript:alert(1)"},
    }
    library = small_library.library({"papers": [paper]})
    out = {
        o.path: o.text
        for o in render_library(render_context(library, Config(), *small_library.cited(library), STYLES["author-year"]))
    }
    tldr, reference, bibtex, links = table_data(out)[1]["k"]
    assert tldr == "Two views of one picture, x²."
    assert reference.startswith("T")
    assert bibtex == out["papers/k.bib"]
    assert links == [["PDF", "https://x.org/a.pdf"]]


def test_an_empty_library_has_no_table() -> None:
    """Without papers there are no data files and no links to them."""
    pages = rendered(index_library([], [], Config()))
    assert not [path for path in pages if path.endswith(".js")]
    assert "papernotes-data" not in pages["papers/index.md"]


# --- pages ------------------------------------------------------------------------------------------


def shown(page: str) -> list[str]:
    """Return the slugs of the papers in the table or list of a page."""
    return re.findall(r"\((?:\.\./)*(?:papers/)?(key\d+)\.md\)", page.split("papernotes-data")[0])


def test_all_papers_are_readable_without_a_script() -> None:
    """The page of all papers has the first of them; the linked pages of the years have each paper once."""
    pages = rendered(many(2 * PAPERS_PER_PAGE * 3 + 5))
    assert len(shown(pages["papers/index.md"])) == PAPERS_PER_PAGE
    assert '(years/2023.md) <small class="papernotes-count">401</small>' in pages["papers/index.md"]
    slugs_of_years: list[str] = []
    for path, page in pages.items():
        if path.startswith("papers/years/"):
            assert len(shown(page)) <= PAPERS_PER_PAGE
            slugs_of_years += shown(page)
    assert sorted(slugs_of_years) == [f"key{number:05}" for number in range(2 * PAPERS_PER_PAGE * 3 + 5)]
    assert "**1** · [2](2023_2.md) · [3](2023_3.md)" in pages["papers/years/2023.md"]
    assert "[1](2023.md) · **2**" in pages["papers/years/2023_2.md"]


def test_a_small_library_has_no_pages_of_years() -> None:
    """If one page holds all papers, there are no pages of years."""
    pages = rendered(many(PAPERS_PER_PAGE))
    assert not [path for path in pages if "/years/" in path]
    assert len(shown(pages["papers/index.md"])) == PAPERS_PER_PAGE


def test_a_long_list_takes_several_pages() -> None:
    """The papers of a tag are split over pages, in order; only the first page has the other sections."""
    pages = rendered(many(2 * PAPERS_PER_PAGE + 100))
    parts = [pages[f"tags/common{end}.md"] for end in ("", "_2")]
    assert [len(shown(page)) for page in parts] == [PAPERS_PER_PAGE, 50]
    assert ["Often with" in page for page in parts] == [True, False]
    assert "exclude: true" in parts[1]
    page_links = "Page [1](common.md) · **2**"
    assert [at < parts[1].index("- <bdi>[") for at in (parts[1].index(page_links), parts[1].rindex(page_links))] == [
        True,
        False,
    ]


def test_papers_without_a_year_have_their_page() -> None:
    """Papers without a year are on a page of their own, listed after the years."""
    library = index_library(
        [Paper(citekey=f"key{n:05}", slug=f"key{n:05}", title=f"T {n}", year=n % 2 * 2020 or None) for n in range(300)],
        [],
        Config(related=0),
    )
    pages = rendered(library)
    assert "[2020](years/2020.md)" in pages["papers/index.md"]
    assert "[no year](years/undated.md)" in pages["papers/index.md"]
    assert len(shown(pages["papers/years/undated.md"])) == 150


def test_a_long_outline_names_the_largest_first() -> None:
    """A long index of tags starts with the largest ones, and lists each tag below its letter."""
    tags = [*(f"t{at:03}" for at in range(100)), "area/most"]
    papers = [
        Paper(citekey=f"k{n}", slug=f"k{n}", title=f"T {n}", tags=(tags[n % 101], "area/most")) for n in range(1200)
    ]
    page = rendered(index_library(papers, [], Config(related=0)))["tags/index.md"]
    assert "Most papers [&#35;area <small>1,200</small>](area.md) [&#35;area/most <small>1,200</small>]" in page
    assert '- A <small class="papernotes-count">2</small>\n    - [area](area.md)' in page
    assert "        - [most](area/most.md)" in page
    assert '- T <small class="papernotes-count">100</small>\n    - [t000](t000.md)' in page
    few = rendered(index_library(papers[:50], [], Config(related=0)))["tags/index.md"]
    assert "Most papers" not in few
    assert "- A <small" not in few


def test_largest_topics_with_the_same_name_show_their_parents() -> None:
    """Topics with the same name are shown with their parents; other names stay short."""
    papers = [
        Paper(
            citekey=f"k{n}", slug=f"k{n}", title="T", topics=((f"T{n}",), ("LLM",), ("Domain", "LLM"), ("Domain", "X"))
        )
        for n in range(100)
    ]
    page = rendered(index_library(papers, [], Config(related=0)))["topics/index.md"]
    most = page.partition("Most papers ")[2].partition("</span>")[0]
    assert re.findall(r"\[(.*?) <small>100", most) == ["LLM", "Domain", "Domain › LLM", "X"]


def test_letters_stay_together() -> None:
    """An index of thousands of tags takes several pages, named by letters; a letter is split only if necessary."""
    tags = [f"{letter}{at:03}" for letter in ("3", "a", "b", "é", "文") for at in range(400)]
    papers = [Paper(citekey=f"k{n}", slug=f"k{n}", title="T", tags=(tag,)) for n, tag in enumerate(tags)]
    rendered_pages = rendered(index_library(papers, [], Config(related=0)))
    pages = [rendered_pages[f"tags/index{end}.md"] for end in ("", "_2", "_3")]
    assert "Page **0–9 – A** · [B – E](index_2.md) · […](index_3.md)" in pages[0]
    letters = [re.findall(r"^- (\S+) <small", page, re.MULTILINE) for page in pages]
    assert letters == [["0–9", "A"], ["B", "E"], ["…"]]
    assert sum(page.count("\n    - [") for page in pages) == len(tags)


def test_lists_omit_what_the_title_gives() -> None:
    """The page of a venue omits the venue of each paper, and the page of a year omits the year."""
    papers = [Paper(citekey=f"k{n}", slug=f"k{n}", title="T", year=2023, venue=Venue("ICML", 2023)) for n in range(300)]
    pages = rendered(index_library(papers, [], Config(related=0)))
    assert (
        '- <bdi>[T](../papers/k0.md)</bdi><br><small class="papernotes-row">2023</small>\n' in pages["venues/icml.md"]
    )
    assert "- <bdi>[T](../../papers/k0.md)</bdi>\n" in pages["venues/icml/2023.md"]
    assert "- <bdi>[T](../k0.md)</bdi><br>" in pages["papers/years/2023.md"]
    assert '<small class="papernotes-row">[ICML](../../venues/icml/2023.md)</small>' in pages["papers/years/2023.md"]
    assert "| Year | Venue |" in pages["papers/index.md"]


def test_an_outline_is_as_deep_as_fits() -> None:
    """An index that would be too long lists upper tags only; their pages list the lower ones."""
    papers = [
        Paper(citekey=f"k{n}", slug=f"k{n}", title=f"T {n}", tags=(f"t{n:04}/a", f"t{n:04}/b")) for n in range(1000)
    ]
    pages = rendered(index_library(papers, [], Config(related=0)))
    assert pages["tags/index.md"].count("\n    - [") == 1000
    assert "tags/index_2.md" not in pages
    assert "(t0007/a.md)" in pages["tags/t0007.md"]


def test_no_page_is_heavy() -> None:
    """With 10,000 papers no index page has more than 400 kB of HTML, including theme and metadata."""
    library = many(10_000)
    links = PageLinks(library, Config(), STYLES["author-year"])
    outputs = [page for yield_pages in INDEX_PAGES for page in yield_pages(links)]
    pages = {page.path: render_page(page.template, view=page.view(links)) for page in outputs}
    facts = PaperFacts(library, Config(), STYLES["author-year"])
    metadata = Metadata(library, Config(), pages.keys(), facts)
    heaviest = {"papers/index.md", "papers/years/2021.md", *sorted(pages, key=lambda path: len(pages[path]))[-3:]}
    weights = {
        path: len(metadata.add_to(path, f"{converted_pages.html(pages[path])}</body>").encode()) + THEME_HTML
        for path in heaviest
    }
    assert max(weights.values()) <= MAX_HTML, weights
    assert min(len(shown(pages[path])) for path in heaviest if path.startswith("papers/")) == PAPERS_PER_PAGE


def test_the_work_grows_with_the_library() -> None:
    """Twice as many papers give lists and data of at most about twice the size."""
    once, twice = (rendered(many(count)) for count in (400, 800))
    for files in (r"papers/years/.*", r"tags/.*\.md", r"papers/table.*"):
        sizes = [sum(len(t) for p, t in pages.items() if re.fullmatch(files, p)) for pages in (once, twice)]
        assert sizes[1] <= 2.1 * sizes[0]
