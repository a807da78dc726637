"""Read marks that replace the authors of the reference above: `———. *Title*`, `______. Título`, `Ders.: Titel`."""

from __future__ import annotations

from collections.abc import Iterable

from papernotes_plugin.recognisers.evidence.authors.trailing_authors import authors_in
from papernotes_plugin.recognisers.evidence.references import law_articles
from papernotes_plugin.recognisers.evidence.references.reference_reader import Reference, read_reference, start_of_names
from papernotes_plugin.recognisers.evidence.references.reference_text import ReferenceText
from papernotes_plugin.recognisers.evidence.structure.candidate_blocks import PaperCandidate
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.structure.reference_openings import REPEATED_AUTHORS
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, InlineKind

_MARK = lazy_regex(rf"[\s*>•·]*(?:\\?\[[^\[\]]{{1,40}}\]:?\s*|\d{{1,3}}[.)]\s+)?{REPEATED_AUTHORS}")
_TITLE = lazy_regex(r"[“\"«„][^“”\"«»]{8,200}[”\"»“]")
"""A title in quotation marks."""

ReadPart = tuple[PaperCandidate, ReferenceText, Reference | None]
"""A part of a block, its text, and the reference that it is; None for another text."""


class PrecedingAuthors:
    """The authors of the last reference in a list, for which the next one may have a mark.

    Args:
        names: The authors of the reference above, as they are printed; "" for none.
    """

    def __init__(self, names: str = "") -> None:
        self._names = names

    def insert(self, words: ReferenceText) -> ReferenceText:
        """Return a text with the preceding authors in place of the mark for them.

        A text without a mark ends their use: the authors of a text that cannot be read are not repeated.
        """
        mark = _MARK.match(words.text)
        if not mark:
            self._names = ""
        if not (mark and self._names):
            return words
        rest = words.text[mark.end() :]
        names = self._names.rstrip(".") if rest.startswith(".") else self._names
        return words.with_opening(f"{names} " if rest.startswith("(") else names, mark.end())

    def insert_from_item(self, context: NoteContext, item: Block, words: ReferenceText) -> ReferenceText:
        """Return a text as `insert` does; the authors may also follow the title of the list item above."""
        names = "" if self._names or not _MARK.match(words.text) else _names_above(context, item)
        return PrecedingAuthors(names).insert(words) if names else self.insert(words)

    def remember(self, words: ReferenceText, reference: Reference) -> None:
        """Keep the authors of a reference, as they are printed."""
        self._names = words.text[start_of_names(words.text) : reference.authors.end].strip()

    def read_parts(self, parts: Iterable[tuple[PaperCandidate, ReferenceText]]) -> list[ReadPart]:
        """Return the parts of a block with their references; a mark repeats the authors of the part before."""
        preceding = PrecedingAuthors(self._names)
        read: list[ReadPart] = []
        for part, words in parts:
            filled = preceding.insert(words)
            if reference := law_articles.read(filled) or read_reference(filled):
                preceding.remember(filled, reference)
            read.append((part, filled, reference))
        return read


def _names_above(context: NoteContext, item: Block) -> str:
    """Return the authors after the title in emphasis, quotation marks or a link of the list item above; "" for none."""
    above = next((b for b in reversed(context.children(item.parent)) if b.index < item.index), None)
    texts = context.text_blocks(above)[:1] if above and above.kind is BlockKind.ITEM else ()
    if not texts:
        return ""
    words, inlines = context.visible_text(texts[0].index), context.inlines_of(texts[0].index)
    if title := _TITLE.match(words):
        end = title.end()
    else:
        marked = inlines[0][1].text if inlines and inlines[0][1].kind is not InlineKind.TEXT else ""
        end = len(marked) if words.startswith(marked) else 0
    return " and ".join(authors_in(words[end:])) if end else ""
