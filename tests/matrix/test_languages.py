"""On sites in several languages each page has backlinks from every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.helpers import sites
from tests.helpers.required_plugins import skip_if_not_installed
from tests.helpers.sites import CONFIG, Site
from tests.matrix.table import Case

LANGUAGES = "[{locale: en, default: true, name: English}, {locale: de, name: Deutsch}]"
ENGLISH = {
    "index.md": "# Home\n\n- [Attention Is All You Need](https://arxiv.org/abs/1706.03762), see [plain](plain.md)\n",
    "plain.md": "# Plain\n\nback [home](index.md)\n",
    "guide/index.md": "# Guide\n\nnot [home](../index.md)\n",
}
GERMAN = "# Lesen\n\nHier ist [mehr](plain.md), auch [das](guide/index.md).\n"
SUFFIX = {f"docs/{name}": text for name, text in ENGLISH.items()} | {"docs/index.de.md": GERMAN}
FOLDER = {f"docs/en/{name}": text for name, text in ENGLISH.items()} | {
    "docs/de/index.md": GERMAN.replace("plain.md", "../en/plain.md").replace("guide/", "../en/guide/")
}


def backlinks(page: str) -> list[str]:
    """Return the URLs of a page's backlinks, to notes and to anchors in them."""
    end = page.partition('class="papernotes-backlinks"')[2].partition("</article>")[0]
    return [url for url in re.findall(r'<a[^>]* href="([^"]*)"', end) if "://" not in url]


@pytest.mark.matrix
@pytest.mark.parametrize(("structure", "files"), [("suffix", SUFFIX), ("folder", FOLDER)])
def test_pages_of_every_language_have_backlinks(tmp_path: Path, structure: str, files: dict[str, str | bytes]) -> None:
    """A backlink leads to the linking note and its anchor, and not to a translation, which has other anchors."""
    skip_if_not_installed(Case("i18n", needs=("mkdocs-static-i18n",)))
    i18n = f"i18n: {{docs_structure: {structure}, languages: {LANGUAGES}}}"
    config = f"site_url: https://example.org/\n{CONFIG}".replace("papernotes]", f"papernotes, {i18n}]")
    result = sites.build(sites.write(tmp_path, {"mkdocs.yml": config, **files}), "--strict")
    assert result.code == 0, result.output
    # the language switcher has links to pages without a translation
    assert [wrong for wrong in Site(result.site).broken() if not re.search(r": /(de/)?$", wrong)] == []
    pages = {
        path: backlinks(result.page(f"{path}index.html")) for path in ("plain/", "de/plain/", "guide/", "de/guide/")
    }
    starts = {path: [url for url in links if "#" not in url] for path, links in pages.items()}
    assert starts["guide/"][0] == "../de/"
    assert {"..", "../de/"} <= {url.rstrip("/") if url == "../" else url for url in starts["plain/"]}
    assert starts["de/guide/"][0] == "../"
    assert {"../", "../../"} <= set(starts["de/plain/"])
    assert all(any("#" in url for url in links) for links in pages.values())
