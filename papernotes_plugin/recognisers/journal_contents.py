"""Recognise the contents of a journal: headings that are titles, below those of its name and of its years or issues.

They look like the chapters of any text.  The heading above must be a year or the number of an issue.  The one above
that must be the name of a journal or a conference.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from papernotes_plugin import venues
from papernotes_plugin.recognisers.evidence.authors.authorship import has_given_name
from papernotes_plugin.recognisers.evidence.references.publication_numbers import MONTH
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.structure.quoted_context import build_mention, quotation_of_card
from papernotes_plugin.recognisers.evidence.titles.false_titles import is_generic
from papernotes_plugin.recognisers.evidence.titles.groups_of_titles import are_titles_of_papers
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, is_uninformative, split_title
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.romanisation import CJK_LETTER
from papernotes_plugin.vocabulary.model import Block, Evidence, Field, Mention, MentionKind

_ISSUE = lazy_regex(
    r"(?:(?:vol(?:ume)?\.?\s?(?P<volume>\d{1,3})|(?:no|issue|number|nr)\.?\s?(?P<issue>\d{1,3})"
    r"|(?P<pair>\d{1,3})-(?P<part>\d{1,2}) (?=(?:19|20)\d\d$)|(?P<year>(?:19|20)\d\d)(?:[-/.年]\s?\d{1,2}月?)?"
    rf"|{MONTH})[\s,.:;()–—-]*){{1,4}}",
    re.IGNORECASE,
)
"""A year, a month, or the number of an issue: `2024`, `2025-01`, `Vol. 115, No. 10, October 2025`."""
_WORDS = r"[^\W\d_][\w&’'-]*(?:,? [^\W\d_&][\w&’'-]*| &){0,7}"
_JOURNAL = lazy_regex(
    r"(?:the )?(?:[^\W\d_][\w&’'-]+,? ){0,5}(?:journal|annual review|review|annals|transactions|proceedings|letters)"
    rf" (?:of|on|for|in) (?!my\b|our\b|the year\b){_WORDS}"
    r"|(?:(?:zeitschrift|archiv) für|revue (?:de|française)|revista (?:de|del)|rivista (?:di|italiana)) "
    rf"{_WORDS}",
    re.IGNORECASE,
)
"""A name that only a journal has."""
_NAME = lazy_regex(
    r"(?:[^\W\d_a-z][\w&’'-]+|and|of|the|in|for|on|&)(?: (?:[^\W\d_a-z][\w&’'-]+|and|of|the|in|for|on|&)){0,6}"
)
"""A name with capitals, which a journal may have if its issues have numbers."""
_REVIEWED = lazy_regex(
    r"(?P<name>[^\W\d_a-z][\w’'-]+(?: (?:[^\W\d_a-z]\.|[^\W\d_a-z][\w’'-]+)){1,3})\. (?P<title>[^\W\d_a-z]\S* \S.*)"
)
"""The author of a book before its title, as journals list the books that they review."""
_INVISIBLE = lazy_regex("[\u200b-\u200f\ufeff*]+")
_MAX_NAME = 120
"""Characters of the name of a journal."""
_MIN_TITLES = 5
"""Titles below the name of one journal."""
_MIN_MEAN = 5.5
"""Words of the titles on average: chapters and topics have fewer."""
_MIN_WORDS = 2


class _Issue(NamedTuple):
    """The year and the numbers in the heading of an issue."""

    year: int | None = None
    volume: str = ""
    number: str = ""


def recognise(context: NoteContext) -> Iterator[Mention]:
    """Yield a `CARD` for each title below the headings of a journal and of its years or issues."""
    if len(context.headings) < _MIN_TITLES:
        return
    parents = {context.heading_above[heading.index] for heading in context.headings}
    issues = {h.index: issue for h in context.headings if (issue := _issue(context, h)) and h.index in parents}
    articles: defaultdict[int, list[tuple[Block, _Issue]]] = defaultdict(list)
    for heading in context.headings if issues else ():
        above = next((h for h in context.headings_above(heading.index) if h.index in issues), None)
        journal = context.heading_above[above.index] if above else -1
        if above and journal >= 0 and heading.index not in (*parents, *context.claimed_blocks):
            articles[journal].append((heading, issues[above.index]))
    for journal, listed in articles.items():
        name = context.visible_text(journal)
        if journal in context.claimed_blocks or not _is_journal(name, [issue for _, issue in listed]):
            continue
        titled = [(heading, issue, title) for heading, issue in listed if (title := _title(context, heading))]
        if _are_of_papers([title for *_, title in titled], len(listed)):
            yield from (_mention(context, heading, title, name, issue) for heading, issue, title in titled)


def _issue(context: NoteContext, heading: Block) -> _Issue | None:
    """Return the year and the numbers that a heading consists of; None for other headings."""
    words = context.visible_text(heading.index)
    match = _ISSUE.fullmatch(words) if words[-1:].isdigit() or words[-1:] in ").月" else None
    if match is None or not (match["year"] or match["volume"] or match["issue"]):
        return None
    return _Issue(
        int(match["year"]) if match["year"] else None,
        match["volume"] or match["pair"] or "",
        match["issue"] or (match["part"] or "").lstrip("0"),
    )


def _is_journal(name: str, issues: list[_Issue]) -> bool:
    """Return whether a heading is the name of a journal: a known one, by its words, or as its issues have numbers."""
    if len(name) > _MAX_NAME or is_generic(name) or CJK_LETTER.search(name):
        return False
    if _JOURNAL.fullmatch(name) or (venues.parse_venue(name)[0] and not venues.parse_venue(name)[1]):
        return True
    return _NAME.fullmatch(name) is not None and any(issue.volume and issue.number for issue in issues)


def _title(context: NoteContext, heading: Block) -> str:
    """Return the title that a heading is; "" for the name of a section, and for a title in another language."""
    title = split_title(_INVISIBLE.sub("", context.visible_text(heading.index))).title
    is_other = title[:1].islower() or CJK_LETTER.search(title) or is_generic(title) or is_uninformative(title)
    return "" if is_other or count_words(title) < _MIN_WORDS or context.is_label(heading) else title


def _are_of_papers(titles: list[str], count: int) -> bool:
    """Return whether most headings are titles, with the length and the words of those of papers."""
    return len(titles) >= max(_MIN_TITLES, 0.75 * count) and are_titles_of_papers(titles, _MIN_MEAN)


def _mention(context: NoteContext, heading: Block, title: str, journal: str, issue: _Issue) -> Mention:
    context.claimed_blocks.add(heading.index)
    reviewed = _REVIEWED.fullmatch(title)
    if reviewed and has_given_name(reviewed["name"]):
        evidence = Evidence(reviewed["title"], authors=(reviewed["name"],), entry_type="book")
    else:
        numbers = (("Volume", issue.volume), ("Number", issue.number))
        venue = venues.parse_venue(journal)[0] or journal
        evidence = Evidence(
            title,
            year=issue.year,
            venue=venue,
            fields=tuple(Field(label, value) for label, value in numbers if value),
            entry_type="" if venues.is_conference(venue) else "article",
        )
    words = quotation_of_card(context, list(context.section(heading)), [], [])
    span = context.text_span(heading)
    return build_mention(context, MentionKind.CARD, span, evidence.title, heading.index, evidence, quotation=words)
