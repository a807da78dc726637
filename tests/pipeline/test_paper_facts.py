"""Facts that several outputs share: each is computed once, and all outputs agree with the exports."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from papernotes_plugin import citation, exports, pipeline
from papernotes_plugin.exports import bibliography
from papernotes_plugin.pipeline import paper_facts
from papernotes_plugin.pipeline.paper_facts import PaperFacts
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Paper, Source

NOTE = b"""# Notes

- [A study of many things](https://arxiv.org/abs/2401.00001), Ada Author, 2024 #x/y
- [@ho2020] and [@both]
"""
BIB = b"""
@misc{ho2020, title={Denoising Diffusion}, author={Ho, Jonathan and {OpenAI Team}}, year=2020}
@article{bee2001, title={A {Title}}, author={Bee, Ada}, journal={The Journal}, year=2001, volume=4}
@set{both, entryset={ho2020,bee2001}}
@misc{nothing}
@misc{study, title={A study of many things}, author={Author, Ada}, eprint={2401.00001}, archiveprefix={arXiv}}
"""


def small_site(config: Config | None = None) -> pipeline.Site:
    """Return the site of a small library with entries, a set, and papers whose citekey changed."""
    return pipeline.build(
        [Source("n.md", NOTE)], bibliography=[Source("bib/library.bib", BIB)], config=config or Config()
    )


def former(paper: Paper) -> list[tuple[str, Paper]]:
    """Return a paper as it was named at the time of each former slug."""
    moved = zip(paper.moved_from, paper.moved_keys, strict=True)
    return [(slug, paper._replace(citekey=key, exported_keys=())) for slug, key in moved]


def test_each_fact_of_a_paper_is_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """All pages, files and metadata of a site compute each fact of a paper once."""
    calls: Counter[tuple[str, str]] = Counter()

    def count_calls(module: Any, name: str) -> None:
        function: Callable[..., Any] = getattr(module, name)

        def counted(paper: Any, *rest: Any) -> Any:
            calls[name, paper.slug] += 1
            return function(paper, *rest)

        monkeypatch.setattr(module, name, counted)

    count_calls(paper_facts, "csl_paper")
    count_calls(bibliography, "bibtex_entry")
    count_calls(citation, "reference")
    site = small_site()
    metadata = pipeline.Metadata(site.library, site.config, site.output_paths, site.facts)
    for output in site.outputs:
        texts = {output.text for _ in range(2)}
        assert len(texts) == 1
        metadata.add_to(output.path, "<html><head></head><body></body></html>")
    papers = site.library.papers
    assert any(paper.moved_from for paper in papers)
    assert {name for name, _ in calls} == {"csl_paper", "bibtex_entry", "reference"}
    assert set(calls.values()) == {1}
    assert sum(name == "bibtex_entry" for name, _ in calls) == len(papers)


@pytest.mark.parametrize("flavor", ["bibtex", "biblatex"])
@pytest.mark.parametrize("encoding", ["utf8", "latex"])
def test_facts_are_those_of_the_exports(flavor: str, encoding: str) -> None:
    """The texts of a paper, also under former citekeys, are those that an export of it alone gives."""
    site = small_site(Config(flavor=flavor, encoding=encoding))
    facts = PaperFacts(site.library, site.config, site.style)
    for paper in site.library.papers:
        keys = ((paper.slug, paper), *former(paper))
        for slug, named in keys:
            assert facts.bibtex[slug] == pipeline.bibliography([named], site.config)
            if not exports.is_set(paper):
                assert facts.ris[slug] == exports.export_papers([named], "ris")
    for name in exports.PAPER_FORMATS:
        assert facts.export(name) == exports.export_papers(site.library.by_slug.values(), name)
