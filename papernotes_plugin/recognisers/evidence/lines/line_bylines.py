"""Read lines that are the authors of a paper, with the venue, the date and the organisations after them."""

from __future__ import annotations

from collections.abc import Sequence

from papernotes_plugin.people import is_title_word
from papernotes_plugin.recognisers.evidence.authors.authorship import has_given_name
from papernotes_plugin.recognisers.evidence.authors.short_bylines import Byline
from papernotes_plugin.recognisers.evidence.lines.line_parts import LinePart, PartKind, facts_in
from papernotes_plugin.recognisers.evidence.lines.line_text import NO_TITLE, line_of, without_remark_on_names
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note
from papernotes_plugin.text.lazy_regex import lazy_regex

_LINE_END = lazy_regex(r"(?<![,;&\s])(?<!\band)\s*\n")
"""The end of a line that no list of names continues."""
_OTHERS = frozenset((PartKind.LINK, PartKind.LABEL))
_PUBLISHED = frozenset((PartKind.VENUE, PartKind.UNKNOWN_VENUE, PartKind.YEAR, PartKind.ORGANISATION))


@once_per_note
def below(context: NoteContext, block: int) -> Byline | None:
    """Return the authors, venue and year in the first line of a block; None for other lines."""
    line = line_of(context, block, NO_TITLE)
    return read(_LINE_END.split(line, maxsplit=1)[0] if "\n" in line else line)


def read(line: str) -> Byline | None:
    """Return the authors that a line begins with, and the venue and year after them, if it says nothing else.

    Examples:
        >>> read("Karol Gregor, Ivo Danihelka, Daan Wierstra, ICML, 2015")[:3]
        (('Karol Gregor', 'Ivo Danihelka', 'Daan Wierstra'), 'ICML', 2015)
        >>> read("Bob Ray and Hwee Tou Ng, 4 Nov 2018, National University of Singapore")[:3]
        (('Bob Ray', 'Hwee Tou Ng'), '', 2018)
        >>> read("Ann Lee, Bob Ray"), read("Georgia Gkioxari, Finding Action Tubes, CVPR, 2015")
        (None, None)

    Args:
        line: The line, as `line_text` gives it.
    """
    parts = [part for part in facts_in(without_remark_on_names(line)) if part.kind not in _OTHERS]
    if len(parts) < 2 or parts[0].kind not in (PartKind.NAMES, PartKind.FAMILIES):
        return None
    if any(part.kind not in _PUBLISHED for part in parts[1:]):
        return None
    if any(map(is_title_word, parts[0].names[-1].split()[:-1])) and not has_given_name(parts[0].names[-1]):
        # the title between the names and the venue
        return None
    is_known = next((part.published.is_known for part in parts if part.published.venue), False)
    return byline_of(parts) if is_known or parts[0].kind is PartKind.NAMES else None


def read_published(lines: Sequence[str]) -> Byline | None:
    """Return the authors in the first line, and the publication there or in the second one; None for no publication."""
    for words in (lines[0], ", ".join(lines[:2])):
        byline = read(words)
        if byline and (byline.venue or "arxiv" in words.casefold()):
            return byline
    return None


def byline_of(parts: Sequence[LinePart]) -> Byline:
    """Return the names that are the first part of a line, and the venue and the year after them."""
    published = next((part.published for part in parts if part.published.venue), Publication())
    year = next((part.published.year for part in parts if part.published.year), None)
    return Byline(parts[0].names, published.venue, year, published.track)
