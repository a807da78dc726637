r"""Find citations in the text of a note: `[see @key, p. 3; -@other]`, `@key [p. 3]` and MyST's `` {cite:p}`key` ``.

The grammar is that of pandoc (https://pandoc.org/MANUAL.html#citation-syntax).  It also accepts some forms that pandoc
ignores: `[@a, @b]`, `[@a; p. 3]` and `[@a][@b]`.  A bare `@word` is a possible citation; the caller knows whether it is
a citekey.
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
    is_cross_reference,
    split_at_placeholders,
    to_citation,
    unknown_key_message,
)
from papernotes_plugin.markup.document_text import EMPHASIS_KINDS
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Inline, InlineKind, Span

__all__ = [
    "CitationCluster",
    "CitedKey",
    "confirm_clusters",
    "find_citations",
    "find_citations_in_text",
    "is_cross_reference",
    "split_at_placeholders",
    "to_citation",
    "unknown_key_message",
]

# https://sphinxcontrib-bibtex.readthedocs.io/en/latest/usage.html#roles
_ROLE = lazy_regex(r"\{(?:foot)?cite:?(?P<how>\w*)\}\Z")
_LISTED = lazy_regex(r"(?:\{(?P<before>[^{}]*)\})?(?P<key>[^\s,{}`]+)(?:\{(?P<after>[^{}]*)\})?")
"""One key of a role, with its prefix and suffix in braces."""


def find_citations(source: str, inlines: Iterable[Inline]) -> list[CitationCluster]:
    """Return the possible citations in a note, in order; code, math, links and HTML contain none.

    Args:
        source: The text of the note.
        inlines: Its inlines in order.
    """
    if "@" not in source and "cite" not in source:
        return []
    clusters: list[CitationCluster] = []
    for segment in _text_segments(source, inlines, clusters):
        clusters += bracketed_citations.find_clusters(source, segment)
    clusters.sort(key=lambda cluster: cluster.span)
    out: list[CitationCluster] = []
    for cluster in clusters:
        # A role within brackets is part of a prefix or suffix.
        if not out or cluster.span.start >= out[-1].span.end:
            out.append(cluster)
    return out


def find_citations_in_text(text: str, opaque: re.Pattern[str]) -> list[CitationCluster]:
    """Return the possible citations in a text that is not part of a note, in order.

    Args:
        text: The text.
        opaque: A pattern for parts of the text, such as tags, that prefixes and suffixes do not contain.
    """
    segment = TextSegment(0)
    at = 0
    for match in opaque.finditer(text):
        segment.spans.append(Span(at, match.start()))
        at = match.end()
    segment.spans.append(Span(at, len(text)))
    return sorted(bracketed_citations.find_clusters(text, segment), key=lambda cluster: cluster.span)


def _text_segments(source: str, inlines: Iterable[Inline], roles: list[CitationCluster]) -> Iterator[TextSegment]:
    """Yield the segments of text that can contain a citation: blocks, and emphasis by itself.

    Citations in MyST roles are appended to `roles`.
    """
    open_: list[tuple[int, TextSegment]] = []
    passed = 0
    for inline in inlines:
        start, end = inline.span
        while open_ and (open_[-1][1].block != inline.block or open_[-1][0] <= start):
            yield open_.pop()[1]
        if not open_:
            open_.append((len(source) + 1, TextSegment(inline.block)))
        innermost = open_[-1][1]
        if start < passed:
            continue
        if inline.kind is InlineKind.TEXT:
            innermost.spans.append(inline.span)
            passed = end
        elif inline.kind in EMPHASIS_KINDS:
            open_.append((end, TextSegment(inline.block, link=innermost.link)))
        elif inline.kind is InlineKind.LINK and not inline.bare and source.startswith("[", start):
            open_.append((end, TextSegment(inline.block, link=inline.span)))
        elif inline.bare and source[max(0, start - 5) : start].endswith(("@", "@{", "@url:")):
            innermost.spans.append(inline.span)
            passed = end
        else:
            passed = end
            role = _ROLE.search(source, max(0, start - 30), start) if inline.kind is InlineKind.CODE else None
            if role:
                roles += _role(source, role, inline)
    yield from (segment for _, segment in reversed(open_))


def _role(source: str, role: re.Match[str], code: Inline) -> Iterator[CitationCluster]:
    how, cited = role["how"], []
    for match in _LISTED.finditer(source, code.span.start + 1, code.span.end - 1):
        prefix, suffix = (" ".join((match[name] or "").split()) for name in ("before", "after"))
        span, full_span = Span(*match.span("key")), Span(*match.span())
        year = how.startswith("year")
        cited.append(
            CitedKey(key=match["key"], span=span, full_span=full_span, prefix=prefix, suffix=suffix, suppressed=year)
        )
    if cited:
        narrative = how in ("t", "ts", "ct", "cts") or how.startswith("author")
        span = Span(role.start(), code.span.end)
        yield CitationCluster(span=span, block=code.block, cited_keys=tuple(cited), narrative=narrative)
