"""Read Russian books with their imprint, such as `Иванов И.И., Петров П. Название. М., Наука, 1976. 300 с.`."""

from __future__ import annotations

from papernotes_plugin.recognisers.evidence.references.author_lists import AuthorList
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.references.reference_reader import Reference
from papernotes_plugin.recognisers.evidence.references.reference_text import ReferenceText
from papernotes_plugin.recognisers.evidence.references.title_ends import TitleReading
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import PRINTED_YEAR

_INITIAL = r"(?:[А-ЯЁІЇЄҐ]|Дж|Дз|Ю|Я|Ж)\."
_NAME = rf"(?:[А-Я]['’])?[А-ЯЁІЇЄҐ][а-яёіїєґ’'-]+(?:-[А-ЯЁІЇЄҐ][а-яёіїєґ]+)?[.,]? ?{_INITIAL}(?: ?-?{_INITIAL}){{0,2}}"
_CITY = (
    r"(?:(?:М|Л|СПб|Спб|Пг|К|Мн)\.(?: ?[–—-] ?(?:М|Л|СПб|Ижевск)\.?)?|Москва|Ленинград|Санкт-Петербург|Киев|Минск"
    r"|Ижевск|Новосибирск|Екатеринбург|Казань|Харьков|Томск|Тбилиси|Ереван|Рига|Владивосток|Саратов|Воронеж|Долгопрудный)"
)
_REFERENCE = lazy_regex(
    r"[\s*•–—-]*+(?:\(?\d{1,3}[.)]\s+|\[\d{1,3}\]\s*)?"
    rf"(?P<names>(?:{_NAME}, ?){{0,8}}{_NAME})(?P<more>,? (?:и др|и другие)\.?)?"
    rf"[\s.,]+(?P<title>[«А-ЯЁA-ZІЇЄҐ](?:[^\n/–—]|[–—](?=\S)){{3,250}}?)[.,]?(?: ?\([^()\n]{{1,30}}\))?[.,]? "
    rf"(?P<city>{_CITY}) ?[:,] ?(?P<publisher>[^\n,:;]{{2,60}}), ?(?P<year>{PRINTED_YEAR})(?=\D|$)"
)
"""Names with initials, a title, and the imprint; the number of copies may be in brackets after the title."""
_BETWEEN = lazy_regex(r"(?<=\.), ?")
_PARTS = lazy_regex(rf"(?P<family>[^.,]+?)[.,]? ?(?P<initials>{_INITIAL}.*)")
_SERIES = lazy_regex(r"\s\((?:[^()]{3,60}(?:серия|Серия|вып\.|т\.)[^()]{0,40})\)$")
_OTHER_WORDS = lazy_regex(r"\b(?:[Пп]еревод|[Пп]ер\.|[Уу]чеб|[Ии]зд\b|[Пп]од ред|[Ии]збр|[Сс]обр)")
"""Words for a translation, an edition or an editor after a title, which other readers know."""
_SCORE = 8.0


def read(reference: ReferenceText) -> Reference | None:
    """Return the book that a text is in this style; None for others.

    Examples:
        >>> from papernotes_plugin.recognisers.evidence.references.reference_text import plain_reference
        >>> printed = read(plain_reference("Бишоп Р., Криттенден Р. Геометрия многообразий. М., Мир, 1967."))
        >>> printed.title.words, printed.authors.names, printed.year, printed.publication.publisher
        ('Геометрия многообразий', ('Бишоп, Р.', 'Криттенден, Р.'), 1967, 'Мир')
    """
    text = reference.text
    match = None if text.isascii() else _REFERENCE.match(text)
    if not match or _OTHER_WORDS.search(match["title"]):
        return None
    names = tuple(_written(name) for name in _BETWEEN.split(match["names"]))
    title = _SERIES.sub("", match["title"].strip(" .,"))
    start, year = match.start("title"), int(match["year"])
    reading = TitleReading(title, start, start + len(title), points=0)
    published = Publication(
        publisher=match["publisher"].strip(' «»".'),
        place=match["city"],
        year=year,
        entry_type="book",
        end=match.end(),
    )
    authors = AuthorList(names, start, "glued", has_more=match["more"] is not None)
    return Reference(reading, authors, year, published, _SCORE, is_dated=False)


def _written(name: str) -> str:
    """Return a name with a comma before its initials."""
    parts = _PARTS.fullmatch(name.strip())
    return f"{parts['family']}, {parts['initials'].strip()}" if parts else name.strip()
