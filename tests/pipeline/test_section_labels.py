"""A heading that recurs over notes is the label of a section, in any language; a title that recurs stays a title."""

from __future__ import annotations

import pytest

from papernotes_plugin import pipeline
from papernotes_plugin.markup.recurring_headings import find_labels, heading_keys
from papernotes_plugin.reading import note_reader
from papernotes_plugin.vocabulary.model import Source

PAPERS = ("1706.03762", "2006.11239", "1512.03385", "1312.6114", "1412.6980")
TITLES = (
    "Attention Is All You Need",
    "Denoising Diffusion Probabilistic Models",
    "Deep Residual Learning for Image Recognition",
    "Auto-Encoding Variational Bayes",
    "Adam: A Method for Stochastic Optimization",
)
NEXT_PAPERS = "## {number}. 次に読むべき論文はあるか？\n\nまだない．\n\n[論文](https://doi.org/10.1000/{paper})\n"
INFORMATION = "# {title}\n\n## 信息\n\n- 论文: https://arxiv.org/abs/{paper}\n- 作者: Jane Doe, John Roe\n"
MINUTES = (
    "# Meeting {number}\n\n## Secretary's Report\n\nRead and approved.\n\n- [paper](https://arxiv.org/abs/{paper})\n"
)


def notes(pattern: str, count: int = 5, *, paper: str = "") -> dict[str, str]:
    """Return notes of one pattern, each with a paper of its own or with the given one."""
    return {
        f"n{number}.md": pattern.format(number=number + 1, title=TITLES[number], paper=paper or PAPERS[number])
        for number in range(count)
    }


def titles(texts: dict[str, str], **options: object) -> list[str]:
    """Return the titles of the papers in notes, "" for an unknown one."""
    sources = [Source(path, text.encode()) for path, text in texts.items()]
    site = pipeline.build(sources, pages=False, **options)  # type: ignore[arg-type]
    return [paper.title for paper in site.library.papers]


def labels(texts: dict[str, str]) -> frozenset[str]:
    """Return the labels that notes teach."""
    read = [note_reader.read_note(Source(path, text.encode()))[0] for path, text in texts.items()]
    return find_labels({note: heading_keys(note) for note in read})


@pytest.mark.parametrize("pattern", [NEXT_PAPERS, MINUTES])
def test_a_recurring_section_is_no_title(pattern: str) -> None:
    """A heading above different papers names none of them; the papers are found by their links."""
    assert titles(notes(pattern)) == [""] * 5
    assert titles(notes(pattern, 3)) == [""] * 3


def test_the_title_above_a_recurring_section() -> None:
    """The heading of level 1 above the labelled values of a recurring section is the title of their paper."""
    assert sorted(titles(notes(INFORMATION))) == sorted(TITLES)
    read = pipeline.build([Source(p, t.encode()) for p, t in notes(INFORMATION).items()], pages=False).library.papers
    assert {paper.authors for paper in read} == {("Jane Doe", "John Roe")}


@pytest.mark.parametrize(
    "pattern",
    [
        "# Week {number}\n\n## Attention Is All You Need\n\n[paper](https://arxiv.org/abs/{paper})\n",
        "# Week {number}\n\n## [Attention Is All You Need](https://arxiv.org/abs/{paper})\n\nStill reading.\n",
        "# Week {number}\n\n## Attention Is All You Need\n\n[paper](https://arxiv.org/abs/{paper})\n\n"
        "[slides](https://example.org/{number}.html)\n",
    ],
)
def test_a_recurring_title_stays_a_title(pattern: str) -> None:
    """A heading above the same paper in each note is the title of that paper."""
    assert titles(notes(pattern, paper=PAPERS[0])) == ["Attention Is All You Need"]


def test_preprint_and_publication_below_one_title() -> None:
    """Identifiers of different schemes below a recurring title do not contradict each other."""
    urls = (
        "https://arxiv.org/abs/1810.04805",
        "https://doi.org/10.18653/v1/N19-1423",
        "https://aclanthology.org/N19-1423",
    )
    title = "BERT: Pre-training of Deep Bidirectional Transformers"
    texts = {f"n{i}.md": f"# Week {i}\n\n## {title}\n\n[paper]({url})\n" for i, url in enumerate(urls)}
    assert labels(texts) == frozenset()
    assert set(titles(texts)) == {title}


def test_two_notes_teach_nothing() -> None:
    """Two sections of one name may be chance."""
    assert labels(notes(NEXT_PAPERS, 2)) == frozenset()


def test_a_label_within_one_note() -> None:
    """Sections of one note teach labels, too; numbers before them do not count."""
    texts = {"all.md": "# Notes\n\n" + "\n".join(notes(NEXT_PAPERS).values())}
    assert labels(texts) == {"次に読むべき論文はあるか"}
    assert titles(texts) == [""] * 5


def test_titles_that_notes_about_different_papers_share_are_labels() -> None:
    """The title that notes share is a label if the notes link to different papers, and none for notes about one."""
    texts = {
        f"{i}/index.md": f"# Overview\n\n[paper](https://arxiv.org/abs/{paper})\n" for i, paper in enumerate(PAPERS)
    }
    assert labels(texts) == {"overview"}
    assert labels(dict.fromkeys(texts, f"# Overview\n\n[paper](https://arxiv.org/abs/{PAPERS[0]})\n")) == frozenset()


def test_a_subtitle_of_few_notes_is_no_suffix() -> None:
    """A part of a title that few of the notes with such parts have stays in the title."""
    texts = notes("# {title} - A Survey\n", 3)
    others = {f"{n}.md": f"# Title - Other Words {'abcdefghijkl'[n]}\n" for n in range(12)}
    assert labels(texts | others) == frozenset()


@pytest.mark.parametrize("suffix", [" - Key Claims and Quotes", " | Zusammenfassung", " (My Thoughts)", " — 読書メモ"])
def test_a_suffix_that_recurs_is_no_part_of_the_titles(suffix: str) -> None:
    """The words behind a dash or a bar, or in brackets, that many titles of notes end with are no part of these."""
    texts = {
        f"n{at}.md": f"# {title}{suffix}\n\n[paper](https://arxiv.org/abs/{PAPERS[at]})\n"
        for at, title in enumerate(TITLES)
    }
    assert sorted(titles(texts)) == sorted(TITLES)


@pytest.mark.parametrize("suffix", [" (NeurIPS)", " - Lee et al.", " - Part 2"])
def test_venues_and_authors_after_titles_are_no_suffixes(suffix: str) -> None:
    """A venue, authors or a number at the end of many titles are no suffix of a template."""
    assert labels({f"{title}.md": f"# {title}{suffix}\n" for title in TITLES}) == frozenset()


def test_a_new_note_teaches_the_old_ones() -> None:
    """A build after an edit gives the papers of a build from scratch when a heading begins or ceases to recur."""
    few, many = notes(NEXT_PAPERS, 2), notes(NEXT_PAPERS, 5)
    before = pipeline.build([Source(path, text.encode()) for path, text in few.items()], pages=False)
    assert titles(few) == ["次に読むべき論文はあるか？"] * 2
    assert titles(many, previous=before) == titles(many) == [""] * 5
    after = pipeline.build([Source(path, text.encode()) for path, text in many.items()], pages=False)
    assert titles(few, previous=after) == titles(few)


def test_an_edited_note_teaches_the_others() -> None:
    """The same if no note is new: an edit adds the heading, or takes it away."""
    many = notes(NEXT_PAPERS, 5)
    few = {**dict.fromkeys(many, "Words.\n"), **notes(NEXT_PAPERS, 2)}
    for texts, then in ((few, many), (many, few)):
        before = pipeline.build([Source(path, text.encode()) for path, text in texts.items()], pages=False)
        assert titles(then, previous=before) == titles(then)
