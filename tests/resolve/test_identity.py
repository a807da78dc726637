"""Tests of the rules that decide which mentions are the same paper."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from papernotes_plugin.identifiers import parse_identifier
from papernotes_plugin.resolve.identity import SameGroup, merge_mentions
from papernotes_plugin.vocabulary.issues import Code
from papernotes_plugin.vocabulary.model import Entry, Evidence, Field, Identifier, Mention, MentionKind, Paper, Span

LONG = "Attention Is All You Need"


def ids(*texts: str) -> tuple[Identifier, ...]:
    """Return the identifiers in these texts."""
    return tuple(i for i in map(parse_identifier, texts) if i is not None)


def mention(
    line: int,
    *,
    note: str = "n.md",
    kind: MentionKind = MentionKind.CITATION,
    creates_paper: bool = True,
    **evidence: object,
) -> Mention:
    """Return a mention on this line."""
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
    """Return an entry of a bibliography."""
    with_key = Evidence(citekey=key, **evidence)  # type: ignore[arg-type]
    return Entry(key=key, type="misc", fields=(), path="bib/p.bib", line=1, evidence=with_key)


def groups(papers: tuple[Paper, ...]) -> list[list[int]]:
    """Return the lines of the mentions of each paper."""
    return sorted(sorted(m.line for m in p.mentions) for p in papers)


def codes(*mentions: Mention) -> set[Code]:
    """Return the codes of the issues that merging reports."""
    return {i.code for i in merge_mentions(mentions, ())[1]}


def test_a_shared_identifier_merges() -> None:
    """Rule 1: mentions that share an identifier are one paper, even with different titles."""
    first = mention(1, identifiers=ids("arxiv:1706.03762"), title="One Title of Some Length")
    second = mention(2, identifiers=ids("arxiv:1706.03762", "doi:10.5555/1"), title="Quite Another Title Here")
    assert groups(merge_mentions((first, second), ())[0]) == [[1, 2]]


def test_an_identifier_at_two_titles_of_two_years_does_not_merge() -> None:
    """Rule 1: an author gives the identifier of one paper to another one; a short title or a preprint shows none."""
    first = mention(1, identifiers=ids("doi:10.1145/1"), title="Small Machines for Many Tenants", year=2017)
    second = mention(2, identifiers=ids("doi:10.1145/1"), title="How Containers Share a Kernel", year=2020)
    assert groups(merge_mentions((first, second), ())[0]) == [[1], [2]]
    assert Code.IDENTIFIER_CONTRADICTS in codes(first, second)
    short = second._replace(evidence=second.evidence._replace(title="Containers"))
    early = second._replace(evidence=second.evidence._replace(identifiers=ids("doi:10.1145/1", "arxiv:2001.00001")))
    for other in (short, early):
        assert groups(merge_mentions((first, other), ())[0]) == [[1, 2]]


def test_an_identifier_and_its_equivalent_merge() -> None:
    """An identifier of the ACL Anthology and its DOI are one paper."""
    first = mention(1, identifiers=ids("acl:P19-1001"))
    second = mention(2, identifiers=ids("doi:10.18653/v1/P19-1001"))
    assert groups(merge_mentions((first, second), ())[0]) == [[1, 2]]


def test_two_identifiers_of_one_scheme_never_merge() -> None:
    """Rule 2: neither a shared title nor a shared key merges them, and the conflict is reported."""
    first = mention(1, identifiers=ids("openreview:uHLgDEgiS5"), title=LONG, citekey="Wang2025")
    second = mention(2, identifiers=ids("openreview:HD6bWcj87Y"), title=LONG, citekey="Wang2025")
    papers, issues = merge_mentions((first, second), ())
    assert groups(papers) == [[1], [2]]
    assert Code.CONFLICTING_IDENTIFIERS in {i.code for i in issues}


def test_the_option_same_merges_conflicting_identifiers() -> None:
    """`same:` is the only exception to rule 2, and an unknown identifier in it is reported."""
    first = mention(1, identifiers=ids("arxiv:1706.03762"))
    second = mention(2, identifiers=ids("arxiv:1810.04805"))
    group = SameGroup(("arxiv:1706.03762", "arxiv:1810.04805", "nonsense"), "mine.md", 3)
    papers, issues = merge_mentions((first, second), (), (group,))
    assert groups(papers) == [[1, 2]]
    assert [(i.code, i.path, i.line) for i in issues] == [(Code.UNKNOWN_IDENTIFIER, "mine.md", 3)]


def test_a_distinctive_title_merges() -> None:
    """Rule 3: equal titles of four words or more merge, ignoring case and punctuation; so preprint and publication."""
    preprint = mention(1, identifiers=ids("arxiv:1706.03762"), title="Attention is all you need!")
    published = mention(2, identifiers=ids("openreview:abcdefghij"), title=LONG, venue="NeurIPS", year=2017)
    (paper,), _ = merge_mentions((preprint, published), ())
    assert groups((paper,)) == [[1, 2]]
    assert (str(paper.venue), paper.type) == ("NeurIPS 2017", "inproceedings")


def test_spaces_and_hyphens_within_words_do_not_matter() -> None:
    """`Fine-tuned` and `Finetuned` are one word in a long title; in a short one, other letters may be meant."""
    long = "Fine-tuned Language Models are Zero-shot Learners"
    joined = [mention(1, title=long, year=2022), mention(2, title=long.replace("-", ""), year=2022)]
    assert groups(merge_mentions(joined, ())[0]) == [[1, 2]]
    short = [mention(1, title="Over all Nets"), mention(2, title="Overall Nets")]
    assert groups(merge_mentions(short, ())[0]) == [[1], [2]]


def test_a_short_title_needs_a_second_signal() -> None:
    """Rule 3: two works titled "Deep Learning" are two, unless first author, year or venue agree."""
    assert groups(merge_mentions((mention(1, title="Deep Learning"), mention(2, title="Deep learning")), ())[0]) == [
        [1],
        [2],
    ]
    year = (mention(1, title="Deep Learning", year=2015), mention(2, title="Deep learning", year=2015))
    assert groups(merge_mentions(year, ())[0]) == [[1, 2]]
    authors = (
        mention(1, title="Deep Learning", year=2015, authors=("Yann LeCun", "Yoshua Bengio")),
        mention(2, title="Deep Learning", year=2015, authors=("Bengio, Yoshua", "Goodfellow, Ian")),
    )
    assert groups(merge_mentions(authors, ())[0]) == [[1], [2]]


def test_an_equal_title_of_other_authors_does_not_merge() -> None:
    """Equal titles without a common author are two papers."""
    first = mention(1, title=LONG, authors=("Ashish Vaswani",))
    second = mention(2, title=LONG, authors=("Jane Doe",))
    assert groups(merge_mentions((first, second), ())[0]) == [[1], [2]]


def test_two_editions_of_two_years_do_not_merge() -> None:
    """Rule 3a: the number of the edition of a mention contradicts that of another, and so does the year."""
    title = "Artificial Machines: A Modern Approach to Them"
    editions = [(2003, "2"), (2010, "3"), (2010, "3")]
    stated = (
        mention(line, title=title, year=year, authors=("Lee, A.",), fields=(Field("Edition", edition),))
        for line, (year, edition) in enumerate(editions, 1)
    )
    assert groups(merge_mentions(tuple(stated), ())[0]) == [[1], [2, 3]]


def test_a_plus_is_part_of_a_key() -> None:
    """Rule 4: `X` and `X+` are two keys."""
    first, second = mention(1, citekey="JiachenTWang2025ICLR"), mention(2, citekey="JiachenTWang2025ICLR+")
    assert groups(merge_mentions((first, second), ())[0]) == [[1], [2]]


def test_a_shared_key_merges_unless_titles_differ() -> None:
    """A mention with only the key joins the paper of that key; a clearly different title prevents it."""
    full = mention(
        1, citekey="Ho2020", title="Denoising Diffusion Probabilistic Models", identifiers=ids("arxiv:2006.11239")
    )
    assert groups(merge_mentions((full, mention(2, citekey="Ho2020")), ())[0]) == [[1, 2]]
    other = mention(3, citekey="Ho2020", title="A Wholly Unrelated Study of Whales")
    assert groups(merge_mentions((full, other), ())[0]) == [[1], [3]]


def test_a_name_creates_no_paper() -> None:
    """Rule 5: a name joins an existing paper and never creates one."""
    loose = mention(2, citekey="Ho2020", creates_paper=False, kind=MentionKind.KEY)
    assert merge_mentions((loose,), ())[0] == ()
    assert groups(merge_mentions((mention(1, citekey="Ho2020"), loose), ())[0]) == [[1, 2]]


def test_a_similar_title_is_reported_and_not_merged() -> None:
    """Rule 6: a possible duplicate is reported and never merged."""
    first = mention(1, title="Scaling Laws for Neural Language Models")
    second = mention(2, title="Scaling Laws for Neural Language Model")
    assert groups(merge_mentions((first, second), ())[0]) == [[1], [2]]
    assert codes(first, second) == {Code.POSSIBLE_DUPLICATE}


def test_a_bibliography_entry_joins_its_paper() -> None:
    """An entry is matched by identifier, then key, then title; the key used in notes stays an alias."""
    entries = (
        entry("vaswani2017attention", title=LONG, authors=("Vaswani, Ashish",), identifiers=ids("arxiv:1706.03762")),
        entry("ho2020denoising", title="Denoising Diffusion Probabilistic Models"),
        entry("unread2020", title="An Entry That No Note Mentions"),
    )
    mentions = (
        mention(1, identifiers=ids("arxiv:1706.03762"), citekey="AshishVaswani2017NeurIPS"),
        mention(2, title="Denoising diffusion probabilistic models"),
    )
    papers = {p.title: p for p in merge_mentions(mentions, entries)[0]}
    assert len(papers) == 3
    assert papers[LONG].aliases == ("vaswani2017attention", "AshishVaswani2017NeurIPS")
    assert papers[LONG].origins["authors"] == "bib/p.bib:1"
    assert [m.line for m in papers["Denoising Diffusion Probabilistic Models"].mentions] == [2]


def test_facts_by_precedence() -> None:
    """Facts come from front matter, .bib, card, item or citation, and the citekey, in this order."""
    key = "ChuntingZhou2025ICLR"
    mentions = [
        mention(1, citekey=key),
        mention(2, citekey=key, kind=MentionKind.ITEM, title="From the item"),
        mention(3, citekey=key, kind=MentionKind.CARD, title="From the card", tldr="short"),
        mention(4, citekey=key, kind=MentionKind.LITERATURE_NOTE, title="From the front matter"),
    ]
    for last, title in ((4, "From the front matter"), (3, "From the card"), (2, "From the item"), (1, key)):
        (paper,), _ = merge_mentions(mentions[:last], ())
        assert (paper.name, paper.year, str(paper.venue)) == (title, 2025, "ICLR 2025")
        assert bool(paper.title) == (title != key)
        assert paper.authors == ("Chunting Zhou",)
        assert paper.origins["authors"] == "citekey"
    with_entry = merge_mentions(mentions[:3], (entry(key, title="From the bib"),))[0][0]
    assert with_entry.title == "From the bib"


def test_a_short_title_takes_the_year_of_an_identifier() -> None:
    """The year that an identifier implies counts for a short title like a written year."""
    poster = mention(1, identifiers=ids("icml:2023/25041"), title="Superhuman Fairness")
    same = entry("a2023", title="Superhuman fairness", year=2023, identifiers=ids("openreview:abcdefghij"))
    other = entry("b2021", title="Superhuman fairness", year=2021)
    assert len(merge_mentions((poster,), (same,))[0]) == 1
    assert len(merge_mentions((poster,), (other,))[0]) == 2


def test_an_unrelated_paper_does_not_prevent_a_merge() -> None:
    """Two of three mentions with one title merge if they share an author, in any order."""
    names = (("Ann Lee",), ("Jane Doe",), ("Doe, J.", "Bo Ray"))
    for shift in range(3):
        rotated = [*names[shift:], *names[:shift]]
        mentions = [mention(n, title=LONG, authors=authors) for n, authors in enumerate(rotated)]
        pair = sorted(n for n, authors in enumerate(rotated) if "Ann Lee" not in authors)
        assert pair in groups(merge_mentions(mentions, ())[0])


def test_works_of_one_title_are_reported_once_each() -> None:
    """Rule 6: each further work of a title is reported once, with its identifier and that of the first."""
    works = [mention(n, identifiers=ids(f"arxiv:2401.0000{n}"), title=LONG) for n in (1, 2, 3)]
    papers, issues = merge_mentions(works, ())
    assert groups(papers) == [[1], [2], [3]]
    assert [(i.line, i.code) for i in issues] == [(n, Code.CONFLICTING_IDENTIFIERS) for n in (2, 3)]
    assert all(f"arxiv:2401.0000{i.line}" in i.message and "arxiv:2401.00001" in i.message for i in issues)


def test_a_common_title_of_two_works_is_not_reported() -> None:
    """Two papers with a short common title, different identifiers and authors raise no issue."""
    first = mention(1, identifiers=ids("arxiv:2401.00001"), title="Deep Learning", authors=("Ann Lee",))
    second = mention(2, identifiers=ids("arxiv:2401.00002"), title="Deep Learning", authors=("Bo Ray",))
    papers, issues = merge_mentions((first, second), ())
    assert (groups(papers), issues) == ([[1], [2]], ())


POOL = [
    mention(1, identifiers=ids("arxiv:1706.03762"), title=LONG),
    mention(2, identifiers=ids("arxiv:1706.03762", "doi:10.5555/3295222"), citekey="a2017b"),
    mention(3, title=LONG),
    mention(4, citekey="a2017b"),
    mention(5, identifiers=ids("openreview:abcdefghij"), title="Another Fine Paper of Ours"),
    mention(6, note="b.md", identifiers=ids("openreview:bcdefghijk"), title="Another fine paper of ours"),
    mention(7, note="b.md", title="Deep Learning", year=2015),
    mention(8, note="c.md", title="Deep Learning", year=2015),
    mention(9, note="c.md", citekey="a2017b", creates_paper=False, kind=MentionKind.KEY),
]


ENTRIES = [
    entry("a2017b", title=LONG),
    entry("c2015d", title="Deep Learning", year=2015),
    entry("e2020f", identifiers=ids("openreview:bcdefghijk")),
]
CHOSEN = st.lists(st.sampled_from(POOL), unique_by=lambda m: m.line)
LISTED = st.lists(st.sampled_from(ENTRIES), unique_by=lambda e: e.key)


@given(CHOSEN, LISTED, st.randoms(use_true_random=False))
def test_nothing_depends_on_order(mentions: list[Mention], entries: list[Entry], rng: random.Random) -> None:
    """Rule 6: shuffled notes give equal papers and issues; no mention that creates a paper is lost."""
    shuffled = rng.sample(mentions, len(mentions))
    papers, issues = merge_mentions(mentions, entries)
    assert (papers, issues) == merge_mentions(shuffled, rng.sample(entries, len(entries)))
    assert {m.line for p in papers for m in p.mentions} >= {m.line for m in mentions if m.creates_paper}


@given(CHOSEN, LISTED, st.permutations(range(len(POOL) + 1)))
def test_nothing_depends_on_the_names_of_notes(mentions: list[Mention], entries: list[Entry], names: list[int]) -> None:
    """The same mentions in renamed notes, read in another order, give the same papers."""
    renamed = [m._replace(note=f"{names[m.line]}.md") for m in mentions]
    assert groups(merge_mentions(mentions, entries)[0]) == groups(merge_mentions(renamed, entries)[0])


@given(CHOSEN, LISTED)
def test_no_paper_has_two_identifiers_of_one_scheme(mentions: list[Mention], entries: list[Entry]) -> None:
    """Rule 2 holds for any set of mentions and entries."""
    for paper in merge_mentions(mentions, entries)[0]:
        schemes = [i.scheme for i in paper.identifiers]
        assert len(set(schemes)) == len(schemes)
