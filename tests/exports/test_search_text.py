"""The search of a site finds each paper once, by all its names, and ignores its BibTeX."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papernotes_plugin import identifiers, pipeline
from papernotes_plugin.exports import search_text
from papernotes_plugin.links.addresses import paper_page
from papernotes_plugin.pipeline.search_entries import MAX_TEXT_LENGTH, Search
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Mention, MentionKind, Paper, Source, Span, Venue
from tests.helpers import sites
from tests.helpers.chromium import Tab
from tests.helpers.http_server import served
from tests.helpers.search_notes import NOTES


def mention(context: str) -> Mention:
    """Return a mention with this context."""
    return Mention(note="n.md", kind=MentionKind.CITATION, span=Span(0, 1), line=1, column=1, text="x", context=context)


def paper(**facts: Any) -> Paper:
    """Return a paper with these facts."""
    return Paper(**{"citekey": "k", "slug": "k", "title": "A Title", **facts})


def entries(site_build: sites.Built) -> dict[str, dict[str, Any]]:
    """Return the entries of a search index by location; each location occurs once."""
    documents = json.loads(site_build.page("search/search_index.json"))["docs"]
    assert len({entry["location"] for entry in documents}) == len(documents)
    return {entry["location"]: entry for entry in documents}


# --- entries --------------------------------------------------------------------------------------


def test_entry_has_all_names_of_a_paper() -> None:
    """The entry has title and short names as its title, and authors, keys, identifiers, venue and tags as words.

    The brief entry omits the venue and the given names of all authors but the first and the last.
    """
    residual = paper(
        title="Deep Residual Learning for $n$ Layers",
        labels=("ResNet", "Residual learning"),
        authors=("He, Kaiming", "Xiangyu Zhang", "Jian Sun"),
        citekey="he2016deep",
        aliases=("KaimingHe2016CVPR",),
        identifiers=tuple(filter(None, map(identifiers.parse_identifier, ("arxiv:1512.03385v1", "acl:P19-1001")))),
        venue=Venue("CVPR", 2016),
        track="Oral",
        tags=("vision/classics", "🧠"),
    )
    full, brief = (search_text.search_entry(residual, whole=whole) for whole in (True, False))
    assert full.title == brief.title == "Deep Residual Learning for n Layers · ResNet"
    assert full.body == (
        "<p>Kaiming He, Xiangyu Zhang, Jian Sun he2016deep KaimingHe2016CVPR 1512.03385 P19-1001 CVPR 2016 Oral "
        "vision/classics vision classics 🧠 brain</p>"
    )
    assert brief.body == (
        "<p>Kaiming He, Zhang, Jian Sun he2016deep KaimingHe2016CVPR 1512.03385 "
        "vision/classics vision classics 🧠 brain</p>"
    )


def test_words_about_a_paper_are_indexed_once() -> None:
    """Words about a paper are indexed once, without markup and code."""
    written = (
        "It **beats** [GANs](https://x.org/a) by `far`, $x^2$ [[k|so]] #fast https://y.org\n\n```bibtex\n@a{k}\n```"
    )
    facts = {"mentions": (mention(written), mention("It beats GANs")), "tldr": "It beats GANs", "abstract": "We *do*."}
    body = search_text.search_entry(paper(**facts), whole=True, twice=True).body
    assert body == "<p>k k</p><p>It beats GANs by far, x² so #fast</p><p>We do.</p>"
    assert search_text.search_entry(paper(**facts), whole=False).body == "<p>k</p>"
    assert search_text.text_length(paper(**facts)) == len(written) + 2 * len("It beats GANs") + len("We *do*.")


@given(st.text(), st.lists(st.text(), max_size=3))
def test_entry_text_is_never_markup(words: str, more: list[str]) -> None:
    """For any text of a paper, the only HTML in its entry is the generated paragraphs."""
    entry = search_text.search_entry(
        paper(title=words, authors=tuple(more), tags=tuple(more), tldr=words, mentions=(mention(words),)), whole=True
    )
    assert "\n" not in entry.title
    assert "<" not in entry.body.replace("<p>", "").replace("</p>", "")
    assert not {chr(code) for code in range(32)} & set(entry.title + entry.body)


def test_search_option_limits_words_about_papers() -> None:
    """With `auto` the words about papers are indexed up to a limit; `lean` always omits them."""
    words = "We read on. " * 45
    many = "".join(
        f"- [Paper {i} about Words](https://arxiv.org/abs/2401.{i:05}) {words}\n" for i in range(MAX_TEXT_LENGTH // 500)
    )
    for text, option, whole in ((many, "auto", False), (many[:900], "auto", True), (many[:900], "lean", False)):
        site = pipeline.build([Source("n.md", text.encode())], pages=False)
        pages = [paper_page(p.slug, site.config) for p in site.library.papers]
        search = Search(site.library, Config(search=option), {*pages})
        assert search.whole is whole
        entry = search.entry(pages[0])
        assert entry is not None
        assert ("We read on" in entry[0].body) is whole
        assert search.entry("papers/index.md") is not None
        assert search.briefly is not whole


# --- sites ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def site_build(tmp_path_factory: pytest.TempPathFactory) -> sites.Built:
    """Return the built site of `NOTES`."""
    config = sites.CONFIG.replace("search,", "search, tags,")
    result = sites.build(sites.write(tmp_path_factory.mktemp("search"), {"mkdocs.yml": config, **NOTES}), "--strict")
    assert result.code == 0, result.output
    return result


def test_each_page_is_one_entry(site_build: sites.Built) -> None:
    """A generated page has one entry, without BibTeX and without the labels of the page."""
    by_location = entries(site_build)
    pages = {p.parent.name for p in (site_build.site / "papers").glob("*/index.html")}
    assert {location for location in by_location if location.startswith("papers/")} == {
        "papers/",
        *(f"papers/{p}/" for p in pages),
    }
    assert len(pages) == 11
    generated = [
        e for location, e in by_location.items() if location.startswith(("papers/", "tags/", "venues/", "topics/"))
    ]
    for word in ("booktitle", "archiveprefix", "Proceedings", "Download", "Related", "Your notes", "inproceedings"):
        assert not [e["location"] for e in generated if word in e["text"] + e["title"]]
    assert not any("tags" in e for e in generated)
    resnet = by_location["papers/he2016deep/"]
    assert resnet["title"] == "Deep Residual Learning for Image Recognition · ResNet"
    for name in ("Kaiming He", "1512.03385", "CVPR 2016", "brain", "Shortcuts let a hundred layers train"):
        assert name in resnet["text"], name


def test_lists_are_found_by_name_only(site_build: sites.Built) -> None:
    """Pages of tags and venues are found by their names; topics are headings of notes and have no entry."""
    by_location = entries(site_build)
    assert {
        location: e["title"]
        for location, e in by_location.items()
        if location.startswith(("tags/", "venues/", "topics/"))
    } == {
        "tags/brain/": "🧠",
        "tags/generative/": "generative",
        "tags/generative/images/": "generative / images",
        "venues/cvpr/": "CVPR",
        "venues/cvpr/2016/": "CVPR 2016",
    }
    assert by_location["papers/"]["text"] == ""


def test_indexing_does_not_change_pages(site_build: sites.Built) -> None:
    """The shorter text in the search index does not change the page."""
    page = site_build.page("papers/he2016deep/index.html")
    assert "booktitle" in page
    assert 'id="papernotes"' not in page


@pytest.mark.parametrize("theme", ["mkdocs", pytest.param("readthedocs", marks=pytest.mark.full)])
def test_themes_with_the_search_of_mkdocs(tmp_path: Path, theme: str) -> None:
    """Each paper is one entry in themes that use the search of MkDocs."""
    config = f"site_name: Notes\ntheme: {theme}\nplugins: [search, papernotes]\n"
    result = sites.build(sites.write(tmp_path, {"mkdocs.yml": config, **NOTES}), "--strict")
    assert result.code == 0, result.output
    by_location = entries(result)
    assert not [location for location in by_location if location.startswith("papers/") and "#" in location]
    assert "booktitle" not in by_location["papers/he2016deep/"]["text"]
    assert "1512.03385" in by_location["papers/he2016deep/"]["text"]


def test_papers_can_be_excluded_from_the_search(tmp_path: Path) -> None:
    """With `search: none` only notes are in the search index."""
    config = sites.CONFIG.replace("papernotes]", "papernotes: {search: none}]")
    result = sites.build(sites.write(tmp_path, {"mkdocs.yml": config, **NOTES}), "--strict")
    assert result.code == 0, result.output
    assert set(entries(result)) == {"", "diffusion/", "vision/", "diffusion/#steps"} | {
        location for location in entries(result) if location.startswith(("diffusion/#", "vision/#"))
    }


@pytest.mark.parametrize(
    ("option", "fields", "weight"),
    [
        pytest.param("auto", "", 500, id="default"),
        pytest.param("auto", ", fields: {tags: {boost: 1000000}}", 1e6, id="set by the author", marks=pytest.mark.full),
        pytest.param("none", "", 1e6, id="search off", marks=pytest.mark.full),
    ],
)
def test_boosts_of_tags_and_notes(tmp_path: Path, option: str, fields: str, weight: float) -> None:
    """A tag weighs less than a title, a note more than a paper; a boost set by the author is kept."""
    plugins = f"plugins:\n  - search: {{lang: en{fields}}}\n  - papernotes: {{search: {option}}}\n"
    own = {"docs/vision.md": "---\nsearch: {boost: 2}\ntags: [seeing]\n---\n" + NOTES["docs/vision.md"]}
    config = f"{sites.PLAIN.partition('plugins')[0]}{plugins}"
    result = sites.build(sites.write(tmp_path, {"mkdocs.yml": config, **NOTES, **own}))
    assert result.code == 0, result.output
    assert json.loads(result.page("search/search_index.json"))["config"]["fields"]["tags"]["boost"] == weight
    by_location = entries(result)
    factor = 1 if option == "none" else 1.25
    assert by_location["diffusion/"].get("boost", 1) == factor
    assert by_location["vision/"]["boost"] == 2 * factor
    assert by_location["vision/"]["tags"] == ["seeing"]
    assert option == "none" or "boost" not in by_location["papers/he2016deep/"]


# --- in the browser -------------------------------------------------------------------------------

_SEARCH = """(async words => {
  const toggle = document.querySelector('#__search');
  if (!toggle.checked) toggle.click();
  const query = document.querySelector('[data-md-component=search-query]');
  query.focus();
  query.value = words;
  query.dispatchEvent(new KeyboardEvent('keyup', {bubbles: true}));
})"""
_RESULTS = """[...document.querySelectorAll('.md-search-result__item')].map(
  item => new URL(item.querySelector('a').href).pathname)"""


@pytest.fixture(scope="module")
def search(site_build: sites.Built, tab: Callable[..., Tab]) -> Iterator[Callable[[str], list[str]]]:
    """Return a function from a query to the paths that the site finds, best first."""
    with served(site_build.site) as address:

        def find(words: str) -> list[str]:
            page = tab()
            page.open(address)
            page.ask(f"{_SEARCH}({json.dumps(words)})")
            page.wait("/[0-9]|No match/.test(document.querySelector('.md-search-result__meta').textContent)")
            return list(page.ask(_RESULTS))

        yield find


@pytest.mark.browser
@pytest.mark.parametrize(
    "words",
    ["Deep Residual Learning", "resnet", "Kaiming", "he2016deep", "1512.03385", "arxiv:1512.03385", "🧠", "brain",
     "CVPR 2016", "hundred layers", "shortcuts"],
)  # fmt: skip
def test_query_finds_the_paper_first(search: Callable[[str], list[str]], words: str) -> None:
    """Each name of a paper and the words about it find the paper before the sections of notes."""
    papers_and_notes = [path for path in search(words) if not path.startswith(("/tags/", "/venues/"))]
    assert papers_and_notes[0] == "/papers/he2016deep/"


@pytest.mark.browser
def test_a_pasted_title_is_found(search: Callable[[str], list[str]]) -> None:
    """A title is found even if it has a hyphenated word before a colon, which Material reads as a field name."""
    assert search("UI-Vision: A Benchmark for Perception")[0] == "/papers/ui2025vision/"
    # an identifier is also found with its scheme
    assert search("arXiv: 2503.15661")[0] == "/papers/ui2025vision/"


@pytest.mark.browser
def test_query_finds_the_note_first(search: Callable[[str], list[str]]) -> None:
    """A note whose title is the query comes before papers that have the word in their titles."""
    paths = search("Diffusion")
    assert paths[0] == "/diffusion/"
    assert set(paths[1:3]) == {"/papers/ho2020denoising/", "/papers/arxiv-2105-05233/"} or len(paths) > 2
    assert search("archiveprefix") == []


PIECES = [
    "a", "Nets", "2", " ", "  ", ". ", ".", ",", ";", "?", "!", "-", " - ", "’", ": ", ":", "(", ")", "é", "中", "_",
    "*", "www.x.org", "x.y", "e.g. ", "=", "---", "\n", "\t", "    ", "[!note]", "<b>",
    "/", "://", "%", "%%", "+", "1.", "“q”", '"',
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=8).map("".join))
def test_prose_is_what_the_parser_shows(source: str) -> None:
    """Prose that is not parsed has the same visible text as parsed prose."""
    parsed = search_text.visible_text(f"{source}\n\n---\n\n*b*")
    assert parsed.removesuffix("b").strip() == search_text.visible_text(source)
