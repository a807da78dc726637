"""A build after an earlier one gives the site of a build from scratch, and reports which pages may have changed."""

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
ENTRIES = [
    "@misc{dao2022, title={FlashAttention}, author={Dao, Tri}, year={2022}, eprint={2205.14135}}\n",
    "@misc{soup2024, title={A New Study of Soups}, year={2024}, keywords={speed}, eprint={2401.00001}}\n",
    "@article{long2021, title={Seven Long Titles of Soup}, author={Long, Ann}, journal={Soups}, year={2021}}\n",
    "% a remark\n",
]
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
    "Note[^1] and [above](#diffusion) on [FlashAttention](https://arxiv.org/abs/2205.14135).",
    "[^1]: A footnote.",
    "**Tags:** #speed",
    "- [A New Study of Soups](https://arxiv.org/abs/2401.00001), ICLR 2024",
]


def build_site(
    notes: Mapping[str, str],
    before: Site | pipeline.BuildSnapshot | None = None,
    config: Config | None = None,
    bib: str = BIB,
) -> Site:
    """Return the site of notes, with `changed_paths` if it follows an earlier one or the snapshot of one."""
    sources = [Source(path, text.encode()) for path, text in notes.items()]
    files = [*notes, "papers/index.md"]
    bibliography = [Source("a.bib", bib.encode())]
    site = build(sources, bibliography=bibliography, author_files=files, previous=before, config=config)
    return pipeline.with_changes(site, before) if before else site


def public_texts(site: Site) -> dict[str, str]:
    """Return the text of each generated file and each annotated note, by path."""
    annotated = {note.path: annotate(site, note.path, attributes=True) for note in site.library.notes}
    return {output.path: output.text for output in site.outputs} | annotated


def check(now: Site, before: Site, clean: Site) -> None:
    """Assert that an incremental build equals one from scratch, and that it reports every change."""
    assert public_texts(now) == public_texts(clean)
    assert (now.issues, now.counts, now.backlinks, now.private) == (
        clean.issues, clean.counts, clean.backlinks, clean.private,
    )  # fmt: skip
    assert pipeline.catalogue(now) == pipeline.catalogue(clean)
    assert (now.library.papers, now.library.mentions, now.library.related) == (
        clean.library.papers, clean.library.mentions, clean.library.related,
    )  # fmt: skip
    if now.changed_paths is not None:
        before_texts, texts = {**public_texts(before), **page_data(before)}, {**public_texts(now), **page_data(now)}
        assert {path.removesuffix(" ") for path in texts if before_texts.get(path) != texts[path]} <= now.changed_paths


def page_data(site: Site) -> dict[str, str]:
    """Return what the search index and reference managers read of each page, by path followed by a space."""
    pages = [output.path for output in site.outputs]
    metadata = pipeline.Metadata(site.library, site.config, site.output_paths, site.facts)
    search = Search(site.library, site.config, site.output_paths)
    empty = "<head></head><body></body>"
    return {f"{path} ": f"{metadata.add_to(path, empty, '', 'T')}{search.entry(path)}" for path in pages}


any_edits = given(seed=st.integers(0, 2**32), names=st.booleans(), link=st.booleans())


@settings(max_examples=5, deadline=None)
@any_edits
def test_random_edits_give_the_site_of_a_build_from_scratch(seed: int, names: bool, link: bool) -> None:
    """Lines are inserted and replaced anywhere in the notes, one edit after the other."""
    check_random_edits(seed, names, link)


@pytest.mark.full
@settings(max_examples=60, deadline=None)
@any_edits
def test_more_random_edits(seed: int, names: bool, link: bool) -> None:
    """Many more random edits give the site of a build from scratch."""
    check_random_edits(seed, names, link)


def check_random_edits(seed: int, names: bool, link: bool) -> None:
    """Assert after each of four random edits that the incremental build equals one from scratch."""
    rng, notes, bib = random.Random(seed), dict(NOTES), BIB
    config = Config(names=names, link_names=link)
    site = build_site(notes, config=config)
    for _ in range(4):
        if rng.random() < 0.2:
            bib = rng.choice(ENTRIES) + bib
        path = rng.choice(sorted(notes))
        lines = notes[path].split("\n")
        at = rng.randrange(len(lines) + 1)
        lines[at : at + rng.choice([0, 0, 0, 1])] = [rng.choice(LINES)]
        notes[path] = "\n".join(lines)
        now = build_site(notes, site, config, bib)
        check(now, site, build_site(notes, config=config, bib=bib))
        site = now


@pytest.mark.parametrize(
    ("path", "old", "new", "changed"),
    [
        ("cards.md", "my own", "mine", {"cards.md", "papers/ho2020.md"}),
        ("items.md", "with a line", "with a longer line", {"items.md", "papers/attention2017need.md"}),
        ("prose.md", "Another paragraph", "A paragraph", {"prose.md", "items.md"}),
        ("embedded.md", "Words", "More words", None),
        ("cards.md", "## Diffusion", "## Diffusions", None),
        ("cards.md", "Noise", "Sound", None),
        ("items.md", "2205.14135", "2205.14136", None),
        ("prose.md", "[[items]]", "[[cards]]", None),
        ("doubt.md", "Text.", "More text.", {"doubt.md"}),
    ],
)
def test_a_text_edit_changes_few_paths(path: str, old: str, new: str, changed: set[str] | None) -> None:
    """The note, the papers next to the edit and the linked notes; more if more than the wording changed."""
    site = build_site(NOTES)
    notes = NOTES | {path: NOTES[path].replace(old, new)}
    now = build_site(notes, site)
    check(now, site, build_site(notes))
    assert now.changed_paths is not None
    assert (changed or {path}) <= now.changed_paths
    assert (len(now.changed_paths) < 8) == (changed is not None)


@pytest.mark.parametrize(
    ("old", "new", "is_resolved"),
    [("with a line", "with a longer line", False), ("# Items\n", "# Items\n\nMore text.\n", True)],
)
def test_an_issue_about_several_notes_keeps_its_line(old: str, new: str, is_resolved: bool) -> None:
    """The papers of a note with such an issue are resolved again only if a mention has another line."""
    site = build_site(NOTES)
    assert any(issue.path == "items.md" for issue in site.memo.issues.general)
    notes = NOTES | {"items.md": NOTES["items.md"].replace(old, new)}
    now = build_site(notes, site)
    check(now, site, build_site(notes))
    assert (now.digests is not None) == is_resolved


def test_an_edited_note_leaves_its_folder_unchanged() -> None:
    """A new mention changes no note that only links to another note of the same folder."""
    notes = {
        "a/cards.md": NOTES["cards.md"],
        "a/other.md": "# Other\n\nWords.\n",
        "links.md": "# Links\n\nSee [other](a/other.md).\n",
    }
    site = build_site(notes)
    edited = notes | {"a/cards.md": f"{notes['a/cards.md']}\nAs [@ho2020] say.\n"}
    now = build_site(edited, site)
    check(now, site, build_site(edited))
    assert now.changed_paths is not None
    assert {"a/other.md", "links.md"}.isdisjoint(now.changed_paths)


def test_an_edit_can_contest_a_name_in_another_note() -> None:
    """Another meaning of a name in one note removes the names from the others, and its removal restores them."""
    notes = {
        "papers.md": "- [GTR: Generalizable Text Retrievers for Scenes](https://arxiv.org/abs/2112.07899)\n",
        "named.md": "# Text retrievers\n\nFor scenes, GTR is the best.\n",
        "edited.md": "# Rivers\n\nThey are long.\n",
    }
    contested = notes | {"edited.md": "# Rivers\n\nA Grand Tour of Rivers (GTR) is long.\n"}
    site, clean = build_site(notes), build_site(contested)
    now = build_site(contested, site)
    check(now, site, clean)
    check(build_site(notes, now), now, site)
    assert [len(s.library.mentions.get("named.md", ())) for s in (site, now)] == [1, 0]


def test_without_an_edit_nothing_changes() -> None:
    """The same notes give the same site, without new outputs."""
    site = build_site(NOTES)
    now = build_site(NOTES, site)
    assert now.changed_paths == frozenset()
    assert now.outputs is site.outputs


def test_old_libraries_are_released() -> None:
    """All outputs refer to the latest library, so that a preview keeps one in memory after many edits."""
    site, notes = build_site(NOTES), {**NOTES}
    for word in ("yours", "theirs"):
        notes["cards.md"] = NOTES["cards.md"].replace("my own", word)
        site = build_site(notes, site)
        assert site.changed_paths is not None
    matters = {id(output.context): output.context for output in site.outputs if hasattr(output.context, "links")}
    assert [matter.links.library is site.library for matter in matters.values()] == [True]


def test_other_inputs_give_another_site(monkeypatch: pytest.MonkeyPatch) -> None:
    """Options, bibliographies and file names matter as much as the notes."""
    site = build_site(NOTES)
    check(build_site(NOTES, site, Config(names=False)), site, build_site(NOTES, config=Config(names=False)))
    fewer = {path: text for path, text in NOTES.items() if path != "items.md"}
    check(build_site(fewer, site), site, build_site(fewer))
    assert build_site(fewer, site).changed_paths is None
    for old, new in (("reading", "read"), ("# Cards", "# Other cards")):
        assert build_site(NOTES | {"cards.md": NOTES["cards.md"].replace(old, new)}, site).changed_paths is None
    notes = NOTES | {"cards.md": NOTES["cards.md"].replace("my own", "mine")}
    for bib in ("", BIB.replace("2020}", "2021}"), BIB.replace("ho2020", "ho2021")):
        monkeypatch.setattr("tests.pipeline.test_text_edit.BIB", bib)
        check(build_site(notes, site), site, build_site(notes))


def test_only_changed_notes_are_analysed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The analyses of all other notes are reused after any edit."""
    site = build_site(NOTES)
    read: list[str] = []
    read_source = pipeline.note_analysis.read_source

    def recorded(source: Source) -> pipeline.note_analysis.NoteAnalysis:
        read.append(source.path)
        return read_source(source)

    monkeypatch.setattr(pipeline.note_analysis, "read_source", recorded)
    build_site(NOTES | {"items.md": "# New\n"}, site)
    assert read == ["items.md"]
