"""The input of the checks: the library, and each place in it with facts about a paper."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from typing import NamedTuple

from papernotes_plugin.vocabulary.model import Entry, Evidence, Library, Mention, MentionKind, Paper


class EvidenceSource(NamedTuple):
    """A place with facts about a paper: an entry, or a mention that describes its paper."""

    path: str
    line: int
    evidence: Evidence
    mention: Mention | None
    """None for an entry of a `.bib` file."""
    paper: Paper | None
    """The paper that it describes; None if the library has no paper of this entry."""

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"


@dataclass(frozen=True, slots=True)
class CheckedLibrary:
    """A library with the entries of its `.bib` files and the date of the check."""

    library: Library
    entries: tuple[Entry, ...]
    today: date

    def all_entries(self) -> Iterator[tuple[Entry, str]]:
        """Yield each entry of the `.bib` files and of the notes, with its name for messages: `entry 'key'`."""
        for entry in self.entries:
            yield entry, f"entry '{entry.key}'"
        for pairs in self.library.mentions.values():
            for mention, paper in pairs:
                if mention.entry is not None:
                    key = mention.evidence.citekey or paper.citekey
                    yield replace(mention.entry, path=mention.note, line=mention.line), f"entry '{key}'"

    def evidence_sources(self) -> Iterator[EvidenceSource]:
        """Yield the entries of the `.bib` files, then the mentions that describe papers, in the order of the notes."""
        paper_at: dict[str, Paper] = {}
        for paper in self.library.papers:
            if paper.entry:
                places = (paper.entry.location, *paper.entry.merged_from)
                paper_at |= dict.fromkeys(places, paper)
        for entry in self.entries:
            described = paper_at.get(entry.location) or self.library.by_key.get(entry.key)
            yield EvidenceSource(entry.path, entry.line, entry.evidence, None, described)
        for path in self.library.by_path:
            for mention, paper in self.library.mentions.get(path, ()):
                if mention.kind not in (MentionKind.KEY, MentionKind.NAME):
                    yield EvidenceSource(path, mention.line, mention.evidence, mention, paper)
