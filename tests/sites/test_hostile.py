"""Hostile input: notes from the web and bibliographies from everywhere.  Nothing in them runs, leaks or ends a build.

A golden file of `hostile/` holds `notes` and a `bibliography`; it shows what was said, each note with its links, and
the exported entries; whatever it is about, no page of ours runs anything.

What is held where, for each kind of hostile input:

- addresses that run: `hostile/addresses.yml`, here; `test_escaping` (every spelling), `test_markdown_extension` (math)
- HTML, quotes and fences in all that is shown: `render/hostile.yml`, `test_render` (a property), `test_escaping`,
  `test_search_order`, `test_metadata`, `test_feed`; whole sites in a browser: `face/test_walk`
- raw HTML of notes: `test_sanitizing`
- templates: `test_render`, `test_escaping`; next to mkdocs-macros: `matrix/`
- names of keys, tags and files: `test_key_stability`, `test_bad_input`, `test_vaults` (a property); collisions:
  `test_bad_input`, `test_sites`
- front matter of any shape: `test_read`, here (whole sites)
- encodings, ends of lines, Unicode forms: `test_read`, `test_encoding`, `test_sites`, `test_vaults`
- links that lead out: here; loops, pipes, what is locked: `test_bad_input`, `test_disk`
- embeds that come back: `obsidian/embeds.yml`, `test_wikilinks`; that explode: here
- large and deep: here, `test_markdown`, `test_growth`
- bibliographies: `test_bibtex_defects`, `consumers/` (TeX, and programs that read what we export)
- no mention is lost: `test_vaults` (a property); keys that stay: `test_key_stability`
- the same bytes anywhere: `test_determinism`; files written whole: `test_writing`, `test_disk`, `test_faults`
"""

from __future__ import annotations

import re
import time
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

import papernotes_plugin
from papernotes_plugin import Config, PapernotesError, Source
from papernotes_plugin.annotate import embeds
from papernotes_plugin.reading.limits import MAX_CHARACTERS, MAX_DEPTH, MAX_OPEN_BRACKETS, reason_too_complex
from tests.helpers import converted_pages, sites
from tests.helpers.sites import CONFIG

# --- addresses, and what else is said in a few words ------------------------------------------------


@pytest.mark.golden_test("hostile/*.yml")
def test_hostile(golden: Any) -> None:
    """Each case is named with its place, shows as words, and the rest is there as ever."""
    notes = [Source(path, text.encode()) for path, text in golden["notes"].items()]
    bibliography = [Source("papers.bib", golden.get("bibliography", "").encode())]
    site = papernotes_plugin.build(notes, bibliography=bibliography)
    assert golden.out["issues"] == [str(issue) for issue in site.issues]
    assert golden.out["output"] == {note.path: papernotes_plugin.annotate(site, note.path) for note in notes}
    (bib,) = [output.text for output in site.outputs if output.path == "papers.bib"]
    assert golden.out["entries"] == bib
    for output in site.outputs:
        # the map is a picture with tags of its own, see `test_map`
        if output.path.endswith(".md") and not output.path.startswith("map/"):
            assert converted_pages.Seen(converted_pages.html(output.text)).harm == []


# --- front matter ---------------------------------------------------------------------------------

HOME = "# Home\n\n- [A Paper of Several Words](https://arxiv.org/abs/2401.00001), ICLR 2024\n"
BOMB = "\n".join(f"x{n}: &x{n} [{', '.join([f'*x{n - 1}'] * 9) if n else 'x'}]" for n in range(9))
"""Nine lines that stand for forty million values."""
FRONTS = {
    "bomb": BOMB,
    "bomb in the title": f"{BOMB}\ntitle: *x8",
    "within itself": "a: &a [*a]\nb: &b {c: *b}",
    "date for a title": "title: 2020-01-01",
    "yes for a title": "title: yes",
    "mapping for a title": "title: {a: [b]}",
    "no icon": "icon: ../../../etc/passwd",
    "foreign icon": "icon: LiBook",
    "no template": "template: ../../../etc/passwd",
    "number to hide": "hide: 5",
    "code to run": "title: !!python/object/apply:os.system ['touch pwned']",
    "wrong types": "tags: {a: {b: c}}\naliases: 5\nauthors: {x: [y]}\nyear: [[2020]]\ndoi: {a: b}",
    "types for the theme": "search: no\nstatus: [x]\ndescription: {a: b}\ncomments: 5\nsubtitle: [x]",
    "odd keys": "1: a\n1.5: b\ntrue: c\n2020-01-01: d\n? [a, b]\n: e",
    "odd tags": "tags: [yes, 1.5, null, [a, [b]], {c: d}, 2020-01-01]",
}


def test_front_matter_that_would_end_a_build(tmp_path: Path) -> None:
    """MkDocs, its theme or we would die of it: each note has its page, and what was left out is named, each time."""
    notes = {f"docs/{n}.md": f"---\n{front}\n---\n\nword{n}x\n" for n, front in enumerate(FRONTS.values())}
    sites.write(tmp_path, {"mkdocs.yml": CONFIG, "docs/index.md": HOME, **notes})
    names = list(FRONTS)
    for _ in range(2):
        built = sites.build(tmp_path)
        assert built.code == 0, built.output
        for number in range(len(FRONTS)):
            assert f"word{number}x" in built.page(f"{number}/index.html"), names[number]
        said = {names[int(line.split()[1].partition(".")[0])] for line in built.warnings if "-field]" in line}
        assert said == {"no icon", "foreign icon", "no template", "number to hide"}
    assert not (tmp_path / "pwned").exists()


TAGS = {"yes": "[]", "5": "[]", "[x, [y, [z]], {u: v}]": "[x]", "one, two": "[one, two]"}
"""Values of `tags`, and what of them are names."""


def test_tags_that_would_end_a_build(tmp_path: Path) -> None:
    """Material's plugin for tags stops at what is no list of names: it gets those that there are."""
    notes = {f"docs/{n}.md": f"---\ntags: {tags}\n---\n\nword{n}x\n" for n, tags in enumerate(TAGS)}
    config = CONFIG.replace("[search, ", "[search, tags, ")
    built = sites.build(sites.write(tmp_path, {"mkdocs.yml": config, "docs/index.md": HOME, **notes}))
    assert built.code == 0, built.output
    assert [line.split()[1] for line in built.warnings if "-field]" in line] == [f"{n}.md:2:" for n in range(len(TAGS))]
    for number, names in enumerate(TAGS.values()):
        found = re.findall(r'class="md-tag"[^>]*>\s*([^<]*?)\s*<', built.page(f"{number}/index.html"))
        assert f"[{', '.join(found)}]" == names


# --- options --------------------------------------------------------------------------------------

ODD: list[Any] = [
    None,
    5,
    -1,
    10**30,
    "",
    "../x",
    "/etc",
    "a\0b",
    "\ud800",
    "*" * 200,
    "[",
    [],
    {},
    [[1]],
    {1: 2},
    True,
    1.5,
]
ODD += [["**"], ["["], ["**/" * 50], {"unknown-key": [1]}, {"*": ["**"]}, {"unknown-key": ["["]}, "{title:99999999}"]


@pytest.mark.parametrize("name", [field.name for field in fields(Config)])
def test_options_of_any_shape(name: str) -> None:
    """Each is taken, and a library is built, or refused in a line that names it."""
    refused = {}
    for value in ODD:
        try:
            site = papernotes_plugin.build([Source("a.md", HOME.encode())], config=Config.load({name: value}))
            assert [output.text for output in site.outputs]
        except PapernotesError as error:
            refused[repr(value)] = str(error)
    assert refused
    assert [said for said in refused.values() if name not in said or "\n" in said] == []


# --- links that lead out --------------------------------------------------------------------------


def test_a_link_out_of_the_project(tmp_path: Path) -> None:
    """It is named, each link once; links within the project are the author's own affair; sanitized, it is left out."""
    sites.write(tmp_path, {"away/secret.txt": "secret", "away/notes/a.md": "# Away\n\nsecret", "away/notes/b.md": "x"})
    site = sites.write(tmp_path / "site", {"docs/index.md": HOME, "README.md": "# Read me\n"})
    targets = {"secret.txt": "../../away/secret.txt", "vault": "../../away/notes", "readme.md": "../README.md"}
    for name, target in targets.items():
        (site / "docs" / name).symlink_to(target)
    real = tmp_path.resolve() / "away"
    leading = {"secret.txt": real / "secret.txt", "vault": real / "notes"}
    for options, done in (("", "the site shows what it leads to"), (": {sanitize: true}", "it was left out")):
        config = CONFIG.replace("papernotes]", f"papernotes{options}]")
        built = sites.build(sites.write(site, {"mkdocs.yml": config}))
        assert built.code == 0, built.output
        assert built.warnings == [
            f"papernotes: {name}: it is a link out of the project, to '{target}'; {done} [outside-link]"
            for name, target in leading.items()
        ]
        assert "readme/index.html" in sites.files(built.site)
        there = {path for path, data in sites.files(built.site).items() if b"secret" in data and "search" not in path}
        assert (there == set()) == bool(options)
    assert sites.build(site, "--strict").code == 1


# --- embeds that explode --------------------------------------------------------------------------


def test_embeds_that_explode(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short notes that embed another ten times are a hundred thousand five steps on: a page shows some, and says so."""
    notes = [Source(f"n{n}.md", (f"word{n}\n\n" + f"![[n{n + 1}]]\n\n" * 10).encode()) for n in range(8)]
    shown = []
    body = embeds.EmbedRenderer._content

    def counted(*arguments: Any) -> str:
        shown.append(arguments)
        return body(*arguments)

    monkeypatch.setattr(embeds.EmbedRenderer, "_content", counted)
    site = papernotes_plugin.build(notes)
    assert {issue.code for issue in site.issues} == {"cut-embed", "broken-wikilink", "no-papers"}
    shown.clear()
    page = papernotes_plugin.annotate(site, "n0.md")
    assert len(shown) <= embeds.MAX_NESTED + 2 * 10
    assert "word1" in page
    # one embed after the other, and not one within the other, may be many
    flat = [Source("a.md", b"![[b]]\n\n" * (2 * embeds.MAX_NESTED)), Source("b.md", b"some words")]
    flat_site = papernotes_plugin.build(flat)
    assert papernotes_plugin.annotate(flat_site, "a.md").count("> some words") == 2 * embeds.MAX_NESTED


# --- a single monstrous note ----------------------------------------------------------------------

MONSTROUS = {
    "brackets": "[" * 20_000,
    "brackets in lines": "![[\n" * 5_000,
    "links without end": "[a](" * 5_000,
    "tags without end": '<a href="' * 5_000,
    "quotes": "> " * 5_000 + "a",
    "lists in a line": "1. " * 5_000 + "a",
    "lists": "\n".join("    " * depth + "- a" for depth in range(300)),
    "long": "A word and another. \n" * (MAX_CHARACTERS // 20),
}


@pytest.mark.parametrize("text", MONSTROUS.values(), ids=list(MONSTROUS))
def test_a_monstrous_note_is_seen(text: str) -> None:
    """One issue says why, and nothing reads it as Markdown."""
    site = papernotes_plugin.build([Source("a.md", f"---\ntitle: A\ntags: [b]\n---\n# A\n\n{text}\n".encode())])
    assert [issue.code for issue in site.issues] == ["no-papers", "heavy-note"]
    (note,) = site.library.notes
    assert (note.title, note.tags, note.document.blocks) == ("A", ("b",), ())
    assert text in papernotes_plugin.annotate(site, "a.md")


@pytest.mark.parametrize(
    "text",
    [
        "- [a](b)\n" * 5_000,
        "| [a](b) | <b>c</b> |\n" * 5_000,
        "[" * MAX_OPEN_BRACKETS + "\n\n" + "[" * MAX_OPEN_BRACKETS,
        "> " * (MAX_DEPTH - 1) + "a",
        "<div>\n" * 500 + "</div>\n" * 500,
        "a < b and c <- d " * 2_000,
        "    " * 20 + "- a\n",
        "```\n" + " " * 390 + "- x\n```\n",
        "A word. " * 100_000,
    ],
)
def test_a_long_note_is_no_monster(text: str) -> None:
    """Lists of thousands of links, tables, pages of HTML and books are notes like any other."""
    assert reason_too_complex(text) == ""


@pytest.mark.parametrize(
    "text",
    [
        '- "' + " " * 400 + "x [A](https://arxiv.org/abs/2401.00001)\n",
        "- **" + " " * 3_000 + "x [A](https://arxiv.org/abs/2401.00001)\n",
        "- *" + "\u00a0" * 3_000 + "x [A](https://arxiv.org/abs/2401.00001)\n",
    ],
    ids=["behind a quotation mark", "behind stars", "that is fixed, behind a star"],
)
def test_blank_space_costs_nothing(text: str) -> None:
    """No pattern tries each way to divide it between two of its parts: that took minutes."""
    began = time.process_time()
    papernotes_plugin.build([Source("a.md", text.encode())])
    assert time.process_time() - began < 1


def test_a_site_with_monstrous_notes(tmp_path: Path) -> None:
    """They are shown as they are, the others are there as ever, and MkDocs reads none of them."""
    notes = {f"docs/{n}.md": f"word{n}x\n\n{text}" for n, text in enumerate(MONSTROUS.values())}
    home = HOME + "\n![[1]]\n\n[[2]]\n"
    built = sites.build(sites.write(tmp_path, {"mkdocs.yml": CONFIG, "docs/index.md": home, **notes}))
    assert built.code == 0, built.output
    said = sorted(line.rpartition("[")[2] for line in built.warnings)
    assert said == ["cut-embed]", *["heavy-note]"] * len(notes)]
    for number in range(len(notes)):
        assert f"<code>word{number}x\n" in built.page(f"{number}/index.html")
    assert "A Paper of Several Words" in built.page("papers/index.html")
