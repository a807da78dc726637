"""Citing: what a note cites, and how a style wants it said.

Imports the model only.  A style speaks in runs of plain text; each destination escapes them for itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from papernotes_plugin.model import Paper


class Run(NamedTuple):
    """A stretch of text in one dress: not Markdown, not HTML."""

    text: str
    italic: bool = False
    bold: bool = False
    superscript: bool = False
    url: str = ""
    """Where it leads, outside the site: a DOI, an eprint."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cite:
    """One paper within a citation, as `see @key, p. 3` has it."""

    paper: Paper
    prefix: str = ""
    """Words before the key: `see`, `cf.`"""
    suffix: str = ""
    """What stands behind it, without the comma between: `p. 3`, `ch. 2 and elsewhere`."""
    suppressed: bool = False
    """`-@key`: the authors stand in the sentence already."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """One place where a note cites: `[@a; @b, p. 3]`, or `@a` as a part of the sentence."""

    cites: tuple[Cite, ...]
    narrative: bool = False
    """A bare `@key`, whose authors are part of the sentence; what follows in brackets is its suffix."""


class Part(NamedTuple):
    """A part of a formatted citation: of one paper, to which it is linked, or a bracket or comma between."""

    runs: tuple[Run, ...]
    paper: Paper | None = None


class Style(Protocol):
    """How a bibliography looks.  All methods depend on their arguments alone."""

    def listed(self, cited: Sequence[Paper]) -> Sequence[Paper]:
        """The papers of a reference list in its order; in come those of a page by first citation, each once."""
        ...

    def label(self, paper: Paper, listed: Sequence[Paper]) -> str:
        """What stands before a reference in the list (`[1]`, `1.`); "" if nothing."""
        ...

    def cite(self, citation: Citation, listed: Sequence[Paper]) -> tuple[Part, ...]:
        """The words of a citation on a page with that reference list, its brackets among them."""
        ...

    def reference(self, paper: Paper, listed: Sequence[Paper]) -> tuple[Run, ...]:
        """The words of a reference, without its label; `listed` tells what it has to differ from (2020a, 2020b)."""
        ...
