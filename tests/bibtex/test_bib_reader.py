"""Reading `.bib` text: golden files for its ways, real and broken files, and the round trip."""

from __future__ import annotations

import re
import time
from collections import Counter
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from papernotes_plugin import bibtex, identifiers
from papernotes_plugin.bibtex import bib_blocks
from papernotes_plugin.entries import FIELD_ORDER, safe_value, valid_key
from papernotes_plugin.vocabulary.issues import Code
from papernotes_plugin.vocabulary.model import Entry, Evidence, Source


def read(text: str | bytes) -> tuple[tuple[Entry, ...], list[str]]:
    """The entries and, as text, the issues of a file."""
    entries, issues = bibtex.read(Source("x.bib", text.encode() if isinstance(text, str) else text))
    return entries, list(map(str, issues))


def described(entry: Entry) -> str:
    """An entry for people: its place, its fields, and what they say."""
    said = entry.evidence
    facts = {
        "says": said.title,
        "by": "; ".join(said.authors),
        "in": " / ".join(filter(None, (said.venue, said.track, str(said.year or "")))),
        "is": ", ".join(map(str, said.identifiers)),
        "links": ", ".join(f"{link.label} <{link.url}>" for link in said.links),
        "labels": "; ".join(said.labels),
        "tags": ", ".join(said.tags),
        "abstract": said.abstract,
    }
    lines = [f"{entry.line} {entry.type} '{entry.key}'"]
    lines += [f"  {name} = {value}" for name, value in entry.fields]
    return "\n".join([*lines, *(f"  * {name}: {value}" for name, value in facts.items() if value)])


@pytest.mark.golden_test("*.yml")
def test_read(golden: Any) -> None:
    """Each way of writing gives the entries, what they say, and the complaints that its golden file shows."""
    entries, issues = read(golden["input"])
    assert golden.out["output"] == "\n".join(map(described, entries)) + "\n"
    assert golden.out.get("issues") == (issues or None)


@pytest.mark.parametrize("path", sorted(Path(__file__).parent.glob("*.yml")), ids=lambda path: path.stem)
def test_line_ends_and_byte_order_marks_change_nothing(path: Path) -> None:
    """CRLF, CR and a BOM give the same entries on the same lines."""
    text = yaml.safe_load(path.read_text(encoding="utf-8"))["input"]
    for end in ("\r\n", "\r"):
        assert read("\ufeff" + text.replace("\n", end)) == read(text)


# --- real files -----------------------------------------------------------------------------------


@pytest.mark.shared
def test_a_real_bibliography_is_read_whole(shared: Path) -> None:
    """Every entry is there, with no complaint, and has each identifier that it states."""
    data = (shared / "truth" / "papers.bib").read_bytes()
    entries, issues = read(data)
    assert issues == []
    assert [e.key for e in entries] == re.findall(r"(?m)^@\w+\{([^,]+),", data.decode())
    assert len(entries) == 313
    for entry in entries:
        held = set(map(str, entry.evidence.identifiers))
        fields = dict(entry.fields)
        stated = {f"{n}:{fields[n].lower() if n == 'doi' else fields[n]}" for n in ("doi", "openreview") if n in fields}
        stated |= {f"arxiv:{fields['eprint']}"} if "eprint" in fields else set()
        stated |= {str(found)} if (found := identifiers.from_url(fields["url"])) else set()
        assert stated, entry.key
        assert stated <= held, entry.key
        assert entry.evidence.authors
        assert entry.evidence.year
    venues = Counter(e.evidence.venue for e in entries if e.type != "misc")
    assert "" not in venues


# --- several files --------------------------------------------------------------------------------


def test_files_know_the_macros_and_parents_of_each_other() -> None:
    """Macros hold in all files, one defined anew from there on; a parent may stand in another file."""
    first = '@string{house = "House of Soup"}\n@misc{a, title = {A}, crossref = {hen}, note = inn}'
    second = "@book{b, title = {B}, publisher = house, note = inn}\n@misc{hen, year = 1999}\n@string{inn = {Inn}}"
    third = "@string{house = {Other}}\n@book{c, title = {C}, publisher = house}"
    files = [Source(f"{n}.bib", text.encode()) for n, text in enumerate((first, second, third))]
    entries, issues = bibtex.read_all(files)
    assert [(e.path, e.key, dict(e.fields)) for e in entries] == [
        ("0.bib", "a", {"title": "A", "note": "Inn", "year": "1999"}),
        ("1.bib", "b", {"title": "B", "publisher": "House of Soup", "note": "Inn"}),
        ("1.bib", "hen", {"year": "1999"}),
        ("2.bib", "c", {"title": "C", "publisher": "Other"}),
    ]
    assert issues == ()


# --- bytes ----------------------------------------------------------------------------------------


def test_windows_1252_is_read_and_reported() -> None:
    """Bytes that are no UTF-8 are read as Windows-1252, with the line of the first."""
    entries, issues = read("@misc{a,\n title = {Würstchen – good}}".encode("cp1252"))
    assert entries[0].evidence.title == "Würstchen – good"
    assert issues == ["x.bib:2: bytes are no UTF-8; the file was read as Windows-1252 [invalid-utf8]"]


def test_encoding_damage_is_undone() -> None:
    """A name that was read in the wrong encoding once is repaired, and that is said."""
    entries, issues = read("@misc{a, author = {Schr\u00c3\u00b6dinger, Erwin}}")
    assert entries[0].evidence.authors == ("Schrödinger, Erwin",)
    assert [code for code in issues if "repaired-text" in code] == issues != []


@given(st.binary(max_size=300))
def test_no_bytes_break_the_reader(data: bytes) -> None:
    """Whatever a file holds, reading gives entries and issues."""
    read(data)


@given(st.text(max_size=200))
def test_no_garbage_costs_a_neighbour(garbage: str) -> None:
    """Two good entries are read whatever stands between them, unless it comments the second out."""
    text = re.sub("comment", "", garbage, flags=re.IGNORECASE)
    entries, _ = read(f"@misc{{one, title = {{One}}}}\n{text}\n@misc{{two, title = {{Two}}}}\n")
    assert {"one", "two"} <= {entry.key for entry in entries}


NAMED = st.sampled_from(["title", "Author", "year ", "note\t", "x-y"])
PARTS = st.sampled_from(["a", " ", "\n", "{b}", '{\\"o}', '{"}', "\\&", "=", ",", "@c", "{{d}}", "#", "$x_1$", "%"])
PLAIN_VALUES = (
    st.lists(PARTS, max_size=4).map(lambda parts: f"{{{''.join(parts)}}}")
    | st.lists(PARTS, max_size=4).map(lambda parts: f'"{"".join(parts)}"')
    | st.sampled_from(["1999", "jan", "house", "DEC", "nowhere"])
)
PLAIN = st.builds(
    lambda head, gap, fields, end: f"@{head},{gap}" + f",{gap}".join(f"{n}= {v}" for n, v in fields) + f"{end}}}",
    st.sampled_from(["article{k", "Misc{a:b+", "BOOK{Ö/1@x.y", "misc { k-1_2"]),
    st.sampled_from([" ", "\n  ", ""]),
    st.lists(st.tuples(NAMED, PLAIN_VALUES), max_size=4),
    st.sampled_from(["", ",", "\n", ",\n"]),
)


@given(st.lists(PLAIN, max_size=3))
def test_plain_order_is_read_as_the_parser_reads_it(texts: list[str]) -> None:
    """Entries in plain order are read without the parser; it gives the same of them and of their lines."""
    text = "@string{house = {House}}\n" + "\n".join(texts)
    quick = read(text)
    with mock.patch.object(bib_blocks, "_well_formed", return_value=None):
        assert read(text) == quick


# --- broken entries -------------------------------------------------------------------------------

DEFECTS = {
    "open brace": "@article{bad, title = {Open, year = {2020},\n}",
    "open quote": '@article{bad, title = "Open, year = 2020}',
    "open entry": "@article{bad, title = {Open}, year = 2020",
    "no equals": "@article{bad, title {Open}, year = 2020}",
    "two commas": "@article{bad, title = {Open},, year = 2020}",
    "no key": "@article{title = {Open}, year = 2020}",
    "only a head": "@article{bad,",
    "open string": "@string{bad = {x}",
    "braces only": "@article{{{{{",
    "quotes only": '@article{bad, """""',
}


@pytest.mark.parametrize("defect", DEFECTS.values(), ids=DEFECTS)
def test_a_broken_entry_costs_no_neighbour(defect: str) -> None:
    """The entries around a broken one are whole, and the broken one is named with its line."""
    before, after = "@misc{one, title = {One}, year = 1}\n", "\n@misc{two, title = {Two}, year = 2}\n"
    entries, issues = bibtex.read(Source("x.bib", (before + defect + after).encode()))
    kept = {e.key: dict(e.fields) for e in entries if e.key in {"one", "two"}}
    assert kept == {"one": {"title": "One", "year": "1"}, "two": {"title": "Two", "year": "2"}}
    assert [(i.code, i.line) for i in issues] == [(Code.BROKEN_ENTRY, 2)]


def test_the_parser_does_not_speak_for_itself(
    capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    """Complaints are issues; nothing is logged or printed."""
    read("@article{bad, title = {Open")
    assert (*capsys.readouterr(), caplog.text) == ("", "", "")


ATTACKS = {
    "doubling macros": "".join(f"@string{{a{n} = a{n + 1} # a{n + 1}}}\n" for n in range(60))
    + '@string{a60 = "xx"}@misc{a, title = a0}',
    "long crossref": "".join(f"@misc{{a{n}, crossref = {{a{n + 1}}}, title = {{x}}}}\n" for n in range(4000)),
    "one key": "".join(f"@misc{{a, title = {{x{n}}}}}\n" for n in range(4000)),
    "deep braces": "@misc{a, title = {" + "{" * 40_000 + "}" * 40_000 + "}}",
    "open braces": "@misc{a, title = {" + "{" * 40_000,
    "open comments": "@comment{" * 20_000,
    "empty lines": "@x" + "\n" * 40_000,
    "backslashes": "@misc{a, title = {" + "\\" * 20_000 + "x}}",
    "many names": "@misc{a, author = {" + " and " * 20_000 + "}}",
    "no commas": "@misc{a," + "".join(f"f{n} = {{x}}\n" for n in range(2000)) + "}",
    "lost signs": "article{a, title = {x},\n}\n" * 8000,
    "lost signs in a line": "article{a, title = {x}," * 8000,
    "lost braces": "@article a, title = {x},\n}\n" * 8000,
    "signs": "@" * 60_000,
    "signs on lines": "@\n" * 30_000,
    "types": "@article" * 8000,
    "closed early": "@misc{a, title = {x}}, year = 1}\n" * 4000,
    "never a sound value": "@misc{a, title = {{x, author = {y,\n" * 4000,
    "open quotes": '@misc{a, title = "x\n' * 4000,
    "strays": "@misc{a, " + "x y @ ; " * 8000 + " = 1}",
    "fields without signs": "@misc{a,\n" + "title {x}\n" * 8000,
    "parents in line": "".join(f"@xdata{{a{n}, xdata = {{a{n + 1}, a{n + 2}}}}}\n" for n in range(4000)),
    "many parents": "@misc{a, xdata = {" + ",".join(f"a{n}" for n in range(20_000)) + "}}",
}


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS)
def test_no_input_takes_long(attack: str) -> None:
    """Reading and writing take time in proportion to the size, whatever is repeated."""
    start = time.process_time()
    entries, _ = read(attack)
    bibtex.format_entries(entries)
    assert time.process_time() - start < 5
    assert sum(len(value) for e in entries for _, value in e.fields) < 10 * len(attack) + 20_000


# --- entries that a text quotes --------------------------------------------------------------------


def test_quoted_entries_stand_as_they_are() -> None:
    """A key may stand twice in a text that quotes entries; what is malformed is named all the same."""
    text = "Cite it:\n@misc{k, title = {Title}, year = soon}\n\n@misc{k, title = {Title}, year = soon}"
    entries, issues = bibtex.read_quoted(Source("n.md", text.encode()))
    assert [(e.key, e.line, e.evidence.title) for e in entries] == [("k", 2, "Title"), ("k", 4, "Title")]
    assert [(i.path, i.line) for i in issues] == [("n.md", 2)]
    assert bibtex.read_quoted(Source("n.md", b"no entry")) == ((), ())


# --- round trip -----------------------------------------------------------------------------------

NAMES = st.sampled_from([*FIELD_ORDER, "abstract", "x-own", "zzz"])
PIECES = ["{", "}", "\\", '"', "@misc{x,", "\n", "$", "%", "&", "#", ",", "=", " ", "a", "ő", "注"]
PIECES += ["\\{", "\\}", "\\&", '{\\"O}', "\\alpha", "{{", "}}", *"abXY01 .;:'`~^_-\t@…🧠"]
# no two letters that could be encoding damage side by side, which reading undoes
VALUES = st.lists(st.sampled_from(PIECES), max_size=16).map("".join)
KEYS = st.lists(st.sampled_from("aBz09_:.+/-"), max_size=9).map(lambda signs: f"k{''.join(signs)}9")
ENTRIES = st.builds(
    lambda key, kind, fields: Entry(
        key=key, type=kind, fields=tuple(fields.items()), path="", line=1, evidence=Evidence()
    ),
    KEYS,
    st.sampled_from(["article", "inproceedings", "misc", "book"]),
    st.dictionaries(NAMES, VALUES, max_size=6),
)


def written(entry: Entry) -> tuple[str, str, dict[str, str]]:
    """What must come back of an entry."""
    fields = {name: safe_value(value) for name, value in entry.fields}
    return valid_key(entry.key), entry.type, {name: value for name, value in fields.items() if value}


@given(st.lists(ENTRIES, max_size=4, unique_by=lambda entry: valid_key(entry.key).casefold()))
def test_what_is_written_is_read(entries: list[Entry]) -> None:
    """read(write(x)) is x, but for what would break a file; no value begins an entry or ends one early."""
    text = bibtex.format_entries(entries)
    back, issues = bibtex.read(Source("x.bib", text.encode()))
    assert [(e.key, e.type, dict(e.fields)) for e in back] == [written(e) for e in entries]
    assert [i for i in issues if i.code is not Code.REPAIRED_TEXT] == []
    assert bibtex.format_entries(back) == text


@given(VALUES)
def test_a_safe_value_stays(value: str) -> None:
    """Making a value safe twice is making it safe once; it is one line, balanced by every parser's count."""
    safe = safe_value(value)
    assert safe_value(safe) == safe
    assert "\n" not in safe
    assert not safe.endswith("\\")
    assert not any(mark in safe for mark in ("{{", "{%", "{#"))
    for braces in (re.findall(r"[{}]", safe), re.findall(r"(?<!\\)[{}]", safe)):
        depth = 0
        for brace in braces:
            depth += 1 if brace == "{" else -1
            assert depth >= 0
        assert depth == 0


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_categories=("C", "Z"), exclude_characters='{}\\"%#')))
def test_a_harmless_value_is_kept_to_the_letter(value: str) -> None:
    """Nothing is escaped, dropped or changed in a value without braces and backslashes."""
    assert safe_value(value) == value


def test_fields_stand_in_a_fixed_order() -> None:
    """The order of fields in the text does not depend on that of the entry; a month is a macro."""
    fields = [("zzz", "1"), ("year", "2020"), ("author", "A"), ("month", "jan"), ("title", "{T}itle"), ("abc", "2")]
    for order in (fields, fields[::-1]):
        entry = Entry(key="k", type="misc", fields=tuple(order), path="", line=1, evidence=Evidence())
        lines = ['title = "{T}itle"', "author = {A}", "month = jan", "year = {2020}", "abc = {2}", "zzz = {1}"]
        assert bibtex.format_entries([entry]) == "@misc{k,\n" + "".join(f"  {line},\n" for line in lines) + "}\n"


@pytest.mark.parametrize("key", ["../x", "a b", "{k}", "k,", "k%", "k#1", 'k"', "k~", "k\\", "", "\x00"])
def test_no_key_breaks_the_file(key: str) -> None:
    """Whatever an entry's key is, the entry after it is read."""
    texts = [
        Entry(key=k, type="misc", fields=(("title", "T"),), path="", line=1, evidence=Evidence()) for k in (key, "next")
    ]
    entries, issues = read(bibtex.format_entries(texts))
    assert (len(entries), entries[-1].key, issues) == (2, "next", [])
