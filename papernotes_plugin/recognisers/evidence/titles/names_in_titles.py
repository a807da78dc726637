"""Remove names, or a reference, from what was read as a title: `Title, Ann Lee`, `Title by Lee et al., ICML 2018`.

Only a few titles have `et al.`: those of answers to a paper, and `Deriving Lee et al.'s Method`.
"""

from __future__ import annotations

import re

from papernotes_plugin import venues
from papernotes_plugin.people import INITIALS, NAME_WORD, OTHERS, is_given_name, is_title_word
from papernotes_plugin.recognisers.evidence.authors import authorship, name_order
from papernotes_plugin.recognisers.evidence.authors.short_bylines import PARTICLES, may_be_people, open_with_title
from papernotes_plugin.recognisers.evidence.references import heading_references
from papernotes_plugin.recognisers.evidence.references.author_lists import author_lists
from papernotes_plugin.recognisers.evidence.references.venue_names import is_journal
from papernotes_plugin.recognisers.evidence.titles.false_titles import is_day
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import TitleParts, count_words, split_title
from papernotes_plugin.recognisers.evidence.titles.titles_beside_names import (
    AFFILIATION,
    names_before,
    title_after_full_names,
)
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Evidence, Span

_FAMILY_NAMES = lazy_regex(rf"{NAME_WORD}(?:, {NAME_WORD}){{2,}}")
"""Words with capitals and only commas between them."""
_OTHERS = lazy_regex(r"\bet\.? ?a[lt]\b(?!\.?['’])\.?")
_LAST = lazy_regex(
    r"\W*(?P<year>(?:19|20)\d\d)?[a-z]?\W*(?:,? (?:published|accepted|to appear) (?:in|at) .{2,40})?"
    r"(?:\(chapter \d+\)+)?",
    re.IGNORECASE,
)
"""The words after the names at the end of a title: the year, and where it was published."""
_BEFORE_NAMES = lazy_regex(r"(?P<by>,? (?:[–—-] )?by )|\s[–—-]\s|, |\. |[:：] | \(")
_AFTER_COMMA = lazy_regex(r"(?P<title>\S+ \S+ .*), by (?P<name>[^\W\d_a-z][\w'’-]{2,})")
"""A title and one family name: `Learning of Maps, by Lee`."""
_LABEL = lazy_regex(r"[^:：]{1,40}[:：]\s+")
_ANSWER = lazy_regex(
    r"(?:A |The )?(?:Author['’]s )?(?:[Cc]omment|Reply|[Rr]esponse|Rejoinder|Erratum|Correction|Re|Commentary)\b"
)
"""The first words of the title of an answer, which names the authors of another paper."""
_REFERENCE = lazy_regex(
    r"[A-ZÀ-Ý]\., |\((?:19|20)\d\d[a-z]?\)[.,:]? |[.,)] [“\"„»«]\w|^(?:19|20)\d\d \w+ [“\"]"
    r"|^[A-Z]\w+, [A-Z]\w+[^“\"]{0,60} \"[^\"]+\"$"
)
"""A sign of a reference, which no title has: initials, a year in brackets, or a quotation after a point."""
_INVERTED = lazy_regex(rf"{NAME_WORD}, [A-Z]\.")
"""The first name of a list with the family name first."""
_QUOTED_AFTER_NAMES = lazy_regex(
    rf"(?:[^\W\d_]\.|^(?:19|20)\d\d \w+|^{NAME_WORD}(?:(?: &|,| and) {NAME_WORD}){{0,3}},"
    rf"|^{NAME_WORD}(?:, {NAME_WORD}){{1,4}}(?: et al\.?)?) "
    r"[“„«»\"](?P<title>[^“”„«»\"\n]{12,300})[”“»«\"](?! (?:and|or|of|for|as|on|to) )"
)
_DASH = lazy_regex(" [-–—] ")
_BEFORE_LAST = lazy_regex(r"(?<=\w{3}), (?!and |& |or )|(?<=\w{2})\s?[.?!]\s|\s[–—-]\s|:\s")
"""The mark between a title and names."""
_SIGN_OF_NAMES = lazy_regex(r"[,.?!;&] | [–—-] |: [^:]{20,}: \S+(?: \S+){1,2}$")
"""A mark between names, or before one that follows a title and its subtitle: `Rivers: A Survey of Them: Ann Lee`."""
_BETWEEN = lazy_regex(r",? (?:and|&) |[,;] ")
_BETWEEN_FAMILIES = lazy_regex(r",? (?:and|und|et|og|och|en|e|y|&) |, ")
_FAMILY_NAME = lazy_regex(PARTICLES + NAME_WORD)
_BEFORE_TITLE = lazy_regex(
    rf"(?P<names>(?:{PARTICLES}{NAME_WORD}, ){{0,4}}{PARTICLES}{NAME_WORD}"
    rf"(?:,? (?:and|und|et|og|och|en|e|y) | & ){PARTICLES}{NAME_WORD}), "
    r"(?P<title>[^\W\d_a-z][^\n]{11,300}?)"
    r"(?:, (?P<venue>[^\W\d_a-z][^,\n]{2,60}?),? \(?(?P<year>(?:19|20)\d\d)\)?)?$"
)
"""Names, a title, and perhaps its venue and year: `Ha & Ray, World Models for Control, Front Neurosci 2017`."""
_BEFORE_DESCRIPTION = lazy_regex(
    rf"(?P<names>(?:{NAME_WORD}, ){{0,3}}{NAME_WORD},? (?:and|&) {NAME_WORD}), "
    r"(?!(?:an?|the|and|or|in|on|from|with|by) )[a-z][^.,:?!]{2,50}"
)
"""Authors, and what the author of the note calls their paper: `Marzari and Vanderbilt, entangled bands`."""
_LONE_BEFORE = lazy_regex(
    rf"(?P<name>(?:[A-Z]\. )?{NAME_WORD}(?: [A-Z]\.| {NAME_WORD})? {NAME_WORD})\. "
    r"(?P<title>(?!(?:An?|The|Das|Ein|Eine|Ihr|Sein|Une?|La|Le|Life|Essays|Selected|Collected)\b)"
    r"[“\"]?[^\W\d_a-z]\S* \S+ \S.*)"
)
"""One name before the title of a linked paper, and no `Hannah Arendt. The Life of a Thinker`."""
_DATED_AFTER_NAME = lazy_regex(
    rf"(?P<name>{NAME_WORD}(?: [A-Z]\.)?(?: {NAME_WORD}){{1,2}}), (?P<title>[^\W\d_a-z][^\n]{{3,300}}),"
    r" (?P<year>(?:19|20)\d\d)"
)
"""One name before a title and its year: `Judea Pearl, Causality, 2009`."""
_MIN_YEAR_OF_WORK = 1950
"""Year from which a year after a title is rather that of the work than one in the title.

In public notes, 43 of 74 years at the end of a title are earlier, but only 33 of 2,318 years of papers.
"""
_GLUED_BEFORE = lazy_regex(
    rf"(?P<names>{NAME_WORD} [A-Z]{{1,3}}(?:, {NAME_WORD} [A-Z]{{1,3}}){{0,5}})\. (?P<title>[^\W\d_a-z].*)"
)
"""Names with initials without points before a title: `Cunningham W. The WyCash System`."""
_VENUE_AND_VOLUME = lazy_regex(r", (?P<venue>[^\W\d_a-z][^,\n]{2,60}?) \d{1,4}(?:[:(,] ?[\d():, –-]{1,20})?$")
"""A journal and its volume at the end: `, Nature 521`."""
_INITIALED = lazy_regex(rf"{INITIALS} ?{NAME_WORD}|{NAME_WORD}, (?:[A-Z]\.[ -]?){{0,2}}[A-Z]\.?")
_NOUN = lazy_regex(r"(?:s|ing|ion|ity|ment|ance|ence|ism|ure|ed)$")
_EDITORS_AT_END = lazy_regex(r"\s\([^()]{2,80}, (?:Eds?|Trans)\.[^()]{0,60}\)$")
_JOURNAL_OPENING = lazy_regex(r"(?:Journal|Proceedings|Transactions|Annals) of |Nature [A-Z]\w+(?: [A-Z]\w+)?$")
"""The words with which a journal that the table of venues may lack begins, or its whole name."""
_CYRILLIC_NAME = r"(?:(?:[А-ЯЁІЇЄҐ]\. ?){1,2}[А-ЯЁІЇЄҐ][а-яёіїєґ'’-]+|[А-ЯЁІЇЄҐ][а-яёіїєґ'’-]+ (?:[А-ЯЁІЇЄҐ]\. ?){1,2})"
_CYRILLIC_NAMES = lazy_regex(
    rf"(?P<names>(?:{_CYRILLIC_NAME}, ){{0,9}}{_CYRILLIC_NAME})"
    r"(?:\. |(?<=\. )|(?<=\.) )(?P<title>[«А-ЯЁІЇЄҐ].*)"
)
"""Names with initials before a title, as Russians write them: `И.И. Иванов, П.П. Петров. Название`."""
_MAX_TITLE = 420
"""Characters of a title before names; the loop over the marks in a long list of names would take quadratic time."""
_MIN_WORDS = 3
"""Words of a title before or after the names; after `by` a name of a method suffices before them."""


def without_names(evidence: Evidence) -> Evidence:
    """Return evidence with the title that is left without names or a reference around it; "" for none.

    Examples:
        >>> for title in "Maps of Rivers, Ann Lee et al 2015", "DPO: Lee et al., Maps of Rivers", "Survey: Lee et al.":
        ...     read = without_names(Evidence(title=title))
        ...     read.title, read.authors, read.year
        ('Maps of Rivers', ('Ann Lee', 'et al.'), 2015)
        ('Maps of Rivers', ('Lee', 'et al.'), None)
        ('', ('Lee', 'et al.'), None)
        >>> without_names(Evidence(title="Maps of Rivers, Lee etal"))[:2]
        ('Maps of Rivers', ('Lee', 'et al.'))
        >>> without_names(Evidence(title="Maps of Rivers: Drawing Almost All of Them: Anna Lee"))[:2]
        ('Maps of Rivers: Drawing Almost All of Them', ('Anna Lee',))
        >>> without_names(Evidence(title="General recursion in types, by Capretta"))[:2]
        ('General recursion in types', ('Capretta',))
        >>> without_names(Evidence(title="Deriving Lee et al.'s Method")).title
        "Deriving Lee et al.'s Method"
    """
    title = evidence.title
    if "." in title[1:20] and title[0] >= "А" and (opened := _CYRILLIC_NAMES.match(title)):
        title, names = opened["title"], tuple(name.strip() for name in opened["names"].split(", "))
        if count_words(title) >= _MIN_WORDS:
            evidence = evidence._replace(title=title, authors=evidence.authors or names)
    title = evidence.title
    if ", by " in title and (named := _AFTER_COMMA.fullmatch(title)):
        return evidence._replace(title=named["title"], authors=evidence.authors or (named["name"],))
    shortened = _OTHERS.search(title) if "et" in title and " " in title else None
    if not shortened:
        if title.endswith(")"):
            evidence = evidence._replace(title=_EDITORS_AT_END.sub("", title))
        if _REFERENCE.search(title):
            evidence = _without_reference(evidence)
        return _without_listed_names(evidence) if _SIGN_OF_NAMES.search(evidence.title) else evidence
    if _ANSWER.match(title):
        return evidence
    before, words_after = title[: shortened.start()].rstrip(" ,"), title[shortened.end() :]
    last = _LAST.fullmatch(words_after)
    if last:
        return _ended_by_names(evidence, before, int(last["year"]) if last["year"] else None)
    return _without_reference(evidence)


def _without_reference(evidence: Evidence) -> Evidence:
    """Return evidence with the title in a reference that was read as one: `Label: Lee, A., Ray, B. (2020). Title`."""
    title = evidence.title
    label, inverted = _LABEL.match(title), _INVERTED.search(title)
    for start in (0, *([label.end()] if label else []), *([inverted.start()] if inverted else [])):
        if reference := heading_references.read_text(title[start:]):
            parts = heading_references.title_of(reference)
            return evidence._replace(
                title=parts.title,
                authors=evidence.authors or reference.all_authors,
                venue=evidence.venue or parts.venue,
                year=evidence.year or parts.year,
            )
    # the authors of a wrong reading are not certain
    if quoted := _QUOTED_AFTER_NAMES.search(title):
        return evidence._replace(title=quoted["title"].rstrip(" .,"), authors=(), venue="")
    return evidence


def _without_listed_names(evidence: Evidence) -> Evidence:
    """Return evidence without names at the beginning or the end of the title: `Title, Ann Lee`, `Title. Lee, Ray, Poe`.

    A text that is names only, or names and a venue, gives no title.
    """
    title = evidence.title
    if are_only_names(title, evidence.authors):
        return evidence._replace(title="")
    if evidence.identifiers and not evidence.authors and (linked := _without_names_in_link(evidence)):
        return linked
    glued = None if evidence.authors else _GLUED_BEFORE.fullmatch(title)
    first = title.split()[0]
    if glued and count_words(glued["title"]) >= _MIN_WORDS and not (is_title_word(first) or is_given_name(first)):
        # `Vitamin D. A Review of Trials` opens with a word of titles, `Ann E. Lee, Bob Ray` with a given name
        return evidence._replace(title=glued["title"], authors=tuple(glued["names"].split(", ")))
    is_published = title.rstrip(")")[-1:].isdigit() or (evidence.venue and evidence.year)
    if not evidence.authors and is_published and (split := _after_names(title)):
        venue, year = evidence.venue or split.venue, evidence.year or split.year
        return evidence._replace(title=split.title, authors=split.authors, venue=venue, year=year)
    before, *after_dash = _DASH.split(title, maxsplit=1) if evidence.venue and evidence.year else (title,)
    families, title_after_dash = (tuple(before.split(", ")), after_dash[0]) if after_dash else ((), "")
    if len(families) >= _MIN_WORDS and count_words(title_after_dash) > 1 and _are_people(families, "-"):
        # `Nature 2015 - LeCun, Bengio, Hinton - Deep learning`; `Lift, Splat, Shoot - Encoding Images` is a title
        return evidence._replace(title=title_after_dash, authors=evidence.authors or families)
    words, point, place = title.rpartition(". ")
    venue = venues.parse_venue(place, labelled=True)[0] if point else ""
    if point and (venue or _JOURNAL_OPENING.match(place)) and (listed := names_before(words)):
        return evidence._replace(title="", authors=evidence.authors or listed, venue=evidence.venue or venue)
    if not evidence.authors and not evidence.venue and (before_venue := _before_known_venue(evidence)):
        return before_venue
    for mark in _BEFORE_LAST.finditer(title, 0, _MAX_TITLE):
        head = title[: mark.end() if "?" in mark[0] else mark.start()].rstrip()
        people = _names(AFFILIATION.sub("", title[mark.end() :]))
        are_own = not evidence.authors or not set(people).isdisjoint(evidence.authors)
        is_head = count_words(head) > (len(people) < _MIN_WORDS or mark[0][0] != " ") and not head.isdigit()
        if not (people and are_own and is_head and _are_people(people, mark[0].strip())):
            continue
        if not (authorship.is_mostly_names(head) or names_before(head) or are_only_names(head, people)):
            return evidence._replace(title=head, authors=evidence.authors or people)
    after = None if evidence.authors else title_after_full_names(title, Span(0, 0), is_whole=True)
    are_several = after is not None and len(after.authors) > 1
    return evidence._replace(title=after.parts.title, authors=after.authors) if after and are_several else evidence


def _without_names_in_link(evidence: Evidence) -> Evidence | None:
    """Return evidence of a linked paper without names before its title or a description; None for other titles."""
    described = _BEFORE_DESCRIPTION.fullmatch(evidence.title)
    names = _BETWEEN_FAMILIES.split(described["names"]) if described else []
    if names and may_be_people(names) and not any(map(is_title_word, names)) and not any(map(_NOUN.search, names)):
        # other words may look like names
        return evidence._replace(title="")
    if (dated := _DATED_AFTER_NAME.fullmatch(evidence.title)) and _is_name_before_title(dated["name"], dated["year"]):
        title, _, place = dated["title"].rpartition(", ")
        venue = venues.parse_venue(place)[0] if title else ""
        evidence = evidence._replace(title=title if venue else dated["title"], venue=evidence.venue or venue)
        return evidence._replace(authors=(dated["name"],), year=evidence.year or int(dated["year"]))
    is_of_paper = any(identifier.scheme != "isbn" for identifier in evidence.identifiers)
    lone = _LONE_BEFORE.fullmatch(evidence.title) if is_of_paper else None
    if lone and authorship.has_sign_of_name(lone["name"]) and authorship.is_person(lone["name"]):
        return evidence._replace(title=lone["title"], authors=(lone["name"],))
    return None


def _is_name_before_title(name: str, year: str) -> bool:
    """Return whether words before a title and a year are the name of a person.

    They have a given name, or the year may be that of the work and no word is one of titles.

    Examples:
        >>> _is_name_before_title("Judea Pearl", "2009")
        True
        >>> _is_name_before_title("Imperial Germany", "1914")
        False
    """
    is_recent = int(year) >= _MIN_YEAR_OF_WORK
    has_sign = authorship.has_given_name(name) or (is_recent and not any(map(is_title_word, name.split())))
    return has_sign and authorship.is_person(name)


def _before_known_venue(evidence: Evidence) -> Evidence | None:
    """Return evidence of a title, names and a known journal with its volume: `Title, Lee, Ray & Poe, Nature 521`."""
    match = _VENUE_AND_VOLUME.search(evidence.title)
    venue = venues.parse_venue(match["venue"], labelled=True)[0] if match else ""
    if match is None or not venue:
        return None
    before = _without_listed_names(evidence._replace(title=evidence.title[: match.start()]))
    return before._replace(venue=venue) if before.authors and before.title else None


def _after_names(title: str) -> TitleParts | None:
    """Return the title after names, with the venue and year after it; None if the names are others."""
    match = _BEFORE_TITLE.match(title)
    if not match or count_words(match["title"]) < _MIN_WORDS:
        return None
    stated = match["venue"] or ""
    venue = venues.parse_venue(stated)[0] or (stated if is_journal(stated) else "")
    names = tuple(_BETWEEN_FAMILIES.split(match["names"]))
    are_words = any(map(is_title_word, names)) or all(map(_NOUN.search, names))
    if (stated and not venue) or are_words or not may_be_people(list(names)):
        return None
    return TitleParts(match["title"], venue, int(match["year"]) if stated else None, authors=names)


def are_only_names(title: str, authors: tuple[str, ...], *, is_plain: bool = False) -> bool:
    """Return whether a title is full names of people, as a given name shows; a single one needs other `authors`.

    A single author without a given name may be the title: `**Abilities of Machines**. *Ann Lee*`.
    In a list without a link or emphasis (`is_plain`), a name that may be a given one suffices, or three family names.
    """
    if (is_plain or ": " in title) and _are_family_names(title):
        return True
    names = _BETWEEN.split(title)
    is_title = len(authors) == 1 and not (_INITIALED.search(authors[0]) or authorship.has_given_name(authors[0]))
    is_alone = len(names) == 1 and len(authors) < 2 and not (is_title and authors[0].count(" ") > 1)
    if not all(map(authorship.is_person, names)) or is_alone:
        return False
    is_list = is_plain and len(names) > 1
    are_given = map(name_order.may_be_given_name if is_list else is_given_name, (n.split()[0] for n in names))
    return any(are_given) and all(len(name.split()) <= _MIN_WORDS for name in names) and not open_with_title(names)


def _are_family_names(title: str) -> bool:
    """Return whether a title is three family names or more, perhaps after a day: those before the title of a reference.

    Examples:
        >>> _are_family_names("Feb 10: Moss, Susso, Shenoy, Newson"), _are_family_names("Networks, Crowds, Markets")
        (True, False)
    """
    day, _, after = title.partition(": ")
    names = after if is_day(day) else title
    return _FAMILY_NAMES.fullmatch(names) is not None and not any(map(is_title_word, names.split(", ")))


def _are_people(names: tuple[str, ...], mark: str) -> bool:
    """Return whether names are those of people, as initials, given names, or a list after a point or a dash shows."""
    min_count = _MIN_WORDS if mark in ".?!" else 2
    if len(names) >= (_MIN_WORDS if mark == "," else min_count) and all(map(_FAMILY_NAME.fullmatch, names)):
        if mark in ",:":
            # `Maps, Rivers, and Lakes` has words of titles
            return mark == "," and not any(map(is_title_word, names)) and may_be_people(list(names))
        # `Findings, Challenges` ends with nouns, `Depth, Pose` are words of titles
        words = sum(_NOUN.search(name) is not None or is_title_word(name) for name in names)
        return 2 * words <= len(names) and may_be_people(list(names))
    with_given_name = [name for name in names if name[0].isupper() and authorship.has_given_name(name)]
    initialed = [name for name in names if _INITIALED.fullmatch(name)]
    are_known = 2 * (len(with_given_name) + len(initialed)) >= len(names)
    return are_known and all(name in initialed or authorship.is_person(name) for name in names)


def _ended_by_names(evidence: Evidence, before: str, year: int | None) -> Evidence:
    """Return evidence with the part of a title before the names that end it."""
    for mark in _BEFORE_NAMES.finditer(before):
        head, after = before[: mark.start()].strip(" (.,:"), before[mark.end() :]
        names = _names(after) or ((after,) if mark["by"] and _FAMILY_NAME.fullmatch(after) else ())
        if names and not _names(head):
            is_title = count_words(head) >= _MIN_WORDS or (mark["by"] and head)
            return _with_facts(evidence, head if is_title else "", names, year)
    return _with_facts(evidence, "", _names(before), year)


def _with_facts(evidence: Evidence, title: str, names: tuple[str, ...], year: int | None) -> Evidence:
    """Return evidence with another title, and with names and year in place of missing ones."""
    authors = evidence.authors or ((*names, OTHERS) if names else ())
    return evidence._replace(title=split_title(title).title, authors=authors, year=evidence.year or year)


def _names(words: str) -> tuple[str, ...]:
    """Return the names that a text is; () for other words."""
    families = words.split(", ") if ";" in words else _BETWEEN.split(words)
    if len(families) > 1 and all(map(_FAMILY_NAME.fullmatch, families)):
        return tuple(families)
    if authorship.looks_like_authors(f"{words.rstrip('.')} et al."):
        return tuple(name for name in authorship.split_authors(words) if name != OTHERS)
    lists = (names for names in author_lists(words, 0) if names.end >= len(words))
    return next((names.names for names in lists), ())
