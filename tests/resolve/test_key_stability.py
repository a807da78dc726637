"""Tests of stable keys: complete builds before and after a change that should change no other key."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Mapping
from pathlib import PurePosixPath

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from papernotes_plugin import pipeline
from papernotes_plugin.pipeline import Site
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Paper, Source

QUICK = settings(
    max_examples=min(15, settings().max_examples // 2), phases=(Phase.explicit, Phase.reuse, Phase.generate)
)
"""Few examples and no shrinking, because each example runs several complete builds."""

# --- notes ----------------------------------------------------------------------------------------

FAMILIES = ("Lee", "Kim", "García", "van den Oord", "Allen-Zhu", "王伟", "Müller")
WORDS = ("Attention", "Diffusion", "LoRA", "Graphs", "Scaling", "Protein", "3D", "Über", "注意力")
KEYS = ("", "", "", "lee2024attention", "Lee2024Attention", "lee2024attention+", "KIM:2024/x", "kim_2024_x", "index")


@st.composite
def a_paper(draw: st.DrawFn) -> dict[str, str]:
    """Return the facts that a note gives of a paper with its own identifier."""
    return {
        "id": f"24{draw(st.integers(1, 12)):02}.{draw(st.integers(1, 99_999)):05}",
        "family": draw(st.sampled_from(FAMILIES)),
        "title": " ".join(draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=4, unique=True))),
        "key": draw(st.sampled_from(KEYS)),
    }


LIBRARIES = st.lists(a_paper(), min_size=1, max_size=6, unique_by=lambda p: p["id"])


def card(paper: Mapping[str, str]) -> str:
    """Return the Markdown of a paper card."""
    key = f"- **Citekey:** {paper['key']}\n" if paper["key"] else ""
    return (
        f"## {paper['title']}\n\n- **Authors:** A. {paper['family']}, B. Other\n- **Year:** 2024\n"
        f"- **arXiv:** https://arxiv.org/abs/{paper['id']}\n{key}"
    )


def build_site(papers: list[dict[str, str]], lock: str = "", more: str = "") -> Site:
    """Return the site of notes with two papers each, and of one additional note."""
    notes = {f"n{at}.md": "\n".join(map(card, papers[at : at + 2])) for at in range(0, len(papers), 2)}
    sources = [Source(path, text.encode()) for path, text in {**notes, "more.md": more}.items() if text]
    return pipeline.build(sources, key_lock=lock, pages=False, config=Config(names=False))


def keys_of(site: Site) -> dict[str, tuple[str, str]]:
    """Return the citekey and slug of each paper by its identifier."""
    return {str(p.identifiers[0]): (p.citekey, p.slug) for p in site.library.papers if p.identifiers}


def lock_of(site: Site) -> str:
    """Return the key lock that pins all papers of the site."""
    return pipeline.missing_pins(site, "")


# --- with a lock ----------------------------------------------------------------------------------


@QUICK
@given(LIBRARIES, a_paper(), st.randoms(use_true_random=False), st.sampled_from(FAMILIES))
def test_no_edit_changes_a_pinned_key(
    papers: list[dict[str, str]], newcomer: dict[str, str], rng: random.Random, family: str
) -> None:
    """Adding, reordering, correcting, citing and removing papers changes no pinned key or slug."""
    before = build_site(papers)
    first, lock = keys_of(before), lock_of(before)
    shuffled = rng.sample(papers, len(papers))
    corrected = [{**papers[0], "family": family, "key": ""}, *papers[1:]]
    cited = " ".join(f"[@{p.citekey}]" for p in before.library.papers)
    for after in (
        build_site([*papers, newcomer] if newcomer["id"] not in {p["id"] for p in papers} else papers, lock),
        build_site([newcomer, *shuffled] if newcomer["id"] not in {p["id"] for p in papers} else shuffled, lock),
        build_site(corrected, lock),
        build_site([{**p, "title": f"On {p['title']}"} for p in papers], lock),
        build_site(papers, lock, more=cited),
        build_site(papers[1:], lock),
    ):
        now = keys_of(after)
        assert {name: now[name] for name in now.keys() & first.keys()} == {
            name: first[name] for name in now.keys() & first.keys()
        }
        assert not [i for i in pipeline.unpinned_keys(after, lock) if i.code == "changed-key"]
    again = build_site(papers, lock, more=cited)
    assert len(again.library.papers) == len(papers)


@QUICK
@given(LIBRARIES, st.data())
def test_merging_a_duplicate_changes_no_other_key(papers: list[dict[str, str]], data: st.DataObject) -> None:
    """A merged paper keeps the key of the first line, the other key redirects, and no other key changes."""
    before = build_site(papers)
    lock = lock_of(before)
    names = [line.split()[0] for line in lock.splitlines()]
    if len(names) < 2:
        return
    one, other = sorted(data.draw(st.lists(st.sampled_from(names), min_size=2, max_size=2, unique=True)))
    sources = [Source(n.path, n.text.encode()) for n in before.library.notes]
    after = pipeline.build(sources, key_lock=lock, pages=False, config=Config(names=False, same=((one, other),)))
    first, now = keys_of(before), keys_of(after)
    assert {name: now[name] for name in now if name != one} == {name: first[name] for name in now if name != one}
    merged = next(p for p in after.library.papers if len(p.identifiers) == 2)
    winner, loser = (first[name] for name in sorted((one, other), key=names.index))
    assert (merged.citekey, merged.slug) == winner
    assert loser[0] in merged.aliases
    assert merged.moved_from[0] == loser[1]
    published = {slug for p in before.library.papers for slug in (p.slug, *p.moved_from)}
    assert set(merged.moved_from) <= published


@QUICK
@given(LIBRARIES, st.data())
def test_renaming_changes_no_other_key(papers: list[dict[str, str]], data: st.DataObject) -> None:
    """A renamed paper keeps its old key and page as redirects, and no other key or slug changes."""
    before = build_site(papers)
    lock = data.draw(st.sampled_from(["", lock_of(before)]))
    chosen = data.draw(st.sampled_from(before.library.papers))
    renaming = pipeline.rename_keys(before, lock, [(chosen.citekey, "brandNew1999")])
    after = build_site(papers, renaming.lock, more=f"See [@{{{chosen.citekey}}}] and [[{chosen.citekey}]].")
    paper = after.library.by_slug["brandnew1999"]
    assert paper.citekey == "brandNew1999"
    assert chosen.slug in paper.moved_from
    assert after.library.by_key[chosen.citekey] is paper
    assert [m.note for m in paper.mentions].count("more.md") >= 1
    name = str(chosen.identifiers[0])
    assert {k: v for k, v in keys_of(after).items() if k != name} == {
        k: v for k, v in keys_of(before).items() if k != name
    }


@pytest.mark.parametrize(
    ("old", "new"), [("kim_2024_x", "brandNew1999"), ("KIM:2024/x", "brandNew1999"), ("lee2024attention", "Kim.2024-x")]
)
def test_a_renamed_paper_takes_no_page_of_a_similar_key(old: str, new: str) -> None:
    """Renaming in an empty lock pins one paper and leaves similar keys to their papers."""
    ids = {"KIM:2024/x": "2410.66761", "kim_2024_x": "2412.01484", "lee2024attention": "2405.00001"}
    papers = [{"id": ids[key], "family": "Lee", "title": f"Soup {key}", "key": key} for key in ids]
    before = build_site(papers)
    chosen = before.library.by_key[old]
    after = build_site(papers, pipeline.rename_keys(before, "", [(old, new)]).lock)
    assert after.library.by_key[new].moved_from == (chosen.slug,)
    name = f"arxiv:{ids[old]}"
    first, now = keys_of(before), keys_of(after)
    assert now.pop(name) != first.pop(name)
    assert now == first


def test_renaming_keeps_the_suffixed_key_of_another_paper() -> None:
    """Another paper that shared the old key keeps its key with a suffix."""
    first = {"id": "2402.02132", "family": "Kim", "title": "Scaling Protein Graphs Über", "key": "lee2024attention"}
    other = {"id": "2403.00002", "family": "Lee", "title": "Über Attention 3D", "key": "lee2024attention"}
    before = build_site([first, other])
    renaming = pipeline.rename_keys(before, "", [("lee2024attention", "brandNew1999")])
    now, name = keys_of(build_site([first, other], renaming.lock)), "arxiv:2403.00002"
    assert now[name] == keys_of(before)[name] == ("lee2024attention-3d", "lee2024attention-3d")


def test_a_published_version_keeps_the_key_of_the_preprint() -> None:
    """A pinned preprint keeps its key when a DOI is added, and when its arXiv identifier is then removed."""
    note = "- [A Long and Distinctive Title]({}), by A. Lee, 2024\n"
    preprint, published = "https://arxiv.org/abs/2401.00001", "https://doi.org/10.1145/1.2"

    def key(text: str, lock: str) -> tuple[str, str]:
        site = pipeline.build([Source("n.md", text.encode())], key_lock=lock, pages=False)
        (paper,) = site.library.papers
        return paper.citekey, lock + pipeline.missing_pins(site, lock)

    first, lock = key(note.format(preprint), "")
    assert lock == f"arxiv:2401.00001 {first}\n"
    second, lock = key(note.format(preprint) + note.format(published), lock)
    assert lock == f"arxiv:2401.00001 {first}\ndoi:10.1145/1.2 {first}\n"
    third, lock = key(note.format(published), lock)
    assert first == second == third


# --- without one ----------------------------------------------------------------------------------


@QUICK
@given(LIBRARIES, st.randoms(use_true_random=False))
def test_without_a_lock_only_a_rival_changes_a_key(papers: list[dict[str, str]], rng: random.Random) -> None:
    """Order, names of notes, citations and an unrelated paper change no key."""
    before = build_site(papers)
    first = keys_of(before)
    shuffled = rng.sample(papers, len(papers))
    assert keys_of(build_site(shuffled)) == first
    cited = " ".join(f"[@{p.citekey}] [@{p.citekey.swapcase()}]" for p in before.library.papers)
    after = build_site(papers, more=cited)
    assert {name: keys_of(after)[name] for name in first} == first
    unrelated = {"id": "2312.00001", "family": "Stranger", "title": "Whatever", "key": ""}
    now = keys_of(build_site([*papers, unrelated]))
    assert {name: now[name] for name in first} == first


def test_a_key_that_a_page_shows_can_be_cited() -> None:
    """A generated key that a note cites resolves to its paper and creates no other paper."""
    note = card({"id": "2401.00001", "family": "Lee", "title": "Attention Matters", "key": ""})
    for reference in ("[@lee2024attention]", "@lee2024attention", "[[lee2024attention]]", "[[@lee2024attention|it]]"):
        site = pipeline.build([Source("a.md", note.encode()), Source("b.md", f"# B\n\nSee {reference}.".encode())])
        (paper,) = site.library.papers
        assert paper.citekey == "lee2024attention"
        assert [(m.note, m.topic) for m in paper.mentions if m.note == "b.md"], reference
        assert "papers/lee2024attention.md" in pipeline.annotate(site, "b.md")


# --- names of files -------------------------------------------------------------------------------

HOSTILE = (
    "index", "INDEX", "CON", "con", "nul", "NUL.txt", "aux", "COM1", "lpt9", "404", "search", "assets", "tags",
    "readme", "../x", "../../etc/passwd", "/etc", "a/b", "a\\b", ".", "..", "...", "x" * 300, "é" * 300, "🧠", "🧠+",
    "\u202ex", "שלום", "注意力", "a_b", "a:b", "a-b", "A.B", "é", "e\u0301", "ﬁ", "fi", "K", "\u212a", "ß", "ss", "SS",
    "%2e%2e", " ",
)  # fmt: skip


def folded(name: str) -> str:
    """Return a name for comparison without case and Unicode form."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


@QUICK
@given(st.lists(st.sampled_from(HOSTILE), min_size=1, max_size=14, unique=True), st.booleans())
def test_unsafe_keys_give_safe_page_names(written_keys: list[str], lock: bool) -> None:
    """Keys and pages are unique, and page names stay in their folder and are not reserved."""
    entries = "".join(
        f"@misc{{{key},\n title = {{Paper {number}}},\n eprint = {{2401.{number:05}}}, archiveprefix = {{arXiv}}\n}}\n"
        for number, key in enumerate(written_keys)
        if not set(key) & set(" \\%")
    )
    bib = [Source("b.bib", entries.encode())]
    note = "".join(
        f'---\ncitekey: "{written_keys[0]}"\ntitle: A Note\n---\n' if written_keys[0].isalnum() else "Nothing."
    )
    site = pipeline.build([Source("n.md", note.encode())], bibliography=bib)
    if lock:
        site = pipeline.build([Source("n.md", note.encode())], bibliography=bib, key_lock=lock_of(site))
    papers = site.library.papers
    assert len({folded(p.citekey) for p in papers}) == len(papers)
    assert len({folded(p.slug) for p in papers}) == len(papers)
    for slug in (slug for p in papers for slug in (p.slug, *p.moved_from)):
        assert_safe(slug)
    paths = [output.path for output in site.outputs]
    assert len({folded(path) for path in paths}) == len(paths)
    assert not [path for path in paths if ".." in PurePosixPath(path).parts or path.startswith("/")]


def assert_safe(slug: str) -> None:
    """Check that a slug is short, plain and not reserved for a device or another page."""
    assert set(slug) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
    assert 0 < len(slug.encode()) <= 100
    devices = {f"{device}{n}" for device in ("com", "lpt") for n in range(10)}
    assert slug not in {"con", "prn", "aux", "nul", "index", "404", "search", "assets", "tags", "readme"} | devices


@pytest.mark.parametrize("key", HOSTILE)
def test_a_hostile_key_in_front_matter(key: str) -> None:
    """An unsafe key in front matter gives a valid key and a page with a safe name."""
    text = f"---\ntitle: Some Paper\narxiv: 2401.00001\ncitekey: {key!r}\n---\n"
    site = pipeline.build([Source("n.md", text.encode())])
    (paper,) = site.library.papers
    assert_safe(paper.slug)
    assert_valid(paper)


def assert_valid(paper: Paper) -> None:
    """Check that the citekey is valid in BibTeX."""
    assert paper.citekey
    assert not set(paper.citekey) & set(" {}(),=\"#%~\\'\t\n")
