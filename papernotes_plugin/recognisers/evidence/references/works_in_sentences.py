"""Read the works that a sentence names with their title, people and year.

Examples are `“A Theory of Attention” (Lee & Ray, 1980)`, `*A Theory of Attention* by Ann Lee (Nature, 1980)`,
`Lee and Ray (1980), “A Theory of Attention”` and `Ann Lee's 1980 paper “A Theory of Attention”`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from papernotes_plugin.people import OTHERS
from papernotes_plugin.recognisers.evidence.authors import authorship, short_bylines
from papernotes_plugin.recognisers.evidence.authors.short_bylines import Byline
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.references.reference_text import ReferenceText
from papernotes_plugin.recognisers.evidence.references.venue_phrases import publication
from papernotes_plugin.recognisers.evidence.titles import sentences
from papernotes_plugin.recognisers.evidence.titles.groups_of_titles import are_titles_of_papers
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, looks_like_title
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import InlineKind, Span

_QUOTED = lazy_regex(r"[“\"](?P<title>[^\n“”\"\x1d]{8,300}?)[”\"]|[«„]\s?(?P<other>[^\n«»„“”\x1d]{8,300}?)\s?[»“”]")
_YEAR = r"(?:1[5-9]|20)\d\d"
_CAPITAL = r"[^\W\d_a-z]"
_PARTICLES = r"(?:(?:van|von|de|der|den|la|di|du|da|le|ter|del) ){0,2}"
_NAME = rf"{_PARTICLES}{_CAPITAL}[\w’'-]*\.?(?: (?:{_CAPITAL}\.[ -]?){{0,3}}{_PARTICLES}{_CAPITAL}[\w’'-]+){{0,2}}"
_NAMES = rf"{_NAME}(?:, {_NAME}){{0,8}}(?:,? (?:and|&|und|et|y|e) {_NAME}|,? et al\.?)?"
_KIND = (
    r"(?P<kind>paper|article|study|essay|preprint|monograph|textbook|chapter|thesis|dissertation|report|review|book"
    r"|survey)"
)
_BY = lazy_regex(
    rf",?[”\"»“]?,? (?:by|von|par|por|de|di) (?P<names>{_NAMES})"
    rf"(?: \((?P<facts>[^()\n]{{0,80}}?{_YEAR})\)|, (?P<year>{_YEAR})\b)"
)
"""The authors and the year after a title: ` by Ann Lee (Nature, 1980)`."""
_IN_BRACKETS = lazy_regex(rf",? \((?P<facts>[^()\n@]{{3,120}}?{_YEAR})[a-z]?\)")
"""A citation in brackets after a title: ` (Lee & Ray, 1980)`."""
_DATED_BEFORE = lazy_regex(rf"(?<![\w’'-])(?P<names>{_NAMES})(?:[’']s?)? \((?P<year>{_YEAR})[a-z]?\)[,:]? (?:in )?$")
"""The authors and the year before a title: `Lee and Ray (1980), `."""
_OWNER = lazy_regex(
    rf"(?<![\w’'-])(?P<names>{_NAMES})[’']s? (?:(?P<year>{_YEAR}) )?(?:[a-z]{{4,12}} ){{0,2}}?(?:{_KIND},? )?$"
)
"""The author in the possessive before a title: `Ann Lee's 1980 paper `."""
_CLAIMS = lazy_regex(r"(?i:\b(?:according to|as|for|in the words of|nach|laut|zufolge|selon|según|segundo|secondo))\s$")
"""Words before a person whose words are quoted, not the title of a work."""
_KIND_BEFORE = lazy_regex(rf"\b{_KIND}[,:]? (?:titled |entitled |called )?$")
_KIND_WITH_YEAR = lazy_regex(rf"\b(?P<year>{_YEAR}) (?:[a-z]{{4,12}} ){{0,2}}?{_KIND},? $")
"""The year and kind of a work before a title: `In his 1980 paper `."""
_OTHER_KIND = lazy_regex(
    r"\b(?:film|movie|song|album|single|novel|poem|play|series|episode|show|painting|game|story|stories|documentary"
    r"|opera|musical|video|podcast|talk|lecture|track|record|comic|blog|post|website|column|speech|exhibition)s?\b",
    re.IGNORECASE,
)
"""A kind of work that is no paper."""
_NO_FAMILY_NAME = lazy_regex(
    r"(?:The|This|That|In|On|See|And|But|For|From|As|An?|It|He|She|His|Her|Their|Our|My|Today|Yesterday|Tomorrow"
    r"|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Apple|Meta|Amazon|Stanford|Harvard|Oxford|Cambridge|Princeton|Yale)"
)
"""A word with a capital before a title that is no author."""
_SENTENCE_END = lazy_regex(r"[.;()\n](?:\s|$)")
_EMPHASIS = InlineKind.EMPHASIS
_ACRONYM = lazy_regex(rf"(?P<name>[A-Z]{{3,8}}),? (?P<year>{_YEAR})")
_COUNTRY = lazy_regex(r"USSR|USA?|UK|BBC|HBO|NBC|PBS|MGM|EMI|CBS|NYT|TED|CNN|RCA")
"""An acronym in brackets that is no venue, but a country or a company of films and music."""
_NEAR = 60
"""Characters before a title in which the kind of the work may be."""
_MAX_BEFORE = 200
"""Characters before a title in which its authors may be."""
_MIN_WORDS, _MIN_PAPER_WORDS = 2, 4
"""Words of a title whose sentence names the kind of the work, and of one whose words alone show a paper."""


class NamedWork(NamedTuple):
    """A work that a sentence names."""

    title: str
    span: Span
    """The place of the title in the text, without its marks."""
    authors: tuple[str, ...]
    year: int
    publication: Publication | None
    is_book: bool


class _Facts(NamedTuple):
    """The people, the year, the publication and the kind of a work, from the words next to its title."""

    authors: tuple[str, ...]
    year: int
    publication: Publication | None = None
    kind: str = ""


def read(words: ReferenceText) -> Iterator[NamedWork]:
    """Yield the works in a text that are papers or books, each with a title in marks and a year.

    Examples:
        >>> from papernotes_plugin.recognisers.evidence.references.reference_text import plain_reference
        >>> words = plain_reference("Ann Lee's 1980 paper “A Theory of Attention” changed the field.")
        >>> [(work.title, work.authors, work.year) for work in read(words)]
        [('A Theory of Attention', ('Ann Lee',), 1980)]
    """
    text = words.text
    quoted = ((m.start(), m.end(), *m.span("title" if m["title"] else "other")) for m in _QUOTED.finditer(text))
    emphasised = ((mark.start, mark.end, mark.start, mark.end) for mark in words.marks if mark.kind is _EMPHASIS)
    at = 0
    for start, end, first, last in sorted({*quoted, *emphasised}):
        title = text[first:last].rstrip(" ,.;:")
        if start < at or count_words(title) < _MIN_WORDS or title[:1].islower():
            continue
        near = text[max(0, start - _NEAR) : start]
        facts = None if _OTHER_KIND.search(near.rpartition(". ")[2]) else _facts(text, start, end)
        if facts and _is_scholarly(title, facts, is_quoted=first > start):
            at = end
            is_book = facts.kind in ("book", "monograph", "textbook")
            yield NamedWork(title, Span(first, last), facts.authors, facts.year, facts.publication, is_book)


def _is_scholarly(title: str, facts: _Facts, *, is_quoted: bool) -> bool:
    """Return whether the kind, the publication, the authors or the words of a title show a paper or a book.

    Terms are in emphasis or in quotation marks, too: `“Few-shot prompting” (Lee et al., 2020)`.
    """
    published = facts.publication
    if published and published.is_scholarly:
        return True
    if facts.kind and facts.kind != "book":
        return True
    min_words = _MIN_WORDS if facts.kind else _MIN_PAPER_WORDS
    is_title = looks_like_title(title) or count_words(title) > _MIN_PAPER_WORDS
    is_shortened = facts.authors[-1:] == (OTHERS,) and is_quoted and is_title and count_words(title) >= _MIN_PAPER_WORDS
    return is_shortened or (is_title and are_titles_of_papers([title], min_words))


def _facts(text: str, start: int, end: int) -> _Facts | None:
    """Return what the words before and after a title say; None if they give no year."""
    before = text[max(0, start - _MAX_BEFORE) : start]
    kind = named["kind"] if (named := _KIND_BEFORE.search(before)) else ""
    after = _IN_BRACKETS.match(text, end)
    owner = _OWNER.search(before)
    if by := _BY.match(text, end):
        return _after_title(by, kind)
    if after and (byline := _byline(after["facts"])) and byline.year:
        return _Facts(byline.authors, byline.year, _publication_in(after["facts"]) if byline.venue else None, kind)
    dated = _DATED_BEFORE.search(before)
    if dated and not _CLAIMS.search(before, 0, dated.start()):
        authors = _people(dated["names"])
        published = publication(text, end, _end_of_sentence(text, end), None)
        is_sentence = sentences.is_sentence(text[start:end].strip('“”"« »'), has_link=False)
        if not authors or (is_sentence and not published.is_scholarly):
            return None
        return _Facts(authors, int(dated["year"]), published if published.is_scholarly else None, kind)
    if owner and (owner["year"] or after) and (authors := _people(owner["names"])):
        venue = _venue_in(after["facts"]) if after else None
        year = int(owner["year"]) if owner["year"] else venue.year if venue else None
        return _Facts(authors, year, venue, owner["kind"] or "") if year else None
    if plain := _KIND_WITH_YEAR.search(before):
        return _Facts((), int(plain["year"]), kind=plain["kind"])
    return None


def _end_of_sentence(text: str, start: int) -> int:
    """Return the offset of the next point, semicolon or bracket, or of the end of a text."""
    end = _SENTENCE_END.search(text, start)
    return end.start() if end else len(text)


def _publication_in(words: str) -> Publication:
    """Return the publication that the words in brackets state."""
    return publication(words, 0, len(words), None)


def _venue_in(words: str) -> Publication:
    """Return the publication in brackets after a title with an owner, where an unknown acronym is a venue, too."""
    acronym = _ACRONYM.fullmatch(words)
    if acronym and not _COUNTRY.fullmatch(acronym["name"]):
        return Publication(acronym["name"], int(acronym["year"]), is_event=True)
    return _publication_in(words)


def _after_title(by: re.Match[str], kind: str) -> _Facts | None:
    """Return the facts in names after a title and in the brackets behind them."""
    authors = _people(by["names"])
    published = _publication_in(by["facts"]) if by["facts"] else None
    year = int(by["year"]) if by["year"] else published.year if published else None
    return _Facts(authors, year, published, kind) if authors and year else None


def _byline(words: str) -> Byline | None:
    byline = short_bylines.read_byline(words)
    return byline if byline and _are_people(byline.authors) else None


def _people(words: str) -> tuple[str, ...]:
    """Return the people in a list of names; none if one of them is no person."""
    names = authorship.split_authors(words)
    return names if names and _are_people(names) else ()


def _are_people(names: tuple[str, ...]) -> bool:
    people = [name for name in names if name != OTHERS]
    if not people or any(_NO_FAMILY_NAME.fullmatch(name.split()[0]) for name in people):
        return False
    if any(map(authorship.names_organisation, people)) or not short_bylines.may_be_people(people):
        return False
    return all(authorship.is_person(name) for name in people if " " in name)
