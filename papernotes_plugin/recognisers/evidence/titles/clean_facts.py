"""Facts of a mention as all recognisers give them: titles and names without other words, and the type of a book."""

from __future__ import annotations

import re
from html import unescape

from papernotes_plugin import venues
from papernotes_plugin.people import is_given_name
from papernotes_plugin.recognisers.evidence.authors import name_order
from papernotes_plugin.recognisers.evidence.authors.affiliations import HOUSE, without_other_words
from papernotes_plugin.recognisers.evidence.authors.authorship import is_person
from papernotes_plugin.recognisers.evidence.labels.field_labels import is_missing
from papernotes_plugin.recognisers.evidence.references.editions import split_edition
from papernotes_plugin.recognisers.evidence.references.publication_numbers import MONTH
from papernotes_plugin.recognisers.evidence.references.publishers import EVENT, NEWS, is_publisher, may_be_house
from papernotes_plugin.recognisers.evidence.references.publishing_cities import is_city, is_country
from papernotes_plugin.recognisers.evidence.titles.acronyms_before_titles import without_acronym
from papernotes_plugin.recognisers.evidence.titles.false_titles import without_false_title
from papernotes_plugin.recognisers.evidence.titles.false_venues import without_false_venue
from papernotes_plugin.recognisers.evidence.titles.names_in_titles import without_names
from papernotes_plugin.recognisers.evidence.titles.title_decoration import (
    QUOTED_AND_NAME,
    without_braces,
    without_key_in_brackets,
)
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import ANSWER_TO_PAPER
from papernotes_plugin.recognisers.evidence.titles.trailing_names import (
    with_rest_of_list,
    with_trailing_name,
    without_own_authors,
)
from papernotes_plugin.recognisers.evidence.titles.venue_endings import without_institution
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import YEAR
from papernotes_plugin.vocabulary.model import Evidence, Field, MentionKind

_EDITION_AT_END = lazy_regex(
    r"(?:,? \((?P<open>)|,\s)(?P<edition>\d{1,2})(?:st|nd|rd|th|e|ème|[.ªº°])?\s(?:[a-z]+\s)?"
    r"(?:ed|éd|edn|edition|édition|edición|edição|edizione)\b\.?(?(open)[^()]{0,60}\)|[^():]{0,60})$"
)
"""The edition of a book after its title: `, 2e éd. revue`, ` (11th ed., revised by Lee)`."""
_NUMBERS_AT_END = lazy_regex(r"(?<=\w{3})[.,]? \((?:[^()]{2,80}?,? )?(?:pp?\.|vol\.|Vol\.|S\.)\s?\d[^()]{0,40}\)$")
"""A series, a volume or pages in brackets after a title: `Title (Business Trends, pp. 31–41)`."""
_SERIES_AT_END = lazy_regex(
    r"(?<=[\w)])\s\((?:[A-Z][\w.]* (?:of )?){0,4}?(?:Lectures? Notes?|Lectures in|Mathematics? Studies"
    r"|Studies in|Classics|(?:Under)?[Gg]raduate Texts|Grundlehren|Monographs? in|Translations of|Springer Series)"
    r"\b[^()]{0,60}\)?$"
)
"""The series of a book after its title: `Homotopical Algebra (Lecture Notes in Mathematics)`."""
_PART_AT_END = lazy_regex(
    r"(?<=[\w.])(?:, (?:[Cc]ap(?:[íi]tulos?|\.|s\.)|[Cc]hap(?:itres?|ters?|\.)|Kap(?:\.|itel))"
    r" ?(?:\d{1,3}|[IVXLC]{1,6})(?:[–-]\d{1,3})?)?"
    r"(?:, (?:[Cc]ap|[Cc]hap|Kap|p[áa]gs?|pp)\.?)?$"
)
"""The chapter of a book after its title, and a word for chapters or pages: `Title, cap. 5, págs`."""
_YEAR_BEFORE = lazy_regex(r"(?P<year>(?:19|20)\d\d): (?=\S+ \S+ \S)")
_BRACKETED_YEAR_BEFORE = lazy_regex(r"\((?P<year>(?:19|20)\d\d)[a-z]?\)[.:,]? (?=\S+ \S+ \S)")
"""The year after names that were read before a title: `(2019) Structured training with simulations`."""
_DOI_OF_BOOK = lazy_regex(r"10\.\d{4,9}/[a-z]?97[89]-?\d(?:-?\d){9}(?P<part>[._-](?:ch|c|ch-)?\d{1,5}(?:-\d)?)?")
"""A DOI that has the ISBN of a book, and the number of its chapter: `10.1007/978-3-319-12345-6_7`."""
_SOURCE_BEFORE = lazy_regex(
    rf"(?P<venue>[A-Z][A-Za-z. ]{{3,60}}[A-Za-z.]) \d{{1,4}}, \w{{1,10}} \((?P<year>{YEAR})\) ?> ?(?P<title>\S.+)"
)
"""A journal, volume, page and year before a title and the mark of a quotation between them."""
_EVENT_AFTER_NAMES = lazy_regex(r"(?!WHO|OECD|NATO|UNESCO)[A-Z]{4,10}|[A-Z]{3,5} [A-Z]{3,5}")
"""An acronym that was read as the last author: `TACAS`, `DEF CON`."""
_BETWEEN_NAMES = lazy_regex(r",? and |, ")
_OF_ARTICLES = frozenset(("arxiv", "doi", "pmid", "pmcid"))
"""Schemes of identifiers that articles have."""
_UNSEEN = r"\u200b-\u200f\u202a-\u202e\u2060\ufeff"
_AROUND_NAME = lazy_regex(
    rf"['’]s$|^[$†‡\u2190-\u2bff\ufe0f\U0001f300-\U0001faff{_UNSEEN}]+\s*(?=\w)|(?<![{_UNSEEN}])[{_UNSEEN}]+$"
)
"""A symbol or an unseen mark before a name, and its end: `☕ Lee`, `$Lee`, `Ray's` in `Lee and Ray's 2010 paper`."""
_MARK_AT_END = lazy_regex(r"(?<=[a-z]{3})(?<!\*[a-z]{3})\*$|\*\*(?=[:;,.]\*\*)|(?<=[:;,.])\*\*")
"""The mark of a footnote after a title, and emphasis of a mark in it: `A Depth Prior*`, `Test**:** A Guide`."""
_FILE_IN_BRACKETS = lazy_regex(
    r"(?<=[\w)])\s?\((?=[^()\s]*[_-])(?=[^()\s]*[A-Za-z])(?=[^()\s]*(?:_|\d{4}))(?=[^()\s]*\d)[A-Za-z\d._-]{8,80}\)$"
)
"""The name of the file of a paper after its title: ` (s41597-020-0386-x)`, ` (Lee2021_Article_Maps)`."""
_GENERATION = lazy_regex(r"^(?:Jr|Sr)\., (?=[^\W\d_])")
"""The end of the name before a title: `R. O. Wells, Jr., *Title*`."""
_BROKEN_BOLD = lazy_regex(r"\*\*(?P<title>[^*]{8,}[^\s*.])[.\s]{0,4}\*\*")
"""Bold words that a space before the mark at their end leaves without effect: `**The Title. ** - Dec 2011`."""
_DATE_AT_END = lazy_regex(
    rf"(?<=\w\w)(?<!\d{{4}})\s[–—-]\s"
    rf"(?:(?P<year>{YEAR})|(?:\d{{1,2}} )?{MONTH}\.? (?:\d{{1,2}},? )?{YEAR})$",
    re.IGNORECASE,
)
"""A year, or a day or month, after a title and a dash; a day may be that of reading.

Two years are the period that a title is about: `The History of the Caves 1970 – 2020`.
"""
_YEAR_IN_BRACKETS = lazy_regex(
    rf"(?<=[\w?!])(?<!\bal)\s\((?:(?P<name>[A-Z][\w&.-]*(?: [A-Z][\w&.-]*){{0,3}}),? )?(?P<year>{YEAR})"
    rf"(?(name)(?:\s?[–-]\s?{YEAR})?)\)$"
)
"""A year after a title, perhaps with an organisation before it: ` (2024)`, ` (Microsoft, 2023-2024)`."""
_LAST_MARK = lazy_regex(r"^(?P<title>[^«»]{5,}[^«»\s,.])[\s,.]*[«»][^«»]*$")
"""The end of a quotation that began before a title, and what follows it: `Title», intervista ad Ann Lee`."""
_CLOSING = {"[": "]", '"': '"', "“": "”"}
"""Marks before a title that open a link or a quotation, by those that close it."""
_SOURCE_AT_END = lazy_regex(
    r"[.,] (?:(?:[Ii]n )?Proc(?:eedings)?|(?:Folha|O Estado|Estado) de S|Internet RFC(?: \d{1,4})?)$"
)
"""The beginning of a source after a title, `Title. Folha de S`, `Title, Proc`, or the number of a standard."""
_CALLOUT_ALONE = lazy_regex(r"^[\s>]*\[![\w-]+\][-+]?")
"""The marker of a callout without a title."""
_NO_ABSTRACT = lazy_regex(r"\W*(?:no|without|missing) (?:abstract|summary|tl;?dr)\b", re.IGNORECASE)
_MAX_PLACEHOLDER = 60
_UNDEFINED_AT_END = lazy_regex(r"(?:(?:^|\s?[.,;:(])\s?(?:undefined|null)\b[).]{0,2}){1,8}$")
"""The words of scripts for facts that an export lacks: `Title. undefined, undefined(undefined)`."""

_LABEL_BEFORE = lazy_regex(r"(?:[PS]\d{1,3} [–—] (?=\S+ \S))?(?:Full article: )?")
"""The number of a source before its title, and the label of a site: `S1 — Full article: Title`."""


def with_clean_facts(evidence: Evidence, kind: MentionKind) -> Evidence:
    """Return evidence without other words in its title and names, and without empty summaries, given its mention.

    A work that has only an ISBN is a book.
    """
    evidence = without_false_venue(evidence)
    if evidence.authors:
        authors = without_other_words(evidence.authors)
        authors = tuple(_AROUND_NAME.sub("", unescape(name) if "&" in name else name) for name in authors)
        named = tuple(map(name_order.with_capitals, authors))
        # `ray-poe` may be a family name in a list of names in small letters
        authors = authors if set(named) & set(authors) else named
        if kind is not MentionKind.BIBTEX:
            authors = () if any(map(name_order.is_long_list, authors)) else authors
            authors = name_order.with_people_separated(name_order.with_commas_before_initials(authors))
        evidence = _without_publisher(evidence._replace(authors=authors))
        evidence = _with_event_of_authors(evidence) if evidence.authors else evidence
    clean = without_false_title(_without_empty_summaries(evidence), stated=kind is MentionKind.LITERATURE_NOTE)
    if kind is not MentionKind.BIBTEX and clean.title:
        clean = _without_source_before(_without_year_before(clean))
        if "{" in clean.title or "{" in clean.venue:
            clean = clean._replace(title=without_braces(clean.title), venue=without_braces(clean.venue))
        if "&" in clean.title and ";" in clean.title:
            clean = clean._replace(title=unescape(clean.title))
        clean = clean._replace(title=_LABEL_BEFORE.sub("", clean.title).lstrip("_"))
        if clean.title[:-1].count("”") % 2 and "“" not in clean.title and "„" not in clean.title:
            # `“Raw” Data of Rivers` without its first mark
            clean = clean._replace(title=f"“{clean.title}")
        clean = without_institution(clean) if ", " in clean.title else clean
        shortened = without_own_authors(with_rest_of_list(with_trailing_name(without_names(clean))))
        # a label may be all that remains of a title when the names are gone
        clean = shortened if shortened.title == clean.title else without_false_title(shortened)
    clean = clean._replace(title=_without_other_ends(clean.title.strip()))
    if kind is not MentionKind.BIBTEX:
        clean = without_acronym(_without_year_in_brackets(_without_date_after_dash(clean)))
    has_only_isbn = bool(clean.identifiers) and all(i.scheme == "isbn" for i in clean.identifiers)
    if has_only_isbn and clean.venue and clean.entry_type != "incollection" and _may_be_publisher(clean):
        # `*Title* (ISBN 978…), Alegre, 2019`
        clean = clean._replace(venue="", fields=(*clean.fields, Field("Publisher", clean.venue)), entry_type="book")
    if kind is not MentionKind.BIBTEX:
        clean = _with_type_of_doi(clean)
    # a chapter has the title of its book as its venue
    is_book = has_only_isbn and not (clean.entry_type or clean.venue)
    return clean._replace(entry_type="book") if is_book else clean


def _with_event_of_authors(evidence: Evidence) -> Evidence:
    """Return evidence with the acronym after the names as the venue, and the names before a known venue as authors.

    Examples:
        >>> _with_event_of_authors(Evidence(authors=("Ann Lee", "Bob Ray", "TACAS"), year=2008))[1:4]
        (('Ann Lee', 'Bob Ray'), 2008, 'TACAS')
        >>> _with_event_of_authors(Evidence(authors=("Ann Lee",), venue="Bob Ray, and Dan Poe, ASPLOS 2024"))[1:4]
        (('Ann Lee', 'Bob Ray', 'Dan Poe'), 2024, 'ASPLOS')
    """
    *earlier, last = evidence.authors
    if evidence.year and earlier and _EVENT_AFTER_NAMES.fullmatch(last) and not any(map(str.isupper, earlier)):
        return evidence._replace(authors=tuple(earlier), venue=evidence.venue or last)
    names, comma, event = evidence.venue.rpartition(", ")
    name, year, _ = venues.parse_venue(event) if comma else ("", None, "")
    people = _BETWEEN_NAMES.split(names)
    if not name or not all(" " in person and is_person(person) for person in people):
        return evidence
    return evidence._replace(authors=(*evidence.authors, *people), venue=name, year=evidence.year or year)


def _without_source_before(evidence: Evidence) -> Evidence:
    """Return evidence without a journal and its year in the line of a quotation before its title.

    Examples:
        >>> _without_source_before(Evidence("Phys. Rev. X 11, 031025 (2021) >Cell Cycles in Tissue"))[:4]
        ('Cell Cycles in Tissue', (), 2021, 'PRX')
    """
    match = _SOURCE_BEFORE.fullmatch(evidence.title)
    if not match:
        return evidence
    venue = evidence.venue or venues.parse_venue(match["venue"])[0] or match["venue"]
    return evidence._replace(title=match["title"], venue=venue, year=evidence.year or int(match["year"]))


def _with_type_of_doi(evidence: Evidence) -> Evidence:
    """Return evidence with the type of a chapter for an article with the DOI of a part of a book.

    The parts of proceedings have such DOIs, too, so its venue is no event.

    Examples:
        >>> from papernotes_plugin.vocabulary.model import Identifier
        >>> doi = Identifier("doi", "10.1007/978-3-319-12345-6_7")
        >>> [_with_type_of_doi(Evidence(identifiers=(doi,), venue=name)).entry_type for name in ("My Maps", "ECCV", "")]
        ['incollection', '', '']
    """
    of_book = next(
        filter(None, (_DOI_OF_BOOK.fullmatch(i.value) for i in evidence.identifiers if i.scheme == "doi")), None
    )
    if not of_book or not of_book["part"] or evidence.entry_type not in ("", "article"):
        return evidence
    is_event = bool(evidence.venue) and (EVENT.search(evidence.venue) or not venues.may_be_journal(evidence.venue))
    # without a venue, it may also be a paper in proceedings
    may_be_article = evidence.entry_type == "article" or bool(evidence.venue)
    return evidence._replace(entry_type="incollection") if may_be_article and not is_event else evidence


def _without_year_before(evidence: Evidence) -> Evidence:
    """Return evidence without the year before the title of a link to an article: `[2025: The Validity of Rules](…)`.

    The title of a book may begin so: `1968: The Year of Strikes`.  No title begins with a year in brackets.
    """
    bracketed = _BRACKETED_YEAR_BEFORE.match(evidence.title)
    match = bracketed or _YEAR_BEFORE.match(evidence.title)
    is_of_article = bracketed or any(identifier.scheme in _OF_ARTICLES for identifier in evidence.identifiers)
    if not match or not is_of_article or evidence.year not in (None, int(match["year"])):
        return evidence
    return evidence._replace(title=evidence.title[match.end() :], year=int(match["year"]))


def _without_date_after_dash(evidence: Evidence) -> Evidence:
    """Return evidence whose title has no date after a dash; a year alone is that of the work: `The Title - 2012`."""
    dated = _DATE_AT_END.search(evidence.title)
    if not dated:
        return evidence
    year = int(dated["year"]) if dated["year"] else None
    return evidence._replace(title=evidence.title[: dated.start()], year=evidence.year or year)


def _without_year_in_brackets(evidence: Evidence) -> Evidence:
    """Return evidence whose title has no year in brackets after it, perhaps with who published it, that is its own.

    Examples:
        >>> [_without_year_in_brackets(Evidence(t, (), 2023)).title for t in ("Maps (Acme, 2023-2024)", "Wars (1912)")]
        ['Maps', 'Wars (1912)']
    """
    dated = _YEAR_IN_BRACKETS.search(evidence.title) if evidence.title.endswith(")") else None
    year = int(dated["year"]) if dated else None
    is_unknown = evidence.year is None and bool(evidence.identifiers)
    if not dated or not (is_unknown or evidence.year == year) or ANSWER_TO_PAPER.search(evidence.title):
        return evidence
    return evidence._replace(title=evidence.title[: dated.start()], year=year)


def _without_publisher(evidence: Evidence) -> Evidence:
    """Return evidence with a publisher as a field that was read as an author, after others or as the only one.

    The city of a publisher is no author either.

    Examples:
        >>> _without_publisher(Evidence(authors=("Frank Herbert", "Ace Books"))).authors
        ('Frank Herbert',)
        >>> _without_publisher(Evidence(authors=("Mir Ali", "Kitab Bhavan", "New Delhi", "India"))).authors
        ('Mir Ali',)
    """
    authors = evidence.authors
    places = 0
    while places < len(authors) and (is_city(authors[-1 - places]) or is_country(authors[-1 - places])):
        places += 1
    if places and (1 < places == len(authors) or any(" " in name for name in authors[:-places])):
        evidence = evidence._replace(authors=authors[:-places])
    else:
        places = 0
    if not evidence.authors:
        return evidence
    *earlier, last = evidence.authors
    is_before_city = bool(places and earlier) and not is_given_name(last.split()[0])
    if not is_before_city and (not HOUSE.fullmatch(last) or not (earlier or is_publisher(last))):
        return evidence
    # `**Title** (Basic Books, 2013)`
    fields = (*evidence.fields, Field("Publisher", last))
    return evidence._replace(authors=tuple(earlier), fields=fields, entry_type=evidence.entry_type or "book")


def _without_empty_summaries(evidence: Evidence) -> Evidence:
    """Return evidence without a summary or an abstract that says nothing."""
    abstract = "" if evidence.abstract and _says_nothing(evidence.abstract) else evidence.abstract
    tldr = "" if evidence.tldr and _says_nothing(evidence.tldr) else evidence.tldr
    has_all = (abstract, tldr) == (evidence.abstract, evidence.tldr)
    return evidence if has_all else evidence._replace(abstract=abstract, tldr=tldr)


def _says_nothing(summary: str) -> bool:
    """Return whether a summary has no words, or says that there is none.

    Examples:
        >>> [_says_nothing(words) for words in (".", "N/A", "> [!ABSTRACT]-", "(no abstract in Zotero)")]
        [True, True, True, True]
        >>> _says_nothing("No lamp is on.")
        False
    """
    words = _CALLOUT_ALONE.sub("", summary) if "[!" in summary else summary
    is_short = len(words) <= _MAX_PLACEHOLDER
    return not any(map(str.isalnum, words)) or (is_short and (is_missing(words) or bool(_NO_ABSTRACT.match(words))))


def _without_other_ends(title: str) -> str:
    """Return a title without marks, files, numbers, editions and sites at its ends."""
    if "undefined" in title or "null" in title:
        title = _UNDEFINED_AT_END.sub("", title)
    if "*" in title:
        title = _MARK_AT_END.sub("", title)
    if title.endswith("]") and title[0] == "[" and "[" not in title[1:] and title.find("]") == len(title) - 1:
        # the brackets of a link that is none in Markdown
        return _without_other_ends(title[1:-1].strip())
    title = without_key_in_brackets(title)
    if quoted := QUOTED_AND_NAME.fullmatch(title) if title[:1] in _CLOSING else None:
        title = quoted["title"]
    # two headings in one line
    title = title.partition(" ### ")[0]
    if title.startswith("**") and (broken := _BROKEN_BOLD.match(title)):
        title = broken["title"]
    if (mark := title[:1]) in _CLOSING and _CLOSING[mark] not in title[1:]:
        title = title[1:]
    if title[-1:] == "“" and title.count("“") == 1:
        title = title[:-1]
    if title.endswith(")"):
        title = _FILE_IN_BRACKETS.sub("", title)
    if title[-1:] in "；;，、":
        title = title.rstrip("；;，、 ")
    if title.endswith(")"):
        title = _NUMBERS_AT_END.sub("", title)
    if "(" in title:
        title = _SERIES_AT_END.sub("", title)
    if title[-1:].isalpha() or title.endswith((".", ")")):
        title = split_edition(_EDITION_AT_END.sub("", title))[0]
    if "," in title:
        title = _PART_AT_END.sub("", title)
    if title.startswith(("Jr.", "Sr.")):
        title = _GENERATION.sub("", title)
    head, point, last = title.rpartition(". ")
    if point and NEWS.fullmatch(last):
        # `Title. The Verge`
        title = head
    return _LAST_MARK.sub(r"\g<title>", _SOURCE_AT_END.sub("", title))


def _may_be_publisher(evidence: Evidence) -> bool:
    """Return whether a venue may be a publisher: it has no numbers, and no word of the names of events."""
    is_numbered = any(field.label in ("Volume", "Number", "Pages", "Publisher") for field in evidence.fields)
    return not is_numbered and may_be_house(evidence.venue) and not EVENT.search(evidence.venue)
