"""BibTeX entries of papers, and the catalogue."""

from __future__ import annotations

import json
import re
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

import papernotes_plugin as pn
from papernotes_plugin import bibtex, exports, identifiers
from papernotes_plugin.exports.paper_entry import bibtex_entry
from papernotes_plugin.index.library_index import index_library
from papernotes_plugin.reading.note_reader import read_note
from papernotes_plugin.resolve import identity, keys
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.issues import Code, issue
from papernotes_plugin.vocabulary.model import (
    Entry,
    Field,
    Library,
    Link,
    Mention,
    MentionKind,
    Paper,
    Source,
    Span,
    Venue,
)
from tests.helpers.plain_papers import HOSTILE_TEXT, paper_from_data


def fields(**facts: Any) -> dict[str, str]:
    """Return the exported BibTeX fields of a paper with these facts."""
    return dict(exports.bibtex_entry(paper_from_data(**{"citekey": "k", "title": "T", **facts})).entry.fields)


@pytest.mark.golden_test("*.yml")
def test_bibtex_matches_golden_files(golden: Any) -> None:
    """Papers are exported as the entries in their golden file, and these are read without an issue."""
    text = exports.bibtex(paper_from_data(**dict(row)) for row in golden["input"])
    assert golden.out["output"] == text
    entries, issues = bibtex.read(Source("x.bib", text.encode()))
    assert [e.key for e in entries] == [row["citekey"] for row in golden["input"]]
    assert issues == ()


# --- capitals, specials, names --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("title", "value"),
    [
        ("GANs and LoRA in 3D", "{GANs} and {LoRA} in {3D}"),
        ("Mu$^2$SLAM: Multitask", "{Mu$^2$SLAM}: Multitask"),
        ("Know Your $\\textbf{T}$arget", "Know Your $\\textbf{T}$arget"),
        ("The $\\Delta$-GAN of $n$ -player Games", "The {$\\Delta$}-{GAN} of $n$ -player Games"),
        ("A Bayesian View of Q-learning", "A {Bayesian} View of {Q}-learning"),
        ("From text-to-3D (VQ-VAEs)", "From text-to-{3D} ({VQ}-{VAEs})"),
        ("Simple Words Only", "Simple Words Only"),
        (
            "GPT-4-based Tutors: A C++ and A* Study, Part II of I",
            "{GPT}-4-based Tutors: A {C++} and {A*} Study, Part {II} of {I}",
        ),
        ("SE(3)-Equivariant $Q$-Learning in R", "{SE}(3)-Equivariant {$Q$}-Learning in {R}"),
        (
            "Newton's Method and Non-Gaussian Noise on Wikipedia",
            "{Newton's} Method and Non-{Gaussian} Noise on {Wikipedia}",
        ),
        ("ALL OF THIS TITLE IS SHOUTED", "ALL OF THIS TITLE IS SHOUTED"),
        (r"9.33\% of R&D costs $5 #1 a_b", r"9.33\% of {R\&D} costs \$5 \#1 a\_b"),
        (r"~x ^y <b> a|b", r"\textasciitilde{}x \textasciicircum{}y \textless{}b\textgreater{} a\textbar{}b"),
        (r"\input{/etc/passwd} $\write18{x}$ ok", "$write18{x}$ ok"),
    ],
)
def test_escaping_of_titles(title: str, value: str) -> None:
    """Capitals are braced word by word, formulas stay, special characters are escaped, and no command can run."""
    assert fields(title=title)["title"] == value


def test_addresses_are_not_escaped() -> None:
    """The fields url, doi and eprint are not escaped."""
    exported = fields(identifiers=["doi:10.1145/a_b#1"], links=["https://example.org/a_b%20c~d.pdf?x=1&y=#z"])
    assert exported["doi"] == "10.1145/a_b#1"
    assert exported["url"] == "https://example.org/a_b%20c~d.pdf?x=1&y=#z"


@pytest.mark.parametrize(
    ("names", "value"),
    [
        (["Ada Lovelace", "Ludwig van Beethoven"], "Lovelace, Ada and van Beethoven, Ludwig"),
        (["Martin Luther King Jr."], "King, Jr., Martin Luther"),
        (["OpenAI Team", "Black and White"], "{OpenAI Team} and {Black and White}"),
        (["Zhou, Chunting", "et al."], "Zhou, Chunting and others"),
        (["Smith & Sons Inc", "A_B, C"], "{Smith \\& Sons Inc} and A\\_B, C"),
        (["a, b, c, d"], "a, b c d"),
    ],
)
def test_author_names(names: list[str], value: str) -> None:
    """Names are `Family, Given`; organisations and names with `and` are braced; `others` marks a shortened list."""
    assert fields(authors=names)["author"] == value


@given(st.lists(HOSTILE_TEXT, min_size=1, max_size=4).map("".join), st.lists(HOSTILE_TEXT, max_size=3))
def test_bibliography_is_readable_for_any_fact(title: str, authors: list[str]) -> None:
    """Any title and authors give entries that are read without an issue and are equal in each export."""
    papers = [
        paper_from_data(citekey=f"k{n}", title=title or "x", authors=authors, year=2020, venue="ICML 2020")
        for n in range(2)
    ]
    text = exports.bibtex(papers)
    entries, issues = bibtex.read(Source("x.bib", text.encode()))
    assert [e.key for e in entries] == ["k0", "k1"]
    assert [i for i in issues if i.code is not Code.REPAIRED_TEXT] == []
    assert not {"{{", "{%", "{#"} & set(re.findall(r"\{[{%#]", text))
    assert exports.bibtex(papers) == text
    assert not re.search(r"\\(?:input|write|def|include|immediate|openout|read|csname|catcode)", text)


def test_entries_are_independent() -> None:
    """The text of an entry depends only on its paper."""
    one, two = paper_from_data(citekey="a", title="One"), paper_from_data(citekey="b", title="Two")
    assert exports.bibtex([one, two]) == exports.bibtex([one]) + "\n" + exports.bibtex([two])


@pytest.mark.shared
def test_public_fields_are_exported_unchanged(shared: Path) -> None:
    """Each public field of a real bibliography is exported unchanged."""
    entries, _ = bibtex.read(Source("p.bib", (shared / "truth" / "papers.bib").read_bytes()))
    papers, _ = identity.merge_mentions([], entries)
    chosen, _ = keys.assign(papers, {}, Config())
    read_back, _ = bibtex.read(Source("x.bib", exports.bibtex(chosen).encode()))
    public = {"title", "author", "booktitle", "journal", "year", "url", "doi", "eprint", "volume", "number", "pages"}

    def public_fields(all_entries: tuple[Entry, ...]) -> dict[str, dict[str, str]]:
        return {e.key: {n: v for n, v in e.fields if n in public} for e in all_entries}

    assert public_fields(read_back) == public_fields(entries)


# --- catalogue ------------------------------------------------------------------------------------


def library() -> Library:
    """Return a library with two papers in one note, and a note without papers."""
    notes = [read_note(Source(path, b"# A note #tag\n"))[0] for path in ("a.md", "b.md")]
    mentions = [
        Mention(
            note="a.md", kind=MentionKind.CARD, span=Span(n, n + 1), line=n, column=1, text="T", context="*words*",
            topic=("A", "B"), anchor=f"pn-{n}",
        )
        for n in (1, 2)
    ]  # fmt: skip
    rich = Paper(
        citekey="two", slug="two", title="Second", aliases=("zwei",), authors=("A. Bee",), year=2020,
        venue=Venue("ICML", 2020), track="Oral", type="inproceedings",
        identifiers=tuple(filter(None, [identifiers.parse_identifier("arxiv:2401.00001")])),
        links=(Link("Code", "https://github.com/a/b"),), labels=("S",), tldr="short", abstract="long",
        fields=(Field("Reason", "one"), Field("TL;DR", "short"), Field("Reason", "two")),
        tags=("a/b",), topics=(("A", "B"),), mentions=(mentions[1],), origins={"year": "a.md:2", "authors": "citekey"},
    )  # fmt: skip
    plain = Paper(citekey="one", slug="one", title="First", mentions=(mentions[0],))
    return index_library([rich, plain], notes, Config())


def schema() -> Any:
    """Return the JSON schema of the catalogue."""
    file = resources.files("papernotes_plugin") / "templates" / "catalogue.schema.json"
    return json.loads(file.read_text(encoding="utf-8"))


def test_catalogue_is_valid_by_its_schema() -> None:
    """The catalogue is valid by its published schema, and the schema describes every key of a paper."""
    catalogue = exports.catalogue(
        library(), [issue(Code.NO_PAPERS, "a.md", None, "x"), issue(Code.UNKNOWN_KEY, "b.md", 3, "y", 2)]
    )
    jsonschema.Draft202012Validator.check_schema(schema())
    jsonschema.validate(catalogue, schema())
    assert set(schema()["$defs"]["paper"]["properties"]) == set(catalogue["papers"][0])
    assert catalogue["schema"] == exports.SCHEMA == schema()["properties"]["schema"]["const"]


def test_catalogue_has_every_fact() -> None:
    """The catalogue has every fact of a paper; fields with the same label are joined in their order."""
    rich, plain = exports.catalogue(library())["papers"]
    assert (rich["venue"], rich["identifiers"]) == ("ICML 2020", ["arxiv:2401.00001"])
    assert rich["fields"] == {"Reason": "one\n\ntwo", "TL;DR": "short"}
    assert rich["links"] == [{"label": "Code", "url": "https://github.com/a/b"}]
    mention = {"note": "a.md", "line": 2, "column": 1, "kind": "card", "text": "T", "anchor": "pn-2"}
    assert rich["mentions"] == [{**mention, "context": "*words*", "topic": ["A", "B"]}]
    assert (plain["year"], plain["venue"], plain["fields"]) == (None, "", {})


def test_catalogue_of_some_papers() -> None:
    """The catalogue of some papers lists only notes that mention them, each with its papers in note order."""
    whole = library()
    full = exports.catalogue(whole)
    assert [(note["path"], note["papers"]) for note in full["notes"]] == [("a.md", ["one", "two"]), ("b.md", [])]
    part = exports.catalogue(whole, papers=[whole.by_key["two"]])
    assert [p["citekey"] for p in part["papers"]] == ["two"]
    assert [(note["path"], note["papers"]) for note in part["notes"]] == [("a.md", ["two"])]
    jsonschema.validate(part, schema())


def test_catalogue_text_is_stable_json() -> None:
    """The text is JSON, equal for equal libraries, and ends with a newline."""
    data = exports.catalogue(library())
    text = exports.catalogue_text(data)
    assert json.loads(text) == data
    assert text == exports.catalogue_text(exports.catalogue(library()))
    assert text.endswith("}\n")


def test_a_reference_in_a_note_gives_volume_number_and_pages() -> None:
    """The numbers of a reference go into the entry with the venue, which is a journal if it has a number."""
    reference = "- Acemoglu, D., & Robinson, J. (2001). On soup. *Soup Review, 91*(5), 1369–1401.\n"
    (paper,) = pn.build([pn.Source("a.md", reference.encode())], pages=False).library.papers
    entry = bibtex_entry(paper).entry
    assert entry.type == "article"
    numbers = {"journal": "Soup Review", "volume": "91", "number": "5", "pages": "1369--1401"}
    assert {name: value for name, value in entry.fields if name in numbers} == numbers
