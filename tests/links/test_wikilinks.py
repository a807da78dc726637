"""Tests of wikilinks: their targets and their text."""

from __future__ import annotations

import posixpath
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from papernotes_plugin import annotate, build
from papernotes_plugin.links import path_lookup, wikilinks
from papernotes_plugin.links.addresses import relative_href
from papernotes_plugin.links.suggestions import Suggestions
from papernotes_plugin.vocabulary.model import Library, Paper, Source
from tests.helpers import small_library

NOTES = {
    "index.md": "# Home\n",
    "a/Topic.md": "# T\n\n## One: two\n\n## Same\n\n## Same\n",
    "b/topic.md": "# U\n",
    "b/long/way/only.md": "# O\n",
    "b/only.md": "# O\n",
    "@smith2020.md": "# S\n",
    "notes v1.5.md": "---\naliases: [Versions, topic]\ntitle: The Fifth\n---\n",
    "Würstchen.md": "# W\n",
}
PAPERS = [
    {
        "citekey": "smith2020",
        "aliases": ["Old+"],
        "identifiers": ["arxiv:2401.00001"],
        "authors": ["Ann Smith"],
        "year": 2020,
    },
    {"citekey": "jones2021"},
]


@pytest.fixture(scope="module")
def library() -> Library:
    """Return a library of the notes and papers above."""
    return small_library.library({"notes": NOTES, "papers": PAPERS})


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("a/Topic", "a/Topic.md"),
        ("A/TOPIC.md", "a/Topic.md"),
        ("topic", "b/topic.md"),  # in the folder of the note
        ("only", "b/only.md"),  # the folder again
        ("way/only", "b/long/way/only.md"),
        ("ay/only", None),
        ("../a/topic", "a/Topic.md"),
        ("/index", "index.md"),
        ("notes v1.5", "notes v1.5.md"),
        ("versions", "notes v1.5.md"),
        ("the fifth", "notes v1.5.md"),
        ("Wu\u0308rstchen", "Würstchen.md"),
        ("Topic#one two", "b/topic.md"),
        ("a/Topic#One: Two", "a/Topic.md#one-two"),
        ("a/Topic#Nothing#Same", "a/Topic.md#same"),
        ("a/Topic#^block", "a/Topic.md"),
        ("#Here", "b/here.md"),
        ("@smith2020", "@smith2020.md"),
        ("smith2020", "smith2020"),
        ("@jones2021", "jones2021"),
        ("Old+", "smith2020"),
        ("Old", None),
        ("@arxiv:2401.00001v3", "smith2020"),
        ("nobody", None),
        ("a/", None),
    ],
)
def test_resolve(library: Library, target: str, expected: str | None) -> None:
    """A target is a note by path, folder, shortest path, alias or title, then a paper by its keys."""
    resolved = wikilinks.resolve(target, "b/here.md", library)
    assert (resolved.citekey if isinstance(resolved, Paper) else resolved and str(resolved)) == expected


def test_shortest_path_wins(library: Library) -> None:
    """From another folder the note with the shorter path is meant, and a name takes precedence over an alias."""
    assert str(wikilinks.resolve("only", "index.md", library)) == "b/only.md"
    assert str(wikilinks.resolve("topic", "index.md", library)) == "a/Topic.md"


@pytest.mark.parametrize(
    ("text", "target", "shown"),
    [
        ("Label", "smith2020", "Label"),
        ("a\\|b", "x", "a|b"),
        ("smith2020", "smith2020", "smith2020"),
        ("@jones2021", "@jones2021", "jones2021"),
        ("Note#Heading", "Note#Heading", "Note › Heading"),
        ("#Heading", "#Heading", "Heading"),
    ],
)
def test_label(library: Library, text: str, target: str, shown: str) -> None:
    """A link shows its label, else its target in readable form."""
    assert wikilinks.link_text(text, target, wikilinks.resolve(target, "index.md", library)) == shown


def test_a_key_with_an_at_sign_shows_authors_and_year(library: Library) -> None:
    """`[[@key]]` shows authors and year, like a citation."""
    assert wikilinks.link_text("@x", "@x", library.by_key["smith2020"]) == "Smith 2020"


@pytest.mark.parametrize(
    ("target", "near"), [("jones2022", "jones2021"), ("Versionss", "Versions"), ("qqqqqq", ""), ("", "")]
)
def test_suggestions(library: Library, target: str, near: str) -> None:
    """A similar name is suggested."""
    assert Suggestions(library).similar_target(target) == near


@pytest.mark.parametrize(
    ("target", "attachment"), [("p.pdf", True), ("a/i.PNG#x", True), ("v1.5", False), ("n.md", False)]
)
def test_attachment(target: str, attachment: bool) -> None:
    """An attachment is distinguished from a missing note."""
    assert wikilinks.is_attachment(target) is attachment


@pytest.mark.parametrize(
    ("target", "page", "link"),
    [
        ("notes/a b.md", "papers/x.md", "../notes/a%20b.md"),
        ("papers/y.md", "papers/x.md", "y.md"),
        ("tags/a/b.md", "index.md", "tags/a/b.md"),
        ("a#b?.md", "index.md", "a%23b%3F.md"),
        ("日本.md", "x/y/z.md", "../../%E6%97%A5%E6%9C%AC.md"),
    ],
)
def test_relative(target: str, page: str, link: str) -> None:
    """A link between pages is relative and percent-encoded."""
    assert relative_href(target, page) == link


# --- many files of one name -------------------------------------------------------------------------

STEPS = st.sampled_from(["a", "A", "b", "é", "e\u0301", "x.md"])
PATHS = st.lists(
    st.lists(STEPS, min_size=1, max_size=3).map(lambda steps: "/".join(steps) + ".md"), max_size=6, unique=True
)


def find_path_slowly(name: str, note: str, paths: list[str]) -> str | None:
    """Return the path by the rule without an index: exact path, folder of the note, shortest path, exact spelling."""
    wanted, folder = wikilinks.fold_name(name), posixpath.dirname(note)
    fitting = [p for p in paths if f"/{wikilinks.fold_name(p)}".endswith(f"/{wanted}")]
    neighbour = f"{folder}/x" if folder else "x"

    def rank(path: str) -> tuple[object, ...]:
        folded = wikilinks.fold_name(path)
        inside = wikilinks.fold_name(neighbour)[:-1] + posixpath.basename(folded)
        return (folded != wanted, folded != inside, len(path), path)

    best = min(fitting, key=rank, default=None)
    alike = [p for p in fitting if best and wikilinks.fold_name(p) == wikilinks.fold_name(best)]
    spelled = [p for p in alike if p.endswith(f"{name}.md")]
    return min(spelled or alike, key=rank, default=None)


@settings(max_examples=50)
@given(PATHS, st.lists(STEPS, min_size=1, max_size=3).map("/".join), st.lists(STEPS, max_size=2).map("/".join))
def test_the_index_gives_the_path_of_the_rule(paths: list[str], name: str, folder: str) -> None:
    """The index gives the same path as the rule; of two spellings of a path the exact one."""
    note = posixpath.join(folder, "note.md")
    index = path_lookup.index_paths(paths, wikilinks.fold_name)
    name = name.removesuffix(".md")
    assert path_lookup.find_path(name, note, index, {}, wikilinks.fold_name) == find_path_slowly(name, note, paths)


def test_many_files_with_one_name() -> None:
    """A lookup takes constant time even if many folders contain an `image.png`."""
    index = path_lookup.index_paths((f"folder {n}/image.png" for n in range(3_000)), str.casefold)
    began = time.process_time()
    for n in range(3_000):
        path = path_lookup.find_path(f"folder {n}/image.png", "note.md", index, {}, str.casefold)
        assert path == f"folder {n}/image.png"
        assert path_lookup.find_path("image.png", f"folder {n}/note.md", index, {}, str.casefold) == path
    assert time.process_time() - began < 10


@pytest.mark.parametrize("link", ["![[a#^b{}]]", "![[a#Head {}]]", "[[a#Top#Head {}]]"])
def test_many_links_into_one_note(link: str) -> None:
    """Each link takes time in proportion to the text that it shows, not to the whole note."""
    parts = "".join(f"## Head {n}\n\nwords of it ^b{n}\n\n" for n in range(1000))
    links = "\n\n".join(link.format(n) for n in range(1000))
    site = build([Source("a.md", f"# Top\n\n{parts}".encode()), Source("n.md", links.encode())], pages=False)
    start = time.process_time()
    text = annotate(site, "n.md", attributes=True)
    assert time.process_time() - start < 4
    assert text.count("words of it") == (1000 if link.startswith("!") else 0)
    assert not [i for i in site.issues if i.code == "broken-wikilink"]
