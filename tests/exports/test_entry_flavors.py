"""BibTeX and biblatex exports of every entry type, validated by BibTeX and biber."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from papernotes_plugin import bibtex, exports
from papernotes_plugin.entries import MONTHS
from papernotes_plugin.exports.biblatex_datamodel import ALLOWED, TYPES
from papernotes_plugin.resolve import identity, keys
from papernotes_plugin.vocabulary.config import FLAVORS, Config
from papernotes_plugin.vocabulary.model import Entry, Paper, Source
from tests.helpers.plain_papers import paper_from_data

KINDS = sorted({*ALLOWED, *TYPES, "preprint"})
FULL = """
    title = {The @ of Things}, subtitle = {Sub}, titleaddon = {Add}, editor = {Cee, Ed and others}, booktitle = {Works},
    author = {Bee@, Ann and family=Vries, given=Harm, prefix=de and van der Berg, Jr., Max}, booksubtitle = {All},
    journal = {Journal}, volume = {3}, number = {4}, issue = {Spring}, chapter = {2}, pages = {1--9}, edition = {2},
    publisher = {House}, organization = {Body}, institution = {Institute}, school = {School}, address = {Ulm},
    howpublished = {Web}, month = mar, year = 2020, day = 3, eprint = {2001.00001}, eprinttype = {arxiv},
    eprintclass = {cs.LG}, doi = {10.1234/@}, isbn = {978-3-16-148410-0}, issn = {2049-3630}, urldate = {2021-01-01},
    url = {https://example.org/@}, note = {Note}, type = {Kind}, version = {1}, series = {Series}, maintitle = {Main},
    translator = {Dee, Lea}, eventtitle = {Meeting}, eventdate = {2020-03-01/2020-03-04}, venue = {Hall},
    language = {english}, pubstate = {inpress}, holder = {Hold, Er}, file = {x.pdf}, abstract = {Private},
    keywords = {k}, timestamp = {1}
"""
FORMS = {
    "full": FULL,
    "edited": "title = {Edited @}, editor = {Cee, Ed}, year = {2019}, publisher = {House}, booktitle = {Works}",
    "linked": "title = {Only a Link of @}, url = {https://example.org/2/@}, year = {#}",
    "written": "title = {Only an Author of @}, author = {Eff@, One}, year = {2001}",
    "dated": """title = {In the Words of biblatex, @}, author = {Gee@, Al}, date = {2001-02-03/2002-04},
        booktitle = {B}, journaltitle = {J}, institution = {I}, publisher = {P}, location = {L}, note = {N},
        volume = {IV}""",
}
"""Fields of the author's entry by the name of a form; `@` is replaced by the entry type, and `#` by a year.

`plainnat` labels an entry without names by the start of its key, and has letters for 26 equal labels of one year.
"""


def papers(form: str) -> tuple[Paper, ...]:
    """Return one paper for each entry type, with the fields of a form."""
    texts = (FORMS[form].replace("@", kind).replace("#", str(1950 + n)) for n, kind in enumerate(KINDS))
    text = "\n".join(f"@{kind}{{{form}-{kind}, {body}}}" for kind, body in zip(KINDS, texts, strict=True))
    entries, _ = bibtex.read(Source("b.bib", text.encode()))
    merged, _ = identity.merge_mentions([], entries)
    chosen, _ = keys.assign(merged, {}, Config())
    assert len(chosen) == len(KINDS)
    return chosen


def entry(form: str, kind: str, flavor: str) -> Entry:
    """Return the exported entry of the paper with this form and type."""
    (chosen,) = (p for p in papers(form) if p.citekey == f"{form}-{kind}")
    return exports.bibtex_entry(chosen, flavor).entry


@pytest.mark.parametrize(
    ("form", "kind", "in_bibtex", "in_biblatex"),
    [
        ("full", "thesis", "phdthesis", "thesis"),
        ("full", "mastersthesis", "mastersthesis", "thesis"),
        ("full", "techreport", "techreport", "report"),
        ("full", "online", "misc", "online"),
        ("full", "software", "misc", "software"),
        # nothing but the type of the other flavor is converted, whatever fields are missing
        ("edited", "book", "book", "book"),
        ("edited", "collection", "book", "collection"),
        ("written", "article", "article", "article"),
        ("written", "inproceedings", "inproceedings", "inproceedings"),
        ("linked", "online", "misc", "online"),
        ("dated", "incollection", "incollection", "incollection"),
        ("dated", "report", "techreport", "report"),
    ],
)
def test_entry_type_by_flavor(form: str, kind: str, in_bibtex: str, in_biblatex: str) -> None:
    """An entry of the author has the type that he wrote, or its name in the other flavor."""
    assert (entry(form, kind, "bibtex").type, entry(form, kind, "biblatex").type) == (in_bibtex, in_biblatex)


def test_notes_give_types_and_fields_of_the_data_model() -> None:
    """An entry made from notes has a type whose required fields are known, and only fields of the data model."""
    facts = {"citekey": "k", "title": "Soup", "year": 2024}
    for more in ({}, {"authors": ["A. Bee"]}, {"authors": ["A. Bee"], "venue": "ICLR 2025"}, {"venue": "ICLR 2025"}):
        exported = exports.bibtex_entry(paper_from_data(**facts, **more), "biblatex").entry
        assert {name for name, _ in exported.fields} <= ALLOWED[exported.type]
        assert exported.type == ("inproceedings" if len(more) == 2 else "misc")


def test_preprint_and_publication_in_biblatex() -> None:
    """A biblatex preprint is `online` without a URL that repeats the eprint; a published paper keeps its eprint."""
    facts = {"citekey": "k", "title": "Soup", "authors": ["A. Bee"], "year": 2024, "identifiers": ["arxiv:2401.00001"]}
    preprint = exports.bibtex_entry(paper_from_data(**facts), "biblatex").entry
    assert (preprint.type, dict(preprint.fields)["eprinttype"], dict(preprint.fields).get("url")) == (
        "online", "arXiv", None,
    )  # fmt: skip
    published = exports.bibtex_entry(paper_from_data(**facts, venue="ICLR 2025"), "biblatex").entry
    assert published.type == "inproceedings"
    assert dict(published.fields)["eprint"] == "2401.00001"
    assert "International Conference on Learning Representations" in dict(published.fields)["booktitle"]


def test_date_fields_by_flavor() -> None:
    """BibTeX gets a year and a month, biblatex one date with the precision of the author's date."""
    author_entry = "@article{k, title={T}, author={A. Bee}, journaltitle={J}, date={2021-05-03}}"
    dated_paper = paper_from_data(citekey="k", title="T", entry=author_entry)
    in_bibtex, in_biblatex = (dict(exports.bibtex_entry(dated_paper, flavor).entry.fields) for flavor in FLAVORS)
    assert (in_bibtex["year"], in_bibtex["month"], "date" in in_bibtex) == ("2021", MONTHS[4], False)
    assert (in_biblatex["date"], "year" in in_biblatex) == ("2021-05-03", False)


@pytest.mark.parametrize(
    "date", ["199X", "2004-06~", "2004?", "1999/2003", "1999/..", "2010-21", "-0044", "2004-04-05T12:30:00", "2004-XX"]
)
def test_dates_are_exported_unchanged(date: str) -> None:
    """Dates of biblatex are exported unchanged; the text of one that biblatex cannot read is in the note."""
    for written in (date, f"{date}-x"):
        author_entry = f"@book{{k, title={{T}}, author={{A. Bee}}, publisher={{P}}, date={{{written}}}}}"
        dated_paper = paper_from_data(citekey="k", title="T", entry=author_entry)
        fields = dict(exports.bibtex_entry(dated_paper, "biblatex").entry.fields)
        assert fields["date" if written == date else "note"] == written


@pytest.mark.parametrize(
    ("given", "in_bibtex", "in_biblatex"),
    [
        ("date = {XXXX}", {}, {}),
        ("date = {2020-13-45}", {"year": "2020", "note": "2020-13-45"}, {"date": "2020", "note": "2020-13-45"}),
        ("date = {2020-5-1}", {"year": "2020", "month": "may"}, {"date": "2020-05-01"}),
        ("date = {soon}, note = {N}", {"note": "N. soon"}, {"note": "N. soon"}),
        ("year = {n.d.}", {"year": "n.d.", "date": "XXXX"}, {}),
        ("year = {in press}", {"year": "in press", "date": "XXXX"}, {"pubstate": "inpress"}),
        ("year = {535 BCE}", {"year": "535 BCE"}, {"date": "-0534"}),
        ("year = {c. 1850}", {"year": "c. 1850", "date": "XXXX"}, {"date": "1850~"}),
        ("year = {1999--2003}", {"year": "1999--2003"}, {"date": "1999/2003"}),
        ("year = {2001}, month = {spring}", {"year": "2001", "month": "spring"}, {"date": "2001-21"}),
        ("year = 2001, month = 10 # {~} # oct", {"year": "2001", "month": "10~oct"}, {"date": "2001-10-10"}),
        ("year = 2001, month = {May 3rd}", {"year": "2001", "month": "May 3rd"}, {"date": "2001-05-03"}),
        ("year = 2001, month = {31 June}", {"year": "2001", "month": "31~June"}, {"year": "2001", "month": "31~June"}),
        ("year = {2001}, month = {May--June}", {"year": "2001", "month": "May--June"}, {"date": "2001-05/2001-06"}),
        ("year = 2001, urldate = {in May}", {"year": "2001", "note": "urldate: in May"}, None),
    ],
)
def test_unusual_dates(given: str, in_bibtex: dict[str, str], in_biblatex: dict[str, str] | None) -> None:
    """Each flavor gets a date that its programs read; no text is lost but that of an unknown date."""
    entry = f"@misc{{k, title = {{T}}, author = {{A. Bee}}, address = {{X}}, {given}}}"
    dated_paper = paper_from_data(citekey="k", title="T", entry=entry)
    for flavor, expected in (("bibtex", in_bibtex), ("biblatex", in_biblatex)):
        fields = dict(exports.bibtex_entry(dated_paper, flavor).entry.fields)
        if expected is not None:
            assert {
                name: value for name, value in fields.items() if name not in ("title", "author", "address", "location")
            } == expected


def test_unknown_year_is_absent() -> None:
    """A paper without a year has no date in any flavor, because programs refuse any text in its place."""
    undated_paper = paper_from_data(citekey="k", title="T", authors=["A. Bee"])
    for flavor in ("bibtex", "biblatex"):
        (read_back,), _ = bibtex.read(Source("x.bib", exports.bibtex([undated_paper], flavor).encode()))
        assert {"title", "author"} <= dict(read_back.fields).keys()
        assert not dict(read_back.fields).keys() & {"year", "month", "date"}


# --- real programs --------------------------------------------------------------------------------


def complaints(folder: Path, *command: str) -> list[str]:
    """Return the warnings and errors that a program prints when it runs in a folder."""
    process = subprocess.run(command, cwd=folder, capture_output=True, timeout=300, check=False)
    lines = process.stdout.decode("utf-8", "replace").splitlines()
    return [line for line in lines if re.match(r"WARN|ERROR|Warning--|I was|I'm|Repeated|.*---line", line)]


@pytest.mark.tex
@pytest.mark.parametrize(
    "form", [form if form == "dated" else pytest.param(form, marks=pytest.mark.full) for form in FORMS]
)
def test_biber_and_bibtex_read_every_type(tmp_path: Path, form: str) -> None:
    """Biber and BibTeX read every entry of an author in both flavors."""
    chosen = papers(form)
    (tmp_path / "l.bib").write_text(exports.bibtex(chosen, "biblatex"), "utf-8")
    (tmp_path / "b.bib").write_text(exports.bibtex(chosen, "bibtex", "latex"), "utf-8")
    # the entries keep fields that a type does not have, so the data model is not checked
    lines = complaints(tmp_path, "biber", "--tool", "--output-file", "o.bib", "l.bib")
    lines += complaints(tmp_path, "biber", "--tool", "--output-file", "o.bib", "b.bib")
    assert [line for line in lines if "no title" not in line] == []
    for style in ("plain", "plainnat"):
        aux = rf"\relax\citation{{*}}\bibstyle{{{style}}}\bibdata{{b}}"
        (tmp_path / "a.aux").write_text(aux.replace(r"\bib", "\n\\bib").replace(r"\cit", "\n\\cit") + "\n", "utf-8")
        # a style may miss a field; it must find every entry whole
        assert [line for line in complaints(tmp_path, "bibtex", "a") if not line.startswith("Warning--")] == []
        assert len(re.findall(r"\\bibitem", (tmp_path / "a.bbl").read_text("utf-8"))) == len(KINDS)
