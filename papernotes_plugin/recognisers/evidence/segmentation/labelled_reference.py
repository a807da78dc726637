"""Read a reference in any form from the labels that the model gives to its words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from papernotes_plugin import venues
from papernotes_plugin.people import is_given_name, is_title_word
from papernotes_plugin.recognisers.evidence.authors.authorship import is_person
from papernotes_plugin.recognisers.evidence.references.line_breaks import line_breaks
from papernotes_plugin.recognisers.evidence.references.publishers import prints_books
from papernotes_plugin.recognisers.evidence.references.reference_reader import CERTAIN, Reference
from papernotes_plugin.recognisers.evidence.references.reference_text import ReferenceText, joined
from papernotes_plugin.recognisers.evidence.references.title_ends import MAX_TITLE, TitleReading
from papernotes_plugin.recognisers.evidence.references.title_imprints import without_imprint
from papernotes_plugin.recognisers.evidence.segmentation.facts_of_note import facts_in
from papernotes_plugin.recognisers.evidence.segmentation.labelled_names import authors_in, may_open_title
from papernotes_plugin.recognisers.evidence.segmentation.labelled_publications import MARKS, publication_in, year_in
from papernotes_plugin.recognisers.evidence.segmentation.reference_signs import MAX_LENGTH, MIN_LENGTH
from papernotes_plugin.recognisers.evidence.segmentation.segments import Label, Segment
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles.sentences import is_sentence
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import SMALL_WORDS, count_words, starts_lowercase
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import InlineKind

_MIN_TITLE = 0.8
"""Mean probability of the tokens of a title from which it is one."""
_MIN_ALONE = 0.9
"""The same for a title without authors."""
_MIN_WORDS = 5
"""Words of a title from which it needs no known publication."""
_MIN_MARKED = 3
"""Spaces in emphasis that is a title after words of a sentence."""
_UNPUBLISHED = 3.5
"""Score of a reference without a publication, which only a list of references makes certain."""
_MAIN_LABELS = frozenset((Label.AUTHOR, Label.TITLE))
_MAX_GAP = 5
"""Words between two facts of one reference that are no facts."""
_EVENT = lazy_regex(
    r"\b(?:[Tt]alk|[Kk]eynote|[Tt]utorial|[Ss]eminar|[Ss]lides|[Pp]odcast|[Vv]ortrag|[Ll]ecture|[Cc]ourse)\b"
    r"|\b\d\d?:\d\d\b|\b\d\d? ?(?:Uhr|pm|am|h)\b|\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b"
    r"|\b(?:Mon|Diens|Donners|Frei|Sams|Sonn)tag\b|\b\d{1,5} (?:[^\W\d_a-z]\w+ ){1,2}(?:St|Ave|Street|Road|Rd)\b"
)
"""A word of an entry that is no publication, a weekday, a time or an address."""
_NO_TITLE = lazy_regex(
    r"→|\.pdf\b|^(?:Read|See|Our|Meeting|Minutes|Agenda) |^(?:Fig|Figure|Table)\.? ?\d"
    r"|^[A-Z]{1,3} [A-Z][a-z]+\. |\\|, in [A-Z]{4,} [A-Z]|[.,?!] [Ii]n: [^\W\d_a-z]"
)
"""A sign that what was read as a title is a path, has a source, or is other text."""
_SENTENCE = lazy_regex(r"[.!?]\s+[^\W\d_a-z]\w+ (?!with\b)[a-z]{4,}")
"""The first two words of a sentence after another one."""
_ASIAN_SENTENCE = lazy_regex(r"。|(?:[的了をはがにでと]|[\uac00-\ud7af](?:를|을|는|은|다|요)|ます|です|した)[”\"」]?$")
"""A sign that words in Chinese, Japanese or Korean are a sentence, or a part of one."""
_NAME_OF_PAPER = lazy_regex(
    r"(?:^|(?<=[\s\"“„«]))(?P<name>(?=[\w+-]*[A-Z][\w+-]*[A-Z\d-]|[\w+-]*\d)[A-Za-z][\w+-]*|(?<=\d\)\. )\d{4}):\s+$"
)
"""A short name or a year before a title: `CTRL-C: Camera Calibration Transformer`, `(2003). 2004: The Next Year`."""
_NAME = r"[^\W\d_a-z][^\W\d_]+ (?:[^\W\d_a-z]\. )?[^\W\d_a-z][^\W\d_]+"
_TWO_NAMES = lazy_regex(rf"(?P<first>[^\W\d_a-z][^\W\d_]+) [^\W\d_a-z][^\W\d_]+ (?:and|&|et|und|y|e) {_NAME}")
"""Two full names: `Ann Lee and Bob Ray`."""
_FULL_NAME = lazy_regex(rf"(?:{_NAME}|[^\W\d_]+-{_NAME}),?")
_LAST_NAME = lazy_regex(rf"(?P<name>{_NAME}): ")
"""A name that may be that of the last author: `Ann Lee: A Survey`."""
_REST_OF_TITLE = lazy_regex(
    r" (?:and [^.?!\n]{1,40}|(?!(?:with|from|published|presented|edited)\b)[^\W\d_A-Z]{4,40})[.?!] "
)
"""One word, or `and` and some words, before the end of a sentence."""
_CLOSES_INNER = lazy_regex(r"[^'‘’]*\w[?!]?['’][\s:,]")
_OPENS_INNER = lazy_regex(r"(?<=\s)['‘](?=\w)[^'‘’]*$")
_OPENING = lazy_regex(r"(?:^|(?<=[.)] ))(?P<words>[^\W\d_a-z][^.()\n]{1,60} vs?\.|\((?:Not?|Un|Re|Some|More)\)) $")
"""The first party of a lawsuit, or a word in brackets, which open a title: `Authors Guild v. `, `(No) `.

The words are negations and prefixes with which authors play.  Any word in brackets may be a role: `(Eds)`, `(Hg)`.
"""
_SOURCE = lazy_regex(r"[^\w]*\bin:?\s[^\w]*", re.IGNORECASE)
"""The words between a quotation and the author of its source."""
_IN_BOOK = lazy_regex(r"\b[Ii]n:?\s[^\w]*$")
"""The word before the title of the book of a chapter."""
_MAX_OPENING = 8
"""Characters before a title that are looked at for that word."""
_MIN_SENTENCES = 2
"""Points in a quotation from which it is no title."""
_REST_OF_MARK = lazy_regex(r"(?: [^\W\d_][^\W\d_’'-]*[:,]?){1,20} [^\W\d_][^\W\d_’'-]*")
"""Two or more words without a number."""
_REST_OF_SENTENCE = lazy_regex(r"[\"”*_]*:\s[a-z]+ ")
"""The rest of a sentence after a title in emphasis."""
_BETWEEN_TITLES = lazy_regex(r"^\s*[」』》〉]\s*+(?:,\s*)?[「『《〈]")
"""The marks between the title of a chapter and that of its book, in Chinese, Japanese and Korean."""
_CLOSING_MARKS = {'"': '"', "“": "”", "«": "»"}
_QUOTATION_MARKS = frozenset("\"“„«‘'「『《〈")


@dataclass(frozen=True, slots=True)
class LabelledReference:
    """A reference that the model has found in a text."""

    reference: Reference
    start: int
    """The offset of its first fact."""
    end: int
    """The offset after its last fact."""
    probability: float
    """The least probability of its title and its names."""
    facts: Sequence[Segment]
    """Its facts in the order of the text."""


class JoinedReading(NamedTuple):
    """Several blocks as one text, and the references that the model finds in it."""

    words: ReferenceText
    block_breaks: Sequence[int]
    """Offsets of the spaces between two blocks."""
    breaks: tuple[int, ...]
    """Offsets of the spaces that are line breaks in the note, those between blocks among them."""
    references: Sequence[LabelledReference]


def read_labelled(words: ReferenceText, facts: Sequence[Segment]) -> list[LabelledReference]:
    """Return the references in a text that has some facts."""
    read = (_read(words, group) for group in _groups(words.text, facts))
    return [reference for reference in read if reference and not _has_sentence_before_title(words.text, reference)]


def read_joined(context: NoteContext, texts: Iterable[ReferenceText]) -> JoinedReading | None:
    """Return what the model reads in several blocks of a note as one text; None if it is too short or too long."""
    words, block_breaks = joined(texts, " ")
    if not MIN_LENGTH <= len(words.text) <= MAX_LENGTH:
        return None
    breaks = tuple(sorted({*block_breaks, *line_breaks(context, words)}))
    return JoinedReading(words, block_breaks, breaks, read_labelled(words, facts_in(context, words, breaks)))


def _has_sentence_before_title(text: str, read: LabelledReference) -> bool:
    """Return whether a sentence begins after names, which are of the one before it: `Met Anna. She suggested …`."""
    title = read.reference.title.start
    end = next((fact.end for fact in read.facts if fact.label is Label.AUTHOR and fact.end <= title), title)
    return _SENTENCE.search(text, end, title) is not None


def describes_work(words: ReferenceText, read: LabelledReference) -> bool:
    """Return whether the facts besides the title are enough for a reference.

    Authors need a publication or a year, and with a short title those of a journal, a book or a known venue.  Without
    authors, a marked title needs the numbers of a journal, or a known venue and a year.
    """
    reference, published = read.reference, read.reference.publication
    has_numbers = bool(published.volume or published.pages)
    if is_of_event(words, read):
        return False
    names = reference.authors.names
    if len(names) == 1 and not reference.authors.has_more and names[0].isalpha() and not has_numbers:
        # a single word may be a weekday, or the beginning of a sentence
        return False
    if names:
        # a song on an album is written like an article in a magazine
        is_sure = has_numbers or published.is_known or prints_books(published.publisher)
        is_short = " " in reference.title.words and count_words(reference.title.words) < _MIN_WORDS
        return bool(published.is_printed or reference.year) and bool(is_sure or not is_short)
    is_in_series = has_numbers or (published.is_known and reference.year is not None)
    return is_in_series and read.probability >= _MIN_ALONE and is_marked(words, reference.title)


def is_of_event(words: ReferenceText, read: LabelledReference) -> bool:
    """Return whether words around a title say that it is a talk, a course or an event, and no journal is named."""
    published = read.reference.publication
    has_numbers = bool(published.volume or published.pages)
    return not has_numbers and _EVENT.search(words.text.replace(read.reference.title.words, "")) is not None


def _groups(text: str, facts: Iterable[Segment]) -> list[list[Segment]]:
    """Return the facts of each reference: those that follow each other, with few other words between them."""
    groups: list[list[Segment]] = []
    for fact in facts:
        last = groups[-1] if groups else []
        is_far = not last or count_words(text[last[-1].end : fact.start]) > _MAX_GAP
        if is_far or _opens_other(last, fact):
            groups.append([])
        groups[-1].append(fact)
    return groups


def _opens_other(group: Sequence[Segment], fact: Segment) -> bool:
    """Return whether names or a title open another reference, as the group has some, and other facts after them."""
    label, labels = fact.label, {one.label for one in group}
    if label not in _MAIN_LABELS or group[-1].label is label:
        return False
    return label in labels if label is Label.TITLE else labels >= _MAIN_LABELS


def _read(words: ReferenceText, facts: Sequence[Segment]) -> LabelledReference | None:
    title = _title(words.text, facts)
    authors = authors_in(words.text, facts)
    if title is None or authors is None:
        return None
    title = _with_rest_of_mark(words, _without_words_before_mark(words, title), facts)
    published = publication_in(words.text, _without_number_of_item(facts), title.end)
    year = year_in(words.text, facts) or published.year
    title, published = without_imprint(title, replace(published, year=year))
    is_in_journal = bool(published.venue and (published.volume or published.pages))
    if _is_of_other_text(words, title, facts) or (not is_in_journal and _may_be_sentence(words, title)):
        return None
    if not is_in_journal and may_open_title(words.text, authors, title.start, published.venue):
        return None
    probability = min(fact.probability for fact in facts if fact.label in _MAIN_LABELS)
    score = CERTAIN + 3 if published.is_printed else _UNPUBLISHED
    reference = Reference(title, authors, year, published, score, is_dated=year is not None)
    start = title.start if facts[0].label is Label.TITLE else facts[0].start
    return LabelledReference(reference, start, facts[-1].end, probability, facts)


def _without_words_before_mark(words: ReferenceText, title: TitleReading) -> TitleReading:
    """Return the strong or linked end of a title after words of a sentence: `Heute las ich **Random Forests**`.

    Emphasis after a preposition, or of few words, may be that of a part of a title.
    """
    for start, end, kind in words.marks:
        before = words.text[title.start : start].split()
        if not before or not start < title.end <= end or not words.text[start].isupper():
            continue
        is_sentence_before = before[-1].isalpha() and before[-1].islower() and before[-1] not in SMALL_WORDS
        if is_sentence_before and (kind is not InlineKind.EMPHASIS or words.text[start:end].count(" ") >= _MIN_MARKED):
            marked = words.text[start : title.end]
            return TitleReading(marked, start, start + len(marked), points=0)
    return title


def _with_rest_of_mark(words: ReferenceText, title: TitleReading, facts: Sequence[Segment]) -> TitleReading:
    """Return all of the linked or emphasised words that a title opens, if no mark, names or venue end it in them."""
    for start, end, _ in words.marks:
        rest = words.text[title.end : end]
        if start != title.start or not _REST_OF_MARK.fullmatch(rest) or venues.parse_venue(rest.strip())[0]:
            continue
        if not any(fact.label is Label.AUTHOR and fact.start < end and fact.end > title.end for fact in facts):
            return TitleReading(words.text[start:end], start, end, points=0)
    return title


def _without_number_of_item(facts: Sequence[Segment]) -> Sequence[Segment]:
    """Return the facts without a number before all others, which is that of an item in a list."""
    return facts[1:] if facts[0].label is Label.NUMBERS else facts


def _is_of_other_text(words: ReferenceText, title: TitleReading, facts: Sequence[Segment]) -> bool:
    """Return whether a title is a quotation before its source, the book of a chapter, or goes on as a sentence.

    The first is `"…", in Lee, A. *Title*`, the second `*Chapter*, in: *Title*`, the third `*Title*: has shown …`.
    """
    text = words.text
    closing = _CLOSING_MARKS.get(text[title.start - 1 : title.start])
    if closing and closing not in text[title.end : title.end + 3] and closing in text[title.end :]:
        # the quotation goes on after the title
        return True
    author = next((fact for fact in facts if fact.label is Label.AUTHOR), None)
    if author and author.start >= title.end and _SOURCE.fullmatch(text, title.end, author.start):
        return True
    before = [(fact.start, fact.end) for fact in facts if fact.label is Label.VENUE and fact.end <= title.start]
    is_dated_before = any(fact.label is Label.YEAR and fact.end <= title.start for fact in facts)
    # `*Title,*` has a mark inside
    marked = [one for one in before if not {one, (one[0], one[1] + 1)}.isdisjoint(words.emphasised)]
    if is_dated_before and marked and not (author and venues.parse_venue(text[slice(*marked[0])])[0]):
        # `*Title*. (1971). Publisher`, `Lee, *Title,* 1971. Remark`
        return True
    if before and _IN_BOOK.search(text, max(0, title.start - _MAX_OPENING), title.start):
        return True
    return any(
        start == title.start and end < title.end and _REST_OF_SENTENCE.match(text, end)
        for start, end in words.emphasised
    )


def _may_be_sentence(words: ReferenceText, title: TitleReading) -> bool:
    """Return whether a title may be a sentence, also in quotation marks; emphasis and links mark titles."""
    if not is_marked(words, title):
        if _ASIAN_SENTENCE.search(title.words):
            return True
        return is_sentence(title.words, has_link=False) or starts_lowercase(title.words)
    is_quoted = title.start > 0 and words.text[title.start - 1] in _QUOTATION_MARKS
    are_several = title.words.count(". ") >= _MIN_SENTENCES
    return is_quoted and (are_several or is_sentence(title.words, has_link=True) or starts_lowercase(title.words))


def _title(text: str, facts: Sequence[Segment]) -> TitleReading | None:
    """Return the title among some facts, with the short name before it; None if it is in doubt."""
    parts = [fact for fact in facts if fact.label is Label.TITLE]
    if not parts:
        return None
    start, end = parts[0].start, parts[0].end
    for part in parts[1:]:
        gap = text[end : part.start]
        if any(map(str.isalnum, gap)) or _BETWEEN_TITLES.search(gap):
            break
        end = part.end
    if min(part.probability for part in parts if part.end <= end) < _MIN_TITLE or _is_before_subtitle(text, end):
        return None
    words = text[start:end].strip(MARKS)
    if (
        _has_names(text, words, facts)
        or _is_cut(text, end, facts)
        or not any(map(str.isalpha, words))
        or _NO_TITLE.search(words)
        or words.split()[-1] in SMALL_WORDS
    ):
        return None
    start = text.index(words, start)
    start, end = _with_inner_quotation(text, start, start + len(words))
    if opening := _OPENING.search(text, max(0, start - MAX_TITLE), start):
        start = opening.start("words")
    name = _NAME_OF_PAPER.search(text, 0, start)
    is_author = name is not None and any(
        fact.label is Label.AUTHOR and fact.start < start and fact.end > name.start() for fact in facts
    )
    if name and not is_author and not venues.parse_venue(name["name"])[0]:
        start = name.start("name")
    return TitleReading(text[start:end], start, end, points=0)


def _with_inner_quotation(text: str, start: int, end: int) -> tuple[int, int]:
    """Return start and end of a title with the mark of a quotation in it: `'Wild' Lands`, `From Wood to 'No Trace'`."""
    if text[start - 1 : start] in ("'", "‘") and _CLOSES_INNER.match(text, start, end):
        start -= 1
    if text[end : end + 1] in ("'", "’") and _OPENS_INNER.search(text, start, end):
        end += 1
    return start, end


def _is_cut(text: str, end: int, facts: Sequence[Segment]) -> bool:
    """Return whether the words after a title, up to the next fact, are the rest of it."""
    following = next((fact.start for fact in facts if fact.start >= end), len(text))
    return _REST_OF_TITLE.match(text, end, following) is not None


def _is_before_subtitle(text: str, end: int) -> bool:
    """Return whether a title ends with a colon before other words without a mark: `The River: Ann’s Boat. Press`."""
    return text[:end].rstrip().endswith(":") and text[end : end + 2].strip()[:1].isupper()


def _has_names(text: str, words: str, facts: Sequence[Segment]) -> bool:
    """Return whether what was read as a title is the names of two authors, or begins with the last of full names."""
    names = _TWO_NAMES.match(words)
    if names and not any(map(is_title_word, names[0].split()[1:-1])):
        if names.end() == len(words) and is_given_name(names["first"]):
            return True
        if words.startswith(": ", names.end()) and not is_title_word(names[0].split()[-1]):
            # `Ann Lee und Bob Ray: Title`
            return True
    authors = [fact for fact in facts if fact.label is Label.AUTHOR]
    are_full = len(authors) > 1 and all(_FULL_NAME.fullmatch(text, fact.start, fact.end) for fact in authors)
    last = _LAST_NAME.match(words) if are_full else None
    return last is not None and is_person(last["name"]) and not any(map(is_title_word, last["name"].split()))


def is_marked(words: ReferenceText, title: TitleReading) -> bool:
    """Return whether a title is in quotation marks, in emphasis, or a link."""
    if title.start and words.text[title.start - 1] in _QUOTATION_MARKS:
        return True
    return any(start <= title.start and title.end <= end for start, end in (*words.emphasised, *words.linked))
