"""Read names with a year, or after `by`: `Vaswani et al. 2017`, `(Ha & Schmidhuber, 2018)`."""

from __future__ import annotations

import re
from typing import NamedTuple

from papernotes_plugin import citekeys, people, venues
from papernotes_plugin.people import BETWEEN_NAMES, OTHERS, is_title_word
from papernotes_plugin.recognisers.evidence.authors import authorship, informal_citations, name_order
from papernotes_plugin.recognisers.evidence.labels.silent_words import UNINFORMATIVE
from papernotes_plugin.recognisers.evidence.references.publication_numbers import MONTH
from papernotes_plugin.recognisers.evidence.references.publishers import PUBLISHER
from papernotes_plugin.text.lazy_regex import OPTIONAL_SPACE, lazy_regex
from papernotes_plugin.text.romanisation import CJK_LETTER
from papernotes_plugin.text.years import YEAR

PARTICLES = rf"(?:(?:{people.PARTICLES}|De|Del|Della|Di|Da|Du|La|Le|Van|Von|Ten|Op(?= [a-z])) ){{0,3}}"
_WORD = r"(?:(?:[^\W\d_]\.){1,4}|[^\W\d_](?:[^\W\d_]|['’.-](?=[^\W\d_])){0,40}(?:(?<=\b[JS][rt])\.)?)"
"""A word of a name, or initials: `O’Neil`, `D.D.`, `Jr.`; no other point ends a name."""
_CAPITALISED = rf"(?:[dl]['’])?(?=[^\W\d_a-zа-яё]){_WORD}"
PERSON = rf"{PARTICLES}{_CAPITALISED}(?: {PARTICLES}{_CAPITALISED}){{0,4}}"
_LAST = rf"(?:(?P<others>,? et\.? ?al\.?|\+|(?:,? and| &|, &) (?:others|colleagues))|(?:,? and| &|, &) {PERSON})"
PEOPLE = rf"(?:(?>{PERSON}), ){{0,100}}{PERSON}{_LAST}?"
PLACE = (
    r"(?P<place>(?:(?:[^\W\d_][^(),]*(?:\b|(?<=[A-Z]{3}))|\d{1,2}[-/])?(?:19|20)\d\d(?!\s?[-–—]\s?\d{4})"
    r"|[A-Z][\w& ]{1,20}['’]\d\d\b)"
    r"[^()]*)"
)
"""A year, often after a venue or a month: `ICML 2020`, `CVPR2022`.

Two years are those that a title speaks of: `Notebooks, 1914-1916`.
"""
_BYLINE = lazy_regex(rf"(?P<people>{PEOPLE})(?:(?:,? ?[(,;] ?| ){PLACE}\)?)?[.,:]*")
_GROUP_AND_YEAR = lazy_regex(
    rf"(?P<group>(?:[^\W\d_a-z][\w+-]* ){{1,4}}(?:Collaboration|Consortium)),? \(?(?:\d\d?[-/])?(?P<year>{YEAR})\)?"
)
"""A group of authors with the year: `GRAVITY+ Collaboration, 09-2025`."""
_SHORT_YEAR = lazy_regex(r"(?:(?<=[A-Za-z])\s?['’]|(?<=[A-Z]{3})|(?<=\+),?\s?['’]?|(?<= al\.),?\s['’]?)(?P<year>\d\d)$")
"""The last digits of a year after a venue or shortened names: `Nature'21`, `ICLR21`, `Brown+ 20`."""
_CITATION = lazy_regex(
    rf"(?P<people>(?>{PERSON})(?:(?:, (?>{PERSON}))*{_LAST})?)[,.]?\s*\(?(?:\d\d?[-/])?(?P<place>{YEAR})[a-z]?\)?"
)
"""`Vaswani et al. (2017)`, `Ha & Schmidhuber, 03-2018`; names with commas alone may be a title: `Maps, Charts 2018`."""
_VENUE_AFTER_NAMES = lazy_regex(
    rf"(?P<people>[^()]+(?: and | & | et al)[^(),]{{0,120}})(?:,|(?<=[a-z])(?= [A-Z]{{2}})) "
    rf"(?P<venue>[^(),]+?),? (?P<year>{YEAR})"
)
"""`Mallinar and Rosset, arXiv, 2018`, `Lee and Ray CVPR 2011`; `Robotics, Planning, ICRA 2018` may be anything."""
_DATED = lazy_regex(r"(?P<names>[^\W\d_].{3,600}?)(?:,|\s\(|\s)\s*(?P<year>(?:19|20)\d\d)[).]*")
"""Authors with the year after them."""
_VENUE_AND_NAMES = lazy_regex(
    r"(?P<venue>[^\W\d_a-z][^()\n]{1,40}) \(?(?P<year>(?:19|20)\d\d)\)? [–—-] "
    r"(?P<people>[^()\d\n–—]{3,80}?) [–—-] (?=\S+ \S+ \S)"
)
"""`Nat Neurosci (2023) - Sagan et al. - ` before a title"""
_NAMES_BEFORE_TITLE = lazy_regex(
    r"(?P<people>[^\W\d_a-z][\w'’-]+(?:(?:, | & )[^\W\d_a-z][\w'’-]+){0,4},? et al\.?(?=:| [–—-])"
    r"|[^\W\d_a-z][\w'’-]+ & [^\W\d_a-z][\w'’-]+(?= [–—-]))(?: [–—-]|:) (?=\S+ \S+ \S)"
)
"""Shortened names, or two with `&` before a dash, before a title: `Sagan et al.: `, `Lee & Ray - `."""
_ONE_AND_VENUE = lazy_regex(rf"(?P<name>{PERSON}), (?P<venue>[A-Z][^(),]*?,? ?(?:{YEAR}|['’]\d\d))")
"""`Leslie Lamport, PODC 1998`"""
_FOLDER = lazy_regex(r"(?<![\w-])(?<![\w-]/)(?:[\w-]+/)+(?=[^\W\d_])")
"""The folder in a link to the note on a person: `authors/Ann Lee`."""
_DIGIT_OR_QUOTE = lazy_regex(r"[\d\"“”„«»]")
_MONTH_OR_DAY = lazy_regex(
    rf"{MONTH}|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|(?:Mon|Diens|Donners|Frei|Sams|Sonn)tag|Mittwoch"
    r"|(?:Lun|Mar|Jeu|Vendre|Same)di|Mercredi|Dimanche"
)
"""A month or a day of the week before a year: `Class 1 — Tuesday, 2026`."""
_BEFORE_TITLE = lazy_regex(rf"(?<={YEAR}\))(?:[:.]| [—–-])? (?=\S+ \S)|(?<={YEAR}) [—–-] (?=\S+ \S+ \S)")
"""A colon or a dash after the year of a byline: `Lee & Ray (2019): `, `Lee et al. 2019 - `."""
_NAME_WITH_YEAR = lazy_regex(
    rf"[^\W\d_a-z][a-zà-öø-ÿ'’-]+(?:&[^\W\d_a-z][a-zà-öø-ÿ'’-]+|\+)?\s?\((?P<year>{YEAR})\)\.? (?=[A-Z]\S* \S+ )"
)
"""A family name, or the name of a method, and the year before a title: `Lee (2017) Title of Words`, `Lee+(2017) …`."""
_PLUS = lazy_regex(r"(?P<name>[A-ZÀ-Þ][^\W\d_'’-]+)\+\s?['’]?(?P<year>(?:19|20)?\d\d)[:：] (?=\S+ \S)")
"""A family name, a plus for others and the year before a title: `Pennington+’14: GloVe`."""
CAPITALS = lazy_regex(
    r"[A-Z]{2}|^(?!(?:Ma?c|Fitz|D[aeiu]s?|Del|L[aeou]|V[ao]n(?:der)?|[AE]l|St|Ben|Te[nr]|San)[A-Z])[A-Z][a-z]+[A-Z]"
)
"""Capitals that the names of systems have, and no family name: `BERT`, `FlashAttention`."""
_SEPARATOR = lazy_regex(rf"(?P<comma>,\s+)|(?P<dash>(?<!\s)\s+[–—-]+\s+)|(?P<bracket>{OPTIONAL_SPACE}[(\[（])")
_ONLY_YEAR = lazy_regex(rf"{YEAR}[a-z]?")
_INITIALS_FIRST = lazy_regex(r"(?!U\. ?[SKN]\.)(?:[^\W\d_a-z]\.[ -]?){1,4}[^\W\d_a-z][^\W\d_]")
"""Initials and the first letters of a family name: `V. D. Albertson`."""
DOUBLE_FAMILY = lazy_regex(rf"[^\W\d_a-z][^\W\d_]+ (?:{people.PARTICLES}) [^\W\d_a-z][^\W\d_]+")
"""A family name with a particle inside: `Bueno de Mesquita`."""
_CLOSING = {"(": ")", "[": "]", "（": "）"}
_BRACKETED = lazy_regex(r"[\s,.;:–—-]*[(\[](?P<byline>[^()\[\]]{3,100})[)\]]")
_MIN_COMMAS = 3
"""Commas between names from which they are no words of a title."""
_MIN_TITLE = 4
"""Minimum number of characters of a title before a byline."""
_MAX_LENGTH = 400
_ACRONYM = lazy_regex(r"[^\W\d_]*[A-Z]{2}|[A-Z][a-z]+former")
"""A word that ends with two capitals, as those of venues do, or the name of a model: `SoCC 2022`, `Reformer`."""
_MAX_HAN = 4
"""Characters of a Chinese name; more are those of a group: `国家集训队 2021`."""
_NO_NAME_TABLE = """
    see from by as at after with like unlike following the this that today recently paper both also when while our
    we i here for and but how why what where reading review summary notes source siehe nach laut vgl voir selon véase
    según vedi secondo cfr cf skim browse consult см ver veja quelle fuente fonte новая статья сегодня
"""
NO_NAMES = frozenset(_NO_NAME_TABLE.split())
"""Words with a capital at the beginning of a sentence, which are no given names, unlike that of In So Kweon."""
_COURSE_TABLE = """
    syllabus lecture lectures homework assignment semester quarter schedule seminar recitation midterm exam
    wintersemester sommersemester herbstsemester frühjahrssemester trimester semestre term
"""
_WORDS_OF_COURSES = frozenset(_COURSE_TABLE.split())
"""Words before a season or a year, which are no names: `Syllabus, Fall 2020`, `(Wintersemester 2024/2025)`."""
_COMPANY_TABLE = """
    adobe airbnb alibaba amazon anthropic apple baidu bytedance deepmind deepseek facebook google harvard huawei ibm
    intel linkedin meta microsoft mistral naver netflix nvidia openai princeton salesforce samsung spotify stanford
    tencent tsinghua uber
"""
_NAMED_AFTER_FAMILIES = frozenset(("Pearson", "Wiley", "Macmillan", "Norton", "Harper", "Knopf", "Hart", "Sage"))
"""Publishers whose names are frequent family names."""
_COMPANIES = frozenset(_COMPANY_TABLE.split())
"""Companies and universities that publish papers under their name: `Llama (Meta 2023)`."""


class Byline(NamedTuple):
    """Authors, and the venue and year next to them."""

    authors: tuple[str, ...] = ()
    """Family names as written; `et al.` comes last if there are more."""
    venue: str = ""
    year: int | None = None
    track: str = ""


def read_byline(words: str) -> Byline | None:
    """Return the byline that a whole text is; None for other texts, and for one name without a year.

    Examples:
        >>> read_byline("Vaswani et al. 2017").authors, read_byline("Ha & Schmidhuber (NeurIPS 2018)").venue
        (('Vaswani', 'et al.'), 'NeurIPS')
        >>> read_byline("Learning and Optimization (2018)"), read_byline("Attention")
        (None, None)
        >>> read_byline("GRAVITY+ Collaboration, 09-2025")[:3]
        (('GRAVITY+ Collaboration',), '', 2025)
    """
    words = informal_citations.formal(words.strip())
    if short := _SHORT_YEAR.search(words):
        words = f"{words[: short.start()]} {venues.expand_year(short['year'])}"
    published = _VENUE_AFTER_NAMES.fullmatch(words) if _may_have_year(words) else None
    if published and venues.parse_venue(published["venue"])[0]:
        words = f"{published['people']} ({published['venue']} {published['year']})"
    if group := _GROUP_AND_YEAR.fullmatch(words):
        return Byline((group["group"],), year=int(group["year"]))
    match = _BYLINE.fullmatch(words)
    if not match:
        return None
    people = matched_names(match)
    are_people = may_be_people(people) and are_full(people, with_initials=is_only_year(match["place"]))
    return to_byline(match) if are_people and (match["others"] or len(people) > 1 or match["place"]) else None


def _may_have_year(words: str) -> bool:
    return "19" in words or "20" in words


def read_citation(words: str) -> Byline | None:
    """Return the names with their year that a whole text is; None for other texts, and for one name with a venue.

    Examples:
        >>> [read_citation(words) is not None for words in ("(Dai, et al. 2019)", "Dai 2019", "December 2019")]
        [True, True, False]
    """
    match = _CITATION.fullmatch(words.strip(" ()[].:")) if _may_have_year(words) else None
    people = matched_names(match) if match else []
    if not match or not (may_be_people(people) and are_full(people, with_initials=True)):
        return None
    return to_byline(match) if len(people) > 1 or match["others"] or may_be_family_name(people[0]) else None


def read_dated_byline(words: str, *, is_stated: bool = False) -> Byline | None:
    """Return the authors and the year that a whole text is; None for other words.

    Examples:
        >>> read_dated_byline("people/Ann Lee, Bob Ray, et. al, 2015").authors
        ('Ann Lee', 'Bob Ray', 'et al.')
        >>> read_dated_byline("George Miller (1956)")[:3], read_dated_byline("Results of 2015")
        ((('George Miller',), '', 1956), None)

    Args:
        words: The text.
        is_stated: Whether its label says that it is about a paper.  Otherwise one name needs a frequent given name, as
            `San Francisco, 2019` looks the same.
    """
    words = _FOLDER.sub("", words)
    match = _DATED.fullmatch(words)
    if not match or _DIGIT_OR_QUOTE.search(match["names"]):
        return None
    names, year = match["names"], int(match["year"])
    is_one = authorship.is_person(names) and (is_stated or authorship.has_given_name(names))
    if is_one or authorship.looks_like_authors(names):
        return Byline(authorship.split_authors(names), year=year)
    byline = read_byline(words)
    return byline if byline and (is_stated or len(byline.authors) > 1) and not byline.venue else None


def matched_names(match: re.Match[str]) -> list[str]:
    """Return the names that PEOPLE has matched, without `et al.`."""
    return BETWEEN_NAMES.split(match["people"].removesuffix(match["others"] or ""))


def to_byline(match: re.Match[str]) -> Byline:
    """Return the names that PEOPLE has matched, and the venue and year that PLACE has matched."""
    venue, year, track = venues.parse_venue(match["place"] or "")
    years = re.findall(rf"\b{YEAR}\b", match["place"] or "")
    people = list(filter(None, matched_names(match)))
    if len(people) > 1 and CAPITALS.search(people[0]) and not CAPITALS.search(people[1]):
        # `ToolACE, Liu et al.` begins with the name of the paper
        people = people[1:]
    is_last = len(people) > 1 and not match["others"] and people[-1] not in _NAMED_AFTER_FAMILIES
    if is_last and PUBLISHER.fullmatch(people[-1]):
        # `(Bishop, Springer, 2006)`
        people.pop()
    if not match["others"] and match["people"] == ", ".join(people) and _is_inverted_name(people):
        # `García, Rolando (2006)`
        people = [match["people"]]
    if match["others"] and len(people) == 2 and not any(" " in person for person in people):
        # `Zhang, Yichi et al.` has one person, `Perez, Strub et al.` has two: only the first is certain
        family, second = people
        people = [f"{second} {family}" if name_order.are_one_person(family, second) else family]
    names = (*people, *([OTHERS] if match["others"] else []))
    return Byline(names, venue, year or (int(years[-1]) if years else None), track)


def _is_inverted_name(parts: list[str]) -> bool:
    """Return whether parts of one word each are the family name and a frequent given name of one person."""
    return len(parts) == 2 and not any(" " in part for part in parts) and name_order.are_one_person(*parts)


def may_be_people(people: list[str]) -> bool:
    """Return whether no name is a venue, a day, a month or a link, and no word is one of titles: `(Paper, Code)`."""
    words = {word for person in people for word in person.casefold().split()}
    # Larry Page has a name that links have, too
    are_links = UNINFORMATIVE.issuperset(person.casefold() for person in people)
    is_other = are_links or any(venues.parse_venue(person)[0] for person in people)
    is_other = is_other or not _WORDS_OF_COURSES.isdisjoint(words)
    return authorship.TITLE_WORDS.isdisjoint(words) and not is_other and not any(map(_MONTH_OR_DAY.fullmatch, people))


def is_only_year(place: str | None) -> bool:
    """Return whether nothing but a year is after names."""
    return _ONLY_YEAR.fullmatch(place or "") is not None


def are_full(people: list[str], *, with_initials: bool = False) -> bool:
    """Return whether the names of several words are those of people, as the given names of half of them show.

    Args:
        people: The names.
        with_initials: Whether initials show it, too, as a year alone follows: a title with a year may begin with names.
    """
    families = (re.sub(f"^{PARTICLES}", "", person) for person in people)
    full = [
        family for family in families if " " in family and not (len(people) > 1 and DOUBLE_FAMILY.fullmatch(family))
    ]
    initialed = sum(with_initials and _INITIALS_FIRST.match(name) is not None for name in full)
    count = initialed + sum(map(authorship.has_given_name, full))
    is_half = 2 * count >= len(full) and all(map(authorship.is_person, full))
    return count == len(full) or (is_half and not open_with_title(full))


def open_with_title(names: list[str]) -> bool:
    """Return whether the first of several names is a title: `Elementary Applied Topology, Robert Ghrist`."""
    first = names[0]
    return first.count(" ") > 1 and not (
        authorship.has_given_name(first) or name_order.INITIAL_OR_PARTICLE.search(first)
    )


def may_be_family_name(name: str) -> bool:
    """Return whether one word before a year is no month, no acronym and no name of a system or a group."""
    is_group = CJK_LETTER.match(name) is not None and len(name) > _MAX_HAN
    return not (is_group or _ACRONYM.fullmatch(name) or CAPITALS.search(name) or citekeys.is_no_name(name))


def is_no_person(name: str) -> bool:
    """Return whether a name is that of an organisation or a venue."""
    return name.casefold() in _COMPANIES or authorship.names_organisation(name) or bool(venues.parse_venue(name)[0])


def is_collaboration(name: str) -> bool:
    """Return whether a name is that of a group of authors: `GRAVITY+ Collaboration`."""
    return name.endswith((" Collaboration", " Consortium")) and not any(map(str.islower, name.split()))


def is_company(name: str) -> bool:
    """Return whether a name is that of a company or university that publishes papers under it."""
    return name.casefold() in _COMPANIES


def byline_in_brackets(rest: str) -> Byline | None:
    """Return the byline in brackets at the beginning of a text: ` (Ha & Schmidhuber, 2018)`; None for none."""
    match = _BRACKETED.match(rest)
    byline = read_byline(match["byline"]) if match else None
    return byline if byline and (len(byline.authors) > 1 or is_collaboration(byline.authors[0])) else None


def byline_before(title: str) -> tuple[Byline, str] | None:
    """Return the byline of several names before a colon or a dash, and the title after it; None for none.

    One name before a year may be that of the paper: `Mamba (2023): Linear-Time Sequence Modeling`.  Without a mark
    after the year, only the year is certain.

    Examples:
        >>> byline_before("Ha & Schmidhuber (2018): Recurrent World Models")[0].authors
        ('Ha', 'Schmidhuber')
        >>> byline_before("Ha et al. (2018) - Recurrent World Models")[1]
        'Recurrent World Models'
        >>> byline_before("Nature (2018) - Ha et al. - Recurrent World Models")[0].venue
        'Nature'
        >>> byline_before("Ha et al.: Recurrent World Models")[1], byline_before("Lee & Ray: A Survey of Roads")
        ('Recurrent World Models', None)
        >>> byline_before("BERT & GPT (2018): Two Language Models") is None
        True
    """
    if published := _VENUE_AND_NAMES.match(title):
        venue, _, track = venues.parse_venue(published["venue"], labelled=True)
        byline = read_byline(f"{published['people']} {published['year']}") if venue else None
        return (byline._replace(venue=venue, track=track), title[published.end() :]) if byline else None
    if dated := _NAME_WITH_YEAR.match(title):
        return Byline(year=int(dated["year"])), title[dated.end() :]
    if (names := _NAMES_BEFORE_TITLE.match(title)) and not CAPITALS.search(names["people"]):
        byline = read_byline(names["people"])
        are_words = byline is None or any(map(is_title_word, byline.authors))
        return (byline, title[names.end() :]) if byline and not are_words else None
    if plus := _PLUS.match(title):
        return Byline((plus["name"], OTHERS), year=venues.expand_year(plus["year"])), title[plus.end() :]
    ending = _BEFORE_TITLE.search(title[:_MAX_LENGTH])
    people = title[: ending.start()] if ending else ""
    # `Lift, Splat, Shoot (2020): Encoding Images` is a title
    is_marked = " & " in people or " and " in people or " et al" in people or people.count(", ") >= _MIN_COMMAS
    byline = read_byline(people) if is_marked and not CAPITALS.search(people) else None
    is_of_several = byline and byline.year and len(byline.authors) > 1
    return (byline, title[ending.end() :]) if byline and ending and is_of_several else None


def split_byline(title: str, *, is_dated: bool) -> tuple[str, Byline] | None:
    """Return a title without the byline at its end, and that byline; None if it has none.

    A single name before a year may be a place, and two names joined by `and` may be words of the title.

    Examples:
        >>> split_byline("World Models, Ha & Schmidhuber (2018)", is_dated=False)[1].authors
        ('Ha', 'Schmidhuber')
        >>> split_byline("Attention is all you need - Vaswani et al. 2017", is_dated=False)[0]
        'Attention is all you need'
        >>> split_byline("The Chubby Lock Service (Burrows, OSDI 2006)", is_dated=False)
        ('The Chubby Lock Service', Byline(authors=(), venue='OSDI', year=2006, track=''))

    Args:
        title: The words that may be title and byline.
        is_dated: Whether a year follows them.
    """
    for match in _SEPARATOR.finditer(title[:_MAX_LENGTH], _MIN_TITLE):
        kind, tail = match.lastgroup, title[match.end() :]
        if kind == "bracket":
            closing = _CLOSING[match[0].strip()]
            if not tail.rstrip(" .,:").endswith(closing) or tail.count(closing) > 1:
                continue
            tail = tail.rstrip(" .,:")[:-1]
        before = title[: match.start()].strip()
        if kind != "bracket" and (" " not in before or authorship.has_given_name(before)):
            # the first of several names
            continue
        if kind == "bracket" and (published := _one_and_venue(tail)):
            return before, published
        if byline := read_byline(tail):
            is_whole = before.count("(") == before.count(")")
            return (before, byline) if is_whole and _is_marked(byline, tail, kind or "", is_dated=is_dated) else None
    return None


def _one_and_venue(words: str) -> Byline | None:
    """Return one name, a known venue and the year; a single word is left out, as it may be a place or a company."""
    match = _ONE_AND_VENUE.fullmatch(words)
    venue, year, track = venues.parse_venue(match["venue"]) if match else ("", None, "")
    if not match or not (venue and year):
        return None
    name = match["name"]
    return Byline((name,) if authorship.has_given_name(name) else (), venue, year, track)


def _is_marked(byline: Byline, tail: str, kind: str, *, is_dated: bool) -> bool:
    """Return whether a tail that may be a byline is one, and not the last words of the title."""
    if byline.authors[-1] == OTHERS:
        return True
    if kind == "bracket" and len(byline.authors) > 1 and all(" " in name for name in byline.authors):
        # `Title (Ann Lee and Bob Ray)`
        return True
    if len(byline.authors) < 2 or not (byline.year or is_dated):
        return False
    if kind == "bracket":
        return byline.year is not None
    # a hundred of 23,000 titles end like `…, Convergence and Verification`; hardly one has `&`, or a dash and a year
    return len(byline.authors) == 2 and (" & " in tail or (kind == "dash" and byline.year is not None))
