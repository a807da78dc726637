"""Citation metadata of pages: meta tags, JSON-LD, COinS and previews of shared links."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from hypothesis import given
from hypothesis import strategies as st

import papernotes_plugin as pn
from papernotes_plugin import bibtex, identifiers
from papernotes_plugin.exports import citation_metadata, open_graph
from papernotes_plugin.exports.citation_metadata import csl_facts
from papernotes_plugin.pipeline import Metadata
from papernotes_plugin.text import one_line
from papernotes_plugin.vocabulary.model import Link, Paper, Source, Venue
from tests.helpers import sites
from tests.helpers.sites import CONFIG


class ParsedHtml(HTMLParser):
    """Parser that collects the elements and the text of a piece of HTML."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect the element."""
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        """Collect the text."""
        self.text += data

    def meta(self) -> list[tuple[str, str]]:
        """Return name and content of each `meta` element."""
        return [(str(attributes["name"]), str(attributes["content"])) for tag, attributes in self.tags if tag == "meta"]


def paper(**facts: Any) -> Paper:
    """Return a paper with these facts; `entry` is BibTeX text."""
    facts["identifiers"] = tuple(filter(None, map(identifiers.parse_identifier, facts.get("identifiers", ()))))
    if "entry" in facts:
        (facts["entry"],), _ = bibtex.read(Source("b.bib", facts["entry"].encode()))
    return Paper(**{"citekey": "k", "slug": "k", "title": "A Title", **facts})


FULL = paper(
    title="LoRA & “Friends” in $O(n)$",
    authors=("Ludwig van Beethoven", "OpenAI Team", "et al."),
    year=2025,
    venue=Venue("ICLR", 2025),
    type="inproceedings",
    identifiers=["doi:10.1000/a_b", "arxiv:2401.00001"],
)
ARTICLE = paper(
    authors=("Bee, Ada",),
    year=2001,
    entry="@article{k, title={A Title}, author={Bee, Ada}, journal={The Journal}, year=2001, volume=4, number=2, "
    "pages={10--19}, month=3, issn={1533-7928}}",
)


def head_metadata(one: Paper, address: str = "") -> tuple[dict[str, list[str]], dict[str, Any]]:
    """Return the `citation_*` tags and the JSON-LD of the head of a paper page."""
    read = ParsedHtml(citation_metadata.paper_head(one, csl_facts(one), address))
    tags: dict[str, list[str]] = {}
    for name, content in read.meta():
        tags.setdefault(name.removeprefix("citation_"), []).append(content)
    return tags, json.loads(read.text)


def test_citation_tags() -> None:
    """The tags have one title, one author each with the family name first, a date with slashes, and the venue."""
    tags, _ = head_metadata(FULL)
    assert tags["title"] == ["LoRA & “Friends” in O(n)"]
    assert tags["author"] == ["van Beethoven, Ludwig", "OpenAI Team"]
    assert tags["publication_date"] == ["2025"]
    assert tags["conference_title"] == ["The Thirteenth International Conference on Learning Representations"]
    assert (tags["doi"], tags["arxiv_id"]) == (["10.1000/a_b"], ["2401.00001"])
    assert tags["abstract_html_url"] == ["https://doi.org/10.1000/a_b"]
    assert tags["pdf_url"] == ["https://arxiv.org/pdf/2401.00001"]
    tags, _ = head_metadata(ARTICLE)
    assert tags["publication_date"] == ["2001/03"]
    assert (tags["journal_title"], tags["volume"], tags["issue"]) == (["The Journal"], ["4"], ["2"])
    assert (tags["firstpage"], tags["lastpage"], tags["issn"]) == (["10"], ["19"], ["1533-7928"])
    assert "conference_title" not in tags


def test_unknown_facts_have_no_tags() -> None:
    """An unknown fact has no tag; without title, author and year there are no tags at all."""
    tags, _ = head_metadata(paper(authors=("Bee, Ada",), year=2001))
    assert tags == {"title": ["A Title"], "author": ["Bee, Ada"], "publication_date": ["2001"]}
    for facts in ({}, {"year": 2001}, {"authors": ("Bee, Ada",)}, {"authors": ("others",), "year": 2001}):
        one = paper(**facts)
        tags, data = head_metadata(one)
        assert tags == {}
        assert not citation_metadata.is_citable(csl_facts(one))
        assert {"@context", "@type", "headline", "name"} <= set(data)


def test_page_without_citation_tags_has_coins() -> None:
    """A page without citation tags has COinS, which Zotero reads even without authors or a year."""
    note = b"# A\n\n- [Attention Is All You Need](https://arxiv.org/abs/1706.03762)\n"
    bib = b"@misc{k, title={Denoising Diffusion}, author={Ho, Jonathan}, year=2020}"
    site = pn.build([Source("a.md", note), Source("b.md", b"[@k]")], bibliography=[Source("b.bib", bib)])
    metadata = Metadata(site.library, site.config, site.output_paths, site.facts)
    html = "<html><head><title>x</title></head><body>y</body></html>"
    for one in site.library.papers:
        page = metadata.add_to(f"papers/{one.slug}.md", html)
        assert ("Z3988" in page, "citation_title" in page) == ((True, False) if one.citekey != "k" else (False, True))


def test_pdf_url_is_a_web_address() -> None:
    """Only a web address becomes the `pdf_url`; a `javascript:` address is left out."""
    urls = ("javascript:alert(1)//x.pdf", "https://example.org/a b.pdf?x")
    tags, _ = head_metadata(paper(authors=("Bee, Ada",), year=2001, links=tuple(Link("PDF", url) for url in urls)))
    assert tags["pdf_url"] == ["https://example.org/a%20b.pdf?x"]


def test_json_ld_of_a_paper() -> None:
    """The paper is a `ScholarlyArticle` with the page as `subjectOf`; authors are persons or organisations."""
    _, data = head_metadata(FULL, "https://notes.org/papers/k/")
    assert (data["@type"], data["headline"], data["datePublished"]) == (
        "ScholarlyArticle", "LoRA & “Friends” in O(n)", "2025",
    )  # fmt: skip
    assert data["author"] == [
        {"@type": "Person", "name": "Ludwig van Beethoven", "givenName": "Ludwig", "familyName": "van Beethoven"},
        {"@type": "Organization", "name": "OpenAI Team"},
    ]
    assert data["sameAs"] == ["https://doi.org/10.1000/a_b", "https://arxiv.org/abs/2401.00001"]
    assert data["subjectOf"] == {"@type": "WebPage", "url": "https://notes.org/papers/k/"}


def context(one: Paper) -> dict[str, list[str]]:
    """Return the OpenURL ContextObject of a paper."""
    ((tag, attributes),) = ParsedHtml(citation_metadata.coins_span(one, csl_facts(one))).tags
    assert (tag, attributes["class"]) == ("span", "Z3988")
    return parse_qs(str(attributes["title"]), strict_parsing=True)


def test_coins_formats() -> None:
    """A conference paper has the book format, which Zotero requires; an article has the journal format."""
    data = context(FULL)
    assert data["rft_val_fmt"] == ["info:ofi/fmt:kev:mtx:book"]
    assert (data["rft.genre"], data["rft.atitle"]) == (["proceeding"], ["LoRA & “Friends” in O(n)"])
    assert (data["rft.aulast"], data["rft.aufirst"]) == (["van Beethoven"], ["Ludwig"])
    assert data["rft.au"] == ["van Beethoven, Ludwig", "OpenAI Team"]
    assert data["rft_id"] == ["info:doi/10.1000/a_b", "https://doi.org/10.1000/a_b"]
    data = context(ARTICLE)
    assert data["rft_val_fmt"] == ["info:ofi/fmt:kev:mtx:journal"]
    assert (data["rft.jtitle"], data["rft.spage"], data["rft.date"]) == (["The Journal"], ["10"], ["2001-03"])


def test_coins_limit_the_number_of_authors() -> None:
    """COinS have a limited number of authors, so that a list grows with its papers only."""
    many = paper(authors=tuple(f"Given Family{n}" for n in range(3000)))
    assert len(context(many)["rft.au"]) == citation_metadata.MAX_COINS_AUTHORS


BITS = ["</script>", "<!--", "]]>", '" onload="x', "'", "&quot;", "\u202e", "\0", "\ud800", "注意", "\u2028", "$\\x{"]
HOSTILE = st.lists(st.text(max_size=8) | st.sampled_from(BITS), min_size=1, max_size=5).map("".join)


@given(HOSTILE, st.lists(HOSTILE, max_size=3))
def test_metadata_of_any_paper_is_harmless(title: str, authors: list[str]) -> None:
    """Any paper adds only meta tags, one data script and one COinS element to a page."""
    one = paper(title=title, authors=tuple(authors), year=2020)
    facts = csl_facts(one)
    head, coins = citation_metadata.paper_head(one, facts), citation_metadata.coins_span(one, facts)
    (head + coins).encode()
    read = ParsedHtml(head)
    assert {tag for tag, _ in read.tags} <= {"meta", "script"}
    assert [tag for tag, _ in read.tags].count("script") == 1
    assert all(set(attributes) == {"name", "content"} for tag, attributes in read.tags if tag == "meta")
    data = json.loads(read.text)
    assert data.get("headline", "") == one_line(data.get("headline", ""))
    assert len(ParsedHtml(coins).tags) == 1
    assert not re.search("[\x00-\x08\u202a-\u202e]", head + coins)


@given(HOSTILE, HOSTILE)
def test_preview_tags_occur_once(title: str, tldr: str) -> None:
    """A preview has each tag at most once and does not repeat a tag of the theme."""
    one = paper(title=title, tldr=tldr, year=2020)
    read = ParsedHtml(
        open_graph.preview_tags(
            open_graph.paper_preview(one), "https://notes.org/p/", '<meta name="description" content="theirs">'
        )
    )
    named = [str(attributes.get("property") or attributes.get("name")) for _, attributes in read.tags]
    assert {tag for tag, _ in read.tags} == {"meta"}
    assert len(set(named)) == len(named)
    assert set(named) <= {"og:type", "og:title", "og:description", "og:url", "twitter:card"}
    description = open_graph.paper_preview(one).description
    assert description.startswith("2020")
    assert description == one_line(description)
    assert len(description) <= open_graph.MAX_DESCRIPTION + 2


def test_existing_preview_tags_are_not_replaced() -> None:
    """A preview tag that the page already has, for instance from a social card, is not added again."""
    theirs = '<meta property="og:title" content="Theirs"><meta name="twitter:card" content="summary_large_image">'
    tags = open_graph.preview_tags(open_graph.list_preview("Tags", ["LLM"]), "", theirs)
    assert "og:title" not in tags
    assert "twitter:card" not in tags
    assert '<meta property="og:description" content="LLM">' in tags
    assert "og:url" not in tags


def test_only_generated_pages_are_changed() -> None:
    """A note, a page of the author in place of a generated page, and a page without a head are not changed."""
    site = pn.build([Source("a.md", b"# A\n\n- [Attention Is All You Need](https://arxiv.org/abs/1706.03762)\n")])
    html = "<html><head><title>x</title></head><body>y</body></html>"
    page = f"papers/{site.library.papers[0].slug}.md"
    metadata = Metadata(site.library, site.config, site.output_paths, site.facts)
    assert metadata.add_to("a.md", html) == html
    assert metadata.add_to(page, "<p>no head</p>") == "<p>no head</p>"
    assert '"headline":"Attention' in metadata.add_to(page, html).partition("</head>")[0]
    assert metadata.add_to("papers/index.md", html).count("Z3988") == 1
    assert Metadata(site.library, site.config, frozenset(), site.facts).add_to(page, html) == html


def test_metadata_in_a_site(tmp_path: Path) -> None:
    """Pages of papers and lists have metadata, the search index does not, and `metadata: false` turns it off."""
    paper = "[Attention Is All You Need](https://arxiv.org/abs/1706.03762), Vaswani et al., NeurIPS 2017 #ml"
    note = f"# Reading\n\n- {paper}\n"
    sites.write(tmp_path, {"mkdocs.yml": f"{CONFIG}site_url: https://notes.org/\n", "docs/index.md": note})
    result = sites.build(tmp_path, "--strict")
    assert result.code == 0, result.output
    (page,) = (path for path in sites.files(result.site) if re.fullmatch(r"papers/.+/index\.html", path))
    read = ParsedHtml(result.page(page).partition("</head>")[0])
    assert ("citation_title", "Attention Is All You Need") in [
        (f["name"], f["content"]) for t, f in read.tags if t == "meta" and "name" in f
    ]
    assert (
        f'"subjectOf":{{"@type":"WebPage","url":"https://notes.org/{page.removesuffix("index.html")}"}}'
        in result.page(page)
    )
    tags = {f.get("property") or f.get("name"): f["content"] for t, f in read.tags if t == "meta" and "content" in f}
    assert tags["description"] == tags["og:description"] == "Vaswani et al., NeurIPS 2017"
    assert tags["og:title"] == "Attention Is All You Need"
    assert tags["og:url"] == f"https://notes.org/{page.removesuffix('index.html')}"
    assert tags["twitter:card"] == "summary"
    assert result.page(page).count('name="description"') == 1
    for path, title in {
        "papers": "Papers",
        "venues": "Venues",
        "venues/neurips": "NeurIPS",
        "tags/ml": "#ml",
        "map": "Map",
    }.items():
        listed = result.page(f"{path}/index.html")
        assert f'<meta property="og:title" content="{title}">' in listed
        assert f'<meta property="og:url" content="https://notes.org/{path}/">' in listed
        assert listed.count('name="twitter:card"') == listed.count('name="description"') == 1
    assert '<meta property="og:description" content="Attention Is All You Need">' in result.page("tags/ml/index.html")
    for path in ("papers/index.html", "venues/neurips/index.html", "tags/ml/index.html"):
        assert result.page(path).count('class="Z3988"') == 1
    assert "Z3988" not in result.page("index.html")
    assert "Z39" not in result.page("search/search_index.json")
    sites.write(tmp_path, {"mkdocs.yml": CONFIG.replace("papernotes]", "papernotes: {metadata: false}]")})
    off = sites.build(tmp_path, "--strict", site="off")
    assert off.code == 0, off.output
    assert not [
        p
        for p, data in sites.files(off.site).items()
        if b"Z3988" in data or b"citation_title" in data or b"og:title" in data
    ]
