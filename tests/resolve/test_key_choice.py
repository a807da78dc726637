"""The choice of citekeys and slugs, and the file that pins them."""

from __future__ import annotations

import random
import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papernotes_plugin import identifiers
from papernotes_plugin.entries import valid_key
from papernotes_plugin.resolve import keys
from papernotes_plugin.resolve.keys.key_lock import Pin
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.issues import Code
from papernotes_plugin.vocabulary.model import Entry, Evidence, Mention, MentionKind, Paper, Span


def mention(key: str, note: str, line: int) -> Mention:
    """A place that calls its paper by a key."""
    span = Span(10 * line, 10 * line + 5)
    said = Evidence(citekey=key)
    return Mention(
        note=note, kind=MentionKind.CITATION, span=span, line=line, column=1, text=key, context="", evidence=said
    )


def paper(
    title: str,
    *ids: str,
    called: str | tuple[str, ...] = (),
    bib: str = "",
    authors: tuple[str, ...] = (),
    year: int | None = None,
    note: str = "n.md",
    line: int = 1,
) -> Paper:
    """A paper as it comes from resolving."""
    called = (called,) if isinstance(called, str) else called
    entry = Entry(key=bib, type="misc", fields=(), path="b.bib", line=7, evidence=Evidence()) if bib else None
    return Paper(
        citekey="",
        slug="",
        title=title,
        aliases=((bib,) if bib else ()) + called,
        authors=authors,
        year=year,
        identifiers=tuple(found for i in ids if (found := identifiers.parse_identifier(i))),
        mentions=tuple(mention(key, note, line + n) for n, key in enumerate(called)),
        entry=entry,
    )


def pins(lock: dict[str, str]) -> dict[str, Pin]:
    """A lock of one line for each of these."""
    return {name: Pin(name, key, line=number) for number, (name, key) in enumerate(lock.items(), 1)}


def assigned(*papers: Paper, lock: dict[str, str] | None = None) -> tuple[list[str], list[str]]:
    """The citekeys in the order of the papers, and the issues as text."""
    chosen, issues = keys.assign(papers, pins(lock or {}), Config())
    return [p.citekey for p in chosen], list(map(str, issues))


# --- the order of choice --------------------------------------------------------------------------

ATTENTION = ("Attention Is All You Need", "arxiv:1706.03762")
VASWANI = ("Vaswani, Ashish", "Shazeer, Noam")


def test_a_pin_comes_first_then_the_bibliography_then_the_notes() -> None:
    """Pinned, `.bib`, notes, generated: the first there is wins, and its origin is kept."""
    full = paper(
        *ATTENTION, called=("AshishVaswani2017NeurIPS", "vaswani"), bib="vaswani17", authors=VASWANI, year=2017
    )
    lock = {"arxiv:1706.03762": "pinned2017"}
    for given_paper, lines, key, origin in (
        (full, lock, "pinned2017", "bib/keys.txt:1"),
        (full, {}, "vaswani17", "b.bib:7"),
        (replace(full, entry=None, aliases=full.aliases[1:]), {}, "AshishVaswani2017NeurIPS", "notes"),
        (replace(full, entry=None, aliases=()), {}, "vaswani2017attention", "generated"),
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
        ("paper2020", "注意力", ("王伟",), 2020),
        ("paper3d2023gaussian", "3D Gaussian Splatting", (), 2023),
        ("paper", "???", (), None),
    ],
)
def test_generated(expected: str, title: str, authors: tuple[str, ...], year: int | None) -> None:
    """Family name, year and first word that says something, in ASCII; something sensible where one is missing."""
    assert assigned(paper(title, authors=authors, year=year))[0] == [expected]


def test_a_bare_link_is_keyed_by_its_identifier() -> None:
    """A paper of which only the address is known gets a key that says so."""
    assert assigned(paper("openreview:SI2hI0frk6", "openreview:SI2hI0frk6"))[0] == ["openreview-SI2hI0frk6"]


def test_an_identifier_may_tell_the_year() -> None:
    """Without a year the number of the arXiv tells one."""
    assert assigned(paper("Some Title", "arxiv:2502.00640", authors=("A. Bee",)))[0] == ["bee2025title"]


@pytest.mark.parametrize("key", ["a b", "a{b}", "a,b", "a%b", "a#b", 'a"b', "a~b", "a\\b", "a\x00b", "a=b", "a(b)"])
def test_a_key_that_no_program_reads_is_mended(key: str) -> None:
    """The citekey is valid BibTeX, and the key as written still resolves."""
    (chosen,), _ = keys.assign([paper("T", called=key)], {}, Config())
    assert chosen.citekey == valid_key(chosen.citekey) != ""
    assert chosen.aliases == (key,)


def test_plus_is_part_of_a_key() -> None:
    """`X` and `X+` are two keys, two pages, and no collision."""
    chosen, issues = keys.assign([paper("A", called="Wang2025ICLR+"), paper("B", called="Wang2025ICLR")], {}, Config())
    assert [(p.citekey, p.slug) for p in chosen] == [
        ("Wang2025ICLR+", "wang2025iclr-plus"),
        ("Wang2025ICLR", "wang2025iclr"),
    ]
    assert issues == ()


# --- collisions -----------------------------------------------------------------------------------


def test_the_newcomer_gets_a_title_word() -> None:
    """Two papers under one key: one keeps it, the other gets a word that tells them apart, and that is said."""
    first = paper("Training Data Influence", "openreview:AAAAAAAAAA", called="Wang2025ICLR", line=353)
    second = paper("Data Shapley in One Run", "openreview:BBBBBBBBBB", called="Wang2025ICLR", line=359)
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


def test_the_place_in_another_note_is_named() -> None:
    """Where the owner stands in another note, that note is named."""
    first = paper("One", "arxiv:2401.00001", called="k2020", note="a.md", line=3)
    second = paper("Two", "arxiv:2401.00002", called="k2020", note="b.md", line=4)
    _, issues = assigned(second, first)
    assert issues == [
        "b.md:4: citekey 'k2020' already names arxiv:2401.00001 (a.md:3); this paper is 'k2020-two' [duplicate-citekey]"
    ]


def test_the_stronger_claim_wins() -> None:
    """A pin beats the bibliography, which beats the notes, whatever the papers are."""
    pinned = paper("Pinned", "arxiv:2409.00001")
    entry = paper("Entry", "arxiv:2405.00001", bib="k2020")
    note = paper("Note", "arxiv:2401.00001", called="k2020")
    lock = {"arxiv:2409.00001": "k2020"}
    assert assigned(note, entry, pinned, lock=lock)[0] == ["k2020-note", "k2020-entry", "k2020"]
    assert assigned(note, entry)[0] == ["k2020-note", "k2020"]


def test_keys_differ_by_more_than_case() -> None:
    """Case-only twins get two citekeys, and each still answers to what it was called."""
    chosen, issues = keys.assign(
        [paper("Alpha", called="LiangChen2025"), paper("Beta", called="LiangCHEN2025")], {}, Config()
    )
    assert [(p.citekey, p.aliases) for p in chosen] == [
        ("LiangChen2025", ()),
        ("LiangCHEN2025-beta", ("LiangCHEN2025",)),
    ]
    assert [i.code for i in issues] == [Code.DUPLICATE_CITEKEY]


def test_a_second_key_of_its_own_is_better_than_a_made_one() -> None:
    """A paper that loses one key goes by another that it was called."""
    papers = [paper("One", bib="k2020"), paper("Two", called=("k2020", "own2020"))]
    assert assigned(*papers)[0] == ["k2020", "own2020"]


def test_generated_keys_collide_silently() -> None:
    """Nobody wrote a generated key, so nobody is told that two were alike."""
    papers = [paper("Attention One", authors=VASWANI, year=2017), paper("Attention Two", authors=VASWANI, year=2017)]
    assert assigned(*papers) == (["vaswani2017attention", "vaswani2017attention-two"], [])


def test_a_made_key_is_nobodys_alias() -> None:
    """A generated key never shadows a key by which another paper is called."""
    taken = paper("Other", bib="main", called="vaswani2017attention")
    made, _ = assigned(taken, paper(*ATTENTION, authors=VASWANI, year=2017))
    assert made == ["main", "vaswani2017attention-need"]


# --- properties -----------------------------------------------------------------------------------

KEYS = st.sampled_from(
    ["k", "K", "k+", "k++", "k-", "k.", "k_1", "k-1", "k:1", "k-alpha", "kalpha", "é", "e\u0301", "con", "k k", "%"]
)
TITLES = st.sampled_from(["Alpha", "Alpha Beta", "alpha", "The", "注意力", "", "k", "Beta"])
PAPERS = st.builds(
    lambda number, title, called, bib, authors, year: paper(
        title or f"arxiv:2401.{number:05}",
        f"arxiv:2401.{number:05}",
        called=tuple(dict.fromkeys(called)),
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
    """A key as programs compare it that ignore case and Unicode form."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", key).casefold())


@given(LIBRARIES, LOCKS, st.randoms(use_true_random=False))
def test_choice(papers: list[Paper], lock: dict[str, str], chance: random.Random) -> None:
    """Every paper gets a valid key and a slug of its own, whatever the order; no alias belongs to two papers."""
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
    chance.shuffle(order)
    again, _ = keys.assign([papers[n] for n in order], pins(lock), Config())
    assert [chosen[n] for n in order] == list(again)


@given(LIBRARIES)
def test_what_is_pinned_stays(papers: list[Paper]) -> None:
    """With the lock of a first build nothing changes in a second, whatever else is added or goes."""
    chosen, _ = keys.assign(papers, {}, Config())
    lock, issues = keys.read_lock(keys.write_lock(chosen), "keys.txt")
    assert issues == ()
    rival = paper("A Newcomer", "arxiv:2312.00001", called="k", bib="k-1")
    again, _ = keys.assign([rival, *papers[1:]], lock, Config())
    assert [p.citekey for p in again[1:]] == [p.citekey for p in chosen[1:]]
    stranger = paper("A Newcomer", "arxiv:2312.00001", called="stranger", bib="stranger-1")
    again, _ = keys.assign([stranger, *papers], lock, Config())
    assert [(p.citekey, p.slug) for p in again[1:]] == [(p.citekey, p.slug) for p in chosen]
    assert [keys.pins_of(p, lock)[0].citekey for p in chosen] == [p.citekey for p in chosen]


@given(st.lists(KEYS | st.text(min_size=1, max_size=8), unique_by=folded, max_size=10), st.text(min_size=1, max_size=8))
def test_slugs(names: list[str], other: str) -> None:
    """Slugs differ even without hyphens; a key that is its own slug keeps it."""
    slugs = keys.slugs_of(names)
    assert len({slug.replace("-", "") for slug in slugs.values()}) == len(names)
    for key, slug in keys.slugs_of({**dict.fromkeys(names), other: None}).items():
        assert slug == slugs.get(key, slug) or slug.startswith(slugs[key][:1])


def test_an_unrelated_paper_moves_no_slug() -> None:
    """The slug of a key follows from the key, and a paper with another name changes nothing."""
    few = keys.slugs_of(["a_b", "a:b", "X+"])
    many = keys.slugs_of(["zzz", "a:b", "c", "X+", "a_b", "m+"])
    assert few == {key: many[key] for key in few}
    assert keys.slugs_of(["X+"])["X+"] == keys.slugs_of(["X", "X+"])["X+"]


@pytest.mark.parametrize("key", ["con", "index", "../x", "a/b", "nul.txt", ".", "x" * 300, "🧠", "\u202ex"])
def test_a_slug_is_a_safe_file_name(key: str) -> None:
    """No slug leaves its folder, is a reserved name, or is too long."""
    slug = keys.slugs_of([key])[key]
    assert slug not in {"con", "index", "nul", ""}
    assert len(slug) <= 100
    assert set(slug) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
