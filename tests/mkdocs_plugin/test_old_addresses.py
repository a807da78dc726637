"""Papers keep their old addresses: small HTML files lead on, and .bib and RIS files have the old key."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config

from tests.helpers import sites

NOTE = """\
- [Attention Is All You Need & More](https://arxiv.org/abs/1706.03762), NeurIPS 2017
- [the old page](papers/attention2017need.md)
"""
BIB = "@inproceedings{v17, title = {Attention Is All You Need & More}, eprint = {1706.03762}, year = {2017}}\n"
LOCK = "arxiv:1706.03762 v17 was transformer\n"
SITE = "site_name: x\ntheme: mkdocs\nplugins: [search, papernotes: {old_addresses: OPTION}]\n"


def build_site(folder: Path, option: str = "true", more: str = "", **files: str) -> Path:
    """Return the folder of a site that is built with a bibliography."""
    config = SITE.replace("OPTION", option) + more
    given = {name.replace("__", "/").replace("_", "."): text for name, text in files.items()}
    sites.write(folder, {"mkdocs.yml": config, "docs/index.md": NOTE, "bib/a.bib": BIB, **given})
    loaded = load_config(str(folder / "mkdocs.yml"), strict=True)
    build(loaded)
    return folder / "site"


@pytest.mark.parametrize(
    ("more", "page", "target"),
    [
        ("", "papers/attention2017need/index.html", "papers/v17/index.html"),
        ("use_directory_urls: false\n", "papers/attention2017need.html", "papers/v17.html"),
    ],
)
def test_an_old_page_redirects(tmp_path: Path, more: str, page: str, target: str) -> None:
    """A browser without scripts opens the new page; the old one is in no list of pages, and links go to the new one."""
    site = build_site(tmp_path, more=f"{more}site_url: https://example.org/lab/\n")
    text = (site / page).read_text("utf-8")
    url = html.unescape(re.findall(r'http-equiv="refresh" content="0; url=([^"]*)"', text)[0])
    led_to = (site / page).parent / url
    assert (led_to / "index.html" if url.endswith("/") else led_to).resolve() == (site / target).resolve()
    assert f'rel="canonical" href="https://example.org/lab/{target.removesuffix("index.html")}"' in text
    assert "<title>Attention Is All You Need &amp; More</title>" in text
    assert len(text) < 1000
    assert "attention2017need" not in (site / "sitemap.xml").read_text("utf-8")
    assert f'href="{target.removesuffix("index.html")}">the old page</a>' in (site / "index.html").read_text("utf-8")


def test_old_files_have_the_old_key(tmp_path: Path) -> None:
    """A manuscript that downloads an old file finds the key that it cites; keys in the lock have files, too."""
    site = build_site(tmp_path, bib__keys_txt=LOCK, docs__index_md=NOTE.replace("attention2017need", "transformer"))
    for key in ("v17", "transformer"):
        assert f"@inproceedings{{{key},\n" in (site / f"papers/{key}.bib").read_text("utf-8")
        assert f"ID  - {key}\n" in (site / f"papers/{key}.ris").read_text("utf-8")
    assert (site / "papers.bib").read_text("utf-8").count("@") == 1
    assert (site / "papers.ris").read_text("utf-8").count("ID  - ") == 1
    # A pinned paper has no other old address.
    assert not [path for path in site.rglob("*") if "attention2017" in path.name]


def test_without_old_addresses(tmp_path: Path) -> None:
    """The option turns all of them off."""
    site = build_site(tmp_path, "false", docs__index_md=NOTE.replace("attention2017need", "v17"))
    assert {path.name for path in site.rglob("papers/*") if path.name.startswith(("attention", "v17"))} == {
        "v17",
        "v17.bib",
        "v17.ris",
    }


def test_a_file_of_the_author_stays(tmp_path: Path) -> None:
    """The author's own page at an old address is the one that the site shows."""
    site = build_site(tmp_path, docs__papers__attention2017need_md="# Mine\n")
    assert "Mine" in (site / "papers/attention2017need/index.html").read_text("utf-8")


def test_a_redirect_that_is_reused_follows_its_paper(tmp_path: Path) -> None:
    """After an edit of words the file stays; a new title and a removed paper change it."""
    page = build_site(tmp_path) / "papers/attention2017need/index.html"
    before = page.read_bytes()
    build_site(tmp_path, docs__index_md=f"{NOTE}\nMore words.\n")
    assert page.read_bytes() == before
    build_site(tmp_path, docs__index_md=f"{NOTE}\nMore words.\n", bib__a_bib=BIB.replace("Need &", "Need and"))
    assert "<title>Attention Is All You Need and More</title>" in page.read_text("utf-8")
    build_site(tmp_path, docs__index_md="- [Another Work](https://arxiv.org/abs/1706.03763), 2018\n", bib__a_bib="")
    assert not page.exists()
