"""papernotes changes nothing in the text of an author but what its wikilinks, citations and mentions ask for."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mkdocs.commands.build import build
from mkdocs.config import load_config

from papernotes_plugin import pipeline
from papernotes_plugin.vocabulary.model import Source
from tests.helpers import sites
from tests.sites.site_difference import compare_pages

MATH = ["pymdownx.superfences", {"pymdownx.arithmatex": {"generic": True}}]
BRACKETS = """# Brackets

questions = [[3, 2], [4, 3]] and a[[i]] and b[0][[j, k]] and `[[code]]`.

`if` [[ -f file ]] && [[ $x == y ]], [[1]], [[2, 3]], ![[pixels]] and [[Nobody knows]] or [[Nobody|him]].

| a | b |
|---|---|
| [[1, 2]] | [[x\\|y]] |
"""
LISTS = """# Lists

Some words:
- one
- two
  - three

1) first
2) second

para
1. x
2. y

- [-] dropped
- [+] added
- [/] begun
- [ ] open

* a
   * b

x ^[inline] and ==marked== and [key:: value] and a line ^id1

#Heading without a space
"""
FORMULAS = """# Formulas

$V(s)=[1-q(s)](w+b)$ and $[[a]]$ and $x #tag y$ and \\(V(s)=[1-q(s)](w+b)\\) and \\([[a]]\\), $\\{[1](b)$.

$$
V(s)=[1-q(s)](w+b) [[a]]
- b
+ c
$$

\\[
V(s)=[1-q(s)](w+b) [[a]] [@x2020y]
- b
+ c
\\]

> \\[
> [[a]]
> - b
> \\]

\\begin{align}
[a](b) &= [[c]] \\\\
- d
\\end{align}

- item \\([1](b)\\)

| a | b |
|---|---|
| \\(x [[a]]\\) | $[1](b)$ |

```math
[[a]] [1](b)
```
"""
ALERTS = """# Alerts

> [!NOTE]
> words
>
> > [!TIP] more
> > words

> first

> second

- item

    > [!WARNING]
    > words
"""
BRACES = """# Braces { .x }

Words `code`{ .y }, **b**{ .z }, *a*{ key="v" } and ![dot|100](dot.svg).

## More {: #z .a }

- item
{ .w }
"""
TAG = "# The token <user id> is masked\n\nThe token <user id> is masked, so is `<script>`.\n"


def contents(folder: Path, notes: Mapping[str, str], plugins: list[Any], **options: Any) -> dict[str, str]:
    """Return the HTML of each note of a site, built with these plugins."""
    sites.write(folder, {f"docs/{name}": text for name, text in notes.items()})
    sites.write(folder, {"theme/main.html": "{{ page.content }}", "mkdocs.yml": "site_name: Notes\n"})
    settings = {"theme": {"name": None, "custom_dir": str(folder / "theme")}, "plugins": plugins, **deepcopy(options)}
    config = load_config(str(folder / "mkdocs.yml"), site_dir=str(folder / "site"), **settings)
    config.plugins.on_startup(command="build", dirty=False)
    build(config)
    pages = {name: folder / "site" / f"{name.removesuffix('.md')}.html" for name in notes}
    return {name: page.read_text("utf-8") for name, page in pages.items()}


def both(tmp_path: Path, notes: Mapping[str, str], **options: Any) -> tuple[dict[str, str], dict[str, str]]:
    """Return the HTML of each note without papernotes and with it."""
    options = {"use_directory_urls": False, "site_url": "https://example.org/", **options}
    without = contents(tmp_path / "without", notes, [], **options)
    return without, contents(tmp_path / "with", notes, ["papernotes"], **options)


def words(page: str) -> str:
    """Return what a reader sees of a page, without what papernotes adds below a note."""
    page = re.split(r'<h2 class="papernotes-backlinks"|<p><small class="papernotes-download"', page)[0]
    return " ".join(re.sub(r"<[^>]*>", "", page).split())


@pytest.mark.parametrize("extensions", [["attr_list", "tables"], ["attr_list", "tables", *MATH]], ids=["plain", "math"])
def test_sites_without_signs_of_obsidian_keep_their_html(tmp_path: Path, extensions: list[Any]) -> None:
    """Brackets, lists, tasks, marks, formulas and tags of HTML stay as MkDocs renders them."""
    notes = {"brackets.md": BRACKETS, "lists.md": LISTS, "tag.md": TAG, "alerts.md": ALERTS}
    if len(extensions) > 2:
        notes["formulas.md"] = FORMULAS
    without, with_plugin = both(tmp_path, notes, markdown_extensions=extensions)
    assert with_plugin == without


def test_vaults_keep_brackets_and_formulas(tmp_path: Path) -> None:
    """Where wikilinks lead somewhere, others are marked and keep their brackets; lists of values are not marked."""
    notes = {"brackets.md": BRACKETS, "formulas.md": FORMULAS, "home.md": "# Home\n\n[[brackets]], [[formulas]]\n"}
    without, with_plugin = both(tmp_path, notes, markdown_extensions=["attr_list", "tables", *MATH])
    assert words(with_plugin["brackets.md"]) == words(without["brackets.md"])
    assert words(with_plugin["formulas.md"]) == words(without["formulas.md"])
    marked = re.findall(r'<span class="papernotes-missing"[^>]*>(.*?)</span>', with_plugin["brackets.md"])
    assert marked == ["![[pixels]]", "[[Nobody knows]]", "[[Nobody|him]]", "[[x|y]]"]
    assert '<a href="brackets.html">brackets</a>' in with_plugin["home.md"]


def test_lists_of_vaults_are_those_of_obsidian(tmp_path: Path) -> None:
    """In a vault a list needs no empty line above it; `[-]` and `[+]` stay as they are."""
    notes = {"lists.md": LISTS, "home.md": "# Home\n\n[[lists]]\n"}
    page = both(tmp_path, notes)[1]["lists.md"]
    assert "<li>one</li>" in page
    assert "<li>first</li>" in page
    assert "[-] dropped" in page
    assert "[+] added" in page
    assert "[/]" not in page


@pytest.mark.parametrize(
    ("files", "option"),
    [
        ({"home.md": "> [!quote] Words\n> more\n"}, "auto"),
        ({"home.md": "%%nobody sees it%%\n"}, "auto"),
        ({".obsidian/app.json": "{}"}, "auto"),
        ({}, True),
    ],
    ids=["callout", "comment", "folder", "option"],
)
def test_signs_of_obsidian(tmp_path: Path, files: Mapping[str, str], option: object) -> None:
    """A callout, a comment, the settings of Obsidian or the option make lists out of lines with a minus sign."""
    sites.write(tmp_path, {f"docs/{name}": text for name, text in files.items()})
    page = contents(
        tmp_path, {"n.md": "words:\n- one\n"}, [{"papernotes": {"obsidian": option}}], use_directory_urls=False
    )
    assert "<li>one</li>" in page["n.md"]


def test_alerts_of_github_are_no_sign(tmp_path: Path) -> None:
    """Pages of software use alerts; their lists stay as they are."""
    notes = {"n.md": "words:\n- one\n", "other.md": "> [!NOTE]\n> words\n"}
    page = contents(tmp_path, notes, ["papernotes"], use_directory_urls=False)
    assert "<li>" not in page["n.md"]


def test_braces_stay_without_attribute_lists(tmp_path: Path) -> None:
    """In a site without `attr_list` and without signs of Obsidian, attribute lists and sizes of pictures are text."""
    notes = {"braces.md": BRACES, "dot.md": "# Dot\n"}
    without, with_plugin = both(tmp_path, notes, markdown_extensions=[])
    assert with_plugin == without


def test_notebooks_are_no_notes(tmp_path: Path) -> None:
    """A program that another plugin shows as a page is no note: its cell marks are no sign of Obsidian."""
    hook = (
        "def on_files(files, config):\n    files.get_file_from_path('book.py').is_documentation_page = lambda: True\n"
    )
    program = "# %% [markdown]\n# [Attention Is All You Need](https://arxiv.org/abs/1706.03762)\n# %%\nx = 1\n"
    sites.write(tmp_path, {"hook.py": hook, "docs/book.py": program})
    config = {"hooks": [str(tmp_path / "hook.py")], "use_directory_urls": False}
    page = contents(tmp_path, {"n.md": "words:\n- one\n"}, ["papernotes"], **config)
    assert "<li>" not in page["n.md"]
    assert "papernotes" not in (tmp_path / "site/book.py").read_text("utf-8")


def test_generated_callouts_in_a_site_without_signs(tmp_path: Path) -> None:
    """What papernotes appends is folded, and the alerts above and in it stay text; the option makes them boxes."""
    notes = {
        "kernels.md": "# Fast Kernels\n\n> [!NOTE]\n> words\n",
        "other.md": "> [!TIP]\n> It is about Fast Kernels too.\n",
    }
    page = contents(tmp_path, notes, ["papernotes"], use_directory_urls=False)["kernels.md"]
    assert re.search("<blockquote>\n<p>\\[!NOTE\\]", page)
    assert re.search('<details class="quote">\n<summary>Unlinked mentions: 1 place</summary>', page)
    plugins = [{"papernotes": {"callouts": True}}]
    page = contents(tmp_path, notes, plugins, use_directory_urls=False)["kernels.md"]
    assert '<div class="admonition note">' in page


def test_anchors_are_known_to_the_validation(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """MkDocs finds the anchors that papernotes adds, also behind a tag that it reads as unclosed."""
    notes = {
        "a.md": f"{TAG}\nSee [b](b.md) and [Attention Is All You Need](https://arxiv.org/abs/1706.03762).\n",
        "b.md": "# B\n\nIt is [a](a.md).\n",
    }
    with caplog.at_level(logging.WARNING, "mkdocs"):
        page = contents(tmp_path, notes, ["papernotes"], use_directory_urls=False, validation={"anchors": "warn"})
    assert 'href="a.html#ln-b"' in page["b.md"]
    assert [r.getMessage() for r in caplog.records if "anchor" in r.getMessage()] == []


PIECES = [
    "words", "[[3, 2], [4, 3]]", "a[[i]]", "[[ -f x ]]", "[[x, y]]", "[[1]]", "[[Nobody]]", "![[Nobody]]",
    "[[a|b], [c]]", "$[1](b)$", r"\([[a]]\)", r"\[1\]", "- one", "1) one", "- [-] x", "==x==", "^[x]", "$$", "[[", "]]",
    "`[[x]]`", "| a | b |", "> words", "    [[code]]", "\n#x", "x ^id", r"\begin{align}", r"\end{align}", "$5", "k:: v",
]  # fmt: skip


@given(st.lists(st.tuples(st.sampled_from(PIECES), st.sampled_from(["\n", " ", "\n\n", "\n  "])), max_size=12))
def test_notes_without_signs_are_not_changed(pieces: list[tuple[str, str]]) -> None:
    """Whatever brackets, formulas and lists a note combines, its text stays the same to the last character."""
    text = "".join(piece + separator for piece, separator in pieces)
    site = pipeline.build([Source("n.md", text.encode())])
    assert pipeline.annotate(site, "n.md", attributes=True) == text


@given(
    st.sampled_from([("$", "$"), ("$$", "$$"), (r"\(", r"\)"), ("\\[\n", "\n\\]")]),
    st.lists(st.sampled_from(["x", "[[home]]", "[1-q](w+b)", "- b", "@key2020", "==m==", "{", "}", "#tag", "[@k]"])),
)
def test_formulas_of_vaults_are_not_changed(marks: tuple[str, str], tokens: list[str]) -> None:
    """No recogniser and no edit changes a formula, also in a vault whose wikilinks lead somewhere."""
    opening, closing = marks
    formula = f"{opening}x {' '.join(tokens)} y{closing}"
    text = f"# Home\n\n{formula}\n\n[[home]] is a link.\n"
    site = pipeline.build([Source("home.md", text.encode())])
    annotated = pipeline.annotate(site, "home.md", attributes=True)
    assert formula in annotated
    assert "[[home]] is a link" not in annotated
    assert site.library.papers == ()


# --- found in public sites --------------------------------------------------------------------------

LINKING = "# Sink Binding\n\nSee [the note](note.md).\n"
"""A note whose link gives the other note a list of backlinks, and whose title the other one contains."""
ODDITIES = {
    "fences in admonitions": (
        '# Widget Binding\n\n???+ abstract "_a file_"\n    ```yaml\n    kind: Sink Binding\n\n    metadata: x\n'
        "    ```\n\n!!! note\n    Words\n    ~~~\n    [a](https://arxiv.org/abs/1706.03762)\n\n    #tag\n    ~~~\n"
    ),
    "an indented fence at the end": (
        "# A\n\n!!! example\n    Words\n\n    ```console\n    $ ls\n    ```\n\n    More words\n"
    ),
    "a fence closed outside its list": (
        "# A\n\n1. One\n\n    ```twig\n    {x}\n```\n\n    see [b](https://example.org/)\n1. Two\n\n"
        "    ```php\n    y\n     ```\n\n## End\n\nWords.\n"
    ),
    "a fence without end": "# A\n\nWords\n\n```\nnever closed\n",
    "front matter that is no YAML": (
        "---\ntitle: A\nreviewers:\n- @someone\n  approvers:\n- TBD\n---\n\n# Heading\n\nWords\n"
    ),
    "links without a suffix": "# A\n\n[a](../other) [b](./other) [c](other) [d](#Some%20Words)\n\n## Some words\n",
    "dollars of programs": (
        "# A\n\n`$type`, in CRM/$type/Task.php: $objectType, which is in CRM/$objectType/Task.php. See $ext:$file, "
        "http://${base_url}/a/${extension}/${suite} and $HOME:$PATH.\n"
    ),
    "bare addresses of papers": (
        "# A\n\n- Understanding Learning on Spheres: http://arxiv.org/abs/2005.10242\n"
        "- Learning on Other Spheres http://arxiv.org/abs/2005.10243\n\nWords[^a].\n\n"
        "[^a]: Roe J. Learning on Planes Again. 2020. Available: http://arxiv.org/abs/2005.10244\n"
    ),
    "parentheses in an address": "# A\n\n[a](https://example.org/Engines_\\(Style_Sheets\\)) and [b](https://example.org/a_(b))\n",
}
"""Notes that differ in Python-Markdown and CommonMark, or look like what papernotes converts."""


@pytest.mark.parametrize("text", [pytest.param(text, id=name) for name, text in ODDITIES.items()])
@pytest.mark.parametrize("other", [pytest.param("", id="alone"), pytest.param(LINKING, id="with backlinks")])
def test_oddities_of_public_sites_are_preserved(tmp_path: Path, text: str, other: str) -> None:
    """Title, words, links and anchors of a page stay, also above the backlinks that papernotes appends."""
    notes = {"note.md": text, **({"other.md": other} if other else {})}
    extensions = ["admonition", "pymdownx.details", "pymdownx.superfences", "toc", "attr_list", "footnotes"]
    extensions += ["pymdownx.magiclink"]
    before, after = both(tmp_path, notes, markdown_extensions=extensions)
    old, new = (f'<article role="main">{page["note.md"]}</article>' for page in (before, after))
    assert list(compare_pages("note.html", old, new)) == []
    assert ("papernotes-backlinks" in after["note.md"]) == bool(other)


def test_the_attributes_of_a_link_that_runs_go_with_it(tmp_path: Path) -> None:
    """A link to a script becomes text, without its attribute list; the same link in HTML stays."""
    html = '<a class="md-button" href="javascript:x()">Now</a>'
    note = f'# A\n\n[Subscribe](javascript:alert("x")){{ .md-button }} now\n\n{html}\n'
    _, after = both(tmp_path, {"note.md": note}, markdown_extensions=["attr_list"])
    assert "<p>Subscribe now</p>" in after["note.md"]
    assert html in after["note.md"]
