"""Turn labelled values into evidence of a paper."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import chain

from papernotes_plugin import identifiers, text, venues
from papernotes_plugin.entries.item_types import entry_type_of
from papernotes_plugin.markup.block_parser import CALLOUT
from papernotes_plugin.recognisers.evidence.labels import author_values
from papernotes_plugin.recognisers.evidence.labels.book_labels import is_kind_of_book
from papernotes_plugin.recognisers.evidence.labels.field_labels import (
    LINK_MEANINGS,
    OF_BOOK_PUBLISHERS,
    OF_PUBLISHERS,
    phrases,
)
from papernotes_plugin.recognisers.evidence.labels.front_matter_keys import JOURNALS
from papernotes_plugin.recognisers.evidence.labels.label_meanings import OF_FACTS, meaning
from papernotes_plugin.recognisers.evidence.labels.labelled_values import LabelledValue
from papernotes_plugin.recognisers.evidence.labels.venue_values import read_venue_value
from papernotes_plugin.recognisers.evidence.papers.paper_links import PaperLinks, is_paper_link
from papernotes_plugin.recognisers.evidence.papers.possible_years import years_of_preprints
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.references.publication_numbers import DAY, stated_year
from papernotes_plugin.recognisers.evidence.references.publishers import EVENT
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import (
    TitleParts,
    count_words,
    is_uninformative,
    split_title,
)
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Evidence, Field, Identifier, Inline

_NOTHING = Evidence()
_TRACK_LABELS = phrases("type|track|presentation|presentation type|presentation format|status|decision")
_ITEM_TYPE_LABELS = frozenset(phrases("item type|itemtype|item-type|item_type"))
"""Labels of the item type of Zotero, where an article is one in a journal."""
_SOURCE_LABELS = phrases("来源|出处|出典|论文来源")
_LINK_ALONE = lazy_regex(r"\[[^\[\]\n]*\]\(https?://[^()\s]*\)")
_TRACKS = frozenset(("Oral", "Poster", "Spotlight", "Highlight", "Findings"))
_CALLOUTS = frozenset(("tldr", "abstract"))
"""Meanings of the titles of callouts that are their kinds, too."""
_TAG_SEPARATOR = lazy_regex(r"[,;，、]|\s(?=#)")
_MAX_VENUE = 60
"""Maximum length of the value of a label such as `Source` that can be a venue."""
_URLS_AT_END = lazy_regex(r"(?:\n[ \t]*<?https?://\S+){1,20}[ \t]*$")
"""Lines with a web address only after a text: the link to the paper."""
_ANCHOR = lazy_regex(r"\[\]\{[^{}\n]{0,80}\}")
"""An anchor as Pandoc writes it: `[]{#page-title .anchor}`."""
_URL_AFTER_TITLE = lazy_regex(r"(?<=\S)\s+[<(\[]?https?://\S+\s*$")
"""The address of a paper after its title."""
_DATE_LABELS = phrases("date|日期|时间|日付|날짜|datum|fecha|data|дата|発表|발표|발표일|발표 일자")
"""Labels of the day of publication or of reading."""
_ONLY_YEAR = lazy_regex(r"\W{0,3}(?:1[5-9]|20)\d\d\W{0,3}")
_READING_LABELS = phrases("read|read on|date read|read date|added|date added|created|阅读日期|读完|読了|gelesen")
"""Labels of values that say when a paper was read."""
_SCHEMES = (("isbn", "isbn"), ("pmid", "pmid"), ("pubmed", "pmid"), ("pmc", "pmcid"))
"""The beginning of the labels of numbers, and the scheme of each."""
_ACCEPTED = lazy_regex(r"\b(?:accepted|published|presented|(?:to )?appear(?:s|ed|ing)?)\b", re.IGNORECASE)
"""A word of a comment on arXiv that says where the paper appears: `Comments: Accepted at ICML 2024`."""
_MAX_YEARS_TO_DAY = 1
"""Years from the preprint to a day that can be that of publication."""
_MAX_YEARS = 3
"""Years from the preprint to a year that can be that of publication."""
_FACTS = (
    "title", "authors", "year", "venue", "track", "identifiers", "citekey", "tldr", "abstract", "fields",
    "entry_type",
)  # fmt: skip
_LINK_BEFORE = lazy_regex(r"^[^\n]*\]\([^()\s]*\)")
"""A link before the other words of a value: `Paper: [The Title](…), ICML 2024`."""
_MIN_TITLE = 3
"""Words from which the text of a link may be a title."""
_MIN_SENTENCE = 8
"""Words before a link in a labelled value from which they are a sentence."""


def evidence(values: Sequence[LabelledValue], linked: Iterable[Identifier] = ()) -> Evidence:
    """Return the facts in labelled values, without their links, which `take_links` adds.

    Args:
        values: The labelled values.
        linked: The identifiers that links have given: a date much later is the day of reading.
    """
    if not values:
        return _NOTHING
    first: dict[str, str] = {}
    for value in values:
        if value.value:
            first.setdefault(value.meaning, value.value)
    published = _publication(values)
    venue, year, track = published.venue, published.year, published.track
    if not venue:
        venue, year, track = _venue_of_source(values)
    written = written_identifiers(values)
    in_venue = stated_year(first.get("venue", ""))
    stated = _stated_year(values, linked, written) if "year" in first else in_venue
    # the number of a preprint gives a year, too: `publication-title:: arXiv:1805.08166`
    year = (stated or year) if venues.is_preprint(venue) else year or stated
    stated_authors = [v for v in values if v.meaning == "authors"]
    authors = [v.value for v in stated_authors]
    year = year or next(filter(None, map(author_values.year_after_names, authors)), None)
    names, after = author_values.read(authors, [v.label for v in stated_authors])
    if not venue:
        venue, track = after.venue, after.track
    year, written = year or after.year, written or after.identifiers
    tags = [t.strip(" #[]'\"") for t in _TAG_SEPARATOR.split(first.get("tags", ""))]
    title = first.get("title", "")
    parts = _title_parts(title)
    return Evidence(
        title=title_of(title).removeprefix("@"),
        authors=names,
        year=year or parts.year,
        venue=venue or parts.venue,
        track=track or _track(values) or parts.track,
        identifiers=written,
        citekey=_citekey(first.get("citekey", "")),
        tldr=_without_urls_at_end(first.get("tldr", "")),
        abstract=_without_urls_at_end(first.get("abstract", "")),
        fields=(*[v.field for v in values if v.value], *map(Field._make, published.details)),
        tags=tuple(t for t in tags if t),
        entry_type=_entry_type(values, venue, written),
    )


def written_identifiers(values: Iterable[LabelledValue]) -> tuple[Identifier, ...]:
    """Return the identifiers that are written as text in values of links, each once."""
    return tuple(dict.fromkeys(i for v in values if v.meaning in LINK_MEANINGS for i in _identifiers(v)))


def lacks_identifier(context: NoteContext, value: LabelledValue) -> bool:
    """Return whether a label of an identifier has neither an identifier nor a link: `arXiv: 110 papers`."""
    return (
        value.meaning in ("arxiv", "doi")
        and not written_identifiers([value])
        and not any(context.unclaimed_links_within(value.value_span))
    )


def _publication(values: Iterable[LabelledValue]) -> Publication:
    """Return the venue that values name.

    A publisher is none, unless it is known as a venue or has a word of one: `Publisher: NeurIPS`.
    """
    stated = [value for value in values if value.meaning == "venue" and value.value]
    for value in sorted(stated, key=_is_of_publisher):
        published = read_venue_value(plain_value(value))
        is_other = _is_of_publisher(value) or _is_page_of_source(value)
        if published.is_known or EVENT.search(published.venue) or not is_other:
            return published
    return Publication()


def _is_page_of_source(value: LabelledValue) -> bool:
    """Return whether a label of sources has a link to the page of the work in a shop: `来源: [书名](https://…)`."""
    return value.label in _SOURCE_LABELS and _LINK_ALONE.fullmatch(value.value) is not None


def _is_of_publisher(value: LabelledValue) -> bool:
    return value.label.casefold() in OF_PUBLISHERS


def _stated_year(values: Sequence[LabelledValue], *identifiers: Iterable[Identifier]) -> int | None:
    """Return the year in the first value of a year; None for a date that is the day of reading."""
    stated = next(value for value in values if value.meaning == "year" and value.value)
    year = stated_year(stated.value)
    if year is None or stated.label.casefold() not in _DATE_LABELS:
        return year
    has_day = bool(DAY.search(stated.value))
    if has_day and any(value.label.casefold() in _READING_LABELS for value in values):
        return None
    is_on_book = any(v.meaning == "tags" and is_kind_of_book(v.value) for v in values)
    is_of_reader = is_on_book and not any(v.meaning in ("citekey", "link", "venue") for v in values)
    if is_of_reader and not _ONLY_YEAR.fullmatch(stated.value.strip()):
        # the day on which a reader wrote about a book
        return None
    first = min(years_of_preprints(chain(*identifiers)), default=year)
    return year if year - first <= (_MAX_YEARS_TO_DAY if has_day else _MAX_YEARS) else None


def _venue_of_source(values: Iterable[LabelledValue]) -> tuple[str, int | None, str]:
    """Return a venue with its year in a value of another kind: `Source: CVPR 2020`, `Paper: [Title](…) (ICML 2024)`."""
    for value in values:
        if (
            value.meaning == "year"
            and (dated := venues.find_venue(value.value))[0]
            and not venues.is_preprint(dated[0])
        ):
            return dated
        if (
            value.meaning == "comments"
            and _ACCEPTED.search(value.value)
            and (dated := venues.find_venue(value.value))[0]
        ):
            return dated
        words = _LINK_BEFORE.sub("", value.value).strip(" ,()") if value.meaning == "link" else ""
        if words and len(words) <= _MAX_VENUE:
            for part in words.split(" / "):
                name, year, track = venues.parse_venue(part)
                if name and year and not venues.is_preprint(name):
                    return name, year, track
    return "", None, ""


def _entry_type(values: Sequence[LabelledValue], venue: str, written: Iterable[Identifier]) -> str:
    """Return the entry type that a labelled item type means, or the label of a journal or a publisher; "" for none."""
    types = [v for v in values if v.meaning == "type" or v.label.casefold() == "type"]
    stated = next(filter(None, (entry_type_of(v.value) for v in types)), "")
    if any(v.label.casefold() in _ITEM_TYPE_LABELS and v.value.strip("[] ").casefold() == "article" for v in types):
        stated = stated or "article"
    if stated or _is_in_journal(values, venue):
        return stated or "article"
    return "book" if not venue and _has_publisher_of_books(values, written) else ""


def _is_in_journal(values: Iterable[LabelledValue], venue: str) -> bool:
    """Return whether the label of a venue calls it a journal, and no table calls it a conference."""
    labels = (v.label.casefold() for v in values if v.meaning == "venue" and v.value)
    return bool(venue) and any(label in JOURNALS for label in labels) and not venues.is_conference(venue)


def _has_publisher_of_books(values: Iterable[LabelledValue], written: Iterable[Identifier]) -> bool:
    """Return whether a label such as `Verlag` has a value, and no other identifier than an ISBN is written."""
    labels = (v.label.casefold() for v in values if v.meaning == "venue" and v.value)
    return any(label in OF_BOOK_PUBLISHERS for label in labels) and all(i.scheme == "isbn" for i in written)


def _track(values: Sequence[LabelledValue]) -> str:
    """Return the track that a label such as `Type` or `Presentation` gives alone; "" for another value."""
    tracks = (venues.fold_track(v.value) for v in values if v.label.casefold() in _TRACK_LABELS)
    return next((track for track in tracks if track in _TRACKS), "")


def plain_value(value: LabelledValue) -> str:
    """Return a value as plain text: the text of links, no emphasis, LaTeX as Unicode."""
    return text.plain_text(author_values.without_markup(value.value))


def title_of(value: str) -> str:
    """Return the title in a value, without markup and without the address of the paper after it."""
    return _title_parts(value).title


def _title_parts(value: str) -> TitleParts:
    """Return the title in a value, and the venue in brackets after it."""
    words = _ANCHOR.sub("", _URL_AFTER_TITLE.sub("", value) if "://" in value else value)
    return split_title(text.plain_text(author_values.without_markup(words))) if words else TitleParts("")


def take_links(context: NoteContext, values: Iterable[LabelledValue], paper_links: PaperLinks) -> None:
    """Add the links in labelled values to `paper_links`; the label of a bare URL is that of the value.

    A document to which a sentence links, as in `**Implementation**: …`, is no file of the paper.
    """
    for value in values:
        for index, inline in context.unclaimed_links_in(value.block, value.span):
            before = context.note.text[value.value_span.start : inline.span.start]
            if count_words(before) >= _MIN_SENTENCE and not (inline.bare or is_paper_link(inline)):
                continue
            paper_links.add(index, inline, value.label if inline.bare and value.meaning == "link" else "")


def linked_title(context: NoteContext, value: LabelledValue) -> Inline | None:
    """Return the link to a paper in a value of links whose words may be a title: `Paper: [The Title](…)`."""
    links = context.unclaimed_links_in(value.block, value.span) if value.meaning == "link" else ()
    of_papers = (i for _, i in links if is_paper_link(i) and not is_uninformative(i.text))
    return next((i for i in of_papers if count_words(split_title(i.text).title) >= _MIN_TITLE), None)


def _without_urls_at_end(value: str) -> str:
    return _URLS_AT_END.sub("", value) if "://" in value else value


def _citekey(value: str) -> str:
    key = value.strip("`@[]{} *_")
    return key if key and not any(c.isspace() for c in key) else ""


def _identifiers(value: LabelledValue) -> list[Identifier]:
    """Return the identifiers written as text: `**DOI:** 10.1038/…`, `arXiv: 1706.03762`."""
    words = author_values.without_markup(value.value).strip("<>`. ")
    if "://" in words:
        return []
    if value.meaning in ("doi", "arxiv"):
        # `arXiv:1706.03762 [pdf, other]`, as on lists of arXiv
        number = words.split(":")[-1].partition(" [")[0].strip() if value.meaning == "arxiv" else words
        scheme = next((s for label, s in _SCHEMES if value.label.casefold().startswith(label)), value.meaning)
        if identifier := identifiers.parse_identifier(f"{scheme}:{number}"):
            return [identifier]
    return [identifier for _, _, identifier in identifiers.find_identifiers(words)]


def filled(first: Evidence, second: Evidence) -> Evidence:
    """Return the first evidence with its missing facts taken from the second."""
    missing = {name: getattr(second, name) for name in _FACTS if not getattr(first, name) and getattr(second, name)}
    if first.fields and second.fields:
        missing["fields"] = (*first.fields, *second.fields)
    return first._replace(**missing) if missing else first


_COLON = lazy_regex("[:：]")
_CALLOUT_MARK = lazy_regex(r"\[![^\[\]\n]{1,30}\][-+]?")
"""The mark that opens a callout: `[!abstract]-`."""


def callouts(context: NoteContext, blocks: Iterable[Block]) -> list[tuple[str, str]]:
    """Return the kind and the text of each callout among blocks.

    A title such as `TL;DR` is its kind.  The title of a callout without any other text is its text.
    """
    out = []
    for block in blocks:
        if block.kind is BlockKind.QUOTE and block.info:
            first = CALLOUT.search(context.source(block.span).partition("\n")[0])
            title = first["title"] if first else ""
            kind = meaning(title) if title else ""
            words = context.callout_text(block) or title
            # the picture of a cover may be above the labels
            line = next((line for line in words.split("\n") if "![" not in line), words)
            is_labelled = meaning(_COLON.split(line, maxsplit=1)[0].strip(" -*_[(")) in OF_FACTS
            out.append((kind if kind in _CALLOUTS else "metadata" if is_labelled else block.info, words))
    return out


def section_text(context: NoteContext, wanted: str) -> str:
    """Return the source below a heading `Abstract` or `TL;DR`, or in a callout of that type; "" for none."""
    for heading in context.headings:
        is_section = meaning(context.visible_text(heading.index)) == wanted
        if is_section and (blocks := context.section(heading)):
            words = context.note.text[blocks[0].span.start : blocks[-1].span.end].strip()
            # the callout of a template may be empty
            return words if any(map(str.isalnum, _CALLOUT_MARK.sub("", words))) else ""
    kinds = (wanted, "summary" if wanted == "tldr" else wanted)
    return next((words for kind, words in callouts(context, context.blocks) if kind in kinds), "")
