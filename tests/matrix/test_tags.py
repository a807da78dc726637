"""Papers appear in the listings of Material's tags plugin, and every tag has its own id."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.helpers import sites
from tests.helpers.sites import CONFIG, Site

pytestmark = pytest.mark.full

FILES: dict[str, str | bytes] = {
    "docs/index.md": "---\ntags: [Vision, 🧠]\n---\n# Start\n\nWords.\n",
    "docs/by-tag.md": "# By tag\n\n<!-- material/tags -->\n",
    "docs/list.md": (
        "# List\n\n"
        "- [Denoising Diffusion Probabilistic Models](https://arxiv.org/abs/2006.11239) #vision #🔥 #graph/nets\n"
        "- [Layer Normalization](https://arxiv.org/abs/1607.06450) #🌍\n"
    ),
}


def listing(page: str) -> dict[str, tuple[str, list[str]]]:
    """Return the id and the page titles of every tag in a listing."""
    article = page[page.index("<article") : page.index("</article>")]
    parts = re.findall(r'<h2 id="([^"]*)">\s*<span[^>]*>(.*?)</span></h2>\s*<ul>(.*?)</ul>', article, re.DOTALL)
    return {tag: (i, [title.strip() for title in re.findall(r">([^<>]+)</a>", links)]) for i, tag, links in parts}


@pytest.mark.parametrize(
    "plugins", ["search, tags, papernotes", pytest.param("papernotes, search, tags", marks=pytest.mark.full)]
)
def test_papers_join_the_listing(tmp_path: Path, plugins: str) -> None:
    """Each paper is listed once per tag, under the site's own spelling, and no two tags share an id."""
    folder = sites.write(tmp_path, {"mkdocs.yml": CONFIG.replace("search, papernotes", plugins), **FILES})
    result = sites.build(folder, "--strict")
    assert result.code == 0, result.output
    assert Site(result.site).broken() == []
    assert listing(result.page("by-tag/index.html")) == {
        "Vision": ("tag:vision", ["Denoising Diffusion Probabilistic Models", "Start"]),
        "graph/nets": ("tag:graphnets", ["Denoising Diffusion Probabilistic Models"]),
        "🌍": ("tag:1f30d", ["Layer Normalization"]),
        "🔥": ("tag:1f525", ["Denoising Diffusion Probabilistic Models"]),
        "🧠": ("tag:", ["Start"]),
    }
    paper = result.page("papers/layer2016normalization/index.html")
    without_icons = re.sub(r"<svg.*?</svg>", "", paper, flags=re.DOTALL)
    assert without_icons.count("🌍") == 2, "once in the text of the note, once among the tags"
    assert "md-tags" not in paper


def test_tags_that_are_not_allowed_are_omitted(tmp_path: Path) -> None:
    """On a site with `tags_allowed`, other tags of papers are omitted and do not end the build."""
    config = CONFIG.replace("search, papernotes", "search, tags: {tags_allowed: [Vision, 🧠]}, papernotes")
    result = sites.build(sites.write(tmp_path, {"mkdocs.yml": config, **FILES}), "--strict")
    assert result.code == 0, result.output
    assert set(listing(result.page("by-tag/index.html"))) == {"Vision", "🧠"}


def test_nested_tags_and_spellings(tmp_path: Path) -> None:
    """Papers are listed under the site's own spelling of a tag and its parents; each id occurs once."""
    config = CONFIG.replace("search, papernotes", "search, tags: {tags_hierarchy: true}, papernotes")
    files: dict[str, str | bytes] = {
        "docs/index.md": "---\ntags: [Java, Lang/Java, 🧠]\n---\n# Start\n",
        "docs/two.md": (
            "---\ntags: [java, 🧠 thought]\n---\n# Two\n\n"
            "- [Denoising Diffusion Probabilistic Models](https://arxiv.org/abs/2006.11239) #java #lang/JAVA #🔥\n"
            "- [Layer Normalization](https://arxiv.org/abs/1607.06450) #🚀 #JAVA #lang/py/deep\n"
        ),
        "docs/tags.md": "# By tag\n\n<!-- material/tags -->\n",
    }
    result = sites.build(sites.write(tmp_path, {"mkdocs.yml": config, **files}), "--strict")
    assert result.code == 0, result.output
    assert Site(result.site).broken() == []
    page = result.page("tags/index.html")
    headings = {
        heading_id: re.sub(r"<[^>]*>", "", name).strip()
        for heading_id, name in re.findall(r'<h2 id="([^"]*)">(.*?)</h2>', page, re.DOTALL)
    }
    assert headings == {
        "tag:java": "Java",
        "tag:java-2": "java",
        "tag:lang": "Lang",
        "tag:lang/java": "Lang/Java",
        "tag:lang/py": "Lang/py",
        "tag:lang/py/deep": "Lang/py/deep",
        "tag:1f525": "🔥",
        "tag:1f680": "🚀",
        "tag:": "🧠",
        "tag:-thought": "🧠 thought",
    }
