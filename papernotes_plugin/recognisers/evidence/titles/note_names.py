"""Read the citekey, or the title, year and venue of a paper, in the name of a note, and locate its title."""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache

from papernotes_plugin import citekeys, text, venues
from papernotes_plugin.recognisers.evidence.labels import field_facts, front_matter_keys
from papernotes_plugin.recognisers.evidence.labels.labelled_values import LabelledValue
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles.title_decoration import NOTE_ON_PAPER
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import TitleParts, split_title
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import SEPARATE_YEAR, YEAR
from papernotes_plugin.vocabulary.model import Block, BlockKind, Evidence, Span

_NAMES_OF_INDEX = ("readme", "index", "note", "notes")
"""Names of notes that have no title of their own, but that of their folder."""
_DAY = lazy_regex(r"(?:19|20)\d\d([-_/.]?)\d\d\1\d\d(?!\d)|\d{1,2}[./]\d{1,2}[./](?:19|20)\d\d")
"""A date with its day, which is that of the note."""
_YEAR_BEFORE = lazy_regex(r"(?P<year>(?:19|20)\d\d)[ _]++(?!\d{1,2}\b)(?P<title>\S.+)")
_NOTE_SUFFIX = lazy_regex(r"[_ -](?:notes?|summary|pdf|annotations?|review)$", re.IGNORECASE)
"""End of the name of a note about a paper, which is no citekey: `smith2020_notes`."""
_NOTION_ID = lazy_regex(r"(?<=\S) [0-9a-f]{32}$")
_YEAR_AT_END = lazy_regex(rf"(?:[ _-]|[^\W\d_])({YEAR})$")
"""A year after words, or after the name of an author or a venue: `dense_cities_2016`, `barsan2018`."""
_VENUE_BEFORE = lazy_regex(rf"(?P<venue>[A-Za-z][\w&+]*[ -]?['’]?(?:{YEAR}|\d\d))[ –—:-]++(?P<title>\S.+)")
"""A venue with its year before a title: `CVPR 2024 - Title`, `ICLR25 Title`."""
_YEAR_AND_VENUE_BEFORE = lazy_regex(
    r"(?P<year>(?:19|20)\d\d) [-–—|] (?P<venue>[^–—|]{2,60}?) [-–—|] "
    r"(?:(?P<names>[^\W\d_a-z][^–—|:]{2,80}, [^–—|:]{2,80}?) [-–—|] )?(?P<title>\S.{8,})"
)
"""A year, a venue and perhaps names before a title: `2019 - OOPSLA - Getafix`, `2018 - Journal - Lee, Ray - Title`."""
_ACRONYM = lazy_regex(r"[A-Z][A-Z&+]+")
_JOURNAL = lazy_regex(r"\b(?:Journal|Transactions|Proceedings|Letters|Reviews?|Surveys|Symposium)\b")
"""A word of the names of journals and proceedings."""
_OTHER_NOTE = lazy_regex(
    r"\b(?:notes?|papers|(?<!machine )reading(?! comprehension)|readings"
    r"|lists?|(?<!technical )reports?|meetings?|minutes|agenda|trips?|workshops?"
    r"|conferences?|events?|tutorials?|lectures?|talks?|courses?|seminars?|exams?|highlights|recap|awards?|awesome|roadmap"
    r"|todo|goals|chapter|section|draft|proposal|outline|abstract|index|resources"
    r"|predictions|retrospective|budget|calendar|schedule|holidays?|vacation|diary|journal|top \d+)\b"
    r"|^review\b|^\d{1,2}\s|日记|周报|月报|年报|总结|会议|笔记|计划|汇总|合集|まとめ|メモ|日記|会議|정리|회의",
    re.IGNORECASE,
)
"""A word in the title of a note about several papers, or about none."""
_SECTION_NUMBER = lazy_regex(
    r"\d{1,2}(?:\.\d{1,2})*[.)] "
    r"|(?:chapter|part|section|ch\.|kapitel|chapitre|capítulo|capitolo) ?(?:\d{1,2}|[IVX]+)\b",
    re.IGNORECASE,
)
_WORD = lazy_regex(r"[^\W\d_]+")
_WORD_OF_KEY = lazy_regex(r"(?<=\d)[a-z]+|[A-Z][a-z]+")
"""A word of a title in a citekey, after its year or with a capital."""
_MIN_LETTERS = 4
_KEYS_OF_PLACE = (*front_matter_keys.TITLE_KEYS, *front_matter_keys.CITEKEY_KEYS, *front_matter_keys.REFERENCES)
"""Keys of front matter whose line is the place of a paper: its title, its citekey or its reference."""
_TITLE = r"[A-Z\d][\x21-\x7e ]{9,300}?"
_NOTE_ON_TITLE = lazy_regex(
    r"(?!.*\b(?:[Ss]ource|[Cc]odebase|Guide|Handbook|Cookbook|Manual|Documentation|in Action|Programming|Chapter)\b)"
    rf"(?P<title>{_TITLE})[\s_-]*[(\[]?(?:{NOTE_ON_PAPER})[)\]]?"
    rf"|[(\[【]?(?:{NOTE_ON_PAPER})[)\]】]?[\s:：_-]*(?P<last>{_TITLE})"
)
"""The name of a note on a paper: `Learning Maps from Sheep 阅读笔记`, `[논문 리뷰] Learning Maps from Sheep`."""
_MIN_SPACES = 3
_MIN_PARAGRAPHS = 2
"""Paragraphs above a heading that is no title."""
_CACHE_SIZE = 1 << 8
"""Number of cached names: several recognisers ask for that of the same note."""


@lru_cache(maxsize=_CACHE_SIZE)
def stem_of(path: str) -> str:
    """Return the file name of a note without its ending, and without the id that Notion adds to it.

    Examples:
        >>> stem_of("papers/Mask R-CNN.md"), stem_of("Mask R-CNN 3f2a9c0d1e104b5c6d7e8f90a1b2c3d4.md")
        ('Mask R-CNN', 'Mask R-CNN')
    """
    return _NOTION_ID.sub("", posixpath.splitext(posixpath.basename(path))[0])


@lru_cache(maxsize=_CACHE_SIZE)
def name_of(path: str) -> str:
    """Return the name of a note without its ending; that of the folder for its index.

    Examples:
        >>> name_of("papers/Mask R-CNN.md"), name_of("papers/Mask-R-CNN/README.md"), name_of("README.md")
        ('Mask R-CNN', 'Mask-R-CNN', 'README')
    """
    folder, stem = posixpath.dirname(path), stem_of(path)
    return posixpath.basename(folder) if folder and is_index(stem) else stem


def is_index(stem: str) -> bool:
    """Return whether a file name without its ending is that of the index of a folder."""
    return stem.casefold() in _NAMES_OF_INDEX


def citekey_of_name(name: str) -> str:
    """Return the citekey in the name of a note or wikilink, or "": any name after `@`, else one that looks like a key.

    One word with a capital is no key, but a person or a command: `@Git`.

    Examples:
        >>> citekey_of_name("@vaswani2017.md"), citekey_of_name("jin2024_notes"), citekey_of_name("@Git")
        ('vaswani2017', '', '')
    """
    bare = name.rsplit("/", 1)[-1].removesuffix(".md").strip()
    key = bare.removeprefix("@")
    # a slug with a digest at its end has two hyphens: `gitops-at-scale--gitops-at-scale-6fe3066d`
    if key.split() != [key] or _NOTE_SUFFIX.search(key) or ("--" in key and not bare.startswith("@")):
        return ""
    is_marked = bare.startswith("@") and len(key) > 2 and not (key.isalpha() and key.istitle())
    return key if is_marked or citekeys.is_citekey(key) else ""


def is_numbered_section(context: NoteContext, heading: int) -> bool:
    """Return whether a heading in a bullet has a number, and is a section of the page: `- # 1. Ways of Seeing`."""
    is_in_bullet = heading >= 0 and context.blocks[heading].parent >= 0
    return is_in_bullet and _SECTION_NUMBER.match(context.visible_text(heading)) is not None


def has_word_of_title(key: str, title: str) -> bool:
    """Return whether a citekey has the first long word of a title: `kahnemanProspect1979`, `lee2017attention`.

    Examples:
        >>> has_word_of_title("kahnemanProspect1979", "Prospect Theory"), has_word_of_title("lee2017", "On Lee")
        (True, False)
        >>> has_word_of_title("election2020results", "Who Won the Election")
        False
    """
    if not citekeys.is_citekey(key):
        return False
    words = [word.casefold() for word in _WORD_OF_KEY.findall(key.partition("_")[0])]
    first = next((word for word in _WORD.findall(title.casefold()) if len(word) >= _MIN_LETTERS), "")
    return bool(first) and first in words


def parts_of_name(path: str) -> TitleParts:
    """Return the title, year and venue in the name of a note; an empty title if the name has no year.

    Examples:
        >>> parts_of_name("papers/[2022 CVPR] Masked Autoencoders Are Scalable Vision Learners.md")[:3]
        ('Masked Autoencoders Are Scalable Vision Learners', 'CVPR', 2022)
    """
    stem = stem_of(path)
    is_file_of_manager = "_" in stem and " " in stem  # 2017_Vaswani et al_Attention
    if is_file_of_manager or not (SEPARATE_YEAR.search(stem) or _VENUE_BEFORE.match(stem.replace("_", " "))):
        return TitleParts("")
    return dated_title(stem if " " in stem else stem.replace("_", " "))


def year_at_end(path: str) -> int | None:
    """Return the year at the end of the name of a note; None for none, and for a day.

    Examples:
        >>> year_at_end("dense_cities_2016.md"), year_at_end("barsan2018.md"), year_at_end("01.02.2018.md")
        (2016, 2018, None)
    """
    stem = stem_of(path)
    match = _YEAR_AT_END.search(stem)
    return int(match[1]) if match and not _DAY.search(stem) else None


def dated_title(words: str) -> TitleParts:
    """Return a title without the year, or the venue with its year, before or after it; empty for a text with a day."""
    if _DAY.search(words):
        return TitleParts("")
    if published := _YEAR_AND_VENUE_BEFORE.fullmatch(words):
        name, _, track = venues.parse_venue(f"{published['venue']} {published['year']}")
        name = name or (
            published["venue"]
            if has_word_of_journals(published["venue"]) or _ACRONYM.fullmatch(published["venue"])
            else ""
        )
        if name:
            names = tuple(published["names"].split(", ")) if published["names"] else ()
            title = split_title(published["title"]).title
            return TitleParts(title, name, int(published["year"]), track, names)
    if dated := _YEAR_BEFORE.fullmatch(words):
        # `2024 ECCV Title` has its venue between the year and the title
        whole = split_title(words)
        is_published = whole.venue and whole.year == int(dated["year"])
        return whole if is_published else split_title(dated["title"])._replace(year=int(dated["year"]))
    if match := _VENUE_BEFORE.fullmatch(words):
        venue, year, track = venues.parse_venue(match["venue"])
        if venue and year:
            return TitleParts(split_title(match["title"]).title, venue, year, track)
    return split_title(words)


def has_word_of_journals(venue: str) -> bool:
    """Return whether a word of a venue shows that it is a journal or proceedings."""
    return _JOURNAL.search(venue) is not None


def begins_like_heading(name: TitleParts, heading: TitleParts) -> bool:
    """Return whether the name of a note has a year, and its title begins that of a heading, or the reverse."""
    of_name, of_heading = text.comparison_key(name.title), text.comparison_key(heading.title)
    if not (name.year and of_name and of_heading):
        return False
    return of_heading.startswith(of_name) or of_name.startswith(of_heading)


def whole_title(context: NoteContext, name: str) -> str:
    """Return the alias or first line of a note that begins with its name, which is cut off or lacks marks."""
    first = next((b for b in context.blocks if b.kind is BlockKind.PARAGRAPH), None)
    line = context.note.text[slice(*first.span)].partition("\n")[0] if first else ""
    titles = (*context.note.aliases, split_title(line.strip("*_ ")).title)
    return next((t for t in titles if text.comparison_key(t).startswith(text.comparison_key(name))), name)


@lru_cache(maxsize=_CACHE_SIZE)
def names_other_note(title: str) -> bool:
    """Return whether a word in the title of a note shows that it is about several papers, or about none."""
    return _OTHER_NOTE.search(title) is not None


def name_and_heading(context: NoteContext) -> tuple[TitleParts, Block | None]:
    """Return what the name of a note says, and its first heading, if this may be its title.

    A name without a year has a title if it calls the note one on a paper.  A heading below the text of such a note is
    that of a section.
    """
    heading = context.headings[0] if context.headings else None
    named = _NOTE_ON_TITLE.fullmatch(stem_of(context.note.path))
    title = (named["title"] or named["last"]) if named else ""
    name = parts_of_name(context.note.path)
    if title.count(" ") < _MIN_SPACES:
        return name, heading
    if heading and context.note.text.count("\n\n", context.note.body_start, heading.span.start) < _MIN_PARAGRAPHS:
        return name, heading
    return (name if name.title else split_title(title)), None


def place_of_title(context: NoteContext, evidence: Evidence, values: list[LabelledValue]) -> tuple[Span, str, int]:
    """Return the span, text and block of the title.

    A heading that equals the title comes first, then front matter and labelled values.  The last resort is the
    beginning of the note.  The block is -1 there and in front matter.
    """
    shown = evidence.title or evidence.citekey
    heading = context.headings[0] if context.headings else None
    heading_text = context.visible_text(heading.index) if heading else ""
    is_title = heading and evidence.title and split_title(heading_text).title == evidence.title
    if heading and is_title and not _line_of_key(context, "title", starts_line=True):
        return context.text_span(heading), shown, heading.index
    for key in _KEYS_OF_PLACE:
        if line := _line_of_key(context, key):
            start = context.note.line_starts[line - 1]
            end = context.note.text.find("\n", start)
            opening = evidence.title[:30]
            at = context.note.text.find(opening, start, context.note.body_start) if opening else start
            if at > end:
                # the value begins on the line below its key
                end = context.note.text.find("\n", at)
            return Span(max(at, start), end), shown, -1
    named = [v for v in values if v.meaning in ("title", "citekey") and v.value]
    if named:
        titles = (v for v in named if split_title(field_facts.plain_value(v)).title == evidence.title)
        value = next(titles, named[0])
        return value.value_span, shown, value.block
    return Span(context.note.body_start, context.note.body_start), shown, -1


def _line_of_key(context: NoteContext, key: str, *, starts_line: bool = False) -> int:
    """Return the 1-based line of a key of the front matter; 0 for none.

    Args:
        context: The note.
        key: The usual key of its meaning: `title` for `Paper Title`.
        starts_line: Whether the line must begin with the key.  Front matter in JSON may be one line.
    """
    for name, line in context.note.meta_lines.items():
        if key in (name.casefold(), front_matter_keys.usual_key(name)):
            is_at_start = context.note.text.startswith(name, context.note.line_starts[line - 1])
            return line if is_at_start or not starts_line else 0
    return 0
