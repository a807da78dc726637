"""Find signs in the text of a note that the note is about one paper."""

from __future__ import annotations

import re

from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note

_SECTION = re.compile(
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
_NAMES_PAPER = re.compile(
    rf"\b(?:{THIS_PAPER}|their paper|(?:this|the|their) (?:article|study)|we (?:propose|show that|present|introduce)"
    r"|cet article|les auteurs|este (?:artículo|artigo)|(?:los|os) autores|gli autori|die autoren|dieser artikel)\b"
    r"|本文|论文|作者|这篇文章|論文|著者|논문|저자",
    re.IGNORECASE,
)
"""Words with which a note speaks of its paper."""
_IDEAS = re.compile(r"\W*(?:key|main) ideas?\W*|\W*(?:introduction|conclusions?)\W*", re.IGNORECASE)
"""A heading that notes about papers have, and other notes, too."""


@once_per_note
def has_section_of_paper(context: NoteContext) -> bool:
    """Return whether a heading below the title is that of a section of papers: `Related work`, `摘要`."""
    return any(_SECTION.fullmatch(context.visible_text(b.index)) for b in context.headings[1:])


def names_paper(context: NoteContext) -> bool:
    """Return whether a note speaks of its paper: `the authors`, `本文`."""
    return _NAMES_PAPER.search(context.note.text, context.note.body_start) is not None


def is_on_document(context: NoteContext, block: int) -> bool:
    """Return whether a block is the title of a note that has a sign of a note about a document."""
    if not context.headings or block != context.headings[0].index:
        return False
    headings = (context.visible_text(b.index) for b in context.headings[1:])
    return has_section_of_paper(context) or names_paper(context) or any(map(_IDEAS.fullmatch, headings))
