"""Citations and references in the two built-in styles."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from papernotes_plugin import citation
from papernotes_plugin.entries.entry_fields import UNKNOWN_TITLE, read_evidence
from papernotes_plugin.markup import inline_markdown
from papernotes_plugin.people.bylines import short_citation
from papernotes_plugin.text import plain_text
from papernotes_plugin.vocabulary.citation_model import Citation, Cite, Style, plain_runs
from papernotes_plugin.vocabulary.model import Entry, Identifier, Paper, Venue

AUTHOR_YEAR, NUMERIC = citation.STYLES["author-year"], citation.STYLES["numeric"]


def paper(slug: str = "k", **facts: Any) -> Paper:
    """Return a paper with a title and the given facts."""
    return Paper(**{"citekey": slug, "slug": slug, "title": "Attention Is All You Need", **facts})


def paper_of_entry(kind: str, **fields: str) -> Paper:
    """Return a paper whose facts all come from an entry of the author."""
    evidence = read_evidence(kind, "k", fields)
    entry = Entry(key="k", type=kind, fields=tuple(fields.items()), path="x.bib", line=1, evidence=evidence)
    return paper(
        title=evidence.title,
        authors=evidence.authors,
        year=evidence.year,
        venue=Venue(evidence.venue, evidence.year) if evidence.venue else None,
        type=kind,
        identifiers=evidence.identifiers,
        links=evidence.links,
        entry=entry,
        origins=dict.fromkeys(("title", "authors", "year", "venue"), "x.bib:1"),
    )


def reference_markdown(paper: Paper, style: Style = AUTHOR_YEAR) -> str:
    """Return a reference as Markdown, which shows italics and links."""
    return html.unescape(inline_markdown.format_runs(citation.reference(paper, style)))


def citation_text(style: Style, papers: Sequence[Paper], *cites: Cite, **options: Any) -> str:
    """Return the text of a citation on a page that cites the papers."""
    parts = style.bibliography(papers).cite(Citation(cites=cites, **options))
    return "".join(plain_runs(part.runs) for part in parts)


MANY = tuple(f"{letter}. Author{letter}" for letter in "ABCDEFGHIJKLMNOPQRSTU")
DOI, ARXIV = Identifier("doi", "10.1145/1.2"), Identifier("arxiv", "2401.00001")
CITEKEY = {"authors": "citekey"}
ATTENTION = {"authors": ("Ashish Vaswani", "Shazeer, Noam"), "year": 2017, "venue": Venue("NeurIPS", 2017)}


@pytest.mark.parametrize(
    ("expected", "facts"),
    [
        (
            "Vaswani, A., & Shazeer, N. (2017). Attention Is All You Need. "
            "In Advances in Neural Information Processing Systems 30.",
            ATTENTION,
        ),
        ("Vaswani, A. (2017). Attention Is All You Need.", {"authors": ("Ashish Vaswani",), "year": 2017}),
        ("de Vries, H. (n.d.). Attention Is All You Need.", {"authors": ("Harm de Vries",)}),
        ("King, M. L., Jr. (n.d.). Attention Is All You Need.", {"authors": ("King, Jr., Martin Luther",)}),
        ("OpenAI Team. (2023). Attention Is All You Need.", {"authors": ("OpenAI Team",), "year": 2023}),
        ("Attention Is All You Need. (2017). Odd Place.", {"year": 2017, "venue": Venue("Odd Place", 2017)}),
        ("Attention Is All You Need. (n.d.).", {}),
        ("Zhou, C. (n.d.). Attention Is All You Need.", {"authors": ("Chunting Zhou",), "origins": CITEKEY}),
        ("Zhou, C., et al. (n.d.). Attention Is All You Need.", {"authors": ("Zhou, Chunting", "et al.")}),
        (
            ", ".join(f"Author{a}, {a}." for a in "ABCDEFGHIJKLMNOPQRS")
            + ", … AuthorU, U. (n.d.). Attention Is All You Need.",
            {"authors": MANY},
        ),
        ("Is it? (2024). arXiv:2401.00001.", {"title": "Is it?", "identifiers": (ARXIV,)}),
        ("A B. (n.d.). https://doi.org/10.1145/1.2", {"title": "A B", "identifiers": (DOI,)}),
        ("[title unknown]. (2024). arXiv:2401.00001.", {"title": "", "identifiers": (ARXIV,)}),
        ("Mu²SLAM gains 9.33% with GANs. (n.d.).", {"title": r"Mu$^2$SLAM gains 9.33\% with {GAN}s"}),
    ],
)  # fmt: skip
def test_reference_of_known_facts(expected: str, facts: dict[str, Any]) -> None:
    """A reference lists the known facts in a fixed order and omits unknown ones."""
    assert plain_runs(citation.reference(paper(**facts))) == expected


KNUTH = {"author": "Knuth, Donald E.", "title": "The {TeX}book", "year": "1986", "publisher": "Addison-Wesley"}
GAN = {
    "author": "Goodfellow, Ian and Bengio, Yoshua",
    "title": "Generative {\\'E}crits",
    "journal": "Commun. {ACM}",
    "volume": "63",
    "number": "11",
    "pages": "139--144",
    "year": "2020",
    "doi": "10.1145/3422622",
}
LOOKUP = {
    "author": "Weizenbaum, J.",
    "title": "Talk",
    "booktitle": "Machines \\& People",
    "editor": "Minsky, M. and Papert, S.",
    "pages": "12",
    "publisher": "MIT Press",
    "year": "1970",
}


@pytest.mark.parametrize(
    ("kind", "fields", "author_year", "numeric"),
    [
        (
            "article",
            GAN,
            "Goodfellow, I., & Bengio, Y. (2020). Generative Écrits. *Commun. ACM*, *63*(11), 139–144. "
            "[https://doi.org/10.1145/3422622](https://doi.org/10.1145/3422622)",
            "I. Goodfellow and Y. Bengio, “Generative Écrits,” *Commun. ACM*, vol. 63, no. 11, pp. 139–144, 2020, "
            "doi: [10.1145/3422622](https://doi.org/10.1145/3422622).",
        ),
        (
            "book",
            KNUTH | {"edition": "2"},
            "Knuth, D. E. (1986). *The TeXbook* (2nd ed.). Addison-Wesley.",
            "D. E. Knuth, *The TeXbook*, 2nd ed. Addison-Wesley, 1986.",
        ),
        (
            "incollection",
            LOOKUP,
            "Weizenbaum, J. (1970). Talk. In M. Minsky & S. Papert (Eds.), *Machines & People* (p. 12). MIT Press.",
            "J. Weizenbaum, “Talk,” in *Machines & People*, M. Minsky and S. Papert, Eds., MIT Press, 1970, p. 12.",
        ),
        (
            "article",
            GAN | {"author": "Goodfellow, Ian and others"},
            "Goodfellow, I., et al. (2020). Generative Écrits. *Commun. ACM*, *63*(11), 139–144. "
            "[https://doi.org/10.1145/3422622](https://doi.org/10.1145/3422622)",
            "I. Goodfellow et al., “Generative Écrits,” *Commun. ACM*, vol. 63, no. 11, pp. 139–144, 2020, "
            "doi: [10.1145/3422622](https://doi.org/10.1145/3422622).",
        ),
        (
            "phdthesis",
            {"author": "Lee, Ann", "title": "On It", "school": "ETH Zürich", "year": "2021"},
            "Lee, A. (2021). *On It* [Doctoral dissertation, ETH Zürich].",
            "A. Lee, “On It,” Doctoral dissertation, ETH Zürich, 2021.",
        ),
        (
            "techreport",
            {"author": "Lee, Ann", "title": "On It", "institution": "Xerox", "number": "7", "year": "1981"},
            "Lee, A. (1981). *On It* (Technical report 7). Xerox.",
            "A. Lee, “On It,” Technical report, no. 7, Xerox, 1981.",
        ),
        (
            "proceedings",
            {"editor": "Lee, Ann", "title": "Proceedings", "year": "1981"},
            "Lee, A. (Ed.). (1981). *Proceedings*.",
            "A. Lee, Ed., *Proceedings*. 1981.",
        ),
        (
            "article",
            {"author": "Lee, Ann", "title": "On It", "journal": "arXiv preprint arXiv:2401.00001", "year": "2024"},
            "Lee, A. (2024). *On It*. [arXiv:2401.00001](https://arxiv.org/abs/2401.00001).",
            "A. Lee, “On It,” 2024, [arXiv:2401.00001](https://arxiv.org/abs/2401.00001).",
        ),
        (
            "article",
            {"author": "Lee, Ann", "title": "What?", "journal": "Lore", "year": "in press"},
            "Lee, A. (in press). What? *Lore*.",
            "A. Lee, “What?” *Lore*, in press.",
        ),
    ],
)
def test_reference_of_an_entry(kind: str, fields: dict[str, str], author_year: str, numeric: str) -> None:
    """The fields of an entry give a full reference in the form of its entry type."""
    work = paper_of_entry(kind, **fields)
    assert (reference_markdown(work), reference_markdown(work, NUMERIC)) == (author_year, numeric)


V = paper("v", authors=("Ashish Vaswani", "Noam Shazeer", "Niki Parmar"), year=2017)
L1 = paper("l1", authors=("Kay Lee",), year=2020, title="Beta")
L2 = paper("l2", authors=("Kay Lee",), year=2020, title="Alpha")
D = paper("d", authors=("Devlin, J.", "Chang, M."), title="BERT: Pre-training")
T = paper("t", title="A Survey of Everything That We Know")


@pytest.mark.parametrize(
    ("author_year", "numeric", "tested_citation"),
    [
        ("(Vaswani et al., 2017)", "[1]", Citation(cites=(Cite(paper=V),))),
        ("(2017)", "[1]", Citation(cites=(Cite(paper=V, suppressed=True),))),
        ("Vaswani et al. (2017)", "Vaswani et al. [1]", Citation(cites=(Cite(paper=V),), narrative=True)),
        ("(2017)", "[1]", Citation(cites=(Cite(paper=V, suppressed=True),), narrative=True)),
        (
            "Devlin and Chang (n.d., p. 3)",
            "Devlin and Chang [4, p. 3]",
            Citation(cites=(Cite(paper=D, suffix="3"),), narrative=True),
        ),
        (
            "(Vaswani et al., 2017, p. 3; see Lee, 2020b)",
            "[1, p. 3], [see 2]",
            Citation(cites=(Cite(paper=V, suffix="p. 3"), Cite(paper=L1, prefix="see"))),
        ),
        (
            "(see Devlin & Chang, n.d., chaps. 2–3 and elsewhere)",
            "[see 4, chaps. 2–3 and elsewhere]",
            Citation(cites=(Cite(paper=D, prefix="see", suffix="chap. 2-3 and elsewhere"),)),
        ),
        ("(Lee, 2020a, 2020b)", "[2], [3]", Citation(cites=(Cite(paper=L2), Cite(paper=L1)))),
        ("(Lee, 2020a; cf Lee, 2020b)", "[3], [cf 2]", Citation(cites=(Cite(paper=L2), Cite(paper=L1, prefix="cf")))),
        ("(A Survey of Everything…, n.d.)", "[5]", Citation(cites=(Cite(paper=T),))),
        ("(Lee, 2020b and others)", "[2 and others]", Citation(cites=(Cite(paper=L1, suffix=" and others"),))),
        ("(Lee, 2020b, and others)", "[2, and others]", Citation(cites=(Cite(paper=L1, suffix="and others"),))),
        (
            "Lee (2020b, p. 3; Vaswani et al., 2017)",
            "Lee [2, p. 3], [1]",
            Citation(cites=(Cite(paper=L1, suffix="p. 3"), Cite(paper=V)), narrative=True),
        ),
    ],
)  # fmt: skip
def test_citation_text(author_year: str, numeric: str, tested_citation: Citation) -> None:
    """A citation has the text of its style, and each paper in it is linked separately."""
    for style, expected in ((AUTHOR_YEAR, author_year), (NUMERIC, numeric)):
        parts = style.bibliography([V, L1, L2, D, T]).cite(tested_citation)
        assert "".join(plain_runs(part.runs) for part in parts) == expected
        assert {part.paper.slug for part in parts if part.paper} == {cite.paper.slug for cite in tested_citation.cites}


@pytest.mark.parametrize(
    ("expected", "authors"),
    [
        ("Lee, 2020a | Lee, 2020b", [("Kay Lee",), ("K. Lee",)]),
        ("K. Lee, 2020 | J. Lee, 2020", [("Kay Lee",), ("Jo Lee",)]),
        ("Lee, 2020a | Lee, 2020b", [("Kay Lee",), ("Kay J. Lee",)]),
        ("Lee & Wu, 2020 | Lee, 2020", [("Kay Lee", "Bo Wu"), ("Kay Lee",)]),
        ("Lee, Wu, et al., 2020 | Lee, Xu, et al., 2020", [("K Lee", "B Wu", *"CD"), ("K Lee", "X Xu", *"CD")]),
        ("Lee, Wu, & D, 2020 | Lee, Wu, & E, 2020", [("K Lee", "B Wu", "C D"), ("K Lee", "B Wu", "F E")]),
        ("Lee et al., 2020a | Lee et al., 2020b", [("K Lee", "B Wu", "C D"), ("K Lee", "B Wu", "C D")]),
        ("Lee et al., 2020 | Lee, 2020", [("K Lee", "et al."), ("K Lee",)]),
    ],
)  # fmt: skip
def test_equal_citations_are_distinguished(expected: str, authors: list[tuple[str, ...]]) -> None:
    """Equal citations are distinguished by initials of namesakes, by further authors or by a letter."""
    papers = [paper(str(n), authors=names, year=2020) for n, names in enumerate(authors)]
    assert " | ".join(citation_text(AUTHOR_YEAR, papers, Cite(paper=p))[1:-1] for p in papers) == expected


def test_order_of_reference_lists() -> None:
    """Author-year lists are sorted by authors without accents, year and title, numeric lists by first citation."""
    papers = [
        paper("a", authors=("Zoe Zeta",), year=2001),
        paper("b", authors=("Özgür Çiçek",), year=2002),
        paper("c", authors=("Ann Cat",), year=2003),
        paper("d", authors=("Ann Cat", "Bo Dog"), year=2000),
        paper("e", authors=("Ann Cat",), year=2001),
        paper("f", title="The Bat"),
        paper("g", authors=("Otto Ostrich",)),
    ]
    assert [p.slug for p in AUTHOR_YEAR.bibliography([*papers, papers[0]]).papers] == list("fecdbga")
    numbered = NUMERIC.bibliography([*papers, papers[0]])
    assert [(numbered.label(p), p.slug) for p in numbered.papers] == [(f"[{n}]", s) for n, s in enumerate("abcdefg", 1)]


@pytest.mark.parametrize(
    ("expected", "facts"),
    [
        ("Vaswani 2017", {"authors": ("Ashish Vaswani",), "year": 2017}),
        ("Vaswani and Shazeer 2017", {"authors": ("Ashish Vaswani", "Noam Shazeer"), "year": 2017}),
        ("AuthorA et al. 2017", {"authors": MANY, "year": 2017}),
        ("Zhou 2025", {"authors": ("Chunting Zhou",), "year": 2025, "origins": CITEKEY}),
        ("Transformer 2017", {"labels": ("Transformer",), "year": 2017}),
        ("Attention Is All You Need", {}),
    ],
)
def test_short_citation(expected: str, facts: dict[str, Any]) -> None:
    """The short citation has surnames and year, or a name of the paper."""
    assert short_citation(paper(**facts)) == expected


# --- arbitrary papers -------------------------------------------------------------------------------

NASTY = st.text(max_size=20) | st.sampled_from(
    [
        "",
        "$x",
        "$x_1^{2}$",
        r"\emph{A}",
        r"{\"O}zg{\"u}r",
        "and others",
        "et al.",
        "{A, 2020}",
        "‮abc",
        "李 明",
        "🧠",
        "\ud800",
    ]
)
FIELDS = """
    title author editor year date pages volume number booktitle journal publisher school edition type howpublished
"""
KINDS = st.sampled_from(
    ["article", "book", "inproceedings", "phdthesis", "techreport", "misc", "proceedings", "unknown"]
)


@st.composite
def papers(draw: st.DrawFn) -> list[Paper]:
    """Draw the papers of one page; any fact may be missing or malformed."""
    drawn = []
    for number in range(draw(st.integers(1, 4))):
        fields = draw(st.dictionaries(st.sampled_from(FIELDS.split()), NASTY, max_size=5))
        kind = draw(KINDS)
        evidence = read_evidence(kind, "k", fields)
        entry = Entry(key="k", type=kind, fields=tuple(fields.items()), path="x.bib", line=1, evidence=evidence)
        facts = {
            "title": draw(NASTY) or evidence.title or "k",
            "authors": tuple(draw(st.lists(NASTY, max_size=4))) or evidence.authors,
            "year": draw(st.sampled_from([None, 1, 2020, 2021])),
            "venue": draw(st.sampled_from([None, Venue("ICLR", 2020), Venue("arXiv", None), Venue("", None)])),
            "identifiers": draw(st.sampled_from([(), (DOI,), (ARXIV, DOI)])),
            "entry": draw(st.sampled_from([None, entry])),
        }
        drawn.append(paper(f"p{number}", **facts))
    return drawn


@pytest.mark.parametrize("style", citation.STYLES.values(), ids=list(citation.STYLES))
@settings(deadline=None, max_examples=35)
@given(page=papers(), prefix=NASTY, suffix=NASTY, flags=st.tuples(st.booleans(), st.booleans()))
def test_any_paper_is_cited_and_listed(
    style: Style, page: list[Paper], prefix: str, suffix: str, flags: tuple[bool, bool]
) -> None:
    """Any paper has a reference with its title and a citation; author-year text does not depend on the order."""
    bibliography, reordered = style.bibliography(page), style.bibliography(page[::-1])
    assert sorted(p.slug for p in bibliography.papers) == [p.slug for p in page]
    for one in page:
        assert plain_runs(bibliography.reference(one)).strip()
        assert (plain_text(one.title) or UNKNOWN_TITLE) in plain_runs(bibliography.reference(one))
        inline_markdown.format_runs(bibliography.reference(one))
        cites = (Cite(paper=one, prefix=prefix, suffix=suffix, suppressed=flags[0]), Cite(paper=page[0]))
        parts = bibliography.cite(Citation(cites=cites, narrative=flags[1]))
        assert [part.paper.slug for part in parts if part.paper][-2:] in ([one.slug, "p0"], ["p0", one.slug])
    if style is AUTHOR_YEAR:
        assert bibliography.papers == reordered.papers
        assert [bibliography.reference(p) for p in page] == [reordered.reference(p) for p in page]
        assert len({citation_text(style, page, Cite(paper=p)) for p in page}) == len(page)
