"""Unlinked mentions: names of notes in prose, suggested, and linked when asked for."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from papernotes_plugin import Config, Source, annotate, build
from papernotes_plugin.cli import main
from papernotes_plugin.pipeline import Site, suggestions
from tests.helpers import sites
from tests.helpers.sites import CONFIG

TARGET = """---
aliases: [KernelBench, Diffusion Policy, "Learning to Rank Kernels Quickly", Reading List, RAG]
---
# Reward models

Words.
"""


def built(text: str, *, config: Config | None = None, **more: str) -> Site:
    """The site of a note `a.md` beside the note `target.md`, and more."""
    notes = {"a.md": text, "target.md": TARGET} | {f"{name}.md": other for name, other in more.items()}
    return build([Source(path, content.encode()) for path, content in notes.items()], config=config)


def named(site: Site) -> list[str]:
    """The words in which notes are named."""
    return [name.text for name in site.library.unlinked_names.get("target.md", ())]


# --- what is a name ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("We ran KernelBench twice.", "KernelBench"),
        ("We ran **KernelBench** twice.", "KernelBench"),
        ("Then Diffusion Policy came.", "Diffusion Policy"),
        ("Then Diffusion\nPolicy came.", "Diffusion Policy"),
        ("As in Reward models, it is so.", "Reward models"),
        ("- the (Reward Models)", "Reward Models"),
        ("| a |\n|---|\n| about RAG |", "RAG"),
        ("> On learning to rank kernels quickly.", "learning to rank kernels quickly"),
    ],
)
def test_a_name_is_found(text: str, words: str) -> None:
    """Titles and aliases, in running text, bullets, tables and quotes."""
    assert named(built(text)) == [words]


@pytest.mark.parametrize(
    "text",
    [
        "A kernelbench and kernel bench, a diffusion policy, and reward models.",
        "Reward models open this sentence.",
        "My Reading List is long; rag and Rag.",
        "`KernelBench` and [KernelBench](https://example.org), https://example.org/KernelBench #KernelBench",
        "```\nKernelBench\n```",
        "%% KernelBench %% <!-- KernelBench -->",
        "$KernelBench$",
        "# About KernelBench",
        "KernelBench-2, KernelBench 2.0, KernelBenches, @KernelBench and KernelBench.com",
        "See [[target]] for KernelBench.",
        "- [it](target.md): KernelBench",
        "---\nabout: KernelBench\n---\nwords",
        "---\ndraft: true\n---\nKernelBench",
    ],
)
def test_no_name_is_found(text: str) -> None:
    """No everyday words, none in code, links and comments, none beside a link, no part of a longer name."""
    assert named(built(text)) == []


def test_a_name_of_two_notes_is_nobodys() -> None:
    """Nor is a word that the author calls an everyday one; nor does a note name itself."""
    assert named(built("KernelBench", other="---\naliases: kernelbench\n---\n")) == []
    assert named(built("KernelBench", config=Config(everyday_words=("Kernelbench",)))) == []
    site = build([Source("target.md", TARGET.encode() + b"KernelBench\n")])
    assert site.library.unlinked_names == {}


def test_a_paper_beside_its_note_adds_nothing() -> None:
    """Nor is a venue the name of a note, whatever the note is called."""
    link = "[it](https://arxiv.org/abs/2405.07987)"
    about = "---\ntitle: The Platonic Representation Hypothesis\narxiv: 2405.07987\nyear: 2024\n---\nWords."
    site = built(f"{link}: The Platonic Representation Hypothesis, ICLR 2025", about=about, iclr="# ICLR 2025\n")
    assert site.library.unlinked_names == {}


def test_once_in_a_block() -> None:
    """The first place in a paragraph speaks for all."""
    site = built("KernelBench and Diffusion Policy.\n\nKernelBench, KernelBench\n")
    assert [(n.line, n.column) for n in site.library.unlinked_names["target.md"]] == [(1, 1), (3, 1)]


def test_private_notes_are_not_named() -> None:
    """What a private note is called is nobody's business."""
    site = build([Source("a.md", b"KernelBench"), Source("b.md", b"---\ndraft: true\ntitle: KernelBench\n---\n")])
    assert site.library.unlinked_names == {}


# --- what is shown ----------------------------------------------------------------------------------


def test_what_is_shown() -> None:
    """A folded callout below the backlinks; the places are there to land on."""
    site = built("## Part\n\nWe ran KernelBench.\n", b="See [[target]].")
    text = annotate(site, "target.md")
    assert text.endswith(
        "\n\n## Linked from\n\n**[b](b.md)**\n\n[line 1](b.md#ln-target)\n\n> See target.\n\n"
        "> [!quote]- Unlinked mentions: 1 place\n>\n> **[a](a.md)**\n>\n> [Part, line 3](a.md#un-target)\n>\n"
        "> > We ran KernelBench.\n"
    )
    assert annotate(site, "a.md") == '## Part\n\nWe ran <a id="un-target"></a>KernelBench.\n'
    alone = annotate(built("KernelBench", config=Config(callouts=False)), "target.md")
    assert "## Named in\n\n> **Unlinked mentions: 1 place**\n>\n> **[a](a.md)**" in alone


def test_a_name_that_is_everywhere() -> None:
    """A note shows the first fifty places, and says where the others are told."""
    text = annotate(built("\n\n".join(["KernelBench"] * 60)), "target.md")
    assert "[line 99](a.md#un-target-50)" in text
    assert text.endswith("\n>\n> 10 more: `papernotes check --suggest`\n")
    assert "un-target-51" not in text


def test_linked_on_request() -> None:
    """`link_names: true` makes links, which are backlinks then; `names: false` finds none."""
    site = built("We ran **KernelBench** and [[b]].", b="# B", config=Config(link_names=True))
    assert "**[KernelBench](target.md)** and" in annotate(site, "a.md").replace('<a id="un-target"></a>', "")
    assert [link.text for link in site.library.backlinks["target.md"]] == ["KernelBench"]
    assert "Unlinked" not in annotate(site, "target.md")
    assert suggestions(site) == ()
    assert named(built("KernelBench", config=Config(names=False))) == []


def test_a_changed_note_is_linked_anew() -> None:
    """Where another plugin has changed a note, names in it are found again."""
    site = built("KernelBench", config=Config(link_names=True))
    assert "New. [KernelBench](target.md)" in annotate(site, "a.md", changed="New. KernelBench").replace(
        '<a id="un-target"></a>', ""
    )


def test_suggestions_of_the_command(tmp_path: Path) -> None:
    """`check --suggest` prints them with line and column; `check` alone is silent about them."""
    sites.write(tmp_path, {"a.md": "# A\n\nWe ran KernelBench.\n", "target.md": TARGET})
    found = "a.md:3:8: 'KernelBench' may mean 'target.md'; it is not a link [unlinked-name]\n"
    assert found in CliRunner().invoke(main, ["check", str(tmp_path), "--suggest"]).stdout
    assert "unlinked-name" not in CliRunner().invoke(main, ["check", str(tmp_path)]).stdout


def test_many_names_take_linear_time() -> None:
    """Ten times the notes and names take about ten times as long."""

    def taken(number: int) -> float:
        notes = [
            Source(f"n{i}.md", f"# Kernel{i}Bench\n\nWe ran Kernel{(i + 1) % number}Bench.\n".encode())
            for i in range(number)
        ]
        start = time.process_time()
        site = build(notes)
        assert len(site.library.unlinked_names) == number
        return time.process_time() - start

    assert taken(1000) < 40 * taken(100) + 1


def test_a_site_with_suggestions(tmp_path: Path) -> None:
    """They are folded away, every link lands, and search does not find them twice."""
    files: dict[str, str | bytes] = {
        "docs/index.md": "# Home\n\nWombats ran KernelBench, <https://arxiv.org/abs/2006.11239>.\n",
        "docs/target.md": TARGET,
    }
    config = f"{CONFIG}validation:\n  links: {{anchors: warn}}\n"
    site = sites.build(sites.write(tmp_path, {"mkdocs.yml": config, **files}), "--strict")
    assert site.code == 0, site.output
    assert site.warnings == []
    assert sites.Site(site.site).broken() == []
    assert '<details class="quote">\n<summary>Unlinked mentions: 1 place</summary>' in site.page("target/index.html")
    assert site.page("search/search_index.json").count("Wombats") == 2
