"""The one check: which pages are made both ways, and what follows where they differ."""

from __future__ import annotations

from pathlib import Path

from papernotes_plugin.mkdocs_plugin.fast_rendering.sample_check import SampleCheck
from papernotes_plugin.vocabulary.config import AUTO, FAST
from tests.mkdocs_plugin.test_page_template import BARE, few, pair

BODIES = {
    "papers/index.md": "all",
    **{f"papers/a{n}.md": f"paper {n}" for n in range(50)},
    "tags/long.md": "x" * 100_000,
    "tags/b.md": "tag",
}


def test_samples_are_few_and_the_same_for_the_same_pages() -> None:
    """The first of each kind, and others that depend on what that says; nothing that is long."""
    due = SampleCheck(BODIES, AUTO).samples
    assert {"papers/index.md", "papers/a0.md", "tags/b.md"} < set(due)
    assert len(due) == 5
    assert due == SampleCheck(dict(BODIES), AUTO).samples
    other = {
        SampleCheck({**BODIES, "papers/a0.md": "", **{p: f"{p}{n}" for p in BODIES}}, AUTO).samples for n in range(9)
    }
    assert len(other) > 1
    assert SampleCheck(BODIES, FAST).samples == ()


def test_a_kind_whose_text_the_host_makes_otherwise(tmp_path: Path) -> None:
    """All its pages are the host's own, the others are not, and that is said once."""
    hook = """
from mkdocs.structure.pages import Page

render = Page.render

def louder(self, config, files):
    render(self, config, files)
    if self.file.src_uri.startswith("papers/a"):
        self.content += "<p>!</p>"

def on_config(config):
    Page.render = louder

def on_post_build(config):
    Page.render = render
"""
    folder = few(tmp_path / "a", {n: f"Paper {n}" for n in range(1, 6)})
    (folder / "hook.py").write_text(hook, "utf-8")
    _, moulded = pair(folder, tmp_path, {**BARE, "hooks": ["hook.py"]})
    assert moulded.said == [
        "papernotes: pages like 'papers/a1.md' are rendered by MkDocs, which takes longer: fast rendering differs"
    ]
    assert moulded.files["papers/a5/index.html"].count(b"<p>!</p>") == 1
