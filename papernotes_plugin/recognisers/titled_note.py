"""Recognise notes about one paper by their title, if the note has no link or field that names the paper.

The title has a year, or the note calls itself a note on a paper.  A year alone does not make a note one about a
paper.  Its venue, its authors, a file name that repeats the title, and words that only notes about papers contain
are further signs.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from itertools import islice

from papernotes_plugin import venues
from papernotes_plugin.recognisers import literature_note
from papernotes_plugin.recognisers.evidence.authors import authorship
from papernotes_plugin.recognisers.evidence.authors.short_bylines import Byline
from papernotes_plugin.recognisers.evidence.labels import (
    field_facts,
    label_meanings,
    opening_values,
    paper_front_matter,
)
from papernotes_plugin.recognisers.evidence.lines import line_bylines
from papernotes_plugin.recognisers.evidence.lines.described_headings import full_names_in
from papernotes_plugin.recognisers.evidence.papers import (
    book_notes,
    cited_names,
    folders_of_papers,
    note_signs,
    paper_signs,
)
from papernotes_plugin.recognisers.evidence.papers.paper_links import is_paper_link
from papernotes_plugin.recognisers.evidence.references import heading_references, own_references
from papernotes_plugin.recognisers.evidence.structure import card_bylines
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles import note_names, subtitles
from papernotes_plugin.recognisers.evidence.titles.false_titles import is_generic
from papernotes_plugin.recognisers.evidence.titles.groups_of_titles import are_titles_of_papers
from papernotes_plugin.recognisers.evidence.titles.title_decoration import NOTE_ON_PAPER
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import TitleParts, count_words, looks_like_title
from papernotes_plugin.recognisers.evidence.titles.venue_endings import without_venue_at_ends
from papernotes_plugin.text import comparison_key, similarity
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.romanisation import CJK_LETTER
from papernotes_plugin.text.years import SEPARATE_YEAR
from papernotes_plugin.vocabulary.model import Block, BlockKind, Evidence, Mention

_MIN_WORDS = 3
"""Words of a title; two are enough with a venue next to them."""
_MAX_WORDS = 30
_MAX_VENUE_WORDS = 8
_OPENING = 300
"""Characters after the title in which a sentence about the paper begins."""
_MIN_SIGNS = 3
"""Number of signs, as `_count_signs` counts them, from which a note is about one paper."""
_MAX_PAPER_LINKS = 20
"""Number of links to papers up to which a note is about one of them, and is no list."""
_DASH_BEFORE_VENUE = lazy_regex(r"\s[-–—]\s?(?=[A-Z]{2,}\s?(?:19|20)\d\d$)")
"""A dash before a venue after a title: `Title -ICRA 2016`."""
_FORMULA = lazy_regex(r"\$\$|\$[^$\n\\_^=]*[\\_^=][^$\n]*\$|\\begin\{")
_DIGITS = lazy_regex(r"\d\d")
"""Digits, without which no bullet has a year."""
_NOTE_ON_PAPER = lazy_regex(
    rf"{NOTE_ON_PAPER}|(?:^\W*|[-–—|]\s+)paper\s+(?:notes?|review|summary|reading)\b", re.IGNORECASE
)
"""Words before or after a title that call a note one on a paper."""
_SENTENCE_ON_PAPER = lazy_regex(
    r"(?:^|[.:>*-]\s)(?:In this paper, |This paper )|\bthe (?:paper|authors) (?:proposes?|presents?|introduces?)\b",
    re.MULTILINE,
)
"""The beginning of a sentence about the paper of the note."""
_NAMES_PAPER = lazy_regex(rf"\b(?:{note_signs.THIS_PAPER})\b", re.IGNORECASE)
_MIN_NAMED = 2
"""Number of times that the note must mention its paper."""
_MIN_OF_PAPER = 6
"""Words of a title above full names that may be the authors of a paper."""
_MIN_LONG = 5
"""Words of a title that a file name repeats, from which the note need not begin with a sentence about its paper."""
_MIN_SIMILARITY = 80
"""Percent of equal letters in two spellings of a title."""
_EQUAL = 100
_MAX_BODY = 4000
"""Characters in which the note must mention its paper."""


def recognise(context: NoteContext) -> Iterator[Mention]:
    """Yield one `LITERATURE_NOTE` for a note whose title and year are those of a paper, or for one on a book.

    Sets `note_evidence` of the context.
    """
    if context.note_evidence is not None:
        return
    if evidence := _titled_paper(context):
        has_only_title = evidence == Evidence(evidence.title)
        yield literature_note.mention_of_note(context, evidence, [], has_only_title=has_only_title)
    elif book := book_notes.read_review(context) or book_notes.read(context):
        yield literature_note.mention_of_note(context, *book)
    elif cited := cited_names.read(context):
        own = own_references.with_own_reference(context, _with_stated(context, cited))
        yield literature_note.mention_of_note(context, own, [], has_only_title=True)


def _titled_paper(context: NoteContext) -> Evidence | None:
    """Return the facts of the paper that the title of a note names; None for other notes."""
    name, heading = note_names.name_and_heading(context)
    if context.is_among_papers:
        title, heading = folders_of_papers.title_of_note(context.note)
        name = name if name.title else note_names.dated_title(title)
        name = name._replace(year=name.year or note_names.year_at_end(context.note.path))
    published = _venue_below(context, heading)
    is_note_on_paper = context.is_among_papers or _is_called_note_on_paper(context, heading)
    if not (is_note_on_paper or name.year or published.year or _may_name_paper(context, heading)):
        return None
    parts = _title_parts(context, heading) if heading else name
    byline = subtitles.byline_below(context, heading) if heading and not published.authors else None
    if not _may_be_title(
        parts.title, has_venue=bool((parts.venue or byline or (published.authors and published.year)) and heading)
    ):
        return None
    agrees = heading is not None and (context.is_among_papers or note_names.begins_like_heading(name, parts))
    paper = parts.completed(published).completed(name if agrees else parts)
    if byline:
        paper = paper._replace(year=paper.year or byline.year, authors=byline.authors)
    is_note_on_paper = is_note_on_paper or byline is not None or _speaks_of_paper(context, heading, parts.title)
    if paper_front_matter.is_about_something_else(context.front_matter):
        return None
    if any(value.meaning == "title" and value.value for value in opening_values.find_all(context)):
        # the note states the title of its paper, and its name may be cut off
        return None
    if len(context.claimed_blocks.intersection(b.index for b in context.headings)) > 1:
        # the headings are papers themselves
        return None
    titled = Evidence(paper.title, year=paper.year, venue=paper.venue, track=paper.track)
    cited = own_references.with_own_reference(context, titled)
    is_note_on_paper = is_note_on_paper or cited != titled
    if not (paper.year or is_note_on_paper):
        return None
    authors = paper.authors if byline else _authors_below(context, heading) or paper.authors or published.authors
    if not is_note_on_paper and _count_signs(context, paper, authors, agrees=agrees) < _MIN_SIGNS:
        return None
    # the names in a reference are longer than those in the title
    return _with_stated(context, cited._replace(authors=cited.authors or authors))


def _with_stated(context: NoteContext, evidence: Evidence) -> Evidence:
    """Return evidence with the facts of front matter, and of labelled values if it has no authors."""
    stated = paper_front_matter.evidence(context.front_matter)._replace(title="")
    if not evidence.authors:
        stated = field_facts.filled(stated, opening_values.evidence_of(context, opening_values.find_all(context)))
    return field_facts.filled(stated, evidence)


# --- parts ----------------------------------------------------------------------------------------


def _is_called_note_on_paper(context: NoteContext, heading: Block | None) -> bool:
    """Return whether the first heading or the name of the note calls it a note on a paper: `Title 论文笔记`.

    `# Title: …` does so above authors, or in a note that mentions a paper.
    """
    shown = context.visible_text(heading.index) if heading else ""
    label, colon, _ = shown.replace("：", ":").partition(":")
    if colon and label_meanings.meaning(label) == "title":
        authors = (v.value for v in opening_values.find_all(context) if v.meaning == "authors")
        return note_signs.speaks_of_paper(context.note) or any(
            len(authorship.split_authors(names)) > 1 for names in authors
        )
    return bool(_NOTE_ON_PAPER.search(shown) or _NOTE_ON_PAPER.search(posixpath.basename(context.note.path)))


def _may_name_paper(context: NoteContext, heading: Block | None) -> bool:
    """Return whether a heading may name a paper: by a year, a sign of a review, or a long file name.

    This check is quick.  Most notes need no other.
    """
    if heading is None:
        return False
    source, end = context.note.text, heading.span.end
    stem = note_names.name_of(context.note.path)
    is_long = sum(map(stem.count, " _-")) >= _MIN_LONG - 1
    words = source[heading.span.start : heading.span.end]
    may_be_review = words.count(" ") >= _MIN_LONG - 1 or ": " in words
    return (
        is_long
        or (may_be_review and note_signs.reviews_paper(context))
        or SEPARATE_YEAR.search(source, heading.span.start, end + _OPENING) is not None
        or _opens_with_this_paper(source, end)
        or _has_authors_below(context, heading)
    )


def _has_authors_below(context: NoteContext, heading: Block | None) -> bool:
    """Return whether several full names are below a title with the words of papers, in a note on `the authors`."""
    below = _blocks_below(context, heading)[:1]
    if heading is None or heading.index != context.title_heading or not below:
        return False
    if not full_names_in(context.source(below[0].span)):
        return False
    title = context.visible_text(heading.index)
    return (
        looks_like_title(title)
        and are_titles_of_papers([title], _MIN_OF_PAPER)
        and (note_signs.speaks_of_authors(context) or paper_signs.is_in_folder_of_papers(context.note.path))
    )


def _speaks_of_paper(context: NoteContext, heading: Block | None, title: str) -> bool:
    """Return whether the text below a title is on the paper: its authors, first sentences, sections or all of it."""
    return (
        _opens_with_paper(context, heading, title)
        or _discusses_paper(context, heading, title)
        or _reviews_paper(context, heading, title)
        or _has_authors_below(context, heading)
    )


def _opens_with_this_paper(source: str, start: int) -> bool:
    """Return whether a sentence about the paper of the note begins at an offset or soon after it."""
    end = start + _OPENING
    # most notes have none of these words, which takes a tenth of the time to find out
    may_say = any(source.find(words, start, end) >= 0 for words in ("his paper", "the paper", "the authors"))
    return may_say and _SENTENCE_ON_PAPER.search(source, start, end) is not None


def _opens_with_paper(context: NoteContext, heading: Block | None, title: str) -> bool:
    """Return whether the first sentences below a title say what `this paper` does."""
    if heading is None or count_words(title) <= _MIN_WORDS or not looks_like_title(title):
        return False
    return _opens_with_this_paper(context.note.text, heading.span.end)


def _discusses_paper(context: NoteContext, heading: Block | None, title: str) -> bool:
    """Return whether a note, whose name repeats a long title, is in a folder of papers, or mentions `this paper`."""
    if heading is None or count_words(title) < _MIN_LONG or not (looks_like_title(title) or ":" in title):
        return False
    path = context.note.path
    if comparison_key(note_names.name_of(path).replace("_", " ")) != comparison_key(title):
        return False
    body = context.note.text[context.note.body_start : context.note.body_start + _MAX_BODY]
    return paper_signs.is_in_folder_of_papers(path) or len(_NAMES_PAPER.findall(body)) >= _MIN_NAMED


def _reviews_paper(context: NoteContext, heading: Block | None, title: str) -> bool:
    """Return whether a note with a long title, or one with a colon, is a review of the paper."""
    if heading is None or heading.index != context.title_heading:
        return False
    has_abstract = note_signs.opens_with_foreign_abstract(context)
    if not (has_abstract or looks_like_title(title)):
        return False
    return (
        not context.has_link(heading.span)
        and (count_words(title) >= _MIN_LONG - has_abstract or ": " in title)
        and note_signs.reviews_paper(context)
    )


def _title_parts(context: NoteContext, heading: Block) -> TitleParts:
    """Return the title in a heading, with its venue and year; an empty title if the heading is a label or a card."""
    words = context.visible_text(heading.index)
    if heading.index in context.claimed_blocks or context.is_label(heading):
        return TitleParts("")
    below = context.section(heading)
    reference = heading_references.read_below(context, below) if context.is_among_papers else None
    if heading_references.cites_below(context, words, below):
        return TitleParts("")
    keys = (comparison_key(reference.title.words), comparison_key(words)) if reference else ("", "")
    if reference and _MIN_SIMILARITY <= similarity(*keys) < _EQUAL:
        # one of both titles has a slip, and the reference says more
        return TitleParts("")
    parts = note_names.dated_title(words)
    if not context.is_among_papers or parts.venue or parts.year:
        return parts
    return without_venue_at_ends(_DASH_BEFORE_VENUE.sub(" ", parts.title))


def _blocks_below(context: NoteContext, heading: Block | None) -> list[Block]:
    """Return the first two blocks below the title."""
    after = (b for b in context.children(-1) if heading is not None and b.index > heading.index)
    return list(islice(after, 2))


def _venue_below(context: NoteContext, heading: Block | None) -> Byline:
    """Return the venue with its year in the first two blocks below the title."""
    for block in _blocks_below(context, heading):
        if block.kind is BlockKind.LIST:
            if (stated := card_bylines.byline_in_list(context, block)).authors:
                return stated
            # without a date in another bullet, the names may be those of the people at a meeting
            has_date = len(context.children(block.index)) > 1 and _DIGITS.search(context.note.text, *block.span)
            stated = card_bylines.names_in_first_bullets(context, [block]) if has_date else Byline()
            return stated if stated.year else Byline()
        if block.kind not in (BlockKind.PARAGRAPH, BlockKind.HEADING):
            break
        lines = [line.strip("#*_[]()【】 \\") for line in context.source(block.span).split("\n")]
        if published := line_bylines.read_published(lines):
            return published
        line = lines[0]
        is_heading = block.kind is BlockKind.HEADING
        if (is_heading or SEPARATE_YEAR.search(line)) and count_words(line) <= _MAX_VENUE_WORDS:
            # among notes on papers, other words next to a venue may be the title of another paper
            is_exact = context.is_among_papers and not is_heading
            venue, year, track = venues.parse_venue(line) if is_exact else venues.find_venue(line)
            if venue and year:
                return Byline((), venue, year, track)
        if is_heading:
            # the words below it are about its own subject
            break
    return Byline()


def _authors_below(context: NoteContext, heading: Block | None) -> tuple[str, ...]:
    """Return the authors in the first block below the title.

    A single name counts if its given name is frequent: `Toyota Research Institute` looks the same.  In a folder of
    papers, any name below a heading with a year counts.
    """
    names = card_bylines.byline(context, _blocks_below(context, heading)).authors
    is_dated = context.is_among_papers and folders_of_papers.heading_above_names(context.note) is not None
    return names if len(names) > 1 or is_dated or any(map(authorship.has_given_name, names)) else ()


# --- decision -------------------------------------------------------------------------------------


def _may_be_title(title: str, *, has_venue: bool) -> bool:
    """Return whether words may be the title of a paper, and not that of a list, a report or a diary."""
    if not _MIN_WORDS <= count_words(title) + has_venue <= _MAX_WORDS:
        return False
    # a title in Chinese, Japanese or Korean is in the language of the note, which is not that of the paper
    is_label = is_generic(title) or label_meanings.meaning(title)
    return not (is_label or CJK_LETTER.match(title) or note_names.names_other_note(title))


def _count_signs(context: NoteContext, paper: TitleParts, authors: tuple[str, ...], *, agrees: bool) -> int:
    """Return the number of signs that a note is about a paper; 0 for a list of papers.  Two authors count at most."""
    if sum(is_paper_link(i) for _, i in context.links) > _MAX_PAPER_LINKS:
        return 0
    # an unknown name may be that of anything: `Mask (TOB1-2023)`
    is_published = bool(venues.parse_venue(f"{paper.venue} {paper.year}")[0]) or note_names.has_word_of_journals(
        paper.venue
    )
    signs = 1 + is_published + min(len(authors), 2) + agrees
    # one name alone may be that of anybody
    signs += len(authors) == 1 and are_titles_of_papers([paper.title], _MIN_OF_PAPER)
    signs += note_signs.has_section_of_paper(context) + note_signs.speaks_of_paper(context.note)
    return signs + bool(_FORMULA.search(context.note.text, context.note.body_start))
