"""Read a reference in any citation style: who, what, where and when.

Authors, title and publication are read separately, each in several ways.  The readings are combined, and the best
combination wins: the parts of a reference must agree with each other.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import NamedTuple

from papernotes_plugin import venues
from papernotes_plugin.people import OTHERS, is_given_name
from papernotes_plugin.recognisers.evidence.author_lists import AuthorList, author_lists
from papernotes_plugin.recognisers.evidence.edition_notes import after_notes
from papernotes_plugin.recognisers.evidence.reference_text import LINK_REMOVED, ReferenceText
from papernotes_plugin.recognisers.evidence.short_bylines import read_byline
from papernotes_plugin.recognisers.evidence.title_heuristics import count_words, looks_like_title
from papernotes_plugin.recognisers.evidence.title_readings import QUOTATION_MARKS, TitleReading, title_readings
from papernotes_plugin.recognisers.evidence.venue_phrases import Publication, publication

CERTAIN = 6.0
"""Score from which a text is a reference even among prose."""
LIKELY = 4.0
"""Score from which a list item, a footnote or a table cell is a reference."""
_MAX_DELAY = 2
"""Years between a preprint and its publication at a conference."""
_MAX_PUBLICATION = 500
"""Maximum number of characters of venue, numbers and publisher."""
_MAX_READINGS = 3
"""Number of readings of the authors that are combined with titles."""
_MAX_LENGTH = 4000
"""Maximum number of characters of a reference; lists of hundreds of authors are long."""
_OPENING = re.compile(
    r"[\s*_>•·–—-]*+(?:(?:\\?\[\^?[^\[\]]{1,40}\\?\]:?|\(?\d{1,3}(?:[.):]|\s(?=[^\W\d_a-z])))[\s*]*+)?+"
    r"(?:(?:[Ss]ee(?: also)?|[Cc]f\.|[Ss]ource|[Rr]ef(?:erence)?|[Pp]aper|[Cc]itation|[Cc]ite(?: as)?|[Ff]rom|[Qq]uelle"
    r"|[Vv]gl\.|[Ff]uente|[Ff]onte|[Rr]éf(?:érence)?|[Rr]efer[eê]ncia|[Rr]iferimento|出典|出处|出處|参考文献|来源|论文|論文|출처)"
    r"(?:\s*:\s+|\s*：\s*|\s+))?+"
)
"""Number, key and label before the authors."""
_BYLINE = re.compile(r"[\s*_>•·–—-]*+[(\[](?P<byline>[^()\[\]]{3,100})[)\]][\s*_]*[:.,–—-]*\s+")
"""Authors and year in brackets before the title."""
_DATE = re.compile(
    r"[\s.,]*[(\[](?P<in_brackets>(?:19|20)\d\d|[no]\.\s?[dJ]\.|s\.\s?[df]\."
    r"|(?i:in (?:press|print|preparation|revision)|forthcoming|accepted|submitted|to appear)"
    r"(?:\s(?:to|for|in|at)\s[^()]{2,80})?)"
    r"[a-z]?(?:[,/-][^()]{0,20})?[)\]](?:\s\((?:paperback|orig|first|repr|\d)[^()]{0,40}\))?[.,:]?"
    r"|\s[–—-]\s(?P<dashed>(?:19|20)\d\d)(?=\s[–—-]\s)"
    r"|[\s.,]*[.,\s]\s*(?:(?P<plain>(?:19|20)\d\d)[a-z]?(?:[.,:;]|(?=\s[“\"‘«]))|(?P<undated>n\.\s?d\.)[,:]?)"
)
"""A year, or `n.d.` and `in press`, after the names."""
_EDITORS = re.compile(
    r",?\s*(?:\((?:[Ee]ds?|[Hh]rsgg?|[Ééeé]ds?|[Cc]oords?|[Cc]omps?|[Dd]irs?|[Oo]rgs?)\.?\)"
    r"|(?:eds?|hrsgg?|éds?|coords?|comps?|dirs?|orgs?)\b\.?)(?=[\s.,:])"
)
"""A mark that says that the names are those of editors: `(eds.)`, `, éd.`"""
_SENTENCE = re.compile("[\u3041-\u3096\u4e00-\u9fff\uac00-\ud7a3]")
"""The next word of a sentence that begins with authors and year: `Shao 等（2006）用…`, `Kim et al. (2020)は…`."""
_DELIMITER = re.compile(r"\s*(?P<mark>[:.。,;]+|[–—-](?=\s)|\x1e)?\s*\x1e?\s*")
_TYPE = re.compile(r"\s*\[(?:[A-Z]{1,2}(?:/OL)?)\]\s*\.?\s*(?://)?\s*")
"""The kind of document in GB/T 7714: `[J]`, `[C]//`."""
_OPENS_WITH_NAMES = re.compile(
    r"(?:[A-Z]\.,|&)|[^\W\d_a-z][\w'’-]{1,30} (?:[A-Z]\.){1,3}(?:,| and | &)|(?:and |& )?[^\W\d_a-z][\w'’ -]{0,30}, (?:[A-Z]\.|[^,;.]{2,20}; )|[^:“]{0,200}\bet al\b"
)
"""The beginning of a list of authors, with which no title begins."""
_ARTICLE = re.compile(r"(?:An?|On|Towards?|How|Why|What)\s|The\s(?!.*\b(?:Journal|Review|Quarterly|Lancet|Bulletin)\b)")
"""A word that opens a subtitle rather than the name of a venue."""
_SUBTITLE = re.compile(r"(?:Die|Der|Das|Eine?|Zur?|Zum|Versuch|Beiträge|Studien|Untersuchungen)\s")
"""The same in German, where the names of many journals with an article follow `in:`."""
_FORM_POINTS = {
    "inverted": 3.0, "glued": 2.5, "capitals": 2.5, "pointed": 2.3, "unspaced": 2.0,
    "first inverted": 1.8, "inverted in full": 1.5, "natural": 1.0,
}  # fmt: skip
"""Score of each form of names: the rarer it is outside references, the higher."""
_IN_FULL = frozenset(("first inverted", "inverted in full"))
_UNSURE = 0.2
"""Score of a name that may be a title."""
_FAMILY_NAME = re.compile(r"[\w-]+(?::|\.\s)")
"""A word and a mark that open what was read as a title: the family name after a given name and an initial."""
_KEY = re.compile(r"\[[^\W\d_][\w+-]{1,20}\d\d[a-z]?\\?\]")
"""The key of a reference, with the year: `[Kol96]`."""
_YEAR_AT_END = re.compile(r", (?:19|20)\d\d$")
_YEAR_INSIDE = re.compile(r"\((?:19|20)\d\d[a-z]?\)\.? [^\W\d_a-z]")
"""A year in brackets between the authors and the title, in a text that was read as a title."""
_WORDS = frozenset(("natural", "surname", "organisation"))
"""The forms that any words with capitals have."""
_IN_TITLE = re.compile(
    r"[.,«”»] (?:[Ii]n: |[Ii]n [^.]{3,80}\((?:[Ee]ds?|[Hh]rsg)\b"
    r"|trans(?:l|lated)?\.? by |übers(?:etzt|\.) von |special issue$)"
)
"""The words that open the name of a book, or a remark before it, in a text that was read as a title."""
_IN_VENUE = re.compile(r"[.,] in: ")
"""The words that open the name of a book, in what was read as its name."""
_IN_BOOK_OF = re.compile(
    r"[\s.,;]*(?:[Ii]n|[Ee]n|[Dd]ans)\b:?\s[^“”\"«»]{2,300}?"
    r"(?:\(?\b(?:[Ee]ds?|[Hh]rsgg?|[Ee]ditors?|[Cc]oords?|[Éé]ds?|[Dd]irs?)\b\.?\)?)?[.,:]?\s*"
)
"""`In` and the authors or editors of a book, before its title: `in: A. Müller and B. Meyer (eds.): `."""
_ONLY_YEAR = re.compile(r"[\s,.(]*(?:19|20)\d\d[\s.,)]*")
_EDITION_AT_END = re.compile(
    r",?\s+\(?(?P<edition>\d{1,2})(?:st|nd|rd|th|\.)\s?(?:[Ee]d(?:ition|n)?|Aufl(?:age)?)\.?\)?$"
    r"|, (?P<ordinal>\d{1,2})(?:st|nd|rd|th)$"
)
"""The edition of a book at the end of what was read as its title: `Title, 2nd edn`."""
_INNER_MARK = re.compile(r"[,.;] ")
_DASHES = ("-", "–", "—")
_IN = re.compile(r"\b(?:[Ii]n|[Dd]ans|[Ee]n)\b")
_GAP = frozenset(" .,:;/")


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference, and how certain it is."""

    title: TitleReading
    authors: AuthorList
    year: int | None
    publication: Publication
    score: float
    is_dated: bool
    """True if a year, `n.d.` or `in press` follows the names."""

    @property
    def is_published(self) -> bool:
        """True if it has a venue, or place and publisher."""
        return bool(self.publication.venue) or self.publication.has_imprint


def read_reference(reference: ReferenceText) -> Reference | None:
    """Return the best reading of a text that begins with authors; None if it has no form of a reference."""
    text = reference.text
    if not 12 <= len(text) <= _MAX_LENGTH:
        return None
    match = _OPENING.match(text)
    start = match.end() if match else 0
    scored = [_with_authors(text, authors) for authors in author_lists(text, start)]
    if opening := _byline_in_brackets(text):
        scored.append(opening)
    best = sorted((r for r in scored if r.score > 0), key=lambda reading: -reading.score)[:_MAX_READINGS]
    readings = (_combine(reference, names, title) for names in best for title in title_readings(reference, names.end))
    reading = max(readings, key=lambda reading: reading.score, default=None)
    # the key with a year says that names follow, whatever their form
    return replace(reading, score=reading.score + 0.5) if reading and _KEY.search(text, 0, start) else reading


class _NamesAndDate(NamedTuple):
    """One way to read the authors, and the date after them."""

    authors: AuthorList
    date: str
    """The year, or `n.d.` and the like; empty for none."""
    end: int
    """The offset at which the title begins."""
    score: float


def _byline_in_brackets(text: str) -> _NamesAndDate | None:
    """Return the authors and the year in brackets before a title: `[Espeholt et al. 2018] IMPALA: …`."""
    match = _BYLINE.match(text)
    byline = read_byline(match["byline"]) if match else None
    if not match or not byline or byline.year is None:
        return None
    has_more = byline.authors[-1] == OTHERS
    names = byline.authors[:-1] if has_more else byline.authors
    authors = AuthorList(names, match.end(), "surname", has_more=has_more)
    return _NamesAndDate(authors, str(byline.year), match.end(), 2.0)


def _with_authors(text: str, authors: AuthorList) -> _NamesAndDate:
    """Return the names with the date and the mark after them."""
    editors = _EDITORS.match(text, authors.end)
    end = editors.end() if editors else authors.end
    date = _DATE.match(text, end)
    after = _DELIMITER.match(text, date.end() if date else end)
    at = after.end() if after else end
    mark = (after["mark"] if after else "") or "." * (text[end - 1] == ".")
    if date and not mark and text[date.end() - 1] in ".,:;":
        mark = text[date.end() - 1]
    score = _author_score(authors, date, mark, is_quoted=text[at : at + 1] in QUOTATION_MARKS)
    if date and not mark and _SENTENCE.match(text, date.end()):
        score = 0
    return _NamesAndDate(authors, next(filter(None, date.groups())) if date else "", at, score)


def _author_score(authors: AuthorList, date: re.Match[str] | None, mark: str, *, is_quoted: bool) -> float:
    """Return how much names look like authors, from their form and what follows them; 0 or less for no authors."""
    # the Japanese write `山田太郎「題名」`
    if not (date or mark or (is_quoted and (authors.has_more or authors.form == "unspaced"))):
        return 0
    is_single = len(authors.names) == 1 and not authors.has_more
    if is_single and authors.form in _WORDS and (mark[:1] in _DASHES or (date and not (mark or is_quoted))):
        # `How I Got My Brain Back (2021) - …` is a title
        return 0
    if authors.form in _WORDS and date and date["plain"] and date[0].lstrip()[:1].isdigit():
        # `Summer School 2020, Rome` is an event
        return 0
    is_of_words = is_single or authors.form in _WORDS
    is_unmarked = not (date or authors.has_more or authors.form == "inverted" or _has_given_name(authors))
    is_unmarked = is_unmarked and not (authors.form == "natural" and not is_single and _have_given_names(authors))
    if mark == ":" and is_of_words and is_unmarked:
        # `课程网站:` and `Speak, Memory:` are a label and a title; so may be `Gramsch, Robert:`, unless a book follows
        return _UNSURE if is_single and authors.form in _IN_FULL else 0
    if authors.form in ("surname", "organisation"):
        is_short = len(authors.names) <= 3 and date and (date["in_brackets"] or is_quoted)
        is_dated = authors.has_more and date is not None
        return 2.0 + 0.5 * is_dated if authors.has_more or is_short else 0
    score = _FORM_POINTS[authors.form] + 0.3 * min(len(authors.names), 4)
    score += 1.0 * (is_single and authors.form == "natural" and is_given_name(authors.names[0].split()[0]))
    score += 0.7 * authors.is_joined + 0.7 * authors.has_more + 1.0 * is_quoted
    if date:
        score += 1.5
    elif mark[0] in ".:。\x1e" if mark else False:
        score += 2.0 if mark == ":" and authors.form == "inverted" else 0.5
    elif mark and not is_quoted:
        # a comma or dash
        score -= 1.0
    if authors.form == "glued" and is_single and is_given_name(authors.names[0].partition(",")[0]):
        # `Christopher D. Hacon`
        score -= 3.0
    if authors.form == "natural" and authors.has_more:
        score = max(score, 2.0)
    if authors.form in _IN_FULL:
        score -= _doubt_of_family(*authors.names[0].partition(", ")[::2], is_last=not authors.has_more)
    return score


def _doubt_of_family(family: str, given: str, *, is_last: bool) -> float:
    """Return how much a family and given names look like two names: `Jaehong Yoon, Sung Ju Hwang`.

    Args:
        family: The family name.
        given: The given names.
        is_last: Whether no `et al.` follows.
    """
    words = sum(not word.islower() for word in family.split())
    is_name = words > 1 and " " in given and "." not in given
    return 1.5 * (words > 1 and (is_last or is_name)) + 1.5 * (" " in family and is_given_name(family.split()[0]))


def _have_given_names(authors: AuthorList) -> bool:
    """Return whether each of several names begins with a frequent given name: `David Ha, Jürgen Schmidhuber`."""
    return all(" " in name and is_given_name(name.split()[0]) for name in authors.names)


def _has_given_name(authors: AuthorList) -> bool:
    """Return whether the first name is a family name and a frequent given name: `Benjamin, Walter`."""
    family, comma, given = authors.names[0].partition(", ")
    return bool(comma) and is_given_name(given.split()[0]) and not is_given_name(family)


def _combine(reference: ReferenceText, names: _NamesAndDate, title: TitleReading) -> Reference:
    text, authors = reference.text, names.authors
    kind = _TYPE.match(text, title.end)
    at = kind.end() if kind else title.end
    limit = text.find(LINK_REMOVED, at)
    limit = min(limit if limit >= 0 else len(text), at + _MAX_PUBLICATION)
    at = after_notes(text, at, limit)
    emphasised = next((pair for pair in reference.emphasised if _opens_publication(text, at, pair[0])), None)
    # German historians print no publisher, and a colon after the names
    is_after_colon = text[max(0, names.end - 4) : names.end].rstrip().endswith(":")
    published = publication(text, at, limit, emphasised, may_lack_publisher=is_after_colon)
    if edition := _EDITION_AT_END.search(title.words):
        title = replace(title, words=title.words[: edition.start()])
        published = replace(published, edition=edition["edition"] or edition["ordinal"])
    year = _year(names.date, published)
    score = names.score + title.points + _publication_score(published, is_emphasised=emphasised is not None)
    if _OPENS_WITH_NAMES.match(title.words) or _IN_TITLE.search(title.words) or _YEAR_INSIDE.search(title.words):
        score -= 3.0
    if authors.form == "glued" and len(authors.names) == 1 and not authors.has_more and _FAMILY_NAME.match(title.words):
        # `Kenneth E. Iverson: An Autobiographical Essay`, `János S. Kollár. Singularities of Pairs`
        score -= 3.0
    if not (published.is_known or published.has_in or emphasised):
        score -= 1.0 * bool(_ARTICLE.match(published.venue))
    if not (published.has_in or emphasised) and _SUBTITLE.match(published.venue):
        score -= 2.0
    if _IN_VENUE.search(published.venue):
        score -= 3.0
    if not (published.has_in or emphasised):
        score -= 0.3 * text.count(", ", title.end, published.end)
    # the year alone, as after the title of a book without publisher
    is_bare = published.year and not _INNER_MARK.search(title.words) and _ONLY_YEAR.fullmatch(text, at, limit)
    score += 0.4 * bool(is_bare)
    # a book with a title of one word: the next sentence is the name of a series
    score += 2.0 * (published.has_imprint and published.year is not None and count_words(title.words) < 2)
    score += 0.2 * looks_like_title(title.words) + 0.3 * (not text[at:limit].strip(" .,;:()[]"))
    if year is None and not names.date:
        score -= 3.0 if _YEAR_AT_END.search(title.words) else 1.5
    return Reference(title, authors, year, published, score, is_dated=bool(names.date))


def _year(date: str, published: Publication) -> int | None:
    """Return the year of a paper: that of its conference, even if the authors are cited with the preprint's year."""
    stated = int(date) if date.isdigit() else None
    if stated and published.year and published.is_known and venues.is_conference(published.venue):
        return published.year if 0 < published.year - stated <= _MAX_DELAY else stated
    return stated or published.year


def _opens_publication(text: str, at: int, start: int) -> bool:
    """Return whether only punctuation and `In` are between the title and an emphasised part."""
    if at <= start <= at + 8:
        return _GAP.issuperset(_IN.sub("", text[at:start]))
    return bool(_IN_BOOK_OF.fullmatch(text, at, start))


def _publication_score(published: Publication, *, is_emphasised: bool) -> float:
    """Return how much the text after the title looks like a publication."""
    score = 0.3 * bool(published.year) + 0.7 * bool(published.volume) + 0.7 * bool(published.pages)
    score -= 0.25 * min(published.unexplained, 8)
    if not published.venue:
        is_complete = published.has_imprint or bool(published.institution)
        return score + 0.8 * bool(published.publisher or published.entry_type) + 2.0 * is_complete
    score += 2.0 if published.is_known else 1.0 if published.is_event else 0.4
    return score + 2.0 * is_emphasised + 1.5 * published.has_in
