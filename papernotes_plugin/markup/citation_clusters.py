"""Clusters: what a place of a note cites, as written.  Imports the model only."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from papernotes_plugin.vocabulary.citation_model import Citation, Cite
from papernotes_plugin.vocabulary.model import Paper, Span

FIRST_PLACEHOLDER = 0xE000
"""The private character that stands for the first thing in words that is no text."""
MAX_PLACEHOLDERS = 0x1900
"""How many such characters there are."""
_PRIVATE = re.compile("[\ue000-\uf8ff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedKey:
    """One key and what is said about it.

    In words each thing that is no text (code, a formula, emphasis) is one private character: see `Cluster.hidden`.
    """

    key: str
    """Without `@` and braces."""
    span: Span
    """Of `@key`, with `-` and braces; in a role of the key alone."""
    full_span: Span
    """Of all that is said about it: `see @key, p. 3`."""
    prefix: str = ""
    suffix: str = ""
    suppressed: bool = False
    is_certain: bool = True
    """It surely is a citation, whatever it names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CitationCluster:
    """One citation: a pair of brackets, a role, or a bare key with the brackets behind it."""

    span: Span
    block: int
    cited_keys: tuple[CitedKey, ...]
    """Empty for brackets without a key: they say more of the bare key before them."""
    narrative: bool = False
    """The first of its keys is part of the sentence."""
    placeholder_spans: tuple[Span, ...] = ()
    """What the private characters from U+E000 on stand for."""
    follows_key: bool = False
    """It stands right behind a bare key, and belongs to it if that is a citation."""
    key_suffix: str = ""
    """Of brackets behind a bare key what they say of that."""


def confirm_clusters(clusters: Iterable[CitationCluster], known: Callable[[CitedKey], bool]) -> list[CitationCluster]:
    """The citations among possible ones: bare keys that are known, each with the brackets behind it, and all others."""
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
            told = replace(first, suffix=cluster.key_suffix, full_span=Span(first.span.start, cluster.span.end))
            out[-1] = replace(
                cluster,
                span=Span(before.span.start, cluster.span.end),
                cited_keys=(told, *cluster.cited_keys),
                narrative=True,
            )
        elif cluster.narrative and not cluster.cited_keys[0].is_certain and not known(cluster.cited_keys[0]):
            out.append(replace(cluster, cited_keys=()))
        elif cluster.cited_keys:
            first = cluster.cited_keys[0]
            if cluster.key_suffix:
                first = replace(first, prefix=f"{cluster.key_suffix}; {first.prefix}".rstrip())
            out.append(replace(cluster, cited_keys=(first, *cluster.cited_keys[1:])))
    return [cluster for cluster in out if cluster.cited_keys]


def split_at_placeholders(words: str, hidden: Sequence[Span]) -> Iterator[str | Span]:
    """Words with the place of each thing that a private character stands for; never an empty text."""
    at = 0
    for match in _PRIVATE.finditer(words):
        place = ord(match[0]) - FIRST_PLACEHOLDER
        if place < len(hidden):
            if match.start() > at:
                yield words[at : match.start()]
            yield hidden[place]
            at = match.end()
    if at < len(words):
        yield words[at:]


def to_citation(cluster: CitationCluster, papers: Sequence[Paper | None]) -> Citation:
    """What a style is asked to word: the papers of a citation that are known, at least one."""
    cites = [
        Cite(paper=paper, prefix=cited.prefix, suffix=cited.suffix, suppressed=cited.suppressed)
        for cited, paper in zip(cluster.cited_keys, papers, strict=True)
        if paper
    ]
    return Citation(cites=tuple(cites), narrative=cluster.narrative and papers[0] is not None)


def unknown_key_message(key: str, near: str) -> str:
    """The message of an issue about a key that names no paper, with the one that is most like it, if there is one."""
    hint = f" (did you mean '{near}'?)" if near else ""
    return f"nothing defines the key '{key}'{hint}; it was left as text"
