"""BibTeX entries of papers, judged by golden files and by real programs; and the catalogue."""

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

from papernotes_plugin import bibtex, exports, identifiers
from papernotes_plugin.index.library_index import index
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


def paper(**facts: Any) -> Paper:
    """A paper from plain data: `venue: ICLR 2025`, `identifiers: [arxiv:…]`, `entry: "@misc{…}"`."""
    if "venue" in facts:
        acronym, _, year = facts["venue"].rpartition(" ")
        facts["venue"] = Venue(acronym, int(year))
    if "entry" in facts:
        (facts["entry"],), _ = bibtex.read(Source("b.bib", facts["entry"].encode()))
    facts["identifiers"] = tuple(filter(None, map(identifiers.parse_identifier, facts.get("identifiers", ()))))
    facts["links"] = tuple(Link("PDF", url) for url in facts.get("links", ()))
    facts["authors"] = tuple(facts.get("authors", ()))
    return Paper(slug=facts["citekey"].lower(), **facts)


def fields(**facts: Any) -> dict[str, str]:
    """The fields of the entry of a paper."""
    return dict(exports.bibtex_entry(paper(**{"citekey": "k", "title": "T", **facts})).fields)


@pytest.mark.golden_test("*.yml")
def test_bibtex(golden: Any) -> None:
    """Papers become the entries that their golden file shows, and these are read without a complaint."""
    text = exports.bibtex(paper(**dict(row)) for row in golden["input"])
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
def test_titles(title: str, value: str) -> None:
    """Capitals that matter are braced word by word, formulas stay, specials are escaped, no command runs."""
    assert fields(title=title)["title"] == value


def test_addresses_are_not_escaped() -> None:
    """In url, doi and eprint every character stands for itself."""
    found = fields(identifiers=["doi:10.1145/a_b#1"], links=["https://example.org/a_b%20c~d.pdf?x=1&y=#z"])
    assert found["doi"] == "10.1145/a_b#1"
    assert found["url"] == "https://example.org/a_b%20c~d.pdf?x=1&y=#z"


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
def test_names(names: list[str], value: str) -> None:
    """Family, Given; organisations and what could be taken for two names in braces; `others` only where cut."""
    assert fields(authors=names)["author"] == value


BITS = """{ } \\ $ % {{x}} \\input{x} 🧠 注意 \u202e $x{$ \\\\ " a\\ {%x%} $$ a}\n@misc{b,"""
HOSTILE = st.text() | st.sampled_from(BITS.split(" "))


@given(st.lists(HOSTILE, min_size=1, max_size=4).map("".join), st.lists(HOSTILE, max_size=3))
def test_no_fact_breaks_the_bibliography(title: str, authors: list[str]) -> None:
    """Whatever notes say, the entries are all there, read without complaint, the same each time."""
    papers = [
        paper(citekey=f"k{n}", title=title or "x", authors=authors, year=2020, venue="ICML 2020") for n in range(2)
    ]
    text = exports.bibtex(papers)
    entries, issues = bibtex.read(Source("x.bib", text.encode()))
    assert [e.key for e in entries] == ["k0", "k1"]
    assert [i for i in issues if i.code is not Code.REPAIRED_TEXT] == []
    assert not {"{{", "{%", "{#"} & set(re.findall(r"\{[{%#]", text))
    assert exports.bibtex(papers) == text
    assert not re.search(r"\\(?:input|write|def|include|immediate|openout|read|csname|catcode)", text)


def test_a_change_in_one_paper_changes_its_entry_only() -> None:
    """The text of an entry depends on nothing but its paper."""
    one, two = paper(citekey="a", title="One"), paper(citekey="b", title="Two")
    assert exports.bibtex([one, two]) == exports.bibtex([one]) + "\n" + exports.bibtex([two])


@pytest.mark.shared
def test_what_the_author_wrote_comes_back(shared: Path) -> None:
    """Each field of a real bibliography that is public is exported to the letter."""
    entries, _ = bibtex.read(Source("p.bib", (shared / "truth" / "papers.bib").read_bytes()))
    papers, _ = identity.merge_mentions([], entries)
    chosen, _ = keys.assign(papers, {}, Config())
    back, _ = bibtex.read(Source("x.bib", exports.bibtex(chosen).encode()))
    public = {"title", "author", "booktitle", "journal", "year", "url", "doi", "eprint", "volume", "number", "pages"}

    def seen(all_entries: tuple[Entry, ...]) -> dict[str, dict[str, str]]:
        return {e.key: {n: v for n, v in e.fields if n in public} for e in all_entries}

    assert seen(back) == seen(entries)


# --- catalogue ------------------------------------------------------------------------------------


def library() -> Library:
    """Two papers in one note, and a note without any."""
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
    return index([rich, plain], notes, Config())


def schema() -> Any:
    """The published schema of the catalogue."""
    file = resources.files("papernotes_plugin") / "templates" / "catalogue.schema.json"
    return json.loads(file.read_text(encoding="utf-8"))


def test_the_catalogue_has_its_form() -> None:
    """The catalogue is valid by the schema that is shipped, and the schema knows every key of it."""
    found = exports.catalogue(
        library(), [issue(Code.NO_PAPERS, "a.md", None, "x"), issue(Code.UNKNOWN_KEY, "b.md", 3, "y", 2)]
    )
    jsonschema.Draft202012Validator.check_schema(schema())
    jsonschema.validate(found, schema())
    assert set(schema()["$defs"]["paper"]["properties"]) == set(found["papers"][0])
    assert found["schema"] == exports.SCHEMA == schema()["properties"]["schema"]["const"]


def test_the_catalogue_says_everything() -> None:
    """Each fact of a paper stands under its name; values of one label are joined in their order."""
    rich, plain = exports.catalogue(library())["papers"]
    assert (rich["venue"], rich["identifiers"]) == ("ICML 2020", ["arxiv:2401.00001"])
    assert rich["fields"] == {"Reason": "one\n\ntwo", "TL;DR": "short"}
    assert rich["links"] == [{"label": "Code", "url": "https://github.com/a/b"}]
    place = {"note": "a.md", "line": 2, "column": 1, "kind": "card", "text": "T", "anchor": "pn-2"}
    assert rich["mentions"] == [{**place, "context": "*words*", "topic": ["A", "B"]}]
    assert (plain["year"], plain["venue"], plain["fields"]) == (None, "", {})


def test_a_part_of_the_catalogue() -> None:
    """Of some papers only the notes that mention them are listed, each with its papers in the order of the note."""
    whole = library()
    full = exports.catalogue(whole)
    assert [(note["path"], note["papers"]) for note in full["notes"]] == [("a.md", ["one", "two"]), ("b.md", [])]
    part = exports.catalogue(whole, papers=[whole.by_key["two"]])
    assert [p["citekey"] for p in part["papers"]] == ["two"]
    assert [(note["path"], note["papers"]) for note in part["notes"]] == [("a.md", ["two"])]
    jsonschema.validate(part, schema())


def test_the_text_of_the_catalogue() -> None:
    """JSON that is the same each time, in UTF-8, with a line end."""
    data = exports.catalogue(library())
    text = exports.catalogue_text(data)
    assert json.loads(text) == data
    assert text == exports.catalogue_text(exports.catalogue(library()))
    assert text.endswith("}\n")
