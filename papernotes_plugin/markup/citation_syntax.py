r"""Citations: `[see @key, p. 3; -@other]`, `@key [p. 3]` and MyST's `` {cite:p}`key` ``, found in the text of a note.

Imports the model only.  The grammar is pandoc's (https://pandoc.org/MANUAL.html#citation-syntax), forgiving where
pandoc would leave brackets as they are: `[@a, @b]`, `[@a; p. 3]`, `[@a][@b]`.  Whether a key names a paper is for
others to say: a bare `@word` is a citation only to those who know it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from papernotes_plugin.markup import bracketed_citations
from papernotes_plugin.markup.bracketed_citations import TextSegment
from papernotes_plugin.markup.citation_clusters import (
    CitationCluster,
    CitedKey,
    confirm_clusters,
    split_at_placeholders,
    to_citation,
    unknown_key_message,
)
from papernotes_plugin.vocabulary.model import Inline, InlineKind, Span

__all__ = [
    "CitationCluster",
    "CitedKey",
    "confirm_clusters",
    "find_citations",
    "find_citations_in_text",
    "split_at_placeholders",
    "to_citation",
    "unknown_key_message",
]

_SPANNING = (InlineKind.EMPHASIS, InlineKind.STRONG)
# https://sphinxcontrib-bibtex.readthedocs.io/en/latest/usage.html#roles
_ROLE = re.compile(r"\{(?:foot)?cite:?(?P<how>\w*)\}\Z")
_LISTED = re.compile(r"(?:\{(?P<before>[^{}]*)\})?(?P<key>[^\s,{}`]+)(?:\{(?P<after>[^{}]*)\})?")
"""One of the keys of a role, between texts in braces."""


def find_citations(source: str, inlines: Iterable[Inline]) -> list[CitationCluster]:
    """The possible citations in the inlines of a note, in order; code, math, links and HTML hold none."""
    if "@" not in source and "cite" not in source:
        return []
    found: list[CitationCluster] = []
    for stretch in _stretches(source, inlines, found):
        found += bracketed_citations.find_clusters(source, stretch)
    found.sort(key=lambda cluster: cluster.span)
    out: list[CitationCluster] = []
    for cluster in found:
        # a role within brackets is part of what they say
        if not out or cluster.span.start >= out[-1].span.end:
            out.append(cluster)
    return out


def find_citations_in_text(text: str, opaque: re.Pattern[str]) -> list[CitationCluster]:
    """The possible citations in a text by itself; what the pattern matches is no part of their words."""
    stretch = TextSegment(0)
    at = 0
    for match in opaque.finditer(text):
        stretch.spans.append(Span(at, match.start()))
        at = match.end()
    stretch.spans.append(Span(at, len(text)))
    return sorted(bracketed_citations.find_clusters(text, stretch), key=lambda cluster: cluster.span)


def _stretches(source: str, inlines: Iterable[Inline], roles: list[CitationCluster]) -> Iterator[TextSegment]:
    """What can be read as one, where an emphasis is read by itself; roles are put into the list."""
    open_: list[tuple[int, TextSegment]] = []
    passed = 0
    for inline in inlines:
        start, end = inline.span
        while open_ and (open_[-1][1].block != inline.block or open_[-1][0] <= start):
            yield open_.pop()[1]
        if not open_:
            open_.append((len(source) + 1, TextSegment(inline.block)))
        here = open_[-1][1]
        if start < passed:
            continue
        if inline.kind is InlineKind.TEXT:
            here.spans.append(inline.span)
            passed = end
        elif inline.kind in _SPANNING:
            open_.append((end, TextSegment(inline.block)))
        elif inline.bare and source[max(0, start - 5) : start].endswith(("@", "@{", "@url:")):
            here.spans.append(inline.span)
            passed = end
        else:
            passed = end
            role = _ROLE.search(source, max(0, start - 30), start) if inline.kind is InlineKind.CODE else None
            if role:
                roles += _role(source, role, inline)
    yield from (stretch for _, stretch in reversed(open_))


def _role(source: str, role: re.Match[str], code: Inline) -> Iterator[CitationCluster]:
    how, cited = role["how"], []
    for match in _LISTED.finditer(source, code.span.start + 1, code.span.end - 1):
        prefix, suffix = (" ".join((match[name] or "").split()) for name in ("before", "after"))
        span, around = Span(*match.span("key")), Span(*match.span())
        year = how.startswith("year")
        cited.append(
            CitedKey(key=match["key"], span=span, full_span=around, prefix=prefix, suffix=suffix, suppressed=year)
        )
    if cited:
        narrative = how in ("t", "ts", "ct", "cts") or how.startswith("author")
        span = Span(role.start(), code.span.end)
        yield CitationCluster(span=span, block=code.block, cited_keys=tuple(cited), narrative=narrative)
