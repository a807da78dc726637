"""Decide whether words next to family names and a year may be a title, and no remark, and no more names."""

from __future__ import annotations

import re

from papernotes_plugin.people import is_given_name, is_title_word
from papernotes_plugin.recognisers.evidence.references.name_lists import AND, BETWEEN, FAMILY
from papernotes_plugin.recognisers.evidence.titles.sentences import is_report, is_sentence, is_unfinished
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, looks_like_title
from papernotes_plugin.text.lazy_regex import lazy_regex

MIN_TITLE, _MAX_TITLE = 2, 40
"""Words of a title."""
_LETTER = lazy_regex(r"[^\W\d_]")
_REMARK = lazy_regex(
    r"\b(?:et al|my|our|(?-i:us)|we|I(?=['’ ][a-z])|RCTs?|n ?= ?\d+"
    r"|see|cf|todo|chap(?:ter)?s?(?= ?\d| (?:on|about|in)\b)|pp(?=\.)"
    r"|(?:did|does|do|is|was)n['’]t|(?:paper|preprint|talk)s? (?:from|by|on|about|in)|unsere?[rmns]?|siehe"
    r"|(?:good|nice|great|cool|interesting|excellent|useful) (?:overview|review|paper|read|intro\w*|summary|discussion"
    r"|explanation|example|survey|work|stuff|idea)s?"
    r"|revise|resubmi\w+|submitted|rejected|accepted|forthcoming|draft)\b"
    r"|[!<>=≈%]|\.\.\.|…|://|\((?:eds?|Hrsgg?|Hgg?|dirs?|orgs?|coords?)\b|\((?:1[5-9]|20)\d\d[a-z)–-]",
    re.IGNORECASE,
)
"""A word or a mark of a remark."""


_CLAUSE_OF_TITLE = lazy_regex(r"(?:Why|How|When) (?!does\b|did\b|do\b|is\b|are\b|to\b)(?:[a-z]+ ){2}(?!.*\?)")
"""The beginning of a clause that is a title, and no question: `Why most published findings are false`."""
_PRONOUN = lazy_regex(r"(?:We|I|It|They|He|She|There|This|These) [a-z]")


_INITIAL = lazy_regex(r"[^\W\d_a-z]\.(?:[\s-]|[^\W\d_]\.)")
"""Initials after a family name."""
_NAMES_ONLY = lazy_regex(
    rf"{FAMILY}(?:, {FAMILY}){{2,}}|{FAMILY}, {FAMILY}(?:{AND}{FAMILY}, {FAMILY}){{1,6}}(?:{AND}{FAMILY})?"
)
"""More names where a title should be."""
_TWO_NAMES = lazy_regex(rf"{FAMILY}{AND}{FAMILY}, [^\W\d_a-z][a-zß-öø-ÿ]+")
"""The same, or a title: `Ledell and Shen, Jiajun`."""


_PLACE_AT_END = lazy_regex(r", [A-Z]{2}$")
"""The state after the city of a publisher: `Wheaton, IL`."""
_NAMES_FIRST = lazy_regex(rf"({FAMILY}, {FAMILY}), (?![a-z]|and )")
"""Two more names before a title, or words that a title lists: `Flajolet, Duchon, Boltzmann samplers`."""


def _are_names(title: str) -> bool:
    """Return whether words are more names: `Alipour, Ahmed, Jensen`, `Ledell and Shen, Jiajun`."""
    if _NAMES_ONLY.fullmatch(title):
        return True
    if (opening := _NAMES_FIRST.match(title)) and not any(map(is_title_word, opening[1].split(", "))):
        return True
    return _TWO_NAMES.fullmatch(title) is not None and not any(map(is_title_word, BETWEEN.split(title)))


def may_be_title(title: str, *, is_sure: bool, may_be_statement: bool = False) -> bool:
    """Return whether words may be a title: a few words that begin with a capital, and no remark and no sentence.

    Args:
        title: The words.
        is_sure: Whether a mark or a known venue shows that they are one.
        may_be_statement: Whether they may be a statement, as a comma is before them, which no remark follows:
            `Lee et al. 2019, Rivers are dominated by rain`.
    """
    count = count_words(title)
    if not (MIN_TITLE <= count <= _MAX_TITLE) or not _LETTER.search(title):
        return False
    first = title[0]
    if _INITIAL.match(title) or _are_names(title) or is_given_name(title.partition(". ")[0]):
        return False
    if first.islower() or not (first.isalnum() or first in "“„\"«‘'¿¡("):
        return False
    if title.count("(") != title.count(")") or _REMARK.search(title) or _PLACE_AT_END.search(title):
        return False
    if may_be_statement or _CLAUSE_OF_TITLE.match(title):
        return not (is_unfinished(title) or is_report(title) or _PRONOUN.match(title))
    return not is_unfinished(title) and not is_sentence(title, has_link=is_sure)


_OTHER_LANGUAGE = lazy_regex(
    r"[^\x00-\x7f–—’‘“”]|^(?:La|Le|Les|Il|El|Los|Las|Die|Der|Das|Une?|Una|Ein|Eine|Os?|As)\s|\b(?:der|die|das|dem|den|und|zur"
    r"|auf|von|für|als|nach|eine?[rnms]?|im|des|du|la|le|les|el|los|las|del|di|il|gli|dei|della|delle|nelle|nel|da|do|dos|em|na|de|y|et"
    r"|e|van|het)\b"
)
"""A letter or a short word that English titles do not have; titles in these languages have few capitals."""


def has_form_of_title(title: str) -> bool:
    """Return whether words have the capitals of a title in English, or are in another language.

    Examples:
        >>> has_form_of_title("Job Market Signaling"), has_form_of_title("Soziale Systeme und die Theorie")
        (True, True)
        >>> has_form_of_title("Large replication in three countries fails")
        False
    """
    return looks_like_title(title) or may_be_foreign(title)


def may_be_foreign(title: str) -> bool:
    """Return whether a title has a letter or a short word of another language than English."""
    return _OTHER_LANGUAGE.search(title) is not None
