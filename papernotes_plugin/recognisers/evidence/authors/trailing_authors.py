"""Read the authors after a title, or in the first bullet below it."""

from __future__ import annotations

import re
from functools import lru_cache

from papernotes_plugin import venues
from papernotes_plugin.people import OTHERS, is_given_name, is_title_word
from papernotes_plugin.recognisers.evidence.authors import authorship, informal_citations
from papernotes_plugin.recognisers.evidence.authors.name_order import VOWEL
from papernotes_plugin.recognisers.evidence.authors.short_bylines import Byline, is_no_person, read_byline
from papernotes_plugin.recognisers.evidence.lines import line_bylines
from papernotes_plugin.recognisers.evidence.lines.venues_in_lines import FAMILY_AND_INITIALS, publication_in
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note
from papernotes_plugin.text.lazy_regex import OPTIONAL_SPACE, lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind

_TAGS = lazy_regex(r"\s*\[[^\s\[\],\d]+(?:, [^\s\[\],\d]+)+\]")
"""Single words in square brackets, which are tags of a list rather than family names: `[Waymo, VLA]`."""
_NO_NAME = lazy_regex(r"(?:An?|The|In) ")
"""A word that opens a subtitle or a publication: `World Models. A Look (NeurIPS 2018)`."""
_YEAR = lazy_regex(
    r"[(\[,.]\s*(?:\d\d?-)?((?:1[5-9]|20)\d\d)[a-z]?(?:\s*[)\],]|\s\(|\.(?!\d))|^\W*((?:1[5-9]|20)\d\d)\W*$|[,.]\s*((?:1[5-9]|20)\d\d)\W*$"
    r"|^[\s*_]*\([^(),\n]{2,60}\s(?:\d\d?-)?((?:1[5-9]|20)\d\d)\)"
    r"|^[\s*_]*[–—-]\s(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.?,?\s((?:19|20)\d\d)\W*$"
)
_CITED = lazy_regex(r"[\s*_]*\(([^()\n]{5,100})\)")
"""A citation in brackets after a title."""
_REMARK = lazy_regex(r"[\s*_]*\(([^()\n]{2,60})\)[\s.,:;*_–—-]+(?=by |[^\W\d_a-z])")
"""A venue or an award in brackets before the names."""
_LEADING_YEAR = lazy_regex(r"^\(?(?:1[5-9]|20)\d\d\)?\W+")
_AFFILIATION = lazy_regex(rf"{OPTIONAL_SPACE}\((?![^()]*\d{{4}})[^()]{{1,80}}\)")
"""Words in brackets without a year: `Shunyu Yao (Princeton University) et al.`"""
_BY = lazy_regex(r"(?:by|von|par|por)\s+", re.IGNORECASE)
_MARKS = ' ,.:;–—-|()[]\n*_"”»'
_MAX_NAMES = 20_000
"""Number of characters after a title that may hold names."""
_MAX_VENUE = 200
"""Number of characters after the names that may hold a venue."""
_MAX_VENUE_WORDS = 4
_VENUE_AT_END = lazy_regex(r"(?P<name>[^\W\d_a-z]\S* \S.*?)(?<!\s)\s+(?P<venue>[A-Z]\w{3,})")
"""The name of a person of two words or more, and a word that may be a venue."""
_FAMILY = r"[^\W\d_a-z][\w'’-]+"
_FAMILIES = lazy_regex(rf"({_FAMILY}(?:, {_FAMILY}){{0,8}}),? (?:and|&|und|y|et) ({_FAMILY}), (?=[^\s.]+ \S)")
"""Family names, after which no further name follows: `Binder & Pesaran, Econometric Theory`."""
_DASH_AND_YEAR = lazy_regex(r"\s*[–—-]\s[^()\[\]\n]{3,400}\((?:1[5-9]|20)\d\d\)")
"""Words after a dash with a year in brackets, as lists have the family names of authors: ` - Ho, Lee (2020)`."""
_END = lazy_regex(
    r"\n|(?<![,;&]) {2,}|(?<!\bal)(?<![A-Z])[.;|]\s|\s[–—|-]\s|\(|\[|(?<!\s)\s*+(?:,\s*+)?(?=(?:1[5-9]|20)\d\d\b)"
)
"""End of the names.  Two spaces are where the source has `<br>`."""
_NAMES_AND_YEAR = lazy_regex(r"(?P<names>[^\W\d_a-z][^()]{3,300}) \((?:19|20)\d\d\)[\s.]*")
_MAX_ORGANISATIONS = 80
"""Maximum length of a bullet of organisations; a longer one is a remark."""
_JOURNAL = lazy_regex(
    r"(?:The )?(?:[A-Z][\w&-]+ ){0,3}(?:Journal|Annals|Transactions) (?:of|on|in|for)"
    r"(?:(?: the| and| of| &|,)* [A-Z][\w&-]+){1,6}"
)
"""The name of a journal, which is all of a bullet: `Journal of Econometrics`, `Annals of Statistics`."""


def year_in(rest: str) -> int | None:
    """Return the year in brackets, after a comma or point, or as the only text; None for any other number."""
    match = _YEAR.search(rest)
    return int(next(g for g in match.groups() if g)) if match else None


@lru_cache(maxsize=64)
def authors_in(rest: str) -> tuple[str, ...]:
    """Return the names at the beginning of a text, up to a venue, a year or the end of the sentence.

    Examples:
        >>> authors_in(" by Ashish Vaswani, Noam Shazeer et al. NeurIPS 2017")
        ('Ashish Vaswani', 'Noam Shazeer', 'et al.')
        >>> authors_in(" by Robert Ghrist (2008)"), authors_in(", which shows that attention suffices.")
        (('Robert Ghrist',), ())
        >>> authors_in(" Ashish Vaswani, Noam Shazeer NeurIPS 2017")
        ('Ashish Vaswani', 'Noam Shazeer')
        >>> authors_in(", NeurIPS 2017, Vaswani et al."), authors_in(", CVPR 2020, Best Paper, Oral Session")
        (('Vaswani', 'et al.'), ())
        >>> authors_in(" (CVPR 2023). Yihan Hu, Jiazhi Yang"), authors_in(" (Best Paper) Yihan Hu, Jiazhi Yang")
        (('Yihan Hu', 'Jiazhi Yang'), ('Yihan Hu', 'Jiazhi Yang'))
        >>> authors_in(", Stickgold R, 2005, Nature"), authors_in(", Part B, 2005, Nature")
        (('Stickgold, R',), ())
    """
    if _TAGS.match(rest):
        return ()
    if (cited := _CITED.match(rest)) and informal_citations.formal(cited[1]) != cited[1]:
        informal = read_byline(cited[1])
        return informal.authors if informal else ()
    dated = _without_remark(rest)[:_MAX_NAMES].strip(_MARKS)
    undated = _LEADING_YEAR.sub("", dated)
    head = _AFFILIATION.sub("", undated)
    if (alone := _names_alone(head, is_dated=undated != dated)) is not None:
        return alone
    end = _END.search(head)
    following = head[end.start() :] if end else ""
    head = (head[: end.start()] if end else head).strip(" ,.")
    by = _BY.match(head)
    parts = [p.strip() for p in head[by.end() if by else 0 :].split(",")]
    while by and len(parts) > 1 and authorship.names_organisation(parts[-1]):
        # `by Robert Ghrist, University of Pennsylvania`
        parts.pop()
    while parts and (venues.parse_venue(parts[-1])[0] or venues.find_venue(parts[-1])[0]):
        following = f"{parts.pop()} {following}"
    if parts and (last := _VENUE_AT_END.fullmatch(parts[-1])) and venues.parse_venue(last["venue"])[0]:
        parts[-1], following = last["name"], f"{last['venue']} {following}"
    names = ", ".join(parts)
    if people := (authorship.stated_names(names) if by else ()) or _families(names):
        return people
    if authorship.looks_like_authors(names):
        return authorship.split_authors(names)
    if (by or _DASH_AND_YEAR.match(rest)) and (byline := read_byline(names)) and len(byline.authors) > 1:
        return () if any(map(is_no_person, byline.authors)) else byline.authors
    if FAMILY_AND_INITIALS.fullmatch(names):
        family, initials = names.split()
        published = publication_in(following.strip(_MARKS))
        # `Wei XU` may have the family name in capitals
        is_other = is_title_word(family) or (len(initials) > 1 and VOWEL.search(initials))
        return (f"{family}, {initials}",) if published and published.venue and not is_other else ()
    # two capitalised words may be anything, unless `by`, a venue or a given name shows that they are a name
    is_marked = by is not None or bool(venues.find_venue(following[:_MAX_VENUE])[0])
    is_name = authorship.is_person(names) if is_marked else authorship.has_given_name(names)
    return (names,) if is_name and not _NO_NAME.match(names) else ()


def _names_alone(head: str, *, is_dated: bool) -> tuple[str, ...] | None:
    """Return the names after a venue, or those between semicolons; None for a text of another form."""
    after = _after_venue(head, is_dated=is_dated)
    return _persons(after) if after else _between_semicolons(head) or None


def _between_semicolons(words: str) -> tuple[str, ...]:
    """Return the names between semicolons that a text consists of; () for other words.

    Examples:
        >>> _between_semicolons("Ann Lee; Shanshan Xu; Bob Ray"), _between_semicolons("Maps; Bob Ray")
        (('Ann Lee', 'Shanshan Xu', 'Bob Ray'), ())
    """
    # the end of the last affiliation may be cut off: `Ann Lee; Bob Ray (University of Ulm`
    parts = [part.partition(" (")[0] for part in words.split(";")] if ";" in words else []
    names = tuple(part.strip(" .") for part in parts)
    are_people = all(" " in name and authorship.is_person(name) for name in names)
    return names if are_people and any(map(authorship.has_given_name, names)) else ()


def _families(names: str) -> tuple[str, ...]:
    """Return family names with `and` before the last one, and other words after it; () for none."""
    match = _FAMILIES.match(names)
    people = (*match[1].split(", "), match[2]) if match else ()
    return () if any(is_title_word(name) or is_given_name(name) or is_no_person(name) for name in people) else people


def _without_remark(rest: str) -> str:
    """Return a text after a title without a venue or an award in brackets before other words."""
    remark = _REMARK.match(rest)
    is_known = remark and (any(venues.parse_venue(remark[1])[:2]) or venues.is_track(remark[1]))
    return rest[remark.end() :] if remark and is_known else rest


def authors_at_end(words: str) -> tuple[str, ...]:
    """Return the names after the last `by` of a description, before a year in brackets that ends it; () for none.

    Examples:
        >>> authors_at_end("How lamps update beliefs by Toby Lee, Ann Ray (2020)")
        ('Toby Lee', 'Ann Ray')
        >>> authors_at_end("How lamps are updated by Google Research (2020)")
        ()
    """
    before, by, names = words.rpartition(" by ")
    match = _NAMES_AND_YEAR.fullmatch(names) if by and before else None
    if not match or not (authorship.looks_like_authors(match["names"]) or authorship.is_person(match["names"])):
        return ()
    people = authorship.split_authors(match["names"])
    return people if all(name == OTHERS or authorship.is_person(name) for name in people) else ()


def _after_venue(head: str, *, is_dated: bool) -> str:
    """Return the text after a venue before the names: `NeurIPS 2017, Vaswani et al.`; "" for none.

    Args:
        head: The text after a title.
        is_dated: Whether the year of the venue comes before it: `(2017), NeurIPS, Vaswani et al.`.
    """
    first, comma, later = head[:_MAX_VENUE].partition(",")
    venue, year, _ = venues.parse_venue(first) if comma and len(first.split()) <= _MAX_VENUE_WORDS else ("", None, "")
    return head[len(first) :].strip(_MARKS) if venue and (year or is_dated) and later else ""


def _persons(head: str) -> tuple[str, ...]:
    """Return the names at the beginning of a text, each of which must be that of a person, or shortened."""
    end = _END.search(head)
    names = (head[: end.start()] if end else head).strip(" ,.")
    people = authorship.split_authors(names) if authorship.looks_like_authors(names) else (names,)
    if OTHERS in people:
        return people if all(len(name.split()) < 4 for name in people) else ()
    return people if all(map(authorship.is_person, people)) and any(map(authorship.has_given_name, people)) else ()


def authors_below(context: NoteContext, item: Block) -> tuple[str, ...]:
    """Return the names in the first bullet below an item."""
    if published := _published(context, item):
        return published.authors
    line = _first_bullet(context, item)
    if not line:
        return ()
    if _has_organisations_below_items(context, item.parent) and not authorship.has_given_name(line.split(",")[0]):
        return ()
    if authorship.looks_like_authors(line) and not authorship.names_organisation(line):
        return authorship.split_authors(line)
    return ()


def venue_below(context: NoteContext, item: Block) -> tuple[str, int | None, str]:
    """Return the venue, year and track that the first bullet below an item is, or has after its names."""
    if published := _published(context, item):
        return published[1:]
    words = _first_bullet(context, item)
    venue, year, track = (words, None, "") if _JOURNAL.fullmatch(words) else venues.parse_venue(words)
    # `- arXiv:1706.03762` is an identifier
    return ("", None, "") if venues.is_preprint(venue) else (venue, year, track)


def is_byline_below(context: NoteContext, bullet: Block) -> bool:
    """Return whether a bullet is the authors, venue and year of the list item that it is nested in."""
    item = context.blocks[bullet.parent].parent if bullet.parent >= 0 else -1
    is_nested = item >= 0 and context.blocks[item].kind is BlockKind.ITEM
    return is_nested and _published(context, context.blocks[item]) is not None


def _published(context: NoteContext, item: Block) -> Byline | None:
    published = line_bylines.read(_first_bullet(context, item))
    return published if published and published.venue else None


@once_per_note
def _has_organisations_below_items(context: NoteContext, block: int) -> bool:
    """Return whether the first bullet below an item of a list has organisations, as those of the others have then."""
    lines = (_first_bullet(context, item) for item in context.children(block))
    return any(len(line) <= _MAX_ORGANISATIONS and authorship.names_organisation(line) for line in lines)


def _first_bullet(context: NoteContext, item: Block) -> str:
    """Return the text of the first bullet in the first list below an item; "" for none, and for code, such as tags."""
    nested = next((child for child in context.children(item.index) if child.kind is BlockKind.LIST), None)
    bullet = context.children(nested.index)[0] if nested else None
    if bullet is None or context.note.text.find("`", bullet.span.start, bullet.span.end) >= 0:
        return ""
    return context.first_words(bullet)
