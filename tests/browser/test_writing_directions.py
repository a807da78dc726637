"""Text in Hebrew and Arabic is shown in its own direction, and changes no order around it (Chromium)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.helpers import sites
from tests.helpers.chromium import Tab
from tests.helpers.http_server import served
from tests.helpers.papers_table import table

pytestmark = pytest.mark.browser

FILES = {
    "mkdocs.yml": "site_name: Notes\ntheme: {name: material, font: false}\nplugins: [search, papernotes]\n",
    "docs/index.md": "# Home\n",
    "docs/read.md": """# Read

### [מבוא ללמידה עמוקה: מה זה BERT?](https://arxiv.org/abs/2001.00002)

- **Authors:** עדי שמיר, דנה כהן, Ann Smith
- **Year:** 2021
- **Abstract:** זהו תקציר של המאמר: Transformer!

**TL;DR:** למידה עמוקה עם BERT היא טובה (מאוד)!

> ציטוט ארוך מתוך המאמר על BERT, שהוא חשוב מאוד!

### [Networks of Zebras: What Are They?](https://arxiv.org/abs/2001.00003)

- **Authors:** Ann Smith, Bo Lee
- **Year:** 2022

**TL;DR:** They have stripes!

> They are striped, and there are many of them!
""",
}
DIRECTION = "getComputedStyle(document.querySelector({!r})).direction"
LEFT = "[...document.querySelectorAll({!r})].map(e => Math.round(e.getBoundingClientRect().left))"


def test_directions(tab: Callable[..., Tab], tmp_path: Path) -> None:
    """Title, TL;DR and quotes have the direction of their text, and names keep the order in which they are written."""
    site = sites.build(sites.write(tmp_path, FILES), "--strict")
    assert site.code == 0, site.output
    blocks = ("article h1", ".papernotes-tldr", "article blockquote")
    with served(site.site) as url:
        page = tab()
        for slug, direction in (("smyr2021bert", "rtl"), ("smith2022networks", "ltr")):
            page.open(f"{url}papers/{slug}/")
            assert [page.ask(DIRECTION.format(selector)) for selector in blocks] == [direction] * 3
            names = page.ask(LEFT.format(".papernotes-authors bdi"))
            assert names == sorted(names)
            assert len(names) > 1
        page.open(f"{url}papers/smyr2021bert/")
        assert page.ask("document.querySelector('.papernotes-authors').textContent") == "עדי שמיר, דנה כהן, Ann Smith"
        # the abstract and the reference have no attribute, but the base direction of their text
        start = (
            "(r => (r.selectNodeContents(document.querySelector({!r})), r.getBoundingClientRect().right))(new Range())"
        )
        right = page.ask("document.querySelector('article').getBoundingClientRect().right")
        assert page.ask(start.format("p:has(> .papernotes-cite) + p")) > right - 60
        table(page, f"{url}papers/")
        assert page.ask(DIRECTION.format(".papernotes-papers tr:has(a[href*=smyr]) .papernotes-title a")) == "rtl"
        authors = page.ask("[...document.querySelectorAll('td.papernotes-c-authors')].map(e => e.innerHTML)")
        assert sorted(authors) == ["<bdi>Smith</bdi> and <bdi>Lee</bdi>", "<bdi>שמיר</bdi> et al."]
        assert page.ask(DIRECTION.format("td.papernotes-c-authors")) == "ltr"
