"""Read the items of a list of books: a title and names, in the form that most items of the list have.

Examples are `Title by Ann Lee`, `*Title* – Ann Lee`, `Ann Lee: Title` and `Title. Ann Lee, Bo Yu`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import chain
from typing import NamedTuple

from papernotes_plugin.people import OTHERS, is_title_word
from papernotes_plugin.recognisers.evidence.authors import authorship, book_authors
from papernotes_plugin.recognisers.evidence.references.publishers import is_publisher, split_publisher
from papernotes_plugin.recognisers.evidence.references.reference_text import ReferenceText
from papernotes_plugin.recognisers.evidence.titles import listed_book_ends
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.romanisation import CJK_LETTER

OPENING = lazy_regex(
    r"(?:(?:19|20)\d\d[-./]\d\d?[-./]\d\d?\s?[:–—-]?\s|\d{1,2}[.)]\s+)?"
    r"(?:\[[ xX]?\]\s*)?(?::[a-z_]{2,30}: )?[^\w\"“„«‘(『《「<]*"
)
"""The day or the number of an item, the box of a task, an emoji by its name, and symbols before the title."""
QUOTED = lazy_regex(r"[\"“„«『《「](?P<title>[^\"“”„«»『』《》]{2,200})[\"”“»』》」]|<(?P<angled>[^<>A-Za-z/]{2,100})>")
_LATIN_NAME = lazy_regex(r"(?<=[\u3041-\u9fff])\s?\([A-Z][A-Za-zÀ-ž.'’ -]{2,40}\)?$")
"""The same name in Latin letters after it: `丹·塞诺(Dan Senor)`."""
_CLOSING = lazy_regex(r"[.,]?[\"”“»]")
_ORIGINAL = lazy_regex(r"^\s?\([A-ZÀ-Þ][^()\u3040-\u9fff\uac00-\ud7a3]{2,150}\)")
"""The original title in brackets after that of the translation."""
_CJK_FORMS = frozenset("-/|(") | {"marked"}
"""Marks between a title and names in these languages."""
_TAIL = lazy_regex(
    r"(?:[\s,]{0,9}[(\[](?:[^\W\d_a-z][^()\[\]\d:]{1,40}?,? )?(?P<bracketed>(?:1[5-9]|20)\d\d)[)\]]"
    r"|(?:,|\s[-–—])\s(?P<year>(?:1[5-9]|20)\d\d))?(?P<rest>(?:[^\w)?!』》」>]|:[a-z_]{2,30}:){0,80})$"
)
"""The year at the end of an item, perhaps after a publisher in its brackets, and symbols after it: `★`, `:star:`."""
_YEAR_NEXT = lazy_regex(r"[*_\"”»]{0,3} [(\[](?P<year>(?:1[5-9]|20)\d\d)[)\]]")
"""The year of a marked title, before a remark: `*The Return* (1983), selections`."""
_EDITION_AND_DAY = lazy_regex(
    r"[\s,.\"”»]*+(?:\((?!\d)(?:[^()\d]|(?<!\d)\d{1,3}(?!\d)){1,200}\)[\s,.]*+"
    r"|(?:\d{1,2}[./-]\d{1,2}[./-](?:19|20)\d\d|(?:19|20)\d\d[./-]\d{1,2}[./-]\d{1,2})[\s,.]*+){0,4}\W*+"
)
"""Remarks in brackets on a title in quotation marks, and the day of reading: ` (PL: "Emma") (comic) 05.03.2025.`"""
_CHAPTERS = r",? (?:\[[^\[\]]{2,80}\]|\((?!(?:1[5-9]|20)\d\d\))[^()]{2,80}\))"
_READ_PAGES = lazy_regex(
    rf"(?:(?:{_CHAPTERS})?,|[.;]) (?:pp?\. ?)?\d{{1,4}}[–-]{{1,3}}\d{{1,4}}(?:[;,] ?\d{{1,4}}[–-]{{1,3}}\d{{1,4}})*"
    r"(?:,? \([^()]{2,80}\))?[\s.;]*$"
)
"""The pages to read at the end of an item, and the chapters next to them: `, 1–46 (Prologue)`, ` [Ch. 2], 10–30`."""
_CHAPTERS_AT_END = lazy_regex(rf"{_CHAPTERS}$")
"""The chapters to read before the year and the pages: ` [Ch. 2: The Garden]`."""
_BY = r"(?:by|von|par|av|af|door)"
_OF = r"(?:de|di|por)"
"""The same in Romance languages, where titles have these words, too."""
_BEFORE_NAMES = lazy_regex(
    rf"\s?(?P<mark>\s{_BY}\s|\s[-–—|/~]\s|,\s(?:{_OF}\s)?|[.?!…]\s|\s\()(?=[^\W\d_])",
)
"""A mark between a title and names."""
_ALSO = lazy_regex(r"\s\((?:also|auch|aussi|también|também|anche|också|også|ook|też|také|ayrıca)\s[^()]{0,80}\)?$")
"""A remark on other editions after names: `, Jane Austen (also at Gutenberg)`."""
_HOUSE = lazy_regex(r"(?:[EÉ]d|Edit)\. ")
"""A word before a publisher: `Título (Ed. Paulus)`."""
_EDITED = lazy_regex(
    r"[\s,(]{1,3}(?:edited|ed\.|eds\.|compiled|translated|redigeret|red\.|redigerad|redaktör|herausgegeben|hrsg\.|édité|dirigé"
    r"|editado|organizado|compilado|a cura|bewerkt|samengesteld|pod redakcją|toimittanut)$",
    re.IGNORECASE,
)
"""A word before the editors or the translators of a book, who are not its authors: `Title, edited by Ann Lee`."""
_AFTER_NAMES = lazy_regex(r"(?P<mark>:\s|\s[-–—|/~]\s|,\s|\.\s)(?=[^\W_])")
"""A mark between names and a title."""
_REMARK = lazy_regex(r"(?:[.:,;]|\s[–—-]|\s\(|\sand\b)\s?(?=\S)")
"""The mark after a title, and before a remark, a publisher or another title."""
_BY_AND_REMARK = lazy_regex(
    rf"[\s,*_\"”»]{{1,4}}(?:{_BY}|{_OF}) (?P<names>[^\W\d_a-z](?:[^.:;()\[\]\x1d\n]|(?<=[A-Z])\.){{2,80}}?)"
    r"(?:(?<!\b[A-Z])\.\s|[:;]\s|\s[(–—-]|\s?\[|\x1d)"
)
"""The words before names after a title, the names, and the mark before a remark."""
_NAMES_END = lazy_regex(r"[^\W\d_][,:]\s$")
"""The mark between names and a title with a remark after it."""
_INITIALS_FIRST = lazy_regex(r"(?:[A-Z]\.[\s-]?){1,3}[^\W\d_a-z][^\W\d_]")
"""Initials before a family name, which are no letters of sections after a title in emphasis."""
_INITIAL = lazy_regex(r"\s[A-Z]$")
"""An initial, whose point ends no names: `Paul M. Roberts`."""
_POINT_INSIDE = lazy_regex(r"[^\W\d_]{3}\.\s")
"""A point after a word, which is the end of a sentence in no name: `Юваль Харари. Sapiens`."""
_AROUND = lazy_regex(
    rf"[\s,.:;–—|/~-]*+(?P<by>\b(?:{_BY}|{_OF})\s)?[\s(]*+(?P<names>[^\W\d_](?:.*[^\s),.:;–—|/~-])?)[\s),.:;–—|/~-]*"
)
"""Names with the marks that separate them from a marked title."""
_AFTER_WHOLE = lazy_regex(r"\s[–—-]\s|\.\s")
"""A remark after names and a title that are in emphasis together."""
_NO_TITLE = lazy_regex(
    r"\(?\b(?:1[89]|20)\d\d\)|\b\d+ ?\(\d+\)|, (?:1[89]|20)\d\d\b|[*†]:|::|://|\b(?:pp?|S|vol|Vol)\. ?\d"
    r"|\d[–-]{1,3}\d{2}|\)\.\s|(?<!\d)\d{1,2}(?:e|ème|ª|º)? [éÉe]d(?:\.|ition|ición|ição|izione)"
)
"""A year in brackets, numbers of a journal, pages, an edition, marks of notes or a remark, for other recognisers."""
_MAX_NAMES, _MAX_TITLE = 400, 200
_MAX_PEOPLE = 20
_MIN_ITEMS = 3
_MAX_SPACES = 3
"""Spaces in the name of a person."""
_MARKS_OF_REFERENCES = frozenset(".,:")
"""Marks between names and titles that references have, too."""
_MIN_SHARE, _MIN_SHARE_OF_BOOKS = 0.6, 0.4
"""Share of the items of a list that have its form, and of those below a heading for books that have any form."""
_MIN_GIVEN, _MAX_GIVEN = 0.4, 0.25
"""Shares of names with a frequent given name, and of titles that are such names."""
MARKS = ' "“”„«»『』《》「」<>*_'
_DASHES = str.maketrans("–—", "--")


class Place(Enum):
    """The place of the names in an item."""

    BEFORE_TITLE = "before title"
    AFTER_TITLE = "after title"


Form = tuple[Place, str]
"""The place of the names, and the mark between them and the title; "marked" for a title in emphasis or quotes."""
MARKED = "marked"
NAMES_BEFORE_MARKED_TITLE: Form = (Place.BEFORE_TITLE, MARKED)
"""The form of `Ann Lee, *The Title*`."""


class ListedBook(NamedTuple):
    """One reading of an item."""

    form: Form
    title: tuple[int, int]
    """Start and end of the title in the text of the item."""
    names: tuple[str, ...]
    year: int | None


def read_items(items: Sequence[ReferenceText], *, are_books: bool = False) -> list[ListedBook | None]:
    """Return the book of each item of a list, in the form that most items have; None for other items, and other lists.

    Names must be those of people: several begin with a frequent given name, while the titles do not.

    Args:
        items: The items.
        are_books: Whether a heading says that they are books, so that each may have a form of its own.
    """
    readings = [{reading.form: reading for reading in readings_of(words)} for words in items]
    by_form: defaultdict[Form, list[bool]] = defaultdict(list)
    titled: defaultdict[Form, list[bool]] = defaultdict(list)
    for words, of_item in zip(items, readings, strict=True):
        for form, book in of_item.items():
            has_initials = form == (Place.AFTER_TITLE, MARKED) and _INITIALS_FIRST.match(book.names[0]) is not None
            by_form[form].append(has_initials or begin_with_person(book.names))
            titled[form].append(authorship.has_given_name(words.text[slice(*book.title)]))
    clear = [
        form
        for form, have_people in by_form.items()
        if sum(have_people) >= _MIN_GIVEN * len(have_people) and sum(titled[form]) <= _MAX_GIVEN * len(have_people)
    ]
    people = {form: sum(len(of_item[form].names) for of_item in readings if form in of_item) for form in clear}
    clear.sort(key=lambda form: (-len(by_form[form]), -people[form]))
    count = sum(any(form in of_item for form in clear) for of_item in readings)
    most = count if are_books else len(by_form[clear[0]]) if clear else 0
    if most < _MIN_ITEMS or count < (_MIN_SHARE_OF_BOOKS if are_books else _MIN_SHARE) * len(items):
        return [None] * len(items)
    if count < _MIN_SHARE * len(items):
        # points and commas are in all references
        clear = [form for form in clear if form[1] not in _MARKS_OF_REFERENCES]
    # the marks of Asian titles are clear wherever the names are
    forms = [
        form for form in clear if are_books or len(by_form[form]) >= _MIN_ITEMS or (form[1] == clear[0][1] == MARKED)
    ]
    books = [next((of_item[form] for form in forms if form in of_item), None) for of_item in readings]
    return [
        book if book and not _may_be_swapped(words, book) else None for words, book in zip(items, books, strict=True)
    ]


def _may_be_swapped(words: ReferenceText, book: ListedBook) -> bool:
    """Return whether names before a title may be the title, and it a name: `Anna Karenina - *Leo Tolstoy*`."""
    title = words.text[slice(*book.title)]
    if book.form[0] is not Place.BEFORE_TITLE or CJK_LETTER.search(title):
        return False
    is_name = title.count(" ") < _MAX_SPACES and authorship.is_person(title) and authorship.has_given_name(title)
    has_other_word = any(is_title_word(word) for name in book.names for word in name.split())
    return is_name or (has_other_word and not begin_with_person(book.names))


def readings_of(words: ReferenceText) -> Iterator[ListedBook]:
    """Yield the readings of an item, at most one of each form."""
    text = words.text
    opening = OPENING.match(text)
    start = opening.end() if opening else 0
    whole = next((mark.end for mark in words.marks if mark.start in (start, start - 1) and mark.end < len(text)), 0)
    if whole and ": " in text[start:whole] and _AFTER_WHOLE.match(text, whole):
        # `**Ann Lee: Title** – Press 2011. A remark`
        text = text[:whole]
    if pages := _READ_PAGES.search(text, start):
        text = text[: pages.start()]
    tail = _TAIL.search(text, start)
    end = tail.start() if tail else len(text)
    if pages and (chapters := _CHAPTERS_AT_END.search(text, start, end)):
        end = chapters.start()
    # the marks of a quotation belong to the title
    closing = _CLOSING.match(text, end)
    end = closing.end() if closing else end
    date = (tail["bracketed"] or tail["year"]) if tail else None
    year = int(date) if date else None
    is_cjk = CJK_LETTER.search(text, start, end) is not None
    if is_cjk:
        end, date = listed_book_ends.end_of_names(text, start, end)
        year = int(date) if date else year
    marked = _marked_titles(words, start, end)
    for form, title, names in marked or _readings_without_marks(text, start, end):
        if is_cjk and not (form[1] in _CJK_FORMS and (marked or form[0] is Place.AFTER_TITLE)):
            continue
        if not marked and any(start <= first and last <= title[0] for first, last in words.emphasised):
            # a remark after a title in emphasis
            continue
        if form[0] is Place.BEFORE_TITLE and not marked:
            # a remark may follow the link: `[Ann Lee. Title](…) - A fresh look`
            last = next((last for first, last in words.linked if first <= title[0] < last), title[1])
            words_of_title = split_publisher(text[title[0] : min(last, title[1])].rstrip())[0]
            title = title[0], title[0] + len(words_of_title)
        is_title = 1 < title[1] - title[0] <= _MAX_TITLE and not _NO_TITLE.search(text, *title)
        is_in_book_marks = text[title[0] - 1 : title[0]] == "《"
        if is_title and (is_in_book_marks or may_be_title(text[slice(*title)])) and not text.count('"', *title) % 2:
            next_year = _YEAR_NEXT.match(text, title[1]) if marked and year is None else None
            yield ListedBook(form, title, names, int(next_year["year"]) if next_year else year)


def may_be_title(words: str) -> bool:
    """Return whether words have letters, no small first one, and are no organisation, as lists of people have them."""
    is_small = words.lstrip(MARKS)[:1].islower()
    # `Behave: The Biology of Humans` has a subtitle
    is_organisation = ": " not in words and authorship.names_organisation(words)
    return any(map(str.isalpha, words)) and not is_small and not is_organisation


_Reading = tuple[Form, tuple[int, int], tuple[str, ...]]


def _marked_titles(words: ReferenceText, start: int, end: int) -> list[_Reading]:
    """Return the readings with a title in emphasis, in a link or in quotation marks, and only names around it."""
    text = words.text
    spans = [(mark.start, mark.end) for mark in words.marks]
    emphasised = set(words.emphasised)
    quoted = (match.span(match.lastgroup or 0) for match in QUOTED.finditer(text, start, end))
    # Americans put the comma inside the quotation marks
    spans += [(first, first + len(text[first:last].rstrip(" ,"))) for first, last in quoted]
    readings: list[_Reading] = []
    for first, last in spans:
        before, after = text[start:first].strip(f"{MARKS},"), text[last:end].strip(f"{MARKS}.,")
        after = _ALSO.sub("", _ORIGINAL.sub("", after)).strip(f"{MARKS}.,")
        if not before:
            names = people_next_to(after) or people_before_remark(text, last, end)
            form = (Place.AFTER_TITLE, MARKED)
        else:
            names = () if after and not _EDITION_AND_DAY.fullmatch(text, last, end) else people_next_to(before)
            if not names and (first, last) in emphasised:
                names = _names_before_remark(text, start, first, last)
            form = NAMES_BEFORE_MARKED_TITLE
        if names:
            readings.append((form, (first, last), names))
    return readings


def _names_before_remark(text: str, start: int, first: int, last: int) -> tuple[str, ...]:
    """Return the full names before a title with a remark after it; () for other words.

    An example is `Paul Halmos, *I Want to Be a Mathematician*. A remark on it.`
    """
    if not (_REMARK.match(text, last) and _NAMES_END.search(text, start, first)):
        return ()
    names = people_next_to(text[start:first].strip(f"{MARKS},"))
    return names if all(" " in name for name in names) else ()


def people_before_remark(text: str, start: int, end: int) -> tuple[str, ...]:
    """Return the names after `by` or `di` that follow a title, before a remark: ` di Dan Brown. Non è un romanzo`."""
    match = _BY_AND_REMARK.match(text, start, end)
    return _names(match["names"]) if match else ()


def people_next_to(words: str) -> tuple[str, ...]:
    """Return the names that words next to a marked title are; () for other words."""
    match = _AROUND.fullmatch(words)
    names = _names(match["names"]) if match else ()
    # the country of an author may be in brackets
    return names or (_names(words.strip(" ,:–—-")) if words[:1] in "([" else ())


def _readings_without_marks(text: str, start: int, end: int) -> Iterator[_Reading]:
    """Yield the readings with a mark between title and names; of several with one mark, that with known given names."""
    best: dict[Form, _Reading] = {}
    for form, title, names in chain(
        _readings_with_names_after(text, start, end), _readings_with_names_before(text, start, end)
    ):
        if form not in best or begin_with_person(names) > begin_with_person(best[form][2]):
            best[form] = form, title, names
    yield from best.values()


def begin_with_person(names: tuple[str, ...]) -> bool:
    """Return whether a given name, initials or a Chinese character show that the first name is that of a person."""
    family, _, given_name = names[0].partition(", ")
    name = names[0] if " " in given_name else f"{given_name} {family}".strip()
    return authorship.has_sign_of_name(name) or CJK_LETTER.search(names[0]) is not None


def _readings_with_names_after(text: str, start: int, end: int) -> Iterator[_Reading]:
    """Yield the readings with the title first, one for each mark before names."""
    for match in _BEFORE_NAMES.finditer(text, start, end):
        if _EDITED.search(text, start, match.start()):
            continue
        mark = match["mark"]
        is_open, ends_sentence = mark == " (", mark[0] in "?!…"
        last = text[match.end() : end - is_open] if not is_open or text[end - 1] == ")" else ""
        # some publishers have the name of a person: `Albin Michel`
        names = () if is_publisher(last.rstrip()) or _HOUSE.match(last) else _names(last)
        if names:
            form = "." if ends_sentence else "," if mark[0] == "," else mark.strip().translate(_DASHES)
            yield (Place.AFTER_TITLE, form), (start, match.start("mark") + 1 if ends_sentence else match.start()), names


def _readings_with_names_before(text: str, start: int, end: int) -> Iterator[_Reading]:
    """Yield the readings with names first, from the most names to the fewest."""
    for match in reversed([*_AFTER_NAMES.finditer(text, start, min(end, start + _MAX_NAMES))]):
        if match["mark"][0] == "." and _INITIAL.search(text, start, match.start()):
            continue
        # `Ann Lee, Bo Ray: Title` has two names
        words_after, colon, _ = text[match.end() : end].partition(": ")
        goes_on = match["mark"][0] == "," and bool(colon and _names(words_after))
        # `Ann Lee, Le Jardin, Seuil` has one name
        goes_on = goes_on or is_publisher(text[match.end() : end].strip())
        if not goes_on and (names := _names(text[start : match.start()])):
            yield (Place.BEFORE_TITLE, match["mark"].strip().translate(_DASHES)), (match.end(), end), names


def _names(words: str) -> tuple[str, ...]:
    """Return the names that words are; () if one of them is no person."""
    if not words or len(words) > _MAX_NAMES or any(map(str.isdigit, words)):
        return ()
    if CJK_LETTER.search(words):
        people = tuple(name for name in book_authors.read(_LATIN_NAME.sub("", words)) if name != OTHERS)
        return people if all(map(listed_book_ends.CJK_NAME.fullmatch, people)) else ()
    names = tuple(name for name in authorship.split_authors(words) if name != OTHERS)
    if len(names) <= _MAX_PEOPLE and all(map(_is_person, names)):
        return names
    return ()


def _is_person(name: str) -> bool:
    if _POINT_INSIDE.search(name):
        return False
    family, comma, given_name = name.partition(", ")
    return authorship.has_given_name(f"{given_name} {family}") if comma else authorship.is_person(name)
