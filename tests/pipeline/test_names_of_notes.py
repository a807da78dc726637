"""Tests of unlinked mentions: names of notes in prose, which are suggested or linked."""

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


def build_site(text: str, *, config: Config | None = None, **more: str) -> Site:
    """Return the site of `target.md`, `a.md` with this text, and more notes by name."""
    notes = {"a.md": text, "target.md": TARGET} | {f"{name}.md": other for name, other in more.items()}
    return build([Source(path, content.encode()) for path, content in notes.items()], config=config)


def unlinked_texts(site: Site) -> list[str]:
    """Return the texts that name `target.md` without a link."""
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
    """Titles and aliases are found in running text, lists, tables and quotes."""
    assert unlinked_texts(build_site(text)) == [words]


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
    """Everyday words, parts of longer names, and names in code, comments or next to a link are not found."""
    assert unlinked_texts(build_site(text)) == []


def test_ambiguous_and_everyday_names_are_not_found() -> None:
    """Names of two notes, everyday words of the options and the name of the note itself are not found."""
    assert unlinked_texts(build_site("KernelBench", other="---\naliases: kernelbench\n---\n")) == []
    assert unlinked_texts(build_site("KernelBench", config=Config(everyday_words=("Kernelbench",)))) == []
    site = build([Source("target.md", TARGET.encode() + b"KernelBench\n")])
    assert site.library.unlinked_names == {}


def test_a_cited_paper_does_not_name_its_note() -> None:
    """Neither the title next to a link of the paper nor a venue counts as the name of a note."""
    link = "[it](https://arxiv.org/abs/2405.07987)"
    about = "---\ntitle: The Platonic Representation Hypothesis\narxiv: 2405.07987\nyear: 2024\n---\nWords."
    site = build_site(f"{link}: The Platonic Representation Hypothesis, ICLR 2025", about=about, iclr="# ICLR 2025\n")
    assert site.library.unlinked_names == {}


def test_a_name_counts_once_in_a_block() -> None:
    """Only the first name of a note in a paragraph is recorded."""
    site = build_site("KernelBench and Diffusion Policy.\n\nKernelBench, KernelBench\n")
    assert [(n.line, n.column) for n in site.library.unlinked_names["target.md"]] == [(1, 1), (3, 1)]


def test_names_of_private_notes_are_not_found() -> None:
    """The title of a private note is not searched in other notes."""
    site = build([Source("a.md", b"KernelBench"), Source("b.md", b"---\ndraft: true\ntitle: KernelBench\n---\n")])
    assert site.library.unlinked_names == {}


# --- what is shown ----------------------------------------------------------------------------------


def test_callout_of_unlinked_mentions() -> None:
    """Unlinked mentions are in a folded callout below the backlinks, with links to anchors."""
    site = build_site("## Part\n\nWe ran KernelBench.\n", b="See [[target]].")
    text = annotate(site, "target.md")
    assert text.endswith(
        "\n\n## Linked from\n\n**[b](b.md)**\n\n[line 1](b.md#ln-target)\n\n> See target.\n\n"
        "> [!quote]- Unlinked mentions: 1 place\n>\n> **[a](a.md)**\n>\n> [Part, line 3](a.md#un-target)\n>\n"
        "> > We ran KernelBench.\n"
    )
    assert annotate(site, "a.md") == '## Part\n\nWe ran <a id="un-target"></a>KernelBench.\n'
    alone = annotate(build_site("KernelBench", config=Config(callouts=False)), "target.md")
    assert "## Named in\n\n> **Unlinked mentions: 1 place**\n>\n> **[a](a.md)**" in alone


def test_the_number_of_unlinked_mentions_is_limited() -> None:
    """A note shows the first fifty unlinked mentions, and the command that lists the others."""
    text = annotate(build_site("\n\n".join(["KernelBench"] * 60)), "target.md")
    assert "[line 99](a.md#un-target-50)" in text
    assert text.endswith("\n>\n> 10 more: `papernotes check --suggest`\n")
    assert "un-target-51" not in text


def test_names_can_be_linked() -> None:
    """`link_names: true` links names, which then count as backlinks; `names: false` finds no names."""
    site = build_site("We ran **KernelBench** and [[b]].", b="# B", config=Config(link_names=True))
    assert "**[KernelBench](target.md)** and" in annotate(site, "a.md").replace('<a id="un-target"></a>', "")
    assert [link.text for link in site.library.backlinks["target.md"]] == ["KernelBench"]
    assert "Unlinked" not in annotate(site, "target.md")
    assert suggestions(site) == ()
    assert unlinked_texts(build_site("KernelBench", config=Config(names=False))) == []


def test_names_in_a_changed_note_are_linked() -> None:
    """If another plugin changed a note, its names are searched again."""
    site = build_site("KernelBench", config=Config(link_names=True))
    assert "New. [KernelBench](target.md)" in annotate(site, "a.md", changed="New. KernelBench").replace(
        '<a id="un-target"></a>', ""
    )


def test_suggestions_of_the_command(tmp_path: Path) -> None:
    """`check --suggest` prints unlinked names with line and column; `check` alone does not."""
    sites.write(tmp_path, {"a.md": "# A\n\nWe ran KernelBench.\n", "target.md": TARGET})
    suggestion = "a.md:3:8: 'KernelBench' may mean 'target.md'; it is not a link [unlinked-name]\n"
    assert suggestion in CliRunner().invoke(main, ["check", str(tmp_path), "--suggest"]).stdout
    assert "unlinked-name" not in CliRunner().invoke(main, ["check", str(tmp_path)]).stdout


def test_many_names_take_linear_time() -> None:
    """Ten times as many notes and names take about ten times as long."""

    def build_time(number: int) -> float:
        notes = [
            Source(f"n{i}.md", f"# Kernel{i}Bench\n\nWe ran Kernel{(i + 1) % number}Bench.\n".encode())
            for i in range(number)
        ]
        start = time.process_time()
        site = build(notes)
        assert len(site.library.unlinked_names) == number
        return time.process_time() - start

    assert build_time(1000) < 40 * build_time(100) + 1


def test_a_site_with_suggestions(tmp_path: Path) -> None:
    """Suggestions are folded, their links are not broken, and search does not find them twice."""
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
