"""Facts that were looked up: below everything that the author wrote, above what a key implies."""

from __future__ import annotations

import pytest

import papernotes_plugin as pn
from papernotes_plugin import pipeline
from papernotes_plugin.selection.paper_lookup import find_papers
from papernotes_plugin.vocabulary.issues import Code

LINK = b"- read [AdaLovelace2025ICLR](https://openreview.net/forum?id=abcdefghij) soon\n"
ENTRY = """@inproceedings{AdaLovelace2025ICLR,
  title = {Notes on the Analytical Engine and Its Weavers},
  author = {Lovelace, Ada and Menabrea, Luigi},
  booktitle = {International Conference on Learning Representations},
  year = {2025},
  pages = {1--9},
  papernotes-source = {iclr openreview:abcdefghij},
  papernotes-fetched = {2026-11-22 12345678},
}
"""


def site_of(note: bytes, fetched: str, bib: str = "", lock: str = "") -> pn.Site:
    """Return the site of one note with facts that were looked up."""
    sources = [pn.Source("bib/fetched.bib", fetched.encode())] if fetched else []
    sources += [pn.Source("bib/refs.bib", bib.encode())] if bib else []
    return pn.build([pn.Source("n.md", note)], bibliography=sources, key_lock=lock)


def paper_of(note: bytes, fetched: str, bib: str = "") -> pn.Paper:
    """Return the only paper."""
    (paper,) = site_of(note, fetched, bib).library.papers
    return paper


def test_what_only_a_key_implies_is_completed() -> None:
    """Title, all authors and pages of the entry are exported, and the fields of `papernotes fetch` are not."""
    site = site_of(LINK, ENTRY)
    text = pipeline.bibliography(site.library.papers, site.config)
    assert "author = {Lovelace, Ada and Menabrea, Luigi}" in text
    assert "pages = {1--9}" in text
    assert "papernotes-" not in text
    assert site.library.papers[0].citekey == "AdaLovelace2025ICLR"
    assert site.library.papers[0].origins["title"] == "bib/fetched.bib:1"
    assert not any(issue.path == "bib/fetched.bib" for issue in site.issues)


@pytest.mark.parametrize(
    "name", ["10.1145/1.2", "https://doi.org/10.1145/1.2", "doi:10.1145/1.2", "2401.00001", "978-0-262-03561-3"]
)
def test_what_was_looked_up_finds_the_paper(name: str) -> None:
    """A paper is found by each identifier on its page, also by those that only `papernotes fetch` knows."""
    more = "doi = {10.1145/1.2}, eprint = {2401.00001}, archiveprefix = {arXiv}, isbn = {978-0-262-03561-3},"
    library = site_of(LINK, ENTRY.replace("  pages", f"  {more}\n  pages")).library
    assert find_papers(library, name) == library.papers
    assert find_papers(library, "10.1145/1.3") == ()


def test_without_the_file_everything_is_as_before() -> None:
    """A build after the file was deleted gives the same pages and issues, also as an update of the build with it."""
    sources = [pn.Source("n.md", LINK)]
    before = pn.build(sources)
    with_facts = pn.build(sources, bibliography=[pn.Source("bib/fetched.bib", ENTRY.encode())], previous=before)
    after = pn.build(sources, previous=with_facts)
    assert [(o.path, o.text) for o in after.outputs] == [(o.path, o.text) for o in before.outputs]
    assert with_facts.library.papers[0].title
    assert after.issues == before.issues


@pytest.mark.parametrize(
    ("note", "fact", "expected"),
    [
        (
            b"---\ntitle: Notes on the Analytical Engine\ndoi: 10.1000/a\n---\n",
            "title",
            "Notes on the Analytical Engine",
        ),
        (b"---\ntitle: A b c d\nauthors: [Ada Byron]\ndoi: 10.1000/a\n---\n", "authors", ("Ada Byron",)),
        (b"---\ntitle: A b c d\nyear: 2019\ndoi: 10.1000/a\n---\n", "year", 2019),
        (b"---\ntitle: A b c d\nvenue: ICML 2025\ndoi: 10.1000/a\n---\n", "venue", pn.Venue("ICML", 2025)),
    ],
)
def test_what_the_author_wrote_wins(note: bytes, fact: str, expected: object) -> None:
    """Each fact of the front matter stays, whatever was looked up."""
    title = "Notes on the Analytical Engine and More" if fact == "title" else "A b c d"
    fetched = ENTRY.replace("Notes on the Analytical Engine and Its Weavers", title).replace(
        "pages", "doi = {10.1000/a},\n  pages"
    )
    fetched = fetched.replace("Lovelace, Ada and Menabrea, Luigi", "Byron, Ada and Menabrea, Luigi")
    if fact == "authors":
        fetched = fetched.replace("Byron, Ada and", "Byron, Ada King and")
    assert getattr(paper_of(note, fetched), fact) == expected


def test_a_venue_without_a_year_is_dated() -> None:
    """The year of the same publication replaces that of the preprint."""
    note = b"---\ntitle: A b c d\nvenue: ICLR\narxiv: '2401.00001'\ndoi: 10.1000/a\n---\n"
    fetched = ENTRY.replace("Notes on the Analytical Engine and Its Weavers", "A b c d")
    paper = paper_of(note, fetched.replace("pages", "doi = {10.1000/a},\n  pages"))
    assert (paper.year, paper.venue, paper.type) == (2025, pn.Venue("ICLR", 2025), "inproceedings")


def test_a_publication_of_another_year_is_not_used() -> None:
    """A year in the notes stays, and the venue of another year is reported."""
    note = b"---\ntitle: Notes on the Analytical Engine and Its Weavers\nyear: 2019\nopenreview: abcdefghij\n---\n"
    site = site_of(note, ENTRY)
    (paper,) = site.library.papers
    assert (paper.year, paper.venue) == (2019, None)
    assert Code.UNUSED_FETCHED_ENTRY in {issue.code for issue in site.issues}
    assert "Learning Representations" not in pipeline.bibliography([paper], site.config)


def test_a_list_that_is_cut_is_completed() -> None:
    """Authors that end in "et al." become all authors, if they are the first ones."""
    title = b"title: Notes on the Analytical Engine and Its Weavers\n"
    note = b"---\n" + title + b"authors: Lovelace et al.\nopenreview: abcdefghij\n---\n"
    assert paper_of(note, ENTRY).authors == ("Lovelace, Ada", "Menabrea, Luigi")
    assert paper_of(note.replace(b"Lovelace", b"Babbage"), ENTRY).authors != ("Lovelace, Ada", "Menabrea, Luigi")


def test_a_title_that_is_cut_off_is_completed() -> None:
    """A title that ends with an ellipsis becomes the whole title."""
    note = "---\ntitle: Notes on the Analytical Eng…\nopenreview: abcdefghij\n---\n".encode()
    assert paper_of(note, ENTRY).title == "Notes on the Analytical Engine and Its Weavers"


@pytest.mark.parametrize("title", ["Deep Residual Learning for Image Recognition", "On the Mating Habits of Otters"])
def test_an_entry_with_another_title_is_not_used(title: str) -> None:
    """An entry whose title contradicts the notes changes nothing, and is reported."""
    note = f"---\ntitle: {title}\nopenreview: abcdefghij\n---\n".encode()
    site = site_of(note, ENTRY)
    assert site.library.papers == site_of(note, "").library.papers
    assert [issue.code for issue in site.issues if issue.path == "bib/fetched.bib"] == [Code.UNUSED_FETCHED_ENTRY]


def test_an_entry_of_no_paper_is_reported() -> None:
    """An entry adds no paper."""
    site = site_of(b"- [arXiv](https://arxiv.org/abs/2401.00001)\n", ENTRY)
    assert len(site.library.papers) == 1
    assert [issue.code for issue in site.issues if issue.path == "bib/fetched.bib"] == [Code.UNUSED_FETCHED_ENTRY]


def test_bib_files_come_before() -> None:
    """The author's entry keeps its fields, and gets the others."""
    facts = "title = {Notes on the Analytical Engine}, booktitle = {ICLR}, year = {2025}, openreview = {abcdefghij}"
    bib = f"@inproceedings{{ada, {facts}}}"
    site = site_of(b"[@ada]\n", ENTRY, bib)
    text = pipeline.bibliography(site.library.papers, site.config)
    assert "title = {Notes on the Analytical Engine}" in text
    assert "author = {Lovelace, Ada and Menabrea, Luigi}" in text
    assert "pages = {1--9}" in text
    assert text.startswith("@inproceedings{ada,")


def test_citekeys_and_pins_stay() -> None:
    """Neither citekeys nor the lines of the key lock depend on what was looked up."""
    notes = b"- [paper](https://arxiv.org/abs/2401.00001)\n- [other](https://openreview.net/forum?id=abcdefghij)\n"
    fetched = ENTRY.replace("AdaLovelace2025ICLR", "x").replace("pages", "doi = {10.1000/a},\n  pages")
    without, with_facts = site_of(notes, ""), site_of(notes, fetched)
    names = [sorted((p.citekey, p.slug) for p in site.library.papers) for site in (without, with_facts)]
    assert names[0] == names[1]
    assert pipeline.missing_pins(with_facts, "") == pipeline.missing_pins(without, "")


TWO = b"- [AdaLovelace2025ICLR](https://openreview.net/forum?id=abcdefghij)\n- [a preprint](https://arxiv.org/abs/2401.00001)\n"


def test_an_identifier_that_was_looked_up_joins_two_papers() -> None:
    """Two papers become one where the rules of identity allow it, and both keys lead to it."""
    joining = ENTRY.replace("pages", "eprint = {2401.00001},\n  archiveprefix = {arXiv},\n  pages")
    site = site_of(TWO, joining)
    (paper,) = site.library.papers
    assert len(paper.mentions) == 2
    assert [i.code for i in site.issues if i.path == "bib/fetched.bib"] == [Code.FETCHED_IDENTIFIER]
    assert {p.citekey for p in site_of(TWO, "").library.papers} <= {paper.citekey, *paper.aliases}


def test_an_identifier_does_not_join_different_papers() -> None:
    """Two papers with different identifiers of one scheme stay two, and this is reported."""
    joining = ENTRY.replace("pages", "eprint = {2401.00001},\n  archiveprefix = {arXiv},\n  pages")
    other = b"---\ntitle: Something else about otters in rivers\narxiv: '2401.00001'\nopenreview: zzzzzzzzzz\n---\n"
    site = pn.build(
        [pn.Source("n.md", LINK), pn.Source("o.md", other)],
        bibliography=[pn.Source("bib/fetched.bib", joining.encode())],
    )
    assert len(site.library.papers) == 2
    messages = [i.message for i in site.issues if i.code is Code.FETCHED_IDENTIFIER]
    assert len(messages) == 1
    assert "not merged" in messages[0]
