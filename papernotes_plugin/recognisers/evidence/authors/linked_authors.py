"""Read references whose link is their authors, with the title after it: `[Ho & Lee (2021)](…) — Title`."""

from __future__ import annotations

import re
from functools import lru_cache

from papernotes_plugin import venues
from papernotes_plugin.people import is_given_name, is_title_word
from papernotes_plugin.recognisers.evidence.authors import authorship, informal_citations, name_order
from papernotes_plugin.recognisers.evidence.authors.short_bylines import (
    DOUBLE_FAMILY,
    PARTICLES,
    PEOPLE,
    PERSON,
    PLACE,
    Byline,
    are_full,
    is_no_person,
    is_only_year,
    matched_names,
    may_be_family_name,
    may_be_people,
    to_byline,
)
from papernotes_plugin.recognisers.evidence.titles import sentences
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import (
    TitleParts,
    count_words,
    looks_like_title,
    split_title,
)
from papernotes_plugin.recognisers.evidence.titles.titles_beside_names import NAME_BEFORE_COLON
from papernotes_plugin.recognisers.evidence.titles.trailing_names import has_initials
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import YEAR

_NAME = r"(?=[A-Za-z]*[A-Z][\w-]*[A-Z\d])[\w+-]+|[A-Z]\d+"
"""A short name of a paper with capitals or digits inside: `T5`, `GPT-3`, `ResNet-50`."""
_LINK = lazy_regex(
    rf"(?P<people>{PEOPLE})(?:,? (?P<inner>{_NAME}))?(?:(?:,? ?[(,] ?| (?={YEAR}(?![\d.]))){PLACE}\)?)?"
    rf"(?: ?(?:(?:[—–/]+|(?<![\w.])-+|-+(?=\s)) ?(?P<name>\S.{{0,80}})|\((?P<short>[^()]{{2,40}})\)))?"
)
"""`Ho & Lee (2021)`, `Raffel et al. T5 (2020)`, `Watson, Juergens, et al. (Nature 2023) — RFdiffusion`."""
_NAME_WITH_AUTHORS = lazy_regex(
    rf"(?P<name>[^\s()]{{2,24}}) \((?P<people>{PERSON}(?P<others>,? et al\.?)?)(?P<place>,? {YEAR})?\)"
)
"""`MACE (Batatia et al.)`, `KeyDiff (Park 2025)`."""
_PEOPLE = lazy_regex(PEOPLE)
_TITLE = lazy_regex(r"(?:\s*(?:[—–-]+|:)|(?P<bracket>\]|(?=\s))|(?P<point>\.))\s+(?P<title>[^\n]{8,300})")
_SENTENCE_END = lazy_regex(r"(?<=[^.\s]{2})\. |(?<=\?) (?=[^\W\d_a-z])")
_FAMILY = r"[^\W\d_a-z][\w'’-]+(?: I{2,3}\b)?"
_SPACED = lazy_regex(rf"(?P<names>{_FAMILY}(?:,? {_FAMILY}){{1,5}}),? (?P<year>{YEAR})")
"""Family names with spaces between them before the year: `Liao Xue Carin 2005`."""
_FAMILY_NAME = lazy_regex(_FAMILY)
_TWO_NAMES = lazy_regex(rf"({PARTICLES}{_FAMILY}) (?:and|&) ({PARTICLES}{_FAMILY})")
_WITH_PARTICLE = lazy_regex(rf"(?=\S+ ){PARTICLES}{_FAMILY}")
"""A family name with a particle, which is no full name: `De Bortoli`."""
_GENERATION = lazy_regex(r" I{2,3}$")
_IN_BRACKETS = lazy_regex(
    r"^[ \t]*(?:[-*+]|\d+[.)]) \[\[(?P<authors>[^\[\]\n]{3,80})\]\([^()\s]+\)\]"
    r" (?P<title>\S[^\n]*(?:\n[ \t]+[^\s*+-][^\n]*)?)",
    re.MULTILINE,
)
"""An item that is linked authors in brackets and a title: `- [[Liao Xue 2005](…)] Title`."""
_BEFORE_TITLE = lazy_regex(
    r"^[ \t]*(?:[-*+]|\d+[.)]) \[(?P<authors>[^\[\]\n]{3,80})\]\([^()\s]+\) (?P<title>\S[^\n]*)$", re.MULTILINE
)
"""An item that is linked authors and a title with nothing between them: `- [Lee et al.](…) Title`."""
_VERB = lazy_regex(r"[A-Z][a-z]+s (?:the|an?|that|how|to|this|these|new)\b")
"""A verb that opens a remark: `Introduces the Transformer`."""
_TITLE_AND_AUTHORS = lazy_regex(
    r"^[ \t]*(?:[-*+]|\d+[.)]) [*_]{0,2}(?P<title>[^\W_][^\[\]\n]{2,300})"
    r" \[(?P<authors>[^\[\]\n]{3,80} \(?(?:19|20)\d\d\)?)\]\([^()\s]+\)[ .*_]*$",
    re.MULTILINE,
)
"""An item that is a title and its linked authors: `- A Title of Words. [Lee, Ray (2020)](…)`, `… [Lee, 2020](…)`."""
_ENDS_TITLE = (".", "?", "!")
"""Marks after a title before its authors."""
_MIN_WORDS = 4
"""Words of a title without a mark after it; fewer may be a topic."""
_MIN_TITLES = 3
"""Titles with capitals from which other words before linked authors are titles, too."""
_MIN_PEOPLE = 3
"""Names in a list from which it is one of authors, also without a year."""


def are_authors(link_text: str) -> bool:
    """Return whether the text of a link is authors, alone or with their year, venue and a name of the paper.

    Examples:
        >>> [are_authors(text) for text in ("Chen, Wu, and Li (2020)", "MACE (Batatia et al.)", "Attention (2020)")]
        [True, True, False]
    """
    return _match(link_text) is not None


def read_authors(words: str) -> tuple[Byline, str] | None:
    """Return the authors that a text consists of, and the name of the paper next to them; None for other texts.

    Examples:
        >>> read_authors("Lepikhin et al. (2021) — GShard"), read_authors("Attention (2020)")
        ((Byline(authors=('Lepikhin', 'et al.'), venue='', year=2021, track=''), 'GShard'), None)
    """
    match = _match(words)
    if not match:
        return None
    names = match.groupdict()
    name = (names["name"] or names.get("inner") or names.get("short") or "").strip()
    return _byline(match), "" if venues.parse_venue(name)[0] else name


def _byline(match: re.Match[str]) -> Byline:
    """Return the authors of a link; what has the form of a short name after them may be the venue: `Lee, ICLR 2022`."""
    byline = to_byline(match)
    venue = "" if byline.venue else venues.parse_venue(match.groupdict().get("inner") or "")[0]
    return byline._replace(venue=venue) if venue else byline


def authors_after(title: str, link_text: str, *, is_listed: bool = False) -> Byline | None:
    """Return the authors and the year in a link after a title; None for others, and for a topic or a claim.

    Examples:
        >>> authors_after("Can Machines Think? ", "Lee (1977)").authors
        ('Lee',)
        >>> authors_after("Attention works well. ", "Lee (1977)"), authors_after("Attention Networks: ", "Lee (1977)")
        (None, None)
        >>> authors_after("A theory of neural attention ", "Lee, 1977", is_listed=True).year
        1977

    Args:
        title: The words before the link.
        link_text: The text of the link.
        is_listed: Whether other items of the note show that such words are titles, in any case and of any length.
    """
    words = title.rstrip(" *_")
    if words.endswith(" ("):
        words = words[:-2].rstrip(" *_")
        byline, name = read_authors(link_text) or (None, "")
        return byline if byline and byline.year and not name and _is_titled(words) else None
    is_marked = words.endswith(_ENDS_TITLE)
    if is_listed and not (is_marked or _may_be_title(words)):
        return None
    if not is_listed and not (is_marked and count_words(words) > 1 and looks_like_title(words)):
        return None
    byline, name = read_authors(link_text) or (None, "")
    return byline if byline and byline.year and not name else None


def _is_titled(words: str) -> bool:
    """Return whether words before a citation in brackets are a title, and no acronym with its words."""
    name, _, rest = words.rpartition(": ")
    is_title = count_words(words) >= _MIN_WORDS and looks_like_title(words) and ". " not in words
    return is_title and not (name and has_initials(name, rest)) and not sentences.is_sentence(words, has_link=True)


def lists_authors_after_titles(text: str) -> bool:
    """Return whether items of a note are a title and linked authors, as those with capitals show."""
    items = [match["title"] for match in _TITLE_AND_AUTHORS.finditer(text) if _match(match["authors"])]
    titles = [t for t in items if looks_like_title(t) and (t.endswith(_ENDS_TITLE) or _may_be_title(t))]
    return len(titles) >= max(_MIN_TITLES, len(items) / 3)


def _may_be_title(words: str) -> bool:
    """Return whether words without a mark after them may be a title, and are no topic, claim or quotation."""
    is_long = count_words(words) >= _MIN_WORDS and (words[-1].isalnum() or words[-1] == ")")
    return is_long and not sentences.is_sentence(words, has_link=True)


def lists_titles_after_brackets(text: str) -> bool:
    """Return whether items of a note are linked authors in brackets and a title, as several and no remark show."""
    items = _IN_BRACKETS.finditer(text)
    titles = [
        " ".join(item["title"].split()) for item in items if _spaced_names(item["authors"]) or _match(item["authors"])
    ]
    return len(titles) >= _MIN_TITLES and not any(map(is_remark_on_paper, titles))


def lists_titles_after_authors(text: str) -> bool:
    """Return whether items of a note are linked authors and titles that look like such, and none is a remark."""
    items = _BEFORE_TITLE.finditer(text)
    titles = [item["title"] for item in items if _match(item["authors"]) or _pair(item["authors"])]
    are_titles = len(titles) >= _MIN_TITLES and not any(map(is_remark_on_paper, titles))
    return are_titles and 3 * sum(map(looks_like_title, titles)) >= len(titles)


def is_remark_on_paper(words: str) -> bool:
    """Return whether words after linked authors or an identifier are a remark on the paper rather than its title."""
    return words[0].islower() or bool(_VERB.match(words)) or sentences.is_sentence(words, has_link=True)


def title_after(link_text: str, rest: str, *, is_listed: bool = False) -> tuple[TitleParts, tuple[str, ...]] | None:
    """Return the title that follows a link to a paper whose text is authors, and these authors; None for none.

    Examples:
        >>> parts, authors = title_after("Ho & Lee (ICML 2021)", " — A Title of Many Words")
        >>> parts.title, parts.venue, parts.year, authors
        ('A Title of Many Words', 'ICML', 2021, ('Ho', 'Lee'))
        >>> title_after("Liao Xue Carin 2005", "] A Title of Many Words.")[1]
        ('Liao', 'Xue', 'Carin')
        >>> title_after("Lee et al. 2009", ". A long title. Nature.")[1], title_after("Lee et al. 2009", ". A remark.")
        (('Lee', 'et al.'), None)

    Args:
        link_text: The text of the link.
        rest: The text after it.
        is_listed: Whether other items of the note show that the words after brackets are titles, in any case.
    """
    following = _TITLE.match(rest)
    spaced = _spaced_names(link_text) if following and following["bracket"] else None
    match = _match(link_text) if following and not spaced else None
    pair = None if match or spaced or not following or following["bracket"] else _pair(link_text)
    is_spaced = following is not None and following["bracket"] == ""
    byline = _byline(match) if match else spaced or pair
    if not following or not byline or (is_spaced and not is_listed):
        return None
    words, *others = _SENTENCE_END.split(following["title"])
    if following["point"]:
        # without a venue after it, the sentence may be a remark
        venue = venues.parse_venue(others[0].strip(" ."), labelled=True)[0] if others and byline.year else ""
        if not venue:
            return None
        byline = byline._replace(venue=byline.venue or venue)
    parts = split_title(words)
    if others and not parts.venue:
        # `[Lee et al.](…) Title. In ICML 2018`
        parts = parts.completed(TitleParts("", *venues.parse_venue(others[0].removeprefix("In ").strip(" ."))))
    if pair and not parts.year and not is_spaced:
        # `[Pride and Prejudice](…) — The Style of Jane Austen`
        return None
    is_long = count_words(parts.title) >= 3 and not sentences.is_sentence(parts.title, has_link=True)
    if following["bracket"] is not None:
        # other words after brackets may be a remark
        is_long = is_listed and not is_remark_on_paper(parts.title)
    opens_lower = parts.title[:1].islower() and not NAME_BEFORE_COLON.match(parts.title)
    if opens_lower or not (is_long or looks_like_title(parts.title)):
        return None
    if match and not (match["others"] or match["place"]) and _PEOPLE.fullmatch(parts.title):
        # `[Fast, Sparse, Certain Bounds](…) - Lee, Ray, Beck` has the title in the link
        return None
    return parts.completed(byline), byline.authors


def _pair(link_text: str) -> Byline | None:
    """Return two family names without a year that a text is; None for others, which may be a title."""
    match = _TWO_NAMES.fullmatch(link_text.strip())
    names = match.groups() if match else ()
    is_pair = bool(names) and may_be_people(list(names)) and all(map(may_be_family_name, names))
    return Byline(names) if is_pair and not any(is_no_person(name) or is_title_word(name) for name in names) else None


def _spaced_names(link_text: str) -> Byline | None:
    """Return the family names with nothing but spaces between them, and the year, that a text is; None for others.

    There are no names if one is also a given name, or may be a Chinese one: the words may be a single person.

    Examples:
        >>> _spaced_names("Daume III Marcu 2006").authors, _spaced_names("Thomas Lee 2006").authors
        (('Daume III', 'Marcu'), ())
        >>> _spaced_names("Deep Learning 2015"), _spaced_names("Neural Turing Machines 2014")
        (None, None)
    """
    match = _SPACED.fullmatch(link_text.strip())
    names = _FAMILY_NAME.findall(match["names"]) if match else []
    if not match or not (may_be_people(names) and all(may_be_family_name(_GENERATION.sub("", name)) for name in names)):
        return None
    if any(map(is_no_person, names)) or sum(map(is_title_word, names)) > len(names) / 3:
        return None
    may_be_given = name_order.may_be_given_name if len(names) == 2 else is_given_name
    authors = () if any(map(may_be_given, names)) else tuple(names)
    return Byline(authors, year=int(match["year"]))


@lru_cache(maxsize=1 << 10)
def _match(link_text: str) -> re.Match[str] | None:
    """Return the parts of a link text that is authors; None for other texts."""
    text = informal_citations.formal(link_text.strip())
    match = _NAME_WITH_AUTHORS.fullmatch(text) or _LINK.fullmatch(text)
    if not match:
        return None
    people = matched_names(match)
    first, *others = people
    is_family = _WITH_PARTICLE.fullmatch(first) or DOUBLE_FAMILY.fullmatch(first)
    is_full = " " in first and not is_family and not authorship.has_given_name(first)
    if is_full and others and not any(" " in name for name in others):
        # `Auto-Encoding Variational Bayes, Kingma and Welling, ICLR 2014`
        return None
    is_list = match["others"] is not None or len(people) >= _MIN_PEOPLE
    # "Attention (2020)" is no author, and of two words the first must be a given name
    are_people = are_full(people, with_initials=is_only_year(match["place"]))
    is_dated = match["place"] and are_people and (len(people) > 1 or may_be_family_name(people[0]))
    are_people = may_be_people(people) and not any(map(is_no_person, people))
    if is_list and not (match["others"] or match["place"]):
        # `Measure Theory, Probability, and Stochastic Processes`
        full = [name for name in people if " " in name]
        are_people &= not full or any("." in name or name_order.may_be_given_name(name.split()[0]) for name in full)
    return match if (is_list or is_dated) and are_people else None


def are_affiliated(title: str) -> bool:
    """Return whether what was read as a title is people with their organisations.

    Examples:
        >>> are_affiliated("Ann Lee and Bob Ray, Stanford University; Eva Grün, Tsinghua University")
        True
    """
    first = re.split(r",| and |;", title, maxsplit=1)[0].strip()
    return ";" in title and authorship.names_organisation(title) and authorship.is_person(first)
