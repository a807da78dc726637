"""Read the words around a place by which a name is a paper's: `the Genie paper`, its authors, quotation marks."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence

from papernotes_plugin.people import known_names
from papernotes_plugin.recognisers.evidence.names import name_authors
from papernotes_plugin.recognisers.evidence.names.name_meanings import Meaning
from papernotes_plugin.recognisers.evidence.names.short_names import NameStrength, ProseName, fold
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.romanisation import CJK_LETTER
from papernotes_plugin.vocabulary.model import Block, Paper, Span

_SENTENCE_END = lazy_regex(r"\s(?:(?<=[.!?]\s)\s*(?=[\"“(]?[^\W\da-z_])|[|·]\s)")
_PAPER_BEFORE = lazy_regex(
    r"\b(?:(?:papers?|preprint|article)(?:\s[\w\s]{1,25}\s(?:called|named|is|was))?|entitled|titled|builds? (?:up)?on"
    r"|authors? of)\W+(?:(?:an?|the|of)\W+)?$",
    re.IGNORECASE,
)
_PAPER_AFTER = lazy_regex(
    r"[\"”»*_]*(?:['’]s)?,?\s+(?:papers?|preprint|article|(?-i:authors?)|(?:which\s+)?(?:was|is|were)\s+presented"
    r"|(?-i:[A-Z])\w+ et al)\b|\s*论文",
    re.IGNORECASE,
)
"""Words next to a name by which it is a paper's."""
_CLAIM = lazy_regex(
    r"(?:\b(?:we|authors?|(?:this|the)\s+(?:paper|work|article))\s+(?:\w+ly\s+)?"
    r"(?:introduce|propose|present|develop|design|call|name|dub)[a-z]*|提出|提案|设计|开发|构建|引入)"
    r"(?:\W*+\b(?:an?|the|our|new|novel)\b)*\W*+(?:了|一种|一个|名为|新的)*\W*$",
    re.IGNORECASE,
)
"""Words by which the authors of a text give the name that follows."""
_QUOTES = "\"“”„«»‘’'*_"
_REACH = 40
"""Characters before a name in which a word can indicate that it is a paper's."""
_AUTHOR_REACH, _FAR_REACH = 60, 100
"""Characters before the last part of a title, and before a quotation, in which an author is expected."""
_WORDS = lazy_regex(r"[^\W\d_]+(?:-[^\W\d_]+)*")


class Hints:
    """The words around the places of one note that have the words of a name."""

    def __init__(
        self, context: NoteContext, papers: Sequence[Paper], meanings: Mapping[ProseName, Sequence[tuple[int, Meaning]]]
    ) -> None:
        """Prepare the note.

        Args:
            context: The note.
            papers: The papers with the names; empty for names of notes.
            meanings: The offsets of short names, with what each place says about the name.
        """
        self.context, self.text = context, context.note.text
        self.papers, self.meanings = papers, meanings
        self._sentences: dict[int, list[int]] = {}

    def sentence(self, span: Span, block: Block) -> Span:
        """Return the span of the sentence with a span."""
        if block.index not in self._sentences:
            starts = [m.end() for m in _SENTENCE_END.finditer(self.text, *block.span)]
            self._sentences[block.index] = [block.span.start, *starts, block.span.end]
        starts = self._sentences[block.index]
        at = bisect_right(starts, span.start, 0, len(starts) - 1)
        return Span(starts[at - 1], starts[at])

    def opens_sentence(self, span: Span, block: Block) -> bool:
        """Return whether the words begin their sentence, where any word has a capital."""
        return not self.text[self.sentence(span, block).start : span.start].strip(" \n>-" + _QUOTES)

    def is_called_paper(self, name: ProseName, span: Span, block: Block) -> bool:
        """Return whether words are in quotation marks, or next to a word such as `paper` or the paper's authors.

        A single word, or a part of a title, is in quotation marks as a term, too, unless an author is before it.
        """
        text = self.text
        is_quoted = text[span.start - 1 : span.start] in _QUOTES[:7] and text[span.end : span.end + 1] in _QUOTES[:7]
        is_small = text[span.start].islower() and name.spelling[0].isupper()
        if is_quoted and name.strength is not NameStrength.SHAPED and not is_small:
            is_term = bool(self.papers) and self._may_be_term(name)
            if not is_term or self._follows_author(name, max(block.span.start, span.start - _FAR_REACH), span):
                return True
        start, end = self.sentence(span, block)
        before = text[max(start, span.start - _REACH) : span.start].rstrip(_QUOTES)
        if _PAPER_BEFORE.search(before) or _PAPER_AFTER.match(text, span.end, max(span.end, end)):
            return True
        return (span.start, Meaning.OWN) in self.meanings.get(name, ())

    def follows_author_in_year(self, name: ProseName, span: Span, block: Block) -> bool:
        """Return whether a family name of an author is before a name, and the year of the paper is in its sentence."""
        paper, (start, end) = self.papers[name.target], self.sentence(span, block)
        has_year = self.text.find(str(paper.year), start, end) >= 0
        return has_year and self._follows_author(name, max(start, span.start - _AUTHOR_REACH), span)

    def is_next_to_author(self, name: ProseName, span: Span, block: Block) -> bool:
        """Return whether a family name of an author is right before or after a name: `Hu's ⟦Title⟧`, `⟦Title⟧ (Hu)`."""
        behind = self.text[span.end : min(block.span.end, span.end + _REACH)]
        authors = known_names(self.papers[name.target].authors)
        is_behind = not _family_names(authors).isdisjoint(_WORDS.findall(fold(behind)))
        return is_behind or self._follows_author(name, max(block.span.start, span.start - _REACH), span)

    def _may_be_term(self, name: ProseName) -> bool:
        """Return whether a name is a single word, or a part of the title of its paper."""
        is_part = " " not in name.spelling or self.papers[name.target].title != name.spelling
        return is_part and not CJK_LETTER.search(name.spelling)

    def _follows_author(self, name: ProseName, start: int, span: Span) -> bool:
        """Return whether a family name of an author is between an offset and a name."""
        near = set(_WORDS.findall(fold(self.text[start : span.start])))
        return not near.isdisjoint(_family_names(known_names(self.papers[name.target].authors)))

    def is_by_other_author(self, name: ProseName, span: Span) -> bool:
        """Return whether words are the title of a reference whose author has not written the paper."""
        authors = known_names(self.papers[name.target].authors) if self.papers else ()
        if not authors:
            return False
        family = fold(name_authors.family_before(self.text, span.start)).split()
        if family:
            return not any(set(family) <= set(fold(author).split()) for author in authors)
        behind = set(fold(name_authors.words_of_authors_after(self.text, span.end)).split())
        return bool(behind) and behind.isdisjoint(_family_names(authors))

    def is_claimed(self, span: Span, block: Block) -> bool:
        """Return whether the authors of what the text is about say that they gave the name at a span."""
        return bool(_CLAIM.search(self.text, max(block.span.start, span.start - _REACH), span.start))


def _family_names(authors: Iterable[str]) -> set[str]:
    """Return the last word of each family name, folded."""
    return {word for author in authors for word in fold(author.partition(",")[0]).split()[-1:]}
