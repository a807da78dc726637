"""Round trip of an entry: read, resolved, exported and read again."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from papernotes_plugin import bibtex, build
from papernotes_plugin.pipeline import bibliography
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Source

WORDS = [
    "Soup",
    "a",
    "GAN",
    "{GAN}s",
    "3D",
    "naïve",
    "Größe",
    "{\\LaTeX}",
    "of",
    "the",
    "Mu$^2$",
    "100",
    "C++",
    "注意",
    "e.g.,",
]
LATEX = [
    '{\\"o}',
    "\\'{e}t{\\'e}",
    "{\\v{s}}koda",
    "R\\&D",
    "9.33\\%",
    "\\#1",
    "a\\_b",
    "$x_1^2$",
    "$\\mathcal{O}(n \\log n)$",
    "\\emph{hot {Soup}}",
    "\\textsc{x}",
    "\\textbf{b}",
    "{\\it slanted}",
    "---",
    "1--2",
    "``q''",
    "a~b",
    "{\\ss}",
    "\\o{}re",
    "{A {B} C}",
    "\\ldots",
    "\\$5",
    "{\\aa}",
]
TEXTS = st.lists(st.sampled_from([*WORDS, *LATEX]), min_size=1, max_size=6).map(" ".join)
PEOPLE = [
    "Cook, Ann",
    "de Vries, Jr., Bo",
    "{World Soup Organization}",
    '{\\"O}z, {\\c{C}}em',
    "Ludwig van Beethoven",
    "Ray, J.-P.",
]
NAMES = st.lists(st.sampled_from(PEOPLE), min_size=1, max_size=3, unique=True).map(" and ".join)
ENTRIES = st.fixed_dictionaries(
    {
        "title": TEXTS,
        "author": NAMES,
        "journal": TEXTS,
        "year": st.sampled_from(["1999", "2021"]),
        "volume": st.sampled_from(["7", "XII", "{A}1"]),
    },
    optional={
        "note": TEXTS,
        "number": st.sampled_from(["3", "3--4"]),
        "pages": st.sampled_from(["1--10", "e17", "12, 15--19"]),
        "doi": st.just("10.1000/a_b(c)"),
        "url": st.just("https://example.org/~x/a_b?c=1&d=%20#e"),
    },
)


@given(ENTRIES)
def test_well_formed_entry_is_exported_unchanged(fields: dict[str, str]) -> None:
    """LaTeX, braces, formulas and the forms of names in a well-formed entry are exported unchanged."""
    text = "@article{k,\n" + "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items()) + "}\n"
    site = build([], bibliography=[Source("a.bib", text.encode())], pages=False)
    written = bibliography(site.library.papers, Config())
    read_back, issues = bibtex.read(Source("b.bib", written.encode()))
    assert (len(read_back), issues) == (1, ())
    assert (read_back[0].type, dict(read_back[0].fields)) == ("article", fields)
