"""A list of authors that a note shortens is shortened in exports and on pages; it never loses its `et al.`."""

from __future__ import annotations

import json

import pytest

import papernotes_plugin as pn
from papernotes_plugin import pipeline

LINK = "[Attention Is All You Need](https://arxiv.org/abs/1706.03762)"
SHORTENED = {
    "item": f"- {LINK}, Ashish Vaswani, Noam Shazeer et al., NeurIPS 2017\n",
    "names first": f"- Vaswani et al. {LINK} 2017\n",
    "ellipsis": f"- {LINK}, Ashish Vaswani, ..., Illia Polosukhin, NeurIPS 2017\n",
    "card": f"### {LINK}\n\n**Authors:** Ashish Vaswani, Noam Shazeer, et al.\n\ntext\n",
    "list in front matter": "---\nauthors: [Ashish Vaswani, et al.]\narxiv: 1706.03762\n---\n# Attention\n",
    "text in front matter": "---\nauthors: Ashish Vaswani and others\narxiv: 1706.03762\n---\n# Attention\n",
    "reference": "1. Vaswani, A., Shazeer, N., et al. (2017). Attention Is All You Need. *NeurIPS*. arXiv:1706.03762\n",
    "table": f"| Title | Authors | Year |\n|---|---|---|\n| {LINK} | Vaswani et al. | 2017 |\n",
    "citation in words": "As [Vaswani et al., 2017](https://arxiv.org/abs/1706.03762) show.\n",
    "entry": "```bibtex\n@misc{v, title={Attention Is All You Need}, author={Vaswani and others}, year=2017}\n```\n",
}
WHOLE = {
    "item": f"- {LINK}, Ashish Vaswani, Noam Shazeer, NeurIPS 2017\n",
    "two names in words": "As [Vaswani and Shazeer, 2017](https://arxiv.org/abs/1706.03762) show.\n",
    "a name that ends alike": f"- {LINK}, Noam Shazeer, Jamal Al, NeurIPS 2017\n",
}


def exported(note: str) -> tuple[str, bool | None, str]:
    """Return the BibTeX field, the value in the JSON export, and the text of the page of the only paper."""
    site = pn.build([pn.Source("n.md", note.encode())])
    (paper,) = site.library.papers
    bibtex = pipeline.bibliography([paper], site.config)
    author = next(line for line in bibtex.splitlines() if line.startswith("  author"))
    (data,) = json.loads(pipeline.catalogue(site))["papers"]
    assert not [name for name in data["authors"] if "al." in name]
    page = next(output.text for output in site.outputs if output.path == f"papers/{paper.slug}.md")
    return author, data["more_authors"], page.partition("papernotes-label")[0]


@pytest.mark.parametrize("name", SHORTENED)
def test_a_shortened_list(name: str) -> None:
    """BibTeX ends in `and others`, JSON says so in a field, and the page ends in "et al."."""
    author, is_shortened, page = exported(SHORTENED[name])
    assert author.endswith(" and others},")
    assert "Vaswani" in author
    assert is_shortened
    assert "<bdi>et al.</bdi>" in page


@pytest.mark.parametrize("name", WHOLE)
def test_a_whole_list(name: str) -> None:
    """A list that is not shortened has no mark."""
    author, is_shortened, page = exported(WHOLE[name])
    assert author.count(" and ") == 1
    assert "others" not in author
    assert not is_shortened
    assert "et al." not in page


def test_the_author_of_a_citekey() -> None:
    """A citekey names the first author only: BibTeX ends in `and others`, and JSON does not say whether there are."""
    author, is_shortened, _ = exported(
        "See [@vaswani2017attention].\n\n- [@vaswani2017attention]: Lamps of the north\n"
    )
    assert author == "  author = {Vaswani and others},"
    assert is_shortened is None
