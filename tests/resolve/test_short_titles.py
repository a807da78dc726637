"""One word that heads a note is the title of its paper only until a longer one is known."""

from __future__ import annotations

from papernotes_plugin import pipeline
from papernotes_plugin.vocabulary.model import Paper, Source

NOTE = "# DiTSE\n\n- paper <https://arxiv.org/abs/2504.09381>\n"
TITLE = "DiTSE: High-Fidelity Generative Speech Enhancement via Latent Diffusion Transformers"
ITEM = f"- [{TITLE}](https://arxiv.org/abs/2504.09381), Interspeech 2025\n"
ENTRY = f"@misc{{ditse2025, title = {{{TITLE}}}, eprint = {{2504.09381}}, eprinttype = {{arxiv}}}}\n"


def papers(bibliography: dict[str, str] | None = None, **notes: str) -> list[Paper]:
    """Return the papers of notes and bibliography."""
    sources = [Source(f"{name}.md", text.encode()) for name, text in notes.items()]
    entries = [Source(path, text.encode()) for path, text in (bibliography or {}).items()]
    return list(pipeline.build(sources, bibliography=entries, pages=False).library.papers)


def test_the_word_alone_is_the_title() -> None:
    """Without another source the paper has the title that its note has."""
    assert [paper.title for paper in papers(a=NOTE)] == ["DiTSE"]


def test_a_longer_title_comes_first() -> None:
    """A list, the bibliography and facts that were looked up give the whole title; the word stays a short name."""
    for library in (
        papers(a=NOTE, b=ITEM),
        papers({"bib/papers.bib": ENTRY}, a=NOTE),
        papers({"bib/fetched.bib": ENTRY}, a=NOTE),
    ):
        assert [(paper.title, "DiTSE" in paper.labels) for paper in library] == [(TITLE, True)]


def test_equal_words_merge_nothing() -> None:
    """Two notes with one word as title are about two papers, as their links show."""
    other = NOTE.replace("2504.09381", "2504.09382")
    assert [paper.title for paper in papers(a=NOTE, b=other)] == ["DiTSE", "DiTSE"]
