"""Read books as Korean bookshops list them: `파이썬 입문 / 홍길동 저 / 한빛미디어 / 2013년 03월 07일`."""

from __future__ import annotations

from papernotes_plugin.recognisers.evidence.references.author_lists import AuthorList
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.references.reference_reader import CERTAIN, Reference
from papernotes_plugin.recognisers.evidence.references.reference_text import ReferenceText
from papernotes_plugin.recognisers.evidence.references.title_ends import TitleReading
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Span

_MAX_LENGTH = 500
"""Characters of a line."""
_OTHERS = r"(?: 외 \d{1,2}[명인](?: 정보 더 보기/감추기)?)?"
"""The number of further people, and the words of a button that are copied with it."""
_NO_AUTHOR = r"[^/\n]{1,80}?\s?(?:공역|편역|역|옮김|감수|그림|해설)"
_BOOK = lazy_regex(
    r"[\s*_>•·–—-]*+(?:\d{1,3}[.)]\s+)?(?P<title>[^/\n]{2,150}?)\s/\s(?P<names>[^/\n]{2,150}?)"
    rf"(?P<others> 외)?\s?(?P<role>공저|공편|편저|저|지음|글|엮음|편){_OTHERS}"
    rf"(?:\s?/\s?(?>{_NO_AUTHOR}{_OTHERS}(?=\s?/))){{0,9}}"
    r"\s/\s(?P<publisher>[^/\n]{2,40}?)\s/\s[^/\n\d]{0,20}(?:\d{1,3}[판쇄]\s?[^/\n\d]{0,10}){0,2}"
    r"(?P<year>(?:19|20)\d\d)년(?![^/\n]*\d{4})[^/\n]*(?:/\s+(?:원제|원서)\s?:[^\n]*)?"
)
"""Title, authors with their role, translators, publisher, the date with its word for the year, the original title."""
_EDITORS = ("편", "엮음", "공편")


def may_be_reference(source: str, span: Span) -> bool:
    """Return whether a part of a note has the parts and the date of such a line; quick, as most texts have neither."""
    start, end = span.start, min(span.end, span.start + _MAX_LENGTH)
    return source.find("년", start, end) >= 0 and source.find(" / ", start, end) >= 0


def read(reference: ReferenceText) -> Reference | None:
    """Return the book that a text is, if it is such a line; None for others.

    Examples:
        >>> from papernotes_plugin.recognisers.evidence.references.reference_text import plain_reference
        >>> book = read(plain_reference("리팩토링 / 마틴 파울러 저/김지원 역 / 한빛미디어 / 초판 2쇄 2013년 03월 07일"))
        >>> book.title.words, book.authors.names, book.publication.publisher, book.year
        ('리팩토링', ('마틴 파울러',), '한빛미디어', 2013)
    """
    if "년" not in reference.text or len(reference.text) > _MAX_LENGTH:
        return None
    match = _BOOK.fullmatch(reference.text)
    if match is None:
        return None
    names = tuple(name.strip() for name in match["names"].split(",") if name.strip())
    title = TitleReading(match["title"].strip(), *match.span("title"), points=0)
    published = Publication(
        publisher=match["publisher"].strip(),
        year=int(match["year"]),
        entry_type="book",
        has_imprint=True,
        end=match.end("year"),
    )
    authors = AuthorList(names, match.end("names"), "natural", has_more=match["others"] is not None)
    is_edited = match["role"] in _EDITORS
    return Reference(title, authors, published.year, published, CERTAIN, is_dated=False, is_edited=is_edited)
