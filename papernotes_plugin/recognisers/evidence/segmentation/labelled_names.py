"""The authors that the model finds in a reference, and whether they are names of people."""

from __future__ import annotations

import re
from collections.abc import Sequence

from papernotes_plugin import text as texts
from papernotes_plugin import venues
from papernotes_plugin.people import PARTICLES, is_given_name, is_title_word
from papernotes_plugin.recognisers.evidence.authors import name_order
from papernotes_plugin.recognisers.evidence.authors.affiliations import HOUSE, without_month
from papernotes_plugin.recognisers.evidence.authors.short_bylines import NO_NAMES
from papernotes_plugin.recognisers.evidence.references.author_lists import AuthorList
from papernotes_plugin.recognisers.evidence.segmentation.segments import Label, Segment
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.romanisation import CJK_LETTER, precedes_cjk

_MIN_NAME, _MIN_NAMES = 0.6, 0.8
"""Mean probability of the tokens of a name, and of all names, from which they are some."""
_KOREAN_NAME = lazy_regex(
    r"[김이박최정강조윤장임한오서신권황안송류홍전고문양손배백허유남심노하곽성차주우구민진지엄채원천방공현함변염여추도소석선설마길연위표명기반왕금옥육인맹제모봉]"
    r"[가-힣]{1,2}"
)
"""A Korean family name and a given name."""
_MAX_WORDS = 6
_MAX_INITIAL = 2
"""Letters of an initial: `Sz.`, `Yu.`."""
_WITH = lazy_regex(r"(?:^|[\s(])(?:with|mit|avec|con|com)\s$", re.IGNORECASE)
_MAX_BEFORE = 40
"""Characters before a name that are read."""
_BY = lazy_regex(r"(?:[Bb]y|[Pp]ar|[Pp]or|[Vv]on|[Dd]e|[Dd]i|[Dd]a) (?=(?P<given>[^\W\d_a-z][\w'’-]*) [^\W\d_a-z])")
"""A preposition before a given name, which may also be the particle of a family name."""
_POINT_AT_END = lazy_regex(r", [^\W\d_a-z][a-zà-öø-ÿ]{2,}\.$")
"""The point after a given name in full: `Reader, Ann.`"""
_ONLY_PREPOSITIONS = ("by", "par", "por")
_LOWER_WORD = lazy_regex(
    rf"(?<![\w'’.-])(?!(?:{PARTICLES}|af|av|das|den|het|do|e|y|i|zu|zur|vom|tom|dal|’t|'t|ibn|d|und)\b)[a-zß-öø-ÿ]\w*"
)
_LETTERS = lazy_regex(r"[^\W\d_]{2}|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_SENTENCE = lazy_regex(
    r"论文|論文|文章|作者|提出|发表|發表|研究[了的]|参[见考阅]|最[早近初]|这[个篇种]|使用|提案|によ[りるっ]|して|という|논문|제안|발표|에서|대한"
)
"""A word of a sentence in Chinese, Japanese or Korean, which no name has: `DQN 最早由 DeepMind 提出`."""
_IN_BRACKETS = lazy_regex(r"\([^()]*\)|\[[^\[\]]*\]")
_OTHER_NAME = lazy_regex(r"(?:^|[\s,;&])(?!In\b|Vol\b|Available\b|Retrieved\b)[^\W\d_a-z][^\W\d_]{2,}")
"""A word with a capital between names, which the model did not take for one."""
_JOINED_NAME = lazy_regex(
    r",? (?:and|&|et|und|y|e|i|и) [^\W\d_a-z]"
    r"|, [^\W\d_a-z][^\W\d_]+(?:: ?[“\"„«])? ?$"
    r"|[*#†‡]?[,;] ?(?:[A-Z]{1,3}\.? [^\W\d_a-z][^\W\d_]+|[^\W\d_a-z][^\W\d_]+,? [A-Z]{1,3}\b)"
)
"""A conjunction and a further name, or a name with initials, after the last name that the model has found.

Before a quotation, a word and a colon are a name: `Garlan, Allen, Ockerbloom: “Title”`.
"""
_REPEATED = lazy_regex(r"[\W_]*|(?:Ders|Dies|[Ii]dem|[Ii]bid|[Ii]d)\.?")
_MIDDLE_INITIAL = lazy_regex(r" [A-Z]$")
_REST_OF_NAME = lazy_regex(r" [^\W\d_a-z][^\W\d_]")
"""The family name after a middle initial without a point: `Ann W Lee`."""
_TWO_NAMES = lazy_regex(r", [A-Z]{1,3} (?:(?:de|van|von|del) )?[^\W\d_a-z][^\W\d_]+")
"""Two names in one: `Engelhardt, SM Montgomery`."""
_NAME_BEFORE = lazy_regex(r"\b[A-Z]\. ?[^\W\d_a-z][^\W\d_]+(?:,|,? (?:and|&)) $|[^\W\d_],? (?:and|&|und|et) $")
"""A name with initials, or a conjunction, before the first name that the model has found."""
_FAMILY_NAMES = lazy_regex(
    r"(?:(?:[Vv]an|[Vv]on|[Dd]e[rnl]?|[Dd][aiu]|[Ll][ae]) ){0,2}[^\W\d_a-z][\w'’-]+"
    r"(?:,? (?:and|&|et|und|y) |, )?"
)
"""A family name without given names, and what joins the next one: `Gatys, `."""
_FAMILIES_BEFORE_DASH = lazy_regex(
    r"(?P<names>[^\W\d_a-z][^\W\d_-]{2,}(?:, [^\W\d_a-z][^\W\d_-]{2,}){1,6}) ?(?:--|[–—]) ?"
)
"""Family names before a title: `Ахо, Хопкрофт, Ульман -- `."""
_AFTER_NAME = lazy_regex(r",? (?:and|&|et|und|y) $|, ?$")
"""Words or marks before the next name."""
_FAMILY_AND_INITIALS = lazy_regex(
    r"^((?:[a-z]{2,3} ){0,2}[^\W\d_a-z][^\W\d_]+(?:-[^\W\d_]+)?) ((?:[^\W\d_a-z]\.[ -]?){1,3})$"
)
"""A family name before initials with points."""
_FULL_NAME = lazy_regex(r"[^\W\d_a-z][^\W\d_]+ [^\W\d_a-z][^\W\d_]+")
"""A name without initials."""
_ACRONYMS = lazy_regex(r"[A-Z]{3,8}, (?P<second>[A-Z]{3,8})")
"""An organisation, and a study or series that the title begins with: `OECD, PISA 2018 Results`."""
_TRANSLATOR = lazy_regex(r"\b(?:[Tt]rl|[Tt]rad|[Tt]ransl|[ÜüUu]bers|[Tt]r)\.?:?\s*$")
"""The label of a translator before a name."""


def _is_no_name(words: str) -> bool:
    """Return whether words are a dash or such as `Ders.` for the names of the reference above, or as `Appendix B`."""
    return _REPEATED.fullmatch(words) is not None or name_order.is_lettered(words)


def authors_in(text: str, facts: Sequence[Segment]) -> AuthorList | None:
    """Return the authors among some facts; None if they may not be names, or if a name is missing."""
    segments = [fact for fact in _first_names(facts) if not _is_no_name(text[fact.start : fact.end].strip(" ,:"))]
    names = tuple(filter(None, (_plain_name(text[fact.start : fact.end]) for fact in segments)))
    further = [fact for fact in facts if fact.label is Label.FURTHER_AUTHORS]
    has_more = any(not _is_after_title(fact, segments, facts) for fact in further)
    if any(fact.probability < _MIN_NAME for fact in further):
        return None
    if not segments:
        # `He et al.`, of which the name is missing
        return None if has_more else AuthorList((), 0, "labelled")
    probabilities = [fact.probability for fact in segments]
    is_sure = min(probabilities) >= _MIN_NAME and sum(probabilities) >= _MIN_NAMES * len(segments)
    if not is_sure or not all(map(_may_be_name, names)) or _has_other_names(text, segments, facts):
        return None
    if _ends_in(_NAME_BEFORE, text, segments[0].start) or _ends_in(_TRANSLATOR, text, segments[-1].start):
        return None
    if _ends_in(_WITH, text, segments[0].start):
        # the names of the others: `with Ann Lee: Title`, `“Title” (with Ann Lee), AER`
        title = next((fact.start for fact in facts if fact.label is Label.TITLE), segments[0].start)
        return AuthorList((), 0, "labelled") if title < segments[0].start else None
    if listed := _listed_families(text, segments[0].start, facts):
        return AuthorList(listed, segments[-1].end, "surname", has_more)
    names = without_month(names)
    names = _family_names(text[segments[0].start : segments[-1].end], names)
    if len(names) == 2:
        names = _one_person(text, segments, names)
    if _is_repeated(names):
        names, has_more = names[1:], any(f.start > s.start for s in segments[1:2] for f in further)
    # the publisher after the authors: `by Cathy O'Neil, Crown Books, 2016`
    names = names[:-1] if len(names) > 1 and HOUSE.fullmatch(names[-1]) else names
    # `Konecki K.T.` has the family name first, and so have `Lee A` and `Ray BC`
    names = name_order.with_commas_before_initials(names) if len(names) > 1 else names
    names = tuple(_FAMILY_AND_INITIALS.sub(r"\1, \2", name) for name in names)
    form = "surname" if all(" " not in name for name in names) else "labelled"
    return AuthorList(names, segments[-1].end, form, has_more)


def _one_person(text: str, segments: Sequence[Segment], names: tuple[str, ...]) -> tuple[str, ...]:
    """Return two names, or the one name of a person that they are parts of."""
    separator = text[segments[0].end : segments[1].start]
    if separator == ". " and len(names[0]) <= _MAX_INITIAL:
        # `Sz. Orkisz`
        return (". ".join(names),)
    if separator == ", ":
        # `Pérez Royo, Javier, *Title*`, `Ibn Kathīr, Ismaʿīl ibn ʿUmar (2009) Title`
        is_one = " " not in names[1] and name_order.are_one_person(*names)
        return (", ".join(names),) if is_one or name_order.is_family_with_given(*names) else names
    if separator.strip() == "(" and CJK_LETTER.match(names[0]) and not CJK_LETTER.match(names[1]):
        # `フェアバンク (John K. Fairbank)`
        return (names[0 if precedes_cjk(text, segments[1].end) else 1],)
    return names


def _family_names(words: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return names, or the family names that a text consists of if two are in one name: `Gatys, Ecker, & Bethge`.

    Where each name has a comma, no second part is a given name: `Mante, Susso, Shenay, Newson`.
    """
    givens = [name.partition(", ")[2] for name in names]
    if not any(givens) or (
        all(givens)
        and (len(names) == 1 or any(not given.isalpha() or name_order.may_be_given_name(given) for given in givens))
    ):
        return names
    parts = list(_FAMILY_NAMES.finditer(words))
    if "".join(part[0] for part in parts) != words:
        return names
    return tuple(_AFTER_NAME.sub("", part[0]) for part in parts)


def _listed_families(text: str, start: int, facts: Sequence[Segment]) -> tuple[str, ...]:
    """Return the family names between commas before a dash and a title; () for a name with the family name first.

    Russians write `Дехтярь, Дудаков, Карлов -- Лекции по математике`.
    """
    title = next((fact.start for fact in facts if fact.label is Label.TITLE), start)
    match = _FAMILIES_BEFORE_DASH.fullmatch(text, start, title)
    names = tuple(match["names"].split(", ")) if match else ()
    are_several = len(names) > 2 or not any(map(str.isascii, names))
    return names if are_several and not any(map(is_given_name, names)) else ()


def _is_repeated(names: Sequence[str]) -> bool:
    """Return whether the first name is the family name of the second: `Lee et al.`, then `A. Lee, B. Ray`."""
    return len(names) > 1 and " " not in names[0] and names[1].endswith(f" {names[0]}")


def _ends_in(pattern: re.Pattern[str], text: str, end: int) -> bool:
    """Return whether the text before an offset ends in words of a pattern."""
    return pattern.search(text, max(0, end - _MAX_BEFORE), end) is not None


def may_open_title(text: str, authors: AuthorList, title: int, venue: str) -> bool:
    """Return whether the only name opens the title, as in computer science: `Aurora Guard: Title. arXiv 2019`.

    Args:
        text: The text.
        authors: The names before the title.
        title: The offset of the title.
        venue: The venue.
    """
    acronym = venues.parse_venue(venue)[0]
    is_sole = len(authors.names) == 1 and not authors.has_more and _FULL_NAME.fullmatch(authors.names[0]) is not None
    is_joined = is_sole and text[:title].endswith(f"{authors.names[0]}: ")
    return is_joined and (venues.is_preprint(acronym) or venues.is_conference(acronym))


def are_certain(names: Sequence[str]) -> bool:
    """Return whether a comma, initials or a given name shows each name, so that it is not any words with capitals.

    Several Korean names show each other.
    """
    if len(names) > 1 and all(map(_KOREAN_NAME.fullmatch, names)):
        return True
    return all("," in name or "." in name or is_given_name(name.split()[0]) for name in names)


def _is_after_title(further: Segment, names: Sequence[Segment], facts: Sequence[Segment]) -> bool:
    """Return whether the title is between the names and words for further authors, which are of places then.

    An example is `Larenz, Karl: Methodenlehre, Berlin u. a. 1991`.
    """
    title = next((fact.start for fact in facts if fact.label is Label.TITLE), further.start)
    return bool(names) and names[-1].end <= title < further.start


def _first_names(facts: Sequence[Segment]) -> list[Segment]:
    """Return the names before the title, else those after it, without a place after the venue: `ICML, Hong Kong`."""
    start = next((fact.start for fact in facts if fact.label is Label.TITLE), 0)
    names = [fact for fact in facts if fact.label is Label.AUTHOR]
    venue = next((fact.start for fact in facts if fact.label is Label.VENUE and fact.start >= start), None)
    after = [name for name in names if venue is None or name.end <= venue]
    return [name for name in names if name.end <= start] or after or names


def _plain_name(words: str) -> str:
    """Return a name on one line, without a word of a sentence or a preposition before it, and marks after it."""
    name = texts.plain_text(words).strip(" ,;*#†‡").removesuffix("’s").removesuffix("'s")
    first, _, rest = name.partition(" ")
    if len(first) > 1 and first[0].isupper() and first.casefold() in NO_NAMES and rest:
        # `Nach Lee et al.` opens a sentence
        name = rest
    name = name.removesuffix(".") if _POINT_AT_END.search(name) else name
    before = _BY.match(name)
    if before and (name.split()[0].casefold() in _ONLY_PREPOSITIONS or is_given_name(before["given"])):
        return name[before.end() :]
    return name


def _may_be_name(name: str) -> bool:
    """Return whether words may be the name of an author: no words of titles, and no others in lower case."""
    if name.count(",") > 1 or count_words(name) > _MAX_WORDS or any(map(str.isdigit, name)):
        return False
    if not name.isascii() and _SENTENCE.search(name):
        return False
    if not _LETTERS.search(name) or _LOWER_WORD.search(name) or _TWO_NAMES.search(name):
        return False
    if "." in name or "," in name:
        acronyms = _ACRONYMS.fullmatch(name)
        return acronyms is None or is_given_name(acronyms["second"].title())
    return not any(len(word) > 3 and is_title_word(word) for word in name.split())


def _has_other_names(text: str, names: Sequence[Segment], facts: Sequence[Segment]) -> bool:
    """Return whether words with capitals are between names, or join the last one, that are no facts."""
    for name in names:
        following = next((fact for fact in facts if fact.start >= name.end), None)
        is_cut = following is None or following.start > name.end + 1
        if is_cut and _MIDDLE_INITIAL.search(text, name.start, name.end) and _REST_OF_NAME.match(text, name.end):
            return True
        if following is None:
            joined = _JOINED_NAME.match(text, name.end)
            return joined is not None
        gap = _IN_BRACKETS.sub(" ", text[name.end : following.start])
        if following.label is Label.AUTHOR and _OTHER_NAME.search(gap):
            return True
        if following.label is not Label.AUTHOR and _JOINED_NAME.match(text, name.end, following.start):
            return True
    return False
