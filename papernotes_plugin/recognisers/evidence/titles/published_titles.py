"""The venue and the year after a title that is the whole item of a list: `Title, 2023, MICRO`, `Title (SMDB 2021)`."""

from __future__ import annotations

from papernotes_plugin import venues
from papernotes_plugin.people import is_title_word
from papernotes_plugin.recognisers.evidence.references.publication_numbers import first_year
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import TitleParts, split_title
from papernotes_plugin.text.lazy_regex import lazy_regex

_TAIL = lazy_regex(
    r"[,，] ?\d{4}(?:[,，] ?[^,，]{1,30})?$|, [^,，]{1,30}, \d{4}$|\s[A-Z]\w*[A-Z]\w*,?['’‘]\d\d(?:-\w+)?$"
    r"|,?\s[A-Z]\w*[A-Z][\w&-]*\s?20\d\d$|,\s?[A-Z]\w*[A-Z]\w*$|\.\s(?:arX|bioRx|medRx|chemRx)iv\.?$"
)
"""A year at the end, with the words before or after it, or a venue without its year."""
_BRACKET = lazy_regex(
    r"\s?[(（](?:(?P<venue>[^\W\d_a-z][\w&@’'./-]*(?: [\w&@’'./-]+){0,6}),? )?"
    r"(?P<year>(?:19|20)\d\d)(?: [a-z][^()（）]{2,40})?[)）]\.?$"
)
"""A venue that no table lists, and the year, in brackets: `(SMDB workshop 2021)`, `(VLDB 2021 from Ann Lee)`."""
_EVENT = lazy_regex(r"[^\W\d_] ?(?:[Ww]orkshop|[Ss]ymposium|[Cc]onference)s?$")
_MIN_LETTERS = 3
"""Letters of an abbreviated venue."""


def published(parts: TitleParts, words: str) -> TitleParts:
    """Return a title without the venue and the year at its end.

    Args:
        parts: The title.
        words: The words of the item.

    Examples:
        >>> words = "Tuning of Databases with Agents (SMDB workshop 2021)"
        >>> published(split_title(words), words)[:3]
        ('Tuning of Databases with Agents', 'SMDB workshop', 2021)
    """
    tail = _TAIL.search(parts.title)
    if not tail:
        return _with_bracket(parts, words)
    venue, year, track = venues.parse_venue(" ".join(tail[0].replace(",", " ").split()))
    if not venue:
        year, track = first_year(tail[0]), ""
        if not (year and tail[0].startswith((",", "，"))):
            # the name of a data set or a challenge
            return parts
    publication = TitleParts("", venue, year, track)
    return split_title(parts.title[: tail.start()])._replace(authors=parts.authors).completed(publication)


def _with_bracket(parts: TitleParts, words: str) -> TitleParts:
    """Return a title with the venue and the year in brackets at the end of an item, though no table lists the venue."""
    bracket = None if parts.venue else _BRACKET.search(words)
    if not bracket:
        return parts
    name = bracket["venue"] or ""
    venue = venues.parse_venue(name, labelled=True)[0] if name else ""
    if venues.is_preprint(venue) or (name and not venue and not _may_be_venue(name)):
        return parts
    title = parts.title.removesuffix(bracket[0].rstrip(".")).rstrip()
    publication = TitleParts("", venue or name, int(bracket["year"]))
    return split_title(title)._replace(authors=parts.authors).completed(publication)


def _may_be_venue(name: str) -> bool:
    """Return whether the words before the year in brackets are no name of a person, and may be an unknown venue.

    Examples:
        >>> [_may_be_venue(name) for name in ("SMDB workshop", "Big Data Research", "PhD@PVLDB", "DEEM")]
        [True, True, True, True]
        >>> [_may_be_venue(name) for name in ("Hinton", "Ann Lee", "Lee et al.", "Extended Version", "Draft")]
        [False, False, False, False, False]
    """
    is_event = "@" in name or _EVENT.search(name) is not None
    is_journal = name.count(" ") > 1 and any(map(is_title_word, name.split()))
    return is_event or is_journal or (name.isupper() and name.isalpha() and len(name) >= _MIN_LETTERS)
