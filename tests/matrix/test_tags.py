"""Material's tags: our papers join its listings, under ids of their own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.helpers import sites
from tests.helpers.sites import CONFIG, Site

FILES: dict[str, str | bytes] = {
    "docs/index.md": "---\ntags: [Vision, 🧠]\n---\n# Start\n\nWords.\n",
    "docs/by-tag.md": "# By tag\n\n<!-- material/tags -->\n",
    "docs/list.md": (
        "# List\n\n"
        "- [Denoising Diffusion Probabilistic Models](https://arxiv.org/abs/2006.11239) #vision #🔥 #graph/nets\n"
        "- [Layer Normalization](https://arxiv.org/abs/1607.06450) #🌍\n"
    ),
}


def listed(page: str) -> dict[str, tuple[str, list[str]]]:
    """Every tag of a listing with its id and the pages below it."""
    article = page[page.index("<article") : page.index("</article>")]
    parts = re.findall(r'<h2 id="([^"]*)">\s*<span[^>]*>(.*?)</span></h2>\s*<ul>(.*?)</ul>', article, re.DOTALL)
    return {tag: (place, [title.strip() for title in re.findall(r">([^<>]+)</a>", body)]) for place, tag, body in parts}


@pytest.mark.parametrize(
    "plugins", ["search, tags, papernotes", pytest.param("papernotes, search, tags", marks=pytest.mark.full)]
)
def test_papers_join_the_listing(tmp_path: Path, plugins: str) -> None:
    """Each paper stands there once, under the site's own spelling, and no two tags share an id."""
    folder = sites.write(tmp_path, {"mkdocs.yml": CONFIG.replace("search, papernotes", plugins), **FILES})
    built = sites.build(folder, "--strict")
    assert built.code == 0, built.output
    assert Site(built.site).broken() == []
    assert listed(built.page("by-tag/index.html")) == {
        "Vision": ("tag:vision", ["Denoising Diffusion Probabilistic Models", "Start"]),
        "graph/nets": ("tag:graphnets", ["Denoising Diffusion Probabilistic Models"]),
        "🌍": ("tag:1f30d", ["Layer Normalization"]),
        "🔥": ("tag:1f525", ["Denoising Diffusion Probabilistic Models"]),
        "🧠": ("tag:", ["Start"]),
    }
    paper = built.page("papers/layer2016normalization/index.html")
    drawn = re.sub(r"<svg.*?</svg>", "", paper, flags=re.DOTALL)
    assert drawn.count("🌍") == 2, "once in what the note says, once among the tags"
    assert "md-tags" not in paper


def test_tags_that_are_not_allowed_stay_out(tmp_path: Path) -> None:
    """A tag of a paper is no reason to stop a site that allows only some tags."""
    config = CONFIG.replace("search, papernotes", "search, tags: {tags_allowed: [Vision, 🧠]}, papernotes")
    built = sites.build(sites.write(tmp_path, {"mkdocs.yml": config, **FILES}), "--strict")
    assert built.code == 0, built.output
    assert set(listed(built.page("by-tag/index.html"))) == {"Vision", "🧠"}


def test_nested_tags_and_spellings(tmp_path: Path) -> None:
    """Papers stand below the site's own spelling of a tag and of those above it; each id is there once."""
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
    built = sites.build(sites.write(tmp_path, {"mkdocs.yml": config, **files}), "--strict")
    assert built.code == 0, built.output
    assert Site(built.site).broken() == []
    page = built.page("tags/index.html")
    found = {
        place: re.sub(r"<[^>]*>", "", name).strip()
        for place, name in re.findall(r'<h2 id="([^"]*)">(.*?)</h2>', page, re.DOTALL)
    }
    assert found == {
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
