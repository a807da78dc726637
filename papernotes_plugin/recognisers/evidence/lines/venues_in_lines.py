"""Read a stretch of a line that is a venue, a date or both, and nothing else."""

from __future__ import annotations

import re
from functools import lru_cache

from papernotes_plugin import venues
from papernotes_plugin.recognisers.evidence.authors import authorship
from papernotes_plugin.recognisers.evidence.labels import label_meanings
from papernotes_plugin.recognisers.evidence.lines.line_marks import CLOSE, MARKS, OPEN, without_marks
from papernotes_plugin.recognisers.evidence.lines.names_in_lines import names_in
from papernotes_plugin.recognisers.evidence.references import publishers, publishing_cities
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.references.publication_numbers import MONTH, find_numbers
from papernotes_plugin.recognisers.evidence.references.venue_names import is_abbreviation, is_journal, may_be_venue
from papernotes_plugin.recognisers.evidence.references.venue_phrases import publication
from papernotes_plugin.recognisers.evidence.references.work_genres import find_genre
from papernotes_plugin.recognisers.evidence.titles.false_titles import is_generic
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import is_uninformative
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import MODERN_YEAR, WHOLE_YEAR, YEAR

_OUTER = MARKS.replace("(", "").replace(")", "").replace("[", "").replace("]", "")
_YEAR = lazy_regex(rf"{MODERN_YEAR}[a-z]?")
_GENRE = lazy_regex(r"(?i:dissert|thesis|diss\.|report)|arbeit|tes[ie]|thèse")
"""A word in the name of most kinds of theses and reports."""
_WORD = lazy_regex(r"\b[^\W\d_a-z][^\W\d_]+")
_AFTER_OTHERS = lazy_regex(r" (?<=[^\W\d_A-Z] )In [A-Z]")
"""A venue after other words."""
_DIVISION = lazy_regex(r"[\n|·•∙⋅—–;\x03\x04]|\s-+\s")
_LETTERS = lazy_regex(r"[^\W\d_]{2}")
_LABEL_OF_VENUE = lazy_regex(r"(?i:\b(?:in|at|the|of|on|proc(?:eedings)?|vol|bd|no|pp?|issue)\b)")
_QUOTATION_MARK = lazy_regex('["“”«»„]')
_LETTERS_BEFORE = r"[^\W\d_]{5}\."
_SENTENCES = lazy_regex(
    rf"\.(?<={_LETTERS_BEFORE})(?<![A-Z]{_LETTERS_BEFORE})(?<!\bTrans\.)(?<!\bProc{_LETTERS_BEFORE})(?<!\bConf{_LETTERS_BEFORE})"
    r"\s+[^\W\d_a-z]"
)
"""The end of a sentence; the words of shortened names are shorter.  The search looks for points first."""
_NO_PLACE = lazy_regex(r"\b(?:and|[a-z]{5,})\b")
"""A word that the name of a place does not contain."""
_ORGANISATION = lazy_regex(
    r"(?i:universit|\binstitut|\bcollege\b|\blabs?\b|laborator|\binc\b|\bcorp|\bcompany\b|department|\bschool\b|\bpress\b"
    r"|\bgoogle\b|deepmind|\bmicrosoft\b|\bfacebook\b|\bmeta\b|openai|\bnvidia\b|\bibm\b|\bamazon\b|\bapple\b)"
)
"""A word of organisations that are no journal."""
_ACRONYMS = lazy_regex(r"[A-Z](?=[\w&/-]*[A-Z])[\w&/-]+(?: [A-Z](?=[\w&/-]*[A-Z])[\w&/-]+)?")
_ACRONYM = lazy_regex(r"[A-Z].*[A-Z]")
_NAME_AND_PLACE = lazy_regex(r"\w\s?@\s?\w")
"""The mark before a venue."""
_PREPOSITION = lazy_regex(
    r"(?:(?:published|appeared|to appear|accepted|presented)(?: (?:in|at|to|by))?|in|at):?\s+", re.IGNORECASE
)
_DATE_AT_END = lazy_regex(rf"[\s,(·|:–-]{{0,12}}(?:(?P<year>{YEAR})|['’](?P<short>\d\d))\)?")
_MONTH_FIRST = lazy_regex(rf"^{MONTH},?\s+(?={YEAR}\b.*[^\W\d_])")
"""The month before a year and a venue: `April 2018, ICASSP`."""
_MONTH_AT_END = lazy_regex(rf"(?<![\s,(])[\s,(]+{MONTH}\s*$")
"""The month between a journal and a year: `Journal of Wool (Feb 2020)`."""
_DATE_BEFORE = lazy_regex(rf"\(?(?P<year>{YEAR})\)?, (?=[^\W\d_a-z])")
"""The year before a journal: `2010, Nat Rev Neurosci`."""
_NUMBERS = lazy_regex(
    r"(?:(?:[A-Za-z]?\d+[A-Za-z]?(?:\s?[-–—]+\s?[A-Z]?\d+)?|vol(?:ume)?|b(?:an)?d|t(?:om[eo]?)?|no|nr|n[°º]|núm|h(?:eft)?"
    r"|issue|pp?|s|pages?|págs?|art)\b[.\s,;:()\[\]#]*)+",
    re.IGNORECASE,
)
"""Volume, number, pages and year after the name of a journal."""
_FIRST_NUMBER = lazy_regex(r"(?<![\s,(:])[\s,(:]+(?:(?:vol|b(?:an)?d|t|no|nr|pp?)\b\.?\s*)?\d", re.IGNORECASE)
_SMALL = "of|the|in|on|for|and|de|la|del|des|du|für|der|van|voor|&"
_NAME_OF_VENUE = lazy_regex(rf"[^\W\d_a-z][\w&'’.-]+(?: (?:{_SMALL}|[^\W\d_a-z][\w&'’.-]*)){{1,9}}")
_NAME_OF_EVENT = lazy_regex(
    r"(?:(?:\d{1,3}(?:st|nd|rd|th)|[^\W\d_a-z][\w&'’./-]*) ){0,6}"
    r"(?:Conference|Symposium|Workshop|Congress|Colloquium|Summit|Journal|Transactions|Proceedings)(?: on| of| for|:)"
    rf"(?: (?:{_SMALL}|(?:[^\W\d_a-z]|\d[A-Z])[\w&'’./-]*)[,:]?){{1,14}}(?<![,:])(?: \([A-Z][\w&/-]{{1,14}}\)?)?"
)
"""The name of an event or a journal, with commas and its acronym: `Conference on Parallel, Distributed … (PDP)`."""
FAMILY_AND_INITIALS = lazy_regex(r"[^\W\d_a-z][^\W\d_A-Z][\w'’-]* [A-Z]{1,3}")
"""A family name and initials without points, as medical papers have them: `Lee AB`."""
_SIGN_OF_IMPRINT = lazy_regex(
    r": |Press|Verlag|[Tt]hes[ei]s|[Dd]issert|[Rr]eport|\bed(?:n|ition)?\b|Wiley|Springer|Elsevier|O'Reilly"
)
"""A colon between place and publisher, or a word of an imprint."""
_MAX_VENUE = 200


@lru_cache(maxsize=1 << 12)
def publication_in(text: str) -> Publication | None:
    """Return the venue, the year or both that a stretch of a line is; None for other words.

    A preprint server has no venue and no year.

    Examples:
        >>> published = publication_in("Nature, 12(3), 4–9 (2020)")
        >>> published.venue, published.year, published.volume, published.pages
        ('Nature', 2020, '12', '4–9')
        >>> publication_in("(ICML'20)").year, publication_in("2019").year, publication_in("in 2019 they")
        (2020, 2019, None)
    """
    words = _without_brackets(without_marks(text).strip(_OUTER))
    if _YEAR.fullmatch(words):
        return Publication(year=int(words[:4]))
    words = _MONTH_FIRST.sub("", _without_preposition(words), count=1)
    is_labelled = ":" in words and label_meanings.meaning(words.partition(":")[0])
    if has_several_parts(text) or is_labelled or not 2 <= len(words) <= _MAX_VENUE:
        return None
    if work := _thesis_or_report(words):
        return work
    if words.casefold() == "arxiv":
        return Publication(is_known=True)
    if words.islower():
        return None
    marked = _marked_name(text)
    is_list = ";" in words or ("@" in words and _NAME_AND_PLACE.search(words))
    name, year, track = ("", None, "") if is_list else venues.parse_venue(words)
    if name and not (_has_more_words(words) or (year is None and _is_common_word(words, marked))):
        return Publication(is_known=True) if venues.is_preprint(name) else _with_numbers(name, year, track, words)
    return _dated_subject(words) or _numbered(words) or _marked(words, marked) or _imprint(words)


def _thesis_or_report(words: str) -> Publication | None:
    """Return the school and the kind that a stretch states: `PhD thesis, University of Oxford, 2019`; None for none."""
    if not _GENRE.search(words):
        return None
    genre = find_genre(words, 0, len(words))
    if not genre or any(map(str.isalpha, words[genre.end :])):
        return None
    return Publication(
        year=genre.year, entry_type=genre.entry_type, institution=genre.institution, issue=genre.number, is_known=True
    )


@lru_cache(maxsize=1 << 12)
def has_several_parts(text: str) -> bool:
    """Return whether marks divide a stretch into words that are not one name: `ICML 2020 | Ann Lee`."""
    inner = text.strip(MARKS)
    if _AFTER_OTHERS.search(inner) or _SENTENCES.search(inner) or _QUOTATION_MARK.search(inner):
        return True
    parts = _DIVISION.split(inner)
    if len(parts) < 2:
        return False
    with_letters = [part for part in parts if _LETTERS.search(part)]
    return len(with_letters) > 1 and sum(map(_has_name, with_letters)) > 1


def _has_name(part: str) -> bool:
    """Return whether a part of a stretch has letters besides labels of venues, such as `Vol`."""
    return _LETTERS.search(_LABEL_OF_VENUE.sub("", part)) is not None


def _has_more_words(words: str) -> bool:
    """Return whether words other than a place follow the year of a venue: `ICML 2020, Ann Lee and Bob Ray showed`."""
    date = WHOLE_YEAR.search(words)
    place = words[date.end() :] if date else ""
    return bool(_NO_PLACE.search(place)) or any(map(authorship.has_given_name, place.split(",")))


def _is_common_word(words: str, marked: str) -> bool:
    """Return whether the name of a venue without a mark is one word that is no acronym: `Networking`."""
    names = [word for word in _WORD.findall(words) if word.casefold() not in ("papers", "paper", "proceedings")]
    return words != marked and len(names) == 1 and not _ACRONYM.search(names[0])


def _marked_name(text: str) -> str:
    """Return the marked text that opens a stretch; "" for none."""
    opened = text.strip(MARKS.replace(OPEN, ""))
    return " ".join(opened[1:].split(CLOSE)[0].split()).strip(_OUTER) if opened.startswith(OPEN) else ""


def _without_brackets(words: str) -> str:
    """Return words without brackets around them, and without one that has no counterpart."""
    for opening, closing in ("()", "[]"):
        if words.startswith(opening) and (words.endswith(closing) or closing not in words):
            words = words[1:].removesuffix(closing) if words.count(opening) == 1 else words
        elif words.endswith(closing) and opening not in words:
            words = words[:-1]
    return words.strip(_OUTER)


def _without_preposition(words: str) -> str:
    opening = _PREPOSITION.match(words)
    return words[opening.end() :] if opening else words


def _with_numbers(name: str, year: int | None, track: str, words: str) -> Publication:
    numbers, years = find_numbers(words), WHOLE_YEAR.findall(words)
    if not (numbers.volume and (numbers.issue or numbers.pages)) or numbers.volume in years:
        return Publication(name, year or (int(years[-1]) if len(years) == 1 else None), track, is_known=True)
    return Publication(
        name,
        int(years[-1]) if years else year,
        track,
        volume=numbers.volume,
        issue=numbers.issue,
        pages=numbers.pages,
        is_known=True,
    )


def _dated_subject(words: str) -> Publication | None:
    """Return a journal whose name is also a subject, or that no table lists, with only a year after or before it.

    The forms are `Machine Learning, 2017` and `2017, Nat Rev Neurosci`.
    """
    first = _DATE_BEFORE.match(words)
    date = first or _DATE_AT_END.search(words, max(0, len(words) - 12))
    if not date or not (first or date.end() == len(words)):
        return None
    written = words[date.end() :] if first else _MONTH_AT_END.sub("", words[: date.start()])
    name, _, track = venues.parse_venue(written, labelled=True)
    if not (name or is_journal(written)) or venues.is_preprint(name):
        return None
    year = venues.expand_year(date["year"] or date["short"])
    return Publication(name or written, year, track, is_known=True)


def _numbered(words: str) -> Publication | None:
    """Return a journal with numbers after its name: `BMJ, 21(2), 366–378 (2024)`."""
    first = _FIRST_NUMBER.search(words)
    if not first or not _NUMBERS.fullmatch(words, first.end() - 1):
        return None
    name, rest = words[: first.start()].strip(MARKS), words[first.end() - 1 :]
    numbers, years = find_numbers(rest), WHOLE_YEAR.findall(rest)
    if not name[:1].isalpha() or any(not is_abbreviation(part) for part in name.split(". ")[:-1]):
        # a title and a journal
        return None
    acronym = venues.parse_venue(name, labelled=True)[0]
    short_year = venues.parse_venue(words, labelled=True)[1] if acronym and not years else None
    has_pages = bool(numbers.volume and numbers.pages)
    if not acronym and (not has_pages or names_in(name)[0]):
        return None
    if (
        not (has_pages or numbers.volume or years)
        or venues.is_preprint(acronym)
        or not may_be_venue(name, is_marked=True)
    ):
        return None
    return Publication(
        acronym or name,
        int(years[-1]) if years else short_year,
        volume=numbers.volume if has_pages else "",
        issue=numbers.issue if has_pages else "",
        pages=numbers.pages if has_pages else "",
        is_known=bool(acronym),
    )


def _marked(words: str, marked: str) -> Publication | None:
    """Return a journal in emphasis whose name is also a subject: `*Cognition*`."""
    name = venues.parse_venue(words, labelled=True)[0] if words == marked else ""
    return Publication(name, is_known=True) if name and not venues.is_preprint(name) else None


def _imprint(words: str) -> Publication | None:
    """Return the imprint of a book, a thesis or a report, with its year: `Berlin: Suhrkamp 2020`, `PhD thesis, 2016`.

    Examples:
        >>> _imprint("2nd ed. Wiley, 2019").publisher, _imprint("PhD thesis, Stanford University, 2016").entry_type
        ('Wiley', 'phdthesis')
        >>> _imprint("Attention: Memory 2017"), _imprint("A Study of Maps: Springer, 2017")
        (None, None)
    """
    date = _DATE_AT_END.search(words, max(0, len(words) - 12))
    if not (date and date.end() == len(words) and date["year"] and _SIGN_OF_IMPRINT.search(words)):
        return None
    published = publication(words, 0, len(words), None)
    if not published.publisher:
        return published if published.is_whole_work else None
    before = words[: date.start()].partition(published.publisher)[0].strip(MARKS)
    is_house = publishers.is_publisher(published.publisher) and (not before or published.is_whole_work)
    is_house = is_house and words[: date.start()].strip(MARKS).endswith(published.publisher)
    is_at_city = published.is_whole_work and publishing_cities.is_city(published.place)
    return published if is_house or is_at_city else None


@lru_cache(maxsize=1 << 12)
def unknown_publication_in(text: str) -> Publication | None:
    """Return the venue with its year that a stretch may be, though no table lists it: `Applied Sciences, 2017`.

    Marked text needs no year.

    Examples:
        >>> published = unknown_publication_in("Robot Notes (2017)")
        >>> published.venue, published.year, unknown_publication_in("Robot Notes"), unknown_publication_in("May 2017")
        ('Robot Notes', 2017, None, None)
    """
    words = _without_brackets(without_marks(text).strip(_OUTER))
    marked = _marked_name(text)
    date = _DATE_AT_END.search(words, max(0, len(words) - 12))
    name = _without_preposition(words[: date.start()] if date else words).strip(MARKS)
    is_whole = (date is not None and date.end() == len(words)) or (bool(name) and name == marked)
    if not is_whole or has_several_parts(text):
        return None
    if date and name == marked and _ACRONYMS.fullmatch(name) and not is_uninformative(name):
        return Publication(name, venues.expand_year(date["year"] or date["short"]), is_event=True)
    year = venues.expand_year(date["year"] or date["short"]) if date else None
    if year and _NAME_OF_EVENT.fullmatch(name):
        return Publication(name + ")" * (name.count("(") - name.count(")")), year)
    if not _NAME_OF_VENUE.fullmatch(name) or not may_be_venue(name, is_marked=False):
        return None
    if publishers.is_publisher(name) or _ORGANISATION.search(name) or is_uninformative(name) or is_generic(name):
        return None
    if (
        names_in(name)[0]
        or FAMILY_AND_INITIALS.fullmatch(name)
        or any(not is_abbreviation(part) for part in name.split(". ")[:-1])
        or authorship.is_mostly_names(name)
        or (label_meanings.meaning(name.split()[0]) and not name.startswith("Journal of "))
    ):
        return None
    return Publication(name, year)
