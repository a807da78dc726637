"""Repair of one defective entry between two valid ones."""

from __future__ import annotations

import pytest

from papernotes_plugin import bibtex
from papernotes_plugin.vocabulary.model import Source

BEFORE = "@misc{one,\n  title = {One \\& Only},\n  year = 2001\n}\n\n"
AFTER = '\n@article{two,\n  title = "Two",\n  journal = {Journal of {Soup}},\n  year = 2002,\n}\n'
VALID_ENTRIES = [
    ("one", "misc", 1, (("title", "One \\& Only"), ("year", "2001"))),
    ("two", "article", None, (("title", "Two"), ("journal", "Journal of {Soup}"), ("year", "2002"))),
]
MIDDLE_LINE = BEFORE.count("\n") + 1
"""1-based line on which the middle entry begins."""

HEALTHY = "@book{bad,\n  title = {Bad Soup},\n  author = {Cook, Ann},\n  year = 1999\n}\n"

MUTANTS = {
    # name of the defect: text, line of the issue relative to the start of the entry, recovered title
    "missing closing brace of the entry": (HEALTHY[:-2] + "\n", 1, "Bad Soup"),
    "missing closing brace of a value": (HEALTHY.replace("Soup}", "Soup"), 1, "Bad Soup"),
    "missing opening brace of a value": (HEALTHY.replace("{Bad", "Bad"), 1, "Bad Soup"),
    "missing brace within a value": (HEALTHY.replace("Bad", "{Bad"), 1, "Bad Soup"),
    "brace too many within a value": (HEALTHY.replace("Bad", "Bad}"), 1, "Bad Soup"),
    "brace too many at the end": (HEALTHY + "}\n", None, "Bad Soup"),
    "missing brace of the last value": (HEALTHY.replace("1999", "{1999"), 1, "Bad Soup"),
    "missing brace of the head": (HEALTHY.replace("@book{", "@book "), 1, None),
    "missing comma between fields": (HEALTHY.replace("Soup},", "Soup}"), 2, "Bad Soup"),
    "missing comma after a number": (HEALTHY.replace("title", "year = 1999\n  title"), 2, "Bad Soup"),
    "missing comma after the key": (HEALTHY.replace("bad,", "bad"), 1, "Bad Soup"),
    "doubled comma": (HEALTHY.replace("Soup},", "Soup},,"), 1, "Bad Soup"),
    "semicolon for a comma": (HEALTHY.replace("Soup},", "Soup};"), 2, "Bad Soup"),
    "missing closing quote": (HEALTHY.replace("{Bad Soup}", '"Bad Soup'), 1, "Bad Soup"),
    "missing opening quote": (HEALTHY.replace("{Bad Soup}", 'Bad Soup"'), 1, "Bad Soup"),
    "quote within quotes": (HEALTHY.replace("{Bad Soup}", '"Bad "hot" Soup"'), 2, None),
    "quote for a brace": (HEALTHY.replace("{Bad Soup}", '{Bad Soup"'), 1, "Bad Soup"),
    "missing equals sign": (HEALTHY.replace("title =", "title"), 1, "Bad Soup"),
    "doubled equals sign": (HEALTHY.replace("title =", "title = ="), 2, "Bad Soup"),
    "colon for an equals sign": (HEALTHY.replace("title =", "title:"), 1, "Bad Soup"),
    "another sign for an equals sign": (HEALTHY.replace("title =", "title ≈"), 1, "Bad Soup"),
    "missing sign before the type": (HEALTHY[1:], 2, None),
    "missing value": (HEALTHY.replace("{Bad Soup}", ""), None, None),
    "missing field name": (HEALTHY.replace("title ", ""), None, None),
    "missing key": (HEALTHY.replace("bad,", ""), 1, "Bad Soup"),
    "empty key": (HEALTHY.replace("bad", ""), 1, "Bad Soup"),
    "space within the key": (HEALTHY.replace("bad", "bad soup"), None, "Bad Soup"),
    "the key of a neighbour": (HEALTHY.replace("bad", "one"), 1, "Bad Soup"),
    "a field twice": (HEALTHY.replace("year", "title = {Other},\n  year"), 4, "Bad Soup"),
    "an unknown macro": (HEALTHY.replace("{Bad Soup}", "soup"), 2, "soup"),
    "a concatenation that leads nowhere": (HEALTHY.replace("Soup},", "Soup} #,"), 2, "Bad Soup"),
    "two values": (HEALTHY.replace("Soup},", "Soup} {hot},"), 2, "Bad Soup"),
    "stray sign": (HEALTHY.replace("author", "@ author"), 3, "Bad Soup"),
    "stray sign on a line of its own": (HEALTHY.replace("  author", "@\n  author"), 4, "Bad Soup"),
    "stray text between fields": (HEALTHY.replace("  author", "  and so on\n  author"), 4, "Bad Soup"),
    "only a head": ("@book{bad,\n", 1, None),
    "only a type": ("@book{\n", 1, None),
    "a cut file within": (HEALTHY[:40] + "\n", 1, None),
    "an open macro": ("@string{bad = {Soup}\n", 1, None),
    "an open comment": ("@comment{bad\n", 1, None),
    "an open preamble": ('@preamble{"bad\n', 1, None),
    "a circle of parents": (HEALTHY.replace("year = 1999", "crossref = {bad}"), 1, "Bad Soup"),
    "a parent that is not there": (HEALTHY.replace("year = 1999", "crossref = {none}"), 1, "Bad Soup"),
    "a control character": (HEALTHY.replace("Bad ", "Bad\0 "), None, None),
    "an unescaped percent sign": (HEALTHY.replace("Bad", "5% Bad"), None, "5% Bad Soup"),
    "an unescaped percent sign before the end": (HEALTHY.replace("Soup},", "Soup 5%},"), None, "Bad Soup 5%"),
    "a backslash before the end": (HEALTHY.replace("Soup}", "Soup\\}"), 1, "Bad Soup"),
    "no type": (HEALTHY.replace("@book", "@"), 2, None),
    "no head": (HEALTHY[HEALTHY.index("\n") + 1 :], 1, None),
    "a type that is no word": (HEALTHY.replace("@book", "@bo)ok"), 1, "Bad Soup"),
    "a quote in the type": (HEALTHY.replace("@book", '@"ook'), 2, None),
    "type and key in one": (HEALTHY.replace("@book{", "@book"), 2, None),
    "parenthesis for a brace": (HEALTHY[:-2] + ")\n", 1, "Bad Soup"),
    "text that is no entry": ("Write to cook@soup.org (or @home{or not}).\n", None, None),
}


@pytest.mark.parametrize(("text", "line", "title"), MUTANTS.values(), ids=MUTANTS)
def test_defect_harms_no_other_entry(text: str, line: int | None, title: str | None) -> None:
    """A defect changes no other entry, is reported at its line, and its title is recovered."""
    entries, issues = bibtex.read(Source("x.bib", (BEFORE + text + AFTER).encode()))
    after = MIDDLE_LINE + text.count("\n") + 1
    contents = [(e.key, e.type, e.line, e.fields) for e in entries]
    assert [x for x in contents if x[2] == 1] == VALID_ENTRIES[:1]
    assert [(*x[:2], None, x[3]) for x in contents if x[2] == after] == VALID_ENTRIES[1:]
    lines = [i.line for i in issues]
    if line is not None:
        assert MIDDLE_LINE + line - 1 in lines, list(map(str, issues))
    assert all(n is not None and MIDDLE_LINE <= n < after for n in lines), list(map(str, issues))
    if title is not None:
        assert [e.evidence.title for e in entries if 1 < e.line < after] == [title], list(map(str, issues))


FILE_ENCODINGS = {
    "CRLF": lambda text: text.replace("\n", "\r\n").encode(),
    "CR": lambda text: text.replace("\n", "\r").encode(),
    "byte order mark": lambda text: b"\xef\xbb\xbf" + text.encode(),
    "UTF-16": lambda text: text.encode("utf-16"),
}


@pytest.mark.parametrize("form", FILE_ENCODINGS)
def test_defects_are_the_same_in_any_file(form: str) -> None:
    """Line ends and byte order marks change neither the entries nor the issues."""
    for text, _, _ in MUTANTS.values():
        whole = BEFORE + text + AFTER
        assert bibtex.read(Source("x.bib", FILE_ENCODINGS[form](whole))) == bibtex.read(Source("x.bib", whole.encode()))


def test_windows_1252_is_read_completely() -> None:
    """A file in Windows-1252 is read completely, and reported with the line of the first invalid byte."""
    whole = BEFORE + HEALTHY.replace("Soup}", "So\u00fcp}") + AFTER
    entries, issues = bibtex.read(Source("x.bib", whole.encode("cp1252")))
    assert [entry.key for entry in entries] == ["one", "bad", "two"]
    assert entries[1].evidence.title == "Bad So\u00fcp"
    assert [issue.line for issue in issues] == [MIDDLE_LINE + 1]


@pytest.mark.full
@pytest.mark.parametrize("text", ["{%s}", '"%s"', "{%s", '"%s'])
def test_huge_field_harms_no_other_entry(text: str) -> None:
    """A field of many megabytes harms no other entry; it is reported if it is not closed."""
    bad = "@book{bad,\n  title = " + text % ("soup " * 1_300_000) + ",\n  year = 1999\n}\n"
    entries, issues = bibtex.read(Source("x.bib", (BEFORE + bad + AFTER).encode()))
    assert [(e.key, e.fields) for e in entries if e.key != "bad"] == [
        (key, fields) for key, _, _, fields in VALID_ENTRIES
    ]
    assert ([issue.line for issue in issues] == [MIDDLE_LINE]) is (text[-1] == "s")


def test_fields_without_commas_are_limited() -> None:
    """At most 100 fields without a comma are read; the others are left out and reported."""
    fields = "".join(f"  f{n} = {{x}}\n" for n in range(5000))
    entries, issues = bibtex.read(Source("x.bib", f"{BEFORE}@misc{{bad,\n{fields}}}\n{AFTER}".encode()))
    assert [entry.key for entry in entries] == ["one", "bad", "two"]
    assert len(entries[1].fields) == 100
    assert "behind the end of field 'f100' was left out: f100" in issues[-1].message
