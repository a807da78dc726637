"""Decide whether a note whose name has the form of a citekey is about a paper, and find the title of its key."""

from __future__ import annotations

import re

from papernotes_plugin import text, venues
from papernotes_plugin.people import NAME_WORD, known_names
from papernotes_plugin.recognisers.evidence.labels import paper_front_matter
from papernotes_plugin.recognisers.evidence.papers import cited_names
from papernotes_plugin.recognisers.evidence.papers.paper_links import identifier_from_url
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles import note_names
from papernotes_plugin.recognisers.evidence.titles.false_titles import is_day, is_generic
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import (
    SMALL_WORDS,
    TitleParts,
    count_words,
    split_title,
)
from papernotes_plugin.recognisers.evidence.titles.venue_endings import (
    without_venue_after_comma,
    without_year_after_comma,
)
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import ANY_YEAR
from papernotes_plugin.vocabulary.model import Evidence

_MIN_TITLE = 2
"""Words of a heading that is a title in a note without a link to a paper."""
_TITLED_KEY = lazy_regex(r"[a-zß-öø-ÿ]{2,}(?P<title>[A-Z\d][\w'’-]*?)(?:(?:19|20)\d\d[a-z]?)?")
"""A key of Better BibTeX with words of the title: `heDeepResidualLearning2016`."""
_SKIPPED_TABLE = (
    "against among before between beyond but into like near nor onto over per so than through toward towards under up"
    " upon using versus within without yet you your how what when where why who whom whose which it its do does"
)
_SKIPPED = SMALL_WORDS.union(_SKIPPED_TABLE.split())
"""Words of a title that its key may lack."""
_LINE = lazy_regex(
    r"^(?:[^\S\n]|>)*(?:[-*+][ \t]+)?(?:#{1,6}[ \t]+)?(?:#?[Tt]itle\b[ \t]*+(?:[:：][ \t]*+)?)?"
    r"(?P<words>\S[^\n]{3,400})$",
    re.MULTILINE,
)
"""A line, without the mark of a bullet or heading, and a label or tag before the title."""
_MAX_LINES = 8
_MARKS = lazy_regex(r"(?:(?<![\s,])[\s,]+#(?:\[\[[^\[\]\n]*\]\]|[^\s#A-Z\[]+)){1,30}\s*$|\[\[|\]\]|\*\*|__|==|\^\^")
"""Tags at the end of a line, and the marks of links to notes and of emphasis."""
_NAMES_AND_YEAR = lazy_regex(rf"(?:{NAME_WORD}(?: and| &|,)? ){{1,3}}(?:19|20)\d\d")
"""Family names and a year, by which the author of a note calls a paper: `Rose Oakley 2007`."""
_MIN_HEADING = 4
"""Words of the heading of such a note from which it is the title."""


def is_about_paper(context: NoteContext, stem: str, evidence: Evidence) -> bool:
    """Return whether a note with a citekey as name is about a paper: by `@`, facts or links to papers."""
    if stem.startswith("@"):
        # the notes of some have `@` before the name of a subject: `@API`
        has_facts = any(evidence[1:5]) or any(map(str.isdigit, stem)) or bool(evidence.links)
        return has_facts and not is_day(stem[1:])
    if paper_front_matter.is_about_something_else(context.front_matter) or _is_number_of_document(context, stem):
        return False
    papers = {identifier_from_url(i.url) for _, i in context.links} - {None}
    if evidence.identifiers or (papers and (stem.isalnum() or len(papers) == 1)):
        return True
    if "-" in stem:
        # the address of a post has the same form: `elections-2021`
        names = text.slugify(" ".join(known_names(evidence.authors))).split("-")
        return bool(evidence.venue or set(names) & set(stem.casefold().split("-")))
    if evidence.authors or evidence.year:
        return True
    # the name of the note as its title says nothing: `seminarios_2024`; nor does that of an event: `Meeting 2019`
    heading = context.visible_text(context.headings[0].index) if context.headings else ""
    if not papers and count_words(heading) < _MIN_TITLE:
        heading = ""
    is_named = note_names.has_word_of_title(stem, heading)
    may_be_shown = papers or is_named or cited_names.is_in_folder_of_reading(context.note.path)
    shown = evidence.title or (heading if may_be_shown and not is_generic(heading) else "")
    title, year = text.comparison_key(shown), ANY_YEAR.search(stem)
    return bool(title) and title != text.comparison_key(stem) and not (year and title.endswith(year[0]))


def _is_number_of_document(context: NoteContext, stem: str) -> bool:
    """Return whether front matter states the number in the name of a note: `eip: 1962` in `eip-1962.md`."""
    kind, _, number = stem.rpartition("-")
    return bool(kind) and str(context.note.meta.get(kind.casefold(), "")).lstrip("0") == number.lstrip("0") != ""


def titled_by_key(context: NoteContext, evidence: Evidence) -> Evidence:
    """Return evidence with the title in one of the first lines of a note, if the citekey has its words.

    Logseq states the name of a page as its title, which is often a short one: `title: ResNet`.  The venue and the year
    after the title are facts, too.
    """
    key, stated = evidence.citekey, evidence.title
    if _NAMES_AND_YEAR.fullmatch(stated) and count_words(_heading(context)) >= _MIN_HEADING:
        # the names are a key, and the heading is the title
        return evidence._replace(title="")
    if not _TITLED_KEY.fullmatch(key) or (stated[:1].isupper() and has_words_of_key(key, stated)):
        return evidence
    lines = _LINE.finditer(context.note.text, context.note.body_start)
    for _, line in zip(range(_MAX_LINES), lines, strict=False):
        parts = split_title(_MARKS.sub("", line["words"].rstrip()))
        if count_words(parts.title) > _MIN_TITLE and has_words_of_key(key, parts.title):
            parts = without_year_after_comma(without_venue_after_comma(_with_year_at_end(parts)))
            venue, year = evidence.venue or parts.venue, evidence.year or parts.year
            return evidence._replace(title=parts.title, venue=venue, year=year)
    return evidence


def _heading(context: NoteContext) -> str:
    """Return the text of the heading that is the title of a note; "" for none."""
    return context.visible_text(context.title_heading) if context.title_heading >= 0 else ""


def _with_year_at_end(parts: TitleParts) -> TitleParts:
    """Return a title without a known venue after its year: `Title, 2016, CVPR`."""
    words, _, venue = parts.title.rpartition(", ")
    name = venues.parse_venue(venue)[0] if words[-4:].isdigit() else ""
    return parts._replace(title=words, venue=parts.venue or name) if name else parts


def has_words_of_key(key: str, title: str) -> bool:
    """Return whether several words in a citekey open a title; the key lacks small words and hyphens.

    Examples:
        >>> has_words_of_key("vaswaniAttentionAllYou2017", "Attention Is All You Need")
        True
        >>> has_words_of_key("leeAdaptiveMaps2020", "A Study of Adaptive Maps")
        False
        >>> has_words_of_key("leeDeepMaps2020", "Deep Learning"), has_words_of_key("lee2020", "Lee")
        (False, False)
    """
    titled = _TITLED_KEY.fullmatch(key)
    # the number of words of the title that are in the key, by what is left of the key
    counts = {text.comparison_key(titled["title"]).replace(" ", ""): 0} if titled else {}
    for word in text.comparison_key(title).split():
        after = {rest[len(word) :]: count + 1 for rest, count in counts.items() if rest.startswith(word)}
        if "" in after:
            return after[""] > 1
        # `to` is left out of a key, but not that of `end-to-end`
        counts = after | (counts if word in _SKIPPED else {})
        if not counts:
            return False
    return False
