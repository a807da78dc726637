"""Tests of reading notes: bytes and front matter of any form, and the numbers of lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mkdocs.utils.meta import get_data

from papernotes_plugin.reading.note_reader import read_note
from papernotes_plugin.vocabulary.model import Note, Source


def note(text: str | bytes, path: str = "folder/my note.md") -> tuple[Note, list[str]]:
    """Return a note, and its issues as `line code`."""
    parsed, issues = read_note(Source(path, text if isinstance(text, bytes) else text.encode()))
    return parsed, [f"{i.line} {i.code}" for i in issues]


@pytest.mark.parametrize(
    ("front", "meta"),
    [
        ("title: A\nyear: 08\nwhen: 12:30\nok: no", {"title": "A", "year": "08", "when": "12:30", "ok": "no"}),
        ("date: 2025-01-02\nempty:\nvoid: ~", {"date": "2025-01-02", "empty": "", "void": ""}),
        ("tags: [a, b/c]\nlink:\n  link: x", {"tags": ["a", "b/c"], "link": {"link": "x"}}),
        ('{"title": "A", "tags": []}', {"title": "A", "tags": []}),
        ("", {}),
    ],
)
def test_front_matter_stays_text(front: str, meta: dict[str, object]) -> None:
    """Scalars stay text: there are no booleans, octal numbers or dates."""
    parsed, issues = note(f"---\n{front}\n---\nBody\n")
    assert (parsed.meta, issues) == (meta, [])
    assert parsed.text[parsed.body_start :] == "Body\n"


_WORDS = st.sampled_from(["", "a", "b/c", "null", "~", "yes", "08", "12.5", "2024-01-02", "注意 力", "é", "it's"])
_WORDS |= st.sampled_from(
    ["https://a.org/b?c=d&e=%20", "12:30", "a: b", "a:", "a :b", "a #b", "a#b", '"x y"', "[a, 论文]"]
)
_ITEMS = st.lists(st.tuples(st.sampled_from(["- ", "  - ", "  -   "]), _WORDS), max_size=3)


@given(st.dictionaries(st.sampled_from(["title", "tags", "authors"]), st.tuples(st.just("") | _WORDS, _ITEMS)))
def test_plain_front_matter_is_read_as_yaml(fields: dict[str, tuple[str, list[tuple[str, str]]]]) -> None:
    """Keys with plain words and lists of them, which need no YAML parser, mean what they mean in YAML."""
    front = "".join(
        f"{k}: {words}\n" + "".join(f"{mark}{item}\n" for mark, item in items) for k, (words, items) in fields.items()
    )
    plain, issues = note(f"---\n{front}---\n")
    # a text in single quotes is read by the YAML parser only
    whole, whole_issues = note(f"---\n{front}last: 'x'\n---\n")
    if not issues:
        assert whole_issues == []
        assert {**plain.meta, "last": "x"} == whole.meta
        assert plain.meta_lines == {key: line for key, line in whole.meta_lines.items() if key != "last"}


def test_toml_front_matter() -> None:
    """Hugo's `+++` block is front matter too."""
    parsed, issues = note('+++\ntitle = "Long Short-Term Memory"\nyear = 1997\ndraft = true\n+++\nBody\n')
    assert parsed.meta == {"title": "Long Short-Term Memory", "year": "1997", "draft": "true"}
    assert (parsed.meta_lines["year"], issues) == (3, [])


@pytest.mark.parametrize("front", ["authors: [[A]], [[B]]\ntitle: T", "title: T\n: : :\n\t- x", "title: T\na: &a [*a]"])
def test_broken_front_matter_is_read_line_by_line(front: str) -> None:
    """Broken front matter is reported with its line and read line by line, and the text of the note is read."""
    parsed, issues = note(f"---\n{front}\n---\n# Heading\n")
    assert parsed.meta["title"] == "T"
    assert [i.split()[1] for i in issues] == ["broken-front-matter"]
    assert parsed.text[parsed.body_start :] == "# Heading\n"


@pytest.mark.parametrize(
    ("value", "tag"),
    [
        ("!!python/object/apply:os.system ['true']", "!!python/object/apply:os.system"),
        ("!ENV HOME", "!ENV"),
        ("{a: [!custom {b: c}]}", "!custom"),
        ("&a !relative x", "!relative"),
        ("!<tag:example.org,2024:x> y", "tag:example.org,2024:x"),
    ],
)
def test_a_yaml_tag_is_reported(value: str, tag: str) -> None:
    """A tag that a safe loader refuses is reported with its line and not run; the values are read as text."""
    source = Source("a.md", f"---\ntitle: T\nkey: {value}\nlast: !ENV x\n---\nBody\n".encode())
    parsed, issues = read_note(source)
    assert [i.removeprefix("a.md:") for i in map(str, issues)] == [
        f"3: the YAML tag '{tag}' is not allowed in front matter; it was not run, its value was read as text, "
        "and MkDocs ignores all front matter [broken-front-matter]"
    ]
    assert (parsed.meta["title"], parsed.meta["last"]) == ("T", "x")
    assert parsed.text[parsed.body_start :] == "Body\n"


@pytest.mark.parametrize("value", ["!!str 5", "! x", "!!set {a}", '"!ENV x"', "x !y", "!!binary aGk="])
def test_a_standard_yaml_tag_is_no_issue(value: str) -> None:
    """A tag of YAML itself, and an exclamation mark in a text, are read without an issue."""
    assert note(f"---\ntitle: T\nkey: {value}\n---\nBody\n")[1] == []


@pytest.mark.parametrize(
    ("text", "issues"),
    [
        ("---\n- a\n- b\n---\nBody\n", ["2 broken-front-matter"]),
        ("---\n\n# A\n\n- [B](http://x.y): c\n\n---\nBody\n", []),
        ("---\nWords of *a* note.\n\n---\n\nMore: of them.\n", []),
        ("---\ntitle: A\nthat never ends\n", []),
        ("---\ntitle: A\ntags:\n- b\n  # c\nyear: 2020\n\n# A\n\nWords\n", ["1 broken-front-matter"]),
        ("---\nalice: good morning\nbob: good night\n\nThey left.\n", []),
        ("---\ntitle: A\n\nyear: 2020\n", []),
        (" ---\ntitle: A\n---\n", []),
    ],
)
def test_what_is_no_front_matter_is_text(text: str, issues: list[str]) -> None:
    """A list is reported, and so are common keys without an end; other words after a thematic break are text."""
    parsed, codes = note(text)
    assert (parsed.meta, parsed.body_start, codes) == ({}, 0, issues)
    assert parsed.document.blocks


@pytest.mark.parametrize("end", ["", "\n", "\r\n", " \n"])
def test_a_note_of_front_matter_only(end: str) -> None:
    """A note may consist of front matter only, with or without a line end."""
    parsed, issues = note(f"---\ntitle: A\n---{end}")
    assert (parsed.meta, parsed.text[parsed.body_start :], parsed.document.blocks, issues) == (
        {"title": "A"},
        "",
        (),
        [],
    )


def test_lines_are_those_of_the_file() -> None:
    """A byte order mark and the kind of line ends do not change line numbers."""
    parsed, _ = note("\ufeff---\r\ntitle: A\r\nyear: 2020\r\n...\r\nB\r\rC\n")
    assert parsed.meta_lines == {"title": 2, "year": 3}
    assert [parsed.line_and_column(parsed.text.index(c)) for c in "BC"] == [(5, 1), (7, 1)]


def test_a_duplicate_key() -> None:
    """The first of two equal keys counts; the second is reported with its line."""
    parsed, issues = note("---\ntitle: A\ntitle: B\n---\n")
    assert (parsed.meta["title"], issues) == ("A", ["3 duplicate-front-matter-key"])


def test_wikilinks_in_broken_front_matter_have_a_remedy() -> None:
    """The message contains the line with its wikilinks in quotation marks; other broken lines have none."""
    for value, remedy in (("[[A]], [[B c]]", True), ("A: [[B]]", False), ("[[A]", False)):
        _, issues = read_note(Source("n.md", f"---\ntitle: T\ntags: {value}\n---\nBody\n".encode()))
        assert ['tags: ["[[A]]", "[[B c]]"]' in i.message for i in issues] == [remedy]


def test_an_alias_bomb_is_refused() -> None:
    """Values that refer to each other a million times are refused quickly."""
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 9)]
    _, issues = note("---\n" + "\n".join(lines) + "\n---\nBody\n")
    assert [i.split()[1] for i in issues] == ["broken-front-matter"]


@pytest.mark.parametrize(
    ("data", "text", "code"),
    [
        ("caf\u00e9\n".encode(), "café\n", None),
        ("\ufeffcafé\r\nb\r".encode(), "café\nb\n", None),
        (b"caf\xe9\n", "café\n", "invalid-utf8"),
        ("café\n".encode("utf-16"), "café\n", "invalid-utf8"),
        (b"a\x00b\n", "a\ufffdb\n", None),
        ("donâ€™t\n".encode(), "don’t\n", "repaired-text"),
    ],
)
def test_bytes_of_any_kind(data: bytes, text: str, code: str | None) -> None:
    """Any bytes are decoded, problems are reported, and line ends become uniform."""
    parsed, issues = note(data)
    assert parsed.text == text
    assert [i.split()[1] for i in issues] == ([code] if code else [])


def test_a_line_in_windows_1252() -> None:
    """Only the invalid line is decoded as Windows-1252, and its number is reported."""
    for end in (b"\n", b"\r\n", b"\r"):
        parsed, issues = note(end.join(("\ufeffünï".encode(), b"caf\xe9", "ñ".encode(), b"\xe9", b"")))
        assert (parsed.text, issues) == ("ünï\ncafé\nñ\né\n", ["2 invalid-utf8"])


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("---\ntitle: From the front\n---\n# Heading\n", "From the front"),
        ("# Only heading\n\n## More\n", "Only heading"),
        ("# One\n\n# Two\n", "my note"),
        ("# Only heading {#own .wide}\n", "Only heading"),
        ("# Sets {a, b}\n", "Sets {a, b}"),
        ("Text\n", "my note"),
    ],
)
def test_title(text: str, title: str) -> None:
    """The title is from front matter, else the only first-level heading, else the file name."""
    assert note(text)[0].title == title


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ("---\ntags: a, b c\n---\n#d and #A\n", ("a", "b", "c", "d")),
        ("---\ntags: ['#x/y', z]\n---\n", ("x/y", "z")),
        ("---\ntags:\n---\n#🧠 #1984 #y1984 not#tag `#code`\n", ("🧠", "y1984")),
    ],
)
def test_tags(text: str, tags: tuple[str, ...]) -> None:
    """Tags are from front matter and text, in their first spelling; numbers and code are none."""
    assert note(text)[0].tags == tags


@given(st.binary(max_size=200))
def test_any_bytes_are_read(data: bytes) -> None:
    """No bytes raise an exception, and the number of lines is right."""
    parsed, _ = note(data)
    assert parsed.line_and_column(len(parsed.text))[0] == parsed.text.count("\n") + 1


@given(st.text(alphabet="-+\n:[]{}&*!|>'\"ab ,#%\t", max_size=80))
def test_any_front_matter_is_read(front: str) -> None:
    """No front matter raises an exception, and the text after it is never lost."""
    parsed, _ = note(f"---\n{front}\n---\nThe end\n")
    assert parsed.text.endswith("The end\n")


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("date: 2024-02-31", "2024-02-31"),
        ("created: [2024-01-01, 2023-02-29]", "2023-02-29"),
        ("date: 2024-2-30T10:00:00", "2024-2-30T10:00:00"),
        ("date: 2024-02-01 25:00:00", "2024-02-01 25:00:00"),
        ('date: "2024-02-31"', ""),
        ("date: 2024-02-29", ""),
        ("url: https://example.org/2024-02-31/x", ""),
        ("slug: 2024-02-31-note", ""),
        ("when: about 2024-02-31", ""),
    ],
)
def test_a_date_that_no_calendar_has_is_reported(line: str, written: str) -> None:
    """MkDocs reads no front matter with such a date; papernotes reads it as text and reports its line."""
    text = f"---\ntitle: On Seas\n{line}\n---\n\n# Text\n"
    note, issues = read_note(Source("n.md", text.encode()))
    message = f"n.md:3: '{written}' is no date; it was read as text, and MkDocs ignores all front matter"
    assert [str(issue) for issue in issues] == ([f"{message} [broken-front-matter]"] if written else [])
    assert note.meta["title"] == "On Seas"
    assert bool(get_data(text)[1]) == (not written)
