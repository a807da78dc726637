"""Decide which words are no venue, and remove dates and remarks from the names of venues."""

from __future__ import annotations

from collections.abc import Sequence

from papernotes_plugin import venues
from papernotes_plugin.recognisers.evidence.authors.organisations import is_institute
from papernotes_plugin.recognisers.evidence.references.book_parts import PART_WITH_NAME, PART_WITH_NUMBER
from papernotes_plugin.recognisers.evidence.references.publication_numbers import MONTH
from papernotes_plugin.recognisers.evidence.references.publishers import NEWS, NO_BOOKS, SITE_OF_POSTS, is_publisher
from papernotes_plugin.recognisers.evidence.references.publishing_cities import are_places, is_country
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.romanisation import CJK
from papernotes_plugin.vocabulary.model import Evidence, Field

_SEASON = (
    r"(?i:spring|summer|autumn|fall|winter|printemps|été|automne|hiver|primavera|verano|otoño|invierno|outono|verão"
    r"|estate|autunno|frühjahr|frühling|sommer|herbst)"
)
_DATE_AT_END = lazy_regex(
    rf",\s(?:{_SEASON}|(?:le |de |el )?(?:\d{{1,2}}[.ºo°]?(?:er)?(?:\s?[-–/]\s?\d{{1,2}})?\s(?:de\s)?)?{MONTH}\.?)"
    r"(?:\s(?:de|of))?(?:\s\d{1,2})?$"
)
"""The day, the month or the season of an issue: `Revista de História, 12 de março de`, `Gems, Winter`."""
_ASIAN_DATE_AT_END = lazy_regex(r"(?<=[^\W\d_]{2}),?\s?(?:19|20)\d\d\s?年\s?\d{1,2}\s?月(?:\s?\d{1,2}\s?[日号])?$")
"""The date of an article on a site: `人民网2024年10月12日`."""
_ASIAN_HOUSE = lazy_regex(rf"(?P<house>[{CJK}]{{2,12}})(?:19|20)\d\d年(?:版|修订版|影印本)?$")
"""A publisher with the year of its edition: `朴社1933年版`."""
_AFTER_TRANSLATOR = lazy_regex(
    rf"[{CJK}·、 ]{{2,40}}[译譯訳][,，]\s?(?P<house>[{CJK}·]{{2,20}})(?:[,，]?\s?(?:19|20)\d\d年?版?)?$"
)
"""A publisher after the translator of a book: `李明 译，商务印书馆，2016年版`."""
_ASIAN_ORGANISATION = lazy_regex(r"(?:有限公司|[書书]屋|研究[所院])$")
"""The end of the name of an organisation that prints books, and of no journal."""
_EVENT = lazy_regex(
    r"\b(?:[Cc]onference|[Cc]ongress|[Ss]ymposium|[Ww]orkshop|Kongress|Tagung|[Cc]ongrès|[Cc]olloque|[Cc]ongreso|[Ss]imposio)\b"
)
"""A word for an event, whose city may be before it: `Hanover, Germany: 21st International Conference on Lamps`."""
_VOLUME_BEFORE = lazy_regex(
    r"^(?P<volume>\d{1,3}) (?=(?:[A-Z][\w.&'’-]*,? |of |the |and |& ){1,8}?(?:Review|Journal|Rev\.|J\.|L\.J\.)(?:$| ))"
)
"""The volume that lawyers write before a journal: `39 Stanford Law Review`."""
_SUPERSCRIPT = lazy_regex(r"\s?(?:\^\d{1,2}\^|<sup>\d{1,2}</sup>|[¹²³⁴-⁹]{1,2})$")
"""The number of an edition after a city: `Mainz ^13^`."""
_REMARK_AT_END = lazy_regex(
    rf"(?<=[A-Za-z\u4e00-\u9fff])[.。]\s?\([^()]*[{CJK}][^()]*\)?$|(?<=[\u4e00-\u9fff])[.。]\s?\([^()]*\)?$"
)
"""A remark in Chinese or Japanese, or the original of a translation, after the point that ends the name."""
_ONLINE_BEFORE = lazy_regex(r"^\[?[Oo]nline\]?[.,;:\s]*[.,;:]\s*(?=[^\W\d_])")
"""A word for the medium before the name of a venue: `Online. , Web Security and Privacy`."""
_OTHER_END = lazy_regex(
    # the volume of a shortened journal, the series of the IEEE, and the state of a paper
    r"(?<=[A-Za-z]{3}\.) \d{1,4}$|, ser\. .*$|\s?/\s?(?:preprint|arXiv)$|, (?:pgs?|pp?|vol|art)\.?$"
    # the number of an issue after a comma or without a space: `Appareil, 25`, `American Journal of Sociology3`
    r"|(?<=[a-z]{5})(?:\d{1,2}(?:[–-]\d{1,2})?|, \d{1,3})$"
    # the place of a conference after its acronym: `(ICSECS), Penang, Malaysia`
    r"|(?<=[A-Z\d]\)), [^\W\d_a-z][^\d()]*$"
    # the editors of proceedings, as the ACM prints them: `(HOTOS'15), Ann Candela (Ed.)`
    r"|(?<=\)), [^\W\d_a-z][^()]{3,200} \(Eds?\b\.?\)?$"
    # the volume and a word for the number after it: `Automation in Construction Vol 7 No`
    r"|,? Vol\.?(?: \d{1,4},?)?(?: (?:Nos?|Issues?)\.?)?$"
    # the words before the day of a change: `Vox, updated`
    r"|, (?:[Ll]ast )?[Uu]pdated(?: on)?$"
    # a bracket that nothing closes
    r"|\s?[\[(][^()\[\]]*$"
)
_COMPANY = lazy_regex(r",? (?:Inc|Ltd|LLC|GmbH)\.?$")
"""The end of the name of a company, which prints books: `Heaton Research, Inc.`"""
_GENERIC = frozenset(
    (
        "online",
        "web",
        "in web",
        "website",
        "webpage",
        "internet",
        "documentation",
        "blog",
        "report",
        "technical report",
        "available",
        "guest lecture",
        # a section of a newspaper
        "opinion",
        "technology",
    )
)
"""Words for a kind of publication in place of its venue."""
_REST_OF_EDITORS = lazy_regex(
    r"(?:y|e|und|and|et|&)\s[^\W\d_a-z][\w'’.-]+(?: [^\W\d_a-z][\w'’.-]+){0,3}(?: ?\([^()]{2,8}\))?[,:] (?=[^\W\d_a-z])"
)
"""The last editor of a book before its name: `y Lee Axelrad, Regulatory Encounters`."""
_IN = lazy_regex(r"(?:en|dans|em|nel|nella|w)\s(?=[^\W\d_a-z])|.{3,300}?[.?!] In: (?=[^\W\d_a-z][^.?!]{2,120}$)")
"""The word before a name, after the end of a title in front of it: `in der Schule? In: Der Spiegel`."""
_BEFORE_NAME = lazy_regex(
    r"the (?=[^\W\d_a-z])|[^\"“”]{1,200}[.,?!][\"”] (?=[^\W\d_a-z])"
    r"|(?:[Ff]orthcoming (?:in|at|with)|(?:(?:[Ii]nvited|[Pp]oster|[Ss]ession|[Oo]ral|[Cc]onference|[Pp]aper) )?"
    r"(?:[Pp]resentation|[Pp]resented|[Tt]alk)(?:,? at|,)) (?:the )?(?=[^\W\d_a-z]|\d)"
)
"""An article, or words for a talk, before a name, or the end of a title: `Talk at the Lakes`, `Old Maps." Lakes`."""
_NAME_AT_END = lazy_regex(r",? n\. ?d\.?$|\s?\[[A-Z]{1,2}(?:/OL)?\].*$")
"""No date, or the mark of a type in Chinese references, after a name."""
_RUSSIAN_CITY = lazy_regex(r"(?:М|СПб|Спб|Л|Мн)\.")
_PART = rf"(?:(?:{PART_WITH_NAME}|{PART_WITH_NUMBER}\.?)[ \d–-]*)"
"""Pattern of a part of a book: `Introduction`, `Ch. 1`."""
_NO_VENUE = lazy_regex(
    r"[\W_]*$|.*(?:%[0-9A-F]{2}|\.pdf\b|\x1d)|(?:Retrieved|Accessed) \d"
    r"|(?:[Ee]dited|[Tt]ranslated|[Aa]nnotated|[Rr]evised)(?: (?:and|&) [a-z]+)? by\s"
    r"|[。，、：；？！,;:.?!)\]]|[^\W\d_a-z][a-z]\.?$|(?:Aufl|Ausg|Vyd|Wyd)\.?$|Internet RFC$"
    r"|\d{1,2}(?:e|ª|º|\.)\s?(?:éd|ed|Aufl)|Proc\.?$|Conditional(?:ly)?$|(?i:arxiv)(?::| (?:19|20)\d\d$|$)"
    r"|Notes by [A-Z]|PDF\b|(?:Ph\.?\s?D|M\.\s?Sc|M\.\s?A|B\.\s?Sc)\.?$"
    r"|(?i:(?:[a-z]+ ){0,3}(?:pending|unknown|not (?:provided|available|specified|given|stated|known|applicable)))$"
    rf"|{_PART}(?: \([^()]{{0,6}}\d[^()]{{0,12}}\)|(?:,? (?:and|&|\+) {_PART})*)$"
    r"|(?:\d{1,2}(?:st|nd|rd|th)|[Ff]irst|[Ss]econd|[Tt]hird|[Rr]evised),? (?:[a-z]+ )?(?:ed\.|edition\b)"
    rf"|.*。|(?=.*[{CJK}]).*[？?]$"
    r"|.*\s(?:und|and|et|y|e|in|im|of|de|der|des|del|di|du|[Tt]he|for|von|zur|sur)$"
    r"|.*\((?:dir|eds?|hg|hrsg|coord|orgs?)\.?\)?$"
    r"|(?!.*(?:journal|proceedings|transactions|annals|review|conference))(?:an?|the) (?:[a-z-]+ ){5}"
    r"|(?:19|20)\d\d\s?[年년](?:\s?\d{1,2}\s?[月월])?(?:\s?\d{1,2}\s?[日일])?$"
    r"|.{0,12}(?:블로그|티스토리|벨로그|博客|知乎|公众号|简书|掘金|ブログ)$"
    rf"|[A-Z]$|[{CJK}·、, ]{{2,40}}[,，\s](?:主编|主編|编|編|编著|译|譯)$"
    r"|(?:COM|SWD|JOIN)(?:\s?\(?(?:19|20)\d\d\b.*)?$"
    r"|(?i:(?:unpublished )?(?:pre-?print|manuscript)|prépublication|pré-publicação|manuscrit[oe]?(?: inédit[oe]?)?"
    r"|(?:in )?(?:progress|preparation|press|review)"
    r"|(?:(?:R&R|revised? and resubmit(?:ted)?|under review|submitted) (?:in|at|to|with|for) .*)"
    r"|vorabdruck|unveröffentlichtes manuskript|препринт|(?:working|discussion) papers?|document[os]? de trabajo"
    r"|documents? de travail|arbeitspapiere?|web-?publikation|online-?(?:publikation|ressource|quelle)|e[ad])$"
    r"|\d{4}(?:er|s)?(?:/\d{2,4}(?:er|s)?)?$|\d{1,2} (?:Teile|Bde|Bände|vols?|tomes|tomos)\b"
)
"""Words that are no venue: marks, the abbreviation of a word, an edition, a sentence in Chinese, an unfinished name.

Also an editor, a phrase in small letters, a date, a blog, years, a status, and a number: `COM(2020) 65`.  Also a part
of an address, or of a book: `%20lamps.pdf`, `Introduction (~20 pp)`.
"""


def without_false_venue(evidence: Evidence) -> Evidence:
    """Return evidence whose venue is neither a date, a place, a publisher, an editor nor the beginning of a name.

    A place or a publisher of books becomes a field.

    Examples:
        >>> venues = "Revista de História, 12 de março de", "Gems, Winter", "Stil und", "2e éd", "Dr"
        >>> [without_false_venue(Evidence(venue=venue)).venue for venue in venues]
        ['Revista de História', 'Gems', '', '', '']
        >>> without_false_venue(Evidence(venue="Köln/Wien ^2^")).fields
        (Field(label='Place', value='Köln/Wien'),)
        >>> venues = "Netherlands", "US: Ithaka S+R", "39 Stanford Law Review", "李明 译，左岸文化"
        >>> [without_false_venue(Evidence(venue=venue)).venue for venue in venues]
        ['', '', 'Stanford Law Review', '']
    """
    if not evidence.venue or venues.parse_venue(evidence.venue)[0]:
        return evidence
    name = _ONLINE_BEFORE.sub("", evidence.venue)
    if dated := _ASIAN_HOUSE.match(name) or _AFTER_TRANSLATOR.match(name):
        return _with_field(evidence, "Publisher", dated["house"])
    if volume := _VOLUME_BEFORE.match(name):
        name = name[volume.end() :]
        other_fields = tuple(field for field in evidence.fields if field.label != "Volume")
        evidence = evidence._replace(fields=(*other_fields, Field("Volume", volume["volume"])))
    name = _without_other_words(name)
    if _is_about_author(name, evidence.authors) or name.casefold() == evidence.title.casefold():
        return evidence._replace(venue="")
    if name.casefold() in _GENERIC:
        kind = "techreport" if name.casefold().endswith("report") else ""
        return evidence._replace(venue="", entry_type=evidence.entry_type or kind)
    name, is_of_edition = _SUPERSCRIPT.subn("", name)
    place, mark, name_after_mark = name.partition(":" if ":" in name else ",")
    # a journal has numbers: `Art Press, n°29`, `Iraq, vol. 12`
    is_numbered = any(field.label in ("Volume", "Number") for field in evidence.fields)
    if are_places(place.strip()) or (is_country(place.rpartition(", ")[2].strip()) and not is_numbered):
        evidence = _with_field(evidence, "Place", place.strip())
        if mark == ":" and _EVENT.search(name_after_mark):
            return evidence._replace(venue=name_after_mark.strip())
        name = name_after_mark.split(",")[0].strip()
        is_house = bool(name) and (mark == ":" or is_publisher(name))
        return _with_field(evidence, "Publisher", name) if is_house else evidence
    if is_of_edition or _NO_VENUE.match(name) or SITE_OF_POSTS.fullmatch(name):
        return _without_venue(evidence)
    # `出版社, 北京`
    house = name_after_mark.strip() if mark == ":" else place
    is_house = is_publisher(house) or (mark == ":" and _RUSSIAN_CITY.fullmatch(place) is not None)
    is_house = is_house or any(p.search(n) for p, n in ((_ASIAN_ORGANISATION, house), (_COMPANY, name)))
    # a thesis has its school in place of a venue
    is_house = is_house or (is_institute(name) and not evidence.entry_type.endswith("thesis"))
    if is_house and not (is_numbered or NO_BOOKS.match(house)):
        return _with_field(evidence, "Publisher", house)
    return evidence._replace(venue=name)


def _without_other_words(name: str) -> str:
    """Return the name of a venue without a date, a remark, editors or a preposition."""
    for pattern in (_DATE_AT_END, _ASIAN_DATE_AT_END, _REMARK_AT_END, _NAME_AT_END):
        name = pattern.sub("", name)
    name = _without_other_end(name)
    if not name.startswith("|"):
        # the next value of a line, or the words of a reader: `JAMA | RCT`, `JAMA.] → Shows that`
        name = name.partition(" | ")[0].partition(" → ")[0].rstrip()
        name = _without_other_end(name).rstrip(".") if name.endswith(".]") else name
    section, _, newspaper = name.partition(". ")
    if " " not in section and NEWS.fullmatch(newspaper):
        # `Technology. The New York Times`
        name = newspaper
    before = name.partition(" — ")[0]
    if before != name and venues.parse_venue(before)[0]:
        # `SIGMOD — the reason for fan-out`
        name = before
    for pattern in (_BEFORE_NAME, _REST_OF_EDITORS, _IN):
        opening = pattern.match(name)
        name = name[opening.end() :] if opening else name
    return name


def _without_other_end(name: str) -> str:
    """Return the name of a venue without a volume, a series, a state, or a bracket without its counterpart, at its end.

    Examples:
        >>> names = "Phys. Rep. 47", "Symposium on Web, ser. SP ’10. Rome", "IEEE TCYB)", "Mat. [Appl. Math"
        >>> [_without_other_end(name) for name in names]
        ['Phys. Rep.', 'Symposium on Web', 'IEEE TCYB', 'Mat.']
        >>> _without_other_end("Conference on Maps (ICM), Rome, Italy"), _without_other_end("Appareil, 25")
        ('Conference on Maps (ICM)', 'Appareil')
    """
    opened = name.rstrip(")]")
    is_unopened = opened != name and "(" not in name and "[" not in name
    return opened if is_unopened else _OTHER_END.sub("", name)


def _is_about_author(name: str, authors: Sequence[str]) -> bool:
    """Return whether words begin as a sentence on one of the authors, by the given name.

    Examples:
        >>> [_is_about_author(name, ["Ann Lee"]) for name in ("Ann went to Kenyon College", "Ann Arbor Review")]
        [True, False]
    """
    given_name, _, words_after = name.partition(" ")
    return words_after[:1].islower() and any(given_name == author.partition(" ")[0] for author in authors)


def _with_field(evidence: Evidence, label: str, value: str) -> Evidence:
    """Return evidence with a field in place of the venue, unless it has such a field."""
    labels = {field.label for field in evidence.fields}
    return _without_venue(
        evidence if label in labels else evidence._replace(fields=(*evidence.fields, Field(label, value)))
    )


def _without_venue(evidence: Evidence) -> Evidence:
    """Return evidence without its venue, and without a type that the venue alone shows.

    A book without a name is no sign of a chapter, unless pages are.
    """
    is_part = evidence.entry_type in ("incollection", "inproceedings")
    is_part = is_part and all(field.label != "Pages" for field in evidence.fields)
    return evidence._replace(venue="", entry_type="" if is_part else evidence.entry_type)
