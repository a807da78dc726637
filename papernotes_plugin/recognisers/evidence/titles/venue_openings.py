"""Read the venue with its year that opens an entry of a list: `CVPR 2023 oral, Title`, `SIGMOD 2016 [Title](…)`."""

from __future__ import annotations

from typing import NamedTuple

from papernotes_plugin import venues
from papernotes_plugin.recognisers.evidence.authors import short_bylines
from papernotes_plugin.recognisers.evidence.papers.paper_links import may_be_paper_link
from papernotes_plugin.recognisers.evidence.structure.note_structure import IndexedInline
from papernotes_plugin.recognisers.evidence.titles import dated_venues
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import (
    TitleParts,
    count_words,
    looks_like_title,
    venue_in_brackets,
)
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Inline, InlineKind, Span

_SHORT_NAME = r"[A-Z](?=[\w-]*[A-Z\d])[\w-]*"
_VENUE = r"[A-Za-z@][\w&+/@-]*[A-Za-z](?: [A-Z][\w&+/-]*){0,2},? ?"
_YEAR_AND_MONTH = r"(?P<year>['’]?(?:19|20)\d\d|['’]\d\d)(?:\.\d{1,2})?"
_REMARKS = r"(?: [a-z][a-z-]*| (?:Oral|Spotlight|Highlight|Poster)\b){0,5}"
_NAME_IN_BRACKETS = r"(?: (?P<name>(?=[\w+-]{0,20}[A-Z][\w+-]{0,20}[A-Z\d])[\w+-]+)(?=\]))?"
_END = r"[\])）]*\s*(?:[,:;|，：]|\s[–—-]\s|$|(?<=\] )(?=[\[(]+$))\s*"
_OPENING = lazy_regex(
    rf"[\s*\[(]*(?P<before>{_SHORT_NAME}(?:, | \(|（))?(?P<venue>{_VENUE}){_YEAR_AND_MONTH}"
    rf"(?P<remark>{_REMARKS})(?P<end>{_NAME_IN_BRACKETS}{_END})"
)
"""The venue, its year or month, and words in lower case such as `best paper nominee`, or the name of the paper."""
_AFTER_NAME = lazy_regex(
    rf"\s?[(（](?P<venue>{_VENUE}{_YEAR_AND_MONTH})[)）]\s?[:：]\s*(?P<title>[^\W\d_a-z][^\n，,]+)"
)
"""A venue in brackets and a title after a short name in strong text."""
IN_BRACKETS = lazy_regex(r"\(([^()]{2,150})\)")
"""A venue or another remark in brackets before a title."""
_BYLINE = lazy_regex(
    r"\s*\\?\[(?P<byline>[A-ZÀ-Þ][\w'’-]+(?:\+|,? et al\b\.?)[^\[\]]{2,30}?)\\?\]:?\s+(?=[A-ZÀ-Þ\d“\"]|$)"
)
_BLANK = lazy_regex(r"\s*(?::[a-z_]{2,30}:\s*)*$")
"""Nothing, or emoji before an entry."""
_JUDGEMENT = lazy_regex(r"\b(?:award|best paper|candidate|submission|submitted|under review|outstanding|paper)\b")
"""A remark of a list on how a paper was presented or judged, besides the names of tracks."""
_NOT_PUBLISHED = lazy_regex(r"\b(?:submission|submitted|under review|rejected)\b")
_OTHER_WORK = lazy_regex(r"\b(?:Tutorial|Workshop|Keynote|Invited|Panel|Competition|Day)\b")
"""A word of an event at a conference, which is no paper."""
_MIN_TITLE = 4
"""Words after a venue from which they are a title also without a link to the paper."""


class VenueOpening(NamedTuple):
    """The venue before a title, and what follows it."""

    parts: TitleParts
    """Venue, year, track, and names; no venue for a preprint server and for a paper that is only submitted."""
    inlines: list[IndexedInline]
    """The inlines after the venue."""
    name: str = ""
    """The short name of the paper after venue and year."""


def read(inlines: list[IndexedInline]) -> VenueOpening | None:
    """Return the venue that opens a list item or a reference; None if something else does."""
    at = next((n for n, (_, i) in enumerate(inlines) if i.kind is not InlineKind.TEXT or not _BLANK.match(i.text)), -1)
    first = inlines[at][1] if at >= 0 else None
    if first is None:
        return None
    if first.kind is InlineKind.LINK and may_be_paper_link(first) and not first.bare:
        # `[arXiv 2026.03](…), Title`
        following = [i for i in inlines[at:] if i[1].span.start >= first.span.end]
        opening = _parse(first.text, following)
        is_before_title = following and following[0][1].text.lstrip().startswith((",", ":", "，", "："))
        return _without_characters(opening, following, 1) if opening and is_before_title else None
    if first.kind in (InlineKind.STRONG, InlineKind.CODE):
        # **`CVPR 2023`** Title
        following = [i for i in inlines[at:] if i[1].span.start >= first.span.end]
        if named := _read_after_name(first, following):
            return named
        words = first.text.strip(" []()`")
        opening = _parse(words, following) or _conference_in_code(first, words, following)
        if not opening or not _has_paper(following):
            return None
        return _without_characters(opening, following, 0) if following[0][1].kind is InlineKind.TEXT else opening
    if first.kind is not InlineKind.TEXT:
        return None
    if byline := _read_byline(inlines[at:]):
        return byline
    match = _OPENING.match(first.text)
    is_before_link = not match or match["end"].strip() or (at + 1 < len(inlines) and first.text.strip())
    following = inlines[at:]
    opening = _parse(first.text[: match.end("remark")] if match else "", following)
    if not match or not opening or not is_before_link:
        return None
    following = _without_characters(opening, following, match.end()).inlines
    # a short name and a venue may also open a remark on the paper
    is_remark = match["before"] and (not _has_paper(following) or following[0][1].text[:1].islower())
    is_title = not is_remark and (_has_paper(following) or _may_be_title(following))
    return opening._replace(inlines=following, name=match["name"] or "") if is_title else None


def _read_after_name(name: Inline, following: list[IndexedInline]) -> VenueOpening | None:
    """Return the venue between a short name and a title, before a link to the paper: `**FPN** (CVPR 2017): Title`."""
    match = _AFTER_NAME.match(following[0][1].text) if following and " " not in name.text.strip() else None
    if not match or not looks_like_title(match["title"]) or count_words(match["title"]) < _MIN_TITLE:
        return None
    opening = _parse(match["venue"], following)
    if not opening or not _has_paper(following):
        return None
    return _without_characters(opening, following, match.start("title"))._replace(name=name.text.strip(" :："))


def _read_byline(inlines: list[IndexedInline]) -> VenueOpening | None:
    """Return shortened names with their year in square brackets before a title; None for others.

    Examples are `[Brown et al., 2020] Title` and, as the Japanese write it, `[Jumper+, Nature'21] Title`.
    """
    match = _BYLINE.match(inlines[0][1].text)
    byline = short_bylines.read_byline(match["byline"]) if match else None
    if not match or not byline or not byline.year or len(byline.authors) < 2:
        return None
    parts = TitleParts("", byline.venue, byline.year, byline.track, byline.authors)
    opening = _without_characters(VenueOpening(parts, inlines), inlines, match.end())
    return opening if _may_be_title(opening.inlines) or _has_paper(opening.inlines) else None


def venue_before(inlines: list[IndexedInline], start: int) -> TitleParts:
    """Return venue, year and track in brackets that open an item before a title: `(2015 ACL Workshop) **Title**`."""
    first = inlines[0][1]
    remark = (
        IN_BRACKETS.fullmatch(first.text.strip()) if first.kind is InlineKind.TEXT and first.span.end <= start else None
    )
    if not remark:
        return TitleParts("")
    whole = venue_in_brackets(remark[1])
    return whole if whole.venue or whole.year else TitleParts("", *dated_venues.read_remark(remark[1]))


def _parse(words: str, inlines: list[IndexedInline]) -> VenueOpening | None:
    """Return the venue, year and track of words that are nothing else; None for other words."""
    match = _OPENING.fullmatch(words)
    if not match or (match["remark"] and not _is_remark(match["remark"])):
        return None
    name, year, _ = venues.parse_venue(f"{match['venue'].strip(' ,')} {match['year']}")
    if not name and words.lstrip(" *").startswith("["):
        # an unknown venue
        _, name, year, *_ = venue_in_brackets(f"{match['venue'].strip(' ,')}{match['year']}")
    if not name or year is None:
        return None
    is_published = not (venues.is_preprint(name) or _NOT_PUBLISHED.search(match["remark"]))
    track = venues.find_venue(words)[2]
    # `award candidate` is no award
    is_whole = is_published and track == match["remark"].strip()
    return VenueOpening(TitleParts("", name if is_published else "", year, track if is_whole else ""), inlines)


def _conference_in_code(first: Inline, words: str, inlines: list[IndexedInline]) -> VenueOpening | None:
    """Return the known conference without a year that a code span is; None for others."""
    venue = venues.parse_venue(words)[0] if first.kind is InlineKind.CODE and inlines else ""
    is_known = venue and venues.is_conference(venue) and inlines[0][1].text[:1] == " "
    return VenueOpening(TitleParts("", venue), inlines) if is_known else None


def _is_remark(words: str) -> bool:
    return bool(_JUDGEMENT.search(words)) or bool(venues.find_venue(f"CVPR 2020{words}")[2])


def _without_characters(opening: VenueOpening, inlines: list[IndexedInline], length: int) -> VenueOpening:
    """Return an opening whose inlines begin after a number of characters and the marks that follow them."""
    index, first = inlines[0]
    remaining_text = first.text[length:].lstrip(" ,:;|，：–—-")
    start = first.span.end - len(remaining_text) if remaining_text else first.span.end
    shorter = first._replace(text=remaining_text, span=Span(max(start, first.span.start), first.span.end))
    return opening._replace(inlines=[(index, shorter), *inlines[1:]])


def _has_paper(inlines: list[IndexedInline]) -> bool:
    return any(may_be_paper_link(i) for _, i in inlines if i.kind is InlineKind.LINK)


def _may_be_title(inlines: list[IndexedInline]) -> bool:
    """Return whether what follows a venue, without a link to a paper, may be a title and no place, date or event."""
    words = ""
    for _, inline in inlines:
        if inline.kind is InlineKind.LINK:
            break
        if inline.kind is InlineKind.TEXT:
            words += inline.text
    parts = [part for part in words.split(",") if part.strip(" .()")]
    is_place = all(count_words(part) <= 2 for part in parts)
    return not is_place and count_words(words) >= _MIN_TITLE and not _OTHER_WORK.search(words)
