"""Read a reference in any citation style: who, what, where and when.

Authors, title and publication are read separately, each in several ways.  The readings are combined, and the best
combination wins: the parts of a reference must agree with each other.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from papernotes_plugin import venues
from papernotes_plugin.people import OTHERS
from papernotes_plugin.recognisers.evidence.references import title_imprints
from papernotes_plugin.recognisers.evidence.references.asian_marks import REMARK_AFTER
from papernotes_plugin.recognisers.evidence.references.author_lists import AuthorList
from papernotes_plugin.recognisers.evidence.references.book_editors import EDITOR, are_year_or_editors
from papernotes_plugin.recognisers.evidence.references.dated_names import (
    DatedNames,
    dated_names,
    without_responsibility,
)
from papernotes_plugin.recognisers.evidence.references.imprints import without_cited_page
from papernotes_plugin.recognisers.evidence.references.italics_scores import italics_score
from papernotes_plugin.recognisers.evidence.references.passing_remarks import RETRIEVED
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.references.publication_numbers import first_year
from papernotes_plugin.recognisers.evidence.references.publication_openings import after_notes, without_remarks
from papernotes_plugin.recognisers.evidence.references.publishers_as_venues import TYPE, with_publisher
from papernotes_plugin.recognisers.evidence.references.reference_agreement import (
    PartAfterTitle,
    agreement,
    is_after_colon,
    publication_score,
)
from papernotes_plugin.recognisers.evidence.references.reference_text import LINK_REMOVED, NEW_BLOCK, ReferenceText
from papernotes_plugin.recognisers.evidence.references.title_ends import TitleReading
from papernotes_plugin.recognisers.evidence.references.title_readings import title_readings
from papernotes_plugin.recognisers.evidence.references.venue_names import names_part
from papernotes_plugin.recognisers.evidence.references.venue_phrases import publication
from papernotes_plugin.recognisers.evidence.references.work_genres import find_description
from papernotes_plugin.recognisers.evidence.structure.reference_openings import LABEL, OTHER_CITED
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import YEAR

CERTAIN = 6.0
"""Score from which a text is a reference even among prose."""
LIKELY = 4.0
"""Score from which a list item, a footnote or a table cell is a reference."""
_EXPECTED_VENUE = 0.5
"""Score of a venue where other references have one."""
_MAX_DELAY = 2
"""Years between a preprint and its publication at a conference."""
_MAX_PUBLICATION = 500
"""Maximum number of characters of venue, numbers and publisher."""
_MAX_READINGS = 3
"""Number of readings of the authors that are combined with titles."""
_MAX_LENGTH = 4000
"""Maximum number of characters of a reference; lists of hundreds of authors are long."""
_OPENING = lazy_regex(
    r"\s*+(?>(?:[\u2600-\u27bf\ufe0f\U0001f300-\U0001faff]{1,4}\s*+"
    r"(?=[^\W\d_a-z][^\n:;“”\"«»()\[\]]{4,80}, [“\"«](?![a-z])))?)"
    r"[\s*_>•・·–—-]*+(?>(?:(?:[①-⑳]|[¹²³⁰⁴-⁹]{1,3}(?=\s?[^\W\d_a-z])"
    r"|\\?\[\^?[^\[\]]{1,40}\\?\]:?(?:\s?[–—-]{1,3}(?=\s))?|\(?\d{1,3}(?:[.):]|\s(?=[^\W\d_a-z]))|\([^\w\s()]{1,3}\))"
    r"[\s*]*+)?)(?>(?:[\[(〔][\u4e00-\u9fff]{1,3}[\])〕])?)"
    rf"(?>(?:{LABEL}(?:\s*(?:::?|：)\s*|\s+)|(?:[参參][见見阅閱看]|[详詳另][见見]|[转轉]引自|引自)\s?:?\s?(?=[\u4e00-\u9fff\[(]))?)"
    r"(?:(?P<family>[^\W\d_a-z][\w'’-]+)(?:,? et al(?:ii\b|\.?)|(?:,? (?:(?:and|&) )?[^\W\d_a-z][\w'’-]+){1,4})?,? ?"
    r"[(\[]?(?:19|20)\d\d[a-z]?[)\]]?\s?[:.]?(?:\s*+[–—-]{1,3})?\s+"
    r"(?=[^\W\d_a-z][^,:;]{0,30}\s(?i:(?P=family))\b|(?P=family), [^\W\d_a-z]))?"
)
"""Emoji before a quoted title, number, key, mark such as `(→)`, label, and the authors in short, as natbib has them."""
_OPEN_MARK = lazy_regex(r"^\* ?(?=[A-Z])")
"""The mark of emphasis that a space before its end leaves without effect: `*The Republic. *Penguin`."""
_KEY = lazy_regex(r"\[[^\W\d_][\w+-]{1,20}\d\d[a-z]?\\?\]")
"""The key of a reference, with the year: `[Kol96]`."""
_YEAR_AFTER_LINK = lazy_regex(rf"{LINK_REMOVED}[\s,.]{{0,20}}({YEAR})[a-z]?[.\s]*$")
"""The year after an address at the end, as Copernicus prints it: `25, 1009–1032, https://doi.org/…, 2021.`"""
_YEAR_AT_END = lazy_regex(rf", {YEAR}\.?$")
_IN_BOOK_OF = lazy_regex(
    rf"[\s.,;]*(?:[Ii]n|[Ee]n|[Dd]ans)\b:?\s[^“”\"«»]{{0,300}}?(?:\(?\b{EDITOR}\b\.?\)?)?[.,:]?\s*"
)
"""`In` and the authors or editors of a book, before its title: `in: A. Müller and B. Meyer (eds.): `."""
_PRESENTED_AT = lazy_regex(r"(?:^|[.?!] )(?:[Pp]oster|[Pp]aper|[Tt]alk|[Pp]resentation) presented at (?:the )?")
"""The words before a meeting at which a work was presented: `. Poster presented at the annual meeting of …`."""
_SUBTITLE_BEFORE_IN = lazy_regex(r"[\s.,]{0,3}(?!In\b)[^\W\d_a-z][^\x1d\d“”«»()]{3,250}?[.?!]\s(?=In: [^\W\d_a-z])")
"""The subtitle after a quoted title, before the journal: `»Nein«. Die Schule und die Sprache. In: Der Spiegel`."""
_TRANSLATED_BY = lazy_regex(r"[\s.]*(?:Translated|Edited|Annotated)(?: (?:and|&) [a-z]+)? by [A-Z]")
_ASSIGNED = lazy_regex(r"(?P<pages>\d[–-]\d{1,5}(?: \((?:19|20)\d\d\))?)\.?\s?\(pp?\.? ?\d")
"""The pages to read, after those of the paper: `54 (2): 673-692. (pp.684-685)`."""
_IN = lazy_regex(rf"\b(?:[Ii]n|[Dd]ans|[Ee][nm]|[Dd]alam|[Iİ]çinde|[Pp]reprint|{YEAR})\b|见(?=:)")
_LISTED_WORDS = lazy_regex(r"\W*([^\W\d_]+)(?:, [^\W\d_a-z][^\W\d_]+)+, and [^\W\d_a-z]")
"""The beginning of a venue such as `Science, Technology, and Human Values`, whose first word alone is another one."""
_LOWER_WORD = lazy_regex(r"(?<![\w'’-])[a-z][\w'’-]{3,}")
_MIN_REMARK = 6
"""Words in lower case, with four letters or more, that no venue in emphasis has."""
_GAP = frozenset(" .,:;/")
_GAP_OF_LINKS = frozenset(" ,;|/·()[]")
"""Characters between two links."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference, and how certain it is."""

    title: TitleReading
    authors: AuthorList
    year: int | None
    publication: Publication
    score: float
    is_dated: bool
    """True if a year, `n.d.` or `in press` follows the names."""
    is_edited: bool = False
    """True if the names are those of editors."""

    @property
    def all_authors(self) -> tuple[str, ...]:
        """The names, with `et al.` at the end if the reference has more."""
        return (*self.authors.names, OTHERS) if self.authors.has_more else self.authors.names

    @property
    def details(self) -> tuple[tuple[str, str], ...]:
        """The printed facts of the publication, by label; editors of a whole book are its authors, too."""
        is_of_editors = self.is_edited and not self.publication.editors
        return (*self.publication.details, *([("Editor", "; ".join(self.authors.names))] if is_of_editors else []))

    @property
    def entry_type(self) -> str:
        """The entry type that it shows; "" for none."""
        published = self.publication
        is_book = self.is_edited and not (published.is_known or published.is_event)
        is_book |= bool(published.edition) and not published.venue
        return published.entry_type or ("book" if is_book else "")

    @property
    def is_published(self) -> bool:
        """True if it has a venue, a publisher, or a place."""
        return bool(self.publication.venue or self.publication.publisher) or self.publication.has_imprint

    @property
    def is_in_journal(self) -> bool:
        """True if it has a venue with pages and year, and the venue is known or has a volume."""
        published = self.publication
        is_found = published.volume or published.is_known
        return bool(published.venue and is_found and published.pages and self.year)


def start_of_names(text: str) -> int:
    """Return the offset after the number, the key or the label of a reference."""
    match = _OPENING.match(text)
    return match.end() if match else 0


@lru_cache(maxsize=1 << 8)
def read_reference(reference: ReferenceText) -> Reference | None:
    """Return the best reading of a text that begins with authors; None if it has no form of a reference.

    The items of a list are read again to see whether it is one of references.
    """
    text = reference.text
    if not 12 <= len(text) <= _MAX_LENGTH:
        return None
    start = start_of_names(text)
    # names at the end of a text leave no title
    offsets = range(len(text.rstrip(" .")))
    likely = (n for n in dated_names(reference, start) if n.score > 0 and n.end in offsets)
    best = sorted(likely, key=lambda names: -names.score)[:_MAX_READINGS]
    titles = {
        end: [_published_title(reference, end, title) for title in title_readings(reference, end)]
        for end in {names.end for names in best}
    }
    readings = (_combine(reference, names, title) for names in best for title in titles[names.end])
    reading = max(readings, key=lambda reading: reading.score, default=None)
    if reading and reading.year is None:
        # `[Lee et al.(2020)]`, as natbib labels a reference
        reading = replace(reading, year=first_year(text[:start]))
    # the key with a year says that names are there, whatever their form
    has_key = _KEY.search(text, 0, start)
    return replace(reading, score=reading.score + 0.5) if reading and has_key else reading


class _PublishedTitle(NamedTuple):
    """A reading of a title with what follows it, which is the same for all readings of the names before it."""

    title: TitleReading
    described: str
    """The entry type that a remark in square brackets says; "" for none."""
    after: PartAfterTitle
    published: Publication


def read_after_names(reference: ReferenceText, names: DatedNames, *, expects_venue: bool = False) -> Reference | None:
    """Return the best reading of what follows names and a date that are already known; None if there is no title.

    Args:
        reference: The text.
        names: The names and the date.
        expects_venue: Whether the references next to it have venues, so that a reading with one is better.
    """
    titles = (_published_title(reference, names.end, title) for title in title_readings(reference, names.end))
    readings = (_combine(reference, names, title) for title in titles)
    return max(
        readings,
        key=lambda reading: reading.score + _EXPECTED_VENUE * (expects_venue and bool(reading.publication.venue)),
        default=None,
    )


def _published_title(reference: ReferenceText, end: int, title: TitleReading) -> _PublishedTitle:
    """Return a title with the publication after it; `end` is the end of the names before it."""
    kind = TYPE.match(reference.text, title.end)
    described, at = find_description(reference.text, kind.end() if kind else title.end)
    after = _part_after_title(reference, title, at)
    # German historians print no publisher, and a colon after the names
    may_lack_publisher = is_after_colon(reference.text, end)
    published = publication(reference.text, *after, may_lack_publisher=may_lack_publisher)
    return _PublishedTitle(title, described, after, published)


def _combine(reference: ReferenceText, names: DatedNames, read: _PublishedTitle) -> Reference:
    """Return the reading of a reference with some authors and some title: what follows them is the publication."""
    title, after = read.title, read.after
    published = _published(reference, names, read)
    if names.venue and not published.venue:
        published = replace(published, venue=names.venue, is_known=True)
    if names.publisher:
        published = replace(published, publisher=names.publisher, entry_type="book")
    words, names = without_responsibility(title.words, names)
    words = _OPEN_MARK.sub("", without_remarks(words).replace(NEW_BLOCK, " "))
    title = replace(title, words=words)
    title, published = title_imprints.without_imprint(title, published)
    year = _year(names.date, published) or first_year("".join(_YEAR_AFTER_LINK.findall(reference.text)))
    score = names.score + title.points + publication_score(published, is_emphasised=after.emphasised is not None)
    score += agreement(reference.text, names, title, published, after)
    score += italics_score(reference, names, title, published)
    published = replace(published, venue=_PRESENTED_AT.sub("", published.venue))
    published, points = without_cited_page(reference.text, published)
    score += points
    listed = _LISTED_WORDS.match(reference.text, after.at)
    if names_part(published.venue) or "“" in published.venue or (listed and listed[1] == published.venue):
        published = replace(published, venue="", volume="", issue="", entry_type="")
    score -= 2.0 * (_PRESENTED_AT.search(title.words) is not None)
    score -= 2.0 * (_SUBTITLE_BEFORE_IN.match(reference.text, title.end) is not None)
    if year is None and not names.date:
        score -= 3.0 if _YEAR_AT_END.search(title.words) else 1.5
    return Reference(title, names.authors, year, published, score, is_dated=bool(names.date), is_edited=names.is_edited)


def _part_after_title(reference: ReferenceText, title: TitleReading, at: int) -> PartAfterTitle:
    """Return the part in which the publication is: from an offset after the title to an address, a link or a remark."""
    text = reference.text
    limit = text.find(LINK_REMOVED, at)
    limit = min(limit if limit >= 0 else len(text), at + _MAX_PUBLICATION)
    others = (pattern.search(text, at, limit) for pattern in (RETRIEVED, OTHER_CITED, REMARK_AFTER))
    limit = min((other.start() for other in others if other), default=limit)
    if assigned := _ASSIGNED.search(text, at, limit):
        limit = assigned.end("pages")
    if (text[title.end - 1] == LINK_REMOVED and _is_link_next(reference, at)) or _is_remark_next(reference, at):
        limit = at
    at = after_notes(text, at, limit)
    is_marked = any(mark in text[title.end - 1 : title.end + 2] for mark in '"”“«»')
    if is_marked and (subtitle := _SUBTITLE_BEFORE_IN.match(text, at, limit)):
        at = subtitle.end()
    if _TRANSLATED_BY.match(text, at):
        at = next((start for start, _ in reference.emphasised if start > at and text[at:start].endswith(". ")), at)
    return PartAfterTitle(
        at, limit, next((pair for pair in reference.emphasised if _opens_publication(text, at, *pair)), None)
    )


def _published(reference: ReferenceText, names: DatedNames, read: _PublishedTitle) -> Publication:
    """Return the publication after a title that follows some names."""
    published = with_publisher(reference, names, read.title, read.published, read.after)
    if read.described in ("dataset", "software"):
        # its publisher is an archive: `Zenodo`
        archive = published.publisher or published.venue
        return replace(published, entry_type=read.described, venue="", publisher=archive)
    return replace(published, entry_type=read.described) if read.described else published


def _is_link_next(reference: ReferenceText, at: int) -> bool:
    """Return whether a link with words follows an offset: `[Slides](…)`, in `Title [Paper](…) [Slides](…)`."""
    return any(start >= at and _GAP_OF_LINKS.issuperset(reference.text[at:start]) for start, _ in reference.linked)


def _is_remark_next(reference: ReferenceText, at: int) -> bool:
    """Return whether a remark in emphasis follows a link or a title in emphasis that ends at an offset."""
    start, end = next((pair for pair in reference.emphasised if pair[0] >= at), (at, at))
    before = reference.text[:at].rstrip(" .,")
    is_last = before[-1:] == LINK_REMOVED or any(last == len(before) for _, last in reference.emphasised)
    is_next = is_last and not reference.text[at:start].strip(" .")
    return is_next and len(_LOWER_WORD.findall(reference.text, start, end)) >= _MIN_REMARK


def _year(date: str, published: Publication) -> int | None:
    """Return the year of a paper: that of its conference, even if the authors are cited with the preprint's year."""
    stated = int(date) if date.isdigit() else None
    if stated and published.year and published.is_known and venues.is_conference(published.venue):
        return published.year if 0 < published.year - stated <= _MAX_DELAY else stated
    return stated or published.year


def _opens_publication(text: str, at: int, start: int, end: int) -> bool:
    """Return whether only punctuation and `In` are between the title and an emphasised part, which is not `In`."""
    if _IN.fullmatch(text[start:end].strip(" :")) or are_year_or_editors(text, start, end):
        return False
    if at <= start <= at + 16 and _GAP.issuperset(_IN.sub("", text[at:start]).removesuffix("I ").removesuffix("I: ")):
        return True
    return bool(_IN_BOOK_OF.fullmatch(text, at, start))
