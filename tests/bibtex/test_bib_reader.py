"""Reading and writing `.bib` text: forms of entries, several files, broken entries and the round trip."""

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
    """Return the entries of a file and its issues as text."""
    entries, issues = bibtex.read(Source("x.bib", text.encode() if isinstance(text, str) else text))
    return entries, list(map(str, issues))


def description(entry: Entry) -> str:
    """Return a description of an entry: its line, its fields and its evidence."""
    evidence = entry.evidence
    facts = {
        "title": evidence.title,
        "authors": "; ".join(evidence.authors),
        "venue": " / ".join(filter(None, (evidence.venue, evidence.track, str(evidence.year or "")))),
        "identifiers": ", ".join(map(str, evidence.identifiers)),
        "links": ", ".join(f"{link.label} <{link.url}>" for link in evidence.links),
        "labels": "; ".join(evidence.labels),
        "tags": ", ".join(evidence.tags),
        "abstract": evidence.abstract,
    }
    lines = [f"{entry.line} {entry.type} '{entry.key}'"]
    lines += [f"  {name} = {value}" for name, value in entry.fields]
    return "\n".join([*lines, *(f"  * {name}: {value}" for name, value in facts.items() if value)])


@pytest.mark.golden_test("*.yml")
def test_forms_of_entries(golden: Any) -> None:
    """Each form of entry gives the entries, evidence and issues in its golden file."""
    entries, issues = read(golden["input"])
    assert golden.out["output"] == "\n".join(map(description, entries)) + "\n"
    assert golden.out.get("issues") == (issues or None)


@pytest.mark.parametrize("path", sorted(Path(__file__).parent.glob("*.yml")), ids=lambda path: path.stem)
def test_line_ends_and_byte_order_marks_change_nothing(path: Path) -> None:
    """CRLF, CR and a BOM give the same entries on the same lines."""
    text = yaml.safe_load(path.read_text(encoding="utf-8"))["input"]
    for end in ("\r\n", "\r"):
        assert read("\ufeff" + text.replace("\n", end)) == read(text)


# --- real files -----------------------------------------------------------------------------------


@pytest.mark.shared
def test_real_bibliography_is_read_completely(shared: Path) -> None:
    """Every entry of a real bibliography is read without an issue, with each identifier that it states."""
    data = (shared / "truth" / "papers.bib").read_bytes()
    entries, issues = read(data)
    assert issues == []
    assert [e.key for e in entries] == re.findall(r"(?m)^@\w+\{([^,]+),", data.decode())
    assert len(entries) == 313
    for entry in entries:
        identifiers_read = set(map(str, entry.evidence.identifiers))
        fields = dict(entry.fields)
        stated = {f"{n}:{fields[n].lower() if n == 'doi' else fields[n]}" for n in ("doi", "openreview") if n in fields}
        stated |= {f"arxiv:{fields['eprint']}"} if "eprint" in fields else set()
        stated |= {str(identifier)} if (identifier := identifiers.from_url(fields["url"])) else set()
        assert stated, entry.key
        assert stated <= identifiers_read, entry.key
        assert entry.evidence.authors
        assert entry.evidence.year
    venues = Counter(e.evidence.venue for e in entries if e.type != "misc")
    assert "" not in venues


# --- several files --------------------------------------------------------------------------------


def test_macros_and_parents_are_shared_between_files() -> None:
    """Macros and parents of all files are shared; a macro that is defined again changes from there on."""
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
    """A file that is not UTF-8 is read as Windows-1252; the issue has the line of the first invalid byte."""
    entries, issues = read("@misc{a,\n title = {Würstchen – good}}".encode("cp1252"))
    assert entries[0].evidence.title == "Würstchen – good"
    assert issues == ["x.bib:2: bytes are no UTF-8; the file was read as Windows-1252 [invalid-utf8]"]


def test_encoding_damage_is_undone() -> None:
    """A name that was decoded with a wrong encoding is repaired and reported."""
    entries, issues = read("@misc{a, author = {Schr\u00c3\u00b6dinger, Erwin}}")
    assert entries[0].evidence.authors == ("Schrödinger, Erwin",)
    assert [code for code in issues if "repaired-text" in code] == issues != []


@given(st.binary(max_size=300))
def test_any_bytes_are_read(data: bytes) -> None:
    """Reading any bytes raises no exception."""
    read(data)


@given(st.text(max_size=200))
def test_garbage_between_entries_harms_neither(garbage: str) -> None:
    """Two valid entries are read with any text between them, unless it comments out the second."""
    text = re.sub("comment", "", garbage, flags=re.IGNORECASE)
    entries, _ = read(f"@misc{{one, title = {{One}}}}\n{text}\n@misc{{two, title = {{Two}}}}\n")
    assert {"one", "two"} <= {entry.key for entry in entries}


NAMED = st.sampled_from(["title", "Author", "year ", "note\t", "x-y"])
PARTS = st.sampled_from(
    ["a", " ", "\n", "{b}", '{\\"o}', '{"}', "\\&", "=", ",", "@c", "\n@c{b}", "{{d}}", "#", "$x_1$", "%"]
)
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
def test_fast_path_agrees_with_the_parser(texts: list[str]) -> None:
    """The fast path for well-formed entries gives the same entries and lines as the parser."""
    text = "@string{house = {House}}\n" + "\n".join(texts)
    quick = read(text)
    with mock.patch.object(bib_blocks, "_well_formed", return_value=None):
        assert read(text) == quick


def test_a_value_may_contain_what_looks_like_a_block() -> None:
    """A line of a value that begins like a block, and closes its brace, stays in the value, as in BibTeX."""
    text = '@misc{one, title = {On\n@c{b} and\n  @d{{e}}x}, year = "20\n@c{b}"}\n@misc{two, title = {Two}}\n'
    entries, issues = bibtex.read(Source("x.bib", text.encode()))
    assert [(e.key, e.line, dict(e.fields)) for e in entries] == [
        ("one", 1, {"title": "On @c{b} and @d{{e}}x", "year": "20 @c{b}"}),
        ("two", 5, {"title": "Two"}),
    ]
    assert issues == ()
    broken, issues = bibtex.read(Source("x.bib", b"@misc{one, title = {Open\n@misc{x}\n@misc{two, title = {Two}}\n"))
    assert [e.key for e in broken] == ["one", "x", "two"]
    assert [(i.code, i.line) for i in issues] == [(Code.BROKEN_ENTRY, 1)]


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
def test_broken_entry_harms_no_other_entry(defect: str) -> None:
    """The entries before and after a broken entry are read completely, and the broken one is reported with its line."""
    before, after = "@misc{one, title = {One}, year = 1}\n", "\n@misc{two, title = {Two}, year = 2}\n"
    entries, issues = bibtex.read(Source("x.bib", (before + defect + after).encode()))
    intact = {e.key: dict(e.fields) for e in entries if e.key in {"one", "two"}}
    assert intact == {"one": {"title": "One", "year": "1"}, "two": {"title": "Two", "year": "2"}}
    assert [(i.code, i.line) for i in issues] == [(Code.BROKEN_ENTRY, 2)]


def test_reader_prints_and_logs_nothing(capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture) -> None:
    """Problems become issues; nothing is logged or printed."""
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
    "missing signs": "article{a, title = {x},\n}\n" * 8000,
    "missing signs in a line": "article{a, title = {x}," * 8000,
    "missing braces": "@article a, title = {x},\n}\n" * 8000,
    "signs": "@" * 60_000,
    "signs on lines": "@\n" * 30_000,
    "types": "@article" * 8000,
    "closed early": "@misc{a, title = {x}}, year = 1}\n" * 4000,
    "never a valid value": "@misc{a, title = {{x, author = {y,\n" * 4000,
    "open quotes": '@misc{a, title = "x\n' * 4000,
    "strays": "@misc{a, " + "x y @ ; " * 8000 + " = 1}",
    "fields without signs": "@misc{a,\n" + "title {x}\n" * 8000,
    "parents in line": "".join(f"@xdata{{a{n}, xdata = {{a{n + 1}, a{n + 2}}}}}\n" for n in range(4000)),
    "many parents": "@misc{a, xdata = {" + ",".join(f"a{n}" for n in range(20_000)) + "}}",
}


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS)
def test_repeated_text_is_read_fast(attack: str) -> None:
    """Reading and writing repeated text takes at most 5 seconds, and values stay proportional to the input."""
    start = time.process_time()
    entries, _ = read(attack)
    bibtex.format_entries(entries)
    assert time.process_time() - start < 5
    assert sum(len(value) for e in entries for _, value in e.fields) < 10 * len(attack) + 20_000


# --- entries quoted in a text --------------------------------------------------------------------


def test_quoted_entries_may_share_a_key() -> None:
    """A key may occur twice in a text that quotes entries; malformed values are still reported."""
    text = "Cite it:\n@misc{k, title = {Title}, year = soon}\n\n@misc{k, title = {Title}, year = soon}"
    entries, issues = bibtex.read_quoted(Source("n.md", text.encode()))
    assert [(e.key, e.line, e.evidence.title) for e in entries] == [("k", 2, "Title"), ("k", 4, "Title")]
    assert [(i.path, i.line) for i in issues] == [("n.md", 2)]
    assert bibtex.read_quoted(Source("n.md", b"no entry")) == ((), ())


# --- round trip -----------------------------------------------------------------------------------

NAMES = st.sampled_from([*FIELD_ORDER, "abstract", "x-own", "zzz"])
PIECES = ["{", "}", "\\", '"', "@misc{x,", "\n", "$", "%", "&", "#", ",", "=", " ", "a", "ő", "注"]
PIECES += ["\\{", "\\}", "\\&", '{\\"O}', "\\alpha", "{{", "}}", *"abXY01 .;:'`~^_-\t@…🧠"]
# no adjacent letters that look like a wrong encoding, which the reader would repair
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


def expected_content(entry: Entry) -> tuple[str, str, dict[str, str]]:
    """Return the key, the type and the fields that must be read back."""
    fields = {name: safe_value(value) for name, value in entry.fields}
    return valid_key(entry.key), entry.type, {name: value for name, value in fields.items() if value}


@given(st.lists(ENTRIES, max_size=4, unique_by=lambda entry: valid_key(entry.key).casefold()))
def test_formatted_entries_are_read_back(entries: list[Entry]) -> None:
    """`read(write(x))` is `x` with safe keys and values; no value begins or ends an entry."""
    text = bibtex.format_entries(entries)
    read_back, issues = bibtex.read(Source("x.bib", text.encode()))
    assert [(e.key, e.type, dict(e.fields)) for e in read_back] == [expected_content(e) for e in entries]
    assert [i for i in issues if i.code is not Code.REPAIRED_TEXT] == []
    assert bibtex.format_entries(read_back) == text


@given(VALUES)
def test_safe_values_stay_unchanged(value: str) -> None:
    """A safe value stays unchanged, is one line, and is balanced with and without escaped braces."""
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
def test_harmless_values_stay_unchanged(value: str) -> None:
    """A value without braces, backslashes, quotes, `%` and `#` stays unchanged."""
    assert safe_value(value) == value


def test_order_of_fields_is_fixed() -> None:
    """The order of fields in the text does not depend on their order in the entry; a month is a macro."""
    fields = [("zzz", "1"), ("year", "2020"), ("author", "A"), ("month", "jan"), ("title", "{T}itle"), ("abc", "2")]
    for order in (fields, fields[::-1]):
        entry = Entry(key="k", type="misc", fields=tuple(order), path="", line=1, evidence=Evidence())
        lines = ['title = "{T}itle"', "author = {A}", "month = jan", "year = {2020}", "abc = {2}", "zzz = {1}"]
        assert bibtex.format_entries([entry]) == "@misc{k,\n" + "".join(f"  {line},\n" for line in lines) + "}\n"


@pytest.mark.parametrize("key", ["../x", "a b", "{k}", "k,", "k%", "k#1", 'k"', "k~", "k\\", "", "\x00"])
def test_invalid_key_harms_no_other_entry(key: str) -> None:
    """An entry after one with an invalid key is read."""
    texts = [
        Entry(key=k, type="misc", fields=(("title", "T"),), path="", line=1, evidence=Evidence()) for k in (key, "next")
    ]
    entries, issues = read(bibtex.format_entries(texts))
    assert (len(entries), entries[-1].key, issues) == (2, "next", [])
