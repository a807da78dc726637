"""Read books whose parts have commas between them: `Lee, Ann, The Title, Dover, New York, 2015`.

Mathematicians cite books in this way, and the French with family names in capitals: `LEE Ann, Titre, Seuil, 2015`.
An edition, a series with a volume, and remarks on translators may be between the title and the publisher.
"""

from __future__ import annotations

from dataclasses import replace

from papernotes_plugin.people import is_given_name
from papernotes_plugin.recognisers.evidence.references.author_lists import AuthorList, author_lists
from papernotes_plugin.recognisers.evidence.references.book_editors import EDITOR
from papernotes_plugin.recognisers.evidence.references.editions import split_edition
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.references.publication_openings import without_remarks
from papernotes_plugin.recognisers.evidence.references.publishers import EVENT, is_publisher, prints_books
from papernotes_plugin.recognisers.evidence.references.publishing_cities import is_city
from papernotes_plugin.recognisers.evidence.references.reference_reader import CERTAIN, Reference, start_of_names
from papernotes_plugin.recognisers.evidence.references.reference_text import ReferenceText
from papernotes_plugin.recognisers.evidence.references.title_ends import TitleReading
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.venues import parse_venue

_YEAR_AT_END = lazy_regex(r", (?P<year>(?:1[89]|20)\d\d)[\s.]*$")
_ONE_IN_CAPITALS = (
    r"(?>(?:[^\W\d_a-z]{2,}[ '’-]){0,3}[^\W\d_a-z]{3,}),? "
    r"(?:[^\W\d_a-z][^\W\d_A-Z]+(?:[ -][^\W\d_a-z][^\W\d_A-Z]+){0,2}|(?:[^\W\d_a-z]\.[ -]?){1,3})(?= \(|,| et )"
)
_IN_CAPITALS = lazy_regex(
    rf"(?P<names>{_ONE_IN_CAPITALS}(?:(?:, | et ){_ONE_IN_CAPITALS}){{0,5}})(?P<editors>,? \({EDITOR}\.?\))?, "
)
"""Names with the family name in capitals: `LEE Ann, RAY Bo (dir.), `."""
_BETWEEN_CAPITALS = lazy_regex(r"(?:, | et )(?=[^\W\d_a-z]{2})")
_END_OF_BOOK = lazy_regex(
    r", (?P<year>(?:1[5-9]|20)\d\d)(?: ?\[(?:1[5-9]|20)\d\d\])?(?:, \d{1,4} p\b)?"
    r"(?:[\s.]*$|(?= ?: chap)|\s{0,12}\. (?=[^\W\d_a-z]{3}))"
)
"""The year, and perhaps the first one, before the end, the chapters to read, or the next book."""
_SERIES_IN_MARKS = lazy_regex(r"(?:coll(?:ection|\.) )?«[^«»]{2,80}»")
_UNKNOWN_HOUSE = lazy_regex(r"[^\W\d_a-z][\w'’&/-]+(?: [\w'’&/-]+){0,4}")
"""The words before the year, which are the publisher in this form even if it is not known."""
_STATE = lazy_regex(r"[A-Z]{2}|[A-Z][a-z]{2,4}\.|UK|USA|England|Germany|France|The Netherlands")
_CITY = lazy_regex(r"[^\W\d_a-z][^\W\d_]+(?:[ -][^\W\d_]+){0,3}")
_NEXT = lazy_regex(rf"(?P<editors>\s?\({EDITOR}\.?\))?,(?<!\d,)\s?(?=[^\W\d_])|(?<=[A-Z]\.)\s(?=[^\W\d_a-z]\w+ )")
"""The mark after the names, and perhaps that of editors."""
_FAMILY = r"(?:(?!and )[a-z]{2,3} ){0,2}[^\W\d_a-z][\w'’-]+(?: [^\W\d_a-z][\w'’-]+)?"
_PERSON = rf"(?<![^\W\d_]){_FAMILY}, [^\W\d_a-z][\w.'’-]*(?: [A-Z]\.| [A-Z][a-z]+){{0,2}}"
_SUFFIX = lazy_regex(r"(?:[JS]r\.?|I{2,3}|IV), ")
_ONE = lazy_regex(_PERSON)
_SEVERAL = lazy_regex(rf"(?:{_PERSON}, ){{0,4}}{_PERSON},? and {_PERSON}(?=,)")
"""Several names with the family name first: `Lee, Ann, Ray, Bo and Yu, Cam`."""
_FORMS = frozenset(("inverted", "inverted in full", "first inverted"))
_NUMBER = lazy_regex(
    r"(?:Volumes?|[Vv]ols?\.|Parts?|No\.|[Tt](?:\.|omes?)) (?P<number>[\dIVX]+(?:(?:–|-| and |, )[\dIVX]+){0,3})"
)
_SERIES = lazy_regex(
    r"(?:(?:Under)?[Gg]raduate |Cambridge |Oxford |Universit\w+ |London )?"
    r"(?:Texts|Studies|Tracts|Lectures?(?: Notes)?|Surveys|Guides|Monographs|Library|Classics)(?: (?:in|for) .*)?"
    r"|.{0,200} (?:Series|Library|Classics|Monographs?|Expositions|Texts|Library Book|Lecture Notes|Guides|Memoirs)"
    r"(?: (?:in|for) .*)?"
    r"|Universitext|Progress in [A-Z].*|Pure and Applied Mathematics|Mathematics: Theory & Applications"
    r"|(?:Graduate|Cambridge|Oxford|Carus|Student|Lecture|Undergraduate|Annals|Applied|History|Springer) [A-Z].*"
    r" (?:Mathematics|Mathematical (?:Library|Monographs)|Sciences|Studies|Physics|Series)"
)
"""The name of a series of books."""
_WORDS_OF_SERIES = lazy_regex(r"[^\W\d_a-z]\w*(?: [\w'’&-]+){2,9}$")
"""Three words or more before the number of a book, which are rather a series than the end of a title."""
_EDITION = lazy_regex(r"(\d{1,2})(?:st|nd|rd|th) ed(?:ition|n)?\b\.?")
_IN = lazy_regex(r"^[Ii]n:? (?=[A-Z])")
_REMARK = lazy_regex(
    r"(?:Repr(?:int|\.)|Translated|Transl\.|Edited|Revised by|With an? |Based |Foreword|Notes by|Second printing).*"
)
"""A remark on the edition, the translator or others who worked on a book."""
_SENTENCE = lazy_regex(r"[^\W\d_A-Z]{2}[.?!] ")
"""The end of a sentence, which this form has nowhere after the authors."""
_MAX_LENGTH = 420
_MIN_TITLE = 3


def read(reference: ReferenceText) -> Reference | None:
    """Return the book that a text is: names with the family name first, a title, a known publisher and the year.

    Examples:
        >>> from papernotes_plugin.recognisers.evidence.references.reference_text import plain_reference
        >>> book = read(plain_reference("Artin, Emil, The Gamma Function, 2nd ed., Dover, Mineola, NY, 2015."))
        >>> book.authors.names, book.title.words, book.publication.publisher, book.publication.place
        (('Artin, Emil',), 'The Gamma Function', 'Dover', 'Mineola, NY')
        >>> book = read(plain_reference("ECO Umberto, Le signe. Histoire d'un concept, Labor, 1988."))
        >>> book.authors.names, book.title.words, book.publication.publisher
        (('ECO, Umberto',), "Le signe. Histoire d'un concept", 'Labor')
    """
    text = reference.text
    if not reference.emphasised and (book := _read_capitals(text)):
        return book
    year = _YEAR_AT_END.search(text) if len(text) <= _MAX_LENGTH else None
    if not year or any(mark in text for mark in ("“", '"', "«", "\x1d")):
        return None
    names = _names(text)
    after = _NEXT.match(text, names.end) if names else None
    if not names or not after:
        return None
    suffix = _SUFFIX.match(text, after.end())
    start = suffix.end() if suffix else after.end()
    read_parts = _read_parts(text[start : year.start()].strip().split(", "))
    if not read_parts:
        return None
    title, published = read_parts
    published = replace(published, year=int(year["year"]), end=year.end())
    at = text.find(title[:_MIN_TITLE], start)
    reading = TitleReading(title, at, at + len(title), 0)
    is_edited = after["editors"] is not None
    return Reference(reading, names, published.year, published, CERTAIN + 1, is_dated=False, is_edited=is_edited)


def _read_capitals(text: str) -> Reference | None:
    """Return the first book that a text is whose authors have their family names in capitals; None for others."""
    start = start_of_names(text)
    opening = _IN_CAPITALS.match(text, start)
    year = _END_OF_BOOK.search(text, opening.end(), start + _MAX_LENGTH) if opening else None
    if not opening or not year:
        return None
    people = tuple(_with_comma(name) for name in _BETWEEN_CAPITALS.split(opening["names"]))
    parts = _SERIES_IN_MARKS.sub("", text[opening.end() : year.start()]).strip(" ,").split(", ")
    if any("«" in part or "“" in part for part in parts):
        return None
    read_parts = _read_parts(parts, is_book=True)
    if not read_parts and any(map(_is_person, people)):
        read_parts = _read_unknown_house(parts)
    title, published = read_parts or ("", None)
    if not published or published.venue:
        return None
    published = replace(published, year=int(year["year"]), end=year.end())
    reading = TitleReading(title, opening.end(), opening.end() + len(title), 0)
    names_read = AuthorList(people, opening.end() - 2, "family first")
    is_edited = opening["editors"] is not None
    return Reference(reading, names_read, published.year, published, CERTAIN + 1, is_dated=False, is_edited=is_edited)


def _with_comma(name: str) -> str:
    """Return a name with a comma after its family name in capitals: `LE LEE, Ann`."""
    words = name.replace(",", "").split()
    count = next((i for i, word in enumerate(words) if len(word) < 2 or not word.isupper() or "." in word), 1)
    return f"{' '.join(words[:count])}, {' '.join(words[count:])}"


def _read_unknown_house(parts: list[str]) -> tuple[str, Publication] | None:
    """Return the title and the publisher after it, which no table lists; None if it may be something else."""
    house, title = parts[-1], ", ".join(parts[:-1])
    is_other = parse_venue(house)[0] or EVENT.search(house) or _REMARK.match(house) or is_city(house)
    if is_other or not _UNKNOWN_HOUSE.fullmatch(house) or not title or not _may_be_title(title):
        return None
    return title, Publication(publisher=house, entry_type="book", has_imprint=True)


def _read_parts(parts: list[str], *, is_book: bool = False) -> tuple[str, Publication] | None:
    """Return the title and the publication that the parts between the authors and the year are; None for others.

    Args:
        parts: The words between commas.
        is_book: Whether the form of the names shows that the work is a book.  Such a book may have several sentences in
            its title, and several publishers.
    """
    place, parts = _without_place(parts)
    publisher, parts = _without_house(parts)
    if not place and len(parts) > 1 and is_city(parts[-1]):
        # `Title, Paris, Gallimard, 1984`
        place, parts = parts[-1], parts[:-1]
    if not publisher:
        return None
    parts, volume, edition = _without_remarks(without_remarks(", ".join(parts)).split(", "))
    parts, venue = (parts[:-1], _IN.sub("", parts[-1])) if _is_container(parts) else (parts, "")
    while is_book and len(parts) > 1 and (is_publisher(parts[-1]) or prints_books(parts[-1])):
        # several publishers
        parts = parts[:-1]
    title = ", ".join(parts)
    # `Lee, and Ray. Title. In Proc. …` has the last author in place of a book
    if not _may_be_title(title) or venue[:1].islower():
        return None
    if not is_book and _SENTENCE.search(f"{title}, {publisher}"):
        return None
    if len(parts) > 1 and parse_venue(parts[-1])[0]:
        return None
    return title, Publication(
        venue,
        volume=volume,
        publisher=publisher,
        place=place,
        edition=edition,
        entry_type="" if venue else "book",
        is_event=EVENT.search(venue) is not None,
        has_imprint=not venue,
    )


def _may_be_title(words: str) -> bool:
    """Return whether words begin like a title, and are neither a publisher nor a remark."""
    is_long = len(words) >= _MIN_TITLE and (words[0].isupper() or words[1] == ":")
    return is_long and not is_publisher(words) and _REMARK.fullmatch(words) is None


def _names(text: str) -> AuthorList | None:
    """Return the names that open a text, of which the first has the family name first; None for other words."""
    start = start_of_names(text)
    # after a number in brackets, names are first
    is_numbered = text[:start].lstrip().startswith("[")
    if several := _SEVERAL.match(text, start):
        people = tuple(_ONE.findall(several[0]))
        is_list = is_numbered or any(map(_is_person, people))
        return AuthorList(people, several.end(), "inverted in full") if is_list else None
    readings = [n for n in author_lists(text, start) if n.form in _FORMS and _NEXT.match(text, n.end)]
    certain = max(filter(_are_people, readings), key=lambda names: names.end, default=None)
    if certain is None and is_numbered:
        return next((names for names in readings if len(names.names) == 1), None)
    return certain


def _are_people(names: AuthorList) -> bool:
    """Return whether each name has an initial or a frequent given name, and `and` is before the last of several."""
    return (names.is_joined or len(names.names) == 1) and all(_is_person(n) and not _are_two(n) for n in names.names)


def _are_two(name: str) -> bool:
    """Return whether what was read as one person is two with their given names first: `Ann Lee, Bob Ray`."""
    first, _, second = name.partition(", ")
    return " " in first and " " in second and is_given_name(first.split()[0]) and is_given_name(second.split()[0])


def _is_person(name: str) -> bool:
    family, comma, given = name.partition(", ")
    first = (given if comma else family).split()[0]
    return "." in given or first[1:2] in (".", "") or is_given_name(first)


def _without_place(parts: list[str]) -> tuple[str, list[str]]:
    """Return the place at the end of the parts of a reference, perhaps with its state, and the other parts."""
    if len(parts) > 2 and _STATE.fullmatch(parts[-1]) and _CITY.fullmatch(parts[-2]):
        return ", ".join(parts[-2:]), parts[:-2]
    is_place = len(parts) > 2 and not prints_books(parts[-1]) and (is_city(parts[-1]) or _is_house(parts[:-1]))
    return (parts[-1], parts[:-1]) if is_place and _CITY.fullmatch(parts[-1]) else ("", parts)


def _is_house(parts: list[str]) -> bool:
    return bool(_without_house(parts)[0])


def _without_house(parts: list[str]) -> tuple[str, list[str]]:
    """Return the publisher that the last part is, or the last two are, and the other parts; "" for none."""
    for count in (1, 2):
        name = ", ".join(parts[-count:])
        if len(parts) > count and (is_publisher(name) or (count == 1 and prints_books(name))):
            return name, parts[:-count]
    return "", parts


def _is_container(parts: list[str]) -> bool:
    """Return whether the last part names the proceedings or the book in which a paper is."""
    return len(parts) > 1 and (_IN.match(parts[-1]) or EVENT.search(parts[-1])) is not None


def _without_remarks(parts: list[str]) -> tuple[list[str], str, str]:
    """Return the parts without the remarks and the series at their end, and the volume and the edition of the book."""
    volume = edition = ""
    while len(parts) > 1:
        part = parts[-1]
        number = _NUMBER.fullmatch(part)
        numbered = _EDITION.fullmatch(part)
        words, stated = ("Title", numbered[1]) if numbered else split_edition(f"Title, {part}")
        if number and len(parts) > 2 and (_SERIES.fullmatch(parts[-2]) or _WORDS_OF_SERIES.match(parts[-2])):
            # the number of the book in a series
            parts = parts[:-1]
        elif number:
            volume = number["number"] or volume
        elif words == "Title":
            edition = stated or edition
        elif not (_REMARK.match(part) or _SERIES.fullmatch(part)):
            break
        parts = parts[:-1]
    return parts, volume, edition
