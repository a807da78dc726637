"""Find headings that are titles with the names and the year of a citation: `## World Models (Ha & Schmidhuber, 2018)`.

The citation is in brackets, after a dash, or before the title: `## Ha & Schmidhuber (2018): World Models`.
"""

from __future__ import annotations

from typing import NamedTuple

from papernotes_plugin.people import OTHERS, is_given_name
from papernotes_plugin.recognisers.evidence.authors.short_bylines import Byline, read_byline, read_citation
from papernotes_plugin.recognisers.evidence.lines.described_titles import DescribedTitle
from papernotes_plugin.recognisers.evidence.lines.line_parts import LinePart, PartKind
from papernotes_plugin.recognisers.evidence.lines.recognised_text import RecognisedText
from papernotes_plugin.recognisers.evidence.papers.listed_papers import Works, announced_works
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note
from papernotes_plugin.recognisers.evidence.titles.false_titles import is_generic
from papernotes_plugin.recognisers.evidence.titles.groups_of_titles import are_titles_of_papers
from papernotes_plugin.recognisers.evidence.titles.sentences import is_sentence
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import TitleParts, count_words
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block

_AFTER_TITLE = lazy_regex(
    r"(?P<title>[^\n]{4,300}?[^\s,–—-])(?:\s?[(\[](?P<bracketed>[^()\[\]\n]{4,120})[)\]]|,?\s[–—-]{1,2}\s(?P<after>[^\n]{4,120}))[.*_]*"
)
_BEFORE_TITLE = lazy_regex(
    r"(?P<names>[^\W\d][^\n()\[\]]{2,120}?,?\s[(\[]?(?:1[89]|20)\d\d[a-z]?[)\]]?)(?:[:.,]|\s[–—-]{1,2}|(?<=[)\]]))\s+[\"“«*_]*"
    r"(?P<title>[^\W_][^\n]{4,300}?)[\"”».*_]*"
)
_IS_CITED = lazy_regex(r" (?:&|and|et|und|y|e) |\bet al\b|[(\[]")
"""A mark that other words with commas and a year have not: `Berlin, Germany, 2019`."""
_SECTION_NUMBER = lazy_regex(r"^(?:Part|Section|Chapter) \d{1,2}(?:\.\d{1,2})+[.:]? (?=[A-Z])")
"""The number of a section before a title: `Part 2.1.3. `."""
_YEAR = lazy_regex(r"(?:1[89]|20)\d\d")
_MIN_WORDS = 2
"""Words of a title."""
_MIN_MEAN, _MIN_MEAN_OF_ONE = 4, 5
"""Words of the titles on average: those of songs and films have fewer; more with a single name each."""


class CitedTitle(NamedTuple):
    """A title and its citation."""

    title: str
    byline: Byline


def read(words: str) -> CitedTitle | None:
    """Return the title and the citation in the words of a heading; None for other words.

    Examples:
        >>> read("World Models for Control (Ha & Schmidhuber, 2018)").byline.authors
        ('Ha', 'Schmidhuber')
        >>> read("Card (1990): The Impact of the Mariel Boatlift").title
        'The Impact of the Mariel Boatlift'
        >>> read("Release notes (March 2018)"), read("Berlin, Germany, 2019. A week of talks")
        (None, None)
    """
    if not _YEAR.search(words):
        return None
    words = " ".join(words.split())
    after, before = _AFTER_TITLE.fullmatch(words), _BEFORE_TITLE.fullmatch(words)
    title, cited = "", ""
    if after:
        title, cited = after["title"], after["bracketed"] or after["after"]
    byline = _byline(cited)
    if byline is None and before and _IS_CITED.search(before["names"]):
        title, cited = before["title"], before["names"]
        byline = _byline(cited)
    title = _SECTION_NUMBER.sub("", title).strip(' "“”«»*_').removesuffix(".")
    if byline is None or count_words(title) < _MIN_WORDS or title[:1].islower() or is_generic(title):
        return None
    return CitedTitle(title, byline)


def _byline(words: str) -> Byline | None:
    byline = read_citation(words) or read_byline(words)
    if byline is None or byline.year is None or all(map(_is_given_name, byline.authors)):
        # `Trip to Rome (Anna & Ben, 2019)`
        return None
    return byline


def _is_given_name(name: str) -> bool:
    return name != OTHERS and is_given_name(name)


@once_per_note
def _cited(context: NoteContext) -> dict[int, CitedTitle]:
    """Return the titles in the headings of a note, by heading; {} if they are those of other works."""
    titled: dict[int, CitedTitle] = {}
    for heading in context.headings:
        cited = read(context.visible_text(heading.index))
        is_of_others = announced_works(context, heading.index) is Works.OTHERS
        if cited and not (is_of_others or context.is_label(heading) or is_sentence(cited.title, has_link=False)):
            titled[heading.index] = cited
    titles = [cited.title for cited in titled.values()]
    are_of_several = any(len(cited.byline.authors) > 1 for cited in titled.values())
    if are_of_several and sum(map(count_words, titles)) >= _MIN_MEAN * len(titles):
        return titled
    return titled if len(titles) > 1 and are_titles_of_papers(titles, _MIN_MEAN_OF_ONE) else {}


def with_citation(context: NoteContext, heading: Block, read_text: RecognisedText) -> DescribedTitle | None:
    """Return the title that a heading has with its names and its year; None for other headings."""
    is_of_note = context.note_evidence is not None and heading.index == context.title_heading
    cited = None if is_of_note or read_text.contains(heading) else _cited(context).get(heading.index)
    if cited is None:
        return None
    byline = cited.byline
    parts = [LinePart(PartKind.YEAR, str(byline.year), published=Publication(year=byline.year))]
    if byline.authors != (OTHERS,):
        parts.insert(0, LinePart(PartKind.NAMES, " ".join(byline.authors), byline.authors))
    shown = TitleParts(cited.title, byline.venue, byline.year, byline.track)
    return DescribedTitle(cited.title, context.text_span(heading), parts, True, [heading], shown, is_stated=True)
