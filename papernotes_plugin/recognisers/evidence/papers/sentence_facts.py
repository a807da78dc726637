"""Read the authors, venue and year that a sentence gives before or after a title: `[Title](…) by Lee (ICML 2020)`."""

from __future__ import annotations

import re

from papernotes_plugin import venues
from papernotes_plugin.people import OTHERS
from papernotes_plugin.recognisers.evidence.authors import authorship, short_bylines
from papernotes_plugin.recognisers.evidence.labels import field_facts
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import YEAR
from papernotes_plugin.vocabulary.model import Evidence

_AND = r"(?:and|und|et(?!\.? al)|y|e|и|en|och|&)"
_PEOPLE = (
    rf"(?:(?>{short_bylines.PERSON}), ){{0,30}}{short_bylines.PERSON}"
    rf"(?:,? et\.? ?al\b\.?|,? {_AND} {short_bylines.PERSON})?"
)
"""Names as in a sentence of one of several languages; `short_bylines.PEOPLE` has those of citations."""
_BY = r"(?:by|von|de|di|por|par|от|av|door)"
_BY_NAMES = lazy_regex(rf",?\s+{_BY}\s+(?P<names>{_PEOPLE})(?P<stop>\s?[(（.;:!?)\n]|,|\s[–—-]\s|\s[a-z]|\s*$)")
"""Names after `by`, and the mark or the word in small letters after them."""
_BRACKETS = lazy_regex(r"\s*[(（\[](?P<words>[^()（）\[\]]{1,300})(?:[)）\]]|$)")
_PUBLISHED = lazy_regex(
    r"(?:[,.]|\s[–—-])?\s"
    r"(?P<within>(?:(?:was |is )?(?P<verb>published|presented|accepted|appeared) )?(?:at|in|to|by) (?:the )?)?"
    r"(?P<place>(?:[A-Z][\w&-]*[, ]{1,2}){0,4}(?:19|20)\d\d)(?=[.,;:!)]|\s?[–—-]?\s*$|\s[–—-])"
)
"""Venue and year after names, or after a comma: `, published at ICML 2020`, `, 2020`."""
_SEPARATOR = lazy_regex(r"[,;.]?\s+")
_CLOSING = ' *_"”»“’」』》›'
_OPENING = ' *_"“„«‘「『《‹'
_DATED_NAMES_BEFORE = lazy_regex(rf"(?P<names>{_PEOPLE})(?:,? \(|, )(?P<year>{YEAR})[a-z]?\)?[,:]?$")
"""`Lee et al. (2020)`, `Ann Lee and Bob Ray, 2020` before a title."""
_NAMES_BEFORE = lazy_regex(
    rf"(?P<names>{_PEOPLE})(?:,|:|['’]s?(?: [a-z]+)? (?:paper|article|preprint|work|thesis)"
    r"|\s(?:presented?|propos(?:ed?|es)|published|publish|wrote|introduc(?:ed?|es))(?: (?:a|the) paper)?"
    r"(?:,? (?:called|titled|entitled))?"
    r"|(?<=\bal\.))$"
)
"""Names and a comma, a possessive or a verb before a title; nothing after `et al.`"""
_INTRODUCES = lazy_regex(
    r"(?:\b(?:by|from|of|see(?: also)?|cf\.?|vgl\.|siehe|nach|voir|selon|véase|según|ver|vedi|von|par|por|di|de|in)"
    r"|[(（\[:：—–])\s?$",
    re.IGNORECASE,
)
"""A word before names that are followed by a comma."""
_VENUE_BEFORE = lazy_regex(
    r"(?:(?<=\bpaper at )|(?<=\bpaper of )|(?<=\bpaper from ))"
    rf"(?P<favourite>[A-Z][A-Za-z&-]* {YEAR}) (?:is|was):?$"
    r"|(?P<place>(?<![A-Za-z\d-])[A-Z][A-Za-z&-]*(?: [A-Z][A-Za-z&-]*){0,3} (?:19|20)\d\d)\s?"
    r"(?:paper|article|preprint|の論文|的论文|的論文|论文|論文|에 발표된|에서 발표된|발표된|发表的|で発表された)"
    r"(?: titled| called| entitled)?$"
)
"""Venue and year of a paper before its title: `our NeurIPS 2020 paper`, `ICML 2023の論文`."""
_WIDE_OTHERS = lazy_regex(
    r"(?P<name>[A-Z][A-Za-zÀ-ž'’.-]{0,60}(?: [A-Z][A-Za-zÀ-ž'’.-]{0,60}){0,3})"
    r"\s?(?:らの|らによる|等人的|等的|等による|등의)(?:\s?(?:论文|論文|논문))?$"
)
"""`Leeらの`, `Lee等人的论文` before a title."""
_AT_VENUE = lazy_regex(rf"(?:^|\s)(?:[Aa]t|[Ii]n) (?P<place>[A-Z][A-Za-z&-]* {YEAR}), $")
"""Venue and year before names: `At ICML 2020, Ann Lee and Bob Ray presented`."""
_YEAR_OF_PAPER = lazy_regex(rf"\b(?P<year>{YEAR}) (?:paper|article|preprint|thesis) (?:by|of|from) $")
"""The year of a paper before its authors: `A 2020 paper by Ann Lee and Bob Ray, *Title*`."""
_SUBJECT = lazy_regex(
    rf"\s*(?P<names>{_PEOPLE}) \((?P<year>{YEAR})\) [a-z][^.!?;()\[\]\d]{{5,150}}"
    r"(?:[;,.:]|\s[–—-]|(?=\s\())\s\(?(?:[Ss]ee|[Rr]ead|[Cc]f\.?|[Vv]gl\.|[Ss]iehe|[Vv]oir|[Vv]éase|[Vv]edi)"
    r"(?: (?:it|also|the|auch|aussi|también|anche))?\s*"
)
"""Names and a year that are the subject of a sentence, whose end points to a link: `Lee et al. (2020) …; see `."""
_OPENS_SENTENCE = short_bylines.NO_NAMES | {"in", "my", "ver"}
_REACH = 300


def read_after(text: str) -> tuple[Evidence, int]:
    """Return the facts that follow a title directly, and the offset at which they end.

    Examples:
        >>> read_after(" by Ann Lee and Bob Ray (ICML 2020).")[0].authors
        ('Ann Lee', 'Bob Ray')
        >>> read_after("” (Lee et al., NeurIPS 2017) shows")[0].venue, read_after(", 2020, makes this precise")[0].year
        ('NeurIPS', 2020)
        >>> read_after(" by Ann Lee, Karl D.D. Willis, and Bo Ray.")[0].authors
        ('Ann Lee', 'Karl D.D. Willis', 'Bo Ray')
        >>> read_after(" by Ann Lee, Yu yixuan, and Bob Ray (2020)")[0].authors
        ()
        >>> read_after(" by Ann Lee, who wrote it in 2020")[0].year, read_after(" by hand (in 2020)")[0].year
        (None, None)
    """
    text = text[:_REACH]
    at = len(text) - len(text.lstrip(_CLOSING))
    at -= at > 0 and text[at - 1] == " " and text[at : at + 1] not in (",", ".", ";")
    evidence = Evidence()
    while read := _by_names(text, at) or _in_brackets(text, at) or _published(text, at):
        facts, end = read
        if (facts.authors and evidence.authors) or (facts.year and evidence.year):
            break
        evidence, at = field_facts.filled(evidence, facts), end
    return evidence, at


def read_before(text: str, *, is_followed: bool = False) -> Evidence:
    """Return the facts that a sentence gives directly before a title.

    Args:
        text: The text before the title.
        is_followed: Whether the sentence goes on, as in `For Lee (2020), [Title](…) is`.

    Examples:
        >>> read_before("This was shown by Lee et al. (2020), “")[1:4]
        (('Lee', 'et al.'), 2020, '')
        >>> read_before("the code of our NeurIPS 2020 paper ")[2:4], read_before("In 2020, ")[1:4]
        ((2020, 'NeurIPS'), ((), None, ''))
    """
    text = text[-_REACH:].rstrip(_OPENING).replace("\xa0", " ")
    if (placed := _VENUE_BEFORE.search(text)) and (facts := _place(placed["place"] or placed["favourite"])):
        return facts
    if named := _WIDE_OTHERS.search(text):
        name = named["name"]
        return Evidence() if short_bylines.is_no_person(name) else Evidence(authors=(name, OTHERS))
    if text.endswith((")", "),", "):", ",", ":")) and (dated := _DATED_NAMES_BEFORE.search(text)):
        names = _names_at_end(text, dated, is_followed=is_followed and text.endswith(","))
        return Evidence(authors=names, year=int(dated["year"])) if names else Evidence()
    if named := _NAMES_BEFORE.search(text):
        at = _AT_VENUE.search(text[: named.start("names")])
        facts = (_place(at["place"]) if at else None) or Evidence()
        text = f"{text[: at.start()]} {text[at.end() :]}" if at else text
        named = (_NAMES_BEFORE.search(text) if at else None) or named
        if dated := _YEAR_OF_PAPER.search(text[: named.start("names")]):
            facts = facts._replace(year=int(dated["year"]))
        return facts._replace(authors=_names_at_end(text, named, is_followed=text.endswith(",")))
    return Evidence()


def read_subject(sentence: str) -> Evidence:
    """Return the names and the year that are the subject of a sentence, whose end points to the link after it.

    Examples:
        >>> read_subject("Lee et al. (2020) propose a method; see ")[1:3]
        (('Lee', 'et al.'), 2020)
        >>> read_subject("Lee et al. (2020) extend the work of Ray (2019); see ")[1:3]
        ((), None)
    """
    subject = _SUBJECT.fullmatch(sentence)
    names = _names(subject["names"], is_stated=True) if subject else ()
    return Evidence(authors=names, year=int(subject["year"])) if subject and names else Evidence()


def read_phrase(words: str) -> Evidence | None:
    """Return the facts that a whole phrase consists of, such as names, venue and year; None for other words.

    Examples:
        >>> read_phrase("Ann Lee, Bob Ray, ICML 2020")[1:4]
        (('Ann Lee', 'Bob Ray'), 2020, 'ICML')
        >>> read_phrase("2020")[2], read_phrase("updated in 2020"), read_phrase("see Lee 2020, page 3")
        (2020, None, None)
    """
    words = words.strip(" ,;:.")
    if not words:
        return None
    byline = short_bylines.read_byline(words)
    names = byline.authors if byline else ()
    is_group = bool(names) and short_bylines.is_collaboration(names[0])
    if not is_group and (place := _place(words)):
        return place
    # a single name before a year may be a place
    are_people = len(names) > 1 and not any(map(short_bylines.is_no_person, names))
    if byline and byline.year and (is_group or are_people):
        venue = "" if venues.is_preprint(byline.venue) else byline.venue
        return Evidence(authors=byline.authors, year=byline.year, venue=venue, track=byline.track)
    for separator in _SEPARATOR.finditer(words):
        if place := _place(words[separator.end() :]):
            before = words[: separator.start()]
            names = _names(re.sub(rf"^{_BY}\s", "", before), is_stated=False)
            if names:
                return place._replace(authors=names)
    names = _names(words, is_stated=False)
    return Evidence(authors=names) if names else None


def _by_names(text: str, at: int) -> tuple[Evidence, int] | None:
    match = _BY_NAMES.match(text, at)
    if not match:
        return None
    names, stop = match["names"], match["stop"].strip()
    end = match.end("names")
    is_open = "," in names and not re.search(rf"\s{_AND}\s|et\.? al", names)
    if stop.isalpha() and is_open:
        # a name in small letters follows: `Ann Lee, Yu yixuan, and Bob Ray`
        return None
    if stop == "," and not (
        _published(text, end) or re.match(r", (?:which|who|where|is|was|and I|published|presented|it)\b", text[end:])
    ):
        # a name in small letters may follow
        return None
    authors = _names(names, is_stated=True)
    return (Evidence(authors=authors), end) if authors else None


def _in_brackets(text: str, at: int) -> tuple[Evidence, int] | None:
    match = _BRACKETS.match(text, at)
    if not match:
        return None
    first, _, rest = match["words"].partition(";")
    facts, others = read_phrase(first) or read_phrase(match["words"]), read_phrase(rest)
    # `(Lee et al., 2019; Ray et al., 2020)` cites others
    return (facts, match.end()) if facts and not (facts.authors and others and others.authors) else None


def _published(text: str, at: int) -> tuple[Evidence, int] | None:
    match = _PUBLISHED.match(text, at)
    facts = _place(match["place"]) if match else None
    if not match or not facts or (match["within"] and not (match["verb"] or facts.venue)):
        # `in 2019` may say when the paper was read
        return None
    return facts, match.end()


def _place(words: str) -> Evidence | None:
    """Return the venue and the year that words are, one of them, or None."""
    words = words.strip(" ,;:.")
    if re.fullmatch(rf"{YEAR}[a-z]?", words):
        return Evidence(year=int(words[:4]))
    venue, year, track = venues.parse_venue(words)
    if not venue or (year is None and not words.isupper() and venue.casefold() != words.casefold()):
        return None
    return (
        Evidence(year=year, track=track) if venues.is_preprint(venue) else Evidence(venue=venue, year=year, track=track)
    )


def _names_at_end(text: str, match: re.Match[str], *, is_followed: bool) -> tuple[str, ...]:
    """Return the names before a title, without the word that opens their sentence: `In Lee et al. (2020), “…”`."""
    names, before = match["names"], text[: match.start("names")]
    if before[-1:].isalpha():
        # `daniel Chen` has no particle
        return ()
    first, _, rest = names.partition(" ")
    if first.rstrip(".").casefold() in _OPENS_SENTENCE:
        names, before = rest, f"{before}{first} "
    is_opening = not before.strip(_OPENING)
    if before.rstrip().endswith(",") or (is_followed and not is_opening and not _INTRODUCES.search(before)):
        return ()
    return _names(names, is_stated=True) if names else ()


def _names(words: str, *, is_stated: bool) -> tuple[str, ...]:
    """Return the names that words are; none for other words.

    Args:
        words: The words.
        is_stated: Whether the sentence says that they are names.
    """
    words = words.strip(" ,;")
    if not re.fullmatch(_PEOPLE, words):
        return authorship.listed_names(words)
    names = authorship.split_authors(re.sub(rf",? {_AND} ", " and ", words))
    named = [name for name in names if name != OTHERS]
    if not named or any(map(short_bylines.is_no_person, named)) or not short_bylines.may_be_people(named):
        return ()
    if OTHERS in names:
        return names
    if len(named) == 1:
        return names if authorship.has_given_name(named[0]) else ()
    count = sum(map(authorship.has_given_name, named))
    return names if is_stated or 2 * count >= len(named) or authorship.looks_like_authors(words) else ()
