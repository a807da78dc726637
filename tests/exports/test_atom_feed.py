"""The feed of new papers and notes."""

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


def made(data: dict[str, Any] | None = None, url: str = URL, title: str = "Notes") -> str:
    """The feed of a library."""
    config = Config.load({"site_url": url})
    known = small_library.library(data or {"notes": NOTES, "papers": PAPERS}, config)
    return atom_feed(known, config, title, lambda path: f"{config.site_url}{path.removesuffix('.md')}")


def entries(text: str) -> dict[str, dict[str, str]]:
    """The entries of a feed by title: what each element says."""
    found = {}
    for entry in ET.fromstring(text).iter(f"{ATOM}entry"):
        said = {child.tag.removeprefix(ATOM): child.get("href") or child.text or "" for child in entry}
        found[said["title"]] = said
    return found


def test_what_is_in_it() -> None:
    """Dated notes and the papers they mention, the latest first, each with its dates, its address and some words."""
    found = entries(made())
    assert list(found) == ["Old", "A < log & more", "Second", "Mu²SLAM"]
    old, paper = found["Old"], found["Mu²SLAM"]
    assert (old["published"], old["updated"]) == ("2024-01-02T00:00:00Z", "2025-06-01T00:00:00Z")
    assert old["summary"] == "1 paper: Mu²SLAM"
    assert old["link"] == "https://example.org/notes/old"
    assert (paper["published"], paper["updated"]) == ("2024-01-02T00:00:00Z", "2024-01-02T00:00:00Z")
    assert (paper["link"], paper["summary"]) == ("https://example.org/notes/papers/x", "Lee, 2025. It works.")


def test_it_has_what_the_standard_asks_for() -> None:
    """RFC 4287, 4.1: the feed and each entry have an id, a title and a date; the feed an author and its own address."""
    root = ET.fromstring(made(title="Notes & more"))
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


def test_ids_stay() -> None:
    """Another title or date makes no other id; another site does."""
    before = entries(made())
    changed = {
        "notes": {**NOTES, "old.md": NOTES["old.md"].replace("2025-06", "2025-09").replace("# Old", "# New")},
        "papers": [{**PAPERS[0], "title": "Corrected"}, *PAPERS[1:]],
    }
    after = entries(made(changed))
    assert (after["New"]["id"], after["Corrected"]["id"]) == (before["Old"]["id"], before["Mu²SLAM"]["id"])
    elsewhere = entries(made(url="https://example.org/other/"))
    assert not {e["id"] for e in elsewhere.values()} & {e["id"] for e in before.values()}


def test_nothing_dated_no_feed() -> None:
    """A library in which nothing says its date has none."""
    assert (
        made({"notes": {"n.md": "# N\n\nx"}, "papers": [{"citekey": "x", "mentions": [{"note": "n.md", "at": "x"}]}]})
        == ""
    )


def test_it_ends() -> None:
    """The latest entries, and no more."""
    notes = {f"{year}-01-01 {n}.md": "x" for year in range(2000, 2020) for n in range(10)}
    found = entries(made({"notes": notes}))
    assert sum(1 for _ in ET.fromstring(made({"notes": notes})).iter(f"{ATOM}entry")) == MAX_ENTRIES
    assert min(e["updated"] for e in found.values()) == "2010-01-01T00:00:00Z"


@settings(max_examples=50)
@given(converted_pages.hostile(), converted_pages.hostile())
def test_it_is_xml_whatever_is_said(title: str, words: str) -> None:
    """No title and no words break the feed or bring an element into it."""
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
    found = {element.tag.removeprefix(ATOM) for element in ET.fromstring(made(data, title=title)).iter()}
    assert found <= {
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
def test_an_address_is_one(url: str) -> None:
    """An address of a site that is none is refused."""
    with pytest.raises(PapernotesError, match="an address"):
        Config.load({"site_url": url})


NOTE = "---\ndate: 2025-05-06\n---\n# A note\n\n- [Attention Is All You Need](https://arxiv.org/abs/1706.03762)\n"


def test_a_site_offers_it(tmp_path: Path) -> None:
    """In MkDocs each page leads to the feed, whose entries are pages; without an address: nothing."""
    files = {"docs/index.md": "# Home\n", "docs/deep/note.md": NOTE}
    with_url = sites.CONFIG + f"site_url: {URL}\n"
    built = sites.build(sites.write(tmp_path / "a", {"mkdocs.yml": with_url, **files}), "--strict")
    assert built.code == 0, built.output
    found = entries(built.page("papers.atom"))
    assert list(found) == ["A note", "Attention Is All You Need"]
    for entry in found.values():
        assert (built.site / entry["link"].removeprefix(URL) / "index.html").is_file()
    for page, href in (("index.html", "papers.atom"), ("deep/note/index.html", "../../papers.atom")):
        assert f'type="application/atom+xml" title="Notes" href="{href}"' in built.page(page)
    without = sites.build(sites.write(tmp_path / "b", {"mkdocs.yml": sites.CONFIG, **files}), "--strict")
    assert not (without.site / "papers.atom").exists()
    assert "atom+xml" not in without.page("index.html")


def test_the_command_writes_it(tmp_path: Path) -> None:
    """`papernotes build` writes the feed where its options say the address, as its host makes addresses."""
    from click.testing import CliRunner

    from papernotes_plugin.cli import main

    sites.write(tmp_path / "notes", {"n.md": NOTE, "papernotes.toml": f'site_url = "{URL.rstrip("/")}"\n'})
    for host, end in (("zensical", "/"), ("quartz", "")):
        out = tmp_path / host
        done = CliRunner().invoke(main, ["build", str(tmp_path / "notes"), "-o", str(out), "--for", host])
        assert done.exit_code == 0, done.output
        links = [entry["link"] for entry in entries((out / "papers.atom").read_text("utf-8")).values()]
        assert links[0] == f"{URL}n{end}"
        assert re.fullmatch(f"{URL}papers/[a-z0-9-]+{end}", links[1])
