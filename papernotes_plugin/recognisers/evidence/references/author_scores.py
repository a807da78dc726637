"""Score how much the names that open a reference, with their date, look like those of its authors."""

from __future__ import annotations

import re
from collections.abc import Mapping

from papernotes_plugin.people import is_given_name, is_title_word
from papernotes_plugin.recognisers.evidence.authors import name_order
from papernotes_plugin.recognisers.evidence.authors.affiliations import is_brand
from papernotes_plugin.recognisers.evidence.authors.authorship import looks_like_authors
from papernotes_plugin.recognisers.evidence.authors.short_bylines import NO_NAMES
from papernotes_plugin.recognisers.evidence.references import further_names
from papernotes_plugin.recognisers.evidence.references.author_lists import AuthorList
from papernotes_plugin.recognisers.evidence.references.dates_after_names import ORGANISATIONS
from papernotes_plugin.text.lazy_regex import lazy_regex

_YEAR_AT_END = lazy_regex(r" \((?:1[5-9]|20)\d\d\)[\s.]*$")
_COUNTRY = lazy_regex(r"[\W\d①-⑳]*[\[〔(（][\u4e00-\u9fff]{1,3}[\]〕)）]")
"""The country of an author, as the Chinese print it before the name: `[美]`."""
_NUMBERED = lazy_regex(r"\b(?:[Vv]ol|[Nn]o|pp?)\.\s?\d|\d\s?[巻卷]")
"""The volume or the pages of a journal."""
_FORM_POINTS = {
    "various": 2.5, "inverted": 3.0, "glued": 2.5, "first glued": 2.3,
    "capitals": 2.5, "family first": 2.6, "pairs": 2.5, "pointed": 2.3,
    "unspaced": 2.0, "group": 2.0,
    "first inverted": 1.8, "first in full": 2.5, "inverted in full": 1.5, "initials": 1.5, "natural": 1.0,
}  # fmt: skip
"""Score of each form of names: the rarer it is outside references, the higher."""
IN_FULL = frozenset(("first inverted", "inverted in full"))
_MAX_FAMILY_NAMES = 3
"""Family names alone before a year that may be other words."""
_DOUBT_OF_MIXED = 2.5
_MIN_WORDS_OF_TITLE = 2
"""Spaces of words that are rather a title than a name."""
_SURE_IF_PUBLISHED = 1.0
"""Score of names that are a reference only if a known venue or a book follows."""
_UNSURE = 0.2
"""Score of a name that may be a title."""
FORMS_OF_WORDS = frozenset(("natural", "surname", "organisation"))
"""The forms that any words with capitals have."""
_INITIAL_INSIDE = lazy_regex(r"^[^\W\d_]+ [^\W\d_a-z]\.? [^\W\d_]")
"""An initial between two words of a name: `Bob J. Ray`."""
_DASHES = ("-", "–", "—")


def score_by_context(
    text: str, authors: AuthorList, date: re.Match[str] | None, mark: str, at: int, italics: Mapping[int, int]
) -> float | None:
    """Return the score of words that what follows shows to be names, or not; None if it shows nothing."""
    are_families = authors.form == "surname" and not name_order.are_pairs(list(authors.names))
    if are_families and len(authors.names) > 2 and mark and at in italics:
        # `Chen, Lessing, Liu, Finn. *Title.*`: the title in italics shows that the words before it are names
        return 2.0
    if mark == ":" and authors.form == "unspaced" and not date and _NUMBERED.search(text, at):
        # `山田太郎:題名,論文誌,Vol.1`
        return 1.7 + 0.6 * (len(authors.names) - 1)
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


def is_one_in_full(authors: AuthorList) -> bool:
    """Return whether there is one name, with its given names in full, which may be other words."""
    return authors.form in IN_FULL and len(authors.names) == 1 and not authors.has_more


def score_by_form(authors: AuthorList, date: re.Match[str] | None, mark: str, *, is_quoted: bool) -> float:
    """Return how much names look like authors, from their form and what follows them; 0 or less for no authors."""
    are_glued = authors.form == "glued" and len(authors.names) > 1
    if not (date or mark or are_glued or (is_quoted and (authors.has_more or _may_precede_quotation(authors)))):
        # `Ann Lee "The Title" Nature, 1999` is a reference, and the words of a speech are none
        return _SURE_IF_PUBLISHED if is_quoted and _are_people(authors) else 0
    # `De Groot, Adriaan D. 2014.` has one name
    is_one = [name[-2:-1] == " " for name in authors.names] == [False, True]
    if authors.form == "natural" and (is_one or authors.names[0].partition(" ")[0].casefold() in NO_NAMES):
        return 0
    is_single = len(authors.names) == 1 and not authors.has_more
    if is_single and authors.form in FORMS_OF_WORDS and (mark[:1] in _DASHES or (date and not (mark or is_quoted))):
        # `How I Got My Brain Back (2021) - …` is a title, and `Anthony Lee (1986) Title. Journal, 12` a reference
        is_person = not mark and date and date["in_brackets"] and authors.form == "natural"
        return _SURE_IF_PUBLISHED if is_person and _opens_with_given_name(authors.names[0]) else 0
    is_of_words = is_single or authors.form in FORMS_OF_WORDS
    is_unmarked = not (date or authors.has_more or authors.form == "inverted" or ends_with_given_name(authors))
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
    score = max(score, 2.0) if authors.form == "natural" and authors.has_more else score
    score -= _DOUBT_OF_MIXED * _are_mixed(authors, mark, is_dated=date is not None)
    if authors.form in IN_FULL:
        score -= further_names.doubt_of_first_name(authors, score, is_before_title=mark == ":" and not date)
    return score


def _may_precede_quotation(authors: AuthorList) -> bool:
    """Return whether names need no mark: `山田太郎「題名」`, and not `백종원의 「골목식당」`, the work of a person."""
    return authors.form == "unspaced" and not authors.names[-1].endswith("의")


def _are_mixed(authors: AuthorList, mark: str, *, is_dated: bool) -> bool:
    """Return whether a list with commas has a name of another form than the first, which is rather a title."""
    if authors.is_joined:
        return False
    if authors.form == "natural":
        # `J. Lurie, Higher Topos Theory, …`, `J. Lurie, Higher Topoi: A Survey, …`
        is_part = _may_be_person if mark == ":" else _may_follow_initials
        return authors.names[0][1:2] == "." and not all(map(is_part, authors.names))
    if authors.form != "first inverted" or authors.has_more or is_dated:
        return False
    # `Lee, Ann, Wide Rivers. A History` has one name
    return not all("." in name or _opens_with_given_name(name) for name in authors.names[1:])


def _may_be_person(name: str) -> bool:
    """Return whether a name has an initial, or begins with what may be a given name."""
    return "." in name or name_order.may_be_given_name(name.split()[0])


def _may_follow_initials(name: str) -> bool:
    """Return whether a name may be in a list whose first name has initials: with an initial, or a known given name."""
    return "." in name or name.count(" ") < _MIN_WORDS_OF_TITLE or is_given_name(name.split()[0])


def _score_before_colon(authors: AuthorList, *, is_single: bool) -> float:
    """Return the score of capitalised words before a colon, which may be no names, or the beginning of a title."""
    count = sum(_opens_with_given_name(name) or bool(_INITIAL_INSIDE.search(name)) for name in authors.names)
    are_names = len(authors.names) > 2 or count > 0
    if authors.is_joined:
        # `GPU Virtualization and Scheduling: A Survey` is a title
        are_names = (len(authors.names) > 2 and 2 * count >= len(authors.names)) or (count > 0 and _are_full(authors))
    if authors.form == "natural" and not is_single and are_names and not _are_mixed(authors, ":", is_dated=False):
        # `Robert Lasch, Kai-Uwe Sattler:Title`
        return _SURE_IF_PUBLISHED + 0.3 * min(len(authors.names) - 1, 4)
    # `课程网站:` and `Speak, Memory:` are a label and a title; so may be `Gramsch, Robert:`, unless a book follows
    return _UNSURE if is_single and (authors.form in IN_FULL or _are_people(authors)) else 0


def _are_full(authors: AuthorList) -> bool:
    """Return whether all names are given names and a family name, without a word that titles have."""
    return all(" " in name and not any(map(is_title_word, name.split())) for name in authors.names)


def _score_of_family_names(authors: AuthorList, date: re.Match[str] | None, mark: str, *, is_quoted: bool) -> float:
    """Return the score of family names without given names, or of an organisation: both may be other words."""
    is_list = len(authors.names) <= _MAX_FAMILY_NAMES or mark in (":", ".") or is_quoted
    is_short = is_list and date and (date["in_brackets"] or is_quoted)
    is_dated = authors.has_more and date is not None
    if authors.has_more or is_short:
        return 2.0 + 0.5 * is_dated
    if authors.form == "organisation":
        if further_names.has_office(authors.names[0]):
            # `BRASIL. Ministério da Saúde. Title`
            return 2.5
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


def ends_with_given_name(authors: AuthorList) -> bool:
    """Return whether the first name ends with a frequent given name, after the family name: `Benjamin, Walter`."""
    family, comma, given = authors.names[0].partition(", ")
    return bool(comma) and is_given_name(given.split()[0]) and not is_given_name(family)
