"""Every type that is passed between the stages of a build.

The types are frozen and decide nothing.  Types with very many instances are named tuples: those are created and
compared several times faster than dataclasses.  Imports the standard library only.

Offsets are half-open and count characters of `Note.text`.  Lines and columns are 1-based, as in an editor.  Paths are
posix paths relative to the folder of the notes.
"""

from papernotes_plugin.vocabulary.model.chart import (
    Chart,
    ChartColumn,
    ChartDot,
    ChartLane,
    ChartThread,
)
from papernotes_plugin.vocabulary.model.library import (
    Detail,
    Group,
    Library,
    NoteLink,
    Output,
    RelatedPaper,
    Subject,
)
from papernotes_plugin.vocabulary.model.paper import (
    Entry,
    Evidence,
    Field,
    Identifier,
    Link,
    Mention,
    MentionKind,
    Paper,
    Venue,
)
from papernotes_plugin.vocabulary.model.source import (
    Block,
    BlockKind,
    Document,
    Edit,
    Inline,
    InlineKind,
    Note,
    Source,
    Span,
)

__all__ = [
    "Block",
    "BlockKind",
    "Chart",
    "ChartColumn",
    "ChartDot",
    "ChartLane",
    "ChartThread",
    "Detail",
    "Document",
    "Edit",
    "Entry",
    "Evidence",
    "Field",
    "Group",
    "Identifier",
    "Inline",
    "InlineKind",
    "Library",
    "Link",
    "Mention",
    "MentionKind",
    "Note",
    "NoteLink",
    "Output",
    "Paper",
    "RelatedPaper",
    "Source",
    "Span",
    "Subject",
    "Venue",
]
