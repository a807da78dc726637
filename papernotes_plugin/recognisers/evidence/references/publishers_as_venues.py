"""Distinguish the publisher of a book, or the school of a thesis, from the venue of a paper after a title."""

from __future__ import annotations

from dataclasses import replace

from papernotes_plugin.people import is_title_word
from papernotes_plugin.recognisers.evidence.references.collective_authors import is_organisation
from papernotes_plugin.recognisers.evidence.references.dated_names import DatedNames
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.references.publication_numbers import CHAPTERS
from papernotes_plugin.recognisers.evidence.references.publishers import (
    NEWS,
    SHORTENED_HOUSE,
    is_asian_house,
    is_publisher,
    may_be_house,
    prints_books,
)
from papernotes_plugin.recognisers.evidence.references.reference_agreement import PartAfterTitle
from papernotes_plugin.recognisers.evidence.references.reference_text import ReferenceText
from papernotes_plugin.recognisers.evidence.references.title_ends import TitleReading
from papernotes_plugin.recognisers.evidence.references.venue_names import is_shortened_journal
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.romanisation import CJK_LETTER
from papernotes_plugin.vocabulary.model import Evidence, InlineKind

TYPE = lazy_regex(r"\s*\[(?P<kind>[A-Z]{1,2})(?:/OL)?\]\s*\.?\s*(?://)?\s*")
"""The kind of document in GB/T 7714: `[J]`, `[C]//`."""
_TYPE_AT_END = lazy_regex(r"\[(?P<kind>[A-Z]{1,2})(?:/OL)?\]$")
_WHOLE_WORKS = {"M": "book", "D": "thesis", "R": "report"}
"""Entry type by the kind of document in GB/T 7714."""
_AT_END = lazy_regex(
    r"[\s,.]{0,20}(?:\(?(?:19|20)\d\d\)?(?: \[(?:1[5-9]|20)\d\d\])?)?"
    r"(?: \([^()]{2,60}(?:19|20)\d\d\))?(?:,? (?:pp?|S|pages)\.? ?\d*)?"
    rf"(?:[,.]? {CHAPTERS})?[\s.,(\[]*"
)
"""The year after a publisher, and often a later edition and the number of pages: ` 1977 (5a ed., 2020) pp.302`."""
_NO_HOUSE = lazy_regex(rf"\d|^(?:{NEWS.pattern})$")
"""A sign that words after the title of a book are no publisher: a number, or a newspaper."""
_BETWEEN_WORDS = lazy_regex(r"[\s-]")
_MAX_REMARK = 3
"""Words of a remark that may look like a publisher."""
_ASIAN_JOURNAL = lazy_regex(
    "(?:研究|[评評][论論]|[论論][坛壇]|[学學]刊|[月季周]刊|[杂雜][志誌]|通[讯訊]|科[学學]|史[学學]|世界|[学學]?[报報]|网|網)$"
)
"""The end of the name of a Chinese journal, newspaper or site."""
_ORIGINAL = lazy_regex(r"(?<=[\u4e00-\u9fff])[.。]\s?\([^()]*\)$")
"""The original of a translation after a Chinese publisher: `译林出版社.(Ann Lee, Lamps)`."""
_GIVEN_NAME = lazy_regex(r"[^\W\d_a-z][^\W\d_A-Z]+(?![.\w])")


def with_publisher(
    reference: ReferenceText, names: DatedNames, title: TitleReading, published: Publication, after: PartAfterTitle
) -> Publication:
    """Return the publication; what was read as its venue may be the publisher of a book, or the school of a thesis."""
    text = reference.text
    published = replace(published, venue=_ORIGINAL.sub("", published.venue)) if published.venue else published
    kind = TYPE.match(text, title.end) or _TYPE_AT_END.search(text, max(0, title.end - 8), title.end)
    if kind and published.venue and (kind["kind"] == "C" or (kind["kind"] == "M" and published.has_in)):
        return replace(published, entry_type="inproceedings" if kind["kind"] == "C" else "incollection")
    if kind and kind["kind"] in _WHOLE_WORKS and not (published.is_known or published.has_in):
        return _as_whole_work(published, _WHOLE_WORKS[kind["kind"]])
    is_house = published.venue in names.authors.names or (not published.volume and is_asian_house(published.venue))
    if published.venue and is_house and not published.is_known:
        # `UNESCO. (2021). Title. UNESCO`, `山田太郎「題名」サイエンス社、2016`
        return _as_whole_work(published, "book")
    # the title of a book is in italics, and that of a paper is not
    marks_of_title = [mark for mark in reference.marks if title.start - 2 <= mark.start <= title.start]
    is_title = any(mark.end == title.end and mark.kind is not InlineKind.LINK for mark in marks_of_title)
    # the Koreans and Japanese print double marks around it
    is_between = "가" <= published.venue[:1] <= "힣" or _is_unmarked_house(text, title.end, published.venue)
    marks = "『《" if is_between else "『"
    is_in_italics = (is_title and not after.emphasised) or text[title.start - 1 : title.start].strip() in [*marks]
    if is_in_italics and _AT_END.fullmatch(text, published.end, after.limit):
        if _may_be_remark(published, names):
            return replace(published, venue="")
        # strong text marks titles of papers, too
        is_strong = any(mark.kind is InlineKind.STRONG for mark in marks_of_title)
        if _may_be_publisher(published, names) and (not is_strong or prints_books(published.venue)):
            return _as_whole_work(published, "book")
        is_dated = names.date.isdigit() or _is_name_in_full(names)
        if is_dated and SHORTENED_HOUSE.fullmatch(published.venue) and not published.has_sign_of_venue:
            # `(1986). *Title*. HISBOL.`: a publisher or a conference
            return replace(published, venue="", entry_type="")
    return published


def _is_unmarked_house(text: str, start: int, venue: str) -> bool:
    """Return whether a Chinese name after a title is not between the double marks that journals have, too."""
    at = text.find(venue, start) if CJK_LETTER.match(venue) else -1
    return at > start and "《" not in text[start:at] and not _ASIAN_JOURNAL.search(venue)


def _as_whole_work(published: Publication, entry_type: str) -> Publication:
    """Return the publication of a book, a thesis or a report, whose publisher or school was read as its venue."""
    publisher = published.publisher or published.venue.rpartition(":")[2].strip()
    if entry_type == "book":
        house, _, place = publisher.partition(", ")
        # `Darton, Longman, Todd` has three names
        house, place = (publisher, "") if "," in place else (house, place)
        return replace(published, venue="", publisher=house, place=published.place or place, entry_type=entry_type)
    return replace(published, venue="", publisher="", institution=publisher, entry_type=entry_type)


def _may_be_publisher(published: Publication, names: DatedNames) -> bool:
    """Return whether the name after a title in italics may be that of a publisher: `*Title*. Crown, 2016`."""
    is_dated = published.year is not None or names.date.isdigit()
    if published.has_sign_of_venue or not (is_dated and published.venue) or is_shortened_journal(published.venue):
        return False
    if NEWS.fullmatch(published.venue):
        return False
    house, comma, place = published.venue.partition(", ")
    if comma and not names.date and place[:1].isupper() and "," not in place and not published.pages:
        # `*Titolo*, San Paolo, Cinisello Balsamo 2016`
        return may_be_house(house) and may_be_house(place)
    if names.is_edited or _is_name_in_full(names):
        # modern languages print books in this way, and papers between quotation marks
        return not (_NO_HOUSE.search(published.venue) or SHORTENED_HOUSE.fullmatch(published.venue))
    return may_be_house(published.venue) or is_organisation(published.venue)


def _may_be_remark(published: Publication, names: DatedNames) -> bool:
    """Return whether words after a title may be a remark of the reader, as after `Lee et al. (2022). *Title*.`.

    Such words are few and end in small letters: `Newer survey`, `Locate-then-edit`.
    """
    words = _BETWEEN_WORDS.split(published.venue)
    is_open = not (published.has_sign_of_venue or prints_books(published.venue))
    is_short = 1 < len(words) <= _MAX_REMARK and words[-1].islower()
    return is_open and is_short and (names.authors.has_more or is_title_word(words[-1]))


def _is_name_in_full(names: DatedNames) -> bool:
    """Return whether the first name is a family name with a given name in full, and no date follows the names."""
    _, comma, given = (names.authors.names or ("",))[0].partition(", ")
    return bool(comma) and not names.date and _GIVEN_NAME.match(given) is not None


def type_in_venue(evidence: Evidence) -> str:
    """Return the entry type of a work that is in a venue: of what was read as a book with its venue in the title."""
    if evidence.entry_type != "book":
        return evidence.entry_type
    is_printed = any(field.label == "Publisher" and is_publisher(field.value) for field in evidence.fields)
    return "incollection" if is_printed else ""
