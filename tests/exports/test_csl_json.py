"""CSL-JSON and RIS exports, validated by the CSL schema and read back by rispy."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import rispy
from hypothesis import given, settings
from hypothesis import strategies as st

from papernotes_plugin import bibtex
from papernotes_plugin.exports import csl_json, export_papers
from papernotes_plugin.vocabulary.model import Entry, Evidence, Paper, Source
from tests.helpers.plain_papers import paper_from_data

SCHEMA = jsonschema.Draft7Validator(
    json.loads((Path(__file__).parent / "csl_json" / "csl-data.json").read_text("utf-8"))
)


def paper_of_entry(entry: Entry) -> Paper:
    """Return the paper whose facts all come from an entry."""
    evidence = entry.evidence
    return Paper(
        citekey=entry.key,
        slug=entry.key.lower(),
        title=evidence.title or entry.key,
        authors=evidence.authors,
        year=evidence.year,
        identifiers=evidence.identifiers,
        links=evidence.links,
        entry=entry,
        origins={"title": f"{entry.path}:{entry.line}"},
    )


def papers_of_bib(text: str) -> list[Paper]:
    """Return the papers of the text of a `.bib` file."""
    return [paper_of_entry(entry) for entry in bibtex.read(Source("b.bib", text.encode()))[0]]


def item(**fields: str) -> dict[str, Any]:
    """Return the CSL item of an entry with these fields; `type_` is the entry type."""
    kind = fields.pop("type_", "misc")
    values = {"title": "T", **fields}
    source = f"@{kind}{{k,\n" + "".join(f"{name} = {{{value}}},\n" for name, value in values.items()) + "}\n"
    return csl_json.csl_items(papers_of_bib(source))[0]


@pytest.mark.golden_test("csl_json/*.yml")
def test_exports_match_golden_files(golden: Any) -> None:
    """Papers are exported as the items and records in their golden file, and the items are valid."""
    papers = papers_of_bib(golden.get("input") or "") + [
        paper_from_data(**dict(row)) for row in golden.get("papers") or ()
    ]
    exported = export_papers(papers, "csl")
    SCHEMA.validate(json.loads(exported))
    assert exported == export_papers(papers, "csl")
    assert golden.out["output"] == exported
    assert golden.out["ris"] == export_papers(papers, "ris")


# --- types ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "kind"),
    [
        ({"type_": "inproceedings", "author": "A, B", "booktitle": "C", "year": "2020"}, "paper-conference"),
        ({"type_": "inproceedings", "booktitle": "C"}, "paper-conference"),
        ({"type_": "article", "journal": "J"}, "article-journal"),
        ({"type_": "thesis", "author": "A, B", "institution": "U", "year": "2020"}, "thesis"),
        ({"type_": "misc", "eprint": "2401.00001"}, "article"),
        ({"type_": "misc", "doi": "10.1/x"}, "article"),
        ({"type_": "misc", "url": "https://example.org/a-page"}, "webpage"),
        ({"type_": "online", "eprint": "2401.00001", "eprinttype": "arxiv"}, "article"),
        ({"type_": "software", "url": "https://example.org"}, "software"),
        ({"type_": "misc"}, "document"),
        ({"type_": "nonsense"}, "document"),
    ],
)
def test_item_types(fields: Mapping[str, str], kind: str) -> None:
    """The item has the CSL type of the entry, even if BibTeX's styles would require more fields."""
    assert item(**fields)["type"] == kind


# --- texts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        (r"{GAN}s for G{\"o}del, \& more", "GANs for Gödel, & more"),
        (r"\emph{In} the \textit{wild {GAN}}", "<i>In</i> the <i>wild GAN</i>"),
        (r"H\textsubscript{2}O at 5\textsuperscript{th}", "H<sub>2</sub>O at 5<sup>th</sup>"),
        (r"{\textbf{a {b} c}}", "<b>a b c</b>"),
        (r"Mu$^2$SLAM in $O(n \log n)$", "Mu²SLAM in O(n log n)"),
        (r"$\textit{x}$ stays a formula", "x stays a formula"),
        (r"1 \textless{} 2", "1 < 2"),
        (r"It costs \$5", "It costs $5"),
    ],
)
def test_latex_in_titles(title: str, shown: str) -> None:
    """LaTeX becomes Unicode, emphasis becomes CSL rich text, and capitals stay as written."""
    assert item(title=title)["title"] == shown


def test_subtitle_is_joined_to_the_title() -> None:
    """Title and subtitle are joined."""
    assert item(title="A", subtitle="B")["title"] == "A: B"
    assert item(title="A?", subtitle="B")["title"] == "A? B"


def test_page_ranges() -> None:
    """A range of pages has one hyphen, as CSL requires."""
    assert [item(pages=p)["page"] for p in ("1--12", "1 – 12", "1-3, 5--7", "e12")] == [
        "1-12",
        "1-12",
        "1-3, 5-7",
        "e12",
    ]


@pytest.mark.parametrize(
    ("author", "names"),
    [
        ("van der Maaten, Laurens", {"family": "Maaten", "given": "Laurens", "non-dropping-particle": "van der"}),
        ("King, Jr., Martin", {"family": "King", "given": "Martin", "suffix": "Jr."}),
        ("{Meta AI}", {"literal": "Meta AI"}),
        ("{OpenAI}", {"literal": "OpenAI"}),
        ("Plato", {"family": "Plato"}),
        (r"Erd{\H{o}}s, Paul", {"family": "Erdős", "given": "Paul"}),
    ],
)
def test_author_names(author: str, names: dict[str, str]) -> None:
    """A person has separate name parts; an organisation has one literal name."""
    assert item(author=author)["author"] == [names]


def test_and_others_becomes_a_literal() -> None:
    """A list that ends in `and others` ends in the literal `others`, which pandoc knows."""
    assert item(author="A, B and others")["author"][-1] == {"literal": "others"}
    assert item(author="Others, Anne")["author"] == [{"family": "Others", "given": "Anne"}]


# --- arbitrary input -------------------------------------------------------------------------------

NAMES = ["title", "subtitle", "author", "editor", "booktitle", "journal", "year", "month", "date", "pages", "number"]
NAMES += ["eprint", "archiveprefix", "howpublished", "note", "type", "url", "doi", "urldate", "volume"]
VALUES = st.text("abXY19 ,-/\\{}$%&_^~\"'\n\x00<>é中\u202e", max_size=25)
WORDS = st.sampled_from(
    ["\\emph{", "\\textit{a}", "$x^2$", "and ", "others", "2020-05/2021", "family=", "\\url{", "--"]
)
TYPES = st.sampled_from(["article", "inproceedings", "misc", "phdthesis", "book", "online", "techreport", "x"])


@settings(max_examples=60)
@given(TYPES, st.dictionaries(st.sampled_from(NAMES), st.lists(VALUES | WORDS, max_size=4).map("".join), max_size=6))
def test_item_of_any_entry_is_valid(kind: str, fields: dict[str, str]) -> None:
    """The item of any entry is valid, has its key and contains no control character or internal marker."""
    entry = Entry(key="k", type=kind, fields=tuple(fields.items()), path="b.bib", line=1, evidence=Evidence())
    (item,) = csl_json.csl_items([paper_of_entry(entry)])
    SCHEMA.validate([item])
    assert item["id"] == "k"
    text = json.dumps(item, ensure_ascii=False)
    assert "\n" not in text
    assert not any("\U000f0000" <= char <= "\U000f0007" for char in item.get("title", ""))
    assert "\x00" not in text
    assert "\u202e" not in text


@settings(max_examples=60)
@given(TYPES, st.dictionaries(st.sampled_from(NAMES), st.lists(VALUES | WORDS, max_size=4).map("".join), max_size=6))
def test_each_ris_value_is_one_line(kind: str, fields: dict[str, str]) -> None:
    """For any entry each RIS line is a tag with its value, and rispy reads one record with its key."""
    entry = Entry(key="k", type=kind, fields=tuple(fields.items()), path="b.bib", line=1, evidence=Evidence())
    exported = export_papers([paper_of_entry(entry), paper_of_entry(entry)], "ris")
    lines = [line for line in exported.split("\n") if line]
    assert all(re.match(r"[A-Z][A-Z0-9]  - ", line) for line in lines)
    assert exported.splitlines() == exported.split("\n")[:-1]
    assert [record["id"] for record in rispy.loads(exported)] == ["k", "k"]


def test_line_breaks_cannot_end_a_ris_record() -> None:
    """Any kind of line break within a RIS value becomes a space."""
    hostile = paper_from_data(citekey="k", title="A\nER  - \r\nTY  - JOUR\u2028B\x85C\x0bD")
    (record,) = rispy.loads(export_papers([hostile], "ris"))
    assert record["title"] == "A ER - TY - JOUR B C D"


@pytest.mark.parametrize("unit", ["\\emph{", "\\emph{a}", "-", "{", "}", "{}", "$x$ ", "\\"])
def test_long_values_are_exported(unit: str) -> None:
    """A long value with repeated parts does not slow the export down."""
    value = unit * 10_000
    fields = (("title", value), ("author", value), ("pages", value))
    entry = Entry(key="k", type="misc", fields=fields, path="b", line=1, evidence=Evidence())
    assert csl_json.csl_items([paper_of_entry(entry)])
