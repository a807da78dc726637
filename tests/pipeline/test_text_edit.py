"""A build that follows another gives what it would give alone, and tells which notes and pages may be other."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from papernotes_plugin import Site, annotate, build, pipeline
from papernotes_plugin.pipeline.search_entries import Search
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Source

NOTES = {
    "cards.md": (
        "---\ntags: [reading]\n---\n\n# Cards\n\n## Diffusion\n\n"
        "### [Denoising Diffusion Probabilistic Models](https://arxiv.org/abs/2006.11239)\n\n"
        "**TL;DR:** Noise, learnt away step by step.\n\nA paragraph of my own below the card.\n\n"
        "### [Score-Based Generative Modeling through SDEs](https://arxiv.org/abs/2011.13456)\n\nSee [[prose]].\n"
    ),
    "items.md": (
        "# Items\n\n- **Attention Is All You Need** [[paper](https://arxiv.org/abs/1706.03762)] NeurIPS 2017\n"
        "  with a line below it\n- [FlashAttention](https://arxiv.org/abs/2205.14135) is fast #efficiency\n\n"
        "![[embedded]]\n\n[cards](cards.md#diffusion)\n"
    ),
    "prose.md": (
        "# Prose\n\nThe paper FlashAttention makes [attention](https://arxiv.org/abs/1706.03762) quick. "
        "As [@ho2020] say, and [@nobody2001].\n\nAnother paragraph speaks of [[items]] and Cards.\n\n> A quote.\n"
    ),
    "embedded.md": "# Embedded\n\nWords that [another](https://arxiv.org/abs/2010.11929) note shows. ^block\n",
    "bibtex.md": (
        "# A list\n\n```bibtex\n@article{doe2020, title={Soup Studies of Seven Kinds}, author={Doe, Jane}, year=2020}\n"
        "```\n\n<!-- papernotes:papers tag=reading -->\n\n[Missing](nowhere.md) [[Nowhere]]\n"
    ),
    "doubt.md": (
        "# Doubt\n\n- [Attention Is All You Need](https://arxiv.org/abs/1706.03763)\n\nText. ![[bibtex#A list]]\n"
    ),
}
BIB = (
    "@inproceedings{ho2020, title={Denoising Diffusion Probabilistic Models}, author={Ho, Jonathan}, year={2020},\n"
    "  eprint={2006.11239}, archivePrefix={arXiv}}\n"
)
LINES = [
    "",
    "Some more words.",
    "Of FlashAttention more is said.",
    "## A heading",
    "- [ViT](https://arxiv.org/abs/2010.11929)",
    "See [[cards]] and [[prose|words]].",
    "More. ^id",
    "#tag",
    "```",
    "**Venue:** ICLR 2021",
    "[@ho2020]",
    "![[items]]",
]


def built(notes: Mapping[str, str], before: Site | None = None, config: Config | None = None) -> Site:
    """The site of notes."""
    sources = [Source(path, text.encode()) for path, text in notes.items()]
    files = [*notes, "papers/index.md"]
    bibliography = [Source("a.bib", BIB.encode())]
    site = build(sources, bibliography=bibliography, author_files=files, previous=before, config=config)
    return pipeline.with_changes(site, before) if before else site


def told(site: Site) -> dict[str, str]:
    """All that goes out, by path."""
    annotated = {note.path: annotate(site, note.path, attributes=True) for note in site.library.notes}
    return {output.path: output.text for output in site.outputs} | annotated


def check(now: Site, before: Site, clean: Site) -> None:
    """A build that followed another is as one that did not, and tells what is other."""
    assert told(now) == told(clean)
    assert (now.issues, now.counts, now.backlinks, now.private) == (
        clean.issues, clean.counts, clean.backlinks, clean.private,
    )  # fmt: skip
    assert pipeline.catalogue(now) == pipeline.catalogue(clean)
    assert (now.library.papers, now.library.mentions, now.library.related) == (
        clean.library.papers, clean.library.mentions, clean.library.related,
    )  # fmt: skip
    if now.changed_paths is not None:
        was, is_now = {**told(before), **beside(before)}, {**told(now), **beside(now)}
        assert {path.removesuffix(" ") for path in is_now if was.get(path) != is_now[path]} <= now.changed_paths


def beside(site: Site) -> dict[str, str]:
    """What pages tell a search and a reference manager, by path with a space behind it."""
    metadata, pages = pipeline.Metadata(site.library, site.config, site.outputs), [o.path for o in site.outputs]
    search = Search(site.library, site.config, site.outputs)
    empty = "<head></head><body></body>"
    return {f"{path} ": f"{metadata.added(path, empty, '', 'T')}{search.entry(path)}" for path in pages}


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32), names=st.booleans(), link=st.booleans())
def test_any_edits_lead_where_they_would_without_a_build_before(seed: int, names: bool, link: bool) -> None:
    """Lines come and go anywhere in the notes, one edit after the other."""
    chance, notes = random.Random(seed), dict(NOTES)
    config = Config(names=names, link_names=link)
    site = built(notes, config=config)
    for _ in range(4):
        path = chance.choice(sorted(notes))
        lines = notes[path].split("\n")
        at = chance.randrange(len(lines) + 1)
        lines[at : at + chance.choice([0, 0, 0, 1])] = [chance.choice(LINES)]
        notes[path] = "\n".join(lines)
        now = built(notes, site, config)
        check(now, site, built(notes, config=config))
        site = now


@pytest.mark.parametrize(
    ("path", "old", "new", "fresh"),
    [
        ("cards.md", "my own", "mine", {"cards.md", "papers/ho2020.md"}),
        ("items.md", "with a line", "with a longer line", None),
        ("prose.md", "Another paragraph", "A paragraph", {"prose.md", "items.md"}),
        ("embedded.md", "Words", "More words", None),
        ("cards.md", "## Diffusion", "## Diffusions", None),
        ("cards.md", "Noise", "Sound", None),
        ("items.md", "2205.14135", "2205.14136", None),
        ("prose.md", "[[items]]", "[[cards]]", None),
        ("doubt.md", "Text.", "More text.", {"doubt.md"}),
    ],
)
def test_only_what_an_edit_of_words_touches_is_fresh(path: str, old: str, new: str, fresh: set[str] | None) -> None:
    """The note, the papers whose places are near, the notes it links to; all notes where more than words is other."""
    site = built(NOTES)
    notes = NOTES | {path: NOTES[path].replace(old, new)}
    now = built(notes, site)
    check(now, site, built(notes))
    assert now.changed_paths is not None
    assert (fresh or {*NOTES}) <= now.changed_paths
    assert (len(now.changed_paths) < 8) == (fresh is not None)


def test_without_an_edit_nothing_is_fresh() -> None:
    """The same notes again give the same site."""
    site = built(NOTES)
    now = built(NOTES, site)
    assert now.changed_paths == frozenset()
    assert now.outputs is site.outputs


def test_no_library_stays_behind() -> None:
    """All outputs are made of what is known last: a preview keeps one library, however many edits there were."""
    site, notes = built(NOTES), {**NOTES}
    for word in ("yours", "theirs"):
        notes["cards.md"] = NOTES["cards.md"].replace("my own", word)
        site = built(notes, site)
        assert site.changed_paths is not None
    matters = {id(output.context): output.context for output in site.outputs if hasattr(output.context, "links")}
    assert [matter.links.library is site.library for matter in matters.values()] == [True]


def test_another_question_gets_another_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Options, bibliographies and names of files count as much as the notes."""
    site = built(NOTES)
    check(built(NOTES, site, Config(names=False)), site, built(NOTES, config=Config(names=False)))
    fewer = {path: text for path, text in NOTES.items() if path != "items.md"}
    check(built(fewer, site), site, built(fewer))
    assert built(fewer, site).changed_paths is None
    for old, new in (("reading", "read"), ("# Cards", "# Other cards")):
        assert built(NOTES | {"cards.md": NOTES["cards.md"].replace(old, new)}, site).changed_paths is None
    notes = NOTES | {"cards.md": NOTES["cards.md"].replace("my own", "mine")}
    for bib in ("", BIB.replace("2020}", "2021}"), BIB.replace("ho2020", "ho2021")):
        monkeypatch.setattr("tests.pipeline.test_text_edit.BIB", bib)
        check(built(notes, site), site, built(notes))


def test_a_note_is_read_again_only_where_it_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever an edit does, the other notes are known."""
    site = built(NOTES)
    read: list[str] = []
    analyse = pipeline.note_analysis.analyse_note

    def heard(source: Source) -> pipeline.note_analysis.NoteAnalysis:
        read.append(source.path)
        return analyse(source)

    monkeypatch.setattr(pipeline.note_analysis, "analyse_note", heard)
    built(NOTES | {"items.md": "# New\n"}, site)
    assert read == ["items.md"]
