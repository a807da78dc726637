"""Turn Markdown research notes into a citable, linked library of papers.

Examples:
    >>> import papernotes_plugin as pn
    >>> note = pn.Source("reading.md", b"Read [this](https://arxiv.org/abs/1706.03762) again: [@vaswani2017attention].")
    >>> site = pn.build([note])
    >>> [str(paper.identifiers[0]) for paper in site.library.papers if paper.identifiers]
    ['arxiv:1706.03762']

`build` takes the sources of all notes and returns a `Site` with the library, the pages and the issues.  `annotate`
returns the text of a note with links to its papers.  Neither reads or writes a file.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from papernotes_plugin.version import __version__

if TYPE_CHECKING:
    from papernotes_plugin.pipeline import Counts, Site
    from papernotes_plugin.pipeline.annotated_note import annotate
    from papernotes_plugin.pipeline.build import build
    from papernotes_plugin.vocabulary.config import Config
    from papernotes_plugin.vocabulary.issues import Code, Issue, Level, PapernotesError
    from papernotes_plugin.vocabulary.model import (
        Block,
        BlockKind,
        Document,
        Edit,
        Entry,
        Evidence,
        Field,
        Group,
        Identifier,
        Inline,
        InlineKind,
        Library,
        Link,
        Mention,
        MentionKind,
        Note,
        Output,
        Paper,
        RelatedPaper,
        Source,
        Span,
        Venue,
    )

__all__ = [
    "Block",
    "BlockKind",
    "Code",
    "Config",
    "Counts",
    "Document",
    "Edit",
    "Entry",
    "Evidence",
    "Field",
    "Group",
    "Identifier",
    "Inline",
    "InlineKind",
    "Issue",
    "Level",
    "Library",
    "Link",
    "Mention",
    "MentionKind",
    "Note",
    "Output",
    "Paper",
    "PapernotesError",
    "RelatedPaper",
    "Site",
    "Source",
    "Span",
    "Venue",
    "__version__",
    "annotate",
    "build",
]

_MODULES = ("pipeline", "vocabulary.config", "vocabulary.issues", "vocabulary.model")
"""The modules that define these names."""
_ANNOTATE = "annotate"


def __getattr__(name: str) -> object:
    """Return one of the names above.

    They are imported on first use: a build of an unchanged site needs none of them, and their import takes longer.
    """
    if name in __all__:
        for module in _MODULES:
            defined = import_module(f"{__name__}.{module}")
            if hasattr(defined, name):
                globals()[name] = value = getattr(defined, name)
                return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


class _Package(ModuleType):
    """This package, in which `annotate` always is the function."""

    def __setattr__(self, name: str, value: object) -> None:
        """Set an attribute, but not the stage of the same name, which the import system would set."""
        if name != _ANNOTATE or not isinstance(value, ModuleType):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
