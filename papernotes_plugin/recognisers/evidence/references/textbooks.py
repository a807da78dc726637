"""Read textbooks with an edition or a publisher: `Robbins & Cotran, Pathologic Basis of Disease, 10e`.

Lists of books for a course often have no year: `Kamina, Atlante di anatomia, Piccin`.
"""

from __future__ import annotations

import re
from itertools import pairwise

from papernotes_plugin.people import ANY_INITIALS, INITIALS, is_given_name
from papernotes_plugin.recognisers.evidence.authors import name_order
from papernotes_plugin.recognisers.evidence.references import publishers
from papernotes_plugin.recognisers.evidence.references.author_lists import AuthorList
from papernotes_plugin.recognisers.evidence.references.name_lists import JOINED_NAMES, people_in
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.references.publication_numbers import CHAPTERS
from papernotes_plugin.recognisers.evidence.references.publishing_cities import is_city
from papernotes_plugin.recognisers.evidence.references.reference_reader import CERTAIN, Reference, start_of_names
from papernotes_plugin.recognisers.evidence.references.title_ends import TitleReading
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import PRINTED_YEAR, YEAR

_EDITION = (
    r"(?P<edition>\d{1,3})(?:(?:st|nd|rd|th|ème|[eèªºa.])?\.?\s?"
    r"(?:[Ee]d(?:n|ition|izione|iz|ici[oó]n|ição)?|[Éé]d(?:ition)?|Aufl(?:age)?|wydanie|druk)\b\.?|e(?=[\s,.;)]|$))"
)
"""The number of an edition in several languages: `20th ed.`, `8a ed.`, `7e éd.`, `18. Aufl.`, `10e`."""
SIGN = lazy_regex(
    r"\d(?:(?:st|nd|rd|th|ème|[eèªºa.])?\.?\s?(?:[Ee]d(?:n|ition|izione|iz|ici|ição)?\b|[Éé]d(?:ition)?\b|Aufl)|e\b)"
)
"""The number of an edition in any part of a text."""
_WORD = r"[^\W\d_a-z][^\W\d_]*(?:['’-][^\W\d_]+)*"
_INITIALS = ANY_INITIALS
_PARTICLES = r"(?:(?:de|da|di|del|van|von|der|le|la)\s){0,2}"
_NAME = rf"(?:{_INITIALS}\s?)?{_PARTICLES}{_WORD}(?:\s{_WORD})?(?:,?\s{_INITIALS}(?![^\W\d_]))?"
_AND = r"(?:\s?[&/,]\s?|,?\s(?:and|und|et|e|y|&)\s)"
_NAMES = rf"{_NAME}(?:{_AND}{_NAME}){{0,5}}(?:,?\set\sal(?:ii|\b\.?))?"
_PUBLISHER = r"(?P<publisher>[^\W\d_a-z][^\W\d_]*(?:[ &/'’-]{1,3}[^\W\d_]+){0,4})"
_IN_BRACKETS = _PUBLISHER.replace("publisher", "bracketed")
_YEAR = rf"(?P<year>{YEAR})"
_PART = rf"(?:{CHAPTERS}|(?:pp?|S|pag|pág)\.\s?\d[\d\s–-]*+(?:ff?\.)?)"
_BOOK = lazy_regex(
    rf"(?:(?P<names>{_NAMES})\s?[,:.]\s+)?"
    r"(?P<title>[^\W\d_a-z][^\n;\d()“”\"]{5,140}?)"
    rf"[,.:]?\s\(?{_EDITION}\)?"
    rf"(?:[,.:;]\s?{_PUBLISHER}|\s\({_IN_BRACKETS},? (?P<bracketed_year>{YEAR})\))?"
    rf"(?:[,.;:]?\s\(?{_YEAR}\)?)?(?:[,.;:]\s?{_PART})*[\s.]*"
)
"""Names, a title, the edition, and perhaps publisher, year, chapters and pages up to the end."""
_DASH = r"\s(?:--?|[–—])\s"
_INITIALS_IN_LIST = rf"{_PARTICLES}{_WORD}(?:\s{_WORD})?,?\s{_INITIALS}(?![^\W\d_])"
_BEFORE_TITLE = lazy_regex(
    rf"(?P<names>{JOINED_NAMES}|{_INITIALS_IN_LIST}(?:{_DASH}{_INITIALS_IN_LIST}){{1,5}}|{_NAMES})(?:\s?[,:]\s|{_DASH})"
    r"(?=[^\W\d_a-z](?!\.))"
)
"""Names, full or shortened, and the mark after them."""
_NAMES_AND_DASH = lazy_regex(rf"(?P<names>{JOINED_NAMES}){_DASH}\s?(?=[^\W\d_a-z])")
"""Full names and a dash before a title."""
_CITY = r"(?:,\s[^\W\d_a-z][^\W\d_]{2,20}(?: [^\W\d_a-z][^\W\d_]{2,20})?)?"
_LAST_EDITION = (
    r"(?:,\s(?i:\d{1,2}[aªe°.]{0,2}|[IVX]{1,4}|ultima|última|dernière|latest|neueste) "
    r"(?:edizione|edición|edição|édition|edition|Auflage))?"
)
_PERSON_AT_END = lazy_regex(rf"(?:,\s|{_DASH})(?P<names>{JOINED_NAMES})$")
_PUBLISHER_AT_END = lazy_regex(
    rf"(?:[,.]\s|{_DASH}|\s(?P<open>\())[*_]{{0,3}}(?:[Ee]d(?:\.|izioni|iz\.)\s)?"
    rf"(?P<publisher>(?!\d)\w[^,;()\[\]\n\d]{{2,40}}?)[*_]{{0,3}}{_CITY}(?:,?\s{_YEAR})?(?(open)\)){_LAST_EDITION}"
    rf"(?:[,.;]?\s\(?{_PART}\)?)?[\s.*_]*$"
)
"""A publisher up to the end, perhaps with its city, a year, words for the edition, and chapters."""
_NO_LIST = lazy_regex(rf"\b{PRINTED_YEAR}\b|[“”„«»\"]|\b[nNsS]\. ?[dDpPlL]\.|\bpages? \d|[.!?] In:? [^\W\d_a-z]")
"""A year, a sign of a missing fact, a quotation, or the book of a paper, which other readers read."""
_MAX_END = 120
"""Characters of the end of a line in which a publisher is."""
_OWNERS = lazy_regex(rf"{_WORD}(?:(?:,\s|\s(?:&|and)\s){_WORD}){{0,2}}['’]s?\s(?:The\s)?{_WORD}")
"""The names of authors in the title of their book: `Rang & Dale's Pharmacology`."""
_FAMILY_AND_INITIALS = lazy_regex(rf"(?P<family>{_PARTICLES}{_WORD}(?:\s{_WORD})?),?\s(?P<initials>{_INITIALS})$")
_IS_INVERTED = lazy_regex(rf"{_WORD}, {_WORD}$")
"""A family name and a given name: `Honneth, Axel`; textbooks have the family name alone, or initials."""
_SPLIT = lazy_regex(rf"{_AND}")
_OTHERS = lazy_regex(r",?\set\sal(?:ii|\.)?$")
_NO_PUBLISHER = lazy_regex(r"\b(?:[Ee]dition|[Vv]ersion|[Ll]ectures?|[Nn]otes|[Vv]ol)\b")
_POSITION = lazy_regex(
    r"(?:responsable|charg[ée]e?|direct(?:eur|rice|ora?)|direttore|direttrice|diretora?|[ée]diteur|[ée]ditrice|editora?|editore"
    r"|redattor[ei]|redactora?|attachée?|assistente?|agente?|ufficio|grafic[ao]|impiegat[ao]|jef[ea]|gerente|coord[a-z]+"
    r"|manager|head|chief|senior|junior|sales|marketing|press|traduttore|traductora?|traducteur|traductrice|tradutora?"
    r"|prof(?:es[s]?ora?|esseure?)?)\b",
    re.IGNORECASE,
)
"""A position of a person in a publishing house."""
_GIVEN_NAMES = lazy_regex(rf"{_WORD}(?:\s{_WORD})?(?:[.,/]|\s[A-Z]\.)\s")
"""A word or two before a mark, as given names after a family name."""
_NAME_BEFORE_COMMA = lazy_regex(rf"{_WORD}\s{_WORD},")
_NUMBERS_AT_END = lazy_regex(
    r"(?:,\s(?:(?:\d{1,2}[aªe°.]{0,2}|[IVX]{1,4})\s[eé]d[a-zóãç]{0,8}\.?"
    r"|(?:voll?\.|[Vv]olum[ei]|t\.|tom[oei]s?) [\dIVX–-]{1,7})){1,6}$"
)
"""The edition and the volumes of a book before its publisher: `, VII ed.`, `, vol. 2, tomo I`."""
_NAME_INSIDE = lazy_regex(rf"(?:,|&|\b(?:and|und|et|e|y)) {INITIALS}[A-Z][^\W\d_]{{2}}")
"""A name with initials after other words: `Meyer, and R. L. Reader. A Title`."""
_MIN_LETTERS = 5
"""Characters of a title between names and a publisher."""
_MIN_WORDS = 2
"""Words of a title after names; a single one needs initials or a publisher."""


def read(text: str) -> tuple[Reference, bool] | None:
    """Return the book that a text is, and whether it is certain; None for other texts.

    A book is certain if its publisher is known to print books, and a year is there.

    Examples:
        >>> book, is_certain = read("Robbins & Cotran, Pathologic Basis of Disease, 10e")
        >>> book.authors.names, book.title.words, book.publication.edition, is_certain
        (('Robbins', 'Cotran'), 'Pathologic Basis of Disease', '10', False)
        >>> read("Ubuntu, Server Edition")
    """
    start = start_of_names(text)
    match = _BOOK.fullmatch(text, start)
    if match is None:
        return None
    title, at = match["title"].strip(" ,.:*_"), match.start("title")
    names, has_more = _names(match["names"] or "")
    owner = _OWNERS.match(text, start)
    if owner:
        at, names, has_more = start, (), False
        title = text[start : match.end("title")].strip(" ,.:*_")
    publisher = (match["publisher"] or match["bracketed"] or "").strip()
    before = _NAMES_AND_DASH.match(title) if not (names or owner) else None
    if before and is_given_name(title.split()[0]):
        # `Ann Lee - The Lamp, Dover, 2nd ed., 2011`
        names, at, title = people_in(before["names"]), at + before.end(), title[before.end() :]
    title, printed = _split_publisher(title)
    if _is_other_book(match["names"] or "", publisher, printed) or _NAME_INSIDE.search(title):
        return None
    publisher = publisher or printed
    is_known = publishers.is_publisher(publisher) or publishers.prints_books(publisher)
    if before and not is_known:
        # the publisher would be a part of the title
        return None
    has_initials = any("," in name for name in names)
    if (names and not has_initials and not _are_names(names)) or _is_person(title) or _are_cut(names):
        return None
    if names and text[match.end("names")] == "," and is_given_name(title.split()[0].rstrip(",.")):
        # `Scott, Michael Lee. Programming Language Pragmatics`: the given names follow the family name
        return None
    if not (names or owner) and ("," in title or not is_known):
        # an organisation may be before a comma
        return None
    if count_words(title) < _MIN_WORDS and not (has_initials or is_known):
        return None
    reading = TitleReading(title, at, match.end("title"), points=0)
    authors = AuthorList(names, match.end("names") if names else start, "surname", has_more=has_more)
    book = _book(match, reading, authors, publisher)
    return book, is_known and book.year is not None


def _book(match: re.Match[str], title: TitleReading, authors: AuthorList, publisher: str) -> Reference:
    """Return a book with the year and the edition in a match."""
    year = match["year"] or match["bracketed_year"]
    published = Publication(
        publisher=publisher,
        year=int(year) if year else None,
        edition=match["edition"],
        entry_type="book",
        end=match.end(),
    )
    return Reference(title, authors, published.year, published, CERTAIN, is_dated=False)


def _split_publisher(title: str) -> tuple[str, str]:
    """Return a title and the publisher at its end: `Naive Set Theory. CUP`; "" for no publisher."""
    words, publisher = publishers.split_publisher(title)
    end = None if publisher else _publisher_at_end(title, max(0, len(title) - _MAX_END), len(title))
    return (title[: end.start()].rstrip(" ,."), end["publisher"].strip()) if end else (words, publisher)


def may_end_with_publisher(source: str, start: int, end: int) -> bool:
    """Return whether a known publisher is at the end of a part of a text; quick, as most parts have none."""
    return _publisher_at_end(source, max(start, end - _MAX_END), end) is not None


def _publisher_at_end(text: str, start: int, end: int) -> re.Match[str] | None:
    """Return the match of a publisher at the end of a part of a text, the first one that is listed."""
    while match := _PUBLISHER_AT_END.search(text, start, end):
        if publishers.is_publisher(match["publisher"].strip()):
            return match
        start = match.start() + 1
    return None


def read_published(text: str) -> tuple[Reference, bool] | None:
    """Return the book that names, a title and a known publisher are, which is never certain; None for others.

    Examples:
        >>> book, _ = read_published("Anastasi et al., Trattato di anatomia umana, Edi-Ermes")
        >>> book.all_authors, book.title.words, book.publication.publisher
        (('Anastasi', 'et al.'), 'Trattato di anatomia umana', 'Edi-Ermes')
        >>> book, _ = read_published("Tristes tropiques, Claude Lévi-Strauss, Plon")
        >>> book.authors.names, book.title.words
        (('Claude Lévi-Strauss',), 'Tristes tropiques')
    """
    start = start_of_names(text)
    end = _publisher_at_end(text, max(start, len(text) - _MAX_END), len(text))
    if end is None or _NO_LIST.search(text, start, end.start()):
        return None
    opening = _BEFORE_TITLE.match(text, start, end.start())
    last = _PERSON_AT_END.search(text, start, end.start())
    if last and is_given_name(last["names"].split()[0]) and not (opening and opening.end() > last.start("names")):
        names, span, form = people_in(last["names"]), (start, last.start()), "natural"
        has_more = False
    elif opening and (read := _read_names(opening["names"])):
        (names, has_more), span, form = read, (opening.end(), end.start()), "surname"
    else:
        return None
    title = _without_numbers(text[slice(*span)])
    if not names or len(title) < _MIN_LETTERS or not title[0].isupper() or _is_person(title):
        return None
    are_families = form == "surname" and any(" " not in name or "," in name for name in names)
    # `Reader, Joan. *Title*`, `García Márquez, Gabriel, Title`: the given names follow the family name
    given = title.split()[0]
    if form == "surname" and given.endswith(",") and is_given_name(given.rstrip(",")):
        return None
    if are_families and (_GIVEN_NAMES.match(title) or is_given_name(given.rstrip(".,"))):
        return None
    if _POSITION.match(title) or (_NAME_BEFORE_COMMA.match(title) and is_given_name(title.split()[0])):
        # the position of a person, or a further name
        return None
    year = int(end["year"]) if end["year"] else None
    published = Publication(publisher=end["publisher"].strip(), year=year, entry_type="book", end=end.end())
    at = text.index(title, span[0])
    reading = TitleReading(title, at, at + len(title), points=0)
    authors = AuthorList(names, span[0], form, has_more=has_more)
    return Reference(reading, authors, year, published, CERTAIN, is_dated=False), False


def _without_numbers(title: str) -> str:
    """Return a title without the city, the volumes and the edition at its end.

    Examples:
        >>> _without_numbers("Arte nel tempo, vol. 2, tomo I"), _without_numbers("Storia, voll. 2-3, Firenze,")
        ('Arte nel tempo', 'Storia')
    """
    title = title.strip(" ,.:*_")
    words, _, city = title.rpartition(", ")
    title = words if words and is_city(city) else title
    return _NUMBERS_AT_END.sub("", title).strip(" ,.:*_")


def _read_names(words: str) -> tuple[tuple[str, ...], bool] | None:
    """Return the names that words are, and whether `et al.` follows them; None if they are no names of people."""
    names, has_more = _names(re.sub(_DASH, ", ", words))
    if not has_more and not any("," in name for name in names) and (people := people_in(words)):
        names = people
    has_initials = any("," in name or "." in name for name in names)
    return (names, has_more) if has_initials or _are_names(names) else None


def _is_other_book(names: str, publisher: str, printed: str) -> bool:
    """Return whether a book has another form: a city alone, two publishers, or a name such as `Lee, Axel`."""
    is_wrong = _NO_PUBLISHER.search(publisher) is not None or is_city(publisher) or bool(printed and publisher)
    return is_wrong or _IS_INVERTED.match(names) is not None


def _names(words: str) -> tuple[tuple[str, ...], bool]:
    """Return the names of a list, family names with their initials, and whether `et al.` follows them."""
    families, _, given = words.partition(", ")
    if name_order.is_family_with_given(families, given):
        return (words,), False
    others = _OTHERS.search(words)
    words = words[: others.start()] if others else words
    # a comma between a family name and its initials separates no names
    words = re.sub(rf",\s(?={ANY_INITIALS}(?:[,&]|$))", " ", words)
    parts = [part.strip() for part in _SPLIT.split(words) if part.strip()]
    return tuple(map(written_name, parts)), others is not None


def written_name(name: str) -> str:
    """Return a name as `Family, I. J.` if initials follow it."""
    match = _FAMILY_AND_INITIALS.match(name)
    if not match:
        return name
    letters = [letter for letter in match["initials"] if letter.isalpha()]
    return f"{match['family']}, {' '.join(f'{letter}.' for letter in letters)}"


def _are_names(names: tuple[str, ...]) -> bool:
    """Return whether names without initials may be people: single words, or a given name before the family name."""
    are_words = all(len(name.strip(".")) > 1 for name in names)
    return are_words and all(" " not in name or is_given_name(name.split()[0]) or "." in name for name in names)


def _are_cut(names: tuple[str, ...]) -> bool:
    """Return whether a family name and the given names after it were read as two people.

    Examples:
        >>> _are_cut(("Erickson", "Paul, A.")), _are_cut(("Robbins", "Cotran"))
        (True, False)
    """
    return any(first.isalpha() and "," in name and is_given_name(name.split(",")[0]) for first, name in pairwise(names))


def _is_person(title: str) -> bool:
    """Return whether a title is only a given name and a family name."""
    return title.count(" ") == 1 and is_given_name(title.split()[0])
