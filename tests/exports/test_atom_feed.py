"""The Atom feed of new papers and notes."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from papernotes_plugin.exports.atom_feed import MAX_ENTRIES, atom_feed
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.issues import PapernotesError
from tests.helpers import converted_pages, sites, small_library

ATOM = "{http://www.w3.org/2005/Atom}"
URL = "https://example.org/notes/"
NOTES = {
    "2025-03-04 log.md": "# A < log & more\n\nx y\n",
    "old.md": "---\ncreated: 2024-01-02\nupdated: 2025-06\ntags: [a/b]\n---\n# Old\n\nx\n",
    "undated.md": "# Undated\n\nz\n",
    "wrong.md": "---\ndate: 2025-02-30\n---\n# Wrong\n",
}
PAPERS: list[dict[str, Any]] = [
    {"citekey": "x", "title": "Mu$^2$SLAM", "year": 2025, "authors": ["Ann Lee"], "tldr": "It *works*.", "tags": ["t"],
     "mentions": [{"note": "old.md", "at": "x"}, {"note": "2025-03-04 log.md", "at": "x"}]},
    {"citekey": "y", "title": "Second", "mentions": [{"note": "2025-03-04 log.md", "at": "y"}]},
    {"citekey": "z", "title": "Without a date", "mentions": [{"note": "undated.md", "at": "z"}]},
]  # fmt: skip


def feed(data: dict[str, Any] | None = None, url: str = URL, title: str = "Notes") -> str:
    """Return the feed of a library that is described by plain data."""
    config = Config.load({"site_url": url})
    library = small_library.library(data or {"notes": NOTES, "papers": PAPERS}, config)
    return atom_feed(library, config, title, lambda path: f"{config.site_url}{path.removesuffix('.md')}")


def entries(text: str) -> dict[str, dict[str, str]]:
    """Return the entries of a feed by title, each as element name to href or text."""
    by_title = {}
    for entry in ET.fromstring(text).iter(f"{ATOM}entry"):
        elements = {child.tag.removeprefix(ATOM): child.get("href") or child.text or "" for child in entry}
        by_title[elements["title"]] = elements
    return by_title


def test_feed_lists_dated_notes_and_their_papers() -> None:
    """The feed lists dated notes and the papers they mention, latest first, with dates, link and summary."""
    by_title = entries(feed())
    assert list(by_title) == ["Old", "A < log & more", "Second", "Mu²SLAM"]
    old, paper = by_title["Old"], by_title["Mu²SLAM"]
    assert (old["published"], old["updated"]) == ("2024-01-02T00:00:00Z", "2025-06-01T00:00:00Z")
    assert old["summary"] == "1 paper: Mu²SLAM"
    assert old["link"] == "https://example.org/notes/old"
    assert (paper["published"], paper["updated"]) == ("2024-01-02T00:00:00Z", "2024-01-02T00:00:00Z")
    assert (paper["link"], paper["summary"]) == ("https://example.org/notes/papers/x", "Lee, 2025. It works.")


def test_feed_has_the_required_elements() -> None:
    """The feed has the elements that RFC 4287, section 4.1 requires of a feed and its entries."""
    root = ET.fromstring(feed(title="Notes & more"))
    assert root.tag == f"{ATOM}feed"
    for element in (root, *root.iter(f"{ATOM}entry")):
        assert [len(element.findall(f"{ATOM}{name}")) for name in ("id", "title", "updated")] == [1, 1, 1]
        assert re.fullmatch(r"urn:uuid:[0-9a-f-]{36}", element.findtext(f"{ATOM}id", ""))
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT00:00:00Z", element.findtext(f"{ATOM}updated", ""))
    assert root.findtext(f"{ATOM}author/{ATOM}name") == root.findtext(f"{ATOM}title") == "Notes & more"
    links = {link.get("rel"): link.get("href") for link in root.findall(f"{ATOM}link")}
    assert links == {"self": f"{URL}papers.atom", "alternate": URL}
    ids = [entry.findtext(f"{ATOM}id") for entry in root.iter(f"{ATOM}entry")]
    assert len(set(ids)) == len(ids)


def test_entry_ids_are_stable() -> None:
    """The id of an entry does not depend on its title or date, but on the address of the site."""
    before = entries(feed())
    changed = {
        "notes": {**NOTES, "old.md": NOTES["old.md"].replace("2025-06", "2025-09").replace("# Old", "# New")},
        "papers": [{**PAPERS[0], "title": "Corrected"}, *PAPERS[1:]],
    }
    after = entries(feed(changed))
    assert (after["New"]["id"], after["Corrected"]["id"]) == (before["Old"]["id"], before["Mu²SLAM"]["id"])
    elsewhere = entries(feed(url="https://example.org/other/"))
    assert not {e["id"] for e in elsewhere.values()} & {e["id"] for e in before.values()}


def test_no_feed_without_dates() -> None:
    """A library without any dated note has no feed."""
    assert (
        feed({"notes": {"n.md": "# N\n\nx"}, "papers": [{"citekey": "x", "mentions": [{"note": "n.md", "at": "x"}]}]})
        == ""
    )


def test_number_of_entries_is_limited() -> None:
    """The feed has at most `MAX_ENTRIES` entries, and those are the latest."""
    notes = {f"{year}-01-01 {n}.md": "x" for year in range(2000, 2020) for n in range(10)}
    by_title = entries(feed({"notes": notes}))
    assert sum(1 for _ in ET.fromstring(feed({"notes": notes})).iter(f"{ATOM}entry")) == MAX_ENTRIES
    assert min(e["updated"] for e in by_title.values()) == "2010-01-01T00:00:00Z"


@settings(max_examples=50)
@given(converted_pages.hostile(), converted_pages.hostile())
def test_feed_is_valid_xml_for_any_text(title: str, words: str) -> None:
    """The feed is valid XML for any title and text, and these add no element to it."""
    data = {
        "notes": {"2020-01-01.md": "x"},
        "papers": [
            {
                "citekey": "x",
                "title": title,
                "tldr": words,
                "tags": [words],
                "mentions": [{"note": "2020-01-01.md", "at": "x"}],
            }
        ],
    }
    element_names = {element.tag.removeprefix(ATOM) for element in ET.fromstring(feed(data, title=title)).iter()}
    assert element_names <= {
        "feed",
        "id",
        "title",
        "updated",
        "link",
        "author",
        "name",
        "generator",
        "entry",
        "published",
        "category",
        "summary",
    }


@pytest.mark.parametrize("url", ["example.org", "javascript:x", "ftp://x"])
def test_invalid_site_url_is_rejected(url: str) -> None:
    """A `site_url` that is not an http address is rejected."""
    with pytest.raises(PapernotesError, match="an address"):
        Config.load({"site_url": url})


NOTE = "---\ndate: 2025-05-06\n---\n# A note\n\n- [Attention Is All You Need](https://arxiv.org/abs/1706.03762)\n"


def test_mkdocs_pages_link_to_the_feed(tmp_path: Path) -> None:
    """In MkDocs each page links to the feed and each entry to a page; without `site_url` there is no feed."""
    files = {"docs/index.md": "# Home\n", "docs/deep/note.md": NOTE}
    with_url = sites.CONFIG + f"site_url: {URL}\n"
    result = sites.build(sites.write(tmp_path / "a", {"mkdocs.yml": with_url, **files}), "--strict")
    assert result.code == 0, result.output
    by_title = entries(result.page("papers.atom"))
    assert list(by_title) == ["A note", "Attention Is All You Need"]
    for entry in by_title.values():
        assert (result.site / entry["link"].removeprefix(URL) / "index.html").is_file()
    for page, href in (("index.html", "papers.atom"), ("deep/note/index.html", "../../papers.atom")):
        assert f'type="application/atom+xml" title="Notes" href="{href}"' in result.page(page)
    without = sites.build(sites.write(tmp_path / "b", {"mkdocs.yml": sites.CONFIG, **files}), "--strict")
    assert not (without.site / "papers.atom").exists()
    assert "atom+xml" not in without.page("index.html")


def test_build_command_writes_the_feed(tmp_path: Path) -> None:
    """`papernotes build` writes the feed if `site_url` is set, with addresses as its site generator forms them."""
    from click.testing import CliRunner

    from papernotes_plugin.cli import main

    sites.write(tmp_path / "notes", {"n.md": NOTE, "papernotes.toml": f'site_url = "{URL.rstrip("/")}"\n'})
    for host, page_ending in (("zensical", "/"), ("quartz", "")):
        out = tmp_path / host
        result = CliRunner().invoke(main, ["build", str(tmp_path / "notes"), "-o", str(out), "--for", host])
        assert result.exit_code == 0, result.output
        links = [entry["link"] for entry in entries((out / "papers.atom").read_text("utf-8")).values()]
        assert links[0] == f"{URL}n{page_ending}"
        assert re.fullmatch(f"{URL}papers/[a-z0-9-]+{page_ending}", links[1])
