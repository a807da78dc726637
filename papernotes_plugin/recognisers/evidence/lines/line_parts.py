"""Split a line into names, a venue, a year, links and other words, so that these parts explain most of it.

People write the facts of a paper in any order: `Ann Lee, Bob Ray · *Nature* 5 (2020)`, `ICML 2020 — Lee et al. [pdf]`.
Each stretch of a line between two marks may be names, a venue or a year.  Of all ways to divide the line, the one with
the fewest unexplained words wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from papernotes_plugin.people import is_given_name
from papernotes_plugin.recognisers.evidence.authors.affiliations import is_affiliation
from papernotes_plugin.recognisers.evidence.authors.authorship import names_organisation
from papernotes_plugin.recognisers.evidence.lines import stated_bylines
from papernotes_plugin.recognisers.evidence.lines.line_marks import (
    CLOSE,
    DATE,
    DAY,
    MARKS,
    NUMBER_OF_ENTRY,
    OPEN,
    RATING,
    REMARK,
)
from papernotes_plugin.recognisers.evidence.lines.names_in_lines import names_in
from papernotes_plugin.recognisers.evidence.lines.venues_in_lines import (
    has_several_parts,
    publication_in,
    unknown_publication_in,
)
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.titles.sentences import FIVE_WORDS
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.romanisation import CJK

TITLE = "\x02"
"""A character in a line in place of its title."""
LINK = "\x01"
"""A character in a line in place of a link or an identifier."""
_SEPARATOR = lazy_regex(
    # one set of first characters, which the search finds in half the time of the alternatives
    r"(?=[\x01-\x04\s|·•∙⋅@,;:，；.()\[\]{}<>])(?:[\x01\x02\n|·•∙⋅]|\s[–—-]+\s|\s//?\s|\s?@\s?|[\x03\x04]|[,;:，；]\s*|\.\s+|\.$|[()\[\]{}<>]"
    r"|\s(?!(?:II|III|IV)\b)(?=[A-Z][\w*]{0,60}[A-Z]\w{0,60}['’]?,?\s?[\d(]|(?:19|20)\d\d\b|(?:from|at)\s[^\W\d_a-z])|(?<=\b(?:19|20)\d\d)\s)"
)
"""A mark between two parts of a line, or the space before an acronym with a year."""
_OF_NAME = lazy_regex(
    r"(?:(?:and|et|und|y|e|&|by:?)\s+)?(?:[^\W\d_a-z]|(?:[a-z]{1,4}['’ ]){1,3}[^\W\d_a-z])[^\d\n]{0,200}"
    r"|[Ee]t\.? al\.?|others|…|\.\.\."
)
"""A stretch that may belong to a list of names."""
_LABEL = lazy_regex(
    r"(?:\d{1,3}|by|in|at|from|to appear(?: in| at)?|published(?: in| at)?|accepted(?: to| at| by| in)?|paper|link|url"
    r"|doi|pdf|code|github|html|arxiv|openreview|preprint|website|project(?: page)?|source|slides|video|poster|blog"
    r"|data|(?:short|long|full|invited|tutorial) paper|extended abstract"
    r"|and|&|(?:(?:todo|doing|done|now|later|waiting)\b ?)?(?:(?:re-?)?read(?:ing)?|skim(?:med)?|finished)?"
    rf"|论文|文章|文献|標題|标题|题目|論文|논문|{REMARK}|{NUMBER_OF_ENTRY}|{RATING}|{DATE})"
)
"""A word that says what a part of the line is, and nothing of the paper."""
_MATH = lazy_regex(r"\$|\\[A-Za-z(\[]")
"""A part of a formula, which no fact contains."""
_LINE_END = lazy_regex(r"(?<![,;&\s])\s*\n")
"""The end of a line that no comma continues."""
_ORGANISATION = lazy_regex(
    r"(?:(?:at|from) )?[^\W\d_a-z][\w'’.&-]*(?: (?:of|the|for|and|at|de|[^\W\d_a-z][\w'’.&-]*)){0,9}"
)
"""Words of a form that the name of an organisation has."""
_DAY = lazy_regex(
    r"(?:(?:first |last )?(?:submitted|published|revised|posted)(?: on| in)? )?"
    rf"{DAY}"
)
"""The words before the year in the date of a paper."""
_FOUR_WORDS = lazy_regex(r"(?:(?<![^\W\d_])[a-z]{2,}[ \n]){4}")
"""Four words in lower case."""
_MANY_WORDS = lazy_regex(r"(?: \S+){18}")
_MAX_SPACES = 17
"""Spaces in words that are no sentence."""
_CLAUSE_IN_CJK = lazy_regex(f"[{CJK}]{{10}}")
_MAX_LENGTH = 2000
"""Characters of a line."""
_MAX_STRETCHES = 120
"""Stretches of a line."""
_MAX_STRETCHES_OF_VENUE = 9
_PART_COST = 1.0
_LABEL_COST = 0.2
"""Cost of a label, of a bracket or of a line end in a part."""
_WORDS_COST = 2.5
"""Cost of other words, without the spaces between them."""


class PartKind(Enum):
    """Kind of a part of a line."""

    NAMES = "names"
    FAMILIES = "families"
    """Several family names, or names without a sign that they are those of people."""
    VENUE = "venue"
    UNKNOWN_VENUE = "unknown venue"
    """Words with a year, or marked words, that may be a venue which no table lists."""
    YEAR = "year"
    """A year alone, or a preprint server."""
    ORGANISATION = "organisation"
    """The organisation of the people whose names are before it."""
    LINK = "link"
    TITLE = "title"
    LABEL = "label"
    """A word such as `by`, or only marks."""
    WORDS = "words"


_CUT_NAME = lazy_regex(r"(?:^|[,&] |\band )(?P<given>[^\W\d_]{2,}) [A-Z]\. $")
"""A given name and an initial before other words, of which the first one is the family name: `Ann B. `."""
_CUT_COST = 5.5
_PLACE_COST = 2.2
"""The cost of a venue with other words after its year, such as a place: more than that of a venue and names."""
_AFTER_YEAR = lazy_regex(r"(?m)^(?>.*?[^\W\d_])(?>.*?\b(?:19|20)\d\d\b).*[^\W\d_]{3}")
_COSTS = {PartKind.FAMILIES: 1.5, PartKind.UNKNOWN_VENUE: 2.2, PartKind.LINK: 0.0, PartKind.TITLE: 0.0}
"""The costs of parts that are not certain, and of those that are no words."""


_BEFORE_ORGANISATIONS = frozenset(
    (PartKind.NAMES, PartKind.FAMILIES, PartKind.ORGANISATION, PartKind.VENUE, PartKind.YEAR)
)


class LinePart(NamedTuple):
    """A part of a line."""

    kind: PartKind
    text: str
    names: tuple[str, ...] = ()
    published: Publication = Publication()


class _Reading(NamedTuple):
    """The best way to divide the first stretches of a line."""

    cost: float
    start: int
    """Number of stretches before the last part."""
    part: LinePart | None


@lru_cache(maxsize=1 << 10)
def read_parts(line: str) -> tuple[LinePart, ...]:
    r"""Return the parts of a line in their order.

    Examples:
        >>> [part.kind.value for part in read_parts("ICML'20 — Lee, A. & Ray, B. — \x02 \x01")]
        ['venue', 'names', 'label', 'title', 'label', 'link']
        >>> [part.kind.value for part in read_parts("I read it in 2020")]
        ['words', 'year']

    Args:
        line: The line, with `TITLE`, `LINK`, `OPEN` and `CLOSE` in it.
    """
    stated = _stated_parts(line) if _may_have_facts(line) else {}
    stretches = list(_stretches(line, stated)) if _may_have_facts(line) else []
    if not stretches or len(stretches) > _MAX_STRETCHES:
        return (LinePart(PartKind.WORDS, line),) if line.strip(MARKS) else ()
    readings = [_Reading(0, 0, None)]
    # the first stretch of a part that may end here, and of one that is names
    first = first_of_names = 0
    for end, stretch in enumerate(stretches, 1):
        text = line[slice(*stretch)]
        if single := stated.get(stretch[0]) or _single_part(text):
            readings.append(_Reading(readings[-1].cost + _cost(single), end - 1, single))
            first = first_of_names = end
            continue
        if not _OF_NAME.fullmatch(text.strip(MARKS)) or publication_in(text):
            first_of_names = end
        earliest = max(first, min(first_of_names, end - _MAX_STRETCHES_OF_VENUE))
        best: _Reading | None = None
        for start in range(end - 1, earliest - 1, -1):
            # a part of several stretches costs no less, and of two readings with the same cost the first counts
            if best and readings[start].cost + _PART_COST >= best.cost:
                continue
            may_be_names = start >= first_of_names or start == end - 1
            if not may_be_names and has_several_parts(line[stretches[start][0] : stretch[1]]):
                # nor is a longer part one name
                break
            part = _part(line, stretches[start:end], may_be_names=may_be_names)
            cost = readings[start].cost + _cost(part) if part else 0
            if part and (best is None or cost < best.cost):
                best = _Reading(cost, start, part)
        readings.append(best or readings[-1])
    parts: list[LinePart] = []
    reading = readings[-1]
    while reading.part:
        parts.append(reading.part)
        reading = readings[reading.start]
    return _with_organisations(parts[::-1])


@lru_cache(maxsize=1 << 10)
def facts_in(line: str) -> tuple[LinePart, ...]:
    """Return the parts of a line that says only facts, and perhaps has its title; () for all other lines.

    A sentence is found without reading its parts.

    Examples:
        >>> [part.kind.value for part in facts_in("Lee et al. 2020")], facts_in("Lee et al. say why in 2020")
        (['names', 'year'], ())
    """
    if not _may_have_facts(line) or FIVE_WORDS.search(line):
        return ()
    if any(_is_of_sentence(line[slice(*stretch)]) for stretch in _stretches(line, _stated_parts(line))):
        return ()
    parts = read_parts(line)
    return parts if all(part.kind is not PartKind.WORDS for part in parts) else ()


def has_sentences_on_lines(text: str) -> bool:
    """Return whether two lines of a text have words of a sentence, so that these are no single part of it."""
    return sum(FIVE_WORDS.search(line) is not None for line in text.split("\n")) > 1


def has_dividing_mark(words: str) -> bool:
    """Return whether words have a mark that divides a line into its parts, or an acronym with a year."""
    return _SEPARATOR.search(words) is not None


def _may_have_facts(line: str) -> bool:
    return len(line) <= _MAX_LENGTH and not _MATH.search(line)


def _is_of_sentence(text: str) -> bool:
    """Return whether a stretch has words of a sentence: four in lower case, or many without a mark."""
    if text.isascii() or not _CLAUSE_IN_CJK.search(text):
        return bool(_FOUR_WORDS.search(text)) or (text.count(" ") > _MAX_SPACES and bool(_MANY_WORDS.search(text)))
    words = text.strip(MARKS)
    return not (is_affiliation(words) or names_organisation(words))


def _with_organisations(parts: Sequence[LinePart]) -> tuple[LinePart, ...]:
    """Return parts whose organisations and dates after names are no other words: `Ann Lee, MIT, 4 Nov 2018`."""
    read: list[LinePart] = []
    for part in parts:
        before = read[-1].kind if read else PartKind.LABEL
        if part.kind is PartKind.WORDS and before in _BEFORE_ORGANISATIONS:
            words = part.text.strip(MARKS)
            if _DAY.fullmatch(words.casefold()):
                part = part._replace(kind=PartKind.LABEL)
            elif before is PartKind.ORGANISATION and words.startswith(("from ", "at ")):
                # `Ann Lee from MIT and Bob Ray from CMU`
                pass
            elif _ORGANISATION.fullmatch(words) and (is_affiliation(words) or names_organisation(words)):
                part = part._replace(kind=PartKind.ORGANISATION)
                if before is PartKind.FAMILIES:
                    read[-1] = read[-1]._replace(kind=PartKind.NAMES)
        read.append(part)
    return tuple(read)


def _single_part(text: str) -> LinePart | None:
    """Return the part that a stretch is alone: the title, a link, or words of a sentence; None for other stretches."""
    if text in (TITLE, LINK):
        return LinePart(PartKind.TITLE if text == TITLE else PartKind.LINK, text)
    return LinePart(PartKind.WORDS, text) if _is_of_sentence(text) else None


def _stated_parts(line: str) -> dict[int, LinePart]:
    """Return the names after `by` in a line, and the venue in brackets before them, by the place where each begins."""
    byline = stated_bylines.find(line)
    if not byline:
        return {}
    start, end = byline.span
    parts = {start: LinePart(PartKind.NAMES, line[start:end], byline.names)}
    start, end = byline.bracket
    if start < end and not publication_in(line[start:end]):
        kind = PartKind.UNKNOWN_VENUE if byline.published.venue else PartKind.YEAR
        parts[start] = LinePart(kind, line[start:end], published=byline.published)
    return parts


def _stretches(line: str, stated: Mapping[int, LinePart]) -> Iterator[tuple[int, int]]:
    """Yield start and end of each stretch of a line, with the mark after it; links, the title and stated parts alone.

    Args:
        line: The line.
        stated: Parts that are known, by the place where each begins.
    """
    at = 0
    for start, part in sorted(stated.items()):
        yield from _stretches_between(line, at, start)
        at = start + len(part.text)
        yield start, at
    yield from _stretches_between(line, at, len(line))


def _stretches_between(line: str, at: int, end: int) -> Iterator[tuple[int, int]]:
    for match in _SEPARATOR.finditer(line, at, end):
        if match[0] in (TITLE, LINK):
            if match.start() > at:
                yield at, match.start()
            yield match.span()
            at = match.end()
        elif line[at : match.end()].strip(MARKS):
            yield at, match.end()
            at = match.end()
    if at < end:
        yield at, end


def _part(line: str, stretches: Sequence[tuple[int, int]], *, may_be_names: bool) -> LinePart | None:
    """Return the part that some stretches are together; None if they are several parts.

    Args:
        line: The line.
        stretches: Start and end of each of them.
        may_be_names: Whether each stretch may belong to a list of names.
    """
    text = line[stretches[0][0] : stretches[-1][1]]
    is_alone, may_be_venue = len(stretches) == 1, len(stretches) <= _MAX_STRETCHES_OF_VENUE
    if is_alone and (not (words := text.strip(MARKS)) or _LABEL.fullmatch(words.casefold())):
        return LinePart(PartKind.LABEL, text)
    if may_be_venue and (published := publication_in(text)):
        kind = PartKind.VENUE if published.venue or (published.entry_type and published.is_known) else PartKind.YEAR
        return LinePart(kind, text, published=published)
    names, are_certain = names_in(text) if may_be_names and _OF_NAME.match(text.lstrip(MARKS)) else ((), False)
    if names:
        return LinePart(PartKind.NAMES if are_certain else PartKind.FAMILIES, text, names)
    if may_be_venue and (published := unknown_publication_in(text)):
        return LinePart(PartKind.UNKNOWN_VENUE, text, published=published)
    return LinePart(PartKind.WORDS, text) if is_alone else None


def _cost(part: LinePart) -> float:
    if part.kind is PartKind.WORDS:
        return _WORDS_COST + part.text.count(" ")
    if part.kind is PartKind.NAMES and (cut := _CUT_NAME.search(part.text)) and is_given_name(cut["given"]):
        return _CUT_COST
    if part.kind is PartKind.LABEL:
        return _LABEL_COST
    # marked text, and a line, are rarely parts of something longer
    inner = part.text.strip(MARKS)
    if part.kind is PartKind.VENUE and _AFTER_YEAR.search(inner):
        return _PLACE_COST
    return _LABEL_COST * (inner.count(OPEN) + inner.count(CLOSE) + len(_LINE_END.findall(inner))) + _COSTS.get(
        part.kind, _PART_COST
    )
