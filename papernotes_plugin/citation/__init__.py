"""Citation: Paper -> citation and reference in a style, as runs of text that each destination escapes for itself."""

from __future__ import annotations

from collections.abc import Mapping

from papernotes_plugin.citation.author_year_style import AuthorYear
from papernotes_plugin.citation.csl_style import load_csl_style
from papernotes_plugin.citation.numeric_style import Numeric
from papernotes_plugin.people.bylines import short_citation
from papernotes_plugin.vocabulary.citation_model import Run, Style
from papernotes_plugin.vocabulary.model import Paper

__all__ = ["STYLES", "AuthorYear", "Numeric", "load_csl_style", "reference", "short_citation", "style_without_list"]

STYLES: Mapping[str, Style] = {"author-year": AuthorYear(), "numeric": Numeric()}
"""The styles that come with papernotes; the first is the default."""


def reference(paper: Paper, style: Style = STYLES["author-year"]) -> tuple[Run, ...]:
    """The reference of a paper by itself.

    Examples:
        >>> from papernotes_plugin.vocabulary.citation_model import wording
        >>> names = ("Ada Lovelace", "de Vries, Harm")
        >>> paper = Paper(citekey="k", slug="k", title="On $x^2$", authors=names, year=1843)
        >>> wording(reference(paper)), wording(reference(paper, STYLES["numeric"]))
        ('Lovelace, A., & de Vries, H. (1843). On x².', 'A. Lovelace and H. de Vries, “On x²,” 1843.')
    """
    return style.bibliography([paper]).reference(paper)


def style_without_list(style: Style) -> Style:
    """A style for places without a list of references: itself, or names and years for one whose labels lead nowhere.

    Examples:
        >>> style_without_list(STYLES["numeric"]) is STYLES["author-year"]
        True
    """
    nobody = Paper(citekey="x", slug="x", title="X")
    return STYLES["author-year"] if style.bibliography([nobody]).label(nobody) else style
