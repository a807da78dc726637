"""Take volume, pages, publisher and edition from the end of what was read as a title, and know remarks after one."""

from __future__ import annotations

from dataclasses import replace

from papernotes_plugin.recognisers.evidence.references.editions import split_edition
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.references.publication_numbers import MONTH
from papernotes_plugin.recognisers.evidence.references.publishers import (
    PUBLISHER,
    SHORTENED_HOUSE,
    is_listed_publisher,
    may_be_house,
    publisher_of,
)
from papernotes_plugin.recognisers.evidence.references.publishing_cities import are_places, is_city, is_country
from papernotes_plugin.recognisers.evidence.references.title_ends import TitleReading
from papernotes_plugin.recognisers.evidence.references.translator_words import AFTER_TRANSLATOR
from papernotes_plugin.text.lazy_regex import lazy_regex

_EDITION_AT_END = lazy_regex(
    r"(?:[.,]\s+|(?<!\s)\s+)\(?(?P<edition>\d{1,2}|[IVX]{1,4}(?=a?\s))(?:(?:st|nd|rd|th|[èe]me|[aªºe]|\.[ªº]?)\.?\s?|\s)"
    r"(?:[Eeé]d(?:ition|n|izione|iz|ici[óo]n|ição|ic)?|Éd|Aufl(?:age)?)\.?\)?$"
    r"|, (?P<ordinal>\d{1,2})(?:st|nd|rd|th)$|, \d{1,2} (?:Bde|Bände|[Vv]ols?|voll|tomos|tomes)\.?$"
    r"| : (?:in|в) \d{1,2} (?:vols|т)\.?$|, в \d{1,2}(?:-х)? (?:т\.?|томах|ч\.?|частях|кн\.?|книгах)$"
)
"""The edition or the volumes of a book at the end of what was read as its title: `Title, 2nd edn`, `Titel, 2 Bde.`"""
_IMPRINT_AT_END = lazy_regex(
    r"(?:[.,]| :) (?=(?P<publisher>(?!(?:Press|Verlag|Publish\w+)$)(?:[A-Z]\. ?){0,2}[^\s.,:]{3,30}"
    r"(?: [^.,:]{3,60})?(?:,? (?:Inc|Ltd)\.)?(?:, [^.,:]{3,30})?(?:, [A-Z]{2}(?:, USA)?)?)$)"
)
"""A publisher, perhaps with its city, at the end of what was read as the title: `Title, Graphics Press`.

The French have a space before a colon: `Titre : Presses de l’Université du Québec`.
"""
_BRACKET_AT_END = lazy_regex(
    r",? \((?:(?P<place>[^\W\d_a-z][^():\d]{1,40}): )?(?P<publisher>[^\W\d_a-z][^():\d]{2,60}?)(?:,? (?:19|20)\d\d)?\)$"
)
"""A publisher in brackets, perhaps after its place, at the end of what was read as a title: `Title (Routledge)`."""
_LANGUAGE_AT_END = lazy_regex(
    r" [(\[](?:[Ii]n |[Aa]uf |[Ee]n )?(?:English|German|French|Spanish|Italian|Portuguese|Russian"
    r"|Chinese|Japanese|Korean|Dutch|Polish|Deutsch|Englisch|Französisch|Russisch"
    r"|anglais|allemand|français|inglés|español|alemán)[)\]]$"
    rf"| \([^()\d]{{2,80}}, {AFTER_TRANSLATOR}\)$"
)
"""The language of a work or its translator in brackets after its title: `Titel (in German)`, `(F. Lee, Trad.)`."""
_PRICE_AT_END = lazy_regex(r"(?<=\)),? \\?[$£€]\s?\d+(?:\.\d\d)?\.?$")
"""The price of a book after its publisher, in lists of new books: `(Routledge), $29.95`."""
_PAGES_AT_END = lazy_regex(r"\s\((?:S|pp?)\.\s?(?P<pages>\d+(?:\s?[–-]\s?\d+)?)\)$")
"""The pages in brackets at the end of what was read as a title: `Titel (S. 94)`."""
_REPORT_NUMBER_AT_END = lazy_regex(
    r"\s\((?:No|Nr|N[úu]m|N\.?\s?[oº°])\.?\s[^()\s;]{1,30}(?:; (?:pp?|S|p[áa]gs?)\.\s?[\d\s–-]+)?\)$"
)
"""The number of a report or preprint in brackets, as Zotero prints it: `Title (No. arXiv:2307)`, `(N.º 3; pp. 1-7)`."""
_NUMBER_AT_END = lazy_regex(
    r"(?=[.,?\ssS])(?<=\w{3})(?<!\W[Vv]ol)(?:[.,]{1,2}\s\d{1,3}(?:\s?\(\d{1,3}\))?|\.,?\s(?:19|20)\d\d"
    r"|\.,?\s\d{1,3}\.?\s?\(issue \d+\)"
    r"|[.,?]?\s\(?[Vv](?:ol)?\.\s?\d{1,3}\)?(?:\.? (?:[Vv]ol|no)\. \d{1,3}\.?)?(?: Preprint)?"
    r"|\.? ?[sS]\. ?[lL]\.: ?[sS]\. ?[nN]\.?)$"
)
"""The year, or the volume of a preprint, at the end of what was read as its title: `Title. 2023`, `Title., 51(1)`."""
_VOLUME_AT_END = lazy_regex(
    r",\s(?:Bd\.|Band|[Tt]\.|[Tt]om[eo]?|[Cc]ilt|[Dd]eel|[Dd]el|[Тт]\.)\s?(?P<volume>\d{1,2}|[IVX]{1,5})$"
)
"""The volume of a book at the end of its title: `Titel, Bd. 1`, `Titre, t. 1`."""
_MONTH_AT_END = lazy_regex(rf"{MONTH}$")
"""A month before its day at the end of a title: `A House to Be Opened Nov. 9`."""
_CITY_AND_HOUSE = lazy_regex(
    r"[.,]{1,2} (?P<city>[^\W\d_a-z][^\W\d_]+(?:[/ -][^\W\d_a-z][^\W\d_]+){0,2}): (?P<house>[^:]{2,80})$"
)
"""City and publisher after the name of a book: `Handbuch, Köln: Deutscher Wirtschaftsdienst`."""
_PLACE_AT_END = lazy_regex(r",\s+[^\W\d_a-z][^\W\d_]+(?:[/ -](?:de )?[^\W\d_a-z][^\W\d_]+){0,2}$")
"""A city after the name of a book, perhaps with a second one."""
_PLACE_AND_HOUSE = lazy_regex(r", (?P<place>[^\W\d_a-z][^,:;.]{2,30}), (?P<house>[^\W\d_a-z][^,:;.\d]{2,60})$")
"""A place and a publisher after the title of a book."""


def name_of_book(name: str, *, is_plain: bool, ends_with_place: bool) -> tuple[str, str]:
    """Return the name of a venue without the city and the publisher after it, and that publisher; "" for none.

    Args:
        name: The name.
        is_plain: Whether it follows `In` and has no emphasis, so that a publisher may be a part of it.
        ends_with_place: Whether it is a book without numbers, after which any words may be a place.

    Examples:
        >>> name_of_book("Le raisonnement sociologique, Paris, Nathan", is_plain=True, ends_with_place=False)
        ('Le raisonnement sociologique', 'Nathan')
        >>> name_of_book("Lire, écrire, compter", is_plain=True, ends_with_place=False)
        ('Lire, écrire, compter', '')
    """
    if is_plain and (imprint := _CITY_AND_HOUSE.search(name)) and is_city(imprint["city"]):
        return name[: imprint.start()], imprint["house"]
    place = _PLACE_AT_END.search(name)
    if place and (ends_with_place or is_city(place[0].lstrip(", "))):
        name = name[: place.start()]
    book, _, house = name.rpartition(", ")
    before, _, city = book.rpartition(", ")
    if is_plain and before and is_city(city) and (may_be_house(house) or SHORTENED_HOUSE.fullmatch(house)):
        return before, house
    return (book, house) if is_plain and book and is_listed_publisher(house) else (name, "")


def without_imprint(title: TitleReading, published: Publication) -> tuple[TitleReading, Publication]:
    """Return a title without volume, publisher and edition at its end, and the publication with them."""
    words, number_of_edition = split_edition(_PRICE_AT_END.sub("", title.words))
    if numbered := _PAGES_AT_END.search(words) or _REPORT_NUMBER_AT_END.search(words):
        words = words[: numbered.start()]
    if (number := _NUMBER_AT_END.search(words)) and not _MONTH_AT_END.search(words, 0, number.start()):
        words = words[: number.start()]
    for imprint in () if published.venue or published.publisher else _IMPRINT_AT_END.finditer(words):
        # `Finds of Skálholt, Iceland` is the whole title of a thesis
        is_dated = words[imprint.start()] == "." or (published.year is not None and not published.entry_type)
        if is_dated and words[imprint.start()] != " " and is_city(imprint["publisher"]):
            # `Der Titel. Wiesbaden`, without a publisher
            words = words[: imprint.start()]
            published = replace(published, place=imprint["publisher"], entry_type=published.entry_type or "book")
            break
        if publisher := publisher_of(imprint["publisher"]):
            words = words[: imprint.start()]
            published = replace(published, publisher=publisher, entry_type=published.entry_type or "book")
            break
    words, published = _without_place_and_house(words, published)
    words = _LANGUAGE_AT_END.sub("", words)
    bracket = _BRACKET_AT_END.search(words)
    # a place before it shows a publisher
    house = bracket and (publisher_of(bracket["publisher"]) or (bracket["publisher"] if bracket["place"] else ""))
    if bracket and house:
        words = words[: bracket.start()]
        if not (published.venue or published.publisher):
            place, kind = bracket["place"] or published.place, published.entry_type or "book"
            published = replace(published, publisher=house, place=place, entry_type=kind)
    if edition := _EDITION_AT_END.search(words):
        words = words[: edition.start()]
        published = replace(published, edition=edition["edition"] or edition["ordinal"] or published.edition)
    elif number_of_edition:
        published = replace(published, edition=number_of_edition)
    if (volume := _VOLUME_AT_END.search(words)) and published.has_imprint and not published.venue:
        words = words[: volume.start()]
        published = replace(published, volume=published.volume or volume["volume"])
    return replace(title, words=words), published


def _without_place_and_house(words: str, published: Publication) -> tuple[str, Publication]:
    """Return a title without a known place and a publisher after it, and the publication with them.

    Examples:
        >>> _without_place_and_house("Les mots, Beyrouth, Dar An-Nahar", Publication())[0]
        'Les mots'
        >>> _without_place_and_house("Streets of Naples, Rome, Florence", Publication())[0]
        'Streets of Naples, Rome, Florence'
    """
    match = None if published.venue or published.publisher else _PLACE_AND_HOUSE.search(words)
    place, house = match.groups() if match else ("", "")
    if not match or not are_places(place) or are_places(house) or is_country(house) or not may_be_house(house):
        return words, published
    kind = published.entry_type or "book"
    return words[: match.start()], replace(published, publisher=house, place=place, entry_type=kind)


def is_remark_or_question(words: str, name: str) -> bool:
    """Return whether words after a title are a remark with a label in brackets: `Title (Bonus: Notes of Lee)`.

    Also whether they are a question, the end of the title: `Testing of Sites. Which Methods Find Most Problems?`
    """
    if name.endswith("?"):
        return True
    label, colon, rest = name.partition(": ")
    is_labelled = words.lstrip().startswith("(") and colon and not any(map(str.isdigit, rest))
    return bool(is_labelled) and not (PUBLISHER.search(rest) or is_city(label))
