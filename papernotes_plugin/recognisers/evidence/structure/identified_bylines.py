"""Read the line below a title that is shortened names, a venue and an identifier: `Lee et al. *medRxiv* doi:…`.

Manubot writes the identifier as a citekey: `[@doi:10.1101/2020.02.23.20026690]`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from papernotes_plugin import identifiers, venues
from papernotes_plugin.recognisers.evidence.authors import authorship
from papernotes_plugin.recognisers.evidence.authors.short_bylines import Byline
from papernotes_plugin.recognisers.evidence.papers.paper_links import identifier_from_url
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import SEPARATE_YEAR
from papernotes_plugin.vocabulary.model import Block, BlockKind, Identifier, InlineKind

_MAX_LENGTH = 400
_MIN_WORDS = 4
"""Words of a title."""
_NAMES = lazy_regex(
    r"(?:[Pp]reprint )?(?:[Bb]y )?(?P<names>[^\W\d_][^\n;:]{1,80}?),? et\.? al\b[.,;:]*\s*(?P<rest>[^\n]{0,80})"
)
_SIGN = lazy_regex(r"et[\s.*]+al\b|@doi:")
"""The shortening of names, or the citekey of Manubot: each such line has one of them."""
_VENUE = lazy_regex(r"(?:preprint )?[A-Z][\w.]*(?:,? (?:of|the|in|and|for|&|[A-Z][\w.]*)){0,7}\W*")
"""Words with capitals, which may be a venue that no table has: `Emerg Microbes Infect`."""
_MARKS = " \n*_.,;:()[]\\<>{}@"
_LABEL = lazy_regex(r"(?:@?doi(?:\.org/)?|doi link|arxiv|pmid|preprint server|link|paper|pdf)?", re.IGNORECASE)


class IdentifiedByline(NamedTuple):
    """The facts in a line of names with an identifier."""

    byline: Byline
    identifier: Identifier


def is_below_title(context: NoteContext, heading: Block, blocks: Sequence[Block], *, has_more: bool) -> bool:
    """Return whether such a line is the first below a heading that may be the title of its paper.

    A topic may be above it, too.  It is not the title of the note, and has no words on the paper below it.

    Args:
        context: The note.
        heading: The heading, or a bold paragraph.
        blocks: The blocks below it.
        has_more: Whether there are headings below it.
    """
    if not blocks or not read(context, blocks[0].index):
        return False
    is_first = bool(context.headings) and heading is context.headings[0]
    is_title = count_words(context.visible_text(heading.index)) >= _MIN_WORDS
    return is_title and (is_first or has_more or len(blocks) > 1 or heading.kind is not BlockKind.HEADING)


@once_per_note
def read(context: NoteContext, index: int) -> IdentifiedByline | None:
    """Return the facts in a paragraph of shortened names, a venue and one identifier; None for any other block.

    Names are missing in a paragraph that is a citekey of Manubot alone.
    """
    block = context.blocks[index]
    if block.kind is not BlockKind.PARAGRAPH or block.span.end - block.span.start > _MAX_LENGTH:
        return None
    source = context.source(block.span)
    if not _SIGN.search(source):
        return None
    matches = identifiers.find_identifiers(source)
    written = [(start, end) for start, end, _ in matches]
    named = {identifier for _, _, identifier in matches}
    for _, inline in context.inlines_of(index):
        if inline.kind is InlineKind.LINK and (identifier := identifier_from_url(inline.url)):
            named.add(identifier)
            written.append((inline.span.start - block.span.start, inline.span.end - block.span.start))
    if len(named) != 1:
        return None
    start, end = min(written)[0], max(end for _, end in written)
    after = _LABEL.sub("", source[end:].strip(_MARKS))
    before = source[:start].rstrip(_MARKS)
    label = before.rpartition("\n")[2].rpartition(" ")[2]
    before = before[: -len(label)] if label and _LABEL.fullmatch(label.strip(_MARKS)) else before
    if any(map(str.isalnum, after)):
        return None
    facts = names_and_venue(" ".join(before.replace("*", "").split()).strip("_ "))
    is_alone = not before.strip(_MARKS) and "@doi:" in source
    if facts is None and not is_alone:
        return None
    return IdentifiedByline(facts or Byline(), named.pop())


def names_and_venue(words: str) -> Byline | None:
    """Return names, venue and year of the words before an identifier; None if they are anything else.

    Examples:
        >>> names_and_venue("Biffl WL et al., J Trauma 2010")[:3]
        (('Biffl, WL', 'et al.'), 'J Trauma', 2010)
    """
    match = _NAMES.fullmatch(words)
    if match is None or not authorship.looks_like_authors(f"{match['names']} et al."):
        return None
    years = SEPARATE_YEAR.findall(match["rest"])
    rest = " ".join(SEPARATE_YEAR.sub("", match["rest"]).split()).strip(_MARKS)
    venue, _, _ = venues.parse_venue(rest)
    if rest and not venue and not _VENUE.fullmatch(rest) and " " in rest:
        return None
    year = int(years[0]) if len(years) == 1 else None
    names = authorship.split_authors(f"{match['names']} et al.")
    is_unknown = bool(rest) and not venue and " " in rest
    return Byline(names, rest if is_unknown else venue, year)
