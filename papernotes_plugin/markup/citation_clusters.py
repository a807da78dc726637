"""Citation clusters: the citations of a note as they are written, and how possible citations become certain."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.citation_model import Citation, Cite
from papernotes_plugin.vocabulary.model import Paper, Span

FIRST_PLACEHOLDER = 0xE000
"""Private-use character that replaces the first non-text item (code, a formula, emphasis) in a prefix or suffix."""
MAX_PLACEHOLDERS = 0x1900
"""Number of such characters."""
_PRIVATE = lazy_regex("[\ue000-\uf8ff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedKey:
    """One citekey in a citation, with its prefix and suffix.

    In prefix and suffix a private-use character replaces each item that is no text (code, a formula, emphasis); see
    `CitationCluster.placeholder_spans`.
    """

    key: str
    """Citekey without `@` and braces."""
    span: Span
    """Span of `@key`, with `-` and braces; in a MyST role, of the key alone."""
    full_span: Span
    """Span of the key with prefix and suffix: `see @key, p. 3`."""
    prefix: str = ""
    suffix: str = ""
    suppressed: bool = False
    """The author is omitted: `-@key`."""
    is_certain: bool = True
    """It is a citation even if no paper has this key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CitationCluster:
    """One citation: brackets, a MyST role, or a bare key with the brackets after it."""

    span: Span
    block: int
    """Index of the block that contains it."""
    cited_keys: tuple[CitedKey, ...]
    """Keys in order; empty for brackets without a key, such as the locator of the bare key before them."""
    narrative: bool = False
    """The first key is part of the sentence: `@key [p. 3]`."""
    placeholder_spans: tuple[Span, ...] = ()
    """Spans of the items that the private-use characters from U+E000 on replace."""
    follows_key: bool = False
    """It directly follows a bare key, and belongs to it if that is a citation."""
    link: Span | None = None
    """Span of the link whose text contains it; None outside of links."""
    marks: tuple[Span, Span] | None = None
    """Spans of `[` and `]{.class}` in `[@key]{.class}`, where a bare key is in brackets with attributes."""
    key_suffix: str = ""
    """Suffix of the bare key before the brackets: `p. 3` in `@key [p. 3; @other]`."""


def confirm_clusters(
    clusters: Iterable[CitationCluster], is_known: Callable[[CitedKey], bool]
) -> list[CitationCluster]:
    """Return the citations among possible ones, and merge each bare key with the brackets after it.

    Args:
        clusters: Possible citations in order.
        is_known: Whether a bare key names a paper; without a paper it is no citation unless `is_certain`.
    """
    out: list[CitationCluster] = []
    for cluster in clusters:
        before = out[-1] if out else None
        if (
            cluster.follows_key
            and before
            and before.narrative
            and before.placeholder_spans == ()
            and len(before.cited_keys) == 1
        ):
            (first,) = before.cited_keys
            with_suffix = replace(first, suffix=cluster.key_suffix, full_span=Span(first.span.start, cluster.span.end))
            out[-1] = replace(
                cluster,
                span=Span(before.span.start, cluster.span.end),
                cited_keys=(with_suffix, *cluster.cited_keys),
                narrative=True,
                marks=before.marks,
            )
        elif cluster.narrative and not cluster.cited_keys[0].is_certain and not is_known(cluster.cited_keys[0]):
            out.append(replace(cluster, cited_keys=()))
        elif cluster.cited_keys:
            first = cluster.cited_keys[0]
            if cluster.key_suffix:
                first = replace(first, prefix=f"{cluster.key_suffix.strip()}; {first.prefix}".rstrip())
            out.append(replace(cluster, cited_keys=(first, *cluster.cited_keys[1:])))
    return [cluster for cluster in out if cluster.cited_keys]


def split_at_placeholders(words: str, hidden: Sequence[Span]) -> Iterator[str | Span]:
    """Yield the parts of a prefix or suffix: texts, and the spans of the items that placeholders replace.

    Args:
        words: The prefix or suffix.
        hidden: The `placeholder_spans` of its cluster.
    """
    at = 0
    for match in _PRIVATE.finditer(words):
        number = ord(match[0]) - FIRST_PLACEHOLDER
        if number < len(hidden):
            if match.start() > at:
                yield words[at : match.start()]
            yield hidden[number]
            at = match.end()
    if at < len(words):
        yield words[at:]


def to_citation(cluster: CitationCluster, papers: Sequence[Paper | None]) -> Citation:
    """Return the input of a citation style for a cluster.

    Args:
        cluster: The cluster.
        papers: The paper of each of its keys, None for an unknown key; at least one is known.
    """
    cites = [
        Cite(paper=paper, prefix=cited.prefix, suffix=cited.suffix, suppressed=cited.suppressed)
        for cited, paper in zip(cluster.cited_keys, papers, strict=True)
        if paper
    ]
    return Citation(cites=tuple(cites), narrative=cluster.narrative and papers[0] is not None)


_CROSS_REFERENCE = lazy_regex(
    r"(?:fig|tbl|lst|sec|eq|thm|lem|cor|prp|cnj|def|exm|exr|sol|rem|alg|tip|nte|wrn|imp|cau)-[\w-]+"
)
"""The name of a figure, table or section, with the prefixes that Quarto reserves.

https://quarto.org/docs/authoring/cross-references.html
"""


def is_cross_reference(key: str) -> bool:
    """Return whether a key is what Quarto takes for a reference to a figure, a table or another part of a document.

    Examples:
        >>> is_cross_reference("fig-plot"), is_cross_reference("lee2020")
        (True, False)
    """
    return _CROSS_REFERENCE.fullmatch(key) is not None


def unknown_key_message(key: str, near: str) -> str:
    """Return the message of an issue about a key without a paper.

    Args:
        key: The key.
        near: The most similar key of the library, "" if there is none.
    """
    hint = f" (did you mean '{near}'?)" if near else ""
    return f"nothing defines the key '{key}'{hint}; it was left as text"
