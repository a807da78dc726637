"""A note that a Markdown extension fails on costs that note only, and is reported with its line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from markdown.extensions.toc import TocTreeprocessor

from tests.helpers import failing_extension, sites
from tests.helpers.plugin_builds import MATERIAL, PluginBuild

BOOM = "tests.helpers.failing_extension"
NOTES = {
    "docs/index.md": "# Home\n\nAs in [@ada2020], fine.\n",
    "docs/bad.md": "---\ntitle: Bad\n---\n# Head\n\nAbove.\n\nThis <b> & boom tells of [@ada2020].\n\nBelow.\n",
    "docs/good.md": "# Good\n\n[@ada2020] is a **good** paper.\n",
    "bib/papers.bib": "@article{ada2020, title={Words of a Paper}, author={Ada Author}, year=2020, journal={J}}\n",
}
CASES = [(stage, "ValueError") for stage in failing_extension.STAGES]
CASES += [("tree", name) for name in failing_extension.ERRORS if name != "ValueError"]


def check(site: PluginBuild, name: str) -> None:
    """Check that the note and its quote are shown as source, reported once each, and everything else is converted."""
    problems = sorted(message for message in site.messages if "unconverted-note" in message)
    assert len(problems) == 2, problems
    assert re.match(rf"bad.md:8: Python-Markdown cannot convert this text \({name} in {BOOM}: .*bad text", problems[0])
    assert problems[0].endswith("; the note is shown as source [unconverted-note]")
    assert re.match(r"papers/ada2020.md: .*; the text is shown as source \[", problems[1])
    bad, good, paper = (site.files[f"{page}/index.html"].decode() for page in ("bad", "good", "papers/ada2020"))
    assert "<code># Head\n\nAbove.\n\nThis &lt;b&gt; &amp; boom tells of [@ada2020].\n\nBelow.\n</code>" in bad
    assert "<strong>good</strong>" in good
    assert "<h1" in paper
    assert re.search(r"<code>[^<]*boom", paper)
    assert not re.search(r"<pre><code>[^<]*<strong>good", paper)


@pytest.mark.parametrize(("stage", "error"), CASES)
def test_an_extension_that_fails(stage: str, error: str, tmp_path: Path) -> None:
    """Whatever an extension raises and wherever, other pages are complete, and the summary of the build is written."""
    options = {**MATERIAL, "markdown_extensions": [{BOOM: {"stage": stage, "error": error}}]}
    check(PluginBuild(sites.write(tmp_path, NOTES), tmp_path / "site", "auto", options), error)


@pytest.mark.parametrize("rendering", ["auto", "plain"])
def test_an_extension_that_is_rendered_fast(rendering: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A quote that fails in the fast renderer is shown as source, too."""
    run = TocTreeprocessor.run

    def failing(self: TocTreeprocessor, doc: object) -> None:
        if any("boom" in text for text in doc.itertext()):  # type: ignore[attr-defined]
            raise RecursionError("bad text")
        run(self, doc)  # type: ignore[arg-type]

    monkeypatch.setattr(TocTreeprocessor, "run", failing)
    monkeypatch.setattr(f"{__name__}.BOOM", __name__)
    check(PluginBuild(sites.write(tmp_path, NOTES), tmp_path / "site", rendering, MATERIAL), "RecursionError")


def test_an_error_outside_of_notes_ends_the_build(tmp_path: Path) -> None:
    """An error on a page that is no note is raised, as without papernotes."""
    options = {**MATERIAL, "markdown_extensions": [{BOOM: {"stage": "tree", "error": "ValueError"}}]}
    options["plugins"] = [{"papernotes": {"exclude": ["bad.md"]}}]
    with pytest.raises(ValueError, match="bad text"):
        PluginBuild(sites.write(tmp_path, NOTES), tmp_path / "site", "auto", options)


def test_deep_emphasis(tmp_path: Path) -> None:
    """Emphasis nested a thousand deep, on which `toc` fails, is a warning that a strict build counts."""
    notes = {"docs/deep.md": "# Deep\n\nAbove.\n\n" + "***a " * 1500 + "x" + "***" * 1500, **NOTES}
    folder = sites.write(tmp_path, {"mkdocs.yml": sites.CONFIG, **notes})
    result = sites.build(folder, "--strict")
    (warning,) = result.warnings[:-1] if len(result.warnings) > 1 else result.warnings
    assert re.match(r"papernotes: deep\.md:5: .*\(RecursionError in markdown\.extensions\.toc: ", warning)
    assert result.code == 1
    assert "<code># Deep" in result.page("deep/index.html")
    assert "<strong>good</strong>" in result.page("good/index.html")
