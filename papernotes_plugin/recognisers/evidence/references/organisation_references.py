"""Read references whose author is an organisation: `Pine Institute (2013): Title. https://…`.

Without a bibliography around them, they need the year before a marked title: `Pine Institute (PI). 2013. “Title”.`
"""

from __future__ import annotations

from papernotes_plugin.recognisers.evidence.authors.authorship import TITLE_WORDS, looks_like_authors
from papernotes_plugin.recognisers.evidence.references.author_lists import AuthorList
from papernotes_plugin.recognisers.evidence.references.author_scores import FORMS_OF_WORDS
from papernotes_plugin.recognisers.evidence.references.collective_authors import is_organisation
from papernotes_plugin.recognisers.evidence.references.dated_names import DatedNames
from papernotes_plugin.recognisers.evidence.references.reference_reader import LIKELY, Reference, read_after_names
from papernotes_plugin.recognisers.evidence.references.reference_text import ReferenceText
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.romanisation import CJK_LETTER
from papernotes_plugin.vocabulary.model import Span

_MARKS_AND_NUMBER = r"[\s*_>•·–—+-]*+(?:\(?\d{1,3}[.)]\s+|\\?\[(?:\d{1,3}|\^[^\[\]\n]{1,40})\\?\]:?\s*)?[*_]*"
"""The marks of an entry of a list, and its number, or the mark of a footnote."""
_REST = r"[\w&/’'.-]*"
"""The letters of a word after the first one."""
_NAME = rf"(?:the )?[^\W\d_a-z]{_REST}(?:,? (?:[^\W_]{_REST}|&)){{0,14}}"
"""Up to fifteen words, the first with a capital."""
_ACRONYM = r"(?P<acronym> \([A-Z][\w&-]{1,9}\))?"
_YEAR = r"\((?P<year>(?:1[89]|20)\d\d)[a-z]?\)"
_OPENING = lazy_regex(
    rf"{_MARKS_AND_NUMBER}(?P<name>{_NAME}){_ACRONYM}[.,]?\s?{_YEAR}(?:\s?[.:,]\s+|(?P<plain>\s+)(?=[*_“\"]{{0,3}}[^\W\d_a-z]))"
)
"""The name of an organisation and the year in brackets before a title."""
_LABEL = r"(?:[^\W\d_][^\W\d_]{1,20}(?: [^\W\d_]{1,15}){0,2}:[*_]*\s+)?"
"""A label before an entry, such as the country: `**Chile:** `."""
_DATED_TITLE = lazy_regex(
    rf"{_MARKS_AND_NUMBER}{_LABEL}(?P<name>{_NAME}){_ACRONYM}[.,]?\s\(?(?P<year>(?:19|20)\d\d)[a-z]?\)?[.,:]?\s+"
    r"(?=[*_\[]{0,3}(?P<mark>[“„\"«])?[*_]{0,3}[^\W\d_a-z¿¡])"
)
"""The same, with or without brackets around the year, before a title in marks or in emphasis."""
_HAS_YEAR = lazy_regex(r"[12](?:(?<=1)9|(?<=2)0)\d\d")
_SMALL_WORDS_TABLE = """
    of for on the in and & a an at to der die das des dem den und für zum zur von vom im am bei mit e.v.
    de du la le les et pour del los las y para da do dos e di della per il
"""
_SMALL_WORDS = frozenset(_SMALL_WORDS_TABLE.split())
_MIN_ACRONYM = 3
"""Letters of an acronym that is the whole name."""
_MAX_ASIAN = 12
"""Characters of a name in Chinese, Japanese or Korean; longer words are a title, or end like an office."""
_END_OF_OFFICE = lazy_regex(
    "(?:[省庁厅局部課课室会會社所院館馆市町村県府都団团校司]|機構|机构|センター|中心|大学|[组組署委]|[원회부처청사단소])$"
)
_MAX_WORDS = 6
"""Words of a name without one such as `University`."""


def may_be_reference(source: str, span: Span) -> bool:
    """Return whether a part of a note begins with words that may name an organisation, and a year in brackets."""
    may_be_dated = source.find("(1", *span) >= 0 or source.find("(2", *span) >= 0
    return may_be_dated and _OPENING.match(source, *span) is not None


def may_be_sure(source: str, span: Span) -> bool:
    """Return whether a part of a note begins with an organisation, its year, and a title in marks or in emphasis."""
    # most texts have no year, which takes a tenth of the time to find out
    opening = _DATED_TITLE.match(source, *span) if _HAS_YEAR.search(source, *span) else None
    is_marked = opening is not None and (opening["mark"] or source[opening.end() : opening.end() + 1] in ("*", "_"))
    return bool(opening and is_marked and _is_surely_one(opening["name"].rstrip(".,"), opening["acronym"]))


def _is_surely_one(name: str, acronym: str | None) -> bool:
    """Return whether a name is an acronym, has one after several words, or has a word of organisations."""
    is_acronym = name.isupper() and name.isalpha() and len(name) >= _MIN_ACRONYM
    return is_acronym or is_organisation(name) or (acronym is not None and count_words(name) > 1)


def read_sure(reference: ReferenceText) -> Reference | None:
    """Return the reference that begins with an organisation, its year and a marked title; None for others.

    Examples:
        >>> from papernotes_plugin.recognisers.evidence.references.reference_text import plain_reference
        >>> printed = read_sure(plain_reference("Chile: Consejo del Pino (CP). 2014. “El pino y su gente”. link"))
        >>> printed.authors.names, printed.year, printed.title.words
        (('Consejo del Pino',), 2014, 'El pino y su gente')
    """
    opening = _DATED_TITLE.match(reference.text)
    name = opening["name"].rstrip(".,") if opening else ""
    if not opening or not _is_surely_one(name, opening["acronym"]):
        return None
    if not (opening["mark"] or any(opening.end() in (start, start - 1) for start, _ in reference.emphasised)):
        return None
    authors = AuthorList((name,), opening.end("name"), "organisation")
    return read_after_names(reference, DatedNames(authors, opening["year"], opening.end(), 3.0))


def read(reference: ReferenceText, other: Reference | None) -> Reference | None:
    """Return the reference that a text is, if its author is an organisation; else the other reading.

    Args:
        reference: The text of an entry of a bibliography.
        other: The best reading with people as authors.

    Examples:
        >>> from papernotes_plugin.recognisers.evidence.references.reference_text import plain_reference
        >>> printed = read(plain_reference("Initiative P21 (2012). Who reads in the woods. Pinetown"), None)
        >>> printed.authors.names, printed.year, printed.title.words
        (('Initiative P21',), 2012, 'Who reads in the woods')
    """
    opening = _OPENING.match(reference.text)
    name = opening["name"].rstrip(".,") if opening else ""
    if not opening or not _may_be_organisation(name):
        return other
    if opening["plain"] and not _is_surely_one(name, opening["acronym"]):
        # `Gender Trouble (1990) Routledge`
        return other
    end_of_name = opening.start("name") + len(name)
    if any(start <= opening.start("name") and end_of_name <= end for start, end in reference.emphasised):
        # `*Islands of Japan*. (1976). Press` begins with its title
        return other
    if other and other.authors.is_joined and not is_organisation(name):
        # `Levy & Goldberg (2014)`
        return other
    is_sure = other is not None and (other.score >= LIKELY or other.authors.form not in FORMS_OF_WORDS)
    if other and is_sure and not (is_organisation(name) and len(other.authors.names) == 1):
        return other
    authors = AuthorList((name,), opening.end("name"), "organisation")
    read = read_after_names(reference, DatedNames(authors, opening["year"], opening.end(), 3.0))
    # `Title of a Paper (2017). Ann Lee et al.` begins with its title
    if read is None or looks_like_authors(read.title.words) or " et al" in read.title.words:
        return other
    return read


def _may_be_organisation(name: str) -> bool:
    """Return whether words have capitals, except small ones, and are few, or one of them names an organisation."""
    words = name.replace(",", "").split()
    if CJK_LETTER.search(name):
        is_long = len(name) > _MAX_ASIAN and not _END_OF_OFFICE.search(name)
        return not is_long and not any(map(str.isdigit, name))
    if any(word[0].islower() and word.casefold() not in _SMALL_WORDS and word.islower() for word in words):
        return False
    if is_organisation(name) or (words[0].isupper() and len(words[0]) > 1):
        return True
    return len(words) <= _MAX_WORDS and TITLE_WORDS.isdisjoint(word.casefold() for word in words if word[0].isupper())
