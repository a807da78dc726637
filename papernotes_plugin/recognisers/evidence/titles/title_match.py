"""The title of a list item or a reference, in the form in which all ways to find it give it."""

from __future__ import annotations

from dataclasses import dataclass

from papernotes_plugin.recognisers.evidence.titles.title_heuristics import TitleParts
from papernotes_plugin.text.lazy_regex import OPTIONAL_SPACE, lazy_regex
from papernotes_plugin.vocabulary.model import Span

MAX_TEXT = 1200
"""Number of characters in which the title of a reference ends; a longer paragraph is prose."""
END_OF_TITLE = lazy_regex(
    rf"(?:(?<=[^\W\d_]{{2}})(?<!\bvs)|(?<=[A-Za-z][)\]])|(?<=[A-Za-z]\d[)\]]))[.。](?!(?<=\bN[or]\.)\s\d)\s+(?=[^\W_a-z])"
    rf"|{OPTIONAL_SPACE}[|｜]\s*|(?<=['’]\d\d[)\]])\s+|(?<=['’]\d{{4}}[)\]])\s+"
    r"|(?<=[?!])\s+(?=In\s+[A-Z])"
)
"""The end of a title in a reference: a point, a bar, a venue in brackets, `(NDSS'20) `, or before it, `…? In ICML`."""


@dataclass(slots=True)
class TitleMatch:
    """The title of a list item or reference, and what is known from its place."""

    parts: TitleParts
    span: Span
    """Span of the title in the note."""
    rest: str
    """The running text next to the title."""
    is_distinct: bool
    """True if the title is a link, strong, quoted or marked off by its form, not merely the first words."""
    authors: tuple[str, ...] = ()
    opening_year: int | None = None
    """The year of the date before the title: `2023-05: Title`."""
    is_before_bracketed_links: bool = False
    """True if links in brackets follow the title: `Title [[pdf](…)]`."""
    is_plain: bool = False
    """True if the title is merely words of the text: no link, no emphasis, no quotation marks."""
    has_more_authors: bool = False
    """True if `et al.` follows the authors."""
    name: str = ""
    """The short name before a title in quotation marks."""
