"""Reading: bytes and front matter of any shape; the lines stay those the author sees."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papernotes_plugin.reading.note_reader import read_note
from papernotes_plugin.vocabulary.model import Note, Source


def note(text: str | bytes, path: str = "folder/my note.md") -> tuple[Note, list[str]]:
    """The note and its issues as `line code`."""
    found, issues = read_note(Source(path, text if isinstance(text, bytes) else text.encode()))
    return found, [f"{i.line} {i.code}" for i in issues]


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
    """Scalars are what the author wrote: no booleans, no octals, no dates."""
    found, issues = note(f"---\n{front}\n---\nBody\n")
    assert (found.meta, issues) == (meta, [])
    assert found.text[found.body :] == "Body\n"


def test_toml_front_matter() -> None:
    """Hugo's `+++` block is front matter too."""
    found, issues = note('+++\ntitle = "Long Short-Term Memory"\nyear = 1997\ndraft = true\n+++\nBody\n')
    assert found.meta == {"title": "Long Short-Term Memory", "year": "1997", "draft": "true"}
    assert (found.meta_lines["year"], issues) == (3, [])


@pytest.mark.parametrize("front", ["authors: [[A]], [[B]]\ntitle: T", "title: T\n: : :\n\t- x", "title: T\na: &a [*a]"])
def test_broken_front_matter_costs_little(front: str) -> None:
    """It is named with its line, read line by line, and the note goes on."""
    found, issues = note(f"---\n{front}\n---\n# Heading\n")
    assert found.meta["title"] == "T"
    assert [i.split()[1] for i in issues] == ["broken-front-matter"]
    assert found.text[found.body :] == "# Heading\n"


@pytest.mark.parametrize(
    ("text", "issues"),
    [
        ("---\n- a\n- b\n---\nBody\n", ["2 broken-front-matter"]),
        ("---\n\n# A\n\n- [B](http://x.y): c\n\n---\nBody\n", []),
        ("---\ntitle: A\nthat never ends\n", []),
        (" ---\ntitle: A\n---\n", []),
    ],
)
def test_what_is_no_front_matter_is_text(text: str, issues: list[str]) -> None:
    """A list is said to be no front matter; a rule, or what nothing ends, is text like any other."""
    found, said = note(text)
    assert (found.meta, found.body, said) == ({}, 0, issues)
    assert found.document.blocks


@pytest.mark.parametrize("end", ["", "\n", "\r\n", " \n"])
def test_front_matter_may_be_all(end: str) -> None:
    """A note may have no text, not even the end of a line."""
    found, issues = note(f"---\ntitle: A\n---{end}")
    assert (found.meta, found.text[found.body :], found.document.blocks, issues) == ({"title": "A"}, "", (), [])


def test_lines_are_those_the_author_sees() -> None:
    """Neither a mark at the start nor the kind of line ends moves a line."""
    found, _ = note("\ufeff---\r\ntitle: A\r\nyear: 2020\r\n...\r\nB\r\rC\n")
    assert found.meta_lines == {"title": 2, "year": 3}
    assert [found.line_and_column(found.text.index(c)) for c in "BC"] == [(5, 1), (7, 1)]


def test_a_key_that_stands_twice() -> None:
    """The first counts; the second is named with its line."""
    found, issues = note("---\ntitle: A\ntitle: B\n---\n")
    assert (found.meta["title"], issues) == ("A", ["3 duplicate-front-matter-key"])


def test_an_alias_bomb_is_small() -> None:
    """Values that refer to one another a million times are refused at once."""
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
    """What can be read is read; what was wrong is said; line ends are one kind."""
    found, issues = note(data)
    assert found.text == text
    assert [i.split()[1] for i in issues] == ([code] if code else [])


def test_a_line_that_is_no_utf8_costs_itself() -> None:
    """The other lines keep their characters, and the place is named."""
    found, issues = read_note(Source("n.md", "ünï\n".encode() + b"caf\xe9\n"))
    assert found.text == "ünï\ncafé\n"
    assert "line 2" in issues[0].message


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
    """Front matter, else the only first-level heading, else the file's name."""
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
    """Front matter of any shape and tags in the text; the first spelling of each; numbers and code are none."""
    assert note(text)[0].tags == tags


@given(st.binary(max_size=200))
def test_any_bytes_are_read(data: bytes) -> None:
    """Nothing that a file can hold raises, and lines stay as many as they are."""
    found, _ = note(data)
    assert found.line_and_column(len(found.text))[0] == found.text.count("\n") + 1


@given(st.text(alphabet="-+\n:[]{}&*!|>'\"ab ,#%\t", max_size=80))
def test_any_front_matter_is_survived(front: str) -> None:
    """No front matter raises; the text after it is never lost."""
    found, _ = note(f"---\n{front}\n---\nThe end\n")
    assert found.text.endswith("The end\n")
