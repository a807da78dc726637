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

from papernotes_plugin.pipeline import Counts, Site, annotate, build
from papernotes_plugin.version import __version__
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
