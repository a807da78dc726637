"""Check whether words in prose that equal a name are meant as the name."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence

from papernotes_plugin.people import known_names
from papernotes_plugin.recognisers.evidence.names import name_authors, name_rows, name_subjects, name_surroundings
from papernotes_plugin.recognisers.evidence.names.name_meanings import Meaning
from papernotes_plugin.recognisers.evidence.names.name_search import NameIndex
from papernotes_plugin.recognisers.evidence.names.name_spelling import (
    has_other_spaces,
    has_same_shape,
    is_capitalised,
    is_similar,
)
from papernotes_plugin.recognisers.evidence.names.short_names import (
    NameStrength,
    ProseName,
    fold,
    is_everyday_phrase,
)
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import is_uninformative
from papernotes_plugin.text.romanisation import CJK
from papernotes_plugin.vocabulary.model import Block, BlockKind, Mention, MentionKind, Note, Span

_SENTENCE_END = re.compile(r"\s(?:(?<=[.!?]\s)\s*(?=[\"“(]?[^\W\da-z_])|[|·]\s)")
_SIGN = re.compile(r"[+#*!^★]+$")
"""Signs at the end of a name that belong to it: MoE++ is not MoE."""
_ET_AL = re.compile(r"['’]?s?,?\s+et\s+al\b|\s*等人")
"""The end of a family name: `Genie et al.`"""
_PHRASE_BEFORE = re.compile(r"\b(?:an?|the|of|for|to|in|on|with|by|from|and|or|its|their|our|these)\s+$", re.IGNORECASE)
"""A word before a phrase in lower case that is no title: `an approach to the ⟦control of linear systems⟧`."""
_OTHER_WORD = re.compile(rf"\s+(?![{CJK}])[^\W\d_a-z][\w-]*")
"""A capitalised word after a name: Genie Envisioner is not Genie."""
_PAPER_BEFORE = re.compile(
    r"\b(?:(?:papers?|preprint|article)(?:\s[\w\s]{1,25}\s(?:called|named|is|was))?|entitled|titled|builds? (?:up)?on"
    r"|authors? of)\W+(?:(?:an?|the|of)\W+)?$",
    re.IGNORECASE,
)
_PAPER_AFTER = re.compile(
    r"[\"”»*_]*(?:['’]s)?,?\s+(?:papers?|preprint|article|(?-i:authors?)|(?:which\s+)?(?:was|is|were)\s+presented"
    r"|(?-i:[A-Z])\w+ et al)\b|\s*论文",
    re.IGNORECASE,
)
"""Words next to a name by which it is a paper's."""
_CLAIM = re.compile(
    r"(?:\b(?:we|authors?|(?:this|the)\s+(?:paper|work|article))\s+(?:\w+ly\s+)?"
    r"(?:introduce|propose|present|develop|design|call|name|dub)[a-z]*|提出|提案|设计|开发|构建|引入)"
    r"(?:\W*\b(?:an?|the|our|new|novel)\b)*\W*(?:了|一种|一个|名为|新的)*\W*$",
    re.IGNORECASE,
)
"""Words by which the authors of a text give the name that follows."""
_QUOTES = "\"“”„«»‘’'*_"
_MIN_TITLE_WORDS = 5
"""Words from which a title in lower case is unlikely to be everyday words."""
_MIN_LOWER_WORDS = 7
"""The same for a part of a title whose first word is in lower case, too."""
_HINT_REACH = 40
"""Characters before a name in which a word can indicate that it is a paper's."""
_AUTHOR_REACH = 60
"""Characters before the last part of a title in which an author is expected."""
_MAX_MENTIONS = 40
"""Mentions in a note from which it is a list: a mention far from a name says nothing about it."""
_FAR = 2000
"""Characters between two places of a list that have nothing to do with each other."""


class NameChecker:
    """Check the occurrences of names in one note."""

    def __init__(
        self,
        note: Note,
        mentions: Sequence[tuple[Mention, int]],
        names: NameIndex,
        meanings: Mapping[ProseName, Sequence[tuple[int, Meaning]]] | None = None,
    ) -> None:
        """Prepare the note.

        Args:
            note: The note.
            mentions: Its other mentions of papers, each with the index of the paper.
            names: The names of all papers or notes.
            meanings: The offsets of short names, with what each place says about the name.
        """
        self.context = NoteContext(note)
        self.text = note.text
        self.names = names
        self._sentences: dict[int, list[int]] = {}
        self._subjects: set[int] = {paper for m, paper in mentions if m.kind is MentionKind.LITERATURE_NOTE}
        """The papers that the note as a whole is about."""
        self._mentioned: dict[int, set[int]] = defaultdict(set)
        """The papers that are mentioned in each block, bullets and table rows included."""
        self._places: dict[int, list[int]] = defaultdict(list)
        """The offsets of the mentions of each paper."""
        self._described = name_rows.DescribedPapers(self.context, mentions)
        self._ends = sorted((mention.span.end, paper) for mention, paper in mentions)
        self._meanings = meanings or {}
        for mention, paper in mentions:
            self._add_mention(mention, paper)

    def _add_mention(self, mention: Mention, paper: int) -> None:
        context = self.context
        self._places[paper].append(mention.span.start)
        block = context.text_block_at(mention.span.start)
        if block < 0:
            return
        self._mentioned[block].add(paper)
        for ancestor in context.ancestors(block):
            if ancestor.kind in (BlockKind.ITEM, BlockKind.ROW):
                self._mentioned[ancestor.index].add(paper)
        if mention.kind is MentionKind.CARD and context.blocks[block].kind is BlockKind.HEADING:
            context.claimed_blocks.add(block)

    def _is_mentioned_near(self, block: Block, paper: int) -> bool:
        """Return whether a mention in the same bullet or paragraph, or in a card above, already names a paper."""
        context = self.context
        entry = context.enclosing_entry(block.index)
        if paper in self._subjects or paper in self._mentioned.get(entry.index if entry else block.index, ()):
            return True
        above = (heading.index for heading in context.headings_above(block.index))
        return any(index in context.claimed_blocks and paper in self._mentioned[index] for index in above)

    def possible_papers(self, span: Span, block: Block, candidates: tuple[ProseName, ...]) -> tuple[int, ...]:
        """Return the papers that the words at a span can mean, in ascending order.

        Args:
            span: The span of the words.
            block: Their block.
            candidates: The names with these words.

        Returns:
            Indices of papers; () if the words are no name, or if one of the papers is mentioned nearby.
        """
        if name_subjects.is_tag(self.text, *span) or self._heads_list(block):
            return ()
        papers = {
            name.target for name in candidates if self.is_name(name, span, block) and self._fits(name, span, block)
        }
        if not papers or self.is_part_of_longer_name(span, candidates):
            return ()
        return () if any(self._is_mentioned_near(block, p) for p in papers) else tuple(sorted(papers))

    def _heads_list(self, block: Block) -> bool:
        """Return whether a block is the heading of a list of links, whose topic it names: `### LaTeX`."""
        context = self.context
        if block.kind is not BlockKind.HEADING or block in context.headings[:1]:
            return False
        first = next(iter(context.section(block)), None)
        if first is None or first.kind is not BlockKind.LIST:
            return False
        links = (link for item in context.children(first.index) for link in context.unclaimed_links_within(item.span))
        return sum(not is_uninformative(inline.text) for _, inline in links) > 1

    def with_sign(self, span: Span, candidates: tuple[ProseName, ...]) -> Span:
        """Return a span extended by the sign or the bracket that ends the name: `MoE++`, `Soft Actor-Critic (SAC)`."""
        signs = (match.group() for name in candidates if (match := _SIGN.search(name.spelling)))
        sign = next((s for s in signs if self.text.startswith(s, span.end)), "")
        if not sign and self.text.startswith(")", span.end):
            written = self.text[span.start : span.end]
            sign = ")" if written.count("(") > written.count(")") else ""
        return Span(span.start, span.end + len(sign))

    def is_part_of_longer_name(self, span: Span, candidates: tuple[ProseName, ...]) -> bool:
        """Return whether the words are part of another name or an address: `Genie 2`, `Fast-VideoJAM`, `x@star.com`."""
        return name_surroundings.is_in_longer_name(self.text, self.with_sign(span, candidates))

    def is_name(self, name: ProseName, span: Span, block: Block) -> bool:
        """Return whether the words at a span are meant as a name; what it needs depends on `name.strength`."""
        written = self.text[span.start : span.end]
        sign = _SIGN.search(name.spelling)
        is_short = name.strength in (NameStrength.LONG, NameStrength.SHAPED) and len(written.split()) < _MIN_TITLE_WORDS
        if is_short and is_everyday_phrase(name.spelling) and self._is_in_longer_phrase(span):
            return False
        if not self.text.startswith(sign.group() if sign else "", span.end) or (
            not sign and self.text[span.end : span.end + 1] in ("+", "★")
        ):
            return False
        is_in_lower_case = written[0].islower() and name.spelling[0].isupper()
        if name.strength is NameStrength.LONG:
            return not self._is_phrase(name, span, block) and self._is_long_name(name, span, block)
        if name.strength is NameStrength.SHAPED:
            return self._is_shaped_name(name, span, block)
        if is_in_lower_case or not is_capitalised(written) or name_surroundings.is_part_of_title(self.text, span):
            return False
        if not self.names.papers:
            return True
        if name.strength is NameStrength.BY_AUTHOR:
            return self._has_author_and_year(name, span, self._sentence_at(block, span))
        is_longer = _OTHER_WORD.match(self.text, span.end, max(span.end, block.span.end))
        if is_longer or name_surroundings.follows_capital(self.text, span):
            return False
        if len(written.split()) == 1 and written != name.spelling:
            return False
        return self._is_marked_title(name, span, block) or self._is_called_paper(name, span, block)

    def _is_phrase(self, name: ProseName, span: Span, block: Block) -> bool:
        """Return whether words are a phrase in small letters, and no title: `like ⟦the picture theory of meaning⟧`."""
        text, written = self.text, self.text[span.start : span.end]
        is_small = written[0].islower()
        if not self.names.papers:
            return False
        if is_small and name.spelling[0].isupper():
            before = text[max(0, span.start - _HINT_REACH) : span.start]
            if _PHRASE_BEFORE.search(before) or name_surroundings.is_in_longer_mark(self.context, span, block):
                return True
        if not name_surroundings.may_be_term(text, span) or self._is_called_paper(name, span, block):
            return False
        return is_small or self.opens_sentence(span, block)

    def _is_marked_title(self, name: ProseName, span: Span, block: Block) -> bool:
        """Return whether three words are a whole title: as a note's own title, or between marks such as `*`."""
        is_own_title = block.kind is BlockKind.HEADING and (block.level == 1 or block in self.context.headings[:1])
        is_marked = name_surroundings.is_between_marks(self.text, span)
        is_whole = name.strength is NameStrength.CAPITALS and self._is_whole_title(name)
        return is_whole and (is_own_title or is_marked)

    def _is_long_name(self, name: ProseName, span: Span, block: Block) -> bool:
        """Return whether four words or more are a name: by number, capitals, or a word nearby."""
        written = self.text[span.start : span.end]
        count = len(written.split())
        is_title = written[0].isupper() or self._is_whole_title(name)
        opening = self.text[self._sentence_at(block, span).start : span.start]
        is_marked_off = self._is_whole_title(name) and (len(opening.split()) < 2 or count >= _MIN_TITLE_WORDS)
        if not is_marked_off and name_surroundings.follows_capital(self.text, span):
            return False
        is_subject = is_everyday_phrase(name.spelling) and self._is_before_colon(name)
        if count >= (_MIN_TITLE_WORDS if is_title else _MIN_LOWER_WORDS):
            return True
        return (is_capitalised(written) and not is_subject) or self._is_called_paper(name, span, block)

    def _is_shaped_name(self, name: ProseName, span: Span, block: Block) -> bool:
        """Return whether words with inner capitals are a name, and no part of a longer name or another title."""
        written, papers = self.text[span.start : span.end], self.names.papers
        if name_surroundings.continues_name(self.text, span) or (
            papers and name_surroundings.is_in_other_title(self.text, span, block, papers[name.target].title)
        ):
            return False
        if has_same_shape(name.spelling, written):
            return not has_other_spaces(name.spelling, written) or self._is_called_paper(name, span, block)
        if is_similar(name.spelling, written) and self._is_called_paper(name, span, block):
            return True
        return written[:1].isupper() and self._follows_author(name, span, block)

    def _is_before_colon(self, name: ProseName) -> bool:
        return bool(self.names.papers) and self.names.papers[name.target].title.startswith(f"{name.spelling}:")

    def _is_whole_title(self, name: ProseName) -> bool:
        return not self.names.papers or self.names.papers[name.target].title == name.spelling

    def _is_in_longer_phrase(self, span: Span) -> bool:
        """Return whether capitalised words follow those at a span, or a longer title contains them."""
        return bool(_OTHER_WORD.match(self.text, span.end)) or name_surroundings.is_part_of_title(self.text, span)

    def _fits(self, name: ProseName, span: Span, block: Block) -> bool:
        """Return whether a name means this paper here, by what notes say about it, and by the subject of an acronym."""
        if not self.names.papers:
            return True
        if name.strength is NameStrength.LONG:
            return not self._is_by_other_author(name, span)
        meanings = self._meanings.get(name, ())
        if any(meaning is Meaning.OTHER for _, meaning in meanings):
            return False
        if _ET_AL.match(self.text, span.end) or self._is_claimed_by_others(name.target, span, block):
            return False
        if self._described.has_name(span, block, name.target, self.names.papers[name.target]):
            return False
        is_contested = name in self.names.contested
        is_acronym = name_subjects.needs_subject(name.spelling)
        if not is_acronym and not is_contested:
            return True
        if self._is_meant(name, span, block):
            return True
        if is_contested or (span.start, Meaning.CITED) in meanings:
            return False
        others = (self.names.papers[index] for index in self._mentioned.get(block.index, ()))
        paper, frequent = self.names.papers[name.target], self.names.frequent_stems
        return name_subjects.speaks_of(self.context, span, block, paper, others, frequent)

    def _is_by_other_author(self, name: ProseName, span: Span) -> bool:
        """Return whether words are the title of a reference whose author has not written the paper."""
        family = fold(name_authors.family_before(self.text, span.start)).split()
        authors = known_names(self.names.papers[name.target].authors) if family else ()
        return bool(authors) and not any(set(family) <= set(fold(author).split()) for author in authors)

    def _is_meant(self, name: ProseName, span: Span, block: Block) -> bool:
        """Return whether a mention, its long form or its authors show that a name is this paper's."""
        if name.target in self._subjects:
            return True
        own = (at for at, meaning in self._meanings.get(name, ()) if meaning is Meaning.OWN)
        places = (*own, *self._places.get(name.target, ()))
        if any(len(self._ends) <= _MAX_MENTIONS or abs(at - span.start) <= _FAR for at in places):
            return True
        return self._is_called_paper(name, span, block)

    def _is_claimed_by_others(self, paper: int, span: Span, block: Block) -> bool:
        """Return whether the authors of another paper, which the text is about, say that they gave the name."""
        start = max(block.span.start, span.start - _HINT_REACH)
        if not _CLAIM.search(self.text, start, span.start):
            return False
        about = self._subjects | self._mentioned.get(block.index, set())
        at = bisect_right(self._ends, (block.span.start, len(self.names.papers)))
        if at and block.span.start - self._ends[at - 1][0] <= _HINT_REACH:
            about = {*about, self._ends[at - 1][1]}
        return bool(about) and paper not in about

    def opens_sentence(self, span: Span, block: Block) -> bool:
        """Return whether the words begin their sentence, where any word has a capital."""
        return not self.text[self._sentence_at(block, span).start : span.start].strip(" \n>-" + _QUOTES)

    def _is_called_paper(self, name: ProseName, span: Span, block: Block) -> bool:
        """Return whether words are in quotation marks, or next to a word such as `paper` or the paper's authors."""
        text = self.text
        is_quoted = text[span.start - 1 : span.start] in _QUOTES[:7] and text[span.end : span.end + 1] in _QUOTES[:7]
        if is_quoted and name.strength is not NameStrength.SHAPED:
            return True
        start, end = self._sentence_at(block, span)
        before = text[max(start, span.start - _HINT_REACH) : span.start].rstrip(_QUOTES)
        if _PAPER_BEFORE.search(before) or _PAPER_AFTER.match(text, span.end, max(span.end, end)):
            return True
        return (span.start, Meaning.OWN) in self._meanings.get(name, ()) or self._follows_author(name, span, block)

    def _follows_author(self, name: ProseName, span: Span, block: Block) -> bool:
        """Return whether the full name of an author of the paper is before a name in its sentence."""
        if not self.names.papers:
            return False
        start = max(self._sentence_at(block, span).start, span.start - _AUTHOR_REACH)
        before = f" {' '.join(fold(self.text[start : span.start]).split())} "
        authors = (author.partition(",") for author in known_names(self.names.papers[name.target].authors))
        folded = (" ".join(fold(f"{given} {family}").split()) for family, _, given in authors)
        return any(" " in author and f" {author} " in before for author in folded)

    def _has_author_and_year(self, name: ProseName, span: Span, sentence: Span) -> bool:
        paper = self.names.papers[name.target]
        near = set(fold(self.text[max(sentence.start, span.start - _AUTHOR_REACH) : span.start]).split())
        families = (fold(author.split(",")[0]).split()[-1:] for author in known_names(paper.authors))
        has_year = self.text.find(str(paper.year), sentence.start, sentence.end) >= 0
        return has_year and any(near.issuperset(family) for family in families if family)

    def _sentence_at(self, block: Block, span: Span) -> Span:
        """Return the span of the sentence with a span."""
        if block.index not in self._sentences:
            starts = [m.end() for m in _SENTENCE_END.finditer(self.text, *block.span)]
            self._sentences[block.index] = [block.span.start, *starts, block.span.end]
        starts = self._sentences[block.index]
        at = bisect_right(starts, span.start, 0, len(starts) - 1)
        return Span(starts[at - 1], starts[at])
