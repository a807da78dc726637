"""Tests of the citekeys that papers have without the bibliography: adding a `.bib` file breaks no key."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st

from papernotes_plugin import pipeline
from papernotes_plugin.links import wikilinks
from papernotes_plugin.pipeline import Site
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Source

QUICK = settings(
    max_examples=min(15, settings().max_examples // 2), phases=(Phase.explicit, Phase.reuse, Phase.generate)
)
"""Few examples and no shrinking, because each example runs several complete builds."""
FAMILIES = ("Lee", "Kim", "van den Oord", "王伟")
WORDS = ("Attention", "Diffusion", "LoRA", "Graphs", "Scaling", "3D")
WRITTEN_KEYS = ("", "", "", "lee2024attention", "Kim2024", "kim2024graphs")
ENTRY_KEYS = ("a1", "A1", "lee2024attention", "Lee2024Attention", "kim2024diffusion", "lee2024attention-lora", "x/y:z")


@st.composite
def papers_with_entries(draw: st.DrawFn) -> list[dict[str, str]]:
    """Return the facts of papers; those with a key under `entry` are in the bibliography."""
    entry_keys = draw(st.lists(st.sampled_from(ENTRY_KEYS), min_size=3, max_size=7, unique=True))
    return [
        {
            "id": f"2401.{number:05}",
            "family": draw(st.sampled_from(FAMILIES)),
            "title": " ".join(draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=3, unique=True))),
            "key": draw(st.sampled_from(WRITTEN_KEYS)),
            "entry": entry_key if draw(st.booleans()) else "",
        }
        for number, entry_key in enumerate(entry_keys, 1)
    ]


def build_site(papers: Sequence[dict[str, str]], *, bib: bool, more: str = "", lock: str = "") -> Site:
    """Return the site of a note with the papers, of a second note, and of the entries."""
    cards = "\n".join(
        f"## {p['title']}\n\n- **Authors:** A. {p['family']}, B. Other\n- **Year:** 2024\n"
        f"- **arXiv:** https://arxiv.org/abs/{p['id']}\n" + (f"- **Citekey:** {p['key']}\n" if p["key"] else "")
        for p in papers
    )
    entries = "\n".join(
        f"@article{{{p['entry']},\n title={{{p['title']}}}, author={{{p['family']}, A.}}, journal={{J}}, year={{2025}},"
        f" eprint={{{p['id']}}}, archiveprefix={{arXiv}}\n}}"
        for p in papers
        if p["entry"]
    )
    notes = [Source("papers.md", cards.encode()), Source("more.md", more.encode())]
    bibliography = [Source("bib/papers.bib", entries.encode())] if bib else []
    return pipeline.build(notes, bibliography=bibliography, key_lock=lock, config=Config(names=False))


def card(title: str, number: int, **facts: str) -> dict[str, str]:
    """Return the facts of a paper for `build_site`."""
    return {"id": f"2401.{number:05}", "family": "Lee", "title": title, "key": "", "entry": "", **facts}


@QUICK
@given(papers_with_entries())
def test_a_bibliography_breaks_no_key_and_no_address(papers: list[dict[str, str]]) -> None:
    """Every key and page of the notes alone leads to its paper, unless another paper really has that key."""
    before, after = build_site(papers, bib=False), build_site(papers, bib=True)
    pages = {output.path for output in after.outputs}
    real_keys = {paper.citekey.casefold(): paper for paper in after.library.papers}
    by_slug = {slug: p for p in after.library.papers for slug in (p.slug, *p.moved_from)}
    for old in before.library.papers:
        new = after.library.by_identifier[old.identifiers[0]]
        named = wikilinks.find_paper(old.citekey, after.library)
        owner = real_keys.get(old.citekey.casefold(), new)
        assert owner != new or (named and (named == new or (named.entry and named.entry.key == old.citekey)))
        assert by_slug[old.slug] == new or old.slug == by_slug[old.slug].slug
        assert f"papers/{old.slug}.md" in pages
        if new.entry is None and owner == new:
            assert new.citekey == old.citekey
    assert len(real_keys) == len(after.library.papers)


FORMER_KEY_LIKE_A_KEY = [
    {"id": "2401.00001", "family": "van den Oord", "title": "LoRA Graphs", "key": "lee2024attention", "entry": "x/y:z"},
    {"id": "2401.00003", "family": "van den Oord", "title": "Attention", "key": "kim2024graphs", "entry": ""},
    {"id": "2401.00005", "family": "Lee", "title": "Scaling Attention Diffusion", "key": "Kim2024", "entry": ""},
    {"id": "2401.00006", "family": "Lee", "title": "Scaling Graphs", "key": "Kim2024", "entry": "Lee2024Attention"},
]
"""Papers of which one had the key that another one has now, except for capitals."""


@QUICK
@example(FORMER_KEY_LIKE_A_KEY)
@given(papers_with_entries())
def test_pinned_keys_stay_without_the_bibliography(papers: list[dict[str, str]]) -> None:
    """`keys --pin` writes the old keys too; afterwards nothing changes with or without the bibliography."""
    after = build_site(papers, bib=True)
    lock = pipeline.missing_pins(after, "")
    pinned, removed = build_site(papers, bib=True, lock=lock), build_site(papers, bib=False, lock=lock)
    for site in (pinned, removed):
        for now in site.library.papers:
            first = after.library.by_identifier[now.identifiers[0]]
            assert (now.citekey, now.slug) == (first.citekey, first.slug)
            assert set(now.former_keys) == set(first.former_keys)
            # without a collision the slug is the key in lower case
            assert set(now.moved_from) >= set(first.moved_from) & set(map(str.lower, first.former_keys))
        assert "unpinned-key" not in {issue.code for issue in site.issues}


def test_a_citation_of_a_generated_key_stays_valid() -> None:
    """A note that cites the generated key joins its paper, which has the key of its entry now."""
    papers = [card("Attention and Graphs", 1, entry="mine2025")]
    after = build_site(papers, bib=True, more="As in [@lee2024attention] and [[lee2024attention]].")
    (paper,) = after.library.papers
    assert (paper.citekey, paper.aliases) == ("mine2025", ("lee2024attention",))
    assert paper.former_keys == ("lee2024attention",)
    assert paper.moved_from == ("lee2024attention",)
    assert [mention.note for mention in paper.mentions].count("more.md") == 2
    assert not [issue for issue in after.issues if issue.code in {"unknown-key", "broken-wikilink"}]


def test_an_old_key_never_takes_the_key_of_another_entry() -> None:
    """The entry keeps its key; the notes that cite it learn which paper they may have meant."""
    papers = [card("Attention and Graphs", 1, entry="other"), card("Scaling of LoRA", 2, entry="lee2024attention")]
    silent = build_site(papers, bib=True)
    assert [str(i) for i in silent.issues if i.code == "duplicate-citekey"] == []
    site = build_site(papers, bib=True, more="\nAs in [@lee2024attention].")
    assert site.library.by_key["lee2024attention"].title == "Scaling of LoRA"
    assert site.library.by_key["other"].lost_keys == ("lee2024attention",)
    assert [str(i) for i in site.issues if i.code == "duplicate-citekey"] == [
        "more.md:2: citekey 'lee2024attention' is that of an entry; without the bibliography it names the paper that "
        "is now 'other' [duplicate-citekey]"
    ]


def test_a_key_that_differs_only_in_case_from_an_entry_is_dropped() -> None:
    """BibTeX ignores case, so such an alias would cite the other paper."""
    papers = [card("Attention and Graphs", 1, entry="other"), card("Scaling of LoRA", 2, entry="Lee2024Attention")]
    site = build_site(papers, bib=True, more="[@lee2024attention]")
    assert "lee2024attention" not in site.library.by_key
    assert "unknown-key" in {issue.code for issue in site.issues}


def test_papers_without_an_entry_keep_the_word_of_an_earlier_collision() -> None:
    """The other paper has the key of its entry now; its generated key stays its own."""
    papers = [card("Attention and Graphs", 1, entry="other"), card("Attention Scaling", 2)]
    before, after = build_site(papers, bib=False), build_site(papers, bib=True)
    assert [p.citekey for p in before.library.papers] == ["lee2024attention", "lee2024attention-scaling"]
    assert {p.citekey: p.former_keys for p in after.library.papers} == {
        "other": ("lee2024attention",),
        "lee2024attention-scaling": (),
    }


def test_one_issue_advises_to_pin() -> None:
    """A single issue counts the papers; without a bibliography there is none."""
    papers = [card("Attention and Graphs", 1, entry="a1"), card("Scaling of LoRA", 2, entry="a2")]
    assert not [i for i in build_site(papers, bib=False).issues if i.code == "unpinned-key"]
    assert [str(i) for i in build_site(papers, bib=True).issues if i.code == "unpinned-key"] == [
        "bib/keys.txt: without the bibliography 2 papers have other citekeys ('lee2024attention', now 'a1'); both keys "
        "work, and 'papernotes keys --pin' keeps both [unpinned-key]"
    ]


def test_two_papers_that_an_entry_joins_keep_both_keys() -> None:
    """The keys and pages of both lead to the one paper."""
    notes = "- [Attention and Graphs](https://arxiv.org/abs/2401.00001)\n- [LoRA Scaling](https://doi.org/10.1000/x)\n"
    entry = "@article{e, title={T}, author={Lee, A.}, year={2024}, journal={J}, eprint={2401.00001}, doi={10.1000/x}}"
    source = Source("n.md", notes.encode())
    before = pipeline.build([source])
    after = pipeline.build([source], bibliography=[Source("bib/a.bib", entry.encode())])
    (paper,) = after.library.papers
    assert len(before.library.papers) == 2
    assert set(paper.former_keys) == {p.citekey for p in before.library.papers}
    assert set(paper.moved_from) == {p.slug for p in before.library.papers}
