"""What the search of a site finds: each paper as one hit, by all its names, and nothing of its BibTeX."""

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
from papernotes_plugin.vocabulary.model import Mention, MentionKind, Output, Paper, Source, Span, Venue
from tests.helpers import sites
from tests.helpers.chromium import Tab
from tests.helpers.http_server import served

RESNET = """@inproceedings{he2016deep,
  title = {Deep Residual Learning for Image Recognition},
  author = {He, Kaiming and Zhang, Xiangyu and Ren, Shaoqing and Sun, Jian},
  booktitle = {Proceedings of the IEEE Conference on Computer Vision and Pattern Recognition},
  year = {2016},
  eprint = {1512.03385},
  archiveprefix = {arXiv}
}
"""
NOTES = {
    "docs/index.md": "# Start\n\nWhat I read.\n\n- [Diffusion](diffusion.md)\n- [Vision](vision.md)\n",
    "docs/diffusion.md": (
        "# Diffusion\n\n## Steps\n\n"
        "- DDPM [ho2020denoising](https://arxiv.org/abs/2006.11239) walks backwards through a waterfall "
        "of noise #generative/images\n"
        "- [Diffusion Models Beat GANs on Image Synthesis](https://arxiv.org/abs/2105.05233)\n"
        "- [UI-Vision: A Benchmark for Perception](https://arxiv.org/abs/2503.15661)\n"
        + "".join(f"- [Paper {i} about Noise](https://arxiv.org/abs/9901.{i:05})\n" for i in range(1, 8))
    ),
    "docs/vision.md": (
        "# Vision\n\n### [Deep Residual Learning for Image Recognition](https://arxiv.org/abs/1512.03385)\n\n"
        "**TL;DR:** Shortcuts let a hundred layers train. #🧠\n\nLater I call it ResNet [@he2016deep].\n\n"
        "- ResNet [he2016deep](https://arxiv.org/abs/1512.03385) once more\n"
    ),
    "bib/papers.bib": RESNET
    + "@misc{ho2020denoising, title={Denoising Diffusion Probabilistic Models}, author={Jonathan Ho and Ajay Jain "
    "and Pieter Abbeel}, year={2020}, eprint={2006.11239}}\n",
}


def mention(context: str) -> Mention:
    """A place whose words are these."""
    return Mention(note="n.md", kind=MentionKind.CITATION, span=Span(0, 1), line=1, column=1, text="x", context=context)


def paper(**facts: Any) -> Paper:
    """A paper of which this is known."""
    return Paper(**{"citekey": "k", "slug": "k", "title": "A Title", **facts})


def entries(built: sites.Built) -> dict[str, dict[str, Any]]:
    """The entries of a search index by their place; each place once."""
    found = json.loads(built.page("search/search_index.json"))["docs"]
    assert len({entry["location"] for entry in found}) == len(found)
    return {entry["location"]: entry for entry in found}


# --- entries --------------------------------------------------------------------------------------


def test_a_paper_is_found_by_all_its_names() -> None:
    """Title and short names in the title; authors, keys, identifiers, venue and tags as words of their own.

    In brief only what tells it from others: given names of the first and the last author, and no venue.
    """
    known = paper(
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
    found, brief = (search_text.search_entry(known, whole=whole) for whole in (True, False))
    assert found.title == brief.title == "Deep Residual Learning for n Layers · ResNet"
    assert found.body == (
        "<p>Kaiming He, Xiangyu Zhang, Jian Sun he2016deep KaimingHe2016CVPR 1512.03385 P19-1001 CVPR 2016 Oral "
        "vision/classics vision classics 🧠 brain</p>"
    )
    assert brief.body == (
        "<p>Kaiming He, Zhang, Jian Sun he2016deep KaimingHe2016CVPR 1512.03385 "
        "vision/classics vision classics 🧠 brain</p>"
    )


def test_what_was_written_is_found_once() -> None:
    """As text without its markup; code is none, and neither is what a note says already."""
    written = (
        "It **beats** [GANs](https://x.org/a) by `far`, $x^2$ [[k|so]] #fast https://y.org\n\n```bibtex\n@a{k}\n```"
    )
    facts = {"mentions": (mention(written), mention("It beats GANs")), "tldr": "It beats GANs", "abstract": "We *do*."}
    body = search_text.search_entry(paper(**facts), whole=True, twice=True).body
    assert body == "<p>k k</p><p>It beats GANs by far, x² so #fast</p><p>We do.</p>"
    assert search_text.search_entry(paper(**facts), whole=False).body == "<p>k</p>"
    assert search_text.text_length(paper(**facts)) == len(written) + 2 * len("It beats GANs") + len("We *do*.")


@given(st.text(), st.lists(st.text(), max_size=3))
def test_nothing_in_an_entry_is_markup(words: str, more: list[str]) -> None:
    """Whatever a paper says of itself, only our own paragraphs are HTML."""
    found = search_text.search_entry(
        paper(title=words, authors=tuple(more), tags=tuple(more), tldr=words, mentions=(mention(words),)), whole=True
    )
    assert "\n" not in found.title
    assert "<" not in found.body.replace("<p>", "").replace("</p>", "")
    assert not {chr(code) for code in range(32)} & set(found.title + found.body)


def test_too_many_words_are_left_to_the_notes() -> None:
    """With `auto` the words about papers are searched until they are too many; `full` and `lean` say which."""
    words = "We read on. " * 45
    many = "".join(
        f"- [Paper {i} about Words](https://arxiv.org/abs/2401.{i:05}) {words}\n" for i in range(MAX_TEXT_LENGTH // 500)
    )
    for text, option, whole in ((many, "auto", False), (many[:900], "auto", True), (many[:900], "lean", False)):
        site = pipeline.build([Source("n.md", text.encode())], pages=False)
        outputs = [Output(paper_page(p.slug, site.config), "") for p in site.library.papers]
        search = Search(site.library, Config(search=option), outputs)
        assert search.whole is whole
        found = search.entry(outputs[0].path)
        assert found is not None
        assert ("We read on" in found[0].body) is whole
        assert search.entry("papers/index.md") is not None
        assert search.briefly is not whole


# --- sites ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> sites.Built:
    """The site of the notes."""
    config = sites.CONFIG.replace("search,", "search, tags,")
    made = sites.build(sites.write(tmp_path_factory.mktemp("found"), {"mkdocs.yml": config, **NOTES}), "--strict")
    assert made.code == 0, made.output
    return made


def test_each_paper_is_one_entry(built: sites.Built) -> None:
    """No part of a page is a hit of its own; BibTeX and what a page says of itself find nothing."""
    found = entries(built)
    pages = {p.parent.name for p in (built.site / "papers").glob("*/index.html")}
    assert {place for place in found if place.startswith("papers/")} == {"papers/", *(f"papers/{p}/" for p in pages)}
    assert len(pages) == 11
    ours = [e for place, e in found.items() if place.startswith(("papers/", "tags/", "venues/", "topics/"))]
    for word in ("booktitle", "archiveprefix", "Proceedings", "Download", "Related", "Your notes", "inproceedings"):
        assert not [e["location"] for e in ours if word in e["text"] + e["title"]]
    assert not any("tags" in e for e in ours)
    resnet = found["papers/he2016deep/"]
    assert resnet["title"] == "Deep Residual Learning for Image Recognition · ResNet"
    for name in ("Kaiming He", "1512.03385", "CVPR 2016", "brain", "Shortcuts let a hundred layers train"):
        assert name in resnet["text"], name


def test_lists_are_found_by_name_alone(built: sites.Built) -> None:
    """Tags and venues by their names; topics not, for they are the headings of notes."""
    found = entries(built)
    assert {place: e["title"] for place, e in found.items() if place.startswith(("tags/", "venues/", "topics/"))} == {
        "tags/brain/": "🧠",
        "tags/generative/": "generative",
        "tags/generative/images/": "generative / images",
        "venues/cvpr/": "CVPR",
        "venues/cvpr/2016/": "CVPR 2016",
    }
    assert found["papers/"]["text"] == ""


def test_the_pages_themselves_stay_whole(built: sites.Built) -> None:
    """What the search reads is not what stands on the page."""
    page = built.page("papers/he2016deep/index.html")
    assert "booktitle" in page
    assert 'id="papernotes"' not in page


@pytest.mark.parametrize("theme", ["mkdocs", "readthedocs"])
def test_themes_with_the_search_of_mkdocs(tmp_path: Path, theme: str) -> None:
    """Each paper is one entry there, too."""
    config = f"site_name: Notes\ntheme: {theme}\nplugins: [search, papernotes]\n"
    made = sites.build(sites.write(tmp_path, {"mkdocs.yml": config, **NOTES}), "--strict")
    assert made.code == 0, made.output
    found = entries(made)
    assert not [place for place in found if place.startswith("papers/") and "#" in place]
    assert "booktitle" not in found["papers/he2016deep/"]["text"]
    assert "1512.03385" in found["papers/he2016deep/"]["text"]


def test_papers_can_be_kept_out_of_the_search(tmp_path: Path) -> None:
    """With `search: none`; the notes are found as ever."""
    config = sites.CONFIG.replace("papernotes]", "papernotes: {search: none}]")
    made = sites.build(sites.write(tmp_path, {"mkdocs.yml": config, **NOTES}), "--strict")
    assert made.code == 0, made.output
    assert set(entries(made)) == {"", "diffusion/", "vision/", "diffusion/#steps"} | {
        place for place in entries(made) if place.startswith(("diffusion/#", "vision/#"))
    }


@pytest.mark.parametrize(
    ("option", "fields", "weight"),
    [("auto", "", 500), ("auto", ", fields: {tags: {boost: 1000000}}", 1e6), ("none", "", 1e6)],
    ids=["ours", "the author's", "not ours"],
)
def test_what_counts_how_much(tmp_path: Path, option: str, fields: str, weight: float) -> None:
    """A tag less than a word of a title, notes a little more than papers; what the author says of both stays."""
    plugins = f"plugins:\n  - search: {{lang: en{fields}}}\n  - papernotes: {{search: {option}}}\n"
    own = {"docs/vision.md": "---\nsearch: {boost: 2}\ntags: [seeing]\n---\n" + NOTES["docs/vision.md"]}
    config = f"{sites.PLAIN.partition('plugins')[0]}{plugins}"
    made = sites.build(sites.write(tmp_path, {"mkdocs.yml": config, **NOTES, **own}))
    assert made.code == 0, made.output
    assert json.loads(made.page("search/search_index.json"))["config"]["fields"]["tags"]["boost"] == weight
    found = entries(made)
    factor = 1 if option == "none" else 1.25
    assert found["diffusion/"].get("boost", 1) == factor
    assert found["vision/"]["boost"] == 2 * factor
    assert found["vision/"]["tags"] == ["seeing"]
    assert option == "none" or "boost" not in found["papers/he2016deep/"]


# --- in the browser -------------------------------------------------------------------------------

_SEARCH = """(async words => {
  const toggle = document.querySelector('#__search');
  if (!toggle.checked) toggle.click();
  const query = document.querySelector('[data-md-component=search-query]');
  query.focus();
  query.value = words;
  query.dispatchEvent(new KeyboardEvent('keyup', {bubbles: true}));
})"""
_FOUND = """[...document.querySelectorAll('.md-search-result__item')].map(
  item => new URL(item.querySelector('a').href).pathname)"""


@pytest.fixture(scope="module")
def search(built: sites.Built, tab: Callable[..., Tab]) -> Iterator[Callable[[str], list[str]]]:
    """What the site finds by some words, best first."""
    with served(built.site) as address:

        def asked(words: str) -> list[str]:
            page = tab()
            page.open(address)
            page.ask(f"{_SEARCH}({json.dumps(words)})")
            page.wait("/[0-9]|No match/.test(document.querySelector('.md-search-result__meta').textContent)")
            return list(page.ask(_FOUND))

        yield asked


@pytest.mark.browser
@pytest.mark.parametrize(
    "words",
    ["Deep Residual Learning", "resnet", "Kaiming", "he2016deep", "1512.03385", "arxiv:1512.03385", "🧠", "brain",
     "CVPR 2016", "hundred layers", "shortcuts"],
)  # fmt: skip
def test_a_reader_finds_the_paper(search: Callable[[str], list[str]], words: str) -> None:
    """By title, short name, author, key, arXiv id, tag, venue and what was written: before the notes' sections."""
    found = [place for place in search(words) if not place.startswith(("/tags/", "/venues/"))]
    assert found[0] == "/papers/he2016deep/"


@pytest.mark.browser
def test_a_pasted_title_is_found(search: Callable[[str], list[str]]) -> None:
    """Also where Material would take a word with a hyphen before a colon for the name of a field."""
    assert search("UI-Vision: A Benchmark for Perception")[0] == "/papers/ui2025vision/"
    # an identifier is found with its scheme, too
    assert search("arXiv: 2503.15661")[0] == "/papers/ui2025vision/"


@pytest.mark.browser
def test_a_reader_finds_the_note(search: Callable[[str], list[str]]) -> None:
    """A note that is called what was asked for comes before the papers that have the word in their titles."""
    found = search("Diffusion")
    assert found[0] == "/diffusion/"
    assert set(found[1:3]) == {"/papers/ho2020denoising/", "/papers/arxiv-2105-05233/"} or len(found) > 2
    assert search("archiveprefix") == []
