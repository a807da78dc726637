"""Read the authors of a reference and the date after them, in each way that is possible, with a score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from papernotes_plugin.people import OTHERS, is_given_name
from papernotes_plugin.recognisers.evidence.authors.short_bylines import read_byline
from papernotes_plugin.recognisers.evidence.references import further_names
from papernotes_plugin.recognisers.evidence.references.author_lists import AuthorList, author_lists
from papernotes_plugin.recognisers.evidence.references.author_scores import (
    ends_with_given_name,
    is_one_in_full,
    score_by_context,
    score_by_form,
)
from papernotes_plugin.recognisers.evidence.references.book_editors import EDITOR
from papernotes_plugin.recognisers.evidence.references.collective_authors import is_organisation
from papernotes_plugin.recognisers.evidence.references.dates_after_names import (
    date_after,
    is_whole_list,
    publisher_after,
)
from papernotes_plugin.recognisers.evidence.references.reference_text import ReferenceText, plain_reference
from papernotes_plugin.recognisers.evidence.references.title_readings import CLOSING_QUOTES
from papernotes_plugin.text.lazy_regex import lazy_regex

_BYLINE = lazy_regex(r"[\s*_>•·–—-]*+[(\[](?P<byline>[^()\[\]]{3,100})[)\]][\s*_]*[:.,–—-]*\s+")
"""Authors and year in brackets before the title."""
_MIN_INVERTED = 3
"""Names with initials after which a year needs no mark."""
_MAX_NAMES = 300
"""Characters of names and a year that are a whole text."""
_ENDS_WITH_YEAR = lazy_regex(r"[(\[](?:19|20)\d\d[a-z]?[)\]][.:,]?$")
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
_PARTICLE = lazy_regex(
    r"(?:의|은|는|이|가|을|를|에|와|과|도|로|에서|에게|으로)(?=\s)|[のをがに](?=[\u3041-\u9fff])|的(?=[\u4e00-\u9fff])"
)
"""A particle after authors and year, also after `et al.`: `Kim et al. (2020)의 연구`, `Kim et al. (2020)の手法`."""
_DELIMITER = lazy_regex(r"[^\S\x1e]*(?P<mark>[:.。,;]+|[–—-](?=\s)|\x1e)?\s*\x1e?\s*")
_SHORT_YEAR = lazy_regex(r"\b[A-Z][\w-]*[A-Z] ?['’]\d\d\b")
"""A venue with the end of its year: `ISCA'13`."""
_NAME_OF_PAPER = lazy_regex(r"[^\W\d_][\w-]*: [^\W\d_a-z]")
"""One word before a colon and a title: `Shoot: Encoding Images`."""
_INITIAL_INSIDE = lazy_regex(r"[^\W\d_]{2,} [^\W\d_a-z] [^\W\d_]{2,}")
"""A name with an initial without a point: `Bob J Ray`."""
_INITIALS_AND_FAMILY = lazy_regex(r"(?<![\w.])(?:[^\W\d_a-zа-яё]\. ?){1,2}[^\W\d_a-zа-яё][\w’'-]+")
"""A name after the title of a Russian reference: `С. Д. Кургалин`."""


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
    publisher: str = ""
    """The publisher between the year and the title."""


def dated_names(reference: ReferenceText, start: int) -> Iterator[DatedNames]:
    """Yield the ways to read the authors at an offset of a reference, with the date after them."""
    italics = dict(reference.emphasised)
    readings = [_with_authors(reference.text, authors, italics) for authors in _author_lists(reference, start)]
    # in `Lee, Moss, and Ray (2020, Science)`, `Lee, Moss` is no family name and given name with a title after it
    end = max((names.authors.end for names in readings if is_whole_list(reference.text, names.authors)), default=0)
    # `Boyle, Leonard, O.P. *Title*`, `Palazzo, Eric, *Le Moyen Age: Des origines*` have no name in emphasis
    # nor has `Frieden, *Global Capitalism,* 2007`
    yield from (
        names
        for names in readings
        if names.end >= end
        and not reference.ends_in_emphasis(start, names.authors.end, is_last=is_one_in_full(names.authors))
    )
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
    if not match or not byline or byline.year is None or byline.authors[0].isupper():
        # `[KMM87] Yujiro Kawamata, …` has the initials of the authors in its key
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
    authors = _with_two_in_capitals(authors)
    if text[authors.end : authors.end + 1] == ":":
        authors = further_names.without_words_of_title(text, _with_two_names(authors))
    authors, is_edited = further_names.with_further_names(text, authors)
    editors = _EDITORS.match(text, authors.end)
    remark = editors or _GROUP.match(text, authors.end)
    end = remark.end() if remark else authors.end
    date, venue, has_venue = date_after(text, end, authors)
    after = _DELIMITER.match(text, date.end() if date else end)
    at = after.end() if after else end
    mark = (after["mark"] if after else "") or "." * (editors is not None or text[end - 1] == ".")
    if date and not mark and text[date.end() - 1] in ".,:;":
        mark = text[date.end() - 1]
    if date and (
        # `*1984*` is a title
        date.start("plain") in italics or (date["unmarked"] is not None and not _are_several(authors))
    ):
        date, at = None, end
    may_be_inverted = mark == "," or len(authors.names) > 1 or (mark and _opens_in_capitals(authors.names[0]))
    if authors.form == "natural" and may_be_inverted:
        authors = further_names.with_family_names(authors)
    if _is_compact(text, authors):
        # `Lee, Ray. “Title”. ISCA'13` has the family names only
        names = tuple(authors.names[0].split(", "))
        return DatedNames(AuthorList(names, authors.end, "surname"), "", at, 2.0 if mark == "." else 0)
    if _is_list_of_words(text, authors, mark, at) or (mark == ";" and further_names.NAME_NEXT.match(text, at)):
        return DatedNames(authors, "", at, 0)
    score = score_by_context(text, authors, date, mark, at, italics)
    if score is None:
        score = score_by_form(authors, date, mark, is_quoted=text[at : at + 1] in CLOSING_QUOTES)
    if date and (_PARTICLE if mark else _SENTENCE).match(text, date.end()):
        score = 0
    score += has_venue and score > 0
    when = (date["in_brackets"] or date["dashed"] or date["plain"] or date["undated"]) if date else ""
    publisher, at = publisher_after(text, at) if when.isdigit() and mark == "." else ("", at)
    return DatedNames(authors, when, at, score, venue, editors is not None or is_edited, publisher)


def _is_list_of_words(text: str, authors: AuthorList, mark: str, at: int) -> bool:
    """Return whether what was read as one name opens a title with a colon: `Lift, Splat, Shoot: Encoding Images`."""
    return (
        is_one_in_full(authors)
        and mark == ","
        and not ends_with_given_name(authors)
        and bool(_NAME_OF_PAPER.match(text, at))
    )


def _opens_in_capitals(name: str) -> bool:
    """Return whether the first word of a name is in capitals, and the others are not: `STEVENSON Robert Louis`."""
    family, _, given = name.partition(" ")
    return bool(given) and family.isupper() and not given.isupper()


def _with_two_in_capitals(authors: AuthorList) -> AuthorList:
    """Return two names for what was read as one, if both have the family name in capitals: `DODD Ann, LEE Bo`."""
    names = tuple(authors.names[0].split(", ")) if is_one_in_full(authors) else ()
    are_two = bool(names) and all(map(_opens_in_capitals, names))
    return replace(authors, names=names, form="natural") if are_two else authors


def _with_two_names(authors: AuthorList) -> AuthorList:
    """Return two names for what was read as a family name and given names of two words each: `Muthu Lee, Rong Ge`.

    The second name may have an initial between them: `Ann Lee, Bob J Ray`.
    """
    family, _, given = authors.names[0].partition(", ")
    if not is_one_in_full(authors) or "." in given or family.count(" ") != 1:
        return authors
    if given.count(" ") != 1 and not _INITIAL_INSIDE.fullmatch(given):
        return authors
    first, second = family.split()[0], given.split()[0]
    is_one = first.islower() or (is_given_name(second) and not is_given_name(first))
    return authors if is_one else replace(authors, names=(family, given), form="natural")


def _is_compact(text: str, authors: AuthorList) -> bool:
    """Return whether what was read as one name is two in a reference that shortens the year: `ISCA'13`."""
    if not is_one_in_full(authors) or " " in authors.names[0].replace(", ", "") or ends_with_given_name(authors):
        return False
    return bool(_SHORT_YEAR.search(text, authors.end))


def _are_several(authors: AuthorList) -> bool:
    """Return whether names before a year without marks are joined, or several ones with initials: `Su, H., 2019 …`."""
    is_list = authors.form == "inverted" and len(authors.names) >= _MIN_INVERTED
    return authors.is_joined or authors.has_more or is_list


def without_responsibility(title: str, names: DatedNames) -> tuple[str, DatedNames]:
    """Return a title without the names that Russians repeat after it, and all names: `Название / И. И. Иванов`."""
    words, slash, people = title.rpartition(" / ")
    family = (names.authors.names or ("",))[0].partition(",")[0]
    if not (slash and family and family in people and "." in people):
        return title, names
    others = _INITIALS_AND_FAMILY.findall(people)
    if len(others) > len(names.authors.names):
        authors = replace(names.authors, names=(names.authors.names[0], *others[1:]), has_more="и др" in people)
        names = names._replace(authors=authors)
    return words.strip(), names
