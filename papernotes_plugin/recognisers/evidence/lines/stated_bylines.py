"""Read names after `by` that end a line or a sentence, and the venue in brackets before them."""

from __future__ import annotations

from typing import NamedTuple

from papernotes_plugin.recognisers.evidence.authors import authorship
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.references.venue_names import may_be_venue
from papernotes_plugin.text.lazy_regex import lazy_regex

_BYLINE = lazy_regex(
    r"(?:^|(?P<bracket>\((?P<venue>[^\W\d_][^()\n\x01-\x04]{1,80}?),?\s(?P<year>(?:19|20)\d\d)\))|[\n)\x02\x04])\s{0,20}"
    r"(?P<byline>[Bb]y:?\s+(?P<names>[^\W\d_][^\d\n()\[\]\x01-\x04|•·;]{2,400}?(?:\b[A-Z]\.)?))[\s.,]*"
    r"(?=[\n(\[\x01-\x04|•·]|(?:19|20)\d\d\b|$)"
)
"""`by` at the beginning of a line, or after a title or a bracket, and the words up to the next line or bracket."""


class StatedByline(NamedTuple):
    """Names after `by`, and the venue in brackets before them."""

    span: tuple[int, int]
    names: tuple[str, ...]
    bracket: tuple[int, int]
    """Start and end of the brackets; equal if there are none."""
    published: Publication


def find(line: str) -> StatedByline | None:
    r"""Return the first names after `by` that are all those of people; None for a line without them.

    Examples:
        >>> byline = find("\x02 (Notes 2019) by Ann Lee and Bob C. d. S. Ray")
        >>> byline.names, byline.published.venue, byline.published.year
        (('Ann Lee', 'Bob C. d. S. Ray'), 'Notes', 2019)
        >>> find("\x02 by Hand and Machine"), find("\x02 by Some Research")
        (None, None)
    """
    for match in _BYLINE.finditer(line) if "by" in line or "By" in line else ():
        names = authorship.stated_names(match["names"])
        if not names:
            continue
        venue = (match["venue"] or "").strip(" ,")
        is_venue = match["bracket"] and may_be_venue(venue, is_marked=False)
        published = Publication(venue if is_venue else "", int(match["year"]) if match["bracket"] else None)
        return StatedByline(match.span("byline"), names, match.span("bracket"), published)
    return None
