"""Types for citations in notes and for the styles that format them.

Styles return runs of plain text, which the caller escapes for Markdown or HTML.  Imports only the model.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from papernotes_plugin.vocabulary.model import Paper


class Run(NamedTuple):
    """A piece of plain text with uniform formatting: neither Markdown nor HTML."""

    text: str
    italic: bool = False
    bold: bool = False
    superscript: bool = False
    url: str = ""
    """An external link target, such as a DOI or eprint; "" for none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cite:
    """One paper in a citation: `see @key, p. 3`."""

    paper: Paper
    prefix: str = ""
    """Text before the key: `see`, `cf.`"""
    suffix: str = ""
    """Text after the key: `, p. 3`, ` and others`; a comma is added to a text that begins with a word."""
    suppressed: bool = False
    """True to leave out the authors, which the sentence already contains: `-@key`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """A citation in a note: `[@a; @b, p. 3]`, or `@a` as part of a sentence."""

    cites: tuple[Cite, ...]
    narrative: bool = False
    """True if it is a bare `@key`, whose authors are part of the sentence; a bracket after it is its suffix."""


class CitationPart(NamedTuple):
    """A part of a formatted citation: the text for one paper, or a bracket or comma between."""

    runs: tuple[Run, ...]
    paper: Paper | None = None
    """The paper to which this part is linked."""


class Bibliography(Protocol):
    """The references of one page in one style; citations depend on all of them (2020a, 2020b)."""

    @property
    def papers(self) -> Sequence[Paper]:
        """The papers in the order of the list, each once."""
        ...

    def label(self, paper: Paper) -> str:
        """Return the label of a reference in the list (`[1]`, `1.`); "" for none."""
        ...

    def cite(self, citation: Citation) -> tuple[CitationPart, ...]:
        """Return a formatted citation with its brackets; its papers must be in the list."""
        ...

    def reference(self, paper: Paper) -> tuple[Run, ...]:
        """Return the text of a reference without its label; it is never empty."""
        ...


class Style(Protocol):
    """A style of citations and references."""

    def bibliography(self, cited: Iterable[Paper]) -> Bibliography:
        """Return the references of a page.

        Args:
            cited: The papers that the page cites, ordered by their first citation; repeated papers count once.
        """
        ...


def plain_runs(runs: Iterable[Run]) -> str:
    """Return the text of runs without formatting."""
    return "".join(run.text for run in runs)
