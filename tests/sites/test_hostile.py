"""Hostile notes and bibliographies run no code, leak nothing and end no build.

A golden file of `hostile/` has `notes` and a `bibliography`.  Its output is the issues, the annotated notes and the
exported entries.

The tests of each kind of hostile input, "here" meaning this file:

- URLs that run code: `hostile/addresses.yml`, here; `text/test_escaping`; `markdown_extensions/test_math`
- HTML, quotes and fences in displayed text: `render/hostile.yml`, `render/test_render`, `text/test_escaping`,
  `browser/test_search_order`, `exports/test_citation_metadata`, `exports/test_atom_feed`
- HTML, quotes and fences in whole sites: `browser/real_sites/test_reader`
- raw HTML of notes: `mkdocs_plugin/test_sanitizer`
- template syntax: `render/test_render`, `text/test_escaping`; with mkdocs-macros: `matrix/`
- names of keys, tags and files: `resolve/test_key_stability`, `test_bad_input`, `pipeline/test_any_vault`
- collisions of names: `test_bad_input`, `test_whole_sites`
- front matter of any shape: `reading/test_note_reader`; in whole sites: here
- encodings, line endings, Unicode forms: `reading/test_note_reader`, `text/test_encoding_repair`, `test_whole_sites`,
  `pipeline/test_any_vault`
- links out of the project: here; loops, pipes, unreadable files: `test_bad_input`, `files/test_notes_folder`
- embeds of themselves: `obsidian/embeds.yml`, `links/test_wikilinks`; exponential embeds: here
- long and deeply nested notes: here, `markup/test_parser`, `test_linear_time`, `project/test_linear_expressions`
- bibliographies: `bibtex/test_block_repair`; TeX and other programs that read exports: `consumers/`
- every mention has a paper: `pipeline/test_any_vault`; stable keys: `resolve/test_key_stability`
- equal bytes on every machine: `test_determinism`; atomic writes: `files/test_atomic_write`
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

# --- URLs and other short input ---------------------------------------------------------------------


@pytest.mark.golden_test("hostile/*.yml")
def test_hostile(golden: Any) -> None:
    """Each case is reported with its location and shown as text, and no generated page runs code."""
    notes = [Source(path, text.encode()) for path, text in golden["notes"].items()]
    bibliography = [Source("papers.bib", golden.get("bibliography", "").encode())]
    site = papernotes_plugin.build(notes, bibliography=bibliography)
    assert golden.out["issues"] == [str(issue) for issue in site.issues]
    assert golden.out["output"] == {note.path: papernotes_plugin.annotate(site, note.path) for note in notes}
    (bib,) = [output.text for output in site.outputs if output.path == "papers.bib"]
    assert golden.out["entries"] == bib
    for output in site.outputs:
        # the map is an SVG image, checked by `browser/test_map`
        if output.path.endswith(".md") and not output.path.startswith("map/"):
            # the diagram of the home page contains only numbers
            text = re.sub(r"<figure.*?</figure>", "", output.text, flags=re.DOTALL)
            assert converted_pages.Seen(converted_pages.html(text)).harm == []


# --- front matter ---------------------------------------------------------------------------------

HOME = "# Home\n\n- [A Paper of Several Words](https://arxiv.org/abs/2401.00001), ICLR 2024\n"
BOMB = "\n".join(f"x{n}: &x{n} [{', '.join([f'*x{n - 1}'] * 9) if n else 'x'}]" for n in range(9))
"""Nine lines of YAML that expand to forty million values."""
FRONT_MATTER = {
    "bomb": BOMB,
    "bomb in the title": f"{BOMB}\ntitle: *x8",
    "recursive": "a: &a [*a]\nb: &b {c: *b}",
    "date for a title": "title: 2020-01-01",
    "yes for a title": "title: yes",
    "mapping for a title": "title: {a: [b]}",
    "no icon": "icon: ../../../etc/passwd",
    "foreign icon": "icon: LiBook",
    "no template": "template: ../../../etc/passwd",
    "number to hide": "hide: 5",
    "code to run": "title: !!python/object/apply:os.system ['touch pwned']",
    "code of the environment": "title: !ENV HOME",
    "wrong types": "tags: {a: {b: c}}\naliases: 5\nauthors: {x: [y]}\nyear: [[2020]]\ndoi: {a: b}",
    "types for the theme": "search: no\nstatus: [x]\ndescription: {a: b}\ncomments: 5\nsubtitle: [x]",
    "keys of other types": "1: a\n1.5: b\ntrue: c\n2020-01-01: d\n? [a, b]\n: e",
    "tags of other types": "tags: [yes, 1.5, null, [a, [b]], {c: d}, 2020-01-01]",
}


def test_front_matter_that_would_end_a_build(tmp_path: Path) -> None:
    """Each note has its page, and removed fields are reported in every build."""
    notes = {f"docs/{n}.md": f"---\n{front}\n---\n\nword{n}x\n" for n, front in enumerate(FRONT_MATTER.values())}
    sites.write(tmp_path, {"mkdocs.yml": CONFIG, "docs/index.md": HOME, **notes})
    names = list(FRONT_MATTER)
    for _ in range(2):
        result = sites.build(tmp_path)
        assert result.code == 0, result.output
        for number in range(len(FRONT_MATTER)):
            assert f"word{number}x" in result.page(f"{number}/index.html"), names[number]
        reported = {names[int(line.split()[1].partition(".")[0])] for line in result.warnings if "-field]" in line}
        assert reported == {"no icon", "foreign icon", "no template", "number to hide"}
        tagged = {names[int(line.split()[1].partition(".")[0])] for line in result.warnings if "YAML tag" in line}
        assert tagged == {"code to run", "code of the environment"}
        # MkDocs shows front matter that it cannot read
        assert "!ENV HOME" in result.page(f"{names.index('code of the environment')}/index.html")
    assert not (tmp_path / "pwned").exists()


TAGS = {"yes": "[]", "5": "[]", "[x, [y, [z]], {u: v}]": "[x]", "one, two": "[one, two]"}
"""Values of `tags`, with the tags that remain of each."""


def test_tags_that_would_end_a_build(tmp_path: Path) -> None:
    """Material's tags plugin, which fails on anything but a list of names, gets the names of any value."""
    notes = {f"docs/{n}.md": f"---\ntags: {tags}\n---\n\nword{n}x\n" for n, tags in enumerate(TAGS)}
    config = CONFIG.replace("[search, ", "[search, tags, ")
    result = sites.build(sites.write(tmp_path, {"mkdocs.yml": config, "docs/index.md": HOME, **notes}))
    assert result.code == 0, result.output
    assert [line.split()[1] for line in result.warnings if "-field]" in line] == [
        f"{n}.md:2:" for n in range(len(TAGS))
    ]
    for number, names in enumerate(TAGS.values()):
        links_of_tags = re.findall(r'class="md-tag"[^>]*>\s*([^<]*?)\s*<', result.page(f"{number}/index.html"))
        assert f"[{', '.join(links_of_tags)}]" == names


# --- options --------------------------------------------------------------------------------------

UNEXPECTED: list[Any] = [
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
UNEXPECTED += [
    ["**"],
    ["["],
    ["**/" * 50],
    {"unknown-key": [1]},
    {"*": ["**"]},
    {"unknown-key": ["["]},
    "{title:99999999}",
]


@pytest.mark.parametrize("name", [field.name for field in fields(Config)])
def test_options_of_any_shape(name: str) -> None:
    """Each value of an option builds a library or is refused in one line with the name of the option."""
    refused = {}
    for value in UNEXPECTED:
        try:
            site = papernotes_plugin.build([Source("a.md", HOME.encode())], config=Config.load({name: value}))
            assert [output.text for output in site.outputs]
        except PapernotesError as error:
            refused[repr(value)] = str(error)
    assert refused
    assert [message for message in refused.values() if name not in message or "\n" in message] == []


# --- links out of the project ---------------------------------------------------------------------


@pytest.mark.full
def test_a_link_out_of_the_project(tmp_path: Path) -> None:
    """A link out of the project is reported once, and not published with `sanitize`; other links are followed."""
    sites.write(tmp_path, {"away/secret.txt": "secret", "away/notes/a.md": "# Away\n\nsecret", "away/notes/b.md": "x"})
    site = sites.write(tmp_path / "site", {"docs/index.md": HOME, "README.md": "# Read me\n"})
    targets = {"secret.txt": "../../away/secret.txt", "vault": "../../away/notes", "readme.md": "../README.md"}
    for name, target in targets.items():
        (site / "docs" / name).symlink_to(target)
    real = tmp_path.resolve() / "away"
    outside_links = {"secret.txt": real / "secret.txt", "vault": real / "notes"}
    for options, outcome in (("", "the site shows what it leads to"), (": {sanitize: true}", "it was left out")):
        config = CONFIG.replace("papernotes]", f"papernotes{options}]")
        result = sites.build(sites.write(site, {"mkdocs.yml": config}))
        assert result.code == 0, result.output
        assert result.warnings == [
            f"papernotes: {name}: it is a link out of the project, to '{target}'; {outcome} [outside-link]"
            for name, target in outside_links.items()
        ]
        assert "readme/index.html" in sites.files(result.site)
        pages_with_secret = {
            path for path, data in sites.files(result.site).items() if b"secret" in data and "search" not in path
        }
        assert (pages_with_secret == set()) == bool(options)
    assert sites.build(site, "--strict").code == 1


# --- embeds that explode --------------------------------------------------------------------------


def test_embeds_that_explode(monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of embeds in a page is limited, and the cut is reported."""
    # each note embeds the next one ten times: ten million embeds in seven steps
    notes = [Source(f"n{n}.md", (f"word{n}\n\n" + f"![[n{n + 1}]]\n\n" * 10).encode()) for n in range(8)]
    rendered = []
    original = embeds.EmbedRenderer._content

    def record(*arguments: Any) -> str:
        rendered.append(arguments)
        return original(*arguments)

    monkeypatch.setattr(embeds.EmbedRenderer, "_content", record)
    site = papernotes_plugin.build(notes)
    assert {issue.code for issue in site.issues} == {"cut-embed", "broken-wikilink", "no-papers"}
    rendered.clear()
    page = papernotes_plugin.annotate(site, "n0.md")
    assert len(rendered) <= embeds.MAX_NESTED + 2 * 10
    assert "word1" in page
    # only nested embeds are limited
    flat = [Source("a.md", b"![[b]]\n\n" * (2 * embeds.MAX_NESTED)), Source("b.md", b"some words")]
    flat_site = papernotes_plugin.build(flat)
    assert papernotes_plugin.annotate(flat_site, "a.md").count("> some words") == 2 * embeds.MAX_NESTED


# --- notes that are too complex -------------------------------------------------------------------

TOO_COMPLEX = {
    "brackets": "[" * 20_000,
    "brackets in lines": "![[\n" * 5_000,
    "links without end": "[a](" * 5_000,
    "tags without end": '<a href="' * 5_000,
    "quotes": "> " * 5_000 + "a",
    "lists in a line": "1. " * 5_000 + "a",
    "lists": "\n".join("    " * depth + "- a" for depth in range(300)),
    "comments that do not end": "<!--" * 50_000,
    "comments in paragraphs": "<!-- a\n\n" * 30_000,
    "fences that do not end": "``` a\n" * 20_000,
    "headings in one block": "# a\n" * 20_000,
    "underlines in one block": "a\n---\n" * 10_000,
    "code spans": "` " * 200_000,
    "code spans in lines": "`\n" * 200_000,
    "emphasis": "*a " * 100_000,
    "escapes": "\\*" * 100_000,
    "long": "A word and another. \n" * (MAX_CHARACTERS // 20),
}


@pytest.mark.parametrize("text", TOO_COMPLEX.values(), ids=list(TOO_COMPLEX))
def test_a_note_that_is_too_complex(text: str) -> None:
    """A note that is too complex is reported once and shown without being parsed as Markdown."""
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
        "- a `b` **c** [d](e)\n" * 20_000,
        "A *word* and `code`.\n\n" * 20_000,
        "| `a` | **b** |\n" * 20_000,
        "# Heading\n\nA *word*.\n\n" * 20_000,
        "# Heading\nA word.\n" * 500,
        "```json\n" + '{"a_b": ["*", "`", 1]},\n' * 20_000 + "```\n",
        "```\na\n```\n" * 20_000,
        "<!-- a -->\n\n" * 20_000,
        "    code *a* `b`\n" * 20_000,
        "<table>\n" + "<tr><td>a</td></tr>\n" * 20_000 + "</table>\n",
        ("A long *paragraph* with `code` and [links](a.md). " * 400 + "\n\n") * 20,
    ],
)
def test_a_long_note_is_not_too_complex(text: str) -> None:
    """Long lists of links, tables, pages of HTML and books are parsed like other notes."""
    assert reason_too_complex(text) == ""


@pytest.mark.parametrize(
    "text",
    [
        '- "' + " " * 400 + "x [A](https://arxiv.org/abs/2401.00001)\n",
        "- **" + " " * 3_000 + "x [A](https://arxiv.org/abs/2401.00001)\n",
        "- *" + "\u00a0" * 3_000 + "x [A](https://arxiv.org/abs/2401.00001)\n",
        "- [A Title](https://arxiv.org/abs/2401.00001) (Lee" + "\u00a0" * 3_000 + "x ... 2020)\n",
        "- **Ср." + " " * 3_000 + "x 2020\n",
        "\\bibitem[" + "{}" * 40 + "x 2020\n",
        "- *Title of a Long Paper* (" + "Van Le, " * 30 + "x\n",
        "- " + "della " * 30 + "x [A](https://arxiv.org/abs/2401.00001)\n",
        "- A Title of Words, " + "Sir An Lee & " * 40 + "x 2020\n",
    ],
    ids=[
        "after a quotation mark",
        "after two asterisks",
        "no-break spaces after an asterisk",
        "between names",
        "after a label",
        "braces",
        "names",
        "particles",
        "titles of people",
    ],
)
def test_long_repetitions_are_fast(text: str) -> None:
    """No pattern backtracks over long blank space, or over what is repeated many times."""
    began = time.process_time()
    papernotes_plugin.build([Source("a.md", text.encode())])
    assert time.process_time() - began < 1


@pytest.mark.full
def test_a_site_with_notes_that_are_too_complex(tmp_path: Path) -> None:
    """Notes that are too complex are shown as code, without MkDocs parsing them; other pages are complete."""
    notes = {f"docs/{n}.md": f"word{n}x\n\n{text}" for n, text in enumerate(TOO_COMPLEX.values())}
    home = HOME + "\n![[1]]\n\n[[2]]\n"
    result = sites.build(sites.write(tmp_path, {"mkdocs.yml": CONFIG, "docs/index.md": home, **notes}))
    assert result.code == 0, result.output
    codes = sorted(line.rpartition("[")[2] for line in result.warnings)
    assert codes == ["cut-embed]", *["heavy-note]"] * len(notes)]
    for number in range(len(notes)):
        assert f"<code>word{number}x\n" in result.page(f"{number}/index.html")
    assert "A Paper of Several Words" in result.page("papers/index.html")
