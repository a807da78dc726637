"""One identifier under two titles: a link or a number that was copied to the wrong paper."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from papernotes_plugin import text
from papernotes_plugin.checks.checked_library import CheckedLibrary, EvidenceSource
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import Identifier, Inline, InlineKind, Library, MentionKind

_SCHEMES = frozenset({"doi", "arxiv"})
_LEAST = 3
"""Shorter titles are nicknames as often as not."""
_SHARED = 0.4
"""Titles that share this part of the words of the shorter one may well be one title that was changed."""
_FILLING_TABLE = """
    a an and are as at be by can do does for from how in into is it its of on or that the to toward towards using via
    what when where which why with without
"""
_FILLING = frozenset(_FILLING_TABLE.split())
_MARKS = frozenset({InlineKind.LINK, InlineKind.STRONG, InlineKind.EMPHASIS})


def check(checked: CheckedLibrary) -> Iterator[Issue]:
    """A line for each title of an identifier that has nothing to do with the first one."""
    holders: dict[Identifier, list[EvidenceSource]] = defaultdict(list)
    for place in checked.evidence_sources():
        if place.evidence.title:
            for identifier in place.evidence.identifiers:
                if identifier.scheme in _SCHEMES:
                    holders[identifier].append(place)
    stated = _TitleStatements(checked.library)
    for identifier, evidence_sources in holders.items():
        if len({place.evidence.title for place in evidence_sources}) > 1:
            yield from _compared(checked, stated, identifier, evidence_sources)


class _TitleStatements:
    """Which places state their title as one: a heading above a link, or the words of a link, may say something else."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._marked: dict[str, tuple[list[int], Mapping[int, Sequence[Inline]]]] = {}

    def has(self, place: EvidenceSource) -> bool:
        """Whether this place does."""
        mention, said = place.mention, place.evidence
        if mention is None or mention.kind in (MentionKind.LITERATURE_NOTE, MentionKind.BIBTEX):
            return True
        if mention.kind not in (MentionKind.CARD, MentionKind.ITEM):
            return False
        if said.authors or said.venue or said.year:
            return True
        marked = self._beside(place.path, mention.span.start)
        if mention.kind is MentionKind.CARD:
            return any(inline.kind is InlineKind.LINK for inline in marked)
        return any(text.comparison_key(inline.text) == text.comparison_key(said.title) for inline in marked)

    def _beside(self, path: str, start: int) -> Sequence[Inline]:
        """The links and marked words in the block of an offset."""
        inlines = self._library.by_path[path].document.inlines
        if path not in self._marked:
            by_block: dict[int, list[Inline]] = defaultdict(list)
            for inline in inlines:
                if inline.kind in _MARKS:
                    by_block[inline.block].append(inline)
            self._marked[path] = [inline.span.start for inline in inlines], by_block
        starts, marked = self._marked[path]
        at = max(bisect_right(starts, start) - 1, 0)
        if at + 1 < len(inlines) and inlines[at].span.end <= start:
            at += 1
        return marked.get(inlines[at].block, ()) if inlines else ()


def _compared(
    checked: CheckedLibrary, stated: _TitleStatements, identifier: Identifier, evidence_sources: list[EvidenceSource]
) -> Iterator[Issue]:
    first = next(filter(stated.has, evidence_sources), None)
    if first is None:
        return
    told: set[str] = set()
    for place in evidence_sources:
        title = place.evidence.title
        if title in told or not differ(first.evidence.title, title):
            continue
        if not stated.has(place) and not _of_another(checked, identifier, title):
            continue
        told.add(title)
        if first.mention is None and place.mention is not None:
            message = f"{identifier} is '{_short(title)}' here, but '{_short(first.evidence.title)}' in {first}"
            yield issue(Code.OTHER_TITLE, place.path, place.line, message)
        else:
            message = f"{identifier} is '{_short(title)}' here and '{_short(first.evidence.title)}' at {first}"
            yield issue(Code.TWO_TITLES, place.path, place.line, message)


def _of_another(checked: CheckedLibrary, identifier: Identifier, title: str) -> bool:
    """Whether this is the title of another paper that is known."""
    other = checked.library.by_title.get(text.comparison_key(title))
    return other is not None and identifier not in other.identifiers


def differ(one: str, other: str) -> bool:
    """Whether two titles can hardly be those of one paper; where that is open, they are taken for one.

    Examples:
        >>> differ("Attention Is All You Need", "Deep Residual Learning for Image Recognition")
        True
        >>> differ("KAN: Kolmogorov-Arnold Networks", "Kolmogorov–Arnold networks for all of us")
        False
        >>> differ("Attention Is All You Need", "注意力就是你所需要的全部")
        False
    """
    first, second = text.comparison_key(one), text.comparison_key(other)
    # a translation shares no word
    if not (first.isascii() and second.isascii()) or min(text.count_words(one), text.count_words(other)) < _LEAST:
        return False
    a, b = set(first.split()) - _FILLING, set(second.split()) - _FILLING
    return bool(a and b) and len(a & b) < _SHARED * min(len(a), len(b))


def _short(title: str) -> str:
    return title if len(title) <= 60 else f"{title[:59].rstrip()}…"
