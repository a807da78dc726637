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
from papernotes_plugin.recognisers.evidence import authorship, card_bylines, field_facts, note_names, paper_front_matter
from papernotes_plugin.recognisers.evidence.context import NoteContext
from papernotes_plugin.recognisers.evidence.false_titles import is_generic
from papernotes_plugin.recognisers.evidence.paper_links import is_paper_link
from papernotes_plugin.recognisers.evidence.title_decoration import NOTE_ON_PAPER
from papernotes_plugin.recognisers.evidence.title_heuristics import TitleParts, count_words, looks_like_title
from papernotes_plugin.text import comparison_key
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
_OTHER_NOTE = re.compile(
    r"\b(?:notes?|papers|reading|readings|lists?|(?<!technical )reports?|meetings?|minutes|agenda|trips?|workshops?"
    r"|conferences?|events?|tutorials?|lectures?|talks?|courses?|seminars?|exams?|highlights|recap|awards?|awesome|roadmap"
    r"|todo|goals|chapter|section|draft|proposal|outline|abstract|index|resources"
    r"|predictions|retrospective|budget|calendar|schedule|holidays?|vacation|diary|journal)\b"
    r"|^review\b|^\d{1,2}\s|日记|周报|月报|年报|总结|会议|笔记|计划|汇总|合集|まとめ|メモ|日記|会議|정리|회의",
    re.IGNORECASE,
)
"""A word in the title of a note about several papers, or about none."""
_SECTION = re.compile(
    r"[\W\d]*(?:abstract(?:\s*(?:&|and|/)\s*\w+)?|related works?|(?:proposed )?(?:methods?|methodology|approach)"
    r"|experiments?(?: and results)?"
    r"|experimental results|ablations?(?: study| studies)?|(?:main |key )?contributions?|limitations"
    r"|摘要|方法|实验|相关工作|贡献|创新点|提案手法|手法|実験|関連研究|초록|실험|방법|관련 연구"
    r"|zusammenfassung|methoden?|résumé|méthodes?|resumen|métodos?|resumo)\W*",
    re.IGNORECASE,
)
"""A heading that papers have, and notes about them."""
_CJK = re.compile("[\u3040-\u9fff\uac00-\ud7a3]")
"""Beginning of a title in the language of the note, which is not that of the paper."""
_FULL_STOP = re.compile(r"\w{3}\. ")
"""A full stop between two names, which is none after initials."""
_FORMULA = re.compile(r"\$\$|\$[^$\n]*[\\_^=][^$\n]*\$|\\begin\{")
_NOTE_ON_PAPER = re.compile(
    rf"{NOTE_ON_PAPER}|(?:^\W*|[-–—|]\s+)paper\s+(?:notes?|review|summary|reading)\b", re.IGNORECASE
)
"""Words before or after a title that call a note one on a paper."""
_THIS_PAPER = re.compile(
    r"(?:^|[.:>*-]\s)(?:In this paper, |This paper )|\bthe (?:paper|authors) (?:proposes?|presents?|introduces?)\b",
    re.MULTILINE,
)
"""The beginning of a sentence about the paper of the note."""
_SAYS_PAPER = re.compile(r"\b(?:(?:this|the) paper|the authors?)\b", re.IGNORECASE)
_MIN_SAID = 2
_MIN_LONG = 5
"""Words of a title that a file name repeats, from which the note need not begin with a sentence about its paper."""
_BODY = 4000
"""Characters in which the note must speak of its paper."""
_NAMES_PAPER = re.compile(
    r"\b(?:(?:this|the|their) (?:paper|article|study)|the authors?|we (?:propose|show that|present|introduce)"
    r"|cet article|les auteurs|este (?:artículo|artigo)|(?:los|os) autores|gli autori|die autoren|dieser artikel)\b"
    r"|本文|论文|作者|这篇文章|論文|著者|논문|저자",
    re.IGNORECASE,
)
"""Words with which a note speaks of its paper."""


def recognise(context: NoteContext) -> Iterator[Mention]:
    """Yield one `LITERATURE_NOTE` for a note whose title and year are those of a paper.

    Sets `note_evidence` of the context.
    """
    if context.note_evidence is not None:
        return
    name = note_names.parts_of_name(context.note.path)
    heading = context.headings[0] if context.headings else None
    published = _venue_below(context, heading)
    is_note_on_paper = _is_called_note_on_paper(context, heading)
    if not (is_note_on_paper or name.year or published.year or _may_name_paper(context, heading)):
        return
    parts = _title_parts(context, heading) if heading else name
    if not _may_be_title(parts.title, has_venue=bool(parts.venue and heading)):
        return
    agrees = heading is not None and note_names.agree(name, parts)
    paper = parts.completed(published).completed(name if agrees else parts)
    is_note_on_paper = (
        is_note_on_paper
        or _opens_with_paper(context, heading, parts.title)
        or _discusses_paper(context, heading, parts.title)
    )
    if not (paper.year or is_note_on_paper) or paper_front_matter.is_about_something_else(context.note.meta):
        return
    if len(context.claimed_blocks.intersection(b.index for b in context.headings)) > 1:
        # the headings are papers themselves
        return
    authors = _authors_below(context, heading) or paper.authors
    if not is_note_on_paper and _count_signs(context, paper, authors, agrees=agrees) < _MIN_SIGNS:
        return
    evidence = Evidence(paper.title, authors=authors, year=paper.year, venue=paper.venue, track=paper.track)
    stated = paper_front_matter.evidence(context.note.meta)._replace(title="")
    yield literature_note.mention_of_note(context, field_facts.filled(stated, evidence), [])


# --- parts ----------------------------------------------------------------------------------------


def _is_called_note_on_paper(context: NoteContext, heading: Block | None) -> bool:
    """Return whether the first heading or the name of the note calls it a note on a paper: `Title 论文笔记`."""
    shown = context.visible_text(heading.index) if heading else ""
    return bool(_NOTE_ON_PAPER.search(shown) or _NOTE_ON_PAPER.search(posixpath.basename(context.note.path)))


def _may_name_paper(context: NoteContext, heading: Block | None) -> bool:
    """Return whether a year is in the heading, `this paper` below it, or a long file name above its text.

    This check is quick.  Most notes need no other.
    """
    if heading is None:
        return False
    source, end = context.note.text, heading.span.end
    stem = posixpath.basename(context.note.path)
    is_long = sum(map(stem.count, " _-")) >= _MIN_LONG - 1
    return is_long or bool(
        note_names.YEAR.search(source, *heading.span) or _THIS_PAPER.search(source, end, end + _OPENING)
    )


def _opens_with_paper(context: NoteContext, heading: Block | None, title: str) -> bool:
    """Return whether the first sentences below a title say what `this paper` does."""
    if heading is None or count_words(title) <= _MIN_WORDS or not looks_like_title(title):
        return False
    return _THIS_PAPER.search(context.note.text, heading.span.end, heading.span.end + _OPENING) is not None


def _discusses_paper(context: NoteContext, heading: Block | None, title: str) -> bool:
    """Return whether a note, whose file name repeats a long title, speaks of `this paper` or its authors often."""
    if heading is None or count_words(title) < _MIN_LONG or not looks_like_title(title):
        return False
    stem = posixpath.splitext(posixpath.basename(context.note.path))[0]
    if comparison_key(stem.replace("_", " ")) != comparison_key(title):
        return False
    body = context.note.text[context.note.body_start : context.note.body_start + _BODY]
    return len(_SAYS_PAPER.findall(body)) >= _MIN_SAID


def _title_parts(context: NoteContext, heading: Block) -> TitleParts:
    """Return the title in a heading, with its venue and year; an empty title if the heading is a label or a card."""
    if heading.index in context.claimed_blocks or context.is_label(heading):
        return TitleParts("")
    return note_names.dated_title(context.visible_text(heading.index))


def _blocks_below(context: NoteContext, heading: Block | None) -> list[Block]:
    """Return the first two blocks below the title."""
    after = (b for b in context.children(-1) if heading is not None and b.index > heading.index)
    return list(islice(after, 2))


def _venue_below(context: NoteContext, heading: Block | None) -> TitleParts:
    """Return the venue with its year in the first two blocks below the title."""
    for block in _blocks_below(context, heading):
        if block.kind not in (BlockKind.PARAGRAPH, BlockKind.HEADING):
            break
        line = context.source(block.span).partition("\n")[0].strip("#*_[]()【】 ")
        if note_names.YEAR.search(line) and count_words(line) <= _MAX_VENUE_WORDS:
            venue, year, track = venues.find_venue(line)
            if venue and year:
                return TitleParts("", venue, year, track)
    return TitleParts("")


def _authors_below(context: NoteContext, heading: Block | None) -> tuple[str, ...]:
    """Return the authors in the first block below the title.

    A single name counts if its given name is frequent: `Toyota Research Institute` looks the same.
    """
    names = card_bylines.byline(context, _blocks_below(context, heading))
    return names if len(names) > 1 or any(map(_is_one_author, names)) else ()


def _is_one_author(name: str) -> bool:
    return authorship.has_given_name(name) and not _FULL_STOP.search(name)


# --- decision -------------------------------------------------------------------------------------


def _may_be_title(title: str, *, has_venue: bool) -> bool:
    """Return whether words may be the title of a paper, and not that of a list, a report or a diary."""
    if not _MIN_WORDS <= count_words(title) + has_venue <= _MAX_WORDS:
        return False
    return not (is_generic(title) or _CJK.match(title) or _OTHER_NOTE.search(title))


def _count_signs(context: NoteContext, paper: TitleParts, authors: tuple[str, ...], *, agrees: bool) -> int:
    """Return the number of signs that a note is about a paper; 0 for a list of papers.  Two authors count at most.

    Args:
        context: The note.
        paper: The title with the year.
        authors: The authors below it.
        agrees: Whether the file name repeats the title.
    """
    if sum(is_paper_link(i) for _, i in context.links) > _MAX_PAPER_LINKS:
        return 0
    signs = 1 + bool(paper.venue) + min(len(authors), 2) + agrees
    signs += any(_SECTION.fullmatch(context.visible_text(b.index)) for b in context.headings[1:])
    body = context.note.text, context.note.body_start
    return signs + bool(_NAMES_PAPER.search(*body)) + bool(_FORMULA.search(*body))
