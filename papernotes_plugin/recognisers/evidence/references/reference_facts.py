"""The facts of a reference as evidence of a paper."""

from __future__ import annotations

from collections.abc import Iterable

from papernotes_plugin import text, venues
from papernotes_plugin.people import INITIALS, NAME_WORD, parse_people
from papernotes_plugin.recognisers.evidence.authors.authorship import (
    has_given_name,
    has_sign_of_name,
    listed_names,
    looks_like_authors,
    split_authors,
)
from papernotes_plugin.recognisers.evidence.references import publishers, work_genres
from papernotes_plugin.recognisers.evidence.references.family_names_at_ends import ends_with_names
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.references.publication_numbers import MONTH
from papernotes_plugin.recognisers.evidence.references.publishers import is_publisher
from papernotes_plugin.recognisers.evidence.references.reference_reader import CERTAIN, LIKELY, Reference
from papernotes_plugin.recognisers.evidence.references.reference_text import ReferenceText
from papernotes_plugin.recognisers.evidence.references.title_ends import TitleReading
from papernotes_plugin.recognisers.evidence.structure.reference_openings import LABEL
from papernotes_plugin.recognisers.evidence.titles.sentences import is_sentence
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import (
    TitleParts,
    count_words,
    looks_like_title,
    split_title,
    starts_lowercase,
)
from papernotes_plugin.recognisers.evidence.titles.venue_endings import without_venue_after_comma, without_venue_at_ends
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import WHOLE_PRINTED_YEAR, YEAR
from papernotes_plugin.vocabulary.model import Evidence, Field, Identifier, Inline

_PRINTED = 1.5
"""Score from which names with a book, or its place, are a reference in a list of references."""
_MIN_BARE = 0.8
"""Score from which names, a year and a title are a reference in a list of references."""
_MIN_TITLE_WORDS = 3
_MIN_DISTINCTIVE = 4
"""Words of a title that no other paper of the same year has."""
_MIN_MANY = 2
"""Names, with `et al.` as one, of which a list of many authors has more."""
_OTHER_PARTS = lazy_regex(r"\)\. |, \d{1,3}(?:\s?\(\d+\))?, |(?<!\d)\d{1,3}[–-]\d{1,3}$")
"""A bracket before a point, or volume and pages, in what was read as a title."""
_REMARK = lazy_regex(r"\s*(?:[–—-]|\()")
_MIN_STATEMENT = 16
"""Words of a quotation from which it is a statement, and no title, if nothing follows it."""
_NUMBERED_DOCUMENT = lazy_regex(r"[^\W\d_]+(?:[ -][^\W\d_]+)? n(?:[ºo°]\.?|\.[ºo°]?) ?\d[\d./-]*(?:,| de \d|$)")
"""The kind of a document and its number, as a law has: `Lei nº 11.340`."""
QUOTATION_MARKS = ('"', "“", "«", "„")
_DATED_KEY = lazy_regex(r"\s*\[[^\W\d_]{1,8}\+?(?P<year>\d\d)[a-z]?\]\s")
_COLON_IN_CHINESE = lazy_regex(r"(?<=[\u3005-\u30ff\u4e00-\u9fff]):(?=[\u3005-\u30ff\u4e00-\u9fff])")
_COLON_BEFORE_WORD = lazy_regex(r"(?<=[A-Za-z\d]):(?=[A-Z][a-z])")
_LABEL = lazy_regex(rf"[\W_]*{LABEL}\s*[:：]")
_HOST = lazy_regex(r"https?://(?:www\.|blog\.)?([^/:?#]+)")
VOLUME_AND_PAGES = lazy_regex(
    r"[\s,.]*(?:(?:19|20)\d\d[,;]\s?)?(?:[Vv]ol\. ?)?\d{1,4}(?:\s?\(\d{1,3}\))?[,:]\s?(?:pp?\. ?)?[A-Z]?\d+"
    rf"(?:[-–][A-Z]?\d+|\s\({YEAR}\))"
)
"""The volume and the pages of a journal without mark, with which no title ends: ` 41, 296–304`."""
_HOUSE = lazy_regex(
    r"[^\W\d_a-z][\w’'-]+(?: (?:&|and) Sons?|(?: [^\W\d_a-z]\w+)? (?:University Press|Press|Verlag|Publishers|Editore))"
)
"""A publisher in place of a title: `W. T. Warren 1900 Warren & Sons`."""
_NO_TITLE = lazy_regex(
    rf"(?:[A-Z]\. ?)+,|(?:Dr|Mrs?|Ms|Prof)\. [A-Z]|{NAME_WORD} {INITIALS},"
    r"|[Ii]n [^a-z]\w* .*(?:Conference|Symposium|Workshop|Proceedings)\b"
)
"""A name with initials, or `In` and a venue, where the title should be."""
_LIFE = lazy_regex(r"\((?P<birth>\d{4})\s?[–—-]{1,2}\s?(?P<death>\d{4})\)")
_MIN_LIFE, _MAX_LIFE = 20, 110
"""Years of a life."""
_CITED_PAGE = lazy_regex(rf"\(?{YEAR}[a-z]?, ?(?:S|pp?|págs?|с|s|str)\.? ?\d")
"""The year and the page of a quotation: `(2025, S. 1)`."""
_CHAPTER = lazy_regex(r"_\d{1,3}$|\.ch-?\d+$")
"""The end of the DOI of a chapter, as Springer and others assign it."""


def title_parts(reference: Reference) -> TitleParts:
    """Return the title of a reference, without a venue and other facts next to it."""
    words = _with_usual_colons(reference.title.words)
    parts = without_venue_after_comma(split_title(words))
    if parts.authors:
        # `Dik et al., "Visualization of a Lost Painting by Vincent van Gogh"`
        parts = TitleParts(words)
    if not (reference.publication.venue or reference.year or parts.venue):
        parts = without_venue_at_ends(parts.title)
    # a review of a book in a journal, and no label of a note
    return parts._replace(title=words) if reference.is_in_journal and words == f"Review: {parts.title}" else parts


def _with_usual_colons(title: str) -> str:
    """Return a title with a wide colon between Chinese characters, and a space after one between Latin words.

    Examples:
        >>> _with_usual_colons("朱熹的歷史世界:宋代的研究"), _with_usual_colons("BERT:Pre-training of Nets")
        ('朱熹的歷史世界：宋代的研究', 'BERT: Pre-training of Nets')
    """
    if ":" not in title:
        return title
    return _COLON_BEFORE_WORD.sub(": ", title if title.isascii() else _COLON_IN_CHINESE.sub("：", title))


def reference_facts(reference: Reference) -> Evidence:
    """Return the facts of a reference except its title, which may need correction."""
    return publication_evidence(reference.publication)._replace(
        authors=reference.all_authors,
        year=reference.year,
        entry_type=reference.entry_type,
        fields=_fields(reference.details),
    )


def publication_evidence(published: Publication) -> Evidence:
    """Return the facts of a publication."""
    return Evidence(
        venue=published.venue,
        year=published.year,
        track=published.track,
        entry_type=published.entry_type,
        fields=_fields(published.details),
    )


def _fields(details: Iterable[tuple[str, str]]) -> tuple[Field, ...]:
    return tuple(Field(label, value) for label, value in details)


def entry_type_of(reference: Reference, identifiers: tuple[Identifier, ...]) -> str:
    """Return the entry type that a reference shows; a preprint, a law, or a chapter with its own DOI is no book."""
    is_part = any(i.scheme == "arxiv" or (i.scheme == "doi" and _CHAPTER.search(i.value)) for i in identifiers)
    if reference.entry_type == "book" and (is_part or _NUMBERED_DOCUMENT.match(reference.title.words)):
        return ""
    return reference.entry_type or ("incollection" if _is_in_book(reference.publication) else "")


_SERIAL = lazy_regex(
    r"^\d|\s\d[\d/]*$|^[A-Z][a-zA-Z]{0,5}[A-Z][a-z]?$|\bInt\. |^Archiv"
    r"|(?i:jahrbuch|yearbook|annuaire|anuario|annuario|årbok|årbog)|[а-яё]"
)
"""A word or an acronym of an event or a journal after `In`.

Also a Russian name, as `//` is before journals, too.
"""


def _is_in_book(published: Publication) -> bool:
    """Return whether an unknown venue has a publisher of books, and no numbers of journals.

    After `In`, the pages, words before the year such as a publisher, or a subtitle show the same.
    """
    is_numbered = published.volume or published.issue or published.is_known or published.is_event or published.is_site
    if not published.venue or is_numbered or publishers.NEWS.fullmatch(published.venue):
        return False
    is_serial = _SERIAL.search(published.venue)
    has_more = not is_serial and (published.pages or published.unexplained or ": " in published.venue)
    prints_books = published.publisher and not publishers.OF_PROCEEDINGS.match(published.publisher)
    return bool(prints_books or (published.has_in and not published.publisher and has_more))


def without_other_names(own: Evidence | None, evidence: Evidence) -> Evidence:
    """Return the facts of a reference, without its authors if it is of the note's own paper and names no author of it.

    Some tools take the given name for the family name: `Bjørk, O. K.` for `Olsen, Kari Bjørk`.
    """
    if (
        own is None
        or not (own.authors and evidence.authors)
        or own.year != evidence.year
        or count_words(evidence.title) < _MIN_DISTINCTIVE
        or text.comparison_key(own.title) != text.comparison_key(evidence.title)
    ):
        return evidence
    own_names, names = ({person.surname for person in parse_people(e.authors)[0]} for e in (own, evidence))
    return evidence._replace(authors=()) if own_names.isdisjoint(names) else evidence


def is_named_after_site(published: Publication, links: Iterable[Inline]) -> bool:
    """Return whether an unknown venue without numbers is the site of a link: `*Example News*. <https://examplenews.com/…>`."""
    name = text.comparison_key(published.venue).replace(" ", "")
    if not name or published.is_known or published.volume or published.pages:
        return False
    hosts = (_HOST.match(inline.url) for inline in links)
    return any(host and host[1].casefold().replace("-", "").startswith(name) for host in hosts)


def has_remark_as_title(reference: Reference, text: str) -> bool:
    """Return whether a title is quoted words: of a page, in a long text without a publication, or in lower case."""
    title = reference.title
    if not (title.start > 0 and text[title.start - 1] in '"“„«'):
        return False
    if _CITED_PAGE.search(text, reference.authors.end, title.start):
        # `Lee (2025, S. 1): "…"` has words from that page
        return True
    if count_words(title.words) >= _MIN_STATEMENT and not any(map(str.isalnum, text[title.end :])):
        # `Lee, J., 2002: „A process is a flow of work that goes from one person to the next one …“`
        return True
    return starts_lowercase(title.words) and not reference.publication.is_printed


_ART = lazy_regex(
    r"^Vortrag\b|(?:^|, )(?:(?:Öl|Tempera|Acryl) auf |(?:Öl)?[Gg]emälde\b|Aquarell\b|[Oo]il on canvas"
    r"|[Hh]uile sur toile|[Oo]lio su tela|[Óó]leo sobre)"
)
"""A talk or a painting in place of a title."""


def is_of_person_or_music(reference: Reference, words: str) -> bool:
    """Return whether a text is a person with the years of a life, or the title of music, a play, a talk or a painting.

    Examples of the first are `Lee, Ann (1561–1602) -- Composer`; a work in several volumes takes fewer years.
    """
    if work_genres.is_performed(words, reference.title.end) or _ART.search(reference.title.words):
        return True
    life = _LIFE.search(words, reference.authors.end, reference.title.start)
    return life is not None and _MIN_LIFE <= int(life["death"]) - int(life["birth"]) <= _MAX_LIFE


def lacks_title(reference: Reference, words: str) -> bool:
    """Return whether a venue is among the names (`LSeg, CVPR 2022: …`), or names or a journal in place of the title."""
    published, start = reference.publication, reference.title.start
    is_contained = published.venue or published.publisher or published.is_whole_work
    if not is_contained and words[start - 1] == " " and VOLUME_AND_PAGES.match(words, reference.title.end):
        return True
    people, colon, _ = reference.title.words.partition(": ")
    if (
        ends_with_names(words, start)
        or _NO_TITLE.match(reference.title.words)
        or _HOUSE.fullmatch(reference.title.words)
        or (colon and len(listed_names(people)) > _MIN_MANY)
    ):
        return True
    is_journal = bool(venues.parse_venue(reference.title.words, labelled=True)[0])
    is_printed = is_publisher(published.publisher) or published.volume or venues.parse_venue(published.venue)[0]
    if is_journal and not is_printed and count_words(words[reference.title.end :]) >= _MIN_DISTINCTIVE:
        # `Lee et al, 2013, Neural Computation. [Title](…)`
        return True
    parts = (part for name in reference.authors.names for part in name.split(", "))
    return any(part.isupper() and len(part) > 2 and venues.parse_venue(part)[0] for part in parts)


def is_of_list(reference: Reference) -> bool:
    """Return whether a reference is names, a year and a title, such as `Lee A, Ray B. Title. 2020`, which people list.

    The names have initials, or `and` before the last one and the year after it.  Many with initials need no year.
    """
    authors, title = reference.authors, reference.title.words
    count = len(authors.names) + authors.has_more
    have_initials = all("." in name for name in authors.names)
    is_joined = authors.is_joined and reference.is_dated and authors.form != "surname"
    are_authors = have_initials or is_joined or authors.form == "capitals"
    if reference.year is None:
        are_authors = have_initials and count > _MIN_MANY and not title.rstrip(" ;.")[-1:].isdigit()
    is_long = count > 1 and count_words(title) > _MIN_TITLE_WORDS
    return are_authors and is_long and not is_sentence(title, has_link=False)


def is_bare(words: ReferenceText, reference: Reference) -> bool:
    """Return whether a reference is names, a year and a title, and no more, as many people list books and papers.

    A remark may follow a dash, or a bracket, after a title in emphasis: `Lem, S. (1957). *Summa* – an essay`.
    """
    title, published = reference.title, reference.publication
    tail = words.text[title.end :]
    return (
        reference.year is not None
        and reference.score >= _MIN_BARE
        and not _OTHER_PARTS.search(title.words)
        and not (published.venue or published.publisher or published.is_whole_work)
        and (
            not any(map(str.isalnum, WHOLE_PRINTED_YEAR.sub("", tail)))
            or (is_title_marked(words, title) and _REMARK.match(tail) is not None)
        )
        and not is_sentence(title.words, has_link=False)
    )


def is_cited_form(words: ReferenceText, reference: Reference) -> bool:
    """Return whether names are as only references have them: with `et al.`, or the family name first.

    People and their years of birth may be listed so, too, but not with emphasis or the capitals of titles.
    """
    authors, title = reference.authors, reference.title
    if authors.has_more:
        return reference.is_dated and count_words(title.words) >= _MIN_TITLE_WORDS
    is_inverted = authors.form not in ("natural", "organisation", "surname", "initials")
    is_long = count_words(title.words) >= _MIN_TITLE_WORDS and "." in authors.names[0]
    return is_inverted and (is_title_marked(words, title) or (is_long and looks_like_title(title.words)))


_DAY = lazy_regex(rf"(?<!\w)(?:\d{{1,2}} )?{MONTH}\.?(?: \d{{1,2}},)?(?= {YEAR})")
"""The day or the month before a year."""


def is_title_marked(words: ReferenceText, title: TitleReading) -> bool:
    """Return whether a title is in emphasis or in quotation marks."""
    is_emphasised = any(start == title.start for start, _ in words.emphasised)
    return is_emphasised or words.text[title.start - 1 : title.start] in QUOTATION_MARKS


def has_marked_title(words: ReferenceText, reference: Reference) -> bool:
    """Return whether a reference is names, a year and a long title, which is marked or follows a label, and no more.

    The words of a speech are in quotation marks, too, but not in capitals.  A single name needs its year next to it
    and quotation marks: `Lee (2016). "The Layers of Maps"`, `Lee & Ray, 2020. *The Layers of Maps*`.  After `et al.`,
    the date may be at the end: `Lee et al. "The Layers of Maps". 11 June 2017`.
    """
    title, authors = reference.title, reference.authors
    are_several = authors.has_more or len(authors.names) > 1
    is_source = are_several and authors.form == "natural" and is_labelled(words)
    if not (reference.year or is_source) or any(map(str.isalpha, _DAY.sub("", words.text[title.end :]))):
        return False
    # a group of musicians has no `et al.`
    is_named = reference.is_dated or authors.has_more
    is_quoted = is_named and words.text[title.start - 1 : title.start] in QUOTATION_MARKS
    is_marked = is_source or is_quoted or (are_several and (title.start, title.end) in words.emphasised)
    return is_marked and count_words(title.words) > _MIN_TITLE_WORDS and looks_like_title(title.words)


def has_dated_key(words: ReferenceText, reference: Reference) -> bool:
    """Return whether a key with the year opens a reference, as in the style `alpha` of BibTeX: `[Vas17] Ann Vas. …`."""
    key = _DATED_KEY.match(words.text)
    return key is not None and reference.year is not None and int(key["year"]) == reference.year % 100


def is_labelled(words: ReferenceText) -> bool:
    """Return whether a label such as `Source:` opens a reference."""
    return _LABEL.match(words.text) is not None


def has_names_elsewhere(reference: Reference) -> bool:
    """Return whether people are where the title should be, or the venue, and none where authors should be."""
    if any(map(has_given_name, reference.authors.names)):
        return False
    places = reference.title.words, reference.publication.venue
    title, venue = (split_authors(words) if looks_like_authors(words) else () for words in places)
    # a shortened journal has initials, too: `J. Mol. Cell`
    return any(map(has_given_name, (*title, *venue))) or (len(title) > _MIN_MANY and any(map(has_sign_of_name, title)))


def is_of_book(reference: Reference) -> bool:
    """Return whether names and a book, or its place, show a reference: `Mink, Marion: Title, Karlsruhe 2015`."""
    published = reference.publication
    is_printed = published.has_imprint or published.has_in or _has_publisher(reference)
    return reference.score >= _PRINTED and reference.year is not None and is_printed


def has_book(reference: Reference) -> bool:
    """Return whether the book of a chapter, or a publisher of books, shows that a single word is a title."""
    published = reference.publication
    if reference.year is None:
        return False
    if _has_publisher(reference) or published.editors:
        return reference.score >= LIKELY
    return reference.score >= CERTAIN and bool(published.venue) and published.has_in


def _has_publisher(reference: Reference) -> bool:
    return reference.publication.entry_type == "book" and bool(reference.publication.publisher)
