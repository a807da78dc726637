"""The law of identity, rule by rule."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from papernotes_plugin.identifiers import parse_identifier
from papernotes_plugin.resolve.identity import SameGroup, merge_mentions
from papernotes_plugin.vocabulary.issues import Code
from papernotes_plugin.vocabulary.model import Entry, Evidence, Identifier, Mention, MentionKind, Paper, Span

LONG = "Attention Is All You Need"


def ids(*texts: str) -> tuple[Identifier, ...]:
    """Identifiers by their spelling."""
    return tuple(i for i in map(parse_identifier, texts) if i is not None)


def said(
    line: int,
    *,
    note: str = "n.md",
    kind: MentionKind = MentionKind.CITATION,
    creates_paper: bool = True,
    **evidence: object,
) -> Mention:
    """A mention on a line of its own."""
    return Mention(
        note=note,
        kind=kind,
        span=Span(line * 100, line * 100 + 10),
        line=line,
        column=1,
        text="x",
        context="",
        evidence=Evidence(**evidence),  # type: ignore[arg-type]
        creates_paper=creates_paper,
    )


def entry(key: str, **evidence: object) -> Entry:
    """An entry of a bibliography."""
    said = Evidence(citekey=key, **evidence)  # type: ignore[arg-type]
    return Entry(key=key, type="misc", fields=(), path="bib/p.bib", line=1, evidence=said)


def groups(papers: tuple[Paper, ...]) -> list[list[int]]:
    """The lines of the mentions of each paper."""
    return sorted(sorted(m.line for m in p.mentions) for p in papers)


def codes(*mentions: Mention) -> set[Code]:
    """The codes of what was doubtful."""
    return {i.code for i in merge_mentions(mentions, ())[1]}


def test_a_shared_identifier_merges() -> None:
    """Law 1: one identifier is one paper, whatever else is said."""
    first = said(1, identifiers=ids("arxiv:1706.03762"), title="One Title of Some Length")
    second = said(2, identifiers=ids("arxiv:1706.03762", "doi:10.5555/1"), title="Quite Another Title Here")
    assert groups(merge_mentions((first, second), ())[0]) == [[1, 2]]


def test_an_identifier_and_its_twin_merge() -> None:
    """A paper of the ACL Anthology and its DOI are one paper by rule."""
    first = said(1, identifiers=ids("acl:P19-1001"))
    second = said(2, identifiers=ids("doi:10.18653/v1/P19-1001"))
    assert groups(merge_mentions((first, second), ())[0]) == [[1, 2]]


def test_two_identifiers_of_one_scheme_never_merge() -> None:
    """Law 2: not by title, not by key, not through a third; and it is said."""
    first = said(1, identifiers=ids("openreview:uHLgDEgiS5"), title=LONG, citekey="Wang2025")
    second = said(2, identifiers=ids("openreview:HD6bWcj87Y"), title=LONG, citekey="Wang2025")
    papers, issues = merge_mentions((first, second), ())
    assert groups(papers) == [[1], [2]]
    assert Code.CONFLICTING_IDENTIFIERS in {i.code for i in issues}


def test_the_authors_word_merges_what_nothing_else_may() -> None:
    """`same:` is the one exception, and an identifier in it that is none is named."""
    first = said(1, identifiers=ids("arxiv:1706.03762"))
    second = said(2, identifiers=ids("arxiv:1810.04805"))
    group = SameGroup(("arxiv:1706.03762", "arxiv:1810.04805", "nonsense"), "mine.md", 3)
    papers, issues = merge_mentions((first, second), (), (group,))
    assert groups(papers) == [[1, 2]]
    assert [(i.code, i.path, i.line) for i in issues] == [(Code.UNKNOWN_IDENTIFIER, "mine.md", 3)]


def test_a_distinctive_title_merges() -> None:
    """Law 3: four words or more, ignoring case, dashes and accents, and a preprint joins its publication."""
    preprint = said(1, identifiers=ids("arxiv:1706.03762"), title="Attention is all you need!")
    published = said(2, identifiers=ids("openreview:abcdefghij"), title=LONG, venue="NeurIPS", year=2017)
    (paper,), _ = merge_mentions((preprint, published), ())
    assert groups((paper,)) == [[1, 2]]
    assert (str(paper.venue), paper.type) == ("NeurIPS 2017", "inproceedings")


def test_a_short_title_needs_a_second_signal() -> None:
    """Law 3: two books called "Deep Learning" are two, unless first author, year or venue agree."""
    assert groups(merge_mentions((said(1, title="Deep Learning"), said(2, title="Deep learning")), ())[0]) == [[1], [2]]
    year = (said(1, title="Deep Learning", year=2015), said(2, title="Deep learning", year=2015))
    assert groups(merge_mentions(year, ())[0]) == [[1, 2]]
    authors = (
        said(1, title="Deep Learning", year=2015, authors=("Yann LeCun", "Yoshua Bengio")),
        said(2, title="Deep Learning", year=2015, authors=("Bengio, Yoshua", "Goodfellow, Ian")),
    )
    assert groups(merge_mentions(authors, ())[0]) == [[1], [2]]


def test_an_equal_title_of_strangers_does_not_merge() -> None:
    """Equal titles with authors that share no name are two papers."""
    first = said(1, title=LONG, authors=("Ashish Vaswani",))
    second = said(2, title=LONG, authors=("Jane Doe",))
    assert groups(merge_mentions((first, second), ())[0]) == [[1], [2]]


def test_a_plus_is_part_of_a_key() -> None:
    """Law 4: `X` and `X+` are two keys."""
    first, second = said(1, citekey="JiachenTWang2025ICLR"), said(2, citekey="JiachenTWang2025ICLR+")
    assert groups(merge_mentions((first, second), ())[0]) == [[1], [2]]


def test_a_key_joins_where_nothing_speaks_against_it() -> None:
    """Places that only have the key join the paper that has more; a clearly different title keeps apart."""
    full = said(
        1, citekey="Ho2020", title="Denoising Diffusion Probabilistic Models", identifiers=ids("arxiv:2006.11239")
    )
    assert groups(merge_mentions((full, said(2, citekey="Ho2020")), ())[0]) == [[1, 2]]
    other = said(3, citekey="Ho2020", title="A Wholly Unrelated Study of Whales")
    assert groups(merge_mentions((full, other), ())[0]) == [[1], [3]]


def test_what_founds_nothing_stays_out_unless_it_joins() -> None:
    """Law 5: a name never creates a paper."""
    loose = said(2, citekey="Ho2020", creates_paper=False, kind=MentionKind.KEY)
    assert merge_mentions((loose,), ())[0] == ()
    assert groups(merge_mentions((said(1, citekey="Ho2020"), loose), ())[0]) == [[1, 2]]


def test_a_near_title_is_reported_and_not_merged() -> None:
    """Law 6: doubt is said, never acted on."""
    first = said(1, title="Scaling Laws for Neural Language Models")
    second = said(2, title="Scaling Laws for Neural Language Model")
    assert groups(merge_mentions((first, second), ())[0]) == [[1], [2]]
    assert codes(first, second) == {Code.POSSIBLE_DUPLICATE}


def test_the_bibliography_enriches() -> None:
    """An entry is matched by identifier, then key, then title; what the notes call the paper stays an alias."""
    entries = (
        entry("vaswani2017attention", title=LONG, authors=("Vaswani, Ashish",), identifiers=ids("arxiv:1706.03762")),
        entry("ho2020denoising", title="Denoising Diffusion Probabilistic Models"),
        entry("unread2020", title="An Entry That No Note Mentions"),
    )
    mentions = (
        said(1, identifiers=ids("arxiv:1706.03762"), citekey="AshishVaswani2017NeurIPS"),
        said(2, title="Denoising diffusion probabilistic models"),
    )
    papers = {p.title: p for p in merge_mentions(mentions, entries)[0]}
    assert len(papers) == 3
    assert papers[LONG].aliases == ("vaswani2017attention", "AshishVaswani2017NeurIPS")
    assert papers[LONG].origins["authors"] == "bib/p.bib:1"
    assert [m.line for m in papers["Denoising Diffusion Probabilistic Models"].mentions] == [2]


def test_facts_by_precedence() -> None:
    """Front matter, then .bib, then card, then item or citation, then what the citekey implies."""
    key = "ChuntingZhou2025ICLR"
    mentions = [
        said(1, citekey=key),
        said(2, citekey=key, kind=MentionKind.ITEM, title="From the item"),
        said(3, citekey=key, kind=MentionKind.CARD, title="From the card", tldr="short"),
        said(4, citekey=key, kind=MentionKind.LITERATURE_NOTE, title="From the front matter"),
    ]
    for last, title in ((4, "From the front matter"), (3, "From the card"), (2, "From the item"), (1, key)):
        (paper,), _ = merge_mentions(mentions[:last], ())
        assert (paper.title, paper.year, str(paper.venue)) == (title, 2025, "ICLR 2025")
        assert paper.authors == ("Chunting Zhou",)
        assert paper.origins["authors"] == "citekey"
    with_entry = merge_mentions(mentions[:3], (entry(key, title="From the bib"),))[0][0]
    assert with_entry.title == "From the bib"


def test_a_short_title_takes_the_year_of_an_identifier() -> None:
    """A poster's number implies its conference and year: signals like those that are written out."""
    poster = said(1, identifiers=ids("icml:2023/25041"), title="Superhuman Fairness")
    same = entry("a2023", title="Superhuman fairness", year=2023, identifiers=ids("openreview:abcdefghij"))
    other = entry("b2021", title="Superhuman fairness", year=2021)
    assert len(merge_mentions((poster,), (same,))[0]) == 1
    assert len(merge_mentions((poster,), (other,))[0]) == 2


def test_strangers_do_not_hide_a_pair() -> None:
    """Of three places with one title the two that share an author merge, whichever comes first."""
    names = (("Ann Lee",), ("Jane Doe",), ("Doe, J.", "Bo Ray"))
    for turn in range(3):
        around = [*names[turn:], *names[:turn]]
        mentions = [said(n, title=LONG, authors=authors) for n, authors in enumerate(around)]
        pair = sorted(n for n, authors in enumerate(around) if "Ann Lee" not in authors)
        assert pair in groups(merge_mentions(mentions, ())[0])


def test_two_works_of_one_title_are_both_named() -> None:
    """Law 6: the doubt is said once for each further work, with the numbers that tell it from the first."""
    works = [said(n, identifiers=ids(f"arxiv:2401.0000{n}"), title=LONG) for n in (1, 2, 3)]
    papers, issues = merge_mentions(works, ())
    assert groups(papers) == [[1], [2], [3]]
    assert [(i.line, i.code) for i in issues] == [(n, Code.CONFLICTING_IDENTIFIERS) for n in (2, 3)]
    assert all(f"arxiv:2401.0000{i.line}" in i.message and "arxiv:2401.00001" in i.message for i in issues)


def test_an_everyday_title_of_two_works_is_no_doubt() -> None:
    """Two numbered papers called alike in two words, by different people, are simply two."""
    first = said(1, identifiers=ids("arxiv:2401.00001"), title="Deep Learning", authors=("Ann Lee",))
    second = said(2, identifiers=ids("arxiv:2401.00002"), title="Deep Learning", authors=("Bo Ray",))
    papers, issues = merge_mentions((first, second), ())
    assert (groups(papers), issues) == ([[1], [2]], ())


POOL = [
    said(1, identifiers=ids("arxiv:1706.03762"), title=LONG),
    said(2, identifiers=ids("arxiv:1706.03762", "doi:10.5555/3295222"), citekey="a2017b"),
    said(3, title=LONG),
    said(4, citekey="a2017b"),
    said(5, identifiers=ids("openreview:abcdefghij"), title="Another Fine Paper of Ours"),
    said(6, note="b.md", identifiers=ids("openreview:bcdefghijk"), title="Another fine paper of ours"),
    said(7, note="b.md", title="Deep Learning", year=2015),
    said(8, note="c.md", title="Deep Learning", year=2015),
    said(9, note="c.md", citekey="a2017b", creates_paper=False, kind=MentionKind.KEY),
]


ENTRIES = [
    entry("a2017b", title=LONG),
    entry("c2015d", title="Deep Learning", year=2015),
    entry("e2020f", identifiers=ids("openreview:bcdefghijk")),
]
CHOSEN = st.lists(st.sampled_from(POOL), unique_by=lambda m: m.line)
LISTED = st.lists(st.sampled_from(ENTRIES), unique_by=lambda e: e.key)


@given(CHOSEN, LISTED, st.randoms(use_true_random=False))
def test_nothing_depends_on_order(mentions: list[Mention], entries: list[Entry], chance: random.Random) -> None:
    """Law 6: shuffled notes give equal papers and equal issues; no mention that founds one is lost."""
    shuffled = chance.sample(mentions, len(mentions))
    papers, issues = merge_mentions(mentions, entries)
    assert (papers, issues) == merge_mentions(shuffled, chance.sample(entries, len(entries)))
    assert {m.line for p in papers for m in p.mentions} >= {m.line for m in mentions if m.creates_paper}


@given(CHOSEN, LISTED, st.permutations(range(len(POOL) + 1)))
def test_nothing_depends_on_the_names_of_notes(mentions: list[Mention], entries: list[Entry], names: list[int]) -> None:
    """The same places in notes that are called otherwise, and so read in another order, make the same papers."""
    renamed = [m._replace(note=f"{names[m.line]}.md") for m in mentions]
    assert groups(merge_mentions(mentions, entries)[0]) == groups(merge_mentions(renamed, entries)[0])


@given(CHOSEN, LISTED)
def test_two_numbers_of_one_scheme_are_never_one_paper(mentions: list[Mention], entries: list[Entry]) -> None:
    """Law 2, whatever else is there."""
    for paper in merge_mentions(mentions, entries)[0]:
        schemes = [i.scheme for i in paper.identifiers]
        assert len(set(schemes)) == len(schemes)
