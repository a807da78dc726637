"""Find identifiers with two different titles: a link or number was copied to the wrong paper."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from papernotes_plugin import text
from papernotes_plugin.checks.checked_library import CheckedLibrary, EvidenceSource
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import Identifier, Inline, InlineKind, Library, MentionKind

_SCHEMES = frozenset({"doi", "arxiv"})
_MIN_WORDS = 3
"""Words of a title that is compared; a shorter one may be a nickname."""
_MIN_OVERLAP = 0.4
"""Part of the words of the shorter title that two versions of one title have in common."""
_SMALL_WORDS_TABLE = """
    a an and are as at be by can do does for from how in into is it its of on or that the to toward towards using via
    what when where which why with without
"""
_SMALL_WORDS = frozenset(_SMALL_WORDS_TABLE.split())
_MARKED_KINDS = frozenset({InlineKind.LINK, InlineKind.STRONG, InlineKind.EMPHASIS})


def check(checked: CheckedLibrary) -> Iterator[Issue]:
    """Yield an issue for each title of an identifier that is not a version of its first title.

    Places of two papers are not compared: their contradiction is the reason why they are two, and a build reports it.
    """
    sources_of: dict[tuple[Identifier, str], list[EvidenceSource]] = defaultdict(list)
    for source in checked.evidence_sources():
        if source.evidence.title:
            for identifier in source.evidence.identifiers:
                if identifier.scheme in _SCHEMES:
                    sources_of[identifier, source.paper.slug if source.paper else ""].append(source)
    statements = _TitleStatements(checked.library)
    for (identifier, _), sources in sources_of.items():
        if len({source.evidence.title for source in sources}) > 1:
            yield from _compare(checked, statements, identifier, sources)


class _TitleStatements:
    """Decide which places give the title of their paper; a heading above a link, or a link text, may be other words."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._marked: dict[str, tuple[list[int], Mapping[int, Sequence[Inline]]]] = {}

    def has_title(self, source: EvidenceSource) -> bool:
        """Return whether the title of a place is certain."""
        mention, evidence = source.mention, source.evidence
        if mention is None or mention.kind in (MentionKind.LITERATURE_NOTE, MentionKind.BIBTEX):
            return True
        if mention.kind not in (MentionKind.CARD, MentionKind.ITEM):
            return False
        if evidence.authors or evidence.venue or evidence.year:
            return True
        marked = self._marked_in_block(source.path, mention.span.start)
        if mention.kind is MentionKind.CARD:
            return any(inline.kind is InlineKind.LINK for inline in marked)
        return any(text.comparison_key(inline.text) == text.comparison_key(evidence.title) for inline in marked)

    def _marked_in_block(self, path: str, start: int) -> Sequence[Inline]:
        """Return the links, strong and emphasised texts in the block at an offset."""
        inlines = self._library.by_path[path].document.inlines
        if path not in self._marked:
            by_block: dict[int, list[Inline]] = defaultdict(list)
            for inline in inlines:
                if inline.kind in _MARKED_KINDS:
                    by_block[inline.block].append(inline)
            self._marked[path] = [inline.span.start for inline in inlines], by_block
        starts, marked = self._marked[path]
        at = max(bisect_right(starts, start) - 1, 0)
        if at + 1 < len(inlines) and inlines[at].span.end <= start:
            at += 1
        return marked.get(inlines[at].block, ()) if inlines else ()


def _compare(
    checked: CheckedLibrary, statements: _TitleStatements, identifier: Identifier, sources: list[EvidenceSource]
) -> Iterator[Issue]:
    """Yield an issue for each title of an identifier that differs from the first certain one."""
    first = next(filter(statements.has_title, sources), None)
    if first is None:
        return
    reported: set[str] = set()
    for source in sources:
        title = source.evidence.title
        if title in reported or not are_different(first.evidence.title, title):
            continue
        if not statements.has_title(source) and not _is_title_of_other_paper(checked, identifier, title):
            continue
        reported.add(title)
        if first.mention is None and source.mention is not None:
            message = f"{identifier} is '{_shorten(title)}' here, but '{_shorten(first.evidence.title)}' in {first}"
            yield issue(Code.OTHER_TITLE, source.path, source.line, message)
        else:
            message = f"{identifier} is '{_shorten(title)}' here and '{_shorten(first.evidence.title)}' at {first}"
            yield issue(Code.TWO_TITLES, source.path, source.line, message)


def _is_title_of_other_paper(checked: CheckedLibrary, identifier: Identifier, title: str) -> bool:
    """Return whether a title is that of another paper of the library."""
    other = checked.library.by_title.get(text.comparison_key(title))
    return other is not None and identifier not in other.identifiers


def are_different(one: str, other: str) -> bool:
    """Return whether two titles are certainly not versions of one title.

    Examples:
        >>> are_different("Attention Is All You Need", "Deep Residual Learning for Image Recognition")
        True
        >>> are_different("KAN: Kolmogorov-Arnold Networks", "Kolmogorov–Arnold networks for all of us")
        False
        >>> are_different("Attention Is All You Need", "注意力就是你所需要的全部")
        False
    """
    first, second = text.comparison_key(one), text.comparison_key(other)
    # a translation shares no word
    if not (first.isascii() and second.isascii()) or min(text.count_words(one), text.count_words(other)) < _MIN_WORDS:
        return False
    a, b = set(first.split()) - _SMALL_WORDS, set(second.split()) - _SMALL_WORDS
    return bool(a and b) and len(a & b) < _MIN_OVERLAP * min(len(a), len(b))


def _shorten(title: str) -> str:
    return title if len(title) <= 60 else f"{title[:59].rstrip()}…"
