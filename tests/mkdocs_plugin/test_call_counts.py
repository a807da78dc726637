"""What a build does for papers, counted: as often for two hundred of them as for twenty, on any machine."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Template
from markdown import Markdown
from mkdocs.config.defaults import MkDocsConfig

from papernotes_plugin.mkdocs_plugin.fast_rendering.page_template import PageTemplate
from papernotes_plugin.mkdocs_plugin.fast_rendering.sample_check import SampleCheck
from tests.helpers import sites
from tests.helpers.plugin_builds import MATERIAL, PluginBuild
from tests.mkdocs_plugin.test_identical_output import MANY_FEATURES

FEW, MANY = 20, 200
NOTES = 4
WORDS = ("Deep", "Wide", "Calm", "Late", "Warm", "Thin", "Bold", "Kind", "Odd", "New")


class Counted:
    """A build of a library, with what it did."""

    def __init__(self, folder: Path, papers: int, options: Mapping[str, Any], patch: pytest.MonkeyPatch) -> None:
        self.converted: list[str] = []
        """What went through the Markdown of the host."""
        self.rendered = 0
        """How often a page was rendered whole."""
        self.frames = 0
        self.samples: tuple[str, ...] = ()
        """The pages that were made both ways, to be compared."""
        with patch.context() as within:
            self._count(within)
            # where MkDocs keeps plugins from one build to the next, with what they learnt
            within.setattr(vars(MkDocsConfig)["plugins"], "plugin_cache", {})
            sites.write(folder, {"docs/index.md": "# Home\n", **library(papers)})
            made = PluginBuild(folder, folder / "site", "auto", dict(options))
        assert made.fallback_messages == []
        self.papers = sum(1 for path in made.files if path.startswith("papers/") and path.endswith(".html"))

    def _count(self, patch: pytest.MonkeyPatch) -> None:
        convert, render, begin, choose = Markdown.convert, Template.render, PageTemplate.__init__, SampleCheck.__init__

        def converted(md: Markdown, source: str) -> str:
            self.converted.append(source)
            return convert(md, source)

        def rendered(template: Template, *given: Any, **named: Any) -> str:
            self.rendered += template.name == "main.html"
            return render(template, *given, **named)

        def begun(frame: PageTemplate, *given: Any) -> None:
            self.frames += 1
            begin(frame, *given)

        def chosen(check: SampleCheck, *given: Any) -> None:
            choose(check, *given)
            self.samples = check.samples

        patch.setattr(Markdown, "convert", converted)
        patch.setattr(Template, "render", rendered)
        patch.setattr(PageTemplate, "__init__", begun)
        patch.setattr(SampleCheck, "__init__", chosen)


def library(papers: int) -> dict[str, str]:
    """A few notes, with so many papers between them in the ways of three formats, all of the same tags and venues."""
    texts = ["" for _ in range(NOTES)]
    for number in range(papers):
        title = " ".join(WORDS[int(digit)] for digit in f"{number:04}")
        link = f"[{title} Models](https://arxiv.org/abs/2401.{number:05d})"
        ways = (
            f"- {link}, ICLR 2024\n\n",
            f"### {link}\n\n**TL;DR:** It is good. #a/b\n\n",
            f"As {link} says, so.\n\n",
        )
        texts[number % NOTES] += ways[number // NOTES % 3]
    return {f"docs/note{n}.md": f"---\ntags: [a]\n---\n\n# Note {n}\n\n{text}" for n, text in enumerate(texts)}


@pytest.mark.parametrize("options", [MATERIAL, MANY_FEATURES], ids=["bare", "rich"])
def test_papers_go_through_no_markdown_and_no_template(
    tmp_path: Path, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is converted and rendered grows with the notes and the kinds of pages alone, and with what is compared."""
    few, many = (Counted(tmp_path / str(papers), papers, options, monkeypatch) for papers in (FEW, MANY))
    assert (few.papers, many.papers) >= (FEW, MANY)
    # a sentence of a kind that is new is tried once, whatever it is about
    assert len(many.converted) <= len(few.converted) + 4
    assert many.frames <= few.frames + 2
    for made in (few, many):
        pages = [text for text in made.converted if re.match(r"\s*# .* Models\n", text)]
        assert len(pages) <= sum(path.startswith("papers/") for path in made.samples)
        # notes, home and what is in the navigation; of each frame a page with marks and one without
        assert made.rendered <= NOTES + 2 + 2 * made.frames + len(made.samples)
