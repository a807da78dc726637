"""Read what follows the title in a reference: venue, volume, issue, pages, publisher and year."""

from __future__ import annotations

import re
from dataclasses import dataclass

from papernotes_plugin import venues
from papernotes_plugin.recognisers.evidence import imprints
from papernotes_plugin.text import plain_text

_IN = re.compile(r"(?:(?:in|In|IN|en|En|dans|Dans|presented at|Presented at)\b\s*:?\s+|//\s*)")
_REMARK = re.compile(
    r"\([^()\d]{2,20}\)[\s.,]*|\(?\d{1,2}(?:st|nd|rd|th|\.)?\s?(?:[Ee]d(?:ition|n)?|Aufl(?:age)?)\b\.?\)?[\s.,]*"
)
_YEAR_FIRST = re.compile(r"[(\[]?((?:19|20)\d\d)[)\]]?[.,:]\s+(?=[^\W\d_a-z])")
"""A year between title and venue."""
_PAGES_IN = re.compile(r"[Pp]p?\.\s*\d+(?:[-–—]+\d+)?\s+in\s")
"""The pages before the venue, as sociologists print them: `Pp. 1–10 in Book`."""
_EDITORS = re.compile(
    r"[^“”\"«»]{3,200}?\(?(?:\b(?:[Ee]ds?|[Hh]rsg|[Ee]ditors?|[Cc]oords?|[Cc]omps?|[Dd]irs?|[Oo]rgs?)\b|[Éé]ds?\b)\.?\)?"
    r"[.,:]{0,2}\s+(?=\w)"
)
_NUMBERS = re.compile(
    r"[\s,.;:]*(?:"
    r"[(（]?(?:19|20)\d\d[a-z]?\b(?!\s+(?:[\w/]+\s+){0,3}(?:Conference|Symposium|Workshop|Meeting|Conf))"
    r"|\b(?:vol(?:ume)?s?|no|nr|pp?|pages?|art(?:icle)?|iss(?:ue)?|Bd|S|t)\b\.?\s*[\dA-Ze]*\d"
    r"|(?<=[\s,.;:])(?:[A-Z]?\d+[A-Z]?)\s*(?:[(,:;.]|$|[-–—]+\s*\d|\s\()"
    r"|(?<=[\s,])\(\d{1,4}\)(?=[,.:;\s]|$)"
    r"|제\s?\d+|第\s?\d+"
    r"|[(（]n\.\s?d\.[)）]"
    r"|\d{1,2}\.?\s[A-Z][a-z]{2,8}\.?\s(?:19|20)\d\d"
    r")",
    re.IGNORECASE,
)
"""The first number after the name of a venue."""
_POINT = re.compile(
    r"(?<=[^\W\d_])[.。]\s+(?=\S)|(?<=[』》])|\s{3,}|[;；]\s|\s*[|｜\x1d]|\s[–—-]\s(?=[A-Z][a-z]+\b.*[.!]$)"
)
_SHORT_WORD = re.compile(r"(?:[A-Z]|[A-Z]\.[A-Z]|[a-z]{1,2})$")
_ABBREVIATIONS_TABLE = """
    acad acta adv am amer anal anesth angew ann annu anthropol appl arch artif assoc astron astrophys behav
    biochem bioeng bioinf bioinform biol biomed biophys biosci biotechnol br brit bull can cardiol chem chim clin
    cogn comm commun comp comput conf contemp control crit crystallogr cult curr dermatol dev diagn dis dyn ecol
    econ econom ed educ electr electron endocrinol eng engl environ epidemiol ethics eur evol exp expo found front
    gastroenterol gen genet geol geophys graph hist hum ieee immunol imp ind inf inform instrum int integr intell
    interdiscip intern internat jpn lang lett ling linguist logist mach manag manage mat mater math meas mech med
    mem methods microbiol mod mol nanotechnol nat natl neurol neurosci nucl nutr oceanogr oncol oper opin
    ophthalmol opt organ pap parallel pathol pattern pediatr perspect pharmacol phil philos photon phys physiol
    pol polit pow press probab probl proc process prog program psychiatry psychol psychon publ q quant quart
    radiol recog recognit rel relat reliab rep res rev robot roy sci secur sel ser signal simul soc sociol softw
    sov st stat stud surg surv symp syst tech technol telecommun theor ther top tox trans transl trop univ vet vis
    virol wiss workshop z zool abh accad atti beitr ber ges ist istit jahrb mém mitt nachr naturwiss naz rend
    sitzungsber verh angew comment helv invent pures reine
"""
_ABBREVIATIONS = frozenset(_ABBREVIATIONS_TABLE.split())
"""Shortened words in the names of journals, in lower case."""
_PLACE = re.compile(r",\s+(?=[A-Z])|\s+\((?=[A-Z])")
_SUBJECT_CLASS = re.compile(r"\s*\[[a-z-]+(?:\.[A-Z-]+)?\](?=\W*$)")
"""The subject of a preprint: `arXiv [cs.SI]`."""
_PLACE_AT_END = re.compile(r",\s+[^\W\d_a-z][^\W\d_]+(?:[/ -][^\W\d_a-z][^\W\d_]+){0,2}$")
_ONLY_YEAR = re.compile(r"\s\(?(?:19|20)\d\d\)?(?:[.,]\s*(?:S|pp?)\.|[.\s]*$)")
"""A year after the place of a book, with pages or at the end: `Berlin/Boston 2018, S. 135–147`."""
_YEAR = re.compile(r"(?<![\d.:/–—-])(?<!\d )((?:19|20)\d\d)(?=[a-z]?(?![\d/]|[.:]\d|\s?[-–—]+\s?\d))")
_YEAR_IN_BRACKETS = re.compile(
    r"[(（]\s?(?:(?:\d\d?\.?\s)?[^\W\d_]{3,}\.?\s(?:\d\d?,\s)?)?((?:19|20)\d\d)[a-z]?(?:[,/][^()]{0,20})?\s?[)）]"
)
_PAGES = re.compile(
    r"(?:\b(?:pp?|pages?|S)\b\.?\s*|[:,]\s*|\s)(?P<pages>[A-Za-z]?\d+\s?[-–—]+\s?[A-Za-z]?\d+)(?!\d)"
    r"|\b(?:pp?|pages?)\b\.?\s*(?P<page>\d+)\b"
)
_VOLUME = re.compile(
    r"\bvol(?:ume)?\.?\s*(?P<v1>\d+)|제\s?(?P<v2>\d+)\s?권|第\s?(?P<v3>\d+)\s?[巻卷]"
    r"|(?:^|[\s,;:*])(?P<v4>\d{1,4})\s?[(（](?P<n1>\d{1,4})(?:[-–/]\d+)?[)）]"
    r"|(?:^|[\s,;:*])(?P<v5>\d{1,4})\.(?P<n2>\d{1,4})(?=\s?[(])"
    r"|(?:^|[\s,;:*])(?P<v6>(?!(?:19|20)\d\d[,:])\d{1,4})(?=,\s*(?:no|[A-Za-z]?\d+\s?[-–])|,\s?\d+\s?\(|\s?:|\s?,\s?\d|\s?\()"
    r"|^[\s.,]*(?P<v7>\d{1,3})(?=[\s.,]*$)",
    re.IGNORECASE,
)
_ISSUE = re.compile(
    r"\b(?:no|nr|issue|iss)\b\.?\s*(?P<n1>\d+)|제\s?(?P<n2>\d+)\s?호|第\s?(?P<n3>\d+)\s?[号期]|^,\s?(?P<n4>\d+)\s?\(",
    re.IGNORECASE,
)
_PUBLISHER = re.compile(
    r"(?:^|[.,:;(]\s*|\s)(?P<name>(?:[A-Z][\w&-]+ (?:(?:of|at|the|[A-Z][\w&-]+) ){0,4})?"
    r"(?:Press|Verlag|Publishing|Publishers|university press)"
    r"|Association for Computing Machinery|Association for Computational Linguistics|ACM|IEEE|Elsevier|PMLR"
    r"|Springer(?:[ ,]+(?:International Publishing|Nature|New York|Berlin|Heidelberg|Cham|Singapore|Spektrum|Vieweg"
    r"|Gabler|VS|Wiesbaden|Science|Business Media))*"
    r"|Curran Associates(?:, Inc\.?)?|(?:John )?Wiley(?:-Blackwell| (?:&|and) Sons(?:, Inc\.?)?)?"
    r"|A\.?K\.? Peters(?:/CRC Press)?|MIT press|Pragmatic Bookshelf|World Scientific|Birkhäuser|Pearson|Penguin"
    r"|Chapman (?:&|and) Hall(?:/CRC)?|Routledge|SAGE|Sage|Taylor & Francis|Morgan Kaufmann|USENIX Association"
    r"|OpenReview\.net|IOS Press|O['’]Reilly(?: Media)?|Addison-Wesley|McGraw-Hill|Prentice Hall|Suhrkamp|Macmillan"
    r"|De Gruyter)(?=[.,;:)]|\s*$)"
)
_EVENT = re.compile(
    r"\b(?:journal|proceedings|conference|symposium|workshop|transactions|annals|review|letters|bulletin|magazine|zeitschrift"
    r"|revue|revista|proc|conf|congress|meeting|advances)\b|学报|論文誌|논문지|学会|학회|期刊|杂志",
    re.IGNORECASE,
)
"""A word of which the names of many venues have one."""
_MAX_SEARCH = 250
"""Number of characters in which the name of a venue ends."""
_MAX_NAME = 160


@dataclass(frozen=True, slots=True)
class Publication:
    """Venue and date of a paper, as a reference prints them."""

    venue: str = ""
    """The acronym of a known venue, else the name as printed."""
    year: int | None = None
    track: str = ""
    volume: str = ""
    issue: str = ""
    pages: str = ""
    publisher: str = ""
    is_known: bool = False
    """True if the venue is one of the table of venues."""
    is_event: bool = False
    """True if the venue has a word such as `Journal`, or volume and pages."""
    has_in: bool = False
    """True if `In` is before the venue."""
    has_imprint: bool = False
    """True if it ends with place and publisher of a book."""
    end: int = 0
    """The offset after the venue."""
    unexplained: int = 0
    """Number of words between the venue and the first number, or in an unknown venue after a point."""

    @property
    def details(self) -> tuple[tuple[str, str], ...]:
        """Volume, issue, pages and publisher by the labels that fields have."""
        pairs = (("Volume", self.volume), ("Number", self.issue), ("Pages", self.pages), ("Publisher", self.publisher))
        return tuple((label, value) for label, value in pairs if value)


def _start_of_venue(text: str, at: int, end: int) -> tuple[int, int | None]:
    """Return the offset after marks, edition, year and pages that come before a venue, and that year."""
    while at < end and text[at] in " \t.,:;)]*_\x1e":
        at += 1
    if remark := _REMARK.match(text, at, end):
        at = remark.end()
    year = _YEAR_FIRST.match(text, at, end)
    at = year.end() if year else at
    before = _PAGES_IN.match(text, at, end)
    return before.end() - 3 if before else at, int(year[1]) if year else None


def publication(
    text: str, start: int, end: int, emphasised: tuple[int, int] | None, *, may_lack_publisher: bool = False
) -> Publication:
    """Return venue, numbers and year in the part of a reference after its title.

    Args:
        text: The reference.
        start: The offset after the title.
        end: The offset at which the reference ends.
        emphasised: The emphasised part that begins there, which is the venue; None for none.
        may_lack_publisher: Whether place and year are enough for a book: `Leiden/Boston 2003`.
    """
    at, first_year = _start_of_venue(text, start, end)
    opening = _IN.match(text, at, end)
    at = opening.end() if opening else at
    if emphasised and opening:
        at = max(at, emphasised[0])
    elif editors := _EDITORS.match(text, at, end) if opening else None:
        at = editors.end()
    elif not emphasised and (book := _book(text, at, end, may_lack_publisher=may_lack_publisher)):
        return book
    has_editors = opening is not None and emphasised is not None and emphasised[0] > opening.end() + 1
    stop = emphasised[1] if emphasised and has_editors else _name_end(text, at, end, emphasised)
    name = _without_marks(text[at:stop])
    rest = text[stop:end]
    if opening and (place := _PLACE_AT_END.search(name)) and _ONLY_YEAR.match(rest):
        name = name[: place.start()]
    numbers = _details(rest)
    acronym, year, track = _parsed(name, numbers["volume"])
    is_marked = opening is not None or emphasised is not None or bool(numbers["volume"] and numbers["pages"])
    venue = acronym or (name if _is_name(name, is_marked) else "")
    if acronym and venues.is_preprint(acronym):
        numbers = dict.fromkeys(numbers, "")
    if venue and not acronym and (house := _publisher_of(name)):
        venue, numbers["publisher"] = "", house
    return Publication(
        venue=venue,
        year=first_year or _year(text[at:stop], rest) or year,
        track=track,
        is_known=bool(acronym),
        is_event=bool(venue and (_EVENT.search(venue) or (numbers["volume"] and numbers["pages"]))),
        has_in=opening is not None,
        has_imprint=False,
        end=stop if venue else at,
        unexplained=_unexplained("" if acronym or emphasised else name, rest),
        **numbers,
    )


def _without_marks(words: str) -> str:
    """Return the name of a venue without marks around it; a bracket that opens within it keeps the closing one."""
    name = _SUBJECT_CLASS.sub("", words).strip(" .,;:()[]*_/\x1d\x1e“”\"'–—-")
    return name + ")" * (name.count("(") > name.count(")") and words.rstrip().endswith(")"))


def _book(text: str, at: int, end: int, *, may_lack_publisher: bool) -> Publication | None:
    """Return the publisher of a book, whose place, publisher and year end the reference; None for no book."""
    imprint = imprints.find_imprint(text, at, min(end, at + _MAX_SEARCH), may_lack_publisher=may_lack_publisher)
    if not imprint or _EVENT.search(text, at, imprint.end) or _VOLUME.search(text[at : imprint.start]):
        return None
    words = text[at : imprint.start].split()
    # without a year after the publisher, the date is before the title, and such a style prints no series
    unexplained = 0 if imprint.year else sum(word[:1].isalpha() for word in words)
    return Publication(
        publisher=plain_text(imprint.publisher),
        year=imprint.year,
        has_imprint=True,
        end=imprint.end,
        unexplained=unexplained,
    )


def _publisher_of(name: str) -> str:
    """Return the publisher if a whole name is one, also after its city: `Berlin: Springer`; "" for none."""
    city, colon, house = name.rpartition(": ")
    houses = re.split(r" (?:and|&) (?=MIT|Mc|[A-Z]\w+ Press)|/", house.strip())
    if all(map(_PUBLISHER.fullmatch, houses)) or (colon and not opening_words(city)):
        return house.strip()
    return ""


def opening_words(words: str) -> bool:
    """Return whether words are more than the name of a city: `Paris`, `New York`, `Cambridge, MA`."""
    return len(words.split()) > 3 or not words[:1].isupper() or bool(_EVENT.search(words))


def _unexplained(name: str, rest: str) -> int:
    """Return the number of words that are neither a venue nor a publisher."""
    number = _NUMBERS.search(rest)
    gap = _PUBLISHER.sub(" ", rest[: number.start()] if number else "")
    after_point = name.partition(". ")[2] if _POINT.search(name) else ""
    words = [*gap.split(), *(word for word in after_point.split() if not word.endswith("."))]
    return sum(word[:1].isalpha() for word in words)


def _parsed(name: str, volume: str) -> tuple[str, int | None, str]:
    """Return the known venue of a name; a subject such as `Machine Learning` is a journal if it has a volume."""
    parsed = venues.parse_venue("arXiv" if name.casefold() == "arxiv" else name) if name else ("", None, "")
    if (
        not parsed[0]
        and volume
        and (journal := venues.parse_venue(f"{name} 1 (2000)")[0])
        and venues.is_journal(journal)
    ):
        return journal, None, ""
    return parsed


def _name_end(text: str, at: int, end: int, emphasised: tuple[int, int] | None) -> int:
    """Return the offset after the name of a venue."""
    if emphasised and emphasised[0] <= at < emphasised[1]:
        inner = _NUMBERS.search(text, at, emphasised[1])
        return inner.start() if inner and inner.start() > at + 2 else emphasised[1]
    end = min(end, at + _MAX_SEARCH)
    number = _NUMBERS.search(text, at, end)
    stop = number.start() if number else end
    whole = text[at:stop].strip(" .,;:")
    if number and venues.is_preprint(venues.parse_venue(text[at : min(end, number.end() + 12)].strip(" .,;:()"))[0]):
        return stop
    for point in _POINT.finditer(text, at, stop):
        if point[0].startswith((".", "。")) and _is_abbreviation(text, at, point.start()):
            continue
        stop = point.start()
        break
    for place in _PLACE.finditer(text, at, stop):
        if venues.parse_venue(text[at : place.start()].strip(" .,"))[0] and not venues.parse_venue(whole)[0]:
            return place.start()
    publisher = _PUBLISHER.search(text, at, stop)
    return (
        publisher.start() if publisher and publisher.start() > at + 3 and text[publisher.start()] in ".,:;(" else stop
    )


def _is_abbreviation(text: str, start: int, end: int) -> bool:
    """Return whether the word before a point is shortened, as in `Phys. Rev. Lett.`."""
    return is_abbreviation(text[max(start, end - 20) : end])


def is_abbreviation(words: str) -> bool:
    """Return whether a text ends with a shortened word of a journal's name, such as `Phys` or `Lett`."""
    word = re.split(r"[\s(/-]", words)[-1]
    return word.casefold() in _ABBREVIATIONS or bool(_SHORT_WORD.match(word))


def _is_name(name: str, is_marked: bool) -> bool:
    """Return whether the words after a title can be the name of an unknown venue."""
    words = name.split()
    if not name or len(name) > _MAX_NAME or not any(c.isalpha() for c in name):
        return False
    if not (name[0].isupper() or name[0].isdigit() or name[0] > "\u2e80" or is_marked):
        return False
    if name.startswith(("A ", "An ")) and not is_marked:
        return False
    capital = sum(not w[0].islower() for w in words)
    return len(words) <= 20 and (
        is_marked or bool(_EVENT.match(name)) or len(words) <= 2 or 2 * capital >= len(words) or name[0] > "\u2e80"
    )


def _year(name: str, rest: str) -> int | None:
    """Return the year after a venue: in brackets, else the last one after it, else the one in its name."""
    if match := _YEAR_IN_BRACKETS.search(rest):
        return int(match[1])
    outside = _PAGES.sub(" ", rest)
    for part in (outside, name):
        if years := _YEAR.findall(part):
            return int(years[-1] if part is name or len(years) == 1 else years[0])
    return None


def _details(rest: str) -> dict[str, str]:
    """Return volume, issue, pages and publisher in the text after a venue."""
    pages, publisher = _PAGES.search(rest), _PUBLISHER.search(rest)
    before = rest[: pages.start() + 1] if pages else rest
    volume = _VOLUME.search(_YEAR_IN_BRACKETS.sub(lambda m: "(" + " " * (len(m[0]) - 1), before))
    issue = _ISSUE.search(before, volume.end() if volume else 0) if volume else None
    numbers = {name: value for name, value in volume.groupdict().items() if value} if volume else {}
    number = next((v for n, v in numbers.items() if n[0] == "n"), "")
    if issue and not number:
        number = next((v for v in issue.groupdict().values() if v), "")
    printed = (pages["pages"] or pages["page"]) if pages else ""
    return {
        "volume": next((v for n, v in numbers.items() if n[0] == "v"), ""),
        "issue": number,
        "pages": re.sub(r"\s?[-–—]+\s?", "–", printed),
        "publisher": plain_text(publisher["name"]) if publisher else "",
    }
