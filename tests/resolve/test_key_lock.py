"""Tests of the key lock: reading, writing, checking, and renaming keys in it."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from papernotes_plugin.resolve import keys
from papernotes_plugin.resolve.keys.key_lock import Pin
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.issues import PapernotesError
from papernotes_plugin.vocabulary.model import Paper
from tests.helpers.assigned_keys import assigned, paper

# --- read -----------------------------------------------------------------------------------------


def test_the_lock_is_read() -> None:
    """A key lock may hold identifiers in any spelling, titles, former keys, comments and empty lines."""
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


SHAPE = "a line must contain an identifier, a citekey and, after 'was', older keys"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("arxiv:2401.00001", SHAPE),
        ("arxiv:2401.00001 a b", SHAPE),
        ("arxiv:2401.00001 a b c", SHAPE),
        ("arxiv:2401.00001 a was", SHAPE),
        ("nothing:x a", "'nothing:x' is not an identifier"),
        ("title: a", "'title:' is not an identifier"),
        ("name: a", "'name:' is not an identifier"),
        ("arxiv:2401.00001 a%b", "'a%b' cannot be a citekey"),
        ("arxiv:2401.00001 a was a%b", "'a%b' cannot be a citekey"),
        ("arxiv:2401.00009 other", "'arxiv:2401.00009' is pinned already, to 'good'"),
    ],
)
def test_a_broken_line_is_reported(line: str, problem: str) -> None:
    """An invalid line is reported with its number, and the other lines are used."""
    lock, issues = keys.read_lock(f"arxiv:2401.00009 good\n{line}\n", "keys.txt")
    assert [(pin.name, pin.citekey) for pin in lock.values()] == [("arxiv:2401.00009", "good")]
    assert list(map(str, issues)) == [f"keys.txt:2: {problem}; the line was ignored [broken-key-lock]"]


# --- pin ------------------------------------------------------------------------------------------


def test_the_lock_is_written() -> None:
    """The lock has a sorted line per paper; a paper without identifier is pinned by an unshared title."""
    papers = [
        paper("Some Title!")._replace(citekey="b"),
        paper("One", "openreview:AAAAAAAAAA", "arxiv:2401.00001")._replace(citekey="a"),
        paper("Twin")._replace(citekey="c"),
        paper("Twin")._replace(citekey="d"),
    ]
    assert keys.write_lock(papers) == "openreview:AAAAAAAAAA a\ntitle:some-title b\n"


def test_a_name_is_pinned_as_a_name() -> None:
    """A paper without identifier and title is pinned by what the notes call it, which is no title."""
    nameless = paper("")._replace(called="Muon", citekey="muon2024")
    written = keys.write_lock([nameless])
    assert written == "name:muon muon2024\n"
    lock, issues = keys.read_lock(written, "keys.txt")
    assert issues == ()
    assert [pin.citekey for pin in keys.pins_of(nameless, lock)] == ["muon2024"]
    assert keys.pins_of(paper("Muon"), lock) == []
    twins = [nameless, nameless._replace(citekey="muon2025")]
    assert keys.write_lock(twins) == ""
    assert {i.message.partition(" is ")[2] for i in keys.unpinned(twins, {}, "keys.txt")} == {
        "not pinned, and cannot be: another paper has the same name, and both lack an identifier"
    }


def test_a_name_behind_title_still_pins() -> None:
    """A line of an earlier version, which has a name behind `title:`, pins the paper without a title."""
    lock, _ = keys.read_lock("title:muon muon2024\n", "keys.txt")
    assert [pin.citekey for pin in keys.pins_of(paper("")._replace(called="Muon"), lock)] == ["muon2024"]


def test_a_paper_is_found_by_any_of_its_names() -> None:
    """A pin matches by title or by any identifier, also when the paper gets an identifier later."""
    library_paper = paper("Some Title", "arxiv:2401.00001", "openreview:AAAAAAAAAA")
    for name in ("arxiv:2401.00001", "openreview:AAAAAAAAAA", "title:some-title"):
        assert assigned(library_paper, lock={name: "pin"})[0] == ["pin"]


def test_a_pin_by_title_holds_while_a_mention_has_that_title() -> None:
    """A paper pinned by the title in a note keeps its key when a bibliography has a longer title."""
    library_paper = paper("Deep Residual Learning for Image Recognition", bib="he2016deep", written_keys="he")
    (mention,) = library_paper.mentions
    titled = mention._replace(evidence=mention.evidence._replace(title="Deep Residual Learning"))
    assert assigned(library_paper._replace(mentions=(titled,)), lock={"title:deep-residual-learning": "mine2016"}) == (
        ["mine2016"],
        [],
    )


def test_unpinned_keys_are_counted() -> None:
    """One issue counts the keys that a lock does not pin; without a lock there is no issue."""
    papers = [paper("One", bib="one"), paper("Two", bib="two"), paper("Three", "arxiv:2401.00003", bib="three")]
    assert assigned(*papers, lock={"arxiv:2401.00003": "three"})[1] == [
        "bib/keys.txt: citekey 'one' and 1 more are not pinned [unpinned-key]"
    ]
    assert assigned(*papers)[1] == []


def test_the_first_of_two_pins_of_one_paper_is_used() -> None:
    """Two pinned papers that are merged get the key of the first line; the other key is an alias."""
    merged = paper("Some Title", "doi:10.1145/1.2", "arxiv:2401.00001")
    lock, _ = keys.read_lock("arxiv:2401.00001 first\ndoi:10.1145/1.2 second was older\n", "keys.txt")
    (chosen,), issues = keys.assign([merged], lock, Config())
    assert (chosen.citekey, chosen.aliases, chosen.moved_from) == ("first", ("second", "older"), ("second", "older"))
    assert list(map(str, issues)) == [
        "bib/keys.txt:2: 'second' is pinned to doi:10.1145/1.2: it is now an alias of 'first', which is the same paper "
        "[changed-key]"
    ]


def test_a_former_key_precedes_keys_that_are_not_pinned() -> None:
    """A former key stays with its paper, even if a bibliography gives it to another paper."""
    lock, _ = keys.read_lock("arxiv:2401.00002 new was k2020\n", "keys.txt")
    papers = [paper("One", "arxiv:2401.00001", bib="k2020"), paper("Two", "arxiv:2401.00002")]
    chosen, issues = keys.assign(papers, lock, Config())
    assert [p.citekey for p in chosen] == ["k2020-one", "new"]
    assert chosen[1].aliases == ("k2020",)
    assert issues[0].message.startswith("citekey 'k2020' already names arxiv:2401.00002")


def test_no_generated_key_equals_the_pin_of_an_absent_paper() -> None:
    """The pin of an unmentioned paper is not generated for another; a paper cited by that key gets it."""
    lock = {"arxiv:2401.00001": "lee2024title"}
    newcomer = paper("Title Matters", "arxiv:2401.00002", authors=("Lee, A.",), year=2024)
    assert assigned(newcomer)[0] == ["lee2024title"]
    assert assigned(newcomer, lock=lock)[0] == ["lee2024title-matters"]
    assert assigned(newcomer._replace(aliases=("lee2024title",)), lock=lock)[0] == ["lee2024title"]


# --- check ----------------------------------------------------------------------------------------


def test_unpinned_keys_are_reported_with_their_place() -> None:
    """An unpinned key is reported at a mention of its paper, a lost pin at its line in the lock."""
    text = "arxiv:2401.00001 same\narxiv:2401.00002 same\narxiv:2401.00009 lee2024title\n"
    lock, _ = keys.read_lock(text, "keys.txt")
    papers = [
        paper("One", "arxiv:2401.00001"),
        paper("Two", "arxiv:2401.00002"),
        paper("Three", "arxiv:2401.00003", written_keys="three", line=7),
        paper("Title Matters", "arxiv:2401.00004", authors=("Lee, A.",), year=2024),
    ]
    chosen, _ = keys.assign(papers, lock, Config())
    assert [str(i) for i in keys.unpinned(chosen, lock, "keys.txt")] == [
        "n.md:7: citekey 'three' is not pinned [unpinned-key]",
        "keys.txt: citekey 'lee2024title-matters' is not pinned; "
        "'lee2024title' is pinned to arxiv:2401.00009 (keys.txt:3), which no note or entry contains [unpinned-key]",
        "keys.txt:2: 'same' is pinned to arxiv:2401.00002: another paper has it; this one is 'same-two' [changed-key]",
    ]


def test_a_key_that_cannot_be_pinned_is_reported() -> None:
    """Two papers with the same title and without identifier cannot be pinned."""
    chosen, _ = keys.assign([paper("Twin", bib="a"), paper("Twin", bib="b")], {}, Config())
    assert {i.message for i in keys.unpinned(chosen, {}, "keys.txt")} == {
        f"citekey '{key}' is not pinned, and cannot be: another paper has the same title, and both lack an identifier"
        for key in "ab"
    }


# --- rename ---------------------------------------------------------------------------------------

PAPERS = (
    paper("Attention Is All You Need", "arxiv:1706.03762"),
    paper("Deep Residual Learning", "doi:10.1109/cvpr.2016.90", "arxiv:1512.03385", written_keys="resnet"),
    paper("A Paper Without", bib="doe2019"),
)
TEXT = (
    "# pinned keys\r\n\r\n"
    "https://arxiv.org/abs/1706.03762  vaswani2017attention   # the transformer\r\n"
    "arxiv:2401.00009 gone2024 was gone\r\n"
    "arxiv:1512.03385 he2016deep was he2015deep\r\n"
    "broken line\r\n"
)


def rename_result(*renames: tuple[str, str], text: str = TEXT, papers: tuple[Paper, ...] = PAPERS) -> keys.Renaming:
    """Return the result of renaming these keys."""
    lock, _ = keys.read_lock(text, "keys.txt")
    return keys.rename(keys.assign(papers, lock, Config())[0], text, renames)


def test_a_line_is_renamed() -> None:
    """A renamed line has the new key and then all former keys; every other byte of the file is unchanged."""
    renaming = rename_result(
        ("vaswani2017attention", "transformer2017"), ("he2016deep", "resnet2016"), ("doe2019", "doe2020")
    )
    assert renaming.lock == (
        "# pinned keys\r\n\r\n"
        "https://arxiv.org/abs/1706.03762 transformer2017 was vaswani2017attention   # the transformer\r\n"
        "arxiv:2401.00009 gone2024 was gone\r\n"
        "arxiv:1512.03385 resnet2016 was he2016deep he2015deep\r\n"
        "broken line\r\n"
        "title:a-paper-without doe2020 was doe2019\r\n"
    )
    assert renaming.replaced == (
        ("doe2019", "doe2020"),
        ("he2015deep", "resnet2016"),
        ("he2016deep", "resnet2016"),
        ("vaswani2017attention", "transformer2017"),
    )
    lock, _ = keys.read_lock(renaming.lock, "keys.txt")
    chosen, _ = keys.assign(PAPERS, lock, Config())
    assert [p.citekey for p in chosen] == ["transformer2017", "resnet2016", "doe2020"]
    assert [p.aliases for p in chosen] == [
        ("vaswani2017attention",),
        ("he2016deep", "he2015deep", "resnet"),
        ("doe2019",),
    ]
    assert [p.moved_from for p in chosen] == [("vaswani2017attention",), ("he2016deep", "he2015deep"), ("doe2019",)]


def test_renaming_again_gives_the_same_result() -> None:
    """Repeating a renaming changes nothing, so that its list can be written in two formats."""
    first = rename_result(("he2016deep", "resnet2016"))
    again = rename_result(("he2016deep", "resnet2016"), text=first.lock)
    assert again == first


def test_a_paper_may_be_renamed_to_its_alias_or_former_key() -> None:
    """The new key may be an alias, a former key, or the same key in other case."""
    assert "he2015deep was he2016deep\r\n" in rename_result(("he2016deep", "he2015deep")).lock
    assert "resnet was he2016deep he2015deep\r\n" in rename_result(("he2016deep", "resnet")).lock
    renaming = rename_result(("he2016deep", "He2016Deep"))
    assert "He2016Deep was he2016deep he2015deep\r\n" in renaming.lock
    lock, _ = keys.read_lock(renaming.lock, "keys.txt")
    chosen, _ = keys.assign(PAPERS, lock, Config())
    assert (chosen[1].citekey, chosen[1].slug, chosen[1].moved_from) == (
        "He2016Deep",
        "he2016deep",
        ("he2015deep",),
    )


def test_renaming_resolves_two_pins_of_one_paper() -> None:
    """Renaming the unused key to the used one removes the conflict of two pins."""
    merged = (paper("Some Title", "doi:10.1145/1.2", "arxiv:2401.00001"),)
    text = "doi:10.1145/1.2 first\narxiv:2401.00001 second\n"
    renaming = rename_result(("second", "first"), text=text, papers=merged)
    assert renaming.lock == "doi:10.1145/1.2 first\narxiv:2401.00001 first was second\n"
    assert renaming.replaced == (("second", "first"),)
    lock, _ = keys.read_lock(renaming.lock, "keys.txt")
    assert keys.assign(merged, lock, Config())[1] == ()


@pytest.mark.parametrize(
    ("renames", "message"),
    [
        ([("nobody2020", "x2020")], "no paper has the citekey 'nobody2020'"),
        ([("resnet", "x2020")], "'resnet' is an alias of 'he2016deep'; rename that key"),
        ([("he2015deep", "x2020")], "'he2015deep' is an alias of 'he2016deep'; rename that key"),
        ([("he2016deep", "a%b")], "'a%b' cannot be a citekey; 'a-b' can"),
        ([("he2016deep", "")], "'' cannot be a citekey"),
        ([("he2016deep", "-x")], "'-x' cannot be a citekey; 'x' can"),
        (
            [("he2016deep", "vaswani2017attention")],
            "'vaswani2017attention' is already a key of the paper 'vaswani2017attention'",
        ),
        (
            [("he2016deep", "Vaswani2017ATTENTION")],
            "is already a key of the paper 'vaswani2017attention' (ignoring case)",
        ),
        ([("he2016deep", "GONE")], "line 4 of the key lock already pins 'GONE' to arxiv:2401.00009"),
        ([("he2016deep", "a1"), ("he2016deep", "b1")], "'he2016deep' cannot become both 'a1' and 'b1'"),
        ([("he2016deep", "a1"), ("a1", "b1")], "no paper has the citekey 'a1'"),
        ([("he2016deep", "x1"), ("doe2019", "X1")], "two papers cannot both become 'X1'"),
        ([("he2016deep", "doe2019"), ("doe2019", "he2016deep")], "'doe2019' is already a key"),
    ],
)
def test_an_impossible_renaming_is_refused(renames: list[tuple[str, str]], message: str) -> None:
    """An unknown old key, an invalid new key and a key of another paper raise an error with the reason."""
    with pytest.raises(PapernotesError) as error:
        rename_result(*renames)
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
    """The `sed` script replaces a key only where it is cited, and a second run changes nothing."""
    script = keys.sed_script([("Foo2020", "New+2020"), ("a.b/c:d2020", "e/f2020"), ("transformer", "vaswani2017")])
    (tmp_path / "rename.sed").write_text(script)
    (tmp_path / "paper.tex").write_text(MANUSCRIPT)
    for _ in range(2):
        subprocess.run(["sed", "-E", "-i.bak", "-f", "rename.sed", "paper.tex"], cwd=tmp_path, check=True)
        assert (tmp_path / "paper.tex").read_text() == REPLACED


CITEKEY = st.from_regex(r"[A-Za-z][A-Za-z0-9_:.+/-]{0,12}[A-Za-z0-9+]", fullmatch=True)


@pytest.mark.skipif(not shutil.which("sed"), reason="no sed")
def test_sed_reads_any_key() -> None:
    """Any citekey is replaced where it is cited, and longer keys that begin with it are not."""

    @settings(max_examples=20)
    @given(st.dictionaries(CITEKEY, st.just("new-1"), min_size=1, max_size=8))
    def check(replaced: dict[str, str]) -> None:
        script = keys.sed_script(replaced.items())
        text = "".join(f"[@{key}]\n\\cite{{{key},x}}\n[@{key}x]\n" for key in replaced)
        done = subprocess.run(["sed", "-E", script], input=text, capture_output=True, text=True, check=True)
        expected = "".join(
            f"[@new-1]\n\\cite{{new-1,x}}\n[@{'new-1' if f'{key}x' in replaced else f'{key}x'}]\n" for key in replaced
        )
        assert done.stdout == expected

    check()


def test_json_list_holds_pairs() -> None:
    """The JSON list holds a pair of old and new key per renaming."""
    assert json.loads(keys.json_list([("a", "b"), ("é", "c")])) == [{"old": "a", "new": "b"}, {"old": "é", "new": "c"}]
