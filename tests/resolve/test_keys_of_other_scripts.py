"""Tests of citekeys of authors whose names are not in Latin letters, and of the keys that they had before."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papernotes_plugin import pipeline
from papernotes_plugin.links import wikilinks
from papernotes_plugin.pipeline import Site
from papernotes_plugin.resolve import keys
from papernotes_plugin.resolve.keys.generated_keys import generated
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.key_pattern import DEFAULT
from papernotes_plugin.vocabulary.model import Paper, Source
from tests.helpers.assigned_keys import assigned, paper, pins

NAMES = st.text("abcdéüøłßşığđÅŁ'’- ", min_size=1, max_size=12)
TITLES = st.lists(st.sampled_from(["Attention", "注意力", "The", "β-VAE", "Внимание", "3D", "é"]), max_size=4).map(
    " ".join
)


def site(*cards: tuple[str, str], bib: str = "", lock: str = "", more: str = "") -> Site:
    """Return the site of a note with a card for each title and author, of a second note, and of entries."""
    note = "".join(
        f"## {title}\n\n- **Authors:** {author}\n- **Year:** 2020\n- **DOI:** 10.1000/2001.{at:05}\n\n"
        for at, (title, author) in enumerate(cards, 1)
    )
    notes = [Source("n.md", note.encode()), Source("more.md", more.encode())]
    bibliography = [Source("bib/p.bib", bib.encode())] if bib else []
    return pipeline.build(notes, bibliography=bibliography, key_lock=lock, config=Config(names=False))


@given(
    st.lists(NAMES, min_size=1, max_size=3),
    TITLES,
    st.sampled_from([DEFAULT, "{authors}{year}{title:2}", "{fullname}"]),
)
def test_keys_of_latin_names_stay(authors: list[str], title: str, pattern: str) -> None:
    """The key of a paper whose authors have Latin names has no romanised word, whatever its title."""
    one = paper(title or "x", authors=("A. Bee", *authors), year=2020)
    assert generated(one, pattern) == generated(one, pattern, romanise=False)


def test_the_former_key_stays_an_alias_and_its_page_redirects() -> None:
    """A key without the author's name can still be cited, and its page leads to the paper."""
    result = site(("注意力机制综述", "王伟"), more="See [@paper2020] and [@wangwei2020zhuyi].")
    (one,) = result.library.papers
    assert (one.citekey, one.former_keys, one.moved_from) == ("wangwei2020zhuyi", ("paper2020",), ("paper2020",))
    assert [m.note for m in one.mentions] == ["more.md", "more.md", "n.md"]
    texts = {output.path: output.text for output in result.outputs}
    assert "wangwei2020zhuyi.md" in texts["papers/paper2020.md"]
    assert "paper2020" not in texts["papers/index.md"]


def test_a_former_key_that_no_note_contains_is_not_shown() -> None:
    """The page of a paper does not show a key that no note contains."""
    (one,) = site(("注意力机制综述", "王伟")).library.papers
    assert one.aliases == ("paper2020",)
    assert one.written_aliases == ()


def test_a_romanised_key_changes_no_other_key() -> None:
    """If a romanised key is that of another paper, the other paper keeps it, in any order."""
    latin = paper("Attention Maps", "arxiv:2002.00002", authors=("Wang Wei",), year=2020)
    other = paper("Attention", "arxiv:2002.00003", authors=("Bo Wang",), year=2020)
    chinese = paper("Attention Heads", "arxiv:2001.00001", authors=("王",), year=2020)
    before = assigned(latin, other)[0]
    assert before == ["wei2020attention", "wang2020attention"]
    for papers in ((latin, other, chinese), (chinese, other, latin)):
        chosen, issues = keys.assign(papers, {}, Config())
        by_title = {p.title: p.citekey for p in chosen}
        assert by_title == {
            "Attention Maps": "wei2020attention",
            "Attention": "wang2020attention",
            "Attention Heads": "wang2020attention-heads",
        }
        assert issues == ()


def test_each_of_many_papers_keeps_its_former_key() -> None:
    """Papers that shared one key keep the different keys that they had."""
    papers = [paper("注意力", f"arxiv:2001.{at:05}", authors=(name,), year=2020) for at, name in enumerate("王李张", 1)]
    chosen, _ = keys.assign(papers, {}, Config())
    assert [p.citekey for p in chosen] == ["wang2020zhuyi", "li2020zhuyi", "zhang2020zhuyi"]
    former = [p.former_keys[0] for p in chosen]
    assert len(set(former)) == 3
    assert former[0] == "paper2020"
    assert all(key.startswith("paper2020") for key in former)


def test_a_pinned_key_stays() -> None:
    """A key in the lock is never romanised."""
    chinese = paper("注意力", "arxiv:2001.00001", authors=("王伟",), year=2020)
    assert assigned(chinese, lock={"arxiv:2001.00001": "paper2020"})[0] == ["paper2020"]
    (one,), _ = keys.assign([chinese], {}, Config())
    assert keys.write_lock([one]) == "arxiv:2001.00001 wangwei2020zhuyi was paper2020\n"
    lock, _ = keys.read_lock(keys.write_lock([one]), "keys.txt")
    assert keys.assign([chinese], lock, Config())[0] == (_with_origin(one, "bib/keys.txt:1"),)


def _with_origin(one: Paper, origin: str) -> Paper:
    return one._replace(unwritten_keys=(), origins={**one.origins, "citekey": origin})


def test_a_bibliography_keeps_the_former_key() -> None:
    """With a `.bib` entry, both keys that the notes alone give are aliases, and the message names the romanised one."""
    entry = (
        "@article{w20, title={注意力机制综述}, author={王伟}, year={2020}, eprint={2001.00001}, archiveprefix={arXiv}}"
    )
    result = site(("注意力机制综述", "王伟"), bib=entry, more="See [@paper2020].")
    (one,) = result.library.papers
    assert (one.citekey, set(one.aliases)) == ("w20", {"wangwei2020zhuyi", "paper2020"})
    assert set(one.moved_from) == {"wangwei2020zhuyi", "paper2020"}
    assert [i for i in result.issues if i.code == "unknown-key"] == []
    assert "('wangwei2020zhuyi', now 'w20')" in str(next(i for i in result.issues if i.code == "unpinned-key"))


def test_a_bibliography_is_not_blamed_for_romanised_keys() -> None:
    """A romanised key is not reported as changed by the bibliography."""
    entry = "@article{lee19, title={Other Things}, author={Bo Lee}, year={2019}}"
    result = site(("注意力机制综述", "王伟"), bib=entry)
    assert [i for i in result.issues if i.code == "unpinned-key"] == []
    assert {p.citekey for p in result.library.papers} == {"wangwei2020zhuyi", "lee19"}


def test_the_page_of_a_written_key_is_romanised() -> None:
    """The page of a key in another script has a name in Latin letters, and its former address leads there."""
    entry = "@article{王2020, title={A}, author={王伟}, year={2020}}\n@article{β2020, title={B}, author={B. C}}"
    by_key = {p.citekey: p for p in site(bib=entry).library.papers}
    assert (by_key["王2020"].slug, by_key["王2020"].moved_from) == ("wang2020", ("2020",))
    assert (by_key["β2020"].slug, by_key["β2020"].moved_from) == ("beta-2020", ())
    assert wikilinks.find_paper("王2020", site(bib=entry).library) is not None


@pytest.mark.parametrize("first", [(), ("王2020",), ("wang2020",)])
def test_slugs_of_latin_keys_stay(first: tuple[str, ...]) -> None:
    """A romanised slug changes no slug of another key, and each key in another script has a former slug."""
    latin = ["wang2020", "WANG_2020", "a1"]
    plain = keys.slugs_of(latin)
    slugs = keys.slugs_of([*latin, "王2020", "Иванов1999"], first)
    assert {key: slugs[key] for key in latin} == plain
    assert slugs["Иванов1999"] == "ivanov1999"
    assert slugs["王2020"].startswith("wang2020-")


def test_pins_of_the_helper_have_no_former_keys() -> None:
    """A line of the lock without `was` gives no alias."""
    chinese = paper("注意力", "arxiv:2001.00001", authors=("王伟",), year=2020)
    (one,), _ = keys.assign([chinese], pins({"arxiv:2001.00001": "w"}), Config())
    assert (one.citekey, one.aliases) == ("w", ())
