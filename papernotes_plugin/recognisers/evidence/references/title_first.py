"""Read references that begin with the title, as PubMed lists them: `Title. Lee A, Ray B. Journal. 2020;1:2-3`.

Curricula vitae print the names in their natural order: `Title. A. Lee, Bob Ray. Journal 2020: 1(4); 2-3.`
After `by`, the names have any form: `**Title**, by Lee, Ann and Ray, Bob, *in Book*, 2020`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from papernotes_plugin.people import OTHERS, is_given_name, is_title_word
from papernotes_plugin.recognisers.evidence.authors.authorship import is_person, stated_names
from papernotes_plugin.recognisers.evidence.references.author_lists import AuthorList, author_lists
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.references.publication_openings import without_notes
from papernotes_plugin.recognisers.evidence.references.reference_reader import LIKELY, Reference
from papernotes_plugin.recognisers.evidence.references.reference_text import LINK_REMOVED, ReferenceText
from papernotes_plugin.recognisers.evidence.references.title_ends import TitleReading
from papernotes_plugin.recognisers.evidence.references.venue_names import (
    ends_within_shortened,
    is_abbreviation,
    is_shortened_name,
)
from papernotes_plugin.recognisers.evidence.references.venue_phrases import publication
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Span

_CAPITAL = r"[^\W\d_a-z]"
"""A letter that is no small Latin one."""
_ADDRESS = r"(?:\([^()\s]*\))?"
"""The address of a link whose text the sentence is."""
_FAMILY = rf"{_CAPITAL}[\w'’-]+(?: {_CAPITAL}[\w'’-]+)?"
_NAMES = lazy_regex(rf"[.?!][\]*_]*{_ADDRESS}\s+(?={_FAMILY} [A-Z]{{1,3}}(?:, |\. |,? et al))")
"""The end of a sentence before a family name and initials without points."""
_GIVEN = rf"(?:{_CAPITAL}[\w'’-]*+(?:\.[ -]?| )){{1,4}}"
"""Given names or initials before a family name."""
_SMALL_WORDS = r"(?:[a-z]{1,4} ){0,2}"
"""Words of a family name in small letters: `van den `."""
_AFTER_NAME = rf"(?:, {_CAPITAL}|\.+ |,? et al|,? and [A-Z]|,? & [A-Z])"
_GIVEN_FIRST = lazy_regex(rf"[.?!][\])”\"’'*_]*{_ADDRESS}\s+(?={_GIVEN}{_SMALL_WORDS}{_CAPITAL}[\w'’-]++{_AFTER_NAME})")
"""The end of a sentence before given names or initials, a family name, and what follows a name."""
_OPENING = lazy_regex(r"[\s*_>•·–—-]*+(?:\(?\d{1,3}[.)]\s+|\[\d{1,3}\]\s*)?[\s*_“\"]*+")
_BY = lazy_regex(r"[”\",]{0,2}[*_]{0,3},?\s+by\s+(?=[^\W\d_])")
_MARKED_BEFORE_BY = lazy_regex(r"[*_)”\"],?\s+by\s+(?=[^\W\d_])")
"""`by` and a name after a title in emphasis, in quotation marks or in a link."""
_END_OF_NAMES = lazy_regex(r"(?:,\s+|(?<!\s)\s+)(?:in|at)\s|[.,]\s+(?=(?:19|20)\d\d\b|[A-Z]{4})|\s?[(\[\x1d]|$")
"""The end of names after `by`: a venue, a year, a bracket or an address."""
_AFTER_NAMES = lazy_regex(r"\.{0,2}[*_]*\s+(?=\S)")
_NUMBERS = lazy_regex(r"\d\)?[;:,]\s?[A-Za-z]?\d")
"""Volume or number before pages: `22(4): 533`, `318; 1548`, `2001;22`."""
_INITIALS = lazy_regex(r"(?P<given>[A-Z](?:-?[A-Z]){0,2}) (?P<family>\S*[a-z].*)")
"""Initials without points before a family name: `SD Simon`."""
_INITIAL = lazy_regex(r"-?[A-Z]")
_POINTED = lazy_regex(r"(?:[^\W\d_a-z]\.[ -]?)+\S|\S+ (?:[^\W\d_a-z](?:\. ?| ))+\S")
"""Initials with points, or after a given name: `S. D. Simon`, `Ann B Lee`."""
_SENTENCE_END = lazy_regex(r"(?<=\d)\.(?:\s|$)|[\x1d(\[]\D|PMID")
"""The end of the numbers of a journal, or what follows them."""
_OTHER_WORD = lazy_regex(r"\b(?!(?:vol|pp|pages|suppl|discussion|iss|issue|art|article|quiz)\b)(?<!\d)[a-z]{2,}\b")
_NO_FAMILIES = ("In", "Eds", "Ed", "ACM", "IEEE")
"""Words before the initials of another name, or of a journal."""
_ARTICLES = ("The", "An", "On")
"""Words that open a title, and are given names in Vietnam and China."""
_FORMS_WITH_INITIALS = ("inverted", "glued", "pointed", "initials", "first glued")
"""Forms of names that no title has."""
_TITLE_AFTER_NAMES = lazy_regex(r"(?=[^.?!]{0,200} [a-z]{4,})(?P<title>[^.?!]{12,300}[a-z]{3})[.?!] (?=[A-Z])")
"""A sentence after the names, which is their title if a journal follows it: `Lee A. Counting sheep. Nature 2019`."""
_MAX_TITLE = 400
_MIN_WORDS = 4
_MIN_WORDS_OF_ARTICLE = 2
"""Words of a title before names, a journal, and its volume and pages."""
_CERTAIN = 8.0
"""Score of a reference with a volume or a number of PubMed, which is one also among prose."""


def may_be_title_first(source: str, span: Span) -> bool:
    """Return whether a part of a note has the signs of such a reference: names after a point, numbers."""
    if source.find(" by ", *span) >= 0 and _MARKED_BEFORE_BY.search(source, *span):
        return True
    if not (has_pubmed_number(source, span) or _NUMBERS.search(source, *span)):
        return False
    end = min(span.end, span.start + 2 * _MAX_TITLE)
    return any(pattern.search(source, span.start, end) for pattern in (_NAMES, _GIVEN_FIRST))


def has_pubmed_number(source: str, span: Span) -> bool:
    """Return whether a part of a note has a number of PubMed, or a link to it."""
    return source.find("PMID", *span) >= 0 or source.find("pubmed", *span) >= 0


def read(reference: ReferenceText) -> Reference | None:
    """Return the reference that a text is, if it begins with its title; None for others.

    Examples:
        >>> from papernotes_plugin.recognisers.evidence.references.reference_text import plain_reference
        >>> words = "Risk of heart disease by category. Wilson PW, Levy D. Circulation. 1998;97:1837-47."
        >>> printed = read(plain_reference(words))
        >>> printed.title.words, printed.authors.names, printed.publication.venue, printed.year
        ('Risk of heart disease by category', ('Wilson, P. W.', 'Levy, D.'), 'Circulation', 1998)
    """
    text = reference.text
    opening = _OPENING.match(text)
    start = opening.end() if opening else 0
    if reading := _read_stated(reference, start):
        return reading
    readings = list(filter(None, (_read_glued(reference, start), *_natural_readings(reference, start))))
    first = min(readings, key=lambda reading: reading.title.end, default=None)
    if first is None:
        return None
    # the names of a journal may look like those of people: `J. Acoust. Soc. Am.`; `Bruce G` ends within `Bruce G. Lee`;
    # after the journal, another reference may follow
    same = [reading for reading in readings if reading.title.end < first.publication.end]
    return max(same, key=lambda reading: (len(reading.authors.names), reading.authors.end))


def _read_glued(reference: ReferenceText, start: int) -> Reference | None:
    """Return the reference with family names before initials: `Lee A, Ray B`."""
    text = reference.text
    names = _NAMES.search(text, start, start + _MAX_TITLE)
    authors = _authors(text, names.end()) if names else None
    if not names or not authors:
        return None
    reading = _with_publication(reference, start, names, authors)
    is_single = len(authors.names) == 1 and not authors.has_more
    family = _family(authors.names[0])
    if (
        reading
        and is_single
        and (family in _NO_FAMILIES or (reading.publication.unexplained and is_given_name(family)))
    ):
        # `In H. Larochelle, editor, Book`, `Bruce G. Charlton, Ph.D. Journal`
        return None
    return reading


def _read_stated(reference: ReferenceText, start: int) -> Reference | None:
    """Return the reference with a marked title, `by` and names: `**Title**, by Ann Lee, *in Book*, 2019`."""
    text, marked = reference.text, sorted((*reference.emphasised, *reference.linked))
    end = next((end for first, end in marked if first <= start < end), 0)
    if text[start - 1 : start] in ("“", '"'):
        end = text.find("”" if text[start - 1] == "“" else '"', start) + 1
    by = _BY.match(text, end) if end else None
    stop = _END_OF_NAMES.search(text, by.end()) if by else None
    if not by or not stop:
        return None
    at = min((first for first, _ in marked if first > by.end()), default=len(text))
    at = min(at, stop.start())
    names = stated_names(text[by.end() : at].strip(" ,."))
    if not names:
        return None
    has_more = names[-1] == OTHERS
    authors = AuthorList(names[:-1] if has_more else names, at, "natural", has_more=has_more)
    return _published(reference, TitleReading(_without_marks(text[start:end]), start, end, 0), authors, at)


def _natural_readings(reference: ReferenceText, start: int) -> Iterator[Reference]:
    """Yield the references with initials or given names before family names, after each sentence: `A. Lee, Bob Ray`."""
    text = reference.text
    for names in _GIVEN_FIRST.finditer(text, start, start + _MAX_TITLE):
        for authors in author_lists(text, names.end()):
            if authors.form not in ("natural", "initials"):
                continue
            reading = _with_publication(reference, start, names, _with_points(authors))
            if not reading or not (are_people(authors) or _may_be_people(authors, reading)):
                continue
            if _is_printed(reading.publication) and _has_only_numbers(text, reading.publication.end):
                yield reading


def _with_publication(
    reference: ReferenceText, start: int, names: re.Match[str], authors: AuthorList
) -> Reference | None:
    """Return the reference with a title to the end of a sentence, the names after it, and the journal after them."""
    text = reference.text
    title = without_notes(_without_marks(text[start : names.start()]))
    after = _AFTER_NAMES.match(text, authors.end)
    if not after or not (title[:1].isupper() or title[:1].isdigit()) or _opens_with_names(text, start, names.start()):
        return None
    is_single = len(authors.names) == 1 and not authors.has_more
    if is_single and (
        is_abbreviation(_family(authors.names[0])) or ends_within_shortened(text, start, names.start() + 1)
    ):
        # `Pattern Anal`, of `IEEE Trans. Pattern Anal. Mach. Intell.`; `J. Bifurc`, of `Int. J. Bifurc. Chaos`
        return None
    ending = text[names.start()] if text[names.start()] in "?!" and text[names.start() - 1] not in "?!" else ""
    reading = _published(reference, TitleReading(title + ending, start, names.start() + 1, 0), authors, after.end())
    is_article = reading is not None and _is_printed(reading.publication)
    return reading if count_words(title) >= (_MIN_WORDS_OF_ARTICLE if is_article else _MIN_WORDS) else None


def _published(reference: ReferenceText, title: TitleReading, authors: AuthorList, at: int) -> Reference | None:
    """Return the reference with a title, names, and the venue and the year after an offset; None without them."""
    text = reference.text
    limit = text.find(LINK_REMOVED, at)
    emphasised = next((pair for pair in reference.emphasised if at <= pair[0] <= at + 2), None)
    published = publication(text, at, limit if limit >= 0 else len(text), emphasised)
    if not (published.year and (published.venue or published.has_imprint)):
        return None
    sentence = None if published.is_known else _TITLE_AFTER_NAMES.match(text, at)
    after = publication(text, sentence.end(), limit if limit >= 0 else len(text), None) if sentence else published
    if sentence and after.is_known and after.year:
        # what is before the names is a remark
        title, published = TitleReading(sentence["title"], *sentence.span("title"), 0), after
    is_certain = published.volume or "PMID" in text
    score = _CERTAIN if is_certain else LIKELY + 2.0 * (published.is_known or published.has_imprint)
    return Reference(title, authors, published.year, published, score, is_dated=False)


def _without_marks(words: str) -> str:
    """Return a title without marks around it; a quotation within it keeps its mark."""
    title = words.strip(" .*_")
    return title if '"' in title[:-1] or "“" in title else title.strip('"” ').rstrip(".")


def _is_printed(published: Publication) -> bool:
    """Return whether a journal is followed by nothing but volume and pages, or volume and number."""
    is_explained = published.unexplained <= is_shortened_name(published.venue)
    return bool(published.volume and (published.pages or published.issue)) and is_explained


def _opens_with_names(text: str, start: int, end: int) -> bool:
    """Return whether what was read as a title begins with names: `Lee A, Ray B. Charles Darwin. Nature 1982;3:4-5`."""
    return any(
        (names.form in _FORMS_WITH_INITIALS or (names.form == "natural" and are_people(names)))
        and "." in text[names.end - 1 : names.end + 1]
        for names in author_lists(text, start)
        if names.end <= end
    )


def _family(name: str) -> str:
    """Return the family name of an author in any form."""
    return name.partition(",")[0] if "," in name else name.split()[-1]


def _has_only_numbers(text: str, at: int) -> bool:
    """Return whether the sentence after an offset has no words in lower case but those next to volume and pages."""
    end = _SENTENCE_END.search(text, at)
    return _OTHER_WORD.search(text, at, end.start() if end else len(text)) is None


def are_people(authors: AuthorList) -> bool:
    """Return whether names that have no form of their own are those of people: a given name or initials show it."""
    if authors.form not in ("natural", "initials"):
        return authors.form != "organisation"
    are_certain = [_is_person(name) for name in authors.names]
    is_single = len(are_certain) == 1 and not authors.has_more
    if is_single and (initial := _INITIALS.fullmatch(authors.names[0])) and initial["given"] in "AIO":
        # `Rivers of the north. A Paradox. Journal 2001;3:4-5`
        return False
    return all(" " in name for name in authors.names) and 2 * sum(are_certain) >= len(are_certain)


def _may_be_people(authors: AuthorList, reading: Reference) -> bool:
    """Return whether names with rare given names are no words of the title: its other words are in lower case."""
    words = reading.title.words.split()[1:]
    is_lower = 2 * sum(word[0].islower() for word in words) > len(words)
    published = reading.publication
    if not (is_lower and published.volume and published.issue and published.pages):
        return False
    return all(is_person(name) and not any(map(is_title_word, name.split())) for name in authors.names)


def _is_person(name: str) -> bool:
    """Return whether a name has initials, or a frequent given name."""
    initials = _INITIALS.fullmatch(name) or _POINTED.match(name)
    first = name.split()[0]
    return bool(initials) or (is_given_name(first) and first not in _ARTICLES)


def _with_points(authors: AuthorList) -> AuthorList:
    """Return names with points after initials that have none, and the family name first: `SD Lee` is `Lee, S. D.`."""

    def pointed(name: str) -> str:
        match = _INITIALS.fullmatch(name)
        if not match:
            return name
        given = " ".join(f"{part}." for part in _INITIAL.findall(match["given"])).replace(" -", "-")
        return f"{match['family']}, {given}"

    return replace(authors, names=tuple(map(pointed, authors.names)))


def _authors(text: str, at: int) -> AuthorList | None:
    """Return the family names with initials at an offset."""
    names = next((names for names in author_lists(text, at) if names.form == "glued"), None)
    # no `EG NR. L 148`
    return names if names and any(map(str.islower, names.names[0].partition(",")[0])) else None
