"""Styles that come with papernotes, by name."""

from __future__ import annotations

from collections.abc import Mapping

from papernotes_plugin.citation.author_year_style import AuthorYear
from papernotes_plugin.citation.numeric_style import Numeric
from papernotes_plugin.vocabulary.citation_model import Run, Style
from papernotes_plugin.vocabulary.model import Paper

STYLES: Mapping[str, Style] = {"author-year": AuthorYear(), "numeric": Numeric()}
"""Styles by the name that the option `citation_style` takes; the first is the default."""


def reference(paper: Paper, style: Style = STYLES["author-year"]) -> tuple[Run, ...]:
    """Return the reference of a paper as the only one in its list.

    Examples:
        >>> from papernotes_plugin.vocabulary.citation_model import plain_runs
        >>> names = ("Ada Lovelace", "de Vries, Harm")
        >>> paper = Paper(citekey="k", slug="k", title="On $x^2$", authors=names, year=1843)
        >>> plain_runs(reference(paper)), plain_runs(reference(paper, STYLES["numeric"]))
        ('Lovelace, A., & de Vries, H. (1843). On x².', 'A. Lovelace and H. de Vries, “On x²,” 1843.')
    """
    return style.bibliography([paper]).reference(paper)


def style_without_list(style: Style) -> Style:
    """Return a style for a page without a list of references.

    The author-year style replaces a style that labels its references, because no list would explain the labels.

    Examples:
        >>> style_without_list(STYLES["numeric"]) is STYLES["author-year"]
        True
    """
    sample = Paper(citekey="x", slug="x", title="X")
    return STYLES["author-year"] if style.bibliography([sample]).label(sample) else style
