"""Score a reading of a reference: how well its authors, title and publication fit each other."""

from __future__ import annotations

from typing import NamedTuple

from papernotes_plugin import venues
from papernotes_plugin.people import INITIALS, NAME_WORD, is_given_name, is_title_word
from papernotes_plugin.recognisers.evidence.authors import authorship
from papernotes_plugin.recognisers.evidence.authors.authorship import has_sign_of_name
from papernotes_plugin.recognisers.evidence.references import publishing_cities
from papernotes_plugin.recognisers.evidence.references.author_lists import AuthorList
from papernotes_plugin.recognisers.evidence.references.author_scores import IN_FULL
from papernotes_plugin.recognisers.evidence.references.collective_authors import is_organisation
from papernotes_plugin.recognisers.evidence.references.dated_names import DatedNames
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.references.publishers import is_publisher
from papernotes_plugin.recognisers.evidence.references.quotations_in_sentences import is_quotation_in_sentence
from papernotes_plugin.recognisers.evidence.references.title_ends import TitleReading
from papernotes_plugin.recognisers.evidence.references.title_readings import CLOSING_QUOTES
from papernotes_plugin.recognisers.evidence.references.venue_names import JOURNAL, fit_of_listed_name, is_shortened_name
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import looks_like_title
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import PRINTED_YEAR, YEAR

_WORD = r"[^\W\d_a-z][^\W\d_]+"
_FAMILY_AND_INITIALS_ALONE = rf"{NAME_WORD} (?:(?:[A-Z]\.){{1,3}}(?:$| ?\()|[A-Z]{{1,3}}$)"
_INITIALS_AND_FAMILIES = r"(?:[A-Z](?:-?[A-Z])? [A-Z][\w-]+, ){2}"
_INITIALS = r"[A-Z]\.,|[A-Z]\.?; |[A-Z]\. [A-Z][a-z]{3}|[&/]|[A-Z]\.(?:[ -]?[A-Z]\.)*\s*(?:\(|$)"
"""Initials after a family name that is no part of the text, or before one."""
_FAMILY_AND_INITIALS = r"[^\W\d_a-z][\w'’-]{1,30} (?:[A-Z]\.-?){1,3}(?:,| and | &)"
_INVERTED = r"(?:and |& )?[^\W\d_a-z][\w'’ -]{0,30}, (?:[A-Z]\.|[^,;.]{2,20}; )"
_FAMILIES = rf"(?:{_WORD}, ){{3,}}{_WORD}[.:] |{_WORD} and {_WORD} {_WORD}\. [A-Z]"
_OPENS_WITH_NAMES = lazy_regex(
    rf"(?:{_FAMILY_AND_INITIALS_ALONE}|{_INITIALS_AND_FAMILIES}|{_INITIALS})|{_FAMILY_AND_INITIALS}|{_INVERTED}"
    rf"|[^:“]{{0,200}}\bet al\b|{_FAMILIES}"
)
"""The beginning of a list of authors, with which no title begins."""
_ARTICLE = lazy_regex(
    r"(?:An?|On|Towards?|How|Why|What)\s|The\s(?![^,]*\b(?:Journal|Review|Quarterly|Lancet|Bulletin)\b)"
)
"""A word that opens a subtitle rather than the name of a venue."""
_SUBTITLE = lazy_regex(
    r"(?:Die|Der|Das|Eine?|Mit eine[mr]|Zur?|Zum|Versuch|Beiträge|Studien|Schriften|Untersuchungen|Ergebnisse)\s"
)
"""The same in German, where the names of many journals with an article follow `in:`."""
_POINTED_NAME = lazy_regex(rf"{NAME_WORD} {INITIALS}(?=[^\W\d_a-z]\w)")
"""A family name with initials before further words: `Hartmann R. Patterns`."""
_INITIAL_AT_END = lazy_regex(r"[ .][^\W\d_a-zа-яёіїєґ]\.?$")
"""The last initial of a name after the family name: `Zobel, D.`."""
_FAMILY_NAME = lazy_regex(
    r"(?:(?<=[A-Z]\. )[\w-]+,\s|(?![A-Z\d-]{2,}:)[\w-]+(?::|\.\s|\s[–—-]\s)"
    r"|[\w-]+(?:(?:,|,? and|,? &)(?: [^\W\d_a-z][\w.'’-]*){2,4}){1,9}:\s)"
)
"""A family name and a mark, perhaps after further names, after a given name and an initial: `Chen and Ann Lee: `."""
_INITIALS_AFTER = lazy_regex(r"[\s,]{0,3}[A-Z]\.(?:[ -]?[A-Z]\.)*[,;]")
"""The initials of a person whose family name was read as a title: `Brun Pedersen, R., `."""
_INITIAL_FIRST = lazy_regex(r"(?:[A-Z]\.-)?[A-ZА-ЯЁІЇЄҐ]\. (?:de\b|[^\W\d_a-zа-яёіїєґ])")
"""The last initial of an author in what was read as a title: `V. Constitutive tensor`."""
_LISTED_FAMILIES = lazy_regex(
    r"[^\W\d_a-z][\w'’-]+(?:,\s[^\W\d_a-z][\w'’-]+)*(?:,?\s(?:and|&)\s|,\s)[^\W\d_a-z][\w'’-]+"
)
"""Family names with commas between them."""
_YEAR_NEXT = lazy_regex(rf"\s?[(\[]{YEAR}[a-z]?[)\]]")
_YEAR_INSIDE = lazy_regex(
    r"\((?:19|20)\d\d[a-z]?\)\.? [^\W\d_a-z]|^[^\W\d_a-z][\w’'-]+(?: [^\W\d_a-z][\w’'-]+)? \(\d{4}\)$"
)
"""A year in brackets between the authors and the title, or after a family name, in a text that was read as a title."""
_IN_TITLE = lazy_regex(
    r"[.,«”»] (?:[‘“„]|[Ii]n\.?: |In (?:19|20)\d\d |[Ii]n (?:[A-Z]\.|[^.]){3,120}\((?:[Ee]ds?|[Hh]rsg)\b"
    r"|trans(?:l|lated)?\.? by |übers(?:etzt|\.) von |[Vv]ertaald door |special issue$|(?:[Ii]n )?Proceedings of )"
    r"|[?!] In: "
)
"""The words that open the name of a book, or a remark before it, in a text that was read as a title."""
_GIVEN_FIRST = lazy_regex(r"[^\W\d_a-z][^\W\d_A-Z]{1,11}(?: [A-Z]\.)?(?:\. [^\W\d_a-z]|$)")
"""A given name with a point in what was read as a title: `Bas. The Scientific Image`, after `Van Fraassen, `."""
_NAME_OF_JOURNAL = lazy_regex(r"(?<=[^\W\d_)])\. [^\W\d_a-z][^\W\d_]+$")
"""One word after a point, before the subtitle of a journal."""
_BOOK_IN_TITLE = lazy_regex(
    r"(?<=[^\W\d_]{2}[.?!]) In (?!(?:Search|Defen[cs]e|Praise|Pursuit|Memory|Memoriam|Theory|Practice|Conversation"
    r"|Honou?r|Quest|Their|Our|His|Her)\b)[A-Z]\w* \w"
)
"""`In` and the name of a book without editors, in a text that was read as a title: `Travel. In Ashgate Companion`."""
_ONLY_YEAR = lazy_regex(rf"[\s,.(]*{PRINTED_YEAR}[\s.,)]*")
_YEAR_AT_END = lazy_regex(r"(?<=\w )(?:19|20)\d\d[;.]{0,2}\s*$")
_YEAR_AFTER_COMMA = lazy_regex(rf", (?P<year>{YEAR})\.?\s*$")
"""The year that ends a reference after a comma."""
_GENRE_AT_END = lazy_regex(r"[.,] (?:(?:Phil|Jur|Med|Univ)\.[ -])?(?:Diss|Habil|Mag|Dipl)\.?$")
"""A shortened genre in what was read as a title: `Title. Diss`."""
_NAMES_AT_END = lazy_regex(rf"[.?!] (?<=[^\W\d_]{{3}}..)(?:{NAME_WORD} [A-Z]{{1,3}}, )+{NAME_WORD} [A-Z]{{1,3}}$")
"""Names with initials at the end of what was read as a title, which is before them: `Title. Lee AB, Ray C`."""
_VOLUME_AT_END = lazy_regex(r" [^\s.,]+[.,] [Vv]ol(?:ume|\.)? ?\d+$")
_PERSON = lazy_regex(rf"{NAME_WORD}, (?P<given>{NAME_WORD})(?: [A-Z]\.?){{0,2}}(?=$| \()")
"""A name in what was read as a title: `Reis, Harry T.`"""
_BARE_INITIALS = lazy_regex(r"[A-Z]{2,3} [A-Z][\w'’-]*[a-z]")
"""A name with initials without points before the family name: `HM Couey`."""
_COLON_AND_CITY = 2.0
"""Score of names before a colon and a known city before the year, which together are a book of German historians."""
_PAGES_AT_END = lazy_regex(r"\d\s?[–—-]+\s?\d{1,5}[\s.]*$")
_COLON_AND_PAGES = 2.0
"""Score of family and given names before a colon, and a journal with year and pages."""
_INNER_MARK = lazy_regex(r"[.;] |, (?![a-z])")
"""A mark in what was read as a title, after which another part may begin; a word in lower case goes on."""
_TYPE_OF_DOCUMENT = lazy_regex(r"\s?\[(?:[JMCDRPSNZAG]|EB|DB|CP)(?:/OL)?\]")
"""The type of a document in GB/T 7714."""
_MAX_TYPE = 9
"""Characters of the mark of a type."""
_OPENS_WITH_INITIAL = lazy_regex(r"[A-Z]\.\s")
_DEFINITION = lazy_regex(r"(?:是指|指的是|指的就是|就是指)")
"""The words after a term that a note explains: `术语:指的是…`."""


class PartAfterTitle(NamedTuple):
    """The part of a reference after its title, and the emphasised part that begins it."""

    at: int
    limit: int
    emphasised: tuple[int, int] | None


def agreement(
    text: str, names: DatedNames, title: TitleReading, published: Publication, after: PartAfterTitle
) -> float:
    """Return how well authors, title and publication agree with each other."""
    score, authors, is_marked = 0.0, names.authors, published.has_in or after.emphasised is not None
    if _OPENS_WITH_NAMES.match(title.words) or _IN_TITLE.search(title.words) or _YEAR_INSIDE.search(title.words):
        score -= 3.0
    if len(authors.names) == 1 and not authors.has_more:
        score += _fit_of_single_author(text, names, title, published)
    score -= 6.0 * (authors.form == "unspaced" and is_quotation_in_sentence(text, names, title, after[:2]))
    if published.has_imprint:
        score += _fit_of_imprint(text, names, title, published, after)
    # `BRASIL. Ministério da Educação. Base Nacional`
    score -= 3.0 * (authors.form == "organisation" and is_organisation(title.words.partition(". ")[0]))
    score -= 3.0 * _are_three_families(text, authors, title)
    # `The Google File System. Ghemawat, Gobioff, Leung. SOSP 2003`
    score -= 3.0 * (authors.form == "organisation" and _LISTED_FAMILIES.fullmatch(title.words) is not None)
    score -= 3.0 * bool(_NAMES_AT_END.search(title.words)) + _doubt_by_asian_marks(text, names, title, published)
    score -= 4.0 * _goes_on_with_name(authors, title) + 4.0 * _goes_on_with_given_name(authors, title)
    score -= 3.0 * bool(_GENRE_AT_END.search(title.words) or _VOLUME_AT_END.search(title.words))
    score -= 3.0 * bool(_INITIALS_AFTER.match(text, title.end) or _INITIAL_FIRST.match(title.words))
    if not (names.date or is_marked) and text[title.start - 1] not in CLOSING_QUOTES:
        score -= _doubt_of_unmarked(text, title)
    score -= 4.0 * ((person := _PERSON.match(title.words)) is not None and is_given_name(person["given"]))
    score -= _doubt_of_title(text, names, title) + 1.0 * _ends_with_other_words(text, names, title, published)
    score -= 3.0 * (". " in title.words and is_publisher(title.words.rstrip(".").rpartition(". ")[2]))
    is_of_words = authors.form in ("surname", "organisation") and not (names.date or authors.has_more)
    is_whole = authors.form == "organisation" and published.has_imprint and published.year is not None
    if is_of_words and not (published.is_known or is_whole):
        score -= 2.0
    score += _fit_of_end(text, names, title, published, after)
    if not (published.is_known or is_marked):
        score -= 1.0 * bool(_ARTICLE.match(published.venue))
    if not is_marked:
        if published.volume and not published.is_known:
            score += fit_of_listed_name(title.words, published.venue)
        # `Plant, Cell & Environment` is one name
        commas = text.count(", ", title.end, published.end) - published.venue.count(", ") * (" & " in published.venue)
        score -= 2.0 * bool(_SUBTITLE.match(published.venue)) + 0.3 * commas
    score += _fit_of_year(text, names, title, published, after)
    return score + 0.2 * looks_like_title(title.words) + 0.3 * (not text[slice(*after[:2])].strip(" .,;:()[]"))


def _are_three_families(text: str, authors: AuthorList, title: TitleReading) -> bool:
    """Return whether a name and a title of one word are families before a year: `Lee, Ray, Moss (2014): Title`."""
    if authors.form not in IN_FULL or len(authors.names) > 1 or " " in title.words:
        return False
    given = authors.names[0].partition(", ")[2]
    return _YEAR_NEXT.match(text, title.end) is not None and not is_given_name(given.partition(" ")[0])


def _goes_on_with_name(authors: AuthorList, title: TitleReading) -> bool:
    """Return whether a title begins with the second of two names: `Zobel D., Hartmann R. Title`."""
    is_pointed = bool(authors.names) and _INITIAL_AT_END.search(authors.names[-1]) is not None
    return is_pointed and _POINTED_NAME.match(title.words) is not None


def _goes_on_with_given_name(authors: AuthorList, title: TitleReading) -> bool:
    """Return whether a title begins with the given name after an initial: `Reader, A. Martin. History of Kerala`."""
    first = _GIVEN_FIRST.match(title.words) if authors.form == "inverted" else None
    return first is not None and authors.names[-1].endswith(".") and is_given_name(title.words.partition(".")[0])


def _doubt_of_title(text: str, names: DatedNames, title: TitleReading) -> float:
    """Return how much words are no title, or more: `Title. In Name of Book`, a journal or a publisher."""
    if _NAME_OF_JOURNAL.search(title.words) and JOURNAL.match(text[title.end : title.end + 20].lstrip(" .")):
        # `Rebelión y escritura. Hipogrifo. Revista de literatura, 10(1)`
        return 3.0
    if names.date:
        return 2.5 * (_BOOK_IN_TITLE.search(title.words) is not None)
    # `Sherryl Vint, Science Fiction. MIT Press, 2021`
    may_have_title = len(names.authors.names) > 1 or ", " in "".join(names.authors.names[:1])
    return 4.0 * (may_have_title and is_publisher(title.words.rstrip(".,")))


def _doubt_of_unmarked(text: str, title: TitleReading) -> float:
    """Return how much words between commas look like a name or a venue: `*Title*, D. Kingma, M. Welling, ICLR 2017`."""
    is_name = title.words.isalpha() and title.words.isascii() and text[title.end - 1 : title.end] == ","
    name, comma, venue = title.words.partition(", ")
    return 4.0 * (is_name or bool(comma and name.isalpha() and venues.parse_venue(venue)[0]))


def _ends_with_other_words(text: str, names: DatedNames, title: TitleReading, published: Publication) -> bool:
    """Return whether a venue ends a title (`Title, NeurIPS`), or it ends within a list (`Sparsity, Size and Speed`)."""
    words, _, last = title.words.rpartition(", ")
    venue = venues.parse_venue(last)[0] if words and last.count(" ") < 3 else ""
    is_list = text[title.end - 1] == "," and " and " in published.venue and not published.is_scholarly
    is_open = is_list and bool(names.date) and not published.has_in
    return is_open or venues.is_preprint(venue) or (venue == last and venues.is_conference(venue))


def _fit_of_single_author(text: str, names: DatedNames, title: TitleReading, published: Publication) -> float:
    """Return how well a title fits the only author, whose name or that of a second one it may contain."""
    authors = names.authors
    # `Pearn J. Publication: an ethical imperative. BMJ 1995;310:1313-5` is no Pearn J. Publication
    is_in_journal = bool(published.volume and published.pages)
    has_subtitle = is_in_journal and title.words.partition(": ")[2][:1].islower()
    has_subtitle = has_subtitle and not is_given_name(authors.names[0].partition(",")[0])
    # `Kenneth E. Iverson: An Autobiographical Essay`, `János S. Kollár. Singularities of Pairs`
    is_open = text[: title.start].rstrip()[-1:] not in ",:"
    score = -4.5 * (
        authors.form == "glued" and is_open and not has_subtitle and bool(_FAMILY_NAME.match(text, title.start))
    )
    # `Geiger, R. Stuart: The Lives of Bots`
    given, colon, _ = title.words.partition(": ")
    score -= 4.0 * (authors.form in ("inverted", "first inverted") and bool(colon) and is_open and is_given_name(given))
    # `Retrieve, Annotate, Evaluate, Repeat: Evaluation of Search` is a title, unless a year follows the name
    listed = given.split(", ") if colon and not names.date else []
    score -= 4.0 * ("inverted" in authors.form and len(listed) > 1 and any(map(is_title_word, listed)))
    # `HM Couey. Title. Journal 1986;79:887`
    score += 1.0 * (authors.form == "natural" and is_in_journal and bool(_BARE_INITIALS.fullmatch(authors.names[0])))
    return score - 3.0 * any(map(authorship.has_given_name, title.words.split(", ")[:-1]))


def _fit_of_year(
    text: str, names: DatedNames, title: TitleReading, published: Publication, after: PartAfterTitle
) -> float:
    """Return how well a title fits the year that follows it alone, as after that of a book without publisher."""
    authors = names.authors
    have_initials = len(authors.names) > 1 and all("." in name for name in authors.names)
    if _YEAR_AT_END.match(text, title.end) and (names.date or not have_initials):
        # `Title 2022.` needs no mark before the year in `Lee A, Ray B. Title 2022.` only
        return -3.0
    last = _YEAR_AFTER_COMMA.search(text, title.end)
    is_dated_before = last and published.year and not names.date and published.year != int(last["year"])
    if is_dated_before and is_after_colon(text, names.end):
        # `Title. A History until 1973, Press, 2006`
        return -3.0
    if names.date and ", " in title.words and text[title.end :].strip(" ,.") == names.date:
        # `Lee (2015): Title, Sociology of Religion, 2015` has a venue before the second year
        return -1.5
    is_bare = published.year and not _INNER_MARK.search(title.words) and _ONLY_YEAR.fullmatch(text, *after[:2])
    # natbib prints the year of a preprint or a web page after a comma: `Title, 2017. URL …`
    is_listed = is_bare and (len(authors.names) > 1 or authors.has_more) and text[title.end - 1] == ","
    return 0.4 * bool(is_bare) + 1.0 * bool(is_listed)


def is_after_colon(text: str, end: int) -> bool:
    """Return whether a colon ends the names before a title, as in German references."""
    return text[max(0, end - 4) : end].rstrip().endswith(":")


def _fit_of_end(
    text: str, names: DatedNames, title: TitleReading, published: Publication, after: PartAfterTitle
) -> float:
    """Return how well the end of a title fits what follows it.

    `Title, München 2011` has the place of a book.  Germans print a colon after names, and `in:` before journals.  So
    `Ann Lee: Titel. Untertitel, Springer, 2014` has a subtitle.
    """
    if publishing_cities.is_city(title.words.rpartition(", ")[2]):
        return -1.5
    if not is_after_colon(text, names.end):
        return 0
    if names.authors.form != "natural":
        # `Reader, Anna: Titel, Zeitschrift 37 (2020), 129–160`
        is_whole = text[title.end - 1] == "," and "," not in f"{title.words}{published.venue}" and not published.has_in
        is_dated = published.venue and published.year and not published.unexplained
        return _COLON_AND_PAGES * bool(is_whole and is_dated and _PAGES_AT_END.search(text, after.at, after.limit))
    if text[title.end - 1] == "," and published.publisher and not published.venue:
        return 1.5 * is_publisher(published.publisher)
    is_named = published.venue and not (published.has_in or published.is_known or published.volume)
    return -2.5 * bool(is_named and text[title.end - 1] == ".")


def _fit_of_imprint(
    text: str, names: DatedNames, title: TitleReading, published: Publication, after: PartAfterTitle
) -> float:
    """Return how well the end of a title fits the place after it, before which Germans print a comma.

    `Titel. Untertitel, Göttingen 2015` has a subtitle; `Titel. Berlin, New York 2003` has two places.
    """
    is_subtitle = _ARTICLE.match(published.publisher) and not published.publisher.startswith("The ")
    if text[title.start - 1] == "『":
        # the mark of books in Japan
        return 1.0
    if not is_after_colon(text, names.end):
        return -0.5 * (". In " in title.words)
    place = published.place.rpartition(", ")[2]
    at = text.find(place, after.at) if place else -1
    before = text[after.at : max(at, after.at)].strip()
    if before and all(map(publishing_cities.is_city, before.rstrip(" ,/").split(", "))):
        # `Berlin, Boston 2016`
        before = ""
    if text[title.end - 1] == "," and not before:
        is_named = publishing_cities.is_city(place) and has_sign_of_name(names.authors.names[0])
        return 1.5 + _COLON_AND_CITY * is_named
    is_subtitle = text[title.end - 1] == "." and before.endswith(",") and before[:1].isalpha()
    return -2.5 * (is_subtitle and not publishing_cities.is_city(before.rstrip(",")))


def publication_score(published: Publication, *, is_emphasised: bool) -> float:
    """Return how much the text after the title looks like a publication."""
    score = 0.3 * bool(published.year) + 0.7 * bool(published.volume) + 0.7 * bool(published.pages)
    score -= 0.25 * min(published.unexplained, 8)
    if not published.venue:
        is_complete = published.has_imprint or bool(published.institution)
        return score + 0.8 * bool(published.publisher or published.entry_type) + 2.0 * is_complete
    score += 1.5 * (is_shortened_name(published.venue) and bool(published.volume))
    score += 2.0 if published.is_known else 1.0 if published.is_event else 0.4
    return score + 2.0 * is_emphasised + 1.5 * published.has_in


def _doubt_by_asian_marks(text: str, names: DatedNames, title: TitleReading, published: Publication) -> float:
    """Return how much Chinese marks show that title or venue begin or end elsewhere; less than 0 if they agree."""
    venue = published.venue
    doubt = 4.0 * (venue.count("《") > venue.count("》") or _DEFINITION.match(title.words) is not None)
    if "[" not in text:
        return doubt
    doubt += 4.0 * (_TYPE_OF_DOCUMENT.search(title.words) is not None)
    if _TYPE_OF_DOCUMENT.search(text, title.start + len(title.words), title.end + _MAX_TYPE):
        # `Cain S. Quiet: The Power of Introverts[M]` has no author `Cain S. Quiet`
        is_name_of_title = names.authors.form == "natural" and ":" in text[names.authors.end : title.start]
        is_sure = names.authors.form == "glued" and not _OPENS_WITH_INITIAL.match(title.words)
        doubt += 3.0 * is_name_of_title - 1.5 * is_sure
    return doubt
