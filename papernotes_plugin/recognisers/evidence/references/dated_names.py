"""Read the authors of a reference and the date after them, in each way that is possible, with a score."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from papernotes_plugin.people import OTHERS, is_given_name
from papernotes_plugin.recognisers.evidence.authors.affiliations import is_brand
from papernotes_plugin.recognisers.evidence.authors.authorship import looks_like_authors
from papernotes_plugin.recognisers.evidence.authors.short_bylines import NO_NAMES, read_byline
from papernotes_plugin.recognisers.evidence.references import further_names
from papernotes_plugin.recognisers.evidence.references.author_lists import AuthorList, author_lists, is_organisation
from papernotes_plugin.recognisers.evidence.references.book_editors import EDITOR
from papernotes_plugin.recognisers.evidence.references.dates_after_names import (
    ORGANISATIONS,
    date_after,
    is_list_before_date,
)
from papernotes_plugin.recognisers.evidence.references.reference_text import ReferenceText, plain_reference
from papernotes_plugin.recognisers.evidence.references.title_readings import QUOTATION_MARKS
from papernotes_plugin.text.lazy_regex import lazy_regex

_BYLINE = lazy_regex(r"[\s*_>•·–—-]*+[(\[](?P<byline>[^()\[\]]{3,100})[)\]][\s*_]*[:.,–—-]*\s+")
"""Authors and year in brackets before the title."""
_MAX_NAMES = 300
"""Characters of names and a year that are a whole text."""
_ENDS_WITH_YEAR = lazy_regex(r"[(\[](?:19|20)\d\d[a-z]?[)\]][.:,]?$")
_YEAR_AT_END = lazy_regex(r" \((?:1[5-9]|20)\d\d\)[\s.]*$")
_EDITORS = lazy_regex(
    rf",?\s*(?:\((?:{EDITOR}\.?|[Aa] cura di|[Aa] c\. di|[Cc]ur\.)\)"
    rf"|(?=[a-zé]|Hrsgg?\.|Hgg?\.){EDITOR}\b\.?)(?=[\s.,:])"
)
"""A mark that says that the names are those of editors: `(eds.)`, `, éd.`, `(a cura di)`"""
_GROUP = lazy_regex(
    r"\s*\([A-Z][^()\d]{1,60}\s(?:Group|Consortium|Collaboration|Team|Network|Committee|Investigators)\)(?=[.,]?\s*\()"
)
"""The group of the authors before the year: `Rethlefsen, M. L. et al. (PRISMA-S Group) (2021)`."""
_SENTENCE = lazy_regex("[\u3041-\u3096\u4e00-\u9fff\uac00-\ud7a3]")
"""The next word of a sentence that begins with authors and year: `Shao 等（2006）用…`, `Kim et al. (2020)は…`."""
_COUNTRY = lazy_regex(r"[\W\d①-⑳]*[\[〔(（][\u4e00-\u9fff]{1,3}[\]〕)）]")
"""The country of an author, as the Chinese print it before the name: `[美]`."""
_NUMBERED = lazy_regex(r"\b(?:[Vv]ol|[Nn]o|pp?)\.\s?\d|\d\s?[巻卷]")
"""The volume or the pages of a journal."""
_DELIMITER = lazy_regex(r"[^\S\x1e]*(?P<mark>[:.。,;]+|[–—-](?=\s)|\x1e)?\s*\x1e?\s*")
_FORM_POINTS = {
    "inverted": 3.0, "glued": 2.5, "first glued": 2.3,
    "capitals": 2.5, "family first": 2.6, "pairs": 2.5, "pointed": 2.3,
    "unspaced": 2.0, "group": 2.0,
    "first inverted": 1.8, "inverted in full": 1.5, "initials": 1.5, "natural": 1.0,
}  # fmt: skip
"""Score of each form of names: the rarer it is outside references, the higher."""
_IN_FULL = frozenset(("first inverted", "inverted in full"))
_MAX_FAMILY_NAMES = 3
"""Family names alone before a year that may be other words."""
_SURE_IF_PUBLISHED, _UNSURE = 1.0, 0.2
"""Scores of names that are a reference only if a known venue or a book follows, and of one that may be a title."""
_SHORT_YEAR = lazy_regex(r"\b[A-Z][\w-]*[A-Z] ?['’]\d\d\b")
"""A venue with the end of its year: `ISCA'13`."""
_WORDS = frozenset(("natural", "surname", "organisation"))
"""The forms that any words with capitals have."""
_NAME_OF_PAPER = lazy_regex(r"[^\W\d_][\w-]*: [^\W\d_a-z]")
"""One word before a colon and a title: `Shoot: Encoding Images`."""
_DASHES = ("-", "–", "—")


class DatedNames(NamedTuple):
    """One way to read the authors, and the date after them."""

    authors: AuthorList
    date: str
    """The year, or `n.d.` and the like; empty for none."""
    end: int
    """The offset at which the title begins."""
    score: float
    venue: str = ""
    """The known venue next to the year in brackets: `(2001, American Economic Review)`."""
    is_edited: bool = False


def dated_names(reference: ReferenceText, start: int) -> Iterator[DatedNames]:
    """Yield the ways to read the authors at an offset of a reference, with the date after them."""
    italics = dict(reference.emphasised)
    readings = [_with_authors(reference.text, authors, italics) for authors in _author_lists(reference, start)]
    # in `Lee, Moss, and Ray (2020, Science)`, `Lee, Moss` is no family name and given name with a title after it
    end = max(
        (names.authors.end for names in readings if is_list_before_date(reference.text, names.authors)), default=0
    )
    # `Boyle, Leonard, O.P. *Title*`, `Palazzo, Eric, *Le Moyen Age: Des origines*` have no name in emphasis
    yield from (n for n in readings if n.end >= end and not reference.ends_in_emphasis(start, n.authors.end))
    if opening := _byline_in_brackets(reference.text):
        yield opening


def read_dated_names(words: str) -> tuple[tuple[str, ...], int | None]:
    """Return the authors and the year in brackets that a whole text is, with initials or `et al.`; nothing for others.

    Examples:
        >>> read_dated_names("Eagly, A.H., & Mladinic, A. (1994). ")
        (('Eagly, A.H.', 'Mladinic, A.'), 1994)
        >>> read_dated_names("As shown by Lee (1994). ")
        ((), None)
    """
    words = words.strip(" *_")
    if len(words) > _MAX_NAMES or not _ENDS_WITH_YEAR.search(words):
        return (), None
    byline = read_byline(words)
    if byline and byline.authors[-1] == OTHERS:
        return byline.authors, byline.year
    readings = (names for names in dated_names(plain_reference(words), 0) if names.score > 0)
    best = max((names for names in readings if names.end == len(words)), key=lambda names: names.score, default=None)
    # any words with capitals may be family names
    are_people = best is not None and best.date.isdigit() and all("." in name for name in best.authors.names)
    return (best.authors.names, int(best.date)) if best and are_people else ((), None)


def _author_lists(reference: ReferenceText, start: int) -> Iterator[AuthorList]:
    """Yield the readings of the names; also those that end where an emphasised or linked part begins.

    A group may be all that is in emphasis: `**Pine Study Group.** Title. *Journal.* 1999;12(3):4–5`.
    """
    text = reference.text
    marked = min((at for at, _ in (*reference.emphasised, *reference.linked) if at > start), default=len(text))
    goes_on = False
    own = text[start : next((end for first, end in reference.emphasised if first == start), start)]
    if own.endswith((".", ":")) and is_organisation(own[:-1]):
        yield AuthorList((own[:-1],), start + len(own) - 1, "group")
    for authors in author_lists(text, start):
        goes_on |= authors.end > marked
        if whole := further_names.with_given_name(text, authors, marked):
            yield whole
        yield authors
    if goes_on:
        # `Pierre Bourdieu, *La Distinction*` is a name and a title; `LEE A.` stays an initial
        yield from (authors for authors in author_lists(text[:marked], start) if authors.names[-1][-2:-1] != " ")


def _byline_in_brackets(text: str) -> DatedNames | None:
    """Return the authors and the year in brackets before a title: `[Espeholt et al. 2018] IMPALA: …`."""
    match = _BYLINE.match(text)
    byline = read_byline(match["byline"]) if match else None
    if not match or not byline or byline.year is None:
        return None
    has_more = byline.authors[-1] == OTHERS
    names = byline.authors[:-1] if has_more else byline.authors
    authors = AuthorList(names, match.end(), "surname", has_more=has_more)
    return DatedNames(authors, str(byline.year), match.end(), 2.0)


def _with_authors(text: str, authors: AuthorList, italics: Mapping[int, int]) -> DatedNames:
    """Return the names with the date and the mark after them.

    Args:
        text: The reference.
        authors: The names.
        italics: The ends of the emphasised parts, by the offsets at which they begin.
    """
    if text[authors.end : authors.end + 1] == ":":
        authors = further_names.without_words_of_title(text, _with_two_names(authors))
    authors, is_edited = further_names.with_further_names(text, authors)
    editors = _EDITORS.match(text, authors.end)
    remark = editors or _GROUP.match(text, authors.end)
    end = remark.end() if remark else authors.end
    date, venue, has_venue = date_after(text, end, authors)
    after = _DELIMITER.match(text, date.end() if date else end)
    at = after.end() if after else end
    mark = (after["mark"] if after else "") or "." * (text[end - 1] == ".")
    if date and not mark and text[date.end() - 1] in ".,:;":
        mark = text[date.end() - 1]
    if date and (
        # `*1984*` is a title
        date.start("plain") in italics or (date["unmarked"] is not None and not (authors.is_joined or authors.has_more))
    ):
        date, at = None, end
    if authors.form == "natural" and (mark == "," or len(authors.names) > 1):
        authors = further_names.with_family_names(authors)
    if _is_compact(text, authors):
        # `Lee, Ray. “Title”. ISCA'13` has the family names only
        names = tuple(authors.names[0].split(", "))
        return DatedNames(AuthorList(names, authors.end, "surname"), "", at, 2.0 if mark == "." else 0)
    if _is_list_of_words(text, authors, mark, at) or (mark == ";" and further_names.NAME_NEXT.match(text, at)):
        return DatedNames(authors, "", at, 0)
    score = _score_by_context(text, authors, date, mark, at, italics)
    if score is None:
        score = _author_score(authors, date, mark, is_quoted=text[at : at + 1] in QUOTATION_MARKS)
    if date and not (after and after["mark"]) and _SENTENCE.match(text, date.end()):
        score = 0
    score += has_venue and score > 0
    when = (date["in_brackets"] or date["dashed"] or date["plain"] or date["undated"]) if date else ""
    return DatedNames(authors, when, at, score, venue, is_edited=editors is not None or is_edited)


def _score_by_context(
    text: str, authors: AuthorList, date: re.Match[str] | None, mark: str, at: int, italics: Mapping[int, int]
) -> float | None:
    """Return the score of words that what follows shows to be names, or not; None if it shows nothing."""
    if authors.form == "surname" and len(authors.names) > 2 and mark and at in italics:
        # `Chen, Lessing, Liu, Finn. *Title.*`: the title in italics shows that the words before it are names
        return 2.0
    if mark == ":" and authors.form == "unspaced" and not date and _NUMBERED.search(text, at):
        # `山田太郎:題名,論文誌,Vol.1`
        return 1.7
    is_acronym_or_list = len(authors.names) > 1 or authors.has_more or authors.names[0].isupper()
    if at in italics and date and date["plain"] and authors.form in ORGANISATIONS and is_acronym_or_list:
        # `IPCC, 2021: *Title*`, `Lee & Ray, 2021. *Title*`
        return 2.0
    is_before_title = mark == ":" and authors.form == "unspaced" and text[at : at + 1] == "《"
    if is_before_title and (further_names.is_chinese_name(authors.names[0]) or _COUNTRY.match(text)):
        # `苏力:《法治及其本土资源》`, `[美]富勒:《法律的道德性》`; other words before a colon are labels
        return 2.0
    if mark[:1] in _DASHES and at in italics and authors.form not in ORGANISATIONS and not date:
        # `Ann Lee - *Title*`, and no `Anna Karenina - *Leo Tolstoy*`
        return 2.0 * (_are_people(authors) and not _names_person(text[at : italics[at]]))
    if at in italics and not (mark or date) and further_names.are_before_title(text, authors, at, italics[at]):
        return 2.0 * _are_people(authors)
    is_one = authors.form == "natural" and len(authors.names) == 1 and not date
    if is_one and mark[:1] in (*_DASHES, ":") and (year := _YEAR_AT_END.search(text, at)):
        # `Ann Lee: Title (1979)`, and no `Anna Karenina - Leo Tolstoy (1877)`
        are_people = _are_people(authors) and not _names_person(text[at : year.start()])
        return (_SURE_IF_PUBLISHED if "." in authors.names[0] else _UNSURE) * are_people
    return None


def _are_people(authors: AuthorList) -> bool:
    """Return whether a name has an initial, or begins with a frequent given name."""
    return "." in authors.names[0] or any(map(_opens_with_given_name, authors.names))


def _names_person(words: str) -> bool:
    """Return whether what may be a title is names, or a few words that begin with a given name: `Leo Tolstoy`."""
    return looks_like_authors(words) or (words.count(" ") < _MAX_FAMILY_NAMES and _opens_with_given_name(words))


def _is_list_of_words(text: str, authors: AuthorList, mark: str, at: int) -> bool:
    """Return whether what was read as one name opens a title with a colon: `Lift, Splat, Shoot: Encoding Images`."""
    return (
        _is_one_in_full(authors)
        and mark == ","
        and not _has_given_name(authors)
        and bool(_NAME_OF_PAPER.match(text, at))
    )


def _is_one_in_full(authors: AuthorList) -> bool:
    """Return whether there is one name, with its given names in full, which may be other words."""
    return authors.form in _IN_FULL and len(authors.names) == 1 and not authors.has_more


def _with_two_names(authors: AuthorList) -> AuthorList:
    """Return two names for what was read as a family name and given names of two words each: `Muthu Lee, Rong Ge`."""
    family, _, given = authors.names[0].partition(", ")
    if not _is_one_in_full(authors) or "." in given or family.count(" ") != 1 or given.count(" ") != 1:
        return authors
    first, second = family.split()[0], given.split()[0]
    is_one = first.islower() or (is_given_name(second) and not is_given_name(first))
    return authors if is_one else replace(authors, names=(family, given), form="natural")


def _is_compact(text: str, authors: AuthorList) -> bool:
    """Return whether what was read as one name is two in a reference that shortens the year: `ISCA'13`."""
    if not _is_one_in_full(authors) or " " in authors.names[0].replace(", ", "") or _has_given_name(authors):
        return False
    return bool(_SHORT_YEAR.search(text, authors.end))


def _author_score(authors: AuthorList, date: re.Match[str] | None, mark: str, *, is_quoted: bool) -> float:
    """Return how much names look like authors, from their form and what follows them; 0 or less for no authors."""
    are_glued = authors.form == "glued" and len(authors.names) > 1
    # the Japanese write `山田太郎「題名」`
    if not (date or mark or are_glued or (is_quoted and (authors.has_more or authors.form == "unspaced"))):
        # `Ann Lee "The Title" Nature, 1999` is a reference, and the words of a speech are none
        return _SURE_IF_PUBLISHED if is_quoted and _are_people(authors) else 0
    # `De Groot, Adriaan D. 2014.` has one name
    is_one = [name[-2:-1] == " " for name in authors.names] == [False, True]
    if authors.form == "natural" and (is_one or authors.names[0].partition(" ")[0].casefold() in NO_NAMES):
        return 0
    is_single = len(authors.names) == 1 and not authors.has_more
    if is_single and authors.form in _WORDS and (mark[:1] in _DASHES or (date and not (mark or is_quoted))):
        # `How I Got My Brain Back (2021) - …` is a title, and `Anthony Lee (1986) Title. Journal, 12` a reference
        is_person = not mark and date and date["in_brackets"] and authors.form == "natural"
        return _SURE_IF_PUBLISHED if is_person and _opens_with_given_name(authors.names[0]) else 0
    is_of_words = is_single or authors.form in _WORDS
    is_unmarked = not (date or authors.has_more or authors.form == "inverted" or _has_given_name(authors))
    # `Robbert van Renesse and Fred B. Schneider: “Title”, at *Conference*`
    has_names = is_quoted or all(map(_opens_with_given_name, authors.names))
    is_unmarked = is_unmarked and not (authors.form == "natural" and not is_single and has_names)
    if mark == ":" and is_of_words and is_unmarked:
        return _score_before_colon(authors, is_single=is_single)
    if authors.form in ORGANISATIONS:
        return _score_of_family_names(authors, date, mark, is_quoted=is_quoted)
    score = _FORM_POINTS[authors.form] + 0.3 * min(len(authors.names), 4)
    score += 1.0 * (is_single and authors.form == "natural" and _opens_with_given_name(authors.names[0]))
    score += 0.7 * authors.is_joined + 0.7 * authors.has_more + 1.0 * is_quoted
    if date:
        score += 1.5
    elif mark[0] in ".:。\x1e" if mark else False:
        score += 2.0 if mark == ":" and authors.form == "inverted" else 0.5
    elif mark and not is_quoted and not (authors.form == "initials" and not is_single):
        score -= 1.0 * (mark[0] != ";" or is_single)
    if authors.form == "glued" and is_single:
        score -= further_names.doubt_of_glued_name(authors.names[0], date[0] if date else "")
    if authors.form == "natural" and authors.has_more:
        score = max(score, 2.0)
    if authors.form in _IN_FULL:
        score -= further_names.doubt_of_first_name(authors, score, is_before_title=mark == ":" and not date)
    return score


def _score_before_colon(authors: AuthorList, *, is_single: bool) -> float:
    """Return the score of capitalised words before a colon, which may be no names, or the beginning of a title."""
    count = sum(map(_opens_with_given_name, authors.names))
    are_names = len(authors.names) > 2 or count > 0
    if authors.is_joined:
        # `GPU Virtualization and Scheduling: A Survey` is a title
        are_names = len(authors.names) > 2 and 2 * count >= len(authors.names)
    if authors.form == "natural" and not is_single and are_names:
        # `Robert Lasch, Kai-Uwe Sattler:Title`
        return _SURE_IF_PUBLISHED + 0.3 * min(len(authors.names) - 1, 4)
    # `课程网站:` and `Speak, Memory:` are a label and a title; so may be `Gramsch, Robert:`, unless a book follows
    return _UNSURE if is_single and (authors.form in _IN_FULL or _are_people(authors)) else 0


def _score_of_family_names(authors: AuthorList, date: re.Match[str] | None, mark: str, *, is_quoted: bool) -> float:
    """Return the score of family names without given names, or of an organisation: both may be other words."""
    is_list = len(authors.names) <= _MAX_FAMILY_NAMES or mark in (":", ".") or is_quoted
    is_short = is_list and date and (date["in_brackets"] or is_quoted)
    is_dated = authors.has_more and date is not None
    if authors.has_more or is_short:
        return 2.0 + 0.5 * is_dated
    if authors.form == "organisation":
        if date and date["plain"] and mark[:1] == "." and is_brand(authors.names[0]):
            # `OpenAI. 2023. Title`
            return 2.0
        # `WHO. Report. Geneva: World Health Organization, 2016`
        return _SURE_IF_PUBLISHED if mark == "." and not date else 0
    # `Dean & Ghemawat, “MapReduce”, OSDI 2004`, `Finn, Abbeel and Levine. Title. ICML 2017`
    is_marked = is_quoted or (mark == "." and len(authors.names) > 2)
    return _SURE_IF_PUBLISHED if authors.is_joined and is_marked else 0


def _opens_with_given_name(name: str) -> bool:
    """Return whether a name begins with a frequent given name or an initial, as no title does."""
    return name[1:2] == "." or is_given_name(name.split()[0])


def _has_given_name(authors: AuthorList) -> bool:
    """Return whether the first name is a family name and a frequent given name: `Benjamin, Walter`."""
    family, comma, given = authors.names[0].partition(", ")
    return bool(comma) and is_given_name(given.split()[0]) and not is_given_name(family)
