"""Read a line that is a title with facts before and after it.

Examples are `1986: Learning Maps, Lee, Ray` and `Learning Maps [Lee 1986]`.  One line alone is no proof.  Lines of one
list in the same form are, if their titles have the words of papers.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from papernotes_plugin import venues
from papernotes_plugin.people import OTHERS, is_title_word
from papernotes_plugin.recognisers.evidence.authors import authorship, short_bylines
from papernotes_plugin.recognisers.evidence.lines.venues_in_lines import publication_in
from papernotes_plugin.recognisers.evidence.references.name_lists import FAMILY
from papernotes_plugin.recognisers.evidence.references.publishers import is_publisher
from papernotes_plugin.recognisers.evidence.titles.sentences import cites_several, is_sentence
from papernotes_plugin.recognisers.evidence.titles.title_decoration import QUOTED_AND_NAME
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, looks_like_title
from papernotes_plugin.text.lazy_regex import lazy_regex, optional_run
from papernotes_plugin.text.years import ANY_MODERN_YEAR

_MARK_AFTER = lazy_regex(
    r"(?:[:|·,.]|\s[-–—]{1,2}|(?<=(?:19|20)\d\d\))(?=\s[^\W\d_a-z]))\s+(?=\S)"
    r"|(?<=(?:19|20)\d\d)\s?[-–—]\s?(?=[A-Z])"
)
"""A mark that may be after the first fact of a line; spaces around a dash may lack after a year."""
_LAST_MARK = lazy_regex(
    r"[;|·](?=\s)|,(?=\s)(?!\s(?:[A-Z]\.[\s-]?){1,3}(?:$|[,;)]|et al\b|(?:&|and) ))|\s[-–—]{1,2}(?=\s)|\s/(?=\s)"
    r"|(?<=[^\W\d_]{3})[.?!](?=\s)"
)
"""A mark that may be before the last fact of a line; no comma between a family name and its initials."""
_BRACKET = lazy_regex(optional_run(r"\s,.–—-") + r"[(\[](?P<inner>[^()\[\]\n]{2,120})[)\]]\.?$")
_CITED_PAGE = lazy_regex(r"(?:19|20)\d\d[a-z]?[,:] ?(?:pp?\.|S\.)? ?\d{1,3}$")
"""The page of a quotation after the year: `Norman, 2013, p. 23`."""
_IMPRINT = lazy_regex(
    r"(?:(?:\d{1,2}\w{0,2}|[A-Z][a-z]+) [Ee]d(?:ition|n)?\.?, ?)?(?P<publisher>[^,()\d]{2,40}), (?P<year>(?:19|20)\d\d)"
)
"""The edition, the publisher and the year of a book: `Second Ed., CUP, 2020`."""
_VENUE_AND_YEAR = lazy_regex(r"(?P<venue>[A-Z][^,;()\d]{1,60}?),? (?P<year>(?:19|20)\d\d)")
_SLASHES = lazy_regex(rf"{FAMILY}(?:/{FAMILY})+(?=[\s,(:]|$)")
"""Family names with slashes between them: `Lee/Ray (1998)`."""
_FAMILIES = lazy_regex(rf"{FAMILY}(?:, {FAMILY})*(?:,? (?:and|&|und|et|y|e) {FAMILY}|,? et al\.?)?")
_WORD_AFTER_OTHERS = lazy_regex(r"\bet al\b\W*\w")
_MAX_FACTS = 6
"""Facts around a title, and marks in the first of them."""
_MAX_NAMES = 200
"""Characters of a fact before a title."""
_NO_TITLE = lazy_regex(r"→|=>|->|\.(?:pdf|epub|md)\b|://|\((?:[Ss]ource|via)\b")
"""A mark that no title has, such as an arrow or the name of a file."""
_MIN_TITLE, _MAX_TITLE = 2, 25
"""Words of a title."""
_MAX_UNKNOWN = 3
"""Words before the first comma of a title that may be an unknown venue."""
_MAX_NAME, _MAX_VENUE = 4, 6
"""Words of a full name, and of a venue that no table lists."""
_REMARK = lazy_regex(r"[(\[][^()\[\]\d]{2,20}[)\]]\s+")
"""A remark of the reader in brackets that opens a line: `(Optional) `."""
_QUOTED_BYLINE = lazy_regex(
    r"[“\"„«](?P<title>[^“”\"„«»\n]{8,250}?)[,.]?[”“\"»],? (?:by|von|par|por|di) (?P<names>[^\n]{5,200}?)"
    r"(?: with [^\n]++)?[.\s]*"
)
"""A title in quotation marks and its authors: `“A Title of Words,” by Ann Lee with Bob Ray`."""
QUOTED_FORM = '"T"N'
"""The form of such a line."""
_PUBLISHED_FORM = "YVT"
"""Form of a year and a venue before a title, in which the author may lack."""
_QUOTES = " \t\"“”„«»'‘’*_"


class LineFacts(NamedTuple):
    """A title with the facts around it."""

    title: str
    start: int
    """The offset of the title in the line."""
    end: int
    authors: tuple[str, ...]
    year: int | None
    venue: str
    has_known_venue: bool
    form: str
    """The kinds of the facts in their order, `T` for the title: `YTN` for a year, a title and names."""
    publisher: str = ""

    @property
    def has_several_authors(self) -> bool:
        """True if the authors are several, shortened, or one full name."""
        return len(self.authors) > 1 or any(" " in name for name in self.authors)


class _Fact(NamedTuple):
    kind: str
    """`N` for names, `Y` for a year, `V` for a venue, `NY` and `VY` for both, `PY` for a publisher and a year."""
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: str = ""
    is_known: bool = False
    """True if a table lists the venue or the publisher."""
    publisher: str = ""


def read(line: str) -> LineFacts | None:
    """Return the title and facts of a line; None unless there are several authors, or one with other facts.

    Other facts are a year, a venue, or brackets around the name.  A year and a known venue before the title are enough.

    Examples:
        >>> read("1986: Learning maps by errors, Reed, Hill & Will").authors
        ('Reed', 'Hill', 'Will')
        >>> read("Collective Dynamics of Networks [Watts & Strogatz 1998]").form, read("Networks of the World, 1998")
        ('T[NY]', None)
    """
    if quoted := _QUOTED_BYLINE.fullmatch(line):
        return _quoted(quoted)
    remark = _REMARK.match(line)
    start, end = remark.end() if remark else 0, len(line.rstrip())
    facts: list[_Fact] = []
    before: list[str] = []
    after: list[str] = []
    for _ in range(_MAX_FACTS):
        if first := _fact_before(line, start, end):
            fact, start = first
            before.append(fact.kind)
        elif last := _fact_after(line, start, end):
            fact, end, is_bracket = last
            # names between commas are one fact
            if not (fact.kind == "N" and after[:1] == ["N"]):
                after.insert(0, f"[{fact.kind}]" if is_bracket else fact.kind)
        else:
            break
        facts.append(fact)
    if not facts:
        return None
    if sum("N" in fact.kind for fact in facts) > 1 and after[-1:] == ["[NY]"]:
        # `Ann Lee (Economica, 1937)`: one word before the year in brackets is no second author
        at = next(i for i, fact in enumerate(facts) if fact.kind == "NY")
        if len(facts[at].authors) == 1:
            facts[at] = _Fact("VY", year=facts[at].year, venue=facts[at].authors[0])
            after[-1] = "[VY]"
    return _line_facts(line, start, end, facts, f"{''.join(before)}T{''.join(after)}")


def _quoted(match: re.Match[str]) -> LineFacts | None:
    """Return the title in quotation marks with the names after `by`; None if one is no person."""
    names, title = authorship.stated_names(match["names"]), match["title"]
    if not names or not title[0].isupper() or count_words(title) <= _MIN_TITLE:
        return None
    return LineFacts(title, *match.span("title"), names, None, "", has_known_venue=False, form=QUOTED_FORM)


def may_be_title(words: str) -> bool:
    """Return whether a whole line may be a title: some words that are no sentence and do not end with a mark."""
    is_short = _MIN_TITLE < count_words(words) <= _MAX_TITLE
    return is_short and not words.endswith((".", ":", ",", ";")) and not is_sentence(words, has_link=False)


def _line_facts(line: str, start: int, end: int, facts: list[_Fact], form: str) -> LineFacts | None:
    """Return the title between two offsets with some facts; None if a fact lacks or is stated twice."""
    authors: tuple[str, ...] = ()
    for fact in facts:
        # facts after the title were read from the end
        authors = (*fact.authors, *authors)
    years = {fact.year for fact in facts if fact.year}
    named = {fact.venue for fact in facts if fact.venue}
    has_facts = years or named or form == "T[N]" or len(authors) > 1
    is_complete = bool(authors) and bool(has_facts) and form.count("N") == 1
    # `2017 - NeurIPS - Title`
    is_published = form == _PUBLISHED_FORM and any(fact.is_known for fact in facts)
    if not (is_complete or is_published) or len(years) > 1 or len(named) > 1:
        return None
    quoted = QUOTED_AND_NAME.fullmatch(line, start, end)
    title = quoted["title"] if quoted else line[start:end].strip(f"{_QUOTES},.;:-–—")
    first, comma, _ = title.partition(", ")
    if comma and form[0] != "T" and count_words(first) <= _MAX_UNKNOWN:
        # an unknown venue may be between the names and the title
        return None
    if _NO_TITLE.search(title):
        return None
    is_remark = is_sentence(title, has_link=False) and not title.endswith("?") and not looks_like_title(title)
    if is_remark or authorship.is_mostly_names(title.partition(": ")[2] or title):
        return None
    # `Causality (Judea Pearl, 2009)`
    min_title = 1 if form == "T[NY]" and any(" " in name for name in authors) else _MIN_TITLE
    if count_words(title) < min_title:
        return None
    at = line.find(title, start)
    year, venue = next(iter(years), None), next(iter(named), "")
    has_known_venue = any(fact.is_known for fact in facts)
    publisher = next((fact.publisher for fact in facts if fact.publisher), "")
    return LineFacts(title, at, at + len(title), authors, year, venue, has_known_venue, form, publisher)


def _fact_before(line: str, start: int, end: int) -> tuple[_Fact, int] | None:
    """Return the fact at the beginning of a part of a line, and where the rest begins; None for none.

    A mark may be within the names: `Reed, Hill & Will: …`.
    """
    longest: tuple[_Fact, int] | None = None
    for count, mark in enumerate(_MARK_AFTER.finditer(line, start, min(end, start + _MAX_NAMES))):
        if count == _MAX_FACTS or count_words(line[mark.end() : end]) < _MIN_TITLE:
            break
        fact = _fact(line[start : mark.start()])
        if fact and fact.kind == "N" and not _are_several(fact.authors):
            # `Adam: A Method`: one name before a title may be a part of it
            continue
        if fact and line.startswith("and ", mark.end()):
            # `Time, Clocks, and the Ordering of Events`
            continue
        if fact and (longest is None or fact.kind in ("N", "NY")):
            longest = fact, mark.end()
        if longest and (longest[0].year or fact is None or mark[0][0] in ":.|"):
            break
    return longest


def _fact_after(line: str, start: int, end: int) -> tuple[_Fact, int, bool] | None:
    """Return the fact at the end of a part of a line, where the rest ends, and whether it is in brackets."""
    if bracket := _BRACKET.search(line, start, end):
        # a remark cites several papers: `Genes are lost quickly (Lee et al. 2009; Ray et al. 2015)`
        is_remark = cites_several(bracket["inner"]) or _CITED_PAGE.search(bracket["inner"])
        fact = None if is_remark else _fact(bracket["inner"], is_bracket=True)
        return (fact, bracket.start(), True) if fact else None
    marks = list(_LAST_MARK.finditer(line, start, end))
    if not marks:
        return None
    last = line[marks[-1].end() : end].strip(" .")
    fact = _fact(last)
    if not fact and len(marks) > 1 and marks[-1][0] != ",":
        # an unknown venue between names and the year: `Title - Lee - Notes on Maps - 1998`
        is_after_names = bool(_names(line[marks[-2].end() : marks[-1].start()].strip()))
        is_venue = is_after_names and last[:1].isupper() and count_words(last) <= _MAX_VENUE
        fact = _Fact("V", venue=last) if is_venue else None
    return (fact, marks[-1].start() + (line[marks[-1].start()] in "?!"), False) if fact else None


def _fact(words: str, *, is_bracket: bool = False) -> _Fact | None:
    """Return the names, the year or the venue that words are; None for others."""
    if ANY_MODERN_YEAR.fullmatch(words):
        return _Fact("Y", year=int(words))
    if is_bracket and (imprint := _IMPRINT.fullmatch(words)) and is_publisher(imprint["publisher"]):
        return _Fact("PY", year=int(imprint["year"]), is_known=True, publisher=imprint["publisher"])
    if slashes := _SLASHES.match(words) if "/" in words else None:
        words = slashes[0].replace("/", ", ", slashes[0].count("/") - 1).replace("/", " & ") + words[slashes.end() :]
    byline = short_bylines.read_byline(words)
    if byline and byline.year and _are_names(byline.authors):
        return _Fact("NY", byline.authors, byline.year, byline.venue)
    if (
        is_bracket
        and len(parts := words.split(", ")) > 2
        and ANY_MODERN_YEAR.fullmatch(parts[-1])
        and (names := _names(parts[0]))
    ):
        return _Fact("NY", names, int(parts[-1]), ", ".join(parts[1:-1]))
    published = publication_in(words)
    if listed := None if published and published.venue else venues.parse_venue(words)[0]:
        return _Fact("V", venue=listed, is_known=True)
    if published and published.venue:
        return _Fact(
            "VY" if published.year else "V", year=published.year, venue=published.venue, is_known=published.is_known
        )
    if is_bracket and (named := _VENUE_AND_YEAR.fullmatch(words)):
        return _Fact("VY", year=int(named["year"]), venue=named["venue"])
    names = _names(words)
    return _Fact("N", names) if names else None


def _names(words: str) -> tuple[str, ...]:
    """Return the names that words are: full names, or family names; () for others."""
    plain = words.removeprefix("by ")
    if listed := authorship.listed_names(plain):
        # no name is after `et al.`: `Ruiz et al., DreamBooth`
        return listed if _are_names(listed) and not _WORD_AFTER_OTHERS.search(plain) else ()
    if authorship.has_given_name(plain) or (
        " " in plain and count_words(plain) <= _MAX_NAME and authorship.is_person(plain) and not _has_title_words(plain)
    ):
        return (plain,)
    if _FAMILIES.fullmatch(plain):
        names = tuple(re.split(r",? (?:and|&|und|et|y|e) |, |,? (?=et al)", plain))
        names = tuple(OTHERS if name.startswith("et al") else name for name in names)
        return names if _are_names(names) else ()
    return ()


def _are_several(names: tuple[str, ...]) -> bool:
    """Return whether names are several, shortened, or one with a known given name."""
    return len(names) > 1 or authorship.has_given_name(names[0])


def _are_names(names: tuple[str, ...]) -> bool:
    """Return whether no name is a word of titles, an acronym, an organisation or a venue."""
    people = [name for name in names if name != OTHERS]
    if not people or any(short_bylines.CAPITALS.search(name) for name in people if " " not in name and "." not in name):
        return False
    if 2 * sum(all(map(is_title_word, name.split())) for name in people) > len(people) or any(
        map(authorship.names_organisation, people)
    ):
        return False
    if len(names) == 1 and " " not in names[0] and not short_bylines.may_be_family_name(names[0]):
        # `(Spring 2016)`, `(Updated 2016)`
        return False
    return short_bylines.may_be_people(people)


def _has_title_words(words: str) -> bool:
    return any(map(is_title_word, words.split()))
