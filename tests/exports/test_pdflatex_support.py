"""The issues about what a document needs to typeset an export with pdfLaTeX."""

from __future__ import annotations

import pytest

from papernotes_plugin import build, exports
from papernotes_plugin.vocabulary.config import BIBLATEX, BIBTEX, LATEX, UTF8
from papernotes_plugin.vocabulary.issues import Level
from papernotes_plugin.vocabulary.model import Source


def messages(title: str, flavor: str = BIBTEX, encoding: str = UTF8) -> list[str]:
    """Return the messages about a library of one entry with this title."""
    text = f"@article{{k, author={{Bee, Ada}}, title={{{title}}}, journal={{J}}, year={{2001}}}}"
    papers = build([], bibliography=[Source("a.bib", f"\n{text}".encode())], pages=False).library.papers
    entries = tuple(exports.bibtex_entries(papers, flavor, encoding))
    issues = exports.pdflatex_issues(papers, entries, flavor, encoding)
    assert {(issue.path, issue.line, issue.level) for issue in issues} <= {("a.bib", 2, Level.INFO)}
    return [issue.message for issue in issues]


@pytest.mark.parametrize(
    "title", ["Plain", "Größe, naïve, Łódź", "“Quotes” – dash …", "A € ½ ™ ← °", r"\emph{x} $\alpha_1$"]
)
def test_characters_of_the_kernel_need_nothing(title: str) -> None:
    """Letters and symbols that the kernel of LaTeX supports cause no issue."""
    assert messages(title) == []


@pytest.mark.parametrize("char", [*"αЖ注ỗẽ∈∞🔥≤", "x\u0301", "\u00a0\u2212"])
def test_unsupported_character_is_reported_with_its_place(char: str) -> None:
    """Greek, Cyrillic, Chinese, symbols of formulas and combining accents are reported; LaTeX commands are not."""
    (message,) = messages(f"T {char}")
    place = f"{char[-1]} (a.bib:2)"
    assert message == (
        f"pdfLaTeX does not support 1 character in 1 of 1 entry: {place}; "
        "LuaLaTeX and XeLaTeX do, or use --encoding latex"
    )
    assert messages(f"T {char}", encoding=LATEX) == []


def test_only_a_few_characters_are_shown() -> None:
    """The message counts all characters and shows the first five."""
    (message,) = messages("αβγ αβγδεζη")
    assert message.startswith("pdfLaTeX does not support 7 characters in 1 of 1 entry: α (a.bib:2), β (a.bib:2),")
    assert "ε (a.bib:2), …;" in message


@pytest.mark.parametrize(
    ("title", "need"),
    [
        (r"On $\mathbb{R}$", r"\usepackage{amssymb} in the document, for 1 of 1 entry: \mathbb (a.bib:2)"),
        (r"{\k a} b", r"\usepackage[T1]{fontenc} in the document, for 1 of 1 entry: \k (a.bib:2)"),
        ("ą b", r"\usepackage[T1]{fontenc} in the document, for 1 of 1 entry: ą (a.bib:2)"),
        (
            r"\CYRA\cyrb",
            r"\usepackage[T2A,T1]{fontenc} in the document, for 1 of 1 entry: \CYRA (a.bib:2), \cyrb (a.bib:2)",
        ),
        (r"see \apj", r"the journal macros of your astronomy class in the document, for 1 of 1 entry: \apj (a.bib:2)"),
    ],
)
def test_needed_package_is_reported(title: str, need: str) -> None:
    """A command of a package, and a letter of another font encoding, name what the document must load."""
    assert messages(title) == [f"pdfLaTeX needs {need}"]


def test_biber_decodes_commands() -> None:
    """In biblatex, letters that biber decodes from commands are reported, with the option that prevents the error."""
    remedy = "LuaLaTeX and XeLaTeX do, or use biblatex's option texencoding=ascii"
    start = "pdfLaTeX does not support 1 character in 1 of 1 entry: "
    assert messages(r"T {\~e}", BIBLATEX, LATEX) == [f"{start}ẽ (a.bib:2); {remedy}"]
    assert messages(r"T {\'{\i}}", BIBLATEX, LATEX) == [f"{start}\\'{{\\i}} (a.bib:2); {remedy}"]
    assert messages(r"T {\~e} {\'{\i}}", BIBTEX, LATEX) == []
