"""Citing: what a note cites, and how a style wants it said.

Imports the model only.  A style speaks in runs of plain text; each destination escapes them for itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from papernotes_plugin.vocabulary.model import Paper


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
    """What stands behind it, without the comma between: `p. 3`, `ch. 2 and elsewhere`.

    A space at its start says that there was no comma: ` and others`.
    """
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


class Bibliography(Protocol):
    """The references of one page in one style: what is cited there is worded in the light of all of them."""

    @property
    def papers(self) -> Sequence[Paper]:
        """In the order of the list, each once."""
        ...

    def label(self, paper: Paper) -> str:
        """What stands before a reference in the list (`[1]`, `1.`); "" if nothing."""
        ...

    def cite(self, citation: Citation) -> tuple[Part, ...]:
        """The words of a citation of papers that are in the list, its brackets among them."""
        ...

    def reference(self, paper: Paper) -> tuple[Run, ...]:
        """The words of a reference, without its label; never empty."""
        ...


class Style(Protocol):
    """How citations and references look."""

    def bibliography(self, cited: Iterable[Paper]) -> Bibliography:
        """The references of the papers that a page cites, given by first citation; one that is given twice counts once.

        Told from one another as the style does (2020a, 2020b); what else a library holds makes no difference.
        """
        ...


def wording(runs: Iterable[Run]) -> str:
    """The words alone, without their dress."""
    return "".join(run.text for run in runs)
