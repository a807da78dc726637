"""Decide which papers the words at a place name.

The questions come in this order.  The first answer "no" ends it, and no link is the result.

1. Can the words be a name at all?  Not in a tag, in the heading of a list, in an address, or in a longer name.
2. Are they written like the name?  What it needs depends on its strength (`name_form`).
3. Does nothing say that they mean something else?  (`NameChecker._means_other`)
4. Does the note speak of the paper?  Only for acronyms, and for names that are contested in other notes.
5. Is no paper that they can mean mentioned nearby already?
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence

from papernotes_plugin.recognisers.evidence.names import name_rows, name_subjects, name_surroundings
from papernotes_plugin.recognisers.evidence.names.name_form import has_form, sign_of
from papernotes_plugin.recognisers.evidence.names.name_hints import Hints
from papernotes_plugin.recognisers.evidence.names.name_meanings import Meaning
from papernotes_plugin.recognisers.evidence.names.name_search import NameIndex
from papernotes_plugin.recognisers.evidence.names.short_names import NameStrength, ProseName, fold
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import is_uninformative
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Mention, MentionKind, Note, Span

_ET_AL = lazy_regex(r"['’]?s?,?\s+et\s+al\b|\s*等人")
"""The end of a family name: `Genie et al.`"""
_BRACKETS = str.maketrans("（）", "()")
_REACH = 40
"""Characters between a paragraph and the mention before it that it is about."""
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
        self.hints = Hints(self.context, names.papers, meanings or {})
        self._subjects: set[int] = {paper for m, paper in mentions if m.kind is MentionKind.LITERATURE_NOTE}
        """The papers that the note as a whole is about."""
        self._mentioned: dict[int, set[int]] = defaultdict(set)
        """The papers that are mentioned in each block, bullets and table rows included."""
        self._places: dict[int, list[int]] = defaultdict(list)
        """The offsets of the mentions of each paper."""
        self._described = name_rows.DescribedPapers(self.context, mentions)
        self._ends = sorted((mention.span.end, paper) for mention, paper in mentions)
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

    def block_at(self, span: Span) -> Block:
        """Return the block of words; the context has more blocks than the document if a table is raw HTML."""
        return self.context.blocks[self.context.text_block_at(span.start)]

    def possible_papers(self, span: Span, block: Block, candidates: tuple[ProseName, ...]) -> tuple[int, ...]:
        """Return the papers that the words at a span can mean, in ascending order.

        Returns:
            Indices of papers; () if the words are no name, or if one of the papers is mentioned nearby.
        """
        if not candidates or name_subjects.is_tag(self.text, *span) or self._heads_list(block):
            return ()
        papers = {name.target for name in candidates if self._means_paper(name, span, block)}
        if not papers or self.is_part_of_longer_name(span, candidates):
            return ()
        return () if any(self._is_mentioned_near(block, p) for p in papers) else tuple(sorted(papers))

    def is_name(self, name: ProseName, span: Span, block: Block) -> bool:
        """Return whether the words at a span are written like a name."""
        return has_form(name, span, block, self.hints)

    def with_sign(self, span: Span, candidates: tuple[ProseName, ...]) -> Span:
        """Return a span extended by the sign or the bracket that ends the name: `MoE++`, `Soft Actor-Critic (SAC)`."""
        signs = filter(None, map(sign_of, candidates))
        sign = next((s for s in signs if self.text.startswith(s, span.end)), "")
        if not sign and self.text.startswith((")", "）"), span.end):
            written = self.text[span.start : span.end].translate(_BRACKETS)
            sign = self.text[span.end] if written.count("(") > written.count(")") else ""
        return Span(span.start, span.end + len(sign))

    # --- can the words be a name at all? ---------------------------------------

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

    def is_part_of_longer_name(self, span: Span, candidates: tuple[ProseName, ...]) -> bool:
        """Return whether the words are part of another name or an address: `Genie 2`, `Fast-VideoJAM`, `x@star.com`."""
        return name_surroundings.is_in_longer_name(self.text, self.with_sign(span, candidates))

    def _is_mentioned_near(self, block: Block, paper: int) -> bool:
        """Return whether a mention in the same bullet or paragraph, or in a card above, already names a paper."""
        context = self.context
        entry = context.enclosing_entry(block.index)
        if paper in self._subjects or paper in self._mentioned.get(entry.index if entry else block.index, ()):
            return True
        above = (heading.index for heading in context.headings_above(block.index))
        return any(index in context.claimed_blocks and paper in self._mentioned[index] for index in above)

    # --- do they mean this paper? ----------------------------------------------

    def _means_paper(self, name: ProseName, span: Span, block: Block) -> bool:
        """Return whether words are written like a name, mean nothing else, and the note speaks of the paper."""
        if not self.is_name(name, span, block) or self._means_other(name, span, block):
            return False
        is_contested = name in self.names.contested
        if name.strength is NameStrength.LONG or not (is_contested or name_subjects.needs_subject(name.spelling)):
            return True
        if self._is_meant(name, span, block):
            return True
        if is_contested or (span.start, Meaning.CITED) in self.hints.meanings.get(name, ()):
            return False
        others = (self.names.papers[index] for index in self._mentioned.get(block.index, ()))
        paper, frequent = self.names.papers[name.target], self.names.frequent_stems
        return name_subjects.speaks_of(self.context, span, block, paper, others, frequent)

    def _means_other(self, name: ProseName, span: Span, block: Block) -> bool:
        """Return whether the note says that a name means something else, or is another paper's."""
        if name.strength is NameStrength.LONG:
            return self.hints.is_by_other_author(name, span)
        return (
            # defined otherwise: `A Global Temporal Retriever (GTR)`
            any(meaning is Meaning.OTHER for _, meaning in self.hints.meanings.get(name, ()))
            # a family name
            or bool(_ET_AL.match(self.text, span.end))
            # `Faster R-CNN`, as notes call something else
            or self._ends_longer_name(span)
            # "we propose GTR" in a text on another paper
            or (self.hints.is_claimed(span, block) and self._is_about_others(name.target, block))
            # the name in a row or entry on another paper
            or self._described.has_name(span, block, name.target, self.names.papers[name.target])
        )

    def _ends_longer_name(self, span: Span) -> bool:
        before = name_surroundings.word_before(self.text, span.start) if self.names.longer else ""
        words = " ".join(fold(self.text[span.start : span.end]).split()) if before else ""
        return f"{before} {words}" in self.names.longer

    def _is_about_others(self, paper: int, block: Block) -> bool:
        """Return whether the text is about other papers, and not about one."""
        about = self._subjects | self._mentioned.get(block.index, set())
        at = bisect_right(self._ends, (block.span.start, len(self.names.papers)))
        if at and block.span.start - self._ends[at - 1][0] <= _REACH:
            about = {*about, self._ends[at - 1][1]}
        return bool(about) and paper not in about

    def _is_meant(self, name: ProseName, span: Span, block: Block) -> bool:
        """Return whether a mention, its long form or its authors show that a name is this paper's."""
        if name.target in self._subjects:
            return True
        own = (at for at, meaning in self.hints.meanings.get(name, ()) if meaning is Meaning.OWN)
        places = (*own, *self._places.get(name.target, ()))
        if any(len(self._ends) <= _MAX_MENTIONS or abs(at - span.start) <= _FAR for at in places):
            return True
        return self.hints.is_called_paper(name, span, block)
