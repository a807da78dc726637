"""A site written for mkdocs-bibtex builds with papernotes after the change in docs/migrating-from-mkdocs-bibtex.md."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from papernotes_plugin import pipeline
from papernotes_plugin.vocabulary.model import Source
from tests.helpers import sites
from tests.helpers.sites import Site

PAGE = Path(__file__).parents[2] / "docs/migrating-from-mkdocs-bibtex.md"

BIB = r"""
@inproceedings{vaswani_attention_2017,
  title = {Attention Is All You Need},
  author = {Vaswani, Ashish and Shazeer, Noam and Parmar, Niki and others},
  booktitle = {Advances in Neural Information Processing Systems},
  year = {2017}
}
@inproceedings{he-deep-2016,
  title = {Deep Residual Learning for Image Recognition},
  author = {He, Kaiming and Zhang, Xiangyu and Ren, Shaoqing and Sun, Jian},
  booktitle = {Proceedings of the {IEEE} Conference on Computer Vision and Pattern Recognition},
  year = {2016}, doi = {10.1109/CVPR.2016.90}
}
@article{rumelhart86,
  title = {Learning representations by back-propagating errors},
  author = {Rumelhart, David E. and Hinton, Geoffrey E. and Williams, Ronald J.},
  journal = {Nature}, volume = {323}, pages = {533--536}, year = {1986}, doi = {10.1038/323533a0}
}
@inproceedings{Ho2020,
  title = {Denoising Diffusion Probabilistic Models},
  author = {Ho, Jonathan and Jain, Ajay and Abbeel, Pieter},
  booktitle = {Advances in Neural Information Processing Systems},
  year = {2020}
}
@article{shannon1948,
  title = {A Mathematical Theory of Communication},
  author = {Shannon, Claude E.},
  journal = {Bell System Technical Journal}, volume = {27}, year = {1948}
}
"""
MKDOCS_BIBTEX_CONFIG = """\
site_name: Lab handbook
theme:
  name: material
  font: false
plugins:
  - search
  - bibtex:
      bib_file: refs.bib
markdown_extensions:
  - footnotes
  - pymdownx.caret
"""
NOTES = {
    "index.md": """\
# Handbook

Depth came with skip connections [@he-deep-2016]. Both of these are read first by everybody who joins
[@he-deep-2016;@vaswani_attention_2017], and [see @vaswani_attention_2017, p. 3; @rumelhart86, ch. 8] for the
details. Write to lab@example.org, or ask @anna.

A remark by us[^1], and one about the year [-@rumelhart86].

[^1]: Skip connections are older, see @rumelhart86.

\\bibliography
""",
    "methods/diffusion.md": """\
# Diffusion

## What it is

@Ho2020 turned noise into pictures [@Ho2020, sec. 3.2].

| Method | Source |
|---|---|
| DDPM | [@Ho2020] |

## References

\\bibliography

## What is open

Speed [@{he-deep-2016}].
""",
    "methods/theory.md": "# Theory\n\nInformation is measured in bits, says no source here.\n\n\\bibliography\n",
    "methods/backprop.md": "# Backprop\n\n> Errors travel back [@rumelhart86].\n\nIn code it is `[@rumelhart86]`.\n",
    "bibliography.md": "# Everything we read\n\n\\full_bibliography\n",
    "how-to-cite.md": """\
# How to cite

Write a key and choose where the list appears:

```markdown
Attention [@vaswani_attention_2017].

\\bibliography
```

or, `\\bibliography` in a line, and as indented text:

    \\full_bibliography

<!-- a draft:
\\bibliography
-->
In LaTeX it is \\bibliography{refs}.
""",
}


def migrated_config() -> str:
    """Return the configuration after the change that the page shows."""
    diff = re.search(r"^```diff\n(.*?)^```", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert diff
    before = "".join(f"{line[1:]}\n" for line in diff[1].splitlines() if line[0] in " -")
    after = "".join(f"{line[1:]}\n" for line in diff[1].splitlines() if line[0] in " +")
    assert MKDOCS_BIBTEX_CONFIG.count(before) == 1
    config = MKDOCS_BIBTEX_CONFIG.replace(before, after)
    assert len(set(config.splitlines()) - set(MKDOCS_BIBTEX_CONFIG.splitlines())) == 2
    return config


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Build the migrated site with --strict and return it."""
    folder = tmp_path_factory.mktemp("site")
    sites.write(
        folder, {"mkdocs.yml": migrated_config(), "refs.bib": BIB, **{f"docs/{p}": t for p, t in NOTES.items()}}
    )
    before = sites.files(folder)
    result = sites.build(folder, "--strict")
    assert result.code == 0, result.output
    assert result.warnings == []
    assert {p: d for p, d in sites.files(folder).items() if not p.startswith(("site/", ".cache/"))} == before
    migrated = Site(result.site)
    assert migrated.broken() == []
    return migrated


def article(site: Site, path: str) -> str:
    """Return the HTML of a page's article without code."""
    text = (site.root / path).read_text("utf-8")
    text = text[text.index("<article") : text.index("</article>")]
    return re.sub(r"<(code|pre)\b.*?</\1>", "", text, flags=re.DOTALL)


def words(text: str) -> str:
    """Return the text without tags, with single spaces."""
    return " ".join(re.sub(r"<[^>]+>", "", text).split())


@pytest.mark.parametrize("path", [p.removesuffix(".md").removesuffix("index") for p in NOTES])
def test_every_citation_and_command_is_replaced(site: Site, path: str) -> None:
    """No page shows the source of a citation or command."""
    text = words(article(site, f"{path}/index.html".lstrip("/")))
    assert "[@" not in text
    assert not re.search(r"@(?!anna|example)\w", text)
    assert "\\bibliography" not in text.replace("\\bibliography{refs}", "")
    assert "\\full_bibliography" not in text


def test_citations_are_formatted(site: Site) -> None:
    """Citations keep prefixes, locators and their form; addresses and other words with an at sign stay."""
    text = words(article(site, "index.html"))
    for expected in (
        "skip connections (He et al., 2016).",
        "(He et al., 2016; Vaswani et al., 2017)",
        "(see Vaswani et al., 2017, p. 3; Rumelhart et al., 1986, ch. 8)",
        "one about the year (1986)",
        "see Rumelhart et al. (1986).",
        "lab@example.org",
        "@anna",
    ):
        assert expected in text, expected


def test_references_replace_the_command(site: Site) -> None:
    """References appear below the author's own heading, without a second heading, and before the text that follows."""
    text = article(site, "methods/diffusion/index.html")
    assert text.count("References") == 1 + text.count('title="References"')
    at = text.index('id="ref-ho2020"')
    assert text.index(">References") < at < text.index(">What is open")
    assert text.count('id="ref-') == 2
    for path, keys in (("index.html", 3), ("methods/backprop/index.html", 1), ("methods/theory/index.html", 0)):
        assert article(site, path).count('id="ref-') == keys, path


def test_the_full_bibliography_has_all(site: Site) -> None:
    """The full bibliography lists every entry, also uncited ones."""
    text = words(article(site, "bibliography/index.html"))
    for title in ("Attention Is All You Need", "Deep Residual Learning", "Learning representations by back-propagating",
                  "Denoising Diffusion", "A Mathematical Theory of Communication"):  # fmt: skip
        assert text.count(title) == 1, title


def test_footnotes_of_the_author_stay(site: Site) -> None:
    """A footnote that is no citation stays a footnote."""
    text = article(site, "index.html")
    assert 'id="fn:1"' in text
    assert 'id="fnref:1"' in text


def test_what_is_shown_as_code_stays(site: Site) -> None:
    """Citations and commands in code are not replaced."""
    page = words((site.root / "how-to-cite/index.html").read_text("utf-8"))
    assert "Attention [@vaswani_attention_2017]. \\bibliography" in page
    assert "\\full_bibliography" in page
    assert "\\bibliography{refs}" in page


@pytest.mark.parametrize(
    ("text", "lists"),
    [
        ("[@a2020x]\n\n\\bibliography\n\n\\bibliography", 1),
        ("[@a2020x]\n\n> \\bibliography", 1),
        ("[@a2020x]\n\\bibliography\nand on it goes", 1),
        ("[@a2020x]\r\n\r\n  \\bibliography  \r\n", 1),
        ("[@a2020x] \\bibliography in a line", 1),
        ("```\n\\bibliography\n```\n", 0),
    ],
)
def test_positions_of_the_command(text: str, lists: int) -> None:
    """A note has one list, wherever the command is; a command within a line of text is a word, in code it stays."""
    bib = Source("b.bib", b"@misc{a2020x, title={A Title of Its Own}, year=2020}")
    site = pipeline.build([Source("n.md", text.encode())], bibliography=[bib])
    annotated = pipeline.annotate(site, "n.md")
    assert annotated.count('id="ref-a2020x"') == lists
    alone = [line for line in annotated.splitlines() if line.strip(" >") == "\\bibliography"]
    assert len(alone) == (not lists)
