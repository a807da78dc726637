"""Types of papers, stated in a note or shown by the venue: JSON, BibTeX, CSL-JSON and RIS agree on them."""

from __future__ import annotations

import re

import pytest

import papernotes_plugin as pn
from papernotes_plugin import exports
from papernotes_plugin.exports import csl_json, ris
from papernotes_plugin.exports.paper_entry import bibtex_entry
from papernotes_plugin.vocabulary.config import BIBLATEX

FACTS = "title: On Small Steps in Large Rooms\nauthors: [Ann Lee]\nyear: 2001\ncitekey: lee2001\n"
PAPERS = {
    "journalArticle": ("publicationTitle: Acta Minora\nvolume: 3\n", "article article article article-journal JOUR"),
    "conferencePaper": (
        "proceedings: Days of Small Steps\n",
        "inproceedings inproceedings inproceedings paper-conference CONF",
    ),
    "book": ("publisher: Atlas\n", "book book book book BOOK"),
    "thesis": (
        "university: Example University\nthesisType: PhD thesis\n",
        "thesis phdthesis thesis thesis THES",
    ),
    "Master's thesis": ("university: Example University\n", "mastersthesis mastersthesis thesis thesis THES"),
    "report": ("institution: Example Laboratory\n", "report techreport report report RPRT"),
    "bookSection": ("booktitle: A Book of Steps\npublisher: Atlas\n", "incollection inproceedings inbook chapter CHAP"),
    "preprint": ("arxiv: 1901.00001\n", "misc misc online article UNPB"),
}
"""Further front matter by item type, and the types: JSON, BibTeX, biblatex, CSL, RIS."""


def note(item_type: str, more: str) -> pn.Source:
    """Return a note with an item type in its front matter."""
    return pn.Source("notes/lee.md", f'---\n{FACTS}itemType: "{item_type}"\n{more}---\n\nWords.\n'.encode())


@pytest.mark.parametrize("item_type", PAPERS)
def test_all_formats_agree_on_the_item_type(item_type: str) -> None:
    """The item type of a manager decides the type in every format, and the publication is in its field."""
    more, kinds = PAPERS[item_type]
    (paper,) = pn.build([note(item_type, more)], pages=False).library.papers
    bibtex, biblatex = exports.bibtex([paper]), exports.bibtex([paper], flavor=BIBLATEX)
    (item,) = csl_json.csl_items([paper])
    ris_text = ris.format_record(csl_json.csl_paper(paper))
    kinds_found = [paper.type, bibtex[1 : bibtex.index("{")], biblatex[1 : biblatex.index("{")], str(item["type"])]
    assert [*kinds_found, re.findall(r"^TY  - (\w+)", ris_text, re.MULTILINE)[0]] == kinds.split()
    for line in more.splitlines():
        value = line.partition(": ")[2]
        assert all(value in text for text in (bibtex, biblatex, ris_text)), value


def test_the_entry_in_a_bib_file_decides() -> None:
    """The type of a note does not replace the type of the author's own entry."""
    bib = pn.Source("bib/a.bib", b"@article{lee2001, title={On Small Steps in Large Rooms}, journal={Acta}, year=2001}")
    (paper,) = pn.build([note("book", "publisher: Atlas\n")], bibliography=[bib], pages=False).library.papers
    assert paper.type == "article"
    assert exports.bibtex([paper]).startswith("@article{")
    assert "type" not in paper.origins


def test_an_article_on_arxiv_without_a_journal_is_a_preprint() -> None:
    """Zotero once saved preprints as journal articles."""
    (paper,) = pn.build([note("journalArticle", "arxiv: 1901.00001\n")], pages=False).library.papers
    assert paper.type == "misc"


def test_a_reference_has_the_publisher_of_the_note() -> None:
    """The reference on the page of a book names its publisher."""
    site = pn.build([note("book", "publisher: Atlas\nplace: Tartu\n")])
    page = next(output.text for output in site.outputs if output.path.endswith("lee2001.md"))
    assert "Atlas" in page.partition("@book")[0]


@pytest.mark.parametrize(
    ("reference", "expected"),
    [
        ("Lee, A., & Ray, B. (Eds.). (2019). *Automated reading of notes*. Springer.", ("", "Lee, A. and Ray, B.")),
        (
            "Lee, A. (1986). Reading by error. In B. Ray & C. Doe (Eds.), *Parallel reading* (pp. 31–36). MIT Press.",
            ("Lee, A.", "Ray, B. and Doe, C."),
        ),
        (
            "Ann Lee, “The New Reading,” in *New Notes on Reading*, ed. Ann Lee (Paris: Atlas, 1991), 1–23.",
            ("Lee, Ann", "Lee, Ann"),
        ),
    ],
)
def test_editors_in_a_reference_are_no_authors(reference: str, expected: tuple[str, str]) -> None:
    """A book with editors only has no author in an export; a chapter has the editors of its book."""
    (paper,) = pn.build([pn.Source("a.md", f"# Notes\n\n- {reference}\n".encode())], pages=False).library.papers
    fields = dict(bibtex_entry(paper).entry.fields)
    assert (fields.get("author", ""), fields["editor"]) == expected


@pytest.mark.parametrize(
    ("venue", "entry_type", "field"),
    [
        ("BBC News", "misc", "howpublished = {BBC News}"),
        ("Workshop on Small Steps", "inproceedings", "booktitle = {Workshop on Small Steps}"),
    ],
)
def test_the_venue_shows_the_type_of_a_reference(venue: str, entry_type: str, field: str) -> None:
    """A work in an unknown venue is of the same type in JSON and BibTeX, and the venue is in its field."""
    reference = f"# References\n\n- Lee, A. (2001). On small steps in large rooms. *{venue}*.\n"
    (paper,) = pn.build([pn.Source("a.md", reference.encode())], pages=False).library.papers
    bibtex = exports.bibtex([paper])
    assert (paper.type, bibtex[1 : bibtex.index("{")]) == (entry_type, entry_type)
    assert field in bibtex


def test_the_entry_of_a_preprint_does_not_decide() -> None:
    """A paper that a note calls published has the type of its publication, in JSON as in BibTeX."""
    facts = "title={On Small Steps in Large Rooms}, author={Lee, Ann}, year=2019"
    entry = f"@article{{lee2001, {facts}, journal={{arXiv preprint arXiv:1901.00001}}}}".encode()
    published = pn.Source("notes/lee.md", f"---\n{FACTS}venue: ICLR\n---\n\nWords.\n".encode())
    (paper,) = pn.build([published], bibliography=[pn.Source("bib/a.bib", entry)], pages=False).library.papers
    assert paper.type == "inproceedings"
    assert exports.bibtex([paper]).startswith("@inproceedings{")
