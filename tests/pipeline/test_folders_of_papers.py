"""In a folder whose notes are each about one paper, a title alone names the paper of a note."""

from __future__ import annotations

import pytest

from papernotes_plugin import pipeline
from papernotes_plugin.pipeline import note_analysis, stored_analysis
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Source

SPOKEN_OF = {
    "gan/Generative_Adversarial_Nets.md": "# Generative Adversarial Nets\n\nThe authors train two networks.\n",
    "gan/progressive-growing-of-gans.md": "# Progressive Growing of GANs for Improved Quality\n\nSee the paper.\n",
    "gan/Unrolled_Generative_Adversarial_Networks.md": "# Unrolled Generative Adversarial Networks\n\nThis paper.\n",
    "gan/Wasserstein_GAN_Training.md": "# Wasserstein GAN Training\n\nWhat the authors say of distances.\n",
    "gan/BEGAN.md": "# BEGAN: Boundary Equilibrium Generative Adversarial Networks\n\nThe paper balances both.\n",
}
"""Notes that speak of their paper."""
SILENT = "# Least Squares Generative Adversarial Networks\n\nIt replaces the loss by another one, and works well.\n"


def titles(texts: dict[str, str]) -> set[str]:
    """Return the titles of the papers in notes."""
    sources = [Source(path, text.encode()) for path, text in texts.items()]
    return {paper.title for paper in pipeline.build(sources, pages=False).library.papers}


def test_a_title_among_notes_on_papers() -> None:
    """The title of a note is that of a paper, although the note says nothing else of it."""
    read = titles({**SPOKEN_OF, "gan/least_squares_generative_adversarial_networks.md": SILENT})
    assert "Least Squares Generative Adversarial Networks" in read
    assert "BEGAN: Boundary Equilibrium Generative Adversarial Networks" in read
    assert len(read) == 6


def test_a_file_name_among_notes_on_papers() -> None:
    """The name of a file is the title, if no heading is."""
    note = "## Summary\n\nIt replaces the loss.\n"
    read = titles({**SPOKEN_OF, "gan/Least Squares Generative Adversarial Networks.md": note})
    assert "Least Squares Generative Adversarial Networks" in read


def test_a_file_name_that_is_cut() -> None:
    """The heading is the title, if it begins with the name of the file."""
    note = "# Least squares generative adversarial networks for the synthesis of faces\n\nIt replaces the loss.\n"
    read = titles({**SPOKEN_OF, "gan/Least Squares Generative Adversarial Networks.md": note})
    assert "Least squares generative adversarial networks for the synthesis of faces" in read
    assert "Least Squares Generative Adversarial Networks" not in read


@pytest.mark.parametrize(
    "path",
    [
        "gan/least_squares.md",  # the name is not the title
        "least_squares_generative_adversarial_networks.md",  # another folder
        "gan/README.md",
    ],
)
def test_another_note(path: str) -> None:
    """A note with another name, in another folder, or the index of a folder, gives no paper."""
    assert "Least Squares Generative Adversarial Networks" not in titles({**SPOKEN_OF, path: SILENT})


@pytest.mark.parametrize(
    "heading",
    ["Weekly Reading Plan", "Ideas for the Next Meeting", "Top 10 Adversarial Networks", "对抗网络的笔记与总结"],
)
def test_a_name_that_is_no_title(heading: str) -> None:
    """A plan, a list and a title in the language of the note give no paper."""
    assert heading not in titles({**SPOKEN_OF, f"gan/{heading}.md": f"# {heading}\n\nMore of it.\n"})


def test_few_notes_on_papers() -> None:
    """Essays of which fewer than half speak of a paper give none."""
    essays = {f"gan/Why I Left Town {n}.md": f"# Why I Left Town {n}\n\nIt was time.\n" for n in "ABCDEF"}
    essays |= {"gan/Living Near the Sea.md": "# Living Near the Sea\n\nIt is windy.\n"}
    read = titles({**SPOKEN_OF, **essays})
    assert "Living Near the Sea" not in read
    assert not any(title.startswith("Why I") for title in read)


@pytest.mark.parametrize("folder", ["blog", "books", "site/_posts", "Book Notes"])
def test_folders_of_other_texts(folder: str) -> None:
    """Posts and notes on books speak of an author as well."""
    notes = {path.replace("gan", folder): text for path, text in SPOKEN_OF.items()}
    path = f"{folder}/Least Squares Generative Adversarial Networks.md"
    assert "Least Squares Generative Adversarial Networks" not in titles({**notes, path: SILENT})


ON_PAPER = "这篇论文提出了一种新的网络结构，用于检测街道上的路灯，实验结果表明，该方法在夜间图像上的效果更好。" * 3
ON_TOOLS = "今天介绍如何配置开发环境，本文的命令都测试过，如果遇到问题，可以在评论区留言，作者会尽快回复大家。" * 3
ENGLISH_TITLES = (
    "Feature Pyramids of Lamps for Detection",
    "Deep Residual Lamps for Image Recognition",
    "Path Aggregation of Lamps for Segmentation",
    "LampNet: Convolutional Networks for Street Lamps",
    "Bottleneck Lamps for Visual Street Recognition",
)


@pytest.mark.parametrize(("body", "are_papers"), [(ON_PAPER, True), (ON_TOOLS, False)])
def test_english_titles_above_notes_in_chinese(body: str, are_papers: bool) -> None:
    """An English title names the paper of a note in Chinese, where most notes of the folder speak of papers.

    The words for `this text` and `the author` may mean the note itself.
    """
    texts = {f"notes/lamp{n}.md": f"# {title}\n\n{body}\n" for n, title in enumerate(ENGLISH_TITLES)}
    assert titles(texts) == (set(ENGLISH_TITLES) if are_papers else set())


def test_names_of_files_with_years_above_notes_in_chinese() -> None:
    """A note with another file name does not count against a folder whose file names repeat the titles."""
    spoken_of = {f"notes/2018 {title.replace(':', '')}.md": f"# {title}\n\n{ON_TOOLS}\n" for title in ENGLISH_TITLES}
    body = ON_TOOLS.replace("本文", "这里").replace("作者", "我")
    silent = {
        f"notes/{kind}.md": f"# Learning to Segment {kind.title()} Lamps at Night\n\n{body}\n"
        for kind in ("red", "old", "dim", "gas", "oil", "far")
    }
    named = {"notes/2019 Lamps of Deep Learning for Streets.md": f"# Lamps of Deep Learning for Streets\n\n{body}\n"}
    paper_titles = titles({**spoken_of, **silent, **named})
    assert paper_titles >= {*ENGLISH_TITLES, "Lamps of Deep Learning for Streets"}


def test_the_link_of_another_paper() -> None:
    """A link below the title of another paper is no link to the paper of the note."""
    note = SILENT + "\nImproved Training of Other Nets, ICLR 2018.\nhttps://openreview.net/forum?id=abcdefgh1\n"
    sources = {**SPOKEN_OF, "gan/least_squares_generative_adversarial_networks.md": note}
    site = pipeline.build([Source(path, text.encode()) for path, text in sources.items()], pages=False)
    paper = next(p for p in site.library.papers if p.title.startswith("Least Squares"))
    assert paper.identifiers == ()
    assert (paper.year, paper.venue) == (None, None)


def test_reuse_of_earlier_analyses() -> None:
    """A note is read again when its folder becomes one of papers, and when it ceases to be one."""
    path = "gan/least_squares_generative_adversarial_networks.md"
    all_notes = [Source(p, text.encode()) for p, text in {**SPOKEN_OF, path: SILENT}.items()]
    few_notes = all_notes[1:]
    config = Config()
    before = note_analysis.analyse_notes(few_notes, config, {})
    assert not before[path].mentions
    now = note_analysis.analyse_notes(all_notes, config, before)
    assert [mention.evidence.title for mention in now[path].mentions] == [
        "Least Squares Generative Adversarial Networks"
    ]
    stored = stored_analysis.analysis_from_bytes(stored_analysis.analysis_to_bytes(now[path]), now[path].data)
    assert stored is not None
    assert stored.shared.is_among_papers
    assert stored.kind is now[path].kind
    assert not note_analysis.analyse_notes(few_notes, config, now)[path].mentions


def test_a_note_on_a_post() -> None:
    """A note that speaks more often of posts than of papers is on a post."""
    note = f"{SILENT}\nThe blog of the company says so. A second blog compares it with the paper.\n"
    path = "gan/least_squares_generative_adversarial_networks.md"
    assert "Least Squares Generative Adversarial Networks" not in titles({**SPOKEN_OF, path: note})


@pytest.mark.parametrize(
    ("path", "heading", "venue", "year"),
    [
        ("least_squares_generative.md", "Least Squares Generative Adversarial Networks -ICCV 2017", "ICCV", 2017),
        ("least_squares_generative.md", "Least Squares Generative Adversarial Networks ICCV2017", "ICCV", 2017),
        ("least_squares_generative_2017.md", "Least Squares Generative Adversarial Networks", "", 2017),
        ("least_squares_generative_mao2017.md", "Least Squares Generative Adversarial Networks", "", 2017),
        ("least_squares_generative.md", "Least Squares Generative Adversarial Networks", "", None),
    ],
)
def test_the_year_at_the_end_of_a_heading_or_a_name(path: str, heading: str, venue: str, year: int | None) -> None:
    """Among notes on papers, a venue or year at the end of the heading or the file name is that of the paper."""
    texts = {**SPOKEN_OF, f"gan/{path}": f"# {heading}\n\nIt replaces the loss.\n"}
    papers = pipeline.build([Source(p, t.encode()) for p, t in texts.items()], pages=False).library.papers
    read = {p.title: (p.venue.acronym if p.venue else "", p.year) for p in papers}
    assert read["Least Squares Generative Adversarial Networks"] == (venue, year)
