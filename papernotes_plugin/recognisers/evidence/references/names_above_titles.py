"""Find the ends of names and of a marked title that each fill a line, so that no mark is after them."""

from __future__ import annotations

from collections.abc import Sequence

from papernotes_plugin.markup.document_text import TEXT_KINDS
from papernotes_plugin.people import PARTICLES, is_given_name
from papernotes_plugin.recognisers.evidence.structure.note_structure import IndexedInline
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import InlineKind

NAME = rf"(?:(?:{PARTICLES}) ){{0,3}}[^\W\d_a-z][\w'’.-]*+(?: (?:(?:{PARTICLES}) ){{0,3}}[^\W\d_a-z][\w'’.-]*+){{0,3}}"
"""The expression of a name, which may be a family name alone."""
_MARKED = (InlineKind.LINK, InlineKind.STRONG, InlineKind.EMPHASIS)
_OF_LINE = rf"{NAME}(?: -[A-Z]\. {NAME})?"
_NAMES_OF_LINE = lazy_regex(
    rf"\s*(?P<names>(?:{_OF_LINE}(?: ?,? (?:and|&) | ?, ))*{_OF_LINE}(?:,? et al)?)(?:(?<= et al)\.|(?<!\.))"
)
"""One or more names that fill a line."""
_OTHERS = lazy_regex(r"et al\.?")
_INITIAL = lazy_regex(r"\b[^\W\d_a-z]\.")


def unmarked_ends(inlines: Sequence[IndexedInline]) -> frozenset[int]:
    """Return the ends, in the note, of a line of names and of the marked title below it; none if marks end them.

    Line breaks end the parts of this reference: `S. R. White`, then `*Title*`, then `Phys. Rev. B **48**, 10345`.
    """
    marks = (k for k, (_, i) in enumerate(inlines) if i.kind in _MARKED and not _OTHERS.fullmatch(i.text))
    first = next(marks, 0)
    if not first:
        return frozenset()
    before, title = inlines[first - 1][1], inlines[first][1]
    if before.text.strip() or before.block != title.block:
        return frozenset()
    line = _NAMES_OF_LINE.fullmatch("".join(i.text for _, i in inlines[: first - 1] if i.kind in TEXT_KINDS))
    if not line or not (_INITIAL.search(line["names"]) or is_given_name(line["names"].split()[0])):
        return frozenset()
    after = next((i for _, i in inlines[first:] if i.span.start >= title.span.end), None)
    ends_line = after is not None and not after.text.strip() and title.text[-1:].isalnum()
    breaks = (None if line[0].endswith(".") else before, after if ends_line else None)
    return frozenset(inline.span.start for inline in breaks if inline)
