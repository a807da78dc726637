"""Tests of the choice of citekeys and slugs."""

from __future__ import annotations

import random
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papernotes_plugin.entries import valid_key
from papernotes_plugin.resolve import keys
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.issues import Code
from papernotes_plugin.vocabulary.model import Paper
from tests.helpers.assigned_keys import assigned, paper, pins

# --- the order of choice --------------------------------------------------------------------------

ATTENTION = ("Attention Is All You Need", "arxiv:1706.03762")
VASWANI = ("Vaswani, Ashish", "Shazeer, Noam")


def test_a_pin_comes_first_then_the_bibliography_then_the_notes() -> None:
    """A key comes from the lock, `.bib`, notes or is generated, in this order; its origin is recorded."""
    full = paper(
        *ATTENTION, written_keys=("AshishVaswani2017NeurIPS", "vaswani"), bib="vaswani17", authors=VASWANI, year=2017
    )
    lock = {"arxiv:1706.03762": "pinned2017"}
    for given_paper, lines, key, origin in (
        (full, lock, "pinned2017", "bib/keys.txt:1"),
        (full, {}, "vaswani17", "b.bib:7"),
        (full._replace(entry=None, aliases=full.aliases[1:]), {}, "AshishVaswani2017NeurIPS", "notes"),
        (full._replace(entry=None, aliases=()), {}, "vaswani2017attention", "generated"),
    ):
        (chosen,), issues = keys.assign([given_paper], pins(lines), Config())
        assert (chosen.citekey, chosen.origins["citekey"], issues) == (key, origin, ())
        assert {chosen.citekey, *chosen.aliases} >= set(given_paper.aliases)


@pytest.mark.parametrize(
    ("expected", "title", "authors", "year"),
    [
        ("vaswani2017attention", "Attention Is All You Need", VASWANI, 2017),
        ("oord2018representation", "Representation Learning", ("Aaron van den Oord",), 2018),
        ("re2020mu2slam", "Mu$^2$SLAM: Multitask", ("Ré, Christopher",), 2020),
        ("allenzhu2024physics", "The {P}hysics of Language Models", ("Allen-Zhu, Zeyuan",), 2024),
        ("oconnor2020dropout", "On Dropout", ("O'Connor, Sinéad",), 2020),
        ("attentionneed", "Attention Is All You Need", (), None),
        ("attention2017need", "Attention Is All You Need", (), 2017),
        ("wangwei2020zhuyi", "注意力", ("王伟",), 2020),
        ("wangwei2020attention", "注意力 Attention", ("王伟",), 2020),
        ("cheng2023graphs", "Graphs", ("Xize 成",), 2023),
        ("yamada2021seq2seq", "Seq2Seq の学習", ("ヤマダ, タロウ",), 2021),
        ("kolmogorov1957predstavlenii", "О представлении функций", ("Колмогоров, А. Н.",), 1957),
        ("papadopoulos2024lora", "LoRA", ("Παπαδόπουλος, Γιώργος",), 2024),
        ("khwrzmy2024lora", "LoRA", ("خوارزمی",), 2024),
        ("smyr2024lora", "LoRA", ("עדי שמיר",), 2024),
        ("gupta2024lora", "LoRA", ("राज गुप्ता",), 2024),
        ("zhuyi2020", "注意力", (), 2020),
        ("smith2020", "注意力", ("Jo Smith",), 2020),
        ("paper2020", "…", ("🧠",), 2020),
        ("paper3d2023gaussian", "3D Gaussian Splatting", (), 2023),
        ("paper", "???", (), None),
    ],
)
def test_generated(expected: str, title: str, authors: tuple[str, ...], year: int | None) -> None:
    """A generated key is family name, year and first significant title word in ASCII, with fallbacks."""
    assert assigned(paper(title, authors=authors, year=year))[0] == [expected]


def test_a_bare_link_is_keyed_by_its_identifier() -> None:
    """A paper of which only the URL is known gets a key made from its identifier."""
    assert assigned(paper("openreview:SI2hI0frk6", "openreview:SI2hI0frk6"))[0] == ["openreview-SI2hI0frk6"]


def test_an_identifier_may_imply_the_year() -> None:
    """A paper without a year takes the year of its arXiv identifier."""
    assert assigned(paper("Some Title", "arxiv:2502.00640", authors=("A. Bee",)))[0] == ["bee2025title"]


@pytest.mark.parametrize("key", ["a b", "a{b}", "a,b", "a%b", "a#b", 'a"b', "a~b", "a\\b", "a\x00b", "a=b", "a(b)"])
def test_an_invalid_key_is_repaired(key: str) -> None:
    """The citekey is valid BibTeX, and the key as written still resolves."""
    (chosen,), _ = keys.assign([paper("T", written_keys=key)], {}, Config())
    assert chosen.citekey == valid_key(chosen.citekey) != ""
    assert chosen.aliases == (key,)


def test_plus_is_part_of_a_key() -> None:
    """`X` and `X+` are two keys, two pages, and no collision."""
    chosen, issues = keys.assign(
        [paper("A", written_keys="Wang2025ICLR+"), paper("B", written_keys="Wang2025ICLR")], {}, Config()
    )
    assert [(p.citekey, p.slug) for p in chosen] == [
        ("Wang2025ICLR+", "wang2025iclr-plus"),
        ("Wang2025ICLR", "wang2025iclr"),
    ]
    assert issues == ()


# --- collisions -----------------------------------------------------------------------------------


def test_the_second_paper_of_a_key_gets_a_title_word() -> None:
    """If two papers claim one key, one gets it; the other gets a title word as suffix, and this is reported."""
    first = paper("Training Data Influence", "openreview:AAAAAAAAAA", written_keys="Wang2025ICLR", line=353)
    second = paper("Data Shapley in One Run", "openreview:BBBBBBBBBB", written_keys="Wang2025ICLR", line=359)
    for papers in ((first, second), (second, first)):
        chosen, issues = keys.assign(papers, {}, Config())
        assert {p.title: p.citekey for p in chosen} == {
            first.title: "Wang2025ICLR",
            second.title: "Wang2025ICLR-shapley",
        }
        assert all(p.aliases == () for p in chosen)
        assert list(map(str, issues)) == [
            "n.md:359: citekey 'Wang2025ICLR' already names openreview:AAAAAAAAAA (line 353); "
            "this paper is 'Wang2025ICLR-shapley' [duplicate-citekey]"
        ]


def test_the_issue_names_the_other_note() -> None:
    """The issue gives path and line if the owner of the key is in another note."""
    first = paper("One", "arxiv:2401.00001", written_keys="k2020", note="a.md", line=3)
    second = paper("Two", "arxiv:2401.00002", written_keys="k2020", note="b.md", line=4)
    _, issues = assigned(second, first)
    assert issues == [
        "b.md:4: citekey 'k2020' already names arxiv:2401.00001 (a.md:3); this paper is 'k2020-two' [duplicate-citekey]"
    ]


def test_a_claim_of_higher_precedence_wins() -> None:
    """A pinned key precedes a key of the bibliography, which precedes a key of the notes."""
    pinned = paper("Pinned", "arxiv:2409.00001")
    entry = paper("Entry", "arxiv:2405.00001", bib="k2020")
    note = paper("Note", "arxiv:2401.00001", written_keys="k2020")
    lock = {"arxiv:2409.00001": "k2020"}
    assert assigned(note, entry, pinned, lock=lock)[0] == ["k2020-note", "k2020-entry", "k2020"]
    assert assigned(note, entry)[0] == ["k2020-note", "k2020"]


def test_keys_differ_by_more_than_case() -> None:
    """Keys that differ only by case become two citekeys, and each paper keeps its written key as alias."""
    chosen, issues = keys.assign(
        [paper("Alpha", written_keys="LiangChen2025"), paper("Beta", written_keys="LiangCHEN2025")], {}, Config()
    )
    assert [(p.citekey, p.aliases) for p in chosen] == [
        ("LiangChen2025", ()),
        ("LiangCHEN2025-beta", ("LiangCHEN2025",)),
    ]
    assert [i.code for i in issues] == [Code.DUPLICATE_CITEKEY]


def test_a_second_written_key_precedes_a_generated_one() -> None:
    """A paper that loses one key takes another key by which notes cite it."""
    papers = [paper("One", bib="k2020"), paper("Two", written_keys=("k2020", "own2020"))]
    assert assigned(*papers)[0] == ["k2020", "own2020"]


def test_generated_keys_collide_silently() -> None:
    """A collision of generated keys is not reported, because no author wrote them."""
    papers = [paper("Attention One", authors=VASWANI, year=2017), paper("Attention Two", authors=VASWANI, year=2017)]
    assert assigned(*papers) == (["vaswani2017attention", "vaswani2017attention-two"], [])


def test_a_generated_key_is_no_alias_of_another_paper() -> None:
    """A generated key never equals a key by which another paper is cited."""
    taken = paper("Other", bib="main", written_keys="vaswani2017attention")
    citekeys, _ = assigned(taken, paper(*ATTENTION, authors=VASWANI, year=2017))
    assert citekeys == ["main", "vaswani2017attention-need"]


# --- properties -----------------------------------------------------------------------------------

KEYS = st.sampled_from(
    ["k", "K", "k+", "k++", "k-", "k.", "k_1", "k-1", "k:1", "k-alpha", "kalpha", "é", "e\u0301", "con", "k k", "%"]
)
TITLES = st.sampled_from(["Alpha", "Alpha Beta", "alpha", "The", "注意力", "", "k", "Beta"])
PAPERS = st.builds(
    lambda number, title, written_keys, bib, authors, year: paper(
        title or f"arxiv:2401.{number:05}",
        f"arxiv:2401.{number:05}",
        written_keys=tuple(dict.fromkeys(written_keys)),
        bib=bib,
        authors=authors,
        year=year,
    ),
    st.integers(0, 99_999),
    TITLES,
    st.lists(KEYS, max_size=3),
    st.just("") | KEYS,
    st.sampled_from([(), ("Alpha, A.",), ("K",)]),
    st.sampled_from([None, 1, 2020]),
)
LIBRARIES = st.lists(PAPERS, max_size=12, unique_by=lambda p: p.identifiers)
LOCKS = st.dictionaries(
    st.integers(0, 99).map(lambda n: f"arxiv:2401.{n:05}"), KEYS.filter(lambda k: valid_key(k) == k), max_size=3
)


def folded(key: str) -> str:
    """Return a key for comparison without case and Unicode form."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", key).casefold())


@given(LIBRARIES, LOCKS, st.randoms(use_true_random=False))
def test_choice(papers: list[Paper], lock: dict[str, str], rng: random.Random) -> None:
    """Every paper gets a valid, unique key and slug in any order; no alias belongs to two papers."""
    chosen, _ = keys.assign(papers, pins(lock), Config())
    assert [p.title for p in chosen] == [p.title for p in papers]
    assert len({folded(p.citekey) for p in chosen}) == len(papers)
    assert len({p.slug.replace("-", "") for p in chosen}) == len(papers)
    assert all(valid_key(p.citekey) == p.citekey != "" for p in chosen)
    assert all(p.slug == p.slug.strip("-") and p.slug.replace("-", "").isalnum() and p.slug.isascii() for p in chosen)
    names = [key for p in chosen for key in {p.citekey, *p.aliases}]
    assert len(names) == len(set(names))
    assert {key for p in papers for key in p.aliases} <= set(names)
    order = list(range(len(papers)))
    rng.shuffle(order)
    again, _ = keys.assign([papers[n] for n in order], pins(lock), Config())
    assert [chosen[n] for n in order] == list(again)


@given(LIBRARIES)
def test_pinned_keys_do_not_change(papers: list[Paper]) -> None:
    """With the lock of the first build, no key changes when papers are added or removed."""
    chosen, _ = keys.assign(papers, {}, Config())
    lock, issues = keys.read_lock(keys.write_lock(chosen), "keys.txt")
    assert issues == ()
    rival = paper("A Newcomer", "arxiv:2312.00001", written_keys="k", bib="k-1")
    again, _ = keys.assign([rival, *papers[1:]], lock, Config())
    assert [p.citekey for p in again[1:]] == [p.citekey for p in chosen[1:]]
    unrelated = paper("A Newcomer", "arxiv:2312.00001", written_keys="stranger", bib="stranger-1")
    again, _ = keys.assign([unrelated, *papers], lock, Config())
    assert [(p.citekey, p.slug) for p in again[1:]] == [(p.citekey, p.slug) for p in chosen]
    assert [keys.pins_of(p, lock)[0].citekey for p in chosen] == [p.citekey for p in chosen]


@given(st.lists(KEYS | st.text(min_size=1, max_size=8), unique_by=folded, max_size=10), st.text(min_size=1, max_size=8))
def test_slugs(names: list[str], other: str) -> None:
    """Slugs differ even without hyphens; a further key changes no first character of a slug."""
    slugs = keys.slugs_of(names)
    assert len({slug.replace("-", "") for slug in slugs.values()}) == len(names)
    for key, slug in keys.slugs_of({**dict.fromkeys(names), other: None}).items():
        assert slug == slugs.get(key, slug) or slug.startswith(slugs[key][:1])


def test_an_unrelated_paper_changes_no_slug() -> None:
    """A slug depends on its key alone; a paper with another key does not change it."""
    few = keys.slugs_of(["a_b", "a:b", "X+"])
    many = keys.slugs_of(["zzz", "a:b", "c", "X+", "a_b", "m+"])
    assert few == {key: many[key] for key in few}
    assert keys.slugs_of(["X+"])["X+"] == keys.slugs_of(["X", "X+"])["X+"]


@pytest.mark.parametrize("key", ["con", "index", "../x", "a/b", "nul.txt", ".", "x" * 300, "🧠", "\u202ex"])
def test_a_slug_is_a_safe_file_name(key: str) -> None:
    """No slug points outside its folder, is a reserved name or is too long."""
    slug = keys.slugs_of([key])[key]
    assert slug not in {"con", "index", "nul", ""}
    assert len(slug) <= 100
    assert set(slug) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
