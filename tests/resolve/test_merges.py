"""Check the merges of real and synthetic bibliographies with an independent judge."""

from __future__ import annotations

import os
import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from papernotes_plugin import bibtex
from papernotes_plugin.resolve.cluster_comparison import Comparison
from papernotes_plugin.resolve.identity import merge_mentions
from papernotes_plugin.vocabulary.issues import Code, Issue
from papernotes_plugin.vocabulary.model import Entry, Evidence, Link, Mention, MentionKind, Source, Span
from tests.helpers import merge_judge
from tests.helpers.synthetic_entries import Case, Fields, Generator, bib_text

ROOT = Path(__file__).parents[2]
TEX = Path("/usr/share/texlive/texmf-dist/bibtex/bib")
FOLDERS = {
    "this repository": ROOT / "bib",
    "reference notes": ROOT.parent / "shared" / "truth",
    "beebe": TEX / "beebe",
    "biblatex": TEX / "biblatex",
    "archaeologie": TEX / "archaeologie",
    "consumers": ROOT / "tests" / "consumers" / "node_modules",
}
OPTIONAL = {"reference notes", "consumers"}
"""Folders that `.ci/run` does not install, or that hold no `.bib` file in some versions."""
MIN_RECALL = 0.99
START = 150_000
"""Number of bytes of each file that the fast check reads."""


def groups_of(entries: Sequence[Entry]) -> tuple[list[list[int]], tuple[Issue, ...]]:
    """Return the indexes of the entries of each paper, and the issues."""
    # a tag of its own shows to which paper each entry belongs
    tagged = [replace(entry, evidence=entry.evidence._replace(tags=(str(n),))) for n, entry in enumerate(entries)]
    papers, issues = merge_mentions((), tagged)
    groups = [sorted(int(tag) for tag in paper.tags) for paper in papers]
    assert sorted(index for group in groups for index in group) == list(range(len(entries)))
    return groups, issues


def read(text: str) -> tuple[Entry, ...]:
    """Return the entries of a `.bib` file."""
    return bibtex.read_quoted(Source("a.bib", text.encode()))[0]


# --- real files -----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [START, pytest.param(None, marks=pytest.mark.full)], ids=["start", "whole"])
@pytest.mark.parametrize("name", FOLDERS)
def test_no_merge_of_a_real_file_is_wrong(name: str, size: int | None) -> None:
    """The judge finds no wrong merge, and at least 99 % of the true duplicates are merged."""
    files = sorted(FOLDERS[name].rglob("*.bib"))
    if not files:
        required = os.environ.get("PAPERNOTES_REQUIRE_TOOLS") and name not in OPTIONAL
        (pytest.fail if required else pytest.skip)(f"no .bib files in {FOLDERS[name]}")
    wrong: list[str] = []
    joined = expected = 0
    for file in files:
        data = file.read_bytes()
        if size and len(data) > size:
            data = data[: data.rindex(b"\n@", 0, size)]
        entries = bibtex.read_quoted(Source(file.name, data))[0]
        works = [merge_judge.work_of(entry.type, dict(entry.fields)) for entry in entries]
        groups, _ = groups_of(entries)
        wrong += [
            f"{file.name}: {entries[a].key} and {entries[b].key}: {reason}"
            for a, b, reason in merge_judge.wrong_pairs(works, groups)
        ]
        paper_of = {index: number for number, group in enumerate(groups) for index in group}
        pairs = list(merge_judge.duplicates(works))
        joined += sum(paper_of[a] == paper_of[b] for a, b in pairs)
        expected += len(pairs)
    assert wrong == []
    assert joined >= MIN_RECALL * expected


def test_the_judge_objects() -> None:
    """The judge objects to other titles, authors, years and places, and accepts preprints and one DOI."""
    fields = {"title": "On Sums of Cubes", "author": "Lee, Ann", "year": "2001", "volume": "3", "pages": "7--9"}
    work = merge_judge.work_of("article", fields)
    for change, reason in (
        ({"title": "On Products of Sines"}, "title"),
        ({"title": "On Sums of Cubes 2"}, ""),
        ({"author": "Roe, Bo"}, "authors"),
        ({"year": "2003"}, "year"),
        ({"volume": "4", "pages": "70"}, "place"),
        ({"year": "2003", "eprint": "2001.00001"}, ""),
        ({"title": "{ON} {S}ums of \\emph{Cubes}", "author": "Ann Lee"}, ""),
    ):
        assert merge_judge.objection(work, merge_judge.work_of("article", fields | change)) == reason


Pair = tuple[str, Fields, Fields]
BOOK: Fields = {"type": "book", "title": "A Calendar of Small Seas", "author": "Lee, Ann", "year": "2001"}
SHORT: Fields = BOOK | {"title": "Small Seas"}
ARTICLE: Fields = BOOK | {"type": "article", "journal": "Atlas", "volume": "3", "number": "2", "pages": "7--9"}
THESIS: Fields = BOOK | {"type": "phdthesis", "school": "Atlantis"}
CHAPTER: Fields = {"type": "incollection", "title": BOOK["title"], "author": "Lee, Ann", "pages": "5--9"}
DOI: Fields = {"doi": "10.1234/one"}
ISBN: Fields = {"isbn": "978-1-4020-5678-9"}
OTHER: list[Pair] = [
    ("parts of one ISBN", BOOK | ISBN | {"title": "Small Seas Part A"}, BOOK | ISBN | {"title": "Small Seas Part B"}),
    ("a longer title of another year and place", ARTICLE | DOI, ARTICLE | DOI | {
        "title": BOOK["title"] + " in the Far North", "year": "2004", "volume": "6", "pages": "70--90"}),
    ("a manuscript of more authors", THESIS, THESIS | {"type": "unpublished", "author": "Lee, Ann and Roe, Bo"}),
    ("a preprint of more authors", THESIS, {"type": "misc", "title": BOOK["title"], "author": "Roe, Bo and Lee, Ann",
        "year": "2001", "eprint": "0101.00001", "archiveprefix": "arXiv"}),
    ("books of other lengths", BOOK | {"pages": "122"}, BOOK | {"pages": "x + 146"}),
    ("one author is unknown", SHORT, {"type": "book", "title": "Small Seas", "year": "2001"}),
    ("one year is unknown", SHORT, {"type": "book", "title": "Small Seas", "author": "Lee, Ann"}),
    ("parts of a long article", ARTICLE | {"pages": "144 (55--90)"}, ARTICLE | {"pages": "144 (39--54)"}),
    ("texts in one issue", ARTICLE | {"pages": "43--43"}, ARTICLE | {"pages": "54--54"}),
    ("editions", BOOK | {"edition": "Version 2.6"}, BOOK | {"edition": "Version 2.7"}),
    ("versions of a program", BOOK | {"type": "misc", "edition": "Windows"}, BOOK | {"type": "misc"}),
    ("conferences", CHAPTER | {"booktitle": "Seas 2007"}, CHAPTER | {"booktitle": "Lakes 2009"}),
    ("namesakes", BOOK, BOOK | {"author": "Lee, Xu"}),
    ("other first authors", BOOK | {"author": "Lee, Ann and Roe, Bo"}, BOOK | {"author": "Mo, Jo and Roe, Bo"}),
    ("a number in another field", BOOK | {"title": "Papers on Seas, vol", "publisher": "45, 185 pp"},
     BOOK | {"title": "Papers on Seas, vol", "publisher": "46, 198 pp"}),
]  # fmt: skip
"""Kinds of entries that describe two works, with their reason; each occurs in real files."""
ONE: list[Pair] = [
    ("spelling", ARTICLE, ARTICLE | {"author": "A. Lee", "journal": "The Atlas", "pages": "7-9",
        "title": "a calendar of {Small} seas"}),
    ("one author is unknown", SHORT | {"publisher": "Atlas"},
     {"type": "book", "title": "Small Seas", "year": "2001", "publisher": "Atlas"}),
    ("only a long title", BOOK, {"type": "misc", "title": BOOK["title"]}),
    ("one year is unknown", CHAPTER | {"booktitle": "Seas of 2007"}, CHAPTER | {"booktitle": "Seas", "year": "2007"}),
    ("first online", ARTICLE | DOI, ARTICLE | DOI | {"year": "2000"}),
    ("revised edition", BOOK | {"edition": "2nd"}, BOOK | {"edition": "Second, revised ed."}),
    ("pages with a preface", BOOK | {"pages": "xi + 361"}, BOOK | {"pages": "372"}),
    ("order of authors", BOOK | {"author": "Lee, Ann and Roe, Bo"}, BOOK | {"author": "Bo Roe and Ann Lee"}),
]  # fmt: skip
"""Kinds of entries that describe one work."""


@pytest.mark.parametrize(("one", "other"), [pair[1:] for pair in OTHER], ids=[pair[0] for pair in OTHER])
def test_works_of_one_title_are_not_merged(one: Fields, other: Fields) -> None:
    """Entries of two works are two papers in both orders, and the judge objects to their merge."""
    for entries in ([one, other], [other, one]):
        groups, _ = groups_of(read(bib_text(entries)))
        assert groups == [[0], [1]]
    first, second = (merge_judge.work_of(entry["type"], entry) for entry in (one, other))
    assert merge_judge.objection(first, second)


@pytest.mark.parametrize(("one", "other"), [pair[1:] for pair in ONE], ids=[pair[0] for pair in ONE])
def test_entries_of_one_work_are_merged(one: Fields, other: Fields) -> None:
    """Entries of one work are one paper in both orders, and the judge accepts it."""
    for entries in ([one, other], [other, one]):
        groups, _ = groups_of(read(bib_text(entries)))
        assert groups == [[0, 1]]
    first, second = (merge_judge.work_of(entry["type"], entry) for entry in (one, other))
    assert not merge_judge.objection(first, second)


def test_titles_that_are_cut_off_join_nothing() -> None:
    """Two links with one cut title are two papers; an entry gives its title whole."""
    title = "A Survey of Large Lang…"
    mentions = [
        Mention(
            note=f"{n}.md", kind=MentionKind.ITEM, span=Span(0, 5), line=1, column=1, text="x", context="",
            evidence=Evidence(title=title, links=(Link("paper", f"https://example.org/{n}"),)),
        )
        for n in range(2)
    ]  # fmt: skip
    papers, _ = merge_mentions(mentions, ())
    assert [paper.title for paper in papers] == [title, title]
    groups, _ = groups_of(read(bib_text([BOOK | {"title": "And Then There Were None..."}] * 2)))
    assert groups == [[0, 1]]


@pytest.mark.parametrize(
    ("authors", "year", "count"),
    [(("Lee",), 2023, 1), (("Lee, Ann",), 2021, 2), (("Ray",), 2023, 2), ((), 2023, 1), ((), None, 2)],
)
def test_a_title_that_is_cut_off_joins_the_longer_one(authors: tuple[str, ...], year: int | None, count: int) -> None:
    """A title that is cut off is that of the only longer one with the same author and year."""
    facts = [
        Evidence(title="A Survey of Large Language Models", authors=("Ann Lee", "Bob Day"), year=2023),
        Evidence(title="A Survey of Large Lang…", authors=authors, year=year),
        Evidence(title="A Survey of Small Language Models", authors=("Ann Lee",), year=2023),
    ]
    mentions = [
        Mention(
            note=f"{n}.md", kind=MentionKind.ITEM, span=Span(0, 5), line=1, column=1, text="x", context="",
            evidence=evidence,
        )
        for n, evidence in enumerate(facts)
    ]  # fmt: skip
    papers, _ = merge_mentions(mentions, ())
    assert len(papers) == count + 1
    assert papers[0].title == "A Survey of Large Language Models"


# --- synthetic cases ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    """Return 3,000 cases made of the facts of the bibliography of this repository."""
    facts = [
        dict(entry.fields) | {"title": entry.evidence.title, "author": " and ".join(entry.evidence.authors[:4])}
        for entry in read((ROOT / "bib" / "papers.bib").read_text("utf-8"))
        if entry.evidence.authors and all(", " in name for name in entry.evidence.authors[:4])
    ]
    return list(Generator(facts, seed=19).cases(3000))


def test_contradictions_are_never_merged(cases: list[Case]) -> None:
    """Contradicting entries are never one paper, and duplicates and preprints always are, in every order."""
    entries = [entry for case in cases for entry in case.entries]
    order = random.Random(1).sample(range(len(entries)), len(entries))
    groups, issues = groups_of(read(bib_text([entries[index] for index in order])))
    paper_of = {order[index]: number for number, group in enumerate(groups) for index in group}
    works = [(number, work) for number, case in enumerate(cases) for work in case.works]
    works_of: dict[int, set[tuple[int, int]]] = defaultdict(set)
    papers_of: dict[tuple[int, int], set[int]] = defaultdict(set)
    for index, (case, work) in enumerate(works):
        if work is not None:
            works_of[paper_of[index]].add((case, work))
            papers_of[case, work].add(paper_of[index])
    wrong = Counter(cases[case].kind for held in works_of.values() if len(held) > 1 for case, _ in held)
    split = Counter(cases[case].kind for (case, _), papers in papers_of.items() if len(papers) > 1)
    assert (wrong, split) == ({}, {})
    assert {Code.IDENTIFIER_CONTRADICTS, Code.POSSIBLE_DUPLICATE} <= {issue.code for issue in issues}


def test_the_judge_agrees_with_the_cases(cases: list[Case]) -> None:
    """The judge accepts the merges that a case demands, and objects to at least nine of ten that it forbids."""
    demanded = forbidden = objections = 0
    for case in cases:
        works = [merge_judge.work_of(fields["type"], fields) for fields in case.entries]
        for b, work in enumerate(case.works):
            for a in range(b):
                if work is not None and case.works[a] is not None:
                    reason = merge_judge.objection(works[a], works[b])
                    if case.works[a] == work:
                        demanded += 1
                        assert not reason, (case, reason)
                    else:
                        forbidden += 1
                        objections += bool(reason)
    assert demanded >= 900
    assert objections >= 0.9 * forbidden


def test_polluted_identifiers_are_reported_with_both_places(cases: list[Case]) -> None:
    """Each entry with an identifier of another work is reported, with its own place and that of the other."""
    polluted = next(case for case in cases if case.kind == "pollution")
    _, issues = groups_of(read(bib_text(polluted.entries)))
    reports = [str(issue) for issue in issues if issue.code is Code.IDENTIFIER_CONTRADICTS]
    assert len(reports) == 2
    assert all("is also at a.bib:1 with another title" in report for report in reports)


@pytest.mark.parametrize("count", [57, 3000])
def test_one_title_of_very_many_entries_is_linear(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Entries with one title are not compared all with all, and contradicting ones stay apart."""
    compared = 0
    by_title = Comparison.by_title

    def counted(self: Comparison, *arguments: object) -> object:
        nonlocal compared
        compared += 1
        return by_title(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(Comparison, "by_title", counted)
    work: Fields = {"type": "article", "title": "The Quarterly Chronicle of Small Events", "author": "Lee, Ann"}
    entries = [work | {"year": str(1900 + n % 120), "volume": str(n), "pages": str(n)} for n in range(count)]
    groups, _ = groups_of(read(bib_text(entries)))
    assert len(groups) == count
    assert compared <= 60 * count


def test_a_title_that_recurs_needs_equal_pages() -> None:
    """Two editorials of one author are one only if all facts are alike; neither title nor year is enough."""
    base: Fields = {"type": "article", "title": "Editorial", "author": "Lee, Ann", "journal": "Atlas", "year": "2001"}
    placed = base | {"volume": "3", "number": "1", "pages": "1--2"}
    groups, _ = groups_of(read(bib_text([base, dict(base), placed, dict(placed), placed | {"number": "2"}])))
    assert sorted(map(sorted, groups)) == [[0, 1], [2, 3], [4]]


def test_an_isbn_joins_neither_chapters_nor_volumes() -> None:
    """One ISBN in a book, its chapter and another volume makes three works; a second entry of the book is the same."""
    book: Fields = {"type": "book", "title": "Handbook of Small Seas", "editor": "Lee, Ann", "year": "2001"}
    book |= {"isbn": "978-1-4020-5678-9", "volume": "1", "publisher": "Atlas"}
    chapter: Fields = {"type": "incollection", "title": "Tides", "author": "Roe, Bo", "isbn": book["isbn"]}
    chapter |= {"booktitle": book["title"], "year": "2001"}
    entries = [book, chapter, book | {"volume": "2"}, book | {"title": "Handbook of small seas"}]
    groups, issues = groups_of(read(bib_text(entries)))
    assert sorted(groups) == [[0, 3], [1], [2]]
    assert Code.IDENTIFIER_CONTRADICTS not in {issue.code for issue in issues}


PIECES: list[Fields] = [
    {"author": "Lee, Ann"},
    {"author": "Lee, A. and Roe, Bo"},
    {"author": "Roe, Bo"},
    {"year": "2001"},
    {"year": "2002"},
    {"volume": "3"},
    {"volume": "4"},
    {"pages": "7--9"},
    {"journal": "Atlas"},
    {"journal": "CoRR"},
    {"eprint": "1901.00001"},
    {"doi": "10.1234/one"},
    {"doi": "10.1234/two"},
    {"title": "Editorial"},
    {"title": "On Sums of Very Small Cubes"},
]
"""Facts of which the next test makes entries; later ones replace earlier ones."""
MADE = st.lists(st.sets(st.sampled_from(range(len(PIECES))), min_size=2, max_size=6), min_size=2, max_size=6)


@example([{3, 4}, {0, 1, 12}, {0, 1, 9, 12, 13}], random.Random(1))
@given(MADE, st.randoms(use_true_random=False))
def test_merges_do_not_depend_on_the_order_of_entries(chosen_facts: list[set[int]], rng: random.Random) -> None:
    """Entries in another order are merged alike, and never with one of which the year and volume contradict theirs."""
    entries: list[Fields] = []
    for chosen in chosen_facts:
        fields: Fields = {"type": "article", "title": "On Sums of Small Cubes"}
        for number in sorted(chosen):
            fields |= PIECES[number]
        entries.append(fields)
    order = rng.sample(range(len(entries)), len(entries))
    groups = groups_of(read(bib_text(entries)))[0]
    shuffled = groups_of(read(bib_text([entries[index] for index in order])))[0]
    assert sorted(groups) == sorted(sorted(order[index] for index in group) for group in shuffled)
    for group in groups:
        held = [entries[index] for index in group if not {"doi", "eprint"} & entries[index].keys()]
        held = [fields for fields in held if fields.get("journal") != "CoRR"]
        places = {(fields["year"], fields["volume"]) for fields in held if {"year", "volume"} <= fields.keys()}
        assert all(a[0] == b[0] or a[1] == b[1] for a in places for b in places)
