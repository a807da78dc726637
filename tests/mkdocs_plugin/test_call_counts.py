"""Count the slow steps of a build: two hundred papers need as many as twenty, on any machine."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Template
from markdown import Markdown
from mkdocs.config.defaults import MkDocsConfig

from papernotes_plugin.mkdocs_plugin.direct.direct_pages import DirectPages
from papernotes_plugin.mkdocs_plugin.direct.page_template import PageTemplate
from papernotes_plugin.mkdocs_plugin.pages.generated_files import GeneratedFile
from tests.helpers import sites
from tests.helpers.plugin_builds import MATERIAL, PluginBuild
from tests.mkdocs_plugin.test_direct_pages import MANY_FEATURES

FEW, MANY = 20, 200
NOTES = 4
WORDS = ("Deep", "Wide", "Calm", "Late", "Warm", "Thin", "Bold", "Kind", "Odd", "New")


class CountedBuild:
    """A build of a library, and how often it ran slow steps."""

    def __init__(self, folder: Path, papers: int, options: Mapping[str, Any], patch: pytest.MonkeyPatch) -> None:
        self.converted: list[str] = []
        """Texts that Python-Markdown converted."""
        self.rendered = 0
        """Number of pages for which the whole theme template was rendered."""
        self.page_templates = 0
        """Number of page templates that pages are filled into."""
        self.samples: list[str] = []
        """Pages that were rendered in both ways, to compare them."""
        with patch.context() as within:
            self._count(within)
            # MkDocs keeps the plugins of a process here, with everything they learned in earlier builds
            within.setattr(vars(MkDocsConfig)["plugins"], "plugin_cache", {})
            sites.write(folder, {"docs/index.md": "# Home\n", **library(papers)})
            result = PluginBuild(folder, folder / "site", "auto", dict(options))
        assert result.fallback_messages == []
        self.papers = sum(1 for path in result.files if path.startswith("papers/") and path.endswith(".html"))

    def _count(self, patch: pytest.MonkeyPatch) -> None:
        convert, render = Markdown.convert, Template.render
        new_page_template, compare = PageTemplate.__init__, DirectPages._matches_mkdocs

        def count_converted(md: Markdown, source: str) -> str:
            self.converted.append(source)
            return convert(md, source)

        def count_rendered(template: Template, *arguments: Any, **options: Any) -> str:
            self.rendered += template.name == "main.html"
            return render(template, *arguments, **options)

        def count_page_templates(page_template: PageTemplate, html: str) -> None:
            self.page_templates += 1
            new_page_template(page_template, html)

        def record_samples(pages: DirectPages, file: GeneratedFile) -> bool:
            self.samples.append(file.src_uri)
            return compare(pages, file)

        patch.setattr(Markdown, "convert", count_converted)
        patch.setattr(Template, "render", count_rendered)
        patch.setattr(PageTemplate, "__init__", count_page_templates)
        patch.setattr(DirectPages, "_matches_mkdocs", record_samples)


def library(papers: int) -> dict[str, str]:
    """Return notes with a number of papers in three formats, all with the same tags and venues."""
    texts = ["" for _ in range(NOTES)]
    for number in range(papers):
        title = " ".join(WORDS[int(digit)] for digit in f"{number:04}")
        link = f"[{title} Models](https://arxiv.org/abs/2401.{number:05d})"
        formats = (
            f"- {link}, ICLR 2024\n\n",
            f"### {link}\n\n**TL;DR:** It is good. #a/b\n\n",
            f"As {link} says, so.\n\n",
        )
        texts[number % NOTES] += formats[number // NOTES % 3]
    return {f"docs/note{n}.md": f"---\ntags: [a]\n---\n\n# Note {n}\n\n{text}" for n, text in enumerate(texts)}


@pytest.mark.parametrize(
    "options", [pytest.param(MATERIAL, id="bare", marks=pytest.mark.full), pytest.param(MANY_FEATURES, id="rich")]
)
def test_pages_of_papers_need_no_markdown_and_no_template(
    tmp_path: Path, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The number of slow steps depends on the notes and the kinds of pages, and not on the number of papers."""
    few, many = (CountedBuild(tmp_path / str(papers), papers, options, monkeypatch) for papers in (FEW, MANY))
    assert (few.papers, many.papers) >= (FEW, MANY)
    assert len(many.converted) <= len(few.converted) + 4
    assert many.page_templates <= few.page_templates + 2
    assert len(many.samples) <= len(few.samples) + 4
    for counted in (few, many):
        pages = [text for text in counted.converted if re.match(r"\s*# .* Models\n", text)]
        assert len(pages) <= sum(path.startswith("papers/") for path in counted.samples)
        # notes, the homepage and the page in the navigation are rendered by MkDocs
        assert counted.rendered <= NOTES + 2 + counted.page_templates + len(counted.samples)
