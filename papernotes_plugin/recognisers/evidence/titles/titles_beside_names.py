"""Read the title of a reference after or before the full names of its authors, also as search engines print both."""

from __future__ import annotations

import re

from papernotes_plugin import venues
from papernotes_plugin.people import INITIALS, NAME_WORD, OTHERS
from papernotes_plugin.recognisers.evidence.authors import authorship, trailing_authors
from papernotes_plugin.recognisers.evidence.authors.name_order import with_commas_between_people
from papernotes_plugin.recognisers.evidence.authors.short_bylines import Byline
from papernotes_plugin.recognisers.evidence.labels.venue_values import read_venue_value
from papernotes_plugin.recognisers.evidence.references.venue_phrases import publication
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import (
    TitleParts,
    count_words,
    looks_like_title,
    split_title,
)
from papernotes_plugin.recognisers.evidence.titles.title_match import END_OF_TITLE, MAX_TEXT, TitleMatch
from papernotes_plugin.text.lazy_regex import OPTIONAL_SPACE, lazy_regex
from papernotes_plugin.vocabulary.model import Span

_AFTER_NAME = lazy_regex(rf"{OPTIONAL_SPACE},(?: and| &)? |\s(?:and|&|et|und|og|och|y) |,(?=[A-Z])")
_END_OF_NAMES = lazy_regex(r"(?<=[^\W\d_]{2})[.:] (?:\(?(?P<year>(?:19|20)\d\d)\)?[.:]? )?(?=\w)")
"""The mark between names and a title, perhaps with the year: `Ann Lee and Bob Ray. 2023 Title`."""
NAME_BEFORE_COLON = lazy_regex(r"[a-z][\w-]{2,20}: [A-Z]")
"""The name that opens a title in small letters: `docrep: A framework`."""
_OTHERS_AT_END = lazy_regex(rf"{OPTIONAL_SPACE}\bet\.? al\.?$")
_VENUE_AND_YEAR = r"(?:, (?!An? |The )[^\W\d_a-z][^,.()]{1,80})?, (?:\d{1,2} [A-Z][a-z]{2,8} )?(?:19|20)\d\d"
_YEAR_IN_BRACKETS = r"\s\([^()]{0,60}(?:19|20)\d\d\)"
_ARXIV_NUMBER = r"(?:\d{4}[.:]\d{4,5}|[a-z-]{2,10}(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?"
_SUBJECT = r"(?:\s?\[[a-z-]{2,10}(?:\.[A-Za-z-]{2,10})?\]?)?"
_DATE_AT_END = lazy_regex(
    rf"{_VENUE_AND_YEAR}[\s.]*$|{_YEAR_IN_BRACKETS}[\s.]*$|, [^\W\d_a-z][^,()]{{1,80}}, Volume \d+,[^\n]{{4,150}}$"
    rf"|, ar[xX]iv(?: preprint)?[:\s]+(?:arXiv:\s?)?{_ARXIV_NUMBER}(?:\s?[/,] [^,.()]{{2,30}})?{_SUBJECT}[\s.]*$"
)
"""A publication with its date or number: `, NIPS, 1994`, ` (ICRA 2004)`, `, arXiv:… [math]`, `, Brain, Volume 9, …`."""
_MIN_AFTER_INITIALS = 4
"""Words of a title after names with initials."""
_MIN_RARE_NAMES = 3
"""Names from which none of them needs a frequent given name."""
_INITIALED = rf"{INITIALS}{NAME_WORD}"
_INITIALED_NAME = lazy_regex(_INITIALED)
_TWO_INITIALS = lazy_regex(rf"{_INITIALED} and {_INITIALED}\.?")
"""Two names with initials: `G. Hinton and R. Salakhutdinov`."""
_MARKED_NAME = lazy_regex(r"[^,.;:]{5,40}[*∗†‡], [^\W\d_a-z]")
"""A name with the mark of a footnote, which opens a list of them: `Ann Lee*, Bob Ray*, Eva Grün`."""
_CAPITALS = lazy_regex(r", (?:[A-Z]-?){4,}$")
_NAME_BEFORE_TITLE = lazy_regex(r".*, (?P<name>[^,&]+)", re.DOTALL)
"""The last part of a list without `and` before it."""
AFFILIATION = lazy_regex(rf"{OPTIONAL_SPACE}\([^()]{{1,60}}\)")
_SHORTENED_BEFORE = lazy_regex(
    rf"(?P<names>{NAME_WORD}(?: and {NAME_WORD})?),? et\.? al[.,:]*\s+(?P<title>[^\W_a-z]\S* \S+ \S.*)"
)
"""A title after shortened authors: `Lee et al. Attention Is All You Need`."""
_MAX_COMMAS = 8
"""Number of commas in a title."""
_MAX_NAME_WORDS = 5
_PRINTED = lazy_regex(
    r"(?P<names>[^\W\d_][^\n]{2,200}?)(?P<more>,? ?…)?\s[-–]\s(?:(?P<venue>[^\n]{2,120}?),\s)?(?P<year>(?:19|20)\d\d)"
    r"\s[-–]\s[\w.-]+\.?[\w.& -]{2,40}"
)
"""The line below a title that search engines print: `A Lee, B Ray - Nature, 2017 - a.org`."""
_FORMAT = lazy_regex(r"\[(?:PDF|HTML|BOOK|B|C|CITATION)\]\s+")
"""The format of a result before its title."""


def names_before(words: str) -> tuple[str, ...]:
    """Return the full names that are all before a title in quotation marks: `Ann Lee, bob ray and Eva Grün`."""
    words = AFFILIATION.sub("", words)
    people = authorship.split_authors(words) if authorship.looks_like_authors(words.title()) else ()
    is_full = len(people) > 1 and all(2 <= len(name.split()) <= _MAX_NAME_WORDS for name in people)
    # `Jian Sun, R-FCN` is a name and a title
    is_full = is_full and not any(_CAPITALS.search(name) for name in people)
    frequent = sum(authorship.has_given_name(name) or bool(_INITIALED_NAME.match(name)) for name in people)
    return people if is_full and frequent and (2 * frequent >= len(people) - 1 or len(people) > _MIN_RARE_NAMES) else ()


def _full_names(words: str) -> tuple[list[str], list[int], bool]:
    """Return the full names that open a text, the offset after each number of them, and whether `et al.` follows."""
    names: list[str] = []
    starts, at, has_more = [0], 0, False
    for separator in _AFTER_NAME.finditer(words):
        name = words[at : separator.start()].strip()
        person = _OTHERS_AT_END.sub("", name)
        has_more = has_more or person != name
        person = person.rstrip("0123456789*∗†‡")
        if person and not authorship.is_person(person):
            break
        at = separator.end()
        names += [person] if person else []
        # a comma is before the title, and not `and`
        starts[len(names) :] = [at if "," in separator[0] else len(words)]
    return names, starts, has_more


def title_after_full_names(words: str, span: Span, *, is_whole: bool = False) -> TitleMatch | None:
    """Return the title between full names and a date: `Ann Lee, Bob Ray, Monte Carlo Inversion, NIPS, 1994`.

    Args:
        words: The text.
        span: The place of the title.
        is_whole: Whether the text is a reference and nothing else, which needs no date.
    """
    if match := _title_after_list(words, span):
        return match
    opening, comma, after_comma = words.partition(", ")
    people_before = with_commas_between_people(opening)
    words = f"{people_before}{comma}{after_comma}"
    names, starts, has_more = _full_names(words[:MAX_TEXT])
    have_initials = bool(names) and all(map(_INITIALED_NAME.fullmatch, names))
    frequent = sum(map(authorship.has_given_name, names))
    are_known, are_sure = have_initials or frequent > 0, is_whole or have_initials or 1 < len(names) == frequent
    if not (are_known or (len(names) >= _MIN_RARE_NAMES and authorship.looks_like_authors(", ".join(names)))):
        return None
    for count in (len(names), len(names) - 1):
        # the last of them may be a title: `Natural Actor-Critic`
        is_sure = count == len(names)
        date = _DATE_AT_END.search(words, starts[count]) if count else None
        # initials are sure, and so are several frequent names, so that nothing else must follow the title
        end = date.start() if date else len(words) if count and is_sure and are_sure else 0
        title = words[starts[count] : end].rstrip(" ,")
        is_title = title[:1].isupper() and (is_sure or "," not in title) and not END_OF_TITLE.search(title)
        parts = title.split(", ")
        is_title = is_title and not any(map(authorship.has_given_name, parts))
        is_title = is_title and not (";" in title and authorship.names_organisation(title))
        if is_title and count_words(title) >= (
            _MIN_AFTER_INITIALS if have_initials and not is_whole else 3 if is_sure and people_before == opening else 2
        ):
            after_title = words[end:]
            people = (*names[:count], *([OTHERS] if has_more and is_sure else []))
            stated = split_title(title)
            if ", Volume " in after_title:
                published = publication(after_title, 0, len(after_title), None)
                stated = stated.completed(TitleParts("", published.venue, published.year))
            return TitleMatch(stated, span, after_title, is_distinct=False, authors=people)
    return None


def _title_after_list(words: str, span: Span) -> TitleMatch | None:
    """Return the title after full names and a mark: `Ann Lee and Bob Ray: Title`, `Ann Lee, Bob Ray. Title. Venue`."""
    end = _END_OF_NAMES.search(words, 0, MAX_TEXT)
    names = names_before(words[: end.start()]) if end else ()
    if not end or not names or _opens_title(words, end):
        return None
    title, *after_title = END_OF_TITLE.split(words[end.end() :], maxsplit=1)
    if date := _DATE_AT_END.search(title):
        title, after_title = title[: date.start()], [title[date.start() :]]
    if count_words(title) < 2 or not (title[:1].isupper() or NAME_BEFORE_COLON.match(title)):
        return None
    parts = split_title(title.rstrip("."))
    parts = parts._replace(year=int(end["year"])) if end["year"] else parts
    return TitleMatch(parts, span, "".join(after_title), is_distinct=False, authors=names)


def _opens_title(words: str, end: re.Match[str]) -> bool:
    """Return whether the words before a colon open a title: `Ann Lee, Bob Ray, Context Encoders: A Title, CVPR, 2016`.

    They are no frequent name, no `and` is before them, and commas separate the parts of the reference.
    """
    last = _NAME_BEFORE_TITLE.fullmatch(words, 0, end.start())
    is_listed = last is not None and not last["name"].startswith("and ") and not authorship.has_given_name(last["name"])
    return end[0][0] == ":" and is_listed and _DATE_AT_END.search(words) is not None


def title_after_shortened_names(words: str, span: Span) -> TitleMatch | None:
    """Return the title after one or two shortened names: `Lee et al. Attention Is All You Need`."""
    match = _SHORTENED_BEFORE.match(words, 0, MAX_TEXT)
    title = END_OF_TITLE.split(match["title"])[0] if match else ""
    if not match or not looks_like_title(title):
        return None
    return TitleMatch(split_title(title), span, "", is_distinct=False, authors=(*match["names"].split(" and "), OTHERS))


def title_above_names(words: str, span: Span) -> TitleMatch | None:
    """Return the title that is a line above a line of full names, and what follows them as the text next to it."""
    title, names, *lines_below = [*map(str.strip, words[:MAX_TEXT].split("\n")), ""]
    if printed := read_printed(names):
        parts = split_title(without_format(title))._replace(venue=printed.venue, year=printed.year)
        return TitleMatch(parts, span, " ".join(lines_below), is_distinct=True, authors=printed.authors)
    people = authorship.several_names(names)
    if not people or count_words(title) < 2 or authorship.looks_like_authors(title):
        return None
    return TitleMatch(split_title(title), span, " ".join(filter(None, lines_below)), is_distinct=False, authors=people)


def _title_before_semicolon(words: str, span: Span) -> TitleMatch | None:
    """Return the title before names and a venue with semicolons between them: `Title; Ann Lee; Bo Yu; ICML 2025`."""
    title, *parts = words[:MAX_TEXT].split("; ")
    if not parts:
        return None
    at = next((n for n, part in enumerate(parts) if any(char.isdigit() for char in part)), len(parts))
    names = authorship.split_authors("; ".join(parts[:at])) if at > 1 else authorship.split_authors(parts[0])
    full = sum(map(authorship.is_person, names))
    is_published = at < len(parts) and all(venues.parse_venue(parts[at].strip(" ."))[:2])
    is_marked = is_published or (len(names) > 1 and any(map(authorship.has_given_name, names)))
    if not (is_marked and full and 2 * full >= len(names) and all(2 <= len(name.split()) <= 5 for name in names)):
        return None
    if (
        count_words(title) < 2
        or END_OF_TITLE.search(title)
        or authorship.is_mostly_names(title)
        or authorship.is_person(title)
    ):
        return None
    return TitleMatch(split_title(title), span, "; ".join(parts[at:]), is_distinct=False, authors=names)


def title_before_names(words: str, span: Span) -> TitleMatch | None:
    """Return the title before a comma and two names or more: `Title, Ann Lee, Bob Ray, Nature, 2020`."""
    if _MARKED_NAME.match(words):
        return None
    if "; " in words and (match := _title_before_semicolon(words, span)):
        return match
    parts = words[:MAX_TEXT].split(", ")
    last, has_pair = parts[-1].split(" and "), False
    if _TWO_INITIALS.fullmatch(parts[-1]) or (len(last) == 2 and all(map(authorship.has_given_name, last))):
        # `Title, G. Hinton and R. Salakhutdinov`
        parts[-1:], has_pair = last, True
    for at in range(1, min(len(parts) - 1, _MAX_COMMAS)):
        first, second = parts[at].removeprefix("by "), parts[at + 1].removeprefix("and ").partition(" and ")[0]
        second = END_OF_TITLE.split(second)[0]
        has_initials = bool(_INITIALED_NAME.fullmatch(first) and _INITIALED_NAME.fullmatch(second))
        if not (
            authorship.is_person(first)
            and authorship.is_person(second)
            and (authorship.has_given_name(first) or has_initials or (has_pair and at == len(parts) - 2))
        ):
            continue
        title, after_title = ", ".join(parts[:at]), words[len(", ".join(parts[:at])) :]
        before, dash, opening = title.rpartition(" - ") if " - " in title else title.rpartition(" — ")
        # `Title - Madita Willsch, Dennis Willsch`: the first name has no frequent given name
        has_dash = bool(dash) and all(map(authorship.is_person, opening.split(", ")))
        if has_dash:
            title, after_title = before, f", {opening}{after_title}"
        names = trailing_authors.authors_in(after_title)
        are_names = authorship.is_mostly_names(title)
        if count_words(title) < 3 or len(names) < 2 or END_OF_TITLE.search(title) or are_names:
            return None
        return TitleMatch(split_title(title), span, after_title, is_distinct=has_dash, authors=names)
    return None


def read_printed(words: str) -> Byline | None:
    """Return the authors, venue and year of a line that search engines print; None for other words.

    Examples:
        >>> read_printed("A Vaswani, N Shazeer, N Parmar… - Advances in neural …, 2017 - proceedings.neurips.cc")[:3]
        (('A Vaswani', 'N Shazeer', 'N Parmar', 'et al.'), '', 2017)
        >>> read_printed("Y LeCun, Y Bengio, G Hinton - nature, 2015 - nature.com").venue
        'Nature'
        >>> read_printed("Y LeCun, Y Bengio - MIT, 2015")
    """
    match = _PRINTED.fullmatch(words.strip()) if " - " in words or " – " in words else None
    if not match or not authorship.looks_like_authors(match["names"]):
        return None
    # a name that is cut off is no venue
    named = match["venue"] if match["venue"] and "…" not in match["venue"] else ""
    published = read_venue_value(named[:1].upper() + named[1:])
    names = authorship.split_authors(match["names"])
    return Byline((*names, *([OTHERS] if match["more"] else [])), published.venue, int(match["year"]))


def without_format(title: str) -> str:
    """Return a title without the format before it: `[PDF] Attention Is All You Need`."""
    return _FORMAT.sub("", title, count=1)
