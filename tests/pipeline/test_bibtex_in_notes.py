"""Tests of BibTeX in notes, and of several entries of one paper, from notes to export."""

from __future__ import annotations

import pytest

from papernotes_plugin import build
from papernotes_plugin.pipeline import Site, bibliography
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Paper, Source

ENTRY = r"""@article{cook2020,
  title = {On the {GAN}s of S{\"o}up \& $x^2$},
  author = {Cook, Ann and {de} Vries, Jr., Bo},
  journal = soup, volume = 12, pages = {1--10}, year = 2020
}"""
MACRO = '@string{soup = "Journal of {S}oup"}'
WRITTEN = r"""@article{cook2020,
  title = {On the {GAN}s of S{\"o}up \& $x^2$},
  author = {Cook, Ann and {de} Vries, Jr., Bo},
  journal = {Journal of {S}oup},
  volume = {12},
  pages = {1--10},
  year = {2020},
}
"""


def build_site(note: str, *files: str) -> Site:
    """Return the site of one note and these bibliography files."""
    sources = [Source(f"{name}.bib", text.encode()) for name, text in zip("abc", files, strict=False)]
    return build([Source("n.md", note.encode())], bibliography=sources, pages=False)


def only_paper(site: Site) -> Paper:
    """Return the only paper of a site."""
    assert len(site.library.papers) == 1
    return site.library.papers[0]


def bibliography_issues(site: Site) -> list[str]:
    """Return the issues of the bibliography as text."""
    return [str(i) for i in site.issues if str(i.code) in {"broken-entry", "duplicate-entry", "conflicting-entries"}]


# --- in notes -------------------------------------------------------------------------------------

FULL = ENTRY.replace("soup,", "{Journal of {S}oup},")
NOTES = {
    "fence": f"# Note\n\n```bibtex\n{MACRO}\n{ENTRY}\n```\n",
    "plain fence": f"~~~\n{MACRO}\n{ENTRY}\n~~~\n",
    "fences apart": f"```bib\n{ENTRY}\n```\n\n```bib\n{MACRO}\n@misc{{x2020, title = {{A Book on Others}}}}\n```\n",
    "bare": f"Text.\n\n{FULL}\n\nMore text.\n",
    "blank lines": "Text.\n\n" + FULL.replace("\n", "\n" * 9) + "\n\nMore text.\n",
    "code in lines": "\n".join(f"`{line}`" for line in FULL.split("\n")) + "\n\nMore text.\n",
    "quote": "> ```bibtex\n" + "\n".join(f"> {line}" for line in [MACRO, *ENTRY.split("\n")]) + "\n> ```\n",
    "item": "- cite\n\n  ```bibtex\n" + "\n".join(f"  {line}" for line in [MACRO, *ENTRY.split("\n")]) + "\n  ```\n",
    "literature note": f"---\ntitle: Notes on Soup\ncitekey: cook2020\n---\n\n```bibtex\n{MACRO}\n{ENTRY}\n```\n",
}


@pytest.mark.parametrize("note", NOTES.values(), ids=NOTES)
def test_an_entry_in_a_note_is_exported_unchanged(note: str) -> None:
    """An entry anywhere in a note is exported with its fields and LaTeX, and its macros are expanded."""
    site = build_site(note)
    assert bibliography_issues(site) == []
    paper = next(p for p in site.library.papers if p.citekey == "cook2020")
    written = bibliography([paper], Config())
    if "literature" not in note and "Notes on Soup" not in note:
        assert written == WRITTEN
    assert paper.entry is not None
    assert dict(paper.entry.fields)["journal"] == "Journal of {S}oup"


def test_a_broken_entry_in_a_note_is_reported_with_its_line() -> None:
    """A broken entry is reported with its line in the note, and the other entries are read."""
    entries = "@misc{a, title = {First of All Soups}}\n@misc{b, title = {Second of All,\n}\n@misc{c, title = x}"
    site = build_site(f"# Note\n\n```bibtex\n{entries}\n```\n")
    assert {p.citekey for p in site.library.papers} == {"a", "b", "c"}
    assert [text.split(": ")[0] for text in bibliography_issues(site)] == ["n.md:5", "n.md:7"]


def test_a_key_of_bibtex_in_a_note_has_the_precedence_of_notes() -> None:
    """An entry in a note adds its fields, but its key has only the precedence of a key in notes."""
    site = build_site(f"```bibtex\n{MACRO}\n{ENTRY}\n```\n", "@misc{other, title = {On the GANs of Söup \\& $x^2$}}")
    assert (only_paper(site).citekey, only_paper(site).origins["citekey"]) == ("other", "a.bib:1")


# --- several files --------------------------------------------------------------------------------

TITLE = "title = {A Study of Soups and Stews}"


def test_the_later_entry_wins_field_by_field() -> None:
    """Fields missing in the later entry come from earlier ones, then from notes, and LaTeX is kept."""
    site = build_site(
        f"```bibtex\n@article{{n, {TITLE}, author = {{Etienne, M.}}, pages = {{1}}, number = 3}}\n```\n",
        f"@article{{a, {TITLE}, author = {{{{\\'E}}tienne, Max}}, journal = {{Soup}}, year = 2020}}",
        f"@article{{b, {TITLE}, journal = {{Soup}}, volume = 4, pages = {{1--2}}}}",
    )
    entry = only_paper(site).entry
    assert entry is not None
    assert dict(entry.fields) == {
        "title": "A Study of Soups and Stews",
        "journal": "Soup",
        "volume": "4",
        "pages": "1--2",
        "author": "{\\'E}tienne, Max",
        "year": "2020",
        "number": "3",
    }
    assert "{\\'E}tienne, Max" in bibliography([only_paper(site)], Config())
    assert bibliography_issues(site) == []


@pytest.mark.parametrize(
    "files", [("@article{{a, {0}}}", "\n@article{{b, {1}}}"), ("@article{{a, {0}}}\n@article{{b, {1}}}",)]
)
@pytest.mark.parametrize(
    ("one", "other", "fields"),
    [
        ("year = 2020", "year = 2021", "year ('2020' there)"),
        ("volume = 1, pages = {1--9}", "volume = {II 2}, pages = {1-9}", "volume ('1' there)"),
        ("author = {Cook, Ann and Ray, Bo}", "author = {Cook, A. and Roy, Bo}", "author ('Cook, Ann; Ray, Bo' there)"),
        ("booktitle = {Proceedings of ICML}", "booktitle = {Proceedings of ICLR}", "venue ('ICML' there)"),
        # different words with the same meaning
        ("author = {Cook, Ann and others}", "author = {A. Cook and Bo Ray}", ""),
        ("journal = {{S}oup}, pages = {1--9}", "journal = {SOUP}, pages = {1-9}", ""),
        ("year = 2019, journal = {arXiv preprint}", "year = 2020, journal = {Soup}", ""),
        ("volume = 1", "number = 2", ""),
    ],
)
def test_a_contradiction_is_reported_with_both_entries(
    files: tuple[str, ...], one: str, other: str, fields: str
) -> None:
    """Contradicting entries of one paper are reported with path and line of both."""
    doi = "doi = {10.1234/soups}"
    texts = [text.format(f"{TITLE}, {doi}, {one}", f"{TITLE}, {doi}, {other}") for text in files]
    site = build_site("", *texts)
    later, earlier = ("b.bib:2", "a.bib:1") if len(files) == 2 else ("a.bib:2", "a.bib:1")
    only_paper(site)
    message = f"{later}: entry 'b' contradicts {earlier} in {fields}; the values here are used [conflicting-entries]"
    assert bibliography_issues(site) == ([message] if fields else [])


def test_further_keys_of_an_entry_are_aliases() -> None:
    """The keys in the BibLaTeX field `ids` are aliases of the entry."""
    site = build_site("See [@old] and [@older].", f"@article{{new, ids = {{old, older}}, {TITLE}, journal = {{Soup}}}}")
    paper = only_paper(site)
    assert (paper.citekey, set(paper.aliases), len(paper.mentions)) == ("new", {"old", "older"}, 2)
    assert [i for i in site.issues if i.code == "unknown-key"] == []


def test_a_preprint_replaces_no_publication() -> None:
    """An entry of the preprint takes type, venue and pages from an earlier entry of the publication."""
    site = build_site(
        "",
        f"@inproceedings{{a, {TITLE}, author = {{Cook, A.}}, booktitle = {{Proceedings of ICML}}, pages = {{1--9}}}}",
        f"@misc{{b, {TITLE}, author = {{Ann Cook}}, eprint = {{2001.00001}}, year = 2020}}",
    )
    entry = only_paper(site).entry
    assert entry is not None
    assert (entry.type, dict(entry.fields)["booktitle"], dict(entry.fields)["pages"]) == (
        "inproceedings",
        "Proceedings of ICML",
        "1--9",
    )
    other = build_site(
        "",
        f"@inproceedings{{a, {TITLE}, doi = {{10.1234/soups}}, booktitle = {{Proceedings of ICML}}, pages = {{1--9}}}}",
        f"@article{{b, {TITLE}, doi = {{10.1234/soups}}, journal = {{Soup}}, year = 2022}}",
    )
    entry = only_paper(other).entry
    assert entry is not None
    assert {"booktitle", "pages"}.isdisjoint(dict(entry.fields))
