"""The file that pins citekeys: read, extended, checked, and changed where a paper is renamed."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from papernotes_plugin.resolve import keys
from papernotes_plugin.resolve.keys.key_lock import Pin
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.issues import PapernotesError
from papernotes_plugin.vocabulary.model import Paper
from tests.resolve.test_key_choice import assigned, paper

# --- read -----------------------------------------------------------------------------------------


def test_the_lock_is_read() -> None:
    """Identifiers in any spelling, titles, former keys, comments and empty lines."""
    text = (
        "\ufeff# keys\n\narxiv:2401.00001v2 a2024b  # a comment\r\nhttps://doi.org/10.1145/X.Y c+ was c C2\n"
        "title:some-title d\n"
    )
    lock, issues = keys.read_lock(text, "keys.txt")
    assert list(lock.values()) == [
        Pin("arxiv:2401.00001", "a2024b", line=3),
        Pin("doi:10.1145/x.y", "c+", ("c", "C2"), line=4),
        Pin("title:some-title", "d", line=5),
    ]
    assert issues == ()


SHAPE = "a line holds an identifier and a citekey, and behind 'was' the keys it had before"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("arxiv:2401.00001", SHAPE),
        ("arxiv:2401.00001 a b", SHAPE),
        ("arxiv:2401.00001 a b c", SHAPE),
        ("arxiv:2401.00001 a was", SHAPE),
        ("nothing:x a", "'nothing:x' is no identifier"),
        ("title: a", "'title:' is no identifier"),
        ("arxiv:2401.00001 a%b", "'a%b' cannot be a citekey"),
        ("arxiv:2401.00001 a was a%b", "'a%b' cannot be a citekey"),
        ("arxiv:2401.00009 other", "'arxiv:2401.00009' is pinned already, to 'good'"),
    ],
)
def test_a_broken_line_is_named(line: str, problem: str) -> None:
    """A line that says nothing is reported with its number, and the others count."""
    lock, issues = keys.read_lock(f"arxiv:2401.00009 good\n{line}\n", "keys.txt")
    assert [(pin.name, pin.citekey) for pin in lock.values()] == [("arxiv:2401.00009", "good")]
    assert list(map(str, issues)) == [f"keys.txt:2: {problem}; the line was ignored [broken-key-lock]"]


# --- pin ------------------------------------------------------------------------------------------


def test_the_lock_is_written() -> None:
    """A line a paper, sorted; a paper without identifier by its title; two that share a title not at all."""
    papers = [
        replace(paper("Some Title!"), citekey="b"),
        replace(paper("One", "openreview:AAAAAAAAAA", "arxiv:2401.00001"), citekey="a"),
        replace(paper("Twin"), citekey="c"),
        replace(paper("Twin"), citekey="d"),
    ]
    assert keys.write_lock(papers) == "openreview:AAAAAAAAAA a\ntitle:some-title b\n"


def test_a_paper_is_found_by_any_of_its_names() -> None:
    """A pin by title still holds when the paper gets an identifier, and one of several identifiers is enough."""
    known = paper("Some Title", "arxiv:2401.00001", "openreview:AAAAAAAAAA")
    for name in ("arxiv:2401.00001", "openreview:AAAAAAAAAA", "title:some-title"):
        assert assigned(known, lock={name: "pin"})[0] == ["pin"]


def test_a_pin_by_title_holds_while_somebody_says_that_title() -> None:
    """A paper pinned by the title of a note keeps its key when a bibliography knows a longer one."""
    known = paper("Deep Residual Learning for Image Recognition", bib="he2016deep", called="he")
    (place,) = known.mentions
    titled = place._replace(evidence=place.evidence._replace(title="Deep Residual Learning"))
    assert assigned(replace(known, mentions=(titled,)), lock={"title:deep-residual-learning": "mine2016"}) == (
        ["mine2016"],
        [],
    )


def test_loose_keys_are_counted() -> None:
    """Where there is a lock, one issue tells how many keys it leaves open; without one nobody asked."""
    papers = [paper("One", bib="one"), paper("Two", bib="two"), paper("Three", "arxiv:2401.00003", bib="three")]
    assert assigned(*papers, lock={"arxiv:2401.00003": "three"})[1] == [
        "bib/keys.txt: citekey 'one' and 1 more are not pinned [unpinned-key]"
    ]
    assert assigned(*papers)[1] == []


def test_of_two_pins_of_one_paper_the_first_line_counts() -> None:
    """Two pinned papers that turn out to be one go by the key of the first line; the other is an alias."""
    merged = paper("Some Title", "doi:10.1145/1.2", "arxiv:2401.00001")
    lock, _ = keys.read_lock("arxiv:2401.00001 first\ndoi:10.1145/1.2 second was older\n", "keys.txt")
    (chosen,), issues = keys.assign([merged], lock, Config())
    assert (chosen.citekey, chosen.aliases, chosen.moved_from) == ("first", ("second", "older"), ("second", "older"))
    assert list(map(str, issues)) == [
        "bib/keys.txt:2: 'second' is pinned to doi:10.1145/1.2: it is now an alias of 'first', which is the same paper "
        "[changed-key]"
    ]


def test_a_pin_beats_a_former_key_and_that_whatever_is_not_pinned() -> None:
    """A key that was once published stays with its paper, even where a bibliography gives it to another."""
    lock, _ = keys.read_lock("arxiv:2401.00002 new was k2020\n", "keys.txt")
    papers = [paper("One", "arxiv:2401.00001", bib="k2020"), paper("Two", "arxiv:2401.00002")]
    chosen, issues = keys.assign(papers, lock, Config())
    assert [p.citekey for p in chosen] == ["k2020-one", "new"]
    assert chosen[1].aliases == ("k2020",)
    assert issues[0].message.startswith("citekey 'k2020' already names arxiv:2401.00002")


def test_no_key_is_made_that_an_absent_paper_was_published_under() -> None:
    """A paper that no note mentions any more keeps its key: nobody gets it by accident, but who is called so does."""
    lock = {"arxiv:2401.00001": "lee2024title"}
    newcomer = paper("Title Matters", "arxiv:2401.00002", authors=("Lee, A.",), year=2024)
    assert assigned(newcomer)[0] == ["lee2024title"]
    assert assigned(newcomer, lock=lock)[0] == ["lee2024title-matters"]
    assert assigned(replace(newcomer, aliases=("lee2024title",)), lock=lock)[0] == ["lee2024title"]


# --- check ----------------------------------------------------------------------------------------


def test_what_a_lock_leaves_open() -> None:
    """Each open key at the place where its paper is mentioned, each lost one at its line."""
    text = "arxiv:2401.00001 same\narxiv:2401.00002 same\narxiv:2401.00009 lee2024title\n"
    lock, _ = keys.read_lock(text, "keys.txt")
    papers = [
        paper("One", "arxiv:2401.00001"),
        paper("Two", "arxiv:2401.00002"),
        paper("Three", "arxiv:2401.00003", called="three", line=7),
        paper("Title Matters", "arxiv:2401.00004", authors=("Lee, A.",), year=2024),
    ]
    chosen, _ = keys.assign(papers, lock, Config())
    assert [str(i) for i in keys.unpinned(chosen, lock, "keys.txt")] == [
        "n.md:7: citekey 'three' is not pinned [unpinned-key]",
        "keys.txt: citekey 'lee2024title-matters' is not pinned; "
        "'lee2024title' is pinned to arxiv:2401.00009 (keys.txt:3), which is nowhere [unpinned-key]",
        "keys.txt:2: 'same' is pinned to arxiv:2401.00002: another paper has it; this one is 'same-two' [changed-key]",
    ]


def test_what_cannot_be_pinned_is_said() -> None:
    """Two papers that share a title and have no identifier: no line tells them apart."""
    chosen, _ = keys.assign([paper("Twin", bib="a"), paper("Twin", bib="b")], {}, Config())
    assert {i.message for i in keys.unpinned(chosen, {}, "keys.txt")} == {
        f"citekey '{key}' is not pinned, and cannot be: another paper has its title, and neither an identifier"
        for key in "ab"
    }


# --- rename ---------------------------------------------------------------------------------------

PAPERS = (
    paper("Attention Is All You Need", "arxiv:1706.03762"),
    paper("Deep Residual Learning", "doi:10.1109/cvpr.2016.90", "arxiv:1512.03385", called="resnet"),
    paper("A Paper Without", bib="doe2019"),
)
TEXT = (
    "# ours\r\n\r\n"
    "https://arxiv.org/abs/1706.03762  vaswani2017attention   # the transformer\r\n"
    "arxiv:2401.00009 gone2024 was gone\r\n"
    "arxiv:1512.03385 he2016deep was he2015deep\r\n"
    "broken line\r\n"
)


def renamed(*wanted: tuple[str, str], text: str = TEXT, papers: tuple[Paper, ...] = PAPERS) -> keys.Renaming:
    """What comes of renaming."""
    lock, _ = keys.read_lock(text, "keys.txt")
    return keys.rename(keys.assign(papers, lock, Config())[0], text, wanted)


def test_a_line_is_renamed() -> None:
    """The line of the paper has the new key and behind it all former ones; every other byte of the file stays."""
    made = renamed(("vaswani2017attention", "transformer2017"), ("he2016deep", "resnet2016"), ("doe2019", "doe2020"))
    assert made.lock == (
        "# ours\r\n\r\n"
        "https://arxiv.org/abs/1706.03762 transformer2017 was vaswani2017attention   # the transformer\r\n"
        "arxiv:2401.00009 gone2024 was gone\r\n"
        "arxiv:1512.03385 resnet2016 was he2016deep he2015deep\r\n"
        "broken line\r\n"
        "title:a-paper-without doe2020 was doe2019\r\n"
    )
    assert made.replaced == (
        ("doe2019", "doe2020"),
        ("he2015deep", "resnet2016"),
        ("he2016deep", "resnet2016"),
        ("vaswani2017attention", "transformer2017"),
    )
    lock, _ = keys.read_lock(made.lock, "keys.txt")
    chosen, _ = keys.assign(PAPERS, lock, Config())
    assert [p.citekey for p in chosen] == ["transformer2017", "resnet2016", "doe2020"]
    assert [p.aliases for p in chosen] == [
        ("vaswani2017attention",),
        ("he2016deep", "he2015deep", "resnet"),
        ("doe2019",),
    ]
    assert [p.moved_from for p in chosen] == [("vaswani2017attention",), ("he2016deep", "he2015deep"), ("doe2019",)]


def test_renaming_again_changes_nothing_and_says_the_same() -> None:
    """The list can be had twice, as a script and as JSON."""
    first = renamed(("he2016deep", "resnet2016"))
    again = renamed(("he2016deep", "resnet2016"), text=first.lock)
    assert again == first


def test_a_name_of_its_own_or_a_former_one_may_be_taken_up() -> None:
    """A paper may go by one of its aliases, by what it was once called, and by the same key in other capitals."""
    assert "he2015deep was he2016deep\r\n" in renamed(("he2016deep", "he2015deep")).lock
    assert "resnet was he2016deep he2015deep\r\n" in renamed(("he2016deep", "resnet")).lock
    made = renamed(("he2016deep", "He2016Deep"))
    assert "He2016Deep was he2016deep he2015deep\r\n" in made.lock
    lock, _ = keys.read_lock(made.lock, "keys.txt")
    chosen, _ = keys.assign(PAPERS, lock, Config())
    assert (chosen[1].citekey, chosen[1].slug, chosen[1].moved_from) == (
        "He2016Deep",
        "he2016deep",
        ("he2015deep",),
    )


def test_two_that_became_one_are_settled() -> None:
    """Renaming the key that lost to the one that is left makes the lock agree again."""
    merged = (paper("Some Title", "doi:10.1145/1.2", "arxiv:2401.00001"),)
    text = "doi:10.1145/1.2 first\narxiv:2401.00001 second\n"
    made = renamed(("second", "first"), text=text, papers=merged)
    assert made.lock == "doi:10.1145/1.2 first\narxiv:2401.00001 first was second\n"
    assert made.replaced == (("second", "first"),)
    lock, _ = keys.read_lock(made.lock, "keys.txt")
    assert keys.assign(merged, lock, Config())[1] == ()


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ([("nobody2020", "x2020")], "no paper has the citekey 'nobody2020'"),
        ([("resnet", "x2020")], "'resnet' is an alias: rename 'he2016deep'"),
        ([("he2015deep", "x2020")], "'he2015deep' is an alias: rename 'he2016deep'"),
        ([("he2016deep", "a%b")], "'a%b' cannot be a citekey; 'a-b' can"),
        ([("he2016deep", "")], "'' cannot be a citekey"),
        ([("he2016deep", "-x")], "'-x' cannot be a citekey; 'x' can"),
        (
            [("he2016deep", "vaswani2017attention")],
            "'vaswani2017attention' is taken: 'vaswani2017attention' goes by it",
        ),
        ([("he2016deep", "Vaswani2017ATTENTION")], "is taken: 'vaswani2017attention' goes by it, capitals aside"),
        ([("he2016deep", "GONE")], "'GONE' is taken: line 4 of the key lock pins it to arxiv:2401.00009"),
        ([("he2016deep", "a1"), ("he2016deep", "b1")], "'he2016deep' cannot become both 'a1' and 'b1'"),
        ([("he2016deep", "a1"), ("a1", "b1")], "no paper has the citekey 'a1'"),
        ([("he2016deep", "x1"), ("doe2019", "X1")], "two papers cannot both become 'X1'"),
        ([("he2016deep", "doe2019"), ("doe2019", "he2016deep")], "'doe2019' is taken"),
    ],
)
def test_what_cannot_be_renamed(wanted: list[tuple[str, str]], message: str) -> None:
    """A key that is not there, or a new one that is none or another's, is refused with the reason."""
    with pytest.raises(PapernotesError) as error:
        renamed(*wanted)
    assert message in str(error.value)


# --- what to replace ------------------------------------------------------------------------------

MANUSCRIPT = r"""
\cite{Foo2020,Foo2020b,Foo2020}, \citep[see][p.~3]{Foo2020+}, \citet{ Foo2020 , DBLP:Foo2020 }, a.b/c:d2020 a_b/c:d2020
As [@Foo2020; -@Foo2020, p. 3; @{Foo2020}] and @Foo2020. See @Foo2020: it [[Foo2020|x]]
not Foo2020-based or x@Foo2020.
The transformer is a transformer. \citep{bert,transformer, gpt} [@transformer] [[transformer]] @article{transformer,
file:Foo2020.pdf
"""
REPLACED = r"""
\cite{New+2020,Foo2020b,New+2020}, \citep[see][p.~3]{Foo2020+}, \citet{ New+2020 , DBLP:Foo2020 }, e/f2020 a_b/c:d2020
As [@New+2020; -@New+2020, p. 3; @{New+2020}] and @New+2020. See @New+2020: it [[New+2020|x]]
not Foo2020-based or x@Foo2020.
The transformer is a transformer. \citep{bert,vaswani2017, gpt} [@vaswani2017] [[vaswani2017]] @article{vaswani2017,
file:Foo2020.pdf
"""


@pytest.mark.skipif(not shutil.which("sed"), reason="no sed")
def test_sed_replaces_whole_keys_only(tmp_path: Path) -> None:
    """The script of `sed` changes a manuscript where the key is cited, nowhere else, and a second time nothing."""
    script = keys.sed_script([("Foo2020", "New+2020"), ("a.b/c:d2020", "e/f2020"), ("transformer", "vaswani2017")])
    (tmp_path / "rename.sed").write_text(script)
    (tmp_path / "paper.tex").write_text(MANUSCRIPT)
    for _ in range(2):
        subprocess.run(["sed", "-E", "-i.bak", "-f", "rename.sed", "paper.tex"], cwd=tmp_path, check=True)
        made = (tmp_path / "paper.tex").read_text()
        assert made == REPLACED


CITEKEY = st.from_regex(r"[A-Za-z][A-Za-z0-9_:.+/-]{0,12}[A-Za-z0-9+]", fullmatch=True)


@pytest.mark.skipif(not shutil.which("sed"), reason="no sed")
def test_sed_reads_any_key() -> None:
    """Whatever the keys hold, each is replaced where it is cited, and its longer namesakes are not."""

    @settings(max_examples=20)
    @given(st.dictionaries(CITEKEY, st.just("new-1"), min_size=1, max_size=8))
    def check(replaced: dict[str, str]) -> None:
        script = keys.sed_script(replaced.items())
        text = "".join(f"[@{key}]\n\\cite{{{key},x}}\n[@{key}x]\n" for key in replaced)
        done = subprocess.run(["sed", "-E", script], input=text, capture_output=True, text=True, check=True)
        wanted = "".join(
            f"[@new-1]\n\\cite{{new-1,x}}\n[@{'new-1' if f'{key}x' in replaced else f'{key}x'}]\n" for key in replaced
        )
        assert done.stdout == wanted

    check()


def test_the_list_as_json() -> None:
    """Programs read pairs."""
    assert json.loads(keys.json_list([("a", "b"), ("é", "c")])) == [{"old": "a", "new": "b"}, {"old": "é", "new": "c"}]
