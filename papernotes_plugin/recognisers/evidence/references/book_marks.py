"""Read references with titles in book marks: names, `「article」『journal』` or `『book』`, imprint."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

from papernotes_plugin.people import OTHERS
from papernotes_plugin.recognisers.evidence.authors import marked_names
from papernotes_plugin.recognisers.evidence.references.author_lists import AuthorList
from papernotes_plugin.recognisers.evidence.references.further_names import is_chinese_name
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.references.publishers import is_publisher
from papernotes_plugin.recognisers.evidence.references.reference_reader import CERTAIN, Reference, start_of_names
from papernotes_plugin.recognisers.evidence.references.reference_text import ReferenceText
from papernotes_plugin.recognisers.evidence.references.title_ends import TitleReading
from papernotes_plugin.text.lazy_regex import lazy_regex, optional_run
from papernotes_plugin.text.years import PRINTED_YEAR
from papernotes_plugin.vocabulary.model import InlineKind

OPENING = "「『《〈"
"""The marks that open a title."""
_CLOSING = dict(zip(OPENING, "」』》〉", strict=True))
_OF_BOOKS = "『《"
"""The marks that open the title of a book or a journal."""
_MAX_TITLE = 300
_MAX_NAMES = 120
_MAX_TAIL = 200
"""Characters of the numbers, the publisher and the date after a title."""
_YEAR_AT_END = lazy_regex(optional_run(r",.\s") + rf"\(?(?P<year>{PRINTED_YEAR})[a-z]?년?年?\)?[\s,.:]*$")
"""The year between names and a title: `山田太郎(2015)「`."""
_BETWEEN = lazy_regex(
    r"[\s,、.·・(]{0,4}(?:[載载刊][于於]?|収録?|收[录錄入于於]{1,2}|in |In )?"
    r"(?:[^\s「」『』《》〈〉\d,。.()][^「」『』《》〈〉\d,。.()]{1,40}?(?:編|编|主編|主编|監修|엮음|편)[,、]?)?"
)
"""The mark or the editors between the title of an article and that of its journal or book."""
_RANGE = r"\s?(?:-{1,2}|[–—~～〜])\s?"
_WORD = r"[^\s,、。.;:·・\[\]()\d\x1d「『《〈]+"
_PART = lazy_regex(
    rf"(?P<bracket>\((?!{PRINTED_YEAR}|[^()]{{1,60}}{PRINTED_YEAR}\s?[年년]?\))[^()]{{0,150}}\))|(?P<gap>[\s,、。.;:·・\[\]()\x1d]+)"
    r"|(?P<era>(?:明治|大正|昭和|平成|令和)\s?(?:\d{1,2}|元)年(?:\s?\d{1,2}月)?)"
    rf"|(?P<years>{PRINTED_YEAR}{_RANGE}{PRINTED_YEAR}[年년]?(?!\d))"
    rf"|(?P<year>{PRINTED_YEAR})(?:\s?[年년](?:\s?\d{{1,2}}\s?[月월](?:\s?\d{{1,2}}\s?[日일])?)?"
    rf"|[./-]\d{{1,2}}(?:[./-]\d{{1,2}})?)?(?![\d頁页쪽면]|{_RANGE}\d)"
    r"|(?P<volume>(?:[Vv]ol\.?|第|제)?\s?\d{1,4}(?:\s?[巻卷輯辑집권])?)(?:\s?,\s?(?=[Nn]o))?\s?"
    r"(?:\((?P<issue>\d{1,4})\)|[-–](?P<number>\d{1,3})(?=号|號|호)|第\s?(?P<of>\d{1,3})(?=[号號期])"
    r"|[Nn]o\.?\s?(?P<no>\d{1,3}))\s?[号號期호]?"
    rf"|(?:pp?\.?\s?)?(?P<pages>\d{{1,5}}{_RANGE}\d{{1,5}})\s?(?:頁|ページ|쪽|면|页)?"
    r"|(?P<chapter>第?제?\s?\d{1,3}\s?[장절章節节편])"
    r"|(?:pp?\.?\s?|第\s?)?(?P<page>\d{1,5})\s?(?:頁|ページ|쪽|면|页)"
    r"|第?제?\s?(?P<edition>\d{1,3})\s?(?:版|판|刷|쇄)"
    r"|(?P<counted>第?제?\s?\d{1,4}\s?(?:巻|卷|輯|辑|집|권|冊|册)?[号號期호]?)"
    rf"|(?P<words>{_WORD}(?:[ ・·]{_WORD})*)"
)
"""A part of what follows a title: a remark, separators, a date, numbers, or words."""
_HOUSE = lazy_regex(
    r"(?:出版(?:社|会|局|部|集团|公司)?|书店|書店|書房|書院|書林|書籍|書舎|书局|書局|印書館|印书馆|刊行会|叢書|选书|選書|新書|文庫|学会|研究所|研究会"
    r"|協会|館|社|堂|閣|舎|房|ブックス|院|大学|委員会|センター|출판(?:사|부|회)?|사|북스|서원|책방|미디어|아카데미|연구원|연구소"
    r"|Press|Books|Verlag)$"
)
"""The last part of the name of a publisher."""
_NO_HOUSE = lazy_regex(
    r"[上中下前後続正][巻冊卷册]?$|全$|改訂|増補|復刻|新装|縮刷|影印|再版|初版|修订|增订|개정|증보|상권|하권"
)
"""The volume or the edition of a book."""
_JOURNAL = lazy_regex(
    r"研究|紀要|学報|學報|论丛|論叢|論集|论集|論考|雑誌|杂志|年報|年鉴|学刊|學刊|評論|评论|ジャーナル|通信|会報|会誌|月刊"
    r"|季刊|学$|學$|誌$|刊$|연구|학보|논집|논총|저널|학회지|보고서|조사|방안|현황|평론|회보"
)
"""A word of which the names of journals and reports have one."""
_SENTENCE = lazy_regex(
    r"です|ます|でした|ました|である|だった|した|する|という|では|には|から|とは|について|이다|했다|한다|에서|를|을|的是|认为|指出"
)
"""A part of a sentence in the words after a title."""

_ORIGINAL_TITLE = lazy_regex(r"\s?\([A-ZÀ-Þ][^()\u3040-\u9fff]{2,150}\)")
"""The title in another language, in brackets after that of the translation."""
_MIN_SIGNS = 3
"""Signs of a book: a role, a date, a heading, and two for a publisher that ends like one, or a translated title."""
_MAX_OTHERS = 3
"""Words after a title that are no numbers: the publisher, and remarks."""
_MAX_WORD = 30


class MarkedReference(NamedTuple):
    """A reference with titles in book marks; the spans are offsets in its text."""

    title: tuple[int, int]
    authors: tuple[str, ...]
    year: int | None
    venue: tuple[int, int] | None
    publication: Publication
    is_part: bool
    """True for an article or a chapter."""
    are_organisations: bool
    """True if all authors are organisations."""
    end: int


class _Tail(NamedTuple):
    publication: Publication
    is_dated: bool
    """True if it has a year, or two."""
    has_numbers: bool
    """True if it has a volume, pages, or a chapter."""
    end: int


def _closing_mark(text: str, at: int) -> int:
    """Return the offset of the mark that closes the one at an offset, with marks between them in pairs; else -1.

    Examples:
        >>> _closing_mark("「「并」字の訓」『語』", 0), _closing_mark("「一」「二」", 0), _closing_mark("「『一」』", 0)
        (7, 2, -1)
    """
    opened: list[str] = []
    for offset in range(at, min(len(text), at + _MAX_TITLE)):
        mark = text[offset]
        if mark in _CLOSING:
            opened.append(_CLOSING[mark])
        elif mark in _CLOSING.values():
            if not opened or opened.pop() != mark:
                return -1
            if not opened:
                return offset
    return -1


def _first_mark(text: str, start: int) -> int:
    """Return the offset of the first mark that opens a title near the beginning of a text; -1 for none."""
    offsets = (text.find(mark, start, start + _MAX_NAMES) for mark in OPENING)
    return min((offset for offset in offsets if offset >= 0), default=-1)


def start_of_reference(words: ReferenceText) -> int:
    """Return the offset of the names, after a number and a short name in bold: `**故訓匯纂** 宗福邦主編『…』`."""
    start = start_of_names(words.text)
    first = next((mark for mark in words.marks if mark.kind is InlineKind.STRONG), None)
    is_label = first is not None and first.start <= start and words.text[first.end : first.end + 1].isspace()
    return first.end if first and is_label else start


def is_only_read_here(words: ReferenceText) -> bool:
    """Return whether a reference has marks within marks, a short name in bold, or organisations as authors."""
    if not any(mark in words.text for mark in OPENING):
        return False
    start = start_of_reference(words)
    at = _first_mark(words.text, start)
    if at < 0:
        return False
    end = _closing_mark(words.text, at)
    has_label = start > 0 and words.text[:start].strip(" -*").isalnum()
    is_nested = any(mark in words.text[at + 1 : end] for mark in OPENING)
    reference = read(words.text, start)
    return reference is not None and (is_nested or has_label or reference.are_organisations)


def read_reference(words: ReferenceText) -> Reference | None:
    """Return the reference of `read` in the form of all references; None for other texts."""
    marked = read(words.text, start_of_reference(words))
    if marked is None or marked.year is None:
        return None
    start, end = marked.title
    is_article = marked.is_part and bool(marked.publication.volume or marked.publication.issue)
    published = replace(
        marked.publication,
        venue=words.text[slice(*marked.venue)] if marked.venue else "",
        entry_type="article" if is_article else "incollection" if marked.is_part else "book",
        end=marked.end,
    )
    names = tuple(name for name in marked.authors if name != OTHERS)
    authors = AuthorList(names, start, "unspaced", has_more=len(names) < len(marked.authors))
    title = TitleReading(words.text[start:end], start, end, points=0)
    return Reference(title, authors, marked.year, published, CERTAIN, is_dated=False)


def read(
    text: str, start: int = 0, *, is_announced: bool = False, are_books: bool = False, is_listed: bool = False
) -> MarkedReference | None:
    """Return the reference that begins at an offset of a text; None for any other text.

    Args:
        text: The text, with punctuation of half width.
        start: The offset of the names.
        is_announced: Whether a heading announces references, so that fewer facts are enough.
        are_books: Whether a heading announces books, so that translations are some.
        is_listed: Whether the other items of a list to read have the same form, so that names and a title are enough.
    """
    at = _first_mark(text, start)
    if at <= start:
        return None
    before = text[start:at]
    dated = _YEAR_AT_END.search(before)
    people = marked_names.read(before[: dated.start()] if dated else before)
    end = _closing_mark(text, at)
    if people is None or end < at + 2:
        return None
    opening = _BETWEEN.match(text, end + 1)
    after = opening.end() if opening else end + 1
    has_journal = text[after : after + 1] in ("『", "《") and text[at] != "『"
    venue = _container(text, after) if has_journal else None
    tail = None if has_journal and not venue else _read_tail(text, venue[1] if venue else end + 1)
    if tail is None:
        return None
    is_known = people.has_sign or _are_chinese(people.names)
    if text[at] == "《" and not (is_known or is_listed or (venue and tail.has_numbers)):
        # other words before a colon are labels: `教材：《…》`
        return None
    is_dated = dated is not None or tail.is_dated
    published = tail.publication
    if venue:
        published = _without_remark(published)
        has_signs = tail.has_numbers or people.are_organisations or is_announced or is_house(published.publisher)
        is_reference = is_dated and (has_signs or _JOURNAL.search(text, *venue) is not None)
    else:
        is_translated = people.is_in_two_scripts and _ORIGINAL_TITLE.match(text, end + 1) is not None
        signs = people.has_role + is_dated + is_announced + bool(published.place) + (2 + are_books) * is_translated
        is_book = is_listed or _is_book(published.publisher, signs, is_sure=is_dated or is_translated)
        is_reference = text[at] in _OF_BOOKS and is_book
        published = _without_remark(published) if is_listed else published
    if not is_reference:
        return None
    year = int(dated["year"]) if dated else published.year
    facts = (people.names, year, venue, published, venue is not None, people.are_organisations)
    return MarkedReference((at + 1, end), *facts, tail.end)


def _without_remark(published: Publication) -> Publication:
    """Return the publication without words that are no publisher: a remark, or the chapter to read."""
    return published if is_house(published.publisher) else replace(published, publisher="", place="")


def _is_book(publisher: str, signs: int, *, is_sure: bool) -> bool:
    """Return whether a publisher and other signs are enough for a book."""
    is_known = bool(publisher) and is_house(publisher)
    return (is_known or is_sure) and signs + bool(publisher) + is_known >= _MIN_SIGNS


def _are_chinese(names: tuple[str, ...]) -> bool:
    return all(name == OTHERS or is_chinese_name(name) for name in names)


def is_house(words: str) -> bool:
    """Return whether words end like the name of a publisher: `早川書房`, `을유문화사`."""
    return _HOUSE.search(words) is not None or is_publisher(words)


def _container(text: str, at: int) -> tuple[int, int] | None:
    """Return the span of the title of a journal or a book that a mark opens; a comma ends it if no mark does."""
    end = _closing_mark(text, at)
    return (at + 1, end) if end > at + 1 else None


def _read_tail(text: str, start: int) -> _Tail | None:
    """Return the numbers, publisher and date after a title; None for a sentence."""
    facts: dict[str, str] = {}
    words: list[str] = []
    is_dated = False
    at = start + (text[start : start + 1] in _CLOSING.values())
    if len(text) > at + _MAX_TAIL:
        return None
    while part := _PART.match(text, at):
        at = part.end()
        is_dated |= bool(part["era"] or part["years"] or part["year"])
        if part["words"]:
            if text[at : at + 1] == ":" and not words:
                facts.setdefault("place", part["words"])
            elif not marked_names.is_translator(part["words"]):
                words.append(part["words"])
        elif part["counted"] and not words:
            facts.setdefault("issue" if part[0][-1] in "号號期호" else "volume", _digits(part["counted"]))
        elif part["volume"]:
            facts["volume"] = _digits(part["volume"])
            facts["issue"] = part["issue"] or part["number"] or part["of"] or part["no"] or ""
        elif part["pages"]:
            facts["pages"] = re.sub(r"\D+", "–", part["pages"])
        else:
            facts.update({name: part[name] for name in ("year", "chapter", "page", "edition") if part[name]})
    is_sentence = any(_SENTENCE.search(one) or len(one) > _MAX_WORD for one in words)
    if at < len(text) or len(words) > _MAX_OTHERS or is_sentence:
        return None
    houses = [*filter(is_house, words), *words[:1]]
    publication = Publication(
        year=int(facts["year"]) if "year" in facts else None,
        volume=facts.get("volume", ""),
        issue=facts.get("issue", ""),
        pages=facts.get("pages", ""),
        publisher=houses[0] if houses and not _NO_HOUSE.search(houses[0]) else "",
        place=facts.get("place", ""),
        edition=facts.get("edition", ""),
        end=at,
    )
    has_numbers = not facts.keys().isdisjoint(("volume", "issue", "pages", "page", "chapter"))
    return _Tail(publication, is_dated, has_numbers, at)


def _digits(words: str) -> str:
    return "".join(filter(str.isdecimal, words))
