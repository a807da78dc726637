"""The conductor: the stages in their order, each called once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from papernotes_plugin.config import Config
from papernotes_plugin.issues import Issue
from papernotes_plugin.model import Library, Output, Source


@dataclass(frozen=True, slots=True)
class Counts:
    """The summary of one build."""

    notes: int = 0
    mentions: int = 0
    papers: int = 0
    merged: int = 0
    """Papers mentioned at more than one place."""
    doubtful: int = 0
    """Doubts reported and not acted on."""

    def __str__(self) -> str:
        return (
            f"{self.notes} notes, {self.mentions} mentions, {self.papers} papers, "
            f"{self.merged} merged, {self.doubtful} doubtful"
        )


@dataclass(frozen=True, slots=True, eq=False)
class Site:
    """What a build gives back."""

    library: Library
    outputs: tuple[Output, ...]
    """The generated pages and files, by path; a page of the author's own at one of these paths is left out."""
    issues: tuple[Issue, ...]
    counts: Counts
    config: Config


def build(
    sources: Iterable[Source],
    *,
    bibliography: Iterable[Source] = (),
    key_lock: str = "",
    config: Config | None = None,
) -> Site:
    """The library of papers in the notes, and its pages."""
    raise NotImplementedError
