"""Read the works that a sentence names: a title in marks with people, a year or a word for a paper next to it.

Examples are `“A Theory of Attention” (Lee & Ray, 1980)`, `Ann Lee's 1980 paper *A Theory of Attention*`,
`The paper titled **A Theory of Attention** by Ann Lee` and `Attention grows (Lee & Ray, “A Theory”, ICML 2020).`
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from papernotes_plugin.people import OTHERS
from papernotes_plugin.recognisers.evidence.authors import authorship, short_bylines
from papernotes_plugin.recognisers.evidence.authors.short_bylines import PEOPLE
from papernotes_plugin.recognisers.evidence.labels.kinds_of_works import FILMS, PICTURES, PODCASTS, SONGS
from papernotes_plugin.recognisers.evidence.references import lines_of_works
from papernotes_plugin.recognisers.evidence.references.family_lines import read_line
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.references.publishers import is_publisher
from papernotes_plugin.recognisers.evidence.references.reference_text import ReferenceText
from papernotes_plugin.recognisers.evidence.references.venue_names import names_part
from papernotes_plugin.recognisers.evidence.references.venue_phrases import publication
from papernotes_plugin.recognisers.evidence.segmentation.reference_signs import has_year
from papernotes_plugin.recognisers.evidence.titles import sentences
from papernotes_plugin.recognisers.evidence.titles.groups_of_titles import are_titles_of_papers
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, looks_like_title
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import PRINTED_YEAR
from papernotes_plugin.vocabulary.model import InlineKind, Span

_QUOTED = lazy_regex(r"[“\"](?P<title>[^\n“”\"\x1d]{8,300}?)[”\"]|[«„]\s?(?P<other>[^\n«»„“”\x1d]{8,300}?)\s?[»“”]")
_LISTED = lazy_regex(r"[”\"»*_],?[*_]{0,3} by [^\W\d_a-z]")
_MARKS = ("“", '"', "«", "„", "*", "_", "(")
"""One of these is in each text that names a work."""
_PAPER = r"[Pp]apers?|[Pp]reprint|[Tt]hesis|[Dd]issertation"
_ARTICLE = r"[Aa]rticle|[Aa]rtículo|[Aa]rtigo|[Aa]rticolo|[Aa]rtikel"
_READING = r"(?:[Rr]e-?)?[Rr]ead(?:ing)?|[Rr]eviewed|[Aa]uthors of"
_KIND = (
    rf"(?P<kind>(?P<paper>{_PAPER})|(?P<article>{_ARTICLE})"
    r"|study|essay|monograph|textbook|chapter|report|review|book|survey)"
)
_BOOK = r"book|textbook|monograph"
_SIGN = lazy_regex(rf"\b(?:{_PAPER}|{_ARTICLE}|{_READING})\b|[’']s? (?:[a-z]{{3,12}} ){{0,2}}(?:{_BOOK})\b")
_CUE = lazy_regex(
    rf"\b(?:{_KIND}(?: you (?:provided|shared|uploaded|mentioned))?|{_READING})(?: (?:is|was))?"
    r"(?P<titled>,? (?:titled|entitled|called|intitulé|titulado|intitulado|intitolato|mit dem Titel))?"
    r"[,:]? ?[“„\"«]?$"
)
"""The words before a title: `the paper`, `Today’s paper is`, `an article entitled`, `we read`."""
_BY = lazy_regex(
    rf",?[”\"»“]?,? (?P<by>by|von|par|por|de|di) (?P<people>{PEOPLE})"
    rf"(?:,? \(?(?:(?:from|in|at) )?(?P<place>(?<=\()[^()\n]{{0,80}}?{PRINTED_YEAR}(?=\))"
    rf"|(?:[^\W\d_a-z][^()\[\]\n,.;]{{0,60}}?)?{PRINTED_YEAR}\b))?"
)
"""The authors after a title, and often the venue and the year: ` by Ann Lee (Nature, 1980)`."""
_IN_BRACKETS = lazy_regex(r"[”\"»“]?,? \((?P<facts>[^()\n@]{3,120})\)")
"""A citation in brackets after a title: ` (Lee & Ray, 1980)`."""
_EDITION = lazy_regex(r"\bed(?:ition\b|n?\.)|\b(?:Press|Books|Publish(?:ers|ing)|Academic)\b")
"""A word in brackets that only the publisher and the edition of a book have: `(West Academic 7th ed. 2024)`."""
_LETTER_OF_YEAR = lazy_regex(r"(?<=\d)[a-z]$")
_BRACKET = lazy_regex(r"\((?P<inner>[^\W\d_a-z][^()\n]{30,300})\)")
_DATED_BEFORE = lazy_regex(
    rf"(?<![\w’'-])(?P<people>{PEOPLE})(?:[’']s?)? \((?P<place>{PRINTED_YEAR})[a-z]?\)[,:]? (?:in )?$"
)
"""The authors and the year before a title: `Lee and Ray (1980), `."""
_OWNER = lazy_regex(
    rf"(?<![\w’'-])(?P<people>{PEOPLE})[’']s? (?:(?P<place>{PRINTED_YEAR}) )?"
    rf"(?:(?!favou?rite|recommended|chosen|assigned)[a-z]{{3,12}} ){{0,2}}?(?:{_KIND},? )?$"
)
"""The author in the possessive before a title: `Ann Lee's 1980 paper `."""
_OWNED = lazy_regex(rf"{_PAPER}|{_BOOK}")
"""A kind of work that is by the person before it, also without a year: `Ann Lee's book `."""
_CLAIMS = lazy_regex(r"(?i:\b(?:according to|as|for|in the words of|nach|laut|zufolge|selon|según|segundo|secondo))\s$")
"""Words before a person whose words are quoted, not the title of a work."""
_KIND_WITH_YEAR = lazy_regex(rf"(?<![\w.])(?P<year>{PRINTED_YEAR}) (?:[a-z]{{4,12}} ){{0,2}}?{_KIND},? $")
"""The year and kind of a work before a title: `In his 1980 paper `."""
_OTHER_KIND = lazy_regex(
    rf"\b(?:{FILMS}|{SONGS}|{PODCASTS}|{PICTURES}|stories|(?:single|novel|poem|play|series|show|game|story"
    r"|opera|musical|video|talk|lecture|track|record|comic|blog|post|website|column|speech)s?)\b",
    re.IGNORECASE,
)
"""A kind of work that is no paper."""
_NO_FAMILY_NAME = lazy_regex(
    r"(?:The|This|That|In|On|See|And|But|For|From|As|An?|It|He|She|His|Her|Their|Our|My|Today|Yesterday|Tomorrow"
    r"|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Oxford|Cambridge|Yale)"
)
"""A word with a capital before a title that is no author."""
_SENTENCE_END = lazy_regex(r"[.;()\n](?:\s|$)")
_ACRONYM = lazy_regex(rf"(?P<name>[A-Z]{{3,8}}),? (?P<year>{PRINTED_YEAR})")
_COUNTRY = lazy_regex(r"USSR|USA?|UK|BBC|HBO|NBC|PBS|MGM|EMI|CBS|NYT|TED|CNN|RCA")
"""An acronym in brackets that is no venue, but a country or a company of films and music."""
_NEAR = 60
"""Characters before a title in which the kind of the work may be."""
_MAX_BEFORE = 200
"""Characters before a title in which its authors may be."""
_MIN_WORDS, _MIN_INTRODUCED, _MIN_PAPER_WORDS, _MIN_ALONE = 2, 3, 4, 5
"""Words of a title with a kind and a year, after a cue, whose words alone show a paper, and without authors."""
_MANY_WORDS = 7
"""Words of a title without capitals, if it is the subject of a sentence: `The paper “Ways of small cells” shows …`."""
_MIN_AUTHORS = 3
"""Authors after `read` from which the work is no novel."""


class NamedWork(NamedTuple):
    """A work that a sentence names."""

    title: str
    span: Span
    """The place of the title in the text, without its marks."""
    end: int
    """The end of the facts after the title."""
    authors: tuple[str, ...]
    year: int | None
    publication: Publication | None
    is_book: bool = False
    is_introduced: bool = True
    """True if words such as `paper` or `read` are before the title, or it is in a whole reference."""
    is_line: bool = False
    """True if a line is only the title and its authors."""


class _Facts(NamedTuple):
    """The people, the year, the publication and the kind of a work, from the words next to its title."""

    authors: tuple[str, ...] = ()
    year: int | None = None
    publication: Publication | None = None
    kind: str = ""
    end: int = 0
    """The end of the facts after a title; 0 for none."""
    has_by: bool = False
    """True if a word such as `by` is before the people."""


def may_name_works(source: str) -> bool:
    """Return whether a text has marks as titles have, and a year or a word for papers or for reading."""
    if not any(map(source.__contains__, _MARKS)):
        return False
    return has_year(source) or _SIGN.search(source) is not None or _LISTED.search(source) is not None


def read(words: ReferenceText, breaks: Sequence[int] = ()) -> Iterator[NamedWork]:
    """Yield the works in a text that are papers or books, each with a title in marks.

    Args:
        words: The text.
        breaks: The offsets of the ends of its lines.

    Examples:
        >>> from papernotes_plugin.recognisers.evidence.references.reference_text import plain_reference
        >>> words = plain_reference("Ann Lee's 1980 paper “A Theory of Attention” changed the field.")
        >>> [(work.title, work.authors, work.year) for work in read(words)]
        [('A Theory of Attention', ('Ann Lee',), 1980)]
    """
    end = 0
    for work in sorted([*_marked_works(words, breaks), *_references_in_brackets(words)], key=lambda work: work.span):
        if work.span.start >= end:
            end = max(work.end, work.span.end)
            yield work


def _references_in_brackets(words: ReferenceText) -> Iterator[NamedWork]:
    """Yield the references in brackets that have names, a title, a known venue and its year."""
    for match in _BRACKET.finditer(words.text):
        if any(0 <= match.start() - mark.end <= 1 for mark in words.marks):
            # the authors and the venue of a title in emphasis: `*Title* (Lee et al., Company, CVPR 2022)`
            continue
        line = read_line(words.part(*match.span("inner")))
        if line and line.has_known_venue and line.reference.year and (line.is_marked or line.are_several):
            own, at = line.reference, match.start("inner")
            title = own.title.words
            is_title = count_words(title) >= _MIN_INTRODUCED and (line.is_marked or looks_like_title(title))
            if is_title and own.title.start > own.authors.end:
                span = Span(at + own.title.start, at + own.title.end)
                yield NamedWork(title, span, match.end(), own.all_authors, own.year, own.publication)


def _marked_works(words: ReferenceText, breaks: Sequence[int]) -> Iterator[NamedWork]:
    """Yield the works whose titles are in quotation marks, in emphasis or strong."""
    text = words.text
    quoted = ((m.start(), m.end(), *m.span("title" if m["title"] else "other")) for m in _QUOTED.finditer(text))
    marked = ((mark.start, mark.end, mark.start, mark.end) for mark in words.marks)
    emphasised = {(mark.start, mark.end) for mark in words.marks if mark.kind is InlineKind.EMPHASIS}
    for start, end, first, last in sorted({*quoted, *marked}):
        title = _without_marks(text[first:last])
        if count_words(title) < _MIN_WORDS or title[:1].islower():
            continue
        before = text[max(0, start - _MAX_BEFORE) : start]
        cue = _CUE.search(before)
        after = _facts_after(words, end)
        facts: _Facts | None = after
        is_introduced = _is_introduced(title, cue, after)
        is_line = not is_introduced and after.has_by and bool(after.authors)
        is_line = is_line and lines_of_works.is_line(text, (start, after.end), title, breaks)
        is_line = is_line and not _OTHER_KIND.search(text[after.end : after.end + _NEAR])
        if not (is_introduced or is_line):
            is_quoted = first > start
            facts = _dated_facts(words, (start, end), before, cue) if is_quoted or (start, end) in emphasised else None
            facts = facts if facts and _is_scholarly(title, facts, is_quoted=is_quoted) else None
        if facts:
            is_book = facts.kind in ("book", "monograph", "textbook")
            details = facts.authors, facts.year, facts.publication, is_book, is_introduced or is_line, is_line
            yield NamedWork(title, Span(first, last), max(end, facts.end), *details)


def _without_marks(words: str) -> str:
    """Return a title without the points and quotation marks at its ends."""
    words = words.strip(" ,.;:")
    inner = _QUOTED.fullmatch(words)
    return (inner["title"] or inner["other"]).strip(" ,.;:") if inner else words


def _is_introduced(title: str, cue: re.Match[str] | None, facts: _Facts) -> bool:
    """Return whether words before a title, and the authors after it, show a paper without a year.

    After `read` alone, the work may be a novel, so that more authors or a known venue are needed.
    """
    if not cue:
        # `“Title” by Lee et al.` needs no word for a paper
        is_shortened = facts.has_by and OTHERS in facts.authors
        return is_shortened and looks_like_title(title) and are_titles_of_papers([title], _MIN_INTRODUCED)
    is_other = cue["kind"] and not (cue["paper"] or cue["article"])
    if is_other or count_words(title) < _MIN_INTRODUCED or not title[0].isupper():
        return False
    if not facts.authors:
        is_paper = cue["paper"] or (cue["article"] and cue["titled"])
        is_subject = bool(cue["titled"]) or not cue.string[: cue.start()].removeprefix("The ").strip()
        is_title = looks_like_title(title) or (is_subject and count_words(title) >= _MANY_WORDS)
        return bool(is_paper) and is_title and are_titles_of_papers([title], _MIN_ALONE)
    are_many = OTHERS in facts.authors or len(facts.authors) >= _MIN_AUTHORS
    has_venue = facts.publication is not None and facts.publication.is_known
    is_sure = are_many or bool(cue["paper"]) or has_venue
    return is_sure or (len(facts.authors) > 1 and are_titles_of_papers([title], _MIN_INTRODUCED))


def _is_scholarly(title: str, facts: _Facts, *, is_quoted: bool) -> bool:
    """Return whether the kind, the publication, the authors or the words of a title show a paper or a book.

    Terms are in emphasis or in quotation marks, too: `“Few-shot prompting” (Lee et al., 2020)`.
    """
    published = facts.publication
    if is_quoted and not (published or facts.kind or title[0].isalpha() or looks_like_title(title)):
        # a quotation may begin with a number: `“375,000 images of maps are free” (Lee, 2019)`
        return False
    if is_quoted and facts.kind and not facts.year:
        # the words of a book are in quotation marks, too: `in Ann Lee's book, “All sheep are alike”`
        return looks_like_title(title)
    if (published and published.is_scholarly) or (facts.kind and (facts.kind != "book" or facts.authors)):
        return True
    min_words = _MIN_WORDS if facts.kind else _MIN_PAPER_WORDS
    is_title = looks_like_title(title) or count_words(title) > _MIN_PAPER_WORDS
    is_shortened = facts.authors[-1:] == (OTHERS,) and is_quoted and is_title and count_words(title) >= _MIN_PAPER_WORDS
    return is_shortened or (is_title and are_titles_of_papers([title], min_words))


def _facts_after(work: ReferenceText, end: int) -> _Facts:
    """Return what the names or the brackets after a title say.

    A single name there may be a journal, in emphasis, or the publisher: `*Title* (Verso, 2010)`.
    """
    text = work.text
    if by := _BY.match(text, end):
        published = _publication_in(by["place"]) if by["place"] else None
        year = published.year if published else None
        return _Facts(_people(by, is_dated=bool(year)), year, published, end=by.end(), has_by=True)
    bracket = _IN_BRACKETS.match(text, end)
    words = _LETTER_OF_YEAR.sub("", bracket["facts"]) if bracket else ""
    byline = None if _EDITION.search(words) else short_bylines.read_byline(words)
    # a page after the year is that of a quotation
    is_of_quotation = byline is not None and byline.year is not None and not words.endswith(str(byline.year))
    if not bracket or not byline or is_of_quotation or not _are_people(byline.authors):
        return _Facts()
    first, last = bracket.span("facts")
    is_journal = any(first <= start < last for start, _ in work.emphasised)
    if len(byline.authors) == 1 and (is_journal or is_publisher(byline.authors[0])):
        return _Facts()
    published = Publication(byline.venue, byline.year, byline.track, is_known=True) if byline.venue else None
    return _Facts(byline.authors, byline.year, published, end=bracket.end())


def _dated_facts(work: ReferenceText, title: tuple[int, int], before: str, cue: re.Match[str] | None) -> _Facts | None:
    """Return what the words before and after a title say; None if they give no year, or name a film or the like.

    The person in the possessive before a word for a book or a paper needs no year.
    """
    text, (start, end) = work.text, title
    if _OTHER_KIND.search(before[-_NEAR:].rpartition(". ")[2]):
        return None
    kind = (cue["kind"] or "") if cue else ""
    after = _facts_after(work, end)
    words = _without_marks(text[start:end])
    is_sentence = sentences.is_sentence(words, has_link=False) or sentences.is_statement(words)
    owner = _owner(work, before, start)
    if after.year and len(after.authors) == 1 and owner and (authors := _people(owner)):
        # `Ann Lee's *Title* (Press, 2007)`
        return after._replace(authors=authors, kind=kind)
    if after.year:
        # people and a year come after the quotation of a sentence, too
        is_work = after.authors and (after.publication or kind or not is_sentence)
        return after._replace(kind=kind) if is_work else None
    dated = _DATED_BEFORE.search(before)
    if dated and not _CLAIMS.search(before, 0, dated.start()):
        published = publication(text, end, _end_of_sentence(text, end), None)
        # `“Title,” Figure 1`
        published = Publication() if names_part(published.venue) else published
        if not (authors := _people(dated)) or (is_sentence and not published.is_scholarly):
            return None
        return _Facts(authors, int(dated["place"]), published if published.is_scholarly else None, kind)
    bracket = _IN_BRACKETS.match(text, end)
    if owner and (owner["place"] or bracket) and (authors := _people(owner)):
        venue = _venue_in(bracket["facts"]) if bracket else None
        year = int(owner["place"]) if owner["place"] else venue.year if venue else None
        if year:
            return _Facts(authors, year, venue, owner["kind"] or "")
    is_owned = owner and owner["kind"] and _OWNED.fullmatch(owner["kind"]) and not is_sentence
    if owner and is_owned and (authors := _people(owner, is_dated=False)):
        return _Facts(authors, kind=owner["kind"])
    plain = _KIND_WITH_YEAR.search(before)
    return _Facts((), int(plain["year"]), kind=plain["kind"]) if plain else None


def _owner(work: ReferenceText, before: str, title: int) -> re.Match[str] | None:
    """Return the person in the possessive before a title; another title in emphasis before the person is no name."""
    owner, offset = _OWNER.search(before), title - len(before)
    if not owner:
        return None
    first, last = (offset + at for at in owner.span("people"))
    inside = [mark.end - offset for mark in work.marks if first <= mark.start and mark.end < last]
    return _OWNER.search(before[max(inside) :]) if inside else owner


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


def _people(match: re.Match[str], *, is_dated: bool = True) -> tuple[str, ...]:
    """Return the people that PEOPLE has matched; none if one of them is no person, or a single word without a year."""
    others = match["others"] or ""
    listed = match["people"].removesuffix(others)
    names = authorship.split_authors(f"{listed}{',' * others.startswith(',')} {OTHERS}" if others else listed)
    is_sure = is_dated or others or authorship.stated_names(listed)
    return names if is_sure and _are_people(names) else ()


def _are_people(names: tuple[str, ...]) -> bool:
    """Return whether all names but `et al.` are those of people, in full or only the family names."""
    people = [name for name in names if name != OTHERS]
    if not people or any(_NO_FAMILY_NAME.fullmatch(name.split()[0]) for name in people):
        return False
    if any(map(short_bylines.is_no_person, people)) or not short_bylines.may_be_people(people):
        return False
    return all(authorship.is_person(name) for name in people if " " in name)
