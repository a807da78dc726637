"""Read the only author after a title, where one word may be anything: other titles of the note show what it is."""

from __future__ import annotations

import re
from collections.abc import Iterable

from papernotes_plugin.people import is_title_word
from papernotes_plugin.recognisers.evidence.authors import authorship, short_bylines
from papernotes_plugin.recognisers.evidence.references import publishers
from papernotes_plugin.recognisers.evidence.structure.candidate_blocks import PaperCandidate
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Span

_AFTER_DASH = lazy_regex(r"[\s\"”*_]{1,4}[–—-] ([^\W\d_a-z][\w'’-]{2,20})(?: \([^()]{2,40}\))?(?=\s?:|\.?\s*$)")
_FAMILY = r"(?:(?:de|di|van|von|le|la) )?[^\W\d_a-z][\w'’-]+"
_AND = r"(?:and|&|und|y|et|e)"
_AFTER_COMMA = lazy_regex(
    rf"[\s\"”*_]{{0,4}}, ({_FAMILY}), (?!(?:{_FAMILY}, ){{0,5}}(?:{_FAMILY} )?{_AND} )"
    r"(?=[^\n]{0,120}\b(?:19|20)\d\d\b)"
)
"""A family name after a title and a comma, before the venue and the year: `, Romer, American Economic Review, 2015`."""
_SEVERAL_AFTER_COMMA = lazy_regex(
    rf"(?:[)*_\"”],|,[\"”*_]{{1,2}}) (?P<names>{_FAMILY}(?:(?:, {_FAMILY}){{0,5}},? {_AND} {_FAMILY}|,? et al\b\.?)),"
)
"""The family names of several people after marked words or a link and a comma: `**Title**, Lee, Ho & Ray, `."""
_LINK_AND_DASH = lazy_regex(
    r"\)[\"”*_]{0,3} [–—-] (?P<names>(?:[^\W\d_a-z][\w.'’-]* ){1,3}[^\W\d_a-z][\w'’-]+)(?=[:,.\n]| \()"
)
"""Capitalised words after a link and a dash: `[Title](…) - Ann Lee: a remark`."""
_LINK_DASH_AND_FAMILIES = lazy_regex(
    rf"\)[\"”*_]{{0,3}} [–—-] (?P<names>{_FAMILY}"
    rf"(?:(?:, {_FAMILY}){{1,8}}|(?:, {_FAMILY}){{0,5}},? {_AND} {_FAMILY}|,? et al\.?))"
    r" \((?:19|20)\d\d\)"
)
"""The family names of several people after a link and a dash: `[Title](…) - Lee, Ho, Ray (2019)`."""
_LONE_NAME = lazy_regex(
    rf"[\s*_]{{0,4}}\((?P<name>{short_bylines.PERSON})(?:, ?| (?=\d\d?[-/]))(?:\d\d?[-/])?(?P<year>(?:19|20)\d\d)\)"
)
_LONE_NAME_IN_LINK = lazy_regex(rf"\s\((?P<name>{short_bylines.PERSON}),? (?P<year>(?:19|20)\d\d)\)$")
_IN_BRACKETS = lazy_regex(
    r"(?:[)*]\s?|\S\s(?=\([^()\n]{2,90}\)\]\())"
    r"\((?P<byline>[^\W\d_][^()\n]{2,80},? (?:\d\d?[-/])?(?:19|20)\d\d)\)"
)
"""Words and a year in brackets after a link or marked text, or at the end of a link.

Examples are `[Title](…) (Rigaki and Garcia, 2023)` and `[Title (Rigaki and Garcia, 2023)](…)`.
"""
_MIN_BYLINES = 3


def after_mark(context: NoteContext, rest: str) -> tuple[str, ...]:
    """Return the family name after a title and a dash or a comma, if other titles of the note have more names there.

    The forms are ` - Ho: `, where others have full names, ` - Ho (2001)`, and `, Ho, Nature, 2001`.
    """
    name = _AFTER_DASH.match(rest)
    if not (name and _has_names_after_dashes(context)):
        name = _AFTER_COMMA.match(rest)
        if not (name and _has_names_after_commas(context)):
            return ()
    is_other = short_bylines.is_no_person(name[1]) or is_title_word(name[1]) or publishers.is_publisher(name[1])
    return () if is_other or not short_bylines.may_be_family_name(name[1]) else (name[1],)


@once_per_note
def _has_names_after_dashes(context: NoteContext) -> bool:
    """Return whether people are after several links and a dash: they have frequent given names, or a year."""
    text = context.note.text
    full = sum(authorship.has_given_name(match["names"]) for match in _LINK_AND_DASH.finditer(text))
    return full >= _MIN_BYLINES or _count_people(_LINK_DASH_AND_FAMILIES.finditer(text)) >= _MIN_BYLINES


@once_per_note
def _has_names_after_commas(context: NoteContext) -> bool:
    """Return whether the family names of several people are after several titles and a comma."""
    return _count_people(_SEVERAL_AFTER_COMMA.finditer(context.note.text)) >= _MIN_BYLINES


def _count_people(bylines: Iterable[re.Match[str]]) -> int:
    """Return how many family names in a row have no word of titles among them."""
    return sum(not any(map(is_title_word, re.findall(r"\w+", byline["names"]))) for byline in bylines)


def in_brackets(context: NoteContext, rest: str) -> tuple[tuple[str, ...], int | None]:
    """Return the only name, and the year, in brackets after a title, if others of the note have several names.

    The forms are `(Galinkin, 2021)`, `(Galinkin, 04-2021)` and `(Galinkin 04-2021)`.
    """
    return _lone_name(context, _LONE_NAME.match(rest))


def in_link(context: NoteContext, candidate: PaperCandidate, title: Span) -> tuple[str, ...]:
    """Return the only name, and the year, in brackets at the end of the link that has the title: `Title (Lee 2020)`."""
    link = next((i for _, i in candidate.links if i.span.start <= title.start < i.span.end), None)
    return _lone_name(context, _LONE_NAME_IN_LINK.search(link.text) if link else None)[0]


def _lone_name(context: NoteContext, lone: re.Match[str] | None) -> tuple[tuple[str, ...], int | None]:
    """Return a name and its year, if it may be one, and others of the note in brackets have several names."""
    if not lone or not _has_names_in_brackets(context):
        return (), None
    name, words = lone["name"], lone["name"].split()
    is_other = short_bylines.is_no_person(name) or any(map(is_title_word, words))
    return ((), None) if is_other or not short_bylines.may_be_family_name(words[-1]) else ((name,), int(lone["year"]))


@once_per_note
def _has_names_in_brackets(context: NoteContext) -> bool:
    """Return whether the words and the year in brackets after titles are mostly the names of several people."""
    bylines = [short_bylines.read_citation(match["byline"]) for match in _IN_BRACKETS.finditer(context.note.text)]
    several = sum(byline is not None and len(byline.authors) > 1 for byline in bylines)
    return several >= max(_MIN_BYLINES, len(bylines) / 2)
