"""Build papers without citekeys and assign keys to them."""

from __future__ import annotations

from papernotes_plugin import identifiers
from papernotes_plugin.resolve import keys
from papernotes_plugin.resolve.keys.key_lock import Pin
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Entry, Evidence, Mention, MentionKind, Paper, Span


def mention(key: str, note: str, line: int) -> Mention:
    """Return a mention that cites its paper by this key."""
    span = Span(10 * line, 10 * line + 5)
    evidence = Evidence(citekey=key)
    return Mention(
        note=note, kind=MentionKind.CITATION, span=span, line=line, column=1, text=key, context="", evidence=evidence
    )


def paper(
    title: str,
    *ids: str,
    written_keys: str | tuple[str, ...] = (),
    bib: str = "",
    authors: tuple[str, ...] = (),
    year: int | None = None,
    note: str = "n.md",
    line: int = 1,
) -> Paper:
    """Return a paper before keys are assigned."""
    written_keys = (written_keys,) if isinstance(written_keys, str) else written_keys
    entry = Entry(key=bib, type="misc", fields=(), path="b.bib", line=7, evidence=Evidence()) if bib else None
    return Paper(
        citekey="",
        slug="",
        title=title,
        aliases=((bib,) if bib else ()) + written_keys,
        authors=authors,
        year=year,
        identifiers=tuple(identifier for i in ids if (identifier := identifiers.parse_identifier(i))),
        mentions=tuple(mention(key, note, line + n) for n, key in enumerate(written_keys)),
        entry=entry,
    )


def pins(lock: dict[str, str]) -> dict[str, Pin]:
    """Return a key lock with one line for each name."""
    return {name: Pin(name, key, line=number) for number, (name, key) in enumerate(lock.items(), 1)}


def assigned(*papers: Paper, lock: dict[str, str] | None = None) -> tuple[list[str], list[str]]:
    """Return the citekeys in the order of the papers, and the issues as text."""
    chosen, issues = keys.assign(papers, pins(lock or {}), Config())
    return [p.citekey for p in chosen], list(map(str, issues))
