"""Find signs in the text of a note that it is about one paper."""

from __future__ import annotations

import re

from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, Note

_SECTION = lazy_regex(
    r"[\W\d]*(?:abstract(?:\s*(?:&|and|/)\s*\w+)?|related works?|(?:proposed )?(?:methods?|methodology|approach)"
    r"|experiments?(?: and results)?"
    r"|experimental results|ablations?(?: study| studies)?|(?:main |key )?contributions?|limitations"
    r"|摘要|方法|实验|相关工作|贡献|创新点|提案手法|手法|実験|関連研究|초록|실험|방법|관련 연구"
    r"|zusammenfassung|methoden?|résumé|méthodes?|resumen|métodos?|resumo)\W*",
    re.IGNORECASE,
)
"""A heading that papers have, and notes about them."""
THIS_PAPER = r"(?:this|the) paper|the authors?"
"""Pattern of words with which hardly anything but a note on a paper speaks of a paper."""
_THIS_PAPER_IN_CHINESE = r"本文(?![\u3041-\u30fa])"
"""The Chinese word for this paper; in Japanese, where kana follow, the word is the body of the note."""
_NAMES_PAPER = lazy_regex(
    rf"\b(?:{THIS_PAPER}|their (?:paper|article|study)|(?:this|the) article|we (?:propose|show that|present|introduce)"
    r"|this (?:[a-z]+ ){0,2}(?:survey|review|research|work|study|thesis) (?:proposes|presents|provides|examines"
    r"|introduces|investigates|compares|explores|addresses|describes|develops|reviews|evaluates|demonstrates|analy[sz]es)"
    r"|cet article|les auteurs|este (?:artículo|artigo)|(?:los|os) autores|gli autori|die autoren|dieser artikel)\b"
    rf"|{_THIS_PAPER_IN_CHINESE}|论文|这篇文章|論文|논문|(?:作者|著者|저자)(?![*_]{{0,2}}\s?[:：/])",
    re.IGNORECASE,
)
"""Words with which a note speaks of its paper, but for the label of the authors."""
_WORD_FOR_PAPER = lazy_regex(
    r"\b(?:papers?|preprint|arxiv|et al|authors?)\b|论文|論文|作者|著者|논문|저자", re.IGNORECASE
)
_WORD_FOR_POST = lazy_regex(r"\b(?:blogs?|newsletters?|podcasts?)\b|博客|ブログ|블로그", re.IGNORECASE)
_ABSTRACT = lazy_regex(r"[\W\d]*(?:abstract|摘要|概要|초록)\W*", re.IGNORECASE)
_IDEAS = lazy_regex(r"\W*(?:key|main) ideas?\W*|[\W\d]*(?:introduction|conclusions?|(?:my )?notes)\W*", re.IGNORECASE)
"""A heading that notes about papers have, and other notes, too."""


_REVIEW = lazy_regex(
    r"\W*(?:strengths?|weakness(?:es)?|improvements|(?:strong|weak) points|pros(?: (?:and|&) cons)?"
    r"|key (?:takeaways?|contributions?)|detailed comments|paper summary|öz|özet"
    r"|críticas?|fortalezas|debilidades|(?:puntos|pontos) (?:fuertes|débiles|fortes|fracos)|limitaciones|limitações"
    r"|points (?:forts|faibles)|critiques?|stärken(?: und schwächen)?|schwächen|kritik(?:punkte)?|punti di forza"
    r"|(?:mocne|słabe) strony|(?:сильные|слабые) стороны|достоинства|недостатки)\W*",
    re.IGNORECASE,
)
"""A heading that reviews of papers have, in the languages of notes."""
_OTHERS = lazy_regex(
    rf"\b(?:the|this) (?:paper|article)\b|\bthe authors?\b|{_THIS_PAPER_IN_CHINESE}|본 논문|이 논문|논문에서|저자|作者"
    r"|本論文|この論文|著者"
    r"|\bmakale(?:de|nin)\b"
    r"|\b(?:(?:el|del|al|este|o|do|das|dieses|le|ce) \*?paper\b|(?:el|este|del) artículo|(?:los|os) autores"
    r"|(?:o|do|este) artigo|cet article|l['’]article|les auteurs|die autor(?:en|innen)|autor:innen|dieser artikel"
    r"|gli autori|l['’]articolo|autorzy|artykule?|авторы|статье)\b",
    re.IGNORECASE,
)
"""Words with which a note speaks of the paper of others."""
_WE = lazy_regex(r"\b(?:we|our)\b", re.IGNORECASE)
_FOREIGN = lazy_regex(
    r"(?:[\u3041-\u30fa\u4e00-\u9fff\uac00-\ud7a3][^\u3041-\u30fa\u4e00-\u9fff\uac00-\ud7a3]{0,30}){30}"
)
"""Prose in Chinese, Japanese or Korean."""
_LABEL = lazy_regex(
    r"^\*\*(?:Task|Motivation|Overview|Methods?|Idea|Results?|Experiments?|Contributions?)\*\*\s*:", re.MULTILINE
)
"""A bold label in place of the heading of a section: `**Motivation**:`."""
_MIN_SECTIONS = 2
_OPENING = 500
"""Characters at the beginning of a section that show its language."""
_MAX_BODY = 4000
"""Characters in which a note must speak of its paper."""
_MIN_OTHERS = 2
_AUTHORS = lazy_regex(r"\bthe authors\b|저자|作者|著者", re.IGNORECASE)
"""Words for the authors, which a manuscript does not use of its own authors."""


@once_per_note
def reviews_paper(context: NoteContext) -> bool:
    """Return whether a note speaks of the paper of others, and has sections of papers or of reviews.

    A manuscript has the same sections, and says `we` more often.  Its sections are not in Chinese, Japanese or Korean
    below an English title.
    """
    headings = [context.visible_text(b.index) for b in context.headings[1:]]
    sections = [b for b, heading in zip(context.headings[1:], headings, strict=True) if _SECTION.fullmatch(heading)]
    if not context.note.text.isascii() and _has_foreign_sections(context, sections, headings):
        return True
    is_review = has_section_of_review(context)
    if not (is_review or sections):
        return False
    start = context.note.body_start
    body = context.note.text[start : start + _MAX_BODY]
    others = len(_OTHERS.findall(body))
    if others < _MIN_OTHERS or len(_WE.findall(body)) > 2 * others:
        return False
    return is_review or len(_AUTHORS.findall(body)) >= _MIN_OTHERS


def _has_foreign_sections(context: NoteContext, sections: list[Block], headings: list[str]) -> bool:
    """Return whether the first of several sections of papers is in Chinese, Japanese or Korean."""
    starts = [block.span.end for block in sections]
    if len(sections) + any(map(_IDEAS.fullmatch, headings)) < _MIN_SECTIONS:
        start = context.note.body_start
        labels = [label.end() for label in _LABEL.finditer(context.note.text, start, start + _MAX_BODY)]
        starts = labels if len(labels) >= _MIN_SECTIONS else []
    return bool(starts) and _FOREIGN.search(context.note.text, starts[0], starts[0] + _OPENING) is not None


@once_per_note
def opens_with_foreign_abstract(context: NoteContext) -> bool:
    """Return whether the first heading below an English title is `Abstract`, above Chinese, Japanese or Korean."""
    if len(context.headings) < _MIN_SECTIONS:
        return False
    title, section = (context.visible_text(heading.index) for heading in context.headings[:2])
    if not (title.isascii() and _ABSTRACT.fullmatch(section)):
        return False
    start = context.headings[1].span.end
    return _FOREIGN.search(context.note.text, start, start + _OPENING) is not None


@once_per_note
def has_section_of_paper(context: NoteContext) -> bool:
    """Return whether a heading below the title is that of a section of papers: `Related work`, `摘要`."""
    return any(_SECTION.fullmatch(context.visible_text(b.index)) for b in context.headings[1:])


@once_per_note
def has_section_of_review(context: NoteContext) -> bool:
    """Return whether a heading is that of a section of reviews: `Strengths`."""
    return any(_REVIEW.fullmatch(context.visible_text(b.index)) for b in context.headings)


def speaks_of_paper(note: Note) -> bool:
    """Return whether a note speaks of its paper, also in comments: `the authors`, `本文`."""
    return _NAMES_PAPER.search(note.text, note.body_start) is not None


@once_per_note
def speaks_of_authors(context: NoteContext) -> bool:
    """Return whether a note speaks of `the authors`, and not more often of `us`."""
    start = context.note.body_start
    body = context.note.text[start : start + _MAX_BODY]
    authors = len(_AUTHORS.findall(body))
    return authors > 0 and len(_WE.findall(body)) <= authors


def is_on_post(note: Note) -> bool:
    """Return whether a note speaks more often of blogs and the like than of papers."""
    posts = len(_WORD_FOR_POST.findall(note.text, note.body_start))
    return posts > 0 and posts > len(_WORD_FOR_PAPER.findall(note.text, note.body_start))


def is_on_document(context: NoteContext, block: int) -> bool:
    """Return whether a block is the title of a note that has a sign of a note about a document."""
    if not context.headings or block != context.headings[0].index:
        return False
    headings = (context.visible_text(b.index) for b in context.headings[1:])
    return has_section_of_paper(context) or speaks_of_paper(context.note) or any(map(_IDEAS.fullmatch, headings))
